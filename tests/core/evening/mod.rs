//! The real loop with all its ports, over scripted devices and a given time: what goes in is what the devices
//! report, what comes out is what they were made to do.
#![allow(dead_code, reason = "each test file takes what it needs")]

mod scripted;

use std::{io, ops::Range, rc::Rc, sync::Arc, time::Duration, time::Instant};

use annabella::{
    announce::{Announcement, Announcer, Device},
    app::{
        game_loop::{GameInPlay, GameLoop, LoopEnding},
        game_options::Language,
        ports::{board::BoardNews, engine::EngineNews},
    },
    devices::{
        board::{BoardEvent, ClockReading, KnownPlacement, Placement, dgt::DgtMessage},
        braille_display::{BrailleEvent, BrailleKey},
        engine::{EngineEvent, UciScore},
        hearing::{
            ear::EarEvent,
            microphone::{CaptureError, MicrophoneError},
            recognizer::{Hypothesis, Utterance},
        },
        keyboard::{self, KeyboardEvent},
        speaker::SpeakerEvent,
        supervisor::PortLost,
        tactile_clock::{ClockEvent, TactileSide},
        voice::VoiceError,
    },
    grammar::{Alternative, Grammar, Intent},
    journal::{JournalLine, JournalReader, Opponent, Record, Start},
    language::LanguageFolder,
    laws::{Attempt, Color, Origin, Square},
    session::{Event, EventKind, Key, Options, Session, SpokenTime},
};
use scripted::{Answer, GivenTime, Tells, World, set_up};

/// One place at the board, from the start to the last power cut.
pub struct Evening {
    play: GameLoop<GivenTime>,
    world: Rc<World>,
    tells: Tells,
    options: Options,
    folder: LanguageFolder,
    grammar: Arc<Grammar>,
    /// Who is behind what comes next, where it is not simply somebody at the table.
    pub by: Option<Origin>,
    /// When somebody began to speak, and how long the recognizer takes.
    speaking_since: Option<Duration>,
    pub recognition: Duration,
    /// How much of the sound nobody let pass: who is heard without having begun comes a second after what was heard.
    unheard: Duration,
    /// At which of several games it happens; none: at the one at the microphone.
    pub game: Option<usize>,
}

impl Evening {
    /// Games that begin, with the words and sentences of a language. The journal is the first one's.
    pub fn start(
        starts: Vec<Start>,
        options: Options,
        folder: LanguageFolder,
        language: Language,
        cells: usize,
        before: impl Fn(Session) -> Session,
    ) -> Evening {
        let grammar = Arc::clone(&language.grammar);
        let begins = |start: Start| match start.opponent {
            // Where no server keeps the time, whoever is elsewhere has no server here.
            Opponent::Online { .. } if !start.authority.is_program() => {
                Session::in_lobby(start, options.clone(), Arc::clone(&grammar))
            }
            _ => Session::new(start, options.clone(), Arc::clone(&grammar)),
        };
        let sessions: Vec<Session> = starts.into_iter().map(begins).map(before).collect();
        let (grammar, world) = (Arc::clone(&language.grammar), Rc::new(World::default()));
        world.width.set(cells);
        let first = (0..sessions.len()).map(|n| (n, Event::of_program(EventKind::Began))).collect();
        let (play, tells) = set_up(sessions, language, &world);
        let mut evening = Evening {
            play,
            world,
            tells,
            options,
            folder,
            grammar,
            by: None,
            game: None,
            speaking_since: None,
            recognition: Duration::ZERO,
            unheard: Duration::ZERO,
        };
        evening.play.begin(first);
        evening.settle();
        evening
    }

    /// Power off, and the game resumed from its journal.
    pub fn kill(&mut self) {
        let pages = self.world.pages.borrow();
        let record =
            Record::read(&mut JournalReader::new(pages.iter().map(String::as_bytes)), |_, _, _| {}).unwrap();
        drop(pages);
        let session = Session::resume(record, self.options.clone(), Arc::clone(&self.grammar));
        self.world.now.set(session.at());
        self.world.goal.set(session.at());
        let announcer = Announcer::of(self.folder, self.grammar.spoken().clone(), *self.grammar.letters());
        let language = Language::new(self.folder, Arc::clone(&self.grammar), announcer);
        (self.play, self.tells) = set_up(vec![session], language, &self.world);
        self.play.begin(vec![(0, Event::of_program(EventKind::Resumed { torn: false }))]);
        self.settle();
    }

    /// Somebody has spoken until now, and after the time of [recognition](Self::recognition) their words are known.
    pub fn hear(&mut self, alternatives: Vec<Alternative>) {
        let ended = self.world.now.get();
        let began = self.speaking_since.take();
        if began.is_none() {
            self.unheard += Duration::from_secs(1);
        }
        let began = began.unwrap_or(ended);
        let sound = began + self.unheard..ended + self.unheard;
        if !self.recognition.is_zero() {
            self.pass(self.recognition);
        }
        match self.by {
            Some(from) => {
                let spoken = SpokenTime { sound, began };
                self.tell_seat(from, EventKind::Heard { alternatives, spoken })
            }
            None => {
                self.hear_behind(alternatives, sound, began);
                self.ear(EarEvent::CaughtUp);
            }
        }
    }

    /// The ear reports words, and has not listened yet to what has come since.
    pub fn hear_behind(&mut self, alternatives: Vec<Alternative>, sound: Range<Duration>, began: Duration) {
        let heard = |Alternative { words, near, score, hearing, answers_only }| Hypothesis {
            words,
            near,
            score,
            pass: hearing,
            answers_only,
            times: Vec::new(),
        };
        let alternatives = alternatives.into_iter().map(heard).collect();
        self.ear(EarEvent::Recognized(Utterance {
            alternatives,
            began: sound.start,
            ended: sound.end,
            began_at: Some(self.tells.zero + began),
            listened: sound.end,
            over_own_voice: false,
            decoding: Duration::ZERO,
            samples: None,
        }));
    }

    /// The ear reports words that came while the program spoke, and may be its own.
    pub fn hear_over_own_voice(&mut self, words: &str) {
        let now = self.world.now.get();
        self.ear(EarEvent::SpeechBegan(Some(self.tells.zero + now)));
        self.ear(EarEvent::Recognized(Utterance {
            alternatives: vec![Hypothesis::new(words.split(' ').map(str::to_owned).collect(), 100.0)],
            began: now,
            ended: now,
            began_at: Some(self.tells.zero + now),
            listened: now,
            over_own_voice: true,
            decoding: Duration::ZERO,
            samples: None,
        }));
        self.ear(EarEvent::CaughtUp);
    }

    /// A recording that waits for the answers holds this from `began` to `ended`.
    pub fn hear_recorded(&mut self, began: Duration, ended: Duration, words: &str) {
        self.ear(EarEvent::SpeechBegan(None));
        self.ear(EarEvent::Recognized(Utterance {
            alternatives: vec![Hypothesis::new(words.split(' ').map(str::to_owned).collect(), 100.0)],
            began,
            ended,
            began_at: None,
            listened: ended,
            over_own_voice: false,
            decoding: Duration::ZERO,
            samples: None,
        }));
    }

    /// Somebody begins to speak.
    pub fn voice(&mut self) {
        self.voice_of(self.world.now.get());
    }

    /// Somebody began to speak then.
    pub fn voice_of(&mut self, began: Duration) {
        self.speaking_since = Some(began);
        match self.by {
            Some(from) => self.tell_seat(from, EventKind::VoiceBegan(began)),
            None => self.ear(EarEvent::SpeechBegan(Some(self.tells.zero + began))),
        }
    }

    /// Somebody spoke before the ear was open.
    pub fn clipped(&mut self) {
        self.speaking_since = None;
        self.ear(EarEvent::Clipped);
    }

    /// It was nothing.
    pub fn no_words(&mut self) {
        self.speaking_since = None;
        match self.by {
            Some(from) => self.tell_seat(from, EventKind::NoWords),
            None => self.ear(EarEvent::NoWords),
        }
    }

    pub fn type_line(&mut self, line: &str) {
        match self.by {
            Some(from) => self.tell_seat(from, EventKind::Typed(line.to_owned())),
            None => self.keyboard(KeyboardEvent::Line(line.to_owned())),
        }
    }

    /// A key of the keyboard, or of the braille display where only that has it.
    pub fn key(&mut self, key: Key) {
        use keyboard::KeyCode as K;
        if let Some(from) = self.by {
            return self.tell_seat(from, EventKind::Key(key));
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
            Key::Talk => K::Function(11),
            Key::Arbiter => K::Function(10),
            Key::Square(_) | Key::Nothing | Key::Explore(_) => {
                panic!("a key of the display or the open board: route, or press")
            }
        };
        self.keyboard(KeyboardEvent::Key(pressed));
    }

    /// A key of the keyboard as it comes from there.
    pub fn press(&mut self, key: keyboard::KeyCode) {
        self.keyboard(KeyboardEvent::Key(key));
    }

    /// A key of the display, pressed by whoever has read what is there.
    pub fn braille_key(&mut self, key: BrailleKey) {
        self.pass(Duration::from_millis(400));
        self.braille_key_at_once(key);
    }

    /// A key of the display; what then lies under the fingers is added to what was done, where it is not told too.
    pub fn braille_key_at_once(&mut self, key: BrailleKey) {
        let before = self.world.cells.borrow().clone();
        self.tells.braille.report_at(self.instant(), BrailleEvent::Key(key));
        self.settle();
        let cells = self.world.cells.borrow();
        let told = self
            .world
            .out
            .borrow()
            .iter()
            .any(|line| line == format!("  braille: {}", cells.trim_end()).trim_end());
        if *cells != before && !told {
            self.world.put("touch", cells.trim_end());
        }
    }

    /// What was announced since this was last asked, as braille.
    pub fn announced(&self) -> Vec<String> {
        self.world.announced.take()
    }

    /// What is asked, as braille; else nothing.
    pub fn asked(&self) -> String {
        self.world.asked.borrow().clone()
    }

    /// What lies under the fingers.
    pub fn cells(&self) -> String {
        self.world.cells.borrow().clone()
    }

    /// The cell of the display's cursor.
    pub fn cursor(&self) -> Option<usize> {
        self.world.cursor.get()
    }

    pub fn lever(&mut self, side: Color) {
        let at = self.instant();
        self.tells.clock.report_at(at, lever(side, at));
        self.settle();
    }

    pub fn lose(&mut self, device: Device) {
        let at = self.instant();
        match device {
            Device::Microphone => {
                self.tells.ear.report_at(
                    at,
                    EarEvent::Lost { reason: MicrophoneError::Gone { found: CaptureError::TakenAway } },
                );
            }
            Device::Speaker => {
                self.tells.speaker.report_at(at, SpeakerEvent::Lost { reason: VoiceError::NoServer });
            }
            Device::Braille => {
                let reason = PortLost::NoDisplay;
                self.tells.braille.report_at(at, BrailleEvent::Lost { reason });
            }
            Device::Clock => {
                self.world.clock_lost.set(true);
                let reason = PortLost::NoAnswer;
                self.tells.clock.report_at(at, ClockEvent::Lost { reason });
            }
            Device::Board => {
                let reason = PortLost::Gone { what: io::Error::other("unplugged").into() };
                self.tells.board.report_at(at, BoardNews::Board(BoardEvent::Lost { reason }));
            }
            Device::Journal => panic!("a journal is lost by its disk"),
            Device::Opponent
            | Device::Server
            | Device::Peer
            | Device::Recognizer
            | Device::Keyboard
            | Device::Page
            | Device::Hall
            | Device::Tones
            | Device::Recordings => self.tell_program(EventKind::Lost(device)),
        }
        self.settle();
    }

    /// The microphone, which has opened, never delivers anything.
    pub fn mute_microphone(&mut self) {
        let reason = MicrophoneError::NeverHeard { found: CaptureError::NoSamples { seconds: 2 } };
        self.tells.ear.report_at(self.instant(), EarEvent::Lost { reason });
        self.settle();
    }

    pub fn find(&mut self, device: Device) {
        let at = self.instant();
        match device {
            Device::Microphone => self.tells.ear.report_at(at, EarEvent::Back),
            Device::Speaker => self.tells.speaker.report_at(at, SpeakerEvent::Back),
            Device::Braille => {
                self.tells.braille.report_at(at, BrailleEvent::Back { cells: self.world.width.get() })
            }
            Device::Clock => {
                self.world.clock_lost.set(false);
                let (name, features) = ("scripted".to_owned(), Default::default());
                self.tells.clock.report_at(at, ClockEvent::Back { name, features });
            }
            Device::Board => {
                let name = "scripted".to_owned();
                self.tells.board.report_at(at, BoardNews::Board(BoardEvent::Back { name }));
                self.tell_placement();
            }
            Device::Journal => panic!("a journal is found by its disk"),
            Device::Opponent
            | Device::Server
            | Device::Peer
            | Device::Recognizer
            | Device::Keyboard
            | Device::Page
            | Device::Hall
            | Device::Tones
            | Device::Recordings => self.tell_program(EventKind::Back(device)),
        }
        self.settle();
    }

    /// Something from outside happens: a server or a clock tells it.
    pub fn tell_from_outside(&mut self, what: EventKind) {
        self.tell_seat(Origin::Program, what);
    }

    /// The electronic board is set up.
    pub fn set_up_on_board(&mut self, placement: Placement) {
        *self.world.known.borrow_mut() = KnownPlacement::certain(placement);
        self.tell_placement();
    }

    /// Hands put pieces on the electronic board, and take them off, one after the other; nobody sees it while it is lost.
    pub fn put_on_board(&mut self, known: impl IntoIterator<Item = (u8, char)>, seen: bool) {
        for (square, piece) in known {
            self.pass(Duration::from_millis(150));
            self.world.known.borrow_mut().take(&DgtMessage::Changed { square, piece });
            if seen {
                self.tell_placement();
            }
        }
    }

    fn tell_placement(&mut self) {
        let (at, known) = (self.instant(), self.world.known.borrow().clone());
        self.tells.board.report_at(at, BoardNews::Board(BoardEvent::Placed { known, at }));
        self.settle();
    }

    /// The next line takes so long to be on the disk, and meanwhile hands move pieces on the electronic board.
    pub fn put_on_board_while_writing(&self, takes: Duration, changes: Vec<(Duration, Square, char)>) {
        let (tell, zero, world) = (self.tells.board.clone(), self.tells.zero, Rc::clone(&self.world));
        let put = move || {
            for (after, square, piece) in changes {
                let at = zero + world.now.get() + after;
                world.known.borrow_mut().take(&DgtMessage::Changed { square: square.into(), piece });
                let known = world.known.borrow().clone();
                tell.report_at(at, BoardNews::Board(BoardEvent::Placed { known, at }));
            }
        };
        *self.world.slow.borrow_mut() = Some((takes, Box::new(put)));
    }

    /// The clock on the board shows this.
    pub fn show_board_clock(&mut self, reading: ClockReading) {
        let at = self.instant();
        self.tells.board.report_at(at, BoardNews::Board(BoardEvent::Clock { reading, at }));
        self.settle();
    }

    /// Lets time pass, with every deadline on its way.
    pub fn pass(&mut self, time: Duration) {
        self.world.goal.set(self.world.now.get() + time);
        self.settle();
    }

    /// The whole machine stands still when it next waits for something to come due.
    pub fn stand_still(&mut self, time: Duration) {
        self.world.stopped.set(time);
        self.pass(Duration::from_secs(1));
    }

    /// The next line takes so long to be on the disk, and `after` a part of that the lever is pressed.
    pub fn press_while_writing(&mut self, takes: Duration, after: Duration, side: Color) {
        let (tell, zero, world) = (self.tells.clock.clone(), self.tells.zero, Rc::clone(&self.world));
        let press = move || {
            let at = zero + world.now.get() + after;
            tell.report_at(at, lever(side, at));
        };
        *self.world.slow.borrow_mut() = Some((takes, Box::new(press)));
    }

    /// Room is kept on the disk for the end.
    pub fn keep_reserve(&self) {
        self.world.reserve.set(true);
    }

    /// Whether the disk is full.
    pub fn fill_disk(&self, full: bool) {
        self.world.full.set(full);
    }

    /// Lets sentences go on until they are stopped.
    pub fn drawl(&self) {
        self.world.drawling.set(true);
    }

    /// A key that is pressed before anything else happens.
    pub fn queue_key(&self, key: keyboard::KeyCode) {
        self.tells.keyboard.report_at(self.instant(), KeyboardEvent::Key(key));
    }

    /// Ends the program's speech, within this time; returns how long that took.
    pub fn finish_speaking(&mut self, within: Duration) -> Duration {
        let before = self.world.now.get();
        self.world.goal.set(before + within);
        self.play.finish_speaking();
        self.world.now.get() - before
    }

    /// What the ear was told since this was last asked.
    pub fn ear_told(&self) -> Vec<&'static str> {
        self.world.ear.take()
    }

    /// What the devices have done since this was last asked.
    pub fn done(&self) -> Vec<String> {
        self.world.out.take()
    }

    /// A line is typed, and what is told of it is too much for one of the ports.
    pub fn fail_at(&mut self, line: &str) -> LoopEnding {
        self.world.fails.set(true);
        self.play.run(vec![(0, Event::at_table(EventKind::Typed(line.to_owned())))])
    }

    /// Something is told that is no part of a game.
    pub fn tell(&mut self, announcement: Announcement) {
        self.play.tell(announcement);
    }

    /// What the game has come to.
    pub fn record(&self) -> &Record {
        self.table().record()
    }

    /// Whether something is studied in the game's place.
    pub fn is_studying(&self) -> bool {
        self.table().session().is_studying()
    }

    fn table(&self) -> &GameInPlay {
        &self.play.games()[self.game.unwrap_or(self.play.active())]
    }

    /// What is on the disk.
    pub fn journal(&self) -> Vec<JournalLine> {
        let pages = self.world.pages.borrow();
        JournalReader::new(pages.iter().map(String::as_bytes)).collect::<Result<_, _>>().unwrap()
    }

    pub fn ear(&mut self, news: EarEvent) {
        self.tells.ear.report_at(self.instant(), news);
        self.settle();
    }

    fn keyboard(&mut self, news: KeyboardEvent) {
        self.tells.keyboard.report_at(self.instant(), news);
        self.settle();
    }

    /// A side that plays from elsewhere means something.
    pub fn mean(&mut self, intent: Intent) {
        let from = self.by.expect("by: says which side");
        self.tell_seat(from, EventKind::Intent(intent));
    }

    /// What an engine answers next: a move and perhaps its value (`+1.5`, `#-3`) and how it goes on; `ready`: it was
    /// started again.
    pub fn engine(&mut self, words: &str) {
        let tell = self.tells.engine.clone().expect("an engine has the other side");
        if words == "ready" {
            tell.report_at(self.instant(), EngineNews::Engine(EngineEvent::Ready));
            return self.settle();
        }
        let mut words = words.split(' ').map(str::to_owned).peekable();
        let best = words.next().expect("a move");
        let is_value = |word: &String| word.starts_with(['+', '-', '#']);
        let score = words.next_if(is_value).map(|value| match value.strip_prefix('#') {
            Some(moves) => UciScore::Mate(moves.parse().expect("#3")),
            None => UciScore::Pawns((value.parse::<f64>().expect("+1.5") * 100.0).round() as i32),
        });
        let line = std::iter::once(best.clone()).chain(words).collect();
        self.world.answers.borrow_mut().push_back(Answer { best, score, line });
        self.world.answer(&tell, self.tells.zero);
        self.settle();
    }

    /// A move as wires write it; one that is not legal here means the bare squares.
    pub fn move_of_wire(&self, uci: &str) -> Intent {
        let square =
            |at| uci.get(at..at + 2).and_then(|name| name.parse::<Square>().ok()).expect("two squares");
        let bare =
            || Intent::Move(Attempt { from: square(0).into(), to: square(2).into(), ..Attempt::default() });
        self.table().session().move_of_wire(uci).unwrap_or_else(bare)
    }

    fn tell_program(&mut self, what: EventKind) {
        self.tells.seat.report_at(self.instant(), Event::of_program(what));
    }

    fn tell_seat(&mut self, from: Origin, what: EventKind) {
        let seat = self.game.map_or(&self.tells.seat, |game| &self.tells.seats[game]);
        seat.report_at(self.instant(), Event { origin: from, kind: what });
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

fn lever(side: Color, at: Instant) -> ClockEvent {
    ClockEvent::Lever { side: side.fold_wb(TactileSide::White, TactileSide::Black), at }
}
