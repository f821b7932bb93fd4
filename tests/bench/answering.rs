//! Prints what a player waits for, and what the whole program needs: `cargo bench --bench answering`; a part of it
//! with its name behind `--`: noise, starting, resuming, idling, touching, answering, playing,
//! interrupting.
//!
//! The program is watched from outside, on the virtual devices of `tests/virtual/up.sh`. What only the
//! recognizer costs is in the benchmark `hearing`.

#[cfg(feature = "braille")]
#[allow(dead_code, reason = "nobody reads words here")]
#[path = "../ends/braille.rs"]
mod braille;
#[path = "../games/mod.rs"]
mod games;
#[path = "../ends/program.rs"]
mod program;
#[path = "../ends/sound.rs"]
mod sound;
#[allow(dead_code, reason = "only its voices are needed")]
#[path = "../sound/mod.rs"]
mod speech;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use annabella::{
    grammar::{Alternative, Grammar},
    journal::{Chain, Entry, JournalLine, Start},
    laws::{Chess, Game, Move, Position, Role},
    notation::{
        pgn::{PgnGame, games},
        spoken::{MoveForm, speak_games},
    },
    session::{Event, EventKind, Options, Session, SpokenTime},
};
use program::Program;
use shakmaty::{CastlingMode, san::SanPlus};
use sound::{Monitor, Mouth};

const OPERA: &str = include_str!("../games/opera.pgn");

/// Positions in which it is hard to see whether anyone can still mate, each with a move by which nobody can
/// tell at a glance (composed by Miguel Ambrona and others).
const HARD: [(&str, &str); 4] = [
    ("8/6b1/1p3k2/1Pp1p1p1/2PpP1Pp/3P3P/8/1KB5 w - - 0 1", "läufer cesar eins david zwei"),
    ("1k6/pPp5/BpP4b/1P6/8/7B/8/5B1K b - - 0 1", "läufer hector sechs gustav fünf"),
    ("8/8/b1p1k3/1pPp1p1p/pP1P1P1P/P1B1K3/8/8 w - - 0 1", "könig eva drei david zwei"),
    ("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K1B1 w - - 0 1", "läufer gustav eins eva drei"),
];

fn main() {
    handling();
    let Some(model) = model() else {
        println!("skipped: listening, no speech model in models/de");
        return;
    };
    // Named parts, or all of them.
    let named: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let wanted = |part: &str| named.is_empty() || named.iter().any(|named| named == part);
    if wanted("noise") {
        an_hour_of_noise(&model);
    }
    if std::env::var_os("ANNABELLA_VIRTUAL").is_none() {
        println!("skipped: answering, no virtual devices (tests/virtual/README.md)");
        return;
    }
    if wanted("starting") {
        starting(&model);
    }
    if wanted("resuming") {
        resuming(&model);
    }
    if wanted("idling") {
        idling(&model);
    }
    #[cfg(feature = "braille")]
    if wanted("touching") {
        touching(&model);
    }
    if wanted("answering") {
        answering(&model);
    }
    if wanted("playing") {
        playing(&model);
    }
    if wanted("interrupting") {
        interrupting(&model);
    }
}

/// A line: what, how much, what is aimed at.
fn print(what: &str, figure: f64, unit: &str, aim: &str) {
    println!("{what:58} {figure:>9.3} {unit:3} {aim}");
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// From what was heard to what is to be done, in the session alone.
fn handling() {
    let grammar = Arc::new(Grammar::of(annabella::language::LanguageFolder::USUAL));
    let mut opera = Times::default();
    play(&games(OPERA).next().expect("a game").expect("a game").game, &grammar, &mut opera);
    opera.print("heard to effects, the Opera Game");
    let mut hard = Times::default();
    // Three of each kind will do.
    for (_, game) in games::hard_games().chunks(20).filter_map(|chunk| chunk.first()) {
        play(game, &grammar, &mut hard);
    }
    hard.print("heard to effects, long games, promotions, queens");
    let mut blocked = Times::default();
    for (fen, words) in HARD {
        let start = Start { position: fen.parse().expect("a position"), ..Start::default() };
        let mut session = Session::new(start, Options::default(), Arc::clone(&grammar));
        say(&mut session, words, &mut blocked);
        say(&mut session, "ja", &mut blocked);
        assert_eq!(session.record().game().moves().len(), 1, "{fen}: {words}");
    }
    blocked.print("heard to effects, can anyone still mate?");
}

/// Speaks a whole game to a session, in short form.
fn play(game: &Game, grammar: &Arc<Grammar>, times: &mut Times) {
    let pgn = PgnGame::new(game.clone()).to_string();
    let lines = speak_games(&pgn, grammar.spoken(), MoveForm::Short).0;
    let mut session = Session::new(Start::default(), Options::default(), Arc::clone(grammar));
    session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
    for line in lines.iter().filter(|line| !line.is_empty()) {
        say(&mut session, line, times);
        say(&mut session, "ja", times);
        if session.record().ended().is_some() {
            break;
        }
    }
}

fn say(session: &mut Session, words: &str, times: &mut Times) {
    let words = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let at = session.at();
    let (alternatives, spoken) =
        (vec![Alternative::new(words, 100.0)], SpokenTime { sound: at..at, began: at });
    let event = Event::at_table(EventKind::Heard { alternatives, spoken });
    let began = processor_time();
    let effects = session.handle(event, at);
    times.0.push(processor_time().saturating_sub(began));
    drop(effects);
}

/// Time this thread has really run (Linux); what else the machine does at the same time does not count.
fn processor_time() -> Duration {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|line| line.split(' ').next()?.parse().ok())
        .map_or(Duration::ZERO, Duration::from_nanos)
}

#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    fn print(mut self, what: &str) {
        self.0.sort();
        let mean = self.0.iter().sum::<Duration>() / self.0.len() as u32;
        print(&format!("{what}, mean"), milliseconds(mean), "ms", "aim: under 1");
        print(&format!("{what}, most"), milliseconds(self.0[self.0.len() - 1]), "ms", "");
    }
}

/// From the call to an open ear.
fn starting(model: &Path) {
    let mut times: Vec<f64> = (0..7)
        .map(|_| {
            let folder = tempfile::tempdir().expect("a folder");
            let began = Instant::now();
            let program = begin(model, folder.path());
            let (at, _) = program.until(LONG, |line| line.starts_with("say: ")).expect("a greeting");
            (at - began).as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    print("start to listening, median", times[times.len() / 2], "s", "aim: 0.1");
    print("start to listening, most", times[times.len() - 1], "s", "");
}

/// From the call to the first sentence of a game of 500 moves that goes on.
fn resuming(model: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = folder.path().join("game.jsonl");
    let (mut chain, start) = (Chain::default(), Start { version: Start::VERSION, ..Start::default() });
    let mut lines =
        vec![JournalLine::new(Duration::ZERO, Entry::Started(Box::new(start))).sealed(&mut chain)];
    let (mut game, mut random) = (Game::from_position(Chess::default()), 1_u64);
    while game.moves().len() < 1000 {
        let legal = game.position().legal_moves();
        // Pawns move when they must, or the fifty moves would be over.
        let stale = game.position().halfmoves() > 80;
        let is_wanted = |m: &&Move| stale == (m.role() == Role::Pawn) && (stale || !m.is_capture());
        let wanted: Vec<_> = legal.iter().filter(is_wanted).collect();
        let choice: Vec<_> = if wanted.is_empty() { legal.iter().collect() } else { wanted };
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let m = *choice[(random >> 33) as usize % choice.len()];
        let san = SanPlus::from_move(game.position().clone(), m).to_string();
        let entry = Entry::Moved { uci: m.to_uci(CastlingMode::Standard), san, said: None };
        lines.push(JournalLine::new(Duration::from_secs(lines.len() as u64), entry).sealed(&mut chain));
        game.play(m).expect("a legal move");
    }
    std::fs::write(&journal, lines.join("\n") + "\n").expect("a file");
    let whole = std::fs::read(&journal).expect("a file");
    let mut times: Vec<f64> = (0..7)
        .map(|_| {
            std::fs::write(&journal, &whole).expect("a file");
            let began = Instant::now();
            let program = Program::start(&[
                "resume",
                "--model",
                &model.display().to_string(),
                &journal.display().to_string(),
            ]);
            let (at, _) = program.until(LONG, |line| line.starts_with("say: ")).expect("a sentence");
            (at - began).as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    print("500 moves, resumed to listening, median", times[times.len() / 2], "s", "aim: 0.1");
}

/// What listening to silence costs.
fn idling(model: &Path) {
    for option in ["--headphones", "--barge-in=off", "--barge-in=on"] {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join("game.jsonl").display().to_string();
        let model = model.display().to_string();
        let program = Program::start(&["play", option, "--model", &model, "--journal", &journal]);
        program.until(LONG, |line| line.starts_with("say: ")).expect("a greeting");
        std::thread::sleep(Duration::from_secs(8));
        let (before, began) = (program.worked(), Instant::now());
        std::thread::sleep(Duration::from_secs(60));
        let share = (program.worked() - before).as_secs_f64() / began.elapsed().as_secs_f64();
        print(&format!("listening to silence, {option}"), 100.0 * share, "%", "of a core; aim: 2");
    }
}

/// An hour of noises and voices, read as fast as it can be heard.
fn an_hour_of_noise(model: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("noise.wav");
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: 16_000,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut writer = hound::WavWriter::create(&file, spec).expect("a file");
    let voices: Vec<Vec<i16>> =
        ["de", "de+f2", "de+m3", "de+f4"].map(|voice| speech::spoken(TALK, voice)).into();
    let mut random = 1_u32;
    let mut number = move || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        random >> 8
    };
    for minute in 0..60 {
        let mut sound: Vec<f32> = (0..60 * 16_000).map(|_| (number() % 120) as f32 - 60.0).collect();
        for voice in 0..12 {
            let (at, gain) = (number() as usize % sound.len(), (number() % 40) as f32 / 100.0);
            for (sample, spoken) in sound[at..].iter_mut().zip(&voices[(minute + voice) % voices.len()]) {
                *sample += gain * f32::from(*spoken);
            }
        }
        for _ in 0..40 {
            let (at, length, loud) =
                (number() as usize % sound.len(), number() as usize % 32_000, number() % 8000);
            for sample in sound[at..].iter_mut().take(length) {
                *sample += (number() % (loud + 1)) as f32 - loud as f32 / 2.0;
            }
        }
        sound.iter().for_each(|sample| writer.write_sample(*sample as i16).expect("room on the disk"));
    }
    // In the end nobody speaks any more.
    (0..20 * 60 * 16_000).for_each(|n| writer.write_sample(i16::from(n % 2 == 0)).expect("room on the disk"));
    writer.finalize().expect("room on the disk");
    let model = model.display().to_string();
    let program = Program::start(&["listen", "--model", &model, "--audio", &file.display().to_string()]);
    let mut readings = vec![0.0_f64; 3];
    while program.lives() {
        std::thread::sleep(Duration::from_millis(200));
        readings.extend(Some(program.memory()).filter(|memory| memory.is_finite()));
    }
    let most = readings.iter().copied().fold(0.0, f64::max);
    // In the last it may have been ending.
    let last = readings[readings.len() - 3];
    print("resident memory after an hour of noise", last, "MB", "aim: 55");
    print("  most in that hour", most, "MB", "");
}

const TALK: &str = "Haben Sie schon gehört, wer am ersten Brett spielt? Ich glaube, der Springer steht gut auf \
    Felix fünf, aber der Turm auf Anna eins hat noch nicht mitgespielt.";

const LONG: Duration = Duration::from_secs(15);

/// From the last sound of an utterance to the first of its answer.
fn answering(model: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = begin(model, folder.path());
    let (microphone, speaker) = (Monitor::of("mic.monitor"), Monitor::of("speaker.monitor"));
    let (at, _) = program.until(LONG, |line| line.starts_with("say: ")).expect("a greeting");
    speaker.falls_silent(at, QUIET, LONG);
    let mouth = Mouth::new("de");
    // After a whole move a short pause is the end, and after a yes to what was read back.
    let mut waits = [Vec::new(), Vec::new()];
    let knights = [
        "Springer Gustav eins Felix drei",
        "Springer Gustav acht Felix sechs",
        "Springer Felix drei Gustav eins",
    ];
    // A fifth time the same position would end the game.
    let knights = knights.iter().chain(["Springer Felix sechs Gustav acht"].iter());
    for words in knights.cycle().take(12).flat_map(|line| [*line, "ja"]) {
        let began = Instant::now();
        mouth.say(words);
        let answer = program.until(LONG, |line| line.starts_with("say: "));
        match microphone.last() {
            Some(end) if answer.is_some() => {
                waits[usize::from(words == "ja")].extend(first_sound(&speaker, began, end));
            }
            _ => println!("not answered: {words}"),
        }
    }
    let typed: Vec<Duration> = (0..8)
        .filter_map(|_| {
            let asked = Instant::now();
            program.type_line("wer ist am zug");
            first_sound(&speaker, asked, asked)
        })
        .collect();
    let resident = program.memory();
    let [moves, yes] = waits;
    print_waits("end of a move to first sound of the answer", moves, "aim: 200");
    print_waits("end of \"ja\" to first sound of the answer", yes, "aim: 300");
    print_waits("typed line to first sound of the answer", typed, "");
    print("resident memory of a game being played", resident, "MB", "aim: 50");
}

/// From a typed line to the cells of the virtual display, and from a routing key to what it brings about.
#[cfg(feature = "braille")]
fn touching(model: &Path) {
    let port = std::env::var("VR_PORT").ok().and_then(|port| port.parse().ok()).expect("virtual devices");
    let cells = braille::Cells::at(port);
    let through = through_brltty(&cells);
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = begin(model, folder.path());
    program.until(LONG, |line| line.starts_with("braille: bereit")).expect("a greeting");
    assert!(cells.show("bereit", Instant::now(), LONG), "no braille line");
    let (mut shown, mut answered, mut sounded) = (Vec::new(), Vec::new(), Vec::new());
    let speaker = Monitor::of("speaker.monitor");
    for _ in 0..20 {
        // Nothing may be on its way any more.
        speaker.falls_silent(Instant::now() - LONG, QUIET, LONG);
        let typed = Instant::now();
        program.type_line("e4");
        let Some(changed) = cells.change_after(typed, LONG) else { continue };
        shown.push(changed - typed);
        program.until(LONG, |line| line.starts_with("say: "));
        speaker.falls_silent(typed, QUIET, LONG);
        let no = cells.now().find("nein").expect("a question");
        let pressed = Instant::now();
        cells.press(&format!("route {no}"));
        let told = program.until(LONG, |line| line.starts_with("say: "));
        answered.extend(told.map(|(at, _)| at - pressed));
        sounded.extend(first_sound(&speaker, pressed, pressed));
    }
    print_waits("typed line to the cells of the virtual display", shown, "aim: 5");
    print_waits("routing key through brltty's virtual driver alone", through, "");
    print_waits("routing key to the answer handed to the voice", answered, "aim: 20");
    print_waits("routing key to the first sound of the answer", sounded, "");
}

/// How long brltty takes to pass a key on: its virtual driver is asked for keys now and then.
#[cfg(feature = "braille")]
fn through_brltty(cells: &braille::Cells) -> Vec<Duration> {
    use annabella::devices::braille_display::{BrailleDisplay, BrailleEvent, BrailleLine, BrailleServer};

    let (tell, news) = crossbeam_channel::unbounded();
    let sink = move |event| drop(tell.send((Instant::now(), event)));
    let mut display = BrailleDisplay::open(BrailleServer::default(), sink).expect("brltty");
    display.show("measuring", None);
    assert!(cells.show("measuring", Instant::now(), LONG), "no braille line");
    (0..20u32)
        .filter_map(|n| {
            while news.try_recv().is_ok() {}
            std::thread::sleep(Duration::from_millis(1500) + n * Duration::from_millis(7));
            let pressed = Instant::now();
            cells.press("route 3");
            loop {
                if let (at, BrailleEvent::Key(_)) = news.recv_timeout(Duration::from_secs(1)).ok()? {
                    return Some(at - pressed);
                }
            }
        })
        .collect()
}

/// From one's own yes to the first sound of the engine's answer, which it has thought about for 100 ms.
fn playing(model: &Path) {
    if annabella::devices::engine::find(None).is_err() {
        println!("skipped: playing, no stockfish is installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = begin_with(model, folder.path(), &["--opponent", "engine", "--move-time", "0.1"]);
    let speaker = Monitor::of("speaker.monitor");
    let (at, _) = program.until(LONG, |line| line.starts_with("say: ")).expect("a greeting");
    speaker.falls_silent(at, QUIET, LONG);
    let (mut told, mut sounded) = (Vec::new(), Vec::new());
    for uci in ["g1f3", "b1c3", "e2e4", "d2d4"].into_iter().cycle().take(12) {
        program.type_line(uci);
        let (at, _) = program.until(LONG, |line| line.starts_with("say: ")).expect("a question");
        speaker.falls_silent(at, QUIET, LONG);
        let confirmed = Instant::now();
        program.type_line("ja");
        let answer = program.until(LONG, |line| line.starts_with("say: Schwarz: "));
        told.extend(answer.map(|(at, _)| at - confirmed));
        sounded.extend(first_sound(&speaker, confirmed, confirmed));
        // Nothing has changed then that would forbid the next move.
        program.type_line("zug zurück");
        let (at, _) = program.until(LONG, |line| line.starts_with("say: ")).expect("a word");
        speaker.falls_silent(at, QUIET, LONG);
    }
    print_waits("own yes to the engine's move handed to the voice", told, "100 of it the engine's");
    print_waits("own yes to the first sound of the engine's move", sounded, "");
    print("resident memory of a game against an engine, ours", program.memory(), "MB", "aim: under 80");
}

/// A move that is begun while the program speaks over loudspeakers is understood whole or not at all.
fn interrupting(model: &Path) {
    const MOVE: &str = "Springer Gustav eins Felix drei";
    const ROUNDS: u32 = 24;
    let folder = tempfile::tempdir().expect("a folder");
    let journal = folder.path().join("game.jsonl").display().to_string();
    let options =
        ["play", "--confirm", "never", "--model", &model.display().to_string(), "--journal", &journal];
    let mut program = Program::start(&options);
    let speaker = Monitor::of("speaker.monitor");
    let (at, _) = program.until(LONG, |line| line.starts_with("say: ")).expect("a greeting");
    speaker.falls_silent(at, QUIET, LONG);
    let mouth = Mouth::new("de");
    let (mut whole, mut again, mut wrong, mut silent) = (0, 0, 0, 0);
    for round in 0..ROUNDS {
        program.type_line("wer ist am zug");
        std::thread::sleep(Duration::from_millis(300) + round * Duration::from_millis(60));
        let began = Instant::now();
        mouth.say(MOVE);
        let told = |line: &str| line.ends_with("am Zug.") || line.starts_with("say: Noch einmal");
        let fate = |line: &str| line == "hear: (cut off)" || line.starts_with("say: ") && !told(line);
        match program.until(Duration::from_secs(6), fate) {
            None => silent += 1,
            Some((_, line)) if line == "hear: (cut off)" => again += 1,
            Some((_, line)) if line == format!("say: {MOVE}.") => {
                whole += 1;
                program.type_line("korrektur");
                program.until(LONG, |line| line.starts_with("say: "));
            }
            Some((_, line)) if line == "say: Nicht verstanden." => silent += 1,
            Some((_, line)) => {
                println!("after {} ms of ours: {line}", 300 + round * 60);
                wrong += 1;
            }
        }
        speaker.falls_silent(began, QUIET, LONG);
    }
    let of = format!("of {ROUNDS}");
    print("moves begun in an announcement, understood whole", f64::from(whole), "", &of);
    print("  told to say it again", f64::from(again), "", "");
    print("  passed over, or not understood", f64::from(silent), "", "");
    print("  taken for something else", f64::from(wrong), "", "aim: 0");
}

const QUIET: Duration = Duration::from_millis(400);

fn print_waits(what: &str, mut waits: Vec<Duration>, aim: &str) {
    waits.sort();
    if waits.is_empty() {
        return;
    }
    for (name, part, aim) in
        [("a tenth", 10, ""), ("median", 50, aim), ("nine tenths", 90, ""), ("most", 100, "")]
    {
        let at = (waits.len() * part / 100).min(waits.len() - 1);
        print(&format!("{what}, {name}"), milliseconds(waits[at]), "ms", aim);
    }
}

/// How long after `end` an answer began that came after `began`; waits until it has been given.
fn first_sound(speaker: &Monitor, began: Instant, end: Instant) -> Option<Duration> {
    let given = speaker.falls_silent(began, QUIET, LONG) && !speaker.loud_since(end).is_zero();
    speaker.first_since(end).filter(|_| given).map(|first| first - end)
}

/// A game heard through headphones: there the ear is open from the beginning. Without tones, which are no answers.
fn begin(model: &Path, folder: &Path) -> Program {
    begin_with(model, folder, &[])
}

fn begin_with(model: &Path, folder: &Path, options: &[&str]) -> Program {
    let journal = folder.join("game.jsonl");
    let text = |path: &Path| path.display().to_string();
    let (model, journal) = (text(model), text(&journal));
    let play = ["play", "--headphones", "--tones", "off", "--model", &model, "--journal", &journal];
    Program::start(&[&play[..], options].concat())
}

/// The project's own German model, or the one it started from.
fn model() -> Option<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    [package.join("models/de"), package.join("../shared/models/de-start")]
        .into_iter()
        .find(|folder| folder.join("am/final.mdl").is_file())
}
