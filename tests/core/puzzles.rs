//! The puzzles that come with the program: each has a position, one solution, and is solved by it; a wrong move is refused for
//! a reason that is true.

#[path = "../puzzles/engine.rs"]
mod engine;
#[path = "../puzzles/games.rs"]
#[allow(dead_code, reason = "what the tool that makes the puzzles needs besides")]
mod games;
#[path = "../puzzles/search.rs"]
mod search;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use annabella::{
    announce::{Announcement, SchoolAnnouncement},
    journal::Start,
    language::LanguageFolder,
    laws::{
        Chess, Defence, Evaluation, Exercise, Move, Position, assessment::material_balance, defence,
        mate_possible::is_dead, mating_move,
    },
    school::{
        Puzzle, PuzzleAnswer, PuzzleMiss, PuzzleTask, Solving, own_puzzles, read_puzzles, written_puzzle,
    },
    session::{Confirm, Effect, Event, EventKind, Options, School, Session},
};

/// So many were promised.
const AT_LEAST: usize = 600;

const NODES: u32 = 20_000_000;

fn after(position: &Chess, m: Move) -> Chess {
    let mut position = position.clone();
    position.play_unchecked(m);
    position
}

#[test]
fn our_puzzles_are_many_and_each_is_another() {
    let file = read_puzzles(include_str!("../../grammars/puzzles.epd"));
    assert!(file.faults.is_empty(), "{:?}", file.faults);
    let puzzles = own_puzzles();
    assert_eq!(*puzzles, file.puzzles);
    assert!(puzzles.len() >= AT_LEAST, "only {} puzzles", puzzles.len());
    let boards: HashSet<String> =
        puzzles.iter().map(|puzzle| puzzle.start.position().board().to_string()).collect();
    assert_eq!(boards.len(), puzzles.len(), "no position twice");
    assert!(puzzles.windows(2).all(|pair| pair[0].difficulty <= pair[1].difficulty), "the easy ones first");
    let wrong: Vec<String> = puzzles
        .iter()
        .map(|puzzle| {
            (puzzle, Puzzle::of_lines("", puzzle.start.clone(), puzzle.lines.clone(), Some(puzzle.task)))
        })
        .filter(|(puzzle, found)| puzzle.theme != found.theme)
        .map(|(puzzle, found)| format!("{} {}", puzzle.id, found.theme))
        .collect();
    for line in include_str!("../../grammars/puzzles.epd").lines().filter(|line| !line.starts_with('#')) {
        assert!(line.contains(" c0 \"") && line.contains("; c1 \""), "without theme or difficulty: {line}");
    }
    assert!(wrong.is_empty(), "themes are others:\n{}", wrong.join("\n"));
    let count = |wanted: fn(&Puzzle) -> bool| puzzles.iter().filter(|puzzle| wanted(puzzle)).count();
    for (name, found) in [
        ("mate in one", count(|puzzle| puzzle.task == PuzzleTask::Mate(1))),
        ("mate in two", count(|puzzle| puzzle.task == PuzzleTask::Mate(2))),
        ("mate in three", count(|puzzle| puzzle.task == PuzzleTask::Mate(3))),
        ("win", count(|puzzle| puzzle.task == PuzzleTask::Win)),
        ("best", count(|puzzle| puzzle.task == PuzzleTask::Best)),
        ("defend", count(|puzzle| puzzle.task == PuzzleTask::Defend)),
    ] {
        assert!(found >= 20, "only {found} of {name}");
    }
}

#[test]
fn each_is_solved_by_its_line_and_mates_are_proved() {
    for puzzle in own_puzzles().iter() {
        let id = &puzzle.id;
        let [line] = &puzzle.lines[..] else { panic!("{id} has {} lines", puzzle.lines.len()) };
        let mut solving = Solving::new(puzzle.clone());
        for m in line.iter().step_by(2) {
            let answer = solving.answer(*m);
            assert!(matches!(answer, PuzzleAnswer::GoesOn(_) | PuzzleAnswer::Solved), "{id}: {answer:?}");
        }
        assert_eq!(solving.solution(), None, "{id} goes on after its end");
        let start = puzzle.start.position();
        if let PuzzleTask::Mate(moves) = puzzle.task {
            assert!(solving.position().is_checkmate(), "{id}");
            let proof = defence(&after(start, line[0]), moves - 1, &mut NODES.clone());
            assert!(matches!(proof, Ok(Defence::Mated | Defence::Delay(_))), "{id}: {proof:?}");
            let sooner = if moves > 1 { mating_move(start, moves - 1, &mut NODES.clone()) } else { Ok(None) };
            assert_eq!(sooner, Ok(None), "{id} mates sooner");
        }
    }
}

#[test]
fn a_wrong_move_is_refused_for_a_reason_that_is_true() {
    let mut unproved = 0;
    let mut counts: HashMap<std::mem::Discriminant<PuzzleMiss>, usize> = HashMap::new();
    for puzzle in own_puzzles().iter() {
        let (start, right, id) = (puzzle.start.position(), puzzle.lines[0][0], &puzzle.id);
        let others = start.legal_moves().into_iter().filter(|m| *m != right);
        // All of them where the Laws tell quickly, else some.
        let step = if puzzle.task == PuzzleTask::Mate(1) { 1 } else { 23 };
        for m in others.step_by(step) {
            let then = after(start, m);
            let mut solving = Solving::new(puzzle.clone());
            let miss = match solving.answer(m) {
                PuzzleAnswer::Missed(miss) => miss,
                answer @ (PuzzleAnswer::Solved | PuzzleAnswer::GoesOn(_)) => {
                    panic!("{id} has another solution, {m}: {answer:?}")
                }
            };
            *counts.entry(std::mem::discriminant(&miss)).or_default() += 1;
            let mate = if let PuzzleTask::Mate(moves) = puzzle.task { Some(moves) } else { None };
            let is_over = then.is_stalemate() || then.is_insufficient_material();
            let is_other_piece = m.promotion().is_some()
                && (m.from(), m.to()) == (right.from(), right.to())
                && m.promotion() != right.promotion();
            let is_true = match miss {
                PuzzleMiss::NoCheck => mate == Some(1) && !then.is_check(),
                PuzzleMiss::Parried(reply) => mate == Some(1) && then.is_check() && then.is_legal(reply),
                PuzzleMiss::Late(reply) => mate.is_some_and(|moves| {
                    let left = mating_move(&after(&then, reply), moves - 1, &mut NODES.clone());
                    moves > 1 && then.is_legal(reply) && left == Ok(None)
                }),
                PuzzleMiss::Refuted(reply) => {
                    unproved += usize::from(!is_poorer(puzzle, &after(&then, reply)));
                    mate.is_none() && then.is_legal(reply)
                }
                PuzzleMiss::Stalemates => then.is_stalemate(),
                PuzzleMiss::Dead => is_dead(&then, 1_000_000) == Some(true),
                PuzzleMiss::OtherPromotion => is_other_piece,
                PuzzleMiss::StillGood => false,
                PuzzleMiss::NotIt => mate.is_none(),
            };
            assert!(is_true, "{id}: {m}: {miss:?}");
            // What is true and hides the point is no reason.
            let says_the_point = match miss {
                PuzzleMiss::Stalemates | PuzzleMiss::Dead => true,
                PuzzleMiss::OtherPromotion => !is_over,
                _ => !is_over && !is_other_piece,
            };
            assert!(says_the_point, "{id}: {m}: {miss:?} hides the point");
            assert_eq!(solving.played(), [], "{id}: what is wrong is not played");
        }
    }
    let count = |miss: PuzzleMiss| counts.get(&std::mem::discriminant(&miss)).copied().unwrap_or_default();
    let any = own_puzzles()[0].lines[0][0];
    // The program follows captures for six half-moves, and here they are followed to their end.
    let refuted = count(PuzzleMiss::Refuted(any));
    assert!(unproved * 50 <= refuted, "{unproved} of {refuted} refutations cost the solver nothing");
    for (miss, least) in [
        (PuzzleMiss::NoCheck, 1000),
        (PuzzleMiss::Parried(any), 100),
        (PuzzleMiss::Late(any), 100),
        (PuzzleMiss::Refuted(any), 300),
    ] {
        assert!(count(miss) >= least, "only {} of {miss:?}", count(miss));
    }
}

/// Whether the solver, who is on move, has no move after which whatever is answered leaves what the solution gives.
fn is_poorer(puzzle: &Puzzle, position: &Chess) -> bool {
    let end = puzzle.lines[0].iter().fold(puzzle.start.position().clone(), |at, m| after(&at, *m));
    let promised = material_balance(&end, puzzle.solver());
    let keeps = |m: Move| {
        let then = after(position, m);
        let answers = then.legal_moves();
        let is_kept = |answer: Move| exchange(&after(&then, answer), promised - 1, promised) >= promised;
        let is_drawn = then.is_stalemate() || then.is_insufficient_material();
        then.is_checkmate() || !is_drawn && answers.into_iter().all(is_kept)
    };
    !position.legal_moves().into_iter().any(keeps)
}

/// What the side on move has after the captures that are good for it, between two bounds.
fn exchange(position: &Chess, least: i32, most: i32) -> i32 {
    if position.is_stalemate() || position.is_insufficient_material() {
        return 0;
    }
    let mut best = material_balance(position, position.turn());
    for m in position.capture_moves() {
        if best >= most {
            break;
        }
        best = best.max(-exchange(&after(position, m), -most, -least.max(best)));
    }
    best
}

/// Types a line and returns what is told.
fn types(session: &mut Session, line: &str) -> Vec<Announcement> {
    let at = session.at() + Duration::from_secs(1);
    let effects = session.handle(Event::at_table(EventKind::Typed(line.to_owned())), at);
    let told = |effect| if let Effect::Announce(told) = effect { Some(told) } else { None };
    effects.into_iter().filter_map(told).collect()
}

#[test]
fn puzzles_are_solved_in_the_dialogue_in_either_language() {
    for (folder, skip, begin, next) in [
        (LanguageFolder::USUAL, 0, "aufgaben", "noch eine"),
        (LanguageFolder::ENGLISH, 4, "puzzles", "another one"),
    ] {
        let puzzles: Vec<Puzzle> = own_puzzles().iter().skip(skip).step_by(8).cloned().collect();
        let school = School { puzzles: Some(Arc::new(puzzles.clone())), ..School::default() };
        let options = Options { confirm: Confirm::Never, school, ..Options::default() };
        let mut session = Session::new(Start::default(), options, crate::grammars::of(folder));
        session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
        let mut told = types(&mut session, begin);
        for _ in 0..puzzles.len() {
            assert!(session.is_studying(), "{told:?}");
            let board = session.record().game().position().board().clone();
            let puzzle = puzzles.iter().find(|puzzle| *puzzle.start.position().board() == board);
            let puzzle = puzzle.expect("the puzzle is on the board");
            for m in puzzle.lines[0].iter().step_by(2) {
                let uci = m.to_uci(shakmaty::CastlingMode::Standard).to_string();
                told = types(&mut session, &uci);
            }
            let is_solved = |told: &Announcement| {
                matches!(told, Announcement::School(SchoolAnnouncement::PuzzleSolved(Some(_))))
            };
            assert!(told.iter().any(is_solved), "{}: {told:?}", puzzle.id);
            told = types(&mut session, next);
        }
        let none =
            |told: &Announcement| matches!(told, Announcement::School(SchoolAnnouncement::NoMorePuzzles));
        assert!(told.iter().any(none), "{told:?}");
    }
}

/// A sample is held against the engine where it is installed: with more nodes than when it was made, the same move is best,
/// and no other is near.
#[test]
#[ignore = "needs Stockfish, and takes some seconds"]
fn the_engine_agrees_with_a_sample() {
    let Some(mut engine) = engine::Engine::installed() else { return };
    let puzzles = own_puzzles();
    let (mut agreed, mut asked) = (0, Vec::new());
    for puzzle in puzzles.iter().step_by(puzzles.len() / 30) {
        let views = engine.views(puzzle.start.position(), 2, 400_000).unwrap();
        let [(best, line), (second, _), ..] = &views.lines[..] else { panic!("{} has one move", puzzle.id) };
        let is_mate = matches!(best, Evaluation::Mate(1..)) && best != second;
        let is_only = is_mate || best.winning_chances() - second.winning_chances() > 0.35;
        if line[0] == puzzle.lines[0][0] && is_only {
            agreed += 1;
        } else {
            asked.push(format!("{}: {} {best:?}, then {second:?}", puzzle.id, line[0]));
        }
    }
    println!("{agreed} agreed");
    assert!(asked.len() <= 1, "the engine sees others:\n{}", asked.join("\n"));
}

/// The engine that made the puzzles makes the same again: the first games hold those of the file, move for move.
#[test]
#[ignore = "needs Stockfish, and takes some seconds"]
fn the_first_games_give_the_same_puzzles_again() {
    let file = include_str!("../../grammars/puzzles.epd");
    let Some(mut engine) = engine::Engine::installed() else { return };
    if !file.lines().next().unwrap().contains(&format!("{} played", engine.name)) {
        println!("skipped: {} did not make them", engine.name);
        return;
    }
    let mut collection = games::Collection::default();
    (0..=4).for_each(|game| games::play(&mut engine, 1, game, &mut collection).unwrap());
    assert!(!collection.puzzles.is_empty(), "nothing was found");
    let without_name = |line: &str| line.split(" id ").next().unwrap().to_owned();
    let known: HashSet<String> = file.lines().map(without_name).collect();
    for puzzle in &collection.puzzles {
        let line = without_name(&written_puzzle(puzzle));
        assert!(known.contains(&line), "the file has no {line}");
    }
    println!("{} puzzles are those of the file", collection.puzzles.len());
}

/// Whoever practises an ending can win it.
#[test]
#[ignore = "needs Stockfish, and takes some minutes"]
fn endings_are_those_that_the_engine_wins() {
    let Some(mut engine) = engine::Engine::installed() else { return };
    for exercise in Exercise::ALL {
        let nodes = if exercise.own.len() + exercise.others.len() == 3 { 300_000 } else { 100_000 };
        let mut is_won = |position: &Chess| match engine.views(position, 1, nodes).unwrap().lines[0].0 {
            Evaluation::Mate(moves) => moves > 0,
            Evaluation::Pawns(pawns) => pawns >= 200,
        };
        let won = (0..).filter(|seed| is_won(&exercise.draw(*seed))).take(exercise.won.len());
        assert_eq!(won.collect::<Vec<u64>>(), exercise.won, "{}", exercise.name);
    }
}
