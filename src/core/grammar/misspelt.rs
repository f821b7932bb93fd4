//! Slips of the keyboard in a typed line: a word that is in no phrase is read as the one that it nearly is.
//!
//! What only asks is answered, a move is asked about, a no is taken, and anything else is asked as the nearest phrase: nobody
//! resigns by a slip. "Sprnger f3" is never the pawn's move beside a word of talk.

use super::interpretation::Interpretation;
use super::loose::is_harmless;
use super::network::{UNKNOWN, without_umlauts};
use super::slot::WordClass;
use super::typed::LONGEST;
use super::{Grammar, Intent, Moment, Rejection, Understanding};

/// Shorter words, and two of this length, are near to too many others.
const SHORTEST: usize = 3;
/// A word of so many letters may have two slips, a shorter one only one.
const LONG: usize = 8;

/// So many lines are tried where a word is near to several others.
const MOST_LINES: usize = 8;

/// What a typed line says in the words that were nearly typed.
pub(super) struct RespeltLine {
    pub line: String,
    /// Whether one of its new words names a piece.
    pub names_piece: bool,
    pub understood: Understanding,
}

impl Grammar {
    /// Returns the line with each word that is in no phrase as one that it nearly is, if just one such line says something.
    pub(super) fn respelt(&self, line: &str, moment: &Moment) -> Option<RespeltLine> {
        if line.len() > LONGEST || self.knows_words_of(line) {
            return None;
        }
        let mut lines: Vec<(Vec<String>, bool)> = vec![(Vec::new(), false)];
        for word in self.typed_words(line) {
            let meant = if self.is_known(&word) { vec![word.as_str()] } else { self.nearly(&word) };
            let with = |(words, names_piece): &(Vec<String>, bool), next: &str| {
                let mut words = words.clone();
                words.push(next.to_owned());
                (words, *names_piece || next != word && self.names_piece(next))
            };
            lines = lines.iter().flat_map(|line| meant.iter().map(move |next| with(line, next))).collect();
            lines.truncate(MOST_LINES);
        }
        let read = |(words, names_piece): (Vec<String>, bool)| {
            let line = words.join(" ");
            let understood = self.understand_text(&line, moment);
            understood.is_understood().then_some(RespeltLine { line, names_piece, understood })
        };
        let mut said: Vec<RespeltLine> = lines.into_iter().filter_map(read).collect();
        // A piece is meant rather than talk: "dami f3" is no "damit".
        if said.iter().any(|one| one.names_piece) {
            said.retain(|one| one.names_piece);
        }
        let first = said.pop()?;
        said.iter().all(|other| other.understood == first.understood).then_some(first)
    }

    /// Whether each word of a typed line is in a phrase, or in what is left out of one, so that no slip is in it.
    pub fn knows_words_of(&self, line: &str) -> bool {
        self.typed_words(line).iter().all(|word| self.is_known(word))
    }

    /// Whether a typed word is in a phrase, in what is rephrased or left out, or is a number or a square.
    fn is_known(&self, word: &str) -> bool {
        let file = &self.file;
        let lists =
            [&file.doubts, &file.denials, &file.descriptions, &file.declaring, &file.others, &file.joins];
        let is_in = |text: &str| text.split(' ').any(|known| known == word);
        self.compiled.vocabulary.id(word) != UNKNOWN
            || !word.chars().all(char::is_alphabetic)
            || lists.into_iter().flatten().any(|known| is_in(known))
            || file.said_as.keys().any(|typed| is_in(typed))
            || file.inverted.iter().chain(&file.opponent).any(|known| is_in(known))
    }

    /// Returns the words of the phrases that a word nearly is. Nobody mistypes the first letter but by changing the first
    /// two.
    fn nearly(&self, word: &str) -> Vec<&str> {
        let begins: Vec<char> = word.chars().take(2).collect();
        let length = word.chars().count();
        let most = if length < LONG { 1 } else { 2 };
        let plain = without_umlauts(word);
        let slips = |known: &&String| {
            let first: Vec<char> = known.chars().take(2).collect();
            let begins_alike = first.first() == begins.first() || first.iter().rev().eq(begins.iter());
            let lengths = [length, known.chars().count()];
            let is_long = lengths.iter().all(|length| *length >= SHORTEST) && lengths != [SHORTEST; 2];
            let slips = || {
                let bare = strsim::osa_distance(&without_umlauts(known), &plain);
                bare.min(strsim::osa_distance(known, word))
            };
            (begins_alike && is_long).then(slips).filter(|slips| *slips <= most)
        };
        let words = self.compiled.vocabulary.words();
        let near: Vec<(usize, &String)> =
            words.iter().filter_map(|known| Some((slips(&known)?, known))).collect();
        let least = near.iter().map(|(slips, _)| *slips).min();
        near.iter().filter(|(slips, _)| Some(*slips) == least).map(|(_, known)| known.as_str()).collect()
    }

    /// Whether a word alone names a kind of piece.
    pub(super) fn names_piece(&self, word: &str) -> bool {
        let id = self.compiled.vocabulary.id(word);
        let pieces = self.compiled.classes.get(&WordClass::Piece).into_iter().flatten();
        pieces.map(|(row, _)| row).any(|row| *row == [id])
    }
}

impl RespeltLine {
    /// Returns what counts of it: a legal move, which is asked about, and what is harmless.
    pub(super) fn counted(self, moment: &Moment) -> Understanding {
        match self.understood {
            Understanding::Understood { intent: intent @ Intent::Move(_), .. }
                if !Interpretation::of(&intent, moment.position).is_illegal() =>
            {
                Understanding::Understood { intent, sure: false }
            }
            asked @ Understanding::Ambiguous(_) => asked,
            harmless if is_harmless(&harmless) => harmless,
            Understanding::Understood { .. }
            | Understanding::OneEdit(_)
            | Understanding::Sequence(_)
            | Understanding::NotUnderstood { .. } => {
                Understanding::NotUnderstood { why: Rejection::Doubtful }
            }
        }
    }
}
