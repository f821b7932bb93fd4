//! The loop of a game: it owns every clock, thread and device.
//!
//! [`game_loop`] is the loop, and [`time`] its clock. [`ports`] carry effects out and turn what devices report into
//! events; [`report_filter`] folds, debounces and bounds what devices report. [`game_options`] makes a start and options from settings, and
//! [`board_sight`] a position from a board's report. [`screen`] is what is printed. [`game_setup`] sets games up, `setup_error` says why they cannot be, `port_setup` their ports, and
//! [`speech`] voice and model; [`first_setup`] is the dialogue that writes the configuration,
//! [`learner`] is the school. [`model_trial`] tries
//! an unknown speech model in a child process. `start_failure` tells why none could
//! begin, `account` is the account for games online, `web_choices` what the page in a browser is opened with,
//! `hall_access` how a hall is come into.

#![warn(unreachable_pub)]

pub mod game_options;
pub mod time;
pub mod board_sight;
pub mod report_filter;
pub mod screen;
pub mod ports;
pub mod game_loop;
mod port_setup;
pub mod journal_key;
pub mod game_setup;
mod setup_error;
pub mod unfinished;
pub mod speech;
pub mod first_setup;
pub mod learner;
pub mod start_failure;
pub mod model_trial;
#[cfg(feature = "web")]
pub mod time_chart;
#[cfg(feature = "web")]
pub mod web_choices;
#[cfg(feature = "online")]
pub mod account;
#[cfg(feature = "hall")]
pub mod hall_access;
