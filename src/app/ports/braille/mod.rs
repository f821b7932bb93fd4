//! The braille line: unread messages, and behind them the views of the game.
//!
//! No line goes away by itself. A message lies before the chosen view; the pan key at its end, or a routing key over
//! cells without a meaning, brings the view back as it was left. In a game by touch
//! ([`Session::is_by_touch`](crate::session::Session::is_by_touch)) messages queue up, otherwise a new one replaces
//! the last. A mark in the first cell says that more is waiting. `press` handles the keys. A key pressed just as the
//! line changes belongs to the previous line: `displayed_line` knows what can have been read.

mod entry;
pub mod keys;
mod messages;
mod press;
mod displayed_line;
mod view;

use std::time::Duration;

use super::{Port, PortContext, PortState, Reporter};
use crate::{
    announce::{Announcement, Device, Line, Target},
    devices::braille_display::{
        BrailleDisplay, BrailleEvent, BrailleLine, BrailleServer, BrailleUnavailable,
    },
    session::{ClockFace, Effect, Event, EventKind},
};
use displayed_line::{DisplayedLine, ReadingFingers};
use entry::TextEntry;
use keys::KeyMap;
use messages::{MessageQueue, QueuePosition};
pub use view::View;

/// The mark in the first cell when more is waiting: all eight dots, which occur in no text.
const MORE_MARK: char = '\u{28FF}';

/// Shows a line, and handles the keys of the display. The screen has the same text, without a display as forty cells.
#[derive(Default)]
pub struct BraillePort {
    display: Option<Box<dyn BrailleLine>>,
    keys: KeyMap,
    /// Whether a display is or was connected; `None` while that is not known yet.
    connected: Option<bool>,
    /// A connected display keeps the game open.
    holds: bool,
    width: usize,
    view: View,
    /// The window of each view that was shown last.
    windows: [usize; View::ALL.len()],
    /// The window of the message or the text before the view.
    front_window: usize,
    /// How many messages back the view of messages is.
    log_position: usize,
    /// The topic that is open in the view of what can be said.
    topic: Option<usize>,
    messages: MessageQueue,
    /// Unread messages wait behind the chosen view.
    behind_view: bool,
    /// While a key of this display is being answered: how many messages have answered it.
    answers: Option<usize>,
    entry: TextEntry,
    face: Option<ClockFace>,
    /// The open question at the last look.
    asked: Option<Announcement>,
    concealed: bool,
    /// The text that is shown, and the cell of its cursor.
    shown: (String, Option<usize>),
    fingers: ReadingFingers,
}

impl BraillePort {
    pub fn new(display: Option<Box<dyn BrailleLine>>, keys: KeyMap) -> BraillePort {
        BraillePort { display, keys, width: 40, ..BraillePort::default() }
    }

    /// Looks for a display at brltty. `holds`: a connected display keeps the game open.
    pub fn open(
        keys: KeyMap,
        holds: bool,
        missing: impl FnOnce(&BrailleUnavailable),
        reporter: Reporter<BrailleEvent>,
    ) -> BraillePort {
        let display = match BrailleDisplay::open(BrailleServer::default(), reporter.into_sink()) {
            Ok(display) => Some(Box::new(display) as Box<dyn BrailleLine>),
            Err(fault) => {
                missing(&fault);
                None
            }
        };
        BraillePort { holds: holds && display.is_some(), ..BraillePort::new(display, keys) }
    }

    /// Shows an announcement before the view, unless the view itself shows it.
    fn show_announcement(&mut self, told: &Announcement, cx: &PortContext) {
        let asked = cx.session.asked();
        let stands = match told {
            Announcement::Moved(told) | Announcement::OpponentMoved(told) => {
                asked.is_none() && cx.session.played(1).last() == Some(told)
            }
            told => is_question(told, asked.as_ref()),
        };
        let by_touch = cx.session.is_by_touch();
        let turn = match self.answers {
            _ if !by_touch => QueuePosition::Replacing,
            Some(others) => QueuePosition::After(others),
            None => QueuePosition::Last,
        };
        // Only the answer to the reader's own key interrupts the reading of a view.
        match &mut self.answers {
            Some(answers) => {
                *answers += 1;
                (self.behind_view, self.front_window) = (false, 0);
            }
            None if by_touch => {
                self.behind_view |= self.view != View::Game && self.messages.unread_count() == 0
            }
            None => self.front_window = 0,
        }
        self.messages.add(told.clone(), cx.render(told).line, turn);
        if stands && self.view == View::Game && self.messages.unread_count() == 1 {
            self.messages.mark_first_read();
            self.windows[View::Game as usize] = 0;
        }
        self.asked = asked;
        self.show(true, cx);
    }

    /// Returns what the display shows now.
    fn displayed_line(&self, cx: &PortContext) -> DisplayedLine {
        let asked = cx.session.asked();
        let message = self.messages.first_unread().filter(|_| !self.behind_view);
        let writing = self.entry.is_written();
        let is_question = |told| is_question(told, asked.as_ref());
        let shows_question = match (writing, message) {
            (true, _) => false,
            (false, Some(message)) => is_question(&message.announcement),
            (false, None) => self.view == View::Game,
        };
        let unread = self.messages.unread_count() > usize::from(message.is_some() && !writing);
        let behind = asked.is_some() && !shows_question && (message.is_none() || self.view != View::Game);
        // A single cell has no room for the mark.
        let waits = self.width > 1 && (unread || behind);
        let width = self.width.saturating_sub(usize::from(waits)).max(1);
        let front = match message {
            _ if writing => Some(Line::plain(self.entry.cells())),
            // A question that is no longer open has no choices.
            Some(message) if is_question(&message.announcement) || !has_choices(&message.line) => {
                Some(message.line.clone())
            }
            Some(message) => Some(Line::plain(message.line.cells.clone())),
            None => None,
        };
        let is_front = front.is_some();
        let line = match front {
            // The game stands beside a message, if there is room.
            Some(front) if self.view == View::Game && !shows_question => {
                front.beside(width, |room| view::game(cx, self.face, room).first(room))
            }
            Some(front) => front,
            None => self.view_line(cx, width),
        };
        let windows = line.windows(width);
        let last = windows.len().saturating_sub(1);
        let at = if is_front { self.front_window } else { self.windows[self.view as usize] };
        let (at, message) = (at.min(last), message.map(|message| message.announcement.clone()));
        DisplayedLine {
            window: at,
            line,
            windows,
            is_front,
            shows_question,
            message,
            asked,
            more_waits: waits,
        }
    }

    fn view_line(&self, cx: &PortContext, width: usize) -> Line {
        match self.view {
            View::Game => view::game(cx, self.face, width),
            View::Board => view::board(cx, self.entry.cells(), width),
            View::Clocks => view::clocks_view(cx, self.face),
            View::Score => view::score(cx),
            View::Log => view::log(cx, self.messages.nth_last(self.log_position), self.log_position),
            View::Say => view::say(cx, self.topic),
            View::Keys => view::keys(cx, &self.keys),
        }
    }

    /// Whether a move is chosen by files and ranks, because the position is not described.
    fn chooses_keys(&self, cx: &PortContext) -> bool {
        self.view == View::Board && !cx.session.describes_position()
    }

    fn show(&mut self, told: bool, cx: &PortContext) {
        let shown = self.displayed_line(cx);
        let mark = if shown.more_waits { MORE_MARK.to_string() } else { String::new() };
        let text = format!("{mark}{}", shown.line.cut(&shown.window()));
        let text = format!("{text:<width$}", width = self.width);
        let offset = usize::from(shown.more_waits);
        let cursor = self.cursor(&shown, cx).map(|cell| cell + offset).filter(|cell| *cell < self.width);
        let new = (text, cursor);
        if new == self.shown {
            return;
        }
        let before = std::mem::replace(&mut self.shown, new);
        let text = &self.shown.0;
        if let Some(display) = &mut self.display {
            display.show(text, cursor);
        }
        if *text == before.0 {
            return;
        }
        self.fingers.place(shown, self.answers.is_some(), cx.now);
        let secret = self.concealed && !self.entry.is_empty();
        if told && !secret {
            cx.screen.cells(&cx.language.words, text.trim_end(), self.connected == Some(true));
        }
    }

    /// Returns the cell where writing goes on, or that of the lifted piece.
    fn cursor(&self, shown: &DisplayedLine, cx: &PortContext) -> Option<usize> {
        if !self.entry.is_empty() {
            // Chosen files and ranks stand at the end of their keys.
            let written = self.entry.is_written();
            let end = if written { self.entry.cells().chars().count() } else { shown.line.len() };
            return end.checked_sub(shown.window().start).filter(|_| shown.is_last());
        }
        let lifted = Target::Square(cx.session.lifted()?);
        let window = shown.window();
        let (cells, _) = shown.line.targets.iter().find(|(_, target)| *target == lifted)?;
        window.contains(&cells.start).then(|| cells.start - window.start)
    }

    /// Shows the clocks anew when a minute or a turn has passed: a line that changes every second cannot be read.
    fn show_clock(&mut self, face: ClockFace, cx: &PortContext) {
        let before = self.face;
        let turned = before.is_none_or(|before| before.running != face.running);
        let minute = |face: ClockFace| (face.white.as_secs() / 60, face.black.as_secs() / 60);
        let close = face.white.min(face.black) < Duration::from_secs(60);
        if turned || close || before.is_some_and(|before| minute(before) != minute(face)) {
            self.face = Some(face);
            self.show(turned, cx);
        }
    }
}

/// Whether an announcement is the open question, or repeats it.
fn is_question(told: &Announcement, asked: Option<&Announcement>) -> bool {
    let question = match told {
        Announcement::YesOrNo(question) | Announcement::YesOrNoOtherwise { question, .. } => question,
        told => told,
    };
    asked == Some(question)
}

fn has_choices(line: &Line) -> bool {
    line.targets.iter().any(|(_, target)| matches!(target, Target::Choice(_)))
}

impl Port for BraillePort {
    type News = BrailleEvent;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        match effect {
            Effect::Announce(announcement) | Effect::Show(announcement) => {
                self.show_announcement(announcement, cx)
            }
            Effect::ShowClock(face) => self.show_clock(*face, cx),
            Effect::Conceal(concealed) => self.concealed = *concealed,
            _ => {}
        }
    }

    fn translate(&mut self, news: BrailleEvent, cx: &PortContext) -> Vec<Event> {
        let event = match news {
            BrailleEvent::Key(key) => {
                let what = self.press(key, cx);
                self.answers = Some(0);
                self.show(true, cx);
                self.answers = what.as_ref().map(|_| 0);
                what.map(Event::at_table)
            }
            BrailleEvent::Lost { reason } => {
                self.connected.get_or_insert(false);
                cx.lacking("braille", &reason);
                Some(Event::of_program(EventKind::Lost(Device::Braille)))
            }
            BrailleEvent::Back { cells } => {
                cx.found("braille", &cells);
                self.width = cells.max(1);
                self.connected = Some(true);
                self.shown = Default::default();
                self.show(false, cx);
                self.fingers = ReadingFingers::default();
                Some(Event::of_program(EventKind::Back(Device::Braille)))
            }
        };
        event.into_iter().collect()
    }

    /// Any event may change the open question or the lifted piece.
    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        let asked = cx.session.asked();
        if asked != self.asked {
            self.asked = asked;
            self.windows[View::Game as usize] = 0;
        }
        self.show(true, cx);
        self.answers = None;
        None
    }

    fn is_unread(&self) -> bool {
        // A display that is still looked for may be there.
        self.display.is_some() && self.connected != Some(false) && self.messages.unread_count() > 0
    }

    fn state(&self) -> PortState {
        if self.holds && self.connected != Some(false) { PortState::Open } else { PortState::Idle }
    }
}
