//! What a reply to a task is worth.

use super::{AnswerKind, Shortfall, Solution, SquareSet, Task};
use crate::laws::{Attempt, Chess, Color, Move, PlacedPiece, Position, Reason, Role, Square, Verdict, judge};

/// What is said to a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reply {
    /// Yes, or no.
    YesNo(bool),
    /// A number.
    Number(u16),
    /// A kind of piece.
    Piece(Role),
    /// A square.
    Square(Square),
    /// A move.
    Move(Attempt),
}

/// What a reply is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It solves the task, with this move if it was one.
    Right(Option<Move>),
    /// It is a legal move of a puzzle, which says itself what it is worth.
    Tried(Move),
    /// It is right, and so many squares are still missing.
    Part {
        /// How many.
        left: usize,
    },
    /// That square was named before.
    NamedAlready,
    /// It is wrong, and why.
    Wrong(Miss),
    /// Which of several moves is meant is open.
    Unclear(Vec<Move>),
    /// It is no answer to a question of this kind.
    Unfitting(AnswerKind),
}

/// Why a reply is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Miss {
    /// It is not that, and the solution says why.
    Plain,
    /// Another square is asked for; whether it is on the file and on the rank that were named.
    OtherSquare {
        /// The square that was named.
        square: Square,
        /// What of it is right.
        shares: SharedLine,
    },
    /// The square is none of those that are asked for.
    NoneOf(Square),
    /// Another piece is asked for than this one.
    OtherPiece(Role),
    /// There are more.
    More,
    /// There are fewer.
    Fewer,
    /// The Laws do not allow the move.
    Illegal(Reason),
    /// The piece can go there, and captures nothing.
    CapturesNothing(Square),
    /// The king comes there by castling alone.
    ByCastling(Square),
    /// This stands on the square that was named.
    Holds(Square, Option<(Role, Color)>),
    /// The piece on the square that was named does not attack the one that was asked about.
    DoesNotAttack(PlacedPiece, Square),
    /// The move is legal and does not do what is asked for.
    Short(Move, Shortfall),
}

/// What a square has in common with the one that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum SharedLine {
    /// The file.
    File,
    /// The rank.
    Rank,
    /// Neither.
    Nothing,
}

impl Task {
    /// Returns what a reply is worth; `found` are the squares that were named rightly before.
    pub fn judge(&self, position: &Chess, reply: Reply, found: &[Square]) -> Judgement {
        let plain = |right: bool| if right { Judgement::Right(None) } else { Judgement::Wrong(Miss::Plain) };
        match (&self.solution, reply) {
            (Solution::YesNo(yes), Reply::YesNo(said)) => plain(said == *yes),
            (Solution::Number(number), Reply::Number(said)) => match said.cmp(number) {
                std::cmp::Ordering::Less => Judgement::Wrong(Miss::More),
                std::cmp::Ordering::Equal => Judgement::Right(None),
                std::cmp::Ordering::Greater => Judgement::Wrong(Miss::Fewer),
            },
            (Solution::Piece(role), Reply::Piece(said)) if said == *role => Judgement::Right(None),
            (Solution::Piece(_), Reply::Piece(said)) => Judgement::Wrong(Miss::OtherPiece(said)),
            (Solution::Square(any), Reply::Square(said)) if any.contains(&said) => Judgement::Right(None),
            (Solution::Square(any), Reply::Square(said)) => Judgement::Wrong(other_square(any, said)),
            (Solution::Squares(set), Reply::Square(said)) => named(set, position, said, found),
            (Solution::Move(goal), Reply::Move(said)) => match judge(position, &said) {
                Verdict::Illegal(reason) => Judgement::Wrong(Miss::Illegal(reason)),
                Verdict::Ambiguous(moves) | Verdict::PromotionMissing(moves) => Judgement::Unclear(moves),
                Verdict::Legal(m) => match goal.shortfall(position, m) {
                    None => Judgement::Right(Some(m)),
                    Some(short) => Judgement::Wrong(Miss::Short(m, short)),
                },
            },
            (Solution::Puzzle(_), Reply::Move(said)) => match judge(position, &said) {
                Verdict::Illegal(reason) => Judgement::Wrong(Miss::Illegal(reason)),
                Verdict::Ambiguous(moves) | Verdict::PromotionMissing(moves) => Judgement::Unclear(moves),
                Verdict::Legal(m) => Judgement::Tried(m),
            },
            (solution, _) => Judgement::Unfitting(solution.kind()),
        }
    }
}

/// Returns what a named square is worth among those of a set.
fn named(set: &SquareSet, position: &Chess, said: Square, found: &[Square]) -> Judgement {
    let all = set.squares(position);
    if found.contains(&said) {
        return Judgement::NamedAlready;
    }
    if all.contains(&said) {
        let left = all.iter().filter(|square| **square != said && !found.contains(square)).count();
        return if left == 0 { Judgement::Right(None) } else { Judgement::Part { left } };
    }
    let board = position.board();
    let holds = board.piece_at(said).map(|piece| (piece.role, piece.color));
    Judgement::Wrong(match set {
        SquareSet::Reached(from) | SquareSet::Captured(from) => {
            match judge(position, &Attempt::squares(*from, said)) {
                Verdict::Illegal(reason) => Miss::Illegal(reason),
                Verdict::Legal(m) if m.is_castle() => Miss::ByCastling(said),
                Verdict::Legal(_) | Verdict::Ambiguous(_) | Verdict::PromotionMissing(_) => {
                    Miss::CapturesNothing(said)
                }
            }
        }
        SquareSet::Attacking(target, side) => match holds {
            Some((role, color)) if color == *side => Miss::DoesNotAttack((said, role, color), *target),
            other => Miss::Holds(said, other),
        },
        SquareSet::Standing(..) => Miss::Holds(said, holds),
        SquareSet::Stated(_) => Miss::NoneOf(said),
    })
}

/// Why a square is none of those of which one is asked for.
fn other_square(any: &[Square], said: Square) -> Miss {
    let [only] = any else { return Miss::NoneOf(said) };
    let shares = if only.file() == said.file() {
        SharedLine::File
    } else if only.rank() == said.rank() {
        SharedLine::Rank
    } else {
        SharedLine::Nothing
    };
    Miss::OtherSquare { square: said, shares }
}
