//! Rounds of training: which there are, the first question of one, and the end of a minute.

use std::time::Duration;

use crate::{
    announce::{DrillBest, RoundRank, SchoolAnnouncement},
    school::{Drill, DrillLength, Subject},
    session::{Handler, Session},
};

impl Session {
    /// When the minute of a round is over. The words of who speaks are heard first: they may have answered in time.
    pub(in crate::session) fn round_ends_at(&self) -> Option<Duration> {
        let ends = self.study.as_ref()?.ends?;
        Some(self.microphone.words_known(ends))
    }

    /// Whether what happened at this instant came after the minute.
    pub(in crate::session) fn is_round_over(&self, at: Duration) -> bool {
        self.study.as_ref().and_then(|study| study.ends).is_some_and(|ends| at >= ends)
    }
}

impl Handler<'_> {
    pub(super) fn tell_drills(&mut self) {
        let progress = &self.options.school.progress;
        let best = |drill: &Drill| DrillBest {
            drill: *drill,
            ten: progress.best(*drill, DrillLength::Ten),
            minute: progress.best(*drill, DrillLength::Minute),
        };
        let drills = Drill::ALL.iter().map(best).collect();
        self.tell(SchoolAnnouncement::Drills(drills).into());
    }

    pub(super) fn begin_numbered_drill(&mut self, number: u16, length: DrillLength) {
        match Drill::ALL.get(usize::from(number).wrapping_sub(1)) {
            Some(drill) => self.begin_drill(*drill, length),
            None => {
                self.refuse(SchoolAnnouncement::NoSuchDrill(Drill::ALL.len()).into());
                self.repeat_question();
            }
        }
    }

    pub(super) fn begin_drill(&mut self, drill: Drill, length: DrillLength) {
        // Other questions each time, the same ones for the same seed.
        self.session.options.seed = self.options.seed.wrapping_add(1);
        self.study(drill.course(length, self.options.seed));
        let ends = length.time().map(|time| self.now + time);
        if let Some(study) = &mut self.session.study {
            study.ends = ends;
        }
        self.tell(SchoolAnnouncement::Drill { drill, length }.into());
        self.go_to(0);
    }

    /// "Eine Minute": a round of a minute of what is trained; else tells what can be.
    pub(super) fn begin_minute(&mut self) {
        match self.study.as_ref().map(|study| &study.course.subject) {
            Some(Subject::Training { drill, .. }) => self.begin_drill(*drill, DrillLength::Minute),
            Some(Subject::Lesson { .. } | Subject::LessonList | Subject::Puzzle | Subject::GameReview)
            | None => self.tell_drills(),
        }
    }

    /// Ends a round whose minute is over. The open question is answered, and does not count.
    pub(in crate::session) fn end_round(&mut self) {
        let Some(study) = &mut self.session.study else { return };
        study.ends = None;
        study.step = study.course.steps.len();
        let task = self.prompt_now().task;
        self.tell(SchoolAnnouncement::TimeUp.into());
        if let Some(task) = task {
            self.tell_solution(&task);
        }
        self.finish_course();
    }

    /// Tells how a round went, and keeps it.
    pub(super) fn finish_round(&mut self, drill: Drill, length: DrillLength) {
        let Some(study) = &mut self.session.study else { return };
        study.ends = None;
        let right = study.solved();
        let tasks = match length {
            DrillLength::Ten => study.course.tasks(),
            DrillLength::Minute => study.outcomes.len(),
        };
        let best = self.session.options.school.progress.train(drill, length, right);
        let rank = match right.cmp(&best) {
            std::cmp::Ordering::Greater => RoundRank::Best,
            std::cmp::Ordering::Equal if right == 0 => RoundRank::Unscored,
            std::cmp::Ordering::Equal => RoundRank::Equal,
            std::cmp::Ordering::Less => RoundRank::Below,
        };
        self.keep_progress();
        self.tell(SchoolAnnouncement::DrillOver { drill, length, right, tasks, best, rank }.into());
    }
}
