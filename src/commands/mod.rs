//! The commands other than `play` and `resume`, one file each, and what several commands share.
#![warn(unreachable_pub)]

pub mod error;
pub mod brf;
pub mod export;
pub mod shown_game;
#[cfg(feature = "web")]
pub mod game_page;
pub mod audit;
pub mod score;
pub mod spoken;
pub mod transcribe;
pub mod board_recording;
pub mod board_emulator;
pub mod judge;
pub mod perft;
pub mod reconcile;
pub mod replay;
pub mod recordings;
pub mod understood;
pub mod listen;
pub mod recognition_outcome;
pub mod eval;
pub mod devices;
pub mod clock_check;
pub mod doctor;
pub mod setup;
pub mod guide;
#[cfg(feature = "online")]
pub mod account;
#[cfg(feature = "hall")]
pub mod hall;

use std::time::Duration;

use crate::language::{Argument, Arguments, Message, SanText};

/// Returns hours, minutes and seconds: "1:05:09".
fn clock_time(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Alternatives, moves or squares: "b1 or f3".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyOf(pub Vec<String>);

impl Message for AnyOf {
    fn id(&self) -> &'static str {
        if self.0.len() > 1 { "any-of" } else { "any-of-last" }
    }

    fn add_arguments(&self, to: &mut Arguments) {
        SanText(self.0.first().cloned().unwrap_or_default()).add_to("first", to);
        if let [_, rest @ ..] = &self.0[..]
            && !rest.is_empty()
        {
            to.set_message("rest", &AnyOf(rest.to_vec()));
        }
    }

    fn ids() -> Vec<&'static str> {
        [&["any-of", "any-of-last"][..], &SanText::ids()].concat()
    }
}
