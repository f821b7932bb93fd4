//! The far end of the clock's line: a clock that behaves, or does not.

use std::{
    fs::File,
    io::{Read, Write},
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// A clock that answers whenever its line is there.
pub struct FarClock {
    line: Arc<Mutex<Option<File>>>,
    /// It acknowledges nothing.
    pub silent: Arc<AtomicBool>,
}

impl FarClock {
    pub fn at(path: PathBuf) -> FarClock {
        let (line, silent) = (Arc::new(Mutex::new(None)), Arc::new(AtomicBool::new(false)));
        let (ours, quiet) = (Arc::clone(&line), Arc::clone(&silent));
        std::thread::spawn(move || {
            loop {
                if let Ok(file) = File::options().read(true).write(true).open(&path) {
                    *ours.lock().expect("no panic there") = file.try_clone().ok();
                    serve(file, &quiet);
                    *ours.lock().expect("no panic there") = None;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        FarClock { line, silent }
    }

    /// Sends a body as a line of the protocol.
    pub fn send(&self, body: &str) {
        self.send_raw(framed(body).as_bytes());
    }

    pub fn send_raw(&self, bytes: &[u8]) {
        if let Some(line) = &mut *self.line.lock().expect("no panic there") {
            let _ = line.write_all(bytes);
        }
    }
}

fn framed(body: &str) -> String {
    let sum = body.bytes().fold(0, |sum, byte| sum ^ byte);
    format!("${body}*{sum:02X}\r\n")
}

/// Until the line breaks off.
fn serve(mut file: File, silent: &AtomicBool) {
    let mut text = Vec::new();
    let mut buffer = [0; 512];
    loop {
        let Ok(count) = file.read(&mut buffer) else { return };
        if count == 0 {
            return;
        }
        text.extend_from_slice(&buffer[..count]);
        while let Some(end) = text.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = text.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).into_owned();
            let body = line.trim_start_matches('$').split('*').next().unwrap_or_default();
            let mut parts = body.split(',');
            let answer = match (parts.next(), parts.next()) {
                (Some("TCHELO"), _) => "TCHELO,1,attacked,hands+flag+feel+lever".to_owned(),
                (Some("TCSET" | "TCFEEL"), Some(seq)) => format!("TCACK,{seq}"),
                _ => continue,
            };
            if !silent.load(Ordering::Relaxed) && file.write_all(framed(&answer).as_bytes()).is_err() {
                return;
            }
        }
    }
}
