//! Why a move is not legal, as a message and its arguments.

use fluent_bundle::FluentArgs;

use super::{Audience, announcer::Announcer};
use crate::laws::{Color, Reason, RightLost, Role};

/// A reason in words, without the "Geht nicht" before it.
pub(super) fn words(announcer: &Announcer, reason: &Reason, turn: Color, audience: Audience) -> String {
    let mut args = FluentArgs::new();
    let none = |role: Role| announcer.no_piece(role);
    let id = match *reason {
        Reason::GameOver(_) => "reason-game-over",
        Reason::EmptySquare { square } => {
            args.set("square", announcer.square(square));
            "reason-empty-square"
        }
        Reason::OpponentsPiece(found)
        | Reason::OtherPiece { found, .. }
        | Reason::OtherPieceCaptured { found, .. }
        | Reason::PathBlocked(found)
        | Reason::OwnPieceOnTarget(found)
        | Reason::PawnBlocked(found)
        | Reason::CastlingBlocked { piece: found, .. } => {
            args.set("square", announcer.square(found.square));
            args.set("who", announcer.piece_of(found.piece.role, found.piece.color, audience));
            "reason-piece-there"
        }
        Reason::NoPieceLeft(role) => {
            args.set("none", none(role));
            "reason-no-piece-left"
        }
        Reason::NonePlaced { role, from } => {
            args.set("none", none(role));
            args.set("from", announcer.part(from).unwrap_or_else(|| "none".to_owned()));
            args.set("side", turn.fold_wb("white", "black"));
            "reason-none-placed"
        }
        Reason::SameSquare(_) => "reason-same-square",
        Reason::MovesOtherwise { piece, .. } => {
            args.set("none", none(piece.piece.role));
            "reason-moves-otherwise"
        }
        Reason::NoneReaches { role, to } => {
            args.set("to", announcer.part(to).unwrap_or_default());
            match role {
                Some(role) => {
                    args.set("none", none(role));
                    "reason-none-reaches"
                }
                None => "reason-none-reaches-any",
            }
        }
        Reason::CannotMove { role: Some(role), .. } => {
            args.set("none", none(role));
            "reason-cannot-move"
        }
        Reason::CannotMove { role: None, .. } => "reason-cannot-move-any",
        Reason::NothingToCapture(square) => {
            args.set("square", announcer.square(square));
            "reason-nothing-to-capture"
        }
        Reason::NoPieceToCapture(role) => {
            args.set("none", none(role));
            "reason-no-piece-to-capture"
        }
        Reason::CannotCapture { captured, .. } => {
            args.set("none", none(captured));
            "reason-cannot-capture"
        }
        Reason::PawnCapturesStraight(_) => "reason-pawn-straight",
        Reason::DoubleStepLater(_) => "reason-double-step",
        Reason::EnPassantTooLate(_) => "reason-en-passant-late",
        Reason::NoEnPassant => "reason-no-en-passant",
        Reason::PromotionTo(_) => "reason-promotion-to",
        Reason::NoPromotion(square) => {
            args.set("square", announcer.square(square));
            "reason-no-promotion"
        }
        Reason::ExposesKing { by, .. } | Reason::KingIntoCheck { by, .. } => {
            args.set("square", announcer.square(by.square));
            "reason-exposes-king"
        }
        Reason::KingInCheck(by) | Reason::CastlingInCheck { by, .. } => {
            args.set("square", announcer.square(by.square));
            "reason-king-in-check"
        }
        Reason::CastlingLost { because, .. } => {
            let because = match because {
                RightLost::KingMoved => "king-moved",
                RightLost::RookMoved => "rook-moved",
                RightLost::RookGone => "rook-gone",
                RightLost::Unknown => "unknown",
            };
            args.set("because", because);
            "reason-castling-lost"
        }
        Reason::CastlingAttacked { through, by, .. } => {
            args.set("through", announcer.square(through));
            args.set("square", announcer.square(by.square));
            "reason-castling-attacked"
        }
    };
    announcer.text(id, &args)
}

/// The rule alone, in words and cells; `None` where the reason tells of no piece anyway.
pub(super) fn rule(announcer: &Announcer, reason: &Reason) -> Option<(String, String)> {
    let rule = match *reason {
        Reason::EmptySquare { .. }
        | Reason::OpponentsPiece(_)
        | Reason::OtherPiece { .. }
        | Reason::NoPieceLeft(_)
        | Reason::NonePlaced { .. } => "no-piece",
        Reason::OwnPieceOnTarget(_) => "own-piece",
        Reason::PathBlocked(_) | Reason::PawnBlocked(_) | Reason::CastlingBlocked { .. } => "blocked",
        Reason::OtherPieceCaptured { .. }
        | Reason::NothingToCapture(_)
        | Reason::NoPieceToCapture(_)
        | Reason::CannotCapture { .. } => "capture",
        Reason::MovesOtherwise { .. } | Reason::NoneReaches { .. } | Reason::CannotMove { .. } => "moves",
        Reason::ExposesKing { .. } | Reason::KingIntoCheck { .. } => "exposed",
        Reason::KingInCheck(_) | Reason::CastlingInCheck { .. } => "in-check",
        Reason::CastlingLost { .. } => "castling-lost",
        Reason::CastlingAttacked { .. } => "castling-attacked",
        Reason::GameOver(_)
        | Reason::SameSquare(_)
        | Reason::PawnCapturesStraight(_)
        | Reason::DoubleStepLater(_)
        | Reason::EnPassantTooLate(_)
        | Reason::NoEnPassant
        | Reason::PromotionTo(_)
        | Reason::NoPromotion(_) => return None,
    };
    let mut args = FluentArgs::new();
    args.set("rule", rule);
    Some((announcer.text("rule", &args), announcer.text_cells("rule", &args)))
}

/// The reason in a few cells: the square that matters and what stands there.
pub(super) fn cells(announcer: &Announcer, reason: &Reason) -> String {
    match *reason {
        Reason::OpponentsPiece(found)
        | Reason::OtherPiece { found, .. }
        | Reason::OtherPieceCaptured { found, .. }
        | Reason::PathBlocked(found)
        | Reason::OwnPieceOnTarget(found)
        | Reason::PawnBlocked(found)
        | Reason::CastlingBlocked { piece: found, .. } => {
            format!("{}{}", announcer.letter(found.piece.role), found.square)
        }
        Reason::ExposesKing { by, .. }
        | Reason::KingInCheck(by)
        | Reason::KingIntoCheck { by, .. }
        | Reason::CastlingInCheck { by, .. }
        | Reason::CastlingAttacked { by, .. } => {
            format!("+ {}{}", announcer.letter(by.piece.role), by.square)
        }
        Reason::EmptySquare { square } | Reason::NothingToCapture(square) | Reason::NoPromotion(square) => {
            format!("{square} -")
        }
        Reason::MovesOtherwise { piece, to } => {
            format!("{}{}-{to}", announcer.letter(piece.piece.role), piece.square)
        }
        Reason::NoneReaches { role, to } => {
            let letter = role.map_or_else(String::new, |role| announcer.letter(role));
            let to = to.square().map_or_else(String::new, |to| to.to_string());
            format!("{letter}-{to}")
        }
        Reason::GameOver(_)
        | Reason::NoPieceLeft(_)
        | Reason::NonePlaced { .. }
        | Reason::SameSquare(_)
        | Reason::CannotMove { .. }
        | Reason::NoPieceToCapture(_)
        | Reason::CannotCapture { .. }
        | Reason::PawnCapturesStraight(_)
        | Reason::DoubleStepLater(_)
        | Reason::EnPassantTooLate(_)
        | Reason::NoEnPassant
        | Reason::PromotionTo(_)
        | Reason::CastlingLost { .. } => String::new(),
    }
}
