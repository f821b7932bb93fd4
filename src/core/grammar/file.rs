//! The contents of a grammar file, each with its place in the text.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::language::exactly;
use crate::notation::SpokenNames;

use super::meaning::{Meaning, Section};

/// A text and its place.
pub(super) type Text = Spanned<String>;

/// Alternative phrases.
pub(super) type Phrases = Vec<Text>;

/// The words of each value, by its name in the file.
pub(super) type Values = BTreeMap<Text, Vec<Text>>;

/// Named entries.
pub(super) type Entries<T> = BTreeMap<Text, T>;

fn letters<'de, D: Deserializer<'de>>(from: D) -> Result<Option<[String; 6]>, D::Error> {
    exactly(from).map(Some)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GrammarFile {
    pub language: Text,
    /// What the language is called, here and in the other languages.
    #[serde(default)]
    pub called: Vec<String>,
    /// The letters of written moves, from king to pawn, if the program does not know the language's.
    #[serde(default, deserialize_with = "letters")]
    pub letters: Option<[String; 6]>,
    pub listen_for_letters: bool,
    pub ignored: Vec<Text>,
    /// Words that a no is also heard as where it is asked for, and that answer nothing themselves.
    #[serde(default)]
    pub heard_as_no: Vec<String>,
    /// Words that are ignored at the ends of a typed line; the recognizer does not listen for them.
    #[serde(default)]
    pub polite: Vec<Text>,
    /// The same for what asks or changes how the program speaks, and for nothing that is played or declared.
    #[serde(default)]
    pub asking: Vec<Text>,
    /// What a question may begin with, said or typed.
    #[serde(default)]
    pub frames: Vec<Text>,
    /// Words that are left out of a question wherever they come.
    #[serde(default)]
    pub fillers: Vec<Text>,
    /// More words that a typed question may lack, where what is left names what is asked about: "wie viel", "ist".
    #[serde(default)]
    pub unstressed: Vec<Text>,
    /// What is typed, in the words that the phrases have for it.
    #[serde(default)]
    pub said_as: BTreeMap<String, String>,
    /// The endings of words that are contracted in a typed line, in full; two that an ending can stand for have a bar
    /// between them.
    #[serde(default)]
    pub contractions: BTreeMap<String, String>,
    /// What takes a move back in the line in which it stands, before another one: "nein", "ich meine".
    #[serde(default)]
    pub repairs: Vec<Text>,
    /// What denies a move in a typed line, and what stands before the one that is meant: "nicht d3, sondern d4".
    #[serde(default)]
    pub contrasts: BTreeMap<String, String>,
    /// The persons beside whom a verb may lack its last letter, and that letter: "ich geb auf".
    #[serde(default)]
    pub clipped: BTreeMap<String, String>,
    /// The persons behind whose verb something else may stand first: "jetzt spiele ich e4".
    #[serde(default)]
    pub inverted: Vec<String>,
    /// Words that keep what stands beside them from being a reason for what is declared: "nicht", "wenn".
    #[serde(default)]
    pub doubts: Vec<String>,
    /// Words that deny a move or an answer beside which they stand, or set a condition: "nicht", "wenn".
    #[serde(default)]
    pub denials: Vec<String>,
    /// Words with which a clause behind a move begins that says what it does: "attacking".
    #[serde(default)]
    pub descriptions: Vec<String>,
    /// Words of what is declared, which are never left out: "claim", "draw".
    #[serde(default)]
    pub declaring: Vec<String>,
    /// Words for another of the same kind: "no, the other knight".
    #[serde(default)]
    pub others: Vec<String>,
    /// What joins two questions in one typed line.
    #[serde(default)]
    pub joins: Vec<String>,
    /// What two moves are called that are taken back, and what one of them is called: "die letzten zwei züge".
    #[serde(default)]
    pub twice: BTreeMap<String, String>,
    /// Words that mean yes to some and the contrary to others; they are no answer to a question of yes or no: "correct".
    #[serde(default)]
    pub equivocal: Vec<Text>,
    /// What the opponent is called before what they do, in a typed line; the longer before the shorter.
    #[serde(default)]
    pub opponent: Vec<String>,
    /// Words that sound like an answer to a question and are none; the recognizer listens for them beside the answers.
    #[serde(default)]
    pub decoys: Vec<Text>,
    pub spoken: SpokenNames,
    pub exploring: ExploringKeys,
    pub words: WordTables,
    pub numbers: HundredWords,
    #[serde(default)]
    pub parts: Entries<Phrases>,
    #[serde(rename = "move")]
    pub moves: MovePhrases,
    pub answers: Entries<KeyPhrases>,
    pub commands: Entries<KeyPhrases>,
    pub questions: Entries<KeyPhrases>,
    pub desk: Entries<KeyPhrases>,
    pub hall: Entries<KeyPhrases>,
    pub topic: Vec<TopicEntry>,
}

/// The keys that explore the board, as far as they depend on the language.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExploringKeys {
    /// What Shift and the digits from 1 write, on each keyboard in use.
    files: Vec<String>,
    /// Tells the clocks.
    pub times: char,
    /// Tells the last move.
    pub last_move: char,
}

impl ExploringKeys {
    /// Returns the file of a shifted digit.
    pub fn file(&self, c: char) -> Option<crate::laws::File> {
        let number = self.files.iter().find_map(|keys| keys.chars().position(|key| key == c))?;
        crate::laws::File::ALL.get(number).copied()
    }
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
    /// What goes on behind the ranks: from "neunte".
    pub nth: Values,
    pub steps: Values,
}

/// What may be typed around "hundred" in numbers from 100 on, without umlauts, where spaces may stand between; and behind
/// digits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct HundredWords {
    /// What may stand before it for one hundred.
    pub one_hundred: Vec<String>,
    /// What may stand behind it.
    pub and: String,
    /// What is written behind the digits of "fifth": "th".
    #[serde(default)]
    pub nth: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MovePhrases {
    pub phrases: Phrases,
    /// Phrases that are understood only when typed.
    #[serde(default)]
    pub typed: Phrases,
    #[serde(default)]
    pub parts: Entries<Phrases>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyPhrases {
    pub phrases: Phrases,
    /// Phrases that are said more rarely: the recognizer listens for them as less likely ones.
    #[serde(default)]
    pub rare: Phrases,
    /// Phrases that are understood only when typed; the recognizer does not listen for them.
    #[serde(default)]
    pub typed: Phrases,
}

/// A topic of help.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TopicEntry {
    pub title: Text,
    pub names: Vec<Text>,
    pub phrases: Vec<ExampleEntry>,
}

/// What can be said about a topic: the section and key of a meaning, what it does, and an example. What stands in
/// braces stands for the speaker's own words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExampleEntry {
    pub key: Text,
    pub does: String,
    pub says: Text,
}

impl GrammarFile {
    /// Returns the entries of a section; `None` for moves, which have no section.
    pub(super) fn entries(&self, section: Section) -> Option<&Entries<KeyPhrases>> {
        match section {
            Section::Answers => Some(&self.answers),
            Section::Questions => Some(&self.questions),
            Section::Desk => Some(&self.desk),
            Section::Hall => Some(&self.hall),
            Section::Commands => Some(&self.commands),
            Section::Move => None,
        }
    }

    /// Returns the phrases of a meaning.
    pub(super) fn phrases(&self, meaning: &Meaning) -> Option<MeaningPhrases<'_>> {
        let (key, entry) = match self.entries(meaning.section) {
            Some(entries) => entries.iter().find(|(key, _)| key.get_ref() == meaning.key)?,
            None => {
                let span = self.moves.phrases.first().map_or(0..0, Text::span);
                let (usual, typed) = (&self.moves.phrases, &self.moves.typed);
                return Some(MeaningPhrases { usual, rare: &[], typed, span });
            }
        };
        let span = entry.phrases.first().unwrap_or(key).span();
        let KeyPhrases { phrases: usual, rare, typed } = entry;
        Some(MeaningPhrases { usual, rare, typed, span })
    }
}

/// The phrases of one meaning, and the place of the first.
pub(super) struct MeaningPhrases<'a> {
    pub usual: &'a [Text],
    pub rare: &'a [Text],
    pub typed: &'a [Text],
    pub span: Range<usize>,
}

impl MeaningPhrases<'_> {
    /// Returns the usual phrases, then the rare ones, then those that are only typed.
    pub(super) fn all(&self) -> impl Iterator<Item = &Text> {
        self.usual.iter().chain(self.rare).chain(self.typed)
    }
}

/// Returns the line, from 1, that holds the byte at `offset`.
pub(super) fn line_of(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
}
