//! The school on the page: read and answered there by keys alone, and told to a screen reader once.

use annabella_browser_tests::{
    browser::{Browser, run},
    table::Table,
};
use serde_json::json;

/// Collects all that a screen reader is given from now on.
async fn listen(desk: &Browser) {
    desk.js(
        "window.stood = []; const region = document.getElementById('spoken'); \
         new MutationObserver(() => window.stood.push(region.textContent)).observe(region, {childList: true})",
    )
    .await;
}

/// Waits until a reader was given this, and checks that it was given it once since the last time.
async fn is_spoken_once(desk: &Browser, text: &str) {
    let text = json!(text);
    desk.wait(&format!("window.stood.join(' ').includes({text})")).await;
    let times = desk.js(&format!("return window.stood.join(' ').split({text}).length - 1")).await;
    assert_eq!(times, json!(1), "{text}: {}", desk.js("return window.stood").await);
    desk.js("window.stood = []").await;
}

/// Types a line where the keys go, and sends it by Enter.
async fn types(desk: &Browser, line: &str) {
    desk.key("F2").await;
    desk.wait("document.activeElement.id === 'typed'").await;
    desk.write(line).await;
    desk.key("Enter").await;
    desk.wait("document.getElementById('typed').value === ''").await;
}

/// Goes over the board to a square, and presses Enter there.
async fn names(desk: &Browser, square: &str) {
    desk.key("F4").await;
    desk.wait("document.activeElement.dataset.square").await;
    desk.go_to(square).await;
    desk.key("Enter").await;
}

/// Presses a button of the school by the keys.
async fn presses(desk: &Browser, button: &str) {
    desk.key("F4").await;
    let is_there = format!("document.activeElement.dataset.study === '{button}'");
    for _ in 0..20 {
        desk.key("Tab").await;
        if desk.js(&format!("return {is_there}")).await == json!(true) {
            return desk.key("Enter").await;
        }
    }
    panic!("{button} is not reached by Tab");
}

async fn piece(desk: &Browser, square: &str) -> String {
    desk.text(&format!("document.querySelector('[data-square={square}]').dataset.piece ?? ''")).await
}

async fn asked(desk: &Browser, text: &str) {
    let text = json!(text);
    desk.wait(&format!(
        "!document.getElementById('question').hidden && document.getElementById('asked').textContent.includes({text})"
    ))
    .await;
}

/// `annabella learn`: a lesson with a move, squares, yes or no, a number; a wrong answer, a hint, a solution.
#[test]
#[ignore = "needs a browser"]
fn a_lesson_is_learnt_by_keys_alone() {
    run(async {
        // A page that was asked for has a seat for the learner.
        let school = Table::start_command("learn", "", &["5", "--language", "en"]);
        let desk = Browser::open(school.link(0)).await;
        listen(&desk).await;
        asked(&desk, "Move the rook to David eight.").await;
        assert_eq!(desk.text("document.getElementById('players').textContent").await, "Lesson 5: The rook");
        assert_eq!(piece(&desk, "d4").await, "wR");
        assert!(desk.axe().await.is_empty(), "{:?}", desk.axe().await);
        // Nothing of a game is offered.
        let buttons = desk.named("button").await;
        assert!(buttons.iter().all(|name| name != "Press the clock"), "{buttons:?}");
        assert!(buttons.iter().any(|name| name == "Continue"), "{buttons:?}");
        // The move is made from square to square.
        names(&desk, "d4").await;
        is_spoken_once(&desk, "d4 white rook chosen").await;
        names(&desk, "a4").await;
        is_spoken_once(&desk, "does not lead to David eight").await;
        assert_eq!(piece(&desk, "d4").await, "wR", "a wrong move is not made");
        names(&desk, "d4").await;
        names(&desk, "d8").await;
        is_spoken_once(&desk, "Right: rook David four David eight, check.").await;
        // A square is an answer at one touch.
        asked(&desk, "can the rook").await;
        assert_eq!(piece(&desk, "a1").await, "wR");
        desk.js("window.stood = []").await;
        names(&desk, "a2").await;
        is_spoken_once(&desk, "Yes. 4 more.").await;
        types(&desk, "a3 b1").await;
        is_spoken_once(&desk, "Yes. 2 more.").await;
        presses(&desk, "hint").await;
        is_spoken_once(&desk, "5 squares").await;
        presses(&desk, "solution").await;
        is_spoken_once(&desk, "Say: continue.").await;
        desk.wait("document.getElementById('question').hidden").await;
        presses(&desk, "next").await;
        asked(&desk, "Capture the black pawn").await;
        types(&desk, "Rxd5").await;
        asked(&desk, "Can the rook").await;
        // Yes and no are buttons, and leave the board to whoever still looks at it.
        assert_eq!(desk.text("document.getElementById('question').getAttribute('role')").await, "group");
        assert_eq!(
            desk.js("return [...document.querySelectorAll('#answers :not(.past)')].map((answer) => answer.textContent)").await,
            json!(["Yes", "No"])
        );
        assert!(desk.axe().await.is_empty(), "{:?}", desk.axe().await);
        desk.js("window.stood = []").await;
        types(&desk, "no").await;
        is_spoken_once(&desk, "Right.").await;
        asked(&desk, "How many squares").await;
        types(&desk, "14").await;
        asked(&desk, "How many moves").await;
        desk.js("window.stood = []").await;
        types(&desk, "2").await;
        is_spoken_once(&desk, "Lesson 5 is over").await;
        presses(&desk, "next").await;
        asked(&desk, "bishop").await;
        assert_eq!(desk.text("document.title").await, "Lesson 6: The bishop · annabella");
        desk.close().await;
    });
}

/// In a game against the computer the game waits, is there again after "end", and its buttons are too.
#[test]
#[ignore = "needs a browser"]
fn a_training_and_a_puzzle_wait_for_no_game() {
    run(async {
        let table = Table::start("table", &["--language", "de", "--user", "white", "--confirm", "never"]);
        let desk = Browser::open(table.link(0)).await;
        listen(&desk).await;
        types(&desk, "Training fünf").await;
        desk.wait("document.getElementById('players').textContent === 'Training'").await;
        // What is to be remembered stands nowhere on the board.
        desk.wait("document.querySelectorAll('#board svg').length === 0").await;
        assert_eq!(
            desk.text("document.getElementById('described').textContent").await,
            "In dieser Aufgabe wird die Stellung nicht gezeigt."
        );
        assert_eq!(desk.text("document.getElementById('standing').textContent").await, "");
        assert!(desk.axe().await.is_empty(), "{:?}", desk.axe().await);
        let hall = Browser::open(table.view()).await;
        assert_eq!(hall.js("return document.querySelectorAll('#board svg').length").await, json!(0));
        hall.close().await;
        types(&desk, "Training eins").await;
        asked(&desk, "hell?").await;
        desk.js("window.stood = []").await;
        types(&desk, "e4").await;
        is_spoken_once(&desk, "Gefragt ist ja oder nein.").await;
        types(&desk, "Aufgaben").await;
        desk.wait("document.getElementById('players').textContent === 'Aufgabe'").await;
        desk.wait("document.querySelectorAll('#board svg').length > 2").await;
        presses(&desk, "solution").await;
        desk.wait("document.querySelectorAll('#score li').length > 0").await;
        presses(&desk, "end").await;
        desk.told("Zurück zur Partie").await;
        desk.wait("document.getElementById('players').textContent === 'Weiß – Schwarz'").await;
        desk.wait("document.getElementById('studying').hidden && !document.getElementById('doing').hidden")
            .await;
        // Whoever stood on a button that is gone is at the line.
        assert_eq!(desk.text("document.activeElement.id").await, "typed");
        names(&desk, "e2").await;
        names(&desk, "e4").await;
        desk.moves(1).await;
        desk.close().await;
    });
}
