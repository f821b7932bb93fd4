//! The loop of a game: it owns every clock, thread and device.
//!
//! [`play`] is the loop, and [`time`] where it takes its time from. [`ports`] carry effects out and turn what
//! devices report into events; [`presence`] knows which devices are there. [`table`] makes a start and options
//! out of settings, [`sight`] men out of what a board tells; [`start`] sets games up and `plugging` their ports,
//! [`setting_up`] is the first evening, and [`trial`] lets a child process try an unknown speech model. `account` is whose games online are played.

pub mod table;
pub mod time;
pub mod sight;
pub mod presence;
pub mod ports;
pub mod play;
mod plugging;
pub mod start;
pub mod setting_up;
pub mod trial;
#[cfg(feature = "online")]
pub mod account;
