//! Examines everything a game needs and says how to get what is missing.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::devices::{braille, braille_host, clock, electronic_board, language, loudness, speech};
use crate::{
    app::{
        game_options::{self, Language},
        model_trial, speech,
    },
    config::{self, ConfigError, Settings},
    devices::{
        board::{self, BoardAddress},
        engine::{self, EngineOptions, StartedEngine},
        hearing::recognizer::{Model, ModelError},
        serial, tactile_clock,
    },
    files,
    grammar::Grammar,
    journal::Opponent,
    language::Catalogue,
};

/// A part that a game needs or can use, by its name in the catalogue.
pub type Part = &'static str;

/// The result for one part: what there is, or what is missing and how to get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub part: Part,
    pub says: Result<String, String>,
}

/// The results for all parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosis {
    pub findings: Vec<Finding>,
}

/// The parts without which no game can be played, not even by text.
const NEEDED: [Part; 3] = ["configuration", "language", "journals"];

/// Examines every part. If the configuration file at `path` could not be read, `fault` says why and `settings` are
/// those of the command line alone. `tell` gets each finding at once, since some take seconds.
pub fn examine(
    settings: &Settings,
    fault: Option<ConfigError>,
    path: Option<&Path>,
    words: &Catalogue,
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
            Some(fault) => Err(words.say("configuration-fault", &[("fault", &words.render(&fault))])),
            None => configuration(settings, path, words),
        },
    );
    note("journals", journals(config::journals(), words));
    let spoken = Language::of(settings).map_err(|error| error.render(words));
    let count = |spoken: &Language| {
        let all = spoken.grammar.words().len();
        words.say("language-there", &[("language", &language(settings)), ("words", &all)])
    };
    note("language", spoken.as_ref().map(count).map_err(Clone::clone));
    note("microphone", microphone(settings, words));
    let folder = speech::model_folder(settings);
    let model = model_trial::load(&folder);
    note("recognition", recognition(&folder, model.as_ref(), words));
    if let (Ok(model), Ok(spoken)) = (&model, spoken) {
        note("words", vocabulary(model, &spoken.grammar, words));
    }
    note("speech", speaker(settings, words));
    let cells = braille(words);
    let cells =
        cells.map(|cells| words.say("braille-there", &[("cells", &cells), ("host", &braille_host())]));
    note("braille", cells.map_err(|missing| words.say("braille-lacking", &[("fault", &missing)])));
    note("clock", tactile_clock_found(settings, words));
    if let Some(says) = board_found(settings, words) {
        note("board", says);
    }
    if let Some(says) = engine_found(settings, words) {
        note("engine", says);
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

    /// Returns what will work, in one sentence.
    pub fn verdict(&self, words: &Catalogue) -> String {
        if !self.can_play() {
            let wrong = NEEDED.into_iter().filter(|part| !self.has(part));
            let wrong: Vec<_> = wrong.map(|part| words.say("part", &[("part", &part)])).collect();
            return words.say("verdict-nothing", &[("parts", &wrong.join(", "))]);
        }
        let heard = if self.has("microphone") && self.has("recognition") { "voice" } else { "text" };
        let told = [("voice", self.has("speech")), ("braille", self.has("braille")), ("screen", true)];
        let told = told.into_iter().filter(|(_, there)| *there);
        let told: Vec<_> = told.map(|(by, _)| words.say("told", &[("by", &by)])).collect();
        let clock = match (self.has("clock"), self.has("speech")) {
            (true, _) => "hands",
            (false, true) => "spoken",
            (false, false) => "shown",
        };
        words.say("verdict", &[("heard", &heard), ("told", &told.join(", ")), ("clock", &clock)])
    }
}

impl Finding {
    /// Returns the finding as one line.
    pub fn told(&self, words: &Catalogue) -> String {
        let (id, says) = match &self.says {
            Ok(there) => ("found", there),
            Err(missing) => ("lacking", missing),
        };
        words.say(id, &[("part", &self.part), ("says", says)])
    }
}

fn configuration(settings: &Settings, path: Option<&Path>, words: &Catalogue) -> Result<String, String> {
    game_options::start(settings).map_err(|error| error.render(words))?;
    game_options::options(settings).map_err(|error| error.render(words))?;
    Ok(match path {
        Some(path) if path.exists() => path.display().to_string(),
        Some(path) => words.say("configuration-none", &[("path", &path.display())]),
        None => words.say("configuration-homeless", &[]),
    })
}

/// Checks that journals can be written to a folder, which is created if need be.
fn journals(folder: Option<PathBuf>, words: &Catalogue) -> Result<String, String> {
    let folder = folder.ok_or_else(|| words.say("journals-homeless", &[]))?;
    let cannot = |error: std::io::Error| {
        words.say("journals-unwritable", &[("path", &folder.display()), ("fault", &words.render(&error))])
    };
    files::create_folder(&folder).map_err(cannot)?;
    let probe = folder.join(format!(".doctor-{}", std::process::id()));
    let written = fs::write(&probe, "a line\n");
    // If the probe was not written, it need not be removed.
    let _ = fs::remove_file(&probe);
    written.map_err(cannot)?;
    Ok(folder.display().to_string())
}

fn microphone(settings: &Settings, words: &Catalogue) -> Result<String, String> {
    let name = settings.microphone.as_deref();
    let called = name.map_or_else(|| words.say("microphone-usual", &[]), str::to_owned);
    match loudness(name, words) {
        Ok(0) => Err(words.say("microphone-silent", &[("name", &called)])),
        Ok(_) => Ok(words.say("microphone-there", &[("name", &called)])),
        Err(missing) => Err(words.say("microphone-lacking", &[("fault", &missing)])),
    }
}

fn recognition(
    folder: &Path,
    model: Result<&Model, &ModelError>,
    words: &Catalogue,
) -> Result<String, String> {
    let missing = match model {
        Ok(_) => return Ok(words.say("recognition-there", &[("path", &folder.display())])),
        Err(missing) => missing,
    };
    let id = match missing {
        ModelError::NotBuilt => "recognition-not-built",
        _ => "recognition-lacking",
    };
    Err(words.say(id, &[("fault", &words.render(missing))]))
}

/// Checks that the model knows the words of the language.
fn vocabulary(model: &Model, grammar: &Grammar, words: &Catalogue) -> Result<String, String> {
    let all = grammar.words();
    let unknown = all.iter().filter(|word| {
        // The model needs to know only one spelling of a word.
        !model.knows(word) && !model.knows(grammar.spelling_heard(word))
    });
    let unknown: Vec<&str> = unknown.map(String::as_str).collect();
    if unknown.is_empty() {
        return Ok(words.say("words-known", &[("words", &all.len())]));
    }
    let (count, list) = (unknown.len(), unknown.join(", "));
    Err(words.say("words-unknown", &[("unknown", &count), ("words", &all.len()), ("list", &list)]))
}

fn speaker(settings: &Settings, words: &Catalogue) -> Result<String, String> {
    let language = language(settings);
    match speech(&language, words) {
        Ok(true) => Ok(words.say("speech-there", &[("language", &language)])),
        Ok(false) => Err(words.say("speech-voiceless", &[("language", &language)])),
        Err(missing) => Err(words.say("speech-lacking", &[("fault", &missing)])),
    }
}

fn tactile_clock_found(settings: &Settings, words: &Catalogue) -> Result<String, String> {
    if let Some(port) = &settings.clock {
        let name = clock(port, words)?;
        return Ok(words.say("clock-there", &[("name", &name), ("port", &port.display())]));
    }
    let plugs = serial::available_ports().map_err(|missing| words.render(&missing))?;
    if let Some(plug) = tactile_clock::plugged(&plugs) {
        return Err(words.say("clock-plugged-in", &[("port", &plug.path.display())]));
    }
    let ports: Vec<String> = plugs.iter().map(|plug| plug.path.display().to_string()).collect();
    Err(match ports.as_slice() {
        [] => words.say("clock-portless", &[]),
        ports => words.say("clock-unnamed", &[("ports", &ports.join(", "))]),
    })
}

/// Examines the chosen board, or else one that is plugged in. Most games need none.
fn board_found(settings: &Settings, words: &Catalogue) -> Option<Result<String, String>> {
    if let Some(name) = &settings.board {
        let address = name.parse::<BoardAddress>().map_err(|unknown| words.render(&unknown));
        let board = address.and_then(|address| electronic_board(address, words));
        return Some(board.map(|board| words.say("board-there", &[("name", &board), ("word", name)])));
    }
    let plugs = serial::available_ports().ok()?;
    let found = board::plugged(&plugs).into_iter().next()?;
    Some(Err(words.say("board-plugged-in", &[("name", &found), ("word", &found.maker.word())])))
}

/// Examines the engine, unless another opponent is chosen: without a choice the player may be offered the engine.
fn engine_found(settings: &Settings, words: &Catalogue) -> Option<Result<String, String>> {
    let all = game_options::opponents(settings);
    let chosen = all.iter().find_map(|settings| match settings.opponent.as_deref()?.parse() {
        Ok(Opponent::Engine(program)) => Some(program),
        _ => None,
    });
    let is_other = settings.opponent.is_some() && chosen.is_none();
    if is_other {
        return None;
    }
    let program = chosen.flatten();
    let introduced = engine::find(program.as_deref()).and_then(|program| {
        StartedEngine::start(&EngineOptions {
            program,
            strength: settings.strength.and_then(|strength| u32::try_from(strength).ok()),
            chess960: false,
        })
    });
    Some(match introduced {
        Ok(engine) => Ok(engine.name().to_owned()),
        Err(missing) => Err(words.render(&missing)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::LanguageFolder;

    #[test]
    fn it_says_what_will_work() {
        check(
            &["configuration", "journals", "language"],
            "You can play by text. Answers are shown on the screen. The time is shown on the screen.",
        );
        check(
            &["configuration", "journals", "language", "microphone", "recognition", "speech", "clock"],
            "You can play by voice and by text. Answers are spoken, shown on the screen. The time is on the tactile clock.",
        );
        check(
            &["language", "microphone"],
            "Nothing can be played before this is put right: configuration, journals.",
        );
        fn check(there: &[&'static str], says: &str) {
            let findings = there.iter().map(|part| Finding { part, says: Ok(String::new()) }).collect();
            let diagnosis = Diagnosis { findings };
            assert_eq!(diagnosis.verdict(&LanguageFolder::ENGLISH.catalogue()), says);
            assert_eq!(diagnosis.can_play(), !says.starts_with("Nothing"));
        }
    }

    #[test]
    fn a_folder_that_takes_no_journal_is_named() {
        let folder = tempfile::tempdir().unwrap();
        assert!(
            journals(Some(folder.path().join("new/folder")), &LanguageFolder::ENGLISH.catalogue()).is_ok()
        );
        assert_eq!(fs::read_dir(folder.path().join("new/folder")).unwrap().count(), 0);
        let file = folder.path().join("a file");
        fs::write(&file, "").unwrap();
        let missing = journals(Some(file.clone()), &LanguageFolder::ENGLISH.catalogue()).unwrap_err();
        assert!(missing.contains(&file.display().to_string()), "{missing}");
    }
}
