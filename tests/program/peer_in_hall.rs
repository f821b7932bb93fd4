//! Two players who are not in one room and meet in a hall, with a real broker.

use annabella::{
    devices::hall::HallEvent,
    hall::{HallFile, SealedSheet},
};

use crate::{
    hall_of_boards::{Hall, Line, options},
    peer::{Absent, Player},
};

fn file(hall: &Hall, side: &str) -> String {
    hall.path().join(format!("boards/board-001-{side}.hall")).display().to_string()
}

/// White, who proposes ten days for ten moves.
fn white(hall: &Hall) -> Player {
    Player::sit("de", &["--hall", &file(hall, "white"), "--days", "10", "--white", "Anna"])
}

fn black(hall: &Hall) -> Player {
    Player::sit("en", &["--hall", &file(hall, "black"), "--black", "Ben"])
}

/// Whoever comes finds the other's move, makes one, and leaves when it lies in the hall.
fn moves(absent: Absent, uci: &str, found: bool) -> Absent {
    let mut player = absent.resumes();
    if found {
        player.hears("Schwarz: ", "White: ");
    }
    player.hears("Fernpartie, 10 Tage für 10 Züge", "Correspondence, 10 days for 10 moves");
    player.table.types(uci);
    player.hears("Der Zug liegt in der Halle.", "The move is in the hall.");
    player.leaves()
}

/// The last thing that the broker has under a topic.
fn shown(hall: &Hall, by: &HallFile, topic: &str) -> Vec<u8> {
    let line = Line::open(options(by, &[topic.to_owned()], None));
    let _ = hall;
    line.wait(|event| match event {
        HallEvent::Shown { topic: at, content, .. } if at == topic => Some(content),
        _ => None,
    })
}

/// Puts something under a topic in place of what is there.
fn lay(by: &HallFile, topic: &str, content: &[u8]) {
    let line = Line::open(options(by, &[topic.to_owned()], None));
    line.line.show(topic.to_owned(), content.to_vec());
    line.wait(|event| match event {
        HallEvent::Shown { content: found, .. } => (found == content).then_some(()),
        _ => None,
    });
}

/// The broker lets nobody write a sheet but its player, and nobody read it but both of the board and arbiters.
#[test]
#[ignore = "needs mosquitto"]
fn nobody_writes_anothers_sheet_and_a_screen_reads_none() {
    let hall = Hall::apart(2);
    let everything = ["hall/#".to_owned()];
    let line = |name: &str| Line::open(options(&hall.file(name), &everything, None));
    let [white, black, stranger, arbiter, screen] = [
        "boards/board-001-white.hall",
        "boards/board-001-black.hall",
        "boards/board-002-white.hall",
        "arbiter.hall",
        "screen.hall",
    ]
    .map(line);
    for (line, topic) in [
        (&black, "hall/1/white"),
        (&stranger, "hall/1/white"),
        (&arbiter, "hall/1/white"),
        (&screen, "hall/1/white"),
        (&black, "hall/1/white/presence"),
        (&black, "hall/1/ruling/a"),
    ] {
        line.line.show(topic.to_owned(), b"forged".to_vec());
        let refused = line.wait(|event| match event {
            HallEvent::Refused { topic } => Some(topic),
            _ => None,
        });
        assert_eq!(refused, topic);
    }
    white.line.show("hall/1/white".to_owned(), b"sheet".to_vec());
    let sees = |line: &Line| {
        line.wait(|event| match event {
            HallEvent::Shown { topic, content, .. } if topic == "hall/1/white" => Some(content),
            _ => None,
        })
    };
    assert_eq!([&white, &black, &arbiter].map(sees), [b"sheet"; 3]);
    // What comes to a stranger after that has come, and it has not.
    stranger.line.show("hall/2/white".to_owned(), b"own".to_vec());
    let first = stranger.wait(|event| match event {
        HallEvent::Shown { topic, .. } => Some(topic),
        _ => None,
    });
    assert_eq!(first, "hall/2/white");
    drop((stranger, black));
    assert!(screen.events.try_iter().all(|event| !matches!(event, HallEvent::Shown { .. })));
}

#[test]
#[ignore = "needs mosquitto"]
fn two_who_are_never_there_at_once_play_by_correspondence() {
    let mut hall = Hall::apart(1);
    let [of_white, of_black] =
        ["white", "black"].map(|side| hall.file(&format!("boards/board-001-{side}.hall")));
    let mut first = white(&hall);
    first.hears("Die Bedingungen liegen in der Halle.", "");
    let first = first.leaves();
    let mut second = black(&hall);
    second.hears("", "Whole days count");
    second.hears("", "10 days for 10 moves");
    second.says("", "yes");
    second.hears("", "Against Anna. As Black");
    let mut second = second.leaves();
    // The same command takes up what was agreed.
    let mut first = first.sits(&["--hall", &file(&hall, "white"), "--days", "10", "--white", "Anna"]);
    first.hears("Gegen Ben. Mit Weiß", "");
    first.table.types("e2e4");
    first.hears("Der Zug liegt in der Halle.", "");
    first.finds_its_journal();
    let mut first = first.leaves();
    second = moves(second, "e7e5", true);
    let early = shown(&hall, &of_black, "hall/1/black");
    // The broker dies and comes back while nobody is there.
    hall.kill();
    hall.start();
    first = moves(first, "g1f3", true);
    second = moves(second, "b8c6", true);
    // What was there before has no effect, nor has what somebody else has made.
    lay(&of_black, "hall/1/black", &early);
    let mut player = first.resumes();
    player.hears("Fernpartie", "");
    player.table.types("zeit");
    player.hears("say: ", "");
    first = player.leaves();
    second = second.resumes().leaves_when("Correspondence");
    first = moves(first, "f1b5", true);
    let newest = shown(&hall, &of_white, "hall/1/white");
    let mut changed = SealedSheet::read(&newest).unwrap();
    changed.message = changed.message.replace("f1b5", "f1c4");
    lay(&of_white, "hall/1/white", &changed.written().unwrap());
    let mut player = second.resumes();
    player.hears("", "was changed on its way");
    second = player.leaves();
    lay(&of_white, "hall/1/white", b"{\"version\":1,");
    let mut player = second.resumes();
    player.hears("", "was changed on its way");
    second = player.leaves();
    // White comes, and what it has laid there is there again.
    first = first.resumes().leaves_when("Fernpartie");
    second = moves(second, "a7a6", true);
    // The file beside the journal is lost: the hall has the game.
    std::fs::remove_file(first.journal.replace(".jsonl", ".peer")).unwrap();
    first = moves(first, "b5a4", true);
    // And so it is for a player who comes with nothing but the file of the hall.
    let mut elsewhere = black(&hall);
    elsewhere.hears("", "Against Anna. As Black");
    elsewhere.table.types("g8f6");
    elsewhere.hears("", "The move is in the hall.");
    elsewhere.finds_its_journal();
    let mut first = first.resumes();
    first.hears("Schwarz: ", "");
    let (one, other) = (first.pgn(), elsewhere.pgn());
    assert_eq!(one, other);
    assert!(one.contains("4. Ba4 Nf6"), "{one}");
    // Both are there at once, and end it.
    first.says("remis anbieten", "");
    elsewhere.hears("", "draw");
    elsewhere.says("", "accept draw");
    elsewhere.hears("", "?");
    elsewhere.says("", "yes");
    first.hears("Remis vereinbart.", "");
    drop(second);
}

#[test]
#[ignore = "needs mosquitto"]
fn a_timed_game_through_a_hall_outlives_its_broker_and_each_program() {
    let mut hall = Hall::apart(2);
    let options = ["--time", "90+30", "--white", "Anna"];
    let mut first = Player::sit("de", &[&["--hall", &file(&hall, "white")][..], &options].concat());
    first.hears("Die Bedingungen liegen in der Halle.", "");
    let mut second = black(&hall);
    second.hears("", "Anna");
    second.says("", "yes");
    second.hears("", "Against Anna. As Black");
    first.hears("Gegen Ben. Mit Weiß", "");
    [&mut first, &mut second].into_iter().for_each(Player::finds_its_journal);
    let played = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5";
    for (n, uci) in played.split_whitespace().enumerate() {
        match n {
            3 => {
                hall.kill();
                hall.start();
            }
            6 => first.is_killed("Fortgesetzt."),
            9 => second.is_killed("Resumed."),
            _ => {}
        }
        let (mover, other) = if n % 2 == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
        mover.table.types(uci);
        other.hears(
            if n % 2 == 0 { "Weiß: " } else { "Schwarz: " },
            if n % 2 == 0 { "White: " } else { "Black: " },
        );
    }
    assert_eq!(first.pgn(), second.pgn());
    first.says("remis anbieten", "");
    second.hears("", "draw");
    second.says("", "accept draw");
    second.hears("", "?");
    second.says("", "yes");
    first.hears("Remis vereinbart.", "");
}

#[test]
#[ignore = "needs mosquitto"]
fn a_hall_file_of_the_other_side_and_a_hall_that_is_not_there_are_told() {
    let mut hall = Hall::apart(1);
    let wrong = Player::sit("de", &["--hall", &file(&hall, "white"), "--user", "black"]);
    let _ = wrong.leaves();
    hall.kill();
    let mut first = white(&hall);
    first.hears("Die Halle ist noch nicht zu erreichen, ich versuche es weiter.", "");
    hall.start();
    first.hears("Die Bedingungen liegen in der Halle.", "");
}
