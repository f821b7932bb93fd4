//! Why a command fails.

use std::{io, path::PathBuf};

use crate::{
    devices::{Panicked, hearing::source::BrokenRecording},
    language::{Failure, Message},
};

/// What is wrong with a command's arguments or input.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "command-error")]
pub enum CommandError {
    #[message("config-missing")]
    NoConfig {
        path: PathBuf,
    },
    NoConfigFolder,
    WithoutBoards,
    WithoutOnlineGames,
    WithoutHall,
    Read {
        path: PathBuf,
        source: io::Error,
    },
    Utf16 {
        path: PathBuf,
    },
    NoText {
        path: PathBuf,
    },
    NoScore {
        path: PathBuf,
    },
    NoSpokenMoves {
        path: PathBuf,
    },
    WrittenMoves {
        path: PathBuf,
    },
    WriteInto {
        folder: PathBuf,
        source: io::Error,
    },
    ReadPositions {
        source: io::Error,
    },
    NothingToTranscribe,
    Recording {
        reason: BrokenRecording,
    },
    Recognizer {
        reason: Panicked,
    },
    Unheard {
        reason: Failure,
    },
    Heard {
        path: PathBuf,
        reason: Failure,
    },
    Evaluate {
        path: PathBuf,
        fault: Failure,
    },
    KeepIn {
        folder: PathBuf,
        source: io::Error,
    },
    Keep {
        source: io::Error,
    },
    UnknownToken,
    NoRight {
        right: &'static str,
    },
    TokenShown {
        source: io::Error,
    },
    TokenHidden {
        source: io::Error,
    },
    TokenUnread {
        source: io::Error,
    },
}

/// An option that changes nothing.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "useless-option")]
pub enum UselessOption {
    /// It needs another one.
    Without { option: String, missing: &'static str },
    /// Another one rules it out.
    Beside { option: String, other: String },
    /// No game of a file begins in the position.
    NoStart { option: &'static str, path: String },
}

/// A damaged journal, and the command that uses it nevertheless.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, "journal-despite-damage")]
pub struct DespiteDamage {
    pub fault: Failure,
    /// The command as it can be copied into a shell.
    pub command: String,
}
