//! What is typed beside talk: a question, a harmless command, and what is declared or wished for a reason.

use super::loose::{is_harmless, is_question};
use super::slot::WordClass;
use super::{Grammar, Intent, IntentClass, Moment, Understanding};

impl Grammar {
    /// Reads what stands beside talk: a question or a harmless command ("ich habe nicht aufgepasst, wer ist am Zug"), and
    /// what is declared or wished for a reason ("ich muss weg, können wir später weiterspielen"). What is before or behind
    /// it must say nothing else: of "Sf3, lauter" nothing is left out. A reason holds no word that could take back what is
    /// declared: "ich gebe auf, wenn er Dd8 spielt" declares nothing.
    pub(super) fn beside_talk(&self, line: &str, moment: &Moment) -> Option<Understanding> {
        let marks = [',', '.', ';', ':'];
        let understood = |part: &str| {
            let words = self.typed_words(part);
            // "Sorry" alone asks to say something again; beside something else it begs pardon.
            let ids: Vec<_> = words.iter().map(|word| self.compiled.vocabulary.id(word)).collect();
            if self.compiled.repairs.contains(&ids) {
                return None;
            }
            let ways = [words.as_slice()].into_iter().chain(self.without_ends(&words, &self.compiled.polite));
            let whole = ways.into_iter().find_map(|way| self.understand_words(way, moment).ok());
            whole.or_else(|| self.reworded(part, &words, moment))
        };
        let is_reason = |talk: &str| {
            let words = self.with_written_moves(talk);
            let doubts = &self.file.doubts;
            let ids: Vec<_> = words.iter().map(|word| self.compiled.vocabulary.id(word)).collect();
            let names_square = self.units(&ids).iter().any(|unit| unit.len() > 1);
            let numbers = self.compiled.classes.get(&WordClass::Number).into_iter().flatten();
            let counts = numbers.filter(|(row, _)| row.len() == 1).any(|(row, _)| ids.contains(&row[0]));
            !names_square && !counts && !words.iter().any(|word| doubts.contains(word))
        };
        let said = |talk: &str| {
            let words = self.typed_words(talk);
            let said = self.understand_words(&words, moment).ok();
            let said = said.or_else(|| self.in_any_letters(talk, moment));
            said.or_else(|| self.reworded(talk, &words, moment))
        };
        let says_no_more = |said: &Option<Understanding>, meant: &Understanding| {
            let is_spent = |said: &Understanding| {
                let understood = |asked: &Intent| matches!(said, Understanding::Understood { intent, .. } if intent == asked);
                let asks_again = understood(&Intent::Repeat) && is_question(meant);
                let complains = understood(&Intent::Help) && has_reasons(meant);
                said == meant || asks_again || complains
            };
            said.as_ref().is_none_or(is_spent)
        };
        [line.rsplit_once(marks).map(|(talk, meant)| (meant, talk)), line.split_once(marks)]
            .into_iter()
            .flatten()
            .find_map(|(meant, talk)| {
                let meant = understood(meant)?;
                if !is_harmless(&meant) && !has_reasons(&meant) {
                    return None;
                }
                let said = said(talk);
                if let Some(declared) = said.as_ref().and_then(|said| declared_by_both(said, &meant)) {
                    return Some(declared);
                }
                let counts = is_harmless(&meant) || is_reason(talk);
                (counts && says_no_more(&said, &meant)).then_some(meant)
            })
    }
}

/// Returns what two clauses declare of which one alone names a side: "Black's flag is down, I claim a win on time".
fn declared_by_both(one: &Understanding, other: &Understanding) -> Option<Understanding> {
    let declared = |understood: &Understanding| match understood {
        Understanding::Understood { intent: Intent::Declared { by, act }, sure: true } => {
            Some((*by, act.clone()))
        }
        _ => None,
    };
    let ((one_by, act), (other_by, other_act)) = (declared(one)?, declared(other)?);
    let by = one_by.xor(other_by)?;
    (act == other_act)
        .then_some(Understanding::Understood { intent: Intent::Declared { by: Some(by), act }, sure: true })
}

/// Whether it is said for a reason, which may stand beside it. A move and an answer are said alone.
fn has_reasons(understood: &Understanding) -> bool {
    let Understanding::Understood { intent, sure: true } = understood else { return false };
    match intent.class() {
        IntentClass::Request | IntentClass::Interruption | IntentClass::Departure => true,
        IntentClass::Declaration => matches!(intent, Intent::Declared { .. }),
        IntentClass::Program
        | IntentClass::Question
        | IntentClass::Move
        | IntentClass::Answer
        | IntentClass::Arbitration => false,
    }
}
