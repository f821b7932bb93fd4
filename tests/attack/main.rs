//! Attacks the program on virtual devices while it plays whole games: `make attack MINUTES=10`.
//!
//! At every move something may happen to it, at random: it is killed or ended, a device dies or hangs, the disk fills,
//! bits of its journal flip, floods come over the wires. After each attack the next moves must be in the journal, and
//! the journal must be the game. A table says what was tried, and what was lost; nothing may be.

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
    grammar::Grammar,
    language::LanguageFolder,
    laws::{Chess, Game, Position},
    notation::spoken::{MoveForm, speak},
};

use braille::Cells;
use clock::FarClock;
use life::Life;
use rustix::process::Signal;
use weapons::{Attack, World};

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
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
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
    println!("{:34} {:>6} {:>9} {:>8} {:>6}", "attack", "tries", "survived", "skipped", "lost");
    for (name, tally) in &tallies {
        let lost = tally.tries - tally.survived;
        println!("{name:34} {:>6} {:>9} {:>8} {lost:>6}", tally.tries, tally.survived, tally.skipped);
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
    tallies: &mut BTreeMap<&'static str, Tally>,
    moves: &mut usize,
) -> Result<(), String> {
    let names = Grammar::of(LanguageFolder::USUAL).spoken().clone();
    let mut game = Game::from_position(Chess::default());
    let mut life = Life::begin()?;
    while game.moves().len() < LONGEST && !game.position().is_game_over() && Instant::now() < until {
        let attack = (random.below(3) == 0).then(|| Attack::any(random));
        let legal = game.position().legal_moves();
        let m = legal[random.below(legal.len())];
        let words = speak(game.position(), m, &names, MoveForm::Full);
        game.play(m).map_err(|_| "a legal move was refused".to_owned())?;
        *moves += 1;
        let Some((attack, name)) = attack else {
            life.make(&words, &game)?;
            continue;
        };
        let tally = tallies.entry(name).or_default();
        tally.tries += 1;
        let outcome =
            weapons::strike(attack, world, &mut life, random, &mut || (words.clone(), game.clone()))
                .and_then(|done| {
                    if done {
                        life.check(&game).map(|()| true)
                    } else {
                        life.make(&words, &game).map(|()| false)
                    }
                });
        match outcome {
            Ok(true) => tally.survived += 1,
            Ok(false) => {
                tally.tries -= 1;
                tally.skipped += 1;
            }
            Err(loss) => return Err(format!("{name}, half-move {}: {loss}", game.moves().len())),
        }
    }
    life.end(Signal::TERM, &game)
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
