//! Draws the page for the README: `docs/page.LANGUAGE.png`, by `make picture`.

use annabella_browser_tests::{
    browser::{Browser, run},
    table::Table,
};

#[test]
fn picture() {
    for (language, moves, offer) in [
        ("de", ["e4", "e5", "Sf3", "Sc6", "Lb5", "a6", "Lxc6", "dxc6", "0-0"], "Remis anbieten"),
        ("en", ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "0-0"], "offer a draw"),
    ] {
        run(draw(language, moves, offer));
    }
}

async fn draw(language: &str, moves: [&str; 9], offer: &str) {
    let names = ["--white", "Anna Berger", "--black", "Felix Thoma"];
    let options = [&["--language", language, "--confirm", "never", "--time", "90+30"], &names[..]].concat();
    let table = Table::start("table", &options);
    let desk = Browser::open(table.link(0)).await;
    for (n, line) in moves.into_iter().enumerate() {
        desk.say(line).await;
        desk.moves(n + 1).await;
    }
    desk.say(offer).await;
    desk.wait("!document.getElementById('question').hidden").await;
    desk.size(1000, 760).await;
    let picture = format!("{}/../../docs/page.{language}.png", env!("CARGO_MANIFEST_DIR"));
    std::fs::write(picture, desk.picture().await).expect("the folder docs");
    desk.close().await;
}
