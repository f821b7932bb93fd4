//! Announcements about a game on a server.

use std::time::Duration;

use shakmaty::uci::UciMove;

use super::{
    Facts, MoveInPosition,
    facts::{ArgumentText, choices},
    peer_news::{PeerRefusal, PeerTime, PeerTrouble},
};
use crate::{
    clock::TimeControl,
    language::{Argument, Message},
    laws::Color,
};

/// An announcement about a game on a server.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(prefix = "online", sink = Facts<'_>)]
pub enum OnlineAnnouncement {
    /// An opponent is being sought.
    Seeking {
        /// The time.
        #[message(with = pace)]
        pace: Pace,
        /// Whether the game counts for the rating.
        rated: bool,
    },
    /// This player is challenged.
    Challenging {
        /// The player.
        name: String,
        /// The time.
        #[message(with = pace)]
        pace: Pace,
        /// Whether the game counts for the rating.
        rated: bool,
    },
    /// This player has declined the challenge.
    Declined {
        /// The player.
        name: String,
        /// Why.
        reason: DeclineReason,
    },
    /// This player's challenge was declined, since it cannot be played here.
    CannotAccept {
        /// The challenger.
        name: String,
        /// Why.
        reason: DeclineReason,
    },
    /// The game that began is of a variant that is not played here.
    CannotPlay {
        /// Whether it was aborted.
        aborted: bool,
    },
    /// No opponent was found.
    NobodyCame,
    /// The time control is missing, which a seek needs.
    NoTime,
    /// Asks whether a challenge is accepted.
    Challenged(#[message(with = challenge)] Challenge),
    /// The challenge was withdrawn.
    Withdrawn,
    /// The challenge is accepted.
    Accepted,
    /// The challenge is declined.
    NotAccepted,
    /// A game begins or goes on.
    Found {
        /// The opponent.
        name: String,
        /// The opponent's rating.
        #[message(with = rating)]
        rating: Option<u32>,
        /// Whether the game counts for the rating.
        rated: bool,
        /// The user's side.
        side: Color,
        /// The kind of chess, where the beginning does not tell it.
        variant: OnlineVariant,
        /// The time.
        #[message(with = pace)]
        pace: Pace,
        /// The last move.
        last: Option<MoveInPosition>,
        /// The number of the next move.
        number: u32,
        /// The side on move, where the game had begun before.
        turn: Option<Color>,
        /// What it has left for its move in a correspondence game.
        #[message(with = left)]
        left: Option<Duration>,
    },
    /// So many half-moves were made while the connection was lost.
    CaughtUp(#[message("count")] usize),
    /// So many half-moves were taken back.
    SetBack {
        /// How many.
        count: usize,
        /// The number of the next move.
        number: u32,
        /// The side on move.
        side: Color,
    },
    /// The server's game differs from the record.
    Differs,
    /// The server reports what cannot be.
    Impossible,
    /// The time of a game without a clock.
    TimeForMove {
        /// The side on move.
        side: Color,
        /// The time for each move.
        #[message(with = pace)]
        pace: Pace,
        /// What it has left.
        #[message(with = left)]
        left: Option<Duration>,
    },
    /// Another program uses the account.
    OtherProgram {
        /// Whether a game is played here.
        playing: bool,
    },
    /// The server refused the move.
    MoveRefused,
    /// The server refused what was asked of it.
    Refused,
    /// The server has not got the user's move, for this reason.
    #[message(with = why)]
    MoveWaits(ServerDelay),
    /// The server has got the move that waited.
    MoveArrived {
        /// Whether it is the other player's program.
        with_peer: bool,
    },
    /// The hall has the user's move, in a game by correspondence.
    MoveInHall,
    /// The opponent has not exceeded the time by correspondence.
    NotExceeded,
    /// What was kept of a game with another player's program is lost; the code is asked for.
    PeerFileLost,
    /// A game with another player's program is to be found in a hall.
    PeerInHall {
        /// Whether this side proposes the terms, which lie there.
        proposes: bool,
    },
    /// The code of a game with another player's program, by groups, to be told to that player.
    PeerCode {
        /// The groups.
        #[message(with = groups)]
        groups: Vec<String>,
        /// Where this program waits.
        place: String,
    },
    /// Asks for a group of the code.
    PeerCodeWanted {
        /// Its number, from 1.
        number: usize,
        /// Whether what was given for it is wrong.
        wrong: bool,
    },
    /// The code is complete.
    PeerCodeTaken,
    /// The other program is there, and its player looks at the terms.
    PeerThere,
    /// The other program is not there, or somebody else came.
    PeerTrouble {
        /// Whether somebody came.
        knocked: bool,
        /// Why.
        trouble: PeerTrouble,
    },
    /// The terms that the other player proposes, beside the time control.
    PeerTerms {
        /// Whose clock alone counts.
        #[message("side")]
        keeper: Option<Color>,
        /// How much time on the way is not charged.
        #[message("time")]
        way: Duration,
        /// Whether nothing of the position is told.
        competition: bool,
        /// How time is counted.
        counted: PeerTime,
    },
    /// What the other player's program says cannot be, and does not count.
    PeerRefused {
        /// What it is about.
        refusal: PeerRefusal,
        /// The number of the move.
        number: u32,
        /// The move, if it is about one.
        #[message(with = squares)]
        uci: Option<UciMove>,
    },
    /// What was asked for is not sent yet, for this reason.
    #[message(with = why)]
    RequestWaits(ServerDelay),
    /// This side asks to take its last move back.
    TakebackAsked(Color),
    /// The opponent is asked for it.
    TakebackSent,
    /// The opponent has declined it.
    TakebackDeclined,
    /// Asks whether the game is aborted.
    #[message("online-abort-sure")]
    ConfirmAbort,
    /// The opponent has left; after this time the game can be claimed.
    #[message("online-gone")]
    OpponentGone(#[message(with = claim_in)] Option<Duration>),
    /// The game can be claimed.
    Claimable,
    /// The game cannot be claimed.
    NotClaimable,
    /// The opponent is back.
    #[message("online-there")]
    OpponentBack,
    /// Author and text of each message.
    Chat(#[message(with = chat)] Vec<(String, String)>),
    /// A server does not offer that.
    NotOnline,
    /// Only a server offers that.
    OnlyOnline,
    /// No game can be played on the server.
    #[message("online-trouble")]
    Fault(#[message("trouble")] OnlineFault),
}

/// A challenge by another player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Its id on the server.
    pub id: String,
    /// The challenger.
    pub name: String,
    /// The challenger's rating.
    pub rating: Option<u32>,
    /// The kind of chess.
    pub variant: OnlineVariant,
    /// The time.
    pub pace: Pace,
    /// Whether the game counts for the rating.
    pub rated: bool,
    /// The user's side; none where the server draws lots.
    pub side: Option<Color>,
    /// Whether it is for another game with the last opponent.
    pub rematch: bool,
    /// Why it cannot be accepted here, if so.
    pub refusal: Option<DeclineReason>,
}

/// The time of a game on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pace {
    /// By the clock.
    Clock(TimeControl),
    /// By correspondence: so many days for each move.
    Days(u32),
    /// By correspondence between two players: so many days for so many moves.
    Reflection {
        /// The days.
        days: u32,
        /// The moves.
        moves: u32,
    },
    /// Without any limit.
    Unlimited,
}

/// A kind of chess that is played on a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum OnlineVariant {
    /// From the usual position.
    #[default]
    Standard,
    /// Chess960.
    Chess960,
    /// From a position that was set up.
    FromPosition,
    /// One that is not played here.
    Other,
}

/// Why a challenge is declined: the reasons that the service knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum DeclineReason {
    /// Without a reason.
    #[default]
    Generic,
    /// Not now.
    Later,
    /// The time is too short.
    TooFast,
    /// The time is too long.
    TooSlow,
    /// Not with this time control.
    TimeControl,
    /// A rated game instead.
    Rated,
    /// A casual game instead.
    Casual,
    /// Standard chess only.
    Standard,
    /// Not this variant.
    Variant,
    /// No programs.
    NoBot,
    /// Programs only.
    OnlyBot,
}

/// Why no game can be played on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum OnlineFault {
    /// There is no account here.
    NoAccount,
    /// The account that is kept here cannot be read.
    AccountUnreadable,
    /// The server has no such time control.
    TimeNotOffered,
    /// The time is too short for a game that a program of one's own plays there.
    TooFast,
    /// The server does not answer.
    Unreachable,
    /// The server wants no requests for a while.
    Busy,
    /// What answers is another service.
    NotTheService,
    /// The server does not know the token.
    TokenRefused,
    /// The token does not give the right to play.
    NoRight,
    /// The seek or the challenge was refused.
    Refused,
    /// The game is of a variant that is not played here.
    CannotBePlayed,
}

/// Why something waits to be sent to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ServerDelay {
    /// It has not answered yet.
    NoAnswer,
    /// It cannot be reached.
    Unreachable,
    /// It wants no requests for so long.
    Pause(Duration),
    /// It has trouble of its own.
    Trouble,
    /// What answers is another service.
    NotTheService,
    /// The other player's program is away.
    PeerAway,
    /// The other player's program has not answered yet.
    PeerSilent,
    /// The hall through which a game by correspondence goes has not got it.
    NotInHall,
    /// It does not know the token.
    AccountRejected,
    /// The token does not give the right to play.
    NoRight,
}

impl ServerDelay {
    /// Whether only the user can end it.
    pub fn needs_user(self) -> bool {
        matches!(self, ServerDelay::AccountRejected | ServerDelay::NoRight)
    }
}

choices!(PeerTime, OnlineFault, ServerDelay, OnlineVariant, DeclineReason, PeerTrouble, PeerRefusal);

/// Each digit for itself, since a synthesiser would make a number of them.
fn groups(groups: &[String], to: &mut Facts<'_>) {
    let spaced = |group: &String| group.chars().map(String::from).collect::<Vec<_>>().join(" ");
    to.set("groups", groups.iter().map(spaced).collect::<Vec<_>>().join(", "));
    to.set("digits", groups.join(" "));
}

fn squares(uci: &Option<UciMove>, to: &mut Facts<'_>) {
    let (from, square) = match uci {
        Some(UciMove::Normal { from, to, .. }) => (from.to_string(), to.to_string()),
        Some(UciMove::Put { to, .. }) => (String::new(), to.to_string()),
        Some(UciMove::Null) | None => Default::default(),
    };
    to.set_text("known", &!square.is_empty());
    to.set("from", from);
    to.set("to", square);
}

fn challenge(challenge: &Challenge, to: &mut Facts<'_>) {
    to.set("name", challenge.name.clone());
    rating(&challenge.rating, to);
    to.set_text("variant", &challenge.variant);
    pace(&challenge.pace, to);
    to.set_text("rated", &challenge.rated);
    challenge.side.add_to("side", to);
    to.set_text("rematch", &challenge.rematch);
}

fn pace(pace: &Pace, to: &mut Facts<'_>) {
    let (kind, days, moves, clock) = match pace {
        Pace::Clock(time) => ("clock", 0, 1, Some(time.clone())),
        Pace::Days(days) => ("days", *days, 1, None),
        Pace::Reflection { days, moves } => ("reflection", *days, *moves, None),
        Pace::Unlimited => ("unlimited", 0, 1, None),
    };
    to.set("pace", kind);
    to.set("days", days);
    to.set("moves", moves);
    control(&clock, to);
}

/// A time of days: the days, and the hours of the last.
pub(super) fn left(left: &Option<Duration>, to: &mut Facts<'_>) {
    let hours = left.map_or(0, |left| left.as_secs() / 3600);
    to.set_text("left", left);
    to.set_text("exceeded", &left.is_some_and(|left| left.is_zero()));
    to.set("days-left", hours / 24);
    to.set("hours-left", hours % 24);
}

/// In cells as PGN writes it.
fn control(control: &Option<TimeControl>, to: &mut Facts<'_>) {
    to.set_text("control", control);
    to.set("pgn", control.as_ref().map(ToString::to_string).unwrap_or_default());
}

fn why(why: &ServerDelay, to: &mut Facts<'_>) {
    to.set_text("why", why);
    let pause = if let ServerDelay::Pause(pause) = why { *pause } else { Duration::ZERO };
    to.set_text("time", &pause);
}

fn claim_in(time: &Option<Duration>, to: &mut Facts<'_>) {
    to.set_text("claim", &time.is_some());
    to.set("time", time.map(|time| time.text(to)).unwrap_or_default());
}

/// As a text, so that Fluent does not group its digits.
fn rating(rating: &Option<u32>, to: &mut Facts<'_>) {
    to.set_text("known", &rating.is_some());
    to.set("rating", rating.map(|rating| rating.to_string()).unwrap_or_default());
}

fn chat(lines: &[(String, String)], to: &mut Facts<'_>) {
    let all: Vec<String> = lines.iter().map(|(by, words)| format!("{by}: {words}")).collect();
    to.set("count", lines.len());
    to.set("list", all.join(". "));
}
