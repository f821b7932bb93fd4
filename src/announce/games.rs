//! What is told where several games are played, one of them at the microphone.

use fluent_bundle::{FluentArgs, FluentValue};

use super::{Announcement, Audience, Told, announcer::Announcer, facts};
use crate::laws::{Color, GameResult};

/// Something that there is only where games lie beside each other. Games are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GamesTold {
    /// All of them: against whom, and how it stands.
    List(Vec<(Option<String>, Standing)>),
    /// Something has happened in another game.
    News {
        number: usize,
        name: Option<String>,
        news: News,
    },
    /// This one is at the microphone from here on.
    TurnedTo {
        number: usize,
        name: Option<String>,
        last: Option<Told>,
        fullmoves: u32,
        turn: Color,
        over: Option<GameResult>,
    },
    NoSuchGame,
    OnlyThis,
    /// This one must be over first.
    ThisFirst,
}

/// What has happened in another game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// It asks something, and asks again when it is turned to: whoever answered here would answer another question.
    Question,
    Told(Box<Announcement>),
}

/// How a game stands, in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// At the microphone.
    Here,
    /// The user is to move.
    Waits,
    Runs,
    Over,
}

impl From<GamesTold> for Announcement {
    fn from(told: GamesTold) -> Announcement {
        Announcement::Games(told)
    }
}

impl GamesTold {
    /// The message's name, its arguments set.
    pub(super) fn facts(
        &self,
        args: &mut FluentArgs<'static>,
        announcer: &Announcer,
        audience: Audience,
    ) -> &'static str {
        match self {
            GamesTold::List(games) => {
                let each = |text: fn(&Announcer, &str, &FluentArgs) -> String| {
                    let one = |(n, (name, standing)): (usize, &(Option<String>, Standing))| {
                        let mut args = FluentArgs::new();
                        named(&mut args, n + 1, name.as_deref());
                        args.set("standing", standing.name());
                        text(announcer, "games-one", &args)
                    };
                    games.iter().enumerate().map(one).collect::<Vec<_>>().join(" ")
                };
                args.set("count", games.len());
                args.set("list", each(Announcer::text));
                args.set("cells", each(Announcer::text_cells));
                "games-list"
            }
            GamesTold::News { number, name, news } => {
                named(args, *number, name.as_deref());
                match news {
                    News::Question => args.set("asks", "yes"),
                    News::Told(what) => {
                        // There he may have the other side, and what could be answered there cannot be answered here.
                        let to = Audience::Spectator;
                        args.set("asks", "no");
                        args.set("what", announcer.words(what, to));
                        args.set("cells", announcer.cells(what, to));
                    }
                }
                "games-news"
            }
            GamesTold::TurnedTo { number, name, last, fullmoves, turn, over } => {
                named(args, *number, name.as_deref());
                let own = match audience {
                    Audience::User(side) => facts::side(side),
                    Audience::Table | Audience::Arbiter | Audience::Spectator => "none",
                };
                args.set("own", own);
                args.set("played", if last.is_some() { "yes" } else { "no" });
                if let Some(last) = last {
                    facts::moved(args, last, announcer);
                }
                args.set("fullmoves", *fullmoves);
                args.set("turn", if over.is_some() { "over" } else { facts::side(*turn) });
                args.set("pgn", over.map_or_else(String::new, |result| result.to_string()));
                "games-turned-to"
            }
            GamesTold::NoSuchGame => "games-no-such",
            GamesTold::OnlyThis => "games-only-this",
            GamesTold::ThisFirst => "games-this-first",
        }
    }
}

impl Standing {
    fn name(self) -> &'static str {
        match self {
            Standing::Here => "here",
            Standing::Waits => "waits",
            Standing::Runs => "runs",
            Standing::Over => "over",
        }
    }
}

fn named(args: &mut FluentArgs, number: usize, name: Option<&str>) {
    args.set("number", FluentValue::from(number));
    args.set("named", if name.is_some() { "yes" } else { "no" });
    args.set("name", FluentValue::from(name.unwrap_or_default().to_owned()));
}
