//! Rounds of training: which there are, and the first question of one.

use crate::{announce::SchoolAnnouncement, school::Drill, session::Handler};

impl Handler<'_> {
    pub(super) fn tell_drills(&mut self) {
        let training = &self.options.school.progress.training;
        let best = |drill: &Drill| (*drill, training.get(&drill.to_string()).copied().unwrap_or(0));
        let drills = Drill::ALL.iter().map(best).collect();
        self.tell(SchoolAnnouncement::Drills(drills).into());
    }

    pub(super) fn begin_drill(&mut self, index: usize) {
        let Some(drill) = Drill::ALL.get(index).copied() else {
            self.refuse(SchoolAnnouncement::NoSuchDrill(Drill::ALL.len()).into());
            return self.repeat_question();
        };
        // Other questions each time, the same ones for the same seed.
        self.session.options.seed = self.options.seed.wrapping_add(1);
        self.study(drill.course(self.options.seed));
        self.tell(SchoolAnnouncement::Drill(drill).into());
        self.go_to(0);
    }
}
