//! `speak` and `transcribe` are inverses: hundreds of games of the hard kinds are put into words as the
//! command prints them, and come back move for move through the real grammar.

use annabella::{
    commands::spoken::Transcript,
    grammar::Grammar,
    notation::{
        pgn::PgnGame,
        spoken::{MoveForm, speak_games},
    },
};

#[test]
fn games_come_back_in_full_form() {
    check(MoveForm::Full, 4);
}

#[test]
fn games_come_back_in_short_form() {
    check(MoveForm::Short, 4);
}

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn every_game_comes_back() {
    check(MoveForm::Full, 1);
    check(MoveForm::Short, 1);
}

/// Goes through every game, or every so many.
fn check(form: MoveForm, step: usize) {
    let grammar = Grammar::of(annabella::language::LanguageFolder::USUAL);
    let games = crate::games::hard_games();
    assert!(games.len() >= 500, "only {} games", games.len());
    let games: Vec<_> = games.iter().step_by(step).collect();
    let pgn: String = games.iter().map(|(_, game)| format!("{}\n", PgnGame::new(game.clone()))).collect();
    let lines = speak_games(&pgn, grammar.spoken(), form).0;
    let mut transcript = Transcript::new(&grammar);
    for line in &lines {
        transcript.take_line(line).unwrap();
    }
    let heard = transcript.finish();
    assert_eq!(heard.len(), games.len());
    for (n, (heard, (_, game))) in heard.iter().zip(games).enumerate() {
        assert_eq!(heard.game.moves(), game.moves(), "game {n}");
    }
}

#[test]
fn a_wrong_line_is_named_with_its_number_and_reason() {
    let grammar = Grammar::of(annabella::language::LanguageFolder::USUAL);
    let check = |text: &str, number: usize, says: &str| {
        let mut transcript = Transcript::new(&grammar);
        let wrong = text.lines().find_map(|line| transcript.take_line(line).err()).expect("a line is wrong");
        assert_eq!(wrong.number, number, "{wrong}");
        assert!(wrong.to_string().contains(says), "{wrong}");
    };
    check("Eva vier\nEva fünf\nDame Hector acht", 3, "not legal");
    check("Eva vier\n\nEva fünf", 3, "not legal");
    check("Springer Springer", 1, "not understood");
    check("Hilfe", 1, "no move");
    check(
        "Springer Felix drei\nDavid fünf\nDavid drei\nDavid vier\nSpringer David zwei",
        5,
        "ambiguous, from b1 or f3",
    );
}
