//! The score of a game.

use std::time::Duration;

use super::Record;
use crate::{laws::Ending, notation::pgn::PgnGame};

impl Record {
    /// Returns the score with its seven tags, clocks, draw offers and rulings.
    pub fn score(&self) -> PgnGame {
        let start = &self.start;
        let mut game = PgnGame::new(self.game().clone());
        let named = |value: &str| if value.is_empty() { "?".to_owned() } else { value.to_owned() };
        game.set_tag("Event", &named(&start.event));
        game.set_tag("Site", &named(&start.site));
        game.set_tag("Date", if start.date.is_empty() { "????.??.??" } else { &start.date });
        game.set_tag("Round", &named(&start.round));
        game.set_tag("White", &named(&start.white));
        game.set_tag("Black", &named(&start.black));
        let unfinished = || "*".to_owned();
        game.set_tag("Result", &self.ended().map_or_else(unfinished, |outcome| outcome.result.to_string()));
        let untimed = || "-".to_owned();
        game.set_tag("TimeControl", &start.time_control.as_ref().map_or_else(untimed, ToString::to_string));
        let ended = self.ended().map(|outcome| outcome.ending);
        game.set_tag("Termination", ended.map_or("unterminated", termination));
        if let Some(doubt) = self.doubt() {
            game.set_tag("Journal", &doubt.in_score());
        }
        // PGN counts clock times in whole seconds.
        game.clocks = self
            .times_left()
            .iter()
            .map(|left| left.map(|left| Duration::from_secs(left.as_secs())))
            .collect();
        // FIDE 8.1.5 and C.12: a draw offer is written as (=).
        let offers = self.offers().iter().map(|&(ply, _)| (ply, "(=)".to_owned()));
        game.comments = offers.chain(self.remarks().iter().cloned()).collect();
        game
    }
}

/// Returns how the game ended, in the words of the PGN standard.
fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::FlagFall(_) | Ending::BothFlags => "time forfeit",
        Ending::IllegalMoves(_) | Ending::Default(_) | Ending::SealedMove(_) => "rules infraction",
        Ending::ClaimReferred => "unterminated",
        Ending::LastTwoMinutes | Ending::Arbiter | Ending::Service => "adjudication",
        Ending::Left(_) | Ending::Aborted => "abandoned",
        Ending::Checkmate
        | Ending::Stalemate
        | Ending::DeadPosition
        | Ending::Agreement
        | Ending::Threefold { .. }
        | Ending::FiftyMoves { .. }
        | Ending::Fivefold
        | Ending::SeventyFiveMoves
        | Ending::Resignation(_) => "normal",
    }
}
