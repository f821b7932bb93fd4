//! What can be said now, and what was meant by what was heard. It never guesses.
//!
//! A [`Grammar`] is a language as data (`grammars/*/words.toml`). In reading order:
//!
//! - `file`: a grammar file as it is written; `template`: the language of its phrases; `slot`: what a phrase can carry;
//!   `meaning`: what it can mean; `question` and `ruling`: the tables of questions and of rulings.
//! - `parts`, `topics`, `compile`: from a file to one `network` of all phrases.
//! - `moment`: what makes sense now; `prior`: what will mostly be said then; `interpretation`: what a phrase means then.
//! - `alternative`: the recognizer's hypotheses; `understand`: the decision what was meant, with `confidence` (several hearings), `insertions` (a word too many),
//!   `candidates` and `edit_distance` (where nothing fits); `chatter`: whether that counts after what was just heard.
//! - `completeness`: whether somebody who pauses has finished; `typed`: a typed line as words; `canonical`: an intent as a
//!   phrase.
//!
//! Vosk's own "grammar" is a bigram model, in which words of different phrases recombine. So every
//! hypothesis is parsed whole here, and what does not parse was not understood.

#![warn(missing_docs, unreachable_pub)]

use std::path::Path;

use strum::VariantArray;

use crate::language::LanguageFolder;
use crate::notation::{Letters, SpokenNames};

mod intent;
mod error;
mod file;
mod template;
mod slot;
mod question;
mod ruling;
mod meaning;
mod network;
mod parts;
mod topics;
mod compile;
mod moment;
mod prior;
mod interpretation;
mod alternative;
mod understand;
mod confidence;
mod chatter;
mod completeness;
mod insertions;
mod candidates;
mod edit_distance;
mod typed;
mod canonical;

pub use alternative::{Alternative, hearings};
pub use chatter::Chatter;
pub use completeness::MoveCompleteness;
pub use error::{GrammarError, GrammarFault};
pub use intent::{AdviceRequest, GamesRequest, Intent, IntentClass, OnlineRequest, ReviewStep};
pub use moment::{Expectation, Moment};
pub use question::{Answer, Question, QuestionContext, SideReference, Subject};
pub use ruling::{Availability, Execution, Irregularity, Order, OrderContext, Ruling};
pub use topics::{PhraseTopic, SamplePhrase};
pub use understand::{Rejection, Understanding};

use compile::{Compiled, compile};
use file::GrammarFile;
use meaning::MEANINGS;
use moment::Scope;
use network::{BigramCover, WordId};

/// A language: its words, its phrases and what they mean.
#[derive(Debug)]
pub struct Grammar {
    file: GrammarFile,
    letters: Letters,
    compiled: Compiled,
    /// Which words the recognizer can hear, by number.
    heard: Vec<bool>,
    /// The recognizer's phrases of a game.
    game: Vec<String>,
    /// Those of each [`Scope`], besides.
    others: Vec<Vec<String>>,
}

impl Grammar {
    /// What can be said, by topics: everything is in one of them.
    pub fn topics(&self) -> &[PhraseTopic] {
        &self.compiled.topics
    }

    /// The grammar of a language that comes with annabella.
    ///
    /// # Panics
    ///
    /// Never: the tests read all of them.
    pub fn of(language: LanguageFolder) -> Grammar {
        let name = format!("grammars/{}/words.toml", language.tag);
        Grammar::read(language.words, &name, true).expect("the grammar built in is sound")
    }

    /// Reads a grammar file.
    pub fn load(path: &Path) -> Result<Grammar, GrammarError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| GrammarError::Unreadable { path: path.to_owned(), source })?;
        Grammar::parse(&text, &path.display().to_string())
    }

    /// Reads the text of a grammar file; `name` is what errors call it.
    pub fn parse(text: &str, name: &str) -> Result<Grammar, GrammarError> {
        Grammar::read(text, name, false)
    }

    fn read(text: &str, name: &str, is_built_in: bool) -> Result<Grammar, GrammarError> {
        let (file, letters, compiled) = compile(text, name, is_built_in)?;
        let mut grammar =
            Grammar { file, letters, compiled, heard: Vec::new(), game: Vec::new(), others: Vec::new() };
        grammar.listen_to(|_| true);
        Ok(grammar)
    }

    /// The names annabella uses when it speaks a move.
    pub fn spoken(&self) -> &SpokenNames {
        &self.file.spoken
    }

    /// The letters of the pieces in written moves.
    pub fn letters(&self) -> &Letters {
        &self.letters
    }

    /// Every word that can be said, lower case: what a speech model should know.
    pub fn words(&self) -> &[String] {
        &self.compiled.vocabulary.words()[..self.compiled.spoken_words]
    }

    /// The phrases the recognizer should expect now: lower-case words with single spaces between.
    ///
    /// They cover all moves there are, not only the legal ones, so that an illegal move clearly
    /// spoken is heard as what it is. What stands there several times is as much likelier.
    pub fn phrases(&self, moment: &Moment) -> Vec<String> {
        let scope = moment.expects.scope();
        let mut phrases = self.others[scope as usize].clone();
        if scope.has_moves() {
            phrases.extend_from_slice(&self.game);
            phrases.append(&mut self.prior_phrases(moment));
        }
        phrases
    }

    /// Listens only to words the speech model knows, and of several spellings of one sound only to
    /// the first of these. Returns the words that must be said in some phrase but are not known in
    /// any spelling.
    pub fn listen_to(&mut self, knows: impl Fn(&str) -> bool) -> Vec<String> {
        let vocabulary = &self.compiled.vocabulary;
        let known: Vec<bool> = vocabulary.words().iter().map(|word| knows(word)).collect();
        let mut heard = known.clone();
        let mut lacking = known.iter().map(|known| !known).collect::<Vec<_>>();
        for typed_only in self.compiled.spoken_words..known.len() {
            (heard[typed_only], lacking[typed_only]) = (false, false);
        }
        for spellings in &self.compiled.spellings {
            let first = spellings.iter().copied().find(|word| known[usize::from(*word)]);
            for word in spellings {
                heard[usize::from(*word)] &= Some(*word) == first;
                lacking[usize::from(*word)] &= first.is_none();
            }
        }
        if !self.file.listen_for_letters {
            for letter in &self.compiled.letters {
                heard[usize::from(*letter)] = false;
            }
        }
        let lacking = vocabulary.words().iter().zip(lacking).filter(|(_, lacks)| *lacks);
        let lacking = lacking.map(|(word, _)| word.clone()).collect();
        self.heard = heard;
        (self.game, self.others) = self.covers();
        lacking
    }

    /// The spelling in which the recognizer writes a word that has several ("cäsar", "cesar"). A word
    /// that is in no phrase stays as it is.
    pub fn spelling_heard<'a>(&'a self, word: &'a str) -> &'a str {
        let id = self.compiled.vocabulary.id(word);
        let heard = |id: &&WordId| self.heard[usize::from(**id)];
        let spellings = self.compiled.spellings.iter().find(|spellings| spellings.contains(&id));
        match spellings.and_then(|spellings| spellings.iter().find(heard)) {
            Some(first) => self.compiled.vocabulary.word(*first),
            None => word,
        }
    }

    fn no_phrases(&self) -> BigramCover<'_> {
        // A speaker does not change between letters and names within a square or from file to file.
        BigramCover::new(&self.compiled.network, &self.heard, [&self.compiled.letters, &self.compiled.files])
    }

    /// The phrases of a game, and those of each scope besides.
    fn covers(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let mut base = self.no_phrases();
        let game = self.cover(&mut base, |meaning| Scope::Game.has(meaning));
        let others = Scope::VARIANTS.iter().map(|scope| match scope {
            Scope::Game => Vec::new(),
            Scope::Opponent | Scope::MicrophoneOn | Scope::Nothing => {
                self.cover(&mut self.no_phrases(), |meaning| scope.has(meaning))
            }
            Scope::Which | Scope::Promotion | Scope::Draw | Scope::Whose | Scope::Desk | Scope::Review => {
                self.cover(&mut base.clone(), |meaning| scope.has(meaning) && !Scope::Game.has(meaning))
            }
        });
        (game, others.collect())
    }

    fn cover(&self, cover: &mut BigramCover, has: impl Fn(&meaning::Meaning) -> bool) -> Vec<String> {
        let mut phrases = Vec::new();
        for (_, start) in MEANINGS.iter().zip(&self.compiled.starts).filter(|(meaning, _)| has(meaning)) {
            phrases.extend(cover.phrases(*start).iter().map(|words| self.text(words)));
        }
        let audible = |words: &&Vec<WordId>| words.iter().all(|word| self.heard[usize::from(*word)]);
        phrases.extend(self.compiled.ignored.iter().filter(audible).map(|words| self.text(words)));
        phrases
    }

    fn text(&self, words: &[WordId]) -> String {
        let words: Vec<_> = words.iter().map(|word| self.compiled.vocabulary.word(*word)).collect();
        words.join(" ")
    }
}
