//! What a learner has done so far, as it is kept.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Drill, DrillLength, KeptReview, SolverRating};

/// What a learner has done so far. Lessons go by the names of their files, so that one may be put between others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// For each lesson that was finished, how many of its tasks were solved at the first try, at best.
    pub lessons: BTreeMap<String, usize>,
    /// For each training, by its name, the most answers of ten that were right.
    pub training: BTreeMap<String, usize>,
    /// For each training, by its name, the most right answers in a minute.
    pub minutes: BTreeMap<String, usize>,
    /// The lesson that was left, and the step it was left at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<(String, usize)>,
    /// The last puzzles that were drawn, by their names, the latest last: these do not come again soon.
    pub puzzles: Vec<String>,
    /// How strong the learner is at puzzles.
    pub rating: SolverRating,
    /// The game that was reviewed last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<KeptReview>,
}

/// So many puzzles do not come again soon.
const REMEMBERED: usize = 300;

impl Progress {
    /// Reads what was kept; none if it cannot be read.
    pub fn read(text: &str) -> Option<Progress> {
        toml::from_str(text).ok()
    }

    /// Returns the text to keep.
    pub fn written(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    /// Notes that a puzzle was drawn.
    pub fn drew(&mut self, puzzle: &str) {
        self.puzzles.retain(|name| name != puzzle);
        self.puzzles.push(puzzle.to_owned());
        let old = self.puzzles.len().saturating_sub(REMEMBERED);
        self.puzzles.drain(..old);
    }

    /// Notes a round of training. Returns the best one before it.
    pub fn train(&mut self, drill: Drill, length: DrillLength, right: usize) -> usize {
        let rounds = match length {
            DrillLength::Ten => &mut self.training,
            DrillLength::Minute => &mut self.minutes,
        };
        let best = rounds.entry(drill.to_string()).or_default();
        std::mem::replace(best, right.max(*best))
    }

    /// Returns the most right answers in a round; 0 before the first.
    pub fn best(&self, drill: Drill, length: DrillLength) -> usize {
        let rounds = match length {
            DrillLength::Ten => &self.training,
            DrillLength::Minute => &self.minutes,
        };
        rounds.get(&drill.to_string()).copied().unwrap_or_default()
    }

    /// Notes that a lesson was finished with so many tasks solved at the first try.
    pub fn finish(&mut self, lesson: &str, solved: usize) {
        let best = self.lessons.entry(lesson.to_owned()).or_default();
        *best = solved.max(*best);
        self.left = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again() {
        let mut progress = Progress::default();
        progress.finish("01-board", 5);
        progress.finish("01-board", 3);
        progress.rating = progress.rating.after(true, 1200, 100);
        (0..2 * REMEMBERED).for_each(|n| progress.drew(&n.to_string()));
        assert_eq!(progress.puzzles.len(), REMEMBERED);
        progress.left = Some(("02-rook".to_owned(), 4));
        // A minute and ten questions are kept apart.
        for (length, right, before) in
            [(DrillLength::Ten, 7, 0), (DrillLength::Minute, 12, 0), (DrillLength::Minute, 9, 12)]
        {
            assert_eq!(progress.train(Drill::Colours, length, right), before);
        }
        let best = |length| progress.best(Drill::Colours, length);
        assert_eq!(
            (
                best(DrillLength::Ten),
                best(DrillLength::Minute),
                progress.best(Drill::Knight, DrillLength::Ten)
            ),
            (7, 12, 0)
        );
        assert_eq!(progress.lessons["01-board"], 5);
        assert_eq!(Progress::read(&progress.written()), Some(progress));
        assert_eq!(Progress::read(""), Some(Progress::default()));
        for torn in ["lessons = 3", "\u{0}", "left = [\"a\"]"] {
            assert_eq!(Progress::read(torn), None, "{torn:?}");
        }
    }
}
