//! The Laws of Chess.

pub mod mate_possible;
