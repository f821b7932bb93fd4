//! The file with which a board, an arbiter or a screen comes into a hall.

use serde::{Deserialize, Serialize};

use crate::{
    language::{Message, TomlFault},
    laws::Color,
};

/// What a hall file lets its owner be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum HallRole {
    /// A board, which publishes its game.
    Board,
    /// An arbiter, who sees all boards and rules.
    Arbiter,
    /// Whoever only looks on.
    Screen,
    /// One of two players who are not in one room, and play through the hall.
    Player,
}

/// The side of a player, as a hall file has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum PlayerSide {
    /// White, who proposes the terms.
    White,
    /// Black.
    Black,
}

impl PlayerSide {
    /// Both sides.
    pub const ALL: [PlayerSide; 2] = [PlayerSide::White, PlayerSide::Black];

    /// The colour.
    pub fn color(self) -> Color {
        match self {
            PlayerSide::White => Color::White,
            PlayerSide::Black => Color::Black,
        }
    }
}

/// A hall file: `board-017.hall`, in TOML.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HallFile {
    /// The name of the hall.
    pub hall: String,
    /// What it lets its owner be.
    pub role: HallRole,
    /// The number of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<u16>,
    /// The side of a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<PlayerSide>,
    /// What both players of a board share, and nobody else has: their messages are sealed with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Who has White at the board, where the hall was prepared for a round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// Who has Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// The tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The round, and behind a dot the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<String>,
    /// The time control as PGN writes it, where the round has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// Names or numbers of the broker's machine, any of which may lead there.
    pub hosts: Vec<String>,
    /// The broker's port.
    pub port: u16,
    /// Who comes in.
    pub user: String,
    /// By what.
    pub password: String,
    /// The certificate of the hall's own authority, in PEM: no other is trusted.
    pub authority: String,
}

/// A password is secret.
impl std::fmt::Debug for HallFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "HallFile({} {})", self.hall, self.user)
    }
}

/// Why a text is no hall file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "hall-file")]
pub enum HallFileError {
    /// It is no TOML, or something is missing.
    Unreadable {
        /// Counted from 1. What stands there is not told: it may be a password.
        line: usize,
        /// What is wrong there.
        fault: TomlFault,
    },
    /// It names no machine.
    NoHost,
    /// A board has no number, or something else has one.
    NoBoard,
    /// A player has no side or no secret, or something else has one.
    NoPlayer,
    /// The certificate is none.
    NoCertificate,
    /// It is somebody else's than a board's.
    NotOfBoard,
    /// It is somebody else's than an arbiter's.
    NotOfArbiter,
    /// It is somebody else's than a screen's.
    NotOfScreen,
    /// It is somebody else's than a player's.
    NotOfPlayer,
}

impl HallFile {
    /// The ending of its name.
    pub const ENDING: &str = "hall";

    /// Reads a hall file.
    ///
    /// # Errors
    ///
    /// [`HallFileError`].
    pub fn read(text: &str) -> Result<HallFile, HallFileError> {
        let file: HallFile = toml::from_str(text).map_err(|error| {
            let (line, _, fault) = TomlFault::locate(text, &error);
            HallFileError::Unreadable { line, fault }
        })?;
        let has_board = matches!(file.role, HallRole::Board | HallRole::Player);
        let is_player = file.role == HallRole::Player;
        match () {
            () if file.hosts.iter().all(|host| host.trim().is_empty()) => Err(HallFileError::NoHost),
            () if has_board != file.board.is_some_and(|board| board > 0) => Err(HallFileError::NoBoard),
            () if is_player != file.side.is_some() || is_player != file.secret.is_some() => {
                Err(HallFileError::NoPlayer)
            }
            () if !file.authority.contains("-----BEGIN CERTIFICATE-----") => {
                Err(HallFileError::NoCertificate)
            }
            () => Ok(file),
        }
    }

    /// Returns the number of the board, if it is a board's file.
    ///
    /// # Errors
    ///
    /// [`HallFileError::NotOfBoard`].
    pub fn for_board(&self) -> Result<u16, HallFileError> {
        self.board.filter(|_| self.role == HallRole::Board).ok_or(HallFileError::NotOfBoard)
    }

    /// Returns the board, the side and the shared secret, if it is a player's file.
    ///
    /// # Errors
    ///
    /// [`HallFileError::NotOfPlayer`].
    pub fn for_player(&self) -> Result<(u16, Color, &str), HallFileError> {
        self.for_role(HallRole::Player)?;
        let (Some(board), Some(side), Some(secret)) = (self.board, self.side, &self.secret) else {
            return Err(HallFileError::NoPlayer);
        };
        Ok((board, side.color(), secret))
    }

    /// Checks that the file is for this role.
    ///
    /// # Errors
    ///
    /// [`HallFileError::NotOfBoard`] and those like it.
    pub fn for_role(&self, wanted: HallRole) -> Result<(), HallFileError> {
        match wanted {
            _ if self.role == wanted => Ok(()),
            HallRole::Board => Err(HallFileError::NotOfBoard),
            HallRole::Arbiter => Err(HallFileError::NotOfArbiter),
            HallRole::Screen => Err(HallFileError::NotOfScreen),
            HallRole::Player => Err(HallFileError::NotOfPlayer),
        }
    }

    /// Returns the text of the file.
    pub fn written(&self) -> String {
        toml::to_string(self).expect("texts and numbers are TOML")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> HallFile {
        HallFile {
            hall: "Vereinsheim".to_owned(),
            role: HallRole::Board,
            board: Some(17),
            side: None,
            secret: None,
            white: None,
            black: None,
            event: None,
            round: None,
            time_control: None,
            hosts: vec!["192.0.2.5".to_owned(), "halle.local".to_owned()],
            port: 8883,
            user: "17".to_owned(),
            password: "secret".to_owned(),
            authority: "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n".to_owned(),
        }
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let read = HallFile::read(&file().written()).unwrap();
        assert_eq!(read, file());
        assert_eq!(read.for_board(), Ok(17));
        assert!(!format!("{read:?}").contains("secret"));
    }

    #[test]
    fn what_is_no_hall_file_is_refused_with_the_reason() {
        let with = |change: fn(&mut HallFile)| {
            let mut changed = file();
            change(&mut changed);
            HallFile::read(&changed.written())
        };
        assert_eq!(with(|file| file.hosts.clear()), Err(HallFileError::NoHost));
        assert_eq!(with(|file| file.board = None), Err(HallFileError::NoBoard));
        assert_eq!(with(|file| file.role = HallRole::Screen), Err(HallFileError::NoBoard));
        assert_eq!(with(|file| file.authority.clear()), Err(HallFileError::NoCertificate));
        let arbiter = HallFile { role: HallRole::Arbiter, board: None, ..file() };
        assert_eq!(arbiter.for_board(), Err(HallFileError::NotOfBoard));
        assert_eq!(arbiter.for_role(HallRole::Arbiter), Ok(()));
        assert_eq!(file().for_role(HallRole::Screen), Err(HallFileError::NotOfScreen));
        assert_eq!(with(|file| file.role = HallRole::Player), Err(HallFileError::NoPlayer));
        assert_eq!(with(|file| file.secret = Some("x".to_owned())), Err(HallFileError::NoPlayer));
        let (side, secret) = (Some(PlayerSide::Black), Some("x".to_owned()));
        let player = HallFile { role: HallRole::Player, side, secret, ..file() };
        let read = HallFile::read(&player.written()).unwrap();
        assert_eq!(read.for_player(), Ok((17, Color::Black, "x")));
        assert_eq!(read.for_board(), Err(HallFileError::NotOfBoard));
        assert_eq!(file().for_player(), Err(HallFileError::NotOfPlayer));
        for (wrong, at) in
            [("", 1), ("x", 1), ("hall = 3", 1), ("\0", 1), ("hall = \"h\"\npassword = \"secret", 2)]
        {
            let Err(error) = HallFile::read(wrong) else { panic!("{wrong}") };
            assert!(
                matches!(error, HallFileError::Unreadable { line, .. } if line == at),
                "{wrong}: {error:?}"
            );
            assert!(!format!("{error:?}").contains("secret"), "{error:?}");
        }
    }
}
