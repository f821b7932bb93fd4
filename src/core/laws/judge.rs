//! The legal move that an attempt means, or why there is none.

use shakmaty::{Chess, Move, Position, Role};

use super::{Attempt, Reason, diagnosis::diagnose};

/// The verdict on an attempted move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// One legal move fits everything that was said.
    Legal(Move),
    /// Two or more fit, ordered by origin, then destination.
    Ambiguous(Vec<Move>),
    /// One pawn move fits, but the new piece was not named: queen, rook, bishop, knight.
    PromotionMissing(Vec<Move>),
    /// None fits.
    Illegal(Reason),
}

/// Finds the legal move that an attempt means.
///
/// Two conventions are added to what was said. An unnamed piece is the one on the named square, any piece if only a
/// capture was said, else the pawn (C.4). Castling may also be stated as a king move onto the own rook, and in
/// standard chess two squares to the side.
///
/// A move stays legal if it does not give the check that was said (see [`contradicts_check`]); but of several moves
/// those that give it are preferred.
pub fn judge(position: &Chess, attempt: &Attempt) -> Verdict {
    let mut meant: Vec<Move> =
        position.legal_moves().into_iter().filter(|m| fits(position, attempt, *m)).collect();
    if meant.len() > 1 && meant.iter().any(|m| !contradicts_check(position, attempt, *m)) {
        meant.retain(|m| !contradicts_check(position, attempt, *m));
    }
    meant.sort_by_key(|m| order(*m));
    match meant.as_slice() {
        [] => Verdict::Illegal(diagnose(position, attempt)),
        [one] => Verdict::Legal(*one),
        [first, rest @ ..] if rest.iter().all(|m| m.from() == first.from() && m.to() == first.to()) => {
            Verdict::PromotionMissing(meant)
        }
        _ => Verdict::Ambiguous(meant),
    }
}

/// Whether check or mate was said of a move that gives none. Both are optional (C.13), so the move stays legal.
pub fn contradicts_check(position: &Chess, attempt: &Attempt, m: Move) -> bool {
    if !attempt.check && !attempt.mate {
        return false;
    }
    let mut after = position.clone();
    after.play_unchecked(m);
    !after.is_check() || (attempt.mate && !after.is_checkmate())
}

/// Whether a legal move fits everything that was said, except check and mate.
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

/// Sorts by file before rank, then by the usual order of new pieces.
fn order(m: Move) -> (impl Ord, impl Ord, usize) {
    const NEW_PIECES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    (
        m.from().map(|from| (from.file(), from.rank())),
        (m.to().file(), m.to().rank()),
        NEW_PIECES.iter().position(|role| m.promotion() == Some(*role)).unwrap_or_default(),
    )
}
