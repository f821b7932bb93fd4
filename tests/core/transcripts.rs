//! Evenings at the board, read back: every file in `tests/transcripts` is played through a session, and what
//! was said, brailled and shown by the clock must be what stands there.
//!
//! They are files, not texts in the source by `expect-test`, for those who know chess and braille but not Rust.
//!
//! `UPDATE_TRANSCRIPTS=1` writes what was said instead; the difference is then to be read. `TRANSCRIPT=12` plays those
//! whose names begin so.
//!
//! Lines that go in: `start:` settings, `hear:` an utterance (alternatives parted by `|`, further hearings of it
//! by `||`; other people's words, farther away, each in brackets; `[noise]` where no words were heard), `voice:`
//! somebody begins to speak, `recognition:` how many seconds the recognizer takes from now on, `no words:` it was nothing, `clipped:` its beginning was not heard, `type:` a line, `key:`, `pan:` a key of the braille
//! display that moves along a longer line, `press:` any key of it by its name, `write:` characters of it, `route:` the
//! routing key over a cell, by its number, the words or the square there, `lever:`, `lost:`, `back:`, `pass:` a time such as `1:12:00`, `still:` so many
//! seconds in which the machine stands still, `times:` what whoever keeps the time tells (White's, Black's, and whose
//! runs) and `flag:` whose flag is reported fallen, `written:` whether what was chosen for all games could be written, `kill:`
//! power off and resume. `engine:` what an engine answers next, `e7e5 +0.3 e7e5 g1f3`. `board:` pieces put on the electronic board or
//! lifted, `e2. e4P`, `unseen:` the same while it is lost, `board clock:` the times on the left and the right of its clock, and
//! which runs, and perhaps `bonus` or `no-bonus`. `mean:` what a side that plays from elsewhere means, without words: `e7e5`, `offer-draw`. `by: white`, `by: remote black` or `by: arbiter` says who is behind what is heard, typed
//! and pressed from there on, `by: table` that it is somebody at the board.
//! `game: 2` says at which of several games what follows of that happens, `game: here` that it is at the microphone.
//! What a server says is in `served`.
//! Lines that come out: `think:` what an engine is asked, `refused:` what it answered, `say:`, `voice:` and `braille:`, `touch:` (what a key of the display brought under the fingers), `clock:`,
//! `feel:`, `microphone:`, `conceal:`, `end:`.

use std::{fs, path::Path, time::Duration};

use annabella::{
    announce::{Announcer, Device, GameToResume, MicrophoneLevel, MoveInPosition, SavedFile, StrengthLimits},
    app::{
        game_options::{self, Language},
        ports::braille::keys,
    },
    clock::Authority,
    config::Settings,
    devices::{
        board::{ClockReading, ClockSide, clock::SideReading},
        braille_display::BrailleKey,
        keyboard,
    },
    grammar::Intent,
    journal::Start,
    laws::{Act, ByColor, Chess, Color, File, Origin, Position},
    session::{EventKind, GamesToResume, Key, NewGame, Options, ServerReport, SetupDevices},
};
use clap::Parser;

use crate::evening::Evening;
use crate::heard::hearings;
use crate::served;

#[derive(Parser)]
struct Given {
    /// Cells of the braille display
    #[arg(long, default_value_t = 40)]
    cells: usize,
    /// Who keeps the time
    #[arg(long, default_value = "program")]
    authority: Authority,
    /// The first evening instead of a game; what is there: microphone (or a silent one), braille, clock
    #[arg(long)]
    setup: Option<String>,
    /// No tactile clock is plugged in
    #[arg(long)]
    no_tactile_clock: bool,
    /// Ask for the engine's strength
    #[arg(long)]
    ask_strength: bool,
    /// So many games are not over, and one of them may go on
    #[arg(long, default_value_t = 0)]
    unfinished: usize,
    /// Or else a new one begins
    #[arg(long)]
    or_new: bool,
    #[command(flatten)]
    settings: Settings,
}

#[test]
fn transcripts_are_what_is_said() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    // What is said at the desk of a hall is played in `hall_desk`.
    files.retain(|file| file.is_file());
    files.sort();
    if let Ok(only) = std::env::var("TRANSCRIPT") {
        files.retain(|file| file.file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with(&only)));
    }
    assert!(!files.is_empty());
    // They take longer than any other test, and would be played last and on one core alone.
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let shares = files.chunks(files.len().div_ceil(AT_A_TIME));
        let played =
            shares.map(|share| scope.spawn(|| share.iter().filter_map(|file| differs(file)).collect()));
        let played: Vec<_> = played.collect();
        played
            .into_iter()
            .flat_map(|share| -> Vec<String> { share.join().expect("they are played") })
            .collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// So many are played at a time.
const AT_A_TIME: usize = 4;

/// Where a transcript is not what is said; it is made so where that is wished.
fn differs(file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).unwrap();
    let played = play(&text);
    if played == text {
        return None;
    }
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        fs::write(file, &played).unwrap();
        return None;
    }
    Some(format!("{}:\n{}", file.display(), first_difference(&text, &played)))
}

/// The first line that differs.
pub fn first_difference(expected: &str, played: &str) -> String {
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
    let strengths = StrengthLimits { elo: Some((1350, 2850)), levels: Some((0, 20)) };
    let options = Options {
        tactile_clock: !given.no_tactile_clock,
        strengths,
        ..game_options::options(&given.settings).unwrap()
    };
    let there = given.setup.map(|there| SetupDevices {
        microphone: match () {
            () if there.contains("microphone") => MicrophoneLevel::Good,
            () if there.contains("silent") => MicrophoneLevel::Silent,
            () => MicrophoneLevel::None,
        },
        voice: !there.contains("mute"),
        braille: there.contains("braille"),
        clock: there.contains("clock").then(|| "/dev/ttyUSB0".to_owned()),
        strengths: if there.contains("engine") { strengths } else { StrengthLimits::default() },
    });
    let against = game_options::opponents(&given.settings);
    let start = |settings| Start { authority: given.authority, ..game_options::start(settings).unwrap() };
    Evening::start(
        against.iter().map(start).collect(),
        options,
        game_options::language_folder(&given.settings).unwrap(),
        language,
        given.cells,
        |session| match &there {
            Some(there) => session.setting_up(there.clone()),
            None if given.unfinished > 0 => session.going_on(unfinished(given.unfinished, given.or_new)),
            None if given.ask_strength => session.asking_strength(),
            None => session,
        },
    )
}

/// Games that are not over: the first with names and a move, the second with a move, the third with neither and a name of its own.
pub fn unfinished(count: usize, else_new: bool) -> GamesToResume {
    let name = |name: &str| Some(name.to_owned());
    let games = (0..count).map(|n| {
        let before = Chess::default();
        let game = GameToResume {
            players: if n == 0 { [name("Anna"), name("Karl")] } else { [None, None] },
            file: SavedFile {
                folder: "annabella".to_owned(),
                name: ["2026-11-28-180705.jsonl", "2026-11-27-224619-2.jsonl", "club.jsonl"][n].to_owned(),
            },
            last: (n < 2).then(|| MoveInPosition::new(before.clone(), before.legal_moves()[n])),
            place: n + 1,
            count,
            else_new,
        };
        (format!("{n}.jsonl").into(), game)
    });
    let otherwise = if else_new { NewGame::AsSetUp } else { NewGame::Never };
    GamesToResume { games: games.collect(), otherwise }
}

fn language(settings: &Settings) -> Language {
    let folder = game_options::language_folder(settings).unwrap();
    let grammar = crate::grammars::of(folder);
    let letters = game_options::letters(settings).unwrap().unwrap_or(*grammar.letters());
    let mut announcer = Announcer::of(folder, grammar.spoken().clone(), letters);
    announcer.speak_in(game_options::options(settings).unwrap().style);
    Language::new(folder, grammar, announcer)
}

pub fn take(evening: &mut Evening, what: &str, rest: &str) {
    match what {
        "by" => evening.by = origin(rest),
        "game" => evening.game = (rest != "here").then(|| rest.parse::<usize>().unwrap() - 1),
        "hear" => {
            let rest = rest.replace("[noise]", "[unk]");
            let hearing = |text| str::split(text, '|').map(|words| (words, 100.0));
            evening.hear(hearings(rest.split("||").map(hearing)));
        }
        "recognition" => evening.recognition = Duration::from_secs(rest.parse().unwrap()),
        "voice" => evening.voice(),
        "no words" => evening.no_words(),
        "clipped" => evening.clipped(),
        "type" => evening.type_line(rest),
        "route" => evening.braille_key(BrailleKey::Route(cell(evening, rest))),
        "press" => evening.braille_key(keys::key_of(rest).unwrap()),
        "write" => rest.chars().for_each(|typed| evening.braille_key(BrailleKey::Char(typed))),
        "mean" => evening.mean(meant(evening, rest)),
        "engine" => evening.engine(rest),
        "key" => evening.key(key(rest)),
        "keys" => rest.split(' ').for_each(|key| evening.press(pressed(key))),
        "pan" => {
            evening.braille_key(if rest == "right" { BrailleKey::PanRight } else { BrailleKey::PanLeft });
        }
        "lever" => evening.lever(side(rest)),
        "lost" => evening.lose(device(rest)),
        "mute" => evening.mute_microphone(),
        "back" => evening.find(device(rest)),
        "pass" => evening.pass(time(rest)),
        "times" => {
            let told: Vec<&str> = rest.split(' ').collect();
            let [white, black, running] = told[..] else { panic!("times: WHITE BLACK SIDE, and not {rest}") };
            let left = ByColor { white: time(white), black: time(black) };
            let running = (running != "nobody").then(|| side(running));
            evening.tell_from_outside(EventKind::TimesReported { left, running });
        }
        "found" => evening.tell_from_outside(served::found(rest)),
        "server" => {
            evening.tell_from_outside(EventKind::ServerReport(ServerReport::Game(served::report(rest))))
        }
        "server says" => evening.tell_from_outside(served::says(rest)),
        "challenge" => evening.tell_from_outside(served::challenge(rest)),
        "games" => evening.tell_from_outside(served::games(rest)),
        "board" => evening.put_on_board(rest.split(' ').map(put), true),
        "unseen" => evening.put_on_board(rest.split(' ').map(put), false),
        "board clock" => evening.show_board_clock(board_clock(rest)),
        "written" => evening.tell_from_outside(EventKind::SetUp { written: rest == "yes" }),
        "flag" => evening.tell_from_outside(EventKind::FlagReported(side(rest))),
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

/// A man on a square of the electronic board, `e4P`, or nothing there any more, `e2.`.
fn put(text: &str) -> (u8, char) {
    let [file, rank, man] = text.chars().collect::<Vec<_>>()[..] else {
        panic!("no man on a square: {text}")
    };
    (file as u8 - b'a' + 8 * (rank as u8 - b'1'), man)
}

/// The times on the left and on the right of the board's clock, and which of them runs.
fn board_clock(text: &str) -> ClockReading {
    let told: Vec<&str> = text.split(' ').collect();
    let [left, right, turn, ref more @ ..] = told[..] else {
        panic!("board clock: LEFT RIGHT SIDE, and not {text}")
    };
    // Only what is said of it is compared.
    let per_move = more.iter().find_map(|word| match *word {
        "bonus" => Some(true),
        "no-bonus" => Some(false),
        _ => None,
    });
    let side = |time: Duration| SideReading {
        time,
        time_per_move: per_move,
        flag_fallen: time.is_zero(),
        ..SideReading::default()
    };
    let turn = match turn {
        "left" => ClockSide::Left,
        "right" => ClockSide::Right,
        other => panic!("no such side: {other}"),
    };
    ClockReading {
        left: side(time(left)),
        right: side(time(right)),
        turn: Some(turn),
        runs: true,
        lever_up: turn,
        battery_low: false,
    }
}

pub fn time(text: &str) -> Duration {
    Duration::from_secs(text.split(':').fold(0, |sum, part| sum * 60 + part.parse::<u64>().unwrap()))
}

/// What a side that plays from elsewhere means: a move as wires write it, or a declaration as journals do.
fn meant(evening: &Evening, words: &str) -> Intent {
    use Act::{AcceptDraw, ClaimFlag, DeclineDraw, OfferDraw, Resign};
    let mut acts = [OfferDraw, AcceptDraw, DeclineDraw, Resign, ClaimFlag].into_iter();
    match acts.find(|act| act.to_string() == words) {
        Some(act) => act.into(),
        None => evening.move_of_wire(words),
    }
}

pub fn side(name: &str) -> Color {
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
fn pressed(name: &str) -> keyboard::KeyCode {
    use keyboard::KeyCode as K;
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
        "opponent" => Device::Opponent,
        "server" => Device::Server,
        "peer" => Device::Peer,
        "hall" => Device::Hall,
        "board" => Device::Board,
        other => panic!("no such device: {other}"),
    }
}
