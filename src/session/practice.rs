//! Practice with an engine: hints, what was wrong and what would have been best, moves taken back, positions to
//! practise. Nobody who plays another person has any of it.

use super::{Handler, PendingConfirmation, Phase, Session};
use crate::{
    announce::{Advice, Announcement, MoveInPosition},
    grammar::AdviceRequest,
    journal::Entry,
    laws::{
        EngineView, Evaluation, Exercise, Move, Position, Service, StartPosition, Terms,
        assessment::{classify_mistake, worst_move},
    },
};

/// What an engine is to look into: the positions after so many half-moves, and what is wanted of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inquiry {
    /// By which the answer is known.
    pub id: u64,
    /// What is asked for.
    pub counsel: AdviceRequest,
    /// The half-moves before each position.
    pub plies: Vec<usize>,
}

/// What an engine is asked.
#[derive(Debug, Default)]
pub(super) struct Analyses {
    open: Option<Inquiry>,
    /// How many inquiries there were.
    asked: u64,
}

impl Analyses {
    fn ask(&mut self, counsel: AdviceRequest, plies: Vec<usize>) {
        self.asked += 1;
        self.open = Some(Inquiry { id: self.asked, counsel, plies });
    }

    /// The open inquiry, if it has this number.
    fn take(&mut self, id: u64) -> Option<Inquiry> {
        self.open.take_if(|open| open.id == id)
    }

    /// The answer would be about another position.
    pub(super) fn position_changed(&mut self) {
        self.open = None;
    }
}

impl Session {
    /// What an engine is to look into, if anything.
    pub fn inquiry(&self) -> Option<&Inquiry> {
        self.analyses.open.as_ref()
    }
}

impl Handler<'_> {
    /// Asks the engine for what was asked of it; the answer follows.
    pub(super) fn advise(&mut self, counsel: AdviceRequest) {
        // A blindfold player may have a hint: it tells a move, and no position.
        let terms = Terms { competition: self.record.start().competition, ..self.terms() };
        let against_people = self.record.start().opponent.is_online();
        if against_people || !terms.allow(Service::Advise, self.asked_by_user()) {
            let article = self.refuse_to_tell();
            return self.note_advice(counsel, article);
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
        self.session.analyses.ask(counsel, plies);
        self.note_advice(counsel, None);
    }

    /// What the engine has seen.
    pub(super) fn handle_analysis(&mut self, inquiry: u64, seen: Vec<EngineView>) {
        let Some(Inquiry { counsel, plies, .. }) = self.session.analyses.take(inquiry) else { return };
        let told = match (counsel, seen.as_slice(), plies.as_slice()) {
            (AdviceRequest::Mistake, seen, _) => Some(self.mistake(seen)),
            (AdviceRequest::Hint, [seen], _) => seen.line.first().map(|m| Advice::Hint(self.legal_move(*m))),
            (AdviceRequest::BestMove, [seen], [ply]) => seen.line.first().map(|best| self.best(*ply, *best)),
            (AdviceRequest::Outlook, [seen], [ply]) => {
                let turn = self.record.game().position_at(*ply).turn();
                Some(Advice::Outlook(seen.value.assess(turn)))
            }
            (AdviceRequest::Value, [seen], [ply]) => Some(self.value(*ply, seen.value)),
            _ => None,
        };
        if let Some(told) = told {
            self.say(told.into());
        }
        self.restart_silence();
    }

    /// The half-move that is looked at, else the last of the user's.
    fn move_in_question(&self) -> Option<usize> {
        let game = self.record.game();
        let looked = self.reviewed_ply();
        if looked < game.moves().len() {
            return looked.checked_sub(1);
        }
        let user = self.record.user();
        (0..looked).rev().find(|ply| Some(game.position_at(*ply).turn()) == user)
    }

    fn best(&self, ply: usize, best: Move) -> Advice {
        let played = self.move_at(ply);
        match best == played.m {
            true => Advice::BestWasPlayed(played),
            false => Advice::Better(MoveInPosition { m: best, ..played }),
        }
    }

    /// The user's worst move, which is then looked at.
    fn mistake(&mut self, seen: &[EngineView]) -> Advice {
        let game = self.record.game();
        let positions: Vec<_> = (0..seen.len()).map(|ply| game.position_at(ply).clone()).collect();
        let user = self.record.user().unwrap_or_else(|| game.start().turn());
        let Some(ply) = worst_move(&positions, seen, user) else { return Advice::NoMistake };
        let played = self.move_at(ply);
        let harm = classify_mistake(&played.before, played.m, &seen[ply], &seen[ply + 1]);
        let better = seen[ply].line.first().filter(|best| **best != played.m);
        let better = better.map(|best| MoveInPosition { m: *best, ..played.clone() });
        self.review_ply(ply + 1);
        Advice::Mistake { played, harm, better }
    }

    fn value(&self, ply: usize, value: Evaluation) -> Advice {
        let turn = self.record.game().position_at(ply).turn();
        match value {
            Evaluation::Mate(_) => Advice::Outlook(value.assess(turn)),
            Evaluation::Pawns(pawns) if pawns < 0 => {
                Advice::Value { side: !turn, pawns: pawns.unsigned_abs() }
            }
            Evaluation::Pawns(pawns) => Advice::Value { side: turn, pawns: pawns.unsigned_abs() },
        }
    }

    fn has_engine(&self) -> bool {
        self.record.start().opponent.is_engine()
    }

    /// Whether "Zug zurück" takes back what is completed: the user's last move, and the engine's answer to it.
    pub(super) fn takes_back_in_practice(&self) -> bool {
        let game = self.record.game();
        let user = self.record.user();
        self.has_engine() && (0..game.moves().len()).any(|ply| Some(game.position_at(ply).turn()) == user)
    }

    pub(super) fn take_back_in_practice(&mut self) {
        let game = self.record.game();
        let user = self.record.user();
        let own = (0..game.moves().len()).rev().find(|ply| Some(game.position_at(*ply).turn()) == user);
        let Some(ply) = own else { return };
        let ran = self.running().is_some();
        self.session.opponent.answered();
        self.write(Entry::ReturnedTo { ply });
        if ran {
            self.write(Entry::ClockStarted { side: self.turn() });
        }
        self.show_clock();
        self.say(Announcement::TakenBack(self.turn()));
    }

    /// "Übung": which there are, or one of them.
    pub(super) fn practise(&mut self, which: Option<usize>) {
        if !self.has_engine() {
            return self.tell(Advice::NoEngine.into());
        }
        let known = which.filter(|which| *which < Exercise::ALL.len());
        let begun = self.record.ended().is_none() && !self.record.game().moves().is_empty();
        match known {
            None => self.tell(Advice::Exercises.into()),
            Some(which) if begun => self.decide(PendingConfirmation::Practise(which)),
            Some(which) => self.set_up_exercise(which),
        }
    }

    /// Sets a position up, and the game begins from it.
    pub(super) fn set_up_exercise(&mut self, which: usize) {
        let Some(exercise) = Exercise::ALL.get(which) else { return };
        let user = self.record.user().unwrap_or_else(|| self.turn());
        // Another one each time, and the same again for who was given the same number.
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
        self.say(Advice::Exercise(which).into());
        let position = self.circumstances_of_question().whole_position();
        self.tell(position);
        self.tell(Announcement::Turn(self.turn()));
        self.show_clock();
    }
}
