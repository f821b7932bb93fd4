//! What is plugged in, game by game and for all of them: what is missing is said.

use std::path::Path;

use super::{
    play::{Play, Table},
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
        lines::LinesPort,
        screen::ScreenPort,
        signals::SignalsPort,
        speaker::SpeakerPort,
        tones::TonesPort,
    },
    start::{Hearing, SetupError, Words, ear, manner, recordings},
    table::{self, Language},
    time::WallTime,
};
use crate::{
    config::{BargeIn, Settings, Tones},
    devices::{
        engine::StartedEngine,
        hearing::{
            ear::EarOptions,
            microphone::Microphone,
            source::{AudioSource, Pacing, WavSource},
        },
        journal_file::JournalFile,
        printer::Printer,
        tones::TonePlayer,
        voice_recorder::VoiceRecorder,
    },
    journal::{Chain, Start},
    language::{Catalogue, Failure, LanguageFolder},
    session::Session,
};

#[cfg(feature = "online")]
use super::{
    account::{self, AccountError},
    ports::online::{self, OnlinePort, Plan},
};
#[cfg(feature = "online")]
use crate::{announce::Trouble, config::User, devices::lichess::TokenError, journal::Opponent, laws::Color};

/// A game that was set up: its session, and what is its own.
pub(super) struct Seated {
    pub session: Session,
    pub engine: Option<StartedEngine>,
    /// What was chosen for it.
    pub settings: Settings,
    /// Where it is written down, but for what is no game.
    pub journal: Option<(JournalFile, Chain)>,
}

/// What all games of a program have in common, whenever they begin.
#[derive(Clone, Default)]
pub(super) struct Shared {
    #[cfg(feature = "online")]
    account: online::Account,
}

impl Seated {
    /// Plugs in what is its own.
    pub fn plug_in(self, ports: &mut Ports, shared: &Shared) -> Result<Table, Failure> {
        let Seated { session, engine, settings, journal } = self;
        if let Some((file, chain)) = journal {
            ports.plug(|tell| JournalPort::new(file, chain, tell));
        }
        plug_opponent(ports, engine, &settings, session.record().start(), shared)?;
        Table::new(session).ok_or_else(|| SetupError::ClockTooYoung.into())
    }
}

/// Lets whoever has the other side elsewhere play.
pub(super) fn plug_opponent(
    ports: &mut Ports,
    engine: Option<StartedEngine>,
    settings: &Settings,
    start: &Start,
    shared: &Shared,
) -> Result<(), Failure> {
    plug_engine(ports, engine)?;
    plug_server(ports, settings, start, shared)
}

/// Plugs in what there is, in the order in which effects are carried out.
pub(super) fn set_up(
    settings: &Settings,
    words: &Words,
    language: Language,
    hearing: Option<Hearing>,
    games: Vec<Seated>,
    shared: &Shared,
    printer: &Printer,
) -> Result<Play<WallTime>, Failure> {
    let first = games.first().ok_or(SetupError::NoGame)?;
    let expected = expected(&language.grammar, &first.session.moment());
    let lines = printer.clone();
    let print = move |text: &str| lines.line(text);
    let (mut ports, wakes) = Ports::new(language, print.clone());
    ports.try_plug(SignalsPort::open)?;
    ports.belong_to(Some(0));
    let told = words_of(settings);
    let keeper = match &first.journal {
        Some((file, chain)) if settings.keep_voice.unwrap_or(false) => {
            keep_voice(&mut ports, file.path(), chain, &told, printer)
        }
        _ => None,
    };
    if let Some(name) = &settings.board {
        let sides = table::board_moves(settings);
        or_print(printer, &told, "board", ports.try_plug(|tell| BoardPort::open(name, sides, tell)));
    }
    let mut tables = Vec::new();
    for (n, game) in games.into_iter().enumerate() {
        ports.belong_to(Some(n));
        tables.push(game.plug_in(&mut ports, shared)?);
    }
    ports.belong_to(None);
    ports.plug(|_| ScreenPort::default());
    ports.try_plug(|tell| {
        SpeakerPort::open(manner(settings), tell).map(|speaker| speaker.kept(keeper.clone()))
    })?;
    if has_tones(settings) {
        or_print(printer, &told, "tones", ports.try_plug(|_| TonePlayer::start().map(TonesPort::new)));
    }
    let keys = KeyMap::changed(&settings.braille_keys)?;
    // A file or a recording ends the game when it ends.
    let holds = matches!(words, Words::Spoken);
    ports.plug(|tell| BraillePort::open(keys, holds, print, tell));
    if let Some(path) = &settings.clock {
        or_print(printer, &told, "clock", ports.try_plug(|tell| ClockPort::open(path, tell)));
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
            let pace = if *real_time { Pacing::RealTime } else { Pacing::FullSpeed };
            Some(Box::new(WavSource::open(file, pace)?))
        }
        Words::Spoken => {
            let echo = printer.clone();
            or_print(printer, &told, "keyboard", ports.try_plug(|tell| KeyboardPort::open(echo, tell)));
            hearing.is_some().then(|| -> Box<dyn AudioSource> {
                let microphone = Microphone::open_when_available(settings.microphone.as_deref());
                // What it is that is missing, the ear reports.
                awaited = !microphone.is_open();
                if !awaited {
                    printer.line(&told.say("game-microphone", &[]));
                }
                let hears_itself = gated && settings.barge_in.unwrap_or_default() == BargeIn::On;
                if hears_itself { microphone.without_echo() } else { Box::new(microphone) }
            })
        }
    };
    if let (Some(source), Some(hearing)) = (source, hearing) {
        ports.try_plug(|tell| -> Result<EarPort, Failure> {
            let options = EarOptions { keep_samples: keeper.is_some(), ..EarOptions::default() };
            let ear = ear(source, hearing, settings, options, &expected, tell.sink())?;
            Ok(EarPort::new(ear, &expected, gated, awaited).kept(keeper))
        })?;
    }
    Ok(Play::new(tables, ports, WallTime::new(wakes)))
}

/// The server, where the game is played on one.
#[cfg(feature = "online")]
fn plug_server(
    ports: &mut Ports,
    settings: &Settings,
    start: &Start,
    shared: &Shared,
) -> Result<(), Failure> {
    let Opponent::Online { player, .. } = &start.opponent else { return Ok(()) };
    let first = settings.online_first.as_deref().and_then(Plan::named);
    let plan = match (first, start.id_on_server()) {
        (Some(plan), _) => plan,
        (None, Some(game)) => Plan::TakeUp(game.to_owned()),
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
    ports.try_plug(|tell| OnlinePort::open(client, plan, start.clone(), shared.account.clone(), tell))?;
    Ok(())
}

#[cfg(not(feature = "online"))]
fn plug_server(
    _ports: &mut Ports,
    _settings: &Settings,
    start: &Start,
    _shared: &Shared,
) -> Result<(), Failure> {
    if start.opponent.is_online() { Err(SetupError::WithoutOnlineGames.into()) } else { Ok(()) }
}

/// Lets the engine play, where there is one.
fn plug_engine(ports: &mut Ports, engine: Option<StartedEngine>) -> std::io::Result<()> {
    let Some(engine) = engine else { return Ok(()) };
    ports.try_plug(|tell| {
        let news = tell.clone();
        let engine = engine.play(move |event| news.now(EngineNews::Engine(event)))?;
        Ok(EnginePort::new(engine, tell))
    })
}

/// Keeps what is said and told beside the journal; what hinders that is said.
fn keep_voice(
    ports: &mut Ports,
    journal: &Path,
    chain: &Chain,
    words: &Catalogue,
    printer: &Printer,
) -> Option<VoiceRecorder> {
    #[cfg(feature = "audio")]
    let played = Some(Box::new(Microphone::playback_monitor()) as Box<dyn AudioSource>);
    #[cfg(not(feature = "audio"))]
    let played = None;
    let folder = recordings(journal);
    printer.line(&format!("recordings: {}", folder.display()));
    let mut kept = None;
    let plugged = ports.try_plug(|tell| {
        let keeper = VoiceRecorder::start(folder, played, chain.number() as u64, tell.sink())?;
        kept = Some(keeper.clone());
        Ok::<_, std::io::Error>(KeepingPort::new(keeper))
    });
    or_print(printer, words, "recordings", plugged);
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
pub(super) fn or_print<E: Into<Failure>>(
    printer: &Printer,
    words: &Catalogue,
    device: &str,
    opened: Result<(), E>,
) {
    if let Err(missing) = opened {
        let fault = missing.into().render(words);
        printer.line(&words.say("game-lacking", &[("device", &device), ("fault", &fault)]));
    }
}

/// What is printed beside a game is in its language.
pub fn words_of(settings: &Settings) -> Catalogue {
    table::folder(settings).unwrap_or(LanguageFolder::USUAL).catalogue()
}
