//! The broadcast of a round: the games as they are seen here, with the delay of the page, pushed to the online service.

use std::{
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

use crate::{
    devices::lichess::{
        Client, LichessError,
        broadcast::{BroadcastRoundId, PushedGame, push},
    },
    language::Message,
};

/// The games are pushed so often at most.
const PACE: Duration = Duration::from_secs(3);

/// Where a round is broadcast.
#[derive(Clone, Debug)]
pub struct BroadcastTarget {
    pub client: Client,
    pub round: BroadcastRoundId,
}

/// What becomes of a broadcast.
#[derive(Debug, Message)]
#[message(printed, prefix = "broadcast")]
pub enum BroadcastNews {
    /// The games were taken, the first ones or again after a failure.
    Taken { games: usize },
    /// A game was not taken to its end, for the server's reason.
    Stopped { game: usize, reason: String },
    /// Nothing was taken; it is tried again.
    Failed { reason: LichessError },
}

/// Pushes the games on a thread of its own, the newest state only.
#[derive(Debug)]
pub struct Broadcast(Sender<Vec<String>>);

impl Broadcast {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// If the system has no thread for it.
    pub fn start(
        target: BroadcastTarget,
        tell: impl FnMut(BroadcastNews) + Send + 'static,
    ) -> std::io::Result<Broadcast> {
        let (sender, games) = unbounded();
        thread::Builder::new().name("broadcast".to_owned()).spawn(move || follow(&target, &games, tell))?;
        Ok(Broadcast(sender))
    }

    /// Shows these games from now on.
    pub fn show(&self, games: Vec<String>) {
        // A thread that has ended has nothing to show.
        let _ = self.0.send(games);
    }
}

fn follow(target: &BroadcastTarget, games: &Receiver<Vec<String>>, mut tell: impl FnMut(BroadcastNews)) {
    let mut backoff = target.client.timeouts().backoff();
    let (mut wanted, mut shown): (Vec<String>, Vec<String>) = Default::default();
    let mut told = Told::default();
    let mut again: Option<Instant> = None;
    loop {
        let news = match again {
            Some(at) => games.recv_deadline(at),
            None => games.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match news {
            Ok(newest) => wanted = games.try_iter().last().unwrap_or(newest),
            Err(RecvTimeoutError::Timeout) => again = None,
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if again.is_some() || wanted == shown || wanted.is_empty() {
            continue;
        }
        match push(&target.client, &target.round, &wanted) {
            Ok(taken) => {
                told.taken(&taken, &mut tell);
                backoff.reset();
                shown.clone_from(&wanted);
                again = Some(Instant::now() + PACE);
            }
            Err(reason) => {
                again = Some(Instant::now() + backoff.pause_after(&reason));
                told.failed(reason, &mut tell);
            }
        }
    }
}

/// What was told, so that each thing is told once.
#[derive(Default)]
struct Told {
    /// Whether the last push was taken.
    taken: Option<bool>,
    stopped: Vec<Option<String>>,
}

impl Told {
    fn taken(&mut self, games: &[PushedGame], tell: &mut impl FnMut(BroadcastNews)) {
        if self.taken.replace(true) != Some(true) {
            tell(BroadcastNews::Taken { games: games.len() });
        }
        self.stopped.resize(games.len(), None);
        for (n, (game, before)) in games.iter().zip(&mut self.stopped).enumerate() {
            if game.error != *before {
                before.clone_from(&game.error);
                if let Some(reason) = &game.error {
                    tell(BroadcastNews::Stopped { game: n + 1, reason: reason.clone() });
                }
            }
        }
    }

    fn failed(&mut self, reason: LichessError, tell: &mut impl FnMut(BroadcastNews)) {
        if self.taken.replace(false) != Some(false) {
            tell(BroadcastNews::Failed { reason });
        }
    }
}
