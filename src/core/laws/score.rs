//! The players' scores (Article 8).

use shakmaty::ByColor;

use super::Attempt;

/// One half-move as a player wrote or recorded it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreEntry {
    /// The player's own words, unchanged.
    pub text: String,
    /// The move that the text states, if it can be read.
    pub said: Option<Attempt>,
}

/// One player's score: the moves of both, from the start of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreSheet {
    /// The half-moves in order.
    pub entries: Vec<ScoreEntry>,
}

impl<S: Into<String>> FromIterator<(S, Option<Attempt>)> for ScoreSheet {
    fn from_iter<I: IntoIterator<Item = (S, Option<Attempt>)>>(entries: I) -> ScoreSheet {
        let entries =
            entries.into_iter().map(|(text, said)| ScoreEntry { text: text.into(), said }).collect();
        ScoreSheet { entries }
    }
}

/// Both players' scores.
pub type Scores = ByColor<ScoreSheet>;
