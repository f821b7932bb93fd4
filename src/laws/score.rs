//! The players' scores (Article 8): what each has written, and when he need not.

use std::time::Duration;

use shakmaty::{ByColor, Color, Position};

use super::{Article, Attempt, Game, TimeFormat};

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
    pub entries: Vec<ScoreEntry>,
}

/// Whether a player must write down the moves now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreDuty {
    /// Move after move.
    Keep,
    /// Not until the period ends, then the score is brought up to date (8.4, 8.5).
    NotThisPeriod,
    /// Not in rapid and blitz (A.2, B.3).
    None,
}

const FIVE_MINUTES: Duration = Duration::from_secs(300);
const THIRTY_SECONDS: Duration = Duration::from_secs(30);

impl ScoreDuty {
    /// The duty of a player with so much time left in the period, and so much added per move.
    ///
    /// Once freed he stays so for the rest of the period: give the least he has had in it.
    pub fn of(format: TimeFormat, least_remaining: Duration, addition: Duration) -> ScoreDuty {
        match format {
            TimeFormat::Rapid | TimeFormat::Blitz => ScoreDuty::None,
            TimeFormat::Standard if least_remaining < FIVE_MINUTES && addition < THIRTY_SECONDS => {
                ScoreDuty::NotThisPeriod
            }
            TimeFormat::Standard => ScoreDuty::Keep,
        }
    }

    /// The article it rests on.
    pub fn article(self) -> Article {
        match self {
            ScoreDuty::Keep => Article::SCORE,
            ScoreDuty::NotThisPeriod => Article::SCORE_NO_DUTY,
            ScoreDuty::None => Article::SCORE_RAPID,
        }
    }
}

impl ScoreSheet {
    /// Whether the player may move now as far as his score goes (8.1.3).
    ///
    /// He may answer before he has written the opponent's move, but not before he has written his own
    /// last one.
    pub fn may_move(&self, player: Color, game: &Game, duty: ScoreDuty) -> bool {
        let own_last = (0..game.moves().len()).rev().find(|ply| game.position_at(*ply).turn() == player);
        duty != ScoreDuty::Keep || own_last.is_none_or(|ply| self.entries.len() > ply)
    }
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
