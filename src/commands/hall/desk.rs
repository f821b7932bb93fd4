//! The desk of a hall, and its screens: all boards on a page, which an arbiter acts on and spectators only see, later.

use std::{
    borrow::Cow,
    collections::VecDeque,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};
use serde::{Deserialize, Serialize};

#[cfg(feature = "online")]
use super::broadcast::{Broadcast, BroadcastNews, BroadcastTarget};
use super::{HallError, desk_page, report::RoundReport};
use crate::{
    app::{
        game_options::Language,
        hall_access::{self, HallAccessError},
        ports::web::state::ToldSentence,
        web_choices,
    },
    commands::{
        game_page::{self, PageOptions},
        shown_game::ShownGame,
    },
    devices::{
        hall::{HallEvent, HallLine},
        web::{Papers, Place, WebEvent, WebFile, WebOptions, WebServer},
    },
    files,
    hall::{BoardSeen, BoardTopic, HallFile, HallRole, HallStateError, Round, RoundNews},
    language::{Catalogue, Failure, LanguageFolder},
    laws::Color,
    notation::{Letters, numbered, san},
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

enum DeskEvent {
    Hall(HallEvent),
    Web(WebEvent),
    #[cfg(feature = "online")]
    Broadcast(BroadcastNews),
}

/// What the page sends.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum DeskCommand {
    Rule { board: u16, arbiter: String, words: String },
}

/// Runs a desk, or a screen, until its page is gone. `tell` prints where the page is, and why the hall is not there.
///
/// # Errors
///
/// If there can be no page, or no line to the hall.
pub fn run(options: DeskOptions, mut tell: impl FnMut(&str)) -> Result<(), Failure> {
    let DeskOptions { file, address, delay, folder, language, .. } = options;
    let report = options.report.map(Arc::new);
    let rules = file.role == HallRole::Arbiter;
    let words = folder.catalogue();
    let (sender, events) = unbounded();
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
        papers: Some(papers(&round, report.clone(), folder, language)),
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
        words,
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
    seen.iter().chain(own.iter().filter(|_| rules)).map(|topic| topic.of_all()).collect()
}

/// Returns what viewers may ask for: the scores of all boards, the report with their results, the standings, and each board
/// as a page.
fn papers(
    round: &Arc<Mutex<Round>>,
    report: Option<Arc<RoundReport>>,
    folder: LanguageFolder,
    language: Language,
) -> Papers {
    let round = Arc::clone(round);
    let Language { announcer, grammar, .. } = language;
    let letters = *grammar.letters();
    Papers(Arc::new(move |path| {
        let round = round.lock().unwrap_or_else(PoisonError::into_inner);
        let paper = |media_type, text| WebFile { path: "", media_type, text: Cow::Owned(text) };
        if path == "/round.pgn" {
            return Some(paper("application/vnd.chess-pgn; charset=utf-8", round.pgn()));
        }
        let plain = |text| paper("text/plain; charset=utf-8", text);
        match (path, &report) {
            ("/results.trf", Some(report)) => return Some(plain(report.with_results(&round).to_string())),
            ("/standings", Some(report)) => return Some(plain(report.standings(&round))),
            _ => {}
        }
        let board = round.board(path.strip_prefix("/board/")?.parse().ok()?)?;
        let score = board.game.as_ref()?.score.clone();
        drop(round);
        let words = folder.catalogue();
        let options = PageOptions {
            announcer: &announcer,
            words: &words,
            letters,
            turned: false,
            diagrams: Vec::new(),
        };
        let page = game_page::page(&ShownGame::of_pgn(score), &options).ok()?;
        Some(paper("text/html; charset=utf-8", page))
    }))
}

struct Desk {
    rules: bool,
    delay: Duration,
    words: Catalogue,
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

/// The state of the page.
#[derive(Serialize)]
struct DeskState<'a> {
    number: u64,
    fault: Option<&'a str>,
    boards: Vec<DeskRow>,
    told: &'a VecDeque<ToldSentence>,
}

/// A board in the list.
#[derive(Serialize)]
struct DeskRow {
    board: u16,
    white: String,
    black: String,
    /// The last move, with its number.
    last: Option<String>,
    clock: Option<DeskClock>,
    result: Option<String>,
    needs: Vec<&'static str>,
    asked: Option<String>,
    lost: Vec<String>,
    fault: Option<String>,
}

#[derive(Serialize)]
struct DeskClock {
    white: u64,
    black: u64,
    delay: u64,
    running: Option<&'static str>,
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
                Ok(DeskEvent::Web(WebEvent::Sent { text, .. })) => {
                    self.command(&text);
                    is_new = true;
                }
                #[cfg(feature = "online")]
                Ok(DeskEvent::Broadcast(news)) => {
                    let told = self.words.render(&news);
                    tell(&told);
                    self.tell(told);
                    is_new = true;
                }
                Ok(DeskEvent::Web(WebEvent::Lost { reason })) => return Err(reason.into()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            let now = self.begun.elapsed();
            while self.waiting.front().is_some_and(|(due, ..)| *due <= now) {
                if let Some((due, topic, content)) = self.waiting.pop_front() {
                    self.see(&topic, &content, due);
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
                tell(&self.words.say("desk-connected", &[]));
                self.fault = None;
            }
            HallEvent::Lost { reason } => {
                let fault = self.words.render(&reason);
                tell(&fault);
                self.fault = Some(fault);
            }
            HallEvent::Shown { topic, content, age } => {
                let now = self.begun.elapsed();
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
                let told = self.words.say("desk-refused", &[("topic", &topic)]);
                self.tell(told);
            }
        }
        true
    }

    fn see(&mut self, topic: &str, content: &[u8], at: Duration) {
        let news = self.round.lock().unwrap_or_else(PoisonError::into_inner).take(topic, content, at);
        if !self.rules {
            return;
        }
        for news in news {
            let told = match &news {
                RoundNews::Needs(board, need) => {
                    let need: &str = need.into();
                    let need = self.words.say("desk-need", &[("need", &need)]);
                    self.words.say("desk-told", &[("board", board), ("what", &need)])
                }
                RoundNews::Ruled(board, done) if done.told.is_empty() => {
                    let number = &done.number;
                    self.words.say("desk-ruled-before", &[("board", board), ("number", number)])
                }
                RoundNews::Ruled(board, done) => {
                    self.words.say("desk-told", &[("board", board), ("what", &done.told.join(" "))])
                }
            };
            self.tell(told);
        }
    }

    fn tell(&mut self, text: String) {
        self.last_told += 1;
        self.told.push_back(ToldSentence { id: self.last_told, text });
        if self.told.len() > TOLD_KEPT {
            self.told.pop_front();
        }
    }

    fn command(&mut self, text: &str) {
        let Ok(DeskCommand::Rule { board, arbiter, words }) = serde_json::from_str(text) else { return };
        if !self.rules || arbiter.trim().is_empty() || words.trim().is_empty() {
            return;
        }
        let ruled: Option<Result<_, HallStateError>> = {
            let mut round = self.round.lock().unwrap_or_else(PoisonError::into_inner);
            // Only at a board that has been seen.
            round.board(board).is_some().then(|| {
                let content = round.rule(board, arbiter.trim(), words.trim())?;
                Ok((BoardTopic::ruling_of(board, round.desk()), content))
            })
        };
        match ruled {
            None => {}
            Some(Ok((topic, content))) => self.line.show(topic, content),
            Some(Err(fault)) => {
                let fault = self.words.render(&fault);
                let told = self.words.say("desk-told", &[("board", &board), ("what", &fault)]);
                self.tell(told);
            }
        }
    }

    fn draw(&mut self, now: Duration) {
        self.drawn += 1;
        let round = self.round.lock().unwrap_or_else(PoisonError::into_inner);
        let row = |(number, board): (u16, &BoardSeen)| self.row(number, board, now);
        // What needs an arbiter is nobody else's.
        let boards = match self.rules {
            true => round.by_need().into_iter().map(row).collect(),
            false => round.by_number().map(row).collect(),
        };
        drop(round);
        let state = DeskState { number: self.drawn, fault: self.fault.as_deref(), boards, told: &self.told };
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
                if let Some(name) = self.player(number, board, side) {
                    score.set_tag(tag, &name);
                }
            }
            Some(score.to_string())
        };
        let games = round.by_number().filter_map(game).collect();
        drop(round);
        broadcast.show(games);
    }

    /// The name of a player, by the game or else by the report.
    fn player(&self, number: u16, board: &BoardSeen, side: Color) -> Option<String> {
        let reported = || self.report.as_ref()?.player(number, side);
        board.player(side).map(str::to_owned).or_else(reported)
    }

    fn row(&self, number: u16, board: &BoardSeen, now: Duration) -> DeskRow {
        let name = |side: Color| {
            let unknown = || self.words.say("live-side", &[("side", &side.fold_wb("white", "black"))]);
            self.player(number, board, side).unwrap_or_else(unknown)
        };
        let state = board.game.as_ref().map(|game| &game.state).filter(|_| self.rules);
        let device = |device: &String| {
            let name = self.words.say("live-device", &[("device", device)]);
            self.words.say("desk-device-lost", &[("device", &name)])
        };
        DeskRow {
            board: number,
            white: name(Color::White),
            black: name(Color::Black),
            last: last_move(board),
            clock: board.clock(now).map(|clock| DeskClock {
                white: clock.white,
                black: clock.black,
                delay: clock.delay,
                running: clock.running.map(|side| side.fold_wb("white", "black")),
            }),
            result: board
                .game
                .as_ref()
                .map(|game| game.score.result().to_owned())
                .filter(|result| result != "*"),
            needs: if self.rules { board.needs().into_iter().map(Into::into).collect() } else { Vec::new() },
            asked: state.and_then(|state| state.asked.clone()),
            lost: state.map(|state| state.lost.iter().map(device).collect()).unwrap_or_default(),
            fault: board.fault.as_ref().filter(|_| self.rules).map(|fault| self.words.render(fault)),
        }
    }
}

/// The last move with its number, in the international letters.
fn last_move(board: &BoardSeen) -> Option<String> {
    let game = &board.game.as_ref()?.score.game;
    let last = game.moves().len().checked_sub(1)?;
    let before = game.position_at(last);
    Some(format!("{} {}", numbered(before), san(before, game.moves()[last], &Letters::ENGLISH)))
}
