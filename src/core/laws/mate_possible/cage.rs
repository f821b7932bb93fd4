//! The distance to a mate by bishops of one colour.
//!
//! Behind walls of pawns the mating king cannot help. The mated king then stands on a square of the bishops' colour,
//! in a cage: every adjacent square of the other colour is guarded by a pawn or taken by its own pieces. Such cages
//! are rare, but the moves to each can be counted. This only orders the search, like all of `estimate`.

use shakmaty::{Bitboard, Board, Color, Square, attacks};

use super::corner_mate::{KingDistances, pawn_guards};

/// The cap of the estimate, in moves: a cage that needs more counts as out of reach.
const FAR: usize = 40;

/// Returns the squares of the bishops' colour if `side` can mate only in a cage: it has several bishops of one
/// colour, no other piece and no pawn that can advance, and no enemy pawn stands on that colour.
pub(super) fn colour_of_bishops(board: &Board, side: Color) -> Option<Bitboard> {
    let ours = board.by_color(side);
    let pieces = ours & !board.pawns() & !board.kings();
    let steps = (board.pawns() & ours).shift(side.fold_wb(8, -8));
    if pieces.count() < 2 || pieces != pieces & board.bishops() || (steps & !board.pawns()).any() {
        return None;
    }
    let their_pawns = board.pawns() & !ours;
    [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES]
        .into_iter()
        .find(|colour| (pieces & !*colour).is_empty() && (their_pawns & *colour).is_empty())
}

/// The rooms between the pawns in which bishops move. Connected squares have the same number.
#[derive(Clone)]
pub(super) struct Walls {
    pawns: Bitboard,
    room: [u8; 64],
}

impl Walls {
    pub(super) fn new(pawns: Bitboard) -> Walls {
        let mut walls = Walls { pawns, room: [0; 64] };
        let mut left = !pawns;
        let mut number = 0;
        while let Some(square) = left.first() {
            number += 1;
            let mut fresh = Bitboard::from_square(square);
            while let Some(square) = fresh.pop_front() {
                left.discard(square);
                walls.room[usize::from(square)] = number;
                fresh |= attacks::bishop_attacks(square, pawns) & left;
            }
        }
        walls
    }

    /// Whether the walls are these pawns.
    pub(super) fn are_of(&self, pawns: Bitboard) -> bool {
        self.pawns == pawns
    }

    fn room(&self, square: Square) -> u8 {
        self.room[usize::from(square)]
    }

    /// Returns the moves (1 to 3) that the nearest of these bishops needs to a square on an otherwise empty board.
    fn moves(&self, square: Square, bishops: Bitboard) -> usize {
        let lines = attacks::bishop_attacks(square, self.pawns);
        let in_room = bishops.into_iter().filter(|at| self.room(*at) == self.room(square));
        let moves = in_room.map(|at| match () {
            () if lines.contains(at) => 1,
            () if (attacks::bishop_attacks(at, self.pawns) & lines).any() => 2,
            () => 3,
        });
        moves.min().unwrap_or(3)
    }

    /// Counts the pieces in a room.
    fn beside(&self, pieces: Bitboard, room: u8) -> usize {
        pieces.into_iter().filter(|piece| self.room(*piece) == room).count()
    }
}

/// Estimates the moves until `side` mates, whose bishops stand only on the squares `of_bishops`.
pub(super) fn distance(
    board: &Board,
    walls: &Walls,
    side: Color,
    [king, our_king]: [Square; 2],
    of_bishops: Bitboard,
) -> usize {
    let theirs = board.by_color(!side) & !board.kings();
    let their_pawns = theirs & board.pawns();
    // A bishop can block the squares of its room, a knight any. Rooks and queens would capture the checking bishop.
    let knights = (theirs & board.knights()).count();
    let blockers = theirs & board.bishops() & !of_bishops;
    let ours = board.by_color(side) & board.bishops();
    let fenced = pawn_guards(board, side) | their_pawns;
    let way = KingDistances::new(king, fenced | attacks::king_attacks(our_king));
    let mut nearest = FAR;
    for at in of_bishops & !fenced {
        let walk = way.distance(at);
        if walk >= nearest {
            continue;
        }
        let around = attacks::king_attacks(at);
        let flights = around & !fenced & !attacks::king_attacks(our_king);
        let shut = flights & !of_bishops;
        // The checking bishop guards those on its line, other bishops the rest.
        let open = flights & of_bishops & !theirs;
        let line = diagonal(at);
        let left = (open & line).count().min((open & !line).count());
        if shut.count() > blockers.count() + knights || left >= ours.count() {
            continue;
        }
        if walls.beside(ours, walls.room(at)) <= left || !walls.can_fill(shut, blockers, knights) {
            continue;
        }
        let filling: usize =
            (shut & !theirs).into_iter().map(|square| walls.moves(square, blockers & !shut)).sum();
        nearest = nearest.min(walk + filling + left);
    }
    nearest
}

impl Walls {
    /// Whether each square can be filled by a piece of its own, from the same room, or by a knight.
    fn can_fill(&self, squares: Bitboard, pieces: Bitboard, mut knights: usize) -> bool {
        let mut asked = [0_u8; 9];
        for (n, square) in squares.into_iter().enumerate() {
            let room = self.room(square);
            asked[n] = room;
            let wanted = asked[..=n].iter().filter(|asked| **asked == room).count();
            if wanted > self.beside(pieces, room) {
                if knights == 0 {
                    return false;
                }
                knights -= 1;
            }
        }
        true
    }
}

/// Returns the rising diagonal through a square.
fn diagonal(square: Square) -> Bitboard {
    let rising = |to: &Square| {
        i32::from(to.file()) - i32::from(to.rank()) == i32::from(square.file()) - i32::from(square.rank())
    };
    attacks::bishop_attacks(square, Bitboard::EMPTY).into_iter().filter(rising).collect()
}

/// Returns the moves our king needs to the nearest enemy piece that it can capture.
pub(super) fn hunt(board: &Board, side: Color, our_king: Square) -> usize {
    let barred = pawn_guards(board, !side) | (board.by_color(side) & board.pawns());
    let way = KingDistances::new(our_king, barred);
    let prey = board.by_color(!side) & !board.kings() & !barred;
    prey.into_iter().map(|square| way.distance(square)).min().unwrap_or(FAR)
}
