//! What is told where several games are played, one of them at the microphone.

use super::{
    Announcement, Audience, Facts, MoveInPosition,
    announcer::Side,
    facts::{choices, side_name},
};
use crate::{
    language::Message,
    laws::{Color, GameResult},
};

/// Something that there is only where games lie beside each other. Games are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(prefix = "games", sink = Facts<'_>)]
pub enum GamesTold {
    /// All of them: against whom, and how it stands.
    #[message(with = list)]
    List(Vec<(Option<String>, Standing)>),
    /// Something has happened in another game.
    News {
        number: usize,
        #[message(with = named)]
        name: Option<String>,
        #[message(with = news)]
        news: News,
    },
    /// This one is at the microphone from here on.
    TurnedTo {
        number: usize,
        #[message(with = named)]
        name: Option<String>,
        last: Option<MoveInPosition>,
        fullmoves: u32,
        #[message(with = turn)]
        turn: Color,
        #[message(with = over)]
        over: Option<GameResult>,
    },
    #[message("games-no-such")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Standing {
    /// At the microphone.
    Here,
    /// The user is to move.
    Waits,
    Runs,
    Over,
}

choices!(Standing);

impl From<GamesTold> for Announcement {
    fn from(told: GamesTold) -> Announcement {
        Announcement::Games(told)
    }
}

/// One of the games in the list.
#[derive(Message)]
#[message("games-one", sink = Facts<'_>)]
pub(super) struct ListedGame {
    number: usize,
    #[message(with = named)]
    name: Option<String>,
    standing: Standing,
}

fn list(games: &[(Option<String>, Standing)], to: &mut Facts<'_>) {
    let each = games.iter().zip(1..).map(|((name, standing), number)| {
        let game = ListedGame { number, name: name.clone(), standing: *standing };
        to.announcer.tell(&game, to.audience, to.side)
    });
    let list = each.collect::<Vec<_>>().join(" ");
    to.set("count", games.len());
    to.set("list", list);
}

fn named(name: &Option<String>, to: &mut Facts<'_>) {
    to.set_text("named", &name.is_some());
    to.set("name", name.clone().unwrap_or_default());
}

fn news(news: &News, to: &mut Facts<'_>) {
    match news {
        News::Question => to.set("asks", "yes"),
        News::Told(announcement) => {
            to.set("asks", "no");
            // The user may have the other side there, and what could be answered there cannot be answered here.
            let audience = Audience::Spectator;
            let words = || to.announcer.sentence(announcement, audience);
            let cells = || to.announcer.tell(&**announcement, audience, Side::Cells);
            to.set("what", to.either(words, cells));
        }
    }
}

fn turn(turn: &Color, to: &mut Facts<'_>) {
    to.set("turn", side_name(*turn));
}

/// Set after the turn, for nobody is to move any more.
fn over(over: &Option<GameResult>, to: &mut Facts<'_>) {
    if let Some(result) = over {
        to.set("turn", "over");
        to.set("pgn", result.to_string());
    }
}
