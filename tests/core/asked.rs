//! What people ask, as they ask it: typed and written in braille, in both languages.

use std::{sync::Arc, time::Duration};

use annabella::{
    announce::Announcement,
    grammar::{Expectation, Grammar, Intent, Moment, QuestionContext, Understanding},
    journal::Start,
    language::LanguageFolder,
    laws::{Act, AssistantOf, Chess, Terms},
    session::{Effect, Event, EventKind, Options, Session},
};

/// What is meant, as the lists in `tests/asked` name it.
fn name(intent: &Intent) -> String {
    match intent {
        Intent::Ask(question) => format!("ask {question}"),
        Intent::Declared { by: None, act } => format!("declared {act}"),
        Intent::Declared { by: Some(side), act } => format!("declared {side} {act}"),
        Intent::Review(step) => format!("review {step}"),
        Intent::Order(order) => format!("order {} {order}", order.ruling()).trim().to_owned(),
        other => format!("{other:?}").to_lowercase(),
    }
}

/// How club players ask: hundreds of ways, each with what it means.
#[test]
fn what_people_ask_is_understood_as_they_ask_it() {
    for (language, list) in [("de", include_str!("../asked/de.txt")), ("en", include_str!("../asked/en.txt"))]
    {
        let grammar = crate::grammars::of(LanguageFolder::find(language).unwrap());
        let position = Chess::default();
        let moment = Moment::of_position(&position);
        let (mut meant, mut wrong, mut asked) = ("", Vec::new(), 0);
        for line in list.lines() {
            let Some(phrase) = line.strip_prefix("  ") else {
                meant = line;
                continue;
            };
            asked += 1;
            match grammar.understand_text(phrase, &moment) {
                Understanding::Understood { intent, sure: true } if name(&intent) == meant => {}
                Understanding::Understood { intent, .. } => {
                    wrong.push(format!("{meant}: {phrase} -> {}", name(&intent)))
                }
                other => wrong.push(format!("{meant}: {phrase} -> {other:?}")),
            }
        }
        assert!(asked > 300, "{language}: only {asked}");
        assert!(wrong.is_empty(), "{language}: {} of {asked}\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// As blind club players, assistants, newcomers and arbiters say it: questions, declarations and moves. A line `in FEN`
/// is the position of what follows, and `move SAN` the move that is meant there; `expect order` or `expect review` is who
/// has the word from there on, and `theirs SIDE` whose the opponent's side is.
#[test]
fn what_people_say_is_understood_as_they_say_it() {
    let mut report = String::new();
    for (tag, list) in
        [("de", include_str!("../asked/de-said.txt")), ("en", include_str!("../asked/en-said.txt"))]
    {
        let grammar = crate::grammars::of(LanguageFolder::find(tag).unwrap());
        let mut game = annabella::laws::Game::default();
        let mut expects = &Expectation::Move;
        let mut theirs = None;
        let (mut meant, mut said, mut wrong) = ("", 0, Vec::new());
        for line in list.lines() {
            if let Some(fen) = line.strip_prefix("in ") {
                game = annabella::laws::Game::from_fen(fen).unwrap();
                expects = &Expectation::Move;
                continue;
            }
            if let Some(side) = line.strip_prefix("theirs ") {
                theirs = Some(side.parse().unwrap());
                continue;
            }
            if let Some(who) = line.strip_prefix("expect ") {
                expects = if who == "order" { &Expectation::Order } else { &Expectation::Review };
                continue;
            }
            let Some(phrase) = line.strip_prefix("  ") else {
                meant = line;
                continue;
            };
            said += 1;
            let position = game.position();
            let moment = Moment { theirs, ..Moment::new(Some(position), expects) };
            let found = match grammar.understand_text(phrase, &moment) {
                Understanding::Understood { intent: Intent::Move(attempt), sure: true } => {
                    match annabella::laws::judge(position, &attempt) {
                        annabella::laws::Verdict::Legal(m) => {
                            format!("move {}", shakmaty::san::San::from_move(position, m))
                        }
                        other => format!("{other:?}"),
                    }
                }
                Understanding::Understood { intent, sure: true } => name(&intent),
                other => format!("{other:?}"),
            };
            if found != meant {
                wrong.push(format!("{meant}: {phrase} -> {found}"));
            }
        }
        if !wrong.is_empty() {
            report += &format!("{tag}: {} of {said}\n{}\n", wrong.len(), wrong.join("\n"));
        }
    }
    assert!(report.is_empty(), "{report}");
}

/// Of a line that says two things none is done without the other.
#[test]
fn nothing_that_is_said_is_taken_for_talk() {
    let position = Chess::default();
    for (language, said) in [
        ("de", ["Sf3, lauter", "Nf3, wer ist am Zug", "lauter, Sf3", "ich gebe auf, wiederholen"]),
        ("en", ["Nf3, louder", "Nf3, whose turn is it", "louder, Nf3", "I resign, repeat"]),
    ] {
        let grammar = crate::grammars::of(LanguageFolder::find(language).unwrap());
        for line in said {
            let understood = grammar.understand_text(line, &Moment::of_position(&position));
            assert!(!understood.is_understood(), "{line}: {understood:?}");
        }
    }
}

/// Each question, with one of the courtesies around it, stays the same question.
#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn a_courtesy_around_a_question_changes_nothing() {
    let said = [
        (
            "de",
            include_str!("../asked/de.txt"),
            [
                "könntest du mir bitte sagen, {}",
                "sag mir bitte {}",
                "{} bitte",
                "ich möchte gern wissen, {}",
                "{} denn",
            ],
        ),
        (
            "en",
            include_str!("../asked/en.txt"),
            ["could you tell me {}, please", "tell me {}", "{} please", "I'd like to know {}", "{} again"],
        ),
    ];
    for (tag, list, courtesies) in said {
        let grammar = crate::grammars::of(LanguageFolder::find(tag).unwrap());
        let start = Chess::default();
        let (mut meant, mut wrong) = ("", Vec::new());
        for (line, courtesy) in list.lines().zip(courtesies.iter().cycle()) {
            let Some(phrase) = line.strip_prefix("  ") else {
                meant = line;
                continue;
            };
            if meant.starts_with("ask") {
                let phrase = courtesy.replace("{}", phrase);
                match grammar.understand_text(&phrase, &Moment::of_position(&start)) {
                    Understanding::Understood { intent, sure: true } if name(&intent) == meant => {}
                    other => wrong.push(format!("{meant}: {phrase} -> {other:?}")),
                }
            }
        }
        assert!(wrong.is_empty(), "{tag}: {}\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// No courtesy, no wish and no side that is named makes a move or a declaration of what is none: `tests/asked/*-not-said.txt`
/// has questions about moves and declarations, refusals, suppositions, and what others do or say.
#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn nothing_is_declared_or_moved_that_was_not_meant() {
    let fens = [
        "r1bqk2r/pPp2ppp/2n2n2/2b1p3/2B1P3/2N2N2/P1P2PPP/R1BQK2R w KQkq - 0 1",
        "3q2k1/4P3/8/8/8/8/4Q3/4K3 w - - 0 1",
    ];
    let mut report = String::new();
    for (language, list) in
        [("de", include_str!("../asked/de-not-said.txt")), ("en", include_str!("../asked/en-not-said.txt"))]
    {
        let grammar = crate::grammars::of(LanguageFolder::find(language).unwrap());
        for fen in fens {
            let game = annabella::laws::Game::from_fen(fen).unwrap();
            for line in list.lines() {
                let theirs = Some(annabella::laws::Color::Black);
                let moment = Moment { theirs, ..Moment::of_position(game.position()) };
                let understood = grammar.understand_text(line, &moment);
                let harmless = match &understood {
                    // A move that is asked back is not made.
                    Understanding::Understood { intent, sure } => {
                        intent.is_harmless() || !sure && matches!(intent, Intent::Move(_))
                    }
                    other => !other.is_understood(),
                };
                if !harmless {
                    report += &format!("{language}: {line}: {understood:?}\n");
                }
            }
        }
    }
    assert!(report.is_empty(), "{report}");
}

/// A "not" anywhere in what moves or declares leaves nothing of it; a draw that is not accepted may be declined.
#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn what_is_denied_is_not_done() {
    let mut report = String::new();
    for (tag, list, nots) in [
        ("de", include_str!("../asked/de-said.txt"), ["nicht", "nie", "kein"]),
        ("en", include_str!("../asked/en-said.txt"), ["not", "never", "don't"]),
    ] {
        let grammar = crate::grammars::of(LanguageFolder::find(tag).unwrap());
        let mut game = annabella::laws::Game::default();
        // Everything takes a minute: each phrase in turn gets another word at another place.
        let mut turn = 0;
        for line in list.lines() {
            if let Some(fen) = line.strip_prefix("in ") {
                game = annabella::laws::Game::from_fen(fen).unwrap();
            }
            let theirs = Some(game.turn());
            let moment = Moment { theirs, ..Moment::of_position(game.position()) };
            let Some(phrase) = line.strip_prefix("  ") else { continue };
            let meant = grammar.understand_text(phrase, &moment);
            let Understanding::Understood { intent, .. } = meant else { continue };
            if intent.is_harmless() {
                continue;
            }
            turn += 1;
            if turn % 12 != 0 {
                continue;
            }
            let mut words: Vec<&str> = phrase.split(' ').collect();
            words.insert(turn / 12 % (words.len() + 1), nots[turn / 12 % nots.len()]);
            let denied = words.join(" ");
            match grammar.understand_text(&denied, &moment) {
                Understanding::Understood { intent, sure: true }
                    if !intent.is_harmless()
                        && !matches!(
                            intent,
                            Intent::No | Intent::Decline | Intent::Declared { act: Act::DeclineDraw, .. }
                        ) =>
                {
                    report += &format!("{tag}: {denied}: {intent:?}\n");
                }
                row @ Understanding::Sequence(_) => report += &format!("{tag}: {denied}: {row:?}\n"),
                _ => {}
            }
        }
    }
    assert!(report.is_empty(), "{report}");
}

/// A question mark asks. What would be done without one is not done; a draw is offered by asking.
#[test]
fn what_is_asked_is_not_done() {
    for (tag, lines) in [
        ("de", ["einverstanden?", "annehmen?", "uhr?", "ja?", "ich gebe auf?"]),
        ("en", ["agreed?", "accept?", "clock?", "yes?", "I resign?"]),
    ] {
        let grammar = crate::grammars::of(LanguageFolder::find(tag).unwrap());
        let position = Chess::default();
        let moment = Moment::new(Some(&position), &Expectation::DrawAnswer);
        for line in lines {
            let plain = grammar.understand_text(line.trim_end_matches('?'), &moment);
            assert!(plain.is_understood(), "{line}");
            assert!(!grammar.understand_text(line, &moment).is_understood(), "{line}");
        }
    }
}

/// Moves on one line that follow each other are all meant; with a word too many none is.
#[test]
fn moves_on_one_line_are_all_taken() {
    let grammar = crate::grammars::of(LanguageFolder::USUAL);
    let position = Chess::default();
    let read = |line: &str| grammar.understand_text(line, &Moment::of_position(&position));
    for (line, count) in
        [("e2e4 e7e5", 2), ("e4, e5", 2), ("e2e4, e7e5", 2), ("e4; e5; Sf3", 3), ("Sf3, d5", 2)]
    {
        let Understanding::Sequence(moves) = read(line) else { panic!("{line}: {:?}", read(line)) };
        assert!(moves.len() == count && moves.iter().all(|one| matches!(one, Intent::Move(_))), "{line}");
    }
    for line in ["e4, nicht e5", "e4, e4", "e4, Sf3", "e4, vielleicht", "e4,", "e4e5"] {
        assert!(!matches!(read(line), Understanding::Sequence(_)), "{line}: {:?}", read(line));
    }
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
        let grammar = crate::grammars::of(LanguageFolder::find(language).unwrap());
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

/// What is understood when it is typed is so in the words of a recognizer too: in lower case, squares by name, without marks.
#[test]
#[ignore = "takes some seconds; `make test` runs it"]
fn a_typed_line_means_the_same_in_the_words_of_a_recognizer() {
    let mut report = String::new();
    for (tag, list) in [("de", include_str!("../asked/de.txt")), ("en", include_str!("../asked/en.txt"))] {
        let grammar = crate::grammars::of(LanguageFolder::find(tag).unwrap());
        let position = Chess::default();
        let moment = Moment::of_position(&position);
        let spoken = grammar.spoken();
        let square = |token: &str| {
            let square: shakmaty::Square = token.parse().ok()?;
            Some(format!("{} {}", spoken.file(square.file()), spoken.rank(square.rank())))
        };
        let (mut meant, mut said) = ("", 0);
        for line in list.lines() {
            let Some(phrase) = line.strip_prefix("  ") else {
                meant = line;
                continue;
            };
            // What stands beside talk is told from it by its marks, and numbers are tested by themselves.
            let words: Vec<String> = phrase
                .trim_end_matches(['?', '.', '!'])
                .split([' ', '-'])
                .map(|token| square(token).unwrap_or_else(|| token.to_owned()).to_lowercase())
                .collect();
            let words = words.join(" ");
            if words.contains([',', '.', ';', ':', '(']) || words.contains(|c: char| c.is_ascii_digit()) {
                continue;
            }
            said += 1;
            match grammar.understand_text(&words, &moment) {
                Understanding::Understood { intent, sure: true } if name(&intent) == meant => {}
                other => report += &format!("{tag}: {meant}: {words} -> {other:?}\n"),
            }
        }
        assert!(said > 250, "{tag}: only {said}");
    }
    assert!(report.is_empty(), "{report}");
}

/// Who changes a move in the line in which it is typed means the last one, and is asked; a square alone may be where the first
/// one's piece goes.
#[test]
fn a_move_that_is_changed_in_its_line_is_asked_back() {
    let fen = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let game = annabella::laws::Game::from_fen(fen).unwrap();
    let position = game.position();
    let san = |intent: &Intent| {
        let Intent::Move(attempt) = intent else { return format!("{intent:?}") };
        match annabella::laws::judge(position, attempt) {
            annabella::laws::Verdict::Legal(m) => shakmaty::san::San::from_move(position, m).to_string(),
            other => format!("{other:?}"),
        }
    };
    for (language, line, meant) in [
        ("de", "d4, nein halt, d3", "d3"),
        ("de", "d4, ich meine d3", "d3"),
        ("de", "Springer, nein, Läufer b5", "Bb5"),
        ("de", "Springer g5, nein Moment, kurze Rochade", "O-O"),
        ("de", "d3, quatsch, d4, ach nein, c3", "c3"),
        ("de", "Läufer b5, besser gesagt e2", "Be2"),
        ("de", "Springer g5, nein d4", "Nd4/d4"),
        ("en", "d4, no wait, d3", "d3"),
        ("en", "knight, sorry, bishop b5", "Bb5"),
        ("en", "bishop b5, I mean castles kingside", "O-O"),
        ("en", "bishop b5, or rather e2", "Be2"),
        ("en", "knight g5, no d4", "Nd4/d4"),
    ] {
        let grammar = crate::grammars::of(LanguageFolder::find(language).unwrap());
        let asked = match grammar.understand_text(line, &Moment::of_position(position)) {
            Understanding::Understood { intent, sure: false } => san(&intent),
            Understanding::Ambiguous(moves) => moves.iter().map(san).collect::<Vec<_>>().join("/"),
            other => format!("{other:?}"),
        };
        assert_eq!(asked, meant, "{line}");
    }
    for (language, line) in
        [("de", "nicht d3, sondern d4"), ("de", "d4, nicht d3"), ("en", "d4 not d3"), ("en", "not d3 but d4")]
    {
        let grammar = crate::grammars::of(LanguageFolder::find(language).unwrap());
        let Understanding::Understood { intent, sure: false } =
            grammar.understand_text(line, &Moment::of_position(position))
        else {
            panic!("{line}");
        };
        assert_eq!(san(&intent), "d4", "{line}");
        let read_back = Expectation::Confirmation { of: Intent::Yes, offered: false };
        let answered = grammar.understand_text(line, &Moment::new(Some(position), &read_back));
        assert_eq!(answered, Understanding::Sequence(vec![Intent::No, intent]), "{line}");
    }
    let grammar = crate::grammars::of(LanguageFolder::USUAL);
    for line in [
        "d4, nein",
        "ich gebe auf, nein, d4",
        "d4, nein, ich gebe auf",
        "d4, nein, vielleicht d3",
        "d4 nicht",
        "nicht d3",
    ] {
        let understood = grammar.understand_text(line, &Moment::of_position(position));
        assert!(!understood.is_understood(), "{line}: {understood:?}");
    }
}

/// How far a pawn goes may be said instead of where: two steps from its first square, one from where it stands, or from
/// where the file's only pawn stands. Where the position must not decide, neither means anything.
#[test]
fn a_pawn_goes_as_far_as_was_said() {
    let said = |grammar: &Grammar, fen: &str, line: &str| {
        let game = annabella::laws::Game::from_fen(fen).unwrap();
        match grammar.understand_text(line, &Moment::of_position(game.position())) {
            Understanding::Understood { intent: Intent::Move(attempt), sure: true } => {
                match annabella::laws::judge(game.position(), &attempt) {
                    annabella::laws::Verdict::Legal(m) => {
                        shakmaty::san::San::from_move(game.position(), m).to_string()
                    }
                    other => format!("{other:?}"),
                }
            }
            other => format!("{other:?}"),
        }
    };
    let (german, english) =
        (Grammar::of(LanguageFolder::USUAL), Grammar::of(LanguageFolder::find("en").unwrap()));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let doubled = "4k3/8/8/8/2P5/8/2P2P2/4K3 w - - 0 1";
    for (fen, line, san) in [
        (start, "e-Bauer zwei Felder vor", "e4"),
        (start, "zwei Felder vor mit dem Königsbauern", "e4"),
        (black, "d-Bauer ein Feld vor", "d6"),
        (black, "der Bauer von c7 zwei Schritte", "c5"),
        (doubled, "Bauer c4 ein Feld vor", "c5"),
    ] {
        assert_eq!(said(&german, fen, line), san, "{line}");
    }
    for (fen, line, san) in [
        (start, "king's pawn two squares", "e4"),
        (black, "push the d-pawn one square", "d6"),
        (doubled, "f2 one square forward", "f3"),
    ] {
        assert_eq!(said(&english, fen, line), san, "{line}");
    }
    // Which of two pawns, or no pawn at all, is not guessed.
    for line in [
        "c-Bauer ein Feld vor",
        "g-Bauer ein Feld vor",
        "Springer zwei Felder vor",
        "e-Bauer nicht zwei Felder vor",
    ] {
        assert!(
            said(&german, doubled, line).starts_with("NotUnderstood"),
            "{line}: {}",
            said(&german, doubled, line)
        );
    }
    let blind = Moment::new(None, &Expectation::Move);
    assert!(!german.understand_text("e-Bauer ein Feld vor", &blind).is_understood());
}

/// A question is known by what it names, in whatever order; two that name the same in different orders are not.
#[test]
fn a_question_is_understood_in_any_order() {
    let position = Chess::default();
    let moment = Moment::of_position(&position);
    for (language, line, meant) in [
        ("de", "bei mir, wie ist da die Zeit", "ask my-time"),
        ("de", "meine Dame, ist die bedroht", "ask attackers Q mine"),
        ("de", "schwarze Dame, wo steht die", "ask pieces Q black"),
        ("de", "ich habe nicht aufgepasst, wer ist am Zug", "ask turn"),
        ("en", "I was not paying attention, whose turn is it", "ask turn"),
        ("en", "the time, how is it for my opponent", "ask time-of theirs"),
        ("en", "e4, is that one defended", "ask defenders e4"),
    ] {
        let grammar = crate::grammars::of(LanguageFolder::find(language).unwrap());
        match grammar.understand_text(line, &moment) {
            Understanding::Understood { intent, sure: true } => assert_eq!(name(&intent), meant, "{line}"),
            other => panic!("{line}: {other:?}"),
        }
    }
    let grammar = crate::grammars::of(LanguageFolder::USUAL);
    for line in ["Dame Remis Zeit", "warum ist die Dame dort", "die Zeit nicht", "remis, ich, anbieten"] {
        assert!(!grammar.understand_text(line, &moment).is_understood(), "{line}");
    }
}

/// The recognizer listens for none of the words that are only typed, and the model need not know them.
#[test]
fn what_is_only_typed_is_not_listened_for() {
    for (language, typed) in [("de", "jawoll"), ("en", "yeah")] {
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
        file["move"].as_table_mut().unwrap().remove("typed");
        // Nor may a part stay that no phrase needs any more.
        while let Some(part) = unused_part(&file, &file["move"]["parts"]) {
            file["move"]["parts"].as_table_mut().unwrap().remove(&part);
        }
        while let Some(part) = unused_part(&file, &file["parts"]) {
            file["parts"].as_table_mut().unwrap().remove(&part);
        }
        let position = Chess::default();
        let moment = Moment::of_position(&position);
        let listens = |grammar: &Grammar| (grammar.words().to_vec(), grammar.phrases(&moment));
        let without = Grammar::parse(&toml::to_string(&file).unwrap(), "without").unwrap();
        assert!(listens(&Grammar::of(language)) == listens(&without), "{}", language.tag);
    }
}

fn unused_part(file: &toml::Table, parts: &toml::Value) -> Option<String> {
    let text = toml::to_string(file).unwrap();
    parts.as_table().unwrap().keys().find(|part| !text.contains(&format!("<{part}>"))).cloned()
}

/// Hundreds of ways, and what can be said is in the topics.
#[test]
fn everything_that_can_be_said_is_in_a_topic() {
    for language in annabella::language::LANGUAGES {
        let grammar = crate::grammars::of(language);
        let mut sayings = 0;
        for topic in grammar.topics() {
            assert!(!topic.title.is_empty() && !topic.phrases.is_empty());
            for saying in &topic.phrases {
                sayings += 1;
                assert!(
                    !saying.words.is_empty() && !saying.purpose.is_empty(),
                    "{}: {saying:?}",
                    topic.title
                );
                assert!(saying.begin.as_ref().is_none_or(|begin| saying.words.starts_with(begin.as_str())));
            }
        }
        assert!(sayings > 75, "{}: {sayings}", language.tag);
    }
}

/// Every question, in the first words there are for it, is answered where the terms allow it and only there (FIDE D.2.10).
#[test]
fn in_competition_every_question_is_answered_or_refused_by_its_service() {
    for language in annabella::language::LANGUAGES {
        let grammar = crate::grammars::of(language);
        let position = Chess::default();
        let question = |words: &str| match grammar.understand_text(words, &Moment::of_position(&position)) {
            Understanding::Understood { intent: Intent::Ask(question), .. } => Some(question),
            _ => None,
        };
        let sayings = grammar.topics().iter().flat_map(|topic| &topic.phrases);
        let questions: Vec<_> =
            sayings.filter_map(|saying| Some((saying, question(&saying.words)?))).collect();
        for (competition, described) in
            [(false, ""), (true, ""), (true, "squares,men,lines,changes,position")]
        {
            let described = described.parse().unwrap();
            let terms = Terms { assistant_of: AssistantOf::Blind, competition, described };
            let mut refused = 0;
            for (saying, question) in &questions {
                let start = Start { version: 1, competition, described, ..Start::default() };
                let mut session = Session::new(start, Options::default(), Arc::clone(&grammar));
                session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
                for m in ["e2e4", "e7e5"] {
                    session.handle(Event::at_table(EventKind::Typed(m.to_owned())), Duration::ZERO);
                }
                let asked = QuestionContext {
                    record: session.record(),
                    ply: 2,
                    by: None,
                    at: Duration::ZERO,
                    said: None,
                    touched: &[],
                    page: None,
                    unsaved: false,
                    rating: None,
                };
                let allowed = terms.allow(question.service(&asked), true);
                let effects =
                    session.handle(Event::at_table(EventKind::Typed(saying.words.clone())), Duration::ZERO);
                let told = effects.contains(&Effect::Announce(Announcement::NotAllowed));
                assert_eq!(told, !allowed, "{question}, {competition}, {described}: {effects:?}");
                refused += usize::from(told);
            }
            assert_eq!(refused > 0, competition, "{refused}");
        }
    }
}
