//! What can be wrong with a grammar file.

use std::{io, path::PathBuf};

use crate::language::Message;

/// Why a grammar file cannot be used.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "grammar")]
pub enum GrammarError {
    Unreadable {
        path: PathBuf,
        source: io::Error,
    },
    /// `line` counts from 1.
    Fault {
        file: String,
        line: usize,
        fault: GrammarFault,
    },
}

/// One thing wrong in a grammar file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "grammar")]
pub enum GrammarFault {
    /// Not TOML, or a key missing or unknown.
    Toml(#[message("found")] String),
    Language {
        found: String,
        expected: String,
    },
    Word {
        found: String,
    },
    Key {
        section: &'static str,
        found: String,
        expected: String,
    },
    Missing {
        section: &'static str,
        missing: String,
    },
    TwoValues {
        class: &'static str,
        word: String,
    },
    IgnoredWord {
        word: String,
    },
    Syntax {
        found: String,
        expected: &'static str,
    },
    UnknownSlot {
        found: String,
        expected: String,
    },
    UselessSlot {
        slot: &'static str,
        expected: String,
    },
    NeedsSlot {
        slot: &'static str,
    },
    SlotTwice {
        slot: &'static str,
    },
    UnknownPart(#[message("found")] String),
    Recursive(#[message("found")] String),
    UnusedPart(#[message("found")] String),
    EmptyPhrase,
    TooLarge,
    TwoMeanings {
        utterance: String,
        one: &'static str,
        other: &'static str,
    },
}
