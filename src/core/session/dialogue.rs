//! The dialogue: what is asked, since when, and what may be said to it.

use std::{collections::VecDeque, time::Duration};

use super::{EventKind, Phase, Silence, floor::WaitingQuestion, suggestion::Suggestion};
use crate::{
    announce::Announcement,
    grammar::{Expectation, Intent},
};

/// Where the dialogue stands between two events.
#[derive(Debug)]
pub(super) struct Dialogue {
    phase: Phase,
    /// What can be said now, by phase and offer.
    expects: Expectation,
    /// When the open question was asked.
    asked_at: Duration,
    /// How often the answer to it was neither yes nor no.
    unclear: u8,
    /// The last announcement, which "wiederholen" says again.
    repeatable: Option<Announcement>,
    /// What was said in the same utterance as a move that is being asked about.
    waiting: VecDeque<Intent>,
    /// The questions that a declaration took the floor from, the latest last.
    questions: Vec<WaitingQuestion>,
    /// Whether the opponent has repeated the open move (FIDE D.2.1).
    repeated: bool,
    /// When silence confirmed the open move.
    silent_yes: Option<Duration>,
    /// Why the last event gets no answer.
    silence: Option<Silence>,
    /// Whether it was told that nothing is asked, and nothing else was understood since.
    told_nothing_asked: bool,
    /// What was asked about a line that was not understood.
    suggestion: Option<Suggestion>,
}

impl Dialogue {
    pub(super) fn new(phase: Phase) -> Dialogue {
        Dialogue {
            phase,
            expects: Expectation::Move,
            asked_at: Duration::ZERO,
            unclear: 0,
            repeatable: None,
            waiting: VecDeque::new(),
            questions: Vec::new(),
            repeated: false,
            silent_yes: None,
            silence: None,
            told_nothing_asked: false,
            suggestion: None,
        }
    }

    pub(super) fn phase(&self) -> &Phase {
        &self.phase
    }

    pub(super) fn phase_mut(&mut self) -> &mut Phase {
        &mut self.phase
    }

    /// Enters a phase and returns the one before it.
    pub(super) fn enter(&mut self, phase: Phase) -> Phase {
        self.told_nothing_asked = false;
        std::mem::replace(&mut self.phase, phase)
    }

    pub(super) fn expects(&self) -> &Expectation {
        &self.expects
    }

    pub(super) fn expect(&mut self, expects: Expectation) {
        self.expects = expects;
    }

    /// Whether the open question was asked only after this instant.
    pub(super) fn is_asked_after(&self, begun: Duration) -> bool {
        begun < self.asked_at
    }

    pub(super) fn asked_at(&self) -> Duration {
        self.asked_at
    }

    pub(super) fn set_asked_at(&mut self, at: Duration) {
        self.asked_at = at;
        self.unclear = 0;
    }

    /// Counts another answer to the open question that was neither yes nor no. Returns how many there were.
    pub(super) fn count_unclear(&mut self) -> u8 {
        self.unclear = self.unclear.saturating_add(1);
        self.unclear
    }

    pub(super) fn unclear(&self) -> u8 {
        self.unclear
    }

    pub(super) fn repeatable(&self) -> Option<&Announcement> {
        self.repeatable.as_ref()
    }

    pub(super) fn keep_to_repeat(&mut self, announcement: &Announcement) {
        self.repeatable = Some(announcement.clone());
    }

    pub(super) fn restore_repeatable(&mut self, announcement: Option<Announcement>) {
        self.repeatable = announcement;
    }

    /// Keeps what was said in one utterance.
    pub(super) fn keep_waiting(&mut self, intents: Vec<Intent>) {
        self.waiting = intents.into();
    }

    pub(super) fn waiting(&self) -> impl Iterator<Item = &Intent> {
        self.waiting.iter()
    }

    pub(super) fn next_waiting(&mut self) -> Option<Intent> {
        self.waiting.pop_front()
    }

    pub(super) fn forget_waiting(&mut self) {
        self.waiting.clear();
    }

    /// Keeps a question until the declaration that took the floor from it is settled.
    pub(super) fn keep_question(&mut self, question: WaitingQuestion) {
        self.questions.push(question);
    }

    pub(super) fn questions(&self) -> &[WaitingQuestion] {
        &self.questions
    }

    /// Takes up the questions that waited before a power cut.
    pub(super) fn restore_questions(&mut self, questions: Vec<WaitingQuestion>) {
        self.questions = questions;
    }

    /// Gives up the moves that were read back and wait.
    pub(super) fn give_up_move(&mut self) {
        self.questions.retain(|question| !question.reads_back());
    }

    /// Takes the latest question that waits, if it is asked again in this phase.
    pub(super) fn next_question(&mut self) -> Option<WaitingQuestion> {
        self.questions.pop_if(|question| question.at_rest == self.phase)
    }

    /// Whether a question waits for which the clocks stand.
    pub(super) fn is_clock_question_waiting(&self) -> bool {
        self.questions.iter().any(WaitingQuestion::stops_the_clocks)
    }

    /// Forgets the questions that wait.
    pub(super) fn forget_questions(&mut self) {
        self.questions.clear();
    }

    pub(super) fn is_repeated(&self) -> bool {
        self.repeated
    }

    pub(super) fn set_repeated(&mut self, repeated: bool) {
        self.repeated = repeated;
    }

    /// Notes that silence confirms the move that was read back.
    pub(super) fn confirmed_by_silence(&mut self, at: Duration) {
        self.silent_yes = Some(at);
    }

    /// Whether what began at this instant came before the silence that confirmed the open move.
    pub(super) fn is_before_silent_yes(&self, begun: Duration) -> bool {
        self.silent_yes.is_some_and(|at| begun < at)
    }

    /// Forgets what was kept for the position before the move that was made or taken back at this instant.
    pub(super) fn position_changed(&mut self, at: Duration) {
        self.silent_yes = self.silent_yes.filter(|silent| *silent == at);
    }

    pub(super) fn silence(&self) -> Option<Silence> {
        self.silence
    }

    pub(super) fn set_silence(&mut self, why: Option<Silence>) {
        self.silence = why;
    }

    /// Notes that it is told that nothing is asked. Returns whether that is new.
    pub(super) fn tell_nothing_asked(&mut self) -> bool {
        !std::mem::replace(&mut self.told_nothing_asked, true)
    }

    pub(super) fn suggest(&mut self, suggestion: Option<Suggestion>) {
        self.suggestion = suggestion;
    }

    /// Takes what was asked about, if a player says or does something.
    pub(super) fn suggested_until(&mut self, event: &EventKind) -> Option<Suggestion> {
        let acts = matches!(
            event,
            EventKind::Heard { .. }
                | EventKind::Typed(_)
                | EventKind::Intent(_)
                | EventKind::Key(_)
                | EventKind::Lever(_)
                | EventKind::OnBoard(_)
        );
        self.suggestion.take_if(|_| acts)
    }

    pub(super) fn forget_nothing_asked(&mut self) {
        self.told_nothing_asked = false;
    }
}
