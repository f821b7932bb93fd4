//! Which legal move an attempt means, or why there is none.

use shakmaty::{Chess, Move, Position, Role};

use super::{Attempt, Reason, why_not::why_not};

/// What the Laws say to an attempted move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// One legal move agrees with all that was said.
    Legal(Move),
    /// Several do: two or more, ordered by where they come from, then where they go.
    Ambiguous(Vec<Move>),
    /// One pawn move does, but the new piece was not named: queen, rook, bishop, knight.
    PromotionMissing(Vec<Move>),
    /// None does.
    Illegal(Reason),
}

/// Finds the legal move an attempt means.
///
/// It honours everything that was said and adds two conventions of the notation. A piece that was
/// not named is the one on the square named, or any piece that can capture when a capture was said,
/// or else the pawn (C.4). Castling may be said by name or, with the king, as its squares: the king
/// onto his own rook, and in standard chess also two squares to the side.
///
/// A check that was said and is none does not make a move illegal (see [`contradicts_check`]), but
/// between several moves it prefers those that give it.
pub fn judge(position: &Chess, attempt: &Attempt) -> Verdict {
    let mut meant: Vec<Move> =
        position.legal_moves().into_iter().filter(|m| fits(position, attempt, *m)).collect();
    if meant.len() > 1 && meant.iter().any(|m| !contradicts_check(position, attempt, *m)) {
        meant.retain(|m| !contradicts_check(position, attempt, *m));
    }
    meant.sort_by_key(|m| order(*m));
    match meant.as_slice() {
        [] => Verdict::Illegal(why_not(position, attempt)),
        [one] => Verdict::Legal(*one),
        [first, rest @ ..] if rest.iter().all(|m| m.from() == first.from() && m.to() == first.to()) => {
            Verdict::PromotionMissing(meant)
        }
        _ => Verdict::Ambiguous(meant),
    }
}

/// Whether check or mate was said of a move that gives none.
///
/// The Laws leave both optional (C.13), so it is a slip to ask about, never an illegal move.
pub fn contradicts_check(position: &Chess, attempt: &Attempt, m: Move) -> bool {
    if !attempt.check && !attempt.mate {
        return false;
    }
    let mut after = position.clone();
    after.play_unchecked(m);
    !after.is_check() || (attempt.mate && !after.is_checkmate())
}

/// Whether a legal move agrees with everything that was said of it, check aside.
fn fits(position: &Chess, attempt: &Attempt, m: Move) -> bool {
    match (attempt.castling, m) {
        (Some(side), _) => m.castling_side() == Some(side),
        (None, Move::Castle { king, rook }) => {
            let two_squares = m
                .castling_side()
                .filter(|_| position.castles().mode().is_standard())
                .map(|side| side.king_to(position.turn()));
            (attempt.role == Some(Role::King) || attempt.role.is_none() && attempt.from.square().is_some())
                && attempt.from.fits(king)
                && attempt.to.square().is_some_and(|to| to == rook || two_squares == Some(to))
                && !attempt.captures
                && !attempt.en_passant
                && attempt.captured.is_none()
                && attempt.promotion.is_none()
        }
        (None, _) => {
            attempt.moved_role().is_none_or(|role| role == m.role())
                && m.from().is_some_and(|from| attempt.from.fits(from))
                && attempt.to.fits(m.to())
                && (!attempt.captures || m.is_capture())
                && (attempt.captured.is_none() || attempt.captured == m.capture())
                && (!attempt.en_passant || m.is_en_passant())
                && (attempt.promotion.is_none() || attempt.promotion == m.promotion())
        }
    }
}

/// Files before ranks, as players count; the new piece in its usual order.
fn order(m: Move) -> (impl Ord, impl Ord, usize) {
    const NEW_PIECES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    (
        m.from().map(|from| (from.file(), from.rank())),
        (m.to().file(), m.to().rank()),
        NEW_PIECES.iter().position(|role| m.promotion() == Some(*role)).unwrap_or_default(),
    )
}
