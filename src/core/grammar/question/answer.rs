//! What questions are answered with.

use std::time::Duration;

use super::Fact;
use crate::{
    announce::{Announcement, Facts, MoveInPosition},
    language::Message,
    laws::{Color, Square, board_facts::PlacedPiece},
};

/// What a question is answered with. Each variant names its sentence, and each field an argument of it. The older
/// answers are in [`AssistantAnswer`](crate::announce::AssistantAnswer) and [`BoardAnswer`](crate::announce::BoardAnswer).
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum Answer {
    /// The time that a side has left.
    TimeLeft {
        /// The side.
        side: Color,
        /// Its time left.
        time: Duration,
    },
    /// The time that a side has used.
    TimeUsed {
        /// The side.
        side: Color,
        /// Its time used.
        time: Duration,
    },
    /// The time that was spent on a move.
    TimeSpent {
        /// The move.
        played: MoveInPosition,
        /// The time; none while the move is not completed.
        time: Option<Duration>,
    },
    /// The time that was spent on the move that is still to be completed.
    TimeSinceMove {
        /// The side that it is spent by.
        side: Color,
        /// The time.
        time: Duration,
    },
    /// The position stands on the screen.
    Diagram,
    /// Where the page in a browser is found, and the code that opens it.
    Page {
        /// The name or the numbers of the machine.
        host: String,
        /// The port.
        port: String,
        /// The code.
        code: String,
        /// Its digits one by one, as they are read aloud.
        digits: String,
    },
    /// No page is served.
    NoPage,
    /// A draw offer stands.
    OfferStands {
        /// The side that made the offer.
        by: Color,
    },
    /// An answer for each of several pieces.
    #[message("each")]
    Each(#[message("list")] Vec<Announcement>),
    /// There are too many such pieces to answer for each.
    SquareMissing,
    /// The Laws allow the move.
    Allowed,
    /// The side whose clock runs; none if both stand.
    RunningClock(#[message("side")] Option<Color>),
    /// The pieces that are attacked and not defended, and the defended ones that can be won by an exchange; of one side
    /// where only its pieces were asked about. Before them the side that has no mate in one move, where one was looked for.
    Hanging(
        #[message("list")] Vec<PlacedPiece>,
        #[message("won")] Vec<PlacedPiece>,
        #[message("side")] Option<Color>,
        #[message("no-mate")] Option<Color>,
    ),
    /// The passed pawns, of one side where only its pawns were asked about.
    PassedPawns(#[message("list")] Vec<PlacedPiece>, #[message("side")] Option<Color>),
    /// Whether the game is kept after each move.
    Saved(#[message("kept")] bool),
    /// How strong the opponent is, if it is known.
    Rating(#[message("rating")] Option<String>),
    /// Only the arbiter orders this.
    OnlyArbiter,
    /// A side would mate with this move if it were its turn.
    MateThreat(#[message("side")] Color, MoveInPosition),
    /// Where a pawn can be captured en passant now.
    EnPassant(#[message("square")] Option<Square>),
    /// No move gives check.
    NoChecks,
    /// A rule, or how something is done.
    Fact(#[message("what")] Fact),
}

/// Where the page in a browser is found, and the code that opens a seat there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageAddress {
    /// The name or the numbers of the machine.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The digits of the code.
    pub code: String,
}

impl From<&PageAddress> for Answer {
    fn from(page: &PageAddress) -> Answer {
        let digits: Vec<String> = page.code.chars().map(String::from).collect();
        Answer::Page {
            host: page.host.clone(),
            port: page.port.to_string(),
            code: page.code.clone(),
            digits: digits.join(" "),
        }
    }
}
