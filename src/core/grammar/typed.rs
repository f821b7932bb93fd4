//! Reads typed lines as words: any case, any punctuation, `ae` for `ä`, digits for numbers.

use std::collections::BTreeSet;

use crate::laws::{Act, Chess, Position, Rank};
use crate::notation::{self, Letters};

use super::interpretation::Interpretation;
use super::network::{WordId, without_umlauts};
use super::slot::{SlotValue, WordClass};
use super::{Alternative, Grammar, Intent, Moment, Rejection, Understanding};

/// In bytes. A longer line says more than one thing, and takes long to read.
pub(super) const LONGEST: usize = 1000;

/// "Two hundred and twenty five".
const MOST_WORDS_OF_A_NUMBER: usize = 5;

impl Grammar {
    /// Decides what was meant by a typed line: the words that can be spoken, squares such as `e4`,
    /// moves such as `e2-e4`, `Sf3` or `O-O`.
    pub fn understand_text(&self, line: &str, moment: &Moment) -> Understanding {
        if line.len() > LONGEST {
            return Understanding::NotUnderstood { why: Rejection::NoPhrase };
        }
        let words = self.typed_words(line);
        let understood = self.understand_words(&words, moment).unwrap_or_else(|not| {
            let numeric = || self.numeric_move(&words, true, moment);
            let written = self.in_any_letters(line, moment).or_else(numeric);
            if let Some(written) = written {
                return written;
            }
            let in_talk = || {
                let described = self.described_move(line, moment);
                let loosely = described.or_else(|| self.loosely(line, &words, moment));
                loosely.or_else(|| self.beside_remark(line, moment))
            };
            match self.respelt(line, moment) {
                // What names a piece is not left out as talk.
                Some(respelt) if respelt.names_piece => respelt.counted(moment),
                Some(respelt) => in_talk().unwrap_or_else(|| respelt.counted(moment)),
                None => in_talk().unwrap_or(not),
            }
        });
        let understood = match understood {
            one if !one.is_understood() || is_illegal(&one, moment) => {
                self.moves_in_a_row(line, moment).unwrap_or(one)
            }
            one => one,
        };
        let is_asked = line.trim_end().ends_with('?') && notation::read(line, self.letters()).is_err();
        if is_asked { only_asked(understood) } else { understood }
    }

    /// Reads "fünf zwei fünf vier": a move in the numbers of correspondence chess, which is not `sure` where it is heard.
    pub(super) fn numeric_move(
        &self,
        words: &[String],
        sure: bool,
        moment: &Moment,
    ) -> Option<Understanding> {
        let digit = |word: &String| Rank::ALL.into_iter().find(|rank| self.spoken().rank(*rank) == word);
        let digits: Vec<Rank> = words.iter().map(digit).collect::<Option<_>>()?;
        let text: String = digits.iter().map(|digit| digit.char()).collect();
        let meant = Interpretation::attempt(moment.position, notation::read_iccf(&text)?);
        Some(Understanding::Understood { intent: meant.intent, sure })
    }

    /// Reads "e4, e5" and "e4 e5 Springer f3": moves that can be played one after the other. Each says where it goes: "Sh8,
    /// schlägt Turm" is one.
    fn moves_in_a_row(&self, line: &str, moment: &Moment) -> Option<Understanding> {
        let position = moment.position?;
        let is_said = |part: &&str| !part.trim().is_empty();
        let clauses: Vec<&str> = line.split([',', ';']).filter(is_said).collect();
        let tokens: Vec<&str> =
            line.split(|c: char| ",;".contains(c) || c.is_whitespace()).filter(is_said).collect();
        let is_written = |token: &&str| notation::read(token, self.letters()).is_ok();
        let is_piece =
            |token: &&str| self.typed_words(token).first().is_some_and(|word| self.names_piece(word));
        // "Springer c3 b5" is one move: a piece that is named alone goes where all says that stands before the next piece.
        let first = |tokens: &[&str]| {
            let next = || tokens.iter().skip(1).position(is_piece).map_or(tokens.len(), |at| at + 1);
            match (is_written(&tokens[0]), is_piece(&tokens[0])) {
                (true, _) => 1,
                (false, true) => next(),
                (false, false) => 0,
            }
        };
        let moves = self.moves_of_parts(&clauses, position, moment, |_| 1);
        let moves = moves.or_else(|| self.moves_of_parts(&tokens, position, moment, first))?;
        (moves.len() > 1).then_some(Understanding::Sequence(moves))
    }

    /// Reads all these parts of a line as moves from a position. `first` says of how many parts the first of them is.
    fn moves_of_parts(
        &self,
        parts: &[&str],
        position: &Chess,
        moment: &Moment,
        first: impl Fn(&[&str]) -> usize,
    ) -> Option<Vec<Intent>> {
        let (mut position, mut moves, mut left) = (position.clone(), Vec::new(), parts);
        while !left.is_empty() {
            let next = Moment { turn: Some(position.turn()), position: Some(&position), ..*moment };
            let (part, rest) = left.split_at_checked(first(left)).filter(|(part, _)| !part.is_empty())?;
            let part = part.join(" ");
            let understood = self.understand_words(&self.typed_words(&part), &next).ok();
            let intent = understood.or_else(|| self.in_any_letters(&part, &next))?.certain()?;
            let Intent::Move(attempt) = intent else { return None };
            if attempt.to.square().is_none() && attempt.castling.is_none() {
                return None;
            }
            let m = Interpretation::of(&intent, Some(&position)).legal()?;
            position.play_unchecked(m);
            moves.push(intent);
            left = rest;
        }
        Some(moves)
    }

    /// Returns what these words mean, spoken or only typed, else why they mean nothing.
    pub(super) fn understand_words(
        &self,
        words: &[String],
        moment: &Moment,
    ) -> Result<Understanding, Understanding> {
        match self.understand_hearings(&[Alternative::new(words.to_vec(), 0.0)], moment) {
            not @ Understanding::NotUnderstood { .. } => self.only_typed(words, moment).ok_or(not),
            // What a typed question is put into is looked at last, with more such words.
            Understanding::Understood { intent: Intent::Ask(_), .. }
                if self.unframed_meanings(words, moment).is_empty() =>
            {
                let not = Understanding::NotUnderstood { why: Rejection::NoPhrase };
                self.only_typed(words, moment).ok_or(not)
            }
            // "Ich spiele mal e4" captures nothing.
            spoken if is_illegal(&spoken, moment) => {
                let typed = self.only_typed(words, moment).filter(|typed| !is_illegal(typed, moment));
                Ok(typed.unwrap_or(spoken))
            }
            // "No castling" is one phrase.
            row @ Understanding::Sequence(_) => Ok(self.only_typed(words, moment).unwrap_or(row)),
            spoken => Ok(spoken),
        }
    }

    /// Returns the meaning of these words as a phrase that is only typed.
    fn only_typed(&self, words: &[String], moment: &Moment) -> Option<Understanding> {
        self.thresholds.only(self.typed_phrases(&self.without_ignored_words(words), moment))
    }

    /// A written move. What names a piece in the letters of this language is that piece's move or none; else it is read in
    /// those of English, or of any other language. Where its capital can name another piece than the one that is moved, it
    /// is asked about, as `B`: a pawn here and a bishop there.
    pub(super) fn in_any_letters(&self, line: &str, moment: &Moment) -> Option<Understanding> {
        let read = |letters: &Letters| {
            notation::read(line, letters)
                .ok()
                .map(|attempt| Interpretation::attempt(moment.position, attempt))
        };
        let understood = |meant: Interpretation, is_plain: bool| {
            let sure = is_plain && meant.complete || meant.legal().is_none();
            Understanding::Understood { intent: meant.intent, sure }
        };
        let names = |letters: &Letters| notation::named_piece(line, letters);
        let own = read(self.letters());
        let is_foreign = names(self.letters()).is_none() && Letters::ALL.iter().any(|l| names(l).is_some());
        if own.is_some() && !is_foreign {
            return own.map(|own| understood(own, true));
        }
        let others: &[Letters] =
            if names(&Letters::ENGLISH).is_some() { &[Letters::ENGLISH] } else { &Letters::ALL };
        let mut readings: Vec<Interpretation> =
            own.into_iter().chain(others.iter().filter_map(read)).collect();
        // A pawn that cannot go there was not meant by a capital.
        let pieces: BTreeSet<_> = readings.iter().filter_map(Interpretation::piece_meant).collect();
        let mut possible: Vec<Interpretation> = Vec::new();
        for reading in readings.iter().filter(|reading| !reading.is_illegal()) {
            if !possible.iter().any(|known| known.is_compatible(reading)) {
                possible.push(reading.clone());
            }
        }
        match possible.len() {
            // A move that is impossible in all letters is refused in this language's letters, else in English ones.
            0 if readings.is_empty() => None,
            0 => Some(understood(readings.swap_remove(0), true)),
            1 => possible.pop().map(|meant| understood(meant, pieces.len() == 1)),
            _ => Some(Understanding::Ambiguous(possible.into_iter().map(|meant| meant.intent).collect())),
        }
    }

    /// Returns the words of a line, in the grammar's spelling where it has one.
    pub(super) fn typed_words(&self, line: &str) -> Vec<String> {
        let mut words = Vec::new();
        let line = line.replace('\u{2019}', "'");
        let whole = line.split(|c: char| !c.is_alphanumeric() && c != '\'' && !Letters::is_figurine(c));
        // "What's" may be a word of the language; 'e4' is a square in quotation marks.
        let tokens = whole.flat_map(|token| match self.spelling(&token.to_lowercase()) {
            Some(_) => vec![token],
            None => token.split('\'').collect(),
        });
        for token in tokens.filter(|token| !token.is_empty()) {
            let lower = token.to_lowercase();
            match self.spelling(&lower) {
                Some(word) => words.push(word.to_owned()),
                None if self.begins_with_piece(token) => words.push(lower),
                None => match self
                    .squares(&lower)
                    .or_else(|| self.number(&lower))
                    .or_else(|| self.nato_file(&lower))
                {
                    Some(spelled) => words.extend(spelled),
                    None => words.push(lower),
                },
            }
        }
        words
    }

    /// Whether this word stands before the number of a board of a hall: "Brett 17".
    pub fn is_before_board_number(&self, word: &str) -> bool {
        let board = self.file.hall.iter().find(|(key, _)| key.get_ref() == "board");
        let phrase = board.and_then(|(_, board)| board.phrases.first());
        let first = phrase.and_then(|phrase| phrase.get_ref().split(' ').next());
        self.typed_words(word).first().map(String::as_str) == first
    }

    /// Returns the name of the file that this is the NATO name of: it may be chosen for what is told, though the phrases
    /// lack it.
    fn nato_file(&self, word: &str) -> Option<Vec<String>> {
        let file = self.spoken().nato_file(word)?;
        Some(vec![self.spoken().file(file).to_lowercase()])
    }

    /// Whether the word may be a move that begins with a piece: `D3b3` is a German queen move, not one from d3 to b3.
    fn begins_with_piece(&self, token: &str) -> bool {
        let letters = self.letters().written();
        token.chars().count() > 2 && letters.split_whitespace().any(|letter| token.starts_with(letter))
    }

    /// Returns the word of the grammar that a typed word means.
    pub(super) fn spelling(&self, token: &str) -> Option<&str> {
        let vocabulary = &self.compiled.vocabulary;
        vocabulary.exact(token).or_else(|| vocabulary.without_umlauts(token))
    }

    /// Returns the words for `e4` or `e2e4`.
    fn squares(&self, token: &str) -> Option<Vec<String>> {
        let characters: Vec<char> = token.chars().collect();
        let squares = characters.len() == 2 || characters.len() == 4;
        let mut words = Vec::new();
        for pair in squares.then(|| characters.chunks_exact(2))? {
            let file = u8::try_from(pair[0]).ok().filter(|c| (b'a'..=b'h').contains(c))? - b'a';
            let rank = u8::try_from(pair[1]).ok().filter(|c| (b'1'..=b'8').contains(c))? - b'1';
            words.extend(self.word_for(WordClass::File, file));
            words.extend(self.word_for(WordClass::Rank, rank));
        }
        Some(words)
    }

    /// Returns the word for `3`, and for `3rd`; `120` is its own word.
    fn number(&self, token: &str) -> Option<Vec<String>> {
        let digits = token.trim_end_matches(char::is_alphabetic);
        let ending = &token[digits.len()..];
        if !ending.is_empty() && !self.file.numbers.nth.iter().any(|nth| nth == ending) {
            return None;
        }
        let number: SlotValue = digits.parse().ok()?;
        Some(vec![self.word_for(WordClass::Number, number).unwrap_or_else(|| number.to_string())])
    }

    /// Returns the words with each number from 100 on as one: "hundert achtzig", "fifteen hundred"; `None` if there is none.
    pub(super) fn with_hundreds(&self, words: &[String]) -> Option<Vec<String>> {
        let (mut joined, mut at) = (Vec::new(), 0);
        while let Some(word) = words.get(at) {
            let (count, number) = self.hundreds(&words[at..]).unwrap_or_else(|| (1, word.clone()));
            joined.push(number);
            at += count;
        }
        (joined != words).then_some(joined)
    }

    /// Returns how many of these words are one number from 100 on, and the number.
    fn hundreds(&self, words: &[String]) -> Option<(usize, String)> {
        let hundred = self.word_for(WordClass::Hundred, 1_u8)?;
        (1..=words.len().min(MOST_WORDS_OF_A_NUMBER)).rev().find_map(|count| {
            let joined = without_umlauts(&words[..count].concat());
            let (before, rest) = joined.split_once(&hundred)?;
            let hundreds = if self.file.numbers.one_hundred.contains(&before.to_owned()) {
                1
            } else {
                self.below_hundred(before)?
            };
            let rest = rest.strip_prefix(&self.file.numbers.and).unwrap_or(rest);
            let rest = if rest.is_empty() { 0 } else { self.below_hundred(rest)? };
            Some((count, (hundreds * 100 + rest).to_string()))
        })
    }

    /// Returns the number from 1 to 99 that these words name, without spaces and umlauts.
    fn below_hundred(&self, joined: &str) -> Option<SlotValue> {
        let entries = self.compiled.classes.get(&WordClass::Number)?;
        let written = |row: &[WordId]| {
            row.iter().map(|word| without_umlauts(self.compiled.vocabulary.word(*word))).collect::<String>()
        };
        entries.iter().find(|(row, _)| written(row) == joined).map(|(_, number)| *number)
    }

    fn word_for(&self, class: WordClass, value: impl Into<SlotValue>) -> Option<String> {
        let value = value.into();
        let entries = self.compiled.classes.get(&class)?;
        let (row, _) = entries.iter().find(|(row, known)| *known == value && row.len() == 1)?;
        Some(self.compiled.vocabulary.word(row[0]).to_owned())
    }
}

fn is_illegal(understood: &Understanding, moment: &Moment) -> bool {
    matches!(understood, Understanding::Understood { intent, .. } if Interpretation::of(intent, moment.position).is_illegal())
}

/// Returns what a question with these words means. "Ich gebe auf?" declares nothing; an offer of a draw is a question
/// itself. "Springer geht auf f3?" is asked back; `Sf3?` is a move with a comment sign.
fn only_asked(understood: Understanding) -> Understanding {
    match understood {
        Understanding::Understood { intent: Intent::Declared { act, .. }, .. } if act != Act::OfferDraw => {
            Understanding::NotUnderstood { why: Rejection::NoPhrase }
        }
        Understanding::Understood { intent: intent @ Intent::Move(_), .. } => {
            Understanding::Understood { intent, sure: false }
        }
        // "Einverstanden?" asks the other.
        Understanding::Understood {
            intent: Intent::Accept | Intent::Yes | Intent::PressClock | Intent::SealMove,
            ..
        } => Understanding::NotUnderstood { why: Rejection::NoPhrase },
        other => other,
    }
}
