//! A grammar file as it is written, and the place of each thing in it.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use crate::notation::SpokenNames;

use super::meaning::{Meaning, Section};

/// A text and where it stands.
pub(super) type Text = Spanned<String>;

/// Alternatives, each of them a phrase.
pub(super) type Phrases = Vec<Text>;

/// Values by their name in the file, each with its words.
pub(super) type Values = BTreeMap<Text, Vec<Text>>;

/// Names and what they stand for.
pub(super) type Entries<T> = BTreeMap<Text, T>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GrammarFile {
    pub language: Text,
    /// The letters of written moves, from king to pawn, where the language's are not known.
    pub letters: Option<[String; 6]>,
    pub listen_for_letters: bool,
    pub ignored: Vec<Text>,
    /// What is passed over at the ends of what is typed; the recognizer does not listen for it.
    #[serde(default)]
    pub polite: Vec<Text>,
    pub spoken: SpokenNames,
    pub words: WordTables,
    #[serde(default)]
    pub parts: Entries<Phrases>,
    #[serde(rename = "move")]
    pub moves: MovePhrases,
    pub answers: Entries<KeyPhrases>,
    pub commands: Entries<KeyPhrases>,
    pub questions: Entries<KeyPhrases>,
    pub desk: Entries<KeyPhrases>,
    pub topic: Vec<TopicEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct WordTables {
    pub file: Values,
    pub letter: Values,
    pub rank: Values,
    pub piece: Values,
    pub pieces: Values,
    pub number: Values,
    pub ordinal: Values,
    pub flag: Values,
    pub direction: Values,
    pub colour: Values,
    pub ending: Values,
    pub person: Values,
    pub nth_rank: Values,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MovePhrases {
    pub phrases: Phrases,
    #[serde(default)]
    pub parts: Entries<Phrases>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyPhrases {
    pub phrases: Phrases,
    /// Also understood when they are typed; the recognizer does not listen for them.
    #[serde(default)]
    pub typed: Phrases,
}

/// A topic of help: how it is called, asked for, and what is in it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TopicEntry {
    pub title: String,
    pub names: Vec<Text>,
    pub entries: Vec<Text>,
}

impl GrammarFile {
    /// The entries of a section; a move has none.
    pub(super) fn entries(&self, section: Section) -> Option<&Entries<KeyPhrases>> {
        match section {
            Section::Answers => Some(&self.answers),
            Section::Questions => Some(&self.questions),
            Section::Desk => Some(&self.desk),
            Section::Commands => Some(&self.commands),
            Section::Move => None,
        }
    }

    /// The phrases of a meaning, those that are only typed, and where they stand.
    pub(super) fn phrases(&self, meaning: &Meaning) -> Option<(&[Text], &[Text], Range<usize>)> {
        let (key, entry) = match self.entries(meaning.section) {
            Some(entries) => entries.iter().find(|(key, _)| key.get_ref() == meaning.key)?,
            None => {
                return Some((&self.moves.phrases, &[], self.moves.phrases.first().map_or(0..0, Text::span)));
            }
        };
        let span = entry.phrases.first().unwrap_or(key).span();
        Some((&entry.phrases, &entry.typed, span))
    }
}

/// The line, from 1, in which the byte at `offset` stands.
pub(super) fn line_of(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
}
