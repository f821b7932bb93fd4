//! The arbiters' page in a browser while the broker of its hall is killed and stopped and boards are killed: what it shows of
//! every board in the end is what that board's journal has.
//!
//! `BOARDS=200 cargo test -p annabella-browser-tests --test web -- --include-ignored --nocapture watched` does it with two
//! hundred boards, and stops the broker for a minute.

use std::time::{Duration, Instant};

use annabella_browser_tests::{
    browser::{Browser, run},
    hall::{Hall, HallProgram},
    table::PATIENCE,
};
use serde_json::{Value, json};

const BOARDS: u16 = 6;
/// In UCI: what was made cannot be made again, so that a move that may be lost can be sent twice. Neighbours play different ones.
const GAMES: [&str; 3] = [
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 d2d3 b7b5 a4b3 f8c5",
    "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8 g1f3 b8d7",
    "c2c4 e7e5 b1c3 g8f6 g2g3 d7d5 c4d5 f6d5 f1g2 d5b6 g1f3 b8c6",
];
/// How each ends; what is declared at the table is confirmed.
const ENDS: [&[&str]; 3] = [&[], &["white resigns", "yes"], &["black resigns", "yes"]];
/// Before these half-moves the broker is killed, and is back behind them.
const BROKER_KILLED: [usize; 3] = [3, 6, 11];
const BROKER_STOPPED: usize = 5;
const BOARDS_KILLED: usize = 8;
const JOURNAL: &str = "game.jsonl";

/// A page that was loaded anew would not have it.
const WATCH: &str = r"
    window.ply = (text) => {
        const move = /^(\d+)(\.+) /.exec(text);
        return move ? 2 * move[1] - (move[2] === '.' ? 1 : 0) : 0;
    };
    window.moves = () => [...document.querySelectorAll('#boards td.move')];";
const ROWS: &str = "return [...document.querySelectorAll('#boards tbody tr')].map((row) => \
    [row.querySelector('th'), ...row.querySelectorAll('.white, .black, .move, .result')].map((cell) => cell.textContent))";

/// Waits until this many boards stand there with so many half-moves each.
async fn all_at(desk: &Browser, boards: u16, plies: usize) {
    desk.wait(&format!(
        "moves().length === {boards} && moves().every((cell) => ply(cell.textContent) === {plies})"
    ))
    .await;
}

/// What the page has to show of a board, by its score: the number, the players, the last move and the result.
fn row(number: u16, score: &str) -> Value {
    let tag = |name: &str| {
        let line = score.lines().find_map(|line| line.strip_prefix(&format!("[{name} \"")));
        line.and_then(|line| line.strip_suffix("\"]")).unwrap_or_else(|| panic!("no {name}: {score}"))
    };
    let (_, text) = score.split_once("\n\n").expect("moves behind the tags");
    let result = tag("Result");
    let without_comments = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, moves)| moves));
    let moves: Vec<&str> = without_comments
        .flat_map(str::split_whitespace)
        .filter(|word| !word.ends_with('.') && *word != result)
        .collect();
    let last = moves.last().expect("a move");
    let dots = if moves.len() % 2 == 1 { "." } else { "..." };
    let last = format!("{}{dots} {last}", moves.len().div_ceil(2));
    json!([number.to_string(), tag("White"), tag("Black"), last, if result == "*" { "" } else { result }])
}

/// What the page lets its reader take along: the scores of all boards.
async fn scores(desk: &Browser) -> String {
    desk.js("window.scores = null; fetch('/round.pgn').then((round) => round.text()).then((text) => window.scores = text)")
        .await;
    desk.wait("window.scores !== null").await;
    desk.text("window.scores").await
}

#[test]
#[ignore = "needs a browser and mosquitto"]
fn what_the_page_shows_of_every_board_in_the_end_is_in_its_journal() {
    let given = std::env::var("BOARDS").ok().map(|boards| boards.parse().expect("a number of boards"));
    let (boards, stopped) =
        given.map_or((BOARDS, Duration::ZERO), |boards| (boards, Duration::from_secs(60)));
    let game = |board: usize| (GAMES[board % GAMES.len()], ENDS[board % ENDS.len()]);
    run(async {
        let mut hall = Hall::open(&["--boards", &boards.to_string()]);
        let (_program, address, code) = hall.desk("en");
        let desk = Browser::open(&format!("{address}#{code}")).await;
        desk.js(WATCH).await;
        let board = |number: u16| {
            let names = [format!("White {number}"), format!("Black {number}")];
            let fixed = ["--voice", "off", "--tones", "off", "--journal", JOURNAL];
            hall.board(number, &[&fixed[..], &["--white", &names[0], "--black", &names[1]]].concat())
        };
        let mut all: Vec<HallProgram> = (1..=boards).map(board).collect();
        all_at(&desk, boards, 0).await;
        let plies = GAMES[0].split(' ').count();
        let mut shown = Vec::new();
        for ply in 1..=plies {
            let is_killed = BROKER_KILLED.contains(&ply);
            if is_killed {
                hall.stop();
                desk.wait("!document.getElementById('connection').hidden").await;
            }
            if ply == BROKER_STOPPED {
                hall.stands_still(true);
            }
            let begun = Instant::now();
            for (n, program) in all.iter_mut().enumerate() {
                let next = game(n).0.split(' ').nth(ply - 1).expect("as many moves in each game");
                program.type_lines(&[next]);
                if ply == BOARDS_KILLED && n % 10 == 0 {
                    program.is_killed_and_resumes(JOURNAL);
                    // Perhaps it was not made yet.
                    program.type_lines(&[next]);
                }
            }
            if is_killed {
                hall.start();
            }
            if ply == BROKER_STOPPED {
                std::thread::sleep(stopped);
                hall.stands_still(false);
            }
            all_at(&desk, boards, ply).await;
            if is_killed {
                desk.wait("document.getElementById('connection').hidden").await;
            } else if ![BROKER_STOPPED, BOARDS_KILLED].contains(&ply) {
                shown.push(begun.elapsed());
            }
        }
        all.iter_mut().enumerate().for_each(|(n, program)| program.type_lines(game(n).1));
        let over = (0..all.len()).filter(|n| !game(*n).1.is_empty()).count();
        let results = "document.querySelectorAll('#boards td.result:not(:empty)')";
        desk.wait(&format!("{results}.length === {over}")).await;
        all.iter_mut().for_each(HallProgram::leaves);
        let journals: Vec<String> = all.iter().map(|program| program.score(JOURNAL)).collect();
        let expected: String = journals.iter().map(|score| format!("{}\n\n", score.trim_end())).collect();
        let begun = Instant::now();
        loop {
            let scores = scores(&desk).await;
            if scores == expected {
                break;
            }
            assert!(begun.elapsed() < PATIENCE, "{scores}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        desk.js("document.getElementById('order').click()").await;
        let rows: Vec<Value> = (1..).zip(&journals).map(|(number, score)| row(number, score)).collect();
        assert_eq!(desk.js(ROWS).await, json!(rows));
        shown.sort();
        println!(
            "hall, {boards} boards: until a page in a browser shows a move of all, usually and at most {:.1?} and {:.1?}",
            shown[shown.len() / 2],
            shown.last().expect("some"),
        );
        desk.close().await;
    });
}
