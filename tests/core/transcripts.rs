//! Evenings at the board, read back: every file in `tests/transcripts` is played through a session, and what
//! was said, brailled and shown by the clock must be what stands there.
//!
//! `UPDATE_TRANSCRIPTS=1` writes what was said instead; the difference is then to be read.
//!
//! Lines that go in: `start:` settings, `hear:` an utterance (alternatives parted by `|`, further hearings of it
//! by `||`; other people's words, farther away, each in brackets; `[noise]` where no words were heard), `voice:`
//! somebody begins to speak, `no words:` it was nothing, `clipped:` its beginning was not heard, `type:` a line, `key:`, `pan:` a key of the braille
//! display that moves along a longer line, `press:` any key of it by its name, `write:` characters of it, `route:` the
//! routing key over a cell, by its number, the words or the square there, `lever:`, `lost:`, `back:`, `pass:` a time such as `1:12:00`, `still:` so many
//! seconds in which the machine stands still, `kill:`
//! power off and resume. `by: white`, `by: remote black` or `by: arbiter` says who is behind what is heard, typed
//! and pressed from there on, `by: table` that it is somebody at the board.
//! Lines that come out: `say:`, `voice:` and `braille:`, `touch:` (what a key of the display brought under the fingers), `clock:`,
//! `feel:`, `microphone:`, `conceal:`, `end:`.

use std::{
    fs,
    path::Path,
    sync::{Arc, OnceLock},
    time::Duration,
};

use annabella::{
    announce::{Announcer, Device},
    app::{
        ports::braille::keys,
        table::{self, Language},
    },
    config::Settings,
    devices::{braille_display::BrailleKey, keyboard},
    grammar::Grammar,
    language::LANGUAGES,
    laws::{Color, File, Origin},
    session::{Key, Options},
};
use clap::Parser;

use crate::evening::Evening;
use crate::heard::hearings;

#[derive(Parser)]
struct Given {
    /// Cells of the braille display
    #[arg(long, default_value_t = 40)]
    cells: usize,
    #[command(flatten)]
    settings: Settings,
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
            evening = Some(start(rest));
        } else if !what.starts_with('#') {
            take(evening.as_mut().expect("a transcript begins with start:"), what, rest);
        }
        if let Some(evening) = &mut evening {
            out.append(&mut evening.done());
        }
    }
    out.join("\n") + "\n"
}

pub fn start(settings: &str) -> Evening {
    let given = Given::parse_from(
        std::iter::once("start".to_owned())
            .chain(settings.split_whitespace().map(|word| word.replace("_", " "))),
    );
    let language = language(&given.settings);
    // On these evenings a tactile clock is there until `lost: clock`.
    let options = Options { tactile_clock: true, ..table::options(&given.settings).unwrap() };
    Evening::start(
        table::start(&given.settings).unwrap(),
        options,
        table::folder(&given.settings).unwrap(),
        language,
        given.cells,
    )
}

/// A language, whose words are read once for all evenings.
fn language(settings: &Settings) -> Language {
    static GRAMMARS: OnceLock<Vec<Arc<Grammar>>> = OnceLock::new();
    let folder = table::folder(settings).unwrap();
    let grammars =
        GRAMMARS.get_or_init(|| LANGUAGES.iter().map(|known| Arc::new(Grammar::of(*known))).collect());
    let at = LANGUAGES.iter().position(|known| known.tag == folder.tag).unwrap();
    let grammar = Arc::clone(&grammars[at]);
    let letters = table::letters(settings).unwrap().unwrap_or(*grammar.letters());
    let mut announcer = Announcer::of(folder, grammar.spoken().clone(), letters);
    announcer.speak_in(table::options(settings).unwrap().style);
    Language::new(grammar, announcer)
}

pub fn take(evening: &mut Evening, what: &str, rest: &str) {
    match what {
        "by" => evening.by = origin(rest),
        "hear" => {
            let rest = rest.replace("[noise]", "[unk]");
            let hearing = |text| str::split(text, '|').map(|words| (words, 100.0));
            evening.hear(hearings(rest.split("||").map(hearing)));
        }
        "voice" => evening.voice(),
        "no words" => evening.no_words(),
        "clipped" => evening.clipped(),
        "type" => evening.type_line(rest),
        "route" => evening.braille_key(BrailleKey::Route(cell(evening, rest))),
        "press" => evening.braille_key(keys::key_of(rest).unwrap()),
        "write" => rest.chars().for_each(|typed| evening.braille_key(BrailleKey::Char(typed))),
        "key" => evening.key(key(rest)),
        "keys" => rest.split(' ').for_each(|key| evening.press(pressed(key))),
        "pan" => {
            evening.braille_key(if rest == "right" { BrailleKey::PanRight } else { BrailleKey::PanLeft });
        }
        "lever" => evening.lever(side(rest)),
        "lost" => evening.lose(device(rest)),
        "back" => evening.find(device(rest)),
        "pass" => {
            let seconds = rest.split(':').fold(0, |sum, part| sum * 60 + part.parse::<u64>().unwrap());
            evening.pass(Duration::from_secs(seconds));
        }
        "still" => evening.stand_still(Duration::from_secs(rest.parse().unwrap())),
        "kill" => evening.kill(),
        other => panic!("no such line: {other}"),
    }
}

/// The cell with this number, or the first over these words as they lie under the fingers; over a square of the
/// board that is shown.
fn cell(evening: &Evening, wanted: &str) -> usize {
    let cells = evening.cells();
    let at = |words: &str| cells.find(words).map(|at| cells[..at].chars().count());
    let on_board = || {
        let (file, rank) = wanted.split_at_checked(1)?;
        let file = File::from_char(file.chars().next()?)?;
        let mut words = cells.split_whitespace().map(|word| word.trim_start_matches('\u{28FF}'));
        let shown = words.find(|word| word.starts_with(rank) && word.chars().count() >= 9)?;
        Some(at(shown)? + 1 + usize::from(file))
    };
    let number = || wanted.parse().ok();
    number().or_else(on_board).or_else(|| at(wanted)).unwrap_or_else(|| panic!("no {wanted:?} in {cells:?}"))
}

fn side(name: &str) -> Color {
    match name {
        "white" => Color::White,
        "black" => Color::Black,
        other => panic!("no such side: {other}"),
    }
}

fn origin(name: &str) -> Option<Origin> {
    match name.strip_prefix("remote ") {
        Some(name) => Some(Origin::Remote(side(name))),
        None if name == "table" => None,
        None if name == "arbiter" => Some(Origin::Arbiter),
        None => Some(Origin::Player(side(name))),
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
        "arbiter" => Key::Arbiter,
        "microphone" => Key::Microphone,
        "talk" => Key::Talk,
        n => Key::Choice(n.parse().unwrap()),
    }
}

/// A key of the keyboard: its name, `^` and a letter, or the character on it.
fn pressed(name: &str) -> keyboard::Key {
    use keyboard::Key as K;
    match name {
        "up" => K::Up,
        "down" => K::Down,
        "left" => K::Left,
        "right" => K::Right,
        "home" => K::Home,
        "enter" => K::Enter,
        "escape" => K::Escape,
        "space" => K::Char(' '),
        name => match name.strip_prefix('^') {
            Some(letter) => K::Control(letter.chars().next().unwrap()),
            None => K::Char(name.chars().next().unwrap()),
        },
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
