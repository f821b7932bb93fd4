//! The list of the lessons: how many there are and which comes next, then their titles page by page.

use super::School;
use crate::{
    announce::SchoolAnnouncement,
    school::{Course, Step, Subject},
    session::Handler,
};

/// So many titles are told at once.
const PAGE: usize = 8;

impl Handler<'_> {
    /// "Lektionen": begins with the summary; each "weiter" tells the next titles.
    pub(super) fn begin_lesson_list(&mut self) {
        let pages = self.options.school.lessons.all().len().div_ceil(PAGE);
        if pages == 0 {
            return self.refuse(SchoolAnnouncement::NoLessons.into());
        }
        self.study(Course { subject: Subject::LessonList, steps: vec![Step::default(); pages + 1] });
        self.go_to(0);
    }

    /// Tells a part of the list: the summary first.
    pub(super) fn tell_lesson_list(&mut self, part: usize) {
        let Some(page) = part.checked_sub(1) else { return self.tell_lesson_summary() };
        let lessons = self.options.school.lessons.all().iter();
        let more = (page + 1) * PAGE < lessons.len();
        let titles = lessons.skip(page * PAGE).take(PAGE).map(|lesson| lesson.title.clone()).collect();
        self.tell(SchoolAnnouncement::Titles { first: page * PAGE + 1, titles, more }.into());
    }

    pub(super) fn tell_lesson_summary(&mut self) {
        let School { lessons, progress, .. } = self.options.school.clone();
        let all = lessons.all();
        let next = self.next_lesson();
        let Some(lesson) = all.get(next) else { return self.refuse(SchoolAnnouncement::NoLessons.into()) };
        let done = all.iter().filter(|lesson| progress.lessons.contains_key(&lesson.name)).count();
        let title = lesson.title.clone();
        self.tell(SchoolAnnouncement::Lessons { count: all.len(), done, next: next + 1, title }.into());
    }

    /// The place of the first lesson that was not finished.
    pub(super) fn next_lesson(&self) -> usize {
        let School { lessons, progress, .. } = &self.options.school;
        let is_new = |lesson: &crate::school::Lesson| !progress.lessons.contains_key(&lesson.name);
        lessons.all().iter().position(is_new).unwrap_or(0)
    }
}
