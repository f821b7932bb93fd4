//! Perft as `annabella perft` counts it, side by side with calling shakmaty: nodes a second of each, five
//! rounds in turn, the best of each. Aim: within 10 %.

use std::time::Instant;

use annabella::commands::perft;

/// A position and a depth that takes a moment.
const POSITIONS: [(&str, &str, bool, u32); 4] = [
    ("start", "startpos", false, 5),
    ("many captures", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false, 4),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false, 6),
    ("Chess960 342", "342", true, 5),
];

fn main() {
    for (name, text, chess960, depth) in POSITIONS {
        let position = perft::position(text, chess960).expect("a position of the table");
        let (mut ours, mut theirs, mut nodes) = (f64::MAX, f64::MAX, 0);
        for _ in 0..5 {
            let begun = Instant::now();
            nodes = perft::perft(&position, depth);
            ours = ours.min(begun.elapsed().as_secs_f64());
            let begun = Instant::now();
            let counted = shakmaty::perft(&position, depth);
            theirs = theirs.min(begun.elapsed().as_secs_f64());
            assert_eq!(counted, nodes);
        }
        let speed = |seconds: f64| nodes as f64 / seconds / 1e6;
        println!(
            "perft {name}, depth {depth}: {nodes} nodes, {:.1} million a second, shakmaty {:.1}, ratio {:.3}",
            speed(ours),
            speed(theirs),
            ours / theirs
        );
    }
}
