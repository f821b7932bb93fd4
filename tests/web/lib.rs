//! What the tests of the page share: the program with its page, and a browser at a seat.

pub mod browser;
pub mod table;
