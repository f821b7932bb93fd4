//! Announcements and their two renderings: words to speak, and cells to feel.
//!
//! An [`Announcement`] holds facts. The sentences are in the Fluent file of each language, where every
//! message carries both sides, so that speech and braille cannot say different things. A new announcement is a
//! variant, whose derive makes its fields the arguments, and a sentence of the variant's name in each language.

#![warn(unreachable_pub)]

mod announcement;
mod advice;
mod declaration;
mod desk;
mod games;
mod looking;
mod on_request;
mod online;
mod setup;
mod audience;
mod announcer;
mod facts;
mod phrase;
mod pieces;
mod reasons;
mod line;
mod views;

use crate::laws::{Attempt, Chess, Color, Move};

pub use advice::Advice;
pub use announcement::{Announcement, WrongClaim};
pub use announcer::{Announcer, Rendering};
pub use audience::Audience;
pub use declaration::Declaration;
pub use desk::{Desk, Menu};
pub(crate) use facts::Facts;
pub use games::{GamesTold, News, Standing};
pub use line::{Line, Target};
pub use looking::Looking;
pub use on_request::OnRequest;
pub use online::{Challenge, OnlineTold, Trouble};
pub use setup::{Choices, Level, Settles, Setup};
pub use views::{Clocks, ranks_together};

/// A move, and the position it is or was played in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveInPosition {
    pub before: Chess,
    pub m: Move,
}

/// How much is told of a move that is not made yet.
///
/// In competition no more than its player has said: what it captures and whether it gives check is theirs to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    All,
    Said { captures: bool, check: bool, mate: bool },
}

impl Shown {
    /// Only where the move goes.
    pub const SQUARES: Shown = Shown::Said { captures: false, check: false, mate: false };

    /// What was said of it.
    pub fn said(attempt: &Attempt) -> Shown {
        let Attempt { captures, check, mate, .. } = *attempt;
        Shown::Said { captures, check, mate }
    }
}

/// What a player can say now, for help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum HelpTopic {
    Move,
    Confirm,
    Which,
    /// Where a piece goes.
    WhereTo,
    Promotion,
    YesNo,
    /// Asked for the opponent.
    Opponent,
    /// Asked for a side.
    Whose,
    Completing,
    /// The clocks stand: what can be called upon now.
    Stopped,
    /// The arbiter answers a claim.
    Arbiter,
    /// The arbiter has the floor.
    Desk,
    Comparing,
    Sealing,
    Adjourned,
    /// An opponent is being sought on a server.
    Lobby,
    Over,
}

facts::choices!(HelpTopic, Device);

/// A device that can be lost, as the player knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Device {
    Microphone,
    Speaker,
    Braille,
    Clock,
    Journal,
    /// The opponent, and what carries their moves.
    Opponent,
    /// The server that a game is played on.
    Server,
    /// An electronic board.
    Board,
}

/// How a clock on an electronic board differs from the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockDifference {
    /// It runs for this side, which is not on move.
    Turn(Color),
    /// It shows this side's flag, which has time.
    Flag(Color),
    /// It gives time for each move, or gives none.
    Bonus(bool),
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::language::{LANGUAGES, Message};

    /// What can be told has a sentence in every language, and every sentence can be told.
    #[test]
    fn every_language_has_the_sentences_that_can_be_told_and_no_others() {
        let announced: BTreeSet<_> = Announcement::ids().into_iter().collect();
        let parts = [phrase::Phrase::ids(), reasons::Grounds::ids(), games::ListedGame::ids()];
        let told = announced.iter().copied().chain(parts.into_iter().flatten()).collect();
        for language in LANGUAGES {
            let entries: Vec<&str> = language.sentences.split("\n").collect();
            let id = |line: &&'static str| line.split_once(" =").map(|(id, _)| id);
            let is_message = |line: &&&str| line.starts_with(char::is_alphabetic);
            let found: BTreeSet<&str> = entries.iter().filter(is_message).filter_map(id).collect();
            let lacks: Vec<_> = BTreeSet::difference(&told, &found).collect();
            let unused: Vec<_> = found.difference(&told).collect();
            assert!(
                lacks.is_empty() && unused.is_empty(),
                "{} lacks {lacks:?}, has for nothing {unused:?}",
                language.tag
            );
            let lines = entries.split(|line| line.starts_with(char::is_alphabetic));
            let ids = entries.iter().filter(is_message).filter_map(id);
            for (id, lines) in ids.zip(lines.skip(1)).filter(|(id, _)| announced.contains(id)) {
                assert!(
                    lines.iter().any(|line| line.contains(".braille = ")),
                    "{}: {id} has no line",
                    language.tag
                );
            }
        }
    }
}
