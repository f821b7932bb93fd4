//! One reader of text under libFuzzer, by its name in `READER`; see `tests/fuzz/run`.
//!
//! `SEEDS` is a folder into which the reader's seeds are written first.

#![no_main]

#[path = "../readers.rs"]
mod readers;

use std::{env, fs, path::Path, sync::OnceLock};

use libfuzzer_sys::fuzz_target;
use readers::{READERS, Reader};

static READER: OnceLock<&Reader> = OnceLock::new();

fuzz_target!(
    init: {
        let name = env::var("READER").unwrap_or_default();
        let names: Vec<_> = READERS.iter().map(|reader| reader.name).collect();
        let reader = READERS.iter().find(|reader| reader.name == name);
        let reader = reader.unwrap_or_else(|| panic!("READER='{name}', expected one of {names:?}"));
        if let Some(folder) = env::var_os("SEEDS") {
            for (number, seed) in reader.seeds.iter().enumerate() {
                let path = Path::new(&folder).join(format!("seed-{number}"));
                fs::write(&path, seed).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            }
        }
        READER.get_or_init(|| reader);
    },
    |data: &[u8]| {
        let reader = READER.get().expect("chosen at the start");
        (reader.check)(&String::from_utf8_lossy(data));
    }
);
