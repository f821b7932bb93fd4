//! What can be said now, and what an utterance meant. It never guesses.
//!
//! A [`Grammar`] is a language as data (`grammars/*/words.toml`). In reading order:
//!
//! - `file`: the contents of a grammar file; `template`: the language of its phrases; `slot`: the values in a phrase;
//!   `meaning`: the meanings of phrases; `question` and `ruling`: the tables of questions and of rulings.
//! - `parts`, `topics`, `compile`: from a file to one `network` of all phrases; `cover`: what the recognizer learns from.
//! - `moment`: what makes sense now; `prior`: what will probably be said; `interpretation`: what a phrase means now;
//!   `framed`: what a whole utterance means, with what is passed over in it.
//! - `answered`: answers to an open question, which is all that was listened for.
//! - `alternative`: the recognizer's hypotheses; `understand`: the decision what was meant, with `confidence`
//!   (several hearings), `insertions` (a word too many), `candidates` and `edit_distance` (if nothing fits);
//!   `chatter`: whether it counts after what was just heard.
//! - `completeness`: whether a pausing speaker has finished; `typed`, `loose`, `repaired` and `remark`: typed lines; `canonical`: intents as phrases.
//!
//! Vosk's own "grammar" is a bigram model, which recombines words of different phrases. So this module parses every
//! hypothesis as a whole, and a hypothesis that does not parse is not understood.

#![warn(missing_docs, unreachable_pub)]

use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::OnceLock;

use strum::VariantArray;

use crate::files;
use crate::language::LanguageFolder;
use crate::notation::{Letters, SpokenNames};

mod intent;
mod error;
mod file;
mod talk;
mod template;
mod thresholds;
mod slot;
mod question;
mod ruling;
mod meaning;
mod network;
mod cover;
mod parts;
mod topics;
mod compile;
mod moment;
mod prior;
mod answered;
mod interpretation;
mod framed;
mod alternative;
mod understand;
mod confidence;
mod chatter;
mod completeness;
mod insertions;
mod candidates;
mod edit_distance;
mod typed;
mod loose;
mod nearest;
mod plainly;
mod own_words;
mod remark;
mod repaired;
mod misspelt;
mod row;
mod canonical;

pub use alternative::{Alternative, hearings};
pub use chatter::Chatter;
pub use completeness::MoveCompleteness;
pub use error::{GrammarError, GrammarFault};
pub use file::ExploringKeys;
pub use intent::{
    AdviceRequest, GamesRequest, HallRequest, Intent, IntentClass, OnlineRequest, ReviewStep,
    StrengthRequest, StudyRequest,
};
pub use moment::{Expectation, Moment};
pub use nearest::NearestPhrase;
pub use question::{
    Answer, AskedPiece, Fact, PageAddress, Question, QuestionContext, SideReference, Subject,
};
pub use ruling::{Availability, Execution, Irregularity, Order, OrderContext, Ruling};
pub use thresholds::Thresholds;
pub use topics::{PhrasePlace, PhraseTopic, SamplePhrase};
pub use understand::{Rejection, Understanding};

use compile::{Compiled, compile};
use cover::{BigramCover, UsedPairs};
use file::{GrammarFile, line_of};
use meaning::{MEANINGS, Section};
use moment::Scope;
use nearest::WordWeights;
use network::WordId;
use slot::{Slot, WordClass};

/// The recognizer gets each usual phrase this many times, and one that is said more rarely once.
const USUAL_WEIGHT: usize = 12;

/// A phrase, and how many times the recognizer gets it.
type WeighedPhrase = (String, usize);

/// A language with its words, its phrases and their meanings.
#[derive(Debug)]
pub struct Grammar {
    file: GrammarFile,
    letters: Letters,
    compiled: Compiled,
    topics: Vec<PhraseTopic>,
    /// For each word, by number, whether the recognizer can hear it.
    heard: Vec<bool>,
    /// How far what is heard can be trusted.
    thresholds: Thresholds,
    /// The recognizer's phrases of a game, and the pairs of neighbours in them; made when first wanted.
    game: OnceLock<(Vec<WeighedPhrase>, UsedPairs)>,
    /// The recognizer's phrases in each [`Scope`], besides those of a game where that has moves; made when first wanted.
    covers: Vec<OnceLock<Vec<WeighedPhrase>>>,
    /// What the words of the phrases tell; found out when first wanted.
    weights: OnceLock<WordWeights>,
    /// The words of the phrases that do not assent; found out when first wanted.
    words_of_others: OnceLock<HashSet<WordId>>,
    /// The words that sound like an answer and are none, as far as the recognizer can hear them.
    decoys: Vec<String>,
}

impl Grammar {
    /// Returns all that can be said, by topics.
    pub fn topics(&self) -> &[PhraseTopic] {
        &self.topics
    }

    /// Returns the grammar of a language that comes with annabella.
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
        let text = files::read_text(path)
            .map_err(|source| GrammarError::Unreadable { path: path.to_owned(), source })?;
        Grammar::parse(&text, &path.display().to_string())
    }

    /// Reads the text of a grammar file; `name` is what errors call it.
    pub fn parse(text: &str, name: &str) -> Result<Grammar, GrammarError> {
        Grammar::read(text, name, false)
    }

    fn read(text: &str, name: &str, is_built_in: bool) -> Result<Grammar, GrammarError> {
        let (file, letters, compiled) = compile(text, name, is_built_in)?;
        let mut grammar = Grammar {
            file,
            letters,
            compiled,
            topics: Vec::new(),
            heard: Vec::new(),
            decoys: Vec::new(),
            thresholds: Thresholds::default(),
            game: OnceLock::new(),
            covers: Vec::new(),
            weights: OnceLock::new(),
            words_of_others: OnceLock::new(),
        };
        grammar.topics = topics::topics(&grammar).map_err(|(span, fault)| GrammarError::Fault {
            file: name.to_owned(),
            line: line_of(text, span.start),
            fault,
        })?;
        grammar.listen_to(|_| true);
        Ok(grammar)
    }

    /// Returns the tag of the language.
    pub fn language(&self) -> &str {
        self.file.language.get_ref()
    }

    /// Whether a typed line names the language, in its own words or another's.
    pub fn is_named_in(&self, line: &str) -> bool {
        self.typed_words(line).iter().any(|word| self.file.called.contains(word))
    }

    /// Whether a line is about what is the speaker's: "my last move", and not "my opponent".
    pub fn is_of_the_speaker(&self, line: &str) -> bool {
        let line = format!(" {} ", self.typed_words(line).join(" "));
        let mine = self
            .file
            .opponent
            .iter()
            .fold(line, |line, opponent| line.replace(&format!(" {opponent} "), " "));
        let ids: Vec<_> = mine.split_whitespace().map(|word| self.compiled.vocabulary.id(word)).collect();
        let rows = self.compiled.classes.get(&WordClass::Mine).into_iter().flatten();
        rows.map(|(row, _)| row).any(|row| ids.windows(row.len()).any(|words| words == row))
    }

    /// Returns the names with which annabella speaks a move.
    pub fn spoken(&self) -> &SpokenNames {
        &self.file.spoken
    }

    /// Returns the keys that explore the board, as far as they depend on the language.
    pub fn exploring(&self) -> &ExploringKeys {
        &self.file.exploring
    }

    /// Returns the letters of the pieces in written moves.
    pub fn letters(&self) -> &Letters {
        &self.letters
    }

    /// Returns all words that can be said, in lower case: what a speech model should know.
    pub fn words(&self) -> &[String] {
        &self.compiled.vocabulary.words()[..self.compiled.spoken_words]
    }

    /// Returns the phrases that the recognizer should expect now: lower-case words with single spaces between.
    ///
    /// They cover illegal moves too, so that an illegal move spoken clearly is heard as such. A phrase that occurs
    /// several times is likelier in proportion.
    pub fn phrases(&self, moment: &Moment) -> Vec<String> {
        let scope = moment.expects.scope();
        let times = |(phrase, times): &WeighedPhrase| std::iter::repeat_n(phrase.clone(), *times);
        let mut phrases: Vec<String> = self.further_cover(scope).iter().flat_map(times).collect();
        if scope.has_moves() {
            phrases.extend(self.game_cover().0.iter().flat_map(times));
            phrases.append(&mut self.prior_phrases(moment));
        }
        if moment.expects.is_question() {
            phrases.extend_from_slice(&self.decoys);
        }
        phrases
    }

    /// Returns the words that sound like an answer to a question and are none.
    pub fn decoys(&self) -> &[String] {
        &self.decoys
    }

    /// Returns how far what the speech model hears can be trusted.
    pub fn thresholds(&self) -> Thresholds {
        self.thresholds
    }

    /// Sets how far what the speech model hears can be trusted.
    pub fn trust(&mut self, thresholds: Thresholds) {
        self.thresholds = thresholds;
    }

    /// Limits listening to the words that the speech model knows, and to the first known spelling of each sound.
    /// Returns the words that some phrase requires but the model knows in no spelling.
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
        let decoys = self.file.decoys.iter().map(|decoy| decoy.get_ref());
        self.decoys = decoys.filter(|decoy| knows(decoy)).cloned().collect();
        self.game = OnceLock::new();
        self.covers = Scope::VARIANTS.iter().map(|_| OnceLock::new()).collect();
        lacking
    }

    /// Returns the spelling in which the recognizer writes a word ("cäsar" or "cesar"), or the word itself if it is
    /// in no phrase.
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
        self.covering(UsedPairs::default())
    }

    /// Returns a cover that goes on from these pairs.
    fn covering(&self, used: UsedPairs) -> BigramCover<'_> {
        // Speakers do not mix letters and names within a square or a move.
        let apart = [self.compiled.letters.as_slice(), &self.compiled.files];
        BigramCover::new(&self.compiled.network, &self.heard, apart, used)
    }

    /// Returns the recognizer's phrases of a game, and the pairs of neighbours in them.
    fn game_cover(&self) -> &(Vec<WeighedPhrase>, UsedPairs) {
        self.game.get_or_init(|| {
            let mut cover = self.no_phrases();
            let mut phrases = self.cover_meanings(&mut cover, |meaning| Scope::Game.has(meaning));
            phrases.extend(cover.phrases(self.compiled.framed).iter().map(|words| (self.text(words), 1)));
            (phrases, cover.into_used())
        })
    }

    /// Returns the recognizer's further phrases in a scope: besides those of a game where that has moves.
    fn further_cover(&self, scope: Scope) -> &[WeighedPhrase] {
        self.covers[scope as usize].get_or_init(|| match scope {
            Scope::Game => Vec::new(),
            // A claim with a move would bring all moves with it.
            Scope::Opponent | Scope::MicrophoneOn | Scope::Nothing | Scope::Hall => self
                .cover_meanings(&mut self.no_phrases(), |meaning| {
                    scope.has(meaning) && !meaning.slots.contains(&Slot::Move)
                }),
            Scope::Which
            | Scope::Promotion
            | Scope::Draw
            | Scope::Whose
            | Scope::Desk
            | Scope::Review
            | Scope::Study => {
                let mut cover = self.covering(self.game_cover().1.clone());
                self.cover_meanings(&mut cover, |meaning| scope.has(meaning) && !Scope::Game.has(meaning))
            }
        })
    }

    /// Returns the rows that cover what is usually said, short phrases as often as their weight, and what is said more
    /// rarely. A word that is ignored may follow a short phrase: "nein danke".
    fn cover_meanings(
        &self,
        cover: &mut BigramCover,
        has: impl Fn(&meaning::Meaning) -> bool,
    ) -> Vec<WeighedPhrase> {
        let mut phrases = Vec::new();
        let mut ended = BTreeSet::new();
        let mut starts: Vec<_> =
            MEANINGS.iter().zip(&self.compiled.starts).filter(|(meaning, _)| has(meaning)).collect();
        // Moves are part of other phrases, which need not be covered again there.
        starts.sort_by_key(|(meaning, _)| meaning.section != Section::Move);
        for (meaning, starts) in &starts {
            let rows = cover.phrases(starts.usual);
            phrases.extend(rows.iter().map(|words| (self.text(words), 1)));
            match meaning.section {
                Section::Commands | Section::Questions | Section::Desk | Section::Hall => {}
                // These are weighed by the position.
                Section::Move | Section::Answers => continue,
            }
            for words in cover.plain(starts.usual) {
                phrases.push((self.text(&words), USUAL_WEIGHT));
                if words.last().is_some_and(|last| ended.insert(*last)) {
                    let followed = self.passed_over().map(|word| [words.as_slice(), word].concat());
                    phrases.extend(followed.map(|words| (self.text(&words), 1)));
                }
            }
        }
        for (_, starts) in &starts {
            phrases.extend(cover.phrases(starts.rare).iter().map(|words| (self.text(words), 1)));
        }
        phrases.extend(self.passed_over().map(|words| (self.text(words), 1)));
        phrases
    }

    /// Returns the rows of words that are ignored and can be heard.
    fn passed_over(&self) -> impl Iterator<Item = &[WordId]> {
        let audible = |words: &&Vec<WordId>| words.iter().all(|word| self.heard[usize::from(*word)]);
        self.compiled.ignored.iter().filter(audible).map(Vec::as_slice)
    }

    fn text(&self, words: &[WordId]) -> String {
        let words: Vec<_> = words.iter().map(|word| self.compiled.vocabulary.word(*word)).collect();
        words.join(" ")
    }
}
