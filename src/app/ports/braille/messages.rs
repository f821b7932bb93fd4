//! The messages so far, and which of them are unread.

use std::collections::VecDeque;

use crate::announce::{Announcement, BoardAnswer, Line};

/// The number of messages that are kept.
const CAPACITY: usize = 500;

/// An announcement, and the line that it was shown as.
#[derive(Clone, Debug)]
pub(super) struct BrailleMessage {
    pub(super) announcement: Announcement,
    pub(super) line: Line,
}

/// The place of a new message among the unread ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueuePosition {
    /// In place of all others, which the player has heard.
    Replacing,
    /// Behind the others.
    Last,
    /// Behind this many others, as an answer to a key.
    After(usize),
}

/// The messages so far, oldest first, and those unread.
#[derive(Debug, Default)]
pub(super) struct MessageQueue {
    all: VecDeque<BrailleMessage>,
    unread: VecDeque<BrailleMessage>,
}

impl MessageQueue {
    pub(super) fn add(&mut self, told: Announcement, line: Line, turn: QueuePosition) {
        let message = BrailleMessage { announcement: told, line };
        if self.all.len() == CAPACITY {
            self.all.pop_front();
        }
        self.all.push_back(message.clone());
        match turn {
            QueuePosition::Replacing => self.unread = VecDeque::from([message]),
            QueuePosition::Last => {
                if self.unread.back().is_some_and(|last| is_transient(&last.announcement))
                    && is_transient(&message.announcement)
                {
                    self.unread.pop_back();
                }
                self.unread.push_back(message);
            }
            QueuePosition::After(others) => self.unread.insert(others.min(self.unread.len()), message),
        }
        self.unread.truncate(CAPACITY);
    }

    pub(super) fn first_unread(&self) -> Option<&BrailleMessage> {
        self.unread.front()
    }

    pub(super) fn mark_first_read(&mut self) {
        self.unread.pop_front();
    }

    pub(super) fn mark_all_read(&mut self) {
        self.unread.clear();
    }

    pub(super) fn unread_count(&self) -> usize {
        self.unread.len()
    }

    /// Returns the message `back` places before the last one.
    pub(super) fn nth_last(&self, back: usize) -> Option<&BrailleMessage> {
        self.all.get(self.all.len().checked_sub(back + 1)?)
    }
}

/// Whether the next message of an exploration replaces this one.
fn is_transient(told: &Announcement) -> bool {
    use BoardAnswer::{Border, Destination, Ray};
    matches!(
        told,
        Announcement::SquareHolds(..) | Announcement::BoardAnswer(Border | Destination(..) | Ray(..))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_over_the_board_leaves_its_last_square() {
        let mut messages = MessageQueue::default();
        let border = || Announcement::from(BoardAnswer::Border);
        let all = [Announcement::Louder, border(), border(), border(), Announcement::Softer, border()];
        for (n, told) in all.into_iter().enumerate() {
            messages.add(told, Line::plain(n.to_string()), QueuePosition::Last);
        }
        for expected in ["0", "3", "4", "5"] {
            assert_eq!(messages.first_unread().unwrap().line.cells, expected);
            messages.mark_first_read();
        }
    }

    #[test]
    fn what_was_told_waits_or_gives_way() {
        check(&[QueuePosition::Replacing, QueuePosition::Replacing], &["1"]);
        check(&[QueuePosition::Last, QueuePosition::Last, QueuePosition::Last], &["0", "1", "2"]);
        check(
            &[QueuePosition::Last, QueuePosition::After(0), QueuePosition::After(1), QueuePosition::Last],
            &["1", "2", "0", "3"],
        );
        check(&[QueuePosition::After(5)], &["0"]);
        check(&[QueuePosition::Last; CAPACITY + 3], &["0"]);
        fn check(turns: &[QueuePosition], read: &[&str]) {
            let mut messages = MessageQueue::default();
            for (n, turn) in turns.iter().enumerate() {
                messages.add(Announcement::Louder, Line::plain(n.to_string()), *turn);
            }
            assert!(messages.unread_count() <= CAPACITY);
            let last = messages.nth_last(0).map(|message| message.line.cells.clone());
            assert_eq!(last, Some((turns.len() - 1).to_string()));
            for expected in read {
                assert_eq!(messages.first_unread().unwrap().line.cells, *expected, "{turns:?}");
                messages.mark_first_read();
            }
            if turns.len() < CAPACITY {
                assert!(messages.first_unread().is_none());
            }
            assert!(messages.nth_last(CAPACITY).is_none());
        }
    }
}
