//! Games on a server of our own, through the whole program, typed.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::fs::PermissionsExt,
    process::{Child, ChildStdin},
    sync::{Arc, Condvar, Mutex},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::{
    binary::{Home, text},
    server::{Game, Server, TOKEN, check_against_description},
};

/// The program at the table: what is typed, and what it has printed.
pub struct Table {
    child: Child,
    input: Option<ChildStdin>,
    printed: Arc<(Mutex<Vec<String>>, Condvar)>,
    /// So many lines were looked at.
    seen: usize,
}

impl Table {
    pub fn sit(home: &Home, server: &Server, args: &[&str]) -> Table {
        keep_token(home, TOKEN);
        let mut all = vec!["play", "--text", "-", "--lichess-url", server.address()];
        all.extend(args);
        Table::start(home, &all)
    }

    pub fn start(home: &Home, args: &[&str]) -> Table {
        Table::of(home.start(args))
    }

    /// The table of a program that was just started.
    pub fn of(mut child: Child) -> Table {
        let printed = Arc::new((Mutex::new(Vec::new()), Condvar::new()));
        let lines = BufReader::new(child.stdout.take().unwrap());
        let keep = Arc::clone(&printed);
        thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                keep.0.lock().unwrap().push(line);
                keep.1.notify_all();
            }
        });
        Table { input: child.stdin.take(), child, printed, seen: 0 }
    }

    pub fn is_killed(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The whole program is stopped, as a machine that sleeps stops it, or goes on.
    pub fn sleeps(&self, does: bool) {
        let signal = if does { Signal::STOP } else { Signal::CONT };
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    pub fn types(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits for a line that says this, after those that were waited for before.
    pub fn hears(&mut self, what: &str) -> String {
        let until = Instant::now() + Duration::from_secs(400);
        let mut lines = self.printed.0.lock().unwrap();
        loop {
            if let Some(at) = lines[self.seen..].iter().position(|line| line.contains(what)) {
                self.seen += at + 1;
                return lines[self.seen - 1].clone();
            }
            assert!(Instant::now() < until, "never heard {what:?} in {:#?}", &lines[self.seen..]);
            lines = self.printed.1.wait_timeout(lines, Duration::from_millis(200)).unwrap().0;
        }
    }

    /// Asks again until this is the answer: what a stream brings takes its time.
    pub fn asks(&mut self, question: &str, answer: &str) {
        for _ in 0..50 {
            self.types(question);
            self.hears("say: ");
            if self.printed.0.lock().unwrap()[self.seen - 1].contains(answer) {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("{question} was never answered with {answer:?}");
    }

    /// How often this was said by now.
    pub fn count(&self, what: &str) -> usize {
        self.printed.0.lock().unwrap().iter().filter(|line| line.contains(what)).count()
    }

    /// A move, read back and confirmed.
    pub fn moves(&mut self, uci: &str) {
        self.types(uci);
        self.hears("?");
        self.types("ja");
    }

    /// The draw that is offered, to the end of the game.
    pub fn accepts_the_draw(&mut self) {
        self.types("remis annehmen");
        self.hears("?");
        self.types("ja");
        self.hears("Remis vereinbart.");
        self.types("ja");
    }

    pub fn all(&self) -> String {
        self.printed.0.lock().unwrap().join("\n")
    }

    /// Leaves, and waits for the program to end.
    pub fn leave(mut self) -> String {
        drop(self.input.take());
        let until = Instant::now() + Duration::from_secs(300);
        while self.child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < until, "the program does not end");
            thread::sleep(Duration::from_millis(20));
        }
        thread::sleep(Duration::from_millis(100));
        self.all()
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn keep_token(home: &Home, token: &str) {
    let path = home.file(".config/annabella/lichess.token", token);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
}

pub const LICHESS: [&str; 4] = ["--opponent", "lichess", "--time", "15+10"];

/// The opera game; ours are White's.
const OURS: &str = "e2e4 g1f3 d2d4 d4e5 d1f3 f1c4 f3b3 b1c3 c1g5 c3b5 c4b5 e1c1 d1d7 h1d1 b5d7 b3b8 d1d8";
const THEIRS: &str = "e7e5 d7d6 c8g4 g4f3 d6e5 g8f6 d8e7 c7c6 b7b5 c6b5 b8d7 a8d8 d8d7 e7e6 f6d7 d7b8";

#[test]
fn a_whole_game_with_the_connection_cut_three_times() {
    let (home, server) = (Home::new(), Server::start());
    server.change(|world| {
        world.coming.push(Game::new("operaaaa", "white", "Karl", &format!("{THEIRS} mate!")))
    });
    let mut table = Table::sit(&home, &server, &LICHESS);
    table.hears("Ich suche einen Gegner: 15 Minuten plus 10 Sekunden.");
    table.hears("Gegen Karl, 1751. Mit Weiß, 15 Minuten plus 10 Sekunden.");
    let theirs: Vec<&str> = THEIRS.split_whitespace().collect();
    for (n, uci) in OURS.split_whitespace().enumerate() {
        table.types(uci);
        table.hears("?");
        match n {
            // Between the read-back and the answer.
            4 => server.cut(),
            // The move is taken, and nobody hears that it was.
            8 => server.change(|world| world.breaks_after_move = true),
            _ => {}
        }
        table.types("ja");
        if n < theirs.len() {
            table.hears("Schwarz: ");
        }
        if n == 12 {
            server.cut();
            table.hears("Die Verbindung zum Server ist unterbrochen.");
            table.hears("Die Verbindung zum Server ist wieder da.");
        }
    }
    table.hears("Weiß gewinnt.");
    table.types("ja");
    assert_eq!(table.count("Die Verbindung zum Server ist unterbrochen."), 3, "{}", table.all());
    let printed = table.leave();
    // Each move was taken once, and the score is the server's.
    server.change(|world| {
        assert_eq!(world.games["operaaaa"].moves.len(), 33);
        check_against_description(world);
    });
    let journal = journal_of(&printed);
    let pgn = text(&home.run(&["export", "--pgn", &journal], "").stdout);
    assert!(pgn.contains("17. Rd8#"), "{pgn}");
    for tag in [
        "[White \"Anna\"]",
        "[Black \"Karl\"]",
        "[Site \"https://lichess.org/operaaaa\"]",
        "[Result \"1-0\"]",
    ] {
        assert!(pgn.contains(tag), "{tag} in {pgn}");
    }
    let written = fs::read_to_string(&journal).unwrap();
    assert!(written.contains(r#""authority":"server""#) && written.contains(r#""entry":"times-told""#));
    nobody_sees_the_token(&home, &printed);
}

fn journal_of(printed: &str) -> String {
    let line = printed.lines().find_map(|line| line.strip_prefix("journal: ")).expect("a journal");
    line.to_owned()
}

/// The token is in its file, and nowhere else: not printed, not written.
fn nobody_sees_the_token(home: &Home, printed: &str) {
    assert!(!printed.contains(TOKEN));
    let mut folders = vec![home.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name != "lichess.token") {
                let bytes = fs::read(&path).unwrap_or_default();
                assert!(!text(&bytes).contains(TOKEN), "{}", path.display());
            }
        }
    }
}

#[test]
fn offers_takebacks_and_words_go_both_ways() {
    let (home, server) = (Home::new(), Server::start());
    server.change(|world| world.coming.push(Game::new("offerrrr", "black", "Karl", "e2e4 g1f3 f1c4")));
    let mut table = Table::sit(&home, &server, &LICHESS);
    table.hears("Mit Schwarz");
    table.moves("e7e5");
    table.hears("Weiß: Springer Gustav eins Felix drei.");
    // The opponent asks for a move back, and gets it.
    server.game("offerrrr", |game| game.takeback[0] = true);
    table.hears("Weiß möchte den Zug zurücknehmen. Einverstanden?");
    table.types("ja");
    table.hears("Zurückgenommen");
    server.game("offerrrr", |game| game.moves.push("b1c3".to_owned()));
    table.hears("Weiß: Springer Bella eins Cesar drei.");
    // He offers a draw, which is declined, and withdraws nothing.
    server.game("offerrrr", |game| game.draw[0] = true);
    table.hears("Weiß bietet Remis");
    table.types("remis ablehnen");
    table.hears("Remis abgelehnt");
    server.wait_for("declined", |world| !world.games["offerrrr"].draw[0]);
    // What is written is read on request only.
    server.tell(
        "offerrrr",
        json!({"type": "chatLine", "room": "player", "username": "Karl", "text": "Good luck!"}),
    );
    server
        .tell("offerrrr", json!({"type": "chatLine", "room": "spectator", "username": "Fan", "text": "go"}));
    table.asks("nachrichten", "Karl: Good luck!");
    assert_eq!(table.count("go"), 0);
    // What there is only at a board is refused.
    table.types("schiedsrichter");
    table.hears("Das gibt es online nicht.");
    table.types("uhr anhalten");
    table.hears("Die Uhr führt der Server.");
    table.types("zug zurücknehmen");
    table.hears("Rücknahme erbeten.");
    server.wait_for("asked back", |world| world.sent.iter().any(|(_, line)| line.get("btakeback").is_some()));
    server.game("offerrrr", |game| game.takeback[1] = false);
    table.hears("Rücknahme abgelehnt.");
    // He has left, and the game is claimed.
    server.tell("offerrrr", json!({"type": "opponentGone", "gone": true, "claimWinInSeconds": 2}));
    table.hears("Der Gegner hat die Partie verlassen. Reklamieren geht in 2 Sekunden.");
    table.types("ich reklamiere die partie");
    table.hears("Der Gegner ist noch nicht");
    table.hears("Jetzt geht: ich reklamiere die Partie.");
    table.types("ich reklamiere die partie");
    table.hears("Weiß hat die Partie verlassen. Schwarz gewinnt.");
    table.types("ja");
    table.leave();
    server.change(|world| check_against_description(world));
}

#[test]
fn a_challenge_is_read_out_and_a_rematch_follows() {
    let (home, server) = (Home::new(), Server::start());
    let mut table = Table::sit(&home, &server, &["--opponent", "lichess"]);
    table.hears("Keine Partie läuft.");
    table.types("e2e4");
    table.hears("Es läuft noch keine Partie.");
    server.challenge(Game::new("nonononn", "white", "Mira", ""));
    table.hears("Mira, 1500 möchte spielen: 15 Minuten plus 10 Sekunden. Mit Weiß annehmen?");
    table.types("nein");
    table.hears("Abgelehnt.");
    server.challenge(Game::new("firstttt", "white", "Karl", ""));
    table.hears("Karl, 1500 möchte spielen");
    table.types("ja");
    table.hears("Gegen Karl, 1751. Mit Weiß");
    table.types("partie abbrechen");
    table.hears("Die Partie abbrechen?");
    table.types("ja");
    table.hears("Partie abgebrochen. Sie zählt nicht.");
    // He wants another.
    let mut again = Game::new("seconddd", "black", "Karl", "d2d4");
    again.rematch_of = Some("firstttt".to_owned());
    server.challenge(again);
    table.hears("Karl, 1500 möchte noch eine Partie");
    table.types("ja");
    table.hears("Gegen Karl, 1751. Mit Schwarz");
    table.types("ich gebe auf");
    table.hears("?");
    table.types("ja");
    table.hears("Schwarz gibt auf. Weiß gewinnt.");
    // And so do we, with colours changed.
    server.change(|world| world.coming.push(Game::new("thirdddd", "white", "Karl", "e7e5")));
    table.types("noch eine partie");
    table.hears("Karl ist herausgefordert:");
    table.hears("Gegen Karl, 1751. Mit Weiß");
    server.change(|world| {
        let (_, _, form) = world.asked.iter().find(|(_, path, _)| path == "/api/challenge/Karl").unwrap();
        let has = |name: &str, value: &str| form.contains(&(name.to_owned(), value.to_owned()));
        assert!(
            has("color", "white") && has("clock.limit", "900") && has("clock.increment", "10"),
            "{form:?}"
        );
    });
    table.moves("e2e4");
    table.hears("Schwarz: Bauer Eva sieben Eva fünf.");
    server.game("thirdddd", |game| game.draw[1] = true);
    table.hears("Schwarz bietet Remis");
    table.accepts_the_draw();
    let printed = table.leave();
    assert_eq!(printed.matches("score: ").count(), 3, "{printed}");
    server.change(|world| check_against_description(world));
}

#[test]
fn of_two_running_games_one_after_the_other_is_taken_up() {
    let (home, server) = (Home::new(), Server::start());
    server.begin(Game::new("lettersx", "white", "Mira", "").after("e2e4 c7c5").by_correspondence(3));
    server.begin(Game::new("rapidxxx", "black", "Karl", "").after("d2d4 d7d5 c2c4"));
    let mut table = Table::sit(&home, &server, &["--opponent", "lichess"]);
    let told = table.hears("2 Partien: ");
    assert!(told.contains("Mira wartet, noch 3 Tage.") && told.contains("Karl wartet."), "{told}");
    table.types("partie 1");
    table.hears(
        "Gegen Mira, 1751. Mit Weiß, Fernpartie, 3 Tage je Zug. Zuletzt Bauer Cesar sieben Cesar fünf. Zug 2, Weiß am Zug.",
    );
    table.moves("g1f3");
    server.wait_for("the move", |world| world.games["lettersx"].moves.len() == 3);
    let printed = table.leave();
    // The journal of the first goes on where the server is by now.
    server.game("lettersx", |game| game.moves.push("d7d6".to_owned()));
    let journal = journal_of(&printed);
    let mut table =
        Table::start(&home, &["resume", &journal, "--text", "-", "--lichess-url", server.address()]);
    table.hears("Fortgesetzt.");
    table.hears("Schwarz: Bauer David sieben David sechs.");
    table.types("welche partien laufen");
    table.hears("2 Partien: 1: Mira hier, noch 3 Tage. 2: Karl wartet.");
    // The other is taken up beside it, and both go on.
    table.types("partie 2");
    table.hears("Gegen Karl, 1751. Mit Schwarz");
    table.types("welche partien laufen");
    table.hears("2 Partien: 1: Mira wartet, noch 3 Tage. 2: Karl hier.");
    table.types("partie 1");
    table.hears("Partie 1, Mira, Sie haben Weiß. Zuletzt Bauer David sieben David sechs.");
    table.moves("d2d4");
    server.wait_for("the move", |world| world.games["lettersx"].moves.len() == 5);
    table.leave();
    let mut table = Table::sit(&home, &server, &["--opponent", "lichess"]);
    table.hears("2 Partien: ");
    table.types("partie 2");
    table.hears("Gegen Karl, 1751. Mit Schwarz");
    table.moves("e7e6");
    server.wait_for("the move", |world| world.games["rapidxxx"].moves.len() == 4);
    table.leave();
    server.change(|world| check_against_description(world));
}

#[test]
fn two_games_at_once_are_played_to_their_ends() {
    let (home, server) = (Home::new(), Server::start());
    server.change(|world| {
        world.coming.push(Game::new("karlkarl", "white", "Karl", ""));
        world.coming.push(Game::new("miramira", "black", "Mira", "f2f3"));
    });
    let both = ["--opponent", "lichess:Karl,lichess:Mira", "--time", "15+10"];
    let mut table = Table::sit(&home, &server, &both);
    table.hears("Gegen Karl, 1751. Mit Weiß");
    table.asks("welche partien laufen", "2 Partien: 1: Karl hier. 2: Mira wartet.");
    table.moves("e2e4");
    server.wait_for("the move", |world| world.games["karlkarl"].moves.len() == 1);
    table.types("nächste partie");
    table.hears(
        "Partie 2, Mira, Sie haben Schwarz. Zuletzt Bauer Felix zwei Felix drei. Zug 1, Schwarz am Zug.",
    );
    // What happens in the other game is told in one sentence, and only there.
    server.game("karlkarl", |game| game.moves.push("e7e5".to_owned()));
    table.hears("Partie 1, Karl: Weiß am Zug.");
    assert_eq!(table.count("Schwarz: Bauer Eva sieben Eva fünf."), 0);
    // A lost connection is both games' and told once for each.
    server.cut();
    table.hears("Server");
    table.moves("e7e5");
    server.wait_for("the move", |world| world.games["miramira"].moves.len() == 2);
    server.game("karlkarl", |game| game.draw[1] = true);
    table.hears("Partie 1, Karl: Schwarz bietet Remis");
    server.game("miramira", |game| game.moves.push("g2g4".to_owned()));
    table.hears("Weiß: Bauer Gustav zwei Gustav vier.");
    server.game("miramira", |game| game.script.push("mate!".to_owned()));
    table.moves("d8h4");
    table.hears("Schwarz gewinnt.");
    table.types("ja");
    // The game that is left comes to the microphone by itself, with what is asked there.
    table.hears("Partie 1, Karl, Sie haben Weiß. Zuletzt Bauer Eva sieben Eva fünf. Zug 2, Weiß am Zug.");
    table.hears("Schwarz bietet Remis");
    table.accepts_the_draw();
    let printed = table.leave();
    assert_eq!(printed.matches("score: ").count(), 2, "{printed}");
    assert!(!printed.contains("weiter mit: "), "{printed}");
    server.change(|world| check_against_description(world));
}

#[test]
fn too_many_requests_and_a_refused_move_lose_nothing() {
    let (home, server) = (Home::new(), Server::start());
    server.change(|world| world.coming.push(Game::new("tooomany", "white", "Karl", "e7e5")));
    let mut table = Table::sit(&home, &server, &LICHESS);
    table.hears("Gegen Karl");
    server.change(|world| world.too_many = 1);
    table.moves("e2e4");
    table.hears("der Server will 1 Sekunden Pause");
    table.hears("Schwarz: Bauer Eva sieben Eva fünf.");
    server.change(|world| world.refuses_moves = true);
    table.moves("g1f3");
    table.hears("Der Server nimmt den Zug nicht an.");
    server.change(|world| world.refuses_moves = false);
    table.moves("b1c3");
    server.wait_for("the other move", |world| {
        world.games["tooomany"].moves.last().is_some_and(|m| m == "b1c3")
    });
    table.leave();
    server.change(|world| check_against_description(world));
}

#[test]
fn a_seek_ends_with_its_connection_and_the_event_stream_is_there_before_it() {
    let (home, server) = (Home::new(), Server::start());
    let mut table = Table::sit(&home, &server, &LICHESS);
    table.hears("Ich suche einen Gegner");
    server.wait_for("a seek", |world| world.seeks == 1);
    server.change(|world| {
        let at = |path: &str| world.asked.iter().position(|(_, asked, _)| asked == path).unwrap();
        assert!(at("/api/stream/event") < at("/api/board/seek"));
    });
    // A lost connection takes the seek with it, and it is made anew.
    server.cut();
    server.wait_for("another seek", |world| world.seeks == 2);
    server.change(|world| world.seeks_lapse = true);
    server.cut();
    table.hears("Niemand hat angenommen.");
    table.types("neue partie");
    server.wait_for("a seek on request", |world| world.seeks == 4);
    let printed = table.leave();
    assert!(!printed.contains("score: ") && !printed.contains("journal: "), "no game, no file: {printed}");
    let left = std::fs::read_dir(home.path().join(".local/share/annabella"));
    let is_journal = |file: std::io::Result<std::fs::DirEntry>| {
        file.is_ok_and(|file| file.path().extension().is_some_and(|end| end == "jsonl"))
    };
    assert!(left.is_ok_and(|mut files| !files.any(is_journal)), "no game, no journal");
    server.change(|world| check_against_description(world));
}

#[test]
fn what_hinders_is_one_clear_sentence() {
    check("Lichess weist das Konto zurück", |server| server.change(|world| world.revoked = true));
    check("Das Konto darf hier nicht spielen", |server| {
        server.change(|world| world.scopes = "puzzle:read".to_owned())
    });
    check("Was dort antwortet, ist nicht Lichess.", |server| server.change(|world| world.html = true));
    check("Lichess ist nicht zu erreichen.", |server| server.change(|world| world.closed = true));
    fn check(says: &str, hinder: impl Fn(&Server)) {
        let (home, server) = (Home::new(), Server::start());
        hinder(&server);
        let mut table = Table::sit(&home, &server, &LICHESS);
        table.hears(says);
        let printed = table.leave();
        assert_eq!(printed.matches(says).count(), 1, "{printed}");
        nobody_sees_the_token(&home, &printed);
    }
    let home = Home::new();
    let mut table = Table::start(&home, &["play", "--text", "-", "--opponent", "lichess", "--time", "15+10"]);
    table.hears("Hier ist kein Konto eingerichtet");
    table.hears("Wo ist der Gegner");
    table.types("drei");
    table.hears("Hier ist kein Konto eingerichtet");
    table.types("eins");
    table.hears("Bereit. ");
    table.leave();
}

#[test]
fn a_token_withdrawn_in_mid_game_is_said_and_nothing_is_lost() {
    let (home, server) = (Home::new(), Server::start());
    server.change(|world| world.coming.push(Game::new("withdraw", "white", "Karl", "e7e5")));
    let mut table = Table::sit(&home, &server, &LICHESS);
    table.hears("Gegen Karl");
    table.moves("e2e4");
    table.hears("Schwarz: Bauer Eva sieben Eva fünf.");
    server.change(|world| world.revoked = true);
    table.moves("g1f3");
    table.hears("Lichess weist das Konto zurück");
    let printed = table.leave();
    let pgn = text(&home.run(&["export", "--pgn", &journal_of(&printed)], "").stdout);
    assert!(pgn.contains("1. e4") && pgn.contains("Nf3"), "{pgn}");
    // With a token that counts it goes on, and the move that was not sent is sent.
    server.change(|world| world.revoked = false);
    let journal = journal_of(&printed);
    let mut table =
        Table::start(&home, &["resume", &journal, "--text", "-", "--lichess-url", server.address()]);
    table.hears("Fortgesetzt.");
    server.wait_for("the move", |world| world.games["withdraw"].moves.len() == 3);
    table.leave();
}

#[test]
fn a_silent_server_is_a_broken_connection() {
    let (home, server) = (Home::new(), Server::start());
    server.change(|world| world.coming.push(Game::new("silenttt", "white", "Karl", "e7e5")));
    let mut table = Table::sit(&home, &server, &LICHESS);
    table.hears("Gegen Karl");
    server.change(|world| world.silent = true);
    table.hears("Die Verbindung zum Server ist unterbrochen.");
    server.change(|world| world.silent = false);
    table.hears("Die Verbindung zum Server ist wieder da.");
    table.moves("e2e4");
    table.hears("Schwarz: Bauer Eva sieben Eva fünf.");
    table.leave();
}

#[test]
fn what_cannot_be_together_is_refused() {
    let refused = |args: &[&str], says: &str| {
        let home = Home::new();
        keep_token(&home, TOKEN);
        let output = home.run(args, "");
        let error = text(&output.stderr);
        assert!(
            !output.status.success() && error.contains(says) && error.lines().count() == 1,
            "{args:?}: {error}"
        );
    };
    refused(&["play", "--opponent", "lichess", "--competition"], "exclude each other");
    refused(
        &["play", "--opponent", "lichess", "--time", "40/90+30,30+30"],
        "online the time is minutes and seconds",
    );
    refused(&["play", "--opponent", "lichess", "--time", "5+3"], "a seek needs 8 minutes");
    refused(&["play", "--opponent", "lichess:Bobby", "--time", "2"], "is too fast for a game online");
    refused(&["play", "--opponent", "lichess:Bobby", "--time", "15+90"], "online there are 3 hours at most");
    refused(&["play", "--opponent", "lichess:../x", "--time", "5+3"], "not a name of a player");
    refused(
        &["play", "--opponent", "lichess", "--lichess-url", "http://lichess.org"],
        "not an address of a server",
    );
}

#[test]
fn an_account_is_kept_looked_at_and_forgotten() {
    let (home, server) = (Home::new(), Server::start());
    let account = |args: &[&str], typed: &str| {
        let mut all = vec!["account", "--lichess-url", server.address()];
        all.extend(args);
        let output = home.run(&all, typed);
        (output.status.success(), text(&output.stdout) + &text(&output.stderr))
    };
    let (kept, told) = account(&[], &format!("{TOKEN}\n"));
    assert!(kept && told.contains("anna, may board:play,challenge:write"), "{told}");
    let path = home.path().join(".config/annabella/lichess.token");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let (known, told) = account(&["--check"], "");
    assert!(known && told.contains("Anna, may board:play"), "{told}");
    server.change(|world| world.scopes = "puzzle:read".to_owned());
    let (enough, told) = account(&["--check"], "");
    assert!(!enough && told.contains("it lacks the right board:play"), "{told}");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let (safe, told) = account(&["--check"], "");
    assert!(!safe && told.contains("others can read") && told.contains("chmod 600"), "{told}");
    let (gone, told) = account(&["--forget"], "");
    assert!(gone && told.contains("forgotten") && !path.exists(), "{told}");
    let (none, told) = account(&["--check"], "");
    assert!(!none && told.contains("there is no account yet"), "{told}");
    server.change(|world| world.revoked = true);
    let (kept, told) = account(&[], &format!("{TOKEN}\n"));
    assert!(!kept && told.contains("does not know this token") && !path.exists(), "{told}");
    let (kept, told) = account(&[], "two words\n");
    assert!(!kept && told.contains("that is not a token") && !told.contains("two words"), "{told}");
    nobody_sees_the_token(&home, &told);
    server.change(|world| check_against_description(world));
}
