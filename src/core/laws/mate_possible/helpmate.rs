//! The search for a helpmate: both sides work together until one is mated.
//!
//! One exploration serves both answers. It visits every position at most once: when the frontier is empty, all have
//! been visited and no mate exists; a mate on the way proves the opposite, with the line that leads to it. The order
//! of the visits decides only how soon.
//!
//! Most turns visit the position that seems nearest to a mate. Every 17th turn takes the best of the other estimate
//! instead, every 14th (every third where bishops crowd) one of the least visited class (same pawns, same material),
//! and after the first 256 turns every fourth takes one at random from any depth, so that a crowd of similar
//! positions does not hide the way. These shares were found by trial, like the weights of `estimate`. 17, 14 and 4
//! have few common multiples, so that no order takes another's turns.

use std::collections::VecDeque;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use shakmaty::{Bitboard, ByColor, ByRole, CastlingMode, Chess, Color, Move, Position, Role};

use super::{
    blockade,
    cage::{self, Walls},
    estimate::{self, FARTHEST, MateEstimate},
    packed::PackedPosition,
};

/// The result of an exploration.
pub(super) enum Exploration {
    /// The moves that lead to the mate.
    Mate(Vec<Move>),
    /// Every position that can arise was visited or proved hopeless; this many were visited.
    Exhausted(u64),
    /// The budget ran out.
    OutOfBudget,
}

/// The exploration of everything that can follow a position.
pub(super) struct Helpmate {
    side: Color,
    mode: CastlingMode,
    made: u64,
    /// How often the reaches were computed; `None` if they must not be.
    blockade_checks: Option<u64>,
    seen: IndexSet<PackedPosition, FxBuildHasher>,
    /// The node of each seen position.
    nodes: Vec<SearchNode>,
    frontier: Frontier,
    /// The walls of the position visited last.
    walls: Walls,
    /// Whether it follows only the estimate by force and the other side's king: fast, but it proves only mates.
    is_greedy: bool,
}

#[derive(Clone, Copy)]
struct SearchNode {
    parent: u32,
    played: Option<Move>,
    waiting: bool,
    stage: Stage,
}

impl Helpmate {
    /// Prepares a search for a line from `position` that ends with a mate by `side`.
    pub(super) fn new(position: &Chess, side: Color) -> Helpmate {
        let mut helpmate = Helpmate {
            side,
            mode: position.castles().mode(),
            made: 0,
            blockade_checks: Some(0),
            seen: IndexSet::default(),
            nodes: Vec::with_capacity(256),
            frontier: Frontier::new(cage::colour_of_bishops(position.board(), side).is_some()),
            walls: Walls::new(position.board().pawns()),
            is_greedy: false,
        };
        helpmate.add(position, 0, None);
        helpmate
    }

    /// Prepares the same without the proofs of `blockade`, to check them.
    #[cfg(test)]
    pub(super) fn unaided(position: &Chess, side: Color) -> Helpmate {
        let mut helpmate = Helpmate::new(position, side);
        helpmate.blockade_checks = None;
        helpmate
    }

    /// Returns a line found within `budget` moves in which the other side moves only its king if it can.
    pub(super) fn search_greedily(position: &Chess, side: Color, budget: u64) -> Option<Vec<Move>> {
        let mut helpmate = Helpmate::new(position, side);
        helpmate.is_greedy = true;
        match helpmate.explore(budget) {
            Exploration::Mate(moves) => Some(moves),
            Exploration::Exhausted(_) | Exploration::OutOfBudget => None,
        }
    }

    /// Continues until `budget` moves have been tried in total.
    pub(super) fn explore(&mut self, budget: u64) -> Exploration {
        // The budget is checked between positions only: a half-visited one would be lost.
        while self.made < budget {
            let next = match self.is_greedy {
                true => self.frontier.by_force.pop(&self.nodes),
                false => self.frontier.next(&mut self.nodes),
            };
            let Some(index) = next else {
                return Exploration::Exhausted(self.seen.len() as u64);
            };
            let position = self.seen[index as usize].unpack(self.mode);
            let mut moves = position.legal_moves();
            if self.is_greedy && position.turn() != self.side {
                let is_king = |mv: &Move| mv.role() == Role::King;
                if moves.iter().any(is_king) {
                    moves.retain(|mv| is_king(mv));
                }
            }
            for mv in moves {
                self.made += 1;
                let mut after = position.clone();
                after.play_unchecked(mv);
                if after.turn() != self.side && after.is_checkmate() {
                    return Exploration::Mate(self.line(index, mv));
                }
                if !self.is_hopeless(&after, mv) {
                    self.add(&after, index, Some(mv));
                }
            }
        }
        Exploration::OutOfBudget
    }

    /// Whether `mv` has just made a mate by our side impossible, as far as that is cheap to tell.
    fn is_hopeless(&mut self, after: &Chess, mv: Move) -> bool {
        if !mv.is_zeroing() {
            return false;
        }
        if mv.is_capture() && after.has_insufficient_material(self.side) {
            return true;
        }
        // The reaches cost about a hundred moves. They start after 2,048, when a near mate would have been found, and
        // may take about a third of the work: once in 256 moves.
        let Some(checks) = &mut self.blockade_checks else {
            return false;
        };
        if after.board().pawns().is_empty() || *checks * 256 + 2048 > self.made {
            return false;
        }
        *checks += 1;
        blockade::is_blocked(after, self.side)
    }

    fn add(&mut self, position: &Chess, parent: u32, played: Option<Move>) {
        let (index, true) = self.seen.insert_full(PackedPosition::new(position)) else {
            return;
        };
        let index = index as u32;
        let depth = match self.nodes.get(parent as usize) {
            Some(origin) => origin.stage.1.saturating_add(1),
            None => 0,
        };
        let nearness = estimate::estimate(position, self.side, &mut self.walls, !self.is_greedy);
        let by_help = nearness.by_help.unwrap_or(FARTHEST);
        let origin = SearchNode {
            parent,
            played,
            waiting: true,
            stage: (nearness.by_force.min(by_help) as u16, depth),
        };
        self.nodes.push(origin);
        if self.is_greedy {
            return self.frontier.by_force.push(index, nearness.by_force);
        }
        // Where the many bishops stand matters little; the kings have to make progress.
        let class = ClassKey::of(position, self.frontier.is_crowded);
        self.frontier.push(index, nearness, class, origin.stage);
    }

    fn line(&self, mut index: u32, last: Move) -> Vec<Move> {
        let mut moves = vec![last];
        while let Some(mv) = self.nodes[index as usize].played {
            moves.push(mv);
            index = self.nodes[index as usize].parent;
        }
        moves.reverse();
        moves
    }
}

/// Pawns and material, which no quiet move of a piece changes; optionally also the squares of the kings.
#[derive(PartialEq, Eq, Hash)]
struct ClassKey {
    pawns: ByColor<Bitboard>,
    material: ByColor<ByRole<u8>>,
    kings: Bitboard,
}

impl ClassKey {
    fn of(position: &Chess, with_kings: bool) -> ClassKey {
        let board = position.board();
        ClassKey {
            pawns: ByColor::new_with(|side| board.pawns() & board.by_color(side)),
            material: board.material(),
            kings: if with_kings { board.kings() } else { Bitboard::EMPTY },
        }
    }
}

/// Positions visited before the search spreads out. Nearly every mate is found by then.
const SHORT_WAY: u32 = 256;

/// The positions not yet visited, in four orders.
struct Frontier {
    by_force: EstimateQueue,
    by_help: EstimateQueue,
    by_stage: StageQueue,
    /// The index of each class in `kinds`.
    kind_numbers: FxHashMap<ClassKey, u32>,
    kinds: Vec<PositionClass>,
    /// Classes by the number of visits.
    by_visits: Vec<VecDeque<u32>>,
    least_visits: usize,
    turn: u32,
    /// Whether only bishops of one colour can mate: then most positions differ in nothing that matters.
    is_crowded: bool,
}

/// The positions of one class.
#[derive(Default)]
struct PositionClass {
    waiting: VecDeque<u32>,
    visits: usize,
    queued: bool,
}

/// Positions in order of their estimate.
struct EstimateQueue {
    buckets: Vec<Vec<u32>>,
    nearest: usize,
}

impl EstimateQueue {
    fn new() -> EstimateQueue {
        EstimateQueue { buckets: Vec::new(), nearest: 0 }
    }

    fn push(&mut self, index: u32, estimate: usize) {
        let estimate = estimate.min(FARTHEST);
        if self.buckets.len() <= estimate {
            self.buckets.resize_with(estimate + 1, Vec::new);
        }
        self.buckets[estimate].push(index);
        self.nearest = self.nearest.min(estimate);
    }

    /// Takes the middle of the nearest bucket, since the first or the last makes long runs among equal estimates.
    fn pop(&mut self, origins: &[SearchNode]) -> Option<u32> {
        while let Some(bucket) = self.buckets.get_mut(self.nearest) {
            while !bucket.is_empty() {
                let index = bucket.swap_remove(bucket.len() / 2);
                if origins[index as usize].waiting {
                    return Some(index);
                }
            }
            self.nearest += 1;
        }
        None
    }
}

/// The estimate and the depth of a position.
type Stage = (u16, u16);

/// Positions by stage, taken at random: first a stage, then a position in it.
struct StageQueue {
    numbers: FxHashMap<Stage, u32>,
    stages: Vec<(Stage, Vec<u32>)>,
    random: u64,
}

impl StageQueue {
    fn new() -> StageQueue {
        StageQueue { numbers: FxHashMap::default(), stages: Vec::new(), random: 0x9e37_79b9_7f4a_7c15 }
    }

    fn push(&mut self, index: u32, stage: Stage) {
        let next_number = self.stages.len() as u32;
        let number = *self.numbers.entry(stage).or_insert(next_number);
        if number == next_number {
            self.stages.push((stage, Vec::new()));
        }
        self.stages[number as usize].1.push(index);
    }

    fn pop(&mut self, origins: &[SearchNode]) -> Option<u32> {
        while !self.stages.is_empty() {
            let number = self.below(self.stages.len());
            while !self.stages[number].1.is_empty() {
                let place = self.below(self.stages[number].1.len());
                let index = self.stages[number].1.swap_remove(place);
                if origins[index as usize].waiting {
                    return Some(index);
                }
            }
            let (stage, _) = self.stages.swap_remove(number);
            self.numbers.remove(&stage);
            if let Some((moved, _)) = self.stages.get(number) {
                self.numbers.insert(*moved, number as u32);
            }
        }
        None
    }

    /// Returns a random number by xorshift64. Not fastrand's: its numbers may change with a version, and with them
    /// which positions are decided within a budget.
    fn below(&mut self, end: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 32) as usize % end
    }
}

impl Frontier {
    fn new(is_crowded: bool) -> Frontier {
        Frontier {
            is_crowded,
            by_force: EstimateQueue::new(),
            by_help: EstimateQueue::new(),
            by_stage: StageQueue::new(),
            kind_numbers: FxHashMap::default(),
            kinds: Vec::new(),
            by_visits: Vec::new(),
            least_visits: 0,
            turn: 0,
        }
    }

    fn push(&mut self, index: u32, nearness: MateEstimate, class: ClassKey, stage: Stage) {
        if self.turn > SHORT_WAY {
            self.by_stage.push(index, stage);
        }
        self.by_force.push(index, nearness.by_force);
        self.by_help.push(index, nearness.by_help.unwrap_or(FARTHEST));
        let next_number = self.kinds.len() as u32;
        let number = *self.kind_numbers.entry(class).or_insert(next_number);
        if number == next_number {
            self.kinds.push(PositionClass::default());
        }
        self.kinds[number as usize].waiting.push_back(index);
        self.queue(number);
    }

    fn queue(&mut self, number: u32) {
        let kind = &mut self.kinds[number as usize];
        if kind.queued {
            return;
        }
        kind.queued = true;
        let visits = kind.visits;
        if self.by_visits.len() <= visits {
            self.by_visits.resize_with(visits + 1, VecDeque::new);
        }
        self.by_visits[visits].push_back(number);
        self.least_visits = self.least_visits.min(visits);
    }

    /// Returns the position to visit next; `None` once none is waiting.
    fn next(&mut self, origins: &mut [SearchNode]) -> Option<u32> {
        self.turn += 1;
        if self.turn == SHORT_WAY + 1 {
            for (index, origin) in origins.iter().enumerate() {
                if origin.waiting {
                    self.by_stage.push(index as u32, origin.stage);
                }
            }
        }
        let index = if self.turn.is_multiple_of(17) {
            self.by_help.pop(origins)?
        } else if self.turn > SHORT_WAY && self.turn.is_multiple_of(4) {
            self.by_stage.pop(origins)?
        } else if self.turn.is_multiple_of(if self.is_crowded { 3 } else { 14 }) {
            self.next_by_kind(origins)?
        } else {
            self.by_force.pop(origins)?
        };
        origins[index as usize].waiting = false;
        Some(index)
    }

    fn next_by_kind(&mut self, origins: &[SearchNode]) -> Option<u32> {
        while self.least_visits < self.by_visits.len() {
            let Some(number) = self.by_visits[self.least_visits].pop_front() else {
                self.least_visits += 1;
                continue;
            };
            let kind = &mut self.kinds[number as usize];
            kind.queued = false;
            while let Some(index) = kind.waiting.pop_front() {
                if origins[index as usize].waiting {
                    kind.visits += 1;
                    self.queue(number);
                    return Some(index);
                }
            }
        }
        None
    }
}
