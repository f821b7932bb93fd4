//! Touch-move (4.2 to 4.5, D.2.2).

use annabella::laws::{
    CastlingSide, Chess, Move, ObligationCause, Position, Square, TouchObligation, TouchedPieces,
};

use super::{game_from, san_move};

const FREE_CASTLING: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
const LOST_CASTLING: &str = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1";

#[test]
fn the_first_own_piece_that_can_move() {
    let fen = "4k3/8/8/8/8/8/4P3/RN2K3 w - - 0 1";
    check(fen, "b1", Some(ObligationCause::Own(Square::B1)), "4.3.1", &["Nc3"], &["Kd1"]);
    check(fen, "b1 e2", Some(ObligationCause::Own(Square::B1)), "4.3.1", &["Nc3"], &["e4"]);
    // The pinned knight cannot move, so the next one touched must.
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K2R w - - 0 1";
    check(pinned, "e2 h1", Some(ObligationCause::Own(Square::H1)), "4.3.1", &["Rg1+"], &["Kf1"]);
    check(pinned, "e2", None, "4.5", &["Rg1+", "Kf1"], &[]);
}

#[test]
fn the_first_opponents_piece_that_can_be_captured() {
    let fen = "4k3/8/8/3q4/4P3/2N5/8/4K2r w - - 0 1";
    // In check: neither can be captured.
    check(fen, "d5", None, "4.5", &["Ke2"], &[]);
    let fen = "4k3/8/7r/3q4/4P3/2N5/8/4K3 w - - 0 1";
    check(fen, "d5", Some(ObligationCause::Opponents(Square::D5)), "4.3.2", &["Nxd5", "exd5"], &["Kf1"]);
    check(fen, "h6 d5", Some(ObligationCause::Opponents(Square::D5)), "4.3.2", &["Nxd5"], &["Kf1"]);
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    check(passed, "d5", Some(ObligationCause::Opponents(Square::D5)), "4.3.2", &["exd6"], &["Kf1"]);
}

#[test]
fn one_of_each() {
    let fen = "4k3/8/7r/3q4/4P3/2N5/8/4K3 w - - 0 1";
    let both = Some(ObligationCause::Both { own: Square::C3, opponents: Square::D5 });
    check(fen, "c3 d5", both, "4.3.3", &["Nxd5"], &["exd5", "Nb1"]);
    check(fen, "d5 c3", both, "4.3.3", &["Nxd5"], &["exd5"]);
    // That capture is illegal: the first touched that can act.
    check(fen, "c3 h6", Some(ObligationCause::Own(Square::C3)), "4.3.3", &["Nb1"], &["Kf1"]);
    check(fen, "d5 e1", Some(ObligationCause::Opponents(Square::D5)), "4.3.3", &["exd5"], &["Kf1"]);
    check(fen, "h6 e1", Some(ObligationCause::Own(Square::E1)), "4.3.3", &["Kf1"], &["Nb1"]);
}

#[test]
fn king_then_rook_is_castling() {
    let castling = |side| Some(ObligationCause::Castling(side));
    check(FREE_CASTLING, "e1 h1", castling(CastlingSide::KingSide), "4.4.1", &["O-O"], &["Kf1", "O-O-O"]);
    check(FREE_CASTLING, "e1 a1", castling(CastlingSide::QueenSide), "4.4.1", &["O-O-O"], &["O-O"]);
    // Not legal there: another move of the king.
    let instead = Some(ObligationCause::KingInstead(Square::E1));
    check(LOST_CASTLING, "e1 h1", instead, "4.4.3", &["Kf1"], &["Rg1"]);
    let one_side = "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1";
    check(one_side, "e1 h1", instead, "4.4.3", &["Kf1", "O-O-O"], &["Rg1"]);
    // The king alone may castle, to either side.
    check(
        FREE_CASTLING,
        "e1",
        Some(ObligationCause::Own(Square::E1)),
        "4.3.1",
        &["O-O", "O-O-O", "Kf1"],
        &["Rg1"],
    );
    // A rook away from home has nothing to do with castling: the king can move, so it must.
    let away = "4k3/8/8/3R4/8/8/8/R3K3 w Q - 0 1";
    check(away, "e1 d5", Some(ObligationCause::Own(Square::E1)), "4.3.1", &["Kf1", "O-O-O"], &["Rd6"]);
    // No move of the king at all: any legal move.
    let shut_in = "4k3/8/8/8/8/8/3PPP2/3QKB1R w - - 0 1";
    check(shut_in, "e1 h1", None, "4.5", &["Rg1", "e4"], &[]);
}

#[test]
fn rook_then_king_is_not() {
    check(FREE_CASTLING, "h1 e1", Some(ObligationCause::Own(Square::H1)), "4.4.2", &["Rg1"], &["O-O", "Kf1"]);
    // The rook cannot move: the king must, but not castle on that side.
    let walled = "4k3/8/8/8/8/8/7P/R3K1NR w Q - 0 1";
    check(walled, "h1 e1", Some(ObligationCause::Own(Square::E1)), "4.4.2", &["Kf1", "O-O-O"], &["Nf3"]);
    let chess960 = "4k3/8/8/8/8/8/6PP/6KR w H - 0 1";
    check(chess960, "h1 g1", Some(ObligationCause::Own(Square::G1)), "4.4.2", &["Kf1"], &["O-O"]);
}

#[test]
fn adjusting_binds_to_nothing() {
    let position = position(FREE_CASTLING);
    let mut touch = TouchedPieces::new();
    touch.adjust();
    assert!(!touch.touch(&position, Square::H1));
    assert_eq!(touch.obligation(&position), TouchObligation::Nothing);
    assert!(!touch.is_bound());
    // It covers the piece about to be touched, and no other.
    assert!(touch.touch(&position, Square::H1));
    assert!(touch.is_bound());
    // Announced too late it changes nothing.
    touch.adjust();
    assert!(matches!(touch.obligation(&position), TouchObligation::OneOf { .. }));
}

#[test]
fn an_empty_square_and_a_second_touch_do_not_count() {
    let position = position(FREE_CASTLING);
    let mut touch = TouchedPieces::new();
    assert!(!touch.touch(&position, Square::E4));
    assert!(touch.touch(&position, Square::E1));
    assert!(!touch.touch(&position, Square::E1));
}

fn position(fen: &str) -> Chess {
    game_from(fen, "").position().clone()
}

/// Touches the squares in order; compares what is owed, and moves it allows and forbids.
fn check(
    fen: &str,
    squares: &str,
    expected: Option<ObligationCause>,
    article: &str,
    allowed: &[&str],
    forbidden: &[&str],
) {
    let game = game_from(fen, "");
    let mut touch = TouchedPieces::new();
    for square in squares.split_whitespace() {
        assert!(touch.touch(game.position(), square.parse().expect("a square")));
    }
    let owed = touch.obligation(game.position());
    let because = match &owed {
        TouchObligation::OneOf { because, moves, .. } => {
            assert!(moves.iter().all(|m| game.position().is_legal(*m)));
            Some(*because)
        }
        TouchObligation::AnyMove { .. } | TouchObligation::Nothing => None,
    };
    assert_eq!(because, expected, "{squares} in {fen}");
    assert_eq!(owed.article().map(|article| article.to_string()).as_deref(), Some(article));
    for san in allowed {
        assert!(permits(&owed, san_move(&game, san)), "{san} after {squares} in {fen}");
    }
    for san in forbidden {
        assert!(!permits(&owed, san_move(&game, san)), "{san} after {squares} in {fen}");
    }
}

fn permits(owed: &TouchObligation, m: Move) -> bool {
    match owed {
        TouchObligation::Nothing | TouchObligation::AnyMove { .. } => true,
        TouchObligation::OneOf { moves, .. } => moves.contains(&m),
    }
}
