//! Listens: samples in, utterances out, on a thread of its own.

use std::fmt;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Sender, unbounded};

use self::listener::Listener;
use super::endpoint::EndpointOptions;
use super::recognizer::{Recognize, Utterance};
use super::source::AudioSource;
use crate::devices::worker;

mod listener;
mod echo_residue;

/// What a pause means after what was said before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// More must come: the speaker is given [time to think](EarOptions::patience).
    Incomplete,
    /// It makes sense, and more may come.
    Extensible,
    /// Nothing more comes: a short one is the end.
    Complete,
    /// Nothing is known of it.
    Unknown,
}

/// Tells what a pause means after words.
#[derive(Clone)]
pub struct CompletenessRule(Arc<ClassifyWords>);

type ClassifyWords = dyn Fn(&[String]) -> Completeness + Send + Sync;

impl CompletenessRule {
    /// As it is told by this.
    pub fn new(after: impl Fn(&[String]) -> Completeness + Send + Sync + 'static) -> CompletenessRule {
        CompletenessRule(Arc::new(after))
    }

    /// What a pause after these words means.
    pub fn of(&self, words: &[String]) -> Completeness {
        if words.is_empty() { Completeness::Unknown } else { (self.0)(words) }
    }
}

/// Each is as good as any other.
impl Default for CompletenessRule {
    fn default() -> CompletenessRule {
        CompletenessRule::new(|_| Completeness::Unknown)
    }
}

impl fmt::Debug for CompletenessRule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Pauses")
    }
}

/// How to listen.
#[derive(Debug, Clone)]
pub struct EarOptions {
    /// How utterances are told from each other.
    pub endpoint: EndpointOptions,
    /// How much longer a pause may be after the beginning of something.
    pub patience: Duration,
    /// How long after opening the gate the room still sounds of our own voice.
    pub echo_tail: Duration,
    /// Whether each utterance brings its samples along.
    pub keep_samples: bool,
    /// What a pause means until something else is expected.
    pub completeness: CompletenessRule,
}

impl Default for EarOptions {
    fn default() -> Self {
        Self {
            endpoint: EndpointOptions::default(),
            patience: Duration::from_secs(1),
            echo_tail: Duration::from_millis(150),
            keep_samples: false,
            completeness: CompletenessRule::default(),
        }
    }
}

/// What may be said now.
#[derive(Debug, Clone, Default)]
pub struct PhraseSet {
    /// What the recognizer listens for; what stands there several times is as much
    /// likelier.
    pub phrases: Vec<String>,
    /// What a pause means.
    pub completeness: CompletenessRule,
}

/// What the ear has to say.
#[derive(Debug, Clone, PartialEq)]
pub enum EarEvent {
    /// Someone began to speak.
    SpeechBegan,
    /// An utterance was heard. A source that is not live waits here for
    /// [`Ear::proceed`].
    Recognized(Utterance),
    /// What began was no speech, or held no words, or was our own voice.
    NoWords,
    /// Somebody spoke, and the gate was closed for a part of it: what was left of it is not told, since
    /// "Felix drei" may be the rest of "Springer Felix drei".
    Clipped,
    /// The microphone went; it is being waited for.
    Lost {
        /// What happened, as half a sentence.
        reason: String,
    },
    /// The microphone is there again.
    Back,
    /// Phrases with these words cannot be heard; each word is named once.
    WordsMissing(Vec<String>),
    /// The recognizer failed; what was being said is lost, it goes on listening.
    Failed {
        /// What happened, as half a sentence.
        reason: String,
    },
    /// It hears nothing more: its thread has failed.
    Died {
        /// What happened, as half a sentence.
        reason: String,
    },
    /// The source is at its end, or the ear was told to finish.
    Ended {
        /// Why, if the source ended before its end.
        fault: Option<String>,
    },
}

enum EarCommand {
    Expect(PhraseSet),
    Gate { open: bool },
    PushToTalk { on: bool },
    Proceed,
    Finish,
}

/// A listening thread. Dropping it ends it.
pub struct Ear {
    commands: Sender<EarCommand>,
    thread: Option<JoinHandle<()>>,
}

impl Ear {
    /// Listens to `source` with `recognizer`, and hands what happens to `sink`, on
    /// the ear's thread: it must not block.
    ///
    /// The gate is open, and the phrases are those the recognizer was made with.
    ///
    /// # Errors
    ///
    /// If the system gives no thread.
    pub fn start(
        source: Box<dyn AudioSource>,
        recognizer: Box<dyn Recognize>,
        options: EarOptions,
        sink: impl FnMut(EarEvent) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (commands, inbox) = unbounded();
        let died = |reason| EarEvent::Died { reason };
        let thread = worker::spawn("ear", sink, died, move |sink| {
            Listener::new(source, recognizer, options, inbox, sink).run();
        })?;
        Ok(Self { commands, thread: Some(thread) })
    }

    /// Expects something else: at once, or when the utterance under way is over.
    pub fn expect(&self, expected: PhraseSet) {
        self.send(EarCommand::Expect(expected));
    }

    /// Closes the ear while the program itself speaks: what sounds is not heard, unless the source takes
    /// [our own voice](AudioSource::echo_state) out of it. An utterance under way is then ended, if it has been quiet
    /// for a while, or forgotten.
    pub fn close_gate(&self) {
        self.send(EarCommand::Gate { open: false });
    }

    /// Opens the ear again. What sounds at that moment is our own voice's echo, for
    /// [`EarOptions::echo_tail`], or it was begun before and is [clipped](EarEvent::Clipped).
    pub fn open_gate(&self) {
        self.send(EarCommand::Gate { open: true });
    }

    /// Lets itself be talked to, or not: nothing is heard until it is `on`, and when it no longer is, what was
    /// being said has ended. Until the first call it is not asked for.
    pub fn push_to_talk(&self, on: bool) {
        self.send(EarCommand::PushToTalk { on });
    }

    /// Goes on after an [`EarEvent::Recognized`] from a source that is not live: what was
    /// told before, other phrases above all, holds for what is heard next. So a
    /// recording read at full speed is always heard the same.
    pub fn proceed(&self) {
        self.send(EarCommand::Proceed);
    }

    /// Ends: what is being said is still heard, then [`EarEvent::Ended`] comes.
    pub fn finish(&self) {
        self.send(EarCommand::Finish);
    }

    fn send(&self, command: EarCommand) {
        // A thread that has ended has said so with `Ended`.
        let _ = self.commands.send(command);
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.finish();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
