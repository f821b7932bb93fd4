//! Two programs play each other without a server, German and English, typed, through a proxy that cuts.

use std::{
    fs,
    io::Write,
    net::TcpStream,
    os::unix::fs::PermissionsExt,
    sync::{Mutex, MutexGuard, PoisonError},
};

use annabella::{
    devices::peer::{PeerLink, PeerPlace, PeerSecret},
    laws::Color,
    peer::{PeerAct, PeerCode, PeerEntry},
};

use crate::{
    binary::{Home, text},
    online::Table,
    proxy::Proxy,
    stranger::Stranger,
};

/// Thirty moves by each side.
const MOVES: &str = "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8 f1d3 d7d5 g1f3 c7c5 e1g1 b8c6 a2a3 b4c3 b2c3 d5c4 d3c4 d8c7 \
    c4d3 e6e5 d1c2 f8e8 d4e5 c6e5 f3e5 c7e5 f2f3 c8d7 a3a4 d7c6 e3e4 a8d8 d3c4 h7h6 c1e3 b7b6 a1d1 d8d1 \
    f1d1 c6d7 c2c1 g7g6 c4a6 e5f5 d1d6 g8g7 a6c4 e8e7 g1f1 f6h5 c4a2 h5f4 d6d2 f5g5 e3f2 d7g4 c1d1 g4c8";

/// One of the players.
pub struct Player {
    pub home: Home,
    pub table: Table,
    pub journal: String,
    language: &'static str,
    /// Of whoever waits at a port, which is one on the whole machine.
    turn: Option<MutexGuard<'static, ()>>,
}

/// Whoever waits for a guest may die and wait there again: nobody else takes the port meanwhile.
static AT_THE_PORT: Mutex<()> = Mutex::new(());

impl Player {
    pub fn sit(language: &'static str, args: &[&str]) -> Player {
        let home = Home::new();
        let mut all = vec!["play", "--text", "-", "--language", language, "--confirm", "never"];
        all.extend(args);
        let table = Table::start(&home, &all);
        Player { home, table, journal: String::new(), language, turn: None }
    }

    pub fn says(&mut self, german: &str, english: &str) {
        self.table.types(if self.language == "de" { german } else { english });
    }

    pub fn hears(&mut self, german: &str, english: &str) -> String {
        self.table.hears(if self.language == "de" { german } else { english })
    }

    pub fn finds_its_journal(&mut self) {
        self.journal = journal_in(&self.home).expect("a journal");
    }

    /// The same, once this was heard.
    pub fn leaves_when(mut self, heard: &str) -> Absent {
        self.table.hears(heard);
        self.leaves()
    }

    /// The program ends, as a user ends it.
    pub fn leaves(self) -> Absent {
        let Player { home, table, mut journal, language, turn: _ } = self;
        table.leave();
        if journal.is_empty() {
            journal = journal_in(&home).unwrap_or_default();
        }
        Absent { home, journal, language }
    }

    /// The program is killed, and goes on.
    pub fn is_killed(&mut self, back: &str) {
        self.table.is_killed();
        self.table = Table::start(&self.home, &["resume", &self.journal, "--text", "-"]);
        self.table.hears(back);
    }

    pub fn pgn(&self) -> String {
        let pgn = text(&self.home.run(&["export", "--pgn", &self.journal], "").stdout);
        pgn.lines().skip_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }
}

/// The last journal in a home.
fn journal_in(home: &Home) -> Option<String> {
    let entries = fs::read_dir(home.path().join(".local/share/annabella")).ok()?;
    let paths = entries.flatten().map(|entry| entry.path());
    let journals = paths.filter(|path| path.extension().is_some_and(|kind| kind == "jsonl"));
    journals.max().map(|path| path.display().to_string())
}

/// A player who is not there.
pub struct Absent {
    pub home: Home,
    pub journal: String,
    language: &'static str,
}

impl Absent {
    /// The game goes on.
    pub fn resumes(self) -> Player {
        let table = Table::start(&self.home, &["resume", &self.journal, "--text", "-"]);
        Player { home: self.home, table, journal: self.journal, language: self.language, turn: None }
    }

    /// The program is started anew, with nothing but these options.
    pub fn sits(self, args: &[&str]) -> Player {
        let mut all = vec!["play", "--text", "-", "--language", self.language, "--confirm", "never"];
        all.extend(args);
        let table = Table::start(&self.home, &all);
        Player { home: self.home, table, journal: String::new(), language: self.language, turn: None }
    }
}

/// Somebody who waits, at which port, and with which code.
pub fn host() -> (Player, u16, String) {
    let turn = AT_THE_PORT.lock().unwrap_or_else(PoisonError::into_inner);
    let mut host = Player::sit("de", &["--opponent", "peer", "--white", "Anna", "--time", "90+30"]);
    let told = host.hears("Die Gegenseite erreicht dieses Programm unter ", "");
    let (place, code) = told.split_once("Der Code für sie: ").unwrap();
    let port = place.rsplit(':').next().unwrap().trim_end_matches(". ").parse().unwrap();
    let code: String = code.chars().filter(char::is_ascii_digit).collect();
    host.turn = Some(turn);
    (host, port, code)
}

/// A guest who has typed the code, and says yes to Anna's game.
pub fn guest_with(code: &str, place: &str) -> Player {
    let mut guest = Player::sit("en", &["--opponent", place, "--black", "Ben"]);
    guest.hears("", "Group 1 first, please.");
    guest.table.types(code);
    guest.hears("", "Anna");
    guest.says("", "yes");
    guest
}

/// A host and a guest, and a game between them.
fn pair() -> (Player, Player, Proxy) {
    let (host, port, code) = host();
    let proxy = Proxy::start(port);
    let place = format!("peer:127.0.0.1:{}", proxy.port);
    let mut guest = Player::sit("en", &["--opponent", &place, "--black", "Ben"]);
    guest.hears("", "Group 1 first, please.");
    // A misheard digit is told at once.
    let wrong = format!("{}{}", (code.as_bytes()[0] - b'0' + 1) % 10, &code[1..5]);
    guest.table.types(&wrong);
    guest.hears("", "Group 1 is wrong");
    guest.table.types(&code[..5]);
    guest.hears("", "Group 2, please.");
    guest.table.types(&code[5..]);
    guest.hears("", "The code is complete");
    (host, guest, proxy)
}

#[test]
fn a_game_of_sixty_half_moves_with_cuts_and_kills_is_the_same_on_both_sides() {
    let (mut host, mut guest, proxy) = pair();
    guest.hears("", "Each side counts its own time");
    guest.hears("", "Anna");
    host.hears("Die Gegenseite ist da", "");
    guest.says("", "yes");
    host.hears("Gegen Ben. Mit Weiß", "");
    guest.hears("", "Against Anna. As Black");
    for player in [&mut host, &mut guest] {
        player.finds_its_journal();
    }
    for (n, uci) in MOVES.split_whitespace().enumerate() {
        let (mover, other) = if n % 2 == 0 { (&mut host, &mut guest) } else { (&mut guest, &mut host) };
        match n {
            3 | 14 | 27 | 38 | 49 => proxy.cut(),
            _ => {}
        }
        mover.table.types(uci);
        if n % 2 == 0 {
            other.hears("Weiß: ", "White: ");
        } else {
            other.hears("Schwarz: ", "Black: ");
        }
        // Killed while the other is to move, and while they are themselves: then their own clock runs on.
        match n {
            10 => host.is_killed("Fortgesetzt."),
            33 => host.is_killed("clock: W"),
            20 => guest.is_killed("clock: B"),
            47 => guest.is_killed("Resumed."),
            _ => {}
        }
    }
    // An offer crosses, and is accepted.
    host.says("remis anbieten", "");
    guest.hears("", "draw");
    guest.says("", "accept draw");
    guest.hears("", "?");
    guest.says("", "yes");
    host.hears("Remis vereinbart.", "");
    guest.hears("", "Draw agreed");
    let (white, black) = (host.pgn(), guest.pgn());
    assert_eq!(white, black);
    assert!(white.contains("30. ") && !white.contains("31. "), "{white}");
    // The code is in a file of its owner's alone, and nowhere in a journal.
    for player in [&host, &guest] {
        let kept = player.journal.replace(".jsonl", ".peer");
        assert_eq!(fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600);
        let kept: serde_json::Value = serde_json::from_str(&fs::read_to_string(&kept).unwrap()).unwrap();
        let code = kept["code"].as_str().unwrap();
        let journal = fs::read_to_string(&player.journal).unwrap();
        assert!(!journal.contains(code) && !journal.contains(&code.replace(' ', "")));
        assert!(journal.contains(r#""authority":"peers""#));
    }
}

/// A move is taken back where both agree, on both sides, and not where one does not; and a resignation ends it for both.
#[test]
fn a_move_is_taken_back_where_both_agree() {
    let (mut host, port, code) = host();
    let mut guest = guest_with(&code, &format!("peer:127.0.0.1:{port}"));
    host.hears("Gegen Ben. Mit Weiß", "");
    guest.hears("", "Against Anna. As Black");
    host.table.types("e2e4");
    guest.hears("", "White: ");
    guest.table.types("e7e5");
    host.hears("Schwarz: ", "");
    host.table.types("zug zurücknehmen");
    host.hears("Rücknahme erbeten.", "");
    guest.hears("", "White wants to take the move back. Agreed?");
    guest.table.types("no");
    host.hears("Rücknahme abgelehnt.", "");
    host.table.types("zug zurücknehmen");
    guest.hears("", "White wants to take the move back. Agreed?");
    guest.table.types("yes");
    host.hears("urückgenommen", "");
    host.table.types("d2d4");
    guest.hears("", "White: pawn David two David four");
    guest.table.types("d7d5");
    host.hears("Schwarz: Bauer David sieben David fünf.", "");
    guest.table.types("resign");
    guest.hears("", "?");
    guest.table.types("yes");
    host.hears("Schwarz gibt auf", "");
    [&mut host, &mut guest].into_iter().for_each(Player::finds_its_journal);
    let pgn = host.pgn();
    assert_eq!(pgn, guest.pgn());
    assert!(
        pgn.contains("1. d4") && pgn.contains("d5") && pgn.contains("1-0") && !pgn.contains("e4"),
        "{pgn}"
    );
}

/// What a program that is not the true one sends, and what is told of it.
#[test]
fn a_stranger_and_a_lie_are_told_in_one_sentence_each_and_change_nothing() {
    let (mut host, port, code) = host();
    let mut stranger = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stranger.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    host.hears("Jemand kam mit einem anderen Programm.", "");
    let place = PeerPlace::Connect(format!("127.0.0.1:{port}"));
    let wrong = PeerSecret::of_digits("00000000000000000000");
    let wrong = PeerLink::open(place, wrong, |_| {}).unwrap();
    host.hears("Jemand kam mit einem anderen Code.", "");
    drop(wrong);
    let mut there = Stranger::comes(port, &code);
    there.sends(r#"{"version":2,"what":"ever"}"#);
    host.hears("Die Gegenseite hat eine andere Fassung dieses Programms.", "");
    there.sends("hello");
    host.hears("Was dort antwortet, ist nicht dieses Programm.", "");
    // It agrees, and lies.
    there.says(there.sheets.message());
    host.hears("Gegen Eve. Mit Weiß", "");
    host.table.types("e2e4");
    there.sees_it_grow();
    host.hears("Eva vier", "");
    for (act, told) in [
        (
            a_move("e7e4", 1),
            "Die Gegenseite schickt in Zug 1 e7 e4, was kein möglicher Zug ist. Das zählt nicht",
        ),
        (a_move("e7e5", 3_600_000), "nennt in Zug 1 eine Zeit, die nicht sein kann. Das zählt nicht"),
        (PeerAct::Accept, "behauptet in Zug 1 ein Ende der Partie, das nicht stimmt. Das zählt nicht"),
        (PeerAct::GrantBack, "nimmt in Zug 1 etwas zurück, was niemand erbeten hat. Das zählt nicht"),
    ] {
        let mut lie = there.sheets.message();
        lie.entries.push(PeerEntry { seen: 1, act });
        lie.sum = there.sheets.sum(Color::Black, &lie.entries);
        there.says(lie);
        host.hears(told, "");
    }
    let mut changed = there.sheets.message();
    changed.sum = "0".repeat(32);
    there.says(changed);
    host.hears("Eine Nachricht der Gegenseite ist unterwegs verändert worden.", "");
    // The truth counts.
    assert!(there.sheets.add(a_move("e7e5", 5)));
    there.says(there.sheets.message());
    host.hears("Schwarz: Bauer Eva sieben Eva fünf.", "");
}

pub fn a_move(uci: &str, ms: i64) -> PeerAct {
    PeerAct::Move { uci: uci.to_owned(), ms }
}

/// Each side in turn loses the file beside its journal, and goes on with the code; whoever comes with another journal does
/// not.
#[test]
fn a_side_that_has_lost_its_file_goes_on_with_the_code() {
    let (mut host, port, code) = host();
    let proxy = Proxy::start(port);
    let place = format!("peer:127.0.0.1:{}", proxy.port);
    let mut guest = guest_with(&code, &place);
    host.hears("Gegen Ben. Mit Weiß", "");
    guest.hears("", "Against Anna. As Black");
    host.table.types("e2e4");
    guest.hears("", "White: ");
    guest.table.types("e7e5");
    host.hears("Schwarz: ", "");
    [&mut host, &mut guest].into_iter().for_each(Player::finds_its_journal);
    let lose = |player: &Player| fs::remove_file(player.journal.replace(".jsonl", ".peer")).unwrap();
    guest.table.is_killed();
    lose(&guest);
    host.table.types("g1f3");
    guest.table = Table::start(&guest.home, &["resume", &guest.journal, "--text", "-"]);
    guest.hears("", "The file with the code beside the game is missing.");
    guest.hears("", "Group 1 first, please.");
    guest.table.types(&code);
    guest.hears("", "White: ");
    guest.table.types("b8c6");
    host.hears("Schwarz: ", "");
    assert!(fs::metadata(guest.journal.replace(".jsonl", ".peer")).is_ok());
    // The host's file had the port too: where it is now, is told.
    host.table.is_killed();
    lose(&host);
    host.table = Table::start(&host.home, &["resume", &host.journal, "--text", "-"]);
    host.hears("Die Datei mit dem Code neben der Partie fehlt.", "");
    host.table.types(&code);
    let told = host.hears("Die Gegenseite erreicht dieses Programm unter ", "");
    let place = told.split_once(" unter ").unwrap().1.split_once(". ").unwrap().0;
    proxy.lead_to(place.rsplit(':').next().unwrap().parse().unwrap());
    // Its clock runs again once the game is there.
    host.hears("clock: W", "");
    host.table.types("f1b5");
    guest.hears("", "White: ");
    guest.table.types("a7a6");
    host.hears("Schwarz: ", "");
    let moves = |player: &Player| {
        let pgn = player.pgn();
        pgn.split_whitespace()
            .filter(|word| word.starts_with(|c: char| c.is_alphabetic()))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!((moves(&host), moves(&guest)), ("e4 e5 Nf3 Nc6 Bb5 a6".to_owned(), moves(&host)));
    // Both have lost it: nobody has the game any more, and both are told what is left to do.
    for player in [&mut host, &mut guest] {
        player.table.is_killed();
        lose(player);
        player.table = Table::start(&player.home, &["resume", &player.journal, "--text", "-"]);
        player.table.types(&code);
    }
    let told = host.hears("Die Gegenseite erreicht dieses Programm unter ", "");
    let place = told.split_once(" unter ").unwrap().1.split_once(". ").unwrap().0;
    proxy.lead_to(place.rsplit(':').next().unwrap().parse().unwrap());
    host.hears("Auch der Gegenseite fehlt die Datei neben der Partie.", "");
    guest.hears("", "Begin a new game from this position, with --fen.");
}

/// The code of the environment need not be typed; one that is none is told.
#[test]
fn the_code_is_taken_from_the_environment() {
    let home = Home::new();
    let play = |code: &str| {
        let command = "\"$0\" play --language en --opponent peer:127.0.0.1:9 --text -";
        home.run_script(&format!("ANNABELLA_PEER_CODE='{code}' {command}"), "")
    };
    let wrong = play("4711");
    assert!(
        text(&wrong.stdout).contains("the code has 4 digits")
            || text(&wrong.stderr).contains("the code has 4 digits"),
        "{wrong:?}"
    );
    let code = PeerCode::of_random(&[3; 32]).groups().join(" ");
    let told = text(&play(&code).stdout);
    assert!(!told.contains("Group 1 first"), "{told}");
    assert!(text(&play("").stdout).contains("Group 1 first"));
}

/// The host is killed after it has told its code: the same command proposes the same game with the same code at the same port,
/// and a guest who has said yes meanwhile finds it.
#[test]
fn a_host_that_is_killed_before_the_game_has_begun_waits_again_with_the_same_code() {
    let (mut host, port, code) = host();
    host.table.is_killed();
    let place = format!("peer:127.0.0.1:{port}");
    let options = ["--opponent", "peer", "--white", "Anna", "--time", "90+30"];
    host.table = Table::start(
        &host.home,
        &[&["play", "--text", "-", "--language", "de", "--confirm", "never"][..], &options].concat(),
    );
    let told = host.hears("Die Gegenseite erreicht dieses Programm unter ", "");
    let again: String =
        told.split_once("Code für sie: ").unwrap().1.chars().filter(char::is_ascii_digit).collect();
    assert_eq!((again, told.contains(&format!(":{port}."))), (code.clone(), true), "{told}");
    let mut guest = guest_with(&code, &place);
    host.hears("Gegen Ben. Mit Weiß", "");
    // As if it had been killed before its first line: the guest has the game, and the host only what it had proposed.
    host.table.is_killed();
    host.finds_its_journal();
    let kept_path = host.journal.replace(".jsonl", ".peer");
    let mut kept: serde_json::Value = serde_json::from_str(&fs::read_to_string(&kept_path).unwrap()).unwrap();
    kept["is_agreed"] = false.into();
    kept["white"] = serde_json::json!([]);
    kept["black"] = serde_json::json!([]);
    fs::write(&kept_path, kept.to_string()).unwrap();
    fs::write(&host.journal, "").unwrap();
    host.table = Table::start(
        &host.home,
        &[&["play", "--text", "-", "--language", "de", "--confirm", "never"][..], &options].concat(),
    );
    host.hears("Gegen Ben. Mit Weiß", "");
    host.table.types("e2e4");
    guest.hears("", "White: ");
    guest.table.types("e7e5");
    host.hears("Schwarz: ", "");
}
