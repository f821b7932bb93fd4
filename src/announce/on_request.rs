//! What an assistant tells on request of the player, and only then (FIDE D.2.10).

use std::time::Duration;

use fluent_bundle::FluentArgs;

use super::{Announcement, Audience, announcer::Announcer, facts};
use crate::laws::{ByColor, Color, Role, Square};

/// An answer that a player is entitled to, also in competition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnRequest {
    TimeLeft {
        side: Color,
        time: Duration,
    },
    TimeUsed {
        side: Color,
        time: Duration,
    },
    TimesUsed(ByColor<Duration>),
    /// By each side, and how many more each has to make before the next time control.
    MovesCompleted {
        made: ByColor<u32>,
        to_control: Option<ByColor<u32>>,
    },
    /// Whose flag has fallen.
    Flags(ByColor<bool>),
    /// The pieces touched by the player on move. `discreet`: only where they stand is told.
    Touched {
        men: Vec<(Square, Role)>,
        discreet: bool,
    },
    /// All that stands on the envelope but the move in it (Guidelines I.2).
    Envelope {
        /// None where they were not named.
        players: Option<ByColor<String>>,
        sealed_by: Color,
        /// Of the sealed move.
        number: u32,
        /// None without a clock.
        used: Option<ByColor<Duration>>,
        offer: Option<Color>,
        /// Empty where it was not agreed.
        resumption: String,
        /// None where the position is not told.
        position: Option<Box<Announcement>>,
    },
    OfferStands {
        by: Color,
    },
}

impl From<OnRequest> for Announcement {
    fn from(told: OnRequest) -> Announcement {
        Announcement::OnRequest(told)
    }
}

impl OnRequest {
    /// The message's name, its arguments set.
    pub(super) fn facts(
        &self,
        args: &mut FluentArgs<'static>,
        announcer: &Announcer,
        audience: Audience,
    ) -> &'static str {
        match self {
            OnRequest::TimeLeft { side, time } => {
                args.set("side", facts::side(*side));
                args.set("time", announcer.duration(*time));
                args.set("cells", Announcer::time_cells(*time));
                "time-left"
            }
            OnRequest::TimeUsed { side, time } => {
                args.set("side", facts::side(*side));
                args.set("time", announcer.duration(*time));
                args.set("cells", Announcer::time_cells(*time));
                "time-used"
            }
            OnRequest::TimesUsed(used) => {
                set_used(args, announcer, used);
                "times-used"
            }
            OnRequest::MovesCompleted { made, to_control } => {
                args.set("white", made.white);
                args.set("black", made.black);
                let left = to_control.unwrap_or_default();
                args.set("control", if to_control.is_some() { "yes" } else { "no" });
                args.set("white-left", left.white);
                args.set("black-left", left.black);
                "moves-completed"
            }
            OnRequest::Flags(fallen) => {
                let which = match (fallen.white, fallen.black) {
                    (true, true) => "both",
                    (true, false) => "white",
                    (false, true) => "black",
                    (false, false) => "none",
                };
                args.set("fallen", which);
                "flags"
            }
            OnRequest::Touched { men, discreet } => {
                args.set("any", if men.is_empty() { "no" } else { "yes" });
                let (list, cells) = if *discreet {
                    let squares: Vec<Square> = men.iter().map(|man| man.0).collect();
                    (announcer.squares(&squares), announcer.squares_cells(&squares))
                } else {
                    (announcer.placed(men), announcer.placed_cells(men))
                };
                args.set("list", list);
                args.set("cells", cells);
                "touched-pieces"
            }
            OnRequest::Envelope { players, sealed_by, number, used, offer, resumption, position } => {
                args.set("named", if players.is_some() { "yes" } else { "no" });
                let players = players.clone().unwrap_or_default();
                args.set("white", players.white);
                args.set("black", players.black);
                args.set("side", facts::side(*sealed_by));
                args.set("number", *number);
                args.set("clock", if used.is_some() { "yes" } else { "no" });
                set_used(args, announcer, &used.unwrap_or_default());
                args.set("offer", offer.map_or("none", facts::side));
                args.set("agreed", if resumption.is_empty() { "no" } else { "yes" });
                args.set("resumption", resumption.clone());
                args.set("told", if position.is_some() { "yes" } else { "no" });
                let words = position.as_ref().map(|position| announcer.words(position, audience));
                let cells = position.as_ref().map(|position| announcer.cells(position, audience));
                args.set("position", words.unwrap_or_default());
                args.set("cells", cells.unwrap_or_default());
                "envelope"
            }
            OnRequest::OfferStands { by } => {
                args.set("side", facts::side(*by));
                "offer-stands"
            }
        }
    }
}

fn set_used(args: &mut FluentArgs<'static>, announcer: &Announcer, used: &ByColor<Duration>) {
    args.set("white-used", announcer.duration(used.white));
    args.set("black-used", announcer.duration(used.black));
    args.set("used-cells", announcer.clock_cells(used.white, used.black));
}
