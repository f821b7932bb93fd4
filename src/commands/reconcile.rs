//! Compares two scores of one game whose boards differ (FIDE D.2.9).
//!
//! A score here is a PGN file as a player or their assistant wrote it: piece letters of any language, words that are
//! no moves, moves left out. It is compared word by word, since a game would end at the first slip.

use std::{slice, time::Duration};

use shakmaty::{EnPassantMode, fen::Fen, san::SanPlus};

use super::{AnyOf, clock_time};
use crate::{
    language::{Catalogue, Message, SanText},
    laws::{
        Article, ByColor, Chess, Color, Comparison, Divergence, EntryReading, Move, Piece, Position, Reason,
        Scores, SlipKind, compare,
    },
    notation::{
        PgnError,
        pgn::{WrittenGame, is_score, written_games},
        picture,
    },
};

/// Scores that cannot be compared.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "reconcile")]
pub enum ReconcileError {
    Start { side: &'static str, source: PgnError },
    NoScore { side: &'static str },
    SeveralGames { side: &'static str, count: usize },
    OtherStart,
    Times(#[message("found")] String),
}

/// The result of the comparison.
#[derive(Clone, Debug)]
pub struct ReconcileReport {
    start: Chess,
    scores: Scores,
    comparison: Comparison,
    times: Option<ClockTimes>,
}

/// The times at the last point of agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClockTimes {
    /// The times left, which a score has beside its moves.
    Left(ByColor<Duration>),
    /// The times used, in proportion to the moves.
    Used(ByColor<Duration>),
}

impl ClockTimes {
    /// Returns White's and Black's time as hours, minutes and seconds.
    fn of(self) -> [String; 2] {
        let (ClockTimes::Left(times) | ClockTimes::Used(times)) = self;
        [clock_time(times.white), clock_time(times.black)]
    }
}

/// Compares White's score with Black's. `used`: the times used at the discovery, `1:30:00,0:58:10`.
pub fn reconcile(white: &str, black: &str, used: Option<&str>) -> Result<ReconcileReport, ReconcileError> {
    let used = used.map(|text| times_used(text).ok_or_else(|| ReconcileError::Times(text.to_owned())));
    let used = used.transpose()?;
    let (white, black) = (score(white, Color::White)?, score(black, Color::Black)?);
    let start = start(&white, &black)?;
    let scores = ByColor { white: white.score_sheet(&start), black: black.score_sheet(&start) };
    let comparison = compare(&start, &scores);
    let agreed = comparison.agreed.len();
    let written = [&white, &black].into_iter().find_map(|score| left_at(score, agreed, start.turn()));
    let estimated = used.map(|used| {
        let plies = scores.as_ref().map(|sheet| sheet.entries.len());
        let first = plies.white.max(plies.black) as u32;
        let made = ByColor::new_with(|side| if side == start.turn() { first.div_ceil(2) } else { first / 2 });
        ClockTimes::Used(comparison.times(used, made))
    });
    let times = written.map(ClockTimes::Left).or(estimated);
    Ok(ReconcileReport { start, scores, comparison, times })
}

/// A line of the report.
#[derive(Message)]
#[message(printed, prefix = "reconciled")]
enum ReportLine {
    Slip {
        side: &'static str,
        kind: &'static str,
        number: String,
        other: SanText,
    },
    Agree {
        last: SanText,
    },
    AgreeEmpty,
    Shorter {
        side: &'static str,
        rest: SanText,
    },
    ShorterUnreadable {
        side: &'static str,
    },
    Parting {
        number: String,
    },
    Reading {
        side: &'static str,
        reading: ReadingText,
    },
    Shown {
        #[message(display)]
        board: String,
        fen: String,
    },
    PutRight {
        #[message(display)]
        article: Article,
    },
    BackTo {
        last: SanText,
        #[message(display)]
        board: String,
        fen: String,
    },
    BackToStart {
        #[message(display)]
        board: String,
        fen: String,
    },
    ClocksWritten {
        white: String,
        black: String,
        #[message(display)]
        article: Article,
    },
    ClocksEstimated {
        white: String,
        black: String,
        #[message(display)]
        article: Article,
    },
    ClocksUnknown {
        #[message(display)]
        article: Article,
    },
}

/// What a score has where the scores begin to differ.
#[derive(Message)]
#[message(printed, prefix = "reading")]
enum ReadingText {
    Move { san: SanText },
    Unclear { written: String, moves: AnyOf },
    Illegal { written: String, reason: Reason },
    Unreadable { written: String },
    Ended,
}

impl ReconcileReport {
    /// Returns the report for people, in lines.
    pub fn told(&self, words: &Catalogue) -> String {
        let lines = self.slips().chain(self.divergence()).chain(self.consequences(words));
        lines.map(|line| words.render(&line) + "\n").collect()
    }

    fn slips(&self) -> impl Iterator<Item = ReportLine> {
        self.comparison.slips.iter().map(|slip| {
            let ply = slip.ply - usize::from(slip.kind == SlipKind::Doubled && slip.ply > 0);
            let other = self.agreed(ply).unwrap_or_default();
            ReportLine::Slip {
                side: name(slip.player),
                kind: slip.kind.into(),
                number: self.number(ply),
                other: SanText(other),
            }
        })
    }

    fn divergence(&self) -> Vec<ReportLine> {
        let agree = self
            .last_agreed()
            .map_or(ReportLine::AgreeEmpty, |last| ReportLine::Agree { last: SanText(last) });
        match &self.comparison.divergence {
            Divergence::Agree => vec![agree],
            Divergence::Shorter { player, unconfirmed } => {
                let (side, rest) = (name(*player), self.line(unconfirmed));
                vec![
                    agree,
                    match rest.is_empty() {
                        true => ReportLine::ShorterUnreadable { side },
                        false => ReportLine::Shorter { side, rest: SanText(rest) },
                    },
                ]
            }
            Divergence::Conflict(readings) => {
                let number = self.number(self.comparison.agreed.len());
                let reading = |side| {
                    let reading = self.reading(readings.get(side), self.entry_at_parting(side));
                    ReportLine::Reading { side: name(side), reading }
                };
                vec![ReportLine::Parting { number }, reading(Color::White), reading(Color::Black)]
            }
        }
    }

    /// Returns what must be set on the boards and on the clocks.
    fn consequences(&self, words: &Catalogue) -> [ReportLine; 2] {
        let position = self.comparison.position_to_show();
        let drawn = |piece: Piece| {
            let letter = words.in_letters(&piece.role.upper_char().to_string());
            piece.color.fold_wb(letter.clone(), letter.to_lowercase())
        };
        let board = picture(&position, Color::White, drawn);
        let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        let article = self.comparison.article();
        if self.comparison.agrees() {
            return [ReportLine::Shown { board, fen }, ReportLine::PutRight { article }];
        }
        let clocks = match self.times.map(|times| (times, times.of())) {
            Some((ClockTimes::Left(_), [white, black])) => {
                ReportLine::ClocksWritten { white, black, article }
            }
            Some((ClockTimes::Used(_), [white, black])) => {
                ReportLine::ClocksEstimated { white, black, article }
            }
            None => ReportLine::ClocksUnknown { article },
        };
        let back = match self.last_agreed() {
            Some(last) => ReportLine::BackTo { last: SanText(last), board, fen },
            None => ReportLine::BackToStart { board, fen },
        };
        [back, clocks]
    }

    fn position_at(&self, ply: usize) -> Chess {
        let mut position = self.start.clone();
        self.comparison.agreed.iter().take(ply).for_each(|m| position.play_unchecked(*m));
        position
    }

    /// Returns the number of the half-move after `ply` half-moves: "12...".
    fn number(&self, ply: usize) -> String {
        let position = self.position_at(ply.min(self.comparison.agreed.len()));
        format!("{}{}", position.fullmoves(), position.turn().fold_wb(".", "..."))
    }

    fn agreed(&self, ply: usize) -> Option<String> {
        let m = *self.comparison.agreed.get(ply)?;
        Some(SanPlus::from_move(self.position_at(ply), m).to_string())
    }

    /// Returns the last half-move on which the scores agree: "4... Nf6".
    fn last_agreed(&self) -> Option<String> {
        let last = self.comparison.agreed.len().checked_sub(1)?;
        Some(format!("{} {}", self.number(last), self.agreed(last)?))
    }

    /// Returns the text of moves from the last point of agreement on.
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

    /// Returns the word at which a score begins to differ. Slips before it have shifted its place.
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

    fn reading(&self, reading: &EntryReading, written: &str) -> ReadingText {
        let position = &self.comparison.position;
        let san = |m: &Move| SanPlus::from_move(position.clone(), *m).to_string();
        let written = written.to_owned();
        match reading {
            EntryReading::Move(m) => ReadingText::Move { san: SanText(san(m)) },
            EntryReading::Unclear(moves) => {
                ReadingText::Unclear { written, moves: AnyOf(moves.iter().map(san).collect()) }
            }
            EntryReading::Illegal(reason) => ReadingText::Illegal { written, reason: *reason },
            EntryReading::Unreadable => ReadingText::Unreadable { written },
            EntryReading::Ended => ReadingText::Ended,
        }
    }
}

fn name(side: Color) -> &'static str {
    side.fold_wb("white", "black")
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

/// Reads the score of one game; it is an error if too few words are moves in any language.
fn score(text: &str, side: Color) -> Result<WrittenGame, ReconcileError> {
    let mut scores = written_games(text);
    if !is_score(&scores) {
        scores.clear();
    }
    // A game without a move is one of several all the same.
    let is_game = |game: &WrittenGame| game.words.is_empty() && !game.tags.is_empty();
    scores.retain(|game| is_score(slice::from_ref(game)) || is_game(game));
    let side = name(side);
    match (scores.pop(), scores.len()) {
        (Some(score), 0) => Ok(score),
        (None, _) => Err(ReconcileError::NoScore { side }),
        (Some(_), others) => Err(ReconcileError::SeveralGames { side, count: others + 1 }),
    }
}

fn start(white: &WrittenGame, black: &WrittenGame) -> Result<Chess, ReconcileError> {
    let of = |score: &WrittenGame, side| {
        let start = score.start(1).map_err(|source| ReconcileError::Start { side: name(side), source })?;
        Ok(start.map(|game| game.start().clone()))
    };
    match (of(white, Color::White)?, of(black, Color::Black)?) {
        (Some(white), Some(black)) if white != black => Err(ReconcileError::OtherStart),
        (Some(start), _) | (None, Some(start)) => Ok(start),
        (None, None) => Ok(Chess::default()),
    }
}

/// Returns both players' times left after `plies` half-moves, if the score has them.
fn left_at(score: &WrittenGame, plies: usize, first: Color) -> Option<ByColor<Duration>> {
    let of = |side: Color| {
        let own = (0..plies).rev().find(|ply| (ply % 2 == 0) == (side == first))?;
        score.words.get(own)?.left
    };
    Some(ByColor { white: of(Color::White)?, black: of(Color::Black)? })
}
