//! The terminal: prints what is told and heard.

use std::{convert::Infallible, time::Duration};

use super::{Port, PortContext};
use crate::{
    announce::Announcement,
    app::screen::Screen,
    config::PictureForm,
    grammar::{Answer, hearings},
    language::Catalogue,
    laws::{Chess, Color, Position},
    session::{Effect, Event, EventKind},
};

/// Prints announcements, and whose clock runs.
#[derive(Default)]
pub struct ScreenPort {
    /// The side whose clock was last printed to run, if any was printed.
    running: Option<Option<Color>>,
    /// Whether our voice spoke when this was looked at last.
    gave_way: Option<bool>,
    /// The position that was printed last.
    pictured: Option<Chess>,
}

impl Port for ScreenPort {
    type News = Infallible;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        let words = &cx.language.words;
        match effect {
            Effect::Announce(announcement) => {
                let written = match announcement {
                    Announcement::Moved(told) | Announcement::OpponentMoved(told) => {
                        cx.language.announcer.written(told)
                    }
                    _ => None,
                };
                cx.screen.told(&cx.render(announcement).words, written.as_deref());
                if let Announcement::Answer(Answer::Diagram) = announcement {
                    print_picture(cx, cx.session.reviewed_position(), cx.screen.picture_asked_for());
                }
            }
            // It was read back already, and a screen reader would speak it again.
            Effect::Show(Announcement::Moved(_)) if cx.screen.is_read_aloud() => {}
            Effect::Show(announcement) => cx.screen.shown(&cx.render(announcement).words),
            Effect::ShowClock(face) if self.running != Some(face.running) => {
                self.running = Some(face.running);
                let cells = cx.language.announcer.clock_cells(face.white, face.black);
                cx.screen.clock(words, face, &cells);
            }
            _ => {}
        }
    }

    /// Prints the position whenever it has changed.
    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        if self.gave_way != Some(cx.speaking) {
            self.gave_way = Some(cx.speaking);
            cx.screen.give_way(cx.speaking);
        }
        let form = cx.screen.picture_after_moves().filter(|_| cx.session.describes_position())?;
        let position = cx.session.record().game().position();
        if self.pictured.as_ref().is_none_or(|before| before.board() != position.board()) {
            print_picture(cx, position, form);
            self.pictured = Some(position.clone());
        }
        None
    }

    fn translate(&mut self, news: Infallible, _cx: &PortContext) -> Vec<Event> {
        match news {}
    }
}

fn print_picture(cx: &PortContext, position: &Chess, form: PictureForm) {
    let figurines = form != PictureForm::Letters;
    cx.screen.text(&cx.language.announcer.picture(position, cx.session.own_side(), figurines));
}

/// The length, in bytes, from which a line is cut: longer ones are noise.
const MAX_PRINTED: usize = 500;

/// Prints what was heard or typed, unless it is `concealed` (a sealed move).
pub(super) fn print_heard(what: &EventKind, concealed: bool, words: &Catalogue, screen: &Screen) {
    let cut = |text: String| {
        let (shown, rest) = text.split_at(text.floor_char_boundary(MAX_PRINTED));
        (!concealed).then(|| format!("{shown}{}", if rest.is_empty() { "" } else { " ..." }))
    };
    match what {
        EventKind::Heard { alternatives, .. } => {
            let all = hearings(alternatives).filter(|hearing| !hearing[0].answers_only);
            let mut best: Vec<String> = all.map(|hearing| hearing[0].to_string()).collect();
            // The further decodings of a doubtful sound are for whoever looks for a fault.
            best.truncate(if screen.is_transcript() { usize::MAX } else { 1 });
            screen.heard(words, cut(best.join(" / ")).as_deref());
        }
        EventKind::Typed(line) => screen.typed(words, cut(line.trim().to_owned()).as_deref()),
        EventKind::Clipped => screen.clipped(words),
        _ => {}
    }
}
