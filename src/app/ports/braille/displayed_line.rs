//! What a display shows, and what the fingers on it can have read of that.

use std::{ops::Range, time::Duration};

use crate::announce::{Announcement, Line, Target};

/// Nobody feels a change and presses on account of it within this: the finger was on its way before. Some of it is the
/// way to the display and back, through brltty.
const REACTION: Duration = Duration::from_millis(400);

/// A window of a line.
#[derive(Default)]
pub(super) struct DisplayedLine {
    pub(super) line: Line,
    pub(super) windows: Vec<Range<usize>>,
    /// Which of them.
    pub(super) window: usize,
    /// A message or what is being written lies before the view.
    pub(super) is_front: bool,
    /// What is asked is among it.
    pub(super) shows_question: bool,
    /// What was told and is to be read first, and what is asked, here or elsewhere.
    pub(super) message: Option<Announcement>,
    pub(super) asked: Option<Announcement>,
    /// More waits: a mark stands in the first cell.
    pub(super) more_waits: bool,
}

impl DisplayedLine {
    pub(super) fn window(&self) -> Range<usize> {
        self.windows.get(self.window).cloned().unwrap_or_default()
    }

    /// Nothing of it lies in a later window.
    pub(super) fn is_last(&self) -> bool {
        self.window + 1 == self.windows.len()
    }

    /// What the routing key over a cell of the display stands for.
    pub(super) fn target(&self, cell: usize) -> Option<&Target> {
        let (cell, window) = (cell.checked_sub(usize::from(self.more_waits))?, self.window());
        self.line.target_at(window.start + cell).filter(|_| cell < window.len())
    }
}

/// The fingers on a display.
#[derive(Default)]
pub(super) struct ReadingFingers {
    /// What lies under them.
    current: DisplayedLine,
    /// What lay there until it changed by itself, and when that was.
    previous: Option<(Duration, DisplayedLine)>,
}

impl ReadingFingers {
    /// Something else comes under them, in answer to a key of theirs or by itself.
    pub(super) fn place(&mut self, sheet: DisplayedLine, answers: bool, at: Duration) {
        let was = std::mem::replace(&mut self.current, sheet);
        // What lay there for a moment only, nobody has read.
        let read =
            self.previous.take().filter(|(changed, _)| is_recent(*changed, at)).map_or(was, |(_, read)| read);
        self.previous = (!answers).then_some((at, read));
    }

    /// What lay there until a moment ago, where it has changed by itself.
    pub(super) fn previous(&self, at: Duration) -> Option<&DisplayedLine> {
        self.previous.as_ref().filter(|(changed, _)| is_recent(*changed, at)).map(|(_, read)| read)
    }

    /// Whether something was told or asked a moment ago that they cannot have read.
    pub(super) fn cannot_have_read(&self, sheet: &DisplayedLine, at: Duration) -> bool {
        let came = |before: &DisplayedLine| sheet.message.is_some() && before.message != sheet.message;
        self.previous(at).is_some_and(|before| came(before) || before.asked != sheet.asked)
    }
}

fn is_recent(changed: Duration, at: Duration) -> bool {
    at.saturating_sub(changed) < REACTION
}
