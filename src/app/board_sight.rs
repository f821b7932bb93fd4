//! Turns reports of an electronic board into chess: letters become pieces, numbers become squares.

use crate::{
    devices::board::{KnownPlacement, Orientation, Placement},
    laws::{
        Board, Piece, Square,
        tracking::{BoardReading, MissedChange},
    },
};

/// Returns what a board with this orientation reports.
pub fn sight(known: &KnownPlacement, facing: Orientation) -> BoardReading {
    let seen = |square: u8| Square::new(facing.map(square).into());
    let squares = |bits: u64| (0..64).filter(|square| bits >> square & 1 == 1).map(seen).collect();
    let mut sight = BoardReading { reported: squares(known.reported), ..BoardReading::of(Board::empty()) };
    for (square, piece) in known.placement.squares() {
        match Piece::from_char(piece) {
            Some(piece) => sight.board.set_piece_at(seen(square), piece),
            None if piece == Placement::EMPTY => {}
            None => sight.unknown.add(seen(square)),
        }
    }
    let doubts = known.lost.iter().map(|doubt| MissedChange {
        number: doubt.number,
        on: squares(doubt.on),
        or: doubt.or.map(|(bits, piece)| (squares(bits), Piece::from_char(piece))),
    });
    sight.missed = doubts.collect();
    sight
}

/// Returns a position as a board with this orientation reports it.
pub fn placement(board: &Board, facing: Orientation) -> Placement {
    let mut placement = Placement::empty();
    for (square, piece) in board {
        placement.put(facing.map(u8::from(square)), piece.char());
    }
    placement
}

/// Returns the numbers that a board with this orientation gives to squares.
pub fn numbers(squares: &[Square], facing: Orientation) -> Vec<u8> {
    squares.iter().map(|square| facing.map(u8::from(*square))).collect()
}

/// Returns the orientation in which a placement is that position, if there is one.
pub fn facing(placement: &Placement, board: &Board) -> Option<Orientation> {
    let told = self::placement(board, Orientation::default());
    Orientation::ALL.into_iter().find(|facing| placement.oriented(*facing) == told)
}
