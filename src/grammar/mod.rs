//! What can be said now, and what was meant by what was heard. It never guesses.

pub mod intent;

pub use intent::{Intent, Question};
