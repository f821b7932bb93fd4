//! Prints the figures of `docs/hall.md`: `cargo bench --bench hall`, or with a number of boards behind `--` for that alone.
//!
//! Each board is the whole game of the program with its journal, in a thread of one process; a tenth of them are processes of
//! their own, which are killed. The broker is killed three times and stopped for a minute.

#[path = "../binary/mod.rs"]
#[allow(dead_code, reason = "only its home is needed")]
mod binary;
#[path = "../hall/mod.rs"]
#[allow(dead_code, reason = "only the load is needed")]
mod hall_of_boards;

use std::time::Duration;

use hall_of_boards::load::{Load, outlives};

fn main() {
    // Two hundred boards would look for the braille display there.
    if std::env::var_os("ANNABELLA_VIRTUAL").is_some() {
        println!("skipped: hall, it is measured without virtual devices");
        return;
    }
    let given: Vec<u16> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let all = if given.is_empty() { vec![10, 100, 200] } else { given };
    for boards in all {
        print!("{}", outlives(Load { boards, killed: boards / 10, stopped: Duration::from_secs(60) }));
    }
}
