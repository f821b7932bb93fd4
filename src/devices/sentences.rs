//! The order of what is said: a queue of sentences and a voice that may go and come.
//!
//! No threads, no clock: inputs with the time in, outputs out.

use std::collections::VecDeque;
use std::time::Duration;

use super::speaker::SpeakerEvent;

/// A sentence that was not sounded within this time of being asked for is not said
/// any more when the voice returns: it would be stale.
pub const STALE: Duration = Duration::from_secs(3);

/// How long a voice may take to begin before it counts as hung; a change of language takes seconds.
pub const START: Duration = Duration::from_secs(8);

/// What happens to the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A sentence is to be said, after the others or instead of them.
    Say {
        /// The caller's name for it.
        id: u64,
        /// What to say.
        text: String,
        /// Whether everything before it is cut off.
        interrupt: bool,
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
    asked: Duration,
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
            Input::Say { id, text, interrupt } => self.say(id, &text, interrupt, now, out),
            Input::Stop => self.stop(out),
            Input::VoiceUp => {
                if self.voice == VoiceState::Down {
                    out.push(Output::Tell(SpeakerEvent::Back));
                }
                self.voice = VoiceState::Up;
            }
            Input::VoiceDown(reason) => self.lose(reason, now, out),
            Input::Began(token) => self.begin(token, now, out),
            Input::Ended(token) => self.end(token, SpeakerEvent::Ended, out),
            Input::Cancelled(token) => self.end(token, SpeakerEvent::Stopped, out),
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
            VoiceState::Unknown | VoiceState::Up => None,
            VoiceState::Down => self.waiting.front().map(|sentence| sentence.asked + STALE),
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

    fn say(&mut self, id: u64, text: &str, interrupt: bool, now: Duration, out: &mut Vec<Output>) {
        if interrupt {
            self.stop(out);
        }
        let text = clean(text);
        if text.is_empty() {
            out.push(Output::Tell(SpeakerEvent::Ended(id)));
        } else if self.voice == VoiceState::Down {
            out.push(Output::Tell(SpeakerEvent::Unsounded { id, text }));
        } else {
            self.waiting.push_back(Sentence { id, text, asked: now });
        }
    }

    fn stop(&mut self, out: &mut Vec<Output>) {
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

    fn end(&mut self, token: u64, event: fn(u64) -> SpeakerEvent, out: &mut Vec<Output>) {
        if self.speaking_as(token).is_some()
            && let Some(speaking) = self.speaking.take()
        {
            out.push(Output::Tell(event(speaking.sentence.id)));
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
        while self.voice == VoiceState::Down
            && let Some(stale) = self.waiting.pop_front_if(|sentence| sentence.asked + STALE <= now)
        {
            out.push(unsounded(stale));
        }
    }

    fn next(&mut self, now: Duration, out: &mut Vec<Output>) {
        if self.voice != VoiceState::Up || self.speaking.is_some() {
            return;
        }
        if let Some(sentence) = self.waiting.pop_front() {
            self.tokens += 1;
            out.push(Output::Speak { token: self.tokens, text: sentence.text.clone() });
            self.speaking =
                Some(Speaking { sentence, token: self.tokens, has_begun: false, overdue: now + START });
        }
    }
}

fn unsounded(sentence: Sentence) -> Output {
    Output::Tell(SpeakerEvent::Unsounded { id: sentence.id, text: sentence.text })
}

/// Leaves out what cannot be spoken.
fn clean(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
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
mod tests {
    use super::*;
    use SpeakerEvent::{Back, Began, Ended, Stopped};

    /// A queue with its time, driven by hand.
    struct Desk {
        sentences: Sentences,
        now: Duration,
    }

    impl Desk {
        fn with_voice() -> Self {
            let mut desk = Self::without_voice();
            assert_eq!(desk.then(Input::VoiceUp), []);
            desk
        }

        fn without_voice() -> Self {
            Self { sentences: Sentences::default(), now: Duration::ZERO }
        }

        fn then(&mut self, input: Input) -> Vec<Output> {
            let mut out = Vec::new();
            self.sentences.handle(input, self.now, &mut out);
            out
        }

        fn later(&mut self, seconds: f64) -> Vec<Output> {
            self.now += Duration::from_secs_f64(seconds);
            self.then(Input::Tick)
        }
    }

    fn say(id: u64, text: &str) -> Input {
        Input::Say { id, text: text.to_owned(), interrupt: false }
    }

    fn instead(id: u64, text: &str) -> Input {
        Input::Say { id, text: text.to_owned(), interrupt: true }
    }

    fn speak(token: u64, text: &str) -> Output {
        let text = text.to_owned();
        Output::Speak { token, text }
    }

    fn unsounded(id: u64, text: &str) -> Output {
        let text = text.to_owned();
        Output::Tell(SpeakerEvent::Unsounded { id, text })
    }

    fn down() -> Input {
        Input::VoiceDown("gone".to_owned())
    }

    fn lost() -> Output {
        let reason = "gone".to_owned();
        Output::Tell(SpeakerEvent::Lost { reason })
    }

    #[test]
    fn sentences_are_said_in_order() {
        let mut desk = Desk::with_voice();
        assert_eq!(desk.then(say(7, "eins")), [speak(1, "eins")]);
        assert_eq!(desk.then(say(8, "zwei")), []);
        assert_eq!(desk.then(Input::Began(1)), [Output::Tell(Began(7))]);
        assert_eq!(desk.then(Input::Ended(1)), [Output::Tell(Ended(7)), speak(2, "zwei")]);
        assert!(!desk.sentences.is_silent());
        assert_eq!(desk.then(Input::Began(2)), [Output::Tell(Began(8))]);
        assert_eq!(desk.then(Input::Ended(2)), [Output::Tell(Ended(8))]);
        assert!(desk.sentences.is_silent());
    }

    #[test]
    fn an_interruption_cuts_off_what_is_said_and_what_waits() {
        let mut desk = Desk::with_voice();
        desk.then(say(1, "eins"));
        desk.then(say(2, "zwei"));
        desk.then(Input::Began(1));
        assert_eq!(
            desk.then(instead(3, "drei")),
            [Output::Cancel, Output::Tell(Stopped(1)), Output::Tell(Stopped(2)), speak(2, "drei"),]
        );
        // The voice's own word about the first comes too late to matter.
        assert_eq!(desk.then(Input::Cancelled(1)), []);
        assert_eq!(desk.then(Input::Began(2)), [Output::Tell(Began(3))]);
    }

    #[test]
    fn stop_silences_everything() {
        let mut desk = Desk::with_voice();
        desk.then(say(1, "eins"));
        desk.then(say(2, "zwei"));
        assert_eq!(
            desk.then(Input::Stop),
            [Output::Cancel, Output::Tell(Stopped(1)), Output::Tell(Stopped(2))]
        );
        assert_eq!(desk.then(Input::Stop), []);
    }

    #[test]
    fn without_a_voice_every_sentence_is_reported_at_once() {
        let mut desk = Desk::without_voice();
        assert_eq!(desk.then(say(1, "bereit")), []);
        assert_eq!(desk.later(4.0), []);
        assert_eq!(desk.then(down()), [lost(), unsounded(1, "bereit")]);
        assert_eq!(desk.then(say(2, "zug")), [unsounded(2, "zug")]);
        assert_eq!(desk.then(down()), []);
        assert_eq!(desk.then(Input::VoiceUp), [Output::Tell(Back)]);
        assert_eq!(desk.then(say(3, "da")), [speak(1, "da")]);
    }

    #[test]
    fn a_young_sentence_is_said_again_when_the_voice_returns() {
        let mut desk = Desk::with_voice();
        desk.then(say(1, "eins"));
        desk.then(Input::Began(1));
        desk.now += Duration::from_secs(1);
        assert_eq!(desk.then(down()), [lost()]);
        desk.now += Duration::from_secs(1);
        assert_eq!(desk.then(Input::VoiceUp), [Output::Tell(Back), speak(2, "eins")]);
        assert_eq!(desk.then(Input::Began(2)), [Output::Tell(Began(1))]);
        assert_eq!(desk.then(Input::Ended(2)), [Output::Tell(Ended(1))]);
    }

    #[test]
    fn an_old_sentence_is_given_back_unsounded() {
        let mut desk = Desk::with_voice();
        desk.then(say(1, "eins"));
        desk.then(Input::Began(1));
        assert_eq!(desk.then(down()), [lost()]);
        assert_eq!(desk.sentences.next_deadline(), Some(STALE));
        assert_eq!(desk.later(3.0), [unsounded(1, "eins")]);
        assert_eq!(desk.then(Input::VoiceUp), [Output::Tell(Back)]);
    }

    #[test]
    fn a_sentence_whose_end_never_comes_ends_all_the_same() {
        let mut desk = Desk::with_voice();
        desk.then(say(1, "eins"));
        desk.then(Input::Began(1));
        assert_eq!(desk.later(2.5), []);
        assert_eq!(desk.later(0.2), [Output::Cancel, Output::Tell(Stopped(1))]);
    }

    #[test]
    fn a_voice_that_does_not_begin_is_given_up() {
        let mut desk = Desk::with_voice();
        desk.then(say(1, "eins"));
        let out = desk.later(8.0);
        assert_eq!(out[0], Output::Abandon);
        assert!(matches!(out[1], Output::Tell(SpeakerEvent::Lost { .. })));
        assert_eq!(out[2], unsounded(1, "eins"));
        assert_eq!(desk.then(say(2, "zwei")), [unsounded(2, "zwei")]);
    }

    #[test]
    fn what_cannot_be_spoken_is_left_out() {
        let mut desk = Desk::with_voice();
        assert_eq!(desk.then(say(1, " \0\n ")), [Output::Tell(Ended(1))]);
        assert_eq!(desk.then(say(2, "Eva\0vier\u{1b}\n.\n")), [speak(1, "Eva vier .")]);
    }

    #[test]
    fn a_slow_voice_is_given_more_time() {
        let text = "Springer Gustav eins Felix drei";
        assert!(longest(text, -100) > longest(text, 0));
        assert_eq!(longest(text, 100), longest(text, 0));
        assert!(longest("90", 0) > longest("ab", 0));
    }
}
