//! Scripted devices, and the time that is given to them.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    rc::Rc,
    time::{Duration, Instant},
};

use annabella::{
    app::{
        game_loop::{GameInPlay, GameLoop},
        game_options::Language,
        ports::{
            Port, PortContext, Ports, Reporter,
            board::{BoardNews, BoardPort},
            braille::{BraillePort, keys::KeyMap},
            clock::ClockPort,
            ear::{EarPort, SpeechInput},
            engine::{EngineNews, EnginePort},
            journal::{JournalOutput, JournalPort},
            keyboard::{KeyboardConsole, KeyboardPort},
            screen::ScreenPort,
            speaker::{SpeakerPort, SpeechOutput},
        },
        screen::Screen,
        time::Time,
    },
    devices::{
        board::{ClockOrder, ElectronicBoard, KnownPlacement, Placement},
        braille_display::{BrailleEvent, BrailleLine},
        engine::{ChessEngine, EngineEvent, EngineLossReason, SearchTask, UciScore},
        hearing::ear::{EarEvent, PhraseSet},
        journal_file::{Appended, JournalFileError},
        keyboard::KeyboardEvent,
        speaker::SpeakerEvent,
        speech_queue::Priority,
        tactile_clock::{ClockEvent, ClockHands, ClockState, FeelPattern, TactileSide},
    },
    journal::Chain,
    laws::ByColor,
    session::{BoardTone, Effect, Event, Session, VoiceChange},
};
use crossbeam_channel::Receiver;

/// What the devices have done, and the time they have.
pub struct World {
    pub now: Cell<Duration>,
    pub goal: Cell<Duration>,
    pub idle: Cell<bool>,
    pub out: RefCell<Vec<String>>,
    pub cells: RefCell<String>,
    /// The cell of its cursor.
    pub cursor: Cell<Option<usize>>,
    /// What each announcement says in braille, since this was last asked.
    pub announced: RefCell<Vec<String>>,
    /// What is asked, in braille; else empty.
    pub asked: RefCell<String>,
    /// How many of them the display has.
    pub width: Cell<usize>,
    pub pages: RefCell<Vec<String>>,
    /// Whose time the hands let run: a power cut of the program is none of theirs.
    pub running: Cell<Option<TactileSide>>,
    pub clock_lost: Cell<bool>,
    /// The next announcement is too much for one of the ports.
    pub fails: Cell<bool>,
    /// For how long the program is stopped while it waits next.
    pub stopped: Cell<Duration>,
    /// The disk takes no more.
    pub full: Cell<bool>,
    /// Room is kept on it for the end.
    pub reserve: Cell<bool>,
    /// Sentences go on until they are stopped.
    pub drawling: Cell<bool>,
    /// What the ear was told, but for what makes sense to say.
    pub ear: RefCell<Vec<&'static str>>,
    /// What an engine was asked last and has not answered, and what it will answer.
    pub task: RefCell<Option<SearchTask>>,
    pub answers: RefCell<VecDeque<Answer>>,
    /// How long the next line takes to be on the disk, and what happens in the meantime.
    pub slow: RefCell<Option<(Duration, Meanwhile)>>,
    /// What stands on the electronic board.
    pub known: RefCell<KnownPlacement>,
}

impl Default for World {
    fn default() -> World {
        let start: Placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".parse().unwrap();
        World {
            now: Cell::default(),
            goal: Cell::default(),
            idle: Cell::default(),
            out: RefCell::default(),
            cells: RefCell::default(),
            cursor: Cell::default(),
            announced: RefCell::default(),
            asked: RefCell::default(),
            width: Cell::default(),
            pages: RefCell::default(),
            running: Cell::default(),
            clock_lost: Cell::default(),
            fails: Cell::default(),
            stopped: Cell::default(),
            full: Cell::default(),
            reserve: Cell::default(),
            drawling: Cell::default(),
            ear: RefCell::default(),
            task: RefCell::default(),
            answers: RefCell::default(),
            slow: RefCell::default(),
            known: RefCell::new(KnownPlacement::certain(start)),
        }
    }
}

/// What an engine answers: a move, how it stands, and how it goes on.
pub struct Answer {
    pub best: String,
    pub score: Option<UciScore>,
    pub line: Vec<String>,
}

pub type Meanwhile = Box<dyn FnOnce()>;

/// The ways in.
pub struct Tells {
    pub zero: Instant,
    pub ear: Reporter<EarEvent>,
    pub speaker: Reporter<SpeakerEvent>,
    pub braille: Reporter<BrailleEvent>,
    pub clock: Reporter<ClockEvent>,
    pub board: Reporter<BoardNews>,
    pub keyboard: Reporter<KeyboardEvent>,
    pub seat: Reporter<Event>,
    /// Of each game.
    pub seats: Vec<Reporter<Event>>,
    /// Where an engine has the other side.
    pub engine: Option<Reporter<EngineNews>>,
}

/// The loop with every port.
pub fn set_up(sessions: Vec<Session>, language: Language, world: &Rc<World>) -> (GameLoop<GivenTime>, Tells) {
    let zero = Instant::now();
    let (mut ports, wakes) = Ports::new(language, Screen::none());
    let world = || Rc::clone(world);
    let mut chain = Chain::default();
    for line in world().pages.borrow().iter() {
        chain.follow(line.as_bytes());
    }
    let session = &sessions[0];
    ports.set_owner(Some(0));
    plug(&mut ports, |tell| JournalPort::new(Disk(world()), chain.clone(), tell));
    let mut seats = vec![plug(&mut ports, |_| Own)];
    for n in 1..sessions.len() {
        ports.set_owner(Some(n));
        seats.push(plug(&mut ports, |_| Own));
    }
    ports.set_owner(None);
    plug(&mut ports, |_| ScreenPort::default());
    let mut engine = None;
    if session.record().start().opponent.is_engine() {
        let tell = plug(&mut ports, |tell| {
            EnginePort::new(Brain { world: world(), tell: tell.clone(), zero }, tell)
        });
        engine = Some(tell);
    }
    let tells = Tells {
        zero,
        engine,
        seats,
        speaker: plug(&mut ports, |tell| {
            SpeakerPort::new(Voice { world: world(), tell, zero, sounding: Vec::new() })
        }),
        braille: plug(&mut ports, |_| BraillePort::new(Some(Box::new(Cells(world()))), KeyMap::default())),
        clock: plug(&mut ports, |_| ClockPort::new(Hands(world()))),
        board: {
            // The opponent sits at it.
            let user = session.record().user();
            let sides = ByColor::new_with(|side| user != Some(side));
            plug(&mut ports, |tell| BoardPort::new(Squares(world()), sides, tell))
        },
        keyboard: plug(&mut ports, |_| KeyboardPort::new(Keys(world()))),
        ear: plug(&mut ports, |_| EarPort::new(ToldEar(world()), true, false)),
        seat: plug(&mut ports, |_| Seat(world())),
    };
    tells.braille.report_at(zero, BrailleEvent::Back { cells: world().width.get() });
    tells.speaker.report_at(zero, SpeakerEvent::Back);
    tells
        .clock
        .report_at(zero, ClockEvent::Back { name: "scripted".to_owned(), features: Default::default() });
    let tables = sessions.into_iter().map(|session| GameInPlay::started_at(session, zero)).collect();
    (GameLoop::new(tables, ports, GivenTime { zero, world: world(), wakes }), tells)
}

fn plug<P: Port + 'static>(
    ports: &mut Ports,
    open: impl FnOnce(Reporter<P::News>) -> P,
) -> Reporter<P::News> {
    let mut kept = None;
    ports.plug(|tell| {
        kept = Some(tell.clone());
        open(tell)
    });
    kept.expect("every port is opened")
}

/// Time that passes as far as the evening wants it to.
pub struct GivenTime {
    zero: Instant,
    world: Rc<World>,
    wakes: Receiver<usize>,
}

impl Time for GivenTime {
    fn now(&self) -> Instant {
        self.zero + self.world.now.get()
    }

    fn wait(&mut self, until: Option<Instant>) -> Option<usize> {
        if let Ok(port) = self.wakes.try_recv() {
            return Some(port);
        }
        let now = self.world.now.get();
        let goal = self.world.goal.get().max(now);
        let until = until.map(|until| until.saturating_duration_since(self.zero));
        let due = until.filter(|until| *until <= goal);
        let stopped = due.map_or(Duration::ZERO, |_| self.world.stopped.take());
        let now = now.max(due.unwrap_or(goal)) + stopped;
        self.world.now.set(now);
        self.world.goal.set(goal.max(now));
        self.world.idle.set(due.is_none());
        None
    }

    fn slept(&mut self) -> Duration {
        Duration::ZERO
    }
}

impl World {
    /// An engine answers, where it was asked and knows something to say.
    pub fn answer(&self, tell: &Reporter<EngineNews>, zero: Instant) {
        let waits = self.task.borrow().is_some() && !self.answers.borrow().is_empty();
        if waits
            && let (Some(SearchTask { id, .. }), Some(answer)) =
                (self.task.take(), self.answers.borrow_mut().pop_front())
        {
            let Answer { best, score, line } = answer;
            let thought = EngineEvent::BestMove { id, best, score, line };
            tell.report_at(zero + self.now.get(), EngineNews::Engine(thought));
        }
    }

    pub fn put(&self, what: &str, done: &str) {
        self.out.borrow_mut().push(format!("  {what}: {done}").trim_end().to_owned());
    }
}

struct Disk(Rc<World>);

impl JournalOutput for Disk {
    fn append(&mut self, line: &str) -> Result<Appended, JournalFileError> {
        if let Some((takes, meanwhile)) = self.0.slow.take() {
            meanwhile();
            self.0.now.set(self.0.now.get() + takes);
        }
        if self.0.full.get() {
            return Err(JournalFileError::NoRoom {
                path: "scripted".into(),
                source: std::io::ErrorKind::StorageFull.into(),
            });
        }
        self.0.pages.borrow_mut().push(line.to_owned());
        Ok(Appended::InPlace)
    }

    fn free_reserve(&mut self) {
        if self.0.reserve.take() {
            self.0.full.set(false);
        }
    }
}

/// Says everything in no time, unless it drawls.
struct Voice {
    world: Rc<World>,
    tell: Reporter<SpeakerEvent>,
    zero: Instant,
    /// Sentences that go on.
    sounding: Vec<u64>,
}

impl Voice {
    fn tell(&self, news: SpeakerEvent) {
        self.tell.report_at(self.zero + self.world.now.get(), news);
    }
}

impl SpeechOutput for Voice {
    fn say(&mut self, id: u64, words: String, _priority: Priority) {
        self.world.put("say", &words);
        if self.world.drawling.get() {
            self.sounding.push(id);
        } else {
            self.tell(SpeakerEvent::Ended(id));
        }
    }

    fn stop(&mut self) {
        self.world.put("say", "(stops)");
        for id in std::mem::take(&mut self.sounding) {
            self.tell(SpeakerEvent::Stopped(id));
        }
    }

    fn change(&mut self, change: VoiceChange) {
        self.world.put("voice", &format!("{change:?}").to_lowercase());
    }
}

struct Cells(Rc<World>);

impl BrailleLine for Cells {
    fn show(&mut self, text: &str, cursor: Option<usize>) {
        self.0.cursor.set(cursor);
        text.clone_into(&mut self.0.cells.borrow_mut());
    }
}

struct Hands(Rc<World>);

impl ClockHands for Hands {
    fn show(&mut self, face: ClockState, _true_at: Instant) {
        if self.0.running.replace(face.run) != face.run {
            self.0.put(
                "clock",
                match face.run {
                    Some(TactileSide::White) => "White runs",
                    Some(TactileSide::Black) => "Black runs",
                    None => "stands",
                },
            );
        }
    }

    fn feel(&mut self, pattern: FeelPattern) {
        if !self.0.clock_lost.get() {
            self.0.put("feel", &pattern.to_string());
        }
    }
}

/// An engine whose answers are written down beforehand.
struct Brain {
    world: Rc<World>,
    tell: Reporter<EngineNews>,
    zero: Instant,
}

impl ChessEngine for Brain {
    fn think(&mut self, task: Option<SearchTask>) {
        let words = task.as_ref().map_or("(stops)".to_owned(), |task| {
            let strength = task.strength.map_or(String::new(), |strength| format!(", strength {strength}"));
            format!("{}: {}{strength}", task.position, task.limits)
        });
        self.world.put("think", &words);
        *self.world.task.borrow_mut() = task;
        self.world.answer(&self.tell, self.zero);
    }

    fn judge(&mut self, answer: Result<(), EngineLossReason>) {
        if let Err(reason) = answer {
            self.world.put("refused", &reason.to_string());
            let lost = EngineNews::Engine(EngineEvent::Lost { reason });
            self.tell.report_at(self.zero + self.world.now.get(), lost);
        }
    }
}

/// A board that has lights and a clock.
struct Squares(Rc<World>);

impl ElectronicBoard for Squares {
    fn light(&mut self, squares: &[u8]) {
        let name = |square: &u8| format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1);
        self.0.put("lights", &squares.iter().map(name).collect::<Vec<_>>().join(" "));
    }

    fn clock(&mut self, order: ClockOrder) {
        match order {
            ClockOrder::SetAndRun { left, right, runs } => {
                self.0.put("board clock", &format!("{} {} {runs:?}", left.as_secs(), right.as_secs()));
            }
            ClockOrder::Text { text, .. } => self.0.put("board clock", &text),
            ClockOrder::EndText => self.0.put("board clock", "the time"),
            ClockOrder::Version | ClockOrder::Beep { .. } => {}
        }
    }
}

struct Keys(Rc<World>);

impl KeyboardConsole for Keys {
    fn conceal(&self, concealed: bool) {
        self.0.put("conceal", if concealed { "on" } else { "off" });
    }

    fn set_char_mode(&self, _on: bool) {}
}

/// An ear whose words are written down beforehand.
struct ToldEar(Rc<World>);

impl SpeechInput for ToldEar {
    fn expect(&self, _expected: PhraseSet) {}

    fn open(&self, open: bool) {
        self.0.ear.borrow_mut().push(if open { "open" } else { "close" });
    }

    fn talk(&self, on: bool) {
        self.0.put("ear", if on { "listens" } else { "waits for the talk key" });
    }

    fn proceed(&self) {
        self.0.ear.borrow_mut().push("proceed");
    }
}

/// Where somebody known sits, with devices of their own; it also watches what the others do.
/// Where something happens to one of several games.
struct Own;

impl Port for Own {
    type News = Event;

    fn perform(&mut self, _effect: &Effect, _cx: &PortContext) {}

    fn translate(&mut self, event: Event, _cx: &PortContext) -> Vec<Event> {
        vec![event]
    }
}

struct Seat(Rc<World>);

impl Port for Seat {
    type News = Event;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        match effect {
            Effect::Announce(_) if self.0.fails.get() => panic!("a fault of this port"),
            Effect::ToneUnclear => self.0.put("tone", "unclear"),
            Effect::Tone(ground) => {
                let ground = match ground {
                    BoardTone::Border => "border",
                    BoardTone::Square { light: true, occupied: true } => "light man",
                    BoardTone::Square { light: true, occupied: false } => "light",
                    BoardTone::Square { light: false, occupied: true } => "dark man",
                    BoardTone::Square { light: false, occupied: false } => "dark",
                };
                self.0.put("ground", ground);
            }
            Effect::Announce(announcement) | Effect::Show(announcement) => {
                self.0.announced.borrow_mut().push(cx.render(announcement).line.cells);
                self.0.put("braille", self.0.cells.borrow().trim_end());
            }
            Effect::Answer(announcement) => self.0.put("aside", &cx.render(announcement).words),
            Effect::Microphone(on) => self.0.put("microphone", if *on { "on" } else { "off" }),
            Effect::Request(wish) => self.0.put("ask", &format!("{wish:?}")),
            Effect::Finished => self.0.put("end", ""),
            Effect::Left { again } => self.0.put("end", if *again { "again" } else { "left" }),
            _ => {}
        }
    }

    fn translate(&mut self, event: Event, _cx: &PortContext) -> Vec<Event> {
        vec![event]
    }

    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        let asked = cx.session.asked().map(|asked| cx.render(&asked).line.cells);
        *self.0.asked.borrow_mut() = asked.unwrap_or_default();
        None
    }
}
