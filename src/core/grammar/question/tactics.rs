//! What a question about attacks, pins and checks is answered with.

use super::{Answer, QuestionContext, SideReference};
use crate::{
    announce::{Announcement, BoardAnswer, MoveDetail, MoveInPosition},
    laws::{Chess, Color, Move, Position, Square, board_facts},
};

impl QuestionContext<'_> {
    /// Returns the hanging pieces of one side or both.
    pub(super) fn hanging(&self, of: SideReference) -> Answer {
        self.hanging_without(of, None)
    }

    /// `no_mate`: the side that was found to have no mate.
    fn hanging_without(&self, of: SideReference, no_mate: Option<Color>) -> Answer {
        let sides = self.sides(of);
        let mut pieces = board_facts::hanging(self.position().board());
        let mut won = board_facts::won_by_exchange(self.position().board());
        pieces.retain(|(_, _, side)| sides.contains(side));
        won.retain(|(_, _, side)| sides.contains(side));
        Answer::Hanging(pieces, won, (sides.len() == 1).then(|| sides[0]), no_mate)
    }

    /// Returns the mate that a side threatens, else the other side's pieces that hang. Who asks is threatened, unless a side
    /// was named.
    pub(super) fn threats(&self, of: SideReference) -> Answer {
        let side = match of {
            SideReference::Of(side) => side,
            SideReference::Mine => self.asker(),
            SideReference::Theirs | SideReference::Both => !self.asker(),
        };
        let now = self.position();
        let in_turn = if now.turn() == side { Some(now.clone()) } else { now.clone().swap_turn().ok() };
        let mates = |before: &Chess, m: &Move| {
            let mut after = before.clone();
            after.play_unchecked(*m);
            after.is_checkmate()
        };
        // Out of check the other side is never on move, and nothing was looked for.
        let is_looked_for = in_turn.is_some();
        let mate = in_turn.and_then(|before| {
            let m = before.legal_moves().into_iter().find(|m| mates(&before, m))?;
            Some(MoveInPosition { before, m, detail: MoveDetail::of(self.record.start().competition, None) })
        });
        match mate {
            Some(mate) => Answer::MateThreat(side, mate),
            None => self.hanging_without(SideReference::Of(!side), is_looked_for.then_some(side)),
        }
    }

    /// Returns the moves that give check.
    pub(super) fn checks(&self) -> Announcement {
        let before = self.position();
        let gives_check = |m: &Move| {
            let mut after = before.clone();
            after.play_unchecked(*m);
            after.is_check()
        };
        let moves = before.legal_moves().into_iter().filter(gives_check);
        let detail = MoveDetail::of(self.record.start().competition, None);
        let checks: Vec<_> = moves.map(|m| MoveInPosition { before: before.clone(), m, detail }).collect();
        if checks.is_empty() { Answer::NoChecks.into() } else { Announcement::LastMoves(checks) }
    }

    /// Returns the pins of one side's pieces or of both.
    pub(super) fn pins(&self, of: SideReference) -> BoardAnswer {
        let sides = self.sides(of);
        let mut pins = board_facts::pins(self.position().board());
        pins.retain(|pin| sides.contains(&pin.piece.2));
        BoardAnswer::Pins(pins, (sides.len() == 1).then(|| sides[0]))
    }

    /// Returns whether the piece on a square is pinned, and by what.
    pub(super) fn pinned(&self, square: Square) -> BoardAnswer {
        BoardAnswer::pinned(self.position().board(), square)
    }

    /// Returns what attacks or defends the piece on a square; for an empty square, what could go there.
    pub(super) fn attackers_of(&self, square: Square, defending: bool) -> BoardAnswer {
        let board = self.position().board();
        let by = match board.color_at(square) {
            Some(owner) => board_facts::attackers_of(board, square, if defending { owner } else { !owner }),
            None => Color::ALL
                .into_iter()
                .flat_map(|side| board_facts::attackers_of(board, square, side))
                .collect(),
        };
        BoardAnswer::Attackers { square, by, defending: defending && board.color_at(square).is_some() }
    }

    /// Returns whether a side is in check, and by what.
    pub(super) fn in_check(&self, of: SideReference) -> BoardAnswer {
        let position = self.position();
        let turn = position.turn();
        let side = if of == SideReference::Both { turn } else { self.one_side(of) };
        let by = board_facts::pieces_on(position.board(), position.checkers());
        BoardAnswer::InCheck(side, if side == turn { by } else { Vec::new() })
    }
}
