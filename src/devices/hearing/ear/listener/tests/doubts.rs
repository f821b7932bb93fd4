//! What is decoded again in a pause.

use super::*;

/// Two words are complete, and nothing else is.
fn two_words() -> CompletenessRule {
    CompletenessRule::new(|words| match words.len() {
        2 => Completeness::Complete,
        _ => Completeness::Unknown,
    })
}

#[test]
fn what_leaves_a_doubt_is_heard_again_in_the_pause() {
    let hear = |turns: &[usize], lines: &[&str]| {
        let options = EarOptions { expected: PhraseSet::judging(two_words()), ..EarOptions::default() };
        let source = ScriptedSource::of(by_turns(turns));
        let events = listen_as(source, ScriptedRecognizer::new(lines), options, |_, _| {});
        let [utterance] = utterances(&events)[..] else { panic!("one utterance: {:?}", told(&events)) };
        let hearings = utterance.alternatives.iter().map(|heard| heard.pass).max();
        let said = utterance.alternatives[0].words.join(" ");
        (said, hearings, (utterance.listened - utterance.ended).as_millis())
    };
    let word: &[usize] = &[1000, 400, 1500];
    let (said, hearings, pause) = hear(word, &["eva vier|eva drei", "eva vier", "eva vier"]);
    assert!((said.as_str(), hearings) == ("eva vier", Some(2)) && pause < 320, "{said} {hearings:?} {pause}");
    // The passes do not agree: the ear waits for the end of the pause, and there is no fourth pass.
    let (said, hearings, pause) = hear(word, &["eva vier|eva drei", "eva drei", "eva vier", "eva acht"]);
    assert!(
        (said.as_str(), hearings) == ("eva vier", Some(2)) && pause >= 500,
        "{said} {hearings:?} {pause}"
    );
    // The speaker goes on.
    let lines = ["eva vier|eva drei", "eva drei", "eva vier", "eva vier eva fünf"];
    let (said, hearings, _) = hear(&[1000, 400, 350, 400, 1500], &lines);
    assert_eq!((said.as_str(), hearings), ("eva vier eva fünf", Some(0)));
}

/// The recognizer is made to finish before the short pause is over, and begins anew where the speaker goes on.
#[test]
fn what_is_complete_is_decoded_ahead() {
    let options = EarOptions { expected: PhraseSet::judging(two_words()), ..EarOptions::default() };
    let source = ScriptedSource::of(by_turns(&[1000, 400, 200, 400, 1500]));
    let events =
        listen_as(source, ScriptedRecognizer::new(&["eva vier", "eva vier eva fünf"]), options, |_, _| {});
    assert_eq!(told(&events), ["began", "eva vier eva fünf", "ended"]);
}

/// Returns the hypotheses of an utterance, those among answers alone with an "a", and how long after it they came.
fn answered(lines: &[&str], turns: &[usize]) -> (Vec<String>, u128) {
    answered_for_good(lines, turns, false)
}

/// The same; `is_final`: the answer cannot be taken back.
fn answered_for_good(lines: &[&str], turns: &[usize], is_final: bool) -> (Vec<String>, u128) {
    let completeness = CompletenessRule::new(|words| match words.join(" ").as_str() {
        "ja" => Completeness::Complete,
        "nein" => Completeness::Extensible,
        _ => Completeness::Unknown,
    });
    let answers = ["ja", "nein"].map(str::to_owned).to_vec();
    let expected = PhraseSet { answers, is_final, ..PhraseSet::judging(completeness) };
    let options = EarOptions { expected, ..EarOptions::default() };
    let events =
        listen_as(ScriptedSource::of(by_turns(turns)), ScriptedRecognizer::new(lines), options, |_, _| {});
    let [utterance] = utterances(&events)[..] else { panic!("one utterance: {:?}", told(&events)) };
    let heard = utterance.alternatives.iter().map(|heard| {
        let answers = if heard.answers_only { "a" } else { "" };
        format!("{answers}{} {}", heard.pass, heard.words.join(" "))
    });
    (heard.collect(), (utterance.listened - utterance.ended).as_millis())
}

#[test]
fn an_answer_that_nothing_follows_ends_in_a_short_pause() {
    let word: &[usize] = &[1000, 400, 1500];
    // What is clear at once needs no further pass.
    let (heard, pause) = answered(&["ja"], word);
    assert!(heard == ["0 ja"] && pause < 320, "{heard:?} {pause}");
    // What decides for good is heard among the answers alone too.
    let (heard, pause) = answered_for_good(&["ja", "ja", "nein", "ja"], word, true);
    assert!(heard == ["0 ja", "a0 ja", "a1 nein", "a2 ja"] && pause < 320, "{heard:?} {pause}");
    let (heard, pause) = answered(&["[unk]", "ja", "ja", "ja"], word);
    assert!(heard == ["0 [unk]", "a0 ja", "a1 ja", "a2 ja"] && pause < 320, "{heard:?} {pause}");
    // Who says no may go on, and passes that do not agree tell nothing yet.
    let (heard, pause) = answered(&["[unk]", "nein", "nein", "nein"], word);
    assert!(heard == ["0 [unk]", "a0 nein", "a1 nein", "a2 nein"] && pause >= 500, "{heard:?} {pause}");
    let (heard, pause) = answered(&["[unk]", "ja", "nein", "ja"], word);
    assert!(heard == ["0 [unk]", "a0 ja", "a1 nein", "a2 ja"] && pause >= 500, "{heard:?} {pause}");
    // The speaker goes on.
    let lines = ["[unk]", "nein", "ja", "nein", "eva vier", "eva vier"];
    let (heard, _) = answered(&lines, &[1000, 400, 350, 400, 1500]);
    assert_eq!(heard, ["0 eva vier"]);
}

#[test]
fn what_sounds_for_long_is_no_answer() {
    let (heard, pause) = answered(&["[unk] [unk]", "ja", "ja", "ja"], &[1000, 900, 100, 900, 1500]);
    assert!(heard == ["0 [unk] [unk]"] && pause >= 500, "{heard:?} {pause}");
}
