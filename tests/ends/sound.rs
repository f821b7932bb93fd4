//! The far ends of the virtual sound card: a mouth at the microphone, an ear at any monitor.

use std::{
    io::Read,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// What the microphone hears, spoken by espeak-ng.
pub struct Mouth {
    folder: tempfile::TempDir,
    voice: &'static str,
    devices: Option<PathBuf>,
}

impl Mouth {
    pub fn new(voice: &'static str) -> Mouth {
        Mouth { folder: tempfile::tempdir().expect("a folder"), voice, devices: None }
    }

    /// At the microphone of the virtual devices in a folder.
    #[allow(dead_code, reason = "not every test has two sets of devices")]
    pub fn at(devices: &Path, voice: &'static str) -> Mouth {
        Mouth { devices: Some(devices.to_owned()), ..Mouth::new(voice) }
    }

    /// Says it, and returns when it has sounded.
    pub fn say(&self, text: &str) {
        let file = self.spoken(text);
        let played = with_devices(self.devices.as_deref(), "paplay").args(["-d", "mic"]).arg(file).status();
        assert!(played.is_ok_and(|status| status.success()), "the virtual microphone takes nothing");
    }

    /// A recording of it, made once.
    fn spoken(&self, text: &str) -> PathBuf {
        let file = self.folder.path().join(format!("{}.wav", text.replace(' ', "_")));
        if !file.is_file() {
            let made = Command::new("espeak-ng")
                .args(["-v", self.voice, "-s", "165", "-w"])
                .arg(&file)
                .arg(text)
                .status();
            assert!(made.is_ok_and(|status| status.success()), "espeak-ng does not speak");
        }
        file
    }
}

/// A program with the virtual devices in a folder, or with those of this process.
fn with_devices(folder: Option<&Path>, program: &str) -> Command {
    let Some(folder) = folder else { return Command::new(program) };
    let mut shell = Command::new("bash");
    shell.args(["-c", ". \"$0/env\" && exec \"$@\""]).arg(folder).arg(program);
    shell
}

/// A piece of what sounded, a hundredth of a second long, loud when any sample of it is.
const PIECE: usize = 160;
const LOUD: i16 = 200;

/// Listens to a monitor of the sound server for as long as it lives, also after the server's death.
pub struct Monitor {
    loud: Arc<Mutex<Vec<Instant>>>,
    listener: Listener,
    thread: Option<JoinHandle<()>>,
}

/// The recording process, to be ended when nobody wants it any more.
type Listener = Arc<(AtomicBool, Mutex<Option<Child>>)>;

impl Monitor {
    pub fn of(device: &'static str) -> Monitor {
        Monitor::at(None, device)
    }

    /// Of the virtual devices in a folder, or of those of this process.
    pub fn at(devices: Option<&Path>, device: &'static str) -> Monitor {
        let devices = devices.map(Path::to_owned);
        let loud = Arc::new(Mutex::new(Vec::new()));
        let listener = Listener::default();
        let (heard, held) = (Arc::clone(&loud), Arc::clone(&listener));
        let thread = std::thread::spawn(move || {
            while !held.0.load(Ordering::Relaxed) {
                listen(devices.as_deref(), device, &held, &heard);
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        Monitor { loud, listener, thread: Some(thread) }
    }

    /// How much of the time since `from` was loud.
    pub fn loud_since(&self, from: Instant) -> Duration {
        let loud = self.loud.lock().expect("no panic there");
        let count = loud.iter().rev().take_while(|at| **at >= from).count();
        Duration::from_millis(10) * count as u32
    }

    /// When it was first loud after `from`.
    pub fn first_since(&self, from: Instant) -> Option<Instant> {
        let loud = self.loud.lock().expect("no panic there");
        loud.iter().rev().take_while(|at| **at >= from).last().copied()
    }

    /// When it was last loud.
    pub fn last(&self) -> Option<Instant> {
        self.loud.lock().expect("no panic there").last().copied()
    }

    /// Waits until it was loud after `from` and has then been quiet for `pause`; gives up after `patience`.
    pub fn falls_silent(&self, from: Instant, pause: Duration, patience: Duration) -> bool {
        let began = Instant::now();
        while began.elapsed() < patience {
            if self.last().is_some_and(|last| last >= from && last.elapsed() >= pause) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    }
}

fn listen(devices: Option<&Path>, device: &str, listener: &Listener, loud: &Mutex<Vec<Instant>>) {
    let child = with_devices(devices, "parec")
        .args(["--latency-msec=10", "--raw", "--format=s16le", "--rate=16000", "--channels=1", "-d", device])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return };
    let mut output = child.stdout.take().expect("a pipe");
    *listener.1.lock().expect("no panic there") = Some(child);
    let mut piece = [0; 2 * PIECE];
    while output.read_exact(&mut piece).is_ok() && !listener.0.load(Ordering::Relaxed) {
        let samples = piece.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        if samples.map(i16::saturating_abs).max().is_some_and(|peak| peak > LOUD) {
            loud.lock().expect("no panic there").push(Instant::now());
        }
    }
    if let Some(mut child) = listener.1.lock().expect("no panic there").take() {
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Drop for Monitor {
    fn drop(&mut self) {
        self.listener.0.store(true, Ordering::Relaxed);
        if let Ok(mut child) = self.listener.1.lock()
            && let Some(child) = child.as_mut()
        {
            let _ = child.kill();
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
