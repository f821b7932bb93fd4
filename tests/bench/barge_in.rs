//! Prints what is heard of somebody who speaks while the program speaks over loudspeakers:
//! `cargo bench --bench barge_in`, with `-- 20` for as many evenings, `SHOW=1` for what was not heard right.
//!
//! The program says sentences of its own, one after the other, and the answers are spoken into them at any moment. They
//! are in `barge_in.txt`, and stay the same when the program learns to say others: so figures stay comparable. Rooms and
//! loudspeakers are made up, the voices are espeak-ng's. The gate is closed all the time: what is heard is heard
//! because our own voice was taken out.

use std::collections::HashMap;
use std::sync::Arc;

use annabella::app::ports::ear::{alternatives, expected};
use annabella::devices::SAMPLE_RATE;
use annabella::devices::hearing::ear::{Ear, EarEvent, EarOptions, PhraseSet};
use annabella::devices::hearing::echo::EchoCancellingSource;
use annabella::devices::hearing::recognizer::{Model, Recognizer};
use annabella::devices::hearing::source::{AudioRead, AudioSource, ScriptedSource};
use annabella::grammar::{Alternative, Expectation, Grammar, Moment, Understanding};
use annabella::laws::Chess;
use crossbeam_channel::{Receiver, bounded, unbounded};

#[path = "../sound/mod.rs"]
#[allow(dead_code, reason = "each bench takes what it needs")]
mod sound;

const ANSWERS: [&str; 12] = [
    "ja",
    "nein",
    "Springer Gustav eins Felix drei",
    "wiederholen",
    "Bauer Eva zwei Eva vier",
    "richtig",
    "wer ist am Zug",
    "David zwei David vier",
    "Springer Bella eins Cesar drei",
    "falsch",
    "Cesar zwei Cesar vier",
    "Springer Felix drei",
];
const SENTENCES: &str = include_str!("barge_in.txt");
const VOICES: [&str; 8] = ["de+m1", "de+f1", "de+m3", "de+f2", "de+m4", "de+f4", "de+m7", "de+m6"];
/// How loud somebody speaks, as root mean square.
const VOICE: f32 = 2_000.0;
/// How loud the room is.
const ROOM: f64 = 12.0;
/// Samples that are read at once, by a script.
const READ: usize = SAMPLE_RATE as usize / 50;
const EVENINGS: usize = 4;
/// Sentences after the first, in an evening.
const AN_EVENING: usize = 25;

/// What is tried: how much softer than the speaker the loudspeaker is, and what else happens.
struct Trial {
    name: &'static str,
    decibels: f32,
    /// So many samples a second the microphone's clock is slow.
    slow: usize,
    /// How much louder the loudspeaker is in the second half of the evening.
    turned_up: f32,
    /// Every so many seconds the microphone loses [`LOST`], as it does on a machine that has too much to do.
    loses: usize,
}

/// Samples.
const LOST: usize = SAMPLE_RATE as usize * 3 / 100;

const TRIALS: [Trial; 7] = [
    Trial { name: "loudspeaker 6 dB softer", decibels: -6.0, slow: 0, turned_up: 0.0, loses: 0 },
    Trial { name: "10 dB softer", decibels: -10.0, slow: 0, turned_up: 0.0, loses: 0 },
    Trial { name: "20 dB softer", decibels: -20.0, slow: 0, turned_up: 0.0, loses: 0 },
    Trial { name: "10 dB, clocks 62 ppm apart", decibels: -10.0, slow: 1, turned_up: 0.0, loses: 0 },
    Trial { name: "16 dB, turned up by 6 dB", decibels: -16.0, slow: 0, turned_up: 6.0, loses: 0 },
    Trial { name: "10 dB, 30 ms lost every 7 s", decibels: -10.0, slow: 0, turned_up: 0.0, loses: 7 },
    Trial { name: "not to be heard (70 dB)", decibels: -70.0, slow: 0, turned_up: 0.0, loses: 0 },
];

fn main() {
    let Some(folder) = sound::model_folder() else {
        println!("skipped: no speech model in models/de");
        return;
    };
    let model = match Model::load(&folder) {
        Ok(model) => model,
        Err(error) => {
            println!("skipped: {error}");
            return;
        }
    };
    let listener =
        Listener { model, grammar: Arc::new(Grammar::of(annabella::language::LanguageFolder::USUAL)) };
    let evenings = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(EVENINGS);
    let ours: Vec<Vec<i16>> = SENTENCES.lines().map(|sentence| sound::spoken(sentence, "de")).collect();
    let answers = spoken_answers();
    println!(
        "{:34} {:>8} {:>6} {:>6} {:>6} {:>8} {:>8}",
        "answers spoken into sentences", "right", "asked", "wrong", "missed", "of", "own"
    );
    for trial in &TRIALS {
        let mut count = Count::default();
        for number in 0..evenings {
            let said = |index: usize| &ours[(number * AN_EVENING + index * 7) % ours.len()];
            let sentences: Vec<&Vec<i16>> = (0..=AN_EVENING).map(said).collect();
            let evening = Evening::new(number, trial, &sentences, Some(&answers));
            count.compare(&evening, &listener);
            let alone = Evening::new(number, trial, &sentences, None);
            count.own += listener.listen(&alone).iter().filter(|heard| heard.understood.is_some()).count();
            count.sentences += 2 * sentences.len();
        }
        println!(
            "{:34} {:6.1} % {:>6} {:>6} {:>6} {:>8} {:>4} of {}",
            trial.name,
            100.0 * count.right as f64 / count.answers as f64,
            count.asked,
            count.wrong,
            count.missed,
            count.answers,
            count.own,
            count.sentences,
        );
    }
}

#[derive(Default)]
struct Count {
    answers: usize,
    right: usize,
    asked: usize,
    wrong: usize,
    missed: usize,
    /// What was taken for words where nobody had said any.
    own: usize,
    sentences: usize,
}

impl Count {
    fn compare(&mut self, evening: &Evening, listener: &Listener) {
        let heard = listener.listen(evening);
        let shows = std::env::var_os("SHOW").is_some();
        let meant =
            |(from, to, _): &(f64, f64, &str), heard: &Reply| heard.ended > *from && heard.began < to + 0.2;
        for said in &evening.said {
            self.answers += 1;
            let words = said.2.split(' ').map(str::to_lowercase).collect();
            let wanted = listener.understand(&[Alternative::new(words, 0.0)]);
            let got: Vec<&Understood> = heard
                .iter()
                .filter(|heard| meant(said, heard))
                .filter_map(|heard| heard.understood.as_ref())
                .collect();
            match got.as_slice() {
                [] => self.missed += 1,
                [one] if Some(*one) == wanted.as_ref() => self.right += 1,
                [Understood { sure: false, .. }] => self.asked += 1,
                _ => self.wrong += 1,
            }
            if shows && got.first().copied() != wanted.as_ref() {
                println!("  {:.1}: {}, heard {got:?}", said.0, said.2);
            }
        }
        let nobody = |heard: &&Reply| {
            heard.understood.is_some() && !evening.said.iter().any(|said| meant(said, heard))
        };
        for heard in heard.iter().filter(nobody) {
            self.own += 1;
            if shows {
                println!("  {:.1}: our own, {:?}", heard.began, heard.understood);
            }
        }
    }
}

/// An evening before one loudspeaker: what it played, what the microphone heard, and who said what from when to when.
struct Evening {
    played: Vec<i16>,
    /// Read by read: a slow clock sometimes gives a sample less.
    heard: Vec<Vec<i16>>,
    said: Vec<(f64, f64, &'static str)>,
}

impl Evening {
    fn new(
        number: usize,
        trial: &Trial,
        sentences: &[&Vec<i16>],
        answers: Option<&HashMap<(usize, usize), Vec<i16>>>,
    ) -> Evening {
        let rate = SAMPLE_RATE as usize;
        let mut dice = Dice::new(number as u64 + 1);
        let mut room = Room::new(&mut dice);
        let mut played = sound::silence(1.0);
        let mut voice: Vec<f32> = Vec::new();
        let mut said = Vec::new();
        for (index, sentence) in sentences.iter().enumerate() {
            let began = played.len();
            played.extend(sentence.iter());
            // The first is listened to.
            if let Some(answers) = answers.filter(|_| index > 0) {
                let which = dice.below(ANSWERS.len());
                let answer = &answers[&(which, number % VOICES.len())];
                let latest = sentence.len().saturating_sub(rate / 4).max(rate / 10);
                let at = began + rate / 10 + dice.below(latest);
                voice.resize(at + answer.len(), 0.0);
                let gain = VOICE / level(answer.iter().map(|&sample| f32::from(sample)));
                for (to, from) in voice[at..].iter_mut().zip(answer) {
                    *to = gain * f32::from(*from);
                }
                let seconds = |at: usize| at as f64 / f64::from(SAMPLE_RATE);
                said.push((seconds(at), seconds(at + answer.len()), ANSWERS[which]));
            }
            played.resize(played.len().max(voice.len()) + rate * 13 / 10, 0);
        }
        let mut echo = room.echo(&played);
        let gain = VOICE * 10_f32.powf(trial.decibels / 20.0) / level(echo.iter().copied());
        let half = echo.len() / 2;
        echo[half..].iter_mut().for_each(|sample| *sample *= 10_f32.powf(trial.turned_up / 20.0));
        voice.resize(played.len(), 0.0);
        let noise = sound::noise(played.len(), ROOM, number as u64);
        let heard = (0..played.len())
            .filter(|at| trial.slow == 0 || !(at + 1).is_multiple_of(rate / trial.slow))
            .filter(|at| trial.loses == 0 || at % (trial.loses * rate) >= LOST)
            .map(|at| (at / READ, (voice[at] + gain * echo[at] + f32::from(noise[at])) as i16))
            .fold(Vec::new(), |mut reads: Vec<Vec<i16>>, (read, sample)| {
                reads.resize(read + 1, Vec::new());
                reads[read].push(sample);
                reads
            });
        Evening { played, heard, said }
    }
}

/// How a loudspeaker sounds at the microphone: after a while, dull, and with the room's reverberation.
struct Room {
    /// Samples later, and how much.
    ways: Vec<(usize, f32)>,
}

impl Room {
    fn new(dice: &mut Dice) -> Room {
        let rate = f64::from(SAMPLE_RATE);
        let (delay, decay) = (dice.between(0.02, 0.15), dice.between(0.15, 0.45));
        let direct = (delay * rate) as usize;
        let mut ways = vec![(direct, 1.0)];
        let mut at = direct + 20;
        while at < direct + (decay * rate) as usize {
            let faded = 10_f64.powf(-3.0 * (at - direct) as f64 / rate / decay);
            ways.push((at, (dice.between(-0.25, 0.25) * faded) as f32));
            at += 1 + dice.below(14);
        }
        Room { ways }
    }

    fn echo(&mut self, played: &[i16]) -> Vec<f32> {
        // The loudspeaker: no low tones, few high ones, a little crooked where it is loud.
        let (mut low, mut smooth) = (0.0, 0.0);
        let dull: Vec<f32> = played
            .iter()
            .map(|&sample| {
                low += 0.06 * (f32::from(sample) - low);
                smooth += 0.7 * (f32::from(sample) - low - smooth);
                (smooth / 20_000.0).tanh() * 20_000.0
            })
            .collect();
        let mut echo = vec![0.0; played.len()];
        for &(later, share) in &self.ways {
            for (to, from) in echo.iter_mut().skip(later).zip(&dull) {
                *to += share * from;
            }
        }
        echo
    }
}

/// Where it is not silent.
fn level(samples: impl Iterator<Item = f32>) -> f32 {
    let loud: Vec<f32> = samples.filter(|sample| sample.abs() > 60.0).collect();
    (loud.iter().map(|sample| sample * sample).sum::<f32>() / loud.len().max(1) as f32).sqrt()
}

/// The same throws every time.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Dice {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        dice.between(0.0, 1.0);
        dice
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * (self.0 >> 33) as f64 / f64::from(1_u32 << 31)
    }

    fn below(&mut self, end: usize) -> usize {
        self.between(0.0, end as f64) as usize
    }
}

#[derive(Debug, PartialEq)]
struct Understood {
    what: String,
    sure: bool,
}

struct Reply {
    began: f64,
    ended: f64,
    understood: Option<Understood>,
}

struct Listener {
    model: Model,
    grammar: Arc<Grammar>,
}

impl Listener {
    fn understand(&self, alternatives: &[Alternative]) -> Option<Understood> {
        let start = Chess::default();
        let moment = Moment::new(Some(&start), &Expectation::Move);
        match self.grammar.understand(alternatives, &moment) {
            Understanding::NotUnderstood { .. } => None,
            Understanding::Understood { intent, sure } => {
                Some(Understood { what: format!("{intent:?}"), sure })
            }
            other => Some(Understood { what: format!("{other:?}"), sure: false }),
        }
    }

    fn listen(&self, evening: &Evening) -> Vec<Reply> {
        let start = Chess::default();
        let moment = Moment::new(Some(&start), &Expectation::Move);
        let expected = expected(&self.grammar, &moment);
        let (recognizer, _) = Recognizer::new(&self.model, &expected.phrases).expect("a recognizer");
        let expected = PhraseSet { phrases: Vec::new(), ..expected };
        let options = EarOptions { expected, ..EarOptions::default() };
        let (begin, begun) = bounded(1);
        let heard = Held { until: Some(begun), reads: evening.heard.clone().into_iter() };
        let source =
            EchoCancellingSource::new(Box::new(heard), Box::new(ScriptedSource::of(evening.played.clone())));
        let (tx, rx) = unbounded();
        let ear = Ear::start(Box::new(source), Box::new(recognizer), options, move |event| {
            let _ = tx.send(event);
        })
        .expect("a thread");
        ear.close_gate();
        begin.send(()).expect("a listener");
        let mut heard = Vec::new();
        for event in &rx {
            match event {
                EarEvent::Recognized(utterance) => {
                    heard.push(Reply {
                        began: utterance.began.as_secs_f64(),
                        ended: utterance.ended.as_secs_f64(),
                        understood: self.understand(&alternatives(utterance.alternatives)),
                    });
                    ear.proceed();
                }
                EarEvent::Ended { .. } => break,
                _ => {}
            }
        }
        heard
    }
}

/// Nothing sounds before the gate is closed.
struct Held {
    /// Nothing is read before this is told.
    until: Option<Receiver<()>>,
    reads: std::vec::IntoIter<Vec<i16>>,
}

impl AudioSource for Held {
    fn read(&mut self, block: &mut Vec<i16>) -> AudioRead {
        if let Some(until) = self.until.take() {
            let _ = until.recv();
            // The command that was given before is taken before the next read.
            return AudioRead::Samples;
        }
        match self.reads.next() {
            Some(read) => block.extend(read),
            None => return AudioRead::Ended { fault: None },
        }
        AudioRead::Samples
    }

    fn is_live(&self) -> bool {
        false
    }
}

fn spoken_answers() -> HashMap<(usize, usize), Vec<i16>> {
    let mut answers = HashMap::new();
    for (which, answer) in ANSWERS.iter().enumerate() {
        for (who, voice) in VOICES.iter().enumerate() {
            let samples = sound::spoken(answer, voice);
            let is_loud = |sample: &i16| sample.unsigned_abs() > 200;
            let from = samples.iter().position(is_loud).unwrap_or(0);
            let to = samples.iter().rposition(is_loud).unwrap_or(samples.len());
            answers.insert((which, who), samples[from..to].to_vec());
        }
    }
    answers
}
