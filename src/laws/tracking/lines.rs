//! Which moves lead to what is seen.
//!
//! The last move is tentative: a piece that was slid may slide on, a rook may be the first half of castling, what a
//! pawn became may be changed. It is agreed when it was answered, or when its player pressed the clock. What is no
//! position that a move leads to is a hand at work, and passed over.
//!
//! Where something was lost on the way, several courses of the game may fit. They are followed side by side until
//! one of them fits exactly, or has got two moves ahead.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Square};

use super::sight::{Doubt, Sight, after, is_into_the_middle};

/// So many courses are followed; there are never more but where a board tells nonsense.
const MOST: usize = 48;

/// A course that has fitted so many sights more than any other is the right one.
const AHEAD: u64 = 4;

/// A course of the game since the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    moves: Vec<Move>,
    base: Chess,
    tentative: Option<(Move, Chess)>,
    /// The sight it last fitted, by number, and how many it has fitted.
    fitted: u64,
    fits: u64,
    /// What was not told, if this is the course: the squares that hold something else, until they are told again.
    untold: Vec<(Square, Option<Piece>)>,
    /// The doubts that are accounted for by that.
    spent: Vec<u32>,
}

/// The courses that fit what was seen.
#[derive(Clone, Debug)]
pub struct Lines {
    start: Chess,
    /// The likeliest first; never empty.
    lines: Vec<Line>,
    /// Where something was told since a line last fitted.
    told: Bitboard,
    sights: u64,
    seen: Board,
    /// How many sights the likeliest line had fitted when there was no doubt.
    undoubted: u64,
}

/// How a sight agrees with what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It fits exactly, with a move that was not there before, or without one that was.
    Moved,
    /// It fits exactly as before.
    Same,
    /// It fits if something was not told.
    Doubtful,
    /// Hands are at work, or it is no position.
    No,
}

impl Line {
    /// All moves, the tentative one last.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().copied().chain(self.tentative())
    }

    pub fn agreed(&self) -> &[Move] {
        &self.moves
    }

    pub fn tentative(&self) -> Option<Move> {
        self.tentative.as_ref().map(|(m, _)| *m)
    }

    /// The position before the tentative move.
    pub fn base(&self) -> &Chess {
        &self.base
    }

    /// The position with it.
    pub fn position(&self) -> &Chess {
        self.tentative.as_ref().map_or(&self.base, |(_, position)| position)
    }

    /// Whether nothing that was seen tells which of the two it was.
    pub fn is_as_likely_as(&self, other: &Line) -> bool {
        (self.fits, self.fitted, self.plies()) == (other.fits, other.fitted, other.plies())
    }

    fn plies(&self) -> usize {
        self.moves.len() + usize::from(self.tentative.is_some())
    }

    /// The same game, whatever led to it.
    fn is(&self, other: &Line) -> bool {
        self.moves == other.moves && self.tentative() == other.tentative()
    }

    fn agree(&mut self) {
        if let Some((m, position)) = self.tentative.take() {
            self.moves.push(m);
            self.base = position;
        }
    }

    /// What is seen, if this is the course.
    fn seen(&self, sight: &Sight) -> Sight {
        let mut sight = sight.clone();
        sight.doubts.retain(|doubt| !self.spent.contains(&doubt.number));
        for (square, holds) in &self.untold {
            match holds {
                Some(piece) => sight.board.set_piece_at(*square, *piece),
                None => sight.board.discard_piece_at(*square),
            }
        }
        sight
    }

    /// A change was told that is none if this is the course: boards tell nothing else than changes.
    fn weigh_no_change(&mut self, before: &Board, sight: &Sight) {
        let Some(square) = sight.told.single_square().filter(|_| !sight.doubts.is_empty()) else { return };
        let untold = self.untold.iter().rev().find(|(other, _)| *other == square);
        let held = untold.map_or(before.piece_at(square), |(_, holds)| *holds);
        if held == sight.board.piece_at(square) {
            self.fits = self.fits.saturating_sub(1);
        }
    }

    /// Squares were told, and that is what they hold.
    fn forget(&mut self, told: Bitboard) {
        self.untold.retain(|(square, _)| !told.contains(*square));
    }

    /// Every course that this one may have taken, if the sight is right.
    fn continued(&self, sight: &Sight) -> Vec<Line> {
        let sight = self.seen(sight);
        let back = Line { tentative: None, ..self.clone() };
        let mut agreed = self.clone();
        agreed.agree();
        let mut reached = Vec::new();
        reached.extend(back.fitting(&sight));
        reached.extend(back.with_a_move(&sight));
        if self.tentative.is_some() {
            reached.extend(agreed.with_a_move(&sight));
        }
        reached
    }

    /// The same, where it fits, and with what must then have been left untold.
    fn fitting(&self, sight: &Sight) -> Option<Line> {
        let mut line = self.clone();
        for (square, doubt) in sight.fits(self.position())? {
            line.untold.push((square, self.position().board().piece_at(square)));
            line.spent.push(doubt);
        }
        Some(line)
    }

    /// With each of the moves that lead to what is seen.
    fn with_a_move(&self, sight: &Sight) -> Vec<Line> {
        let differing = sight.differing(self.base.board());
        // A move changes four squares at most, and always the one it comes from and the one it goes to.
        if differing.count() > 4 + sight.doubts.len() {
            return Vec::new();
        }
        let changes = |m: &Move| {
            let untold =
                |square: Option<Square>| usize::from(square.is_some_and(|it| !differing.contains(it)));
            m.is_castle() || untold(m.from()) + untold(Some(m.to())) <= sight.doubts.len()
        };
        let moves = self.base.legal_moves().into_iter().filter(changes);
        moves
            .map(|m| (m, after(&self.base, m)))
            .filter(|(_, position)| sight.fits(position).is_some())
            .filter_map(|tentative| Line { tentative: Some(tentative), ..self.clone() }.fitting(sight))
            .collect()
    }

    /// With each move that can lead on to what is seen.
    fn further(&self, sight: &Sight) -> Vec<Line> {
        let moves = self.base.legal_moves().into_iter();
        moves
            .map(|m| Line { tentative: Some((m, after(&self.base, m))), ..self.clone() })
            // Two more moves change six squares at most.
            .filter(|line| sight.differing(line.position().board()).count() <= 6 + sight.doubts.len())
            .collect()
    }
}

impl Lines {
    /// Nothing was played yet.
    pub fn new(start: Chess) -> Lines {
        let line = Line {
            moves: Vec::new(),
            base: start.clone(),
            tentative: None,
            fitted: 0,
            fits: 0,
            untold: Vec::new(),
            spent: Vec::new(),
        };
        let seen = start.board().clone();
        Lines { start, lines: vec![line], told: Bitboard::EMPTY, sights: 0, seen, undoubted: 0 }
    }

    /// The likeliest course.
    pub fn best(&self) -> &Line {
        &self.lines[0]
    }

    /// All of them, the likeliest first.
    pub fn all(&self) -> &[Line] {
        &self.lines
    }

    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// How many sights there were since one fitted.
    pub fn astray(&self) -> u64 {
        self.sights - self.best().fitted
    }

    /// Takes what is seen now.
    pub fn see(&mut self, sight: &Sight) -> Fit {
        self.sights += 1;
        self.told |= sight.told;
        let before = std::mem::replace(&mut self.seen, sight.board.clone());
        for line in &mut self.lines {
            line.weigh_no_change(&before, sight);
            line.forget(sight.told);
            if sight.doubts.is_empty() {
                (line.untold, line.spent) = (Vec::new(), Vec::new());
            }
        }
        let before = self.best().clone();
        let mut fitting: Vec<Line> = self.lines.iter().flat_map(|line| line.continued(sight)).collect();
        if fitting.is_empty() {
            return Fit::No;
        }
        self.told = Bitboard::EMPTY;
        for line in &mut fitting {
            (line.fitted, line.fits) = (self.sights, line.fits + 1);
        }
        if !sight.doubts.is_empty() {
            fitting.append(&mut self.lines);
            self.keep(fitting);
            return Fit::Doubtful;
        }
        self.keep(fitting);
        self.undoubted = self.best().fits;
        if self.best().is(&before) { Fit::Same } else { Fit::Moved }
    }

    /// Looks further where nothing fits: several moves were not seen, or some squares not told.
    ///
    /// Up to `plies` moves from where a line stands, and up to `wrong` squares of which nothing was told since it
    /// last fitted. Says whether anything was found; it is followed beside what there was.
    pub fn search(&mut self, sight: &Sight, plies: usize, wrong: usize) -> bool {
        let mut sight = sight.clone();
        let doubt = |number| Doubt { number, on: !self.told, or: None };
        sight.doubts = (0..wrong as u32).map(|n| doubt(u32::MAX - n)).collect();
        let mut found: Vec<(usize, Line)> = Vec::new();
        for line in &self.lines {
            let sight = line.seen(&sight);
            let mut agreed = line.clone();
            agreed.agree();
            let mut reached = vec![Line { tentative: None, ..line.clone() }, agreed];
            for ply in 1..=plies {
                reached = reached.iter().flat_map(|line| line.further(&sight)).collect();
                found.extend(reached.iter().filter_map(|line| Some((ply, line.fitting(&sight)?))));
                reached.iter_mut().for_each(Line::agree);
            }
        }
        let cost = |(plies, line): &(usize, Line)| (line.untold.len(), *plies);
        let Some(least) = found.iter().map(cost).min() else { return false };
        found.retain(|it| cost(it) == least);
        let all =
            found.into_iter().map(|(_, line)| Line { fitted: self.sights, fits: line.fits + 1, ..line });
        let lines = all.chain(self.lines.iter().cloned()).collect();
        self.keep(lines);
        true
    }

    /// Drops the courses in which, after so many moves, a man goes and comes back. Says whether one is left that fits.
    pub fn drop_detours(&mut self, told: usize) -> bool {
        let kept = |line: &Line| !is_there_and_back(&line.moves().skip(told).collect::<Vec<_>>());
        if !self.lines.iter().any(|line| line.fitted == self.sights && kept(line)) {
            return false;
        }
        self.lines.retain(kept);
        true
    }

    /// The player of this side has pressed the clock: his move is agreed.
    pub fn press(&mut self, side: Color) {
        for line in &mut self.lines {
            if line.base.turn() == side {
                line.agree();
            }
        }
    }

    /// The kings tell a result: a step of a king into the middle was no move.
    pub fn ended(&mut self) {
        for line in &mut self.lines {
            if line.tentative().is_some_and(is_into_the_middle) {
                line.tentative = None;
            }
        }
    }

    /// Whether the likeliest course is beyond doubt: it fits now, and has fitted so often since anything was lost, and
    /// where no other does.
    pub fn is_sure(&self) -> bool {
        let best = self.best();
        let ahead = |other: &Line| best.is(other) || other.fits + AHEAD <= best.fits;
        best.fitted == self.sights && self.undoubted + AHEAD <= best.fits && self.lines[1..].iter().all(ahead)
    }

    /// Drops all courses but the likeliest.
    pub fn settle(&mut self) {
        self.lines.truncate(1);
        self.undoubted = self.best().fits;
    }

    /// The tentative move is none.
    pub fn drop_tentative(&mut self) {
        for line in &mut self.lines {
            line.tentative = None;
        }
        self.lines.truncate(1);
    }

    /// Keeps the likeliest lines, each once.
    fn keep(&mut self, mut lines: Vec<Line>) {
        lines.sort_by_key(|line| std::cmp::Reverse((line.fits, line.fitted, line.plies())));
        let most = lines.iter().map(Line::plies).max().unwrap_or_default();
        let mut kept: Vec<Line> = Vec::new();
        for line in lines {
            if line.plies() + 2 > most
                && !kept.iter().any(|other| other.is(&line) && other.untold == line.untold)
            {
                kept.push(line);
            }
        }
        kept.truncate(MOST);
        self.lines = kept;
    }
}

/// Whether a move takes back the one that its side made before, as if neither had been.
fn is_there_and_back(moves: &[Move]) -> bool {
    moves.iter().zip(moves.iter().skip(2)).any(|(there, back)| {
        there.from() == Some(back.to())
            && back.from() == Some(there.to())
            && !there.is_capture()
            && !back.is_capture()
    })
}
