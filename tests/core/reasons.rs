//! What is said against a legal move in a lesson: of every such move of every task it is true, and it is the point.

use std::collections::BTreeMap;

use annabella::{
    language::LANGUAGES,
    laws::{Attempt, Chess, Move, Position, Role, assessment::worth, mate_possible::is_dead},
    school::{Goal, Judgement, Lesson, Lessons, Miss, Reply, Shortfall, Solution, SquareSet, Task},
};
use shakmaty::{CastlingSide, Square};

fn after(position: &Chess, m: Move) -> Chess {
    let mut position = position.clone();
    position.play_unchecked(m);
    position
}

fn is_mate(position: &Chess, m: Move) -> bool {
    position.is_legal(m) && after(position, m).is_checkmate()
}

fn is_dead_now(position: &Chess) -> bool {
    is_dead(position, 1_000_000) == Some(true)
}

/// The tasks of a lesson, each with its position.
fn tasks(lesson: &Lesson) -> Vec<(Chess, Task)> {
    let mut on_board = Chess::default();
    let mut all = Vec::new();
    for step in &lesson.steps {
        if let Some(position) = &step.position {
            on_board = position.position().clone();
        }
        all.extend(step.task.clone().map(|task| (on_board.clone(), task)));
    }
    all
}

/// Whether what a move lacks is true on the board.
fn is_true(goal: &Goal, position: &Chess, m: Move, short: &Shortfall) -> bool {
    let then = after(position, m);
    let takes = |reply: Move| then.is_legal(reply) && reply.is_capture() && reply.to() == m.to();
    match short {
        Shortfall::NoCheck => !then.is_check(),
        Shortfall::Parried(reply) => then.is_check() && then.is_legal(*reply),
        Shortfall::Captured(reply) => then.is_check() && takes(*reply),
        Shortfall::AllowsMate(reply) => is_mate(&then, *reply),
        Shortfall::StillMoves(reply) => then.is_legal(*reply),
        Shortfall::IsMate => then.is_checkmate(),
        Shortfall::Stalemates => then.is_stalemate(),
        Shortfall::Dead => is_dead_now(&then) && !is_dead_now(position),
        Shortfall::Loses(reply) => {
            let taken = m.promotion().unwrap_or(m.role());
            let is_taken_back = after(&then, *reply).legal_moves().iter().any(|back| back.to() == m.to());
            takes(*reply) && !is_taken_back && worth(taken) > m.capture().map_or(0, worth)
        }
        Shortfall::NoCapture => !m.is_capture(),
        Shortfall::CapturesElsewhere | Shortfall::CapturesLess => {
            let Goal::Capture(Some(on)) = goal else { return false };
            let is_less = m.capture().map_or(0, worth) < position.board().role_at(*on).map_or(0, worth);
            m.is_capture() && m.to() != *on && is_less == (*short == Shortfall::CapturesLess)
        }
        Shortfall::NoCastling => {
            let Goal::Castle(side) = goal else { return false };
            m.castling_side().is_none() || side.is_some_and(|side| m.castling_side() != Some(side))
        }
        Shortfall::NoPromotion => m.promotion().is_none(),
        Shortfall::OtherPromotion(role) => m.promotion() == Some(*role),
        Shortfall::NoEnPassant => !m.is_en_passant(),
        Shortfall::ElsewhereTo(square) => m.to() != *square,
        Shortfall::ElsewhereFrom(square) => m.from() != Some(*square),
        Shortfall::NotAsked => matches!(goal, Goal::OneOf(wanted) if !wanted.contains(&m)),
    }
}

/// Whether something that matters more is left out.
fn hides_the_point(position: &Chess, m: Move, short: &Shortfall) -> bool {
    let then = after(position, m);
    let is_end = then.is_checkmate()
        || then.is_stalemate()
        || then.is_insufficient_material() && !position.is_insufficient_material();
    let says_end = matches!(short, Shortfall::IsMate | Shortfall::Stalemates | Shortfall::Dead);
    let mates = || then.legal_moves().into_iter().any(|reply| is_mate(&then, reply));
    is_end != says_end && !matches!(short, Shortfall::Dead) || *short == Shortfall::NotAsked && mates()
}

#[test]
fn what_is_said_against_a_move_is_true_and_the_point() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for language in LANGUAGES {
        for lesson in Lessons::of(language).all() {
            for (position, task) in tasks(lesson) {
                let Solution::Move(goal) = &task.solution else { continue };
                for m in position.legal_moves() {
                    let context = format!("{}: {:?}: {m}", lesson.name, task.question);
                    let reached = goal.moves(&position).contains(&m);
                    match task.judge(&position, Reply::Move(Attempt::from(m)), &[]) {
                        Judgement::Right(Some(played)) => assert!(reached && played == m, "{context}"),
                        Judgement::Wrong(Miss::Short(played, short)) => {
                            assert!(!reached && played == m, "{context}");
                            assert!(is_true(goal, &position, m, &short), "{context}: {short:?} is not true");
                            assert!(!hides_the_point(&position, m, &short), "{context}: {short:?}");
                            let name = format!("{short:?}");
                            *counts.entry(name.split('(').next().unwrap().to_owned()).or_default() += 1;
                        }
                        other => panic!("{context}: {other:?}"),
                    }
                }
            }
        }
    }
    for name in ["NoCheck", "Parried", "Stalemates", "AllowsMate", "Loses", "OtherPromotion", "CapturesLess"]
    {
        assert!(counts.contains_key(name), "{name} is said of no move: {counts:?}");
    }
}

/// One board for each reason that no lesson has, and for those of which much depends.
#[test]
fn each_reason_is_given_where_it_is_the_point() {
    for (fen, goal, wanted, uci, name) in [
        // No check: but the point is that it is stalemate, or that nobody can mate any more.
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", Goal::Mate, None, "f1f7", "Stalemates"),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", Goal::Check, None, "f1f7", "Stalemates"),
        ("8/8/8/4k3/8/8/3pK3/6N1 w - - 0 1", Goal::Check, None, "g1h3", "NoCheck"),
        ("8/8/8/4k3/8/8/3pK3/6N1 w - - 0 1", Goal::Check, None, "e2d2", "Dead"),
        // Nobody could mate with the knight that is asked for either.
        (
            "8/5P1k/8/8/8/8/8/4K3 w - - 0 1",
            Goal::Promote(Some(Role::Knight)),
            None,
            "f7f8b",
            "OtherPromotion",
        ),
        // Mate is given where a piece was to be won.
        ("6k1/5ppp/8/8/7n/6P1/8/R5K1 w - - 0 1", Goal::Capture(Some(Square::H4)), None, "a1a8", "IsMate"),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", Goal::Stalemate, None, "f1f8", "IsMate"),
        // The pawn becomes something else.
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", Goal::Any, Some("a7b8q"), "a7b8r", "OtherPromotion"),
        ("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", Goal::Promote(Some(Role::Rook)), None, "c7c8q", "Stalemates"),
        // The piece is left hanging.
        ("4k3/2p5/3n4/8/5b2/8/8/3R1RK1 w - - 0 1", Goal::Any, Some("f1f4"), "d1d6", "Loses"),
        ("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", Goal::Any, Some("b5c7"), "b5a7", "Loses"),
        // Mate is allowed.
        ("r5k1/5ppp/8/1N6/8/8/5PPP/6K1 w - - 0 1", Goal::Any, Some("g2g3"), "b5c7", "AllowsMate"),
        (
            "6k1/8/8/3q1n2/4P3/8/8/6K1 w - - 0 1",
            Goal::Capture(Some(Square::D5)),
            None,
            "e4f5",
            "CapturesLess",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            Goal::Castle(Some(CastlingSide::QueenSide)),
            None,
            "e1g1",
            "NoCastling",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Goal::To(Square::E2), None, "h1h2", "ElsewhereTo"),
    ] {
        let start = annabella::laws::StartPosition::of_fen(fen, false).unwrap();
        let position = start.position();
        let read = |uci: &str| uci.parse::<shakmaty::uci::UciMove>().unwrap().to_move(position).unwrap();
        let goal = wanted.map_or(goal, |wanted| Goal::OneOf(vec![read(wanted)]));
        let m = read(uci);
        let short = goal.shortfall(position, m).unwrap_or_else(|| panic!("{fen} {uci} lacks nothing"));
        assert!(format!("{short:?}").starts_with(name), "{fen} {uci}: {short:?}");
        assert!(is_true(&goal, position, m, &short), "{fen} {uci}: {short:?}");
    }
}

/// A king that castles comes to no square that it could go to; nothing is said of captures there.
#[test]
fn castling_is_named_where_squares_of_a_king_are_asked_for() {
    let start = annabella::laws::StartPosition::of_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false).unwrap();
    let solution = Solution::Squares(SquareSet::Reached(Square::E1));
    let question = annabella::school::Question::Light(Square::E1);
    let task = Task { question, solution, hint: None, because: None };
    let judged = task.judge(start.position(), Reply::Square(Square::G1), &[]);
    assert_eq!(judged, Judgement::Wrong(Miss::ByCastling(Square::G1)));
}
