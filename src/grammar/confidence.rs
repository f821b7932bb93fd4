//! How far several hearings of one utterance can be trusted.
//!
//! A doubtful utterance is decoded three times. Each hearing is a list of alternatives (n-best) with log-likelihoods.
//! The right words stand near the top of each list, while errors mostly differ from hearing to hearing. So everything
//! is measured by its distance below the best of its hearing, averaged over the hearings:
//!
//! ```text
//!   best    another move that is legal    no longer close          not in the list
//!    0 ------------- 1.5 --------------------- 3.4 ----------------------- 8
//!                  MARGIN                CLOSE_WITHIN                  UNHEARD
//! ```
//!
//! The counts beside the numbers are of recordings set aside for choosing them. `models/README.md` tells what the
//! rules gain and cost on all others.

use super::interpretation::Interpretation;
use super::understand::CLOSE_WITHIN;
use super::{Alternative, Grammar, Intent, Moment, hearings};

/// The only possible meaning must lead all others by this. If it were higher, the program would ask about more true
/// moves; if lower, it would make more wrong ones.
///
/// An illegal move or words that are no phrase may even be better by as much: people mostly say what they can do.
/// Words that are no phrase are mostly a misheard move, so they may be any distance better than a move of more than a
/// square, if no illegal move is nearer and every hearing has it. Where two hearings were enough, this got 16 more of 280
/// moves by people's letters right at once and one wrong, of 600 synthetic ones in noise one and none, and of 900 illegal
/// moves two more counted as legal. That every hearing has it takes three of 440 right ones by letters, in noise and in
/// a room, one of seven wrong ones, one of two illegal ones, and one of four that a hall said.
const MARGIN: f32 = 1.5;
/// The distance of a meaning in a hearing without it. Values from 5 to 12 give the same results: it only has to lie
/// beyond what is close.
pub(super) const UNHEARD: f32 = 8.0;

/// Music fits many words about equally well, so its alternatives lie dense below the best; those of speech thin out.
/// The [eighth](DENSE_RANK) is nearer than this in three of five clips of music that come out as words, and in none
/// of 280 short commands and moves of synthetic voices, half of them at 10 dB.
const DENSE_WITHIN: f32 = 2.0;
const DENSE_RANK: usize = 8;
/// The largest distance that counts, also of a list that is too short: one clear hearing must not outweigh the rest.
pub(super) const FARTHEST: f32 = 4.0;
/// In words. The alternatives of a longer utterance differ in single words, and lie dense however clear it is.
const SHORT: usize = 2;
/// In letters. Words that are in no phrase cost by the sound, so they are near anything this short: "ja", "Uhr",
/// "no". They came near to two of 496 longer moves and commands (in quiet, at 10 and at 5 dB), and to eleven of 42
/// that words of other languages were misheard as.
const FEW_LETTERS: usize = 3;
/// Music, songs and foreign words are mostly heard as a square alone. If its [fifth](SQUARE_RANK) alternative is
/// nearer than this, the square must be the best in [most](MOST_HEARINGS) hearings, else in one. The first rule
/// stopped 13 of 30 false squares, and asked about seven of 108 real ones, in quiet and at 10 and 5 dB; the second
/// stopped three of 14 others, and asked about one of 158 real ones.
const SQUARE_DENSE_WITHIN: f32 = 2.5;
const SQUARE_RANK: usize = 5;
/// Two of the three hearings.
pub(super) const MOST_HEARINGS: usize = 2;

/// Whether many words fit an utterance with several hearings about equally well.
pub(super) fn is_confusable(hearings: &[&[Alternative]]) -> bool {
    hearings.len() > 1
        && best_if_short(hearings).is_some()
        && nth_distance(DENSE_RANK, hearings) < DENSE_WITHIN
}

/// Returns the distance of the `nth` alternative below the best, averaged over the hearings.
fn nth_distance(nth: usize, hearings: &[&[Alternative]]) -> f32 {
    let apart = |hearing: &&[Alternative]| {
        let mut scores: Vec<f32> = hearing.iter().map(|alternative| alternative.score).collect();
        scores.sort_by(|a, b| b.total_cmp(a));
        scores.get(nth - 1).map_or(FARTHEST, |nth| (scores[0] - nth).min(FARTHEST))
    };
    hearings.iter().map(apart).sum::<f32>() / hearings.len() as f32
}

/// Whether a short utterance may have been words that are in no phrase, in any of its hearings.
pub(super) fn may_be_unknown_words(hearings: &[&[Alternative]]) -> bool {
    let Some(best) = best_if_short(hearings) else { return false };
    let letters: usize = best.words.iter().map(|word| word.chars().count()).sum();
    let near = if letters > FEW_LETTERS { CLOSE_WITHIN } else { 0.0 };
    let is_near = |hearing: &&[Alternative]| {
        best_of(hearing).is_some_and(|best| {
            hearing.iter().any(|other| !other.is_known() && best.score - other.score <= near)
        })
    };
    hearings.iter().any(is_near)
}

/// Returns the best alternative of the first hearing, if it is short.
fn best_if_short<'a>(hearings: &[&'a [Alternative]]) -> Option<&'a Alternative> {
    best_of(hearings.first()?).filter(|best| best.words.len() <= SHORT)
}

pub(super) fn best_of(hearing: &[Alternative]) -> Option<&Alternative> {
    hearing.iter().max_by(|a, b| a.score.total_cmp(&b.score))
}

/// The distances of everything in one hearing below its best, as log-likelihoods.
struct Distances {
    phrases: Vec<(Interpretation, f32)>,
    /// Of the nearest words that make no whole phrase.
    no_phrase: f32,
    /// Of the nearest words that are in no phrase.
    unknown: f32,
}

impl Distances {
    fn of(&self, meant: &Interpretation) -> f32 {
        let said = self.phrases.iter().filter(|(other, _)| meant.is_same(other));
        said.map(|(_, distance)| *distance).fold(UNHEARD, f32::min)
    }
}

impl Grammar {
    /// Whether an intent was the best in too few hearings. A square that is not [dense](SQUARE_DENSE_WITHIN) needs
    /// one; a dense square, and all but moves, need [most](MOST_HEARINGS). Other moves need none.
    pub(super) fn is_spurious(&self, intent: &Intent, hearings: &[&[Alternative]], moment: &Moment) -> bool {
        if hearings.len() <= MOST_HEARINGS {
            return false;
        }
        let enough = match intent {
            Intent::Move(attempt) if !attempt.is_pawn_square_only() => return false,
            Intent::Move(_) if nth_distance(SQUARE_RANK, hearings) >= SQUARE_DENSE_WITHIN => 1,
            _ => MOST_HEARINGS,
        };
        let meant = Interpretation::of(intent, moment.position);
        let is_best = |hearing: &&&[Alternative]| self.distances(hearing, moment).of(&meant) == 0.0;
        hearings.iter().filter(is_best).count() < enough
    }

    /// Whether an intent is the best in every hearing.
    pub(super) fn is_best_in_all(
        &self,
        intent: &Intent,
        alternatives: &[Alternative],
        moment: &Moment,
    ) -> bool {
        let meant = Interpretation::of(intent, moment.position);
        hearings(alternatives).all(|hearing| self.distances(hearing, moment).of(&meant) == 0.0)
    }

    /// Returns the one intent that all hearings together say clearly, if it is a legal move or harmless.
    pub(super) fn consensus(&self, hearings: &[&[Alternative]], moment: &Moment) -> Option<Intent> {
        let hearings: Vec<Distances> =
            hearings.iter().map(|hearing| self.distances(hearing, moment)).collect();
        let mean = |distance: &dyn Fn(&Distances) -> f32| {
            hearings.iter().map(distance).sum::<f32>() / hearings.len() as f32
        };
        let phrases = hearings.iter().flat_map(|hearing| &hearing.phrases);
        let phrases: Vec<(&Interpretation, f32)> =
            phrases.map(|(meant, _)| (meant, mean(&|h| h.of(meant)))).collect();
        let possible = phrases.iter().filter(|(meant, _)| meant.complete && !meant.is_illegal());
        let (best, nearest) = *possible.min_by(|a, b| a.1.total_cmp(&b.1))?;
        let is_move = best.is_playable();
        let is_square = matches!(&best.intent, Intent::Move(attempt) if attempt.is_pawn_square_only());
        let at_least = |distance: f32, more: f32| distance >= nearest + more;
        let mut others = phrases.iter().filter(|(meant, _)| !best.is_same(meant) && !meant.is_illegal());
        let illegal = phrases.iter().filter(|(meant, _)| meant.is_illegal());
        let illegal = illegal.map(|(_, distance)| *distance).fold(UNHEARD, f32::min);
        let no_phrase = if is_move { -MARGIN } else { MARGIN };
        let is_nearest = at_least(illegal, -MARGIN) && at_least(mean(&|h| h.no_phrase), no_phrase);
        let is_heard = hearings.iter().all(|hearing| hearing.of(best) < UNHEARD);
        let is_alone = is_move && !is_square && is_heard && at_least(illegal, 0.0);
        let is_clear = others.all(|(_, distance)| at_least(*distance, MARGIN))
            && at_least(mean(&|h| h.unknown), MARGIN)
            && (is_nearest || is_alone);
        let is_safe = is_move || best.intent.is_harmless();
        (is_safe && is_clear).then(|| best.intent.clone())
    }

    fn distances(&self, hearing: &[Alternative], moment: &Moment) -> Distances {
        let said = hearing.iter().filter(|alternative| !alternative.words.is_empty());
        let best = said.clone().map(|alternative| alternative.score).fold(f32::MIN, f32::max);
        let mut distances = Distances { phrases: Vec::new(), no_phrase: UNHEARD, unknown: UNHEARD };
        for alternative in said {
            let distance = (best - alternative.score).min(UNHEARD);
            if !alternative.is_known() {
                distances.unknown = distances.unknown.min(distance);
                continue;
            }
            let whole_phrases = self.meanings_of(&alternative.words, moment);
            if whole_phrases.is_empty() {
                distances.no_phrase = distances.no_phrase.min(distance);
            }
            distances.phrases.extend(whole_phrases.into_iter().map(|meant| (meant, distance)));
        }
        distances
    }
}
