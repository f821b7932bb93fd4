//! The microphone: whether it listens, and since when somebody speaks. The talk key lets it listen while it is held,
//! or from one press to the next.

use std::time::Duration;

use super::{Effect, EventKind, Handler, Pattern, Session, Silence, SpokenTime, TalkMode};
use crate::{
    announce::Announcement,
    grammar::{Alternative, Chatter, Intent, NearestPhrase, Rejection, Understanding},
};

/// A key that is held repeats itself: at first after half a second or a little more, then many times in one.
const TALK_KEY_RELEASED_AFTER: Duration = Duration::from_millis(800);

/// No objection takes longer until its words are known, even another move. Talk in the hall must not hold a move for
/// good.
const OBJECTION_AT_MOST: Duration = Duration::from_secs(6);

/// No words are known later than this after the voice began. A flag that falls meanwhile may come after their press.
const WORDS_AT_MOST: Duration = Duration::from_secs(15);

/// How often a player is told to say it again until something is understood: after the first time they may begin too
/// early once more, and would wait for an answer.
const REPEAT_REQUESTS: u8 = 2;

/// So long the program says no more than once that what was heard made no sense: people who talk beside the microphone
/// would make it speak all the time. A player who is misheard again feels it on the clock.
const UNCLEAR_AGAIN_AFTER: Duration = Duration::from_secs(10);

/// What the microphone does between two events.
#[derive(Debug, Default)]
pub(super) struct ListeningState {
    off: bool,
    talk: TalkState,
    /// Since when somebody has been speaking, until the words are known.
    speaking_since: Option<Duration>,
    /// What was heard before that made no sense.
    chatter: Chatter,
    /// Until when it is not said again that what was heard made no sense.
    unclear_until: Duration,
    /// Until when talk is passed over without a tone.
    toneless_until: Duration,
    /// How often a player was told to say it again since they were last understood; none before the first time.
    repeat_requests: Option<u8>,
}

/// Whether the talk key lets the microphone listen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TalkState {
    #[default]
    Silent,
    Listening,
    /// Listening until then, unless the key repeats.
    Until(Duration),
}

impl ListeningState {
    pub(super) fn is_on(&self) -> bool {
        !self.off
    }

    /// Follows who speaks, before the event is handled.
    pub(super) fn follow(&mut self, kind: &EventKind) {
        if let EventKind::VoiceBegan(at) = kind {
            self.speaking_since = Some(*at);
        } else if matches!(kind, EventKind::Heard { .. } | EventKind::NoWords | EventKind::Clipped) {
            self.speaking_since = None;
        }
    }

    /// Postpones what is `due`, until a player who has begun to speak is heard out.
    pub(super) fn heard_out(&self, due: Duration) -> Duration {
        self.postponed(due, OBJECTION_AT_MOST)
    }

    /// Postpones what is `due` on the clock, until the words of a player who has begun to speak are known.
    pub(super) fn words_known(&self, due: Duration) -> Duration {
        self.postponed(due, WORDS_AT_MOST)
    }

    fn postponed(&self, due: Duration, at_most: Duration) -> Duration {
        let speaking = self.speaking_since.filter(|&since| !self.off && since < due);
        speaking.map_or(due, |since| due.max(since + at_most))
    }

    /// Until when to wait for an answer that was cut off.
    pub(super) fn held_until(at: Duration) -> Duration {
        at + OBJECTION_AT_MOST
    }
}

impl Session {
    pub(super) fn released_at(&self) -> Option<Duration> {
        match self.microphone.talk {
            TalkState::Until(released) => Some(released),
            TalkState::Silent | TalkState::Listening => None,
        }
    }
}

impl Handler<'_> {
    pub(super) fn handle_heard(&mut self, alternatives: &[Alternative], spoken: &SpokenTime) {
        self.in_passing = true;
        self.begun = spoken.began.min(self.now);
        let mut chatter = self.microphone.chatter;
        let understanding = chatter.understand(&self.grammar, alternatives, &self.moment(), &spoken.sound);
        self.session.microphone.chatter = chatter;
        let is_called =
            matches!(understanding, Understanding::Understood { intent: Intent::MicrophoneOn, .. });
        if !self.microphone.is_on() && !is_called {
            self.stay_silent(Silence::MicrophoneOff);
        } else {
            if let Some(best) = alternatives.first().filter(|_| understanding.is_understood()) {
                self.answer_in_the_alphabet_of(&best.words.join(" "));
                self.note_working_microphone();
                let requests = &mut self.session.microphone.repeat_requests;
                *requests = requests.map(|_| 0);
                self.session.microphone.unclear_until = Duration::ZERO;
                if self.takes_back_own_move(&best.words.join(" "), &understanding) {
                    return self.handle_words(Understanding::Sequence(vec![Intent::Correct; 2]));
                }
            }
            if !self.suggest_heard(&understanding, alternatives) {
                self.handle_words(understanding);
            }
        }
    }

    /// Asks whether the phrase was meant that is nearest to what was heard, if there is one and nothing was said lately to
    /// what made no sense. Returns whether it did.
    fn suggest_heard(&mut self, understanding: &Understanding, alternatives: &[Alternative]) -> bool {
        if self.at < self.microphone.unclear_until || !self.may_suggest() {
            return false;
        }
        let moment = self.moment();
        let Some(NearestPhrase { words, .. }) = self.grammar.asked_back(understanding, alternatives, &moment)
        else {
            return false;
        };
        self.session.microphone.unclear_until = self.at + UNCLEAR_AGAIN_AFTER;
        self.ask_whether_meant(words);
        true
    }

    /// Answers what was heard and made no sense. A player who was asked just now is most likely answering.
    pub(super) fn not_understood_as_heard(&mut self) {
        if self.at < self.microphone.unclear_until && !self.awaits_answer() {
            self.effects.push(Effect::Feel(Pattern::Refuse));
            return self.stay_silent(Silence::AnsweredLately);
        }
        self.session.microphone.unclear_until = self.at + UNCLEAR_AGAIN_AFTER;
        self.not_understood();
    }

    /// Says nothing to talk and thinking aloud. Who was misheard and has no clock to feel it on knows it by a tone, which
    /// talk does not repeat all the time.
    pub(super) fn pass_over(&mut self, why: Rejection) {
        if why == Rejection::Chatter && self.at >= self.microphone.toneless_until {
            self.session.microphone.toneless_until = self.at + UNCLEAR_AGAIN_AFTER;
            self.effects.push(Effect::ToneUnclear);
        }
        self.stay_silent(Silence::NotAddressed(why));
    }

    /// Asks to say again what was cut off; it is never taken for the whole. People who talk on beside the microphone are
    /// not told so after every sentence.
    pub(super) fn clipped(&mut self) {
        self.hold_delay();
        self.effects.push(Effect::Feel(Pattern::Again));
        let requests = self.microphone.repeat_requests;
        if requests.unwrap_or(0) < REPEAT_REQUESTS {
            self.tell(Announcement::SpokenOver { why: requests.is_none() });
            self.session.microphone.repeat_requests = Some(requests.unwrap_or(0) + 1);
        }
    }

    pub(super) fn switch_microphone(&mut self, on: bool) {
        self.session.microphone.off = !on;
        self.effects.push(Effect::Microphone(on));
    }

    /// Closes the microphone at the beginning, where a talk key opens it.
    pub(super) fn close_microphone_until_talk(&mut self) {
        if self.options.talk != TalkMode::Open {
            self.effects.push(Effect::Listen(false));
        }
    }

    pub(super) fn handle_talk_key(&mut self) {
        let next = match (self.options.talk, self.microphone.talk) {
            (TalkMode::Open, _) => return self.stay_silent(Silence::OpenAnyway),
            (TalkMode::Toggled, TalkState::Silent) => TalkState::Listening,
            (TalkMode::Toggled, _) => TalkState::Silent,
            (TalkMode::Held, _) => TalkState::Until(self.at + TALK_KEY_RELEASED_AFTER),
        };
        self.set_talk(next);
    }

    /// Closes the microphone when the talk key no longer repeats.
    pub(super) fn watch_talk_key(&mut self) {
        if self.released_at().is_some_and(|released| self.at >= released) {
            self.set_talk(TalkState::Silent);
        }
    }

    fn set_talk(&mut self, talk: TalkState) {
        let was = std::mem::replace(&mut self.session.microphone.talk, talk) != TalkState::Silent;
        let is = talk != TalkState::Silent;
        if was != is {
            self.effects.push(Effect::Listen(is));
        }
    }
}
