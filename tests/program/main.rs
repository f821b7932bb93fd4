//! The program from outside, without devices: what it is told, what it prints, what it leaves on the disk.

mod bad_input;
mod brailled;
mod commands;
mod differential;
mod first_evening;
mod journals;
mod killed;
mod laws_commands;
mod readme;
mod rulings;
mod scores;
mod sealed;
mod terminal;

#[path = "../binary/mod.rs"]
mod binary;
#[path = "../positions/random.rs"]
mod random;
