//! A spoken chess assistant for blind players.

pub mod laws;
pub mod notation;
pub mod clock;
pub mod grammar;
pub mod journal;
