//! What a line or words that were not understood may have meant: the program asks, and a yes says it.
//!
//! It is no question of the game. Nothing waits for it, whatever else is said or pressed drops it, and no journal keeps it.

use super::{Effect, Handler, Pattern, Phase};
use crate::{
    announce::Announcement,
    grammar::{Expectation, Intent, IntentClass, Moment, NearestPhrase, Understanding},
    laws::{self, Act, Attempt, Origin, Position, Square, Verdict},
};

/// A no to a question may be put in words that are near to one; so like it must be, in percent.
const LIKE_A_NO: u32 = 75;

/// What was asked about something that was not said in full, and who said that.
#[derive(Clone, Debug)]
pub(super) enum Suggestion {
    /// This phrase may have been meant.
    Phrase { words: String, said_by: Origin },
    /// A piece was touched, and which one is told by its square.
    TouchedSquare { said_by: Origin },
}

impl Handler<'_> {
    /// Answers a line that was not understood by the phrase nearest to it, if there is one. Returns whether it did.
    pub(super) fn suggest(&mut self, line: &str) -> bool {
        let asked = self.phase().question(&self.record).is_some();
        let is_free = matches!(self.phase(), Phase::Moving | Phase::Adjourned | Phase::Over);
        let priced =
            if asked && !self.is_at_desk() || self.is_online() { None } else { self.report_with_price(line) };
        if let Some(Err(costs)) = priced {
            self.tell_price(costs);
            return true;
        }
        if self.is_at_desk() {
            let is_asked = *self.dialogue.expects() != Expectation::Order;
            let report = priced.and_then(Result::ok).filter(|_| !is_asked);
            return report.map(|report| self.handle_typed(&report)).is_some();
        }
        if !is_free && !self.phase().is_yes_or_no() || self.is_studying() {
            return false;
        }
        // "Ja, von mir aus", where nothing was asked.
        let answer = || self.surely(line, &Expectation::YesOrNo);
        let is_idle = !asked && is_free && self.record.offer().is_none();
        if let Some(intent @ (Intent::Yes | Intent::No)) = is_idle.then(answer).flatten() {
            self.handle_intent(intent, true);
            return true;
        }
        let moment = Moment { expects: self.dialogue.expects(), ..self.moment() };
        let Some(nearest) = self.grammar.nearest(line, &moment) else { return false };
        let NearestPhrase { intent, words, likeness } = nearest;
        match (intent.class(), &intent) {
            (IntentClass::Answer, Intent::No) if asked && likeness >= LIKE_A_NO => {
                self.handle_intent(intent, true);
                true
            }
            _ if asked || !is_free || self.record.offer().is_some() => false,
            // It is read back, if it can be played. In competition nobody is told what can.
            (IntentClass::Move, Intent::Move(attempt)) => {
                let is_illegal = |position| matches!(laws::judge(position, attempt), Verdict::Illegal(_));
                if moment.position.is_none_or(is_illegal) {
                    return false;
                }
                self.handle_words(Understanding::Understood { intent, sure: false });
                true
            }
            (IntentClass::Move | IntentClass::Answer, _) if intent != Intent::Correct => false,
            (
                IntentClass::Move
                | IntentClass::Answer
                | IntentClass::Program
                | IntentClass::Question
                | IntentClass::Request
                | IntentClass::Interruption
                | IntentClass::Declaration
                | IntentClass::Arbitration
                | IntentClass::Departure,
                _,
            ) => {
                self.ask_whether_meant(words);
                true
            }
        }
    }

    /// Whether nothing else is asked, so that it can be asked whether a phrase was meant that was heard.
    pub(super) fn may_suggest(&self) -> bool {
        let is_free = matches!(self.phase(), Phase::Moving | Phase::Over);
        let is_asked = self.phase().question(&self.record).is_some() || self.record.offer().is_some();
        is_free && !is_asked && self.microphone.is_on()
    }

    /// Asks whether these words were meant; a yes says them.
    pub(super) fn ask_whether_meant(&mut self, words: String) {
        self.effects.push(Effect::Feel(Pattern::Question));
        self.tell(Announcement::DidYouMean(words.clone()));
        let suggestion = Suggestion::Phrase { words, said_by: self.origin };
        self.session.dialogue.suggest(Some(suggestion));
    }

    /// Does what was asked about, if this answers it, and drops it if it is a no. Returns whether it is either.
    pub(super) fn answers_suggestion(&mut self, intent: &Intent) -> bool {
        let Some(suggestion) = self.suggested.clone() else { return false };
        match suggestion {
            Suggestion::Phrase { words, said_by } => {
                if said_by != self.origin || !matches!(intent, Intent::Yes | Intent::No) {
                    return false;
                }
                self.suggested = None;
                if *intent == Intent::Yes {
                    self.handle_typed(&words);
                } else {
                    self.tell(Announcement::NotMeant);
                }
            }
            Suggestion::TouchedSquare { said_by } => {
                let named =
                    if let Intent::Move(attempt) = intent { self.piece_named_by(attempt) } else { None };
                let Some(square) = named.filter(|_| said_by == self.origin) else { return false };
                self.suggested = None;
                self.declare(None, Act::Touch(square));
            }
        }
        true
    }

    /// Returns the square of the piece that these words name, which are no move that can be played: "Felix sechs", "Läufer f8".
    fn piece_named_by(&self, attempt: &Attempt) -> Option<Square> {
        let game = self.record.game();
        let square = attempt.to.square().filter(|_| attempt.from.is_any() && !attempt.captures)?;
        let role = game.position().board().role_at(square)?;
        let is_it = attempt.is_pawn_square_only() || attempt.role == Some(role);
        let is_illegal = matches!(game.judge(attempt), Verdict::Illegal(_));
        (is_it && is_illegal && !self.record.is_discreet()).then_some(square)
    }

    /// Waits for the square of a touched piece, where nobody is known to speak for one side alone.
    pub(super) fn await_touched_square(&mut self) {
        if self.record.user().is_none() {
            let suggestion = Suggestion::TouchedSquare { said_by: self.origin };
            self.session.dialogue.suggest(Some(suggestion));
        }
    }

    /// Keeps what was asked about, as long as nothing was said to it: talk that is passed over says nothing.
    pub(super) fn keep_suggestion(&mut self) {
        if let Some(suggestion) = self.suggested.take()
            && self.dialogue.silence().is_some()
        {
            self.session.dialogue.suggest(Some(suggestion));
        }
    }
}
