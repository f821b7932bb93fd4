//! Games that an engine plays against itself, and the puzzles in them.

use std::{
    collections::{HashMap, HashSet},
    io,
    ops::RangeInclusive,
};

use annabella_core::{
    laws::{Chess, Move, Position},
    school::{Puzzle, PuzzleTask, Theme, written_puzzle},
};

use super::{
    engine::{Engine, Views},
    search::{ScanNodes, candidate, solution},
};

/// Nodes of a move in a game, and of a position that is examined.
const NODES: ScanNodes = ScanNodes { play: 2_000, examine: 250_000 };

/// Games end after so many half-moves.
const LONGEST: usize = 110;

/// Two puzzles of a game are at least so many half-moves apart.
const APART: usize = 5;

/// More puzzles of a task and theme would only be more of the same.
const MOST_ALIKE: usize = 120;

/// A small repeatable source of numbers (xorshift64*).
struct Die(u64);

impl Die {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }
}

/// Plays the game of this number and adds what is found in it.
pub fn play(engine: &mut Engine, seed: u64, game: u64, collection: &mut Collection) -> io::Result<()> {
    // Any seed but 0 will do for xorshift.
    let mut die = Die((seed << 32 | game).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut position = Chess::default();
    let mut last: Option<Move> = None;
    let mut free_from = 8;
    for ply in 0..LONGEST {
        if position.is_game_over() {
            break;
        }
        let views = engine.views(&position, 4, NODES.play)?;
        if ply >= free_from
            && candidate(&views)
            && let Some(puzzle) = solution(engine, &position, last, NODES.examine)?
        {
            // A game is the same whatever was found in others, so that games can be divided among runs.
            collection.add(puzzle);
            free_from = ply + APART;
        }
        let m = chosen(&position, &views, &mut die);
        position.play_unchecked(m);
        last = Some(m);
    }
    Ok(())
}

/// One of the better moves; one time in five one of those that an amateur might play, and one time in thirty any.
fn chosen(position: &Chess, views: &Views, die: &mut Die) -> Move {
    let all = position.legal_moves();
    let any = all[die.below(all.len())];
    let margin = if die.below(5) == 0 { 0.7 } else { 0.12 };
    let chance = |n: usize| views.lines[n].0.winning_chances();
    let good: Vec<Move> = (0..views.lines.len())
        .filter(|n| chance(0) - chance(*n) <= margin)
        .filter_map(|n| views.lines[n].1.first().copied())
        .collect();
    if die.below(30) == 0 || good.is_empty() { any } else { good[die.below(good.len())] }
}

/// The puzzles that were found.
#[derive(Default)]
pub struct Collection {
    pub puzzles: Vec<Puzzle>,
    boards: HashSet<String>,
    alike: HashMap<(PuzzleTask, Theme), usize>,
}

impl Collection {
    fn add(&mut self, puzzle: Puzzle) {
        let alike = self.alike.entry((puzzle.task, puzzle.theme)).or_default();
        let board = puzzle.start.position().board().to_string();
        if *alike >= MOST_ALIKE || !self.boards.insert(board) {
            return;
        }
        *alike += 1;
        self.puzzles.push(puzzle);
    }

    /// The file: easy puzzles first.
    pub fn written(&self, engine: &str, games: RangeInclusive<u64>, seed: u64) -> String {
        let mut puzzles = self.puzzles.clone();
        puzzles.sort_by_key(|puzzle| puzzle.difficulty);
        let mut text = format!(
            "# Puzzles from games that {engine} played against itself; `make puzzles` makes them, tests/puzzles says how.\n\
             # Games: {} to {}. Seed: {seed}. Nodes of a move: {}, of a position that is examined: {}.\n\
             # Each has one solution by the engine, mates are proved. c0: task and theme; c1: difficulty, estimated.\n",
            games.start(),
            games.end(),
            NODES.play,
            NODES.examine
        );
        for (number, puzzle) in (1..).zip(puzzles) {
            text.push_str(&written_puzzle(&Puzzle { id: number.to_string(), ..puzzle }));
            text.push('\n');
        }
        text
    }
}
