//! What the tests of the page share: the program with its page, a browser at a seat, and a screen reader.

pub mod browser;
#[path = "../hall/free_port.rs"]
mod free_port;
pub mod hall;
pub mod screen_reader;
pub mod table;
