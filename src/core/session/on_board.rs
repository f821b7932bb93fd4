//! An electronic board: moves that need no words, and boards that differ (FIDE D.2.1, D.2.8).

use std::time::Duration;

use super::{Effect, Handler, Pattern, PendingConfirmation, Phase, Purpose, Session, discretion};
use crate::{
    announce::{Announcement, ClockDifference, UnreadBoard},
    journal::Entry,
    laws::{Attempt, ByColor, Color, GameResult, Move, Square, Verdict, tracking::Difference},
};

/// How long a clock on the board may run for the wrong side before it is told: somebody may be about to press.
const WRONG_TURN: Duration = Duration::from_secs(3);
/// How far such a clock may differ: it shows whole seconds, and gets ours a little late.
const SECONDS_APART: Duration = Duration::from_secs(2);

/// Something that has come to rest on an electronic board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnBoard {
    /// A move was made.
    Move(Move),
    /// The last move, not completed yet, was changed to this one.
    Instead(Move),
    /// The last move was put back before it was completed.
    TakenBack,
    /// One of these moves was made.
    OneOf(Vec<Move>),
    /// The board differs from the position.
    Differs(Vec<Difference>),
    /// The board agrees again.
    Agrees,
    /// The kings stand in the middle for a result.
    Result(GameResult),
    /// A piece of the side on move was lifted and put back.
    Lifted(Square),
    /// What the clock on the board shows.
    Clock(BoardClockReading),
    /// It sends something that is not understood.
    Unread(UnreadBoard),
}

/// What a clock on a board shows, by colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardClockReading {
    /// What both have left.
    pub left: ByColor<Duration>,
    /// Whose clock runs.
    pub running: Option<Color>,
    /// Whose flag has fallen.
    pub fallen: ByColor<bool>,
    /// Whether it adds time for each move, where it tells.
    pub per_move: Option<bool>,
}

/// How the clock on a board differs from the game.
#[derive(Debug, Default)]
pub(super) struct BoardClockDifference {
    /// The difference, and since when.
    differs: Option<(ClockDifference, Duration)>,
    /// The differences told, each once.
    told: Vec<ClockDifference>,
}

impl Session {
    /// Whether a move made on a board is taken now.
    pub fn takes_from_board(&self) -> bool {
        let rests = self.record.ended().is_some() || self.record.sealed().is_some() || self.is_at_desk();
        self.phase().is_about_a_move() && !rests && !self.record.clock_was_stopped()
    }

    /// Whether `side` can still change its last move on a board: until it is completed.
    pub fn last_can_change(&self, side: Color) -> bool {
        self.record.is_open() && self.turn() == !side
    }
}

impl Handler<'_> {
    pub(super) fn handle_on_board(&mut self, event: OnBoard) {
        self.on_board = true;
        match event {
            OnBoard::Move(m) => self.made_on_board(m),
            OnBoard::Instead(m) if self.record.is_open() => {
                self.write(Entry::TakenBack);
                self.made_on_board(m);
            }
            OnBoard::TakenBack if self.record.is_open() => self.take_back(),
            OnBoard::OneOf(moves) if self.takes_from_board() => {
                self.drop_question();
                self.ask_which(moves, Purpose::Move);
            }
            OnBoard::Differs(differences) => {
                let discreet = !self.describes_position();
                self.effects.push(Effect::Feel(Pattern::Refuse));
                self.tell(Announcement::BoardDiffers { differences, discreet });
            }
            OnBoard::Agrees => self.tell(Announcement::BoardAgrees),
            OnBoard::Result(result) if self.record.ended().is_none() => {
                self.tell(Announcement::ResultByKings(result));
                if let (Some(winner), Phase::Moving) = (result.winner(), self.phase()) {
                    self.ask_back(PendingConfirmation::Resign(!winner));
                }
            }
            OnBoard::Lifted(square) => self.lifted_on_board(square),
            OnBoard::Clock(told) => self.compare_clock(told),
            OnBoard::Unread(why) => self.tell(Announcement::UnreadBoard(why)),
            OnBoard::Instead(_) | OnBoard::TakenBack | OnBoard::OneOf(_) | OnBoard::Result(_) => {}
        }
    }

    /// Makes a move without read-back: it was not misheard.
    fn made_on_board(&mut self, m: Move) {
        if !self.takes_from_board() {
            return;
        }
        let attempt = Attempt::from(m);
        match self.obligation_against(m) {
            Some(refusal) => self.refuse(refusal),
            None if self.record.game().judge(&attempt) == Verdict::Legal(m) => {
                self.drop_question();
                self.end_review();
                self.make_move(m);
            }
            None => {}
        }
    }

    /// Takes a piece as touched that the user lifts (FIDE D.2.2). Of the other side it is only told, where that was
    /// chosen: no sensor knows what the hand meant.
    fn lifted_on_board(&mut self, square: Square) {
        let turn = self.turn();
        let bound = self.record.touch().touched().contains(&square);
        if self.origin.side() != Some(turn) || !matches!(*self.phase(), Phase::Moving) || bound {
            return;
        }
        if self.record.touch().is_adjusting() {
            self.write(Entry::Touched { square });
        } else if self.record.user() == Some(turn) {
            self.settle_touch(square);
        } else if self.options.board_touches {
            let piece = discretion::touched(square, &self.record);
            self.tell(Announcement::PutBack(square, piece));
        }
    }

    /// Tells once how the clock on the board differs.
    fn compare_clock(&mut self, told: BoardClockReading) {
        let differs = self.clock_difference(&told).filter(|_| *self.phase() != Phase::Over);
        let since = match self.board_clock.differs {
            Some((before, since)) if Some(before) == differs => since,
            _ => self.at,
        };
        self.session.board_clock.differs = differs.map(|differs| (differs, since));
        let Some(differs) = differs else { return };
        let waits = matches!(differs, ClockDifference::Turn(_)) && self.at < since + WRONG_TURN;
        if !waits && !self.board_clock.told.contains(&differs) {
            self.session.board_clock.told.push(differs);
            self.tell(Announcement::ClockDiffers(differs));
        }
    }

    fn clock_difference(&self, told: &BoardClockReading) -> Option<ClockDifference> {
        let clock = self.record.clock()?;
        if self.keeps_time() {
            // It shows what it is sent, but counts down by itself.
            let early = |side: &Color| {
                told.fallen[*side]
                    && !self.record.flag_has_fallen(*side)
                    && clock.left(*side, self.at) > SECONDS_APART
            };
            return Color::ALL.into_iter().find(early).map(ClockDifference::Flag);
        }
        let running = told.running?;
        if running != self.side_to_run() {
            return Some(ClockDifference::Turn(running));
        }
        let per_move = told.per_move.filter(|per_move| *per_move != clock.has_bonus(running));
        per_move.map(ClockDifference::Bonus)
    }

    /// Whether a move on the board is the opponent's, and told as such.
    pub(super) fn is_made_opposite(&self, mover: Color) -> bool {
        self.on_board && self.record.user() == Some(!mover)
    }
}
