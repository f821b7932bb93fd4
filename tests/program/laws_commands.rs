//! The commands that judge, count and compare, run as a user runs them.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

const FOOLS_MATE: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

#[test]
fn a_position_is_judged() {
    check(&["judge", FOOLS_MATE], "white to move, checkmated");
    check(&["judge", FOOLS_MATE], "white can still mate: no, the game is over");
    check(&["judge", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "black to move, stalemated");
    check(&["judge", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"], "dead position (FIDE 5.2.2)");
    check(&["judge", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"], "6 legal moves: Kd1 Kd2 Kf1 Kf2 e3 e4");
    fn check(args: &[&str], says: &str) {
        let said = run(args);
        assert!(said.contains(says), "{args:?}: {said}");
    }
}

#[test]
fn json_holds_the_same() {
    let said = run(&["judge", "--json", "7k/5ppp/8/8/8/8/8/R6K w - - 0 1"]);
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(json["turn"], "white");
    assert_eq!(json["state"], "open");
    assert_eq!(json["white_can_mate"]["answer"], "yes");
    let moves = json["moves"].as_array().unwrap();
    assert!(moves.iter().any(|m| m["san"] == "Ra8#" && m["uci"] == "a1a8"), "{said}");
}

#[test]
fn a_list_is_answered_line_by_line() {
    let lines = [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 white", "yes"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 black", "no"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "white yes black no"),
        ("no position", "error: 'no position' is no FEN"),
        ("", "error: no FEN was given"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "error: '8/8/8/8/8/8/8/8 w - - 0 1' is no legal position"),
        ("4k3/8/8/8/8/8/8/4K3 b - -", "white no black no"),
    ];
    let asked: Vec<&str> = lines.iter().map(|(line, _)| *line).collect();
    let said = run_with(&["judge", "--stdin"], asked.join("\n").as_bytes());
    let answers: Vec<&str> = said.lines().collect();
    assert_eq!(answers.len(), lines.len(), "{said}");
    for ((line, expected), answer) in lines.iter().zip(answers) {
        assert!(answer.starts_with(expected), "{line}: {answer}");
    }
    let said = run_with(&["judge", "--stdin"], b"\xff\xfe\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 white\n");
    assert!(said.starts_with("error: ") && said.ends_with("\nno\n"), "{said}");
}

#[test]
fn a_search_that_may_not_search_does_not_know() {
    // Pawns behind a closed chain: one move of search is not enough to tell.
    let said = run_with(
        &["judge", "--stdin", "--nodes", "1"],
        b"8/8/3k4/1p1p1p1p/1PpPpPpP/2P1P1P1/4K3/8 w - - 0 1 white\n",
    );
    assert!(["no\n", "unknown\n"].contains(&said.as_str()), "never a wrong yes: {said}");
}

#[test]
fn wrong_positions_are_named_in_one_line() {
    check(&["judge", "x"], "'x' is no FEN");
    check(&["judge"], "<FEN> is missing");
    check(&["perft", "x", "2"], "no FEN");
    check(&["perft", "960", "2"], "no Chess960 start 960");
    check(&["reconcile", "/nowhere/a.pgn", "/nowhere/b.pgn"], "cannot read /nowhere/a.pgn");
    fn check(args: &[&str], says: &str) {
        let output = annabella(args, b"");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(says), "{args:?}: {error}");
    }
}

#[test]
fn perft_counts() {
    check(&["perft", "startpos", "3"], "8902");
    check(&["perft", "startpos", "3", "--chess960"], "8902");
    check(&["perft", "518", "3"], "8902");
    check(&["perft", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "2"], "2039");
    check(
        &["perft", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "3", "--chess960"],
        "12189",
    );
    check(&["perft", "startpos", "0"], "1");
    fn check(args: &[&str], count: &str) {
        assert_eq!(run(args).trim_end(), count, "{args:?}");
    }
}

#[test]
fn scores_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let ruy = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6";
    check(
        &folder,
        ruy,
        ruy,
        &[
            "The scores agree, up to 4... Nf6.",
            "Both boards must show:\n8 r · b q k b · r\n7 · p p p · p p p\n",
            "\n  a b c d e f g h\nFEN: r1bqkb1r",
        ],
    );
    // One in German, with what people write.
    check(
        &folder,
        ruy,
        "1.e2-e4 e5 2.Sf3 Sc6! {lange überlegt} 3.Lb5 a6 (=) 4.La4 Sf6 *",
        &["The scores agree, up to 4... Nf6."],
    );
    check(
        &folder,
        "1. e4 e5 2. Nf3 Nc6 3. Bb5",
        ruy,
        &["up to 3. Bb5.", "White's score ends there, Black's goes on: 3... a6 4. Ba4 Nf6"],
    );
    check(
        &folder,
        "1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6",
        ruy,
        &["White's score: move 3. is not legal, Black's has Bb5", "The scores agree"],
    );
    check(
        &folder,
        "1. e4 e5 2. Nf3 Nc6",
        "1. e4 e5 2. Nc3 Nc6",
        &[
            "The scores part at move 2.",
            "White's score has Nf3",
            "Black's score has Nc3",
            "Both boards go back to the position after 1... e5:\n8 r n b q k b n r\n",
            "FEN: rnbqkbnr/pppp1ppp",
            "The arbiter readjusts the clocks",
        ],
    );
    check(
        &folder,
        "1. e4 {[%clk 0:59:00]} e5 {[%clk 0:58:00]} 2. Nf3",
        "1. e4 e5 2. ???",
        &["Black's score has '???', which cannot be read", "White 0:59:00, Black 0:58:00 left"],
    );
    fn check(folder: &tempfile::TempDir, white: &str, black: &str, says: &[&str]) {
        let (white_file, black_file) = files(folder.path(), white, black);
        let said = run(&["reconcile", white_file.to_str().unwrap(), black_file.to_str().unwrap()]);
        for line in says {
            assert!(said.contains(line), "{white} | {black}: {said}");
        }
    }
}

#[test]
fn times_not_written_down_are_divided() {
    let folder = tempfile::tempdir().unwrap();
    let (white, black) =
        files(folder.path(), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5");
    let (white, black) = (white.to_str().unwrap(), black.to_str().unwrap());
    let said = run(&["reconcile", white, black, "--used", "1:30:00,0:45:00"]);
    assert!(said.contains("White had used 1:00:00 and Black 0:30:00"), "{said}");
    let output = annabella(&["reconcile", white, black, "--used", "long"], b"");
    assert!(!output.status.success());
}

#[test]
fn scores_of_different_games_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
    let (white, black) = files(folder.path(), fen, fen);
    let (white, black) = (white.to_str().unwrap(), black.to_str().unwrap());
    assert!(run(&["reconcile", white, black]).contains("up to 1. e4."));
    fs::write(black, "[FEN \"4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\"]\n\n1. d4 *").unwrap();
    let error = String::from_utf8(annabella(&["reconcile", white, black], b"").stderr).unwrap();
    assert!(error.contains("different positions"), "{error}");
}

/// A score is read as every other PGN: no move of a variation is the game's, and one file is one game.
#[test]
fn scores_are_read_like_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let compared = |white: &str, black: &str| {
        let (white, black) = files(folder.path(), white, black);
        let output = annabella(&["reconcile", white.to_str().unwrap(), black.to_str().unwrap()], b"");
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let indian = "1. d4 Nf6 2. c4 e6 3. Nf3 d5 *";
    for other in [
        "1. d4 Nf6 (1... d5 2. c4 (2. Nf3 c5) 2... e6 3. Nc3 c5) 2. c4 e6 3. Nf3 d5 *",
        "% exported 1. a4\r1. d4 {:)} Nf6 ± 2. c4 ($1 {:(}) e6 ⩲\r3. Nf3 +- d5 *\r",
        "\u{feff}[Event \"a\"]\r\n\r\n1. d4 Sf6 2. c4 e6 {ein {kleiner} Scherz} 3. Sf3 d5 1/2-1/2",
    ] {
        let said = compared(indian, other);
        assert!(said.contains("The scores agree, up to 3... d5."), "{other}: {said}");
    }
    let said = compared("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) Kg7 *", "1. a8=Q Kg7");
    assert!(said.contains("agree, up to 1... Kg7"), "{said}");
    let chess960 = "% exported 1. a4 a5\n[Variant \"Chess960\"]\n[FEN \"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1\"]\n\n1. b3 c5 2. Nf3 d5 3. d4 b6 4. O-O *";
    assert!(compared(chess960, chess960).contains("agree, up to 4. O-O"), "{}", compared(chess960, chess960));
    let said = compared("1. e4 e5 1-0\n\n[Round \"2\"]\n\n1. d4 *", "1. e4 e5");
    assert!(said.contains("White's file holds 2 games, expected the score of one"), "{said}");
    // The impossible bishop is nobody's pawn.
    let said = compared("1. d4 d5 2. Bd3 e6 3. Bd4 *", "1. d4 d5 2. Nf3 e6 3. Bf4 *");
    assert!(said.contains("The scores part at move 2.") && said.contains("'Bd3'"), "{said}");
}

fn files(folder: &Path, white: &str, black: &str) -> (PathBuf, PathBuf) {
    let (white_file, black_file) = (folder.join("white.pgn"), folder.join("black.pgn"));
    fs::write(&white_file, white).unwrap();
    fs::write(&black_file, black).unwrap();
    (white_file, black_file)
}

/// Standard output of a run that must succeed.
#[track_caller]
fn run(args: &[&str]) -> String {
    run_with(args, b"")
}

#[track_caller]
fn run_with(args: &[&str], input: &[u8]) -> String {
    let output = annabella(args, input);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn annabella(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_annabella"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that stops reading early is judged by what it said.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}
