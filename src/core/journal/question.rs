//! The open question, as a journal has it.

use serde::{Deserialize, Serialize};
use shakmaty::uci::UciMove;

/// A question that waits for its answer, and what the dialogue goes on with after it. The session spells the texts: a few
/// words each, of which the first says what is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenQuestion {
    /// What is asked. A move that was read back is its UCI alone, as older journals have it under `uci`.
    #[serde(alias = "uci")]
    pub question: String,
    /// What was said in the same breath and follows a yes, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<String>,
    /// The questions that a declaration took the floor from, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<String>,
    /// What the arbiter interrupted, while the arbiter has the word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub desk: Option<String>,
    /// Whether a question stopped the clocks, which run on after it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
}

impl OpenQuestion {
    /// Returns the move that was read back, if that is what is asked.
    pub(super) fn read_back(&self) -> Option<UciMove> {
        self.question.parse().ok()
    }

    /// Whether a move was read back, as one of the game or by its words.
    pub fn reads_a_move_back(&self) -> bool {
        self.read_back().is_some() || self.question.starts_with("words ")
    }

    /// Whether this is asked, or waits to be asked again.
    pub(super) fn holds(&self, question: &str) -> bool {
        self.question == question
            || self.waiting.iter().chain(&self.desk).any(|waiting| waiting.ends_with(question))
    }
}
