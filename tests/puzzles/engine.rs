//! An engine that is asked one question after the other, and gives the same answers every time: one thread, a number of
//! nodes, and nothing remembered from one position to the next.

use std::{
    io::{self, BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use annabella_core::laws::{Chess, Evaluation, Move, Position};
use shakmaty::{EnPassantMode, fen::Fen, uci::UciMove};

/// What an engine says of a position: its best moves in order, each with its value and line.
#[derive(Debug, Default)]
pub struct Views {
    pub lines: Vec<(Evaluation, Vec<Move>)>,
    /// The depth from which on it named the same best move.
    pub found_at: u32,
}

/// A UCI engine.
pub struct Engine {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// As it names itself.
    pub name: String,
}

impl Engine {
    /// Starts the distribution's Stockfish; none, with a word, where it is not installed.
    #[allow(dead_code, reason = "the tool is told which engine to take")]
    pub fn installed() -> Option<Engine> {
        let mut programs = ["stockfish", "/usr/games/stockfish"].into_iter();
        let engine = programs.find_map(|program| Engine::start(program).ok());
        if engine.is_none() {
            println!("skipped: no stockfish is installed");
        }
        engine
    }

    pub fn start(program: &str) -> io::Result<Engine> {
        let mut process = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let to = process.stdin.take().ok_or_else(gone)?;
        let from = BufReader::new(process.stdout.take().ok_or_else(gone)?);
        let mut engine = Engine { process, to, from, name: String::new() };
        engine.say("uci")?;
        for line in engine.until("uciok")? {
            if let Some(name) = line.strip_prefix("id name ") {
                engine.name = name.to_owned();
            }
        }
        for option in ["Threads value 1", "Hash value 16"] {
            engine.say(&format!("setoption name {option}"))?;
        }
        Ok(engine)
    }

    /// Searches a position for so many nodes and tells the best `count` moves.
    pub fn views(&mut self, position: &Chess, count: usize, nodes: u32) -> io::Result<Views> {
        self.say(&format!("setoption name MultiPV value {count}"))?;
        self.say("setoption name Clear Hash")?;
        self.say("ucinewgame")?;
        self.say("isready")?;
        self.until("readyok")?;
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        self.say(&format!("position fen {fen}"))?;
        self.say(&format!("go nodes {nodes}"))?;
        let mut views = Views::default();
        let mut first = None;
        for line in self.until("bestmove")? {
            let Some((rank, depth, value, moves)) = read(position, &line) else { continue };
            if rank == 1 && moves.first() != first.as_ref() {
                first = moves.first().copied();
                views.found_at = depth;
            }
            views.lines.truncate(count);
            if rank <= views.lines.len() {
                views.lines[rank - 1] = (value, moves);
            } else {
                views.lines.push((value, moves));
            }
        }
        Ok(views)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.to, "{line}")
    }

    /// The lines before the one that begins so.
    fn until(&mut self, start: &str) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if line.starts_with(start) {
                return Ok(lines);
            }
            lines.push(line.trim_end().to_owned());
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.process.wait();
    }
}

/// Reads `info depth 12 … multipv 1 score cp 31 … pv e2e4 …`; bounds are left out.
fn read(position: &Chess, line: &str) -> Option<(usize, u32, Evaluation, Vec<Move>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |name: &str| words.iter().position(|word| *word == name).map(|at| &words[at + 1..]);
    if words.contains(&"lowerbound") || words.contains(&"upperbound") {
        return None;
    }
    let depth = after("depth")?.first()?.parse().ok()?;
    let rank = after("multipv")?.first()?.parse().ok()?;
    let [kind, number, ..] = after("score")? else { return None };
    let number = number.parse().ok()?;
    let value = if *kind == "mate" { Evaluation::Mate(number) } else { Evaluation::Pawns(number) };
    let mut at = position.clone();
    let mut moves = Vec::new();
    for word in after("pv")? {
        let m = word.parse::<UciMove>().ok()?.to_move(&at).ok()?;
        at.play_unchecked(m);
        moves.push(m);
    }
    Some((rank, depth, value, moves))
}
