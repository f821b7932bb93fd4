//! Which legal move is meant, and why there is none: one case per reason, and the property that the
//! moves found legal are exactly those there is no reason against.

use annabella::laws::{
    Attempt, CastlingSide, Chess, Ending, File, Game, Move, PartialSquare, PieceOn, Position, Rank, Reason,
    RightLost, Role, Square, Verdict, contradicts_check, judge,
};
use proptest::prelude::*;
use shakmaty::{Bitboard, attacks};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn what_was_said_finds_the_move() {
    check(START, "N g1-f3", "g1f3");
    check(START, "N -f3", "g1f3");
    check(START, "e2-e4", "e2e4");
    check(START, "-e4", "e2e4");
    check(START, "P -e4", "e2e4");
    // Two knights, ordered by file; the answer to the question is a part of the square.
    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    check(knights, "N -d2", "ambiguous b1d2 f3d2");
    check(knights, "N b-d2", "b1d2");
    check(knights, "N 3-d2", "f3d2");
    // A capture by its victim, by its files, or unnamed.
    let capture = "4k3/8/8/2pq4/4P3/8/8/R3K2R w KQ - 0 1";
    check(capture, "P xQ", "e4d5");
    check(capture, "e-d", "e4d5");
    check(capture, "P exd", "e4d5");
    check(capture, "xd5", "e4d5");
    check(capture, "x", "e4d5");
    // A capture need not be said.
    check(capture, "e4-d5", "e4d5");
    // Nothing but a piece or its square, where it has one move.
    check("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "K", "ambiguous a1a2 a1b1 a1b2");
}

#[test]
fn promotion_asks_for_the_new_piece() {
    let pawn = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    check(pawn, "-a8", "promotion a7a8q a7a8r a7a8b a7a8n");
    check(pawn, "a7-a8=N", "a7a8n");
    check(pawn, "-a8=K", "3.7.3.3 a pawn cannot become a king");
    check(pawn, "-a8=P", "3.7.3.3 a pawn cannot become a pawn");
    check(pawn, "K -b2=Q", "3.7.3.3 only a pawn is promoted");
    check(START, "e2-e4=Q", "3.7.3.3 there is no promotion on e4");
    let two = "r1r4k/1P6/8/8/8/8/8/6K1 w - - 0 1";
    check(two, "P x=Q", "ambiguous b7a8q b7c8q");
}

#[test]
fn castling_by_name_and_by_squares() {
    let free = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(free, "O-O", "O-O");
    check(free, "O-O-O", "O-O-O");
    check(free, "e1-g1", "O-O");
    check(free, "K -c1", "O-O-O");
    check(free, "e1-h1", "O-O");
    check(free, "e1-a1", "O-O-O");
    check(free, "R h1-f1", "h1f1");
    check(free, "K e1xg1", "3.1.1 on g1 there is nothing to capture");
    // In Chess960 the king's square of arrival is an ordinary step, so castling takes the rook.
    let chess960 = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
    check(chess960, "O-O", "O-O");
    check(chess960, "f1-g1", "O-O");
    check("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1-f1", "e1f1");
    // The king stands still, the rook alone moves.
    check("4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O", "O-O");
    check("4k3/8/8/8/8/8/8/1R4K1 w B - 0 1", "O-O-O", "O-O-O");
}

#[test]
fn castling_refused() {
    check(START, "O-O", "3.8.2.2 no castling while a bishop stands on f1");
    check(START, "O-O-O", "3.8.2.2 no castling while a queen stands on d1");
    check("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", "3.8.2.2 no castling while a knight stands on b1");
    check("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "3.8.2.1 there is no right to castle there");
    check("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1-g1", "3.8.2.1 there is no right to castle there");
    check(
        "4k3/8/4r3/8/8/8/8/R3K2R w KQ - 0 1",
        "O-O",
        "3.8.2.2 no castling while the king is in check from the rook on e6",
    );
    check(
        "4k3/8/5r2/8/8/8/8/R3K2R w KQ - 0 1",
        "O-O",
        "3.8.2.2 no castling while f1 is attacked by the rook on f6",
    );
    check("4k3/8/5r2/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "O-O-O");
    check(
        "4k3/8/8/8/8/8/7p/R3K2R w KQ - 0 1",
        "K -g1",
        "3.8.2.2 no castling while g1 is attacked by the pawn on h2",
    );
    // Only the king must not cross an attacked square, the rook may.
    check("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "O-O-O");
    // Chess960: the castling rook itself had covered the king.
    check(
        "4k3/8/8/8/8/8/8/qR1K4 w B - 0 1",
        "O-O-O",
        "3.9.2 the king would stand in check from the queen on a1",
    );
    // A position does not tell how a right was lost.
    for board in ["R2K3R w -", "R3K1R1 w Q", "4K3 w -", "R3K2R w Q"] {
        let fen = format!("4k3/8/8/8/8/8/8/{board} - 0 1");
        reason(
            &fen,
            "O-O",
            Reason::CastlingLost { side: CastlingSide::KingSide, because: RightLost::Unknown },
        );
    }
}

#[test]
fn the_piece_is_not_what_was_said() {
    check(START, "e3-e4", "3.10.1 e3 is empty");
    check(START, "N e3-e4", "3.10.1 e3 is empty");
    check(START, "e7-e5", "1.2 the pawn on e7 is Black's");
    check(START, "N f1-e2", "C.8 on f1 stands a bishop, not a knight");
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Q -d4", "C.8 White has no queen");
    check(START, "N e-f3", "C.8 White has no knight on e");
    check(START, "e2-e2", "3.10.1 e2 to e2 is not a move");
}

#[test]
fn the_piece_does_not_get_there() {
    check(START, "B f1-c4", "3.5 a pawn stands in the way on e2");
    check(START, "B -c4", "3.5 a pawn stands in the way on e2");
    check(START, "R -a2", "3.1 White's own pawn stands on a2");
    check("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "R -a1", "3.1 White's own rook stands on a1");
    check(START, "N g1-g3", "3.6 a knight does not move from g1 to g3");
    check(START, "N -e5", "3.6 White has no knight that can reach e5");
    check(START, "Q -h5", "3.5 a pawn stands in the way on e2");
    check(START, "P -e5", "3.7.1 White has no pawn that can reach e5");
    check(START, "e2-e5", "3.7.1 a pawn does not move from e2 to e5");
    check(START, "K", "3.10.1 White has no king that can move");
    check(START, "e1", "3.10.1 White has no king on e1 that can move");
    check(START, "R h", "3.10.1 White has no rook on h that can move");
    // The piece next to the mover is the one named, not the one behind it.
    check("4k3/8/8/p7/p7/8/8/R3K3 w - - 0 1", "a1-a8", "3.5 a pawn stands in the way on a4");
}

#[test]
fn pawns() {
    let pawn = "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1";
    check(pawn, "e4-e5", "3.7.1 a pawn stands on e5");
    check(pawn, "-e5", "3.7.1 a pawn stands on e5");
    check(pawn, "exe5", "3.7.3 a pawn does not capture straight ahead");
    check(pawn, "exd5", "3.1.1 on d5 there is nothing to capture");
    check(pawn, "e4-d5", "3.1.1 on d5 there is nothing to capture");
    check(pawn, "e-d", "3.1.1 on d5 there is nothing to capture");
    check("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3-e5", "3.7.2 the pawn on e3 takes one step only");
    check("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "-e4", "3.5 a knight stands in the way on e3");
    check("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "-e4", "3.7.1 a knight stands on e4");
    // "e5" does not mean the pawn that could only capture there.
    check("4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", "-e5", "3.7.1 White has no pawn that can reach e5");
}

#[test]
fn captures() {
    let capture = "4k3/8/8/3q4/4P3/2N5/8/4K3 w - - 0 1";
    check(capture, "N xQd5", "c3d5");
    check(capture, "N xRd5", "3.1.1 on d5 stands a queen, not a rook");
    check(capture, "N xR", "3.1.1 Black has no rook");
    check(capture, "N xb5", "3.1.1 on b5 there is nothing to capture");
    check(capture, "K xQ", "3.8.1 no queen can be captured so");
    check(START, "P xP", "3.7.1 no pawn can be captured so");
}

#[test]
fn en_passant_only_at_once() {
    let mut game = Game::from_fen("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").expect("a legal start");
    play(&mut game, "d7-d5");
    let at_once = game.position().clone();
    assert!(matches!(judge(&at_once, &attempt("exd6 ep")), Verdict::Legal(Move::EnPassant { .. })));
    assert!(matches!(judge(&at_once, &attempt("e5-d6")), Verdict::Legal(Move::EnPassant { .. })));
    assert!(matches!(judge(&at_once, &attempt("P xP")), Verdict::Legal(Move::EnPassant { .. })));
    play(&mut game, "K -e2");
    play(&mut game, "K -e7");
    let later = game.position();
    assert_eq!(judge(later, &attempt("exd6")), Verdict::Illegal(Reason::EnPassantTooLate(Square::D5)));
    assert_eq!(judge(later, &attempt("e5-d6")), Verdict::Illegal(Reason::EnPassantTooLate(Square::D5)));
    check("4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "exd6 ep", "3.7.3.2 no en passant capture is possible there");
    // Both pawns leave the rank, and the rook behind them sees the king.
    check(
        "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
        "exd6 ep",
        "3.9.2 the king would stand in check from the rook on h5",
    );
}

#[test]
fn the_own_king() {
    // The transcript: the queen is pinned on the e-file.
    check(
        "4r1k1/8/8/8/8/8/4Q3/4K3 w - - 0 1",
        "Q -h5",
        "3.9.2 the king would stand in check from the rook on e8",
    );
    check("4r1k1/8/8/8/8/8/4Q3/4K3 w - - 0 1", "Q -e8", "e2e8");
    check("4r1k1/8/8/8/8/8/3Q4/4K3 w - - 0 1", "Q -d8", "3.9.2 the king is in check from the rook on e8");
    check("4r1k1/8/8/8/8/8/3Q4/4K3 w - - 0 1", "Q -e2", "d2e2");
    check(
        "6k1/8/8/8/8/3r4/8/4K3 w - - 0 1",
        "K -d2",
        "3.9.2 on d2 the king would stand in check from the rook on d3",
    );
    check("6k1/8/8/8/8/8/3r4/4K3 w - - 0 1", "K xRd2", "e1d2");
    check(
        "6k1/8/8/8/8/2p5/3r4/4K3 w - - 0 1",
        "K xRd2",
        "3.9.2 on d2 the king would stand in check from the pawn on c3",
    );
    // A pinned piece attacks all the same (3.1.2).
    check(
        "3k4/3b4/8/8/3R4/7K/8/8 w - - 0 1",
        "K -g4",
        "3.9.2 on g4 the king would stand in check from the bishop on d7",
    );
    check("3k4/3b4/8/8/3R4/7K/8/8 w - - 0 1", "K -g3", "h3g3");
    // It cannot step back along the line it is attacked on.
    check(
        "4r1k1/8/8/8/8/8/4K3/8 w - - 0 1",
        "K -e1",
        "3.9.2 on e1 the king would stand in check from the rook on e8",
    );
}

#[test]
fn after_mate_nothing_is_legal() {
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    check(mate, "K xQ", "5.1.1 the game is over");
    reason("7k/8/6QK/8/8/8/8/8 b - - 0 1", "K -g8", Reason::GameOver(Ending::Stalemate));
}

#[test]
fn a_check_that_is_none_is_only_a_slip() {
    let position = position(START);
    let said = attempt("N -f3+");
    let Verdict::Legal(m) = judge(&position, &said) else { panic!("a legal move") };
    assert!(contradicts_check(&position, &said, m));
    assert!(!contradicts_check(&position, &attempt("N -f3"), m));
    // Between two moves the check that was said decides.
    check("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "R h1-h8+", "h1h8");
    check("3k4/8/8/8/8/8/3B4/R3K2R w - - 0 1", "R +", "ambiguous a1a8 h1h8");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// FIDE 3.10: legal are exactly those moves there is no reason against.
    #[test]
    fn legal_exactly_where_there_is_no_reason(
        number in 0u32..960,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..80),
    ) {
        let mut game = Game::chess960(number).expect("a number below 960");
        for choice in choices {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[choice.index(moves.len())]).expect("a legal move");
        }
        every_attempt(game.position());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is left unsaid of a legal move, that move stays among those meant; and nothing said
    /// at random makes a move up.
    #[test]
    fn what_is_not_said_does_not_matter(
        number in 0u32..960,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 1..80),
        kept: [bool; 7],
        said in any_attempt(),
    ) {
        let mut game = Game::chess960(number).expect("a number below 960");
        for choice in &choices {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[choice.index(moves.len())];
            if !m.is_castle() {
                let part = partly(Attempt::from(m), kept);
                prop_assert!(meant(game.position(), &part).contains(&m), "{m} by {part:?}");
            }
            for m in meant(game.position(), &said) {
                prop_assert!(game.position().is_legal(m));
                prop_assert!(said.role.is_none_or(|role| role == m.role()));
                prop_assert!(!said.captures || m.is_capture());
            }
            game.play(m).expect("a legal move");
        }
    }
}

/// The moves the verdict names.
fn meant(position: &Chess, attempt: &Attempt) -> Vec<Move> {
    match judge(position, attempt) {
        Verdict::Legal(m) => vec![m],
        Verdict::Ambiguous(moves) | Verdict::PromotionMissing(moves) => {
            assert!(moves.len() > 1);
            moves
        }
        Verdict::Illegal(reason) => {
            assert!(!reason.to_string().is_empty());
            Vec::new()
        }
    }
}

/// The move with only these things said; what moves is said, by its name or its square.
fn partly(full: Attempt, kept: [bool; 7]) -> Attempt {
    let [role, from_file, from_rank, to_file, to_rank, captured, promotion] = kept;
    let named = role || !(from_file && from_rank);
    let mut said = full;
    said.role = said.role.filter(|_| named);
    said.from.file = said.from.file.filter(|_| from_file);
    said.from.rank = said.from.rank.filter(|_| from_rank);
    said.to.file = said.to.file.filter(|_| to_file);
    said.to.rank = said.to.rank.filter(|_| to_rank);
    said.captures &= captured;
    said.captured = said.captured.filter(|_| captured);
    said.promotion = said.promotion.filter(|_| promotion);
    said.en_passant &= captured;
    said
}

pub fn any_attempt() -> impl Strategy<Value = Attempt> {
    let role = prop::option::of((1u8..7).prop_map(|role| Role::try_from(role).expect("a role")));
    let part = (prop::option::of(0u32..8), prop::option::of(0u32..8))
        .prop_map(|(file, rank)| PartialSquare { file: file.map(File::new), rank: rank.map(Rank::new) });
    let castling = prop::option::weighted(0.1, prop::sample::select(CastlingSide::ALL.to_vec()));
    (role.clone(), part.clone(), part, role.clone(), role, castling, any::<[bool; 4]>()).prop_map(
        |(role, from, to, captured, promotion, castling, [captures, en_passant, check, mate])| match castling
        {
            Some(side) => Attempt::castling(side),
            None => {
                Attempt { role, from, to, captures, captured, promotion, castling, en_passant, check, mate }
            }
        },
    )
}

/// Judges every pair of squares with every new piece, and both castlings.
fn every_attempt(position: &Chess) {
    let legal = position.legal_moves();
    let mut found = Vec::new();
    let mut judged = |attempt: Attempt| match judge(position, &attempt) {
        Verdict::Legal(m) => found.push(m),
        Verdict::PromotionMissing(moves) => assert_eq!(moves.len(), 4, "{attempt:?}"),
        Verdict::Ambiguous(moves) => panic!("whole squares cannot be ambiguous: {attempt:?} {moves:?}"),
        Verdict::Illegal(reason) => {
            assert!(!reason.article().to_string().is_empty());
            assert!(is_true(position, &attempt, reason), "{attempt:?} {reason:?}");
        }
    };
    for from in Square::ALL {
        for to in Square::ALL {
            judged(Attempt::squares(from, to));
            let pawn = position.board().role_at(from) == Some(Role::Pawn);
            for promotion in Role::ALL.into_iter().filter(|_| pawn) {
                judged(Attempt { promotion: Some(promotion), ..Attempt::squares(from, to) });
            }
        }
    }
    for side in CastlingSide::ALL {
        judged(Attempt::castling(side));
    }
    for m in &legal {
        assert!(found.contains(m), "{m} is legal and was not found");
        assert_eq!(judge(position, &Attempt::from(*m)), Verdict::Legal(*m));
    }
    assert!(found.iter().all(|m| legal.contains(m)));
}

/// Whether what a reason says holds on the board.
fn is_true(position: &Chess, attempt: &Attempt, reason: Reason) -> bool {
    let board = position.board();
    let us = position.turn();
    let stands = |on: PieceOn| board.piece_at(on.square) == Some(on.piece);
    let theirs = |on: PieceOn| stands(on) && on.piece.color != us;
    let squares = attempt.from.square().zip(attempt.to.square());
    let king = board.king_of(us).expect("a king");
    let attacks = |on: PieceOn, to: Square, occupied: Bitboard| {
        theirs(on) && board.attacks_to(to, !us, occupied).contains(on.square)
    };
    let after = || {
        let (from, to) = squares.expect("two squares");
        board.occupied().without(from).with(to)
    };
    match reason {
        Reason::EmptySquare { square } => board.piece_at(square).is_none(),
        Reason::OpponentsPiece(on) => theirs(on),
        Reason::SameSquare(_) => squares.is_some_and(|(from, to)| from == to),
        Reason::MovesOtherwise { piece, to } => {
            let reaches = board.attacks_from(piece.square).contains(to);
            stands(piece) && (!reaches || piece.piece.role == Role::Pawn)
        }
        Reason::PathBlocked(on) => {
            squares.is_some_and(|(from, to)| attacks::between(from, to).contains(on.square)) && stands(on)
        }
        Reason::OwnPieceOnTarget(on) => stands(on) && on.piece.color == us,
        Reason::PawnBlocked(on) => theirs(on) && attempt.to.square() == Some(on.square),
        Reason::NothingToCapture(square) => board.piece_at(square).is_none(),
        Reason::DoubleStepLater(square) => us.relative_rank(square.rank()) != Rank::Second,
        Reason::EnPassantTooLate(square) => {
            board.piece_at(square) == Some((!us).pawn()) && position.legal_ep_square() != attempt.to.square()
        }
        Reason::PromotionTo(role) => matches!(role, Role::King | Role::Pawn),
        Reason::NoPromotion(square) => square.rank() != (!us).backrank(),
        // En passant empties a third square, so the occupied ones are not known here.
        Reason::ExposesKing { piece, by } => {
            let passed = position.legal_ep_square().or(position.maybe_ep_square()) == attempt.to.square();
            stands(piece) && theirs(by) && (passed || attacks(by, king, after()))
        }
        Reason::KingInCheck(by) => attacks(by, king, board.occupied()),
        Reason::KingIntoCheck { to, by } => attacks(by, to, after()),
        Reason::CastlingLost { side, .. } => !position.castles().has(us, side),
        Reason::CastlingInCheck { by, .. } => attacks(by, king, board.occupied()),
        Reason::CastlingBlocked { side, piece } => {
            stands(piece) && position.castles().path(us, side).contains(piece.square)
        }
        Reason::CastlingAttacked { through, by, .. } => attacks(by, through, board.occupied().without(king)),
        Reason::GameOver(_) => position.legal_moves().is_empty(),
        // Said of a piece, a role or a capture that was named, which these attempts do not.
        _ => false,
    }
}

fn position(fen: &str) -> Chess {
    Game::from_fen(fen).expect("a legal start").position().clone()
}

fn play(game: &mut Game, text: &str) {
    let Verdict::Legal(m) = judge(game.position(), &attempt(text)) else { panic!("{text} is not legal") };
    game.play(m).expect("a legal move");
}

fn reason(fen: &str, text: &str, expected: Reason) {
    assert_eq!(judge(&position(fen), &attempt(text)), Verdict::Illegal(expected), "{fen} {text}");
}

/// Compares the verdict, written as UCI moves or as the article and the reason.
fn check(fen: &str, text: &str, expected: &str) {
    let position = position(fen);
    let uci = |m: &Move| match m.castling_side() {
        Some(CastlingSide::KingSide) => "O-O".to_owned(),
        Some(CastlingSide::QueenSide) => "O-O-O".to_owned(),
        None => m.to_uci(position.castles().mode()).to_string(),
    };
    let list = |moves: &[Move]| moves.iter().map(uci).collect::<Vec<_>>().join(" ");
    let verdict = match judge(&position, &attempt(text)) {
        Verdict::Legal(m) => uci(&m),
        Verdict::Ambiguous(moves) => format!("ambiguous {}", list(&moves)),
        Verdict::PromotionMissing(moves) => format!("promotion {}", list(&moves)),
        Verdict::Illegal(reason) => format!("{} {reason}", reason.article()),
    };
    assert_eq!(verdict, expected, "{text} in {fen}");
}

/// Reads `N g1-f3`, `N -f3`, `exd5`, `P xQ`, `-a8=N`, `exd6 ep`, `K -g1+`, `O-O`.
fn attempt(text: &str) -> Attempt {
    match text {
        "O-O" => return Attempt::castling(CastlingSide::KingSide),
        "O-O-O" => return Attempt::castling(CastlingSide::QueenSide),
        _ => {}
    }
    let mut said = Attempt::default();
    let mut target = false;
    for letter in text.trim_end_matches(" ep").chars() {
        let part = if target { &mut said.to } else { &mut said.from };
        match letter {
            '-' => target = true,
            'x' => (target, said.captures) = (true, true),
            '+' => said.check = true,
            '#' => (said.check, said.mate) = (true, true),
            'a'..='h' => part.file = File::from_char(letter),
            '1'..='8' => part.rank = Rank::from_char(letter),
            'A'..='Z' if text.contains(&format!("={letter}")) => said.promotion = Role::from_char(letter),
            'A'..='Z' if said.captures => said.captured = Role::from_char(letter),
            'A'..='Z' => said.role = Role::from_char(letter),
            _ => {}
        }
    }
    said.en_passant = text.ends_with(" ep");
    said
}
