//! What is likelier to be said than the rest: the legal moves and the answers to an open question, in their usual
//! forms and with the usual names.

use std::collections::BTreeSet;

use super::network::WordId;
use super::slot::{SlotValue, WordClass};
use super::{Grammar, Moment};
use crate::laws::{Chess, Move, Position, Square};
use crate::notation::{self, MoveForm, SpokenNames};

/// The recognizer gets each legal move this many times, and another phrase once. More gains nothing, and makes it
/// hear more illegal moves as legal ones.
const LEGAL_MOVE_WEIGHT: usize = 4;

impl Grammar {
    /// Returns the likelier phrases, each as often as its weight; none where the position must not be told, for a word
    /// that is half heard would become the one that fits. The answers to a question together weigh as much as
    /// all legal moves. Of 142 squares said by letters in noise to answer which of two moves was meant, this gets 115
    /// right at once and one wrong, instead of 98 and three; of 200 moves that were neither of the two, 137 right and
    /// five wrong, instead of 146 and four.
    pub(super) fn prior_phrases(&self, moment: &Moment) -> Vec<String> {
        let namings = self.namings();
        let mut moves =
            moment.position.map(|at| self.phrases_of(&at.legal_moves(), at, &namings)).unwrap_or_default();
        if let Some(at) = moment.position.filter(|_| moment.is_numeric) {
            let numeric = |m| self.as_heard(&notation::speak(at, m, self.spoken(), MoveForm::Numeric));
            moves.extend(at.legal_moves().into_iter().filter_map(numeric));
        }
        let answers = self.answers(moment, &namings);
        let moves_per_answer = moves.len().div_ceil(answers.len().max(1));
        let times = |phrases, times| std::iter::repeat_n(phrases, times).flatten();
        times(moves, LEGAL_MOVE_WEIGHT).chain(times(answers, LEGAL_MOVE_WEIGHT * moves_per_answer)).collect()
    }

    /// Returns the usual forms of legal moves, with each alphabet.
    fn phrases_of(&self, moves: &[Move], position: &Chess, namings: &[SpokenNames]) -> Vec<String> {
        let mut phrases = Vec::new();
        for m in moves {
            for form in [MoveForm::Full, MoveForm::Short, MoveForm::Squares] {
                let said = namings.iter().map(|names| notation::speak(position, *m, names, form));
                let mut heard: Vec<String> = said.filter_map(|said| self.as_heard(&said)).collect();
                // Castling is the same in all alphabets.
                heard.dedup();
                phrases.append(&mut heard);
            }
        }
        phrases
    }

    /// Returns the answers to the question which of several moves was meant: the move; its origin or destination, or
    /// the letter or number of that square, if the moves differ in it; what a pawn becomes.
    pub(super) fn answers(&self, moment: &Moment, namings: &[SpokenNames]) -> Vec<String> {
        let moves = moment.expects.moves();
        let from: BTreeSet<Square> = moves.iter().filter_map(|m| m.from()).collect();
        let to: BTreeSet<Square> = moves.iter().filter(|m| !m.is_castle()).map(|m| m.to()).collect();
        let mut said: Vec<String> =
            moves.iter().filter_map(|m| Some(self.spoken().piece(m.promotion()?).to_owned())).collect();
        for squares in [from, to].iter().filter(|squares| squares.len() > 1) {
            let has_one_file = squares.iter().map(|square| square.file()).collect::<BTreeSet<_>>().len() == 1;
            for names in namings {
                for square in squares {
                    let part =
                        if has_one_file { names.rank(square.rank()) } else { names.file(square.file()) };
                    said.extend([names.square(*square), part.to_owned()]);
                }
            }
        }
        let mut heard: Vec<String> = said.iter().filter_map(|said| self.as_heard(said)).collect();
        heard.extend(moment.position.map(|at| self.phrases_of(moves, at, namings)).unwrap_or_default());
        heard.sort_unstable();
        heard.dedup();
        heard
    }

    /// Returns the names for spoken moves: annabella's own file names, other file names (in English NATO's) and
    /// letters.
    pub(super) fn namings(&self) -> Vec<SpokenNames> {
        let spoken = self.spoken();
        let files = spoken.files.each_ref().map(|name| self.spelling_heard(&name.to_lowercase()).to_owned());
        let mut namings = vec![spoken.clone()];
        for words in [&self.compiled.files, &self.compiled.letters] {
            let alphabets = (0..).map_while(|nth| self.alphabet(words, nth));
            let others = alphabets.filter(|other| *other != files);
            namings.extend(others.map(|files| SpokenNames { files, ..spoken.clone() }));
        }
        namings
    }

    /// Returns the `nth` of these words for each of the files.
    fn alphabet(&self, words: &[WordId], nth: usize) -> Option<[String; 8]> {
        let entries = &self.compiled.classes[&WordClass::File];
        let name = |file: SlotValue| {
            let of_file = entries.iter().filter_map(|(row, value)| match row.as_slice() {
                [word] if *value == file && words.contains(word) => {
                    Some(self.compiled.vocabulary.word(*word))
                }
                _ => None,
            });
            let mut names: Vec<&str> = of_file.map(|word| self.spelling_heard(word)).collect();
            names.dedup();
            names.get(nth).map(|name| (*name).to_owned())
        };
        (0..8).map(name).collect::<Option<Vec<String>>>()?.try_into().ok()
    }

    /// Returns the phrase in the recognizer's spelling, if the recognizer hears all of its words.
    fn as_heard(&self, phrase: &str) -> Option<String> {
        let phrase = phrase.to_lowercase();
        let words: Vec<&str> = phrase.split(' ').map(|word| self.spelling_heard(word)).collect();
        words.iter().all(|word| self.is_heard(word)).then(|| words.join(" "))
    }

    fn is_heard(&self, word: &str) -> bool {
        self.heard.get(usize::from(self.compiled.vocabulary.id(word))).is_some_and(|heard| *heard)
    }
}
