//! What both sides agree on before the first move.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{PeerAct, ReflectionTime};
use crate::{
    clock::{IncrementFrom, TimeControl},
    language::{Message, is_bidi_control},
    laws::{Color, DrawRule, Ruleset, StartPosition},
};

/// The longest name that is taken.
const LONGEST_NAME: usize = 60;
/// The longest time on the way that can be agreed.
const MOST_ALLOWANCE: Duration = Duration::from_secs(600);
/// By how much the clocks of two machines may differ within a move.
const TIME_GRAIN: Duration = Duration::from_secs(2);

/// The terms of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WrittenTerms", into = "WrittenTerms")]
pub struct PeerTerms {
    /// The name of this game, made by chance.
    pub game: String,
    /// White's player, as far as known.
    pub white: String,
    /// Black's player, as far as known.
    pub black: String,
    /// The colour of the side that proposes the terms.
    pub host: Color,
    /// The position from which the game begins.
    pub position: StartPosition,
    /// The time control; none for a game without a clock.
    pub control: Option<TimeControl>,
    /// The time by correspondence, in place of a time control.
    pub reflection: Option<ReflectionTime>,
    /// The edition of the Laws.
    pub ruleset: Ruleset,
    /// The rule for draw offers.
    pub draw_offers: DrawRule,
    /// Whether neither program tells anything of the position.
    pub competition: bool,
    /// Whose clock alone counts; none if each counts its own player's time and the other checks it.
    pub keeper: Option<Color>,
    /// How much time on the way is not charged, for each move.
    pub allowance: Duration,
}

impl PeerTerms {
    /// The allowance that is proposed unless another one is chosen.
    pub const ALLOWANCE: Duration = Duration::from_secs(10);

    /// From which move the players have the increment: as on servers, which begin without it.
    pub const INCREMENT_FROM: IncrementFrom = IncrementFrom::SecondMove;

    /// Whether a side's own statement of its time counts.
    pub(super) fn counts_own(&self, side: Color) -> bool {
        self.keeper.is_none_or(|keeper| keeper == side)
    }

    /// Whether what a side waited counts for the other's time.
    pub(super) fn counts_waiting(&self, waiting: Color) -> bool {
        self.keeper.is_none_or(|keeper| keeper == waiting)
    }

    /// Whether a move can have taken so long that the other side waited so long for it.
    pub fn can_have_taken(&self, stated: Duration, waited: Duration) -> bool {
        stated <= waited + TIME_GRAIN
    }

    /// Whether the opponent can have waited so long, of which here at most `longest` passed.
    pub fn can_have_waited(&self, stated: Duration, longest: Duration) -> bool {
        stated <= longest + TIME_GRAIN + self.allowance
    }

    /// What a side adds to its sheet because it `waited` so long for the move at a place of the other's sheet, which is said
    /// to have taken `stated`.
    pub fn waited(&self, waiting: Color, of: usize, stated: Duration, waited: Duration) -> Option<PeerAct> {
        self.control.as_ref()?;
        let counts = match self.keeper {
            Some(keeper) => keeper == waiting,
            None => self.net(waited) > stated,
        };
        counts.then_some(PeerAct::Waited { of, ms: waited.as_millis() as i64 })
    }

    /// Returns what is charged of the time that a side waited.
    pub fn net(&self, waited: Duration) -> Duration {
        waited.saturating_sub(self.allowance)
    }
}

/// Terms that cannot be, by the name of the value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "peer-terms")]
pub struct TermsError(#[message("found")] &'static str);

/// The terms as they are sent.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct WrittenTerms {
    game: String,
    white: String,
    black: String,
    host: String,
    fen: String,
    chess960: bool,
    time_control: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reflection: Option<ReflectionTime>,
    ruleset: String,
    draw_offers: String,
    competition: bool,
    keeper: Option<String>,
    allowance_ms: u64,
}

impl From<PeerTerms> for WrittenTerms {
    fn from(terms: PeerTerms) -> WrittenTerms {
        WrittenTerms {
            game: terms.game,
            white: terms.white,
            black: terms.black,
            host: name(terms.host).to_owned(),
            fen: terms.position.fen().to_string(),
            chess960: terms.position.is_chess960(),
            time_control: terms.control.map(|control| control.to_string()),
            reflection: terms.reflection,
            ruleset: terms.ruleset.to_string(),
            draw_offers: terms.draw_offers.to_string(),
            competition: terms.competition,
            keeper: terms.keeper.map(|side| name(side).to_owned()),
            allowance_ms: terms.allowance.as_millis() as u64,
        }
    }
}

impl TryFrom<WrittenTerms> for PeerTerms {
    type Error = TermsError;

    fn try_from(written: WrittenTerms) -> Result<PeerTerms, TermsError> {
        let is_game = (8..=64).contains(&written.game.len())
            && written.game.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_game {
            return Err(TermsError("game"));
        }
        let allowance = Duration::from_millis(written.allowance_ms);
        if allowance > MOST_ALLOWANCE {
            return Err(TermsError("allowance_ms"));
        }
        let has_control = written.time_control.is_some();
        if written.reflection.is_some_and(|time| has_control || !time.is_possible()) {
            return Err(TermsError("reflection"));
        }
        let control = written.time_control.map(|text| text.parse()).transpose();
        Ok(PeerTerms {
            game: written.game,
            white: shown_name(&written.white),
            black: shown_name(&written.black),
            host: side(&written.host).ok_or(TermsError("host"))?,
            position: StartPosition::of_fen(&written.fen, written.chess960).map_err(|_| TermsError("fen"))?,
            control: control.map_err(|_| TermsError("time_control"))?,
            reflection: written.reflection,
            ruleset: written.ruleset.parse().map_err(|_| TermsError("ruleset"))?,
            draw_offers: written.draw_offers.parse().map_err(|_| TermsError("draw_offers"))?,
            competition: written.competition,
            keeper: match written.keeper {
                Some(text) => Some(side(&text).ok_or(TermsError("keeper"))?),
                None => None,
            },
            allowance,
        })
    }
}

fn name(side: Color) -> &'static str {
    side.fold_wb("white", "black")
}

fn side(text: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|side| name(*side) == text)
}

/// Returns a foreign name without what a terminal, or a sentence, would obey.
pub fn shown_name(text: &str) -> String {
    let shown = text.chars().filter(|c| !is_bidi_control(*c) && !"{}\u{200b}".contains(*c));
    let shown: String = shown.map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST_NAME).collect();
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() { "?".to_owned() } else { words }
}
