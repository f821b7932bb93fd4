//! Why games cannot be set up.

use std::{io, path::PathBuf};

use crate::{
    language::{Arguments, Message},
    laws::Color,
};

/// Why games cannot be set up.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "setup")]
pub enum SetupError {
    ClockTooYoung,
    NoGame,
    NoJournal,
    NothingUnfinished {
        folder: PathBuf,
    },
    NothingFinished {
        folder: PathBuf,
    },
    NotOver {
        path: PathBuf,
    },
    WithoutOnlineGames,
    WithoutPeers,
    WithoutPage,
    WithoutHall,
    /// The game is played through a hall whose file is gone.
    WithoutHallFile,
    /// The hall file is that of this side, and the user has the other.
    #[message(with = of_side)]
    OtherSide {
        side: Color,
    },
    OneJournal,
    OneRecorded {
        games: usize,
    },
    NoFolder,
    Folder {
        path: PathBuf,
        source: io::Error,
    },
}

fn of_side(side: &Color, to: &mut Arguments) {
    to.set("side", side.fold_wb("white", "black"));
}
