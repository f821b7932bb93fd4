//! Phrases that are heard word for word, or nearly so, and said more rarely than others.

use annabella::grammar::{Expectation, Intent, Understanding};

use crate::german::*;
use crate::heard::hearings;

fn understood(hear: &[&[(&str, f32)]], expects: &Expectation) -> Understanding {
    let position = position(START);
    let alternatives = hearings(hear.iter().map(|hearing| hearing.iter().copied()));
    GRAMMAR.with(|grammar| grammar.understand(&alternatives, &moment(&position, expects)))
}

/// What a typed line means.
fn typed(line: &str) -> Intent {
    let position = position(START);
    let meant = GRAMMAR.with(|grammar| grammar.understand_text(line, &moment(&position, &Expectation::Move)));
    meant.certain().unwrap_or_else(|| panic!("{line}"))
}

#[track_caller]
fn check(hear: &[&[(&str, f32)]], meant: &str, is_sure: bool) {
    let expected = Understanding::Understood { intent: typed(meant), sure: is_sure };
    assert_eq!(understood(hear, &Expectation::Move), expected, "{hear:?}");
}

#[track_caller]
fn check_not(hear: &[&[(&str, f32)]]) {
    let found = understood(hear, &Expectation::Move);
    assert!(!found.is_understood(), "{hear:?}: {found:?}");
}

/// The recognizer listens for no phrase that is only typed, but may hear its words.
#[test]
fn what_is_only_typed_counts_where_its_very_words_are_heard() {
    check(&[&[("liegt dreimalige wiederholung vor", 9.0)]], "liegt dreimalige wiederholung vor", true);
    // Not so in one of the hearings.
    let asked: &[(&str, f32)] = &[("liegt dreimalige wiederholung vor", 9.0)];
    check_not(&[
        &[("liegt sein felix wiederholung vor", 9.0)],
        asked,
        &[("nicht dreimalige wiederholung", 9.0)],
    ]);
    // A short one, what takes a move back or ends a game, and a yes to what is asked: that is said in words that are listened for.
    check_not(&[&[("jo", 9.0)]]);
    check_not(&[&[("rückgängig", 9.0)]]);
    check_not(&[&[("das hast du falsch verstanden", 9.0)]]);
    check_not(&[&[("gratuliere du hast gewonnen", 9.0)]]);
    let asked = Expectation::YesOrNo;
    let found = understood(&[&[("so machen wir das", 9.0)]], &asked);
    assert!(!matches!(found, Understanding::Understood { intent: Intent::Yes, .. }), "{found:?}");
}

/// So many words are near in every hearing by no chance; what is better there is no phrase.
#[test]
fn a_long_phrase_counts_behind_its_words_in_another_form() {
    let gives = |better| [(better, 9.0), ("schwarz gibt die partie auf", 8.0)];
    let form = gives("schwarz gebe die partie auf");
    check(&[&form, &form, &form], "schwarz gibt die partie auf", true);
    // A word that denies it is none of its forms.
    let denied = gives("schwarz gibt nicht partie auf");
    check_not(&[&denied, &denied, &denied]);
    // It is not near in one of them.
    check_not(&[&form, &form, &[("schwarz gebe die partie auf", 9.0)]]);
}

/// What is asked and heard in two of three hearings is answered, in doubt.
#[test]
fn a_question_that_most_hearings_have_is_answered() {
    let asked: &[(&str, f32)] = &[("wer ist am zug", 9.0), ("wir ist am zug", 8.5)];
    let other: &[(&str, f32)] = &[("vier ist am zug", 9.0), ("vier ist an zug", 8.9)];
    check(&[other, asked, asked], "wer ist am zug", false);
    check_not(&[other, other, asked]);
    // What ends a game is not.
    let resigns: &[(&str, f32)] = &[("schwarz gibt auf", 9.0), ("schwarz gibt aus", 8.5)];
    check_not(&[&[("schwarz gibt aus", 9.0), ("schwarz gibt h", 8.9)], resigns, resigns]);
}

/// Courtesies and what a question is put into are no phrase; what most hearings have word for word is asked all the same.
#[test]
fn a_question_beside_courtesies_is_answered_where_it_is_heard_word_for_word() {
    check(&[&[("sag mir die zeit", 9.0)]], "sag mir die zeit", false);
    let asked: &[(&str, f32)] = &[("die letzten züge", 9.0)];
    let other: &[(&str, f32)] = &[("gilt springer züge", 9.0)];
    check(&[other, asked, asked], "die letzten züge", false);
    check_not(&[other, other, asked]);
}

#[track_caller]
fn check_asked_back(hear: &[&[(&str, f32)]], words: Option<&str>) {
    let position = position(START);
    let alternatives = hearings(hear.iter().map(|hearing| hearing.iter().copied()));
    let moment = moment(&position, &Expectation::Move);
    let found = GRAMMAR.with(|grammar| {
        let understood = grammar.understand(&alternatives, &moment);
        grammar.asked_back(&understood, &alternatives, &moment).map(|nearest| nearest.words)
    });
    assert_eq!(found.as_deref(), words, "{hear:?}");
}

/// What takes back or declares something, in words that are only typed, is not done but asked about.
#[test]
fn what_is_only_typed_and_does_something_is_asked_back() {
    let plain: &[(&str, f32)] = &[("rückgängig", 9.0)];
    let other: &[(&str, f32)] = &[("rück kann ich", 9.0), ("rückgängig", 8.5)];
    check_asked_back(&[other, plain, plain], Some("rückgängig"));
    check_asked_back(&[other, other, plain], None);
    let asked: &[(&str, f32)] = &[("wie viele bonus gibt es pro zug", 9.0)];
    check_asked_back(&[asked], Some("wie viel bonus gibt es pro zug"));
    // What another person says farther away, a yes to nothing, and what begins as a move does.
    check_asked_back(&[&[("(rückgängig)", 9.0)]], None);
    check_asked_back(&[&[("okay", 9.0)]], None);
    check_asked_back(&[&[("gustav eins drei", 9.0)]], None);
}

/// Who becomes softer is still the speaker, where the loud words say nothing.
#[test]
fn a_phrase_that_ends_softly_counts() {
    let soft: &[(&str, f32)] = &[("bitte (die) (uhr) (anhalten)", 9.0)];
    check(&[soft, &[("bitte", 9.0)], &[("bitte", 9.0)]], "die uhr anhalten", true);
    // It declares nothing, and all of it may be somebody else's.
    check_not(&[&[("weiß gibt (auf)", 9.0)], &[("weiß", 9.0)], &[("weiß", 9.0)]]);
    check_not(&[&[("(ich) will (remis)", 9.0)], &[("will", 9.0)], &[("will", 9.0)]]);
}
