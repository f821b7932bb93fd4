//! The clock: pressed, started, stopped, and the flag.

use std::time::Duration;

use super::{ClockFace, Effect, EventKind, Handler, Pattern, Phase, Session, Silence};
use crate::{
    announce::{Announcement, Declaration, Device},
    journal::{self, Entry},
    laws::{ByColor, Color},
};

/// How often the running clock is written down: a power cut costs no more time.
const TICK: Duration = Duration::from_secs(1);

/// What is known of the clocks beside the record.
#[derive(Debug)]
pub(super) struct ClockSupport {
    /// Whether the tactile clock is there.
    tactile: bool,
    /// Whether a question stopped a running clock, which runs on after it.
    stopped_for_question: bool,
}

impl ClockSupport {
    pub(super) fn new(tactile: bool) -> ClockSupport {
        ClockSupport { tactile, stopped_for_question: false }
    }

    pub(super) fn is_tactile(&self) -> bool {
        self.tactile
    }

    pub(super) fn set_tactile(&mut self, there: bool) {
        self.tactile = there;
    }

    pub(super) fn stop_for_question(&mut self) {
        self.stopped_for_question = true;
    }

    pub(super) fn is_stopped_for_question(&self) -> bool {
        self.stopped_for_question
    }

    /// Forgets that a question stopped the clocks: one was started, or the arbiter decides when (FIDE 6.11.3).
    pub(super) fn forget_question(&mut self) {
        self.stopped_for_question = false;
    }
}

impl Session {
    /// Whether the program keeps the time of this game.
    pub(super) fn keeps_time(&self) -> bool {
        self.record.start().authority.is_program()
    }

    /// When a flag is seen to fall. The words of who speaks are heard first: they may have pressed in time.
    pub(super) fn flag_falls_at(&self) -> Option<Duration> {
        let clock = self.record.clock()?;
        let side = clock.running()?;
        let falls = clock.flag_falls_at()?;
        let watched = self.keeps_time() && !self.record.flag_has_fallen(side);
        watched.then(|| self.microphone.words_known(falls))
    }

    pub(super) fn next_tick(&self) -> Option<Duration> {
        self.running().map(|_| self.record.at() + TICK)
    }

    /// Whether a question is open, or waits, for which the clocks stand; or the arbiter has the word.
    pub(super) fn is_clock_question_open(&self) -> bool {
        self.is_at_desk() || self.phase().stops_the_clocks() || self.dialogue.is_clock_question_waiting()
    }

    pub(super) fn running(&self) -> Option<Color> {
        self.record.clock().and_then(|clock| clock.running())
    }
}

impl Handler<'_> {
    /// "Uhr": completes the move that was made; before the first move, or when the clocks stand, starts them.
    pub(super) fn press_or_start(&mut self) {
        if self.origin.side().is_some_and(|side| self.record.remote() == Some(side)) {
            self.stay_silent(Silence::RemoteSide);
        } else if self.record.putting_right().is_some() {
            self.start_clock();
        } else if self.record.is_open() {
            self.press();
        } else if self.is_completed_without_lever() {
            self.effects.push(Effect::Feel(Pattern::Confirm));
        } else if self.record.clock().is_none() {
            self.tell(Announcement::NoClock);
        } else if self.running().is_none() {
            self.start_clock();
        } else {
            self.effects.push(Effect::Feel(Pattern::Refuse));
            let side = self.origin.side().or(self.record.user()).unwrap_or_else(|| self.turn());
            self.tell(if self.running() == Some(side) {
                Announcement::MoveFirst(side)
            } else {
                Announcement::NotYourClock(side)
            });
        }
    }

    pub(super) fn handle_lever(&mut self, side: Color) {
        self.end_review();
        match self.phase().clone() {
            // Somebody presses for the remote side.
            _ if self.record.remote() == Some(side) => self.stay_silent(Silence::RemoteSide),
            Phase::Over if self.closing.is_pending() => self.close_or_ask(),
            Phase::Over | Phase::Opponent(_) | Phase::SettingUp(_) | Phase::Lobby | Phase::Challenged(_) => {
                self.tell_no_game()
            }
            Phase::Desk | Phase::Studying(_) => self.no_answer(),
            Phase::Adjourned => self.tell_adjourned(),
            Phase::Sealing { .. } => self.tell_seal_unclear(),
            // No lever starts the clock while a claim is examined or the arbiter is asked.
            _ if self.is_clock_question_open() && self.record.clock_was_stopped() => self.no_answer(),
            Phase::Confirming { m, .. } if side == self.turn() && !self.record.clock_was_stopped() => {
                self.make_and_press(m);
            }
            _ if self.record.putting_right().is_some() => self.start_clock(),
            _ if self.record.is_open() && side == !self.turn() => self.press(),
            _ if self.running().is_none() && !self.record.is_open() => self.press_or_start(),
            Phase::Moving
            | Phase::Confirming { .. }
            | Phase::Guessing { .. }
            | Phase::Choosing { .. }
            | Phase::Completing { .. }
            | Phase::WhichSide(_)
            | Phase::Deciding(_)
            | Phase::Comparing { .. } => {
                self.effects.push(Effect::Feel(Pattern::Refuse));
                if self.running() != Some(side) {
                    return self.tell(Announcement::NotYourClock(side));
                }
                self.note_press_without_move(side);
                self.tell(Announcement::MoveFirst(side));
            }
        }
    }

    /// Writes down a press without a move (FIDE 7.5.3): a fault, but only the arbiter penalizes it; the move may not have
    /// been heard.
    pub(super) fn note_press_without_move(&mut self, side: Color) {
        let is_fault = self.record.rules().switches().press_needs_move;
        if is_fault && self.record.pressed_without_move() != Some(side) {
            self.write(Entry::PressedWithoutMove { side });
        }
    }

    pub(super) fn press(&mut self) {
        self.write(Entry::Pressed { side: !self.turn() });
        self.effects.push(Effect::Feel(Pattern::Confirm));
        self.show_clock();
        self.tell_turn();
    }

    /// Tells whose turn it is: on the tactile clock to the user it concerns, else aloud.
    fn tell_turn(&mut self) {
        if !self.clocks.tactile {
            self.tell(Announcement::Turn(self.turn()));
        } else if self.concerns_user(self.turn()) {
            self.effects.push(Effect::Feel(Pattern::Turn));
        }
    }

    /// Whether what is about `side` is felt here: it is the user's, or both are blind.
    pub(super) fn concerns_user(&self, side: Color) -> bool {
        self.record.user().is_none_or(|user| user == side)
    }

    /// Starts the clock of the side on move; of the side that made the open move, where there is one.
    pub(super) fn start_clock(&mut self) {
        if self.record.clock().is_none() {
            return self.tell(Announcement::NoClock);
        }
        if !self.keeps_time() {
            return self.refuse_clock();
        }
        let side = self.side_to_run();
        if self.is_clock_held(side) {
            return self.refuse(Announcement::Lost(Device::Opponent));
        }
        if self.running().is_none() || self.record.putting_right().is_some() {
            self.write(Entry::ClockStarted { side });
            // The power may have failed between the entry of a move and that of its completion.
            if self.record.is_open() {
                self.complete_without_lever(false);
            }
            self.show_clock();
        }
        self.tell_running();
    }

    /// Tells whose clock runs.
    pub(super) fn tell_running(&mut self) {
        self.tell(match self.running() {
            Some(side) => Announcement::ClockStarted { side, to_move: side == self.turn() },
            None => Announcement::ClockStopped,
        });
    }

    /// Before a move is made: the first one starts the clock, a reply completes the move before it.
    pub(super) fn start_for_move(&mut self) {
        if self.record.clock().is_none() {
            return;
        }
        if self.running().is_none() && !self.record.clock_has_run() {
            self.write(Entry::ClockStarted { side: self.side_to_run() });
        }
        if self.record.is_open() {
            // FIDE 6.2.1.2: the opponent has moved, so the move is completed, pressed or not.
            self.write(Entry::Pressed { side: !self.turn() });
        }
    }

    pub(super) fn stop_clock(&mut self) {
        if self.record.clock().is_none() {
            return self.tell(Announcement::NoClock);
        }
        if !self.keeps_time() {
            return self.refuse_clock();
        }
        self.halt();
        self.session.clocks.forget_question();
        self.tell(Announcement::ClockStopped);
    }

    /// Stops the clocks.
    pub(super) fn halt(&mut self) {
        if self.running().is_some() {
            self.write(Entry::ClockStopped);
            self.show_clock();
        }
    }

    /// Stops the clocks for a question.
    pub(super) fn halt_for_question(&mut self) {
        let ran = self.running().is_some();
        self.halt();
        if ran && self.running().is_none() {
            self.session.clocks.stop_for_question();
        }
    }

    /// Lets the clock run on that a question stopped, once none is open or waits that stops it, and tells it.
    ///
    /// This alone decides whose time runs after a claim: nobody's from the claim to its answer (FIDE 9.5, 9.5.1;
    /// Guidelines III.5), then that of the side that has to move or press (9.5.3), however the claim was answered. After
    /// a ruling the arbiter says when it does (6.11.3).
    pub(super) fn run_on_after_question(&mut self) {
        let side = self.side_to_run();
        let holds = !self.clocks.stopped_for_question
            || self.is_clock_question_open()
            || self.record.ended().is_some()
            || self.is_clock_held(side);
        if !holds && self.running().is_none() {
            self.start_clock();
        }
    }

    /// Tells that the machine stood still while a clock ran. Time it cost, the arbiter can give back.
    pub(super) fn stood_still(&mut self, time: Duration, counted: bool) {
        let Some(side) = self.running().filter(|_| self.keeps_time()) else { return };
        if counted {
            self.write(Entry::StoodStill { side, ms: journal::in_ms(time) });
        }
        self.show_clock();
        self.tell(Declaration::StoodStill { side, time, counted }.into());
    }

    /// Notes once a flag that has fallen by now. Returns whether the arbiter is asked for it.
    ///
    /// Whoever does something does it after the flag; time that passes waits for the words of who speaks.
    pub(super) fn watch_flags(&mut self, kind: &EventKind) -> bool {
        let Some(clock) = self.record.clock() else { return false };
        let Some(side) = clock.running() else { return false };
        let waits =
            matches!(kind, EventKind::DeadlinePassed | EventKind::VoiceBegan(_) | EventKind::SpeechEnded);
        let is_heard_out = !waits || self.flag_falls_at().is_none_or(|due| due <= self.at);
        is_heard_out && clock.flag(side, self.at) && self.flag_fell(side)
    }

    fn flag_fell(&mut self, side: Color) -> bool {
        if self.record.flag_has_fallen(side) {
            return false;
        }
        self.note_flag(side)
    }

    /// Writes down and tells that a flag is down. Returns whether the arbiter is asked for it.
    pub(super) fn note_flag(&mut self, side: Color) -> bool {
        self.write(Entry::FlagFell { side });
        self.effects.push(Effect::Feel(Pattern::Flag));
        self.show_clock();
        self.tell(Announcement::FlagFell(side));
        self.reopen_postponed_claim()
    }

    fn refuse_clock(&mut self) {
        self.refuse(Announcement::TimeKeptBy(self.record.start().authority));
    }

    /// Adopts the times of the authority that keeps them, unless they equal ours to its grain.
    pub(super) fn adopt_times(&mut self, left: ByColor<Duration>, running: Option<Color>) {
        let Some(clock) = self.record.clock().filter(|_| !self.keeps_time() && *self.phase() != Phase::Over)
        else {
            return;
        };
        let same = |side: Color| {
            clock.left(side, self.at).abs_diff(left[side]) <= self.record.start().authority.grain()
        };
        if clock.running() == running && Color::ALL.into_iter().all(same) {
            return;
        }
        let [white_ms, black_ms] = [left.white, left.black].map(journal::in_ms);
        self.write(Entry::TimesTold { white_ms, black_ms, running });
        self.show_clock();
    }

    /// Takes a flag as fallen that the authority for the time reports.
    pub(super) fn handle_reported_flag(&mut self, side: Color) {
        if !self.keeps_time() && *self.phase() != Phase::Over {
            self.flag_fell(side);
        }
    }

    pub(super) fn handle_deadline(&mut self) {
        if let Phase::Confirming { m, .. } = *self.phase()
            && self.delay_ends().is_some_and(|until| self.at >= until)
        {
            let at = self.at;
            self.session.dialogue.confirmed_by_silence(at);
            self.make_stated(m);
        }
        self.acknowledge();
        if self.try_settles_at().is_some_and(|due| self.at >= due) {
            self.settle_try(None);
        }
        if self.round_ends_at().is_some_and(|due| self.at >= due) {
            self.end_round();
        }
        if self.closes_at().is_some_and(|closes| self.at >= closes) {
            self.close_or_ask();
        }
        self.tell_claimable();
        if self.next_tick().is_some_and(|tick| self.at >= tick) {
            self.write(Entry::Tick);
            self.show_clock();
        }
    }

    pub(super) fn show_clock(&mut self) {
        let Some(clock) = self.record.clock() else { return };
        let face = ClockFace {
            white: clock.left(Color::White, self.now),
            black: clock.left(Color::Black, self.now),
            running: clock.running(),
            true_at: clock.counts_from(self.now),
            white_fallen: self.record.flag_has_fallen(Color::White),
            black_fallen: self.record.flag_has_fallen(Color::Black),
        };
        self.effects.push(Effect::ShowClock(face));
    }

    /// The side whose clock is to run: the one that made the open move, else the one on move; while a sealed move waits,
    /// the one that must reply to it (Guidelines I.9).
    pub(super) fn side_to_run(&self) -> Color {
        match self.record.sealed() {
            Some((sealer, _)) => !sealer,
            None if self.record.is_open() => !self.turn(),
            None => self.turn(),
        }
    }
}
