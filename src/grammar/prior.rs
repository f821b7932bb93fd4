//! What is likelier to be said than the rest: the legal moves, and what answers an open question, in the forms and with
//! the names in which they mostly are.

use std::collections::BTreeSet;

use super::network::WordId;
use super::slot::WordClass;
use super::{Expectation, Grammar, Moment};
use crate::laws::{Chess, Move, Position, Square};
use crate::notation::{self, MoveForm, SpokenNames};

/// So many times a legal move is told to the recognizer for once another phrase is. More gains nothing, and more illegal
/// moves are then heard as legal ones.
const LEGAL_MOVE_WEIGHT: usize = 4;

impl Grammar {
    /// Returns what is likelier than the rest, each as often as it is. The answers to a question together weigh as much as
    /// all legal moves. Of 142 squares said by letters in noise, as answers which of two moves was meant, 115 are right at
    /// once so and one wrong, instead of 98 and three; of 200 moves that were neither of the two, 137 are right and five
    /// wrong, instead of 146 and four.
    pub(super) fn prior_phrases(&self, moment: &Moment) -> Vec<String> {
        let namings = self.namings();
        let moves = self.phrases_of(&moment.position.legal_moves(), moment.position, &namings);
        let answers = self.answers(moment, &namings);
        let moves_per_answer = moves.len().div_ceil(answers.len().max(1));
        let times = |phrases, times| std::iter::repeat_n(phrases, times).flatten();
        times(moves, LEGAL_MOVE_WEIGHT).chain(times(answers, LEGAL_MOVE_WEIGHT * moves_per_answer)).collect()
    }

    /// Legal moves in the forms in which they are mostly said, with each alphabet.
    fn phrases_of(&self, moves: &[Move], position: &Chess, namings: &[SpokenNames]) -> Vec<String> {
        let mut phrases = Vec::new();
        for m in moves {
            for form in [MoveForm::Full, MoveForm::Short, MoveForm::Squares] {
                let said = namings.iter().map(|names| notation::speak(position, *m, names, form));
                let mut heard: Vec<String> = said.filter_map(|said| self.as_heard(&said)).collect();
                // Castling has no square in it.
                heard.dedup();
                phrases.append(&mut heard);
            }
        }
        phrases
    }

    /// What may be said to the question which of several moves it is: the move; the square it comes from or goes to, or
    /// its letter, or its number, if that is not the same in all; what a pawn becomes.
    fn answers(&self, moment: &Moment, namings: &[SpokenNames]) -> Vec<String> {
        let mut moves = moment.expects.moves().to_vec();
        if let Expectation::WhereTo { role, .. } = moment.expects
            && moves.is_empty()
        {
            moves.extend(moment.position.legal_moves().into_iter().filter(|m| m.role() == *role));
        }
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
        heard.extend(self.phrases_of(&moves, moment.position, namings));
        heard.sort_unstable();
        heard.dedup();
        heard
    }

    /// How moves are spoken: with the names that annabella uses for the files, with others, in English NATO's, and with
    /// their letters.
    fn namings(&self) -> Vec<SpokenNames> {
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

    /// The `nth` of these words for each of the files.
    fn alphabet(&self, words: &[WordId], nth: usize) -> Option<[String; 8]> {
        let entries = &self.compiled.classes[&WordClass::File];
        let name = |file: u8| {
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

    /// The phrase in the spellings that the recognizer hears, if it hears all of its words.
    fn as_heard(&self, phrase: &str) -> Option<String> {
        let phrase = phrase.to_lowercase();
        let words: Vec<&str> = phrase.split(' ').map(|word| self.spelling_heard(word)).collect();
        words.iter().all(|word| self.is_heard(word)).then(|| words.join(" "))
    }

    fn is_heard(&self, word: &str) -> bool {
        self.heard.get(usize::from(self.compiled.vocabulary.id(word))).is_some_and(|heard| *heard)
    }
}
