//! From settings to a game under way: what is plugged in is found, what is missing is said.

use std::{
    io::IsTerminal,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use anyhow::Context;

use super::{
    play::{Ending, Play},
    ports::{
        Ports,
        board::BoardPort,
        braille::{BraillePort, keys::KeyMap},
        clock::ClockPort,
        ear::{EarPort, expected},
        engine::{EngineNews, EnginePort},
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
    config::{self, BargeIn, Settings, Tones, User},
    devices::{
        engine::{self, EngineOptions, EngineUnavailable, Introduced},
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
    grammar::Grammar,
    journal::{Chain, JournalError, Opponent, Reader, Record, Start, Users},
    language::LANGUAGES,
    session::{Event, Options, Session, What, Wish},
};

#[cfg(feature = "online")]
use super::{
    account::{self, AccountError},
    ports::online::{self, OnlinePort, Plan},
};
#[cfg(feature = "online")]
use crate::{announce::Trouble, devices::lichess::TokenError, laws::Color};

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
    /// What was chosen, where it is asked who has the other side, and the words of the language.
    asking: Option<(Settings, Arc<Grammar>)>,
    printer: Printer,
}

impl Game {
    /// Plays it. What it comes to stays as it is from then on.
    pub fn run(&mut self) -> Ending {
        loop {
            match self.play.run(self.first.clone()) {
                Ending::Chosen(opponent) => self.seat(&opponent),
                ending => return ending,
            }
        }
    }

    /// Begins the game with whoever was chosen for the other side, or asks again.
    fn seat(&mut self, opponent: &Opponent) {
        let Some((settings, grammar)) = self.asking.clone() else { return };
        let settings = Settings { opponent: Some(opponent.to_string()), ..settings };
        match seated(&settings, &grammar) {
            Ok((session, engine)) => {
                self.first = Event::of_program(What::Began);
                let printer = self.printer.clone();
                let start = session.record().start().clone();
                self.play.go_on(Some(session), |ports| {
                    or_print(&printer, "opponent", plug_engine(ports, engine));
                    or_print(&printer, "opponent", plug_server(ports, &settings, &start));
                });
            }
            Err(missing) => {
                self.printer.line(&format!("opponent: {missing}"));
                self.first = Event::of_program(What::OpponentMissing(opponent.clone()));
                self.play.go_on(None, |_| {});
            }
        }
    }

    /// Lets the last sentence end.
    pub fn fall_silent(&mut self) {
        self.play.fall_silent();
    }

    /// The game that is wanted after it, on the server that it was played on.
    pub fn next(&self, settings: &Settings) -> Option<Settings> {
        let wish = self.play.session().next_wish()?;
        let mut next = Settings { online_first: None, ..settings.clone() };
        let start = self.record().start();
        match wish {
            Wish::TakeUp(id) => next.online_first = Some(format!("game:{id}")),
            Wish::Challenge { id, .. } => next.online_first = Some(format!("challenge:{id}")),
            Wish::Rematch => {
                // The colours change.
                next.user = match start.users {
                    Users::White => Some(User::Black),
                    Users::Black => Some(User::White),
                    Users::Both => None,
                };
                next.opponent = Some(start.opponent.to_string());
                next.time = None;
                next.time_control = start.time_control.as_ref().map(ToString::to_string);
            }
            _ => {}
        }
        Some(next)
    }

    /// What it has come to.
    pub fn record(&self) -> &Record {
        self.play.record()
    }

    pub fn journal(&self) -> &Path {
        &self.journal
    }

    /// Whether it has begun; before that there is nothing to keep.
    pub fn has_begun(&self) -> bool {
        self.play.session().has_begun()
    }
}

/// A new game, and the engine that has the other side, where one has.
fn seated(settings: &Settings, grammar: &Arc<Grammar>) -> anyhow::Result<(Session, Option<Introduced>)> {
    let mut start = table::start(settings)?;
    anyhow::ensure!(
        cfg!(feature = "online") || !start.opponent.is_online(),
        "this program was built without online games"
    );
    let engine = opponent(&start)?;
    if let Some(engine) = &engine {
        name_opponent(&mut start, engine.name());
    }
    let options = Options { seed: seed(), ..table::options(settings)? };
    let session = match start.opponent {
        Opponent::Online { .. } => Session::in_lobby(start, options, Arc::clone(grammar)),
        _ => Session::new(start, options, Arc::clone(grammar)),
    };
    Ok((session, engine))
}

/// Who can have the other side, in the order of the question.
fn opponents() -> Vec<Opponent> {
    let mut all = vec![Opponent::Board, Opponent::Engine(None)];
    if cfg!(feature = "online") {
        all.push(Opponent::Online { service: Opponent::SERVICES[0].to_owned(), player: None });
    }
    all
}

/// Whether it is asked who has the other side: where somebody sits at a terminal and speaks, and nothing was chosen.
fn asks_opponent(settings: &Settings, words: &Words) -> bool {
    let here = matches!(words, Words::Spoken) && std::io::stdin().is_terminal();
    here && settings.opponent.is_none() && !settings.competition.unwrap_or(false)
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
    let (session, opponent) = seated(settings, &language.grammar)?;
    let (session, asking) = match asks_opponent(settings, words) {
        true => {
            let asking = (settings.clone(), Arc::clone(&language.grammar));
            (session.asking(opponents()), Some(asking))
        }
        false => (session, None),
    };
    let path = match journal {
        Some(path) => path,
        None => new_journal()?,
    };
    let file = JournalFile::create(path)?;
    let journal = file.path().to_owned();
    printer.line(&format!("journal: {}", journal.display()));
    let file = (file, Chain::default());
    let play = set_up(settings, words, language, hearing, (session, opponent), file, printer)?;
    let first = Event::of_program(What::Began);
    Ok(Game { play, first, journal, asking, printer: printer.clone() })
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
    let opponent = opponent(record.start())?;
    let options = Options { seed: seed(), ..table::options(settings)? };
    let session = Session::resume(record, options, language.grammar.clone());
    let play = set_up(settings, words, language, hearing, (session, opponent), (file, chain), printer)?;
    let first = Event::of_program(What::Resumed { torn: torn.is_some() });
    let (journal, printer) = (journal.to_owned(), printer.clone());
    Ok(Game { play, first, journal, asking: None, printer })
}

/// Another number for every game.
fn seed() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}

/// The engine that has the other side, where one has.
fn opponent(start: &Start) -> Result<Option<Introduced>, EngineUnavailable> {
    let Opponent::Engine(program) = &start.opponent else { return Ok(None) };
    let options = EngineOptions {
        program: engine::find(program.as_deref())?,
        strength: start.strength,
        chess960: start.position.is_chess960(),
    };
    Introduced::start(&options).map(Some)
}

/// Whoever was not named is called what he calls himself.
fn name_opponent(start: &mut Start, name: &str) {
    let tag = match start.users {
        Users::Black => &mut start.white,
        Users::White | Users::Both => &mut start.black,
    };
    if tag == "?" {
        *tag = name.to_owned();
    }
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
    (session, opponent): (Session, Option<Introduced>),
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
    plug_engine(&mut ports, opponent)?;
    if let Some(name) = &settings.board {
        let sides = table::board_moves(settings);
        or_print(printer, "board", ports.try_plug(|tell| BoardPort::open(name, sides, tell)));
    }
    // A recording read at full speed waits by itself.
    let waits = matches!(words, Words::Recorded { real_time: false, .. });
    let gated = !waits && !settings.headphones.unwrap_or(false);
    plug_server(&mut ports, settings, session.record().start())?;
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
            Ok(EarPort::new(ear, &expected, gated, awaited).kept(keeper))
        })?;
    }
    Ok(Play::new(session, ports, WallTime::new(zero, wakes)))
}

/// The server, where the game is played on one.
#[cfg(feature = "online")]
fn plug_server(ports: &mut Ports, settings: &Settings, start: &Start) -> anyhow::Result<()> {
    let Opponent::Online { player, .. } = &start.opponent else { return Ok(()) };
    let first = settings.online_first.as_deref().and_then(Plan::named);
    let plan = match (first, online::game_of(start)) {
        (Some(plan), _) => plan,
        (None, Some(game)) => Plan::TakeUp(game),
        (None, None) => {
            let side = match settings.user {
                Some(User::White) => Some(Color::White),
                Some(User::Black) => Some(Color::Black),
                Some(User::Both) | None => None,
            };
            Plan::seek(start.time_control.clone(), settings.rated.unwrap_or(false), player.clone(), side)?
        }
    };
    let client = match account::client(settings) {
        Ok(client) => Ok(client),
        Err(AccountError::Token(TokenError::None)) => Err(Trouble::NoAccount),
        Err(error) => return Err(error.into()),
    };
    ports.try_plug(|tell| OnlinePort::open(client, plan, start.clone(), tell))?;
    Ok(())
}

#[cfg(not(feature = "online"))]
fn plug_server(_ports: &mut Ports, _settings: &Settings, start: &Start) -> anyhow::Result<()> {
    anyhow::ensure!(
        !matches!(start.opponent, Opponent::Online { .. }),
        "games online are not built into this program"
    );
    Ok(())
}

/// Lets the engine play, where there is one.
fn plug_engine(ports: &mut Ports, engine: Option<Introduced>) -> std::io::Result<()> {
    let Some(engine) = engine else { return Ok(()) };
    ports.try_plug(|tell| {
        let news = tell.clone();
        let engine = engine.play(move |event| news.now(EngineNews::Engine(event)))?;
        Ok(EnginePort::new(engine, tell))
    })
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
    options.pauses = expected.pauses.clone();
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
