//! The command line.

use std::path::PathBuf;

use annabella::config::Settings;
use clap::{Parser, Subcommand, ValueEnum};

/// A spoken chess assistant for blind players.
#[derive(Debug, Parser)]
#[command(version, about, arg_required_else_help = true, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Configuration file instead of the usual one
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game
    Play {
        #[command(flatten)]
        settings: Settings,
        #[command(flatten)]
        input: Input,
        /// Where the game is written down; a new file
        #[arg(long, value_name = "FILE")]
        journal: Option<PathBuf>,
    },
    /// Go on with a game from its journal
    Resume {
        /// The journal
        file: PathBuf,
        #[command(flatten)]
        settings: Settings,
        #[command(flatten)]
        input: Input,
    },
    /// Be a tactile clock, on a pseudo-terminal
    ClockEmulator {
        /// Path that will name the clock's port
        #[arg(long, value_name = "PATH")]
        link: PathBuf,
    },
    /// Write a journal as PGN or as text
    Export {
        journal: PathBuf,
        #[arg(long, conflicts_with = "text")]
        pgn: bool,
        #[arg(long)]
        text: bool,
    },
    /// Print the spoken form of every move of a PGN file
    Speak {
        file: PathBuf,
        #[arg(long, value_enum, default_value_t = SpokenForm::Full)]
        form: SpokenForm,
        #[arg(long, default_value = "de")]
        language: String,
    },
    /// Turn spoken moves, as text or as a recording, into PGN
    Transcribe {
        /// One move a line, an empty line between games
        #[arg(required_unless_present = "audio")]
        file: Option<PathBuf>,
        /// A recording instead
        #[arg(long, value_name = "FILE.wav", conflicts_with = "file")]
        audio: Option<PathBuf>,
        #[command(flatten)]
        settings: Settings,
    },
}

/// Where the words come from.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Input {
    /// Typed lines from a file instead of speech; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "audio")]
    pub text: Option<PathBuf>,
    /// A recording instead of the microphone
    #[arg(long, value_name = "FILE.wav")]
    pub audio: Option<PathBuf>,
    /// Play the recording as fast as it sounds, not as fast as it can be heard
    #[arg(long, requires = "audio")]
    pub real_time: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SpokenForm {
    /// Springer Gustav eins Felix drei
    Full,
    /// Springer Felix drei
    Short,
    /// Gustav eins Felix drei
    Squares,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EvalPhrases {
    /// Any words of the language
    Words,
    /// Any move, and all commands
    Moves,
    /// What makes sense in the position
    Position,
}
