//! Whether the side on move can force mate in so many moves, whatever the other side answers.
//!
//! All moves of both sides are tried: what is said of a mate is proved. Three moves in a middlegame take some hundred
//! thousand positions, which is why the search is bounded.

use shakmaty::{Chess, Move, Position};

/// How a defender can answer a move after which mate may be forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// It is mate.
    Mated,
    /// The game is over, and it is no mate.
    Over,
    /// After this reply there is no mate in time.
    Escape(Move),
    /// Every reply loses; this one lasts longest.
    Delay(Move),
}

/// The bound was reached before anything was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodesSpent;

/// Returns a move with which the side on move mates in at most `moves` moves of its own; none if it cannot.
///
/// `nodes` is how many moves may be tried, and is counted down.
pub fn mating_move(position: &Chess, moves: u32, nodes: &mut u32) -> Result<Option<Move>, NodesSpent> {
    let mut after: Vec<(Move, Chess)> = Vec::new();
    for m in position.legal_moves() {
        *nodes = nodes.checked_sub(1).ok_or(NodesSpent)?;
        let mut played = position.clone();
        played.play_unchecked(m);
        if played.is_checkmate() {
            return Ok(Some(m));
        }
        after.push((m, played));
    }
    if moves <= 1 {
        return Ok(None);
    }
    // A check leaves few replies, so that it is tried first; it usually is the mate.
    after.sort_by_key(|(_, played)| !played.is_check());
    for (m, played) in after {
        if let Defence::Delay(_) = any_defence(&played, moves - 1, nodes)? {
            return Ok(Some(m));
        }
    }
    Ok(None)
}

/// Returns the best answer to a move after which the other side wants to mate in at most `moves` more moves.
pub fn defence(position: &Chess, moves: u32, nodes: &mut u32) -> Result<Defence, NodesSpent> {
    let found = any_defence(position, moves, nodes)?;
    let Defence::Delay(_) = found else { return Ok(found) };
    let mut longest = (0, found);
    for m in position.legal_moves() {
        let mut played = position.clone();
        played.play_unchecked(m);
        let mut needed = 1;
        while needed < moves && mating_move(&played, needed, nodes)?.is_none() {
            needed += 1;
        }
        if needed > longest.0 {
            longest = (needed, Defence::Delay(m));
        }
    }
    Ok(longest.1)
}

/// The same, and any of the replies if all of them lose.
fn any_defence(position: &Chess, moves: u32, nodes: &mut u32) -> Result<Defence, NodesSpent> {
    if position.is_checkmate() {
        return Ok(Defence::Mated);
    }
    if position.is_game_over() {
        return Ok(Defence::Over);
    }
    let mut last = Defence::Over;
    for m in position.legal_moves() {
        *nodes = nodes.checked_sub(1).ok_or(NodesSpent)?;
        let mut played = position.clone();
        played.play_unchecked(m);
        if moves == 0 || mating_move(&played, moves, nodes)?.is_none() {
            return Ok(Defence::Escape(m));
        }
        last = Defence::Delay(m);
    }
    Ok(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::Game;

    fn found(fen: &str, moves: u32) -> Result<Option<String>, NodesSpent> {
        let position = Game::from_fen(fen).unwrap().position().clone();
        mating_move(&position, moves, &mut 2_000_000).map(|m| m.map(|m| m.to_string()))
    }

    #[test]
    fn mates_are_proved() {
        let rooks = "6k1/5ppp/8/8/8/8/R7/6K1 w - - 0 1";
        assert_eq!(found(rooks, 1), Ok(Some("Ra2-a8".into())));
        // The stalemate that a careless queen gives is no mate.
        assert_eq!(found("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", 1), Ok(Some("Qf1-f8".into())));
        assert_eq!(found("7k/8/4K3/8/8/8/8/6Q1 w - - 0 1", 1), Ok(None));
        // Damiano's mate: the rook is given, then the queen comes.
        let damiano = "5rk1/5pp1/6P1/8/8/8/1Q6/2K4R w - - 0 1";
        assert_eq!(found(damiano, 1), Ok(None));
        assert!(
            matches!(found("3qr2k/pbpp2pp/1p5N/3Q2b1/2P1P3/P7/1PP2PPP/R4RK1 w - - 0 1", 2), Ok(Some(m)) if m == "Qd5-g8")
        );
        assert_eq!(mating_move(Game::from_fen(damiano).unwrap().position(), 3, &mut 5), Err(NodesSpent));
    }

    #[test]
    fn the_defender_escapes_or_lasts() {
        let after = |fen: &str, moves| {
            defence(Game::from_fen(fen).unwrap().position(), moves, &mut 2_000_000).unwrap()
        };
        assert_eq!(after("R5k1/5ppp/8/8/8/8/8/1R4K1 b - - 0 1", 1), Defence::Mated);
        assert_eq!(after("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1), Defence::Over);
        // Only the reply is forced: smothered at the next move.
        assert!(
            matches!(after("3qr1Qk/pbpp2pp/1p5N/6b1/2P1P3/P7/1PP2PPP/R4RK1 b - - 0 1", 1), Defence::Delay(m) if m.to_string() == "Re8xg8")
        );
        assert!(matches!(after("6k1/5pp1/7p/8/8/8/R7/1R4K1 b - - 0 1", 1), Defence::Escape(_)));
    }
}
