//! The arbiters' desk of a hall: by keys alone, and as a screen reader is told.

use annabella_browser_tests::{
    browser::{Browser, run},
    hall::Hall,
};

const FOCUSED: &str = "document.activeElement.id || document.activeElement.textContent";
/// The numbers of the boards as they stand in the list.
const ORDER: &str =
    "[...document.querySelectorAll('#boards tbody th')].map((board) => board.textContent).join(' ')";

/// Goes on with Tab until the focus is there.
async fn tab_to(desk: &Browser, wanted: &str) {
    for _ in 0..60 {
        if desk.text(FOCUSED).await == wanted {
            return;
        }
        desk.key("Tab").await;
    }
    panic!("Tab does not lead to {wanted}");
}

async fn type_into(desk: &Browser, field: &str, text: &str) {
    tab_to(desk, field).await;
    // What stands there is replaced.
    desk.js("document.activeElement.select()").await;
    for key in text.chars() {
        desk.key(&key.to_string()).await;
    }
}

async fn say(desk: &Browser, board: &str, words: &str) {
    if !board.is_empty() {
        type_into(desk, "at", board).await;
    }
    type_into(desk, "words", words).await;
    desk.key("Enter").await;
}

/// Notes what the live region says, from now on.
async fn note_what_is_spoken(desk: &Browser) {
    desk.js(
        "window.heard = []; new MutationObserver(() => window.heard.push(document.getElementById('spoken').textContent))\
         .observe(document.getElementById('spoken'), {childList: true, characterData: true, subtree: true})",
    )
    .await;
}

async fn heard(desk: &Browser, text: &str) {
    desk.wait(&format!("window.heard.some((text) => text.includes({}))", serde_json::json!(text))).await;
}

async fn times_heard(desk: &Browser, text: &str) -> i64 {
    let text = serde_json::json!(text);
    let count = format!("return window.heard.join(' ').split({text}).length - 1");
    desk.js(&count).await.as_i64().unwrap_or(-1)
}

#[test]
#[ignore = "needs a browser and mosquitto"]
fn an_arbiter_rules_by_keys_alone_and_is_told_once_what_waits() {
    run(async {
        let hall = Hall::open(&["--boards", "3"]);
        let (_program, address, code) = hall.desk("en");
        let desk = Browser::show(&address).await;
        desk.wait("document.activeElement.id === 'code'").await;
        assert_eq!(desk.axe().await, [""; 0], "the entrance");
        for key in code.chars() {
            desk.key(&key.to_string()).await;
        }
        desk.key("Enter").await;
        desk.wait("!document.getElementById('game').hidden").await;
        note_what_is_spoken(&desk).await;
        let options = ["--time", "90+30", "--white", "Anna", "--black", "Ben", "--voice", "off"];
        let (mut first, mut second) = (hall.board(1, &options), hall.board(2, &options));
        first.type_lines(&["clock", "e4", "clock"]);
        second.type_lines(&["clock", "d4", "clock"]);
        desk.wait(&format!("{ORDER}.length === 3 && document.body.innerText.includes('1. d4')")).await;
        // What needs the arbiter comes first, and is told once.
        second.type_lines(&["arbiter"]);
        heard(&desk, "Board 2: Arbiter called.").await;
        desk.wait(&format!(
            "{ORDER} === '2 1' && document.querySelector('#boards tbody tr').className === 'waits'"
        ))
        .await;
        for width in [320, 1280] {
            desk.size(width, 900).await;
            for scheme in ["light", "dark"] {
                desk.prefers(&[("prefers-color-scheme", scheme)]).await;
                assert_eq!(desk.axe().await, [""; 0], "{width} {scheme}");
            }
        }
        // The board is opened in a page of its own, and that page is sound too.
        tab_to(&desk, "2").await;
        let link = desk.text("document.activeElement.href").await;
        assert!(link.ends_with("/board/2"), "{link}");
        desk.key("Enter").await;
        desk.in_the_other_window(async |desk| {
            desk.wait("document.body.innerText.includes('d4')").await;
            assert_eq!(desk.axe().await, [""; 0], "the board");
        })
        .await;
        // Nobody rules without a name; what was asked is answered on this page.
        say(&desk, "2", "two more minutes for black").await;
        heard(&desk, "Your name is missing").await;
        type_into(&desk, "name", "Berta").await;
        say(&desk, "2", "two more minutes for black").await;
        heard(&desk, "To board 2: two more minutes for black.").await;
        second.prints("Berta rules: two more minutes for black");
        // What came of it there.
        desk.told("Board 2: Berta rules: two more minutes for black").await;
        say(&desk, "", "correction").await;
        second.prints("Berta rules: correction");
        desk.told("Board 2: Berta rules: correction").await;
        say(&desk, "", "continue").await;
        second.prints("Berta rules: continue");
        desk.wait(&format!("!document.querySelector('#boards tr.waits') && {ORDER} !== ''")).await;
        // By words alone: the board that is named is the one that is chosen.
        say(&desk, "", "board 1").await;
        heard(&desk, "Board 1: Anna against Ben.").await;
        desk.wait("document.getElementById('at').value === '1'").await;
        say(&desk, "", "which boards are waiting").await;
        heard(&desk, "No board is waiting.").await;
        first.kill();
        heard(&desk, "Board 1: Not connected.").await;
        assert_eq!(times_heard(&desk, "Board 2: Arbiter called.").await, 1);
        assert_eq!(times_heard(&desk, "Board 2: Berta rules: correction.").await, 1);
        assert_eq!(times_heard(&desk, "Board 1: Not connected.").await, 1);
        // The list by numbers, by its button.
        tab_to(&desk, "order").await;
        desk.key("Enter").await;
        desk.wait(&format!("{ORDER} === '1 2'")).await;
        assert_eq!(desk.axe().await, [""; 0], "at the end");
        // What is wrong is found.
        desk.js("document.querySelector('label[for=words]').remove()").await;
        let found = desk.axe().await;
        assert!(annabella_browser_tests::browser::axe_core().is_none() || !found.is_empty());
        desk.close().await;
    });
}

/// Games of two players apart are there too, and no ruling goes to them.
#[test]
#[ignore = "needs a browser and mosquitto"]
fn games_of_players_apart_are_seen_at_the_desk() {
    run(async {
        let hall = Hall::open(&["--boards", "2", "--apart"]);
        let (_program, address, code) = hall.desk("en");
        let desk = Browser::open(&format!("{address}#{code}")).await;
        note_what_is_spoken(&desk).await;
        let mut white = hall.player(2, "white", &["--time", "90+30", "--white", "Anna"]);
        white.prints("The terms are in the hall.");
        let mut black = hall.player(2, "black", &["--black", "Ben"]);
        black.prints("Anna");
        black.type_lines(&["yes"]);
        white.prints("Against Ben.");
        white.type_lines(&["e2e4"]);
        black.prints("White: ");
        black.type_lines(&["e7e5"]);
        let row = "document.querySelector('#boards tbody tr').innerText";
        desk.wait(&format!("{row}.includes('1... e5') && {row}.includes('Anna') && {row}.includes('Ben')"))
            .await;
        type_into(&desk, "name", "Berta").await;
        say(&desk, "2", "white loses").await;
        heard(&desk, "Two players apart play at board 2, no ruling goes there.").await;
        say(&desk, "", "who moved last").await;
        heard(&desk, "Board 2: Last move").await;
        desk.close().await;
    });
}

/// The page of a German desk outlives its broker, and says so.
#[test]
#[ignore = "needs a browser and mosquitto"]
fn a_desk_says_that_its_hall_is_gone_and_is_back() {
    run(async {
        let mut hall = Hall::open(&["--boards", "1"]);
        let (_program, address, code) = hall.desk("de");
        let desk = Browser::open(&format!("{address}#{code}")).await;
        note_what_is_spoken(&desk).await;
        let mut board = hall.board(1, &[]);
        board.type_lines(&["e4"]);
        desk.wait("document.body.innerText.includes('1. e4')").await;
        hall.stop();
        desk.wait("document.getElementById('connection').textContent.includes('Keine Verbindung zur Halle')")
            .await;
        say(&desk, "", "brett eins").await;
        heard(&desk, "Brett 1: ").await;
        type_into(&desk, "name", "Berta").await;
        say(&desk, "", "zwei minuten mehr für schwarz").await;
        heard(&desk, "Die Halle ist nicht da, es geht dorthin, sobald sie wieder da ist.").await;
        hall.start();
        desk.wait("document.getElementById('connection').hidden").await;
        // A German arbiter rules at an English board.
        board.prints("Berta rules: zwei minuten mehr für schwarz");
        desk.close().await;
    });
}
