//! Who may say what, and when: what a player declares counts for the one who said it.
//!
//! Moves, presses and declarations are each somebody's own. Where it cannot be known whose word it was, it
//! can often be concluded from the Laws, since an offer is answered by the other side and a claim is made by
//! the side on move; where not, it has to be asked.

use std::fmt;

use super::{Attempt, ByColor, Color, Origin, Square};

use crate::language::Message;

/// What a player declares besides his moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    /// 9.2, with the move about to be made where one was stated.
    ClaimThreefold(Option<Attempt>),
    /// 9.3, likewise.
    ClaimFiftyMoves(Option<Attempt>),
    Resign,
    /// 6.8: the opponent's flag has fallen.
    ClaimFlag,
    /// Guidelines III.
    ClaimLastTwoMinutes,
    /// Guidelines III.4: five seconds a move instead.
    AskFiveSeconds,
    /// A piece was lifted out of its hole (D.2.2), or touched on the sighted player's board.
    Touch(Square),
    /// 4.2.1.
    Adjust,
}

/// What must be known of a game to conclude whose word it was.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances {
    /// The player who sits at this microphone; none where somebody relays for both.
    pub user: Option<Color>,
    /// The side on move; after a move has been made, the one to reply.
    pub turn: Color,
    /// The last move was made and not yet completed.
    pub open: bool,
    pub clock: bool,
    /// Whose draw offer stands.
    pub offer: Option<Color>,
    pub fallen: ByColor<bool>,
}

/// Whose word it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Of(Color),
    /// It follows from nothing: that has to be asked.
    Either,
}

/// It was said for the other side, which nobody may but the table and the arbiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "not-theirs")]
pub struct NotTheirs(#[message("side", display)] pub Color);

impl Circumstances {
    /// Whoever has just moved and may still speak of it; else the side on move.
    fn mover(&self) -> Color {
        if self.open { !self.turn } else { self.turn }
    }

    /// Whose act it is, said by `from` and perhaps naming a side.
    ///
    /// # Errors
    ///
    /// [`NotTheirs`] if a side that is known acts in the other's name.
    pub fn whose(&self, from: Origin, named: Option<Color>, act: &Act) -> Result<Whose, NotTheirs> {
        match (from.side(), named) {
            // Whoever sees that the other has touched a piece says so.
            (Some(side), Some(named)) if side != named && !matches!(act, Act::Touch(_)) => {
                Err(NotTheirs(named))
            }
            (Some(_), Some(named)) => Ok(Whose::Of(named)),
            (Some(side), _) => Ok(Whose::Of(side)),
            (None, Some(named)) => Ok(Whose::Of(named)),
            (None, None) => Ok(match self.user.filter(|_| from == Origin::Table) {
                Some(user) => Whose::Of(user),
                None => self.concluded(act),
            }),
        }
    }

    /// Whose act it must be if the Laws leave only one.
    fn concluded(&self, act: &Act) -> Whose {
        match act {
            Act::Resign => Whose::Either,
            // 9.1.2.1: after making a move, before pressing the clock.
            Act::OfferDraw if self.open => Whose::Of(!self.turn),
            Act::OfferDraw => Whose::Either,
            Act::AcceptDraw | Act::DeclineDraw => Whose::Of(self.offer.map_or(self.turn, |by| !by)),
            Act::ClaimFlag => match (self.fallen.white, self.fallen.black) {
                (true, false) => Whose::Of(Color::Black),
                (false, true) => Whose::Of(Color::White),
                _ => Whose::Of(self.mover()),
            },
            // Without a clock nothing completes a move but the next one, so whoever is on move may claim.
            Act::ClaimThreefold(_) | Act::ClaimFiftyMoves(_) if !self.clock => Whose::Of(self.turn),
            Act::ClaimThreefold(_)
            | Act::ClaimFiftyMoves(_)
            | Act::ClaimLastTwoMinutes
            | Act::AskFiveSeconds => Whose::Of(self.mover()),
            // 4.2, 4.3: both concern the player having the move.
            Act::Touch(_) | Act::Adjust => Whose::Of(self.turn),
        }
    }
}

/// Whether `from` may do what is for `side` alone: make its move, take it back, press its clock, answer its
/// question. Whoever sits at the table may relay it.
pub fn may_act_for(from: Origin, side: Color) -> Result<(), NotTheirs> {
    match from.side() {
        Some(other) if other != side => Err(NotTheirs(side)),
        _ => Ok(()),
    }
}

/// Whether `from` may speak as the arbiter. A player known by his colour never may; at the table the arbiter
/// speaks into the same microphone.
pub fn may_rule(from: Origin) -> bool {
    from.side().is_none()
}

/// As a journal names it: `offer-draw`, `touch e4`, `claim-threefold Nf3`.
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
            offer: None,
            fallen: ByColor { white: false, black: false },
        };
        let of_white = Circumstances { user: Some(White), ..quiet };
        let on_black = Circumstances { turn: Black, ..of_white };
        let open = Circumstances { turn: Black, open: true, ..quiet };
        let offered = Circumstances { offer: Some(White), turn: Black, ..quiet };
        let table = Origin::Table;
        // A player whose microphone it is speaks for himself, whoever is on move.
        check(of_white, table, None, Act::Resign, Ok(Whose::Of(White)));
        check(on_black, table, None, Act::Resign, Ok(Whose::Of(White)));
        check(on_black, table, None, Act::OfferDraw, Ok(Whose::Of(White)));
        check(on_black, table, None, Act::Touch(Square::E4), Ok(Whose::Of(White)));
        check(
            Circumstances { user: Some(White), ..offered },
            table,
            None,
            Act::AcceptDraw,
            Ok(Whose::Of(White)),
        );
        // Whoever names a side has said it.
        check(of_white, table, Some(Black), Act::Resign, Ok(Whose::Of(Black)));
        check(quiet, table, Some(Black), Act::Touch(Square::E4), Ok(Whose::Of(Black)));
        // For one who relays, what the Laws leave open is asked.
        check(quiet, table, None, Act::Resign, Ok(Whose::Either));
        check(quiet, table, None, Act::OfferDraw, Ok(Whose::Either));
        check(open, table, None, Act::OfferDraw, Ok(Whose::Of(White)));
        check(offered, table, None, Act::AcceptDraw, Ok(Whose::Of(Black)));
        check(quiet, table, None, Act::ClaimThreefold(None), Ok(Whose::Of(White)));
        // A side that is known never acts for the other.
        check(quiet, Origin::Player(Black), None, Act::Resign, Ok(Whose::Of(Black)));
        check(quiet, Origin::Remote(Black), Some(White), Act::Resign, Err(NotTheirs(White)));
        check(of_white, Origin::Arbiter, None, Act::Resign, Ok(Whose::Either));
        fn check(
            c: Circumstances,
            from: Origin,
            named: Option<Color>,
            act: Act,
            is: Result<Whose, NotTheirs>,
        ) {
            assert_eq!(c.whose(from, named, &act), is, "{c:?} {from:?} {named:?} {act:?}");
        }
    }
}
