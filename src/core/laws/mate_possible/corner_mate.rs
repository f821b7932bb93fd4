//! The distance to a mate by a single minor piece.
//!
//! A knight, or bishops of one colour, mate in a corner: the mated king stands in it, the other king is near, and one
//! flight square is blocked by a piece of the mated side. There are few such patterns, so the moves to each can be
//! counted. This only orders the search, like all of `estimate`.

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

/// The moves to what cannot be reached at all; twice this caps the estimate.
const FAR: usize = 40;

/// Estimates the moves until `side` mates with a single minor piece.
pub(super) fn distance(board: &Board, side: Color, king: Square, our_king: Square) -> usize {
    let minors = board.by_color(side) & (board.knights() | board.bishops());
    // Its own pieces bar the king too: a piece that blocks the flight square too early shuts the king out.
    let way = KingDistances::new(
        king,
        attacks::king_attacks(our_king) | pawn_guards(board, side) | board.by_color(!side),
    );
    let our_way =
        KingDistances::new(our_king, pawn_guards(board, !side) | (board.by_color(side) & board.pawns()));
    let mut nearest = FAR * 2;
    for minor in minors {
        let by_knight = board.knights().contains(minor);
        for corner in corners_for(minor, by_knight) {
            let to_corner = way.distance(corner);
            if to_corner >= nearest {
                continue;
            }
            for picture in mate_patterns(corner) {
                let moves = to_corner + our_way.distance(picture.our_king);
                if moves < nearest {
                    nearest = nearest.min(moves + picture.distance(board, side, minor, by_knight));
                }
            }
        }
    }
    nearest
}

/// The squares that a king reaches within 0 to 15 moves, off barred squares.
pub(super) struct KingDistances {
    within: [Bitboard; 16],
}

impl KingDistances {
    pub(super) fn new(from: Square, barred: Bitboard) -> KingDistances {
        let mut within = [Bitboard::from_square(from); 16];
        for moves in 1..within.len() {
            let reached = within[moves - 1];
            let beside =
                reached.shift(1) & !Bitboard::from(File::A) | reached.shift(-1) & !Bitboard::from(File::H);
            let row = reached | beside;
            within[moves] = reached | ((row | row.shift(8) | row.shift(-8)) & !barred);
        }
        KingDistances { within }
    }

    pub(super) fn distance(&self, to: Square) -> usize {
        self.within.iter().position(|squares| squares.contains(to)).unwrap_or(self.within.len() + 4)
    }
}

/// Returns the squares guarded by the pawns of `color`.
pub(super) fn pawn_guards(board: &Board, color: Color) -> Bitboard {
    (board.pawns() & board.by_color(color))
        .into_iter()
        .fold(Bitboard::EMPTY, |all, pawn| all | attacks::pawn_attacks(color, pawn))
}

fn corners_for(minor: Square, by_knight: bool) -> Bitboard {
    if by_knight {
        Bitboard::CORNERS
    } else if minor.is_light() {
        Bitboard::CORNERS & Bitboard::LIGHT_SQUARES
    } else {
        Bitboard::CORNERS & Bitboard::DARK_SQUARES
    }
}

/// A mate in the corner: the square of the mating king and the blocked flight square.
struct MatePattern {
    corner: Square,
    our_king: Square,
    blocked: Square,
}

/// Returns the patterns in which the king guards all flight squares but one.
fn mate_patterns(corner: Square) -> impl Iterator<Item = MatePattern> {
    let flights = attacks::king_attacks(corner);
    let around = flights.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks::king_attacks(square))
        & !flights.with(corner);
    around.into_iter().filter_map(move |our_king| {
        let open = flights & !attacks::king_attacks(our_king);
        open.single_square().map(|blocked| MatePattern { corner, our_king, blocked })
    })
}

impl MatePattern {
    fn distance(&self, board: &Board, side: Color, minor: Square, by_knight: bool) -> usize {
        let blocker = (board.by_color(!side) & !board.kings())
            .into_iter()
            .filter_map(|square| self.blocker_distance(board, !side, square, by_knight))
            .min()
            .unwrap_or(FAR);
        let check = if by_knight {
            attacks::knight_attacks(self.corner)
                .without(self.our_king)
                .into_iter()
                .map(|from| knight_distance(minor, from))
                .min()
                .unwrap_or(FAR)
        } else {
            usize::from(!attacks::bishop_attacks(self.corner, Bitboard::EMPTY).contains(minor))
        };
        blocker + check
    }

    /// Returns the moves until the piece on `square` blocks the flight square, if it can without spoiling the mate.
    fn blocker_distance(
        &self,
        board: &Board,
        color: Color,
        square: Square,
        by_knight: bool,
    ) -> Option<usize> {
        let last = color.relative_rank(Rank::Eighth);
        match board.role_at(square)? {
            Role::Knight => Some(knight_distance(square, self.blocked)),
            Role::Bishop => (square.is_light() == self.blocked.is_light()).then(|| {
                if square == self.blocked {
                    0
                } else if attacks::bishop_attacks(square, Bitboard::EMPTY).contains(self.blocked) {
                    1
                } else {
                    2
                }
            }),
            Role::Rook if by_knight => Some(
                usize::from(square.file() != self.blocked.file())
                    + usize::from(square.rank() != self.blocked.rank()),
            ),
            Role::Pawn => {
                let to_block = square.rank().distance(self.blocked.rank()) as usize;
                let to_last = square.rank().distance(last) as usize;
                let ahead = self.blocked.rank() != last
                    && square.file() == self.blocked.file()
                    && to_block <= to_last;
                Some(if ahead { to_block } else { to_last + 2 })
            }
            Role::Rook | Role::Queen | Role::King => None,
        }
    }
}

fn knight_distance(from: Square, to: Square) -> usize {
    KNIGHT_DISTANCES[from as usize][to as usize] as usize
}

const KNIGHT_DISTANCES: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut reached: u64 = 1 << from;
        let mut moves = 0;
        while reached != u64::MAX {
            moves += 1;
            let mut next = reached;
            let mut square = 0;
            while square < 64 {
                if reached & (1 << square) != 0 {
                    next |= attacks::knight_attacks(Square::new(square)).0;
                }
                square += 1;
            }
            let mut square = 0;
            while square < 64 {
                if next & !reached & (1 << square) != 0 {
                    table[from][square as usize] = moves;
                }
                square += 1;
            }
            reached = next;
        }
        from += 1;
    }
    table
};
