//! What a session wants done.

use std::{path::PathBuf, time::Duration};

use super::{BoardTone, ServerRequest};
use crate::{
    announce::{Announcement, SetupChoices},
    journal::{Entry, JournalLine, Opponent},
    laws::Color,
    notation::Style,
    school::{Progress, Puzzle},
};

/// One thing to do. The order within a list counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Append to the journal; on the disk before the next effect.
    Record(JournalLine),
    /// Speak and braille.
    Announce(Announcement),
    /// Braille, and do not speak.
    Show(Announcement),
    /// Tell whoever this answers, at a page of their own, and nobody here.
    Answer(Announcement),
    /// Sound like a square of the board.
    Tone(BoardTone),
    /// Sound as what was not understood, and is not worth words.
    ToneUnclear,
    /// Stop speaking at once.
    StopSpeaking,
    /// Change the voice.
    Voice(VoiceChange),
    /// Use this style of words from now on.
    Style(Style),
    /// Whether to print nothing that is heard: a move is being sealed.
    Conceal(bool),
    /// Whether to listen for more than being switched on again.
    Microphone(bool),
    /// Whether the talk key opens the microphone.
    Listen(bool),
    /// The clock's face as it must now be.
    ShowClock(ClockFace),
    /// A pattern to feel on the clock.
    Feel(Pattern),
    /// Send this request to the server.
    Request(ServerRequest),
    /// Begin the game with this opponent.
    Chosen(Opponent),
    /// Keep these choices for all games; none, if another language is wanted first.
    SetUp(Option<Box<SetupChoices>>),
    /// Keep these puzzles of the learner's own.
    KeepPuzzles(Vec<Puzzle>),
    /// Keep what was learnt so far.
    KeepProgress(Box<Progress>),
    /// Go on with the game of this journal.
    Resume(PathBuf),
    /// Bring the game at this place to the microphone.
    TurnTo(usize),
    /// Send this request for another game, to be played beside this one.
    RequestBeside(ServerRequest),
    /// The game is over and written down.
    Finished,
    /// The player leaves the game, perhaps to begin another.
    Left {
        /// Whether another game is to begin.
        again: bool,
    },
}

/// A change of the voice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoiceChange {
    /// By one step.
    Louder,
    /// By one step.
    Softer,
    /// By one step.
    Faster,
    /// By one step.
    Slower,
}

/// What the tactile clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFace {
    /// Time left to White.
    pub white: Duration,
    /// Time left to Black.
    pub black: Duration,
    /// The side whose clock runs.
    pub running: Option<Color>,
    /// The instant from which the side that runs counts down: later than now during a delay.
    pub true_at: Duration,
    /// Whether White's flag has fallen.
    pub white_fallen: bool,
    /// Whether Black's flag has fallen.
    pub black_fallen: bool,
}

/// What is felt on the clock, each as a pattern of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// What was asked for is done.
    Confirm,
    /// What was asked for is not done.
    Refuse,
    /// It is to be said again.
    Again,
    /// It is the user's turn, or either user's where both are blind.
    Turn,
    /// A question waits for an answer.
    Question,
    /// A draw offer waits for an answer.
    Offer,
    /// The move that was made gives check.
    Check,
    /// The braille line is lost.
    Line,
    /// Something waits to be read.
    Message,
    /// The last five minutes begin, or a chosen warning is due.
    Five,
    /// A flag has fallen.
    Flag,
}

/// The effects of one event, in order. After an entry that the record refuses, none is taken.
#[derive(Debug, Default)]
pub(super) struct Effects {
    taken: Vec<Effect>,
    refused: bool,
}

/// A point in the course of an event.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl Effects {
    pub(super) fn push(&mut self, effect: Effect) {
        if !self.refused {
            self.taken.push(effect);
        }
    }

    /// Records the open question before it sounds: after what settles the one before, before what only follows from an
    /// answer. So a power cut between the two brings no question back that was answered.
    pub(super) fn record_question(&mut self, line: JournalLine) {
        let precedes = |effect: &Effect| {
            let Effect::Record(line) = effect else { return false };
            line.entry.settles_question()
                || matches!(line.entry, Entry::Started(_) | Entry::Resumed { .. } | Entry::Adjusting)
        };
        let place = self.taken.iter().rposition(precedes).map_or(0, |last| last + 1);
        self.taken.insert(place, Effect::Record(line));
    }

    /// Takes no more effects: the record has refused an entry.
    pub(super) fn refuse(&mut self) {
        self.refused = true;
    }

    /// Whether the record has refused an entry.
    pub(super) fn is_refused(&self) -> bool {
        self.refused
    }

    /// Takes effects again, to tell of a refusal. Returns whether there was one.
    pub(super) fn reopen(&mut self) -> bool {
        std::mem::take(&mut self.refused)
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.taken.len())
    }

    pub(super) fn since(&self, mark: Mark) -> &[Effect] {
        &self.taken[mark.0..]
    }

    /// Tells aside what was to be announced, and lets nothing be felt here.
    pub(super) fn tell_aside(&mut self) {
        self.taken.retain(|effect| !matches!(effect, Effect::Feel(_)));
        for effect in &mut self.taken {
            if let Effect::Announce(announcement) = effect {
                *effect = Effect::Answer(announcement.clone());
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Effect> {
        self.taken.iter()
    }

    pub(super) fn into_vec(self) -> Vec<Effect> {
        self.taken
    }
}
