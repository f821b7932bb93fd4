//! The program from outside, without devices: what it is told, what it prints, what it leaves on the disk.

mod bad_input;
mod board;
mod brailled;
mod commands;
mod differential;
mod engine;
mod errors;
mod exported;
mod first_evening;
mod flood;
mod german;
mod going_on;
mod hall;
mod hall_board;
mod hall_desk;
mod hall_load;
mod hall_wrong_clock;
mod installed;
mod games;
mod journals;
mod killed;
mod laws_commands;
mod learn;
mod review;
mod maker;
mod numeric;
mod online;
mod peer;
mod peer_asleep;
mod peer_machines;
mod peer_in_hall;
mod online_kinds;
mod online_scenarios;
mod online_states;
mod online_waits;
mod page;
mod readme;
mod rulings;
mod scores;
mod scores_differential;
mod screen;
mod sealed;
mod stranger;
mod terminal;
mod tournament_reports;
mod written_files;

#[path = "../hall/mod.rs"]
mod hall_of_boards;
#[path = "../binary/mod.rs"]
mod binary;
#[path = "../ends/proxy.rs"]
mod proxy;
#[path = "../positions/random.rs"]
mod random;
#[path = "../games/reviewed.rs"]
mod reviewed_game;
#[path = "../online/mod.rs"]
mod server;
#[path = "../games/tournament.rs"]
mod tournament;
