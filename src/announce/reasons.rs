//! Why a move is not legal, as a message and its arguments.

use fluent_bundle::FluentArgs;

use super::{Audience, announcer::Announcer};
use crate::laws::{Color, PieceOn, Reason, RightLost, Role};

/// A refusal as it is told: to whom, and whether by the rule alone.
pub(super) struct Refusal<'a> {
    pub(super) reason: &'a Reason,
    pub(super) turn: Color,
    pub(super) discreet: bool,
    pub(super) audience: Audience,
}

impl Refusal<'_> {
    /// The reason in words and in cells, without the "Geht nicht" before it.
    pub(super) fn sides(&self, announcer: &Announcer) -> (String, String) {
        let mut args = FluentArgs::new();
        let rule = if self.discreet { rule(&mut args, self.reason) } else { None };
        let id = rule.unwrap_or_else(|| self.whole(&mut args, announcer));
        (announcer.text(id, &args), announcer.text_cells(id, &args))
    }

    /// The message with everything the reason holds.
    fn whole(&self, args: &mut FluentArgs, announcer: &Announcer) -> &'static str {
        let none = |role: Role| announcer.no_piece(role);
        let man = |on: PieceOn| format!("{}{}", announcer.letter(on.piece.role), on.square);
        match *self.reason {
            Reason::GameOver(_) => "reason-game-over",
            Reason::EmptySquare { square } => {
                args.set("square", announcer.square(square));
                args.set("cells", square.to_string());
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
                args.set("who", announcer.piece_of(found.piece.role, found.piece.color, self.audience));
                args.set("cells", man(found));
                "reason-piece-there"
            }
            Reason::NoPieceLeft(role) => {
                args.set("none", none(role));
                "reason-no-piece-left"
            }
            Reason::NonePlaced { role, from } => {
                args.set("none", none(role));
                args.set("from", announcer.part(from).unwrap_or_else(|| "none".to_owned()));
                args.set("side", self.turn.fold_wb("white", "black"));
                args.set("cells", from.to_string());
                "reason-none-placed"
            }
            Reason::SameSquare(_) => "reason-same-square",
            Reason::MovesOtherwise { piece, to } => {
                args.set("none", none(piece.piece.role));
                args.set("cells", format!("{}-{to}", man(piece)));
                "reason-moves-otherwise"
            }
            Reason::NoneReaches { role, to } => {
                args.set("to", announcer.part(to).unwrap_or_default());
                let letter = role.map(|role| announcer.letter(role)).unwrap_or_default();
                args.set("cells", format!("{letter}-{to}"));
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
                args.set("cells", square.to_string());
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
                args.set("cells", square.to_string());
                "reason-no-promotion"
            }
            Reason::ExposesKing { by, .. } | Reason::KingIntoCheck { by, .. } => {
                args.set("square", announcer.square(by.square));
                args.set("cells", man(by));
                "reason-exposes-king"
            }
            Reason::KingInCheck(by) | Reason::CastlingInCheck { by, .. } => {
                args.set("square", announcer.square(by.square));
                args.set("cells", man(by));
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
                args.set("cells", man(by));
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
