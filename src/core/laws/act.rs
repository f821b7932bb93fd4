//! Declarations, and the side that each one is attributed to.
//!
//! A declaration counts for the player who made it. Where the speaker is not known, the Laws often leave only one
//! side: an offer is answered by the opponent, a claim is made by the side on move. Otherwise the program asks.

use std::fmt;

use super::{Attempt, ByColor, Color, Origin, Square};

use crate::language::Message;

/// A declaration by a player, besides the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A draw offer (9.1).
    OfferDraw,
    /// The acceptance of the opponent's offer.
    AcceptDraw,
    /// The refusal of the opponent's offer.
    DeclineDraw,
    /// A claim of threefold repetition (9.2), with the intended move if one was stated.
    ClaimThreefold(Option<Attempt>),
    /// A claim of fifty moves (9.3), with the intended move if one was stated.
    ClaimFiftyMoves(Option<Attempt>),
    /// Resignation (5.1.2).
    Resign,
    /// A claim that the opponent's flag has fallen (6.8).
    ClaimFlag,
    /// A claim in the last two minutes (Guidelines III).
    ClaimLastTwoMinutes,
    /// A request for five seconds a move instead (Guidelines III.4).
    AskFiveSeconds,
    /// A piece was lifted out of its hole (D.2.2), or touched on the sighted player's board.
    Touch(Square),
    /// The announcement that a piece is adjusted (4.2.1).
    Adjust,
}

/// The facts of a game that attribute a declaration to a side.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances {
    /// The player at this microphone; none where an assistant relays for both.
    pub user: Option<Color>,
    /// The side on move; after a move has been made, the side to reply.
    pub turn: Color,
    /// The last move was made but not completed.
    pub open: bool,
    /// The game is played with a clock.
    pub clock: bool,
    /// It is said in one breath with the last move.
    pub with_move: bool,
    /// The side whose draw offer stands.
    pub offer: Option<Color>,
    /// The flags that were seen to fall.
    pub fallen: ByColor<bool>,
}

/// The side that a declaration belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribution {
    /// It belongs to this side.
    Side(Color),
    /// It cannot be concluded: the program asks.
    Unknown,
}

/// A player acted for the other side, which only the table and the arbiter may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "not-theirs")]
pub struct WrongSide(#[message("side", display)] pub Color);

impl Circumstances {
    /// Returns the side that has just moved and not pressed yet; else the side on move.
    fn mover(&self) -> Color {
        if self.open { !self.turn } else { self.turn }
    }

    /// Attributes a declaration that came from `from` and may name a side.
    ///
    /// # Errors
    ///
    /// [`WrongSide`] if a known side acts in the other's name.
    pub fn attribute(&self, from: Origin, named: Option<Color>, act: &Act) -> Result<Attribution, WrongSide> {
        match (from.side(), named) {
            // A player may report that the opponent touched a piece.
            (Some(side), Some(named)) if side != named && !matches!(act, Act::Touch(_)) => {
                Err(WrongSide(named))
            }
            (Some(_), Some(named)) => Ok(Attribution::Side(named)),
            (Some(side), _) => Ok(Attribution::Side(side)),
            (None, Some(named)) => Ok(Attribution::Side(named)),
            (None, None) => Ok(match self.user.filter(|_| from == Origin::Table) {
                Some(user) => Attribution::Side(user),
                None => self.attribute_by_laws(act),
            }),
        }
    }

    /// Returns the side that the Laws leave, if they leave only one.
    fn attribute_by_laws(&self, act: &Act) -> Attribution {
        match act {
            Act::Resign => Attribution::Unknown,
            // 9.1.2.1: after making a move, before pressing the clock. Without a clock the opponent may be thinking already.
            Act::OfferDraw if self.open && (self.clock || self.with_move) => Attribution::Side(!self.turn),
            Act::OfferDraw => Attribution::Unknown,
            Act::AcceptDraw | Act::DeclineDraw => Attribution::Side(self.offer.map_or(self.turn, |by| !by)),
            Act::ClaimFlag => match (self.fallen.white, self.fallen.black) {
                (true, false) => Attribution::Side(Color::Black),
                (false, true) => Attribution::Side(Color::White),
                (true, true) | (false, false) => Attribution::Side(self.mover()),
            },
            // Without a clock only the reply completes a move, so the side on move may claim.
            Act::ClaimThreefold(_) | Act::ClaimFiftyMoves(_) if !self.clock => Attribution::Side(self.turn),
            Act::ClaimThreefold(_)
            | Act::ClaimFiftyMoves(_)
            | Act::ClaimLastTwoMinutes
            | Act::AskFiveSeconds => Attribution::Side(self.mover()),
            // 4.2, 4.3: both concern the player having the move.
            Act::Touch(_) | Act::Adjust => Attribution::Side(self.turn),
        }
    }
}

/// Checks that `from` may do what only `side` may: move, take back, press its clock, answer its question.
///
/// The table may relay it for either side.
pub fn may_act_for(from: Origin, side: Color) -> Result<(), WrongSide> {
    match from.side() {
        Some(other) if other != side => Err(WrongSide(side)),
        Some(_) | None => Ok(()),
    }
}

/// Whether `from` may speak as the arbiter. A player known by colour may not; at the table the arbiter uses the same
/// microphone.
pub fn may_rule(from: Origin) -> bool {
    from.side().is_none()
}

/// The name in a journal: `offer-draw`, `touch e4`, `claim-threefold Nf3`.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::OfferDraw => f.write_str("offer-draw"),
            Act::AcceptDraw => f.write_str("accept-draw"),
            Act::DeclineDraw => f.write_str("decline-draw"),
            Act::ClaimThreefold(None) => f.write_str("claim-threefold"),
            Act::ClaimThreefold(Some(with)) => write!(f, "claim-threefold {with}"),
            Act::ClaimFiftyMoves(None) => f.write_str("claim-fifty-moves"),
            Act::ClaimFiftyMoves(Some(with)) => write!(f, "claim-fifty-moves {with}"),
            Act::Resign => f.write_str("resign"),
            Act::ClaimFlag => f.write_str("claim-flag"),
            Act::ClaimLastTwoMinutes => f.write_str("claim-last-two-minutes"),
            Act::AskFiveSeconds => f.write_str("ask-five-seconds"),
            Act::Touch(square) => write!(f, "touch {square}"),
            Act::Adjust => f.write_str("adjust"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn whose_word_it_is() {
        let quiet = Circumstances {
            user: None,
            turn: White,
            open: false,
            clock: true,
            with_move: false,
            offer: None,
            fallen: ByColor { white: false, black: false },
        };
        let of_white = Circumstances { user: Some(White), ..quiet };
        let on_black = Circumstances { turn: Black, ..of_white };
        let open = Circumstances { turn: Black, open: true, ..quiet };
        let offered = Circumstances { offer: Some(White), turn: Black, ..quiet };
        let table = Origin::Table;
        // The player at their own microphone speaks for themselves, on move or not.
        check(of_white, table, None, Act::Resign, Ok(Attribution::Side(White)));
        check(on_black, table, None, Act::Resign, Ok(Attribution::Side(White)));
        check(on_black, table, None, Act::OfferDraw, Ok(Attribution::Side(White)));
        check(on_black, table, None, Act::Touch(Square::E4), Ok(Attribution::Side(White)));
        check(
            Circumstances { user: Some(White), ..offered },
            table,
            None,
            Act::AcceptDraw,
            Ok(Attribution::Side(White)),
        );
        // A side that was named counts.
        check(of_white, table, Some(Black), Act::Resign, Ok(Attribution::Side(Black)));
        check(quiet, table, Some(Black), Act::Touch(Square::E4), Ok(Attribution::Side(Black)));
        // Where an assistant relays, the program asks what the Laws leave open.
        check(quiet, table, None, Act::Resign, Ok(Attribution::Unknown));
        check(quiet, table, None, Act::OfferDraw, Ok(Attribution::Unknown));
        check(open, table, None, Act::OfferDraw, Ok(Attribution::Side(White)));
        let unclocked = Circumstances { clock: false, ..open };
        check(unclocked, table, None, Act::OfferDraw, Ok(Attribution::Unknown));
        let with_move = Circumstances { with_move: true, ..unclocked };
        check(with_move, table, None, Act::OfferDraw, Ok(Attribution::Side(White)));
        check(offered, table, None, Act::AcceptDraw, Ok(Attribution::Side(Black)));
        check(quiet, table, None, Act::ClaimThreefold(None), Ok(Attribution::Side(White)));
        // A known side never acts for the other.
        check(quiet, Origin::Player(Black), None, Act::Resign, Ok(Attribution::Side(Black)));
        check(quiet, Origin::Remote(Black), Some(White), Act::Resign, Err(WrongSide(White)));
        check(of_white, Origin::Arbiter, None, Act::Resign, Ok(Attribution::Unknown));
        fn check(
            c: Circumstances,
            from: Origin,
            named: Option<Color>,
            act: Act,
            is: Result<Attribution, WrongSide>,
        ) {
            assert_eq!(c.attribute(from, named, &act), is, "{c:?} {from:?} {named:?} {act:?}");
        }
    }
}
