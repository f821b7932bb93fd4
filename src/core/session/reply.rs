//! An intent as a reply to an open question.

use crate::{
    grammar::{Intent, IntentClass},
    laws::Attempt,
};

/// An intent as a reply to an open question.
pub(super) enum Reply {
    Yes,
    No,
    Correct,
    Move(Attempt),
    /// No reply to most questions.
    Other(Intent),
}

impl From<Intent> for Reply {
    fn from(intent: Intent) -> Reply {
        match (intent.class(), intent) {
            (IntentClass::Answer, Intent::Yes) => Reply::Yes,
            (IntentClass::Answer, Intent::No) => Reply::No,
            (IntentClass::Answer, Intent::Correct) => Reply::Correct,
            (IntentClass::Move, Intent::Move(attempt)) => Reply::Move(attempt),
            (_, other) => Reply::Other(other),
        }
    }
}
