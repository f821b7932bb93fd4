//! One thing that happened.

use serde::{Deserialize, Serialize};

use shakmaty::uci::UciMove;

use super::{
    note::Note,
    start::{ChosenSettings, Start},
    text,
};
use crate::{
    grammar::Ruling,
    laws::{ClaimKind, Color, Outcome, Square, StartPosition},
};

/// What a journal says of one instant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub enum Entry {
    /// Always first, and only there.
    Started(Box<Start>),
    /// A move was read back and waits for its confirmation.
    Asked {
        #[serde(with = "text::uci")]
        uci: UciMove,
    },
    /// The question was answered with no, or overtaken.
    Withdrawn,
    /// A move was made: from here on it is announced.
    Moved {
        #[serde(with = "text::uci")]
        uci: UciMove,
        san: String,
    },
    /// The last move was corrected before it was completed (FIDE D.2.8); if it had ended the game, that too.
    TakenBack,
    /// The clock of `side` was started, without a move.
    ClockStarted {
        #[serde(with = "text::side")]
        side: Color,
    },
    ClockStopped,
    /// `side` completed his move by pressing the clock.
    Pressed {
        #[serde(with = "text::side")]
        side: Color,
    },
    DrawOffered {
        #[serde(with = "text::side")]
        by: Color,
    },
    DrawDeclined,
    /// A draw was claimed (FIDE 9.2, 9.3, 9.5). Written with what became of it: where it does not
    /// `hold`, the opponent gains so much time and the move that was stated must be played.
    Claimed {
        #[serde(with = "text::side")]
        by: Color,
        claim: ClaimKind,
        #[serde(default, with = "text::stated", skip_serializing_if = "Option::is_none")]
        uci: Option<UciMove>,
        holds: bool,
        #[serde(default)]
        gains_ms: u64,
    },
    /// `side` claimed the last two minutes (Guidelines III.5); the arbiter is to answer.
    TwoMinutesClaimed {
        #[serde(with = "text::side")]
        side: Color,
    },
    /// The arbiter's answer, other than a draw; the opponent gains so much time.
    TwoMinutesAnswered {
        postponed: bool,
        #[serde(default)]
        gains_ms: u64,
    },
    /// The player on move touched the piece there (FIDE 4.3; D.2.2: lifted it out of its hole).
    Touched {
        #[serde(with = "text::square")]
        square: Square,
    },
    /// The player on move announced that he adjusts a piece (FIDE 4.2.1): until it is touched, or a move is read back
    /// or made, touching does not count.
    Adjusting,
    /// `side` pressed the clock without having moved (FIDE 7.5.3), which the arbiter may penalize.
    PressedWithoutMove {
        #[serde(with = "text::side")]
        side: Color,
    },
    /// The arbiter penalized a completed illegal move, or what counts as one (FIDE 7.5.5); the opponent gains so much time.
    Penalized {
        #[serde(with = "text::side")]
        side: Color,
        #[serde(default)]
        gains_ms: u64,
    },
    /// The arbiter ruled on something. What comes of it follows, and can be taken back as one until the next
    /// move is made.
    Ruled {
        about: Ruling,
        /// Whom it is about, what time, what number: `white 0:02:00`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        details: String,
        /// Of the ruleset in use.
        article: String,
    },
    /// The arbiter took his last ruling back.
    RulingTakenBack,
    /// An unreplaced pawn became a queen and the move stands (FIDE 7.5.2); the clocks stand.
    PawnIsQueen {
        #[serde(with = "text::uci")]
        uci: UciMove,
    },
    /// `side` puts pieces right that he displaced, on his own time (FIDE 7.4.1).
    PuttingRight {
        #[serde(with = "text::side")]
        side: Color,
    },
    /// The game was cancelled and begins anew (FIDE 7.2.1, 7.3), the players having `swapped` colours.
    NewGame {
        swapped: bool,
    },
    /// A position to practise was set up, and the game began anew from it.
    SetUp {
        #[serde(flatten, with = "text::position")]
        position: StartPosition,
    },
    /// Both boards went back to the position after so many half-moves (FIDE D.2.9).
    ReturnedTo {
        ply: usize,
    },
    /// `side` sealed his move (Guidelines I); it stands here scrambled, and the clocks stop.
    Sealed {
        #[serde(with = "text::side")]
        side: Color,
        sealed: String,
    },
    /// When and where the game will go on stands on the envelope (Guidelines I.2).
    ResumptionAgreed {
        words: String,
    },
    /// The sealed move could not be restored; its player states it anew (Guidelines I.12).
    Unsealed,
    /// The arbiter corrected the move counter of `side`.
    MovesSet {
        #[serde(with = "text::side")]
        side: Color,
        moves: u32,
    },
    /// The arbiter introduced so much more time with every move, for both (Guidelines III.4).
    BonusSet {
        ms: u64,
    },
    /// How late a player may come (FIDE 6.7).
    DefaultTimeSet {
        ms: u64,
    },
    /// The game that was over goes on from where it ended; the clocks stand.
    Reopened,
    /// An arbiter set a player's time.
    TimeSet {
        #[serde(with = "text::side")]
        side: Color,
        left_ms: u64,
    },
    /// Whoever keeps the time told it: what both have left, and whose runs on from there.
    TimesTold {
        white_ms: u64,
        black_ms: u64,
        #[serde(with = "text::running")]
        running: Option<Color>,
    },
    /// The machine did nothing for so long, and the clock of `side` ran on.
    StoodStill {
        #[serde(with = "text::side")]
        side: Color,
        ms: u64,
    },
    /// The flag of `side` was seen to fall, by whoever keeps the time.
    FlagFell {
        #[serde(with = "text::side")]
        side: Color,
    },
    /// The game is over.
    Ended {
        #[serde(flatten, with = "text::outcome")]
        outcome: Outcome,
    },
    /// Something was asked, tried or declared that changed nothing.
    Noted(Note),
    /// The clock still ran at this instant. Written every second, so that a power cut costs no more.
    Tick,
    /// The program was started again on this journal, with these choices.
    Resumed {
        #[serde(default, skip_serializing_if = "ChosenSettings::is_empty")]
        chosen: ChosenSettings,
    },
}
