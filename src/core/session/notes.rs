//! Notes for the arbiter: what was asked, tried and declared without changing anything.
//!
//! A note is written after what was told, so that no answer waits for the disk.

use super::{Effect, Handler, Pattern, Phase, effect::Mark, irregularities::ArbiterCase};
use crate::{
    journal::{Entry, Note, NoteAnswer, NoteKind},
    laws::{Act, Article, Attempt, Color, Square, touched_by},
};

impl Handler<'_> {
    /// A question, and the article that forbids an answer.
    pub(super) fn note_question(&mut self, words: String, refused: Option<Article>) {
        let answer = if refused.is_some() { NoteAnswer::Refused } else { NoteAnswer::Told };
        self.note(NoteKind::Question, words, answer, refused);
    }

    /// Notes a move that the rules of chess do not allow, and the pieces that it touches (FIDE 7.5.1).
    pub(super) fn note_illegal(&mut self, attempt: &Attempt, against: Article) {
        let squares = touched_by(self.record.game().position(), attempt);
        let (kind, words, answer) = (NoteKind::Move, attempt.to_string(), NoteAnswer::Refused);
        self.note_touching(&squares, kind, words, answer, Some(against));
    }

    /// Notes a move that the player's obligations do not allow. No move that is being sealed is noted.
    pub(super) fn note_attempt(&mut self, attempt: &Attempt, against: Article) {
        self.note(NoteKind::Move, attempt.to_string(), NoteAnswer::Refused, Some(against));
    }

    /// Notes what became of a declaration, unless an entry among the effects `since` then says so.
    pub(super) fn note_declared(&mut self, side: Color, act: &Act, since: Mark) {
        let since = self.effects.since(since);
        // A stopped clock says only that it was heard.
        let says_so =
            |effect: &Effect| matches!(effect, Effect::Record(line) if line.entry != Entry::ClockStopped);
        if since.iter().any(says_so) {
            return;
        }
        let answer = if matches!(*self.phase(), Phase::Deciding(_) | Phase::Choosing { .. }) {
            NoteAnswer::AskedBack
        } else if since.contains(&Effect::Feel(Pattern::Refuse)) {
            NoteAnswer::Refused
        } else {
            NoteAnswer::Told
        };
        self.note(NoteKind::Declaration, declared(side, act), answer, None);
    }

    /// Notes a declaration that, asked back, was not meant.
    pub(super) fn note_withdrawn(&mut self, side: Color, act: &Act) {
        self.note(NoteKind::Declaration, declared(side, act), NoteAnswer::Withdrawn, None);
    }

    /// Notes what was reported and the arbiter did not find.
    pub(super) fn note_denied(&mut self, case: &ArbiterCase) {
        let words = case.ruling().to_string();
        self.note(NoteKind::Report, words, NoteAnswer::Denied, None);
    }

    pub(super) fn note(&mut self, kind: NoteKind, words: String, answer: NoteAnswer, by: Option<Article>) {
        self.note_touching(&[], kind, words, answer, by);
    }

    fn note_touching(
        &mut self,
        squares: &[Square],
        kind: NoteKind,
        words: String,
        answer: NoteAnswer,
        by: Option<Article>,
    ) {
        let article = by.map(|article| article.number(self.record.ruleset()).to_owned());
        let touched = squares.iter().map(Square::to_string).collect();
        self.write(Entry::Noted(Note { kind, words, answer, article, touched }));
    }
}

fn declared(side: Color, act: &Act) -> String {
    format!("{act} {}", side.fold_wb("white", "black"))
}
