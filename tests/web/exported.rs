//! A game as a page of its own, opened from the disk.

use std::{fs, process::Command};

use annabella_browser_tests::{
    browser::{Browser, run},
    table::program,
};

/// A mate in three half-moves a side, with clocks.
const SCORE: &str = "[White \"<b>Anna\"]\n[TimeControl \"300\"]\n\n1. e4 {[%clk 0:04:50]} e5 {[%clk 0:04:40]} \
                     2. Qh5 {[%clk 0:04:20]} Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

/// Writes the page of the game, and returns its folder and link.
fn exported(language: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let (score, page) = (folder.path().join("game.pgn"), folder.path().join("game.html"));
    fs::write(&score, SCORE).expect("a score");
    let mut command = Command::new(program());
    command.arg("export").arg(&score).args(["--html", "--diagrams", "2w", "--language", language]);
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    fs::write(&page, output.stdout).expect("a page");
    (folder, format!("file://{}", page.display()))
}

#[test]
#[ignore = "needs a browser"]
fn a_game_is_stepped_through_by_buttons_and_keys() {
    run(async {
        let (_folder, link) = exported("de");
        let page = Browser::show(&link).await;
        let told = "document.getElementById('told').textContent.trim()";
        page.wait("!document.getElementById('steps').hidden").await;
        assert_eq!(
            page.text(told).await,
            "Zug 4, Weiß: Dame Hector fünf schlägt Felix sieben, matt. Weiß gewinnt."
        );
        page.key("ArrowLeft").await;
        page.wait(&format!("{told} === 'Zug 3, Schwarz: Springer Gustav acht Felix sechs.'")).await;
        let square = |row: usize, column: usize| {
            format!(
                "document.querySelectorAll('#board tbody tr')[{row}].querySelectorAll('td')[{column}].textContent"
            )
        };
        assert_eq!(page.text(&square(2, 5)).await, "schwarzer Springer");
        page.js("document.querySelector('#steps button').click()").await;
        page.wait(&format!("{told} === 'Anfangsstellung.'")).await;
        assert_eq!(page.text(&square(7, 4)).await, "weißer König");
        page.js("document.querySelector('#steps button:last-child').click()").await;
        assert_eq!(page.text(&square(0, 3)).await, "weißer König");
        assert_eq!(page.text(&square(3, 0)).await, "");
        page.js("document.querySelector('.moves li:nth-child(3) button').click()").await;
        page.wait(&format!("{told} === 'Zug 2, Weiß: Dame David eins Hector fünf.'")).await;
        page.close().await;
    });
}

#[test]
#[ignore = "needs a browser"]
fn it_is_sound_at_every_size_and_in_every_colour() {
    run(async {
        for (language, board) in [("de", "Brett"), ("en", "Board")] {
            let (_folder, link) = exported(language);
            let page = Browser::show(&link).await;
            for (width, height) in [(320, 225), (360, 740), (1280, 900), (3840, 2160)] {
                for (scheme, forced) in
                    [("light", "none"), ("dark", "none"), ("light", "active"), ("dark", "active")]
                {
                    page.size(width, height).await;
                    page.prefers(&[("prefers-color-scheme", scheme), ("forced-colors", forced)]).await;
                    let overflow = page.js("return document.documentElement.scrollWidth - document.documentElement.clientWidth").await;
                    assert_eq!(overflow, 0, "{width} {scheme} {forced}");
                    assert_eq!(page.axe().await, [""; 0], "{width} {scheme} {forced}");
                }
            }
            assert_eq!(page.named("main").await.len(), 1);
            assert!(page.named("heading").await.iter().any(|name| name == board));
            assert!(page.named("button").await.len() >= 13);
            page.close().await;
        }
    });
}
