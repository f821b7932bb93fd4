//! Prints what hearing and speaking cost: `cargo bench --bench hearing`.
//!
//! Speech comes from espeak-ng. What is measured on devices needs those of
//! `tests/virtual/up.sh`.

use std::time::{Duration, Instant};

use annabella::devices::SAMPLE_RATE;
use annabella::devices::hearing::ear::{Ear, EarEvent, EarOptions};
use annabella::devices::hearing::recognizer::{Model, Recognize, Recognizer, Utterance};
use annabella::devices::hearing::source::{AudioSource, Pace, ScriptedSource, WavSource};
use annabella::devices::sentences::Weight;
use annabella::devices::speaker::{self, SpeakerEvent};
use annabella::devices::voice::Manner;
use annabella::grammar::{Expects, Grammar, Moment};
use annabella::laws::{Chess, Game};
use crossbeam_channel::unbounded;

#[path = "../sound/mod.rs"]
mod sound;

/// 48 moves, a usual middle game.
const BUSY: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const MOVES: [&str; 8] = [
    "Bauer Eva zwei Eva vier",
    "Bauer Eva sieben Eva fünf",
    "Springer Gustav eins Felix drei",
    "Bauer David sieben David sechs",
    "Bauer David zwei David vier",
    "Läufer Cäsar acht Gustav vier",
    "Bauer David vier Eva fünf",
    "Läufer Gustav vier Felix drei",
];

fn main() {
    let Some(folder) = sound::model_folder() else {
        println!("skipped: no speech model in models/de");
        return;
    };
    let before = resident();
    let started = Instant::now();
    let model = match Model::load(&folder) {
        Ok(model) => model,
        Err(error) => {
            println!("skipped: {error}");
            return;
        }
    };
    print("loading the model", started.elapsed());
    for count in [60, 400, 1_600] {
        recognizer_of(&model, &phrases(count));
    }
    let grammar = Grammar::of(annabella::language::LANGUAGES[0]);
    let start = Chess::default();
    let moment = Moment { position: &start, expects: &Expects::Move };
    let started = Instant::now();
    let game_phrases = grammar.phrases(&moment);
    print("the phrases of the first move", started.elapsed());
    recognizer_of(&model, &game_phrases);
    let busy = Game::from_fen(BUSY).expect("a position");
    let moment = Moment { position: busy.position(), ..moment };
    let started = Instant::now();
    let (phrases, beginnings) = (grammar.phrases(&moment), grammar.pauses(&moment).beginnings);
    print("phrases and beginnings of 48 moves", started.elapsed());
    println!("{:42} {:>8} {:>8}", "", phrases.len(), beginnings.len());
    let game = spoken_game();
    for (what, game) in [
        ("heard, clean", game.clone()),
        ("heard, noise 20 dB below", sound::with_noise(&game, 20.0, 1)),
        ("heard, noise 10 dB below", sound::with_noise(&game, 10.0, 1)),
    ] {
        let utterances = listen(&model, ScriptedSource::of(game)).len();
        println!("{what:42} {utterances:>8} utterances of {}", MOVES.len());
    }
    decoding(&model, &game);
    waiting(&model, &game);
    println!(
        "{:42} {:>8.1} MB (of it {:.1} MB before the model)",
        "resident memory after hearing",
        resident(),
        before
    );
    if std::env::var_os("ANNABELLA_VIRTUAL").is_some() {
        speaking();
    } else {
        println!("skipped: speaking, no virtual devices (tests/virtual/README.md)");
    }
}

fn print(what: &str, time: Duration) {
    println!("{what:42} {:>8.2} ms", time.as_secs_f64() * 1e3);
}

/// Memory in use, in megabytes.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(f64::NAN) / 1024.0
}

/// Full moves of every piece between all squares, as many as asked for.
fn phrases(count: usize) -> Vec<String> {
    let files = ["anna", "bella", "cesar", "david", "eva", "felix", "gustav", "hector"];
    let ranks = ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"];
    let pieces = ["bauer", "springer", "läufer", "turm", "dame", "könig"];
    let square = |n: usize| format!("{} {}", files[n % 8], ranks[n / 8 % 8]);
    (0..count)
        .map(|n| {
            let (piece, from, to) = (pieces[n % 6], square(n * 7), square(n * 5 + 3));
            format!("{piece} {from} {to}")
        })
        .collect()
}

fn recognizer_of(model: &Model, phrases: &[String]) {
    let Ok((mut recognizer, _)) = Recognizer::new(model, phrases) else {
        return;
    };
    let mut times: Vec<Duration> = (0..50)
        .map(|_| {
            let started = Instant::now();
            let _ = recognizer.expect(phrases);
            started.elapsed()
        })
        .collect();
    times.sort();
    print(&format!("a recognizer of {} phrases", phrases.len()), times[25]);
}

/// Eight moves, each with a second and a half after it.
fn spoken_game() -> Vec<i16> {
    let mut samples = sound::silence(0.5);
    for text in MOVES {
        samples.extend(sound::spoken(text, "de"));
        samples.extend(sound::silence(1.5));
    }
    samples
}

/// What is heard of a source, and when.
fn listen(model: &Model, source: impl AudioSource + 'static) -> Vec<(Utterance, Instant)> {
    let Ok((recognizer, _)) = Recognizer::new(model, &phrases(400)) else {
        return Vec::new();
    };
    let (tx, rx) = unbounded();
    let ear = Ear::start(Box::new(source), Box::new(recognizer), EarOptions::default(), move |event| {
        let _ = tx.send((event, Instant::now()));
    });
    let Ok(ear) = ear else { return Vec::new() };
    let mut heard = Vec::new();
    for (event, at) in &rx {
        match event {
            EarEvent::Heard(utterance) => {
                heard.push((utterance, at));
                ear.proceed();
            }
            EarEvent::Ended { .. } => break,
            _ => {}
        }
    }
    heard
}

fn decoding(model: &Model, game: &[i16]) {
    let started = Instant::now();
    let heard = listen(model, ScriptedSource::of(game.to_vec()));
    let whole = started.elapsed().as_secs_f64();
    let decoding: Duration = heard.iter().map(|(utterance, _)| utterance.decoding).sum();
    let length = |utterance: &Utterance| (utterance.listened - utterance.began).as_secs_f64();
    let speech: f64 = heard.iter().map(|(utterance, _)| length(utterance)).sum();
    println!(
        "{:42} {:>8.4} × real time of speech (aim: under 0.1)",
        "decoding",
        decoding.as_secs_f64() / speech
    );
    println!(
        "{:42} {:>8.4} × real time of everything",
        "listening, all in all",
        whole * f64::from(SAMPLE_RATE) / game.len() as f64
    );
}

/// From the end of the last sound to the words, in real time.
fn waiting(model: &Model, game: &[i16]) {
    let Ok(folder) = tempfile::tempdir() else {
        return;
    };
    let path = folder.path().join("game.wav");
    sound::write_wav(&path, game, SAMPLE_RATE, 1);
    let Ok(source) = WavSource::open(&path, Pace::RealTime) else {
        return;
    };
    let started = Instant::now();
    let mut waits: Vec<Duration> = listen(model, source)
        .iter()
        .map(|(utterance, at)| (*at - started).saturating_sub(utterance.ended))
        .collect();
    waits.sort();
    if let (Some(most), Some(median)) = (waits.last(), waits.get(waits.len() / 2)) {
        print("end of speech to words, median", *median);
        print("end of speech to words, most", *most);
    }
}

/// From asking for a sentence to its beginning, and from an interruption to the next.
fn speaking() {
    let (tx, rx) = unbounded();
    let speaker = speaker::system(Manner::default(), move |event| {
        let _ = tx.send((event, Instant::now()));
    });
    let Ok(speaker) = speaker else { return };
    let until = |wanted: SpeakerEvent| {
        rx.iter().find(|(event, _)| *event == wanted).map_or_else(Instant::now, |(_, at)| at)
    };
    speaker.say(0, "Bereit.", Weight::Lasting);
    until(SpeakerEvent::Ended(0));
    let mut begins = Vec::new();
    let mut turns = Vec::new();
    for id in (1..20).step_by(2) {
        let asked = Instant::now();
        speaker.say(id, "Springer Gustav eins Felix drei.", Weight::Lasting);
        begins.push(until(SpeakerEvent::Began(id)) - asked);
        std::thread::sleep(Duration::from_millis(300));
        let asked = Instant::now();
        speaker.stop();
        speaker.say(id + 1, "Nein.", Weight::Lasting);
        turns.push(until(SpeakerEvent::Began(id + 1)) - asked);
        until(SpeakerEvent::Ended(id + 1));
    }
    begins.sort();
    turns.sort();
    print("asked to begun, median", begins[5]);
    print("interrupted to the next begun, median", turns[5]);
}
