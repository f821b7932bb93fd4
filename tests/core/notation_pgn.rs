//! PGN texts, good and bad.

use std::time::Duration;

use annabella::{
    laws::{Game, Position},
    notation::{
        Letters, MoveForm, PgnError, PgnGame, long,
        pgn::{ScoreNotation, games, readable_games},
    },
};

const OPERA: &str = "[Event \"Paris\"]
[Site \"?\"]
[Date \"1858.??.??\"]
[Round \"?\"]
[White \"Morphy, Paul\"]
[Black \"Duke of Brunswick and Count Isouard\"]
[Result \"1-0\"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8.
Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14.
Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
";

fn read_games(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    games(text).collect()
}

#[test]
fn a_game_is_written_as_it_was_read() {
    let games = read_games(OPERA).unwrap();
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].game.moves().len(), 33);
    assert_eq!(games[0].tag("White"), Some("Morphy, Paul"));
    assert_eq!(games[0].to_string(), OPERA);
    let last = games[0].game.position_at(32);
    assert_eq!(long(last, games[0].game.moves()[32], &Letters::GERMAN), "Td1-d8#");
}

#[test]
fn tags_clocks_and_remarks_are_written_in_their_places() {
    let mut game = read_games("1. e4 e5 2. Nf3").unwrap().remove(0);
    game.set_tag("Termination", "time forfeit");
    game.set_tag("TimeControl", "5400+30");
    game.set_tag("White", "A \\ \u{202e}\"B\"\u{2069}\nC");
    game.set_tag("Result", "0-0");
    game.clocks = vec![Some(Duration::from_secs(5400)), None, Some(Duration::from_millis(5_399_120))];
    game.comments = vec![(0, "at last".to_owned()), (2, "(=)".to_owned()), (3, "a } \u{200f}b".to_owned())];
    let text = "[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"A \\\\ \\\"B\\\" C\"]
[Black \"?\"]
[Result \"0-0\"]
[Termination \"time forfeit\"]
[TimeControl \"5400+30\"]

{at last} 1. e4 {[%clk 1:30:00]} 1... e5 {(=)} 2. Nf3 {[%clk 1:29:59.120]} {a )
b} *
";
    assert_eq!(game.to_string(), text);
    let read = read_games(text).unwrap().remove(0);
    assert_eq!(read.to_string(), text);
    assert_eq!(read.tag("White"), Some("A \\ \"B\" C"));
    assert_eq!(read.clocks, game.clocks);
}

#[test]
fn a_start_of_its_own_is_written_and_read() {
    let fen = "4k3/8/8/8/8/8/4p3/R3K2R b KQ - 3 17";
    let text = PgnGame::new(Game::from_fen(fen).unwrap()).to_string();
    assert!(
        text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")) && !text.contains("Variant"),
        "{text}"
    );
    let mut game = read_games(&text).unwrap().remove(0).game;
    assert_eq!(game.start_fen().to_string(), fen);
    let m = game.position().legal_moves()[0];
    game.play(m).unwrap();
    assert!(PgnGame::new(game).to_string().contains("17... K"));

    let text = PgnGame::new(Game::chess960(518).unwrap()).to_string();
    assert!(text.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN "), "{text}");
    // No tag name, but for one letter: the game is not to be written with a start from it.
    let strange = read_games("[\u{16b00}FEN \" \"]\n\n1. e4 *").unwrap().remove(0);
    assert!(!strange.to_string().contains("FEN"));
    check("[Variant \"Chess960\"]\n\n1. e4 *", &["e2-e4"]);
    check("[Variant \"Fischerandom\"]\n[FEN \"5k2/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n\n1. O-O+ *", &["0-0+"]);
}

#[test]
fn what_people_and_programs_write_is_read() {
    check(
        "1.e4!e5?!2.Nf3(2.f4 exf4 {(} (2... d5))2...Nc6$1 3. Bb5 ; Spanish e9\na6 *",
        &["e2-e4", "e7-e5", "Ng1-f3", "Nb8-c6", "Bf1-b5", "a7-a6"],
    );
    check("\u{feff}[White \"x\"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n\r\n", &["e2-e4", "e7-e5", "Ng1-f3"]);
    check(
        "1. e4 e5 2. Bc4 Bc5 3. Nf3 Nf6 4. 0-0 0-0",
        &["e2-e4", "e7-e5", "Bf1-c4", "Bf8-c5", "Ng1-f3", "Ng8-f6", "0-0", "0-0"],
    );
    // A capture that is not marked, a rank that says nothing new.
    check("1. e4 d5 2. exd5 Qd5 3. N1f3", &["e2-e4", "d7-d5", "e4xd5", "Qd8xd5", "Ng1-f3"]);
    check(
        "1. e4 c5 2. e5 d5 3. exd6 e.p. 1-0 Black went home",
        &["e2-e4", "c7-c5", "e4-e5", "d7-d5", "e5xd6 e.p."],
    );
    check("[Event \"only a tag\"]", &[]);
    check("*", &[]);
    assert!(read_games("").unwrap().is_empty());
    assert!(read_games(" \n\n% nothing\n").unwrap().is_empty());
    let long = format!("[Annotator \"{}\"]\n\n1. d4 {{{}}}", "x".repeat(20_000), "y ".repeat(20_000));
    check(&long, &["d2-d4"]);
}

#[test]
fn the_result_comes_from_the_tag_or_else_from_the_end() {
    let results = |text: &str| {
        read_games(text).unwrap().iter().map(|game| game.result().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(results("1. e4 1-0\n\n1. e4 ½-½\n\n1. e4"), ["1-0", "1/2-1/2", "*"]);
    assert_eq!(results("[Result \"*\"]\n\n1. e4 0-1"), ["0-1"]);
    assert_eq!(results("[Result \"0-0\"]\n\n1. e4 *"), ["0-0"]);
    // Half a point for one player only, which the arbiter gives.
    assert_eq!(results("[Result \"1/2-0\"]\n\n1. e4 *"), ["1/2-0"]);
    for (ends, result) in [(["1/2-0", "½-0", "½–0"], "1/2-0"), (["0-1/2", "0-½", "0–½"], "0-1/2")] {
        for end in ends {
            let text = format!("1. e4 {end}\n\n1. d4");
            assert_eq!(results(&text), [result, "*"], "{end}");
        }
    }
}

#[test]
fn what_is_wrong_is_named_with_game_and_move() {
    refuse("1. e4 e5 2. Nf4 *", "game 1, move 2. Nf4: not legal, ");
    refuse("1. d4 e5 2. dxe5 f5 3. Ke3 *", "game 1, move 3. Ke3: not legal, ");
    refuse(
        "1. e4 *\n\n1. e4 e5 2. Zf3 Nc6 *",
        "game 2, move 2. Zf3: cannot be read, expected a move such as Nf3",
    );
    refuse("1. e4 e5 2. Nf3 Nc6 3. Zz9", "game 1, move 3. Zz9: cannot be read");
    refuse("1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 4. Nd4 exd4 5. -- *", "move 5. --: no move stands there");
    refuse(
        "1. Nf3 e5 2. d3 d6 3. Nd2 *",
        "move 3. Nd2: more than one piece can go there, expected its file or rank",
    );
    refuse(
        "[FEN \"8/P3k3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8 *",
        "game 1, move 1. a8: not legal, the new piece is not named",
    );
    refuse("[FEN \"8/8 w\"]\n\n*", "game 1: cannot start from '8/8 w'");
    refuse("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*", "game 1: cannot start from");
    refuse(
        "[Variant \"Atomic\"]\n\n1. e4 *",
        "game 1: variant 'Atomic', expected standard chess or Chess960",
    );
    refuse("1. e4 {never closed", "game 1, before move 1...: a comment begins that is never closed");
    refuse("1. e4 e5 2. ??? Nc6", "game 1, move 2. ???: cannot be read");
}

#[test]
fn a_bad_game_does_not_hide_the_next() {
    let read: Vec<_> = games("1. e5 *\n\n1. e4 e5 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n1. d4 *").collect();
    let lengths: Vec<_> =
        read.iter().map(|game| game.as_ref().ok().map(|game| game.game.moves().len())).collect();
    assert_eq!(lengths, [None, Some(2), None, Some(1)]);
}

/// What is wrong with a game leaves the moves before it, and every other game.
#[test]
fn the_moves_before_a_fault_are_given() {
    check_lengths("1. e4 e5 2. Z0 d5 *\n\n1. d4 *", &[(2, true), (1, false)]);
    check_lengths("1. e4 e5 2. Sf3 -- 3. Lb5", &[(3, true)]);
    check_lengths("1. e4 e5 2. Nf3 {cut\n\n[Event \"b\"]\n\n1. d4 d5 *", &[(3, true), (2, false)]);
    check_lengths("1. e4 e5 2. Nf4 Nc6 *\n\n1. e4 (1. d4", &[(2, true), (1, true)]);
    let tags = "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n";
    let many = tags.repeat(605) + "[Event \"b\"]\n\n1. d4 *";
    let found: Vec<_> = readable_games(&many).collect();
    assert_eq!(found.len(), 606);
    assert!(found.iter().all(|read| read.fault.is_none()), "the last begins as usual");
    fn check_lengths(text: &str, expected: &[(usize, bool)]) {
        let found = readable_games(text);
        let found: Vec<_> = found.map(|read| (read.game.game.moves().len(), read.fault.is_some())).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn nothing_is_spoken_of_a_game_without_moves() {
    let spoken = annabella::notation::speak_games("*\n\n*", &names(), MoveForm::Full);
    assert!(spoken.0 == [""] && spoken.1.is_empty(), "{spoken:?}");
}

/// Scores are typed in the letters of any country, and not always as PGN spells moves.
#[test]
fn moves_in_other_letters_are_read() {
    let ruy = &["e2-e4", "e7-e5", "Ng1-f3", "Nb8-c6", "Bf1-b5"];
    check("1. e4 e5 2. Sf3 Sc6 3. Lb5 *", ruy);
    check("1. e2-e4 e7-e5 2. Sg1-f3 Sb8-c6 3. Lf1-b5 *", ruy);
    check("1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 *", ruy);
    check("1. e4 e5 2. Кf3 Кc6 3. Сb5 *", ruy);
    check("1. e4 e5 2. Cf3 Cc6 3. Fb5 *", ruy);
    check(
        "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8D+ Kd7 2. Dd5+ *",
        &["a7-a8Q+", "Ke8-d7", "Qa8-d5+"],
    );
    check("[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8Q+ *", &["a7-a8Q+"]);
    // The French king, where no other R can go; a remark is no move.
    check("1. e4 e5 2. Re2 {Rh3 was not meant} Fb4 *", &["e2-e4", "e7-e5", "Ke1-e2", "Bf8-b4"]);
    // Of the languages that have a D, R and T, it is told in that in which most can be read.
    let rook = "[SetUp \"1\"]\n[FEN \"2r1k3/1p2p1p1/8/8/3Q4/8/4K3/8 w - - 0 1\"]\n\n";
    refuse(&format!("{rook}1. Dc4 Tc7 2. Rd1 Rf8 3. Rc2 Td9 *"), "game 1, move 3... Td9: cannot be read");
    // Only the new piece tells whose letters they are.
    let pawns = "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/p6K/8 w - - 0 1\"]\n\n";
    check(&format!("{pawns}1. a8=D a1=(D) 2. Rg3 *"), &["a7-a8Q", "a2-a1Q", "Kh2-g3"]);
    refuse(&format!("{pawns}1. a8=D a1=N *"), "game 1, move 1. a8=D: cannot be read");
    // A knight in Afrikaans, and a king in French: neither is chosen.
    refuse("1. e4 e5 2. Re2 Re7 *", "game 1, move 2. Re2: not legal");
    // The first slip is named in the letters in which the rest can be read.
    refuse("1. e4 e5 2. Sf3 Sd5 *", "game 1, move 2... Sd5: not legal");
    // A move that is not legal is not a pawn's or another piece's in the letters of another language.
    refuse("1. d4 d5 2. Bd3 e6 *", "game 1, move 2. Bd3: not legal");
    refuse("1. e4 d5 2. d4 Dxe4 *", "game 1, move 2... Dxe4: not legal");
}

#[test]
fn a_variation_that_is_never_closed_is_named() {
    refuse(
        "1. e4 e5 2. Nf3 (2. Bc4 Nc6 3. Qh5 Nc6 *",
        "game 1, before move 2...: a variation begins that is never closed",
    );
    let games: Vec<_> = games("1. e4 (1. d4 e5 *\n\n1. d4 d5 *").collect();
    assert!(games[0].is_err() && games[1].is_ok());
}

#[test]
fn a_score_is_written_in_the_letters_of_a_language_or_in_numbers() {
    let game = read_games("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *").unwrap().remove(0);
    for (notation, moves) in [
        (ScoreNotation::Letters(Letters::GERMAN), "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. 0-0 *\n"),
        (ScoreNotation::Numeric, "1. 5254 5755 2. 7163 2836 3. 6125 1716 4. 5171 *\n"),
    ] {
        let written = game.in_notation(notation).to_string();
        assert!(written.ends_with(moves), "{written}");
        assert_eq!(read_games(&written).unwrap()[0].game.moves(), game.game.moves());
    }
    // As players of correspondence chess write it, and a number of moves that looks like one.
    for score in
        ["1.5254 5755 2.7163 2836 3.6125!? 1716 4.5171", "1 5254 5755 2 7163 2836 3 6125 1716 4 5171 1/2-1/2"]
    {
        assert_eq!(read_games(score).unwrap()[0].game.moves(), game.game.moves(), "{score}");
    }
}

fn names() -> annabella::notation::SpokenNames {
    let names = r#"
        files = ["a", "b", "c", "d", "e", "f", "g", "h"]
        ranks = ["1", "2", "3", "4", "5", "6", "7", "8"]
        pieces = { king = "K", queen = "Q", rook = "R", bishop = "B", knight = "N", pawn = "P" }
        capture = "x"
        short_castling = "short"
        long_castling = "long"
    "#;
    toml::from_str(names).unwrap()
}

/// Reads one game and compares its moves in long form.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let games = read_games(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(games.len(), 1, "{text}");
    let game = &games[0].game;
    let moves = game.moves().iter().enumerate();
    let moves: Vec<_> = moves.map(|(ply, m)| long(game.position_at(ply), *m, &Letters::ENGLISH)).collect();
    assert_eq!(moves, expected, "{text}");
}

#[track_caller]
fn refuse(text: &str, says: &str) {
    let error = read_games(text).expect_err(text).to_string();
    assert!(error.contains(says), "{error}");
}
