//! What can be said now, by topic, for "Hilfe".

use super::meaning::{MEANINGS, Meaning, Section};
use super::network::WordId;
use super::slot::Slot;
use super::template::Template;
use super::{Expects, Grammar, Moment};

/// One thing that can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sayable {
    pub topic: Topic,
    /// The key of its phrases in the grammar file, as in "offer-draw".
    pub key: &'static str,
    /// A phrase that says it, lower case.
    pub example: String,
}

/// What a thing that can be said is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Topic {
    /// The question that is open.
    Answers,
    Moves,
    /// Yes and no, louder and slower.
    Dialogue,
    /// Declarations and the clock.
    Laws,
    /// What is told on request (FIDE D.2.10).
    OnRequest,
    /// Questions about the position.
    Board,
}

impl Grammar {
    /// What can be said now, topic by topic, with an example of each.
    pub fn what_can_be_said(&self, moment: &Moment) -> Vec<Sayable> {
        let scope = moment.expects.scope();
        let mut sayable: Vec<_> = MEANINGS
            .iter()
            .zip(&self.built.first)
            .filter(|(meaning, _)| scope.has(meaning))
            .map(|(meaning, first)| {
                let mut words = Vec::new();
                self.example(first, &mut words);
                let topic = topic(meaning, moment.expects);
                Sayable { topic, key: meaning.key, example: words.join(" ") }
            })
            .filter(|sayable| moment.board_questions || sayable.topic != Topic::Board)
            .collect();
        sayable.sort_by_key(|sayable| sayable.topic);
        sayable
    }

    /// The shortest way to fill a template, with the same values every time.
    fn example(&self, template: &Template, words: &mut Vec<String>) {
        match template {
            Template::Word(word) => words.push(word.clone()),
            Template::Slot(name) => {
                for (class, value) in Slot::named(name).map(example_values).unwrap_or_default() {
                    let entries = self.built.classes.get(&class).map(Vec::as_slice).unwrap_or_default();
                    let row = entries.iter().find(|(_, known)| *known == value).or(entries.first());
                    let row: &[WordId] = row.map(|(row, _)| row.as_slice()).unwrap_or_default();
                    words.extend(row.iter().map(|word| self.built.vocabulary.word(*word).to_owned()));
                }
            }
            Template::Part(name) => {
                if let Some(part) = self.built.parts.get(name) {
                    self.example(part, words);
                }
            }
            Template::Sequence(parts) => parts.iter().for_each(|part| self.example(part, words)),
            Template::OneOf(parts) => parts.iter().take(1).for_each(|part| self.example(part, words)),
            Template::Optional(_) => {}
        }
    }
}

/// Knight f3, square e4, queen: what players say most.
fn example_values(slot: Slot) -> Vec<(super::slot::Class, u8)> {
    use super::slot::Class;
    let value = |class: Class| match class {
        Class::Piece | Class::Pieces => 2,
        Class::Officer => 5,
        Class::Number => 3,
        Class::Rank => 3,
        Class::File => 4,
        _ => 1,
    };
    let classes = slot.classes().iter().map(|(class, _)| *class);
    match slot {
        Slot::To => vec![(Class::File, 5), (Class::Rank, 2)],
        Slot::From => vec![(Class::File, 6), (Class::Rank, 0)],
        _ => classes.map(|class| (class, value(class))).collect(),
    }
}

fn topic(meaning: &Meaning, expects: &Expects) -> Topic {
    match (meaning.section, meaning.key) {
        (Section::Answers, _) => Topic::Answers,
        (_, "yes" | "no") if matches!(expects, Expects::Confirmation(_) | Expects::DrawAnswer) => {
            Topic::Answers
        }
        (Section::Move, _) => Topic::Moves,
        (_, "yes" | "no" | "correct" | "repeat" | "louder" | "softer" | "faster" | "slower") => {
            Topic::Dialogue
        }
        (_, "quiet" | "microphone-off" | "microphone-on" | "help") => Topic::Dialogue,
        (Section::Commands, _) => Topic::Laws,
        (_, "last-move" | "last-moves" | "move-number" | "turn" | "times" | "my-time") => Topic::OnRequest,
        (Section::Questions, _) => Topic::Board,
    }
}
