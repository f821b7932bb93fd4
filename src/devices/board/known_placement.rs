//! A placement put together from a board's messages, with the changes that may have been lost.

use super::{
    dgt::{Damage, DgtMessage, Salvage, is_all_but_one},
    placement::Placement,
};

/// All squares of a board, a bit each.
const EVERYWHERE: u64 = u64::MAX;
/// The most lost changes that are kept: with more, any position would fit.
const MOST_DOUBTS: usize = 3;

/// A placement, and how far it can be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPlacement {
    pub placement: Placement,
    /// The squares that the last message was about, a bit each.
    pub reported: u64,
    /// Changes that may have been lost.
    pub lost: Vec<LostChange>,
    /// The number of changes that were ever lost, which numbers the next one.
    lost_count: u32,
}

/// A change that may have been lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostChange {
    pub number: u32,
    /// It happened on one of these squares, a bit each.
    pub on: u64,
    /// Alternatively, it happened on one of these squares, and this piece stands there now.
    pub or: Option<(u64, char)>,
}

impl KnownPlacement {
    pub fn certain(placement: Placement) -> KnownPlacement {
        KnownPlacement { placement, reported: EVERYWHERE, lost: Vec::new(), lost_count: 0 }
    }

    /// Takes a message; returns whether it was about pieces.
    pub fn take(&mut self, message: &DgtMessage) -> bool {
        match message {
            DgtMessage::Placed(placement) => {
                self.replace(*placement);
                self.reported = EVERYWHERE;
            }
            DgtMessage::Changed { square, piece } => {
                self.placement.put(*square, *piece);
                self.reported = 1 << square;
                self.lost.retain_mut(|doubt| doubt.is_left_without(*square));
            }
            DgtMessage::Damaged(damage) => return self.take_damage(damage),
            _ => return false,
        }
        true
    }

    /// Replaces the placement by one derived from the game, and forgets the lost changes.
    pub fn replace(&mut self, placement: Placement) {
        self.placement = placement;
        self.lost.clear();
        self.reported = 0;
    }

    fn take_damage(&mut self, damage: &Damage) -> bool {
        let anything = (EVERYWHERE, None);
        let ((on, or), count) = match damage.salvage() {
            Salvage::Nothing => return false,
            Salvage::Whole(message) => return self.take(&message),
            Salvage::ChangeOn(square) => ((1 << square, None), 1),
            Salvage::Change { square, piece } => ((1 << square, Some((EVERYWHERE, piece))), 1),
            Salvage::AllButOne(codes) if is_all_but_one(&codes, &self.placement) => return false,
            Salvage::AllButOne(_) => (anything, 1),
            Salvage::Anything => (anything, damage.changes()),
        };
        self.reported = 0;
        for _ in 0..count.min(MOST_DOUBTS.saturating_sub(self.lost.len())) {
            self.lost.push(LostChange { number: self.lost_count, on, or });
            self.lost_count += 1;
        }
        true
    }
}

impl LostChange {
    /// Excludes a square that was reported since; returns whether other squares remain.
    fn is_left_without(&mut self, square: u8) -> bool {
        self.on &= !(1 << square);
        self.or = self.or.map(|(squares, piece)| (squares & !(1 << square), piece));
        self.on != 0 || self.or.is_some_and(|(squares, _)| squares != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_lost_is_doubtful_until_it_is_told() {
        let mut known = KnownPlacement::certain(Placement::empty());
        let damaged = |bytes: &[u8]| DgtMessage::Damaged(Damage { at: 0, bytes: bytes.to_vec() });
        assert!(!known.take(&damaged(&[0x8d, 0, 0x0a, 1])));
        assert!(known.take(&damaged(&[0x8e, 0, 5, 0x24])));
        assert_eq!(known.lost, [LostChange { number: 0, on: 1 << 28, or: None }]);
        assert!(known.take(&DgtMessage::Changed { square: 28, piece: 'P' }));
        assert_eq!(known.lost, []);
        assert!(known.take(&damaged(&[0x8e, 0, 0x24, 1])));
        assert_eq!((known.placement.at(28), known.lost.len()), ('P', 0));
        assert!(known.take(&damaged(&[0x8e, 0, 5, 2])));
        assert_eq!(known.lost, [LostChange { number: 1, on: 1 << 58, or: Some((EVERYWHERE, 'R')) }]);
        assert!(known.take(&DgtMessage::Placed(Placement::empty())));
        assert_eq!((known.placement, known.lost.len()), (Placement::empty(), 0));
    }
}
