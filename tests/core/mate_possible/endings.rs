//! Every legal placement of few pieces: whether White can still mate, worked out backwards from the mates.

use std::{collections::HashMap, env, rc::Rc, time::Instant};

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, PositionError, Rank,
    Role, Setup, Square, attacks,
};

use super::answer;

/// Those of at most four pieces in which a lone minor piece, or a pawn, needs the other side's help.
const ENDINGS: [&str; 16] = [
    "KNk", "KBk", "KRk", "KQk", "KPk", "KBkb", "KNkn", "KBkn", "KNkb", "KPkp", "KBkp", "KNkp", "KPkb",
    "KPkn", "KBkr", "KNkr",
];

#[test]
fn rook_ending_sampled() {
    compare(&mut Endings::default(), "KRk", 499);
}

/// `MATE_POSSIBLE_EXHAUSTIVE=1` for all of them, or `=KRk,KBkn` for some; with `MATE_POSSIBLE_STEP=50` only
/// every fiftieth placement from which a mate is possible, and still all others.
#[test]
fn every_placement_of_few_men() {
    let Ok(chosen) = env::var("MATE_POSSIBLE_EXHAUSTIVE") else {
        eprintln!("skipped: set MATE_POSSIBLE_EXHAUSTIVE to go through all small endings");
        return;
    };
    let step = env::var("MATE_POSSIBLE_STEP").ok().and_then(|step| step.parse().ok()).unwrap_or(1);
    let mut endings = Endings::default();
    let named: Vec<_> = chosen.split(',').filter(|name| name.starts_with('K')).collect();
    for men in if named.is_empty() { ENDINGS.to_vec() } else { named } {
        compare(&mut endings, men, step);
    }
}

/// Compares every `step`th placement from which a mate is possible, and all others, with the table: both to
/// move, with and without a right to capture en passant; four pieces are not turned and mirrored.
fn compare(endings: &mut Endings, men: &str, step: usize) {
    let name = men;
    let begun = Instant::now();
    let men: Vec<Piece> = men.chars().filter_map(Piece::from_char).collect();
    let table = endings.solve(&men);
    let solved = begun.elapsed();
    let (mut legal, mut queries, mut without, mut unknown) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for index in (0..table.size()).filter(|&index| table.legal.contains(index)) {
        legal += 1;
        let possible = table.mate_possible.contains(index);
        if possible && legal % step != 0 || men.len() > 3 && table.is_image(index) {
            continue;
        }
        let position = table.position(index).expect("legal");
        let expected = if possible { "yes" } else { "no" };
        let found = answer(&position, Color::White);
        queries += 1;
        without += usize::from(!possible);
        unknown += usize::from(found == "unknown");
        if found != expected {
            wrong.push(format!("{position:?}: {found}, not {expected}"));
        }
    }
    eprintln!(
        "{name}: {legal} legal placements, {queries} queries ({without} without a mate), {} wrong, of them \
         {unknown} unknown; table in {solved:.1?}, queries in {:.1?}",
        wrong.len(),
        begun.elapsed() - solved,
    );
    assert!(queries > 0 && wrong.is_empty(), "{:#?}", &wrong[..wrong.len().min(20)]);
}

/// Tables of whether White can still mate, by the pieces on the board.
#[derive(Default)]
struct Endings {
    tables: HashMap<Vec<Piece>, Rc<Table>>,
}

impl Endings {
    /// Works out an ending backwards from its mates, and from the endings it can turn into.
    fn solve(&mut self, men: &[Piece]) -> Rc<Table> {
        if let Some(table) = self.tables.get(men) {
            return Rc::clone(table);
        }
        let mut table = Table::new(men);
        let mut waiting = Vec::new();
        for index in 0..table.size() {
            let Some(position) = table.position(index) else { continue };
            table.legal.insert(index);
            let mated = position.turn().is_black() && position.is_checkmate();
            if mated || self.turns_into_a_mate(&position) {
                table.mate_possible.insert(index);
                waiting.push(index);
            }
        }
        while let Some(index) = waiting.pop() {
            for before in table.before(index) {
                if table.legal.contains(before) && table.mate_possible.insert(before) {
                    waiting.push(before);
                }
            }
        }
        let table = Rc::new(table);
        self.tables.insert(men.to_vec(), Rc::clone(&table));
        table
    }

    /// Whether a capture or a promotion leads to an ending in which a mate is possible.
    fn turns_into_a_mate(&mut self, position: &Chess) -> bool {
        position.legal_moves().into_iter().filter(|m| m.is_conversion()).any(|m| {
            let after = position.clone().play(m).expect("legal");
            let mut men: Vec<_> = after.board().iter().collect();
            men.sort_by_key(|(_, piece)| (piece.color.is_black(), -(piece.role as i32)));
            let table = self.solve(&men.iter().map(|(_, piece)| *piece).collect::<Vec<_>>());
            let squares: Vec<_> = men.iter().map(|(square, _)| *square).collect();
            table.mate_possible.contains(index_of(after.turn(), &squares))
        })
    }
}

/// An ending. A placement is a number: who is to move, then each man's square. A pawn that may be
/// captured en passant stands on its own first rank there, where no pawn can be.
struct Table {
    men: Vec<Piece>,
    legal: Bits,
    mate_possible: Bits,
}

impl Table {
    fn new(men: &[Piece]) -> Table {
        let size = 2 << (6 * men.len());
        Table { men: men.to_vec(), legal: Bits::new(size), mate_possible: Bits::new(size) }
    }

    fn size(&self) -> usize {
        2 << (6 * self.men.len())
    }

    /// Where the pieces stand, and which of them can be captured en passant.
    fn squares(&self, index: usize) -> (Vec<Square>, Option<usize>) {
        let mut squares: Vec<_> =
            (0..self.men.len()).map(|man| Square::new((index >> (1 + 6 * man)) as u32 & 63)).collect();
        let passing = (0..self.men.len()).find(|&man| {
            self.men[man].role == Role::Pawn
                && squares[man].rank() == self.men[man].color.relative_rank(Rank::First)
        });
        if let Some(man) = passing {
            squares[man] = marked(self.men[man].color, squares[man]);
        }
        (squares, passing)
    }

    /// Whether it comes of another placement by mirroring or, without pawns, by turning: White's king
    /// is outside the half or the eighth of the board that is enough.
    fn is_image(&self, index: usize) -> bool {
        let (squares, _) = self.squares(index);
        let (file, rank) = squares[0].coords();
        let (file, rank) = (u32::from(file), u32::from(rank));
        let pawns = self.men.iter().any(|man| man.role == Role::Pawn);
        file > 3 || !pawns && rank > file
    }

    fn position(&self, index: usize) -> Option<Chess> {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(index & 1 == 0);
        let (squares, passing) = self.squares(index);
        for (&square, &piece) in squares.iter().zip(&self.men) {
            if setup.board.occupied().contains(square) {
                return None;
            }
            setup.board.set_piece_at(square, piece);
        }
        if let Some(man) = passing {
            if self.men[man].color == setup.turn {
                return None;
            }
            setup.ep_square = squares[man].offset(self.men[man].color.fold_wb(-8, 8));
        }
        let position = Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .ok()?;
        // A right that nobody has is none.
        (passing.is_none() || position.ep_square(EnPassantMode::Legal).is_some()).then_some(position)
    }

    /// Placements from which a move without capture or promotion leads to this one. Not all need be
    /// legal.
    fn before(&self, index: usize) -> Vec<usize> {
        let (squares, passing) = self.squares(index);
        let mover = Color::from_white(index & 1 == 1);
        let occupied: Bitboard = squares.iter().copied().collect();
        let mut before = Vec::new();
        for (man, piece) in self.men.iter().enumerate().filter(|(_, piece)| piece.color == mover) {
            let origins = match passing {
                Some(pawn) if pawn != man => continue,
                Some(_) => squares[man].offset(2 * mover.fold_wb(-8, 8)).into_iter().collect(),
                None if piece.role == Role::Pawn => self.pawn_origins(index, man, &squares, occupied),
                None => attacks::attacks(squares[man], *piece, occupied) & !occupied,
            };
            for from in origins {
                let mut squares = squares.clone();
                squares[man] = from;
                before.push(index_of(mover, &squares));
                // The opponent's pawn might have been captured en passant, and was not.
                for (other, piece) in self.men.iter().enumerate() {
                    let fourth = piece.color.relative_rank(Rank::Fourth);
                    if piece.color != mover && piece.role == Role::Pawn && squares[other].rank() == fourth {
                        let mut squares = squares.clone();
                        squares[other] = marked(piece.color, squares[other]);
                        before.push(index_of(mover, &squares));
                    }
                }
            }
        }
        before
    }

    /// Where a pawn comes from; not by a double step that could have been answered en passant.
    fn pawn_origins(&self, index: usize, man: usize, squares: &[Square], occupied: Bitboard) -> Bitboard {
        let (color, to) = (self.men[man].color, squares[man]);
        let back = color.fold_wb(-8, 8);
        let mut origins = Bitboard::EMPTY;
        let Some(one) = to.offset(back).filter(|one| !occupied.contains(*one)) else { return origins };
        origins.add(one);
        if to.rank() == color.relative_rank(Rank::Fourth)
            && let Some(two) = one.offset(back).filter(|two| !occupied.contains(*two))
        {
            let mut squares = squares.to_vec();
            squares[man] = marked(color, to);
            if !self.legal.contains(index_of(Color::from_white(index & 1 == 0), &squares)) {
                origins.add(two);
            }
        }
        origins
    }
}

fn index_of(turn: Color, squares: &[Square]) -> usize {
    squares.iter().rev().fold(0, |index, &square| index << 6 | square as usize) << 1
        | usize::from(turn.is_black())
}

/// A pawn's fourth rank for its first, and back.
fn marked(color: Color, square: Square) -> Square {
    let (first, fourth) = (color.relative_rank(Rank::First), color.relative_rank(Rank::Fourth));
    Square::from_coords(square.file(), if square.rank() == first { fourth } else { first })
}

/// A set of small numbers.
struct Bits(Vec<u64>);

impl Bits {
    fn new(size: usize) -> Bits {
        Bits(vec![0; size.div_ceil(64)])
    }

    fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Whether it was not there before.
    fn insert(&mut self, number: usize) -> bool {
        let new = !self.contains(number);
        self.0[number / 64] |= 1 << (number % 64);
        new
    }
}
