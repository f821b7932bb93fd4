//! Play with a blind player and the duties of his assistant (Appendix D).

use shakmaty::Move;

use super::Article;

/// How far a move on the blind player's board has come (D.2.3).
///
/// Only when it is made may the opponent's clock be started (D.2.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Making {
    /// The captured piece is off the board of the player on move.
    pub captured_removed: bool,
    /// The piece is in its new hole.
    pub placed: bool,
    pub announced: bool,
}

/// What a move lacks to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    CapturedPiece,
    Placing,
    Announcement,
}

impl Making {
    /// The first thing still missing; none when the move is made.
    pub fn missing(self, m: Move) -> Option<Missing> {
        match self {
            Making { captured_removed: false, .. } if m.is_capture() => Some(Missing::CapturedPiece),
            Making { placed: false, .. } => Some(Missing::Placing),
            Making { announced: false, .. } => Some(Missing::Announcement),
            _ => None,
        }
    }

    /// Whether the opponent's clock may be started.
    pub fn is_made(self, m: Move) -> bool {
        self.missing(m).is_none()
    }
}

/// Whether a slip of the tongue may still be corrected (D.2.8): until the opponent's clock is started.
pub fn may_correct_announcement(opponents_clock_started: bool) -> bool {
    !opponents_clock_started
}

/// Something an assistant, or this program in his place, can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Service {
    /// Make either player's move on the opponent's board.
    MakeMoves,
    AnnounceMoves,
    KeepScore,
    StartOpponentsClock,
    /// Tell the number of moves completed and the times used.
    TellMovesAndTimes,
    ClaimOnTime,
    /// Tell the arbiter that the sighted player has touched a piece.
    ReportTouch,
    Adjournment,
    /// Say what stands where.
    DescribePosition,
    /// List moves, attackers, material, or advise in any way.
    Advise,
}

/// Who the assistant works for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssistantOf {
    /// The blind player (D.2.10).
    Blind,
    /// The sighted player, whose opponent uses none (D.2.11).
    Sighted,
}

/// The terms under which the assistant works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub assistant_of: AssistantOf,
    /// In practice play everything is allowed.
    pub competition: bool,
    /// The arbiter lets the position be described (D.1).
    pub position_allowed: bool,
}

impl Terms {
    /// Whether a service may be given. `requested`: the player has asked for it.
    pub fn allow(self, service: Service, requested: bool) -> bool {
        if !self.competition {
            return true;
        }
        let blind = self.assistant_of == AssistantOf::Blind;
        match service {
            Service::MakeMoves | Service::AnnounceMoves => true,
            Service::KeepScore
            | Service::StartOpponentsClock
            | Service::ClaimOnTime
            | Service::ReportTouch
            | Service::Adjournment => blind,
            Service::TellMovesAndTimes => blind && requested,
            Service::DescribePosition => blind && requested && self.position_allowed,
            Service::Advise => false,
        }
    }

    /// The article it rests on.
    pub fn article(self) -> Article {
        match self.assistant_of {
            AssistantOf::Blind => Article::ASSISTANT,
            AssistantOf::Sighted => Article::ASSISTANT_OF_SIGHTED,
        }
    }
}
