//! Pawns that never pass an enemy pawn ahead of them.
//!
//! Two pawns that face each other on a file can neither step past nor jump over each other. So as long as both are on
//! it as pawns, the one stays in front of the other. That ends only if one of them captures, promotes or is captured;
//! a pawn that is captured itself passes nothing. Whether the other three can happen is read from the reaches: while
//! none can, the pawn's reach ends before the square on which the other one started, since that one only comes nearer.
//!
//! This assumption is made at first and dropped once the reaches have grown so far that it could fail; like a fixed
//! piece, and for the same reason, it holds by induction over the moves if it holds when nothing grows any more.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::blockade::PieceReach;

/// A pawn and an enemy pawn ahead of it on its file.
pub(super) struct OpposedPawn {
    /// The index of the pawn that cannot pass.
    pub(super) pawn: usize,
    /// The index of the one ahead.
    ahead: usize,
    /// The square of that one at first.
    pub(super) ahead_at: Square,
}

/// Returns all pairs of pawns that face each other on a file.
pub(super) fn pawns(pieces: &[PieceReach]) -> Vec<OpposedPawn> {
    let on_one_square = |piece: &PieceReach| match piece.role {
        Role::Pawn if piece.promoted.is_empty() => piece.reach.single_square(),
        Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => None,
    };
    let pawns: Vec<_> = pieces
        .iter()
        .enumerate()
        .filter_map(|(index, piece)| Some((index, piece.color, on_one_square(piece)?)))
        .collect();
    let mut opposed = Vec::new();
    for &(pawn, color, at) in &pawns {
        for &(ahead, other, ahead_at) in &pawns {
            let is_ahead = color.fold_wb(ahead_at > at, ahead_at < at);
            if other != color && ahead_at.file() == at.file() && is_ahead {
                opposed.push(OpposedPawn { pawn, ahead, ahead_at });
            }
        }
    }
    opposed
}

impl OpposedPawn {
    /// Whether the pawn still cannot pass: neither of both can leave the file or promote, and the one ahead cannot be
    /// captured.
    pub(super) fn holds(&self, pieces: &[PieceReach], en_passant: Option<Square>) -> bool {
        let file = Bitboard::from_file(self.ahead_at.file());
        let stays = |piece: &PieceReach| piece.promoted.is_empty() && (piece.reach & !file).is_empty();
        let ahead = &pieces[self.ahead];
        let mut captured_on = ahead.reach;
        captured_on.extend(
            en_passant.filter(|passed| passed.offset(ahead.color.fold_wb(8, -8)) == Some(self.ahead_at)),
        );
        stays(&pieces[self.pawn])
            && stays(ahead)
            && pieces
                .iter()
                .filter(|piece| piece.color != ahead.color)
                .all(|piece| (captures(piece) & captured_on).is_empty())
    }
}

/// Returns the squares on which a piece could capture a pawn. A pawn's own steps capture nothing.
fn captures(piece: &PieceReach) -> Bitboard {
    match piece.role {
        Role::Pawn => piece
            .reach
            .into_iter()
            .fold(piece.promoted, |all, at| all | attacks::pawn_attacks(piece.color, at)),
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => piece.anywhere(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Color;

    /// White's pawn on a2 and Black's on a5, with what they reach if neither passes.
    fn facing() -> Vec<PieceReach> {
        let pawn = |color, squares: &[Square]| PieceReach {
            color,
            role: Role::Pawn,
            reach: squares.iter().copied().collect(),
            promoted: Bitboard::EMPTY,
        };
        vec![
            pawn(Color::White, &[Square::A2, Square::A3, Square::A4]),
            pawn(Color::Black, &[Square::A5, Square::A4, Square::A3]),
        ]
    }

    /// Whether White's pawn cannot pass, with `change` made to the reaches.
    fn holds(en_passant: Option<Square>, change: impl Fn(&mut Vec<PieceReach>)) -> bool {
        let mut pieces = facing();
        change(&mut pieces);
        OpposedPawn { pawn: 0, ahead: 1, ahead_at: Square::A5 }.holds(&pieces, en_passant)
    }

    fn add(pieces: &mut Vec<PieceReach>, color: Color, role: Role, square: Square, is_promoted: bool) {
        let at = Bitboard::from_square(square);
        let [reach, promoted] = if is_promoted { [Bitboard::EMPTY, at] } else { [at, Bitboard::EMPTY] };
        pieces.push(PieceReach { color, role, reach, promoted });
    }

    #[test]
    fn a_pawn_may_pass_once_either_can_leave_or_the_one_ahead_be_captured() {
        assert!(holds(None, |_| {}));
        for pawn in 0..2 {
            assert!(!holds(None, |pieces| pieces[pawn].reach.add(Square::D5)), "one captures");
            assert!(!holds(None, |pieces| pieces[pawn].promoted.add(Square::A8)), "one promotes");
        }
        let white_at = |role, square, is_promoted| {
            holds(None, |pieces| add(pieces, Color::White, role, square, is_promoted))
        };
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            assert!(!white_at(role, Square::A4, false), "{role:?}");
            assert!(white_at(role, Square::A6, false), "{role:?} behind it");
        }
        assert!(!white_at(Role::Pawn, Square::B4, false), "a pawn captures to the side");
        assert!(white_at(Role::Pawn, Square::B5, false), "a pawn beside it");
        assert!(!white_at(Role::Pawn, Square::A3, true), "a promoted pawn");
        assert!(
            holds(None, |pieces| add(pieces, Color::Black, Role::King, Square::A4, false)),
            "its own king"
        );
        assert!(!holds(Some(Square::A6), |pieces| add(pieces, Color::White, Role::Pawn, Square::B5, false)));
    }
}
