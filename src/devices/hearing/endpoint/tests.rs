use super::*;
use crate::hearing::white_noise::white_noise;

/// A part of the samples: milliseconds, and root mean square.
#[derive(Clone, Copy)]
enum Segment {
    Noise(usize, f64),
    Voice(usize, f64),
}
use Segment::{Noise, Voice};

const ROOM: f64 = 20.0;
const LOUD: f64 = 3000.0;

#[test]
fn utterances_are_found_where_they_are() {
    for (what, sounds, expected) in [
        ("silence", &[Noise(3000, 0.0)][..], &[][..]),
        ("a quiet room", &[Noise(3000, ROOM)], &[]),
        ("one word", &[Noise(1000, ROOM), Voice(300, LOUD), Noise(1000, ROOM)], &[(1000, 1300)]),
        ("out of digital silence", &[Noise(1000, 0.0), Voice(300, LOUD), Noise(1000, 0.0)], &[(1000, 1300)]),
        ("at once, cut off at the end", &[Voice(400, LOUD), Noise(100, ROOM)], &[(0, 400)]),
        (
            "a pause within a move",
            &[Noise(1000, ROOM), Voice(400, LOUD), Noise(400, ROOM), Voice(400, LOUD), Noise(800, ROOM)],
            &[(1000, 2200)],
        ),
        (
            "two moves, one and a half seconds apart",
            &[Noise(1000, ROOM), Voice(900, LOUD), Noise(1500, ROOM), Voice(900, LOUD), Noise(800, ROOM)],
            &[(1000, 1900), (3400, 4300)],
        ),
        ("a soft voice", &[Noise(1000, ROOM), Voice(400, 3.0 * ROOM), Noise(1000, ROOM)], &[(1000, 1400)]),
        (
            "a voice over noise",
            &[Noise(1000, 600.0), Voice(400, 2000.0), Noise(1000, 600.0)],
            &[(1000, 1400)],
        ),
        (
            "somebody talks in the background",
            &[Noise(1000, ROOM), Voice(400, LOUD), Voice(480, LOUD / 20.0), Noise(1000, ROOM)],
            &[(1000, 1400)],
        ),
        (
            "a slammed door before a soft word",
            &[
                Noise(1000, ROOM),
                Voice(300, 400.0),
                Noise(60, 20_000.0),
                Voice(600, 400.0),
                Noise(1000, ROOM),
            ],
            &[(1000, 1960)],
        ),
        ("a click", &[Noise(1000, ROOM), Noise(10, 20_000.0), Noise(1000, ROOM)], &[]),
        ("a slammed door", &[Noise(1000, ROOM), Noise(500, 9000.0), Noise(1000, ROOM)], &[]),
        (
            "a lever, both ways",
            &[Noise(1000, ROOM), Noise(20, 9000.0), Noise(200, ROOM), Noise(20, 9000.0), Noise(1000, ROOM)],
            &[],
        ),
    ] {
        check(what, sounds, expected);
    }
}

#[test]
fn a_noise_that_stays_becomes_the_floor() {
    let mut steps = Vec::new();
    let mut endpointer = Endpointer::new(EndpointOptions::default());
    endpointer.push(&sound(&[Noise(1000, ROOM), Noise(4000, 800.0)]), &mut steps);
    assert!(!endpointer.is_speech(), "the noise is still taken for speech");
    steps.clear();
    endpointer.push(&sound(&[Voice(500, LOUD), Noise(1000, 800.0)]), &mut steps);
    assert!(steps.iter().any(|step| matches!(step, EndpointEvent::Ended { voiced: true, .. })));
}

#[test]
fn what_has_no_voice_is_told_as_such() {
    let words = [Noise(1000, ROOM), Noise(300, 600.0), Noise(100, ROOM), Noise(300, 600.0), Noise(800, ROOM)];
    let click = [Noise(1000, ROOM), Noise(10, 20_000.0), Noise(1000, ROOM)];
    for (sounds, expected) in [(&words[..], &[Some(false)][..]), (&click, &[])] {
        let mut steps = Vec::new();
        Endpointer::new(EndpointOptions::default()).push(&sound(sounds), &mut steps);
        let ends = steps.iter().filter_map(|step| match step {
            EndpointEvent::Ended { voiced, .. } => Some(Some(*voiced)),
            EndpointEvent::Dropped => Some(None),
            _ => None,
        });
        assert_eq!(ends.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn an_utterance_without_end_is_ended() {
    let options = EndpointOptions { longest: Duration::from_secs(2), ..EndpointOptions::default() };
    let mut steps = Vec::new();
    let syllables: Vec<Segment> = [Voice(180, LOUD), Noise(60, ROOM)].repeat(20);
    Endpointer::new(options).push(&sound(&syllables), &mut steps);
    let ends = steps.iter().filter(|step| matches!(step, EndpointEvent::Ended { .. })).count();
    assert_eq!(ends, 2);
}

#[test]
fn who_talks_without_a_pause_does_not_mean_us() {
    for (pause, expected) in [(60, true), (450, false)] {
        let mut steps = Vec::new();
        let syllables: Vec<Segment> = [Voice(180, LOUD), Noise(pause, ROOM)].repeat(40);
        Endpointer::new(EndpointOptions::default()).push(&sound(&syllables), &mut steps);
        assert_eq!(steps.contains(&EndpointEvent::Overlong), expected, "pauses of {pause} ms");
    }
}

#[test]
fn the_pre_roll_comes_first_and_nothing_is_lost() {
    let samples = sound(&[Noise(1000, ROOM), Voice(300, LOUD), Noise(700, ROOM)]);
    let mut steps = Vec::new();
    // The blocks are uneven, as a sound card may deliver them.
    let mut endpointer = Endpointer::new(EndpointOptions::default());
    for block in samples.chunks(213) {
        endpointer.push(block, &mut steps);
    }
    let heard: Vec<i16> = steps
        .into_iter()
        .filter_map(|step| match step {
            EndpointEvent::Samples(samples) => Some(samples),
            _ => None,
        })
        .flatten()
        .collect();
    let start = samples.windows(heard.len()).position(|window| window == heard);
    // The onset takes at most its window of 120 ms to be noticed.
    assert!(start.is_some_and(|start| start <= 16 * (1000 - 450)), "{start:?}");
}

#[test]
fn what_was_under_way_is_told_and_gets_silence_before_it() {
    let swelling = [Voice(10, 50.0), Voice(20, 600.0), Voice(300, LOUD)];
    for (what, sounds, expected, silence) in [
        ("from the first sample", &[Voice(300, LOUD), Noise(700, ROOM)][..], true, 100),
        ("after a word that was not shown", &[Voice(5, ROOM), Voice(300, LOUD), Noise(700, ROOM)], true, 100),
        ("swelling from the first sample", &swelling, false, 90),
        ("soon", &[Noise(60, ROOM), Voice(300, LOUD), Noise(700, ROOM)], false, 40),
        ("later", &[Noise(1000, ROOM), Voice(300, LOUD), Noise(700, ROOM)], false, 0),
    ] {
        let mut steps = Vec::new();
        Endpointer::new(EndpointOptions::default()).push(&sound(sounds), &mut steps);
        let [EndpointEvent::Began { is_cut, .. }, EndpointEvent::Samples(first), ..] = &steps[..] else {
            panic!("{what}: {steps:?}")
        };
        let zeros = first.iter().take_while(|sample| **sample == 0).count() / 16;
        assert_eq!((*is_cut, zeros), (expected, silence), "{what}");
    }
}

#[test]
fn what_is_skipped_counts_as_time_and_is_forgotten() {
    let mut steps = Vec::new();
    let mut endpointer = Endpointer::new(EndpointOptions::default());
    endpointer.push(&sound(&[Noise(1000, ROOM), Voice(300, LOUD)]), &mut steps);
    assert!(endpointer.is_speech());
    endpointer.skip(SAMPLE_RATE as usize);
    assert!(!endpointer.is_speech());
    assert_eq!(time(endpointer.position()), Duration::from_millis(2300));
    steps.clear();
    endpointer.push(&sound(&[Noise(1000, ROOM)]), &mut steps);
    assert_eq!(steps, []);
}

/// Returns eight people who talk in syllables, each at their own pitch; `rms` is the level of all together.
fn people(length: usize, rms: f64) -> Vec<f32> {
    let mut state = 1_u32;
    let mut between = move |least: usize, most: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        least + (state >> 8) as usize % (most - least)
    };
    let mut sum = vec![0.0; length];
    for person in 0..8_u16 {
        let pitch = f32::from(90 + 17 * person);
        let (mut at, mut until, mut level) = (0, 0, 0.0);
        while at < length {
            if at == until {
                let sounds = level == 0.0;
                until = at + 16 * if sounds { between(80, 300) } else { between(30, 180) };
                level = if sounds { between(30, 100) as f32 } else { 0.0 };
            }
            sum[at] += level * (1.0 - 2.0 * (at as f32 * pitch / SAMPLE_RATE as f32).fract());
            at += 1;
        }
    }
    let level = (sum.iter().map(|sample| sample * sample).sum::<f32>() / length as f32).sqrt();
    sum.iter().map(|sample| sample / level * rms as f32).collect()
}

#[test]
fn among_people_who_talk_only_who_stands_out_is_heard() {
    let second = SAMPLE_RATE as usize;
    let hall = people(40 * second, 600.0);
    let moves = [12, 14, 16, 22, 24, 30, 32, 34].map(|at| at * second);
    let said = sound(&[Voice(300, 2_500.0), Noise(80, ROOM), Voice(500, 1_900.0)]);
    let mut heard: Vec<i16> = hall.iter().map(|sample| *sample as i16).collect();
    for at in moves {
        heard[at..].iter_mut().zip(&said).for_each(|(heard, said)| *heard = heard.saturating_add(*said));
    }
    let mut endpointer = Endpointer::new(EndpointOptions::default());
    let (mut began, mut found, mut listened) = (0, Vec::new(), 0);
    for block in heard.chunks(320) {
        let mut steps = Vec::new();
        endpointer.push(block, &mut steps);
        for step in steps {
            match step {
                EndpointEvent::Began { at, .. } => began = at as usize,
                EndpointEvent::Samples(samples) => listened += samples.len(),
                EndpointEvent::Ended { at, voiced: true } if began > 11 * second => {
                    found.push((began, at as usize))
                }
                EndpointEvent::Ended { .. } | EndpointEvent::Dropped | EndpointEvent::Overlong => {}
            }
        }
    }
    let is_near = |&(from, to): &(usize, usize), at: usize| {
        from.abs_diff(at) < second / 5 && to.abs_diff(at + said.len()) < second / 5
    };
    let hit = moves.iter().filter(|at| found.iter().any(|found| is_near(found, **at))).count();
    assert!(hit == moves.len() && found.len() <= hit + 2, "{found:?}, said at {moves:?}");
    assert!(listened < 30 * second, "{} s of it went to the recognizer", listened / second);
}

fn sound(sounds: &[Segment]) -> Vec<i16> {
    // A sawtooth of 120 Hz, which is like the sound of a throat.
    let tooth = |n: usize| 1.0 - 2.0 * (n as f32 * 120.0 / SAMPLE_RATE as f32).fract();
    let samples = sounds.iter().flat_map(|&sound| match sound {
        Noise(milliseconds, rms) => white_noise(milliseconds * 16, level_of(rms)),
        Voice(milliseconds, rms) => (0..milliseconds * 16).map(|n| level_of(rms) * tooth(n)).collect(),
    });
    samples.map(|sample| sample as i16).collect()
}

/// Returns the amplitude of a root mean square: noise and voice of amplitude 1 both have the variance one third.
fn level_of(rms: f64) -> f32 {
    (3_f64.sqrt() * rms) as f32
}

/// Pushes the sounds in blocks of 20 ms and compares where utterances are found, in milliseconds, give or take 50.
#[track_caller]
fn check(what: &str, sounds: &[Segment], expected: &[(i64, i64)]) {
    let mut steps = Vec::new();
    let mut endpointer = Endpointer::new(EndpointOptions::default());
    for block in sound(sounds).chunks(320) {
        endpointer.push(block, &mut steps);
    }
    endpointer.finish(&mut steps);
    let mut found = Vec::new();
    let mut began = 0;
    for step in &steps {
        match step {
            EndpointEvent::Began { at, .. } => began = time(*at).as_millis() as i64,
            EndpointEvent::Ended { at, voiced: true } => found.push((began, time(*at).as_millis() as i64)),
            EndpointEvent::Ended { .. }
            | EndpointEvent::Samples(_)
            | EndpointEvent::Dropped
            | EndpointEvent::Overlong => {}
        }
    }
    let near = |(a, b): (&(i64, i64), &(i64, i64))| (a.0 - b.0).abs() <= 50 && (a.1 - b.1).abs() <= 50;
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(near),
        "{what}: found {found:?}, expected {expected:?}"
    );
}
