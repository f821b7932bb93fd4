//! Looks over the folder of a speech model before libvosk sees it.
//!
//! libvosk refuses most broken models, but crashes on some: a graph that is missing
//! or cut short, a settings file without silence phones, a list of disambiguation
//! symbols cut within a number. Others load and hear nothing. What crashed or
//! deceived libvosk 0.3.45 is found here.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What is wrong with a model folder.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// There is no such folder.
    #[error("no speech model at {}: no such folder", .0.display())]
    NoFolder(PathBuf),
    /// A file of the model is missing or cannot be read.
    #[error("the speech model {} lacks {file}: {source}", folder.display())]
    Missing {
        /// The model's folder.
        folder: PathBuf,
        /// The file, relative to it.
        file: &'static str,
        /// What the system says.
        source: io::Error,
    },
    /// A file is there, but not what it should be.
    #[error("the speech model {} is damaged: {file} {found}", folder.display())]
    Damaged {
        /// The model's folder.
        folder: PathBuf,
        /// The file, relative to it.
        file: &'static str,
        /// What was found.
        found: String,
    },
    /// libvosk refused the model; it has printed why.
    #[error("the speech model {} cannot be used: libvosk refuses it", .0.display())]
    Refused(PathBuf),
    /// The program was built without speech recognition.
    #[error("this build has no speech recognition: build it with the feature `vosk`")]
    NotBuilt,
}

const ACOUSTIC_MODEL: &str = "am/final.mdl";
const SETTINGS: &str = "conf/model.conf";
const GRAPH: &str = "graph/HCLr.fst";
const WORDS: &str = "graph/words.txt";
const DISAMBIGUATION: &str = "graph/disambig_tid.int";

/// Checks that `folder` holds a model in Vosk's format with a graph that takes
/// phrases at run time (`HCLr.fst`).
///
/// # Errors
///
/// Names the file and what is wrong with it.
pub fn check(folder: &Path) -> Result<(), ModelError> {
    if !folder.is_dir() {
        return Err(ModelError::NoFolder(folder.to_path_buf()));
    }
    let damaged = |file, found: &str| ModelError::Damaged {
        folder: folder.to_path_buf(),
        file,
        found: found.to_owned(),
    };
    let (start, _) = beginning(folder, ACOUSTIC_MODEL)?;
    if !start.starts_with(b"\0B<TransitionModel> ") {
        return Err(damaged(
            ACOUSTIC_MODEL,
            "does not begin as a Kaldi model does",
        ));
    }
    let (start, size) = beginning(folder, GRAPH)?;
    check_graph(&start, size).map_err(|found| damaged(GRAPH, &found))?;
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
    Ok(())
}

/// The first bytes of a file, enough for any header, and its size.
fn beginning(folder: &Path, file: &'static str) -> Result<(Vec<u8>, u64), ModelError> {
    let read = || {
        let mut open = fs::File::open(folder.join(file))?;
        let mut start = Vec::new();
        open.by_ref().take(512).read_to_end(&mut start)?;
        Ok((start, open.metadata()?.len()))
    };
    read().map_err(missing(folder, file))
}

fn text(folder: &Path, file: &'static str) -> Result<String, ModelError> {
    fs::read_to_string(folder.join(file)).map_err(missing(folder, file))
}

fn missing(folder: &Path, file: &'static str) -> impl FnOnce(io::Error) -> ModelError {
    let folder = folder.to_path_buf();
    move |source| ModelError::Missing {
        folder,
        file,
        source,
    }
}

/// Reads the header of an OpenFst file (magic number, type, arc type, version,
/// flags, properties, start, states, arcs) and compares it with the file's size.
fn check_graph(start: &[u8], size: u64) -> Result<(), String> {
    const MAGIC: i32 = 2_125_659_606;
    const STATE: u64 = 20;
    const ARC: u64 = 16;
    let cut = || "is cut short within its header".to_owned();
    let mut header = Header(start);
    if header.number(4).ok_or_else(cut)? != i64::from(MAGIC) {
        return Err("is no OpenFst file".to_owned());
    }
    let kind = header.string().ok_or_else(cut)?;
    if !kind.ends_with("lookahead") {
        return Err(format!(
            "has the type {kind}, a lookahead graph expected, which takes phrases"
        ));
    }
    header.string().ok_or_else(cut)?;
    for width in [4, 4, 8, 8] {
        header.number(width).ok_or_else(cut)?;
    }
    let mut count = || header.number(8).and_then(|n| u64::try_from(n).ok());
    let (states, arcs) = (count().ok_or_else(cut)?, count().ok_or_else(cut)?);
    if states
        .saturating_mul(STATE)
        .saturating_add(arcs.saturating_mul(ARC))
        > size
    {
        return Err(format!(
            "is cut short: {size} bytes for {states} states and {arcs} arcs"
        ));
    }
    Ok(())
}

/// Little-endian fields, in order.
struct Header<'a>(&'a [u8]);

impl Header<'_> {
    fn number(&mut self, width: usize) -> Option<i64> {
        let (field, rest) = self.0.split_at_checked(width)?;
        self.0 = rest;
        let mut bytes = [0; 8];
        bytes[..width].copy_from_slice(field);
        Some(i64::from_le_bytes(bytes))
    }

    fn string(&mut self) -> Option<String> {
        let length = usize::try_from(self.number(4)?).ok()?;
        let (field, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(String::from_utf8_lossy(field).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(kind: &str, states: i64, arcs: i64) -> Vec<u8> {
        let mut bytes = 2_125_659_606_i32.to_le_bytes().to_vec();
        for text in [kind, "standard"] {
            bytes.extend((text.len() as i32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend([0; 4 + 4 + 8 + 8]);
        bytes.extend(states.to_le_bytes());
        bytes.extend(arcs.to_le_bytes());
        bytes.resize(bytes.len() + 36 * 4, 0);
        bytes
    }

    fn write(folder: &Path, file: &str, content: &[u8]) {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// A folder that looks like a model.
    fn sound_folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), ACOUSTIC_MODEL, b"\0B<TransitionModel> ...");
        write(folder.path(), GRAPH, &graph("olabel_lookahead", 4, 4));
        write(
            folder.path(),
            SETTINGS,
            b"--beam=13\n--endpoint.silence-phones=1\n",
        );
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
            "no speech model at nowhere/at/all: no such folder"
        );
    }

    #[test]
    fn an_empty_folder_lacks_its_first_file() {
        let folder = tempfile::tempdir().unwrap();
        let error = check(folder.path()).unwrap_err().to_string();
        assert!(error.contains("lacks am/final.mdl"), "{error}");
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
            (
                GRAPH,
                &graph("olabel_lookahead", -1, 1),
                "within its header",
            ),
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
