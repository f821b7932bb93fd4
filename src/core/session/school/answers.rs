//! What an answer in the school brings: why it is wrong, what helps, and the right one after three tries.

use crate::{
    announce::{Announcement, MoveInPosition, SchoolAnnouncement, ShortfallTold, SolutionTold},
    grammar::{Intent, IntentClass, ReviewStep, StudyRequest},
    laws::{Attempt, Move, Position, Role},
    school::{
        AnswerKind, Judgement, Miss, Question, Reply, Shortfall, Solution, Subject, Task, knight_route,
    },
    session::{Effect, Handler, Pattern, Phase},
};

/// After so many wrong answers the right one is shown.
pub(in crate::session) const TRIES: u8 = 3;

impl Handler<'_> {
    pub(in crate::session) fn take_reply(&mut self, intent: &Intent) {
        let prompt = self.prompt_now();
        let Some(task) = prompt.task else {
            return match *intent == Intent::Yes {
                true => self.go_on(),
                false => self.refuse(SchoolAnnouncement::GoOn.into()),
            };
        };
        for reply in replies(intent, task.solution.kind()) {
            self.judge_reply(&task, reply);
            if self.prompt_now().task.as_ref() != Some(&task) {
                return;
            }
        }
    }

    fn judge_reply(&mut self, task: &Task, reply: Reply) {
        let Some(study) = &mut self.session.study else { return };
        let judged = task.judge(self.session.record.game().position(), reply, &study.found);
        if let Phase::Studying(prompt) = self.session.dialogue.phase_mut() {
            prompt.unclear.clear();
        }
        match judged {
            Judgement::Right(m) => {
                let step = study.step;
                study.outcomes.entry(step).or_insert(study.tries == 0);
                let told = m.map(|m| self.play_in_study(m));
                self.effects.push(Effect::Feel(Pattern::Confirm));
                self.tell(SchoolAnnouncement::Right(told).into());
                self.tell_because(task);
                self.go_to(step + 1);
            }
            Judgement::Tried(m) => self.try_in_puzzle(task, m),
            Judgement::Part { left } => {
                if let Reply::Square(square) = reply {
                    study.found.push(square);
                }
                self.effects.push(Effect::Feel(Pattern::Confirm));
                self.tell(SchoolAnnouncement::Part(left).into());
                self.keep_question_to_repeat();
            }
            Judgement::NamedAlready => {
                if let Reply::Square(square) = reply {
                    self.tell(SchoolAnnouncement::NamedAlready(square).into());
                }
            }
            Judgement::Unclear(moves) => {
                if let Phase::Studying(prompt) = self.session.dialogue.phase_mut() {
                    prompt.unclear = moves;
                }
                self.repeat_question();
            }
            Judgement::Unfitting(kind) => {
                self.refuse(SchoolAnnouncement::Unfitting(kind).into());
                self.repeat_question();
            }
            Judgement::Wrong(miss) => {
                // Of a puzzle only moves are tried that can be played: others may only have been misheard.
                let is_misheard = matches!((&task.solution, &miss), (Solution::Puzzle(_), Miss::Illegal(_)));
                study.tries += u8::from(!is_misheard);
                // Of yes and no the other one is left.
                let is_training = matches!(study.course.subject, Subject::Training { .. });
                let is_yes_or_no = task.solution.kind() == AnswerKind::YesNo;
                let is_last = study.tries >= TRIES || is_yes_or_no || is_training;
                // Where the answer follows at once, it says by itself what was wrong.
                let miss = if is_last && leads_on(&miss) { Miss::Plain } else { miss };
                let why = self.tell_miss(miss);
                self.refuse(why);
                if is_last {
                    self.show_solution();
                } else {
                    self.keep_question_to_repeat();
                }
            }
        }
    }

    /// Lets "wiederholen" say the question rather than what was wrong with the answer.
    pub(in crate::session) fn keep_question_to_repeat(&mut self) {
        if let Some(question) = self.phase().question(&self.record) {
            self.session.dialogue.keep_to_repeat(&question);
        }
    }

    pub(in crate::session) fn play_in_study(&mut self, m: Move) -> MoveInPosition {
        let told = self.legal_move(m);
        let entry = self.record.move_entry(m);
        self.write(entry);
        told
    }

    fn tell_because(&mut self, task: &Task) {
        if let Some(because) = task.because.clone() {
            self.tell(SchoolAnnouncement::Text(because).into());
        }
    }

    /// Shows the right answer, on the board if it is a move. The learner goes on when they have felt it.
    pub(in crate::session) fn show_solution(&mut self) {
        let Some(task) = self.prompt_now().task else {
            return self.refuse(SchoolAnnouncement::GoOn.into());
        };
        if let Solution::Puzzle(solving) = &task.solution {
            return self.show_puzzle_solution(solving);
        }
        if let Some(study) = &mut self.session.study {
            study.outcomes.entry(study.step).or_insert(false);
        }
        self.tell_solution(&task);
        match self.study.as_ref().map(|study| (&study.course.subject, study.step)) {
            // A round goes on by itself.
            Some((Subject::Training { .. }, step)) => self.go_to(step + 1),
            Some((
                Subject::Lesson { .. } | Subject::LessonList | Subject::Puzzle | Subject::GameReview,
                _,
            ))
            | None => self.tell(SchoolAnnouncement::GoOn.into()),
        }
    }

    /// Tells what is right, and why. Nothing is asked then.
    pub(in crate::session) fn tell_solution(&mut self, task: &Task) {
        let position = self.record.game().position().clone();
        let told = match &task.solution {
            Solution::YesNo(yes) => SolutionTold::YesNo(*yes),
            Solution::Number(number) => SolutionTold::Number(*number),
            Solution::Piece(role) => SolutionTold::Piece(*role),
            Solution::Square(any) => SolutionTold::Squares(any[..1].to_vec()),
            Solution::Squares(all) => SolutionTold::Squares(all.squares(&position)),
            Solution::Move(goal) => match goal.moves(&position).first() {
                Some(m) => SolutionTold::Move(self.play_in_study(*m)),
                None => return,
            },
            Solution::Puzzle(solving) => return self.show_puzzle_solution(solving),
        };
        self.prompt(None);
        self.tell(SchoolAnnouncement::Solution(told).into());
        self.tell_because(task);
        if let Question::KnightMoves(from, to) = task.question {
            let route = knight_route(from, to);
            if route.len() > 2 {
                self.tell(SchoolAnnouncement::KnightRoute(route).into());
            }
        }
    }

    pub(in crate::session) fn give_hint(&mut self) {
        let Some(task) = self.prompt_now().task else {
            return self.refuse(SchoolAnnouncement::GoOn.into());
        };
        let position = self.record.game().position();
        let told = match (&task.hint, &task.solution) {
            (Some(hint), _) => SchoolAnnouncement::Text(hint.clone()),
            (None, Solution::Squares(all)) => SchoolAnnouncement::HintCount(all.squares(position).len()),
            (None, Solution::Move(goal)) => match goal.moves(position).first().and_then(|m| m.from()) {
                Some(from) => SchoolAnnouncement::HintFrom(from),
                None => SchoolAnnouncement::NoHint,
            },
            (None, Solution::Puzzle(solving)) => return self.hint_in_puzzle(solving),
            (None, Solution::YesNo(_) | Solution::Number(_) | Solution::Piece(_) | Solution::Square(_)) => {
                SchoolAnnouncement::NoHint
            }
        };
        self.tell(told.into());
        self.keep_question_to_repeat();
    }

    /// Says why an answer is wrong.
    fn tell_miss(&self, miss: Miss) -> Announcement {
        match miss {
            Miss::Plain => SchoolAnnouncement::Wrong.into(),
            Miss::OtherSquare { square, shares } => SchoolAnnouncement::OtherSquare { square, shares }.into(),
            Miss::NoneOf(square) => SchoolAnnouncement::NoneOf(square).into(),
            Miss::OtherPiece(piece) => SchoolAnnouncement::OtherPiece(piece).into(),
            Miss::More => SchoolAnnouncement::More.into(),
            Miss::Fewer => SchoolAnnouncement::Fewer.into(),
            Miss::Illegal(reason) => Announcement::Illegal { reason, discreet: false },
            Miss::CapturesNothing(square) => SchoolAnnouncement::CapturesNothing(square).into(),
            Miss::ByCastling(square) => SchoolAnnouncement::ByCastling(square).into(),
            Miss::Holds(square, piece) => Announcement::SquareHolds(square, piece),
            Miss::DoesNotAttack((from, role, color), target) => {
                SchoolAnnouncement::DoesNotAttack((role, color), from, target).into()
            }
            Miss::Short(m, short) => {
                let told = self.legal_move(m);
                let mut after = told.before.clone();
                after.play_unchecked(m);
                let reply = |m: Move| Some(MoveInPosition::new(after.clone(), m));
                let (name, reply, square) = match short {
                    Shortfall::NoCheck => ("no-check", None, None),
                    Shortfall::Parried(m) => ("parried", reply(m), None),
                    Shortfall::Captured(m) => ("captured", reply(m), None),
                    Shortfall::StillMoves(m) => ("still-moves", reply(m), None),
                    Shortfall::AllowsMate(m) => ("allows-mate", reply(m), None),
                    Shortfall::IsMate => ("is-mate", None, None),
                    Shortfall::Stalemates => ("stalemate", None, None),
                    Shortfall::Dead => ("dead", None, None),
                    Shortfall::Loses(m) => ("loses", reply(m), None),
                    Shortfall::NoCapture => ("no-capture", None, None),
                    Shortfall::CapturesElsewhere => ("captures-elsewhere", None, None),
                    Shortfall::CapturesLess => ("captures-less", None, None),
                    Shortfall::NoCastling => ("no-castling", None, None),
                    Shortfall::NoPromotion => ("no-promotion", None, None),
                    Shortfall::OtherPromotion(_) => ("other-promotion", None, None),
                    Shortfall::NoEnPassant => ("no-en-passant", None, None),
                    Shortfall::ElsewhereTo(square) => ("elsewhere-to", None, Some(square)),
                    Shortfall::ElsewhereFrom(square) => ("elsewhere-from", None, Some(square)),
                    Shortfall::NotAsked => ("not-asked", None, None),
                };
                SchoolAnnouncement::Short { m: told, short: ShortfallTold { name, reply, square } }.into()
            }
        }
    }
}

/// Whether it only leads on to the answer.
fn leads_on(miss: &Miss) -> bool {
    match miss {
        Miss::More | Miss::Fewer | Miss::OtherSquare { .. } | Miss::OtherPiece(_) => true,
        Miss::Plain
        | Miss::NoneOf(_)
        | Miss::Illegal(_)
        | Miss::CapturesNothing(_)
        | Miss::ByCastling(_)
        | Miss::Holds(..)
        | Miss::DoesNotAttack(..)
        | Miss::Short(..) => false,
    }
}

/// What an intent answers to a question of this kind. A square is a pawn's move by its words; two are a move of two squares.
fn replies(intent: &Intent, kind: AnswerKind) -> Vec<Reply> {
    let said = match (intent, intent.class()) {
        (Intent::Move(said), _) => said,
        (Intent::Yes, _) => return vec![Reply::YesNo(true)],
        (Intent::No, _) => return vec![Reply::YesNo(false)],
        (Intent::Study(StudyRequest::Number(number)), _) => return vec![Reply::Number(*number)],
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
        ) => return Vec::new(),
    };
    let squares = || said.from.square().into_iter().chain(said.to.square());
    let alone = |role: Role| *said == Attempt { role: Some(role), ..Attempt::default() };
    match (kind, said.role) {
        (AnswerKind::Square | AnswerKind::Squares, None | Some(Role::Pawn)) if squares().next().is_some() => {
            squares().map(Reply::Square).collect()
        }
        // "Springer Gustav eins" names where the piece stands.
        (AnswerKind::Square | AnswerKind::Squares, Some(_)) if said.to.square().is_some() => {
            said.to.square().into_iter().map(Reply::Square).collect()
        }
        (AnswerKind::Piece, Some(role)) if alone(role) => vec![Reply::Piece(role)],
        (
            AnswerKind::YesNo
            | AnswerKind::Number
            | AnswerKind::Piece
            | AnswerKind::Square
            | AnswerKind::Squares
            | AnswerKind::Move,
            _,
        ) => vec![Reply::Move(*said)],
    }
}

/// Whether it has nothing to do with what is asked: a question, and what leaves it for something else. That is heeded while
/// the engine looks at a game, and where the time for an answer is over.
pub(super) fn is_apart_from_task(intent: &Intent) -> bool {
    matches!(
        intent,
        Intent::Ask(_)
            | Intent::Review(ReviewStep::End | ReviewStep::Last)
            | Intent::Leave { .. }
            | Intent::Study(
                StudyRequest::Lessons
                    | StudyRequest::Lesson(_)
                    | StudyRequest::LessonOn(_)
                    | StudyRequest::Drills
                    | StudyRequest::Drill(_)
                    | StudyRequest::MinuteDrill(_)
                    | StudyRequest::Minute
                    | StudyRequest::Puzzles
                    | StudyRequest::MatePuzzles
                    | StudyRequest::Rating
            )
    )
}
