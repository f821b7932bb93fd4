//! The program from outside, without devices: what it is told, what it prints, what it leaves on the disk.

mod bad_input;
mod board;
mod brailled;
mod commands;
mod differential;
mod engine;
mod first_evening;
mod german;
mod installed;
mod games;
mod journals;
mod killed;
mod laws_commands;
mod maker;
mod online;
mod readme;
mod rulings;
mod scores;
mod sealed;
mod terminal;

#[path = "../binary/mod.rs"]
mod binary;
#[path = "../positions/random.rs"]
mod random;
#[path = "../online/mod.rs"]
mod server;
#[path = "../games/tournament.rs"]
mod tournament;
