//! The order of what is said: a queue of sentences and a voice that may go and come.
//!
//! What waits is short: equal sentences are one, of a thing that changes only the latest is said, and what was of
//! the moment is not said when the moment has passed. What matters more goes before what matters less.
//!
//! No threads, no clock: inputs with the time in, outputs out.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use super::speaker::SpeakerEvent;

/// A sentence that was not sounded within this time of being asked for is not said
/// any more when the voice returns: it would be stale.
pub const STALE: Duration = Duration::from_secs(3);

/// How long a voice may take to begin before it counts as hung; a change of language takes seconds.
pub const START: Duration = Duration::from_secs(8);

/// A remark that has waited for so long is not said any more.
pub const REMARK_STALE: Duration = Duration::from_secs(5);

/// A remark is not made again so soon after it ended.
const REMARK_AGAIN: Duration = Duration::from_secs(2);

/// More sentences than these do not wait.
const WAITING: usize = 8;

/// A thing that changed is not spoken of again so soon; twice that the next time, and so on, up to a minute.
const UNSTEADY: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// How much a sentence matters, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// It is of the moment.
    Remark,
    /// How it is with this thing: only the latest counts, and only if it is not what was last said of it.
    State(u8),
    /// It is to be heard.
    Lasting,
}

/// What happens to the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueueInput {
    /// A sentence is to be said.
    Say {
        /// The caller's name for it.
        id: u64,
        /// What to say.
        text: String,
        /// How much it matters.
        weight: Priority,
    },
    /// Everything is cut off.
    Stop,
    /// The voice is there.
    VoiceUp,
    /// The voice is not there, for this reason.
    VoiceDown(String),
    /// The sentence with this token begins to sound.
    Began(u64),
    /// The sentence with this token has sounded.
    Ended(u64),
    /// The sentence with this token was cut off by someone else.
    Cancelled(u64),
    /// Time has passed.
    Tick,
}

/// What is to be done about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueueOutput {
    /// The voice is to speak.
    Speak {
        /// The name of this attempt.
        token: u64,
        /// What to say.
        text: String,
    },
    /// The voice is to fall silent.
    Cancel,
    /// The voice does not answer and is to be given up; it counts as down.
    Abandon,
    /// The caller is to be told.
    Tell(SpeakerEvent),
}

/// The queue; see the [module](self).
#[derive(Debug, Default)]
pub struct SpeechQueue {
    waiting: VecDeque<Sentence>,
    speaking: Option<Speaking>,
    voice: VoiceState,
    tokens: u64,
    rate: i32,
    /// The sentence that ended last, and when; nothing after an interruption.
    last: Option<(String, Duration)>,
    /// What was said of the things that change.
    things: HashMap<u8, Topic>,
}

/// What was last said of a thing.
#[derive(Debug)]
struct Topic {
    said: String,
    at: Duration,
    /// Before then it is not spoken of again.
    pause: Duration,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum VoiceState {
    /// It has not been found out yet whether there is one.
    #[default]
    Unknown,
    Up,
    Down,
}

#[derive(Debug)]
struct Sentence {
    id: u64,
    text: String,
    weight: Priority,
    asked: Duration,
    /// The caller was told that it waits.
    held: bool,
}

#[derive(Debug)]
struct Speaking {
    sentence: Sentence,
    token: u64,
    has_begun: bool,
    /// When it counts as over, however the voice keeps silent about it.
    overdue: Duration,
}

impl SpeechQueue {
    /// Takes one input and appends what is to be done, in order.
    pub fn handle(&mut self, input: QueueInput, now: Duration, out: &mut Vec<QueueOutput>) {
        match input {
            QueueInput::Say { id, text, weight } => self.say(id, &text, weight, now, out),
            QueueInput::Stop => self.stop(out),
            QueueInput::VoiceUp => {
                if self.voice == VoiceState::Down {
                    out.push(QueueOutput::Tell(SpeakerEvent::Back));
                }
                self.voice = VoiceState::Up;
            }
            QueueInput::VoiceDown(reason) => self.lose(reason, now, out),
            QueueInput::Began(token) => self.begin(token, now, out),
            QueueInput::Ended(token) => self.end(token, SpeakerEvent::Ended, now, out),
            QueueInput::Cancelled(token) => self.end(token, SpeakerEvent::Stopped, now, out),
            QueueInput::Tick => {}
        }
        self.look_at_time(now, out);
        self.next(now, out);
    }

    /// When [`QueueInput::Tick`] is wanted.
    pub fn next_deadline(&self) -> Option<Duration> {
        let overdue = self.speaking.as_ref().map(|speaking| speaking.overdue);
        let stale = match self.voice {
            // The first voice may take seconds to come, and is worth waiting for.
            VoiceState::Unknown => None,
            VoiceState::Up => self.waiting.iter().filter_map(|sentence| self.pauses_until(sentence)).min(),
            VoiceState::Down => self.waiting.iter().map(|sentence| sentence.asked + STALE).min(),
        };
        overdue.into_iter().chain(stale).min()
    }

    /// Whether nothing is being said or waits to be.
    pub fn is_silent(&self) -> bool {
        self.speaking.is_none() && self.waiting.is_empty()
    }

    /// Tells how fast the voice speaks, -100 to 100, by which the time that a
    /// sentence can take is judged.
    pub fn set_rate(&mut self, rate: i32) {
        self.rate = rate;
    }

    fn say(&mut self, id: u64, text: &str, weight: Priority, now: Duration, out: &mut Vec<QueueOutput>) {
        let text = clean(text);
        if text.is_empty() {
            return out.push(QueueOutput::Tell(SpeakerEvent::Ended(id)));
        }
        if self.voice == VoiceState::Down {
            return out.push(QueueOutput::Tell(SpeakerEvent::Unspoken { id, text }));
        }
        if let Priority::State(_) = weight {
            self.drop_waiting(out, |other| other.weight == weight);
        }
        if self.is_said(&text, weight, now) {
            return out.push(QueueOutput::Tell(SpeakerEvent::Stopped(id)));
        }
        let place = self.waiting.iter().position(|other| rank(other.weight) < rank(weight));
        let sentence = Sentence { id, text, weight, asked: now, held: false };
        self.waiting.insert(place.unwrap_or(self.waiting.len()), sentence);
        if self.waiting.len() > WAITING {
            // The oldest of those that matter least.
            let least = self.waiting.back().map(|last| rank(last.weight));
            let oldest = self.waiting.iter().position(|other| Some(rank(other.weight)) == least);
            let dropped = oldest.and_then(|place| self.waiting.remove(place));
            out.extend(dropped.map(|sentence| QueueOutput::Tell(SpeakerEvent::Stopped(sentence.id))));
        }
    }

    /// Whether saying it would say the same again.
    fn is_said(&self, text: &str, weight: Priority, now: Duration) -> bool {
        let sounds = self.speaking.as_ref().is_some_and(|speaking| speaking.sentence.text == text);
        let waits = self.waiting.iter().any(|sentence| sentence.text == text);
        let just_ended =
            || self.last.as_ref().is_some_and(|(last, at)| last == text && now < *at + REMARK_AGAIN);
        match weight {
            Priority::Remark => sounds || waits || just_ended(),
            Priority::State(thing) => {
                sounds || self.things.get(&thing).is_some_and(|thing| thing.said == text)
            }
            Priority::Lasting => waits,
        }
    }

    /// When a sentence that must wait for its thing to be steady may be said.
    fn pauses_until(&self, sentence: &Sentence) -> Option<Duration> {
        let Priority::State(thing) = sentence.weight else { return None };
        self.things.get(&thing).map(|thing| thing.at + thing.pause)
    }

    fn drop_waiting(&mut self, out: &mut Vec<QueueOutput>, which: impl Fn(&Sentence) -> bool) {
        self.waiting.retain(|sentence| {
            let dropped = which(sentence);
            if dropped {
                out.push(QueueOutput::Tell(SpeakerEvent::Stopped(sentence.id)));
            }
            !dropped
        });
    }

    fn stop(&mut self, out: &mut Vec<QueueOutput>) {
        self.last = None;
        if let Some(speaking) = self.speaking.take() {
            out.push(QueueOutput::Cancel);
            out.push(QueueOutput::Tell(SpeakerEvent::Stopped(speaking.sentence.id)));
        }
        for sentence in self.waiting.drain(..) {
            out.push(QueueOutput::Tell(SpeakerEvent::Stopped(sentence.id)));
        }
    }

    fn lose(&mut self, reason: String, now: Duration, out: &mut Vec<QueueOutput>) {
        if self.voice != VoiceState::Down {
            out.push(QueueOutput::Tell(SpeakerEvent::Lost { reason }));
        }
        let was_unknown = self.voice == VoiceState::Unknown;
        self.voice = VoiceState::Down;
        if let Some(speaking) = self.speaking.take() {
            self.waiting.push_front(speaking.sentence);
        }
        if was_unknown {
            // There never was a voice that could return in a moment.
            let waiting = std::mem::take(&mut self.waiting);
            out.extend(waiting.into_iter().map(unsounded));
        }
        self.look_at_time(now, out);
    }

    fn begin(&mut self, token: u64, now: Duration, out: &mut Vec<QueueOutput>) {
        let rate = self.rate;
        if let Some(speaking) = self.speaking_as(token)
            && !speaking.has_begun
        {
            speaking.has_begun = true;
            speaking.overdue = now + longest(&speaking.sentence.text, rate);
            out.push(QueueOutput::Tell(SpeakerEvent::Began(speaking.sentence.id)));
        }
    }

    fn end(&mut self, token: u64, event: fn(u64) -> SpeakerEvent, now: Duration, out: &mut Vec<QueueOutput>) {
        if self.speaking_as(token).is_some()
            && let Some(speaking) = self.speaking.take()
        {
            out.push(QueueOutput::Tell(event(speaking.sentence.id)));
            self.last = Some((speaking.sentence.text, now));
        }
    }

    fn speaking_as(&mut self, token: u64) -> Option<&mut Speaking> {
        self.speaking.as_mut().filter(|speaking| speaking.token == token)
    }

    fn look_at_time(&mut self, now: Duration, out: &mut Vec<QueueOutput>) {
        if let Some(speaking) = self.speaking.take_if(|speaking| speaking.overdue <= now) {
            if speaking.has_begun {
                out.push(QueueOutput::Cancel);
                let id = speaking.sentence.id;
                out.push(QueueOutput::Tell(SpeakerEvent::Stopped(id)));
            } else {
                out.push(QueueOutput::Abandon);
                self.speaking = Some(speaking);
                self.lose("the speech server does not answer".to_owned(), now, out);
            }
        }
        if self.voice == VoiceState::Down {
            let is_stale = |sentence: &mut Sentence| sentence.asked + STALE <= now;
            for place in (0..self.waiting.len()).rev() {
                if self.waiting.get_mut(place).is_some_and(is_stale) {
                    out.extend(self.waiting.remove(place).map(unsounded));
                }
            }
        }
        self.drop_waiting(out, |sentence| {
            sentence.weight == Priority::Remark && sentence.asked + REMARK_STALE <= now
        });
    }

    fn next(&mut self, now: Duration, out: &mut Vec<QueueOutput>) {
        if self.voice != VoiceState::Up || self.speaking.is_some() {
            return;
        }
        let may_begin = |sentence: &Sentence| self.pauses_until(sentence).is_none_or(|until| until <= now);
        let first = self.waiting.iter().position(may_begin);
        if let Some(sentence) = first.and_then(|place| self.waiting.remove(place)) {
            if let Priority::State(thing) = sentence.weight {
                self.speak_of(thing, &sentence.text, now);
            }
            self.tokens += 1;
            out.push(QueueOutput::Speak { token: self.tokens, text: sentence.text.clone() });
            self.speaking =
                Some(Speaking { sentence, token: self.tokens, has_begun: false, overdue: now + START });
        } else {
            // Nothing is being said for a while: nobody need wait for that.
            for sentence in self.waiting.iter_mut().filter(|sentence| !sentence.held) {
                sentence.held = true;
                out.push(QueueOutput::Tell(SpeakerEvent::Deferred(sentence.id)));
            }
        }
    }

    /// Each change that comes soon after another is waited with for longer.
    fn speak_of(&mut self, thing: u8, text: &str, now: Duration) {
        let before = self.things.get(&thing).filter(|thing| now < thing.at + LONGEST_PAUSE);
        let pause = before.map_or(UNSTEADY, |thing| (2 * thing.pause).min(LONGEST_PAUSE));
        self.things.insert(thing, Topic { said: text.to_owned(), at: now, pause });
    }
}

/// What goes before what: remarks last.
fn rank(weight: Priority) -> u8 {
    match weight {
        Priority::Remark => 0,
        Priority::State(_) => 1,
        Priority::Lasting => 2,
    }
}

fn unsounded(sentence: Sentence) -> QueueOutput {
    QueueOutput::Tell(SpeakerEvent::Unspoken { id: sentence.id, text: sentence.text })
}

/// Leaves out what cannot be spoken, and what a synthesiser may take for markup: SSML, or phonemes in brackets.
fn clean(text: &str) -> String {
    let is_mark = |c: char| matches!(c, '<' | '>' | '&' | '[' | ']' | '{' | '}' | '\\');
    text.split(|c: char| c.is_whitespace() || c.is_control() || is_mark(c))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The longest that a sentence can take: twice what a slow voice needs.
fn longest(text: &str, rate: i32) -> Duration {
    const LETTER: Duration = Duration::from_millis(150);
    // A digit is a word.
    let letters: u32 = text.chars().map(|c| if c.is_ascii_digit() { 8 } else { 1 }).sum();
    // The slowest rate is a third of the normal one.
    let slower = 1.0 + 2.0 * f64::from(-rate.clamp(-100, 0)) / 100.0;
    Duration::from_secs(2) + (LETTER * letters).mul_f64(slower)
}

#[cfg(test)]
mod tests;
