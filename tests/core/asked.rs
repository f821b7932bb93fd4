//! What people ask, as they ask it: typed and written in braille, in both languages.

use annabella::{
    grammar::{Grammar, Intent, Irregularity, Moment, Question, Step, Understanding, Whose},
    language::LanguageFolder,
    laws::{Act, Chess, ClockFault, Color, Role, Square},
};

fn asked(language: &str, table: &[(&str, Intent)]) {
    let grammar = Grammar::of(LanguageFolder::find(language).unwrap());
    let position = Chess::default();
    for (line, intent) in table {
        let understood = grammar.understand_text(line, &Moment::of_position(&position));
        assert_eq!(understood, Understanding::Understood { intent: intent.clone(), sure: true }, "{line}");
    }
}

fn ask(question: Question) -> Intent {
    Intent::Ask(question)
}

#[test]
fn in_german() {
    let queens = Question::Pieces { role: Some(Role::Queen), of: Whose::Both };
    asked(
        "de",
        &[
            ("Wie viel Zeit habe ich?", ask(Question::MyTime)),
            ("wie lange habe ich noch", ask(Question::MyTime)),
            ("Wie viel Zeit hat Weiß noch?", ask(Question::TimeOf(Color::White))),
            ("wie spät ist es auf der Uhr", ask(Question::Times)),
            ("Was hat Schwarz gezogen?", ask(Question::LastMoveOf(Color::Black))),
            ("was hat er gezogen", ask(Question::LastMove)),
            ("bin ich dran", ask(Question::Turn)),
            ("Wer ist dran?", ask(Question::Turn)),
            ("ist Schwarz am Zug", ask(Question::Turn)),
            ("Wo steht die Dame?", ask(queens)),
            ("wo sind die Damen", ask(queens)),
            (
                "wo stehen die springer von schwarz",
                ask(Question::Pieces { role: Some(Role::Knight), of: Whose::Of(Color::Black) }),
            ),
            ("wo sind meine Figuren", ask(Question::Pieces { role: None, of: Whose::Mine })),
            ("welche Figuren hat Weiß", ask(Question::Pieces { role: None, of: Whose::Of(Color::White) })),
            ("ist Eva fünf gedeckt", ask(Question::Defenders(Square::E5))),
            ("ist e5 gedeckt", ask(Question::Defenders(Square::E5))),
            ("was greift e5 an", ask(Question::Attackers(Square::E5))),
            ("ist e5 angegriffen?", ask(Question::Attackers(Square::E5))),
            ("welche Farbe hat e4", ask(Question::SquareColour(Square::E4))),
            ("was ist gefesselt?", ask(Question::Pins(Whose::Both))),
            ("was ist bei Weiß gefesselt", ask(Question::Pins(Whose::Of(Color::White)))),
            ("welche schwarzen Figuren sind gefesselt", ask(Question::Pins(Whose::Of(Color::Black)))),
            ("sind meine figuren gefesselt", ask(Question::Pins(Whose::Mine))),
            ("ist der Springer Felix drei gefesselt?", ask(Question::Pinned(Square::F3))),
            ("ist f3 gefesselt", ask(Question::Pinned(Square::F3))),
            (
                "wo stehen die schwarzen Figuren",
                ask(Question::Pieces { role: None, of: Whose::Of(Color::Black) }),
            ),
            (
                "wo sind die weißen Springer",
                ask(Question::Pieces { role: Some(Role::Knight), of: Whose::Of(Color::White) }),
            ),
            (
                "wo steht der schwarze Koenig",
                ask(Question::Pieces { role: Some(Role::King), of: Whose::Of(Color::Black) }),
            ),
            ("meine Figuren", ask(Question::Pieces { role: None, of: Whose::Mine })),
            ("weiße Figuren", ask(Question::Pieces { role: None, of: Whose::Of(Color::White) })),
            ("was kann der Springer f3 schlagen", ask(Question::CapturesFrom(Square::F3))),
            ("mögliche Züge Springer f3", ask(Question::MovesFrom(Square::F3))),
            ("ist der Bauer e5 gedeckt", ask(Question::Defenders(Square::E5))),
            ("wer greift den Bauern e5 an", ask(Question::Attackers(Square::E5))),
            ("Was hat sich geändert?", ask(Question::Changes)),
            ("was wurde zuletzt geschlagen", ask(Question::LastCapture)),
            ("geschlagene Figuren", ask(Question::Captured)),
            ("wohin kann g1 ziehen", ask(Question::MovesFrom(Square::G1))),
            ("wie heißt mein Gegner?", ask(Question::Opponent)),
            ("Grundstellung", ask(Question::Start)),
            ("welche Bedenkzeit gilt", ask(Question::TimeControl)),
            ("kann ich reklamieren", ask(Question::Claims)),
            ("Partieliste", ask(Question::Score)),
            ("Wie bitte?", Intent::Repeat),
            ("was war das", Intent::Repeat),
            ("nochmal", Intent::Repeat),
            (
                "die Uhr ist kaputt",
                Intent::Irregular(Irregularity::Clock { fault: ClockFault::Defect, after: None }),
            ),
            (
                "Schwarz hat mit zwei Händen gezogen",
                Intent::Irregular(Irregularity::TwoHands(Some(Color::Black))),
            ),
            ("das Brett ist verkehrt", Intent::Irregular(Irregularity::BoardTurned)),
            ("Rückblick", Intent::Review(Step::Begin)),
            ("Zug zwölf", Intent::Review(Step::To { number: 12, by: None })),
            ("zeige Zug 3 Schwarz", Intent::Review(Step::To { number: 3, by: Some(Color::Black) })),
            ("ich habe verloren", Intent::Declared { by: None, act: Act::Resign }),
            ("unentschieden", Intent::Declared { by: None, act: Act::OfferDraw }),
            ("Hilfe Uhr", Intent::HelpOn(1)),
            ("hilfe zur stellung", Intent::HelpOn(3)),
            ("hilf mir", Intent::Help),
        ],
    );
}

#[test]
fn in_english() {
    let queens = Question::Pieces { role: Some(Role::Queen), of: Whose::Both };
    asked(
        "en",
        &[
            ("How much time do I have?", ask(Question::MyTime)),
            ("how much time does Black have left", ask(Question::TimeOf(Color::Black))),
            ("What did Black play?", ask(Question::LastMoveOf(Color::Black))),
            ("Is it my move?", ask(Question::Turn)),
            ("whose move is it", ask(Question::Turn)),
            ("Where is the queen?", ask(queens)),
            ("where are my men", ask(Question::Pieces { role: None, of: Whose::Mine })),
            ("Is e5 defended?", ask(Question::Defenders(Square::E5))),
            ("what attacks e5", ask(Question::Attackers(Square::E5))),
            ("what colour is e4", ask(Question::SquareColour(Square::E4))),
            ("what is pinned", ask(Question::Pins(Whose::Both))),
            ("which white pieces are pinned", ask(Question::Pins(Whose::Of(Color::White)))),
            ("are my pieces pinned", ask(Question::Pins(Whose::Mine))),
            ("is the knight on f3 pinned", ask(Question::Pinned(Square::F3))),
            ("where are the black pieces", ask(Question::Pieces { role: None, of: Whose::Of(Color::Black) })),
            (
                "where are the white knights",
                ask(Question::Pieces { role: Some(Role::Knight), of: Whose::Of(Color::White) }),
            ),
            ("my pieces", ask(Question::Pieces { role: None, of: Whose::Mine })),
            ("what can the knight f3 capture", ask(Question::CapturesFrom(Square::F3))),
            ("possible moves of the knight f3", ask(Question::MovesFrom(Square::F3))),
            ("is the pawn on e5 defended", ask(Question::Defenders(Square::E5))),
            ("what changed", ask(Question::Changes)),
            ("what has been captured", ask(Question::Captured)),
            ("who is my opponent", ask(Question::Opponent)),
            ("time control", ask(Question::TimeControl)),
            ("Pardon?", Intent::Repeat),
            ("say that again", Intent::Repeat),
            (
                "the clock is broken",
                Intent::Irregular(Irregularity::Clock { fault: ClockFault::Defect, after: None }),
            ),
            ("a piece fell", Intent::Irregular(Irregularity::Displaced(None))),
            ("review", Intent::Review(Step::Begin)),
            ("move twelve", Intent::Review(Step::To { number: 12, by: None })),
            ("i give up", Intent::Declared { by: None, act: Act::Resign }),
            ("help clock", Intent::HelpOn(1)),
        ],
    );
}

#[test]
fn a_move_is_a_move_in_passing_words_and_in_other_letters() {
    for (language, line, san) in [
        ("de", "ich rochiere kurz", "O-O"),
        ("de", "Nf3", "Nf3"),
        ("de", "Sf3", "Nf3"),
        ("en", "i castle kingside", "O-O"),
        ("en", "nf3", "Nf3"),
    ] {
        let grammar = Grammar::of(LanguageFolder::find(language).unwrap());
        let game =
            annabella::laws::Game::from_fen("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPBPPP/RNBQK2R w KQkq - 0 1");
        let start = annabella::laws::Game::default();
        let castles = game.unwrap();
        let position = if san == "O-O" { castles.position() } else { start.position() };
        let understood = grammar.understand_text(line, &Moment::of_position(position));
        let Understanding::Understood { intent: Intent::Move(attempt), .. } = understood else {
            panic!("{line}: {understood:?}");
        };
        let annabella::laws::Verdict::Legal(m) = annabella::laws::judge(position, &attempt) else {
            panic!("{line}: {attempt:?}");
        };
        assert_eq!(shakmaty::san::San::from_move(position, m).to_string(), san, "{line}");
    }
}

/// The recognizer listens for none of the words that are only typed, and the model need not know them.
#[test]
fn what_is_only_typed_is_not_listened_for() {
    for (language, typed) in [("de", "gefesselt"), ("en", "pinned")] {
        let mut grammar = Grammar::of(LanguageFolder::find(language).unwrap());
        let position = Chess::default();
        let moment = Moment::of_position(&position);
        assert!(!grammar.words().iter().any(|word| word == typed));
        assert!(grammar.phrases(&moment).iter().all(|phrase| !phrase.contains(typed)));
        let lacking = grammar.listen_to(|_| false);
        assert!(!lacking.iter().any(|word| word == typed));
    }
}

/// Without all that is only typed the recognizer listens for the same.
#[test]
fn the_listening_list_does_not_grow_by_what_is_typed() {
    for language in annabella::language::LANGUAGES {
        let mut file: toml::Table = language.words.parse().unwrap();
        for section in ["answers", "commands", "questions", "desk"] {
            let entries = file[section].as_table_mut().unwrap();
            for entry in entries.iter_mut().map(|(_, entry)| entry.as_table_mut().unwrap()) {
                // What is only typed needs some phrase.
                let spoken = !entry["phrases"].as_array().unwrap().is_empty();
                if let Some(typed) = entry.get_mut("typed").and_then(|typed| typed.as_array_mut()) {
                    typed.truncate(usize::from(!spoken));
                }
            }
        }
        let position = Chess::default();
        let moment = Moment::of_position(&position);
        let listens = |grammar: &Grammar| (grammar.words().to_vec(), grammar.phrases(&moment));
        let without = Grammar::parse(&toml::to_string(&file).unwrap(), "without").unwrap();
        assert!(listens(&Grammar::of(language)) == listens(&without), "{}", language.tag);
    }
}

/// Hundreds of ways, and what can be said is in the topics.
#[test]
fn everything_that_can_be_said_is_in_a_topic() {
    for language in annabella::language::LANGUAGES {
        let grammar = Grammar::of(language);
        let mut sayings = 0;
        for topic in grammar.topics() {
            assert!(!topic.title.is_empty() && !topic.sayings.is_empty());
            for saying in &topic.sayings {
                sayings += 1;
                assert!(!saying.words.is_empty(), "{}: {saying:?}", topic.title);
                assert!(saying.begin.as_ref().is_none_or(|begin| saying.words.starts_with(begin.as_str())));
            }
        }
        assert!(sayings > 75, "{}: {sayings}", language.tag);
    }
}
