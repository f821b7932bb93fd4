//! Draw claims (9.2 to 9.5): threefold repetition and fifty moves, appeared or about to appear.

use std::time::Duration;

use shakmaty::{Color, Move};

use super::{Article, Attempt, Ending, Game, Outcome, Reason, Rules, Verdict};

use crate::language::Message;

/// What is claimed.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize, strum::IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ClaimKind {
    /// The same position for at least the third time (9.2).
    Threefold,
    /// Fifty moves by each player without pawn move or capture (9.3).
    FiftyMoves,
}

/// A player's claim of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What is claimed.
    pub kind: ClaimKind,
    /// The claimant.
    pub by: Color,
    /// The move about to be made that would bring about the position or the count.
    pub intended: Option<Attempt>,
}

/// The verdict on a claim.
///
/// Either way the clocks stop, the claim cannot be withdrawn (9.5.1), and it is also an offer of a draw (9.1.2.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimVerdict {
    /// The game is drawn.
    Correct(Outcome),
    /// The game goes on.
    Wrong(WrongClaim),
}

/// An incorrect claim and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongClaim {
    /// Why it is incorrect.
    pub because: ClaimFault,
    /// Added to the opponent's clock.
    pub opponent_gains: Duration,
    /// The intended move, which must now be played.
    pub must_play: Option<Move>,
    /// The article it rests on.
    pub article: Article,
}

/// Why a claim is incorrect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimFault {
    /// The position has appeared, or would appear, this often.
    Appearances(usize),
    /// This many half-moves have passed, or would have, without pawn move or capture.
    QuietPlies(u32),
    /// The intended move is illegal; touch-move decides what must be played.
    IntendedIllegal(Reason),
}

/// Why a claim is not examined; this costs nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "claim")]
pub enum ClaimRefused {
    /// The game is over.
    GameOver(#[message(skip)] Ending),
    /// The claimant is not on move.
    NotOnMove,
    /// The claimant has touched a piece (9.4).
    Touched,
    /// The stated move fits several moves, or lacks the new piece.
    Unclear(#[message(skip)] Vec<Move>),
}

impl ClaimRefused {
    /// Returns the article it rests on.
    pub fn article(&self) -> Article {
        match self {
            ClaimRefused::GameOver(ending) => ending.article(),
            ClaimRefused::NotOnMove => Article::THREEFOLD,
            ClaimRefused::Touched => Article::CLAIM_LOST_BY_TOUCHING,
            ClaimRefused::Unclear(_) => Article::THREEFOLD_INTENDED,
        }
    }
}

impl Claim {
    /// Examines the claim. `touched`: the claimant has touched a piece on this move (9.4).
    pub fn examine(&self, game: &Game, touched: bool, rules: Rules) -> Result<ClaimVerdict, ClaimRefused> {
        if let Some(outcome) = game.outcome(rules.ruleset) {
            return Err(ClaimRefused::GameOver(outcome.ending));
        }
        if game.turn() != self.by {
            return Err(ClaimRefused::NotOnMove);
        }
        if touched {
            return Err(ClaimRefused::Touched);
        }
        let intended = match self.intended.as_ref().map(|attempt| game.judge(attempt)) {
            None => None,
            Some(Verdict::Legal(m)) => Some(m),
            Some(Verdict::Ambiguous(moves) | Verdict::PromotionMissing(moves)) => {
                return Err(ClaimRefused::Unclear(moves));
            }
            Some(Verdict::Illegal(reason)) => {
                return Ok(wrong(ClaimFault::IntendedIllegal(reason), None, rules));
            }
        };
        Ok(match self.fault(game, intended) {
            None => ClaimVerdict::Correct(Outcome::draw(self.kind.ending(intended.is_some()))),
            Some(fault) => wrong(fault, intended, rules),
        })
    }

    fn fault(&self, game: &Game, intended: Option<Move>) -> Option<ClaimFault> {
        match self.kind {
            ClaimKind::Threefold => {
                let times = intended.map_or_else(|| game.appearances(), |m| game.appearances_with(m));
                (times < 3).then_some(ClaimFault::Appearances(times))
            }
            ClaimKind::FiftyMoves => {
                let plies = intended.map_or_else(|| game.quiet_plies(), |m| game.quiet_plies_with(m));
                (plies < 100).then_some(ClaimFault::QuietPlies(plies))
            }
        }
    }
}

impl ClaimKind {
    fn ending(self, intended: bool) -> Ending {
        match self {
            ClaimKind::Threefold => Ending::Threefold { intended },
            ClaimKind::FiftyMoves => Ending::FiftyMoves { intended },
        }
    }
}

fn wrong(because: ClaimFault, must_play: Option<Move>, rules: Rules) -> ClaimVerdict {
    let opponent_gains = rules.switches().wrong_claim;
    ClaimVerdict::Wrong(WrongClaim { because, opponent_gains, must_play, article: Article::CLAIM_WRONG })
}
