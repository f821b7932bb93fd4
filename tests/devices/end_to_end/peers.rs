//! Two players apart, by voice: one program in German, the other in English, each with a microphone, a voice and a braille
//! line of its own, and a way between them that is cut; each is killed twice, and goes on.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use annabella::{
    announce::{Announcement, Announcer, AskedMove, Audience, MoveInPosition},
    commands::export,
    grammar::Grammar,
    language::LanguageFolder,
    laws::{Color, Game},
    notation::{
        pgn::games,
        spoken::{MoveForm, speak_games},
    },
};

use crate::{
    end_to_end::{
        ends_sound::{Monitor, Mouth},
        hall_of_boards::free_port::free_port,
        needed,
        proxy::Proxy,
        talk::{LONG, PATIENCE},
    },
    program::Program,
};

const OPERA: &str = include_str!("../../games/opera.pgn");
const PLIES: usize = 20;
/// Before these half-moves the way is cut.
const CUT: [usize; 5] = [3, 7, 11, 14, 18];
/// How often a sentence may be said before something is wrong.
const TRIES: usize = 12;
/// Quiet for so long, everything has been said.
const QUIET: Duration = Duration::from_millis(700);

/// What is said and told in a language, beside the moves.
struct Words {
    folder: LanguageFolder,
    yes: &'static str,
    /// How a question begins that is answered by saying it again, and what follows words that were not understood.
    again: [&'static str; 3],
    resumed: &'static str,
    voice: &'static str,
}

const GERMAN: Words = Words {
    folder: LanguageFolder::USUAL,
    yes: "ja",
    again: ["Nicht verstanden", "Noch einmal", "Bitte"],
    resumed: "Fortgesetzt.",
    voice: "de",
};
const ENGLISH: Words = Words {
    folder: LanguageFolder::ENGLISH,
    yes: "yes",
    again: ["Not understood", "Once more", "Please"],
    resumed: "Resumed.",
    voice: "en-us",
};

/// A set of virtual devices of its own.
struct Devices(tempfile::TempDir);

impl Devices {
    fn up() -> Devices {
        let folder = tempfile::Builder::new().prefix("annabella-peer.").tempdir_in("/tmp").unwrap();
        let devices = Devices(folder);
        devices.script("up.sh");
        devices
    }

    fn script(&self, name: &str) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/virtual").join(name);
        let done = Command::new(script).arg(self.0.path()).status().unwrap();
        assert!(done.success(), "{name}: {done}");
    }
}

impl Drop for Devices {
    fn drop(&mut self) {
        self.script("down.sh");
    }
}

/// A player at a program.
struct Seat {
    side: Color,
    words: Words,
    devices: PathBuf,
    home: tempfile::TempDir,
    program: Program,
    mouth: Mouth,
    speaker: Monitor,
    announcer: Announcer,
    /// Each half-move as it is spoken.
    forms: Vec<String>,
    began: Instant,
    said: usize,
    at_once: usize,
}

impl Seat {
    fn sit(side: Color, words: Words, devices: &Path, code: &str, options: &[&str]) -> Seat {
        let grammar = Grammar::of(words.folder);
        let announcer = Announcer::of(words.folder, grammar.spoken().clone(), *grammar.letters());
        let forms = speak_games(OPERA, grammar.spoken(), MoveForm::Full).0;
        let home = tempfile::tempdir().unwrap();
        let fixed = ["play", "--language", words.folder.tag, "--rate=100", "--journal", "game.jsonl"];
        let program = start(devices, home.path(), code, &[&fixed[..], options].concat());
        Seat {
            side,
            devices: devices.to_owned(),
            program,
            mouth: Mouth::at(devices, words.voice),
            speaker: Monitor::at(Some(devices), "speaker.monitor"),
            words,
            home,
            announcer,
            forms: forms.into_iter().filter(|line| !line.is_empty()).collect(),
            began: Instant::now(),
            said: 0,
            at_once: 0,
        }
    }

    fn note(&self, what: &str) {
        println!("{:4.0} s  {:?}: {what}", self.began.elapsed().as_secs_f64(), self.side);
    }

    fn journal(&self) -> PathBuf {
        self.home.path().join("game.jsonl")
    }

    /// Waits until a sentence like this is told, and has sounded.
    fn is_told(&self, sentence: &str) -> String {
        let mut all = Vec::new();
        let told = self.program.until(LONG, |line| {
            all.push(line.to_owned());
            line.strip_prefix("say: ").is_some_and(|line| line.contains(sentence))
        });
        let (at, line) =
            told.unwrap_or_else(|| panic!("{:?} was not told {sentence:?}: {all:#?}", self.side));
        self.note(&line);
        assert!(self.speaker.falls_silent(at, QUIET, LONG), "{line:?} was not heard");
        line
    }

    /// Says something until one of these is told, and tells which.
    fn says(&mut self, text: &str, answers: &[&str]) -> usize {
        self.said += 1;
        for n in 1..=TRIES {
            self.mouth.say(text);
            let mut found = None;
            let told = self.program.until(PATIENCE, |line| {
                // What was read back and confirmed is shown and not said again.
                let told = line.strip_prefix("say: ").or_else(|| line.strip_prefix("show: "));
                let Some(told) = told else { return false };
                found = answers.iter().position(|answer| told == *answer || told.starts_with(answer));
                found.is_some()
                    || told.ends_with('?')
                    || self.words.again.iter().any(|again| told.starts_with(again))
            });
            if let (Some((at, line)), Some(found)) = (&told, found) {
                self.at_once += usize::from(n == 1);
                self.note(&format!("{text:?}: {line:?}"));
                let is_said = line.starts_with("say: ");
                assert!(!is_said || self.speaker.falls_silent(*at, QUIET, LONG), "{line:?} was not heard");
                return found;
            }
            self.note(&format!("{text:?} must be said again: {told:?}"));
            self.speaker.falls_silent(Instant::now(), QUIET, 2 * QUIET);
        }
        panic!("{:?}: {text:?} is not understood", self.side);
    }

    /// Makes a half-move: said, read back, confirmed.
    fn makes(&mut self, ply: usize, game: &Game) {
        let told = MoveInPosition::new(game.position_at(ply).clone(), game.moves()[ply]);
        let render = |told| self.announcer.render(&told, Audience::User(self.side)).words;
        let read_back = render(Announcement::ReadBack(AskedMove::InPosition(told.clone())));
        let moved = render(Announcement::Moved(told));
        let form = self.forms[ply].clone();
        if self.says(&form, &[&moved, &read_back]) == 1 {
            self.says(self.words.yes, &[&moved]);
        }
    }

    /// Is told the half-move of the other side.
    fn hears(&self, ply: usize, game: &Game) {
        let told = MoveInPosition::new(game.position_at(ply).clone(), game.moves()[ply]);
        self.is_told(
            &self.announcer.render(&Announcement::OpponentMoved(told), Audience::User(self.side)).words,
        );
    }

    /// Is killed, and goes on; meanwhile something may be changed.
    fn is_killed(&mut self, meanwhile: impl FnOnce(&Seat)) {
        self.note("killed");
        self.program.kill();
        meanwhile(self);
        self.program = start(&self.devices, self.home.path(), "", &["resume", "game.jsonl", "--rate=100"]);
        self.is_told(self.words.resumed);
    }
}

fn start(devices: &Path, home: &Path, code: &str, arguments: &[&str]) -> Program {
    let mut variables = vec![("XDG_DATA_HOME", home.as_os_str()), ("XDG_CONFIG_HOME", home.as_os_str())];
    if !code.is_empty() {
        variables.push(("ANNABELLA_PEER_CODE", code.as_ref()));
    }
    Program::start_at(devices, home, &variables, arguments)
}

#[test]
#[ignore = "needs real devices, models and voices: make test"]
fn two_programs_of_two_languages_play_each_other_by_voice() {
    let (first, _) = needed();
    let second = Devices::up();
    let game = games(OPERA).next().unwrap().unwrap().game;
    let terms = ["--opponent", "peer", "--white", "Anna", "--time", "90+30"];
    let mut host = Seat::sit(Color::White, GERMAN, &first, "", &terms);
    let told = host.is_told("Die Gegenseite erreicht dieses Programm unter ");
    let (place, code) = told.split_once("Der Code für sie: ").unwrap();
    let port: u16 = place.rsplit(':').next().unwrap().trim_end_matches(". ").parse().unwrap();
    let code: String = code.chars().filter(char::is_ascii_digit).collect();
    let proxy = Proxy::start(port);
    let place = format!("peer:127.0.0.1:{}", proxy.port);
    let mut guest =
        Seat::sit(Color::Black, ENGLISH, second.0.path(), &code, &["--opponent", &place, "--black", "Ben"]);
    guest.is_told("Anna");
    guest.says(ENGLISH.yes, &["Against Anna. As Black"]);
    host.is_told("Gegen Ben. Mit Weiß");
    for ply in 0..PLIES {
        if CUT.contains(&ply) {
            host.note("the way is cut");
            proxy.cut();
        }
        match ply {
            // From now on at a port that nobody is given meanwhile.
            2 => host.is_killed(|host| {
                let path = host.journal().with_extension("peer");
                let mut kept: serde_json::Value =
                    serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
                let port = free_port();
                kept["port"] = port.into();
                fs::write(&path, kept.to_string()).unwrap();
                proxy.lead_to(port);
            }),
            6 | 15 => guest.is_killed(|_| {}),
            13 => host.is_killed(|_| {}),
            _ => {}
        }
        let (mover, other) =
            if ply.is_multiple_of(2) { (&mut host, &mut guest) } else { (&mut guest, &mut host) };
        mover.makes(ply, &game);
        other.hears(ply, &game);
    }
    let played = [&host, &guest].map(|seat| export::journal(&seat.journal(), false).unwrap().record);
    for record in &played {
        assert_eq!(record.game().moves(), &game.moves()[..PLIES]);
    }
    for seat in [&host, &guest] {
        println!("{:?}: {} sentences, {} understood at once", seat.side, seat.said, seat.at_once);
    }
}
