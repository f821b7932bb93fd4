//! What a player asks about the board and the game.

use super::{
    Announcement, Audience, Facts, MoveInPosition,
    announcer::Announcer,
    facts::{ArgumentText, NONE, or_none},
    line::{answer, on_square},
    reasons::Refusal,
};
use crate::{
    clock::TimeControl,
    language::{Argument, Message},
    laws::{ByCastlingSide, Chess, Color, PieceMoves, Pin, PlacedPiece, Position, Reason, Role, Square},
    notation::StyleChange,
};

/// An answer about the board or the game.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum Looking {
    /// Men, each with its square.
    Men(#[message("list")] Vec<PlacedPiece>),
    /// What attacks a square, or defends what stands there.
    #[message(with = reached)]
    Reached {
        square: Square,
        by: Vec<PlacedPiece>,
        defending: bool,
    },
    /// Of one side, where only its men were asked about.
    Pins {
        #[message("list")]
        pins: Vec<Pin>,
        #[message("side")]
        of: Option<Color>,
    },
    /// Whether the man on a square is pinned, and by what.
    #[message(with = pinned)]
    Pinned {
        square: Square,
        man: Option<PlacedPiece>,
        by: Option<PlacedPiece>,
    },
    /// Where a piece can go, or what it can capture. None: its side is not on move, and the other is in check.
    #[message(with = doings)]
    Doings {
        square: Square,
        piece: Option<(Role, Color)>,
        doings: Option<PieceMoves>,
        captures: bool,
    },
    #[message(with = square_colour)]
    SquareColour(Square),
    /// Who gives check to the side on move; nobody, where it is in none.
    InCheck {
        side: Color,
        #[message("list")]
        by: Vec<PlacedPiece>,
    },
    /// What hinders castling on each wing. None: the side is not on move, and the other is in check.
    #[message("castling-now", with = castling_now)]
    Castling {
        side: Color,
        castling: Option<ByCastlingSide<Option<Reason>>>,
    },
    /// None before the first capture.
    LastCapture(#[message(with = captured)] Option<MoveInPosition>),
    Captured {
        white: Vec<(Role, u8)>,
        black: Vec<(Role, u8)>,
    },
    Changes(#[message("list")] Vec<(Square, Option<(Role, Color)>)>),
    /// The usual start position.
    UsualStart,
    /// A start of Chess960: the pieces on the back rank, from file a on.
    BackRank(#[message("list")] Vec<Role>),
    /// How often the position has been there, and the moves of both since the last capture or pawn move.
    #[message("claims-now")]
    Claims {
        seen: u32,
        quiet: u32,
    },
    /// None where he was not named.
    Opponent(#[message("name")] Option<String>),
    /// Whose assistant the program is; none for both.
    OwnSide(#[message("side")] Option<Color>),
    Control(#[message("control")] Option<TimeControl>),
    /// A move as it is looked at again; none for the position before all moves.
    Reviewed(#[message("played")] Option<MoveInPosition>),
    /// The position that answers are about: after this move.
    AsOf(#[message("played")] Option<MoveInPosition>),
    ReviewOver,
    /// The piece was named, and not where it goes.
    #[message(with = where_to)]
    WhereTo(Vec<MoveInPosition>),
    /// The same where it goes to more squares than are told.
    #[message(with = where_to_of)]
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
        #[message(with = ray)]
        men: Vec<PlacedPiece>,
    },
    /// Where the piece that is explored can go, and what it captures there.
    #[message(with = goal)]
    Goal {
        square: Square,
        captured: Option<Role>,
    },
    /// What is in the hand now.
    #[message(with = lifted)]
    Lifted(Option<(Square, Role)>),
    /// It is told otherwise from here on.
    #[message(with = restyled)]
    Restyled(StyleChange),
    /// No question was open.
    NothingAsked,
    /// What there is help about.
    #[message("help-topics")]
    Topics(#[message("list")] Vec<String>),
    /// What can be said about a topic.
    #[message("help-on")]
    Help {
        title: String,
        #[message("list")]
        sayings: Vec<String>,
    },
}

impl From<Looking> for Announcement {
    fn from(told: Looking) -> Announcement {
        Announcement::Looking(told)
    }
}

fn reached(square: &Square, by: &Vec<PlacedPiece>, defending: &bool, to: &mut Facts<'_>) {
    let of =
        |side: Color| by.iter().filter(move |piece| piece.2 == side).map(|&(square, role, _)| (square, role));
    let mixed = Color::ALL.into_iter().all(|side| of(side).next().is_some());
    to.set_text("square", square);
    to.set("how", if *defending { "defended" } else { "attacked" });
    to.set("white", to.announcer.placed(of(Color::White)));
    to.set("black", to.announcer.placed(of(Color::Black)));
    to.set("list", to.either(|| if mixed { "both".to_owned() } else { by.text(to) }, || by.text(to)));
}

fn pinned(square: &Square, man: &Option<PlacedPiece>, by: &Option<PlacedPiece>, to: &mut Facts<'_>) {
    let announcer = to.announcer;
    let cells = || man.as_ref().map_or_else(|| square.to_string(), |man| announcer.standing_cells(man));
    to.set("man", to.either(|| named(*square, man.map(|man| man.1), announcer), cells));
    let by_text = by
        .as_ref()
        .map(|by| to.either(|| named(by.0, Some(by.1), announcer), || announcer.standing_cells(by)));
    to.set("by", by_text.unwrap_or_else(|| NONE.to_owned()));
    to.set("empty", if man.is_none() { "empty" } else { "man" });
}

fn doings(
    square: &Square,
    piece: &Option<(Role, Color)>,
    doings: &Option<PieceMoves>,
    captures: &bool,
    to: &mut Facts<'_>,
) {
    let cell = || piece.map(|(role, color)| to.announcer.piece_cell(role, color)).unwrap_or_default();
    let words = || named(*square, piece.map(|(role, _)| role), to.announcer);
    to.set("man", to.either(words, || format!("{}{square}", cell())));
    to.set_text("who", piece);
    to.set("kind", if *captures { "captures" } else { "moves" });
    let list = doings.as_ref().map(|doings| or_none(of_doings(doings, *captures, to)));
    to.set("list", list.unwrap_or_else(|| "check".to_owned()));
}

fn square_colour(square: &Square, to: &mut Facts<'_>) {
    to.set_text("square", square);
    to.set("colour", if square.is_light() { "light" } else { "dark" });
}

fn castling_now(side: &Color, castling: &Option<ByCastlingSide<Option<Reason>>>, to: &mut Facts<'_>) {
    let hindered = |reason: &Option<Reason>| match reason {
        Some(reason) => Refusal { reason, turn: *side, discreet: false }.text(to),
        None => "possible".to_owned(),
    };
    let check = || "check".to_owned();
    let short = castling.as_ref().map_or_else(check, |by| hindered(&by.king_side));
    let long = castling.as_ref().map_or_else(check, |by| hindered(&by.queen_side));
    to.set("both", if short == long { "same" } else { "each" });
    to.set("short", short);
    to.set("long", long);
}

fn captured(told: &Option<MoveInPosition>, to: &mut Facts<'_>) {
    told.add_to("played", to);
    if let Some(MoveInPosition { before, m }) = told {
        let role = m.capture().unwrap_or(Role::Pawn);
        to.set("man", to.announcer.piece_of(role, !before.turn(), Audience::Table));
    }
}

fn where_to(moves: &[MoveInPosition], to: &mut Facts<'_>) {
    let announcer = to.announcer;
    let role = moves.first().map_or(Role::Pawn, |told| told.m.role());
    let words = || {
        let each = moves.iter().map(|told| match told.m.castling_side() {
            Some(side) => announcer.castling(side).to_owned(),
            None => announcer.square(told.m.to()),
        });
        announcer.choice(&each.collect::<Vec<_>>())
    };
    let cells = || {
        let each = moves.iter().map(|told| match told.m.castling_side() {
            Some(_) => answer(&announcer.cells_of(told)),
            None => answer(&told.m.to().to_string()),
        });
        spaced(each)
    };
    to.set("list", to.either(words, cells));
    where_to_of(&role, to);
}

fn where_to_of(role: &Role, to: &mut Facts<'_>) {
    let (words, cells) = (|| to.announcer.pieces(*role, 1), || to.announcer.letter_of_pawn_too(*role));
    to.set("piece", to.either(words, cells));
}

fn ray(pieces: &[PlacedPiece], to: &mut Facts<'_>) {
    let words = || to.announcer.in_row(pieces.iter().map(|piece| to.announcer.standing(piece)));
    let cells = || spaced(pieces.iter().map(|piece| to.announcer.standing_cells(piece)));
    to.set("list", or_none(to.either(words, cells)));
}

fn goal(square: &Square, captured: &Option<Role>, to: &mut Facts<'_>) {
    let cells = || {
        let capture = captured.map(|role| format!("x{}", to.announcer.letter_of_pawn_too(role)));
        on_square(*square, &format!("{}{square}", capture.unwrap_or_default()))
    };
    to.set("square", to.either(|| to.announcer.square(*square), cells));
    to.set("captured", captured.map_or_else(|| NONE.to_owned(), |role| to.announcer.pieces(role, 1)));
}

fn lifted(piece: &Option<(Square, Role)>, to: &mut Facts<'_>) {
    let text = |(square, role)| {
        let cells = || format!("{}{square}-", to.announcer.letter(role));
        to.either(|| named(square, Some(role), to.announcer), cells)
    };
    to.set("man", piece.map_or_else(|| NONE.to_owned(), text));
}

fn restyled(change: &StyleChange, to: &mut Facts<'_>) {
    let announcer = to.announcer;
    to.set("move", example().map(|told| announcer.full(&told)).unwrap_or_default());
    to.set("placed", announcer.at(&announcer.pieces(Role::Knight, 1), Square::F3));
    let what = match change {
        StyleChange::Wording(_) => "move",
        StyleChange::SquareFirst(_) => "placed",
        StyleChange::Pauses(true) => "pauses",
        StyleChange::Pauses(false) => "no-pauses",
    };
    to.set("what", what);
}

/// A move that everybody knows.
fn example() -> Option<MoveInPosition> {
    let before = Chess::default();
    let m =
        before.legal_moves().into_iter().find(|m| (m.from(), m.to()) == (Some(Square::G1), Square::F3))?;
    Some(MoveInPosition { before, m })
}

/// A square, and what stands there before it.
fn named(square: Square, role: Option<Role>, announcer: &Announcer) -> String {
    let square = announcer.square(square);
    role.map_or(square.clone(), |role| format!("{} {square}", announcer.pieces(role, 1)))
}

/// Where a piece can go, or what it can capture.
fn of_doings(doings: &PieceMoves, captures: bool, to: &Facts<'_>) -> String {
    let announcer = to.announcer;
    let (words, cells) = if captures {
        let captures = || doings.to.iter().filter_map(|&(square, captured)| Some((square, captured?)));
        let words = captures()
            .map(|(square, role)| format!("{} {}", announcer.pieces(role, 1), announcer.square(square)));
        let cells = captures()
            .map(|(square, role)| on_square(square, &format!("{}{square}", announcer.letter(role))));
        (words.collect::<Vec<_>>(), cells.collect::<Vec<_>>())
    } else {
        let words = doings.to.iter().map(|(square, _)| announcer.square(*square));
        let castles = doings.castling.iter().map(|side| announcer.castling(*side).to_owned());
        let cells = doings.to.iter().map(|(square, _)| on_square(*square, &square.to_string()));
        let castle_cells =
            doings.castling.iter().map(|side| if side.is_king_side() { "0-0" } else { "0-0-0" });
        (words.chain(castles).collect(), cells.chain(castle_cells.map(str::to_owned)).collect())
    };
    to.either(|| words.join(", "), || cells.join(" "))
}

fn spaced(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(" ")
}
