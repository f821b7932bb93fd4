//! Announcements and questions to the arbiter.

use std::time::Duration;

use super::{Facts, announcer::Announcer, facts::choices};
use crate::{
    grammar::Order,
    language::{Argument, Message},
    laws::{Color, Square},
};

/// What is told to the arbiter or about a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum ArbiterAnnouncement {
    /// The arbiter has the word until they let the game go on.
    #[message("desk")]
    Open {
        /// Whether there is a clock, which is stopped.
        clock: bool,
        /// The orders under the routing keys.
        menu: OrderMenu,
    },
    /// What an illegal move costs; the arbiter named another time with it.
    #[message("illegal-move-costs")]
    IllegalMoveCosts(#[message("time")] Duration),
    /// A yes or no answers nothing; the game goes on once the arbiter has finished.
    #[message("desk-nothing-asked")]
    NothingAsked,
    /// The arbiter's order is carried out.
    #[message(with = order)]
    Ordered(Order),
    /// Asks the arbiter to confirm an order that ends the game.
    #[message("order-sure", with = order)]
    ConfirmOrder(Order),
    /// Asks whether the late player has lost (FIDE 6.7).
    #[message("late-sure", with = late_sure)]
    ConfirmDefault {
        /// The late player's side.
        side: Color,
        /// How late they are.
        time: Duration,
        /// The default time.
        allowed: Duration,
    },
    /// Asks whether both get five seconds a move, as this side requests (Guidelines III.4).
    #[message("five-seconds-sure")]
    ConfirmFiveSeconds(Color),
    /// The five seconds are granted, and this side gets two minutes.
    FiveSeconds(Color),
    /// Asks whether this side can still mate, which no search has decided (FIDE 6.9).
    #[message("can-mate-sure")]
    ConfirmCanMate(Color),
    /// Asks whether the player of this side, who must reply to the sealed move, is present (Guidelines I.7).
    #[message("present-sure")]
    ConfirmPresence(Color),
    /// Asks about a move that this side made with two hands (FIDE 7.5.4).
    #[message("two-hands-sure")]
    ConfirmTwoHands(Color),
    /// Asks about an illegal position that is still on the board (A.5.4).
    #[message("illegal-position-sure")]
    ConfirmIllegalPosition,
    /// Asks whether this side had touched another piece before the move (FIDE 4.8).
    #[message("touched-before-sure")]
    ConfirmTouchedBefore(Color, Square),
    /// It is too late for the illegal move to be acted on (A.5.2): this side has moved since.
    FaultStands(Color),
    /// It is too late for the set-up to be changed (A.5.1).
    SetUpStands,
    /// An arbiter rules from the desk of a hall; what that does is told next.
    FromHall {
        /// Who rules.
        arbiter: String,
        /// What they say.
        words: String,
    },
    /// There is no ruling to take back.
    NoRuling,
    /// There is no game to reopen.
    NothingToReopen,
}

/// The orders under the routing keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum OrderMenu {
    /// Those of a running game.
    Game,
    /// Those of an adjourned game.
    Sealed,
    /// Those of a game that is over.
    Over,
}

choices!(OrderMenu);

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
