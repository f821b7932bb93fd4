//! Answers about the board and the game.

use super::{
    Audience, Facts, MoveInPosition,
    announcer::{Announcer, Sense},
    facts::{ArgumentText, NONE, or_none},
    line::on_square,
    reasons::Refusal,
};
use crate::{
    clock::TimeControl,
    grammar::PhrasePlace,
    language::{Argument, Message},
    laws::{
        Board, ByCastlingSide, ByColor, CastlingSide, Chess, Color, File, PartialSquare, PieceMoves, Pin,
        PlacedPiece, Position, Rank, Reason, Role, Square, board_facts,
    },
    notation::{StyleChange, Wording},
};

/// An answer about the board or the game.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum BoardAnswer {
    /// Some pieces, each with its square.
    #[message("standing-pieces")]
    Pieces(#[message("list")] Vec<PlacedPiece>),
    /// The pieces that attack a square, or defend the piece on it.
    #[message("reached", with = attackers)]
    Attackers {
        /// The square.
        square: Square,
        /// The pieces that reach it.
        by: Vec<PlacedPiece>,
        /// Whether they defend it.
        defending: bool,
    },
    /// The pieces of a side that can go to a square.
    MovesTo(
        #[message("side")] Color,
        #[message("square")] Square,
        #[message(with = each_standing)] Vec<PlacedPiece>,
    ),
    /// The pinned pieces, of one side where only its pieces were asked about.
    Pins(#[message("list")] Vec<Pin>, #[message("side")] Option<Color>),
    /// Whether the piece on a square is pinned.
    #[message(with = pinned)]
    Pinned {
        /// The square.
        square: Square,
        /// The piece on it.
        piece: Option<PlacedPiece>,
        /// The piece that pins it to its king, or else to what is behind it.
        by: Option<PlacedPiece>,
        /// The piece of more worth behind it, where that is no king.
        behind: Option<PlacedPiece>,
    },
    /// The pawns by files.
    PawnsByFile(#[message("list")] Vec<PawnFile>),
    /// The squares a piece can go to, or what it can capture.
    #[message("doings", with = moves)]
    Moves {
        /// The square.
        square: Square,
        /// The piece on it.
        piece: Option<(Role, Color)>,
        /// None: its side is not on move, and the other is in check.
        moves: Option<PieceMoves>,
        /// Whether only captures were asked about.
        captures: bool,
        /// The piece that pins it to its king.
        pinned_by: Option<PlacedPiece>,
        /// Whether its king is in check.
        in_check: bool,
    },
    /// Whether the square is light or dark.
    #[message(with = square_colour)]
    SquareColour(Square),
    /// The pieces that give check to the side on move.
    InCheck(Color, #[message(with = each_standing)] Vec<PlacedPiece>),
    /// What hinders this side's castling on each wing. None: it is not on move, and the other is in check.
    #[message("castling-now", with = castling_now)]
    Castling(Color, Option<ByCastlingSide<Option<Reason>>>),
    /// This side's castling; none if it has not castled.
    Castled(#[message("side")] Color, #[message(with = castled)] Option<MoveInPosition>),
    /// The last capture; none before the first.
    LastCapture(#[message(with = captured)] Option<MoveInPosition>),
    /// The captured pieces, counted.
    Captured {
        /// White's pieces.
        white: Vec<(Role, u8)>,
        /// Black's pieces.
        black: Vec<(Role, u8)>,
    },
    /// What has changed on each square; none where a piece is gone.
    Changes(#[message("list")] Vec<(Square, Option<(Role, Color)>)>),
    /// The game began from the standard position.
    #[message("usual-start")]
    StandardStart,
    /// The start position of Chess960: the pieces on the back rank, from file a on.
    BackRank(#[message("list")] Vec<Role>),
    /// What a draw can be claimed by.
    #[message("claims-now")]
    Claims {
        /// How often the position has been there.
        seen: u32,
        /// The moves of both since the last capture or pawn move.
        quiet: u32,
    },
    /// The opponent's name, if known.
    Opponent(#[message("name")] Option<String>),
    /// The side that the program assists; none for both.
    OwnSide(#[message("side")] Option<Color>),
    /// The time control.
    Control(#[message("control")] Option<TimeControl>),
    /// The move under review; none for the position before all moves.
    Reviewed(#[message("played")] Option<MoveInPosition>),
    /// Answers are about the position after this move.
    AsOf(#[message("played")] Option<MoveInPosition>),
    /// The review is over.
    ReviewOver,
    /// Asks where a piece goes, which alone was named.
    #[message(with = where_to)]
    WhereTo(Vec<MoveInPosition>),
    /// The same where it goes to more squares than are told.
    #[message(with = where_to_of)]
    WhereToOf(Role),
    /// The keys explore the board from here on.
    BoardOpened,
    /// The keys no longer explore the board.
    BoardClosed,
    /// What the keys do while the board is explored.
    ExploringHelp,
    /// The edge of the board.
    Border,
    /// The last square of a line or diagonal, and the pieces on it.
    Ray(#[message("to")] Square, #[message(with = ray)] Vec<PlacedPiece>),
    /// A square the explored piece can go to, and what it captures there.
    #[message("goal", with = destination)]
    Destination(Square, Option<Role>),
    /// The piece in the hand.
    #[message("lifted", with = in_hand)]
    InHand(Option<(Square, Role)>),
    /// The style of what is told has changed.
    #[message("restyled", with = style_changed)]
    StyleChanged(StyleChange),
    /// No question is open.
    #[message("nothing-asked")]
    NoOpenQuestion,
    /// The topics that there is help about.
    #[message("help-topics")]
    Topics(#[message("list")] Vec<String>),
    /// What can be said about a topic.
    #[message("help-on", with = help)]
    Help {
        /// Its title.
        title: String,
        /// Phrases about it.
        phrases: Vec<HelpPhrase>,
        /// Whether there are more.
        more: bool,
    },
}

impl BoardAnswer {
    /// Returns whether the piece on a square is pinned to its king, and else what it shields.
    pub fn pinned(board: &Board, square: Square) -> BoardAnswer {
        let piece = board.piece_at(square).map(|piece| (square, piece.role, piece.color));
        let (by, behind) = match board_facts::pin_of(board, square) {
            Some(pin) => (Some(pin.by), None),
            None => board_facts::shields(board, square).unzip(),
        };
        BoardAnswer::Pinned { square, piece, by, behind }
    }

    /// Returns where the piece on a square can go, or what it can capture there, and what hinders it where it has no moves.
    pub fn moves(position: &Chess, square: Square, captures: bool) -> BoardAnswer {
        let board = position.board();
        let piece = board.piece_at(square).map(|piece| (piece.role, piece.color));
        let in_check = |(_, side)| {
            board.king_of(side).is_some_and(|king| !board_facts::attackers_of(board, king, !side).is_empty())
        };
        BoardAnswer::Moves {
            square,
            piece,
            moves: board_facts::piece_moves(position, square),
            captures,
            pinned_by: board_facts::pin_of(board, square).map(|pin| pin.by),
            in_check: piece.is_some_and(in_check),
        }
    }
}

/// A phrase that help tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpPhrase {
    /// Where it counts.
    pub place: PhrasePlace,
    /// What it does.
    pub purpose: String,
    /// The words.
    pub words: String,
}

fn help(title: &String, phrases: &[HelpPhrase], more: &bool, to: &mut Facts<'_>) {
    to.set_text("title", title);
    to.set_text("more", more);
    let told = phrases.iter().map(|phrase| to.announcer.help_phrase(phrase, to.sense));
    let list = told.collect::<Vec<_>>().join(&to.either(|| ". ".to_owned(), || "; ".to_owned()));
    to.set("list", list);
}

/// The pawns on a file, from the first rank on.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum PawnFile {
    /// The ranks of both sides' pawns.
    #[message("pawn-file", with = pawn_file)]
    Ranks(File, ByColor<Vec<Rank>>),
}

fn pawn_file(file: &File, pawns: &ByColor<Vec<Rank>>, to: &mut Facts<'_>) {
    let on = |rank: Option<Rank>| PartialSquare { file: rank.is_none().then_some(*file), rank };
    to.set_text("file", &on(None));
    for (name, ranks) in [("white", &pawns.white), ("black", &pawns.black)] {
        let ranks: Vec<String> = ranks.iter().map(|rank| on(Some(*rank)).text(to)).collect();
        to.set(name, or_none(ranks.join(if to.sense == Sense::Words { ", " } else { "," })));
    }
}

fn attackers(square: &Square, by: &Vec<PlacedPiece>, defending: &bool, to: &mut Facts<'_>) {
    let of = |side: Color| -> Vec<(Square, Role)> {
        by.iter().filter(|piece| piece.2 == side).map(|&(square, role, _)| (square, role)).collect()
    };
    let whose = match (of(Color::White).is_empty(), of(Color::Black).is_empty()) {
        (true, true) => NONE,
        (false, true) => "white",
        (true, false) => "black",
        (false, false) => "both",
    };
    to.set_text("square", square);
    to.set("how", if *defending { "defended" } else { "attacked" });
    to.set("white", to.announcer.placed(&of(Color::White)));
    to.set("black", to.announcer.placed(&of(Color::Black)));
    to.set("whose", whose);
    to.set_text("list", by);
}

fn pinned(
    square: &Square,
    piece: &Option<PlacedPiece>,
    by: &Option<PlacedPiece>,
    behind: &Option<PlacedPiece>,
    to: &mut Facts<'_>,
) {
    let announcer = to.announcer;
    let cells = || piece.as_ref().map_or_else(|| square.to_string(), |piece| announcer.standing_cells(piece));
    let words = |piece: &PlacedPiece| announcer.standing(piece);
    to.set("man", to.either(|| piece.as_ref().map_or_else(|| announcer.square(*square), words), cells));
    let by_words = |by: &PlacedPiece| if behind.is_some() { words(by) } else { announcer.square(by.0) };
    let by_text = by.as_ref().map(|by| to.either(|| by_words(by), || announcer.standing_cells(by)));
    to.set("by", by_text.unwrap_or_else(|| NONE.to_owned()));
    let behind = behind.as_ref().map(|piece| to.either(|| words(piece), || announcer.standing_cells(piece)));
    to.set("behind", behind.unwrap_or_else(|| NONE.to_owned()));
    to.set("empty", if piece.is_none() { "empty" } else { "man" });
}

fn moves(
    square: &Square,
    piece: &Option<(Role, Color)>,
    moves: &Option<PieceMoves>,
    captures: &bool,
    pinned_by: &Option<PlacedPiece>,
    in_check: &bool,
    to: &mut Facts<'_>,
) {
    let why = match (pinned_by, in_check) {
        (Some(_), _) => "pinned",
        (None, true) => "check",
        // Where nothing else hinders a piece, others stand in its way; a king may be hindered by what is attacked.
        (None, false) if piece.is_some_and(|(role, _)| role != Role::King) => "blocked",
        (None, false) => NONE,
    };
    to.set("why", why);
    let by = pinned_by
        .as_ref()
        .map(|by| to.either(|| to.announcer.square(by.0), || to.announcer.standing_cells(by)));
    to.set("by", by.unwrap_or_else(|| NONE.to_owned()));
    let cell = || piece.map(|(role, color)| to.announcer.piece_cell(role, color)).unwrap_or_default();
    let words = || match *piece {
        Some((role, color)) => to.announcer.standing(&(*square, role, color)),
        None => to.announcer.square(*square),
    };
    to.set("man", to.either(words, || format!("{}{square}", cell())));
    to.set_text("who", piece);
    to.set("kind", if *captures { "captures" } else { "moves" });
    if let Some((_, side)) = piece {
        (!*side).add_to("side", to);
    }
    let list = moves.as_ref().zip(*piece).map(|(moves, (_, side))| targets(moves, !side, *captures, to));
    to.set("list", list.unwrap_or_else(|| "check".to_owned()));
}

fn square_colour(square: &Square, to: &mut Facts<'_>) {
    to.set_text("square", square);
    to.set("colour", if square.is_light() { "light" } else { "dark" });
}

fn castling_now(side: &Color, castling: &Option<ByCastlingSide<Option<Reason>>>, to: &mut Facts<'_>) {
    let hindered = |reason: &Option<Reason>| match reason {
        Some(reason) => Refusal { reason, discreet: false }.text(to),
        None => "possible".to_owned(),
    };
    let check = || "check".to_owned();
    let short = castling.as_ref().map_or_else(check, |by| hindered(&by.king_side));
    let long = castling.as_ref().map_or_else(check, |by| hindered(&by.queen_side));
    (!*side).add_to("side", to);
    to.set("both", if short == long { "same" } else { "each" });
    to.set("short", short);
    to.set("long", long);
}

fn captured(told: &Option<MoveInPosition>, to: &mut Facts<'_>) {
    told.add_to("played", to);
    if let Some(MoveInPosition { before, m, .. }) = told {
        let role = m.capture().unwrap_or(Role::Pawn);
        to.set("man", to.announcer.piece_of(role, !before.turn(), Audience::Table));
    }
}

fn castled(told: &Option<MoveInPosition>, to: &mut Facts<'_>) {
    told.add_to("played", to);
    if let Some(MoveInPosition { before, .. }) = told {
        to.set("number", before.fullmoves().get());
    }
}

fn where_to(moves: &[MoveInPosition], to: &mut Facts<'_>) {
    let role = moves.first().map_or(Role::Pawn, |told| told.m.role());
    let each = moves.iter().map(|told| match told.m.castling_side() {
        Some(side) => to.either(|| to.announcer.castling(side).to_owned(), || to.announcer.cells_of(told)),
        None => told.m.to().text(to),
    });
    to.set("list", to.choice(each));
    where_to_of(&role, to);
}

fn where_to_of(role: &Role, to: &mut Facts<'_>) {
    let (words, cells) = (|| to.announcer.pieces(*role, 1), || to.announcer.letter_of_pawn_too(*role));
    to.set("piece", to.either(words, cells));
}

fn ray(pieces: &[PlacedPiece], to: &mut Facts<'_>) {
    each_standing(pieces, to);
}

/// Each piece with its side.
pub(super) fn each_standing(pieces: &[PlacedPiece], to: &mut Facts<'_>) {
    let cells = || to.row(pieces.iter().map(|piece| to.announcer.standing_cells(piece)));
    to.set("list", or_none(to.either(|| to.announcer.standing_row(pieces), cells)));
}

fn destination(square: &Square, captured: &Option<Role>, to: &mut Facts<'_>) {
    let cells = || {
        let capture = captured.map(|role| format!("x{}", to.announcer.letter_of_pawn_too(role)));
        on_square(*square, &format!("{}{square}", capture.unwrap_or_default()))
    };
    to.set("square", to.either(|| to.announcer.square(*square), cells));
    to.set("captured", captured.map_or_else(|| NONE.to_owned(), |role| to.announcer.pieces(role, 1)));
}

fn in_hand(piece: &Option<(Square, Role)>, to: &mut Facts<'_>) {
    let text = |(square, role)| {
        let cells = || format!("{}{square}-", to.announcer.letter(role));
        to.either(|| named(square, Some(role), to.announcer), cells)
    };
    to.set("man", piece.map_or_else(|| NONE.to_owned(), text));
}

fn style_changed(change: &StyleChange, to: &mut Facts<'_>) {
    let announcer = to.announcer;
    to.set("move", example().map(|told| announcer.full(&told)).unwrap_or_default());
    to.set("placed", announcer.at(&announcer.pieces(Role::Knight, 1), Square::F3));
    let what = match change {
        StyleChange::Wording(Wording::Nato) => "nato",
        StyleChange::Wording(_) => "move",
        StyleChange::SquareFirst(_) => "placed",
        StyleChange::Pauses(true) => "pauses",
        StyleChange::Pauses(false) => "no-pauses",
    };
    to.set("what", what);
}

/// A well-known move.
fn example() -> Option<MoveInPosition> {
    let before = Chess::default();
    let m =
        before.legal_moves().into_iter().find(|m| (m.from(), m.to()) == (Some(Square::G1), Square::F3))?;
    Some(MoveInPosition::new(before, m))
}

/// A square behind the piece on it.
fn named(square: Square, role: Option<Role>, announcer: &Announcer) -> String {
    let square = announcer.square(square);
    role.map_or(square.clone(), |role| format!("{} {square}", announcer.pieces(role, 1)))
}

/// The squares a piece can go to, or what it can capture.
fn targets(moves: &PieceMoves, captured_side: Color, captures: bool, to: &Facts<'_>) -> String {
    let announcer = to.announcer;
    let target = |&(square, captured): &(Square, Option<Role>)| {
        let captured = captured.filter(|_| captures);
        let words = || match captured {
            Some(role) => announcer.standing(&(square, role, captured_side)),
            None => announcer.square(square),
        };
        let cells = || match captured {
            Some(role) => announcer.standing_cells(&(square, role, captured_side)),
            None => on_square(square, &square.to_string()),
        };
        to.either(words, cells)
    };
    let castling = |side: &CastlingSide| {
        let cells = if side.is_king_side() { "0-0" } else { "0-0-0" };
        to.either(|| announcer.castling(*side).to_owned(), || cells.to_owned())
    };
    let squares = moves.to.iter().filter(|(_, captured)| !captures || captured.is_some()).map(target);
    to.row(squares.chain(moves.castling.iter().filter(|_| !captures).map(castling)))
}
