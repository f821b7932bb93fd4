//! A game from a journal or a PGN file as it is shown to whoever sees: its moves, its words and the time spent on each move.

use std::{str::FromStr, time::Duration};

use crate::{
    announce::{Announcement, Announcer, Audience, BoardAnswer, MoveInPosition},
    clock::{Bonus, IncrementFrom, TimeControl},
    journal::Record,
    language::{Message, is_bidi_control},
    laws::{Chess, Color, Position, board_facts},
    notation::{
        PgnGame,
        svg::{self, DiagramOptions},
    },
};

/// The end of a half-move: `12w` or `12b`, or `12` for the last one of that number; `0` is the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveAt {
    number: u32,
    side: Option<Color>,
}

/// Why a move cannot be shown.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "move-at")]
pub enum MoveAtError {
    /// The text is no number of a move.
    Unreadable(#[message("found")] String),
    /// The game has no such move.
    Beyond {
        /// What was asked for.
        found: String,
        /// The number of the last move.
        last: u32,
        /// `white` or `black`: its side.
        side: &'static str,
    },
    /// The game has no move at all.
    NoMoves(#[message("found")] String),
}

impl FromStr for MoveAt {
    type Err = MoveAtError;

    fn from_str(text: &str) -> Result<MoveAt, MoveAtError> {
        let text = text.trim();
        // Who writes in German writes "s" for Black.
        let (number, side) = match text.chars().last() {
            Some('w' | 'W') => (&text[..text.len() - 1], Some(Color::White)),
            Some('b' | 'B' | 's' | 'S') => (&text[..text.len() - 1], Some(Color::Black)),
            _ => (text, None),
        };
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        match number.parse().ok().filter(|_| is_number) {
            Some(number) => Ok(MoveAt { number, side }),
            None => Err(MoveAtError::Unreadable(text.to_owned())),
        }
    }
}

impl MoveAt {
    /// Reads several, separated by commas.
    pub fn list(text: &str) -> Result<Vec<MoveAt>, MoveAtError> {
        text.split(',').map(str::parse).collect()
    }
}

/// A game with all that is shown of it.
pub struct ShownGame {
    /// Its tags, moves, clocks and comments.
    pub score: PgnGame,
    /// How it ended, in words, where its journal says so.
    pub ending: Option<String>,
    /// The time spent on each half-move, where known.
    pub spent: Vec<Option<Duration>>,
}

impl ShownGame {
    /// Returns the game of a journal.
    pub fn of_record(record: &Record, announcer: &Announcer) -> ShownGame {
        let ended =
            |outcome| announcer.render(&Announcement::Ended(outcome, None), Audience::Spectator).words;
        ShownGame {
            score: record.score(),
            ending: record.ended().map(ended),
            spent: (0..record.game().moves().len()).map(|ply| record.time_spent(ply)).collect(),
        }
    }

    /// Returns a game of a PGN file, with the times that follow from its clocks and its time control.
    pub fn of_pgn(score: PgnGame) -> ShownGame {
        let spent = (0..score.game.moves().len()).map(|ply| spent_by_clock(&score, ply)).collect();
        ShownGame { score, ending: None, spent }
    }

    /// Returns the number of half-moves up to the end of a move.
    ///
    /// # Errors
    ///
    /// If the game has no such move.
    pub fn plies_to(&self, at: MoveAt) -> Result<usize, MoveAtError> {
        let game = &self.score.game;
        if at == (MoveAt { number: 0, side: None }) {
            return Ok(0);
        }
        let is_meant = |ply: &usize| {
            let before = game.position_at(*ply);
            before.fullmoves().get() == at.number && at.side.is_none_or(|side| side == before.turn())
        };
        let found = (0..game.moves().len()).rev().find(is_meant).map(|ply| ply + 1);
        found.ok_or_else(|| {
            let side = at.side.map_or("", |side| side.fold_wb("w", "b"));
            let found = format!("{}{side}", at.number);
            match game.moves().len() {
                0 => MoveAtError::NoMoves(found),
                moves => {
                    let last = game.position_at(moves - 1);
                    let side = last.turn().fold_wb("white", "black");
                    MoveAtError::Beyond { found, last: last.fullmoves().get(), side }
                }
            }
        })
    }

    /// Returns the move after so many half-moves.
    pub fn told(&self, ply: usize) -> MoveInPosition {
        let game = &self.score.game;
        MoveInPosition::new(game.position_at(ply).clone(), game.moves()[ply])
    }

    /// Returns the names of both players, where known.
    pub fn player(&self, side: Color) -> Option<&str> {
        known(self.score.tag(side.fold_wb("White", "Black")))
    }

    /// Returns the comments after so many half-moves, without the commands of programs in them.
    pub fn comments(&self, ply: usize) -> Vec<String> {
        let here = self.score.comments.iter().filter(|(at, _)| *at == ply);
        here.map(|(_, text)| without_commands(text)).filter(|text| !text.is_empty()).collect()
    }

    /// Returns what a drawing of the position after so many half-moves shows.
    pub fn diagram_options(&self, plies: usize, turned: bool) -> DiagramOptions {
        let position = self.score.game.position_at(plies);
        DiagramOptions {
            turned,
            last_move: plies.checked_sub(1).and_then(|ply| svg::between(self.score.game.moves()[ply])),
            check: svg::king_in_check(position),
            coordinates: true,
            ..DiagramOptions::default()
        }
    }

    /// Returns a position as an SVG file, named by the players and the move before it, and described in words.
    pub fn diagram(&self, plies: usize, turned: bool, announcer: &Announcer) -> String {
        let last = plies.checked_sub(1).and_then(|ply| announcer.written(&self.told(ply)));
        let players = Color::ALL.map(|side| self.player(side).unwrap_or("?")).join(" – ");
        let position = self.score.game.position_at(plies);
        let options = DiagramOptions {
            title: last.map_or(players.clone(), |last| format!("{players}: {last}")),
            description: in_words(position, announcer),
            ..self.diagram_options(plies, turned)
        };
        svg::diagram(position.board(), &options)
    }
}

/// Returns the value of a tag, unless it stands for nothing.
pub(super) fn known(value: Option<&str>) -> Option<&str> {
    value.filter(|value| !value.chars().all(|c| matches!(c, '?' | '.' | '-' | ' ')))
}

/// Returns all pieces and their squares, in words.
pub(super) fn in_words(position: &Chess, announcer: &Announcer) -> String {
    let pieces = Color::ALL.into_iter().flat_map(|side| {
        let mut pieces = board_facts::pieces_on(position.board(), position.board().by_color(side));
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.1));
        pieces
    });
    announcer.render(&BoardAnswer::Pieces(pieces.collect()).into(), Audience::Spectator).words
}

/// Returns the time that the mover's clock lost, and what was added to it meanwhile.
///
/// None for a first move with an increment: some clocks add it before that move, others after, and servers not at all.
fn spent_by_clock(score: &PgnGame, ply: usize) -> Option<Duration> {
    let control = score.tag("TimeControl").and_then(|tag| tag.parse::<TimeControl>().ok())?;
    let left = |ply: usize| score.clocks.get(ply).copied().flatten();
    let made = u32::try_from(ply / 2).ok()?;
    let given = |moves| control.given(moves, IncrementFrom::SecondMove);
    let (before, gained) = match ply.checked_sub(2) {
        Some(earlier) => (left(earlier)?, given(made + 1) - given(made)),
        None if matches!(control.periods()[0].bonus, Bonus::Increment(_)) => return None,
        None => (given(0), given(1) - given(0)),
    };
    (before + gained).checked_sub(left(ply)?)
}

/// Returns a comment without what only programs read, `[%eval 0.3]`, on one line.
fn without_commands(text: &str) -> String {
    let (mut rest, mut plain) = (text, String::new());
    while let Some((before, command)) = rest.split_once("[%") {
        plain.push_str(before);
        rest = command.split_once(']').map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    plain.retain(|c| !is_bidi_control(c));
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::games;

    fn game(pgn: &str) -> ShownGame {
        ShownGame::of_pgn(games(pgn).next().unwrap().unwrap())
    }

    #[test]
    fn a_move_is_found_by_its_number_and_side() {
        let usual = "1. e4 e5 2. Nf3 Nc6 3. Bb5 *";
        check(usual, "0", Ok(0));
        check(usual, "1w", Ok(1));
        check(usual, "1", Ok(2));
        check(usual, " 2S ", Ok(4));
        check(usual, "3", Ok(5));
        let beyond =
            |found: &str, last| Err(MoveAtError::Beyond { found: found.to_owned(), last, side: "white" });
        check(usual, "3b", beyond("3b", 3));
        check(usual, "4", beyond("4", 3));
        check("*", "1", Err(MoveAtError::NoMoves("1".to_owned())));
        for text in ["", "w", "1x", "-1", "+1", "1 w", "99999999999", "ä", "1.5"] {
            assert_eq!(text.parse::<MoveAt>(), Err(MoveAtError::Unreadable(text.to_owned())), "{text}");
        }
        let later = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n\n30... Kd7 31. e4 *";
        check(later, "30", Ok(1));
        check(later, "31", Ok(2));
        check(later, "30w", beyond("30w", 31));
        fn check(pgn: &str, text: &str, expected: Result<usize, MoveAtError>) {
            assert_eq!(text.parse().and_then(|at| game(pgn).plies_to(at)), expected, "{text} in {pgn}");
        }
    }

    #[test]
    fn the_time_spent_follows_from_the_clocks() {
        let seconds = |pgn: &str| {
            let spent = game(pgn).spent;
            spent.into_iter().map(|time| time.map(|time| time.as_secs())).collect::<Vec<_>>()
        };
        let plain =
            "[TimeControl \"300\"]\n\n1. e4 {[%clk 0:04:50]} e5 {[%clk 0:05:00]} 2. d4 {[%clk 0:04:20]} d5 *";
        assert_eq!(seconds(plain), [Some(10), Some(0), Some(30), None]);
        let increment =
            "[TimeControl \"300+5\"]\n\n1. e4 {[%clk 0:04:50]} e5 {[%clk 0:05:00]} 2. d4 {[%clk 0:04:50]} *";
        assert_eq!(seconds(increment), [None, None, Some(5)]);
        // The second period's time comes with the second move.
        let periods = "[TimeControl \"2/300:600\"]\n\n1. e4 {[%clk 0:04:50]} e5 2. d4 {[%clk 0:14:40]} *";
        assert_eq!(seconds(periods), [Some(10), None, Some(10)]);
        assert_eq!(seconds("1. e4 {[%clk 0:04:50]} e5 *"), [None, None]);
    }

    #[test]
    fn a_comment_is_what_people_wrote() {
        assert_eq!(without_commands("[%eval 0.3] good\n[%csl Ge4]  move [%cal"), "good move");
        assert_eq!(without_commands("<b>\u{202e}x"), "<b>x");
    }
}
