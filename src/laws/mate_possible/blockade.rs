//! Blocked positions: what each man could conceivably reach, whatever both sides do.
//!
//! The reach of every man is grown from nothing to the least set closed under generous rules: a
//! man may pass any square whose first occupant could conceivably leave or be captured, a pawn
//! may capture wherever an enemy man could conceivably stand, turns and pins are not asked for.
//! Only two things are denied: passing through a man that can never leave its square nor be
//! captured, and a king stepping next to such a man where it guards. By induction over the moves
//! of any legal line each man stays within its reach, so if no mate fits into the reaches, none
//! can be given. The other way round the answer says nothing.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Position, Role, Square, attacks};

use super::mate_fit;

/// Whether `side` can never mate because the men are shut in. `false` proves nothing.
pub(super) fn is_blocked(position: &Chess, side: Color) -> bool {
    let reaches = Reaches::new(position);
    !mate_fit::fits(&reaches, side)
}

/// A man of the position and where it could get to.
pub(super) struct Man {
    pub(super) color: Color,
    pub(super) role: Role,
    pub(super) home: Square,
    /// Squares it could stand on, `home` included; of a pawn before promotion.
    pub(super) reach: Bitboard,
    /// Squares the promoted pawn could stand on, as a queen or a knight.
    pub(super) promoted: Bitboard,
}

impl Man {
    pub(super) fn anywhere(&self) -> Bitboard {
        self.reach | self.promoted
    }

    /// Attacked squares of this man on `square`, with only `blockers` in the way.
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
}

/// Queen and knight in one: whatever a pawn may promote to moves like this.
fn amazon_attacks(square: Square, blockers: Bitboard) -> Bitboard {
    attacks::queen_attacks(square, blockers) | attacks::knight_attacks(square)
}

/// The reaches of all men.
pub(super) struct Reaches {
    pub(super) men: Vec<Man>,
    /// Squares whose first occupant can never leave and never be captured.
    pub(super) fixed: Bitboard,
    /// Squares guarded for good by the fixed men of White and of Black.
    fixed_guards: [Bitboard; 2],
}

impl Reaches {
    pub(super) fn new(position: &Chess) -> Reaches {
        let board = position.board();
        let mut reaches = Reaches {
            men: board
                .iter()
                .map(|(home, piece)| Man {
                    color: piece.color,
                    role: piece.role,
                    home,
                    reach: Bitboard::from_square(home),
                    promoted: Bitboard::EMPTY,
                })
                .collect(),
            fixed: board.occupied(),
            fixed_guards: [Bitboard::EMPTY; 2],
        };
        let en_passant = position.maybe_ep_square();
        loop {
            let before = reaches.fixed;
            reaches.find_fixed_guards();
            let mut grown = reaches.castle(position);
            for index in 0..reaches.men.len() {
                grown |= reaches.grow(index, en_passant);
            }
            grown |= reaches.capture(en_passant);
            if !grown && reaches.fixed == before {
                return reaches;
            }
        }
    }

    /// Men of `color` that stay where they are for good.
    pub(super) fn fixed_men(&self, color: Color) -> Bitboard {
        self.men
            .iter()
            .filter(|man| man.color == color && self.fixed.contains(man.home))
            .map(|man| man.home)
            .collect()
    }

    pub(super) fn fixed_guards(&self, color: Color) -> Bitboard {
        self.fixed_guards[color.fold_wb(0, 1)]
    }

    fn find_fixed_guards(&mut self) {
        self.fixed_guards = [Bitboard::EMPTY; 2];
        for man in &self.men {
            if self.fixed.contains(man.home) {
                // Of a line piece only the next squares are sure: farther ones may be shaded.
                self.fixed_guards[man.color.fold_wb(0, 1)] |=
                    attacks::attacks(man.home, man.role.of(man.color), Bitboard::FULL);
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
        let man = &self.men[index];
        let (color, role) = (man.color, man.role);
        // A fixed man of either side lets nobody onto its square. A fixed enemy man is one no
        // capture has been found for yet; a capture counts as a move onto its square, so only
        // kings and own men are really barred.
        let barred = self.fixed
            & self
                .men
                .iter()
                .filter(|other| other.color == color || other.role == Role::King)
                .map(|other| other.home)
                .collect::<Bitboard>();
        let blockers = self.fixed;
        let mut reach = man.reach;
        let mut promoted = man.promoted;
        match role {
            Role::Pawn => {
                let mut prey = self.could_stand(!color);
                prey.extend(en_passant);
                reach |= self.pawn_moves(color, reach, prey);
                let last = Bitboard::from_rank(color.relative_rank(shakmaty::Rank::Eighth));
                promoted |= reach & last;
                reach &= !last;
                promoted = flood(promoted, |square| amazon_attacks(square, blockers) & !barred);
            }
            Role::King => {
                let forbidden = barred | self.fixed_guards(!color);
                reach = flood(reach, |square| attacks::king_attacks(square) & !forbidden);
            }
            role => {
                reach = flood(reach, |square| attacks::attacks(square, role.of(color), blockers) & !barred);
            }
        }
        let man = &mut self.men[index];
        let grown = reach != man.reach || promoted != man.promoted;
        man.reach = reach;
        man.promoted = promoted;
        if reach.more_than_one() || promoted.any() {
            self.fixed.discard(man.home);
        }
        grown
    }

    fn pawn_moves(&self, color: Color, reach: Bitboard, prey: Bitboard) -> Bitboard {
        let way = color.fold_wb(8, -8);
        flood(reach, |square| {
            let mut to = attacks::pawn_attacks(color, square) & prey;
            if let Some(next) = square.offset(way)
                && !self.fixed.contains(next)
            {
                to.add(next);
                if square.rank() == color.relative_rank(shakmaty::Rank::Second)
                    && let Some(second) = next.offset(way)
                    && !self.fixed.contains(second)
                {
                    to.add(second);
                }
            }
            to
        })
    }

    /// Frees the squares of men that could be captured where they stand.
    fn capture(&mut self, en_passant: Option<Square>) -> bool {
        let mut hit = [Bitboard::EMPTY; 2];
        for man in &self.men {
            let color = man.color.fold_wb(0, 1);
            // A man that has been to an enemy's first square has captured there.
            hit[color] |= man.anywhere();
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
        let captured: Bitboard = self
            .men
            .iter()
            .filter(|man| man.role != Role::King && self.fixed.contains(man.home))
            .filter(|man| hit[man.color.fold_wb(1, 0)].contains(man.home))
            .map(|man| man.home)
            .collect();
        self.fixed &= !captured;
        captured.any()
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
                for man in &mut self.men {
                    let to = match man.role {
                        Role::King if man.color == color => side.king_to(color),
                        Role::Rook if man.home == rook => side.rook_to(color),
                        _ => continue,
                    };
                    grown |= !man.reach.contains(to);
                    man.reach.add(to);
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
