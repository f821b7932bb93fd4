//! How far a position looks from a helpmate.
//!
//! A guess that only orders the search: whatever it says, no answer can become wrong by it.

use shakmaty::{Bitboard, Chess, Color, Position, Rank, Role, Square, attacks};

/// The largest estimate worth telling apart.
pub(super) const FARTHEST: usize = 255;

/// Estimates how far `position` is from `side` giving mate; 0 is nearest.
pub(super) fn estimate(position: &Chess, side: Color) -> usize {
    let board = position.board();
    let ours = board.by_color(side);
    let theirs = board.by_color(!side);
    let (Some(king), Some(our_king)) = (board.king_of(!side), board.king_of(side)) else {
        return FARTHEST;
    };

    let men = ours & !board.kings();
    let heavy = (ours & board.rooks_and_queens()).any();
    let minors = (ours & (board.knights() | board.bishops())).count();
    let mut far = 0;

    // Without a piece that mates easily a pawn must get through first.
    if !heavy && minors < 3 {
        far += 24;
        let pawns = ours & board.pawns();
        if pawns.any() {
            far += promotion_distance(pawns, side, board.occupied()) * 4;
        }
    }

    // Flight squares left to their king.
    let occupied = board.occupied().without(king);
    let flights = attacks::king_attacks(king) & !theirs;
    let mut guarded = attacks::king_attacks(our_king);
    for square in men {
        if let Some(piece) = board.piece_at(square) {
            guarded |= attacks::attacks(square, piece, occupied);
        }
    }
    let free = (flights & !guarded).count();
    far += free * 6;

    // A bare king is mated at the edge, by few men in the corner, and with the king's help.
    far += edge_distance(king) * 3;
    if men.count() < 4 {
        far += king.distance(our_king).saturating_sub(2) as usize * 2;
        if !heavy {
            far += corner_distance(king) * 2;
        }
    }
    if free == 0 && !can_check_next(position, side, king, occupied) {
        far += 3;
    }
    far
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

fn corner_distance(square: Square) -> usize {
    let file = u32::from(square.file()).min(7 - u32::from(square.file()));
    let rank = u32::from(square.rank()).min(7 - u32::from(square.rank()));
    file.max(rank) as usize
}

/// Whether some man of ours could reach a square from which it checks.
fn can_check_next(position: &Chess, side: Color, king: Square, occupied: Bitboard) -> bool {
    let board = position.board();
    let ours = board.by_color(side);
    let diagonal = attacks::bishop_attacks(king, occupied);
    let straight = attacks::rook_attacks(king, occupied);
    for square in ours & !board.kings() {
        let Some(piece) = board.piece_at(square) else {
            continue;
        };
        let from = match piece.role {
            Role::Pawn => continue,
            Role::Knight => attacks::knight_attacks(king),
            Role::Bishop => diagonal,
            Role::Rook => straight,
            Role::Queen => diagonal | straight,
            Role::King => continue,
        };
        if (attacks::attacks(square, piece, occupied) & from & !ours).any() {
            return true;
        }
    }
    false
}
