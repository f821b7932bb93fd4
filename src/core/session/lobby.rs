//! The lobby before a game on a server: an opponent is sought, challenged or accepted, or a running game joined.
//!
//! The game that is found brings its own start, with which the record and the journal begin.

use std::{collections::VecDeque, time::Duration};

use super::{
    CodeEntry, Effect, Handler, OpponentQuestion, PeerLobby, Phase, Reply, ServerGame, ServerReport,
    ServerRequest, Session,
};
use crate::{
    announce::{
        Challenge, DeclineReason, GamesAnnouncement, OnlineAnnouncement, OnlineFault, OnlineVariant, Pace,
    },
    grammar::{Intent, OnlineRequest},
    journal::{Entry, JournalLine, Opponent, Record, Start},
    laws::Position,
};

/// What happens before a game.
#[derive(Clone, Debug)]
pub enum LobbyEvent {
    /// An opponent is sought.
    Seeking {
        /// The time that is sought.
        pace: Pace,
        /// Whether the game is to be rated.
        rated: bool,
    },
    /// This player was challenged.
    Challenging {
        /// The player who was challenged.
        name: String,
        /// The time.
        pace: Pace,
        /// Whether the game is to be rated.
        rated: bool,
    },
    /// The challenge was declined.
    Declined {
        /// The player who declined.
        name: String,
        /// Why.
        reason: DeclineReason,
    },
    /// The game that began is of a variant that is not played here.
    CannotPlay {
        /// Whether it is aborted.
        aborted: bool,
    },
    /// Nobody came.
    NobodyCame,
    /// No time control was given for the search.
    NoTime,
    /// Somebody challenges the user.
    Challenged(Challenge),
    /// The challenge of this name no longer stands.
    Withdrawn {
        /// What the server calls the challenge.
        id: String,
    },
    /// The games that run.
    Games(Vec<RunningGame>),
    /// A game begins, or goes on.
    Joined(Box<JoinedGame>),
    /// Another program uses the account.
    OtherProgram,
    /// Nothing can be played, for this reason.
    Fault(OnlineFault),
    /// Something happens before a game with another player's program.
    Peer(PeerLobby),
}

/// A game that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningGame {
    /// What the server calls the game.
    pub id: String,
    /// The opponent's name.
    pub opponent: String,
    /// Whether the user is to move.
    pub my_turn: bool,
    /// What the side on move has left in a correspondence game.
    pub left: Option<Duration>,
}

/// The game that is played from here on.
#[derive(Clone, Debug)]
pub struct JoinedGame {
    /// The start of the game, for the record.
    pub start: Start,
    /// The kind of chess.
    pub variant: OnlineVariant,
    /// The time.
    pub pace: Pace,
    /// Whether the game is rated.
    pub rated: bool,
    /// The opponent's.
    pub rating: Option<u32>,
    /// The game as it stands.
    pub report: ServerGame,
}

/// The challenges that wait, and what comes after this game.
#[derive(Debug, Default)]
pub(super) struct Lobby {
    challenges: VecDeque<Challenge>,
    /// The request to follow when this game is closed.
    next: Option<ServerRequest>,
    /// The code of another player's game, as far as it is known, where it is asked for.
    pub(super) code: Option<CodeEntry>,
    /// The opponents to choose from where nothing can be played on the server.
    offered: Vec<Opponent>,
}

impl Session {
    /// A session that asks for one of these opponents where nothing can be played on the server.
    #[must_use]
    pub fn offering(mut self, opponents: Vec<Opponent>) -> Session {
        self.lobby.offered = opponents;
        self
    }

    /// Whether no game has begun yet.
    pub fn is_in_lobby(&self) -> bool {
        matches!(*self.phase(), Phase::Lobby | Phase::Challenged(_)) && self.record.ended().is_none()
    }

    /// The request to follow when this game is closed.
    pub fn next_request(&self) -> Option<&ServerRequest> {
        self.lobby.next.as_ref()
    }
}

impl Handler<'_> {
    pub(super) fn handle_lobby_event(&mut self, event: LobbyEvent) {
        match event {
            LobbyEvent::Challenged(Challenge { id, name, refusal: Some(reason), .. }) => {
                self.effects.push(Effect::Request(ServerRequest::Decline { id, reason }));
                // A game that is played is not disturbed.
                if self.is_in_lobby() || *self.phase() == Phase::Over {
                    self.tell(OnlineAnnouncement::CannotAccept { name, reason }.into());
                    self.repeat_question();
                }
            }
            LobbyEvent::Challenged(challenge) => {
                self.session.lobby.challenges.push_back(challenge);
                self.ask_next_challenge();
            }
            LobbyEvent::Withdrawn { id } => self.withdraw_challenge(&id),
            LobbyEvent::Games(games) => self.update_server_games(games),
            LobbyEvent::OtherProgram => {
                let playing = !self.is_in_lobby();
                self.tell(OnlineAnnouncement::OtherProgram { playing }.into());
            }
            LobbyEvent::Fault(trouble) => {
                self.tell(OnlineAnnouncement::Fault(trouble).into());
                if self.is_in_lobby() {
                    self.leave_lobby();
                } else if self.is_asking_opponent() {
                    self.repeat_question();
                }
            }
            // A game that goes on may need the code again.
            LobbyEvent::Peer(
                event @ (PeerLobby::CodeWanted { .. } | PeerLobby::Code { .. } | PeerLobby::Trouble { .. }),
            ) if self.is_with_peer() && self.record.ended().is_none() => {
                self.handle_peer_lobby(event);
            }
            _ if !self.is_in_lobby() => {}
            LobbyEvent::Seeking { pace, rated } => {
                self.tell(OnlineAnnouncement::Seeking { pace, rated }.into())
            }
            LobbyEvent::Challenging { name, pace, rated } => {
                self.tell(OnlineAnnouncement::Challenging { name, pace, rated }.into())
            }
            LobbyEvent::Declined { name, reason } => {
                self.tell(OnlineAnnouncement::Declined { name, reason }.into());
            }
            LobbyEvent::CannotPlay { aborted } => {
                self.tell(OnlineAnnouncement::CannotPlay { aborted }.into())
            }
            LobbyEvent::Peer(event) => self.handle_peer_lobby(event),
            LobbyEvent::NobodyCame => self.tell(OnlineAnnouncement::NobodyCame.into()),
            LobbyEvent::NoTime => self.refuse(OnlineAnnouncement::NoTime.into()),
            LobbyEvent::Joined(found) => self.join_game(*found),
        }
    }

    /// Asks for another opponent, if there is a choice.
    fn leave_lobby(&mut self) {
        let Lobby { offered, challenges, .. } = &mut self.session.lobby;
        challenges.clear();
        let offered = std::mem::take(offered);
        if offered.is_empty() {
            return self.effects.push(Effect::Finished);
        }
        self.enter(Phase::Opponent(OpponentQuestion::Who(offered)));
        self.repeat_question();
    }

    /// Begins the record of the game that was found. Earlier moves are recorded and not told.
    fn join_game(&mut self, found: JoinedGame) {
        let JoinedGame { start, variant, pace, rated, rating, mut report } = found;
        self.session.record = Record::begin(start.clone(), self.at);
        self.enter(Phase::at_rest(&self.record));
        self.effects.push(Effect::Record(JournalLine::new(self.at, Entry::Started(Box::new(start.clone())))));
        self.session.online.rating = rating;
        let side = self.own_side();
        let over = report.result.take();
        self.record_earlier_moves(&report);
        let name = side.fold_wb(start.black, start.white);
        let (number, last) = (self.record.game().position().fullmoves().get(), self.last_move());
        let turn = last.is_some().then(|| self.turn());
        // At the beginning the position tells it.
        let variant = if last.is_some() { variant } else { OnlineVariant::Standard };
        let left = report.correspondence.and_then(|time| time.left_after(Duration::ZERO));
        self.session.online.correspondence = report.correspondence.map(|time| (time, self.now));
        self.tell(
            OnlineAnnouncement::Found { name, rating, rated, side, variant, pace, last, number, turn, left }
                .into(),
        );
        self.tell_unusual_start();
        report.result = over;
        self.handle_server_report(ServerReport::Game(report));
        self.show_clock();
    }

    fn withdraw_challenge(&mut self, id: &str) {
        self.session.lobby.challenges.retain(|challenge| challenge.id != id);
        if matches!(self.phase(), Phase::Challenged(challenge) if challenge.id == id) {
            self.leave_challenge();
            self.tell(OnlineAnnouncement::Withdrawn.into());
        }
    }

    /// Asks about the first challenge that waits, outside of a game.
    pub(super) fn ask_next_challenge(&mut self) {
        if matches!(*self.phase(), Phase::Lobby | Phase::Over)
            && let Some(challenge) = self.session.lobby.challenges.pop_front()
        {
            self.enter(Phase::Challenged(challenge));
            self.repeat_question();
        }
    }

    fn leave_challenge(&mut self) {
        self.enter(if self.record.ended().is_some() { Phase::Over } else { Phase::Lobby });
    }

    pub(super) fn handle_challenged(&mut self, intent: Intent, challenge: Challenge) {
        let Challenge { id, .. } = challenge;
        match Reply::from(intent) {
            Reply::Yes if self.record.ended().is_some() => {
                self.leave_challenge();
                self.close_for(ServerRequest::Accept(id));
            }
            Reply::Yes => {
                self.leave_challenge();
                self.send(ServerRequest::Accept(id));
                self.tell(OnlineAnnouncement::Accepted.into());
            }
            Reply::No | Reply::Correct => {
                self.leave_challenge();
                self.send(ServerRequest::Decline { id, reason: DeclineReason::Generic });
                self.tell(OnlineAnnouncement::NotAccepted.into());
                self.ask_next_challenge();
            }
            Reply::Move(_) | Reply::Other(_) => self.no_answer(),
        }
    }

    pub(super) fn handle_in_lobby(&mut self, intent: Intent) {
        match Reply::from(intent) {
            Reply::Yes | Reply::No => self.answer_to_nothing(),
            Reply::Correct | Reply::Move(_) | Reply::Other(_) => self.no_answer(),
        }
    }

    /// Closes this game for a request about another one.
    pub(super) fn close_for(&mut self, request: ServerRequest) {
        self.session.lobby.next = Some(request);
        self.close();
    }

    /// Asks for another game: with the same opponent, or with anybody.
    pub(super) fn ask_rematch(&mut self, request: OnlineRequest) {
        if *self.phase() != Phase::Over {
            return self.refuse(GamesAnnouncement::ThisFirst.into());
        }
        self.close_for(if request == OnlineRequest::Rematch {
            ServerRequest::Rematch
        } else {
            ServerRequest::Seek
        });
    }
}
