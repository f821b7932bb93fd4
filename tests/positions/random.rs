//! Numbers and moves at random, always the same ones.

use shakmaty::{Chess, Move, Position};

/// A small repeatable source of numbers (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }

    /// Any legal move; none where the game is over.
    pub fn legal_move(&mut self, position: &Chess) -> Option<Move> {
        let moves = position.legal_moves();
        if moves.is_empty() { None } else { Some(moves[self.below(moves.len())]) }
    }
}
