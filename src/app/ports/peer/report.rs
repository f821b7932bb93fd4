//! The game that both sheets make, as the session is told of it.

use std::time::Duration;

use super::{PeerPort, server_report};
use crate::{
    laws::{ByColor, Position},
    session::{Event, EventKind, ServerGame, ServerReport, ServerResult},
};

impl PeerPort {
    /// Returns the game that both have, as a report.
    pub(super) fn report(&self, now: Duration) -> Option<ServerGame> {
        let exchange = self.exchange.as_ref()?;
        let (merged, own) = (exchange.merged(), exchange.own());
        let mode = merged.game.position().castles().mode();
        let moves = merged.game.moves().iter().take(self.known_plies());
        let over = merged
            .outcome
            .map(|outcome| ServerResult { ending: Some(outcome.ending), result: outcome.result });
        let turn = merged.game.turn();
        let times = merged.left().map(|mut left| {
            if over.is_some() {
                return (left, None);
            }
            let passed = if turn == own { self.time.passed(now) } else { self.time.waited(now) };
            left[turn] = left[turn].saturating_sub(passed);
            // The other side's time is not known while it is away, or has not got the move.
            let runs = turn == own || self.is_connected && self.known_plies() == merged.placed.len();
            (left, runs.then_some(turn))
        });
        let left_after = merged.placed.iter().take(self.known_plies()).filter_map(|placed| placed.left);
        let left_after = left_after.collect();
        Some(ServerGame {
            moves: moves.map(|m| m.to_uci(mode)).collect(),
            times,
            left_after,
            correspondence: self.move_time(now).filter(|_| over.is_none()),
            offers: ByColor::new_with(|side| merged.offer == Some(side)),
            takebacks: merged.asks,
            result: over,
        })
    }

    /// How many half-moves count: those that both sides have, and by correspondence those that the hall has.
    fn known_plies(&self) -> usize {
        let laid = match &self.way {
            #[cfg(feature = "hall")]
            Some(super::PeerWay::Hall(hall)) if self.is_by_correspondence() => hall.laid,
            Some(_) | None => 0,
        };
        self.exchange.as_ref().map_or(0, |exchange| match exchange.merged().outcome {
            Some(_) => exchange.merged().placed.len(),
            None => exchange.known_plies(laid),
        })
    }

    /// Reports the game; while the other side is away, only the times.
    pub(super) fn report_game(&mut self, now: Duration) -> Option<Event> {
        let report = self.report(now)?;
        self.is_over = report.result.is_some();
        // What the other side has is not known before its first word: a shorter game would take moves back here.
        if self.is_connected && self.knows_other || self.is_over {
            return Some(server_report(ServerReport::Game(report)));
        }
        let (left, running) = report.times?;
        Some(Event::of_program(EventKind::TimesReported { left, running }))
    }
}
