//! The virtual braille display at the other end of brltty's `vr` driver.

use std::{
    io::{BufRead, BufReader, Write},
    net::{Shutdown, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// All lines the cells have shown; the display is plugged in again whenever brltty is there.
pub struct Cells {
    shown: Arc<Mutex<Vec<(Instant, String)>>>,
    /// The wire to brltty, while there is one.
    wire: Arc<Mutex<Option<TcpStream>>>,
    over: Arc<AtomicBool>,
}

impl Cells {
    /// A display of forty cells.
    pub fn at(port: u16) -> Cells {
        Cells::of(port, 40)
    }

    /// A display of so many cells.
    pub fn of(port: u16, cells: usize) -> Cells {
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (wire, over) = (Arc::new(Mutex::new(None)), Arc::new(AtomicBool::new(false)));
        let (seen, keys, ended) = (Arc::clone(&shown), Arc::clone(&wire), Arc::clone(&over));
        std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                let _ = read(port, cells, &seen, &keys, &ended);
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        Cells { shown, wire, over }
    }

    /// Presses a key, by brltty's name for its command.
    #[allow(dead_code, reason = "not every test has fingers")]
    pub fn press(&self, command: &str) {
        let wire = self.wire.lock().expect("no panic there");
        let mut wire = wire.as_ref().expect("the display is plugged in");
        writeln!(wire, "{command}").expect("brltty is there");
    }

    /// Presses a key, if there is a display at this moment.
    #[allow(dead_code, reason = "not every test is an attack")]
    pub fn try_press(&self, command: &str) {
        if let Some(wire) = &mut *self.wire.lock().expect("no panic there") {
            let _ = writeln!(wire, "{command}");
        }
    }

    /// Waits until the cells, since `from` or still, begin with this.
    pub fn show(&self, cells: &str, from: Instant, patience: Duration) -> bool {
        self.show_one_of(&[cells], from, patience)
    }

    /// The same, of any of these.
    pub fn show_one_of(&self, cells: &[&str], from: Instant, patience: Duration) -> bool {
        let began = Instant::now();
        loop {
            let shown = self.shown.lock().expect("no panic there");
            let since = shown.iter().rev().take_while(|(at, _)| *at >= from);
            if since.chain(shown.last()).any(|(_, text)| cells.iter().any(|cells| text.starts_with(cells))) {
                return true;
            }
            drop(shown);
            if began.elapsed() > patience {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// When something else was first shown after an instant, if it comes in time.
    #[allow(dead_code, reason = "not every test measures")]
    pub fn change_after(&self, at: Instant, patience: Duration) -> Option<Instant> {
        while at.elapsed() < patience {
            let shown = self.shown.lock().expect("no panic there");
            let before = shown.iter().rev().find(|(seen, _)| *seen < at).map(|(_, text)| text.clone());
            let after = shown.iter().find(|(seen, text)| *seen >= at && Some(text) != before.as_ref());
            if let Some((seen, _)) = after {
                return Some(*seen);
            }
            drop(shown);
            std::thread::sleep(Duration::from_millis(1));
        }
        None
    }

    /// Whatever was shown before counts no more.
    #[allow(dead_code, reason = "not every test loses the display")]
    pub fn forget(&self) {
        self.shown.lock().expect("no panic there").clear();
    }

    /// What stands there now.
    pub fn now(&self) -> String {
        self.shown.lock().expect("no panic there").last().map(|(_, text)| text.clone()).unwrap_or_default()
    }
}

impl Drop for Cells {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

fn read(
    port: u16,
    cells: usize,
    shown: &Mutex<Vec<(Instant, String)>>,
    keys: &Mutex<Option<TcpStream>>,
    over: &AtomicBool,
) -> std::io::Result<()> {
    let mut wire = TcpStream::connect(("127.0.0.1", port))?;
    wire.write_all(format!("cells {cells} 1\n").as_bytes())?;
    *keys.lock().expect("no panic there") = Some(wire.try_clone()?);
    wire.set_read_timeout(Some(Duration::from_millis(200)))?;
    let mut reader = BufReader::new(wire.try_clone()?);
    let mut line = String::new();
    while !over.load(Ordering::Relaxed) {
        match reader.read_line(&mut line) {
            Ok(0) => break,
            Ok(_) => {
                let text = line.trim_end().strip_prefix("Visual \"").and_then(|text| text.strip_suffix('"'));
                if let Some(text) = text {
                    shown.lock().expect("no panic there").push((Instant::now(), text.to_owned()));
                }
                line.clear();
            }
            // Half a line stays for the next time.
            Err(error)
                if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {}
            Err(error) => return Err(error),
        }
    }
    wire.shutdown(Shutdown::Both)
}
