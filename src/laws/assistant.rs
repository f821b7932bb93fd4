//! What the assistant of a blind player may do (Appendix D).

use super::Article;

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
