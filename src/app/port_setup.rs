//! Plugs the ports in, those of each game and those of all games, and reports what is missing.

use std::path::{Path, PathBuf};

use super::{
    game_loop::{GameInPlay, GameLoop},
    game_options::{self, Language},
    game_setup::{InputSource, SetupError, recordings_folder},
    ports::{
        Ports,
        board::BoardPort,
        braille::{BraillePort, keys::KeyMap},
        clock::ClockPort,
        ear::{EarPort, expected},
        engine::{EngineNews, EnginePort},
        journal::JournalPort,
        keyboard::KeyboardPort,
        lines::LinesPort,
        missing::MissingPort,
        school::SchoolPort,
        screen::ScreenPort,
        signals::SignalsPort,
        speaker::SpeakerPort,
        tones::TonesPort,
        voice_recorder::VoiceRecorderPort,
    },
    screen::Screen,
    speech::{Hearing, ear, voice_settings},
    time::WallTime,
};
use crate::{
    announce::{Device, OnlineFault},
    config::{self, BargeIn, Settings, Tones, VoiceSetting},
    devices::{
        braille_display::BrailleUnavailable,
        engine::StartedEngine,
        hearing::{
            ear::EarOptions,
            microphone::Microphone,
            source::{AudioSource, Pacing, WavSource},
        },
        journal_file::JournalFile,
        tones::TonePlayer,
        voice_recorder::VoiceRecorder,
    },
    journal::{Chain, Start},
    language::{Catalogue, Failure, LanguageFolder, Message},
    session::Session,
};

#[cfg(feature = "peer")]
use super::ports::peer::{self, KeptPeer, PeerPort, PeerStart};
#[cfg(feature = "web")]
use super::{
    ports::web::{WebChoices, WebPort},
    web_choices,
};
#[cfg(feature = "web")]
use crate::devices::web::WebUnavailable;

#[cfg(feature = "hall")]
use super::{hall_access, ports::hall::HallPort};

#[cfg(feature = "online")]
use super::{
    account::{self, AccountError},
    ports::online::{self, OnlinePort, OnlineStart, OnlineStartError},
};
use crate::journal::Opponent;
#[cfg(feature = "online")]
use crate::{announce::Pace, config::User, devices::lichess::TokenError, laws::Color};

/// A game that was set up: its session and what belongs to it alone.
pub(super) struct GameSetup {
    pub session: Session,
    pub engine: Option<StartedEngine>,
    pub settings: Settings,
    /// None for the first setup.
    pub journal: Option<(JournalFile, Chain)>,
}

/// What all games of a program share, also those that begin later.
#[derive(Clone, Default)]
pub(super) struct SharedResources {
    #[cfg(feature = "online")]
    account: online::SharedAccount,
}

impl GameSetup {
    /// Plugs in the ports of this game alone.
    pub(super) fn plug_in(self, ports: &mut Ports, shared: &SharedResources) -> Result<GameInPlay, Failure> {
        let GameSetup { session, engine, settings, journal } = self;
        let beside = journal
            .as_ref()
            .map(|(file, _)| GameBeside { journal: file.path().to_owned(), goes_on: !session.is_in_lobby() });
        if let Some((file, chain)) = journal {
            ports.plug(|reporter| JournalPort::new(file, chain, reporter));
        }
        plug_opponent(ports, engine, &settings, session.record().start(), beside, shared)?;
        GameInPlay::new(session).ok_or_else(|| SetupError::ClockTooYoung.into())
    }
}

/// Plugs in the engine or the server that has the other side.
pub(super) fn plug_opponent(
    ports: &mut Ports,
    engine: Option<StartedEngine>,
    settings: &Settings,
    start: &Start,
    beside: Option<GameBeside>,
    shared: &SharedResources,
) -> Result<(), Failure> {
    plug_engine(ports, engine)?;
    if start.opponent.is_peer() {
        return plug_peer(ports, settings, start, beside);
    }
    plug_server(ports, settings, start, shared)
}

/// The journal of a game, beside which an opponent may keep something, and whether the game goes on.
#[cfg_attr(not(feature = "peer"), allow(dead_code, reason = "only games with a peer keep something"))]
pub(super) struct GameBeside {
    journal: PathBuf,
    goes_on: bool,
}

/// Plugs in the other player's program.
#[cfg(feature = "peer")]
fn plug_peer(
    ports: &mut Ports,
    settings: &Settings,
    start: &Start,
    beside: Option<GameBeside>,
) -> Result<(), Failure> {
    let GameBeside { journal, goes_on } = beside.ok_or(SetupError::NoJournal)?;
    let path = KeptPeer::path(&journal);
    let Opponent::Online { player: place, .. } = &start.opponent else { return Ok(()) };
    let code = || peer::given_code(settings.peer_code.as_deref());
    let kept = if goes_on { KeptPeer::load_if_there(&path)? } else { None };
    #[cfg(feature = "hall")]
    if let Some(begin) = meeting(settings, start, kept.as_ref())? {
        ports.try_plug(|reporter| PeerPort::open(begin, path, start.clone(), reporter))?;
        return Ok(());
    }
    let begin = match (kept, place) {
        (Some(kept), _) if kept.in_hall => return Err(SetupError::WithoutHallFile.into()),
        (Some(kept), _) => PeerStart::GoOn(Box::new(kept)),
        (None, _) if goes_on => PeerStart::Recover(place.clone(), code()?),
        (None, Some(place)) => PeerStart::Connect(place.clone(), code()?),
        (None, None) => {
            let terms = peer::proposed_terms(settings, start)?;
            match peer::unfinished_proposal(&journal, &terms) {
                Some(kept) => PeerStart::GoOn(Box::new(kept)),
                None => PeerStart::Listen(Box::new(terms)),
            }
        }
    };
    ports.try_plug(|reporter| PeerPort::open(begin, path, start.clone(), reporter))?;
    Ok(())
}

/// Returns how the players meet in a hall, if they do.
#[cfg(all(feature = "peer", feature = "hall"))]
fn meeting(
    settings: &Settings,
    start: &Start,
    kept: Option<&KeptPeer>,
) -> Result<Option<PeerStart>, Failure> {
    let Some(file) = hall_access::player_of(settings.hall.as_deref())? else { return Ok(None) };
    let (_, side, _) = file.for_player().map_err(|reason| hall_access::HallAccessError::File {
        path: settings.hall.clone().unwrap_or_default(),
        reason,
    })?;
    if !start.users.addresses(side) || start.users.addresses(!side) {
        return Err(SetupError::OtherSide { side }.into());
    }
    let terms = Some(peer::proposed_terms(settings, start)?);
    Ok(Some(PeerStart::Meet(Box::new(peer::HallMeeting { file, terms, kept: kept.cloned() }))))
}

#[cfg(not(feature = "peer"))]
fn plug_peer(_: &mut Ports, _: &Settings, _: &Start, _: Option<GameBeside>) -> Result<(), Failure> {
    Err(SetupError::WithoutPeers.into())
}

/// Plugs in all devices, in the order in which they carry out effects.
pub(super) fn plug_devices(
    settings: &Settings,
    words: &InputSource,
    language: Language,
    model: Option<Hearing>,
    games: Vec<GameSetup>,
    shared: &SharedResources,
    screen: &Screen,
) -> Result<GameLoop<WallTime>, Failure> {
    let first = games.first().ok_or(SetupError::NoGame)?;
    #[cfg(feature = "web")]
    let page = web_choices::choices(
        settings,
        words,
        &language,
        model.is_some(),
        first.journal.as_ref().map(|(file, _)| file.path()),
    )?;
    // Laid out while nothing else is open, and only for a microphone.
    let expected = model.as_ref().map(|_| expected(&language.grammar, &first.session.moment()));
    let (mut ports, wakes) = Ports::new(language, screen.for_game(settings));
    ports.try_plug(SignalsPort::open)?;
    ports.set_owner(Some(0));
    let messages = catalogue_for(settings);
    let recorder = match &first.journal {
        Some((file, chain)) if settings.keep_voice.unwrap_or(false) => {
            plug_voice_recorder(&mut ports, file.path(), chain, &messages, screen)
        }
        _ => None,
    };
    if let Some(name) = &settings.board {
        let sides = game_options::board_moves(settings);
        let opened = ports.try_plug(|reporter| BoardPort::open(name, sides, reporter));
        report_missing(&mut ports, screen, &messages, Device::Board, opened);
    }
    let opponent = first.session.record().start().opponent.clone();
    let mut in_play = Vec::new();
    for (n, game) in games.into_iter().enumerate() {
        ports.set_owner(Some(n));
        in_play.push(game.plug_in(&mut ports, shared)?);
    }
    ports.set_owner(Some(0));
    plug_hall(&mut ports, settings, &opponent, &messages, screen);
    ports.set_owner(None);
    ports.plug(|_| ScreenPort::default());
    ports.plug(|reporter| SchoolPort::new(config::progress(), config::own_puzzles(), reporter));
    if settings.voice.unwrap_or_default() == VoiceSetting::On {
        ports.try_plug(|reporter| {
            SpeakerPort::open(voice_settings(settings), reporter)
                .map(|speaker| speaker.recorded_by(recorder.clone()))
        })?;
    }
    if has_tones(settings) {
        let opened = ports.try_plug(|_| TonePlayer::start().map(TonesPort::new));
        report_missing(&mut ports, screen, &messages, Device::Tones, opened);
    }
    let keys = KeyMap::changed(&settings.braille_keys)?;
    // A text or a recording ends the game when it ends.
    let holds = matches!(words, InputSource::Spoken);
    let no_braille = |fault: &BrailleUnavailable| {
        screen.lacking(&messages, Device::Braille.into(), &messages.render(fault))
    };
    ports.plug(|reporter| BraillePort::open(keys, holds, no_braille, reporter));
    if let Some(path) = &settings.clock {
        let opened = ports.try_plug(|reporter| ClockPort::open(path, reporter));
        report_missing(&mut ports, screen, &messages, Device::Clock, opened);
    }
    #[cfg(feature = "web")]
    plug_page(&mut ports, page, &messages, screen);
    #[cfg(not(feature = "web"))]
    if settings.web.is_some() {
        report_missing(&mut ports, screen, &messages, Device::Page, Err(SetupError::WithoutPage));
    }
    // A recording read at full speed waits for the answers.
    let waits = matches!(words, InputSource::Recorded { real_time: false, .. });
    let gated = !waits && !settings.headphones.unwrap_or(false);
    let mut awaited = false;
    let source: Option<Box<dyn AudioSource>> = match words {
        InputSource::Typed(text) => {
            ports.try_plug(|reporter| LinesPort::open(text.clone(), reporter))?;
            None
        }
        InputSource::Recorded { file, real_time } => {
            let pace = if *real_time { Pacing::RealTime } else { Pacing::FullSpeed };
            Some(Box::new(WavSource::open(file, pace)?))
        }
        InputSource::Spoken => {
            let echo = screen.echo();
            let opened = ports.try_plug(|reporter| KeyboardPort::open(echo, reporter));
            report_missing(&mut ports, screen, &messages, Device::Keyboard, opened);
            if model.is_none() {
                ports.plug(|reporter| MissingPort::new(Device::Recognizer, &reporter));
            }
            model.is_some().then(|| -> Box<dyn AudioSource> {
                let microphone = Microphone::open_when_available(settings.microphone.as_deref());
                // The ear reports what is missing.
                awaited = !microphone.is_open();
                if !awaited {
                    screen.found(&messages.say("game-found", &[("device", &"microphone"), ("name", &"")]));
                }
                let hears_itself = gated && settings.barge_in.unwrap_or_default() == BargeIn::On;
                if hears_itself { microphone.without_echo() } else { Box::new(microphone) }
            })
        }
    };
    if let (Some(source), Some(model), Some(expected)) = (source, model, expected) {
        ports.try_plug(|reporter| -> Result<EarPort, Failure> {
            let options = EarOptions { keep_samples: recorder.is_some(), ..EarOptions::default() };
            let ear = ear(source, model, settings, options, &expected, reporter.into_sink())?;
            Ok(EarPort::new(ear, gated, awaited).recorded_by(recorder))
        })?;
    }
    Ok(GameLoop::new(in_play, ports, WallTime::new(wakes)))
}

/// Plugs in the hall in which the first game is shown, if one is wanted. Without it the game is played all the same.
fn plug_hall(
    ports: &mut Ports,
    settings: &Settings,
    opponent: &Opponent,
    words: &Catalogue,
    screen: &Screen,
) {
    let Some(path) = &settings.hall else { return };
    // Two players who meet in a hall have come in as such.
    #[cfg(all(feature = "peer", feature = "hall"))]
    if opponent.is_peer() && matches!(hall_access::player_of(Some(path)), Ok(Some(_))) {
        return;
    }
    let _ = opponent;
    #[cfg(feature = "hall")]
    let opened = hall_access::of_board(path)
        .and_then(|(file, board)| ports.try_plug(|reporter| HallPort::open(&file, board, reporter)));
    #[cfg(not(feature = "hall"))]
    let opened = {
        let _ = path;
        Err(SetupError::WithoutHall)
    };
    report_missing(ports, screen, words, Device::Hall, opened);
}

/// Plugs in the page, if one is wanted, and prints where it is.
#[cfg(feature = "web")]
fn plug_page(ports: &mut Ports, page: Option<WebChoices>, words: &Catalogue, screen: &Screen) {
    let Some(page) = page else { return };
    let opened = ports.try_plug(|reporter| {
        let port = WebPort::open(page, reporter)?;
        web_choices::print_addresses(&port, words, screen);
        Ok::<_, WebUnavailable>(port)
    });
    report_missing(ports, screen, words, Device::Page, opened);
}

/// Plugs in the server, if the game is played on one.
#[cfg(feature = "online")]
fn plug_server(
    ports: &mut Ports,
    settings: &Settings,
    start: &Start,
    shared: &SharedResources,
) -> Result<(), Failure> {
    let Opponent::Online { player, .. } = &start.opponent else { return Ok(()) };
    let first = settings.online_first.as_deref().and_then(OnlineStart::parse);
    let plan = match (first, start.id_on_server()) {
        (Some(plan), _) => plan,
        (None, Some(game)) => OnlineStart::TakeUp(game.to_owned()),
        (None, None) => {
            let side = match settings.user {
                Some(User::White) => Some(Color::White),
                Some(User::Black) => Some(Color::Black),
                Some(User::Both) | None => None,
            };
            let pace = settings.days.map(Pace::Days).or(start.time_control.clone().map(Pace::Clock));
            OnlineStart::seek(pace, settings.rated.unwrap_or(false), player.clone(), side)?
        }
    };
    let client = match account::client(settings) {
        Ok(client) => Ok(client),
        Err(AccountError::Token(TokenError::None)) => Err(OnlineFault::NoAccount),
        Err(error) => return Err(error.into()),
    };
    let anew = settings.clone();
    let account_anew = Box::new(move || account::client(&anew).ok());
    ports.try_plug(|reporter| {
        OnlinePort::open(account_anew, client, plan, start.clone(), shared.account.clone(), reporter)
    })?;
    Ok(())
}

/// Returns the fault for which no game online can begin, if it is one of the account or of the time control.
#[cfg(feature = "online")]
pub(super) fn online_fault(error: &Failure) -> Option<OnlineFault> {
    if error.downcast_ref::<AccountError>().is_some() {
        return Some(OnlineFault::AccountUnreadable);
    }
    let refused = error.downcast_ref::<OnlineStartError>()?;
    match refused {
        OnlineStartError::Control(_) | OnlineStartError::TooLong(_) | OnlineStartError::Days(_) => {
            Some(OnlineFault::TimeNotOffered)
        }
        OnlineStartError::TooFast(_) => Some(OnlineFault::TooFast),
        OnlineStartError::Name(_) | OnlineStartError::Side => None,
    }
}

#[cfg(not(feature = "online"))]
pub(super) fn online_fault(_error: &Failure) -> Option<OnlineFault> {
    None
}

#[cfg(not(feature = "online"))]
fn plug_server(
    _ports: &mut Ports,
    _settings: &Settings,
    start: &Start,
    _shared: &SharedResources,
) -> Result<(), Failure> {
    if start.opponent.is_online() { Err(SetupError::WithoutOnlineGames.into()) } else { Ok(()) }
}

/// Plugs in the engine, if there is one.
fn plug_engine(ports: &mut Ports, engine: Option<StartedEngine>) -> std::io::Result<()> {
    let Some(engine) = engine else { return Ok(()) };
    ports.try_plug(|reporter| {
        let news = reporter.clone();
        let engine = engine.play(move |event| news.report(EngineNews::Engine(event)))?;
        Ok(EnginePort::new(engine, reporter))
    })
}

/// Records what players and the program say, beside the journal; reports what prevents that.
fn plug_voice_recorder(
    ports: &mut Ports,
    journal: &Path,
    chain: &Chain,
    words: &Catalogue,
    screen: &Screen,
) -> Option<VoiceRecorder> {
    #[cfg(feature = "audio")]
    let played = Some(Box::new(Microphone::playback_monitor()) as Box<dyn AudioSource>);
    #[cfg(not(feature = "audio"))]
    let played = None;
    let folder = recordings_folder(journal);
    let mut started = None;
    let plugged = ports.try_plug(|reporter| {
        let recorder =
            VoiceRecorder::start(folder.clone(), played, chain.number() as u64, reporter.into_sink())?;
        started = Some(recorder.clone());
        Ok::<_, std::io::Error>(VoiceRecorderPort::new(recorder, folder))
    });
    report_missing(ports, screen, words, Device::Recordings, plugged);
    started
}

/// Whether short tones are wanted.
fn has_tones(settings: &Settings) -> bool {
    match settings.tones.unwrap_or_default() {
        Tones::Off => false,
        Tones::Headphones => settings.headphones.unwrap_or(false),
        Tones::Always => true,
    }
}

/// Prints why a device cannot be used, and has the players told that it is not there; the game goes on without it.
fn report_missing<E: Message>(
    ports: &mut Ports,
    screen: &Screen,
    words: &Catalogue,
    device: Device,
    opened: Result<(), E>,
) {
    if let Err(fault) = opened {
        screen.lacking(words, device.into(), &words.render(&fault));
        ports.plug(|reporter| MissingPort::new(device, &reporter));
    }
}

/// Returns the messages in the language of a game.
pub fn catalogue_for(settings: &Settings) -> Catalogue {
    game_options::language_folder(settings).unwrap_or(LanguageFolder::USUAL).catalogue()
}
