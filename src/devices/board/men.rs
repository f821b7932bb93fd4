//! What stands where, put together from what a board has told, and how far that can be trusted.

use super::{
    dgt::{Damage, Message, Salvage, is_all_but_one},
    placement::Placement,
};

/// All squares of a board, in the order of their bits.
const EVERYWHERE: u64 = u64::MAX;
/// Nothing could be told of a board on which more were lost.
const MOST_DOUBTS: usize = 3;

/// A placement as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Men {
    pub placement: Placement,
    /// The squares that were told last, a bit each, whether they had changed or not.
    pub told: u64,
    /// Changes that may not have been told.
    pub doubts: Vec<Doubt>,
    /// How many there have ever been, which numbers them.
    doubted: u32,
}

/// One change that may have been lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub number: u32,
    /// It was on one of these squares, a bit each.
    pub on: u64,
    /// Or else on one of those, and this stands there now.
    pub or: Option<(u64, char)>,
}

impl Men {
    /// What stands there for certain.
    pub fn told(placement: Placement) -> Men {
        Men { placement, told: EVERYWHERE, doubts: Vec::new(), doubted: 0 }
    }

    /// Takes what a board says, if it is about men; says whether it was.
    pub fn take(&mut self, message: &Message) -> bool {
        match message {
            Message::Placed(placement) => {
                self.trust(*placement);
                self.told = EVERYWHERE;
            }
            Message::Changed { square, man } => {
                self.placement.put(*square, *man);
                self.told = 1 << square;
                self.doubts.retain_mut(|doubt| doubt.is_left_without(*square));
            }
            Message::Damaged(damage) => return self.take_damage(damage),
            _ => return false,
        }
        true
    }

    /// Nothing is doubtful any more, since what was seen can only be with these men.
    pub fn trust(&mut self, placement: Placement) {
        self.placement = placement;
        self.doubts.clear();
        self.told = 0;
    }

    fn take_damage(&mut self, damage: &Damage) -> bool {
        let anything = (EVERYWHERE, None);
        let ((on, or), count) = match damage.salvage() {
            Salvage::Nothing => return false,
            Salvage::Whole(message) => return self.take(&message),
            Salvage::ChangeOn(square) => ((1 << square, None), 1),
            Salvage::Change { square, man } => ((1 << square, Some((EVERYWHERE, man))), 1),
            Salvage::AllButOne(codes) if is_all_but_one(&codes, &self.placement) => return false,
            Salvage::AllButOne(_) => (anything, 1),
            Salvage::Anything => (anything, damage.changes()),
        };
        self.told = 0;
        for _ in 0..count.min(MOST_DOUBTS.saturating_sub(self.doubts.len())) {
            self.doubts.push(Doubt { number: self.doubted, on, or });
            self.doubted += 1;
        }
        true
    }
}

impl Doubt {
    /// A square was told since; says whether there are others.
    fn is_left_without(&mut self, square: u8) -> bool {
        self.on &= !(1 << square);
        self.or = self.or.map(|(squares, man)| (squares & !(1 << square), man));
        self.on != 0 || self.or.is_some_and(|(squares, _)| squares != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_lost_is_doubtful_until_it_is_told() {
        let mut men = Men::told(Placement::empty());
        let damaged = |bytes: &[u8]| Message::Damaged(Damage { at: 0, bytes: bytes.to_vec() });
        assert!(!men.take(&damaged(&[0x8d, 0, 0x0a, 1])));
        assert!(men.take(&damaged(&[0x8e, 0, 5, 0x24])));
        assert_eq!(men.doubts, [Doubt { number: 0, on: 1 << 28, or: None }]);
        assert!(men.take(&Message::Changed { square: 28, man: 'P' }));
        assert_eq!(men.doubts, []);
        assert!(men.take(&damaged(&[0x8e, 0, 0x24, 1])));
        assert_eq!((men.placement.at(28), men.doubts.len()), ('P', 0));
        assert!(men.take(&damaged(&[0x8e, 0, 5, 2])));
        assert_eq!(men.doubts, [Doubt { number: 1, on: 1 << 58, or: Some((EVERYWHERE, 'R')) }]);
        assert!(men.take(&Message::Placed(Placement::empty())));
        assert_eq!((men.placement, men.doubts.len()), (Placement::empty(), 0));
    }
}
