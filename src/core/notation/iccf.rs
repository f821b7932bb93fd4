//! The numeric notation of correspondence chess (ICCF): the files count from 1 to 8 like the ranks, so `5254` is e2-e4.
//! A fifth digit is the new piece: queen 1, rook 2, bishop 3, knight 4. Castling is the king's move.

use shakmaty::{Move, Role};

use crate::laws::{Attempt, File, PartialSquare, Rank, Square};

/// The new pieces, by their digits from 1 on.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Writes a legal move: `5254`, `5171` for castling, `78781` for a promotion.
pub fn iccf(m: Move) -> String {
    let digits = |square: Square| [u32::from(square.file()) + 1, u32::from(square.rank()) + 1];
    // The king's own squares, also where the rook's would tell more.
    let to = match m {
        Move::Castle { king, .. } => {
            m.castling_side().map_or(m.to(), |side| Square::from_coords(side.king_to_file(), king.rank()))
        }
        _ => m.to(),
    };
    let mut text: String =
        m.from().into_iter().chain([to]).flat_map(digits).map(|digit| digit.to_string()).collect();
    let promotion = m.promotion().and_then(|role| PROMOTIONS.iter().position(|known| *known == role));
    text.extend(promotion.map(|at| (at + 1).to_string()));
    text
}

/// Reads a move without any additions; none if it is not in this notation.
pub fn read_iccf(text: &str) -> Option<Attempt> {
    let digits: Vec<u32> =
        text.chars().map(|c| c.to_digit(9).filter(|digit| *digit > 0)).collect::<Option<_>>()?;
    let square = |digits: &[u32]| PartialSquare {
        file: Some(File::new(digits[0] - 1)),
        rank: Some(Rank::new(digits[1] - 1)),
    };
    let promotion = match digits.get(4) {
        Some(digit) => Some(*PROMOTIONS.get(*digit as usize - 1)?),
        None => None,
    };
    if !(4..=5).contains(&digits.len()) || digits[..2] == digits[2..4] {
        return None;
    }
    Some(Attempt { from: square(&digits), to: square(&digits[2..]), promotion, ..Attempt::default() })
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position};

    use super::*;
    use crate::laws::{Game, Verdict};

    #[test]
    fn moves_are_written_as_digits_and_read_again() {
        for (fen, uci, written) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "5254"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "5171"),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "5838"),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "17181"),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "17284"),
            ("8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "5546"),
        ] {
            let game = Game::from_fen(fen).unwrap();
            let m = uci.parse::<shakmaty::uci::UciMove>().unwrap().to_move(game.position()).unwrap();
            assert_eq!(iccf(m), written);
            assert_eq!(game.judge(&read_iccf(written).unwrap()), Verdict::Legal(m), "{written}");
        }
        for nothing in ["", "525", "5252", "5294", "5054", "52545", "525411", "e2e4", "+254"] {
            assert_eq!(read_iccf(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn every_legal_move_of_a_game_comes_back() {
        let mut game = Game::from_position(Chess::default());
        for ply in 0..200 {
            let moves = game.position().legal_moves();
            for m in &moves {
                assert_eq!(game.judge(&read_iccf(&iccf(*m)).unwrap()), Verdict::Legal(*m));
            }
            if moves.is_empty() {
                break;
            }
            game.play(moves[ply * 7 % moves.len()]).unwrap();
        }
    }
}
