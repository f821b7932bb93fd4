//! Announcements and questions to the arbiter.

use std::time::Duration;

use super::{Announcement, Facts, announcer::Announcer, facts::choices};
use crate::{
    grammar::Order,
    language::{Argument, Message},
    laws::{Color, Square},
};

/// What is told to the arbiter or about a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum Desk {
    /// The arbiter has the floor until they let the game go on. `clock`: there is one, which stands.
    #[message("desk")]
    Open {
        clock: bool,
        menu: Menu,
    },
    /// The arbiter's order, carried out.
    #[message(with = order)]
    Ordered(Order),
    /// Asks the arbiter to confirm an order that ends the game.
    #[message(with = order)]
    OrderSure(Order),
    /// Asks whether `side`, so late, has lost (FIDE 6.7).
    #[message(with = late_sure)]
    LateSure {
        side: Color,
        time: Duration,
        allowed: Duration,
    },
    /// Asks whether both get five seconds a move, as `side` requests (Guidelines III.4).
    FiveSecondsSure {
        side: Color,
    },
    /// The five seconds are granted, and `gains` gets two minutes.
    FiveSeconds {
        gains: Color,
    },
    /// Asks whether `side` can still mate, which no search has decided (FIDE 6.9).
    CanMateSure {
        side: Color,
    },
    /// Asks whether the player who must reply to the sealed move is present (Guidelines I.7).
    PresentSure {
        side: Color,
    },
    /// Asks about a move made with two hands (FIDE 7.5.4).
    TwoHandsSure {
        side: Color,
    },
    /// Asks about an illegal position that is still on the board (A.5.4).
    IllegalPositionSure,
    /// Asks whether `side` had touched another piece before the move (FIDE 4.8).
    TouchedBeforeSure {
        side: Color,
        square: Square,
    },
    /// Too late for the illegal move to be acted on (A.5.2).
    FaultStands,
    /// Too late for the set-up to be changed (A.5.1).
    SetUpStands,
    NothingToReopen,
}

/// Which orders lie under the routing keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Menu {
    Game,
    Sealed,
    Over,
}

choices!(Menu);

impl From<Desk> for Announcement {
    fn from(told: Desk) -> Announcement {
        Announcement::Desk(told)
    }
}

fn order(order: &Order, to: &mut Facts<'_>) {
    to.set("order", <&str>::from(order.ruling()));
    order.side().add_to("side", to);
    to.set("time", order.time().map(|time| exactly(time, to)).unwrap_or_default());
    to.set("number", order.number().unwrap_or_default());
}

fn late_sure(side: &Color, time: &Duration, allowed: &Duration, to: &mut Facts<'_>) {
    side.add_to("side", to);
    to.set("time", exactly(*time, to));
    to.set("limit", if allowed.is_zero() { "none" } else { "some" });
    to.set_text("allowed", allowed);
}

fn exactly(time: Duration, to: &Facts<'_>) -> String {
    to.either(|| to.announcer.exactly(time), || Announcer::time_cells(time))
}
