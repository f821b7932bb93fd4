//! The settings, on the command line and in the configuration file alike.
//!
//! They are read once at the start and passed on as a value. The command line goes before the file.

#![warn(unreachable_pub)]

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};
use merge::Merge;
use serde::{Deserialize, Serialize};

use crate::{files, language::Message};

pub mod examples;
mod fault;
mod kept;
mod number;
mod peer_clock;
mod places;

pub use fault::{ConfigError, LineFault, language_in};
pub use kept::{OF_THE_GAME, keep};
pub use number::{NumberError, within};
pub use peer_clock::PeerClock;
pub use places::{
    account, at_home, file, journal_key, journals, lessons, model, own_puzzles, progress, text_at_home,
    web_key,
};

/// Settings of a game. An absent one is taken from the next source, and last from the default.
///
/// A setting is one field here: its name on the command line and in the file, its help in English and, where it is a
/// number, a line in `NUMBERS`. An example of it is in [`examples`]. Its help in other languages is the message `option-NAME` of `grammars/*/translated.ftl`.
#[derive(Args, Clone, Debug, Default, Deserialize, Merge, PartialEq, Serialize)]
#[merge(strategy = merge::option::overwrite_none)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// Time for each player: minutes+seconds a move (90+30), or minutes and delay (5d3)
    #[arg(long, value_name = "MINUTES+SECONDS")]
    pub time: Option<String>,
    /// Time control as PGN writes it, in seconds: 40/7200:3600, 5400+30
    #[arg(long, value_name = "PGN", conflicts_with = "time")]
    pub time_control: Option<String>,
    /// Who is addressed; the other is the opponent
    #[arg(long, value_enum)]
    pub user: Option<User>,
    /// The other side: board, board:NAME, engine, engine:PATH, lichess, lichess:NAME; peer, to wait for the program of
    /// another player, and peer:HOST, to reach it there, or peer: to find it in the same network; ask to be asked; several
    /// with commas between, for as many games at once. An engine is the one that is installed, unless named
    #[arg(long, value_name = "WHO")]
    pub opponent: Option<String>,
    /// Strength of the engine: Elo, or a level of its own (below 100), within what it states
    #[arg(long, value_name = "ELO|LEVEL", allow_negative_numbers = true)]
    pub strength: Option<i64>,
    /// The engine thinks so long about every move; else as its clock allows, or a second where there is none
    #[arg(long, value_name = "SECONDS")]
    pub move_time: Option<f64>,
    /// The engine resigns when it has seen itself mated or ten pawns behind for three moves
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub engine_resigns: Option<bool>,
    /// A game by correspondence. Online: so many days for each move: 1, 2, 3, 5, 7, 10 or 14. Two players apart through a
    /// hall: so many days for every ten moves
    #[arg(long, value_name = "DAYS", conflicts_with_all = ["time", "time_control"])]
    pub days: Option<u32>,
    /// Online: the game counts for the rating
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub rated: Option<bool>,
    /// Two players apart: a file that only you can read, with the code; otherwise ANNABELLA_PEER_CODE, or it is asked for
    #[arg(long, value_name = "FILE")]
    pub peer_code: Option<PathBuf>,
    /// Two players apart: whose clock counts, as the side that waits proposes
    #[arg(long, value_enum)]
    pub peer_clock: Option<PeerClock>,
    /// Two players apart: so many seconds on the way are not charged, for each move
    #[arg(long, value_name = "SECONDS")]
    pub peer_way: Option<u64>,
    /// Another server with the same interface
    #[arg(long, hide = true, value_name = "URL")]
    pub lichess_url: Option<String>,
    /// What is wanted of the server first: `game:ID` or `challenge:ID`
    #[arg(skip)]
    #[serde(skip)]
    pub online_first: Option<String>,
    /// What makes a move that was read back
    #[arg(long, value_enum)]
    pub confirm: Option<ConfirmMode>,
    /// With --confirm delay: so many seconds without objection
    #[arg(long, value_name = "SECONDS")]
    pub delay: Option<f64>,
    /// The opponent repeats each move, and is told when they say another one
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub repeat: Option<bool>,
    /// Tells nothing of the position, as in competition
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub competition: Option<bool>,
    /// Practice without the position: nothing is told of it until the game is over
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub blindfold: Option<bool>,
    /// What the arbiter lets be told of the position in competition: squares, pieces, lines, changes, position
    #[arg(long, value_name = "KINDS")]
    pub described: Option<String>,
    /// Times left at which you are told so, in minutes and seconds; off for never
    #[arg(long, value_name = "TIMES")]
    pub warnings: Option<String>,
    /// The arbiter lets you be told of it in competition too
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub warnings_allowed: Option<bool>,
    /// Edition of the Laws: fide-2023 or fide-2009
    #[arg(long)]
    pub ruleset: Option<String>,
    /// Draw offers: allowed, never, or only after so many moves by both (30)
    #[arg(long, value_name = "RULE")]
    pub draw_offers: Option<String>,
    /// The last two minutes without an increment can be claimed, as was announced (Guidelines III)
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub guidelines_iii: Option<bool>,
    /// No arbiter at every board: in rapid and blitz illegal moves stand once the opponent has moved (A.5); in other games a
    /// claim of the last two minutes ends the game (Guidelines III.6)
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub unsupervised: Option<bool>,
    /// How late a player may come, in minutes
    #[arg(long, value_name = "MINUTES")]
    pub default_time: Option<u64>,
    /// Date, time and place where an adjourned game goes on, for the envelope of the sealed move
    #[arg(long, value_name = "WORDS")]
    pub resumption: Option<String>,
    /// Start position
    #[arg(long)]
    pub fen: Option<String>,
    /// Start position of Chess960 by its number, 0 to 959
    #[arg(long, value_name = "NUMBER", conflicts_with = "fen")]
    pub chess960: Option<u32>,
    /// Language of the dialogue
    #[arg(long, value_name = "TAG")]
    pub language: Option<String>,
    /// Piece letters on the braille line and in the score: en, de, fr, ru, figurines and others
    #[arg(long, value_name = "TAG")]
    pub letters: Option<String>,
    /// Chess code of pieces and moves on the braille line: german, english, uk-2015 or a file; otherwise computer braille
    #[arg(long, value_name = "NAME|FILE")]
    pub braille_code: Option<String>,
    /// A liblouis table for the words on the braille line: de-g1.ctb, de-g2.ctb, en-ueb-g2.ctb; otherwise computer braille
    #[arg(long, value_name = "TABLE")]
    pub braille_table: Option<String>,
    /// Nobody hears the voice: all that is told waits on the braille line until it was read
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub by_touch: Option<bool>,
    /// How moves and squares are spoken; otherwise with the names that the players use themselves
    #[arg(long, value_enum)]
    pub style: Option<SpokenStyle>,
    /// What stands where is told with the square first
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub square_first: Option<bool>,
    /// A pause after so many pieces that are told in one row; 0 for none
    #[arg(long, value_name = "PIECES", value_parser = within(0..=32_u8))]
    pub pause_after: Option<u8>,
    /// Whether what is found on the board with keys (Ctrl-B) is spoken, or only brailled and sounded
    #[arg(long, value_enum)]
    pub explore: Option<ExploreMode>,
    /// What is printed of a game; where no terminal is, as for programs
    #[arg(long, value_enum)]
    pub screen: Option<ScreenForm>,
    /// The position is printed after each move, for who sees
    #[arg(long, value_enum, num_args = 0..=1, default_missing_value = "unicode")]
    pub board_picture: Option<PictureForm>,
    /// What the keys of the braille display do, by their names; only in the configuration file
    #[arg(skip)]
    #[merge(strategy = add_missing)]
    pub braille_keys: BTreeMap<String, String>,
    /// Microphone, by the name `annabella devices` gives
    #[arg(long, value_name = "NAME")]
    pub microphone: Option<String>,
    /// Listens while it speaks, so that it can be interrupted by voice: for headphones only
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub headphones: Option<bool>,
    /// Whether it listens while it speaks over loudspeakers: once it knows how they sound there (with PulseAudio or
    /// PipeWire), or never
    #[arg(long, value_enum)]
    pub barge_in: Option<BargeIn>,
    /// When the microphone listens: always, or with the talk key (F11, F2 of the braille display)
    #[arg(long, value_enum)]
    pub talk: Option<TalkSetting>,
    /// Short tones: the microphone is open, done, not done, say it again
    #[arg(long, value_enum)]
    pub tones: Option<Tones>,
    /// Pause that ends an utterance, in milliseconds
    #[arg(long, value_name = "MS")]
    pub pause: Option<u64>,
    /// Whether the program speaks; off where a screen reader speaks the page
    #[arg(long, value_enum)]
    pub voice: Option<VoiceSetting>,
    /// Speech rate, -100 to 100 from the usual
    #[arg(long, allow_hyphen_values = true)]
    pub rate: Option<i32>,
    /// Speech volume, -100 to 100 from the usual
    #[arg(long, allow_hyphen_values = true)]
    pub volume: Option<i32>,
    /// Electronic board: %makers%, each with :PORT where it is not found by itself, or a DGT board's port alone;
    /// `annabella devices` lists the ports
    #[arg(long, value_name = "NAME|PORT")]
    pub board: Option<String>,
    /// Whose moves are taken from the board, otherwise the opponent's; the other's are expected on it
    #[arg(long, value_enum)]
    pub board_moves: Option<User>,
    /// What the opponent lifts on the board and puts back is told, where the arbiter wants that
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub board_touches: Option<bool>,
    /// The clock on the board keeps the time; otherwise the program does, and the clock shows it
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub board_clock: Option<bool>,
    /// Serial port of the tactile clock; auto for the one that is plugged in
    #[arg(long, value_name = "PORT|auto")]
    pub clock: Option<PathBuf>,
    /// A page for whoever sees or has a screen reader, on this computer (127.0.0.1:8960) or at an address, with codes
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:8960")]
    pub web: Option<String>,
    /// Who may act on the page, beside those who only look: table (an assistant), white, black, or several
    #[arg(long, value_name = "SEATS")]
    pub web_seat: Option<String>,
    /// How much later those see the game who only look, in seconds; in competition 900
    #[arg(long, value_name = "SECONDS")]
    pub web_delay: Option<u64>,
    /// The name under which browsers find the page, of a proxy for instance
    #[arg(long, value_name = "HOST")]
    pub web_name: Option<String>,
    /// A hall in which the arbiters see the game, or in which two players apart meet: the file that its organizer has made
    /// for this board
    #[arg(long, value_name = "FILE.hall")]
    pub hall: Option<PathBuf>,
    /// Keep each announcement and each spoken move as a recording beside the journal
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    pub keep_voice: Option<bool>,
    /// Another word list for that language
    #[arg(long, value_name = "FILE")]
    pub grammar: Option<PathBuf>,
    /// Puzzles instead of those that come with the program: EPD, PGN, or the database of lichess.org
    #[arg(long, value_name = "FILE")]
    pub puzzles: Option<PathBuf>,
    /// Speech model, in Vosk's format
    #[arg(long, value_name = "DIR")]
    pub model: Option<PathBuf>,
    /// Name of the one who has White, for the score
    #[arg(long, value_name = "NAME")]
    pub white: Option<String>,
    /// Name of the one who has Black
    #[arg(long, value_name = "NAME")]
    pub black: Option<String>,
    /// Name of the event
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,
    /// Place of the event
    #[arg(long, value_name = "PLACE")]
    pub site: Option<String>,
    /// Round of the event
    #[arg(long, value_name = "NUMBER")]
    pub round: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum User {
    White,
    Black,
    /// An assistant speaks for both
    Both,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ConfirmMode {
    /// "Ja", Enter or the lever
    Voice,
    /// The lever, which also completes the move
    Lever,
    /// No objection for a while
    Delay,
    /// Nothing is read back but what was unclear
    Never,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum TalkSetting {
    /// Whenever the program does not speak
    Open,
    /// From one press of the talk key to the next
    Toggled,
    /// While the talk key is held
    Held,
}

/// Whether the program speaks.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum VoiceSetting {
    /// With the speech server
    #[default]
    On,
    /// Never
    Off,
}

/// Whether the program can be interrupted by voice over loudspeakers.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum BargeIn {
    /// The echo canceller takes our own voice out, when it has learned how it comes back
    #[default]
    On,
    /// While it speaks it does not listen
    Off,
}

/// How moves and squares are spoken.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum SpokenStyle {
    /// Springer Gustav eins Felix drei, as the Laws suggest
    Names,
    /// Springer Golf eins Foxtrot drei
    Nato,
    /// Springer f drei
    Literate,
    /// Sf3
    San,
    /// g1 f3
    Coordinates,
    /// 7163, as in correspondence chess
    Numeric,
}

/// Whether what is found on the board with keys is spoken.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ExploreMode {
    Aloud,
    /// Only brailled, printed, and sounded where there are tones
    Silent,
}

/// What is printed of a game.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ScreenForm {
    /// All, for who sees
    Full,
    /// Only what is heard and told
    Brief,
    /// Nothing, unless it cannot be spoken
    Off,
    /// What no voice of ours speaks, for a screen reader
    Reader,
    /// The same lines in every language, for programs
    Transcript,
}

/// How a position is printed.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum PictureForm {
    /// The figurines of Unicode
    Unicode,
    /// White's pieces as capitals, Black's small
    Letters,
    /// Not at all
    Off,
}

/// When tones are played.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Tones {
    Off,
    /// Only with --headphones, where nobody else hears them
    #[default]
    Headphones,
    Always,
}

/// The name of a setting that is a number, the number, and the least and the most that it can be.
type Number = (&'static str, fn(&Settings) -> Option<f64>, f64, f64);

const NUMBERS: [Number; 12] = [
    ("days", |of| of.days.map(f64::from), 1.0, 100.0),
    ("peer-way", |of| of.peer_way.map(|seconds| seconds as f64), 0.0, 600.0),
    ("pause", |of| of.pause.map(|pause| pause as f64), 100.0, 5000.0),
    ("rate", |of| of.rate.map(f64::from), -100.0, 100.0),
    ("volume", |of| of.volume.map(f64::from), -100.0, 100.0),
    ("delay", |of| of.delay, 0.1, 60.0),
    ("move-time", |of| of.move_time, 0.001, 3600.0),
    ("strength", |of| of.strength.map(|strength| strength as f64), 0.0, 10_000.0),
    ("default-time", |of| of.default_time.map(|minutes| minutes as f64), 0.0, 1440.0),
    ("web-delay", |of| of.web_delay.map(|seconds| seconds as f64), 0.0, 86400.0),
    ("chess960", |of| of.chess960.map(f64::from), 0.0, 959.0),
    ("pause-after", |of| of.pause_after.map(f64::from), 0.0, 32.0),
];

/// A number outside its range.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Message)]
#[message(error, "config-out-of-range")]
pub struct OutOfRange {
    pub name: &'static str,
    pub found: f64,
    pub least: f64,
    pub most: f64,
}

impl Settings {
    /// Reads a file; one that does not exist has no settings.
    pub fn read(path: &Path) -> Result<Settings, ConfigError> {
        match files::read_text(path) {
            Ok(text) => {
                let settings =
                    toml::from_str(&text).ok().filter(|settings: &Settings| settings.check().is_ok());
                settings.map(Settings::at_home).ok_or_else(|| ConfigError::of(path, &text))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Settings::default()),
            Err(source) => Err(ConfigError::Read { path: path.to_owned(), source }),
        }
    }

    /// Checks every number against its range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        let outside = |(name, of, least, most): &Number| {
            let found = of(self).filter(|found| !(*least..=*most).contains(found))?;
            Some(OutOfRange { name, found, least: *least, most: *most })
        };
        NUMBERS.iter().find_map(outside).map_or(Ok(()), Err)
    }

    /// The settings that are present, by the names of the configuration file.
    pub fn chosen(&self) -> BTreeMap<String, serde_json::Value> {
        let json = serde_json::to_value(self).expect("every setting has a name");
        let named = json.as_object().into_iter().flatten();
        named
            .filter(|(_, value)| !value.is_null() && value.as_object().is_none_or(|of| !of.is_empty()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }

    /// SetupChoices that a journal has kept. What this version of the program does not know is passed over.
    pub fn of_kept(chosen: &BTreeMap<String, serde_json::Value>) -> Settings {
        chosen.iter().fold(Settings::default(), |settings, (name, value)| {
            let one = serde_json::Map::from_iter([(name.clone(), value.clone())]);
            match serde_json::from_value(one.into()) {
                Ok(known) => settings.or(known),
                Err(_) => settings,
            }
        })
    }

    /// These settings, and those of `other` where one is absent.
    pub fn or(mut self, mut other: Settings) -> Settings {
        // The time and the start position have several spellings each, of which one excludes the others.
        if self.time.is_some() || self.time_control.is_some() || self.days.is_some() {
            (other.time, other.time_control, other.days) = (None, None, None);
        }
        if self.fen.is_some() || self.chess960.is_some() {
            (other.fen, other.chess960) = (None, None);
        }
        self.merge(other);
        self
    }
}

fn add_missing(keys: &mut BTreeMap<String, String>, other: BTreeMap<String, String>) {
    for (key, action) in other {
        keys.entry(key).or_insert(action);
    }
}

#[cfg(test)]
mod tests;
