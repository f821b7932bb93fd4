//! The devices of a game: effects go out to them, what they report comes back as news.

use std::{
    collections::BTreeSet,
    io::Write,
    time::{Duration, Instant},
};

use crossbeam_channel::Sender;

use crate::{
    announce::{Announcement, Announcer, Audience, Device, choice_at, file_at, line},
    devices::{
        braille_display::{BrailleDisplay, BrailleEvent, BrailleKey, BrailleLine},
        hearing::{
            ear::{Ear, EarEvent, Expected},
            recognizer::Heard,
        },
        keyboard::{self, Keyboard, KeyboardEvent},
        speaker::{Speaker, SpeakerEvent},
        tactile_clock::{self, ClockEvent, ClockHands, FeelPattern, Side, TactileClock},
    },
    grammar::{Alternative, Expects, Grammar, Moment, hearings},
    laws::{Chess, Color, Origin},
    session::{ClockFace, Event, Key, Pattern, VoiceChange, What},
};

/// What any thread has to say to the loop.
#[derive(Debug)]
pub enum News {
    Ear(EarEvent),
    Speaker(SpeakerEvent),
    Braille(BrailleEvent),
    Clock(ClockEvent),
    Keyboard(KeyboardEvent),
    /// A line of the text that is played instead of speech.
    Line(String),
    /// That text has come to its end, or cannot be read further.
    LinesOver {
        fault: Option<String>,
    },
}

/// How much louder or faster at a word.
const STEP: i32 = 20;

/// How long a passing remark stays on the braille line when nobody speaks it.
const REMARK: Duration = Duration::from_secs(5);

/// The devices, each there or not.
pub struct Stage {
    pub announcer: Announcer,
    pub ear: Option<Ear>,
    pub speaker: Option<Speaker>,
    pub braille: Option<BrailleDisplay>,
    pub clock: Option<TactileClock>,
    pub keyboard: Option<Keyboard>,
    /// The microphone is closed while the program speaks, so that it does not hear itself.
    pub gated: bool,
    /// Whether the listener's being open or closed is printed.
    pub show_ear: bool,
    /// What is heard is not printed: a move is being sealed.
    concealed: bool,
    /// Session time zero, as the system's clock counts.
    pub zero: Instant,
    /// Sentences handed to the speaker and not yet ended.
    sounding: BTreeSet<u64>,
    next_id: u64,
    presence: Presence,
    line: Line,
    face: Option<ClockFace>,
    expected: Expected,
    /// What that follows from; the rest of a moment stays as it is for a game.
    moment: Option<(Chess, Expects)>,
}

/// What the braille line shows.
#[derive(Default)]
struct Line {
    left: String,
    /// When a remark gives way to what stands.
    until: Option<Instant>,
    shown: String,
    width: usize,
}

/// What is known of the devices, so that each loss and each return is said once.
#[derive(Default)]
struct Presence {
    seen: Vec<Device>,
    lost: Vec<Device>,
}

impl Presence {
    /// A braille display that was never there is not missed.
    fn lost(&mut self, device: Device) -> Vec<Event> {
        if device == Device::Braille && !self.seen.contains(&device) || self.lost.contains(&device) {
            return Vec::new();
        }
        self.lost.push(device);
        vec![Event::of_program(What::Lost(device))]
    }

    fn is_lost(&self, device: Device) -> bool {
        self.lost.contains(&device)
    }

    /// What is there from the beginning is no news.
    fn back(&mut self, device: Device) -> Vec<Event> {
        self.seen.push(device);
        let lost = self.lost.contains(&device);
        self.lost.retain(|other| *other != device);
        if lost { vec![Event::of_program(What::Back(device))] } else { Vec::new() }
    }
}

impl Stage {
    pub fn new(announcer: Announcer, zero: Instant) -> Stage {
        Stage {
            announcer,
            ear: None,
            speaker: None,
            braille: None,
            clock: None,
            keyboard: None,
            gated: true,
            show_ear: false,
            concealed: false,
            zero,
            sounding: BTreeSet::new(),
            next_id: 0,
            presence: Presence::default(),
            line: Line { width: 40, ..Line::default() },
            face: None,
            expected: Expected::default(),
            moment: None,
        }
    }

    /// Speaks an announcement and puts it on the line.
    pub fn announce(&mut self, announcement: &Announcement, audience: Audience) {
        let words = self.announcer.render(announcement, audience).words;
        print(&format!("say: {words}"));
        self.sound(words);
        self.show(announcement, audience);
        self.line.until = Some(Instant::now() + REMARK);
    }

    /// Brailles without speaking, until something else is announced.
    pub fn show(&mut self, announcement: &Announcement, audience: Audience) {
        self.line.left = self.announcer.render(announcement, audience).line.cells;
        self.line.until = None;
        self.show_line(true);
    }

    fn sound(&mut self, words: String) {
        let Some(speaker) = &self.speaker else { return };
        if !words.chars().any(char::is_alphanumeric) {
            return;
        }
        self.next_id += 1;
        self.sounding.insert(self.next_id);
        // Who is not answered aloud may speak on at once: there is no echo to wait for.
        if !self.presence.is_lost(Device::Speaker) {
            self.close_ear();
        }
        speaker.say(self.next_id, words, false);
    }

    fn close_ear(&self) {
        if let (Some(ear), true) = (&self.ear, self.gated) {
            ear.close_gate();
        }
    }

    pub fn stop_speaking(&mut self) {
        if let Some(speaker) = &self.speaker {
            speaker.stop();
        }
    }

    /// Whether something is being said or about to be.
    pub fn is_speaking(&self) -> bool {
        !self.sounding.is_empty()
    }

    pub fn change_voice(&mut self, change: VoiceChange) {
        let Some(speaker) = &mut self.speaker else { return };
        match change {
            VoiceChange::Louder => speaker.volume(STEP),
            VoiceChange::Softer => speaker.volume(-STEP),
            VoiceChange::Faster => speaker.rate(STEP),
            VoiceChange::Slower => speaker.rate(-STEP),
        };
    }

    pub fn show_clock(&mut self, face: ClockFace) {
        if let Some(clock) = &mut self.clock {
            clock.show(to_device(face), self.zero + face.true_at);
        }
        let before = self.face.replace(face);
        let turned = before.is_none_or(|before| before.running != face.running);
        // A line that changes every second cannot be read by touch: minutes will do.
        let minute = |face: ClockFace| (face.white.as_secs() / 60, face.black.as_secs() / 60);
        let close = face.white.min(face.black) < Duration::from_secs(60);
        let passed = before.is_some_and(|before| minute(before) != minute(face)) || close;
        if turned || passed {
            self.show_line(turned);
        }
        if turned {
            let running = match face.running {
                Some(Color::White) => "W",
                Some(Color::Black) => "B",
                None => "-",
            };
            let times = self.announcer.clock_cells(face.white, face.black);
            print(&format!("clock: {running} {times}"));
        }
    }

    pub fn feel(&mut self, pattern: Pattern) {
        let Some(clock) = &mut self.clock else { return };
        clock.feel(match pattern {
            Pattern::Confirm => FeelPattern::Confirm,
            Pattern::Refuse => FeelPattern::Refuse,
            Pattern::Again => FeelPattern::Again,
            Pattern::Turn => FeelPattern::Turn,
            Pattern::Question => FeelPattern::Question,
            Pattern::Offer => FeelPattern::Offer,
            Pattern::Check => FeelPattern::Check,
            Pattern::Line => FeelPattern::Line,
            Pattern::Five => FeelPattern::Five,
            Pattern::Flag => FeelPattern::Flag,
        });
    }

    /// What the line goes back to after a remark.
    pub fn stand(&mut self, standing: Option<&Announcement>, audience: Audience) {
        let due = self.line.until.is_some_and(|until| Instant::now() >= until);
        if !due || self.is_speaking() {
            return;
        }
        self.line.until = None;
        if let Some(standing) = standing {
            self.line.left = self.announcer.render(standing, audience).line.cells;
            self.show_line(true);
        }
    }

    /// When [`Stage::stand`] wants to be called.
    pub fn next_deadline(&self) -> Option<Instant> {
        self.line.until
    }

    fn show_line(&mut self, told: bool) {
        let clock = self.face.map(|face| self.announcer.clock_cells(face.white, face.black));
        let text = line(&self.line.left, clock.as_deref().unwrap_or_default(), self.line.width);
        if text == self.line.shown {
            return;
        }
        if let Some(braille) = &mut self.braille {
            braille.show(&text, None);
        }
        if told {
            print(&format!("braille: {}", text.trim_end()));
        }
        self.line.shown = text;
    }

    /// Whether what is heard and typed must not be seen.
    pub fn conceal(&mut self, concealed: bool) {
        self.concealed = concealed;
        if let Some(keyboard) = &self.keyboard {
            keyboard.conceal(concealed);
        }
    }

    /// Prints what was heard, unless it is a move being sealed.
    pub fn print_heard(&self, words: &str) {
        print(&format!("hear: {}", if self.concealed { "(concealed)" } else { words }));
    }

    /// Listens with an ear that was begun with what is `expected`.
    pub fn listen(&mut self, ear: Ear, expected: Expected) {
        self.ear = Some(ear);
        self.expected = expected;
    }

    /// Tells the recognizer what makes sense now.
    pub fn expect(&mut self, grammar: &Grammar, moment: &Moment) {
        let Some(ear) = &self.ear else { return };
        // Time passes far more often than the moment changes.
        let same =
            |(position, expects): &(Chess, Expects)| position == moment.position && expects == moment.expects;
        if self.moment.as_ref().is_some_and(same) {
            return;
        }
        self.moment = Some((moment.position.clone(), moment.expects.clone()));
        let expected = expected(grammar, moment);
        if expected != self.expected {
            ear.expect(expected.clone());
            self.expected = expected;
        }
    }

    /// What news mean to the session, if anything.
    pub fn translate(&mut self, news: News) -> Vec<Event> {
        match news {
            News::Ear(event) => self.heard(event),
            News::Speaker(event) => self.spoke(event),
            News::Braille(event) => self.felt(event),
            News::Clock(event) => self.clocked(event),
            News::Keyboard(event) => self.typed(event),
            // They wait for their turn, which is the loop's to know.
            News::Line(_) | News::LinesOver { .. } => Vec::new(),
        }
    }

    fn heard(&mut self, event: EarEvent) -> Vec<Event> {
        match event {
            EarEvent::Heard(utterance) => {
                let alternatives = alternatives(utterance.alternatives);
                let best: Vec<String> =
                    hearings(&alternatives).map(|hearing| hearing[0].to_string()).collect();
                self.print_heard(&best.join(" / "));
                vec![Event::at_table(What::Heard(alternatives))]
            }
            EarEvent::Lost { reason } => {
                print(&format!("microphone: {reason}"));
                self.presence.lost(Device::Microphone)
            }
            EarEvent::Back => self.presence.back(Device::Microphone),
            EarEvent::WordsMissing(words) => {
                print(&format!("recognizer: the speech model does not know: {}", words.join(", ")));
                vec![Event::of_program(What::WordsMissing(words))]
            }
            EarEvent::Failed { reason } => {
                print(&format!("microphone: {reason}"));
                Vec::new()
            }
            EarEvent::SpeechBegan => vec![Event::at_table(What::VoiceBegan)],
            EarEvent::NoWords => vec![Event::at_table(What::NoWords)],
            EarEvent::Ended { .. } => Vec::new(),
        }
    }

    fn spoke(&mut self, event: SpeakerEvent) -> Vec<Event> {
        let ended = match event {
            SpeakerEvent::Began(_) => {
                // A voice that has come back says what its end cut off.
                self.close_ear();
                None
            }
            SpeakerEvent::Ended(id) | SpeakerEvent::Stopped(id) | SpeakerEvent::Unsounded { id, .. } => {
                Some(id)
            }
            SpeakerEvent::Lost { reason } => {
                print(&format!("speaker: {reason}"));
                return self.presence.lost(Device::Speaker);
            }
            SpeakerEvent::Back => {
                print("found: speech server");
                return self.presence.back(Device::Speaker);
            }
        };
        let was_speaking = self.is_speaking();
        if let Some(id) = ended {
            self.sounding.remove(&id);
        }
        if was_speaking && !self.is_speaking() {
            self.open_ear();
            return vec![Event::of_program(What::SpeechEnded)];
        }
        Vec::new()
    }

    /// Listens again, when it was closed while the program spoke.
    pub fn open_ear(&mut self) {
        if let Some(ear) = &self.ear {
            ear.open_gate();
            if self.show_ear {
                print("listening");
            }
        }
    }

    fn felt(&mut self, event: BrailleEvent) -> Vec<Event> {
        match event {
            BrailleEvent::Key(key) => {
                self.stop_speaking();
                self.braille_key(key).into_iter().map(|key| Event::at_table(What::Key(key))).collect()
            }
            BrailleEvent::Lost { reason } => {
                print(&format!("braille: {reason}"));
                self.presence.lost(Device::Braille)
            }
            BrailleEvent::Back { cells } => {
                print(&format!("found: braille display, {cells} cells"));
                self.line.width = cells;
                self.line.shown.clear();
                self.show_line(false);
                self.presence.back(Device::Braille)
            }
        }
    }

    fn braille_key(&self, key: BrailleKey) -> Option<Key> {
        match key {
            BrailleKey::Route(cell) => choice_at(&self.line.left, cell)
                .map(Key::Choice)
                .or_else(|| file_at(&self.line.left, cell).map(Key::File)),
            BrailleKey::LineUp | BrailleKey::CursorUp => Some(Key::RankUp),
            BrailleKey::LineDown | BrailleKey::CursorDown => Some(Key::RankDown),
            BrailleKey::Enter => Some(Key::Confirm),
            BrailleKey::Escape => Some(Key::Cancel),
            BrailleKey::Home | BrailleKey::Return => Some(Key::Repeat),
            BrailleKey::Function(1) => Some(Key::Press),
            _ => None,
        }
    }

    fn clocked(&mut self, event: ClockEvent) -> Vec<Event> {
        match event {
            ClockEvent::Lever(side) => {
                let side = match side {
                    Side::White => Color::White,
                    Side::Black => Color::Black,
                };
                vec![Event { from: Origin::Player(side), what: What::Lever(side) }]
            }
            ClockEvent::Lost { reason } => {
                print(&format!("clock: {reason}"));
                self.presence.lost(Device::Clock)
            }
            ClockEvent::Back { name, .. } => {
                print(&format!("found: clock {name}"));
                self.presence.back(Device::Clock)
            }
            ClockEvent::Fault(code) => vec![Event::of_program(What::ClockFault(code.word().to_owned()))],
            ClockEvent::Refused { reason } => {
                print(&format!("clock: {reason}"));
                Vec::new()
            }
        }
    }

    fn typed(&mut self, event: KeyboardEvent) -> Vec<Event> {
        // Any key gets through while the program speaks, and first of all silences it.
        self.stop_speaking();
        match event {
            KeyboardEvent::Line(line) if line.trim().is_empty() => {
                vec![Event::at_table(What::Key(Key::Confirm))]
            }
            KeyboardEvent::Line(line) => {
                self.print_heard(line.trim());
                vec![Event::at_table(What::Typed(line))]
            }
            KeyboardEvent::Key(key) => {
                typed_key(key).into_iter().map(|key| Event::at_table(What::Key(key))).collect()
            }
            KeyboardEvent::Closed => Vec::new(),
        }
    }
}

/// What can be said at a moment, for the ear.
pub fn expected(grammar: &Grammar, moment: &Moment) -> Expected {
    Expected { phrases: grammar.phrases(moment), beginnings: grammar.beginnings(moment) }
}

/// What the recognizer heard, as the grammar takes it.
pub fn alternatives(heard: Vec<Heard>) -> Vec<Alternative> {
    let alternative = |Heard { words, near, score, hearing, .. }| Alternative { words, score, near, hearing };
    heard.into_iter().map(alternative).collect()
}

/// The keys that mean something without a line.
fn typed_key(key: keyboard::Key) -> Option<Key> {
    match key {
        keyboard::Key::Enter => Some(Key::Confirm),
        keyboard::Key::Escape => Some(Key::Cancel),
        keyboard::Key::Tab => Some(Key::Press),
        keyboard::Key::Up | keyboard::Key::Home => Some(Key::Repeat),
        keyboard::Key::Delete => Some(Key::Correct),
        keyboard::Key::Function(12) => Some(Key::Microphone),
        keyboard::Key::Function(n @ 1..=9) => Some(Key::Choice(usize::from(n) - 1)),
        _ => None,
    }
}

fn to_device(face: ClockFace) -> tactile_clock::ClockFace {
    let ms = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    tactile_clock::ClockFace {
        white_ms: ms(face.white),
        black_ms: ms(face.black),
        run: face.running.map(|side| side.fold_wb(Side::White, Side::Black)),
        flag: tactile_clock::Flags { white: face.white_fallen, black: face.black_fallen },
    }
}

/// A line for whoever can see. A terminal that went away is no reason to end a game.
pub fn print(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Passes news on to the loop.
pub fn passing<T>(to: &Sender<News>, wrap: fn(T) -> News) -> impl FnMut(T) + Send + use<T> {
    let to = to.clone();
    move |event| {
        // The loop that is gone no longer needs to know.
        let _ = to.send(wrap(event));
    }
}
