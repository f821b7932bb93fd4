//! A spoken chess assistant for blind players.

pub mod devices;
