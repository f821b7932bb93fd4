//! Why a move is illegal.

use super::{
    facts::{Facts, NONE},
    phrase::Phrase,
};
use crate::{
    language::Message,
    laws::{Color, PartialSquare, Reason, RightLost, Role, Square},
};

/// A refusal. `discreet`: the reason is not told.
pub(super) struct Refusal<'a> {
    pub(super) reason: &'a Reason,
    pub(super) discreet: bool,
}

/// What is told of a refusal.
#[derive(Message)]
#[message(prefix = "reason", sink = Facts<'_>)]
pub(super) enum Grounds {
    /// The move is illegal, and why is not told.
    Untold,
    GameOver,
    EmptySquare(Square),
    PieceThere(Square, #[message(with = who)] (Role, Color)),
    SideHasNone(#[message("piece")] Role, Color),
    NonePlaced(#[message(with = none)] Role, #[message("from")] PartialSquare, Color),
    SameSquare,
    MovesOtherwise(#[message(with = none)] Role),
    NoneReaches {
        #[message(with = any)]
        role: Option<Role>,
        from: PartialSquare,
        to: PartialSquare,
        side: Color,
    },
    CannotMove {
        #[message(with = any)]
        role: Option<Role>,
        from: PartialSquare,
        side: Color,
    },
    NothingToCapture(Square),
    CannotCapture(#[message(with = any)] Option<Role>),
    PawnStraight,
    DoubleStep,
    EnPassantLate,
    NoEnPassant,
    PromotionTo,
    NoPromotion(Square),
    OnlyPawnPromotes,
    NonePromotes,
    ExposesKing(Square),
    KingInCheck(Square),
    CastlingLost(#[message("because")] RightLost),
    CastlingAttacked {
        through: Square,
        square: Square,
    },
}

/// "kein Springer".
fn none(role: &Role, to: &mut Facts<'_>) {
    to.set("none", to.announcer.phrase(&Phrase::NoPiece(*role)));
}

/// The same where a kind was named.
fn any(role: &Option<Role>, to: &mut Facts<'_>) {
    to.set("none", role.map_or_else(|| NONE.to_owned(), |role| to.announcer.phrase(&Phrase::NoPiece(role))));
}

fn who((role, color): &(Role, Color), to: &mut Facts<'_>) {
    to.set("who", to.announcer.piece_of(*role, *color, to.audience));
}

impl Refusal<'_> {
    /// The reason, to stand behind "Geht nicht".
    pub(super) fn text(&self, to: &Facts<'_>) -> String {
        let untold = self.discreet && !matches!(self.reason, Reason::GameOver(_));
        let grounds = if untold { Grounds::Untold } else { self.grounds() };
        to.announcer.tell(&grounds, to.audience, to.sense)
    }

    /// The reason in full.
    fn grounds(&self) -> Grounds {
        match *self.reason {
            Reason::GameOver(_) => Grounds::GameOver,
            Reason::EmptySquare { square } => Grounds::EmptySquare(square),
            Reason::OpponentsPiece(found)
            | Reason::OtherPiece { found, .. }
            | Reason::OtherPieceCaptured { found, .. }
            | Reason::PathBlocked(found)
            | Reason::OwnPieceOnTarget(found)
            | Reason::PawnBlocked(found)
            | Reason::CastlingBlocked { piece: found, .. } => {
                Grounds::PieceThere(found.square, (found.piece.role, found.piece.color))
            }
            Reason::NoPieceLeft { role, side } | Reason::NoPieceToCapture { role, side } => {
                Grounds::SideHasNone(role, side)
            }
            Reason::NonePlaced { role, from, side } => Grounds::NonePlaced(role, from, side),
            Reason::SameSquare(_) => Grounds::SameSquare,
            Reason::MovesOtherwise { piece, .. } => Grounds::MovesOtherwise(piece.piece.role),
            Reason::NoneReaches { role, from, to, side } => Grounds::NoneReaches { role, from, to, side },
            Reason::CannotMove { role, from, side } => Grounds::CannotMove { role, from, side },
            Reason::NothingToCapture(square) => Grounds::NothingToCapture(square),
            Reason::CannotCapture { captured, .. } => Grounds::CannotCapture(captured),
            Reason::PawnCapturesStraight(_) => Grounds::PawnStraight,
            Reason::DoubleStepLater(_) => Grounds::DoubleStep,
            Reason::EnPassantTooLate(_) => Grounds::EnPassantLate,
            Reason::NoEnPassant => Grounds::NoEnPassant,
            Reason::PromotionTo(_) => Grounds::PromotionTo,
            Reason::NoPromotion(square) => Grounds::NoPromotion(square),
            Reason::OnlyPawnPromotes => Grounds::OnlyPawnPromotes,
            Reason::NonePromotes => Grounds::NonePromotes,
            Reason::ExposesKing { by, .. } | Reason::KingIntoCheck { by, .. } => {
                Grounds::ExposesKing(by.square)
            }
            Reason::KingInCheck(by) | Reason::CastlingInCheck { by, .. } => Grounds::KingInCheck(by.square),
            Reason::CastlingLost { because, .. } => Grounds::CastlingLost(because),
            Reason::CastlingAttacked { through, by, .. } => {
                Grounds::CastlingAttacked { through, square: by.square }
            }
        }
    }
}
