//! The desk of a hall, and its screens: all boards on a page, which an arbiter acts on and spectators only see, later.

mod answers;

use std::{
    collections::{BTreeMap, VecDeque},
    io::BufRead,
    net::SocketAddr,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};

#[cfg(feature = "online")]
use super::broadcast::{Broadcast, BroadcastNews, BroadcastTarget};
use super::{
    HallError,
    apart::ApartBoards,
    desk_page, desk_papers,
    desk_state::{DeskAnswer, DeskRow, DeskState},
    desk_voice::{DeskVoice, VoiceNews},
    report::RoundReport,
    scores_file::ScoresFile,
    talk::{DeskInput, DeskLanguage, DeskTalk},
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
    hall::{BoardSeen, BoardTopic, HallFile, HallRole, Round, RoundNews, sheet_topics},
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
    /// The file that has the scores of all boards.
    pub scores: Option<PathBuf>,
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

/// Longer than a broker keeps a state: how long ago something was is known also of what was before this desk.
const BEFORE: Duration = Duration::from_secs(60 * 24 * 3600);
/// How often the page is drawn at most.
const DRAWN_EVERY: Duration = Duration::from_millis(200);
/// How often its times are sent while nothing else changes.
const TIMES_EVERY: Duration = Duration::from_secs(10);
/// How many sentences it keeps.
const TOLD_KEPT: usize = 60;
/// How many may look at a desk, and at a screen.
const ARBITERS: usize = 40;
const SPECTATORS: usize = 400;

enum DeskEvent {
    Typed(String),
    Voice(VoiceNews),
    Hall(HallEvent),
    Web(WebEvent),
    Scores(HallError),
    #[cfg(feature = "online")]
    Broadcast(BroadcastNews),
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
    let scores = options.scores.map(|path| {
        let sender = sender.clone();
        ScoresFile::start(&path, move |fault| drop(sender.send(DeskEvent::Scores(fault))))
    });
    let scores = scores.transpose()?;
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
        scores,
        #[cfg(feature = "online")]
        broadcast,
        server,
        line,
        begun: Instant::now(),
        waiting: VecDeque::new(),
        told: VecDeque::new(),
        last_told: 0,
        untold: Vec::new(),
        unsaid: Vec::new(),
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
    scores: Option<ScoresFile>,
    #[cfg(feature = "online")]
    broadcast: Option<Broadcast>,
    server: WebServer,
    line: HallLine,
    begun: Instant,
    /// What is seen later: when, the topic, and what stands there.
    waiting: VecDeque<(Duration, String, Vec<u8>)>,
    told: VecDeque<ToldSentence>,
    last_told: u64,
    /// What is new, and was not told yet.
    untold: Vec<RoundNews>,
    /// What is new, and was not said yet.
    unsaid: Vec<RoundNews>,
    /// Why the hall is not there.
    fault: Option<String>,
    /// How often the page was drawn.
    drawn: u64,
}

impl Desk {
    fn follow(mut self, events: &Receiver<DeskEvent>, tell: &mut dyn FnMut(&str)) -> Result<(), Failure> {
        let (mut is_new, mut drawn_at) = (true, Duration::ZERO);
        loop {
            let now = self.now();
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
                Ok(DeskEvent::Scores(fault)) => {
                    let told = self.language.words.render(&fault);
                    self.tell(told, tell);
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
            let now = self.now();
            while self.waiting.front().is_some_and(|(due, ..)| *due <= now) {
                if let Some((due, topic, content)) = self.waiting.pop_front() {
                    self.see(&topic, &content, due);
                    is_new = true;
                }
            }
            if now >= drawn_at + if is_new { DRAWN_EVERY } else { TIMES_EVERY } {
                self.tell_news(tell);
                self.draw(now);
                if let Some(scores) = &mut self.scores {
                    scores.show(self.round.lock().unwrap_or_else(PoisonError::into_inner).pgn());
                }
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
                let told = self.language.words.say("desk-connected", &[]);
                tell(&told);
                self.say(&told);
                (self.fault, self.connected) = (None, true);
            }
            HallEvent::Lost { reason } => {
                let fault = self.language.words.render(&reason);
                tell(&fault);
                self.say(&fault);
                (self.fault, self.connected) = (Some(fault), false);
            }
            HallEvent::Shown { topic, content, age } => {
                let now = self.now();
                if self.delay.is_zero() {
                    self.see(&topic, &content, now.saturating_sub(age));
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

    fn see(&mut self, topic: &str, content: &[u8], at: Duration) {
        let round = Arc::clone(&self.round);
        let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
        let of_players = self.apart.take(topic, content);
        let news = match &of_players {
            Some((topic, content)) => round.take(topic, content, at),
            None => round.take(topic, content, at),
        };
        if self.rules {
            self.untold.extend(news);
        }
    }

    /// Tells everybody at this desk what is new. What came while the page was not drawn came together.
    fn tell_news(&mut self, tell: &mut dyn FnMut(&str)) {
        let news = std::mem::take(&mut self.untold);
        let told = self.language().news(&news, &self.seen());
        for text in told {
            tell(&text);
            self.show(text);
        }
        if self.voice.is_some() {
            self.unsaid.extend(news);
        }
        self.say_news();
    }

    /// An instant of the round. What was there before this desk was opened is earlier than its first instant.
    fn now(&self) -> Duration {
        BEFORE + self.begun.elapsed()
    }

    fn seen(&self) -> MutexGuard<'_, Round> {
        self.round.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells something to everybody at this desk.
    fn tell(&mut self, text: String, tell: &mut dyn FnMut(&str)) {
        tell(&text);
        self.say(&text);
        self.show(text);
    }

    /// Shows something on the page.
    fn show(&mut self, text: String) {
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
