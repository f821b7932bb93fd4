//! Legal games of the kinds that are hard to write down, always the same ones.
//!
//! All begin from the usual start, since spoken games say nothing of theirs. Moves are drawn by
//! weights that lead to what a kind is about, and a game is kept only when it got there.

use std::sync::OnceLock;

use annabella::laws::{CastlingSide, Game, Move, Position, Role};
use shakmaty::{Chess, attacks, uci::UciMove};

/// What is hard about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 250 half-moves or more.
    Long,
    /// Promotions to rook, bishop and knight.
    UnderPromotions,
    /// Three promotions or more.
    Promotions,
    /// A capture en passant.
    EnPassant,
    /// A capture en passant that mates.
    EnPassantMate,
    /// One side castles short, the other long.
    Castlings,
    /// A queen moves, and two others, each on one rank, file or diagonal with her, could go there too.
    ThreeQueens,
}

/// So many games of each kind: 560 in all.
const GAMES: [(Kind, usize); 7] = [
    (Kind::Long, 40),
    (Kind::UnderPromotions, 120),
    (Kind::Promotions, 80),
    (Kind::EnPassant, 100),
    (Kind::EnPassantMate, 20),
    (Kind::Castlings, 100),
    (Kind::ThreeQueens, 100),
];

/// Gundersen - Faul, Melbourne 1928: 15. hxg6#, en passant. Knights may wander before it begins.
const EN_PASSANT_MATE: &str = "e2e4 e7e6 d2d4 d7d5 e4e5 c7c5 c2c3 c5d4 c3d4 f8b4 b1c3 b8c6 g1f3 g8e7 f1d3 \
     e8g8 d3h7 g8h7 f3g5 h7g6 h2h4 c6d4 d1g4 f7f5 h4h5 g6h6 g5e6 g7g5 h5g6";

/// All games, kind after kind.
pub fn hard_games() -> &'static [(Kind, Game)] {
    static GAMES: OnceLock<Vec<(Kind, Game)>> = OnceLock::new();
    GAMES.get_or_init(draw_all)
}

fn draw_all() -> Vec<(Kind, Game)> {
    let mut games = Vec::new();
    for (kind, count) in GAMES {
        let mut seed = 1_000_000 * games.len() as u64;
        let mut drawn = std::iter::repeat_with(|| {
            seed += 1;
            draw(kind, &mut Random(seed))
        });
        games.extend(drawn.by_ref().filter(|game| kind.is_met(game)).take(count).map(|game| (kind, game)));
    }
    games
}

impl Kind {
    /// Whether the game is of that kind.
    pub fn is_met(self, game: &Game) -> bool {
        let promotions = || game.moves().iter().filter_map(|m| m.promotion());
        match self {
            Kind::Long => game.moves().len() >= 250,
            Kind::UnderPromotions => {
                [Role::Rook, Role::Bishop, Role::Knight].iter().all(|role| promotions().any(|to| to == *role))
            }
            Kind::Promotions => promotions().count() >= 3,
            Kind::EnPassant => game.moves().iter().any(|m| m.is_en_passant()),
            Kind::EnPassantMate => {
                game.position().is_checkmate() && game.moves().last().is_some_and(|m| m.is_en_passant())
            }
            Kind::Castlings => {
                let sides: Vec<_> = game.moves().iter().filter_map(|m| m.castling_side()).collect();
                sides.contains(&CastlingSide::KingSide) && sides.contains(&CastlingSide::QueenSide)
            }
            Kind::ThreeQueens => (0..).zip(game.moves()).any(|(ply, m)| {
                m.role() == Role::Queen && rival_queens(&game.position_at(ply).legal_moves(), *m) >= 2
            }),
        }
    }

    fn most_plies(self) -> usize {
        match self {
            Kind::Long => 320,
            Kind::UnderPromotions | Kind::Promotions | Kind::ThreeQueens => 160,
            Kind::EnPassant | Kind::EnPassantMate | Kind::Castlings => 60,
        }
    }

    /// How much a move is wanted.
    fn weight(self, moves: &[Move], m: Move) -> u64 {
        let is_pawn = m.role() == Role::Pawn;
        let to_promotion = match self {
            Kind::UnderPromotions if m.promotion() == Some(Role::Queen) => 5,
            Kind::ThreeQueens if m.promotion() != Some(Role::Queen) => 1,
            _ => 80,
        };
        match self {
            _ if m.is_promotion() => to_promotion,
            Kind::EnPassant | Kind::EnPassantMate if m.is_en_passant() => 500,
            Kind::EnPassant | Kind::EnPassantMate if is_pawn => 4,
            Kind::Castlings if m.is_castle() => 500,
            Kind::Castlings if is_pawn || m.role() == Role::Knight || m.role() == Role::Bishop => 3,
            Kind::ThreeQueens if m.capture() == Some(Role::Queen) => 0,
            Kind::ThreeQueens if rival_queens(moves, m) >= 2 => 400,
            Kind::ThreeQueens if is_pawn => 8,
            Kind::UnderPromotions | Kind::Promotions if is_pawn => 8,
            Kind::Long if m.is_capture() || is_pawn => 1,
            _ => 2,
        }
    }
}

fn draw(kind: Kind, random: &mut Random) -> Game {
    let mut game = Game::default();
    if kind == Kind::EnPassantMate {
        wander(&mut game, random);
        for uci in EN_PASSANT_MATE.split_whitespace() {
            play_uci(&mut game, uci);
        }
        return game;
    }
    while game.moves().len() < kind.most_plies() {
        let moves = game.position().legal_moves();
        let mut weights: Vec<(Move, u64)> = moves.iter().map(|m| (*m, kind.weight(&moves, *m))).collect();
        let Some(mut m) = random.pick(&weights) else { break };
        // Games that end early show little; near their end they may.
        while game.moves().len() + 20 < kind.most_plies() && ends(game.position(), m) {
            weights.retain(|(other, _)| *other != m);
            m = match random.pick(&weights) {
                Some(m) => m,
                None => return game,
            };
        }
        game.play(m).expect("drawn among the legal moves");
    }
    game
}

/// Knights out and home again, so that the games differ and nothing else does.
fn wander(game: &mut Game, random: &mut Random) {
    const ROUND_TRIPS: [[&str; 4]; 4] = [
        ["g1f3", "g8f6", "f3g1", "f6g8"],
        ["b1c3", "b8c6", "c3b1", "c6b8"],
        ["g1h3", "b8a6", "h3g1", "a6b8"],
        ["b1a3", "g8h6", "a3b1", "h6g8"],
    ];
    for _ in 0..random.below(6) {
        let trip = ROUND_TRIPS[random.below(4) as usize];
        trip.into_iter().for_each(|uci| play_uci(game, uci));
    }
}

fn play_uci(game: &mut Game, uci: &str) {
    let m = uci.parse::<UciMove>().unwrap().to_move(game.position()).unwrap();
    game.play(m).unwrap();
}

fn ends(position: &Chess, m: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    after.is_game_over()
}

/// How many other queens, each on a line with the one that moves, can go to the same square.
fn rival_queens(moves: &[Move], m: Move) -> usize {
    let Some(from) = m.from().filter(|_| m.role() == Role::Queen) else { return 0 };
    let is_rival = |rival: &&Move| {
        rival.role() == Role::Queen
            && rival.to() == m.to()
            && rival.from().is_some_and(|other| other != from && !attacks::ray(from, other).is_empty())
    };
    moves.iter().filter(is_rival).count()
}

/// SplitMix64: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// A move by weight, or none where all weigh nothing.
    fn pick(&mut self, weights: &[(Move, u64)]) -> Option<Move> {
        let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
        let mut left = if total == 0 { return None } else { self.below(total) };
        weights.iter().find_map(|(m, weight)| {
            if left < *weight {
                return Some(*m);
            }
            left -= weight;
            None
        })
    }
}
