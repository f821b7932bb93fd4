//! An engine's evaluation in a player's terms: who stands better, and what was wrong with a move.

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Move, Position, Role};

/// An evaluation for the side on move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evaluation {
    /// In hundredths of a pawn.
    Pawns(i32),
    /// The side mates in this many moves; it is mated in as many if negative, and already mated at 0.
    Mate(i32),
}

/// An engine's view of a position: its evaluation and its best line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineView {
    /// The evaluation for the side on move.
    pub value: Evaluation,
    /// The best line.
    pub line: Vec<Move>,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assessment {
    /// Neither side stands better.
    Even,
    /// One side stands better.
    Better {
        /// The side that stands better.
        side: Color,
        /// By at least a pawn and a half.
        clearly: bool,
    },
    /// This side is ahead by a piece or more.
    Winning(Color),
    /// One side mates.
    Mates {
        /// The side that mates.
        side: Color,
        /// In this many moves; 0 if it has mated.
        moves: u32,
    },
}

/// What was wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The opponent now mates in this many moves.
    AllowsMate(u32),
    /// There was a mate in this many moves.
    MissesMate(u32),
    /// It loses material by force.
    Loses(MaterialLoss),
    /// The game was won, and no longer is.
    SpoilsWin,
    /// It worsens the position.
    Worsens,
}

/// Material lost by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaterialLoss {
    /// One pawn.
    Pawn,
    /// A rook for a bishop or knight.
    Exchange,
    /// A bishop or a knight, or as much.
    Piece,
    /// A rook, or as much.
    Rook,
    /// A queen, or as much.
    Queen,
}

/// Evaluations from which a side stands better, clearly better, and winning, in hundredths of a pawn.
const BETTER: i32 = 50;
const CLEARLY: i32 = 150;
const WINNING: i32 = 400;

/// A move that loses this much of the winning chances, from -1 to 1, is a mistake.
const MISTAKE: f64 = 0.2;

impl Evaluation {
    /// Returns the winning chances from -1 (lost) to 1 (won). A queen ahead, a further pawn adds little to them.
    pub fn winning_chances(self) -> f64 {
        match self {
            // The curve that lichess.org fitted to its games (its "Win%").
            Evaluation::Pawns(pawns) => 2.0 / (1.0 + (-0.003_682_08 * f64::from(pawns)).exp()) - 1.0,
            Evaluation::Mate(moves) if moves > 0 => 1.0,
            Evaluation::Mate(_) => -1.0,
        }
    }

    /// Returns how the game stands, with `turn` on move.
    pub fn assess(self, turn: Color) -> Assessment {
        match self {
            Evaluation::Mate(moves) => {
                let side = if moves > 0 { turn } else { !turn };
                Assessment::Mates { side, moves: moves.unsigned_abs() }
            }
            Evaluation::Pawns(pawns) => {
                let side = if pawns > 0 { turn } else { !turn };
                match pawns.abs() {
                    more if more >= WINNING => Assessment::Winning(side),
                    more if more >= BETTER => Assessment::Better { side, clearly: more >= CLEARLY },
                    _ => Assessment::Even,
                }
            }
        }
    }
}

/// Returns the half-move of `side` that lost the most chances, if it was a mistake. `seen` holds the view of every
/// position from the start on.
pub fn worst_move(positions: &[Chess], seen: &[EngineView], side: Color) -> Option<usize> {
    let given = |ply: usize| {
        let after = -seen.get(ply + 1)?.value.winning_chances();
        Some((ply, seen[ply].value.winning_chances() - after))
    };
    let moves = (0..seen.len()).filter(|ply| positions[*ply].turn() == side).filter_map(given);
    let (ply, given) = moves.max_by(|one, other| one.1.total_cmp(&other.1))?;
    (given >= MISTAKE).then_some(ply)
}

/// Returns what was wrong with `m`, by the views of the positions before and after it.
pub fn classify_mistake(before: &Chess, m: Move, seen: &EngineView, after: &EngineView) -> Mistake {
    match (seen.value, after.value) {
        (Evaluation::Mate(moves), now)
            if moves > 0 && !matches!(now, Evaluation::Mate(ours) if ours <= 0) =>
        {
            return Mistake::MissesMate(moves.unsigned_abs());
        }
        (_, Evaluation::Mate(theirs)) if theirs > 0 => return Mistake::AllowsMate(theirs.unsigned_abs()),
        _ => {}
    }
    if let Some(loss) = material_loss(before, m, &after.line) {
        return Mistake::Loses(loss);
    }
    let won = matches!(seen.value, Evaluation::Pawns(pawns) if pawns >= WINNING);
    let wins = matches!(after.value, Evaluation::Pawns(theirs) if theirs <= -WINNING);
    if won && !wins { Mistake::SpoilsWin } else { Mistake::Worsens }
}

/// Returns the material that the side loses in the line after `m`, once the captures are over.
fn material_loss(before: &Chess, m: Move, line: &[Move]) -> Option<MaterialLoss> {
    let side = before.turn();
    let mut position = before.clone();
    position.play_unchecked(m);
    // The exchange is over once both sides have made a quiet move.
    let mut quiet = 0;
    for m in line.iter().take(8) {
        if quiet == 2 || !position.is_legal(*m) {
            break;
        }
        quiet = if m.is_capture() || m.is_promotion() { 0 } else { quiet + 1 };
        position.play_unchecked(*m);
    }
    // How many more pieces of a kind the side has lost than the opponent.
    let lost = |role: Role| ahead(before, side, role) - ahead(&position, side, role);
    let pawns: i32 = WORTH.iter().map(|(role, worth)| worth * lost(*role)).sum();
    match pawns {
        ..=0 => None,
        1 => Some(MaterialLoss::Pawn),
        2 if lost(Role::Rook) > 0 => Some(MaterialLoss::Exchange),
        2..=4 => Some(MaterialLoss::Piece),
        5..=7 => Some(MaterialLoss::Rook),
        _ => Some(MaterialLoss::Queen),
    }
}

/// The values of the pieces in pawns.
const WORTH: [(Role, i32); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

/// Returns by how many pawns' worth this side has more pieces than the opponent.
pub fn material_balance(position: &Chess, side: Color) -> i32 {
    WORTH.iter().map(|(role, worth)| worth * ahead(position, side, *role)).sum()
}

/// Returns the value of a piece in pawns; the king has none.
pub fn worth(role: Role) -> i32 {
    WORTH.iter().find(|(own, _)| *own == role).map_or(0, |(_, worth)| *worth)
}

/// Returns how many more pieces of a kind this side has than the opponent.
fn ahead(position: &Chess, side: Color, role: Role) -> i32 {
    let count = |side: Color| position.board().by_piece(role.of(side)).count() as i32;
    count(side) - count(!side)
}

#[cfg(test)]
mod tests {
    use shakmaty::{fen::Fen, uci::UciMove};

    use super::*;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(shakmaty::CastlingMode::Standard).unwrap()
    }

    fn line(from: &Chess, uci: &str) -> Vec<Move> {
        let mut at = from.clone();
        uci.split_whitespace()
            .map(|uci| {
                let m = uci.parse::<UciMove>().unwrap().to_move(&at).unwrap();
                at.play_unchecked(m);
                m
            })
            .collect()
    }

    #[test]
    fn values_in_words() {
        use Color::{Black, White};
        let pawns = Evaluation::Pawns;
        assert_eq!(pawns(49).assess(White), Assessment::Even);
        assert_eq!(pawns(-50).assess(White), Assessment::Better { side: Black, clearly: false });
        assert_eq!(pawns(-150).assess(Black), Assessment::Better { side: White, clearly: true });
        assert_eq!(pawns(400).assess(Black), Assessment::Winning(Black));
        assert_eq!(Evaluation::Mate(3).assess(Black), Assessment::Mates { side: Black, moves: 3 });
        assert_eq!(Evaluation::Mate(-2).assess(Black), Assessment::Mates { side: White, moves: 2 });
        assert_eq!(Evaluation::Mate(0).assess(White), Assessment::Mates { side: Black, moves: 0 });
    }

    #[test]
    fn what_a_move_did_harm() {
        // The queen goes where a pawn takes it; the knight where it is taken and takes back.
        let queen = "4k3/2p5/8/8/8/8/3Q4/4K3 w - - 0 1";
        check(queen, "d2d6", "c7d6", (900, -100), Mistake::Loses(MaterialLoss::Queen));
        check(
            "4k3/8/8/3p4/8/2N5/4P3/4K3 w - - 0 1",
            "c3e4",
            "d5e4 e2e3",
            (200, 100),
            Mistake::Loses(MaterialLoss::Piece),
        );
        let guarded = "4k3/8/8/3p4/8/2N2P2/8/4K3 w - - 0 1";
        check(guarded, "c3e4", "d5e4 f3e4 e8e7", (200, 100), Mistake::Loses(MaterialLoss::Piece));
        let rook = "4k3/8/8/3b4/8/2R2P2/8/4K3 w - - 0 1";
        check(rook, "c3c4", "d5c4 e1d2 c4e6", (200, -100), Mistake::Loses(MaterialLoss::Rook));
        let exchange = "4k3/8/8/3b4/2R5/3P4/8/4K3 w - - 0 1";
        check(exchange, "e1e2", "d5c4 d3c4 e8e7 e2e3", (200, -100), Mistake::Loses(MaterialLoss::Exchange));
        check("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "d2d3", "e8e7 e1e2", (900, 0), Mistake::SpoilsWin);
        check("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "d2d3", "e8e7 e1e2", (100, 0), Mistake::Worsens);
        fn check(fen: &str, m: &str, then: &str, (before, now): (i32, i32), is: Mistake) {
            let position = position(fen);
            let both = line(&position, &format!("{m} {then}"));
            let seen = EngineView { value: Evaluation::Pawns(before), line: Vec::new() };
            let after = EngineView { value: Evaluation::Pawns(-now), line: both[1..].to_vec() };
            assert_eq!(classify_mistake(&position, both[0], &seen, &after), is, "{fen} {m}");
        }
    }

    #[test]
    fn mates_come_first() {
        let start = Chess::default();
        let m = line(&start, "f2f3")[0];
        let seen = |value| EngineView { value, line: Vec::new() };
        let harmed = |before, after| classify_mistake(&start, m, &seen(before), &seen(after));
        assert_eq!(harmed(Evaluation::Pawns(0), Evaluation::Mate(1)), Mistake::AllowsMate(1));
        assert_eq!(harmed(Evaluation::Mate(2), Evaluation::Pawns(-900)), Mistake::MissesMate(2));
        assert_eq!(harmed(Evaluation::Mate(2), Evaluation::Mate(1)), Mistake::MissesMate(2));
    }

    #[test]
    fn the_worst_move_is_the_one_that_gave_away_most() {
        let mut at = Chess::default();
        let mut positions = vec![at.clone()];
        for m in line(&at, "f2f3 e7e5 g2g4 d8h4") {
            at.play_unchecked(m);
            positions.push(at.clone());
        }
        let values = [
            Evaluation::Pawns(30),
            Evaluation::Pawns(60),
            Evaluation::Pawns(-80),
            Evaluation::Mate(1),
            Evaluation::Mate(0),
        ];
        let seen: Vec<EngineView> = values.map(|value| EngineView { value, line: Vec::new() }).into();
        assert_eq!(worst_move(&positions, &seen, Color::White), Some(2));
        assert_eq!(worst_move(&positions, &seen, Color::Black), None);
        assert_eq!(worst_move(&positions[..1], &seen[..1], Color::White), None);
    }
}
