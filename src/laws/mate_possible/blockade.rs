//! Blocked positions: what each man could conceivably reach, whatever both sides do.
//!
//! The reach of every man is grown from where it is to the least set closed under generous
//! rules: a man may pass any square whose first occupant could conceivably leave or be captured,
//! a pawn may capture wherever an enemy man could conceivably stand, turns and pins are not
//! asked for. Only this is denied: passing through a man that can never leave its square nor be
//! captured, a king stepping where such a man guards, and a move that mates the side whose
//! chances are asked about. By induction over the moves of any legal line to its mate each man
//! stays within its reach, so if no mate fits into the reaches, none can be given. The other way
//! round the answer says nothing.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Position, Rank, Role, Square, attacks};

use super::{kings::Kings, mate_fit};

/// Where the kings roam more freely than that, they are not followed together.
const PAIRS_OF_KINGS: usize = 800;

/// Whether `side` can never mate because the men are shut in. `false` proves nothing.
pub(super) fn is_blocked(position: &Chess, side: Color) -> bool {
    let mut reaches = Reaches::new(men_of(position), side);
    reaches.grow_all(Some(position));
    reaches.are_bounded() && !mate_fit::fits(&reaches)
}

/// A man and where it could get to.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Man {
    pub(super) color: Color,
    pub(super) role: Role,
    /// Squares it could stand on; of a pawn before promotion.
    pub(super) reach: Bitboard,
    /// Squares the promoted pawn could stand on, as any piece.
    pub(super) promoted: Bitboard,
}

impl Man {
    pub(super) fn anywhere(&self) -> Bitboard {
        self.reach | self.promoted
    }

    /// Squares this man on `square` may attack, with only `blockers` in the way.
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

    /// Squares this man may attack from anywhere it could stand.
    pub(super) fn attacks_from_anywhere(&self, blockers: Bitboard) -> Bitboard {
        self.anywhere().into_iter().fold(Bitboard::EMPTY, |all, square| all | self.attacks(square, blockers))
    }

    /// Squares this man on `square` guards for sure, whatever stands around it.
    fn sure_guards(&self, square: Square) -> Bitboard {
        if self.promoted.any() {
            // It is not known what the pawn became.
            return Bitboard::EMPTY;
        }
        // Of a line piece only the next squares are sure: farther ones may be shaded.
        attacks::attacks(square, self.role.of(self.color), Bitboard::FULL)
    }
}

/// Queen and knight in one: whatever a pawn may promote to moves like this.
fn amazon_attacks(square: Square, blockers: Bitboard) -> Bitboard {
    attacks::queen_attacks(square, blockers) | attacks::knight_attacks(square)
}

/// The men of a position, each where it stands.
pub(super) fn men_of(position: &Chess) -> Vec<Man> {
    position
        .board()
        .iter()
        .map(|(square, piece)| Man {
            color: piece.color,
            role: piece.role,
            reach: Bitboard::from_square(square),
            promoted: Bitboard::EMPTY,
        })
        .collect()
}

/// The reaches of all men.
pub(super) struct Reaches {
    /// The side whose chances to mate are asked about.
    pub(super) side: Color,
    pub(super) men: Vec<Man>,
    /// The only square of each man that does not move and is not captured.
    pub(super) homes: Vec<Option<Square>>,
    /// All those squares.
    pub(super) fixed: Bitboard,
    /// Squares guarded for good by the fixed men of White and of Black.
    guards: [Bitboard; 2],
    /// Where both kings can be at once, where that was worked out.
    pub(super) together: Option<Kings>,
}

impl Reaches {
    /// The reaches before anything moves: a man with several squares is not fixed.
    pub(super) fn new(men: Vec<Man>, side: Color) -> Reaches {
        let homes: Vec<_> = men.iter().map(|man| man.anywhere().single_square()).collect();
        let mut reaches = Reaches {
            side,
            fixed: homes.iter().flatten().copied().collect(),
            homes,
            men,
            guards: [Bitboard::EMPTY; 2],
            together: None,
        };
        reaches.find_guards();
        reaches
    }

    /// Grows the reaches by every move. `position` adds its castling rights and en passant.
    pub(super) fn grow_all(&mut self, position: Option<&Chess>) {
        let en_passant = position.and_then(Position::maybe_ep_square);
        loop {
            let fixed = self.fixed;
            let mut grown = position.is_some_and(|position| self.castle(position));
            for index in 0..self.men.len() {
                grown |= self.grow(index, en_passant);
            }
            self.capture(en_passant);
            if !self.are_bounded() || !grown && self.fixed == fixed {
                return;
            }
            self.find_guards();
        }
    }

    /// Whether some man stays where it is. If none does, nothing is shut in and the reaches are
    /// not worth finishing.
    pub(super) fn are_bounded(&self) -> bool {
        self.fixed.any()
    }

    /// Grows the reaches by moves of pieces to empty squares only, the kings together: from where they are `at_first`,
    /// if that is known.
    pub(super) fn grow_quietly(&mut self, at_first: Option<Kings>) {
        let first: Vec<Bitboard> = self.men.iter().map(|man| man.reach).collect();
        self.grow_each_quietly();
        let king = |color| self.men.iter().position(|man| man.color == color && man.role == Role::King);
        let (Some(white), Some(black)) = (king(Color::White), king(Color::Black)) else { return };
        if self.men[white].reach.count() * self.men[black].reach.count() > PAIRS_OF_KINGS {
            return;
        }
        let barred = [Color::White, Color::Black].map(|color| self.fixed | self.guards(!color));
        let at_first = at_first.unwrap_or_else(|| Kings::anywhere(first[white], first[black]));
        let together = at_first.spread(barred);
        self.men[white].reach &= together.white();
        self.men[black].reach &= together.black();
        self.together = Some(together);
    }

    fn grow_each_quietly(&mut self) {
        loop {
            let mut grown = false;
            for index in 0..self.men.len() {
                if self.men[index].role == Role::Pawn && self.men[index].reach.any() {
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

    /// Squares of the fixed men of `color`.
    pub(super) fn fixed_men(&self, color: Color) -> Bitboard {
        self.men
            .iter()
            .zip(&self.homes)
            .filter(|(man, _)| man.color == color)
            .filter_map(|(_, home)| *home)
            .collect()
    }

    /// Squares guarded for good by the fixed men of `color`.
    pub(super) fn guards(&self, color: Color) -> Bitboard {
        self.guards[color.fold_wb(0, 1)]
    }

    /// Squares guarded for good by the fixed men of `color` other than one.
    pub(super) fn guards_without(&self, color: Color, index: usize) -> Bitboard {
        self.men
            .iter()
            .zip(&self.homes)
            .enumerate()
            .filter(|(other, (man, _))| *other != index && man.color == color)
            .filter_map(|(_, (man, home))| home.map(|home| man.sure_guards(home)))
            .fold(Bitboard::EMPTY, |all, guards| all | guards)
    }

    fn find_guards(&mut self) {
        self.guards = [Bitboard::EMPTY; 2];
        for (man, home) in self.men.iter().zip(&self.homes) {
            if let Some(home) = *home {
                self.guards[man.color.fold_wb(0, 1)] |= man.sure_guards(home);
            }
        }
    }

    /// Squares on which some man of `color` other than the king could stand.
    fn could_stand(&self, color: Color) -> Bitboard {
        self.men
            .iter()
            .filter(|man| man.color == color && man.role != Role::King)
            .fold(Bitboard::EMPTY, |all, man| all | man.anywhere())
    }

    /// Lets one man move from everywhere it could be; whether its reach grew.
    fn grow(&mut self, index: usize, en_passant: Option<Square>) -> bool {
        let color = self.men[index].color;
        // A fixed enemy man is one no capture has been found for yet, and a move onto its
        // square is one: only own men and kings are really barred.
        let barred = self.fixed_men(color) | (self.fixed & self.kings());
        let (mut reach, mut promoted) = self.piece_moves(index, barred);
        if self.men[index].role == Role::Pawn {
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
        self.men.iter().filter(|man| man.role == Role::King).fold(Bitboard::EMPTY, |all, man| all | man.reach)
    }

    fn set(&mut self, index: usize, reach: Bitboard, promoted: Bitboard) -> bool {
        let man = &mut self.men[index];
        let grown = reach != man.reach || promoted != man.promoted;
        man.reach = reach;
        man.promoted = promoted;
        if grown && let Some(home) = self.homes[index].take() {
            self.fixed.discard(home);
        }
        grown
    }

    /// Where a king or piece gets to, keeping off `barred` squares. A pawn stays.
    fn piece_moves(&self, index: usize, barred: Bitboard) -> (Bitboard, Bitboard) {
        let man = &self.men[index];
        let blockers = self.fixed;
        let reach = match man.role {
            Role::Pawn => man.reach,
            Role::King => {
                let barred = barred | self.guards(!man.color);
                flood(man.reach, |square| attacks::king_attacks(square) & !barred)
            }
            role => {
                let piece = role.of(man.color);
                let home = self.homes[index];
                flood(man.reach, |square| {
                    let mut to = attacks::attacks(square, piece, blockers) & !barred;
                    if home.is_some() {
                        to = to.into_iter().filter(|&to| !self.mates(index, to)).collect();
                    }
                    to
                })
            }
        };
        let promoted = flood(man.promoted, |square| amazon_attacks(square, blockers) & !barred);
        (reach, promoted)
    }

    fn pawn_moves(&self, index: usize, prey: Bitboard) -> Bitboard {
        let man = &self.men[index];
        let way = man.color.fold_wb(8, -8);
        let home = self.homes[index];
        flood(man.reach, |square| {
            let mut to = attacks::pawn_attacks(man.color, square) & prey;
            if let Some(next) = square.offset(way)
                && !self.fixed.contains(next)
            {
                to.add(next);
            }
            if home.is_some() {
                to = to.into_iter().filter(|&to| !self.mates(index, to)).collect();
            }
            // The long step is a move of its own: the short one may be a mate and not count.
            if square.rank() == man.color.relative_rank(Rank::Second)
                && let Some(next) = square.offset(way)
                && let Some(second) = next.offset(way)
                && !self.fixed.contains(next)
                && !self.fixed.contains(second)
            {
                to.add(next);
                to.add(second);
            }
            to
        })
    }

    /// Where the kings can be at once while the king of `color` is on `at`.
    pub(super) fn other_king(&self, color: Color, at: Square) -> Bitboard {
        let other = || {
            let king = self.men.iter().find(|man| man.color != color && man.role == Role::King);
            king.map_or(Bitboard::EMPTY, |man| man.reach & !attacks::king_attacks(at).with(at))
        };
        self.together.as_ref().map_or_else(other, |together| together.beside(color, at))
    }

    /// Whether of this side only the king can move, whatever the other side does without capturing: each man stands,
    /// shut in, and nothing it could take comes to it.
    pub(super) fn only_the_king_moves(&self, color: Color) -> bool {
        let theirs = self
            .men
            .iter()
            .filter(|man| man.color != color)
            .fold(Bitboard::EMPTY, |all, man| all | man.anywhere());
        let own = self.fixed_men(color);
        self.men.iter().zip(&self.homes).filter(|(man, _)| man.color == color && man.role != Role::King).all(
            |(man, home)| {
                let Some(home) = *home else { return false };
                if man.promoted.any() {
                    return false;
                }
                let free = match man.role {
                    Role::Pawn => {
                        let next =
                            home.offset(color.fold_wb(8, -8)).map_or(Bitboard::EMPTY, Bitboard::from_square);
                        next & !self.fixed | attacks::pawn_attacks(color, home) & theirs
                    }
                    role => attacks::attacks(home, role.of(color), self.fixed) & !own,
                };
                free.is_empty()
            },
        )
    }

    /// Whether the king's capture on `to` ends the game at once without a mate by our side: the other king is left
    /// without a move, and nobody else of that side has one.
    pub(super) fn king_takes_and_ends_it(&self, index: usize, to: Square) -> bool {
        let man = &self.men[index];
        let (color, other) = (man.color, !man.color);
        if man.role != Role::King || !self.only_the_king_moves(other) {
            return false;
        }
        let from = man.reach & attacks::king_attacks(to);
        let near = attacks::king_attacks(to).with(to);
        let theirs: Bitboard =
            from.into_iter().fold(Bitboard::EMPTY, |all, at| all | self.other_king(color, at)) & !near;
        let own = self.fixed_men(other).without(to);
        // Where the king stood he guards no more.
        let guards = self.guards_without(color, index);
        theirs.into_iter().all(|king| {
            let flights = attacks::king_attacks(king) & !own & !near & !guards;
            flights.is_empty() && (color != self.side || !self.is_uncovered(color, from, king))
        })
    }

    /// Whether a man of `color` could check `king` when its own king leaves one of these squares.
    fn is_uncovered(&self, color: Color, left: Bitboard, king: Square) -> bool {
        self.men.iter().filter(|man| man.color == color && man.role != Role::King).any(|man| {
            man.anywhere().into_iter().any(|at| {
                man.attacks(at, self.fixed.without(king)).contains(king)
                    && (attacks::between(at, king) & left).any()
            })
        })
    }

    /// Whether a move of a man of the other side to `to` mates our side for sure: our king cannot
    /// move, and nobody can take or step in.
    pub(super) fn mates(&self, index: usize, to: Square) -> bool {
        let man = &self.men[index];
        if man.color == self.side || man.role == Role::King || man.promoted.any() {
            return false;
        }
        let Some(king) = self
            .men
            .iter()
            .zip(&self.homes)
            .find(|(other, _)| other.color == self.side && other.role == Role::King)
            .and_then(|(_, home)| *home)
        else {
            return false;
        };
        if man.role == Role::Pawn && to.rank() == man.color.relative_rank(Rank::Eighth) {
            return false;
        }
        // With every square taken only checks from next to the king and by knights are left.
        let checks = attacks::attacks(to, man.role.of(man.color), Bitboard::FULL);
        if !checks.contains(king) {
            return false;
        }
        let others = self.guards_without(man.color, index);
        // A man of ours on `to` would be taken, and the mover's home lies open from now on.
        let own = self.fixed_men(self.side).without(to);
        let flights = attacks::king_attacks(king) & !own & !others & !checks;
        let blockers = match self.homes[index] {
            Some(home) => self.fixed.without(home),
            None => self.fixed,
        };
        flights.is_empty()
            && self
                .men
                .iter()
                .filter(|other| other.color == self.side && other.role != Role::King)
                .all(|other| !other.attacks_from_anywhere(blockers).contains(to))
    }

    /// Frees the squares of men that could be captured where they stand.
    fn capture(&mut self, en_passant: Option<Square>) {
        let mut hit = [Bitboard::EMPTY; 2];
        for man in &self.men {
            hit[man.color.fold_wb(0, 1)] |= man.anywhere();
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
        for (man, home) in self.men.iter().zip(&mut self.homes) {
            if man.role != Role::King
                && home.is_some_and(|home| hit[man.color.fold_wb(1, 0)].contains(home))
                && let Some(home) = home.take()
            {
                self.fixed.discard(home);
            }
        }
    }

    /// Lets kings and rooks castle where the way could be clear.
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
                for index in 0..self.men.len() {
                    let man = &self.men[index];
                    let to = match man.role {
                        Role::King if man.color == color => side.king_to(color),
                        Role::Rook if man.reach.contains(rook) => side.rook_to(color),
                        _ => continue,
                    };
                    grown |= self.set(index, man.reach.with(to), man.promoted);
                }
            }
        }
        grown
    }
}

/// The least set that holds `start` and the `moves` of its every square.
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
