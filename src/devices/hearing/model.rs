//! Checks the folder of a speech model before libvosk loads it.
//!
//! libvosk refuses most broken models, but crashes on some: a missing or truncated graph, settings without silence
//! phones, a list of disambiguation symbols cut within a number. Others load and recognize nothing. The check finds
//! what crashed or deceived libvosk 0.3.45.
//!
//! A flipped bit within a graph does not show in its layout. A folder with checksums of its files (`b3sum`) is
//! checked against those; any other model should be tried first, in a child process.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::language::Message;

/// What is wrong with a model folder.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "model")]
pub enum ModelError {
    NoFolder(#[message("path")] PathBuf),
    /// A file of the model is missing or cannot be read.
    Missing {
        folder: PathBuf,
        /// The file, relative to it.
        file: String,
        source: io::Error,
    },
    /// A file is there, but not what it should be.
    Damaged {
        folder: PathBuf,
        /// The file, relative to it.
        file: String,
        found: String,
    },
    /// The process that tried the model did not survive.
    Fails {
        folder: PathBuf,
        found: String,
    },
    /// libvosk refused the model; it has printed why.
    Refused(#[message("path")] PathBuf),
    /// The program was built without speech recognition.
    NotBuilt,
}

/// The checksums of the model's files, as `b3sum` writes them.
const SUMS: &str = "B3SUMS";
const ACOUSTIC_MODEL: &str = "am/final.mdl";
const SETTINGS: &str = "conf/model.conf";
const GRAPH: &str = "graph/HCLr.fst";
const WORDS: &str = "graph/words.txt";
const DISAMBIGUATION: &str = "graph/disambig_tid.int";

/// How far a model was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelVerification {
    /// Every file has its checksum.
    Checksums,
    /// The files have the layout of a model; there are no checksums.
    Layout,
}

/// Checks that `folder` holds a model in Vosk's format, with a graph that takes phrases at run time (`HCLr.fst`) and
/// with the right checksums, if it has any.
pub fn check(folder: &Path) -> Result<ModelVerification, ModelError> {
    // What may not be looked at is told where it is read.
    if matches!(folder.try_exists(), Ok(false)) || folder.is_file() {
        return Err(ModelError::NoFolder(folder.to_path_buf()));
    }
    let damaged = |file: &str, found: &str| ModelError::Damaged {
        folder: folder.to_path_buf(),
        file: file.to_owned(),
        found: found.to_owned(),
    };
    let start = beginning(folder, ACOUSTIC_MODEL)?;
    if !start.starts_with(b"\0B<TransitionModel> ") {
        return Err(damaged(ACOUSTIC_MODEL, "does not begin as a Kaldi model does"));
    }
    let graph = fs::read(folder.join(GRAPH)).map_err(missing(folder, GRAPH))?;
    graph::check(&graph).map_err(|found| damaged(GRAPH, &found))?;
    let settings = text(folder, SETTINGS)?;
    let names_silence = settings
        .lines()
        .filter_map(|line| line.trim().strip_prefix("--endpoint.silence-phones="))
        .any(|phones| !phones.is_empty());
    if !names_silence {
        return Err(damaged(SETTINGS, "names no --endpoint.silence-phones"));
    }
    for file in [WORDS, DISAMBIGUATION] {
        let list = text(folder, file)?;
        if !list.ends_with('\n') {
            return Err(damaged(file, "ends within a line, it is cut short"));
        }
    }
    let words = text(folder, WORDS)?;
    if !words.lines().any(|line| line.starts_with("[unk] ")) {
        return Err(damaged(WORDS, "has no [unk]"));
    }
    let sums = match fs::read_to_string(folder.join(SUMS)) {
        Ok(sums) => sums,
        Err(none) if none.kind() == io::ErrorKind::NotFound => return Ok(ModelVerification::Layout),
        Err(source) => return Err(missing(folder, SUMS)(source)),
    };
    for line in sums.lines() {
        let (sum, file) = line.split_once("  ").ok_or_else(|| damaged(SUMS, "is not a list of sums"))?;
        let mut hasher = blake3::Hasher::new();
        // In parts: room for a whole file takes longer to get than the sum.
        let content =
            fs::File::open(folder.join(file)).and_then(|content| hasher.update_reader(content).map(|_| ()));
        content.map_err(missing(folder, file))?;
        if hasher.finalize().to_hex().as_str() != sum {
            return Err(damaged(file, "is not what it should be"));
        }
    }
    Ok(ModelVerification::Checksums)
}

/// Returns the words that the model in `folder` knows, which are known long before it is loaded.
///
/// # Errors
///
/// If the list cannot be read.
pub fn words(folder: &Path) -> Result<HashSet<String>, ModelError> {
    let word = |line: &str| line.split(' ').next().map(str::to_owned);
    Ok(text(folder, WORDS)?.lines().filter_map(word).collect())
}

/// Returns the text of a file that a model may lack.
///
/// # Errors
///
/// If it is there and cannot be read.
pub fn optional_text(folder: &Path, file: &'static str) -> Result<Option<String>, ModelError> {
    match text(folder, file) {
        Err(ModelError::Missing { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// Returns the first bytes of a file, enough for any header.
fn beginning(folder: &Path, file: &'static str) -> Result<Vec<u8>, ModelError> {
    let read = || {
        let mut start = Vec::new();
        fs::File::open(folder.join(file))?.take(64).read_to_end(&mut start)?;
        Ok(start)
    };
    read().map_err(missing(folder, file))
}

fn text(folder: &Path, file: &'static str) -> Result<String, ModelError> {
    fs::read_to_string(folder.join(file)).map_err(missing(folder, file))
}

fn missing(folder: &Path, file: &str) -> impl FnOnce(io::Error) -> ModelError + use<> {
    let (folder, file) = (folder.to_path_buf(), file.to_owned());
    move |source| ModelError::Missing { folder, file, source }
}

mod graph {
    //! The layout of a lookahead graph as OpenFst writes it: a header, then the graph proper with a header of its
    //! own, then the table of the labels reachable from each state. On a graph cut within the graph proper libvosk
    //! crashes; cut within the table, it recognizes wrong words.

    /// OpenFst's kFstMagicNumber and kAddOnMagicNumber.
    const MAGIC: i64 = 2_125_659_606;
    const ADD_ON: i64 = 446_681_434;
    /// The flag of a body aligned to 16 bytes.
    const ALIGNED: i64 = 4;
    /// Bytes of a state and of an arc of a ConstFst.
    const STATE: u64 = 20;
    const ARC: u64 = 16;

    const CUT: &str = "is cut short";

    pub(crate) fn check(bytes: &[u8]) -> Result<(), String> {
        let mut fields = Fields(bytes);
        let outer = header(&mut fields)?;
        if !outer.kind.ends_with("lookahead") {
            return Err(format!(
                "has the type {}, a lookahead graph expected, which takes phrases",
                outer.kind
            ));
        }
        if fields.number(4) != Some(ADD_ON) {
            return Err("has no table behind its graph".to_owned());
        }
        let inner = header(&mut fields)?;
        if inner.kind != "const" || inner.flags & ALIGNED != 0 {
            // A layout that no model has so far; libvosk will check it.
            return Ok(());
        }
        let body = inner.states * STATE + inner.arcs * ARC;
        fields.skip(body).ok_or_else(|| {
            let (states, arcs) = (inner.states, inner.arcs);
            format!("{CUT}: {} bytes for {states} states and {arcs} arcs", bytes.len())
        })?;
        table(&mut fields).ok_or_else(|| CUT.to_owned())
    }

    struct Header {
        kind: String,
        flags: i64,
        states: u64,
        arcs: u64,
    }

    /// Reads magic number, type, arc type, version, flags, properties, start, states, arcs.
    fn header(fields: &mut Fields) -> Result<Header, String> {
        let cut = || format!("{CUT} within its header");
        if fields.number(4).ok_or_else(cut)? != MAGIC {
            return Err("is no OpenFst file".to_owned());
        }
        let mut rest = || {
            let kind = fields.string()?;
            fields.string()?;
            fields.number(4)?;
            let flags = fields.number(4)?;
            fields.number(8)?;
            fields.number(8)?;
            let (states, arcs) = (fields.count()?, fields.count()?);
            Some(Header { kind, flags, states, arcs })
        };
        rest().ok_or_else(cut)
    }

    /// Reads for each side that is present flags, an optional relabelling, the final label, and a set of intervals
    /// per state.
    fn table(fields: &mut Fields) -> Option<()> {
        if fields.number(1)? == 0 {
            return Some(());
        }
        for _ in 0..2 {
            if fields.number(1)? == 0 {
                continue;
            }
            fields.number(1)?;
            if fields.number(1)? != 0 {
                let pairs = fields.count()?;
                fields.skip(pairs.checked_mul(8)?)?;
            }
            fields.number(4)?;
            for _ in 0..fields.count()? {
                let intervals = fields.count()?;
                fields.skip(intervals.checked_mul(8)?.checked_add(4)?)?;
            }
        }
        Some(())
    }

    /// Little-endian fields, in order.
    struct Fields<'a>(&'a [u8]);

    impl Fields<'_> {
        fn number(&mut self, width: usize) -> Option<i64> {
            let (field, rest) = self.0.split_at_checked(width)?;
            self.0 = rest;
            let mut bytes = [0; 8];
            bytes[..width].copy_from_slice(field);
            Some(i64::from_le_bytes(bytes))
        }

        /// Reads a count of items of more than a byte each: 2^40 would fit no file.
        fn count(&mut self) -> Option<u64> {
            let count = u64::try_from(self.number(8)?).ok()?;
            (count < 1 << 40).then_some(count)
        }

        fn string(&mut self) -> Option<String> {
            let length = usize::try_from(self.number(4)?).ok()?;
            let (field, rest) = self.0.split_at_checked(length)?;
            self.0 = rest;
            Some(String::from_utf8_lossy(field).into_owned())
        }

        fn skip(&mut self, bytes: u64) -> Option<()> {
            let (_, rest) = self.0.split_at_checked(usize::try_from(bytes).ok()?)?;
            self.0 = rest;
            Some(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After a change of a model its checksums must be renewed (`make model-graph` does).
    #[test]
    fn our_models_are_what_their_sums_say() {
        let models = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")).unwrap();
        let folders = models.map(|entry| entry.unwrap().path()).filter(|folder| folder.join(SUMS).is_file());
        let mut checked = 0;
        for folder in folders {
            assert_eq!(check(&folder).unwrap(), ModelVerification::Checksums, "{}", folder.display());
            checked += 1;
        }
        assert!(checked > 1, "only {checked} models were found");
    }

    fn header(kind: &str, states: i64, arcs: i64) -> Vec<u8> {
        let mut bytes = 2_125_659_606_i32.to_le_bytes().to_vec();
        for text in [kind, "standard"] {
            bytes.extend((text.len() as i32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend([0; 4 + 4 + 8 + 8]);
        bytes.extend(states.to_le_bytes());
        bytes.extend(arcs.to_le_bytes());
        bytes
    }

    /// Returns a graph of one state and two arcs, with its table for the output side.
    fn graph(kind: &str, states: i64, arcs: i64) -> Vec<u8> {
        let mut bytes = header(kind, 0, 0);
        bytes.extend(446_681_434_i32.to_le_bytes());
        bytes.extend(header("const", states, arcs));
        bytes.extend([0; 20 + 2 * 16]);
        bytes.extend([1, 0, 1, 0, 0]);
        bytes.extend(100_i32.to_le_bytes());
        bytes.extend(1_i64.to_le_bytes());
        bytes.extend(1_i64.to_le_bytes());
        bytes.extend([1, 0, 0, 0, 101, 0, 0, 0, 100, 0, 0, 0]);
        bytes
    }

    fn write(folder: &Path, file: &str, content: &[u8]) {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Makes a folder that looks like a model.
    fn sound_folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), ACOUSTIC_MODEL, b"\0B<TransitionModel> ...");
        write(folder.path(), GRAPH, &graph("olabel_lookahead", 1, 2));
        write(folder.path(), SETTINGS, b"--beam=13\n--endpoint.silence-phones=1\n");
        write(folder.path(), WORDS, b"<eps> 0\n[unk] 1\nbauer 2\n");
        write(folder.path(), DISAMBIGUATION, b"323\n");
        folder
    }

    #[test]
    fn a_sound_folder_passes() {
        check(sound_folder().path()).unwrap();
    }

    #[test]
    fn a_missing_folder_is_named() {
        let error = check(Path::new("nowhere/at/all")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no speech model at nowhere/at/all: no such folder, name another with --model DIR"
        );
    }

    #[test]
    fn an_empty_folder_is_named_with_its_first_file() {
        let folder = tempfile::tempdir().unwrap();
        let error = check(folder.path()).unwrap_err().to_string();
        assert!(error.contains("am/final.mdl of the speech model"), "{error}");
    }

    #[test]
    fn a_graph_cut_anywhere_is_found() {
        let whole = graph("olabel_lookahead", 1, 2);
        assert_eq!(super::graph::check(&whole), Ok(()));
        for length in 0..whole.len() {
            let cut = super::graph::check(&whole[..length]);
            assert!(cut.is_err(), "{length} of {} bytes passed", whole.len());
        }
    }

    #[test]
    fn damage_is_named() {
        let damages: [(&str, &[u8], &str); 11] = [
            (ACOUSTIC_MODEL, b"", "does not begin"),
            (ACOUSTIC_MODEL, b"version https://git-lfs", "does not begin"),
            (GRAPH, b"", "within its header"),
            (GRAPH, b"garbage garbage", "is no OpenFst file"),
            (GRAPH, &graph("const", 1, 1), "lookahead graph expected"),
            (GRAPH, &graph("olabel_lookahead", 5000, 9000), "cut short"),
            (GRAPH, &graph("olabel_lookahead", -1, 1), "within its header"),
            (SETTINGS, b"", "silence-phones"),
            (SETTINGS, b"--endpoint.silence-phones=\n", "silence-phones"),
            (WORDS, b"<eps> 0\n[unk] 1\nbau", "cut short"),
            (WORDS, b"<eps> 0\n", "[unk]"),
        ];
        for (file, content, expected) in damages {
            let folder = sound_folder();
            write(folder.path(), file, content);
            let error = check(folder.path()).unwrap_err().to_string();
            assert!(
                error.contains(file) && error.contains(expected),
                "{file}: {error:?} does not say {expected:?}"
            );
        }
    }
}
