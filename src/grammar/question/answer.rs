//! What questions are answered with.

use std::time::Duration;

use crate::{
    announce::{Announcement, Facts, MoveInPosition},
    language::Message,
    laws::Color,
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
}
