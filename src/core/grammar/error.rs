//! What can be wrong with a grammar file.

use std::{io, path::PathBuf};

use crate::language::{Message, TomlFault};

/// Why a grammar file cannot be used.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "grammar")]
pub enum GrammarError {
    /// The file cannot be read.
    Unreadable {
        /// Where it is.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Something in it is wrong.
    Fault {
        /// The name of the file.
        file: String,
        /// Counted from 1.
        line: usize,
        /// What is wrong there.
        fault: GrammarFault,
    },
}

/// One thing wrong in a grammar file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "grammar")]
pub enum GrammarFault {
    /// Not TOML, or a key missing or unknown.
    Toml {
        /// The line.
        text: String,
        /// What is wrong with it.
        fault: TomlFault,
    },
    /// A language whose piece letters are not known.
    Language {
        /// Its tag.
        found: String,
        /// The tags that are known.
        expected: String,
    },
    /// A word with other characters than lower-case letters.
    Word {
        /// The text that was found.
        found: String,
    },
    /// A key that the section does not have.
    Key {
        /// The section.
        section: &'static str,
        /// The key.
        found: String,
        /// The keys of the section.
        expected: String,
    },
    /// Something that the section must have.
    Missing {
        /// The section.
        section: &'static str,
        /// What is missing.
        missing: String,
    },
    /// One word with two values of a class.
    TwoValues {
        /// The class.
        class: &'static str,
        /// The word.
        word: String,
    },
    /// A phrase that needs an ignored word.
    IgnoredWord {
        /// The word.
        word: String,
    },
    /// A phrase that cannot be read.
    Syntax {
        /// The text that was found.
        found: String,
        /// The text that should stand there.
        expected: &'static str,
    },
    /// A slot that does not exist.
    UnknownSlot {
        /// Its name.
        found: String,
        /// The slots that exist.
        expected: String,
    },
    /// A slot that has no use in this phrase.
    UselessSlot {
        /// Its name.
        slot: &'static str,
        /// The slots that have one.
        expected: String,
    },
    /// A phrase without a slot that it needs.
    NeedsSlot {
        /// Its name.
        slot: &'static str,
    },
    /// A slot that may be filled twice.
    SlotTwice {
        /// Its name.
        slot: &'static str,
    },
    /// An example of help that is no phrase of its key.
    Example {
        /// The example.
        found: String,
        /// The section and key.
        key: String,
    },
    /// A part that does not exist.
    UnknownPart(#[message("found")] String),
    /// A part that contains itself.
    Recursive(#[message("found")] String),
    /// A part that no phrase uses.
    UnusedPart(#[message("found")] String),
    /// A phrase without words.
    EmptyPhrase,
    /// A phrase with more words, in all its variants, than anybody writes on purpose.
    TooLarge,
    /// An utterance with two meanings.
    TwoMeanings {
        /// The utterance.
        utterance: String,
        /// The key of the first meaning.
        one: &'static str,
        /// The key of the second.
        other: &'static str,
    },
}
