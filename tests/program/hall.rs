//! A hall with a real broker: who may do what, and why somebody is not let in.

use annabella::{
    devices::hall::{HallEvent, HallLost, HallMessage},
    hall::{BoardTopic, HallFile},
};

use crate::{
    binary::{Home, text},
    hall_board::Board,
    hall_of_boards::{Hall, Line, free_port::free_port, options},
};

/// What is seen under a board's topic.
fn shown(line: &Line, wanted: &str) -> String {
    line.wait(|event| match event {
        HallEvent::Shown { topic, content, .. } if topic == wanted => {
            Some(String::from_utf8(content).unwrap())
        }
        _ => None,
    })
}

fn ruling(board: u16) -> String {
    BoardTopic::ruling_of(board, "a")
}

pub fn connected(line: &Line) {
    line.wait(|event| (event == HallEvent::Connected).then_some(()));
}

fn lost(file: &HallFile) -> HallLost {
    lost_by(&Line::open(options(file, &[], None)))
}

fn lost_by(line: &Line) -> HallLost {
    line.wait(|event| match event {
        // A broker that others load answers after all.
        HallEvent::Lost { reason: HallLost::Silent { .. } } => None,
        HallEvent::Lost { reason } => Some(reason),
        _ => None,
    })
}

#[test]
#[ignore = "needs mosquitto"]
fn everybody_writes_and_reads_only_what_is_theirs() {
    let hall = Hall::open(2);
    let [first, second] = [1, 2].map(|board| hall.board(board));
    let games = [BoardTopic::Game.of_all(), BoardTopic::Presence.of_all(), BoardTopic::Ruling.of_all()];
    let arbiter = Line::open(options(&hall.file("arbiter.hall"), &games, None));
    let screen = Line::open(options(&hall.file("screen.hall"), &games, None));
    let of_first = Line::open(options(&first, &[ruling(1)], None));
    let will = HallMessage { topic: BoardTopic::Presence.of(2), content: b"gone".to_vec() };
    let of_second = Line::open(options(&second, &["hall/#".to_owned()], Some(will)));
    [&arbiter, &screen, &of_first, &of_second].into_iter().for_each(connected);
    of_first.line.show(BoardTopic::Game.of(1), b"one".to_vec());
    assert_eq!(shown(&arbiter, "hall/1/game"), "one");
    assert_eq!(shown(&screen, "hall/1/game"), "one");
    let forbidden = [
        (&of_second, BoardTopic::Game.of(1)),
        (&of_second, ruling(2)),
        (&of_second, BoardTopic::Ruled.of(1)),
        (&screen, BoardTopic::Game.of(1)),
        (&screen, ruling(1)),
        (&arbiter, BoardTopic::Game.of(1)),
    ];
    for (line, topic) in forbidden {
        line.line.show(topic.clone(), b"forged".to_vec());
        let refused = line.wait(|event| match event {
            HallEvent::Refused { topic } => Some(topic),
            _ => None,
        });
        assert_eq!(refused, topic);
    }
    arbiter.line.show(ruling(1), b"ruled".to_vec());
    assert_eq!(shown(&of_first, &ruling(1)), "ruled");
    // A screen does not learn it, and a board nothing of another's: what comes after has come, and it has not.
    of_second.line.show(BoardTopic::Presence.of(2), b"there".to_vec());
    screen.wait(|event| match event {
        HallEvent::Shown { topic, .. } if topic == "hall/2/presence" => Some(()),
        HallEvent::Shown { topic, content, .. } => panic!("{topic}: {content:?}"),
        _ => None,
    });
    arbiter.line.show(ruling(2), b"for the second".to_vec());
    of_second.wait(|event| match event {
        HallEvent::Shown { topic, .. } if topic == ruling(2) => Some(()),
        HallEvent::Shown { topic, .. } if topic == "hall/2/presence" => None,
        HallEvent::Shown { topic, content, .. } => panic!("{topic}: {content:?}"),
        _ => None,
    });
    // Whoever leaves is told to have gone.
    drop(of_second);
    assert_eq!(shown(&arbiter, "hall/2/presence"), "there");
    assert_eq!(shown(&arbiter, "hall/2/presence"), "gone");
}

#[test]
#[ignore = "needs mosquitto"]
fn whoever_is_not_let_in_learns_why() {
    let mut hall = Hall::prepared(1);
    let file = hall.board(1);
    let other = Hall::open(1);
    assert!(matches!(lost(&file), HallLost::NobodyThere { .. }));
    hall.start();
    assert_eq!(lost(&HallFile { password: "x".to_owned(), ..file.clone() }), HallLost::Refused);
    assert_eq!(lost(&HallFile { user: "7".to_owned(), ..file.clone() }), HallLost::Refused);
    assert_eq!(lost(&HallFile { port: other.port, ..file.clone() }), HallLost::ForeignCertificate);
    let nowhere = HallFile { hosts: vec!["nobody.invalid".to_owned()], ..file.clone() };
    assert_eq!(lost(&nowhere), HallLost::NoSuchHost { host: "nobody.invalid".to_owned() });
    // One of several names is enough, and what it says is what is told.
    let hosts = vec!["nobody.invalid".to_owned(), "127.0.0.1".to_owned()];
    let found = Line::open(options(&HallFile { hosts: hosts.clone(), ..file.clone() }, &[], None));
    connected(&found);
    assert_eq!(lost(&HallFile { hosts, password: "x".to_owned(), ..file.clone() }), HallLost::Refused);
    // Something else listens there, in clear text.
    let plain = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = plain.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in plain.incoming().flatten() {
            let _ = std::io::Write::write_all(&mut &stream, b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let fault = lost(&HallFile { port, ..file.clone() });
    assert_eq!(fault, HallLost::NoTls { host: "127.0.0.1".to_owned(), port });
    let garbled = file.authority.replace('M', "!");
    assert!(matches!(lost(&HallFile { authority: garbled, ..file }), HallLost::BadCertificate { .. }));
}

/// Who comes before the hall is open learns afterwards why it does not let them in, and that only once.
#[test]
#[ignore = "needs mosquitto"]
fn whoever_was_too_early_learns_why_it_does_not_let_them_in() {
    let mut hall = Hall::prepared(1);
    let early = Line::open(options(&HallFile { password: "x".to_owned(), ..hall.board(1) }, &[], None));
    assert!(matches!(lost_by(&early), HallLost::NobodyThere { .. }));
    hall.start();
    assert_eq!(lost_by(&early), HallLost::Refused);
    hall.kill();
    hall.start();
    let connects = Line::open(options(&hall.board(1), &[], None));
    connected(&connects);
    assert!(early.events.try_recv().is_err(), "it is told again");
}

#[test]
#[ignore = "needs mosquitto"]
fn a_broker_that_dies_is_told_once_and_gets_the_newest_state_again() {
    let mut hall = Hall::open(1);
    let board = Line::open(options(&hall.board(1), &[], None));
    connected(&board);
    board.line.show(BoardTopic::Game.of(1), b"1".to_vec());
    let seen = || {
        let games = [BoardTopic::Game.of_all()];
        let screen = Line::open(options(&hall.file("screen.hall"), &games, None));
        shown(&screen, "hall/1/game")
    };
    assert_eq!(seen(), "1");
    hall.kill();
    for n in 2..=50 {
        board.line.show(BoardTopic::Game.of(1), n.to_string().into_bytes());
    }
    board.wait(|event| matches!(event, HallEvent::Lost { .. }).then_some(()));
    hall.start();
    board.wait(|event| match event {
        HallEvent::Connected => Some(()),
        HallEvent::Lost { reason } => panic!("told twice: {reason}"),
        _ => None,
    });
    let games = [BoardTopic::Game.of_all()];
    let screen = Line::open(options(&hall.file("screen.hall"), &games, None));
    assert_eq!(shown(&screen, "hall/1/game"), "50");
    // What is longer than the broker takes is told, and breaks nothing.
    board.line.show(BoardTopic::Game.of(1), vec![b'x'; 80_000]);
    board.wait(|event| matches!(event, HallEvent::TooLong { found: 80_000.., .. }).then_some(()));
    board.line.show(BoardTopic::Game.of(1), b"51".to_vec());
    assert_eq!(shown(&screen, "hall/1/game"), "51");
}

/// Gives the broker a certificate of another time, signed by an authority of its own; returns that one's certificate.
pub fn certify_for(hall: &Hall, [from, until]: [i32; 2]) -> String {
    let params = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut params = rcgen::CertificateParams::new(names).unwrap();
        (params.not_before, params.not_after) =
            (rcgen::date_time_ymd(from, 1, 1), rcgen::date_time_ymd(until, 1, 1));
        params
    };
    let mut authority = params(&[]);
    authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let [authority_key, key] = [(); 2].map(|()| rcgen::KeyPair::generate().unwrap());
    let trusted = authority.self_signed(&authority_key).unwrap().pem();
    let issuer = rcgen::Issuer::new(authority, authority_key);
    let certificate = params(&["127.0.0.1"]).signed_by(&key, &issuer).unwrap();
    // Written in place, so that the broker may read them still.
    std::fs::write(hall.path().join("server.pem"), certificate.pem()).unwrap();
    std::fs::write(hall.path().join("server.key"), key.serialize_pem()).unwrap();
    trusted
}

#[test]
#[ignore = "needs mosquitto"]
fn a_certificate_of_another_time_is_told_as_a_clock_that_may_be_wrong() {
    for (years, is_fast) in [([2020, 2021], true), ([2090, 2095], false)] {
        let mut hall = Hall::prepared(1);
        let authority = certify_for(&hall, years);
        hall.start();
        let fault = lost(&HallFile { authority, ..hall.board(1) });
        match fault {
            HallLost::ClockAhead { until, .. } if is_fast => assert!(until.starts_with("202"), "{until}"),
            HallLost::ClockBehind { from, .. } if !is_fast => assert!(from.starts_with("20"), "{from}"),
            other => panic!("{other}"),
        }
    }
}

/// What is wrong with a hall file.
type Change<'a> = Box<dyn Fn(HallFile) -> HallFile + 'a>;

/// Each reason is one sentence in the chosen language, at a board and at a desk, and the board plays on.
#[test]
#[ignore = "needs mosquitto"]
fn each_reason_is_told_once_in_the_chosen_language() {
    let (hall, other, mut expired) = (Hall::open(1), Hall::open(1), Hall::prepared(1));
    let authority = certify_for(&expired, [2020, 2021]);
    expired.start();
    let plain = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let without_tls = plain.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in plain.incoming().flatten() {
            let _ = std::io::Write::write_all(&mut &stream, b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let nobody = free_port();
    let changes: [(&str, &str, Change); 6] = [
        ("Name oder Passwort", "password", Box::new(|file| HallFile { password: "x".to_owned(), ..file })),
        ("einer anderen Halle", "another hall", Box::new(|file| HallFile { port: other.port, ..file })),
        (
            "die Uhr dieses Rechners zeigt",
            "clock of this machine",
            Box::new(|file| HallFile { port: expired.port, authority: authority.clone(), ..file }),
        ),
        ("spricht kein TLS", "not speak TLS", Box::new(|file| HallFile { port: without_tls, ..file })),
        (
            "keine Halle zu erreichen",
            "no hall can be reached",
            Box::new(|file| HallFile { port: nobody, ..file }),
        ),
        (
            "keinen Rechner namens nobody.invalid",
            "no machine named nobody.invalid",
            Box::new(|file| HallFile { hosts: vec!["nobody.invalid".to_owned()], ..file }),
        ),
    ];
    for (german, english, change) in &changes {
        for (language, reason) in [("de", german), ("en", english)] {
            let home = Home::new();
            let file = |name: &str| {
                home.file("changed.hall", change(hall.file(name)).written()).display().to_string()
            };
            let board = file("boards/board-001.hall");
            let play =
                ["play", "--language", language, "--confirm", "never", "--hall", &board, "--text", "-"];
            let mut board = Board::start(&home, &play);
            let told = board.until(|line| line.contains(reason));
            board.type_line("e4");
            board.hears(if language == "de" { "Bauer" } else { "Pawn" });
            let later = board.leave();
            let count = told.iter().chain(&later).filter(|line| line.contains(reason)).count();
            assert_eq!(count, 1, "{reason}: {told:#?} {later:#?}");
            let desk = file("arbiter.hall");
            let desk =
                Board::start(&home, &["hall", "desk", &desk, "--language", language, "--web", "127.0.0.1:0"]);
            desk.until(|line| line.contains(reason));
        }
    }
}

#[test]
#[ignore = "needs mosquitto"]
fn a_hall_that_is_full_lets_nobody_in_and_says_so() {
    let mut hall = Hall::prepared(2);
    let path = hall.path().join("mosquitto.conf");
    let configuration = std::fs::read_to_string(&path).unwrap();
    let full = configuration
        .lines()
        .map(|line| if line.starts_with("max_connections") { "max_connections 1" } else { line });
    std::fs::write(&path, full.collect::<Vec<_>>().join("\n")).unwrap();
    hall.start();
    let first = Line::open(options(&hall.board(1), &[], None));
    connected(&first);
    assert_eq!(lost(&hall.board(2)), HallLost::ClosedAtOnce);
}

#[test]
fn what_is_no_hall_is_refused_in_one_sentence() {
    let home = Home::new();
    let said = |args: &[&str]| {
        let run = home.run(args, "");
        assert!(!run.status.success(), "{args:?}");
        text(&run.stderr)
    };
    std::fs::create_dir(home.path().join("empty")).unwrap();
    let folder = home.path().join("empty").display().to_string();
    assert!(
        said(&["hall", "broker", &folder]).contains("hall prepare"),
        "{}",
        said(&["hall", "broker", &folder])
    );
    assert!(said(&["hall", "broker", &folder, "--boards", "3"]).contains("--boards"));
    assert!(said(&["hall", "prepare", &folder, "--boards", "0"]).contains('0'));
    assert!(said(&["hall", "prepare", &folder, "--host", "a b"]).contains("a b"));
    home.file("empty/x", "");
    assert!(said(&["hall", "prepare", &folder]).contains("empty"));
}
