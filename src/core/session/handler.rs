//! The handling of one event: the session, and what belongs to this event alone.

use std::{ops::Deref, time::Duration};

use super::{Effect, EventKind, Pattern, Phase, Session, Silence, effect::Effects, suggestion::Suggestion};
use crate::{
    announce::{Announcement, Device, EngineStrength, SchoolAnnouncement},
    grammar::{Expectation, Intent, Moment, Subject},
    journal::{Entry, JournalLine, NoteAnswer, NoteKind, Record, Start},
    laws::{Origin, StartPosition},
};

/// A session that handles one event. It is made anew for each, so nothing of an event outlives it.
///
/// Queries are methods of [`Session`], which it dereferences to; what changes the session is a method of it.
pub(super) struct Handler<'a> {
    pub(super) session: &'a mut Session,
    /// Who is behind the event.
    pub(super) origin: Origin,
    /// The instant of the event, which the journal and the clocks have.
    pub(super) at: Duration,
    /// The instant at which it is handled, from which the dialogue reckons: later than `at` for what was said.
    pub(super) now: Duration,
    /// When the event began: for speech, before `at`.
    pub(super) begun: Duration,
    /// Whether it may not have been meant for the program: it was heard, or is a key.
    pub(super) in_passing: bool,
    /// Whether the event is a move on an electronic board.
    pub(super) on_board: bool,
    /// Whether a move was made by the same words.
    pub(super) with_move: bool,
    /// Whether the event is an intent without words, which was not misheard.
    pub(super) wordless: bool,
    /// What was asked about a line that was not understood, until it is answered or something else is said.
    pub(super) suggested: Option<Suggestion>,
    pub(super) effects: Effects,
}

impl Deref for Handler<'_> {
    type Target = Session;

    fn deref(&self) -> &Session {
        self.session
    }
}

impl<'a> Handler<'a> {
    pub(super) fn new(session: &'a mut Session, origin: Origin, at: Duration) -> Handler<'a> {
        Handler {
            session,
            origin,
            at,
            now: at,
            begun: at,
            in_passing: false,
            on_board: false,
            with_move: false,
            wordless: false,
            suggested: None,
            effects: Effects::default(),
        }
    }
}

impl Handler<'_> {
    /// Handles what happened and returns the effects, in order.
    pub(super) fn handle(mut self, kind: EventKind) -> Vec<Effect> {
        self.session.dialogue.set_silence(None);
        self.session.microphone.follow(&kind);
        // Words that began before a fallen flag was put to the arbiter are no answer to that question.
        let overtaken = self.watch_flags(&kind);
        self.watch_warnings();
        self.watch_talk_key();
        let question = self.phase().question(&self.record);
        let ply = self.record.game().moves().len();
        let inquiries = self.analyses.asked();
        let aside = self.begin_aside(&kind);
        self.suggested = self.session.dialogue.suggested_until(&kind);
        match kind {
            EventKind::Heard { .. } | EventKind::Typed(_) | EventKind::Key(_) | EventKind::Lever(_)
                if overtaken =>
            {
                self.stay_silent(Silence::Overtaken);
            }
            EventKind::Began if self.is_asking_opponent() || self.is_setting_up() => self.ask_opponent(),
            EventKind::SetUp { written } => self.setup_written(written),
            EventKind::OpponentMissing(opponent) => self.opponent_missing(&opponent),
            EventKind::Began => self.begin(),
            EventKind::Resumed { torn } => self.resume_game(torn),
            EventKind::VoiceBegan(_) | EventKind::NoWords => {}
            EventKind::Clipped => self.clipped(),
            EventKind::Heard { alternatives, spoken } => self.handle_heard(&alternatives, &spoken),
            EventKind::Typed(line) => self.handle_typed(&line),
            EventKind::Intent(intent) => self.handle_remote_intent(intent),
            EventKind::Lever(_) if self.is_studying() => self.handle_in_study(Intent::PressClock),
            EventKind::OnBoard(_) if self.is_studying() => self.stay_silent(Silence::Studying),
            EventKind::Key(key) => self.handle_key(key),
            EventKind::Analysed { inquiry, positions } => self.handle_analysis(inquiry, positions),
            EventKind::Lever(side) => self.handle_lever(side),
            EventKind::OnBoard(event) => self.handle_on_board(event),
            EventKind::SpeechEnded => {
                self.start_delay();
                self.restart_silence();
            }
            EventKind::DeadlinePassed => self.handle_deadline(),
            EventKind::ServerReport(report) => self.handle_server_report(report),
            EventKind::Lobby(event) => self.handle_lobby_event(event),
            EventKind::Games { all, here } => self.update_games(all, here),
            EventKind::TurnedTo { microphone } => self.take_microphone(microphone),
            EventKind::TimesReported { left, running } => self.adopt_times(left, running),
            EventKind::FlagReported(side) => self.handle_reported_flag(side),
            EventKind::Lost(Device::Opponent) => self.opponent_changed(false),
            EventKind::Back(Device::Opponent) => self.opponent_changed(true),
            EventKind::Lost(device) => {
                let is_way = device == Device::Hall && self.is_by_correspondence();
                if is_way || matches!(device, Device::Server | Device::Peer) {
                    self.lose_server();
                }
                self.device_changed(device, false, Announcement::Lost(device));
            }
            EventKind::Missing(device) => self.device_changed(device, false, Announcement::Missing(device)),
            EventKind::Back(device) => self.device_changed(device, true, Announcement::Back(device)),
            EventKind::Unsteady(device) => self.device_changed(device, false, Announcement::Unsteady(device)),
            EventKind::Chattering(device) => self.tell(Announcement::Chattering(device)),
            EventKind::LeftOut { device, count } => self.note_left_out(device, count),
            EventKind::NotKept => self.tell(SchoolAnnouncement::NotWritten.into()),
            EventKind::Unwritten { moves } => self.tell(Announcement::Unwritten(moves)),
            EventKind::ClockFault(code) => self.tell(Announcement::ClockFault(code)),
            EventKind::StoodStill { time, counted } => self.stood_still(time, counted),
            EventKind::Page(page) => self.session.page = Some(page),
            EventKind::RulingReceived { desk, number, arbiter, words } => {
                self.receive_ruling(desk, number, arbiter, &words);
            }
            EventKind::WordsMissing(words) => self.tell(Announcement::WordsMissing(words)),
        }
        self.ask_pending_takeback();
        self.watch_sending();
        self.hold_clock_of_lost_opponent();
        self.tell_refusal();
        self.forget_closed_questions();
        self.run_on_after_question();
        self.ask_waiting_question();
        let now = self.phase().question(&self.record);
        if now != question {
            self.session.dialogue.set_asked_at(self.now);
            if now.is_some() {
                self.effects.push(Effect::Feel(Pattern::Question));
            }
        }
        if ply != self.record.game().moves().len() {
            self.position_changed();
            // What was asked just now is asked of the new position.
            if inquiries == self.analyses.asked() {
                self.session.analyses.position_changed();
            }
        }
        self.keep_suggestion();
        self.note_open_question();
        self.feel_message();
        let expects = match self.is_reviewing() {
            true => Expectation::Review,
            false => self.phase().expects(&self.record),
        };
        self.session.dialogue.expect(expects);
        if let Some(aside) = aside {
            self.end_aside(aside);
        }
        self.effects.into_vec()
    }

    pub(super) fn handle_typed(&mut self, line: &str) {
        if self.takes_code(line) {
            return self.take_code(line);
        }
        if self.handle_order_by_name(line) {
            return;
        }
        // Who types needs no microphone.
        let theirs = self.origin.side().map_or(self.moment().theirs, |side| Some(!side));
        let moment = Moment { expects: self.dialogue.expects(), theirs, ..self.moment() };
        let understanding = self.grammar.understand_text(line, &moment);
        let understanding = self.understood_otherwise(line, understanding);
        if understanding.is_understood() {
            self.answer_in_the_alphabet_of(line);
        }
        if understanding.is_understood() || !self.suggest(line) {
            self.handle_words(understanding);
        }
    }

    /// Forgets what was kept for the position before the last move.
    fn position_changed(&mut self) {
        self.session.exploration.position_changed();
        self.session.review.end();
        let at = self.at;
        self.session.dialogue.position_changed(at);
    }

    pub(super) fn begin(&mut self) {
        if self.is_in_lobby() {
            return self.close_microphone_until_talk();
        }
        let start = self.record.start().clone();
        // A device may report with an earlier instant, but no line stands before the first.
        self.session.record = Record::begin(start.clone(), self.at);
        self.effects.push(Effect::Record(JournalLine::new(self.at, Entry::Started(Box::new(start)))));
        self.close_microphone_until_talk();
        self.tell_ready();
        self.show_clock();
    }

    /// Tells that the game can begin, and from which position if it is not the usual one. A position in which the game
    /// is over ends it.
    pub(super) fn tell_ready(&mut self) {
        let outcome = self.outcome_on_board();
        if outcome.is_none() {
            let Start { opponent, strength, .. } = self.record.start();
            let strength = opponent.is_engine().then(|| EngineStrength::from(*strength));
            let control = self.record.clock().map(|clock| clock.control().clone());
            self.tell(Announcement::Ready { control, strength });
        }
        self.tell_unusual_start();
        if let Some(outcome) = outcome {
            self.end(outcome);
        }
    }

    /// Tells from which position the game starts, which in competition too both players must know to set it up.
    pub(super) fn tell_unusual_start(&mut self) {
        let start = self.record.start().position.clone();
        let unusual = start.is_chess960() || start != StartPosition::default();
        if unusual && self.record.game().moves().is_empty() {
            self.tell(Announcement::UnusualStart { chess960: start.chess960_number(), side: self.turn() });
            let position = self.question_context(Subject::Now).start();
            self.tell(position);
        }
    }

    fn device_changed(&mut self, device: Device, there: bool, told: Announcement) {
        if device == Device::Clock {
            self.session.clocks.set_tactile(there);
        }
        if device == Device::Journal {
            self.session.unsaved = !there;
        }
        if device == Device::Braille && !there {
            self.effects.push(Effect::Feel(Pattern::Line));
        }
        if device == Device::Page && !there {
            self.session.page = None;
        }
        self.tell(told);
    }

    /// Notes how many reports of a device were left out, in place of each.
    fn note_left_out(&mut self, device: Device, count: u32) {
        if self.record.ended().is_none() {
            let device: &str = device.into();
            self.note(NoteKind::Fault, format!("{device} {count}"), NoteAnswer::Told, None);
        }
    }

    /// Announces something, which "wiederholen" then says again.
    pub(super) fn tell(&mut self, announcement: Announcement) {
        if !self.effects.is_refused() {
            self.session.dialogue.keep_to_repeat(&announcement);
        }
        self.effects.push(Effect::Announce(announcement));
    }

    /// Lets a player who hears nothing feel that something waits, where no other pattern says so.
    fn feel_message(&mut self) {
        let tells = self.effects.iter().any(|effect| matches!(effect, Effect::Announce(_)));
        let felt = self.effects.iter().any(|effect| matches!(effect, Effect::Feel(_)));
        if self.options.by_touch && tells && !felt {
            self.effects.push(Effect::Feel(Pattern::Message));
        }
    }

    /// Applies an entry to the record and writes it down. After one that the record refuses, the event has no
    /// further effects.
    pub(super) fn write(&mut self, entry: Entry) {
        // Only the authority that keeps the time starts and stops the clock.
        let is_of_clock = matches!(entry, Entry::ClockStarted { .. } | Entry::ClockStopped);
        if self.effects.is_refused() || is_of_clock && !self.keeps_time() {
            return;
        }
        let line = JournalLine::new(self.at, entry).from(self.origin);
        if matches!(line.entry, Entry::ClockStarted { .. } | Entry::Pressed { .. }) {
            self.session.clocks.forget_question();
        }
        match self.session.record.apply(&line.entry, line.at()) {
            // What is studied is no game to be kept.
            Ok(()) if self.session.study.is_some() => {}
            Ok(()) => self.effects.push(Effect::Record(line)),
            Err(_) => self.effects.refuse(),
        }
    }

    /// Tells that the record refused an entry, and enters the phase that the record implies.
    fn tell_refusal(&mut self) {
        if self.effects.reopen() {
            let phase = self.restore_dialogue();
            self.enter(phase);
            self.session.dialogue.forget_waiting();
            self.refuse(Announcement::NotRecorded);
        }
    }

    pub(super) fn enter(&mut self, phase: Phase) {
        self.session.dialogue.enter(phase);
    }
}
