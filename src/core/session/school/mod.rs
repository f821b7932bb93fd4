//! The school in the dialogue: a course is gone through step by step, on the board and in the place of the game.
//!
//! While somebody studies, the session's record is that of what is studied, so that everything that shows or explains a board
//! shows and explains this one. The game waits aside: nothing is written to its journal, and its clocks stand.
//! Whatever is studied is a [`Course`]; how far a learner has come is an [effect](super::Effect::KeepProgress).

mod answers;
mod drills;
mod game_review;
mod lesson_list;
mod standing;
mod puzzles;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

pub(in crate::session) use game_review::GameReview;
pub use game_review::ReviewedGame;
pub(in crate::session) use puzzles::PuzzleSession;

use super::{
    Handler, Phase, Session,
    discretion::told_in,
    phase::{choice_question, is_promotion, where_to},
};
use crate::{
    announce::{Announcement, MoveDetail, MoveInPosition, ReviewAnnouncement, SchoolAnnouncement},
    grammar::{
        AdviceRequest, Expectation, Intent, IntentClass, ReviewStep, SamplePhrase, StudyRequest,
        Subject as About,
    },
    journal::{Opponent, Record, Start},
    laws::{Act, Attempt, Move, Square, StartPosition},
    school::{AnswerKind, Course, DrillLength, Lessons, Progress, Puzzle, Subject, Task},
};
use answers::is_apart_from_task;

/// The lessons there are, and what the learner has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct School {
    /// The lessons.
    pub lessons: Arc<Lessons>,
    /// What was done before.
    pub progress: Progress,
    /// The puzzles of the user's file; none for those that come with the program.
    pub puzzles: Option<Arc<Vec<Puzzle>>>,
    /// The learner's own puzzles, which come from their games.
    pub own: Arc<Vec<Puzzle>>,
    /// What is wrong with files of the user's, until it is told.
    pub faults: Vec<String>,
    /// Whether an engine is there that has no side of a game.
    pub has_engine: bool,
    /// The game that is to be reviewed, where it is not the one that was played.
    pub game: Option<Arc<ReviewedGame>>,
}

/// What is asked in the school.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StudyPrompt {
    /// The open task; none after its solution, and at the end.
    pub(in crate::session) task: Option<Task>,
    /// The moves of which one was meant, where that is asked.
    pub(in crate::session) unclear: Vec<Move>,
}

/// What is studied in the place of a game.
#[derive(Debug)]
pub(in crate::session) struct Study {
    course: Course,
    /// The step, from 0; after the last at the end.
    step: usize,
    /// The wrong answers to the open task.
    tries: u8,
    /// The squares that were named rightly.
    found: Vec<Square>,
    /// For each step whose task was answered or shown, whether it was solved at the first try.
    outcomes: BTreeMap<usize, bool>,
    /// When the round ends, if time ends it.
    ends: Option<Duration>,
    /// The review of a game, if it is one.
    review: Option<GameReview>,
    /// The game that waits, and where its dialogue stood.
    game: Record,
    phase: Phase,
}

impl Study {
    /// How many tasks were solved at the first try.
    fn solved(&self) -> usize {
        self.outcomes.values().filter(|solved| **solved).count()
    }
}

impl StudyPrompt {
    pub(in crate::session) fn kind(&self) -> Option<AnswerKind> {
        self.task.as_ref().map(|task| task.solution.kind())
    }

    pub(in crate::session) fn question(&self, record: &Record) -> Option<Announcement> {
        if !self.unclear.is_empty() {
            let told = |m: &Move| told_in(record, *m);
            return Some(choice_question(self.unclear.iter().map(told).collect()));
        }
        let task = self.task.as_ref()?;
        let (question, kind) = (task.question.clone(), task.solution.kind());
        Some(SchoolAnnouncement::Task { question, kind }.into())
    }

    pub(in crate::session) fn expects(&self) -> Expectation {
        if self.unclear.is_empty() {
            return Expectation::Study(self.kind());
        }
        if is_promotion(&self.unclear) {
            return Expectation::Promotion(self.unclear.clone());
        }
        match where_to(&self.unclear, MoveDetail::Full) {
            Some(role) => Expectation::WhereTo { role, moves: self.unclear.clone() },
            None => Expectation::WhichPiece(self.unclear.clone()),
        }
    }

    /// The intent of the key under the `n`th answer, from 0.
    pub(in crate::session) fn choice(&self, n: usize) -> Option<Intent> {
        match self.kind() {
            _ if !self.unclear.is_empty() => self.unclear.get(n).map(|m| Intent::Move(Attempt::from(*m))),
            Some(AnswerKind::YesNo) => [Intent::Yes, Intent::No].into_iter().nth(n),
            _ => None,
        }
    }
}

impl Session {
    /// A session in which nothing is played, and something is studied.
    #[must_use]
    pub fn in_school(self) -> Session {
        self.in_phase(Phase::Studying(Box::default()))
    }

    /// Whether something is studied in the place of the game.
    pub fn is_studying(&self) -> bool {
        matches!(self.phase(), Phase::Studying(_))
    }

    /// What is studied; none in a game, and before something is chosen.
    pub fn studied(&self) -> Option<&Subject> {
        self.study.as_ref().map(|study| &study.course.subject)
    }

    /// Whether it matters who is on move: not in the list of lessons, nor where questions about a board are asked.
    pub fn has_turn(&self) -> bool {
        match self.studied() {
            Some(Subject::Training { .. } | Subject::LessonList) => false,
            Some(Subject::Lesson { .. } | Subject::Puzzle | Subject::GameReview) => true,
            None => !self.is_studying(),
        }
    }

    /// Whether something else than a move is asked for in the school, where no word must become a legal move.
    pub fn asks_for_no_move(&self) -> bool {
        matches!(self.phase(), Phase::Studying(prompt) if prompt.kind() != Some(AnswerKind::Move))
    }

    /// Whether a phrase counts in the school now.
    pub(in crate::session) fn takes_in_study(&self, phrase: &SamplePhrase, intent: &Intent) -> bool {
        let is_of_school = matches!(
            intent,
            Intent::Study(_)
                | Intent::Yes
                | Intent::No
                | Intent::Move(_)
                | Intent::Review(_)
                | Intent::Ask(_)
                | Intent::Advise(AdviceRequest::Hint | AdviceRequest::BestMove | AdviceRequest::Outlook)
        );
        (is_of_school || intent.class() == IntentClass::Program)
            && phrase.counts_with(self.dialogue.expects())
    }

    /// Whether nothing of the board may be told now, which is the task.
    pub(in crate::session) fn is_concealed(&self) -> bool {
        let step = self.study.as_ref().and_then(|study| study.course.steps.get(study.step));
        step.is_some_and(|step| step.concealed)
    }

    /// Whether nothing is played, and the program ends with the school.
    pub(in crate::session) fn is_school_alone(&self) -> bool {
        matches!(self.phase_of_game(), Phase::Studying(_))
    }

    /// The phase of the game, which may wait.
    pub(in crate::session) fn phase_of_game(&self) -> &Phase {
        self.study.as_ref().map_or(self.phase(), |study| &study.phase)
    }

    /// Returns the record of the game, which waits while something else is on the board.
    pub fn game_record(&self) -> &Record {
        self.study.as_ref().map_or(&self.record, |study| &study.game)
    }

    /// Whether the school may be entered here: never in competition or against people.
    pub(in crate::session) fn may_study(&self) -> bool {
        let game = self.game_record();
        let start = game.start();
        let is_free = match start.opponent {
            Opponent::Engine(_) => true,
            Opponent::Board => game.game().moves().is_empty() || game.ended().is_some(),
            Opponent::Online { .. } => false,
        };
        is_free && !start.competition && !self.is_among_others()
    }
}

impl Handler<'_> {
    /// Handles a request for the school from outside of it.
    pub(in crate::session) fn request_study(&mut self, request: StudyRequest) {
        let is_open =
            matches!(self.phase(), Phase::Opponent(_) | Phase::Moving | Phase::Over | Phase::Studying(_));
        if !self.may_study() {
            self.refuse(SchoolAnnouncement::NotNow.into());
            return self.repeat_question();
        }
        if !is_open {
            return self.no_answer();
        }
        self.tell_faults(request);
        match request {
            StudyRequest::Lessons => self.begin_lesson_list(),
            StudyRequest::Lesson(number) => self.begin_lesson(usize::from(number).wrapping_sub(1)),
            StudyRequest::LessonOn(piece) => {
                let lessons = self.options.school.lessons.all();
                self.begin_lesson(
                    lessons.iter().position(|lesson| lesson.piece() == Some(piece)).unwrap_or(usize::MAX),
                );
            }
            StudyRequest::Drills => self.tell_drills(),
            StudyRequest::Drill(number) => self.begin_numbered_drill(number, DrillLength::Ten),
            StudyRequest::MinuteDrill(number) => self.begin_numbered_drill(number, DrillLength::Minute),
            StudyRequest::Minute => self.begin_minute(),
            StudyRequest::Puzzles => self.begin_puzzle(false),
            StudyRequest::MatePuzzles => self.begin_puzzle(true),
            StudyRequest::Rating => self.tell_rating(),
            StudyRequest::Review => self.begin_review(),
            StudyRequest::Task | StudyRequest::Number(_) | StudyRequest::Next | StudyRequest::Solution => {
                self.no_answer();
            }
        }
    }

    /// Handles what is said in the school.
    pub(in crate::session) fn handle_in_study(&mut self, intent: Intent) {
        let class = intent.class();
        self.settle_try(None);
        if self.is_looking_at_game() && !is_apart_from_task(&intent) {
            return self.tell_looking();
        }
        if self.is_round_over(self.at) {
            self.end_round();
            if !is_apart_from_task(&intent) {
                return;
            }
        }
        match (intent, class) {
            (Intent::Study(StudyRequest::Task), _) => self.repeat_task(),
            (
                intent
                @ (Intent::Study(StudyRequest::Number(_)) | Intent::Yes | Intent::No | Intent::Move(_)),
                _,
            ) => self.take_reply(&intent),
            (Intent::Study(StudyRequest::Next), _) => self.go_on(),
            (Intent::Study(StudyRequest::Solution), _) => self.show_solution(),
            (Intent::Study(request), _) => self.request_study(request),
            // "Weiter", in all the words there are for it.
            (Intent::Review(ReviewStep::On) | Intent::StartClock | Intent::PressClock, _) => self.go_on(),
            (Intent::Review(ReviewStep::Back) | Intent::Correct, _) => {
                self.go_to(self.step().saturating_sub(1));
            }
            (Intent::Review(ReviewStep::First | ReviewStep::Begin), _) => self.go_to(0),
            (Intent::Review(ReviewStep::End | ReviewStep::Last) | Intent::Leave { .. }, _) => {
                self.leave_school();
            }
            (Intent::Advise(AdviceRequest::Hint), _) => self.give_hint(),
            (Intent::Advise(AdviceRequest::BestMove) | Intent::Declared { act: Act::Resign, .. }, _) => {
                self.show_solution();
            }
            (Intent::Advise(AdviceRequest::Outlook), _) => self.tell_progress(),
            (Intent::Ask(question), _) if self.is_concealed() && question.about() == About::Place => {
                self.refuse(SchoolAnnouncement::Concealed.into());
                self.repeat_question();
            }
            (Intent::Ask(question), _) => self.answer(question),
            (
                _,
                IntentClass::Program
                | IntentClass::Question
                | IntentClass::Request
                | IntentClass::Interruption
                | IntentClass::Move
                | IntentClass::Answer
                | IntentClass::Declaration
                | IntentClass::Arbitration
                | IntentClass::Departure,
            ) => {
                self.refuse(SchoolAnnouncement::NotHere.into());
                self.repeat_question();
            }
        }
    }

    /// Tells once what is wrong with the user's files, where they would have been used.
    fn tell_faults(&mut self, request: StudyRequest) {
        let uses_files = match request {
            StudyRequest::Lessons
            | StudyRequest::Lesson(_)
            | StudyRequest::LessonOn(_)
            | StudyRequest::Puzzles
            | StudyRequest::MatePuzzles
            | StudyRequest::Rating => true,
            StudyRequest::Drills
            | StudyRequest::Drill(_)
            | StudyRequest::MinuteDrill(_)
            | StudyRequest::Minute
            | StudyRequest::Review
            | StudyRequest::Task
            | StudyRequest::Number(_)
            | StudyRequest::Next
            | StudyRequest::Solution => false,
        };
        if uses_files && !self.options.school.faults.is_empty() {
            let faults = std::mem::take(&mut self.session.options.school.faults);
            self.tell(SchoolAnnouncement::Faults(faults).into());
        }
    }

    fn begin_lesson(&mut self, index: usize) {
        let School { lessons, progress, .. } = self.options.school.clone();
        let Some(course) = lessons.course(index) else {
            self.refuse(SchoolAnnouncement::NoSuchLesson(lessons.all().len()).into());
            return self.repeat_question();
        };
        let lesson = &lessons.all()[index];
        let left = progress.left.filter(|(name, step)| *name == lesson.name && *step < course.steps.len());
        let step = left.map_or(0, |(_, step)| step);
        let title = lesson.title.clone();
        self.study(course);
        self.tell(SchoolAnnouncement::Lesson { number: index + 1, title, again: step > 0 }.into());
        self.go_to(step);
    }

    /// Puts a course in the place of the game, or of the course before.
    pub(in crate::session) fn study(&mut self, course: Course) {
        if self.study.is_none() {
            self.close_microphone_until_talk();
            self.end_review();
            self.halt();
            self.session.closing.cancel();
        }
        let (at, phase) = (self.at, self.phase().clone());
        let (game, phase) = match self.session.study.take() {
            Some(study) => (study.game, study.phase),
            None => (std::mem::replace(&mut self.session.record, Record::begin(Start::default(), at)), phase),
        };
        self.session.study = Some(Box::new(Study {
            course,
            step: 0,
            tries: 0,
            found: Vec::new(),
            outcomes: BTreeMap::new(),
            ends: None,
            review: None,
            game,
            phase,
        }));
        self.session.dialogue.forget_waiting();
    }

    fn step(&self) -> usize {
        self.study.as_ref().map_or(0, |study| study.step)
    }

    /// Puts a position on the board.
    fn set_board(&mut self, position: StartPosition) {
        let start = Start { position, ..Start::default() };
        self.session.record = Record::begin(start, self.at);
        self.session.exploration.position_changed();
        self.session.analyses.position_changed();
        self.session.review.end();
        self.session.puzzles.forget_try();
    }

    /// Goes to a step, tells it and asks its question.
    pub(in crate::session) fn go_to(&mut self, step: usize) {
        if self.is_round_over(self.now) {
            // What is answered was said in time, and there is none left for another question.
            self.prompt(None);
            return self.end_round();
        }
        let Some(study) = &mut self.session.study else { return self.begin_lesson_list() };
        study.step = step;
        study.tries = 0;
        study.found.clear();
        let position = study.course.position_at(step);
        let Some(now) = study.course.steps.get(step).cloned() else { return self.finish_course() };
        let is_new = now.position.is_some() || position != self.board_now();
        self.set_board(position);
        let is_list = self.study.as_ref().is_some_and(|study| study.course.subject == Subject::LessonList);
        if is_list {
            self.tell_lesson_list(step);
        }
        if let Some(point) = &now.turning_point {
            let played = MoveInPosition::new(self.board_now().position().clone(), point.played);
            self.tell_in_review(ReviewAnnouncement::Asked(played));
        }
        for prose in now.told {
            self.tell(SchoolAnnouncement::Text(prose).into());
        }
        if is_new {
            self.tell_board();
        }
        for m in now.moves {
            let told = self.play_in_study(m);
            self.tell(Announcement::Moved(told));
        }
        self.note_step(step);
        let asks = now.task.is_some();
        self.prompt(now.task);
        if asks {
            self.repeat_question();
        } else if !is_list {
            self.tell(SchoolAnnouncement::GoOn.into());
        }
    }

    fn board_now(&self) -> StartPosition {
        self.record.start().position.clone()
    }

    /// Tells what stands on the board, unless it is the usual start.
    fn tell_board(&mut self) {
        if self.board_now() != StartPosition::default() {
            let position = self.question_context(About::Now).start();
            self.tell(position);
        }
    }

    pub(in crate::session) fn prompt(&mut self, task: Option<Task>) {
        self.session.dialogue.forget_waiting();
        self.enter(Phase::Studying(Box::new(StudyPrompt { task, unclear: Vec::new() })));
    }

    fn prompt_now(&self) -> StudyPrompt {
        if let Phase::Studying(prompt) = self.phase() { (**prompt).clone() } else { StudyPrompt::default() }
    }

    fn repeat_task(&mut self) {
        if self.prompt_now().task.is_some() {
            if !self.is_concealed() {
                let position = self.question_context(About::Now).start();
                self.tell(position);
            }
            self.repeat_question();
        } else {
            self.tell(SchoolAnnouncement::GoOn.into());
        }
    }

    /// Goes to the next step, or from the end of a lesson to the next lesson.
    fn go_on(&mut self) {
        let lessons = Arc::clone(&self.options.school.lessons);
        let Some(study) = &self.session.study else { return self.begin_lesson(self.next_lesson()) };
        let (step, steps) = (study.step, study.course.steps.len());
        if step < steps && study.course.subject != Subject::Puzzle {
            return self.go_to(step + 1);
        }
        let index = match study.course.subject {
            Subject::Lesson { index, .. } => index,
            Subject::Training { drill, length } => return self.begin_drill(drill, length),
            Subject::Puzzle => return self.next_puzzle(),
            Subject::GameReview => return self.leave_school(),
            Subject::LessonList => return self.begin_lesson(self.next_lesson()),
        };
        if index + 1 < lessons.all().len() { self.begin_lesson(index + 1) } else { self.leave_school() }
    }
}
