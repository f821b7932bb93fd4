//! The keys of the display: they pan, change the view, or act in the game.

use super::keys::BrailleCommand as Command;
use super::{BraillePort, PortContext, View, view};
use crate::{
    announce::Target,
    devices::braille_display::BrailleKey,
    session::{EventKind, Key},
};

/// Stands for the last window of a line, where writing goes on.
const LAST_WINDOW: usize = usize::MAX;

impl BraillePort {
    /// Shows the window where writing goes on.
    fn follow_writing(&mut self) {
        self.front_window = if self.entry.is_written() { LAST_WINDOW } else { 0 };
    }

    /// Removes the message before the view.
    fn dismiss(&mut self) {
        self.messages.mark_first_read();
        self.behind_view &= self.messages.unread_count() > 0;
        self.front_window = 0;
    }

    /// Removes the message before the view, if its end was shown long enough to be read.
    fn dismiss_if_read(&mut self, cx: &PortContext) {
        let shown = self.displayed_line(cx);
        let read = shown.is_last() && !self.fingers.cannot_have_read(&shown, cx.now);
        if shown.is_front && read && !self.entry.is_written() {
            self.dismiss();
        }
    }

    fn pan(&mut self, right: bool, cx: &PortContext) {
        let shown = self.displayed_line(cx);
        let whole = shown.is_last();
        match (right, shown.is_front) {
            (true, true) if self.fingers.cannot_have_read(&shown, cx.now) => {}
            (true, true) if whole && !self.entry.is_written() => self.dismiss(),
            (true, true) if !whole => self.front_window = shown.window + 1,
            (false, true) => self.front_window = shown.window.saturating_sub(1),
            (true, false) if !whole => self.windows[self.view as usize] = shown.window + 1,
            (false, false) => self.windows[self.view as usize] = shown.window.saturating_sub(1),
            _ => {}
        }
    }

    /// Shows the unread messages, or else the open question.
    fn show_waiting(&mut self, cx: &PortContext) {
        (self.behind_view, self.front_window) = (false, 0);
        if self.messages.unread_count() == 0 {
            self.choose(View::Game, cx);
        }
    }

    /// Shows a view; unread messages count as read, or in a game by touch wait behind it.
    fn choose(&mut self, view: View, cx: &PortContext) {
        if !cx.session.is_by_touch() {
            self.messages.mark_all_read();
        }
        self.behind_view = self.messages.unread_count() > 0;
        // Chosen files and ranks are shown only in the view of the board.
        if !self.entry.is_written() {
            self.entry.clear();
        }
        match view {
            View::Score => {
                let line = view::score(cx);
                self.windows[View::Score as usize] = line.windows(self.width).len() - 1;
            }
            View::Log => (self.log_position, self.windows[View::Log as usize]) = (0, 0),
            View::Say | View::Keys => (self.topic, self.windows[view as usize]) = (None, 0),
            View::Game | View::Clocks => self.windows[view as usize] = 0,
            View::Board => {}
        }
        self.view = view;
        self.front_window = 0;
    }

    pub(super) fn press(&mut self, key: BrailleKey, cx: &PortContext) -> Option<EventKind> {
        if let BrailleKey::Route(cell) = key {
            return self.route(cell, cx);
        }
        let command = self.keys.command(key);
        let shown = self.displayed_line(cx);
        let asks = shown.is_front && shown.shows_question;
        if !matches!(command, Some(Command::PanLeft | Command::PanRight | Command::Enter)) {
            self.dismiss_if_read(cx);
        }
        if let BrailleKey::Char(typed) = key {
            if !cx.session.is_by_touch() {
                self.messages.mark_all_read();
            }
            self.entry.push(typed);
            self.follow_writing();
            return None;
        }
        let Some(command) = command else { return Some(EventKind::Key(Key::Quiet)) };
        let unread = self.entry.is_empty() && self.fingers.cannot_have_read(&self.displayed_line(cx), cx.now);
        if command.answers() && unread {
            return None;
        }
        match command {
            // Panning does nothing in the game, so it interrupts no sentence.
            Command::PanLeft => self.pan(false, cx),
            Command::PanRight => self.pan(true, cx),
            Command::Up => self.step(true, cx),
            Command::Down => self.step(false, cx),
            Command::Home => self.choose(View::Game, cx),
            Command::Show(view) => self.choose(view, cx),
            Command::NextView => self.choose(self.view.step(1), cx),
            Command::PreviousView => self.choose(self.view.step(View::ALL.len() - 1), cx),
            Command::Enter => return self.enter(cx),
            Command::Escape => return self.escape(asks, cx),
            Command::Erase => {
                self.entry.erase();
                self.follow_writing();
            }
            Command::Game(key) => return Some(EventKind::Key(key)),
        }
        None
    }

    /// Goes a rank or a message up or down, or pans in the other views.
    fn step(&mut self, up: bool, cx: &PortContext) {
        match self.view {
            View::Log => {
                let older = self.messages.nth_last(self.log_position + 1).is_some();
                let newer = self.log_position.saturating_sub(1);
                self.log_position = if up { self.log_position + usize::from(older) } else { newer };
                self.windows[View::Log as usize] = 0;
            }
            View::Board => self.pan(up == (cx.session.own_side() == crate::laws::Color::White), cx),
            _ => self.pan(!up, cx),
        }
    }

    /// Enters what was written, else says yes, but not to an unread question.
    fn enter(&mut self, cx: &PortContext) -> Option<EventKind> {
        if !self.entry.is_empty() {
            self.front_window = 0;
            return Some(EventKind::Typed(self.entry.take()));
        }
        let shown = self.displayed_line(cx);
        if shown.is_front && shown.shows_question {
            self.dismiss();
        } else if cx.session.is_by_touch() && !shown.shows_question {
            if shown.is_front {
                self.pan(true, cx);
                return None;
            }
            if shown.more_waits {
                self.show_waiting(cx);
                return None;
            }
        }
        Some(EventKind::Key(Key::Confirm))
    }

    /// `asks`: a question lay before the view.
    fn escape(&mut self, asks: bool, cx: &PortContext) -> Option<EventKind> {
        if !self.entry.is_empty() {
            self.entry.clear();
            self.follow_writing();
        } else if asks || cx.session.lifted().is_some() || self.view == View::Game {
            return Some(EventKind::Key(Key::Cancel));
        } else if self.view == View::Say && self.topic.is_some() {
            self.topic = None;
        } else {
            self.choose(View::Game, cx);
        }
        None
    }

    fn route(&mut self, cell: usize, cx: &PortContext) -> Option<EventKind> {
        let shown = self.displayed_line(cx);
        let target = shown.target(cell).cloned();
        if let Some(before) = self.fingers.previous(cx.now) {
            let meant = before.target(cell);
            if meant.is_none() || meant != target.as_ref() || self.fingers.cannot_have_read(&shown, cx.now) {
                // The key still means a square of the previous line, but no answer to its question.
                let Some(Target::Square(square)) = meant else { return None };
                return Some(EventKind::Key(Key::Square(*square)));
            }
        }
        if shown.more_waits && cell == 0 {
            // The mark leads on to what is waiting.
            if shown.is_front {
                self.pan(true, cx);
            } else {
                self.show_waiting(cx);
            }
            return None;
        }
        if target.is_some() && shown.is_front {
            self.dismiss();
        }
        match target {
            Some(Target::Choice(n)) => return Some(EventKind::Key(Key::Choice(n))),
            Some(Target::Square(square)) => return Some(EventKind::Key(Key::Square(square))),
            Some(Target::Say(words)) => {
                self.choose(View::Game, cx);
                return Some(EventKind::Typed(words));
            }
            Some(Target::Begin(words)) => {
                self.entry.begin(&words);
                self.follow_writing();
            }
            Some(Target::Open(n)) => (self.topic, self.windows[View::Say as usize]) = (Some(n), 0),
            Some(Target::Type(c)) => {
                self.entry.choose(c);
                if self.chooses_keys(cx) && self.entry.is_two_squares() {
                    return Some(EventKind::Typed(self.entry.take()));
                }
            }
            None if shown.is_front && !self.entry.is_written() => self.pan(true, cx),
            None => return Some(EventKind::Key(Key::Nothing)),
        }
        None
    }
}
