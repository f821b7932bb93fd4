//! Irregularities (Article 7) and their penalties.

use std::time::Duration;

use annabella::laws::{
    ByColor, CanMate, ClockFault, Color, Fault, GameResult, Offences, Remedy, Rules, Ruleset, Square,
    TimeFormat, divide_in_proportion,
    irregularity::{
        board_turned, colours_reversed, displaced, displaced_found, illegal_move_stands, wrong_start,
    },
};

use super::{BLITZ_2023, RAPID_2023, ROUND, STANDARD_2009, STANDARD_2023, game};

const RAPID_2009: Rules = Rules::new(Ruleset::Fide2009, TimeFormat::Rapid);

#[test]
fn illegal_moves_cost_time_and_then_the_game() {
    check_penalties(STANDARD_2023, &[Some(2), None]);
    check_penalties(RAPID_2023, &[Some(1), None]);
    check_penalties(BLITZ_2023, &[Some(1), None]);
    check_penalties(STANDARD_2009, &[Some(2), Some(2), None]);
    check_penalties(RAPID_2009, &[Some(2), Some(2), None]);
    check_penalties(Rules { format: TimeFormat::Blitz, ..RAPID_2009 }, &[Some(2), Some(2), None]);
}

#[test]
fn the_loss_is_a_draw_where_the_opponent_cannot_mate() {
    let last = |opponent| {
        let mut offences = Offences::default();
        offences.rule(Color::Black, Fault::IllegalMove, opponent, STANDARD_2023);
        let ruling = offences.rule(Color::Black, Fault::PressedWithoutMove, opponent, STANDARD_2023);
        ruling.outcome.expect("the second one ends it").result
    };
    assert_eq!(last(CanMate::Yes), GameResult::WhiteWins);
    assert_eq!(last(CanMate::No), GameResult::Draw);
    assert_eq!(last(CanMate::Unknown), GameResult::WhiteWins);
}

#[test]
fn each_player_has_his_own_count() {
    let mut offences = Offences::default();
    offences.rule(Color::White, Fault::IllegalMove, CanMate::Yes, STANDARD_2023);
    let black = offences.rule(Color::Black, Fault::IllegalMove, CanMate::Yes, STANDARD_2023);
    assert_eq!(black.outcome, None);
    assert_eq!((offences.of(Color::White), offences.of(Color::Black)), (1, 1));
}

#[test]
fn each_fault_has_its_remedy() {
    let pawn = Fault::PawnNotReplaced(Square::A8);
    check_remedy(Fault::IllegalMove, STANDARD_2023, Remedy::MoveAgain, "7.5.1");
    check_remedy(Fault::PressedWithoutMove, STANDARD_2023, Remedy::MoveAgain, "7.5.3");
    check_remedy(pawn, STANDARD_2023, Remedy::PawnIsQueen(Square::A8), "7.5.2");
    check_remedy(pawn, STANDARD_2009, Remedy::MoveAgain, "7.5.2");
}

#[test]
fn a_wrong_start_means_a_new_game() {
    let ten = game(&[ROUND; 5].join(" "));
    let three = game(&format!("{ROUND} e4 e5"));
    assert_eq!(wrong_start(&ten, STANDARD_2023).remedy, Remedy::NewGame);
    assert_eq!(wrong_start(&ten, STANDARD_2009).remedy, Remedy::NewGame);
    assert_eq!(wrong_start(&ten, alone(RAPID_2023)).remedy, Remedy::GoesOn);
    assert_eq!(wrong_start(&three, alone(RAPID_2023)).remedy, Remedy::NewGame);
    assert_eq!(wrong_start(&three, alone(RAPID_2009)).remedy, Remedy::GoesOn);
    assert_eq!(board_turned(&ten, STANDARD_2023).remedy, Remedy::GoesOnTurned);
    assert_eq!(board_turned(&ten, alone(BLITZ_2023)).remedy, Remedy::GoesOn);
}

#[test]
fn colours_reversed_before_and_after_ten_moves() {
    let ten = game(&[ROUND; 5].join(" "));
    let mut nine = ten.clone();
    nine.take_back();
    assert_eq!(colours_reversed(&nine, STANDARD_2023).remedy, Remedy::NewGame);
    assert_eq!(colours_reversed(&ten, STANDARD_2023).remedy, Remedy::GoesOn);
    assert_eq!(colours_reversed(&nine, STANDARD_2009).remedy, Remedy::GoesOn);
}

#[test]
fn displaced_pieces() {
    assert_eq!(displaced(Color::White).remedy, Remedy::PutRight(Color::White));
    let game = game("e4 e5 Nf3");
    let found = displaced_found(&game, 2);
    assert_eq!((found.remedy, found.article.to_string().as_str()), (Remedy::ReturnTo(2), "7.6"));
    assert_eq!(displaced_found(&game, 7).remedy, Remedy::ReturnTo(3));
}

#[test]
fn time_is_divided_in_proportion_to_the_moves() {
    check_division((90, 60), 30, 20, (60, 40));
    check_division((90, 60), 30, 30, (90, 60));
    check_division((90, 60), 30, 0, (0, 0));
    check_division((90, 60), 0, 0, (90, 60));
    // Exact to the millisecond, and more.
    let used = ByColor { white: Duration::from_millis(10_000_001), black: Duration::ZERO };
    assert_eq!(divide_in_proportion(used, 3, 1).white, Duration::from_nanos(3_333_333_666_666));
}

#[test]
fn a_faulty_clock() {
    let minutes = |white: u64, black: u64| ByColor {
        white: Duration::from_secs(60 * white),
        black: Duration::from_secs(60 * black),
    };
    let known = ClockFault::Defect.rule(Some(minutes(55, 45)), minutes(90, 60), 30, 20);
    assert_eq!((known.used, known.estimated, known.replace), (minutes(55, 45), false, true));
    let unknown = ClockFault::WrongSetting.rule(None, minutes(90, 60), 30, 20);
    assert_eq!((unknown.used, unknown.estimated, unknown.replace), (minutes(60, 40), true, false));
    assert_eq!((known.article.to_string(), unknown.article.to_string()), ("6.10.1".into(), "6.10.2".into()));
}

fn check_penalties(rules: Rules, minutes: &[Option<u64>]) {
    let mut offences = Offences::default();
    for expected in minutes {
        let ruling = offences.rule(Color::White, Fault::IllegalMove, CanMate::Yes, rules);
        let gains = expected.map(|minutes| (Color::Black, Duration::from_secs(60 * minutes)));
        assert_eq!(ruling.gains, gains, "{rules:?}");
        let result = ruling.outcome.map(|outcome| outcome.result);
        assert_eq!(result, expected.is_none().then_some(GameResult::BlackWins), "{rules:?}");
    }
}

fn check_remedy(fault: Fault, rules: Rules, remedy: Remedy, article: &str) {
    let ruling = Offences::default().rule(Color::White, fault, CanMate::Yes, rules);
    assert_eq!((ruling.remedy, ruling.article.to_string().as_str()), (remedy, article), "{fault:?}");
}

fn check_division(used: (u64, u64), moves: u32, slip: u32, expected: (u64, u64)) {
    let minutes = |(white, black): (u64, u64)| ByColor {
        white: Duration::from_secs(60 * white),
        black: Duration::from_secs(60 * black),
    };
    assert_eq!(divide_in_proportion(minutes(used), moves, slip), minutes(expected));
}

#[test]
fn without_an_arbiter_at_every_board_an_illegal_move_stands_once_it_was_answered() {
    let game = game("e4 e5 Nf3");
    let check =
        |rules, ply, stands| assert_eq!(illegal_move_stands(&game, ply, rules), stands, "{rules:?} {ply}");
    check(alone(RAPID_2023), 2, false);
    check(alone(RAPID_2023), 1, true);
    check(alone(BLITZ_2023), 0, true);
    check(RAPID_2023, 0, false);
    check(alone(STANDARD_2023), 0, false);
}

#[test]
fn two_hands_cost_what_an_illegal_move_costs_and_the_move_stands() {
    let ruling = Offences::default().rule(Color::White, Fault::TwoHands, CanMate::Yes, STANDARD_2023);
    assert_eq!((ruling.remedy, ruling.article.to_string()), (Remedy::GoesOn, "7.5.4".to_owned()));
    assert_eq!(ruling.gains, Some((Color::Black, Duration::from_secs(120))));
}

/// Without an arbiter for every game.
fn alone(rules: Rules) -> Rules {
    Rules { unsupervised: true, ..rules }
}
