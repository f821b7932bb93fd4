//! The desk and the screens of a hall, with a real broker and real boards, as a browser sees them.

use std::net::TcpStream;

use tungstenite::{Message, WebSocket};

use annabella::{
    commands::hall::report::RoundReport,
    hall::{HallGame, VERSION},
};

use crate::{
    binary::{Home, text},
    hall_board::Board,
    hall_of_boards::{Hall, Line, PATIENCE, options},
    page::Served,
    server::{Server, TOKEN, check_against_description},
};

/// A desk or a screen, and a browser at it.
struct Page {
    _program: Board,
    served: Served,
    cookie: String,
    socket: WebSocket<TcpStream>,
}

impl Page {
    fn open(home: &Home, hall: &Hall, act: &str, options: &[&str]) -> Page {
        let place = hall.path().display().to_string();
        let fixed = ["hall", act, &place, "--web", "127.0.0.1:0", "--language", "en"];
        let program = Board::start(home, &[&fixed[..], options].concat());
        let link = loop {
            let line = program.lines.recv_timeout(PATIENCE).expect("a page");
            if let Some((_, link)) = line.split_once("http://") {
                break link.split_once(',').unwrap().0.to_owned();
            }
        };
        let (address, code) = link.split_once("/#").unwrap();
        let served = Served { address: address.parse().unwrap() };
        let (status, cookie) = served.enter(code);
        assert_eq!(status, 204);
        let cookie = cookie.unwrap();
        let socket = served.follow(&cookie).unwrap();
        Page { _program: program, served, cookie, socket }
    }

    /// Waits for a state like this.
    fn shows(&mut self, is: impl Fn(&serde_json::Value) -> bool) -> serde_json::Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("a state comes") {
                let state = serde_json::from_str(&text).unwrap();
                if is(&state) {
                    return state;
                }
            }
        }
    }

    fn paper(&self, path: &str, cookie: &str) -> String {
        let host = self.served.address;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n");
        self.served.send(&request)
    }

    fn rule(&mut self, board: impl ToString, words: &str) {
        let board = board.to_string();
        let say = serde_json::json!({"page": "a", "board": board, "arbiter": "Berta", "words": words});
        let command = serde_json::json!({ "say": say });
        self.socket.send(Message::text(command.to_string())).unwrap();
    }
}

fn is_told(state: &serde_json::Value, wanted: &str) -> bool {
    state["told"].as_array().unwrap().iter().any(|told| told["text"].as_str().unwrap().contains(wanted))
}

fn is_answered(state: &serde_json::Value, wanted: &str) -> bool {
    state["answers"].as_array().unwrap().iter().any(|told| told["text"].as_str().unwrap().contains(wanted))
}

fn board(state: &serde_json::Value, number: u16) -> &serde_json::Value {
    let all = state["boards"].as_array().unwrap();
    all.iter().find(|board| board["board"] == number).unwrap_or(&serde_json::Value::Null)
}

#[test]
#[ignore = "needs mosquitto"]
fn an_arbiter_sees_all_boards_and_rules_and_spectators_only_look() {
    let (hall, home, others) = (Hall::open(3), Home::new(), Home::new());
    let mut desk = Page::open(&home, &hall, "desk", &[]);
    let mut screen = Page::open(&home, &hall, "show", &["--web-delay", "0"]);
    let (mut first, mut second) = (Board::play(&home, &hall, 1), Board::play(&others, &hall, 2));
    for board in [&mut first, &mut second] {
        ["clock", "e4", "clock"].into_iter().for_each(|line| board.type_line(line));
    }
    let both = |state: &serde_json::Value| [1, 2].iter().all(|n| board(state, *n)["last"] == "1. e4");
    desk.shows(both);
    screen.shows(both);
    second.type_line("arbiter");
    let called = desk.shows(|state| is_told(state, "Board 2: Arbiter called"));
    assert_eq!(called["boards"][0]["board"], 2, "the board that needs the arbiter is first");
    assert_eq!(board(&called, 2)["needs"][0], "called");
    desk.rule(2, "two more minutes for black");
    second.hears("Berta rules: two more minutes for black");
    desk.rule(2, "continue");
    second.hears("Berta rules: continue");
    desk.shows(|state| {
        is_told(state, "Board 2: ") && board(state, 2)["needs"].as_array().unwrap().is_empty()
    });
    // What is no ruling, and a board that there is not, do nothing.
    desk.rule(7, "continue");
    for none in ["0", "2x", "99999", "-2"] {
        desk.rule(none, "continue");
    }
    desk.rule(1, "stop");
    desk.rule(1, "blah blah");
    let answered = desk.shows(|state| is_answered(state, "Not understood"));
    for none in ["7", "0", "2x", "99999", "-2"] {
        assert!(is_answered(&answered, &format!("There is no board {none} here")), "{answered}");
    }
    assert!(is_answered(&answered, "This desk neither speaks nor listens"), "{answered}");
    // The scores, and a board as a page, for whoever has entered.
    let scores = desk.paper("/round.pgn", &desk.cookie);
    assert_eq!(scores.matches("[White \"Anna\"]").count(), 2, "{scores}");
    assert!(scores.contains("time-added"), "{scores}");
    assert!(desk.paper("/board/1", &desk.cookie).contains("Anna"));
    for (path, cookie) in
        [("/round.pgn", ""), ("/board/1", ""), ("/board/9", &*desk.cookie), ("/board/x", &desk.cookie)]
    {
        assert!(desk.paper(path, cookie).starts_with("HTTP/1.1 404"), "{path}");
    }
    // A board that is gone is told, and comes back.
    drop(first);
    desk.shows(|state| is_told(state, "Board 1: Not connected"));
    // Spectators see no need of an arbiter, and whoever sends is cut off.
    let state = screen.shows(|state| board(state, 2)["last"] == "1. e4");
    assert!(state["told"].as_array().unwrap().is_empty());
    assert!(board(&state, 2)["needs"].as_array().unwrap().is_empty());
    screen.rule(1, "continue");
    while screen.socket.read().is_ok() {}
}

/// How long ago a move was is known also of one that was made before the desk was opened.
#[test]
#[ignore = "needs mosquitto"]
fn a_desk_knows_how_long_ago_a_move_was_that_it_has_not_seen() {
    let (hall, home) = (Hall::open(1), Home::new());
    let line = Line::open(options(&hall.board(1), &[], None));
    let pgn = "[Result \"*\"]\n\n1. e4 *\n".to_owned();
    let since_move = Some(2 * 3_600_000);
    let game = HallGame { version: VERSION, board: 1, pgn, since_move, ..HallGame::default() };
    line.line.show("hall/1/game".to_owned(), game.written().unwrap());
    let mut desk = Page::open(&home, &hall, "desk", &[]);
    desk.shows(|state| board(state, 1)["last"] == "1. e4");
    desk.rule(1, "who moved last");
    let state = desk.shows(|state| is_answered(state, "Board 1: Last move"));
    assert!(is_answered(&state, "2 hours"), "{state}");
}

/// What stands there and cannot be read is one sentence, and what was read before is seen on.
#[test]
#[ignore = "needs mosquitto"]
fn a_state_that_cannot_be_read_is_told_and_what_was_read_stays() {
    let (hall, home) = (Hall::open(1), Home::new());
    let mut desk = Page::open(&home, &hall, "desk", &[]);
    let line = Line::open(options(&hall.board(1), &[], None));
    let pgn = "[White \"Anna\"]\n[Result \"*\"]\n\n1. e4 *\n".to_owned();
    let good = HallGame { version: VERSION, board: 1, pgn, ..HallGame::default() };
    let show = |content: Vec<u8>| line.line.show("hall/1/game".to_owned(), content);
    let mut told_before = 0;
    for (bad, told) in [
        (good.written().unwrap()[..90].to_vec(), "Board 1: Damaged, cannot be read."),
        (br#"{"version":9,"of":"later"}"#.to_vec(), "Board 1: From a newer program, cannot be read."),
        (
            HallGame { board: 2, ..good.clone() }.written().unwrap(),
            "Board 1: From another board, cannot be read.",
        ),
        (vec![b' '; 66_000], "Board 1: Too long, cannot be read."),
    ] {
        show(good.written().unwrap());
        desk.shows(|state| board(state, 1)["last"] == "1. e4" && board(state, 1)["fault"].is_null());
        show(bad);
        let state = desk.shows(|state| is_told(state, told));
        assert_eq!(
            (&board(&state, 1)["last"], &board(&state, 1)["white"]),
            (&"1. e4".into(), &"Anna".into())
        );
        assert!(board(&state, 1)["fault"].is_string(), "{state}");
        let count = state["told"].as_array().unwrap().len();
        // That it is read again was told too, from the second time on.
        assert!(count - told_before <= 2, "{state}");
        told_before = count;
    }
}

#[test]
#[ignore = "needs mosquitto"]
fn spectators_see_a_move_only_after_the_delay() {
    let (hall, home) = (Hall::open(1), Home::new());
    let mut late = Page::open(&home, &hall, "show", &["--web-delay", "3600"]);
    let mut at_once = Page::open(&home, &hall, "show", &["--web-delay", "0"]);
    let mut first = Board::play(&home, &hall, 1);
    first.type_line("clock");
    first.type_line("e4");
    at_once.shows(|state| board(state, 1)["last"] == "1. e4");
    let state = late.shows(|_| true);
    assert!(state["boards"].as_array().unwrap().is_empty(), "{state}");
    assert!(!late.paper("/round.pgn", &late.cookie).contains("e4"));
}

/// A round of a tournament: names go to the boards, results into the report and the standings, moves into a broadcast.
#[test]
#[ignore = "needs mosquitto"]
fn a_round_of_a_tournament_goes_from_its_report_into_it_and_into_a_broadcast() {
    let (home, others) = (Home::new(), Home::new());
    let line = |number: u32, name: &str, rounds: &str| {
        format!(
            "001 {number:>4} m    {name:<33} {:>4} GER {:>11} {:>10}  0.0 {number:>4}{rounds}\r",
            2000, "", ""
        )
    };
    let trf = [
        "012 Jubiläumsturnier\r142 5\r222 40/6000+30:900+30\r".to_owned(),
        line(1, "Müller, Jörg", "     2 w  "),
        line(2, "Kaya, Ece", "     1 b  "),
    ];
    let trf = home.file("round.trf", trf.concat()).display().to_string();
    let report = RoundReport::read(trf.as_ref(), None).unwrap();
    let mut hall = Hall::prepared_for(1, Some(report));
    hall.start();
    let server = Server::start();
    server.change(|world| world.scopes += ",study:write");
    let account = home.run(&["account", "--lichess-url", server.address()], &format!("{TOKEN}\n"));
    assert!(account.status.success(), "{}", text(&account.stderr));
    let scores = home.path().join("round.pgn");
    let mut desk =
        Page::open(&home, &hall, "desk", &["--trf", &trf, "--scores", &scores.display().to_string()]);
    let broadcast =
        ["--web-delay", "0", "--broadcast", "AbCdEf12", "--lichess-url", server.address(), "--trf", &trf];
    let _screen = Page::open(&home, &hall, "show", &broadcast);
    let file = hall.path().join("boards/board-001.hall").display().to_string();
    let fixed = ["play", "--language", "en", "--confirm", "never", "--journal", "game.jsonl", "--text", "-"];
    let mut first = Board::start(&others, &[&fixed[..], &["--hall", &file]].concat());
    for line in ["clock", "e4", "clock", "draw offer"] {
        first.type_line(line);
    }
    let state =
        desk.shows(|state| board(state, 1)["last"] == "1. e4" && board(state, 1)["white"] == "Müller, Jörg");
    // The round has its time by its report.
    let left = board(&state, 1)["clock"]["black"].as_u64();
    assert!(left.is_some_and(|ms| (6_000_000..=6_030_000).contains(&ms)), "{state}");
    server.wait_for("the move in the broadcast", |world| {
        world.pushed.iter().any(|games| games.contains("1. e4") && games.contains("[Black \"Kaya, Ece\"]"))
    });
    first.type_line("black resigns");
    first.type_line("yes");
    desk.shows(|state| board(state, 1)["result"] == "1-0");
    // The file is written beside the page.
    let begun = std::time::Instant::now();
    let in_file = || std::fs::read_to_string(&scores).unwrap_or_default();
    while !in_file().contains("[White \"Müller, Jörg\"]") || !in_file().contains("1-0") {
        assert!(begun.elapsed() < PATIENCE, "{}", in_file());
        std::thread::yield_now();
    }
    let results = desk.paper("/results.trf", &desk.cookie);
    // Black had not moved: nobody rates it.
    assert!(results.contains(" 1.0    1     2 w W") && results.contains(" 0.0    2     1 b L"), "{results}");
    assert!(results.contains("222 40/6000+30:900+30\r"), "{results}");
    let standings = desk.paper("/standings", &desk.cookie);
    assert!(standings.contains("1. 1 Müller, Jörg\n2. 0 Kaya, Ece\n"), "{standings}");
    assert!(desk.paper("/results.trf", "").starts_with("HTTP/1.1 404"));
    server.wait_for("the result in the broadcast", |world| {
        world.pushed.last().is_some_and(|games| games.contains("1-0") && !games.contains("draw"))
    });
    server.change(|world| check_against_description(world));
}
