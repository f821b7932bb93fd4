//! From settings to a game under way: what is plugged in is found, what is missing is said.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::Context;

use super::{
    play::{Ending, Play},
    ports::{
        Ports,
        braille::{BraillePort, keys::KeyMap},
        clock::ClockPort,
        ear::{EarPort, expected},
        journal::JournalPort,
        keeping::KeepingPort,
        keyboard::KeyboardPort,
        lines::{LinesPort, Text},
        screen::ScreenPort,
        signals::SignalsPort,
        speaker::SpeakerPort,
        tones::TonesPort,
    },
    table::{self, Language},
    time::WallTime,
    trial,
};
use crate::{
    config::{self, BargeIn, Settings, Tones},
    devices::{
        hearing::{
            ear::{Ear, EarEvent, EarOptions, Expected},
            microphone::Microphone,
            recognizer::{Model, Recognizer},
            source::{AudioSource, Pace, WavSource},
        },
        journal_file::{self, JournalFile},
        printer::Printer,
        tones::Player,
        voice::Manner,
        voice_keeper::VoiceKeeper,
    },
    journal::{Chain, JournalError, Reader, Record},
    language::LANGUAGES,
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
    Typed(Text),
}

impl Words {
    /// Whether the file there should be is there.
    fn check(&self) -> anyhow::Result<()> {
        match self {
            Words::Recorded { file, .. } => {
                WavSource::open(file, Pace::FullSpeed)?;
            }
            Words::Typed(_) | Words::Spoken => {}
        }
        Ok(())
    }
}

/// A game set up, and the event it begins with.
pub struct Game {
    play: Play<WallTime>,
    first: Event,
    journal: PathBuf,
}

impl Game {
    /// Plays it. What it comes to stays as it is from then on.
    pub fn run(&mut self) -> Ending {
        self.play.run(self.first.clone())
    }

    /// Lets the last sentence end.
    pub fn fall_silent(&mut self) {
        self.play.fall_silent();
    }

    /// What it has come to.
    pub fn record(&self) -> &Record {
        self.play.record()
    }

    pub fn journal(&self) -> &Path {
        &self.journal
    }
}

/// What is wrong with what was chosen is said before a journal is begun for nothing.
fn check(settings: &Settings, words: &Words) -> anyhow::Result<()> {
    words.check()?;
    KeyMap::changed(&settings.braille_keys)?;
    Ok(())
}

/// Sets up a new game.
pub fn new_game(
    settings: &Settings,
    words: &Words,
    journal: Option<PathBuf>,
    printer: &Printer,
) -> anyhow::Result<Game> {
    check(settings, words)?;
    let mut language = Language::of(settings)?;
    let hearing = hearing(settings, words, &mut language, printer)?;
    let start = table::start(settings)?;
    let session = Session::new(start, table::options(settings)?, language.grammar.clone());
    let path = match journal {
        Some(path) => path,
        None => new_journal()?,
    };
    let file = JournalFile::create(path)?;
    let journal = file.path().to_owned();
    printer.line(&format!("journal: {}", journal.display()));
    let play = set_up(settings, words, language, hearing, session, (file, Chain::default()), printer)?;
    Ok(Game { play, first: Event::of_program(What::Began), journal })
}

/// Goes on with the game in a journal as it was chosen to be; with `despite_damage` also where lines of it were
/// changed. What is `given` now goes before what the journal has kept, and what is `usual` comes after it.
pub fn resumed_game(
    given: &Settings,
    usual: &Settings,
    words: &Words,
    journal: &Path,
    despite_damage: bool,
    printer: &Printer,
) -> anyhow::Result<Game> {
    words.check()?;
    let (file, torn) = JournalFile::open(journal)?;
    let (record, chain) = read(file.text(), despite_damage, printer)
        .with_context(|| format!("the journal {} cannot be resumed", journal.display()))?;
    let kept = Settings::of_kept(&record.start().chosen);
    let settings = &given.clone().or(kept).or(usual.clone());
    settings.check()?;
    check(settings, words)?;
    let mut language = Language::of(settings)?;
    let hearing = hearing(settings, words, &mut language, printer)?;
    let session = Session::resume(record, table::options(settings)?, language.grammar.clone());
    let play = set_up(settings, words, language, hearing, session, (file, chain), printer)?;
    let first = Event::of_program(What::Resumed { torn: torn.is_some() });
    Ok(Game { play, first, journal: journal.to_owned() })
}

/// What a journal adds up to, and what to go on behind.
fn read(text: &[u8], despite_damage: bool, printer: &Printer) -> Result<(Record, Chain), JournalError> {
    let mut reader = Reader::new(journal_file::lines(text)).despite_damage(despite_damage);
    let record = Record::read(&mut reader, drop)?;
    for fault in reader.faults() {
        printer.line(&format!("journal: {fault}"));
    }
    Ok((record, reader.end().clone()))
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
        let model = trial::load(&model_folder(settings))?;
        let missing = language.listen_to(|word| model.knows(word));
        Ok(Hearing { model, missing })
    }
}

/// The model, where one is needed. A recording is nothing without; a game goes on with typed moves.
fn hearing(
    settings: &Settings,
    words: &Words,
    language: &mut Language,
    printer: &Printer,
) -> anyhow::Result<Option<Hearing>> {
    match words {
        Words::Typed(_) => Ok(None),
        Words::Recorded { .. } => Hearing::of(settings, language).map(Some),
        Words::Spoken => Ok(Hearing::of(settings, language)
            .inspect_err(|missing| printer.line(&format!("recognizer: {missing}; moves can be typed")))
            .ok()),
    }
}

/// Plugs in what there is, in the order in which effects are carried out: what is on disk may be told.
fn set_up(
    settings: &Settings,
    words: &Words,
    language: Language,
    hearing: Option<Hearing>,
    session: Session,
    (file, chain): (JournalFile, Chain),
    printer: &Printer,
) -> anyhow::Result<Play<WallTime>> {
    let zero = Instant::now().checked_sub(session.at()).context("the clock of this machine is too young")?;
    let expected = expected(&language.grammar, &session.moment());
    let lines = printer.clone();
    let print = move |text: &str| lines.line(text);
    let (mut ports, wakes) = Ports::new(language, zero, print.clone());
    ports.try_plug(SignalsPort::open)?;
    let keeper = match settings.keep_voice.unwrap_or(false) {
        true => keep_voice(&mut ports, file.path(), &chain, printer),
        false => None,
    };
    ports.plug(|tell| JournalPort::new(file, chain, tell));
    ports.plug(|_| ScreenPort::default());
    ports.try_plug(|tell| {
        SpeakerPort::open(manner(settings), tell).map(|speaker| speaker.kept(keeper.clone()))
    })?;
    if has_tones(settings) {
        or_print(printer, "tones", ports.try_plug(|_| Player::start().map(TonesPort::new)));
    }
    let keys = KeyMap::changed(&settings.braille_keys)?;
    // A file or a recording ends the game when it ends.
    let holds = matches!(words, Words::Spoken);
    ports.plug(|tell| BraillePort::open(keys, holds, print, tell));
    if let Some(path) = &settings.clock {
        or_print(printer, "clock", ports.try_plug(|tell| ClockPort::open(path, tell)));
    }
    // A recording read at full speed waits by itself.
    let waits = matches!(words, Words::Recorded { real_time: false, .. });
    let gated = !waits && !settings.headphones.unwrap_or(false);
    let mut awaited = false;
    let source: Option<Box<dyn AudioSource>> = match words {
        Words::Typed(text) => {
            ports.try_plug(|tell| LinesPort::open(text.clone(), tell))?;
            None
        }
        Words::Recorded { file, real_time } => {
            let pace = if *real_time { Pace::RealTime } else { Pace::FullSpeed };
            Some(Box::new(WavSource::open(file, pace)?))
        }
        Words::Spoken => {
            let echo = printer.clone();
            or_print(printer, "keyboard", ports.try_plug(|tell| KeyboardPort::open(echo, tell)));
            hearing.is_some().then(|| -> Box<dyn AudioSource> {
                let microphone = Microphone::awaited(settings.microphone.as_deref());
                // What it is that is missing, the ear reports.
                awaited = !microphone.is_open();
                if !awaited {
                    printer.line("found: microphone");
                }
                let hears_itself = gated && settings.barge_in.unwrap_or_default() == BargeIn::On;
                if hears_itself { microphone.without_echo() } else { Box::new(microphone) }
            })
        }
    };
    if let (Some(source), Some(hearing)) = (source, hearing) {
        ports.try_plug(|tell| -> anyhow::Result<EarPort> {
            let options = EarOptions { keep_samples: keeper.is_some(), ..EarOptions::default() };
            let ear = ear(source, hearing, settings, options, &expected, tell.sink())?;
            Ok(EarPort::new(ear, expected, gated, awaited).kept(keeper))
        })?;
    }
    Ok(Play::new(session, ports, WallTime::new(zero, wakes)))
}

/// Where the recordings of a game are: beside its journal.
pub fn recordings(journal: &Path) -> PathBuf {
    journal.with_extension("voice")
}

/// Keeps what is said and told beside the journal; what hinders that is said.
fn keep_voice(ports: &mut Ports, journal: &Path, chain: &Chain, printer: &Printer) -> Option<VoiceKeeper> {
    #[cfg(feature = "audio")]
    let played = Some(Box::new(Microphone::of_what_is_played()) as Box<dyn AudioSource>);
    #[cfg(not(feature = "audio"))]
    let played = None;
    let folder = recordings(journal);
    printer.line(&format!("recordings: {}", folder.display()));
    let mut kept = None;
    let plugged = ports.try_plug(|tell| {
        let keeper = VoiceKeeper::start(folder, played, chain.number() as u64, tell.sink())?;
        kept = Some(keeper.clone());
        Ok::<_, std::io::Error>(KeepingPort::new(keeper))
    });
    or_print(printer, "recordings", plugged);
    kept
}

/// Whether short tones are wanted.
fn has_tones(settings: &Settings) -> bool {
    match settings.tones.unwrap_or_default() {
        Tones::Off => false,
        Tones::Headphones => settings.headphones.unwrap_or(false),
        Tones::Always => true,
    }
}

/// What cannot be used is said, and the game goes on without it.
fn or_print<E: std::fmt::Display>(printer: &Printer, device: &str, opened: Result<(), E>) {
    if let Err(missing) = opened {
        printer.line(&format!("{device}: {missing}"));
    }
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
    mut sink: impl FnMut(EarEvent) + Send + 'static,
) -> anyhow::Result<Ear> {
    let (recognizer, missing) = Recognizer::new(&hearing.model, &expected.phrases)?;
    (options.beginnings, options.complete) = (expected.beginnings.clone(), expected.complete.clone());
    let missing: Vec<String> = hearing.missing.into_iter().chain(missing).collect();
    if !missing.is_empty() {
        sink(EarEvent::WordsMissing(missing));
    }
    if let Some(pause) = settings.pause {
        options.endpoint.silence = Duration::from_millis(pause);
    }
    Ok(Ear::start(source, Box::new(recognizer), options, sink)?)
}

/// The speech model: the one named, or the language's own.
pub fn model_folder(settings: &Settings) -> PathBuf {
    settings.model.clone().unwrap_or_else(|| {
        let language = table::folder(settings).unwrap_or(LANGUAGES[0]).tag;
        let beside = std::env::current_exe().ok().and_then(|exe| {
            exe.ancestors().map(|folder| folder.join("models").join(language)).find(|folder| folder.is_dir())
        });
        beside.unwrap_or_else(|| Path::new("models").join(language))
    })
}
