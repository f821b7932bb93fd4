//! `speak` and `transcribe` are inverses: hundreds of games of the hard kinds are put into words as the
//! command prints them, and come back move for move through the real grammar.

use annabella::{
    commands::spoken::Transcript,
    laws::{Game, Position, StartPosition},
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
    let grammar = crate::grammars::of(annabella::language::LanguageFolder::USUAL);
    let games = crate::games::hard_games();
    assert!(games.len() >= 500, "only {} games", games.len());
    let games: Vec<_> = games.iter().step_by(step).collect();
    let pgn: String = games.iter().map(|(_, game)| format!("{}\n", PgnGame::new(game.clone()))).collect();
    let lines = speak_games(&pgn, grammar.spoken(), form).0;
    let mut transcript = Transcript::new(&grammar, StartPosition::default());
    for line in &lines {
        transcript.take_line(line).unwrap();
    }
    let heard = transcript.finish();
    assert_eq!(heard.len(), games.len());
    for (n, (heard, (_, game))) in heard.iter().zip(games).enumerate() {
        assert_eq!(heard.game.moves(), game.moves(), "game {n}");
        assert_eq!(heard.game.start(), game.start(), "game {n}");
    }
}

#[test]
fn a_wrong_line_is_named_with_its_number_and_reason() {
    let grammar = crate::grammars::of(annabella::language::LanguageFolder::USUAL);
    let check = |text: &str, number: usize, says: &str| {
        let mut transcript = Transcript::new(&grammar, StartPosition::default());
        let wrong = text.lines().find_map(|line| transcript.take_line(line).err()).expect("a line is wrong");
        assert_eq!(wrong.number, number, "{wrong}");
        assert_eq!(wrong.game, 1 + text[..text.len().min(12)].matches("\n\n").count(), "{wrong}");
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

#[test]
fn a_wrong_line_spoils_no_other_game() {
    let grammar = crate::grammars::of(annabella::language::LanguageFolder::USUAL);
    let mut transcript = Transcript::new(&grammar, StartPosition::default());
    let text = "Eva vier\nEva drei\nEva fünf\nbla bla\nHilfe\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\nEva vier\n\nDavid vier\n\n[FEN \"x\"]";
    let faults: Vec<_> = text.lines().filter_map(|line| transcript.take_line(line).err()).collect();
    let places: Vec<_> = faults.iter().map(|fault| (fault.game, fault.number)).collect();
    // The third line may be a move of a game that went on otherwise.
    assert_eq!(places, [(1, 2), (1, 4), (1, 5), (4, 12)], "{faults:?}");
    let games = transcript.finish();
    let plies: Vec<_> = games.iter().map(|game| game.game.moves().len()).collect();
    assert_eq!(plies, [1, 1, 1, 0]);
    assert!(games[0].to_string().contains("{game 1, line 2: 'Eva drei'"), "{}", games[0]);
    assert!(games[1].to_string().contains("[FEN "), "{}", games[1]);
}

#[test]
fn the_start_comes_back() {
    let grammar = crate::grammars::of(annabella::language::LanguageFolder::USUAL);
    let fen = Game::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 3 17").unwrap();
    for mut game in [Game::chess960(7).unwrap(), Game::chess960(518).unwrap(), fen] {
        let m = game.position().legal_moves()[0];
        game.play(m).unwrap();
        let lines = speak_games(&PgnGame::new(game.clone()).to_string(), grammar.spoken(), MoveForm::Full).0;
        let mut transcript = Transcript::new(&grammar, StartPosition::default());
        lines.iter().for_each(|line| transcript.take_line(line).unwrap());
        let heard = transcript.finish().remove(0).game;
        assert_eq!((heard.start_fen(), heard.moves()), (game.start_fen(), game.moves()), "{lines:?}");
    }
}
