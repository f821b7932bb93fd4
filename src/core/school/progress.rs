//! What a learner has done so far, as it is kept.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a learner has done so far. Lessons go by the names of their files, so that one may be put between others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// For each lesson that was finished, how many of its tasks were solved at the first try, at best.
    pub lessons: BTreeMap<String, usize>,
    /// The lesson that was left, and the step it was left at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<(String, usize)>,
}

impl Progress {
    /// Reads what was kept. What cannot be read is no reason not to learn: then nothing was done.
    pub fn read(text: &str) -> Progress {
        toml::from_str(text).unwrap_or_default()
    }

    /// Returns the text to keep.
    pub fn written(&self) -> String {
        toml::to_string(self).unwrap_or_default()
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
        progress.left = Some(("02-rook".to_owned(), 4));
        assert_eq!(progress.lessons["01-board"], 5);
        assert_eq!(Progress::read(&progress.written()), progress);
        for torn in ["", "lessons = 3", "\u{0}", "left = [\"a\"]"] {
            assert_eq!(Progress::read(torn), Progress::default(), "{torn:?}");
        }
    }
}
