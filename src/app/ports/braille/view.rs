//! The views of the game, each as a line.

use super::{PortContext, keys::KeyMap, messages::BrailleMessage};
use crate::{
    announce::{Announcement, Announcer, Clocks, Line, Target},
    grammar::PhrasePlace,
    session::ClockFace,
};

/// A view, which is shown when no message is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::VariantArray)]
pub enum View {
    /// The open question, and the game: the last moves, whose clock runs, the times.
    #[default]
    Game,
    Board,
    Clocks,
    Score,
    /// The messages so far.
    Log,
    /// The phrases that can be said, to choose from.
    Say,
    /// The keys and their commands.
    Keys,
}

impl View {
    /// The views in the order in which keys go through them.
    pub(super) const ALL: &[View] = <View as strum::VariantArray>::VARIANTS;

    pub(super) fn step(self, by: usize) -> View {
        View::ALL[(self as usize + by) % View::ALL.len()]
    }
}

/// Returns the open question, and beside or behind it the game.
pub(super) fn game(cx: &PortContext, face: Option<ClockFace>, width: usize) -> Line {
    let announcer = &cx.language.announcer;
    let turn = cx.session.record().game().turn();
    let of_the_game = |room| match cx.session.has_turn() {
        true => announcer.game_line(&cx.session.played(2), turn, face.map(clocks), room),
        false => Line::default(),
    };
    match cx.session.asked() {
        // The announcement of the end names the last move.
        Some(ended @ Announcement::Ended(_, Some(_))) => {
            cx.render(&ended).line.and(width, |_| announcer.times_line(face.map(clocks)))
        }
        Some(asked) if cx.session.is_setting_up() => cx.render(&asked).line,
        Some(asked) => cx.render(&asked).line.and(width, of_the_game),
        None => of_the_game(width),
    }
}

/// Returns the board, or files and ranks to choose a move from, if the position is not described.
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

/// Returns a message, and how many messages ago it came.
pub(super) fn log(cx: &PortContext, message: Option<&BrailleMessage>, ago: usize) -> Line {
    match message {
        Some(message) => Line::plain(format!("{} {}", ago + 1, message.line.cells)),
        None => cx.language.contracted(cx.language.announcer.nothing_told()),
    }
}

/// Returns the topics of what can be said here and now, or the phrases of one.
pub(super) fn say(cx: &PortContext, topic: Option<usize>) -> Line {
    let mut line = Line::default();
    if topic.is_some() {
        // The first phrase may be the title: it is felt that the topic has opened.
        line.push(":", None);
    }
    let mut push = |words: &str, target: Target| {
        if !line.is_empty() {
            line.push("  ", None);
        }
        line.push(words, Some(target));
    };
    match topic {
        Some(topic) => {
            let phrases = cx.session.phrases_of(topic).into_iter();
            for (phrase, _) in phrases.filter(|(_, place)| *place == PhrasePlace::Here) {
                let whole = || Target::Say(phrase.words.clone());
                push(&phrase.words, phrase.begin.clone().map_or_else(whole, Target::Begin));
            }
        }
        None => {
            let topics = cx.language.grammar.topics();
            cx.session.topics_here().into_iter().for_each(|n| push(&topics[n].title, Target::Open(n)));
        }
    }
    cx.language.contracted(line)
}

/// Returns the keys and their commands.
pub(super) fn keys(cx: &PortContext, keys: &KeyMap) -> Line {
    let announcer = &cx.language.announcer;
    let named = keys.named().map(|(key, command)| format!("{key} {}", announcer.braille_command(command)));
    cx.language.contracted(Line::plain(named.collect::<Vec<_>>().join(", ")))
}

fn clocks(face: ClockFace) -> Clocks {
    Clocks { white: face.white, black: face.black, running: face.running }
}
