//! Draws the page for the README: `docs/page.png`, by `make picture`.

use annabella_browser_tests::{
    browser::{Browser, run},
    table::Table,
};

#[test]
fn picture() {
    run(async {
        let names = ["--white", "Anna Berger", "--black", "Felix Thoma", "--event", "Vereinspokal"];
        let options = [&["--language", "de", "--confirm", "never", "--time", "90+30"], &names[..]].concat();
        let table = Table::start("table", &options);
        let desk = Browser::open(table.link(0)).await;
        for (n, line) in
            ["e4", "e5", "Sf3", "Sc6", "Lb5", "a6", "Lxc6", "dxc6", "0-0"].into_iter().enumerate()
        {
            desk.say(line).await;
            desk.moves(n + 1).await;
        }
        desk.say("Remis anbieten").await;
        desk.wait("!document.getElementById('question').hidden").await;
        desk.size(1000, 760).await;
        let picture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/page.png");
        std::fs::write(picture, desk.picture().await).expect("the folder docs");
        desk.close().await;
    });
}
