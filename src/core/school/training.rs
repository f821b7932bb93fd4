//! Training: rounds of ten questions or of a minute, made anew each time and the same for the same seed.

use std::{collections::VecDeque, time::Duration};

use strum::VariantArray;

use super::{Course, Question, Solution, Step, Subject, Task};
use crate::laws::{Board, Chess, Color, Exercise, Piece, Position, Role, Square, StartPosition, board_facts};

/// What ends a round: its questions, or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum DrillLength {
    /// Ten questions.
    Ten,
    /// A minute.
    Minute,
}

impl DrillLength {
    /// Returns how many questions there are at most. Nobody answers two in a second for a minute.
    pub const fn questions(self) -> usize {
        match self {
            DrillLength::Ten => 10,
            DrillLength::Minute => 120,
        }
    }

    /// Returns how long it lasts; none if only its questions end it.
    pub const fn time(self) -> Option<Duration> {
        match self {
            DrillLength::Ten => None,
            DrillLength::Minute => Some(Duration::from_secs(60)),
        }
    }
}

/// So many questions after another one, the same may be asked again.
const APART: usize = 10;

/// Without a board so many moves more are told at most than at first: nobody keeps more in mind.
const MOST_MORE: usize = 4;

/// What is trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum Drill {
    /// Whether a square is light.
    Colours,
    /// Whether two squares lie on one diagonal.
    Diagonals,
    /// How many moves a knight needs.
    Knight,
    /// Whether a piece attacks a square of an empty board.
    Attacks,
    /// A position is told once and then asked about.
    Memory,
    /// Moves are told, and nothing is shown.
    Blindfold,
}

impl Drill {
    /// All of them, in the order in which they are numbered.
    pub const ALL: &[Drill] = Drill::VARIANTS;

    /// Returns a round of questions.
    pub fn course(self, length: DrillLength, seed: u64) -> Course {
        let mut draw = Draw::new(seed);
        let mut steps: Vec<Step> = Vec::new();
        while steps.len() < length.questions() {
            let step = self.step(steps.len(), &mut draw);
            // Nobody is asked the same twice in ten questions.
            if !steps[steps.len().saturating_sub(APART)..].contains(&step) {
                steps.push(step);
            }
        }
        Course { subject: Subject::Training { drill: self, length }, steps }
    }

    /// Returns the question of this number, from 0; the later ones are harder where that can be.
    fn step(self, n: usize, draw: &mut Draw) -> Step {
        let square = draw.square();
        match self {
            Drill::Colours => asks(Question::Light(square), Solution::YesNo(square.is_light())),
            Drill::Diagonals => {
                let on_one = |a: Square, b: Square| {
                    a != b && board_facts::diagonals(a).into_iter().any(|squares| squares.contains(b))
                };
                // Of all pairs only some lie on one diagonal: half of the questions are about such.
                let wanted = draw.below(2) == 0;
                let other = draw.square_where(|other| other != square && on_one(square, other) == wanted);
                asks(Question::OneDiagonal(square, other), Solution::YesNo(wanted))
            }
            Drill::Knight => {
                let other = draw.square_where(|other| (1..=4).contains(&knight_moves(square, other)));
                asks(Question::KnightMoves(square, other), Solution::Number(knight_moves(square, other)))
            }
            Drill::Attacks => {
                let role = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight][draw.below(4)];
                let mut board = Board::empty();
                board.set_piece_at(square, Piece { color: Color::White, role });
                let wanted = draw.below(2) == 0;
                let other = draw.square_where(|other| {
                    other != square && board.attacks_from(square).contains(other) == wanted
                });
                asks(Question::Attacks(role, square, other), Solution::YesNo(wanted))
            }
            Drill::Memory => {
                let exercise = Exercise::ALL[(n + draw.below(4)) % Exercise::ALL.len()];
                let position = exercise.position(Color::White, draw.next());
                let pieces = board_facts::pieces_on(position.board(), position.board().occupied());
                let (at, role, color) = pieces[draw.below(pieces.len())];
                let standing = position.board().by_piece(Piece { color, role }).into_iter().collect();
                let start = StartPosition::of_fen(&fen(&position), false).ok();
                let asked = match draw.below(2) {
                    0 => asks(Question::WhatStands(at), Solution::Piece(role)),
                    _ => asks(Question::WhereStands(role, color), Solution::Square(standing)),
                };
                Step { position: start, concealed: true, ..asked }
            }
            Drill::Blindfold => {
                let (mut position, mut moves) = (Chess::default(), Vec::new());
                for _ in 0..2 + MOST_MORE.min(n / 2) {
                    let legal = position.legal_moves();
                    // Moves that are drawn by lot may end in a mate.
                    if legal.is_empty() {
                        break;
                    }
                    let m = legal[draw.below(legal.len())];
                    position.play_unchecked(m);
                    moves.push(m);
                }
                let touched: Vec<Square> =
                    moves.iter().flat_map(|m| m.from().into_iter().chain([m.to()])).collect();
                let square = touched[draw.below(touched.len())];
                let occupied = position.board().occupied().contains(square);
                let asked = asks(Question::Occupied(square), Solution::YesNo(occupied));
                Step { position: Some(StartPosition::default()), moves, concealed: true, ..asked }
            }
        }
    }
}

fn fen(position: &Chess) -> String {
    shakmaty::fen::Fen::from_position(position, shakmaty::EnPassantMode::Legal).to_string()
}

fn asks(question: Question, solution: Solution) -> Step {
    let task = Task { question, solution, hint: None, because: None };
    Step { task: Some(task), ..Step::default() }
}

/// Returns how many moves a knight needs from one square to another on an empty board.
fn knight_moves(from: Square, to: Square) -> u16 {
    knight_route(from, to).len().saturating_sub(1) as u16
}

/// Returns a shortest way of a knight on an empty board, with the square where it begins and the one where it ends.
pub fn knight_route(from: Square, to: Square) -> Vec<Square> {
    let mut left = VecDeque::from([vec![from]]);
    let mut seen = vec![from];
    while let Some(route) = left.pop_front() {
        let here = route.last().copied().unwrap_or(from);
        if here == to {
            return route;
        }
        for next in shakmaty::attacks::knight_attacks(here) {
            if !seen.contains(&next) {
                seen.push(next);
                left.push_back(route.iter().copied().chain([next]).collect());
            }
        }
    }
    Vec::new()
}

/// Numbers that look drawn by lot and are the same for the same seed, with any version of a library.
struct Draw(u64);

impl Draw {
    fn new(seed: u64) -> Draw {
        Draw(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn square(&mut self) -> Square {
        Square::ALL[self.below(64)]
    }

    /// A square that fits; at least one must.
    fn square_where(&mut self, fits: impl Fn(Square) -> bool) -> Square {
        let fitting: Vec<Square> = Square::ALL.into_iter().filter(|square| fits(*square)).collect();
        fitting[self.below(fitting.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::Move;

    /// The position after these moves.
    fn position_after(start: &StartPosition, moves: &[Move]) -> Chess {
        let mut position = start.position().clone();
        for m in moves {
            position.play_unchecked(*m);
        }
        position
    }

    #[test]
    fn rounds_are_ever_the_same_and_their_solutions_are_true() {
        for drill in Drill::ALL {
            for (seed, length) in (0..40).map(|n| (n, DrillLength::Ten)).chain([(1, DrillLength::Minute)]) {
                let course = drill.course(length, seed);
                assert_eq!(course, drill.course(length, seed));
                assert_eq!(course.tasks(), length.questions());
                let is_new = |(n, step): (usize, &Step)| !course.steps[n.saturating_sub(9)..n].contains(step);
                assert!(course.steps.iter().enumerate().all(is_new), "{drill} {seed}: asked twice");
                for step in &course.steps {
                    let start = step.position.clone().unwrap_or_default();
                    let position = position_after(&start, &step.moves);
                    let task = step.task.as_ref().unwrap();
                    let board = position.board();
                    let is_true = match (&task.question, &task.solution) {
                        (Question::Light(square), Solution::YesNo(yes)) => square.is_light() == *yes,
                        (Question::OneDiagonal(a, b), Solution::YesNo(yes)) => {
                            let apart = |one: i32, other: i32| (one - other).abs();
                            (apart(a.file().into(), b.file().into())
                                == apart(a.rank().into(), b.rank().into()))
                                == *yes
                        }
                        (Question::KnightMoves(..), Solution::Number(moves)) => (1..=4).contains(moves),
                        (Question::Attacks(Role::Rook, a, b), Solution::YesNo(yes)) => {
                            (a.file() == b.file() || a.rank() == b.rank()) == *yes
                        }
                        (Question::Attacks(..), Solution::YesNo(_)) => true,
                        (Question::WhatStands(square), Solution::Piece(role)) => {
                            board.role_at(*square) == Some(*role)
                        }
                        (Question::WhereStands(role, color), Solution::Square(squares)) => {
                            squares.iter().all(|square| board.piece_at(*square) == Some(role.of(*color)))
                        }
                        (Question::Occupied(square), Solution::YesNo(yes)) => {
                            board.piece_at(*square).is_some() == *yes
                        }
                        _ => false,
                    };
                    assert!(is_true, "{drill} {seed}: {task:?}");
                }
            }
            assert_ne!(drill.course(DrillLength::Ten, 1), drill.course(DrillLength::Ten, 2));
        }
        assert_eq!(knight_moves(Square::A1, Square::B2), 4);
        assert_eq!(knight_moves(Square::G1, Square::G3), 2);
        assert_eq!(knight_route(Square::G1, Square::G3), [Square::G1, Square::E2, Square::G3]);
    }

    /// Moves that are drawn by lot mate now and then, after which there is none to be drawn.
    #[test]
    fn a_mate_without_a_board_ends_no_program() {
        let is_mate = |step: &Step| position_after(&StartPosition::default(), &step.moves).is_game_over();
        let mates = (0..40_000).map(|seed| Drill::Blindfold.course(DrillLength::Ten, seed));
        assert!(mates.flat_map(|course| course.steps).any(|step| is_mate(&step)), "none was drawn");
    }
}
