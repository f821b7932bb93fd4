//! Hearing and speaking with the real parts: Vosk, ALSA, PulseAudio,
//! speech-dispatcher.
//!
//! What needs the speech model or espeak-ng's voice is passed over where they are
//! missing, what needs virtual devices where `ANNABELLA_VIRTUAL` names none
//! (`tests/virtual/up.sh`); each says so.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::sound::{model_folder, noise, silence, spoken, with_noise, write_wav};
use annabella::devices::SAMPLE_RATE;
use annabella::devices::hearing::ear::{
    Completeness, CompletenessRule, Ear, EarEvent, EarOptions, PhraseSet,
};
use annabella::devices::hearing::microphone::{self, Microphone, MicrophoneError};
use annabella::devices::hearing::recognizer::{Model, Recognize, Recognizer, UNKNOWN};
use annabella::devices::hearing::source::{
    AudioRead, AudioSource, Pacing, ScriptedRead, ScriptedSource, WavSource,
};
use annabella::devices::hearing::speed_perturbation::perturbed_passes;
use annabella::devices::loudspeaker::Loudspeaker;
use annabella::devices::speaker::{self, Speaker, SpeakerEvent};
use annabella::devices::speech_queue::Priority;
use annabella::devices::voice::VoiceSettings;
use crossbeam_channel::{Receiver, unbounded};
use rustix::time::{ClockId, clock_gettime};

const MOVES: [&str; 4] = [
    "Springer Gustav eins Felix drei",
    "Bauer Eva zwei Eva vier",
    "Dame David eins Hector fünf",
    "kurze Rochade",
];

fn model() -> Model {
    Model::load(&model_folder().expect("a speech model in models/de")).expect("the model loads")
}

fn voice_of(text: &str) -> Vec<i16> {
    spoken(text, "de")
}

fn phrases() -> Vec<String> {
    let files = ["anna", "bella", "cesar", "david", "eva", "felix", "gustav", "hector"];
    let ranks = ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"];
    let mut phrases: Vec<String> = ["ja", "nein", "kurze rochade", "uhr"].map(str::to_owned).to_vec();
    for piece in ["bauer", "springer", "läufer", "turm", "dame", "könig"] {
        for file in files {
            for rank in ranks {
                phrases.push(format!("{piece} {file} {rank} {file} {rank}"));
            }
        }
    }
    phrases
}

/// Everything the ear tells about a source, at full speed.
fn listen(model: &Model, source: impl AudioSource + 'static) -> Vec<EarEvent> {
    listen_for(model, &phrases(), source)
}

fn listen_for(model: &Model, phrases: &[String], source: impl AudioSource + 'static) -> Vec<EarEvent> {
    listen_as(model, phrases, EarOptions::default(), source)
}

fn listen_as(
    model: &Model,
    phrases: &[String],
    options: EarOptions,
    source: impl AudioSource + 'static,
) -> Vec<EarEvent> {
    let (recognizer, missing) = Recognizer::new(model, phrases).expect("a recognizer");
    assert_eq!(missing, [""; 0]);
    let (tx, rx) = unbounded();
    let ear = Ear::start(Box::new(source), Box::new(recognizer), options, move |event| {
        let _ = tx.send(event);
    })
    .expect("a thread");
    let mut events = Vec::new();
    for event in rx.iter() {
        let is_end = matches!(event, EarEvent::Ended { .. });
        if matches!(event, EarEvent::Recognized(_)) {
            ear.proceed();
        }
        events.push(event);
        if is_end {
            break;
        }
    }
    events
}

/// The best alternative of each utterance.
fn best(events: &[EarEvent]) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| match event {
            EarEvent::Recognized(utterance) => Some(utterance.alternatives[0].words.join(" ")),
            _ => None,
        })
        .collect()
}

/// What of them the speaker said.
fn near(events: &[EarEvent]) -> Vec<String> {
    let alternatives = events.iter().flat_map(|event| match event {
        EarEvent::Recognized(utterance) => &utterance.alternatives[..],
        _ => &[],
    });
    alternatives
        .map(|heard| heard.words[heard.near.clone()].join(" "))
        .filter(|words| !words.is_empty())
        .collect()
}

/// The moves, 1.5 s apart, with a second of silence before.
fn moves_apart() -> Vec<i16> {
    let mut samples = silence(1.0);
    for text in MOVES {
        samples.extend(voice_of(text));
        samples.extend(silence(1.5));
    }
    samples
}

fn in_lower_case() -> Vec<String> {
    MOVES.map(str::to_lowercase).to_vec()
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn moves_come_as_one_utterance_each_and_always_the_same() {
    let (model, samples) = (model(), moves_apart());
    for loudness in [None, Some(20.0), Some(10.0)] {
        let heard = match loudness {
            None => samples.clone(),
            Some(decibels) => with_noise(&samples, decibels, 1),
        };
        let first = listen(&model, ScriptedSource::of(heard.clone()));
        assert_eq!(best(&first), in_lower_case(), "{loudness:?} dB");
        let again = listen(&model, ScriptedSource::of(heard));
        assert_eq!(best(&first), best(&again));
    }
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_move_is_told_soon_after_its_end() {
    let (model, samples) = (model(), moves_apart());
    // What the moves begin with is waited for; the moves themselves are not.
    for (pauses, most) in [(beginnings(), 520), (moves(), 270)] {
        let options = EarOptions { expected: PhraseSet::judging(pauses), ..EarOptions::default() };
        let events = listen_as(&model, &phrases(), options, ScriptedSource::of(samples.clone()));
        assert_eq!(best(&events), in_lower_case());
        for event in events {
            if let EarEvent::Recognized(utterance) = event {
                // Of the source's time, so that a busy machine does not matter.
                let silence = utterance.listened - utterance.ended;
                assert!(silence <= Duration::from_millis(most), "{silence:?}");
                let first = utterance.alternatives.iter().filter(|heard| heard.pass == 0);
                assert!(first.count() <= 10);
            }
        }
    }
}

/// Who pauses between words is not cut off, though a whole move is answered sooner.
#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_pause_between_words_cuts_nothing_off() {
    let model = model();
    for pause in [0.15, 0.2, 0.25, 0.3, 0.35, 0.4] {
        let mut samples = silence(1.0);
        for text in MOVES {
            for words in text.split_inclusive(' ') {
                let voice = voice_of(words);
                let loud = |sample: &i16| sample.unsigned_abs() > 300;
                let (first, last) = (voice.iter().position(loud), voice.iter().rposition(loud));
                samples.extend(&voice[first.unwrap_or(0)..last.map_or(voice.len(), |last| last + 1)]);
                samples.extend(silence(pause));
            }
            samples.extend(silence(1.5));
        }
        let options = EarOptions { expected: PhraseSet::judging(moves()), ..EarOptions::default() };
        let heard = best(&listen_as(&model, &phrases(), options, ScriptedSource::of(samples)));
        assert_eq!(heard, in_lower_case(), "{pause} s");
    }
}

/// Nothing vibrates in a whisper, as in a hiss, which is no word.
#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn what_is_whispered_is_heard() {
    let model = model();
    let mut samples = silence(1.0);
    for text in MOVES {
        let whispered = spoken(text, "de+whisperf");
        samples.extend(with_noise(&[whispered, silence(1.5)].concat(), 30.0, 1));
        samples.extend(noise(SAMPLE_RATE as usize / 2, 1000.0, 2));
        samples.extend(silence(1.5));
    }
    let heard = listen(&model, ScriptedSource::of(samples));
    assert_eq!(best(&heard), in_lower_case());
}

/// Somewhat slower and lower, then faster and higher, and with less noise, a voice is a voice still.
#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn moves_are_heard_again_as_if_others_said_them() {
    let model = model();
    let (mut recognizer, _) = Recognizer::new(&model, &phrases()).expect("a recognizer");
    for text in MOVES {
        let said = voice_of(text);
        let samples = [silence(0.4), said, silence(0.5)].concat();
        let hearings = perturbed_passes(&mut recognizer, &samples);
        assert_eq!(hearings.len(), 2);
        for hearing in hearings {
            assert_eq!(hearing[0].words.join(" "), text.to_lowercase());
            let (first, last) = (&hearing[0].times[0], &hearing[0].times[hearing[0].times.len() - 1]);
            let length = samples.len() as f64 / f64::from(SAMPLE_RATE);
            assert!(first.end > Duration::from_millis(450), "{first:?}");
            assert!(last.start.as_secs_f64() < length - 0.5, "{last:?} of {length} s");
        }
    }
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_slow_speaker_is_waited_for() {
    let (model, first, second) = (model(), voice_of("Springer Gustav eins"), voice_of("Felix drei"));
    let samples = [silence(1.0), first, silence(0.7), second, silence(2.0)].concat();
    let (halves, whole) =
        (&["springer gustav eins", "felix drei"][..], &["springer gustav eins felix drei"][..]);
    for (pause, pauses, expected) in [
        (500, CompletenessRule::default(), halves),
        (1600, CompletenessRule::default(), whole),
        (500, beginnings(), whole),
    ] {
        let mut options = EarOptions { expected: PhraseSet::judging(pauses), ..EarOptions::default() };
        options.endpoint.silence = Duration::from_millis(pause);
        let source = ScriptedSource::of(samples.clone());
        let events = listen_as(&model, &phrases(), options, source);
        assert_eq!(best(&events), expected, "a pause of {pause} ms");
    }
}

/// What comes before the last word of the moves is waited for.
fn beginnings() -> CompletenessRule {
    CompletenessRule::new(|words| {
        let words = format!("{} ", words.join(" "));
        let is_begun = in_lower_case().iter().any(|whole| whole.starts_with(&words));
        if is_begun { Completeness::Incomplete } else { Completeness::Unknown }
    })
}

/// The moves themselves are not.
fn moves() -> CompletenessRule {
    let beginnings = beginnings();
    CompletenessRule::new(move |words| match in_lower_case().contains(&words.join(" ")) {
        true => Completeness::Complete,
        false => beginnings.of(words),
    })
}

/// Chess is talked at the next boards, and the recognizer hears words of it: they are told from the speaker's.
#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn other_peoples_words_are_told_apart() {
    let (model, samples) = (model(), moves_apart());
    // Nobody speaks after the last move but the hall, which would be heard alone.
    let samples = &samples[..samples.len() - SAMPLE_RATE as usize * 5 / 4];
    let mut hall = vec![0_i32; samples.len()];
    for (voice, text) in [
        ("de+m3", "Turm Anna eins Hector acht, Läufer Cesar vier"),
        ("de+f2", "Dame Bella drei David sechs, Bauer Eva fünf"),
        ("de+m1", "Eva sieben, König Gustav zwei, Felix fünf"),
        ("de+f3", "Hector sechs Cesar eins, Springer Bella acht"),
    ] {
        let talk = spoken(text, voice);
        for (sum, sample) in hall.iter_mut().zip(talk.iter().cycle()) {
            *sum += i32::from(*sample);
        }
    }
    let heard: Vec<i16> =
        samples.iter().zip(&hall).map(|(&own, all)| own.saturating_add((all / 30) as i16)).collect();
    let (mut whole, mut near) = (Vec::new(), Vec::new());
    for event in listen(&model, ScriptedSource::of(heard)) {
        if let EarEvent::Recognized(utterance) = event {
            let best = &utterance.alternatives[0];
            // Counted anew for each utterance.
            let length = utterance.listened.saturating_sub(utterance.began) + Duration::from_secs(1);
            assert!(best.times.iter().all(|time| time.end < length), "{best:?}");
            whole.push(best.words.join(" "));
            near.push(best.words[best.near.clone()].join(" "));
        }
    }
    assert_eq!(near, in_lower_case());
    assert_ne!(whole, in_lower_case(), "nothing else was heard");
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn somebody_farther_away_is_told_from_the_speaker() {
    let (model, samples, talk) = (model(), moves_apart(), spoken("Turm Anna eins Hector acht", "de+f2"));
    let far: Vec<i16> = talk.iter().map(|&sample| sample / 16).chain([0; SAMPLE_RATE as usize]).collect();
    let heard = [far.clone(), samples, far.clone()].concat();
    let source = ScriptedSource::new([
        ScriptedRead::Samples(heard),
        ScriptedRead::Lost(MicrophoneError::Silent),
        ScriptedRead::Back,
        ScriptedRead::Samples(far),
    ]);
    let mut near = Vec::new();
    for event in listen(&model, source) {
        if let EarEvent::Recognized(utterance) = event {
            let alternatives = utterance.alternatives;
            assert!(
                alternatives.iter().all(|other| other.near.is_empty() == alternatives[0].near.is_empty())
            );
            near.push(!alternatives[0].near.is_empty());
        }
    }
    // Before the speaker has said anything, and with another microphone, nobody knows how loud it is.
    assert_eq!(near, [true, true, true, true, true, false, true]);
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn any_recording_format_is_heard() {
    let (model, mut samples) = (model(), moves_apart());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("moves.wav");
    write_wav(&path, &samples, SAMPLE_RATE, 2);
    let heard = |path: &Path| {
        let source = WavSource::open(path, Pacing::FullSpeed).expect("a recording");
        best(&listen(&model, source))
    };
    assert_eq!(heard(&path), in_lower_case(), "stereo");
    // Every second sample: half the rate, with what aliasing there is.
    let halved: Vec<i16> = samples.chunks(2).map(|pair| pair[0]).collect();
    write_wav(&path, &halved, SAMPLE_RATE / 2, 1);
    let telephone = heard(&path);
    assert_eq!(telephone.len(), MOVES.len(), "8 kHz: {telephone:?}");
    for sample in &mut samples {
        *sample = sample.saturating_mul(8);
    }
    write_wav(&path, &samples, SAMPLE_RATE, 1);
    assert_eq!(heard(&path), in_lower_case(), "clipped");
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn noise_and_silence_are_no_words() {
    let model = model();
    let length = 5 * SAMPLE_RATE as usize;
    let mut knocks = silence(5.0);
    for second in 0..5 {
        let knock = noise(800, 8000.0, second);
        let at = second as usize * SAMPLE_RATE as usize;
        knocks[at..at + knock.len()].copy_from_slice(&knock);
    }
    let mut bursts = Vec::new();
    for n in 0..4 {
        bursts.extend(silence(1.0));
        bursts.extend(noise(SAMPLE_RATE as usize / 2, 3000.0, n));
    }
    for (what, samples) in [
        ("digital silence", silence(5.0)),
        ("faint noise", noise(length, 30.0, 1)),
        ("loud noise", noise(length, 6000.0, 2)),
        ("knocks", knocks),
        // Nothing tells them from a whisper but what is heard: it counts as if it were said farther away.
        ("bursts of noise", bursts),
        ("full scale", vec![i16::MIN; length]),
    ] {
        let events = listen(&model, ScriptedSource::of(samples));
        let words = if what == "bursts of noise" { near(&events) } else { best(&events) };
        assert_eq!(words, [""; 0], "{what}");
        assert_eq!(events.last(), Some(&EarEvent::Ended { fault: None }));
    }
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn foreign_speech_is_marked_unknown_or_silent() {
    let (model, samples) = (model(), voice_of("Heute Abend wollen wir zusammen ins Theater gehen"));
    for event in listen(&model, ScriptedSource::of(samples)) {
        if let EarEvent::Recognized(utterance) = event {
            assert!(utterance.alternatives[0].words.iter().any(|word| word == UNKNOWN), "{utterance:?}");
        }
    }
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn phrases_are_checked_before_libvosk_sees_them() {
    let model = model();
    let phrases = [
        "bauer eva vier",
        "bauer quuxolotl vier",
        "quuxolotl",
        "a\"] bauer",
        "bauer\\ eva",
        "bauer\0eva",
        "",
        "  ",
    ]
    .map(str::to_owned);
    let (mut recognizer, missing) = Recognizer::new(&model, &phrases).expect("a recognizer");
    assert_eq!(missing, ["quuxolotl"]);
    assert_eq!(recognizer.expect(&phrases), Ok(vec![]), "said once only");
    assert_eq!(recognizer.expect(&[]), Ok(vec![]), "no phrases at all");
    assert!(model.knows("springer"));
    assert!(model.knows(UNKNOWN));
    assert!(!model.knows("quuxolotl"));
    recognizer.accept(&silence(0.5)).expect("silence");
    for heard in recognizer.finish().expect("silence is heard") {
        assert!(heard.words.iter().all(|word| word == UNKNOWN), "{heard:?}");
    }
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn broken_models_are_refused_with_a_sentence() {
    let sound = model_folder().expect("a speech model in models/de");
    // What libvosk 0.3.45 crashes on, or takes without a word.
    for (file, keep) in [
        ("am/final.mdl", 0),
        ("am/final.mdl", 50),
        ("am/final.mdl", 99),
        ("conf/model.conf", 0),
        ("conf/fbank.conf", 0),
        ("graph/HCLr.fst", 0),
        ("graph/HCLr.fst", 50),
        ("graph/HCLr.fst", 95),
        ("graph/words.txt", 0),
        ("graph/words.txt", 50),
        ("graph/disambig_tid.int", 50),
        ("graph/phones/word_boundary.int", 0),
        ("graph/phones/word_boundary.int", 50),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        copy_folder(&sound, folder.path());
        let path = folder.path().join(file);
        let Ok(content) = std::fs::read(&path) else {
            continue;
        };
        std::fs::write(&path, &content[..content.len() * keep / 100]).expect("a writable file");
        let Err(error) = Model::load(folder.path()) else {
            panic!("{file}, {keep} % of it, was taken");
        };
        let error = error.to_string();
        assert!(error.starts_with("the speech model ") && !error.contains('\n'));
    }
}

fn copy_folder(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir_all(&target).expect("a folder");
            copy_folder(&entry.path(), &target);
        } else {
            let content = std::fs::read(entry.path()).expect("a file");
            std::fs::write(target, content).expect("a file");
        }
    }
}

/// A set of virtual devices, which other tests must not use at the same time.
struct Virtual(PathBuf);

impl Virtual {
    fn found() -> Self {
        Self(
            std::env::var_os("ANNABELLA_VIRTUAL")
                .expect("virtual devices, see tests/virtual/README.md")
                .into(),
        )
    }

    /// `kill` or `start`, `pulse` or `speechd`.
    fn one(&self, what: &str, daemon: &str) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/virtual/one.sh");
        let status = Command::new("bash").arg(script).arg(&self.0).args([what, daemon]).status();
        assert!(status.is_ok_and(|status| status.success()), "{what} {daemon}");
    }

    /// Plays samples into the virtual microphone, to their end.
    fn play(&self, samples: &[i16]) {
        let path = self.0.join("microphone.wav");
        write_wav(&path, samples, SAMPLE_RATE, 1);
        let status = Command::new("paplay").args(["-d", "mic"]).arg(&path).status();
        assert!(status.is_ok_and(|status| status.success()), "paplay");
    }

    /// How many seconds of sound have come out of the virtual speaker so far.
    fn sounded(&self) -> usize {
        let recording = std::fs::read(self.0.join("speaker.raw")).unwrap_or_default();
        let loud = recording
            .chunks_exact(2)
            .filter(|pair| i16::from_le_bytes([pair[0], pair[1]]).unsigned_abs() > 300);
        loud.count() / 48_000
    }
}

/// One test, because the devices are one: what is killed here is missed everywhere.
#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn virtual_devices_are_heard_lost_and_found_again() {
    let devices = Virtual::found();
    microphones_are_listed();
    the_microphone_hears_bit_for_bit(&devices);
    silence_costs_next_to_nothing();
    tones_leave_nothing_behind();
    the_ear_hears_through_the_sound_server_and_after_its_death(&devices);
    the_speaker_speaks_in_order_and_stops(&devices);
    the_speaker_survives_its_server(&devices);
}

fn microphones_are_listed() {
    let list = microphone::list().expect("a sound system");
    assert!(list[0].is_default, "{list:?}");
    assert!(list.iter().any(|device| device.name == "mic"), "{list:?}");
    let error = Microphone::open(Some("no such thing")).err();
    assert!(matches!(error, Some(MicrophoneError::NoSuchDevice { .. })));
}

fn the_microphone_hears_bit_for_bit(devices: &Virtual) {
    let mut sent = silence(0.5);
    sent.extend(noise(SAMPLE_RATE as usize, 5000.0, 9));
    let mut microphone = Microphone::open(Some("mic")).expect("the virtual microphone");
    let mut heard = Vec::new();
    assert_eq!(microphone.read(&mut heard), AudioRead::Samples);
    std::thread::scope(|scope| {
        let player = scope.spawn(|| devices.play(&sent));
        let deadline = Instant::now() + Duration::from_secs(10);
        while Instant::now() < deadline && !player.is_finished() {
            assert_eq!(microphone.read(&mut heard), AudioRead::Samples);
        }
    });
    let noise = &sent[SAMPLE_RATE as usize / 2..][..SAMPLE_RATE as usize / 2];
    assert!(
        heard.windows(noise.len()).any(|window| window == noise),
        "{} samples heard, the noise is not among them",
        heard.len()
    );
}

/// What is played is listened to as well, in case somebody speaks into it: in hundreds of blocks a second here.
fn silence_costs_next_to_nothing() {
    let mut source = Microphone::open(None).expect("the default microphone").without_echo();
    let mut heard = Vec::new();
    let mut listen = |seconds| {
        let until = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < until {
            assert_eq!(source.read(&mut heard), AudioRead::Samples);
        }
    };
    // Until it knows that nothing is played any more.
    listen(4);
    let worked = || clock_gettime(ClockId::ProcessCPUTime);
    let (before, began) = (worked(), Instant::now());
    listen(5);
    let worked = Duration::try_from(worked() - before).expect("time that has passed");
    assert!(heard.len() > 7 * SAMPLE_RATE as usize, "{} samples", heard.len());
    let share = worked.as_secs_f64() / began.elapsed().as_secs_f64();
    // Our own part takes several times as long without optimization; asking for the time of every fragment takes 13 %.
    let most = if cfg!(debug_assertions) { 0.05 } else { 0.02 };
    assert!(share < most, "{:.1} % of a core", 100.0 * share);
}

/// The stream is opened for a tone and closed when none has come for a while.
fn tones_leave_nothing_behind() {
    let count = |what: &str| std::fs::read_dir(format!("/proc/self/{what}")).map_or(0, Iterator::count);
    let counts = || ["task", "fd"].map(count);
    drop(Loudspeaker::open().expect("the virtual loudspeaker"));
    let before = counts();
    for _ in 0..30 {
        drop(Loudspeaker::open().expect("the virtual loudspeaker"));
    }
    // Other tests have threads and files as well, but not thirty.
    let more = counts().iter().zip(before).map(|(after, before)| after.saturating_sub(before)).max();
    assert!(more < Some(15), "{before:?} threads and files, then {:?}", counts());
}

fn the_ear_hears_through_the_sound_server_and_after_its_death(devices: &Virtual) {
    let (model, samples) = (model(), voice_of(MOVES[0]));
    let (recognizer, _) = Recognizer::new(&model, &phrases()).expect("a recognizer");
    let (tx, rx) = unbounded();
    let microphone = Microphone::open(None).expect("the default microphone");
    let ear = Ear::start(Box::new(microphone), Box::new(recognizer), EarOptions::default(), move |event| {
        let _ = tx.send(event);
    })
    .expect("a thread");
    let hears_it = || {
        devices.play(&samples);
        let heard = wait_for(&rx, |event| matches!(event, EarEvent::Recognized(_)));
        assert_eq!(best(&heard), [MOVES[0].to_lowercase()]);
    };
    hears_it();

    ear.close_gate();
    devices.play(&samples);
    ear.open_gate();
    assert_eq!(best(&rx.try_iter().collect::<Vec<_>>()), [""; 0]);
    std::thread::sleep(Duration::from_millis(600));
    hears_it();

    devices.one("kill", "pulse");
    wait_for(&rx, |event| matches!(event, EarEvent::Lost { .. }));
    devices.one("start", "pulse");
    let back = wait_for(&rx, |event| *event == EarEvent::Back);
    assert!(!back.iter().any(|event| matches!(event, EarEvent::Lost { .. })));
    hears_it();
    // speech-dispatcher 0.11 aborts when it finds its own connection to PulseAudio dead.
    devices.one("start", "speechd");
}

fn speaker() -> (Speaker, Receiver<SpeakerEvent>) {
    let (tx, rx) = unbounded();
    let speaker = speaker::system(VoiceSettings::default(), move |event| {
        let _ = tx.send(event);
    })
    .expect("a thread");
    (speaker, rx)
}

fn the_speaker_speaks_in_order_and_stops(devices: &Virtual) {
    use SpeakerEvent::{Began, Ended, Stopped};
    let before = devices.sounded();
    let (mut speaker, rx) = speaker();
    speaker.say(1, "Bauer Eva zwei Eva vier.", Priority::Lasting);
    speaker.say(2, "Springer Gustav eins Felix drei.", Priority::Lasting);
    let said = wait_for(&rx, |event| *event == Ended(2));
    assert_eq!(said, [Began(1), Ended(1), Began(2), Ended(2)]);
    assert!(devices.sounded() > before, "nothing came out of the speaker");

    speaker.say(3, "Ein langer Satz, der nicht zu Ende gesprochen wird.", Priority::Lasting);
    wait_for(&rx, |event| *event == Began(3));
    speaker.stop();
    speaker.say(4, "Nein.", Priority::Lasting);
    let said = wait_for(&rx, |event| *event == Ended(4));
    assert_eq!(said, [Stopped(3), Began(4), Ended(4)]);

    assert_eq!(speaker.rate(500), 100);
    assert_eq!(speaker.volume(-50), -50);
    speaker.say(5, "Noch ein langer Satz, der nicht zu Ende gesprochen wird.", Priority::Lasting);
    speaker.say(6, "Dieser beginnt gar nicht.", Priority::Lasting);
    wait_for(&rx, |event| *event == Began(5));
    speaker.stop();
    let said = wait_for(&rx, |event| *event == Stopped(6));
    assert_eq!(said, [Stopped(5), Stopped(6)]);
}

fn the_speaker_survives_its_server(devices: &Virtual) {
    use SpeakerEvent::{Back, Began, Deferred, Ended};
    let (speaker, rx) = speaker();
    speaker.say(1, "Bereit.", Priority::Lasting);
    wait_for(&rx, |event| *event == Ended(1));
    devices.one("kill", "speechd");
    wait_for(&rx, |event| matches!(event, SpeakerEvent::Lost { .. }));
    speaker.say(2, "Ohne Stimme.", Priority::Lasting);
    let told = wait_for(&rx, |event| matches!(event, SpeakerEvent::Unspoken { .. }));
    let text = "Ohne Stimme.".to_owned();
    assert_eq!(told, [SpeakerEvent::Unspoken { id: 2, text }]);
    devices.one("start", "speechd");
    wait_for(&rx, |event| *event == Back);
    speaker.say(3, "Wieder da.", Priority::Lasting);
    let mut said = wait_for(&rx, |event| *event == Ended(3));
    // A server that has just started may take its time.
    said.retain(|event| *event != Deferred(3));
    assert_eq!(said, [Began(3), Ended(3)]);
}

/// Everything that is told up to what is waited for, which must come within
/// some minutes.
#[track_caller]
fn wait_for<E: std::fmt::Debug>(rx: &Receiver<E>, is_it: impl Fn(&E) -> bool) -> Vec<E> {
    let deadline = Instant::now() + Duration::from_secs(200);
    let mut told = Vec::new();
    while let Ok(event) = rx.recv_deadline(deadline) {
        let found = is_it(&event);
        told.push(event);
        if found {
            return told;
        }
    }
    panic!("waited in vain; told: {told:?}");
}

/// The labelled words of other people's voices, where they are at hand.
#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn human_words_are_heard() {
    let words = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/speech/check-words");
    let labels = std::fs::read_to_string(words.join("labels.tsv")).expect("recordings in ../shared");
    let model = model();
    let labelled: Vec<(PathBuf, String)> = labels
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(file, label)| (words.join(file), label.trim().to_lowercase()))
        .filter(|(path, label)| path.is_file() && label.split(' ').all(|word| model.knows(word)))
        .collect();
    let phrases: Vec<String> = labelled.iter().map(|(_, label)| label.clone()).collect();
    let mut right = 0;
    for (path, label) in &labelled {
        let source = WavSource::open(path, Pacing::FullSpeed).expect("a recording");
        let heard = best(&listen_for(&model, &phrases, source));
        if heard == [label.as_str()] {
            right += 1;
        } else {
            println!("{label:?} was heard as {heard:?}");
        }
    }
    println!("{right} of {} words heard", labelled.len());
    assert!(right * 10 >= labelled.len() * 8, "{right} of {}", labelled.len());
}
