//! Answers to an open question, for which the recognizer listens again with nothing but these.

use std::collections::{BTreeSet, HashMap};

use annabella::grammar::{
    Alternative, Expectation, Intent, Moment, MoveCompleteness, Rejection, Understanding,
};
use annabella::language::LanguageFolder;
use annabella::laws::{Act, Attempt, Chess, Position, Role};

use crate::german::*;
use crate::heard::hearings;

fn confirmation() -> Expectation {
    Expectation::Confirmation { of: Intent::Move(Attempt::default()), offered: false }
}

/// What was heard among all phrases, then among the answers alone.
fn understood(expects: &Expectation, wide: &[(&str, f32)], answers: [&[(&str, f32)]; 3]) -> Understanding {
    let position = position(START);
    let mut alternatives = hearings([wide.iter().copied()]);
    let answers = hearings(answers.map(|hearing| hearing.iter().copied()));
    alternatives.extend(answers.into_iter().map(|heard| Alternative { answers_only: true, ..heard }));
    GRAMMAR.with(|grammar| grammar.understand(&alternatives, &moment(&position, expects)))
}

#[test]
fn who_is_asked_is_listened_to_for_the_answers() {
    const YES: &[(&str, f32)] = &[("ja", 9.0), ("[unk]", 8.2)];
    const NO: &[(&str, f32)] = &[("nein", 9.0), ("[unk]", 7.2)];
    const OTHER: &[(&str, f32)] = &[("[unk]", 9.0), ("ja", 7.0)];
    const HARDLY: &[(&str, f32)] = &[("[unk]", 9.0), ("ja", 8.6)];
    const UNHEARD: &[(&str, f32)] = &[("[unk]", 9.0), ("nein", 8.0)];
    const BOTH: &[(&str, f32)] = &[("ja", 9.0), ("stimmt", 8.9), ("[unk]", 8.2)];
    const LONG: &[(&str, f32)] = &[("korrekt", 9.0), ("[unk]", 8.6)];
    const TWICE: &[(&str, f32)] = &[("nein nein", 9.0), ("[unk]", 7.2)];
    const DECOY: &[(&str, f32)] = &[("jahr", 9.0), ("ja", 8.8), ("[unk]", 8.0)];
    const BREATH: &[(&str, f32)] = &[("[unk] ja", 9.0), ("ja", 8.0), ("[unk]", 8.2)];
    const DENIED: &[(&str, f32)] = &[("[unk] richtig", 9.0), ("[unk]", 5.0)];
    const WELL: &[(&str, f32)] = &[("na ja", 9.0), ("[unk]", 5.0)];
    const BOTH_ANSWERS: &[(&str, f32)] = &[("nein ja", 9.0), ("[unk]", 5.0)];
    let unknown: &[(&str, f32)] = &[("[unk]", 9.0)];
    let asked = confirmation();
    let sure = |intent| Understanding::Understood { intent, sure: true };
    let nothing = Understanding::NotUnderstood { why: Rejection::UnknownWords };
    for (what, wide, answers, expected) in [
        ("all agree", unknown, [YES; 3], sure(Intent::Yes)),
        ("all agree on a no", unknown, [NO; 3], sure(Intent::No)),
        ("in other words that mean it", unknown, [YES, BOTH, YES], sure(Intent::Yes)),
        ("said twice", unknown, [NO, TWICE, TWICE], sure(Intent::No)),
        ("one hardly not", unknown, [YES, HARDLY, YES], sure(Intent::Yes)),
        ("one that weighs more than two", unknown, [YES, OTHER, YES], nothing.clone()),
        ("one without it", unknown, [YES, UNHEARD, YES], nothing.clone()),
        ("one alone", unknown, [YES, OTHER, OTHER], nothing.clone()),
        (
            "something else was better",
            &[("wo", 9.0), ("ja", 7.0)],
            [YES; 3],
            Understanding::NotUnderstood { why: Rejection::Doubtful },
        ),
        ("something else was hardly better", &[("wo", 9.0), ("ja", 8.4)], [YES; 3], sure(Intent::Yes)),
        ("a long word hardly leads", unknown, [LONG; 3], nothing.clone()),
        ("they disagree", unknown, [YES, NO, OTHER], nothing.clone()),
        ("what only sounds like it", unknown, [DECOY; 3], nothing.clone()),
        ("what sounds like it once", unknown, [YES, DECOY, YES], sure(Intent::Yes)),
        ("none", unknown, [OTHER; 3], nothing.clone()),
        ("after a breath", unknown, [BREATH, YES, BREATH], sure(Intent::Yes)),
        ("after a breath that may be a word", &[("auf ja", 9.0)], [BREATH; 3], sure(Intent::Yes)),
        ("after what may deny it", unknown, [DENIED; 3], nothing.clone()),
        ("a word before it", unknown, [WELL; 3], nothing.clone()),
        ("after a no", unknown, [BOTH_ANSWERS; 3], nothing.clone()),
        (
            "a piece alone is doubtful",
            &[("lang sagen", 9.0), ("dame", 8.9)],
            [OTHER; 3],
            Understanding::NotUnderstood { why: Rejection::Doubtful },
        ),
        (
            "a phrase is doubtful",
            &[("nein", 9.0), ("drei", 8.9), ("[unk]", 8.8)],
            [YES; 3],
            sure(Intent::Yes),
        ),
        ("a move is clear", &[("springer felix drei", 9.0)], [YES; 3], sure(heard("springer felix drei"))),
        (
            "another is far away",
            &[("([unk])", 9.0)],
            [YES; 3],
            Understanding::NotUnderstood { why: Rejection::FarAway },
        ),
    ] {
        assert_eq!(understood(&asked, wide, answers), expected, "{what}");
    }
    // Nobody has asked.
    assert_eq!(understood(&Expectation::Move, unknown, [YES; 3]), nothing);
    // What cannot be taken back is said without a breath.
    let resigns = Expectation::Confirmation { of: Act::Resign.into(), offered: false };
    assert_eq!(understood(&resigns, unknown, [BREATH; 3]), nothing);
}

/// "Neun" answers nothing, and a no may be heard so.
#[test]
fn a_no_may_be_heard_as_another_word() {
    const NINE: &[(&str, f32)] = &[("neun", 9.0), ("nein", 8.8)];
    const NO: &[(&str, f32)] = &[("nein", 9.0), ("neun", 8.8)];
    const NEAR: &[(&str, f32)] = &[("mein", 9.0), ("nein", 8.8)];
    let no = Understanding::Understood { intent: Intent::No, sure: true };
    for (wide, answers, asked, is_no) in [
        (NINE, [NINE, NO, NO], confirmation(), true),
        (NINE, [NINE; 3], confirmation(), true),
        (NINE, [NINE, NEAR, NO], confirmation(), false),
        (NINE, [NINE, NO, NO], Expectation::DrawAnswer, true),
        (NINE, [NINE; 3], Expectation::DrawAnswer, false),
        (
            NINE,
            [NINE; 3],
            Expectation::Confirmation { of: Act::ClaimLastTwoMinutes.into(), offered: false },
            false,
        ),
        (NINE, [NINE; 3], Expectation::Move, false),
    ] {
        assert_eq!(understood(&asked, wide, answers) == no, is_no, "{wide:?} {answers:?} {asked:?}");
    }
}

/// A draw offer is answered in more words than yes and no, some of which mean the same.
#[test]
fn what_answers_a_draw_offer_is_listened_for() {
    const AGREED: &[(&str, f32)] = &[("einverstanden", 9.0), ("[unk]", 6.0)];
    const ACCEPTED: &[(&str, f32)] = &[("remis annehmen", 9.0), ("annehmen", 8.8)];
    const DECLINED: &[(&str, f32)] = &[("ablehnen", 9.0), ("remis ablehnen", 8.8)];
    const EITHER: &[(&str, f32)] = &[("annehmen", 9.0), ("ablehnen", 8.8)];
    let sure = |intent| Understanding::Understood { intent, sure: true };
    let declared = |act| Intent::Declared { by: None, act };
    let unknown: &[(&str, f32)] = &[("[unk]", 9.0)];
    let offered = Expectation::DrawAnswer;
    for (what, wide, answers, expected) in [
        ("among the answers", unknown, [AGREED; 3], sure(Intent::Accept)),
        ("in two ways", ACCEPTED, [ACCEPTED; 3], sure(declared(Act::AcceptDraw))),
        ("a no in two ways", DECLINED, [DECLINED; 3], sure(Intent::Decline)),
        ("yes or no", EITHER, [EITHER; 3], Understanding::Ambiguous(vec![Intent::Accept, Intent::Decline])),
    ] {
        assert_eq!(understood(&offered, wide, answers), expected, "{what}");
    }
    // A read-back is no offer.
    let nothing = Understanding::NotUnderstood { why: Rejection::UnknownWords };
    assert_eq!(understood(&confirmation(), unknown, [AGREED; 3]), nothing);
}

/// What cannot be taken back is decided by nothing of which the denying word may have been missed.
#[test]
fn an_assent_for_good_may_not_have_been_a_refusal() {
    const RIGHT: &[(&str, f32)] = &[("richtig", 9.0), ("[unk]", 5.0)];
    const WRONG: &[(&str, f32)] = &[("nicht richtig", 9.0), ("richtig", 8.5)];
    const NEARLY: &[(&str, f32)] = &[("richtig", 9.0), ("nicht richtig", 7.0)];
    const HARDLY: &[(&str, f32)] = &[("richtig", 9.0), ("nicht richtig", 4.0)];
    const UNKNOWN: &[(&str, f32)] = &[("[unk]", 9.0), ("richtig", 7.0)];
    const LONG: &[(&str, f32)] = &[("das ist richtig so", 9.0), ("[unk]", 5.0)];
    const DRAW: &[(&str, f32)] = &[("remis", 9.0), ("[unk]", 5.0)];
    const NO_DRAW: &[(&str, f32)] = &[("kein remis", 9.0), ("remis", 8.0)];
    let sure = |intent| Understanding::Understood { intent, sure: true };
    let doubtful = Understanding::NotUnderstood { why: Rejection::Doubtful };
    let resigned = Expectation::Confirmation { of: Act::Resign.into(), offered: false };
    let (offered, read_back) = (Expectation::DrawAnswer, confirmation());
    for (what, asked, wide, answers, expected) in [
        ("nothing near denies it", &resigned, RIGHT, [RIGHT; 3], sure(Intent::Yes)),
        ("and nothing close enough", &resigned, RIGHT, [RIGHT, HARDLY, RIGHT], sure(Intent::Yes)),
        ("the answers alone deny it", &resigned, RIGHT, [WRONG; 3], doubtful.clone()),
        ("one of them does", &resigned, RIGHT, [RIGHT, WRONG, RIGHT], doubtful.clone()),
        ("one nearly does", &resigned, RIGHT, [RIGHT, NEARLY, RIGHT], doubtful.clone()),
        ("all phrases nearly do", &resigned, NEARLY, [RIGHT; 3], doubtful.clone()),
        ("one has neither", &resigned, RIGHT, [RIGHT, UNKNOWN, RIGHT], doubtful),
        ("it is none of the answers alone", &resigned, LONG, [RIGHT, UNKNOWN, RIGHT], sure(Intent::Yes)),
        ("a move can be corrected", &read_back, RIGHT, [WRONG, RIGHT, RIGHT], sure(Intent::Yes)),
        ("who accepts a draw is asked whether they do", &offered, DRAW, [NO_DRAW; 3], sure(Intent::Draw)),
    ] {
        assert_eq!(understood(asked, wide, answers), expected, "{what}");
    }
}

/// What is typed, as an intent.
fn heard(words: &str) -> Intent {
    let position = position(START);
    match GRAMMAR.with(|grammar| grammar.understand_text(words, &Moment::of_position(&position))) {
        Understanding::Understood { intent, .. } => intent,
        other => panic!("{words}: {other:?}"),
    }
}

#[test]
fn the_answers_are_those_that_the_question_has() {
    let position = position(START);
    let answers =
        |expects: &Expectation| GRAMMAR.with(|grammar| grammar.expected_answers(&moment(&position, expects)));
    let has = |all: &[String], words: &[&str]| words.iter().all(|word| all.iter().any(|other| other == word));
    let yes_or_no = answers(&confirmation());
    assert!(
        has(&yes_or_no, &["ja", "richtig", "stimmt", "nein", "falsch", "korrektur", "stopp"]),
        "{yes_or_no:?}"
    );
    let of_a_draw = answers(&Expectation::DrawAnswer);
    let only_of_a_draw =
        ["einverstanden", "annehmen", "ablehnen", "remis annehmen", "remis ablehnen", "weiterspielen"];
    assert!(has(&of_a_draw, &only_of_a_draw), "{of_a_draw:?}");
    let denying = ["kein remis", "nicht einverstanden", "nicht annehmen"];
    assert!(
        has(&of_a_draw, &denying) && has(&yes_or_no, &["nicht richtig", "stimmt nicht"]),
        "{of_a_draw:?}"
    );
    assert!(yes_or_no.iter().all(|answer| of_a_draw.contains(answer)), "{of_a_draw:?}");
    assert!(only_of_a_draw.iter().all(|answer| !has(&yes_or_no, &[answer])), "{yes_or_no:?}");
    let moves: Vec<_> =
        Chess::default().legal_moves().into_iter().filter(|m| m.role() == Role::Knight).collect();
    let which = answers(&Expectation::WhichPiece(moves));
    assert!(has(&which, &["nein", "korrektur", "bella eins", "gustav", "g eins"]), "{which:?}");
    assert!(!has(&which, &["ja"]), "{which:?}");
    for quiet in [Expectation::Move, Expectation::Nothing, Expectation::Order] {
        assert!(answers(&quiet).is_empty(), "{quiet:?}");
    }
    // What sounds like an answer is listened for with them, and only then.
    let decoys = GRAMMAR.with(|grammar| grammar.decoys().to_vec());
    assert!(has(&decoys, &["jahr", "wichtig", "mein"]), "{decoys:?}");
    for (expects, are_heard) in [(&confirmation(), true), (&Expectation::Move, false)] {
        let phrases = GRAMMAR.with(|grammar| grammar.phrases(&moment(&position, expects)));
        assert!(decoys[..3].iter().all(|decoy| phrases.contains(decoy) == are_heard), "{expects:?}");
    }
    assert!(decoys.iter().all(|decoy| !yes_or_no.contains(decoy)), "{decoys:?}");
    // Each is a whole phrase.
    let asked = confirmation();
    for answer in &yes_or_no {
        let meant = GRAMMAR.with(|grammar| grammar.understand_text(answer, &moment(&position, &asked)));
        assert!(matches!(meant, Understanding::Understood { .. }), "{answer}: {meant:?}");
    }
}

#[test]
fn an_answer_is_complete_where_nothing_follows_it() {
    use MoveCompleteness::*;
    let position = position(START);
    let complete = |words: &str, expects: &Expectation| {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        GRAMMAR.with(|grammar| grammar.move_completeness(&words, &moment(&position, expects)))
    };
    for (words, asked, unasked) in [
        ("ja", Complete, Unknown),
        ("jawohl", Complete, Unknown),
        ("ja genau", Complete, Unknown),
        // "Stimmt nicht" and "das stimmt nicht" can be said.
        ("stimmt", Extensible, Unknown),
        ("das stimmt", Extensible, Unknown),
        // Other phrases have the word, too.
        ("richtig", Extensible, Unknown),
        ("korrektur", Complete, Unknown),
        // The move that was meant follows.
        ("nein", Extensible, Unknown),
        ("zug", Unknown, Unknown),
        ("springer felix drei", Complete, Complete),
    ] {
        assert_eq!(complete(words, &confirmation()), asked, "{words}");
        assert_eq!(complete(words, &Expectation::Move), unasked, "{words}, unasked");
    }
}

/// Whatever the grammar files say: of every phrase that is listened for, no beginning is an answer that a short pause ends,
/// if the whole is another answer or something else.
#[test]
#[ignore = "takes twenty seconds; `make test` runs it"]
fn no_answer_ends_early_that_begins_something_else() {
    let position = position(START);
    let draw = Expectation::DrawAnswer;
    let offered = Expectation::Confirmation { of: Intent::Move(Attempt::default()), offered: true };
    let mut waits = 0;
    for tag in ["de", "en"] {
        let grammar = crate::grammars::of(LanguageFolder::find(tag).unwrap());
        for expects in [&confirmation(), &offered, &Expectation::YesOrNo, &draw] {
            let moment = moment(&position, expects);
            // To accept an offer is no other answer than a yes, unless a move is asked about while one stands.
            let is_offered = matches!(expects, Expectation::Confirmation { offered: true, .. });
            let accepts = |intent: &Intent| {
                expects.is_assented_by(intent)
                    || matches!(intent, Intent::Accept | Intent::Declared { act: Act::AcceptDraw, .. })
            };
            let answer = |words: &[&str]| {
                let heard = [Alternative::new(words.iter().map(|word| (*word).to_owned()).collect(), 9.0)];
                match grammar.understand(&heard, &moment) {
                    Understanding::Understood { intent, .. } => Some(intent),
                    _ => None,
                }
            };
            let mut begun: HashMap<String, Option<Intent>> = HashMap::new();
            for phrase in grammar.phrases(&moment).iter().collect::<BTreeSet<_>>() {
                let words: Vec<&str> = phrase.split(' ').collect();
                for length in 1..words.len().min(5) {
                    let answers = begun.entry(words[..length].join(" ")).or_insert_with(|| {
                        answer(&words[..length]).filter(|intent| expects.is_assented_by(intent))
                    });
                    let is_other =
                        |whole: Intent| Some(&whole) != answers.as_ref() && (is_offered || !accepts(&whole));
                    if answers.is_none() || !answer(&words).is_some_and(is_other) {
                        continue;
                    }
                    waits += 1;
                    let said: Vec<String> = words[..length].iter().map(|word| (*word).to_owned()).collect();
                    let pause = grammar.move_completeness(&said, &moment);
                    assert_ne!(pause, MoveCompleteness::Complete, "{tag}, {expects:?}: {phrase}");
                }
            }
        }
    }
    // "Stimmt nicht" at each question, at the least.
    assert!(waits > 8, "{waits}");
}
