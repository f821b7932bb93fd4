//! What is told while the arbiter rules, and what he is asked.

use std::time::Duration;

use fluent_bundle::FluentArgs;

use super::{Announcement, announcer::Announcer, facts::side};
use crate::laws::{Color, Order, Square};

/// Something between the arbiter and the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Desk {
    /// His words rule, until he lets the game go on. `clock`: there is one, which stands.
    Open {
        clock: bool,
        menu: Menu,
    },
    /// What he has ordered.
    Ordered(Order),
    /// He is asked once more, since it ends the game.
    OrderSure(Order),
    /// He is asked whether who comes so late has lost (FIDE 6.7).
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    Game,
    Sealed,
    Over,
}

impl From<Desk> for Announcement {
    fn from(told: Desk) -> Announcement {
        Announcement::Desk(told)
    }
}

impl Desk {
    /// The message it is, its arguments filled in.
    pub(super) fn facts(&self, args: &mut FluentArgs, announcer: &Announcer) -> &'static str {
        match self {
            Desk::Open { clock, menu } => {
                args.set("clock", if *clock { "yes" } else { "no" });
                args.set(
                    "menu",
                    match menu {
                        Menu::Game => "game",
                        Menu::Sealed => "sealed",
                        Menu::Over => "over",
                    },
                );
                "desk"
            }
            Desk::Ordered(order) => {
                of_order(args, *order, announcer);
                "ordered"
            }
            Desk::OrderSure(order) => {
                of_order(args, *order, announcer);
                "order-sure"
            }
            Desk::LateSure { side: late, time, allowed } => {
                args.set("side", side(*late));
                args.set("time", announcer.exactly(*time));
                args.set("cells", Announcer::time_cells(*time));
                args.set("limit", if allowed.is_zero() { "none" } else { "some" });
                args.set("allowed", announcer.duration(*allowed));
                "late-sure"
            }
            Desk::FiveSecondsSure { side: by } => {
                args.set("side", side(*by));
                "five-seconds-sure"
            }
            Desk::FiveSeconds { gains } => {
                args.set("side", side(*gains));
                "five-seconds"
            }
            Desk::CanMateSure { side: by } => {
                args.set("side", side(*by));
                "can-mate-sure"
            }
            Desk::PresentSure { side: by } => {
                args.set("side", side(*by));
                "present-sure"
            }
            Desk::TwoHandsSure { side: by } => {
                args.set("side", side(*by));
                "two-hands-sure"
            }
            Desk::IllegalPositionSure => "illegal-position-sure",
            Desk::TouchedBeforeSure { side: by, square } => {
                args.set("side", side(*by));
                args.set("square", announcer.square(*square));
                args.set("cells", square.to_string());
                "touched-before-sure"
            }
            Desk::FaultStands => "fault-stands",
            Desk::SetUpStands => "set-up-stands",
            Desk::NothingToReopen => "nothing-to-reopen",
        }
    }
}

fn of_order(args: &mut FluentArgs, order: Order, announcer: &Announcer) {
    args.set("order", order.name());
    args.set("side", order.side().map_or("none", side));
    args.set("time", order.time().map(|time| announcer.exactly(time)).unwrap_or_default());
    args.set("cells", order.time().map(Announcer::time_cells).unwrap_or_default());
    args.set("number", order.number().unwrap_or_default());
}
