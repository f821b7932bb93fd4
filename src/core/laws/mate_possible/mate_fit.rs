//! Whether any mate fits into the reaches of the pieces.
//!
//! For each square of the mated king, each of the mating king and each piece that could check, every flight square
//! must be one that the mating side could guard, or that a piece of the mated side could block; each piece blocks
//! only one. Guards are taken generously, so a possible mate always fits.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::blockade::{PieceReach, Reaches};

/// Whether a mate by the side in question fits.
pub(super) fn fits(reaches: &Reaches) -> bool {
    MateFit::new(reaches).is_some_and(|fit| fit.any())
}

/// Whether one fits if each mate follows a move of the mated side within these reaches.
pub(super) fn fits_after_a_move(reaches: &Reaches) -> bool {
    MateFit::new(reaches).is_some_and(|fit| MateFit { after_a_move: true, ..fit }.any())
}

struct MateFit<'a> {
    reaches: &'a Reaches,
    /// Whether the mated side has just moved within these reaches.
    after_a_move: bool,
    /// The mating side's pieces without the king, and all that each could attack.
    attackers: Vec<(&'a PieceReach, Bitboard)>,
    /// The mated side's pieces without the king.
    defenders: Vec<&'a PieceReach>,
    king_squares: Bitboard,
    /// Fixed pieces without the mated king, behind which a line of attack goes on.
    blockers: Bitboard,
    /// Squares that are never flights: guarded permanently, or taken by an own fixed piece.
    closed: Bitboard,
    /// Whether the mating side can move only bishops.
    bishops_only: bool,
}

impl<'a> MateFit<'a> {
    fn new(reaches: &'a Reaches) -> Option<MateFit<'a>> {
        let side = reaches.side;
        let king_of =
            |color| reaches.pieces.iter().find(|piece| piece.color == color && piece.role == Role::King);
        let (_, king) = (king_of(side)?, king_of(!side)?);
        let mut blockers = reaches.fixed;
        if let Some(home) = king.reach.single_square() {
            blockers.discard(home);
        }
        let mut bishops_only = true;
        let mut attackers = Vec::with_capacity(16);
        for (piece, home) in reaches.pieces.iter().zip(&reaches.homes) {
            if piece.color == side && piece.role != Role::King {
                attackers.push((piece, piece.attacks_from_anywhere(blockers)));
                bishops_only &= piece.role == Role::Bishop
                    || piece.role == Role::Pawn && home.is_some() && piece.promoted.is_empty();
            }
        }
        Some(MateFit {
            reaches,
            after_a_move: false,
            attackers,
            defenders: reaches
                .pieces
                .iter()
                .filter(|piece| piece.color != side && piece.role != Role::King)
                .collect(),
            king_squares: king.reach,
            blockers,
            closed: reaches.guards(side) | (reaches.fixed_pieces(!side) & !king.reach),
            bishops_only,
        })
    }

    fn any(&self) -> bool {
        self.king_squares.into_iter().any(|king| self.fits_at(king))
    }

    fn fits_at(&self, king: Square) -> bool {
        let flights = attacks::king_attacks(king) & !self.closed;
        let apart = self.reaches.other_king(!self.reaches.side, king);
        let lone = self.after_a_move && self.reaches.only_the_king_moves(!self.reaches.side);
        self.attackers.iter().enumerate().filter(|(_, (_, attacked))| attacked.contains(king)).any(
            |(index, (piece, _))| {
                let other_guards = self.guards_without(index);
                piece.anywhere().into_iter().any(|from| {
                    let attacked = piece.attacks(from, self.blockers);
                    attacked.contains(king)
                        && apart.into_iter().filter(|at| !lone || self.came_from(king, *at, from)).any(
                            |our_king| {
                                let open = flights & !attacked & !attacks::king_attacks(our_king);
                                let unguarded = open & !other_guards;
                                !unguarded.contains(from) && self.can_be_blocked(unguarded, king, from)
                            },
                        )
                })
            },
        )
    }

    /// Whether the mated king, the only piece that can have moved before the mate, had a square to come from, or our
    /// king has just discovered the check.
    fn came_from(&self, king: Square, our_king: Square, checker: Square) -> bool {
        let near = attacks::king_attacks(our_king).with(our_king);
        let before = attacks::king_attacks(king) & self.king_squares & !near;
        let uncovered = attacks::between(checker, king) & attacks::king_attacks(our_king);
        before.any() || uncovered.any()
    }

    fn guards_without(&self, checker: usize) -> Bitboard {
        self.attackers
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != checker)
            .fold(Bitboard::EMPTY, |all, (_, (_, attacked))| all | *attacked)
    }

    /// Whether pieces of the mated side could block all of `squares` at once.
    fn can_be_blocked(&self, squares: Bitboard, king: Square, checker: Square) -> bool {
        self.can_be_blocked_without(squares, king, checker, 0)
    }

    fn can_be_blocked_without(
        &self,
        mut squares: Bitboard,
        king: Square,
        checker: Square,
        used: u32,
    ) -> bool {
        let Some(square) = squares.pop_front() else {
            return true;
        };
        self.defenders.iter().enumerate().any(|(index, piece)| {
            used & (1 << index) == 0
                && self.can_block(piece, square, king, checker)
                && self.can_be_blocked_without(squares, king, checker, used | (1 << index))
        })
    }

    fn can_block(&self, piece: &PieceReach, square: Square, king: Square, checker: Square) -> bool {
        if piece.promoted.contains(square) {
            return true;
        }
        if !piece.reach.contains(square) {
            return false;
        }
        // A bishop cannot pin a rook or queen on the king's file or rank, and bishops of one colour give no double
        // check: so beside the line of the check that piece captures the bishop or interposes.
        if self.bishops_only
            && matches!(piece.role, Role::Rook | Role::Queen)
            && (square.file() == king.file() || square.rank() == king.rank())
        {
            let line = attacks::between(checker, king).with(checker);
            let next = line & attacks::king_attacks(king) & attacks::king_attacks(square);
            let reachable = next & attacks::rook_attacks(square, Bitboard::EMPTY);
            return reachable.is_empty();
        }
        true
    }
}
