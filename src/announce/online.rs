//! Announcements about a game on a server.

use std::time::Duration;

use super::{
    Announcement, Facts, MoveInPosition,
    facts::{ArgumentText, choices},
};
use crate::{
    clock::TimeControl,
    language::{Argument, Message},
    laws::Color,
};

/// An announcement that there is only online.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(prefix = "online", sink = Facts<'_>)]
pub enum OnlineTold {
    Seeking {
        #[message(with = control)]
        control: Option<TimeControl>,
        rated: bool,
    },
    Challenging {
        name: String,
    },
    Declined {
        name: String,
    },
    NobodyCame,
    /// For a seek the time control is missing.
    NoTime,
    /// Asks whether a challenge is accepted.
    Challenged(#[message(with = challenge)] Challenge),
    /// The challenge was withdrawn.
    Withdrawn,
    Accepted,
    NotAccepted,
    NoGameYet,
    /// The game that is played from here on. `turn`: the side to move, where the game had begun before.
    Found {
        name: String,
        #[message(with = rating)]
        rating: Option<u32>,
        rated: bool,
        side: Color,
        #[message(with = control)]
        control: Option<TimeControl>,
        last: Option<MoveInPosition>,
        number: u32,
        turn: Option<Color>,
    },
    /// So many half-moves were made while the connection was lost.
    CaughtUp {
        #[message("count")]
        moves: usize,
    },
    /// The server's game differs from the record.
    Differs,
    MoveRefused,
    Refused,
    TakebackAsked {
        side: Color,
    },
    TakebackSent,
    TakebackDeclined,
    AbortSure,
    /// The opponent has left; after this time the game can be claimed.
    Gone {
        #[message(with = claim_in)]
        claim_in: Option<Duration>,
    },
    Claimable,
    NotClaimable,
    There,
    /// Author and text of each message.
    Chat(#[message(with = chat)] Vec<(String, String)>),
    /// The position has not been there three times, nor are there fifty moves.
    NoClaim,
    /// There is no such thing on a server.
    NotOnline,
    /// There is such a thing only on a server.
    OnlyOnline,
    Trouble(Trouble),
}

/// A challenge by another player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    pub id: String,
    pub name: String,
    pub rating: Option<u32>,
    /// None for a game by correspondence, or without any clock.
    pub control: Option<TimeControl>,
    pub rated: bool,
    /// The side it gives the user; none where the server draws lots.
    pub side: Option<Color>,
    /// It is for another game with the last opponent.
    pub rematch: bool,
}

/// Why no game can be played on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Trouble {
    /// There is no account here.
    NoAccount,
    Unreachable,
    NotTheService,
    TokenRefused,
    NoRight,
    /// The seek or the challenge was refused.
    Refused,
    /// The game is of a variant that is not played here.
    CannotBePlayed,
}

choices!(Trouble);

impl From<OnlineTold> for Announcement {
    fn from(told: OnlineTold) -> Announcement {
        Announcement::Online(told)
    }
}

fn challenge(challenge: &Challenge, to: &mut Facts<'_>) {
    to.set("name", challenge.name.clone());
    rating(&challenge.rating, to);
    control(&challenge.control, to);
    to.set_text("rated", &challenge.rated);
    challenge.side.add_to("side", to);
    to.set_text("rematch", &challenge.rematch);
}

/// On the line as it is written in a score.
fn control(control: &Option<TimeControl>, to: &mut Facts<'_>) {
    to.set_text("control", control);
    to.set("pgn", control.as_ref().map(ToString::to_string).unwrap_or_default());
}

fn claim_in(time: &Option<Duration>, to: &mut Facts<'_>) {
    to.set_text("claim", &time.is_some());
    to.set("time", time.map(|time| time.text(to)).unwrap_or_default());
}

/// As a name, and no quantity.
fn rating(rating: &Option<u32>, to: &mut Facts<'_>) {
    to.set_text("known", &rating.is_some());
    to.set("rating", rating.map(|rating| rating.to_string()).unwrap_or_default());
}

fn chat(lines: &[(String, String)], to: &mut Facts<'_>) {
    let all: Vec<String> = lines.iter().map(|(by, words)| format!("{by}: {words}")).collect();
    to.set("count", lines.len());
    to.set("list", all.join(". "));
}
