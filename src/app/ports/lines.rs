//! A text that is played instead of speech, line by line.

use std::{
    fs::File,
    io::{BufRead, BufReader, IsTerminal, Read},
    path::Path,
    time::Duration,
};

use anyhow::Context;
use crossbeam_channel::{Receiver, Sender, bounded};

use super::{Port, Scene, State, Tell};
use crate::{
    announce::Device,
    devices::watched,
    session::{Effect, Event, Wanted, What},
};

/// What the text has to say.
#[derive(Debug)]
pub enum LinesNews {
    Line(String),
    /// It has come to its end, or cannot be read further.
    Over {
        fault: Option<String>,
    },
}

/// Plays a text: each line is taken once all has been said that was to be said.
pub struct LinesPort {
    proceed: Sender<()>,
    /// A line may be asked for as soon as nothing is being said.
    ready: bool,
    over: bool,
    /// Since when the engine it plays against is lost.
    lost: Option<Duration>,
}

/// A line that can only be understood after the engine's move waits no longer for one that is lost.
const PATIENCE: Duration = Duration::from_secs(20);

impl LinesPort {
    /// Reads a file, or with `-` the standard input. Lines are taken as they come, so that a pipe may keep a
    /// game waiting.
    pub fn open(path: &Path, tell: Tell<LinesNews>) -> anyhow::Result<LinesPort> {
        let (input, name): (Box<dyn Read + Send>, _) = if path == Path::new("-") {
            anyhow::ensure!(!std::io::stdin().is_terminal(), "--text - needs lines on standard input");
            (Box::new(std::io::stdin()), "standard input".to_owned())
        } else {
            let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            (Box::new(file), path.display().to_string())
        };
        let (proceed, proceeds) = bounded(1);
        let died = |fault| LinesNews::Over { fault: Some(fault) };
        watched::spawn("text", tell.sink(), died, move |tell| {
            read(BufReader::new(input), &name, &proceeds, tell);
        })?;
        Ok(LinesPort { proceed, ready: true, over: false, lost: None })
    }
}

/// Reads a line whenever the game is ready for one.
fn read(input: impl BufRead, name: &str, proceeds: &Receiver<()>, tell: &mut dyn FnMut(LinesNews)) {
    let mut lines = input.split(b'\n');
    while proceeds.recv().is_ok() {
        let news = loop {
            match lines.next() {
                Some(Ok(line)) => {
                    // What is no text is not understood, which is said.
                    let line = String::from_utf8_lossy(&line);
                    let line = line.trim();
                    if !line.is_empty() && !line.starts_with('#') {
                        break LinesNews::Line(line.to_owned());
                    }
                }
                Some(Err(error)) => {
                    break LinesNews::Over { fault: Some(format!("cannot read {name}: {error}")) };
                }
                None => break LinesNews::Over { fault: None },
            }
        };
        tell(news);
    }
}

impl Port for LinesPort {
    type News = LinesNews;

    fn perform(&mut self, _effect: &Effect, _scene: &Scene) {}

    fn translate(&mut self, news: LinesNews, scene: &Scene) -> Vec<Event> {
        match news {
            LinesNews::Line(line) => {
                self.ready = true;
                vec![Event::at_table(What::Typed(line))]
            }
            LinesNews::Over { fault } => {
                if let Some(fault) = fault {
                    (scene.print)(&format!("text: {fault}"));
                }
                self.over = true;
                Vec::new()
            }
        }
    }

    fn follow(&mut self, scene: &Scene) -> Option<Duration> {
        let lost = scene.presence.is_lost(Device::Opponent);
        self.lost = lost.then(|| self.lost.unwrap_or(scene.now));
        let until = self.lost.map(|since| since + PATIENCE);
        // What stands in a text was written for after the engine's move or answer.
        let engine = scene.session.record().start().opponent.is_engine();
        let session = scene.session;
        let thinks = engine && (session.wanted() != Wanted::Nothing || session.inquiry().is_some());
        if thinks && until.is_none_or(|until| scene.now < until) {
            return until;
        }
        if self.ready && !scene.speaking {
            self.ready = false;
            // A text that is over has said so.
            let _ = self.proceed.send(());
        }
        None
    }

    fn state(&self) -> State {
        if self.over { State::Idle } else { State::Open }
    }
}
