//! What a key of the display does: the reading finger goes on, another view comes under it, or something is said.

use super::keys::Command;
use super::{BraillePort, Scene, View, view};
use crate::{
    announce::Target,
    devices::braille_display::BrailleKey,
    session::{EventKind, Key},
};

/// The last window of a line, whichever that is: where writing goes on.
const END: usize = usize::MAX;

impl BraillePort {
    /// The window where writing goes on.
    fn follow_writing(&mut self) {
        self.front = if self.entry.is_written() { END } else { 0 };
    }

    /// Takes the message or the text before the view away.
    fn dismiss(&mut self) {
        self.messages.read();
        self.parked &= self.messages.waiting() > 0;
        self.front = 0;
    }

    /// Whoever does something else with the end of a message under his fingers has read it.
    fn leave_what_was_read(&mut self, scene: &Scene) {
        let sheet = self.sheet(scene);
        let read = sheet.is_last() && !self.fingers.cannot_have_read(&sheet, scene.now);
        if sheet.front && read && !self.entry.is_written() {
            self.dismiss();
        }
    }

    fn pan(&mut self, right: bool, scene: &Scene) {
        let sheet = self.sheet(scene);
        let whole = sheet.is_last();
        match (right, sheet.front) {
            (true, true) if self.fingers.cannot_have_read(&sheet, scene.now) => {}
            (true, true) if whole && !self.entry.is_written() => self.dismiss(),
            (true, true) if !whole => self.front = sheet.at + 1,
            (false, true) => self.front = sheet.at.saturating_sub(1),
            (true, false) if !whole => self.places[self.view as usize] = sheet.at + 1,
            (false, false) => self.places[self.view as usize] = sheet.at.saturating_sub(1),
            _ => {}
        }
    }

    /// Brings a view under the fingers; what was told is to be found among the messages, or waits.
    fn choose(&mut self, view: View, scene: &Scene) {
        if !scene.session.is_by_touch() {
            self.messages.read_all();
        }
        self.parked = self.messages.waiting() > 0;
        // Nobody sees there what was chosen of files and ranks.
        if !self.entry.is_written() {
            self.entry.clear();
        }
        match view {
            View::Score => {
                let line = view::score(scene);
                self.places[View::Score as usize] = line.windows(self.width).len() - 1;
            }
            View::Log => (self.ago, self.places[View::Log as usize]) = (0, 0),
            View::Say | View::Keys => (self.topic, self.places[view as usize]) = (None, 0),
            View::Game | View::Clocks => self.places[view as usize] = 0,
            View::Board => {}
        }
        self.view = view;
        self.front = 0;
    }

    pub(super) fn press(&mut self, key: BrailleKey, scene: &Scene) -> Option<EventKind> {
        let goes_on = [Some(Command::PanLeft), Some(Command::PanRight), Some(Command::Enter)];
        if !matches!(key, BrailleKey::Route(_)) && !goes_on.contains(&self.keys.command(key)) {
            self.leave_what_was_read(scene);
        }
        let command = match key {
            BrailleKey::Route(cell) => return self.route(cell, scene),
            BrailleKey::Char(typed) => {
                if !scene.session.is_by_touch() {
                    self.messages.read_all();
                }
                self.entry.push(typed);
                self.follow_writing();
                return None;
            }
            key => self.keys.command(key),
        };
        if command.is_some_and(Command::answers)
            && self.entry.is_empty()
            && self.fingers.cannot_have_read(&self.sheet(scene), scene.now)
        {
            return None;
        }
        match command {
            None => return Some(EventKind::Key(Key::Quiet)),
            // The reading finger goes on; nothing is done, so nobody is interrupted.
            Some(Command::PanLeft) => self.pan(false, scene),
            Some(Command::PanRight) => self.pan(true, scene),
            Some(Command::Up) => self.step(true, scene),
            Some(Command::Down) => self.step(false, scene),
            Some(Command::Home) => self.choose(View::Game, scene),
            Some(Command::Show(view)) => self.choose(view, scene),
            Some(Command::NextView) => self.choose(self.view.step(1), scene),
            Some(Command::PreviousView) => self.choose(self.view.step(View::ALL.len() - 1), scene),
            Some(Command::Enter) => return self.enter(scene),
            Some(Command::Escape) => return self.escape(scene),
            Some(Command::Erase) => {
                self.entry.erase();
                self.follow_writing();
            }
            Some(Command::Game(key)) => return Some(EventKind::Key(key)),
        }
        None
    }

    /// The ranks above or below, the message before or after; elsewhere on along the line.
    fn step(&mut self, up: bool, scene: &Scene) {
        match self.view {
            View::Log => {
                let older = self.messages.ago(self.ago + 1).is_some();
                self.ago = if up { self.ago + usize::from(older) } else { self.ago.saturating_sub(1) };
                self.places[View::Log as usize] = 0;
            }
            View::Board => self.pan(up == (scene.session.own_side() == crate::laws::Color::White), scene),
            _ => self.pan(!up, scene),
        }
    }

    /// What was written counts. Else it is a yes, but never to what has not been read yet.
    fn enter(&mut self, scene: &Scene) -> Option<EventKind> {
        if !self.entry.is_empty() {
            self.front = 0;
            return Some(EventKind::Typed(self.entry.take()));
        }
        let sheet = self.sheet(scene);
        if sheet.front && sheet.question {
            self.dismiss();
        } else if scene.session.is_by_touch() && !sheet.question {
            if sheet.front {
                self.pan(true, scene);
                return None;
            }
            if sheet.waits {
                (self.parked, self.front) = (false, 0);
                if self.messages.waiting() == 0 {
                    self.choose(View::Game, scene);
                }
                return None;
            }
        }
        Some(EventKind::Key(Key::Confirm))
    }

    fn escape(&mut self, scene: &Scene) -> Option<EventKind> {
        if !self.entry.is_empty() {
            self.entry.clear();
            self.follow_writing();
        } else if scene.session.lifted().is_some() || self.view == View::Game {
            return Some(EventKind::Key(Key::Cancel));
        } else if self.view == View::Say && self.topic.is_some() {
            self.topic = None;
        } else {
            self.choose(View::Game, scene);
        }
        None
    }

    fn route(&mut self, cell: usize, scene: &Scene) -> Option<EventKind> {
        let sheet = self.sheet(scene);
        let nothing = EventKind::Key(Key::Nothing);
        let target = sheet.target(cell).cloned();
        if let Some(before) = self.fingers.before(scene.now) {
            let meant = before.target(cell);
            if meant.is_none() || meant != target.as_ref() || self.fingers.cannot_have_read(&sheet, scene.now)
            {
                // A square is the same square wherever it lies; an answer is none to another question.
                let Some(Target::Square(square)) = meant else { return None };
                return Some(EventKind::Key(Key::Square(*square)));
            }
        }
        if sheet.waits && cell == 0 {
            // The mark: on to what waits.
            if sheet.front {
                self.pan(true, scene);
            } else if self.messages.waiting() > 0 {
                (self.parked, self.front) = (false, 0);
            } else {
                self.choose(View::Game, scene);
            }
            return None;
        }
        if target.is_some() && sheet.front {
            self.dismiss();
        }
        match target {
            Some(Target::Choice(n)) => return Some(EventKind::Key(Key::Choice(n))),
            Some(Target::Square(square)) => return Some(EventKind::Key(Key::Square(square))),
            Some(Target::Say(words)) => {
                self.choose(View::Game, scene);
                return Some(EventKind::Typed(words));
            }
            Some(Target::Begin(words)) => {
                self.entry.begin(&words);
                self.follow_writing();
            }
            Some(Target::Open(n)) => (self.topic, self.places[View::Say as usize]) = (Some(n), 0),
            Some(Target::Type(c)) => {
                self.entry.choose(c);
                if self.chooses_keys(scene) && self.entry.is_two_squares() {
                    return Some(EventKind::Typed(self.entry.take()));
                }
            }
            None if sheet.front && !self.entry.is_written() => self.pan(true, scene),
            None => return Some(nothing),
        }
        None
    }
}
