//! Compares two scores of one game whose boards differ (FIDE D.2.9).
//!
//! A score here is a PGN file as a player or their assistant wrote it: piece letters of any language, words that are
//! no moves, moves left out. It is read word by word, since a reader of whole games would stop at the first slip.

use std::time::Duration;

use shakmaty::{EnPassantMode, fen::Fen, san::SanPlus};

use super::{AnyOf, clock_time};
use crate::{
    language::{Catalogue, Message},
    laws::{
        Article, ByColor, Chess, Color, Comparison, Divergence, EntryReading, Game, Move, Position, Reason,
        ScoreSheet, Scores, SlipKind, StartError, Verdict, compare,
    },
    notation::{Letters, pgn::reading::clock_of, read},
};

/// Scores that cannot be compared.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "reconcile")]
pub enum ReconcileError {
    Start { side: &'static str, source: StartError },
    NoScore { side: &'static str },
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
    let (white, black) = (ScoreText::of(white, Color::White)?, ScoreText::of(black, Color::Black)?);
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
        other: String,
    },
    Agree {
        last: String,
    },
    AgreeEmpty,
    Shorter {
        side: &'static str,
        rest: String,
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
        fen: String,
    },
    PutRight {
        #[message(display)]
        article: Article,
    },
    BackTo {
        last: String,
        fen: String,
    },
    BackToStart {
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
    Move { san: String },
    Unclear { written: String, moves: AnyOf },
    Illegal { written: String, reason: Reason },
    Unreadable { written: String },
    Ended,
}

impl ReconcileReport {
    /// Returns the report for people, in lines.
    pub fn told(&self, words: &Catalogue) -> String {
        let lines = self.slips().chain(self.divergence()).chain(self.consequences());
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
                other,
            }
        })
    }

    fn divergence(&self) -> Vec<ReportLine> {
        let agree = self.last_agreed().map_or(ReportLine::AgreeEmpty, |last| ReportLine::Agree { last });
        match &self.comparison.divergence {
            Divergence::Agree => vec![agree],
            Divergence::Shorter { player, unconfirmed } => {
                let (side, rest) = (name(*player), self.line(unconfirmed));
                vec![
                    agree,
                    match rest.is_empty() {
                        true => ReportLine::ShorterUnreadable { side },
                        false => ReportLine::Shorter { side, rest },
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
    fn consequences(&self) -> [ReportLine; 2] {
        let position = self.comparison.position_to_show();
        let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        let article = self.comparison.article();
        if self.comparison.agrees() {
            return [ReportLine::Shown { fen }, ReportLine::PutRight { article }];
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
            Some(last) => ReportLine::BackTo { last, fen },
            None => ReportLine::BackToStart { fen },
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
            EntryReading::Move(m) => ReadingText::Move { san: san(m) },
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

fn start(white: &ScoreText, black: &ScoreText) -> Result<Chess, ReconcileError> {
    let of = |text: &ScoreText, side| match &text.fen {
        None => Ok(None),
        Some(fen) => Game::from_fen(fen)
            .map(|game| Some(game.start().clone()))
            .map_err(|source| ReconcileError::Start { side: name(side), source }),
    };
    match (of(white, Color::White)?, of(black, Color::Black)?) {
        (Some(white), Some(black)) if white != black => Err(ReconcileError::OtherStart),
        (Some(start), _) | (None, Some(start)) => Ok(start),
        (None, None) => Ok(Chess::default()),
    }
}

/// Reads words as moves, with the piece letters by which the score goes furthest without a slip.
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

/// The words of a score in a file.
#[derive(Debug, Default)]
struct ScoreText {
    /// Whether the file has a PGN tag.
    tagged: bool,
    fen: Option<String>,
    words: Vec<String>,
    /// Time left to the mover, beside each word.
    left: Vec<Option<Duration>>,
}

/// A text is a score if at least one in `SHARE` words is a move.
const SHARE: usize = 4;

/// Words that belong to the move before them.
const MARKS: [&str; 8] = ["ep", "e.p.", "e.p", "+", "++", "#", "ch", "mate"];
const RESULTS: [&str; 6] = ["1-0", "0-1", "1/2-1/2", "½-½", "½", "*"];

impl ScoreText {
    /// Reads a score. It is an error if too few words are moves in any language.
    fn of(text: &str, side: Color) -> Result<ScoreText, ReconcileError> {
        let found = ScoreText::words(text);
        let moves =
            found.words.iter().filter(|word| Letters::ALL.iter().any(|letters| read(word, letters).is_ok()));
        let moves = moves.count();
        let is_score = if found.words.is_empty() {
            found.tagged
        } else {
            moves > 0 && SHARE * moves >= found.words.len()
        };
        if is_score { Ok(found) } else { Err(ReconcileError::NoScore { side: name(side) }) }
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

    /// Returns both players' times left after `plies` half-moves, if the score has them.
    fn left_at(&self, plies: usize, first: Color) -> Option<ByColor<Duration>> {
        let of = |side: Color| {
            let own = (0..plies).rev().find(|ply| (ply % 2 == 0) == (side == first))?;
            self.left.get(own).copied().flatten()
        };
        Some(ByColor { white: of(Color::White)?, black: of(Color::Black)? })
    }
}
