//! Which puzzle comes next: near to the solver's rating, of a theme that was seldom there, and none twice.

use std::collections::{HashMap, HashSet};

use super::{Puzzle, Theme};

/// So many puzzles next to the rating are chosen from.
const NEAREST: usize = 24;

/// What was drawn in a session. The same seed draws the same.
#[derive(Clone, Debug, Default)]
pub struct PuzzleDraw {
    seed: u64,
    drawn: HashSet<String>,
    themes: HashMap<Theme, u32>,
}

impl PuzzleDraw {
    /// Begins a session.
    pub fn new(seed: u64) -> PuzzleDraw {
        PuzzleDraw { seed, ..PuzzleDraw::default() }
    }

    /// Counts a puzzle as drawn: it does not come again.
    pub fn leave_out(&mut self, id: &str) {
        self.drawn.insert(id.to_owned());
    }

    /// Whether nothing was drawn yet.
    pub fn is_new(&self) -> bool {
        self.themes.is_empty()
    }

    /// Draws one of the puzzles that are wanted; none if all of them were drawn.
    pub fn next<'a>(
        &mut self,
        puzzles: &'a [Puzzle],
        rating: u32,
        wanted: impl Fn(&Puzzle) -> bool,
    ) -> Option<&'a Puzzle> {
        let mut near: Vec<&Puzzle> =
            puzzles.iter().filter(|puzzle| wanted(puzzle) && !self.drawn.contains(&puzzle.id)).collect();
        let distance = |puzzle: &&Puzzle| puzzle.difficulty.abs_diff(rating);
        if near.len() > NEAREST {
            near.select_nth_unstable_by_key(NEAREST, distance);
            near.truncate(NEAREST);
        }
        let count = |puzzle: &&Puzzle| self.themes.get(&puzzle.theme).copied().unwrap_or(0);
        let least = near.iter().map(count).min()?;
        near.retain(|puzzle| count(puzzle) == least);
        near.sort_by(|one, other| one.id.cmp(&other.id));
        let puzzle = near[(self.random() % near.len() as u64) as usize];
        self.drawn.insert(puzzle.id.clone());
        *self.themes.entry(puzzle.theme).or_default() += 1;
        Some(puzzle)
    }

    /// splitmix64: any seed will do.
    fn random(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.seed ^ (self.seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::StartPosition;
    use crate::school::PuzzleTask;

    fn puzzles() -> Vec<Puzzle> {
        let themes = [Theme::Fork, Theme::Pin, Theme::Hanging];
        let of = |n: u32| Puzzle {
            difficulty: 500 + n * 10,
            theme: themes[(n * n % 3) as usize],
            ..Puzzle::of_lines(&n.to_string(), StartPosition::default(), Vec::new(), Some(PuzzleTask::Best))
        };
        (0..100).map(of).collect()
    }

    #[test]
    fn puzzles_are_near_balanced_and_never_twice() {
        let all = puzzles();
        let drawn = |seed| {
            let mut draw = PuzzleDraw::new(seed);
            std::iter::from_fn(|| draw.next(&all, 1000, |_| true).map(|puzzle| puzzle.id.clone()))
                .collect::<Vec<_>>()
        };
        let ids = drawn(7);
        assert_eq!(ids.len(), 100, "each once, and then none");
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 100);
        assert_eq!(ids, drawn(7), "the same seed draws the same");
        assert_ne!(ids, drawn(8));
        let near = |id: &String| id.parse::<u32>().unwrap().abs_diff(50) <= 24;
        assert!(ids[..10].iter().all(near), "{:?}", &ids[..10]);
        let themes: HashSet<Theme> =
            ids[..2].iter().map(|id| all[id.parse::<usize>().unwrap()].theme).collect();
        assert_eq!(themes.len(), 2, "another theme each time, while there is one");
        let mut draw = PuzzleDraw::new(1);
        draw.leave_out("50");
        let wanted = draw.next(&all, 1000, |puzzle| puzzle.id == "50");
        assert_eq!(wanted, None);
    }
}
