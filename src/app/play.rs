//! The loop of a game: events in, effects out, until the game or the input is over.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use super::{
    ports::{Ports, State},
    time::Time,
};
use crate::{
    announce::Choices,
    devices::watched,
    journal::{Answer, Entry, Line, Note, NoteKind, Opponent, Record},
    session::{Effect, Event, Session, What},
};

/// A voice that does not fall silent holds the end up no longer than this.
const PATIENCE: Duration = Duration::from_secs(15);

/// A machine that did nothing for so long is worth a word.
const STOOD_STILL: Duration = Duration::from_secs(3);

/// How a game ended for the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Not yet begun: this one is to have the other side.
    Chosen(Opponent),
    /// This is to hold for all games; none, if another language is wanted first.
    SetUp(Option<Box<Choices>>),
    /// With a result.
    Finished,
    /// The player has left it, perhaps to begin `again`; where it has no result it can be resumed.
    Left { again: bool },
    /// There is nothing left to hear it with; it can be resumed.
    InputOver,
    /// The program itself has failed, as this says; it can be resumed.
    Failed(String),
}

/// A game being played.
pub struct Play<T> {
    session: Session,
    ports: Ports,
    time: T,
    ending: Option<Ending>,
    /// When a port wants to look at the game again.
    look: Option<Duration>,
}

impl<T: Time> Play<T> {
    pub fn new(session: Session, ports: Ports, time: T) -> Play<T> {
        Play { session, ports, time, ending: None, look: None }
    }

    /// Goes on with the same devices, whoever was chosen for the other side: with another session, or without one.
    pub fn go_on(&mut self, session: Option<Session>, plug: impl FnOnce(&mut Ports)) {
        self.ending = None;
        if let Some(session) = session {
            self.session = session;
        }
        plug(&mut self.ports);
    }

    /// Plays until the game has a result or nothing more can be heard. A panic ends it too: it is written down, and
    /// what the game has come to is still there.
    pub fn run(&mut self, first: Event) -> Ending {
        let game = AssertUnwindSafe(|| {
            self.begin(first);
            loop {
                if let Some(ending) = self.ending() {
                    return ending;
                }
                self.step();
            }
        });
        catch_unwind(game).unwrap_or_else(|panic| {
            let fault = watched::message(panic.as_ref());
            // The device that writes may be the one that failed.
            let _ = catch_unwind(AssertUnwindSafe(|| self.write_down(&fault)));
            Ending::Failed(fault)
        })
    }

    fn write_down(&mut self, fault: &str) {
        let answer = Answer::Told;
        let note = Note { kind: NoteKind::Fault, words: fault.to_owned(), answer, article: None };
        let at = self.time.now().max(self.session.at());
        self.perform(&Effect::Record(Line::new(at, Entry::Noted(note))));
    }

    /// The game and its dialogue.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What the game has come to.
    pub fn record(&self) -> &Record {
        self.session.record()
    }

    /// Lets the first event happen.
    pub fn begin(&mut self, first: Event) {
        self.handle(first, self.time.now());
        self.follow();
    }

    /// Waits for the next thing that happens, and deals with it.
    pub fn step(&mut self) {
        let due = self.session.next_deadline().into_iter().chain(self.look).min();
        let before = self.time.now();
        let woken = self.time.wait(due);
        let now = self.time.now();
        match woken {
            Some(port) => self.take(port),
            None => self.pass_time(),
        }
        // Nobody waits past what is due but a program that was stopped.
        let stopped = due.map_or(Duration::ZERO, |due| now.saturating_sub(due.max(before)));
        let slept = self.time.slept();
        if stopped.max(slept) >= STOOD_STILL {
            let counted = stopped >= slept;
            let what = What::StoodStill { time: stopped.max(slept), counted };
            self.handle(Event::of_program(what), self.time.now());
        }
        self.follow();
    }

    fn ending(&self) -> Option<Ending> {
        let goes_on =
            self.ports.are(State::Speaking) || self.ports.are(State::Open) && !self.ports.are(State::Leaving);
        match goes_on {
            _ if self.ending.is_some() => self.ending.clone(),
            true => None,
            false if self.record().ended().is_some() => Some(Ending::Finished),
            false => Some(Ending::InputOver),
        }
    }

    fn take(&mut self, port: usize) {
        let Some((at, events)) = self.ports.translate(port, &self.session, self.time.now()) else { return };
        self.catch_up(at);
        for event in events {
            // Whoever uses his hands is not kept waiting for the end of a sentence.
            if matches!(event.what, What::Key(_) | What::Typed(_)) && self.ports.are(State::Speaking) {
                self.perform(&Effect::StopSpeaking);
            }
            self.handle(event, at);
        }
    }

    /// What came due before something was seen happens before it, at its own instant: a flag that fell while
    /// the disk took its time has fallen before the lever that was pressed after it.
    fn catch_up(&mut self, at: Duration) {
        while let Some(due) = self.session.next_deadline().filter(|due| *due <= at) {
            self.handle(Event::of_program(What::DeadlinePassed), due);
        }
    }

    fn pass_time(&mut self) {
        let at = self.time.now();
        if self.session.next_deadline().is_some_and(|deadline| at >= deadline) {
            self.handle(Event::of_program(What::DeadlinePassed), at);
        }
    }

    fn handle(&mut self, event: Event, at: Duration) {
        for effect in self.session.handle(event, at) {
            self.perform(&effect);
        }
    }

    fn perform(&mut self, effect: &Effect) {
        self.ports.perform(effect, &self.session, self.time.now());
        match effect {
            Effect::Finished => self.ending = Some(Ending::Finished),
            Effect::Left { again } => self.ending = Some(Ending::Left { again: *again }),
            Effect::SetUp(choices) => self.ending = Some(Ending::SetUp(choices.clone())),
            Effect::Chosen(opponent) => self.ending = Some(Ending::Chosen(opponent.clone())),
            _ => {}
        }
    }

    fn follow(&mut self) {
        self.look = self.ports.follow(&self.session, self.time.now());
    }

    /// Lets the last sentence end. Nothing that is said or pressed meanwhile happens to the game any more.
    pub fn fall_silent(&mut self) {
        let until = self.time.now() + PATIENCE;
        while self.ports.are(State::Speaking) && self.time.now() < until && !self.ports.are(State::Leaving) {
            if let Some(port) = self.time.wait(Some(until)) {
                self.ports.translate(port, &self.session, self.time.now());
            }
        }
    }
}
