//! What is done on an electronic board: moves that need no words, and boards that part (FIDE D.2.1, D.2.8).

use std::time::Duration;

use super::{Effect, Pattern, Phase, Purpose, Session, phase::Sure};
use crate::{
    announce::Announcement,
    journal::Entry,
    laws::{Attempt, Color, GameResult, Move, Verdict, tracking::Difference},
};

/// Something that has come to rest on an electronic board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnBoard {
    /// A move was made.
    Move(Move),
    /// The last move is another, and was not completed yet.
    Instead(Move),
    /// The last move was put back before it was completed.
    TakenBack,
    /// One of these moves was made.
    OneOf(Vec<Move>),
    /// What stands there is not what should.
    Differs(Vec<Difference>),
    /// It is again.
    Agrees,
    /// The kings stand in the middle for a result.
    Result(GameResult),
}

impl Session {
    /// Whether a move made on a board is taken now. Until then it stays where it stands.
    pub fn takes_from_board(&self) -> bool {
        let rests = self.record.ended().is_some() || self.record.sealed().is_some() || self.is_at_desk();
        let waits = matches!(
            self.phase,
            Phase::Moving | Phase::Confirming { .. } | Phase::Choosing { .. } | Phase::WhereTo(_)
        );
        waits && !rests && !self.record.clock_was_stopped()
    }

    /// Whether the last move can still be put otherwise on a board: by its player, before it is completed.
    pub fn last_can_change(&self, side: Color) -> bool {
        self.record.is_open() && self.turn() == !side
    }

    pub(super) fn handle_on_board(&mut self, what: OnBoard, at: Duration) {
        self.on_board = true;
        match what {
            OnBoard::Move(m) => self.made_on_board(m, at),
            OnBoard::Instead(m) if self.record.is_open() => {
                self.write(Entry::TakenBack, at);
                self.made_on_board(m, at);
            }
            OnBoard::TakenBack if self.record.is_open() => self.take_back(at),
            OnBoard::OneOf(moves) if self.takes_from_board() => {
                self.drop_question(at);
                self.choose(moves, Purpose::Move);
            }
            OnBoard::Differs(differences) => {
                let discreet = !self.describes_position();
                self.effects.push(Effect::Feel(Pattern::Refuse));
                self.say(Announcement::BoardDiffers { differences, discreet });
            }
            OnBoard::Agrees => self.tell(Announcement::BoardAgrees),
            OnBoard::Result(result) if self.record.ended().is_none() => {
                self.tell(Announcement::KingsTell(result));
                if let (Some(winner), Phase::Moving) = (result.winner(), &self.phase) {
                    self.decide(Sure::Resign(!winner));
                }
            }
            OnBoard::Instead(_) | OnBoard::TakenBack | OnBoard::OneOf(_) | OnBoard::Result(_) => {}
        }
        self.on_board = false;
    }

    /// Nobody misheard it, so it is not read back.
    fn made_on_board(&mut self, m: Move, at: Duration) {
        if !self.takes_from_board() {
            return;
        }
        let attempt = Attempt::from(m);
        match self.owed_instead(m) {
            Some(refusal) => self.refuse(refusal),
            None if self.record.game().judge(&attempt) == Verdict::Legal(m) => {
                self.drop_question(at);
                self.end_review();
                self.make(m, at);
            }
            None => {}
        }
    }

    /// Whether a move that is made now was made by the other side of the board, and is told as his.
    pub(super) fn is_made_opposite(&self, mover: Color) -> bool {
        self.on_board && self.record.user() == Some(!mover)
    }
}
