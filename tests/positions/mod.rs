//! Positions at random, always the same ones: for the tests of the mate search and its benchmark.

mod random;

use shakmaty::{
    CastlingMode, Chess, Color, File, FromSetup, Piece, Position, PositionError, Rank, Role, Setup, Square,
    fen::Fen,
};

pub use random::Random;

/// Hard positions, the side that is asked about, and whether it can still mate.
pub fn hard() -> Vec<(Chess, Color, bool)> {
    let lines = include_str!("hard.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &str| {
        let (rest, verdict) = line.rsplit_once(' ')?;
        let (fen, side) = rest.rsplit_once(' ')?;
        let setup = fen.parse::<Fen>().ok()?.into_setup();
        let position = Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check);
        Some((position.ok()?, Color::from_white(side == "white"), verdict == "yes"))
    };
    lines.map(|line| read(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

/// Walls of pawns that block each other, the kings and a few other pieces anywhere. Nothing where that is no
/// position, or the game is over.
pub fn blocked(random: &mut Random) -> Option<Chess> {
    let mut setup = Setup::empty();
    let tight = random.below(3) > 0;
    let mut rank = 1 + random.below(5) as u32;
    for file in 0..8 {
        // Neighbours one rank apart guard each other and cannot take.
        rank = match random.below(if tight { 2 } else { 3 }) {
            2 => rank,
            0 if rank > 1 => rank - 1,
            _ if rank < 5 => rank + 1,
            _ => rank - 1,
        };
        if random.below(5) == 0 {
            continue;
        }
        let white = Square::from_coords(File::new(file), Rank::new(rank));
        setup.board.set_piece_at(white, Role::Pawn.of(Color::White));
        setup.board.set_piece_at(white.offset(8)?, Role::Pawn.of(Color::Black));
    }
    let men = (0..random.below(6)).map(|_| {
        let role = [Role::Bishop, Role::Bishop, Role::Bishop, Role::Knight, Role::Rook][random.below(5)];
        role.of(Color::from_white(random.below(2) == 0))
    });
    let men = men.collect();
    with_men(setup, men, random)
}

/// Walls of doubled pawns, two of each side to a file and on the same ranks on all, some of them already met; the
/// kings and up to two minor pieces anywhere. Nothing where that is no position, or the game is over.
pub fn doubled(random: &mut Random) -> Option<Chess> {
    let mut setup = Setup::empty();
    let mut ranks: Vec<u32> = (1..7).collect();
    while ranks.len() > 4 {
        ranks.remove(random.below(ranks.len()));
    }
    let colors = if random.below(3) == 0 { [true, true, false, false] } else { [true, false, true, false] };
    let step = 2 + random.below(3) as u32 / 2;
    let mut file = random.below(2) as u32;
    while file < 8 {
        for (rank, is_white) in ranks.iter().zip(colors) {
            let square = Square::from_coords(File::new(file), Rank::new(*rank));
            setup.board.set_piece_at(square, Role::Pawn.of(Color::from_white(is_white)));
        }
        file += step + random.below(4) as u32 / 3;
    }
    let men = (0..random.below(6).saturating_sub(3)).map(|_| {
        let role = [Role::Bishop, Role::Knight][random.below(2)];
        role.of(Color::from_white(random.below(2) == 0))
    });
    let men = men.collect();
    with_men(setup, men, random)
}

/// Adds the kings and these pieces anywhere, and either side to move.
fn with_men(mut setup: Setup, men: Vec<Piece>, random: &mut Random) -> Option<Chess> {
    let kings = [Role::King.of(Color::White), Role::King.of(Color::Black)];
    for piece in kings.into_iter().chain(men) {
        let free = !setup.board.occupied();
        let square = free.into_iter().nth(random.below(free.count()))?;
        setup.board.set_piece_at(square, piece);
    }
    setup.turn = Color::from_white(random.below(2) == 0);
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    (!position.legal_moves().is_empty()).then_some(position)
}
