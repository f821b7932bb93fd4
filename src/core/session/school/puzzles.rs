//! Puzzles in the dialogue: one is drawn, its moves are tried, the answers of the other side are played, and the rating is
//! counted at the first that is wrong or when it is solved.

use std::time::Duration;

use super::answers::TRIES;
use crate::{
    announce::{MoveInPosition, SchoolAnnouncement, ShortfallTold},
    laws::{EngineView, Move, Position},
    school::{
        Puzzle, PuzzleAnswer, PuzzleDraw, PuzzleMiss, PuzzleTask, Solution, Solving, Subject, Task,
        own_puzzles,
    },
    session::{Effect, Handler, InquiryPurpose, InquirySearch, Pattern, Session, Silence},
};

/// What was drawn since the session began.
#[derive(Debug, Default)]
pub(in crate::session) struct PuzzleSession {
    draw: PuzzleDraw,
    /// Only mates are drawn.
    only_mates: bool,
    /// The open puzzle was counted.
    is_counted: bool,
    /// The idea of it was told, so that the next hint tells more.
    is_hinted: bool,
    /// How many puzzles were drawn: every other one is the learner's own, while there are such.
    count: usize,
    /// The move that waits for what the engine says to it.
    tried: Option<TriedMove>,
}

/// A move that is no part of the solution, until it is told what refutes it.
#[derive(Clone, Debug)]
struct TriedMove {
    task: Task,
    m: Move,
    /// What is told without the engine.
    otherwise: PuzzleMiss,
    /// When that is told.
    until: Duration,
}

/// How long the engine looks for what refutes a move.
const REFUTATION: Duration = Duration::from_millis(300);
/// When it is answered without the engine: nobody waits for longer than a second.
const NO_LATER: Duration = Duration::from_millis(900);
/// With such chances after a move, what follows does not refute it.
const STILL_GOOD: f64 = 0.7;

impl PuzzleSession {
    pub(in crate::session) fn forget_try(&mut self) {
        self.tried = None;
    }
}

impl Session {
    /// When a move that was tried is answered without the engine.
    pub(in crate::session) fn try_settles_at(&self) -> Option<Duration> {
        self.puzzles.tried.as_ref().map(|tried| tried.until)
    }
}

impl Handler<'_> {
    /// "Aufgaben": draws a puzzle.
    pub(in crate::session) fn begin_puzzle(&mut self, only_mates: bool) {
        self.session.puzzles.only_mates = only_mates;
        self.draw_puzzle();
    }

    /// Goes on to another puzzle; one that was left unsolved counts as missed.
    pub(in crate::session) fn next_puzzle(&mut self) {
        if let Some(Task { solution: Solution::Puzzle(solving), .. }) = self.prompt_now().task {
            self.count_puzzle(solving.puzzle(), false);
        }
        self.draw_puzzle();
    }

    fn draw_puzzle(&mut self) {
        let school = self.options.school.clone();
        let is_own_turn = self.puzzles.count.is_multiple_of(2);
        self.session.puzzles.count += 1;
        let puzzles = school.puzzles.unwrap_or_else(own_puzzles);
        if self.puzzles.draw.is_new() {
            let mut draw = PuzzleDraw::new(self.options.seed);
            school.progress.puzzles.iter().for_each(|name| draw.leave_out(name));
            self.session.puzzles.draw = draw;
        }
        let only_mates = self.puzzles.only_mates;
        let wanted = |puzzle: &Puzzle| !only_mates || matches!(puzzle.task, PuzzleTask::Mate(_));
        let rating = school.progress.rating.rating;
        let draw = &mut self.session.puzzles.draw;
        // What a file states may be false: such a puzzle is left out.
        let mut from = |puzzles: &[Puzzle]| {
            let drawn = std::iter::from_fn(|| draw.next(puzzles, rating, wanted));
            drawn.into_iter().find(|puzzle| puzzle.has_solution()).cloned()
        };
        let own = if is_own_turn { from(&school.own) } else { None };
        let Some(puzzle) = own.or_else(|| from(&puzzles)).or_else(|| from(&school.own)) else {
            self.refuse(SchoolAnnouncement::NoMorePuzzles.into());
            return self.repeat_question();
        };
        self.session.puzzles.is_counted = false;
        self.session.puzzles.is_hinted = false;
        self.session.options.school.progress.drew(&puzzle.id);
        self.study(Solving::new(puzzle).course());
        self.go_to(0);
    }

    /// Tries a legal move: what is right is played, with the answer to it; what is wrong is told with what refutes it.
    pub(in crate::session) fn try_in_puzzle(&mut self, task: &Task, m: Move) {
        let Solution::Puzzle(solving) = &task.solution else { return };
        let mut solving = (**solving).clone();
        let puzzle = solving.puzzle().clone();
        let answer = solving.answer(m);
        match answer {
            PuzzleAnswer::Missed(miss @ (PuzzleMiss::Refuted(_) | PuzzleMiss::NotIt))
                if self.may_ask_for_refutation(&puzzle) =>
            {
                self.ask_for_refutation(task, m, miss);
            }
            PuzzleAnswer::Solved | PuzzleAnswer::GoesOn(_) | PuzzleAnswer::Missed(_) => {
                self.tell_tried(&solving, m, answer);
            }
        }
    }

    /// Whether the engine is asked what refutes a move. Where mate is asked for, the Laws alone tell.
    fn may_ask_for_refutation(&self, puzzle: &Puzzle) -> bool {
        self.has_engine_in_school() && !self.opponent.lost && !matches!(puzzle.task, PuzzleTask::Mate(_))
    }

    fn ask_for_refutation(&mut self, task: &Task, m: Move, otherwise: PuzzleMiss) {
        let search = InquirySearch {
            tried: Some(m),
            ..InquirySearch::of(self.record.game().moves().len(), REFUTATION)
        };
        let until = self.now + NO_LATER;
        self.session.puzzles.tried = Some(TriedMove { task: task.clone(), m, otherwise, until });
        self.session.analyses.ask(InquiryPurpose::Refutation, vec![search]);
        self.stay_silent(Silence::AnswerFollows);
    }

    /// Tells what the engine has found to the move that was tried.
    pub(in crate::session) fn tell_refutation(&mut self, seen: Option<&EngineView>) {
        let found = seen.and_then(|view| Some((*view.line.first()?, view.value.winning_chances())));
        self.settle_try(found);
    }

    /// Tells what the move is worth that was tried, by the engine's answer and the chances with it, or without the engine.
    pub(in crate::session) fn settle_try(&mut self, found: Option<(Move, f64)>) {
        let Some(TriedMove { task, m, otherwise, .. }) = self.session.puzzles.tried.take() else { return };
        let Solution::Puzzle(solving) = &task.solution else { return };
        self.session.analyses.position_changed();
        let miss = match found {
            // The move is not the best, and wins all the same.
            Some((_, chances)) if chances <= -STILL_GOOD => PuzzleMiss::StillGood,
            Some((reply, _)) => PuzzleMiss::Refuted(reply),
            None => otherwise,
        };
        self.tell_tried(solving, m, PuzzleAnswer::Missed(miss));
    }

    /// Tells what a move is worth; `solving` is the puzzle after it.
    fn tell_tried(&mut self, solving: &Solving, m: Move, answer: PuzzleAnswer) {
        let puzzle = solving.puzzle().clone();
        let tried = self.legal_move(m);
        match answer {
            PuzzleAnswer::Solved if self.is_reviewing_game() => {
                self.play_in_study(m);
                self.effects.push(Effect::Feel(Pattern::Confirm));
                self.tell(SchoolAnnouncement::Right(Some(tried)).into());
                self.tell_outlook_of_step();
                self.finish_step();
            }
            PuzzleAnswer::Solved => {
                self.play_in_study(m);
                self.effects.push(Effect::Feel(Pattern::Confirm));
                self.prompt(None);
                self.tell(SchoolAnnouncement::Right(Some(tried)).into());
                let rated = self.count_puzzle(&puzzle, true);
                let rated = rated.then_some(self.options.school.progress.rating);
                self.tell(SchoolAnnouncement::PuzzleSolved(rated).into());
            }
            PuzzleAnswer::GoesOn(reply) => {
                self.play_in_study(m);
                let reply = self.play_in_study(reply);
                self.effects.push(Effect::Feel(Pattern::Confirm));
                self.tell(SchoolAnnouncement::PuzzleGoesOn { m: tried, reply }.into());
                self.prompt(Some(solving.task()));
                self.repeat_question();
            }
            PuzzleAnswer::Missed(miss) => {
                let mut after = tried.before.clone();
                after.play_unchecked(m);
                let short = told_miss(miss, |reply| MoveInPosition::new(after, reply));
                self.miss_in_puzzle(&puzzle, SchoolAnnouncement::PuzzleMissed { m: tried, short });
            }
        }
    }

    fn miss_in_puzzle(&mut self, puzzle: &Puzzle, why: SchoolAnnouncement) {
        self.count_puzzle(puzzle, false);
        let Some(study) = &mut self.session.study else { return };
        study.tries += 1;
        let is_last = study.tries >= TRIES;
        self.refuse(why.into());
        if is_last {
            self.show_solution();
        } else {
            self.keep_question_to_repeat();
        }
    }

    /// Whether the tasks are those of a game that is reviewed. They count when they come again.
    fn is_reviewing_game(&self) -> bool {
        self.study.as_ref().is_some_and(|study| study.course.subject == Subject::GameReview)
    }

    /// Goes on to the next step after a task was solved.
    fn finish_step(&mut self) {
        let Some(study) = &mut self.session.study else { return };
        let step = study.step;
        study.outcomes.entry(step).or_insert(study.tries == 0);
        self.go_to(step + 1);
    }

    /// Plays the rest of the solution.
    pub(in crate::session) fn show_puzzle_solution(&mut self, solving: &Solving) {
        self.count_puzzle(solving.puzzle(), false);
        let line = solving.rest().into_iter().map(|m| self.play_in_study(m)).collect();
        if let Some(study) = &mut self.session.study {
            study.outcomes.entry(study.step).or_insert(false);
        }
        self.prompt(None);
        self.tell(SchoolAnnouncement::PuzzleSolution(line).into());
        self.tell_outlook_of_step();
        self.tell(SchoolAnnouncement::GoOn.into());
    }

    /// The idea first, then where the move begins.
    pub(in crate::session) fn hint_in_puzzle(&mut self, solving: &Solving) {
        self.count_puzzle(solving.puzzle(), false);
        let from = solving.solution().and_then(|m| m.from()).filter(|_| self.puzzles.is_hinted);
        self.session.puzzles.is_hinted = true;
        let told = match from {
            Some(from) => SchoolAnnouncement::HintFrom(from),
            None => SchoolAnnouncement::PuzzleTheme(solving.puzzle().theme),
        };
        self.tell(told.into());
        self.keep_question_to_repeat();
    }

    /// Counts a puzzle once: what was solved only after help was not solved.
    fn count_puzzle(&mut self, puzzle: &Puzzle, solved: bool) -> bool {
        if self.is_reviewing_game() || std::mem::replace(&mut self.session.puzzles.is_counted, true) {
            return false;
        }
        let progress = &mut self.session.options.school.progress;
        progress.rating = progress.rating.after(solved, puzzle.difficulty, puzzle.deviation);
        self.keep_progress();
        true
    }

    pub(in crate::session) fn tell_rating(&mut self) {
        self.tell(SchoolAnnouncement::Rating(self.options.school.progress.rating).into());
        self.keep_question_to_repeat();
    }
}

/// A miss as it is told; `after` puts a reply into the position after the move.
fn told_miss(miss: PuzzleMiss, after: impl FnOnce(Move) -> MoveInPosition) -> ShortfallTold {
    let (name, reply) = match miss {
        PuzzleMiss::NoCheck => ("no-check", None),
        PuzzleMiss::Parried(reply) => ("parried", Some(reply)),
        PuzzleMiss::Late(reply) => ("late", Some(reply)),
        PuzzleMiss::Refuted(reply) => ("refuted", Some(reply)),
        PuzzleMiss::Stalemates => ("stalemate", None),
        PuzzleMiss::Dead => ("dead", None),
        PuzzleMiss::OtherPromotion => ("other-promotion", None),
        PuzzleMiss::StillGood => ("still-good", None),
        PuzzleMiss::NotIt => ("not-it", None),
    };
    ShortfallTold { name, reply: reply.map(after), square: None }
}
