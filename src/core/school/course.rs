//! Courses: what is told and asked, one step after the other.

use super::{Drill, DrillLength, Goal, Prose, PuzzleTask, Solving, TurningPoint};
use crate::laws::{Chess, Color, Move, Position, Role, Square, StartPosition, board_facts};

/// What is studied from its first step to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// What it is.
    pub subject: Subject,
    /// Its steps; none while a game is still looked at.
    pub steps: Vec<Step>,
}

/// What a course is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The lesson at this place of the list, from 0.
    Lesson {
        /// The place.
        index: usize,
        /// Its title.
        title: String,
    },
    /// The list of all lessons: how many there are, then page after page.
    LessonList,
    /// A puzzle, which another one follows.
    Puzzle,
    /// A round of training.
    Training {
        /// What is trained.
        drill: Drill,
        /// What ends it.
        length: DrillLength,
    },
    /// The turning points of a game.
    GameReview,
}

/// One step of a course.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The position that comes on the board; none if what stands there stays.
    pub position: Option<StartPosition>,
    /// The moves that are told and played on it.
    pub moves: Vec<Move>,
    /// Whether nothing of the board is shown or told after that.
    pub concealed: bool,
    /// What is told, sentence by sentence.
    pub told: Vec<Prose>,
    /// The turning point of a game that it asks about.
    pub turning_point: Option<Box<TurningPoint>>,
    /// What is asked then.
    pub task: Option<Task>,
}

/// A question with its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// What is asked.
    pub question: Question,
    /// What is right.
    pub solution: Solution,
    /// What helps, if it is asked for.
    pub hint: Option<Prose>,
    /// Why it is so, which is told with the solution.
    pub because: Option<Prose>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// A question that is written in a lesson.
    Written(Prose),
    /// The side on move is to solve a puzzle.
    Puzzle(Color, PuzzleTask),
    /// Whether the square is light.
    Light(Square),
    /// Whether both squares lie on one diagonal.
    OneDiagonal(Square, Square),
    /// How many moves a knight needs from one square to the other.
    KnightMoves(Square, Square),
    /// Whether such a piece on the first square attacks the second one, on an empty board.
    Attacks(Role, Square, Square),
    /// What stands on the square.
    WhatStands(Square),
    /// Where such a piece of this side stands.
    WhereStands(Role, Color),
    /// Whether something stands on the square.
    Occupied(Square),
}

/// What is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// Yes, or no.
    YesNo(bool),
    /// A number.
    Number(u16),
    /// A kind of piece.
    Piece(Role),
    /// One of these squares.
    Square(Vec<Square>),
    /// All of these squares, in any order.
    Squares(SquareSet),
    /// A move that reaches this goal.
    Move(Goal),
    /// The next move of a puzzle.
    Puzzle(Box<Solving>),
}

/// The kind of answer that a task waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum AnswerKind {
    /// Yes or no.
    YesNo,
    /// A number.
    Number,
    /// A kind of piece.
    Piece,
    /// A square.
    Square,
    /// Several squares, which may be named one after the other.
    Squares,
    /// A move.
    Move,
}

/// Squares that a position determines, or that are stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SquareSet {
    /// Those to which the piece there can go.
    Reached(Square),
    /// Those on which the piece there can capture.
    Captured(Square),
    /// Those of this side's pieces that attack the square.
    Attacking(Square, Color),
    /// Those on which a piece of this kind and side stands.
    Standing(Role, Color),
    /// These.
    Stated(Vec<Square>),
}

impl SquareSet {
    /// Returns the squares, from a1 on.
    pub fn squares(&self, position: &Chess) -> Vec<Square> {
        let moves = |from: Square| position.legal_moves().into_iter().filter(move |m| m.from() == Some(from));
        let mut squares: Vec<Square> = match self {
            SquareSet::Reached(from) => moves(*from).filter(|m| !m.is_castle()).map(|m| m.to()).collect(),
            SquareSet::Captured(from) => moves(*from).filter(|m| m.is_capture()).map(|m| m.to()).collect(),
            SquareSet::Attacking(square, side) => {
                let attackers = board_facts::attackers_of(position.board(), *square, *side);
                attackers.into_iter().map(|(square, ..)| square).collect()
            }
            SquareSet::Standing(role, side) => {
                position.board().by_piece(role.of(*side)).into_iter().collect()
            }
            SquareSet::Stated(squares) => squares.clone(),
        };
        squares.sort_unstable();
        squares.dedup();
        squares
    }
}

impl Solution {
    /// The kind of answer that it is.
    pub fn kind(&self) -> AnswerKind {
        match self {
            Solution::YesNo(_) => AnswerKind::YesNo,
            Solution::Number(_) => AnswerKind::Number,
            Solution::Piece(_) => AnswerKind::Piece,
            Solution::Square(_) => AnswerKind::Square,
            Solution::Squares(_) => AnswerKind::Squares,
            Solution::Move(_) | Solution::Puzzle(_) => AnswerKind::Move,
        }
    }

    /// Whether there is an answer that is right in this position.
    pub fn is_possible(&self, position: &Chess) -> bool {
        match self {
            Solution::YesNo(_) | Solution::Number(_) | Solution::Piece(_) => true,
            Solution::Square(any) => !any.is_empty(),
            Solution::Squares(all) => !all.squares(position).is_empty(),
            Solution::Move(goal) => !goal.moves(position).is_empty(),
            Solution::Puzzle(solving) => solving.solution().is_some(),
        }
    }
}

impl Course {
    /// Returns how many tasks it has.
    pub fn tasks(&self) -> usize {
        self.steps.iter().filter(|step| step.task.is_some()).count()
    }

    /// Returns the position that is on the board at a step.
    pub fn position_at(&self, step: usize) -> StartPosition {
        let mut set = self.steps.iter().take(step + 1).rev().filter_map(|step| step.position.clone());
        set.next().unwrap_or_default()
    }
}
