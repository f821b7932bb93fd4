//! Sets games up, from settings or from journals.

use std::{
    io::IsTerminal,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use super::{
    game_loop::{GameInPlay, GameLoop, LoopEnding},
    game_options::{self, Language},
    journal_key, learner,
    port_setup::{self, GameSetup, SharedResources, plug_opponent},
    ports::lines::TextInput,
    screen::Screen,
    speech::{Hearing, language_and_model},
    time::WallTime,
    unfinished::{UnfinishedGame, to_resume},
};
use crate::{
    announce::{Announcement, Device, SavedFile, StrengthLimits},
    config::{self, Settings},
    devices::{
        engine::{self, EngineOptions, EngineUnavailable, StartedEngine},
        hearing::source::{Pacing, WavSource},
        journal_file::JournalFile,
    },
    files,
    grammar::Grammar,
    journal::{Chain, InterruptedRuling, JournalError, Opponent, Reading, Record, Start, Users},
    language::{Catalogue, Failure, Message},
    laws::Origin,
    session::{Event, EventKind, LobbyEvent, NewGame, Options, ServerReport, ServerRequest, Session},
};

pub use super::setup_error::SetupError;
pub use port_setup::catalogue_for;

/// A journal from which no game can be resumed.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, "journal-not-resumed")]
pub struct ResumeError {
    path: PathBuf,
    pub source: JournalError,
}

/// Where the player's words come from.
#[derive(Clone)]
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
    /// Checks that the recording can be read.
    fn check(&self) -> Result<(), Failure> {
        if let InputSource::Recorded { file, .. } = self {
            WavSource::open(file, Pacing::FullSpeed)?;
        }
        Ok(())
    }
}

/// Games that were set up.
pub struct RunningGames {
    game_loop: GameLoop<WallTime>,
    /// The events that begin them, each with the number of its game.
    first: Vec<(usize, Event)>,
    journals: Vec<PathBuf>,
    /// For games that begin later.
    settings: Settings,
    grammar: Arc<Grammar>,
    shared: SharedResources,
    screen: Screen,
}

impl RunningGames {
    /// Plays the games to their end.
    pub fn run(&mut self) -> LoopEnding {
        loop {
            match self.game_loop.run(std::mem::take(&mut self.first)) {
                LoopEnding::Chosen(opponent) => self.start_against(&opponent),
                LoopEnding::Beside(request) => self.start_beside(&request),
                ending => {
                    self.game_loop.settle();
                    return ending;
                }
            }
        }
    }

    /// Begins the game against the opponent that was chosen, or asks again.
    fn start_against(&mut self, opponent: &Opponent) {
        let settings = Settings { opponent: Some(opponent.to_string()), ..self.settings.clone() };
        let begun = new_session(&settings, &self.grammar).and_then(|(session, engine)| {
            let session = if settings.strength.is_none() { session.asking_strength() } else { session };
            let session = session.offering(offered_opponents());
            let start = session.record().start().clone();
            let game = GameInPlay::new(session).ok_or(SetupError::ClockTooYoung)?;
            self.game_loop
                .replace(game, |ports| plug_opponent(ports, engine, &settings, &start, None, &self.shared))
        });
        self.begin(begun, EventKind::OpponentMissing(opponent.clone()));
    }

    /// Begins one more game on the server, beside those under way.
    fn start_beside(&mut self, request: &ServerRequest) {
        let active = &self.game_loop.games()[self.game_loop.active()];
        let settings = settings_after(active.session(), request, &self.settings);
        let begun = self.add(settings);
        self.begin(begun, EventKind::ServerReport(ServerReport::Refused));
    }

    /// Sets the event that the active game goes on with: `otherwise` if no game could begin.
    fn begin(&mut self, begun: Result<(), Failure>, otherwise: EventKind) {
        let kind = match &begun {
            Ok(()) => EventKind::Began,
            Err(error) => {
                let words = catalogue_for(&self.settings);
                self.screen.lacking(&words, Device::Opponent.into(), &error.render(&words));
                self.game_loop.go_on();
                port_setup::online_fault(error)
                    .map_or(otherwise, |fault| EventKind::Lobby(LobbyEvent::Fault(fault)))
            }
        };
        self.first = vec![(self.game_loop.active(), Event::of_program(kind))];
    }

    /// Brings a new game to the microphone; on an error the games stay as they are.
    fn add(&mut self, settings: Settings) -> Result<(), Failure> {
        let (session, engine) = new_session(&settings, &self.grammar)?;
        let game = GameSetup::new(session, engine, settings, None)?;
        let journal = game.path();
        self.game_loop.add(|ports| game.plug_in(ports, &self.shared))?;
        self.journals.extend(journal);
        Ok(())
    }

    /// Whether it is asked first which game goes on.
    pub fn asks_which(&self) -> bool {
        self.game_loop.games().iter().any(|game| game.session().is_asking_which())
    }

    /// Tells the players something that is no part of a game.
    pub fn tell(&mut self, announcement: Announcement) {
        self.game_loop.tell(announcement);
    }

    /// Lets the last sentence end.
    pub fn finish_speaking(&mut self) {
        self.game_loop.finish_speaking();
    }

    /// Returns the settings of the game that the player wants next on the server.
    pub fn next_settings(&self, settings: &Settings) -> Option<Settings> {
        let last = &self.game_loop.games()[self.game_loop.active()];
        let request = last.session().next_request()?;
        Some(settings_after(last.session(), request, settings))
    }

    /// Returns each game's record, whether the game has begun, and its journal.
    pub fn all(&self) -> impl Iterator<Item = (&Record, bool, &Path)> {
        let games = self.game_loop.games().iter().zip(&self.journals);
        games.map(|(game, journal)| (game.record(), game.session().has_begun(), journal.as_path()))
    }

    /// Returns the record of the game at the microphone.
    pub fn active(&self) -> &Record {
        self.game_loop.games()[self.game_loop.active()].record()
    }
}

/// Returns the settings of a game that was requested after, or beside, another one.
fn settings_after(session: &Session, request: &ServerRequest, settings: &Settings) -> Settings {
    let start = session.record().start();
    let mut next = Settings { online_first: None, ..settings.clone() };
    next.opponent = Some(start.opponent.to_string());
    match request {
        ServerRequest::TakeUp(id) => next.online_first = Some(format!("game:{id}")),
        ServerRequest::Accept(id) => next.online_first = Some(format!("challenge:{id}")),
        ServerRequest::Rematch => {
            // The players change colours.
            next.user = Some(game_options::user(start.users.swapped()));
            next.time = None;
            next.time_control = start.time_control.as_ref().map(ToString::to_string);
            next.days = session.days_a_move();
        }
        _ => next.opponent = settings.opponent.clone(),
    }
    next
}

/// Sets up a new game, and the engine if one has the other side.
fn new_session(
    settings: &Settings,
    grammar: &Arc<Grammar>,
) -> Result<(Session, Option<StartedEngine>), Failure> {
    let mut start = game_options::start(settings)?;
    if !cfg!(feature = "peer") && start.opponent.is_peer() {
        return Err(SetupError::WithoutPeers.into());
    }
    if !cfg!(feature = "online") && start.opponent.is_online() && !start.opponent.is_peer() {
        return Err(SetupError::WithoutOnlineGames.into());
    }
    start.key = journal_key::own()?.map(|key| key.name());
    let engine = start_engine(&start)?;
    if let Some(engine) = &engine {
        name_opponent(&mut start, engine.name());
    }
    let strengths = engine.as_ref().map(strength_limits).unwrap_or_default();
    let mut options = Options { seed: seed(), strengths, ..game_options::options(settings)? };
    learner::add_own(&mut options.school, &catalogue_for(settings));
    let session = match start.opponent {
        Opponent::Online { .. } => Session::in_lobby(start, options, Arc::clone(grammar)),
        _ => Session::new(start, options, Arc::clone(grammar)),
    };
    Ok((session, engine))
}

/// Returns the opponents in the order in which they are offered.
fn offered_opponents() -> Vec<Opponent> {
    let mut all = vec![Opponent::Board, Opponent::Engine(None)];
    if cfg!(feature = "online") {
        all.push(Opponent::Online { service: Opponent::SERVICES[0].to_owned(), player: None });
    }
    all
}

/// Whether the dialogue asks for the opponent: by the settings, or if they name none and the player is at a terminal.
pub fn asks_opponent(settings: &Settings, words: &InputSource) -> bool {
    let here = matches!(words, InputSource::Spoken) && std::io::stdin().is_terminal();
    let asked = settings.opponent.as_deref().map_or(here, |opponent| opponent == game_options::ASK_OPPONENT);
    asked && !settings.competition.unwrap_or(false)
}

impl GameSetup {
    /// Begins the journal of a new game.
    fn new(
        session: Session,
        engine: Option<StartedEngine>,
        settings: Settings,
        journal: Option<PathBuf>,
    ) -> Result<GameSetup, Failure> {
        let file = JournalFile::create(journal.map_or_else(new_journal, Ok)?)?;
        // The first line names the key.
        let named = session.record().start().key.clone();
        let key = journal_key::own()?.filter(|key| Some(key.name()) == named);
        let journal = Some((file, key.map_or_else(Chain::default, Chain::keyed)));
        Ok(GameSetup { session, engine, settings, journal })
    }

    /// Returns the path of its journal.
    fn path(&self) -> Option<PathBuf> {
        self.journal.as_ref().map(|(file, _)| file.path().to_owned())
    }
}

/// Sets up a new game, or one against each of several opponents; a single one asks first whether one of the `unfinished`
/// goes on instead.
pub fn new_games(
    settings: &Settings,
    words: &InputSource,
    journal: Option<PathBuf>,
    unfinished: &[UnfinishedGame],
    screen: &Screen,
) -> Result<RunningGames, Failure> {
    words.check()?;
    let all = game_options::opponents(settings);
    if all.len() > 1 && journal.is_some() {
        return Err(SetupError::OneJournal.into());
    }
    check(settings, all.len())?;
    let (language, model) = language_and_model(settings, words, screen)?;
    let mut games = Vec::new();
    let count = all.len();
    for settings in all {
        let (session, engine) = new_session(&settings, &language.grammar)?;
        let asks = asks_opponent(&settings, words);
        let session = if count == 1 && !unfinished.is_empty() && !session.is_in_lobby() {
            let otherwise = if asks { NewGame::Against(offered_opponents()) } else { NewGame::AsSetUp };
            session.going_on(to_resume(unfinished, otherwise))
        } else if asks {
            session.asking(offered_opponents())
        } else if count == 1 && !settings.competition.unwrap_or(false) {
            session.offering(offered_opponents())
        } else {
            session
        };
        games.push((session, engine, settings));
    }
    let setups = games
        .into_iter()
        .map(|(session, engine, settings)| GameSetup::new(session, engine, settings, journal.clone()));
    let setups = setups.collect::<Result<Vec<_>, Failure>>()?;
    let began = |n| (n, Event::of_program(EventKind::Began));
    let first = (0..setups.len()).map(began).collect();
    RunningGames::set_up(settings, words, language, model, setups, first, screen)
}

/// A journal whose game is to be resumed.
pub struct OpenJournal {
    file: JournalFile,
    reading: Reading,
}

impl OpenJournal {
    pub fn record(&self) -> &Record {
        &self.reading.record
    }
}

/// Opens journals and reads them; `despite_damage` allows changed lines. No file is changed.
pub fn open_journals(
    journals: &[PathBuf],
    despite_damage: bool,
    words: &Catalogue,
    screen: &Screen,
) -> Result<Vec<OpenJournal>, Failure> {
    let read = |journal: &PathBuf| {
        let file = JournalFile::open(journal)?;
        let refused = |source| ResumeError { path: journal.clone(), source };
        let reading =
            Reading::of(file.text(), journal_key::own()?, despite_damage, |_, _, _| {}).map_err(refused)?;
        let doubt = reading.record.doubt().filter(|doubt| doubt.is_grave() && !despite_damage);
        if let Some(doubt) = doubt {
            return Err(refused(doubt.clone().into()).into());
        }
        for remark in &reading.remarks {
            let fault = words.render(remark);
            screen.lacking(words, Device::Journal.into(), &fault);
        }
        Ok(OpenJournal { file, reading })
    };
    journals.iter().map(read).collect()
}

/// Resumes the games of journals with the settings they began with. The `given` settings come before those of the first
/// journal, and the `usual` ones after them.
pub fn resumed_games(
    given: &Settings,
    usual: &Settings,
    words: &InputSource,
    journals: Vec<OpenJournal>,
    screen: &Screen,
) -> Result<RunningGames, Failure> {
    words.check()?;
    let first = journals.first().ok_or(SetupError::NoJournal)?;
    let kept =
        |record: &Record| given.clone().or(Settings::of_kept(&record.start().chosen)).or(usual.clone());
    let settings = &kept(first.record());
    settings.check()?;
    check(settings, journals.len())?;
    let (language, model) = language_and_model(settings, words, screen)?;
    let mut setups = Vec::new();
    let mut first = Vec::new();
    for OpenJournal { mut file, reading } in journals {
        let torn = reading.is_torn();
        if torn {
            file.cut(reading.whole)?;
        }
        // What carries an interrupted ruling out is written anew.
        if reading.interrupted.is_some() {
            file.cut(reading.whole)?;
        }
        let Reading { record, chain, interrupted, .. } = reading;
        let settings = kept(&record);
        settings.check()?;
        let engine = start_engine(record.start())?;
        let strengths = engine.as_ref().map(strength_limits).unwrap_or_default();
        let mut options = Options { seed: seed(), strengths, ..game_options::options(&settings)? };
        learner::add_own(&mut options.school, &language.words);
        let session = Session::resume(record, options, language.grammar.clone());
        first.push((setups.len(), Event::of_program(EventKind::Resumed { torn })));
        first.extend(interrupted.map(|ruling| {
            let InterruptedRuling { desk, number, arbiter, words } = ruling;
            let kind = EventKind::RulingReceived { desk, number, arbiter, words };
            (setups.len(), Event { origin: Origin::Arbiter, kind })
        }));
        setups.push(GameSetup { session, engine, settings, journal: Some((file, chain)) });
    }
    RunningGames::set_up(settings, words, language, model, setups, first, screen)
}

impl RunningGames {
    pub(super) fn set_up(
        settings: &Settings,
        words: &InputSource,
        language: Language,
        model: Option<Hearing>,
        setups: Vec<GameSetup>,
        first: Vec<(usize, Event)>,
        screen: &Screen,
    ) -> Result<RunningGames, Failure> {
        let journals = setups.iter().filter_map(GameSetup::path).collect();
        let grammar = Arc::clone(&language.grammar);
        let shared = SharedResources::default();
        let play = port_setup::plug_devices(settings, words, language, model, setups, &shared, screen)?;
        let (settings, screen) = (settings.clone(), screen.clone());
        Ok(RunningGames { game_loop: play, first, journals, settings, grammar, shared, screen })
    }
}

/// Checks the settings before a journal is begun in vain; only a single game can be recorded.
fn check(settings: &Settings, games: usize) -> Result<(), Failure> {
    game_options::check(settings)?;
    let recorded = settings.keep_voice.unwrap_or(false);
    if games == 1 || !recorded { Ok(()) } else { Err(SetupError::OneRecorded { games }.into()) }
}

/// Returns a different number for every game.
pub(super) fn seed() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}

/// Starts the engine, if one has the other side.
fn start_engine(start: &Start) -> Result<Option<StartedEngine>, EngineUnavailable> {
    let Opponent::Engine(program) = &start.opponent else { return Ok(None) };
    let options = EngineOptions {
        program: engine::find(program.as_deref())?,
        strength: start.strength,
        chess960: start.position.is_chess960(),
    };
    StartedEngine::start(&options).map(Some)
}

/// Returns the strengths of the engine that is installed; none without one.
pub fn installed_strengths() -> StrengthLimits {
    let options =
        engine::find(None).map(|program| EngineOptions { program, strength: None, chess960: false });
    let engine = options.and_then(|options| StartedEngine::start(&options));
    engine.as_ref().map(strength_limits).unwrap_or_default()
}

/// Returns the strengths with which the engine can play.
fn strength_limits(engine: &StartedEngine) -> StrengthLimits {
    let range = |(least, most): (i64, i64)| Some((u32::try_from(least).ok()?, u32::try_from(most).ok()?));
    let strengths = engine.strengths();
    StrengthLimits { elo: strengths.elo().and_then(range), levels: strengths.level().and_then(range) }
}

/// Names the engine in the record by the name it reports, unless the settings named it.
fn name_opponent(start: &mut Start, name: &str) {
    let tag = match start.users {
        Users::Black => &mut start.white,
        Users::White | Users::Both => &mut start.black,
    };
    if tag == "?" {
        *tag = name.to_owned();
    }
}

fn new_journal() -> Result<PathBuf, SetupError> {
    let folder = config::journals().ok_or(SetupError::NoFolder)?;
    files::create_folder(&folder).map_err(|source| SetupError::Folder { path: folder.clone(), source })?;
    let name = jiff::Zoned::now().strftime(SavedFile::DATED).to_string();
    let path = folder.join(format!("{name}.jsonl"));
    // Two games may begin within one second.
    let free = (2..).map(|n| folder.join(format!("{name}-{n}.jsonl")));
    Ok(std::iter::once(path).chain(free).find(|path| !path.exists()).expect("some number is free"))
}

/// Returns the folder of a game's recordings, which is beside its journal.
pub fn recordings_folder(journal: &Path) -> PathBuf {
    journal.with_extension("voice")
}
