//! The board and its pieces as SVG, for whoever sees.
//!
//! [`diagram`] draws a position as a file of its own, [`diagram_in_page`] the same for a page that has the
//! [sheet of pieces](pieces_sheet) and the [`STYLE`]. Squares, marks and pieces are told apart by shape, not by colour alone.

mod pieces;

use std::fmt::Write;

pub use pieces::{all as all_pieces, class as piece_class, symbol_id};

use crate::{
    language::is_bidi_control,
    laws::{Board, CastlingSide, File, Move, Piece, Rank, Square},
};

/// The colours of a diagram, in the light, in the dark and where the user forces colours.
///
/// A page gives pieces of its own the class `piece-white` or `piece-black`. In forced colours the light pieces stay the
/// lighter ones, and dark squares are mixed from the user's colours.
pub const STYLE: &str = "\
.paper{fill:#fff}.frame{fill:none;stroke:#4a3524;stroke-width:2}\
.coordinate{fill:#3a2a1c;font:600 15px system-ui,sans-serif;text-anchor:middle}\
.square-light{fill:#f3e7d1}.square-dark{fill:#b78f66}\
.last-move{fill:none;stroke:#0b5345;stroke-width:4}.last-move.left{stroke-dasharray:6 6}\
.in-check{fill:none;stroke:#a3001b;stroke-width:4}\
.piece-white{fill:#fff;stroke:#161616;color:#161616}.piece-black{fill:#1c1c1c;stroke:#161616;color:#fff}\
@media(prefers-color-scheme:dark){.paper{fill:#1b1b1b}.frame{stroke:#c9b79c}.coordinate{fill:#eadfcd}\
.square-light{fill:#d9c8a9}.square-dark{fill:#9a7550}}\
@media print{.paper{fill:#fff}.frame{stroke:#000}.coordinate{fill:#000}.square-light{fill:#fff}.square-dark{fill:#ccc}\
.last-move,.in-check{stroke:#000}}\
@media(forced-colors:active){.paper,.square-light{fill:Canvas}.square-dark{fill:color-mix(in srgb,Canvas 70%,CanvasText)}\
.frame,.last-move,.in-check{stroke:CanvasText}.coordinate{fill:CanvasText}\
.piece-white{fill:Canvas;stroke:CanvasText;color:CanvasText}.piece-black{fill:CanvasText;stroke:CanvasText;color:Canvas}}\
@media(forced-colors:active)and (prefers-color-scheme:dark){.piece-white{fill:CanvasText;stroke:CanvasText;color:Canvas}\
.piece-black{fill:Canvas;stroke:CanvasText;color:CanvasText}}";

/// The side of a square, and the width of the border with the coordinates.
const SQUARE: usize = 50;
const BORDER: usize = 24;

/// What is drawn besides the pieces.
#[derive(Clone, Debug, Default)]
pub struct DiagramOptions {
    /// Whether Black sits below.
    pub turned: bool,
    /// The squares between which the last move went ([`between`]).
    pub last_move: Option<(Square, Square)>,
    /// The square of the king that is in check.
    pub check: Option<Square>,
    /// Whether the border has the letters of the files and the numbers of the ranks.
    pub coordinates: bool,
    /// The name of the drawing, for whoever does not see it.
    pub title: String,
    /// What is seen on it, likewise; only a file of its own has it.
    pub description: String,
}

/// Returns the squares between which a move goes; of castling those of the king.
pub fn between(m: Move) -> Option<(Square, Square)> {
    let from = m.from()?;
    let king_to = |side: CastlingSide| Square::from_coords(side.king_to_file(), from.rank());
    Some((from, m.castling_side().map_or(m.to(), king_to)))
}

/// Returns all pieces as symbols, for a page to `<use>` by their [ids](symbol_id).
pub fn pieces_sheet() -> String {
    let symbols: String = pieces::all().map(pieces::symbol).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\">{symbols}</svg>\n"
    )
}

/// Returns a position as an SVG file.
pub fn diagram(board: &Board, options: &DiagramOptions) -> String {
    let on_board = |piece: &Piece| !board.by_piece(*piece).is_empty();
    let symbols: String = pieces::all().filter(on_board).map(pieces::symbol).collect();
    let (title, description) = (escaped(&options.title), escaped(&options.description));
    let names = format!("<title>{title}</title><desc>{description}</desc>");
    drawing(board, options, &format!("{names}<style>{STYLE}</style><defs>{symbols}</defs>\n")) + "\n"
}

/// Returns a position as an `<svg>` for a page that has the [sheet of pieces](pieces_sheet) and the [`STYLE`].
pub fn diagram_in_page(board: &Board, options: &DiagramOptions) -> String {
    drawing(board, options, "")
}

fn drawing(board: &Board, options: &DiagramOptions, definitions: &str) -> String {
    let border = if options.coordinates { BORDER } else { 2 };
    let side = 8 * SQUARE + 2 * border;
    // The corner of a square.
    let corner = |square: Square| {
        let (file, rank) = (usize::from(square.file()), usize::from(square.rank()));
        let (column, row) = if options.turned { (7 - file, rank) } else { (file, 7 - rank) };
        (border + column * SQUARE, border + row * SQUARE)
    };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-label=\"{}\">",
        escaped(&options.title)
    );
    text.push_str(definitions);
    // Writing to a `String` cannot fail.
    let _ = write!(text, "<rect class=\"paper\" width=\"{side}\" height=\"{side}\"/>");
    for square in Square::ALL {
        let (x, y) = corner(square);
        let shade = if square.is_light() { "square-light" } else { "square-dark" };
        let _ = write!(
            text,
            "<rect class=\"{shade}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
        );
    }
    let _ = write!(
        text,
        "<rect class=\"frame\" x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{1}\"/>",
        border - 1,
        8 * SQUARE + 2
    );
    if options.coordinates {
        coordinates(&mut text, corner, side);
    }
    for (square, class) in
        options.last_move.into_iter().flat_map(|(from, to)| [(from, "last-move left"), (to, "last-move")])
    {
        let ((x, y), inner) = (corner(square), SQUARE - 4);
        let _ = write!(
            text,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{inner}\" height=\"{inner}\"/>",
            x + 2,
            y + 2
        );
    }
    if let Some((x, y)) = options.check.map(corner) {
        let (x, y, r) = (x + SQUARE / 2, y + SQUARE / 2, SQUARE / 2 - 2);
        let _ = write!(text, "<circle class=\"in-check\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    }
    for (square, piece) in board.clone() {
        let ((x, y), id, class) = (corner(square), symbol_id(piece), pieces::class(piece.color));
        let _ = write!(
            text,
            "<use href=\"#{id}\" class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
        );
    }
    text + "</svg>"
}

/// Writes the files below the board and the ranks beside it.
fn coordinates(text: &mut String, corner: impl Fn(Square) -> (usize, usize), side: usize) {
    let mut name = |x: usize, y: usize, name: char| {
        let _ = write!(text, "<text class=\"coordinate\" x=\"{x}\" y=\"{y}\">{name}</text>");
    };
    for file in File::ALL {
        let (x, _) = corner(Square::from_coords(file, Rank::First));
        name(x + SQUARE / 2, side - BORDER / 2 + 5, file.char());
    }
    for rank in Rank::ALL {
        let (_, y) = corner(Square::from_coords(File::A, rank));
        name(BORDER / 2, y + SQUARE / 2 + 5, rank.char());
    }
}

/// Returns a text that is never markup. What XML cannot hold and what changes the direction of a text is left out.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() || is_bidi_control(c) => {}
            c => safe.push(c),
        }
    }
    safe
}

/// Returns the square of the king that is in check.
pub fn king_in_check(position: &impl shakmaty::Position) -> Option<Square> {
    position.is_check().then(|| position.board().king_of(position.turn())).flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::Position;

    use super::*;
    use crate::laws::Game;

    fn parsed(text: &str) -> roxmltree::Document<'_> {
        roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The piece that is drawn at a place of the grid, in columns and rows from the upper left.
    fn drawn_at(text: &str, column: usize, row: usize) -> Option<String> {
        let at = |place: usize| (BORDER + place * SQUARE).to_string();
        let document = parsed(text);
        let uses = document.descendants().filter(|node| node.has_tag_name("use"));
        let here = |node: &roxmltree::Node| {
            node.attribute("x") == Some(&at(column)) && node.attribute("y") == Some(&at(row))
        };
        uses.filter(here).find_map(|node| node.attribute("href").map(str::to_owned))
    }

    #[test]
    fn every_piece_stands_on_its_square_seen_from_either_side() {
        let board = Game::default().position().board().clone();
        let options = DiagramOptions { coordinates: true, ..DiagramOptions::default() };
        let text = diagram(&board, &options);
        assert_eq!(parsed(&text).descendants().filter(|node| node.has_tag_name("use")).count(), 32);
        check(&text, 4, 7, Some("#wK"));
        check(&text, 3, 0, Some("#bQ"));
        check(&text, 0, 6, Some("#wP"));
        check(&text, 4, 4, None);
        let text = diagram(&board, &DiagramOptions { turned: true, ..options });
        check(&text, 3, 0, Some("#wK"));
        check(&text, 4, 7, Some("#bQ"));
        fn check(text: &str, column: usize, row: usize, piece: Option<&str>) {
            assert_eq!(drawn_at(text, column, row).as_deref(), piece);
        }
    }

    #[test]
    fn what_a_drawing_uses_is_in_it_once() {
        let fens = [
            "8/8/8/4k3/8/8/8/4K2R w K - 0 1",
            "r1bqkbnr/pp1n1ppp/2p5/3p4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        ];
        for fen in fens {
            let position = Game::from_fen(fen).unwrap().position().clone();
            let text = diagram(position.board(), &DiagramOptions::default());
            let document = parsed(&text);
            let mut ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
            for used in document.descendants().filter_map(|node| node.attribute("href")) {
                assert!(ids.contains(&&used[1..]), "{used} in {ids:?}");
            }
            let all = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), all, "{ids:?}");
        }
        let sheet = pieces_sheet();
        let symbols = parsed(&sheet).descendants().filter(|node| node.has_tag_name("symbol")).count();
        assert_eq!(symbols, 12);
        for piece in pieces::all() {
            assert_eq!(sheet.matches(&format!("id=\"{}\"", symbol_id(piece))).count(), 1);
        }
    }

    #[test]
    fn last_move_and_check_are_marked() {
        let mut game = Game::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let castling = *game.position().legal_moves().iter().find(|m| m.is_castle()).unwrap();
        assert_eq!(between(castling), Some((Square::E1, Square::G1)));
        let rook = *game.position().legal_moves().iter().find(|m| m.to() == Square::H8).unwrap();
        game.play(rook).unwrap();
        let check = king_in_check(game.position());
        assert_eq!((between(rook), check), (Some((Square::H1, Square::H8)), Some(Square::E8)));
        let options = DiagramOptions { last_move: between(rook), check, ..DiagramOptions::default() };
        let text = diagram(game.position().board(), &options);
        assert_eq!(text.matches("<rect class=\"last-move").count(), 2);
        assert!(text.contains("<circle class=\"in-check\" cx=\"227\" cy=\"27\""), "{text}");
        let bare = diagram(game.start().board(), &DiagramOptions::default());
        assert!(
            !bare.contains("class=\"last-move")
                && !bare.contains("class=\"in-check")
                && !bare.contains("<text")
        );
    }

    proptest! {
        #[test]
        fn names_stay_text(title in "(?s).{0,40}|<script>.*", description in "\\PC{0,40}") {
            let options = DiagramOptions { title: title.clone(), description, ..DiagramOptions::default() };
            let text = diagram(&Board::default(), &options);
            let document = parsed(&text);
            prop_assert!(document.descendants().all(|node| !node.has_tag_name("script")));
            let shown = document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
            let expected: String = title.chars().filter(|c| !c.is_control() && !is_bidi_control(*c)
                && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect();
            prop_assert_eq!(shown.unwrap_or_default(), expected);
        }
    }
}
