//! How a game stands as an engine sees it, put as players put it: who stands better, and what a move did harm.

use shakmaty::{Chess, Color, Move, Position, Role};

/// How the side on move stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// In hundredths of a pawn.
    Pawns(i32),
    /// It mates in so many moves; it is mated in so many where that is negative, and is mated already at 0.
    Mate(i32),
}

/// A position as an engine sees it: how the side on move stands, and how it should go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub value: Value,
    pub line: Vec<Move>,
}

/// How a game stands, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    Even,
    /// `clearly`: by more than a pawn and a half.
    Better {
        side: Color,
        clearly: bool,
    },
    /// By a piece and more.
    Winning(Color),
    /// In so many moves; 0: it has.
    Mates {
        side: Color,
        moves: u32,
    },
}

/// What a move did harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// The opponent now mates in so many moves.
    AllowsMate(u32),
    /// There was a mate in so many moves.
    MissesMate(u32),
    Loses(Loss),
    /// It was won, and is no more.
    SpoilsWin,
    Worsens,
}

/// What is lost by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    Pawn,
    /// A rook for a bishop or knight.
    Exchange,
    Piece,
    Rook,
    Queen,
}

/// From here on the side is better, clearly better, and winning, in hundredths of a pawn.
const BETTER: i32 = 50;
const CLEARLY: i32 = 150;
const WINNING: i32 = 400;

/// A move that gives away so much of the chances, which go from -1 to 1, is a mistake.
const MISTAKE: f64 = 0.2;

impl Value {
    /// What comes of such a value, from -1, lost, to 1, won: a pawn more counts little where a queen is more.
    fn chances(self) -> f64 {
        match self {
            // As measured over the games of a large server.
            Value::Pawns(pawns) => 2.0 / (1.0 + (-0.003_682_08 * f64::from(pawns)).exp()) - 1.0,
            Value::Mate(moves) if moves > 0 => 1.0,
            Value::Mate(_) => -1.0,
        }
    }

    /// In words, `turn` being on move.
    pub fn outlook(self, turn: Color) -> Outlook {
        match self {
            Value::Mate(moves) => {
                let side = if moves > 0 { turn } else { !turn };
                Outlook::Mates { side, moves: moves.unsigned_abs() }
            }
            Value::Pawns(pawns) => {
                let side = if pawns > 0 { turn } else { !turn };
                match pawns.abs() {
                    more if more >= WINNING => Outlook::Winning(side),
                    more if more >= BETTER => Outlook::Better { side, clearly: more >= CLEARLY },
                    _ => Outlook::Even,
                }
            }
        }
    }
}

/// The half-move of `side` that gave away most, if any was a mistake. `seen` has every position of the game, from its
/// start on.
pub fn worst(positions: &[Chess], seen: &[Seen], side: Color) -> Option<usize> {
    let given = |ply: usize| {
        let after = -seen.get(ply + 1)?.value.chances();
        Some((ply, seen[ply].value.chances() - after))
    };
    let moves = (0..seen.len()).filter(|ply| positions[*ply].turn() == side).filter_map(given);
    let (ply, given) = moves.max_by(|one, other| one.1.total_cmp(&other.1))?;
    (given >= MISTAKE).then_some(ply)
}

/// What `m` did harm, the position before it and after it having been seen.
pub fn harm(before: &Chess, m: Move, seen: &Seen, after: &Seen) -> Harm {
    match (seen.value, after.value) {
        (Value::Mate(moves), now) if moves > 0 && !matches!(now, Value::Mate(ours) if ours <= 0) => {
            return Harm::MissesMate(moves.unsigned_abs());
        }
        (_, Value::Mate(theirs)) if theirs > 0 => return Harm::AllowsMate(theirs.unsigned_abs()),
        _ => {}
    }
    if let Some(loss) = lost(before, m, &after.line) {
        return Harm::Loses(loss);
    }
    let won = matches!(seen.value, Value::Pawns(pawns) if pawns >= WINNING);
    let wins = matches!(after.value, Value::Pawns(theirs) if theirs <= -WINNING);
    if won && !wins { Harm::SpoilsWin } else { Harm::Worsens }
}

/// What the line that follows on `m` takes from its side, once nothing more is captured in it.
fn lost(before: &Chess, m: Move, line: &[Move]) -> Option<Loss> {
    let side = before.turn();
    let mut position = before.clone();
    position.play_unchecked(m);
    // Both have made a quiet move: the exchange is over.
    let mut quiet = 0;
    for m in line.iter().take(8) {
        if quiet == 2 || !position.is_legal(*m) {
            break;
        }
        quiet = if m.is_capture() || m.is_promotion() { 0 } else { quiet + 1 };
        position.play_unchecked(*m);
    }
    // So many more than they the side has lost of a kind.
    let lost = |role: Role| ahead(before, side, role) - ahead(&position, side, role);
    let pawns: i32 = WORTH.iter().map(|(role, worth)| worth * lost(*role)).sum();
    match pawns {
        ..=0 => None,
        1 => Some(Loss::Pawn),
        2 if lost(Role::Rook) > 0 => Some(Loss::Exchange),
        2..=4 => Some(Loss::Piece),
        5..=7 => Some(Loss::Rook),
        _ => Some(Loss::Queen),
    }
}

/// What men are worth in pawns.
const WORTH: [(Role, i32); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

/// How many men of a kind this side has more than the other.
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
        let pawns = Value::Pawns;
        assert_eq!(pawns(49).outlook(White), Outlook::Even);
        assert_eq!(pawns(-50).outlook(White), Outlook::Better { side: Black, clearly: false });
        assert_eq!(pawns(-150).outlook(Black), Outlook::Better { side: White, clearly: true });
        assert_eq!(pawns(400).outlook(Black), Outlook::Winning(Black));
        assert_eq!(Value::Mate(3).outlook(Black), Outlook::Mates { side: Black, moves: 3 });
        assert_eq!(Value::Mate(-2).outlook(Black), Outlook::Mates { side: White, moves: 2 });
        assert_eq!(Value::Mate(0).outlook(White), Outlook::Mates { side: Black, moves: 0 });
    }

    #[test]
    fn what_a_move_did_harm() {
        // The queen goes where a pawn takes it; the knight where it is taken and takes back.
        let queen = "4k3/2p5/8/8/8/8/3Q4/4K3 w - - 0 1";
        check(queen, "d2d6", "c7d6", (900, -100), Harm::Loses(Loss::Queen));
        check(
            "4k3/8/8/3p4/8/2N5/4P3/4K3 w - - 0 1",
            "c3e4",
            "d5e4 e2e3",
            (200, 100),
            Harm::Loses(Loss::Piece),
        );
        let guarded = "4k3/8/8/3p4/8/2N2P2/8/4K3 w - - 0 1";
        check(guarded, "c3e4", "d5e4 f3e4 e8e7", (200, 100), Harm::Loses(Loss::Piece));
        let rook = "4k3/8/8/3b4/8/2R2P2/8/4K3 w - - 0 1";
        check(rook, "c3c4", "d5c4 e1d2 c4e6", (200, -100), Harm::Loses(Loss::Rook));
        let exchange = "4k3/8/8/3b4/2R5/3P4/8/4K3 w - - 0 1";
        check(exchange, "e1e2", "d5c4 d3c4 e8e7 e2e3", (200, -100), Harm::Loses(Loss::Exchange));
        check("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "d2d3", "e8e7 e1e2", (900, 0), Harm::SpoilsWin);
        check("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "d2d3", "e8e7 e1e2", (100, 0), Harm::Worsens);
        fn check(fen: &str, m: &str, then: &str, (before, now): (i32, i32), is: Harm) {
            let position = position(fen);
            let both = line(&position, &format!("{m} {then}"));
            let seen = Seen { value: Value::Pawns(before), line: Vec::new() };
            let after = Seen { value: Value::Pawns(-now), line: both[1..].to_vec() };
            assert_eq!(harm(&position, both[0], &seen, &after), is, "{fen} {m}");
        }
    }

    #[test]
    fn mates_come_first() {
        let start = Chess::default();
        let m = line(&start, "f2f3")[0];
        let seen = |value| Seen { value, line: Vec::new() };
        let harmed = |before, after| harm(&start, m, &seen(before), &seen(after));
        assert_eq!(harmed(Value::Pawns(0), Value::Mate(1)), Harm::AllowsMate(1));
        assert_eq!(harmed(Value::Mate(2), Value::Pawns(-900)), Harm::MissesMate(2));
        assert_eq!(harmed(Value::Mate(2), Value::Mate(1)), Harm::MissesMate(2));
    }

    #[test]
    fn the_worst_move_is_the_one_that_gave_away_most() {
        let mut at = Chess::default();
        let mut positions = vec![at.clone()];
        for m in line(&at, "f2f3 e7e5 g2g4 d8h4") {
            at.play_unchecked(m);
            positions.push(at.clone());
        }
        let values = [Value::Pawns(30), Value::Pawns(60), Value::Pawns(-80), Value::Mate(1), Value::Mate(0)];
        let seen: Vec<Seen> = values.map(|value| Seen { value, line: Vec::new() }).into();
        assert_eq!(worst(&positions, &seen, Color::White), Some(2));
        assert_eq!(worst(&positions, &seen, Color::Black), None);
        assert_eq!(worst(&positions[..1], &seen[..1], Color::White), None);
    }
}
