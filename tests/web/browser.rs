//! A browser at a seat.

use std::{
    net::{Ipv4Addr, SocketAddr},
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use fantoccini::{
    Client, ClientBuilder,
    actions::{
        InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
    },
    key::Key,
    wd::WebDriverCompatibleCommand,
};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::{
    free_port::free_port,
    table::{PATIENCE, wait_until},
};

/// What drives the browser; both end with it.
struct Driver {
    child: Child,
    address: String,
}

impl Driver {
    fn start() -> Driver {
        let free = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()));
        let mut command = Command::new("chromedriver");
        command
            .arg(format!("--port={}", free.port()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0);
        let child = command.spawn().expect("chromedriver is installed: .ci/setup test");
        let driver = Driver { child, address: format!("http://{free}") };
        wait_until("chromedriver listens", || std::net::TcpStream::connect(free).is_ok());
        driver
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let group = format!("-{}", self.child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.child.wait();
    }
}

/// A command of Chromium's own protocol.
#[derive(Debug)]
struct Cdp(&'static str, Value);

impl WebDriverCompatibleCommand for Cdp {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({ "cmd": self.0, "params": self.1 }).to_string()))
    }
}

/// Returns the script of axe-core, if it could be fetched.
pub fn axe_core() -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/axe/axe.min.js")).ok()
}

/// Runs a test in a runtime of its own.
pub fn run<T>(test: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(test)
}

/// A browser, and the page in it.
pub struct Browser {
    client: Client,
    _driver: Driver,
}

impl Browser {
    /// Opens the page of a seat in a browser of its own.
    pub async fn open(link: &str) -> Browser {
        let browser = Browser::show("about:blank").await;
        browser.go(link).await;
        browser
    }

    /// Opens any page in a browser of its own.
    pub async fn show(link: &str) -> Browser {
        let driver = Driver::start();
        let args = [
            "--no-sandbox",
            "--headless=new",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--window-size=1280,1000",
        ];
        let options = json!({ "args": args });
        let capabilities = [("goog:chromeOptions".to_owned(), options)].into_iter().collect();
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&driver.address)
            .await;
        let browser = Browser { client: client.expect("a browser"), _driver: driver };
        browser.client.goto(link).await.expect("the page");
        browser
    }

    /// Goes to a link, and waits until the seat is shown.
    pub async fn go(&self, link: &str) {
        self.client.goto("about:blank").await.expect("an empty page");
        self.client.goto(link).await.expect("the page");
        self.wait("!document.getElementById('game').hidden").await;
    }

    pub async fn js(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    pub async fn text(&self, script: &str) -> String {
        self.js(&format!("return {script}")).await.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression of the page is true.
    pub async fn wait(&self, expression: &str) {
        let until = Instant::now() + PATIENCE;
        while self.js(&format!("return Boolean({expression})")).await != json!(true) {
            if Instant::now() > until {
                panic!("never: {expression}\n{}", self.text("document.body.innerText").await);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until this was told.
    pub async fn told(&self, text: &str) {
        let text = json!(text);
        let told = "[...document.querySelectorAll('#told li')]";
        self.wait(&format!("{told}.some((told) => told.textContent.includes({text}))")).await;
    }

    /// Waits until a screen reader was given this.
    pub async fn spoken(&self, text: &str) {
        let text = json!(text);
        self.wait(&format!("document.getElementById('spoken').textContent.includes({text})")).await;
    }

    /// The moves, as the page lists them.
    pub async fn score(&self) -> String {
        self.text("[...document.querySelectorAll('#score li')].map((move) => move.textContent).join(' ')")
            .await
    }

    /// Waits for so many moves.
    pub async fn moves(&self, count: usize) {
        self.wait(&format!("document.querySelectorAll('#score li').length === {count}")).await;
    }

    /// Types a line and sends it.
    pub async fn say(&self, line: &str) {
        let line = json!(line);
        self.js(&format!(
            "document.getElementById('typed').value = {line}; document.getElementById('line').requestSubmit()"
        ))
        .await;
    }

    /// Presses the button of an answer.
    pub async fn answer(&self, answer: &str) {
        let answer = json!(answer);
        let button = format!(
            "[...document.querySelectorAll('#answers :not(.past)')].find((button) => button.textContent === {answer})"
        );
        self.wait(&format!("!document.getElementById('question').hidden && {button}")).await;
        self.js(&format!("{button}.click()")).await;
    }

    /// Presses a key where the focus is.
    pub async fn key(&self, key: &str) {
        let value = match key {
            "ArrowUp" => char::from(Key::Up),
            "ArrowDown" => char::from(Key::Down),
            "ArrowLeft" => char::from(Key::Left),
            "ArrowRight" => char::from(Key::Right),
            "Enter" => char::from(Key::Enter),
            "Escape" => char::from(Key::Escape),
            "Tab" => char::from(Key::Tab),
            "F2" => char::from(Key::F2),
            "F4" => char::from(Key::F4),
            "F8" => char::from(Key::F8),
            "F9" => char::from(Key::F9),
            other => other.chars().next().expect("a key"),
        };
        let press =
            KeyActions::new("keys".into()).then(KeyAction::Down { value }).then(KeyAction::Up { value });
        self.client.perform_actions(press).await.unwrap_or_else(|error| panic!("{key}: {error}"));
    }

    /// Types a text where the focus is.
    pub async fn write(&self, text: &str) {
        let typing = text.chars().fold(KeyActions::new("keys".into()), |typing, value| {
            typing.then(KeyAction::Down { value }).then(KeyAction::Up { value })
        });
        self.client.perform_actions(typing).await.unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    async fn middle(&self, square: &str) -> (f64, f64) {
        let script = format!(
            "const at = document.querySelector('[data-square={square}]'); at.scrollIntoView({{block: 'nearest'}}); \
             const box = at.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]"
        );
        let at = self.js(&script).await;
        (at[0].as_f64().expect("a place"), at[1].as_f64().expect("a place"))
    }

    /// Moves a piece by two clicks of the mouse.
    pub async fn click(&self, from: &str, to: &str) {
        self.js("document.getElementById('position').scrollIntoView()").await;
        for square in [from, to] {
            let (x, y) = self.middle(square).await;
            let click = MouseActions::new("mouse".into())
                .then(PointerAction::MoveTo { duration: None, x, y })
                .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
                .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
            self.client.perform_actions(click).await.expect("a click");
        }
    }

    /// Moves a piece by dragging it with a finger.
    pub async fn drag(&self, from: &str, to: &str) {
        self.js("document.getElementById('position').scrollIntoView()").await;
        let ((x, y), (to_x, to_y)) = (self.middle(from).await, self.middle(to).await);
        let to = |x, y, ms| PointerAction::MoveTo { duration: Some(Duration::from_millis(ms)), x, y };
        let drag = TouchActions::new("finger".into())
            .then(to(x, y, 0))
            .then(PointerAction::Down { button: 0 })
            .then(to((x + to_x) / 2.0, (y + to_y) / 2.0, 50))
            .then(to(to_x, to_y, 50))
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(drag).await.expect("a drag");
    }

    /// Moves a piece by keys alone: goes over the board to both squares.
    pub async fn walk(&self, from: &str, to: &str) {
        self.key("F4").await;
        for square in [from, to] {
            self.go_to(square).await;
            self.key("Enter").await;
        }
    }

    /// Goes by arrows from the square that has the focus to another one.
    pub async fn go_to(&self, square: &str) {
        let at = self.text("document.activeElement.dataset.square").await;
        let steps = |n: usize| i32::from(square.as_bytes()[n]) - i32::from(at.as_bytes()[n]);
        for (steps, more, less) in [(steps(0), "ArrowRight", "ArrowLeft"), (steps(1), "ArrowUp", "ArrowDown")]
        {
            for _ in 0..steps.abs() {
                self.key(if steps > 0 { more } else { less }).await;
            }
        }
        self.wait(&format!("document.activeElement.dataset.square === '{square}'")).await;
    }

    /// Waits for a second window, looks at it, and closes it.
    pub async fn in_the_other_window(&self, look: impl AsyncFnOnce(&Browser)) {
        let here = self.client.window().await.expect("a window");
        let until = Instant::now() + PATIENCE;
        let other = loop {
            let all = self.client.windows().await.expect("windows");
            if let Some(other) = all.into_iter().find(|window| *window != here) {
                break other;
            }
            assert!(Instant::now() < until, "no other window");
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        self.client.switch_to_window(other).await.expect("the other window");
        look(self).await;
        self.client.close_window().await.expect("it closes");
        self.client.switch_to_window(here).await.expect("the first window");
    }

    /// Sets the size of the window exactly.
    pub async fn size(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.cdp("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Sets what the user prefers.
    pub async fn prefers(&self, features: &[(&str, &str)]) {
        let features: Vec<_> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.cdp("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    pub async fn cdp(&self, command: &'static str, params: Value) -> Value {
        self.client.issue_cmd(Cdp(command, params)).await.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// Checks the page with axe-core, if that could be fetched. Returns what it found wrong.
    pub async fn axe(&self) -> Vec<String> {
        let Some(axe) = axe_core() else {
            println!("axe-core is not there, skipped");
            return Vec::new();
        };
        self.js(&axe).await;
        let run = "const done = arguments[arguments.length - 1]; axe.run(document).then((all) => done(all.violations\
                   .map((fault) => fault.id + ': ' + fault.nodes.map((node) => node.html).join(' | '))))";
        let found = self.client.execute_async(run, Vec::new()).await.expect("axe runs");
        found.as_array().expect("a list").iter().map(ToString::to_string).collect()
    }

    /// The names of what has this role in the accessibility tree.
    pub async fn named(&self, role: &str) -> Vec<String> {
        let tree = self.cdp("Accessibility.getFullAXTree", json!({})).await;
        let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
        let of_role =
            nodes.iter().filter(|node| node["ignored"] != json!(true) && node["role"]["value"] == role);
        of_role.map(|node| node["name"]["value"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// What is seen, as PNG.
    pub async fn picture(&self) -> Vec<u8> {
        self.client.screenshot().await.expect("a picture")
    }

    pub async fn close(self) {
        self.client.close().await.expect("the browser closes");
    }
}
