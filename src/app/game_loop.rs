//! The loop of a game, or of several: events in, effects out, until all games or the input are over.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    time::{Duration, Instant},
};

use super::{
    ports::{GameView, PortState, Ports},
    time::{STANDSTILL, Time},
};
use crate::{
    announce::{Announcement, SetupChoices},
    devices::worker,
    journal::{Entry, JournalLine, Note, NoteAnswer, NoteKind, Opponent, Record},
    session::{Effect, Event, EventKind, GameStatus, ServerRequest, Session},
};

/// How long the end of the program waits for the voice to fall silent: a slow voice takes half of it for the last
/// sentences. One that hangs is never silent.
const LAST_SENTENCE_LIMIT: Duration = Duration::from_secs(45);
/// How long it waits for who reads alone.
const LAST_LINE_LIMIT: Duration = Duration::from_secs(120);

/// How a game ended for the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopEnding {
    /// The game has not begun; the player chose this opponent.
    Chosen(Opponent),
    /// The player chose the game of this journal instead.
    Resume(PathBuf),
    /// The first setup is complete; `None` if another language is wanted first.
    SetUp(Option<Box<SetupChoices>>),
    /// The game goes on; the player wants another one beside it.
    Beside(ServerRequest),
    Finished,
    /// The player has left the game, perhaps to begin `again`; without a result it can be resumed.
    Left {
        again: bool,
    },
    /// The input has ended; the game can be resumed.
    InputOver,
    /// The program itself has failed, for this reason; the game can be resumed.
    Failed(String),
}

/// One of the games that are played.
pub struct GameInPlay {
    session: Session,
    /// When the session began, as the system's clock counts.
    zero: Instant,
    closed: bool,
}

impl GameInPlay {
    /// Starts or resumes a session; `None` if it has lasted longer than the machine has run.
    pub fn new(session: Session) -> Option<GameInPlay> {
        let zero = Instant::now().checked_sub(session.at())?;
        Some(GameInPlay::started_at(session, zero))
    }

    pub fn started_at(session: Session, zero: Instant) -> GameInPlay {
        GameInPlay { session, zero, closed: false }
    }

    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The record of the game, also while something else is studied.
    pub fn record(&self) -> &Record {
        self.session.game_record()
    }

    /// The session's time at an instant.
    fn session_time(&self, at: Instant) -> Duration {
        at.saturating_duration_since(self.zero)
    }

    /// Returns when the session next wants to be told that time has passed.
    fn deadline(&self) -> Option<Instant> {
        self.session.next_deadline().filter(|_| !self.closed).map(|due| self.zero + due)
    }

    fn view(&self, now: Instant) -> GameView<'_> {
        GameView { session: &self.session, zero: self.zero, now }
    }
}

/// The games being played; one of them is at the microphone.
pub struct GameLoop<T> {
    games: Vec<GameInPlay>,
    /// The number of the game at the microphone.
    active: usize,
    ports: Ports,
    time: T,
    ending: Option<LoopEnding>,
    /// The game that comes to the microphone next.
    next_active: Option<usize>,
    /// The statuses that the games were last told.
    told_statuses: Vec<GameStatus>,
    /// When a port wants to be called again.
    next_look: Option<Instant>,
}

impl<T: Time> GameLoop<T> {
    pub fn new(games: Vec<GameInPlay>, ports: Ports, time: T) -> GameLoop<T> {
        GameLoop {
            games,
            active: 0,
            ports,
            time,
            ending: None,
            next_active: None,
            told_statuses: Vec::new(),
            next_look: None,
        }
    }

    /// Goes on with the same games and devices.
    pub fn go_on(&mut self) {
        self.ending = None;
    }

    /// Goes on with another game at the microphone; `plug` plugs its own ports in. On an error the games go on as before.
    pub fn replace<E>(
        &mut self,
        game: GameInPlay,
        plug: impl FnOnce(&mut Ports) -> Result<(), E>,
    ) -> Result<(), E> {
        self.plug_for(self.active, plug)?;
        self.games[self.active] = game;
        Ok(())
    }

    /// Brings one more game to the microphone; `plug` plugs its own ports in. On an error the games go on as before.
    pub fn add<E>(&mut self, plug: impl FnOnce(&mut Ports) -> Result<GameInPlay, E>) -> Result<(), E> {
        let game = self.plug_for(self.games.len(), plug)?;
        self.games.push(game);
        self.active = self.games.len() - 1;
        Ok(())
    }

    fn plug_for<R, E>(&mut self, game: usize, plug: impl FnOnce(&mut Ports) -> Result<R, E>) -> Result<R, E> {
        self.go_on();
        let before = self.ports.len();
        self.ports.set_owner(Some(game));
        let plugged = plug(&mut self.ports);
        self.ports.set_owner(None);
        if plugged.is_err() {
            self.ports.unplug(before);
        }
        plugged
    }

    /// Plays until all games have a result or the input ends; `first` holds the first events. A panic ends the loop
    /// too: it is noted in the journals, and the records remain.
    pub fn run(&mut self, first: Vec<(usize, Event)>) -> LoopEnding {
        let games = AssertUnwindSafe(|| {
            self.begin(first);
            loop {
                if let Some(ending) = self.ending() {
                    return ending;
                }
                self.step();
            }
        });
        catch_unwind(games).unwrap_or_else(|panic| {
            let fault = worker::panic_message(panic.as_ref());
            // The port that failed may be the journal's, so this may fail too.
            let _ = catch_unwind(AssertUnwindSafe(|| self.record_fault(&fault)));
            LoopEnding::Failed(fault)
        })
    }

    fn record_fault(&mut self, fault: &str) {
        for n in 0..self.games.len() {
            let answer = NoteAnswer::Told;
            let note = Note {
                kind: NoteKind::Fault,
                words: fault.to_owned(),
                answer,
                article: None,
                touched: Vec::new(),
            };
            let at = self.games[n].session_time(self.time.now()).max(self.games[n].session.at());
            self.perform(n, &Effect::Record(JournalLine::new(at, Entry::Noted(note))));
        }
    }

    /// Returns the games in the order in which they began.
    pub fn games(&self) -> &[GameInPlay] {
        &self.games
    }

    /// Returns the number of the game at the microphone.
    pub fn active(&self) -> usize {
        self.active
    }

    /// Handles the first events.
    pub fn begin(&mut self, first: Vec<(usize, Event)>) {
        for (n, event) in first {
            self.handle(n, event, self.time.now());
        }
        self.share_statuses();
        self.follow();
    }

    /// Waits for the next report or deadline, and handles it.
    pub fn step(&mut self) {
        let waiting = self.next_look.into_iter().chain(self.ports.next_report());
        let due = self.games.iter().filter_map(GameInPlay::deadline).chain(waiting).min();
        let before = self.time.now();
        let woken = self.time.wait(due);
        let now = self.time.now();
        match woken {
            Some(port) => self.take_report(port),
            None => self.pass_deadlines(now),
        }
        // Only a program that was stopped wakes late.
        let stopped = due.map_or(Duration::ZERO, |due| now.saturating_duration_since(due.max(before)));
        let slept = self.time.slept();
        if stopped.max(slept) >= STANDSTILL {
            let counted = stopped >= slept;
            let what = EventKind::StoodStill { time: stopped.max(slept), counted };
            self.handle_all(&Event::of_program(what), self.time.now());
        }
        self.share_statuses();
        self.switch_game();
        self.follow();
    }

    fn ending(&self) -> Option<LoopEnding> {
        // Who asks for the end does not wait until all is told: to a flood of lines there is always an answer to tell.
        let goes_on = !self.ports.any_is(PortState::Leaving)
            && (self.ports.any_is(PortState::Speaking) || self.ports.any_is(PortState::Open));
        match goes_on {
            _ if self.ending.is_some() => self.ending.clone(),
            true => None,
            false if self.games.iter().all(|game| game.record().ended().is_some()) => {
                Some(LoopEnding::Finished)
            }
            false => Some(LoopEnding::InputOver),
        }
    }

    fn take_report(&mut self, port: usize) {
        let owner = self.ports.owner(port);
        let n = owner.unwrap_or(self.active);
        let seen = self.games[n].view(self.time.now());
        let Some((at, events)) = self.ports.translate(port, n, &seen) else { return };
        self.take_events(owner, events, at);
    }

    /// Handles the events of a game's own device, or of a shared one.
    fn take_events(&mut self, owner: Option<usize>, events: Vec<Event>, at: Instant) {
        let n = owner.unwrap_or(self.active);
        if self.games[n].closed {
            return;
        }
        self.catch_up(n, at);
        for event in events {
            // A key interrupts the sentence that is being said.
            if matches!(event.kind, EventKind::Key(_) | EventKind::Typed(_))
                && self.ports.any_is(PortState::Speaking)
            {
                self.perform(n, &Effect::StopSpeaking);
            }
            // The loss of a shared device concerns all games.
            let is_device = matches!(
                event.kind,
                EventKind::Lost(_)
                    | EventKind::Missing(_)
                    | EventKind::Back(_)
                    | EventKind::Unsteady(_)
                    | EventKind::Page(_)
            );
            match owner {
                None if is_device => self.handle_all(&event, at),
                _ => self.handle(n, event, at),
            }
        }
    }

    /// Handles the deadlines before a later report, each at its own instant: if a flag falls during a slow write, a
    /// lever that is pressed after it comes too late.
    fn catch_up(&mut self, n: usize, at: Instant) {
        let mut passed = None;
        // A deadline that its passing does not move is left to the next step, which reads the ports too.
        while let Some(due) = self.games[n].deadline().filter(|due| *due <= at && Some(*due) > passed) {
            self.handle(n, Event::of_program(EventKind::DeadlinePassed), due);
            passed = Some(due);
        }
    }

    fn pass_deadlines(&mut self, now: Instant) {
        for (owner, events) in self.ports.due_reports(now) {
            if !events.is_empty() {
                self.take_events(owner, events, now);
            }
        }
        for n in 0..self.games.len() {
            if self.games[n].deadline().is_some_and(|due| due <= now) {
                self.handle(n, Event::of_program(EventKind::DeadlinePassed), now);
            }
        }
    }

    fn handle_all(&mut self, event: &Event, at: Instant) {
        for n in 0..self.games.len() {
            if !self.games[n].closed {
                self.handle(n, event.clone(), at);
            }
        }
    }

    fn handle(&mut self, n: usize, event: Event, at: Instant) {
        let at = self.games[n].session_time(at);
        for effect in self.games[n].session.handle(event, at) {
            self.perform(n, &effect);
        }
    }

    /// Carries an effect out. Shared ports serve only the game at the microphone.
    fn perform(&mut self, n: usize, effect: &Effect) {
        let ending = match effect {
            Effect::Finished => Some(LoopEnding::Finished),
            Effect::Left { again } => Some(LoopEnding::Left { again: *again }),
            _ => None,
        };
        self.games[n].closed |= ending.is_some();
        let goes_on = self.games.iter().position(|game| !game.closed);
        // Shared ports do not end with one of several games.
        let heard = n == self.active && (ending.is_none() || goes_on.is_none());
        self.ports.perform(effect, n, heard, &self.games[n].view(self.time.now()));
        match effect {
            Effect::SetUp(choices) => self.ending = Some(LoopEnding::SetUp(choices.clone())),
            Effect::Chosen(opponent) => self.ending = Some(LoopEnding::Chosen(opponent.clone())),
            Effect::Resume(journal) => self.ending = Some(LoopEnding::Resume(journal.clone())),
            Effect::RequestBeside(request) => self.ending = Some(LoopEnding::Beside(request.clone())),
            Effect::TurnTo(game) if *game < self.games.len() => self.next_active = Some(*game),
            _ => {}
        }
        match (ending, goes_on) {
            (Some(ending), None) => self.ending = Some(ending),
            (Some(_), Some(other)) => {
                if let Some(request) = self.games[n].session.next_request() {
                    self.ending = Some(LoopEnding::Beside(request.clone()));
                } else if n == self.active {
                    self.next_active =
                        Some((n..self.games.len()).find(|n| !self.games[*n].closed).unwrap_or(other));
                }
            }
            (None, _) => {}
        }
    }

    /// Brings another game to the microphone.
    fn switch_game(&mut self) {
        let Some(game) = self.next_active.take() else { return };
        let microphone = self.games[self.active].session.listens();
        self.active = game;
        self.handle(game, Event::of_program(EventKind::TurnedTo { microphone }), self.time.now());
    }

    /// Tells every game how all games stand, if there are several.
    fn share_statuses(&mut self) {
        if self.games.len() < 2 {
            return;
        }
        let statuses: Vec<GameStatus> =
            self.games.iter().map(|game| game.session.status().closed(game.closed)).collect();
        if statuses != self.told_statuses {
            for n in 0..self.games.len() {
                let what = EventKind::Games { all: statuses.clone(), here: n };
                self.handle(n, Event::of_program(what), self.time.now());
            }
            self.told_statuses = statuses;
        }
    }

    fn follow(&mut self) {
        let now = self.time.now();
        let look = |n: usize| self.ports.follow(n, n == self.active, &self.games[n].view(now));
        self.next_look = (0..self.games.len()).filter_map(look).min();
    }

    /// Writes what waits to be written, at the end of the games.
    pub fn settle(&mut self) {
        self.ports.settle();
    }

    /// Tells the players something that is no part of a game, also after a port has failed.
    pub fn tell(&mut self, announcement: Announcement) {
        let n = self.active;
        let now = self.time.now();
        self.ports.perform_each(&Effect::Announce(announcement), n, &self.games[n].view(now));
    }

    /// Lets the last sentence be heard, or read by who reads alone. A key, a line or another signal cuts it; all else is
    /// dropped.
    pub fn finish_speaking(&mut self) {
        let reads = self.games[self.active].session.is_by_touch();
        let until = self.time.now() + if reads { LAST_LINE_LIMIT } else { LAST_SENTENCE_LIMIT };
        while (self.ports.any_is(PortState::Speaking) || reads && self.ports.has_unread())
            && self.time.now() < until
        {
            let Some(port) = self.time.wait(Some(until)) else { continue };
            let n = self.ports.owner(port).unwrap_or(self.active);
            let reported = self.ports.translate(port, n, &self.games[n].view(self.time.now()));
            let is_cut = |event: &Event| matches!(event.kind, EventKind::Key(_) | EventKind::Typed(_));
            if reported.is_some_and(|(_, events)| events.iter().any(is_cut)) {
                let now = self.time.now();
                self.ports.perform(&Effect::StopSpeaking, n, true, &self.games[n].view(now));
                return;
            }
        }
    }
}
