//! A conversation with the program, by voice: said, heard to its end, and said again when misheard, as people do.

use std::time::{Duration, Instant};

use crate::{
    end_to_end::ends_sound::{Monitor, Mouth},
    program::Program,
};

/// An answer that takes longer than this is none.
pub const PATIENCE: Duration = Duration::from_secs(6);
/// A lost device is looked for once a second; this is long, for a busy machine.
pub const LONG: Duration = Duration::from_secs(300);
/// Quiet for so long, a sentence has ended.
const PAUSE: Duration = Duration::from_millis(350);
/// What sounds for less is no sentence.
const HARDLY_ANYTHING: Duration = Duration::from_millis(100);

pub struct Talk {
    pub program: Program,
    /// White's, and Black's.
    mouths: [Mouth; 2],
    speaker: Monitor,
    /// Whether the program can be heard at this moment.
    pub voice: bool,
    /// Utterances that had to be made again.
    pub repeats: usize,
    pub sounded: usize,
    /// From each printed sentence to its first sound.
    waits: Vec<Duration>,
    pub began: Instant,
}

impl Talk {
    /// Listens, and starts the program.
    pub fn start(arguments: &[&str]) -> Talk {
        Talk::with(|| Program::start(arguments))
    }

    /// The same, with a folder of its own for what is kept.
    pub fn keeping_in(home: &std::path::Path, arguments: &[&str]) -> Talk {
        Talk::with(|| Program::start_keeping_in(home, arguments))
    }

    /// The same, with a folder in which programs are looked for too.
    pub fn with_programs_in(folder: &std::path::Path, arguments: &[&str]) -> Talk {
        Talk::with(|| Program::start_with(folder, arguments))
    }

    fn with(program: impl FnOnce() -> Program) -> Talk {
        let speaker = Monitor::of("speaker.monitor");
        Talk {
            program: program(),
            mouths: [Mouth::new("de"), Mouth::new("de+f2")],
            speaker,
            voice: true,
            repeats: 0,
            sounded: 0,
            waits: Vec::new(),
            began: Instant::now(),
        }
    }

    /// Says a move until it is made, with what is read back answered; `say` is its form, the others what is told of it.
    /// The instant is when it was told.
    pub fn make(&mut self, side: usize, say: &str, read_back: &str, moved: &str) -> Instant {
        let mut next = say;
        loop {
            let answer = self.say(side, next);
            let expected = if next == "ja" { moved } else { read_back };
            if answer.as_ref().is_none_or(|(_, said)| said != expected) {
                self.repeat(next);
            }
            match answer {
                Some((at, said)) if said == moved => return at,
                Some((_, said)) if said == read_back => next = "ja",
                Some((_, said)) if said.ends_with('?') => next = "nein",
                Some(_) if next != "ja" => next = say,
                // Nothing was heard, or not understood: the same once more.
                _ => {}
            }
        }
    }

    /// Says something that nothing is answered to.
    pub fn utter(&self, side: usize, text: &str) {
        self.mouths[side].say(text);
    }

    /// Says something once, and hears the answer to its end.
    pub fn say(&mut self, side: usize, text: &str) -> Option<(Instant, String)> {
        if !self.voice {
            // Reading the answer takes a moment, too.
            std::thread::sleep(PAUSE);
        }
        self.mouths[side].say(text);
        let answer = self.answer(PATIENCE);
        if let Some((at, said)) = &answer {
            self.note(&format!("{text:?}: {said:?}"));
            self.sounds(*at);
        }
        answer
    }

    /// The next thing the program says.
    pub fn answer(&mut self, patience: Duration) -> Option<(Instant, String)> {
        let began = self.began;
        let (at, line) = self.program.until(patience, |line| {
            if line.starts_with("hear: ") || line.starts_with("microphone: ") {
                println!("{:4.0} s    {line}", began.elapsed().as_secs_f64());
            }
            line.starts_with("say: ")
        })?;
        Some((at, line.strip_prefix("say: ")?.to_owned()))
    }

    /// What was printed is also heard, where there is a voice; waits until it was said.
    pub fn sounds(&mut self, printed: Instant) {
        if self.voice {
            let began = Instant::now();
            // A busy machine may pause within a sentence.
            while self.speaker.falls_silent(printed, PAUSE, LONG)
                && self.speaker.loud_since(printed) < HARDLY_ANYTHING
                && began.elapsed() < LONG
            {
                std::thread::sleep(PAUSE);
            }
            assert!(self.speaker.loud_since(printed) >= HARDLY_ANYTHING, "what was told was not heard");
            self.waits.extend(self.speaker.first_since(printed).map(|at| at - printed));
            self.sounded += 1;
        }
    }

    #[track_caller]
    pub fn is_told(&mut self, sentence: &str) {
        let at = self.are_told([sentence]);
        self.sounds(at);
    }

    /// Waits until sentences that begin so were said, in whatever order, and tells when the last was.
    #[track_caller]
    pub fn are_told<const N: usize>(&mut self, sentences: [&str; N]) -> Instant {
        let mut missing = sentences.to_vec();
        let deadline = Instant::now() + LONG;
        loop {
            let answer = self.answer(deadline.saturating_duration_since(Instant::now()));
            let (at, said) = answer.unwrap_or_else(|| panic!("nobody was told: {missing:?}"));
            self.note(&said);
            missing.retain(|sentence| !said.starts_with(sentence));
            if missing.is_empty() {
                return at;
            }
        }
    }

    pub fn repeat(&mut self, text: &str) {
        self.repeats += 1;
        self.note(&format!("{text:?} must be said again"));
        assert!(self.repeats < 60, "nothing is understood");
    }

    pub fn note(&self, what: &str) {
        println!("{:4.0} s  {what}", self.began.elapsed().as_secs_f64());
    }

    /// Prints how long it took until what was told was heard.
    pub fn print_waits(&mut self) {
        self.waits.sort();
        let median = self.waits.get(self.waits.len() / 2);
        println!("told to heard: median {median:?}, most {:?}", self.waits.last());
    }
}
