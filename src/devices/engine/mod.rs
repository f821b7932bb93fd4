//! A chess engine on this machine, a process that speaks UCI. It is told positions and answers words of the wire;
//! whether they are moves, whoever asks must look.
//!
//! One thread owns the process, another reads what it writes. What is wanted of the engine is one [`Task`] at a time,
//! which replaces the one before it. An engine that fails is lost, is started again, and goes on with what is wanted.

mod line;
mod process;
mod conversation;

use std::{fmt, path::PathBuf, time::Duration};

pub use line::{SpinOption, UciLine, UciScore};
pub use process::{Engine, EngineUnavailable, StartedEngine, find};

/// Thinks about what it is given.
pub trait ChessEngine {
    /// Thinks about this from now on, or about nothing.
    fn think(&mut self, task: Option<SearchTask>);

    /// Whether the last answer was a move. One that was none is a fault of the engine.
    fn judge(&mut self, answer: Result<(), String>);
}

/// Something to think about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTask {
    /// By which the answer is known.
    pub id: u64,
    /// As the wire has it: `startpos moves e2e4`, `fen ... moves ...`.
    pub position: String,
    pub limits: SearchLimits,
    /// With all its strength, whatever it plays with.
    pub full_strength: bool,
}

/// How long it may think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchLimits {
    MoveTime(Duration),
    /// As the clocks stand.
    Clock {
        own: Duration,
        white: Duration,
        black: Duration,
        /// White's and Black's.
        increment: [Duration; 2],
        /// To the next time control.
        moves_to_go: Option<u32>,
    },
}

/// As the wire has it.
impl fmt::Display for SearchLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchLimits::MoveTime(time) => write!(f, "movetime {}", time.as_millis().max(1)),
            SearchLimits::Clock { white, black, increment: [winc, binc], moves_to_go, .. } => {
                let [white, black, winc, binc] = [white, black, winc, binc].map(Duration::as_millis);
                write!(f, "wtime {} btime {} winc {winc} binc {binc}", white.max(1), black.max(1))?;
                moves_to_go.map_or(Ok(()), |moves| write!(f, " movestogo {moves}"))
            }
        }
    }
}

/// What an engine reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineEvent {
    /// What it answers to a task, as it wrote it.
    BestMove { id: u64, best: String, score: Option<UciScore>, line: Vec<String> },
    /// It failed, and is being started again.
    Lost { reason: String },
    /// It was started again.
    Ready,
}

/// How an engine is to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineOptions {
    pub program: PathBuf,
    /// Elo, or below 100 a level of its own.
    pub strength: Option<u32>,
    /// Castling as in Chess960.
    pub chess960: bool,
}
