//! How a game ends by itself and by resignation (Article 5), counts and starts.

use annabella::laws::{
    Attempt, CanMate, CastlingSide, Color, Ending, Game, GameResult, Outcome, Position, Reason, RightLost,
    Ruleset, StartPosition, Verdict, mate_possible::is_dead,
};

use proptest::prelude::*;

use super::{ROUND, game, game_from, play};

#[test]
fn checkmate_and_stalemate_end_the_game() {
    check_board("f3 e5 g4 Qh4#", Some((GameResult::BlackWins, Ending::Checkmate)));
    check_board("f3 e5 g4 Qf6", None);
    let stalemate = game_from("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "Qg6");
    assert_eq!(stalemate.outcome(Ruleset::Fide2023), Some(Outcome::draw(Ending::Stalemate)));
    let escape = game_from("7k/8/5K2/8/6Q1/8/8/8 w - - 0 1", "Qg5");
    assert_eq!(escape.outcome(Ruleset::Fide2023), None);
}

#[test]
fn dead_positions_on_the_board() {
    check_dead("8/8/3k4/8/8/3KN3/8/8 w - - 0 1", true);
    check_dead("8/8/3kn3/8/8/3KN3/8/8 w - - 0 1", false);
    // Bishops on squares of one colour, and of both.
    check_dead("8/8/3kb3/8/8/3K1B2/8/8 w - - 0 1", true);
    check_dead("8/8/3kb3/8/8/3KB3/8/8 w - - 0 1", false);
    // Pawns that block each other for good, and the same with one that can pass.
    check_dead("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", true);
    check_dead("4k3/8/8/p2p2p1/P2P2P1/7P/8/4K3 w - - 0 1", false);
    // The only move captures the rook; here there is another.
    check_dead("8/8/8/8/8/8/1r6/K2k4 w - - 0 1", true);
    check_dead("8/8/8/8/8/8/2r5/K2k4 w - - 0 1", false);
}

#[test]
fn resignation_draws_where_the_opponent_cannot_mate() {
    let resigned = |opponent, ruleset| Outcome::resignation(Color::White, opponent, ruleset).result;
    for ruleset in [Ruleset::Fide2023, Ruleset::Fide2009] {
        assert_eq!(resigned(CanMate::Yes, ruleset), GameResult::BlackWins);
        assert_eq!(resigned(CanMate::Unknown, ruleset), GameResult::BlackWins);
    }
    assert_eq!(resigned(CanMate::No, Ruleset::Fide2023), GameResult::Draw);
    assert_eq!(resigned(CanMate::No, Ruleset::Fide2009), GameResult::BlackWins);
}

#[test]
fn five_appearances_draw_by_themselves_in_2023() {
    let mut game = game(&[ROUND; 3].join(" "));
    assert_eq!((game.appearances(), game.outcome(Ruleset::Fide2023)), (4, None));
    play(&mut game, ROUND);
    assert_eq!(game.outcome(Ruleset::Fide2023), Some(Outcome::draw(Ending::Fivefold)));
    assert_eq!(game.outcome(Ruleset::Fide2009), None);
    assert_eq!(Ending::Fivefold.article().to_string(), "9.6.1");
}

#[test]
fn seventy_five_moves_draw_by_themselves_in_2023() {
    let before = game_from("4k3/8/8/8/8/8/8/R3K3 w - - 149 90", "");
    assert_eq!(before.outcome(Ruleset::Fide2023), None);
    let after = game_from("4k3/8/8/8/8/8/8/R3K3 w - - 149 90", "Ra2");
    assert_eq!(after.outcome(Ruleset::Fide2023), Some(Outcome::draw(Ending::SeventyFiveMoves)));
    assert_eq!(after.outcome(Ruleset::Fide2009), None);
    let mate = game_from("4k3/8/4K3/8/8/8/8/R7 w - - 149 90", "Ra8#");
    assert_eq!(mate.outcome(Ruleset::Fide2023), Some(Outcome::win(Color::White, Ending::Checkmate)));
}

#[test]
fn positions_are_the_same_by_possible_moves() {
    // The en passant capture is possible the first time only.
    let passed = "Ke2 Ke7 Ke1 Ke8";
    let capturable = game_from("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", &format!("d5 {passed}"));
    assert_eq!(capturable.appearances(), 1);
    // Here the capture would expose the king, so nothing is lost.
    let pinned = game_from("4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1", "d5 Kb5 Kf8 Ka5 Ke8");
    assert_eq!(pinned.appearances(), 2);
    // The right to castle counts, the turn counts.
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(game_from(castling, "Rb1 Rb8 Ra1 Ra8").appearances(), 1);
    assert_eq!(game_from(castling, "Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8").appearances(), 2);
    assert_eq!(game_from("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Rg1 Kd8 Rh1 Ke8").appearances(), 2);
    assert_eq!(game_from("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Rg1 Kd8 Rf1 Ke8 Rh1").appearances(), 1);
}

#[test]
fn moves_are_counted() {
    let mut game = game("e4 e5 Nf3");
    assert_eq!((game.move_number(), game.quiet_plies()), (2, 1));
    assert_eq!((game.moves_made(Color::White), game.moves_made(Color::Black)), (2, 1));
    let black_starts = game_from("4k3/8/8/8/8/8/8/4K3 b - - 7 40", "Kd8");
    assert_eq!((black_starts.move_number(), black_starts.quiet_plies()), (41, 8));
    assert_eq!((black_starts.moves_made(Color::White), black_starts.moves_made(Color::Black)), (0, 1));
    // Undo and redo.
    let position = game.position().clone();
    let m = game.take_back().expect("a move");
    game.play(m).expect("a legal move");
    assert_eq!(game.position(), &position);
    let taken = game.return_to(1);
    assert_eq!((taken.len(), game.moves().len(), game.turn()), (2, 1, Color::Black));
}

#[test]
fn the_game_remembers_why_castling_is_lost() {
    let castling = "4k3/7p/6n1/8/8/8/8/R3K2R w KQ - 0 1";
    check_right_lost(castling, "Rg1 Ke7 Rh1 Ke8", RightLost::RookMoved);
    check_right_lost(castling, "Kf1 Ke7 Ke1 Ke8", RightLost::KingMoved);
    check_right_lost("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "", RightLost::Unknown);
}

#[test]
fn starts() {
    check_start("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    check_start("518", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    check_start("0", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    check_start("BBQNNRKR", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    check_start("4k3/8/8/8/8/8/8/4K3 b - - 3 9", "4k3/8/8/8/8/8/8/4K3 b - - 3 9");
    check_no_start("960", "no Chess960 start 960, expected 0 to 959");
    check_no_start("KRQBBNNR", "no Chess960 start 'KRQBBNNR'");
    check_no_start("8/8/8/8/8/8/8/8 w - - 0 1", "no legal position, the board is empty");
    check_no_start("e4", "no FEN");
}

/// Guidelines II.2.2: pawns as usual, bishops on squares of both colours, the king between the rooks, and
/// Black's pieces opposite White's. No two of the 960 are the same.
#[test]
fn chess960_starts() {
    let mut starts = std::collections::HashSet::new();
    for number in 0..960 {
        let game = Game::chess960(number).expect("a number below 960");
        let board = game.position().board();
        let placement = board.to_string();
        let (ours, theirs) = (&placement[35..43], &placement[..8]);
        assert_eq!(ours.to_lowercase(), theirs);
        assert!(placement.contains("/pppppppp/8/8/8/8/PPPPPPPP/"), "{placement}");
        assert_eq!((board.bishops() & board.white() & shakmaty::Bitboard::DARK_SQUARES).count(), 1);
        let royal: String = ours.chars().filter(|c| "KR".contains(*c)).collect();
        assert_eq!(royal, "RKR");
        starts.insert(placement);
    }
    assert_eq!(starts.len(), 960);
    assert!(Game::chess960(960).is_err());
}

#[test]
fn results_are_written_and_read() {
    for result in [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::BothLose,
        GameResult::HalfToWhite,
        GameResult::HalfToBlack,
    ] {
        assert_eq!(result.to_string().parse(), Ok(result));
    }
    assert_eq!("0-½".parse(), Ok(GameResult::HalfToBlack));
    assert!("1:0".parse::<GameResult>().is_err());
}

proptest! {
    /// Taking back and playing again changes nothing, and counting appearances only as far back as the
    /// last pawn move or capture misses none.
    #[test]
    fn undo_and_redo(choices in prop::collection::vec(0usize..6, 0..60), back in 0usize..60) {
        // Few pieces that shuttle, so that positions do come again.
        let mut game = game_from("4k3/7p/8/8/8/8/P7/R3K3 w Q - 3 30", "");
        for choice in choices {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[choice.min(moves.len() - 1)]).expect("a legal move");
            let now = game.position();
            let all = (0..=game.moves().len()).filter(|ply| game.position_at(*ply) == now).count();
            prop_assert_eq!(game.appearances(), all);
            let last = game.take_back().expect("a move");
            prop_assert_eq!(game.appearances_with(last), all);
            let quiet = game.quiet_plies_with(last);
            game.play(last).expect("a legal move");
            prop_assert_eq!(game.quiet_plies(), quiet);
        }
        let (before, position) = (game.moves().to_vec(), game.position().clone());
        for m in game.return_to(back) {
            game.play(m).expect("a legal move");
        }
        prop_assert_eq!(game.moves(), before);
        prop_assert_eq!(game.position(), &position);
    }
}

fn check_board(moves: &str, expected: Option<(GameResult, Ending)>) {
    for ruleset in [Ruleset::Fide2023, Ruleset::Fide2009] {
        let outcome = game(moves).outcome(ruleset);
        assert_eq!(outcome.map(|outcome| (outcome.result, outcome.ending)), expected, "{moves}");
    }
}

fn check_dead(fen: &str, dead: bool) {
    assert_eq!(is_dead(game_from(fen, "").position(), 1_000_000), Some(dead), "{fen}");
}

fn check_right_lost(fen: &str, moves: &str, expected: RightLost) {
    let verdict = game_from(fen, moves).judge(&Attempt::castling(CastlingSide::KingSide));
    let side = CastlingSide::KingSide;
    assert_eq!(verdict, Verdict::Illegal(Reason::CastlingLost { side, because: expected }), "{moves}");
}

fn check_start(text: &str, expected: &str) {
    let start: StartPosition = text.parse().expect("a start");
    assert_eq!(Game::from_start(&start).start_fen().to_string(), expected);
}

fn check_no_start(text: &str, expected: &str) {
    let error = text.parse::<StartPosition>().expect_err("no start");
    assert!(error.to_string().starts_with(expected), "{error}");
}
