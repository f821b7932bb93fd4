//! Talk and songs: an utterance right after a senseless one is mostly no move either.

use std::time::Duration;

use super::interpretation::Interpretation;
use super::{Alternative, Expectation, Grammar, Intent, Moment, MoveCompleteness, Rejection, Understanding};

/// Speech that begins within this time after senseless speech is its continuation, and no reaction to the program's
/// answer. The program answers only the first such utterance.
const AT_ONCE: Duration = Duration::from_millis(500);

/// The instant at which the last senseless utterance was heard.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chatter(Option<Duration>);

impl Chatter {
    /// [Understands](Grammar::understand) an utterance that began at `began`, if known, and was heard at `heard`.
    /// Right after senseless speech, which may be talk around the board, only these count: a clear legal move of more
    /// than a square alone, a no to a question, and a sure [`Intent::MicrophoneOn`].
    pub fn understand(
        &mut self,
        grammar: &Grammar,
        alternatives: &[Alternative],
        moment: &Moment,
        began: Option<Duration>,
        heard: Duration,
    ) -> Understanding {
        let understood = grammar.understand(alternatives, moment);
        // A hesitation does not end the talk, and far speech is not the speaker's.
        if let Understanding::NotUnderstood { why: Rejection::Silence | Rejection::FarAway } = understood {
            return understood;
        }
        let goes_on = self.0.zip(began).is_some_and(|(senseless, began)| began <= senseless + AT_ONCE);
        let understood = if goes_on && !counts(&understood, moment) {
            Understanding::NotUnderstood { why: Rejection::Chatter }
        } else {
            understood
        };
        let best = alternatives.first();
        let is_begun = || {
            best.is_some_and(|best| {
                grammar.move_completeness(&best.words, moment) == MoveCompleteness::Incomplete
            })
        };
        self.0 = (!understood.is_understood() && !is_begun()).then_some(heard);
        understood
    }
}

/// Whether an utterance counts amid talk. Ignoring a real no is worse than hearing one that nobody said.
fn counts(understood: &Understanding, moment: &Moment) -> bool {
    match understood {
        Understanding::Understood { intent: intent @ Intent::Move(attempt), sure: true } => {
            let meant = Interpretation::of(intent, moment.position);
            meant.complete && meant.is_playable() && !attempt.is_pawn_square_only()
        }
        Understanding::Understood { intent: Intent::No, .. } => *moment.expects != Expectation::Move,
        Understanding::Understood { intent: Intent::MicrophoneOn, sure } => *sure,
        Understanding::Sequence(intents) => matches!(intents.first(), Some(Intent::Move(_))),
        Understanding::Understood { .. }
        | Understanding::Ambiguous(_)
        | Understanding::OneEdit(_)
        | Understanding::NotUnderstood { .. } => false,
    }
}
