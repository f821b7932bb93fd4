//! The moves that lead to a board reading.
//!
//! The last move is tentative: a piece may slide on, a rook move may be half of castling, a promotion may change. It
//! is agreed once the reply is made or its player presses the clock. A reading to which no move leads shows a hand at
//! work, and is ignored.
//!
//! A move is made when a reading shows its position, but for pieces that the next player has lifted already. So moves
//! that overlap are followed in the order in which their pieces were put down, and in no other. What else was put down
//! since then has to belong to the move, or to be back: behind a move that is not legal, and was answered, nothing fits
//! any more.
//!
//! If a report was lost, several courses of the game may fit. They are followed side by side until one fits exactly
//! or is two moves ahead.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position};

use super::{
    board_reading::{BoardReading, MissedChange, differing, is_into_the_middle},
    course::{GameCourse, SeenChange},
};

/// The most courses followed; only a board that reports nonsense makes more.
const MOST: usize = 48;

/// A course is certain once it has fitted this many more readings than any other.
const AHEAD: u64 = 4;

/// The courses that fit the readings.
#[derive(Clone, Debug)]
pub struct Courses {
    start: Chess,
    /// Never empty, the likeliest first.
    courses: Vec<GameCourse>,
    /// What the courses may turn out to be: without their last move, or with one made since while pieces were in hands.
    open: Vec<GameCourse>,
    /// A change since a course last fitted was not seen by itself.
    skipped: bool,
    /// The squares reported since a course last fitted.
    told: Bitboard,
    sights: u64,
    seen: Board,
    /// What has changed since a course last fitted exactly, each change once.
    changes: Vec<SeenChange>,
    /// Pieces of both sides have stood where nothing explains them, before a course fitted again that had fitted before.
    detour: bool,
    /// How many readings had fitted the likeliest course when no change was missed.
    undoubted: u64,
}

/// How a reading fits the courses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It fits exactly, with a new tentative move or without the former one.
    Moved,
    /// It fits exactly as before.
    Same,
    /// It fits if a change was missed.
    Doubtful,
    /// It fits with a new move, but for pieces in hands.
    Lifted,
    /// It fits no course: a hand is at work.
    No,
}

impl Courses {
    /// Returns the one course without moves.
    pub fn new(start: Chess) -> Courses {
        let line = GameCourse {
            moves: Default::default(),
            base: start.clone(),
            tentative: None,
            lifted: [Bitboard::EMPTY; 2],
            since: [0; 2],
            fitted: 0,
            fits: 0,
            unreported: Vec::new(),
            spent: Vec::new(),
        };
        let seen = start.board().clone();
        Courses {
            start,
            courses: vec![line.clone()],
            open: vec![line],
            skipped: false,
            told: Bitboard::EMPTY,
            sights: 0,
            seen,
            changes: Vec::new(),
            detour: false,
            undoubted: 0,
        }
    }

    /// Returns the likeliest course.
    pub fn best(&self) -> &GameCourse {
        &self.courses[0]
    }

    /// Returns all courses, the likeliest first.
    pub fn all(&self) -> &[GameCourse] {
        &self.courses
    }

    /// Returns the position at which the courses begin.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// Returns the number of readings since one fitted.
    pub fn astray(&self) -> u64 {
        self.sights - self.best().fitted
    }

    /// Takes the next reading.
    pub fn observe(&mut self, sight: &BoardReading) -> Fit {
        self.sights += 1;
        self.told |= sight.reported;
        let before = std::mem::replace(&mut self.seen, sight.board.clone());
        for line in &mut self.courses {
            line.weigh_no_change(&before, sight);
            line.forget(sight.reported);
            if sight.missed.is_empty() {
                (line.unreported, line.spent) = (Vec::new(), Vec::new());
            }
        }
        let changed = differing(&before, &sight.board);
        self.skipped |= !sight.missed.is_empty() || changed.count() > 1;
        // Of several changes at once nobody knows which was first, or what stood there in between.
        let by_itself = changed.single_square().is_some();
        for square in changed.into_iter() {
            let (reading, holds) = (self.sights, sight.board.piece_at(square));
            if by_itself || holds.is_none() {
                self.changes.retain(|other| (other.square, other.holds) != (square, holds));
                self.changes.push(SeenChange { reading, square, holds });
            }
        }
        if sight.missed.is_empty() {
            return self.follow(sight);
        }
        let mut fitting: Vec<GameCourse> =
            self.courses.iter().flat_map(|line| line.continued(sight)).collect();
        if fitting.is_empty() {
            return Fit::No;
        }
        self.told = Bitboard::EMPTY;
        for line in &mut fitting {
            (line.fitted, line.fits) = (self.sights, line.fits + 1);
        }
        fitting.append(&mut self.courses);
        self.changes.clear();
        fitting.iter_mut().for_each(|line| line.since = [0; 2]);
        self.keep(fitting);
        Fit::Doubtful
    }

    /// Takes a reading in which nothing is missed.
    fn follow(&mut self, sight: &BoardReading) -> Fit {
        let is_new = |line: &GameCourse| !self.open.iter().any(|other| other.is_same_game(line));
        let made = self.open.iter().flat_map(|line| line.with_a_move_made(sight, &self.changes, self.sights));
        let mut made: Vec<GameCourse> = made.filter(is_new).collect();
        let is_exact = |line: &&GameCourse| sight.is_exactly(line.position());
        let exact: Vec<GameCourse> = made.iter().chain(&self.open).filter(is_exact).cloned().collect();
        // The moves before one that was made are agreed; another that it was made instead of was a stop on its way.
        let is_agreed = |line: &GameCourse| made.iter().chain(&exact).any(|top| top.moves == line.moves);
        let was_stop = |line: &GameCourse| {
            line.tentative.is_some()
                && line.is_left_behind(sight)
                && made.iter().any(|top| top.moves == line.moves)
        };
        let others = self.open.iter().filter(|line| is_agreed(line) && !was_stop(line)).cloned();
        let (mut others, before): (Vec<GameCourse>, _) = (others.collect(), self.best().clone());
        let fit = if !exact.is_empty() {
            (self.told, self.skipped) = (Bitboard::EMPTY, false);
            self.detour = exact.iter().any(|line| !is_new(line) && line.is_after_a_detour(&self.changes));
            self.changes.clear();
            made.iter_mut().chain(&mut others).for_each(|line| line.since = [0; 2]);
            let (fitted, lifted, since) = (self.sights, [Bitboard::EMPTY; 2], [0; 2]);
            let fits = |line: GameCourse| GameCourse { fitted, fits: line.fits + 1, lifted, since, ..line };
            self.keep(exact.into_iter().map(fits).collect());
            self.undoubted = self.best().fits;
            if self.best().is_same_game(&before) { Fit::Same } else { Fit::Moved }
        } else if !made.is_empty() {
            let further = made.iter().filter(|line| line.moves.len() > before.moves.len());
            let further: Vec<GameCourse> = further.map(GameCourse::without_tentative).collect();
            if !further.is_empty() {
                self.keep(further);
            } else if was_stop(&before) {
                self.keep(vec![before.without_tentative()]);
            }
            Fit::Lifted
        } else {
            return Fit::No;
        };
        self.leave_open(made.into_iter().chain(others));
        fit
    }

    /// Leaves open the courses, each also without its last move, and these others.
    fn leave_open(&mut self, others: impl Iterator<Item = GameCourse>) {
        let mut open: Vec<GameCourse> = Vec::new();
        for line in self.courses.iter().cloned().chain(others) {
            for line in [line.without_tentative(), line] {
                if !open.iter().any(|other| other.is_same_game(&line)) {
                    open.push(line);
                }
            }
        }
        self.open = open;
    }

    /// Searches further if nothing fits: several moves were missed, or some squares not reported.
    ///
    /// Goes up to `plies` moves beyond a course, with up to `wrong` squares not reported since it last fitted.
    /// Returns whether it found a course, which is then followed beside the others.
    pub fn search(&mut self, sight: &BoardReading, plies: usize, wrong: usize) -> bool {
        let mut sight = sight.clone();
        let doubt = |number| MissedChange { number, on: !self.told, or: None };
        sight.missed = (0..wrong as u32).map(|n| doubt(u32::MAX - n)).collect();
        let mut found: Vec<(usize, GameCourse)> = Vec::new();
        for line in &self.courses {
            let sight = line.seen(&sight);
            let mut agreed = line.clone();
            agreed.agree();
            let mut reached = vec![GameCourse { tentative: None, ..line.clone() }, agreed];
            for ply in 1..=plies {
                reached = reached.iter().flat_map(|line| line.further(&sight, plies - ply)).collect();
                found.extend(reached.iter().filter_map(|line| Some((ply, line.fitting(&sight)?))));
                reached.iter_mut().for_each(GameCourse::agree);
            }
        }
        let cost = |(plies, line): &(usize, GameCourse)| (line.unreported.len(), *plies);
        let Some(least) = found.iter().map(cost).min() else { return false };
        found.retain(|it| cost(it) == least);
        let all = found.into_iter().map(|(_, line)| GameCourse {
            fitted: self.sights,
            fits: line.fits + 1,
            ..line
        });
        let lines = all.chain(self.courses.iter().cloned());
        self.changes.clear();
        self.keep(lines.map(|line| GameCourse { since: [0; 2], ..line }).collect());
        true
    }

    /// Drops the courses in which a piece goes and returns after `told` moves. Returns whether one that fits is left.
    pub fn drop_detours(&mut self, told: usize) -> bool {
        let kept = |line: &GameCourse| !is_there_and_back(&line.moves().skip(told).collect::<Vec<_>>());
        if !self.courses.iter().any(|line| line.fitted == self.sights && kept(line)) {
            return false;
        }
        self.courses.retain(kept);
        self.leave_open(std::iter::empty());
        true
    }

    /// Counts the tentative move of a side as agreed, since it pressed its clock.
    pub fn press(&mut self, side: Color) {
        for line in &mut self.courses {
            if line.base.turn() == side {
                line.agree();
            }
        }
        self.leave_open(std::iter::empty());
    }

    /// Drops a king move to the centre, which reported the result.
    pub fn end(&mut self) {
        for line in &mut self.courses {
            if line.tentative().is_some_and(is_into_the_middle) {
                line.tentative = None;
            }
        }
        self.leave_open(std::iter::empty());
    }

    /// Whether changes were lost, or seen several at once, since a course last fitted.
    pub fn has_skipped(&self) -> bool {
        self.skipped
    }

    /// Whether the last fit was reached again over pieces of both sides that nothing explains: moves may have gone unseen.
    pub fn was_a_detour(&self) -> bool {
        self.detour
    }

    /// Whether the likeliest course is certain: it fits now, and has fitted `AHEAD` more readings than any other
    /// course, and as many since a change was missed.
    pub fn is_certain(&self) -> bool {
        let best = self.best();
        let ahead = |other: &GameCourse| best.is_same_game(other) || other.fits + AHEAD <= best.fits;
        best.fitted == self.sights
            && self.undoubted + AHEAD <= best.fits
            && self.courses[1..].iter().all(ahead)
    }

    /// Keeps only the likeliest course.
    pub fn keep_best(&mut self) {
        self.courses.truncate(1);
        self.undoubted = self.best().fits;
        self.leave_open(std::iter::empty());
    }

    /// Drops the tentative move.
    pub fn drop_tentative(&mut self) {
        for line in &mut self.courses {
            line.tentative = None;
        }
        self.courses.truncate(1);
        self.leave_open(std::iter::empty());
    }

    /// Keeps the likeliest courses, each once.
    fn keep(&mut self, mut lines: Vec<GameCourse>) {
        lines.sort_by_key(|line| std::cmp::Reverse((line.fits, line.fitted, line.plies())));
        let most = lines.iter().map(GameCourse::plies).max().unwrap_or_default();
        let mut kept: Vec<GameCourse> = Vec::new();
        for line in lines {
            if line.plies() + 2 > most
                && !kept.iter().any(|other| other.is_same_game(&line) && other.unreported == line.unreported)
            {
                kept.push(line);
            }
        }
        kept.truncate(MOST);
        self.courses = kept;
        self.leave_open(std::iter::empty());
    }
}

/// Whether a quiet move reverses the last one of its side.
fn is_there_and_back(moves: &[Move]) -> bool {
    moves.iter().zip(moves.iter().skip(2)).any(|(there, back)| {
        there.from() == Some(back.to())
            && back.from() == Some(there.to())
            && !there.is_capture()
            && !back.is_capture()
    })
}
