//! What may be told in competition: one place decides.
//!
//! The program is an assistant (FIDE D.2.10): it repeats what a player announces, and tells nothing of the position that
//! it was not asked for and is not allowed to tell. Nobody may learn from it what they did not say, neither by its
//! answer nor by its silence. So two positions that a player's words cannot tell apart get the same answers:
//!
//! - **Until the yes only the words count.** They are understood without the position ([`Session::moment`]), read back as
//!   they were said ([`StatedMove::Words`]), and judged by nobody. What they leave open is asked for openly
//!   ([`OpenPart`](crate::laws::OpenPart)), without a list of what would fit. A claim with a move, a sealed move, a touch
//!   and a pawn that was not replaced are asked back alike.
//! - **After the yes** the move is made and told as it was said: no piece, no square, no capture and no check is added.
//!   Its score has the piece and both squares once it is completed. If no move fits, it is illegal, which has to be told,
//!   for nobody may play on after it (FIDE 7.5.1); which rule it breaks is not. If several fit, it is asked from where.
//!   Each such attempt is noted for the arbiter.
//! - **That the game is over** is told, and how: it ends with the move, whoever says so (FIDE 5.1, 5.2, 9.6).
//! - **A slip of the tongue** is corrected before the clock is pressed (FIDE D.2.8), for nothing was learnt by it but that
//!   it could be played. Where more was learnt, that the game is over or that a move is illegal, the correction is the
//!   arbiter's.
//! - **Touch-move** binds from the yes on (FIDE 4.3); what it demands is told when another move is tried.
//! - **A move from an electronic board** has no words: it is told by its piece and its squares.
//!
//! In a blindfold game the position is not told either, and the same holds up to the yes; a move that is made is told in
//! full, for there nobody is to be deceived.

use super::{Handler, Phase, Session, spelling};
use crate::{
    announce::{Announcement, AskedMove, MoveDetail, MoveInPosition},
    grammar::Intent,
    journal::Record,
    laws::{Attempt, CastlingSide, Color, Move, OpenPart, Origin, Position, Role, Square, Verdict},
};

/// A move that waits for its yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedMove {
    /// A legal move.
    Judged(Move),
    /// The words of a move, which are judged after the yes.
    Words(Attempt),
}

impl StatedMove {
    /// The move as it is asked about.
    pub(super) fn asked(self, record: &Record) -> AskedMove {
        match self {
            StatedMove::Judged(m) => AskedMove::InPosition(told_in(record, m)),
            StatedMove::Words(said) => AskedMove::Words(said),
        }
    }

    /// The move, where it was judged.
    pub(super) fn judged(self) -> Option<Move> {
        match self {
            StatedMove::Judged(m) => Some(m),
            StatedMove::Words(_) => None,
        }
    }
}

impl From<StatedMove> for Attempt {
    fn from(stated: StatedMove) -> Attempt {
        match stated {
            StatedMove::Judged(m) => Attempt::from(m),
            StatedMove::Words(said) => said,
        }
    }
}

/// How much is told of a move of which no words are known.
pub(super) fn detail(record: &Record) -> MoveDetail {
    MoveDetail::of(record.start().competition, None)
}

/// A move in the present position.
pub(super) fn told_in(record: &Record, m: Move) -> MoveInPosition {
    MoveInPosition { before: record.game().position().clone(), m, detail: detail(record) }
}

/// The move after so many half-moves.
pub fn told_at(record: &Record, ply: usize) -> MoveInPosition {
    let (before, m) = (record.game().position_at(ply).clone(), record.game().moves()[ply]);
    MoveInPosition { before, m, detail: detail(record) }
}

/// What stands on a touched square, where that is told.
pub(super) fn touched(square: Square, record: &Record) -> Option<(Role, Color)> {
    let told = record.game().position().board().piece_at(square).filter(|_| !record.is_discreet());
    told.map(|piece| (piece.role, piece.color))
}

/// The side whose pawn was not replaced.
pub(super) fn side_of_pawn(record: &Record) -> Color {
    let turn = record.game().turn();
    let has_promoted = record.game().moves().last().is_some_and(|m| m.is_promotion());
    record.pressed_without_move().unwrap_or(if has_promoted { !turn } else { turn })
}

/// The answers under the routing keys to a question for what is open.
pub(super) fn choice(said: Attempt, open: OpenPart, n: usize) -> Option<Intent> {
    let chosen = match open {
        OpenPart::Promotion => {
            let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
            Attempt { promotion: Some(*roles.get(n)?), ..said }
        }
        OpenPart::Castling => {
            let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
            Attempt { castling: Some(*sides.get(n)?), ..said }
        }
        OpenPart::Piece | OpenPart::Destination | OpenPart::Origin => return None,
    };
    Some(Intent::Move(chosen))
}

impl Session {
    /// The squares that were said to be touched, where the pieces on them are not told.
    pub(super) fn said_touched(&self) -> &[Square] {
        if self.record.is_discreet() { self.record.touched_as_said() } else { &[] }
    }

    /// The move that a wrong claim obliges to, as it was said.
    pub(super) fn told_owed(&self, m: Move) -> MoveInPosition {
        let said = self.record.words_of_must_play().and_then(spelling::read_words);
        MoveInPosition {
            detail: MoveDetail::of(self.record.start().competition, said),
            ..told_in(&self.record, m)
        }
    }

    /// Whether the player on move has touched a piece, or said so.
    pub(super) fn is_bound_by_touch(&self) -> bool {
        self.record.touch().is_bound() || !self.said_touched().is_empty()
    }

    /// The words of the move after so many half-moves, if it is the last and still open.
    pub(super) fn said_of(&self, ply: usize) -> Option<Attempt> {
        let is_last = ply + 1 == self.record.game().moves().len();
        self.record.words_of_open_move().filter(|_| is_last).and_then(spelling::read_words)
    }
}

impl Handler<'_> {
    /// Takes the words of a move, asks for what they leave open, and reads them back.
    pub(super) fn take_words(&mut self, said: Attempt, sure: bool) {
        match said.open_part(self.turn()) {
            Some(open) => self.ask_open(said, open),
            None => self.propose(StatedMove::Words(said), sure),
        }
    }

    fn ask_open(&mut self, said: Attempt, open: OpenPart) {
        self.enter(Phase::Completing { said, open });
        self.tell(Announcement::WhatIsOpen(open));
    }

    /// Handles the answer to the question for what is open.
    pub(super) fn handle_completing(&mut self, intent: Intent, sure: bool) {
        if let Intent::No | Intent::Correct = intent {
            return self.withdraw();
        }
        if intent == Intent::Yes && !self.offer_waits() {
            return self.no_answer();
        }
        let asked = self.phase().clone();
        // What completes a move is its answer, also when a power cut has stopped the clock since it was asked.
        self.do_instead(|handler| match (intent, asked) {
            (Intent::Move(attempt), Phase::Completing { said, .. })
                if handler.record.clock_was_stopped()
                    && said.role.is_none_or(|role| attempt.role == Some(role)) =>
            {
                handler.take_words(attempt, sure);
            }
            (intent, _) => handler.handle_moving(intent, sure),
        });
    }

    /// Asks which of several moves was heard, by their words alone.
    pub(super) fn ask_unjudged(&mut self, intents: &[Intent]) {
        let moves: Vec<Attempt> = intents.iter().filter_map(attempted).collect();
        let Some(first) = moves.first().copied() else { return self.not_understood() };
        if !self.may_say(&Intent::Move(first)) {
            return;
        }
        if let Some(refusal) = self.no_move_because() {
            return self.refuse(refusal);
        }
        self.drop_question();
        if moves.len() > 1 && moves.iter().all(|said| said.castling.is_some()) {
            return self.ask_open(first, OpenPart::Castling);
        }
        match first.open_part(self.turn()) {
            Some(open) => self.ask_open(first, open),
            None => self.guess(StatedMove::Words(first)),
        }
    }

    /// Makes a move that has its yes.
    pub(super) fn make_stated(&mut self, stated: StatedMove) {
        let said = match stated {
            StatedMove::Judged(m) => return self.make_move(m),
            StatedMove::Words(said) => said,
        };
        let verdict = self.record.game().judge(&said);
        if !matches!(verdict, Verdict::Legal(_)) {
            self.drop_question();
        }
        match verdict {
            Verdict::Legal(m) => match self.obligation_against(m) {
                Some(refusal) => {
                    self.drop_question();
                    // What was said in the same breath was to follow the move.
                    self.session.dialogue.forget_waiting();
                    self.refuse(refusal);
                    self.note_attempt(&said, self.article_of_obligation());
                }
                None => self.make_move_as_said(m, Some(&said)),
            },
            Verdict::Ambiguous(_) => self.ask_open(said, OpenPart::Origin),
            Verdict::PromotionMissing(_) => self.ask_open(said, OpenPart::Promotion),
            Verdict::Illegal(reason) => {
                self.session.dialogue.forget_waiting();
                self.refuse_illegal(reason);
                self.note_illegal(&said, reason.article());
            }
        }
    }

    /// Refuses a correction that is the arbiter's: something was learnt that was not said. Returns whether it is.
    pub(super) fn refuse_correction(&mut self) -> bool {
        let has_learnt = self.record.has_refused_move() || self.record.ended().is_some();
        let is_refused = has_learnt && self.record.start().competition && self.origin != Origin::Arbiter;
        if is_refused {
            self.refuse(Announcement::ArbiterCalled { clock: false });
        }
        is_refused
    }
}

fn attempted(intent: &Intent) -> Option<Attempt> {
    if let Intent::Move(attempt) = intent { Some(*attempt) } else { None }
}
