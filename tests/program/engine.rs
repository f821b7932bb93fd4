//! An engine at the other side: whole games through the whole program, and engines that fail in every way.
//!
//! The games need the distribution's Stockfish and are skipped with a word where there is none. The engines that fail
//! are shell scripts.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout},
};

use annabella::{
    devices::engine,
    journal::{Entry, JournalReader, Reading, Record, lines},
    laws::{CastlingSide, Color, Move, Position},
    notation::pgn::games,
};

use crate::{
    binary::{Home, text},
    random::Random,
};

const LOST: &str = "say: Der Gegner antwortet nicht. Das Spiel wartet auf ihn.";
const BACK: &str = "say: Der Gegner ist wieder da.";

/// Games to be played, more with `ANNABELLA_GAMES`; how each is set up comes of its number.
const GAMES: usize = 16;

#[test]
fn whole_games_against_an_engine_are_what_it_played() {
    let Ok(stockfish) = engine::find(None) else {
        println!("skipped: no stockfish is installed");
        return;
    };
    let games = std::env::var("ANNABELLA_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(GAMES);
    let began = std::time::Instant::now();
    let halves = [0, 1].map(|half| {
        let stockfish = stockfish.clone();
        std::thread::spawn(move || {
            (half..games).step_by(2).map(|n| whole_game(n, &stockfish.path)).collect::<Vec<_>>()
        })
    });
    let plies: Vec<usize> = halves.into_iter().flat_map(|half| half.join().expect("no fault")).collect();
    println!(
        "{} games, {} half-moves, in {:.1} s",
        plies.len(),
        plies.iter().sum::<usize>(),
        began.elapsed().as_secs_f64()
    );
}

/// Plays one game with moves drawn from its number, and returns its half-moves.
fn whole_game(n: usize, stockfish: &Path) -> usize {
    let home = Home::new();
    let (sent, said) = (home.path().join("sent"), home.path().join("said"));
    let wire = format!(
        "#!/bin/sh\ntee -a '{}' | '{}' | tee -a '{}'\n",
        sent.display(),
        stockfish.display(),
        said.display()
    );
    let engine = format!("engine:{}", program(&home, "wire", &wire).display());
    let user = if n.is_multiple_of(2) { Color::White } else { Color::Black };
    let mut options = vec!["--move-time", "0.001"];
    match n % 5 {
        0 => options.extend(["--time", "10+5"]),
        1 => options.extend(["--chess960", "77", "--strength", "1500"]),
        2 => options.extend(["--strength", "0"]),
        3 => options.extend(["--fen", "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQ - 3 9"]),
        _ => options.extend(["--time-control", "20/300:300d2"]),
    }
    let mut game = Seat::play(home, &engine, user, &options);
    let mut random = Random(n as u64 + 1);
    loop {
        let record = game.turn();
        if record.ended().is_some() {
            break;
        }
        let legal = record.game().position().legal_moves();
        let m = legal[random.below(legal.len())];
        game.types(&typed(m));
    }
    let (record, output, home) = game.ends();
    let outcome = record.ended().unwrap_or_else(|| panic!("game {n} has no end: {output:#?}"));
    assert!(outcome.ending.is_by_move(), "{outcome:?}");
    // What the engine was told last, and what it then answered, is the game; the user's last move may have ended it.
    let (sent, said) = (fs::read_to_string(sent).unwrap(), fs::read_to_string(said).unwrap());
    let last = sent.lines().rfind(|line| line.starts_with("position")).expect("it was asked at least once");
    let mut known: Vec<&str> =
        last.split_once(" moves ").map_or(Vec::new(), |(_, moves)| moves.split(' ').collect());
    let answers: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    let answers: Vec<&str> = answers.iter().map(|line| line.split(' ').next().unwrap_or_default()).collect();
    known.push(answers.last().expect("it answered at least once"));
    let (pgn, written) = written(&home);
    let by_user = usize::from(written.len() > known.len());
    assert_eq!(written[..written.len() - by_user], known, "game {n}: {pgn}");
    let its_own: Vec<&String> = written
        .iter()
        .enumerate()
        .filter(|(ply, _)| record.game().position_at(*ply).turn() != user)
        .map(|(_, m)| m)
        .collect();
    assert_eq!(its_own, answers.iter().collect::<Vec<_>>(), "game {n}");
    let side = user.fold_wb("Black", "White");
    assert!(pgn.contains(&format!("[{side} \"Stockfish")), "{pgn}");
    assert!(!output.iter().any(|line| line == LOST), "game {n}: {output:#?}");
    written.len()
}

/// The score that was left, and its moves as engines write them.
fn written(home: &Home) -> (String, Vec<String>) {
    let pgn = fs::read_to_string(home.path().join("game.pgn")).unwrap();
    let game = games(&pgn).next().expect("a game").expect("our own PGN is one").game;
    let castling = game.start().castles().mode();
    let moves = game.moves().iter().map(|m| m.to_uci(castling).to_string()).collect();
    (pgn, moves)
}

/// As a player types it.
fn typed(m: Move) -> String {
    match m.castling_side() {
        Some(CastlingSide::KingSide) => "0-0".to_owned(),
        Some(CastlingSide::QueenSide) => "0-0-0".to_owned(),
        None => {
            let from = m.from().expect("no piece is dropped");
            let promotion = m.promotion().map_or("", |role| match role.char() {
                'q' => "=D",
                'r' => "=T",
                'b' => "=L",
                _ => "=S",
            });
            format!("{from}{}{promotion}", m.to())
        }
    }
}

#[test]
fn an_engine_that_fails_once_costs_no_move() {
    // What it does at its first move; it is a good engine when it is started again.
    let faults = [
        ("dies", "kill -9 $$", "es ist zu Ende"),
        ("leaves", "exit", "es ist zu Ende"),
        ("is stopped", "kill -STOP $$", "es zieht nicht"),
        ("says nothing", ":", "es zieht nicht"),
        ("hangs", "sleep 60", "es zieht nicht"),
        ("moves illegally", "echo bestmove e7e4", "es antwortet \"e7e4\", was dort kein Zug ist"),
        ("moves for the other", "echo bestmove d2d4", "es antwortet \"d2d4\", was dort kein Zug ist"),
        ("gives up", "echo 'bestmove (none)'", "es antwortet \"(none)\", was dort kein Zug ist"),
        ("says garbage", "head -c 5000 /dev/urandom; echo; echo bestmove", "es antwortet \"\""),
        ("never ends its line", "yes e7e5 | tr -d '\\n'", "es schreibt eine Zeile ohne Ende"),
    ];
    let threads = faults.map(|(name, fault, reason)| std::thread::spawn(move || (name, once(fault), reason)));
    for thread in threads {
        let (name, (lines, moves), reason) = thread.join().expect("no fault of the test");
        let told = |what: &str| lines.iter().filter(|line| line.contains(what)).count();
        assert_eq!((told(LOST), told(BACK)), (1, 1), "{name}: {lines:#?}");
        assert_eq!(told(reason), 1, "{name}: {lines:#?}");
        assert_eq!(moves, ["e2e4", "e7e5", "g1f3", "b8c6"], "{name}");
    }
}

/// A game against an engine that does this at its first move: what was printed, and the score.
fn once(fault: &str) -> (Vec<String>, Vec<String>) {
    let home = Home::new();
    let failed = home.path().join("failed");
    let fault = format!("if [ -e '{0}' ]; then answer; else touch '{0}'; {fault}; fi", failed.display());
    let mut game =
        Seat::play(home, "engine:./stub", Color::White, &["--move-time", "0.05", "--time", "5", &fault]);
    for m in ["e2e4", "Sg1f3"] {
        game.turn();
        game.types(m);
    }
    game.turn();
    game.types("aufgeben");
    game.types("ja");
    let (_, lines, home) = game.ends();
    // While it was lost its clock stood.
    let entries = entries(home.path());
    let lost = entries.iter().position(|entry| *entry == Entry::ClockStopped).expect("its clock was stopped");
    let ran = entries[lost..].iter().position(|entry| *entry == Entry::ClockStarted { side: Color::Black });
    assert!(ran.is_some(), "{entries:#?}");
    (lines, written(&home).1)
}

/// The strength that is said is set by the options that the engine states, before its next move.
#[test]
fn the_strength_is_said_during_a_game() {
    let home = Home::new();
    let sent = home.path().join("sent");
    let script = stub("answer")
        .replace("case $word in", &format!("echo \"$word $rest\" >> '{}'\ncase $word in", sent.display()))
        .replace(
            "echo uciok",
            "echo option name UCI_LimitStrength type check default false; \
             echo option name UCI_Elo type spin default 1350 min 1350 max 2850; echo uciok",
        );
    let engine = format!("engine:{}", program(&home, "limited", &script).display());
    let mut game = Seat::play(home, &engine, Color::White, &["--move-time", "0.05"]);
    game.turn();
    for line in ["stärke 1500", "stärke 900", "e2e4"] {
        game.types(line);
    }
    game.turn();
    for line in ["spiel schwächer", "Sg1f3"] {
        game.types(line);
    }
    game.turn();
    for line in ["aufgeben", "ja"] {
        game.types(line);
    }
    let (record, lines, _home) = game.ends();
    assert_eq!(record.start().strength, Some(1350));
    for told in ["mit Stärke 1500.", "mit Stärke 1350.", "Möglich ist Stärke 1350 bis 2850."] {
        assert!(lines.iter().any(|line| line.ends_with(told)), "{told} is not in {lines:#?}");
    }
    let sent = fs::read_to_string(sent).unwrap();
    let set: Vec<&str> = sent.lines().filter(|line| line.starts_with("setoption name UCI_")).collect();
    let limit = "setoption name UCI_LimitStrength value true";
    let elo = |strength| format!("setoption name UCI_Elo value {strength}");
    assert_eq!(set, [limit, &elo(1500), limit, &elo(1350)], "{sent}");
}

#[test]
fn an_engine_that_is_late_is_waited_for() {
    let mut game =
        Seat::play(Home::new(), "engine:./stub", Color::White, &["--move-time", "0.05", "sleep 2; answer"]);
    game.turn();
    game.types("e2e4");
    game.turn();
    game.types("aufgeben");
    game.types("ja");
    let (record, lines, _) = game.ends();
    assert_eq!(record.game().moves().len(), 2);
    assert!(!lines.iter().any(|line| line == LOST), "{lines:#?}");
}

#[test]
fn an_engine_that_always_lies_is_lost_once_and_the_game_can_be_gone_on_with() {
    let options = ["--move-time", "0.05", "echo bestmove a1a1"];
    let mut game = Seat::play(Home::new(), "engine:./stub", Color::White, &options);
    game.turn();
    game.types("e2e4");
    game.types("aufgeben");
    game.types("ja");
    let (record, lines, _) = game.ends();
    let told = |what: &str| lines.iter().filter(|line| *line == what).count();
    assert!(told(LOST) <= 2 && told(BACK) <= 1, "{lines:#?}");
    assert_eq!(record.game().moves().len(), 1);
    assert!(record.ended().is_some());
}

#[test]
fn a_game_is_resumed_with_its_engine() {
    let mut game = Seat::play(Home::new(), "engine:./stub", Color::White, &["--move-time", "0.05", "answer"]);
    game.turn();
    game.types("e2e4");
    game.turn();
    let (record, _, home) = game.ends();
    assert_eq!(record.game().moves().len(), 2);
    let mut game =
        Seat::take(home, &["resume", "game.jsonl", "--text", "-", "--confirm", "never"], Color::White);
    game.turn();
    game.types("Sg1f3");
    game.turn();
    let (record, _, home) = game.ends();
    assert_eq!(record.game().moves().len(), 4);
    assert_eq!(record.start().black, "Stub");
    // One that is gone is missed before anything is written.
    fs::remove_file(home.path().join("stub")).unwrap();
    let before = fs::read(home.path().join("game.jsonl")).unwrap();
    let refused = home.run(&["resume", "game.jsonl", "--text", "-"], "");
    assert_eq!(text(&refused.stderr), "annabella: there is no engine './stub'\n");
    assert_eq!(fs::read(home.path().join("game.jsonl")).unwrap(), before);
}

#[test]
fn what_is_no_engine_is_named_in_one_sentence() {
    let home = Home::new();
    home.file("text", "no program");
    program(&home, "talks", "#!/bin/sh\necho hello\n");
    program(&home, "script", "no interpreter");
    program(&home, "stub", &stub("answer"));
    home.file("folder/x", "");
    let check = |options: &[&str], says: &str| {
        let run = home.run(&[&["play", "--text", "-", "--journal", "game.jsonl"], options].concat(), "");
        assert_eq!(text(&run.stderr), format!("annabella: {says}\n"), "{options:?}");
        assert_eq!(run.status.code(), Some(1));
        assert!(!home.path().join("game.jsonl").exists(), "a journal for nothing: {options:?}");
    };
    check(&["--opponent", "engine:./folder"], "the engine './folder' is a folder, expected a program");
    check(
        &["--opponent", "engine:./text"],
        "the engine './text' may not be executed: chmod +x makes it a program",
    );
    check(&["--opponent", "engine:./none"], "there is no engine './none'");
    check(&["--opponent", "engine:no-such-name"], "there is no engine 'no-such-name'");
    check(
        &["--opponent", "engine:./talks"],
        "'./talks' is not a chess engine: it ends at once, expected uciok",
    );
    check(
        &["--opponent", "nobody"],
        "'nobody' is not an opponent, expected board, board:NAME, engine, engine:PATH, lichess, lichess:NAME, peer, peer:HOST or peer:HOST:PORT",
    );
    check(
        &["--opponent", "engine:./stub", "--strength", "1500"],
        "Stub cannot play with strength 1500, expected none: it has but one",
    );
    check(
        &["--opponent", "engine:./stub", "--strength", "-5"],
        "strength = -5 cannot be, expected 0 to 10000",
    );
    check(
        &["--opponent", "engine:./stub", "--chess960", "77"],
        "Stub does not play Chess960: it does not state UCI_Chess960 and would castle wrongly",
    );
    check(
        &["--opponent", "engine:./stub", "--move-time", "0"],
        "move-time = 0 cannot be, expected 0.001 to 3600",
    );
    check(
        &["--opponent", "engine:./stub", "--competition"],
        "in competition nobody plays from elsewhere: --opponent engine:./stub and --competition exclude each other",
    );
    check(
        &["--opponent", "engine:./stub", "--user", "both"],
        "an opponent elsewhere (--opponent engine:./stub) plays against one user: --user white or --user black",
    );
}

/// Arguments stand behind the path, and a line of any length is read.
#[test]
fn engines_have_arguments_and_write_long_lines() {
    let long =
        "printf 'info depth 1 score cp 5 pv e7e5 '; head -c 200000 /dev/zero | tr '\\0' 'x'; echo; answer";
    let script =
        stub(long).replacen("while read", "[ \"$1 $2\" = \"--uci two words\" ] || exit 3\nwhile read", 1);
    for named in ["engine:'./needs uci' --uci 'two words'", "engine:\"'./needs uci' --uci 'two words'\""] {
        let home = Home::new();
        program(&home, "needs uci", &script);
        let mut game = Seat::play(home, named, Color::White, &[]);
        game.turn();
        game.types("e2e4");
        let record = game.turn();
        let (_, printed, _) = game.ends();
        assert_eq!(record.game().moves().len(), 2, "{printed:#?}");
        assert!(!printed.iter().any(|line| line == LOST), "{printed:#?}");
    }
}

/// Other engines than Stockfish play some moves.
#[test]
fn engines_of_debian_play() {
    let engines = ["fairy-stockfish", "toga2", "glaurung", "ethereal-chess", "gnuchess --uci"];
    for engine in engines {
        if engine::find(Some(engine)).is_err() {
            println!("skipped: {engine} is not installed");
            continue;
        }
        let mut game =
            Seat::play(Home::new(), &format!("engine:{engine}"), Color::White, &["--move-time", "0.05"]);
        for line in ["e2e4", "g1f3", "f1e2"] {
            game.turn();
            game.types(line);
        }
        let record = game.turn();
        let (_, printed, _) = game.ends();
        assert_eq!(record.game().moves().len(), 6, "{engine}: {printed:#?}");
        assert!(!printed.iter().any(|line| line == LOST), "{engine}: {printed:#?}");
        println!("{engine}: {} half-moves", record.game().moves().len());
    }
}

/// An engine in a shell script that answers 1. e4 with e5 and 2. Nf3 with Nc6, and does this to answer.
fn stub(go: &str) -> String {
    format!(
        "#!/bin/sh
answer() {{ case $position in *g1f3) echo bestmove b8c6;; *) echo bestmove e7e5;; esac; }}
while read -r word rest; do
case $word in
uci) echo id name Stub; echo uciok;;
isready) echo readyok;;
position) position=$rest;;
go) {go};;
quit) exit;;
esac
done
"
    )
}

fn program(home: &Home, name: &str, text: &str) -> PathBuf {
    let path = home.file(name, text);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// A player who types, and sees what is printed.
struct Seat {
    home: Home,
    child: Child,
    typing: ChildStdin,
    lines: std::io::Lines<BufReader<ChildStdout>>,
    printed: Vec<String>,
    user: Color,
    /// How many half-moves there were when it was last the user's turn.
    seen: Option<usize>,
}

impl Seat {
    /// The last of the options is what a stub does to answer, where the engine is one.
    fn play(home: Home, engine: &str, user: Color, options: &[&str]) -> Seat {
        let mut options = options.to_vec();
        if engine == "engine:./stub" {
            program(&home, "stub", &stub(options.pop().expect("what it does")));
        }
        let user_named = user.fold_wb("white", "black");
        let play = ["play", "--text", "-", "--journal", "game.jsonl", "--confirm", "never"];
        let against = ["--opponent", engine, "--user", user_named];
        Seat::take(home, &[&play[..], &against, &options].concat(), user)
    }

    fn take(home: Home, args: &[&str], user: Color) -> Seat {
        let mut child = home.start(args);
        let typing = child.stdin.take().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Seat { home, child, typing, lines, printed: Vec::new(), user, seen: None }
    }

    fn types(&mut self, line: &str) {
        writeln!(self.typing, "{line}").unwrap();
    }

    /// Waits until it is the user's move again, or the game is over: what it has come to.
    fn turn(&mut self) -> Record {
        loop {
            if let Some(record) = record(self.home.path())
                && (record.ended().is_some()
                    || is_to_move(&record, self.user) && Some(record.game().moves().len()) > self.seen)
            {
                self.seen = Some(record.game().moves().len());
                return record;
            }
            match self.lines.next() {
                Some(line) => self.printed.push(line.unwrap()),
                None => return record(self.home.path()).expect("a journal"),
            }
        }
    }

    /// Nothing more is typed: what the game has come to, and what was printed.
    fn ends(mut self) -> (Record, Vec<String>, Home) {
        drop(self.typing);
        self.printed.extend(self.lines.map_while(Result::ok));
        self.child.wait().unwrap();
        (record(self.home.path()).expect("a journal"), self.printed, self.home)
    }
}

/// A mate may be on the board, and the end of the game not in the journal yet.
fn is_to_move(record: &Record, user: Color) -> bool {
    record.game().turn() == user && !record.game().position().legal_moves().is_empty()
}

fn record(home: &Path) -> Option<Record> {
    // The last line may be half written.
    Some(Reading::of(&fs::read(home.join("game.jsonl")).ok()?, None, false, |_, _, _| {}).ok()?.record)
}

fn entries(home: &Path) -> Vec<Entry> {
    let text = fs::read(home.join("game.jsonl")).unwrap();
    JournalReader::new(lines(&text)).map(|line| line.unwrap().entry).collect()
}
