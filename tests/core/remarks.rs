//! A move and an answer beside a remark: what is played or chosen, and what never is.

use std::sync::Arc;

use annabella::{
    grammar::{Expectation, Grammar, Intent, Moment, Understanding},
    language::LanguageFolder,
    laws::{Act, Attempt, Chess, Game, Position, Role, Verdict, judge},
};
use shakmaty::san::San;

fn grammar(tag: &str) -> Arc<Grammar> {
    crate::grammars::of(LanguageFolder::find(tag).expect("the language is there"))
}

fn after(moves: &str) -> Chess {
    let mut position = Chess::default();
    for san in moves.split_whitespace() {
        let san: San = san.parse().expect("a move");
        position.play_unchecked(san.to_move(&position).expect("a legal move"));
    }
    position
}

/// The move that is read back, if one is.
fn read_back(grammar: &Grammar, line: &str, moment: &Moment) -> Option<String> {
    let Understanding::Understood { intent: Intent::Move(attempt), sure } =
        grammar.understand_text(line, moment)
    else {
        return None;
    };
    assert!(!sure, "{line} is played without a question");
    match judge(moment.position?, &attempt) {
        Verdict::Legal(m) => Some(San::from_move(moment.position?, m).to_string()),
        Verdict::Ambiguous(_) | Verdict::PromotionMissing(_) | Verdict::Illegal(_) => None,
    }
}

/// The moves before, the line, and the move in it.
type Remarked = (&'static str, &'static str, &'static str);

const MOVES: [(&str, &[Remarked]); 2] = [
    (
        "de",
        &[
            ("e4 e5 Nf3 Nc6", "Läufer nach b5, ich probier heut mal Spanisch", "Bb5"),
            ("e4", "c5, Sizilianisch wie immer", "c5"),
            ("d4 d5 c4", "angenommenes Damengambit, d nimmt c4", "dxc4"),
            ("e4 e5 Nf3 Nc6 Bc4 Bc5", "Bauer c3, bereitet d4 vor", "c3"),
            ("e4 e6", "na gut, dann stell ich d4 daneben", "d4"),
            ("e4 d5 exd5 Qxd5", "Springer c3, greift die Dame an", "Nc3"),
            ("e4 c6 d4 d5 Nc3 dxe4 Nxe4", "Läufer raus nach f5, gegen den Springer", "Bf5"),
            ("e4 e5 Nf3 Nc6 Bc4 Nf6", "Springer g5, mal sehen ob er das kennt", "Ng5"),
            ("e4 d6 d4 Nf6 Nc3 e5 dxe5 dxe5 Qxd8", "da muss ich mit dem König nehmen", "Kxd8"),
        ],
    ),
    (
        "en",
        &[
            ("e4 e5 Nf3 Nc6", "bishop c4, the good old Italian", "Bc4"),
            ("e4 e5 Nf3 Nc6 Bc4 Bc5", "pawn c3, preparing d4", "c3"),
            ("d4 d5 Nc3 Nf6 Bf4 e6 Qd3 Be7", "queen to g3, going for g7", "Qg3"),
            ("d4 d5 c4 e6 Nc3 Nf6", "bishop out to g5, pinning that knight", "Bg5"),
            ("e4 e5 Nf3 Nc6 Bb5 a6", "let's drop the bishop back to a4", "Ba4"),
            ("", "let's offer the gambit later, pawn to c4", "c4"),
            ("e4 d5 exd5 Qxd5", "knight c3, attacking the queen", "Nc3"),
        ],
    ),
];

#[test]
fn a_move_beside_a_remark_is_read_back() {
    for (tag, lines) in MOVES {
        let grammar = grammar(tag);
        for (moves, line, expected) in lines {
            let position = after(moves);
            let found = read_back(&grammar, line, &Moment::of_position(&position));
            assert_eq!(found.as_deref(), Some(*expected), "{line}");
        }
    }
}

/// What denies, asks, sets a condition or names two moves plays none.
#[test]
fn beside_what_denies_or_another_move_none_is_played() {
    for (tag, lines) in [
        (
            "de",
            [
                "Springer f3, quatsch, c3",
                "ich spiele nicht e4, das kann er",
                "Springer f3 oder Springer c3, mal sehen",
                "statt e4, das wäre Spanisch",
                "was passiert nach Springer f3",
                "Springer f3, lauter",
                "Springer f3, ich gebe auf",
                "greift Springer c3 die Dame an",
            ],
        ),
        (
            "en",
            [
                "knight f3, c3, who knows",
                "I won't play e4, he knows that",
                "knight f3 or knight c3, we'll see",
                "instead of e4, the English",
                "what happens after knight f3",
                "knight f3, louder",
                "knight f3, I resign",
                "attacking the pawn, knight c3 or not",
            ],
        ),
    ] {
        let grammar = grammar(tag);
        let position = Chess::default();
        for line in lines {
            let understood = grammar.understand_text(line, &Moment::of_position(&position));
            let plays = matches!(understood, Understanding::Understood { intent: Intent::Move(_), .. });
            assert!(!plays, "{line}: {understood:?}");
        }
    }
}

/// Answers to "which knight" and to "which piece", in other words.
#[test]
fn an_answer_beside_a_remark_is_taken() {
    let two_knights = after("d4 d5 Nf3 Nf6 e3 e6");
    let knights: Vec<_> = two_knights
        .legal_moves()
        .into_iter()
        .filter(|m| m.role() == Role::Knight && m.to() == shakmaty::Square::D2)
        .collect();
    let promoting = Game::from_fen("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1").expect("a position");
    let pawn: Vec<_> =
        promoting.position().legal_moves().into_iter().filter(|m| m.to() == shakmaty::Square::A8).collect();
    let which = Expectation::WhichPiece(knights);
    let promotion = Expectation::Promotion(pawn);
    for (tag, of_knights, of_promotion) in [
        (
            "de",
            [("den vom Damenflügel", "Nbd2"), ("der von b1, glaube ich", "Nbd2"), ("den auf f3", "Nfd2")],
            [
                ("eine Dame, natürlich", "a8=Q"),
                ("mach einen Springer draus", "a8=N"),
                ("Turm genügt mir", "a8=R"),
            ],
        ),
        (
            "en",
            [("the one on b1", "Nbd2"), ("the king's knight, please", "Nfd2"), ("the queenside one", "Nbd2")],
            [
                ("a queen, of course", "a8=Q"),
                ("let's have a knight, just for fun", "a8=N"),
                ("make it a rook", "a8=R"),
            ],
        ),
    ] {
        let grammar = grammar(tag);
        let cases = of_knights.map(|case| (case, &two_knights, &which)).into_iter();
        let cases = cases.chain(of_promotion.map(|case| (case, promoting.position(), &promotion)));
        for ((line, expected), position, expects) in cases {
            let moment = Moment::new(Some(position), expects);
            let understood = grammar.understand_text(line, &moment);
            let Understanding::Understood { intent: Intent::Move(attempt), sure: true } = understood else {
                panic!("{line}: {understood:?}");
            };
            let Verdict::Legal(m) = judge(position, &attempt) else { panic!("{line}: {attempt:?}") };
            assert_eq!(San::from_move(position, m).to_string(), expected, "{line}");
        }
        // What is denied is no answer.
        for line in ["nicht die Dame, was sonst", "not a queen, what else"] {
            let understood =
                grammar.understand_text(line, &Moment::new(Some(promoting.position()), &promotion));
            let answers = matches!(
                &understood,
                Understanding::Understood { intent: Intent::Move(Attempt { promotion: Some(_), .. }), .. }
            );
            assert!(!answers, "{tag}: {line}: {understood:?}");
        }
    }
}

/// At a read-back a yes and a no may have a reason, and another move may be named.
#[test]
fn a_yes_and_a_no_may_have_a_reason() {
    let position = after("d4 Nf6 Nf3 e6 e3 d5");
    let (attempt, e5) = ("Be2", "Bd3");
    let m = attempt.parse::<San>().expect("a move").to_move(&position).expect("a legal move");
    let expects = Expectation::Confirmation { of: Intent::Move(m.into()), offered: false };
    let moment = Moment::new(Some(&position), &expects);
    for (tag, yes, no, other) in [
        (
            "de",
            ["ja, ganz sicher", "jawohl, mach nur"],
            ["nein, um Gottes willen, war nicht so gemeint", "nein, lass mich noch einmal schauen"],
            ["falsch verstanden, d3 hab ich gesagt", "nicht e2, d3", "nein, ich hab Läufer d3 gesagt"],
        ),
        (
            "en",
            ["sure, go ahead", "yes, happy with that"],
            ["no, no, I didn't mean that", "no, hang on, let me have another look"],
            ["wrong, I said d3", "not e2, d3", "no, I meant bishop d3, not e2"],
        ),
    ] {
        let grammar = grammar(tag);
        let understood = |line| grammar.understand_text(line, &moment);
        for line in yes {
            let yes = Understanding::Understood { intent: Intent::Yes, sure: true };
            assert_eq!(understood(line), yes, "{line}");
        }
        for line in no {
            let found = understood(line);
            let is_no =
                matches!(found, Understanding::Understood { intent: Intent::No | Intent::Correct, .. });
            assert!(is_no, "{line}: {found:?}");
        }
        for line in other {
            let Understanding::Sequence(row) = understood(line) else {
                panic!("{line}: {:?}", understood(line))
            };
            let [Intent::No, Intent::Move(attempt)] = row[..] else { panic!("{line}: {row:?}") };
            let Verdict::Legal(m) = judge(&position, &attempt) else { panic!("{line}: {attempt:?}") };
            assert_eq!(San::from_move(&position, m).to_string(), e5, "{line}");
        }
        // What cannot be taken back waits for a yes alone.
        for expects in [
            Expectation::DrawAnswer,
            Expectation::Confirmation { of: Intent::from(Act::Resign), offered: false },
        ] {
            let moment = Moment::new(Some(&position), &expects);
            for line in ["ja, ich überlege noch", "yes, let me think about it"] {
                let found = grammar.understand_text(line, &moment);
                assert!(!found.is_understood(), "{tag}: {line}: {found:?}");
            }
        }
        for line in
            ["ja, aber nicht jetzt", "ja, wenn er d3 spielt", "yes, but not now", "yes, if he plays d3"]
        {
            let yes = Understanding::Understood { intent: Intent::Yes, sure: true };
            assert_ne!(understood(line), yes, "{tag}: {line}");
        }
    }
}
