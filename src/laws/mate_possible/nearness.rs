//! How far a position looks from a helpmate.
//!
//! A guess that only orders the search: whatever it says, no answer can become wrong by it.

use super::corner_mate;
use shakmaty::{Bitboard, Chess, Color, Position, Rank, Role, Square, attacks};

/// The largest estimate worth telling apart.
pub(super) const FARTHEST: usize = 1023;

/// The two estimates of a position.
#[derive(Clone, Copy)]
pub(super) struct Nearness {
    /// With heavy pieces, made of pawns if need be, and fewer and fewer men of the other side.
    pub(super) by_force: usize,
    /// With what is on the board, in the corner, the mated side's men in their king's way.
    pub(super) by_help: usize,
}

/// Estimates how far `position` is from `side` giving mate; 0 is nearest.
pub(super) fn estimate(position: &Chess, side: Color) -> Nearness {
    let board = position.board();
    let ours = board.by_color(side);
    let theirs = board.by_color(!side);
    let (Some(king), Some(our_king)) = (board.king_of(!side), board.king_of(side)) else {
        return Nearness { by_force: FARTHEST, by_help: FARTHEST };
    };
    let men = ours & !board.kings();
    let behind = board.occupied().without(king);
    let flights = attacks::king_attacks(king) & !theirs;
    let mut guards = Guards::new(attacks::king_attacks(our_king));
    for square in men {
        if let Some(piece) = board.piece_at(square) {
            guards.add(attacks::attacks(square, piece, behind));
        }
    }
    let free = (flights & !guards.once).count();

    // The nearest check, and what still speaks against its being mate.
    let checks = Checks::new(king, board.occupied());
    let mut nearest = 9 + free * 2;
    let mut defended = None;
    for square in men {
        let Some(piece) = board.piece_at(square) else {
            continue;
        };
        let attacked = attacks::attacks(square, piece, behind);
        let others = guards.without(attacked);
        let moves = match piece.role {
            Role::Pawn => continue,
            _ => attacked & !ours,
        };
        let from_squares = moves & checks.of(piece.role);
        if from_squares.is_empty() {
            continue;
        }
        let defended = *defended.get_or_insert_with(|| defended_squares(position, !side));
        for from in from_squares {
            let then = attacks::attacks(from, piece, behind.without(square));
            let open = flights.without(from) & !then & !others;
            let mut cost = 1 + open.count() * 3;
            if attacks::king_attacks(king).contains(from) && !others.contains(from) {
                cost += 1;
            }
            if defended.contains(from) {
                cost += 4;
            }
            if piece.role != Role::Knight {
                cost += (attacks::between(from, king) & defended).count();
            }
            nearest = nearest.min(cost);
        }
    }
    let net = nearest * 5 + edge_distance(king) * 4;
    let kings_apart = king.distance(our_king).saturating_sub(2) as usize;
    let corner = corner_distance(king);

    let minors = (ours & (board.knights() | board.bishops())).count();
    let heavy = (ours & board.rooks_and_queens()).any();
    let by_help = if minors > 0 && !heavy {
        nearest
            + corner_mate::distance(board, side, king, our_king) * 6
            + (theirs & board.rooks_and_queens()).count() * 6
    } else {
        net + corner * 3 + kings_apart * 3
    };

    let mut by_force = net + theirs.count() * 5;
    if heavy || minors > 2 {
        if men.count() < 7 {
            by_force += kings_apart;
        }
    } else {
        let pawns = ours & board.pawns();
        if pawns.any() {
            by_force +=
                31 + promotion_distance(pawns, side, board.occupied()) * 5 + kings_apart + corner;
        } else {
            by_force = by_help;
        }
    }
    Nearness { by_force, by_help }
}

/// Squares guarded by any of our men, and by two or more.
struct Guards {
    once: Bitboard,
    twice: Bitboard,
}

impl Guards {
    fn new(first: Bitboard) -> Guards {
        Guards { once: first, twice: Bitboard::EMPTY }
    }

    fn add(&mut self, attacked: Bitboard) {
        self.twice |= self.once & attacked;
        self.once |= attacked;
    }

    /// Squares still guarded without the man that attacks `attacked`.
    fn without(&self, attacked: Bitboard) -> Bitboard {
        self.twice | (self.once & !attacked)
    }
}

/// The squares from which each kind of man checks.
struct Checks {
    diagonal: Bitboard,
    straight: Bitboard,
    knight: Bitboard,
}

impl Checks {
    fn new(king: Square, occupied: Bitboard) -> Checks {
        Checks {
            diagonal: attacks::bishop_attacks(king, occupied),
            straight: attacks::rook_attacks(king, occupied),
            knight: attacks::knight_attacks(king),
        }
    }

    fn of(&self, role: Role) -> Bitboard {
        match role {
            Role::Knight => self.knight,
            Role::Bishop => self.diagonal,
            Role::Rook => self.straight,
            Role::Queen => self.diagonal | self.straight,
            Role::Pawn | Role::King => Bitboard::EMPTY,
        }
    }
}

/// Squares the men of `color` other than the king could capture or step in on.
fn defended_squares(position: &Chess, color: Color) -> Bitboard {
    let board = position.board();
    (board.by_color(color) & !board.kings())
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| {
            all | board.attacks_from(square)
        })
}

/// Moves the foremost free-running pawn needs, with a surcharge for a man in its way.
fn promotion_distance(pawns: Bitboard, side: Color, occupied: Bitboard) -> usize {
    let last = side.fold_wb(Rank::Eighth, Rank::First);
    pawns
        .into_iter()
        .map(|pawn| {
            let steps = pawn.rank().distance(last) as usize;
            let way = attacks::ray(pawn, Square::from_coords(pawn.file(), last));
            let ahead = attacks::between(pawn, Square::from_coords(pawn.file(), last))
                | Bitboard::from_square(Square::from_coords(pawn.file(), last));
            steps + (ahead & way & occupied).count() * 2
        })
        .min()
        .unwrap_or(0)
}

fn edge_distance(square: Square) -> usize {
    let file = u32::from(square.file()).min(7 - u32::from(square.file()));
    let rank = u32::from(square.rank()).min(7 - u32::from(square.rank()));
    file.min(rank) as usize
}

fn corner_distance(king: Square) -> usize {
    let file = u32::from(king.file()).min(7 - u32::from(king.file()));
    let rank = u32::from(king.rank()).min(7 - u32::from(king.rank()));
    file.max(rank) as usize
}
