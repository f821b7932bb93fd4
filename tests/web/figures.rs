//! Prints how quick and how heavy the page is: `make bench`.

use std::time::Duration;

use annabella_browser_tests::{
    browser::{Browser, run},
    table::Table,
};

/// Two kings and two pawns: enough room to walk.
const POSITION: &str = "4k3/8/8/7p/P7/8/8/4K3 w - - 0 1";

/// The way of a king along its first three ranks, and back.
fn way(ranks: [char; 3]) -> Vec<String> {
    let file = |n: usize| char::from(b"abcdefgh"[n]);
    let first = (0..5).rev().map(|n| (n, 0));
    let second = (0..8).map(|n| (n, 1));
    let third = (0..8).rev().map(|n| (n, 2));
    let there: Vec<String> =
        first.chain(second).chain(third).map(|(n, rank)| format!("{}{}", file(n), ranks[rank])).collect();
    let back = there.iter().rev().skip(1).cloned().collect::<Vec<_>>();
    there.into_iter().chain(back).collect()
}

#[test]
fn figures() {
    run(async {
        let table = Table::start("table", &["--language", "en", "--confirm", "never", "--fen", POSITION]);
        let desk = Browser::open(table.link(0)).await;
        let hall = Browser::open(table.view()).await;
        let (white, black) = (way(['1', '2', '3']), way(['8', '7', '6']));
        let mut times = Vec::new();
        for n in 0..white.len() - 1 {
            for side in [&white, &black] {
                times.push(seen_after(&desk, &side[n], &side[n + 1]).await);
            }
        }
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!(
            "own move to the page: median {:.0} ms, 95 % {:.0} ms, longest {:.0} ms ({} moves)",
            at(0.5),
            at(0.95),
            at(1.0),
            times.len()
        );
        println!("program with two pages open: {}", table.load(Duration::from_secs(20)));
        let open = "window.viewers = Array.from({length: 98}, () => new WebSocket(location.href.replace('http', 'ws') + 'live'))";
        hall.js(open).await;
        hall.wait("window.viewers.every((viewer) => viewer.readyState === WebSocket.OPEN)").await;
        println!("program with 100 viewers: {}", table.load(Duration::from_secs(20)));
        desk.close().await;
        hall.close().await;
    });
}

/// Makes a move by two clicks; returns how many milliseconds later the page has it.
async fn seen_after(desk: &Browser, from: &str, to: &str) -> f64 {
    let script = format!(
        "const score = document.getElementById('score'); const count = score.children.length; \
         const begun = performance.now(); window.seen = null; \
         new MutationObserver((_, self) => {{ if (score.children.length > count) {{ \
             window.seen = performance.now() - begun; self.disconnect(); }} }}).observe(score, {{childList: true}}); \
         document.querySelector('[data-square={from}]').click(); document.querySelector('[data-square={to}]').click();"
    );
    desk.js(&script).await;
    desk.wait("window.seen !== null").await;
    desk.js("return window.seen").await.as_f64().expect("a time")
}
