//! A position as five words, and the set of visited positions.
//!
//! The words hold what decides the legal moves now and later (pieces, castling rights, en passant, side to move) and
//! nothing else: equal words mean equal futures. The set compares the words themselves, since a hash collision that hid
//! a position would make "every position was visited" a false proof.

use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position,
    PositionError, Setup, Square,
};

/// A position without its move counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PackedPosition {
    /// Bit planes: three for the role (1 to 6), one for White.
    planes: [u64; 4],
    /// Bits 0-7 and 8-15: castling rooks on the first and eighth rank; bits 16-22: en passant square plus one; bit 23:
    /// Black to move.
    extra: u32,
}

impl PackedPosition {
    pub(super) fn new(position: &Chess) -> PackedPosition {
        let board = position.board();
        let (pawns, knights, bishops) =
            (u64::from(board.pawns()), u64::from(board.knights()), u64::from(board.bishops()));
        let (rooks, queens, kings) =
            (u64::from(board.rooks()), u64::from(board.queens()), u64::from(board.kings()));
        let castling = u64::from(position.castles().castling_rights());
        let mut extra = ((castling & 0xff) | (castling >> 48) & 0xff00) as u32;
        // Only a legal en passant capture makes a different position.
        if position.maybe_ep_square().is_some()
            && let Some(square) = position.ep_square(EnPassantMode::Legal)
        {
            extra |= (u32::from(square) + 1) << 16;
        }
        if position.turn().is_black() {
            extra |= 1 << 23;
        }
        PackedPosition {
            planes: [
                pawns | bishops | queens,
                knights | bishops | kings,
                rooks | queens | kings,
                u64::from(board.white()),
            ],
            extra,
        }
    }

    /// Unpacks the position; `mode` tells where the castling rooks may stand.
    pub(super) fn unpack(&self, mode: CastlingMode) -> Chess {
        let [a, b, c, white] = self.planes;
        let roles = ByRole {
            pawn: Bitboard(a & !b & !c),
            knight: Bitboard(!a & b & !c),
            bishop: Bitboard(a & b),
            rook: Bitboard(!a & !b & c),
            queen: Bitboard(a & c),
            king: Bitboard(b & c),
        };
        let occupied = a | b | c;
        let colors = ByColor { white: Bitboard(white), black: Bitboard(occupied & !white) };
        let mut setup = Setup::empty();
        setup.board = Board::try_from_bitboards(roles, colors).unwrap_or(Board::empty());
        setup.turn = Color::from_white(self.extra & (1 << 23) == 0);
        setup.castling_rights =
            Bitboard(u64::from(self.extra & 0xff) | (u64::from(self.extra & 0xff00) << 48));
        setup.ep_square = match (self.extra >> 16) & 0x7f {
            0 => None,
            square => Some(Square::new(square - 1)),
        };
        Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .unwrap_or_else(|_| unreachable!("a packed position was a legal one"))
    }

    fn hash(&self) -> u64 {
        let mut hash = u64::from(self.extra);
        for plane in self.planes {
            hash = (hash ^ plane).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 32;
        }
        hash
    }
}

/// The visited positions in order, each once.
pub(super) struct SeenPositions {
    positions: Vec<PackedPosition>,
    /// A hash table with open addressing.
    slots: Vec<TableSlot>,
}

#[derive(Clone, Copy)]
struct TableSlot {
    /// The upper half of the hash, in which nearly every other position differs.
    tag: u32,
    /// Index into the positions plus one, 0 for an empty slot.
    number: u32,
}

const EMPTY: TableSlot = TableSlot { tag: 0, number: 0 };

impl SeenPositions {
    pub(super) fn new() -> SeenPositions {
        SeenPositions { positions: Vec::with_capacity(256), slots: vec![EMPTY; 1024] }
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn position(&self, index: u32) -> &PackedPosition {
        &self.positions[index as usize]
    }

    /// Adds a position. Returns its index, or `None` if it was known.
    pub(super) fn insert(&mut self, packed: PackedPosition) -> Option<u32> {
        if self.positions.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = packed.hash();
        let tag = (hash >> 32) as u32;
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        while self.slots[place].number != 0 {
            let TableSlot { tag: other, number } = self.slots[place];
            if other == tag && self.positions[number as usize - 1] == packed {
                return None;
            }
            place = (place + 1) & mask;
        }
        self.positions.push(packed);
        let number = self.positions.len() as u32;
        self.slots[place] = TableSlot { tag, number };
        Some(number - 1)
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 4 - 1;
        let mut slots = vec![EMPTY; mask + 1];
        for (index, packed) in self.positions.iter().enumerate() {
            let hash = packed.hash();
            let mut place = hash as usize & mask;
            while slots[place].number != 0 {
                place = (place + 1) & mask;
            }
            slots[place] = TableSlot { tag: (hash >> 32) as u32, number: index as u32 + 1 };
        }
        self.slots = slots;
    }
}
