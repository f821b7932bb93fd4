//! The school: what is told and asked, and whether an answer is right. It knows the Laws, and neither the dialogue nor a file.
//!
//! A [`Course`] is a row of [`Step`]s: sentences, perhaps a position, perhaps a [`Task`] with its [`Question`] and its
//! [`Solution`]. Whatever is told step by step is a course, so the dialogue (`session::school`) is the same for all of it:
//! a lesson is one, read by [`Lesson::read`] from a file of `grammars/*/lessons` or of the user; a round of training is one,
//! made by [`Drill::course`].
//! A puzzle is one too ([`Solving::course`]), of one step, whose task goes on after each right move with the opponent's answer.
//! [`Solving`] judges the moves, by the Laws where they tell and else by the written solution; [`theme`] finds the idea of a
//! puzzle, [`rating`] is how strong its solver is, [`selection`] draws the next one, [`reading`] reads the files in which people
//! keep puzzles.
//!
//! [`Task::judge`] says what a [`Reply`] is worth in a position: [`Judgement::Right`], a part of it, a [`Miss`] with a reason that
//! is true on that board, or no answer to this question at all. Solutions are computed from the position wherever they can be
//! ("all squares the knight reaches"), and a stated one is checked when the lesson is read: a lesson that is read is right.
//!
//! A new kind of question is a variant of [`Solution`] with its arm in `judge`, and, if it is not written in a lesson,
//! one of [`Question`] with its sentence. A new kind of study is whatever makes a `Course`, and a variant of [`Subject`].
//!
//! Beside the courses there are puzzles, in reading order: a [`puzzle`] and how it is solved; its [`theme`], found by the Laws;
//! [`rating`], the solver's and the puzzles'; [`selection`], which puzzle comes next; [`reading`] of the files in which
//! puzzles are kept; [`turning_points`], by which a game that was played becomes puzzles.

#![warn(missing_docs, unreachable_pub)]
#![deny(clippy::wildcard_enum_match_arm)]

mod prose;
mod course;
mod goal;
mod judging;
mod lesson;
mod written_answer;
mod progress;
mod training;
pub mod puzzle;
mod refutation;
pub mod theme;
pub mod rating;
pub mod selection;
pub mod reading;
pub mod turning_points;

pub use course::{AnswerKind, Course, Question, Solution, SquareSet, Step, Subject, Task};
pub use goal::{Goal, Shortfall};
pub use judging::{Judgement, Miss, Reply, SharedLine};
pub use lesson::{Lesson, LessonError, LessonFault, Lessons};
pub use progress::Progress;
pub use prose::{Prose, ProsePart};
pub use puzzle::{Puzzle, PuzzleAnswer, PuzzleMiss, PuzzleTask, Solving};
pub use rating::SolverRating;
pub use reading::{PuzzleError, PuzzleFault, PuzzleFile, own_puzzles, read_puzzles, written_puzzle};
pub use selection::PuzzleDraw;
pub use theme::Theme;
pub use training::{Drill, DrillLength, knight_route};
pub use turning_points::{KeptReview, TurningPoint, Verdict};
