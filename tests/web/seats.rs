//! Several seats at one game: the players', spectators', and one that is cut off.

use std::time::{Duration, Instant};

use annabella_browser_tests::{
    browser::{Browser, run},
    table::{PATIENCE, Table},
};

/// Each side has a seat; White's browser is closed in the middle and comes back to the same game.
#[test]
#[ignore = "needs a browser"]
fn two_players_have_a_seat_each_and_one_comes_back() {
    run(async {
        let table = Table::start("white,black", &["--language", "en", "--confirm", "never"]);
        let white = Browser::open(table.link(0)).await;
        let black = Browser::open(table.link(1)).await;
        white.click("e2", "e4").await;
        black.moves(1).await;
        black.told("Pawn Eva two Eva four").await;
        // Nobody moves for the other.
        white.say("e7e5").await;
        white.told("not your move").await;
        black.click("e7", "e5").await;
        white.moves(2).await;
        assert_eq!(black.text("document.getElementById('board').dataset.turned").await, "true");
        white.close().await;
        black.say("offer a draw").await;
        black.told("draw").await;
        let white = Browser::open(table.link(0)).await;
        white.moves(2).await;
        white.answer("No").await;
        black.told("declined").await;
        white.click("g1", "f3").await;
        black.moves(3).await;
        black.say("resign").await;
        black.answer("Yes").await;
        for page in [&white, &black] {
            page.wait("/1-0|White wins|resigned/.test(document.getElementById('standing').textContent)")
                .await;
        }
        white.close().await;
        black.close().await;
    });
}

/// In competition the desk has no position, and the hall sees it later.
#[test]
#[ignore = "needs a browser"]
fn in_competition_the_desk_has_empty_squares_and_the_hall_is_late() {
    run(async {
        let options = ["--language", "de", "--confirm", "never", "--competition", "--time", "90+30"];
        let late = Table::start("table", &options);
        let desk = Browser::open(late.link(0)).await;
        desk.say("Uhr").await;
        desk.wait("document.querySelector('.clock.runs')").await;
        desk.click("e2", "e4").await;
        desk.moves(1).await;
        assert_eq!(
            desk.text("document.querySelector('[data-square=e4]').getAttribute('aria-label')").await,
            "e4"
        );
        assert_eq!(desk.js("return document.querySelectorAll('#board svg').length").await, 0);
        assert!(!desk.text("document.getElementById('described').textContent").await.is_empty());
        desk.close().await;
        drop(late);
        let soon = Table::start("table", &[&options[..], &["--web-delay", "1"]].concat());
        let (desk, hall) = (Browser::open(soon.link(0)).await, Browser::open(soon.view()).await);
        desk.click("g1", "f3").await;
        hall.moves(1).await;
        assert_eq!(hall.text("document.querySelector('[data-square=f3]').dataset.piece").await, "wN");
        desk.close().await;
        hall.close().await;
    });
}

/// A program that ends and goes on has the same codes; the page finds it again by itself.
#[test]
#[ignore = "needs a browser"]
fn the_page_says_that_the_program_is_gone() {
    run(async {
        let table = Table::start("table", &["--language", "en"]);
        let desk = Browser::open(table.link(0)).await;
        drop(table);
        desk.spoken("The connection is lost").await;
        desk.wait("!document.getElementById('connection').hidden").await;
        desk.close().await;
    });
}

/// The first setup is answered by whoever sits at the page, from its first question to the file that it writes.
#[test]
#[ignore = "needs a browser"]
fn the_first_setup_is_answered_on_the_page() {
    run(async {
        let table = Table::start_command("setup", "table", &["--language", "en"]);
        let desk = Browser::open(table.link(0)).await;
        let until = Instant::now() + PATIENCE;
        let mut answered = String::new();
        while table.configuration().is_none() {
            assert!(Instant::now() < until, "never written, after: {answered}");
            let asked = desk.text("document.getElementById('question').dataset.id ?? ''").await;
            if asked.is_empty() || asked == answered {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
            answered = asked;
            let has_answers = desk.js("return document.querySelector('#answers :not(.past)') !== null").await;
            match has_answers == serde_json::json!(true) {
                true => drop(desk.js("document.querySelector('#answers :not(.past)').click()").await),
                // The move that is tried.
                false => desk.say("e2e4").await,
            }
        }
        assert!(table.configuration().is_some_and(|file| file.contains("language = \"en\"")));
        desk.close().await;
    });
}
