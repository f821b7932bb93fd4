//! What was learnt, kept in a file.

use std::{convert::Infallible, path::PathBuf};

use super::{Port, PortContext};
use crate::{
    files,
    session::{Effect, Event},
};

/// Keeps what was learnt.
pub struct SchoolPort {
    /// Where; nowhere without a folder of the user's.
    path: Option<PathBuf>,
    /// Whether it was told that it cannot be kept.
    told: bool,
}

impl SchoolPort {
    /// Keeps it in this file.
    pub fn new(path: Option<PathBuf>) -> SchoolPort {
        SchoolPort { path, told: false }
    }
}

impl Port for SchoolPort {
    type News = Infallible;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        let (Effect::KeepProgress(progress), Some(path)) = (effect, &self.path) else { return };
        let kept = files::replace_whole(path, progress.written().as_bytes());
        if let Err(fault) = &kept
            && !self.told
        {
            let words = &cx.language.words;
            let fault = words.render(fault);
            cx.screen.warn(&words.say("school-not-kept", &[("path", &path.display()), ("fault", &fault)]));
        }
        self.told = kept.is_err();
    }

    fn translate(&mut self, news: Infallible, _cx: &PortContext) -> Vec<Event> {
        match news {}
    }
}
