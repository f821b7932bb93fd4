//! What can be said, by topics, for help and for choosing with a key.

use crate::laws::Color;

use super::compile::{LocatedFault, WordClasses};
use super::error::GrammarFault;
use super::file::GrammarFile;
use super::meaning::{MEANINGS, Meaning};
use super::network::Vocabulary;
use super::parts::Parts;
use super::slot::{Slot, WordClass};
use super::template::Template;

/// What can be said about one topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhraseTopic {
    /// The title.
    pub title: String,
    /// Its phrases, in the order of the file.
    pub phrases: Vec<SamplePhrase>,
}

/// One thing that can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplePhrase {
    /// The first phrase, with examples in its slots.
    pub words: String,
    /// The words before the first example, if there is one.
    pub begin: Option<String>,
}

/// Returns the topics of a file. Each meaning must be in exactly one of them.
pub(super) fn topics(
    file: &GrammarFile,
    parts: &Parts,
    classes: &WordClasses,
    vocabulary: &Vocabulary,
) -> Result<Vec<PhraseTopic>, LocatedFault> {
    let name = |meaning: &Meaning| format!("{}.{}", meaning.section.name(), meaning.key);
    let examples = Examples { file, parts, classes, vocabulary };
    let mut left: Vec<&Meaning> = MEANINGS.iter().collect();
    let mut topics = Vec::new();
    for topic in &file.topic {
        let mut phrases = Vec::new();
        for entry in &topic.entries {
            let Some(at) = left.iter().position(|meaning| name(meaning) == *entry.get_ref()) else {
                let expected = "the section and key of phrases, once in all topics".to_owned();
                let fault = GrammarFault::Key { section: "topic", found: entry.get_ref().clone(), expected };
                return Err((entry.span(), fault));
            };
            examples.add(left.remove(at), &mut phrases).map_err(|fault| (entry.span(), fault))?;
        }
        topics.push(PhraseTopic { title: topic.title.clone(), phrases });
    }
    match left.first() {
        Some(missing) => Err((0..0, GrammarFault::Missing { section: "topic", missing: name(missing) })),
        None => Ok(topics),
    }
}

struct Examples<'a> {
    file: &'a GrammarFile,
    parts: &'a Parts,
    classes: &'a WordClasses,
    vocabulary: &'a Vocabulary,
}

impl Examples<'_> {
    fn add(&self, meaning: &Meaning, phrases: &mut Vec<SamplePhrase>) -> Result<(), GrammarFault> {
        let first =
            self.file.phrases(meaning).and_then(|(spoken, typed, _)| spoken.iter().chain(typed).next());
        let Some(first) = first else { return Ok(()) };
        let template = Template::parse(first.get_ref())?;
        for side in Color::ALL {
            let mut open = None;
            let words = self.example(&template, side, 0, &mut open).trim().to_owned();
            let begin = open.map(|at| words[..at.min(words.len())].trim().to_owned());
            let saying = SamplePhrase { words, begin };
            if phrases.last() != Some(&saying) {
                phrases.push(saying);
            }
        }
        Ok(())
    }

    /// Returns the shortest phrase with examples. Sets `open` to the byte at which the first example begins.
    fn example(&self, template: &Template, side: Color, before: usize, open: &mut Option<usize>) -> String {
        match template {
            Template::Word(word) => format!("{word} "),
            Template::Optional(_) => String::new(),
            Template::Part(name) => self.example(self.parts.template(name), side, before, open),
            Template::OneOf(ways) => {
                let black = ways.iter().find(|way| side.is_black() && **way == Template::Slot(Slot::Black));
                let way = black.or(ways.first());
                way.map(|way| self.example(way, side, before, open)).unwrap_or_default()
            }
            Template::Sequence(parts) => parts.iter().fold(String::new(), |said, part| {
                let next = self.example(part, side, before + said.len(), open);
                said + &next
            }),
            Template::Slot(slot) => {
                if !matches!(slot, Slot::White | Slot::Black | Slot::Takes | Slot::Short | Slot::Long) {
                    open.get_or_insert(before);
                }
                slot.classes().iter().map(|(class, _)| self.word(*class) + " ").collect()
            }
        }
    }

    /// Returns an example of a class of words.
    fn word(&self, class: WordClass) -> String {
        let wanted = match class {
            WordClass::File => 4,
            WordClass::Rank => 3,
            WordClass::Piece | WordClass::Pieces => 2,
            WordClass::Number => 10,
            _ => u8::MAX,
        };
        let entries = self.classes.get(&class).map(Vec::as_slice).unwrap_or_default();
        let entry = entries.iter().find(|(_, value)| *value == wanted).or_else(|| entries.first());
        let words =
            entry.map(|(row, _)| row.iter().map(|word| self.vocabulary.word(*word)).collect::<Vec<_>>());
        words.unwrap_or_default().join(" ")
    }
}
