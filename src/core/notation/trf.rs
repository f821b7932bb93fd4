//! Tournament report files (FIDE's TRF16 and TRF26): names and pairings are read, results are written.
//!
//! A report is lines of fixed columns, counted in characters. What is not known here stays as it was, byte for byte in
//! a line; so does how lines end. Of the lines that TRF26 has brought, those count here that say how many rounds there are
//! (142), with what time they are played (222), and what a result is worth (162, 299); the others are a pairing program's.

mod points;

use std::fmt;

use crate::{
    language::Message,
    laws::{Color, GameResult},
};

use points::{PointSystem, points_of};

/// The columns of a player's line, from 0.
mod column {
    use std::ops::Range;

    pub(super) const NUMBER: Range<usize> = 4..8;
    pub(super) const TITLE: Range<usize> = 10..13;
    pub(super) const NAME: Range<usize> = 14..47;
    pub(super) const RATING: Range<usize> = 48..52;
    pub(super) const FEDERATION: Range<usize> = 53..56;
    pub(super) const POINTS: Range<usize> = 80..84;
    /// The first round's entry, and how far the next is from it.
    pub(super) const ROUNDS: usize = 91;
    pub(super) const ROUND: usize = 10;
    /// Within a round's entry.
    pub(super) const OPPONENT: Range<usize> = 0..4;
    pub(super) const COLOUR: usize = 5;
    pub(super) const RESULT: usize = 7;
}

/// A report with more lines, or longer ones, is none of a tournament.
const MOST_LINES: usize = 20_000;
const LONGEST_LINE: usize = 4_000;

/// A tournament report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentReport {
    lines: Vec<Vec<char>>,
    /// How lines end.
    line_end: &'static str,
    players: Vec<TournamentPlayer>,
    points: PointSystem,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentPlayer {
    /// The number by which pairings name the player.
    pub number: u32,
    /// The title, such as `GM`, or nothing.
    pub title: String,
    /// The name.
    pub name: String,
    /// The rating, if there is one.
    pub rating: Option<u32>,
    /// The federation, by its three letters, or nothing.
    pub federation: String,
    /// The line.
    line: usize,
}

/// Two players who meet in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the player who has White.
    pub white: u32,
    /// The number of the player who has Black.
    pub black: u32,
    /// The result; [`GameResult::NoResult`] where there is none yet.
    pub result: GameResult,
}

/// Why a text is no tournament report, or takes no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "trf")]
pub enum TournamentReportError {
    /// No line names a player.
    NoPlayer,
    /// It has too many lines, or one that is too long.
    TooLarge,
    /// A player's line has no number where it must stand.
    NoNumber {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// A player has no name.
    NoName {
        /// The line, from 1.
        line: usize,
    },
    /// Two lines have the same number.
    Twice {
        /// The line, from 1.
        line: usize,
        /// The number.
        number: u32,
    },
    /// A round's entry cannot be read.
    Round {
        /// The line, from 1.
        line: usize,
        /// The round, from 1.
        round: usize,
        /// What stands there.
        found: String,
    },
    /// A line that says what results are worth cannot be read.
    Points {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// Two players' entries of a round contradict each other.
    Contradiction {
        /// The line, from 1.
        line: usize,
        /// The round, from 1.
        round: usize,
    },
    /// The round has no such pairing.
    NoPairing {
        /// The round, from 1.
        round: usize,
        /// Who was to have White.
        white: u32,
        /// Who was to have Black.
        black: u32,
    },
}

/// One round of a player's line.
struct RoundEntry {
    opponent: u32,
    color: Color,
    result: char,
}

impl TournamentReport {
    /// Reads a report, whose lines may end in CR, LF or both.
    ///
    /// # Errors
    ///
    /// If a player's line cannot be read, or the pairings of a round contradict each other.
    pub fn parse(text: &str) -> Result<TournamentReport, TournamentReportError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let line_end = match (text.contains("\r\n"), text.contains('\r')) {
            (true, _) => "\r\n",
            (false, true) => "\r",
            (false, false) => "\n",
        };
        let mut lines: Vec<Vec<char>> = text
            .replace("\r\n", "\n")
            .split(['\r', '\n'])
            .take(MOST_LINES + 2)
            .map(|line| line.chars().take(LONGEST_LINE + 1).collect())
            .collect();
        if lines.last().is_some_and(Vec::is_empty) {
            lines.pop();
        }
        if lines.len() > MOST_LINES || lines.iter().any(|line| line.len() > LONGEST_LINE) {
            return Err(TournamentReportError::TooLarge);
        }
        let mut players: Vec<TournamentPlayer> = Vec::new();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_player(line)) {
            let player = TournamentPlayer::read(at, line)?;
            if players.iter().any(|other| other.number == player.number) {
                return Err(TournamentReportError::Twice { line: at + 1, number: player.number });
            }
            players.push(player);
        }
        if players.is_empty() {
            return Err(TournamentReportError::NoPlayer);
        }
        let points = PointSystem::of(&lines)?;
        let report = TournamentReport { lines, line_end, players, points };
        for round in 1..=report.rounds() {
            report.check(round)?;
        }
        Ok(report)
    }

    /// The tournament's name, or nothing.
    pub fn name(&self) -> String {
        self.told("012").unwrap_or_default()
    }

    /// How many rounds the tournament has, by TRF26 (142) or as pairing programs said it before (XXR).
    pub fn planned_rounds(&self) -> Option<usize> {
        let told = self.told("142").or_else(|| self.told("XXR"))?;
        told.parse().ok().filter(|rounds| *rounds > 0)
    }

    /// The time control by TRF26 (222), in seconds as in PGN's tag: `40/6000+30:900+30`. One for each colour is
    /// `W300-B240`.
    pub fn time_control(&self) -> Option<String> {
        self.told("222")
    }

    /// What the first line of this code says; none without such a line, or where it says nothing.
    fn told(&self, code: &str) -> Option<String> {
        let line = self.lines.iter().find(|line| starts_with(line, code))?;
        Some(text_in(line, 4..line.len())).filter(|told| !told.is_empty())
    }

    /// The players, in the order of their lines.
    pub fn players(&self) -> &[TournamentPlayer] {
        &self.players
    }

    /// The player of this number.
    pub fn player(&self, number: u32) -> Option<&TournamentPlayer> {
        self.players.iter().find(|player| player.number == number)
    }

    /// How many rounds there are entries of.
    pub fn rounds(&self) -> usize {
        let rounds = |player: &TournamentPlayer| {
            let length = text_in(&self.lines[player.line], 0..usize::MAX).chars().count();
            length.saturating_sub(column::ROUNDS).div_ceil(column::ROUND)
        };
        self.players.iter().map(rounds).max().unwrap_or_default()
    }

    /// The pairings of a round (from 1), in the order of White's lines. Who has a bye is in none.
    pub fn pairings(&self, round: usize) -> Vec<Pairing> {
        let pairing = |player: &TournamentPlayer| {
            let own = self.entry(player, round).ok().flatten().filter(|own| own.color == Color::White)?;
            let other = self.entry(self.player(own.opponent)?, round).ok().flatten()?;
            let result = result_of(own.result, other.result);
            Some(Pairing { white: player.number, black: own.opponent, result })
        };
        self.players.iter().filter_map(pairing).collect()
    }

    /// Writes the result of a pairing into both players' lines, and adds their points up anew. A game in which not each
    /// side has made a move is not `rated`, and its result has letters of its own.
    ///
    /// # Errors
    ///
    /// If the round has no such pairing.
    pub fn set_result(
        &mut self,
        round: usize,
        white: u32,
        black: u32,
        result: GameResult,
        rated: bool,
    ) -> Result<(), TournamentReportError> {
        let own = self.player(white).and_then(|player| self.entry(player, round).ok().flatten());
        let is_paired = own.is_some_and(|own| own.color == Color::White && own.opponent == black);
        if !is_paired {
            return Err(TournamentReportError::NoPairing { round, white, black });
        }
        for (number, color) in [(white, Color::White), (black, Color::Black)] {
            let Some(line) = self.player(number).map(|player| player.line) else { continue };
            // Where a game is worth other points, whoever made the report adds them up.
            let written = text_in(&self.lines[line], column::POINTS);
            let is_usual = written.is_empty() || written == points_of(self.points(number));
            let at = column::ROUNDS + (round - 1) * column::ROUND + column::RESULT;
            put(&mut self.lines[line], at, &letter(result, color, rated).to_string());
            let points = format!("{:>4}", points_of(self.points(number)));
            if is_usual && points.len() == column::POINTS.len() {
                put(&mut self.lines[line], column::POINTS.start, &points);
            }
        }
        Ok(())
    }

    /// The points of a player in tenths, added up over the rounds by what the report says that results are worth: 1, ½ and 0
    /// if it does not.
    pub fn points(&self, number: u32) -> i32 {
        let Some(player) = self.player(number) else { return 0 };
        let line = &self.lines[player.line];
        let results = (column::ROUNDS + column::RESULT..line.len()).step_by(column::ROUND);
        let won = results.zip(1..).map(|(at, round)| self.points.worth(line[at], number, round));
        won.sum::<i32>() + self.points.beside(number)
    }

    /// The players with most points first, each with their points in tenths.
    pub fn standings(&self) -> Vec<(&TournamentPlayer, i32)> {
        let mut standings: Vec<_> =
            self.players.iter().map(|player| (player, self.points(player.number))).collect();
        standings.sort_by_key(|(player, points)| (std::cmp::Reverse(*points), player.number));
        standings
    }

    /// A player's entry of a round; none without a game.
    fn entry(
        &self,
        player: &TournamentPlayer,
        round: usize,
    ) -> Result<Option<RoundEntry>, TournamentReportError> {
        let Some(before) = round.checked_sub(1) else { return Ok(None) };
        let start = column::ROUNDS + before * column::ROUND;
        let line = &self.lines[player.line];
        let found = text_in(line, start..start + column::RESULT + 1);
        let refused = || TournamentReportError::Round { line: player.line + 1, round, found: found.clone() };
        let opponent = text_in(line, start + column::OPPONENT.start..start + column::OPPONENT.end);
        let color = match line.get(start + column::COLOUR) {
            Some('w' | 'W') => Color::White,
            Some('b' | 'B') => Color::Black,
            None | Some(' ' | '-') => return Ok(None),
            Some(_) => return Err(refused()),
        };
        let opponent = opponent.parse().map_err(|_| refused())?;
        // TRF26 minds no case.
        let result = line.get(start + column::RESULT).copied().unwrap_or(' ').to_ascii_uppercase();
        // Two numbers of one game are neither each other's nor their own.
        if opponent == player.number || !RESULTS.contains(result) {
            return Err(refused());
        }
        Ok(Some(RoundEntry { opponent, color, result }))
    }

    /// Whether each entry of a round agrees with that of the opponent.
    fn check(&self, round: usize) -> Result<(), TournamentReportError> {
        for player in &self.players {
            let Some(own) = self.entry(player, round)? else { continue };
            let contradiction = TournamentReportError::Contradiction { line: player.line + 1, round };
            let other = self.player(own.opponent).ok_or(contradiction.clone())?;
            let agrees = self.entry(other, round)?.is_some_and(|theirs| {
                theirs.opponent == player.number
                    && theirs.color != own.color
                    && (own.result == ' ') == (theirs.result == ' ')
            });
            if !agrees {
                return Err(contradiction);
            }
        }
        Ok(())
    }
}

/// The report as a text.
impl fmt::Display for TournamentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            write!(f, "{}{}", line.iter().collect::<String>(), self.line_end)?;
        }
        Ok(())
    }
}

impl TournamentPlayer {
    fn read(at: usize, line: &[char]) -> Result<TournamentPlayer, TournamentReportError> {
        let found = text_in(line, column::NUMBER);
        let number = found.parse().ok().filter(|number| *number > 0);
        let number = number.ok_or(TournamentReportError::NoNumber { line: at + 1, found })?;
        let name = text_in(line, column::NAME);
        if name.is_empty() {
            return Err(TournamentReportError::NoName { line: at + 1 });
        }
        Ok(TournamentPlayer {
            number,
            title: text_in(line, column::TITLE),
            name,
            rating: text_in(line, column::RATING).parse().ok().filter(|rating| *rating > 0),
            federation: text_in(line, column::FEDERATION),
            line: at,
        })
    }
}

/// Results of games, and of games that were not played.
const RESULTS: &str = "10=+-WDLHFUZ ";

/// Two entries of one game as its result.
fn result_of(white: char, black: char) -> GameResult {
    let share = |letter| match letter {
        '1' | '+' | 'W' | 'F' | 'U' => 2,
        '=' | 'D' | 'H' => 1,
        _ => 0,
    };
    match (share(white), share(black)) {
        _ if white == ' ' || black == ' ' => GameResult::NoResult,
        (0, 0) => GameResult::BothLose,
        (1, 0) => GameResult::HalfToWhite,
        (0, 1) => GameResult::HalfToBlack,
        (white, black) if white > black => GameResult::WhiteWins,
        (white, black) if white < black => GameResult::BlackWins,
        _ => GameResult::Draw,
    }
}

/// The letter of a result in the line of the player of this colour.
fn letter(result: GameResult, color: Color, rated: bool) -> char {
    let (win, draw, loss) = if rated { ('1', '=', '0') } else { ('W', 'D', 'L') };
    match (result, color) {
        (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => win,
        (GameResult::WhiteWins, Color::Black) | (GameResult::BlackWins, Color::White) => loss,
        (GameResult::Draw, _) => draw,
        (GameResult::HalfToWhite, Color::White) | (GameResult::HalfToBlack, Color::Black) => draw,
        (GameResult::HalfToWhite, Color::Black) | (GameResult::HalfToBlack, Color::White) => loss,
        (GameResult::BothLose, _) => loss,
        (GameResult::NoResult, _) => ' ',
    }
}

fn is_player(line: &[char]) -> bool {
    starts_with(line, "001")
}

fn starts_with(line: &[char], code: &str) -> bool {
    line.iter().copied().take(code.len()).eq(code.chars())
}

/// What stands in these columns, without the blanks around it.
fn text_in(line: &[char], columns: std::ops::Range<usize>) -> String {
    let end = columns.end.min(line.len());
    line.get(columns.start.min(end)..end).unwrap_or_default().iter().collect::<String>().trim().to_owned()
}

/// Writes into columns of a line, which grows to have them.
fn put(line: &mut Vec<char>, at: usize, text: &str) {
    if line.len() < at + text.chars().count() {
        line.resize(at + text.chars().count(), ' ');
    }
    for (cell, c) in line[at..].iter_mut().zip(text.chars()) {
        *cell = c;
    }
}

#[cfg(test)]
mod tests;
