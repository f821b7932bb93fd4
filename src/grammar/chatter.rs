//! Talk and songs: what follows at once upon what made no sense is mostly no move either.

use std::time::Duration;

use super::interpretation::Interpretation;
use super::{Alternative, Expectation, Grammar, Intent, Moment, MoveCompleteness, Rejection, Understanding};

/// What begins within this time after something was heard is no reaction to the program's answer: the speaker had not
/// stopped talking. Only the first of such utterances is answered.
const AT_ONCE: Duration = Duration::from_millis(500);

/// When something that makes no sense was heard last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chatter(Option<Duration>);

impl Chatter {
    /// [Understands](Grammar::understand) what somebody said from `began` on, where that is known, and what was `heard`
    /// then. Right after what made no sense only a move counts that is clear, legal and more than a square alone, a no to
    /// what is asked, and what calls back a microphone that is off: around one talk may go on all the time.
    pub fn understand(
        &mut self,
        grammar: &Grammar,
        alternatives: &[Alternative],
        moment: &Moment,
        began: Option<Duration>,
        heard: Duration,
    ) -> Understanding {
        let understood = grammar.understand(alternatives, moment);
        // A hesitation says nothing yet, and what is said farther away is not the speaker's.
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

/// Whether it counts in talk. A no that is passed over costs more than one too many.
fn counts(understood: &Understanding, moment: &Moment) -> bool {
    match understood {
        Understanding::Understood { intent: intent @ Intent::Move(attempt), sure: true } => {
            let meant = Interpretation::of(intent, moment.position);
            meant.complete && meant.legal().is_some() && !attempt.is_pawn_square_only()
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
