//! Prints how quick and how heavy the page is: `make bench`.

use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

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
        let options = ["--language", "en", "--confirm", "never", "--fen", POSITION];
        let table = Table::start("table", &options);
        let (desk, hall) = (Browser::open(table.link(0)).await, Browser::open(table.view()).await);
        print_times("own move to the page", &desk).await;
        // What may be said next is still laid out for the last moves.
        std::thread::sleep(Duration::from_secs(15));
        println!("program with two pages open: {}", table.load(Duration::from_secs(20)));
        let open = "window.viewers = Array.from({length: 98}, () => new WebSocket(location.href.replace('http', 'ws') + 'live'))";
        hall.js(open).await;
        hall.wait("window.viewers.every((viewer) => viewer.readyState === WebSocket.OPEN)").await;
        println!("program with 100 viewers: {}", table.load(Duration::from_secs(20)));
        desk.close().await;
        let table = Table::start("table", &options);
        let desk = Browser::open(table.link(0)).await;
        hall.go(table.view()).await;
        hall.js(open).await;
        hall.js("setInterval(() => window.viewers.forEach((viewer) => viewer.send('{\"say\":\"e4\"}')), 20)")
            .await;
        let attack = Attack::begin(table.link(0));
        print_times("own move to the page under attack", &desk).await;
        println!("requests of the attack that were answered: {}", attack.end());
        desk.close().await;
        hall.close().await;
    });
}

/// Makes all moves, and prints how long each took to be seen.
async fn print_times(what: &str, desk: &Browser) {
    let (white, black) = (way(['1', '2', '3']), way(['8', '7', '6']));
    let mut times = Vec::new();
    for n in 0..white.len() - 1 {
        for side in [&white, &black] {
            times.push(seen_after(desk, &side[n], &side[n + 1]).await);
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let (median, late, longest) = (at(0.5), at(0.95), at(1.0));
    let count = times.len();
    println!("{what}: median {median:.0} ms, 95 % {late:.0} ms, longest {longest:.0} ms ({count} moves)");
}

/// Two hundred requests that never end, wrong codes without a pause, and other hosts.
struct Attack {
    goes_on: Arc<AtomicBool>,
    hands: Vec<JoinHandle<usize>>,
}

impl Attack {
    fn begin(link: &str) -> Attack {
        let host = link.trim_start_matches("http://").split('/').next().expect("an address").to_owned();
        let goes_on = Arc::new(AtomicBool::new(true));
        let hands = (0..3)
            .map(|n| {
                let (host, goes_on) = (host.clone(), goes_on.clone());
                std::thread::spawn(move || attack(&host, n, &goes_on))
            })
            .collect();
        Attack { goes_on, hands }
    }

    fn end(self) -> usize {
        self.goes_on.store(false, Ordering::Relaxed);
        self.hands.into_iter().map(|hand| hand.join().expect("an attack without a panic")).sum()
    }
}

fn attack(host: &str, n: usize, goes_on: &AtomicBool) -> usize {
    let named = if n == 2 { "other.example" } else { host };
    let wrong_code = format!(
        "POST /enter HTTP/1.1\r\nHost: {named}\r\nOrigin: http://{named}\r\nConnection: close\r\nContent-Length: 6\r\n\r\n000000"
    );
    let (mut open, mut answered) = (Vec::new(), 0);
    while goes_on.load(Ordering::Relaxed) {
        let Ok(mut stream) = TcpStream::connect(host) else { continue };
        let _ = stream.set_read_timeout(Some(Duration::from_secs(1)));
        match n {
            0 => {
                let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost:");
                open.push(stream);
                open.drain(..open.len().saturating_sub(200));
                std::thread::sleep(Duration::from_millis(5));
            }
            _ => {
                let _ = stream.write_all(wrong_code.as_bytes());
                answered += usize::from(stream.read(&mut [0; 64]).is_ok_and(|count| count > 0));
            }
        }
    }
    answered
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
