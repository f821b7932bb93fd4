//! Answers to an open question, which are short and often half hidden.
//!
//! Nobody who is asked yes or no says much else, so the sound is decoded again, three times as a doubtful utterance is,
//! with nothing but the answers, `[unk]`, and words that sound like an answer (`decoys` in the grammar file). Then only
//! these and sounds that are no answer compete with one, and not every short word of the language.
//!
//! The thresholds were chosen by recordings set aside for that (`models/train/answers.py`, lot `dev`). The mean over the
//! three hearings of how much better a yes is than all else:
//!
//! ```text
//!                                above 0.7   above 0   above -1
//!   "ja", 112 times                  97         103        107
//!   words near to a yes, 240          1           2          9
//! ```
//!
//! Without the decoys:
//!
//! ```text
//!   "ja", 112 times                  98         104        107
//!   words near to a yes, 240          4           5         13
//! ```

use crate::laws::Act;
use crate::school::AnswerKind;

use super::alternative::UNKNOWN_WORD;
use super::compile::PhraseStarts;
use super::confidence::{MOST_HEARINGS, best_of};
use super::meaning::MEANINGS;
use super::network::{StateId, WordId};
use super::understand::Understanding;
use super::{Alternative, Expectation, Grammar, Intent, Moment, Thresholds, hearings};

/// In letters.
const SHORT: usize = 3;

impl Grammar {
    /// Returns the answers to the open question, the plainest ones: yes and no, what is asked for, the words that take
    /// the question back or stop the program, and what denies one of them: "kein remis". Returns none without a question.
    pub fn expected_answers(&self, moment: &Moment) -> Vec<String> {
        let keys = moment.expects.plain_answers();
        if keys.is_empty() {
            return Vec::new();
        }
        let cover = self.no_phrases();
        let starts = MEANINGS.iter().zip(&self.compiled.starts);
        let starts = starts.filter(|(meaning, _)| keys.contains(&meaning.key));
        let words = starts.flat_map(|(_, starts)| cover.plain(starts.usual));
        let mut answers: Vec<String> = words.map(|words| self.text(&words)).collect();
        answers.extend(self.denials(keys).iter().map(|words| self.text(words)));
        answers.append(&mut self.answers(moment, &self.namings()));
        answers
    }

    /// Returns the short phrases that refuse with the words of an assent and one that denies it.
    fn denials(&self, keys: &[&str]) -> Vec<Vec<WordId>> {
        let cover = self.no_phrases();
        let said = |of: &[&str], state: fn(&PhraseStarts) -> StateId| -> Vec<Vec<WordId>> {
            let starts = MEANINGS.iter().zip(&self.compiled.starts);
            let starts =
                starts.filter(|(meaning, _)| keys.contains(&meaning.key) && of.contains(&meaning.key));
            starts.flat_map(|(_, starts)| cover.plain(state(starts))).collect()
        };
        let assents = said(&ASSENTS, |starts| starts.usual);
        let denies = |words: &Vec<WordId>| {
            assents.iter().any(|assent| assent.len() < words.len() && is_within(assent, words))
        };
        said(&REFUSALS, |starts| starts.rare).into_iter().filter(denies).collect()
    }

    /// Whether what was understood decides for good, and a word that denies it may have been missed: a refusal is near in a
    /// hearing, or it is one of the answers and the hearings with nothing but these do not agree on it.
    pub(super) fn may_be_denied(
        &self,
        understood: &Understanding,
        answers: &[Alternative],
        all: &[Alternative],
        moment: &Moment,
    ) -> bool {
        let assents = match understood {
            Understanding::Understood { intent, .. } => moment.expects.is_assented_by(intent),
            Understanding::Sequence(intents) => {
                intents.first().is_some_and(|intent| moment.expects.is_assented_by(intent))
            }
            Understanding::Ambiguous(_) | Understanding::OneEdit(_) | Understanding::NotUnderstood { .. } => {
                false
            }
        };
        if !assents || !moment.expects.is_final() {
            return false;
        }
        let close_within = self.thresholds.close_within;
        let read = |heard: &Alternative| self.answered(&heard.words, moment);
        let is_near_refusal = |hearing: &[Alternative]| {
            best_of(hearing).is_some_and(|best| {
                let near = hearing.iter().filter(|other| best.score - other.score <= close_within);
                near.filter_map(read).any(|intent| moment.expects.is_refused_by(&intent))
            })
        };
        let agrees = |hearing: &[Alternative]| {
            best_of(hearing).and_then(read).is_some_and(|intent| moment.expects.is_assented_by(&intent))
        };
        let said = best_of(all).map(|best| best.words.join(" ")).unwrap_or_default();
        let is_listened_for = || self.expected_answers(moment).contains(&said);
        hearings(all).chain(hearings(answers)).any(is_near_refusal)
            || !hearings(answers).all(agrees) && is_listened_for()
    }

    /// Returns the answer that the hearings with nothing but answers have in common, if there is one, and if nothing else
    /// was much better among `all` phrases.
    pub(super) fn answer(
        &self,
        answers: &[Alternative],
        all: &[Alternative],
        moment: &Moment,
    ) -> Option<Understanding> {
        let Thresholds { farthest, answer_lead, longer_answer_lead, answer_outdone, .. } = self.thresholds;
        let answered = |heard: &Alternative| {
            self.answered(&heard.words, moment).or_else(|| self.yes_after_a_sound(heard, moment))
        };
        let read = |hearing: &[Alternative]| -> Vec<(Option<Intent>, f32)> {
            hearing.iter().map(|heard| (answered(heard), heard.score)).collect()
        };
        let heard: Vec<&[Alternative]> = hearings(answers).collect();
        let bests: Vec<(Intent, &Alternative)> = heard
            .iter()
            .filter_map(|hearing| best_of(hearing))
            .filter_map(|best| Some((answered(best)?, best)))
            .collect();
        let times = |intent: &Intent| bests.iter().filter(|(best, _)| best == intent).count();
        let (intent, said) = bests.iter().find(|(intent, _)| times(intent) >= MOST_HEARINGS)?;
        // Two hearings of "b" and one of "f", or of "ja" and one of "nein", are asked about.
        if times(intent) < bests.len() {
            return None;
        }
        let lead = heard.iter().map(|hearing| lead(intent, &read(hearing), farthest)).sum::<f32>()
            / heard.len() as f32;
        let known = said.words.iter().filter(|word| *word != UNKNOWN_WORD);
        let letters = known.map(|word| word.chars().count()).max().unwrap_or(0);
        let enough = if letters > SHORT { longer_answer_lead } else { answer_lead };
        let is_answer =
            |heard: &&Alternative| !heard.is_known() || answered(heard).is_some_and(|other| other == *intent);
        let first = hearings(all).next().unwrap_or_default();
        let best = |hearing: &mut dyn Iterator<Item = &Alternative>| {
            hearing.map(|heard| heard.score).fold(f32::MIN, f32::max)
        };
        let outdone = best(&mut first.iter()) - best(&mut first.iter().filter(is_answer));
        (lead >= enough && outdone <= answer_outdone)
            .then(|| Understanding::Understood { intent: intent.clone(), sure: true })
    }

    /// Whether every hearing has a no, or a word that one is heard as: "nein", "neun", "nein". Where a no decides
    /// something, such a word alone does not.
    pub(super) fn is_heard_as_no(
        &self,
        answers: &[Alternative],
        all: &[Alternative],
        moment: &Moment,
    ) -> bool {
        let says_no = |best: &&Alternative| self.answered(&best.words, moment) == Some(Intent::No);
        let may_say_no = |best: &&Alternative| {
            matches!(best.words.as_slice(), [word] if self.file.heard_as_no.contains(word)) || says_no(best)
        };
        let bests: Vec<&Alternative> = hearings(all).chain(hearings(answers)).filter_map(best_of).collect();
        // A no to a draw, a claim or the arbiter's question is not said again.
        let is_of_a_move = |of: &Intent| matches!(of, Intent::Move(_));
        let decides = *moment.expects == Expectation::DrawAnswer
            || moment.expects.confirmed().is_some_and(|of| !is_of_a_move(of));
        moment.expects.is_yes_or_no()
            && !bests.is_empty()
            && bests.iter().all(|best| !best.has_far() && may_say_no(best))
            && (!decides || bests.iter().any(says_no))
    }

    /// Returns a yes to a move that comes after a sound, a breath mostly: "[unk] yes", or "on yes" among all phrases. Only one
    /// as short as "ja" counts, which no word before it denies; a "na ja" is heard as such.
    fn yes_after_a_sound(&self, heard: &Alternative, moment: &Moment) -> Option<Intent> {
        let is_of_a_move = matches!(moment.expects.confirmed(), Some(Intent::Move(_)));
        let [sound, yes] = heard.words.as_slice() else { return None };
        let answered = |word| self.answered(std::slice::from_ref(word), moment);
        let is_sound = *sound == UNKNOWN_WORD || !heard.answers_only && answered(sound).is_none();
        let is_yes =
            is_of_a_move && is_sound && yes.chars().count() <= SHORT && answered(yes) == Some(Intent::Yes);
        is_yes.then_some(Intent::Yes)
    }

    /// Returns what the words answer to the open question, if all of them together are an answer.
    fn answered(&self, words: &[String], moment: &Moment) -> Option<Intent> {
        let words = self.without_ignored(words);
        let meant = self.whole_phrases(said_once(&words), moment);
        let is_answer = |intent: &Intent| moment.expects.is_plainly_answered_by(intent);
        let meant = meant.into_iter().find(|meant| meant.is_playable() || is_answer(&meant.intent))?;
        Some(meant.intent)
    }
}

/// Whether the words stand in the row in this order, perhaps with others between.
fn is_within(words: &[WordId], row: &[WordId]) -> bool {
    let mut row = row.iter();
    words.iter().all(|word| row.any(|other| other == word))
}

/// Returns the words once if they were said twice: "nein nein".
fn said_once(words: &[WordId]) -> &[WordId] {
    let (first, again) = words.split_at(words.len() / 2);
    if first == again { first } else { words }
}

/// Returns how much better an answer is than all else in a hearing; beyond `farthest` it is no matter how much.
fn lead(intent: &Intent, hearing: &[(Option<Intent>, f32)], farthest: f32) -> f32 {
    let best = |is_it: bool| {
        let such = hearing.iter().filter(|(other, _)| (other.as_ref() == Some(intent)) == is_it);
        such.map(|(_, score)| *score).reduce(f32::max)
    };
    match (best(true), best(false)) {
        (Some(answer), Some(other)) => (answer - other).clamp(-farthest, farthest),
        (Some(_), None) => farthest,
        (None, _) => -farthest,
    }
}

/// The keys of what says yes, and of what says no.
pub(super) const ASSENTS: [&str; 5] = ["yes", "agreed", "accept", "accept-draw", "draw"];
const REFUSALS: [&str; 3] = ["no", "decline", "decline-draw"];

impl Expectation {
    /// Whether its yes decides what cannot be taken back. A move that is read back can be corrected, and who accepts a
    /// draw is asked whether they do.
    pub fn is_final(&self) -> bool {
        self.confirmed().is_some_and(|of| !matches!(of, Intent::Move(_)))
    }

    /// Whether it says yes to what is asked.
    pub fn is_assented_by(&self, intent: &Intent) -> bool {
        let accepts =
            matches!(intent, Intent::Accept | Intent::Draw | Intent::Declared { act: Act::AcceptDraw, .. });
        *intent == Intent::Yes || accepts && *self == Expectation::DrawAnswer
    }

    /// Whether it says no to what is asked.
    fn is_refused_by(&self, intent: &Intent) -> bool {
        let declines = matches!(intent, Intent::Decline | Intent::Declared { act: Act::DeclineDraw, .. });
        *intent == Intent::No || declines && *self == Expectation::DrawAnswer
    }

    /// Whether it is an answer to the question whatever the moves that are asked about.
    pub(super) fn is_plainly_answered_by(&self, intent: &Intent) -> bool {
        let is_of_a_draw = matches!(
            intent,
            Intent::Accept
                | Intent::Decline
                | Intent::Draw
                | Intent::Declared { by: None, act: Act::AcceptDraw | Act::DeclineDraw }
        );
        matches!(intent, Intent::Yes | Intent::No | Intent::Correct | Intent::Quiet)
            || is_of_a_draw && *self == Expectation::DrawAnswer
    }

    /// The keys of the answers that are always the same. A setup, an offer of games and the arbiter's desk ask for
    /// more than these.
    fn plain_answers(&self) -> &'static [&'static str] {
        match self {
            Expectation::Confirmation { .. } | Expectation::YesOrNo => &["yes", "no", "correct", "quiet"],
            Expectation::DrawAnswer => &[
                "yes",
                "no",
                "correct",
                "quiet",
                "agreed",
                "play-on",
                "accept",
                "decline",
                "accept-draw",
                "decline-draw",
                "draw",
            ],
            Expectation::WhichPiece(_)
            | Expectation::WhereTo { .. }
            | Expectation::Completion { .. }
            | Expectation::Promotion(_) => &["no", "correct", "quiet"],
            Expectation::Study(Some(AnswerKind::YesNo)) => &["yes", "no", "quiet"],
            Expectation::Move
            | Expectation::Study(_)
            | Expectation::Opponent
            | Expectation::Whose
            | Expectation::Order
            | Expectation::Review
            | Expectation::MicrophoneOn
            | Expectation::Nothing
            | Expectation::Hall => &[],
        }
    }

    /// Whether yes and no are what is asked for.
    pub(super) fn is_yes_or_no(&self) -> bool {
        self.plain_answers().contains(&"yes")
    }

    /// Whether a question is open that has plain answers.
    pub(super) fn is_question(&self) -> bool {
        !self.plain_answers().is_empty()
    }
}
