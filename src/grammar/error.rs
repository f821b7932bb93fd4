//! What can be wrong with a grammar file.

use std::{io, path::PathBuf};

/// Why a grammar file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GrammarError {
    #[error("cannot read the grammar {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// `line` counts from 1.
    #[error("{file}, line {line}: {fault}")]
    Fault { file: String, line: usize, fault: Fault },
}

/// One thing wrong in a grammar file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Not TOML, or a key missing or unknown.
    #[error("{0}")]
    Toml(String),
    #[error("no piece letters are known for the language \"{found}\", expected one of {expected}")]
    Language { found: String, expected: String },
    #[error(
        "\"{found}\" is no word, expected lower-case letters only, perhaps with an apostrophe between them"
    )]
    Word { found: String },
    #[error("\"{found}\" is no key of [{section}], expected {expected}")]
    Key { section: &'static str, found: String, expected: String },
    #[error("[{section}] lacks \"{missing}\"")]
    Missing { section: &'static str, missing: String },
    #[error("the word \"{word}\" stands for two things in [words.{class}], expected one")]
    TwoValues { class: &'static str, word: String },
    #[error("\"{word}\" is ignored and so never heard, but this phrase needs it")]
    IgnoredWord { word: String },
    #[error("unexpected \"{found}\" in a phrase, expected {expected}")]
    Syntax { found: String, expected: &'static str },
    #[error("there is no slot {{{found}}}, expected one of {expected}")]
    UnknownSlot { found: String, expected: String },
    #[error("the slot {{{slot}}} means nothing here, expected {expected}")]
    UselessSlot { slot: &'static str, expected: String },
    #[error("a phrase without {{{slot}}} says too little here")]
    NeedsSlot { slot: &'static str },
    #[error("the slot {{{slot}}} can come twice in one phrase, expected once")]
    SlotTwice { slot: &'static str },
    #[error("there is no part <{0}>")]
    UnknownPart(String),
    #[error("the part <{0}> contains itself")]
    Recursive(String),
    #[error("nothing refers to the part <{0}>")]
    UnusedPart(String),
    #[error("a phrase can be empty, expected at least one word")]
    EmptyPhrase,
    #[error("too many ways to say this, expected fewer parts within parts")]
    TooLarge,
    #[error("\"{utterance}\" means both {one} and {other}")]
    TwoMeanings { utterance: String, one: &'static str, other: &'static str },
}
