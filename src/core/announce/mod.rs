//! Announcements and their two renderings: words to speak, and cells to feel.
//!
//! An [`Announcement`] holds facts. The sentences are in the Fluent file of each language, where every message has both
//! sides, so that speech and braille cannot say different things. A new announcement is a variant, whose derive makes its
//! fields the arguments, and a sentence of the variant's name in each language.

#![deny(clippy::wildcard_enum_match_arm)]
#![warn(missing_docs, unreachable_pub)]

mod announcement;
mod advice;
mod declaration;
mod games;
mod board_answer;
mod assistant_answer;
mod online;
mod peer_news;
mod farewell;
mod setup;
mod school;
mod game_review;
mod to_arbiter;
mod audience;
mod announcer;
mod facts;
mod phrase;
mod pieces;
mod reasons;
mod said;
mod line;
mod views;
mod page;

use crate::laws::{Attempt, Chess, Color, Move};

pub use advice::{Advice, EngineStrength, StrengthLimits};
pub use announcement::{Announcement, IncorrectClaim};
pub use announcer::{Announcer, Rendering};
pub use assistant_answer::AssistantAnswer;
pub use audience::Audience;
pub use board_answer::{BoardAnswer, HelpPhrase, PawnFile};
pub use declaration::Declaration;
pub(crate) use facts::Facts;
pub use farewell::{Farewell, GameToResume, SavedFile};
pub use game_review::ReviewAnnouncement;
pub use games::{GameProgress, GameUpdate, GamesAnnouncement, ListedGame};
pub use line::{Line, Target};
pub use online::{
    Challenge, DeclineReason, OnlineAnnouncement, OnlineFault, OnlineVariant, Pace, ServerDelay,
};
pub use peer_news::{PeerRefusal, PeerTime, PeerTrouble};
pub use school::{DrillBest, RoundRank, SchoolAnnouncement, ShortfallTold, SolutionTold};
pub use setup::{ConfirmedBy, MicrophoneLevel, Setup, SetupChoices};
pub use to_arbiter::{ArbiterAnnouncement, OrderMenu};
pub use views::{Clocks, ranks_together};

/// A move, and the position it is or was played in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveInPosition {
    /// The position.
    pub before: Chess,
    /// The move, which is legal there.
    pub m: Move,
    /// How much of it is told.
    pub detail: MoveDetail,
}

/// How much is told of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveDetail {
    /// All that is true of it.
    Full,
    /// The piece and its squares: neither a capture nor a check.
    Squares,
    /// What its player has said.
    AsSaid(Attempt),
}

impl MoveDetail {
    /// How much is told of a move that was made: in competition what its player said, where that is known, else its squares.
    pub fn of(competition: bool, said: Option<Attempt>) -> MoveDetail {
        match said {
            Some(said) if competition => MoveDetail::AsSaid(said),
            None if competition => MoveDetail::Squares,
            Some(_) | None => MoveDetail::Full,
        }
    }
}

impl MoveInPosition {
    /// A move that is told in full.
    pub fn new(before: Chess, m: Move) -> MoveInPosition {
        MoveInPosition { before, m, detail: MoveDetail::Full }
    }

    /// Another move in the same position, of which no words are known.
    #[must_use]
    pub fn instead(self, m: Move) -> MoveInPosition {
        let detail = match self.detail {
            MoveDetail::Full => MoveDetail::Full,
            MoveDetail::Squares | MoveDetail::AsSaid(_) => MoveDetail::Squares,
        };
        MoveInPosition { m, detail, ..self }
    }
}

/// A move that is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskedMove {
    /// A legal move.
    InPosition(MoveInPosition),
    /// The words of a move that is not judged yet.
    Words(Attempt),
}

/// What can be said now, for help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum HelpTopic {
    /// A move.
    Move,
    /// A yes or no to the move that was read back.
    Confirm,
    /// One of several moves.
    Which,
    /// A square for the piece that was named.
    WhereTo,
    /// A piece to promote to.
    Promotion,
    /// The piece that moves.
    Piece,
    /// The side of castling.
    Castling,
    /// Yes or no.
    YesNo,
    /// Yes or no to a question of the setup.
    Setup,
    /// The kind of opponent.
    Opponent,
    /// The strength of the engine.
    Strength,
    /// A side.
    Whose,
    /// That the move is completed, or taken back.
    Completing,
    /// What can be said while the clocks are stopped.
    Stopped,
    /// The arbiter's answer to a claim.
    Arbiter,
    /// The arbiter's orders.
    Desk,
    /// Whether the other score has the move.
    Comparing,
    /// The move to be sealed.
    Sealing,
    /// What can be said while the game is adjourned.
    Adjourned,
    /// What can be said while an opponent is sought on a server.
    Lobby,
    /// What can be said after the game.
    Over,
    /// What can be said in the school.
    School,
}

facts::choices!(HelpTopic, Device, UnreadBoard, crate::grammar::PhrasePlace);

/// A device that can be lost, as the player knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Device {
    /// The microphone, and the recognizer behind it.
    Microphone,
    /// The voice.
    Speaker,
    /// The braille display.
    Braille,
    /// The tactile clock.
    Clock,
    /// The file of the journal.
    Journal,
    /// The opponent, and what carries their moves.
    Opponent,
    /// The server that a game is played on.
    Server,
    /// The program of the other player.
    Peer,
    /// An electronic board.
    Board,
    /// What understands the words that the microphone hears.
    Recognizer,
    /// The keyboard.
    Keyboard,
    /// The page in a browser.
    Page,
    /// The broker at which the boards of a hall meet.
    Hall,
    /// Short tones, in place of words.
    Tones,
    /// What is said, recorded beside the game.
    Recordings,
}

/// Why an electronic board is not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum UnreadBoard {
    /// It never stood as at the start of a game, so that its pieces are not known.
    NoStart,
    /// It tells which squares are occupied, and not by what.
    NoPieces,
    /// It speaks another protocol.
    Foreign,
}

/// How a clock on an electronic board differs from the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockDifference {
    /// It runs for this side, which is not on move.
    Turn(Color),
    /// It shows a fallen flag for this side, which has time.
    Flag(Color),
    /// It gives time for each move although the game does not, or the other way round.
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
        let parts = [
            phrase::Phrase::ids(),
            reasons::Grounds::ids(),
            games::ListedGame::ids(),
            board_answer::PawnFile::ids(),
        ];
        let told = announced.iter().copied().chain(parts.into_iter().flatten()).collect();
        for language in LANGUAGES {
            let entries: Vec<&str> = language.sentences.split("\n").collect();
            let id = |line: &&'static str| line.split_once(" =").map(|(id, _)| id);
            let is_message = |line: &&&str| line.starts_with(char::is_alphabetic);
            let found: BTreeSet<&str> = entries.iter().filter(is_message).filter_map(id).collect();
            let lacks: Vec<_> = BTreeSet::difference(&told, &found).collect();
            let is_part = |id: &&&str| language.sentences.contains(&format!("{{ {id} }}"));
            let unused: Vec<_> = found.difference(&told).filter(|id| !is_part(id)).collect();
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
