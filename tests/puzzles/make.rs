//! Makes the puzzles that come with the program, `grammars/puzzles.epd`: `make puzzles`.
//!
//! An engine plays games against itself with few nodes, in which a die chooses among its better moves and now and then
//! errs. Wherever one move is far better than all others it is asked again, with a hundred times as many nodes; what still
//! has one solution is a puzzle. Mates are proved by the Laws. The same engine and seed make the same file: searches are
//! bounded by nodes, not by time, and nothing is remembered between them.

mod engine;
mod games;
mod search;

use std::{env, error::Error, fs};

use engine::Engine;
use games::{Collection, play};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [program, first, last, seed, file] = &arguments[..] else {
        return Err("expected: ENGINE FIRST-GAME LAST-GAME SEED FILE".into());
    };
    let (first, last, seed): (u64, u64, u64) = (first.parse()?, last.parse()?, seed.parse()?);
    let mut engine = Engine::start(program)?;
    let mut collection = Collection::default();
    for game in first..=last {
        play(&mut engine, seed, game, &mut collection)?;
        eprintln!("game {game}: {} puzzles", collection.puzzles.len());
        fs::write(file, collection.written(&engine.name, first..=game, seed))?;
    }
    Ok(())
}
