//! What the review of a game tells: its turning points, and what became of the tasks.

use super::{
    Facts, MoveInPosition, SchoolAnnouncement,
    advice::{better, mistake},
    facts::{ArgumentText, NONE},
    phrase::Phrase,
};
use crate::{
    language::Message,
    laws::{Assessment, Color, Mistake},
};

/// What the review of a game tells.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(prefix = "game-review", sink = Facts<'_>)]
pub enum ReviewAnnouncement {
    /// The engine looks at the game, for about so many seconds.
    Looking(#[message("seconds")] u64),
    /// It is still looking.
    StillLooking,
    /// There is no game to be reviewed.
    NoGame,
    /// The game is not over.
    NotOver,
    /// No engine is there.
    NoEngine,
    /// The engine has gone and is started again.
    EngineLost,
    /// The engine had no answer.
    NoAnswer,
    /// It goes on where it was left.
    Again,
    /// So many moves decided the game.
    Decided(#[message("count")] usize),
    /// This side was winning all the time.
    NeverInDoubt(Color),
    /// No single move decided the game, and this side lost it gradually; its largest faults follow, so many.
    Gradual {
        /// The side.
        side: Color,
        /// How many follow.
        count: usize,
    },
    /// Nothing decided the game.
    Open,
    /// A move that cost much: what was wrong with it, how the game could have stood, and how it stood then.
    TurningPoint {
        /// The move.
        played: MoveInPosition,
        /// What was wrong with it.
        #[message(with = mistake)]
        harm: Mistake,
        /// With the better move; none if it stood the same in words.
        #[message(with = before)]
        before: Option<Assessment>,
        /// After the move.
        now: Assessment,
        /// One of several better moves, where it is not asked for.
        #[message(with = better)]
        better: Option<MoveInPosition>,
    },
    /// A better move than this one is to be found.
    Asked(MoveInPosition),
    /// How the game would have stood with the better move.
    Outlook(#[message("outlook")] Assessment),
    /// Where the review is.
    Standing {
        /// The number of the task.
        step: usize,
        /// How many there are.
        steps: usize,
        /// How many were solved at the first try.
        solved: usize,
    },
    /// The review is over.
    Over {
        /// How many tasks there were.
        tasks: usize,
        /// How many were solved at the first try.
        solved: usize,
    },
}

impl From<ReviewAnnouncement> for SchoolAnnouncement {
    fn from(told: ReviewAnnouncement) -> SchoolAnnouncement {
        SchoolAnnouncement::Review(told)
    }
}

fn before(outlook: &Option<Assessment>, to: &mut Facts<'_>) {
    let text = outlook.map_or_else(|| NONE.to_owned(), |outlook| outlook.text(to));
    to.set("before", text);
}

impl ArgumentText for Assessment {
    fn text(&self, to: &Facts<'_>) -> String {
        let phrase = Phrase::Assessment(*self);
        to.either(|| to.announcer.phrase(&phrase), || to.announcer.phrase_cells(&phrase))
    }
}
