//! The listening itself: samples through the gate, utterances to the recognizer, and what was clipped.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use self::decoding::DecodedPasses;
use super::echo_residue::EchoResidue;
use super::{CompletenessRule, EarCommand, EarEvent, EarOptions, PhraseSet};
use crate::devices::hearing::endpoint::{self, EndpointEvent, Endpointer};
use crate::devices::hearing::loudness::{LoudnessMeter, SpeakerLevel};
use crate::devices::hearing::memory::{release_startup_pages, trim_heap};
use crate::devices::hearing::recognizer::{Hypothesis, Recognize, RecognizerError, Utterance};
use crate::devices::hearing::source::{AudioRead, AudioSource, EchoState};

/// What the ear does on its thread.
pub(super) struct Listener<S> {
    source: Box<dyn AudioSource>,
    recognizer: Box<dyn Recognize>,
    options: EarOptions,
    inbox: Receiver<EarCommand>,
    sink: S,
    endpointer: Endpointer,
    /// What is expected once the utterance is over.
    next: Option<PhraseSet>,
    pauses: CompletenessRule,
    gate: Gate,
    /// Nothing is heard of what sounds.
    deaf: bool,
    residue: EchoResidue,
    /// Somebody talks to it, as far as that is told by a key.
    talked_to: bool,
    /// Where the gate was last opened.
    opened: Option<u64>,
    /// What begins before here goes on with what was clipped.
    clipped_until: u64,
    current: CurrentUtterance,
    usual: SpeakerLevel,
    /// A listener to a file waits for `Proceed` before it reads on.
    waiting: bool,
    finishing: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gate {
    Open,
    /// We speak.
    Closed {
        since: u64,
        /// Something of it was noticed where it is taken out.
        noticed: bool,
    },
}

/// The utterance under way.
#[derive(Default)]
struct CurrentUtterance {
    began: u64,
    /// Its first sound is missing.
    is_cut: bool,
    decoding: Duration,
    /// What the recognizer was given since it last gave an utterance, and how loud it was.
    given: Vec<i16>,
    loudness: LoudnessMeter,
    /// How many samples ago the recognizer began to say that it is over, if it does.
    said_over: Option<u64>,
    /// Whether the recognizer has given an utterance since it began.
    was_heard: bool,
    /// The pause under way was looked at for an early end.
    looked_early: bool,
    /// What was heard, if that is known before its end.
    finished: Option<DecodedPasses>,
    /// It had begun before the gate was open; whether that has been told.
    clipped: Option<bool>,
}

impl<S: FnMut(EarEvent)> Listener<S> {
    pub(super) fn new(
        source: Box<dyn AudioSource>,
        recognizer: Box<dyn Recognize>,
        options: EarOptions,
        inbox: Receiver<EarCommand>,
        sink: S,
    ) -> Self {
        Self {
            source,
            recognizer,
            endpointer: Endpointer::new(options.endpoint),
            pauses: options.completeness.clone(),
            options,
            inbox,
            sink,
            next: None,
            gate: Gate::Open,
            deaf: false,
            residue: EchoResidue::default(),
            talked_to: true,
            opened: None,
            clipped_until: 0,
            current: CurrentUtterance::default(),
            usual: SpeakerLevel::default(),
            waiting: false,
            finishing: false,
        }
    }

    pub(super) fn run(mut self) {
        // What it took to load the model.
        trim_heap();
        release_startup_pages();
        let mut block = Vec::new();
        let fault = loop {
            self.take_commands();
            if self.finishing {
                break None;
            }
            block.clear();
            match self.source.read(&mut block) {
                AudioRead::Samples => self.process_block(&block),
                AudioRead::Lost { reason } => {
                    // Another may come, turned up otherwise.
                    self.usual = SpeakerLevel::default();
                    self.forget(EarEvent::NoWords);
                    (self.sink)(EarEvent::Lost { reason });
                }
                AudioRead::Back => (self.sink)(EarEvent::Back),
                AudioRead::Ended { fault } => break fault,
            }
        };
        let mut steps = Vec::new();
        self.endpointer.finish(&mut steps);
        self.handle_endpoints(steps.into());
        (self.sink)(EarEvent::Ended { fault });
    }

    fn take_commands(&mut self) {
        loop {
            let command = if self.waiting && !self.finishing {
                // Nobody left to say `Proceed` means that the ear was dropped.
                self.inbox.recv().unwrap_or(EarCommand::Finish)
            } else if let Ok(command) = self.inbox.try_recv() {
                command
            } else {
                return;
            };
            match command {
                EarCommand::Expect(expected) => {
                    self.next = Some(expected);
                    if !self.endpointer.is_speech() {
                        self.expect_next();
                    }
                }
                EarCommand::Gate { open: false } => {
                    self.gate = Gate::Closed { since: self.endpointer.position(), noticed: false };
                    self.update_gate();
                }
                EarCommand::Gate { open: true } => {
                    self.gate = Gate::Open;
                    self.update_gate();
                }
                EarCommand::PushToTalk { on: true } => {
                    self.talked_to = true;
                    self.opened = Some(self.endpointer.position());
                }
                EarCommand::PushToTalk { on: false } => {
                    self.end_utterance();
                    self.talked_to = false;
                }
                EarCommand::Proceed => self.waiting = false,
                EarCommand::Finish => self.finishing = true,
            }
        }
    }

    fn expect_next(&mut self) {
        let Some(PhraseSet { phrases, completeness: pauses }) = self.next.take() else {
            return;
        };
        self.pauses = pauses;
        match self.recognizer.expect(&phrases) {
            Ok(missing) if missing.is_empty() => {}
            Ok(missing) => (self.sink)(EarEvent::WordsMissing(missing)),
            Err(error) => (self.sink)(EarEvent::Failed { reason: error.to_string() }),
        }
    }

    fn process_block(&mut self, block: &[i16]) {
        let block = self.catch_up(block);
        self.update_gate();
        if !self.talked_to || self.deaf {
            self.endpointer.skip(block.len());
            return;
        }
        if let EchoState::Cancelled { is_playing, energy_before } = self.source.echo_state() {
            self.residue.push(
                self.endpointer.position() + block.len() as u64,
                is_playing,
                energy_before,
                block,
            );
        }
        // So short that no pause ends within one before it was looked at.
        for part in block.chunks(endpoint::samples(LOOK) as usize) {
            let mut steps = Vec::new();
            self.endpointer.push(part, &mut steps);
            self.handle_endpoints(steps.into());
            self.adapt_silence();
            self.end_early();
        }
    }

    /// Where more has come than can be heard in time, the oldest is passed over, and what was being said with it.
    fn catch_up<'a>(&mut self, block: &'a [i16]) -> &'a [i16] {
        if !self.source.is_live() || block.len() as u64 <= endpoint::samples(BEHIND) {
            return block;
        }
        self.forget(EarEvent::NoWords);
        let (old, new) = block.split_at(block.len() - endpoint::samples(BEHIND) as usize / 2);
        self.endpointer.skip(old.len());
        // What is under way here had begun before.
        self.opened = Some(self.endpointer.position());
        new
    }

    /// While we speak nothing is heard, unless our voice is taken out of it: what is played, where it is listened
    /// for, must be noticed soon, or we sound from somewhere else.
    fn update_gate(&mut self) {
        let own_voice = self.source.echo_state();
        let position = self.endpointer.position();
        let deaf = match (&mut self.gate, own_voice) {
            (Gate::Open, _) => false,
            (Gate::Closed { .. }, EchoState::Uncancelled) => true,
            (Gate::Closed { since, noticed }, EchoState::Cancelled { is_playing, .. }) => {
                *noticed |= is_playing;
                !*noticed && position > *since + endpoint::samples(NOTICED)
            }
        };
        if deaf == self.deaf {
            return;
        }
        self.deaf = deaf;
        if deaf { self.end_or_forget() } else { self.opened = Some(position) }
    }

    fn handle_endpoints(&mut self, mut steps: VecDeque<EndpointEvent>) {
        while let Some(step) = steps.pop_front() {
            match step {
                EndpointEvent::Began { at, is_cut } => {
                    let clipped = self.clipped_at(at);
                    self.current =
                        CurrentUtterance { began: at, is_cut, clipped, ..CurrentUtterance::default() };
                    if clipped.is_none() {
                        (self.sink)(EarEvent::SpeechBegan);
                    }
                }
                EndpointEvent::Samples(_) if self.current.clipped.is_some() => {
                    self.report_clipped();
                    if self.current.clipped == Some(false) && self.endpointer.quiet() >= FINISHED {
                        // It was our own echo, or a knock: what comes next has nothing to do with it.
                        self.forget(EarEvent::NoWords);
                        steps.clear();
                    }
                }
                EndpointEvent::Overlong => self.discard(EarEvent::NoWords),
                EndpointEvent::Ended { at, .. } if self.current.clipped.is_some() => {
                    if self.current.clipped == Some(true) {
                        let settled = self.options.endpoint.silence + SETTLED;
                        self.clipped_until = at + endpoint::samples(settled);
                    }
                    self.current = CurrentUtterance::default();
                    self.expect_next();
                }
                EndpointEvent::Samples(samples) => self.decode(&samples),
                EndpointEvent::Ended { at, voiced } => self.close(Some(at), voiced),
                EndpointEvent::Dropped => self.close(None, false),
            }
        }
    }

    /// Whether what begins at this sample goes on with what was clipped and told, or was itself under way
    /// when the gate was opened.
    fn clipped_at(&self, at: u64) -> Option<bool> {
        let at_once = self.opened.is_some_and(|opened| at < opened + endpoint::samples(AT_ONCE));
        if at < self.clipped_until { Some(true) } else { at_once.then_some(false) }
    }

    /// Once, as soon as it is a voice, and more than the room's echo of our own.
    fn report_clipped(&mut self) {
        let sounds = endpoint::time(self.endpointer.position() - self.current.began);
        if self.current.clipped == Some(false)
            && self.endpointer.has_voice()
            && sounds.saturating_sub(self.endpointer.quiet()) >= self.options.echo_tail + SURELY
        {
            self.current.clipped = Some(true);
            (self.sink)(EarEvent::Clipped);
        }
    }

    fn decode(&mut self, samples: &[i16]) {
        self.current.given.extend_from_slice(samples);
        self.current.loudness.push(samples);
        if self.current.finished.is_some() {
            return;
        }
        let started = Instant::now();
        let accepted = self.recognizer.accept(samples);
        self.current.decoding += started.elapsed();
        match accepted {
            Ok(false) => self.current.said_over = None,
            Ok(true) => {
                let since = self.current.said_over;
                self.current.said_over = Some(since.map_or(0, |since| since + samples.len() as u64));
                self.end_by_recognizer();
            }
            Err(error) => self.fail(&error),
        }
    }

    /// What was being said is lost; it goes on listening.
    fn fail(&mut self, error: &RecognizerError) {
        self.collect(false);
        (self.sink)(EarEvent::Failed { reason: error.to_string() });
    }

    /// Ends the utterance where noise hides its silence from the endpointer, but not
    /// from the recognizer.
    ///
    /// The recognizer goes by a pause of its own and is some 300 ms late: it is
    /// believed when it has kept saying so, and never while the endpointer waits for
    /// the speaker to go on.
    fn end_by_recognizer(&mut self) {
        let since = self.current.said_over.unwrap_or(0);
        let is_sure = since >= endpoint::samples(SURE)
            && (since >= endpoint::samples(SURE + self.options.patience) || !self.is_begun());
        if !is_sure || self.endpointer.quiet() >= HIDDEN || !self.endpointer.has_voice() {
            return;
        }
        let is_echo = self.residue.is_echo(&(self.current.began..self.endpointer.position()));
        let (mut heard, samples) = self.collect(!is_echo);
        if is_echo {
            heard.clear();
        }
        // What is decoded of the noise from here on is no word.
        self.endpointer.mark();
        self.current.said_over = None;
        if !heard.is_empty() {
            self.report(heard, samples, self.endpointer.position());
        }
    }

    /// The utterance is over; it ended at `ended`, if it was long enough. One without a voice may have been
    /// whispered, if it has words, and all of them are of the phrases. Otherwise it was a noise, as is what
    /// follows an utterance that was told already.
    fn close(&mut self, ended: Option<u64>, voiced: bool) {
        let is_echo = ended.is_some_and(|ended| self.residue.is_echo(&(self.current.began..ended)));
        let length = self.endpointer.position() - self.current.began;
        let (heard, samples) = self.collect(voiced && !is_echo);
        let may_be_whispered = |best: &Hypothesis| best.is_known() && !self.current.was_heard;
        let is_said = !is_echo && heard.first().is_some_and(|best| voiced || may_be_whispered(best));
        match ended {
            Some(ended) if is_said => self.report(heard, samples, ended),
            _ if self.current.was_heard => {}
            _ => (self.sink)(EarEvent::NoWords),
        }
        self.current = CurrentUtterance::default();
        if self.next.is_some() {
            self.expect_next();
        } else if length > endpoint::samples(LARGE) {
            // What it took to make sense of many voices it would keep.
            self.recognizer.forget();
        }
        trim_heap();
    }

    fn report(&mut self, alternatives: Vec<Hypothesis>, samples: Vec<i16>, ended: u64) {
        let listened = self.endpointer.position();
        let utterance = Utterance {
            alternatives,
            began: endpoint::time(self.current.began),
            ended: endpoint::time(ended),
            listened: endpoint::time(listened),
            decoding: std::mem::take(&mut self.current.decoding),
            samples: self.options.keep_samples.then_some(samples),
        };
        self.current.was_heard = true;
        self.current.began = listened;
        self.waiting = !self.source.is_live();
        (self.sink)(EarEvent::Recognized(utterance));
    }

    /// Ends the utterance under way, if the speaker seems to have ended it, or drops
    /// it, if he is in the middle of it.
    fn end_or_forget(&mut self) {
        let quiet = self.endpointer.quiet();
        if quiet >= FINISHED {
            self.end_utterance();
        } else {
            let cut = if self.endpointer.has_voice() { EarEvent::Clipped } else { EarEvent::NoWords };
            self.forget(cut);
        }
    }

    /// Ends the utterance under way with what was said of it.
    fn end_utterance(&mut self) {
        let mut steps = Vec::new();
        self.endpointer.finish(&mut steps);
        self.endpointer.skip(0);
        self.handle_endpoints(steps.into());
    }

    /// Drops the utterance under way, and says so unless it has been told.
    fn forget(&mut self, cut: EarEvent) {
        let was_speech = self.endpointer.is_speech();
        self.endpointer.skip(0);
        if was_speech {
            self.discard(cut);
        }
    }

    /// What was being said is not looked at.
    fn discard(&mut self, told: EarEvent) {
        self.recognizer.forget();
        if !self.current.was_heard && self.current.clipped.is_none() {
            (self.sink)(told);
        }
        self.current = CurrentUtterance::default();
        self.expect_next();
        trim_heap();
    }
}

/// A voice that is spoken with is noticed within this time.
const NOTICED: Duration = Duration::from_secs(1);
/// Who is heard so soon after the gate was opened spoke before.
const AT_ONCE: Duration = Duration::from_millis(60);
/// What sounds so much longer than our own voice may echo is somebody else's.
const SURELY: Duration = Duration::from_millis(150);
/// So much longer than the pause that ends an utterance it must be quiet after what was clipped, before
/// something counts as begun anew.
const SETTLED: Duration = Duration::from_millis(200);
/// A pause shorter than this may be none to the endpointer.
const HIDDEN: Duration = Duration::from_millis(250);
/// How often a pause is looked at. It is looked at in its last two such stretches,
/// and by then the recognizer, which looks ahead by 0.4 s, has all that was said before it.
const LOOK: Duration = Duration::from_millis(50);
/// A pause that, when the gate closes, is taken for the end.
const FINISHED: Duration = Duration::from_millis(200);
/// So much at once is more than can be heard in time: nobody waits so long for an answer.
const BEHIND: Duration = Duration::from_secs(2);
/// What took longer leaves a recognizer that has grown.
const LARGE: Duration = Duration::from_secs(3);
/// How long the recognizer must keep saying that the utterance is over.
const SURE: Duration = Duration::from_millis(500);

mod decoding;
mod early_end;
#[cfg(test)]
mod tests;
