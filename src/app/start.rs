//! From settings to a game under way: what is plugged in is found, what is missing is said.

use std::{
    collections::VecDeque,
    fs::File,
    io::{BufRead, BufReader, IsTerminal, Read},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::Context;
use crossbeam_channel::Sender;

use super::{
    paper::Paper,
    play::Play,
    stage::{News, Stage, expected, passing, print},
    table::{self, Language},
};
use crate::{
    config::{self, Settings},
    devices::{
        braille_display::{BrailleDisplay, BrailleServer},
        hearing::{
            ear::{Ear, EarEvent, EarOptions, Expected},
            microphone::Microphone,
            recognizer::{Model, Recognizer},
            source::{AudioSource, Pace, WavSource},
        },
        journal_file::JournalFile,
        keyboard::Keyboard,
        speaker,
        tactile_clock::TactileClock,
        voice::Manner,
    },
    journal::Line,
    session::{Event, Session, What},
};

/// Where the words come from.
#[derive(Clone, Debug)]
pub enum Words {
    /// The microphone, and the keyboard beside it.
    Spoken,
    Recorded {
        file: PathBuf,
        real_time: bool,
    },
    /// A file of typed lines; `-` is standard input.
    Typed(PathBuf),
}

impl Words {
    /// Whether the file there should be is there: before a journal is begun for nothing.
    fn check(&self) -> anyhow::Result<()> {
        match self {
            Words::Typed(file) if file != Path::new("-") => {
                File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
            }
            Words::Recorded { file, .. } => {
                WavSource::open(file, Pace::FullSpeed)?;
            }
            Words::Typed(_) | Words::Spoken => {}
        }
        Ok(())
    }
}

/// Sets up a new game, and the event it begins with.
pub fn new_game(
    settings: &Settings,
    words: &Words,
    journal: Option<PathBuf>,
) -> anyhow::Result<(Play, Event)> {
    words.check()?;
    let mut language = Language::of(settings)?;
    let hearing = hearing(settings, words, &mut language)?;
    let start = table::start(settings)?;
    let session = Session::new(start, table::options(settings)?, language.grammar.clone());
    let path = match journal {
        Some(path) => path,
        None => new_journal()?,
    };
    let paper = Paper::new(JournalFile::create(path)?);
    print(&format!("journal: {}", paper.path().display()));
    Ok((set_up(settings, words, language, hearing, session, paper)?, Event::of_program(What::Began)))
}

/// Goes on with the game in a journal.
pub fn resumed_game(settings: &Settings, words: &Words, journal: &Path) -> anyhow::Result<(Play, Event)> {
    let mut language = Language::of(settings)?;
    let hearing = hearing(settings, words, &mut language)?;
    let (file, lines, torn) = JournalFile::open(journal)?;
    let lines = Line::read_all(lines.iter().map(String::as_str))
        .with_context(|| format!("the journal {} cannot be resumed", journal.display()))?;
    let session = Session::resume(&lines, table::options(settings)?, language.grammar.clone())
        .with_context(|| format!("the journal {} cannot be resumed", journal.display()))?;
    let play = set_up(settings, words, language, hearing, session, Paper::new(file))?;
    Ok((play, Event::of_program(What::Resumed { torn: torn.is_some() })))
}

fn new_journal() -> anyhow::Result<PathBuf> {
    let folder = config::journals().context("no home folder to keep the journal in, give --journal FILE")?;
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let name = jiff::Zoned::now().strftime("%Y-%m-%d-%H%M%S").to_string();
    let path = folder.join(format!("{name}.jsonl"));
    // Two games begun in one second are two files.
    let free = (2..).map(|n| folder.join(format!("{name}-{n}.jsonl")));
    Ok(std::iter::once(path).chain(free).find(|path| !path.exists()).expect("some number is free"))
}

/// A speech model, and the words of the language that it lacks.
pub struct Hearing {
    model: Model,
    missing: Vec<String>,
}

impl Hearing {
    /// Loads the model, and lets the language listen only to what it knows.
    pub fn of(settings: &Settings, language: &mut Language) -> anyhow::Result<Hearing> {
        let model = Model::load(&model_folder(settings))?;
        let missing = language.listen_to(|word| model.knows(word));
        Ok(Hearing { model, missing })
    }
}

/// The model, where one is needed. A recording is nothing without; a game goes on with typed moves.
fn hearing(settings: &Settings, words: &Words, language: &mut Language) -> anyhow::Result<Option<Hearing>> {
    match words {
        Words::Typed(_) => Ok(None),
        Words::Recorded { .. } => Hearing::of(settings, language).map(Some),
        Words::Spoken => Ok(Hearing::of(settings, language)
            .inspect_err(|missing| print(&format!("recognizer: {missing}; moves can be typed")))
            .ok()),
    }
}

fn set_up(
    settings: &Settings,
    words: &Words,
    language: Language,
    hearing: Option<Hearing>,
    session: Session,
    paper: Paper,
) -> anyhow::Result<Play> {
    let (tell, news) = crossbeam_channel::unbounded();
    let zero = Instant::now().checked_sub(session.at()).context("the clock of this machine is too young")?;
    let mut stage = Stage::new(language.announcer, zero);
    // A recording read at full speed waits by itself.
    let waits = matches!(words, Words::Recorded { real_time: false, .. });
    stage.gated = !waits && !settings.headphones.unwrap_or(false);
    stage.speaker = Some(speaker::system(manner(settings), passing(&tell, News::Speaker))?);
    match BrailleDisplay::open(BrailleServer::default(), passing(&tell, News::Braille)) {
        Ok(display) => stage.braille = Some(display),
        Err(missing) => print(&format!("braille: {missing}")),
    }
    if let Some(port) = &settings.clock {
        match TactileClock::open(port, passing(&tell, News::Clock)) {
            Ok(clock) => stage.clock = Some(clock),
            Err(missing) => print(&format!("clock: {missing}")),
        }
    }
    let first = expected(&language.grammar, &session.moment());
    let mut script = None;
    let mut awaited = false;
    let source: Option<Box<dyn AudioSource>> = match words {
        Words::Typed(path) => {
            read_lines(path, &tell)?;
            script = Some(VecDeque::new());
            None
        }
        Words::Recorded { file, real_time } => {
            let pace = if *real_time { Pace::RealTime } else { Pace::FullSpeed };
            Some(Box::new(WavSource::open(file, pace)?))
        }
        Words::Spoken => {
            match Keyboard::open(passing(&tell, News::Keyboard)) {
                Ok(keyboard) => stage.keyboard = Some(keyboard),
                Err(missing) => print(&format!("keyboard: {missing}")),
            }
            hearing.is_some().then(|| -> Box<dyn AudioSource> {
                let microphone = Microphone::awaited(settings.microphone.as_deref());
                // What it is that is missing, the ear reports.
                awaited = !microphone.is_open();
                if !awaited {
                    print("found: microphone");
                }
                Box::new(microphone)
            })
        }
    };
    if let (Some(source), Some(hearing)) = (source, hearing) {
        stage.listen(ear(source, hearing, settings, EarOptions::default(), &first, &tell)?, first);
    }
    Ok(Play {
        session,
        grammar: language.grammar,
        stage,
        paper,
        news,
        script,
        heard: false,
        awaited,
        patience: Duration::from_secs(15),
    })
}

/// How the settings want it spoken.
pub fn manner(settings: &Settings) -> Manner {
    Manner {
        language: settings.language.clone().unwrap_or_else(|| "de".to_owned()),
        rate: settings.rate.unwrap_or(0),
        volume: settings.volume.unwrap_or(0),
    }
}

/// An ear with the model and the pause that were chosen.
pub fn ear(
    source: Box<dyn AudioSource>,
    hearing: Hearing,
    settings: &Settings,
    mut options: EarOptions,
    expected: &Expected,
    tell: &Sender<News>,
) -> anyhow::Result<Ear> {
    let (recognizer, missing) = Recognizer::new(&hearing.model, &expected.phrases)?;
    options.beginnings = expected.beginnings.clone();
    let missing: Vec<String> = hearing.missing.into_iter().chain(missing).collect();
    if !missing.is_empty() {
        let _ = tell.send(News::Ear(EarEvent::WordsMissing(missing)));
    }
    if let Some(pause) = settings.pause {
        options.endpoint.silence = Duration::from_millis(pause);
    }
    Ok(Ear::start(source, Box::new(recognizer), options, passing(tell, News::Ear))?)
}

/// The speech model: the one named, or the language's own.
pub fn model_folder(settings: &Settings) -> PathBuf {
    settings.model.clone().unwrap_or_else(|| {
        let language = settings.language.as_deref().unwrap_or("de");
        let beside = std::env::current_exe().ok().and_then(|exe| {
            exe.ancestors().map(|folder| folder.join("models").join(language)).find(|folder| folder.is_dir())
        });
        beside.unwrap_or_else(|| Path::new("models").join(language))
    })
}

/// Takes lines as they come, so that a pipe may keep a game waiting.
fn read_lines(path: &Path, tell: &Sender<News>) -> anyhow::Result<()> {
    let (input, name): (Box<dyn Read + Send>, _) = if path == Path::new("-") {
        anyhow::ensure!(!std::io::stdin().is_terminal(), "--text - needs lines on standard input");
        (Box::new(std::io::stdin()), "standard input".to_owned())
    } else {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        (Box::new(file), path.display().to_string())
    };
    let tell = tell.clone();
    std::thread::Builder::new().name("text".to_owned()).spawn(move || {
        let mut lines = BufReader::new(input).split(b'\n');
        let fault = loop {
            let line = match lines.next() {
                Some(Ok(line)) => line,
                Some(Err(error)) => break Some(format!("cannot read {name}: {error}")),
                None => break None,
            };
            // What is no text is not understood, which is said.
            let line = String::from_utf8_lossy(&line);
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') && tell.send(News::Line(line.to_owned())).is_err() {
                return;
            }
        };
        let _ = tell.send(News::LinesOver { fault });
    })?;
    Ok(())
}
