//! What is done to the program, and what must come of it.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
    sync::atomic::Ordering,
    time::Duration,
};

use annabella::laws::Game;
use rustix::process::{Pid, Signal, kill_process};

use crate::{Random, braille::Cells, clock::FarClock, life::Life};

/// What lies around the program.
pub struct World {
    pub devices: PathBuf,
    pub clock: FarClock,
    pub cells: Cells,
}

const DEVICES: [&str; 4] = ["pulse", "speechd", "brltty", "clock"];

impl World {
    fn one(&self, what: &str, device: &str) -> Result<(), String> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/virtual/one.sh");
        let status = Command::new(script)
            .arg(&self.devices)
            .args([what, device])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("the virtual {device} does not {what}")) }
    }

    /// Everything works again.
    pub fn heal(&self) {
        self.clock.silent.store(false, Ordering::Relaxed);
        for device in DEVICES {
            let _ = self.one("go", device);
            let _ = self.one("start", device);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    Kill,
    End(Signal),
    Death(&'static str),
    Hang(&'static str),
    HangAtEnd(&'static str),
    Stopped,
    FullDisk,
    FlippedBit,
    JournalRemoved,
    JournalRenamed,
    JournalCut,
    SerialFlood,
    DeafClock,
    BrailleFlood,
    TypedGarbage,
}

use Attack::*;

/// Each kind and how it is called.
const ALL: [(Attack, &str); 26] = [
    (Kill, "killed, resumed"),
    (End(Signal::TERM), "SIGTERM, resumed"),
    (End(Signal::HUP), "SIGHUP, resumed"),
    (End(Signal::INT), "SIGINT, resumed"),
    (End(Signal::QUIT), "SIGQUIT, resumed"),
    (Death("pulse"), "death of the sound server"),
    (Death("speechd"), "death of the speech server"),
    (Death("brltty"), "death of the braille server"),
    (Death("clock"), "death of the clock's line"),
    (Hang("pulse"), "hung sound server"),
    (Hang("speechd"), "hung speech server"),
    (Hang("brltty"), "hung braille server"),
    (Hang("clock"), "hung clock line"),
    (HangAtEnd("pulse"), "end with a hung sound server"),
    (HangAtEnd("speechd"), "end with a hung speech server"),
    (HangAtEnd("brltty"), "end with a hung braille server"),
    (Stopped, "the program itself stopped"),
    (FullDisk, "full disk"),
    (FlippedBit, "flipped bit in the journal"),
    (JournalRemoved, "journal removed"),
    (JournalRenamed, "journal renamed"),
    (JournalCut, "journal cut short"),
    (SerialFlood, "flood on the clock's line"),
    (DeafClock, "clock that acknowledges nothing"),
    (BrailleFlood, "flood of braille keys"),
    (TypedGarbage, "typed garbage"),
];

impl Attack {
    pub fn any(random: &mut Random) -> (Attack, &'static str) {
        ALL[random.below(ALL.len())]
    }
}

/// Strikes while the next move is made. Whether it could be done here; if not, the move is still to be made.
pub fn strike(
    attack: Attack,
    world: &mut World,
    life: &mut Life,
    random: &mut Random,
    next: &mut dyn FnMut() -> (String, Game),
) -> Result<bool, String> {
    let (words, game) = next();
    match attack {
        Kill => {
            life.type_line(&words)?;
            std::thread::sleep(Duration::from_millis(random.below(80) as u64));
            life.kill();
            life.resume()?;
            // What was typed an instant before may not have been read.
            let made = annabella::commands::export::journal(&life.journal(), false)
                .map_err(|error| error.to_string())?;
            if made.record.game().moves().len() < game.moves().len() {
                life.type_line(&words)?;
            }
        }
        End(signal) => {
            life.make(&words, &game)?;
            life.end(signal, &game)?;
            life.resume()?;
        }
        Death(device) => {
            world.one("kill", device)?;
            life.make(&words, &game)?;
            world.one("start", device)?;
        }
        Hang(device) => {
            world.one("stop", device)?;
            let made = life.make(&words, &game);
            std::thread::sleep(Duration::from_millis(random.below(1500) as u64));
            world.one("go", device)?;
            made?;
        }
        HangAtEnd(device) => {
            life.make(&words, &game)?;
            world.one("stop", device)?;
            let done = life.end(Signal::TERM, &game);
            world.one("go", device)?;
            done?;
            life.resume()?;
        }
        Stopped => {
            let pid = Pid::from_raw(life.id() as i32).ok_or("no process")?;
            kill_process(pid, Signal::STOP).map_err(|error| error.to_string())?;
            std::thread::sleep(Duration::from_millis(500 + random.below(4000) as u64));
            kill_process(pid, Signal::CONT).map_err(|error| error.to_string())?;
            life.make(&words, &game)?;
        }
        FullDisk => return full_disk(life, &words, &game),
        FlippedBit => {
            life.make(&words, &game)?;
            life.kill();
            flipped(life, random)?;
            life.resume()?;
        }
        JournalRemoved | JournalRenamed | JournalCut => {
            let (journal, aside) = (life.journal(), life.folder().join("aside"));
            let done = match attack {
                JournalRemoved => fs::remove_file(&journal),
                JournalRenamed => fs::rename(&journal, &aside),
                _ => fs::metadata(&journal).and_then(|found| {
                    fs::File::options().write(true).open(&journal)?.set_len(found.len() / 2)
                }),
            };
            done.map_err(|error| error.to_string())?;
            life.make(&words, &game)?;
            life.says("was written anew")?;
        }
        SerialFlood => {
            for n in 0..2000_usize {
                match random.below(6) {
                    0 => world.clock.send("TCHELO,1,flood,hands"),
                    1 => world.clock.send(&format!("TCACK,{n}")),
                    2 => world.clock.send("TCFAULT,motor"),
                    3 => world.clock.send("TCFAULT,sensor"),
                    4 => world.clock.send(&format!("TCNAK,{n},\u{1b}[2J")),
                    _ => {
                        let noise: Vec<u8> = (0..40).map(|_| random.below(256) as u8).collect();
                        world.clock.send_raw(&noise);
                    }
                }
            }
            life.make(&words, &game)?;
        }
        DeafClock => {
            world.clock.silent.store(true, Ordering::Relaxed);
            let made = life.make(&words, &game);
            std::thread::sleep(Duration::from_millis(900));
            world.clock.silent.store(false, Ordering::Relaxed);
            made?;
        }
        BrailleFlood => {
            for _ in 0..300 {
                let key = ["lnup", "lndn", "fwinlt", "fwinrt", "home"][random.below(5)];
                world.cells.try_press(key);
            }
            life.make(&words, &game)?;
        }
        TypedGarbage => {
            for _ in 0..30 {
                let garbage: String = (0..random.below(60))
                    .filter_map(|_| char::from_u32(random.below(0x2fff) as u32))
                    .collect();
                life.type_line(&format!("zz{}", garbage.replace(['\n', '\r'], " ")))?;
            }
            life.make(&words, &game)?;
        }
    }
    Ok(true)
}

/// A bit of the journal flips while nobody writes it: whoever resumes it is told which line.
fn flipped(life: &Life, random: &mut Random) -> Result<(), String> {
    let whole = fs::read(life.journal()).map_err(|error| error.to_string())?;
    let mut damaged = whole.clone();
    // Not the very end: without it the last line is half a line, as a power cut leaves it.
    let at = random.below(whole.len() - 2);
    damaged[at] ^= 1 << random.below(8);
    fs::write(life.journal(), &damaged).map_err(|error| error.to_string())?;
    let output = Command::new(env!("CARGO_BIN_EXE_annabella"))
        .args(["resume", "game.jsonl", "--text", "/dev/null"])
        .current_dir(life.folder())
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    fs::write(life.journal(), &whole).map_err(|error| error.to_string())?;
    if output.status.code() == Some(1) && said.contains(": line ") && said.lines().count() == 1 {
        Ok(())
    } else {
        Err(format!("byte {at} of {} was taken as it is: {} {said}", whole.len(), output.status))
    }
}

/// The journal's disk fills up, and is made room on; only who may mount can try that.
fn full_disk(life: &mut Life, words: &str, game: &Game) -> Result<bool, String> {
    let mount = |arguments: &[&str]| {
        let done = Command::new("mount").args(arguments).arg(life.folder()).stderr(Stdio::null()).status();
        done.is_ok_and(|status| status.success())
    };
    let journal = life.journal();
    let whole = fs::read(&journal).map_err(|error| error.to_string())?;
    if !mount(&["-t", "tmpfs", "-o", "size=256k", "tmpfs"]) {
        return Ok(false);
    }
    let done = on_full_disk(life, &whole, words, game);
    let written = fs::read(&journal);
    life.kill();
    let folder = life.folder().to_owned();
    let unmounted = Command::new("umount").arg("-l").arg(&folder).status();
    if !unmounted.is_ok_and(|status| status.success()) {
        return Err("the small disk stays".to_owned());
    }
    fs::write(&journal, written.map_err(|error| error.to_string())?).map_err(|error| error.to_string())?;
    life.resume()?;
    done.map(|()| true)
}

fn on_full_disk(life: &mut Life, whole: &[u8], words: &str, game: &Game) -> Result<(), String> {
    life.kill();
    fs::write(life.journal(), whole).map_err(|error| error.to_string())?;
    life.resume()?;
    let filler = life.folder().join("filler");
    let _ = fs::write(&filler, vec![0; 1 << 20]);
    let mut rest = vec![0; 4096];
    // To the last byte.
    while !rest.is_empty() {
        let more = fs::File::options().append(true).open(&filler);
        let wrote = more.and_then(|mut file| std::io::Write::write_all(&mut file, &rest));
        if wrote.is_err() {
            rest.truncate(rest.len() / 2);
        }
    }
    life.type_line(words)?;
    // The last block of the file has room for some lines.
    for _ in 0..60 {
        life.type_line("wer ist am zug")?;
    }
    life.says("für die Mitschrift")?;
    fs::remove_file(&filler).map_err(|error| error.to_string())?;
    life.type_line("letzter zug")?;
    life.check(game)
}
