//! A viewer's connection: the latest state goes out, what the viewer sends comes in.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::{OwnedSemaphorePermit, mpsc, watch};

use super::WebEvent;

/// The longest message of a viewer, in bytes.
pub(super) const LONGEST_MESSAGE: usize = 4096;
/// How long a viewer may take to accept a state.
const SEND_LIMIT: Duration = Duration::from_secs(10);
/// How often a viewer is asked for a sign of life, and after which time without one it is gone.
const PING: Duration = Duration::from_secs(20);
const GONE: Duration = Duration::from_secs(65);
/// How many messages a viewer may send at once, and after which time one more: faster than anybody moves and types.
const BURST: u32 = 40;
const ONE_MORE: Duration = Duration::from_millis(100);

/// What a viewer's connection needs.
pub(super) struct Viewer {
    pub(super) place: usize,
    pub(super) writes: bool,
    pub(super) states: watch::Receiver<Arc<str>>,
    pub(super) sent: mpsc::Sender<WebEvent>,
    /// Given back when the connection ends.
    pub(super) _permits: (Arc<OwnedSemaphorePermit>, OwnedSemaphorePermit),
}

impl Viewer {
    /// Serves the viewer until one of both has had enough.
    pub(super) async fn follow(mut self, mut socket: WebSocket) {
        self.states.mark_changed();
        let mut pings = tokio::time::interval(PING);
        let mut heard = Instant::now();
        let mut spent_until = Instant::now();
        loop {
            let message = tokio::select! {
                changed = self.states.changed() => {
                    let state = self.states.borrow_and_update().to_string();
                    if changed.is_err() {
                        close(socket, close_code::AWAY).await;
                        return;
                    }
                    // None was shown yet.
                    if state.is_empty() { continue; }
                    Message::text(state)
                }
                _ = pings.tick() => {
                    if heard.elapsed() > GONE { return; }
                    Message::Ping(Default::default())
                }
                received = socket.recv() => {
                    let now = Instant::now();
                    heard = now;
                    match received {
                        Some(Ok(Message::Text(text))) if self.writes => {
                            spent_until = spent_until.max(now) + ONE_MORE;
                            if spent_until.duration_since(now) > ONE_MORE * BURST {
                                close(socket, close_code::POLICY).await;
                                return;
                            }
                            let event = WebEvent::Sent { place: self.place, text: text.to_string() };
                            if self.sent.send(event).await.is_err() { return; }
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Text(_) | Message::Binary(_))) => {
                            close(socket, close_code::POLICY).await;
                            return;
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    }
                    continue;
                }
            };
            match tokio::time::timeout(SEND_LIMIT, socket.send(message)).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return,
            }
        }
    }
}

async fn close(mut socket: WebSocket, code: u16) {
    let frame = CloseFrame { code, reason: Default::default() };
    // Whoever does not take it is gone anyway.
    let _ = tokio::time::timeout(SEND_LIMIT, socket.send(Message::Close(Some(frame)))).await;
}
