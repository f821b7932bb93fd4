//! Clock, display and microphone are unplugged and plugged in again during a game, all of them again and again.

use std::{
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use annabella::devices::clock_emulator::{ClockEmulator, EmulatorOptions};

use crate::{
    braille::Cells,
    end_to_end::{ends_sound::Mouth, needed},
    program::Program,
};

/// Far longer than anything takes, on a machine that has other work too.
const PATIENCE: Duration = Duration::from_secs(120);
/// The time between two sentences on the coming and going of a device.
const APART: Duration = Duration::from_secs(10);

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn devices_that_come_and_go_leave_nothing_behind() {
    // `PLUGS=500` once, and fewer for every day.
    let plugs: usize = std::env::var("PLUGS").ok().and_then(|plugs| plugs.parse().ok()).unwrap_or(4);
    let (_, model) = needed();
    let folder = tempfile::tempdir().unwrap();
    let port = std::env::var("VR_PORT").unwrap().parse().unwrap();
    let link = folder.path().join("clock");
    let (mut clock, mut cells) = (Some(clock_at(&link)), Some(Cells::at(port)));
    let journal = folder.path().join("game.jsonl");
    let mut program = Program::start(&[
        "play",
        "--headphones",
        "--confirm=never",
        "--time=300",
        "--model",
        model.to_str().unwrap(),
        "--clock",
        link.to_str().unwrap(),
        "--journal",
        journal.to_str().unwrap(),
    ]);
    let mut told = Told::default();
    told.until_all(&program, true);
    let began = Instant::now();
    let (mut used, mut memory) = ([0; 2], 0.0);
    for plug in 0..plugs {
        drop((clock.take(), cells.take()));
        microphone(false);
        told.until_all(&program, false);
        microphone(true);
        (clock, cells) = (Some(clock_at(&link)), Some(Cells::at(port)));
        told.until_all(&program, true);
        if plug == 0 {
            (used, memory) = (program.threads_and_files(), program.memory());
        }
    }
    // The voice, the clock and the display are there as before.
    let mouth = Mouth::new("de");
    let is_heard = |program: &Program| {
        mouth.say("Bauer Eva zwei Eva vier");
        program.until(Duration::from_secs(15), |line| line == "say: Bauer Eva zwei Eva vier.").is_some()
    };
    assert!((0..4).any(|_| is_heard(&program)), "nothing is heard any more");
    let cells = cells.unwrap();
    assert!(cells.show("1. e2-e4", began, PATIENCE), "the display shows nothing any more");
    program.type_line("uhr anhalten");
    let lines = clock.as_ref().unwrap().lines();
    let shown =
        std::iter::from_fn(|| lines.recv_timeout(PATIENCE).ok()).any(|line| line.starts_with("face:"));
    assert!(shown, "the clock shows nothing any more");
    let (after, grown) = (program.threads_and_files(), program.memory() - memory);
    println!(
        "{plugs} times in {:?}: {} sentences, {used:?} to {after:?}, {grown:.1} MB",
        began.elapsed(),
        told.sentences
    );
    // One more for each device that is being opened anew at this moment.
    assert!(after.iter().zip(used).all(|(after, before)| *after <= before + 3), "{used:?}, then {after:?}");
    assert!(grown < 20.0, "{grown} MB more");
    let most = 3 * (2 + began.elapsed().as_secs() / APART.as_secs()) as usize;
    assert!(told.sentences <= most, "{} sentences in {:?}", told.sentences, began.elapsed());
}

const DEVICES: [&str; 3] = ["Mikrofon", "Tastuhr", "Braillezeile"];

/// What the program has told of its devices.
#[derive(Default)]
struct Told {
    there: [bool; 3],
    sentences: usize,
}

impl Told {
    /// Reads what it prints until all devices are there, or none is: one may come and go by itself meanwhile.
    fn until_all(&mut self, program: &Program, there: bool) {
        if self.there == [there; 3] {
            return;
        }
        let seen = program.until(PATIENCE, |line| {
            for (device, is_there) in DEVICES.iter().zip(&mut self.there) {
                if let Some(found) = line.strip_prefix("gefunden: ") {
                    *is_there |= found.starts_with(device);
                } else if line.starts_with(&format!("{device}: ")) {
                    *is_there = false;
                }
            }
            let is_of_device = DEVICES.iter().any(|device| line.contains(device));
            self.sentences += usize::from(line.starts_with("say: ") && is_of_device);
            self.there == [there; 3]
        });
        assert!(seen.is_some(), "expected {there}, found {:?}", self.there);
    }
}

fn clock_at(link: &Path) -> ClockEmulator {
    let options =
        EmulatorOptions { link: link.to_owned(), name: "plugged".to_owned(), fault: None, svg: None };
    ClockEmulator::start(options).expect("a pseudo-terminal")
}

/// Unplugs the virtual microphone, or plugs it in again.
fn microphone(there: bool) {
    let pactl = |arguments: &[&str]| {
        let status = Command::new("pactl").args(arguments).stdout(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "pactl {arguments:?}");
    };
    if there {
        pactl(&["load-module", "module-remap-source", "source_name=micin", "master=mic.monitor"]);
        pactl(&["set-default-source", "micin"]);
    } else {
        pactl(&["unload-module", "module-remap-source"]);
    }
}
