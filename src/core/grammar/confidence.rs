//! How far several hearings of one utterance can be trusted.
//!
//! A doubtful utterance is decoded three times. Each hearing is a list of alternatives (n-best) with log-likelihoods.
//! The right words stand near the top of each list, while errors mostly differ from hearing to hearing. So everything
//! is measured by its distance below the best of its hearing, averaged over the hearings:
//!
//! ```text
//!   best    another move that is legal    no longer close          not in the list
//!    0 ------------- 1.5 --------------------- 3.4 ----------------------- 8
//!                  margin                close-within                  unheard
//! ```
//!
//! The numbers are the model's [`Thresholds`]; those here are counts. `models/README.md` tells what
//! the rules gain and cost.

use super::framed::FEWEST_HEARD;
use super::interpretation::Interpretation;
use super::{Alternative, Grammar, Intent, IntentClass, Moment, Thresholds, hearings};

/// Whose alternatives lie [dense](Thresholds::dense_within) is told by this one below the best.
const DENSE_RANK: usize = 8;
/// The same for a square alone.
const SQUARE_RANK: usize = 5;
/// In words. The alternatives of a longer utterance differ in single words, and lie dense however clear it is.
const SHORT: usize = 2;
/// In words. So many are no phrase by chance.
const MANY: usize = 4;
/// In letters. Words that are in no phrase cost by the sound, so they are near anything this short: "ja", "Uhr",
/// "no". They came near to two of 496 longer moves and commands (in quiet, at 10 and at 5 dB), and to eleven of 42
/// that words of other languages were misheard as.
const FEW_LETTERS: usize = 3;
/// Two of the three hearings.
pub(super) const MOST_HEARINGS: usize = 2;

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
    /// Of a meaning that is not in it.
    unheard: f32,
}

impl Distances {
    fn of(&self, meant: &Interpretation) -> f32 {
        let said = self.phrases.iter().filter(|(other, _)| meant.is_same(other));
        said.map(|(_, distance)| *distance).fold(self.unheard, f32::min)
    }
}

impl Grammar {
    /// Whether many words fit an utterance with several hearings about equally well.
    pub(super) fn is_confusable(&self, hearings: &[&[Alternative]]) -> bool {
        hearings.len() > 1
            && best_if_short(hearings).is_some()
            && self.nth_distance(DENSE_RANK, hearings) < self.thresholds.dense_within
    }

    /// Returns the distance of the `nth` alternative below the best, averaged over the hearings; that of a list that is
    /// too short is the largest that counts.
    fn nth_distance(&self, nth: usize, hearings: &[&[Alternative]]) -> f32 {
        let farthest = self.thresholds.farthest;
        let apart = |hearing: &&[Alternative]| {
            let mut scores: Vec<f32> = hearing.iter().map(|alternative| alternative.score).collect();
            scores.sort_by(|a, b| b.total_cmp(a));
            scores.get(nth - 1).map_or(farthest, |nth| (scores[0] - nth).min(farthest))
        };
        hearings.iter().map(apart).sum::<f32>() / hearings.len() as f32
    }

    /// Whether a short utterance may have been words that are in no phrase, in any of its hearings.
    pub(super) fn may_be_unknown_words(&self, hearings: &[&[Alternative]]) -> bool {
        let Some(best) = best_if_short(hearings) else { return false };
        let letters: usize = best.words.iter().map(|word| word.chars().count()).sum();
        let near = if letters > FEW_LETTERS { self.thresholds.close_within } else { 0.0 };
        let is_near = |hearing: &&[Alternative]| {
            best_of(hearing).is_some_and(|best| {
                hearing.iter().any(|other| !other.is_known() && best.score - other.score <= near)
            })
        };
        hearings.iter().any(is_near)
    }

    /// Whether an intent was the best in too few hearings. A square that is not [dense](Thresholds::square_dense_within) needs
    /// one; a dense square, and all but moves, need [most](MOST_HEARINGS); a square said to a yes-or-no question needs all. Other
    /// moves need none.
    pub(super) fn is_spurious(&self, intent: &Intent, hearings: &[&[Alternative]], moment: &Moment) -> bool {
        if hearings.len() <= MOST_HEARINGS {
            return false;
        }
        let enough = match intent {
            Intent::Move(attempt) if !attempt.is_pawn_square_only() => return false,
            Intent::Move(_) if moment.expects.is_yes_or_no() => hearings.len(),
            Intent::Move(_)
                if self.nth_distance(SQUARE_RANK, hearings) >= self.thresholds.square_dense_within =>
            {
                1
            }
            _ => MOST_HEARINGS,
        };
        self.times_best(intent, hearings, moment) < enough
    }

    /// Returns in how many hearings an intent was the best, or nearly.
    pub(super) fn times_best(&self, intent: &Intent, hearings: &[&[Alternative]], moment: &Moment) -> usize {
        let meant = Interpretation::of(intent, moment.position);
        let has_it = |hearing: &&&[Alternative]| {
            self.is_best(&meant, hearing, moment) || self.is_nearly_best(&meant, hearing, moment)
        };
        hearings.iter().filter(has_it).count()
    }

    /// Whether a move that could be made was heard behind others: it is the best in no hearing, or all hearings together
    /// prefer an illegal move that differs from it in one letter or number. Then the right one may be a third, so it is
    /// asked about.
    pub(super) fn is_second(&self, intent: &Intent, hearings: &[&[Alternative]], moment: &Moment) -> bool {
        let Intent::Move(attempt) = intent else { return false };
        let meant = Interpretation::of(intent, moment.position);
        if hearings.len() <= MOST_HEARINGS || !meant.is_playable() {
            return false;
        }
        let hearings: Vec<Distances> =
            hearings.iter().map(|hearing| self.distances(hearing, moment)).collect();
        let sum = |meant: &Interpretation| hearings.iter().map(|hearing| hearing.of(meant)).sum::<f32>();
        let own = sum(&meant);
        let is_beside =
            |intent: &Intent| matches!(intent, Intent::Move(said) if attempt.differing_parts(said) == 1);
        let is_better =
            |other: &Interpretation| other.is_illegal() && is_beside(&other.intent) && sum(other) < own;
        let mut phrases = hearings.iter().flat_map(|hearing| &hearing.phrases);
        hearings.iter().all(|hearing| hearing.of(&meant) > 0.0) || phrases.any(|(other, _)| is_better(other))
    }

    /// Returns the other legal moves that are the best in a hearing: "b eins, e eins, b eins". One letter or digit is
    /// easily misheard twice, so such a move is asked about however far all hearings together prefer another.
    pub(super) fn other_moves(
        &self,
        intent: &Intent,
        hearings: &[&[Alternative]],
        moment: &Moment,
    ) -> Vec<Intent> {
        let meant = Interpretation::of(intent, moment.position);
        let mut others: Vec<Interpretation> = Vec::new();
        let doubting = hearings.iter().filter(|hearing| self.distances(hearing, moment).of(&meant) > 0.0);
        for best in doubting.filter_map(|hearing| best_of(hearing)).filter(|best| best.is_known()) {
            let read = self.meanings_heard(&best.words, moment);
            if read.iter().all(|read| read.is_another_move(&meant)) {
                others.extend(read.into_iter().filter(|read| read.complete && read.is_playable()));
            }
        }
        let mut intents = Vec::new();
        while let Some(other) = others.pop() {
            others.retain(|same| !same.is_same(&other));
            intents.insert(0, other.intent);
        }
        intents
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

    /// Returns the one intent that all hearings together say clearly, if it is a legal move or harmless, or a phrase that is
    /// the best in each of them. Next to such a phrase words count that are none: they are mostly its own words in
    /// another form ("ich hab meinen dame angefasst", "know draw"). A short answer needs more: a word or two are one by
    /// chance, and who is asked is listened to for the answers alone.
    pub(super) fn consensus(&self, all: &[&[Alternative]], moment: &Moment) -> Option<Intent> {
        let Thresholds { margin, unheard, .. } = self.thresholds;
        let is_short = best_if_short(all).is_some();
        let hearings: Vec<Distances> = all.iter().map(|hearing| self.distances(hearing, moment)).collect();
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
        let illegal = illegal.map(|(_, distance)| *distance).fold(unheard, f32::min);
        let is_short_answer = is_short && best.intent.class() == IntentClass::Answer;
        let is_agreed = !is_short_answer
            && (all.iter().all(|hearing| self.is_best(best, hearing, moment))
                || nearest <= margin && all.iter().all(|hearing| self.is_nearly_best(best, hearing, moment)));
        let no_phrase = if is_move || is_agreed { -margin } else { margin };
        let is_nearest = at_least(illegal, -margin) && at_least(mean(&|h| h.no_phrase), no_phrase);
        let is_heard = hearings.iter().all(|hearing| hearing.of(best) < unheard);
        let is_alone = is_move && !is_square && is_heard && at_least(illegal, 0.0);
        let is_clear = others.all(|(_, distance)| at_least(*distance, margin))
            && at_least(mean(&|h| h.unknown), margin)
            && (is_nearest || is_alone);
        let is_safe = is_move || is_agreed || best.intent.is_harmless();
        (is_safe && is_clear).then(|| best.intent.clone())
    }

    /// Returns what is asked, harms nothing and is the best in most hearings, where what is better in another is no phrase.
    pub(super) fn asked_in_most(&self, all: &[&[Alternative]], moment: &Moment) -> Option<Intent> {
        let heard = |hearing: &&[Alternative]| {
            let best = best_of(hearing).filter(|best| best.is_known())?;
            let meanings = self.meanings_heard(&best.words, moment);
            Some((best.words.len() >= FEWEST_HEARD, meanings.into_iter().next()?.intent))
        };
        let mut bests: Vec<(bool, Intent)> = all.iter().filter_map(heard).collect();
        let (is_long, intent) = bests.pop()?;
        let agree = bests.iter().all(|(is_long, other)| *is_long && *other == intent);
        (is_long && agree && bests.len() + 1 >= MOST_HEARINGS && intent.is_harmless()).then_some(intent)
    }

    /// Whether a meaning is the best in a hearing, or what is better there is no phrase and has its words in another form.
    fn is_best(&self, meant: &Interpretation, hearing: &[Alternative], moment: &Moment) -> bool {
        if self.distances(hearing, moment).of(meant) == 0.0 {
            return true;
        }
        let Some(best) = best_of(hearing).filter(|best| best.is_known() && !meant.is_move()) else {
            return false;
        };
        let in_form = |other: &&Alternative| self.is_in_another_form(&other.words, &best.words);
        self.meanings_heard(&best.words, moment).is_empty()
            && hearing.iter().filter(in_form).any(|other| {
                self.meanings_heard(&other.words, moment).iter().any(|other| other.is_same(meant))
            })
    }

    /// Whether a meaning is said in so many words that these are not near by chance, and what is better in the hearing is no
    /// phrase and denies nothing: "schwarz gebe die partie auf".
    fn is_nearly_best(&self, meant: &Interpretation, hearing: &[Alternative], moment: &Moment) -> bool {
        if meant.is_move() {
            return false;
        }
        let means_it = |heard: &&Alternative| {
            let meanings = self.meanings_heard(&heard.words, moment);
            heard.is_known() && meanings.iter().any(|other| other.is_same(meant))
        };
        let mut said: Vec<&Alternative> = hearing.iter().collect();
        said.sort_by(|a, b| b.score.total_cmp(&a.score));
        let Some(at) = said.iter().position(means_it) else { return false };
        let denies = |word: &String| self.file.doubts.contains(word) && !said[at].words.contains(word);
        said[at].words.len() >= MANY
            && said[0].score - said[at].score <= self.thresholds.close_within
            && said[..at].iter().all(|better| {
                self.meanings_heard(&better.words, moment).is_empty() && !better.words.iter().any(denies)
            })
    }

    /// Whether one word of several has another form, as "meinem" and "meinen" or "er" and "wer"; "ein" is not a form of "kein".
    fn is_in_another_form(&self, one: &[String], other: &[String]) -> bool {
        let pairs = one.iter().zip(other).filter(|(one, other)| one != other).collect::<Vec<_>>();
        let says_no = |word: &String| self.file.doubts.contains(word);
        match pairs.as_slice() {
            [(one_form, other_form)] if one.len() == other.len() && one.len() > SHORT => {
                strsim::levenshtein(one_form, other_form) <= 1 && !says_no(one_form) && !says_no(other_form)
            }
            _ => false,
        }
    }

    fn distances(&self, hearing: &[Alternative], moment: &Moment) -> Distances {
        let unheard = self.thresholds.unheard;
        let said = hearing.iter().filter(|alternative| !alternative.words.is_empty());
        let best = said.clone().map(|alternative| alternative.score).fold(f32::MIN, f32::max);
        let mut distances = Distances { phrases: Vec::new(), no_phrase: unheard, unknown: unheard, unheard };
        for alternative in said {
            let distance = (best - alternative.score).min(unheard);
            if !alternative.is_known() {
                distances.unknown = distances.unknown.min(distance);
                continue;
            }
            let whole_phrases = self.meanings_heard(&alternative.words, moment);
            if whole_phrases.is_empty() {
                distances.no_phrase = distances.no_phrase.min(distance);
            }
            distances.phrases.extend(whole_phrases.into_iter().map(|meant| (meant, distance)));
        }
        distances
    }
}
