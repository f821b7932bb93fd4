//! An intent as a reply to an open question.

use crate::{grammar::Intent, laws::Attempt};

/// What an intent says to an open question.
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
        match intent {
            Intent::Yes => Reply::Yes,
            Intent::No => Reply::No,
            Intent::Correct => Reply::Correct,
            Intent::Move(attempt) => Reply::Move(attempt),
            other @ (intent_of_no_phase!()
            | Intent::Declared { .. }
            | Intent::Draw
            | Intent::Side(_)
            | Intent::PressClock
            | Intent::StartClock
            | Intent::Order(_)
            | Intent::SealMove
            | Intent::OpenEnvelope
            | Intent::CompareBoards
            | Intent::Irregular(_)
            | Intent::Against(_)
            | Intent::Practise(_)
            | Intent::Leave { .. }) => Reply::Other(other),
        }
    }
}
