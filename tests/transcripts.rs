//! Evenings at the board, read back: every file in `tests/transcripts` is played through a session, and what
//! was said, brailled and shown by the clock must be what stands there.
//!
//! `UPDATE_TRANSCRIPTS=1` writes what was said instead; the difference is then to be read.
//!
//! Lines that go in: `start:` settings, `hear:` an utterance (alternatives parted by `|`, further hearings of it
//! by `||`; other people's words, farther away, each in brackets; `[noise]` where no words were heard), `voice:`
//! somebody begins to speak, `no words:` it was nothing, `type:` a line, `key:`, `lever:`, `lost:`, `back:`,
//! `pass:` a time such as `1:12:00`, `kill:` power off and resume.
//! Lines that come out: `say:`, `braille:`, `touch:` (shown in braille and not spoken), `clock:`, `end:`.

use std::{fs, path::Path, sync::Arc, time::Duration};

use annabella::{
    announce::{self, Announcer, Device},
    app::table,
    config::Settings,
    grammar::Grammar,
    journal::Line,
    laws::{Color, File, Origin},
    session::{Effect, Event, Key, Options, Session, What},
};
use clap::Parser;

mod heard;
use heard::hearings;

#[derive(Parser)]
struct Given {
    #[command(flatten)]
    settings: Settings,
}

struct Evening {
    session: Session,
    options: Options,
    grammar: Arc<Grammar>,
    announcer: Announcer,
    at: Duration,
    journal: Vec<Line>,
    clocks: String,
    running: Option<Color>,
    out: Vec<String>,
}

#[test]
fn transcripts_are_what_is_said() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let played = play(&text);
        if played != text {
            if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
                fs::write(&file, &played).unwrap();
            } else {
                wrong.push(format!("{}:\n{}", file.display(), first_difference(&text, &played)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn first_difference(expected: &str, played: &str) -> String {
    let mut lines = expected.lines().zip(played.lines()).enumerate();
    match lines.find(|(_, (a, b))| a != b) {
        Some((n, (expected, played))) => {
            format!("line {}\n  expected {expected}\n  played   {played}", n + 1)
        }
        None => "one is longer than the other".to_owned(),
    }
}

fn play(text: &str) -> String {
    let mut evening: Option<Evening> = None;
    let mut out = Vec::new();
    for line in text.lines() {
        if line.starts_with("  ") {
            continue;
        }
        out.push(line.to_owned());
        let Some((what, rest)) = line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, ""))) else {
            continue;
        };
        if what == "start" {
            evening = Some(Evening::start(rest));
        } else if !what.starts_with('#') {
            evening.as_mut().expect("a transcript begins with start:").take(what, rest);
        }
        if let Some(evening) = &mut evening {
            out.append(&mut evening.out);
        }
    }
    out.join("\n") + "\n"
}

impl Evening {
    fn start(settings: &str) -> Evening {
        let given = Given::parse_from(
            std::iter::once("start".to_owned())
                .chain(settings.split_whitespace().map(|word| word.replace("_", " "))),
        );
        let language = table::Language::of(&given.settings).unwrap();
        // On these evenings a tactile clock is there until `lost: clock`.
        let options = Options { tactile_clock: true, ..table::options(&given.settings).unwrap() };
        let start = table::start(&given.settings).unwrap();
        let session = Session::new(start, options.clone(), Arc::clone(&language.grammar));
        let mut evening = Evening {
            session,
            options,
            grammar: language.grammar,
            announcer: language.announcer,
            at: Duration::ZERO,
            journal: Vec::new(),
            clocks: String::new(),
            running: None,
            out: Vec::new(),
        };
        evening.handle(Event::of_program(What::Began));
        evening
    }

    fn take(&mut self, what: &str, rest: &str) {
        let event = match what {
            "hear" => {
                let rest = rest.replace("[noise]", "[unk]");
                let hearing = |text| str::split(text, '|').map(|words| (words, 100.0));
                What::Heard(hearings(rest.split("||").map(hearing)))
            }
            "voice" => What::VoiceBegan,
            "no words" => What::NoWords,
            "type" => What::Typed(rest.to_owned()),
            "key" => What::Key(key(rest)),
            "lever" => {
                let side = if rest == "white" { Color::White } else { Color::Black };
                return self.handle(Event { from: Origin::Player(side), what: What::Lever(side) });
            }
            "lost" => return self.handle(Event::of_program(What::Lost(device(rest)))),
            "back" => return self.handle(Event::of_program(What::Back(device(rest)))),
            "pass" => return self.pass(rest),
            "kill" => return self.kill(),
            other => panic!("no such line: {other}"),
        };
        self.handle(Event::at_table(event));
    }

    /// Lets time pass, with every deadline on its way.
    fn pass(&mut self, time: &str) {
        let seconds = time.split(':').fold(0, |sum, part| sum * 60 + part.parse::<u64>().unwrap());
        let until = self.at + Duration::from_secs(seconds);
        while let Some(deadline) = self.session.next_deadline().filter(|&deadline| deadline <= until) {
            self.at = self.at.max(deadline);
            self.handle(Event::of_program(What::DeadlinePassed));
        }
        self.at = until;
    }

    fn kill(&mut self) {
        let lines: Vec<String> = self.journal.iter().map(Line::to_json).collect();
        let lines = Line::read_all(lines.iter().map(String::as_str)).unwrap();
        self.session = Session::resume(&lines, self.options.clone(), Arc::clone(&self.grammar)).unwrap();
        self.at = self.session.at();
        self.handle(Event::of_program(What::Resumed { torn: false }));
    }

    fn handle(&mut self, event: Event) {
        let mut spoken = false;
        for effect in self.session.handle(event, self.at) {
            match effect {
                Effect::Announce(announcement) => {
                    spoken = true;
                    let told = self.announcer.render(&announcement, self.session.audience());
                    self.out.push(format!("  say: {}", told.words));
                    let cells = told.line.cells;
                    let line = announce::line(&cells, &self.clocks, 40);
                    self.out.push(format!("  braille: {}", line.trim_end()));
                }
                Effect::ShowClock(face) => {
                    self.clocks = self.announcer.clock_cells(face.white, face.black);
                    if face.running != self.running {
                        self.running = face.running;
                        self.out.push(match face.running {
                            Some(side) => format!("  clock: {side:?} runs"),
                            None => "  clock: stands".to_owned(),
                        });
                    }
                }
                Effect::Record(line) => self.journal.push(line),
                Effect::Show(announcement) => {
                    let told = self.announcer.render(&announcement, self.session.audience());
                    self.out.push(format!("  touch: {}", told.line.cells))
                }
                Effect::StopSpeaking => self.out.push("  say: (stops)".to_owned()),
                Effect::Microphone(on) => {
                    self.out.push(format!("  microphone: {}", if on { "on" } else { "off" }));
                }
                Effect::Finished => self.out.push("  end:".to_owned()),
                Effect::Voice(_) | Effect::Feel(_) | Effect::Conceal(_) => {}
            }
        }
        if spoken {
            self.handle(Event::of_program(What::SpeechEnded));
        }
    }
}

fn key(name: &str) -> Key {
    match name {
        "confirm" => Key::Confirm,
        "cancel" => Key::Cancel,
        "repeat" => Key::Repeat,
        "quiet" => Key::Quiet,
        "press" => Key::Press,
        "correct" => Key::Correct,
        "microphone" => Key::Microphone,
        "rank up" => Key::RankUp,
        "rank down" => Key::RankDown,
        file if file.starts_with("file ") => {
            Key::File(File::from_char(file.chars().last().unwrap()).unwrap())
        }
        n => Key::Choice(n.parse().unwrap()),
    }
}

fn device(name: &str) -> Device {
    match name {
        "microphone" => Device::Microphone,
        "speaker" => Device::Speaker,
        "braille" => Device::Braille,
        "clock" => Device::Clock,
        other => panic!("no such device: {other}"),
    }
}
