//! What is understood in German, form by form.

use annabella::grammar::{
    Expects, Grammar, Intent, Irregularity, Moment, Pause, Question, Understanding, Whose, WhyNot,
};
use annabella::laws::{
    Act, Attempt, CastlingSide, Chess, ClockFault, Color, File, Game, Move, Rank, Role, Square, Verdict,
    judge,
};
use annabella::notation::san;

use crate::heard::{alternative, hearings};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Knights on b1 and f3 reach d2, and a pawn can take in two ways.
const MIDDLE: &str = "r3k2r/ppp2ppp/2n2n2/3qp3/2PPb3/5N2/PP3PPP/RNBQK2R w KQkq - 0 1";
const PROMOTION: &str = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const ONLY_LONG: &str = "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1";

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
    ];
    for (fen, line, expected) in table {
        check_typed(fen, line, expected);
    }
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
        ("dreimalige stellung mit springer felix drei", Act::ClaimThreefold(Some(knight.clone())).into()),
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
        ("letzter zug", Intent::Ask(Question::LastMove)),
        ("die letzten drei züge", Intent::Ask(Question::LastMoves(3))),
        ("die letzten zwo züge", Intent::Ask(Question::LastMoves(2))),
        ("die letzten zehn züge", Intent::Ask(Question::LastMoves(10))),
        ("zugnummer", Intent::Ask(Question::MoveNumber)),
        ("wer ist am zug", Intent::Ask(Question::Turn)),
        ("zeit", Intent::Ask(Question::Times)),
        ("meine zeit", Intent::Ask(Question::MyTime)),
        ("zeit weiß", Intent::Ask(Question::TimeOf(Whose::Of(Color::White)))),
        ("bedenkzeit von schwarz", Intent::Ask(Question::TimeOf(Whose::Of(Color::Black)))),
        ("verbrauchte zeit", Intent::Ask(Question::TimeUsed(Whose::Both))),
        ("zeitverbrauch von schwarz", Intent::Ask(Question::TimeUsed(Whose::Of(Color::Black)))),
        ("wie viele züge", Intent::Ask(Question::MovesCompleted)),
        ("ist die zeit abgelaufen", Intent::Ask(Question::Flag)),
        ("was ist berührt", Intent::Ask(Question::Touched)),
        ("mitschrift", Intent::Ask(Question::Score)),
        ("was steht auf dem umschlag", Intent::Ask(Question::Envelope)),
        ("liegt ein remisangebot vor", Intent::Ask(Question::Offer)),
        ("stellung", Intent::Ask(Question::Position)),
        ("was steht auf eva vier", Intent::Ask(Question::Square(Square::E4))),
        (
            "wo sind meine springer",
            Intent::Ask(Question::Pieces { role: Some(Role::Knight), of: Whose::Mine }),
        ),
        ("wo sind seine türme", Intent::Ask(Question::Pieces { role: Some(Role::Rook), of: Whose::Theirs })),
        ("wo steht mein könig", Intent::Ask(Question::Pieces { role: Some(Role::King), of: Whose::Mine })),
        ("reihe vier", Intent::Ask(Question::Rank(Rank::Fourth))),
        ("linie eva", Intent::Ask(Question::File(File::E))),
        ("diagonale anna eins hector acht", Intent::Ask(Question::Diagonal(Square::A1, Some(Square::H8)))),
        ("diagonale eva vier", Intent::Ask(Question::Diagonal(Square::E4, None))),
        ("wer greift eva vier an", Intent::Ask(Question::Attackers(Square::E4))),
        ("mögliche züge von eva zwei", Intent::Ask(Question::MovesFrom(Square::E2))),
        ("material", Intent::Ask(Question::Material)),
    ];
    let position = position(START);
    for (words, intent) in table {
        let expected = Understanding::Understood { intent, sure: true };
        assert_eq!(hear(&position, &Expects::Move, &[(words, 0.0)]), expected, "{words}");
        let typed =
            GRAMMAR.with(|g| g.understand_text(&words.to_uppercase(), &moment(&position, &Expects::Move)));
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
        ("turm anna eins bella zwei", false),
        ("ich gebe auf", false),
    ] {
        let phrases = GRAMMAR.with(|g| g.phrases(&moment(&position, &Expects::Move)));
        let times = phrases.iter().filter(|phrase| *phrase == words).count();
        assert_eq!(times > 1, legal, "{words}: {times} times");
    }
    let over = GRAMMAR.with(|g| g.phrases(&moment(&position, &Expects::Nothing)));
    assert!(!over.iter().any(|phrase| phrase.contains("turm anna")), "no moves once the game is over");
}

#[test]
fn what_a_pause_means_is_known_in_all_spellings() {
    use Pause::{Begun, Complete, MayGoOn, Other};
    // The knight on f3 can go on to e5: a move to f3 may be the beginning of one from there.
    let on_f3 = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
    let table = [
        (START, "springer", Begun),
        (START, "springer gustav eins", Begun), // no knight can go there
        (START, "springer gustav eins felix", Begun),
        (START, "springer felix", Begun),
        (START, "gustav eins", Begun),
        (START, "springer g eins f", Begun),
        (START, "g eins", Begun),
        (START, "g", Begun),
        (START, "springer von g eins nach f", Begun),
        (START, "äh springer von gustav eins", Begun),
        (START, "springer gustav eins felix drei", Complete),
        (START, "springer f drei", Complete),
        (START, "springer felix drei", Complete),
        (START, "e vier", Complete),
        (START, "eva vier", Complete),
        (START, "e zwei e vier", Complete),
        (START, "turm anna eins", Other),       // it cannot move
        (START, "springer felix sechs", Other), // not legal
        (START, "kurze", Other),
        (START, "uhr", Other),
        (START, "", Other),
        (on_f3, "springer felix drei", Begun),
        (on_f3, "springer felix drei eva fünf", Complete),
        (CASTLING, "kurze", Begun),
        (CASTLING, "kurze rochade", Complete),
        (CASTLING, "turm anna eins schlägt", Begun),
        (PROMOTION, "anna", Begun),
        (PROMOTION, "anna acht", MayGoOn), // which piece?
        (PROMOTION, "anna acht dame", Complete),
    ];
    for (fen, words, expected) in table {
        assert_eq!(pause(&position(fen), words, &Expects::Move), expected, "{fen}: {words}");
    }
    let middle = position(MIDDLE);
    let which = Expects::WhichPiece(candidates(&middle, "springer david zwei"));
    assert_eq!(pause(&middle, "bella", &Expects::Move), Begun, "as in bella eins david zwei");
    assert_ne!(pause(&middle, "bella", &which), Begun, "that is an answer");
    assert_eq!(pause(&middle, "bella", &Expects::Nothing), Other, "no moves once the game is over");
}

#[test]
fn the_rest_of_a_move_is_never_taken_alone() {
    let position = position(START);
    let heard = |begun: &str, rest: &str| {
        let begun: Vec<String> = begun.split(' ').map(str::to_owned).collect();
        GRAMMAR.with(|g| {
            let moment = moment(&position, &Expects::Move);
            let alone = [alternative(rest, 0.0), alternative("[unk]", -5.0)];
            let joined = g.joined(&begun, &alone, &moment);
            joined.map(|joined| g.understand(&joined, &moment))
        })
    };
    let move_of = |understood: Option<Understanding>| match understood {
        Some(Understanding::Understood { intent: Intent::Move(attempt), sure }) => {
            let Verdict::Legal(m) = judge(&position, &attempt) else { panic!("{attempt:?}") };
            Some((m.to_string(), sure))
        }
        // The knight's move, which is not legal, among them.
        Some(Understanding::Rivals(intents)) => {
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
        // Begun anew.
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
        g.joined(&begun, &[alternative("gustav eins", 0.0)], &moment(&position, &Expects::Move))
    });
    assert_eq!(goes_on.expect("a beginning")[0].words, ["springer", "gustav", "eins"]);
}

fn pause(position: &Chess, words: &str, expects: &Expects) -> Pause {
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    GRAMMAR.with(|g| g.pause(&words, &moment(position, expects)))
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
        "die letzten züge",
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
        "korrektur springer felix drei",
        "uhr springer felix drei",
        "ja ich gebe auf",
    ] {
        let heard = hear(&position(START), &Expects::Move, &[(words, 0.0)]);
        assert!(matches!(heard, Understanding::NotUnderstood { .. }), "{words}: {heard:?}");
    }
    let nothing = |alternatives: &[(&str, f32)]| hear(&position(START), &Expects::Move, alternatives);
    assert_eq!(nothing(&[]), Understanding::NotUnderstood { why: WhyNot::Silence });
    assert_eq!(nothing(&[("", 1.0)]), Understanding::NotUnderstood { why: WhyNot::Silence });
    assert_eq!(nothing(&[("äh", 1.0)]), Understanding::NotUnderstood { why: WhyNot::Silence });
    assert_eq!(
        nothing(&[("springer [unk] drei", 1.0)]),
        Understanding::NotUnderstood { why: WhyNot::UnknownWords }
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
        match hear(&position, &Expects::Move, &[(words, 0.0), ("eva vier", -10.0)]) {
            Understanding::Understood { intent: Intent::Move(attempt), .. } => {
                let verdict = judge(&position, &attempt);
                assert!(matches!(verdict, Verdict::Illegal(_)), "{words}: {verdict:?}");
            }
            other => panic!("{words}: {other:?}"),
        }
    }
}

#[test]
fn rivals() {
    use Outcome::*;
    type Row<'a> = (&'a str, &'a [(&'a str, f32)], Outcome);
    let table: &[Row] = &[
        ("the best is legal and alone", &[("eva vier", 9.0), ("eva fünf", 0.0)], Sure("e4")),
        ("a legal one as good", &[("eva vier", 9.0), ("eva drei", 8.9)], Asked(&["e4", "e3"])),
        ("a legal one close", &[("eva vier", 9.0), ("eva drei", 7.0)], Unsure("e4")),
        ("an illegal one close", &[("eva vier", 9.0), ("eva fünf", 8.0)], Sure("e4")),
        ("the same move in other words", &[("eva vier", 9.0), ("e vier", 8.9)], Sure("e4")),
        (
            "or in more words",
            &[("springer felix drei", 9.0), ("springer gustav eins felix drei", 8.9)],
            Sure("Sf3"),
        ),
        ("the best is illegal, clearly", &[("eva fünf", 9.0), ("eva vier", 1.0)], Illegal),
        (
            "the best is illegal, a legal one close",
            &[("eva fünf", 9.0), ("eva vier", 7.5)],
            Asked(&["?", "e4"]),
        ),
        ("and as good", &[("eva fünf", 9.0), ("eva vier", 8.8)], Unsure("e4")),
        ("the best is no phrase", &[("eva eva vier", 9.0), ("eva vier", 8.0)], Unsure("e4")),
        (
            "the best is no phrase, the next is far",
            &[("eva eva vier", 9.0), ("eva vier", 1.0)],
            Asked(&["e4"]),
        ),
        ("the best is no phrase, the next illegal", &[("eva eva fünf", 9.0), ("eva fünf", 8.0)], Nothing),
        ("the best has strange words", &[("[unk] vier", 9.0), ("eva vier", 8.0)], Unsure("e4")),
        ("the best has strange words, the next is far", &[("[unk] vier", 9.0), ("eva vier", 1.0)], Nothing),
        ("strange words resign nothing", &[("ich [unk] auf", 9.0), ("ich gebe auf", 8.9)], Nothing),
        ("the order does not matter", &[("eva fünf", 0.0), ("eva vier", 9.0)], Sure("e4")),
    ];
    let position = position(START);
    for (what, alternatives, expected) in table {
        let heard = hear(&position, &Expects::Move, alternatives);
        assert_eq!(outcome(&position, &heard), expected.to_string(), "{what}");
    }
}

/// Where nothing fits, it is asked among the legal moves that were heard near enough.
#[test]
fn nothing_fits() {
    use Outcome::*;
    let table: &[(&str, &[Hearing], Outcome)] = &[
        (
            "the letter is lost",
            &[&[("vier", 9.0), ("eva vier", 8.0), ("david vier", 7.9)]],
            Asked(&["e4", "d4"]),
        ),
        ("in other words", &[&[("turm eva", 9.0), ("gustav springer felix drei", 8.0)]], Asked(&["Sf3"])),
        (
            "one move in two ways",
            &[&[
                ("turm eva", 9.0),
                ("gustav springer felix drei", 8.0),
                ("gustav eins felix drei david", 7.0),
            ]],
            Asked(&["Sf3"]),
        ),
        (
            "an illegal one is none of them",
            &[&[("vier", 9.0), ("eva sechs", 8.9), ("eva vier", 8.8), ("david vier", 8.7)]],
            Asked(&["e4", "d4"]),
        ),
        ("too far", &[&[("turm eva", 9.0), ("gustav springer felix drei", 5.0)]], Nothing),
        (
            "too many",
            &[&[
                ("vier", 9.0),
                ("eva vier", 8.0),
                ("david vier", 8.0),
                ("anna vier", 8.0),
                ("bella vier", 8.0),
            ]],
            Nothing,
        ),
        ("noise", &[&[("david", 9.0), ("david vier", 8.0), ("eva vier", 8.0)]], Nothing),
        ("talk", &[&[("stellung hilfe", 9.0), ("eva vier", 8.0), ("david vier", 8.0)]], Nothing),
        ("strange words", &[&[("[unk] hilfe", 9.0), ("eva vier", 8.9), ("david vier", 8.8)]], Nothing),
        (
            "the likelier in all hearings first",
            &[
                &[("vier", 9.0), ("eva vier", 8.0), ("david vier", 8.0)],
                &[("vier", 9.0), ("david vier", 8.9), ("eva vier", 8.0)],
            ],
            Asked(&["d4", "e4"]),
        ),
        (
            "said farther away",
            &[&[("turm eva", 9.0), ("(gustav) (springer) (felix) (drei) vier", 8.0)]],
            Nothing,
        ),
    ];
    assert_outcomes(table);
}

/// What is said at the next board runs into a move, and noise sounds like a word more.
#[test]
fn a_move_with_words_too_many() {
    use Outcome::*;
    let table: &[(&str, Outcome)] = &[
        ("springer springer felix drei", Unsure("Sf3")),
        ("gustav springer felix drei", Unsure("Sf3")),
        ("gustav eins felix drei david", Unsure("Sf3")),
        ("dame springer gustav eins felix drei vier", Unsure("Sf3")),
        ("springer felix drei schlägt", Unsure("Sf3")),
        ("eva zwei eva vier cesar sechs bella", Unsure("e4")),
        // As many as the move has.
        ("springer felix drei anna vier turm", Nothing),
        // A short move is often said by chance.
        ("eva vier gustav", Nothing),
        ("eva drei gustav", Nothing),
        // A number is missing, or a letter is another.
        ("eva eva vier", Asked(&["e4"])),
        ("gustav eins drei", Asked(&["Sf3", "Sh3"])),
        ("gustav eins [unk] drei", Asked(&["Sf3", "Sh3"])),
        ("gustav eins felix", Nothing),
        // The longest is what was said, legal or not, and the first of several.
        ("springer felix vier springer cesar drei", Nothing),
        ("springer gustav eins eva vier turm", Nothing),
        ("springer felix drei springer cesar drei", Nothing),
        // A command, or talk.
        ("springer felix drei zeit", Nothing),
        ("springer felix drei weiß", Nothing),
        ("springer felix drei [unk]", Nothing),
    ];
    let position = position(START);
    for (words, expected) in table {
        let heard = hear(&position, &Expects::Move, &[(words, 9.0)]);
        assert_eq!(outcome(&position, &heard), expected.to_string(), "{words}");
    }
    // To a question it is no answer.
    let asked = Expects::Confirmation(Intent::Move(Attempt::default()));
    let heard = hear(&position, &asked, &[("springer springer felix drei", 9.0)]);
    assert_eq!(outcome(&position, &heard), Nothing.to_string());
}

/// A move is read back; nobody reads back a yes, or a pressed clock.
#[test]
fn what_is_no_move_must_be_clear() {
    let middle = position(MIDDLE);
    let doubtful = Understanding::NotUnderstood { why: WhyNot::Doubtful };
    let sure = |intent| Understanding::Understood { intent, sure: true };
    let unsure = |intent| Understanding::Understood { intent, sure: false };
    let time = || Intent::Ask(Question::Times);
    let table: &[(&[(&str, f32)], Understanding)] = &[
        (&[("ja", 9.0), ("nein", 5.0)], sure(Intent::Yes)),
        (&[("ja", 9.0), ("nein", 6.0)], doubtful.clone()),
        (&[("uhr", 9.0), ("[unk]", 8.0)], sure(Intent::PressClock)),
        (&[("uhr", 9.0), ("[unk]", 8.7)], doubtful.clone()),
        (&[("uhr", 9.0), ("vier", 8.0), ("turm", 8.0), ("[unk]", 8.0)], doubtful.clone()),
        (&[("remis", 9.0), ("drei", 8.9)], doubtful.clone()),
        // Two ways to say one thing leave no doubt.
        (&[("remis", 9.0), ("remis anbieten", 9.0), ("drei", 8.9)], sure(Intent::Draw)),
        // The best is no phrase, what comes after it is.
        (&[("uhr vier", 9.0), ("uhr", 8.0)], doubtful),
        (&[("zeit vier", 9.0), ("zeit", 8.0)], unsure(time())),
        // To tell the time is no harm.
        (&[("zeit", 9.0), ("[unk]", 8.9)], unsure(time())),
    ];
    for (alternatives, expected) in table {
        assert_eq!(&hear(&middle, &Expects::Move, alternatives), expected, "{alternatives:?}");
    }
}

/// Words that seem to be other people's, in brackets, are left out only where the whole is no clear phrase.
#[test]
fn words_from_farther_away() {
    use Outcome::*;
    type Row<'a> = (&'a str, &'a [(&'a str, f32)], Outcome);
    let table: &[Row] = &[
        ("after a move", &[("springer felix drei (eins)", 9.0)], Sure("Sf3")),
        ("before it", &[("(turm) (acht) springer felix drei", 9.0)], Sure("Sf3")),
        ("on both sides, unknown ones too", &[("([unk]) springer felix drei ([unk])", 9.0)], Sure("Sf3")),
        ("not far", &[("springer felix drei eins", 9.0)], Unsure("Sf3")),
        ("the whole is a move", &[("eva zwei (eva) (vier)", 9.0)], Sure("e4")),
        ("what is left is illegal", &[("eva sechs (rochade)", 9.0)], Nothing),
        ("what is left is no phrase", &[("springer felix (turm)", 9.0)], Nothing),
        (
            "what is left has a rival",
            &[("eva vier (rochade)", 9.0), ("eva drei (rochade)", 8.9)],
            Asked(&["e4", "e3"]),
        ),
        ("and one close", &[("eva vier (rochade)", 9.0), ("eva drei", 7.0)], Unsure("e4")),
        (
            "the same, with other words after it",
            &[("eva vier (rochade)", 9.0), ("eva vier (eins)", 8.9)],
            Sure("e4"),
        ),
        ("a yes", &[("ja (turm)", 9.0)], Nothing),
        ("all of it, a move", &[("(eva) (vier)", 9.0)], Sure("e4")),
        ("all of it, two moves", &[("(eva) (vier)", 9.0), ("(eva) (drei)", 8.9)], Nothing),
        ("all of it, a doubtful move", &[("(eva) (vier)", 9.0), ("(eva) (drei)", 7.0)], Nothing),
        ("all of it, an illegal move", &[("(eva) (sechs)", 9.0)], Nothing),
        ("all of it, a piece", &[("(springer)", 9.0)], Nothing),
    ];
    let position = position(START);
    for (what, alternatives, expected) in table {
        let heard = hear(&position, &Expects::Move, alternatives);
        assert_eq!(outcome(&position, &heard), expected.to_string(), "{what}");
    }
    // The clock is not pressed and no draw offered by somebody else.
    for words in ["eva vier (uhr)", "eva vier (remis)"] {
        let heard = hear(&position, &Expects::Move, &[(words, 9.0)]);
        assert_eq!(outcome(&position, &heard), Sure("e4").to_string(), "{words}");
    }
}

/// Where the first hearing leaves a doubt, the others may settle it.
#[test]
fn heard_again() {
    use Outcome::*;
    let doubt: Hearing = &[("eva drei", 9.0), ("eva vier", 7.0)];
    let clear: Hearing = &[("eva vier", 9.0), ("eva drei", 1.0)];
    let nothing: Hearing = &[("eva eva vier", 9.0), ("eva vier", 1.0)];
    let illegal: Hearing = &[("eva sechs", 9.0), ("eva vier", 7.0)];
    let unknown: Hearing = &[("[unk]", 9.0), ("eva vier", 8.5)];
    let longer: Hearing = &[("bauer eva vier", 9.0)];
    let anything: Hearing = &[
        ("eva vier", 9.0),
        ("eva", 8.9),
        ("vier", 8.8),
        ("anna vier", 8.6),
        ("turm", 8.5),
        ("dame", 8.4),
        ("ja", 8.3),
        ("acht", 8.2),
    ];
    let among_many: Hearing =
        &[("eva vier", 9.0), ("eva eva", 8.0), ("vier vier", 7.6), ("acht acht", 7.2), ("david david", 7.0)];
    let below_one: Hearing =
        &[("eva eva", 9.0), ("eva vier", 8.0), ("vier vier", 7.6), ("acht acht", 7.2), ("david david", 7.0)];
    let whole: Hearing = &[
        ("eva zwei eva vier", 9.0),
        ("eva eva", 8.0),
        ("vier vier", 7.6),
        ("acht acht", 7.2),
        ("david david", 7.0),
    ];
    let table: &[(&str, &[Hearing], Outcome)] = &[
        ("the first is clear", &[clear, doubt, doubt], Sure("e4")),
        ("a square among many, once the best", &[among_many, below_one, below_one], Unsure("e4")),
        ("a square among many, later the best", &[below_one, among_many, below_one], Unsure("e4")),
        ("a square among many, twice the best", &[among_many, below_one, among_many], Sure("e4")),
        ("a square among few, once the best", &[clear, below_one, doubt], Sure("e4")),
        ("a whole move among many, once the best", &[whole, below_one, below_one], Sure("e4")),
        ("the others are", &[doubt, clear, clear], Sure("e4")),
        ("one is, and another nearly", &[doubt, clear, &[("eva vier", 9.0), ("eva drei", 8.0)]], Sure("e4")),
        ("one is, and the others doubt it", &[doubt, clear, doubt], Unsure("e3")),
        ("one is, and the first says no more than a little of it", &[doubt, clear, nothing], Sure("e4")),
        ("two were equally likely", &[&[("eva drei", 9.0), ("eva vier", 9.0)], clear, nothing], Sure("e4")),
        ("the same in other words", &[doubt, clear, &[("bauer eva zwei eva vier", 9.0)]], Sure("e4")),
        ("illegal a little more likely", &[illegal, illegal, &[("eva vier", 9.0)]], Sure("e4")),
        ("illegal much more likely", &[illegal, illegal, illegal], Asked(&["?", "e4"])),
        ("all say the same in doubt", &[doubt, doubt, doubt], Sure("e3")),
        ("none is clear", &[doubt, nothing, nothing], Unsure("e3")),
        ("one is, and the others say something else", &[doubt, clear, &[("eva drei", 9.0)]], Unsure("e3")),
        ("one is, and the others say nothing of it", &[nothing, nothing, clear], Asked(&["e4"])),
        (
            "what may have been none of the phrases",
            &[doubt, clear, &[("[unk]", 9.0), ("eva vier", 3.0)]],
            Sure("e4"),
        ),
        ("what was none of the phrases", &[nothing, clear, &[("[unk]", 9.0)]], Asked(&["e4"])),
        ("short, and twice none of the phrases", &[clear, unknown, unknown], Unsure("e4")),
        ("longer, and twice none of the phrases", &[longer, unknown, unknown], Sure("e4")),
        ("anything", &[anything, anything, clear], Nothing),
        ("anything but once", &[anything, clear, clear], Sure("e4")),
        ("one is silent", &[doubt, clear], Unsure("e3")),
        ("what is clear is illegal", &[nothing, &[("eva sechs", 9.0)], &[("eva sechs", 9.0)]], Nothing),
        ("a yes", &[&[("ja", 9.0), ("david", 8.9)], &[("ja", 9.0)], &[("ja", 9.0)]], Nothing),
        ("no further ones", &[doubt], Unsure("e3")),
        ("none at all", &[], Nothing),
    ];
    assert_outcomes(table);
}

#[test]
fn castling_without_its_side() {
    let heard = |fen| hear(&position(fen), &Expects::Move, &[("rochade", 0.0)]);
    let castling = |side| Intent::Move(Attempt::castling(side));
    let (short, long) = (castling(CastlingSide::KingSide), castling(CastlingSide::QueenSide));
    assert_eq!(heard(CASTLING), Understanding::Rivals(vec![short, long.clone()]));
    assert_eq!(heard(ONLY_LONG), Understanding::Understood { intent: long, sure: false });
}

#[test]
fn several_things_in_one_breath() {
    let moves = |words: &str, position: &Chess| match hear(position, &Expects::Move, &[(words, 0.0)]) {
        Understanding::Several(intents) => intents.len(),
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
    let heard = hear(&start, &Expects::Move, &both);
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
        (&middle, Expects::WhichPiece(knights.clone()), "bella", "Sbd2"),
        (&middle, Expects::WhichPiece(knights.clone()), "bella eins", "Sbd2"),
        (&middle, Expects::WhichPiece(knights.clone()), "der springer bella", "Sbd2"),
        (&middle, Expects::WhichPiece(knights.clone()), "der auf felix drei", "Sfd2"),
        (&middle, Expects::WhichPiece(knights.clone()), "der erste", "Sbd2"),
        (&middle, Expects::WhichPiece(knights.clone()), "der zweite", "Sfd2"),
        (&middle, Expects::WhichPiece(knights.clone()), "nummer zwei", "Sfd2"),
        (&middle, Expects::WhichPiece(knights.clone()), "eins", "Sbd2"),
        (&middle, Expects::WhichPiece(knights.clone()), "b", "Sbd2"),
        (&middle, Expects::WhichPiece(knights.clone()), "springer bella david zwei", "Sbd2"),
        // Another move after all.
        (&middle, Expects::WhichPiece(knights.clone()), "kurze rochade", "0-0"),
        (&middle, Expects::WhichPiece(knights), "hector drei", "h3"),
        (&two_pawns, Expects::WhichPiece(pawns), "cesar", "cxd5"),
        (&rooks, Expects::WhichPiece(rooks_moves.clone()), "fünf", "T5a3"),
        (&rooks, Expects::WhichPiece(rooks_moves), "anna eins", "T1a3"),
        (&promotion, Expects::Promotion(pieces.clone()), "dame", "a8D"),
        (&promotion, Expects::Promotion(pieces.clone()), "eine dame", "a8D"),
        (&promotion, Expects::Promotion(pieces.clone()), "wird springer", "a8S"),
        (&promotion, Expects::Promotion(pieces), "anna acht turm", "a8T"),
    ];
    for (position, expects, words, expected) in table {
        let heard = hear(position, &expects, &[(words, 0.0)]);
        assert_eq!(outcome(position, &heard), Outcome::Sure(expected).to_string(), "{words} to {expects:?}");
    }
    // Answers without a question are none.
    for words in ["bella", "der erste", "beenden", "annehmen"] {
        let heard = hear(&middle, &Expects::Move, &[(words, 0.0)]);
        assert!(matches!(heard, Understanding::NotUnderstood { .. }), "{words}: {heard:?}");
    }
    let understood = |intent| Understanding::Understood { intent, sure: true };
    for (words, intent) in [
        ("annehmen", Act::AcceptDraw.into()),
        ("remis", Act::AcceptDraw.into()),
        ("ablehnen", Act::DeclineDraw.into()),
        ("ja", Intent::Yes),
        ("nein", Intent::No),
    ] {
        assert_eq!(hear(&middle, &Expects::DrawAnswer, &[(words, 0.0)]), understood(intent), "{words}");
    }
    // No knight stands on the g-file: heard, but none of them.
    let knights = candidates(&middle, "springer david zwei");
    match hear(&middle, &Expects::WhichPiece(knights), &[("gustav", 0.0)]) {
        Understanding::Understood { intent: Intent::Move(attempt), .. } => {
            assert!(matches!(judge(&middle, &attempt), Verdict::Illegal(_)), "{attempt:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_of_the_game_is_heard_where_there_is_none() {
    let start = position(START);
    let heard = |expects: &Expects, words| hear(&start, expects, &[(words, 0.0)]);
    for words in ["eva vier", "ich gebe auf", "weiß verliert"] {
        for expects in [Expects::Nothing, Expects::MicrophoneOn] {
            let heard = heard(&expects, words);
            assert!(matches!(heard, Understanding::NotUnderstood { .. }), "{words}: {heard:?}");
        }
    }
    let on = Understanding::Understood { intent: Intent::MicrophoneOn, sure: true };
    assert_eq!(heard(&Expects::Nothing, "mikrofon an"), on);
    assert_eq!(heard(&Expects::MicrophoneOn, "mikrofon an"), on);
    assert!(matches!(heard(&Expects::MicrophoneOn, "hilfe"), Understanding::NotUnderstood { .. }));
}

/// What came of an utterance, with moves in German notation.
enum Outcome {
    Sure(&'static str),
    Unsure(&'static str),
    Asked(&'static [&'static str]),
    Illegal,
    Nothing,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Sure(m) => write!(f, "{m}"),
            Outcome::Unsure(m) => write!(f, "{m}?"),
            Outcome::Asked(moves) => write!(f, "which of {}", moves.join(", ")),
            Outcome::Illegal => write!(f, "illegal"),
            Outcome::Nothing => write!(f, "not understood"),
        }
    }
}

/// What is heard of one thing: words, and how clearly.
type Hearing<'a> = &'a [(&'a str, f32)];

/// At the first move, what each row's hearings come to.
fn assert_outcomes(table: &[(&str, &[Hearing], Outcome)]) {
    let position = position(START);
    for (what, heard, expected) in table {
        let alternatives = hearings(heard.iter().map(|hearing| hearing.iter().copied()));
        let heard =
            GRAMMAR.with(|grammar| grammar.understand(&alternatives, &moment(&position, &Expects::Move)));
        assert_eq!(outcome(&position, &heard), expected.to_string(), "{what}");
    }
}

fn outcome(position: &Chess, heard: &Understanding) -> String {
    let written = |intent: &Intent| match intent {
        Intent::Move(attempt) => match judge(position, attempt) {
            Verdict::Legal(m) => GRAMMAR.with(|g| san(position, m, g.letters())),
            Verdict::Illegal(_) => "?".to_owned(),
            other => format!("{other:?}"),
        },
        other => format!("{other:?}"),
    };
    match heard {
        Understanding::Understood { intent, sure } => match (written(intent).as_str(), sure) {
            ("?", true) => Outcome::Illegal.to_string(),
            (m, true) => m.to_owned(),
            (m, false) => format!("{m}?"),
        },
        Understanding::Rivals(intents) | Understanding::OneAway(intents) => {
            format!("which of {}", intents.iter().map(written).collect::<Vec<_>>().join(", "))
        }
        Understanding::NotUnderstood { .. } => Outcome::Nothing.to_string(),
        Understanding::Several(intents) => format!("several: {intents:?}"),
    }
}

fn check(fen: &str, words: &str, expected: &'static str) {
    let position = position(fen);
    let heard = hear(&position, &Expects::Move, &[(words, 0.0)]);
    assert_eq!(outcome(&position, &heard), Outcome::Sure(expected).to_string(), "{words}");
}

fn check_typed(fen: &str, line: &str, expected: &'static str) {
    let position = position(fen);
    let heard = GRAMMAR.with(|g| g.understand_text(line, &moment(&position, &Expects::Move)));
    assert_eq!(outcome(&position, &heard), Outcome::Sure(expected).to_string(), "{line}, typed");
}

/// The moves asked about after these words.
fn candidates(position: &Chess, words: &str) -> Vec<Move> {
    match hear(position, &Expects::Move, &[(words, 0.0)]) {
        Understanding::Understood { intent: Intent::Move(attempt), .. } => match judge(position, &attempt) {
            Verdict::Ambiguous(moves) | Verdict::PromotionMissing(moves) => moves,
            other => panic!("{words}: {other:?}"),
        },
        other => panic!("{words}: {other:?}"),
    }
}

thread_local! {
    static GRAMMAR: Grammar = Grammar::of(annabella::language::LANGUAGES[0]);
}

fn hear(position: &Chess, expects: &Expects, alternatives: &[(&str, f32)]) -> Understanding {
    let alternatives: Vec<_> = alternatives.iter().map(|(words, score)| alternative(words, *score)).collect();
    GRAMMAR.with(|grammar| grammar.understand(&alternatives, &moment(position, expects)))
}

fn moment<'a>(position: &'a Chess, expects: &'a Expects) -> Moment<'a> {
    Moment { position, expects }
}

fn position(fen: &str) -> Chess {
    Game::from_fen(fen).unwrap().position().clone()
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
            Understanding::Rivals(intents) => format!("one of {}", intents.len()),
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
