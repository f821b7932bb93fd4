//! What the tests with sound share: the model, a synthesised voice, noise.

use std::path::{Path, PathBuf};
use std::process::Command;

use annabella::devices::SAMPLE_RATE;
use annabella::devices::hearing::source::{AudioRead, AudioSource, Pacing, WavSource};

/// The German model: the project's own, or the one it started from.
pub fn model_folder() -> Option<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    [package.join("models/de"), package.join("../shared/models/de-start")]
        .into_iter()
        .find(|folder| folder.join("am/final.mdl").is_file())
}

/// Says `text` in German, at 16 kHz. It needs espeak-ng.
pub fn spoken(text: &str, voice: &str) -> Vec<i16> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("spoken.wav");
    let status = Command::new("espeak-ng")
        .args(["-v", voice, "-s", "150", "-w"])
        .arg(&path)
        .arg(text)
        .status()
        .expect("espeak-ng to speak with");
    assert!(status.success(), "espeak-ng does not speak with the voice {voice}");
    samples_of(&path)
}

/// All samples of a recording.
pub fn samples_of(path: &Path) -> Vec<i16> {
    let mut source = WavSource::open(path, Pacing::FullSpeed).expect("a readable recording");
    let mut samples = Vec::new();
    while source.read(&mut samples) == AudioRead::Samples {}
    samples
}

/// `seconds` of digital silence.
pub fn silence(seconds: f64) -> Vec<i16> {
    vec![0; (seconds * f64::from(SAMPLE_RATE)) as usize]
}

/// White noise from a fixed seed, with the given root mean square.
pub fn noise(samples: usize, rms: f64, seed: u64) -> Vec<i16> {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    let mut uniform = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1_u32 << 31) - 0.5
    };
    // The sum of twelve is as good as normal, with variance one.
    (0..samples).map(|_| ((0..12).map(|_| uniform()).sum::<f64>() * rms) as i16).collect()
}

/// Adds noise to `speech`, `decibels` under its level where it is not silent.
pub fn with_noise(speech: &[i16], decibels: f64, seed: u64) -> Vec<i16> {
    let loud: Vec<f64> =
        speech.iter().map(|&sample| f64::from(sample)).filter(|sample| sample.abs() > 100.0).collect();
    let level = (loud.iter().map(|s| s * s).sum::<f64>() / loud.len().max(1) as f64).sqrt();
    let rms = level / 10_f64.powf(decibels / 20.0);
    speech
        .iter()
        .zip(noise(speech.len(), rms, seed))
        .map(|(&sample, noise)| sample.saturating_add(noise))
        .collect()
}

/// Writes a 16 kHz recording with the given channels.
pub fn write_wav(path: &Path, samples: &[i16], rate: u32, channels: u16) {
    let spec = hound::WavSpec {
        channels,
        sample_rate: rate,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut writer = hound::WavWriter::create(path, spec).expect("a writable folder");
    for &sample in samples {
        for _ in 0..channels {
            writer.write_sample(sample).expect("a writable file");
        }
    }
    writer.finalize().expect("a writable file");
}

/// A crowd: so many people talk, most of the time, about chess and other things; as loud as this on average.
#[allow(dead_code, reason = "not every test has one")]
pub fn crowd(seconds: usize, people: usize, rms: f64) -> Vec<i16> {
    const VOICES: [&str; 8] = ["de", "de+f2", "de+m3", "de+f4", "de+m1", "de+f1", "de+m7", "de+m4"];
    const TALK: [&str; 8] = [
        "Haben Sie schon gehört, wer am ersten Brett spielt? Ich glaube, der Springer steht gut auf Felix fünf.",
        "Der Turm auf Anna eins hat noch nicht mitgespielt, aber was soll er machen? Ja, eben.",
        "Gibt es hier irgendwo Kaffee? Nein, danke, ohne Zucker. Die Uhr geht nach, es ist gleich vier.",
        "Ich hätte mit der Dame auf Hector fünf Schach gegeben. Dann König Gustav acht, und was dann?",
        "Remis? Nein, der spielt immer weiter, drei Stunden lang, das war schon in Hamburg so.",
        "Bauer Eva vier, Bauer Eva fünf, Springer Felix drei, das kenne ich alles aus dem Buch.",
        "Wir haben um sieben Uhr gegessen und sind dann mit dem Zug nach Hause gefahren.",
        "Läufer schlägt Cesar sechs, und Schwarz steht auf Verlust. Richtig, das sehe ich auch so.",
    ];
    let length = seconds * SAMPLE_RATE as usize;
    let mut sum = vec![0.0; length];
    for person in 0..people {
        let mut at = person * 7919 % (SAMPLE_RATE as usize);
        let gain = 1.0 - 0.07 * (person % VOICES.len()) as f64;
        for turn in 0.. {
            let talk = spoken(TALK[(3 * person + turn) % TALK.len()], VOICES[person % VOICES.len()]);
            for (sum, sample) in sum.iter_mut().skip(at).zip(&talk) {
                *sum += gain * f64::from(*sample);
            }
            at += talk.len() + (person + turn) * 1009 % 16 * 1000;
            if at >= length {
                break;
            }
        }
    }
    let level = (sum.iter().map(|sample| sample * sample).sum::<f64>() / length as f64).sqrt();
    sum.iter().map(|sample| (sample * rms / level) as i16).collect()
}
