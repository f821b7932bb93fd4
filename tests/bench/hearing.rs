//! Prints what hearing and speaking cost: `cargo bench --bench hearing`.
//!
//! Speech comes from espeak-ng. What is measured on devices needs those of
//! `tests/virtual/up.sh`.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use annabella::app::ports::ear::expected;
use annabella::devices::SAMPLE_RATE;
use annabella::devices::hearing::ear::{Ear, EarEvent, EarOptions, PhraseSet};
use annabella::devices::hearing::recognizer::{Model, Recognize, Recognizer, Utterance};
use annabella::devices::hearing::source::{AudioRead, AudioSource, Pacing, ScriptedSource, WavSource};
use annabella::devices::speaker::{self, SpeakerEvent};
use annabella::devices::speech_queue::Priority;
use annabella::devices::voice::VoiceSettings;
use annabella::grammar::{Expectation, Grammar, Intent, Moment};
use annabella::laws::{Chess, Game};
use crossbeam_channel::unbounded;
use rustix::time::{ClockId, clock_gettime};

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

/// All legal in the first position.
const IN_LETTERS: [&str; 8] = [
    "e zwei e vier",
    "Springer g eins f drei",
    "d vier",
    "Springer b eins c drei",
    "c zwei c vier",
    "Springer f drei",
    "g drei",
    "h zwei h vier",
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
    let grammar = Arc::new(Grammar::of(annabella::language::LanguageFolder::USUAL));
    let start = Chess::default();
    let moment = Moment::new(Some(&start), &Expectation::Move);
    let started = Instant::now();
    let game_phrases = grammar.phrases(&moment);
    print("the phrases of the first move", started.elapsed());
    recognizer_of(&model, &game_phrases);
    let busy = Game::from_fen(BUSY).expect("a position");
    let moment = Moment { position: Some(busy.position()), ..moment };
    let started = Instant::now();
    let phrases = grammar.phrases(&moment);
    print("phrases of 48 moves", started.elapsed());
    println!("{:42} {:>8}", "", phrases.len());
    let words: Vec<String> = ["läufer", "eva", "zwei"].map(str::to_owned).into();
    let started = Instant::now();
    let pause = grammar.move_completeness(&words, &moment);
    print(&format!("what a pause means in them ({pause:?})"), started.elapsed());
    let game = spoken(&MOVES);
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
    println!("{:42} {:>8} {:>8} {:>8} {:>8}", "in a game", "load", "median", "most", "behind");
    let read_back = Expectation::Confirmation { of: Intent::Draw, offered: false };
    in_a_game(&model, &grammar, &read_back, "\"ja\" to a question, clean", spoken(&["ja"; 8]));
    for (what, sounds) in surroundings() {
        in_a_game(&model, &grammar, &Expectation::Move, what, sounds);
    }
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

/// Moves, each with a second and a half after it.
fn spoken(moves: &[&str]) -> Vec<i16> {
    let mut samples = sound::silence(0.5);
    for text in moves {
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
            EarEvent::Recognized(utterance) => {
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
    let Ok(source) = WavSource::open(&path, Pacing::RealTime) else {
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
    let speaker = speaker::system(VoiceSettings::default(), move |event| {
        let _ = tx.send((event, Instant::now()));
    });
    let Ok(speaker) = speaker else { return };
    let until = |wanted: SpeakerEvent| {
        rx.iter().find(|(event, _)| *event == wanted).map_or_else(Instant::now, |(_, at)| at)
    };
    speaker.say(0, "Bereit.", Priority::Lasting);
    until(SpeakerEvent::Ended(0));
    let mut begins = Vec::new();
    let mut turns = Vec::new();
    for id in (1..20).step_by(2) {
        let asked = Instant::now();
        speaker.say(id, "Springer Gustav eins Felix drei.", Priority::Lasting);
        begins.push(until(SpeakerEvent::Began(id)) - asked);
        std::thread::sleep(Duration::from_millis(300));
        let asked = Instant::now();
        speaker.stop();
        speaker.say(id + 1, "Nein.", Priority::Lasting);
        turns.push(until(SpeakerEvent::Began(id + 1)) - asked);
        until(SpeakerEvent::Ended(id + 1));
    }
    begins.sort();
    turns.sort();
    print("asked to begun, median", begins[5]);
    print("interrupted to the next begun, median", turns[5]);
}

/// What is heard in a game: in silence, in noise, and among people, with the moves of a speaker and without.
fn surroundings() -> Vec<(&'static str, Vec<i16>)> {
    let speaker: Vec<i16> = (0..4).flat_map(|_| spoken(&MOVES)).collect();
    let level = 1_500.0;
    let loud: Vec<f64> =
        speaker.iter().map(|&sample| f64::from(sample)).filter(|s| s.abs() > 100.0).collect();
    let own = (loud.iter().map(|s| s * s).sum::<f64>() / loud.len() as f64).sqrt();
    let speaker: Vec<i16> = speaker.iter().map(|&s| (f64::from(s) * level / own) as i16).collect();
    let seconds = speaker.len() / SAMPLE_RATE as usize + 1;
    let among = |decibels: f64| {
        let crowd = sound::crowd(seconds, 8, level / 10_f64.powf(decibels / 20.0));
        speaker.iter().zip(crowd).map(|(&own, all)| own.saturating_add(all)).collect::<Vec<i16>>()
    };
    vec![
        ("moves, clean", speaker.clone()),
        ("moves in letters, clean", spoken(&IN_LETTERS)),
        ("moves, noise 10 dB below", sound::with_noise(&speaker, 10.0, 1)),
        ("moves, eight people 15 dB below", among(15.0)),
        ("moves, eight people 10 dB below", among(10.0)),
        ("moves, eight people 5 dB below", among(5.0)),
        ("eight people", sound::crowd(60, 8, level)),
        ("three people", sound::crowd(60, 3, level)),
    ]
}

/// A microphone whose time goes on by the processor time that the listener takes, and where it waits for sound, by
/// that: as if the machine had nothing else to do.
struct Simulated {
    samples: Vec<i16>,
    clock: Arc<Mutex<Clock>>,
}

#[derive(Default)]
struct Clock {
    /// The time.
    now: Duration,
    /// How much the listener had worked then.
    worked: Duration,
    /// How much sound was delivered.
    delivered: usize,
    /// How far the listener was behind at most.
    behind: Duration,
}

impl Clock {
    /// What time it is for the listener, asked by its thread.
    fn now(&mut self) -> Duration {
        let worked = Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default();
        self.now += worked.saturating_sub(self.worked);
        self.worked = worked;
        self.now
    }
}

impl AudioSource for Simulated {
    fn read(&mut self, block: &mut Vec<i16>) -> AudioRead {
        let mut clock = self.clock.lock().expect("nobody panics");
        let until = |samples: usize| Duration::from_secs_f64(samples as f64 / f64::from(SAMPLE_RATE));
        let next = until(clock.delivered + SAMPLE_RATE as usize / 50);
        let now = clock.now();
        clock.behind = clock.behind.max(now.saturating_sub(until(clock.delivered)));
        clock.now = now.max(next);
        let there = (clock.now.as_secs_f64() * f64::from(SAMPLE_RATE)) as usize;
        let there = there.min(self.samples.len());
        if there <= clock.delivered {
            return AudioRead::Ended { fault: None };
        }
        block.extend(&self.samples[clock.delivered..there]);
        clock.delivered = there;
        AudioRead::Samples
    }

    fn is_live(&self) -> bool {
        true
    }
}

/// Load, and from the end of what was heard to when it was told.
fn in_a_game(model: &Model, grammar: &Arc<Grammar>, expects: &Expectation, what: &str, samples: Vec<i16>) {
    let start = Chess::default();
    let expected = expected(grammar, &Moment::new(Some(&start), expects));
    let Ok((recognizer, _)) = Recognizer::new(model, &expected.phrases) else { return };
    let expected = PhraseSet { phrases: Vec::new(), ..expected };
    let options = EarOptions { expected, ..EarOptions::default() };
    let length = samples.len() as f64 / f64::from(SAMPLE_RATE);
    let clock = Arc::new(Mutex::new(Clock::default()));
    let source = Simulated { samples, clock: Arc::clone(&clock) };
    let (tx, rx) = unbounded();
    let at = Arc::clone(&clock);
    let ear = Ear::start(Box::new(source), Box::new(recognizer), options, move |event| {
        let _ = tx.send((event, at.lock().expect("nobody panics").now()));
    });
    let Ok(ear) = ear else { return };
    let mut waits = Vec::new();
    for (event, at) in &rx {
        match event {
            EarEvent::Recognized(utterance) if utterance.alternatives[0].is_known() => {
                if std::env::var_os("SHOW").is_some() {
                    let words = utterance.alternatives[0].words.join(" ");
                    println!("  {:6.2} {:6.2} {words}", utterance.began.as_secs_f64(), at.as_secs_f64());
                }
                waits.push(at.saturating_sub(utterance.ended));
            }
            EarEvent::Ended { .. } => break,
            _ => {}
        }
    }
    drop(ear);
    waits.sort();
    let clock = clock.lock().expect("nobody panics");
    let wait = |at: usize| waits.get(at).map_or(f64::NAN, Duration::as_secs_f64);
    println!(
        "{what:42} {:>8.3} {:>6.2} s {:>6.2} s {:>6.2} s  {} heard in {length:.0} s",
        clock.worked.as_secs_f64() / length,
        wait(waits.len() / 2),
        wait(waits.len().saturating_sub(1)),
        clock.behind.as_secs_f64(),
        waits.len(),
    );
}
