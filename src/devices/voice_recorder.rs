//! Records what the program tells and what is said to it, as files in a folder.
//!
//! The loudspeakers' monitor delivers what the program tells, as it sounded, in any voice. A recording has the number
//! of the journal line that was written last before it, or because of it; the owner counts the lines. Files are
//! `NUMBER-PART-told.wav` and `NUMBER-PART-said.wav`, 16 kHz, mono.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, BufWriter},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::{Panicked, SAMPLE_RATE, SystemError, hearing::source::AudioSource, worker};
use crate::{files, language::Message};

/// The monitor delivers the end of a sentence this much later than the speech server reports it.
const TAIL: Duration = Duration::from_millis(400);
/// A longer recording (180 s) is ended: a speech server that never reports the end must not fill the memory.
const LONGEST: usize = 180 * SAMPLE_RATE as usize;
/// How long closing waits for the last recording to be written.
const CLOSING: Duration = Duration::from_secs(2);
/// How long to wait for a command if there is no monitor.
const IDLE: Duration = Duration::from_millis(50);

/// What the recorder reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VoiceRecorderEvent {
    /// A recording could not be written. Reported once, until one is written again.
    Failed { reason: RecordingFault },
}

/// Why nothing is recorded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error)]
pub enum RecordingFault {
    #[message(transparent)]
    File(SystemError),
    #[message(transparent)]
    Died(Panicked),
}

/// A handle to the recorder's thread; clones control the same recorder.
#[derive(Clone, Debug)]
pub struct VoiceRecorder(Sender<RecorderCommand>);

#[derive(Debug)]
enum RecorderCommand {
    Written,
    Conceal(bool),
    Said(Vec<i16>),
    Told(u64),
    Began(u64),
    Ended(u64),
    Close(Sender<()>),
}

impl VoiceRecorder {
    /// Starts to record into a folder, which is created. `played` is the loudspeakers' monitor, if there is one,
    /// `line` the number of the last line that was written.
    pub fn start(
        folder: PathBuf,
        played: Option<Box<dyn AudioSource>>,
        line: u64,
        tell: impl FnMut(VoiceRecorderEvent) + Send + 'static,
    ) -> io::Result<VoiceRecorder> {
        files::create_folder(&folder)?;
        let (sender, orders) = unbounded();
        let keeper = RecorderState { folder, line, ..RecorderState::default() };
        let died = |panic| VoiceRecorderEvent::Failed { reason: RecordingFault::Died(panic) };
        worker::spawn("voice keeper", tell, died, move |tell| run(keeper, &orders, played, tell))?;
        Ok(VoiceRecorder(sender))
    }

    /// Counts a line that was written.
    pub fn written(&self) {
        self.order(RecorderCommand::Written);
    }

    /// Stops recording what is private, or starts again.
    pub fn conceal(&self, concealed: bool) {
        self.order(RecorderCommand::Conceal(concealed));
    }

    /// Takes an utterance. It belongs to the next line, or to the last line if it is answered before one is written.
    pub fn record_said(&self, samples: Vec<i16>) {
        self.order(RecorderCommand::Said(samples));
    }

    /// Announces a sentence that will be spoken; it belongs to the last line.
    pub fn record_told(&self, id: u64) {
        self.order(RecorderCommand::Told(id));
    }

    /// Starts the recording of a sentence.
    pub fn began(&self, id: u64) {
        self.order(RecorderCommand::Began(id));
    }

    /// Ends the recording of a sentence.
    pub fn ended(&self, id: u64) {
        self.order(RecorderCommand::Ended(id));
    }

    /// Waits until everything is written, for `CLOSING` at most.
    pub fn close(&self) {
        let (done, closed) = crossbeam_channel::bounded(1);
        self.order(RecorderCommand::Close(done));
        let _ = closed.recv_timeout(CLOSING);
    }

    fn order(&self, order: RecorderCommand) {
        // A thread that panicked has reported that.
        let _ = self.0.send(order);
    }
}

fn run(
    mut keeper: RecorderState,
    orders: &Receiver<RecorderCommand>,
    mut played: Option<Box<dyn AudioSource>>,
    tell: &mut dyn FnMut(VoiceRecorderEvent),
) {
    let mut block = Vec::new();
    let mut failing = false;
    loop {
        block.clear();
        let next = match &mut played {
            // Reading waits for samples.
            Some(played) => {
                played.read(&mut block);
                None
            }
            None => orders.recv_timeout(IDLE).ok(),
        };
        keeper.hear(&block);
        let mut done = None;
        for order in next.into_iter().chain(orders.try_iter()) {
            if let RecorderCommand::Close(closed) = order {
                done = Some(closed);
            } else {
                keeper.take(order);
            }
        }
        if done.is_some() {
            keeper.end();
        }
        for written in keeper.write() {
            match written {
                Ok(()) => failing = false,
                Err(error) if !std::mem::replace(&mut failing, true) => {
                    tell(VoiceRecorderEvent::Failed { reason: RecordingFault::File(error.into()) });
                }
                Err(_) => {}
            }
        }
        if let Some(done) = done {
            let _ = done.send(());
            return;
        }
    }
}

/// The recording of the sentence being spoken.
#[derive(Debug)]
struct OpenRecording {
    line: u64,
    samples: Vec<i16>,
    /// When the recording ends, once the sentence has.
    until: Option<Instant>,
}

#[derive(Debug, Default)]
struct RecorderState {
    folder: PathBuf,
    line: u64,
    concealed: bool,
    said: Option<Vec<i16>>,
    /// The lines of the sentences that wait to be spoken.
    waiting: HashMap<u64, u64>,
    sounding: Option<(u64, OpenRecording)>,
    /// What is to be written: line, kind ("told" or "said") and samples.
    finished: Vec<(u64, &'static str, Vec<i16>)>,
}

impl RecorderState {
    fn take(&mut self, order: RecorderCommand) {
        match order {
            RecorderCommand::Written => {
                self.line += 1;
                self.finish_said();
            }
            RecorderCommand::Conceal(concealed) => {
                self.concealed = concealed;
                self.said = None;
            }
            RecorderCommand::Said(samples) => {
                self.finish_said();
                self.said = Some(samples).filter(|_| !self.concealed);
            }
            RecorderCommand::Told(id) => {
                self.finish_said();
                if !self.concealed {
                    self.waiting.insert(id, self.line);
                }
            }
            RecorderCommand::Began(id) => {
                self.end();
                if let Some(&line) = self.waiting.get(&id) {
                    self.sounding = Some((id, OpenRecording { line, samples: Vec::new(), until: None }));
                }
            }
            RecorderCommand::Ended(id) => {
                self.waiting.remove(&id);
                if let Some((sounds, sounding)) = &mut self.sounding
                    && *sounds == id
                {
                    sounding.until = Some(Instant::now() + TAIL);
                }
            }
            RecorderCommand::Close(_) => {}
        }
    }

    fn hear(&mut self, block: &[i16]) {
        let Some((_, sounding)) = &mut self.sounding else { return };
        sounding.samples.extend(block);
        if sounding.samples.len() > LONGEST || sounding.until.is_some_and(|until| Instant::now() >= until) {
            self.end();
        }
    }

    /// Ends the open recording.
    fn end(&mut self) {
        if let Some((_, OpenRecording { line, samples, .. })) = self.sounding.take() {
            self.finished.push((line, "told", samples));
        }
    }

    fn finish_said(&mut self) {
        self.finished.extend(self.said.take().map(|samples| (self.line, "said", samples)));
    }

    /// Writes what is finished; one result for each file.
    fn write(&mut self) -> Vec<io::Result<()>> {
        let finished = self.finished.drain(..).filter(|(.., samples)| !samples.is_empty());
        finished.map(|(line, what, samples)| write(&self.folder, line, what, &samples)).collect()
    }
}

/// Writes a recording under the next free name.
fn write(folder: &Path, line: u64, what: &str, samples: &[i16]) -> io::Result<()> {
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: SAMPLE_RATE,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut wav = hound::WavWriter::new(BufWriter::new(create(folder, line, what)?), spec).map_err(in_io)?;
    samples.iter().try_for_each(|sample| wav.write_sample(*sample)).map_err(in_io)?;
    wav.finalize().map_err(in_io)
}

fn in_io(error: hound::Error) -> io::Error {
    match error {
        hound::Error::IoError(error) => error,
        other => io::Error::other(other),
    }
}

fn create(folder: &Path, line: u64, what: &str) -> io::Result<File> {
    let last = recordings(folder)?.into_iter().filter(|kept| kept.line == line).map(|kept| kept.part).max();
    let path = folder.join(format!("{line:06}-{:02}-{what}.wav", last.unwrap_or(0) + 1));
    files::create_new(&path)
}

/// A recording in the folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VoiceRecording {
    /// The number of its journal line.
    pub line: u64,
    /// Its number within the line, from 1.
    pub part: u64,
    /// Whether the program told it; otherwise a person said it.
    pub told: bool,
    pub path: PathBuf,
}

/// Lists the recordings in a folder in the order in which they were made. Other files are ignored.
pub fn recordings(folder: &Path) -> io::Result<Vec<VoiceRecording>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".wav"));
        let mut words = name.unwrap_or_default().split('-');
        let mut number = || words.next()?.parse().ok();
        if let (Some(line), Some(part)) = (number(), number()) {
            let told = match words.next() {
                Some("told") => true,
                Some("said") => false,
                _ => continue,
            };
            all.push(VoiceRecording { line, part, told, path });
        }
    }
    all.sort();
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicI16, Ordering},
    };

    use super::*;
    use crate::hearing::source::AudioRead;

    /// Plays 1, 2, 3 ..., one sample every 2 ms, and shows how far it is.
    #[derive(Clone, Default)]
    struct Counting(Arc<AtomicI16>);

    impl Counting {
        /// Waits until this many more samples were read.
        fn has_played(&self, samples: i16) {
            let until = self.0.load(Ordering::SeqCst) + samples;
            while self.0.load(Ordering::SeqCst) < until {
                std::thread::yield_now();
            }
        }
    }

    impl AudioSource for Counting {
        fn read(&mut self, block: &mut Vec<i16>) -> AudioRead {
            std::thread::sleep(Duration::from_millis(2));
            block.push(self.0.fetch_add(1, Ordering::SeqCst) + 1);
            AudioRead::Samples
        }

        fn is_live(&self) -> bool {
            true
        }
    }

    fn started(folder: &Path, line: u64) -> VoiceRecorder {
        hearing(folder, line, Counting::default())
    }

    fn hearing(folder: &Path, line: u64, played: Counting) -> VoiceRecorder {
        VoiceRecorder::start(folder.join("voice"), Some(Box::new(played)), line, drop).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let kept = recordings(&folder.join("voice")).unwrap().into_iter();
        kept.map(|kept| kept.path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn what_is_said_goes_to_the_line_it_makes_and_what_is_told_to_the_line_before() {
        let folder = tempfile::tempdir().unwrap();
        let played = Counting::default();
        let keeper = hearing(folder.path(), 1, played.clone());
        keeper.record_said(vec![1; 100]);
        keeper.record_told(7);
        keeper.began(7);
        played.has_played(8);
        keeper.ended(7);
        keeper.record_said(vec![2; 100]);
        keeper.written();
        keeper.record_told(8);
        keeper.began(8);
        played.has_played(8);
        keeper.close();
        assert_eq!(
            names(folder.path()),
            ["000001-01-said.wav", "000001-02-told.wav", "000002-01-said.wav", "000002-02-told.wav"]
        );
        let told = hound::WavReader::open(folder.path().join("voice/000001-02-told.wav")).unwrap();
        assert!(told.len() > 3, "{}", told.len());
        // The recorder restarts within the same line, as after a power cut.
        let keeper = started(folder.path(), 2);
        keeper.record_said(vec![3; 10]);
        keeper.record_told(1);
        keeper.close();
        assert_eq!(names(folder.path())[4], "000002-03-said.wav");
    }

    #[test]
    fn what_is_concealed_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = started(folder.path(), 1);
        keeper.record_said(vec![1; 100]);
        keeper.conceal(true);
        keeper.written();
        keeper.record_said(vec![1; 100]);
        keeper.record_told(1);
        keeper.began(1);
        keeper.written();
        std::thread::sleep(Duration::from_millis(20));
        keeper.close();
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_folder_that_goes_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let (told, news) = crossbeam_channel::unbounded();
        let keeper = VoiceRecorder::start(folder.path().join("voice"), None, 0, move |event| {
            let _ = told.send(event);
        });
        let keeper = keeper.unwrap();
        fs::remove_dir(folder.path().join("voice")).unwrap();
        for _ in 0..3 {
            keeper.record_said(vec![1; 100]);
            keeper.written();
            std::thread::sleep(Duration::from_millis(80));
        }
        keeper.close();
        assert_eq!(news.try_iter().count(), 1);
    }

    #[test]
    fn other_files_are_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        for name in
            ["x.wav", "1-2.wav", "1-2-3.wav", "000001-01-said.txt", "-1-1-said.wav", "000003-01-told.wav"]
        {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let kept = recordings(folder.path()).unwrap();
        assert_eq!(kept.len(), 1);
        assert!(kept[0].told && kept[0].line == 3);
    }
}
