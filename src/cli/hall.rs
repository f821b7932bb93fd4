//! `hall`: what it needs is written, its broker is run, and all boards are seen.

use annabella::language::Catalogue;

use super::{command::Command, run::CommandResult};

#[cfg(not(feature = "hall"))]
pub(super) fn hall(_: Command, _: &Catalogue) -> CommandResult {
    Err(annabella::commands::error::CommandError::WithoutHall.into())
}

#[cfg(feature = "hall")]
pub(super) use with_hall::hall;

#[cfg(feature = "hall")]
mod with_hall {
    use std::{io::BufReader, path::Path, process::ExitCode, time::Duration};

    use annabella::{
        app::{game_options::Language, hall_access, web_choices},
        commands::hall::{
            self, HallError, broker,
            desk::{self, DeskOptions},
            prepare::{self, HallPlan},
            report::RoundReport,
        },
        config::Settings,
        hall::HallRole,
        language::LanguageFolder,
    };

    #[cfg(not(feature = "online"))]
    use annabella::app::game_setup::SetupError;
    #[cfg(feature = "online")]
    use annabella::{
        app::account, commands::hall::broadcast::BroadcastTarget,
        devices::lichess::broadcast::BroadcastRoundId, language::Failure,
    };

    use super::{Catalogue, Command, CommandResult};
    use crate::cli::{
        command::HallAct,
        streams::{printer, put},
    };

    pub(in crate::cli) fn hall(command: Command, words: &Catalogue) -> CommandResult {
        let Command::Hall {
            act,
            place,
            boards,
            apart,
            name,
            host,
            port,
            trf,
            round,
            broadcast,
            lichess_url,
            scores,
            web,
            web_delay,
            language,
            arbiter,
            microphone,
            headphones,
        } = command
        else {
            return Ok(ExitCode::SUCCESS);
        };
        let round = round.map(|round| round as usize);
        let report = trf.map(|path| RoundReport::read(&path, round)).transpose().map_err(HallError::from)?;
        match act {
            HallAct::Prepare => {
                let paired = report.as_ref().and_then(|report| u16::try_from(report.boards()).ok());
                let boards =
                    boards.and_then(|boards| u16::try_from(boards).ok()).or(paired).unwrap_or(BOARDS);
                let name = name.unwrap_or_else(|| named_after(&place));
                let port = port.unwrap_or(prepare::PORT);
                let plan = HallPlan { name, boards, apart, hosts: host, port, report };
                prepare::prepare(&place, &plan)?;
                let folder = place.display();
                let made = words
                    .say("hall-prepared", &[("name", &plan.name), ("boards", &boards), ("folder", &folder)]);
                put(&(made + "\n"))
            }
            HallAct::Broker => {
                let broker = broker::find(&place)?;
                let (name, port) = (&broker.hall.hall, &broker.hall.port);
                put(&(words.say("hall-broker", &[("name", name), ("port", port)]) + "\n"))?;
                Err(broker.run().into())
            }
            HallAct::Desk | HallAct::Show => {
                let (role, of_folder, usual) = match act {
                    HallAct::Desk => (HallRole::Arbiter, hall::ARBITER, 0),
                    _ => (HallRole::Screen, hall::SCREEN, 900),
                };
                let path = if place.is_dir() { place.join(of_folder) } else { place };
                let file = hall_access::of_role(&path, role).map_err(hall::HallError::from)?;
                let folder = language.as_deref().map(LanguageFolder::find).transpose()?;
                let folder = folder.unwrap_or_else(crate::cli::language);
                let settings = Settings {
                    language: Some(folder.tag.to_owned()),
                    web: Some(web.unwrap_or_else(|| PAGE.to_owned())),
                    ..Settings::default()
                };
                let options = DeskOptions {
                    file,
                    address: web_choices::address(&settings)?.expect("one is set"),
                    delay: Duration::from_secs(web_delay.unwrap_or(usual).into()),
                    folder,
                    language: Language::of(&settings)?,
                    report,
                    scores,
                    typed: Some(Box::new(BufReader::new(std::io::stdin()))),
                    arbiter,
                    spoken: microphone.map(|name| Settings {
                        microphone: Some(name).filter(|name| !name.is_empty()),
                        headphones: Some(headphones),
                        ..settings.clone()
                    }),
                    #[cfg(feature = "online")]
                    broadcast: broadcast.map(|round| target(&round, lichess_url)).transpose()?,
                };
                #[cfg(not(feature = "online"))]
                if broadcast.is_some() || lichess_url.is_some() {
                    return Err(SetupError::WithoutOnlineGames.into());
                }
                let printer = printer(words)?;
                desk::run(options, |line| printer.line(line))?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }

    /// Where a round is broadcast, with the account that is kept.
    #[cfg(feature = "online")]
    fn target(round: &str, lichess_url: Option<String>) -> Result<BroadcastTarget, Failure> {
        let settings = Settings { lichess_url, ..Settings::default() };
        Ok(BroadcastTarget { round: round.parse::<BroadcastRoundId>()?, client: account::client(&settings)? })
    }

    /// Where the page is unless that is said.
    const PAGE: &str = "127.0.0.1:8960";
    /// How many boards a hall has unless that is said.
    const BOARDS: u16 = 20;

    /// A hall is called like its folder.
    fn named_after(folder: &Path) -> String {
        let named = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        named.unwrap_or_else(|| "annabella".to_owned())
    }
}
