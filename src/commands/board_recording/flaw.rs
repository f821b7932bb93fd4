//! What is wrong with a recording, or cannot be followed in it, and where.

use std::{fmt, time::Duration};

use shakmaty::san::SanPlus;

use crate::{
    commands::{AnyOf, clock_time},
    devices::board::ClockReading,
    language::{Arguments, Message, SanText},
    laws::{
        Game, Piece, Position,
        tracking::{BoardReading, Difference},
    },
};

/// A part of a recording that cannot be read, or leaves a move open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The number of half-moves before it.
    pub ply: usize,
    pub game: usize,
    pub kind: FlawKind,
}

/// The kind of a flaw.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(error, prefix = "flaw")]
pub enum FlawKind {
    /// From an offset on, bytes are no message.
    #[message(with = damage)]
    Damaged {
        at: u64,
        length: usize,
        line: Option<usize>,
        told_all_the_same: bool,
    },
    NoBase64 {
        line: usize,
    },
    /// Another move may have been made.
    Doubtful {
        made: SanText,
        or: AnyOf,
    },
    /// The board shows what no move leads to; the game is given up to there.
    NotFollowed {
        /// The number of the message from which on it does.
        message: usize,
        #[message(display)]
        clock: ClockText,
        last: SanText,
        differing: DifferingSquares,
    },
}

impl FlawKind {
    /// Whether something of the game may be lost.
    pub fn costs_something(&self) -> bool {
        !matches!(self, FlawKind::Damaged { told_all_the_same: true, .. })
    }
}

/// What the clock shows, left and right; nothing where there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockText(Option<[Duration; 2]>);

impl fmt::Display for ClockText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some([left, right]) = self.0 else { return Ok(()) };
        write!(f, " ({} | {})", clock_time(left), clock_time(right))
    }
}

/// The squares on which a board differs from the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferingSquares(Vec<Difference>);

impl Message for DifferingSquares {
    fn id(&self) -> &'static str {
        match self.0.len() {
            0 => "differing-squares-none",
            1 => "differing-squares-last",
            _ => "differing-squares",
        }
    }

    fn add_arguments(&self, to: &mut Arguments) {
        let Some((first, rest)) = self.0.split_first() else { return };
        to.set("square", first.square.to_string());
        to.set_message("holds", &StandingPiece(first.holds));
        to.set_message("should", &StandingPiece(first.should));
        if !rest.is_empty() {
            to.set_message("rest", &DifferingSquares(rest.to_vec()));
        }
    }

    fn ids() -> Vec<&'static str> {
        vec!["differing-squares", "differing-squares-last", "differing-squares-none"]
    }
}

/// What stands on a square.
struct StandingPiece(Option<Piece>);

impl Message for StandingPiece {
    fn id(&self) -> &'static str {
        "standing-piece"
    }

    fn add_arguments(&self, to: &mut Arguments) {
        // FEN's letter names the piece and its side.
        to.set("piece", self.0.map_or("none".to_owned(), |piece| piece.char().to_string()));
    }

    fn ids() -> Vec<&'static str> {
        vec!["standing-piece"]
    }
}

fn damage(at: &u64, length: &usize, line: &Option<usize>, told_all_the_same: &bool, to: &mut Arguments) {
    to.set_number("at", *at as f64);
    to.set_number("length", *length as f64);
    to.set_number("line", line.unwrap_or_default() as f64);
    to.set("lost", if *told_all_the_same { "nothing" } else { "something" });
}

/// A reading that could not be followed.
pub(super) struct UnfollowedReading {
    pub(super) message: usize,
    pub(super) clock: Option<ClockReading>,
    pub(super) sight: BoardReading,
    /// A piece stands where none should, rather than lacks.
    pub(super) is_strange: bool,
}

impl UnfollowedReading {
    /// Returns the flaw of a game that is given up to this reading.
    pub(super) fn flaw(self, game: &Game, number: usize) -> Flaw {
        let ply = game.moves().len();
        let last = ply.checked_sub(1).map(|last| {
            let position = game.position_at(last);
            let san = SanPlus::from_move(position.clone(), game.moves()[last]);
            format!("{}{} {san}", position.fullmoves(), position.turn().fold_wb(".", "..."))
        });
        let kind = FlawKind::NotFollowed {
            message: self.message,
            clock: ClockText(self.clock.map(|clock| [clock.left.time, clock.right.time])),
            last: SanText(last.unwrap_or_else(|| "none".to_owned())),
            differing: DifferingSquares(self.sight.differences(game.position().board())),
        };
        Flaw { ply, game: number, kind }
    }
}
