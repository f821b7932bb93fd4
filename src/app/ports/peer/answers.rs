//! What comes from the other program, and what it means to the game.

use std::time::Duration;

use super::{
    Color, Device, Event, EventKind, KeptPeer, LobbyEvent, PeerAct, PeerCode, PeerLobby, PeerLost,
    PeerMessage, PeerPort, PeerRefusal, PeerReport, PeerTerms, PeerTrouble, PortContext, ServerReport,
    ServerRequest, TermsAnswer, lobby, moment, server_report, wall_time,
};
use crate::{
    announce::{Challenge, DeclineReason, OnlineVariant, Pace, PeerTime},
    clock::Authority,
    devices::peer::SILENCE,
    journal::{Opponent, Start, Users},
    laws::StartPosition,
    peer::{DAY, ExchangeFault, MergeFault, MergeFaultKind, Taken, shown_name},
    session::JoinedGame,
};

/// Only the version of a message.
#[derive(serde::Deserialize)]
struct VersionOnly {
    version: u32,
}

impl PeerPort {
    pub(super) fn take_report(&mut self, report: PeerReport, cx: &PortContext) -> Vec<Event> {
        match report {
            PeerReport::Listening(port) => {
                if let Some(kept) = &mut self.kept {
                    kept.port = port;
                }
                self.keep(cx);
                let code = self.kept.as_ref().and_then(KeptPeer::code);
                let groups = code.map(|code| code.groups().to_vec()).unwrap_or_default();
                let place = super::setup::own_place(port);
                let told = PeerLobby::Code { groups, place };
                let is_wanted = cx.session.is_in_lobby() || self.exchange.is_none();
                is_wanted.then(|| lobby(told)).into_iter().collect()
            }
            PeerReport::There(address) => {
                cx.found("peer", &address.ip().to_canonical());
                self.is_connected = true;
                self.time.connected(cx.now);
                self.troubled = None;
                self.send(cx);
                let listens = self.kept.as_ref().is_some_and(|kept| kept.listens);
                let is_new = listens && cx.session.is_in_lobby();
                let back = Event::of_program(EventKind::Back(Device::Peer));
                is_new.then(|| lobby(PeerLobby::There)).into_iter().chain([back]).collect()
            }
            PeerReport::Line(line) => self.take_line(&line, cx),
            PeerReport::Knocked(reason) => {
                cx.lacking("peer", &reason);
                self.trouble(true, trouble(&reason), cx)
            }
            PeerReport::Lost(reason) => {
                cx.lacking("peer", &reason);
                let was_there = std::mem::replace(&mut self.is_connected, false);
                let silent = if reason == PeerLost::Silent { SILENCE } else { Duration::ZERO };
                self.time.disconnected(cx.now, silent);
                if !was_there && (cx.session.is_in_lobby() || self.exchange.is_none()) {
                    return self.trouble(false, trouble(&reason), cx);
                }
                let times = self.report_game(cx.now).filter(|_| !self.is_over);
                std::iter::once(Event::of_program(EventKind::Lost(Device::Peer))).chain(times).collect()
            }
        }
    }

    /// Tells in the lobby why nobody is there yet, once each. A stranger disturbs no game.
    pub(super) fn trouble(&mut self, knocked: bool, trouble: PeerTrouble, cx: &PortContext) -> Vec<Event> {
        let is_wanted = cx.session.is_in_lobby() || self.exchange.is_none();
        if !is_wanted || self.troubled.replace(trouble) == Some(trouble) {
            return Vec::new();
        }
        if !knocked && trouble == PeerTrouble::WrongCode {
            // The code is asked for again.
            if let Some(kept) = self.kept.take() {
                self.place = kept.place;
            }
            (self.way, self.key, self.troubled) = (None, None, None);
            let wanted = PeerLobby::CodeWanted { lost: false };
            return vec![lobby(PeerLobby::Trouble { knocked, trouble }), lobby(wanted)];
        }
        vec![lobby(PeerLobby::Trouble { knocked, trouble })]
    }

    fn take_line(&mut self, line: &str, cx: &PortContext) -> Vec<Event> {
        let version = serde_json::from_str::<VersionOnly>(line).ok().map(|found| found.version);
        if version.is_some_and(|version| version != PeerMessage::VERSION) {
            return match cx.session.is_in_lobby() {
                true => self.trouble(false, PeerTrouble::Version, cx),
                false => self.refuse(PeerRefusal::Version, None, cx),
            };
        }
        let Ok(message) = serde_json::from_str::<PeerMessage>(line) else {
            return match cx.session.is_in_lobby() {
                true => self.trouble(false, PeerTrouble::Foreign, cx),
                false => self.refuse(PeerRefusal::Foreign, None, cx),
            };
        };
        self.take_message(&message, cx)
    }

    pub(super) fn take_message(&mut self, message: &PeerMessage, cx: &PortContext) -> Vec<Event> {
        match cx.session.is_in_lobby() {
            true => self.take_in_lobby(message.clone()),
            false if self.exchange.is_none() => self.recover(message, cx),
            false => self.take_in_game(message, cx),
        }
    }

    pub(super) fn take_in_lobby(&mut self, message: PeerMessage) -> Vec<Event> {
        let listens = self.kept.as_ref().is_some_and(|kept| kept.listens);
        self.other_name = shown_name(&message.name);
        match message.answer {
            _ if !listens => self.take_terms(message),
            Some(TermsAnswer::Declined) if message.terms.is_some() && message.terms != self.terms => {
                Vec::new()
            }
            Some(TermsAnswer::Declined) => {
                let (name, reason) = (self.other_name.clone(), DeclineReason::Generic);
                vec![Event::of_program(EventKind::Lobby(LobbyEvent::Declined { name, reason }))]
            }
            Some(TermsAnswer::Agreed) if message.terms == self.terms => {
                if let Some(kept) = &mut self.kept {
                    kept.is_agreed = true;
                }
                self.join().into_iter().collect()
            }
            Some(TermsAnswer::Agreed) | None => Vec::new(),
        }
    }

    /// The other side proposes terms, which are told and asked about.
    fn take_terms(&mut self, message: PeerMessage) -> Vec<Event> {
        let Some(terms) = message.terms.filter(|terms| self.terms.as_ref() != Some(terms)) else {
            return Vec::new();
        };
        let name = terms.host.fold_wb(&terms.white, &terms.black).clone();
        let told = PeerLobby::Terms {
            keeper: terms.keeper,
            way: terms.allowance,
            competition: terms.competition,
            counted: match (&terms.control, terms.reflection) {
                (Some(_), _) => PeerTime::Clock,
                (None, Some(_)) => PeerTime::Days,
                (None, None) => PeerTime::None,
            },
        };
        let challenge = Challenge {
            id: terms.game.clone(),
            name: name.clone(),
            rating: None,
            variant: variant(&terms),
            pace: pace(&terms),
            rated: false,
            side: Some(!terms.host),
            rematch: false,
            refusal: None,
        };
        (self.other_name, self.terms, self.is_declined) = (name, Some(terms), false);
        vec![lobby(told), Event::of_program(EventKind::Lobby(LobbyEvent::Challenged(challenge)))]
    }

    pub(super) fn request_in_lobby(&mut self, request: &ServerRequest, cx: &PortContext) {
        match request {
            ServerRequest::Accept(id) if self.terms.as_ref().is_some_and(|terms| terms.game == *id) => {
                self.join().into_iter().for_each(|event| self.tell(event));
            }
            ServerRequest::Decline { .. } => {
                self.is_declined = true;
                self.send(cx);
            }
            ServerRequest::Code(digits) => {
                let Ok(code) = PeerCode::read(digits) else { return };
                let kept = self.kept_with(&code);
                if let Err(fault) = self.begin(kept, &code) {
                    cx.lacking("peer", &fault);
                }
            }
            _ => {}
        }
    }

    /// Begins the game that both have agreed on.
    pub(super) fn join(&mut self) -> Option<Event> {
        if self.exchange.is_none() {
            self.exchange = self.exchange();
        }
        self.knows_other = true;
        // What was done before was done now, as far as anybody knows.
        if let Some(kept) = &mut self.kept {
            kept.acted_at.get_or_insert_with(wall_time::now);
            kept.began_at.get_or_insert_with(wall_time::now);
        }
        let terms = self.terms.clone()?;
        let own = self.exchange.as_ref()?.own();
        let mut report = self.report(Duration::ZERO)?;
        // Nothing is known of the other side's time before the first word.
        report.times = report.times.map(|(left, _)| (left, None));
        let start = self.start(&terms, own);
        let (variant, pace) = (variant(&terms), pace(&terms));
        let joined = JoinedGame { start, variant, pace, rated: false, rating: None, report };
        Some(Event::of_program(EventKind::Lobby(LobbyEvent::Joined(Box::new(joined)))))
    }

    fn start(&self, terms: &PeerTerms, own: Color) -> Start {
        let name = |side: Color| {
            let known = if side == own { self.own_name() } else { self.other_name.as_str() };
            let stated = side.fold_wb(&terms.white, &terms.black).as_str();
            if known == "?" { stated.to_owned() } else { known.to_owned() }
        };
        let place =
            self.kept.as_ref().filter(|kept| !kept.listens && !kept.in_hall).map(|kept| kept.place.clone());
        Start {
            white: name(Color::White),
            black: name(Color::Black),
            opponent: Opponent::Online { service: Opponent::PEER.to_owned(), player: place },
            users: own.fold_wb(Users::White, Users::Black),
            position: terms.position.clone(),
            authority: if terms.control.is_some() { Authority::Peers } else { Authority::Program },
            time_control: terms.control.clone(),
            ruleset: terms.ruleset,
            draw_offers: terms.draw_offers,
            competition: terms.competition,
            ..self.template.clone()
        }
    }

    fn take_in_game(&mut self, message: &PeerMessage, cx: &PortContext) -> Vec<Event> {
        let knows_no_yes = message.sum.is_empty() && message.terms == self.terms;
        if message.terms.is_none() || knows_no_yes {
            // It has just come and does not know yet what is played, or that it was agreed to, or has lost it.
            self.other_has_lost = true;
            self.send(cx);
            return Vec::new();
        }
        self.follow_turn(cx);
        if self.states_an_impossible_time(message, cx) {
            return self.refuse(PeerRefusal::Time, None, cx);
        }
        let Some(exchange) = &mut self.exchange else { return Vec::new() };
        let before = exchange.clone();
        match exchange.take(message) {
            Ok(taken) => {
                (self.other_has_lost, self.knows_other) = (false, true);
                if taken == Taken::Grown {
                    self.begin_to_think(cx.now);
                    self.charge_way(cx);
                    if !self.keep(cx) {
                        // What could not be kept is not taken: it comes again.
                        self.exchange = Some(before);
                        return Vec::new();
                    }
                    self.send(cx);
                }
                self.told = None;
                self.follow_turn(cx);
                let knows = cx.session.knows_server_game() || self.is_over;
                let is_news = matches!(taken, Taken::Grown | Taken::Acknowledged) || !knows;
                is_news.then(|| self.report_game(cx.now)).flatten().into_iter().collect()
            }
            Err(fault) => {
                let (refusal, at) = refusal(fault);
                self.refuse(refusal, at, cx)
            }
        }
    }

    /// Whether the other side's new entries state a time that cannot have passed.
    fn states_an_impossible_time(&self, message: &PeerMessage, cx: &PortContext) -> bool {
        let Some(exchange) = &self.exchange else { return false };
        let (terms, known) = (exchange.terms(), exchange.sheet(!exchange.own()).len());
        let time = |ms: i64| Duration::from_millis(u64::try_from(ms).unwrap_or_default());
        if exchange.terms().reflection.is_some() {
            return self.states_impossible_days(message, known, cx);
        }
        message.entries.iter().skip(known).any(|entry| match &entry.act {
            // With more than one move of its own it was not this side's turn throughout.
            PeerAct::Move { ms, .. } if exchange.merged().game.turn() != exchange.own() => {
                let waited = self.time.whole(moment(cx.now));
                waited.is_some_and(|waited| !terms.can_have_taken(time(*ms), waited))
            }
            PeerAct::Waited { ms, .. } => {
                let longest = self.time.since_previous(moment(cx.now));
                longest.is_some_and(|longest| !terms.can_have_waited(time(*ms), longest))
            }
            _ => false,
        })
    }

    /// The same by correspondence: nobody has thought longer than this side has waited, and no claim is true that comes
    /// more than a day too early. A clock that goes backwards proves nothing.
    fn states_impossible_days(&self, message: &PeerMessage, known: usize, cx: &PortContext) -> bool {
        let time = |ms: i64| Duration::from_millis(u64::try_from(ms).unwrap_or_default());
        let (waited, thought) = (self.awaited(cx.now), self.thought(cx.now));
        message.entries.iter().skip(known).any(|entry| match &entry.act {
            PeerAct::Move { ms, .. } => !waited.is_zero() && time(*ms) > waited + DAY,
            PeerAct::CallFlag { ms } => time(*ms) > thought + DAY,
            _ => false,
        })
    }

    /// Charges what the other side's move took beyond what is allowed for the way.
    fn charge_way(&mut self, cx: &PortContext) {
        let Some(exchange) = &mut self.exchange else { return };
        let merged = exchange.merged();
        let is_new = self.timed.is_some_and(|timed| timed < merged.placed.len());
        let own = exchange.own();
        let Some(last) = merged.placed.last().filter(|last| is_new && last.side != own) else { return };
        let waited = self.time.waited(cx.now);
        let charge = exchange.terms().waited(own, last.index, last.stated, waited);
        if let Some(act) = charge.filter(|_| merged.outcome.is_none()) {
            exchange.add(act);
        }
    }

    /// Tells once what the other side says that cannot be; the game stands as it was.
    pub(super) fn refuse(
        &mut self,
        refusal: PeerRefusal,
        at: Option<MergeFault>,
        cx: &PortContext,
    ) -> Vec<Event> {
        if self.told.replace(refusal) == Some(refusal) {
            return Vec::new();
        }
        let number = at.as_ref().map_or_else(|| cx.session.record().game().move_number(), |at| at.number);
        let uci = at.and_then(|at| at.uci);
        vec![server_report(ServerReport::PeerRefused { refusal, number, uci })]
    }
}

fn variant(terms: &PeerTerms) -> OnlineVariant {
    match &terms.position {
        position if *position == StartPosition::default() => OnlineVariant::Standard,
        position if position.is_chess960() => OnlineVariant::Chess960,
        _ => OnlineVariant::FromPosition,
    }
}

fn pace(terms: &PeerTerms) -> Pace {
    match (&terms.control, terms.reflection) {
        (Some(control), _) => Pace::Clock(control.clone()),
        (None, Some(time)) => Pace::Reflection { days: time.days, moves: time.moves },
        (None, None) => Pace::Unlimited,
    }
}

fn trouble(lost: &PeerLost) -> PeerTrouble {
    match lost {
        PeerLost::WrongCode => PeerTrouble::WrongCode,
        PeerLost::Foreign | PeerLost::LongLine => PeerTrouble::Foreign,
        PeerLost::UnknownPlace { .. } => PeerTrouble::UnknownPlace,
        PeerLost::NotFound => PeerTrouble::NotFound,
        PeerLost::PortTaken { .. } => PeerTrouble::PortTaken,
        PeerLost::Unreachable { .. } | PeerLost::Cut | PeerLost::Silent | PeerLost::Died(_) => {
            PeerTrouble::Unreachable
        }
    }
}

/// What a message that is not taken is told as, and the act that cannot be.
pub(super) fn refusal(fault: ExchangeFault) -> (PeerRefusal, Option<MergeFault>) {
    match fault {
        ExchangeFault::Damaged => (PeerRefusal::Damaged, None),
        ExchangeFault::OtherTerms => (PeerRefusal::OtherTerms, None),
        ExchangeFault::Rewritten(_) | ExchangeFault::Ahead | ExchangeFault::TooLong => {
            (PeerRefusal::Rewritten, None)
        }
        ExchangeFault::OtherGame => (PeerRefusal::Differs, None),
        ExchangeFault::Impossible(at) => {
            let refusal = match at.kind {
                MergeFaultKind::Illegal | MergeFaultKind::NotOnMove => PeerRefusal::Move,
                MergeFaultKind::Time => PeerRefusal::Time,
                MergeFaultKind::NotOffered
                | MergeFaultKind::Claim
                | MergeFaultKind::Flag
                | MergeFaultKind::Abort => PeerRefusal::Result,
                MergeFaultKind::NotAsked => PeerRefusal::TakeBack,
                MergeFaultKind::Order => PeerRefusal::Rewritten,
            };
            (refusal, Some(at))
        }
    }
}
