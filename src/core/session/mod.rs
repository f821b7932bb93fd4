//! The game and the dialogue, without any input or output: an event and an instant in, effects out.
//!
//! `handle` cannot fail. A player's slip is an [`Announcement`], a broken device an [`EventKind`]. All that must
//! survive a power cut is in the [`Record`], which changes only by an entry that is also an effect; so is the open
//! question, which is asked again.

#![deny(clippy::wildcard_enum_match_arm)]
#![warn(missing_docs, unreachable_pub)]

pub mod effect;
pub mod event;
pub mod options;
mod handler;
mod dispatch;
mod dialogue;
mod phase;
mod confirmation;
mod reply;
mod microphone;
mod attribution;
mod aside;
mod notes;
mod silence;
mod answers;
mod help;
pub mod exploration;
mod routing_keys;
mod review;
pub mod inquiry;
pub mod on_board;
pub mod remote;
pub mod practice;
mod opponent_choice;
mod going_on;
mod suggestion;
mod strength;
pub mod school;
pub mod setup;
mod clocks;
mod time_warnings;
mod moves;
mod discretion;
mod touch_move;
mod declarations;
mod floor;
mod spelling;
mod resuming;
mod claims;
mod comparison;
mod sealing;
mod desk;
mod irregularities;
mod ending;
mod games;
pub mod server;
pub mod online;
mod sending;
pub mod lobby;
mod peer_lobby;

use std::{sync::Arc, time::Duration};

use clocks::ClockSupport;
use confirmation::PendingConfirmation;
use desk::ArbiterDesk;
use dialogue::Dialogue;
pub use discretion::{StatedMove, told_at};
pub use effect::{ClockFace, Effect, Pattern, VoiceChange};
use ending::Closing;
pub use event::{Event, EventKind, Key, SpokenTime};
use exploration::ExplorationState;
pub use exploration::{BoardTone, Explore};
use games::GameList;
pub use games::GameStatus;
pub use going_on::{GamesToResume, NewGame};
use handler::Handler;
use inquiry::Analyses;
pub use inquiry::{Inquiry, InquiryPurpose, InquirySearch};
use irregularities::ArbiterCase;
use lobby::Lobby;
pub use lobby::{JoinedGame, LobbyEvent, RunningGame};
use microphone::ListeningState;
use on_board::BoardClockDifference;
pub use on_board::{BoardClockReading, OnBoard};
use online::OnlineState;
pub use options::{Confirm, Options, TalkMode};
use peer_lobby::CodeEntry;
pub use peer_lobby::PeerLobby;
pub use phase::OpponentQuestion;
pub use phase::Phase;
use phase::Purpose;
use phase::Respondent;
use remote::RemoteSide;
pub use remote::RemoteTask;
use reply::Reply;
use review::Review;
use school::{PuzzleSession, Study};
pub use school::{ReviewedGame, School, StudyPrompt};
pub use server::{MoveTime, ServerGame, ServerReport, ServerRequest, ServerResult};
pub use setup::SetupDevices;
pub use silence::Silence;
pub use spelling::words_of_question;
use time_warnings::TimeWarnings;

use crate::{
    announce::{Announcement, Audience, Declaration, MoveDetail, MoveInPosition},
    grammar::{Expectation, Grammar, Moment, PageAddress},
    journal::{Record, Start},
    laws::{Color, Description, Position, Service, Square},
    notation::Wording,
};

/// One game, from the greeting to the result.
pub struct Session {
    options: Options,
    grammar: Arc<Grammar>,
    record: Record,
    dialogue: Dialogue,
    microphone: ListeningState,
    clocks: ClockSupport,
    warnings: TimeWarnings,
    board_clock: BoardClockDifference,
    exploration: ExplorationState,
    review: Review,
    analyses: Analyses,
    /// What is studied in the place of the game, whose record it keeps.
    study: Option<Box<Study>>,
    puzzles: PuzzleSession,
    opponent: RemoteSide,
    closing: Closing,
    desk: ArbiterDesk,
    online: OnlineState,
    lobby: Lobby,
    games: GameList,
    /// Where the page in a browser is found, if one is served.
    page: Option<PageAddress>,
    /// The journal is lost.
    unsaved: bool,
}

impl Session {
    /// A new game. The first effect of [`EventKind::Began`] writes the start down.
    pub fn new(start: Start, options: Options, grammar: Arc<Grammar>) -> Session {
        Session::of(Record::new(start), options, grammar)
    }

    /// Continues a game from its journal, with the clocks stopped where they last ran.
    ///
    /// It goes on at [`Session::at`]; a question that was open is asked again.
    pub fn resume(record: Record, options: Options, grammar: Arc<Grammar>) -> Session {
        Session::of(record, options, grammar)
    }

    /// A session whose game is still to be found on a server.
    pub fn in_lobby(start: Start, options: Options, grammar: Arc<Grammar>) -> Session {
        Session::new(start, options, grammar).in_phase(Phase::Lobby)
    }

    fn of(record: Record, mut options: Options, grammar: Arc<Grammar>) -> Session {
        // A remote side repeats no move aloud.
        options.repeat &= record.remote().is_none();
        Session {
            dialogue: Dialogue::new(Phase::at_rest(&record)),
            microphone: ListeningState::default(),
            clocks: ClockSupport::new(options.tactile_clock),
            warnings: TimeWarnings::default(),
            board_clock: BoardClockDifference::default(),
            exploration: ExplorationState::default(),
            review: Review::default(),
            analyses: Analyses::default(),
            study: None,
            puzzles: PuzzleSession::default(),
            opponent: RemoteSide::default(),
            closing: Closing::default(),
            desk: ArbiterDesk::default(),
            online: OnlineState::default(),
            lobby: Lobby::default(),
            games: GameList::default(),
            page: None,
            unsaved: false,
            options,
            grammar,
            record,
        }
    }

    fn in_phase(mut self, phase: Phase) -> Session {
        self.dialogue.enter(phase);
        self
    }

    /// Takes one event and says what must now be done, in order.
    ///
    /// `now` is the time since the session began; it never runs backwards. What was said happened when its sound ended,
    /// unless something else has happened since.
    pub fn handle(&mut self, event: Event, now: Duration) -> Vec<Effect> {
        let now = now.max(self.record.at());
        let at = if let EventKind::Heard { spoken, .. } = &event.kind {
            spoken.ended().clamp(self.record.changed_at(), now)
        } else {
            now
        };
        Handler { at, ..Handler::new(self, event.origin, now) }.handle(event.kind)
    }

    /// When the session next wants [`EventKind::DeadlinePassed`].
    pub fn next_deadline(&self) -> Option<Duration> {
        [
            self.delay_ends(),
            self.closes_at(),
            self.next_warning().map(|(due, _)| due),
            self.released_at(),
            self.flag_falls_at(),
            self.acknowledged_at(),
            self.next_tick(),
            self.claimable_at(),
            self.wait_told_at(),
            self.try_settles_at(),
            self.round_ends_at(),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// What makes sense to say now; the recognizer's phrases come from it.
    pub fn moment(&self) -> Moment<'_> {
        let game = self.record.game();
        let position = if let Phase::Comparing { ply, .. } = *self.phase() {
            game.position_at(ply)
        } else {
            game.position()
        };
        let turn = position.turn();
        // What was meant must not depend on what is not told.
        let position = Some(position).filter(|_| !self.record.is_discreet() && !self.asks_for_no_move());
        let expects = match self.microphone.is_on() {
            true => self.dialogue.expects(),
            false => &Expectation::MicrophoneOn,
        };
        let theirs = self.record.user().map(|user| !user);
        let is_numeric = self.options.style.wording == Wording::Numeric;
        Moment { position, expects, turn: Some(turn), theirs, is_numeric }
    }

    /// Returns what waits for an answer: a question, an offer, a result that can still be put right.
    pub fn asked(&self) -> Option<Announcement> {
        let waits = || match (self.phase(), self.record.offer(), self.record.sealed()) {
            (Phase::Moving, Some(by), _) => Some(Announcement::DrawOffered(by)),
            (Phase::Sealing { first: None }, ..) => Some(Declaration::Sealing(self.turn()).into()),
            (Phase::Sealing { first: Some(_) }, ..) => Some(Declaration::SealAgain.into()),
            (Phase::Adjourned, _, Some((side, _))) => {
                let resumption = self.record.resumption().to_owned();
                Some(Declaration::SealWaits(side, resumption).into())
            }
            _ => None,
        };
        let ended = self.record.ended().map(|outcome| self.result_announcement(outcome));
        ended
            .filter(|_| *self.phase() == Phase::Over)
            .or_else(|| self.phase().question(&self.record))
            .or_else(waits)
    }

    /// Whether what waits for an answer waits for that of this side.
    pub fn asks(&self, side: Color) -> bool {
        match self.phase().respondent(&self.record) {
            Respondent::Side(asked) => asked == side,
            Respondent::Nobody => *self.phase() == Phase::Moving && self.record.offer() == Some(!side),
            Respondent::Arbiter => false,
        }
    }

    /// Whether this side's answer would count for what waits for one.
    pub fn takes_answer_of(&self, side: Color) -> bool {
        let is_anybodys =
            *self.phase() != Phase::Moving && self.phase().respondent(&self.record) == Respondent::Nobody;
        is_anybodys || self.asks(side)
    }

    /// Returns the last `count` half-moves.
    pub fn played(&self, count: usize) -> Vec<MoveInPosition> {
        let game = self.record.game();
        let from = game.moves().len().saturating_sub(count);
        (from..game.moves().len()).map(|ply| self.move_at(ply)).collect()
    }

    /// Whether everybody at this place may be told what stands where.
    pub fn describes_position(&self) -> bool {
        !self.is_concealed() && self.terms().allow(Service::Describe(Description::Position), true)
    }

    /// The piece that was lifted to be moved, until it is put down.
    pub fn lifted(&self) -> Option<Square> {
        self.exploration.lifted()
    }

    /// Whether everything is read by touch, and nothing heard.
    pub fn is_by_touch(&self) -> bool {
        self.options.by_touch
    }

    /// The side of the board at which the reader sits.
    pub fn own_side(&self) -> Color {
        self.record.user().unwrap_or(Color::White)
    }

    /// The audience of the voice and the braille line of this place.
    pub fn audience(&self) -> Audience {
        Audience::from(self.record.start().users)
    }

    /// Returns the record of what is on the board: the game, or what is studied in its place.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The instant of the last entry, from which a resumed session goes on.
    pub fn at(&self) -> Duration {
        self.record.at()
    }

    /// Returns what the session waits for.
    pub fn phase(&self) -> &Phase {
        self.dialogue.phase()
    }

    fn turn(&self) -> Color {
        self.record.game().turn()
    }

    fn last_move(&self) -> Option<MoveInPosition> {
        self.record.game().moves().len().checked_sub(1).map(|ply| self.move_at(ply))
    }

    /// The move after so many half-moves.
    fn move_at(&self, ply: usize) -> MoveInPosition {
        let detail = MoveDetail::of(self.record.start().competition, self.said_of(ply));
        MoveInPosition { detail, ..discretion::told_at(&self.record, ply) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::Origin;

    /// A move that the board does not allow could only be confirmed by a fault of the program.
    #[test]
    fn what_the_record_refuses_is_never_announced() {
        for said in ["ja", "ja, uhr"] {
            let mut session = Session::new(
                Start::default(),
                Options::default(),
                Arc::new(Grammar::of(crate::language::LanguageFolder::USUAL)),
            );
            session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
            let e2e4 = session.record.legal("e2e4".parse().unwrap()).unwrap();
            Handler::new(&mut session, Origin::Program, Duration::ZERO).make_move(e2e4);
            let before = (session.record.game().moves().len(), session.dialogue.repeatable().cloned());
            session.dialogue.enter(Phase::Confirming { m: StatedMove::Judged(e2e4), until: None });
            let effects =
                session.handle(Event::at_table(EventKind::Typed(said.into())), Duration::from_secs(1));
            let told = [Effect::Feel(Pattern::Refuse), Effect::Announce(Announcement::NotRecorded)];
            assert_eq!(effects, told, "{said}");
            assert_eq!(*session.phase(), Phase::Moving);
            assert_eq!(session.record.game().moves().len(), before.0);
            assert_eq!(session.dialogue.repeatable(), Some(&Announcement::NotRecorded), "and not the move");
            // The game goes on from there.
            let effects =
                session.handle(Event::at_table(EventKind::Typed("e7e5".into())), Duration::from_secs(2));
            assert!(matches!(effects[0], Effect::Record(_)), "{effects:?}");
        }
    }
}
