//! Talk and songs: an utterance right after a senseless one is mostly no move either.

use std::{ops::Range, time::Duration};

use super::framed::FEWEST_HEARD;
use super::interpretation::Interpretation;
use super::{
    Alternative, Expectation, Grammar, Intent, IntentClass, Moment, MoveCompleteness, Rejection,
    Understanding,
};

/// Speech that begins within this time after senseless speech is its continuation, and no reaction to the program's
/// answer. The program answers only the first such utterance.
const AT_ONCE: Duration = Duration::from_millis(500);

/// So many senseless utterances in a row are people who talk beside the microphone, or music. A player whom the program
/// does not understand has been told so by then.
const TALK: u8 = 3;
/// In a row are utterances with no longer pause than this between them. In twenty minutes of people talking, a crowd and
/// music (`models/train/hall.py`, lot `dev`) a game said 47 sentences with 10 s here, made three moves and asked 36 times;
/// with 60 s and the two rules on squares and on answers to nothing it said no more than eight, and made no move.
const SAME_TALK: Duration = Duration::from_secs(60);
/// Nobody says more words than this to the program in one breath: the longest move and the longest questions have fewer.
const LONGEST_PHRASE: usize = 10;

/// What made no sense before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chatter {
    /// When the last utterance ended, in time of the sound, if it was senseless.
    ended: Option<Duration>,
    /// When the row of senseless ones ended, and how many it has.
    row: (Duration, u8),
}

impl Chatter {
    /// [Understands](Grammar::understand) an utterance of this `sound`, in time of its source. Right after senseless
    /// speech, which may be talk around the board, only what is clear and whole counts: a legal move of more than a
    /// square alone, a no to a question, a question or command that the speaker said. After a whole row of it,
    /// nothing counts that the program would have to ask about, nor an illegal move, nor a square alone that a hearing
    /// doubts, nor a yes or no to nothing; a move or a phrase of three words ends it. More words than anybody says to the program are talk at once.
    pub fn understand(
        &mut self,
        grammar: &Grammar,
        alternatives: &[Alternative],
        moment: &Moment,
        sound: &Range<Duration>,
    ) -> Understanding {
        let understood = grammar.understand(alternatives, moment);
        // A hesitation does not end the talk, and far speech is not the speaker's.
        if let Understanding::NotUnderstood { why: Rejection::Silence | Rejection::FarAway } = understood {
            return understood;
        }
        let goes_on = self.ended.is_some_and(|ended| sound.start <= ended + AT_ONCE);
        let (row_ended, senseless) = self.row;
        let senseless = if sound.start <= row_ended + SAME_TALK { senseless } else { 0 };
        let best = alternatives.first();
        let said = best.map(Alternative::without_far).map(|said| said.words).unwrap_or_default();
        let square = square_alone(&understood);
        let to_nothing = answers_nothing(&understood, moment);
        let is_doubted = to_nothing
            || square.is_some_and(|square| !grammar.is_best_in_all(square, &near(alternatives), moment));
        let is_sure = is_sure(&understood, moment) && !(senseless >= TALK && is_doubted);
        let is_whole = is_sure && square.is_none() && !to_nothing;
        let is_near = best.is_some_and(|best| !best.is_far());
        let is_long = !understood.is_understood() && said.len() > LONGEST_PHRASE;
        let is_talk = goes_on && !counts(&understood, moment, is_near) || senseless >= TALK && !is_sure;
        let understood = if is_talk || is_long {
            Understanding::NotUnderstood { why: Rejection::Chatter }
        } else {
            understood
        };
        let is_begun = || grammar.move_completeness(&said, moment) == MoveCompleteness::Incomplete;
        let is_senseless = !understood.is_understood() && !is_begun();
        self.ended = is_senseless.then_some(sound.end);
        if is_whole && !(senseless >= TALK && is_short(&understood, said.len(), moment)) {
            self.row = Default::default();
        } else if is_senseless {
            self.row = (sound.end, senseless.saturating_add(1));
        }
        understood
    }
}

/// Returns the alternatives for what is listened for in general, with only the speaker's words.
fn near(alternatives: &[Alternative]) -> Vec<Alternative> {
    let general = alternatives.iter().filter(|heard| !heard.answers_only);
    general.map(Alternative::without_far).collect()
}

/// Whether it is a yes or no that nothing was asked for.
fn answers_nothing(understood: &Understanding, moment: &Moment) -> bool {
    matches!(understood, Understanding::Understood { intent: Intent::Yes | Intent::No, .. })
        && *moment.expects == Expectation::Move
}

/// Whether it is so few words that people who talk say them by chance. They are answered, and the talk may go on.
fn is_short(understood: &Understanding, words: usize, moment: &Moment) -> bool {
    let is_move = matches!(understood, Understanding::Understood { intent: Intent::Move(_), .. });
    words < FEWEST_HEARD && !is_move && *moment.expects == Expectation::Move
}

/// Returns the move, if it is a square alone.
fn square_alone(understood: &Understanding) -> Option<&Intent> {
    match understood {
        Understanding::Understood { intent: intent @ Intent::Move(attempt), .. }
            if attempt.is_pawn_square_only() =>
        {
            Some(intent)
        }
        _ => None,
    }
}

/// Whether the program need not ask what was meant; an illegal move was most likely not meant at all.
fn is_sure(understood: &Understanding, moment: &Moment) -> bool {
    match understood {
        Understanding::Understood { intent: intent @ Intent::Move(attempt), sure: true } => {
            let meant = Interpretation::of(intent, moment.position);
            !attempt.is_without_destination() && meant.is_playable()
                || moment.expects.is_question() && !meant.is_illegal()
        }
        Understanding::Understood { sure, .. } => *sure,
        Understanding::Sequence(_) => true,
        Understanding::Ambiguous(_) | Understanding::OneEdit(_) | Understanding::NotUnderstood { .. } => {
            false
        }
    }
}

/// Whether an utterance counts amid talk. Ignoring a real no is worse than hearing one that nobody said.
fn counts(understood: &Understanding, moment: &Moment, is_near: bool) -> bool {
    match understood {
        Understanding::Understood { intent: intent @ Intent::Move(attempt), sure: true } => {
            let meant = Interpretation::of(intent, moment.position);
            meant.complete && meant.is_playable() && !attempt.is_pawn_square_only()
        }
        Understanding::Understood { intent: Intent::No, .. } => *moment.expects != Expectation::Move,
        Understanding::Understood { intent, sure: true } => is_near && needs_no_question(intent, moment),
        Understanding::Sequence(intents) => {
            matches!(intents.first(), Some(Intent::Move(_)))
                || is_near && intents.iter().all(|intent| needs_no_question(intent, moment))
        }
        Understanding::Understood { .. }
        | Understanding::Ambiguous(_)
        | Understanding::OneEdit(_)
        | Understanding::NotUnderstood { .. } => false,
    }
}

/// Whether it is a question or a command, and no answer to what nobody can have heard yet.
fn needs_no_question(intent: &Intent, moment: &Moment) -> bool {
    match intent.class() {
        IntentClass::Program
        | IntentClass::Question
        | IntentClass::Request
        | IntentClass::Interruption
        | IntentClass::Declaration
        | IntentClass::Arbitration
        | IntentClass::Departure => true,
        IntentClass::Answer => {
            matches!(intent, Intent::PressClock | Intent::Correct) && *moment.expects == Expectation::Move
        }
        IntentClass::Move => false,
    }
}
