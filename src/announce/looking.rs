//! What a player asks about the board and the game.

use fluent_bundle::FluentArgs;

use super::{
    Audience, Told,
    announcer::Announcer,
    facts,
    line::{answer, on_square},
    reasons::Refusal,
};
use crate::{
    announce::Announcement,
    clock::TimeControl,
    laws::{
        ByCastlingSide, CastlingSide, Chess, Color, Doings, Pin, Position, Reason, Role, Square, Standing,
    },
    notation::Restyle,
};

/// An answer about the board or the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Looking {
    /// Men, each with its square.
    Men(Vec<Standing>),
    /// What attacks a square, or defends what stands there.
    Reached {
        square: Square,
        by: Vec<Standing>,
        defending: bool,
    },
    /// Of one side, where only its men were asked about.
    Pins {
        pins: Vec<Pin>,
        of: Option<Color>,
    },
    /// Whether the man on a square is pinned, and by what.
    Pinned {
        square: Square,
        man: Option<Standing>,
        by: Option<Standing>,
    },
    /// Where a piece can go, or what it can capture. None: its side is not on move, and the other is in check.
    Doings {
        square: Square,
        piece: Option<(Role, Color)>,
        doings: Option<Doings>,
        captures: bool,
    },
    SquareColour(Square),
    /// Who gives check to the side on move; nobody, where it is in none.
    InCheck {
        side: Color,
        by: Vec<Standing>,
    },
    /// What hinders castling on each wing. None: the side is not on move, and the other is in check.
    Castling {
        side: Color,
        castling: Option<ByCastlingSide<Option<Reason>>>,
    },
    /// None before the first capture.
    LastCapture(Option<Told>),
    Captured {
        white: Vec<(Role, u8)>,
        black: Vec<(Role, u8)>,
    },
    Changes(Vec<(Square, Option<(Role, Color)>)>),
    /// The usual start position.
    UsualStart,
    /// A start of Chess960: the pieces on the back rank, from file a on.
    BackRank(Vec<Role>),
    /// How often the position has been there, and the moves of both since the last capture or pawn move.
    Claims {
        seen: u32,
        quiet: u32,
    },
    /// None where he was not named.
    Opponent(Option<String>),
    /// Whose assistant the program is; none for both.
    OwnSide(Option<Color>),
    Control(Option<TimeControl>),
    /// A move as it is looked at again; none for the position before all moves.
    Reviewed(Option<Told>),
    /// The position that answers are about: after this move.
    AsOf(Option<Told>),
    ReviewOver,
    /// The piece was named, and not where it goes.
    WhereTo(Vec<Told>),
    /// The same where it goes to more squares than are told.
    WhereToOf(Role),
    /// The same where the moves are not told.
    WhereToAlone,
    /// The board is explored with keys from here on, and no more.
    BoardOpened,
    BoardClosed,
    /// What the keys do then.
    ExploringHelp,
    /// It goes no further.
    Border,
    /// The men on a line or diagonal, and the last square of it.
    Ray {
        to: Square,
        men: Vec<Standing>,
    },
    /// Where the piece that is explored can go, and what it captures there.
    Goal {
        square: Square,
        captured: Option<Role>,
    },
    /// What is in the hand now.
    Lifted(Option<(Square, Role)>),
    /// It is told otherwise from here on.
    Restyled(Restyle),
    /// No question was open.
    NothingAsked,
    /// What there is help about.
    Topics(Vec<String>),
    /// What can be said about a topic.
    Help {
        title: String,
        sayings: Vec<String>,
    },
}

impl From<Looking> for Announcement {
    fn from(told: Looking) -> Announcement {
        Announcement::Looking(told)
    }
}

impl Looking {
    /// The message's name, its arguments set.
    pub(super) fn facts(
        &self,
        args: &mut FluentArgs<'static>,
        announcer: &Announcer,
        audience: Audience,
    ) -> &'static str {
        let man = |&(square, role, color): &Standing| {
            announcer.at(&announcer.piece_of(role, color, Audience::Table), square)
        };
        let man_cells = |&(square, role, color): &Standing| {
            on_square(square, &format!("{}{square}", announcer.piece_cell(role, color)))
        };
        // Of one side it need not be said whose they are.
        let men = |men: &[Standing]| {
            let mixed = men.windows(2).any(|pair| pair[0].2 != pair[1].2);
            let alone: Vec<_> = men.iter().map(|&(square, role, _)| (square, role)).collect();
            if mixed { announcer.in_row(men.iter().map(man)) } else { announcer.placed(&alone) }
        };
        match self {
            Looking::Men(all) => {
                args.set("list", facts::or_none(men(all)));
                args.set("cells", spaced(all.iter().map(man_cells)));
                "men"
            }
            Looking::Reached { square, by, defending } => {
                args.set("square", announcer.square(*square));
                args.set("how", if *defending { "defended" } else { "attacked" });
                let of = |side: Color| by.iter().filter(move |man| man.2 == side);
                let placed = |side| announcer.placed(&of(side).map(|man| (man.0, man.1)).collect::<Vec<_>>());
                let mixed = Color::ALL.into_iter().all(|side| of(side).next().is_some());
                args.set("white", placed(Color::White));
                args.set("black", placed(Color::Black));
                args.set("list", if mixed { "both".to_owned() } else { facts::or_none(men(by)) });
                args.set("cells", format!("{square}: {}", spaced(by.iter().map(man_cells))));
                "reached"
            }
            Looking::Pins { pins, of } => {
                args.set("side", of.map_or("both", facts::side));
                let words = pins.iter().map(|pin| {
                    let mut args = FluentArgs::new();
                    args.set("man", man(&pin.man));
                    args.set("by", announcer.square(pin.by.0));
                    announcer.text("pinned-by", &args)
                });
                args.set("list", facts::or_none(joined(words)));
                args.set(
                    "cells",
                    spaced(pins.iter().map(|pin| format!("{}/{}", man_cells(&pin.man), man_cells(&pin.by)))),
                );
                "pins"
            }
            Looking::Pinned { square, man, by } => {
                args.set("man", named(*square, man.map(|man| man.1), announcer));
                let by_words = by.map(|by| named(by.0, Some(by.1), announcer));
                args.set("by", by_words.unwrap_or_else(|| "none".to_owned()));
                args.set("empty", if man.is_none() { "empty" } else { "man" });
                let cells = man.as_ref().map_or_else(|| square.to_string(), man_cells);
                args.set("cells", cells);
                args.set("by-cells", by.as_ref().map(man_cells).unwrap_or_default());
                "pinned"
            }
            Looking::Doings { square, piece, doings, captures } => {
                args.set("man", named(*square, piece.map(|(role, _)| role), announcer));
                let who = piece.map(|(role, color)| announcer.piece_of(role, color, audience));
                args.set("who", who.unwrap_or_else(|| "none".to_owned()));
                args.set("kind", if *captures { "captures" } else { "moves" });
                let (words, cells) = match doings {
                    Some(doings) => of_doings(doings, *captures, announcer),
                    None => ("check".to_owned(), String::new()),
                };
                args.set("list", facts::or_none(words));
                let piece = piece.map(|(role, color)| announcer.piece_cell(role, color));
                args.set("cells", format!("{}{square}: {cells}", piece.unwrap_or_default()));
                "doings"
            }
            Looking::SquareColour(square) => {
                args.set("square", announcer.square(*square));
                args.set("colour", if square.is_light() { "light" } else { "dark" });
                args.set("cells", square.to_string());
                "square-colour"
            }
            Looking::InCheck { side, by } => {
                args.set("side", facts::side(*side));
                args.set("list", facts::or_none(men(by)));
                args.set("cells", spaced(by.iter().map(man_cells)));
                "in-check"
            }
            Looking::Castling { side, castling } => {
                args.set("side", facts::side(*side));
                let hindered = |reason: &Option<Reason>| match reason {
                    Some(reason) => {
                        Refusal { reason, turn: *side, discreet: false, audience }.sides(announcer)
                    }
                    None => ("possible".to_owned(), "possible".to_owned()),
                };
                let check = || ("check".to_owned(), "check".to_owned());
                let (short, short_cells) = castling.as_ref().map_or_else(check, |by| hindered(&by.king_side));
                let (long, long_cells) = castling.as_ref().map_or_else(check, |by| hindered(&by.queen_side));
                args.set("both", if short == long { "same" } else { "each" });
                args.set("short", short);
                args.set("long", long);
                args.set("short-cells", short_cells);
                args.set("long-cells", long_cells);
                "castling-now"
            }
            Looking::LastCapture(None) => "no-capture-yet",
            Looking::LastCapture(Some(told)) => {
                facts::moved(args, told, announcer);
                let role = told.m.capture().unwrap_or(Role::Pawn);
                args.set("man", announcer.piece_of(role, !told.before.turn(), Audience::Table));
                "last-capture"
            }
            Looking::Captured { white, black } => {
                args.set("white", facts::or_none(facts::material_words(announcer, white)));
                args.set("black", facts::or_none(facts::material_words(announcer, black)));
                args.set("white-cells", facts::material_cells(announcer, white));
                args.set("black-cells", facts::material_cells(announcer, black));
                "captured"
            }
            Looking::Changes(changes) => {
                let words = changes.iter().map(|(square, piece)| {
                    let mut args = FluentArgs::new();
                    args.set("square", announcer.square(*square));
                    let who = piece.map(|(role, color)| announcer.piece_of(role, color, Audience::Table));
                    args.set("who", who.unwrap_or_else(|| "none".to_owned()));
                    announcer.text("change", &args)
                });
                let cells = changes.iter().map(|(square, piece)| {
                    let cell = piece.map(|(role, color)| announcer.piece_cell(role, color));
                    on_square(*square, &format!("{}{square}", cell.unwrap_or_else(|| "-".to_owned())))
                });
                args.set("list", facts::or_none(joined(words)));
                args.set("cells", spaced(cells));
                "changes"
            }
            Looking::UsualStart => "usual-start",
            Looking::BackRank(roles) => {
                args.set("list", joined(roles.iter().map(|role| announcer.pieces(*role, 1))));
                args.set("cells", roles.iter().map(|role| announcer.letter(*role)).collect::<String>());
                "back-rank"
            }
            Looking::Claims { seen, quiet } => {
                args.set("seen", *seen);
                args.set("quiet", *quiet);
                "claims-now"
            }
            Looking::Opponent(name) => {
                args.set("name", name.clone().unwrap_or_else(|| "none".to_owned()));
                "opponent"
            }
            Looking::OwnSide(side) => {
                args.set("side", side.map_or("both", facts::side));
                "own-side"
            }
            Looking::Control(control) => {
                let words = control.as_ref().map(|control| facts::control_words(announcer, control));
                args.set("control", words.unwrap_or_else(|| "none".to_owned()));
                args.set("cells", control.as_ref().map(TimeControl::in_minutes).unwrap_or_default());
                "control"
            }
            Looking::Reviewed(None) => "reviewed-start",
            Looking::Reviewed(Some(told)) => {
                facts::moved(args, told, announcer);
                args.set("number", told.before.fullmoves().get());
                args.set("side", facts::side(told.before.turn()));
                "reviewed"
            }
            Looking::AsOf(told) => {
                args.set("number", told.as_ref().map_or(0, |told| told.before.fullmoves().get()));
                args.set("side", told.as_ref().map_or("none", |told| facts::side(told.before.turn())));
                "as-of"
            }
            Looking::ReviewOver => "review-over",
            Looking::WhereTo(moves) => {
                let role = moves.first().map_or(Role::Pawn, |told| told.m.role());
                let to = moves.iter().map(|told| match told.m.castling_side() {
                    Some(side) => castling(side, announcer),
                    None => announcer.square(told.m.to()),
                });
                args.set("piece", announcer.pieces(role, 1));
                args.set("list", announcer.either(&to.collect::<Vec<_>>()));
                let cells = moves.iter().map(|told| match told.m.castling_side() {
                    Some(_) => answer(&announcer.cells_of(told)),
                    None => answer(&told.m.to().to_string()),
                });
                args.set("cells", format!("{}? {}", announcer.letter_of_pawn_too(role), spaced(cells)));
                "where-to"
            }
            Looking::WhereToOf(role) => {
                args.set("piece", announcer.pieces(*role, 1));
                args.set("letter", announcer.letter_of_pawn_too(*role));
                "where-to-of"
            }
            Looking::WhereToAlone => "where-to-alone",
            Looking::BoardOpened => "board-opened",
            Looking::BoardClosed => "board-closed",
            Looking::ExploringHelp => "exploring-help",
            Looking::Border => "border",
            Looking::Ray { to, men: all } => {
                args.set("to", announcer.square(*to));
                args.set("list", facts::or_none(announcer.in_row(all.iter().map(man))));
                args.set("cells", format!("-{to}: {}", spaced(all.iter().map(man_cells))));
                "ray"
            }
            Looking::Goal { square, captured } => {
                args.set("square", announcer.square(*square));
                let piece = captured.map(|role| announcer.pieces(role, 1));
                args.set("captured", piece.unwrap_or_else(|| "none".to_owned()));
                let cells = captured.map(|role| format!("x{}{square}", announcer.letter_of_pawn_too(role)));
                args.set("cells", on_square(*square, &cells.unwrap_or_else(|| square.to_string())));
                "goal"
            }
            Looking::Lifted(man) => {
                args.set(
                    "man",
                    facts::or_none(
                        man.map_or(String::new(), |(square, role)| named(square, Some(role), announcer)),
                    ),
                );
                args.set(
                    "cells",
                    man.map_or(String::new(), |(square, role)| {
                        format!("{}{square}-", announcer.letter(role))
                    }),
                );
                "lifted"
            }
            Looking::Restyled(change) => {
                args.set("move", example().map(|told| announcer.full(&told)).unwrap_or_default());
                args.set("placed", announcer.at(&announcer.pieces(Role::Knight, 1), Square::F3));
                args.set(
                    "what",
                    match change {
                        Restyle::Wording(_) => "move",
                        Restyle::SquareFirst(_) => "placed",
                        Restyle::Pauses(true) => "pauses",
                        Restyle::Pauses(false) => "no-pauses",
                    },
                );
                "restyled"
            }
            Looking::NothingAsked => "nothing-asked",
            Looking::Topics(titles) => {
                args.set("list", joined(titles.iter().cloned()));
                "help-topics"
            }
            Looking::Help { title, sayings } => {
                args.set("title", title.clone());
                args.set("list", joined(sayings.iter().cloned()));
                args.set("cells", joined(sayings.iter().cloned()));
                "help-on"
            }
        }
    }
}

/// A move that everybody knows.
fn example() -> Option<Told> {
    let before = Chess::default();
    let m =
        before.legal_moves().into_iter().find(|m| (m.from(), m.to()) == (Some(Square::G1), Square::F3))?;
    Some(Told { before, m })
}

/// A square, and what stands there before it.
fn named(square: Square, role: Option<Role>, announcer: &Announcer) -> String {
    let square = announcer.square(square);
    role.map_or(square.clone(), |role| format!("{} {square}", announcer.pieces(role, 1)))
}

/// Where a piece can go, in words and in cells.
fn of_doings(doings: &Doings, captures: bool, announcer: &Announcer) -> (String, String) {
    if captures {
        let captures = || doings.to.iter().filter_map(|&(square, captured)| Some((square, captured?)));
        let words = captures()
            .map(|(square, role)| format!("{} {}", announcer.pieces(role, 1), announcer.square(square)));
        let cells = captures()
            .map(|(square, role)| on_square(square, &format!("{}{square}", announcer.letter(role))));
        return (joined(words), spaced(cells));
    }
    let words = doings.to.iter().map(|(square, _)| announcer.square(*square));
    let castles = doings.castling.iter().map(|side| castling(*side, announcer));
    let cells = doings.to.iter().map(|(square, _)| on_square(*square, &square.to_string()));
    let castle_cells = doings.castling.iter().map(|side| if side.is_king_side() { "0-0" } else { "0-0-0" });
    (joined(words.chain(castles)), spaced(cells.chain(castle_cells.map(str::to_owned))))
}

fn castling(side: CastlingSide, announcer: &Announcer) -> String {
    announcer.castling(side).to_owned()
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

fn spaced(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(" ")
}
