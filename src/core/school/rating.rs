//! How strong a solver is, by what they solved.
//!
//! The formula is Glicko-1 (Mark Glickman, "The Glicko system", 1995), each puzzle being a period of one game against an
//! opponent of the puzzle's difficulty. Elo with a K that falls would do nearly the same; Glicko says by itself how fast it
//! falls, and files of puzzles state deviations of their own, which it takes into account.

use std::f64::consts::{LN_10, PI};

use serde::{Deserialize, Serialize};

/// A solver's rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SolverRating {
    /// In Elo.
    pub rating: u32,
    /// Its standard deviation.
    pub deviation: u32,
    /// The puzzles that it comes from.
    pub solved: u32,
    /// Those that were not solved at the first try, or with help.
    pub missed: u32,
}

/// Where everybody begins: with easy puzzles, and far from sure (the paper's 350).
impl Default for SolverRating {
    fn default() -> SolverRating {
        SolverRating { rating: 900, deviation: MOST_DEVIATION, solved: 0, missed: 0 }
    }
}

/// A rating never is surer than this, so that who learns rises (the paper says 30; a puzzle is a short game).
const LEAST_DEVIATION: f64 = 60.0;

/// Nothing is known.
const MOST_DEVIATION: u32 = 350;

/// The ratings there are.
const RANGE: [f64; 2] = [100.0, 3500.0];

impl SolverRating {
    /// Counts a puzzle: whether it was solved at once and without help, and how hard it is.
    #[must_use]
    pub fn after(self, solved: bool, difficulty: u32, deviation: u32) -> SolverRating {
        let q = LN_10 / 400.0;
        let square = |x: f64| x * x;
        // What was kept may have been written by hand.
        let rating = f64::from(self.rating).clamp(RANGE[0], RANGE[1]);
        let own = f64::from(self.deviation).clamp(LEAST_DEVIATION, f64::from(MOST_DEVIATION));
        let g = 1.0 / (1.0 + 3.0 * square(q * f64::from(deviation) / PI)).sqrt();
        let expected = 1.0 / (1.0 + 10_f64.powf(-g * (rating - f64::from(difficulty)) / 400.0));
        let known = 1.0 / square(own) + square(q * g) * expected * (1.0 - expected);
        let score = if solved { 1.0 } else { 0.0 };
        SolverRating {
            rating: (rating + q / known * g * (score - expected)).clamp(RANGE[0], RANGE[1]).round() as u32,
            deviation: known.sqrt().recip().max(LEAST_DEVIATION).round() as u32,
            solved: self.solved.saturating_add(u32::from(solved)),
            missed: self.missed.saturating_add(u32::from(!solved)),
        }
    }

    /// Whether so few puzzles were tried that the rating says little (a deviation over 110, as the online service has it).
    pub fn is_provisional(self) -> bool {
        self.deviation > 110
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paper's example: 1500 with 200 beats 1400 with 30, for which it states g as 0.9955 and E as 0.639.
    #[test]
    fn one_game_of_the_paper() {
        let start = SolverRating { rating: 1500, deviation: 200, solved: 0, missed: 0 };
        let after = start.after(true, 1400, 30);
        assert_eq!((after.rating, after.deviation), (1563, 175));
        let lost = start.after(false, 1700, 300);
        assert!((1450..1500).contains(&lost.rating), "{lost:?}");
        assert_eq!((after.solved, lost.missed), (1, 1));
    }

    #[test]
    fn the_rating_finds_its_place_and_stays_in_its_range() {
        let mut rating = SolverRating::default();
        for n in 0..200_u32 {
            // Somebody who solves what is below 1600.
            let difficulty = rating.rating + n % 5 * 40 - 80;
            rating = rating.after(difficulty < 1600, difficulty, 80);
        }
        assert!((1520..=1680).contains(&rating.rating), "{rating:?}");
        assert!(!rating.is_provisional());
        let lowest = (0..1000).fold(SolverRating::default(), |rating, _| rating.after(false, 100, 0));
        assert!(lowest.rating == 100 && lowest.deviation == 60, "{lowest:?}");
    }
}
