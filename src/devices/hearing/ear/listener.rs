//! The listener: passes samples through the gate, and utterances to the recognizer.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, TryRecvError};

use self::decoding::DecodedPasses;
use super::echo_residue::EchoResidue;
use super::sound_clock::SoundClock;
use super::{EarCommand, EarEvent, EarOptions, PhraseSet};
use crate::hearing::endpoint::{self, EndpointEvent, Endpointer};
use crate::hearing::loudness::{LoudnessMeter, SpeakerLevel};
use crate::hearing::memory::{release_startup_pages, trim_heap};
use crate::hearing::recognizer::{Hypothesis, Recognize, RecognizerError, Utterance};
use crate::hearing::source::{AudioRead, AudioSource, EchoState};

/// The work of the ear's thread.
pub(super) struct Listener<S> {
    source: Box<dyn AudioSource>,
    recognizer: Box<dyn Recognize>,
    options: EarOptions,
    inbox: Receiver<EarCommand>,
    sink: S,
    endpointer: Endpointer,
    /// The phrases to be set after the utterance.
    next: Option<PhraseSet>,
    /// What was set last.
    expected: PhraseSet,
    gate: Gate,
    /// Nothing is heard at present.
    muted: bool,
    residue: EchoResidue,
    clock: SoundClock,
    /// The push-to-talk key is held, or not used.
    talk_on: bool,
    /// The position at which the gate was last opened.
    opened: Option<u64>,
    /// An utterance that begins before this position continues a clipped one.
    clipped_until: u64,
    current: CurrentUtterance,
    usual: SpeakerLevel,
    /// The source is not live, and `Proceed` is awaited.
    waiting: bool,
    /// More may have come while an utterance of a live source was recognized.
    behind: bool,
    finishing: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gate {
    Open,
    /// The program speaks.
    Closed {
        since: u64,
        /// The echo canceller has seen something being played.
        noticed: bool,
    },
}

/// The utterance under way.
#[derive(Default)]
struct CurrentUtterance {
    began: u64,
    /// Its onset is missing.
    is_cut: bool,
    decoding: Duration,
    /// The samples since the last report, and their loudness.
    given: Vec<i16>,
    loudness: LoudnessMeter,
    /// For how many samples the recognizer has taken the utterance to be over, if it does.
    end_found: Option<u64>,
    /// Whether a part of it was reported already.
    was_reported: bool,
    /// The pause under way was examined for an early end.
    looked_early: bool,
    /// The recognizer has failed at it: the rest is passed over.
    has_failed: bool,
    /// What was recognized, if that is known before its end.
    finished: Option<DecodedPasses>,
    /// Set if it began before the gate opened: whether that was reported.
    clipped: Option<bool>,
}

impl<S: FnMut(EarEvent)> Listener<S> {
    pub(super) fn new(
        source: Box<dyn AudioSource>,
        recognizer: Box<dyn Recognize>,
        mut options: EarOptions,
        inbox: Receiver<EarCommand>,
        sink: S,
    ) -> Self {
        let next = std::mem::take(&mut options.expected);
        Self {
            source,
            recognizer,
            endpointer: Endpointer::new(options.endpoint),
            // The recognizer has phrases of its own until it gets these.
            expected: PhraseSet { phrases: Vec::new(), ..next.clone() },
            next: Some(next),
            options,
            inbox,
            sink,
            gate: Gate::Open,
            muted: false,
            residue: EchoResidue::default(),
            clock: SoundClock::default(),
            talk_on: true,
            opened: None,
            clipped_until: 0,
            current: CurrentUtterance::default(),
            usual: SpeakerLevel::default(),
            waiting: false,
            behind: false,
            finishing: false,
        }
    }

    pub(super) fn run(mut self) {
        self.expect_next();
        // Loading the model has left much unused memory.
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
                AudioRead::Samples => self.take_block(&block),
                AudioRead::Lost { reason } => {
                    // The next microphone may have another gain.
                    self.usual = SpeakerLevel::default();
                    self.forget(EarEvent::NoWords);
                    if std::mem::take(&mut self.behind) {
                        self.tell_caught_up();
                    }
                    self.clock.forget();
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
                self.inbox.recv().map_err(|_| TryRecvError::Disconnected)
            } else {
                self.inbox.try_recv()
            };
            let command = match command {
                Ok(command) => command,
                Err(TryRecvError::Empty) => return,
                // The ear was dropped.
                Err(TryRecvError::Disconnected) => {
                    self.finishing = true;
                    return;
                }
            };
            match command {
                EarCommand::Expect(expected) => {
                    self.next = Some(expected);
                    if !self.endpointer.is_speech() {
                        self.expect_next();
                        // What the recognizer of the phrases before had decoded is free only now.
                        trim_heap();
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
                    self.talk_on = true;
                    self.opened = Some(self.endpointer.position());
                }
                EarCommand::PushToTalk { on: false } => {
                    self.end_utterance();
                    self.talk_on = false;
                }
                EarCommand::Proceed => self.waiting = false,
            }
        }
    }

    fn expect_next(&mut self) {
        let Some(next) = self.next.take() else { return };
        let before = std::mem::replace(&mut self.expected, next);
        if self.expected.phrases == before.phrases {
            return;
        }
        match self.recognizer.expect(&self.expected.phrases) {
            Ok(missing) if missing.is_empty() => {}
            Ok(missing) => (self.sink)(EarEvent::WordsMissing(missing)),
            Err(reason) => {
                self.expected.phrases = before.phrases;
                (self.sink)(EarEvent::Failed { reason });
            }
        }
    }

    fn process_block(&mut self, block: &[i16]) {
        if self.source.is_live() && !block.is_empty() {
            let position = self.endpointer.position() + block.len() as u64;
            self.clock.came(endpoint::time(position), Instant::now());
        }
        let block = self.catch_up(block);
        self.update_gate();
        if !self.talk_on || self.muted {
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
        // Short parts, so that each pause is examined before it ends.
        for part in block.chunks(endpoint::samples(LOOK) as usize) {
            let mut steps = Vec::new();
            self.endpointer.push(part, &mut steps);
            self.handle_endpoints(steps.into());
            self.adapt_silence();
            self.end_early();
        }
    }

    /// Mutes the ear while the program speaks, unless the echo is cancelled. The canceller must notice soon that
    /// something is played; otherwise the voice comes from another device.
    fn update_gate(&mut self) {
        let own_voice = self.source.echo_state();
        let position = self.endpointer.position();
        let muted = match (&mut self.gate, own_voice) {
            (Gate::Open, _) => false,
            (Gate::Closed { .. }, EchoState::Uncancelled) => true,
            (Gate::Closed { since, noticed }, EchoState::Cancelled { is_playing, .. }) => {
                *noticed |= is_playing;
                !*noticed && position > *since + endpoint::samples(NOTICED)
            }
        };
        if muted == self.muted {
            return;
        }
        self.muted = muted;
        if muted { self.end_or_forget() } else { self.opened = Some(position) }
    }

    fn handle_endpoints(&mut self, mut steps: VecDeque<EndpointEvent>) {
        while let Some(step) = steps.pop_front() {
            match step {
                EndpointEvent::Began { at, is_cut } => {
                    let clipped = self.clipped_at(at);
                    self.current =
                        CurrentUtterance { began: at, is_cut, clipped, ..CurrentUtterance::default() };
                    if clipped.is_none() {
                        (self.sink)(EarEvent::SpeechBegan(self.clock.instant(endpoint::time(at))));
                    }
                }
                EndpointEvent::Samples(_) if self.current.clipped.is_some() => {
                    self.report_clipped();
                    if self.current.clipped == Some(false) && self.endpointer.quiet() >= FINISHED {
                        // It was an echo or a knock; what follows is independent of it.
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

    /// `Some` if an utterance that begins at this sample is clipped: true if it continues a reported one, false if it
    /// was under way when the gate opened.
    fn clipped_at(&self, at: u64) -> Option<bool> {
        let at_once = self.opened.is_some_and(|opened| at < opened + endpoint::samples(AT_ONCE));
        if at < self.clipped_until { Some(true) } else { at_once.then_some(false) }
    }

    /// Reports a clipped utterance once it is a voice and longer than the room's echo.
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
        if self.current.finished.is_some() || self.current.has_failed {
            return;
        }
        let started = Instant::now();
        let accepted = self.recognizer.accept(samples);
        self.current.decoding += started.elapsed();
        match accepted {
            Ok(false) => self.current.end_found = None,
            Ok(true) => {
                let since = self.current.end_found;
                self.current.end_found = Some(since.map_or(0, |since| since + samples.len() as u64));
                self.end_by_recognizer();
            }
            Err(error) => self.fail(error),
        }
    }

    /// Reports once that the utterance is lost.
    fn fail(&mut self, reason: RecognizerError) {
        if !std::mem::replace(&mut self.current.has_failed, true) {
            (self.sink)(EarEvent::Failed { reason });
        }
    }

    /// Ends the recognizer's utterance; of one at which it failed nothing counts.
    fn finish(&mut self) -> DecodedPasses {
        let heard = self.recognizer.finish();
        let heard = heard.unwrap_or_else(|reason| {
            self.fail(reason);
            Vec::new()
        });
        DecodedPasses::new(if self.current.has_failed { Vec::new() } else { heard })
    }

    /// Ends an utterance when noise hides its silence from the endpointer, but not from the recognizer.
    ///
    /// The recognizer finds the end [late](FOUND_LATE). It must have found it for [`SURE`], and for longer while the
    /// words are incomplete.
    fn end_by_recognizer(&mut self) {
        let since = self.current.end_found.unwrap_or(0);
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
        // From here on there is only noise.
        self.endpointer.mark();
        self.current.end_found = None;
        if !heard.is_empty() {
            let ended = self.endpointer.position().saturating_sub(since + endpoint::samples(FOUND_LATE));
            self.report(heard, samples, ended.max(self.current.began));
        }
    }

    /// Takes the end of the utterance, at `ended` if it was long enough. An utterance without a voice was whispered
    /// if all of its words are known and no part of it was reported; otherwise it was noise.
    fn close(&mut self, ended: Option<u64>, voiced: bool) {
        let is_echo = ended.is_some_and(|ended| self.residue.is_echo(&(self.current.began..ended)));
        let length = self.endpointer.position() - self.current.began;
        let (heard, samples) = self.collect(voiced && !is_echo);
        let may_be_whispered = |best: &Hypothesis| best.is_known() && !self.current.was_reported;
        let is_said = !is_echo && heard.first().is_some_and(|best| voiced || may_be_whispered(best));
        match ended {
            Some(ended) if is_said => self.report(heard, samples, ended),
            _ if self.current.was_reported => {}
            _ => (self.sink)(EarEvent::NoWords),
        }
        self.current = CurrentUtterance::default();
        if self.next.is_some() {
            self.expect_next();
        } else if length > endpoint::samples(LARGE) {
            // A long utterance leaves much memory behind.
            self.recognizer.forget();
        }
        trim_heap();
    }

    fn report(&mut self, alternatives: Vec<Hypothesis>, samples: Vec<i16>, ended: u64) {
        let listened = self.endpointer.position();
        let over_own_voice = self.residue.may_be_echo(&(self.current.began..ended));
        // Noise hides when the rest of what was reported began.
        let began = endpoint::time(if self.current.was_reported { ended } else { self.current.began });
        let utterance = Utterance {
            alternatives,
            began,
            ended: endpoint::time(ended),
            began_at: self.clock.instant(began),
            listened: endpoint::time(listened),
            over_own_voice,
            decoding: std::mem::take(&mut self.current.decoding),
            samples: self.options.keep_samples.then_some(samples),
        };
        self.current.was_reported = true;
        self.current.began = listened;
        self.waiting = !self.source.is_live();
        self.behind = self.source.is_live();
        (self.sink)(EarEvent::Recognized(utterance));
    }

    /// Ends the utterance under way if the speaker has paused, and drops it if they are in the middle of it.
    fn end_or_forget(&mut self) {
        let quiet = self.endpointer.quiet();
        if quiet >= FINISHED {
            self.end_utterance();
        } else {
            let cut = if self.endpointer.has_voice() { EarEvent::Clipped } else { EarEvent::NoWords };
            self.forget(cut);
        }
    }

    /// Ends the utterance under way as it is.
    fn end_utterance(&mut self) {
        let mut steps = Vec::new();
        self.endpointer.finish(&mut steps);
        self.endpointer.skip(0);
        self.handle_endpoints(steps.into());
    }

    /// Drops the utterance under way, if there is one, and reports `cut`.
    fn forget(&mut self, cut: EarEvent) {
        let was_speech = self.endpointer.is_speech();
        self.endpointer.skip(0);
        if was_speech {
            self.discard(cut);
        }
    }

    /// Drops the current utterance, and reports `told` unless a part of it was reported.
    fn discard(&mut self, told: EarEvent) {
        self.recognizer.forget();
        if !self.current.was_reported && self.current.clipped.is_none() {
            (self.sink)(told);
        }
        self.current = CurrentUtterance::default();
        self.expect_next();
        trim_heap();
    }
}

/// The program's voice reaches the canceller within this time of the start of a sentence.
const NOTICED: Duration = Duration::from_secs(1);
/// Speech that begins within this time of opening the gate began before: onset detection is this exact.
const AT_ONCE: Duration = Duration::from_millis(60);
/// A sound this much longer than [`EarOptions::echo_tail`] is no echo.
const SURELY: Duration = Duration::from_millis(150);
/// After a clipped utterance the pause must be this much longer than usual before a new one counts.
const SETTLED: Duration = Duration::from_millis(200);
/// With a shorter pause than this the endpointer may have missed the silence.
const HIDDEN: Duration = Duration::from_millis(250);
/// How often a pause is examined. In the last two examinations the recognizer, which looks ahead by 0.4 s, has
/// decoded everything before the pause.
const LOOK: Duration = Duration::from_millis(50);
/// A pause that counts as the end when the gate closes.
const FINISHED: Duration = Duration::from_millis(200);
/// After a longer utterance the recognizer is renewed, to free its memory.
const LARGE: Duration = Duration::from_secs(3);
/// How late the recognizer finds the end of speech, about.
const FOUND_LATE: Duration = Duration::from_millis(300);
/// How long the recognizer must have found the end.
const SURE: Duration = Duration::from_millis(500);

mod behind;
mod decoding;
mod early_end;
#[cfg(test)]
mod tests;
