//! A journal can be trusted: what was changed in it is named, and what is taken away from it comes back.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::fs::PermissionsExt,
    path::Path,
    time::{Duration, Instant},
};

use annabella::{
    commands::export,
    journal::{Chain, Entry, JournalLine, Start},
    laws::Color,
};

use crate::binary::{Home, text};

const LINES: &str = "e2e4\ne7e5\ng1f3\n";

/// A short game; the text of its journal.
fn played(home: &Home) -> String {
    let journal = home.path().join("game.jsonl");
    let arguments = ["play", "--text", "-", "--confirm", "never", "--journal", "game.jsonl"];
    assert!(home.run(&arguments, LINES).status.success());
    fs::read_to_string(journal).unwrap()
}

fn changed(home: &Home, change: impl FnOnce(&mut Vec<String>)) {
    let text = played_lines(&home.path().join("game.jsonl"));
    let mut lines = text;
    change(&mut lines);
    fs::write(home.path().join("game.jsonl"), lines.join("\n") + "\n").unwrap();
}

fn played_lines(journal: &Path) -> Vec<String> {
    fs::read_to_string(journal).unwrap().lines().map(str::to_owned).collect()
}

fn line_with(lines: &[String], what: &str) -> usize {
    lines.iter().position(|line| line.contains(what)).expect("such a line")
}

#[test]
fn an_edited_journal_is_named_and_can_be_used_all_the_same() {
    let home = Home::new();
    played(&home);
    let mut number = 0;
    changed(&home, |lines| {
        number = line_with(lines, "e7e5") + 1;
        lines[number - 1] = lines[number - 1].replace("e7e5", "c7c5").replace("\"e5\"", "\"c5\"");
    });
    let edited = fs::read(home.path().join("game.jsonl")).unwrap();
    let says = format!("line {number} is not as it was written");
    for command in ["export", "resume"] {
        let output = home.run(&[command, "game.jsonl"], "");
        assert_eq!(output.status.code(), Some(1));
        let complaint = text(&output.stderr);
        assert!(complaint.contains(&says) && complaint.lines().count() == 2, "{complaint}");
        assert!(complaint.contains(&format!("annabella {command} --damaged game.jsonl")), "{complaint}");
        assert!(!text(&output.stdout).contains("1. e4"), "{output:?}");
    }
    assert_eq!(fs::read(home.path().join("game.jsonl")).unwrap(), edited, "nothing is written over it");

    let output = home.run(&["export", "--damaged", "game.jsonl"], "");
    let score = text(&output.stdout);
    assert!(score.contains(&format!("[Journal \"changed at line {number}\"]")), "{score}");
    assert!(score.contains("1. e4 c5") && text(&output.stderr).contains(&says), "{output:?}");
    let output = home.run(&["export", "--audit", "--raw", "--damaged", "game.jsonl"], "");
    assert!(text(&output.stdout).contains(&format!("not to be relied on: {says}")), "{output:?}");

    // Gone on with, the record still says so, and so does its score.
    let arguments = ["resume", "--damaged", "game.jsonl", "--text", "-", "--confirm", "never"];
    let output = home.run(&arguments, "b8c6\n");
    assert!(text(&output.stdout).contains(&format!("journal: {says}")), "{output:?}");
    assert!(text(&output.stdout).contains("annabella resume --damaged game.jsonl"), "{output:?}");
    let score = fs::read_to_string(home.path().join("game-2.pgn")).unwrap();
    assert!(score.contains("2. Nf3 Nc6") && score.contains("[Journal \"changed"), "{score}");
}

/// A journal of somebody's own making, with sums that are right.
fn sealed(home: &Home, entries: &[(u64, Entry)]) {
    let start =
        Start { version: Start::VERSION, time_control: Some("300".parse().unwrap()), ..Start::default() };
    let start = (0, Entry::Started(Box::new(start)));
    let mut chain = Chain::default();
    let line = |(at, entry): &(u64, Entry)| {
        JournalLine::new(Duration::from_millis(*at), entry.clone()).sealed(&mut chain) + "\n"
    };
    home.file("made.jsonl", std::iter::once(&start).chain(entries).map(line).collect::<String>());
}

#[test]
fn no_number_makes_the_program_run_wild() {
    let home = Home::new();
    let starts = Entry::ClockStarted { side: Color::White };
    let moves = u32::MAX;
    let wild = [
        (u64::MAX, Entry::Tick, "line 3 has an instant that cannot be (18446744073709551615 milliseconds"),
        (u64::MAX - 1, starts.clone(), "line 3 has an instant that cannot be"),
        (
            1,
            Entry::TimeSet { side: Color::White, left_ms: u64::MAX },
            "line 3: left_ms cannot be 18446744073709551615",
        ),
        (
            1,
            Entry::MovesSet { side: Color::White, moves },
            "line 3: moves cannot be 4294967295, expected at most 20000",
        ),
        (1, Entry::DefaultTimeSet { ms: u64::MAX }, "line 3: ms cannot be 18446744073709551615"),
        (1, Entry::ReturnedTo { ply: 7 }, "line 3 takes back"),
    ];
    for (at, entry, says) in wild {
        sealed(&home, &[(0, starts.clone()), (at, entry)]);
        for command in ["export", "resume"] {
            let refused = home
                .run(&[command, "made.jsonl", "--text", "-"][..if command == "export" { 2 } else { 4 }], "");
            let complaint = text(&refused.stderr);
            assert!(!refused.status.success() && complaint.contains(says), "{complaint}");
            assert!(complaint.lines().count() <= 3, "{complaint}");
        }
        if says.contains("cannot be") {
            let arguments = ["resume", "--damaged", "made.jsonl", "--text", "-", "--confirm", "never"];
            let output = home.run(&arguments, "weiter\ne2e4\n");
            assert!(output.status.success() && text(&output.stdout).contains(says), "{output:?}");
            let lines = played_lines(&home.path().join("made.jsonl")).len();
            assert!(lines < 30, "{lines} lines");
        }
    }
}

#[test]
fn a_torn_last_line_is_said_by_every_command_and_a_damaged_one_refused() {
    let home = Home::new();
    let whole = played(&home);
    let journal = home.path().join("game.jsonl");
    let last = whole.lines().count();
    fs::create_dir(home.path().join("game.voice")).unwrap();
    home.file("game.voice/000002-01-said.wav", "no sound");
    home.file("other.pgn", "1. e4 e5 *");
    let commands: [&[&str]; 4] = [
        &["export", "game.jsonl"],
        &["export", "--audit", "game.jsonl"],
        &["replay", "game.jsonl", "--list"],
        &["reconcile", "game.jsonl", "other.pgn"],
    ];
    let check = |written: &[u8], resumes: bool, torn: bool| {
        for command in commands {
            fs::write(&journal, written).unwrap();
            let output = home.run(command, "");
            assert_eq!(fs::read(&journal).unwrap(), written, "{command:?} changes nothing");
            let complaint = text(&output.stderr);
            assert_eq!(output.status.success(), resumes, "{command:?}: {complaint}");
            let says = format!("line {last}, the last, is torn");
            assert_eq!(complaint.contains(&says), torn, "{command:?}: {complaint}");
            assert!(
                torn || resumes || complaint.contains(&format!("line {last} ")),
                "{command:?}: {complaint}"
            );
        }
        let output = home.run(&["resume", "game.jsonl", "--text", "-"], "");
        assert_eq!(output.status.success(), resumes, "{output:?}");
        let says = format!("journal: line {last}, the last, is torn");
        assert_eq!(text(&output.stdout).contains(&says), torn, "{output:?}");
        if !resumes {
            assert_eq!(fs::read(&journal).unwrap(), written, "what is refused is not changed");
        }
    };
    let bytes = whole.as_bytes();
    check(&bytes[..bytes.len() - 20], true, true);
    check(&[&bytes[..bytes.len() - 20], &[0; 20]].concat(), true, true);
    // It lacks nothing but its end.
    check(&bytes[..bytes.len() - 1], true, false);
    for (from_end, flipped) in [(1, 1), (1, 0x80), (2, 4), (10, 0x80), (60, 1), (60, 0x80)] {
        let mut damaged = bytes.to_vec();
        damaged[bytes.len() - from_end] ^= flipped;
        check(&damaged, false, false);
    }
}

/// What is proved of a journal is said by each command and in its score, and nothing more.
#[test]
fn what_the_sums_do_not_prove_is_said() {
    let home = Home::new();
    let play = ["play", "--text", "-", "--confirm", "never", "--journal", "game.jsonl"];
    let export = |says: &str, tag: &str| {
        for kind in ["--pgn", "--audit", "--text"] {
            let output = home.run(&["export", kind, "game.jsonl"], "");
            let complaint = text(&output.stderr);
            assert!(output.status.success() && complaint.contains(says), "{kind}: {complaint}");
            assert_eq!(complaint.is_empty(), says.is_empty(), "{kind}: {complaint}");
        }
        let score = text(&home.run(&["export", "game.jsonl"], "").stdout);
        assert_eq!(score.contains("[Journal "), !tag.is_empty(), "{score}");
        assert!(tag.is_empty() || score.contains(&format!("[Journal \"{tag}\"]")), "{score}");
    };
    let keys = |line: &str| {
        let (n, sum) = (line.find(',').unwrap(), line.find(",\"len\"").unwrap());
        format!("{{{}}}", &line[n + 1..sum])
    };
    let whole = played(&home);
    export("", "");
    let journal = home.path().join("game.jsonl");
    // Without its sums, as a journal of version 1.
    let version = format!("\"version\":{}", Start::VERSION);
    let bare = |line: &str| keys(line).replace(&version, "\"version\":1") + "\n";
    fs::write(&journal, whole.lines().map(bare).collect::<String>()).unwrap();
    let lines = whole.lines().count();
    export(&format!("the first {lines} lines have no sum"), &format!("lines 1 to {lines} without sums"));
    // Gone on with, it has sums again; those lines have none all the same.
    let output = home.run(&["resume", "game.jsonl", "--text", "-"], "b8c6\n");
    let says = format!("journal: the first {lines} lines have no sum");
    assert!(text(&output.stdout).contains(&says), "{output:?}");
    export("lines have no sum", &format!("lines 1 to {lines} without sums"));
    assert!(fs::read_to_string(home.path().join("game-2.pgn")).unwrap().contains("without sums"));
    // A journal from before the key was made.
    fs::write(&journal, &whole).unwrap();
    let made = text(&home.run(&["journal-key"], "").stdout);
    let key = fs::read_to_string(home.path().join(".config/annabella/journal.key")).unwrap();
    let name = made.split(' ').nth(2).unwrap().to_owned();
    assert!(!made.contains(key.trim()) && key.trim().len() == 64, "{made}");
    let again = text(&home.run(&["journal-key"], "").stdout);
    assert!(again.contains(&format!("there is the key {name} already")), "{again}");
    let (not_sealed, tag) =
        (format!("is not sealed with the key {name}"), format!("not sealed with key {name}"));
    export(&not_sealed, &tag);
    // One that is sealed.
    fs::remove_file(&journal).unwrap();
    assert!(home.run(&play, LINES).status.success());
    export("", "");
    let sealed = fs::read_to_string(&journal).unwrap();
    // Whoever makes it anew without the key is found out, whether they name the key or not.
    let forge = |text: &str| {
        let mut chain = Chain::default();
        let lines = text.lines().map(|line| chain.seal(&keys(line)) + "\n");
        fs::write(&journal, lines.collect::<String>()).unwrap();
    };
    forge(&sealed);
    let refused = text(&home.run(&["export", "game.jsonl"], "").stderr);
    assert!(refused.contains("line 1 is not as it was written"), "{refused}");
    forge(&sealed.replace(&format!(",\"key\":\"{name}\""), ""));
    export(&not_sealed, &tag);
    // Where the key is not, nothing can be said, and the game goes on only where that is wanted.
    fs::write(&journal, &sealed).unwrap();
    fs::remove_file(home.path().join(".config/annabella/journal.key")).unwrap();
    let missing = format!("sealed with the key {name}, which is not here");
    export(&missing, &format!("not checked, sealed with key {name}"));
    let refused = home.run(&["resume", "game.jsonl", "--text", "-"], "");
    let complaint = text(&refused.stderr);
    assert!(!refused.status.success() && complaint.contains(&missing), "{complaint}");
    assert!(complaint.contains("resume --damaged game.jsonl"), "{complaint}");
    assert_eq!(fs::read_to_string(&journal).unwrap(), sealed);
    home.file(".config/annabella/journal.key", "no key");
    let refused = text(&home.run(&["export", "game.jsonl"], "").stderr);
    assert!(refused.contains("there is no key for journals in "), "{refused}");
}

/// A journal that does not have the whole game is not advised to go on with, and the score is printed.
#[test]
fn a_game_that_could_not_be_written_is_not_advised_to_go_on() {
    let home = Home::new();
    // Pawns go one square each: no position comes again.
    let steps = [[2, 3, 7, 6], [3, 4, 6, 5]].into_iter();
    let moves = steps.flat_map(|[from, to, black_from, black_to]| {
        let both = move |file| format!("{file}{from}{file}{to}\n{file}{black_from}{file}{black_to}\n");
        "abcdefgh".chars().map(both)
    });
    let moves: String = moves.collect();
    // No file may have more than two blocks of 512 or 1024 bytes, as the shell counts them.
    let limited =
        "ulimit -f 2; exec \"$0\" play --text - --confirm never --language de --journal=-game.jsonl";
    let output = home.run_script(limited, &moves);
    let told = text(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(told.contains("für die Partiedatei -game.jsonl ist kein Platz"), "{told}");
    assert!(
        told.contains("say: Die Partiedatei lässt sich nicht speichern: Was jetzt gespielt wird"),
        "{told}"
    );
    assert!(told.contains("Es fehlen 10 Halbzüge."), "{told}");
    assert!(told.contains("die Partiedatei -game.jsonl enthält nicht die ganze Partie"), "{told}");
    assert!(told.contains("Halbzüge fehlen\n") && told.contains(". In der Partiedatei fehlen "), "{told}");
    assert!(!told.contains("annabella resume"), "{told}");
    let printed = told.split("enthält nicht die ganze Partie").nth(1).unwrap();
    let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(printed.contains("[Result \"*\"]") && printed.contains("16. h4 h5 *"), "{told}");
    // The folder goes.
    home.file("gone/x", "");
    let mut child = home.start(&["play", "--text", "-", "--confirm", "never", "--journal", "gone/g.jsonl"]);
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(output.any(|line| line.starts_with("say: ")));
    fs::rename(home.path().join("gone"), home.path().join("elsewhere")).unwrap();
    child.stdin.take().unwrap().write_all(b"d2d4\n").unwrap();
    let told: Vec<String> = output.collect();
    assert!(child.wait().unwrap().success());
    assert!(told.iter().any(|line| line.contains("enthält nicht die ganze Partie")), "{told:#?}");
    assert!(!told.iter().any(|line| line.contains("annabella resume")), "{told:#?}");
}

/// A clock that ran for a month ticks two and a half million times: no tick is kept, and all are checked.
#[test]
fn a_long_row_of_ticks_costs_little() {
    let home = Home::new();
    let start =
        Start { version: Start::VERSION, time_control: Some("5400+30".parse().unwrap()), ..Start::default() };
    let mut chain = Chain::default();
    let mut text =
        JournalLine::new(Duration::ZERO, Entry::Started(Box::new(start))).sealed(&mut chain) + "\n";
    for second in 1..50_000 {
        text += &JournalLine::new(Duration::from_secs(second), Entry::Tick).sealed(&mut chain);
        text.push('\n');
    }
    let path = home.file("ticks.jsonl", &text);
    let began = Instant::now();
    let journal = export::journal(&path, false).unwrap();
    assert!(began.elapsed() < Duration::from_secs(500), "{:?}", began.elapsed());
    assert_eq!((journal.lines.len(), journal.record.at()), (1, Duration::from_secs(49_999)));
    let middle = text.len() / 2;
    home.file("ticks.jsonl", [&text.as_bytes()[..middle], b"7", &text.as_bytes()[middle + 1..]].concat());
    assert!(export::journal(&path, false).is_err());
}

#[test]
fn a_line_left_out_or_put_in_is_named() {
    let home = Home::new();
    let whole = played(&home);
    changed(&home, |lines| {
        let at = line_with(lines, "e7e5");
        lines.remove(at);
    });
    assert!(text(&home.run(&["export", "game.jsonl"], "").stderr).contains("is not as it was written"));
    fs::write(home.path().join("game.jsonl"), &whole).unwrap();
    changed(&home, |lines| lines.insert(2, r#"{"at":0,"entry":"draw-offered","by":"black"}"#.to_owned()));
    assert!(text(&home.run(&["export", "game.jsonl"], "").stderr).contains("line 3 has no sum"));
}

#[test]
fn every_line_has_its_number_and_the_account_ends_with_the_sum() {
    let home = Home::new();
    let whole = played(&home);
    for (number, line) in (1..).zip(whole.lines()) {
        assert!(line.starts_with(&format!("{{\"n\":{number},")), "{line}");
    }
    let account = text(&home.run(&["export", "--audit", "--raw", "game.jsonl"], "").stdout);
    let sum = account.lines().last().unwrap().strip_prefix("sum: ").unwrap();
    assert!(whole.lines().last().unwrap().ends_with(&format!("\"sum\":\"{sum}\"}}")), "{account}");
}

/// What a game that is gone on with was begun with need not be said again, and can be chosen anew.
#[test]
fn a_game_goes_on_as_it_was_chosen_to_be() {
    let home = Home::new();
    let play =
        ["play", "--text", "-", "--language", "en", "--confirm", "never", "--journal", "my game.jsonl"];
    let output = home.run(&play, "e2e4\n");
    let told = text(&output.stdout);
    assert!(told.contains("say: Pawn Eva two Eva four."), "{told}");
    let hint = "annabella resume 'my game.jsonl'\n";
    assert!(told.contains(hint), "{told}");
    // The configuration may say otherwise by now.
    home.file(".config/annabella/config.toml", "language = 'de'\nconfirm = 'voice'\n");
    let output = home.run(&["resume", "my game.jsonl", "--text", "-"], "e7e5\n");
    let told = text(&output.stdout);
    assert!(told.contains("say: Pawn Eva seven Eva five.") && told.contains(hint), "{told}");
    let words = text(&home.run(&["export", "--text", "my game.jsonl"], "").stdout);
    assert_eq!(words, "1. Pawn Eva two Eva four.\n1... Pawn Eva seven Eva five.\n");
    // What is chosen anew goes before, and is kept as well.
    let output = home.run(&["resume", "my game.jsonl", "--text", "-", "--language", "de"], "g1f3\n");
    assert!(text(&output.stdout).contains("say: Springer Gustav eins Felix drei."), "{output:?}");
    let output = home.run(&["resume", "my game.jsonl", "--text", "-"], "b8c6\n");
    assert!(text(&output.stdout).contains("say: Springer Bella acht Cesar sechs."), "{output:?}");
}

#[test]
fn a_journal_of_version_1_is_exported_and_gone_on_with() {
    let home = Home::new();
    let old = r#"{"at":0,"entry":"started","version":1,"date":"2026.11.21","event":"?","site":"?","round":"?","white":"?","black":"?","users":"both","ruleset":"fide-2023","draw_offers":"allowed","competition":false}
{"at":1000,"entry":"moved","uci":"e2e4","san":"e4"}
"#;
    home.file("old.jsonl", old);
    assert!(text(&home.run(&["export", "old.jsonl"], "").stdout).contains("1. e4 *"));
    let output = home.run(&["resume", "old.jsonl", "--text", "-", "--confirm", "never"], "e7e5\n");
    assert!(output.status.success(), "{output:?}");
    let account = text(&home.run(&["export", "--audit", "--raw", "old.jsonl"], "").stdout);
    assert!(account.contains("san e5") && !account.contains("sum: none"), "{account}");
    let contradicted = old.replace("\"san\":\"e4\"", "\"san\":\"d4\"");
    home.file("wrong.jsonl", contradicted);
    let complaint = text(&home.run(&["export", "wrong.jsonl"], "").stderr);
    assert!(complaint.contains("line 2: the move e2e4 is written there as 'd4'"), "{complaint}");
}

/// Recordings are named after lines of the journal: one that is damaged still counts, one that does not fit is told.
#[test]
fn recordings_belong_to_their_lines_whatever_is_wrong_with_another() {
    let home = Home::new();
    played(&home);
    let mut recorded = [("e7e5", 1), ("g1f3", 2)].map(|(uci, number)| (uci, number, 0));
    changed(&home, |lines| {
        lines.splice(1..1, ["no entry", "none either"].map(str::to_owned));
        for (uci, _, line) in &mut recorded {
            *line = line_with(lines, uci) + 1;
        }
    });
    let mut listed = String::new();
    for (_, number, line) in recorded {
        home.file(&format!("game.voice/{line:06}-01-said.wav"), "no sound");
        listed += &format!("move {number}, line {line}, said\n");
    }
    let list = home.run(&["replay", "--damaged", "game.jsonl", "--list"], "");
    assert_eq!(text(&list.stdout), listed, "{list:?}");

    let contradicted = r#"{"at":0,"entry":"started","version":1}
{"at":1,"entry":"moved","uci":"e2e4","san":"d4"}
"#;
    home.file("game.jsonl", contradicted);
    let refused = home.run(&["replay", "game.jsonl", "--list"], "");
    let complaint = text(&refused.stderr);
    assert!(!refused.status.success() && complaint.contains("line 2: the move e2e4"), "{refused:?}");
}

/// What is written down is nobody else's business.
#[test]
fn what_is_written_is_for_its_owner_alone() {
    let home = Home::new();
    assert!(home.run(&["play", "--text", "-", "--confirm", "never"], LINES).status.success());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = home.path().join(".local/share/annabella");
    assert_eq!(mode(&folder), 0o700);
    let files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 2, "a journal and a score: {files:?}");
    assert!(files.iter().all(|path| mode(path) == 0o600), "{files:?}");
    assert!(home.run(&["journal-key"], "").status.success());
    assert_eq!(mode(&home.path().join(".config/annabella/journal.key")), 0o600);
    assert_eq!(mode(&home.path().join(".config/annabella")), 0o700);
}
