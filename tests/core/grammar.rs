//! What is understood in German, form by form.

use annabella::grammar::{
    Expectation, Intent, Irregularity, Moment, MoveCompleteness, Question, Rejection, SideReference,
    Understanding,
};
use annabella::laws::{
    Act, Attempt, CastlingSide, Chess, ClockFault, Color, File, Move, Position, Rank, Role, Square, Verdict,
    judge,
};

use crate::german::*;
use crate::heard::alternative;

#[test]
fn moves_in_every_form() {
    let table = [
        (START, "springer gustav eins felix drei", "Sf3"),
        (START, "gustav eins nach felix drei", "Sf3"),
        (START, "gustav eins felix drei", "Sf3"),
        (START, "springer von gustav eins nach felix drei", "Sf3"),
        (START, "springer auf gustav eins nach felix drei", "Sf3"),
        (START, "der springer gustav eins nach felix drei", "Sf3"),
        (START, "springer felix drei", "Sf3"),
        (START, "springer nach felix drei", "Sf3"),
        (START, "springer gustav felix drei", "Sf3"),
        (START, "springer eins felix drei", "Sf3"),
        (START, "bauer eva zwei eva vier", "e4"),
        (START, "bauer eva vier", "e4"),
        (START, "eva vier", "e4"),
        (START, "eva zwei eva vier", "e4"),
        (START, "eva zwo eva vier", "e4"),
        (START, "e vier", "e4"),
        (START, "e zwei e vier", "e4"),
        (START, "äh springer bitte felix drei", "Sf3"),
        (START, "ich ziehe springer felix drei", "Sf3"),
        (MIDDLE, "bauer cesar schlägt david fünf", "cxd5"),
        (MIDDLE, "bauer cesar vier schlägt david fünf", "cxd5"),
        (MIDDLE, "cesar schlägt david fünf", "cxd5"),
        (MIDDLE, "cäsar schlägt david fünf", "cxd5"),
        (MIDDLE, "cesar vier schlägt david fünf", "cxd5"),
        (MIDDLE, "cesar schlägt david", "cxd5"),
        (MIDDLE, "bauer cesar schlägt david", "cxd5"),
        (MIDDLE, "bauer schlägt dame", "cxd5"),
        (MIDDLE, "cesar schlägt dame", "cxd5"),
        (MIDDLE, "schlägt dame", "cxd5"),
        (MIDDLE, "bauer schlägt die dame", "cxd5"),
        (MIDDLE, "bauer schlägt dame auf david fünf", "cxd5"),
        (MIDDLE, "bauer nimmt david fünf", "cxd5"),
        (MIDDLE, "c mal d fünf", "cxd5"),
        (MIDDLE, "springer bella david zwei", "Sbd2"),
        (MIDDLE, "springer felix drei david zwei", "Sfd2"),
        (MIDDLE, "springer drei david zwei", "Sfd2"),
        (PROMOTION, "anna acht dame", "a8D"),
        (PROMOTION, "anna acht wird springer", "a8S"),
        (PROMOTION, "anna sieben anna acht dame", "a8D"),
        (PROMOTION, "bauer anna sieben nach anna acht umwandlung in eine dame", "a8D"),
        (PROMOTION, "anna acht gleich turm", "a8T"),
        (PROMOTION, "anna schlägt bella acht wird läufer", "axb8L"),
        (PROMOTION, "anna schlägt bella turm", "axb8T+"),
        (PROMOTION, "schach anna schlägt bella dame", "axb8D+"),
        (EN_PASSANT, "eva fünf schlägt david sechs en passant", "exd6"),
        (EN_PASSANT, "eva schlägt david en passant", "exd6"),
        (EN_PASSANT, "eva schlägt en passant david sechs", "exd6"),
        (CASTLING, "kurze rochade", "0-0"),
        (CASTLING, "kleine rochade", "0-0"),
        (CASTLING, "lange rochade", "0-0-0"),
        (CASTLING, "große rochade", "0-0-0"),
        (CASTLING, "rochade lang", "0-0-0"),
        (CASTLING, "könig eva eins gustav eins", "0-0"),
        (CASTLING, "turm anna eins schlägt anna acht schach", "Txa8+"),
        (CASTLING, "schach turm anna eins schlägt anna acht", "Txa8+"),
    ];
    for (fen, words, expected) in table {
        check(fen, words, expected);
        check_typed(fen, words, expected);
    }
}

#[test]
fn typed_moves() {
    let table = [
        (START, "e4", "e4"),
        (START, "e2e4", "e4"),
        (START, "e2 e4", "e4"),
        (START, "e2-e4", "e4"),
        (START, "Sf3", "Sf3"),
        (START, "Sg1-f3", "Sf3"),
        (START, "Springer f3!", "Sf3"),
        (START, "EVA VIER", "e4"),
        (START, "eva 4", "e4"),
        (MIDDLE, "cxd5", "cxd5"),
        (MIDDLE, "Läufer d2", "Ld2"),
        (MIDDLE, "LAEUFER D2.", "Ld2"),
        (MIDDLE, "bauer schlaegt dame", "cxd5"),
        (PROMOTION, "a8=D", "a8D"),
        (PROMOTION, "a8D", "a8D"),
        (PROMOTION, "a8S", "a8S"),
        (CASTLING, "O-O", "0-0"),
        (CASTLING, "0-0-0", "0-0-0"),
        // As in correspondence chess.
        (START, "5254", "e4"),
        (START, "7163!", "Sf3"),
        (START, "fünf zwei fünf vier", "e4"),
        (START, "5 2 5 4", "e4"),
        (CASTLING, "5171", "0-0"),
        (PROMOTION, "17181", "a8D"),
        (PROMOTION, "eins sieben eins acht vier", "a8S"),
    ];
    for (fen, line, expected) in table {
        check_typed(fen, line, expected);
    }
}

/// In numbers one word that is misheard is another move, so what is heard is asked about, and listened for only where
/// somebody wants to speak so.
#[test]
fn moves_in_numbers_are_asked_about() {
    let position = position(START);
    let heard = hear(&position, &Expectation::Move, &[("fünf zwei fünf vier", 0.0)]);
    assert!(matches!(heard, Understanding::Understood { intent: Intent::Move(_), sure: false }), "{heard:?}");
    let nothing = hear(&position, &Expectation::Move, &[("fünf zwei fünf", 0.0)]);
    assert!(!nothing.is_understood(), "{nothing:?}");
    let moment = Moment::of_position(&position);
    let phrases = |moment: &Moment| {
        let phrases = GRAMMAR.with(|grammar| grammar.phrases(moment));
        phrases.iter().filter(|phrase| *phrase == "fünf zwei fünf vier").count()
    };
    assert_eq!(phrases(&moment), 0);
    assert!(phrases(&Moment { is_numeric: true, ..moment }) > 0);
}

#[test]
fn declarations_questions_and_the_rest() {
    let knight = Attempt { role: Some(Role::Knight), to: Square::F3.into(), ..Attempt::default() };
    let table = [
        ("ja", Intent::Yes),
        ("nein", Intent::No),
        ("korrektur", Intent::Correct),
        ("wiederholen", Intent::Repeat),
        ("bitte wiederholen", Intent::Repeat),
        ("lauter", Intent::Louder),
        ("leiser", Intent::Softer),
        ("schneller", Intent::Faster),
        ("langsamer", Intent::Slower),
        ("ruhe", Intent::Quiet),
        ("ruhe ruhe", Intent::Quiet),
        ("mikrofon aus", Intent::MicrophoneOff),
        ("mikrofon an", Intent::MicrophoneOn),
        ("hilfe", Intent::Help),
        ("remis anbieten", Act::OfferDraw.into()),
        ("remis", Intent::Draw),
        ("partie beenden", Intent::Leave { again: false }),
        ("neue partie", Intent::Leave { again: true }),
        ("pause", Intent::StopClock),
        ("remis annehmen", Act::AcceptDraw.into()),
        ("remis ablehnen", Act::DeclineDraw.into()),
        ("dreimalige stellung", Act::ClaimThreefold(None).into()),
        ("dreimalige stellung mit springer felix drei", Act::ClaimThreefold(Some(knight)).into()),
        ("ich reklamiere dreimalige stellungswiederholung", Act::ClaimThreefold(None).into()),
        ("fünfzig züge", Act::ClaimFiftyMoves(None).into()),
        ("fünfzig züge mit springer felix drei", Act::ClaimFiftyMoves(Some(knight)).into()),
        ("ich gebe auf", Act::Resign.into()),
        ("zeit überschritten", Act::ClaimFlag.into()),
        ("letzte zwei minuten", Act::ClaimLastTwoMinutes.into()),
        ("berührt eva zwei", Act::Touch(Square::E2).into()),
        ("ich rücke zurecht", Act::Adjust.into()),
        ("uhr", Intent::PressClock),
        ("uhr anhalten", Intent::StopClock),
        ("weiter", Intent::StartClock),
        ("schiedsrichter", Intent::Arbiter),
        ("abgabezug", Intent::SealMove),
        ("öffnen", Intent::OpenEnvelope),
        ("abgabezug öffnen", Intent::OpenEnvelope),
        ("stellung vergleichen", Intent::CompareBoards),
        ("regelwidriger zug", Intent::Irregular(Irregularity::IllegalMove { by: None, number: None })),
        (
            "regelwidriger zug zwölf von schwarz",
            Intent::Irregular(Irregularity::IllegalMove { by: Some(Color::Black), number: Some(12) }),
        ),
        ("bauer nicht ersetzt anna acht", Intent::Irregular(Irregularity::PawnNotReplaced(Some(Square::A8)))),
        ("uhr ohne zug weiß", Intent::Irregular(Irregularity::PressedWithoutMove(Some(Color::White)))),
        (
            "zurück vor zug siebenundvierzig",
            Intent::Irregular(Irregularity::DisplacedSince { number: 47, by: None }),
        ),
        ("figuren verschoben", Intent::Irregular(Irregularity::Displaced(None))),
        ("grundstellung falsch", Intent::Irregular(Irregularity::WrongStart)),
        ("brett gedreht", Intent::Irregular(Irregularity::BoardTurned)),
        ("farben vertauscht", Intent::Irregular(Irregularity::ColoursReversed)),
        (
            "uhr falsch gestellt seit zug zwanzig",
            Intent::Irregular(Irregularity::Clock { fault: ClockFault::WrongSetting, after: Some(20) }),
        ),
        ("letzter zug", Intent::Ask(Question::LastMove(SideReference::Both))),
        ("die letzten drei züge", Intent::Ask(Question::LastMoves(3))),
        ("die letzten zwo züge", Intent::Ask(Question::LastMoves(2))),
        ("die letzten zehn züge", Intent::Ask(Question::LastMoves(10))),
        ("zugnummer", Intent::Ask(Question::MoveNumber)),
        ("wer ist am zug", Intent::Ask(Question::Turn)),
        ("zeit", Intent::Ask(Question::Times)),
        ("meine zeit", Intent::Ask(Question::MyTime)),
        ("zeit weiß", Intent::Ask(Question::TimeOf(SideReference::Of(Color::White)))),
        ("bedenkzeit von schwarz", Intent::Ask(Question::TimeOf(SideReference::Of(Color::Black)))),
        ("verbrauchte zeit", Intent::Ask(Question::TimeUsed(SideReference::Both))),
        ("zeitverbrauch von schwarz", Intent::Ask(Question::TimeUsed(SideReference::Of(Color::Black)))),
        ("wie viele züge", Intent::Ask(Question::MovesCompleted)),
        ("ist die zeit abgelaufen", Intent::Ask(Question::Flag)),
        ("was ist berührt", Intent::Ask(Question::Touched)),
        ("mitschrift", Intent::Ask(Question::Score)),
        ("was steht auf dem umschlag", Intent::Ask(Question::Envelope)),
        ("liegt ein remisangebot vor", Intent::Ask(Question::Offer)),
        ("stellung", Intent::Ask(Question::Position)),
        ("was steht auf eva vier", Intent::Ask(Question::Square(Square::E4))),
        ("wo sind meine springer", Intent::Ask(Question::Pieces(Some(Role::Knight), SideReference::Mine))),
        ("wo sind seine türme", Intent::Ask(Question::Pieces(Some(Role::Rook), SideReference::Theirs))),
        ("wo steht mein könig", Intent::Ask(Question::Pieces(Some(Role::King), SideReference::Mine))),
        ("reihe vier", Intent::Ask(Question::Rank(Rank::Fourth))),
        ("linie eva", Intent::Ask(Question::File(File::E))),
        ("diagonale anna eins hector acht", Intent::Ask(Question::Diagonal(Square::A1, Some(Square::H8)))),
        ("diagonale eva vier", Intent::Ask(Question::Diagonal(Square::E4, None))),
        ("wer greift eva vier an", Intent::Ask(Question::Attackers(Square::E4.into()))),
        ("mögliche züge von eva zwei", Intent::Ask(Question::MovesFrom(Square::E2.into()))),
        ("material", Intent::Ask(Question::Material)),
    ];
    let position = position(START);
    for (words, intent) in table {
        let expected = Understanding::Understood { intent, sure: true };
        assert_eq!(hear(&position, &Expectation::Move, &[(words, 0.0)]), expected, "{words}");
        let typed = GRAMMAR
            .with(|g| g.understand_text(&words.to_uppercase(), &moment(&position, &Expectation::Move)));
        assert_eq!(typed, expected, "{words}, typed");
    }
}

#[test]
fn the_recognizer_is_told_that_legal_moves_are_likelier() {
    let position = position(CASTLING);
    for (words, legal) in [
        ("turm anna eins anna acht", false), // it captures
        ("turm anna eins schlägt anna acht", true),
        ("turm anna sieben", true),
        ("hector eins hector sieben", true),
        ("kurze rochade", true),
        ("turm a eins schlägt a acht", true),
        ("turm a sieben", true),
        ("h eins h sieben", true),
        ("turm a eins a acht", false),
        ("turm anna eins a acht", false), // nobody mixes them
        ("turm anna eins bella zwei", false),
    ] {
        let phrases = GRAMMAR.with(|g| g.phrases(&moment(&position, &Expectation::Move)));
        let times = phrases.iter().filter(|phrase| *phrase == words).count();
        assert_eq!(times > 1, legal, "{words}: {times} times");
    }
    let over = GRAMMAR.with(|g| g.phrases(&moment(&position, &Expectation::Nothing)));
    let rooks: Vec<_> = over.iter().filter(|phrase| phrase.contains("turm anna")).collect();
    assert!(!rooks.is_empty(), "a move is heard once the game is over, to be refused");
    assert!(rooks.iter().all(|rook| over.iter().filter(|phrase| phrase == rook).count() == 1), "{rooks:?}");
}

#[test]
fn the_recognizer_is_told_that_usual_phrases_are_likelier() {
    let position = position(MIDDLE);
    let phrases = GRAMMAR.with(|g| g.phrases(&moment(&position, &Expectation::Move)));
    let times = |words: &str| phrases.iter().filter(|phrase| *phrase == words).count();
    for usual in ["schneller", "korrektur", "ich gebe auf", "wer ist am zug"] {
        assert!(times(usual) > 10, "{usual}: {} times", times(usual));
    }
    for rare in ["wer überlegt", "sprich schneller"] {
        assert!((1..5).contains(&times(rare)), "{rare}: {} times", times(rare));
    }
    assert_eq!(times("jawoll"), 0, "it is only typed");
}

#[test]
fn what_answers_the_question_is_likelier_still() {
    let middle = position(MIDDLE);
    let promotion = position(PROMOTION);
    let castling = position(CASTLING);
    let times = |at: &Chess, expects: &Expectation, words: &str| {
        let phrases = GRAMMAR.with(|g| g.phrases(&moment(at, expects)));
        phrases.iter().filter(|phrase| *phrase == words).count()
    };
    let knights = Expectation::WhichPiece(candidates(&middle, "springer david zwei"));
    let queens = Expectation::Promotion(candidates(&promotion, "anna acht"));
    let moves = castling.legal_moves().into_iter().filter(|m| m.role() == Role::Rook).collect();
    let rooks = Expectation::WhereTo { role: Role::Rook, moves };
    for (at, expects, answers, others) in [
        (
            &middle,
            &knights,
            &["bella eins", "b eins", "bella", "f drei", "felix", "springer b eins d zwei"] as &[&str],
            // The knights go to the same square.
            &["david zwei", "d", "eins", "cesar", "remis"] as &[&str],
        ),
        (&promotion, &queens, &["dame", "springer"], &["anna", "a acht", "bauer"]),
        (
            &castling,
            &rooks,
            &["anna sieben", "a sieben", "h", "turm anna sieben"],
            &["kurze", "g acht", "dame"],
        ),
    ] {
        let added =
            |words: &str| times(at, expects, words).saturating_sub(times(at, &Expectation::Move, words));
        for words in answers {
            assert!(added(words) > 1, "{words}: {}", added(words));
        }
        for words in others {
            assert!(added(words) <= 1, "{words}: {}", added(words));
        }
    }
}

/// In competition no move is likelier than another: what is half heard would become the one that fits.
#[test]
fn without_the_position_no_move_is_likelier() {
    let times = |at: Option<&Chess>, words: &str| {
        let phrases = GRAMMAR.with(|g| g.phrases(&Moment::new(at, &Expectation::Move)));
        phrases.iter().filter(|phrase| *phrase == words).count()
    };
    let start = Chess::default();
    assert!(times(Some(&start), "springer felix drei") > 1);
    assert!(times(None, "springer felix drei") <= 1);
}

#[test]
fn what_a_pause_means_is_known_in_all_spellings() {
    use MoveCompleteness::{Complete, Extensible, Incomplete, Unknown};
    // The knight on f3 can go on to e5: a move to f3 may be the beginning of one from there.
    let on_f3 = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
    let table = [
        (START, "springer", Incomplete),
        (START, "springer gustav eins", Incomplete), // no knight can go there
        (START, "springer gustav eins felix", Incomplete),
        (START, "springer felix", Incomplete),
        (START, "gustav eins", Incomplete),
        (START, "springer g eins f", Incomplete),
        (START, "g eins", Incomplete),
        (START, "g", Incomplete),
        (START, "springer von g eins nach f", Incomplete),
        (START, "äh springer von gustav eins", Incomplete),
        (START, "springer gustav eins felix drei", Complete),
        (START, "springer f drei", Complete),
        (START, "springer felix drei", Complete),
        (START, "e vier", Complete),
        (START, "eva vier", Complete),
        (START, "e zwei e vier", Complete),
        (START, "turm anna eins", Unknown),       // it cannot move
        (START, "springer felix sechs", Unknown), // not legal
        (START, "kurze", Unknown),
        (START, "uhr", Unknown),
        (START, "", Unknown),
        (on_f3, "springer felix drei", Incomplete),
        (on_f3, "springer felix drei eva fünf", Complete),
        (CASTLING, "kurze", Incomplete),
        (CASTLING, "kurze rochade", Complete),
        (CASTLING, "turm anna eins schlägt", Incomplete),
        (PROMOTION, "anna", Incomplete),
        (PROMOTION, "anna acht", Extensible), // which piece?
        (PROMOTION, "anna acht dame", Complete),
    ];
    for (fen, words, expected) in table {
        assert_eq!(pause(&position(fen), words, &Expectation::Move), expected, "{fen}: {words}");
    }
    let middle = position(MIDDLE);
    let which = Expectation::WhichPiece(candidates(&middle, "springer david zwei"));
    assert_eq!(pause(&middle, "bella", &Expectation::Move), Incomplete, "as in bella eins david zwei");
    assert_ne!(pause(&middle, "bella", &which), Incomplete, "that is an answer");
    assert_eq!(pause(&middle, "bella", &Expectation::Nothing), Unknown, "no moves once the game is over");
}

#[test]
fn the_rest_of_a_move_is_never_taken_alone() {
    let position = position(START);
    let heard = |begun: &str, rest: &str| {
        let begun: Vec<String> = begun.split(' ').map(str::to_owned).collect();
        GRAMMAR.with(|g| {
            let moment = moment(&position, &Expectation::Move);
            let alone = [alternative(rest, 0.0), alternative("[unk]", -5.0)];
            let joined = g.continuation(&begun, &alone, &moment);
            joined.map(|joined| g.understand(&joined, &moment))
        })
    };
    let move_of = |understood: Option<Understanding>| match understood {
        Some(Understanding::Understood { intent: Intent::Move(attempt), sure }) => {
            let Verdict::Legal(m) = judge(&position, &attempt) else { panic!("{attempt:?}") };
            Some((m.to_string(), sure))
        }
        // The knight's move, which is not legal, among them.
        Some(Understanding::Ambiguous(intents)) => {
            let Some(Intent::Move(attempt)) = intents.last() else { panic!("{intents:?}") };
            let Verdict::Legal(m) = judge(&position, attempt) else { panic!("{attempt:?}") };
            Some((m.to_string(), false))
        }
        None => None,
        other => panic!("{other:?}"),
    };
    for (begun, rest, expected) in [
        ("springer gustav eins", "felix drei", Some(("Ng1-f3", true))),
        ("springer", "felix drei", Some(("Ng1-f3", true))),
        ("g eins", "f drei", Some(("Ng1-f3", true))),
        // No knight goes there: asked, as it may be the pawn after all.
        ("springer gustav eins", "eva vier", Some(("e2-e4", false))),
        // Incomplete anew.
        ("springer gustav eins", "springer felix drei", None),
        ("springer gustav eins", "bauer eva vier", None),
        ("springer gustav eins", "eva zwei eva vier", None),
        ("springer gustav eins", "ja", None),
        ("springer gustav eins", "turm anna acht", None),
        ("a", "eva vier", None),
        ("e", "vier", Some(("e2-e4", true))),
    ] {
        let found = move_of(heard(begun, rest));
        let found = found.as_ref().map(|(found, sure)| (found.as_str(), *sure));
        assert_eq!(found, expected, "{begun} ... {rest}");
    }
    let goes_on = GRAMMAR.with(|g| {
        let begun = ["springer".to_owned()];
        g.continuation(&begun, &[alternative("gustav eins", 0.0)], &moment(&position, &Expectation::Move))
    });
    assert_eq!(goes_on.expect("a beginning")[0].words, ["springer", "gustav", "eins"]);
}

fn pause(position: &Chess, words: &str, expects: &Expectation) -> MoveCompleteness {
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    GRAMMAR.with(|g| g.move_completeness(&words, &moment(position, expects)))
}

#[test]
fn words_of_different_phrases_are_no_phrase() {
    for words in [
        "springer eva",
        "eva",
        "vier",
        "vier eva",
        "springer eins",
        "eva vier fünf",
        "springer gustav eins felix",
        "remis felix drei",
        "ich felix drei auf",
        "berührt",
        "was steht auf eva",
        "uhr auf eva vier",
        "dreimalige springer felix drei",
        "ich gebe springer auf",
        "kurze",
        "kurze springer",
        "eva vier schlägt",
        "schlägt",
        "schach",
        "matt",
        "wird dame",
        "wer greift an",
        "quatsch",
        "springer felix drei quatsch",
        "springer felix drei zeit",
        "zeit springer felix drei",
        "uhr springer felix drei",
        "ja ich gebe auf",
    ] {
        let heard = hear(&position(START), &Expectation::Move, &[(words, 0.0)]);
        assert!(matches!(heard, Understanding::NotUnderstood { .. }), "{words}: {heard:?}");
    }
    let nothing = |alternatives: &[(&str, f32)]| hear(&position(START), &Expectation::Move, alternatives);
    assert_eq!(nothing(&[]), Understanding::NotUnderstood { why: Rejection::Silence });
    assert_eq!(nothing(&[("", 1.0)]), Understanding::NotUnderstood { why: Rejection::Silence });
    assert_eq!(nothing(&[("äh", 1.0)]), Understanding::NotUnderstood { why: Rejection::Silence });
    assert_eq!(
        nothing(&[("springer [unk] drei", 1.0)]),
        Understanding::NotUnderstood { why: Rejection::UnknownWords }
    );
}

#[test]
fn illegal_moves_are_heard_as_what_they_are() {
    for (fen, words) in [
        (START, "läufer felix eins cesar vier"),
        (START, "springer felix fünf"),
        (START, "dame hector fünf"),
        (START, "kurze rochade"),
        (START, "rochade"),
        (START, "eva vier eva fünf"),
        (EN_PASSANT, "könig eva acht eva sieben"),
    ] {
        let position = position(fen);
        match hear(&position, &Expectation::Move, &[(words, 0.0), ("eva vier", -10.0)]) {
            Understanding::Understood { intent: Intent::Move(attempt), .. } => {
                let verdict = judge(&position, &attempt);
                assert!(matches!(verdict, Verdict::Illegal(_)), "{words}: {verdict:?}");
            }
            other => panic!("{words}: {other:?}"),
        }
    }
}

#[test]
fn castling_without_its_side() {
    let heard = |fen| hear(&position(fen), &Expectation::Move, &[("rochade", 0.0)]);
    let castling = |side| Intent::Move(Attempt::castling(side));
    let (short, long) = (castling(CastlingSide::KingSide), castling(CastlingSide::QueenSide));
    assert_eq!(heard(CASTLING), Understanding::Ambiguous(vec![short, long.clone()]));
    assert_eq!(heard(ONLY_LONG), Understanding::Understood { intent: long, sure: false });
}

#[test]
fn several_things_in_one_breath() {
    let moves = |words: &str, position: &Chess| match hear(position, &Expectation::Move, &[(words, 0.0)]) {
        Understanding::Sequence(intents) => intents.len(),
        Understanding::Understood { .. } => 1,
        _ => 0,
    };
    let start = position(START);
    for (words, count) in [
        ("springer felix drei uhr", 2),
        ("springer felix drei remis", 2),
        ("springer felix drei remis anbieten uhr", 3),
        ("ja uhr", 2),
        ("nein springer felix drei", 2),
        ("bauer eva zwei eva vier bauer eva sieben eva fünf", 2),
        ("springer gustav eins felix drei uhr springer bella acht cesar sechs uhr", 4),
        // The second is not legal after the first.
        ("springer felix drei springer felix drei", 0),
        ("bauer eva zwei eva vier bauer david zwei david vier", 0),
        // The first is not legal: that is what must be said.
        ("springer felix fünf uhr", 1),
        ("springer felix fünf springer cesar sechs", 0),
    ] {
        assert_eq!(moves(words, &start), count, "{words}");
    }
    let both = [("springer felix drei uhr", 9.0), ("springer felix drei", 8.0)];
    let heard = hear(&start, &Expectation::Move, &both);
    assert_eq!(outcome(&start, &heard), Outcome::Unsure("Sf3").to_string());
}

#[test]
fn answers() {
    let middle = position(MIDDLE);
    let knights = candidates(&middle, "springer david zwei");
    let two_pawns = position("4k3/8/3p4/3p4/2P1P3/8/8/4K3 w - - 0 1");
    let pawns = candidates(&two_pawns, "bauer schlägt david fünf");
    let rooks = position("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1");
    let rooks_moves = candidates(&rooks, "turm anna drei");
    let promotion = position(PROMOTION);
    let pieces = candidates(&promotion, "anna acht");
    let table = [
        (&middle, Expectation::WhichPiece(knights.clone()), "bella", "Sbd2"),
        (&middle, Expectation::WhichPiece(knights.clone()), "bella eins", "Sbd2"),
        (&middle, Expectation::WhichPiece(knights.clone()), "der springer bella", "Sbd2"),
        (&middle, Expectation::WhichPiece(knights.clone()), "der auf felix drei", "Sfd2"),
        (&middle, Expectation::WhichPiece(knights.clone()), "der erste", "Sbd2"),
        (&middle, Expectation::WhichPiece(knights.clone()), "der zweite", "Sfd2"),
        (&middle, Expectation::WhichPiece(knights.clone()), "nummer zwei", "Sfd2"),
        (&middle, Expectation::WhichPiece(knights.clone()), "eins", "Sbd2"),
        (&middle, Expectation::WhichPiece(knights.clone()), "b", "Sbd2"),
        (&middle, Expectation::WhichPiece(knights.clone()), "springer bella david zwei", "Sbd2"),
        // Another move after all.
        (&middle, Expectation::WhichPiece(knights.clone()), "kurze rochade", "0-0"),
        (&middle, Expectation::WhichPiece(knights), "hector drei", "h3"),
        (&two_pawns, Expectation::WhichPiece(pawns), "cesar", "cxd5"),
        (&rooks, Expectation::WhichPiece(rooks_moves.clone()), "fünf", "T5a3"),
        (&rooks, Expectation::WhichPiece(rooks_moves), "anna eins", "T1a3"),
        (&promotion, Expectation::Promotion(pieces.clone()), "dame", "a8D"),
        (&promotion, Expectation::Promotion(pieces.clone()), "eine dame", "a8D"),
        (&promotion, Expectation::Promotion(pieces.clone()), "wird springer", "a8S"),
        (&promotion, Expectation::Promotion(pieces), "anna acht turm", "a8T"),
    ];
    for (position, expects, words, expected) in table {
        let heard = hear(position, &expects, &[(words, 0.0)]);
        assert_eq!(outcome(position, &heard), Outcome::Sure(expected).to_string(), "{words} to {expects:?}");
    }
    // Answers without a question are none.
    for words in ["bella", "der erste", "beenden", "einverstanden"] {
        let heard = hear(&middle, &Expectation::Move, &[(words, 0.0)]);
        assert!(matches!(heard, Understanding::NotUnderstood { .. }), "{words}: {heard:?}");
    }
    let understood = |intent| Understanding::Understood { intent, sure: true };
    for (words, intent) in [
        ("annehmen", Intent::Accept),
        ("einverstanden", Intent::Accept),
        ("ablehnen", Intent::Decline),
        ("ja", Intent::Yes),
        ("nein", Intent::No),
    ] {
        assert_eq!(hear(&middle, &Expectation::DrawAnswer, &[(words, 0.0)]), understood(intent), "{words}");
    }
    // No knight stands on the g-file: heard, but none of them.
    let knights = candidates(&middle, "springer david zwei");
    match hear(&middle, &Expectation::WhichPiece(knights), &[("gustav", 0.0)]) {
        Understanding::Understood { intent: Intent::Move(attempt), .. } => {
            assert!(matches!(judge(&middle, &attempt), Verdict::Illegal(_)), "{attempt:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_of_the_game_is_heard_where_there_is_none() {
    let start = position(START);
    let heard = |expects: &Expectation, words| hear(&start, expects, &[(words, 0.0)]);
    for (words, expects) in [
        ("weiß verliert", Expectation::Nothing),
        ("weiß verliert", Expectation::MicrophoneOn),
        ("eva vier", Expectation::MicrophoneOn),
    ] {
        let heard = heard(&expects, words);
        assert!(matches!(heard, Understanding::NotUnderstood { .. }), "{words}: {heard:?}");
    }
    // It is refused, and for that it is heard.
    let e4 = heard(&Expectation::Nothing, "eva vier");
    assert!(matches!(e4, Understanding::Understood { intent: Intent::Move(_), .. }), "{e4:?}");
    let on = Understanding::Understood { intent: Intent::MicrophoneOn, sure: true };
    assert_eq!(heard(&Expectation::Nothing, "mikrofon an"), on);
    assert_eq!(heard(&Expectation::MicrophoneOn, "mikrofon an"), on);
    assert!(matches!(heard(&Expectation::MicrophoneOn, "hilfe"), Understanding::NotUnderstood { .. }));
}

/// Letters of other languages are taken where nothing else can be meant by them.
#[test]
fn letters_of_other_languages_are_typed_too() {
    let check = |fen: &str, line: &str, means: &str| {
        let position = position(fen);
        let moment = Moment::of_position(&position);
        let said = match GRAMMAR.with(|grammar| grammar.understand_text(line, &moment)) {
            Understanding::Understood { intent: Intent::Move(attempt), .. } => {
                match judge(&position, &attempt) {
                    Verdict::Legal(m) => m.to_uci(shakmaty::CastlingMode::Standard).to_string(),
                    other => format!("{other:?}").split(['(', ' ']).next().unwrap_or_default().to_owned(),
                }
            }
            Understanding::Ambiguous(intents) => format!("one of {}", intents.len()),
            other => format!("{other:?}"),
        };
        assert_eq!(said, means, "{line}");
    };
    for line in ["Nf3", "Sf3", "Кf3", "♘f3", "Cf3", "Ng1f3", "g1f3", "Sg1-f3"] {
        check(START, line, "g1f3");
    }
    check("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "Bb5", "f1b5");
    check("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "Qh5", "d1h5");
    // A bishop in English, a pawn here: both can be.
    check("4k3/8/8/8/8/8/1P2B3/4K3 w - - 0 1", "Bb5", "e2b5");
    check("4k3/8/8/1P6/8/8/4B3/4K3 w - - 0 1", "Bb6", "b5b6");
    check("4k3/8/8/8/8/3B4/1P6/4K3 w - - 0 1", "Bb1", "d3b1");
    check("4k3/8/8/8/8/4B3/1P6/4K3 w - - 0 1", "Ba3", "Illegal");
    check("4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1", "Bb3", "b2b3");
    check("4k3/8/8/8/8/2B5/1P6/4K3 w - - 0 1", "Bb4", "one of 2");
    // The king of this language, and not the knight of others.
    check("4k3/8/8/8/8/8/8/N3K2R w - - 0 1", "Kd2", "e1d2");
    check(START, "Nf6", "Illegal");
}

fn check(fen: &str, words: &str, expected: &'static str) {
    let position = position(fen);
    let heard = hear(&position, &Expectation::Move, &[(words, 0.0)]);
    assert_eq!(outcome(&position, &heard), Outcome::Sure(expected).to_string(), "{words}");
}

fn check_typed(fen: &str, line: &str, expected: &'static str) {
    let position = position(fen);
    let heard = GRAMMAR.with(|g| g.understand_text(line, &moment(&position, &Expectation::Move)));
    assert_eq!(outcome(&position, &heard), Outcome::Sure(expected).to_string(), "{line}, typed");
}

/// The moves asked about after these words.
fn candidates(position: &Chess, words: &str) -> Vec<Move> {
    match hear(position, &Expectation::Move, &[(words, 0.0)]) {
        Understanding::Understood { intent: Intent::Move(attempt), .. } => match judge(position, &attempt) {
            Verdict::Ambiguous(moves) | Verdict::PromotionMissing(moves) => moves,
            other => panic!("{words}: {other:?}"),
        },
        other => panic!("{words}: {other:?}"),
    }
}
