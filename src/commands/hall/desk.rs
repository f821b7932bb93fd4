//! The desk of a hall, and its screens: all boards on a page, which an arbiter acts on and spectators only see, later.

use std::{
    collections::{BTreeMap, VecDeque},
    io::BufRead,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};
use serde::Deserialize;

#[cfg(feature = "online")]
use super::broadcast::{Broadcast, BroadcastNews, BroadcastTarget};
use super::{
    HallError,
    apart::ApartBoards,
    desk_page, desk_papers,
    desk_state::{DeskAnswer, DeskRow, DeskState},
    desk_voice::{DeskVoice, VoiceNews, VoiceOutcome},
    report::RoundReport,
    talk::{DeskInput, DeskLanguage, DeskReply, DeskTalk},
};
#[cfg(feature = "online")]
use crate::laws::Color;
use crate::{
    app::{
        game_options::Language,
        hall_access::{self, HallAccessError},
        ports::web::state::ToldSentence,
        web_choices,
    },
    config::Settings,
    devices::{
        hall::{HallEvent, HallLine},
        web::{Place, WebEvent, WebOptions, WebServer},
    },
    files,
    grammar::Intent,
    hall::{BoardSeen, BoardTopic, HallFile, HallRole, HallStateError, Round, sheet_topics},
    language::{Failure, LanguageFolder},
};

/// How a desk is opened.
pub struct DeskOptions {
    pub file: HallFile,
    /// Where the page is.
    pub address: SocketAddr,
    /// How much later the boards are seen.
    pub delay: Duration,
    pub folder: LanguageFolder,
    pub language: Language,
    /// Who meets whom, and where the results go.
    pub report: Option<RoundReport>,
    /// What is typed beside the page.
    pub typed: Option<Box<dyn BufRead + Send>>,
    /// Who rules there.
    pub arbiter: Option<String>,
    /// With which microphone it is spoken with.
    pub spoken: Option<Settings>,
    /// Where the games are shown too.
    #[cfg(feature = "online")]
    pub broadcast: Option<BroadcastTarget>,
}

/// How often the page is drawn at most.
const DRAWN_EVERY: Duration = Duration::from_millis(200);
/// How often its times are sent while nothing else changes.
const TIMES_EVERY: Duration = Duration::from_secs(10);
/// How many sentences it keeps.
const TOLD_KEPT: usize = 60;
/// How many may look at a desk, and at a screen.
const ARBITERS: usize = 40;
const SPECTATORS: usize = 400;

/// How many pages may speak with a desk before those that did so first are forgotten.
const PAGES: usize = 200;
/// The longest line that is taken, in characters.
const LONGEST_LINE: usize = 400;

enum DeskEvent {
    Typed(String),
    Voice(VoiceNews),
    Hall(HallEvent),
    Web(WebEvent),
    #[cfg(feature = "online")]
    Broadcast(BroadcastNews),
}

/// What the page sends.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum DeskCommand {
    Say {
        /// The name that the page has given itself by chance.
        page: String,
        /// Who speaks.
        arbiter: String,
        /// The board that is chosen there.
        board: Option<u16>,
        words: String,
    },
}

/// Runs a desk, or a screen, until its page is gone. `tell` prints where the page is, and why the hall is not there.
///
/// # Errors
///
/// If there can be no page, or no line to the hall.
pub fn run(options: DeskOptions, mut tell: impl FnMut(&str)) -> Result<(), Failure> {
    let DeskOptions { file, address, delay, folder, mut language, .. } = options;
    let report = options.report.map(Arc::new);
    let rules = file.role == HallRole::Arbiter;
    let words = folder.catalogue();
    let arbiter = options.arbiter.unwrap_or_else(|| words.say("desk-arbiter", &[]));
    let (sender, events) = unbounded();
    let voice = options.spoken.as_ref().filter(|_| rules).map(|spoken| {
        let sender = sender.clone();
        DeskVoice::open(spoken, &mut language, move |news| drop(sender.send(DeskEvent::Voice(news))))
    });
    let voice = voice.transpose()?;
    let language = Arc::new(language);
    let round = Arc::new(Mutex::new(Round::of_desk(desk_name()?)));
    let key = web_choices::key_of(&format!("hall {} {}", file.hall, file.user));
    let code = key.code(&file.user);
    let writes = rules;
    let viewers = if rules { ARBITERS } else { SPECTATORS };
    let places = vec![Place { code: code.clone(), writes, viewers }];
    let served = WebOptions {
        address,
        name: None,
        places,
        files: desk_page::files(&words, &file.hall, rules, report.is_some()),
        papers: Some(desk_papers::papers(&round, report.clone(), folder, Arc::clone(&language))),
        key,
    };
    let of_web = sender.clone();
    let server = WebServer::open(served, move |event| drop(of_web.send(DeskEvent::Web(event))))?;
    #[cfg(feature = "online")]
    let broadcast = match options.broadcast {
        Some(target) => {
            let told = sender.clone();
            Some(Broadcast::start(target, move |news| drop(told.send(DeskEvent::Broadcast(news))))?)
        }
        None => None,
    };
    if let Some(typed) = options.typed.filter(|_| rules) {
        let sender = sender.clone();
        let lines = typed.lines().map_while(Result::ok);
        std::thread::Builder::new()
            .name("typed".to_owned())
            .spawn(move || lines.map(DeskEvent::Typed).for_each(|line| drop(sender.send(line))))
            .map_err(|source| HallError::Access(HallAccessError::Thread { source }))?;
    }
    let line = HallLine::open(hall_access::line_options(&file, topics(rules), None), move |event| {
        drop(sender.send(DeskEvent::Hall(event)));
    })
    .map_err(|source| HallError::Access(HallAccessError::Thread { source }))?;
    let found = server.address();
    let link = format!("http://{found}/#{}", code.digits());
    tell(&words.say("desk-page", &[("name", &file.hall), ("address", &link), ("code", &code)]));
    let desk = Desk {
        rules,
        delay,
        language,
        arbiter,
        talk: DeskTalk::default(),
        voice,
        pages: BTreeMap::new(),
        answers: VecDeque::new(),
        connected: false,
        apart: ApartBoards::default(),
        round,
        report,
        #[cfg(feature = "online")]
        broadcast,
        server,
        line,
        begun: Instant::now(),
        waiting: VecDeque::new(),
        told: VecDeque::new(),
        last_told: 0,
        fault: None,
        drawn: 0,
    };
    desk.follow(&events, &mut tell)
}

/// A desk is called as no other one is: what two of them rule at one board stands apart.
fn desk_name() -> std::io::Result<String> {
    Ok(files::random()?[..8].iter().map(|byte| format!("{byte:02x}")).collect())
}

fn topics(rules: bool) -> Vec<String> {
    let seen = [BoardTopic::Presence, BoardTopic::Game];
    let own = [BoardTopic::Ruled, BoardTopic::Ruling];
    let of_boards = seen.iter().chain(own.iter().filter(|_| rules)).map(|topic| topic.of_all());
    of_boards.chain(sheet_topics().into_iter().filter(|_| rules)).collect()
}

struct Desk {
    rules: bool,
    delay: Duration,
    language: Arc<Language>,
    /// Who rules by what is typed here.
    arbiter: String,
    talk: DeskTalk,
    voice: Option<DeskVoice>,
    /// What each page spoke of, by the name that it has given itself.
    pages: BTreeMap<String, DeskTalk>,
    answers: VecDeque<DeskAnswer>,
    /// Whether the hall is there.
    connected: bool,
    apart: ApartBoards,
    round: Arc<Mutex<Round>>,
    report: Option<Arc<RoundReport>>,
    #[cfg(feature = "online")]
    broadcast: Option<Broadcast>,
    server: WebServer,
    line: HallLine,
    begun: Instant,
    /// What is seen later: when, the topic, and what stands there.
    waiting: VecDeque<(Duration, String, Vec<u8>)>,
    told: VecDeque<ToldSentence>,
    last_told: u64,
    /// Why the hall is not there.
    fault: Option<String>,
    /// How often the page was drawn.
    drawn: u64,
}

impl Desk {
    fn follow(mut self, events: &Receiver<DeskEvent>, tell: &mut dyn FnMut(&str)) -> Result<(), Failure> {
        let (mut is_new, mut drawn_at) = (true, Duration::ZERO);
        loop {
            let now = self.begun.elapsed();
            let due = self.waiting.front().map(|(due, ..)| *due);
            let redraw = drawn_at + if is_new { DRAWN_EVERY } else { TIMES_EVERY };
            let until = due.into_iter().chain([redraw]).min().unwrap_or(redraw);
            match events.recv_timeout(until.saturating_sub(now)) {
                Ok(DeskEvent::Hall(event)) => is_new |= self.take(event, tell),
                Ok(DeskEvent::Typed(line)) => {
                    self.hear(DeskInput::Typed(&line), tell);
                    is_new = true;
                }
                Ok(DeskEvent::Voice(news)) => self.take_from_voice(news, tell),
                Ok(DeskEvent::Web(WebEvent::Sent { text, .. })) => {
                    self.command(&text, tell);
                    is_new = true;
                }
                #[cfg(feature = "online")]
                Ok(DeskEvent::Broadcast(news)) => {
                    let told = self.language.words.render(&news);
                    self.tell(told, tell);
                    is_new = true;
                }
                Ok(DeskEvent::Web(WebEvent::Lost { reason })) => return Err(reason.into()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            let now = self.begun.elapsed();
            while self.waiting.front().is_some_and(|(due, ..)| *due <= now) {
                if let Some((due, topic, content)) = self.waiting.pop_front() {
                    self.see(&topic, &content, due, tell);
                    is_new = true;
                }
            }
            if now >= drawn_at + if is_new { DRAWN_EVERY } else { TIMES_EVERY } {
                self.draw(now);
                #[cfg(feature = "online")]
                self.show_elsewhere(is_new);
                (is_new, drawn_at) = (false, now);
            }
        }
    }

    /// Takes an event of the hall; returns whether there is something new to draw.
    fn take(&mut self, event: HallEvent, tell: &mut dyn FnMut(&str)) -> bool {
        match event {
            HallEvent::Connected => {
                tell(&self.language.words.say("desk-connected", &[]));
                (self.fault, self.connected) = (None, true);
            }
            HallEvent::Lost { reason } => {
                let fault = self.language.words.render(&reason);
                tell(&fault);
                (self.fault, self.connected) = (Some(fault), false);
            }
            HallEvent::Shown { topic, content, age } => {
                let now = self.begun.elapsed();
                if self.delay.is_zero() {
                    self.see(&topic, &content, now.saturating_sub(age), tell);
                } else {
                    // What the broker has had for long is seen at once.
                    let due = (now + self.delay).saturating_sub(age).max(now);
                    let place = self.waiting.partition_point(|(before, ..)| *before <= due);
                    self.waiting.insert(place, (due, topic, content));
                }
            }
            HallEvent::Refused { topic } | HallEvent::TooLong { topic, .. } => {
                let told = self.language.words.say("desk-refused", &[("topic", &topic)]);
                self.tell(told, tell);
            }
        }
        true
    }

    fn see(&mut self, topic: &str, content: &[u8], at: Duration, tell: &mut dyn FnMut(&str)) {
        let round = Arc::clone(&self.round);
        let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
        let of_players = self.apart.take(topic, content);
        let news = match &of_players {
            Some((topic, content)) => round.take(topic, content, at),
            None => round.take(topic, content, at),
        };
        if !self.rules {
            return;
        }
        for news in news {
            let told = self.language().news(&news, &round);
            self.tell(told, tell);
        }
    }

    /// Tells something to everybody at this desk.
    fn tell(&mut self, text: String, tell: &mut dyn FnMut(&str)) {
        tell(&text);
        self.say(&text);
        self.last_told += 1;
        self.told.push_back(ToldSentence { id: self.last_told, text });
        if self.told.len() > TOLD_KEPT {
            self.told.pop_front();
        }
    }

    fn language(&self) -> DeskLanguage<'_> {
        let Language { grammar, announcer, words, .. } = &*self.language;
        DeskLanguage { grammar, announcer, words }
    }

    /// Answers what was typed or spoken here.
    fn hear(&mut self, said: DeskInput, tell: &mut dyn FnMut(&str)) {
        let mut talk = std::mem::take(&mut self.talk);
        let arbiter = self.arbiter.clone();
        if let Some(told) = self.answer(&mut talk, &arbiter, said, tell) {
            tell(&told);
            self.say(&told);
        }
        self.talk = talk;
    }

    fn say(&mut self, text: &str) {
        if let Some(voice) = &mut self.voice {
            voice.say(text);
        }
    }

    fn take_from_voice(&mut self, news: VoiceNews, tell: &mut dyn FnMut(&str)) {
        let Some(voice) = &mut self.voice else { return };
        match voice.take(news, &self.language.words) {
            VoiceOutcome::Heard(heard) => {
                let on = matches!(self.language().meant_by_voice(&heard), Some(Intent::MicrophoneOn));
                if on || self.voice.as_ref().is_some_and(|voice| !voice.is_off()) {
                    self.hear(DeskInput::Spoken(&heard), tell);
                }
            }
            VoiceOutcome::Told(text) => tell(&text),
            VoiceOutcome::Nothing => {}
        }
    }

    /// Answers what was typed on a page.
    fn command(&mut self, text: &str, tell: &mut dyn FnMut(&str)) {
        let Ok(DeskCommand::Say { page, arbiter, board, words }) = serde_json::from_str(text) else { return };
        if !self.rules {
            return;
        }
        if self.pages.len() >= PAGES {
            self.pages.clear();
        }
        let mut talk = self.pages.remove(&page).unwrap_or_default();
        if let Some(board) = board {
            talk.turn_to(board);
        }
        let words: String = words.trim().chars().take(LONGEST_LINE).collect();
        if let Some(text) = self.answer(&mut talk, arbiter.trim(), DeskInput::Typed(&words), tell) {
            self.last_told += 1;
            let (id, board) = (self.last_told, talk.board());
            self.answers.push_back(DeskAnswer { id, page: page.clone(), text, board });
            if self.answers.len() > TOLD_KEPT {
                self.answers.pop_front();
            }
        }
        self.pages.insert(page, talk);
    }

    /// Answers what was said at this desk, and sends what was ruled.
    fn answer(
        &mut self,
        talk: &mut DeskTalk,
        arbiter: &str,
        said: DeskInput,
        tell: &mut dyn FnMut(&str),
    ) -> Option<String> {
        if matches!(said, DeskInput::Typed(line) if line.trim().is_empty()) {
            return None;
        }
        let (round, now) = (Arc::clone(&self.round), self.begun.elapsed());
        let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
        let reply = talk.hear(said, &round, now, self.connected, &self.language());
        let DeskReply { told, rulings, change } = reply;
        if let (Some(voice), Some(change)) = (&mut self.voice, change) {
            voice.change(change);
        }
        if !rulings.is_empty() && arbiter.is_empty() {
            return Some(self.language.words.say("desk-no-name", &[]));
        }
        for (board, words) in rulings {
            let ruled: Result<_, HallStateError> = round.rule(board, arbiter, &words);
            match ruled {
                Ok(content) => {
                    let topic = BoardTopic::ruling_of(board, round.desk());
                    self.line.show(topic, content);
                }
                Err(fault) => {
                    let fault = self.language.words.render(&fault);
                    let facts: [(&str, &dyn std::fmt::Display); 2] = [("board", &board), ("what", &fault)];
                    let told = self.language.words.say("desk-told", &facts);
                    self.tell(told, tell);
                    return None;
                }
            }
        }
        Some(told).filter(|told| !told.is_empty())
    }

    fn draw(&mut self, now: Duration) {
        self.drawn += 1;
        let round = self.round.lock().unwrap_or_else(PoisonError::into_inner);
        let (language, report) = (self.language(), self.report.as_deref());
        let row = |board: (u16, &BoardSeen)| DeskRow::new(board, now, self.rules, &language, report);
        // What needs an arbiter is nobody else's.
        let boards = match self.rules {
            true => round.by_need().into_iter().map(row).collect(),
            false => round.by_number().map(row).collect(),
        };
        drop(round);
        let state = DeskState {
            number: self.drawn,
            fault: self.fault.as_deref(),
            boards,
            told: &self.told,
            answers: &self.answers,
        };
        let text = serde_json::to_string(&state).expect("texts and numbers are JSON");
        self.server.show(0, text);
    }

    /// Shows the games in the broadcast: with their clocks, without what was offered and ruled.
    #[cfg(feature = "online")]
    fn show_elsewhere(&self, is_new: bool) {
        let Some(broadcast) = self.broadcast.as_ref().filter(|_| is_new) else { return };
        let round = self.round.lock().unwrap_or_else(PoisonError::into_inner);
        let game = |(number, board): (u16, &BoardSeen)| {
            let mut score = board.game.as_ref()?.score.clone();
            score.comments.clear();
            score.set_tag("Board", &number.to_string());
            for (side, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
                if let Some(name) = super::desk_state::player(number, board, side, self.report.as_deref()) {
                    score.set_tag(tag, &name);
                }
            }
            Some(score.to_string())
        };
        let games = round.by_number().filter_map(game).collect();
        drop(round);
        broadcast.show(games);
    }
}
