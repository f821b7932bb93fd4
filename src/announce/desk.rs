//! What is told while the arbiter rules, and what he is asked.

use std::time::Duration;

use super::{Announcement, Facts, announcer::Announcer, facts::choices};
use crate::{
    language::{Argument, Message},
    laws::{Color, Order, Square},
};

/// Something between the arbiter and the table.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum Desk {
    /// His words rule, until he lets the game go on. `clock`: there is one, which stands.
    #[message("desk")]
    Open {
        clock: bool,
        menu: Menu,
    },
    /// What he has ordered.
    #[message(with = order)]
    Ordered(Order),
    /// He is asked once more, since it ends the game.
    #[message(with = order)]
    OrderSure(Order),
    /// He is asked whether who comes so late has lost (FIDE 6.7).
    #[message(with = late_sure)]
    LateSure {
        side: Color,
        time: Duration,
        allowed: Duration,
    },
    /// He is asked whether `side` gets five seconds a move instead of a claim (Guidelines III.4).
    FiveSecondsSure {
        side: Color,
    },
    /// They are granted, and `gains` gets two minutes.
    FiveSeconds {
        gains: Color,
    },
    /// No search has found out whether `side` can still mate; he is told what either answer comes to (FIDE 6.9).
    CanMateSure {
        side: Color,
    },
    /// He is asked whether the player is there who must reply to the sealed move (Guidelines I.7).
    PresentSure {
        side: Color,
    },
    /// He is asked about two hands for one move (FIDE 7.5.4).
    TwoHandsSure {
        side: Color,
    },
    /// He is asked about an illegal position that is still on the board (A.5.4).
    IllegalPositionSure,
    /// He is asked whether `side` had touched another piece before he moved (FIDE 4.8).
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

/// Which of his words lie under the routing keys.
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
    to.set("order", order.name());
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
