//! What a display shows, and how much of it can have been read.

use std::{ops::Range, time::Duration};

use crate::announce::{Announcement, Line, Target};

/// A key this soon after a change answers the previous line: reaction time, and the way through brltty.
const REACTION: Duration = Duration::from_millis(400);

/// A line, and the window of it that is shown.
#[derive(Default)]
pub(super) struct DisplayedLine {
    pub(super) line: Line,
    pub(super) windows: Vec<Range<usize>>,
    /// The index of the window that is shown.
    pub(super) window: usize,
    /// It is a message or a text before the view.
    pub(super) is_front: bool,
    /// It contains the open question.
    pub(super) shows_question: bool,
    /// The first unread message, and the open question, whether shown or not.
    pub(super) message: Option<Announcement>,
    pub(super) asked: Option<Announcement>,
    /// The first cell holds the mark that more is waiting.
    pub(super) more_waits: bool,
}

impl DisplayedLine {
    pub(super) fn window(&self) -> Range<usize> {
        self.windows.get(self.window).cloned().unwrap_or_default()
    }

    /// Whether the last window is shown.
    pub(super) fn is_last(&self) -> bool {
        self.window + 1 == self.windows.len()
    }

    /// Returns what the routing key over a cell of the display means.
    pub(super) fn target(&self, cell: usize) -> Option<&Target> {
        let (cell, window) = (cell.checked_sub(usize::from(self.more_waits))?, self.window());
        self.line.target_at(window.start + cell).filter(|_| cell < window.len())
    }
}

/// The line under the reading fingers.
#[derive(Default)]
pub(super) struct ReadingFingers {
    current: DisplayedLine,
    /// The previous line, and when it was replaced, unless a key replaced it.
    previous: Option<(Duration, DisplayedLine)>,
}

impl ReadingFingers {
    /// Shows another line, in answer to a key (`answers`) or not.
    pub(super) fn place(&mut self, line: DisplayedLine, answers: bool, at: Duration) {
        let was = std::mem::replace(&mut self.current, line);
        // A line that was shown for a moment only has not been read.
        let read =
            self.previous.take().filter(|(changed, _)| is_recent(*changed, at)).map_or(was, |(_, read)| read);
        self.previous = (!answers).then_some((at, read));
    }

    /// Returns the previous line, if it was replaced a moment ago and not by a key.
    pub(super) fn previous(&self, at: Duration) -> Option<&DisplayedLine> {
        self.previous.as_ref().filter(|(changed, _)| is_recent(*changed, at)).map(|(_, read)| read)
    }

    /// Whether a message or a question came a moment ago, too late to be read.
    pub(super) fn cannot_have_read(&self, line: &DisplayedLine, at: Duration) -> bool {
        let came = |before: &DisplayedLine| line.message.is_some() && before.message != line.message;
        self.previous(at).is_some_and(|before| came(before) || before.asked != line.asked)
    }
}

fn is_recent(changed: Duration, at: Duration) -> bool {
    at.saturating_sub(changed) < REACTION
}
