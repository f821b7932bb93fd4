use super::*;
use SpeakerEvent::{Back, Began, Ended, Stopped};

/// A queue with its time, driven by hand.
struct TimedQueue {
    sentences: SpeechQueue,
    now: Duration,
}

impl TimedQueue {
    fn with_voice() -> Self {
        let mut desk = Self::without_voice();
        assert_eq!(desk.then(QueueInput::VoiceUp), []);
        desk
    }

    fn without_voice() -> Self {
        Self { sentences: SpeechQueue::default(), now: Duration::ZERO }
    }

    fn then(&mut self, input: QueueInput) -> Vec<QueueOutput> {
        let mut out = Vec::new();
        self.sentences.handle(input, self.now, &mut out);
        out
    }

    fn later(&mut self, seconds: f64) -> Vec<QueueOutput> {
        self.now += Duration::from_secs_f64(seconds);
        self.then(QueueInput::Tick)
    }
}

fn say(id: u64, text: &str) -> QueueInput {
    QueueInput::Say { id, text: text.to_owned(), priority: Priority::Lasting }
}

fn say_with(id: u64, text: &str, priority: Priority) -> QueueInput {
    QueueInput::Say { id, text: text.to_owned(), priority }
}

fn stopped(id: u64) -> QueueOutput {
    QueueOutput::Report(Stopped(id))
}

fn speak(token: u64, text: &str) -> QueueOutput {
    let text = text.to_owned();
    QueueOutput::Speak { token, text }
}

fn unsounded(id: u64, text: &str) -> QueueOutput {
    let text = text.to_owned();
    QueueOutput::Report(SpeakerEvent::Unspoken { id, text })
}

fn down() -> QueueInput {
    QueueInput::VoiceDown(VoiceError::Gone)
}

fn lost() -> QueueOutput {
    QueueOutput::Report(SpeakerEvent::Lost { reason: VoiceError::Gone })
}

#[test]
fn sentences_are_said_in_order() {
    let mut desk = TimedQueue::with_voice();
    assert_eq!(desk.then(say(7, "eins")), [speak(1, "eins")]);
    assert_eq!(desk.then(say(8, "zwei")), []);
    assert_eq!(desk.then(QueueInput::Began(1)), [QueueOutput::Report(Began(7))]);
    assert_eq!(desk.then(QueueInput::Ended(1)), [QueueOutput::Report(Ended(7)), speak(2, "zwei")]);
    assert!(!desk.sentences.is_silent());
    assert_eq!(desk.then(QueueInput::Began(2)), [QueueOutput::Report(Began(8))]);
    assert_eq!(desk.then(QueueInput::Ended(2)), [QueueOutput::Report(Ended(8))]);
    assert!(desk.sentences.is_silent());
}

#[test]
fn an_interruption_cuts_off_what_is_said_and_what_waits() {
    let mut desk = TimedQueue::with_voice();
    desk.then(say(1, "eins"));
    desk.then(say(2, "zwei"));
    desk.then(QueueInput::Began(1));
    assert_eq!(desk.then(QueueInput::Stop), [QueueOutput::Cancel, stopped(1), stopped(2)]);
    assert_eq!(desk.then(say(3, "drei")), [speak(2, "drei")]);
    // The voice's report of the first comes too late to matter.
    assert_eq!(desk.then(QueueInput::Cancelled(1)), []);
    assert_eq!(desk.then(QueueInput::Began(2)), [QueueOutput::Report(Began(3))]);
}

#[test]
fn stop_silences_everything() {
    let mut desk = TimedQueue::with_voice();
    desk.then(say(1, "eins"));
    desk.then(say(2, "zwei"));
    assert_eq!(
        desk.then(QueueInput::Stop),
        [QueueOutput::Cancel, QueueOutput::Report(Stopped(1)), QueueOutput::Report(Stopped(2))]
    );
    assert_eq!(desk.then(QueueInput::Stop), []);
}

#[test]
fn without_a_voice_every_sentence_is_reported_at_once() {
    let mut desk = TimedQueue::without_voice();
    assert_eq!(desk.then(say(1, "bereit")), []);
    assert_eq!(desk.later(2.0), []);
    assert_eq!(desk.then(down()), [lost(), unsounded(1, "bereit")]);
    assert_eq!(desk.then(say(2, "zug")), [unsounded(2, "zug")]);
    assert_eq!(desk.then(down()), []);
    assert_eq!(desk.then(QueueInput::VoiceUp), [QueueOutput::Report(Back)]);
    assert_eq!(desk.then(say(3, "da")), [speak(1, "da")]);
}

fn deferred(id: u64) -> QueueOutput {
    QueueOutput::Report(SpeakerEvent::Deferred(id))
}

#[test]
fn a_voice_that_begins_nothing_is_not_waited_for_until_it_does() {
    let mut desk = TimedQueue::without_voice();
    assert_eq!(desk.then(say(1, "bereit")), []);
    assert_eq!(desk.sentences.next_deadline(), Some(PATIENCE));
    desk.now = PATIENCE;
    assert_eq!(desk.then(QueueInput::Tick), [deferred(1)]);
    assert_eq!(desk.then(say(2, "zug")), [deferred(2)]);
    // It is there and still says nothing: each sentence is told at once to be late.
    assert_eq!(desk.then(QueueInput::VoiceUp), [speak(1, "bereit")]);
    assert_eq!(desk.then(say(3, "uhr")), [deferred(3)]);
    assert_eq!(desk.then(QueueInput::Began(1)), [QueueOutput::Report(Began(1))]);
    assert_eq!(desk.then(say(4, "matt")), []);
    assert_eq!(desk.then(QueueInput::Ended(1)), [QueueOutput::Report(Ended(1)), speak(2, "zug")]);
    assert_eq!(desk.sentences.next_deadline().map(|due| due > desk.now), Some(true));
}

#[test]
fn a_voice_that_has_to_be_started_is_not_waited_for() {
    let mut desk = TimedQueue::without_voice();
    assert_eq!(desk.then(say(1, "bereit")), []);
    assert_eq!(desk.then(QueueInput::VoiceStarting), [deferred(1)]);
    assert_eq!(desk.then(say(2, "zug")), [deferred(2)]);
    assert_eq!(desk.then(QueueInput::VoiceUp), [speak(1, "bereit")]);
}

#[test]
fn a_young_sentence_is_said_again_when_the_voice_returns() {
    let mut desk = TimedQueue::with_voice();
    desk.then(say(1, "eins"));
    desk.then(QueueInput::Began(1));
    desk.now += Duration::from_secs(1);
    assert_eq!(desk.then(down()), [lost()]);
    desk.now += Duration::from_secs(1);
    assert_eq!(desk.then(QueueInput::VoiceUp), [QueueOutput::Report(Back), speak(2, "eins")]);
    assert_eq!(desk.then(QueueInput::Began(2)), [QueueOutput::Report(Began(1))]);
    assert_eq!(desk.then(QueueInput::Ended(2)), [QueueOutput::Report(Ended(1))]);
}

#[test]
fn an_old_sentence_is_given_back_unsounded() {
    let mut desk = TimedQueue::with_voice();
    desk.then(say(1, "eins"));
    desk.then(QueueInput::Began(1));
    assert_eq!(desk.then(down()), [lost()]);
    assert_eq!(desk.sentences.next_deadline(), Some(STALE));
    assert_eq!(desk.later(3.0), [unsounded(1, "eins")]);
    assert_eq!(desk.then(QueueInput::VoiceUp), [QueueOutput::Report(Back)]);
}

#[test]
fn a_sentence_whose_end_never_comes_ends_all_the_same() {
    let mut desk = TimedQueue::with_voice();
    desk.then(say(1, "eins"));
    desk.then(QueueInput::Began(1));
    assert_eq!(desk.later(2.5), []);
    assert_eq!(desk.later(0.2), [QueueOutput::Cancel, QueueOutput::Report(Stopped(1))]);
}

#[test]
fn a_voice_that_does_not_begin_is_given_up() {
    let mut desk = TimedQueue::with_voice();
    desk.then(say(1, "eins"));
    let out = desk.later(8.0);
    assert_eq!(out[0], QueueOutput::Abandon);
    assert!(matches!(out[1], QueueOutput::Report(SpeakerEvent::Lost { .. })));
    assert_eq!(out[2], unsounded(1, "eins"));
    assert_eq!(desk.then(say(2, "zwei")), [unsounded(2, "zwei")]);
}

#[test]
fn what_cannot_be_spoken_is_left_out() {
    let mut desk = TimedQueue::with_voice();
    assert_eq!(desk.then(say(1, " \0\n ")), [QueueOutput::Report(Ended(1))]);
    assert_eq!(desk.then(say(2, "Eva\0vier\u{1b}\n.\n")), [speak(1, "Eva vier .")]);
    let marked = say(3, "<break time='9s'/>Anna & [[b'Ela]]");
    desk.then(QueueInput::Ended(1));
    assert_eq!(desk.then(marked), [speak(2, "break time='9s'/ Anna b'Ela")]);
}

#[test]
fn a_remark_is_made_once() {
    let mut desk = TimedQueue::with_voice();
    let remark = |id| say_with(id, "Erst ziehen.", Priority::Remark);
    assert_eq!(desk.then(remark(1)), [speak(1, "Erst ziehen.")]);
    assert_eq!(desk.then(remark(2)), [stopped(2)]);
    assert_eq!(desk.then(QueueInput::Ended(1)), [QueueOutput::Report(Ended(1))]);
    assert_eq!(desk.then(remark(3)), [stopped(3)]);
    desk.now += REMARK_AGAIN;
    assert_eq!(desk.then(remark(4)), [speak(2, "Erst ziehen.")]);
    // After an interruption the same remark is spoken.
    desk.then(QueueInput::Stop);
    assert_eq!(desk.then(remark(5)), [speak(3, "Erst ziehen.")]);
}

#[test]
fn a_remark_whose_moment_has_passed_is_not_made() {
    let mut desk = TimedQueue::with_voice();
    desk.then(say(1, "ein Satz, der einige Sekunden dauert"));
    desk.then(QueueInput::Began(1));
    desk.then(say_with(2, "Erst ziehen.", Priority::Remark));
    desk.then(say(3, "zwei"));
    assert_eq!(desk.later(4.9), []);
    assert_eq!(desk.later(0.1), [stopped(2)]);
    assert_eq!(desk.then(QueueInput::Ended(1)), [QueueOutput::Report(Ended(1)), speak(2, "zwei")]);
}

#[test]
fn what_matters_more_is_said_first_and_no_more_waits_than_can_be_listened_to() {
    let mut desk = TimedQueue::with_voice();
    desk.then(say(0, "es wird gesprochen"));
    for id in 1..=6 {
        desk.then(say_with(id, &format!("Bemerkung {id}"), Priority::Remark));
    }
    desk.then(say_with(7, "Uhr fort", Priority::State(1)));
    desk.then(say(8, "Zug"));
    assert_eq!(desk.then(say(9, "Schach")), [stopped(1)]);
    assert_eq!(desk.then(say(10, "Matt")), [stopped(2)]);
    let order = ["Zug", "Schach", "Matt", "Uhr fort", "Bemerkung 3", "Bemerkung 4"];
    for (token, text) in (1..).zip(order) {
        let next = desk.then(QueueInput::Ended(token));
        assert_eq!(next.last(), Some(&speak(token + 1, text)));
    }
}

#[test]
fn of_a_thing_that_comes_and_goes_the_latest_is_said_and_seldom() {
    let mut desk = TimedQueue::with_voice();
    let texts = ["Uhr fort", "Uhr da"];
    let mut spoken = Vec::new();
    let mut longest = 0;
    // The state changes ten times a second for two minutes; a sentence takes a second.
    let mut sounding: Option<(u64, Duration)> = None;
    for n in 0..1200_u64 {
        desk.now += Duration::from_millis(100);
        let mut outputs = desk.then(say_with(n, texts[n as usize % 2], Priority::State(3)));
        if let Some((token, until)) = sounding
            && until <= desk.now
        {
            sounding = None;
            outputs.extend(desk.then(QueueInput::Ended(token)));
        }
        for output in outputs {
            if let QueueOutput::Speak { token, text } = output {
                sounding = Some((token, desk.now + Duration::from_secs(1)));
                spoken.push(text);
            }
        }
        longest = longest.max(desk.sentences.waiting.len());
    }
    assert!(spoken.len() <= 7 && longest <= 1, "{spoken:?}, {longest} waited");
    assert!(spoken.windows(2).all(|two| two[0] != two[1]), "{spoken:?}");
    // In the end the last state is spoken.
    desk.then(QueueInput::Ended(spoken.len() as u64));
    desk.then(say_with(5000, "Uhr da", Priority::State(3)));
    let last = desk.later(60.0);
    let said =
        last.iter().any(|output| matches!(output, QueueOutput::Speak { text, .. } if text == "Uhr da"));
    assert!(said || spoken.last().is_some_and(|text| text == "Uhr da"), "{last:?}");
}

#[test]
fn a_thing_that_returns_after_a_while_is_told_at_once() {
    let mut desk = TimedQueue::with_voice();
    let state = |id, text| say_with(id, text, Priority::State(1));
    assert_eq!(desk.then(state(1, "fort")), [speak(1, "fort")]);
    desk.then(QueueInput::Ended(1));
    desk.now += UNSTEADY;
    assert_eq!(desk.then(state(2, "da")), [speak(2, "da")]);
    desk.then(QueueInput::Ended(2));
    desk.now += Duration::from_secs(1);
    // It is not spoken yet, and the caller does not wait for it.
    assert_eq!(desk.then(state(3, "fort")), [QueueOutput::Report(SpeakerEvent::Deferred(3))]);
    assert_eq!(desk.later(2.9), []);
    assert_eq!(desk.later(0.1), [speak(3, "fort")]);
}

#[test]
fn a_voice_that_is_lost_twice_says_twice_that_it_is_back() {
    let mut desk = TimedQueue::with_voice();
    let state = |id, text| say_with(id, text, Priority::State(1));
    for id in [1, 3] {
        desk.now += LONGEST_PAUSE;
        desk.then(down());
        assert_eq!(desk.then(state(id, "fort")), [unsounded(id, "fort")]);
        desk.then(QueueInput::VoiceUp);
        let token = id.div_ceil(2);
        assert_eq!(desk.then(state(id + 1, "da")), [speak(token, "da")]);
        desk.then(QueueInput::Ended(token));
    }
}

#[test]
fn a_slow_voice_is_given_more_time() {
    let text = "Springer Gustav eins Felix drei";
    assert!(longest(text, -100) > longest(text, 0));
    assert_eq!(longest(text, 100), longest(text, 0));
    assert!(longest("90", 0) > longest("ab", 0));
}
