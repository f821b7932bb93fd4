//! How a session is to behave.

use std::time::Duration;

use crate::{journal::ChosenSettings, notation::Style};

/// Everything that can be chosen and is not part of the game itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What makes a move that was read back.
    pub confirm: Confirm,
    /// The opponent must repeat each move, and is told when they say another (FIDE D.2.1).
    pub repeat: bool,
    /// When the microphone listens.
    pub talk: TalkMode,
    /// Nobody hears what is said: it waits on the braille line, and nothing hangs on a time that passes.
    pub by_touch: bool,
    /// How everything is put into words.
    pub style: Style,
    /// The alphabet of the files was chosen; else it is that in which the player names them.
    pub alphabet_chosen: bool,
    /// What is found on the board by keys is spoken.
    pub explore_aloud: bool,
    /// A tactile clock is used. While there is none, what its hands would confirm is said.
    pub tactile_clock: bool,
    /// What the opponent lifts on an electronic board and puts back is told.
    pub board_touches: bool,
    /// Date, time and place of resumption, for the envelope (Guidelines I.2); empty if not agreed.
    pub resumption: String,
    /// From which positions to practise are drawn.
    pub seed: u64,
    /// Time left at which the player is told of it.
    pub warnings: Vec<Duration>,
    /// What was chosen, for the journal of a game that is gone on with.
    pub chosen: ChosenSettings,
    /// Moves the search may try where a result hangs on whether a side can still mate.
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
    /// While the talk key is held. A terminal tells of that by repeating it.
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
    /// Nothing said against it for so long after the read-back; a player who is speaking then is heard out.
    Delay(Duration),
    /// Nothing is read back but what was heard unclearly.
    Never,
}
