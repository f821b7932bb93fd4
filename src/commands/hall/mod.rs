//! A hall of boards: what it needs is [prepared](mod@prepare), a [broker](mod@broker) runs with it, and an arbiter has a
//! [desk](mod@desk), at which they [talk](mod@talk), and which spectators see as a screen. A [report](mod@report) says who meets whom and takes the results; a
//! [broadcast](mod@broadcast) shows the games elsewhere.

mod apart;
pub mod broker;
pub mod desk;
mod desk_news;
mod desk_page;
mod desk_papers;
mod desk_state;
mod desk_use;
mod desk_voice;
pub mod talk;
pub mod prepare;
pub mod report;
mod scores_file;
#[cfg(feature = "online")]
pub mod broadcast;

use std::{io, path::PathBuf};

use crate::{app::hall_access::HallAccessError, language::Message};

/// Why a command of the hall fails.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "hall-error")]
pub enum HallError {
    /// The folder has something in it.
    Occupied {
        folder: PathBuf,
    },
    Write {
        folder: PathBuf,
        source: io::Error,
    },
    /// The scores of the boards cannot be kept in their file.
    Scores {
        path: PathBuf,
        source: io::Error,
    },
    /// A name is none that a certificate can be for.
    NoHostName {
        host: String,
    },
    Certificate {
        what: String,
    },
    /// There is no hall in the folder.
    NoHall {
        folder: PathBuf,
    },
    NoBroker,
    PortTaken {
        port: u16,
        source: io::Error,
    },
    Start {
        source: io::Error,
    },
    #[message(transparent)]
    Access(#[from] HallAccessError),
    #[message(transparent)]
    Report(#[from] report::RoundReportError),
}

/// The file of an arbiter in the folder of a hall.
pub const ARBITER: &str = "arbiter.hall";
/// The file of a screen.
pub const SCREEN: &str = "screen.hall";
/// The folder of the boards' files.
pub const BOARDS: &str = "boards";
/// The broker's configuration.
pub const CONFIGURATION: &str = "mosquitto.conf";
