//! The end of a game, and the little while after it in which it can still be put right.
//!
//! A move that ends the game may have been a slip of the tongue like any other (FIDE D.2.8). So after the result
//! has been told "Korrektur" takes that move back, and "Schiedsrichter" fetches the arbiter, until the clock is
//! pressed or nothing has been said for a while.

use std::time::Duration;

use super::{Effect, Phase, Session, Sure};
use crate::{
    announce::{Announcement, HelpTopic},
    grammar::Intent,
    journal::Entry,
    laws::{CanMate, Color, Ending, Outcome, mate_possible, mate_possible::is_dead},
};

/// How far it is searched after every move whether anyone can still mate: a fraction of a second at the very worst.
const NODES: u64 = 50_000;

/// So long nothing may be said after a result, and it stands.
pub(super) const SILENCE: Duration = Duration::from_secs(10);

/// The result is told within that time, even where nobody was heard to finish.
const TOLD: Duration = Duration::from_secs(20);

/// When a game that is over is closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closing {
    at: Duration,
    /// The move that ended the game can still be taken back.
    corrigible: bool,
}

impl Session {
    /// Checkmate, stalemate, the draws that need no claim, and the dead position (FIDE 5.1.1, 5.2, 9.6).
    pub(super) fn outcome_on_board(&self) -> Option<Outcome> {
        let game = self.record.game();
        let dead = || is_dead(game.position(), NODES) == Some(true);
        game.outcome_on_board(self.record.ruleset())
            .or_else(|| dead().then_some(Outcome::draw(Ending::DeadPosition)))
    }

    /// A player has lost unless the other cannot mate by any series of legal moves (FIDE 5.1.2, 6.9, 7.5.5). Where
    /// that is not found out, it never counts silently: the arbiter decides.
    pub(super) fn lose(&mut self, loser: Color, ending: Ending, at: Duration) {
        let found = mate_possible(self.record.game().position(), !loser, self.options.nodes);
        match CanMate::from(&found) {
            CanMate::Unknown => {
                self.halt(at);
                self.decide(Sure::CanMate { loser, ending });
            }
            known => self.end(Outcome::loss(loser, known, ending), at),
        }
    }

    /// Writes the result down.
    pub(super) fn end(&mut self, outcome: Outcome, at: Duration) {
        self.write(Entry::Ended { outcome }, at);
        (self.phase, self.desk, self.unanswered) = (Phase::Over, None, None);
        self.tell(self.ended(outcome));
        self.show_clock(at);
        self.await_closing(outcome.ending.is_by_move(), at);
    }

    /// How the game ended, to be said.
    pub(super) fn ended(&self, outcome: Outcome) -> Announcement {
        let last = self.last_move().filter(|_| outcome.ending.is_by_move());
        Announcement::Ended { outcome, last }
    }

    /// From now on silence closes the game. What is not `corrigible` is for the arbiter alone.
    pub(super) fn await_closing(&mut self, corrigible: bool, at: Duration) {
        self.closing = Some(Closing { at: at + TOLD + SILENCE, corrigible });
    }

    /// The result has been told: the silence begins.
    pub(super) fn result_told(&mut self, at: Duration) {
        if let Some(closing) = &mut self.closing {
            closing.at = at + SILENCE;
        }
    }

    /// When silence has lasted long enough. Whoever has begun to speak is heard out.
    pub(super) fn closes_at(&self) -> Option<Duration> {
        // What is read by touch takes the time it takes.
        // Nor is anyone cut off who waits for an answer.
        let Closing { at, .. } = self.closing.filter(|_| !self.options.by_touch && self.inquiry.is_none())?;
        let speaking = self.voice.filter(|&since| self.microphone && since < at);
        Some(speaking.map_or(at, |since| at.max(since + super::moves::OBJECTION)))
    }

    /// Closes the game, if nobody has challenged the player meanwhile: that is asked first.
    pub(super) fn close_or_ask(&mut self, at: Duration) {
        self.raise_challenge();
        match self.phase {
            Phase::Challenged(_) => self.await_closing(false, at),
            _ => self.close(),
        }
    }

    pub(super) fn close(&mut self) {
        self.closing = None;
        self.effects.push(Effect::Finished);
    }

    pub(super) fn handle_over(&mut self, intent: Intent, at: Duration) {
        match intent {
            Intent::PressClock | Intent::Yes if self.closing.is_some() => self.close_or_ask(at),
            Intent::Correct if self.closing.is_some_and(|closing| closing.corrigible) => {
                self.take_back_the_end(at)
            }
            Intent::No => self.tell(Announcement::Help(HelpTopic::Over)),
            _ => self.game_over(),
        }
    }

    /// The move that ended the game was not meant: whoever made it moves again, on his own time.
    fn take_back_the_end(&mut self, at: Duration) {
        self.write(Entry::TakenBack, at);
        self.closing = None;
        self.rest();
        if self.record.clock_was_stopped() {
            self.write(Entry::ClockStarted { side: self.turn() }, at);
            self.show_clock(at);
        }
        self.say(Announcement::TakenBack { turn: self.turn() });
    }

    pub(super) fn game_over(&mut self) {
        if let Some(outcome) = self.record.ended() {
            self.tell(Announcement::GameOver(outcome.result));
        }
    }
}
