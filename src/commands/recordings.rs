//! Labelled recordings: a folder of WAV files and a `labels.tsv` that says what is said in each.
//!
//! A line of `labels.tsv` is the file, the words, and perhaps the position in which they are said as a FEN, with tabs
//! between. The words are as they would be typed. No words mean that nothing in the file is meant for the program; a
//! single `?` means that the file is not labelled yet. Sub-folders may have labels of their own.
//!
//! If a question was open, its moves follow in a fifth column as in UCI: one that was read back, or several of which
//! one was asked for. If a draw offer was open, the column has `draw`; if it was asked whether the player resigns,
//! `resign`. The fourth may have the side to move, which is a part of the FEN. A sixth has what the program itself says in the
//! recording.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use shakmaty::uci::UciMove;

use crate::{
    devices::SAMPLE_RATE,
    files,
    language::Message,
    laws::{Chess, Game, Move, StartError},
};

/// What is said in a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// These words.
    Words(String),
    /// Nothing that is meant for the program.
    Nothing,
    /// Somebody still has to listen to the recording.
    Unlabelled,
}

/// What the program had asked before somebody spoke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskedBefore {
    /// These moves: none, one that was read back, or several of which one was asked for.
    Moves(Vec<Move>),
    /// Whether the player accepts the draw that was offered.
    Draw,
    /// Whether the player resigns.
    Resignation,
}

/// A recording and its label.
#[derive(Clone, Debug)]
pub struct LabelledRecording {
    pub path: PathBuf,
    /// Who speaks: the sub-folder, or else the file's name up to the first `-` or `_`.
    pub speaker: String,
    pub said: Label,
    /// The position in which it is said, where that is known.
    pub position: Option<Chess>,
    pub asked: AskedBefore,
    /// What the program says in it.
    pub told: String,
}

/// Why labels cannot be used.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "label")]
pub enum LabelError {
    Unreadable {
        path: PathBuf,
        source: io::Error,
    },
    NoLabels(#[message("path")] PathBuf),
    Line {
        path: PathBuf,
        line: usize,
        #[message(debug)]
        found: String,
    },
    NoFile {
        path: PathBuf,
        line: usize,
        file: String,
    },
    Position {
        path: PathBuf,
        line: usize,
        fen: String,
        source: StartError,
    },
}

const LABELS: &str = "labels.tsv";
const NOT_LABELLED: &str = "?";
const DRAW_OFFER: &str = "draw";
const RESIGNATION: &str = "resign";

/// Returns all labelled recordings in `folder` and below it, in the order of their folders.
pub fn read(folder: &Path) -> Result<Vec<LabelledRecording>, LabelError> {
    let mut found = Vec::new();
    let mut any = false;
    for below in folders(folder)? {
        let path = below.join(LABELS);
        let unreadable = |source| LabelError::Unreadable { path: path.clone(), source };
        let text = match files::read(&path) {
            Ok(bytes) => String::from_utf8(bytes)
                .map_err(|_| unreadable(io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8")))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(unreadable(error)),
        };
        any = true;
        for (index, line) in text.lines().enumerate() {
            if !line.trim().is_empty() && !line.starts_with('#') {
                found.push(recording(folder, &path, index + 1, line)?);
            }
        }
    }
    if any { Ok(found) } else { Err(LabelError::NoLabels(folder.to_owned())) }
}

/// Returns the folder and all folders below it, sorted.
fn folders(folder: &Path) -> Result<BTreeSet<PathBuf>, LabelError> {
    let unreadable = |source| LabelError::Unreadable { path: folder.to_owned(), source };
    let mut found = BTreeSet::from([folder.to_owned()]);
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        // Links are not followed, since they could lead round in a circle.
        if entry.file_type().map_err(unreadable)?.is_dir() {
            found.extend(folders(&entry.path())?);
        }
    }
    Ok(found)
}

fn recording(root: &Path, labels: &Path, line: usize, text: &str) -> Result<LabelledRecording, LabelError> {
    let path = || labels.to_owned();
    let mut fields = text.split('\t').map(str::trim);
    let (Some(file), Some(words)) = (fields.next().filter(|file| !file.is_empty()), fields.next()) else {
        return Err(LabelError::Line { path: path(), line, found: text.to_owned() });
    };
    let wav = labels.with_file_name(file);
    if !wav.is_file() {
        return Err(LabelError::NoFile { path: path(), line, file: file.to_owned() });
    }
    let said = match words {
        "" => Label::Nothing,
        NOT_LABELLED => Label::Unlabelled,
        words => Label::Words(words.to_owned()),
    };
    // The side to move may have a column of its own.
    let fen = fields.by_ref().take(2).filter(|field| !field.is_empty()).collect::<Vec<_>>().join(" ");
    let position = match fen.as_str() {
        "" => None,
        fen => Some(Game::from_fen(fen).map_err(|source| LabelError::Position {
            path: path(),
            line,
            fen: fen.to_owned(),
            source,
        })?),
    };
    let position = position.map(|game| game.position().clone());
    let asked = match fields.next().unwrap_or_default() {
        DRAW_OFFER => Some(AskedBefore::Draw),
        RESIGNATION => Some(AskedBefore::Resignation),
        moves => {
            let moves = moves.split_whitespace();
            let moves = moves.map(|uci| uci.parse::<UciMove>().ok()?.to_move(position.as_ref()?).ok());
            moves.collect::<Option<Vec<Move>>>().map(AskedBefore::Moves)
        }
    };
    let asked = asked.ok_or_else(|| LabelError::Line { path: path(), line, found: text.to_owned() })?;
    let told = fields.next().unwrap_or_default().to_owned();
    Ok(LabelledRecording { speaker: speaker(root, &wav), path: wav, said, position, asked, told })
}

fn speaker(root: &Path, wav: &Path) -> String {
    let mut parts = wav.strip_prefix(root).unwrap_or(wav).iter().map(|part| part.to_string_lossy());
    let first = parts.next().unwrap_or_default();
    if parts.next().is_some() {
        return first.into_owned();
    }
    let stem = first.rsplit_once('.').map_or(&*first, |(stem, _)| stem);
    stem.split(['-', '_']).next().unwrap_or_default().to_owned()
}

/// Adds recordings to a folder, and never overwrites one.
pub struct RecordingWriter {
    folder: PathBuf,
    labels: File,
    /// The time at which the writer began, for the files' names.
    stamp: String,
    kept: usize,
}

impl RecordingWriter {
    /// Goes on with the recordings in `folder`, which is created if need be.
    pub fn open(folder: &Path, stamp: String) -> io::Result<RecordingWriter> {
        files::create_folder(folder)?;
        let path = folder.join(LABELS);
        let mut labels = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(path)?;
        // If a crash tore the last line, the next label begins a new line.
        if labels.seek(SeekFrom::End(0))? > 0 {
            labels.seek(SeekFrom::End(-1))?;
            let mut last = [0];
            labels.read_exact(&mut last)?;
            if last != *b"\n" {
                labels.write_all(b"\n")?;
            }
        }
        Ok(RecordingWriter { folder: folder.to_owned(), labels, stamp, kept: 0 })
    }

    /// Writes samples at [`SAMPLE_RATE`] as a file of its own, then its label.
    pub fn keep(&mut self, samples: &[i16], said: &Label, fen: &str) -> io::Result<PathBuf> {
        let (path, file) = self.free_file()?;
        let spec = hound::WavSpec {
            channels: 1,
            sample_rate: SAMPLE_RATE,
            bits_per_sample: 16,
            sample_format: hound::SampleFormat::Int,
        };
        let written = hound::WavWriter::new(io::BufWriter::new(file), spec).and_then(|mut writer| {
            for &sample in samples {
                writer.write_sample(sample)?;
            }
            writer.finalize()
        });
        written.map_err(io::Error::other)?;
        let words = match said {
            Label::Words(words) => words,
            Label::Nothing => "",
            Label::Unlabelled => NOT_LABELLED,
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // The line is written in one piece, so that a crash tears no more than the last line.
        self.labels.write_all(format!("{name}\t{words}\t{fen}\n").as_bytes())?;
        Ok(path)
    }

    /// Creates the next file that does not exist yet.
    fn free_file(&mut self) -> io::Result<(PathBuf, File)> {
        loop {
            self.kept += 1;
            let path = self.folder.join(format!("voice-{}-{:03}.wav", self.stamp, self.kept));
            match files::create_new(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                opened => return opened.map(|file| (path, file)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

    /// Returns a folder with these files in it.
    fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (file, content) in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        folder
    }

    #[test]
    fn labels_are_read_with_those_of_sub_folders() {
        let labels = format!("# a comment\nanna-1.wav\teva vier\nbo_2.wav\t\t{AFTER_E4}\n\nc.wav\t?\n");
        let folder = folder_of(&[
            ("labels.tsv", &labels),
            ("anna-1.wav", ""),
            ("bo_2.wav", ""),
            ("c.wav", ""),
            ("dora/labels.tsv", "deep/x-1.wav\tja\n"),
            ("dora/deep/x-1.wav", ""),
        ]);
        let found = read(folder.path()).unwrap();
        let facts: Vec<_> =
            found.iter().map(|r| (r.speaker.as_str(), r.said.clone(), r.position.is_some())).collect();
        assert_eq!(
            facts,
            [
                ("anna", Label::Words("eva vier".to_owned()), false),
                ("bo", Label::Nothing, true),
                ("c", Label::Unlabelled, false),
                ("dora", Label::Words("ja".to_owned()), false),
            ]
        );
    }

    #[test]
    fn the_side_to_move_may_stand_apart() {
        let (board, rest) = AFTER_E4.split_once(' ').unwrap();
        let labels = format!("a.wav\teva vier\t{board}\tb\na.wav\teva vier\t{board} {rest}\n");
        let folder = folder_of(&[("labels.tsv", &labels), ("a.wav", "")]);
        let found = read(folder.path()).unwrap();
        let turns: Vec<_> =
            found.iter().map(|r| shakmaty::Position::turn(r.position.as_ref().unwrap())).collect();
        assert_eq!(turns, [shakmaty::Color::Black, shakmaty::Color::Black]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        check("", None, "no labels.tsv");
        check("a.wav", Some("a.wav"), "line 1: found \"a.wav\"");
        check("\na.wav\tja\nb.wav\tja", Some("a.wav"), "line 3: there is no file b.wav");
        check("a.wav\tja\t\t\te2e4", Some("a.wav"), "line 1: found");
        check(&format!("a.wav\tja\t{AFTER_E4}\t\te2e4"), Some("a.wav"), "line 1: found");
        check("a.wav\tja\tnonsense", Some("a.wav"), "line 1: the position 'nonsense' cannot be");
        fn check(labels: &str, wav: Option<&str>, says: &str) {
            let folder = match wav {
                Some(wav) => folder_of(&[("labels.tsv", labels), (wav, "")]),
                None => folder_of(&[]),
            };
            let error = read(folder.path()).unwrap_err().to_string();
            assert!(error.contains(says) && !error.contains('\n'), "{error:?} does not say {says:?}");
        }
    }

    #[test]
    fn the_moves_of_an_open_question_follow_the_position() {
        let line = |side: &str, asked: &str| format!("a.wav\tja\t{AFTER_E4}\t{side}\t{asked}");
        for (asked, count) in
            [("", Some(0)), ("e7e5", Some(1)), ("g8f6 b8c6", Some(2)), ("draw", None), ("resign", None)]
        {
            let folder = folder_of(&[("labels.tsv", &line("", asked)), ("a.wav", "")]);
            let count_read = match &read(folder.path()).unwrap()[0].asked {
                AskedBefore::Moves(moves) => Some(moves.len()),
                AskedBefore::Draw | AskedBefore::Resignation => None,
            };
            assert_eq!(count_read, count, "{asked:?}");
        }
    }

    #[test]
    fn nothing_kept_is_ever_overwritten() {
        let folder = folder_of(&[("labels.tsv", "torn.wav\tei")]);
        for words in ["eva vier", "ja"] {
            let mut keeper = RecordingWriter::open(folder.path(), "20260101-120000".to_owned()).unwrap();
            keeper.keep(&[1, -1], &Label::Words(words.to_owned()), AFTER_E4).unwrap();
        }
        let mut keeper = RecordingWriter::open(folder.path(), "20260101-120000".to_owned()).unwrap();
        keeper.keep(&[], &Label::Unlabelled, AFTER_E4).unwrap();
        let labels = fs::read_to_string(folder.path().join("labels.tsv")).unwrap();
        assert_eq!(
            labels,
            format!(
                "torn.wav\tei\nvoice-20260101-120000-001.wav\teva vier\t{AFTER_E4}\n\
                 voice-20260101-120000-002.wav\tja\t{AFTER_E4}\nvoice-20260101-120000-003.wav\t?\t{AFTER_E4}\n"
            )
        );
        let reader = hound::WavReader::open(folder.path().join("voice-20260101-120000-002.wav")).unwrap();
        assert_eq!((reader.spec().sample_rate, reader.len()), (SAMPLE_RATE, 2));
    }
}
