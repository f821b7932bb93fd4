//! An electronic board without a board: a DGT board with its clock on a pseudo-terminal, on which [`hands`] play a
//! game.

pub mod hands;

use std::{
    collections::VecDeque,
    io::Write,
    path::PathBuf,
    time::{Duration, Instant},
};

use hands::{Done, Habit, Hands, Step};

use crate::{
    app::sight::placement,
    devices::{
        board::{
            ClockReading, Facing, Hand, Placement,
            clock::Side as ClockSide,
            dgt::{Answer, Message, encode, order},
        },
        clock_emulator::{EmulatorError, pty::Terminal},
    },
    laws::{ByColor, Chess, Color, Game, Position},
    notation::pgn::{PgnError, games},
};

/// What is emulated.
#[derive(Clone, Debug)]
pub struct BoardEmulatorOptions {
    /// Where a link to the pseudo-terminal is put.
    pub link: PathBuf,
    /// The game that is played: PGN, or moves in UCI's notation.
    pub game: PathBuf,
    /// The throws of the die; without one, hands are not clumsy.
    pub seed: Option<u64>,
    /// Time passes so many times as fast.
    pub speed: u32,
    pub turned: bool,
    /// Minutes on the clock; without them none hangs on the board.
    pub minutes: Option<u64>,
}

/// Why there is no emulated board.
#[derive(Debug, thiserror::Error)]
pub enum BoardEmulatorError {
    #[error(transparent)]
    Terminal(#[from] EmulatorError),
    #[error("cannot read {path}: {source}")]
    Read { path: String, source: std::io::Error },
    #[error("{path} holds no game: {what}")]
    NoGame { path: String, what: String },
}

/// Plays the game, and stays until it is ended from outside.
pub fn run(options: BoardEmulatorOptions, mut out: impl Write) -> Result<(), BoardEmulatorError> {
    let game = read_game(&options)?;
    let terminal = Terminal::open(&options.link)?;
    let mut board = EmulatedBoard::new(&options);
    let _ = writeln!(out, "board at {}", options.link.display());
    let mut steps = steps(&game, &options);
    let mut started: Option<Instant> = None;
    let mut due = Duration::ZERO;
    let mut buffer = [0; 256];
    loop {
        // Nobody there is an error of the terminal's, and no host.
        if let Ok(count) = terminal.read(&mut buffer) {
            board.received(&buffer[..count]);
        }
        let now = started.map_or(Duration::ZERO, |started| started.elapsed() * options.speed);
        board.passed(now);
        if board.tells_changes && started.is_none() {
            started = Some(Instant::now());
            board.begin();
        }
        while started.is_some()
            && let Some(step) = steps.front().filter(|step| due + step.after <= now).copied()
        {
            due += step.after;
            steps.pop_front();
            board.step(step.what, now);
            if let Some(line) = told(step.what) {
                let _ = writeln!(out, "{line}").and_then(|()| out.flush());
            }
        }
        while let Some(bytes) = board.writes.pop_front() {
            terminal.write(&bytes);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn told(what: Done) -> Option<String> {
    Some(match what {
        Done::Put(square, Some(man)) => format!("{square} {}", man.char()),
        Done::Put(square, None) => format!("{square} -"),
        Done::Press(side) => format!("lever: {side}"),
        Done::Cable(_) => return None,
    })
}

fn read_game(options: &BoardEmulatorOptions) -> Result<Game, BoardEmulatorError> {
    let path = options.game.display().to_string();
    let text = std::fs::read_to_string(&options.game)
        .map_err(|source| BoardEmulatorError::Read { path: path.clone(), source })?;
    let no_game = |what: String| BoardEmulatorError::NoGame { path: path.clone(), what };
    let words = || text.split_whitespace().filter(|word| !word.ends_with('.') && *word != "*");
    let moves: Option<Vec<shakmaty::uci::UciMove>> = words().map(|word| word.parse().ok()).collect();
    match moves {
        Some(moves) if !moves.is_empty() => {
            let mut game = Game::default();
            for uci in moves {
                let m = uci.to_move(game.position()).map_err(|error| no_game(format!("{uci}: {error}")))?;
                game.play(m).map_err(|error| no_game(error.to_string()))?;
            }
            Ok(game)
        }
        _ => {
            let game = games(&text).next();
            let game = game.ok_or_else(|| no_game("it is empty".to_owned()))?;
            Ok(game.map_err(|error: PgnError| no_game(error.to_string()))?.game)
        }
    }
}

fn steps(game: &Game, options: &BoardEmulatorOptions) -> VecDeque<Step> {
    let start = game.start().board().clone();
    let mut hands = Hands::new(options.seed.unwrap_or_default(), options.minutes.is_some(), start);
    let mut steps = VecDeque::new();
    for (ply, m) in game.moves().iter().enumerate() {
        let habit = match options.seed {
            Some(_) => hands.any_habit(),
            None => Habit::Plain,
        };
        steps.extend(hands.make(game.position_at(ply), *m, habit));
    }
    steps
}

/// The board's side of the talk, and the clock that hangs on it.
struct EmulatedBoard {
    placement: Placement,
    facing: Facing,
    tells_changes: bool,
    /// Bytes of an order that is not whole yet.
    order: Vec<u8>,
    clock: Option<EmulatedClock>,
    shown: Option<ClockReading>,
    writes: VecDeque<Vec<u8>>,
}

struct EmulatedClock {
    left: ByColor<Duration>,
    running: Option<Color>,
    at: Duration,
}

impl EmulatedBoard {
    fn new(options: &BoardEmulatorOptions) -> EmulatedBoard {
        let facing = Facing { ranks_turned: options.turned, files_turned: options.turned };
        let clock = options.minutes.map(|minutes| EmulatedClock {
            left: ByColor::new_with(|_| Duration::from_secs(60 * minutes)),
            running: None,
            at: Duration::ZERO,
        });
        EmulatedBoard {
            placement: placement(Chess::default().board(), facing),
            facing,
            tells_changes: false,
            order: Vec::new(),
            clock,
            shown: None,
            writes: VecDeque::new(),
        }
    }

    fn received(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.order.push(byte);
            match *self.order.as_slice() {
                [0x2b | 0x60] => continue,
                [0x2b | 0x60, length, ref rest @ ..] if rest.len() < usize::from(length) => continue,
                [0x2b, _, _, number, ref rest @ ..] => {
                    let rest = rest.to_vec();
                    self.clock_order(number, &rest);
                }
                [order::BOARD] => self.tell(&Message::Placed(self.placement)),
                [order::CLOCK] => self.tell_clock(true),
                [order::CHANGES | 0x44] => self.tells_changes = true,
                [order::RESET] => self.tells_changes = false,
                [order::SERIAL] => self.tell(&Message::Serial("12345".to_owned())),
                [order::VERSION] => self.tell(&Message::Version { major: 1, minor: 7 }),
                _ => {}
            }
            self.order.clear();
        }
    }

    fn clock_order(&mut self, number: u8, data: &[u8]) {
        let Some(clock) = &mut self.clock else { return };
        let answer = match (number, data) {
            (0x09, _) => Answer::Version { major: 2, minor: 2 },
            (0x0a, &[lh, lm, ls, rh, rm, rs, mode, ..]) => {
                let time = |h: u8, m: u8, s: u8| {
                    Duration::from_secs(u64::from(h) * 3600 + u64::from(m) * 60 + u64::from(s))
                };
                // White sits on the left.
                clock.left = ByColor { white: time(lh, lm, ls), black: time(rh, rm, rs) };
                clock.running = match mode {
                    1 => Some(Color::White),
                    2 => Some(Color::Black),
                    _ => None,
                };
                Answer::Done(number)
            }
            _ => Answer::Done(number),
        };
        self.tell(&Message::Answered(answer));
    }

    fn step(&mut self, what: Done, now: Duration) {
        match what {
            Done::Put(square, man) => {
                let square = self.facing.seen(u8::from(square));
                let man = man.map_or(Placement::EMPTY, |man| man.char());
                self.placement.put(square, man);
                if self.tells_changes {
                    self.tell(&Message::Changed { square, man });
                }
            }
            Done::Press(side) => {
                self.passed(now);
                if let Some(clock) = &mut self.clock {
                    clock.running = Some(!side);
                }
                self.tell_clock(false);
            }
            Done::Cable(_) => {}
        }
    }

    /// Black lets White's clock run.
    fn begin(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.running = Some(Color::White);
        }
    }

    fn passed(&mut self, now: Duration) {
        if let Some(clock) = &mut self.clock {
            let spent = now.saturating_sub(clock.at);
            clock.at = now;
            if let Some(side) = clock.running {
                let left = clock.left.get_mut(side);
                *left = left.saturating_sub(spent);
            }
            self.tell_clock(false);
        }
    }

    /// The clock is told when what it shows has changed, or when it is asked for.
    fn tell_clock(&mut self, asked: bool) {
        let Some(clock) = &self.clock else {
            if asked {
                self.tell(&Message::NoClock);
            }
            return;
        };
        let side = |time: Duration| ClockSide {
            time: Duration::from_secs(time.as_secs()),
            flag_fallen: time.is_zero(),
            ..ClockSide::default()
        };
        let turn = if clock.running == Some(Color::Black) { Hand::Right } else { Hand::Left };
        let reading = ClockReading {
            left: side(clock.left.white),
            right: side(clock.left.black),
            turn: Some(turn),
            runs: clock.running.is_some(),
            lever_up: turn,
            battery_low: false,
        };
        if asked || self.tells_changes && self.shown != Some(reading) {
            self.shown = Some(reading);
            self.tell(&Message::Clock(reading));
        }
    }

    fn tell(&mut self, message: &Message) {
        self.writes.push_back(encode(message));
    }
}
