//! The queue of sentences before a voice that may disappear and return.
//!
//! The queue is kept short: equal sentences are queued once, only the latest state of a topic is spoken, and a remark
//! expires. Higher priorities go first.
//!
//! No threads and no clock: inputs with the time go in, outputs come out.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use super::{speaker::SpeakerEvent, voice::VoiceError};

/// A sentence older than this is not spoken when the voice returns: it would be stale.
pub const STALE: Duration = Duration::from_secs(3);

/// How long a voice may take to begin before it counts as hung; a change of language takes some seconds.
pub const START: Duration = Duration::from_secs(8);

/// A voice that has begun nothing for this long is not waited for until it does.
pub const PATIENCE: Duration = Duration::from_secs(3);

/// A remark that has waited this long is dropped.
pub const REMARK_STALE: Duration = Duration::from_secs(5);

/// An equal remark is not repeated within this time of its end.
const REMARK_AGAIN: Duration = Duration::from_secs(2);

/// The most sentences that wait: more than a person can listen to.
const WAITING: usize = 8;

/// A state that changed is not spoken again within this time; the time doubles with each change, up to a minute.
const UNSTEADY: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The priority of a sentence, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Matters only at this moment.
    Remark,
    /// The state of the topic with this number: only the latest counts, unless it was spoken last.
    State(u8),
    /// Must be heard.
    Lasting,
}

/// What happens to the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueueInput {
    /// A sentence is to be spoken.
    Say {
        /// The caller's number of the sentence.
        id: u64,
        text: String,
        priority: Priority,
    },
    /// Everything is to be cut off.
    Stop,
    VoiceUp,
    /// The voice has to be started first, which takes seconds.
    VoiceStarting,
    /// The voice is not there, for this reason.
    VoiceDown(VoiceError),
    /// The sentence with this token begins.
    Began(u64),
    /// The sentence with this token has ended.
    Ended(u64),
    /// The sentence with this token was cut off by someone else.
    Cancelled(u64),
    /// Time has passed.
    Tick,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueueOutput {
    Speak {
        /// Identifies this attempt.
        token: u64,
        text: String,
    },
    /// The voice is to stop.
    Cancel,
    /// The voice does not answer and is to be abandoned; it counts as down.
    Abandon,
    /// The caller gets an event.
    Report(SpeakerEvent),
}

/// The queue; see the [module](self).
#[derive(Debug, Default)]
pub struct SpeechQueue {
    waiting: VecDeque<Sentence>,
    speaking: Option<Speaking>,
    voice: VoiceState,
    /// Nobody waits for the voice: it is being started, or has not begun what it was asked to say.
    slow: bool,
    tokens: u64,
    rate: i32,
    /// The sentence that ended last, and when; nothing after an interruption.
    last: Option<(String, Duration)>,
    /// What was last told of each topic, by its number.
    told_states: HashMap<u8, ToldState>,
}

/// The state of a topic that was last told, perhaps without a voice, and when one was last spoken.
#[derive(Debug)]
struct ToldState {
    text: String,
    at: Duration,
    /// How long it is not spoken of again.
    pause: Duration,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum VoiceState {
    /// Not known yet.
    #[default]
    Unknown,
    Up,
    Down,
}

#[derive(Debug)]
struct Sentence {
    id: u64,
    text: String,
    priority: Priority,
    asked: Duration,
    /// The caller knows that it waits.
    deferred: bool,
}

#[derive(Debug)]
struct Speaking {
    sentence: Sentence,
    token: u64,
    has_begun: bool,
    /// When it counts as over even without a report of the voice.
    overdue: Duration,
}

impl SpeechQueue {
    /// Takes one input and appends what is to be done, in order.
    pub fn handle(&mut self, input: QueueInput, now: Duration, out: &mut Vec<QueueOutput>) {
        match input {
            QueueInput::Say { id, text, priority } => self.say(id, &text, priority, now, out),
            QueueInput::Stop => self.stop(out),
            QueueInput::VoiceUp => {
                if self.voice == VoiceState::Down {
                    out.push(QueueOutput::Report(SpeakerEvent::Back));
                }
                self.voice = VoiceState::Up;
            }
            QueueInput::VoiceStarting => self.slow = true,
            QueueInput::VoiceDown(reason) => self.lose(reason, now, out),
            QueueInput::Began(token) => self.begin(token, now, out),
            QueueInput::Ended(token) => self.end(token, SpeakerEvent::Ended, now, out),
            QueueInput::Cancelled(token) => self.end(token, SpeakerEvent::Stopped, now, out),
            QueueInput::Tick => {}
        }
        self.expire(now, out);
        self.next(now, out);
    }

    /// Returns when [`QueueInput::Tick`] is due.
    pub fn next_deadline(&self) -> Option<Duration> {
        let overdue = self.speaking.as_ref().map(|speaking| speaking.overdue);
        let stale = match self.voice {
            // The first voice may take seconds, and is waited for.
            VoiceState::Unknown => None,
            VoiceState::Up => self.waiting.iter().filter_map(|sentence| self.pauses_until(sentence)).min(),
            VoiceState::Down => self.waiting.iter().map(|sentence| sentence.asked + STALE).min(),
        };
        let patience = self.unbegun().filter(|_| !self.slow).map(|since| since + PATIENCE);
        overdue.into_iter().chain(stale).chain(patience).min()
    }

    /// Returns since when a sentence should begin that has not.
    fn unbegun(&self) -> Option<Duration> {
        match (&self.speaking, self.voice) {
            (Some(speaking), _) => (!speaking.has_begun).then(|| speaking.overdue.saturating_sub(START)),
            (None, VoiceState::Unknown) => self.waiting.iter().map(|sentence| sentence.asked).min(),
            (None, VoiceState::Up | VoiceState::Down) => None,
        }
    }

    /// Whether nothing is being spoken or waits.
    pub fn is_silent(&self) -> bool {
        self.speaking.is_none() && self.waiting.is_empty()
    }

    /// Sets the rate of the voice, -100 to 100, from which the longest time of a sentence follows.
    pub fn set_rate(&mut self, rate: i32) {
        self.rate = rate;
    }

    fn say(&mut self, id: u64, text: &str, priority: Priority, now: Duration, out: &mut Vec<QueueOutput>) {
        let text = clean(text);
        if text.is_empty() {
            return out.push(QueueOutput::Report(SpeakerEvent::Ended(id)));
        }
        if self.voice == VoiceState::Down {
            let sentence = Sentence { id, text, priority, asked: now, deferred: false };
            return self.leave_unspoken(sentence, out);
        }
        if let Priority::State(_) = priority {
            self.drop_waiting(out, |other| other.priority == priority);
        }
        if self.is_said(&text, priority, now) {
            return out.push(QueueOutput::Report(SpeakerEvent::Stopped(id)));
        }
        let place = self.waiting.iter().position(|other| rank(other.priority) < rank(priority));
        let sentence = Sentence { id, text, priority, asked: now, deferred: false };
        self.waiting.insert(place.unwrap_or(self.waiting.len()), sentence);
        if self.waiting.len() > WAITING {
            // Drops the oldest sentence of the lowest priority.
            let least = self.waiting.back().map(|last| rank(last.priority));
            let oldest = self.waiting.iter().position(|other| Some(rank(other.priority)) == least);
            let dropped = oldest.and_then(|place| self.waiting.remove(place));
            out.extend(dropped.map(|sentence| QueueOutput::Report(SpeakerEvent::Stopped(sentence.id))));
        }
    }

    /// Whether the text would repeat a sentence that is spoken, waits, or was just spoken.
    fn is_said(&self, text: &str, priority: Priority, now: Duration) -> bool {
        let sounds = self.speaking.as_ref().is_some_and(|speaking| speaking.sentence.text == text);
        let waits = self.waiting.iter().any(|sentence| sentence.text == text);
        let just_ended =
            || self.last.as_ref().is_some_and(|(last, at)| last == text && now < *at + REMARK_AGAIN);
        match priority {
            Priority::Remark => sounds || waits || just_ended(),
            Priority::State(topic) => {
                sounds || self.told_states.get(&topic).is_some_and(|topic| topic.text == text)
            }
            Priority::Lasting => waits,
        }
    }

    /// Returns when a state may be spoken again.
    fn pauses_until(&self, sentence: &Sentence) -> Option<Duration> {
        let Priority::State(topic) = sentence.priority else { return None };
        self.told_states.get(&topic).map(|topic| topic.at + topic.pause)
    }

    fn drop_waiting(&mut self, out: &mut Vec<QueueOutput>, which: impl Fn(&Sentence) -> bool) {
        self.waiting.retain(|sentence| {
            let dropped = which(sentence);
            if dropped {
                out.push(QueueOutput::Report(SpeakerEvent::Stopped(sentence.id)));
            }
            !dropped
        });
    }

    fn stop(&mut self, out: &mut Vec<QueueOutput>) {
        self.last = None;
        if let Some(speaking) = self.speaking.take() {
            out.push(QueueOutput::Cancel);
            out.push(QueueOutput::Report(SpeakerEvent::Stopped(speaking.sentence.id)));
        }
        for sentence in self.waiting.drain(..) {
            out.push(QueueOutput::Report(SpeakerEvent::Stopped(sentence.id)));
        }
    }

    fn lose(&mut self, reason: VoiceError, now: Duration, out: &mut Vec<QueueOutput>) {
        if self.voice != VoiceState::Down {
            out.push(QueueOutput::Report(SpeakerEvent::Lost { reason }));
        }
        let was_unknown = self.voice == VoiceState::Unknown;
        self.voice = VoiceState::Down;
        if let Some(speaking) = self.speaking.take() {
            self.waiting.push_front(speaking.sentence);
        }
        if was_unknown {
            // There never was a voice that could return soon.
            for sentence in std::mem::take(&mut self.waiting) {
                self.leave_unspoken(sentence, out);
            }
        }
        self.expire(now, out);
    }

    fn begin(&mut self, token: u64, now: Duration, out: &mut Vec<QueueOutput>) {
        let rate = self.rate;
        if let Some(speaking) = self.speaking_as(token)
            && !speaking.has_begun
        {
            speaking.has_begun = true;
            speaking.overdue = now + longest(&speaking.sentence.text, rate);
            out.push(QueueOutput::Report(SpeakerEvent::Began(speaking.sentence.id)));
            self.slow = false;
        }
    }

    fn end(&mut self, token: u64, event: fn(u64) -> SpeakerEvent, now: Duration, out: &mut Vec<QueueOutput>) {
        if self.speaking_as(token).is_some()
            && let Some(speaking) = self.speaking.take()
        {
            out.push(QueueOutput::Report(event(speaking.sentence.id)));
            self.last = Some((speaking.sentence.text, now));
        }
    }

    fn speaking_as(&mut self, token: u64) -> Option<&mut Speaking> {
        self.speaking.as_mut().filter(|speaking| speaking.token == token)
    }

    fn expire(&mut self, now: Duration, out: &mut Vec<QueueOutput>) {
        if let Some(speaking) = self.speaking.take_if(|speaking| speaking.overdue <= now) {
            if speaking.has_begun {
                out.push(QueueOutput::Cancel);
                let id = speaking.sentence.id;
                out.push(QueueOutput::Report(SpeakerEvent::Stopped(id)));
            } else {
                out.push(QueueOutput::Abandon);
                self.speaking = Some(speaking);
                self.lose(VoiceError::NoAnswer, now, out);
            }
        }
        if self.voice == VoiceState::Down {
            let is_stale = |sentence: &mut Sentence| sentence.asked + STALE <= now;
            for place in (0..self.waiting.len()).rev() {
                if self.waiting.get_mut(place).is_some_and(is_stale)
                    && let Some(sentence) = self.waiting.remove(place)
                {
                    self.leave_unspoken(sentence, out);
                }
            }
        }
        self.drop_waiting(out, |sentence| {
            sentence.priority == Priority::Remark && sentence.asked + REMARK_STALE <= now
        });
    }

    fn next(&mut self, now: Duration, out: &mut Vec<QueueOutput>) {
        if self.voice == VoiceState::Up && self.speaking.is_none() {
            self.speak_first(now, out);
        }
        self.slow |= self.unbegun().is_some_and(|since| since + PATIENCE <= now);
        let begun = self.speaking.as_ref().is_some_and(|speaking| speaking.has_begun);
        let nothing_begins = self.voice == VoiceState::Up && self.speaking.is_none();
        if nothing_begins || self.slow && !begun {
            // Nothing is spoken for a while: the caller must not wait for these.
            let speaking = self.speaking.as_mut().map(|speaking| &mut speaking.sentence);
            let unknown = speaking.into_iter().chain(&mut self.waiting).filter(|sentence| !sentence.deferred);
            out.extend(unknown.map(|sentence| {
                sentence.deferred = true;
                QueueOutput::Report(SpeakerEvent::Deferred(sentence.id))
            }));
        }
    }

    fn speak_first(&mut self, now: Duration, out: &mut Vec<QueueOutput>) {
        let may_begin = |sentence: &Sentence| self.pauses_until(sentence).is_none_or(|until| until <= now);
        let first = self.waiting.iter().position(may_begin);
        let Some(sentence) = first.and_then(|place| self.waiting.remove(place)) else { return };
        if let Priority::State(topic) = sentence.priority {
            self.update_state(topic, &sentence.text, now);
        }
        self.tokens += 1;
        out.push(QueueOutput::Speak { token: self.tokens, text: sentence.text.clone() });
        self.speaking =
            Some(Speaking { sentence, token: self.tokens, has_begun: false, overdue: now + START });
    }

    /// Gives a sentence back to be told without a voice. The state before it is then no longer the one told last.
    fn leave_unspoken(&mut self, sentence: Sentence, out: &mut Vec<QueueOutput>) {
        if let Priority::State(topic) = sentence.priority
            && let Some(told) = self.told_states.get_mut(&topic)
        {
            told.text.clone_from(&sentence.text);
        }
        out.push(QueueOutput::Report(SpeakerEvent::Unspoken { id: sentence.id, text: sentence.text }));
    }

    /// Doubles the pause of a topic that has changed again soon.
    fn update_state(&mut self, topic: u8, text: &str, now: Duration) {
        let before = self.told_states.get(&topic).filter(|topic| now < topic.at + LONGEST_PAUSE);
        let pause = before.map_or(UNSTEADY, |topic| (2 * topic.pause).min(LONGEST_PAUSE));
        self.told_states.insert(topic, ToldState { text: text.to_owned(), at: now, pause });
    }
}

/// Returns the order in the queue: remarks last.
fn rank(priority: Priority) -> u8 {
    match priority {
        Priority::Remark => 0,
        Priority::State(_) => 1,
        Priority::Lasting => 2,
    }
}

/// Removes control characters, and what a synthesiser may take for markup: SSML, or phonemes in brackets.
fn clean(text: &str) -> String {
    let is_mark = |c: char| matches!(c, '<' | '>' | '&' | '[' | ']' | '{' | '}' | '\\');
    text.split(|c: char| c.is_whitespace() || c.is_control() || is_mark(c))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the longest time that a sentence can take: twice what a slow voice needs.
fn longest(text: &str, rate: i32) -> Duration {
    const LETTER: Duration = Duration::from_millis(150);
    // A digit is spoken as a word.
    let letters: u32 = text.chars().map(|c| if c.is_ascii_digit() { 8 } else { 1 }).sum();
    // The slowest rate of speech-dispatcher is a third of the normal one.
    let slower = 1.0 + 2.0 * f64::from(-rate.clamp(-100, 0)) / 100.0;
    Duration::from_secs(2) + (LETTER * letters).mul_f64(slower)
}

#[cfg(test)]
mod tests;
