//! Algebraic notation as the Laws prescribe it (FIDE Appendix C), written strictly.
//!
//! Castling is `0-0` and `0-0-0`, the new piece follows the square directly (`e8D`), `+` and `#` are always written.
//! "En passant" is optional: the short form omits it like PGN; the long form has ` e.p.` before the check sign, so
//! that a finger on the braille line finds the check sign in the last cell. The dialect of PGN (`O-O`, `e8=Q`) is in
//! [`super::pgn`].

use shakmaty::{CastlingSide, Chess, Move, Position, Role, san::Suffix};

pub use super::letters::Letters;
use crate::laws::PartialSquare;

/// Writes a legal move in short form: `Sf3`, `exd5`, `e8D+`, `T1xa3`, `0-0`.
///
/// The file is added where two like pieces can go there, else the rank, else both (C.10).
pub fn san(position: &Chess, m: Move, letters: &Letters) -> String {
    let mut text = String::new();
    if let Some(side) = m.castling_side() {
        text.push_str(castling(side));
    } else {
        let origin = origin_needed(position, m);
        text.push_str(piece(m.role(), letters));
        text.extend(origin.file.map(|file| file.char()));
        text.extend(origin.rank.map(|rank| rank.char()));
        if m.is_capture() {
            text.push('x');
        }
        text.push_str(&m.to().to_string());
        text.push_str(m.promotion().map_or("", |role| letters.of_role(role)));
    }
    text.extend(suffix(position, m));
    text
}

/// Writes a legal move in long form: `Sg1-f3+`, `e2-e4`, `e7xd8D#`, `e5xd6 e.p.`, `0-0`.
pub fn long(position: &Chess, m: Move, letters: &Letters) -> String {
    let mut text = as_said(m, letters, m.is_capture());
    if m.is_en_passant() {
        text.push_str(" e.p.");
    }
    text.extend(suffix(position, m));
    text
}

/// Writes a move without check, and as a capture only if `captures`.
pub fn as_said(m: Move, letters: &Letters, captures: bool) -> String {
    let mut text = String::new();
    if let Some(side) = m.castling_side() {
        text.push_str(castling(side));
    } else {
        text.push_str(piece(m.role(), letters));
        text.extend(m.from().map(|from| from.to_string()));
        text.push(if captures { 'x' } else { '-' });
        text.push_str(&m.to().to_string());
        text.push_str(m.promotion().map_or("", |role| letters.of_role(role)));
    }
    text
}

/// Returns the part of the origin that distinguishes a legal move from others of like pieces.
///
/// Nothing, the file, the rank or both; for a capturing pawn always the file (C.10, C.10.3).
pub(super) fn origin_needed(position: &Chess, m: Move) -> PartialSquare {
    let Some(from) = m.from() else { return PartialSquare::ANY };
    if m.role() == Role::Pawn {
        return PartialSquare { file: m.is_capture().then(|| from.file()), rank: None };
    }
    let rivals = position.legal_moves();
    let mut rivals = rivals.iter().filter(|rival| {
        rival.role() == m.role() && rival.to() == m.to() && rival.from() != m.from() && !rival.is_castle()
    });
    let (mut any, mut on_file, mut on_rank) = (false, false, false);
    for rival in rivals.by_ref().filter_map(|rival| rival.from()) {
        any = true;
        on_file |= rival.file() == from.file();
        on_rank |= rival.rank() == from.rank();
    }
    match (any, on_file, on_rank) {
        (false, ..) => PartialSquare::ANY,
        (true, false, _) => PartialSquare { file: Some(from.file()), rank: None },
        (true, true, false) => PartialSquare { file: None, rank: Some(from.rank()) },
        (true, true, true) => from.into(),
    }
}

fn piece(role: Role, letters: &Letters) -> &'static str {
    if role == Role::Pawn { "" } else { letters.of_role(role) }
}

fn castling(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "0-0",
        CastlingSide::QueenSide => "0-0-0",
    }
}

fn suffix(position: &Chess, m: Move) -> Option<char> {
    let mut after = position.clone();
    after.play_unchecked(m);
    Suffix::from_position(&after).map(Suffix::char)
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, uci::UciMove};

    use super::*;

    #[test]
    fn moves_are_written_by_appendix_c() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "e2e4", "e4", "e2-e4");
        check(start, "g1f3", "Sf3", "Sg1-f3");
        check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "0-0", "0-0");
        check("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "0-0-0", "0-0-0");
        check("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "0-0+", "0-0+");
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6", "e5xd6 e.p.");
        check("8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6+", "e5xd6 e.p.+");
        check("3r3k/4P3/6K1/8/8/8/8/8 w - - 0 1", "e7d8q", "exd8D#", "e7xd8D#");
        check("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8S+", "e7-e8S+");
    }

    #[test]
    fn the_least_that_tells_like_pieces_apart_is_added() {
        let knights = "7k/8/8/8/8/5N2/8/1N5K w - - 0 1";
        check(knights, "b1d2", "Sbd2", "Sb1-d2");
        check("7k/8/8/8/R7/8/8/R6K w - - 0 1", "a1a3", "T1a3", "Ta1-a3");
        // FIDE C.10.1: knights on g1 and d2, both in reach of f3, are told apart by the file.
        check("7k/8/8/8/8/8/3N4/K5N1 w - - 0 1", "d2f3", "Sdf3", "Sd2-f3");
        let queens = "8/7k/8/8/Q2Q4/8/K7/6Q1 w - - 0 1";
        check(queens, "d4d1", "Ddd1", "Dd4-d1");
        let three = "8/7k/8/8/Q2Q4/8/K7/Q7 w - - 0 1";
        check(three, "a4d1", "Da4d1", "Da4-d1");
        let three_in_a_corner = "6k1/8/8/8/Q6Q/8/K7/7Q w - - 0 1";
        check(three_in_a_corner, "h4e4", "Dh4e4", "Dh4-e4");
        // The pinned knight cannot go to d2, so the other needs nothing added.
        check("4r2k/8/8/8/4N3/8/8/1N2K3 w - - 0 1", "b1d2", "Sd2", "Sb1-d2");
    }

    #[test]
    fn a_king_that_stands_still_castles_by_name() {
        check("5k2/8/8/8/8/8/8/1R4KR w H - 0 1", "g1h1", "0-0+", "0-0+");
    }

    #[track_caller]
    fn check(fen: &str, uci: &str, short: &str, full: &str) {
        let fen: Fen = fen.parse().unwrap();
        let mode = CastlingMode::detect(fen.as_setup());
        let position: Chess = fen.into_position(mode).unwrap();
        let m = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        let letters = &Letters::GERMAN;
        assert_eq!(
            (san(&position, m, letters).as_str(), long(&position, m, letters).as_str()),
            (short, full)
        );
    }
}
