//! Tells what was understood, in the chosen language.

use crate::{
    announce::{Announcement, Announcer, Audience, MoveInPosition},
    grammar::{Alternative, Grammar, Intent, Moment, Rejection, Understanding},
    language::{Catalogue, Message},
    laws::{Chess, Move, Position, Verdict, judge},
};

/// What was understood, or why nothing was.
#[derive(Message)]
#[message(prefix = "understood")]
enum Understood {
    Move { told: String },
    WhichMove { asked: String },
    Promotion { asked: String },
    IllegalMove { why: String },
    Unsure { meaning: String },
    Rivals { meanings: String },
    Nothing { why: Rejection },
}

/// Tells what was understood of an utterance.
pub struct UnderstandingPrinter<'a> {
    /// The language's phrases.
    pub grammar: &'a Grammar,
    /// The language's sentences.
    pub announcer: &'a Announcer,
    /// What the program prints, in the same language.
    pub words: &'a Catalogue,
}

impl UnderstandingPrinter<'_> {
    /// Returns one line for each thing understood in a position.
    pub fn tell(
        &self,
        understanding: &Understanding,
        heard: &[Alternative],
        position: &Chess,
    ) -> Vec<String> {
        let one = |intent: &Intent| self.intent(intent, heard, position);
        match understanding {
            Understanding::Understood { intent, sure: true } => vec![one(intent)],
            Understanding::Understood { intent, sure: false } => {
                vec![self.words.render(&Understood::Unsure { meaning: one(intent) })]
            }
            Understanding::Ambiguous(intents) | Understanding::OneEdit(intents) => {
                let meanings = intents.iter().map(one).collect::<Vec<_>>().join("; ");
                vec![self.words.render(&Understood::Rivals { meanings })]
            }
            Understanding::Sequence(intents) => {
                let mut position = position.clone();
                let mut lines = Vec::new();
                for intent in intents {
                    lines.push(self.intent(intent, heard, &position));
                    if let Intent::Move(attempt) = intent
                        && let Verdict::Legal(m) = judge(&position, attempt)
                    {
                        position.play_unchecked(m);
                    }
                }
                lines
            }
            Understanding::NotUnderstood { why } => {
                vec![self.words.render(&Understood::Nothing { why: *why })]
            }
        }
    }

    /// Returns a move as it is spoken. Another intent has its canonical phrase, or else the words as they were heard.
    fn intent(&self, intent: &Intent, heard: &[Alternative], position: &Chess) -> String {
        if let Intent::Move(attempt) = intent {
            return self.words.render(&self.verdict(judge(position, attempt), position));
        }
        let moment = Moment::of_position(position);
        let mut words = heard.iter().flat_map(|heard| [heard.words.clone(), heard.without_far().words]);
        let phrase = words.find_map(|words| self.grammar.canonical_phrase(intent, &words, &moment));
        phrase.unwrap_or_else(|| heard.first().map(Alternative::to_string).unwrap_or_default())
    }

    fn verdict(&self, verdict: Verdict, position: &Chess) -> Understood {
        let told = |m: Move| MoveInPosition::new(position.clone(), m);
        let say = |announcement| self.announcer.render(&announcement, Audience::Table).words;
        match verdict {
            Verdict::Legal(m) => Understood::Move { told: say(Announcement::Moved(told(m))) },
            Verdict::Ambiguous(moves) => {
                let moves = moves.into_iter().map(told).collect();
                Understood::WhichMove { asked: say(Announcement::WhichMove(moves)) }
            }
            Verdict::PromotionMissing(moves) => {
                let asked = moves.first().map(|m| say(Announcement::Promotion(told(*m))));
                Understood::Promotion { asked: asked.unwrap_or_default() }
            }
            Verdict::Illegal(reason) => {
                Understood::IllegalMove { why: say(Announcement::Illegal { reason, discreet: false }) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::LanguageFolder;

    #[test]
    fn what_was_understood_is_told_in_the_language() {
        check("de", "springer felix drei", "Zug, regelgemäß: Springer Gustav eins Felix drei.");
        check(
            "de",
            "springer eva vier",
            "Zug, regelwidrig: Geht nicht, kein Springer von Weiß kommt nach Eva vier.",
        );
        check("de", "eva vier uhr", "Zug, regelgemäß: Bauer Eva zwei Eva vier. + uhr");
        check("de", "uhr", "uhr");
        check("de", "was steht auf eva vier", "was steht auf eva vier");
        check("de", "die letzten drei züge", "letzten drei züge");
        check("en", "clock without move white", "clock without move white");
        check("en", "whose turn is it", "whose turn");
    }

    #[test]
    fn what_was_not_understood_says_why() {
        let line = told("en", "four pawn");
        assert!(line.starts_with("not understood: "), "{line}");
    }

    fn check(language: &str, line: &str, says: &str) {
        assert_eq!(told(language, line), says, "{line}");
    }

    fn told(language: &str, line: &str) -> String {
        let language = LanguageFolder::find(language).unwrap();
        let grammar = Grammar::of(language);
        let announcer = Announcer::of(language, grammar.spoken().clone(), *grammar.letters());
        let words = language.catalogue();
        let position = Chess::default();
        let heard = [Alternative::new(line.split(' ').map(str::to_owned).collect(), 0.0)];
        let understanding = grammar.understand(&heard, &Moment::of_position(&position));
        let teller = UnderstandingPrinter { grammar: &grammar, announcer: &announcer, words: &words };
        teller.tell(&understanding, &heard, &position).join(" + ")
    }
}
