//! Text of any kind for the readers of text from outside: what must hold is in `fuzz/readers.rs`.
//!
//! Short by default; `PROPTEST_CASES=1000000 cargo test --test core fuzz_readers` goes on for minutes, and
//! `make fuzz` finds more in the time, for it is guided by coverage.

use crate::{
    byte_readers::{BYTE_READERS, byte_reader},
    readers::{READERS, Reader},
};
use proptest::{prelude::*, sample::Index};

#[test]
fn seeds_are_read() {
    for reader in READERS {
        for seed in reader.seeds {
            (reader.check)(seed);
        }
    }
    for reader in BYTE_READERS {
        for seed in (reader.seeds)() {
            (reader.check)(&seed);
        }
    }
}

fn reader(name: &str) -> Reader {
    READERS.into_iter().find(|reader| reader.name == name).expect("a reader of the table")
}

/// What the reader is made for, with a few slips of the pen.
fn slipped(reader: &'static str) -> impl Strategy<Value = String> {
    let seeds = self::reader(reader).seeds;
    let slip = (any::<Index>(), prop_oneof![any::<char>(), prop::char::range(' ', '~')], 0..3_u8);
    (0..seeds.len(), prop::collection::vec(slip, 0..6)).prop_map(|(n, slips)| {
        let mut chars: Vec<char> = seeds[n].chars().collect();
        for (at, c, how) in slips {
            let at = at.index(chars.len() + 1);
            match how {
                0 => chars.insert(at, c),
                1 if at < chars.len() => chars[at] = c,
                _ if at < chars.len() => drop(chars.remove(at)),
                _ => {}
            }
        }
        chars.into_iter().collect()
    })
}

/// Lines of all the reader's seeds in any order, behind the first line of one of them.
fn shuffled(reader: &'static str) -> impl Strategy<Value = String> {
    let seeds = self::reader(reader).seeds;
    let lines: Vec<&str> = seeds.iter().flat_map(|seed| seed.lines()).collect();
    let first = prop::sample::select(seeds).prop_map(|seed| seed.lines().next().unwrap_or_default());
    (first, prop::collection::vec(prop::sample::select(lines), 0..16))
        .prop_map(|(first, rest)| format!("{first}\n{}", rest.join("\n")))
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-h1-8KQRBNx=+#0O .-]{0,20}",
        "[pnbrqkPNBRQK1-8/]{0,40} [wb] [KQkqA-Ha-h-]{0,4} (-|[a-h][36]) [0-9]{1,3} [0-9]{1,5}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(256), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions(text in prop_oneof![2 => slipped("fen"), 1 => any_text()]) {
        (reader("fen").check)(&text);
    }

    #[test]
    fn scores(text in prop_oneof![3 => slipped("pgn"), 1 => any_text()]) {
        (reader("pgn").check)(&text);
    }

    #[test]
    fn moves(text in prop_oneof![3 => slipped("san"), 1 => any_text()]) {
        (reader("san").check)(&text);
    }

    #[test]
    fn journals(text in prop_oneof![2 => shuffled("journal"), 2 => slipped("journal"), 1 => any_text()]) {
        (reader("journal").check)(&text);
    }

    #[test]
    fn settings(text in prop_oneof![2 => shuffled("config"), 2 => slipped("config"), 1 => any_text()]) {
        (reader("config").check)(&text);
    }

    #[test]
    fn clock_lines(text in prop_oneof![3 => slipped("clock"), 1 => any_text()]) {
        (reader("clock").check)(&text);
    }
}

proptest! {
    // An evening takes longer than a line.
    #![proptest_config(ProptestConfig { cases: cases(256) / 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "takes ten seconds; `make test` runs it"]
    fn grammars(text in slipped("grammar")) {
        (reader("grammar").check)(&text);
    }

    #[test]
    fn evenings(text in prop_oneof![2 => shuffled("spoken"), 1 => slipped("spoken")]) {
        (reader("spoken").check)(&text);
    }
}

/// A reader of bytes, and what it is made for with a few bytes changed, left out or repeated.
fn spoiled() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    let slip = (any::<Index>(), any::<u8>(), 0..3_u8);
    (0..BYTE_READERS.len(), any::<Index>(), prop::collection::vec(slip, 0..8)).prop_map(|(n, seed, slips)| {
        let reader = &BYTE_READERS[n];
        let seeds = (reader.seeds)();
        let mut bytes = seeds[seed.index(seeds.len())].clone();
        for (at, byte, how) in slips {
            let at = at.index(bytes.len() + 1);
            match how {
                0 => bytes.insert(at, byte),
                1 if at < bytes.len() => bytes[at] = byte,
                _ => bytes.truncate(at.max(1)),
            }
        }
        (reader.name, bytes)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(512), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_of_devices((reader, bytes) in spoiled()) {
        let reader = byte_reader(reader).expect("a reader of the table");
        (reader.check)(&bytes);
    }
}

/// So many, unless the environment sets another number.
fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}
