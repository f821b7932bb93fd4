//! The real loop with all its ports, over scripted devices and a given time: what goes in is what the devices
//! report, what comes out is what they were made to do.
#![allow(dead_code, reason = "each test file takes what it needs")]

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

use annabella::{
    announce::{Announcer, Device},
    app::{
        play::Play,
        ports::{
            Port, Ports, Scene, Tell,
            braille::BraillePort,
            clock::ClockPort,
            ear::{EarPort, Listens},
            journal::{JournalPort, Pages},
            keyboard::{Conceals, KeyboardPort},
            screen::ScreenPort,
            speaker::{SpeakerPort, Speaks},
        },
        table::Language,
        time::Time,
    },
    devices::{
        braille_display::{self, BrailleEvent, BrailleKey, BrailleLine},
        hearing::{
            ear::{EarEvent, Expected},
            recognizer::{Heard, Utterance},
        },
        journal_file::JournalFileError,
        keyboard::{self, KeyboardEvent},
        speaker::SpeakerEvent,
        tactile_clock::{self, ClockEvent, ClockHands, FeelPattern, Side},
    },
    grammar::{Alternative, Grammar},
    journal::{Line, Start},
    laws::{Color, Origin},
    session::{Effect, Event, Key, Options, Session, VoiceChange, What},
};
use crossbeam_channel::Receiver;

/// One place at the board, from the start to the last power cut.
pub struct Evening {
    play: Play<GivenTime>,
    world: Rc<World>,
    tells: Tells,
    options: Options,
    tag: String,
    grammar: Arc<Grammar>,
    /// Who is behind what comes next, where it is not simply somebody at the table.
    pub by: Option<Origin>,
}

/// What the devices have done, and the time they have.
#[derive(Default)]
pub struct World {
    now: Cell<Duration>,
    goal: Cell<Duration>,
    idle: Cell<bool>,
    out: RefCell<Vec<String>>,
    cells: RefCell<String>,
    pages: RefCell<Vec<String>>,
    /// Whose time the hands let run: a power cut of the program is none of theirs.
    running: Cell<Option<Side>>,
    clock_lost: Cell<bool>,
    /// The disk takes no more.
    full: Cell<bool>,
    /// Sentences go on until they are stopped.
    drawling: Cell<bool>,
    /// What the ear was told, but for what makes sense to say.
    ear: RefCell<Vec<&'static str>>,
    /// How long the next line takes to be on the disk, and what happens in the meantime.
    slow: RefCell<Option<(Duration, Meanwhile)>>,
}

type Meanwhile = Box<dyn FnOnce()>;

/// The ways in.
struct Tells {
    zero: Instant,
    ear: Tell<EarEvent>,
    speaker: Tell<SpeakerEvent>,
    braille: Tell<BrailleEvent>,
    clock: Tell<ClockEvent>,
    keyboard: Tell<KeyboardEvent>,
    seat: Tell<Event>,
}

impl Evening {
    /// A game that begins, with the words and sentences of a language.
    pub fn start(start: Start, options: Options, tag: &str, language: Language) -> Evening {
        let session = Session::new(start, options.clone(), Arc::clone(&language.grammar)).unwrap();
        let (grammar, world) = (Arc::clone(&language.grammar), Rc::new(World::default()));
        let (play, tells) = set_up(session, language, &world);
        let mut evening = Evening { play, world, tells, options, tag: tag.to_owned(), grammar, by: None };
        evening.play.begin(Event::of_program(What::Began));
        evening.settle();
        evening
    }

    /// Power off, and the game resumed from its journal.
    pub fn kill(&mut self) {
        let pages = self.world.pages.borrow();
        let lines = Line::read_all(pages.iter().map(String::as_str)).unwrap();
        drop(pages);
        let session = Session::resume(&lines, self.options.clone(), Arc::clone(&self.grammar)).unwrap();
        self.world.now.set(session.at());
        self.world.goal.set(session.at());
        let announcer = Announcer::of_language(&self.tag, self.grammar.spoken().clone()).unwrap();
        let language = Language { grammar: Arc::clone(&self.grammar), announcer };
        (self.play, self.tells) = set_up(session, language, &self.world);
        self.play.begin(Event::of_program(What::Resumed { torn: false }));
        self.settle();
    }

    pub fn hear(&mut self, alternatives: Vec<Alternative>) {
        match self.by {
            Some(from) => self.tell_seat(from, What::Heard(alternatives)),
            None => {
                let heard = |Alternative { words, near, score, hearing }| Heard {
                    words,
                    near,
                    score,
                    hearing,
                    times: Vec::new(),
                };
                let alternatives = alternatives.into_iter().map(heard).collect();
                let (began, ended, listened, decoding) = Default::default();
                let samples = None;
                let heard = Utterance { alternatives, began, ended, listened, decoding, samples };
                self.ear(EarEvent::Heard(heard));
            }
        }
    }

    /// Somebody begins to speak.
    pub fn voice(&mut self) {
        match self.by {
            Some(from) => self.tell_seat(from, What::VoiceBegan),
            None => self.ear(EarEvent::SpeechBegan),
        }
    }

    /// It was nothing.
    pub fn no_words(&mut self) {
        match self.by {
            Some(from) => self.tell_seat(from, What::NoWords),
            None => self.ear(EarEvent::NoWords),
        }
    }

    pub fn type_line(&mut self, line: &str) {
        match self.by {
            Some(from) => self.tell_seat(from, What::Typed(line.to_owned())),
            None => self.keyboard(KeyboardEvent::Line(line.to_owned())),
        }
    }

    /// A key of the keyboard, or of the braille display where only that has it.
    pub fn key(&mut self, key: Key) {
        use keyboard::Key as K;
        if let Some(from) = self.by {
            return self.tell_seat(from, What::Key(key));
        }
        let pressed = match key {
            Key::Confirm => K::Enter,
            Key::Cancel => K::Escape,
            Key::Repeat => K::Up,
            Key::Quiet => K::Insert,
            Key::Press => K::Tab,
            Key::Correct => K::Delete,
            Key::Choice(n) => K::Function(u8::try_from(n + 1).unwrap()),
            Key::Microphone => K::Function(12),
            Key::RankUp => return self.braille_key(BrailleKey::LineUp),
            Key::RankDown => return self.braille_key(BrailleKey::LineDown),
            // A rank has its number and a blank before its first square.
            Key::File(file) => return self.braille_key(BrailleKey::Route(2 + usize::from(file))),
        };
        self.keyboard(KeyboardEvent::Key(pressed));
    }

    pub fn braille_key(&mut self, key: BrailleKey) {
        self.tells.braille.seen(self.instant(), BrailleEvent::Key(key));
        self.settle();
    }

    pub fn lever(&mut self, side: Color) {
        let at = self.instant();
        self.tells.clock.seen(at, lever(side, at));
        self.settle();
    }

    pub fn lose(&mut self, device: Device) {
        let (at, reason) = (self.instant(), "unplugged".to_owned());
        match device {
            Device::Microphone => self.tells.ear.seen(at, EarEvent::Lost { reason }),
            Device::Speaker => self.tells.speaker.seen(at, SpeakerEvent::Lost { reason }),
            Device::Braille => {
                let reason = braille_display::LostReason::NoDisplay;
                self.tells.braille.seen(at, BrailleEvent::Lost { reason });
            }
            Device::Clock => {
                self.world.clock_lost.set(true);
                let reason = tactile_clock::LostReason::NoAnswer;
                self.tells.clock.seen(at, ClockEvent::Lost { reason });
            }
            Device::Journal => panic!("a journal is lost by its disk"),
        }
        self.settle();
    }

    pub fn find(&mut self, device: Device) {
        let at = self.instant();
        match device {
            Device::Microphone => self.tells.ear.seen(at, EarEvent::Back),
            Device::Speaker => self.tells.speaker.seen(at, SpeakerEvent::Back),
            Device::Braille => self.tells.braille.seen(at, BrailleEvent::Back { cells: 40 }),
            Device::Clock => {
                self.world.clock_lost.set(false);
                let (name, features) = ("scripted".to_owned(), Default::default());
                self.tells.clock.seen(at, ClockEvent::Back { name, features });
            }
            Device::Journal => panic!("a journal is found by its disk"),
        }
        self.settle();
    }

    /// Lets time pass, with every deadline on its way.
    pub fn pass(&mut self, time: Duration) {
        self.world.goal.set(self.world.now.get() + time);
        self.settle();
    }

    /// The next line takes so long to be on the disk, and `after` a part of that the lever is pressed.
    pub fn press_while_writing(&mut self, takes: Duration, after: Duration, side: Color) {
        let (tell, zero, world) = (self.tells.clock.clone(), self.tells.zero, Rc::clone(&self.world));
        let press = move || {
            let at = zero + world.now.get() + after;
            tell.seen(at, lever(side, at));
        };
        *self.world.slow.borrow_mut() = Some((takes, Box::new(press)));
    }

    /// Whether the disk is full.
    pub fn fill_disk(&self, full: bool) {
        self.world.full.set(full);
    }

    /// Lets sentences go on until they are stopped.
    pub fn drawl(&self) {
        self.world.drawling.set(true);
    }

    /// What the ear was told since this was last asked.
    pub fn ear_told(&self) -> Vec<&'static str> {
        self.world.ear.take()
    }

    pub fn session(&self) -> &Session {
        self.play.session()
    }

    /// What the devices have done since this was last asked.
    pub fn done(&self) -> Vec<String> {
        self.world.out.take()
    }

    /// What is on the disk.
    pub fn journal(&self) -> Vec<Line> {
        Line::read_all(self.world.pages.borrow().iter().map(String::as_str)).unwrap()
    }

    /// Adds what lies under the fingers to what was done.
    pub fn felt(&self) {
        self.world.put("braille", self.world.cells.borrow().trim_end());
    }

    fn ear(&mut self, news: EarEvent) {
        self.tells.ear.seen(self.instant(), news);
        self.settle();
    }

    fn keyboard(&mut self, news: KeyboardEvent) {
        self.tells.keyboard.seen(self.instant(), news);
        self.settle();
    }

    fn tell_seat(&mut self, from: Origin, what: What) {
        self.tells.seat.seen(self.instant(), Event { from, what });
        self.settle();
    }

    fn instant(&self) -> Instant {
        self.tells.zero + self.world.now.get()
    }

    fn settle(&mut self) {
        self.world.idle.set(false);
        while !self.world.idle.get() {
            self.play.step();
        }
    }
}

fn set_up(session: Session, language: Language, world: &Rc<World>) -> (Play<GivenTime>, Tells) {
    let zero = Instant::now();
    let (mut ports, wakes) = Ports::new(language, zero, |_| {});
    let mut kept = (None, None, None, None, None, None);
    ports.plug(|tell| JournalPort::new(Disk(Rc::clone(world)), tell));
    ports.plug(|_| ScreenPort::default());
    ports.plug(|tell| {
        kept.0 = Some(tell.clone());
        SpeakerPort::new(Voice { world: Rc::clone(world), tell, zero, sounding: Vec::new() })
    });
    ports.plug(|tell| {
        kept.1 = Some(tell);
        BraillePort::new(Some(Box::new(Cells(Rc::clone(world)))))
    });
    ports.plug(|tell| {
        kept.2 = Some(tell);
        ClockPort::new(Hands(Rc::clone(world)))
    });
    ports.plug(|tell| {
        kept.3 = Some(tell);
        KeyboardPort::new(Keys(Rc::clone(world)))
    });
    ports.plug(|tell| {
        kept.4 = Some(tell);
        EarPort::new(ToldEar(Rc::clone(world)), Expected::default(), true, false)
    });
    ports.plug(|tell| {
        kept.5 = Some(tell);
        Seat(Rc::clone(world))
    });
    let (Some(speaker), Some(braille), Some(clock), Some(keyboard), Some(ear), Some(seat)) = kept else {
        unreachable!("every port was plugged in");
    };
    braille.seen(zero, BrailleEvent::Back { cells: 40 });
    let tells = Tells { zero, ear, speaker, braille, clock, keyboard, seat };
    (Play::new(session, ports, GivenTime { world: Rc::clone(world), wakes }), tells)
}

fn lever(side: Color, at: Instant) -> ClockEvent {
    ClockEvent::Lever { side: side.fold_wb(Side::White, Side::Black), at }
}

/// Time that passes as far as the evening wants it to.
struct GivenTime {
    world: Rc<World>,
    wakes: Receiver<usize>,
}

impl Time for GivenTime {
    fn now(&self) -> Duration {
        self.world.now.get()
    }

    fn wait(&mut self, until: Option<Duration>) -> Option<usize> {
        if let Ok(port) = self.wakes.try_recv() {
            return Some(port);
        }
        let now = self.world.now.get();
        let goal = self.world.goal.get().max(now);
        let due = until.filter(|until| *until <= goal);
        self.world.goal.set(goal);
        self.world.now.set(now.max(due.unwrap_or(goal)));
        self.world.idle.set(due.is_none());
        None
    }
}

impl World {
    fn put(&self, what: &str, done: &str) {
        self.out.borrow_mut().push(format!("  {what}: {done}").trim_end().to_owned());
    }
}

struct Disk(Rc<World>);

impl Pages for Disk {
    fn append(&mut self, line: &str) -> Result<(), JournalFileError> {
        if let Some((takes, meanwhile)) = self.0.slow.take() {
            meanwhile();
            self.0.now.set(self.0.now.get() + takes);
        }
        if self.0.full.get() {
            return Err(JournalFileError::DiskFull { path: "scripted".into() });
        }
        self.0.pages.borrow_mut().push(line.to_owned());
        Ok(())
    }
}

/// Says everything in no time, unless it drawls.
struct Voice {
    world: Rc<World>,
    tell: Tell<SpeakerEvent>,
    zero: Instant,
    /// Sentences that go on.
    sounding: Vec<u64>,
}

impl Voice {
    fn tell(&self, news: SpeakerEvent) {
        self.tell.seen(self.zero + self.world.now.get(), news);
    }
}

impl Speaks for Voice {
    fn say(&mut self, id: u64, words: String) {
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
    fn show(&mut self, text: &str, _cursor: Option<usize>) {
        text.clone_into(&mut self.0.cells.borrow_mut());
    }
}

struct Hands(Rc<World>);

impl ClockHands for Hands {
    fn show(&mut self, face: tactile_clock::ClockFace, _true_at: Instant) {
        if self.0.running.replace(face.run) != face.run {
            self.0.put(
                "clock",
                match face.run {
                    Some(Side::White) => "White runs",
                    Some(Side::Black) => "Black runs",
                    None => "stands",
                },
            );
        }
    }

    fn feel(&mut self, pattern: FeelPattern) {
        if !self.0.clock_lost.get() {
            self.0.put("feel", pattern.word());
        }
    }
}

struct Keys(Rc<World>);

impl Conceals for Keys {
    fn conceal(&self, concealed: bool) {
        self.0.put("conceal", if concealed { "on" } else { "off" });
    }
}

/// An ear whose words are written down beforehand.
struct ToldEar(Rc<World>);

impl Listens for ToldEar {
    fn expect(&self, _expected: Expected) {}

    fn open(&self, open: bool) {
        self.0.ear.borrow_mut().push(if open { "open" } else { "close" });
    }

    fn proceed(&self) {
        self.0.ear.borrow_mut().push("proceed");
    }
}

/// Where somebody known sits, with devices of his own; it also watches what the others do.
struct Seat(Rc<World>);

impl Port for Seat {
    type News = Event;

    fn perform(&mut self, effect: &Effect, scene: &Scene) {
        match effect {
            Effect::Announce(_) => self.0.put("braille", self.0.cells.borrow().trim_end()),
            Effect::Show(announcement) => {
                let cells = scene.render(announcement).line.cells;
                assert!(self.0.cells.borrow().starts_with(&cells), "{cells:?} is not what is felt");
                self.0.put("touch", &cells);
            }
            Effect::Microphone(on) => self.0.put("microphone", if *on { "on" } else { "off" }),
            Effect::Finished => self.0.put("end", ""),
            _ => {}
        }
    }

    fn translate(&mut self, event: Event, _scene: &Scene) -> Vec<Event> {
        vec![event]
    }
}
