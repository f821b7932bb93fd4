//! Announcements where several games are played, one of them at the microphone.

use std::time::Duration;

use super::{
    Announcement, Audience, Facts, MoveInPosition,
    announcer::Sense,
    facts::{choices, side_name},
    online::left,
};
use crate::{
    language::Message,
    laws::{Color, GameResult},
};

/// An announcement about several games. They are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(prefix = "games", sink = Facts<'_>)]
pub enum GamesAnnouncement {
    /// All games, each with its opponent and its progress.
    #[message(with = list)]
    List(Vec<ListedGame>),
    /// Something has happened in another game.
    #[message("games-news")]
    Update {
        /// The number of that game.
        number: usize,
        /// Its opponent.
        #[message(with = named)]
        name: Option<String>,
        /// What has happened.
        #[message(with = update)]
        update: GameUpdate,
    },
    /// This game is at the microphone from here on.
    #[message("games-turned-to")]
    SwitchedTo {
        /// Its number.
        number: usize,
        /// Its opponent.
        #[message(with = named)]
        name: Option<String>,
        /// Its last move.
        last: Option<MoveInPosition>,
        /// The number of its next move.
        fullmoves: u32,
        /// The side on move.
        #[message(with = turn)]
        turn: Color,
        /// Its result, if it is over.
        #[message(with = over)]
        over: Option<GameResult>,
    },
    /// No game has that number.
    #[message("games-no-such")]
    NoSuchGame,
    /// There is only one game.
    OnlyThis,
    /// The game at the microphone must be over first.
    ThisFirst,
}

/// What has happened in another game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameUpdate {
    /// It asks something, and asks again once it is at the microphone, where the answer is heard.
    Question,
    /// It has told this.
    Told(Box<Announcement>),
}

/// The progress of a game in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum GameProgress {
    /// At the microphone.
    Here,
    /// The user is to move.
    #[strum(serialize = "waits")]
    UserToMove,
    /// The opponent is to move.
    Runs,
    /// It has ended.
    Over,
}

choices!(GameProgress);

/// One of the games in the list.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message("games-one", sink = Facts<'_>)]
pub struct ListedGame {
    /// Its number.
    pub number: usize,
    /// Its opponent.
    #[message(with = named)]
    pub name: Option<String>,
    /// Its progress.
    #[message("standing")]
    pub progress: GameProgress,
    /// What the side on move has left in a correspondence game.
    #[message(with = left)]
    pub left: Option<Duration>,
}

fn list(games: &[ListedGame], to: &mut Facts<'_>) {
    let each = games.iter().map(|game| to.announcer.tell(game, to.audience, to.sense));
    let list = each.collect::<Vec<_>>().join(" ");
    to.set("count", games.len());
    to.set("list", list);
}

fn named(name: &Option<String>, to: &mut Facts<'_>) {
    to.set_text("named", &name.is_some());
    to.set("name", name.clone().unwrap_or_default());
}

fn update(update: &GameUpdate, to: &mut Facts<'_>) {
    match update {
        GameUpdate::Question => to.set("asks", "yes"),
        GameUpdate::Told(announcement) => {
            to.set("asks", "no");
            // The user may have the other side there, and cannot answer here what is asked there.
            let audience = Audience::Spectator;
            let words = || to.announcer.sentence(announcement, audience);
            let cells = || to.announcer.tell(&**announcement, audience, Sense::Cells);
            to.set("what", to.either(words, cells));
        }
    }
}

fn turn(turn: &Color, to: &mut Facts<'_>) {
    to.set("turn", side_name(*turn));
}

/// Set after the turn, since no side is on move any more.
fn over(over: &Option<GameResult>, to: &mut Facts<'_>) {
    if let Some(result) = over {
        to.set("turn", "over");
        to.set("pgn", result.to_string());
    }
}
