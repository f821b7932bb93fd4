//! How far several hearings of one utterance can be trusted.
//!
//! An utterance in doubt is decoded three times, and each hearing is a list of alternatives (n-best) with log-likelihoods.
//! What was said is near the top of each list; what was misheard is mostly misheard otherwise in the next. So everything
//! is measured by its distance below the best of its hearing, averaged over the hearings:
//!
//! ```text
//!   best    another move that is legal    no longer close          not in the list
//!    0 ------------- 1.5 --------------------- 3.4 ----------------------- 8
//!                  MARGIN                CLOSE_WITHIN                  UNHEARD
//! ```
//!
//! The counts beside the numbers are of recordings set aside for choosing them. What the rules bring and cost on all others
//! is in `models/README.md`.

use super::alternative::without_far;
use super::interpretation::Interpretation;
use super::understand::CLOSE_WITHIN;
use super::{Alternative, Grammar, Intent, Moment};

/// The one possible meaning must lead every other one by this. Higher, true moves are asked about; lower, wrong ones are
/// made.
///
/// What cannot be done, an illegal move or words that are no phrase, may even lead by as much: people mostly say what they
/// can do. A move of more than a square may lie any distance below words that are no phrase, for those are mostly that move
/// misheard, if no illegal move is nearer and [most](MOST_HEARINGS) hearings have it. Of 280 moves by people's letters this
/// gives 16 more right at once and one wrong, of 600 synthetic ones in noise one and none. Of 900 illegal moves two more
/// are taken for legal; of 2,400 clips of music, songs and talk none is carried out for it, of 1,200 English ones three.
const MARGIN: f32 = 1.5;
/// The distance in a hearing that does not have it at all. Anything from 5 to 12 gives the same results: it only has to be
/// beyond what is close.
pub(super) const UNHEARD: f32 = 8.0;

/// Music fits many words about equally well: its alternatives lie dense below the best, those of speech thin out. The
/// [eighth](DENSE_RANK) is nearer than this in three of five clips of music that come out as words, and in none of 280
/// short commands and moves of synthetic voices, half of them at 10 dB.
const DENSE_WITHIN: f32 = 2.0;
const DENSE_RANK: usize = 8;
/// A distance counts as this at most, and so does a list that is too short: one clear hearing must not outweigh the rest.
const FARTHEST: f32 = 4.0;
/// In words. Of a longer utterance the alternatives differ in one word or another and lie dense however clear it is.
const SHORT: usize = 2;
/// In letters. Words that are in no phrase cost by the sound, so they are near anything this short: "ja", "Uhr", "no". Of
/// 496 longer moves and commands, in quiet and at 10 and 5 dB, they came near to two; of 42 that words of other languages
/// were taken for, near to eleven.
const FEW_LETTERS: usize = 3;
/// A square alone is what music, songs and foreign words are heard as most. Where its [fifth](SQUARE_RANK) alternative is
/// nearer than this, it must be the best in [most](MOST_HEARINGS) hearings, else in one. The first stopped 13 of 30 squares
/// that were heard so, and asked about seven of 108 that were said, in quiet and at 10 and 5 dB; the second stopped three
/// of 14 others, and asked about one of 158 that were said.
const SQUARE_DENSE_WITHIN: f32 = 2.5;
const SQUARE_RANK: usize = 5;
/// Two of the three hearings.
const MOST_HEARINGS: usize = 2;

/// Whether many words fit an utterance that was heard again about equally well.
pub(super) fn is_confusable(hearings: &[&[Alternative]]) -> bool {
    hearings.len() > 1
        && best_if_short(hearings).is_some()
        && nth_distance(DENSE_RANK, hearings) < DENSE_WITHIN
}

/// How far below the best the `nth` alternative is, on average over the hearings.
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

/// The best of the first hearing, if it is short.
fn best_if_short<'a>(hearings: &[&'a [Alternative]]) -> Option<&'a Alternative> {
    best_of(hearings.first()?).filter(|best| best.words.len() <= SHORT)
}

pub(super) fn best_of(hearing: &[Alternative]) -> Option<&Alternative> {
    hearing.iter().max_by(|a, b| a.score.total_cmp(&b.score))
}

/// How far below the best of one hearing, as log-likelihoods, everything is that may have been said.
struct Distances {
    phrases: Vec<(Interpretation, f32)>,
    /// Words that are no whole phrase.
    no_phrase: f32,
    /// Words that are in no phrase.
    unknown: f32,
}

impl Distances {
    fn of(&self, meant: &Interpretation) -> f32 {
        let said = self.phrases.iter().filter(|(other, _)| meant.is_same(other));
        said.map(|(_, distance)| *distance).fold(UNHEARD, f32::min)
    }
}

impl Grammar {
    /// Whether it was the best so seldom that it says something: what is no move, and a square alone where much else was
    /// nearly as good, or that never was.
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
        let is_best = |hearing: &[Alternative]| self.distances(hearing, moment).of(&meant) == 0.0;
        let times = hearings
            .iter()
            .filter(|hearing| is_best(hearing) || without_far(hearing).is_some_and(|near| is_best(&near)));
        times.count() < enough
    }

    /// The one thing that all hearings together say clearly, if it is a legal move or something harmless.
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
        let is_move = best.legal().is_some();
        let is_square = matches!(&best.intent, Intent::Move(attempt) if attempt.is_pawn_square_only());
        let at_least = |distance: f32, more: f32| distance >= nearest + more;
        let mut others = phrases.iter().filter(|(meant, _)| !best.is_same(meant) && !meant.is_illegal());
        let illegal = phrases.iter().filter(|(meant, _)| meant.is_illegal());
        let illegal = illegal.map(|(_, distance)| *distance).fold(UNHEARD, f32::min);
        let no_phrase = if is_move { -MARGIN } else { MARGIN };
        let is_nearest = at_least(illegal, -MARGIN) && at_least(mean(&|h| h.no_phrase), no_phrase);
        let heard = hearings.iter().filter(|hearing| hearing.of(best) < UNHEARD).count();
        let is_alone = is_move && !is_square && heard >= MOST_HEARINGS && at_least(illegal, 0.0);
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
            let whole_phrases = self.whole_phrases(&self.without_ignored(&alternative.words), moment);
            if whole_phrases.is_empty() {
                distances.no_phrase = distances.no_phrase.min(distance);
            }
            distances.phrases.extend(whole_phrases.into_iter().map(|meant| (meant, distance)));
        }
        distances
    }
}
