//! The pieces as paths in a square of 100 units.
//!
//! A piece is drawn in what its place in the page gives: `fill` and `stroke` are inherited by its body, and `color` by the
//! lines on it. So one drawing serves on paper, in the dark and in the colours that a user forces. Black's pieces stand on a
//! plate, so that the sides differ by shape as well.

use std::fmt::Write;

use crate::laws::{ByColor, Color, Piece, Role};

/// How one kind of piece is drawn.
struct Drawing {
    /// The outline of the body, from the foot on.
    body: &'static str,
    /// Balls on the body: their centres and radii.
    balls: &'static [(f32, f32, f32)],
    /// Lines on the body.
    lines: &'static str,
    /// Dots on the body.
    dots: &'static [(f32, f32, f32)],
    /// Where the foot begins; it ends as far from the right.
    foot: u32,
}

fn drawing(role: Role) -> Drawing {
    let bare = Drawing { body: "", balls: &[], lines: "", dots: &[], foot: 21 };
    match role {
        Role::King => Drawing {
            body: "M21 88V83Q21 79.5 25 77.5C29 75 32.5 72 32.5 67C28 57 22.5 51 20 42.5C21.5 33 36 \
                   28.5 46 28V21.5H38.5V13.5H46V6.5H54V13.5H61.5V21.5H54V28C64 28.5 78.5 33 80 \
                   42.5C77.5 51 72 57 67.5 67C67.5 72 71 75 75 77.5Q79 79.5 79 83V88Z",
            lines: "M27.5 43.5Q50 34 72.5 43.5M36.5 67H63.5M29 78.5H71",
            ..bare
        },
        Role::Queen => Drawing {
            body: "M21 88V83Q21 79.5 24 77.5C27 75 28 72 25.5 67L14 33.5L33 53L31.5 25L43.5 50L50 21L56.5 \
                   50L68.5 25L67 53L86 33.5L74.5 67C72 72 73 75 76 77.5Q79 79.5 79 83V88Z",
            balls: &[
                (13.0, 29.0, 5.0),
                (31.0, 20.0, 5.0),
                (50.0, 15.5, 5.5),
                (69.0, 20.0, 5.0),
                (87.0, 29.0, 5.0),
            ],
            lines: "M30 67.5Q50 62 70 67.5M29 78.5Q50 73 71 78.5",
            ..bare
        },
        Role::Rook => Drawing {
            body: "M21 88V82Q21 79 25 77.5L31 73L33.5 42H29.5Q27 42 26.7 39L25 17H37.5V25.5H44.5V17H55.5V\
                   25.5H62.5V17H75L73.3 39Q73 42 70.5 42H66.5L69 73L75 77.5Q79 79 79 82V88Z",
            lines: "M36.5 42H63.5M33.5 73.5H66.5",
            ..bare
        },
        Role::Bishop => Drawing {
            body: "M23 88V84Q23 80 27 79C34 77 38.5 75 40 70H37Q33.5 70 33.5 66.5T37 63H40C34.5 59 30.5 54 \
                   30.5 46.5C30.5 37 38 28 50 20.5C62 28 69.5 37 69.5 46.5C69.5 54 65.5 59 60 63H63Q66.5 \
                   63 66.5 66.5T63 70H60C61.5 75 66 77 73 79Q77 80 77 84V88Z",
            balls: &[(50.0, 15.5, 5.5)],
            lines: "M60 32L49.5 47M42.5 63H57.5M34 79.5H66",
            foot: 23,
            ..bare
        },
        Role::Knight => Drawing {
            body: "M25 88V83Q25 79.5 29 78.5C30 67 40 62 45.5 51C40 53 36.5 56 32.5 60.5C28.5 65 19.5 63.5 \
                   16.5 57C14.5 52.5 16 48.5 19 44.5C24.5 37 25.5 30 33 24.5L33.5 11.5L44.5 19.5C66 20 \
                   79 40 75.5 78.5Q79 79.5 79 83V88Z",
            lines: "M48 28C62 33 67.5 50 66 71M35 79.5H69",
            dots: &[(35.5, 36.0, 3.3), (22.5, 52.0, 2.0)],
            foot: 25,
            ..bare
        },
        Role::Pawn => Drawing {
            body: "M26 88V82Q26 79 30 77C39 72 43 63 43 51H38.5Q35 51 35 47.5T38.5 44H41.5A14.5 14.5 0 1 1 \
                   58.5 44H61.5Q65 44 65 47.5T61.5 51H57C57 63 61 72 70 77Q74 79 74 82V88Z",
            lines: "M34 79H66",
            foot: 26,
            ..bare
        },
    }
}

/// Returns the id of a piece's symbol: `wK`, `bP`.
pub fn symbol_id(piece: Piece) -> String {
    format!("{}{}", piece.color.char(), piece.role.upper_char())
}

/// Returns the class that colours the pieces of a side, see [`STYLE`](super::STYLE).
pub fn class(side: Color) -> &'static str {
    side.fold_wb("piece-white", "piece-black")
}

/// Returns the `<symbol>` of a piece.
pub(super) fn symbol(piece: Piece) -> String {
    let Drawing { body, balls, lines, dots, foot } = drawing(piece.role);
    let mut text = format!(
        "<symbol id=\"{}\" viewBox=\"0 0 100 100\"><g stroke-width=\"4\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"><path d=\"{body}\"/>",
        symbol_id(piece)
    );
    let circles = |text: &mut String, circles: &[(f32, f32, f32)], paint: &str| {
        for (x, y, r) in circles {
            // Writing to a `String` cannot fail.
            let _ = write!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{paint}/>");
        }
    };
    circles(&mut text, balls, "");
    if piece.color == Color::Black {
        let (left, width) = (foot - 6, 2 * (56 - foot));
        let _ = write!(text, "<rect x=\"{left}\" y=\"88\" width=\"{width}\" height=\"5\"/>");
    }
    let _ = write!(text, "<path d=\"{lines}\" fill=\"none\" stroke=\"currentColor\"/>");
    circles(&mut text, dots, " fill=\"currentColor\" stroke=\"none\"");
    text + "</g></symbol>"
}

/// Returns every piece, White's first.
pub fn all() -> impl Iterator<Item = Piece> {
    let side = |color| Role::ALL.into_iter().map(move |role| Piece { color, role });
    ByColor::new_with(side).into_iter().flatten()
}
