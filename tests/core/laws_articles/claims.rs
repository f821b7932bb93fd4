//! Draw claims (9.2 to 9.5).

use std::time::Duration;

use annabella::laws::{
    Attempt, Claim, ClaimFault, ClaimKind, ClaimRefused, ClaimVerdict, Color, DrawOffers, Ending, Game,
    Outcome, Reason, Role, Rules, Ruleset, Square, TimeFormat, WrongClaim,
};

use super::{BLITZ_2023, RAPID_2023, ROUND, STANDARD_2009, STANDARD_2023, game, game_from, san_move, to};

#[test]
fn threefold_that_has_appeared() {
    let twice = game(&[ROUND; 1].join(" "));
    let thrice = game(&[ROUND; 2].join(" "));
    for rules in [STANDARD_2023, STANDARD_2009] {
        correct(&thrice, ClaimKind::Threefold, None, rules, "9.2.2");
        wrong(&twice, ClaimKind::Threefold, None, rules, ClaimFault::Appearances(2));
    }
}

#[test]
fn threefold_about_to_appear() {
    let mut game = game(&[ROUND; 2].join(" "));
    game.take_back();
    correct(&game, ClaimKind::Threefold, Some(to(Role::Knight, Square::G8)), STANDARD_2023, "9.2.1");
    // Without the move it has appeared twice, and with another move never.
    wrong(&game, ClaimKind::Threefold, None, STANDARD_2023, ClaimFault::Appearances(2));
    let other = Some(to(Role::Knight, Square::D5));
    wrong(&game, ClaimKind::Threefold, other, STANDARD_2023, ClaimFault::Appearances(1));
}

#[test]
fn fifty_moves() {
    let fen = |plies: u32| format!("4k3/8/8/8/8/4P3/8/R3K3 w - - {plies} 90");
    correct(&game_from(&fen(100), ""), ClaimKind::FiftyMoves, None, STANDARD_2023, "9.3.2");
    wrong(&game_from(&fen(99), ""), ClaimKind::FiftyMoves, None, STANDARD_2023, ClaimFault::QuietPlies(99));
    let rook = Some(to(Role::Rook, Square::A2));
    correct(&game_from(&fen(99), ""), ClaimKind::FiftyMoves, rook, STANDARD_2009, "9.3.1");
    wrong(&game_from(&fen(98), ""), ClaimKind::FiftyMoves, rook, STANDARD_2009, ClaimFault::QuietPlies(99));
    let pawn = Some(to(Role::Pawn, Square::E4));
    wrong(&game_from(&fen(99), ""), ClaimKind::FiftyMoves, pawn, STANDARD_2023, ClaimFault::QuietPlies(0));
}

#[test]
fn touching_a_piece_loses_the_right() {
    let game = game(&[ROUND; 2].join(" "));
    let claim = Claim { kind: ClaimKind::Threefold, by: Color::White, intended: None };
    let refused = claim.examine(&game, true, STANDARD_2023).expect_err("touched");
    assert_eq!((refused.article().to_string().as_str(), refused), ("9.4", ClaimRefused::Touched));
    assert!(claim.examine(&game, false, STANDARD_2023).is_ok());
}

#[test]
fn only_on_move_and_only_while_it_lasts() {
    let game = game(&[ROUND; 2].join(" "));
    let by_black = Claim { kind: ClaimKind::Threefold, by: Color::Black, intended: None };
    assert_eq!(by_black.examine(&game, false, STANDARD_2023), Err(ClaimRefused::NotOnMove));
    let five = self::game(&[ROUND; 4].join(" "));
    let claim = Claim { kind: ClaimKind::Threefold, by: Color::White, intended: None };
    assert_eq!(claim.examine(&five, false, STANDARD_2023), Err(ClaimRefused::GameOver(Ending::Fivefold)));
    assert!(matches!(claim.examine(&five, false, STANDARD_2009), Ok(ClaimVerdict::Correct(_))));
}

#[test]
fn a_wrong_claim_costs_by_ruleset_and_format() {
    check_cost(STANDARD_2023, 2);
    check_cost(RAPID_2023, 1);
    check_cost(BLITZ_2023, 1);
    check_cost(STANDARD_2009, 3);
    check_cost(Rules::new(Ruleset::Fide2009, TimeFormat::Rapid), 3);
}

#[test]
fn the_intended_move_must_then_be_played() {
    let game = game("e4 e5");
    let claim = |attempt| Claim { kind: ClaimKind::Threefold, by: Color::White, intended: Some(attempt) };
    let knight = claim(to(Role::Knight, Square::F3)).examine(&game, false, STANDARD_2023);
    let Ok(ClaimVerdict::Wrong(WrongClaim { must_play, article, .. })) = knight else { panic!("{knight:?}") };
    assert_eq!((must_play, article.to_string().as_str()), (Some(san_move(&game, "Nf3")), "9.5.3"));
    // A move that cannot be played costs the same and leaves it to touch-move.
    let illegal = claim(to(Role::Rook, Square::A3)).examine(&game, false, STANDARD_2023);
    let Ok(ClaimVerdict::Wrong(wrong)) = illegal else { panic!("{illegal:?}") };
    assert!(matches!(wrong.because, ClaimFault::IntendedIllegal(Reason::PathBlocked(_))));
    assert_eq!(wrong.must_play, None);
    // One that can be several is asked about.
    let unclear = claim(Attempt { role: Some(Role::Knight), ..Attempt::default() });
    assert!(
        matches!(unclear.examine(&game, false, STANDARD_2023), Err(ClaimRefused::Unclear(moves)) if moves.len() == 5)
    );
}

#[test]
fn a_claim_is_an_offer() {
    let game = game("e4 e5");
    let mut offers = DrawOffers::default();
    let offered = offers.offer_by_claim(Color::White, &game).expect("an offer");
    assert_eq!(offered.article.to_string(), "9.1.2.3");
    assert_eq!(offers.accept(Color::Black, &game, Ruleset::Fide2023), Ok(Outcome::draw(Ending::Agreement)));
}

fn examine(game: &Game, kind: ClaimKind, intended: Option<Attempt>, rules: Rules) -> ClaimVerdict {
    let claim = Claim { kind, by: game.turn(), intended };
    claim.examine(game, false, rules).expect("a claim that is heard")
}

fn correct(game: &Game, kind: ClaimKind, intended: Option<Attempt>, rules: Rules, article: &str) {
    let verdict = examine(game, kind, intended, rules);
    let ClaimVerdict::Correct(outcome) = verdict else { panic!("{verdict:?}") };
    assert_eq!(outcome, Outcome::draw(outcome.ending));
    assert_eq!(outcome.article().to_string(), article);
}

fn wrong(game: &Game, kind: ClaimKind, intended: Option<Attempt>, rules: Rules, expected: ClaimFault) {
    let verdict = examine(game, kind, intended, rules);
    let ClaimVerdict::Wrong(wrong) = verdict else { panic!("{verdict:?}") };
    assert_eq!(wrong.because, expected);
}

fn check_cost(rules: Rules, minutes: u64) {
    let verdict = examine(&game("e4 e5"), ClaimKind::Threefold, None, rules);
    let ClaimVerdict::Wrong(wrong) = verdict else { panic!("{verdict:?}") };
    assert_eq!(wrong.opponent_gains, Duration::from_secs(60 * minutes), "{rules:?}");
}
