//! Why an attempted move is illegal: the one reason that tells the player most.

use shakmaty::{CastlingSide, Color, Piece, Role, Square};

use super::{Article, Ending, PartialSquare};

use crate::language::{Arguments, Message};

/// A piece of either side and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceOn {
    /// The square.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
}

/// How the right to castle was lost, as far as it can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum RightLost {
    /// The side has castled.
    Castled,
    /// The king has moved.
    KingMoved,
    /// The rook has moved.
    RookMoved,
    /// The rook was captured.
    RookGone,
    /// The game began without it, or only the position is known.
    Unknown,
}

/// Why an attempt means no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Message)]
#[message(error, prefix = "reason")]
pub enum Reason {
    /// The game is over.
    GameOver(#[message(skip)] Ending),
    /// No piece stands where the move begins.
    EmptySquare {
        /// The empty square.
        #[message(display)]
        square: Square,
    },
    /// The piece to be moved is the opponent's.
    OpponentsPiece(#[message(with = piece)] PieceOn),
    /// Another piece stands where the move begins.
    OtherPiece {
        /// The piece that was named.
        #[message(with = said)]
        said: Role,
        /// The piece that stands there.
        #[message(with = piece)]
        found: PieceOn,
    },
    /// The side on move has no such piece at all.
    NoPieceLeft {
        /// The piece that was named.
        #[message(with = role)]
        role: Role,
        /// The side on move.
        #[message(display)]
        side: Color,
    },
    /// The side has such pieces, but none where the attempt says.
    NonePlaced {
        /// The piece that was named.
        #[message(with = role)]
        role: Role,
        /// The file or the rank that was named as the origin.
        #[message(display)]
        from: PartialSquare,
        /// The side on move.
        #[message(display)]
        side: Color,
    },
    /// The move ends where it begins.
    SameSquare(#[message("square", display)] Square),
    /// The piece does not move that way.
    MovesOtherwise {
        /// The piece.
        #[message(with = piece)]
        piece: PieceOn,
        /// The square that it does not reach.
        #[message(display)]
        to: Square,
    },
    /// None of several pieces has a legal move there.
    NoneReaches {
        /// The piece that was named, if one was.
        #[message(with = any_role)]
        role: Option<Role>,
        /// The square or part of it that was named as the origin.
        #[message(with = origin)]
        from: PartialSquare,
        /// The square or part of it that was named as the destination.
        #[message(display)]
        to: PartialSquare,
        /// The side on move.
        #[message(display)]
        side: Color,
    },
    /// None of the pieces that can be meant has a legal move.
    CannotMove {
        /// The piece that was named, if one was.
        #[message(with = any_role)]
        role: Option<Role>,
        /// The square or part of it that was named as the origin.
        #[message(with = origin)]
        from: PartialSquare,
        /// The side on move.
        #[message(display)]
        side: Color,
    },
    /// The first piece in the way.
    PathBlocked(#[message(with = piece)] PieceOn),
    /// A piece of the same side stands on the destination.
    OwnPieceOnTarget(#[message(with = piece)] PieceOn),
    /// No piece of the opponent stands on the destination.
    NothingToCapture(#[message("square", display)] Square),
    /// The piece on the destination is not the one named.
    OtherPieceCaptured {
        /// The piece that was named.
        #[message(with = said)]
        said: Role,
        /// The piece that stands there.
        #[message(with = piece)]
        found: PieceOn,
    },
    /// The opponent has no such piece.
    NoPieceToCapture {
        /// The piece to be captured.
        #[message(with = role)]
        role: Role,
        /// The opponent.
        #[message(display)]
        side: Color,
    },
    /// No piece that fits can capture, or capture one of the named kind.
    CannotCapture {
        /// The piece that was named, if one was.
        #[message(skip)]
        role: Option<Role>,
        /// The piece to be captured, if it was named.
        #[message(with = any_role)]
        captured: Option<Role>,
    },
    /// A pawn does not capture the piece ahead of it.
    PawnCapturesStraight(#[message(skip)] PieceOn),
    /// An opponent's piece stands straight ahead of the pawn.
    PawnBlocked(#[message(with = piece)] PieceOn),
    /// The pawn has left its first square.
    DoubleStepLater(#[message("square", display)] Square),
    /// The opponent's pawn on this square could be taken only right after its double step.
    EnPassantTooLate(#[message("square", display)] Square),
    /// No pawn can be captured en passant.
    NoEnPassant,
    /// A pawn does not become this piece.
    PromotionTo(#[message(with = role)] Role),
    /// No promotion is possible on this square.
    NoPromotion(#[message("square", display)] Square),
    /// Another piece than a pawn is to be promoted.
    OnlyPawnPromotes,
    /// No pawn that fits can be promoted.
    NonePromotes,
    /// The piece is pinned: moving it exposes the king.
    ExposesKing {
        /// The piece.
        #[message(skip)]
        piece: PieceOn,
        /// The piece that would give check.
        #[message(with = piece)]
        by: PieceOn,
    },
    /// The king is in check and the move does not answer it.
    KingInCheck(#[message(with = piece)] PieceOn),
    /// The king would step onto an attacked square.
    KingIntoCheck {
        /// The attacked square.
        #[message(display)]
        to: Square,
        /// The piece that attacks it.
        #[message(with = piece)]
        by: PieceOn,
    },
    /// The right to castle is lost.
    CastlingLost {
        /// The wing.
        #[message(skip)]
        side: CastlingSide,
        /// How it was lost.
        #[message(skip)]
        because: RightLost,
    },
    /// The king is in check.
    CastlingInCheck {
        /// The wing.
        #[message(skip)]
        side: CastlingSide,
        /// The piece that gives check.
        #[message(with = piece)]
        by: PieceOn,
    },
    /// A piece stands between king and rook, or where they go.
    CastlingBlocked {
        /// The wing.
        #[message(skip)]
        side: CastlingSide,
        /// The piece in the way.
        #[message(with = piece)]
        piece: PieceOn,
    },
    /// The king would cross, or land on, an attacked square.
    CastlingAttacked {
        /// The wing.
        #[message(skip)]
        side: CastlingSide,
        /// The attacked square.
        #[message(display)]
        through: Square,
        /// The piece that attacks it.
        #[message(with = piece)]
        by: PieceOn,
    },
}

impl Reason {
    /// Returns the article that the attempt violates.
    pub fn article(&self) -> Article {
        match *self {
            Reason::GameOver(ending) => ending.article(),
            Reason::OpponentsPiece(_) => Article::ALTERNATELY,
            Reason::EmptySquare { .. }
            | Reason::SameSquare(_)
            | Reason::CannotMove { .. }
            | Reason::NoneReaches { role: None, .. }
            | Reason::CannotCapture { role: None, .. } => Article::LEGAL,
            Reason::OtherPiece { .. } | Reason::NoPieceLeft { .. } | Reason::NonePlaced { .. } => {
                Article::NOTATION
            }
            Reason::MovesOtherwise { piece, .. } => moves_by(piece.piece.role),
            Reason::NoneReaches { role: Some(role), .. } | Reason::CannotCapture { role: Some(role), .. } => {
                moves_by(role)
            }
            Reason::PathBlocked(_) => Article::NOT_OVER_PIECES,
            Reason::OwnPieceOnTarget(_) => Article::OWN_PIECE,
            Reason::NothingToCapture(_)
            | Reason::OtherPieceCaptured { .. }
            | Reason::NoPieceToCapture { .. } => Article::CAPTURE,
            Reason::PawnCapturesStraight(_) => Article::PAWN_CAPTURE,
            Reason::PawnBlocked(_) => Article::PAWN,
            Reason::DoubleStepLater(_) => Article::PAWN_DOUBLE_STEP,
            Reason::EnPassantTooLate(_) | Reason::NoEnPassant => Article::EN_PASSANT,
            Reason::PromotionTo(_)
            | Reason::NoPromotion(_)
            | Reason::OnlyPawnPromotes
            | Reason::NonePromotes => Article::PROMOTION,
            Reason::ExposesKing { .. } | Reason::KingInCheck(_) | Reason::KingIntoCheck { .. } => {
                Article::OWN_KING
            }
            Reason::CastlingLost { .. } => Article::CASTLING_LOST,
            Reason::CastlingInCheck { .. }
            | Reason::CastlingBlocked { .. }
            | Reason::CastlingAttacked { .. } => Article::CASTLING_PREVENTED,
        }
    }

    /// Returns how much it tells the player, where several pieces fail for different reasons.
    pub(super) fn weight(&self) -> u8 {
        match self {
            Reason::SameSquare(_) | Reason::MovesOtherwise { .. } => 0,
            Reason::PathBlocked(_)
            | Reason::OwnPieceOnTarget(_)
            | Reason::PawnBlocked(_)
            | Reason::DoubleStepLater(_) => 1,
            Reason::NothingToCapture(_) | Reason::NoEnPassant | Reason::PawnCapturesStraight(_) => 2,
            Reason::OtherPieceCaptured { .. } | Reason::EnPassantTooLate(_) => 3,
            Reason::PromotionTo(_) | Reason::NoPromotion(_) | Reason::OnlyPawnPromotes => 4,
            Reason::GameOver(_)
            | Reason::EmptySquare { .. }
            | Reason::OpponentsPiece(_)
            | Reason::OtherPiece { .. }
            | Reason::NoPieceLeft { .. }
            | Reason::NonePlaced { .. }
            | Reason::NoneReaches { .. }
            | Reason::CannotMove { .. }
            | Reason::NoPieceToCapture { .. }
            | Reason::CannotCapture { .. }
            | Reason::NonePromotes
            | Reason::ExposesKing { .. }
            | Reason::KingInCheck(_)
            | Reason::KingIntoCheck { .. }
            | Reason::CastlingLost { .. }
            | Reason::CastlingInCheck { .. }
            | Reason::CastlingBlocked { .. }
            | Reason::CastlingAttacked { .. } => 5,
        }
    }
}

fn role(role: &Role, to: &mut Arguments) {
    to.set("role", role_name(*role));
}

fn any_role(found: &Option<Role>, to: &mut Arguments) {
    to.set("role", found.map_or("none", role_name));
}

fn origin(from: &PartialSquare, to: &mut Arguments) {
    to.set("from", if from.is_any() { "none".to_owned() } else { from.to_string() });
}

fn said(role: &Role, to: &mut Arguments) {
    to.set("said", role_name(*role));
}

fn piece(on: &PieceOn, to: &mut Arguments) {
    role(&on.piece.role, to);
    to.set("square", on.square);
    to.set("side", on.piece.color);
}

/// A piece as the messages know it.
fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// Returns the article on how a piece moves.
fn moves_by(role: Role) -> Article {
    match role {
        Role::Pawn => Article::PAWN,
        Role::Knight => Article::KNIGHT,
        Role::Bishop => Article::BISHOP,
        Role::Rook => Article::ROOK,
        Role::Queen => Article::QUEEN,
        Role::King => Article::KING,
    }
}
