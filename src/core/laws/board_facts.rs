//! Facts about a board: attackers, pins, moves of a piece, captures, changes.

use shakmaty::{
    Bitboard, Board, ByCastlingSide, CastlingSide, Chess, Color, Move, Piece, Position, Role, Square, attacks,
};

use strum::VariantArray;

use super::{Attempt, Game, Reason, RightLost, Verdict, assessment::worth, judge};

/// A piece and its square.
pub type PlacedPiece = (Square, Role, Color);

/// Returns the pieces on some squares, from a1 on.
pub fn pieces_on(board: &Board, squares: Bitboard) -> Vec<PlacedPiece> {
    let piece = |square| board.piece_at(square).map(|piece| (square, piece.role, piece.color));
    squares.into_iter().filter_map(piece).collect()
}

/// Returns the passed pawns, from a1 on: none of the other side's pawns stands before them, on their file or beside it.
pub fn passed_pawns(board: &Board) -> Vec<PlacedPiece> {
    let mut pawns = pieces_on(board, board.pawns());
    let all = pawns.clone();
    let stops = |(other, _, owner): &PlacedPiece, (square, _, side): &PlacedPiece| {
        let ahead = i32::from(other.rank()) - i32::from(square.rank());
        owner != side && other.file().distance(square.file()) <= 1 && side.fold_wb(ahead > 0, ahead < 0)
    };
    pawns.retain(|pawn| !all.iter().any(|other| stops(other, pawn)));
    pawns
}

/// Returns the pieces that are attacked and not defended, from a1 on. A king is none of them.
pub fn hanging(board: &Board) -> Vec<PlacedPiece> {
    let mut pieces = pieces_on(board, board.occupied() & !board.kings());
    pieces.retain(|(square, _, owner)| {
        attackers_of(board, *square, *owner).is_empty() && !attackers_of(board, *square, !*owner).is_empty()
    });
    pieces
}

/// Returns the pieces that are defended and yet can be won by captures on their squares, from a1 on: more than is given
/// for them is taken, each side capturing with the least piece that may and stopping when it pays. A king is none of them.
pub fn won_by_exchange(board: &Board) -> Vec<PlacedPiece> {
    let mut pieces = pieces_on(board, board.occupied() & !board.kings());
    pieces.retain(|(square, _, owner)| {
        !attackers_of(board, *square, *owner).is_empty() && gain(board, *square, !*owner) > 0
    });
    pieces
}

/// Returns what a side gains, in pawns, by captures on a square that both may continue; 0 if it does not pay or none is
/// possible.
fn gain(board: &Board, square: Square, by: Color) -> i32 {
    let Some(taken) = board.role_at(square) else { return 0 };
    let mut attackers = attackers_of(board, square, by);
    attackers.sort_by_key(|(_, role, _)| if *role == Role::King { i32::MAX } else { worth(*role) });
    let captures = attackers.into_iter().map(|(from, role, _)| {
        let mut after = board.clone();
        after.discard_piece_at(from);
        after.set_piece_at(square, role.of(by));
        after
    });
    let is_legal = |after: &Board| {
        let king = after.king_of(by);
        king.is_none_or(|king| after.attacks_to(king, !by, after.occupied()).is_empty())
    };
    let Some(after) = captures.into_iter().find(is_legal) else { return 0 };
    (worth(taken) - gain(&after, square, !by)).max(0)
}

/// Returns one side's pieces that attack or defend a square. Pinned pieces count: they still guard it from the king.
pub fn attackers_of(board: &Board, square: Square, side: Color) -> Vec<PlacedPiece> {
    pieces_on(board, board.attacks_to(square, side, board.occupied()))
}

/// A piece that cannot leave its line without exposing its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The pinned piece.
    pub piece: PlacedPiece,
    /// The pinning piece.
    pub by: PlacedPiece,
}

/// Returns all pins on the board, from a1 on.
pub fn pins(board: &Board) -> Vec<Pin> {
    let mut pins = Vec::new();
    for king in Color::ALL.into_iter().filter_map(|side| board.king_of(side)) {
        let Some(side) = board.color_at(king) else { continue };
        let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
        let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
        for from in (straight | diagonal) & board.by_color(!side) {
            let between = attacks::between(king, from) & board.occupied();
            let pinned = between.single_square().filter(|square| board.color_at(*square) == Some(side));
            let piece = |square| pieces_on(board, Bitboard::from_square(square)).pop();
            pins.extend(pinned.and_then(piece).zip(piece(from)).map(|(piece, by)| Pin { piece, by }));
        }
    }
    pins.sort_by_key(|pin| pin.piece.0);
    pins
}

/// Returns the pin of the piece on a square to its king.
pub fn pin_of(board: &Board, square: Square) -> Option<Pin> {
    pins(board).into_iter().find(|pin| pin.piece.0 == square)
}

/// Returns what attacks the piece on a square in a line, and what it shields behind it: the piece worth most that is worth
/// more than both, and never a king, which has no value.
pub fn shields(board: &Board, square: Square) -> Option<(PlacedPiece, PlacedPiece)> {
    let (role, side) = (board.role_at(square)?, board.color_at(square)?);
    let piece = |square: Square| pieces_on(board, Bitboard::from_square(square)).pop();
    let lines = |slides: fn(Square, Bitboard) -> Bitboard, attackers: Bitboard| {
        let seen = slides(square, board.occupied());
        let attackers = seen & attackers & board.by_color(!side);
        let behind = seen & board.by_color(side);
        attackers.into_iter().flat_map(move |from| {
            let in_line = behind.into_iter().filter(move |to| attacks::between(from, *to).contains(square));
            in_line.map(move |to| (from, to))
        })
    };
    let straight = lines(attacks::rook_attacks, board.rooks_and_queens());
    let diagonal = lines(attacks::bishop_attacks, board.bishops_and_queens());
    let shielded = straight.chain(diagonal).filter_map(|(from, to)| Some((piece(from)?, piece(to)?)));
    let is_worth_more =
        |(by, behind): &(PlacedPiece, PlacedPiece)| worth(behind.1) > worth(role).max(worth(by.1));
    shielded.filter(is_worth_more).max_by_key(|(_, behind)| worth(behind.1))
}

/// The moves of one piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceMoves {
    /// Its destinations without castling, from a1 on, and what it captures there.
    pub to: Vec<(Square, Option<Role>)>,
    /// The wings to which it can castle.
    pub castling: Vec<CastlingSide>,
}

/// Returns the moves of the piece on a square, as if its side were on move. None if the other side is in check.
pub fn piece_moves(position: &Chess, square: Square) -> Option<PieceMoves> {
    let side = position.board().color_at(square).unwrap_or(position.turn());
    let position =
        if side == position.turn() { position.clone() } else { position.clone().swap_turn().ok()? };
    let mut moves = PieceMoves::default();
    for m in position.legal_moves().into_iter().filter(|m| m.from() == Some(square)) {
        match m {
            Move::Castle { .. } => moves.castling.extend(m.castling_side()),
            Move::Normal { .. } | Move::EnPassant { .. } | Move::Put { .. } => {
                moves.to.push((m.to(), m.capture()));
            }
        }
    }
    moves.to.sort();
    moves.to.dedup();
    moves.castling.sort_by_key(|side| side.is_queen_side());
    Some(moves)
}

/// Returns what prevents one side's castling on each wing after `plies` half-moves, as if it were on move.
///
/// None if the other side is in check.
pub fn castling_hindrances(game: &Game, plies: usize, side: Color) -> Option<ByCastlingSide<Option<Reason>>> {
    let position = game.position_at(plies);
    let own = if side == position.turn() { position.clone() } else { position.clone().swap_turn().ok()? };
    Some(ByCastlingSide::new_with(|wing| match judge(&own, &Attempt::castling(wing)) {
        Verdict::Illegal(Reason::CastlingLost { side: wing, because: RightLost::Unknown }) => {
            Some(Reason::CastlingLost { side: wing, because: game.right_lost(side, wing, plies) })
        }
        Verdict::Illegal(reason) => Some(reason),
        Verdict::Legal(_) | Verdict::Ambiguous(_) | Verdict::PromotionMissing(_) => None,
    }))
}

/// Returns the number of half-moves before a side's castling among the first `plies`.
pub fn castled(game: &Game, plies: usize, side: Color) -> Option<usize> {
    (0..plies).find(|&ply| game.position_at(ply).turn() == side && game.moves()[ply].is_castle())
}

/// Returns the number of half-moves before the last capture among the first `plies`.
pub fn last_capture(game: &Game, plies: usize) -> Option<usize> {
    (0..plies).rev().find(|&ply| game.moves()[ply].is_capture())
}

/// Returns what one side has lost in the first `plies` half-moves, the queen first. A promoted pawn counts as its new
/// piece.
pub fn captured_pieces(game: &Game, plies: usize, side: Color) -> Vec<(Role, u8)> {
    let captured = |role: Role| {
        let by_other = (0..plies).filter(|&ply| game.position_at(ply).turn() != side);
        by_other.filter(|&ply| game.moves()[ply].capture() == Some(role)).count() as u8
    };
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    roles.into_iter().map(|role| (role, captured(role))).filter(|(_, count)| *count > 0).collect()
}

/// Returns the squares that hold another piece than before, or none.
pub fn changed_squares(before: &Board, after: &Board) -> Vec<(Square, Option<Piece>)> {
    let changed = |square: &Square| before.piece_at(*square) != after.piece_at(*square);
    Square::ALL.into_iter().filter(changed).map(|square| (square, after.piece_at(square))).collect()
}

/// Returns the diagonals through a square, the rising one first as White sees them.
pub fn diagonals(square: Square) -> [Bitboard; 2] {
    let sum = |square: Square| u32::from(square.file()) + u32::from(square.rank());
    let difference = |square: Square| i32::from(square.file()) - i32::from(square.rank());
    let all = |on: &dyn Fn(Square) -> bool| Square::ALL.into_iter().filter(|square| on(*square)).collect();
    [all(&|other| difference(other) == difference(square)), all(&|other| sum(other) == sum(square))]
}

/// A direction on the board, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::AsRefStr, strum::Display, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Direction {
    /// Towards the eighth rank.
    Up,
    /// Towards the first rank.
    Down,
    /// Towards the a-file.
    Left,
    /// Towards the h-file.
    Right,
    /// Towards a8.
    UpLeft,
    /// Towards h8.
    UpRight,
    /// Towards a1.
    DownLeft,
    /// Towards h1.
    DownRight,
}

impl Direction {
    /// Returns the same direction as the other side sees it.
    pub fn reversed(self) -> Direction {
        let (files, ranks) = self.step();
        let is_it = |direction: &Direction| direction.step() == (-files, -ranks);
        Direction::VARIANTS.iter().copied().find(is_it).unwrap_or(self)
    }

    /// Returns one step in files and ranks.
    fn step(self) -> (i32, i32) {
        match self {
            Direction::Up => (0, 1),
            Direction::Down => (0, -1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
            Direction::UpLeft => (-1, 1),
            Direction::UpRight => (1, 1),
            Direction::DownLeft => (-1, -1),
            Direction::DownRight => (1, -1),
        }
    }
}

/// The squares from one on in a direction, nearest first.
pub fn ray(from: Square, direction: Direction) -> Vec<Square> {
    let (files, ranks) = direction.step();
    let step = |square: &Square| {
        let file = square.file().offset(files)?;
        Some(Square::from_coords(file, square.rank().offset(ranks)?))
    };
    std::iter::successors(step(&from), step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Chess {
        Game::from_fen(fen).unwrap().position().clone()
    }

    fn squares(pieces: &[PlacedPiece]) -> String {
        pieces.iter().map(|piece| piece.0.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn attackers_and_defenders() {
        let board =
            position("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3").board().clone();
        for (square, white, black) in [
            (Square::E5, "f3", "c6"),
            (Square::C6, "b5", "b7 d7"),
            (Square::E4, "", ""),
            (Square::D7, "", "c8 d8 e8"),
        ] {
            assert_eq!(squares(&attackers_of(&board, square, Color::White)), white, "{square}");
            assert_eq!(squares(&attackers_of(&board, square, Color::Black)), black, "{square}");
        }
    }

    #[test]
    fn pins_of_both_sides() {
        for (fen, expected) in [
            ("4k3/8/2n5/1B6/8/8/8/4K3 b - - 0 1", "c6 by b5"),
            ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2 by e7"),
            ("4k3/3p4/2n5/1B6/8/8/8/4K3 b - - 0 1", ""),
            ("4k3/8/8/8/1b6/2N5/3P4/q2QK3 w - - 0 1", "d1 by a1"),
            ("4k3/8/8/8/1b6/2P5/8/q2QK3 w - - 0 1", "d1 by a1, c3 by b4"),
        ] {
            let pins: Vec<_> = pins(position(fen).board())
                .iter()
                .map(|pin| format!("{} by {}", pin.piece.0, pin.by.0))
                .collect();
            assert_eq!(pins.join(", "), expected, "{fen}");
        }
    }

    #[test]
    fn what_is_won_by_an_exchange() {
        for (fen, expected) in [
            ("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4", "f7"),
            // Attacked as often as it is defended, by pieces worth more.
            ("4k3/8/2n5/4p3/8/5N2/8/4K3 w - - 0 1", ""),
            // A rook behind a rook counts.
            ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d5"),
            ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", ""),
            // A piece worth more than what takes it, though it is defended.
            ("4k3/3p4/4q3/8/3N4/8/8/4K3 w - - 0 1", "e6"),
            // What is pinned to its king takes nothing, and a king takes nothing that is defended.
            ("4k3/3p4/1b2q3/8/3N4/8/8/6K1 w - - 0 1", ""),
            ("4k3/4q3/2p1r3/3p4/4P3/8/8/4K3 w - - 0 1", ""),
            ("8/8/3p4/4p3/5K2/8/8/7k w - - 0 1", ""),
        ] {
            assert_eq!(squares(&won_by_exchange(position(fen).board())), expected, "{fen}");
        }
    }

    #[test]
    fn what_a_piece_shields() {
        for (fen, square, expected) in [
            ("rn1qkbnr/ppp1pppp/3p4/8/4P1b1/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1", Square::F3, Some("g4 d1")),
            // What is worth no more than the attacker, or is not there, or is the opponent's, is not shielded.
            ("4k3/8/8/8/6b1/5Q2/8/3R2K1 w - - 0 1", Square::F3, None),
            ("4k3/8/8/8/6b1/5N2/8/6K1 w - - 0 1", Square::F3, None),
            ("4k3/8/8/8/6b1/5N2/8/3q3K w - - 0 1", Square::F3, None),
            // A king never.
            ("1k6/8/8/r2N3Q/8/8/8/3K4 w - - 0 1", Square::D5, Some("a5 h5")),
            ("3rk3/8/8/3N4/8/8/8/3K4 w - - 0 1", Square::D5, None),
            // The attacker is hindered by another.
            ("4k3/8/7b/6P1/5N2/8/8/2Q3K1 w - - 0 1", Square::F4, None),
        ] {
            let shielded = shields(position(fen).board(), square);
            let told = shielded.map(|(by, behind)| format!("{} {}", by.0, behind.0));
            assert_eq!(told.as_deref(), expected, "{fen}");
        }
    }

    #[test]
    fn what_a_piece_could_do() {
        let told = |fen: &str, square| {
            piece_moves(&position(fen), square).map(|moves| {
                let to = moves
                    .to
                    .iter()
                    .map(|(to, capture)| format!("{}{to}", if capture.is_some() { "x" } else { "" }));
                let sides = moves.castling.iter().map(|side| format!("{side:?}"));
                to.chain(sides).collect::<Vec<_>>().join(" ")
            })
        };
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(told(castling, Square::E1).unwrap(), "d1 f1 d2 e2 f2 KingSide QueenSide");
        // Not on move, and with its own rights.
        assert_eq!(told(castling, Square::E8).unwrap(), "d7 e7 f7 d8 f8 KingSide QueenSide");
        // Chess960: the rook's square is no square of the king's.
        let chess960 = "4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1";
        assert!(told(chess960, Square::D1).unwrap().ends_with("KingSide QueenSide"));
        // En passant, and promotion once for each square.
        assert_eq!(told("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Square::E5).unwrap(), "xd6 e6");
        assert_eq!(told("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", Square::A7).unwrap(), "a8 xb8");
        // White is in check, so nothing can be said of what Black could do next.
        assert_eq!(told("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", Square::E8), None);
        assert_eq!(told("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", Square::A1).unwrap(), "");
    }

    #[test]
    fn what_was_captured() {
        // En passant, a promotion that captures, and the queen of it captured.
        let mut game = Game::from_fen("1n2k2r/P7/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
        for uci in ["e5d6", "e8d7", "a7b8q", "h8b8", "e1e2", "d7d6"] {
            let m = game
                .position()
                .legal_moves()
                .into_iter()
                .find(|m| m.to_uci(game.position().castles().mode()).to_string() == uci);
            game.play(m.unwrap()).unwrap();
        }
        assert_eq!(captured_pieces(&game, 6, Color::Black), [(Role::Knight, 1), (Role::Pawn, 1)]);
        assert_eq!(captured_pieces(&game, 6, Color::White), [(Role::Queen, 1), (Role::Pawn, 1)]);
        assert_eq!(captured_pieces(&game, 3, Color::White), []);
        assert_eq!(
            (last_capture(&game, 6), last_capture(&game, 3), last_capture(&game, 0)),
            (Some(5), Some(2), None)
        );
        let changed = changed_squares(game.position_at(0).board(), game.position_at(1).board());
        let told: Vec<_> = changed.iter().map(|(square, _)| square.to_string()).collect();
        assert_eq!(told, ["d5", "e5", "d6"]);
    }

    #[test]
    fn lines_through_a_square() {
        let count = |square| diagonals(square).map(|line| line.count());
        assert_eq!((count(Square::A1), count(Square::E4), count(Square::H4)), ([8, 1], [7, 8], [4, 5]));
        assert_eq!(ray(Square::E4, Direction::UpRight), [Square::F5, Square::G6, Square::H7]);
        assert_eq!(ray(Square::H1, Direction::Right), []);
    }
}
