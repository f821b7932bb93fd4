//! Estimates of how far a position is from a helpmate.
//!
//! Estimates only order the search; they cannot make an answer wrong.
//!
//! [`nearest_check`] counts what still speaks against a mate: 1 for a check at all, 3 for each flight square left
//! open, 4 if the checking piece can be captured, 1 for each square on which a piece can interpose. The weights of
//! `estimate` set this against what takes moves to arrange:
//! - 5 times the cost of the check;
//! - 4 for each step of the mated king from the edge, 3 from the corner, 3 for each step between the kings;
//! - 5 for each enemy piece, 6 for a rook or queen where minor pieces mate, since it must be captured before;
//! - 31 while the heavy piece is still a pawn, and 5 for each step to its promotion;
//! - 6 for each move to a corner or cage mate, with the cost of the check counted once: these are whole moves.
//!
//! They were found by trial, as those that decide a sample of positions after the fewest moves. To try others, run
//! `cargo bench --bench mate_possible`.

use shakmaty::{Bitboard, Board, Chess, Color, Position, Rank, Role, Square, attacks};

use super::{
    cage::{self, Walls},
    corner_mate,
};

/// The largest estimate. Bucket queues need a bound, and all positions beyond it are equally hopeless.
pub(super) const FARTHEST: usize = 1023;

/// The two estimates of a position.
#[derive(Clone, Copy)]
pub(super) struct MateEstimate {
    /// To a mate with heavy pieces, promoted if need be, against fewer and fewer enemy pieces.
    pub(super) by_force: usize,
    /// To a mate in a corner with the pieces on the board, the mated king blocked by its own pieces. `None` if it was
    /// not requested, since it is expensive.
    pub(super) by_help: Option<usize>,
}

/// Estimates how far `position` is from a mate by `side`; 0 is nearest.
///
/// Without `with_help` only the estimate by force is computed, unless both are the same.
pub(super) fn estimate(position: &Chess, side: Color, walls: &mut Walls, with_help: bool) -> MateEstimate {
    let board = position.board();
    let (Some(king), Some(our_king)) = (board.king_of(!side), board.king_of(side)) else {
        return MateEstimate { by_force: FARTHEST, by_help: Some(FARTHEST) };
    };
    let ours = board.by_color(side);
    let theirs = board.by_color(!side);
    let pawns = ours & board.pawns();
    let minors = (ours & (board.knights() | board.bishops())).count();
    let heavy = (ours & board.rooks_and_queens()).any();

    let check = nearest_check(board, side, king, our_king);
    let net = check * 5 + edge_distance(king) * 4;
    let kings_apart = king.distance(our_king).saturating_sub(2) as usize;
    let corner = corner_distance(king);

    if let Some(of_bishops) = cage::colour_of_bishops(board, side) {
        // Bishops of one colour mate only in a cage, unless a pawn is freed.
        if !walls.are_of(board.pawns()) {
            *walls = Walls::new(board.pawns());
        }
        let in_cage = check + cage::distance(board, walls, side, [king, our_king], of_bishops) * 6;
        let corner_mate = check + corner_mate::distance(board, side, king, our_king) * 6;
        let heavy = (theirs & board.rooks_and_queens()).count() * 6;
        let by_cage = in_cage.min(corner_mate) + heavy;
        let promotion = promotion_distance(pawns, side, board.occupied());
        let hunt = cage::hunt(board, side, our_king);
        let by_pawn =
            if pawns.any() { net + theirs.count() * 5 + 31 + promotion * 5 + hunt * 4 } else { by_cage };
        return MateEstimate { by_force: by_cage, by_help: Some(by_pawn) };
    }

    let by_help = || match minors > 0 && !heavy {
        true => {
            check
                + corner_mate::distance(board, side, king, our_king) * 6
                + (theirs & board.rooks_and_queens()).count() * 6
        }
        false => net + corner * 3 + kings_apart * 3,
    };
    // With these pieces both estimates are the same.
    let no_force = !heavy && minors <= 2 && pawns.is_empty();
    let by_help = (with_help || no_force).then(by_help);
    let by_force = if heavy || minors > 2 {
        // Eight or more pieces mate without their king.
        net + theirs.count() * 5 + if ours.count() < 8 { kings_apart } else { 0 }
    } else if pawns.any() {
        let promotion = promotion_distance(pawns, side, board.occupied());
        net + theirs.count() * 5 + 31 + promotion * 5 + kings_apart + corner
    } else {
        by_help.unwrap_or(FARTHEST)
    };
    MateEstimate { by_force, by_help }
}

/// Returns the least cost of a check, which counts what speaks against mate (see the module).
fn nearest_check(board: &Board, side: Color, king: Square, our_king: Square) -> usize {
    let ours = board.by_color(side);
    let around = attacks::king_attacks(king);
    let flights = around & !board.by_color(!side);
    // The mated king shields no square from a line piece: it would move along the line.
    let behind = board.occupied().without(king);

    let mut guards = Guards::new(attacks::king_attacks(our_king));
    for square in ours & board.pawns() {
        guards.add(attacks::pawn_attacks(side, square));
    }
    for (square, role) in pieces(board, side) {
        guards.add(attacks::attacks(square, role.of(side), behind));
    }

    let mut nearest = 9 + (flights & !guards.once).count() * 2;
    let checks = Checks::new(king, board.occupied());
    let mut defended = None;
    for (square, role) in pieces(board, side) {
        let attacked = attacks::attacks(square, role.of(side), behind);
        let from_squares = attacked & !ours & checks.of(role);
        if from_squares.is_empty() {
            continue;
        }
        let others = guards.without(attacked);
        let defended = *defended.get_or_insert_with(|| defended_squares(board, !side));
        for from in from_squares {
            let then = attacks::attacks(from, role.of(side), behind.without(square));
            let open = flights.without(from) & !then & !others;
            let mut cost = 1 + open.count() * 3;
            if around.contains(from) && !others.contains(from) {
                cost += 1;
            }
            if defended.contains(from) {
                cost += 4;
            }
            if role != Role::Knight {
                cost += (attacks::between(from, king) & defended).count();
            }
            nearest = nearest.min(cost);
        }
    }
    nearest
}

/// Returns the knights, bishops, rooks and queens of `color`.
fn pieces(board: &Board, color: Color) -> impl Iterator<Item = (Square, Role)> {
    let pieces = board.by_color(color);
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .flat_map(move |role| (pieces & board.by_role(role)).into_iter().map(move |at| (at, role)))
}

/// Squares guarded by one or more of our pieces, and by two or more.
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

    /// Returns the squares still guarded without the piece that attacks `attacked`.
    fn without(&self, attacked: Bitboard) -> Bitboard {
        self.twice | (self.once & !attacked)
    }
}

/// The squares from which each kind of piece checks.
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

/// Returns the squares on which pieces of `color` other than the king could capture or interpose.
fn defended_squares(board: &Board, color: Color) -> Bitboard {
    (board.by_color(color) & !board.kings())
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| all | board.attacks_from(square))
}

/// Returns the steps of the pawn nearest to promotion; a piece in its way counts as two more.
fn promotion_distance(pawns: Bitboard, side: Color, occupied: Bitboard) -> usize {
    pawns
        .into_iter()
        .map(|pawn| {
            let goal = Square::from_coords(pawn.file(), side.relative_rank(Rank::Eighth));
            let ahead = attacks::between(pawn, goal).with(goal);
            ahead.count() + (ahead & occupied).count() * 2
        })
        .min()
        .unwrap_or(0)
}

fn edge_distance(square: Square) -> usize {
    let (file, rank) = off_the_edges(square);
    file.min(rank) as usize
}

fn corner_distance(square: Square) -> usize {
    let (file, rank) = off_the_edges(square);
    file.max(rank) as usize
}

/// Returns the files to the nearer side edge and the ranks to the nearer end.
fn off_the_edges(square: Square) -> (u32, u32) {
    let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
    (file.min(7 - file), rank.min(7 - rank))
}
