//! A game for a tournament: between an electronic board and a blind player, with what goes wrong at boards.

use annabella::laws::{Chess, Game, Move, Position};

/// A game, and where in it somebody's hand or a cable errs, always at Black's moves.
pub struct Tournament {
    pub played: Vec<(Chess, Move)>,
}

impl Tournament {
    /// A game of so many half-moves that does not end by itself, always the same; of `PLIES` where that is set.
    pub fn of(plies: usize) -> Tournament {
        let plies = std::env::var("PLIES").ok().and_then(|plies| plies.parse().ok()).unwrap_or(plies);
        let mut dice = fastrand::Rng::with_seed(2026);
        loop {
            if let Some(played) = draw(plies, &mut dice) {
                return Tournament { played };
            }
        }
    }

    /// Whether a man of White's is put where it does not belong before this half-move.
    pub fn is_disturbed(&self, ply: usize) -> bool {
        [self.played.len() / 4, self.played.len() / 2].map(|ply| ply | 1).contains(&ply)
    }

    /// Whether the cable is out while this half-move is made.
    pub fn is_unplugged(&self, ply: usize) -> bool {
        [self.played.len() / 3, self.played.len() * 2 / 3].map(|ply| ply | 1).contains(&ply)
    }

    /// The moves as PGN has them.
    pub fn moves(&self) -> String {
        let san = |(position, m): &(Chess, Move)| {
            shakmaty::san::SanPlus::from_move(position.clone(), *m).to_string()
        };
        self.played.iter().map(san).collect::<Vec<_>>().join(" ")
    }
}

fn draw(plies: usize, dice: &mut fastrand::Rng) -> Option<Vec<(Chess, Move)>> {
    let mut game = Game::default();
    let mut made = Vec::new();
    while made.len() < plies {
        let position = game.position().clone();
        let mut legal = position.legal_moves();
        // What ends the game, or leaves nothing to choose from, is avoided.
        legal.retain(|m| {
            let after = position.clone().play(*m).unwrap();
            !after.is_game_over() && after.legal_moves().len() > 2
        });
        if legal.is_empty() || game.position().halfmoves() > 60 {
            return None;
        }
        let m = legal[dice.usize(..legal.len())];
        made.push((position, m));
        game.play(m).unwrap();
    }
    Some(made)
}

pub fn uci(m: Move) -> String {
    m.to_uci(annabella::laws::CastlingMode::Standard).to_string()
}

/// What is told the hands to put a man of the side that is not on move where it does not belong, and to put it back.
pub fn disturbance(position: &Chess) -> [[String; 2]; 2] {
    let pawns = position.board().pawns() & position.them();
    let from = pawns.first().expect("a pawn");
    let man = position.board().piece_at(from).unwrap();
    let free = !position.board().occupied();
    let to = free
        .into_iter()
        .rfind(|square| (3..5).contains(&u32::from(square.rank())))
        .expect("room in the middle");
    let put = |square| format!("{square} {}", man.char());
    let lift = |square| format!("{square} -");
    [[lift(from), put(to)], [lift(to), put(from)]]
}
