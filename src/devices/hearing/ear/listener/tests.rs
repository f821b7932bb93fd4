use crossbeam_channel::unbounded;

use super::*;
use crate::SAMPLE_RATE;
use crate::hearing::ear::{Completeness, CompletenessRule, Ear};
use crate::hearing::microphone::MicrophoneError;
use crate::hearing::recognizer::ScriptedRecognizer;
use crate::hearing::source::{ScriptedRead, ScriptedSource};
use crate::hearing::white_noise::white_noise;

/// What a test does at each hypothesis.
type AtHeard = fn(&Ear, usize);

#[test]
fn utterances_come_in_order() {
    let source = ScriptedSource::of(room_with_words(2));
    let events = listen(source, &["eva vier", "eva fünf"], |_, _| {});
    assert_eq!(told(&events), ["began", "eva vier", "began", "eva fünf", "ended"]);
    let utterance = utterances(&events)[0];
    let near = |time: Duration, milliseconds: i64| (time.as_millis() as i64 - milliseconds).abs() <= 50;
    assert!(near(utterance.began, 1000), "{:?}", utterance.began);
    assert!(near(utterance.ended, 1400), "{:?}", utterance.ended);
    assert!(near(utterance.listened, 1900), "{:?}", utterance.listened);
}

#[test]
fn what_has_no_voice_was_whispered_where_all_of_it_is_words() {
    let mut room = tone(16_000, 10.0);
    for _ in 0..3 {
        room.extend(white_noise(6_400, 3000.0).iter().map(|sample| *sample as i16));
        room.extend(tone(24_000, 10.0));
    }
    let events = listen(ScriptedSource::of(room), &["eva vier", "[unk] vier", "ja"], |_, _| {});
    assert_eq!(told(&events), ["began", "eva vier", "began", "no words", "began", "ja", "ended"]);
    assert_eq!(utterances(&events)[0].alternatives[0].near, 0..0, "as from farther away");
}

#[test]
fn words_are_told_while_the_gate_is_open() {
    let close: AtHeard = |ear, heard| {
        if heard == 1 {
            ear.close_gate();
        }
    };
    let close_and_open: AtHeard = |ear, heard| {
        if heard == 1 {
            ear.close_gate();
            ear.open_gate();
        }
    };
    let cases: [(&[&str], AtHeard, &[&str]); 3] = [
        (&["", "eva fünf"], |_, _| {}, &["began", "no words", "began", "eva fünf", "ended"]),
        (&["eva vier", "eva fünf"], close, &["began", "eva vier", "ended"]),
        (&["eva vier", "eva fünf"], close_and_open, &["began", "eva vier", "began", "eva fünf", "ended"]),
    ];
    for (lines, at_heard, expected) in cases {
        let events = listen(ScriptedSource::of(room_with_words(2)), lines, at_heard);
        assert_eq!(told(&events), expected);
    }
}

/// Returns quiet and tones in turn, quiet first, each with its length in milliseconds.
fn by_turns(turns: &[usize]) -> Vec<i16> {
    let level = |n: usize| if n.is_multiple_of(2) { 10.0 } else { 8000.0 };
    turns.iter().enumerate().flat_map(|(n, ms)| tone(ms * 16, level(n))).collect()
}

const SCRIPT: [&str; 3] = ["eva vier", "felix drei", "eva fünf"];

/// Blocks of quiet and tones in turn, with the gate closed or opened, or the talk key released or pressed, before.
type Blocks<'a> = &'a [(Option<bool>, &'a [usize])];

fn gate(open: bool) -> EarCommand {
    EarCommand::Gate { open }
}

/// Returns what the ear reports of recorded blocks.
fn told_of(blocks: Blocks) -> Vec<String> {
    told_of_source(ScriptedSource::of(Vec::new()), &SCRIPT, blocks)
}

fn told_of_source(source: impl AudioSource + 'static, script: &[&str], blocks: Blocks) -> Vec<String> {
    told_with(source, script, EarOptions::default(), gate, blocks)
}

fn told_with(
    source: impl AudioSource + 'static,
    script: &[&str],
    options: EarOptions,
    command: fn(bool) -> EarCommand,
    blocks: Blocks,
) -> Vec<String> {
    let (commands, inbox) = unbounded();
    let mut events = Vec::new();
    let recognizer = Box::new(ScriptedRecognizer::new(script));
    let mut listener =
        Listener::new(Box::new(source), recognizer, options, inbox, |event| events.push(event));
    for (on, turns) in blocks {
        if let Some(on) = *on {
            commands.send(command(on)).unwrap();
            commands.send(EarCommand::Proceed).unwrap();
        }
        listener.waiting = false;
        listener.take_commands();
        listener.take_block(&by_turns(turns));
    }
    drop(listener);
    told(&events)
}

/// A microphone from which the program's own voice was removed.
#[derive(Clone, Copy)]
struct CancelledEcho(EchoState);

impl AudioSource for CancelledEcho {
    fn read(&mut self, _: &mut Vec<i16>) -> AudioRead {
        AudioRead::Samples
    }

    fn is_live(&self) -> bool {
        true
    }

    fn echo_state(&self) -> EchoState {
        self.0
    }
}

#[test]
fn where_our_own_voice_is_taken_out_we_may_be_spoken_into() {
    let said: Blocks = &[(Some(false), &[400]), (None, &[0, 200]), (None, &[0, 200]), (None, &[600])];
    let mine = 8000.0_f64.powi(2) / 2.0 * 3_200.0;
    let removed = |is_playing, energy_before| EchoState::Cancelled { is_playing, energy_before };
    let (alike, otherwise) = (&["eva vier"; 3], &["eva vier", "felix drei", "eva vier"]);
    for (own_voice, script, expected) in [
        (EchoState::Uncancelled, alike, &[][..]),
        (removed(true, 2.0 * mine), alike, &["began", "eva vier"]),
        // Nobody speaks: the canceller leaves little of the echo.
        (removed(true, 20.0 * mine), alike, &["began", "no words"]),
        // A canceller that has lost the echo path leaves what sounds like a voice.
        (removed(true, mine), otherwise, &["began", "no words"]),
        // The program speaks into headphones, or is silent.
        (removed(true, 0.0), otherwise, &["began", "eva vier"]),
        (removed(false, mine), otherwise, &["began", "eva vier"]),
    ] {
        let told = told_of_source(CancelledEcho(own_voice), script, said);
        assert_eq!(told, expected, "{own_voice:?}");
    }
}

#[test]
fn while_we_speak_a_short_pause_is_no_end() {
    let pauses = CompletenessRule::new(|_| Completeness::Complete);
    for (open, expected) in [(true, &["began", "eva vier"][..]), (false, &["began"])] {
        let source = CancelledEcho(EchoState::Cancelled { is_playing: true, energy_before: 0.0 });
        let options = EarOptions { expected: PhraseSet::judging(pauses.clone()), ..EarOptions::default() };
        let told = told_with(source, &["eva vier"], options, gate, &[(Some(open), &[400, 400, 350])]);
        assert_eq!(told, expected, "gate open: {open}");
    }
}

/// What a live source brings after a report is listened to before it is told that nobody speaks.
#[test]
fn what_came_during_recognition_is_listened_to_first() {
    let told = |rest: &[&[usize]]| {
        let said: Vec<(Option<bool>, &[usize])> =
            [&[600, 200, 900][..]].iter().chain(rest).map(|turns| (None, *turns)).collect();
        told_of_source(CancelledEcho(EchoState::Uncancelled), &SCRIPT, &said)
    };
    assert_eq!(told(&[]), ["began", "eva vier"]);
    assert_eq!(told(&[&[400], &[400]]), ["began", "eva vier", "caught up"]);
    assert_eq!(told(&[&[400, 100], &[0, 100]]), ["began", "eva vier", "began"]);
    assert_eq!(told(&[&[400, 200, 900], &[400]]), ["began", "eva vier", "began", "felix drei", "caught up"]);
}

#[test]
fn who_listens_too_slowly_passes_over_what_is_old() {
    let live = CancelledEcho(EchoState::Uncancelled);
    let said = |ms: usize| [vec![600, 200], vec![0, ms, 900], vec![300, 400, 600]];
    // A live source that brings more than two seconds at once loses the word under way; a recording waits.
    for (is_live, ms, first) in [(true, 300, "eva vier"), (true, 1500, "no words"), (false, 1500, "eva vier")]
    {
        let blocks = said(ms);
        let blocks: Vec<(Option<bool>, &[usize])> = blocks.iter().map(|turns| (None, &turns[..])).collect();
        let told = if is_live { told_of_source(live, &SCRIPT, &blocks) } else { told_of(&blocks) };
        assert_eq!(told, ["began", first, "began", "felix drei"], "live: {is_live}, {ms} ms");
    }
}

#[test]
fn what_sounds_too_long_for_its_words_is_no_speech() {
    for (syllables, words, expected) in
        [(6, "ja", "ja"), (10, "ja", "no words"), (10, "eva vier", "eva vier"), (18, "eva vier", "no words")]
    {
        let source =
            ScriptedSource::of(by_turns(&[&[1000][..], &[180, 60].repeat(syllables), &[180, 900]].concat()));
        let told = told(&listen(source, &[words], |_, _| {}));
        assert_eq!(told, ["began", expected, "ended"], "{syllables} syllables");
    }
}

#[test]
fn talk_is_not_heard_again() {
    for (syllables, hearings) in [(10, 3), (30, 1)] {
        let turns = [&[1000][..], &[180, 60].repeat(syllables), &[180, 900]].concat();
        let source = ScriptedSource::of(by_turns(&turns));
        let heard = "eva vier schlägt david fünf";
        let events = listen(source, &[&format!("{heard}|eva fünf"), heard, heard], |_, _| {});
        let last = utterances(&events)[0].alternatives.iter().map(|heard| heard.pass + 1).max();
        assert_eq!(last, Some(hearings), "{syllables} syllables");
    }
}

#[test]
fn a_voice_of_ours_that_sounds_from_somewhere_else_is_not_listened_to() {
    let elsewhere = CancelledEcho(EchoState::Cancelled { is_playing: false, energy_before: 0.0 });
    let first: (Option<bool>, &[usize]) = (Some(false), &[100, 800]);
    let on: (Option<bool>, &[usize]) = (None, &[0, 200]);
    let events =
        told_of_source(elsewhere, &SCRIPT, &[first, on, on, (None, &[600]), (Some(true), &[600, 400, 600])]);
    assert_eq!(events, ["began", "clipped", "began", "felix drei"]);
}

#[test]
fn what_began_before_the_gate_was_open_is_heard_whole_or_not_at_all() {
    let anew = ["began", "eva vier"];
    for (turns, expected) in [
        // The sound is under way when the gate opens, or begins at that very moment.
        (&[0, 600][..], &["clipped"][..]),
        (&[30, 600], &["clipped"]),
        // The rest after a pause would make sense alone, but it is clipped too, and that is reported once.
        (&[0, 600, 600, 400], &["clipped"]),
        (&[0, 600, 600, 400, 600, 400], &["clipped"]),
        // A new utterance counts.
        (&[0, 600, 800, 400], &["clipped", "began", "eva vier"]),
        // The sound is an echo of the program; an utterance follows.
        (&[0, 220], &[]),
        (&[0, 220, 500, 400], &anew),
        // The utterance begins after the gate has opened, however soon.
        (&[100, 600], &anew),
        (&[300, 400], &anew),
    ] {
        // The gate is closed for a second and opened with the turns.
        let told = told_of(&[(None, &[1000]), (Some(false), &[1000]), (Some(true), turns), (None, &[1500])]);
        assert_eq!(told, expected, "{turns:?}");
    }
}

#[test]
fn what_is_cut_off_by_our_own_voice_is_to_be_said_again() {
    let cut =
        told_of(&[(None, &[1000, 300]), (Some(false), &[0, 300, 1500]), (Some(true), &[1000, 400, 1500])]);
    assert_eq!(cut, ["began", "clipped", "began", "felix drei"]);
    // After a pause this long the utterance has ended.
    let ended = told_of(&[(None, &[1000, 300, 250]), (Some(false), &[1500])]);
    assert_eq!(ended, ["began", "eva vier"]);
    // A knock is no word.
    assert_eq!(told_of(&[(None, &[1000, 70]), (Some(false), &[1500])]), ["began", "no words"]);
}

#[test]
fn the_talk_key_lets_be_heard_and_ends_it() {
    let blocks: Blocks = &[
        (Some(false), &[1000, 400, 1000]),
        // The key is released with the last sound: the ear waits for nothing more.
        (Some(true), &[300, 400]),
        (Some(false), &[0, 400, 1000]),
        // The key is pressed in the middle of a word.
        (Some(true), &[0, 400]),
        (Some(false), &[1000]),
        (Some(true), &[300, 400, 50]),
        (Some(false), &[1000]),
    ];
    let source = ScriptedSource::of(Vec::new());
    let key = |on| EarCommand::PushToTalk { on };
    let told = told_with(source, &["eva vier", "eva fünf"], EarOptions::default(), key, blocks);
    assert_eq!(told, ["began", "eva vier", "clipped", "began", "eva fünf"]);
}

#[test]
fn a_lost_microphone_costs_the_word_and_no_more() {
    let words = room_with_words(1);
    let (cut, _) = words.split_at(SAMPLE_RATE as usize * 12 / 10);
    let source = ScriptedSource::new([
        ScriptedRead::Samples(cut.to_vec()),
        ScriptedRead::Lost(MicrophoneError::Silent),
        ScriptedRead::Back,
        ScriptedRead::Samples(words),
    ]);
    let events = listen(source, &["eva vier", "eva fünf"], |_, _| {});
    assert_eq!(
        told(&events),
        ["began", "no words", "lost: the sound system does not answer", "back", "began", "eva fünf", "ended"]
    );
}

#[test]
fn missing_words_are_named() {
    let recognizer = ScriptedRecognizer::new(&["eva vier"]).lacking(&["quux"]);
    let source = ScriptedSource::of(room_with_words(1));
    let events = listen_with(source, recognizer, |ear, _| {
        ear.expect(PhraseSet { phrases: vec!["quux".to_owned()], ..PhraseSet::default() });
    });
    assert_eq!(told(&events), ["began", "eva vier", "missing: quux", "ended"]);
}

#[test]
fn the_recognizer_finds_the_silence_that_noise_hides() {
    let mut samples = room_with_words(0);
    samples.extend(tone(2 * SAMPLE_RATE as usize, 8000.0));
    let recognizer = ScriptedRecognizer::new(&["eva vier"]).impatient();
    let events = listen_with(ScriptedSource::of(samples), recognizer, |_, _| {});
    assert_eq!(told(&events), ["began", "eva vier", "ended"]);
    assert!(utterances(&events)[0].listened < Duration::from_secs(2));
}

/// The noise is not taken for a whisper, because the utterance was reported already.
#[test]
fn noise_after_an_utterance_adds_no_words() {
    let mut samples = room_with_words(0);
    samples.extend(tone(6_400, 8000.0));
    samples.extend(white_noise(SAMPLE_RATE as usize, 14_000.0).iter().map(|sample| *sample as i16));
    samples.extend(tone(SAMPLE_RATE as usize, 10.0));
    let recognizer = ScriptedRecognizer::new(&["eva vier", "ja"]).impatient();
    let events = listen_with(ScriptedSource::of(samples), recognizer, |_, _| {});
    assert_eq!(told(&events), ["began", "eva vier", "ended"]);
}

#[test]
fn what_follows_at_once_and_softer_is_as_from_farther_away() {
    for (pause, level, expected) in [(0.7, 2000.0, 0..0), (0.7, 4000.0, 0..1), (1.7, 2000.0, 0..1)] {
        let mut samples = room_with_words(0);
        samples.extend(tone(6_400, 8000.0));
        samples.extend(tone((pause * f64::from(SAMPLE_RATE)) as usize, 10.0));
        samples.extend(tone(6_400, level));
        samples.extend(tone(16_000, 10.0));
        let recognizer = ScriptedRecognizer::new(&["eva vier", "dame"]).timed();
        let events = listen_with(ScriptedSource::of(samples), recognizer, |_, _| {});
        assert_eq!(utterances(&events)[1].alternatives[0].near, expected, "{level} after {pause} s");
    }
}

#[test]
fn who_has_only_begun_a_move_may_think() {
    let halting = || {
        let mut samples = room_with_words(0);
        for pause in [14_400, 32_000] {
            samples.extend(tone(6_400, 8000.0));
            samples.extend(tone(pause, 10.0));
        }
        ScriptedSource::of(samples)
    };
    let listen = |lines: &[&str], beginnings: &[&'static str]| {
        let pauses = beginning_with(beginnings);
        let options = EarOptions { expected: PhraseSet::judging(pauses), ..EarOptions::default() };
        listen_as(halting(), ScriptedRecognizer::new(lines), options, |_, _| {})
    };
    // The words are 0.9 s apart, and a pause of half a second ends an utterance.
    let ended = |events: &[EarEvent]| utterances(events)[0].listened.as_millis();
    let finished = listen(&["eva zwei", "eva vier"], &["eva", "eva zwei eva"]);
    assert_eq!(told(&finished), ["began", "eva zwei", "began", "eva vier", "ended"]);
    assert!((1850..=1950).contains(&ended(&finished)), "{}", ended(&finished));
    // In each pause the recognizer is made to finish, and then gets the same samples again.
    let begun = listen(&["eva zwei"; 3], &["eva", "eva zwei", "eva zwei eva"]);
    assert_eq!(told(&begun), ["began", "eva zwei", "ended"]);
    // The script says the same after the second word, so there is time to think again.
    assert!((4150..=4250).contains(&ended(&begun)), "{}", ended(&begun));
}

#[test]
fn what_leaves_a_doubt_is_heard_three_times() {
    let source = ScriptedSource::of(room_with_words(2));
    let lines = ["eva drei | eva vier", "eva vier", "eva fünf | ", "eva sechs"];
    let events = listen(source, &lines, |_, _| {});
    let heard: Vec<Vec<(usize, String)>> = utterances(&events)
        .iter()
        .map(|utterance| {
            utterance.alternatives.iter().map(|heard| (heard.pass, heard.words.join(" "))).collect()
        })
        .collect();
    let said = |pass: usize, words: &str| (pass, words.to_owned());
    let doubtful = vec![said(0, "eva drei"), said(0, "eva vier"), said(1, "eva vier"), said(2, "eva fünf")];
    assert_eq!(heard, [doubtful, vec![said(0, "eva sechs")]]);
}

#[test]
fn samples_are_kept_on_demand() {
    let options = EarOptions { keep_samples: true, ..EarOptions::default() };
    let source = ScriptedSource::of(room_with_words(1));
    let events = listen_as(source, ScriptedRecognizer::new(&["eva vier"]), options, |_, _| {});
    let kept = utterances(&events)[0].samples.as_ref().expect("samples");
    // The samples are the word, the silence after it, and some of what came before.
    let seconds = kept.len() as f64 / f64::from(SAMPLE_RATE);
    assert!((1.2..1.6).contains(&seconds), "{seconds} s kept");
}

/// Returns a rule by which only these words are incomplete.
fn beginning_with(beginnings: &[&'static str]) -> CompletenessRule {
    let beginnings = beginnings.to_vec();
    CompletenessRule::new(move |words| {
        if beginnings.contains(&words.join(" ").as_str()) {
            Completeness::Incomplete
        } else {
            Completeness::Unknown
        }
    })
}

/// Returns a second of a quiet room, then words of 0.4 s, each with 1.5 s after it.
fn room_with_words(words: usize) -> Vec<i16> {
    let mut samples = tone(16_000, 10.0);
    for _ in 0..words {
        samples.extend(tone(6_400, 8000.0));
        samples.extend(tone(24_000, 10.0));
    }
    samples
}

fn tone(length: usize, level: f64) -> Vec<i16> {
    let phase = |n: usize| n as f64 * 300.0 * std::f64::consts::TAU / f64::from(SAMPLE_RATE);
    (0..length).map(|n| (phase(n).sin() * level) as i16).collect()
}

fn listen(source: ScriptedSource, lines: &[&str], at_heard: AtHeard) -> Vec<EarEvent> {
    listen_with(source, ScriptedRecognizer::new(lines), at_heard)
}

/// Returns everything that the ear reports until the end.
fn listen_with(source: ScriptedSource, recognizer: ScriptedRecognizer, at_heard: AtHeard) -> Vec<EarEvent> {
    listen_as(source, recognizer, EarOptions::default(), at_heard)
}

fn listen_as(
    source: ScriptedSource,
    recognizer: ScriptedRecognizer,
    options: EarOptions,
    at_heard: AtHeard,
) -> Vec<EarEvent> {
    let (tx, rx) = unbounded();
    let ear =
        Ear::start(Box::new(source), Box::new(recognizer), options, move |event| tx.send(event).unwrap())
            .unwrap();
    let mut heard = 0;
    let mut events = Vec::new();
    for event in rx.iter() {
        if matches!(event, EarEvent::Recognized(_)) {
            heard += 1;
            at_heard(&ear, heard);
            ear.proceed();
        }
        let is_end = matches!(event, EarEvent::Ended { .. });
        events.push(event);
        if is_end {
            break;
        }
    }
    events
}

fn utterances(events: &[EarEvent]) -> Vec<&Utterance> {
    let heard = events.iter().filter_map(|event| match event {
        EarEvent::Recognized(utterance) => Some(utterance),
        _ => None,
    });
    heard.collect()
}

fn told(events: &[EarEvent]) -> Vec<String> {
    events
        .iter()
        .map(|event| match event {
            EarEvent::CaughtUp => "caught up".to_owned(),
            EarEvent::SpeechBegan(_) => "began".to_owned(),
            EarEvent::Recognized(heard) => heard.alternatives[0].words.join(" "),
            EarEvent::NoWords => "no words".to_owned(),
            EarEvent::Clipped => "clipped".to_owned(),
            EarEvent::Lost { reason } => format!("lost: {reason}"),
            EarEvent::Back => "back".to_owned(),
            EarEvent::WordsMissing(words) => format!("missing: {}", words.join(" ")),
            EarEvent::Failed { reason } => format!("failed: {reason}"),
            EarEvent::Died { reason } => format!("died: {reason}"),
            EarEvent::Ended { .. } => "ended".to_owned(),
        })
        .collect()
}

mod doubts;
mod failing;
