//! The protocol of DGT LiveChess, a program that serves boards of any maker: JSON in, placements and times out.
//!
//! LiveChess listens at `ws://localhost:1982/api/v1.0`.

use std::time::Duration;

use serde::Deserialize;

use super::{
    link::{BoardLink, LiveChessLink},
    maker::{BoardMaker, EmulatedProtocol, Emulation, WireKind},
    placement::Placement,
};

/// A message of LiveChess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveChessNews {
    /// The serial numbers of the active boards.
    Boards(Vec<String>),
    Feed(Feed),
}

/// A board's feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    pub serial: Option<String>,
    pub placement: Option<Placement>,
    /// White's time and Black's, if the board has a clock.
    pub left: Option<(Duration, Duration)>,
    /// Whether White's clock runs (if not, Black's does); `None` if neither runs.
    pub white_runs: Option<bool>,
}

/// Returns the call with this number that requests all boards.
pub fn ask_for_boards(number: u32) -> String {
    format!(r#"{{"id":{number},"call":"eboards"}}"#)
}

/// Returns the call with this number that subscribes to a board's feed.
pub fn subscribe(number: u32, serial: &str) -> String {
    let serial = serde_json::Value::from(serial);
    format!(
        r#"{{"id":{number},"call":"subscribe","param":{{"feed":"eboardevent","id":{number},"param":{{"serialnr":{serial}}}}}}}"#
    )
}

/// Reads a message of LiveChess; returns `None` for any other text.
pub fn read(text: &str) -> Option<LiveChessNews> {
    let message: LiveChessMessage = serde_json::from_str(text).ok()?;
    let param = message.param?;
    match message.response.as_str() {
        "call" => {
            let boards: Vec<LiveChessBoard> = serde_json::from_value(param).ok()?;
            let there = boards.into_iter().filter(|board| board.state.as_deref() != Some("INACTIVE"));
            Some(LiveChessNews::Boards(there.map(|board| board.serialnr).collect()))
        }
        "feed" => serde_json::from_value(param).ok().map(|param: FeedParam| LiveChessNews::Feed(feed(param))),
        _ => None,
    }
}

fn feed(param: FeedParam) -> Feed {
    let seconds = |time: f64| Duration::try_from_secs_f64(time).ok();
    let clock = param.clock;
    Feed {
        serial: param.serialnr,
        placement: param.board.and_then(|board| board.parse().ok()),
        left: clock.as_ref().and_then(|clock| Some((seconds(clock.white)?, seconds(clock.black)?))),
        white_runs: clock.and_then(|clock| clock.run),
    }
}

#[derive(Deserialize)]
struct LiveChessMessage {
    response: String,
    param: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct LiveChessBoard {
    serialnr: String,
    state: Option<String>,
}

#[derive(Deserialize)]
struct FeedParam {
    serialnr: Option<String>,
    board: Option<String>,
    clock: Option<LiveChessClock>,
}

#[derive(Deserialize)]
struct LiveChessClock {
    white: f64,
    black: f64,
    run: Option<bool>,
}

pub(super) struct LiveChess;

impl BoardMaker for LiveChess {
    fn name(&self) -> &'static str {
        "LiveChess"
    }

    fn wire(&self) -> WireKind {
        WireKind::WebSocket { host: "localhost", port: 1982 }
    }

    fn link(&self) -> Box<dyn BoardLink> {
        Box::new(LiveChessLink::default())
    }

    fn emulated(&self, _start: &Placement, _clock: Option<Duration>) -> Box<dyn EmulatedProtocol> {
        Box::new(LiveChess)
    }
}

impl EmulatedProtocol for LiveChess {
    fn received(&mut self, bytes: &[u8], board: &mut Emulation) {
        let call: serde_json::Value = serde_json::from_slice(bytes).unwrap_or_default();
        let id = &call["id"];
        let answer = match call["call"].as_str() {
            Some("eboards") => {
                let placement = &board.placement;
                format!(
                    r#"{{"response":"call","id":{id},"param":[{{"serialnr":"12345","state":"ACTIVE","board":"{placement}"}}]}}"#
                )
            }
            Some("subscribe") => {
                board.is_followed = true;
                board.writes.push_back(self.encode(&board.placement));
                format!(r#"{{"response":"call","id":{id},"param":null}}"#)
            }
            _ => return,
        };
        board.writes.push_back(answer.into_bytes());
    }

    fn encode(&self, placement: &Placement) -> Vec<u8> {
        format!(
            r#"{{"response":"feed","id":1,"param":{{"serialnr":"12345","flipped":false,"board":"{placement}"}}}}"#
        )
        .into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_is_read() {
        let text = r#"{"response":"feed","id":1,"param":{"serialnr":"24535","flipped":false,
            "board":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
            "clock":{"white":5399,"black":5400,"run":false,"time":1510142442}}}"#;
        let Some(LiveChessNews::Feed(feed)) = read(text) else { panic!("{text}") };
        assert_eq!(feed.placement.unwrap().at(28), 'P');
        assert_eq!(feed.left, Some((Duration::from_secs(5399), Duration::from_secs(5400))));
        assert_eq!((feed.serial.as_deref(), feed.white_runs), (Some("24535"), Some(false)));
        for other in ["", "{}", r#"{"response":"call","id":1}"#, r#"{"response":"feed","id":1}"#] {
            assert_eq!(read(other), None, "{other}");
        }
        let wrong =
            r#"{"response":"feed","param":{"board":"9","clock":{"white":-1,"black":1e400,"run":null}}}"#;
        assert!(matches!(
            read(wrong),
            None | Some(LiveChessNews::Feed(Feed { placement: None, left: None, .. }))
        ));
        assert_eq!(subscribe(2, "a\"b").matches("\\\"").count(), 1);
    }
}
