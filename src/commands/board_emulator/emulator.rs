//! The emulator's loop: it plays the game action by action and tells the host.

use std::{
    collections::VecDeque,
    io::{BufRead, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crossbeam_channel::Receiver;
use shakmaty::uci::IllegalUciMoveError;
use strum::IntoEnumIterator;

use super::{
    board::EmulatedBoard,
    move_simulator::{BoardAction, MoveSimulator, MoveStyle, TimedAction},
    ports::{EmulatorPort, PtyPort, SocketPort, WebSocketPort},
};
use crate::{
    devices::{
        board::{Maker, maker::WireKind},
        clock_emulator::EmulatorError,
    },
    files,
    language::Message,
    laws::{Chess, Color, Game, NotLegal, Piece, Position, Square},
    notation::pgn::{PgnError, games},
};

/// How long the cable stays out.
const CABLE_OUT: Duration = Duration::from_millis(2500);

#[derive(Clone, Debug)]
pub struct BoardEmulatorOptions {
    pub maker: Maker,
    /// The board's port: a link to a pseudo-terminal, a socket, or the address of a WebSocket.
    pub link: PathBuf,
    /// The game: PGN, or moves in UCI notation; - for lines from standard input.
    pub game: PathBuf,
    /// The seed of clumsy handling; `None` for plain moves.
    pub seed: Option<u64>,
    /// How many times as fast as real time.
    pub speed: u32,
    pub turned: bool,
    /// Minutes on the clock; `None` for a board without a clock.
    pub minutes: Option<u64>,
}

/// Why there is no emulated board.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "board-emulator")]
pub enum BoardEmulatorError {
    #[message(transparent)]
    Terminal(#[from] EmulatorError),
    Read {
        path: String,
        source: std::io::Error,
    },
    NoGame {
        path: String,
        reason: Box<NoGameReason>,
    },
    NoMaker {
        #[message(debug)]
        found: String,
        /// The words for all makers but `last`.
        others: String,
        last: &'static str,
    },
}

/// Why a file holds no game.
#[derive(Debug, Message)]
#[message(printed, prefix = "no-game")]
pub enum NoGameReason {
    Empty,
    NoMove {
        uci: String,
    },
    #[message(transparent)]
    NotLegal(NotLegal),
    #[message(transparent)]
    Pgn(PgnError),
}

impl BoardEmulatorOptions {
    /// Returns the maker with this word.
    ///
    /// # Errors
    /// [`BoardEmulatorError::NoMaker`] if there is none.
    pub fn maker(name: &str) -> Result<Maker, BoardEmulatorError> {
        name.parse().map_err(|_| {
            let words: Vec<&str> = Maker::iter().map(Maker::word).collect();
            let (last, others) = words.split_last().expect("there are makers");
            BoardEmulatorError::NoMaker { found: name.to_owned(), others: others.join(", "), last }
        })
    }
}

/// Plays the game, and then runs until it is ended from outside.
///
/// Its output is for programs and can be typed in again, so it is the same in every language.
pub fn run(options: BoardEmulatorOptions, mut out: impl Write) -> Result<(), BoardEmulatorError> {
    let mut player = GamePlayer::new(&options);
    let mut typed = crossbeam_channel::never();
    let mut steps = VecDeque::new();
    if options.game == Path::new("-") {
        typed = lines();
    } else {
        steps = player.play(&read_game(&options)?);
    }
    let mut end = open(&options)?;
    let mut board = EmulatedBoard::new(options.maker, options.turned, options.minutes);
    let mut print = |line: &str| drop(writeln!(out, "{line}").and_then(|()| out.flush()));
    print(&format!("board at {}", options.link.display()));
    let mut started: Option<Instant> = None;
    let mut due = Duration::ZERO;
    let mut plugged = true;
    loop {
        board.received(end.read());
        let now = started.map_or(Duration::ZERO, |started| started.elapsed() * options.speed);
        board.passed(now);
        if board.board.is_followed && started.is_none() {
            started = Some(Instant::now());
            board.begin();
        }
        while let Ok(line) = typed.try_recv() {
            if steps.is_empty() {
                due = now;
            }
            match player.told(line.trim()) {
                Some(told) => steps.extend(told),
                None => print(&format!("not understood: {line}")),
            }
        }
        // The players wait until the host has found a board again whose cable was put in.
        if plugged && !board.board.is_followed {
            due = now;
        }
        while started.is_some()
            && (!plugged || board.board.is_followed)
            && let Some(step) = steps.front().filter(|step| due + step.after <= now).copied()
        {
            due += step.after;
            steps.pop_front();
            board.act(step.action, now);
            if let BoardAction::Cable(there) = step.action
                && there != plugged
            {
                plugged = there;
                end.plug(there)?;
                print(if there { "cable in" } else { "cable out" });
            }
            if let Some(line) = told(step.action) {
                print(&line);
            }
        }
        while let Some(bytes) = board.board.writes.pop_front() {
            end.write(&bytes);
        }
        while let Some(squares) = board.board.lights.pop_front() {
            let lit: String =
                squares.iter().map(|square| format!(" {}", Square::new((*square).into()))).collect();
            print(&format!("lights:{}", if lit.is_empty() { " none" } else { &lit }));
        }
        board.board.texts.drain(..).for_each(|text| print(&format!("clock shows: {text}")));
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn open(options: &BoardEmulatorOptions) -> Result<Box<dyn EmulatorPort>, BoardEmulatorError> {
    Ok(match options.maker.board().wire() {
        WireKind::Serial { .. } => Box::new(PtyPort::open(&options.link)?),
        WireKind::Hid { .. } => Box::new(SocketPort::open(&options.link)?),
        WireKind::WebSocket { .. } => Box::new(WebSocketPort::open(&options.link.to_string_lossy())?),
    })
}

/// Reads the lines of standard input as they come.
fn lines() -> Receiver<String> {
    let (tell, told) = crossbeam_channel::unbounded();
    std::thread::spawn(move || {
        let lines = std::io::stdin().lock().lines().map_while(Result::ok);
        lines.filter(|line| !line.trim().is_empty()).try_for_each(|line| tell.send(line))
    });
    told
}

fn told(what: BoardAction) -> Option<String> {
    Some(match what {
        BoardAction::Put(square, Some(piece)) => format!("{square} {}", piece.char()),
        BoardAction::Put(square, None) => format!("{square} -"),
        BoardAction::Press(side) => format!("lever: {side}"),
        BoardAction::Cable(_) | BoardAction::Nothing => return None,
    })
}

fn read_game(options: &BoardEmulatorOptions) -> Result<Game, BoardEmulatorError> {
    let path = options.game.display().to_string();
    let text = files::read_text(&options.game)
        .map_err(|source| BoardEmulatorError::Read { path: path.clone(), source })?;
    let no_game = |reason| BoardEmulatorError::NoGame { path: path.clone(), reason: Box::new(reason) };
    let words = || text.split_whitespace().filter(|word| !word.ends_with('.') && *word != "*");
    let moves: Option<Vec<shakmaty::uci::UciMove>> = words().map(|word| word.parse().ok()).collect();
    match moves {
        Some(moves) if !moves.is_empty() => {
            let mut game = Game::default();
            for uci in moves {
                let no_move = |_: IllegalUciMoveError| NoGameReason::NoMove { uci: uci.to_string() };
                let m = uci.to_move(game.position()).map_err(|error| no_game(no_move(error)))?;
                game.play(m).map_err(|error| no_game(NoGameReason::NotLegal(error)))?;
            }
            Ok(game)
        }
        _ => {
            let game = games(&text).next();
            let game = game.ok_or_else(|| no_game(NoGameReason::Empty))?;
            Ok(game.map_err(|error| no_game(NoGameReason::Pgn(error)))?.game)
        }
    }
}

/// Turns moves into actions on the board.
struct GamePlayer {
    hands: MoveSimulator,
    clumsy: bool,
    /// The moves that were typed so far.
    game: Game,
}

impl GamePlayer {
    fn new(options: &BoardEmulatorOptions) -> GamePlayer {
        let start = Chess::default().board().clone();
        let hands = MoveSimulator::new(options.seed.unwrap_or_default(), options.minutes.is_some(), start);
        GamePlayer { hands, clumsy: options.seed.is_some(), game: Game::default() }
    }

    fn play(&mut self, game: &Game) -> VecDeque<TimedAction> {
        let mut steps = VecDeque::new();
        let mut out = false;
        for (ply, m) in game.moves().iter().enumerate() {
            let habit = if out { MoveStyle::Plain } else { self.habit() };
            let mut made = self.hands.make(game.position_at(ply), *m, habit);
            if habit == MoveStyle::CableOut {
                // The cable is pulled after the time for thinking.
                made.insert(1, TimedAction { after: Duration::ZERO, action: BoardAction::Cable(false) });
            }
            steps.extend(made);
            if out {
                steps.push_back(TimedAction { after: CABLE_OUT, action: BoardAction::Cable(true) });
            }
            out = habit == MoveStyle::CableOut;
        }
        // No move follows the last one, so the cable is put in here.
        steps.extend(out.then_some(TimedAction { after: CABLE_OUT, action: BoardAction::Cable(true) }));
        steps
    }

    fn habit(&mut self) -> MoveStyle {
        if self.clumsy { self.hands.any_habit() } else { MoveStyle::Plain }
    }

    /// Reads a typed line: a move, an action as it is printed, or the cable. Its actions begin at once.
    fn told(&mut self, line: &str) -> Option<Vec<TimedAction>> {
        let at_once = |action| Some(vec![TimedAction { after: Duration::ZERO, action }]);
        match line {
            "cable out" => return at_once(BoardAction::Cable(false)),
            "cable in" => return at_once(BoardAction::Cable(true)),
            "lever: white" => return at_once(BoardAction::Press(Color::White)),
            "lever: black" => return at_once(BoardAction::Press(Color::Black)),
            _ => {}
        }
        if let Some((square, piece)) = line.split_once(' ') {
            let square: Square = square.parse().ok()?;
            let mut letters = piece.chars();
            let piece = match (letters.next()?, letters.next()) {
                ('-', None) => None,
                (letter, None) => Some(Piece::from_char(letter)?),
                _ => return None,
            };
            return at_once(BoardAction::Put(square, piece));
        }
        let uci: shakmaty::uci::UciMove = line.parse().ok()?;
        let position = self.game.position().clone();
        let m = uci.to_move(&position).ok()?;
        self.game.play(m).ok()?;
        // In a typed game only a line of its own pulls the cable.
        let habit =
            Some(self.habit()).filter(|habit| *habit != MoveStyle::CableOut).unwrap_or(MoveStyle::Plain);
        let mut steps = self.hands.make(&position, m, habit);
        // A typed move needs no time for thinking.
        steps[0].after = Duration::ZERO;
        Some(steps)
    }
}
