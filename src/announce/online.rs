//! What is told of a server that stands between the players.

use std::time::Duration;

use fluent_bundle::FluentArgs;

use super::{Announcement, Told, announcer::Announcer, facts};
use crate::{clock::TimeControl, laws::Color};

/// Something that there is only online.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnlineTold {
    Seeking {
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
    /// Somebody wants to play, which is asked.
    Challenged(Challenge),
    /// Nobody waits for an answer any more.
    Withdrawn,
    Accepted,
    NotAccepted,
    NoGameYet,
    /// The game that is played from here on. `turn`: where it had begun before.
    Found {
        name: String,
        rating: Option<u32>,
        rated: bool,
        side: Color,
        control: Option<TimeControl>,
        last: Option<Told>,
        number: u32,
        turn: Option<Color>,
    },
    /// So many half-moves were made while the server could not be heard.
    CaughtUp {
        moves: usize,
    },
    /// The server's game is another one than was written down here.
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
        claim_in: Option<Duration>,
    },
    Claimable,
    NotClaimable,
    There,
    /// Who has written what.
    Chat(Vec<(String, String)>),
    /// The position has not been there three times, nor are there fifty moves.
    NoClaim,
    /// There is no such thing on a server.
    NotOnline,
    /// There is such a thing only on a server.
    OnlyOnline,
    Trouble(Trouble),
}

/// Somebody wants to play.
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

/// Why nothing can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl From<OnlineTold> for Announcement {
    fn from(told: OnlineTold) -> Announcement {
        Announcement::Online(told)
    }
}

impl OnlineTold {
    /// The message's name, its arguments set.
    pub(super) fn facts(&self, args: &mut FluentArgs<'static>, announcer: &Announcer) -> &'static str {
        match self {
            OnlineTold::Seeking { control, rated } => {
                of_game(args, announcer, control.as_ref(), *rated);
                "online-seeking"
            }
            OnlineTold::Challenging { name } => {
                args.set("name", name.clone());
                "online-challenging"
            }
            OnlineTold::Declined { name } => {
                args.set("name", name.clone());
                "online-declined"
            }
            OnlineTold::NobodyCame => "online-nobody-came",
            OnlineTold::NoTime => "online-no-time",
            OnlineTold::Challenged(Challenge { name, rating, control, rated, side, rematch, .. }) => {
                of_game(args, announcer, control.as_ref(), *rated);
                of_name(args, name, *rating);
                args.set("side", side.map_or("none", facts::side));
                args.set("rematch", if *rematch { "yes" } else { "no" });
                "online-challenged"
            }
            OnlineTold::Withdrawn => "online-withdrawn",
            OnlineTold::Accepted => "online-accepted",
            OnlineTold::NotAccepted => "online-not-accepted",
            OnlineTold::NoGameYet => "online-no-game-yet",
            OnlineTold::Found { name, rating, rated, side, control, last, number, turn } => {
                of_game(args, announcer, control.as_ref(), *rated);
                of_name(args, name, *rating);
                args.set("side", facts::side(*side));
                if let Some(last) = last {
                    facts::moved(args, last, announcer);
                }
                args.set("number", *number);
                args.set("turn", turn.map_or("none", facts::side));
                "online-found"
            }
            OnlineTold::CaughtUp { moves } => {
                args.set("count", *moves);
                "online-caught-up"
            }
            OnlineTold::Differs => "online-differs",
            OnlineTold::MoveRefused => "online-move-refused",
            OnlineTold::Refused => "online-refused",
            OnlineTold::TakebackAsked { side } => {
                args.set("side", facts::side(*side));
                "online-takeback-asked"
            }
            OnlineTold::TakebackSent => "online-takeback-sent",
            OnlineTold::TakebackDeclined => "online-takeback-declined",
            OnlineTold::AbortSure => "online-abort-sure",
            OnlineTold::Gone { claim_in } => {
                args.set("claim", if claim_in.is_some() { "yes" } else { "no" });
                args.set("time", claim_in.map(|time| announcer.duration(time)).unwrap_or_default());
                args.set("cells", claim_in.map(Announcer::time_cells).unwrap_or_default());
                "online-gone"
            }
            OnlineTold::Claimable => "online-claimable",
            OnlineTold::NotClaimable => "online-not-claimable",
            OnlineTold::There => "online-there",
            OnlineTold::Chat(lines) => {
                let all: Vec<String> = lines.iter().map(|(by, words)| format!("{by}: {words}")).collect();
                args.set("count", lines.len());
                args.set("list", all.join(". "));
                "online-chat"
            }
            OnlineTold::NoClaim => "online-no-claim",
            OnlineTold::NotOnline => "online-not-online",
            OnlineTold::OnlyOnline => "online-only-online",
            OnlineTold::Trouble(trouble) => {
                args.set(
                    "trouble",
                    match trouble {
                        Trouble::NoAccount => "no-account",
                        Trouble::Unreachable => "unreachable",
                        Trouble::NotTheService => "not-the-service",
                        Trouble::TokenRefused => "token",
                        Trouble::NoRight => "no-right",
                        Trouble::Refused => "refused",
                        Trouble::CannotBePlayed => "cannot-be-played",
                    },
                );
                "online-trouble"
            }
        }
    }
}

fn of_game(
    args: &mut FluentArgs<'static>,
    announcer: &Announcer,
    control: Option<&TimeControl>,
    rated: bool,
) {
    args.set(
        "control",
        control.map_or_else(|| "none".to_owned(), |control| facts::control_words(announcer, control)),
    );
    args.set("pgn", control.map(ToString::to_string).unwrap_or_default());
    args.set("rated", if rated { "yes" } else { "no" });
}

fn of_name(args: &mut FluentArgs<'static>, name: &str, rating: Option<u32>) {
    args.set("name", name.to_owned());
    args.set("known", if rating.is_some() { "yes" } else { "no" });
    // As a name, and no quantity.
    args.set("rating", rating.map(|rating| rating.to_string()).unwrap_or_default());
}
