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
        Input::Say { id, text: text.to_owned(), weight: Weight::Lasting }
    }

    fn weighing(id: u64, text: &str, weight: Weight) -> Input {
        Input::Say { id, text: text.to_owned(), weight }
    }

    fn stopped(id: u64) -> Output {
        Output::Tell(Stopped(id))
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
        assert_eq!(desk.then(Input::Stop), [Output::Cancel, stopped(1), stopped(2)]);
        assert_eq!(desk.then(say(3, "drei")), [speak(2, "drei")]);
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
        let marked = say(3, "<break time='9s'/>Anna & [[b'Ela]]");
        desk.then(Input::Ended(1));
        assert_eq!(desk.then(marked), [speak(2, "break time='9s'/ Anna b'Ela")]);
    }

    #[test]
    fn a_remark_is_made_once() {
        let mut desk = Desk::with_voice();
        let remark = |id| weighing(id, "Erst ziehen.", Weight::Remark);
        assert_eq!(desk.then(remark(1)), [speak(1, "Erst ziehen.")]);
        assert_eq!(desk.then(remark(2)), [stopped(2)]);
        assert_eq!(desk.then(Input::Ended(1)), [Output::Tell(Ended(1))]);
        assert_eq!(desk.then(remark(3)), [stopped(3)]);
        desk.now += REMARK_AGAIN;
        assert_eq!(desk.then(remark(4)), [speak(2, "Erst ziehen.")]);
        // Whoever has silenced it gets his answer.
        desk.then(Input::Stop);
        assert_eq!(desk.then(remark(5)), [speak(3, "Erst ziehen.")]);
    }

    #[test]
    fn a_remark_whose_moment_has_passed_is_not_made() {
        let mut desk = Desk::with_voice();
        desk.then(say(1, "ein Satz, der einige Sekunden dauert"));
        desk.then(Input::Began(1));
        desk.then(weighing(2, "Erst ziehen.", Weight::Remark));
        desk.then(say(3, "zwei"));
        assert_eq!(desk.later(4.9), []);
        assert_eq!(desk.later(0.1), [stopped(2)]);
        assert_eq!(desk.then(Input::Ended(1)), [Output::Tell(Ended(1)), speak(2, "zwei")]);
    }

    #[test]
    fn what_matters_more_is_said_first_and_no_more_waits_than_can_be_listened_to() {
        let mut desk = Desk::with_voice();
        desk.then(say(0, "es wird gesprochen"));
        for id in 1..=6 {
            desk.then(weighing(id, &format!("Bemerkung {id}"), Weight::Remark));
        }
        desk.then(weighing(7, "Uhr fort", Weight::State(1)));
        desk.then(say(8, "Zug"));
        assert_eq!(desk.then(say(9, "Schach")), [stopped(1)]);
        assert_eq!(desk.then(say(10, "Matt")), [stopped(2)]);
        let order = ["Zug", "Schach", "Matt", "Uhr fort", "Bemerkung 3", "Bemerkung 4"];
        for (token, text) in (1..).zip(order) {
            let next = desk.then(Input::Ended(token));
            assert_eq!(next.last(), Some(&speak(token + 1, text)));
        }
    }

    #[test]
    fn of_a_thing_that_comes_and_goes_the_latest_is_said_and_seldom() {
        let mut desk = Desk::with_voice();
        let texts = ["Uhr fort", "Uhr da"];
        let mut spoken = Vec::new();
        let mut longest = 0;
        // Ten times a second for two minutes; a sentence takes one.
        let mut sounding: Option<(u64, Duration)> = None;
        for n in 0..1200_u64 {
            desk.now += Duration::from_millis(100);
            let mut outputs = desk.then(weighing(n, texts[n as usize % 2], Weight::State(3)));
            if let Some((token, until)) = sounding
                && until <= desk.now
            {
                sounding = None;
                outputs.extend(desk.then(Input::Ended(token)));
            }
            for output in outputs {
                if let Output::Speak { token, text } = output {
                    sounding = Some((token, desk.now + Duration::from_secs(1)));
                    spoken.push(text);
                }
            }
            longest = longest.max(desk.sentences.waiting.len());
        }
        assert!(spoken.len() <= 7 && longest <= 1, "{spoken:?}, {longest} waited");
        assert!(spoken.windows(2).all(|two| two[0] != two[1]), "{spoken:?}");
        // In the end what is so is what was said.
        desk.then(Input::Ended(spoken.len() as u64));
        desk.then(weighing(5000, "Uhr da", Weight::State(3)));
        let last = desk.later(60.0);
        let said = last.iter().any(|output| matches!(output, Output::Speak { text, .. } if text == "Uhr da"));
        assert!(said || spoken.last().is_some_and(|text| text == "Uhr da"), "{last:?}");
    }

    #[test]
    fn a_thing_that_returns_after_a_while_is_told_at_once() {
        let mut desk = Desk::with_voice();
        let state = |id, text| weighing(id, text, Weight::State(1));
        assert_eq!(desk.then(state(1, "fort")), [speak(1, "fort")]);
        desk.then(Input::Ended(1));
        desk.now += UNSTEADY;
        assert_eq!(desk.then(state(2, "da")), [speak(2, "da")]);
        desk.then(Input::Ended(2));
        desk.now += Duration::from_secs(1);
        // Not yet, and meanwhile nobody need wait for it.
        assert_eq!(desk.then(state(3, "fort")), [Output::Tell(SpeakerEvent::Held(3))]);
        assert_eq!(desk.later(2.9), []);
        assert_eq!(desk.later(0.1), [speak(3, "fort")]);
    }

    #[test]
    fn a_slow_voice_is_given_more_time() {
        let text = "Springer Gustav eins Felix drei";
        assert!(longest(text, -100) > longest(text, 0));
        assert_eq!(longest(text, 100), longest(text, 0));
        assert!(longest("90", 0) > longest("ab", 0));
    }
}
