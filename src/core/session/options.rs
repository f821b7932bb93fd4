//! The options of a session.

use std::time::Duration;

use super::School;
use crate::{announce::StrengthLimits, journal::ChosenSettings, notation::Style};

/// What can be chosen and is no part of the game itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What makes a move that was read back.
    pub confirm: Confirm,
    /// Whether the opponent must repeat each move (FIDE D.2.1).
    pub repeat: bool,
    /// When the microphone listens.
    pub talk: TalkMode,
    /// Whether everything is read by touch and nothing heard, so that nothing depends on time that passes.
    pub by_touch: bool,
    /// The style of words.
    pub style: Style,
    /// Whether the alphabet of the files was chosen; else it follows the player's.
    pub alphabet_chosen: bool,
    /// Whether exploring the board is spoken.
    pub explore_aloud: bool,
    /// Whether a tactile clock is used. Without one, turns are told aloud.
    pub tactile_clock: bool,
    /// Whether to tell what the opponent lifts on an electronic board and puts back.
    pub board_touches: bool,
    /// Date, time and place of resumption, for the envelope (Guidelines I.2); empty if not agreed.
    pub resumption: String,
    /// The seed of the exercises' positions.
    pub seed: u64,
    /// The times left of which the player is warned.
    pub warnings: Vec<Duration>,
    /// The settings to write down when a game is resumed.
    pub chosen: ChosenSettings,
    /// The strengths of the engine that has the other side.
    pub strengths: StrengthLimits,
    /// The lessons, and what was done of them.
    pub school: School,
    /// The nodes of the search whether a side can still mate, where a result depends on it.
    pub nodes: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            confirm: Confirm::default(),
            repeat: false,
            talk: TalkMode::default(),
            by_touch: false,
            style: Style::default(),
            alphabet_chosen: false,
            explore_aloud: true,
            tactile_clock: false,
            board_touches: false,
            resumption: String::new(),
            seed: 0,
            warnings: [5 * 60, 60, 10].map(Duration::from_secs).to_vec(),
            chosen: ChosenSettings::new(),
            strengths: StrengthLimits::default(),
            school: School::default(),
            // Seconds, in positions that hardly ever come about.
            nodes: 3_000_000,
        }
    }
}

/// When the microphone listens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TalkMode {
    /// Whenever the program does not speak.
    #[default]
    Open,
    /// From one press of the talk key to the next.
    Toggled,
    /// While the talk key is held, which a terminal repeats.
    Held,
}

/// What makes a move that was read back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confirm {
    /// "Ja", a key or the lever.
    #[default]
    Voice,
    /// The lever, which then also completes the move; "ja" and the key work too.
    Lever,
    /// Silence for so long after the read-back; a player who is speaking then is heard out.
    Delay(Duration),
    /// Nothing is read back but what was heard unclearly.
    Never,
}
