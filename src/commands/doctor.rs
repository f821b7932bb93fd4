//! Looks over everything a game needs and says how to get what is missing.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

use super::devices::{braille, braille_host, clock, electronic_board, language, loudness, speech};
use crate::{
    app::{
        start,
        table::{self, Language},
        trial,
    },
    config::{self, ConfigError, Settings},
    devices::{
        board::{self, Address},
        hearing::recognizer::{Model, ModelError},
        serial, tactile_clock,
    },
    grammar::Grammar,
};

/// What was found of one part: what there is, or what is missing and how to get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub part: &'static str,
    pub says: Result<String, String>,
}

/// All that was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosis {
    pub findings: Vec<Finding>,
}

/// Without these nothing can be played, not even by text.
const NEEDED: [&str; 3] = ["configuration", "language", "journals"];

/// Examines every part. `fault` is why the configuration file at `path` could not be read, if it could
/// not; the settings are then those of the command line alone. `tell` is told of every finding at once,
/// for some take seconds.
pub fn examine(
    settings: &Settings,
    fault: Option<ConfigError>,
    path: Option<&Path>,
    mut tell: impl FnMut(&Finding),
) -> Diagnosis {
    let mut findings = Vec::new();
    let mut note = |part, says| {
        let finding = Finding { part, says };
        tell(&finding);
        findings.push(finding);
    };
    note(
        "configuration",
        match fault {
            Some(fault) => Err(format!("{fault}; correct it, or name another with --config")),
            None => configuration(settings, path),
        },
    );
    note("journals", journals(config::journals()));
    let words = Language::of(settings).map_err(|error| error.to_string());
    let count = |words: &Language| format!("{}, {} words", language(settings), words.grammar.words().len());
    note("language", words.as_ref().map(count).map_err(Clone::clone));
    note("microphone", microphone(settings));
    let folder = start::model_folder(settings);
    let model = trial::load(&folder);
    note("speech recognition", recognition(&folder, model.as_ref()));
    if let (Ok(model), Ok(words)) = (&model, words) {
        note("words", known(model, &words.grammar));
    }
    note("speech", speaker(settings));
    let cells = braille().map(|cells| format!("{cells} cells, at {}", braille_host()));
    note(
        "braille display",
        cells.map_err(|missing| {
            format!("{missing}; install the package brltty if there is none, and look at /etc/brltty.conf")
        }),
    );
    note("clock", hands(settings));
    if let Some(says) = sensor(settings) {
        note("electronic board", says);
    }
    Diagnosis { findings }
}

impl Diagnosis {
    /// Whether a game can be played, by typed lines at least.
    pub fn can_play(&self) -> bool {
        NEEDED.iter().all(|part| self.has(part))
    }

    fn has(&self, part: &str) -> bool {
        self.findings.iter().any(|finding| finding.part == part && finding.says.is_ok())
    }

    /// What will work, in one sentence.
    pub fn verdict(&self) -> String {
        if !self.can_play() {
            let wrong: Vec<_> = NEEDED.into_iter().filter(|part| !self.has(part)).collect();
            return format!("Nothing can be played before this is put right: {}.", wrong.join(", "));
        }
        let both = |a, b| self.has(a) && self.has(b);
        let heard = if both("microphone", "speech recognition") { "by voice and by text" } else { "by text" };
        let mut told = Vec::new();
        if self.has("speech") {
            told.push("spoken");
        }
        if self.has("braille display") {
            told.push("shown in braille");
        }
        told.push("printed");
        let clock = if self.has("clock") { "the tactile clock" } else { "a clock that is spoken and shown" };
        format!("You can play {heard}; answers are {}, with {clock}.", told.join(", "))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.says {
            Ok(there) => write!(f, "ok: {}: {there}", self.part),
            Err(missing) => write!(f, "missing: {}: {missing}", self.part),
        }
    }
}

fn configuration(settings: &Settings, path: Option<&Path>) -> Result<String, String> {
    table::start(settings).map_err(|error| error.to_string())?;
    table::options(settings).map_err(|error| error.to_string())?;
    Ok(match path {
        Some(path) if path.exists() => path.display().to_string(),
        Some(path) => format!("no file {}, the usual choices hold", path.display()),
        None => "no home folder to keep it in, the usual choices hold".to_owned(),
    })
}

/// Whether journals can be written to a folder, which is made if need be.
fn journals(folder: Option<PathBuf>) -> Result<String, String> {
    let folder = folder.ok_or("there is no home folder to keep them in; set HOME, or give --journal FILE")?;
    let cannot = |error: std::io::Error| {
        format!(
            "cannot write to {}: {error}; make room or get permission, or give --journal FILE",
            folder.display()
        )
    };
    fs::create_dir_all(&folder).map_err(cannot)?;
    let probe = folder.join(format!(".doctor-{}", std::process::id()));
    let written = fs::write(&probe, "a line\n");
    // What could not be written need not be removed.
    let _ = fs::remove_file(&probe);
    written.map_err(cannot)?;
    Ok(folder.display().to_string())
}

fn microphone(settings: &Settings) -> Result<String, String> {
    let name = settings.microphone.as_deref();
    let called = name.unwrap_or("the usual one");
    match loudness(name) {
        Ok(0) => Err(format!(
            "{called} delivers silence only; switch it on, or raise its level with alsamixer (package alsa-utils)"
        )),
        Ok(_) => Ok(format!("{called} delivers sound")),
        Err(missing) => Err(format!(
            "{missing}; if there is no sound server, install the packages pulseaudio and libasound2-plugins \
             and join the group audio"
        )),
    }
}

fn recognition(folder: &Path, model: Result<&Model, &ModelError>) -> Result<String, String> {
    match model {
        Ok(_) => Ok(format!("libvosk, with the speech model {}", folder.display())),
        Err(missing @ ModelError::NotBuilt) => {
            Err(format!("{missing}, for which `make setup` fetches libvosk"))
        }
        Err(missing) => Err(format!(
            "libvosk is there, but {missing}; fetch the folder models of the program's sources anew, or name \
             another model with --model"
        )),
    }
}

/// Whether the model knows the words of the language.
fn known(model: &Model, grammar: &Grammar) -> Result<String, String> {
    let all = grammar.words();
    let unknown = all.iter().filter(|word| {
        // Of several spellings the model need know one.
        !model.knows(word) && !model.knows(grammar.spelling_heard(word))
    });
    let unknown: Vec<&str> = unknown.map(String::as_str).collect();
    if unknown.is_empty() {
        return Ok(format!("the speech model knows all {} words of the language", all.len()));
    }
    Err(format!(
        "the speech model does not know {} of {}, and what needs them must be typed; take another model, or \
         rebuild this one with `make model-graph`: {}",
        unknown.len(),
        all.len(),
        unknown.join(", ")
    ))
}

fn speaker(settings: &Settings) -> Result<String, String> {
    let language = language(settings);
    match speech(&language) {
        Ok(true) => Ok(format!("the speech server has a voice for the language {language}")),
        Ok(false) => Err(format!(
            "the speech server has no voice for the language {language}; install the package \
             speech-dispatcher-espeak-ng"
        )),
        Err(missing) => Err(format!(
            "{missing}; if there is none, install the packages speech-dispatcher and speech-dispatcher-espeak-ng"
        )),
    }
}

fn hands(settings: &Settings) -> Result<String, String> {
    if let Some(port) = &settings.clock {
        return clock(port).map(|name| format!("{name} at {}", port.display()));
    }
    let plugs = serial::plugs().map_err(|missing| missing.to_string())?;
    if let Some(plug) = tactile_clock::plugged(&plugs) {
        return Err(format!("one is plugged in at {}; --clock auto takes it", plug.path.display()));
    }
    let ports: Vec<String> = plugs.iter().map(|plug| plug.path.display().to_string()).collect();
    Err(match ports.as_slice() {
        [] => "no serial port is there; plug the clock in and name its port with --clock".to_owned(),
        ports => format!("none is named; give its port with --clock, there are {}", ports.join(", ")),
    })
}

/// The board that was chosen, or that is plugged in and was not; most games need none.
fn sensor(settings: &Settings) -> Option<Result<String, String>> {
    if let Some(name) = &settings.board {
        let address = Address::from(name.as_str());
        return Some(electronic_board(address).map(|board| format!("{board}, by --board {name}")));
    }
    let plugs = serial::plugs().ok()?;
    let found = board::plugged(&plugs).into_iter().next()?;
    Some(Err(format!("a {found} is plugged in; --board {} takes it", found.maker.word())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_will_work() {
        check(
            &["configuration", "journals", "language"],
            "You can play by text; answers are printed, with a clock that is spoken and shown.",
        );
        check(
            &["configuration", "journals", "language", "microphone", "speech recognition", "speech", "clock"],
            "You can play by voice and by text; answers are spoken, printed, with the tactile clock.",
        );
        check(
            &["language", "microphone"],
            "Nothing can be played before this is put right: configuration, journals.",
        );
        fn check(there: &[&'static str], says: &str) {
            let findings = there.iter().map(|part| Finding { part, says: Ok(String::new()) }).collect();
            let diagnosis = Diagnosis { findings };
            assert_eq!(diagnosis.verdict(), says);
            assert_eq!(diagnosis.can_play(), !says.starts_with("Nothing"));
        }
    }

    #[test]
    fn a_folder_that_takes_no_journal_is_named() {
        let folder = tempfile::tempdir().unwrap();
        assert!(journals(Some(folder.path().join("new/folder"))).is_ok());
        assert_eq!(fs::read_dir(folder.path().join("new/folder")).unwrap().count(), 0);
        let file = folder.path().join("a file");
        fs::write(&file, "").unwrap();
        let missing = journals(Some(file.clone())).unwrap_err();
        assert!(missing.contains(&file.display().to_string()), "{missing}");
    }
}
