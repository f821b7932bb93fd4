//! A chess engine on this machine: a process that speaks UCI. Its moves are text; the caller checks whether they are
//! legal.
//!
//! One thread owns the process, another reads its output. There is one [`SearchTask`] at a time; a new task replaces
//! it. An engine that fails is reported as lost, is started again, and goes on with the current task.
#![warn(unreachable_pub)]

mod line;
mod process;
mod conversation;
mod strength;

use std::{fmt, path::PathBuf, time::Duration};

use super::Panicked;
use crate::language::Message;

pub use line::{SpinOption, UciLine, UciScore};
pub use process::{Engine, EngineUnavailable, HandshakeFault, StartedEngine, StrengthRange, find};
pub use strength::StrengthOptions;

pub trait ChessEngine {
    /// Searches for this task from now on, or for none.
    fn think(&mut self, task: Option<SearchTask>);

    /// Reports whether the last answer was a legal move; an illegal move is a fault of the engine.
    fn judge(&mut self, answer: Result<(), EngineLossReason>);
}

/// A position to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTask {
    /// The number that its answer carries.
    pub id: u64,
    /// The arguments of `position`: `startpos moves e2e4`, `fen ... moves ...`.
    pub position: String,
    pub limits: SearchLimits,
    /// The strength to search with: Elo, or a level; none is the full one.
    pub strength: Option<u32>,
    /// The only moves to be considered; none for all.
    pub only: Vec<String>,
}

impl SearchTask {
    /// Returns the arguments of `go`.
    pub fn arguments(&self) -> String {
        match self.only.as_slice() {
            [] => self.limits.to_string(),
            only => format!("{} searchmoves {}", self.limits, only.join(" ")),
        }
    }
}

/// How long an engine may search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchLimits {
    MoveTime(Duration),
    /// As long as the clocks allow.
    Clock {
        own: Duration,
        white: Duration,
        black: Duration,
        /// White's and Black's.
        increment: [Duration; 2],
        /// Moves to the next time control.
        moves_to_go: Option<u32>,
    },
}

/// Writes the arguments of `go`.
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineEvent {
    /// The answer to a task, as the engine wrote it.
    BestMove { id: u64, best: String, score: Option<UciScore>, line: Vec<String> },
    /// The engine failed and is being started again.
    Lost { reason: EngineLossReason },
    /// The engine was started again.
    Ready,
}

/// Why an engine is started again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "engine-lost")]
pub enum EngineLossReason {
    Ended,
    EndlessLine,
    NoStart,
    NoStop,
    NoMove,
    NoAnswer,
    /// The answer is no legal move.
    Illegal {
        #[message(debug)]
        best: String,
    },
    #[message(transparent)]
    Unavailable(#[from] EngineUnavailable),
    #[message(transparent)]
    Died(Panicked),
}

/// A program, and its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineProgram {
    pub path: PathBuf,
    pub arguments: Vec<String>,
}

/// Which engine plays, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineOptions {
    pub program: EngineProgram,
    /// The strength in Elo, or below 100 the engine's skill level.
    pub strength: Option<u32>,
    /// Castling as in Chess960.
    pub chess960: bool,
}
