//! What is told on request, and no more than the arbiter allows (FIDE D.2.10).

use std::time::Duration;

use super::Session;
use crate::{
    announce::{Advice, Announcement, Declaration, Looking, OnRequest, Told},
    grammar::{Question, Whose},
    laws::{
        Article, AssistantOf, ByColor, Color, Description, Label, Position, Role, Service, Square, Terms,
    },
};

impl Session {
    pub(super) fn answer(&mut self, question: Question, at: Duration) {
        let terms = self.terms();
        if !terms.allow(self.service(question), self.asked_by_user()) {
            let article = self.not_told();
            return self.note_question(question, article, at);
        }
        let told = match question {
            Question::LastMove => self.last_moves(1),
            Question::LastMoveOf(of) => self.last_move_of(self.one_side(of)),
            Question::LastMoves(count) => self.last_moves(usize::from(count)),
            Question::MoveNumber => Announcement::MoveNumber(self.record.game().position().fullmoves().get()),
            Question::Turn => Announcement::Turn(self.turn()),
            Question::Times | Question::MyTime => self.times(question, at),
            Question::TimeOf(of) => match self.record.clock() {
                Some(clock) => {
                    let side = self.one_side(of);
                    OnRequest::TimeLeft { side, time: clock.left(side, at) }.into()
                }
                None => Announcement::NoClock,
            },
            Question::TimeUsed(of) => self.time_used(of, at),
            Question::MovesCompleted => self.moves_completed(),
            Question::Flag => self.flags(at),
            Question::Touched => {
                let discreet = self.record.is_discreet();
                OnRequest::Touched { men: self.touched(), discreet }.into()
            }
            Question::Score => self.last_moves(usize::MAX),
            Question::Envelope => self.envelope(at),
            Question::Offer => match self.record.offer() {
                Some(by) => OnRequest::OfferStands { by }.into(),
                None => Announcement::NoDrawOffer,
            },
            Question::Opponent => self.opponent(),
            Question::OwnSide => Looking::OwnSide(self.from.side().or(self.record.user())).into(),
            Question::TimeControl => {
                let control = self.record.clock().map(|clock| clock.control().clone());
                Looking::Control(control).into()
            }
            Question::Claims => {
                let game = self.record.game();
                let quiet = game.quiet_plies() / 2;
                Looking::Claims { seen: game.appearances() as u32, quiet }.into()
            }
            about_board => {
                if !matches!(about_board, Question::Start | Question::SquareColour(_)) {
                    self.name_reviewed();
                }
                self.look(about_board)
            }
        };
        self.tell(told);
        self.note_question(question, None, at);
    }

    /// Says why something is not told. The article, where one forbids it: the rest is for no arbiter.
    pub(super) fn not_told(&mut self) -> Option<Article> {
        let article = self.record.start().competition.then(|| self.terms().article());
        self.tell(match article {
            Some(_) => Announcement::NotAllowed,
            None if self.record.is_discreet() => Advice::Blindfold.into(),
            None => Advice::AgainstPeople.into(),
        });
        article
    }

    /// What kind of help an answer is.
    fn service(&self, question: Question) -> Service {
        match question {
            // Both know what stands where before the first move, and where a game of chess begins.
            Question::Start if self.record.game().moves().is_empty() => Service::TellMovesAndTimes,
            Question::Position | Question::Start => Service::Describe(Description::Position),
            Question::Square(_) => Service::Describe(Description::Squares),
            Question::Pieces { .. } => Service::Describe(Description::Men),
            Question::Rank(_) | Question::File(_) | Question::Diagonal(..) | Question::Ray(..) => {
                Service::Describe(Description::Lines)
            }
            Question::Captured | Question::Changes => Service::Describe(Description::Changes),
            Question::Attackers(_)
            | Question::Defenders(_)
            | Question::Pins(_)
            | Question::Pinned(_)
            | Question::MovesFrom(_)
            | Question::CapturesFrom(_)
            | Question::InCheck
            | Question::Castling(_)
            | Question::Claims
            | Question::Material => Service::Advise,
            _ => Service::TellMovesAndTimes,
        }
    }

    /// The terms under which this program assists.
    pub(super) fn terms(&self) -> Terms {
        Terms {
            assistant_of: AssistantOf::Blind,
            competition: self.record.is_discreet(),
            described: self.record.start().described,
        }
    }

    /// Whether the blind player asks, or the table or the arbiter, as far as is known: his assistant is not
    /// his opponent's.
    pub(super) fn asked_by_user(&self) -> bool {
        match (self.record.user(), self.from.side()) {
            (Some(user), Some(side)) => side == user,
            _ => true,
        }
    }

    /// Whose pieces are "mine": the speaker's, if he is known, or those of the side on move.
    pub(super) fn asker(&self) -> Color {
        self.from.side().or(self.record.user()).unwrap_or_else(|| self.turn())
    }

    /// The side that is meant; the asker's where both could be.
    pub(super) fn one_side(&self, of: Whose) -> Color {
        match of {
            Whose::Of(side) => side,
            Whose::Theirs => !self.asker(),
            Whose::Mine | Whose::Both => self.asker(),
        }
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

    fn last_move_of(&self, side: Color) -> Announcement {
        let last = self.played(2).into_iter().rev().find(|told| told.before.turn() == side);
        last.map_or(Announcement::NoMoveYet, |told| Announcement::LastMoves(vec![told]))
    }

    fn times(&self, question: Question, at: Duration) -> Announcement {
        let Some(clock) = self.record.clock() else { return Announcement::NoClock };
        let side = self.asker();
        if question == Question::MyTime {
            return Announcement::MyTime { side, time: clock.left(side, at) };
        }
        Announcement::Times { white: clock.left(Color::White, at), black: clock.left(Color::Black, at) }
    }

    fn time_used(&self, of: Whose, at: Duration) -> Announcement {
        let Some(clock) = self.record.clock() else { return Announcement::NoClock };
        match of {
            Whose::Both => OnRequest::TimesUsed(ByColor::new_with(|side| clock.used(side, at))).into(),
            of => {
                let side = self.one_side(of);
                OnRequest::TimeUsed { side, time: clock.used(side, at) }.into()
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

    fn opponent(&self) -> Announcement {
        Looking::Opponent(self.record.start().player(!self.asker()).map(str::to_owned)).into()
    }
}
