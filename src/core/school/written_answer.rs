//! Answers as a lesson writes them: `yes`, `number 64`, `squares from d4`, `move mate`.
//!
//! They are the same in every language, so that a translator leaves them as they are.

use shakmaty::uci::UciMove;

use super::{Goal, Solution, SquareSet};
use crate::laws::{CastlingSide, Chess, Color, Position, Role, Square};

/// The kinds of answers, as they are written.
pub(super) const FORMS: &str = "yes, no, number, piece, square, squares or move";

/// Reads an answer to a task in a position; none if it means nothing.
pub(super) fn read(text: &str, position: &Chess) -> Option<Solution> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words.as_slice() {
        ["yes"] => Solution::YesNo(true),
        ["no"] => Solution::YesNo(false),
        ["number", number] => Solution::Number(number.parse().ok()?),
        ["piece", role] => Solution::Piece(piece(role)?),
        ["square", any @ ..] => Solution::Square(squares(any)?),
        ["squares", "from", from] => Solution::Squares(SquareSet::Reached(from.parse().ok()?)),
        ["squares", "captured", "from", from] => Solution::Squares(SquareSet::Captured(from.parse().ok()?)),
        ["squares", "attacking", square, side] => {
            Solution::Squares(SquareSet::Attacking(square.parse().ok()?, color(side)?))
        }
        ["squares", "of", side, role] => Solution::Squares(SquareSet::Standing(piece(role)?, color(side)?)),
        ["squares", all @ ..] => Solution::Squares(SquareSet::Stated(squares(all)?)),
        ["move", goal @ ..] => Solution::Move(read_goal(goal, position)?),
        _ => return None,
    })
}

fn read_goal(words: &[&str], position: &Chess) -> Option<Goal> {
    Some(match words {
        ["any"] => Goal::Any,
        ["mate"] => Goal::Mate,
        ["check"] => Goal::Check,
        ["safe", "check"] => Goal::SafeCheck,
        ["guard"] => Goal::Guard,
        ["stalemate"] => Goal::Stalemate,
        ["capture"] => Goal::Capture(None),
        ["capture", on] => Goal::Capture(Some(on.parse().ok()?)),
        ["castle"] => Goal::Castle(None),
        ["castle", "short"] => Goal::Castle(Some(CastlingSide::KingSide)),
        ["castle", "long"] => Goal::Castle(Some(CastlingSide::QueenSide)),
        ["promote"] => Goal::Promote(None),
        ["promote", role] => Goal::Promote(Some(piece(role)?)),
        ["en-passant"] => Goal::EnPassant,
        ["to", square] => Goal::To(square.parse().ok()?),
        ["from", square] => Goal::From(square.parse().ok()?),
        [_, ..] => {
            let legal = |text: &&str| text.parse::<UciMove>().ok()?.to_move(position).ok();
            let moves = words.iter().map(legal).collect::<Option<Vec<_>>>()?;
            Goal::OneOf(moves.into_iter().filter(|m| position.is_legal(*m)).collect())
        }
        [] => return None,
    })
}

fn squares(words: &[&str]) -> Option<Vec<Square>> {
    let all: Option<Vec<Square>> = words.iter().map(|word| word.parse().ok()).collect();
    all.filter(|all| !all.is_empty())
}

pub(super) fn piece(name: &str) -> Option<Role> {
    Some(match name {
        "king" => Role::King,
        "queen" => Role::Queen,
        "rook" => Role::Rook,
        "bishop" => Role::Bishop,
        "knight" => Role::Knight,
        "pawn" => Role::Pawn,
        _ => return None,
    })
}

fn color(name: &str) -> Option<Color> {
    match name {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}
