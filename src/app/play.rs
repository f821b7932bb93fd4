//! The loop of a game: events in, effects out, until the game or the input is over.

use std::{
    collections::VecDeque,
    path::PathBuf,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::{
    paper::{Paper, Written},
    stage::{News, Stage, print},
};
use crate::{
    announce::Device,
    devices::{
        hearing::ear::EarEvent,
        keyboard::{self, KeyboardEvent},
    },
    grammar::Grammar,
    session::{Effect, Event, Session, What},
};

/// How a game ended for the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With a result.
    Finished,
    /// There is nothing left to hear it with; it can be resumed.
    InputOver,
}

/// A game being played.
pub struct Play {
    pub session: Session,
    pub grammar: std::sync::Arc<Grammar>,
    pub stage: Stage,
    pub paper: Paper,
    pub news: Receiver<News>,
    /// Typed lines that have come, each taken once what was to be said has been said; `None` where none come.
    pub script: Option<VecDeque<String>>,
    /// Something was heard that may not be answered yet.
    pub heard: bool,
    /// The microphone has not been there yet. Alone it is no reason to go on.
    pub awaited: bool,
    /// A voice that does not fall silent holds a game up no longer than this.
    pub patience: Duration,
}

/// What can still be heard.
#[derive(Clone, Copy)]
struct Open {
    /// The microphone, or a recording.
    ear: bool,
    keyboard: bool,
    script: bool,
}

impl Open {
    const NOTHING: Open = Open { ear: false, keyboard: false, script: false };

    fn is_anything(&self) -> bool {
        self.ear || self.keyboard || self.script
    }
}

impl Play {
    /// Plays until the game has a result or nothing more can be heard.
    pub fn run(mut self, first: Event) -> (Ending, PathBuf) {
        let mut open = Open {
            ear: self.stage.ear.is_some(),
            keyboard: self.stage.keyboard.is_some(),
            script: self.script.is_some(),
        };
        let mut finished = self.handle(first);
        loop {
            if finished {
                self.fall_silent();
                return (Ending::Finished, self.paper.path().to_owned());
            }
            if !self.stage.is_speaking() {
                if let Some(line) = self.script.as_mut().and_then(VecDeque::pop_front) {
                    self.stage.print_heard(&line);
                    finished = self.handle(Event::at_table(What::Typed(line)));
                    continue;
                }
                // Whoever has nothing else to speak to it with is not kept waiting for a microphone.
                let ear = open.ear && !self.awaited;
                if !(Open { ear, ..open }).is_anything() {
                    self.fall_silent();
                    return (Ending::InputOver, self.paper.path().to_owned());
                }
            }
            finished = match self.news.recv_timeout(self.wait()) {
                Ok(news) => self.take(news, &mut open),
                Err(RecvTimeoutError::Timeout) => self.pass_time(),
                // Every device's sender is gone: only deadlines are left, and nobody to answer them.
                Err(RecvTimeoutError::Disconnected) => {
                    open = Open::NOTHING;
                    false
                }
            };
        }
    }

    fn take(&mut self, news: News, open: &mut Open) -> bool {
        match &news {
            News::Line(line) => {
                if let Some(script) = &mut self.script {
                    script.push_back(line.clone());
                }
            }
            News::LinesOver { fault } => {
                if let Some(fault) = fault {
                    print(&format!("text: {fault}"));
                }
                open.script = false;
            }
            News::Ear(EarEvent::Ended { fault }) => {
                if let Some(fault) = fault {
                    print(&format!("microphone: {fault}"));
                }
                open.ear = false;
            }
            News::Ear(EarEvent::Back) => self.awaited = false,
            News::Keyboard(KeyboardEvent::Closed) => open.keyboard = false,
            // A terminal in raw mode leaves it to the program to end.
            News::Keyboard(KeyboardEvent::Key(keyboard::Key::Control('c' | 'd'))) => {
                *open = Open::NOTHING;
            }
            _ => {}
        }
        let heard = matches!(news, News::Ear(EarEvent::Heard(_)));
        let mut finished = false;
        for event in self.stage.translate(news) {
            finished |= self.handle(event);
        }
        // A recording waits until the answer has been spoken; a microphone does not wait.
        self.heard |= heard;
        if self.heard && !self.stage.is_speaking() {
            self.heard = false;
            if let Some(ear) = &self.stage.ear {
                ear.proceed();
            }
        }
        finished
    }

    fn pass_time(&mut self) -> bool {
        let at = self.now();
        let due = self.session.next_deadline().is_some_and(|deadline| at >= deadline);
        let finished = due && self.handle(Event::of_program(What::DeadlinePassed));
        let standing = self.session.standing();
        self.stage.stand(standing.as_ref(), self.session.audience());
        finished
    }

    fn handle(&mut self, event: Event) -> bool {
        let at = self.now();
        let effects = self.session.handle(event, at);
        let finished = self.perform(effects);
        self.stage.expect(&self.grammar, &self.session.moment());
        finished
    }

    fn perform(&mut self, effects: Vec<Effect>) -> bool {
        let mut finished = false;
        for effect in effects {
            match effect {
                Effect::Record(line) => {
                    let told = match self.paper.write(&line) {
                        Written::Kept => None,
                        Written::Failing(error) => {
                            print(&format!("journal: {error}"));
                            Some(Event::of_program(What::Lost(Device::Journal)))
                        }
                        Written::Recovered => Some(Event::of_program(What::Back(Device::Journal))),
                    };
                    if let Some(event) = told {
                        let at = self.now();
                        let told = self.session.handle(event, at);
                        finished |= self.perform(told);
                    }
                }
                Effect::Announce(announcement) => self.stage.announce(&announcement, self.session.audience()),
                Effect::Show(announcement) => self.stage.show(&announcement, self.session.audience()),
                Effect::StopSpeaking => self.stage.stop_speaking(),
                Effect::Voice(change) => self.stage.change_voice(change),
                Effect::Conceal(concealed) => self.stage.conceal(concealed),
                // The ear listens on for being switched on again; the session sees to it.
                Effect::Microphone(_) => {}
                Effect::ShowClock(face) => self.stage.show_clock(face),
                Effect::Feel(pattern) => self.stage.feel(pattern),
                Effect::Finished => finished = true,
            }
        }
        finished
    }

    /// Lets the last sentence end.
    fn fall_silent(&mut self) {
        let until = Instant::now() + self.patience;
        while self.stage.is_speaking() {
            let left = until.saturating_duration_since(Instant::now());
            match self.news.recv_timeout(left) {
                Ok(news) => {
                    for event in self.stage.translate(news) {
                        self.handle(event);
                    }
                }
                Err(_) => return,
            }
        }
    }

    fn now(&self) -> Duration {
        self.stage.zero.elapsed()
    }

    fn wait(&self) -> Duration {
        let session = self.session.next_deadline().map(|at| at.saturating_sub(self.now()));
        let line = self.stage.next_deadline().map(|at| at.saturating_duration_since(Instant::now()));
        // A sentence being spoken holds the line; it is looked at again soon enough.
        let line = line.map(|wait| wait.max(Duration::from_millis(200)));
        session.into_iter().chain(line).min().unwrap_or(Duration::from_secs(3600))
    }
}
