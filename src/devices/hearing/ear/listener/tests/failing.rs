//! A recognizer that fails loses the utterance, and no more.

use super::*;
use crate::hearing::recognizer::Recognize;

#[test]
fn a_failure_is_told_once_an_utterance_and_the_next_one_is_heard() {
    let recognizer = ScriptedRecognizer::new(&["eva vier"]).failing(2, 2);
    let events = listen_with(ScriptedSource::of(room_with_words(5)), recognizer, |_, _| {});
    let failed = ["began", "failed: the recognizer failed on this utterance", "no words"];
    let mut told = told(&events);
    assert_eq!(told.split_off(12), ["began", "eva vier", "ended"]);
    assert_eq!(told, failed.repeat(4));
}

#[test]
fn a_recognizer_that_panics_ends_the_ear_once() {
    struct Panicking;
    impl Recognize for Panicking {
        fn expect(&mut self, _: &[String]) -> Result<Vec<String>, RecognizerError> {
            Ok(Vec::new())
        }
        fn accept(&mut self, _: &[i16]) -> Result<bool, RecognizerError> {
            panic!("what a pity")
        }
        fn partial_words(&mut self) -> Vec<String> {
            Vec::new()
        }
        fn finish(&mut self) -> Result<Vec<Hypothesis>, RecognizerError> {
            Ok(Vec::new())
        }
        fn hear_answer(&mut self, _: &[String], _: &[i16]) -> Vec<Hypothesis> {
            Vec::new()
        }
        fn forget(&mut self) {}
    }
    let (tell, events) = unbounded();
    let source = Box::new(ScriptedSource::of(room_with_words(5)));
    let sink = move |event| tell.send(event).unwrap();
    let ear = Ear::start(source, Box::new(Panicking), EarOptions::default(), sink).unwrap();
    // The channel ends with the thread.
    let events: Vec<EarEvent> = events.iter().collect();
    assert_eq!(told(&events)[0], "began");
    assert!(matches!(events[1..], [EarEvent::Died { .. }]), "{:?}", told(&events));
    // Whoever still speaks to it is not answered, and does not fail.
    ear.open_gate();
}
