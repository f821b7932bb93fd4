//! The braille line: what is told until it was read, and the views of the game behind it.
//!
//! Nothing goes away by itself. What is told lies before the view that was chosen; the pan key at its end, or the
//! routing key over cells that stand for nothing, brings the view back as it was left. Where nobody hears the voice
//! ([`Session::is_by_touch`](crate::session::Session::is_by_touch)) messages wait for each other, else a new one
//! takes the place of the last. A mark in the first cell says that more waits than lies under the fingers.
//! `press` says what the keys do. What changes by itself just as one is pressed is not what was pressed: `sheet` knows
//! what was read.

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
    devices::braille_display::{BrailleDisplay, BrailleEvent, BrailleLine, BrailleServer},
    session::{ClockFace, Effect, Event, EventKind},
};
use displayed_line::{DisplayedLine, ReadingFingers};
use entry::TextEntry;
use keys::KeyMap;
use messages::{MessageQueue, QueuePosition};
pub use view::View;

/// In the first cell: all eight dots, which no text has.
const MORE_MARK: char = '\u{28FF}';

/// Shows a line, and takes the keys of the display.
///
/// Where there is no display the line is kept all the same, and printed as forty cells.
pub struct BraillePort {
    display: Option<Box<dyn BrailleLine>>,
    keys: KeyMap,
    /// Whether a display is there: none while that is not known yet. One that was there is waited for.
    connected: Option<bool>,
    /// Whether that is a reason for the game to go on.
    holds: bool,
    width: usize,
    view: View,
    /// Which window of each view was last under the fingers.
    windows: [usize; View::ALL.len()],
    /// Which window of what lies before the view.
    front_window: usize,
    /// How many messages ago, in their view.
    log_position: usize,
    /// The list that is open in the view of what can be said.
    topic: Option<usize>,
    messages: MessageQueue,
    /// What was told waits behind the view that was chosen.
    behind_view: bool,
    /// While a key of this display is being answered: how many messages did.
    answers: Option<usize>,
    entry: TextEntry,
    face: Option<ClockFace>,
    /// What was asked when this was last looked at.
    asked: Option<Announcement>,
    concealed: bool,
    shown: String,
    fingers: ReadingFingers,
}

impl BraillePort {
    pub fn new(display: Option<Box<dyn BrailleLine>>, keys: KeyMap) -> BraillePort {
        BraillePort {
            display,
            keys,
            connected: None,
            holds: false,
            width: 40,
            view: View::default(),
            windows: [0; View::ALL.len()],
            front_window: 0,
            log_position: 0,
            topic: None,
            messages: MessageQueue::default(),
            behind_view: false,
            answers: None,
            entry: TextEntry::default(),
            face: None,
            asked: None,
            concealed: false,
            shown: String::new(),
            fingers: ReadingFingers::default(),
        }
    }

    /// Looks for a display at brltty; says so where this program cannot. `holds`: the game goes on as long as there
    /// is one.
    pub fn open(
        keys: KeyMap,
        holds: bool,
        print: impl Fn(&str),
        reporter: Reporter<BrailleEvent>,
    ) -> BraillePort {
        let display = match BrailleDisplay::open(BrailleServer::default(), reporter.into_sink()) {
            Ok(display) => Some(Box::new(display) as Box<dyn BrailleLine>),
            Err(missing) => {
                print(&format!("braille: {missing}"));
                None
            }
        };
        BraillePort { holds: holds && display.is_some(), ..BraillePort::new(display, keys) }
    }

    /// What is told lies before the view, unless the view itself says it.
    fn show_announcement(&mut self, told: &Announcement, cx: &PortContext) {
        let asked = cx.session.asked();
        let question = |told: &Announcement| asked.as_ref() == Some(told);
        let stands = match told {
            Announcement::YesOrNo(asked) => question(asked),
            Announcement::Moved(told) | Announcement::OpponentMoved(told) => {
                asked.is_none() && cx.session.played(1).last() == Some(told)
            }
            told => question(told),
        };
        let by_touch = cx.session.is_by_touch();
        let turn = match self.answers {
            _ if !by_touch => QueuePosition::Replacing,
            Some(others) => QueuePosition::After(others),
            None => QueuePosition::Last,
        };
        // Who reads the board is not disturbed but by the answer to his own key.
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

    /// What lies under the fingers now.
    fn displayed_line(&self, cx: &PortContext) -> DisplayedLine {
        let asked = cx.session.asked();
        let message = self.messages.first_unread().filter(|_| !self.behind_view);
        let writing = self.entry.is_written();
        let is_question = |told: &Announcement| match told {
            Announcement::YesOrNo(question) => asked.as_ref() == Some(question),
            told => asked.as_ref() == Some(told),
        };
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
            // What is no longer asked is no longer answered.
            Some(message) if is_question(&message.announcement) || !has_choices(&message.line) => {
                Some(message.line.clone())
            }
            Some(message) => Some(Line::plain(message.line.cells.clone())),
            None => None,
        };
        let is_front = front.is_some();
        let line = match front {
            // One line where the game has room beside it, so that nothing is hidden.
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

    /// Whether a move is chosen by files and ranks: the board is not told.
    fn chooses_keys(&self, cx: &PortContext) -> bool {
        self.view == View::Board && !cx.session.describes_position()
    }

    fn show(&mut self, told: bool, cx: &PortContext) {
        let sheet = self.displayed_line(cx);
        let mark = if sheet.more_waits { MORE_MARK.to_string() } else { String::new() };
        let text = format!("{mark}{}", sheet.line.cut(&sheet.window()));
        let text = format!("{text:<width$}", width = self.width);
        if text == self.shown {
            return;
        }
        let offset = usize::from(sheet.more_waits);
        let cursor = self.cursor(&sheet, cx).map(|cell| cell + offset).filter(|cell| *cell < self.width);
        if let Some(display) = &mut self.display {
            display.show(&text, cursor);
        }
        self.fingers.place(sheet, self.answers.is_some(), cx.now);
        let secret = self.concealed && !self.entry.is_empty();
        if told && !secret {
            (cx.print)(&format!("braille: {}", text.trim_end()));
        }
        self.shown = text;
    }

    /// Where writing goes on, or the piece that is lifted.
    fn cursor(&self, sheet: &DisplayedLine, cx: &PortContext) -> Option<usize> {
        if !self.entry.is_empty() {
            let end = self.entry.cells().chars().count();
            return end.checked_sub(sheet.window().start).filter(|_| sheet.is_last());
        }
        let lifted = Target::Square(cx.session.lifted()?);
        let window = sheet.window();
        let (cells, _) = sheet.line.targets.iter().find(|(_, target)| *target == lifted)?;
        window.contains(&cells.start).then(|| cells.start - window.start)
    }

    /// A line that changes every second cannot be read by touch: minutes will do.
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
                self.shown.clear();
                self.show(false, cx);
                self.fingers = ReadingFingers::default();
                Some(Event::of_program(EventKind::Back(Device::Braille)))
            }
        };
        event.into_iter().collect()
    }

    /// What was asked or lifted may be another after any event.
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

    fn state(&self) -> PortState {
        if self.holds && self.connected != Some(false) { PortState::Open } else { PortState::Idle }
    }
}
