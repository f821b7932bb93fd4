//! Practice with an engine: hints, mistakes, best moves, moves taken back, exercises. Nothing of it against people.

use std::time::Duration;

use super::{Handler, Inquiry, InquiryPurpose, InquirySearch, PendingConfirmation, Phase, Session, Silence};
use crate::{
    announce::{Advice, Announcement},
    grammar::AdviceRequest,
    journal::Entry,
    laws::{
        EngineView, Evaluation, Exercise, GameResult, Move, Outcome, Position, Service, StartPosition, Terms,
        assessment::{classify_mistake, worst_move},
    },
};

/// How long the engine searches one position that was asked about.
const ONE_POSITION: Duration = Duration::from_secs(1);
/// How long it searches each position of a whole game.
const EACH_POSITION: Duration = Duration::from_millis(100);

impl Session {
    /// Whether an engine may be asked: never against people.
    pub(super) fn may_be_advised(&self, requested: bool) -> bool {
        let start = self.record.start();
        // A blindfold player may have a hint: it tells a move, and no position.
        let terms = Terms { competition: start.competition, ..self.terms() };
        !start.opponent.is_online() && terms.allow(Service::Advise, requested)
    }

    /// What an engine is to analyse, if anything.
    pub fn inquiry(&self) -> Option<&Inquiry> {
        self.analyses.open()
    }
}

impl Handler<'_> {
    /// Asks the engine; the answer comes as an event.
    pub(super) fn advise(&mut self, counsel: AdviceRequest) {
        if !self.may_be_advised(self.asked_by_user()) {
            let article = self.refuse_to_tell();
            return self.note_question(format!("advice {counsel}"), article);
        }
        if !self.has_engine() {
            return self.tell(Advice::NoEngine.into());
        }
        let played = self.record.game().moves().len();
        let plies = match counsel {
            AdviceRequest::Hint if self.record.ended().is_some() => return self.tell_game_over(),
            AdviceRequest::Hint if self.record.user() != Some(self.turn()) => {
                return self.tell(Announcement::Turn(self.turn()));
            }
            AdviceRequest::Hint => vec![played],
            AdviceRequest::BestMove => match self.move_in_question() {
                Some(ply) => vec![ply],
                None => return self.tell(Announcement::NoMoveYet),
            },
            AdviceRequest::Mistake if played == 0 => return self.tell(Announcement::NoMoveYet),
            AdviceRequest::Mistake => (0..=played).collect(),
            AdviceRequest::Outlook | AdviceRequest::Value => vec![self.reviewed_ply()],
        };
        if counsel == AdviceRequest::Mistake {
            self.tell(Advice::Searching.into());
        }
        let time = if plies.len() > 1 { EACH_POSITION } else { ONE_POSITION };
        let searches = plies.into_iter().map(|ply| InquirySearch::of(ply, time)).collect();
        self.session.analyses.ask(InquiryPurpose::Advice(counsel), searches);
        self.stay_silent(Silence::AnswerFollows);
        self.note_question(format!("advice {counsel}"), None);
    }

    /// Tells what the engine has found.
    pub(super) fn handle_analysis(&mut self, inquiry: u64, seen: Vec<EngineView>) {
        let Some(Inquiry { purpose, searches, .. }) = self.session.analyses.take(inquiry) else { return };
        let counsel = match purpose {
            InquiryPurpose::Advice(counsel) => counsel,
            InquiryPurpose::Course => return self.follow_course(&seen),
            InquiryPurpose::SecondLook => return self.look_for_alternatives(&seen),
            InquiryPurpose::Alternatives => return self.choose_turning_points(&seen),
            InquiryPurpose::Refutation => return self.tell_refutation(seen.first()),
        };
        let plies: Vec<usize> = searches.iter().map(|search| search.ply).collect();
        let told = match (counsel, seen.as_slice(), plies.as_slice()) {
            (AdviceRequest::Mistake, seen, plies) if seen.len() == plies.len() => Some(self.mistake(seen)),
            (AdviceRequest::Hint, [seen], _) => seen.line.first().map(|m| Advice::Hint(self.legal_move(*m))),
            (AdviceRequest::BestMove, [seen], [ply]) => seen.line.first().map(|best| self.best(*ply, *best)),
            (AdviceRequest::Outlook, [seen], [ply]) => {
                let turn = self.record.game().position_at(*ply).turn();
                Some(Advice::Outlook(seen.value.assess(turn)))
            }
            (AdviceRequest::Value, [seen], [ply]) => Some(self.value(*ply, seen.value)),
            _ => None,
        };
        self.tell(told.unwrap_or(Advice::NoAnswer).into());
        self.restart_silence();
    }

    /// The half-move that is reviewed, else the user's last.
    fn move_in_question(&self) -> Option<usize> {
        let game = self.record.game();
        let looked = self.reviewed_ply();
        if looked < game.moves().len() {
            return looked.checked_sub(1);
        }
        self.last_of_user(looked)
    }

    /// The last half-move before this one that the user made.
    fn last_of_user(&self, ply: usize) -> Option<usize> {
        let (game, user) = (self.record.game(), self.record.user());
        (0..ply).rev().find(|ply| Some(game.position_at(*ply).turn()) == user)
    }

    fn best(&self, ply: usize, best: Move) -> Advice {
        let played = self.move_at(ply);
        match best == played.m {
            true => Advice::BestWasPlayed(played),
            false => Advice::Better(played.instead(best)),
        }
    }

    /// The user's worst move, which is then reviewed.
    fn mistake(&mut self, seen: &[EngineView]) -> Advice {
        let game = self.record.game();
        let positions: Vec<_> = (0..seen.len()).map(|ply| game.position_at(ply).clone()).collect();
        let user = self.record.user().unwrap_or_else(|| game.start().turn());
        let Some(ply) = worst_move(&positions, seen, user) else { return Advice::NoMistake };
        let played = self.move_at(ply);
        let harm = classify_mistake(&played.before, played.m, &seen[ply], &seen[ply + 1]);
        let better = seen[ply].line.first().filter(|best| **best != played.m);
        let better = better.map(|best| played.clone().instead(*best));
        self.review_ply(ply + 1);
        Advice::Mistake { played, harm, better }
    }

    fn value(&self, ply: usize, value: Evaluation) -> Advice {
        let turn = self.record.game().position_at(ply).turn();
        match value {
            Evaluation::Mate(_) => Advice::Outlook(value.assess(turn)),
            Evaluation::Pawns(pawns) if pawns < 0 => Advice::Value(!turn, pawns.unsigned_abs()),
            Evaluation::Pawns(pawns) => Advice::Value(turn, pawns.unsigned_abs()),
        }
    }

    fn has_engine(&self) -> bool {
        self.record.start().opponent.is_engine()
    }

    /// The half-move that "Zug zurück" takes back though it is completed: the user's last, with the engine's answer.
    pub(super) fn taken_back_in_practice(&self) -> Option<usize> {
        self.last_of_user(self.record.game().moves().len()).filter(|_| self.has_engine())
    }

    /// The same after a move of the engine that ended the game.
    pub(super) fn taken_back_after_the_end(&self) -> Option<usize> {
        let is_by_move = self.record.ended().is_some_and(|outcome| outcome.ending.is_by_move());
        let is_engines = self.record.remote() == Some(!self.turn());
        self.taken_back_in_practice().filter(|_| is_by_move && is_engines)
    }

    pub(super) fn take_back_in_practice(&mut self, ply: usize) {
        let is_over = self.record.ended().is_some();
        let ran = self.running().is_some() || is_over && self.record.clock_has_run();
        if is_over {
            self.write(Entry::TakenBack);
            self.session.closing.cancel();
            self.close_question();
        }
        self.session.opponent.answered();
        self.write(Entry::ReturnedTo { ply });
        if ran {
            self.write(Entry::ClockStarted { side: self.turn() });
        }
        self.show_clock();
        self.tell(Announcement::TakenBack(self.turn()));
    }

    /// "Übung": names the exercises, or sets one up.
    pub(super) fn practise(&mut self, which: Option<usize>) {
        if !self.has_engine() {
            return self.tell(Advice::NoEngine.into());
        }
        let known = which.filter(|which| *which < Exercise::ALL.len());
        let begun = self.record.ended().is_none() && !self.record.game().moves().is_empty();
        match known {
            None => self.tell(Advice::Exercises.into()),
            Some(which) if begun => self.ask_back(PendingConfirmation::Practise(which)),
            Some(which) => self.set_up_exercise(which),
        }
    }

    /// Tells what became of an exercise, after the result and its reason.
    pub(super) fn tell_exercise_over(&mut self, outcome: Outcome) {
        let start = self.record.game().start();
        let practises = self.has_engine() && self.record.user() == Some(start.turn());
        let Some(which) = Exercise::of(start).filter(|_| practises) else { return };
        let side = start.turn();
        let won = outcome.result.winner().map(|winner| winner == side);
        if won.is_none() && outcome.result != GameResult::Draw {
            return;
        }
        let moves = self.record.game().moves_made(side);
        self.tell(Advice::ExerciseOver { which, won, moves }.into());
    }

    /// Sets up a position from which the game begins.
    pub(super) fn set_up_exercise(&mut self, which: usize) {
        let Some(exercise) = Exercise::ALL.get(which) else { return };
        let user = self.record.user().unwrap_or_else(|| self.turn());
        // Another position each time, the same ones for the same seed.
        self.session.options.seed = self.options.seed.wrapping_add(1);
        let position = exercise.position(user, self.options.seed);
        let fen = shakmaty::fen::Fen::from_position(&position, shakmaty::EnPassantMode::Legal).to_string();
        let Ok(position) = StartPosition::of_fen(&fen, false) else { return };
        self.write(Entry::SetUp { position });
        self.enter(Phase::Moving);
        self.session.desk.close();
        self.session.closing.cancel();
        self.session.analyses.position_changed();
        self.session.review.end();
        self.session.dialogue.forget_waiting();
        self.tell(Advice::Exercise(which).into());
        self.tell_unusual_start();
        self.show_clock();
    }
}
