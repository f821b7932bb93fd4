//! Decides what was meant, from everything that may have been said.
//!
//! The best hypothesis that is a whole phrase counts. A lower one can only make it doubtful; it takes its place only
//! if both were heard equally well and the lower one alone is legal. Words that seem to be other people's are left out
//! first, and what is left is weighed against the whole.

use crate::language::Message;
use crate::laws::Verdict;

use super::alternative::without_far;
use super::framed::FEWEST_HEARD;
use super::interpretation::Interpretation;
use super::network::{UNKNOWN, WordId};
use super::row::only_sensible_row;
use super::{Alternative, Expectation, Grammar, Intent, IntentClass, Moment, Thresholds, hearings};

/// What was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Understanding {
    /// One intent. A move need not be legal.
    Understood {
        /// What was meant.
        intent: Intent,
        /// Whether the program need not ask. If it must, the intent is a move or harmless.
        sure: bool,
    },
    /// One of these intents, heard about equally well, the best first: the program asks which. Illegal moves can be
    /// among them. A single intent may not have been said at all.
    Ambiguous(Vec<Intent>),
    /// Legal moves that were not heard, but are one letter or number away: the program asks about them, and may tell
    /// more than was said.
    OneEdit(Vec<Intent>),
    /// Several intents in one breath, to be carried out in this order. All moves are legal, each after those before
    /// it.
    Sequence(Vec<Intent>),
    /// No intent that counts.
    NotUnderstood {
        /// The reason.
        why: Rejection,
    },
}

impl Understanding {
    /// Whether anything was understood.
    pub fn is_understood(&self) -> bool {
        !matches!(self, Understanding::NotUnderstood { .. })
    }

    /// Returns the one intent that was understood, if the program need not ask.
    pub fn certain(self) -> Option<Intent> {
        match self {
            Understanding::Understood { intent, sure } => Some(intent).filter(|_| sure),
            Understanding::Ambiguous(_)
            | Understanding::OneEdit(_)
            | Understanding::Sequence(_)
            | Understanding::NotUnderstood { .. } => None,
        }
    }
}

/// Why nothing was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Message)]
#[message(error, prefix = "not-understood")]
pub enum Rejection {
    /// Nothing was said, or only ignored words such as "äh", or a letter.
    Silence,
    /// A word is in no phrase.
    UnknownWords,
    /// The words are known, but are no phrase.
    NoPhrase,
    /// Several phrases in one breath cannot be carried out in this order.
    SeveralAtOnce,
    /// Somebody farther away said it, or there was no voice in it.
    FarAway,
    /// Many words fit about equally well: mostly music.
    Anything,
    /// It may have been something else, and is neither a move nor harmless.
    Doubtful,
    /// It follows right after senseless speech: talk, or a song.
    Chatter,
}

/// Nobody says more than this in one breath.
const LONGEST_SEQUENCE: usize = 4;

struct ScoredInterpretation {
    meant: Interpretation,
    score: f32,
}

impl Grammar {
    /// Decides what was meant. The `alternatives` come hearing by hearing, in any order within one.
    ///
    /// What the speaker did not say counts only if it is clear and possible.
    pub fn understand(&self, alternatives: &[Alternative], moment: &Moment) -> Understanding {
        let answers = alternatives.partition_point(|heard| !heard.answers_only);
        let (alternatives, answers) = alternatives.split_at(answers);
        let understood = self.understand_hearings(alternatives, moment);
        let best = alternatives.first().filter(|_| !understood.is_understood());
        if let Some(numeric) = best.and_then(|best| self.numeric_move(&best.words, false, moment)) {
            return numeric;
        }
        let is_far = alternatives.first().is_some_and(Alternative::is_far);
        if is_far && !is_possible(&understood, moment) {
            return Understanding::NotUnderstood { why: Rejection::FarAway };
        }
        let is_clear =
            matches!(understood, Understanding::Understood { sure: true, .. } | Understanding::Sequence(_));
        // Music fits an answer too.
        let is_anything = understood == Understanding::NotUnderstood { why: Rejection::Anything };
        let may_answer = !is_clear && !is_anything && moment.expects.is_question();
        let answer = may_answer.then(|| self.answer(answers, alternatives, moment)).flatten();
        let answer = answer.or_else(|| {
            let is_no = !understood.is_understood() && self.is_heard_as_no(answers, alternatives, moment);
            is_no.then_some(Understanding::Understood { intent: Intent::No, sure: true })
        });
        let understood = answer.unwrap_or_else(|| {
            let understood = self.or_asked_plainly(understood, alternatives, moment);
            self.or_candidates(understood, alternatives, moment)
        });
        if self.may_be_denied(&understood, answers, alternatives, moment) {
            return Understanding::NotUnderstood { why: Rejection::Doubtful };
        }
        understood
    }

    /// Decides by what the speaker said, without the words of others before and after it, and weighs that against the
    /// whole.
    pub(super) fn understand_hearings(&self, alternatives: &[Alternative], moment: &Moment) -> Understanding {
        let whole = self.understand_said(alternatives, moment);
        let Some(near) = without_far(alternatives) else { return whole };
        // Only the loud words were decoded again, and some of a whole question are said softly.
        let first = self.not_doubtful(hearings(alternatives).next().unwrap_or_default(), moment);
        if matches!(&first, Understanding::Understood { intent, sure: true } if intent.is_harmless()) {
            return first;
        }
        let near = self.understand_said(&near, moment);
        if !near.is_understood() && is_said_softly(&first, alternatives) {
            return first;
        }
        weighed(near, whole, moment)
    }

    /// Decides by the first hearing; if that is doubtful, by what all hearings together say clearly.
    fn understand_said(&self, alternatives: &[Alternative], moment: &Moment) -> Understanding {
        let all: Vec<&[Alternative]> = hearings(alternatives).collect();
        if self.is_confusable(&all) {
            return Understanding::NotUnderstood { why: Rejection::Anything };
        }
        let first = self.not_doubtful(all.first().copied().unwrap_or_default(), moment);
        let understood = match first {
            Understanding::Understood { sure: true, .. } => first,
            _ if all.len() < 3 => first,
            _ => match self.consensus(&all, moment) {
                Some(intent) => Understanding::Understood { intent, sure: true },
                None => match self.not_by_chance(first, &all, moment) {
                    first if first.is_understood() => first,
                    first => match self.asked_in_most(&all, moment) {
                        Some(intent) => Understanding::Understood { intent, sure: false },
                        None => first,
                    },
                },
            },
        };
        let Understanding::Understood { intent, sure: true } = &understood else { return understood };
        if self.may_be_unknown_words(&all)
            || self.is_spurious(intent, &all, moment)
            || self.is_second(intent, &all, moment)
        {
            return unsure(understood, moment);
        }
        let others = match intent {
            Intent::Move(_) => self.other_moves(intent, &all, moment),
            _ => Vec::new(),
        };
        if others.is_empty() {
            return understood;
        }
        Understanding::Ambiguous([intent.clone()].into_iter().chain(others).collect())
    }

    /// Rejects what is doubtful, is no move and was the best in no hearing: some phrase is near anything as short as a yes
    /// that is half heard, and the whole score may be read to whoever was asked.
    fn not_by_chance(
        &self,
        understood: Understanding,
        all: &[&[Alternative]],
        moment: &Moment,
    ) -> Understanding {
        match understood {
            Understanding::Understood { intent, sure: false }
                if !matches!(intent, Intent::Move(_)) && self.times_best(&intent, all, moment) == 0 =>
            {
                Understanding::NotUnderstood { why: Rejection::Doubtful }
            }
            understood => understood,
        }
    }

    fn not_doubtful(&self, alternatives: &[Alternative], moment: &Moment) -> Understanding {
        not_in_doubt(self.most_likely(alternatives, moment), moment)
    }

    fn most_likely(&self, alternatives: &[Alternative], moment: &Moment) -> Understanding {
        let mut alternatives: Vec<_> = alternatives.iter().filter(|a| !a.words.is_empty()).collect();
        alternatives.sort_by(|a, b| b.score.total_cmp(&a.score));
        let Some(best) = alternatives.first() else {
            return Understanding::NotUnderstood { why: Rejection::Silence };
        };
        let best_unknown = !best.is_known();
        let mut readings: Vec<ScoredInterpretation> = Vec::new();
        let mut best_reads = false;
        // The likelihoods that a whole phrase was said, and that something else was.
        let (mut phrase, mut other) = (0.0, 0.0);
        let close_within = self.thresholds.close_within;
        for (index, alternative) in alternatives.iter().enumerate() {
            // Lower alternatives raise no doubt.
            let distance = best.score - alternative.score;
            if !readings.is_empty() && distance > close_within {
                continue;
            }
            let whole_phrases = match alternative.is_known() {
                true => self.meanings_heard(&alternative.words, moment),
                false => Vec::new(),
            };
            let likelihood = (-distance).exp();
            if whole_phrases.is_empty() {
                other += likelihood;
            } else {
                phrase += likelihood;
            }
            for meant in whole_phrases {
                best_reads |= index == 0;
                if !readings.iter().any(|known| known.meant.intent == meant.intent) {
                    readings.push(ScoredInterpretation { meant, score: alternative.score });
                }
            }
        }
        if best_reads {
            return self.thresholds.weigh(&readings, phrase / (phrase + other));
        }
        let in_sequence = if best_unknown {
            Err(Rejection::UnknownWords)
        } else {
            self.in_sequence(&self.without_ignored(&best.words), moment)
        };
        let near = readings.iter().find(|r| best.score - r.score <= close_within);
        match (in_sequence, near) {
            (Ok(understanding), None) => understanding,
            // Perhaps there is a word too many: take what both have in common, and ask.
            (Ok(Understanding::Sequence(intents)), Some(near))
                if intents.first() == Some(&near.meant.intent) =>
            {
                Understanding::Understood { intent: near.meant.intent.clone(), sure: false }
            }
            (Ok(_), Some(_)) => Understanding::NotUnderstood { why: Rejection::SeveralAtOnce },
            (Err(why), _) => self
                .thresholds
                .lower_alternative(&readings, best_unknown, best.score)
                .or_else(|| self.without_insertions(&self.without_ignored(&best.words), moment))
                .map_or(Understanding::NotUnderstood { why }, |intent| Understanding::Understood {
                    intent,
                    sure: false,
                }),
        }
    }

    /// Returns the meanings of the words as a whole phrase; several if they can be read in several ways.
    pub(super) fn whole_phrases(&self, words: &[WordId], moment: &Moment) -> Vec<Interpretation> {
        if words.contains(&UNKNOWN) {
            return Vec::new();
        }
        let all = self.leading_phrases(words, moment);
        all.into_iter().filter(|(length, _)| *length == words.len()).map(|(_, meant)| meant).collect()
    }

    /// Reads the words as several phrases in a row.
    fn in_sequence(&self, words: &[WordId], moment: &Moment) -> Result<Understanding, Rejection> {
        let nothing = Rejection::NoPhrase;
        // Loud noises are mostly heard as a letter.
        if words.is_empty() || matches!(words, [word] if self.compiled.letters.contains(word)) {
            return Err(Rejection::Silence);
        }
        let expects = if *moment.expects == Expectation::Hall { moment.expects } else { &Expectation::Move };
        let after = Moment { expects, ..*moment };
        let from: Vec<Vec<(usize, Interpretation)>> = (0..words.len())
            .map(|at| self.leading_phrases(&words[at..], if at == 0 { moment } else { &after }))
            .collect();
        let mut rows: Vec<(usize, Vec<Intent>)> = vec![(0, Vec::new())];
        for _ in 0..LONGEST_SEQUENCE {
            let mut longer: Vec<(usize, Vec<Intent>)> = Vec::new();
            for (at, intents) in &rows {
                for (length, meant) in &from[*at] {
                    let row: Vec<_> = intents.iter().chain([&meant.intent]).cloned().collect();
                    let row = (at + length, row);
                    if !longer.contains(&row) {
                        longer.push(row);
                    }
                }
            }
            let whole = |row: &&(usize, Vec<Intent>)| row.0 == words.len();
            let complete: Vec<&Vec<Intent>> = longer.iter().filter(whole).map(|(_, row)| row).collect();
            if !complete.is_empty() {
                return only_sensible_row(&complete, moment);
            }
            rows = longer.into_iter().filter(|(at, _)| *at < words.len()).collect();
        }
        Err(nothing)
    }
}

/// Whether what the first hearing says clearly is said by somebody who became softer, and stops the clock or calls the
/// arbiter: "bitte (die uhr anhalten)".
fn is_said_softly(first: &Understanding, alternatives: &[Alternative]) -> bool {
    let is_long = alternatives
        .first()
        .is_some_and(|best| best.words.len() >= FEWEST_HEARD && best.near.start == 0 && !best.is_far());
    let interrupts =
        first.clone().certain().is_some_and(|intent| intent.class() == IntentClass::Interruption);
    is_long && interrupts
}

/// Returns the understanding as one that the program must ask about.
fn unsure(understanding: Understanding, moment: &Moment) -> Understanding {
    match understanding {
        Understanding::Understood { intent, .. } => {
            not_in_doubt(Understanding::Understood { intent, sure: false }, moment)
        }
        other => other,
    }
}

/// Rejects a doubtful intent that the program does not ask about.
fn not_in_doubt(understanding: Understanding, moment: &Moment) -> Understanding {
    match understanding {
        Understanding::Understood { intent, sure: false } if !is_worth_asking(&intent, moment) => {
            Understanding::NotUnderstood { why: Rejection::Doubtful }
        }
        understanding => understanding,
    }
}

fn is_worth_asking(intent: &Intent, moment: &Moment) -> bool {
    match intent {
        Intent::Move(attempt) => {
            // Who is asked yes or no and says one softly must not find another move asked about.
            // "Ja" sounds like "Dame".
            let is_short = attempt.is_pawn_square_only() || attempt.is_without_destination();
            let is_answered = moment.expects.is_yes_or_no() && is_short;
            !is_answered && !is_unasked_piece(intent, moment)
        }
        intent => intent.is_harmless(),
    }
}

/// Whether it is a piece alone that answers no question. Noise is often heard so, and the program would ask back.
fn is_unasked_piece(intent: &Intent, moment: &Moment) -> bool {
    matches!(intent, Intent::Move(attempt) if attempt.is_without_destination())
        && *moment.expects == Expectation::Move
}

/// Whether it is clear and possible.
fn is_possible(understanding: &Understanding, moment: &Moment) -> bool {
    match understanding {
        Understanding::Understood { intent, sure } => {
            *sure
                && !is_unasked_piece(intent, moment)
                && !Interpretation::of(intent, moment.position).is_illegal()
        }
        Understanding::Sequence(_) => true,
        Understanding::Ambiguous(_) | Understanding::OneEdit(_) | Understanding::NotUnderstood { .. } => {
            false
        }
    }
}

/// Whether it may count although it was not clear at first: a legal move, or something harmless.
fn is_safe(understanding: &Understanding, moment: &Moment) -> bool {
    match understanding {
        Understanding::Understood { intent: intent @ Intent::Move(_), .. } => {
            !Interpretation::of(intent, moment.position).is_illegal()
        }
        Understanding::Understood { intent, .. } => intent.is_harmless(),
        Understanding::Ambiguous(intents) => intents.iter().all(|intent| matches!(intent, Intent::Move(_))),
        Understanding::OneEdit(_) | Understanding::Sequence(_) | Understanding::NotUnderstood { .. } => false,
    }
}

/// Returns what the speaker's words mean, unless they are a part of what the whole means: "meine (zeit)". Where both are
/// moves that can be made, it is asked which.
fn weighed(near: Understanding, whole: Understanding, moment: &Moment) -> Understanding {
    use Understanding::{Ambiguous, Understood};
    let meant = |intent: &Intent| Interpretation::of(intent, moment.position);
    let is_playable = |intent: &Intent| meant(intent).is_playable();
    let is_move = |intent: &Intent| matches!(intent, Intent::Move(_));
    if !is_safe(&near, moment) {
        return whole;
    }
    match (near, whole) {
        (Understood { intent: near, .. }, Understood { intent: whole, sure: true })
            if is_playable(&near) && is_playable(&whole) && !meant(&near).is_same(&meant(&whole)) =>
        {
            Ambiguous(vec![near, whole])
        }
        (_, Understood { intent, sure: true }) if !meant(&intent).is_illegal() => {
            Understood { intent, sure: true }
        }
        // The end of a question is often a shorter one: "(how many moves to the) time control".
        (Understood { intent: near, .. }, Understood { intent: whole, sure: false })
            if near != whole && !is_move(&near) && !is_move(&whole) =>
        {
            Understood { intent: whole, sure: false }
        }
        // A square alone is often said by chance: of 240 moves and commands amid talk this asked about none that was right.
        (near @ Understood { intent: Intent::Move(attempt), .. }, _) if attempt.is_pawn_square_only() => {
            unsure(near, moment)
        }
        (near, _) => near,
    }
}

impl Thresholds {
    /// Returns what is meant by one utterance that was written; `None` if it has no reading.
    pub(super) fn only(&self, readings: Vec<Interpretation>) -> Option<Understanding> {
        let readings: Vec<_> =
            readings.into_iter().map(|meant| ScoredInterpretation { meant, score: 0.0 }).collect();
        (!readings.is_empty()).then(|| self.weigh(&readings, 1.0))
    }

    /// Weighs readings, that of the best hypothesis first. `share`: the likelihood that any whole phrase was said.
    fn weigh(&self, readings: &[ScoredInterpretation], share: f32) -> Understanding {
        let best_score = readings[0].score;
        let within = |distance: f32| readings.iter().filter(move |r| best_score - r.score <= distance);
        // Of readings heard equally well, take the legal ones.
        let equal: Vec<&ScoredInterpretation> = within(self.equal_within).collect();
        let sensible: Vec<&ScoredInterpretation> =
            equal.iter().copied().filter(|r| !r.meant.is_illegal()).collect();
        let Some(best) = sensible.first() else {
            // The move was clear, but is illegal. Ask about legal ones that sound nearly the same.
            let best = readings[0].meant.intent.clone();
            let legal =
                within(self.close_within).filter(|r| r.meant.verdict.is_some() && !r.meant.is_illegal());
            let legal: Vec<_> = legal.map(|r| r.meant.intent.clone()).collect();
            return if legal.is_empty() {
                Understanding::Understood { intent: best, sure: true }
            } else {
                Understanding::Ambiguous([best].into_iter().chain(legal).collect())
            };
        };
        let mut rivals: Vec<&Interpretation> = Vec::new();
        for reading in &sensible {
            if !rivals.iter().any(|rival| rival.is_compatible(&reading.meant)) {
                rivals.push(&reading.meant);
            }
        }
        if rivals.len() > 1 {
            return Understanding::Ambiguous(rivals.into_iter().map(|rival| rival.intent.clone()).collect());
        }
        let doubt =
            within(self.close_within).any(|r| !r.meant.is_illegal() && !r.meant.is_compatible(&best.meant));
        let replaces = !std::ptr::eq(*best, &readings[0]);
        let strange = !best.meant.is_move() && share < self.phrase_share;
        let sure = best.meant.complete && !doubt && !replaces && !strange;
        Understanding::Understood { intent: best.meant.intent.clone(), sure }
    }

    /// Returns the intent of a lower hypothesis if the best has none. It is never sure, and never an illegal move, which
    /// was more likely not said at all.
    fn lower_alternative(
        &self,
        readings: &[ScoredInterpretation],
        best_unknown: bool,
        best_score: f32,
    ) -> Option<Intent> {
        let allowed = |r: &&ScoredInterpretation| match &r.meant.verdict {
            _ if best_score - r.score > self.close_within => false,
            Some(verdict) => !matches!(verdict, Verdict::Illegal(_)),
            // A stray word must not resign.
            None => !best_unknown,
        };
        let mut allowed = readings.iter().filter(allowed);
        let first = allowed.next()?;
        let is_equalled = allowed.any(|other| {
            first.score - other.score <= self.equal_within && !other.meant.is_compatible(&first.meant)
        });
        (!is_equalled).then(|| first.meant.intent.clone())
    }
}
