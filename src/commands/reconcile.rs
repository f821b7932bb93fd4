//! Two scores of one game compared, where the boards differ (FIDE D.2.9).
//!
//! A score here is a PGN file as a player or his assistant wrote it: piece letters of any language,
//! words that are no moves, moves left out. It is read word by word, for a reader of whole games would
//! stop at the first slip.

use std::{fmt, time::Duration};

use shakmaty::{EnPassantMode, fen::Fen, san::SanPlus};

use crate::{
    language::Message,
    laws::{
        ByColor, Chess, Color, Comparison, Divergence, EntryReading, Game, Move, Position, ScoreSheet,
        Scores, SlipKind, StartError, Verdict, compare,
    },
    notation::{Letters, pgn::reading::clock_of, read},
};

/// Scores that cannot be compared.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "reconcile")]
pub enum ReconcileError {
    Start { score: &'static str, source: StartError },
    NoScore { score: &'static str },
    OtherStart,
    Times(#[message("found")] String),
}

/// What comparing the scores has shown, in sentences.
#[derive(Clone, Debug)]
pub struct ReconcileReport {
    start: Chess,
    scores: Scores,
    comparison: Comparison,
    times: Option<Times>,
}

/// The times at the last point of agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    /// Time left, as a score has it beside its moves.
    Written(ByColor<Duration>),
    /// Time used, in proportion to the moves.
    Estimated(ByColor<Duration>),
}

/// Compares White's score with Black's. `used`: the times used at the discovery, `1:30:00,0:58:10`.
pub fn reconcile(white: &str, black: &str, used: Option<&str>) -> Result<ReconcileReport, ReconcileError> {
    let used = used.map(|text| times_used(text).ok_or_else(|| ReconcileError::Times(text.to_owned())));
    let used = used.transpose()?;
    let (white, black) = (ScoreText::of(white, "White's score")?, ScoreText::of(black, "Black's score")?);
    let start = start(&white, &black)?;
    let sheet = |text: &ScoreText| sheet(&start, &text.words);
    let scores = ByColor { white: sheet(&white), black: sheet(&black) };
    let comparison = compare(&start, &scores);
    let agreed = comparison.agreed.len();
    let written = [&white, &black].into_iter().find_map(|text| text.left_at(agreed, start.turn()));
    let estimated = used.map(|used| {
        let plies = scores.as_ref().map(|sheet| sheet.entries.len());
        let first = plies.white.max(plies.black) as u32;
        let made = ByColor::new_with(|side| if side == start.turn() { first.div_ceil(2) } else { first / 2 });
        Times::Estimated(comparison.times(used, made))
    });
    let times = written.map(Times::Written).or(estimated);
    Ok(ReconcileReport { start, scores, comparison, times })
}

impl fmt::Display for ReconcileReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReconcileReport { comparison, .. } = self;
        for slip in &comparison.slips {
            let other = owner(!slip.player);
            let (ply, what) = match slip.kind {
                SlipKind::Unreadable => (slip.ply, "cannot be read"),
                SlipKind::Illegal => (slip.ply, "is not legal"),
                SlipKind::Unclear => (slip.ply, "can be several moves"),
                SlipKind::Omitted => (slip.ply, "is left out"),
                SlipKind::Doubled => (slip.ply.saturating_sub(1), "is written twice"),
            };
            let number = self.number(ply);
            let m = self.agreed(ply).unwrap_or_default();
            writeln!(f, "{} score: move {number} {what}, {other} has {m}", owner(slip.player))?;
        }
        match &comparison.divergence {
            Divergence::Agree => writeln!(f, "The scores agree{}.", self.up_to())?,
            Divergence::Shorter { player, unconfirmed } => {
                writeln!(f, "The scores agree{}.", self.up_to())?;
                let rest = self.line(unconfirmed);
                let rest = if rest.is_empty() { "what cannot be read".to_owned() } else { rest };
                writeln!(f, "{} score ends there, {} goes on: {rest}", owner(*player), owner(!*player))?;
            }
            Divergence::Conflict(readings) => {
                let number = self.number(comparison.agreed.len());
                writeln!(f, "The scores part at move {number}")?;
                for side in Color::ALL {
                    let written = self.entry_at_parting(side);
                    writeln!(f, "{} score has {}", owner(side), self.reading(readings.get(side), written))?;
                }
            }
        }
        let shown = comparison.position_to_show();
        let fen = Fen::from_position(&shown, EnPassantMode::Legal);
        let article = comparison.article();
        if comparison.agrees() {
            writeln!(f, "Both boards must show: {fen}")?;
            return writeln!(f, "The board that shows anything else is put right (FIDE {article}).");
        }
        writeln!(f, "Both boards go back to the position{}: {fen}", self.after())?;
        match self.times {
            Some(Times::Written(left)) => writeln!(
                f,
                "The clocks there, by the score: White {}, Black {} left; the arbiter sets them (FIDE {article}).",
                time(left.white),
                time(left.black)
            ),
            Some(Times::Estimated(used)) => writeln!(
                f,
                "In proportion to the moves White had used {} and Black {}; the arbiter sets the clocks (FIDE {article}).",
                time(used.white),
                time(used.black)
            ),
            None => writeln!(f, "The arbiter readjusts the clocks (FIDE {article})."),
        }
    }
}

impl ReconcileReport {
    fn position_at(&self, ply: usize) -> Chess {
        let mut position = self.start.clone();
        self.comparison.agreed.iter().take(ply).for_each(|m| position.play_unchecked(*m));
        position
    }

    /// "12..." for the half-move after so many.
    fn number(&self, ply: usize) -> String {
        let position = self.position_at(ply.min(self.comparison.agreed.len()));
        format!("{}{}", position.fullmoves(), position.turn().fold_wb(".", "..."))
    }

    fn agreed(&self, ply: usize) -> Option<String> {
        let m = *self.comparison.agreed.get(ply)?;
        Some(SanPlus::from_move(self.position_at(ply), m).to_string())
    }

    fn up_to(&self) -> String {
        match self.comparison.agreed.len().checked_sub(1) {
            Some(last) => {
                let m = self.agreed(last).unwrap_or_default();
                format!(", up to {} {m}", self.number(last))
            }
            None => ": neither has a move".to_owned(),
        }
    }

    fn after(&self) -> String {
        match self.comparison.agreed.len().checked_sub(1) {
            Some(last) => format!(" after {} {}", self.number(last), self.agreed(last).unwrap_or_default()),
            None => " at the start".to_owned(),
        }
    }

    /// Moves from the last point of agreement on.
    fn line(&self, moves: &[Move]) -> String {
        let mut position = self.comparison.position.clone();
        let mut words = Vec::new();
        for (n, &m) in moves.iter().enumerate() {
            match position.turn() {
                Color::White => words.push(format!("{}.", position.fullmoves())),
                Color::Black if n == 0 => words.push(format!("{}...", position.fullmoves())),
                Color::Black => {}
            }
            words.push(SanPlus::from_move_and_play_unchecked(&mut position, m).to_string());
        }
        words.join(" ")
    }

    /// The word at which a score parts from the other: its slips before shifted its place.
    fn entry_at_parting(&self, side: Color) -> &str {
        let slips = self.comparison.slips.iter().filter(|slip| slip.player == side);
        let shift: i64 = slips
            .map(|slip| match slip.kind {
                SlipKind::Omitted => -1,
                SlipKind::Doubled => 1,
                _ => 0,
            })
            .sum();
        let at = self.comparison.agreed.len() as i64 + shift;
        let entries = &self.scores.get(side).entries;
        let entry = usize::try_from(at).ok().and_then(|at| entries.get(at));
        entry.map_or("", |entry| entry.text.as_str())
    }

    fn reading(&self, reading: &EntryReading, written: &str) -> String {
        let position = &self.comparison.position;
        let san = |m: &Move| SanPlus::from_move(position.clone(), *m).to_string();
        match reading {
            EntryReading::Move(m) => san(m),
            EntryReading::Unclear(moves) => {
                let moves: Vec<String> = moves.iter().map(san).collect();
                format!("'{written}', which can be {}", moves.join(" or "))
            }
            EntryReading::Illegal(reason) => format!("'{written}', which is not legal: {reason}"),
            EntryReading::Unreadable => format!("'{written}', which cannot be read"),
            EntryReading::Ended => "nothing more".to_owned(),
        }
    }
}

fn owner(side: Color) -> &'static str {
    side.fold_wb("White's", "Black's")
}

fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn times_used(text: &str) -> Option<ByColor<Duration>> {
    let (white, black) = text.split_once(',')?;
    let time = |text: &str| {
        let mut seconds: u64 = 0;
        for part in text.trim().split(':') {
            seconds = seconds.checked_mul(60)?.checked_add(part.parse::<u32>().ok()?.into())?;
        }
        Some(Duration::from_secs(seconds))
    };
    Some(ByColor { white: time(white)?, black: time(black)? })
}

fn start(white: &ScoreText, black: &ScoreText) -> Result<Chess, ReconcileError> {
    let of = |text: &ScoreText, score| match &text.fen {
        None => Ok(None),
        Some(fen) => Game::from_fen(fen)
            .map(|game| Some(game.start().clone()))
            .map_err(|source| ReconcileError::Start { score, source }),
    };
    match (of(white, "White's score")?, of(black, "Black's score")?) {
        (Some(white), Some(black)) if white != black => Err(ReconcileError::OtherStart),
        (Some(start), _) | (None, Some(start)) => Ok(start),
        (None, None) => Ok(Chess::default()),
    }
}

/// The words as the moves of that language in which the score goes furthest without a slip.
fn sheet(start: &Chess, words: &[String]) -> ScoreSheet {
    let in_letters = |letters: Letters| -> ScoreSheet {
        words.iter().map(|word| (word.clone(), read(word, &letters).ok())).collect()
    };
    let mut best: Option<(usize, ScoreSheet)> = None;
    for letters in Letters::ALL {
        let sheet = in_letters(letters);
        let reaches = legal_run(start, &sheet);
        if best.as_ref().is_none_or(|(run, _)| reaches > *run) {
            best = Some((reaches, sheet));
        }
    }
    best.map(|(_, sheet)| sheet).unwrap_or_default()
}

fn legal_run(start: &Chess, sheet: &ScoreSheet) -> usize {
    let mut game = Game::from_position(start.clone());
    let plays = |entry: &crate::laws::ScoreEntry| {
        let said = entry.said.as_ref()?;
        let Verdict::Legal(m) = game.judge(said) else { return None };
        game.play(m).ok()
    };
    sheet.entries.iter().map_while(plays).count()
}

/// A score as it stands in the file, taken apart into words.
#[derive(Debug, Default)]
struct ScoreText {
    /// It has a tag of PGN.
    tagged: bool,
    fen: Option<String>,
    words: Vec<String>,
    /// Time left to the mover, beside each word.
    left: Vec<Option<Duration>>,
}

/// One word of so many is a move at least, or it is no score.
const SHARE: usize = 4;

/// Words that belong to the move before them.
const MARKS: [&str; 8] = ["ep", "e.p.", "e.p", "+", "++", "#", "ch", "mate"];
const RESULTS: [&str; 6] = ["1-0", "0-1", "1/2-1/2", "½-½", "½", "*"];

impl ScoreText {
    /// # Errors
    ///
    /// If it is no score: hardly one of its words is a move in any language.
    fn of(text: &str, score: &'static str) -> Result<ScoreText, ReconcileError> {
        let found = ScoreText::words(text);
        let moves =
            found.words.iter().filter(|word| Letters::ALL.iter().any(|letters| read(word, letters).is_ok()));
        let moves = moves.count();
        let is_score = if found.words.is_empty() {
            found.tagged
        } else {
            moves > 0 && SHARE * moves >= found.words.len()
        };
        if is_score { Ok(found) } else { Err(ReconcileError::NoScore { score }) }
    }

    fn words(text: &str) -> ScoreText {
        let mut found = ScoreText::default();
        let mut rest = text.trim_start_matches('\u{feff}').trim_start();
        while let Some(c) = rest.chars().next() {
            let tail = &rest[c.len_utf8()..];
            rest = match c {
                '[' => found.tag(tail),
                '{' => {
                    let (remark, after) = tail.split_once('}').unwrap_or((tail, ""));
                    if let (Some(left), Some(last)) = (clock_of(remark), found.left.last_mut()) {
                        *last = Some(left);
                    }
                    after
                }
                ';' => tail.split_once('\n').map_or("", |(_, after)| after),
                // Variations, and the (=) of a draw offer.
                '(' => tail.split_once(')').map_or("", |(_, after)| after),
                '$' => tail.trim_start_matches(|c: char| c.is_ascii_digit()),
                c if c.is_whitespace() => tail,
                _ => {
                    let end = rest.find(|c: char| c.is_whitespace() || "{};$".contains(c) || c == '(');
                    // A promotion in brackets is part of its word: e8(D).
                    let end = match end {
                        Some(end) if rest[end..].starts_with('(') => rest[end..]
                            .find(')')
                            .filter(|close| *close <= 3 && !rest[end..].starts_with("(="))
                            .map_or(Some(end), |close| Some(end + close + 1)),
                        end => end,
                    };
                    let (word, after) = rest.split_at(end.unwrap_or(rest.len()).max(c.len_utf8()));
                    found.word(word);
                    after
                }
            };
        }
        found
    }

    fn tag<'a>(&mut self, tail: &'a str) -> &'a str {
        let (tag, after) = tail.split_once('\n').unwrap_or((tail, ""));
        self.tagged |=
            tag.split_once(' ').is_some_and(|(_, value)| value.starts_with('"') && value.contains("\"]"));
        if let Some(value) = tag.trim().strip_prefix("FEN ") {
            let fen = value.trim().trim_end_matches(']').trim().trim_matches('"');
            self.fen = Some(fen.to_owned());
        }
        after
    }

    fn word(&mut self, word: &str) {
        let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let plain = match number.strip_prefix('.') {
            Some(rest) => rest.trim_start_matches(['.', '…']),
            None if number.is_empty() && !["00", "000"].contains(&word) => return,
            None => word.trim_start_matches('…'),
        };
        if plain.is_empty() || RESULTS.contains(&plain) {
            return;
        }
        match self.words.last_mut() {
            Some(last) if MARKS.contains(&plain) => last.push_str(plain),
            _ => {
                self.words.push(plain.to_owned());
                self.left.push(None);
            }
        }
    }

    /// Both players' times left after so many half-moves, where they are written.
    fn left_at(&self, plies: usize, first: Color) -> Option<ByColor<Duration>> {
        let of = |side: Color| {
            let own = (0..plies).rev().find(|ply| (ply % 2 == 0) == (side == first))?;
            self.left.get(own).copied().flatten()
        };
        Some(ByColor { white: of(Color::White)?, black: of(Color::Black)? })
    }
}
