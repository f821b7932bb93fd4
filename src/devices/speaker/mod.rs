//! The speaker: takes sentences and reports what becomes of each.
//!
//! The supervisor's thread owns the queue and never blocks. The voice has a second thread (`voice_thread`), because a
//! speech server may take a second to answer, or hang.

mod voice_thread;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, select, unbounded};

use super::speech_queue::{Priority, QueueInput, QueueOutput, SpeechQueue};
use super::voice::{self, OpenVoice, VoiceError, VoiceSettings};
use super::{
    Panicked,
    supervisor::Backoff,
    worker::{self, Worker},
};
use voice_thread::{NumberedReport, VoiceJob, VoiceReport, VoiceThread};

/// What becomes of the sentences. Each ends in exactly one of `Ended`, `Stopped` and `Unspoken`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SpeakerEvent {
    /// The sentence begins; after a loss of the voice it may begin again.
    Began(u64),
    /// The sentence was spoken to its end.
    Ended(u64),
    /// The sentence was cut off, or will not be spoken.
    Stopped(u64),
    /// The sentence waits although nothing is being spoken; it begins, or is stopped, later.
    Deferred(u64),
    /// There is no voice to say the sentence.
    Unspoken {
        /// The caller's number of the sentence.
        id: u64,
        /// Its text, to be printed.
        text: String,
    },
    /// The voice is gone, or was never there; it is looked for.
    Lost {
        reason: VoiceError,
    },
    Back,
    /// Nothing more will be spoken: the thread has failed.
    Died {
        reason: Panicked,
    },
}

/// A handle to the speaking thread. Dropping it ends the thread, in mid-sentence if need be.
pub struct Speaker {
    worker: Worker<SpeakerCommand>,
    settings: VoiceSettings,
}

enum SpeakerCommand {
    Queue(QueueInput),
    Settings(VoiceSettings),
}

impl Speaker {
    /// Speaks through `voice`, usually [`voice::system`], and reports to `sink` on the speaker's thread: it must not
    /// block.
    pub fn start(
        voice: OpenVoice,
        settings: VoiceSettings,
        sink: impl FnMut(SpeakerEvent) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (begin, died) = (settings.clone(), |reason| SpeakerEvent::Died { reason });
        let worker = Worker::start("speaker", sink, died, move |orders, sink| {
            Supervisor::new(voice, begin, orders.inbox().clone(), sink).run();
        })?;
        Ok(Self { worker, settings })
    }

    /// Queues `text` behind the current sentence and before those of lower priority.
    pub fn say(&self, id: u64, text: impl Into<String>, priority: Priority) {
        self.worker.send(SpeakerCommand::Queue(QueueInput::Say { id, text: text.into(), priority }));
    }

    /// Stops speaking at once and clears the queue.
    pub fn stop(&self) {
        self.worker.send(SpeakerCommand::Queue(QueueInput::Stop));
    }

    /// Changes the rate by `by`; returns the new [`VoiceSettings::rate`].
    pub fn rate(&mut self, by: i32) -> i32 {
        self.settings.rate = self.settings.rate.saturating_add(by).clamp(-100, 100);
        self.worker.send(SpeakerCommand::Settings(self.settings.clone()));
        self.settings.rate
    }

    /// Changes the volume by `by`; returns the new [`VoiceSettings::volume`].
    pub fn volume(&mut self, by: i32) -> i32 {
        self.settings.volume = self.settings.volume.saturating_add(by).clamp(-100, 100);
        self.worker.send(SpeakerCommand::Settings(self.settings.clone()));
        self.settings.volume
    }
}

/// How long the voice may take to open: the server may have to start and list its voices, which takes some seconds.
const OPENING: Duration = Duration::from_millis(if cfg!(test) { 200 } else { 10_000 });
/// How often the voice is checked.
const ASK: Duration = Duration::from_millis(500);
/// How long the voice may take to answer a check.
const ANSWER: Duration = Duration::from_secs(3);
/// How long the end of the program waits for the voice to close.
const CLOSING: Duration = Duration::from_millis(500);

struct Supervisor<S> {
    open: OpenVoice,
    settings: VoiceSettings,
    inbox: Receiver<SpeakerCommand>,
    sink: S,
    queue: SpeechQueue,
    started: Instant,
    connection: VoiceConnection,
    backoff: Backoff,
    /// Counts the voice threads, so that reports of an abandoned one are ignored.
    generation: u64,
    /// An abandoned thread that never opened its voice. While it hangs, no other is started: it would hang as well.
    hung: Option<JoinHandle<()>>,
    reporting: Sender<NumberedReport>,
    reports: Receiver<NumberedReport>,
}

enum VoiceConnection {
    /// A voice thread is running.
    Running {
        jobs: Sender<VoiceJob>,
        abandoned: Arc<AtomicBool>,
        thread: JoinHandle<()>,
        /// It has opened its voice.
        up: bool,
        /// When it is checked next.
        ask_at: Instant,
        /// When an awaited answer is due; the first one is that the voice is open.
        answer_by: Option<Instant>,
    },
    /// There is no thread until then; there is never one if waiting does not help.
    Waiting { until: Option<Instant> },
}

impl<S: FnMut(SpeakerEvent)> Supervisor<S> {
    fn new(open: OpenVoice, settings: VoiceSettings, inbox: Receiver<SpeakerCommand>, sink: S) -> Self {
        let mut queue = SpeechQueue::default();
        queue.set_rate(settings.rate);
        let (reporting, reports) = unbounded();
        Self {
            open,
            settings,
            inbox,
            sink,
            queue,
            started: Instant::now(),
            connection: VoiceConnection::Waiting { until: Some(Instant::now()) },
            backoff: Backoff::default(),
            generation: 0,
            hung: None,
            reporting,
            reports,
        }
    }

    fn run(mut self) {
        loop {
            let due = self.supervise();
            let timeout = due.saturating_duration_since(Instant::now());
            let inbox = self.inbox.clone();
            let reports = self.reports.clone();
            select! {
                recv(inbox) -> command => match command {
                    Ok(SpeakerCommand::Queue(input)) => self.handle(input),
                    Ok(SpeakerCommand::Settings(settings)) => self.apply(settings),
                    Err(_) => break,
                },
                recv(reports) -> report => if let Ok((generation, word)) = report
                    && generation == self.generation
                {
                    self.handle_report(word);
                },
                default(timeout) => self.handle(QueueInput::Tick),
            }
        }
        self.shut_down();
    }

    fn handle(&mut self, input: QueueInput) {
        let mut out = Vec::new();
        self.queue.handle(input, self.started.elapsed(), &mut out);
        for output in out {
            match output {
                QueueOutput::Speak { token, text } => self.send_job(VoiceJob::Speak { token, text }),
                QueueOutput::Cancel => self.send_job(VoiceJob::Cancel),
                QueueOutput::Abandon => self.abandon(),
                QueueOutput::Report(event) => (self.sink)(event),
            }
        }
    }

    fn apply(&mut self, settings: VoiceSettings) {
        self.queue.set_rate(settings.rate);
        self.settings = settings.clone();
        self.send_job(VoiceJob::Settings(settings));
    }

    fn send_job(&self, job: VoiceJob) {
        if let VoiceConnection::Running { jobs, .. } = &self.connection {
            // A voice thread that has just ended has reported that.
            let _ = jobs.send(job);
        }
    }

    fn handle_report(&mut self, word: VoiceReport) {
        match word {
            VoiceReport::Starting => self.handle(QueueInput::VoiceStarting),
            VoiceReport::Up => {
                if let VoiceConnection::Running { up, .. } = &mut self.connection {
                    *up = true;
                }
                self.backoff.reset();
                self.answered();
                self.handle(QueueInput::VoiceUp);
            }
            VoiceReport::Down(error) => {
                self.connection = match error.waiting_helps() {
                    true => self.waiting(),
                    false => VoiceConnection::Waiting { until: None },
                };
                self.handle(QueueInput::VoiceDown(error));
            }
            VoiceReport::Answer => self.answered(),
            VoiceReport::Began(token) => self.handle(QueueInput::Began(token)),
            VoiceReport::Ended(token) => self.handle(QueueInput::Ended(token)),
            VoiceReport::Cancelled(token) => self.handle(QueueInput::Cancelled(token)),
            VoiceReport::Closed => {}
        }
    }

    fn answered(&mut self) {
        if let VoiceConnection::Running { answer_by, ask_at, .. } = &mut self.connection {
            *answer_by = None;
            *ask_at = Instant::now() + ASK;
        }
    }

    /// Opens, checks or abandons the voice when it is time; returns when to call this again.
    fn supervise(&mut self) -> Instant {
        let now = Instant::now();
        match &mut self.connection {
            VoiceConnection::Waiting { until: Some(until) } if *until <= now => self.open(),
            VoiceConnection::Running { answer_by: Some(due), .. } if *due <= now => {
                self.abandon();
                self.handle(QueueInput::VoiceDown(VoiceError::NoAnswer));
            }
            VoiceConnection::Running { ask_at, answer_by: answer_by @ None, jobs, .. } if *ask_at <= now => {
                let _ = jobs.send(VoiceJob::Settings(self.settings.clone()));
                *answer_by = Some(now + ANSWER);
            }
            _ => {}
        }
        let voice = match &self.connection {
            VoiceConnection::Running { answer_by: Some(due), .. } => Some(*due),
            VoiceConnection::Running { ask_at, .. } => Some(*ask_at),
            VoiceConnection::Waiting { until } => *until,
        };
        let sentence = self.queue.next_deadline().map(|deadline| self.started + deadline);
        voice.into_iter().chain(sentence).min().unwrap_or(now + Duration::from_secs(3600))
    }

    fn open(&mut self) {
        self.hung.take_if(|thread| thread.is_finished());
        if self.hung.is_some() {
            self.connection = self.waiting();
            return;
        }
        self.generation += 1;
        let (jobs, orders) = unbounded();
        let abandoned = Arc::new(AtomicBool::new(false));
        let voice_thread = VoiceThread {
            open: Arc::clone(&self.open),
            settings: self.settings.clone(),
            orders,
            reports: self.reporting.clone(),
            generation: self.generation,
            abandoned: Arc::clone(&abandoned),
        };
        let (reports, generation) = (self.reporting.clone(), self.generation);
        let report = move |word| drop(reports.send((generation, word)));
        let died = |_| VoiceReport::Down(VoiceError::Gone);
        self.connection = match worker::spawn("voice", report, died, move |_| voice_thread.run()) {
            Ok(thread) => VoiceConnection::Running {
                jobs,
                abandoned,
                thread,
                up: false,
                ask_at: Instant::now(),
                answer_by: Some(Instant::now() + OPENING),
            },
            Err(_) => self.waiting(),
        };
    }

    fn waiting(&mut self) -> VoiceConnection {
        VoiceConnection::Waiting { until: Some(Instant::now() + self.backoff.next_pause()) }
    }

    /// Detaches a voice thread that does not answer.
    fn abandon(&mut self) {
        let waiting = self.waiting();
        if let VoiceConnection::Running { abandoned, thread, up, .. } =
            std::mem::replace(&mut self.connection, waiting)
        {
            abandoned.store(true, Ordering::Relaxed);
            self.hung = (!up).then_some(thread);
        }
        self.generation += 1;
    }

    /// Stops speaking and closes the voice, if it answers.
    fn shut_down(mut self) {
        let VoiceConnection::Running { jobs, .. } = self.connection else {
            return;
        };
        if !self.queue.is_silent() {
            let _ = jobs.send(VoiceJob::Cancel);
        }
        drop(jobs);
        self.connection = VoiceConnection::Waiting { until: None };
        let deadline = Instant::now() + CLOSING;
        while let Ok((generation, word)) = self.reports.recv_deadline(deadline) {
            if generation == self.generation && matches!(word, VoiceReport::Closed | VoiceReport::Down(_)) {
                break;
            }
        }
    }
}

/// Starts a speaker with the system's speech server.
pub fn system(
    settings: VoiceSettings,
    sink: impl FnMut(SpeakerEvent) + Send + 'static,
) -> std::io::Result<Speaker> {
    Speaker::start(voice::system(), settings, sink)
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError, atomic::AtomicUsize};

    use super::*;
    use crate::voice::{Voice, VoiceCallback, VoiceEvent};

    #[test]
    fn a_scripted_voice_says_everything_in_order() {
        let voice = ScriptedVoice::default();
        let (events, heard) = unbounded();
        let speaker = Speaker::start(voice.opener(), VoiceSettings::default(), move |event| {
            let _ = events.send(event);
        })
        .unwrap();
        speaker.say(1, "Eva zwei", Priority::Lasting);
        speaker.say(2, "Eva vier", Priority::Lasting);
        let fates: Vec<SpeakerEvent> =
            heard.iter().take_while(|event| *event != SpeakerEvent::Ended(2)).collect();
        assert_eq!(fates, [SpeakerEvent::Began(1), SpeakerEvent::Ended(1), SpeakerEvent::Began(2)]);
        assert_eq!(voice.said(), ["Eva zwei", "Eva vier"]);
    }

    #[test]
    fn a_thread_that_fails_is_told() {
        let (events, heard) = unbounded();
        let sink = move |event| {
            assert!(!matches!(event, SpeakerEvent::Began(1)), "a fault");
            let _ = events.send(event);
        };
        let voice = ScriptedVoice::default();
        let speaker = Speaker::start(voice.opener(), VoiceSettings::default(), sink).unwrap();
        speaker.say(1, "Eva zwei", Priority::Lasting);
        let last = heard.iter().last().unwrap();
        assert!(matches!(&last, SpeakerEvent::Died { reason } if reason.what == "a fault"), "{last:?}");
    }

    /// Only one attempt runs at a time: otherwise one more thread would hang each second.
    #[test]
    fn a_server_that_hangs_is_not_asked_again_while_it_does() {
        let (attempts, hang) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(())));
        let (counted, held) = (Arc::clone(&attempts), Arc::clone(&hang));
        let hung = hang.lock().unwrap();
        let open: OpenVoice = Arc::new(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            let _until = held.lock().unwrap();
            Err(VoiceError::NoServer)
        });
        let (events, heard) = unbounded();
        let speaker = Speaker::start(open, VoiceSettings::default(), move |event| {
            let _ = events.send(event);
        })
        .unwrap();
        let lost = heard.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(matches!(lost, SpeakerEvent::Lost { .. }), "{lost:?}");
        // Several pauses.
        std::thread::sleep(Duration::from_secs(2));
        assert_eq!(attempts.load(Ordering::Relaxed), 1);
        drop(hung);
        let until = Instant::now() + Duration::from_secs(60);
        while attempts.load(Ordering::Relaxed) < 3 {
            assert!(Instant::now() < until, "it is not asked again once it answers");
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(speaker);
    }

    #[test]
    fn a_build_without_speech_reports_every_sentence() {
        let (events, heard) = unbounded();
        let speaker =
            Speaker::start(Arc::new(|_| Err(VoiceError::NotBuilt)), VoiceSettings::default(), move |event| {
                let _ = events.send(event);
            })
            .unwrap();
        speaker.say(5, "Bereit.", Priority::Lasting);
        let fates: Vec<SpeakerEvent> = heard.iter().take(2).collect();
        let lost = SpeakerEvent::Lost { reason: VoiceError::NotBuilt };
        let unsounded = SpeakerEvent::Unspoken { id: 5, text: "Bereit.".to_owned() };
        assert!(fates.contains(&lost) && fates.contains(&unsounded), "{fates:?}");
    }

    /// A voice that records its sentences and ends each at once.
    #[derive(Clone, Default)]
    struct ScriptedVoice {
        said: Arc<Mutex<Vec<String>>>,
    }

    impl ScriptedVoice {
        /// Returns the sentences so far.
        fn said(&self) -> Vec<String> {
            self.said.lock().unwrap_or_else(PoisonError::into_inner).clone()
        }

        /// Returns a function that opens this voice.
        fn opener(&self) -> OpenVoice {
            let said = Arc::clone(&self.said);
            Arc::new(move |report| Ok(Box::new(Scripted { said: Arc::clone(&said), report })))
        }
    }

    struct Scripted {
        said: Arc<Mutex<Vec<String>>>,
        report: VoiceCallback,
    }

    impl Voice for Scripted {
        fn say(&mut self, text: &str) -> Result<u64, VoiceError> {
            let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
            said.push(text.to_owned());
            let mark = said.len() as u64;
            (self.report)(VoiceEvent::Began(mark));
            (self.report)(VoiceEvent::Ended(mark));
            Ok(mark)
        }

        fn cancel(&mut self) -> Result<(), VoiceError> {
            Ok(())
        }

        fn adjust(&mut self, _: &VoiceSettings) -> Result<(), VoiceError> {
            Ok(())
        }
    }
}
