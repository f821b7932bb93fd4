//! Before a game with another player's program: the code is told or asked for, and the terms are told.

use std::time::Duration;

use super::{Handler, ServerRequest, Session};
use crate::{
    announce::{OnlineAnnouncement, PeerTime, PeerTrouble},
    laws::Color,
    peer::code::{CodeError, GROUPS, PeerCode, check_group},
};

/// What happens before a game with another player's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerLobby {
    /// This program listens, and the code is to be told to the other player, by groups.
    Code {
        /// The groups.
        groups: Vec<String>,
        /// Where this program waits.
        place: String,
    },
    /// The code that the other player has is needed, perhaps because the file with it is lost.
    CodeWanted {
        /// Whether what was kept of this game is lost.
        lost: bool,
    },
    /// The game is to be found in a hall: the terms lie there, or are waited for.
    InHall {
        /// Whether this side proposes them.
        proposes: bool,
    },
    /// The other program is there, and its player looks at the terms.
    There,
    /// Nobody is there yet, for this reason; or somebody came who is not wanted.
    Trouble {
        /// Whether somebody came.
        knocked: bool,
        /// Why.
        trouble: PeerTrouble,
    },
    /// What the other side proposes beside the time; the question follows.
    Terms {
        /// Whose clock alone counts.
        keeper: Option<Color>,
        /// How much time on the way is not charged.
        way: Duration,
        /// Whether nothing of the position is told.
        competition: bool,
        /// How time is counted.
        counted: PeerTime,
    },
}

/// The groups of a code that were understood.
#[derive(Debug, Default)]
pub(super) struct CodeEntry {
    groups: Vec<String>,
}

impl Session {
    /// Whether a typed line is of the code that is asked for.
    pub(super) fn takes_code(&self, line: &str) -> bool {
        let is_of_code = |c: char| c.is_ascii_digit() || c.is_whitespace() || "-.,/".contains(c);
        self.lobby.code.is_some() && self.is_with_peer() && line.chars().all(is_of_code)
    }
}

impl Handler<'_> {
    pub(super) fn handle_peer_lobby(&mut self, event: PeerLobby) {
        let told = match event {
            PeerLobby::Code { groups, place } => OnlineAnnouncement::PeerCode { groups, place },
            PeerLobby::CodeWanted { lost } => {
                if lost {
                    self.tell(OnlineAnnouncement::PeerFileLost.into());
                }
                self.session.lobby.code = Some(CodeEntry::default());
                OnlineAnnouncement::PeerCodeWanted { number: 1, wrong: false }
            }
            PeerLobby::InHall { proposes } => OnlineAnnouncement::PeerInHall { proposes },
            PeerLobby::There => OnlineAnnouncement::PeerThere,
            PeerLobby::Trouble { knocked, trouble } => OnlineAnnouncement::PeerTrouble { knocked, trouble },
            PeerLobby::Terms { keeper, way, competition, counted } => {
                OnlineAnnouncement::PeerTerms { keeper, way, competition, counted }
            }
        };
        self.tell(told.into());
    }

    /// Takes the next group of the code, or all of it. A slip is told at once.
    pub(super) fn take_code(&mut self, line: &str) {
        let Some(entry) = &mut self.session.lobby.code else { return };
        let digits: String = line.chars().filter(char::is_ascii_digit).collect();
        if let Ok(code) = PeerCode::read(&digits) {
            entry.groups = code.groups().to_vec();
        } else {
            let size = digits.len().clamp(1, 5);
            // One group, or several at once, each of five digits.
            for group in
                digits.as_bytes().chunks(size).map(|group| String::from_utf8_lossy(group).into_owned())
            {
                let fits = entry.groups.len() < GROUPS;
                match check_group(entry.groups.len(), &group) {
                    Ok(()) if fits => entry.groups.push(group),
                    Ok(()) | Err(CodeError::Group(_) | CodeError::Length { .. } | CodeError::NoDigit) => {
                        let number = entry.groups.len().min(GROUPS - 1) + 1;
                        return self
                            .refuse(OnlineAnnouncement::PeerCodeWanted { number, wrong: true }.into());
                    }
                }
            }
        }
        let entered = entry.groups.len();
        if entered < GROUPS {
            return self
                .tell(OnlineAnnouncement::PeerCodeWanted { number: entered + 1, wrong: false }.into());
        }
        let code = entry.groups.concat();
        self.session.lobby.code = None;
        self.send(ServerRequest::Code(code));
        self.tell(OnlineAnnouncement::PeerCodeTaken.into());
    }
}
