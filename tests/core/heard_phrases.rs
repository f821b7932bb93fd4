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

/// Who becomes softer is still the speaker, where the loud words say nothing.
#[test]
fn a_phrase_that_ends_softly_counts() {
    let soft: &[(&str, f32)] = &[("bitte (die) (uhr) (anhalten)", 9.0)];
    check(&[soft, &[("bitte", 9.0)], &[("bitte", 9.0)]], "die uhr anhalten", true);
    // It declares nothing, and all of it may be somebody else's.
    check_not(&[&[("weiß gibt (auf)", 9.0)], &[("weiß", 9.0)], &[("weiß", 9.0)]]);
    check_not(&[&[("(ich) will (remis)", 9.0)], &[("will", 9.0)], &[("will", 9.0)]]);
}
