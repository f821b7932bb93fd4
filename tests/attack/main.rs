//! Attacks the program on virtual devices while it plays whole games: `make attack MINUTES=10`.
//!
//! At every move something may happen to it, at random: it is killed or ended, a device dies or hangs, the disk fills,
//! bits of its journal flip, floods come over the wires. After each attack the next moves must be in the journal, and
//! the journal must be the game, also where an engine answers or all that sounds is recorded. A list says what was
//! tried, and what was lost; nothing may be. `ATTACK=killed` and `TABLE=Engine` try those kinds alone, at every move.

#[allow(dead_code, reason = "nobody reads these cells")]
#[path = "../ends/braille.rs"]
mod braille;
mod clock;
mod life;
mod weapons;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use annabella::{
    laws::{Chess, Game, Position},
    notation::spoken::{MoveForm, speak},
};

use braille::Cells;
use clock::FarClock;
use life::{Life, NAMES, Table};
use rustix::process::Signal;
use weapons::{ALL, World};

/// Half-moves of a game at most.
const LONGEST: usize = 60;

/// What came of one kind of attack.
#[derive(Default)]
struct Tally {
    tries: usize,
    survived: usize,
    skipped: usize,
}

fn main() -> ExitCode {
    let minutes: f64 = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(1.0);
    let Some(devices) = std::env::var_os("ANNABELLA_VIRTUAL").map(PathBuf::from) else {
        println!("skipped: no virtual devices (make attack)");
        return ExitCode::SUCCESS;
    };
    let variable = |name: &str| std::env::var(name).expect("the variables of the virtual devices");
    let port = variable("VR_PORT").parse().expect("the port of the virtual display");
    let mut random =
        Random(std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(seed));
    println!("SEED={} for {minutes} minutes", random.0);
    let mut world = World {
        devices,
        clock: FarClock::at(PathBuf::from(variable("TACTILE_CLOCK_PEER"))),
        cells: Cells::at(port),
    };
    let until = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let (mut games, mut moves) = (0, 0);
    let mut losses = Vec::new();
    while Instant::now() < until {
        if let Err(loss) = play(&mut world, &mut random, until, &mut tallies, &mut moves) {
            println!("LOST: {loss}");
            losses.push(loss);
            world.heal();
        }
        games += 1;
    }
    println!("{:46} {:>6} {:>9} {:>8} {:>6}", "attack", "tries", "survived", "skipped", "lost");
    for (name, tally) in &tallies {
        let lost = tally.tries - tally.survived;
        println!("{name:46} {:>6} {:>9} {:>8} {lost:>6}", tally.tries, tally.survived, tally.skipped);
    }
    let tries: usize = tallies.values().map(|tally| tally.tries).sum();
    println!("{games} games, {moves} moves, {tries} attacks, {} lost", losses.len());
    if losses.is_empty() && tries > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays one game through, and counts its moves. An error says which attack lost what.
fn play(
    world: &mut World,
    random: &mut Random,
    until: Instant,
    tallies: &mut BTreeMap<String, Tally>,
    moves: &mut usize,
) -> Result<(), String> {
    let table = wanted("TABLE", Table::ALL, |table| format!("{table:?}"), random);
    let mut game = Game::from_position(Chess::default());
    let mut life = Life::begin(table)?;
    while game.moves().len() < LONGEST && !game.position().is_game_over() && Instant::now() < until {
        let is_struck = random.below(3) == 0 || std::env::var_os("ATTACK").is_some();
        let attack = is_struck.then(|| wanted("ATTACK", ALL, |(_, name)| name.to_string(), random));
        let legal = game.position().legal_moves();
        let m = legal[random.below(legal.len())];
        let words = speak(game.position(), m, &NAMES, MoveForm::Full);
        game.play(m).map_err(|_| "a legal move was refused".to_owned())?;
        *moves += 1;
        if let Some((attack, name)) = attack {
            let tally = tallies.entry(format!("{table:?}: {name}")).or_default();
            let is_done = weapons::strike(attack, world, &mut life, random, &words, &game);
            let outcome = is_done.and_then(|is_done| {
                if is_done { life.check(&game) } else { life.make(&words, &game) }.map(|()| is_done)
            });
            tally.tries += usize::from(outcome != Ok(false));
            match outcome {
                Ok(true) => tally.survived += 1,
                Ok(false) => tally.skipped += 1,
                Err(loss) => {
                    return Err(format!("{table:?}, {name}, half-move {}: {loss}", game.moves().len()));
                }
            }
        } else {
            life.make(&words, &game)?;
        }
        game = life.written()?;
    }
    life.end(Signal::TERM, &game)
}

/// Any of these, or one of those whose name is or has in it what a variable of this name says.
fn wanted<T: Copy, const N: usize>(
    variable: &str,
    all: [T; N],
    name: impl Fn(T) -> String,
    random: &mut Random,
) -> T {
    let part = std::env::var(variable).unwrap_or_default();
    let mut some: Vec<T> = all.into_iter().filter(|one| name(*one).contains(&part)).collect();
    if some.iter().any(|one| name(*one) == part) {
        some.retain(|one| name(*one) == part);
    }
    assert!(!some.is_empty(), "{variable}={part} is none of {:?}", all.map(name));
    some[random.below(some.len())]
}

/// Numbers that come the same for the same seed.
pub struct Random(u64);

impl Random {
    /// A number below this one.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

fn seed() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(1, |time| u64::from(time.subsec_nanos()) + time.as_secs())
}
