//! The players' scores (Article 8): what each has written.

use shakmaty::ByColor;

use super::Attempt;

/// One half-move as a player wrote or recorded it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreEntry {
    /// His own words, kept as they are.
    pub text: String,
    /// What they say, where they can be read as a move at all.
    pub said: Option<Attempt>,
}

/// One player's score: both players' moves, as he wrote them, from the start of the game.
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
