//! The way in: codes, and pages of other sites.

use annabella_browser_tests::{
    browser::{Browser, run},
    table::Table,
};

#[test]
#[ignore = "needs a browser"]
fn a_code_is_typed_and_nothing_of_it_stays_in_the_address() {
    run(async {
        let table = Table::start("table", &["--language", "de"]);
        let (address, code) = table.link(0).split_once('#').expect("a link with a code");
        let desk = Browser::open(table.link(0)).await;
        assert_eq!(desk.text("location.href").await, address);
        desk.wait("document.getElementById('seat').textContent.includes('Am Tisch')").await;
        // The pass holds after a reload.
        desk.js("location.reload()").await;
        desk.wait("document.getElementById('seat')?.textContent.includes('Am Tisch')").await;
        desk.js("document.getElementById('leave').click()").await;
        desk.wait("!document.getElementById('entrance').hidden && document.activeElement.id === 'code'")
            .await;
        let enter = |typed: &str| {
            format!(
                "document.getElementById('code').value = '{typed}'; document.getElementById('enter').requestSubmit()"
            )
        };
        desk.js(&enter("000 000")).await;
        desk.wait("document.getElementById('refused').textContent === 'Dieser Code passt nicht.'").await;
        desk.js(&enter(&format!("{}-{}", &code[..3], &code[3..]))).await;
        desk.wait("!document.getElementById('game').hidden").await;
        desk.close().await;
    });
}

/// What people are called and say is text, whatever it looks like.
#[test]
#[ignore = "needs a browser"]
fn text_is_never_markup() {
    run(async {
        let name = "<img src=x onerror=document.title='caught'>";
        let table = Table::start("table", &["--language", "en", "--white", name, "--event", "<b>&amp;</b>"]);
        let desk = Browser::open(table.link(0)).await;
        desk.say(name).await;
        desk.wait("document.querySelectorAll('#told li').length > 1").await;
        assert!(desk.text("document.getElementById('players').textContent").await.starts_with(name));
        assert_eq!(desk.js("return document.querySelectorAll('#game img, #game b').length").await, 0);
        assert!(desk.text("document.title").await.starts_with(name));
        desk.close().await;
    });
}
