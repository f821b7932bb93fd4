//! A position as a picture, for whoever sees.

use shakmaty::{Chess, Color, File, Piece, Position, Rank, Square};

/// Returns the board from a side's view, in a line for each rank and a last one for the files; `piece` draws a piece.
pub fn picture(position: &Chess, own: Color, piece: impl Fn(Piece) -> String) -> String {
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match own {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let cell = |square: Square| position.board().piece_at(square).map_or_else(|| "·".to_owned(), &piece);
    let rank = |rank: Rank| {
        let cells = files.map(|file| cell(Square::from_coords(file, rank)));
        format!("{} {}\n", rank.char(), cells.join(" "))
    };
    let ranks: String = ranks.into_iter().map(rank).collect();
    format!("{ranks}  {}", files.map(|file| file.char().to_string()).join(" "))
}
