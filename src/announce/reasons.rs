//! Why a move is not legal, as a message and its arguments.

use fluent_bundle::FluentArgs;

use super::{Audience, announcer::Announcer};
use crate::laws::{Color, Part, Reason, RightLost, Role, Square};

/// A refusal as it is told: to whom, and whether by the rule alone.
pub(super) struct Refusal<'a> {
    pub(super) reason: &'a Reason,
    pub(super) turn: Color,
    pub(super) discreet: bool,
    pub(super) audience: Audience,
}

impl Refusal<'_> {
    /// The reason in words, and the same with squares as they are written; without the "Geht nicht" before it.
    pub(super) fn sides(&self, announcer: &Announcer) -> (String, String) {
        let told = |in_cells| {
            let mut args = FluentArgs::new();
            let rule = if self.discreet { rule(&mut args, self.reason) } else { None };
            let id = rule.unwrap_or_else(|| self.whole(&mut args, announcer, in_cells));
            announcer.text(id, &args)
        };
        (told(false), told(true))
    }

    /// The message with everything the reason holds.
    fn whole(&self, args: &mut FluentArgs, announcer: &Announcer, in_cells: bool) -> &'static str {
        let square_of = |square: Square| if in_cells { square.to_string() } else { announcer.square(square) };
        let part_of = |part: Part| match (in_cells, part.is_any()) {
            (true, false) => Some(part.to_string()),
            _ => announcer.part(part),
        };
        let none = |role: Role| announcer.no_piece(role);
        match *self.reason {
            Reason::GameOver(_) => "reason-game-over",
            Reason::EmptySquare { square } => {
                args.set("square", square_of(square));
                "reason-empty-square"
            }
            Reason::OpponentsPiece(found)
            | Reason::OtherPiece { found, .. }
            | Reason::OtherPieceCaptured { found, .. }
            | Reason::PathBlocked(found)
            | Reason::OwnPieceOnTarget(found)
            | Reason::PawnBlocked(found)
            | Reason::CastlingBlocked { piece: found, .. } => {
                args.set("square", square_of(found.square));
                args.set("who", announcer.piece_of(found.piece.role, found.piece.color, self.audience));
                "reason-piece-there"
            }
            Reason::NoPieceLeft(role) => {
                args.set("none", none(role));
                "reason-no-piece-left"
            }
            Reason::NonePlaced { role, from } => {
                args.set("none", none(role));
                args.set("from", part_of(from).unwrap_or_else(|| "none".to_owned()));
                args.set("side", self.turn.fold_wb("white", "black"));
                "reason-none-placed"
            }
            Reason::SameSquare(_) => "reason-same-square",
            Reason::MovesOtherwise { piece, .. } => {
                args.set("none", none(piece.piece.role));
                "reason-moves-otherwise"
            }
            Reason::NoneReaches { role, to } => {
                args.set("to", part_of(to).unwrap_or_default());
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
                args.set("square", square_of(square));
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
                args.set("square", square_of(square));
                "reason-no-promotion"
            }
            Reason::ExposesKing { by, .. } | Reason::KingIntoCheck { by, .. } => {
                args.set("square", square_of(by.square));
                "reason-exposes-king"
            }
            Reason::KingInCheck(by) | Reason::CastlingInCheck { by, .. } => {
                args.set("square", square_of(by.square));
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
                args.set("through", square_of(through));
                args.set("square", square_of(by.square));
                "reason-castling-attacked"
            }
        }
    }
}

/// The message for the rule alone; none where the reason holds nothing but what was said.
fn rule(args: &mut FluentArgs, reason: &Reason) -> Option<&'static str> {
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
        // A rule of the pawn's would tell that it is one.
        Reason::MovesOtherwise { .. }
        | Reason::NoneReaches { .. }
        | Reason::CannotMove { .. }
        | Reason::PawnCapturesStraight(_)
        | Reason::DoubleStepLater(_)
        | Reason::EnPassantTooLate(_) => "moves",
        Reason::ExposesKing { .. } | Reason::KingIntoCheck { .. } => "exposed",
        Reason::KingInCheck(_) | Reason::CastlingInCheck { .. } => "in-check",
        Reason::CastlingLost { .. } => "castling-lost",
        Reason::CastlingAttacked { .. } => "castling-attacked",
        Reason::GameOver(_)
        | Reason::SameSquare(_)
        | Reason::NoEnPassant
        | Reason::PromotionTo(_)
        | Reason::NoPromotion(_) => return None,
    };
    args.set("rule", rule);
    Some("rule")
}
