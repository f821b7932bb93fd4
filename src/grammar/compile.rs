//! From a grammar file to the network of its phrases, and everything that can be wrong with it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::Spanned;

use crate::laws::{Direction, Exercise, Role};
use crate::notation::Letters;

use super::error::{GrammarError, GrammarFault};
use super::file::{Entries, GrammarFile, Phrases, Text, Values, line_of};
use super::meaning::{EITHER_SIDE, MEANINGS, Meaning, Section, Semantics};
use super::network::{Network, StateId, Vocabulary, WordId};
use super::parts::Parts;
use super::slot::{Field, Slot, WordClass};
use super::template::{Template, is_word};
use super::topics::{PhraseTopic, topics};

/// What a grammar file comes to.
#[derive(Debug)]
pub struct Compiled {
    pub file: GrammarFile,
    /// The letters of its language.
    pub notation: Letters,
    pub vocabulary: Vocabulary,
    pub network: Network,
    /// Where the phrases of each of [`MEANINGS`] begin.
    pub starts: Vec<StateId>,
    /// Where those begin that are only typed.
    pub typed_starts: Vec<StateId>,
    /// How many of the words can be said; those behind them are only typed.
    pub spoken_words: usize,
    pub topics: Vec<PhraseTopic>,
    pub classes: Classes,
    /// The named parts of phrases.
    pub parts: BTreeMap<String, Template>,
    /// Spellings of one sound.
    pub spellings: Vec<Vec<WordId>>,
    /// Words that are only letters.
    pub letters: Vec<WordId>,
    /// The names of the files.
    pub files: Vec<WordId>,
    /// Words to be passed over, longest first.
    pub ignored: Vec<Vec<WordId>>,
    /// Rows of words passed over at the ends of a typed line, the longest first.
    pub polite: Vec<Vec<WordId>>,
}

/// Reads the text of a grammar file; `name` is what errors call it. `known`: it comes with the program, whose tests
/// have found that no utterance means two things in it; to find that out takes longer than all the rest.
pub fn compile(text: &str, name: &str, known: bool) -> Result<Compiled, GrammarError> {
    let at = |offset: usize, fault| GrammarError::Fault {
        file: name.to_owned(),
        line: line_of(text, offset),
        fault,
    };
    let file: GrammarFile = toml::from_str(text).map_err(|error| {
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        at(error.span().map_or(0, |span| span.start), GrammarFault::Toml(message))
    })?;
    let language = file.language.get_ref();
    let own = file.letters.clone().map(|letters| Letters::of_its_own(language.clone(), letters));
    let Some(notation) = own.or_else(|| Letters::of_language(language)) else {
        let expected = Letters::ALL.map(|letters| letters.tag).join(", ");
        let fault = GrammarFault::Language { found: language.clone(), expected };
        return Err(at(file.language.span().start, fault));
    };
    let mut builder = Compiler::default();
    let filled = builder.fill(&file);
    let sound = filled.and_then(|()| if known { Ok(()) } else { builder.one_meaning_each(&file) });
    match sound {
        Ok(()) => Ok(builder.finish(file, notation)),
        Err((span, fault)) => Err(at(span.start, fault)),
    }
}

/// A fault and where it is.
pub type LocatedFault = (Range<usize>, GrammarFault);

/// The words of each class: a row of words and the value it stands for.
pub type Classes = BTreeMap<WordClass, Vec<(Vec<WordId>, u8)>>;

#[derive(Default)]
struct Compiler {
    vocabulary: Vocabulary,
    network: Network,
    classes: Classes,
    spellings: Vec<Vec<WordId>>,
    letters: Vec<WordId>,
    files: Vec<WordId>,
    ignored: Vec<Vec<WordId>>,
    polite: Vec<Vec<WordId>>,
    parts: Parts,
    starts: Vec<StateId>,
    typed_starts: Vec<StateId>,
    spoken_words: usize,
    topics: Vec<PhraseTopic>,
}

impl Compiler {
    fn fill(&mut self, file: &GrammarFile) -> Result<(), LocatedFault> {
        self.words(file)?;
        self.parts(&file.parts)?;
        self.parts(&file.moves.parts)?;
        for section in [Section::Answers, Section::Commands, Section::Questions, Section::Desk] {
            known_keys(section, entries(file, section))?;
        }
        for meaning in MEANINGS.iter() {
            let start = self.meaning(file, meaning)?;
            self.starts.push(start);
        }
        self.spoken_words = self.vocabulary.words().len();
        let directions = Direction::ALL.map(|(_, name)| name.to_owned()).to_vec();
        self.class("direction", &file.words.direction, directions, Some(8), 0, WordClass::Direction)?;
        let endings = Exercise::ALL.map(|exercise| exercise.name.to_owned()).to_vec();
        self.class("ending", &file.words.ending, endings, Some(8), 0, WordClass::Ending)?;
        let colours = ["black", "white"].map(String::from).to_vec();
        self.class("colour", &file.words.colour, colours, Some(2), 0, WordClass::Colour)?;
        let people = ["theirs", "mine"].map(String::from).to_vec();
        self.class("person", &file.words.person, people, Some(2), 0, WordClass::Person)?;
        let ranks = (1..=8).map(|rank| rank.to_string()).collect();
        self.class("nth-rank", &file.words.nth_rank, ranks, Some(8), 0, WordClass::NthRank)?;
        for meaning in MEANINGS.iter() {
            let start = self.typed(file, meaning)?;
            self.typed_starts.push(start);
        }
        for text in &file.polite {
            let rows = self.spelled(text)?;
            self.polite.extend(rows);
        }
        self.parts.all_used()?;
        self.topics = topics(file, &self.parts, &self.classes, &self.vocabulary)?;
        self.network.finish();
        for (meaning, start) in
            MEANINGS.iter().zip(&self.starts).chain(MEANINGS.iter().zip(&self.typed_starts))
        {
            if self.network.accepts_nothing(*start) {
                return Err((span_of(file, meaning), GrammarFault::EmptyPhrase));
            }
        }
        Ok(())
    }

    fn finish(self, file: GrammarFile, notation: Letters) -> Compiled {
        let (mut ignored, mut polite) = (self.ignored, self.polite);
        ignored.sort_by_key(|words| std::cmp::Reverse(words.len()));
        polite.sort_by_key(|words| std::cmp::Reverse(words.len()));
        Compiled {
            file,
            notation,
            vocabulary: self.vocabulary,
            network: self.network,
            starts: self.starts,
            typed_starts: self.typed_starts,
            spoken_words: self.spoken_words,
            topics: self.topics,
            classes: self.classes,
            parts: self.parts.into_templates(),
            spellings: self.spellings,
            letters: self.letters,
            files: self.files,
            ignored,
            polite,
        }
    }

    fn words(&mut self, file: &GrammarFile) -> Result<(), LocatedFault> {
        let words = &file.words;
        let files = || ["a", "b", "c", "d", "e", "f", "g", "h"].map(String::from).to_vec();
        let counted = |from: u8, to: u8| (from..=to).map(|n| n.to_string()).collect::<Vec<_>>();
        let roles = ["pawn", "knight", "bishop", "rook", "queen", "king"].map(String::from);
        self.class("file", &words.file, files(), Some(8), 0, WordClass::File)?;
        let names = self.classes[&WordClass::File].len();
        self.class("letter", &words.letter, files(), Some(8), 0, WordClass::File)?;
        let (names, letters) = self.classes[&WordClass::File].split_at(names);
        self.files = names.iter().flat_map(|(words, _)| words.clone()).collect();
        self.letters = letters.iter().flat_map(|(words, _)| words.clone()).collect();
        self.class("rank", &words.rank, counted(1, 8), Some(8), 0, WordClass::Rank)?;
        self.class("piece", &words.piece, roles.to_vec(), Some(6), Role::Pawn as u8, WordClass::Piece)?;
        self.class("pieces", &words.pieces, roles.to_vec(), Some(6), Role::Pawn as u8, WordClass::Pieces)?;
        let officers = self.classes[&WordClass::Piece]
            .iter()
            .filter(|(_, role)| ![Role::Pawn as u8, Role::King as u8].contains(role));
        let officers = officers.cloned().collect();
        self.classes.insert(WordClass::Officer, officers);
        self.class("number", &words.number, counted(1, 99), None, 1, WordClass::Number)?;
        self.class("ordinal", &words.ordinal, counted(1, 9), None, 1, WordClass::Ordinal)?;
        for (value, topic) in (0..).zip(&file.topic) {
            for text in &topic.names {
                self.entry("topic", text, value, WordClass::Topic)?;
            }
        }
        const FLAGS: [(&str, WordClass, u8); 11] = [
            ("takes", WordClass::Takes, 1),
            ("en-passant", WordClass::EnPassant, 1),
            ("check", WordClass::Check, 1),
            ("mate", WordClass::Mate, 1),
            ("short", WordClass::Short, 0),
            ("long", WordClass::Long, 1),
            ("castling", WordClass::Castling, EITHER_SIDE),
            ("mine", WordClass::Mine, 1),
            ("theirs", WordClass::Theirs, 0),
            ("white", WordClass::White, 1),
            ("black", WordClass::Black, 0),
        ];
        let names = FLAGS.map(|(name, ..)| name.to_owned());
        check_names("words.flag", &words.flag, &names, true)?;
        for (name, class, value) in FLAGS {
            for text in words.flag.iter().filter(|(key, _)| key.get_ref() == name).flat_map(|(_, t)| t) {
                self.entry("flag", text, value, class)?;
            }
        }
        for text in &file.ignored {
            for row in self.spelled(text)? {
                let needed = |(entry, _): &(Vec<WordId>, u8)| row.len() == 1 && entry.contains(&row[0]);
                if self.classes.values().flatten().any(needed) {
                    return Err((text.span(), GrammarFault::IgnoredWord { word: text.get_ref().clone() }));
                }
                self.ignored.push(row);
            }
        }
        Ok(())
    }

    /// Takes one table of values in; their names count up from `first`.
    fn class(
        &mut self,
        section: &'static str,
        values: &Values,
        names: Vec<String>,
        all: Option<usize>,
        first: u8,
        class: WordClass,
    ) -> Result<(), LocatedFault> {
        check_names(section, values, &names, all.is_some())?;
        for (value, name) in (first..).zip(&names) {
            for text in values.iter().filter(|(key, _)| key.get_ref() == name).flat_map(|(_, texts)| texts) {
                self.entry(section, text, value, class)?;
            }
        }
        Ok(())
    }

    fn entry(
        &mut self,
        section: &'static str,
        text: &Text,
        value: u8,
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

    /// The rows of words that an entry like "cäsar/cesar" or "en passant" stands for.
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

    fn parts(&mut self, parts: &Entries<Phrases>) -> Result<(), LocatedFault> {
        for (name, phrases) in parts {
            if !self.parts.insert(name.get_ref(), parsed(phrases)?, name.span()) {
                let found = name.get_ref().clone();
                let expected = "a name that no other part has".to_owned();
                return Err((name.span(), GrammarFault::Key { section: "parts", found, expected }));
            }
        }
        self.parts.check_all(&|word| self.is_ignored(word))
    }

    fn is_ignored(&self, word: &str) -> bool {
        let id = self.vocabulary.id(word);
        self.ignored.iter().any(|row| row.as_slice() == [id])
    }

    fn meaning(&mut self, file: &GrammarFile, meaning: &'static Meaning) -> Result<StateId, LocatedFault> {
        let none = Vec::new();
        let phrases = match meaning.section {
            Section::Move => Some((&file.moves.phrases, &none)),
            section => entries(file, section)
                .iter()
                .find(|(key, _)| key.get_ref() == meaning.key)
                .map(|(_, entry)| (&entry.phrases, &entry.typed)),
        };
        let Some((phrases, typed)) = phrases else {
            let missing = meaning.key.to_owned();
            return Err((0..0, GrammarFault::Missing { section: meaning.section.name(), missing }));
        };
        if phrases.is_empty() && typed.is_empty() {
            return Err((span_of(file, meaning), GrammarFault::EmptyPhrase));
        }
        self.phrases(file, meaning, phrases)
    }

    /// The phrases of a meaning that are only typed.
    fn typed(&mut self, file: &GrammarFile, meaning: &'static Meaning) -> Result<StateId, LocatedFault> {
        let entry = entries(file, meaning.section).iter().find(|(key, _)| key.get_ref() == meaning.key);
        match entry {
            Some((_, entry)) if meaning.section != Section::Move => self.phrases(file, meaning, &entry.typed),
            _ => Ok(self.network.state()),
        }
    }

    fn phrases(
        &mut self,
        file: &GrammarFile,
        meaning: &'static Meaning,
        phrases: &Phrases,
    ) -> Result<StateId, LocatedFault> {
        let start = self.network.state();
        for text in phrases {
            let template = Template::parse(text.get_ref()).map_err(|fault| (text.span(), fault))?;
            self.parts
                .check(&template, meaning, &|word| self.is_ignored(word))
                .map_err(|fault| (text.span(), fault))?;
            let end = self.lay(&template, start, file).map_err(|fault| (text.span(), fault))?;
            self.network.accept(end);
        }
        Ok(start)
    }

    /// Lays the words of a template into the network; returns where it ends.
    fn lay(
        &mut self,
        template: &Template,
        from: StateId,
        file: &GrammarFile,
    ) -> Result<StateId, GrammarFault> {
        if self.network.is_too_large() {
            return Err(GrammarFault::TooLarge);
        }
        match template {
            Template::Word(word) => {
                let id = self.vocabulary.insert(word);
                let (label, to) = (self.network.label(vec![(id, 0)]), self.network.state());
                self.network.edge(from, label, None, to);
                Ok(to)
            }
            Template::Slot(name) => match Slot::named(name) {
                Some(Slot::Move) => {
                    let mut ends = Vec::new();
                    for text in &file.moves.phrases {
                        ends.push(self.lay(&Template::parse(text.get_ref())?, from, file)?);
                    }
                    Ok(self.joined(&ends))
                }
                slot => {
                    let classes = slot.map(Slot::classes).unwrap_or_default();
                    Ok(classes.iter().fold(from, |from, (class, place)| self.lay_class(*class, *place, from)))
                }
            },
            Template::Part(name) => {
                let part = self.parts.template(name).clone();
                self.lay(&part, from, file)
            }
            Template::Sequence(parts) => parts.iter().try_fold(from, |from, part| self.lay(part, from, file)),
            Template::OneOf(parts) => {
                let ends: Result<Vec<_>, _> = parts.iter().map(|part| self.lay(part, from, file)).collect();
                Ok(self.joined(&ends?))
            }
            Template::Optional(part) => {
                let end = self.lay(part, from, file)?;
                Ok(self.joined(&[from, end]))
            }
        }
    }

    fn lay_class(&mut self, class: WordClass, place: Field, from: StateId) -> StateId {
        let to = self.network.state();
        let entries = self.classes.get(&class).cloned().unwrap_or_default();
        let single = entries.iter().filter(|(row, _)| row.len() == 1).map(|(row, value)| (row[0], *value));
        let label = self.network.label(single.collect());
        self.network.edge(from, label, Some(place), to);
        for (row, value) in entries.iter().filter(|(row, _)| row.len() > 1) {
            let mut at = from;
            for (count, word) in row.iter().enumerate() {
                let last = count + 1 == row.len();
                let label = self.network.label(vec![(*word, *value)]);
                let next = if last { to } else { self.network.state() };
                self.network.edge(at, label, last.then_some(place), next);
                at = next;
            }
        }
        to
    }

    /// One state for several ends.
    fn joined(&mut self, ends: &[StateId]) -> StateId {
        let to = self.network.state();
        for end in ends {
            self.network.epsilon(*end, to);
        }
        to
    }

    /// Whether no utterance means two things. Answers may: they count first while they count at all.
    fn one_meaning_each(&self, file: &GrammarFile) -> Result<(), LocatedFault> {
        let spoken = MEANINGS.iter().zip(&self.starts);
        let typed = MEANINGS.iter().zip(&self.typed_starts);
        let all: Vec<_> = spoken.chain(typed).filter(|(m, _)| m.section != Section::Answers).collect();
        for (index, (one, start)) in all.iter().enumerate() {
            for (other, other_start) in &all[index + 1..] {
                let same = one.section == other.section && one.key == other.key;
                // "Castle" is a rook too: with nothing after it, it is asked about as castling.
                let castles = |words: &Vec<WordId>| {
                    matches!(other.semantics, Semantics::Piece)
                        && self.classes[&WordClass::Castling].iter().any(|(row, _)| row == words)
                };
                let common = self.network.common(**start, **other_start);
                if let Some(words) = common.filter(|words| !same && !castles(words)) {
                    let words: Vec<_> = words.iter().map(|word| self.vocabulary.word(*word)).collect();
                    let utterance = words.join(" ");
                    let fault =
                        GrammarFault::TwoMeanings { utterance, one: name_of(one), other: name_of(other) };
                    return Err((span_of(file, other), fault));
                }
            }
        }
        Ok(())
    }
}

fn name_of(meaning: &Meaning) -> &'static str {
    if meaning.section == Section::Move { "a move" } else { meaning.key }
}

fn parsed(phrases: &Phrases) -> Result<Template, LocatedFault> {
    let mut choices = Vec::new();
    for text in phrases {
        choices.push(Template::parse(text.get_ref()).map_err(|fault| (text.span(), fault))?);
    }
    if choices.is_empty() {
        return Err((0..0, GrammarFault::EmptyPhrase));
    }
    Ok(Template::OneOf(choices))
}

pub(super) fn entries(file: &GrammarFile, section: Section) -> &Entries<super::file::KeyPhrases> {
    match section {
        Section::Answers => &file.answers,
        Section::Questions => &file.questions,
        Section::Desk => &file.desk,
        Section::Commands | Section::Move => &file.commands,
    }
}

fn known_keys(section: Section, entries: &Entries<super::file::KeyPhrases>) -> Result<(), LocatedFault> {
    let keys: Vec<_> = MEANINGS.iter().filter(|m| m.section == section).map(|m| m.key).collect();
    for key in entries.keys() {
        if !keys.contains(&key.get_ref().as_str()) {
            let (found, expected) = (key.get_ref().clone(), keys.join(", "));
            return Err((key.span(), GrammarFault::Key { section: section.name(), found, expected }));
        }
    }
    Ok(())
}

/// Where a meaning's phrases stand.
fn span_of(file: &GrammarFile, meaning: &Meaning) -> Range<usize> {
    let phrases = |phrases: &Phrases| phrases.first().map(Spanned::span);
    let span = match meaning.section {
        Section::Move => phrases(&file.moves.phrases),
        section => {
            let entry = entries(file, section).iter().find(|(key, _)| key.get_ref() == meaning.key);
            entry.map(|(key, entry)| phrases(&entry.phrases).unwrap_or(key.span()))
        }
    };
    span.unwrap_or(0..0)
}

fn check_names(
    section: &'static str,
    values: &Values,
    names: &[String],
    all: bool,
) -> Result<(), LocatedFault> {
    let known: BTreeSet<_> = names.iter().map(String::as_str).collect();
    for (key, words) in values {
        if !known.contains(key.get_ref().as_str()) {
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
    let given: BTreeSet<_> = values.keys().map(|key| key.get_ref().as_str()).collect();
    match names.iter().find(|name| all && !given.contains(name.as_str())) {
        Some(missing) => Err((0..0, GrammarFault::Missing { section, missing: missing.clone() })),
        None => Ok(()),
    }
}
