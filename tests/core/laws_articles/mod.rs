//! The Laws, article by article: one case where a rule applies and one where it just does not, under
//! both rulesets where they differ.

mod adjournment;
mod assistant;
mod basic;
mod boards_differ;
mod claims;
mod clock;
mod irregularities;
mod offers;
mod touch;

use annabella::laws::{
    Article, Attempt, Game, Move, PartialSquare, Role, Rules, Ruleset, Square, TimeFormat,
};
use shakmaty::san::San;

const STANDARD_2023: Rules = Rules::new(Ruleset::Fide2023, TimeFormat::Standard);
const STANDARD_2009: Rules = Rules::new(Ruleset::Fide2009, TimeFormat::Standard);
const RAPID_2023: Rules = Rules::new(Ruleset::Fide2023, TimeFormat::Rapid);
const BLITZ_2023: Rules = Rules::new(Ruleset::Fide2023, TimeFormat::Blitz);

/// Four half-moves that bring the starting position about again.
const ROUND: &str = "Nf3 Nf6 Ng1 Ng8";

#[test]
fn articles_are_numbered_in_both_editions() {
    assert_eq!(Article::SCORES_DIFFER.number(Ruleset::Fide2023), "D.2.9");
    assert_eq!(Article::SCORES_DIFFER.number(Ruleset::Fide2009), "E.2.8");
    assert_eq!(Article::FLAG_FALL.to_string(), "6.9");
}

/// The game after these moves from the standard start.
fn game(moves: &str) -> Game {
    let mut game = Game::default();
    play(&mut game, moves);
    game
}

/// The game from that position, after these moves.
fn game_from(fen: &str, moves: &str) -> Game {
    let mut game = Game::from_fen(fen).expect("a legal start");
    play(&mut game, moves);
    game
}

fn play(game: &mut Game, moves: &str) {
    for san in moves.split_whitespace() {
        let m = san_move(game, san);
        game.play(m).expect("a legal move");
    }
}

fn san_move(game: &Game, san: &str) -> Move {
    let parsed: San = san.parse().expect("algebraic notation");
    parsed.to_move(game.position()).unwrap_or_else(|error| panic!("{san}: {error}"))
}

/// A move as it is said: the piece and its square of arrival.
fn to(role: Role, square: Square) -> Attempt {
    Attempt { role: Some(role), to: PartialSquare::from(square), ..Attempt::default() }
}
