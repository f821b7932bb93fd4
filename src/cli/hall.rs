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
    use std::{path::Path, process::ExitCode, time::Duration};

    use annabella::{
        app::{game_options::Language, hall_access, web_choices},
        commands::hall::{
            self, broker,
            desk::{self, DeskOptions},
            prepare::{self, HallPlan},
        },
        config::Settings,
        hall::HallRole,
        language::LanguageFolder,
    };

    use super::{Catalogue, Command, CommandResult};
    use crate::cli::{command::HallAct, streams::put};

    pub(in crate::cli) fn hall(command: Command, words: &Catalogue) -> CommandResult {
        let Command::Hall { act, place, boards, name, host, port, web, web_delay, language } = command else {
            return Ok(ExitCode::SUCCESS);
        };
        match act {
            HallAct::Prepare => {
                let boards = boards.and_then(|boards| u16::try_from(boards).ok()).unwrap_or(BOARDS);
                let name = name.unwrap_or_else(|| named_after(&place));
                let plan = HallPlan { name, boards, hosts: host, port: port.unwrap_or(prepare::PORT) };
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
                };
                desk::run(options, |line| drop(put(&(line.to_owned() + "\n"))))?;
                Ok(ExitCode::SUCCESS)
            }
        }
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
