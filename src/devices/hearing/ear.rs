//! The ear: takes samples and reports utterances, on a thread of its own.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use self::listener::Listener;
use super::endpoint::EndpointOptions;
use super::microphone::MicrophoneError;
use super::recognizer::{Recognize, RecognizerError, Utterance};
use super::source::{AudioSource, BrokenRecording};
use super::speed_perturbation::DoubtDistances;
use crate::{Panicked, worker::Worker};

mod listener;
mod echo_residue;
mod sound_clock;

/// Whether the words before a pause are a complete phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// More must follow: the speaker gets [time to think](EarOptions::patience).
    Incomplete,
    /// They make sense, and more may follow.
    Extensible,
    /// Nothing can follow: a short pause is the end.
    Complete,
    /// Not known.
    Unknown,
}

/// Tells how complete words are.
#[derive(Clone)]
pub struct CompletenessRule(Arc<ClassifyWords>);

type ClassifyWords = dyn Fn(&[String]) -> Completeness + Send + Sync;

impl CompletenessRule {
    /// Makes a rule of a function.
    pub fn new(after: impl Fn(&[String]) -> Completeness + Send + Sync + 'static) -> CompletenessRule {
        CompletenessRule(Arc::new(after))
    }

    /// Applies the rule; without words the result is `Unknown`.
    pub fn of(&self, words: &[String]) -> Completeness {
        if words.is_empty() { Completeness::Unknown } else { (self.0)(words) }
    }
}

/// Returns `Unknown` for all words.
impl Default for CompletenessRule {
    fn default() -> CompletenessRule {
        CompletenessRule::new(|_| Completeness::Unknown)
    }
}

impl fmt::Debug for CompletenessRule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("CompletenessRule")
    }
}

/// How to listen.
#[derive(Debug, Clone)]
pub struct EarOptions {
    /// How utterances are found.
    pub endpoint: EndpointOptions,
    /// How much longer a pause may be after incomplete words.
    pub patience: Duration,
    /// How long the room echoes the program's voice after the gate has opened.
    pub echo_tail: Duration,
    /// Whether utterances include their samples.
    pub keep_samples: bool,
    /// What is expected until other phrases are set: the recognizer's own phrases if there are none in it.
    pub expected: PhraseSet,
}

impl Default for EarOptions {
    fn default() -> Self {
        Self {
            endpoint: EndpointOptions::default(),
            patience: Duration::from_secs(1),
            echo_tail: Duration::from_millis(150),
            keep_samples: false,
            expected: PhraseSet::default(),
        }
    }
}

/// The phrases that may be said now.
#[derive(Debug, Clone, Default)]
pub struct PhraseSet {
    /// The phrases for the recognizer; a phrase that occurs n times is n times as likely.
    pub phrases: Vec<String>,
    /// The answers to the question that is open.
    pub answers: Vec<String>,
    /// Whether an answer cannot be taken back: nothing but the answers is listened for too, however clear it is.
    pub is_final: bool,
    /// The rule for pauses.
    pub completeness: CompletenessRule,
    /// What leaves a doubt, by the scores of the speech model.
    pub doubt: DoubtDistances,
}

impl PhraseSet {
    /// Returns a set of no phrases with a rule for pauses.
    pub fn judging(completeness: CompletenessRule) -> PhraseSet {
        PhraseSet { completeness, ..PhraseSet::default() }
    }
}

/// What the ear reports.
#[derive(Debug, Clone, PartialEq)]
pub enum EarEvent {
    /// Somebody began to speak, at this instant if the source is live.
    SpeechBegan(Option<Instant>),
    /// An utterance was recognized. A source that is not live waits for [`Ear::proceed`]; what a live one has brought
    /// since is not listened to before `CaughtUp` or the next report.
    Recognized(Utterance),
    /// What a live source brought while an utterance was recognized is listened to, and nobody speaks.
    CaughtUp,
    /// The sound was no speech, had no words, or was the program's own voice.
    NoWords,
    /// Somebody spoke while the gate was partly closed. The rest is not reported: "Felix drei" may be the end of
    /// "Springer Felix drei".
    Clipped,
    /// The microphone is gone; the ear waits for it.
    Lost {
        reason: MicrophoneError,
    },
    Back,
    /// The model lacks these words, so phrases with them cannot be recognized. Each word is reported once.
    WordsMissing(Vec<String>),
    /// The recognizer failed; the utterance under way is lost, and listening goes on.
    Failed {
        reason: RecognizerError,
    },
    /// Nothing more will be heard: the thread has failed.
    Died {
        reason: Panicked,
    },
    /// The source has ended, or the ear was dropped.
    Ended {
        /// The cause, if the source broke off.
        fault: Option<BrokenRecording>,
    },
}

enum EarCommand {
    Expect(PhraseSet),
    Gate { open: bool },
    PushToTalk { on: bool },
    Proceed,
}

/// A handle to the listening thread. Dropping it ends the thread.
pub struct Ear(Worker<EarCommand>);

impl Ear {
    /// Listens to `source` with `recognizer` and reports to `sink` on the ear's thread: it must not block.
    ///
    /// The gate is open at first.
    pub fn start(
        source: Box<dyn AudioSource>,
        recognizer: Box<dyn Recognize>,
        options: EarOptions,
        sink: impl FnMut(EarEvent) + Send + 'static,
    ) -> std::io::Result<Self> {
        let died = |reason| EarEvent::Died { reason };
        Worker::start("ear", sink, died, move |orders, sink| {
            Listener::new(source, recognizer, options, orders.inbox().clone(), sink).run();
        })
        .map(Self)
    }

    /// Sets other phrases: at once, or after the utterance under way.
    pub fn expect(&self, expected: PhraseSet) {
        self.0.send(EarCommand::Expect(expected));
    }

    /// Closes the gate while the program speaks: nothing is heard unless the source cancels the
    /// [echo](AudioSource::echo_state). An utterance under way is ended if it has been quiet for a while, otherwise
    /// dropped.
    pub fn close_gate(&self) {
        self.0.send(EarCommand::Gate { open: false });
    }

    /// Opens the gate again. A sound at that moment is an echo, for [`EarOptions::echo_tail`], or it began before and
    /// is [clipped](EarEvent::Clipped).
    pub fn open_gate(&self) {
        self.0.send(EarCommand::Gate { open: true });
    }

    /// Reports the push-to-talk key: from the first call on, speech is heard only while it is `on`, and releasing it
    /// ends the utterance.
    pub fn push_to_talk(&self, on: bool) {
        self.0.send(EarCommand::PushToTalk { on });
    }

    /// Goes on after an [`EarEvent::Recognized`] from a source that is not live. Phrases that were set before apply
    /// to what follows, so a recording read at full speed is always recognized in the same way.
    pub fn proceed(&self) {
        self.0.send(EarCommand::Proceed);
    }
}
