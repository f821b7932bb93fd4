//! The views: what each of them lays under the fingers.

use super::{PortContext, keys::KeyMap, messages::BrailleMessage};
use crate::{
    announce::{Announcement, Announcer, Clocks, Line, Target},
    session::ClockFace,
};

/// What lies under the fingers while nothing is being told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// What is asked, and the game: the last moves, whose clock runs, the times.
    #[default]
    Game,
    Board,
    Clocks,
    Score,
    /// Everything that was told.
    Log,
    /// Everything that can be said, to be chosen.
    Say,
    /// What the keys do.
    Keys,
}

impl View {
    /// In the order in which the keys go through them.
    pub(super) const ALL: [View; 7] =
        [View::Game, View::Board, View::Clocks, View::Score, View::Log, View::Say, View::Keys];

    /// The view so many steps on.
    pub(super) fn step(self, by: usize) -> View {
        View::ALL[(self as usize + by) % View::ALL.len()]
    }
}

/// What is asked, and beside or behind it the game.
pub(super) fn game(cx: &PortContext, face: Option<ClockFace>, width: usize) -> Line {
    let announcer = &cx.language.announcer;
    let turn = cx.session.record().game().turn();
    let of_the_game = |room| announcer.game_line(&cx.session.played(2), turn, face.map(clocks), room);
    match cx.session.asked() {
        // Its last move is told with it.
        Some(ended @ Announcement::Ended(_, Some(_))) => {
            cx.render(&ended).line.and(width, |_| announcer.times_line(face.map(clocks)))
        }
        // No game is played yet.
        Some(asked) if cx.session.is_setting_up() => cx.render(&asked).line,
        Some(asked) => cx.render(&asked).line.and(width, of_the_game),
        None => of_the_game(width),
    }
}

/// The board, or where that is not told, files and ranks to choose a move from.
pub(super) fn board(cx: &PortContext, begun: &str, width: usize) -> Line {
    let session = cx.session;
    if !session.describes_position() {
        return Announcer::keys_line(begun, width);
    }
    let position = session.reviewed_position();
    cx.language.announcer.board_line(position, session.own_side(), session.lifted(), width)
}

pub(super) fn score(cx: &PortContext) -> Line {
    cx.language.announcer.score_line(&cx.session.played(usize::MAX))
}

pub(super) fn clocks_view(cx: &PortContext, face: Option<ClockFace>) -> Line {
    cx.language.contracted(cx.language.announcer.clocks_line(face.map(clocks)))
}

/// A message once more, and how long ago it was told.
pub(super) fn log(cx: &PortContext, message: Option<&BrailleMessage>, ago: usize) -> Line {
    match message {
        Some(message) => Line::plain(format!("{} {}", ago + 1, message.line.cells)),
        None => cx.language.contracted(cx.language.announcer.nothing_told()),
    }
}

/// Everything that can be said: first by topics, then one of them.
pub(super) fn say(cx: &PortContext, topic: Option<usize>) -> Line {
    let topics = cx.language.grammar.topics();
    let mut line = Line::default();
    let mut push = |words: &str, target: Target| {
        if !line.is_empty() {
            line.push("  ", None);
        }
        line.push(words, Some(target));
    };
    match topic.and_then(|n| topics.get(n)) {
        Some(topic) => {
            for saying in &topic.phrases {
                let whole = || Target::Say(saying.words.clone());
                push(&saying.words, saying.begin.clone().map_or_else(whole, Target::Begin));
            }
        }
        None => {
            for (n, topic) in topics.iter().enumerate() {
                push(&topic.title, Target::Open(n));
            }
        }
    }
    cx.language.contracted(line)
}

/// Which key does what.
pub(super) fn keys(cx: &PortContext, keys: &KeyMap) -> Line {
    let announcer = &cx.language.announcer;
    let named = keys.named().map(|(key, command)| format!("{key} {}", announcer.braille_command(command)));
    cx.language.contracted(Line::plain(named.collect::<Vec<_>>().join(", ")))
}

fn clocks(face: ClockFace) -> Clocks {
    Clocks { white: face.white, black: face.black, running: face.running }
}
