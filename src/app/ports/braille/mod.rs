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
mod sheet;
mod view;

use std::time::Duration;

use super::{Port, Scene, State, Tell};
use crate::{
    announce::{Announcement, Device, Line, Target},
    devices::braille_display::{BrailleDisplay, BrailleEvent, BrailleLine, BrailleServer},
    session::{ClockFace, Effect, Event, EventKind},
};
use entry::Entry;
use keys::KeyMap;
use messages::{Messages, Turn};
use sheet::{Fingers, Sheet};
pub use view::View;

/// In the first cell: all eight dots, which no text has.
const WAITING: char = '\u{28FF}';

/// Shows a line, and takes the keys of the display.
///
/// Where there is no display the line is kept all the same, and printed as forty cells.
pub struct BraillePort {
    display: Option<Box<dyn BrailleLine>>,
    keys: KeyMap,
    /// Whether a display is there: none while that is not known yet. One that was there is waited for.
    there: Option<bool>,
    /// Whether that is a reason for the game to go on.
    holds: bool,
    width: usize,
    view: View,
    /// Which window of each view was last under the fingers.
    places: [usize; View::ALL.len()],
    /// Which window of what lies before the view.
    front: usize,
    /// How many messages ago, in their view.
    ago: usize,
    /// The list that is open in the view of what can be said.
    topic: Option<usize>,
    messages: Messages,
    /// What was told waits behind the view that was chosen.
    parked: bool,
    /// While a key of this display is being answered: how many messages did.
    answers: Option<usize>,
    entry: Entry,
    face: Option<ClockFace>,
    /// What was asked when this was last looked at.
    asked: Option<Announcement>,
    concealed: bool,
    shown: String,
    fingers: Fingers,
}

impl BraillePort {
    pub fn new(display: Option<Box<dyn BrailleLine>>, keys: KeyMap) -> BraillePort {
        BraillePort {
            display,
            keys,
            there: None,
            holds: false,
            width: 40,
            view: View::default(),
            places: [0; View::ALL.len()],
            front: 0,
            ago: 0,
            topic: None,
            messages: Messages::default(),
            parked: false,
            answers: None,
            entry: Entry::default(),
            face: None,
            asked: None,
            concealed: false,
            shown: String::new(),
            fingers: Fingers::default(),
        }
    }

    /// Looks for a display at brltty; says so where this program cannot. `holds`: the game goes on as long as there
    /// is one.
    pub fn open(keys: KeyMap, holds: bool, print: impl Fn(&str), tell: Tell<BrailleEvent>) -> BraillePort {
        let display = match BrailleDisplay::open(BrailleServer::default(), tell.sink()) {
            Ok(display) => Some(Box::new(display) as Box<dyn BrailleLine>),
            Err(missing) => {
                print(&format!("braille: {missing}"));
                None
            }
        };
        BraillePort { holds: holds && display.is_some(), ..BraillePort::new(display, keys) }
    }

    /// What is told lies before the view, unless the view itself says it.
    fn lay(&mut self, told: &Announcement, scene: &Scene) {
        let asked = scene.session.asked();
        let question = |told: &Announcement| asked.as_ref() == Some(told);
        let stands = match told {
            Announcement::YesOrNo(asked) => question(asked),
            Announcement::Moved(told) | Announcement::OpponentMoved(told) => {
                asked.is_none() && scene.session.played(1).last() == Some(told)
            }
            told => question(told),
        };
        let by_touch = scene.session.is_by_touch();
        let turn = match self.answers {
            _ if !by_touch => Turn::Only,
            Some(others) => Turn::After(others),
            None => Turn::Last,
        };
        // Who reads the board is not disturbed but by the answer to his own key.
        match &mut self.answers {
            Some(answers) => {
                *answers += 1;
                (self.parked, self.front) = (false, 0);
            }
            None if by_touch => self.parked |= self.view != View::Game && self.messages.waiting() == 0,
            None => self.front = 0,
        }
        self.messages.add(told.clone(), scene.render(told).line, turn);
        if stands && self.view == View::Game && self.messages.waiting() == 1 {
            self.messages.read();
            self.places[View::Game as usize] = 0;
        }
        self.asked = asked;
        self.show(true, scene);
    }

    /// What lies under the fingers now.
    fn sheet(&self, scene: &Scene) -> Sheet {
        let asked = scene.session.asked();
        let message = self.messages.first().filter(|_| !self.parked);
        let writing = self.entry.is_written();
        let is_question = |told: &Announcement| match told {
            Announcement::YesOrNo(question) => asked.as_ref() == Some(question),
            told => asked.as_ref() == Some(told),
        };
        let shows_question = match (writing, message) {
            (true, _) => false,
            (false, Some(message)) => is_question(&message.told),
            (false, None) => self.view == View::Game,
        };
        let unread = self.messages.waiting() > usize::from(message.is_some() && !writing);
        let behind = asked.is_some() && !shows_question && (message.is_none() || self.view != View::Game);
        // A single cell has no room for the mark.
        let waits = self.width > 1 && (unread || behind);
        let width = self.width.saturating_sub(usize::from(waits)).max(1);
        let front = match message {
            _ if writing => Some(Line::plain(self.entry.cells())),
            // What is no longer asked is no longer answered.
            Some(message) if is_question(&message.told) || !has_choices(&message.line) => {
                Some(message.line.clone())
            }
            Some(message) => Some(Line::plain(message.line.cells.clone())),
            None => None,
        };
        let is_front = front.is_some();
        let line = match front {
            // One line where the game has room beside it, so that nothing is hidden.
            Some(front) if self.view == View::Game && !shows_question => {
                front.beside(width, |room| view::game(scene, self.face, room).first(room))
            }
            Some(front) => front,
            None => self.viewed(scene, width),
        };
        let windows = line.windows(width);
        let last = windows.len().saturating_sub(1);
        let at = if is_front { self.front } else { self.places[self.view as usize] };
        let (at, message) = (at.min(last), message.map(|message| message.told.clone()));
        Sheet { at, line, windows, front: is_front, question: shows_question, message, asked, waits }
    }

    fn viewed(&self, scene: &Scene, width: usize) -> Line {
        match self.view {
            View::Game => view::game(scene, self.face, width),
            View::Board => view::board(scene, self.entry.cells(), width),
            View::Clocks => view::clocks_view(scene, self.face),
            View::Score => view::score(scene),
            View::Log => view::log(scene, self.messages.ago(self.ago), self.ago),
            View::Say => view::say(scene, self.topic),
            View::Keys => view::keys(scene, &self.keys),
        }
    }

    /// Whether a move is chosen by files and ranks: the board is not told.
    fn chooses_keys(&self, scene: &Scene) -> bool {
        self.view == View::Board && !scene.session.describes_position()
    }

    fn show(&mut self, told: bool, scene: &Scene) {
        let sheet = self.sheet(scene);
        let mark = if sheet.waits { WAITING.to_string() } else { String::new() };
        let text = format!("{mark}{}", sheet.line.cut(&sheet.window()));
        let text = format!("{text:<width$}", width = self.width);
        if text == self.shown {
            return;
        }
        let offset = usize::from(sheet.waits);
        let cursor = self.cursor(&sheet, scene).map(|cell| cell + offset).filter(|cell| *cell < self.width);
        if let Some(display) = &mut self.display {
            display.show(&text, cursor);
        }
        self.fingers.lie_on(sheet, self.answers.is_some(), scene.now);
        let secret = self.concealed && !self.entry.is_empty();
        if told && !secret {
            (scene.print)(&format!("braille: {}", text.trim_end()));
        }
        self.shown = text;
    }

    /// Where writing goes on, or the piece that is lifted.
    fn cursor(&self, sheet: &Sheet, scene: &Scene) -> Option<usize> {
        if !self.entry.is_empty() {
            let end = self.entry.cells().chars().count();
            return end.checked_sub(sheet.window().start).filter(|_| sheet.is_last());
        }
        let lifted = Target::Square(scene.session.lifted()?);
        let window = sheet.window();
        let (cells, _) = sheet.line.targets.iter().find(|(_, target)| *target == lifted)?;
        window.contains(&cells.start).then(|| cells.start - window.start)
    }

    /// A line that changes every second cannot be read by touch: minutes will do.
    fn turn(&mut self, face: ClockFace, scene: &Scene) {
        let before = self.face;
        let turned = before.is_none_or(|before| before.running != face.running);
        let minute = |face: ClockFace| (face.white.as_secs() / 60, face.black.as_secs() / 60);
        let close = face.white.min(face.black) < Duration::from_secs(60);
        if turned || close || before.is_some_and(|before| minute(before) != minute(face)) {
            self.face = Some(face);
            self.show(turned, scene);
        }
    }
}

fn has_choices(line: &Line) -> bool {
    line.targets.iter().any(|(_, target)| matches!(target, Target::Choice(_)))
}

impl Port for BraillePort {
    type News = BrailleEvent;

    fn perform(&mut self, effect: &Effect, scene: &Scene) {
        match effect {
            Effect::Announce(announcement) | Effect::Show(announcement) => self.lay(announcement, scene),
            Effect::ShowClock(face) => self.turn(*face, scene),
            Effect::Conceal(concealed) => self.concealed = *concealed,
            _ => {}
        }
    }

    fn translate(&mut self, news: BrailleEvent, scene: &Scene) -> Vec<Event> {
        let event = match news {
            BrailleEvent::Key(key) => {
                let what = self.press(key, scene);
                self.answers = Some(0);
                self.show(true, scene);
                self.answers = what.as_ref().map(|_| 0);
                what.map(Event::at_table)
            }
            BrailleEvent::Lost { reason } => {
                self.there.get_or_insert(false);
                scene.lacking("braille", &reason);
                Some(Event::of_program(EventKind::Lost(Device::Braille)))
            }
            BrailleEvent::Back { cells } => {
                scene.found("braille", &cells);
                self.width = cells.max(1);
                self.there = Some(true);
                self.shown.clear();
                self.show(false, scene);
                self.fingers = Fingers::default();
                Some(Event::of_program(EventKind::Back(Device::Braille)))
            }
        };
        event.into_iter().collect()
    }

    /// What was asked or lifted may be another after any event.
    fn follow(&mut self, scene: &Scene) -> Option<Duration> {
        let asked = scene.session.asked();
        if asked != self.asked {
            self.asked = asked;
            self.places[View::Game as usize] = 0;
        }
        self.show(true, scene);
        self.answers = None;
        None
    }

    fn state(&self) -> State {
        if self.holds && self.there != Some(false) { State::Open } else { State::Idle }
    }
}
