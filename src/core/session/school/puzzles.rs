//! Puzzles in the dialogue: one is drawn, its moves are tried, the answers of the other side are played, and the rating is
//! counted at the first that is wrong or when it is solved.

use super::answers::TRIES;
use crate::{
    announce::SchoolAnnouncement,
    laws::{Move, Position},
    school::{Puzzle, PuzzleAnswer, PuzzleDraw, PuzzleTask, Solution, Solving, Task, own_puzzles},
    session::{Effect, Handler, Pattern},
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
        let puzzles = school.puzzles.unwrap_or_else(own_puzzles);
        if self.puzzles.draw.is_new() {
            let mut draw = PuzzleDraw::new(self.options.seed);
            school.progress.puzzles.iter().for_each(|name| draw.leave_out(name));
            self.session.puzzles.draw = draw;
        }
        let only_mates = self.puzzles.only_mates;
        let wanted = |puzzle: &Puzzle| !only_mates || matches!(puzzle.task, PuzzleTask::Mate(_));
        let rating = school.progress.rating.rating;
        // What a file states may be false: such a puzzle is left out.
        let drawn = std::iter::from_fn(|| self.session.puzzles.draw.next(&puzzles, rating, wanted))
            .find(|puzzle| puzzle.has_solution());
        let Some(puzzle) = drawn.cloned() else {
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
        let tried = self.legal_move(m);
        match answer {
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
            PuzzleAnswer::Refuted(reply) => {
                let mut after = tried.before.clone();
                after.play_unchecked(m);
                let reply = crate::announce::MoveInPosition::new(after, reply);
                self.miss_in_puzzle(&puzzle, SchoolAnnouncement::PuzzleRefuted { m: tried, reply });
            }
            PuzzleAnswer::EndsGame => {
                self.miss_in_puzzle(&puzzle, SchoolAnnouncement::PuzzleEndsGame(tried));
            }
            PuzzleAnswer::NotIt => self.miss_in_puzzle(&puzzle, SchoolAnnouncement::PuzzleNotIt(tried)),
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

    /// Plays the rest of the solution.
    pub(in crate::session) fn show_puzzle_solution(&mut self, solving: &Solving) {
        self.count_puzzle(solving.puzzle(), false);
        let line = solving.rest().into_iter().map(|m| self.play_in_study(m)).collect();
        self.prompt(None);
        self.tell(SchoolAnnouncement::PuzzleSolution(line).into());
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
        if std::mem::replace(&mut self.session.puzzles.is_counted, true) {
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
