//! Boards and a desk of a hall on machines whose clocks are a year fast or slow.
//!
//! libfaketime makes them so. Where it is not installed (Debian: faketime) the tests say that, and test nothing.

use std::{path::Path, process::Command};

use annabella::hall::HallFile;

use crate::{
    binary::{Home, text},
    hall::{certify_for, connected},
    hall_board::Board,
    hall_of_boards::{Hall, Line, options},
};

/// A clock that is wrong, what is asked about it, and the year that it shows.
struct WrongClock {
    offset: &'static str,
    asked: [&'static str; 2],
    year: String,
    library: String,
}

fn year_by(command: &mut Command) -> Option<String> {
    let ran = command.output().ok().filter(|ran| ran.status.success())?;
    Some(text(&ran.stdout).trim().to_owned())
}

/// Both wrong clocks, or none where no program can be given one.
fn wrong_clocks() -> Vec<WrongClock> {
    let of = |offset, asked| {
        let under = |args: &[&str]| year_by(Command::new("faketime").args(["-f", offset]).args(args));
        Some(WrongClock {
            offset,
            asked,
            year: under(&["date", "+%Y"])?,
            library: under(&["printenv", "LD_PRELOAD"])?,
        })
    };
    let both = [of("+1y", ["geht sie vor?", "is it fast?"]), of("-1y", ["geht sie nach?", "is it slow?"])];
    let both: Option<Vec<WrongClock>> = both.into_iter().collect();
    both.unwrap_or_else(|| {
        println!("skipped: faketime is not installed, so that no clock can be wrong");
        Vec::new()
    })
}

impl WrongClock {
    /// Starts the program by this clock; seconds pass in it as they do.
    fn start(&self, home: &Home, args: &[&str]) -> Board {
        let (library, offset) = (format!("LD_PRELOAD={}", self.library), format!("FAKETIME={}", self.offset));
        let before = ["env", &library, &offset, "FAKETIME_DONT_FAKE_MONOTONIC=1"];
        Board::of(home.start_under(&before, args))
    }
}

fn play<'a>(language: &'a str, hall: &'a str) -> Vec<&'a str> {
    let fixed = ["play", "--confirm", "never", "--time", "90+30", "--journal", "game.jsonl", "--text", "-"];
    [&fixed[..], &["--language", language, "--hall", hall]].concat()
}

/// The times of a game are counted on another clock, and the hall's own certificates hold for decades: no word is lost on it.
#[test]
#[ignore = "needs mosquitto"]
fn a_game_is_played_and_ruled_on_where_clocks_are_a_year_wrong() {
    for clock in wrong_clocks() {
        let (hall, home, others) = (Hall::open(1), Home::new(), Home::new());
        let place = hall.path().display().to_string();
        let at_desk =
            ["hall", "desk", &place, "--web", "127.0.0.1:0", "--language", "en", "--arbiter", "Berta"];
        let mut desk = clock.start(&others, &at_desk);
        let mut told_at_desk = desk.until(|line| line == "The hall is there.");
        let file = hall.path().join("boards/board-001.hall").display().to_string();
        let mut board = clock.start(&home, &play("en", &file));
        let mut told = board.until(|line| line == "found: hall Test");
        for line in ["clock", "e4", "clock", "e5", "arbiter"] {
            board.type_line(line);
        }
        told_at_desk.extend(desk.until(|line| line.contains("Board 1: Arbiter called.")));
        desk.type_line("who moved last");
        let answered = desk.until(|line| line.contains("Board 1: Last move Pawn Eva seven Eva five"));
        let last = answered.last().unwrap();
        assert!(last.contains(" ago.") && !last.contains("hour") && !last.contains("day"), "{last}");
        for ruling in ["board 1, two more minutes for black", "continue"] {
            desk.type_line(ruling);
        }
        told.extend(board.until(|line| line.contains("Berta rules: continue")));
        told.extend(board.leave());
        told_at_desk.extend(answered);
        for told in [&told, &told_at_desk] {
            let faults = ["hall is lost", "No connection to the hall", "clock of this"];
            let about_it = told.iter().filter(|line| faults.iter().any(|fault| line.contains(fault)));
            assert_eq!(about_it.count(), 0, "{told:#?}");
        }
        let pgn = text(&home.run(&["export", "game.jsonl"], "").stdout);
        assert!(pgn.contains(&format!("[Date \"{}.", clock.year)), "{pgn}");
        assert!(pgn.contains("time-added") && pgn.replace('\n', " ").contains("1... e5"), "{pgn}");
        let left = |time: &str| pgn.contains(&format!("[%clk {time}"));
        assert!(left("1:29:") || left("1:30:"), "{pgn}");
    }
}

/// Where a club's own certificate holds this year alone, that is one sentence with the date that the machine shows.
#[test]
#[ignore = "needs mosquitto"]
fn a_clock_that_is_a_year_wrong_is_one_sentence_where_a_certificate_is_of_this_year() {
    let clocks = wrong_clocks();
    let this_year: i32 = year_by(Command::new("date").arg("+%Y")).unwrap().parse().unwrap();
    let mut hall = Hall::prepared(1);
    let authority = certify_for(&hall, [this_year, this_year + 1]);
    hall.start();
    let changed = |name: &str| HallFile { authority: authority.clone(), ..hall.file(name) };
    connected(&Line::open(options(&changed("boards/board-001.hall"), &[], None)));
    for clock in clocks {
        for (language, asked) in ["de", "en"].into_iter().zip(clock.asked) {
            let home = Home::new();
            let file = |name: &str| {
                let path: &Path = &home.file(name, changed(name).written());
                path.display().to_string()
            };
            let of_board = file("boards/board-001.hall");
            let mut board = clock.start(&home, &play(language, &of_board));
            let mut told = board.until(|line| line.contains(asked));
            assert!(told.last().unwrap().contains(&format!(" {}-", clock.year)), "{told:#?}");
            for line in ["clock", "e4"] {
                board.type_line(line);
            }
            board.hears(if language == "de" { "Bauer" } else { "Pawn" });
            told.extend(board.leave());
            assert_eq!(told.iter().filter(|line| line.contains(asked)).count(), 1, "{told:#?}");
            let of_desk = file("arbiter.hall");
            let at_desk = ["hall", "desk", &of_desk, "--language", language, "--web", "127.0.0.1:0"];
            clock.start(&home, &at_desk).until(|line| line.contains(asked));
        }
    }
}
