//! A game on a server, whose word counts.
//!
//! The server reports the whole game whenever it changes, and on every connection. A report is compared with the record,
//! never appended: what is missing here is played, what is not there was taken back, and a move of the user's that it
//! does not have yet is on its way. It keeps the time, ends the game, and answers for the other side; what is said to it
//! goes out as a [`ServerRequest`].

use std::time::Duration;

use shakmaty::uci::UciMove;

use super::{
    Effect, Handler, MoveTime, Pattern, PendingConfirmation, Phase, ServerGame, ServerReport, ServerRequest,
    ServerResult, Session, Silence, claims::incorrect, sending::Sending,
};
use crate::{
    announce::{Announcement, Declaration, OnlineAnnouncement},
    grammar::{OnlineRequest, Question},
    journal::{Entry, Opponent},
    laws::{
        Act, ByColor, Claim, ClaimKind, ClaimRefused, ClaimVerdict, Color, Ending, GameResult, Move, Origin,
        Outcome, Position,
    },
};

/// What is known of the server beside the record.
#[derive(Debug, Default)]
pub(super) struct OnlineState {
    pub(super) sending: Sending,
    offers: ByColor<bool>,
    takebacks: ByColor<bool>,
    /// Whether the other side asks for a move back, unanswered.
    takeback_asked: bool,
    /// Whether the user asked for a move back.
    takeback_sent: bool,
    gone: bool,
    /// Since when the game of an opponent who has gone can be claimed, as the server allows it; and whether that was told.
    claim: Option<(Duration, bool)>,
    /// The time of a game without a clock, and the instant of the report.
    pub(super) correspondence: Option<(MoveTime, Duration)>,
    /// That the server reports what cannot be was told.
    told_impossible: bool,
    /// The opponent's rating.
    pub(super) rating: Option<u32>,
    /// What was written and not read yet: by whom, and what.
    chat: Vec<(String, String)>,
}

impl OnlineState {
    pub(super) fn forget_absence(&mut self) {
        (self.gone, self.claim) = (false, None);
    }
}

impl Session {
    /// Whether a server stands between the players.
    pub fn is_online(&self) -> bool {
        matches!(self.record.start().opponent, Opponent::Online { .. })
    }

    /// Whether the other player's own program is in place of the server.
    pub fn is_with_peer(&self) -> bool {
        self.record.start().opponent.is_peer()
    }

    /// The days for each move in a game by correspondence.
    pub fn days_a_move(&self) -> Option<u32> {
        self.online.correspondence.and_then(|(time, _)| time.days)
    }

    /// Whether the game waits in a hall between two players who need never be there at once.
    pub fn is_by_correspondence(&self) -> bool {
        self.is_with_peer() && self.online.correspondence.is_some()
    }

    /// Whether the opponent has used more time than there is by correspondence, as of now.
    fn has_opponent_exceeded(&self, now: Duration) -> bool {
        let is_over = |(time, told_at): (MoveTime, Duration)| {
            time.left.is_some_and(|left| left <= now.saturating_sub(told_at))
        };
        let turn = self.record.game().turn();
        self.record.remote() == Some(turn) && self.online.correspondence.is_some_and(is_over)
    }

    /// When the game of an opponent who has gone can be claimed.
    pub(super) fn claimable_at(&self) -> Option<Duration> {
        let (due, _) = self.online.claim.filter(|(_, told)| !told)?;
        Some(due).filter(|_| self.record.ended().is_none())
    }
}

impl Handler<'_> {
    /// The answer to a question that only the server can answer: whose turn it is while it lacks the user's move, and
    /// the time of a game without a clock.
    pub(super) fn answer_online(&self, question: &Question) -> Option<Announcement> {
        let is_of_time = matches!(
            question,
            Question::Times | Question::MyTime | Question::TimeOf(_) | Question::TimeControl
        );
        let told = || if *question == Question::Turn { self.waiting_told() } else { None };
        self.time_for_move().filter(|_| is_of_time).or_else(told)
    }

    /// What the side on move has left now, in a game without a clock.
    fn time_for_move(&self) -> Option<Announcement> {
        let (time, told_at) = self.online.correspondence?;
        let pace = time.pace();
        let left = time.left_after(self.now.saturating_sub(told_at));
        Some(OnlineAnnouncement::TimeForMove { side: self.turn(), pace, left }.into())
    }

    pub(super) fn handle_server_report(&mut self, report: ServerReport) {
        // Before a game the server answers what was asked of it, after one it may still pass on what was written.
        let is_answer =
            matches!(report, ServerReport::Refused | ServerReport::Delayed { of_move: false, .. });
        let is_written = matches!(report, ServerReport::Chat { .. });
        let is_over = self.record.ended().is_some();
        let counts = if self.is_in_lobby() { is_answer } else { is_written || !is_over };
        if !counts {
            return;
        }
        match report {
            ServerReport::Game(report) => self.synchronize(&report),
            ServerReport::Impossible => self.tell_impossible(),
            ServerReport::Over(over) => self.end_by_server(over),
            ServerReport::MoveRefused => self.take_refused_back(),
            ServerReport::Refused => self.refuse(OnlineAnnouncement::Refused.into()),
            ServerReport::Delayed { of_move, why } => self.delay(of_move, why),
            ServerReport::OpponentGone { claim_in } => self.opponent_gone(claim_in),
            ServerReport::OpponentBack => {
                self.session.online.claim = None;
                if std::mem::take(&mut self.session.online.gone) {
                    self.tell(OnlineAnnouncement::OpponentBack.into());
                }
            }
            ServerReport::PeerRefused { refusal, number, uci } => {
                self.session.online.sending.is_known = false;
                self.tell(OnlineAnnouncement::PeerRefused { refusal, number, uci }.into());
            }
            ServerReport::Chat { by, words } => self.session.online.chat.push((by, words)),
        }
    }

    /// Makes the record agree with the report.
    fn synchronize(&mut self, report: &ServerGame) {
        let common = self.common_plies(&report.moves);
        if !self.is_possible(&report.moves, common) {
            return self.tell_impossible();
        }
        self.session.online.told_impossible = false;
        let here = self.record.game().moves().len();
        let on_its_way = common + 1 == here
            && report.moves.len() == common
            && report.moves.len() >= self.online.sending.ply
            && self.record.remote() == Some(self.turn());
        if common < here && !on_its_way {
            self.go_back_to(common, report);
        }
        if common == here {
            self.move_arrived();
        }
        self.adopt_times_after(common, report);
        let missing = &report.moves[common..];
        let one_reply = missing.len() == 1 && self.record.remote() == Some(self.turn());
        for (n, uci) in missing.iter().enumerate() {
            let Ok(m) = self.record.legal(*uci) else { break };
            if n + 1 == missing.len() {
                if !one_reply && missing.len() > 1 {
                    self.tell(OnlineAnnouncement::CaughtUp(missing.len()).into());
                }
                self.play_server_move(m);
            } else {
                self.write_move(m);
                self.adopt_times_after(common + n + 1, report);
            }
        }
        // A move that the server has is completed.
        if self.record.is_open() && report.moves.len() >= self.record.game().moves().len() {
            self.write(Entry::Pressed { side: !self.turn() });
        }
        (self.session.online.sending.ply, self.session.online.sending.is_known) = (report.moves.len(), true);
        self.take_move_time(report.correspondence);
        if let Some((left, running)) = report.times {
            self.adopt_times(left, running);
        }
        match report.result {
            Some(over) => self.end_by_server(over),
            None => self.update_offers(report),
        }
    }

    /// Adopts what both had left after so many half-moves, if others follow: then nobody learns it later.
    fn adopt_times_after(&mut self, ply: usize, report: &ServerGame) {
        let left = ply.checked_sub(1).and_then(|last| report.left_after.get(last));
        if let Some(left) = left.filter(|_| !self.record.is_open() && ply < report.moves.len()) {
            self.adopt_times(*left, Some(self.turn()));
        }
    }

    /// The half-moves from the start that the record has in common with these.
    fn common_plies(&self, moves: &[UciMove]) -> usize {
        let game = self.record.game();
        let same = |(ply, uci): (usize, &UciMove)| {
            game.moves().get(ply).is_some_and(|m| uci.to_move(game.position_at(ply)).ok() == Some(*m))
        };
        moves.iter().enumerate().take_while(|pair| same(*pair)).count()
    }

    /// Whether the moves after those in common are legal.
    fn is_possible(&self, moves: &[UciMove], common: usize) -> bool {
        let mut position = self.record.game().position_at(common).clone();
        moves[common..].iter().all(|uci| {
            let m = uci.to_move(&position).ok();
            m.inspect(|m| position.play_unchecked(*m)).is_some()
        })
    }

    /// What cannot be is told once, and changes nothing; nothing is sent until the server reports what can be.
    fn tell_impossible(&mut self) {
        self.session.online.sending.is_known = false;
        if !std::mem::replace(&mut self.session.online.told_impossible, true) {
            self.tell(OnlineAnnouncement::Impossible.into());
        }
    }

    /// Takes the time of a game without a clock, and tells it in a game that was resumed.
    fn take_move_time(&mut self, time: Option<MoveTime>) {
        let Some(time) = time else { return };
        let is_new = self.session.online.correspondence.replace((time, self.now)).is_none();
        if let Some(told) = self.time_for_move().filter(|_| is_new) {
            self.tell(told);
        }
    }

    /// Makes a move that the server has and the record lacks. An open question stays open.
    fn play_server_move(&mut self, m: Move) {
        self.end_review();
        if matches!(*self.phase(), Phase::Confirming { .. }) {
            self.drop_question();
        }
        let open = self.phase().clone();
        self.origin = Origin::Remote(self.turn());
        self.make_move(m);
        if self.record.is_open() {
            self.write(Entry::Pressed { side: !self.turn() });
        }
        if let Phase::Deciding(_) | Phase::WhichSide(_) = open {
            self.enter(open);
            self.repeat_question();
        }
    }

    /// Writes down what was played before this program came to it.
    pub(super) fn record_earlier_moves(&mut self, report: &ServerGame) {
        for (n, uci) in report.moves.iter().enumerate() {
            let Ok(m) = self.record.legal(*uci) else { return };
            self.write_move(m);
            self.adopt_times_after(n + 1, report);
        }
    }

    /// Writes a move down without telling it: others follow at once.
    fn write_move(&mut self, m: Move) {
        let side = self.turn();
        self.origin = Origin::Remote(side);
        let entry = self.record.move_entry(m);
        self.write(entry);
        self.write(Entry::Pressed { side });
    }

    /// Returns to the last half-move in common.
    fn go_back_to(&mut self, ply: usize, report: &ServerGame) {
        let agreed = report.moves.len() == ply && report.moves.len() < self.online.sending.ply;
        let count = self.record.game().moves().len() - ply;
        self.end_review();
        self.drop_question();
        self.write(Entry::ReturnedTo { ply });
        self.session.online.takeback_sent = false;
        if agreed && count == 1 {
            self.tell(Announcement::TakenBack(self.turn()));
        } else if agreed {
            let number = self.record.game().position().fullmoves().get();
            self.tell(OnlineAnnouncement::SetBack { count, number, side: self.turn() }.into());
        } else {
            self.tell(OnlineAnnouncement::Differs.into());
        }
        self.show_clock();
    }

    fn take_refused_back(&mut self) {
        let here = self.record.game().moves().len();
        if here > self.online.sending.ply && self.record.remote() == Some(self.turn()) {
            self.drop_question();
            self.write(Entry::ReturnedTo { ply: here - 1 });
            self.show_clock();
            self.refuse(OnlineAnnouncement::MoveRefused.into());
        }
    }

    /// Takes offers made, withdrawn or answered since the last report.
    fn update_offers(&mut self, report: &ServerGame) {
        let Some(remote) = self.record.remote() else { return };
        let before = (self.session.online.offers, self.session.online.takebacks);
        (self.session.online.offers, self.session.online.takebacks) = (report.offers, report.takebacks);
        self.origin = Origin::Remote(remote);
        if report.offers[remote] && !before.0[remote] {
            self.declare_for(remote, Act::OfferDraw);
        }
        if before.0[remote] && !report.offers[remote] && self.record.offer() == Some(remote) {
            self.write(Entry::DrawDeclined);
        }
        if before.0[!remote] && !report.offers[!remote] && self.record.offer() == Some(!remote) {
            self.declare_for(remote, Act::DeclineDraw);
        }
        if before.1[!remote]
            && !report.takebacks[!remote]
            && std::mem::take(&mut self.session.online.takeback_sent)
        {
            self.tell(OnlineAnnouncement::TakebackDeclined.into());
        }
        self.session.online.takeback_asked =
            report.takebacks[remote] && (self.session.online.takeback_asked || !before.1[remote]);
        if !report.takebacks[remote]
            && matches!(*self.phase(), Phase::Deciding(PendingConfirmation::TakeBack(_)))
        {
            self.close_question();
            self.tell_not_done();
        }
    }

    /// Asks whether the opponent may take a move back, once nothing else is asked.
    pub(super) fn ask_pending_takeback(&mut self) {
        if let Some(remote) = self.record.remote()
            && self.session.online.takeback_asked
            && *self.phase() == Phase::Moving
        {
            self.session.online.takeback_asked = false;
            self.ask_back(PendingConfirmation::TakeBack(remote));
        }
    }

    /// Ends the game as the server says.
    fn end_by_server(&mut self, over: ServerResult) {
        self.end_review();
        self.drop_question();
        let ending = over.ending.unwrap_or_else(|| self.draw_reason());
        if let Ending::FlagFall(side) = ending {
            self.handle_reported_flag(side);
        }
        self.origin = Origin::Program;
        self.end(Outcome { result: over.result, ending });
    }

    /// The reason for a draw, where the server gives none.
    fn draw_reason(&self) -> Ending {
        let game = self.record.game();
        let correct = |kind| {
            let claim = Claim { kind, by: game.turn(), intended: None };
            matches!(claim.examine(game, false, self.record.rules()), Ok(ClaimVerdict::Correct(_)))
        };
        match self.outcome_on_board() {
            Some(Outcome { result: GameResult::Draw, ending }) => ending,
            _ if correct(ClaimKind::Threefold) => Ending::Threefold { intended: false },
            _ if correct(ClaimKind::FiftyMoves) => Ending::FiftyMoves { intended: false },
            _ => Ending::Agreement,
        }
    }

    fn opponent_gone(&mut self, claim_in: Option<Duration>) {
        let told = self.online.claim.is_some_and(|(_, told)| told);
        self.session.online.claim = claim_in.map(|time| (self.now + time, told));
        if !std::mem::replace(&mut self.session.online.gone, true) {
            let later = claim_in.filter(|time| !time.is_zero());
            self.tell(OnlineAnnouncement::OpponentGone(later).into());
        } else if claim_in.is_some_and(|time| time.is_zero()) {
            self.tell_claimable();
        }
    }

    pub(super) fn tell_claimable(&mut self) {
        if let Some(due) = self.claimable_at().filter(|due| *due <= self.now) {
            self.session.online.claim = Some((due, true));
            self.tell(OnlineAnnouncement::Claimable.into());
        }
    }

    pub(super) fn send(&mut self, request: ServerRequest) {
        self.effects.push(Effect::Request(request));
        self.stay_silent(Silence::AnswerFollows);
    }

    /// Handles what exists only on a server.
    pub(super) fn handle_online(&mut self, request: OnlineRequest) {
        match request {
            OnlineRequest::Rematch if !self.is_online() => self.ask_to_leave(true),
            _ if !self.is_online() => self.refuse(OnlineAnnouncement::OnlyOnline.into()),
            OnlineRequest::Chat => {
                let lines = std::mem::take(&mut self.session.online.chat);
                self.tell(OnlineAnnouncement::Chat(lines).into());
            }
            OnlineRequest::Seek | OnlineRequest::Rematch if self.is_in_lobby() => {
                self.send(ServerRequest::Seek)
            }
            _ if self.is_in_lobby() => self.refuse(Declaration::NoGameYet.into()),
            OnlineRequest::Rematch | OnlineRequest::Seek => self.ask_rematch(request),
            _ if *self.phase() == Phase::Over => self.tell_game_over(),
            OnlineRequest::TakeBack if self.record.game().moves().is_empty() => {
                self.refuse(Announcement::NothingToTakeBack)
            }
            OnlineRequest::TakeBack => {
                self.session.online.takeback_sent = true;
                self.send(ServerRequest::TakeBack(true));
                self.tell(OnlineAnnouncement::TakebackSent.into());
            }
            OnlineRequest::Abort => self.ask_back(PendingConfirmation::Abort),
            OnlineRequest::ClaimVictory if self.online.claim.is_some_and(|(due, _)| due <= self.now) => {
                self.send(ServerRequest::ClaimVictory);
            }
            OnlineRequest::ClaimVictory if self.is_with_peer() && self.has_opponent_exceeded(self.now) => {
                self.send(ServerRequest::ClaimVictory);
            }
            OnlineRequest::ClaimVictory if self.is_by_correspondence() => {
                self.refuse(OnlineAnnouncement::NotExceeded.into());
            }
            OnlineRequest::ClaimVictory => self.refuse(OnlineAnnouncement::NotClaimable.into()),
        }
    }

    /// Sends a declaration to the server, which answers with the game. Returns whether the declaration is done with.
    pub(super) fn declare_to_server(&mut self, side: Color, act: &Act) -> bool {
        if !self.is_online() || matches!(self.origin, Origin::Remote(_)) {
            return false;
        }
        match act {
            Act::ClaimFlag => self.refuse(Announcement::TimeKeptBy(self.record.start().authority)),
            Act::ClaimThreefold(None) | Act::ClaimFiftyMoves(None) => {
                let kind = if matches!(act, Act::ClaimThreefold(_)) {
                    ClaimKind::Threefold
                } else {
                    ClaimKind::FiftyMoves
                };
                let claim = Claim { kind, by: side, intended: None };
                let rules = self.record.rules();
                match claim.examine(self.record.game(), false, rules) {
                    Ok(ClaimVerdict::Correct(_)) => self.send(ServerRequest::Claim(kind)),
                    Ok(ClaimVerdict::Wrong(wrong)) => {
                        if let Some(claim) = incorrect(wrong.because) {
                            self.refuse(Announcement::ClaimIncorrect(claim));
                        }
                    }
                    Err(ClaimRefused::GameOver(_)) => self.tell_game_over(),
                    Err(ClaimRefused::NotOnMove | ClaimRefused::Touched | ClaimRefused::Unclear(_)) => {
                        self.refuse(Declaration::NotOnMove.into())
                    }
                }
            }
            Act::OfferDraw => {
                self.offer_draw(side);
                if self.record.offer() == Some(side) {
                    self.send(ServerRequest::Draw(true));
                }
            }
            Act::DeclineDraw if self.record.offer() == Some(!side) => {
                self.decline_draw(side);
                self.send(ServerRequest::Draw(false));
            }
            Act::AcceptDraw | Act::DeclineDraw | Act::Resign => return false,
            Act::ClaimThreefold(_)
            | Act::ClaimFiftyMoves(_)
            | Act::ClaimLastTwoMinutes
            | Act::AskFiveSeconds
            | Act::Touch(_)
            | Act::Adjust => self.refuse(OnlineAnnouncement::NotOnline.into()),
        }
        true
    }

    /// Sends what a player has confirmed to the server.
    pub(super) fn send_confirmed(&mut self, request: ServerRequest) {
        self.close_question();
        self.effects.push(Effect::Feel(Pattern::Confirm));
        self.send(request);
    }
}
