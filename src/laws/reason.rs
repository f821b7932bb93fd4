//! Why an attempted move is not legal: the one reason that tells the player most.

use shakmaty::{CastlingSide, Piece, Role, Square};

use super::{Article, Ending, Part};

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceOn {
    pub square: Square,
    pub piece: Piece,
}

/// How the right to castle was lost, as far as it can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RightLost {
    KingMoved,
    RookMoved,
    /// The rook was captured.
    RookGone,
    /// The game began without it, or only the position is known.
    Unknown,
}

/// Why no legal move is what was attempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Reason {
    #[error("the game is over")]
    GameOver(Ending),
    #[error("{square} is empty")]
    EmptySquare { square: Square },
    #[error("the {} on {} is the opponent's", role_name(.0.piece.role), .0.square)]
    OpponentsPiece(PieceOn),
    #[error("on {} stands a {}, not a {}", .found.square, role_name(.found.piece.role), role_name(.said))]
    OtherPiece { said: Role, found: PieceOn },
    /// The side on move has no such piece at all.
    #[error("no {} is left", role_name(.0))]
    NoPieceLeft(Role),
    /// It has such pieces, but none where one was said to come from.
    #[error("no {} stands there", role_name(.role))]
    NonePlaced { role: Role, from: Part },
    #[error("{0} to {0} is no move")]
    SameSquare(Square),
    /// The way the piece moves does not lead there.
    #[error("a {} does not move from {} to {to}", role_name(.piece.piece.role), .piece.square)]
    MovesOtherwise { piece: PieceOn, to: Square },
    /// None of several pieces can go there. No role: no piece at all can make the capture.
    #[error("no such piece reaches that square")]
    NoneReaches { role: Option<Role>, to: Part },
    /// The piece named, or each of its kind, has no legal move.
    #[error("that piece has no legal move")]
    CannotMove { role: Option<Role>, from: Part },
    /// The first piece in the way.
    #[error("a {} stands in the way on {}", role_name(.0.piece.role), .0.square)]
    PathBlocked(PieceOn),
    #[error("the player's own {} stands on {}", role_name(.0.piece.role), .0.square)]
    OwnPieceOnTarget(PieceOn),
    #[error("on {} there is nothing to capture", .0)]
    NothingToCapture(Square),
    #[error("on {} stands a {}, not a {}", .found.square, role_name(.found.piece.role), role_name(.said))]
    OtherPieceCaptured { said: Role, found: PieceOn },
    /// The opponent has no such piece.
    #[error("the opponent has no {}", role_name(.0))]
    NoPieceToCapture(Role),
    /// No piece meant can capture one of the kind said.
    #[error("no {} can be captured so", role_name(.captured))]
    CannotCapture { role: Option<Role>, captured: Role },
    #[error("a pawn does not capture straight ahead")]
    PawnCapturesStraight(PieceOn),
    /// The square straight ahead of the pawn is taken by the opponent.
    #[error("a {} stands on {}", role_name(.0.piece.role), .0.square)]
    PawnBlocked(PieceOn),
    #[error("the pawn on {0} has moved already and takes one step only")]
    DoubleStepLater(Square),
    /// The opponent's pawn on this square could have been taken only right after its double step.
    #[error("the pawn on {0} can no longer be taken en passant")]
    EnPassantTooLate(Square),
    #[error("no en passant capture is possible there")]
    NoEnPassant,
    #[error("a pawn cannot become a {}", role_name(.0))]
    PromotionTo(Role),
    #[error("there is no promotion on {0}")]
    NoPromotion(Square),
    /// A piece moved away would open the king to an attacker.
    #[error("the king would stand in check from the {} on {}", role_name(.by.piece.role), .by.square)]
    ExposesKing { piece: PieceOn, by: PieceOn },
    /// The king is in check and the move does not answer it.
    #[error("the king is in check from the {} on {}", role_name(.0.piece.role), .0.square)]
    KingInCheck(PieceOn),
    /// The king would step onto an attacked square.
    #[error("{to} is attacked by the {} on {}", role_name(.by.piece.role), .by.square)]
    KingIntoCheck { to: Square, by: PieceOn },
    #[error("the right to castle there is lost")]
    CastlingLost { side: CastlingSide, because: RightLost },
    #[error("no castling while the king is in check from the {} on {}", role_name(.by.piece.role), .by.square)]
    CastlingInCheck { side: CastlingSide, by: PieceOn },
    #[error("no castling while a {} stands on {}", role_name(.piece.piece.role), .piece.square)]
    CastlingBlocked { side: CastlingSide, piece: PieceOn },
    /// The king would cross, or land on, an attacked square.
    #[error("no castling while {through} is attacked by the {} on {}", role_name(.by.piece.role), .by.square)]
    CastlingAttacked { side: CastlingSide, through: Square, by: PieceOn },
}

impl Reason {
    /// The article the attempt is against.
    pub fn article(&self) -> Article {
        match *self {
            Reason::GameOver(ending) => ending.article(),
            Reason::OpponentsPiece(_) => Article::ALTERNATELY,
            Reason::EmptySquare { .. }
            | Reason::SameSquare(_)
            | Reason::CannotMove { .. }
            | Reason::NoneReaches { role: None, .. }
            | Reason::CannotCapture { role: None, .. } => Article::LEGAL,
            Reason::OtherPiece { .. } | Reason::NoPieceLeft(_) | Reason::NonePlaced { .. } => {
                Article::NOTATION
            }
            Reason::MovesOtherwise { piece, .. } => moves_by(piece.piece.role),
            Reason::NoneReaches { role: Some(role), .. } | Reason::CannotCapture { role: Some(role), .. } => {
                moves_by(role)
            }
            Reason::PathBlocked(_) => Article::NOT_OVER_PIECES,
            Reason::OwnPieceOnTarget(_) => Article::OWN_PIECE,
            Reason::NothingToCapture(_) | Reason::OtherPieceCaptured { .. } | Reason::NoPieceToCapture(_) => {
                Article::CAPTURE
            }
            Reason::PawnCapturesStraight(_) => Article::PAWN_CAPTURE,
            Reason::PawnBlocked(_) => Article::PAWN,
            Reason::DoubleStepLater(_) => Article::PAWN_DOUBLE_STEP,
            Reason::EnPassantTooLate(_) | Reason::NoEnPassant => Article::EN_PASSANT,
            Reason::PromotionTo(_) | Reason::NoPromotion(_) => Article::PROMOTION,
            Reason::ExposesKing { .. } | Reason::KingInCheck(_) | Reason::KingIntoCheck { .. } => {
                Article::OWN_KING
            }
            Reason::CastlingLost { .. } => Article::CASTLING_LOST,
            Reason::CastlingInCheck { .. }
            | Reason::CastlingBlocked { .. }
            | Reason::CastlingAttacked { .. } => Article::CASTLING_PREVENTED,
        }
    }

    /// How much it tells, where several pieces fail for different reasons.
    pub(super) fn weight(&self) -> u8 {
        match self {
            Reason::SameSquare(_) | Reason::MovesOtherwise { .. } => 0,
            Reason::PathBlocked(_)
            | Reason::OwnPieceOnTarget(_)
            | Reason::PawnBlocked(_)
            | Reason::DoubleStepLater(_) => 1,
            Reason::NothingToCapture(_) | Reason::NoEnPassant | Reason::PawnCapturesStraight(_) => 2,
            Reason::OtherPieceCaptured { .. } | Reason::EnPassantTooLate(_) => 3,
            Reason::PromotionTo(_) | Reason::NoPromotion(_) => 4,
            _ => 5,
        }
    }
}

fn role_name(role: impl std::borrow::Borrow<Role>) -> &'static str {
    match role.borrow() {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The article on how a piece moves.
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
