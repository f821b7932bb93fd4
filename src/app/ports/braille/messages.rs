//! What was told: until it was read, and to be looked up afterwards.

use std::collections::VecDeque;

use crate::announce::{Announcement, Line, Looking};

/// So many are kept.
const KEPT: usize = 500;

/// One thing told.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) told: Announcement,
    pub(super) line: Line,
}

/// Where something new comes among what was not read yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// In its place: whoever hears knows the rest.
    Only,
    /// Behind it.
    Last,
    /// Before it, behind so many others: what the reader himself has asked for.
    After(usize),
}

/// Everything told, oldest first, and what of it has not been read yet.
#[derive(Debug, Default)]
pub(super) struct Messages {
    all: VecDeque<Message>,
    unread: VecDeque<Message>,
}

impl Messages {
    pub(super) fn add(&mut self, told: Announcement, line: Line, turn: Turn) {
        let message = Message { told, line };
        if self.all.len() == KEPT {
            self.all.pop_front();
        }
        self.all.push_back(message.clone());
        match turn {
            Turn::Only => self.unread = VecDeque::from([message]),
            Turn::Last => {
                if self.unread.back().is_some_and(|last| passes(&last.told)) && passes(&message.told) {
                    self.unread.pop_back();
                }
                self.unread.push_back(message);
            }
            Turn::After(others) => self.unread.insert(others.min(self.unread.len()), message),
        }
        self.unread.truncate(KEPT);
    }

    /// What is to be read first.
    pub(super) fn first(&self) -> Option<&Message> {
        self.unread.front()
    }

    /// The first of them was read.
    pub(super) fn read(&mut self) {
        self.unread.pop_front();
    }

    /// All of them were, or are to be found in another place.
    pub(super) fn read_all(&mut self) {
        self.unread.clear();
    }

    pub(super) fn waiting(&self) -> usize {
        self.unread.len()
    }

    /// What was told so many messages ago, 0 for the last one.
    pub(super) fn ago(&self, back: usize) -> Option<&Message> {
        self.all.get(self.all.len().checked_sub(back + 1)?)
    }
}

/// Whether whoever walks over the board has gone on from it when the next comes.
fn passes(told: &Announcement) -> bool {
    use Looking::{Border, Goal, Ray};
    matches!(
        told,
        Announcement::SquareHolds { .. } | Announcement::Looking(Border | Goal { .. } | Ray { .. })
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_over_the_board_leaves_its_last_square() {
        let mut messages = Messages::default();
        let border = || Announcement::from(Looking::Border);
        let all = [Announcement::Louder, border(), border(), border(), Announcement::Softer, border()];
        for (n, told) in all.into_iter().enumerate() {
            messages.add(told, Line::plain(n.to_string()), Turn::Last);
        }
        for expected in ["0", "3", "4", "5"] {
            assert_eq!(messages.first().unwrap().line.cells, expected);
            messages.read();
        }
    }

    #[test]
    fn what_was_told_waits_or_gives_way() {
        check(&[Turn::Only, Turn::Only], &["1"]);
        check(&[Turn::Last, Turn::Last, Turn::Last], &["0", "1", "2"]);
        check(&[Turn::Last, Turn::After(0), Turn::After(1), Turn::Last], &["1", "2", "0", "3"]);
        check(&[Turn::After(5)], &["0"]);
        check(&[Turn::Last; KEPT + 3], &["0"]);
        fn check(turns: &[Turn], read: &[&str]) {
            let mut messages = Messages::default();
            for (n, turn) in turns.iter().enumerate() {
                messages.add(Announcement::Louder, Line::plain(n.to_string()), *turn);
            }
            assert!(messages.waiting() <= KEPT);
            let last = messages.ago(0).map(|message| message.line.cells.clone());
            assert_eq!(last, Some((turns.len() - 1).to_string()));
            for expected in read {
                assert_eq!(messages.first().unwrap().line.cells, *expected, "{turns:?}");
                messages.read();
            }
            if turns.len() < KEPT {
                assert!(messages.first().is_none());
            }
            assert!(messages.ago(KEPT).is_none());
        }
    }
}
