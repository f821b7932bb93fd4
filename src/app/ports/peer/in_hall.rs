//! A game of two players who meet in a hall, and need never be there at once.
//!
//! Each side's newest message waits under a topic of its own; whoever comes takes it up, and the game with it. So a program
//! that has nothing but its hall file finds the whole game there: its own sheet as it left it, or as the other side has it.

use std::{io, time::Duration};

use super::{
    Color, Device, Event, EventKind, KeptPeer, LobbyEvent, PeerKey, PeerLobby, PeerMessage, PeerNews,
    PeerPort, PeerRefusal, PeerTerms, PeerTrouble, PeerWay, PortContext, Reporter, SheetExchange,
    TermsAnswer, lobby,
};
use crate::{
    app::hall_access,
    devices::hall::{HallEvent, HallLine, HallMessage},
    files,
    hall::{HallFile, HallStateError, PlayerPresence, SealedSheet, player_presence_topic, sheet_topic},
};

/// How two players meet in a hall.
#[derive(Debug)]
pub struct HallMeeting {
    /// The hall.
    pub file: HallFile,
    /// The terms that White proposes.
    pub terms: Option<PeerTerms>,
    /// What was kept of the game, if it goes on and nothing is lost.
    pub kept: Option<KeptPeer>,
}

/// The way through a hall.
pub(super) struct HallWay {
    line: HallLine,
    name: String,
    board: u16,
    own: Color,
    key: PeerKey,
    /// This life of the program, by a number made by chance.
    life: u64,
    is_connected: bool,
    /// Whether all has come that had waited there.
    is_read: bool,
    other_is_there: bool,
    /// What this side, and what the other, has there.
    own_message: Option<PeerMessage>,
    other_message: Option<PeerMessage>,
    /// How many acts of this side the hall has.
    pub(super) laid: usize,
    /// When the newest message of the other side came, and how long its sheet had been as it is.
    heard: Option<(Duration, Duration)>,
    /// Whether it was told that the terms lie there, or are waited for.
    told: bool,
}

impl HallWay {
    fn open(file: &HallFile, reporter: Reporter<PeerNews>) -> io::Result<HallWay> {
        let (board, own, secret) = file.for_player().map_err(io::Error::other)?;
        let topics = [own, !own].map(|side| sheet_topic(board, side)).into_iter();
        let topics = topics.chain([!own, own].map(|side| player_presence_topic(board, side))).collect();
        let random = files::random()?;
        let life = random[..6].iter().fold(0, |life, byte| life << 8 | u64::from(*byte));
        let presence = |there| HallMessage {
            topic: player_presence_topic(board, own),
            content: PlayerPresence::written(there, life),
        };
        let options = hall_access::line_options(file, topics, Some(presence(false)));
        let line = HallLine::open(options, move |event| reporter.report(PeerNews::Hall(event)))?;
        let HallMessage { topic, content } = presence(true);
        line.show(topic, content);
        Ok(HallWay {
            line,
            name: file.hall.clone(),
            board,
            own,
            key: PeerKey::of(&blake3::derive_key("annabella peer 1: through a hall", secret.as_bytes())),
            life,
            is_connected: false,
            is_read: false,
            other_is_there: false,
            own_message: None,
            other_message: None,
            laid: 0,
            heard: None,
            told: false,
        })
    }

    /// How long the sheet of the other side has been as it is.
    pub(super) fn age(&self, now: Duration) -> Option<Duration> {
        self.heard.map(|(at, age)| age + now.saturating_sub(at))
    }

    /// Lays a message there. What the other side needs only if it has lost everything is left out where there is no room.
    pub(super) fn send(&self, mut message: PeerMessage) -> Result<(), HallStateError> {
        let content = match self.sealed(&message) {
            Err(HallStateError::TooLong { .. }) => {
                message.yours = None;
                self.sealed(&message)?
            }
            sealed => sealed?,
        };
        self.line.show(sheet_topic(self.board, self.own), content);
        Ok(())
    }

    fn sealed(&self, message: &PeerMessage) -> Result<Vec<u8>, HallStateError> {
        let damaged = |error: serde_json::Error| HallStateError::Damaged { what: error.to_string() };
        let message = serde_json::to_string(message).map_err(damaged)?;
        let seal = self.key.of_message(self.own, &message);
        SealedSheet { version: 0, message, seal }.written()
    }

    /// Reads what a side has laid there; nothing, if somebody else has changed it.
    fn unsealed(&self, side: Color, content: &[u8]) -> Result<PeerMessage, PeerRefusal> {
        let sheet = match SealedSheet::read(content) {
            Ok(sheet) => sheet,
            Err(HallStateError::Newer { .. }) => return Err(PeerRefusal::Version),
            Err(_) => return Err(PeerRefusal::Damaged),
        };
        if sheet.seal != self.key.of_message(side, &sheet.message) {
            return Err(PeerRefusal::Damaged);
        }
        let message: PeerMessage = serde_json::from_str(&sheet.message).map_err(|_| PeerRefusal::Version)?;
        let is_known = message.version == PeerMessage::VERSION;
        is_known.then_some(message).ok_or(PeerRefusal::Version)
    }
}

impl PeerPort {
    /// Comes into the hall.
    pub(super) fn meet(&mut self, meeting: HallMeeting) -> io::Result<()> {
        let HallMeeting { file, terms, kept } = meeting;
        let way = HallWay::open(&file, self.reporter.clone())?;
        let proposes = way.own.is_white();
        self.key = Some(way.key.clone());
        self.way = Some(PeerWay::Hall(Box::new(way)));
        self.terms = kept.as_ref().and_then(|kept| kept.terms.clone()).or(terms.filter(|_| proposes));
        self.kept = Some(kept.unwrap_or_else(|| KeptPeer::in_hall(proposes)));
        self.exchange = self.exchange().filter(|_| self.is_agreed());
        Ok(())
    }

    fn hall(&mut self) -> Option<&mut HallWay> {
        match &mut self.way {
            Some(PeerWay::Hall(hall)) => Some(hall),
            Some(PeerWay::Direct(_)) | None => None,
        }
    }

    pub(super) fn take_hall_event(&mut self, event: HallEvent, cx: &PortContext) -> Vec<Event> {
        let Some(hall) = self.hall() else { return Vec::new() };
        match event {
            HallEvent::Connected => {
                (hall.is_connected, hall.is_read) = (true, false);
                let name = hall.name.clone();
                cx.found(Device::Hall.into(), &name);
                self.reach_changed(cx)
            }
            HallEvent::Lost { reason } => {
                (hall.is_connected, hall.other_is_there) = (false, false);
                cx.lacking(Device::Hall.into(), &reason);
                let mut events = self.reach_changed(cx);
                events.extend(self.trouble(false, PeerTrouble::Hall, cx));
                events
            }
            HallEvent::Shown { topic, content, age } => self.take_shown(&topic, &content, age, cx),
            HallEvent::Refused { .. } | HallEvent::TooLong { .. } => {
                self.trouble(false, PeerTrouble::Hall, cx)
            }
        }
    }

    fn take_shown(&mut self, topic: &str, content: &[u8], age: Duration, cx: &PortContext) -> Vec<Event> {
        let Some(hall) = self.hall() else { return Vec::new() };
        let (board, own) = (hall.board, hall.own);
        if topic == player_presence_topic(board, own) {
            return match PlayerPresence::read(content) {
                Ok(presence) if presence.there && presence.life == hall.life => {
                    // All that had waited came before this.
                    hall.is_read = true;
                    self.look_in_hall(cx)
                }
                // What the broker says of a connection that was lost is no longer true.
                Ok(presence) if !presence.there => {
                    let there = PlayerPresence::written(true, hall.life);
                    hall.line.show(topic.to_owned(), there);
                    Vec::new()
                }
                Ok(_) | Err(_) => Vec::new(),
            };
        }
        if topic == player_presence_topic(board, !own) {
            hall.other_is_there = PlayerPresence::read(content).is_ok_and(|presence| presence.there);
            return self.reach_changed(cx);
        }
        if topic == sheet_topic(board, own) {
            let Ok(message) = hall.unsealed(own, content) else { return Vec::new() };
            hall.own_message = Some(message);
            return self.laid_in_hall(cx);
        }
        match hall.unsealed(!own, content) {
            Ok(message) => {
                let since = Duration::from_millis(message.since.unwrap_or_default());
                hall.heard = Some((cx.now, since + age));
                hall.other_message = Some(message.clone());
                match self.exchange.is_some() && !cx.session.is_in_lobby() {
                    true => self.take_message(&message, cx),
                    false => self.look_in_hall(cx),
                }
            }
            Err(PeerRefusal::Version) if cx.session.is_in_lobby() => {
                self.trouble(false, PeerTrouble::Version, cx)
            }
            Err(_) if cx.session.is_in_lobby() => self.trouble(false, PeerTrouble::Foreign, cx),
            Err(refusal) => self.refuse(refusal, None, cx),
        }
    }

    /// The hall has what this side has laid there.
    fn laid_in_hall(&mut self, cx: &PortContext) -> Vec<Event> {
        let own_sheet = self.exchange.as_ref().map(|exchange| exchange.sheet(exchange.own()).to_vec());
        let Some(hall) = self.hall() else { return Vec::new() };
        let (Some(sheet), Some(message)) = (own_sheet, &hall.own_message) else {
            return self.look_in_hall(cx);
        };
        let laid = message.entries.len();
        if message.entries[..] == sheet[..laid.min(sheet.len())] && laid > hall.laid {
            hall.laid = laid;
            return self.report_game(cx.now).into_iter().collect();
        }
        Vec::new()
    }

    /// The other side can be reached now, or no longer: by correspondence that is the hall, else its program.
    pub(super) fn reach_changed(&mut self, cx: &PortContext) -> Vec<Event> {
        let days = self.is_by_correspondence();
        let Some(hall) = self.hall() else { return Vec::new() };
        let is_there = hall.is_connected && (hall.other_is_there || days);
        let greets = hall.own.is_white() && hall.other_is_there;
        if is_there == self.is_connected {
            return Vec::new();
        }
        self.is_connected = is_there;
        match is_there {
            true => self.time.connected(cx.now),
            // The broker says so, and after how long is known to it alone.
            false => self.time.disconnected(cx.now, Duration::ZERO),
        }
        let device = if days { Device::Hall } else { Device::Peer };
        if is_there {
            self.troubled = None;
            if self.exchange.is_some() {
                self.send(cx);
            }
            let is_new = greets && cx.session.is_in_lobby();
            let back = Event::of_program(EventKind::Back(device));
            self.reporter.report(PeerNews::Changed);
            return is_new.then(|| lobby(PeerLobby::There)).into_iter().chain([back]).collect();
        }
        if cx.session.is_in_lobby() {
            return Vec::new();
        }
        let times = self.report_game(cx.now).filter(|_| !self.is_over);
        std::iter::once(Event::of_program(EventKind::Lost(device))).chain(times).collect()
    }

    /// Takes up the game that waits in the hall, or what was proposed for one; or proposes one.
    fn look_in_hall(&mut self, cx: &PortContext) -> Vec<Event> {
        let in_lobby = cx.session.is_in_lobby();
        if self.exchange.is_some() || !self.hall().is_some_and(|hall| hall.is_read) {
            return Vec::new();
        }
        if let Some(found) = self.found_in_hall(in_lobby) {
            let other = self.hall().and_then(|hall| hall.other_message.clone());
            self.other_name = crate::peer::shown_name(&other.map(|other| other.name).unwrap_or_default());
            return if in_lobby { self.join_found(found) } else { self.go_on_with(found, cx) };
        }
        if !in_lobby {
            return Vec::new();
        }
        let Some(hall) = self.hall() else { return Vec::new() };
        let proposes = hall.own.is_white();
        let is_told = std::mem::replace(&mut hall.told, true);
        let other = hall.other_message.clone();
        let mut events = Vec::new();
        if proposes && !is_told {
            // What was proposed before is proposed still, if it is the same.
            let before = hall.own_message.as_ref().and_then(|message| message.terms.clone());
            if let (Some(before), Some(terms)) = (before, &mut self.terms)
                && (PeerTerms { game: before.game.clone(), ..terms.clone() }) == before
            {
                *terms = before;
            }
            self.send(cx);
        }
        match other {
            Some(message) if proposes && message.answer == Some(TermsAnswer::Declined) => {
                events.extend(self.take_in_lobby(message));
            }
            Some(message) if !proposes && message.terms.is_some() && !self.is_over_in_hall() => {
                return self.take_in_lobby(message);
            }
            Some(_) | None => {}
        }
        if !is_told {
            events.push(lobby(PeerLobby::InHall { proposes }));
        }
        events
    }

    /// Whether the game that waits there is over.
    fn is_over_in_hall(&mut self) -> bool {
        self.agreed_in_hall().is_some_and(|found| found.merged().outcome.is_some())
    }

    fn found_in_hall(&mut self, in_lobby: bool) -> Option<SheetExchange> {
        self.agreed_in_hall().filter(|found| !in_lobby || found.merged().outcome.is_none())
    }

    /// Returns the game that waits in the hall: White has proposed its terms, and Black has agreed to them.
    fn agreed_in_hall(&mut self) -> Option<SheetExchange> {
        let proposed = self.terms.clone();
        let hall = self.hall()?;
        let (key, own) = (hall.key.clone(), hall.own);
        let (other, mine) = (hall.other_message.clone()?, hall.own_message.clone());
        let terms = other.terms.clone().filter(|terms| terms.host.is_white())?;
        let agreed = |message: &PeerMessage| {
            message.answer == Some(TermsAnswer::Agreed) && message.terms.as_ref() == Some(&terms)
        };
        let is_agreed = match own {
            Color::White => {
                let has_proposed = mine.as_ref().and_then(|mine| mine.terms.as_ref()) == Some(&terms);
                agreed(&other) && (has_proposed || proposed.as_ref() == Some(&terms))
            }
            Color::Black => mine.as_ref().is_some_and(agreed),
        };
        if !is_agreed {
            return None;
        }
        // Before its first word as a player White has sent no sum: the terms are all there is.
        if other.sum.is_empty() {
            let mut found = SheetExchange::new(key, terms, own);
            let own_sheet = mine.map(|mine| mine.entries).unwrap_or_default();
            for entry in own_sheet {
                found.add(entry.act);
            }
            return Some(found);
        }
        let own_sheet = mine.filter(|mine| mine.terms.as_ref() == Some(&terms)).map(|mine| mine.entries);
        let mut sheets = crate::laws::ByColor { white: Vec::new(), black: Vec::new() };
        sheets[own] = own_sheet.unwrap_or_default();
        let mut found = SheetExchange::with_sheets(key.clone(), terms, own, sheets);
        match found.take(&other) {
            Ok(_) => Some(found),
            // The hall has lost what this side had laid there last; the other side has it.
            Err(_) => SheetExchange::recovered(key, own, &other).ok(),
        }
    }

    /// Begins the record of a game that was found.
    fn join_found(&mut self, found: SheetExchange) -> Vec<Event> {
        self.terms = Some(found.terms().clone());
        self.exchange = Some(found);
        if let Some(kept) = &mut self.kept {
            // Black's yes goes out once the game is in the journal.
            kept.is_agreed = kept.listens;
        }
        let joined: Vec<Event> = self.join().into_iter().collect();
        debug_assert!(
            joined.iter().all(|event| matches!(&event.kind, EventKind::Lobby(LobbyEvent::Joined(_))))
        );
        joined
    }
}
