//! The games of two players apart, as an arbiter sees them: both sheets of a board are made into the game that a board shows.
//!
//! The seal of a message is the players' own secret, so nothing is checked here but that the sheets make a game; that only a
//! player writes their side, the broker holds. Nobody rules there: each program takes only what the other player says.

use std::collections::BTreeMap;

use crate::{
    hall::{BoardTopic, HallClock, HallGame, SealedSheet, VERSION, read_sheet_topic},
    journal::{in_ms, known_tag},
    laws::{ByColor, Color, Position},
    notation::PgnGame,
    peer::{PeerMessage, merge},
};

/// The boards at which two players apart meet.
#[derive(Debug, Default)]
pub(super) struct ApartBoards(BTreeMap<u16, ByColor<Option<PeerMessage>>>);

impl ApartBoards {
    /// Takes what stands under a topic. Returns the board's topic and what is shown there, if it is a player's.
    pub(super) fn take(&mut self, topic: &str, content: &[u8]) -> Option<(String, Vec<u8>)> {
        let (board, side) = read_sheet_topic(topic)?;
        let shown = BoardTopic::Game.of(board);
        let message = SealedSheet::read(content)
            .ok()
            .and_then(|sealed| serde_json::from_str::<PeerMessage>(&sealed.message).ok());
        let Some(message) = message else {
            // It is told as what cannot be read.
            return Some((shown, content.to_vec()));
        };
        let messages = self.0.entry(board).or_insert(ByColor { white: None, black: None });
        messages[side] = Some(message);
        let content = game(board, messages, side)?.written().ok()?;
        Some((shown, content))
    }
}

/// The game of both sheets, of which one side's came last. None before there are terms.
fn game(board: u16, messages: &ByColor<Option<PeerMessage>>, last: Color) -> Option<HallGame> {
    let terms = messages.iter().flatten().find_map(|message| message.terms.as_ref())?;
    let entries =
        messages.as_ref().map(|message| message.as_ref().map_or(&[][..], |message| &message.entries));
    let merged = merge(terms, entries);
    let (turn, moves) = (merged.game.position().turn(), merged.game.moves().len());
    let mut score = PgnGame::new(merged.game);
    for (side, tag, agreed) in [(Color::White, "White", &terms.white), (Color::Black, "Black", &terms.black)]
    {
        let given = messages[side].as_ref().map(|message| message.name.as_str()).unwrap_or_default();
        score.set_tag(tag, known_tag(agreed).unwrap_or(given));
    }
    if let Some(outcome) = merged.outcome {
        score.set_tag("Result", &outcome.result.to_string());
    }
    let since = messages[last].as_ref().and_then(|message| message.since);
    let clock = merged.clock.as_ref().map(|clock| HallClock {
        white: in_ms(clock.left(Color::White, merged.at)),
        black: in_ms(clock.left(Color::Black, merged.at)),
        running: (moves > 0 && merged.outcome.is_none()).then_some(turn),
        ..HallClock::default()
    });
    Some(HallGame {
        version: VERSION,
        board,
        pgn: score.to_string(),
        clock: clock.map(|clock| since.map_or(clock, |ms| clock.after(std::time::Duration::from_millis(ms)))),
        since_move: since.filter(|_| moves > 0),
        offer: merged.offer,
        apart: true,
        ..HallGame::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{hall::PublishedGame, hall::sheet_topic};

    /// As the programs of two players have laid it there.
    fn sheet(message: &str) -> Vec<u8> {
        SealedSheet { version: VERSION, message: message.to_owned(), seal: "x".to_owned() }.written().unwrap()
    }

    #[test]
    fn what_is_no_players_is_left_and_what_cannot_be_read_is_shown_as_that() {
        let mut boards = ApartBoards::default();
        assert_eq!(boards.take("hall/1/game", b"x"), None);
        assert_eq!(boards.take("hall/1/white/presence", b"x"), None);
        for unread in [&b"x"[..], &sheet("{}"), b"{\"version\":9}"] {
            let (topic, content) = boards.take(&sheet_topic(1, Color::White), unread).unwrap();
            assert_eq!(topic, "hall/1/game");
            assert!(PublishedGame::read(1, &content).is_err());
        }
        // Nothing is agreed yet, and so there is no game.
        let waiting = serde_json::to_string(&PeerMessage::empty()).unwrap();
        assert_eq!(boards.take(&sheet_topic(2, Color::Black), &sheet(&waiting)), None);
    }
}
