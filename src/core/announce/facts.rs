//! The arguments of a message, for one audience and one sense.
//!
//! An argument has one name in both sides of a message: in the sentence it is in words, in `.braille` in cells.
//!
//! | type of the field | arguments |
//! |---|---|
//! | `Color` | `$side`: white, black; `$owner`: you, opponent, white, black |
//! | `Option<Color>` | white, black, none |
//! | a move, or `Option` of one | its name: yes, no; `$move`, `$after`: check, mate, none; `$score`, `$move-number`, `$mover` |
//! | `GameResult`, `Outcome` | `$result`: white, black, draw, both, none; `$pgn`; `$ending`, `$loser` |
//! | `bool` | yes, no |
//! | an enum in `choices!`, such as `Device` | the name of its variant in kebab case |
//! | a number | itself, to choose the plural by |
//! | any other [`ArgumentText`] | its text; none for `None` and for an empty list |
//!
//! Every message also has `$you`: the side that is addressed, or none.

use std::time::Duration;

use fluent_bundle::{FluentArgs, FluentValue};

use super::{
    Announcement, AskedMove, Audience, MoveDetail, MoveInPosition,
    announcer::{Announcer, Sense},
    line::answer,
};
use crate::{
    clock::{Authority, TimeControl},
    grammar::Fact,
    language::Argument,
    laws::{
        ClaimKind, Color, GameResult, Outcome, PartialSquare, Position, RightLost, Role, Square,
        TwoMinutesRefused,
    },
};

/// Collects the arguments of a message.
pub(crate) struct Facts<'a> {
    pub(super) announcer: &'a Announcer,
    pub(super) audience: Audience,
    pub(super) sense: Sense,
    args: FluentArgs<'static>,
}

/// An argument that is one text in words and another in cells.
pub(super) trait ArgumentText {
    /// Returns the text for the sense of `to`.
    fn text(&self, to: &Facts<'_>) -> String;
}

impl<'a> Facts<'a> {
    pub(super) fn new(announcer: &'a Announcer, audience: Audience, sense: Sense) -> Facts<'a> {
        let mut facts = Facts { announcer, audience, sense, args: FluentArgs::new() };
        let you = match audience {
            Audience::User(user) => side_name(user),
            Audience::Table | Audience::Arbiter | Audience::Spectator => NONE,
        };
        facts.set("you", you);
        facts
    }

    pub(super) fn set(&mut self, name: &'static str, value: impl Into<FluentValue<'static>>) {
        self.args.set(name, value);
    }

    pub(super) fn set_text(&mut self, name: &'static str, value: &(impl ArgumentText + ?Sized)) {
        let text = value.text(self);
        self.set(name, text);
    }

    /// Returns the words or the cells, as the sense demands.
    pub(super) fn either(&self, words: impl FnOnce() -> String, cells: impl FnOnce() -> String) -> String {
        match self.sense {
            Sense::Words => words(),
            Sense::Cells => cells(),
        }
    }

    /// Joins texts: with commas in words, with blanks in cells.
    pub(super) fn row(&self, texts: impl Iterator<Item = String>) -> String {
        let separator = match self.sense {
            Sense::Words => ", ",
            Sense::Cells => " ",
        };
        or_none(texts.collect::<Vec<_>>().join(separator))
    }

    /// Answers to choose from: "A, B oder C" in words, each with its target in cells.
    pub(super) fn choice(&self, answers: impl Iterator<Item = String>) -> String {
        let answers: Vec<String> = answers.collect();
        let cells = || answers.iter().map(|cells| answer(cells)).collect::<Vec<_>>().join(" ");
        self.either(|| self.announcer.choice(&answers), cells)
    }

    /// A move that is asked about.
    pub(super) fn asked(&self, m: &AskedMove) -> String {
        match m {
            AskedMove::InPosition(told) => self.asked_in_position(told),
            AskedMove::Words(said) => {
                self.either(|| self.announcer.said(said, true), || self.announcer.said_cells(said))
            }
        }
    }

    /// A legal move that is asked about.
    pub(super) fn asked_in_position(&self, told: &MoveInPosition) -> String {
        self.either(|| self.announcer.question_of(told), || self.announcer.cells_of(told))
    }

    pub(super) fn args(&self) -> &FluentArgs<'static> {
        &self.args
    }
}

/// The text of an argument without a value.
pub(super) const NONE: &str = "none";

pub(super) fn or_none(text: String) -> String {
    if text.is_empty() { NONE.to_owned() } else { text }
}

pub(super) fn side_name(side: Color) -> &'static str {
    side.fold_wb("white", "black")
}

fn owner(audience: Audience, color: Color) -> &'static str {
    match audience {
        Audience::User(user) if user == color => "you",
        Audience::User(_) => "opponent",
        Audience::Table | Audience::Arbiter | Audience::Spectator => side_name(color),
    }
}

impl<T: ArgumentText> Argument<Facts<'_>> for T {
    fn add_to(&self, name: &'static str, to: &mut Facts<'_>) {
        to.set_text(name, self);
    }
}

impl<T: ArgumentText> ArgumentText for Option<T> {
    fn text(&self, to: &Facts<'_>) -> String {
        self.as_ref().map_or_else(|| NONE.to_owned(), |value| value.text(to))
    }
}

/// What is the same text in words and in cells.
macro_rules! displayed {
    ($($kind:ty),*) => {
        $(impl ArgumentText for $kind {
            fn text(&self, _: &Facts<'_>) -> String {
                self.to_string()
            }
        })*
    };
}
displayed!(String, &'static str, Authority);

impl ArgumentText for bool {
    fn text(&self, _: &Facts<'_>) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

impl ArgumentText for Vec<String> {
    fn text(&self, _: &Facts<'_>) -> String {
        self.join(", ")
    }
}

impl ArgumentText for Square {
    fn text(&self, to: &Facts<'_>) -> String {
        to.either(|| to.announcer.square(*self), || self.to_string())
    }
}

impl ArgumentText for PartialSquare {
    fn text(&self, to: &Facts<'_>) -> String {
        let cells = || if self.is_any() { NONE.to_owned() } else { self.to_string() };
        to.either(|| to.announcer.part(*self).unwrap_or_else(|| NONE.to_owned()), cells)
    }
}

impl ArgumentText for Duration {
    fn text(&self, to: &Facts<'_>) -> String {
        to.either(|| to.announcer.duration(*self), || Announcer::time_cells(*self))
    }
}

impl ArgumentText for TimeControl {
    fn text(&self, to: &Facts<'_>) -> String {
        to.either(|| to.announcer.control(self), || self.in_minutes())
    }
}

impl ArgumentText for Box<Announcement> {
    fn text(&self, to: &Facts<'_>) -> String {
        to.announcer.tell(&**self, to.audience, to.sense)
    }
}

impl ArgumentText for Vec<Announcement> {
    fn text(&self, to: &Facts<'_>) -> String {
        let words = |one| to.announcer.sentence(one, to.audience);
        let cells = |one| to.announcer.tell(one, to.audience, Sense::Cells);
        let each: Vec<String> = self.iter().map(|one| to.either(|| words(one), || cells(one))).collect();
        each.join(if to.sense == Sense::Words { " " } else { "; " })
    }
}

/// The name by which a message chooses its words.
impl ArgumentText for Role {
    fn text(&self, _: &Facts<'_>) -> String {
        let name = match self {
            Role::King => "king",
            Role::Queen => "queen",
            Role::Rook => "rook",
            Role::Bishop => "bishop",
            Role::Knight => "knight",
            Role::Pawn => "pawn",
        };
        name.to_owned()
    }
}

/// A piece of a side, which this audience may have itself.
impl ArgumentText for (Role, Color) {
    fn text(&self, to: &Facts<'_>) -> String {
        let (role, color) = *self;
        let words = || to.announcer.piece_of(role, color, to.audience);
        to.either(words, || to.announcer.piece_cell(role, color))
    }
}

impl Argument<Facts<'_>> for Color {
    fn add_to(&self, _: &'static str, to: &mut Facts<'_>) {
        to.set("side", side_name(*self));
        to.set("owner", owner(to.audience, *self));
    }
}

impl Argument<Facts<'_>> for Option<Color> {
    fn add_to(&self, name: &'static str, to: &mut Facts<'_>) {
        to.set(name, self.map_or(NONE, side_name));
    }
}

impl Argument<Facts<'_>> for MoveInPosition {
    fn add_to(&self, name: &'static str, to: &mut Facts<'_>) {
        let mut after = self.before.clone();
        after.play_unchecked(self.m);
        let state = match (self.detail, after.is_check(), after.is_checkmate()) {
            (MoveDetail::Full, _, true) => "mate",
            (MoveDetail::Full, true, false) => "check",
            (MoveDetail::Full | MoveDetail::Squares | MoveDetail::AsSaid(_), ..) => NONE,
        };
        to.set(name, "yes");
        to.set("move", to.either(|| to.announcer.full(self), || to.announcer.cells_of(self)));
        to.set("after", state);
        to.set("score", to.announcer.score_of(self));
        to.set("move-number", self.before.fullmoves().get());
        to.set("mover", side_name(self.before.turn()));
    }
}

impl Argument<Facts<'_>> for Option<MoveInPosition> {
    fn add_to(&self, name: &'static str, to: &mut Facts<'_>) {
        match self {
            Some(told) => told.add_to(name, to),
            None => {
                to.set(name, "no");
                to.set("after", NONE);
            }
        }
    }
}

impl Argument<Facts<'_>> for GameResult {
    fn add_to(&self, _: &'static str, to: &mut Facts<'_>) {
        to.set("result", self.name());
        to.set("pgn", self.to_string());
    }
}

impl Argument<Facts<'_>> for Outcome {
    fn add_to(&self, _: &'static str, to: &mut Facts<'_>) {
        self.result.add_to("result", to);
        to.set("ending", self.ending.name());
        to.set("loser", self.result.winner().map_or(NONE, |winner| side_name(!winner)));
    }
}

macro_rules! numbers {
    ($($kind:ty),*) => {
        $(impl Argument<Facts<'_>> for $kind {
            fn add_to(&self, name: &'static str, to: &mut Facts<'_>) {
                to.set(name, *self);
            }
        })*
    };
}
numbers!(u32, u64, usize);

/// SetupChoices that a message knows by their names.
macro_rules! choices {
    ($($kind:ty),*) => {
        $(impl $crate::announce::facts::ArgumentText for $kind {
            fn text(&self, _: &$crate::announce::facts::Facts<'_>) -> String {
                <&'static str>::from(self).to_owned()
            }
        })*
    };
}
pub(super) use choices;
choices!(Fact, RightLost, ClaimKind, TwoMinutesRefused);
