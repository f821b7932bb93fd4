//! Babble: a background of many voices, which rises and falls as speech does.
//!
//! When several people talk, the gaps of one are filled by the others, so the level never falls as low as between the
//! words of one person. A level that never falls far below its median counts as babble, music included, and only what
//! stands out from it is the speaker.

use std::collections::VecDeque;

/// Frames that are examined: four seconds.
pub(crate) const ENOUGH: usize = 400;
/// The interval of examinations, in frames.
const EVERY: usize = 10;
/// The median of babble is at most this many decibels above its first decile. Eight equal voices have 3 to 8, with a
/// speaker in front too, five have 5 to 10, single readers 12 or more (14 in nineteen of twenty stretches).
const NARROW: f64 = 8.5;
/// The babble has ended when the first decile falls by this much.
const SOFTER: f64 = 4.0;

/// The level of babble, if there is any.
#[derive(Debug, Clone, Default)]
pub(crate) struct BabbleFloor {
    /// The levels of the last frames, in decibels.
    levels: VecDeque<f64>,
    frames: usize,
    found: Option<BabbleLevel>,
}

#[derive(Debug, Clone, Copy)]
struct BabbleLevel {
    middle: f64,
    soft: f64,
}

impl BabbleFloor {
    /// Returns the median level of the babble, in decibels.
    pub(crate) fn level(&self) -> Option<f64> {
        self.found.map(|found| found.middle)
    }

    /// Takes the level of the next frame, and looks for babble if `looked_for`, which is false during an utterance.
    pub(crate) fn push(&mut self, level: f64, looked_for: bool) {
        if self.levels.len() == ENOUGH {
            self.levels.pop_front();
        }
        self.levels.push_back(level);
        self.frames += 1;
        if self.levels.len() < ENOUGH || !self.frames.is_multiple_of(EVERY) {
            return;
        }
        let mut sorted: Vec<f64> = self.levels.iter().copied().collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let (soft, middle) = (sorted[ENOUGH / 10], sorted[ENOUGH / 2]);
        self.found = self.found.filter(|found| soft > found.soft - SOFTER);
        if looked_for && middle - soft <= NARROW {
            self.found = Some(BabbleLevel { middle, soft });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the levels of one voice: words of a third of a second, and gaps of half of that.
    fn voice(frames: usize, loud: f64, gap: f64) -> Vec<f64> {
        let shape = |frame: usize| if frame % 50 < 33 { loud + (frame % 7) as f64 } else { gap };
        (0..frames).map(shape).collect()
    }

    /// Returns the levels of people who talk at the same time, each with gaps of their own.
    fn hall(frames: usize, loud: f64) -> Vec<f64> {
        (0..frames).map(|frame| loud + (frame * 7919 % 83) as f64 / 10.0 - 4.0).collect()
    }

    #[test]
    fn a_hall_is_what_is_never_soft_for_long() {
        for (what, levels, expected) in [
            ("too short", hall(399, -30.0), None),
            ("a hall", hall(500, -30.0), Some(-30.0)),
            ("one who speaks", voice(500, -30.0, -60.0), None),
            ("one who speaks, close to a wall", voice(500, -30.0, -42.0), None),
            ("a quiet room", vec![-60.0; 500], Some(-60.0)),
            (
                "a hall with a speaker before it",
                [hall(300, -30.0), voice(200, -18.0, -30.0)].concat(),
                Some(-29.0),
            ),
            ("a hall that has become silent", [hall(500, -30.0), vec![-60.0; 60]].concat(), None),
        ] {
            let mut hall = BabbleFloor::default();
            levels.iter().for_each(|&level| hall.push(level, true));
            let near = match (hall.level(), expected) {
                (Some(found), Some(expected)) => (found - expected).abs() < 1.5,
                (found, expected) => found == expected,
            };
            assert!(near, "{what}: {:?}", hall.level());
        }
    }

    #[test]
    fn who_speaks_makes_no_hall() {
        let mut hall = BabbleFloor::default();
        vec![-60.0; 500].iter().for_each(|&level| hall.push(level, true));
        self::hall(500, -30.0).iter().for_each(|&level| hall.push(level, false));
        assert_eq!(hall.level(), Some(-60.0));
    }
}
