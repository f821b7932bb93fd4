//! What a board has shown since it last showed the game, and which moves before that may not have been finished.

use crate::laws::{Chess, Color, Game, Move, Position, tracking::Difference};

use super::flaw::UnfollowedReading;

/// Readings that show no position of the game.
#[derive(Default)]
pub(super) struct Excursion {
    /// The side whose piece was put down first.
    pub(super) first: Option<Color>,
    /// Before that the piece that had moved last was lifted.
    pub(super) goes_on: bool,
    /// The first reading with a piece where no move brings it, or with any that lacks.
    pub(super) place: Option<UnfollowedReading>,
}

impl Excursion {
    /// Drops the last moves that may not have been finished: one whose player went on with it, rather than the other side
    /// answered it, with an earlier one of the same piece, which may have been a stop on its way; one whose player has a
    /// piece in their hand; and one whose piece is back.
    pub(super) fn drop_unfinished(&self, moves: &mut Vec<Move>, start: &Chess) {
        let last = if moves.len() % 2 == 1 { start.turn() } else { !start.turn() };
        if (self.goes_on || self.first == Some(last))
            && let Some(dropped) = moves.pop()
            && let Some(before) = moves.len().checked_sub(2)
            && dropped.from() == Some(moves[before].to())
        {
            moves.truncate(before);
        }
        let Some(place) = &self.place else { return };
        let mut game = Game::from_position(start.clone());
        moves.iter().for_each(|m| game.play(*m).expect("only legal moves are followed"));
        let lacks =
            |it: &Difference| it.holds.is_none() && it.should.is_some_and(|piece| piece.color != game.turn());
        if place.sight.differences(game.position().board()).iter().any(lacks) {
            moves.pop();
        }
        let is_back = |ply: &usize| {
            let stood = moves[*ply]
                .from()
                .and_then(|from| Some((from, game.position_at(*ply).board().piece_at(from)?)));
            stood.is_some_and(|(from, piece)| place.sight.board.piece_at(from) == Some(piece))
        };
        if let Some(first) = (moves.len().saturating_sub(2)..moves.len()).find(is_back) {
            moves.truncate(first);
        }
    }
}
