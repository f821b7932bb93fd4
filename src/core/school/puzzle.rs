//! A puzzle, and how it is solved: the Laws judge each move, and the solution where the Laws alone do not tell.

use shakmaty::{Chess, Color, Move, Position};

use super::{Course, Question, Solution, Step, Subject, Task, Theme, refutation::refuting_reply};
use crate::laws::{
    Defence, StartPosition, assessment::material_balance, defence, forced_mate::NodesSpent,
    mate_possible::is_dead, mating_move,
};

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleTask {
    /// A mate in so many moves.
    Mate(u32),
    /// Material is won.
    Win,
    /// The one good move.
    Best,
    /// The one move that holds.
    Defend,
}

/// A mate in more moves is judged by its written line alone.
pub const SEARCHED_MATE: u32 = 3;

/// Moves that one search for a mate may try: three moves in a middlegame take fewer.
const MATE_NODES: u32 = 3_000_000;

/// Moves that are tried to see whether anybody can still mate.
const DEAD_POSITION_NODES: u64 = 20_000;

/// Material that counts as won, in pawns: less is the best move.
const WON: i32 = 2;

/// A position with a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name in its file.
    pub id: String,
    /// The position, with the solver on move.
    pub start: StartPosition,
    /// What is to be found.
    pub task: PuzzleTask,
    /// The idea.
    pub theme: Theme,
    /// How hard it is, in Elo.
    pub difficulty: u32,
    /// How far the difficulty may be from the truth: a standard deviation, in Elo.
    pub deviation: u32,
    /// The solutions, as half-moves in turn, of which the first and the last are the solver's. A mate needs none.
    pub lines: Vec<Vec<Move>>,
}

/// What a move of the solver's is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleAnswer {
    /// The puzzle is solved.
    Solved,
    /// It is right, and this is the answer to it.
    GoesOn(Move),
    /// It is wrong.
    Missed(PuzzleMiss),
}

/// Why a move of the solver's is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleMiss {
    /// It is to be mate, and gives no check.
    NoCheck,
    /// It is to be mate, and this reply parries the check.
    Parried(Move),
    /// After this reply there is no mate in time.
    Late(Move),
    /// After this reply the solver has less than the solution gives.
    Refuted(Move),
    /// It is stalemate.
    Stalemates,
    /// Nobody can mate any more.
    Dead,
    /// The pawn is to become another piece.
    OtherPromotion,
    /// It wins too, and the solution is better.
    StillGood,
    /// It is not the solution.
    NotIt,
}

impl Puzzle {
    /// Returns a puzzle of legal half-moves. What is not given is found in them.
    pub fn of_lines(
        id: &str,
        start: StartPosition,
        mut lines: Vec<Vec<Move>>,
        task: Option<PuzzleTask>,
    ) -> Puzzle {
        for line in &mut lines {
            // The last move is the solver's.
            line.truncate((line.len().max(1) - 1) / 2 * 2 + 1);
        }
        let position = start.position();
        let first = lines.first().map_or(&[][..], Vec::as_slice);
        let own_moves = first.len().div_ceil(2) as u32;
        let end = played(position, first);
        let found =
            match material_balance(&end, position.turn()) - material_balance(position, position.turn()) {
                _ if end.is_checkmate() => PuzzleTask::Mate(own_moves),
                WON.. => PuzzleTask::Win,
                _ => PuzzleTask::Best,
            };
        let task = task.unwrap_or(found);
        let theme = match (Theme::of(position, first), task) {
            (Theme::Idea, PuzzleTask::Mate(_)) => Theme::Mate,
            (theme, _) => theme,
        };
        let difficulty = match task {
            PuzzleTask::Mate(moves) => 300 + 400 * moves.min(5),
            PuzzleTask::Win | PuzzleTask::Best | PuzzleTask::Defend => 1050 + 150 * own_moves.min(6),
        };
        Puzzle { id: id.to_owned(), start, task, theme, difficulty, deviation: UNKNOWN_DEVIATION, lines }
    }

    /// Returns the side that solves it.
    pub fn solver(&self) -> Color {
        self.start.position().turn()
    }

    /// Whether it has a solution by the Laws, as far as they tell: each line ends in the mate that is asked, or a mate in time is
    /// found by search.
    pub fn has_solution(&self) -> bool {
        let PuzzleTask::Mate(moves) = self.task else { return !self.lines.is_empty() };
        let mates = |line: &Vec<Move>| {
            line.len().div_ceil(2) as u32 <= moves && played(self.start.position(), line).is_checkmate()
        };
        if self.lines.iter().any(mates) {
            return true;
        }
        moves <= SEARCHED_MATE
            && matches!(mating_move(self.start.position(), moves, &mut MATE_NODES.clone()), Ok(Some(_)))
    }
}

/// The standard deviation of a difficulty that was only guessed.
const UNKNOWN_DEVIATION: u32 = 200;

/// A puzzle while it is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solving {
    puzzle: Puzzle,
    played: Vec<Move>,
}

impl Solving {
    /// Begins with a puzzle.
    pub fn new(puzzle: Puzzle) -> Solving {
        Solving { puzzle, played: Vec::new() }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the half-moves played so far, the answers among them.
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// Returns the position that the solver has before them.
    pub fn position(&self) -> Chess {
        played(self.puzzle.start.position(), &self.played)
    }

    /// Returns the moves that the solver has left to mate in; none where no mate is asked.
    pub fn moves_left(&self) -> Option<u32> {
        let PuzzleTask::Mate(moves) = self.puzzle.task else { return None };
        Some(moves.saturating_sub(self.played.len() as u32 / 2))
    }

    /// Returns the task that is open.
    pub fn task(&self) -> Task {
        let task = self.moves_left().map_or(self.puzzle.task, PuzzleTask::Mate);
        Task {
            question: Question::Puzzle(self.puzzle.solver(), task),
            solution: Solution::Puzzle(Box::new(self.clone())),
            hint: None,
            because: None,
        }
    }

    /// Returns the course that is this puzzle from its start.
    pub fn course(&self) -> Course {
        let start = Solving::new(self.puzzle.clone());
        let position = Some(start.puzzle.start.clone());
        Course {
            subject: Subject::Puzzle,
            steps: vec![Step { position, task: Some(start.task()), ..Step::default() }],
        }
    }

    /// Returns the half-moves that are left of the solution, the answers of the other side among them.
    pub fn rest(&self) -> Vec<Move> {
        let mut ahead = self.clone();
        while let Some(m) = ahead.solution() {
            match ahead.answer(m) {
                PuzzleAnswer::GoesOn(_) => {}
                PuzzleAnswer::Solved => break,
                // The solution is no mate before the search is at its end.
                PuzzleAnswer::Missed(_) => {
                    ahead.played.push(m);
                    break;
                }
            }
        }
        ahead.played[self.played.len()..].to_vec()
    }

    /// Judges a legal move of the solver's. What is right is played, and so is the answer to it; what is wrong is not.
    ///
    /// A mate is always right, and where mate is asked so is each move that forces it in time.
    pub fn answer(&mut self, m: Move) -> PuzzleAnswer {
        let mut after = self.position();
        after.play_unchecked(m);
        if after.is_checkmate() {
            self.played.push(m);
            return PuzzleAnswer::Solved;
        }
        if let Some(next) = self.continuation(m) {
            self.played.push(m);
            self.played.extend(next);
            return next.map_or(PuzzleAnswer::Solved, PuzzleAnswer::GoesOn);
        }
        if let Some(draw) = draws(&after) {
            // Where only one move holds, a draw holds.
            if self.puzzle.task == PuzzleTask::Defend {
                self.played.push(m);
                return PuzzleAnswer::Solved;
            }
            return PuzzleAnswer::Missed(draw);
        }
        let Some(left) = self.moves_left() else {
            return PuzzleAnswer::Missed(if self.promotes_otherwise(m) {
                PuzzleMiss::OtherPromotion
            } else {
                self.refuted(&after)
            });
        };
        let left = left.saturating_sub(1);
        if left >= SEARCHED_MATE {
            return PuzzleAnswer::Missed(PuzzleMiss::NotIt);
        }
        PuzzleAnswer::Missed(match defence(&after, left, &mut MATE_NODES.clone()) {
            Ok(Defence::Delay(reply)) => {
                self.played.extend([m, reply]);
                return PuzzleAnswer::GoesOn(reply);
            }
            Ok(Defence::Mated) => return PuzzleAnswer::Solved,
            Ok(Defence::Escape(_)) if self.promotes_otherwise(m) => PuzzleMiss::OtherPromotion,
            Ok(Defence::Escape(_)) if left == 0 && !after.is_check() => PuzzleMiss::NoCheck,
            Ok(Defence::Escape(reply)) if left == 0 => PuzzleMiss::Parried(reply),
            Ok(Defence::Escape(reply)) => PuzzleMiss::Late(reply),
            Ok(Defence::Over) => PuzzleMiss::Dead,
            Err(NodesSpent) => PuzzleMiss::NotIt,
        })
    }

    /// Whether a move is that of the solution but for the piece that the pawn becomes.
    fn promotes_otherwise(&self, m: Move) -> bool {
        let is_same_way = |other: Move| other.from() == m.from() && other.to() == m.to();
        m.is_promotion() && self.solution().is_some_and(is_same_way)
    }

    /// Returns the next move of the solution; none if it is solved.
    pub fn solution(&self) -> Option<Move> {
        let at = self.played.len();
        let written = self.open_lines().find_map(|line| line.get(at).copied());
        if written.is_some() {
            return written;
        }
        let left = self.moves_left()?;
        let search = mating_move(&self.position(), left.min(SEARCHED_MATE), &mut MATE_NODES.clone());
        search.ok().flatten()
    }

    /// The lines that agree with what was played.
    fn open_lines(&self) -> impl Iterator<Item = &Vec<Move>> {
        self.puzzle.lines.iter().filter(|line| line.starts_with(&self.played))
    }

    /// If the move is on a line: the answer that is written there, none at its end. A mate is no line's end before it is mate.
    fn continuation(&self, m: Move) -> Option<Option<Move>> {
        let at = self.played.len();
        let mut written = self.open_lines().filter(|line| line.get(at) == Some(&m));
        let next = written.next()?.get(at + 1).copied();
        let is_mate = matches!(self.puzzle.task, PuzzleTask::Mate(_));
        (next.is_some() || !is_mate).then_some(next)
    }

    /// The answer to a wrong move: what it costs, by what the solution would have won.
    fn refuted(&self, after: &Chess) -> PuzzleMiss {
        let (start, side) = (self.puzzle.start.position(), self.puzzle.solver());
        let promised = self.open_lines().map(|line| material_balance(&played(start, line), side)).max();
        let promised = promised.unwrap_or_else(|| material_balance(start, side));
        refuting_reply(after, promised).map_or(PuzzleMiss::NotIt, PuzzleMiss::Refuted)
    }
}

/// How a position is drawn at once, if it is.
fn draws(position: &Chess) -> Option<PuzzleMiss> {
    if position.is_stalemate() {
        Some(PuzzleMiss::Stalemates)
    } else if is_dead(position, DEAD_POSITION_NODES) == Some(true) {
        Some(PuzzleMiss::Dead)
    } else {
        None
    }
}

fn played(start: &Chess, line: &[Move]) -> Chess {
    let mut position = start.clone();
    line.iter().for_each(|m| position.play_unchecked(*m));
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::school::read_puzzles;

    fn solving(epd: &str) -> Solving {
        let file = read_puzzles(epd);
        assert!(file.faults.is_empty(), "{epd}: {:?}", file.faults);
        Solving::new(file.puzzles[0].clone())
    }

    fn answers(solving: &mut Solving, uci: &str) -> PuzzleAnswer {
        let uci: shakmaty::uci::UciMove = uci.parse().unwrap();
        solving.answer(uci.to_move(&solving.position()).unwrap())
    }

    #[test]
    fn every_mate_in_time_is_right() {
        // Two rooks: the line is one of several.
        let epd = "7k/8/8/8/8/8/R7/1R4K1 w - - dm 2; bm Ra7;";
        let mut solved = solving(epd);
        assert_eq!(solved.puzzle().task, PuzzleTask::Mate(2));
        assert!(
            matches!(answers(&mut solved, "b1b7"), PuzzleAnswer::GoesOn(_)),
            "the other rook does it too"
        );
        assert_eq!(solved.solution().map(|m| m.to_string()).as_deref(), Some("Ra2-a8"));
        assert_eq!(answers(&mut solved, "a2a8"), PuzzleAnswer::Solved);
        let mut solved = solving(epd);
        let late = answers(&mut solved, "g1g2");
        assert!(matches!(late, PuzzleAnswer::Missed(PuzzleMiss::Late(_))), "{late:?}");
        assert_eq!(solved.played(), [], "what is wrong is not played");
        let mut stalemate = solving("7k/8/5K2/8/8/8/8/6Q1 w - - dm 2;");
        assert_eq!(answers(&mut stalemate, "g1g6"), PuzzleAnswer::Missed(PuzzleMiss::Stalemates));
    }

    /// A reason that is true and hides the point is none.
    #[test]
    fn a_miss_says_what_matters() {
        for (epd, uci, miss) in [
            // Mate in one: no check, and a check that is parried.
            ("6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1; bm Ra8;", "a1a7", "NoCheck"),
            ("6k1/5p1p/8/8/8/8/8/R5K1 w - - dm 1; bm Ra7;", "a1a8", "Parried"),
            // A pawn that becomes something else, with and without a mate.
            ("8/P7/8/8/8/8/k7/7K w - - bm a8=Q;", "a7a8r", "OtherPromotion"),
            ("6k1/4Pppp/8/8/8/8/8/6K1 w - - dm 1; bm e8=Q;", "e7e8n", "OtherPromotion"),
            // A queen that stalemates, and a capture after which nobody can mate.
            ("8/k1P5/2K5/8/8/8/8/8 w - - bm c8=R;", "c7c8q", "Stalemates"),
            ("4k3/8/8/8/8/8/3pK3/6N1 w - - bm Nf3;", "e2d2", "Dead"),
            // What holds, holds, in whatever way.
            ("4k3/8/8/8/8/8/3pK3/6N1 w - - bm Nf3; c0 \"defend\";", "e2d2", "Solved"),
            // A piece that is left hanging.
            ("q3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+; pv Nc7+ Kd7 Nxa8;", "d5e7", "Refuted"),
        ] {
            let answer = answers(&mut solving(epd), uci);
            let told = match answer {
                PuzzleAnswer::Missed(miss) => format!("{miss:?}"),
                PuzzleAnswer::Solved | PuzzleAnswer::GoesOn(_) => format!("{answer:?}"),
            };
            assert!(told.starts_with(miss), "{epd} {uci}: {told}");
        }
    }

    #[test]
    fn a_line_goes_on_and_what_leaves_it_is_refuted() {
        let epd = "q3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+; pv Nc7+ Kd7 Nxa8;";
        let mut fork = solving(epd);
        assert_eq!((fork.puzzle().task, fork.puzzle().theme), (PuzzleTask::Win, Theme::Fork));
        let beside = answers(&mut fork, "d5f6");
        let is_missed =
            |answer| matches!(answer, PuzzleAnswer::Missed(PuzzleMiss::Refuted(_) | PuzzleMiss::NotIt));
        assert!(is_missed(beside), "{beside:?}");
        let reply = answers(&mut fork, "d5c7");
        assert!(matches!(reply, PuzzleAnswer::GoesOn(m) if m.to_string() == "Ke8-d7"), "{reply:?}");
        let left = answers(&mut fork, "c7b5");
        assert!(matches!(left, PuzzleAnswer::Missed(PuzzleMiss::Refuted(_))), "the queen goes away");
        assert_eq!(answers(&mut fork, "c7a8"), PuzzleAnswer::Solved);
        assert_eq!(fork.solution(), None);
        // A knight that is given away is taken.
        let mut given = solving(epd);
        let refuted = answers(&mut given, "d5b6");
        assert!(matches!(refuted, PuzzleAnswer::Missed(PuzzleMiss::Refuted(_))), "{refuted:?}");
    }
}
