//! What results are worth in a tournament report: 1, ½ and 0, unless TRF26's lines 162 and 299 say otherwise.
//!
//! Points are counted in tenths, since a report writes them with one decimal.

use super::{TournamentReportError, starts_with, text_in};

/// The columns of a line 299, from 0. Behind the round follow the numbers of players.
mod column {
    use std::ops::Range;

    pub(super) const LETTER: usize = 4;
    pub(super) const OF_A_MATCH: Range<usize> = 7..11;
    pub(super) const POINTS: Range<usize> = 12..17;
    pub(super) const ROUND: Range<usize> = 19..22;
    pub(super) const PLAYERS: usize = 23;
}

/// What results are worth, in tenths of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PointSystem {
    win: i32,
    draw: i32,
    loss: i32,
    /// A game that a player did not come to, or a round for which they were excused.
    absence: i32,
    /// A bye that the pairing gives; as much as a win unless it is said.
    allocated_bye: Option<i32>,
    abnormal: Vec<Abnormal>,
}

/// A line 299: what some players have for a result, or beside all results.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Abnormal {
    /// The kind of result in whose place it counts; none for a penalty or a bonus.
    letter: Option<char>,
    /// The only round for which it counts.
    round: Option<u32>,
    points: i32,
    players: Vec<u32>,
}

impl PointSystem {
    /// Reads what the lines of a report say of it.
    pub(super) fn of(lines: &[Vec<char>]) -> Result<PointSystem, TournamentReportError> {
        let mut system =
            PointSystem { win: 10, draw: 5, loss: 0, absence: 0, allocated_bye: None, abnormal: Vec::new() };
        for (at, line) in lines.iter().enumerate() {
            let read = if starts_with(line, "162") {
                system.read(&text_in(line, 3..line.len()))
            } else if starts_with(line, "299") && text_in(line, column::OF_A_MATCH).is_empty() {
                Abnormal::read(line).map(|abnormal| system.abnormal.push(abnormal))
            } else {
                continue;
            };
            if read.is_none() {
                return Err(TournamentReportError::Points {
                    line: at + 1,
                    found: text_in(line, 0..line.len()),
                });
            }
        }
        Ok(system)
    }

    /// Reads letters with what each is worth: `W 3.0    D 1.0`.
    fn read(&mut self, told: &str) -> Option<()> {
        let mut rest = told;
        while let Some(letter) = rest.chars().next() {
            let number = rest[letter.len_utf8()..].trim_start();
            let end = number.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(number.len());
            let points = tenths(&number[..end])?;
            match letter.to_ascii_uppercase() {
                'W' => self.win = points,
                'D' => self.draw = points,
                'L' => self.loss = points,
                'A' => self.absence = points,
                'P' => self.allocated_bye = Some(points),
                // A result that is not known yet: nobody has it here.
                'X' => {}
                _ => return None,
            }
            rest = number[end..].trim_start();
        }
        Some(())
    }

    /// What a letter is worth to a player in a round.
    pub(super) fn worth(&self, letter: char, player: u32, round: u32) -> i32 {
        let letter = letter.to_ascii_uppercase();
        let own = |abnormal: &&Abnormal| {
            abnormal.letter.is_some_and(|kind| kind == kind_of(letter))
                && abnormal.round.is_none_or(|only| only == round)
                && abnormal.players.contains(&player)
        };
        if let Some(abnormal) = self.abnormal.iter().rfind(own) {
            return abnormal.points;
        }
        match letter {
            '1' | '+' | 'W' | 'F' => self.win,
            '=' | 'D' | 'H' => self.draw,
            '0' | 'L' => self.loss,
            '-' | 'Z' => self.absence,
            'U' => self.allocated_bye.unwrap_or(self.win),
            _ => 0,
        }
    }

    /// What a player has beside all results.
    pub(super) fn beside(&self, player: u32) -> i32 {
        let own = |abnormal: &&Abnormal| abnormal.letter.is_none() && abnormal.players.contains(&player);
        self.abnormal.iter().filter(own).map(|abnormal| abnormal.points).sum()
    }
}

/// The letter under which a line 299 names a result.
fn kind_of(letter: char) -> char {
    match letter {
        '1' => 'W',
        '=' => 'D',
        '0' => 'L',
        other => other,
    }
}

impl Abnormal {
    fn read(line: &[char]) -> Option<Abnormal> {
        let letter = line.get(column::LETTER).copied().filter(|letter| *letter != ' ');
        let letter = letter.map(|letter| letter.to_ascii_uppercase());
        let round = text_in(line, column::ROUND);
        let round: u32 = if round.is_empty() { 0 } else { round.parse().ok()? };
        let players = text_in(line, column::PLAYERS..line.len());
        let players = players.split_whitespace().map(str::parse).collect::<Result<Vec<_>, _>>().ok()?;
        let is_known = letter.is_none_or(|letter| "WDLFHZ+-".contains(letter));
        let points = text_in(line, column::POINTS);
        let points = match points.strip_prefix('-') {
            Some(less) => -tenths(less.trim_start())?,
            None => tenths(&points)?,
        };
        (is_known && !players.is_empty()).then_some(Abnormal {
            letter,
            round: Some(round).filter(|round| *round > 0),
            points,
            players,
        })
    }
}

/// Reads points, at most 99.9: `1`, `1.0`, `11.5`.
fn tenths(points: &str) -> Option<i32> {
    let (whole, part) = points.split_once('.').unwrap_or((points, "0"));
    let is_number = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let tenths = || Some(whole.parse::<i32>().ok()? * 10 + part.parse::<i32>().ok()?);
    (is_number(whole, 2) && is_number(part, 1)).then(tenths)?
}

/// Tenths of points as they are written: `2.5`.
pub(super) fn points_of(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}
