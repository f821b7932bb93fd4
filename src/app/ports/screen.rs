//! The terminal: prints what is said and heard.

use std::convert::Infallible;

use super::{Port, PortContext};
use crate::{
    grammar::hearings,
    laws::Color,
    session::{Effect, Event, EventKind},
};

/// Prints announcements, and whose clock runs.
#[derive(Default)]
pub struct ScreenPort {
    /// The side whose clock was last printed to run, if any was printed.
    running: Option<Option<Color>>,
}

impl Port for ScreenPort {
    type News = Infallible;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        match effect {
            Effect::Announce(announcement) => {
                (cx.print)(&format!("say: {}", cx.render(announcement).words));
            }
            Effect::Show(announcement) => {
                (cx.print)(&format!("show: {}", cx.render(announcement).words));
            }
            Effect::ShowClock(face) if self.running != Some(face.running) => {
                self.running = Some(face.running);
                let running = match face.running {
                    Some(Color::White) => "W",
                    Some(Color::Black) => "B",
                    None => "-",
                };
                let times = cx.language.announcer.clock_cells(face.white, face.black);
                (cx.print)(&format!("clock: {running} {times}"));
            }
            _ => {}
        }
    }

    fn translate(&mut self, news: Infallible, _cx: &PortContext) -> Vec<Event> {
        match news {}
    }
}

/// The length, in bytes, from which a line is cut: longer ones are noise.
const MAX_PRINTED: usize = 500;

/// Prints what was heard or typed, unless it is `concealed` (a sealed move).
pub(super) fn print_heard(what: &EventKind, concealed: bool, print: &dyn Fn(&str)) {
    let words = match what {
        EventKind::Heard { alternatives, .. } => {
            let all = hearings(alternatives).filter(|hearing| !hearing[0].answers_only);
            let best: Vec<String> = all.map(|hearing| hearing[0].to_string()).collect();
            best.join(" / ")
        }
        EventKind::Typed(line) => line.trim().to_owned(),
        EventKind::Clipped => "(cut off)".to_owned(),
        _ => return,
    };
    let (shown, rest) = words.split_at(words.floor_char_boundary(MAX_PRINTED));
    let dots = if rest.is_empty() { "" } else { " ..." };
    print(&format!("hear: {}{dots}", if concealed { "(concealed)" } else { shown }));
}
