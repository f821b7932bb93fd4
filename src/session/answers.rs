//! What is told on request, and no more than the arbiter allows (FIDE D.2.10).

use std::time::Duration;

use super::Session;
use crate::{
    announce::{Announcement, Declaration, OnRequest, Told},
    grammar::Question,
    laws::{AssistantOf, ByColor, Color, Label, Position, Role, Service, Square, Terms},
};

const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// What kind of help an answer is.
fn service(question: Question) -> Service {
    match question {
        Question::Position
        | Question::Square(_)
        | Question::Pieces { .. }
        | Question::Rank(_)
        | Question::File(_)
        | Question::Diagonal(..) => Service::DescribePosition,
        Question::Attackers(_) | Question::MovesFrom(_) | Question::Material => Service::Advise,
        _ => Service::TellMovesAndTimes,
    }
}

impl Session {
    pub(super) fn answer(&mut self, question: Question, at: Duration) {
        let terms = self.terms();
        if !terms.allow(service(question), self.asked_by_user()) {
            self.tell(Announcement::NotAllowed);
            return self.note_question(question, Some(terms.article()), at);
        }
        let told = match question {
            Question::LastMove => self.last_moves(1),
            Question::LastMoves(count) => self.last_moves(usize::from(count)),
            Question::MoveNumber => Announcement::MoveNumber(self.record.game().position().fullmoves().get()),
            Question::Turn => Announcement::Turn(self.turn()),
            Question::Times | Question::MyTime => self.times(question, at),
            Question::TimeOf(side) => match self.record.clock() {
                Some(clock) => OnRequest::TimeLeft { side, time: clock.left(side, at) }.into(),
                None => Announcement::NoClock,
            },
            Question::TimeUsed(of) => self.time_used(of, at),
            Question::MovesCompleted => self.moves_completed(),
            Question::Flag => self.flags(at),
            Question::Touched => {
                let discreet = self.record.start().competition;
                OnRequest::Touched { men: self.touched(), discreet }.into()
            }
            Question::Score => self.last_moves(usize::MAX),
            Question::Envelope => self.envelope(at),
            Question::Offer => match self.record.offer() {
                Some(by) => OnRequest::OfferStands { by }.into(),
                None => Announcement::NoDrawOffer,
            },
            Question::Position => self.position(),
            Question::Square(square) => {
                let piece = self.record.game().position().board().piece_at(square);
                Announcement::SquareHolds { square, piece: piece.map(|piece| (piece.role, piece.color)) }
            }
            Question::Pieces { role, mine } => {
                let side = if mine { self.asker() } else { !self.asker() };
                let squares = self.men(side).into_iter().filter(|man| man.1 == role).map(|man| man.0);
                Announcement::Pieces { role, squares: squares.collect() }
            }
            Question::Rank(rank) => self.line(|square| square.rank() == rank),
            Question::File(file) => self.line(|square| square.file() == file),
            Question::Diagonal(from, to) => self.diagonal(from, to),
            Question::Attackers(square) => self.attackers(square),
            Question::MovesFrom(square) => {
                let position = self.record.game().position();
                let mut to: Vec<Square> = position
                    .legal_moves()
                    .into_iter()
                    .filter(|m| m.from() == Some(square))
                    .map(|m| m.to())
                    .collect();
                to.sort();
                to.dedup();
                Announcement::MovesFrom { square, to }
            }
            Question::Material => {
                let count = |color| {
                    ROLES
                        .into_iter()
                        .map(|role| (role, self.men(color).iter().filter(|man| man.1 == role).count() as u8))
                        .filter(|&(role, count)| count > 0 && role != Role::King)
                        .collect()
                };
                Announcement::Material { white: count(Color::White), black: count(Color::Black) }
            }
        };
        self.tell(told);
        self.note_question(question, None, at);
    }

    /// The terms under which this program assists.
    pub(super) fn terms(&self) -> Terms {
        Terms {
            assistant_of: AssistantOf::Blind,
            competition: self.record.start().competition,
            position_allowed: false,
        }
    }

    /// Whether the blind player asks, or the table or the arbiter, as far as is known: his assistant is not
    /// his opponent's.
    fn asked_by_user(&self) -> bool {
        match (self.record.user(), self.from.side()) {
            (Some(user), Some(side)) => side == user,
            _ => true,
        }
    }

    /// Whose pieces are "mine": the speaker's, if he is known, or those of the side on move.
    pub(super) fn asker(&self) -> Color {
        self.from.side().or(self.record.user()).unwrap_or_else(|| self.turn())
    }

    fn last_moves(&self, count: usize) -> Announcement {
        let game = self.record.game();
        let played = game.moves().len();
        if played == 0 {
            return Announcement::NoMoveYet;
        }
        let from = played.saturating_sub(count.max(1));
        let told = |ply: usize| Told { before: game.position_at(ply).clone(), m: game.moves()[ply] };
        Announcement::LastMoves((from..played).map(told).collect())
    }

    fn times(&self, question: Question, at: Duration) -> Announcement {
        let Some(clock) = self.record.clock() else { return Announcement::NoClock };
        let side = self.asker();
        if question == Question::MyTime {
            return Announcement::MyTime { side, time: clock.left(side, at) };
        }
        Announcement::Times { white: clock.left(Color::White, at), black: clock.left(Color::Black, at) }
    }

    fn time_used(&self, of: Option<Color>, at: Duration) -> Announcement {
        match (self.record.clock(), of) {
            (None, _) => Announcement::NoClock,
            (Some(clock), Some(side)) => OnRequest::TimeUsed { side, time: clock.used(side, at) }.into(),
            (Some(clock), None) => {
                OnRequest::TimesUsed(ByColor::new_with(|side| clock.used(side, at))).into()
            }
        }
    }

    fn moves_completed(&self) -> Announcement {
        let game = self.record.game();
        let open = |side| u32::from(self.record.is_open() && side != game.turn());
        let made = ByColor::new_with(|side| game.moves_made(side) - open(side));
        let left = self.record.clock().map(|clock| ByColor::new_with(|side| clock.moves_to_control(side)));
        let to_control = left.and_then(|left| Some(ByColor { white: left.white?, black: left.black? }));
        OnRequest::MovesCompleted { made, to_control }.into()
    }

    fn flags(&self, at: Duration) -> Announcement {
        let Some(clock) = self.record.clock() else { return Announcement::NoClock };
        OnRequest::Flags(ByColor::new_with(|side| self.record.fallen(side) || clock.flag(side, at))).into()
    }

    fn touched(&self) -> Vec<(Square, Role)> {
        let board = self.record.game().position().board();
        let touched = self.record.touch().touched().iter();
        touched.filter_map(|&square| Some((square, board.role_at(square)?))).collect()
    }

    /// The position stands on it too, but in competition an arbiter reads it out.
    fn envelope(&self, at: Duration) -> Announcement {
        let Some((sealed_by, _)) = self.record.sealed() else { return Declaration::NothingSealed.into() };
        let Label { players, used, draw_offer, resumption } = self.label(at);
        let position = (!self.record.start().competition).then(|| Box::new(self.position()));
        let named = players.iter().all(|name| !["", "?"].contains(&name.as_str()));
        OnRequest::Envelope {
            players: named.then_some(players),
            sealed_by,
            number: self.record.game().move_number(),
            used: self.record.clock().map(|_| used),
            offer: draw_offer,
            resumption,
            position,
        }
        .into()
    }

    fn position(&self) -> Announcement {
        Announcement::Position { white: self.men(Color::White), black: self.men(Color::Black) }
    }

    /// One side's men, the king first.
    fn men(&self, side: Color) -> Vec<(Square, Role)> {
        let board = self.record.game().position().board();
        ROLES
            .into_iter()
            .flat_map(|role| board.by_piece(role.of(side)).into_iter().map(move |square| (square, role)))
            .collect()
    }

    fn line(&self, on: impl Fn(Square) -> bool) -> Announcement {
        let board = self.record.game().position().board();
        let men = board.clone().into_iter().filter(|&(square, _)| on(square));
        let mut men: Vec<_> = men.map(|(square, piece)| (square, piece.role, piece.color)).collect();
        men.sort_by_key(|man| man.0);
        Announcement::Line(men)
    }

    /// The diagonal through both squares; through one, its longer diagonal.
    fn diagonal(&self, from: Square, to: Option<Square>) -> Announcement {
        let sum = |square: Square| u32::from(square.file()) + u32::from(square.rank());
        let difference = |square: Square| i32::from(square.file()) - i32::from(square.rank());
        let rising = match to {
            Some(to) => difference(from) == difference(to),
            None => difference(from).unsigned_abs() <= sum(from).abs_diff(7),
        };
        if rising {
            self.line(|square| difference(square) == difference(from))
        } else {
            self.line(|square| sum(square) == sum(from))
        }
    }

    fn attackers(&self, square: Square) -> Announcement {
        let board = self.record.game().position().board();
        let owner = board.color_at(square);
        let side = owner.map_or_else(|| !self.asker(), |owner| !owner);
        let by = board.attacks_to(square, side, board.occupied());
        let by = by.into_iter().filter_map(|from| Some((from, board.role_at(from)?))).collect();
        Announcement::Attackers { square, by }
    }
}
