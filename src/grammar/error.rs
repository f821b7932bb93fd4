//! What can be wrong with a grammar file.

use std::{io, path::PathBuf};

use crate::language::Message;

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
    Toml(#[message("found")] String),
    /// A language whose piece letters are not known.
    Language {
        /// Its tag.
        found: String,
        /// The tags that are known.
        expected: String,
    },
    /// No word: other characters than lower-case letters.
    Word {
        /// What stands there.
        found: String,
    },
    /// A key that the section does not have.
    Key {
        /// The section.
        section: &'static str,
        /// The key.
        found: String,
        /// The keys that it has.
        expected: String,
    },
    /// Something that the section must have.
    Missing {
        /// The section.
        section: &'static str,
        /// What it lacks.
        missing: String,
    },
    /// One word for two values of a class.
    TwoValues {
        /// The class.
        class: &'static str,
        /// The word.
        word: String,
    },
    /// A word that is passed over, where a phrase needs it.
    IgnoredWord {
        /// The word.
        word: String,
    },
    /// A phrase that cannot be read.
    Syntax {
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// A slot that does not exist.
    UnknownSlot {
        /// Its name.
        found: String,
        /// The slots there are.
        expected: String,
    },
    /// A slot that means nothing in this phrase.
    UselessSlot {
        /// Its name.
        slot: &'static str,
        /// The slots that do.
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
    /// A part that does not exist.
    UnknownPart(#[message("found")] String),
    /// A part that contains itself.
    Recursive(#[message("found")] String),
    /// A part to which nothing refers.
    UnusedPart(#[message("found")] String),
    /// A phrase of no words.
    EmptyPhrase,
    /// More ways to say it than anybody writes on purpose.
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
