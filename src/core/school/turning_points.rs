//! The turning points of a game: the moves that cost most of the winning chances.
//!
//! A move costs the difference between the mover's winning chances before it and after it, both as an engine sees them. They
//! go from -1 (lost) to 1 (won), and are `2 / (1 + e^(-0.00368208 · centipawns)) - 1`, the curve that lichess.org fitted to
//! its games ([`Evaluation::winning_chances`]); a mate in sight is 1 or -1. A move is a turning point if it costs 0.2,
//! unless the mover is still winning by 0.7 after it or was already losing as clearly before it, or it changes nothing in
//! how the game stands in words.
//!
//! A turning point has one clear better move if all others are worse than that by 0.2 too. Then it is a puzzle.
//!
//! A game without a turning point is [open](Verdict::Open), or one side was [winning all the time](Verdict::NeverInDoubt), or one
//! side [lost it gradually](Verdict::Gradual): at the end the other side wins by a piece or mates, and did not at the start. Of
//! such a game the loser's moves are told that cost most, three at most, if they cost 0.1 and were made before the game was
//! lost by 0.7. They are no puzzles: no better move is clear where none cost more.

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, fen::Fen, uci::UciMove};

use super::{Course, Puzzle, PuzzleTask, Solving, Step, Subject};
use crate::laws::{
    Assessment, EngineView, Evaluation, Game, Mistake, StartPosition, assessment::classify_mistake,
};

/// Winning chances that a move must cost: a tenth of all games are decided by as much.
const COST: f64 = 0.2;
/// What a move must cost where many lost the game: half as much, or half a pawn of an even game.
const COST_OF_MANY: f64 = 0.1;
/// With such chances a game is decided; nearly five pawns.
const DECIDED: f64 = 0.7;
/// So many moves are looked at again.
const CANDIDATES: usize = 5;
/// So many are told.
pub const TOLD: usize = 3;
/// A mate in more moves is a puzzle of its first move alone.
const MATE_MOVES: u32 = 3;
/// The difficulties of a move that takes something, and of another one, in Elo.
const TAKES: u32 = 1200;
const QUIET: u32 = 1500;
/// Half-moves of a line from which its idea is found.
const LINE: usize = 7;

/// What is said of a game as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Single moves decided it, its turning points.
    #[default]
    Decided,
    /// This side lost it by several smaller faults.
    Gradual(#[serde(with = "KeptColor")] Color),
    /// This side was winning from the first move to the last.
    NeverInDoubt(#[serde(with = "KeptColor")] Color),
    /// Nothing decided it.
    Open,
}

/// A side as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Color", rename_all = "kebab-case")]
enum KeptColor {
    White,
    Black,
}

/// A move that cost much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The half-moves before it.
    pub ply: usize,
    /// The move.
    pub played: Move,
    /// The position before it, as the engine sees it: the better move comes first in its line.
    pub best: EngineView,
    /// The position after it.
    pub after: EngineView,
    /// Whether the better move is the only good one.
    pub is_clear: bool,
}

impl TurningPoint {
    /// What the move cost, from 0 to 2.
    pub fn cost(&self) -> f64 {
        self.best.value.winning_chances() + self.after.value.winning_chances()
    }

    /// Returns the better move.
    pub fn better(&self) -> Option<Move> {
        self.best.line.first().copied().filter(|better| *better != self.played)
    }

    /// Returns what was wrong with the move.
    pub fn harm(&self, before: &Chess) -> Mistake {
        classify_mistake(before, self.played, &self.best, &self.after)
    }

    /// Returns how the game stood with the better move, and how it stood after the move.
    pub fn outlooks(&self, mover: Color) -> (Assessment, Assessment) {
        (self.best.value.assess(mover), self.after.value.assess(!mover))
    }

    /// Whether it may be a turning point.
    fn counts(&self) -> bool {
        let (before, after) = (self.best.value.winning_chances(), -self.after.value.winning_chances());
        // Whoever the mover is, both are told from one side.
        let (outlook, now) = self.outlooks(Color::White);
        let counts = before - after >= COST && before > -DECIDED && after < DECIDED;
        counts && outlook != now && self.better().is_some()
    }

    /// Returns the puzzle in which the better move is to be found; none if it is not the only good one.
    pub fn puzzle(&self, game: &Game, name: &str) -> Option<Puzzle> {
        let position = game.position_at(self.ply).clone();
        if !self.is_clear || self.better().is_none() {
            return None;
        }
        let mut line = self.best.line.clone();
        line.truncate(LINE);
        let task = match self.best.value {
            Evaluation::Mate(moves) if (1..=MATE_MOVES as i32).contains(&moves) => {
                line.truncate(moves.unsigned_abs() as usize * 2 - 1);
                Some(PuzzleTask::Mate(moves.unsigned_abs()))
            }
            value if value.winning_chances() < COST => Some(PuzzleTask::Defend),
            // The line may win material; whether it must is not proved.
            Evaluation::Pawns(_) | Evaluation::Mate(_) => Some(PuzzleTask::Best),
        };
        let start = StartPosition::from(position);
        let mut puzzle = Puzzle::of_lines(&format!("{name}-{}", self.ply), start, vec![line], task);
        // Only the first move was compared with all others. A mate is judged by the Laws.
        puzzle.lines.iter_mut().for_each(|line| line.truncate(1));
        if !matches!(puzzle.task, PuzzleTask::Mate(_)) {
            // A guess, until it is solved: what takes something is seen sooner.
            puzzle.difficulty = if self.better().is_some_and(|m| m.is_capture()) { TAKES } else { QUIET };
        }
        puzzle.has_solution().then_some(puzzle)
    }
}

/// Returns the moves of a game that cost most, the dearest first. `seen` holds the view of every position from the start on.
pub fn candidates(game: &Game, seen: &[EngineView]) -> Vec<TurningPoint> {
    dearest(moves_seen(game, seen).filter(TurningPoint::counts), CANDIDATES)
}

/// Returns the moves by which a side lost a game without a turning point, in the order of the game.
pub fn gradual(game: &Game, seen: &[EngineView], loser: Color) -> Vec<TurningPoint> {
    let counts = |point: &TurningPoint| {
        game.position_at(point.ply).turn() == loser
            && point.cost() >= COST_OF_MANY
            && point.best.value.winning_chances() > -DECIDED
            && point.better().is_some()
    };
    let mut points = dearest(moves_seen(game, seen).filter(counts), TOLD);
    points.sort_by_key(|point| point.ply);
    points
}

/// Returns all moves of a game, each with the views of the positions before and after it.
fn moves_seen(game: &Game, seen: &[EngineView]) -> impl Iterator<Item = TurningPoint> {
    game.moves().iter().zip(seen.windows(2)).zip(0..).map(|((played, views), ply)| TurningPoint {
        ply,
        played: *played,
        best: views[0].clone(),
        after: views[1].clone(),
        is_clear: false,
    })
}

fn dearest(points: impl Iterator<Item = TurningPoint>, count: usize) -> Vec<TurningPoint> {
    let mut points: Vec<TurningPoint> = points.collect();
    points.sort_by(|one, other| other.cost().total_cmp(&one.cost()));
    points.truncate(count);
    points
}

/// Takes what a longer look has shown of each: the position before and the position after. What costs less by it is dropped.
pub fn looked_again(points: Vec<TurningPoint>, seen: &[EngineView]) -> Vec<TurningPoint> {
    let again = |(point, views): (TurningPoint, &[EngineView])| TurningPoint {
        best: views[0].clone(),
        after: views[1].clone(),
        ..point
    };
    points.into_iter().zip(seen.chunks_exact(2)).map(again).filter(TurningPoint::counts).collect()
}

/// Chooses those that are told, in the order of the game, by what the position before each is worth without its better move:
/// first those with one clear better move, then the dearest.
pub fn choose(mut points: Vec<TurningPoint>, without: &[Option<EngineView>]) -> Vec<TurningPoint> {
    for (point, other) in points.iter_mut().zip(without) {
        let others = other.as_ref().map_or(-1.0, |view| view.value.winning_chances());
        point.is_clear = point.best.value.winning_chances() - others >= COST;
    }
    points.sort_by(|one, other| other.is_clear.cmp(&one.is_clear).then(other.cost().total_cmp(&one.cost())));
    points.truncate(TOLD);
    points.sort_by_key(|point| point.ply);
    points
}

/// Returns what is said of a game without a turning point.
pub fn verdict(game: &Game, seen: &[EngineView]) -> Verdict {
    let winning = |ply: usize, view: &EngineView| match view.value.assess(game.position_at(ply).turn()) {
        Assessment::Winning(side) | Assessment::Mates { side, .. } => Some(side),
        Assessment::Even | Assessment::Better { .. } => None,
    };
    let stood: Vec<Option<Color>> = seen.iter().zip(0..).map(|(view, ply)| winning(ply, view)).collect();
    match (stood.first().copied().flatten(), stood.last().copied().flatten()) {
        (Some(side), _) if stood.iter().all(|winning| *winning == Some(side)) => Verdict::NeverInDoubt(side),
        (first, Some(winner)) if first != Some(winner) => Verdict::Gradual(!winner),
        _ => Verdict::Open,
    }
}

/// Returns the course that asks for the better moves: the user's own mistakes first, then those of the other side.
pub fn course(game: &Game, points: &[TurningPoint], user: Option<Color>) -> Course {
    let mut asked: Vec<&TurningPoint> = points.iter().filter(|point| point.is_clear).collect();
    asked.sort_by_key(|point| user.is_some_and(|user| game.position_at(point.ply).turn() != user));
    let step = |point: &TurningPoint| {
        let puzzle = point.puzzle(game, &name(game))?;
        let position = Some(puzzle.start.clone());
        let task = Some(Solving::new(puzzle).task());
        Some(Step { position, task, turning_point: Some(Box::new(point.clone())), ..Step::default() })
    };
    Course { subject: Subject::GameReview, steps: asked.into_iter().filter_map(step).collect() }
}

/// Returns a name that the game has, and hardly another one: the beginning of a hash of its start and its moves.
pub fn name(game: &Game) -> String {
    format!("game-{}", &blake3::hash(written_game(game).as_bytes()).to_hex()[..16])
}

fn written_game(game: &Game) -> String {
    let start = Fen::from_position(game.start(), EnPassantMode::Legal);
    let castling = game.start().castles().mode();
    game.moves().iter().fold(start.to_string(), |text, m| text + " " + &m.to_uci(castling).to_string())
}

/// A review as it is kept, so that it goes on without the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptReview {
    /// The name of the game.
    pub game: String,
    /// The step that it is at.
    pub step: usize,
    /// What is said of the game as a whole.
    #[serde(default)]
    pub verdict: Verdict,
    /// What was found.
    points: Vec<KeptPoint>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KeptPoint {
    ply: usize,
    is_clear: bool,
    best: String,
    best_value: Evaluation,
    after: String,
    after_value: Evaluation,
}

impl KeptReview {
    /// Keeps what was found in a game.
    pub fn of(game: &Game, verdict: Verdict, points: &[TurningPoint]) -> KeptReview {
        let castling = game.start().castles().mode();
        let line =
            |line: &[Move]| line.iter().map(|m| m.to_uci(castling).to_string()).collect::<Vec<_>>().join(" ");
        let kept = |point: &TurningPoint| KeptPoint {
            ply: point.ply,
            is_clear: point.is_clear,
            best: line(&point.best.line),
            best_value: point.best.value,
            after: line(&point.after.line),
            after_value: point.after.value,
        };
        KeptReview { game: name(game), step: 0, verdict, points: points.iter().map(kept).collect() }
    }

    /// Returns what was found in this game; none if it is another one.
    pub fn points(&self, game: &Game) -> Option<Vec<TurningPoint>> {
        if self.game != name(game) {
            return None;
        }
        let point = |kept: &KeptPoint| {
            let played = *game.moves().get(kept.ply)?;
            let (before, after) = (game.position_at(kept.ply), game.position_at(kept.ply + 1));
            Some(TurningPoint {
                ply: kept.ply,
                played,
                best: EngineView { value: kept.best_value, line: read_line(before, &kept.best)? },
                after: EngineView { value: kept.after_value, line: read_line(after, &kept.after)? },
                is_clear: kept.is_clear,
            })
        };
        self.points.iter().map(point).collect()
    }
}

fn read_line(start: &Chess, text: &str) -> Option<Vec<Move>> {
    let mut at = start.clone();
    let mut read = |word: &str| {
        let m = word.parse::<UciMove>().ok()?.to_move(&at).ok()?;
        at.play_unchecked(m);
        Some(m)
    };
    text.split_whitespace().map(&mut read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(before: &Chess, pawns: i32, line: &str) -> EngineView {
        EngineView { value: Evaluation::Pawns(pawns), line: read_line(before, line).unwrap() }
    }

    /// A game of these moves, and what an engine sees of each position: its value for the side on move, and its line.
    fn game(moves: &str, seen: &[(i32, &str)]) -> (Game, Vec<EngineView>) {
        let mut game = Game::default();
        read_line(game.start(), moves).unwrap().into_iter().for_each(|m| game.play(m).unwrap());
        let views =
            seen.iter().zip(0..).map(|((pawns, line), ply)| view(game.position_at(ply), *pawns, line));
        let views = views.collect();
        (game, views)
    }

    #[test]
    fn what_cost_most_is_found_and_asked() {
        let (game, seen) = game(
            "e2e4 e7e5 d1h5 g8f6 h5e5",
            &[
                (30, "e2e4"),
                (-30, "e7e5"),
                (30, "g1f3"),
                (0, "b8c6 f1c4 g7g6"),
                (150, "h5e5 f8e7"),
                (-150, "f8e7"),
            ],
        );
        let found = candidates(&game, &seen);
        assert_eq!(found.iter().map(|point| point.ply).collect::<Vec<_>>(), [3]);
        let again = looked_again(found, &[seen[3].clone(), seen[4].clone()]);
        assert_eq!(again.len(), 1);
        // Without another move the better one is clear; with one that is nearly as good it is not.
        let one = choose(again.clone(), &[None]);
        assert!(one[0].is_clear);
        let (outlook, now) = one[0].outlooks(Color::Black);
        assert_eq!(outlook, Assessment::Even);
        assert_eq!(now, Assessment::Better { side: Color::White, clearly: true });
        let asked = course(&game, &one, Some(Color::White));
        assert_eq!(asked.steps.len(), 1);
        let puzzle = one[0].puzzle(&game, "x").unwrap();
        assert_eq!((puzzle.task, puzzle.lines.len(), puzzle.lines[0].len()), (PuzzleTask::Defend, 1, 1));
        let two = choose(again, &[Some(view(game.position_at(3), -10, "d8e7"))]);
        assert!(!two[0].is_clear && course(&game, &two, None).steps.is_empty());
        let kept = KeptReview::of(&game, Verdict::Decided, &one);
        let read: KeptReview = toml::from_str(&toml::to_string(&kept).unwrap()).unwrap();
        assert_eq!(read.points(&game), Some(one));
        assert_eq!(read.points(&Game::default()), None);
    }

    #[test]
    fn own_mistakes_are_asked_first() {
        let (game, _) = game("e2e4 e7e5 d1h5 g8f6 h5e5", &[]);
        let point = |ply: usize, line: &str| TurningPoint {
            ply,
            played: game.moves()[ply],
            best: view(game.position_at(ply), 0, line),
            after: view(game.position_at(ply + 1), 300, ""),
            is_clear: true,
        };
        let points = [point(2, "g1f3"), point(3, "b8c6")];
        for (user, first) in [(None, 2), (Some(Color::White), 2), (Some(Color::Black), 3)] {
            let steps = course(&game, &points, user).steps;
            assert_eq!(steps[0].turning_point.as_ref().unwrap().ply, first, "{user:?}");
            assert_eq!(steps.len(), 2);
        }
    }

    #[test]
    fn what_changed_nothing_is_no_turning_point() {
        // Lost before and after, and won before and after.
        let (played, lost) = game("e2e4 e7e5", &[(-600, "d2d4"), (1200, "e7e5"), (-1200, "g1f3")]);
        assert!(candidates(&played, &lost).is_empty());
        assert_eq!(verdict(&played, &lost), Verdict::NeverInDoubt(Color::Black));
        let (played, even) = game("e2e4 e7e5", &[(30, "d2d4"), (-30, "e7e5"), (30, "g1f3")]);
        assert!(candidates(&played, &even).is_empty());
        assert_eq!(verdict(&played, &even), Verdict::Open);
    }

    #[test]
    fn many_small_faults_lose_a_game_too() {
        // White falls from even to lost, by no more than a pawn at once; Black's own faults are not the loser's.
        let (played, seen) = game(
            "a2a3 e7e5 h2h3 d7d5 g2g4 g8h6 f2f3",
            &[
                (10, "e2e4"),
                (75, "e7e5"),
                (-75, "e2e4"),
                (160, "d7d5"),
                (-150, "d2d4"),
                (250, "d8h4"),
                (-250, "d2d4"),
                (400, "f8e7"),
            ],
        );
        assert!(candidates(&played, &seen).is_empty());
        assert_eq!(verdict(&played, &seen), Verdict::Gradual(Color::White));
        let plies = |side| gradual(&played, &seen, side).iter().map(|point| point.ply).collect::<Vec<_>>();
        assert_eq!(plies(Color::White), [0, 4, 6]);
        assert!(plies(Color::Black).is_empty());
        let points = gradual(&played, &seen, Color::White);
        assert!(course(&played, &points, Some(Color::White)).steps.is_empty());
        for verdict in [Verdict::Gradual(Color::White), Verdict::NeverInDoubt(Color::Black), Verdict::Open] {
            let kept = KeptReview::of(&played, verdict, &points);
            let read: KeptReview = toml::from_str(&toml::to_string(&kept).unwrap()).unwrap();
            assert_eq!((read.verdict, read.points(&played)), (verdict, Some(points.clone())));
        }
    }
}
