//! The braille line: what was announced, then what stands, with the clocks at its right end.

use std::time::Duration;

use super::{Port, Scene, Tell};
use crate::{
    announce::{Announcement, Device, Line, Target},
    devices::braille_display::{BrailleDisplay, BrailleEvent, BrailleKey, BrailleLine, BrailleServer},
    session::{ClockFace, Effect, Event, Key, What},
};

/// How long a passing remark stays when nobody speaks it.
const REMARK: Duration = Duration::from_secs(5);

/// Shows a line, and takes the keys of the display.
///
/// Where there is no display the line is kept all the same, and printed as forty cells.
pub struct BraillePort {
    display: Option<Box<dyn BrailleLine>>,
    width: usize,
    line: Line,
    /// Where the part that is shown begins.
    from: usize,
    face: Option<ClockFace>,
    shown: String,
    /// When a remark gives way to what stands.
    until: Option<Duration>,
}

impl BraillePort {
    pub fn new(display: Option<Box<dyn BrailleLine>>) -> BraillePort {
        BraillePort {
            display,
            width: 40,
            line: Line::default(),
            from: 0,
            face: None,
            shown: String::new(),
            until: None,
        }
    }

    /// Looks for a display at brltty; says so where this program cannot.
    pub fn open(print: impl Fn(&str), tell: Tell<BrailleEvent>) -> BraillePort {
        BraillePort::new(match BrailleDisplay::open(BrailleServer::default(), tell.sink()) {
            Ok(display) => Some(Box::new(display)),
            Err(missing) => {
                print(&format!("braille: {missing}"));
                None
            }
        })
    }

    fn lay(&mut self, announcement: &Announcement, until: Option<Duration>, scene: &Scene) {
        self.line = scene.render(announcement).line;
        self.from = 0;
        self.until = until;
        self.show(true, scene);
    }

    /// Moves the window over a line that is longer than the display.
    fn pan(&mut self, right: bool, scene: &Scene) {
        let next = if right { self.from + self.width } else { self.from.saturating_sub(self.width) };
        if next < self.whole(scene).len() {
            self.from = next;
            self.show(true, scene);
        }
    }

    /// A line that changes every second cannot be read by touch: minutes will do.
    fn turn(&mut self, face: ClockFace, scene: &Scene) {
        let before = self.face.replace(face);
        let turned = before.is_none_or(|before| before.running != face.running);
        let minute = |face: ClockFace| (face.white.as_secs() / 60, face.black.as_secs() / 60);
        let close = face.white.min(face.black) < Duration::from_secs(60);
        if turned || close || before.is_some_and(|before| minute(before) != minute(face)) {
            self.show(turned, scene);
        }
    }

    fn show(&mut self, told: bool, scene: &Scene) {
        let text = self.whole(scene).window(self.from, self.width);
        if text == self.shown {
            return;
        }
        if let Some(display) = &mut self.display {
            display.show(&text, None);
        }
        if told {
            (scene.print)(&format!("braille: {}", text.trim_end()));
        }
        self.shown = text;
    }

    /// The line with the clocks at its right, or behind it.
    fn whole(&self, scene: &Scene) -> Line {
        let clocks = self.face.map(|face| scene.language.announcer.clock_cells(face.white, face.black));
        self.line.clone().with_clocks(clocks.as_deref().unwrap_or_default(), self.width)
    }

    fn press(&mut self, key: BrailleKey, scene: &Scene) -> Option<Key> {
        Some(match key {
            // The reading finger goes on; nothing is done, so nobody is interrupted.
            BrailleKey::PanLeft | BrailleKey::PanRight => {
                self.pan(key == BrailleKey::PanRight, scene);
                return None;
            }
            BrailleKey::Route(cell) => self.key_at(self.from + cell).unwrap_or(Key::Quiet),
            BrailleKey::LineUp | BrailleKey::CursorUp => Key::RankUp,
            BrailleKey::LineDown | BrailleKey::CursorDown => Key::RankDown,
            BrailleKey::Enter => Key::Confirm,
            BrailleKey::Escape => Key::Cancel,
            BrailleKey::Home | BrailleKey::Return => Key::Repeat,
            BrailleKey::Function(1) => Key::Press,
            BrailleKey::Function(2) => Key::Talk,
            BrailleKey::Function(3) => Key::Arbiter,
            _ => Key::Quiet,
        })
    }

    fn key_at(&self, cell: usize) -> Option<Key> {
        self.line.target_at(cell).map(|target| match target {
            Target::Choice(n) => Key::Choice(n),
            Target::Square(square) => Key::Square(square),
        })
    }
}

impl Port for BraillePort {
    type News = BrailleEvent;

    fn perform(&mut self, effect: &Effect, scene: &Scene) {
        match effect {
            Effect::Announce(announcement) => self.lay(announcement, Some(scene.now + REMARK), scene),
            Effect::Show(announcement) => self.lay(announcement, None, scene),
            Effect::ShowClock(face) => self.turn(*face, scene),
            _ => {}
        }
    }

    fn translate(&mut self, news: BrailleEvent, scene: &Scene) -> Vec<Event> {
        let event = match news {
            BrailleEvent::Key(key) => self.press(key, scene).map(|key| Event::at_table(What::Key(key))),
            BrailleEvent::Lost { reason } => {
                (scene.print)(&format!("braille: {reason}"));
                Some(Event::of_program(What::Lost(Device::Braille)))
            }
            BrailleEvent::Back { cells } => {
                (scene.print)(&format!("found: braille display, {cells} cells"));
                self.width = cells;
                self.from = 0;
                self.shown.clear();
                self.show(false, scene);
                Some(Event::of_program(What::Back(Device::Braille)))
            }
        };
        event.into_iter().collect()
    }

    /// What stands comes back after a remark, but not while the remark is still being spoken.
    fn follow(&mut self, scene: &Scene) -> Option<Duration> {
        let until = self.until.filter(|_| !scene.speaking)?;
        if scene.now < until {
            return Some(until);
        }
        self.until = None;
        if let Some(standing) = scene.session.standing() {
            self.lay(&standing, None, scene);
        }
        None
    }
}
