//! The ear: a microphone or a recording, which expects certain phrases and is closed while the program speaks.
//!
//! A microphone that was switched off still listens for the words that switch it on; the session drops the rest.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use super::{Port, PortContext, PortState};
use crate::{
    announce::Device,
    devices::{
        hearing::{
            ear::{self, CompletenessRule, Ear, EarEvent, PhraseSet},
            recognizer::{Hypothesis, Utterance},
            speed_perturbation::DoubtDistances,
        },
        voice_recorder::VoiceRecorder,
    },
    grammar::{Alternative, Expectation, Grammar, Moment, MoveCompleteness, Thresholds},
    laws::Chess,
    session::{Effect, Event, EventKind, SpokenTime},
};

/// Something that listens.
pub trait SpeechInput {
    /// Sets the phrases that are expected from the next utterance on.
    fn expect(&self, expected: PhraseSet);

    /// Opens or closes the ear.
    fn open(&self, open: bool);

    /// Begins or ends an utterance by the talk key.
    fn talk(&self, on: bool);

    /// Lets a recording go on after an utterance.
    fn proceed(&self);
}

impl SpeechInput for Ear {
    fn expect(&self, expected: PhraseSet) {
        Ear::expect(self, expected);
    }

    fn open(&self, open: bool) {
        if open { self.open_gate() } else { self.close_gate() }
    }

    fn talk(&self, on: bool) {
        Ear::push_to_talk(self, on);
    }

    fn proceed(&self) {
        Ear::proceed(self);
    }
}

/// Hears the players.
pub struct EarPort {
    ear: Box<dyn SpeechInput>,
    gated: bool,
    awaited: bool,
    closed: bool,
    over: bool,
    /// The recognizer has failed, and understood nothing since.
    failing: bool,
    /// An utterance may still be unanswered.
    unanswered: bool,
    /// When a recording that waits for answers was last let go on.
    went_on: Option<Instant>,
    /// The moment that the expected phrases belong to.
    moment: Option<(Option<Chess>, Expectation)>,
    recorder: Option<VoiceRecorder>,
    beginning: Option<MoveBeginning>,
}

/// The beginning of a move, which the next utterance may complete.
struct MoveBeginning {
    words: Vec<String>,
    position: Option<Chess>,
    ended: Duration,
}

/// How long after the beginning of a move its rest may come.
const CONTINUATION_TIME: Duration = Duration::from_secs(4);

impl EarPort {
    /// Listens with an ear.
    ///
    /// `gated`: it is closed while the program speaks, so that the program does not hear itself. `awaited`: the
    /// microphone was not connected yet; waiting for it keeps no game open.
    pub fn new(ear: impl SpeechInput + 'static, gated: bool, awaited: bool) -> EarPort {
        EarPort {
            ear: Box::new(ear),
            gated,
            awaited,
            closed: false,
            over: false,
            failing: false,
            unanswered: false,
            went_on: None,
            moment: None,
            recorder: None,
            beginning: None,
        }
    }

    /// Records utterances, if the ear keeps their samples.
    pub fn recorded_by(self, recorder: Option<VoiceRecorder>) -> EarPort {
        EarPort { recorder, ..self }
    }

    /// Opens or closes the ear. Without a speaker it stays open: there is no echo.
    fn gate(&mut self, cx: &PortContext) {
        let closed = self.gated && cx.speaking && !cx.is_lost(Device::Speaker);
        if closed != self.closed {
            self.closed = closed;
            self.ear.open(!closed);
        }
    }

    /// Returns when a sound that begins now, or began at this instant, began for the session.
    fn began(&self, at: Option<Instant>, cx: &PortContext) -> Duration {
        let began = at.or(self.went_on).map(|at| at.saturating_duration_since(cx.zero));
        began.unwrap_or_default().min(cx.now)
    }

    fn voice_began(&self, at: Option<Instant>, cx: &PortContext) -> Event {
        Event::at_table(EventKind::VoiceBegan(self.began(at, cx)))
    }

    fn spoken(&self, utterance: &Utterance, cx: &PortContext) -> SpokenTime {
        SpokenTime { sound: utterance.began..utterance.ended, began: self.began(utterance.began_at, cx) }
    }

    fn expect(&mut self, grammar: &Arc<Grammar>, moment: &Moment) {
        // The phrases of a moment are costly, and most events do not change it.
        let same = |(position, expects): &(Option<Chess>, Expectation)| {
            position.as_ref() == moment.position && expects == moment.expects
        };
        if self.moment.as_ref().is_some_and(same) {
            return;
        }
        self.moment = Some((moment.position.cloned(), moment.expects.clone()));
        self.ear.expect(expected(grammar, moment));
    }
}

impl Port for EarPort {
    type News = EarEvent;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        if let Effect::Listen(on) = *effect {
            self.ear.talk(on);
        }
        // The speaker may speak before the next effect, which may be slow.
        self.gate(cx);
    }

    fn translate(&mut self, news: EarEvent, cx: &PortContext) -> Vec<Event> {
        let event = match news {
            EarEvent::Recognized(utterance) => {
                self.unanswered = true;
                let spoken = self.spoken(&utterance, cx);
                if let (Some(recorder), Some(samples)) = (&self.recorder, utterance.samples) {
                    recorder.record_said(samples);
                }
                let moment = cx.session.moment();
                let grammar = &cx.language.grammar;
                let mut heard = alternatives(utterance.alternatives);
                let sounded = spoken.began..spoken.began + utterance.ended.saturating_sub(utterance.began);
                let is_own = utterance.over_own_voice
                    && cx.own_words.sounded(&sounded, |told| grammar.repeats(&heard, told));
                let begun = self.beginning.take().filter(|begun| {
                    begun.position.as_ref() == moment.position
                        && utterance.began <= begun.ended + CONTINUATION_TIME
                });
                if let Some(joined) =
                    begun.and_then(|begun| grammar.continuation(&begun.words, &heard, &moment))
                {
                    heard = joined;
                }
                let best = heard.first().filter(|_| !is_own).map(|best| &best.words);
                let begun = best.filter(|words| {
                    grammar.move_completeness(words, &moment) == MoveCompleteness::Incomplete
                });
                self.beginning = begun.map(|words| MoveBeginning {
                    words: words.clone(),
                    position: moment.position.cloned(),
                    ended: utterance.ended,
                });
                // What came meanwhile is not listened to yet; somebody may have begun to speak.
                let meanwhile =
                    utterance.began_at.map(|began| began + (utterance.listened - utterance.began));
                // What the program says itself answers nothing; who said the same into it is asked to say it again.
                let heard = Event::at_table(match is_own {
                    true => EventKind::Clipped,
                    false => EventKind::Heard { alternatives: heard, spoken },
                });
                let meanwhile = meanwhile.map(|at| self.voice_began(Some(at), cx));
                let back = std::mem::take(&mut self.failing)
                    .then(|| Event::of_program(EventKind::Back(Device::Recognizer)));
                return back.into_iter().chain([heard]).chain(meanwhile).collect();
            }
            EarEvent::CaughtUp => Event::at_table(EventKind::NoWords),
            EarEvent::SpeechBegan(at) => self.voice_began(at, cx),
            EarEvent::NoWords => Event::at_table(EventKind::NoWords),
            EarEvent::Clipped => Event::at_table(EventKind::Clipped),
            EarEvent::Lost { reason } => {
                cx.lacking("microphone", &reason);
                let lost = if reason.was_there() { EventKind::Lost } else { EventKind::Missing };
                Event::of_program(lost(Device::Microphone))
            }
            EarEvent::Back => {
                self.awaited = false;
                cx.found("microphone", &"");
                Event::of_program(EventKind::Back(Device::Microphone))
            }
            EarEvent::WordsMissing(words) => {
                cx.screen
                    .remark(&cx.language.words.say("game-words-missing", &[("list", &words.join(", "))]));
                Event::of_program(EventKind::WordsMissing(words))
            }
            EarEvent::Failed { reason } => {
                if std::mem::replace(&mut self.failing, true) {
                    return Vec::new();
                }
                cx.lacking("recognizer", &reason);
                Event::of_program(EventKind::Lost(Device::Recognizer))
            }
            EarEvent::Died { reason } => {
                cx.lacking("recognizer", &reason);
                self.over = true;
                let lost = if self.awaited { EventKind::Missing } else { EventKind::Lost };
                Event::of_program(lost(Device::Recognizer))
            }
            EarEvent::Ended { fault } => {
                if let Some(fault) = fault {
                    cx.lacking("microphone", &fault);
                }
                self.over = true;
                return Vec::new();
            }
        };
        vec![event]
    }

    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        self.expect(&cx.language.grammar, &cx.session.moment());
        self.gate(cx);
        // A recording waits until the answer was spoken and the engine has moved; a microphone ignores this.
        if self.unanswered && !cx.speaking && (!cx.engine_thinks() || cx.is_lost(Device::Opponent)) {
            self.unanswered = false;
            self.went_on = Some(cx.zero + cx.now);
            self.ear.proceed();
        }
        None
    }

    fn state(&self) -> PortState {
        if self.over || self.awaited { PortState::Idle } else { PortState::Open }
    }
}

/// Returns the phrases of a moment.
pub fn expected(grammar: &Arc<Grammar>, moment: &Moment) -> PhraseSet {
    let (phrases, mut answers) = (grammar.phrases(moment), grammar.expected_answers(moment));
    if !answers.is_empty() {
        answers.extend_from_slice(grammar.decoys());
    }
    let thresholds = grammar.thresholds();
    let (grammar, position, expects) =
        (Arc::clone(grammar), moment.position.cloned(), moment.expects.clone());
    let pauses = CompletenessRule::new(move |words| {
        match grammar.move_completeness(words, &Moment::new(position.as_ref(), &expects)) {
            MoveCompleteness::Incomplete => ear::Completeness::Incomplete,
            MoveCompleteness::Extensible => ear::Completeness::Extensible,
            MoveCompleteness::Complete => ear::Completeness::Complete,
            MoveCompleteness::Unknown => ear::Completeness::Unknown,
        }
    });
    let Thresholds { close_within, equal_within, .. } = thresholds;
    let doubt = DoubtDistances { known: close_within, unknown: equal_within };
    PhraseSet { phrases, answers, is_final: moment.expects.is_final(), completeness: pauses, doubt }
}

/// Returns the recognizer's hypotheses as the grammar's alternatives.
pub fn alternatives(heard: Vec<Hypothesis>) -> Vec<Alternative> {
    let alternative = |Hypothesis { words, near, score, pass, answers_only, .. }| Alternative {
        words,
        score,
        near,
        hearing: pass,
        answers_only,
    };
    heard.into_iter().map(alternative).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::LanguageFolder;

    #[test]
    fn what_leaves_a_doubt_is_what_the_thresholds_of_the_model_say() {
        let mut grammar = Grammar::of(LanguageFolder::USUAL);
        grammar.trust(grammar.thresholds().with("close-within", 2.5).with("equal-within", 0.25));
        let expected = expected(&Arc::new(grammar), &Moment::of_position(&Chess::default()));
        assert_eq!(expected.doubt, DoubtDistances { known: 2.5, unknown: 0.25 });
    }
}
