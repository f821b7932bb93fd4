//! How strong a solver is, by what they solved.
//!
//! The formula is Glicko-1 (Mark Glickman, "The Glicko system", 1995), each puzzle being a period of one game against an
//! opponent of the puzzle's difficulty. Elo with a K that falls would do nearly the same; Glicko says by itself how fast it
//! falls, and files of puzzles state deviations of their own, which it takes into account.

use std::f64::consts::{LN_10, PI};

/// A solver's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverRating {
    /// In Elo.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// The puzzles that it comes from.
    pub solved: u32,
    /// Those that were not solved at the first try, or with help.
    pub missed: u32,
}

/// Where everybody begins: with easy puzzles, and far from sure (the paper's 350).
impl Default for SolverRating {
    fn default() -> SolverRating {
        SolverRating { rating: 900.0, deviation: 350.0, solved: 0, missed: 0 }
    }
}

/// A rating never is surer than this, so that who learns rises (the paper says 30; a puzzle is a short game).
const LEAST_DEVIATION: f64 = 60.0;

/// The ratings there are.
const RANGE: [f64; 2] = [100.0, 3500.0];

impl SolverRating {
    /// Counts a puzzle: whether it was solved at once and without help, and how hard it is.
    #[must_use]
    pub fn after(self, solved: bool, difficulty: u32, deviation: u32) -> SolverRating {
        let q = LN_10 / 400.0;
        let square = |x: f64| x * x;
        let g = 1.0 / (1.0 + 3.0 * square(q * f64::from(deviation) / PI)).sqrt();
        let expected = 1.0 / (1.0 + 10_f64.powf(-g * (self.rating - f64::from(difficulty)) / 400.0));
        let known = 1.0 / square(self.deviation) + square(q * g) * expected * (1.0 - expected);
        let score = if solved { 1.0 } else { 0.0 };
        SolverRating {
            rating: (self.rating + q / known * g * (score - expected)).clamp(RANGE[0], RANGE[1]),
            deviation: known.sqrt().recip().clamp(LEAST_DEVIATION, 350.0),
            solved: self.solved.saturating_add(u32::from(solved)),
            missed: self.missed.saturating_add(u32::from(!solved)),
        }
    }

    /// Returns the rating as it is told.
    pub fn rounded(self) -> u32 {
        self.rating.round() as u32
    }

    /// Whether so few puzzles were tried that the rating says little (a deviation over 110, as the online service has it).
    pub fn is_provisional(self) -> bool {
        self.deviation > 110.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paper's example: 1500 with 200 beats 1400 with 30, for which it states g as 0.9955 and E as 0.639.
    #[test]
    fn one_game_of_the_paper() {
        let start = SolverRating { rating: 1500.0, deviation: 200.0, solved: 0, missed: 0 };
        let after = start.after(true, 1400, 30);
        assert!((after.rating - 1563.5).abs() < 0.2 && (after.deviation - 175.2).abs() < 0.1, "{after:?}");
        let lost = start.after(false, 1700, 300);
        assert!(lost.rating < 1500.0 && lost.rating > 1450.0, "{lost:?}");
        assert_eq!((after.solved, lost.missed), (1, 1));
    }

    #[test]
    fn the_rating_finds_its_place_and_stays_in_its_range() {
        let mut rating = SolverRating::default();
        for n in 0..200_u32 {
            // Somebody who solves what is below 1600.
            let difficulty = rating.rounded() + n % 5 * 40 - 80;
            rating = rating.after(difficulty < 1600, difficulty, 80);
        }
        assert!((1520..=1680).contains(&rating.rounded()), "{rating:?}");
        assert!(!rating.is_provisional());
        let lowest = (0..1000).fold(SolverRating::default(), |rating, _| rating.after(false, 100, 0));
        assert!(lowest.rounded() >= 100 && lowest.deviation.is_finite(), "{lowest:?}");
    }
}
