//! A game relayed at the assistant's desk, in each way in which a move can be made, while spectators follow it.

use annabella_browser_tests::{
    browser::{Browser, run},
    table::Table,
};

/// How a move gets from square to square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Mouse,
    Finger,
    Keys,
    Line,
}

async fn make(desk: &Browser, hand: Hand, from: &str, to: &str) {
    match hand {
        Hand::Mouse => desk.click(from, to).await,
        Hand::Finger => desk.drag(from, to).await,
        Hand::Keys => desk.walk(from, to).await,
        Hand::Line => desk.say(&format!("{from}{to}")).await,
    }
}

/// White takes two pawns on the way to a8, becomes a queen and castles; there is a refusal, an ambiguity and a correction.
async fn play(hand: Hand) {
    let table = Table::start("table", &["--language", "en", "--confirm", "never", "--time", "90+30"]);
    let desk = Browser::open(table.link(0)).await;
    let hall = Browser::open(table.view()).await;
    make(&desk, hand, "e2", "e5").await;
    desk.told("no pawn moves like that").await;
    assert_eq!(desk.score().await, "");
    let opening =
        [("e2", "e4"), ("d7", "d5"), ("e4", "d5"), ("c7", "c6"), ("d5", "c6"), ("g8", "f6"), ("c6", "b7")];
    for (n, (from, to)) in opening.into_iter().enumerate() {
        make(&desk, hand, from, to).await;
        desk.moves(n + 1).await;
    }
    // Two knights can go there: only words leave that open.
    desk.say("Nd7").await;
    desk.told("Which knight").await;
    desk.answer("f6").await;
    desk.moves(8).await;
    make(&desk, hand, "b7", "a8").await;
    desk.told("Queen, rook, bishop or knight?").await;
    desk.answer("Queen").await;
    desk.moves(9).await;
    for (n, (from, to)) in
        [("g7", "g6"), ("g1", "f3"), ("f8", "g7"), ("f1", "e2"), ("e8", "g8")].into_iter().enumerate()
    {
        make(&desk, hand, from, to).await;
        desk.moves(10 + n).await;
    }
    make(&desk, hand, "e1", "g1").await;
    desk.moves(15).await;
    make(&desk, hand, "d7", "b6").await;
    desk.moves(16).await;
    desk.js("document.querySelector('[data-key=correct]').click()").await;
    desk.moves(15).await;
    make(&desk, hand, "d7", "f6").await;
    desk.moves(16).await;
    desk.say("offer a draw").await;
    desk.told("Black offers a draw").await;
    desk.answer("Yes").await;
    desk.told("White accepts the draw?").await;
    desk.answer("Yes").await;
    desk.wait("document.getElementById('standing').textContent.includes('Draw')").await;
    let score = desk.score().await;
    assert_eq!(
        score,
        "1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nfd7 5. bxa8Q g6 6. Nf3 Bg7 7. Be2 0-0 8. 0-0 Nf6"
    );
    hall.wait("document.getElementById('standing').textContent.includes('Draw')").await;
    for page in [&desk, &hall] {
        page.wait("document.querySelectorAll('#times svg rect').length > 4").await;
        assert!(page.text("document.getElementById('times').textContent").await.contains("spent"));
    }
    assert_eq!(hall.score().await, score, "the spectators' score");
    let (own, theirs) = (pieces(&desk).await, pieces(&hall).await);
    assert_eq!(own, theirs, "the spectators' board");
    assert!(own.contains("a8wQ") && own.contains("g1wK") && own.contains("f6bN"), "{own}");
    for browser in [desk, hall] {
        browser.close().await;
    }
    assert!(table.journal().contains("d7f6"));
}

async fn pieces(browser: &Browser) -> String {
    let of = "[...document.querySelectorAll('[data-square]')].map((at) => at.dataset.square + (at.dataset.piece ?? ''))";
    browser.text(&format!("{of}.sort().join(' ')")).await
}

#[test]
#[ignore = "needs a browser"]
fn a_game_is_relayed_by_mouse() {
    run(play(Hand::Mouse));
}

#[test]
#[ignore = "needs a browser"]
fn a_game_is_relayed_by_a_finger_that_drags() {
    run(play(Hand::Finger));
}

#[test]
#[ignore = "needs a browser"]
fn a_game_is_relayed_by_keys_alone() {
    run(play(Hand::Keys));
}

#[test]
#[ignore = "needs a browser"]
fn a_game_is_relayed_by_typed_lines() {
    run(play(Hand::Line));
}

/// The clock is seen to run down, and the flag falls on every page.
#[test]
#[ignore = "needs a browser"]
fn a_flag_falls_on_every_page() {
    run(async {
        let table = Table::start("table", &["--language", "de", "--confirm", "never", "--time-control", "3"]);
        let desk = Browser::open(table.link(0)).await;
        let hall = Browser::open(table.view()).await;
        desk.say("Uhr").await;
        desk.wait("document.querySelector('.clock.runs')").await;
        for page in [&desk, &hall] {
            page.wait("document.querySelector('.clock.fallen')").await;
            page.wait("document.querySelector('.clock.fallen').textContent.includes('0:00')").await;
        }
        desk.close().await;
        hall.close().await;
    });
}
