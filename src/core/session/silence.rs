//! Silence: what is said or pressed gets an answer, or none for one of these reasons.

use super::{Handler, Session};
use crate::{
    announce::{Announcement, ArbiterAnnouncement, BoardAnswer},
    grammar::{Intent, Rejection},
};

/// Why something gets no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The microphone is off.
    MicrophoneOff,
    /// The words were not meant for the program.
    NotAddressed(Rejection),
    /// It was told just before that nothing is asked, and this may not have been meant for the program.
    ToldBefore,
    /// What was not understood was answered so a moment ago; who talks beside the microphone is not meant.
    AnsweredLately,
    /// The question that is told now came before the words.
    Overtaken,
    /// The lever was pressed for the remote side, whose moves complete themselves.
    RemoteSide,
    /// The microphone is open without the talk key.
    OpenAnyway,
    /// The piece was lifted or put back, which is felt on the braille line.
    Felt,
    /// The pieces of another position stand on the electronic board than the one that is studied.
    Studying,
    /// The engine or the server answers.
    AnswerFollows,
}

impl Session {
    /// Why the last event got no answer, where it was to get none.
    pub fn silence(&self) -> Option<Silence> {
        self.dialogue.silence()
    }
}

impl Handler<'_> {
    /// Gives no answer, for this reason.
    pub(super) fn stay_silent(&mut self, why: Silence) {
        self.session.dialogue.set_silence(Some(why));
    }

    /// Answers a yes or no to nothing. What was heard may be said to somebody else, and a key may be to stop the voice:
    /// these are answered once, until something else is understood.
    pub(super) fn answer_to_nothing(&mut self) {
        let is_new = self.session.dialogue.tell_nothing_asked();
        if self.in_passing && !is_new {
            return self.stay_silent(Silence::ToldBefore);
        }
        let told = match self.record.offer() {
            _ if self.is_at_desk() => ArbiterAnnouncement::NothingAsked.into(),
            Some(by) => Announcement::OwnOffer(by),
            None => BoardAnswer::NoOpenQuestion.into(),
        };
        self.tell(told);
    }

    /// Notes what was understood: after anything but a yes or no, the next one to nothing is answered again.
    pub(super) fn note_understood(&mut self, intent: &Intent) {
        if !matches!(intent, Intent::Yes | Intent::No) {
            self.session.dialogue.forget_nothing_asked();
        }
    }
}
