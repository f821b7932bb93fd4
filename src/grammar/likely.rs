//! What is likelier to be said than the rest: the legal moves, in the forms and with the names in which they mostly are.

use super::Grammar;
use super::network::WordId;
use super::slot::Class;
use crate::laws::{Chess, Position};
use crate::notation::{self, Form, SpokenNames};

/// How much likelier than other phrases the legal moves are. More gains nothing, and more moves that are
/// illegal are then heard as legal ones.
pub(super) const LIKELIER: usize = 4;

impl Grammar {
    /// The legal moves in the forms in which they are mostly said, with each alphabet.
    pub(super) fn likely(&self, position: &Chess) -> Vec<String> {
        let namings = self.namings();
        let mut phrases = Vec::new();
        for m in position.legal_moves() {
            for form in [Form::Full, Form::Short, Form::Squares] {
                let said = namings.iter().map(|names| notation::speak(position, m, names, form));
                let mut heard: Vec<String> = said.filter_map(|said| self.as_heard(&said)).collect();
                // Castling has no square in it.
                heard.dedup();
                phrases.append(&mut heard);
            }
        }
        phrases
    }

    /// How moves are spoken: with the names that annabella uses for the files, with others, in English NATO's, and with
    /// their letters.
    fn namings(&self) -> Vec<SpokenNames> {
        let spoken = self.spoken();
        let files = spoken.files.each_ref().map(|name| self.spelling_heard(&name.to_lowercase()).to_owned());
        let mut namings = vec![spoken.clone()];
        for words in [&self.built.files, &self.built.letters] {
            let alphabets = (0..).map_while(|nth| self.alphabet(words, nth));
            let others = alphabets.filter(|other| *other != files);
            namings.extend(others.map(|files| SpokenNames { files, ..spoken.clone() }));
        }
        namings
    }

    /// The `nth` of these words for each of the files.
    fn alphabet(&self, words: &[WordId], nth: usize) -> Option<[String; 8]> {
        let entries = &self.built.classes[&Class::File];
        let name = |file: u8| {
            let of_file = entries.iter().filter_map(|(row, value)| match row.as_slice() {
                [word] if *value == file && words.contains(word) => Some(self.built.vocabulary.word(*word)),
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
        self.heard.get(usize::from(self.built.vocabulary.id(word))).is_some_and(|heard| *heard)
    }
}
