//! Options that change nothing beside the others are refused, since whoever gives one wants something of it. Settings of
//! the configuration file are for all games, and are not.

use annabella::{
    app::game_options::{self, ASK_OPPONENT, opponent, opponents},
    clock::Bonus,
    commands::error::UselessOption,
    config::{ConfirmMode, ScreenForm, Settings, Tones, VoiceSetting},
    journal::Opponent,
};

use clap::ValueEnum;

use super::command::{Command, HallAct, WordSource};

/// What a setting needs to change anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Engine,
    Server,
    /// A game by correspondence: on a server, or through a hall.
    Days,
    /// Another player's program.
    Peer,
    /// A game that is not a server's: its start, its time, its rules and its names are the server's own.
    NoServer,
    /// An opponent who says their moves.
    AtBoard,
    Delay,
    Board,
    Competition,
    /// It has all that this would give.
    NoCompetition,
    /// Nothing may be told of the position.
    Discretion,
    /// The position may be told.
    ToldPosition,
    /// Time runs.
    Time,
    /// In a period without an increment or a delay.
    PlainTime,
    /// The time may be told.
    WarningsAllowed,
    /// Somebody is heard, at the microphone or from a recording.
    Hearing,
    Microphone,
    /// The program speaks over loudspeakers.
    Loudspeakers,
    /// A microphone, or tones that only headphones have.
    Headphones,
    /// A page is served.
    Page,
    /// The program speaks.
    Voice,
    /// The program prints.
    Screen,
}

const NEEDS: [(&str, Need); 43] = [
    ("strength", Need::Engine),
    ("move-time", Need::Engine),
    ("engine-resigns", Need::Engine),
    ("days", Need::Days),
    ("rated", Need::Server),
    ("lichess-url", Need::Server),
    ("peer-code", Need::Peer),
    ("peer-clock", Need::Peer),
    ("peer-way", Need::Peer),
    ("fen", Need::NoServer),
    ("chess960", Need::NoServer),
    ("white", Need::NoServer),
    ("black", Need::NoServer),
    ("event", Need::NoServer),
    ("site", Need::NoServer),
    ("default-time", Need::NoServer),
    ("unsupervised", Need::NoServer),
    ("resumption", Need::NoServer),
    ("guidelines-iii", Need::NoServer),
    ("guidelines-iii", Need::PlainTime),
    ("repeat", Need::AtBoard),
    ("delay", Need::Delay),
    ("board-moves", Need::Board),
    ("board-touches", Need::Board),
    ("board-clock", Need::Board),
    ("board-clock", Need::NoServer),
    ("blindfold", Need::NoCompetition),
    ("described", Need::Discretion),
    ("board-picture", Need::ToldPosition),
    ("board-picture", Need::Screen),
    ("warnings", Need::Time),
    ("warnings", Need::WarningsAllowed),
    ("warnings-allowed", Need::Competition),
    ("model", Need::Hearing),
    ("pause", Need::Hearing),
    ("microphone", Need::Microphone),
    ("barge-in", Need::Loudspeakers),
    ("headphones", Need::Headphones),
    ("rate", Need::Voice),
    ("volume", Need::Voice),
    ("web-seat", Need::Page),
    ("web-delay", Need::Page),
    ("web-name", Need::Page),
];

/// A game that is set up: its settings, and where the words come from.
pub(crate) struct SetUpGame<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) input: &'a WordSource,
    /// The opponent is asked for.
    pub(crate) asks: bool,
}

impl Need {
    /// Whether a game, or one that may be chosen with these settings, has it.
    fn is_met(self, game: &SetUpGame) -> bool {
        let SetUpGame { settings, input, asks } = *game;
        let all = opponents(settings);
        // An opponent that there is not is refused as that.
        let against = |is: fn(&Opponent) -> bool| {
            let may_be = |of: &Settings| {
                of.opponent.as_deref() == Some(ASK_OPPONENT) || opponent(of).map_or(true, |who| is(&who))
            };
            asks || all.iter().any(may_be)
        };
        // A time that cannot be read is refused as that.
        let has_time = |is: fn(&Bonus) -> bool| {
            let own = Settings { fen: None, chess960: None, ..settings.clone() };
            let control = game_options::start(&own).map(|start| start.time_control);
            control.map_or(true, |control| {
                control.is_some_and(|control| control.periods().iter().any(|period| is(&period.bonus)))
            })
        };
        match self {
            Need::Engine => against(Opponent::is_engine),
            Need::Server => against(|who| who.is_online() && !who.is_peer()),
            Need::Days if settings.hall.is_some() => against(Opponent::is_online),
            Need::Days => against(|who| who.is_online() && !who.is_peer()),
            Need::Peer => against(Opponent::is_peer),
            Need::NoServer => against(|who| !who.is_online() || who.is_peer()),
            Need::AtBoard => against(Opponent::is_at_board),
            Need::Delay => settings.confirm == Some(ConfirmMode::Delay),
            Need::Board => settings.board.is_some(),
            Need::Competition => settings.competition == Some(true),
            Need::NoCompetition => settings.competition != Some(true),
            Need::Discretion => settings.competition == Some(true) || settings.blindfold == Some(true),
            Need::ToldPosition => {
                let told = settings.described.as_deref().is_some_and(|all| all.contains("position"));
                told || !Need::Discretion.is_met(game)
            }
            Need::Time => {
                has_time(|_| true)
                    || settings.board_clock == Some(true)
                    || against(|who| who.is_online() && !who.is_peer())
            }
            Need::PlainTime => has_time(|bonus| *bonus == Bonus::None) || settings.board_clock == Some(true),
            Need::WarningsAllowed => {
                settings.competition != Some(true) || settings.warnings_allowed == Some(true)
            }
            Need::Hearing => input.text.is_none(),
            Need::Microphone => input.text.is_none() && input.audio.is_none(),
            Need::Loudspeakers => Need::Microphone.is_met(game) && settings.headphones != Some(true),
            Need::Page => settings.web.is_some(),
            Need::Voice => settings.voice != Some(VoiceSetting::Off),
            Need::Screen => settings.screen != Some(ScreenForm::Off),
            Need::Headphones => {
                Need::Microphone.is_met(game) || settings.tones.unwrap_or_default() == Tones::Headphones
            }
        }
    }

    fn refusal(self, option: &str, game: &SetUpGame) -> UselessOption {
        let option = format!("--{option}");
        let SetUpGame { settings, input, .. } = game;
        let time = settings.time.as_ref().map(|time| format!("--time {time}"));
        let control = || settings.time_control.as_ref().map(|control| format!("--time-control {control}"));
        if let (Need::PlainTime, Some(other)) = (self, time.or_else(control)) {
            return UselessOption::Beside { option, other };
        }
        let input = if input.text.is_some() { "--text" } else { "--audio" };
        let (is_ruled_out, other) = match self {
            Need::Engine => (false, "--opponent engine"),
            Need::Server | Need::Days => (false, "--opponent lichess"),
            Need::Peer => (false, "--opponent peer"),
            Need::NoServer => (true, "--opponent lichess"),
            Need::AtBoard => (false, "--opponent board"),
            Need::Delay => (false, "--confirm delay"),
            Need::Board => (false, "--board"),
            Need::Competition | Need::Discretion => (false, "--competition"),
            Need::ToldPosition if settings.competition != Some(true) => (true, "--blindfold"),
            Need::NoCompetition | Need::ToldPosition => (true, "--competition"),
            Need::Time | Need::PlainTime => (false, "--time"),
            Need::WarningsAllowed => (false, "--warnings-allowed"),
            Need::Page => (false, "--web"),
            Need::Voice => (true, "--voice off"),
            Need::Screen => (true, "--screen off"),
            Need::Loudspeakers if input == "--audio" => (true, "--headphones"),
            Need::Hearing | Need::Microphone | Need::Loudspeakers | Need::Headphones => (true, input),
        };
        match is_ruled_out {
            true => UselessOption::Beside { option, other: other.to_owned() },
            false => UselessOption::Without { option, missing: other },
        }
    }
}

/// Checks the settings that were typed for a game against all that it has.
pub(crate) fn check_game(typed: &Settings, game: &SetUpGame) -> Result<(), UselessOption> {
    let chosen = typed.chosen();
    let useless = NEEDS.iter().find(|(name, need)| chosen.contains_key(*name) && !need.is_met(game));
    useless.map_or(Ok(()), |(name, need)| Err(need.refusal(name, game)))
}

/// Checks the options of a command that plays no game.
pub(crate) fn check(command: &Command) -> Result<(), UselessOption> {
    let chosen_of = |settings: &Settings, names: &[&str]| {
        let chosen = settings.chosen();
        names.iter().find(|name| chosen.contains_key(**name)).map(|name| format!("--{name}"))
    };
    let beside = |settings: &Settings, names: &[&str], other: &str| {
        chosen_of(settings, names)
            .map_or(Ok(()), |option| Err(UselessOption::Beside { option, other: other.to_owned() }))
    };
    let without = |settings: &Settings, names: &[&str], missing| {
        chosen_of(settings, names).map_or(Ok(()), |option| Err(UselessOption::Without { option, missing }))
    };
    match command {
        Command::Hall {
            act,
            boards,
            name,
            host,
            apart,
            port,
            trf,
            broadcast,
            lichess_url,
            scores,
            web,
            web_delay,
            language,
            arbiter,
            microphone,
            headphones,
            ..
        } => {
            let (prepares, shows) = (*act == HallAct::Prepare, [HallAct::Desk, HallAct::Show].contains(act));
            let given = [
                ("boards", prepares, boards.is_some()),
                ("name", prepares, name.is_some()),
                ("host", prepares, !host.is_empty()),
                ("apart", prepares, *apart),
                ("port", prepares, port.is_some()),
                ("trf", *act != HallAct::Broker, trf.is_some()),
                ("broadcast", shows, broadcast.is_some()),
                ("lichess-url", broadcast.is_some(), lichess_url.is_some()),
                ("scores", shows, scores.is_some()),
                ("web", shows, web.is_some()),
                ("language", shows, language.is_some()),
                ("arbiter", *act == HallAct::Desk, arbiter.is_some()),
                ("microphone", *act == HallAct::Desk, microphone.is_some()),
                ("headphones", *act == HallAct::Desk, *headphones),
                ("web-delay", *act == HallAct::Show, web_delay.is_some()),
            ];
            let useless = given.into_iter().find(|(_, heeds, is_given)| *is_given && !heeds);
            useless.map_or(Ok(()), |(option, ..)| {
                let other = act.to_possible_value().map(|act| act.get_name().to_owned()).unwrap_or_default();
                Err(UselessOption::Beside { option: format!("--{option}"), other })
            })
        }
        Command::Listen { audio, keep, settings } => {
            if audio.is_some() {
                beside(settings, &["microphone", "headphones"], "--audio")?;
            }
            // It speaks only to say that it keeps what is said.
            if keep.is_none() {
                without(settings, &["headphones", "rate", "volume"], "--keep")
            } else {
                Ok(())
            }
        }
        Command::Setup { settings, input }
        | Command::Learn { settings, input, .. }
        | Command::Review { settings, input, .. } => {
            let (is_typed, is_recorded) = (input.text.is_some(), input.audio.is_some());
            if is_typed {
                beside(settings, &["model", "pause"], "--text")?;
            }
            if settings.web.is_none() {
                without(settings, &["web-seat", "web-name"], "--web")?;
            }
            if settings.voice == Some(VoiceSetting::Off) {
                beside(settings, &["rate", "volume"], "--voice off")?;
            }
            let other = if is_typed { "--text" } else { "--audio" };
            if is_typed || is_recorded { beside(settings, &["microphone"], other) } else { Ok(()) }
        }
        Command::Transcribe { dgt: Some(_), settings, .. } => {
            beside(settings, &["grammar", "model", "pause"], "--dgt")
        }
        Command::Transcribe { audio: None, settings, .. } => {
            without(settings, &["model", "pause"], "--audio")
        }
        Command::Export { text, audit, language, view, .. } => {
            let is_seen = view.svg || view.html;
            let needs = |is_met: bool, option: &str, is_given: bool| match is_given && !is_met {
                true => Err(UselessOption::Without { option: option.to_owned(), missing: "--html" }),
                false => Ok(()),
            };
            needs(is_seen, "--turned", view.turned)?;
            needs(is_seen, "--game", view.game.is_some())?;
            needs(is_seen || *text || *audit, "--language", language.is_some())
        }
        // Of the boards that are emulated only this one has a clock.
        Command::BoardEmulator { kind, minutes: Some(_), .. } if kind != "dgt" => {
            Err(UselessOption::Beside { option: "--minutes".to_owned(), other: format!("--kind {kind}") })
        }
        Command::Perft { fen, chess960: true, .. } if fen.parse::<u32>().is_ok() => {
            Err(UselessOption::Beside { option: "--chess960".to_owned(), other: fen.clone() })
        }
        _ => Ok(()),
    }
}

/// Checks that a game of a file begins in the position that was typed, if one was.
pub(crate) fn check_start(
    typed: &Settings,
    path: &std::path::Path,
    begins: bool,
) -> Result<(), UselessOption> {
    let option = match (&typed.fen, typed.chess960) {
        (None, None) => return Ok(()),
        (Some(_), _) => "--fen",
        (None, Some(_)) => "--chess960",
    };
    if begins { Ok(()) } else { Err(UselessOption::NoStart { option, path: path.display().to_string() }) }
}

#[cfg(test)]
pub(in crate::cli) mod tests;
