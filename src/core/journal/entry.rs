//! The entries of a journal.

use serde::{Deserialize, Serialize};

use shakmaty::uci::UciMove;

use super::{
    note::Note,
    question::OpenQuestion,
    start::{ChosenSettings, Start},
    text,
};
use crate::{
    grammar::Ruling,
    laws::{ClaimKind, Color, Outcome, Square, StartPosition},
};

/// One thing that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub enum Entry {
    /// The game was started. Only the first entry is of this kind.
    Started(Box<Start>),
    /// A question waits for its answer: asked now, or changed in what waits behind it.
    Asked(OpenQuestion),
    /// The open question was closed, and no other entry says so.
    Withdrawn,
    /// A move was made. It is announced once this entry is on disk.
    Moved {
        /// The move.
        #[serde(with = "text::uci")]
        uci: UciMove,
        /// The move in Standard Algebraic Notation.
        san: String,
        /// The words of its player, where no more than those is told before it is completed. The session spells them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
    },
    /// The last move was corrected before it was completed (FIDE D.2.8). If it had ended the game, the game goes on.
    TakenBack,
    /// The engine plays with this strength from now on; without one with all it has.
    StrengthSet {
        /// Elo, or below 100 one of its own levels.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<u32>,
    },
    /// The clock of `side` was started, without a move.
    ClockStarted {
        /// The side it is about.
        #[serde(with = "text::side")]
        side: Color,
    },
    /// The clocks were stopped.
    ClockStopped,
    /// `side` completed its move by pressing the clock.
    Pressed {
        /// The side it is about.
        #[serde(with = "text::side")]
        side: Color,
    },
    /// A draw was offered.
    DrawOffered {
        /// The side that offered.
        #[serde(with = "text::side")]
        by: Color,
    },
    /// The draw offer was declined.
    DrawDeclined,
    /// A draw was claimed (FIDE 9.2, 9.3, 9.5). If it does not hold, the opponent gains time
    /// and the stated move must be played.
    Claimed {
        /// The claimant.
        #[serde(with = "text::side")]
        by: Color,
        /// What was claimed.
        claim: ClaimKind,
        /// The move stated with the claim.
        #[serde(default, with = "text::stated", skip_serializing_if = "Option::is_none")]
        uci: Option<UciMove>,
        /// The words of that move, where no more than those is told. The session spells them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
        /// Whether the claim is correct.
        holds: bool,
        /// The time that the opponent gains.
        #[serde(default)]
        gains_ms: u64,
    },
    /// `side` claimed the last two minutes (Guidelines III.5); the arbiter is to answer.
    TwoMinutesClaimed {
        /// The side it is about.
        #[serde(with = "text::side")]
        side: Color,
    },
    /// The arbiter answered that claim, but not with a draw.
    TwoMinutesAnswered {
        /// Whether the arbiter decides later.
        postponed: bool,
        /// The time that the opponent gains.
        #[serde(default)]
        gains_ms: u64,
    },
    /// The player on move touched a piece (FIDE 4.3), which means lifting it out of its hole (D.2.2).
    Touched {
        /// The square of the piece. In competition it may be empty, which is not told.
        #[serde(with = "text::square")]
        square: Square,
    },
    /// The player on move announced an adjustment (FIDE 4.2.1). The next touch does not count, unless a move is read
    /// back or made before it.
    Adjusting,
    /// `side` pressed the clock without having moved (FIDE 7.5.3), which the arbiter may penalize.
    PressedWithoutMove {
        /// The side it is about.
        #[serde(with = "text::side")]
        side: Color,
    },
    /// The arbiter penalized a completed illegal move, or what counts as one (FIDE 7.5.5).
    Penalized {
        /// The side it is about.
        #[serde(with = "text::side")]
        side: Color,
        /// The time that the opponent gains.
        #[serde(default)]
        gains_ms: u64,
    },
    /// The arbiter ruled. The entries that carry it out follow. All of this can be taken back until the next move.
    Ruled {
        /// What was ruled.
        about: Ruling,
        /// Side, time or number: `white 0:02:00`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        details: String,
        /// The article, in the ruleset in use.
        article: String,
    },
    /// The arbiter took the last ruling back.
    RulingTakenBack,
    /// A ruling came from the desk of a hall. What carries it out follows, and then that it was; with this number it never
    /// comes again from that desk.
    RulingReceived {
        /// The desk.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        desk: String,
        /// Its number at that desk.
        number: u64,
        /// Who rules.
        arbiter: String,
        /// What they say.
        words: String,
    },
    /// The ruling that was received is carried out. One behind which this is missing at the end of a journal was
    /// interrupted, and is carried out again.
    RulingDone,
    /// An unreplaced pawn became a queen and the move stands (FIDE 7.5.2). The clocks are stopped.
    PawnIsQueen {
        /// The move.
        #[serde(with = "text::uci")]
        uci: UciMove,
    },
    /// `side` puts right the pieces that it displaced, on its own time (FIDE 7.4.1).
    PuttingRight {
        /// The side it is about.
        #[serde(with = "text::side")]
        side: Color,
    },
    /// The game was cancelled and begins anew (FIDE 7.2.1, 7.3).
    NewGame {
        /// Whether the players have swapped colours.
        swapped: bool,
    },
    /// A position to practise was set up, and the game began anew from it.
    SetUp {
        /// The position.
        #[serde(flatten, with = "text::position")]
        position: StartPosition,
    },
    /// Both boards went back to the position after `ply` half-moves (FIDE D.2.9).
    ReturnedTo {
        /// The half-moves that remain.
        ply: usize,
    },
    /// `side` sealed its move (Guidelines I). The clocks stop.
    Sealed {
        /// The side it is about.
        #[serde(with = "text::side")]
        side: Color,
        /// The move, scrambled.
        sealed: String,
    },
    /// The time and place of the resumption were written on the envelope (Guidelines I.2).
    ResumptionAgreed {
        /// The arbiter's words.
        words: String,
    },
    /// The sealed move could not be restored; its player states it again (Guidelines I.12).
    Unsealed,
    /// The arbiter corrected the move counter of `side`.
    MovesSet {
        /// The side it is about.
        #[serde(with = "text::side")]
        side: Color,
        /// The completed moves.
        moves: u32,
    },
    /// The arbiter set an additional increment for both players (Guidelines III.4).
    BonusSet {
        /// The time in milliseconds.
        ms: u64,
    },
    /// The default time was set: how late a player may come (FIDE 6.7).
    DefaultTimeSet {
        /// The time in milliseconds.
        ms: u64,
    },
    /// The game was over and goes on from where it ended. The clocks are stopped.
    Reopened,
    /// An arbiter set a player's time.
    TimeSet {
        /// The side it is about.
        #[serde(with = "text::side")]
        side: Color,
        /// The time left.
        left_ms: u64,
    },
    /// The authority reported the times left, and which clock runs.
    TimesTold {
        /// The time left to White.
        white_ms: u64,
        /// The time left to Black.
        black_ms: u64,
        /// The side whose clock runs.
        #[serde(with = "text::running")]
        running: Option<Color>,
    },
    /// The machine was suspended while the clock of `side` ran on.
    StoodStill {
        /// The side it is about.
        #[serde(with = "text::side")]
        side: Color,
        /// The time in milliseconds.
        ms: u64,
    },
    /// The authority saw the flag of `side` fall.
    FlagFell {
        /// The side it is about.
        #[serde(with = "text::side")]
        side: Color,
    },
    /// The game is over.
    Ended {
        /// The result, and what ended the game.
        #[serde(flatten, with = "text::outcome")]
        outcome: Outcome,
    },
    /// A question, an attempt or a declaration that changed nothing.
    Noted(Note),
    /// The clock still ran. Written every second, so that a power cut costs no more time.
    Tick,
    /// The program was started again on this journal, with these choices.
    Resumed {
        /// The settings that were chosen anew.
        #[serde(default, skip_serializing_if = "ChosenSettings::is_empty")]
        chosen: ChosenSettings,
        /// The version of the format from here on, if the program that began the journal wrote an older one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<u32>,
    },
}

impl Entry {
    /// Whether no question that was open before it is asked again: it answers that question, or another game or position
    /// comes of it. A question that stays open is written again after it.
    pub fn settles_question(&self) -> bool {
        match self {
            Entry::Started(_)
            | Entry::Moved { .. }
            | Entry::TakenBack
            | Entry::Claimed { .. }
            | Entry::TwoMinutesClaimed { .. }
            | Entry::TwoMinutesAnswered { .. }
            | Entry::Touched { .. }
            | Entry::Penalized { .. }
            | Entry::Ruled { .. }
            | Entry::RulingTakenBack
            | Entry::PawnIsQueen { .. }
            | Entry::PuttingRight { .. }
            | Entry::NewGame { .. }
            | Entry::SetUp { .. }
            | Entry::ReturnedTo { .. }
            | Entry::Sealed { .. }
            | Entry::Unsealed
            | Entry::Reopened
            | Entry::Ended { .. }
            | Entry::Withdrawn => true,
            Entry::Asked(_)
            | Entry::StrengthSet { .. }
            | Entry::ClockStarted { .. }
            | Entry::ClockStopped
            | Entry::Pressed { .. }
            | Entry::DrawOffered { .. }
            | Entry::DrawDeclined
            | Entry::Adjusting
            | Entry::PressedWithoutMove { .. }
            | Entry::ResumptionAgreed { .. }
            | Entry::MovesSet { .. }
            | Entry::BonusSet { .. }
            | Entry::DefaultTimeSet { .. }
            | Entry::TimeSet { .. }
            | Entry::TimesTold { .. }
            | Entry::StoodStill { .. }
            | Entry::FlagFell { .. }
            | Entry::Noted(_)
            | Entry::RulingReceived { .. }
            | Entry::RulingDone
            | Entry::Tick
            | Entry::Resumed { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An older program must be told by the version alone that it cannot read a journal.
    #[test]
    fn a_new_kind_of_entry_raises_the_version() {
        let fault = serde_json::from_str::<Entry>(r#"{"entry":"hourglass"}"#).unwrap_err().to_string();
        let kinds = fault.split('`').skip(3).step_by(2).collect::<Vec<_>>().join(" ");
        let known = "started asked withdrawn moved taken-back strength-set clock-started clock-stopped pressed \
                     draw-offered draw-declined claimed two-minutes-claimed two-minutes-answered touched adjusting \
                     pressed-without-move penalized ruled ruling-taken-back ruling-received ruling-done pawn-is-queen putting-right \
                     new-game set-up returned-to sealed resumption-agreed unsealed moves-set bonus-set default-time-set reopened time-set \
                     times-told stood-still flag-fell ended noted tick resumed";
        assert_eq!((Start::VERSION, kinds.as_str()), (6, known), "raise Start::VERSION, and then this test");
    }
}
