//! The views of the braille line: the game, its board, its clocks and its score.

use std::time::Duration;

use super::{
    Announcement, Audience, MoveInPosition,
    announcer::{Announcer, Sense},
    line::{BREAK, Line, Target},
    phrase::Phrase,
};
use crate::{
    laws::{Chess, Color, File, Piece, Position, Rank, Square},
    notation::picture,
};

/// Both times, and the side whose clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// White's time.
    pub white: Duration,
    /// Black's time.
    pub black: Duration,
    /// The side whose clock runs.
    pub running: Option<Color>,
}

/// Returns the figurine of a piece.
fn figurine(piece: Piece) -> char {
    let all = piece.color.fold_wb(['♙', '♘', '♗', '♖', '♕', '♔'], ['♟', '♞', '♝', '♜', '♛', '♚']);
    all[piece.role as usize - 1]
}

/// Cells of a rank: its number and its eight squares.
const RANK: usize = 9;

impl Announcer {
    /// The last move of both sides with its number, and both times.
    ///
    /// Shows the first of these that fits the display, and all of it in the next windows: both moves and both times;
    /// the last move and both times; the last move and the time of the side on move; the same without the number;
    /// the last move alone.
    pub fn game_line(
        &self,
        last: &[MoveInPosition],
        turn: Color,
        clocks: Option<Clocks>,
        width: usize,
    ) -> Line {
        let both = self.last_moves_cells(last, turn);
        let times = self.times_line(clocks).cells;
        let last_one = self.last_moves_cells(&last[last.len().saturating_sub(1)..], turn);
        let bare = last.last().map_or_else(|| last_one.clone(), |told| self.cells_of(told));
        let own = clocks.map(|clocks| self.time_of(clocks, turn)).unwrap_or_default();
        let ways = [(&both, &times), (&last_one, &times), (&last_one, &own), (&bare, &own)];
        let fits = |(moves, times): &&(&String, &String)| {
            let apart = if times.is_empty() { 0 } else { 2 };
            moves.chars().count() + apart + times.chars().count() <= width
        };
        let line = |moves: &String, times: &String| {
            Line::plain(moves.clone()).beside_at(width, Line::plain(times.clone()))
        };
        match ways.iter().position(|way| fits(&way)) {
            Some(0) => line(&both, &times),
            Some(n) => {
                let mut line = line(ways[n].0, ways[n].1);
                line.push(&format!("{BREAK}{both}{BREAK}{times}"), None);
                line
            }
            None => {
                let rest = if both == bare { times } else { format!("{both}{BREAK}{times}") };
                Line::plain(format!("{bare}{BREAK}{rest}"))
            }
        }
    }

    fn last_moves_cells(&self, last: &[MoveInPosition], turn: Color) -> String {
        if last.is_empty() {
            return self.phrase_cells(&Phrase::GameBegins(turn));
        }
        self.score(last)
    }

    /// "W1h30 >S1h25", with a mark before the running clock.
    pub fn times_line(&self, clocks: Option<Clocks>) -> Line {
        clocks.map_or_else(Line::default, |clocks| {
            let times = [Color::White, Color::Black].map(|side| self.time_of(clocks, side));
            Line::plain(times.join(" "))
        })
    }

    fn time_of(&self, clocks: Clocks, side: Color) -> String {
        let mark = if clocks.running == Some(side) { ">" } else { "" };
        let time = side.fold_wb(clocks.white, clocks.black);
        format!("{mark}{}{}", self.phrase_cells(&Phrase::Side(side)), self.brief_time(time))
    }

    /// Both times to the second, in full.
    pub fn clocks_line(&self, clocks: Option<Clocks>) -> Line {
        let Some(Clocks { white, black, running }) = clocks else {
            return self.line_of(&Announcement::NoClock);
        };
        Line::plain(self.phrase_cells(&Phrase::ClocksView { white, black, running }))
    }

    fn line_of(&self, announcement: &Announcement) -> Line {
        Line::plain(self.tell(announcement, Audience::Table, Sense::Cells))
    }

    /// The board, as many ranks side by side as fit the display, from this side's first rank on.
    pub fn board_line(&self, position: &Chess, own: Color, lifted: Option<Square>, width: usize) -> Line {
        let together = ranks_together(width);
        let mut line = Line::default();
        let mut ranks = Rank::ALL.to_vec();
        if own == Color::Black {
            ranks.reverse();
        }
        let in_hand = lifted.map(|square| format!(" {square}-")).unwrap_or_default();
        for (n, window) in ranks.chunks(together).enumerate() {
            if n > 0 {
                line.push(&BREAK.to_string(), None);
            }
            for (n, rank) in window.iter().enumerate() {
                line.push(if n > 0 { " " } else { "" }, None);
                self.push_rank(&mut line, position, *rank);
            }
            if window.len() * (RANK + 1) - 1 + in_hand.len() <= width {
                line.push(&in_hand, None);
            }
        }
        line
    }

    /// The board as a picture of eight lines and the letters of the files, from a side's view: with the figurines of
    /// Unicode, or with letters, White's as capitals.
    pub fn picture(&self, position: &Chess, own: Color, figurines: bool) -> String {
        let drawn = |piece: Piece| match figurines {
            true => figurine(piece).to_string(),
            false => self.piece_letter(piece.role, piece.color),
        };
        picture(position, own, drawn) + "\n"
    }

    fn push_rank(&self, line: &mut Line, position: &Chess, rank: Rank) {
        line.push(&rank.char().to_string(), None);
        for file in File::ALL {
            let square = Square::from_coords(file, rank);
            let piece = position.board().piece_at(square);
            let cell = piece
                .map_or_else(|| self.empty_cell(square), |piece| self.piece_cell(piece.role, piece.color));
            line.push(&cell, Some(Target::Square(square)));
        }
    }

    /// Files and ranks to type a move with, which tell nothing of the position, and behind them what was chosen before: no
    /// key moves under the finger.
    pub fn keys_line(begun: &str, width: usize) -> Line {
        const ALL: &str = "abcdefgh 12345678";
        let rank_next = begun.chars().last().is_some_and(|c| ('a'..='h').contains(&c));
        let keys = match (ALL.len() + " e".len() <= width, rank_next) {
            (true, _) => ALL,
            (false, true) => "12345678",
            (false, false) => "abcdefgh",
        };
        let mut line = Line::default();
        for key in keys.chars() {
            line.push(key.encode_utf8(&mut [0; 4]), (key != ' ').then_some(Target::Type(key)));
        }
        // The narrowest line shows only the end of it.
        let room = width.saturating_sub(keys.len() + 1);
        let shown: String = begun.chars().skip(begun.chars().count().saturating_sub(room)).collect();
        if !shown.is_empty() {
            line.push(&format!(" {shown}"), None);
        }
        line
    }

    /// The whole score.
    pub fn score_line(&self, moves: &[MoveInPosition]) -> Line {
        if moves.is_empty() {
            return self.line_of(&Announcement::NoMoveYet);
        }
        Line::plain(self.score(moves))
    }

    /// The line before anything is told.
    pub fn nothing_told(&self) -> Line {
        Line::plain(self.phrase_cells(&Phrase::NothingTold))
    }

    /// What a key of the display does, by its name in the configuration.
    pub fn braille_command(&self, command: &'static str) -> String {
        self.phrase_cells(&Phrase::BrailleCommand(command))
    }
}

/// How many ranks are shown side by side.
pub fn ranks_together(width: usize) -> usize {
    ((width + 1) / (RANK + 1)).clamp(1, 8)
}

impl Line {
    /// This line with another at the right end of the same window.
    fn beside_at(mut self, width: usize, other: Line) -> Line {
        if !other.is_empty() {
            let gap = width.saturating_sub(self.len() + other.len()).max(2);
            self.push(&" ".repeat(gap), None);
            self.append(other);
        }
        self
    }
}
