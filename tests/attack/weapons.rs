//! What is done to the program, and what must come of it.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use annabella::{
    journal::{Chain, Start},
    laws::Game,
};
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
    KillSeveral,
    End(Signal),
    Death(&'static str),
    Hang(&'static str),
    HangAtEnd(&'static str),
    Stopped,
    FullDisk,
    FullDiskAtEnd,
    FlippedBit,
    DamagedEnd,
    TornEnd,
    WildInstant,
    SumsOff,
    JournalRemoved,
    JournalRenamed,
    JournalCut,
    FlappingLine,
    SerialFlood,
    DeafClock,
    BrailleFlood,
    BrailleFloodAtEnd,
    TypedGarbage,
}

use Attack::*;

/// Each kind and how it is called.
pub const ALL: [(Attack, &str); 34] = [
    (Kill, "killed, resumed"),
    (KillSeveral, "three games killed, resumed"),
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
    (FullDiskAtEnd, "end on a full disk"),
    (FlippedBit, "flipped bit in the journal"),
    (DamagedEnd, "flipped bit in the journal's last line"),
    (TornEnd, "torn last line of the journal"),
    (WildInstant, "instant in the journal that cannot be"),
    (SumsOff, "sums taken off the journal"),
    (JournalRemoved, "journal removed"),
    (JournalRenamed, "journal renamed"),
    (JournalCut, "journal cut short"),
    (FlappingLine, "clock's line that comes and goes"),
    (SerialFlood, "flood on the clock's line"),
    (DeafClock, "clock that acknowledges nothing"),
    (BrailleFlood, "flood of braille keys"),
    (BrailleFloodAtEnd, "end in a flood of braille keys"),
    (TypedGarbage, "typed garbage"),
];

/// Strikes while the next move is made. Whether it could be done here; if not, the move is still to be made.
pub fn strike(
    attack: Attack,
    world: &mut World,
    life: &mut Life,
    random: &mut Random,
    words: &str,
    game: &Game,
) -> Result<bool, String> {
    match attack {
        Kill => {
            life.type_line(words)?;
            std::thread::sleep(Duration::from_millis(random.below(80) as u64));
            life.kill()?;
            goes_on_after_a_kill(life, words, game)?;
        }
        KillSeveral => {
            let mut others = [life.beside()?, life.beside()?];
            let [one, another] = &mut others;
            let mut lives = [life, one, another];
            for life in &mut lives {
                life.type_line(words)?;
            }
            std::thread::sleep(Duration::from_millis(random.below(80) as u64));
            for life in &mut lives {
                life.kill()?;
            }
            for life in &mut lives {
                goes_on_after_a_kill(life, words, game)?;
                life.check(game)?;
            }
        }
        End(signal) => {
            life.make(words, game)?;
            life.end(signal, game)?;
            life.resume()?;
        }
        Death(device) => {
            world.one("kill", device)?;
            life.make(words, game)?;
            world.one("start", device)?;
        }
        Hang(device) => {
            world.one("stop", device)?;
            let made = life.make(words, game);
            std::thread::sleep(Duration::from_millis(random.below(1500) as u64));
            world.one("go", device)?;
            made?;
        }
        HangAtEnd(device) => {
            life.make(words, game)?;
            world.one("stop", device)?;
            let done = life.end(Signal::TERM, game);
            world.one("go", device)?;
            done?;
            life.resume()?;
        }
        Stopped => {
            let pid = Pid::from_raw(life.id() as i32).ok_or("no process")?;
            kill_process(pid, Signal::STOP).map_err(|error| error.to_string())?;
            std::thread::sleep(Duration::from_millis(500 + random.below(4000) as u64));
            kill_process(pid, Signal::CONT).map_err(|error| error.to_string())?;
            life.make(words, game)?;
        }
        FullDisk | FullDiskAtEnd => return full_disk(life, words, game, attack == FullDiskAtEnd),
        FlippedBit | DamagedEnd | WildInstant => {
            life.make(words, game)?;
            life.kill()?;
            let whole = fs::read(life.journal()).map_err(|error| error.to_string())?;
            let damaged = match attack {
                WildInstant => with_a_wild_instant(&whole, random),
                _ => with_a_flipped_bit(&whole, attack == DamagedEnd, random),
            };
            is_refused(life, &whole, &damaged)?;
            life.resume()?;
        }
        SumsOff => {
            life.make(words, game)?;
            life.kill()?;
            let whole = fs::read(life.journal()).map_err(|error| error.to_string())?;
            is_called_unproved(life, &whole)?;
            life.resume()?;
        }
        TornEnd => {
            life.make(words, game)?;
            life.kill()?;
            let whole = fs::read(life.journal()).map_err(|error| error.to_string())?;
            let begins = last_line(&whole);
            let torn = &whole[..begins + 1 + random.below(whole.len() - begins - 2)];
            fs::write(life.journal(), torn).map_err(|error| error.to_string())?;
            let before = life.written()?;
            life.resume()?;
            life.says("unvollständig")?;
            // The line may have been that of the move, or of the engine's answer to it.
            if before.moves().len() < game.moves().len() {
                life.type_line(words)?;
            }
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
            life.make(words, game)?;
            life.says("neu geschrieben")?;
        }
        FlappingLine => {
            let told = life.lines().len();
            for n in 0..12_u16 {
                world.one(if n % 2 == 0 { "kill" } else { "start" }, "clock")?;
                world.clock.send("TCHELO,1,flapping,hands+lever");
            }
            life.make(words, game)?;
            let lines = life.lines();
            let about = lines[told..]
                .iter()
                .filter(|line| line.starts_with("say: ") && line.contains("uhr "))
                .count();
            if about > 4 {
                return Err(format!("{about} sentences about the clock: {:#?}", &lines[told..]));
            }
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
            life.make(words, game)?;
        }
        DeafClock => {
            world.clock.silent.store(true, Ordering::Relaxed);
            let made = life.make(words, game);
            std::thread::sleep(Duration::from_millis(900));
            world.clock.silent.store(false, Ordering::Relaxed);
            made?;
        }
        BrailleFlood => {
            press_thousands(&world.cells, random);
            life.make(words, game)?;
        }
        BrailleFloodAtEnd => {
            life.make(words, game)?;
            press_thousands(&world.cells, random);
            let began = Instant::now();
            life.end(Signal::TERM, game)?;
            println!("ended {:?} after the signal, behind the keys", began.elapsed());
            life.resume()?;
        }
        TypedGarbage => {
            for _ in 0..30 {
                let garbage: String = (0..random.below(60))
                    .filter_map(|_| char::from_u32(random.below(0x2fff) as u32))
                    .collect();
                life.type_line(&format!("zz{}", garbage.replace(['\n', '\r'], " ")))?;
            }
            life.make(words, game)?;
        }
    }
    Ok(true)
}

/// Keys of the display, faster than anybody presses them.
fn press_thousands(cells: &Cells, random: &mut Random) {
    for _ in 0..3_000 {
        cells.try_press(["lnup", "lndn", "fwinlt", "fwinrt", "home"][random.below(5)]);
    }
}

/// What was made an instant before the kill is made, or was never begun.
fn goes_on_after_a_kill(life: &mut Life, words: &str, game: &Game) -> Result<(), String> {
    life.recordings()?;
    life.resume()?;
    if life.written()?.moves().len() < game.moves().len() {
        life.type_line(words)?;
    }
    Ok(())
}

/// Where the last line begins.
fn last_line(journal: &[u8]) -> usize {
    let before = journal[..journal.len() - 1].iter().rposition(|byte| *byte == b'\n');
    before.map_or(0, |end| end + 1)
}

/// Not the very end: without it the last line is half a line, as a power cut leaves it.
fn with_a_flipped_bit(whole: &[u8], in_last_line: bool, random: &mut Random) -> Vec<u8> {
    let begins = if in_last_line { last_line(whole) } else { 0 };
    let mut damaged = whole.to_vec();
    damaged[begins + random.below(whole.len() - 2 - begins)] ^= 1 << random.below(8);
    damaged
}

/// A line says an instant that cannot be, and all sums are right.
fn with_a_wild_instant(whole: &[u8], random: &mut Random) -> Vec<u8> {
    let lines = bare_lines(whole);
    let wild = 1 + random.below(lines.len() - 1);
    let mut chain = Chain::default();
    let again = |(n, line): (usize, &String)| {
        let rest = line.split_once(',').map_or("", |(_, rest)| rest);
        chain.seal(&if n == wild { format!("{{\"at\":{},{rest}", u64::MAX) } else { line.clone() }) + "\n"
    };
    lines.iter().enumerate().map(again).collect::<String>().into_bytes()
}

/// The lines without what seals them: number, length and sum.
fn bare_lines(whole: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(whole).expect("a journal is text");
    let bare = |line: &str| {
        let (number, length) = (line.find(',').expect("a number"), line.find(",\"len\"").expect("a length"));
        format!("{{{}}}", &line[number + 1..length])
    };
    text.lines().map(bare).collect()
}

/// Of a journal whose sums were taken off, every score says that nothing proves it.
fn is_called_unproved(life: &Life, whole: &[u8]) -> Result<(), String> {
    let version = format!("\"version\":{}", Start::VERSION);
    let bare: String =
        bare_lines(whole).iter().map(|line| line.replace(&version, "\"version\":1") + "\n").collect();
    fs::write(life.journal(), bare).map_err(|error| error.to_string())?;
    let output = life.runs(&["export", "game.jsonl"])?;
    fs::write(life.journal(), whole).map_err(|error| error.to_string())?;
    let (score, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() && said.contains("have no sum") && score.contains("without sums\"]") {
        Ok(())
    } else {
        Err(format!("it was taken for proved: {} {said} {score}", output.status))
    }
}

/// Who resumes a damaged journal is told which line it is, and what to do, in three lines at most.
fn is_refused(life: &Life, whole: &[u8], damaged: &[u8]) -> Result<(), String> {
    fs::write(life.journal(), damaged).map_err(|error| error.to_string())?;
    let output = life.runs(&["resume", "game.jsonl", "--text", "/dev/null"])?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    fs::write(life.journal(), whole).map_err(|error| error.to_string())?;
    if output.status.code() == Some(1) && said.contains(": line ") && said.trim().lines().count() <= 3 {
        Ok(())
    } else {
        let at = whole.iter().zip(damaged).position(|(one, other)| one != other);
        Err(format!(
            "changed at byte {at:?} of {}, it was taken as it is: {} {said}",
            whole.len(),
            output.status
        ))
    }
}

/// The journal's disk fills up, and is made room on; only who may mount can try that.
fn full_disk(life: &mut Life, words: &str, game: &Game, ends: bool) -> Result<bool, String> {
    let mount = |arguments: &[&str]| {
        let done = Command::new("mount").args(arguments).arg(life.folder()).stderr(Stdio::null()).status();
        done.is_ok_and(|status| status.success())
    };
    let journal = life.journal();
    let whole = fs::read(&journal).map_err(|error| error.to_string())?;
    if !mount(&["-t", "tmpfs", "-o", "size=256k", "tmpfs"]) {
        return Ok(false);
    }
    let done = on_full_disk(life, &whole, words, game, ends);
    let written = fs::read(&journal);
    let done = done.and(life.kill());
    let folder = life.folder().to_owned();
    let unmounted = Command::new("umount").arg("-l").arg(&folder).status();
    if !unmounted.is_ok_and(|status| status.success()) {
        return Err("the small disk stays".to_owned());
    }
    fs::write(&journal, written.map_err(|error| error.to_string())?).map_err(|error| error.to_string())?;
    life.resume()?;
    done.map(|()| true)
}

fn on_full_disk(life: &mut Life, whole: &[u8], words: &str, game: &Game, ends: bool) -> Result<(), String> {
    fs::write(life.journal(), whole).map_err(|error| error.to_string())?;
    life.kill()?;
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
    life.says("für die Partiedatei")?;
    if ends {
        return life.ends_unwritten(game);
    }
    fs::remove_file(&filler).map_err(|error| error.to_string())?;
    life.type_line("letzter zug")?;
    life.check(game)
}
