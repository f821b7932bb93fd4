//! Blocked positions: the squares that each piece could ever reach, whatever both sides play.
//!
//! The reach of every piece grows from its square to the least set closed under generous rules: a piece may pass any
//! square whose first occupant could leave or be captured, a pawn may capture wherever an enemy piece could stand,
//! and turns and pins are ignored. Only these are denied: passing a piece that can never leave its square nor be
//! captured, a pawn's step past one that it faces for good (`opposed`), a king move to a square guarded by a piece that
//! never leaves, and a move that mates the side in question. By induction over the moves of any legal line to its mate
//! each piece stays within its reach. So if no mate fits into the reaches, none is possible; the converse does not hold.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Position, Rank, Role, Square, attacks};

use super::{
    kings::KingPairs,
    mate_fit,
    opposed::{self, OpposedPawn},
};

/// The most pairs of king squares that are followed together; with more, the kings are nearly free.
const PAIRS_OF_KINGS: usize = 800;

/// Whether `side` can never mate because the pieces are blocked. `false` proves nothing.
pub(super) fn is_blocked(position: &Chess, side: Color) -> bool {
    let mut reaches = Reaches::new(reaches_at_rest(position), side);
    reaches.grow_all(Some(position));
    reaches.are_bounded() && !mate_fit::fits(&reaches)
}

/// A piece and the squares it could reach.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct PieceReach {
    pub(super) color: Color,
    pub(super) role: Role,
    /// Squares it could stand on; for a pawn, before promotion.
    pub(super) reach: Bitboard,
    /// Squares the promoted pawn could stand on, as any piece.
    pub(super) promoted: Bitboard,
}

impl PieceReach {
    pub(super) fn anywhere(&self) -> Bitboard {
        self.reach | self.promoted
    }

    /// Returns the squares it may attack from `square`, with only `blockers` in the way.
    pub(super) fn attacks(&self, square: Square, blockers: Bitboard) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        if self.reach.contains(square) {
            attacked |= attacks::attacks(square, self.role.of(self.color), blockers);
        }
        if self.promoted.contains(square) {
            attacked |= amazon_attacks(square, blockers);
        }
        attacked
    }

    /// Returns the squares it may attack from all of its squares.
    pub(super) fn attacks_from_anywhere(&self, blockers: Bitboard) -> Bitboard {
        self.anywhere().into_iter().fold(Bitboard::EMPTY, |all, square| all | self.attacks(square, blockers))
    }

    /// Returns the squares it guards from `square` for certain, whatever stands around it.
    fn sure_guards(&self, square: Square) -> Bitboard {
        if self.promoted.any() {
            // The new piece is unknown.
            return Bitboard::EMPTY;
        }
        // A line piece guards only the adjacent squares for certain: others may be hidden.
        attacks::attacks(square, self.role.of(self.color), Bitboard::FULL)
    }
}

/// Queen and knight in one: it includes the moves of every promoted pawn.
fn amazon_attacks(square: Square, blockers: Bitboard) -> Bitboard {
    attacks::queen_attacks(square, blockers) | attacks::knight_attacks(square)
}

/// Returns the pieces of a position, each on its square.
pub(super) fn reaches_at_rest(position: &Chess) -> Vec<PieceReach> {
    position
        .board()
        .iter()
        .map(|(square, piece)| PieceReach {
            color: piece.color,
            role: piece.role,
            reach: Bitboard::from_square(square),
            promoted: Bitboard::EMPTY,
        })
        .collect()
}

/// The reaches of all pieces.
pub(super) struct Reaches {
    /// The side whose mate is in question.
    pub(super) side: Color,
    pub(super) pieces: Vec<PieceReach>,
    /// The square of each piece that never moves and is never captured.
    pub(super) homes: Vec<Option<Square>>,
    /// All homes.
    pub(super) fixed: Bitboard,
    /// The pawns that never pass an enemy pawn ahead of them.
    pub(super) opposed: Vec<OpposedPawn>,
    /// Squares guarded permanently by the fixed pieces of White and of Black.
    guards: [Bitboard; 2],
    /// The pairs of squares of both kings, where computed.
    pub(super) together: Option<KingPairs>,
}

impl Reaches {
    /// Returns the reaches before any move. A piece with several squares is not fixed.
    pub(super) fn new(pieces: Vec<PieceReach>, side: Color) -> Reaches {
        let homes: Vec<_> = pieces.iter().map(|piece| piece.anywhere().single_square()).collect();
        let mut reaches = Reaches {
            side,
            fixed: homes.iter().flatten().copied().collect(),
            homes,
            opposed: opposed::pawns(&pieces),
            pieces,
            guards: [Bitboard::EMPTY; 2],
            together: None,
        };
        reaches.find_guards();
        reaches
    }

    /// Grows the reaches by all moves. `position` adds castling and en passant.
    pub(super) fn grow_all(&mut self, position: Option<&Chess>) {
        let en_passant = position.and_then(Position::maybe_ep_square);
        loop {
            let fixed = self.fixed;
            let mut grown = position.is_some_and(|position| self.castle(position));
            for index in 0..self.pieces.len() {
                grown |= self.grow(index, en_passant);
            }
            self.capture(en_passant);
            let opposed = self.opposed.len();
            self.opposed.retain(|pair| pair.holds(&self.pieces, en_passant));
            if !self.are_bounded() || !grown && self.fixed == fixed && self.opposed.len() == opposed {
                return;
            }
            self.find_guards();
        }
    }

    /// Whether a piece is fixed or a pawn opposed. If none is, nothing is blocked and growing can stop.
    pub(super) fn are_bounded(&self) -> bool {
        self.fixed.any() || !self.opposed.is_empty()
    }

    /// Grows the reaches by moves of pieces to empty squares only, the kings as pairs, from `at_first` where known.
    pub(super) fn grow_quietly(&mut self, at_first: Option<KingPairs>) {
        let first: Vec<Bitboard> = self.pieces.iter().map(|piece| piece.reach).collect();
        self.grow_each_quietly();
        let king =
            |color| self.pieces.iter().position(|piece| piece.color == color && piece.role == Role::King);
        let (Some(white), Some(black)) = (king(Color::White), king(Color::Black)) else { return };
        if self.pieces[white].reach.count() * self.pieces[black].reach.count() > PAIRS_OF_KINGS {
            return;
        }
        let barred = [Color::White, Color::Black].map(|color| self.fixed | self.guards(!color));
        let at_first = at_first.unwrap_or_else(|| KingPairs::anywhere(first[white], first[black]));
        let together = at_first.spread(barred);
        self.pieces[white].reach &= together.white();
        self.pieces[black].reach &= together.black();
        self.together = Some(together);
    }

    fn grow_each_quietly(&mut self) {
        loop {
            let mut grown = false;
            for index in 0..self.pieces.len() {
                if self.pieces[index].role == Role::Pawn && self.pieces[index].reach.any() {
                    continue;
                }
                let (reach, promoted) = self.piece_moves(index, self.fixed);
                grown |= self.set(index, reach, promoted);
            }
            if !grown {
                return;
            }
            self.find_guards();
        }
    }

    /// Returns the squares of the fixed pieces of `color`.
    pub(super) fn fixed_pieces(&self, color: Color) -> Bitboard {
        self.pieces
            .iter()
            .zip(&self.homes)
            .filter(|(piece, _)| piece.color == color)
            .filter_map(|(_, home)| *home)
            .collect()
    }

    /// Returns the squares guarded permanently by the fixed pieces of `color`.
    pub(super) fn guards(&self, color: Color) -> Bitboard {
        self.guards[color.fold_wb(0, 1)]
    }

    /// Returns the same without the piece at `index`.
    pub(super) fn guards_without(&self, color: Color, index: usize) -> Bitboard {
        self.pieces
            .iter()
            .zip(&self.homes)
            .enumerate()
            .filter(|(other, (piece, _))| *other != index && piece.color == color)
            .filter_map(|(_, (piece, home))| home.map(|home| piece.sure_guards(home)))
            .fold(Bitboard::EMPTY, |all, guards| all | guards)
    }

    fn find_guards(&mut self) {
        self.guards = [Bitboard::EMPTY; 2];
        for (piece, home) in self.pieces.iter().zip(&self.homes) {
            if let Some(home) = *home {
                self.guards[piece.color.fold_wb(0, 1)] |= piece.sure_guards(home);
            }
        }
    }

    /// Returns the squares where a piece of `color` other than the king could stand.
    fn could_stand(&self, color: Color) -> Bitboard {
        self.pieces
            .iter()
            .filter(|piece| piece.color == color && piece.role != Role::King)
            .fold(Bitboard::EMPTY, |all, piece| all | piece.anywhere())
    }

    /// Moves one piece from all of its squares. Returns whether its reach grew.
    fn grow(&mut self, index: usize, en_passant: Option<Square>) -> bool {
        let color = self.pieces[index].color;
        // A fixed enemy piece can be captured by moving onto its square: only own pieces and kings bar the way.
        let barred = self.fixed_pieces(color) | (self.fixed & self.kings());
        let (mut reach, mut promoted) = self.piece_moves(index, barred);
        if self.pieces[index].role == Role::Pawn {
            let mut prey = self.could_stand(!color);
            prey.extend(en_passant);
            reach = self.pawn_moves(index, prey);
            let last = Bitboard::from_rank(color.relative_rank(Rank::Eighth));
            if (reach & last).any() {
                promoted |= reach & last;
                reach &= !last;
                let blockers = self.fixed;
                promoted = flood(promoted, |square| amazon_attacks(square, blockers) & !barred);
            }
        }
        self.set(index, reach, promoted)
    }

    fn kings(&self) -> Bitboard {
        self.pieces
            .iter()
            .filter(|piece| piece.role == Role::King)
            .fold(Bitboard::EMPTY, |all, piece| all | piece.reach)
    }

    fn set(&mut self, index: usize, reach: Bitboard, promoted: Bitboard) -> bool {
        let piece = &mut self.pieces[index];
        let grown = reach != piece.reach || promoted != piece.promoted;
        piece.reach = reach;
        piece.promoted = promoted;
        if grown && let Some(home) = self.homes[index].take() {
            self.fixed.discard(home);
        }
        grown
    }

    /// Returns the squares that a king or piece reaches, without the `barred` ones. A pawn stays.
    fn piece_moves(&self, index: usize, barred: Bitboard) -> (Bitboard, Bitboard) {
        let piece = &self.pieces[index];
        let blockers = self.fixed;
        let reach = match piece.role {
            Role::Pawn => piece.reach,
            Role::King => {
                let barred = barred | self.guards(!piece.color);
                flood(piece.reach, |square| attacks::king_attacks(square) & !barred)
            }
            role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen) => {
                let kind = role.of(piece.color);
                let home = self.homes[index];
                flood(piece.reach, |square| {
                    let mut to = attacks::attacks(square, kind, blockers) & !barred;
                    if home.is_some() {
                        to = to.into_iter().filter(|&to| !self.mates(index, to)).collect();
                    }
                    to
                })
            }
        };
        let promoted = flood(piece.promoted, |square| amazon_attacks(square, blockers) & !barred);
        (reach, promoted)
    }

    fn pawn_moves(&self, index: usize, prey: Bitboard) -> Bitboard {
        let piece = &self.pieces[index];
        let way = piece.color.fold_wb(8, -8);
        let home = self.homes[index];
        let ahead = self.opposed.iter().filter(|pair| pair.pawn == index).map(|pair| pair.ahead_at);
        let barred: Bitboard = self.fixed.into_iter().chain(ahead).collect();
        flood(piece.reach, |square| {
            let mut to = attacks::pawn_attacks(piece.color, square) & prey;
            if let Some(next) = square.offset(way)
                && !barred.contains(next)
            {
                to.add(next);
            }
            if home.is_some() {
                to = to.into_iter().filter(|&to| !self.mates(index, to)).collect();
            }
            // The double step is a separate move: the single one may be excluded as a mate.
            if square.rank() == piece.color.relative_rank(Rank::Second)
                && let Some(next) = square.offset(way)
                && let Some(second) = next.offset(way)
                && !barred.contains(next)
                && !barred.contains(second)
            {
                to.add(next);
                to.add(second);
            }
            to
        })
    }

    /// Returns the squares of the other king while the king of `color` is on `at`.
    pub(super) fn other_king(&self, color: Color, at: Square) -> Bitboard {
        let other = || {
            let king = self.pieces.iter().find(|piece| piece.color != color && piece.role == Role::King);
            king.map_or(Bitboard::EMPTY, |piece| piece.reach & !attacks::king_attacks(at).with(at))
        };
        self.together.as_ref().map_or_else(other, |together| together.beside(color, at))
    }

    /// Whether only the king of this side can move, as long as the other side does not capture: every other piece is
    /// fixed, has no empty square to go to, and nothing to capture.
    pub(super) fn only_the_king_moves(&self, color: Color) -> bool {
        let theirs = self
            .pieces
            .iter()
            .filter(|piece| piece.color != color)
            .fold(Bitboard::EMPTY, |all, piece| all | piece.anywhere());
        let own = self.fixed_pieces(color);
        self.pieces
            .iter()
            .zip(&self.homes)
            .filter(|(piece, _)| piece.color == color && piece.role != Role::King)
            .all(|(piece, home)| {
                let Some(home) = *home else { return false };
                if piece.promoted.any() {
                    return false;
                }
                let free = match piece.role {
                    Role::Pawn => {
                        let next =
                            home.offset(color.fold_wb(8, -8)).map_or(Bitboard::EMPTY, Bitboard::from_square);
                        next & !self.fixed | attacks::pawn_attacks(color, home) & theirs
                    }
                    role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King) => {
                        attacks::attacks(home, role.of(color), self.fixed) & !own
                    }
                };
                free.is_empty()
            })
    }

    /// Whether the king's capture on `to` ends the game without a mate by our side: the other side has no move left.
    pub(super) fn king_takes_and_ends_it(&self, index: usize, to: Square) -> bool {
        let piece = &self.pieces[index];
        let (color, other) = (piece.color, !piece.color);
        if piece.role != Role::King || !self.only_the_king_moves(other) {
            return false;
        }
        let from = piece.reach & attacks::king_attacks(to);
        let near = attacks::king_attacks(to).with(to);
        let theirs: Bitboard =
            from.into_iter().fold(Bitboard::EMPTY, |all, at| all | self.other_king(color, at)) & !near;
        let own = self.fixed_pieces(other).without(to);
        // The king no longer guards the squares around the one it left.
        let guards = self.guards_without(color, index);
        theirs.into_iter().all(|king| {
            let flights = attacks::king_attacks(king) & !own & !near & !guards;
            flights.is_empty() && (color != self.side || !self.is_uncovered(color, from, king))
        })
    }

    /// Whether a piece of `color` could check `king` when its own king leaves one of these squares.
    fn is_uncovered(&self, color: Color, left: Bitboard, king: Square) -> bool {
        self.pieces.iter().filter(|piece| piece.color == color && piece.role != Role::King).any(|piece| {
            piece.anywhere().into_iter().any(|at| {
                piece.attacks(at, self.fixed.without(king)).contains(king)
                    && (attacks::between(at, king) & left).any()
            })
        })
    }

    /// Whether an enemy move to `to` surely mates our side: our king is stuck, and no piece can capture or interpose.
    pub(super) fn mates(&self, index: usize, to: Square) -> bool {
        let piece = &self.pieces[index];
        if piece.color == self.side || piece.role == Role::King || piece.promoted.any() {
            return false;
        }
        let Some(king) = self
            .pieces
            .iter()
            .zip(&self.homes)
            .find(|(other, _)| other.color == self.side && other.role == Role::King)
            .and_then(|(_, home)| *home)
        else {
            return false;
        };
        if piece.role == Role::Pawn && to.rank() == piece.color.relative_rank(Rank::Eighth) {
            return false;
        }
        // On a full board only adjacent checks and those of knights count.
        let checks = attacks::attacks(to, piece.role.of(piece.color), Bitboard::FULL);
        if !checks.contains(king) {
            return false;
        }
        let others = self.guards_without(piece.color, index);
        // Our piece on `to` would be captured, and the mover's home is open now.
        let own = self.fixed_pieces(self.side).without(to);
        let flights = attacks::king_attacks(king) & !own & !others & !checks;
        let blockers = match self.homes[index] {
            Some(home) => self.fixed.without(home),
            None => self.fixed,
        };
        flights.is_empty()
            && self
                .pieces
                .iter()
                .filter(|other| other.color == self.side && other.role != Role::King)
                .all(|other| !other.attacks_from_anywhere(blockers).contains(to))
    }

    /// Frees the squares of pieces that could be captured there.
    fn capture(&mut self, en_passant: Option<Square>) {
        let mut hit = [Bitboard::EMPTY; 2];
        for piece in &self.pieces {
            hit[piece.color.fold_wb(0, 1)] |= piece.anywhere();
        }
        if let Some(square) = en_passant {
            for color in Color::ALL {
                if hit[color.fold_wb(0, 1)].contains(square)
                    && let Some(pawn) = square.offset(color.fold_wb(-8, 8))
                {
                    hit[color.fold_wb(0, 1)].add(pawn);
                }
            }
        }
        for (piece, home) in self.pieces.iter().zip(&mut self.homes) {
            if piece.role != Role::King
                && home.is_some_and(|home| hit[piece.color.fold_wb(1, 0)].contains(home))
                && let Some(home) = home.take()
            {
                self.fixed.discard(home);
            }
        }
    }

    /// Castles if the way could be clear. Returns whether a reach grew.
    fn castle(&mut self, position: &Chess) -> bool {
        let mut grown = false;
        for color in Color::ALL {
            for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
                let Some(rook) = position.castles().rook(color, side) else {
                    continue;
                };
                if (position.castles().path(color, side) & self.fixed).any() {
                    continue;
                }
                for index in 0..self.pieces.len() {
                    let piece = &self.pieces[index];
                    let to = if piece.role == Role::King && piece.color == color {
                        side.king_to(color)
                    } else if piece.role == Role::Rook && piece.reach.contains(rook) {
                        side.rook_to(color)
                    } else {
                        continue;
                    };
                    grown |= self.set(index, piece.reach.with(to), piece.promoted);
                }
            }
        }
        grown
    }
}

/// Returns the least set that holds `start` and the `moves` from each of its squares.
fn flood(start: Bitboard, moves: impl Fn(Square) -> Bitboard) -> Bitboard {
    let mut all = start;
    let mut fresh = start;
    while let Some(square) = fresh.pop_front() {
        let new = moves(square) & !all;
        all |= new;
        fresh |= new;
    }
    all
}
