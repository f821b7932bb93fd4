//! A position as five words.
//!
//! The words hold what decides the legal moves now and later (pieces, castling rights, en passant, side to move) and
//! nothing else: equal words mean equal futures. The set of visited positions keeps the words themselves: a hash
//! collision could hide a position and make "every position was visited" a false proof.

use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position,
    PositionError, Setup, Square,
};

/// A position without its move counters.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct PackedPosition {
    /// Bit planes: three for the role (1 to 6), one for White.
    planes: [u64; 4],
    /// Bits 0-7 and 8-15: castling rooks on the first and eighth rank; bits 16-22: en passant square plus one; bit
    /// 23: Black to move.
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
}
