//! What the tests of the page share: the program with its page, a browser at a seat, and a screen reader.

pub mod browser;
pub mod hall;
pub mod screen_reader;
pub mod table;
