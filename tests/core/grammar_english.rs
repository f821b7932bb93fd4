//! The English grammar: the same meanings in other words.

use annabella::grammar::{
    Alternative, Expectation, Grammar, Intent, Irregularity, Moment, MoveCompleteness, Question,
    SideReference, Understanding,
};
use annabella::laws::{Act, Chess, ClockFault, Color, Game, Position, Role, Square, Verdict, judge};
use annabella::notation::{MoveForm, san, speak};

#[test]
fn a_pause_means_the_same_with_every_name_of_a_file() {
    let english = crate::grammars::of(annabella::language::LanguageFolder::ENGLISH);
    for (words, expected) in [
        ("knight golf one", MoveCompleteness::Incomplete),
        ("knight g one foxtrot", MoveCompleteness::Incomplete),
        ("knight from gustav one to", MoveCompleteness::Incomplete),
        ("knight foxtrot three", MoveCompleteness::Complete),
        ("echo four", MoveCompleteness::Complete),
        ("e two e four", MoveCompleteness::Complete),
        ("rook alfa one", MoveCompleteness::Unknown),
    ] {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let start = Chess::default();
        let moment = Moment::new(Some(&start), &Expectation::Move);
        assert_eq!(english.move_completeness(&words, &moment), expected, "{words:?}");
    }
}

#[test]
fn legal_moves_are_likelier_with_every_name_of_a_file() {
    let mut english = Grammar::of(annabella::language::LanguageFolder::ENGLISH);
    let start = Chess::default();
    let moment = Moment::new(Some(&start), &Expectation::Move);
    let times = |english: &Grammar, words: &str| {
        english.phrases(&moment).iter().filter(|phrase| *phrase == words).count()
    };
    let ways = ["knight gustav one felix three", "knight golf one foxtrot three", "knight g one f three"];
    let expected = times(&english, ways[0]);
    assert!(expected > 1);
    for words in ways {
        assert_eq!(times(&english, words), expected, "{words}");
    }
    assert_eq!(times(&english, "knight g one foxtrot three"), 0, "nobody mixes them");
    english.listen_to(|word| word != "foxtrot");
    assert_eq!(ways.map(|words| times(&english, words)), [expected, 0, expected]);
    assert_eq!(times(&english, "knight golf one hotel three"), expected);
}

#[test]
fn moves() {
    const MIDDLE: &str = "r3k2r/ppp2ppp/2n2n2/3qp3/2PPb3/5N2/PP3PPP/RNBQK2R w KQkq - 0 1";
    for (words, expected) in [
        ("knight bella one david two", "Nbd2"),
        ("knight bravo one to delta two", "Nbd2"),
        ("the knight bella david two", "Nbd2"),
        ("n b d two", "?"),
        ("pawn cesar takes david five", "cxd5"),
        ("charlie takes delta five", "cxd5"),
        ("pawn takes queen", "cxd5"),
        ("castle kingside", "0-0"),
        ("short castling", "0-0"),
        ("hector three", "h3"),
        ("h three", "h3"),
        ("pawn anna two anna four", "a4"),
    ] {
        check(MIDDLE, words, expected);
    }
    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(CASTLING, "castle anna one takes anna eight", "Rxa8+");
    check(CASTLING, "castle anna seven", "Ra7");
    check(CASTLING, "castle kingside", "0-0");
    check("7k/P7/8/8/8/8/8/K7 w - - 0 1", "anna eight becomes a knight", "a8N");
    check("7k/P7/8/8/8/8/8/K7 w - - 0 1", "anna eight queen check", "a8Q+");
}

#[test]
fn what_annabella_says_it_understands() {
    let grammar = crate::grammars::of(annabella::language::LanguageFolder::ENGLISH);
    let mut position = Chess::default();
    for ply in 0..60 {
        let moves = position.legal_moves();
        for m in &moves {
            for form in [MoveForm::Full, MoveForm::Short, MoveForm::Squares] {
                let words = speak(&position, *m, grammar.spoken(), form);
                match hear(&grammar, &position, &words.to_lowercase()) {
                    Understanding::Understood { intent: Intent::Move(attempt), .. } => {
                        assert_eq!(judge(&position, &attempt), Verdict::Legal(*m), "{words}");
                    }
                    other => panic!("{words}: {other:?}"),
                }
            }
        }
        let Some(m) = moves.get(ply * 7 % moves.len().max(1)) else { break };
        position.play_unchecked(*m);
    }
}

#[test]
fn the_rest() {
    let grammar = crate::grammars::of(annabella::language::LanguageFolder::ENGLISH);
    for (words, intent) in [
        ("yes", Intent::Yes),
        ("correction", Intent::Correct),
        ("i offer a draw", Act::OfferDraw.into()),
        ("threefold repetition", Act::ClaimThreefold(None).into()),
        ("i resign", Act::Resign.into()),
        ("illegal move", Intent::Irregular(Irregularity::IllegalMove { by: None, number: None })),
        (
            "illegal move twenty one by black",
            Intent::Irregular(Irregularity::IllegalMove { by: Some(Color::Black), number: Some(21) }),
        ),
        (
            "pawn not promoted on anna eight",
            Intent::Irregular(Irregularity::PawnNotReplaced(Some(Square::A8))),
        ),
        ("clock without move white", Intent::Irregular(Irregularity::PressedWithoutMove(Some(Color::White)))),
        (
            "back before move fifty nine",
            Intent::Irregular(Irregularity::DisplacedSince { number: 59, by: None }),
        ),
        ("pieces displaced by black", Intent::Irregular(Irregularity::Displaced(Some(Color::Black)))),
        ("wrong start position", Intent::Irregular(Irregularity::WrongStart)),
        ("board turned", Intent::Irregular(Irregularity::BoardTurned)),
        ("colors reversed", Intent::Irregular(Irregularity::ColoursReversed)),
        (
            "clock defective since move twenty",
            Intent::Irregular(Irregularity::Clock { fault: ClockFault::Defect, after: Some(20) }),
        ),
        ("clock", Intent::PressClock),
        ("touched echo two", Act::Touch(Square::E2).into()),
        ("the last three moves", Intent::Ask(Question::LastMoves(3))),
        ("where are my knights", Intent::Ask(Question::Pieces(Some(Role::Knight), SideReference::Mine))),
        ("what is on eva four", Intent::Ask(Question::Square(Square::E4))),
    ] {
        let heard = hear(&grammar, &Chess::default(), words);
        assert_eq!(heard, Understanding::Understood { intent, sure: true }, "{words}");
    }
}

fn check(fen: &str, words: &str, expected: &str) {
    let grammar = crate::grammars::of(annabella::language::LanguageFolder::ENGLISH);
    let position = Game::from_fen(fen).unwrap().position().clone();
    let heard = match hear(&grammar, &position, words) {
        Understanding::Understood { intent: Intent::Move(attempt), .. } => match judge(&position, &attempt) {
            Verdict::Legal(m) => san(&position, m, grammar.letters()),
            other => format!("{other:?}"),
        },
        _ => "?".to_owned(),
    };
    assert_eq!(heard, expected, "{words}");
}

fn hear(grammar: &Grammar, position: &Chess, words: &str) -> Understanding {
    let words = words.split_whitespace().map(str::to_owned).collect();
    let moment = Moment::new(Some(position), &Expectation::Move);
    grammar.understand(&[Alternative::new(words, 0.0)], &moment)
}
