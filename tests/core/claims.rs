//! What lessons state of their boards: each answer that is written down, and not found by the Laws when the lesson is read, is
//! found here from the position, or stands in the list of those that the Laws or custom alone tell.

use std::collections::BTreeSet;

use annabella::{
    language::LANGUAGES,
    laws::{
        CastlingMode, CastlingSide, Chess, Color, File, MatePossible, Move, Piece, Position, Rank, Role,
        Square, board_facts, mate_possible,
    },
    school::{Goal, Lessons, Solution, SquareSet, Task, knight_route},
};
use shakmaty::{Bitboard, attacks};

use crate::help::GRAMMARS;

/// An answer as it is found.
#[derive(Debug, PartialEq)]
enum Found {
    Yes(bool),
    Number(usize),
    Role(Role),
    Squares(Vec<Square>),
    /// Moves, as UCI writes them.
    Moves(BTreeSet<String>),
}

use Found::{Number, Squares, Yes};

type Claim = (&'static str, usize, fn(&Chess) -> Found);

fn light(square: Square) -> bool {
    square.is_light()
}

fn square(file: File, rank: Rank) -> Found {
    Squares(vec![Square::from_coords(file, rank)])
}

fn on_one_diagonal(a: Square, b: Square) -> Found {
    Yes(board_facts::diagonals(a).into_iter().any(|squares| squares.contains(b)))
}

fn legal(position: &Chess, from: Square, to: Square) -> bool {
    position.legal_moves().into_iter().any(|m| m.from() == Some(from) && m.to() == to)
}

/// The legal moves that are so.
fn moves(position: &Chess, so: impl Fn(&Move, &Chess) -> bool) -> Found {
    let after = |m: &Move| {
        let mut after = position.clone();
        after.play_unchecked(*m);
        after
    };
    let so = position.legal_moves().into_iter().filter(|m| so(m, &after(m)));
    Found::Moves(so.map(|m| m.to_uci(position.castles().mode()).to_string()).collect())
}

fn by(m: &Move, role: Role) -> bool {
    m.role() == role
}

fn castles(position: &Chess, side: CastlingSide) -> Found {
    Yes(position.legal_moves().into_iter().any(|m| m.castling_side() == Some(side)))
}

/// Where the pieces stand after castling.
fn after_castling(position: &Chess, side: CastlingSide, role: Role) -> Found {
    let m = position.legal_moves().into_iter().find(|m| m.castling_side() == Some(side)).unwrap();
    let (before, mover) = (position.board().by_piece(role.of(position.turn())), position.turn());
    let mut after = position.clone();
    after.play_unchecked(m);
    Squares((after.board().by_piece(role.of(mover)) & !before).into_iter().collect())
}

/// How many moves a piece needs on an empty board.
fn needs(role: Role, from: Square, to: Square) -> Found {
    let (mut reached, mut count) = (Bitboard::from(from), 0);
    while !reached.contains(to) {
        reached = reached.into_iter().fold(reached, |all, square| all | reach(role, square));
        count += 1;
    }
    Number(count)
}

/// What a piece reaches on an empty board.
fn reach(role: Role, from: Square) -> Bitboard {
    attacks::attacks(from, Piece { color: Color::White, role }, Bitboard::EMPTY)
}

fn value(role: Role) -> usize {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

fn piece_at(position: &Chess, square: Square) -> Found {
    Found::Role(position.board().role_at(square).unwrap())
}

fn can_mate(position: &Chess, side: Color) -> bool {
    match mate_possible(position, side, 1_000_000) {
        MatePossible::Yes(_) => true,
        MatePossible::No(_) => false,
        MatePossible::Unknown => panic!("{position:?} is not decided"),
    }
}

fn kings_alone() -> Chess {
    let fen: shakmaty::fen::Fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    fen.into_position(CastlingMode::Standard).unwrap()
}

/// What the board tells.
const CLAIMS: &[Claim] = &[
    ("01-board", 1, |_| Number(File::ALL.len())),
    ("01-board", 2, |_| square(File::A, Rank::First)),
    ("01-board", 3, |_| Squares(vec![Square::A1.offset(1).unwrap()])),
    ("01-board", 4, |_| square(File::H, Rank::Eighth)),
    ("01-board", 5, |_| Squares(vec![Square::E4.offset(8).unwrap()])),
    ("01-board", 6, |_| square(File::C, Rank::Sixth)),
    ("02-colours", 1, |_| Yes(!light(Square::A1))),
    ("02-colours", 2, |_| Yes(light(Square::H1))),
    ("02-colours", 3, |_| {
        Yes(Square::ALL.iter().any(|s| s.offset(8).is_some_and(|next| light(next) == light(*s))))
    }),
    ("02-colours", 4, |_| Yes(light(Square::E4))),
    ("02-colours", 5, |_| Yes(light(Square::C3) == light(Square::F6))),
    ("02-colours", 6, |_| Yes(light(Square::G5))),
    ("02-colours", 7, |_| Number(Bitboard::DARK_SQUARES.count())),
    ("03-lines", 1, |_| Yes(Square::B2.file() == Square::B7.file())),
    ("03-lines", 2, |_| Yes(Square::C4.rank() == Square::H4.rank())),
    ("03-lines", 3, |_| on_one_diagonal(Square::A1, Square::E5)),
    ("03-lines", 4, |_| {
        let long = board_facts::diagonals(Square::H1).into_iter().max_by_key(|squares| squares.count());
        Squares(long.unwrap().into_iter().filter(|s| s.file() == File::A).collect())
    }),
    ("03-lines", 5, |_| on_one_diagonal(Square::C4, Square::F7)),
    ("03-lines", 6, |_| on_one_diagonal(Square::D1, Square::G5)),
    ("03-lines", 7, |_| Squares(Bitboard::CORNERS.into_iter().collect())),
    ("04-men", 3, |at| piece_at(at, Square::G8)),
    ("04-men", 4, |at| piece_at(at, Square::C1)),
    ("04-men", 6, |at| {
        let ranks: BTreeSet<usize> = at
            .board()
            .by_piece(Role::Pawn.of(Color::Black))
            .into_iter()
            .map(|s| usize::from(s.rank()) + 1)
            .collect();
        Number(*ranks.first().filter(|_| ranks.len() == 1).unwrap())
    }),
    ("04-men", 7, |at| Yes(at.turn() == Color::White)),
    ("05-rook", 4, |at| Yes(legal(at, Square::D2, Square::D7))),
    ("05-rook", 5, |_| {
        let counts: BTreeSet<usize> = Square::ALL.iter().map(|s| reach(Role::Rook, *s).count()).collect();
        Number(*counts.first().filter(|_| counts.len() == 1).unwrap())
    }),
    ("05-rook", 6, |_| needs(Role::Rook, Square::A1, Square::H8)),
    ("06-bishop", 2, |_| {
        Yes(Square::ALL.iter().any(|s| reach(Role::Bishop, *s).into_iter().any(|to| light(to) != light(*s))))
    }),
    ("06-bishop", 5, |_| Yes(!light(Square::C1))),
    ("06-bishop", 6, |_| needs(Role::Bishop, Square::A1, Square::G1)),
    ("07-queen", 3, |at| {
        // Behind the pawns before her nothing is reached.
        let own = at.board().by_piece(Role::Queen.of(Color::White)).single_square().unwrap();
        Yes(legal(at, own, Square::F3) || legal(at, own, Square::B3) || legal(at, own, Square::D5))
    }),
    ("07-queen", 5, |_| {
        let knight = |s: Square| attacks::knight_attacks(s);
        Yes(Square::ALL.iter().any(|s| (reach(Role::Queen, *s) & knight(*s)).any()))
    }),
    ("07-queen", 6, |_| Number(reach(Role::Queen, Square::D4).count())),
    ("08-king", 3, |_| Number(reach(Role::King, Square::E4).count())),
    ("08-king", 5, |at| Yes(legal(at, Square::E3, Square::E4))),
    ("09-knight", 1, |at| moves(at, |m, _| m.from() == Some(Square::G1) && m.to() == Square::F3)),
    ("09-knight", 4, |_| {
        let other = |s: &Square| attacks::knight_attacks(*s).into_iter().all(|to| light(to) != light(*s));
        Yes(Square::ALL.iter().all(other))
    }),
    ("09-knight", 6, |_| Number(knight_route(Square::G1, Square::G3).len() - 1)),
    ("10-pawn", 1, |at| moves(at, |m, _| m.from() == Some(Square::E2) && m.to() == Square::E4)),
    ("10-pawn", 4, |at| Yes(at.legal_moves().iter().any(|m| by(m, Role::Pawn)))),
    ("11-capture", 4, |at| Yes(!board_facts::attackers_of(at.board(), Square::D5, Color::Black).is_empty())),
    ("11-capture", 5, |at| {
        moves(at, |m, _| {
            m.is_capture() && board_facts::attackers_of(at.board(), m.to(), Color::Black).is_empty()
        })
    }),
    ("12-check", 2, |at| Yes(at.is_check())),
    ("12-check", 3, |at| Yes(at.is_check())),
    ("13-escape", 5, |_| {
        // Between a knight and what it attacks lies no square.
        let between =
            |s: &Square| attacks::knight_attacks(*s).into_iter().any(|to| attacks::between(*s, to).any());
        Yes(Square::ALL.iter().any(between))
    }),
    ("14-mate", 2, |at| Yes(at.is_checkmate())),
    ("14-mate", 3, |at| Yes(at.is_checkmate())),
    ("15-mates", 5, |_| Yes(can_mate(&kings_alone(), Color::White))),
    ("16-stalemate", 1, |at| Yes(at.is_stalemate())),
    ("16-stalemate", 3, |at| Yes(at.is_stalemate())),
    ("16-stalemate", 4, |at| Yes(at.is_stalemate())),
    ("17-castling", 3, |at| after_castling(at, CastlingSide::KingSide, Role::King)),
    ("17-castling", 4, |at| after_castling(at, CastlingSide::QueenSide, Role::Rook)),
    ("18-castling-barred", 1, |at| castles(at, CastlingSide::KingSide)),
    ("18-castling-barred", 2, |at| castles(at, CastlingSide::QueenSide)),
    ("18-castling-barred", 3, |at| castles(at, CastlingSide::QueenSide)),
    ("18-castling-barred", 4, |at| castles(at, CastlingSide::QueenSide)),
    ("18-castling-barred", 5, |at| castles(at, CastlingSide::KingSide)),
    ("19-en-passant", 2, |at| {
        Squares(at.legal_moves().iter().filter(|m| m.is_en_passant()).map(|m| m.to()).collect())
    }),
    ("19-en-passant", 3, |at| Yes(at.legal_moves().iter().any(|m| m.is_en_passant()))),
    ("19-en-passant", 5, |at| Number(at.legal_moves().iter().filter(|m| m.is_en_passant()).count())),
    ("20-promotion", 2, |at| moves(at, |m, _| m.is_capture() && m.promotion() == Some(Role::Queen))),
    ("20-promotion", 3, |at| Yes(at.legal_moves().iter().any(|m| m.promotion() == Some(Role::King)))),
    ("21-values", 1, |_| Number(value(Role::Rook))),
    ("21-values", 2, |_| Number(value(Role::Bishop) + value(Role::Knight))),
    ("21-values", 4, |at| {
        let guarded = !board_facts::attackers_of(at.board(), Square::D5, Color::Black).is_empty();
        Yes(!guarded || value(Role::Knight) >= value(Role::Rook))
    }),
    ("21-values", 5, |_| Yes(value(Role::Rook) > value(Role::Bishop))),
    ("21-values", 6, |_| Number(value(Role::Queen) - value(Role::Rook))),
    ("22-draws", 1, |at| Yes(Color::ALL.into_iter().any(|side| can_mate(at, side)))),
    ("22-draws", 2, |at| Yes(can_mate(at, Color::White))),
    ("23-notation", 1, |at| moves(at, |m, _| by(m, Role::Knight) && m.to() == Square::F3)),
    ("23-notation", 2, |at| moves(at, |m, _| by(m, Role::Pawn) && m.to() == Square::E4)),
    ("23-notation", 5, |at| moves(at, |m, _| by(m, Role::Rook) && m.is_capture() && m.to() == Square::D5)),
    ("28-opening", 1, |_| {
        let middle = |s: &&Square| {
            [File::D, File::E].contains(&s.file()) && [Rank::Fourth, Rank::Fifth].contains(&s.rank())
        };
        Squares(Square::ALL.iter().filter(middle).copied().collect())
    }),
    ("28-opening", 2, |at| {
        let middle = [Square::D4, Square::E4, Square::D5, Square::E5];
        moves(at, |m, _| by(m, Role::Pawn) && middle.contains(&m.to()))
    }),
    ("28-opening", 3, |at| {
        moves(at, |m, after| by(m, Role::Knight) && after.board().attacks_from(m.to()).contains(Square::E5))
    }),
    ("29-threats", 1, |at| {
        let attacks = |role: Role| {
            let from = at.board().by_piece(role.of(Color::White)).into_iter();
            from.fold(Bitboard::EMPTY, |all, square| all | at.board().attacks_from(square))
        };
        let men = at.board().by_color(Color::Black);
        Squares((attacks(Role::Queen) & attacks(Role::Bishop) & men).into_iter().collect())
    }),
    ("29-threats", 3, |at| {
        moves(at, |m, after| {
            let attacked = after.board().attacks_from(m.to());
            by(m, Role::Knight)
                && [Role::King, Role::Rook]
                    .into_iter()
                    .all(|role| (attacked & after.board().by_piece(role.of(Color::Black))).any())
        })
    }),
];

/// What no board tells, with the article of the Laws or what it is.
const RULES: &[(&str, usize, &str)] = &[
    ("10-pawn", 7, "3.7"),
    ("11-capture", 2, "3.1"),
    ("12-check", 7, "3.9.2"),
    ("13-escape", 4, "1.4.1"),
    ("16-stalemate", 2, "5.2.1"),
    ("17-castling", 6, "3.8.2.1"),
    ("20-promotion", 4, "3.7.3.4"),
    ("20-promotion", 6, "3.7.3.3"),
    ("22-draws", 3, "9.2.1"),
    ("22-draws", 4, "9.6.1"),
    ("22-draws", 5, "9.3.1"),
    ("22-draws", 6, "9.1.2.1"),
    ("22-draws", 7, "9.1.2.1"),
    ("23-notation", 3, "a letter of the language, checked below"),
    ("23-notation", 4, "a letter of the language, checked below"),
    ("23-notation", 6, "C.13"),
    ("23-notation", 7, "C.13"),
    ("24-clock", 1, "6.1"),
    ("24-clock", 2, "6.2.1"),
    ("24-clock", 3, "6.2.3"),
    ("24-clock", 4, "said in the question"),
    ("24-clock", 5, "6.9"),
    ("24-clock", 6, "5.1.1"),
    ("25-touch", 1, "4.3.1"),
    ("25-touch", 2, "D.2.4"),
    ("25-touch", 3, "4.2.1"),
    ("25-touch", 5, "4.5"),
    ("25-touch", 6, "4.4.2"),
    ("26-own-rules", 1, "D.2.1"),
    ("26-own-rules", 2, "D.2.3"),
    ("26-own-rules", 3, "D.2.3"),
    ("26-own-rules", 4, "D.2.8"),
    ("26-own-rules", 5, "D.2.7"),
    ("26-own-rules", 6, "D.2.6"),
    ("27-assistant", 1, "D.2.10"),
    ("27-assistant", 2, "D.2.10"),
    ("27-assistant", 3, "D.2.10"),
    ("27-assistant", 4, "D.2.10"),
    ("27-assistant", 5, "D.2.10"),
    ("27-assistant", 6, "of this program: the tests of discretion"),
    ("28-opening", 4, "advice"),
    ("28-opening", 6, "advice"),
];

/// The answer as it is written; none where the Laws find it when the lesson is read.
fn stated(task: &Task, position: &Chess) -> Option<Found> {
    let sorted = |squares: &[Square]| {
        let mut squares = squares.to_vec();
        squares.sort_unstable();
        Squares(squares)
    };
    match &task.solution {
        Solution::YesNo(yes) => Some(Yes(*yes)),
        Solution::Number(number) => Some(Number(usize::from(*number))),
        Solution::Piece(role) => Some(Found::Role(*role)),
        Solution::Square(any) => Some(sorted(any)),
        Solution::Squares(SquareSet::Stated(all)) => Some(sorted(all)),
        Solution::Move(Goal::OneOf(all)) => {
            Some(Found::Moves(all.iter().map(|m| m.to_uci(position.castles().mode()).to_string()).collect()))
        }
        Solution::Squares(
            SquareSet::Reached(_)
            | SquareSet::Captured(_)
            | SquareSet::Attacking(..)
            | SquareSet::Standing(..),
        )
        | Solution::Move(_)
        | Solution::Puzzle(_) => None,
    }
}

#[test]
fn what_lessons_state_of_their_boards_is_true() {
    for language in LANGUAGES {
        let lessons = Lessons::of(language);
        let mut left: BTreeSet<(&str, usize)> = CLAIMS.iter().map(|(name, step, _)| (*name, *step)).collect();
        left.extend(RULES.iter().map(|(name, step, _)| (*name, *step)));
        for (lesson, index) in lessons.all().iter().zip(0..) {
            let course = lessons.course(index).unwrap();
            for (step, n) in lesson.steps.iter().zip(1..) {
                let Some(task) = &step.task else { continue };
                let start = course.position_at(n - 1);
                let position = start.position();
                let Some(stated) = stated(task, position) else { continue };
                let here = (lesson.name.as_str(), n);
                assert!(left.remove(&here), "{} {n}: nothing checks {:?}", lesson.name, task.question);
                if let Some((.., found)) = CLAIMS.iter().find(|(name, step, _)| (*name, *step) == here) {
                    assert_eq!(found(position), stated, "{} {n}: {:?}", lesson.name, task.question);
                }
            }
        }
        assert!(left.is_empty(), "{left:?} is no longer asked");
    }
}

/// A lesson that asks for a letter asks for that of its language.
#[test]
fn letters_that_are_asked_for_are_those_of_the_language() {
    for (n, language) in LANGUAGES.iter().enumerate() {
        let (lessons, letters) = (Lessons::of(*language), GRAMMARS[n].letters());
        let notation = lessons.all().iter().find(|lesson| lesson.name == "23-notation").unwrap();
        for step in [3, 4] {
            let task = notation.steps[step - 1].task.as_ref().unwrap();
            let Solution::Piece(role) = task.solution else { panic!("{task:?}") };
            let annabella::school::Question::Written(asked) = &task.question else { panic!("{task:?}") };
            let asked = asked.told(|square| square.to_string());
            let letter = letters.of_role(role);
            assert!(
                asked.split(|c: char| !c.is_alphanumeric()).any(|word| word == letter),
                "{asked}: {letter}"
            );
        }
    }
}
