//! Whether a position has one solution, and which.

use std::io;

use annabella_core::{
    laws::{
        Chess, Evaluation, Move, Position, StartPosition,
        assessment::{material_balance, worth},
        mating_move,
    },
    school::{Puzzle, PuzzleTask, Theme},
};

use super::engine::{Engine, Views};

/// The nodes of the searches.
pub struct ScanNodes {
    pub play: u32,
    pub examine: u32,
}

/// A move is the only one if it has so much more of the winning chances, from -1 to 1, than the next.
const GAP: f64 = 0.5;

/// Longer mates are no puzzles here.
const LONGEST_MATE: u32 = 3;

/// More moves of the solver's are not asked.
const MOST_MOVES: usize = 4;

/// Where a side is further ahead, in pawns, there is little to find.
const MOST_AHEAD: i32 = 8;

/// From this value on, in hundredths of a pawn, a side wins; up to it both hold.
const WINS: i32 = 200;
const HOLDS: i32 = 120;

/// Whether few nodes show one move far better than the others.
pub fn candidate(views: &Views) -> bool {
    let [(best, _), (second, _), ..] = &views.lines[..] else { return false };
    let is_mate = matches!(best, Evaluation::Mate(1..=4));
    is_mate && best != second || best.winning_chances() - second.winning_chances() >= GAP * 0.7
}

/// Returns the puzzle that a position is, if it is one.
pub fn solution(
    engine: &mut Engine,
    position: &Chess,
    last: Option<Move>,
    nodes: u32,
) -> io::Result<Option<Puzzle>> {
    if material_balance(position, position.turn()).abs() > MOST_AHEAD {
        return Ok(None);
    }
    let views = engine.views(position, 2, nodes)?;
    let [(best, line), (second, _), ..] = &views.lines[..] else { return Ok(None) };
    let (best, second) = (*best, *second);
    let first = line[0];
    let (task, solved) = match best {
        Evaluation::Mate(moves @ 1..) if moves as u32 <= LONGEST_MATE => {
            let moves = moves as u32;
            let Some(solved) = mate(engine, position, moves, nodes)? else { return Ok(None) };
            (PuzzleTask::Mate(moves), solved)
        }
        Evaluation::Pawns(value) if best.winning_chances() - second.winning_chances() >= GAP => {
            let (solved, gain) = line_of_only_moves(engine, position, views.lines[0].1.clone(), nodes)?;
            let task = match (gain, value) {
                (2.., WINS..) => PuzzleTask::Win,
                (_, WINS..) => PuzzleTask::Best,
                (_, value) if value.abs() <= HOLDS && is_lost(second) => PuzzleTask::Defend,
                _ => return Ok(None),
            };
            (task, solved)
        }
        Evaluation::Pawns(_) | Evaluation::Mate(_) => return Ok(None),
    };
    // To take back is no idea.
    let takes_back =
        last.is_some_and(|last| last.is_capture() && last.to() == first.to() && first.is_capture());
    if takes_back && !matches!(task, PuzzleTask::Mate(_)) {
        return Ok(None);
    }
    let start = StartPosition::from(position.clone());
    let puzzle = Puzzle::of_lines("", start, vec![solved], Some(task));
    let difficulty = difficulty(&puzzle, first, views.found_at);
    Ok(Some(Puzzle { difficulty, ..puzzle }))
}

fn is_lost(value: Evaluation) -> bool {
    match value {
        Evaluation::Pawns(value) => value <= -300,
        Evaluation::Mate(moves) => moves <= 0,
    }
}

/// The line of a mate, each move of the solver's being the only one that mates in time; the last may have others beside it
/// where it is not the first.
fn mate(engine: &mut Engine, position: &Chess, moves: u32, nodes: u32) -> io::Result<Option<Vec<Move>>> {
    let mut at = position.clone();
    let mut line = Vec::new();
    // A shorter mate is another task, and the search is exact.
    if moves > 1 && mating_move(position, moves - 1, &mut 5_000_000) != Ok(None) {
        return Ok(None);
    }
    for left in (1..=moves).rev() {
        let views = engine.views(&at, 2, nodes)?;
        let Some((Evaluation::Mate(best), best_line)) = views.lines.first() else { return Ok(None) };
        let others = views.lines.get(1).map(|(value, _)| *value);
        let is_only = !matches!(others, Some(Evaluation::Mate(other)) if (1..=left as i32).contains(&other));
        let is_last_of_several = left == 1 && moves > 1;
        if !(1..=left as i32).contains(best) || !(is_only || is_last_of_several) {
            return Ok(None);
        }
        line.push(best_line[0]);
        at.play_unchecked(best_line[0]);
        if left > 1 {
            let Some(reply) = best_line.get(1) else { return Ok(None) };
            line.push(*reply);
            at.play_unchecked(*reply);
        }
    }
    Ok(at.is_checkmate().then_some(line))
}

/// The first moves of a line, as long as each of the solver's is the only one, and the material that it wins once the
/// captures are over.
fn line_of_only_moves(
    engine: &mut Engine,
    position: &Chess,
    first: Vec<Move>,
    nodes: u32,
) -> io::Result<(Vec<Move>, i32)> {
    let side = position.turn();
    let before = material_balance(position, side);
    let (mut at, mut line, mut rest) = (position.clone(), Vec::new(), first);
    for _ in 0..MOST_MOVES {
        let [own, reply, ..] = &rest[..] else { break };
        let mut then = at.clone();
        then.play_unchecked(*own);
        line.push(*own);
        then.play_unchecked(*reply);
        let views = engine.views(&then, 2, nodes)?;
        let is_only = match &views.lines[..] {
            [(best, _), (second, _), ..] => best.winning_chances() - second.winning_chances() >= GAP,
            _ => false,
        };
        if !is_only || line.len() / 2 + 1 >= MOST_MOVES {
            break;
        }
        line.push(*reply);
        at = then;
        rest = views.lines.into_iter().next().map(|(_, line)| line).unwrap_or_default();
    }
    if line.len() % 2 == 0 {
        line.pop();
    }
    let mut end = position.clone();
    line.iter().for_each(|m| end.play_unchecked(*m));
    let mut quiet = 0;
    for m in rest.iter().skip(1).take(8) {
        if quiet == 2 || !end.is_legal(*m) {
            break;
        }
        quiet = if m.is_capture() || m.is_promotion() { 0 } else { quiet + 1 };
        end.play_unchecked(*m);
    }
    Ok((line, material_balance(&end, side) - before))
}

/// How hard a puzzle is, in Elo: estimated from how many moves are asked, how deep the engine looked before it saw the first,
/// and how hidden that one is.
fn difficulty(puzzle: &Puzzle, first: Move, found_at: u32) -> u32 {
    let moves = puzzle.lines[0].len().div_ceil(2) as u32;
    let base = match puzzle.task {
        PuzzleTask::Mate(_) => 250,
        PuzzleTask::Win => 550,
        PuzzleTask::Best => 800,
        PuzzleTask::Defend => 750,
    };
    let position = puzzle.start.position();
    let mut after = position.clone();
    after.play_unchecked(first);
    let pieces = position.board().occupied().count() as u32;
    let is_quiet = !first.is_capture() && !after.is_check() && !first.is_promotion();
    let takes_more = first.capture().is_some_and(|taken| worth(taken) > worth(first.role()));
    let hidden = 180 * u32::from(is_quiet) + 120 * u32::from(puzzle.theme == Theme::Sacrifice);
    let plain = 120 * u32::from(puzzle.theme == Theme::Hanging) + 80 * u32::from(takes_more);
    let found: u32 = base + 280 * (moves - 1) + 28 * found_at.min(16) + 8 * pieces + hidden;
    found.saturating_sub(plain).clamp(300, 2400)
}
