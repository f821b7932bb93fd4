//! The words of a grammar file by class, each with its value.

use std::cmp::Reverse;

use strum::VariantArray;

use super::{Compiled, LocatedFault};
use crate::{
    grammar::{
        error::GrammarFault,
        file::{GrammarFile, Text, Values},
        meaning::EITHER_SIDE,
        network::WordId,
        slot::{SlotValue, WordClass},
        template::is_word,
    },
    laws::{Direction, Exercise, Role},
};

const FILES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
const RANKS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];
const ROLES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
/// Words that are no numbers: key in the file, class, value.
const FLAGS: [(&str, WordClass, SlotValue); 12] = [
    ("takes", WordClass::Takes, 1),
    ("en-passant", WordClass::EnPassant, 1),
    ("check", WordClass::Check, 1),
    ("mate", WordClass::Mate, 1),
    ("short", WordClass::Short, 0),
    ("long", WordClass::Long, 1),
    ("castling", WordClass::Castling, EITHER_SIDE),
    ("hundred", WordClass::Hundred, 1),
    ("mine", WordClass::Mine, 1),
    ("theirs", WordClass::Theirs, 0),
    ("white", WordClass::White, 1),
    ("black", WordClass::Black, 0),
];

/// The names of the values from 1.
fn counted(to: SlotValue) -> Vec<String> {
    (1..=to).map(|n| n.to_string()).collect()
}

impl Compiled {
    /// Adds the words that can be said.
    pub(super) fn spoken_words(&mut self, file: &GrammarFile) -> Result<(), LocatedFault> {
        let words = &file.words;
        self.class("file", &words.file, &FILES, 0, WordClass::File)?;
        let names = self.classes[&WordClass::File].len();
        self.class("letter", &words.letter, &FILES, 0, WordClass::File)?;
        let (names, letters) = self.classes[&WordClass::File].split_at(names);
        self.files = names.iter().flat_map(|(words, _)| words.clone()).collect();
        self.letters = letters.iter().flat_map(|(words, _)| words.clone()).collect();
        self.class("rank", &words.rank, &RANKS, 0, WordClass::Rank)?;
        self.class("piece", &words.piece, &ROLES, Role::Pawn as SlotValue, WordClass::Piece)?;
        self.class("pieces", &words.pieces, &ROLES, Role::Pawn as SlotValue, WordClass::Pieces)?;
        let mut officers = self.classes[&WordClass::Piece].clone();
        officers.retain(|(_, role)| ![Role::Pawn as SlotValue, Role::King as SlotValue].contains(role));
        self.classes.insert(WordClass::Officer, officers);
        self.class("number", &words.number, &counted(99), 1, WordClass::Number)?;
        self.class("ordinal", &words.ordinal, &counted(9), 1, WordClass::Ordinal)?;
        self.class("direction", &words.direction, Direction::VARIANTS, 0, WordClass::Direction)?;
        self.class("colour", &words.colour, &["black", "white"], 0, WordClass::Colour)?;
        self.class("person", &words.person, &["theirs", "mine"], 0, WordClass::Person)?;
        self.class("nth-rank", &words.nth_rank, &RANKS, 0, WordClass::NthRank)?;
        for (value, topic) in (0..).zip(&file.topic) {
            for text in &topic.names {
                self.entry("topic", text, value, WordClass::Topic)?;
            }
        }
        check_names("words.flag", &words.flag, &FLAGS.map(|(name, ..)| name), true)?;
        for (name, class, value) in FLAGS {
            for text in words.flag.iter().filter(|(key, _)| key.get_ref() == name).flat_map(|(_, t)| t) {
                self.entry("flag", text, value, class)?;
            }
        }
        for text in &file.ignored {
            for row in self.spelled(text)? {
                let needed =
                    |(entry, _): &(Vec<WordId>, SlotValue)| row.len() == 1 && entry.contains(&row[0]);
                if self.classes.values().flatten().any(needed) {
                    return Err((text.span(), GrammarFault::IgnoredWord { word: text.get_ref().clone() }));
                }
                self.ignored.push(row);
            }
        }
        self.frames = self.all_spelled(&file.frames)?;
        for rows in [&mut self.ignored, &mut self.frames] {
            rows.sort_by_key(|row| Reverse(row.len()));
        }
        match file.decoys.iter().find(|decoy| !is_word(decoy.get_ref())) {
            Some(decoy) => Err((decoy.span(), GrammarFault::Word { found: decoy.get_ref().clone() })),
            None => Ok(()),
        }
    }

    /// Adds the words that are only typed.
    pub(super) fn typed_words(&mut self, file: &GrammarFile) -> Result<(), LocatedFault> {
        let words = &file.words;
        let endings = Exercise::ALL.map(|exercise| exercise.name);
        self.class("ending", &words.ending, &endings, 0, WordClass::Ending)?;
        let ranks =
            self.classes[&WordClass::NthRank].iter().map(|(row, rank)| (row.clone(), rank + 1)).collect();
        self.classes.insert(WordClass::Nth, ranks);
        self.class("nth", &words.nth, &counted(99), 1, WordClass::Nth)?;
        self.class("steps", &words.steps, &["1", "2"], 1, WordClass::Steps)?;
        self.polite = [self.ignored.clone(), self.all_spelled(&file.polite)?].concat();
        self.equivocal = self.all_spelled(&file.equivocal)?;
        self.asking = [self.polite.clone(), self.frames.clone(), self.all_spelled(&file.asking)?].concat();
        for rows in [&mut self.polite, &mut self.asking] {
            rows.sort_by_key(|row| Reverse(row.len()));
        }
        self.repairs = self.all_spelled(&file.repairs)?;
        self.fillers = self.all_spelled(&file.fillers)?.concat();
        self.unstressed = self.all_spelled(&file.unstressed)?.concat();
        Ok(())
    }

    /// Adds a table of values, numbered from `first` in the order of their names. Only numbers may lack words.
    fn class(
        &mut self,
        section: &'static str,
        values: &Values,
        names: &[impl AsRef<str>],
        first: SlotValue,
        class: WordClass,
    ) -> Result<(), LocatedFault> {
        let all = !matches!(class, WordClass::Number | WordClass::Ordinal | WordClass::Nth);
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        check_names(section, values, &names, all)?;
        for (value, name) in (first..).zip(names) {
            let texts = values.iter().filter(|(key, _)| key.get_ref() == name);
            for text in texts.flat_map(|(_, texts)| texts) {
                self.entry(section, text, value, class)?;
            }
        }
        Ok(())
    }

    fn entry(
        &mut self,
        section: &'static str,
        text: &Text,
        value: SlotValue,
        class: WordClass,
    ) -> Result<(), LocatedFault> {
        let rows = self.spelled(text)?;
        if rows.len() > 1 && rows.iter().all(|row| row.len() == 1) {
            self.spellings.push(rows.iter().map(|row| row[0]).collect());
        }
        let entries = self.classes.entry(class).or_default();
        for row in rows {
            if entries.iter().any(|(known, known_value)| *known == row && *known_value != value) {
                let word = text.get_ref().clone();
                return Err((text.span(), GrammarFault::TwoValues { class: section, word }));
            }
            entries.push((row, value));
        }
        Ok(())
    }

    /// Returns the rows of words of all these texts.
    fn all_spelled(&mut self, texts: &[Text]) -> Result<Vec<Vec<WordId>>, LocatedFault> {
        let rows: Result<Vec<_>, _> = texts.iter().map(|text| self.spelled(text)).collect();
        Ok(rows?.concat())
    }

    /// Returns the rows of words for an entry such as "cäsar/cesar" or "en passant".
    fn spelled(&mut self, text: &Text) -> Result<Vec<Vec<WordId>>, LocatedFault> {
        let mut rows = Vec::new();
        for spelling in text.get_ref().split('/') {
            let mut row = Vec::new();
            for word in spelling.split_whitespace() {
                if !is_word(word) {
                    return Err((text.span(), GrammarFault::Word { found: word.to_owned() }));
                }
                row.push(self.vocabulary.insert(word));
            }
            if row.is_empty() {
                return Err((text.span(), GrammarFault::Word { found: spelling.to_owned() }));
            }
            rows.push(row);
        }
        Ok(rows)
    }
}

/// Checks that all keys are among the `names` and have a word; with `all`, that each name is a key.
fn check_names(
    section: &'static str,
    values: &Values,
    names: &[&str],
    all: bool,
) -> Result<(), LocatedFault> {
    for (key, words) in values {
        if !names.contains(&key.get_ref().as_str()) {
            let expected = match names {
                [first, .., last] if names.len() > 10 => format!("{first} to {last}"),
                _ => names.join(", "),
            };
            return Err((key.span(), GrammarFault::Key { section, found: key.get_ref().clone(), expected }));
        }
        if words.is_empty() {
            let missing = format!("a word for {}", key.get_ref());
            return Err((key.span(), GrammarFault::Missing { section, missing }));
        }
    }
    match names.iter().find(|name| all && !values.keys().any(|key| key.get_ref() == *name)) {
        Some(missing) => Err((0..0, GrammarFault::Missing { section, missing: (*missing).to_owned() })),
        None => Ok(()),
    }
}
