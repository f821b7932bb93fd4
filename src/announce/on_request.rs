//! What the assistant tells at the player's request (FIDE D.2.10).

use std::time::Duration;

use super::{
    Announcement, Facts,
    declaration::resumption,
    facts::{NONE, or_none},
};
use crate::{
    language::Message,
    laws::{ByColor, Color, Role, Square},
};

/// An answer that the player is entitled to, also in competition.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum OnRequest {
    TimesUsed(#[message(with = used)] ByColor<Duration>),
    /// The moves of each side, and how many are missing to the next time control.
    #[message(with = moves_completed)]
    MovesCompleted {
        made: ByColor<u32>,
        to_control: Option<ByColor<u32>>,
    },
    /// Which flags have fallen.
    Flags(#[message(with = fallen)] ByColor<bool>),
    /// The pieces touched by the player on move. `discreet`: only their squares are told.
    #[message("touched-pieces", with = touched)]
    Touched {
        men: Vec<(Square, Role)>,
        discreet: bool,
    },
    /// The inscription on the envelope of a sealed move (Guidelines I.2).
    Envelope {
        /// None if they were not named.
        #[message(with = named)]
        players: Option<ByColor<String>>,
        sealed_by: Color,
        /// Of the sealed move.
        number: u32,
        /// None without a clock.
        #[message(with = clock)]
        used: Option<ByColor<Duration>>,
        offer: Option<Color>,
        /// Empty where it was not agreed.
        #[message(with = resumption)]
        resumption: String,
        /// None where the position is not told.
        position: Option<Box<Announcement>>,
    },
}

impl From<OnRequest> for Announcement {
    fn from(told: OnRequest) -> Announcement {
        Announcement::OnRequest(told)
    }
}

fn used(used: &ByColor<Duration>, to: &mut Facts<'_>) {
    to.set_text("white-used", &used.white);
    to.set_text("black-used", &used.black);
}

fn moves_completed(made: &ByColor<u32>, to_control: &Option<ByColor<u32>>, to: &mut Facts<'_>) {
    let left = to_control.unwrap_or_default();
    to.set_text("control", &to_control.is_some());
    for (name, moves) in
        [("white", made.white), ("black", made.black), ("white-left", left.white), ("black-left", left.black)]
    {
        to.set(name, moves);
    }
}

fn fallen(fallen: &ByColor<bool>, to: &mut Facts<'_>) {
    let which = match (fallen.white, fallen.black) {
        (true, true) => "both",
        (true, false) => "white",
        (false, true) => "black",
        (false, false) => NONE,
    };
    to.set("fallen", which);
}

fn touched(pieces: &Vec<(Square, Role)>, discreet: &bool, to: &mut Facts<'_>) {
    to.set_text("any", &!pieces.is_empty());
    if !discreet {
        return to.set_text("list", pieces);
    }
    let squares: Vec<Square> = pieces.iter().map(|piece| piece.0).collect();
    let (words, cells) = (|| to.announcer.squares(&squares), || to.announcer.squares_cells(&squares));
    to.set("list", or_none(to.either(words, cells)));
}

fn named(players: &Option<ByColor<String>>, to: &mut Facts<'_>) {
    to.set_text("named", &players.is_some());
    let players = players.clone().unwrap_or_default();
    to.set("white", players.white);
    to.set("black", players.black);
}

fn clock(times: &Option<ByColor<Duration>>, to: &mut Facts<'_>) {
    to.set_text("clock", &times.is_some());
    used(&times.unwrap_or_default(), to);
}
