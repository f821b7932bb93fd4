//! One reader of what comes from outside under libFuzzer, by its name in `READER`; see `tests/fuzz/run`.
//!
//! `SEEDS` is a folder into which the reader's seeds are written first.

#![no_main]

#[path = "../byte_readers.rs"]
mod byte_readers;
#[path = "../readers.rs"]
mod readers;

use std::{env, fs, path::Path, sync::OnceLock};

use byte_readers::{ByteReader, byte_reader};
use libfuzzer_sys::fuzz_target;
use readers::{READERS, Reader};

enum Chosen {
    Text(&'static Reader),
    Bytes(&'static ByteReader),
}

static CHOSEN: OnceLock<Chosen> = OnceLock::new();

fuzz_target!(
    init: {
        let name = env::var("READER").unwrap_or_default();
        let text = READERS.iter().find(|reader| reader.name == name).map(Chosen::Text);
        let chosen = text.or_else(|| byte_reader(&name).map(Chosen::Bytes));
        let chosen = chosen.unwrap_or_else(|| panic!("READER='{name}' is no reader"));
        if let Some(folder) = env::var_os("SEEDS") {
            let seeds = match &chosen {
                Chosen::Text(reader) => reader.seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect(),
                Chosen::Bytes(reader) => (reader.seeds)(),
            };
            for (number, seed) in seeds.into_iter().enumerate() {
                let path = Path::new(&folder).join(format!("seed-{number}"));
                fs::write(&path, seed).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            }
        }
        CHOSEN.get_or_init(|| chosen);
    },
    |data: &[u8]| match CHOSEN.get().expect("chosen at the start") {
        Chosen::Text(reader) => (reader.check)(&String::from_utf8_lossy(data)),
        Chosen::Bytes(reader) => (reader.check)(data),
    }
);
