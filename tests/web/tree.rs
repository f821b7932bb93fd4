//! What a screen reader and axe-core find, at each state of a game, in both languages and all sizes and colours.

use annabella_browser_tests::{
    browser::{Browser, axe_core, run},
    table::Table,
};

/// The page is told in the game's language: roles and names, the order of focus, and what is spoken.
#[test]
#[ignore = "needs a browser"]
fn roles_and_names_are_those_of_the_language() {
    for (language, square, line, board, dialog, told) in [
        (
            "de",
            "e2 weißer Bauer",
            "Zug, Frage oder Ansage",
            "Brett",
            "Eva zwei Eva vier?",
            "Bauer Eva zwei Eva vier",
        ),
        (
            "en",
            "e2 white pawn",
            "Move, question or announcement",
            "Board",
            "Eva two Eva four?",
            "Pawn Eva two Eva four",
        ),
    ] {
        run(async {
            let table = Table::start("table", &["--language", language]);
            let desk = Browser::open(table.link(0)).await;
            desk.wait("document.querySelectorAll('#topics details').length > 3").await;
            assert_eq!(desk.text("document.documentElement.lang").await, language);
            assert_eq!(desk.named("grid").await, [board]);
            assert_eq!(desk.named("row").await.len(), 8);
            assert_eq!(desk.named("textbox").await, [line]);
            let buttons = desk.named("button").await;
            assert!(buttons.iter().any(|name| name == square), "{buttons:?}");
            assert_eq!(desk.named("main").await.len(), 1);
            // The typed line is first; one square of the board stands for all.
            desk.key("Tab").await;
            assert_eq!(desk.text("document.activeElement.id").await, "typed");
            desk.key("Tab").await;
            desk.key("Tab").await;
            assert_eq!(desk.text("document.activeElement.dataset.square").await, "e2");
            desk.key("Tab").await;
            assert_eq!(desk.text("document.activeElement.dataset.key").await, "press");
            desk.say("e4").await;
            desk.spoken(dialog).await;
            assert_eq!(desk.named("dialog").await, [dialog]);
            desk.wait("document.getElementById('answers').contains(document.activeElement)").await;
            // Tab stays among the answers, and Escape says no.
            for _ in 0..3 {
                desk.key("Tab").await;
                desk.wait("document.getElementById('answers').contains(document.activeElement)").await;
            }
            desk.key("Escape").await;
            desk.wait("document.getElementById('question').hidden").await;
            desk.say("e4").await;
            desk.key("F2").await;
            desk.key("Enter").await;
            desk.moves(1).await;
            desk.spoken(told).await;
            // The same again is spoken again, and is another text for the reader.
            desk.js(
                "window.stood = []; const region = document.getElementById('spoken'); \
                 new MutationObserver(() => window.stood.push(region.textContent)).observe(region, {childList: true})",
            )
            .await;
            let is_again = "const [last, before] = window.stood.toReversed(); \
                            return last !== before && last?.trim() === before?.trim()";
            let mut again = false;
            // What was still to be told may come between.
            for presses in 1..=10 {
                desk.key("F8").await;
                desk.wait(&format!("window.stood.length >= {presses}")).await;
                again = again || desk.js(is_again).await == serde_json::json!(true);
            }
            assert!(again, "{:?}", desk.js("return window.stood").await);
            desk.close().await;
        });
    }
}

/// A reader misses a text that is gone again at once: what comes together stands one after the other, none is left out.
#[test]
#[ignore = "needs a browser"]
fn what_is_told_together_is_spoken_one_after_the_other() {
    run(async {
        let table = Table::start("table", &["--language", "en"]);
        let desk = Browser::open(table.link(0)).await;
        desk.js(
            "window.stood = []; const region = document.getElementById('spoken'); \
             new MutationObserver(() => window.stood.push(region.textContent)).observe(region, {childList: true}); \
             import('/spoken.js').then(({speak}) => ['a', 'b', 'c', 'c'].forEach(speak))",
        )
        .await;
        // What the page tells by itself may come between.
        let letters = "window.stood.join(' ').split(' ').filter((word) => 'abc'.includes(word)).join('')";
        desk.wait(&format!("{letters}.length >= 4")).await;
        assert_eq!(desk.js(&format!("return {letters}")).await, serde_json::json!("abcc"));
        assert_eq!(
            desk.js("return window.stood.some((text) => text.endsWith('b c c') || text.startsWith('b c c'))")
                .await,
            true
        );
        desk.close().await;
    });
}

/// axe-core finds nothing, and nothing is wider than the window: at each state, size, colour scheme and zoom.
#[test]
#[ignore = "needs a browser"]
fn nothing_is_found_wrong_in_any_state() {
    run(async {
        let table = Table::start("table", &["--language", "de", "--time", "15+10"]);
        let desk = Browser::open(table.link(0)).await;
        let hall = Browser::open(table.view()).await;
        let mut wrong = Vec::new();
        for (n, words) in ["", "e4", "ja", "Remis anbieten", "Weiß", "annehmen"].into_iter().enumerate() {
            if !words.is_empty() {
                let before = desk.text("document.querySelector('#told li').textContent").await;
                desk.say(words).await;
                let before = serde_json::json!(before);
                desk.wait(&format!("document.querySelector('#told li').textContent !== {before}")).await;
            }
            for page in [&desk, &hall] {
                wrong.extend(page.axe().await.into_iter().map(|fault| format!("after {n} lines: {fault}")));
            }
        }
        desk.js("document.querySelectorAll('details').forEach((topic) => { topic.open = true; })").await;
        for (width, height) in [(320, 225), (360, 740), (1280, 900), (3840, 2160)] {
            desk.size(width, height).await;
            for scheme in ["light", "dark"] {
                desk.prefers(&[("prefers-color-scheme", scheme)]).await;
                wrong.extend(desk.axe().await.into_iter().map(|fault| format!("{width} {scheme}: {fault}")));
            }
            let over = desk.js("return document.documentElement.scrollWidth - innerWidth").await;
            if over.as_i64().is_none_or(|over| over > 0) {
                wrong.push(format!("{width}: wider by {over}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        // What is wrong is found.
        desk.js("document.querySelector('label[for=typed]').remove()").await;
        assert!(axe_core().is_none() || desk.axe().await.iter().any(|fault| fault.contains("label")));
        desk.close().await;
        hall.close().await;
    });
}

/// Whoever forces colours still tells the squares and the sides apart.
#[test]
#[ignore = "needs a browser"]
fn forced_colours_leave_squares_and_sides() {
    run(async {
        let table = Table::start("", &["--language", "de"]);
        let hall = Browser::open(table.view()).await;
        let fill =
            |selector: &str, of: &str| format!("getComputedStyle(document.querySelector('{selector}')).{of}");
        for scheme in ["light", "dark"] {
            hall.prefers(&[("forced-colors", "active"), ("prefers-color-scheme", scheme)]).await;
            let (light, dark) =
                (fill("#board .light", "backgroundColor"), fill("#board .dark", "backgroundColor"));
            assert_ne!(hall.text(&light).await, hall.text(&dark).await, "{scheme} squares");
            let (white, black) = (fill("#board .piece-white", "fill"), fill("#board .piece-black", "fill"));
            assert_ne!(hall.text(&white).await, hall.text(&black).await, "{scheme} pieces");
        }
        hall.close().await;
    });
}
