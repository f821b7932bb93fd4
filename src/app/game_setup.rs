//! From settings, or from journals, to games under way.

use std::{
    io::{self, IsTerminal},
    panic::resume_unwind,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, SystemTime},
};

use super::{
    game_loop::{GameInPlay, GameLoop, LoopEnding},
    game_options::{self, Language},
    model_trial,
    port_setup::{self, GameSetup, SharedResources, plug_opponent, report_missing},
    ports::{braille::keys::KeyMap, lines::TextInput},
    time::WallTime,
};
use crate::{
    config::{self, Settings},
    devices::{
        engine::{self, EngineOptions, EngineUnavailable, StartedEngine},
        hearing::{
            ear::{Ear, EarEvent, EarOptions, PhraseSet},
            recognizer::{Model, Recognizer},
            source::{AudioSource, Pacing, WavSource},
        },
        journal_file::{self, JournalFile},
        printer::Printer,
        voice::VoiceSettings,
    },
    grammar::Grammar,
    journal::{Chain, JournalError, JournalReader, Opponent, Record, Start, Users},
    language::{Failure, LanguageFolder, Message},
    session::{Event, EventKind, Options, ServerReport, ServerRequest, Session},
};

pub use port_setup::catalogue_for;

/// Why games cannot be set up.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "setup")]
pub enum SetupError {
    ClockTooYoung,
    NoGame,
    NoJournal,
    WithoutOnlineGames,
    OneJournal,
    OneRecorded { games: usize },
    NoFolder,
    Folder { path: PathBuf, source: io::Error },
}

/// A journal that does not say how its game stands.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, "journal-not-resumed")]
pub struct ResumeError {
    path: PathBuf,
    pub source: JournalError,
}

/// Where the words come from.
#[derive(Clone, Debug)]
pub enum InputSource {
    /// The microphone, and the keyboard beside it.
    Spoken,
    Recorded {
        file: PathBuf,
        real_time: bool,
    },
    Typed(TextInput),
}

impl InputSource {
    /// Whether the file there should be is there.
    fn check(&self) -> Result<(), Failure> {
        match self {
            InputSource::Recorded { file, .. } => {
                WavSource::open(file, Pacing::FullSpeed)?;
            }
            InputSource::Typed(_) | InputSource::Spoken => {}
        }
        Ok(())
    }
}

/// Games that were set up, and what they begin with.
pub struct RunningGames {
    game_loop: GameLoop<WallTime>,
    first: Vec<(usize, Event)>,
    journals: Vec<PathBuf>,
    /// What was chosen for those that are still to begin, and the words of the language.
    settings: Settings,
    grammar: Arc<Grammar>,
    shared: SharedResources,
    printer: Printer,
}

impl RunningGames {
    /// Plays them. What they come to stays as it is from then on.
    pub fn run(&mut self) -> LoopEnding {
        loop {
            match self.game_loop.run(std::mem::take(&mut self.first)) {
                LoopEnding::Chosen(opponent) => self.start_against(&opponent),
                LoopEnding::Beside(wish) => self.start_beside(&wish),
                ending => return ending,
            }
        }
    }

    /// Begins the game with whoever was chosen for the other side, or asks again.
    fn start_against(&mut self, opponent: &Opponent) {
        let settings = Settings { opponent: Some(opponent.to_string()), ..self.settings.clone() };
        let game = new_session(&settings, &self.grammar);
        let table = game.and_then(|(session, engine)| {
            let start = session.record().start().clone();
            let table = GameInPlay::new(session).ok_or(SetupError::ClockTooYoung)?;
            Ok((table, engine, start))
        });
        let words = catalogue_for(&settings);
        let what = match table {
            Ok((table, engine, start)) => {
                self.game_loop.resume(Some(table), |ports| {
                    let plugged = plug_opponent(ports, engine, &settings, &start, &self.shared);
                    report_missing(&self.printer, &words, "opponent", plugged);
                });
                EventKind::Began
            }
            Err(missing) => {
                report_missing(&self.printer, &words, "opponent", Err(missing));
                self.game_loop.resume(None, |_| {});
                EventKind::OpponentMissing(opponent.clone())
            }
        };
        self.first = vec![(self.game_loop.active(), Event::of_program(what))];
    }

    /// Begins one more game on the server, beside those that are played.
    fn start_beside(&mut self, wish: &ServerRequest) {
        let settings = settings_after(self.active().start(), wish, &self.settings);
        let what = match self.add(settings) {
            Ok(()) => EventKind::Began,
            Err(missing) => {
                let words = catalogue_for(&self.settings);
                report_missing(&self.printer, &words, "opponent", Err(missing));
                self.game_loop.resume(None, |_| {});
                EventKind::ServerReport(ServerReport::Refused)
            }
        };
        self.first = vec![(self.game_loop.active(), Event::of_program(what))];
    }

    /// Brings a new game to the microphone, or leaves the games as they are.
    fn add(&mut self, settings: Settings) -> Result<(), Failure> {
        let (session, engine) = new_session(&settings, &self.grammar)?;
        let game = GameSetup::new(session, engine, settings, None, &self.printer)?;
        let journal = game.path();
        self.game_loop.add(|ports| game.plug_in(ports, &self.shared))?;
        self.journals.extend(journal);
        Ok(())
    }

    /// Lets the last sentence end.
    pub fn finish_speaking(&mut self) {
        self.game_loop.finish_speaking();
    }

    /// The game that is wanted after them, on the server that one was played on.
    pub fn next_settings(&self, settings: &Settings) -> Option<Settings> {
        let last = &self.game_loop.games()[self.game_loop.active()];
        let wish = last.session().next_request()?;
        Some(settings_after(last.record().start(), wish, settings))
    }

    /// What each has come to, whether it has begun at all, and where it is written down.
    pub fn all(&self) -> impl Iterator<Item = (&Record, bool, &Path)> {
        let tables = self.game_loop.games().iter().zip(&self.journals);
        tables.map(|(table, journal)| (table.record(), table.session().has_begun(), journal.as_path()))
    }

    /// The one at the microphone.
    pub fn active(&self) -> &Record {
        self.game_loop.games()[self.game_loop.active()].record()
    }
}

/// What is chosen for the game that is wanted after one.
fn settings_after(start: &Start, wish: &ServerRequest, settings: &Settings) -> Settings {
    let mut next = Settings { online_first: None, ..settings.clone() };
    next.opponent = Some(start.opponent.to_string());
    match wish {
        ServerRequest::TakeUp(id) => next.online_first = Some(format!("game:{id}")),
        ServerRequest::Challenge { id, .. } => next.online_first = Some(format!("challenge:{id}")),
        ServerRequest::Rematch => {
            // The colours change.
            next.user = Some(game_options::user(start.users.swapped()));
            next.time = None;
            next.time_control = start.time_control.as_ref().map(ToString::to_string);
        }
        _ => next.opponent = settings.opponent.clone(),
    }
    next
}

/// A new game, and the engine that has the other side, where one has.
fn new_session(
    settings: &Settings,
    grammar: &Arc<Grammar>,
) -> Result<(Session, Option<StartedEngine>), Failure> {
    let mut start = game_options::start(settings)?;
    if !cfg!(feature = "online") && start.opponent.is_online() {
        return Err(SetupError::WithoutOnlineGames.into());
    }
    let engine = start_engine(&start)?;
    if let Some(engine) = &engine {
        name_opponent(&mut start, engine.name());
    }
    let options = Options { seed: seed(), ..game_options::options(settings)? };
    let session = match start.opponent {
        Opponent::Online { .. } => Session::in_lobby(start, options, Arc::clone(grammar)),
        _ => Session::new(start, options, Arc::clone(grammar)),
    };
    Ok((session, engine))
}

/// Who can have the other side, in the order of the question.
fn offered_opponents() -> Vec<Opponent> {
    let mut all = vec![Opponent::Board, Opponent::Engine(None)];
    if cfg!(feature = "online") {
        all.push(Opponent::Online { service: Opponent::SERVICES[0].to_owned(), player: None });
    }
    all
}

/// Whether it is asked who has the other side: where that was chosen, or where somebody sits at a terminal and speaks,
/// and nothing was chosen.
fn asks_opponent(settings: &Settings, words: &InputSource) -> bool {
    let here = matches!(words, InputSource::Spoken) && std::io::stdin().is_terminal();
    let asked = settings.opponent.as_deref().map_or(here, |opponent| opponent == game_options::ASK_OPPONENT);
    asked && !settings.competition.unwrap_or(false)
}

/// What is wrong with what was chosen is said before a journal is begun for nothing.
fn check(settings: &Settings, words: &InputSource) -> Result<(), Failure> {
    words.check()?;
    KeyMap::changed(&settings.braille_keys)?;
    Ok(())
}

impl GameSetup {
    /// A game that begins, and the journal that it is written down in.
    fn new(
        session: Session,
        engine: Option<StartedEngine>,
        settings: Settings,
        journal: Option<PathBuf>,
        printer: &Printer,
    ) -> Result<GameSetup, Failure> {
        let path = match journal {
            Some(path) => path,
            None => new_journal()?,
        };
        let file = JournalFile::create(path)?;
        printer.line(&format!("journal: {}", file.path().display()));
        let journal = Some((file, Chain::default()));
        Ok(GameSetup { session, engine, settings, journal })
    }

    /// Where it is written down.
    fn path(&self) -> Option<PathBuf> {
        self.journal.as_ref().map(|(file, _)| file.path().to_owned())
    }
}

/// Sets up a new game, or one against each of several opponents.
pub fn new_games(
    settings: &Settings,
    words: &InputSource,
    journal: Option<PathBuf>,
    printer: &Printer,
) -> Result<RunningGames, Failure> {
    check(settings, words)?;
    let all = game_options::opponents(settings);
    if all.len() > 1 && journal.is_some() {
        return Err(SetupError::OneJournal.into());
    }
    check_several(settings, all.len())?;
    let (language, hearing) = language_and_model(settings, words, printer)?;
    let mut games = Vec::new();
    for settings in all {
        let (session, engine) = new_session(&settings, &language.grammar)?;
        let session =
            if asks_opponent(&settings, words) { session.asking(offered_opponents()) } else { session };
        games.push((session, engine, settings));
    }
    let seated = games.into_iter().map(|(session, engine, settings)| {
        GameSetup::new(session, engine, settings, journal.clone(), printer)
    });
    let seated = seated.collect::<Result<Vec<_>, Failure>>()?;
    let began = |n| (n, Event::of_program(EventKind::Began));
    let first = (0..seated.len()).map(began).collect();
    RunningGames::set_up(settings, words, language, hearing, seated, first, printer)
}

/// Goes on with the games in journals as they were chosen to be; with `despite_damage` also where lines of one were
/// changed. What is `given` now goes before what the first journal has kept, and what is `usual` comes after it.
pub fn resumed_games(
    given: &Settings,
    usual: &Settings,
    words: &InputSource,
    journals: &[PathBuf],
    despite_damage: bool,
    printer: &Printer,
) -> Result<RunningGames, Failure> {
    words.check()?;
    let mut read_all = Vec::new();
    for journal in journals {
        let (file, torn) = JournalFile::open(journal)?;
        let (record, chain) = read_journal(file.text(), despite_damage, printer)
            .map_err(|source| ResumeError { path: journal.clone(), source })?;
        read_all.push((file, torn.is_some(), record, chain));
    }
    let first = read_all.first().ok_or(SetupError::NoJournal)?;
    let kept =
        |record: &Record| given.clone().or(Settings::of_kept(&record.start().chosen)).or(usual.clone());
    let settings = &kept(&first.2);
    settings.check()?;
    check(settings, words)?;
    check_several(settings, journals.len())?;
    let (language, hearing) = language_and_model(settings, words, printer)?;
    let mut seated = Vec::new();
    let mut first = Vec::new();
    for (file, torn, record, chain) in read_all {
        let settings = kept(&record);
        let engine = start_engine(record.start())?;
        let options = Options { seed: seed(), ..game_options::options(&settings)? };
        let session = Session::resume(record, options, language.grammar.clone());
        first.push((seated.len(), Event::of_program(EventKind::Resumed { torn })));
        seated.push(GameSetup { session, engine, settings, journal: Some((file, chain)) });
    }
    RunningGames::set_up(settings, words, language, hearing, seated, first, printer)
}

impl RunningGames {
    fn set_up(
        settings: &Settings,
        words: &InputSource,
        language: Language,
        hearing: Option<SpeechModel>,
        seated: Vec<GameSetup>,
        first: Vec<(usize, Event)>,
        printer: &Printer,
    ) -> Result<RunningGames, Failure> {
        let journals = seated.iter().filter_map(GameSetup::path).collect();
        let grammar = Arc::clone(&language.grammar);
        let shared = SharedResources::default();
        let play = port_setup::plug_devices(settings, words, language, hearing, seated, &shared, printer)?;
        let (settings, printer) = (settings.clone(), printer.clone());
        Ok(RunningGames { game_loop: play, first, journals, settings, grammar, shared, printer })
    }
}

/// What can only belong to one game.
fn check_several(settings: &Settings, games: usize) -> Result<(), SetupError> {
    let kept = settings.keep_voice.unwrap_or(false);
    if games == 1 || !kept { Ok(()) } else { Err(SetupError::OneRecorded { games }) }
}

/// Another number for every game.
fn seed() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}

/// The engine that has the other side, where one has.
fn start_engine(start: &Start) -> Result<Option<StartedEngine>, EngineUnavailable> {
    let Opponent::Engine(program) = &start.opponent else { return Ok(None) };
    let options = EngineOptions {
        program: engine::find(program.as_deref())?,
        strength: start.strength,
        chess960: start.position.is_chess960(),
    };
    StartedEngine::start(&options).map(Some)
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
fn read_journal(
    text: &[u8],
    despite_damage: bool,
    printer: &Printer,
) -> Result<(Record, Chain), JournalError> {
    let mut reader = JournalReader::new(journal_file::lines(text)).tolerating_damage(despite_damage);
    let record = Record::read(&mut reader, drop)?;
    for fault in reader.faults() {
        printer.line(&format!("journal: {fault}"));
    }
    Ok((record, reader.end().clone()))
}

fn new_journal() -> Result<PathBuf, SetupError> {
    let folder = config::journals().ok_or(SetupError::NoFolder)?;
    std::fs::create_dir_all(&folder).map_err(|source| SetupError::Folder { path: folder.clone(), source })?;
    let name = jiff::Zoned::now().strftime("%Y-%m-%d-%H%M%S").to_string();
    let path = folder.join(format!("{name}.jsonl"));
    // Two games begun in one second are two files.
    let free = (2..).map(|n| folder.join(format!("{name}-{n}.jsonl")));
    Ok(std::iter::once(path).chain(free).find(|path| !path.exists()).expect("some number is free"))
}

/// A speech model, and the words of the language that it lacks.
pub struct SpeechModel {
    model: Model,
    missing_words: Vec<String>,
}

impl SpeechModel {
    /// Loads the model, and lets the language listen only to what it knows.
    pub fn of(settings: &Settings, language: &mut Language) -> Result<SpeechModel, Failure> {
        Ok(SpeechModel::with(model_trial::load(&model_folder(settings))?, language))
    }

    fn with(model: Model, language: &mut Language) -> SpeechModel {
        let missing_words = language.listen_to(|word| model.knows(word));
        SpeechModel { model, missing_words }
    }
}

/// Words and voice, and the model, where one is needed; they are loaded beside each other, since both take a while. A
/// recording is nothing without a model; a game goes on with typed moves.
pub(super) fn language_and_model(
    settings: &Settings,
    words: &InputSource,
    printer: &Printer,
) -> Result<(Language, Option<SpeechModel>), Failure> {
    let (language, model) = thread::scope(|scope| {
        let load = || model_trial::load(&model_folder(settings));
        let loading = (!matches!(words, InputSource::Typed(_))).then(|| scope.spawn(load));
        let language = Language::of(settings);
        // A panic there is one here.
        (language, loading.map(|model| model.join().unwrap_or_else(|panic| resume_unwind(panic))))
    });
    let mut language = language?;
    let hearing = match (words, model) {
        (_, None) => None,
        (_, Some(Ok(model))) => Some(SpeechModel::with(model, &mut language)),
        (InputSource::Recorded { .. }, Some(Err(missing))) => return Err(missing.into()),
        (_, Some(Err(missing))) => {
            let words = catalogue_for(settings);
            let fault = words.render(&missing);
            printer.line(&words.say("game-unheard", &[("fault", &fault)]));
            None
        }
    };
    Ok((language, hearing))
}

/// Where the recordings of a game are: beside its journal.
pub fn recordings_folder(journal: &Path) -> PathBuf {
    journal.with_extension("voice")
}

/// How the settings want it spoken.
pub fn voice_settings(settings: &Settings) -> VoiceSettings {
    VoiceSettings {
        language: settings.language.clone().unwrap_or_else(|| LanguageFolder::USUAL.tag.to_owned()),
        rate: settings.rate.unwrap_or(0),
        volume: settings.volume.unwrap_or(0),
    }
}

/// An ear with the model and the pause that were chosen.
pub fn ear(
    source: Box<dyn AudioSource>,
    hearing: SpeechModel,
    settings: &Settings,
    mut options: EarOptions,
    expected: &PhraseSet,
    mut sink: impl FnMut(EarEvent) + Send + 'static,
) -> Result<Ear, Failure> {
    let (recognizer, missing) = Recognizer::new(&hearing.model, &expected.phrases)?;
    options.completeness = expected.completeness.clone();
    let missing: Vec<String> = hearing.missing_words.into_iter().chain(missing).collect();
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
        config::model(game_options::language_folder(settings).unwrap_or(LanguageFolder::USUAL).tag)
    })
}
