//! Compiles a grammar file to the network of its phrases, and finds what is wrong with it.

mod words;

use std::collections::BTreeMap;
use std::ops::Range;

use strum::VariantArray;

use crate::language::TomlFault;
use crate::notation::Letters;

use super::error::{GrammarError, GrammarFault};
use super::file::{Entries, GrammarFile, Phrases, Text, line_of};
use super::meaning::{MEANINGS, Meaning, Section, Semantics};
use super::moment::Scope;
use super::network::{Network, StateId, Vocabulary, WordId};
use super::parts::Parts;
use super::slot::{Field, Slot, SlotValue, WordClass};
use super::template::Template;

/// A compiled grammar file.
#[derive(Debug, Default)]
pub(super) struct Compiled {
    /// First the words that can be said, then those that are only typed.
    pub vocabulary: Vocabulary,
    /// How many words can be said.
    pub spoken_words: usize,
    pub network: Network,
    /// The phrases of each of [`MEANINGS`] in the network.
    pub starts: Vec<PhraseStarts>,
    pub classes: WordClasses,
    pub parts: Parts,
    /// Groups of spellings of the same sound.
    pub spellings: Vec<Vec<WordId>>,
    /// The letters of the board's files.
    pub letters: Vec<WordId>,
    /// The names of the board's files.
    pub files: Vec<WordId>,
    /// Rows of words that are ignored, the longest first.
    pub ignored: Vec<Vec<WordId>>,
    /// Rows of words that are ignored at the ends of a typed line, the longest first.
    pub polite: Vec<Vec<WordId>>,
    /// What takes a move back in a typed line.
    pub repairs: Vec<Vec<WordId>>,
    /// The same for what is asked: more of them.
    pub asking: Vec<Vec<WordId>>,
    /// Rows of words with which a question may begin, the longest first.
    pub frames: Vec<Vec<WordId>>,
    /// The first state of these rows, each before every question that can be said.
    pub framed: StateId,
    /// Words that are left out of a question.
    pub fillers: Vec<WordId>,
    /// More words that are left out of a typed question whose others name what is asked about.
    pub unstressed: Vec<WordId>,
    /// What is no answer to a question of yes or no.
    pub equivocal: Vec<Vec<WordId>>,
}

/// The states in which the phrases of one meaning begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct PhraseStarts {
    pub usual: StateId,
    /// Of the phrases that are said more rarely.
    pub rare: StateId,
    /// Of the phrases that are only typed.
    pub typed: StateId,
}

impl PhraseStarts {
    /// Returns the starts of what can be said.
    pub(super) fn spoken(self) -> [StateId; 2] {
        [self.usual, self.rare]
    }

    pub(super) fn all(self) -> [StateId; 3] {
        [self.usual, self.rare, self.typed]
    }
}

/// Compiles the text of a grammar file; `name` is what errors call it. Returns the file, its letters and the result.
/// `is_built_in` skips the checks of parts and slots, and that no utterance means two things, which takes longer than all the
/// rest: the tests have made them.
pub(super) fn compile(
    text: &str,
    name: &str,
    is_built_in: bool,
) -> Result<(GrammarFile, Letters, Compiled), GrammarError> {
    let at = |offset: usize, fault| GrammarError::Fault {
        file: name.to_owned(),
        line: line_of(text, offset),
        fault,
    };
    let file: GrammarFile = toml::from_str(text).map_err(|error| {
        let (line, text, fault) = TomlFault::locate(text, &error);
        GrammarError::Fault { file: name.to_owned(), line, fault: GrammarFault::Toml { text, fault } }
    })?;
    let language = file.language.get_ref();
    let own = file.letters.clone().map(|letters| Letters::of_its_own(language.clone(), letters));
    let Some(letters) = own.or_else(|| Letters::of_language(language)) else {
        let expected = Letters::ALL.map(|letters| letters.tag).join(", ");
        let fault = GrammarFault::Language { found: language.clone(), expected };
        return Err(at(file.language.span().start, fault));
    };
    let mut compiled = Compiled::default();
    let filled = compiled.fill(&file, is_built_in);
    let sound = filled.and_then(|()| if is_built_in { Ok(()) } else { compiled.one_meaning_each(&file) });
    sound.map_err(|(span, fault)| at(span.start, fault))?;
    Ok((file, letters, compiled))
}

/// A fault and its place in the text.
pub(super) type LocatedFault = (Range<usize>, GrammarFault);

/// For each class its rows of words, each with its value.
pub(super) type WordClasses = BTreeMap<WordClass, Vec<(Vec<WordId>, SlotValue)>>;

impl Compiled {
    fn fill(&mut self, file: &GrammarFile, is_built_in: bool) -> Result<(), LocatedFault> {
        self.spoken_words(file)?;
        self.named_parts(&file.parts, is_built_in)?;
        self.named_parts(&file.moves.parts, is_built_in)?;
        for section in [Section::Answers, Section::Commands, Section::Questions, Section::Desk, Section::Hall]
        {
            known_keys(section, file)?;
        }
        let mut spoken = Vec::with_capacity(MEANINGS.len());
        for meaning in MEANINGS.iter() {
            let Some(phrases) = file.phrases(meaning) else {
                let missing = meaning.key.to_owned();
                return Err((0..0, GrammarFault::Missing { section: meaning.section.name(), missing }));
            };
            if phrases.all().next().is_none() {
                return Err((phrases.span, GrammarFault::EmptyPhrase));
            }
            let usual = self.phrases(file, meaning, phrases.usual, is_built_in)?;
            spoken.push([usual, self.phrases(file, meaning, phrases.rare, is_built_in)?]);
        }
        self.framed = self.framed_questions(&spoken);
        self.spoken_words = self.vocabulary.words().len();
        self.typed_words(file)?;
        for (meaning, [usual, rare]) in MEANINGS.iter().zip(spoken) {
            let typed = file.phrases(meaning).map_or(&[][..], |phrases| phrases.typed);
            let typed = self.phrases(file, meaning, typed, is_built_in)?;
            self.starts.push(PhraseStarts { usual, rare, typed });
        }
        self.parts.all_used()?;
        self.network.finish();
        for (meaning, starts) in MEANINGS.iter().zip(&self.starts) {
            if starts.all().into_iter().any(|start| self.network.accepts_nothing(start)) {
                return Err((span_of(file, meaning), GrammarFault::EmptyPhrase));
            }
        }
        Ok(())
    }

    /// Lays the frames before every question that can be said; `spoken` has the starts of each meaning.
    fn framed_questions(&mut self, spoken: &[[StateId; 2]]) -> StateId {
        let framed = self.network.start();
        let frames = self.frames.clone();
        let ends: Vec<StateId> = frames.iter().map(|row| self.lay_words(row, framed)).collect();
        let asked = self.joined(&ends);
        let questions =
            MEANINGS.iter().zip(spoken).filter(|(meaning, _)| meaning.section == Section::Questions);
        for start in questions.flat_map(|(_, starts)| starts) {
            self.network.epsilon(asked, *start);
        }
        framed
    }

    fn named_parts(&mut self, parts: &Entries<Phrases>, is_built_in: bool) -> Result<(), LocatedFault> {
        for (name, phrases) in parts {
            if !self.parts.insert(name.get_ref(), parsed(phrases)?, name.span()) {
                let found = name.get_ref().clone();
                let expected = "a name that no other part has".to_owned();
                return Err((name.span(), GrammarFault::Key { section: "parts", found, expected }));
            }
        }
        if is_built_in { Ok(()) } else { self.parts.check_all(&|word| self.is_ignored(word)) }
    }

    fn is_ignored(&self, word: &str) -> bool {
        let id = self.vocabulary.id(word);
        self.ignored.iter().any(|row| row.as_slice() == [id])
    }

    fn phrases(
        &mut self,
        file: &GrammarFile,
        meaning: &'static Meaning,
        phrases: &[Text],
        is_built_in: bool,
    ) -> Result<StateId, LocatedFault> {
        let start = self.network.start();
        for text in phrases {
            let template = Template::parse(text.get_ref()).map_err(|fault| (text.span(), fault))?;
            if !is_built_in {
                self.parts
                    .check(&template, meaning, &|word| self.is_ignored(word))
                    .map_err(|fault| (text.span(), fault))?;
            }
            let end = self.lay(&template, start, file).map_err(|fault| (text.span(), fault))?;
            self.network.accept(end);
        }
        Ok(start)
    }

    /// Lays the words of a template into the network and returns the state in which it ends.
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
                Ok(self.lay_words(&[id], from))
            }
            Template::Slot(Slot::Move) => {
                let mut ends = Vec::new();
                for text in &file.moves.phrases {
                    ends.push(self.lay(&Template::parse(text.get_ref())?, from, file)?);
                }
                Ok(self.joined(&ends))
            }
            Template::Slot(slot) => {
                let classes = slot.classes().iter();
                Ok(classes.fold(from, |from, (class, field)| self.lay_class(*class, *field, from)))
            }
            Template::Part(name) => {
                self.parts.set_used(name);
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

    fn lay_class(&mut self, class: WordClass, field: Field, from: StateId) -> StateId {
        let to = self.network.state();
        let entries = self.classes.get(&class).cloned().unwrap_or_default();
        let single = entries.iter().filter(|(row, _)| row.len() == 1).map(|(row, value)| (row[0], *value));
        let label = self.network.label(single.collect());
        if class == WordClass::Number {
            self.network.number_edge(from, label, field, to);
        } else {
            self.network.edge(from, label, Some(field), to);
        }
        // Rows that differ in their last word only share the rest: "twenty one", "twenty two".
        let mut begun: BTreeMap<&[WordId], Vec<(WordId, SlotValue)>> = BTreeMap::new();
        for (row, value) in entries.iter().filter(|(row, _)| row.len() > 1) {
            if let Some((last, before)) = row.split_last() {
                begun.entry(before).or_default().push((*last, *value));
            }
        }
        for (before, last) in begun {
            let at = self.lay_words(before, from);
            let label = self.network.label(last);
            self.network.edge(at, label, Some(field), to);
        }
        to
    }

    /// Lays words without values one after the other and returns the state behind them.
    fn lay_words(&mut self, words: &[WordId], from: StateId) -> StateId {
        words.iter().fold(from, |from, word| {
            let (label, to) = (self.network.label(vec![(*word, 0)]), self.network.state());
            self.network.edge(from, label, None, to);
            to
        })
    }

    /// Joins several ends in one state.
    fn joined(&mut self, ends: &[StateId]) -> StateId {
        let to = self.network.state();
        for end in ends {
            self.network.epsilon(*end, to);
        }
        to
    }

    /// Checks that no utterance means two things that can be said at one moment. Answers may repeat other phrases, since they take precedence.
    fn one_meaning_each(&self, file: &GrammarFile) -> Result<(), LocatedFault> {
        let starts = MEANINGS.iter().zip(&self.starts).filter(|(m, _)| m.section != Section::Answers);
        let all: Vec<_> =
            starts.flat_map(|(meaning, starts)| starts.all().map(|start| (meaning, start))).collect();
        for (index, (one, start)) in all.iter().enumerate() {
            for (other, other_start) in &all[index + 1..] {
                let same = one.section == other.section && one.key == other.key;
                let meet = Scope::VARIANTS.iter().any(|scope| scope.has(one) && scope.has(other));
                // "Castle" also means the rook. Said alone, it counts as castling, and is confirmed.
                let castles = |words: &Vec<WordId>| {
                    matches!(other.semantics, Semantics::Piece)
                        && self.classes[&WordClass::Castling].iter().any(|(row, _)| row == words)
                };
                if !meet {
                    continue;
                }
                let common = self.network.common(*start, *other_start);
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

fn parsed(phrases: &[Text]) -> Result<Template, LocatedFault> {
    let mut choices = Vec::new();
    for text in phrases {
        choices.push(Template::parse(text.get_ref()).map_err(|fault| (text.span(), fault))?);
    }
    if choices.is_empty() {
        return Err((0..0, GrammarFault::EmptyPhrase));
    }
    Ok(Template::OneOf(choices))
}

fn known_keys(section: Section, file: &GrammarFile) -> Result<(), LocatedFault> {
    let keys: Vec<_> = MEANINGS.iter().filter(|m| m.section == section).map(|m| m.key).collect();
    for key in file.entries(section).into_iter().flat_map(|entries| entries.keys()) {
        if !keys.contains(&key.get_ref().as_str()) {
            let (found, expected) = (key.get_ref().clone(), keys.join(", "));
            return Err((key.span(), GrammarFault::Key { section: section.name(), found, expected }));
        }
    }
    Ok(())
}

/// Returns the place of a meaning's phrases in the file.
fn span_of(file: &GrammarFile, meaning: &Meaning) -> Range<usize> {
    file.phrases(meaning).map_or(0..0, |phrases| phrases.span)
}
