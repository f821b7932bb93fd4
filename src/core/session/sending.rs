//! What goes to a server and is not there yet.
//!
//! A move is done when the server has it. Until then the user's own time runs there, so it is told that the move waits,
//! and why, and told again when it went through.

use std::time::Duration;

use shakmaty::uci::UciMove;

use super::{Handler, Session};
use crate::{
    announce::{Announcement, OnlineAnnouncement, ServerDelay},
    laws::Position,
};

/// How long after a move was completed it is told that the server has not got it: rarely more than a quarter of a second
/// passes.
const WAIT_TOLD_AFTER: Duration = Duration::from_millis(1500);

/// The server as far as the user's last move is concerned.
#[derive(Debug, Default)]
pub(super) struct Sending {
    /// The half-moves of its last report.
    pub(super) ply: usize,
    /// Whether that report still holds: it was possible, and the connection was not lost since.
    pub(super) is_known: bool,
    /// Whether there was a report since the program began.
    has_reported: bool,
    /// The move that the server has not got.
    waiting: Option<WaitingMove>,
}

#[derive(Clone, Copy, Debug)]
struct WaitingMove {
    /// When it is told; none once that was done.
    tell_at: Option<Duration>,
    why: ServerDelay,
}

impl Session {
    /// Whether the game on the server is known: reported since the connection was made.
    pub fn knows_server_game(&self) -> bool {
        self.online.sending.is_known
    }

    /// The user's last move, after so many half-moves, where the server is known to lack it.
    pub fn move_to_send(&self) -> Option<(usize, UciMove)> {
        let sending = &self.online.sending;
        self.completed_move().filter(|(ply, _)| sending.is_known && sending.ply == *ply)
    }

    /// The user's last move, after so many half-moves, if that is the last of the game and completed.
    pub fn completed_move(&self) -> Option<(usize, UciMove)> {
        let ply = self.completed_ply()?;
        let game = self.record.game();
        Some((ply, game.moves()[ply].to_uci(game.position_at(ply).castles().mode())))
    }

    /// The half-moves before the user's last move, if that is the last of the game and completed.
    fn completed_ply(&self) -> Option<usize> {
        let is_own = self.record.remote() == Some(self.turn()) && !self.record.is_open();
        let goes_on = self.is_online() && self.record.ended().is_none();
        self.record.game().moves().len().checked_sub(1).filter(|_| is_own && goes_on)
    }

    /// When it is to be told that the user's move waits.
    pub(super) fn wait_told_at(&self) -> Option<Duration> {
        self.online.sending.waiting.and_then(|waiting| waiting.tell_at)
    }

    /// Tells that the user's last move waits, where it does.
    pub(super) fn waiting_told(&self) -> Option<Announcement> {
        let waiting = self.online.sending.waiting?;
        Some(OnlineAnnouncement::MoveWaits(waiting.why).into())
    }
}

impl Handler<'_> {
    /// Looks after every event whether the user's last move waits, and tells it.
    pub(super) fn watch_sending(&mut self) {
        let why = self.why_delayed();
        let has_move = self.completed_ply().is_some_and(|ply| self.online.sending.ply <= ply);
        let sending = &mut self.session.online.sending;
        // What the server has is not known after a resumption, until it reports.
        sending.has_reported |= sending.is_known;
        let waits = has_move && sending.has_reported;
        match &mut sending.waiting {
            Some(_) if !waits => sending.waiting = None,
            None if waits => {
                let tell_at = Some(self.now + WAIT_TOLD_AFTER);
                sending.waiting = Some(WaitingMove { tell_at, why });
            }
            Some(waiting) if waiting.tell_at.is_some_and(|due| due <= self.now) => {
                waiting.tell_at = None;
                if let Some(told) = self.waiting_told() {
                    self.tell(told);
                }
            }
            Some(_) | None => {}
        }
    }

    /// The server has the user's move: tells it where it was told that the move waits.
    pub(super) fn move_arrived(&mut self) {
        let waiting = self.session.online.sending.waiting.take();
        if waiting.is_some() && self.is_by_correspondence() {
            // Whoever has moved may leave, and wants to know that.
            return self.tell(OnlineAnnouncement::MoveInHall.into());
        }
        if waiting.is_some_and(|waiting| waiting.tell_at.is_none()) {
            let with_peer = self.is_with_peer();
            self.tell(OnlineAnnouncement::MoveArrived { with_peer }.into());
        }
    }

    /// The connection is lost: what the server has from now on is not known.
    pub(super) fn lose_server(&mut self) {
        self.session.online.sending.is_known = false;
        // Whether the opponent is there, and what can be claimed, the server says anew.
        self.session.online.forget_absence();
        self.delay_move(self.why_delayed());
    }

    /// Why a move waits, as far as this side knows: what takes it has it not, is silent, or cannot be reached.
    fn why_delayed(&self) -> ServerDelay {
        if self.is_by_correspondence() {
            return ServerDelay::NotInHall;
        }
        match (self.online.sending.is_known, self.is_with_peer()) {
            (true, false) => ServerDelay::NoAnswer,
            (false, false) => ServerDelay::Unreachable,
            (true, true) => ServerDelay::PeerSilent,
            (false, true) => ServerDelay::PeerAway,
        }
    }

    /// A request waits, for this reason.
    pub(super) fn delay(&mut self, of_move: bool, why: ServerDelay) {
        if of_move {
            self.delay_move(why);
        } else {
            self.tell(OnlineAnnouncement::RequestWaits(why).into());
        }
    }

    fn delay_move(&mut self, why: ServerDelay) {
        if let Some(waiting) = &mut self.session.online.sending.waiting {
            // What the user can do about it is told at once, even if a wait was told already.
            if why.needs_user() && waiting.why != why {
                waiting.tell_at = Some(self.now);
            }
            waiting.why = why;
        }
    }
}
