//! Questions, answered as far as the arbiter allows (FIDE D.2.10).

use super::{Handler, Phase, Session};
use crate::{
    announce::{Advice, Announcement, SchoolAnnouncement},
    grammar::{Fact, Question, QuestionContext, StrengthRequest, Subject},
    laws::{Article, AssistantOf, Terms, Verdict, judge},
};

impl Session {
    /// The terms under which this program assists.
    pub(super) fn terms(&self) -> Terms {
        Terms {
            assistant_of: AssistantOf::Blind,
            competition: self.record.is_discreet(),
            described: self.record.start().described,
        }
    }
}

impl Handler<'_> {
    pub(super) fn answer(&mut self, question: Question) {
        if question == Question::Rating && self.record.start().opponent.is_engine() {
            return self.handle_strength(StrengthRequest::Tell);
        }
        // Silence would be a yes to the move that was read back.
        if question == Question::Fact(Fact::Waiting)
            && matches!(*self.phase(), Phase::Confirming { until: Some(_), .. })
        {
            return self.withdraw();
        }
        if question == Question::TouchedSquare {
            self.await_touched_square();
        }
        let asked = self.question_context(question.about());
        if !self.terms().allow(question.service(&asked), self.asked_by_user()) {
            let article = self.refuse_to_tell();
            return self.note_question(question.to_string(), article);
        }
        let told = self.answer_online(&question).or_else(|| self.answer_by_obligation(&question));
        let answer = told.unwrap_or_else(|| question.answer(&asked));
        if question.about() == Subject::Place {
            self.name_reviewed();
        }
        self.tell(answer);
        self.note_question(question.to_string(), None);
    }

    /// A move that the Laws of the pieces allow may be barred by a touched piece or a claim.
    fn answer_by_obligation(&self, question: &Question) -> Option<Announcement> {
        let Question::Allowed(said, _) = question else { return None };
        let game = self.record.game();
        let Verdict::Legal(m) = judge(game.position(), said) else { return None };
        if self.reviewed_ply() == game.moves().len() { self.obligation_against(m) } else { None }
    }

    /// The circumstances from which an answer is made.
    pub(super) fn question_context(&self, about: Subject) -> QuestionContext<'_> {
        let ply = match about {
            Subject::Place => self.reviewed_ply(),
            Subject::Now => self.record.game().moves().len(),
        };
        QuestionContext {
            record: &self.record,
            ply,
            by: self.origin.side(),
            at: self.now,
            said: self.record.game().moves().len().checked_sub(1).and_then(|last| self.said_of(last)),
            touched: self.said_touched(),
            page: self.page.as_ref(),
            unsaved: self.unsaved,
            rating: self.online.rating,
        }
    }

    /// Says why something is not told. Returns the article, where one forbids it.
    pub(super) fn refuse_to_tell(&mut self) -> Option<Article> {
        if self.is_concealed() {
            self.tell(SchoolAnnouncement::Concealed.into());
            return None;
        }
        let article = self.record.start().competition.then(|| self.terms().article());
        self.tell(match article {
            Some(_) => Announcement::NotAllowed,
            None if self.record.is_discreet() => Advice::Blindfold.into(),
            None => Advice::AgainstPeople.into(),
        });
        article
    }

    /// Whether the user asks, or the table or the arbiter, as far as is known: a player's assistant does not serve the
    /// opponent.
    pub(super) fn asked_by_user(&self) -> bool {
        match (self.record.user(), self.origin.side()) {
            (Some(user), Some(side)) => side == user,
            (Some(_), None) | (None, _) => true,
        }
    }
}
