//! How far a learner has come: what is told of it and kept, and what follows at the end of a course.

use std::{sync::Arc, time::Duration};

use super::{School, Study};
use crate::{
    announce::{Announcement, ReviewAnnouncement, SchoolAnnouncement},
    school::Subject,
    session::{Effect, Handler, Phase},
};

impl Handler<'_> {
    pub(super) fn finish_course(&mut self) {
        let Some(study) = &mut self.session.study else { return };
        let (tasks, solved) = (study.course.tasks(), study.solved());
        let subject = study.course.subject.clone();
        self.prompt(None);
        let progress = &mut self.session.options.school.progress;
        let told: SchoolAnnouncement = match subject {
            Subject::Training { drill, length } => return self.finish_round(drill, length),
            Subject::Lesson { index, .. } => {
                let lessons = Arc::clone(&self.session.options.school.lessons);
                if let Some(lesson) = lessons.all().get(index) {
                    progress.finish(&lesson.name, solved);
                }
                let next = lessons.all().get(index + 1).map(|lesson| lesson.title.clone());
                SchoolAnnouncement::LessonOver { number: index + 1, tasks, solved, next }
            }
            Subject::GameReview => ReviewAnnouncement::Over { tasks, solved }.into(),
            Subject::LessonList => return self.begin_lesson(self.next_lesson()),
            Subject::Puzzle => return,
        };
        self.keep_progress();
        self.tell(told.into());
    }

    /// Notes the step that the lesson is at, so that it goes on there.
    pub(super) fn note_step(&mut self, step: usize) {
        let Some(study) = &self.session.study else { return };
        let index = match study.course.subject {
            Subject::Lesson { index, .. } => index,
            Subject::GameReview => {
                if let Some(review) = &mut self.session.options.school.progress.review {
                    review.step = step;
                }
                return self.keep_progress();
            }
            Subject::Training { .. } | Subject::Puzzle | Subject::LessonList => return,
        };
        let lessons = Arc::clone(&self.options.school.lessons);
        let Some(lesson) = lessons.all().get(index) else { return };
        self.session.options.school.progress.left = Some((lesson.name.clone(), step));
        self.keep_progress();
    }

    pub(in crate::session) fn keep_progress(&mut self) {
        let progress = self.options.school.progress.clone();
        self.effects.push(Effect::KeepProgress(Box::new(progress)));
    }

    pub(super) fn tell_progress(&mut self) {
        let Some(study) = &self.session.study else { return self.tell_lesson_summary() };
        let School { lessons, progress, .. } = &self.options.school;
        let (index, title) = match &study.course.subject {
            Subject::Lesson { index, title } => (index, title),
            Subject::Training { drill, length } if study.step < study.course.steps.len() => {
                let left = study.ends.map_or(Duration::ZERO, |ends| ends.saturating_sub(self.now));
                let told = SchoolAnnouncement::DrillStanding {
                    drill: *drill,
                    length: *length,
                    step: study.step + 1,
                    seconds: left.as_secs(),
                    right: study.solved(),
                    tasks: study.outcomes.len(),
                };
                return self.tell(told.into());
            }
            Subject::Training { .. } => return self.tell_drills(),
            Subject::Puzzle => return self.tell_rating(),
            Subject::LessonList => return self.tell_lesson_summary(),
            Subject::GameReview => {
                let (steps, solved) = (study.course.steps.len(), study.solved());
                let step = (study.step + 1).min(steps);
                return self.tell_in_review(ReviewAnnouncement::Standing { step, steps, solved });
            }
        };
        let steps = study.course.steps.len();
        let told = SchoolAnnouncement::Standing {
            number: index + 1,
            title: title.clone(),
            step: (study.step + 1).min(steps),
            steps,
            tasks: study.outcomes.len(),
            solved: study.solved(),
            done: lessons.all().iter().filter(|lesson| progress.lessons.contains_key(&lesson.name)).count(),
            count: lessons.all().len(),
        };
        self.tell(told.into());
    }

    /// Leaves the school: the game is on the board again, or the program ends.
    pub(in crate::session) fn leave_school(&mut self) {
        if self.is_school_alone() {
            self.tell(SchoolAnnouncement::Over.into());
            return self.effects.push(Effect::Left { again: false });
        }
        let Some(study) = self.session.study.take() else { return };
        self.session.puzzles.forget_try();
        let Study { game, phase, .. } = *study;
        self.session.record = game;
        self.session.exploration.position_changed();
        self.session.analyses.position_changed();
        self.session.review.end();
        self.session.dialogue.forget_waiting();
        let is_over = phase == Phase::Over;
        self.enter(phase);
        self.tell(SchoolAnnouncement::BackToGame.into());
        if is_over {
            self.await_closing(false);
        } else if self.phase().question(&self.record).is_some() {
            self.repeat_question();
        } else {
            self.tell(Announcement::Turn(self.turn()));
        }
    }
}
