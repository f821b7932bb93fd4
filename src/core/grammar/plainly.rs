//! What was heard plainly, and is no phrase that is listened for: read as if it had been typed.
//!
//! Nobody listens for what is only typed, so its words come together by chance. A question that most hearings have word for
//! word is answered all the same: it harms nothing. What declares something, takes it back or starts a clock never counts; it
//! can be asked back.

use super::confidence::{MOST_HEARINGS, best_of};
use super::framed::FEWEST_HEARD;
use super::slot::WordClass;
use super::{
    Alternative, Expectation, Grammar, Intent, IntentClass, Moment, NearestPhrase, Rejection, Understanding,
    hearings,
};

impl Grammar {
    /// If nothing fits, returns the question that most hearings have in words as they are typed.
    pub(super) fn or_asked_plainly(
        &self,
        understood: Understanding,
        alternatives: &[Alternative],
        moment: &Moment,
    ) -> Understanding {
        if !fits_nothing(&understood) {
            return understood;
        }
        let read = |words: &[String]| {
            (words.len() >= FEWEST_HEARD).then(|| self.typed_intent(words, moment)).flatten()
        };
        match in_most(alternatives, read, Intent::eq) {
            Some(intent) if intent.is_harmless() => Understanding::Understood { intent, sure: false },
            _ => understood,
        }
    }

    /// Returns what may be asked back where nothing was understood and no question is open: what was heard word for word
    /// and is only typed, or the phrase that is nearest to it.
    pub fn asked_back(
        &self,
        understood: &Understanding,
        alternatives: &[Alternative],
        moment: &Moment,
    ) -> Option<NearestPhrase> {
        if !fits_nothing(understood) || *moment.expects != Expectation::Move {
            return None;
        }
        let plainly = |words: &[String]| {
            let intent = self.typed_intent(words, moment)?;
            Some(NearestPhrase { intent, words: words.join(" "), likeness: 100 })
        };
        let nearly = |words: &[String]| {
            let is_asked = words.len() >= FEWEST_HEARD && !self.begins_move(words);
            is_asked.then(|| self.nearest(&words.join(" "), moment)).flatten()
        };
        let is_same = |one: &NearestPhrase, other: &NearestPhrase| one.intent == other.intent;
        in_most(alternatives, plainly, is_same)
            .or_else(|| in_most(alternatives, nearly, is_same))
            .filter(|phrase| may_be_asked_back(&phrase.intent))
    }

    /// Whether they begin as a move does. What is left of one is near to a question by chance.
    fn begins_move(&self, words: &[String]) -> bool {
        let first = words.first().map(|word| self.compiled.vocabulary.id(word));
        let mut rows = [WordClass::Piece, WordClass::File, WordClass::Rank]
            .iter()
            .filter_map(|class| self.compiled.classes.get(class))
            .flatten();
        rows.any(|(row, _)| row.first().copied() == first)
    }

    /// Returns what these words mean where they are typed, as a phrase or beside courtesies.
    fn typed_intent(&self, words: &[String], moment: &Moment) -> Option<Intent> {
        let understood = self.understand_words(words, moment).ok();
        let understood = understood.or_else(|| self.reworded(&words.join(" "), words, moment))?;
        match understood {
            Understanding::Understood { intent, .. } => Some(intent),
            Understanding::Ambiguous(_)
            | Understanding::OneEdit(_)
            | Understanding::Sequence(_)
            | Understanding::NotUnderstood { .. } => None,
        }
    }
}

/// Reads the best words of each hearing, where all are the speaker's and known, and returns what most of them mean.
fn in_most<T>(
    alternatives: &[Alternative],
    read: impl Fn(&[String]) -> Option<T>,
    is_same: impl Fn(&T, &T) -> bool,
) -> Option<T> {
    let of_hearing = |hearing: &[Alternative]| {
        let best = best_of(hearing).filter(|best| best.is_known() && !best.has_far())?;
        read(&best.words)
    };
    let general = hearings(alternatives).filter(|hearing| hearing.iter().all(|heard| !heard.answers_only));
    let mut read: Vec<Option<T>> = general.map(of_hearing).collect();
    let times = |one: &T| read.iter().flatten().filter(|other| is_same(one, other)).count();
    let enough = MOST_HEARINGS.min(read.len());
    let at = read.iter().position(|one| one.as_ref().is_some_and(|one| times(one) >= enough))?;
    read.swap_remove(at)
}

fn fits_nothing(understood: &Understanding) -> bool {
    use Rejection::{Doubtful, NoPhrase, UnknownWords};
    matches!(understood, Understanding::NotUnderstood { why: NoPhrase | UnknownWords | Doubtful })
}

/// Whether it is worth a question what was meant. A move is read back, and who is asked nothing answers nothing.
fn may_be_asked_back(intent: &Intent) -> bool {
    match intent.class() {
        IntentClass::Answer => matches!(intent, Intent::Correct | Intent::PressClock),
        IntentClass::Move | IntentClass::Departure => false,
        IntentClass::Program
        | IntentClass::Question
        | IntentClass::Request
        | IntentClass::Interruption
        | IntentClass::Declaration
        | IntentClass::Arbitration => true,
    }
}
