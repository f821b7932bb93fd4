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
pub enum Weight {
    /// It is of the moment.
    Remark,
    /// How it is with this thing: only the latest counts, and only if it is not what was last said of it.
    State(u8),
    /// It is to be heard.
    Lasting,
}

/// What happens to the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A sentence is to be said.
    Say {
        /// The caller's name for it.
        id: u64,
        /// What to say.
        text: String,
        /// How much it matters.
        weight: Weight,
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
pub enum Output {
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
pub struct Sentences {
    waiting: VecDeque<Sentence>,
    speaking: Option<Speaking>,
    voice: VoiceState,
    tokens: u64,
    rate: i32,
    /// The sentence that ended last, and when; nothing after an interruption.
    last: Option<(String, Duration)>,
    /// What was said of the things that change.
    things: HashMap<u8, Thing>,
}

/// What was last said of a thing.
#[derive(Debug)]
struct Thing {
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
    weight: Weight,
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

impl Sentences {
    /// Takes one input and appends what is to be done, in order.
    pub fn handle(&mut self, input: Input, now: Duration, out: &mut Vec<Output>) {
        match input {
            Input::Say { id, text, weight } => self.say(id, &text, weight, now, out),
            Input::Stop => self.stop(out),
            Input::VoiceUp => {
                if self.voice == VoiceState::Down {
                    out.push(Output::Tell(SpeakerEvent::Back));
                }
                self.voice = VoiceState::Up;
            }
            Input::VoiceDown(reason) => self.lose(reason, now, out),
            Input::Began(token) => self.begin(token, now, out),
            Input::Ended(token) => self.end(token, SpeakerEvent::Ended, now, out),
            Input::Cancelled(token) => self.end(token, SpeakerEvent::Stopped, now, out),
            Input::Tick => {}
        }
        self.look_at_time(now, out);
        self.next(now, out);
    }

    /// When [`Input::Tick`] is wanted.
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

    fn say(&mut self, id: u64, text: &str, weight: Weight, now: Duration, out: &mut Vec<Output>) {
        let text = clean(text);
        if text.is_empty() {
            return out.push(Output::Tell(SpeakerEvent::Ended(id)));
        }
        if self.voice == VoiceState::Down {
            return out.push(Output::Tell(SpeakerEvent::Unsounded { id, text }));
        }
        if let Weight::State(_) = weight {
            self.drop_waiting(out, |other| other.weight == weight);
        }
        if self.is_said(&text, weight, now) {
            return out.push(Output::Tell(SpeakerEvent::Stopped(id)));
        }
        let place = self.waiting.iter().position(|other| rank(other.weight) < rank(weight));
        let sentence = Sentence { id, text, weight, asked: now, held: false };
        self.waiting.insert(place.unwrap_or(self.waiting.len()), sentence);
        if self.waiting.len() > WAITING {
            // The oldest of those that matter least.
            let least = self.waiting.back().map(|last| rank(last.weight));
            let oldest = self.waiting.iter().position(|other| Some(rank(other.weight)) == least);
            let dropped = oldest.and_then(|place| self.waiting.remove(place));
            out.extend(dropped.map(|sentence| Output::Tell(SpeakerEvent::Stopped(sentence.id))));
        }
    }

    /// Whether saying it would say the same again.
    fn is_said(&self, text: &str, weight: Weight, now: Duration) -> bool {
        let sounds = self.speaking.as_ref().is_some_and(|speaking| speaking.sentence.text == text);
        let waits = self.waiting.iter().any(|sentence| sentence.text == text);
        let just_ended =
            || self.last.as_ref().is_some_and(|(last, at)| last == text && now < *at + REMARK_AGAIN);
        match weight {
            Weight::Remark => sounds || waits || just_ended(),
            Weight::State(thing) => sounds || self.things.get(&thing).is_some_and(|thing| thing.said == text),
            Weight::Lasting => waits,
        }
    }

    /// When a sentence that must wait for its thing to be steady may be said.
    fn pauses_until(&self, sentence: &Sentence) -> Option<Duration> {
        let Weight::State(thing) = sentence.weight else { return None };
        self.things.get(&thing).map(|thing| thing.at + thing.pause)
    }

    fn drop_waiting(&mut self, out: &mut Vec<Output>, which: impl Fn(&Sentence) -> bool) {
        self.waiting.retain(|sentence| {
            let dropped = which(sentence);
            if dropped {
                out.push(Output::Tell(SpeakerEvent::Stopped(sentence.id)));
            }
            !dropped
        });
    }

    fn stop(&mut self, out: &mut Vec<Output>) {
        self.last = None;
        if let Some(speaking) = self.speaking.take() {
            out.push(Output::Cancel);
            out.push(Output::Tell(SpeakerEvent::Stopped(speaking.sentence.id)));
        }
        for sentence in self.waiting.drain(..) {
            out.push(Output::Tell(SpeakerEvent::Stopped(sentence.id)));
        }
    }

    fn lose(&mut self, reason: String, now: Duration, out: &mut Vec<Output>) {
        if self.voice != VoiceState::Down {
            out.push(Output::Tell(SpeakerEvent::Lost { reason }));
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

    fn begin(&mut self, token: u64, now: Duration, out: &mut Vec<Output>) {
        let rate = self.rate;
        if let Some(speaking) = self.speaking_as(token)
            && !speaking.has_begun
        {
            speaking.has_begun = true;
            speaking.overdue = now + longest(&speaking.sentence.text, rate);
            out.push(Output::Tell(SpeakerEvent::Began(speaking.sentence.id)));
        }
    }

    fn end(&mut self, token: u64, event: fn(u64) -> SpeakerEvent, now: Duration, out: &mut Vec<Output>) {
        if self.speaking_as(token).is_some()
            && let Some(speaking) = self.speaking.take()
        {
            out.push(Output::Tell(event(speaking.sentence.id)));
            self.last = Some((speaking.sentence.text, now));
        }
    }

    fn speaking_as(&mut self, token: u64) -> Option<&mut Speaking> {
        self.speaking.as_mut().filter(|speaking| speaking.token == token)
    }

    fn look_at_time(&mut self, now: Duration, out: &mut Vec<Output>) {
        if let Some(speaking) = self.speaking.take_if(|speaking| speaking.overdue <= now) {
            if speaking.has_begun {
                out.push(Output::Cancel);
                let id = speaking.sentence.id;
                out.push(Output::Tell(SpeakerEvent::Stopped(id)));
            } else {
                out.push(Output::Abandon);
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
            sentence.weight == Weight::Remark && sentence.asked + REMARK_STALE <= now
        });
    }

    fn next(&mut self, now: Duration, out: &mut Vec<Output>) {
        if self.voice != VoiceState::Up || self.speaking.is_some() {
            return;
        }
        let may_begin = |sentence: &Sentence| self.pauses_until(sentence).is_none_or(|until| until <= now);
        let first = self.waiting.iter().position(may_begin);
        if let Some(sentence) = first.and_then(|place| self.waiting.remove(place)) {
            if let Weight::State(thing) = sentence.weight {
                self.speak_of(thing, &sentence.text, now);
            }
            self.tokens += 1;
            out.push(Output::Speak { token: self.tokens, text: sentence.text.clone() });
            self.speaking =
                Some(Speaking { sentence, token: self.tokens, has_begun: false, overdue: now + START });
        } else {
            // Nothing is being said for a while: nobody need wait for that.
            for sentence in self.waiting.iter_mut().filter(|sentence| !sentence.held) {
                sentence.held = true;
                out.push(Output::Tell(SpeakerEvent::Held(sentence.id)));
            }
        }
    }

    /// Each change that comes soon after another is waited with for longer.
    fn speak_of(&mut self, thing: u8, text: &str, now: Duration) {
        let before = self.things.get(&thing).filter(|thing| now < thing.at + LONGEST_PAUSE);
        let pause = before.map_or(UNSTEADY, |thing| (2 * thing.pause).min(LONGEST_PAUSE));
        self.things.insert(thing, Thing { said: text.to_owned(), at: now, pause });
    }
}

/// What goes before what: remarks last.
fn rank(weight: Weight) -> u8 {
    match weight {
        Weight::Remark => 0,
        Weight::State(_) => 1,
        Weight::Lasting => 2,
    }
}

fn unsounded(sentence: Sentence) -> Output {
    Output::Tell(SpeakerEvent::Unsounded { id: sentence.id, text: sentence.text })
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
