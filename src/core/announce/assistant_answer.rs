//! What the assistant tells at the player's request (FIDE D.2.10).

use std::time::Duration;

use super::{
    Announcement, Facts,
    board_answer::each_standing,
    declaration::resumption,
    facts::{NONE, or_none},
};
use crate::{
    language::Message,
    laws::{ByColor, Color, PlacedPiece, Square},
};

/// An answer that the player is entitled to, also in competition.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum AssistantAnswer {
    /// The time each side has used.
    TimesUsed(#[message(with = used)] ByColor<Duration>),
    /// The moves each side has made, and how many are missing to the next time control.
    #[message(with = moves_completed)]
    MovesCompleted(ByColor<u32>, Option<ByColor<u32>>),
    /// The flags that have fallen.
    Flags(#[message(with = fallen)] ByColor<bool>),
    /// The pieces touched by the player on move.
    #[message("touched-pieces", with = touched)]
    Touched(Vec<PlacedPiece>),
    /// The squares of touched pieces, where the pieces are not told.
    #[message("touched-pieces", with = touched_squares)]
    TouchedSquares(Vec<Square>),
    /// The inscription on the envelope of a sealed move (Guidelines I.2).
    Envelope {
        /// The players' names, if known.
        #[message(with = named)]
        players: Option<ByColor<String>>,
        /// The side that sealed the move.
        sealed_by: Color,
        /// The number of the sealed move.
        number: u32,
        /// The time used; none without a clock.
        #[message(with = clock)]
        used: Option<ByColor<Duration>>,
        /// The side whose draw offer stands.
        offer: Option<Color>,
        /// Date, time and place of the resumption; empty if not agreed.
        #[message(with = resumption)]
        resumption: String,
        /// None where the position is not told.
        position: Option<Box<Announcement>>,
    },
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

fn touched(pieces: &[PlacedPiece], to: &mut Facts<'_>) {
    to.set_text("any", &!pieces.is_empty());
    each_standing(pieces, to);
}

fn touched_squares(squares: &[Square], to: &mut Facts<'_>) {
    to.set_text("any", &!squares.is_empty());
    let (words, cells) = (|| to.announcer.squares(squares), || to.announcer.squares_cells(squares));
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
