//! Every move of the hard games through every notation and back.

use crate::games::{Kind, hard_games};
use annabella::{
    laws::{Attempt, CastlingSide, Chess, File, Game, Move, PartialSquare, Rank, Role, Verdict, judge},
    notation::{
        Letters, MoveForm, PgnGame, SpokenNames, long, pgn::games as read_pgn, read, san, speak, speak_games,
    },
};
use proptest::prelude::*;
use shakmaty::{CastlingMode, Position};

#[test]
fn the_hard_games_are_what_they_are_meant_to_be() {
    let games = hard_games();
    assert!(games.len() >= 500);
    let moves: Vec<Move> = games.iter().flat_map(|(_, game)| game.moves().iter().copied()).collect();
    let count = |is: &dyn Fn(&Move) -> bool| moves.iter().filter(|m| is(m)).count();
    println!(
        "{} games, {} half-moves, {} promotions ({} not to a queen), {} en passant, {} short and {} long castlings",
        games.len(),
        moves.len(),
        count(&|m| m.is_promotion()),
        count(&|m| m.promotion().is_some_and(|role| role != Role::Queen)),
        count(&|m| m.is_en_passant()),
        count(&|m| m.castling_side() == Some(CastlingSide::KingSide)),
        count(&|m| m.castling_side() == Some(CastlingSide::QueenSide)),
    );
    let full_squares =
        games.iter().filter(|(kind, game)| *kind == Kind::ThreeQueens && writes_full_square(game)).count();
    assert!(full_squares >= 10, "{full_squares} games need a queen's whole square");
    for (n, (kind, game)) in games.iter().enumerate() {
        assert!(kind.is_met(game), "game {n} is not {kind:?}");
        let twin =
            games.iter().skip(n + 1).filter(|(other, _)| other == kind && *kind != Kind::EnPassantMate);
        assert!(twin.clone().all(|(_, other)| other.moves() != game.moves()), "game {n} comes twice");
    }
}

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn every_move_is_read_as_it_was_written() {
    for (n, (_, game)) in hard_games().iter().enumerate() {
        let another = Letters::ALL[n % Letters::ALL.len()];
        for (ply, m) in game.moves().iter().enumerate() {
            for letters in [Letters::GERMAN, another] {
                check_written(game.position_at(ply), *m, &letters);
            }
        }
    }
}

#[test]
fn every_move_is_heard_as_it_was_spoken() {
    let names = german();
    for (_, game) in hard_games() {
        for (ply, m) in game.moves().iter().enumerate() {
            check_spoken(game.position_at(ply), *m, &names);
        }
    }
}

/// Not only the moves played: all that could have been, in some positions of each game.
#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn every_legal_move_is_read_and_heard() {
    let names = german();
    for (n, (_, game)) in hard_games().iter().enumerate() {
        let letters = Letters::ALL[n % Letters::ALL.len()];
        for ply in (0..=game.moves().len()).rev().step_by(75) {
            let position = game.position_at(ply);
            for m in position.legal_moves() {
                check_written(position, m, &letters);
                check_spoken(position, m, &names);
            }
        }
    }
}

#[test]
fn every_game_survives_pgn() {
    let games = hard_games();
    let text: Vec<String> = games.iter().map(|(_, game)| PgnGame::new(game.clone()).to_string()).collect();
    assert!(text.iter().flat_map(|game| game.lines()).all(|line| line.chars().count() < 80));
    let read = read_pgn(&text.join("\n")).collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(read.len(), games.len());
    for (read, (_, game)) in read.iter().zip(games) {
        assert_eq!(read.game.moves(), game.moves());
    }
}

#[test]
fn games_are_spoken_a_line_per_move() {
    let pgn = "1. e4 e5 2. Nf3 *\n\n1. d4 *\n";
    let (lines, faults) = speak_games(pgn, &german(), MoveForm::Short);
    assert_eq!(lines, ["Eva vier", "Eva fünf", "Springer Felix drei", "", "David vier"]);
    assert!(faults.is_empty(), "{faults:?}");
    let (lines, faults) = speak_games("1. e4 *\n\n1. e5 *\n\n1. d4 *", &german(), MoveForm::Short);
    assert_eq!(lines, ["Eva vier", "", "", "David vier"]);
    assert_eq!(faults.len(), 1);
    assert!(faults[0].to_string().starts_with("game 2, move 1. e5: not legal"), "{}", faults[0]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_chess960_game_survives_pgn(
        number in 0..960_u32,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..120),
        values in prop::collection::vec("\\PC{0,40}", 4),
        clocks in prop::collection::vec(prop::option::of(0..20_000_000_u64), 0..120),
        remarks in prop::collection::vec((any::<prop::sample::Index>(), "\\PC{0,100}"), 0..8),
    ) {
        let mut game = Game::chess960(number).unwrap();
        for choice in choices {
            let moves = game.position().legal_moves();
            let Some(m) = (!moves.is_empty()).then(|| moves[choice.index(moves.len())]) else { break };
            game.play(m).unwrap();
        }
        let plies = game.moves().len();
        let mut written = PgnGame::new(game);
        for (name, value) in ["White", "Site", "TimeControl", "Termination"].iter().zip(&values) {
            written.set_tag(name, value);
        }
        written.set_tag("Result", "0-1");
        let clocks = clocks.into_iter().map(|ms| ms.map(std::time::Duration::from_millis));
        written.clocks = clocks.chain(std::iter::repeat(None)).take(plies).collect();
        written.comments = remarks
            .iter()
            .map(|(at, text)| (at.index(plies + 1), words_of(text)))
            .filter(|(_, text)| !text.is_empty() && !text.contains(['{', '}', '[']))
            .collect();
        written.comments.sort_by_key(|(at, _)| *at);
        let text = written.to_string();
        let read = read_pgn(&text).collect::<Result<Vec<_>, _>>().unwrap();
        prop_assert_eq!(read.len(), 1);
        prop_assert_eq!(read[0].game.start_fen(), written.game.start_fen());
        prop_assert_eq!(read[0].game.moves(), written.game.moves());
        prop_assert_eq!(read[0].to_string(), text);
        prop_assert_eq!(&read[0].clocks, &written.clocks);
        prop_assert_eq!(&read[0].comments, &written.comments);
        for name in ["White", "Site", "TimeControl", "Termination", "Result"] {
            prop_assert_eq!(read[0].tag(name), written.tag(name));
        }
    }

    #[test]
    fn what_could_be_read_of_a_strange_pgn_can_be_written(
        at in any::<prop::sample::Index>(),
        cut in 0..40_usize,
        junk in "[\\PC\n\r\\]\\[{}();$%\"\\\\]{0,20}",
        text in "[a-hA-Z0-9\\[\\]{}();$%\"\\\\.*\n\r x=+#-]{0,120}",
    ) {
        check_rewritten(&text);
        let valid = "[Event \"a \\\" b\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 {[%clk 1:00:00] x} Kd7 (1... Kd8) 2. e5! 1-0\n\n1. e4 e5 2. Nf3 *\n";
        let from = at.index(valid.len());
        let to = (from + cut).min(valid.len());
        let mutated = format!("{}{junk}{}", &valid[..from], &valid[to..]);
        check_rewritten(&mutated);
    }
}

/// Whatever was made of a text, writing it down changes nothing.
#[track_caller]
fn check_rewritten(text: &str) {
    for game in read_pgn(text).flatten() {
        let rewritten = game.to_string();
        let again = read_pgn(&rewritten)
            .collect::<Result<Vec<_>, _>>()
            .unwrap_or_else(|error| panic!("{error} in {rewritten}"));
        assert_eq!(again.len(), 1, "{rewritten}");
        assert_eq!(again[0].game.moves(), game.game.moves(), "{rewritten}");
        assert_eq!(again[0].to_string(), rewritten);
    }
}

#[track_caller]
fn check_written(position: &Chess, m: Move, letters: &Letters) {
    let uci = m.to_uci(CastlingMode::Standard).to_string();
    for text in [&san(position, m, letters), &long(position, m, letters), &uci] {
        let attempt = read(text, letters).unwrap_or_else(|error| panic!("{error}"));
        match judge(position, &attempt) {
            Verdict::Legal(found) => assert_eq!(found, m, "{text}: {attempt:?}"),
            // The letter UCI has for one piece is that of another in this language: it is asked.
            Verdict::PromotionMissing(_) if ["af", "id"].contains(&letters.tag) && text == &uci => {}
            verdict => panic!("{text} in {}: {verdict:?}", letters.tag),
        }
    }
}

#[track_caller]
fn check_spoken(position: &Chess, m: Move, names: &SpokenNames) {
    for form in [MoveForm::Full, MoveForm::Short, MoveForm::Squares] {
        let words = speak(position, m, names, form);
        let attempt = heard(&words, names);
        assert_eq!(judge(position, &attempt), Verdict::Legal(m), "{words}: {attempt:?}");
    }
}

fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn writes_full_square(game: &Game) -> bool {
    let is_full =
        |text: &str| text.starts_with('Q') && text.trim_end_matches(['+', '#']).replace('x', "").len() == 5;
    (0..).zip(game.moves()).any(|(ply, m)| is_full(&san(game.position_at(ply), *m, &Letters::ENGLISH)))
}

/// The names the German lexicon has.
fn german() -> SpokenNames {
    let lexicon: toml::Table = toml::from_str(include_str!("../../grammars/de/words.toml")).unwrap();
    lexicon["spoken"].clone().try_into().unwrap()
}

/// As much of a grammar as shows that the words say enough: each word in its place, nothing guessed.
fn heard(words: &str, names: &SpokenNames) -> Attempt {
    for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
        if words == names.castling(side) {
            return Attempt::castling(side);
        }
    }
    let role = |word: &str| Role::ALL.into_iter().find(|role| names.piece(*role) == word);
    let words = words.strip_suffix(" en passant").map_or((words, false), |words| (words, true));
    let (mut words, en_passant): (Vec<&str>, bool) = (words.0.split(' ').collect(), words.1);
    let mut attempt = Attempt { en_passant, ..Attempt::default() };
    attempt.role = role(words[0]);
    if attempt.role.is_some() {
        words.remove(0);
    }
    if words[words.len() - 2] == "wird" {
        attempt.promotion = role(words[words.len() - 1]);
        words.truncate(words.len() - 2);
    }
    if let Some(at) = words.iter().position(|word| *word == "schlägt") {
        attempt.captures = true;
        words.remove(at);
    }
    let part = |words: &[&str]| {
        let is_word = |names: &[String; 8], n: usize| words.contains(&names[n].as_str());
        PartialSquare {
            file: File::ALL.into_iter().find(|file| is_word(&names.files, usize::from(*file))),
            rank: Rank::ALL.into_iter().find(|rank| is_word(&names.ranks, usize::from(*rank))),
        }
    };
    let (from, to) = words.split_at(words.len() - 2);
    (attempt.from, attempt.to) = (part(from), part(to));
    if attempt.role.is_none() && attempt.from.square().is_none() {
        attempt.role = Some(Role::Pawn);
    }
    attempt
}
