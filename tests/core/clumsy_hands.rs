//! Games played on a board by clumsy hands, and what is made of them: every move right or asked about, none wrong.

use std::time::Duration;

use annabella::{
    commands::board_emulator::move_simulator::{BoardAction, MoveSimulator, MoveStyle, TimedAction},
    laws::{
        Board, Chess, Game, Move, Position,
        tracking::{BoardReading, Sighting, Tracker},
    },
};

/// Fewer than `make bench` plays.
const GAMES: u64 = 24;

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn clumsy_hands_make_no_wrong_move() {
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    for lever in [false, true] {
        let mut sum = Tally::default();
        for seed in 0..games {
            let mut table = Table::new(seed, lever);
            table.play(80);
            sum.add(&table, seed);
        }
        sum.delays.sort();
        let at = |part: usize| sum.delays[(sum.delays.len() * part / 100).min(sum.delays.len() - 1)];
        println!(
            "{games} games, lever {lever}: {} moves, {} told right, {} put right, {} asked about; median delay {:?}, nine \
             tenths within {:?}",
            sum.moves,
            sum.right,
            sum.put_right,
            sum.asked,
            at(50),
            at(90),
        );
        assert!(at(50) < Duration::from_millis(if lever { 60 } else { 400 }));
        assert!(sum.asked * 50 < sum.moves, "too many were asked about");
    }
}

#[derive(Default)]
struct Tally {
    moves: usize,
    right: usize,
    put_right: usize,
    asked: usize,
    delays: Vec<Duration>,
}

impl Tally {
    fn add(&mut self, table: &Table, seed: u64) {
        let played = table.game.moves();
        if table.told != played {
            let ply = table.told.iter().zip(played).position(|(a, b)| a != b);
            panic!(
                "game {seed}, lever {}, ply {ply:?}: told {:?}\nplayed {:?}\n{}",
                table.hands.lever,
                table.told,
                played,
                table.log.join("\n")
            );
        }
        self.moves += played.len();
        self.put_right += table.put_right;
        self.asked += table.asked;
        self.right += played.len().saturating_sub(table.put_right + table.asked);
        self.delays.extend(&table.delays);
    }
}

/// A board with people at it, and the tracker that looks on.
struct Table {
    hands: MoveSimulator,
    game: Game,
    seen: Board,
    plugged: bool,
    tracker: Tracker,
    now: Duration,
    last_done: Duration,
    /// It was the lever.
    pressed: bool,
    told: Vec<Move>,
    put_right: usize,
    asked: usize,
    delays: Vec<Duration>,
    log: Vec<String>,
}

impl Table {
    fn new(seed: u64, lever: bool) -> Table {
        let start = Chess::default();
        Table {
            hands: MoveSimulator::new(seed, lever, start.board().clone()),
            game: Game::default(),
            seen: start.board().clone(),
            plugged: true,
            tracker: Tracker::new(start),
            now: Duration::ZERO,
            last_done: Duration::ZERO,
            pressed: false,
            told: Vec::new(),
            put_right: 0,
            asked: 0,
            delays: Vec::new(),
            log: Vec::new(),
        }
    }

    fn play(&mut self, plies: usize) {
        let mut ply = 0;
        while ply < plies {
            let habit = self.hands.any_habit();
            let count = if habit == MoveStyle::CableOut { 2 } else { 1 };
            self.plugged = habit != MoveStyle::CableOut;
            for _ in 0..count {
                let position = self.game.position().clone();
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let m = legal[self.hands.choose(legal.len())];
                self.log.push(format!("{:?} {m} {habit:?}", self.now));
                for step in self.hands.make(&position, m, habit) {
                    self.step(step);
                }
                self.game.play(m).unwrap();
                ply += 1;
            }
            if !self.plugged {
                self.plugged = true;
                self.last_done = self.now;
                self.seen = self.hands.board().clone();
                let found = self.tracker.reconnected(&BoardReading::of(self.seen.clone()), self.now);
                self.take(found);
            }
            if self.game.position().legal_moves().is_empty() {
                break;
            }
        }
        self.wait(Duration::from_secs(20));
    }

    fn step(&mut self, step: TimedAction) {
        self.wait(step.after);
        match step.action {
            BoardAction::Put(square, piece) => {
                match piece {
                    Some(piece) => self.seen.set_piece_at(square, piece),
                    None => self.seen.discard_piece_at(square),
                }
                if self.plugged {
                    (self.last_done, self.pressed) = (self.now, false);
                    self.log.push(format!("  {:?} {square} {piece:?}", self.now));
                    let found = self.tracker.observe(&BoardReading::of(self.seen.clone()), self.now);
                    self.take(found);
                }
            }
            BoardAction::Press(side) => {
                if self.plugged {
                    (self.last_done, self.pressed) = (self.now, true);
                    let found = self.tracker.press(side, self.now);
                    self.take(found);
                    self.tracker.complete();
                }
            }
            BoardAction::Cable(_) | BoardAction::Nothing => {}
        }
    }

    /// Time passes, and what rests is told.
    fn wait(&mut self, time: Duration) {
        let until = self.now + time;
        while let Some(due) = self.tracker.next_deadline().filter(|due| *due <= until) {
            self.now = self.now.max(due);
            let found = self.tracker.deadline_passed(self.now);
            self.take(found);
        }
        self.now = until;
    }

    fn take(&mut self, found: Vec<Sighting>) {
        for found in found {
            self.log.push(format!("    {:?} {found:?}", self.now));
            match found {
                Sighting::Move(m) => {
                    self.told.push(m);
                    // MoveInPosition before the lever was pressed, it has kept nobody waiting for that.
                    let awaited = self.pressed || !self.hands.lever;
                    self.delays.push(if awaited { self.now - self.last_done } else { Duration::ZERO });
                }
                Sighting::MoveReplaced(m) => {
                    self.put_right += 1;
                    *self.told.last_mut().unwrap() = m;
                }
                Sighting::TakenBack => {
                    self.put_right += 1;
                    self.told.pop();
                }
                Sighting::AmbiguousMove(moves) => {
                    // Whoever is asked knows.
                    let m = self.game.moves()[self.told.len()];
                    assert!(moves.contains(&m), "{m} is not among {moves:?}");
                    self.asked += 1;
                    self.told.push(m);
                    let position = self.game.position_at(self.told.len()).clone();
                    let found = self.tracker.follow(&position, None, self.now);
                    self.take(found);
                }
                Sighting::Differs(_) => self.asked += 1,
                Sighting::Agrees | Sighting::Touched(..) => {}
                Sighting::Result(result) => panic!("{result:?}"),
            }
        }
    }
}
