//! Help: what can be said, as far as it is allowed here, and where it counts.

use super::{Handler, OpponentQuestion, Phase, Session};
use crate::{
    announce::{Announcement, BoardAnswer, HelpPhrase, HelpTopic},
    grammar::{Intent, IntentClass, OnlineRequest, PhrasePlace, Question, QuestionContext, SamplePhrase},
    journal::Record,
    laws::Service,
};

/// How many phrases of a topic are told: as many as can be kept in mind.
const TOLD_AT_MOST: usize = 6;

impl Session {
    /// Whether what is asked for may be told or done at this place; whether it makes sense now is another matter.
    pub fn permits(&self, intent: &Intent) -> bool {
        match intent {
            Intent::Ask(question) => {
                let (record, ply) = (&self.record, self.reviewed_ply());
                let (by, at) = (record.user(), record.at());
                let asked = QuestionContext {
                    record,
                    ply,
                    by,
                    at,
                    said: None,
                    touched: &[],
                    page: None,
                    unsaved: false,
                    rating: None,
                };
                self.terms().allow(question.service(&asked), true)
            }
            Intent::Review(_) => self.terms().allow(Service::TellMovesAndTimes, true),
            Intent::Advise(_) => self.may_be_advised(true),
            Intent::Study(_) => self.may_study(),
            // It is said at the desk of a hall.
            Intent::Hall(_) => false,
            Intent::Practise(_) | Intent::Against(_) | Intent::Strength(_) => {
                !self.record.start().competition
            }
            Intent::Move(_)
            | Intent::Yes
            | Intent::No
            | Intent::Correct
            | Intent::Repeat
            | Intent::Louder
            | Intent::Softer
            | Intent::Faster
            | Intent::Slower
            | Intent::Quiet
            | Intent::MicrophoneOff
            | Intent::MicrophoneOn
            | Intent::Help
            | Intent::HelpOn(_)
            | Intent::Declared { .. }
            | Intent::Draw
            | Intent::Accept
            | Intent::Decline
            | Intent::Side(_)
            | Intent::PressClock
            | Intent::StopClock
            | Intent::StartClock
            | Intent::Arbiter
            | Intent::Order(_)
            | Intent::SealMove
            | Intent::OpenEnvelope
            | Intent::CompareBoards
            | Intent::Irregular(_)
            | Intent::Restyle(_)
            | Intent::Online(_)
            | Intent::Games(_)
            | Intent::Leave { .. } => true,
        }
    }

    /// Returns the phrases of a topic that are allowed at this place, each with where it counts: first what counts here alone,
    /// then what counts here too.
    pub fn phrases_of(&self, topic: usize) -> Vec<(&SamplePhrase, PhrasePlace)> {
        let phrases =
            self.grammar.topics().get(topic).map(|topic| topic.phrases.as_slice()).unwrap_or_default();
        let allowed =
            |phrase: &&SamplePhrase| phrase.intent.as_ref().is_none_or(|intent| self.permits(intent));
        let mut phrases: Vec<_> =
            phrases.iter().filter(allowed).map(|phrase| (phrase, self.place_of(phrase))).collect();
        phrases
            .sort_by_key(|(phrase, place)| (*place != PhrasePlace::Here, phrase.place == PhrasePlace::Game));
        phrases
    }

    /// Returns the topics about which something can be said here and now, by their indices.
    pub fn topics_here(&self) -> Vec<usize> {
        let here = |topic: &usize| {
            self.phrases_of(*topic).first().is_some_and(|(_, place)| *place == PhrasePlace::Here)
        };
        (0..self.grammar.topics().len()).filter(here).collect()
    }

    /// Where a phrase counts.
    fn place_of(&self, phrase: &SamplePhrase) -> PhrasePlace {
        let Some(intent) = &phrase.intent else {
            return if phrase.counts_with(self.dialogue.expects()) {
                PhrasePlace::Here
            } else {
                phrase.place
            };
        };
        if self.is_studying() {
            return if self.takes_in_study(phrase, intent) { PhrasePlace::Here } else { phrase.place };
        }
        let is_advised = matches!(intent, Intent::Advise(_) | Intent::Practise(_) | Intent::Strength(_));
        if is_advised && !self.record.start().opponent.is_engine() {
            return PhrasePlace::Engine;
        }
        if matches!(intent, Intent::Online(_)) && !self.is_online() {
            let seeks = self.is_in_lobby() && matches!(intent, Intent::Online(OnlineRequest::Seek));
            return if seeks { PhrasePlace::Here } else { PhrasePlace::Online };
        }
        let counts = phrase.counts_with(self.dialogue.expects()) && self.phase().takes(intent, &self.record);
        if counts { PhrasePlace::Here } else { phrase.place }
    }
}

impl Phase {
    fn asks_strength(&self) -> bool {
        matches!(self, Phase::Opponent(OpponentQuestion::HowStrong(_)))
    }

    /// Whether this is handled in this phase, and is not answered by the open question.
    fn takes(&self, intent: &Intent, record: &Record) -> bool {
        let is_before = matches!(self, Phase::Opponent(_) | Phase::SettingUp(_));
        let is_over = matches!(self, Phase::Over | Phase::Lobby | Phase::Challenged(_));
        let is_asked =
            !matches!(self, Phase::Moving | Phase::Adjourned | Phase::Desk) && !is_before && !is_over;
        let is_choice = matches!(self, Phase::Choosing { .. } | Phase::Completing { .. });
        if let Phase::Opponent(OpponentQuestion::GoOn(games, at)) = self {
            return intent.class() == IntentClass::Program || games.are_answered_by(intent, *at);
        }
        match (intent.class(), intent) {
            (IntentClass::Program, _) => true,
            (_, Intent::Yes | Intent::Strength(_)) if self.asks_strength() => true,
            // "Reihe vier" is an answer then.
            (IntentClass::Question, Intent::Ask(Question::Rank(_) | Question::File(_))) if is_choice => false,
            (IntentClass::Interruption, Intent::Arbiter) => {
                !is_before && *self != Phase::Desk && !self.is_put_to_the_arbiter(record)
            }
            (IntentClass::Question | IntentClass::Request | IntentClass::Interruption, _) => !is_before,
            (IntentClass::Move, Intent::Move(attempt)) if matches!(self, Phase::Comparing { .. }) => {
                !attempt.is_without_destination()
            }
            (IntentClass::Move, _) => {
                self.is_about_a_move() && !is_choice || matches!(self, Phase::Sealing { .. })
            }
            (IntentClass::Declaration, Intent::Declared { by, act }) => {
                (is_asked || matches!(self, Phase::Moving | Phase::Desk)) && !self.is_about(*by, act)
            }
            (IntentClass::Declaration, _) => is_asked || *self == Phase::Moving,
            (IntentClass::Answer, Intent::Against(_)) => {
                matches!(self, Phase::Opponent(OpponentQuestion::Who(_)))
            }
            (IntentClass::Answer, Intent::Side(_)) => matches!(self, Phase::WhichSide(_)),
            (IntentClass::Answer, Intent::Yes) => is_asked && self.is_yes_or_no(),
            (IntentClass::Answer, Intent::No) => is_asked,
            (IntentClass::Answer, Intent::Correct) => {
                matches!(self, Phase::Moving | Phase::Over | Phase::Desk)
            }
            (IntentClass::Answer, _) => *self == Phase::Moving,
            (IntentClass::Arbitration, Intent::StartClock) => {
                matches!(self, Phase::Moving | Phase::Desk | Phase::Adjourned)
            }
            (IntentClass::Arbitration, Intent::OpenEnvelope) => {
                matches!(self, Phase::Desk | Phase::Adjourned)
            }
            (IntentClass::Arbitration, Intent::SealMove) => *self == Phase::Moving,
            (IntentClass::Arbitration, Intent::Irregular(_)) => {
                self.is_about_a_move() || *self == Phase::Desk
            }
            (IntentClass::Arbitration, _) => matches!(self, Phase::Moving | Phase::Desk),
            (IntentClass::Departure, Intent::Leave { again: true }) if *self == Phase::Lobby => true,
            (IntentClass::Departure, Intent::Leave { .. }) => self.is_about_a_move() || *self == Phase::Over,
            (IntentClass::Departure, _) => matches!(self, Phase::Moving | Phase::Over),
        }
    }
}

impl Handler<'_> {
    pub(super) fn help(&mut self) {
        if self.is_setting_up() && !self.phase().is_yes_or_no() {
            // The question says what can be said.
            return self.repeat_question();
        }
        let topic = self.phase().help(&self.record);
        self.tell(Announcement::Help(topic));
        if topic == HelpTopic::Move {
            let title = |topic: usize| self.grammar.topics()[topic].title.clone();
            let titles = self.topics_here().into_iter().map(title).collect();
            self.tell(BoardAnswer::Topics(titles).into());
        }
    }

    pub(super) fn help_on(&mut self, topic: usize) {
        let Some(title) = self.grammar.topics().get(topic).map(|topic| topic.title.clone()) else { return };
        let mut phrases = self.phrases_of(topic);
        // Whoever asks aloud is told first what can be said.
        phrases.sort_by_key(|(phrase, _)| phrase.is_typed_only);
        if phrases.is_empty() {
            self.refuse_to_tell();
            return;
        }
        let more = phrases.len() > TOLD_AT_MOST;
        let told = phrases.into_iter().take(TOLD_AT_MOST);
        let told = told.map(|(phrase, place)| HelpPhrase {
            place,
            purpose: phrase.purpose.clone(),
            words: phrase.words.clone(),
        });
        let phrases = told.collect();
        self.tell(BoardAnswer::Help { title, phrases, more }.into());
    }
}
