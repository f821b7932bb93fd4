//! The event stream of the account. A server allows one, so its lines go to every game of this program; one of these
//! plays each game on the server.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::{Duration, Instant},
};

use super::{OnlineNews, Reporter};
use crate::devices::lichess::{
    Client, LichessError, Stream, StreamNews,
    wire::{AccountLine, GameInfo},
};

/// A stream that the server closes within this time has been opened by another program too.
const SOON: Duration = Duration::from_secs(10);

/// After so many such ends in a row this program gives way.
const CLOSED_AT_MOST: u32 = 2;

/// The account that all games of a program share. A clone is the same account.
#[derive(Clone, Default)]
pub struct SharedAccount(Arc<Mutex<AccountState>>);

#[derive(Default)]
struct AccountState {
    /// A port has undertaken to open the stream.
    has_opener: bool,
    stream: Option<Stream>,
    is_open: bool,
    /// When it was last opened.
    opened_at: Option<Instant>,
    /// How often in a row the server has closed it soon after that.
    closed_soon: u32,
    listeners: Vec<Reporter<OnlineNews>>,
    /// Games that began before this program, or that a port has taken.
    known: HashSet<String>,
    /// The players that were challenged, in lower case.
    challenged: HashSet<String>,
    /// The challenges that were accepted.
    accepted: HashSet<String>,
    /// The games that this program has played.
    played: HashSet<String>,
}

impl SharedAccount {
    /// Reports the account's lines from now on. Returns whether the caller has to open the stream.
    pub(super) fn listen(&self, reporter: Reporter<OnlineNews>) -> bool {
        let mut shared = self.shared();
        if shared.is_open {
            reporter.report(OnlineNews::Account(StreamNews::Opened));
        }
        shared.listeners.push(reporter);
        !std::mem::replace(&mut shared.has_opener, true)
    }

    /// The one who was to open the stream will not.
    pub(super) fn let_another_open(&self) {
        self.shared().has_opener = false;
    }

    pub(super) fn open(&self, client: &Client) {
        let account = Arc::downgrade(&self.0);
        let pass = move |news| forward(&account, news);
        // The first lines of the stream take the lock too, so it is taken after the stream has begun.
        let stream = Stream::open(client, "/api/stream/event".to_owned(), pass).ok();
        self.shared().stream = stream;
    }

    pub(super) fn has_stream(&self) -> bool {
        self.shared().stream.is_some()
    }

    /// Marks games that no search of this program has begun.
    pub(super) fn mark_known(&self, games: impl IntoIterator<Item = String>) {
        self.shared().known.extend(games);
    }

    pub(super) fn challenge(&self, name: &str) {
        self.shared().challenged.insert(name.to_lowercase());
    }

    pub(super) fn accept(&self, id: &str) {
        self.shared().accepted.insert(id.to_owned());
    }

    /// Marks a game as played by this program.
    pub(super) fn mark_played(&self, id: &str) {
        let mut shared = self.shared();
        shared.known.insert(id.to_owned());
        shared.played.insert(id.to_owned());
    }

    pub(super) fn has_played(&self, id: &str) -> bool {
        self.shared().played.contains(id)
    }

    /// Takes a game that has begun, if it is the expected one and not taken yet.
    pub(super) fn take(&self, game: &GameInfo, sought: ExpectedGame) -> bool {
        let opponent = game.opponent.as_ref().and_then(|player| player.name.as_deref()).unwrap_or_default();
        let opponent = opponent.to_lowercase();
        let mut shared = self.shared();
        let fits = match sought {
            ExpectedGame::Accepted(id) => id == game.game_id,
            ExpectedGame::Player(name) => name.to_lowercase() == opponent,
            ExpectedGame::Anyone => {
                !shared.challenged.contains(&opponent) && !shared.accepted.contains(&game.game_id)
            }
        };
        fits && shared.known.insert(game.game_id.clone())
    }

    fn shared(&self) -> MutexGuard<'_, AccountState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The game that a port waits for.
#[derive(Clone, Copy, Debug)]
pub(super) enum ExpectedGame<'a> {
    /// The game of an accepted challenge, by its identifier.
    Accepted(&'a str),
    /// A game against this player.
    Player(&'a str),
    /// Any game that no other port expects.
    Anyone,
}

fn forward(account: &Weak<Mutex<AccountState>>, news: StreamNews<AccountLine>) {
    let Some(account) = account.upgrade() else { return };
    let mut shared = account.lock().unwrap_or_else(PoisonError::into_inner);
    match &news {
        StreamNews::Opened => (shared.is_open, shared.opened_at) = (true, Some(Instant::now())),
        StreamNews::Broken(fault) => {
            shared.is_open = false;
            let lasted = shared.opened_at.take().map(|at| at.elapsed());
            let is_soon = *fault == LichessError::Closed && lasted.is_some_and(|lasted| lasted < SOON);
            shared.closed_soon = if is_soon { shared.closed_soon + 1 } else { 0 };
        }
        StreamNews::Over(_) => shared.is_open = false,
        StreamNews::Line(_) => {}
    }
    if shared.closed_soon >= CLOSED_AT_MOST {
        // The server allows one stream: who opens it closes the other's. This program gives way, and a later game opens
        // it again.
        (shared.closed_soon, shared.has_opener, shared.stream) = (0, false, None);
        return shared.listeners.iter().for_each(|reporter| reporter.report(OnlineNews::Displaced));
    }
    for reporter in &shared.listeners {
        reporter.report(OnlineNews::Account(news.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(id: &str, opponent: &str) -> GameInfo {
        serde_json::from_value(serde_json::json!({
            "gameId": id, "opponent": {"id": opponent.to_lowercase(), "username": opponent},
        }))
        .unwrap()
    }

    #[test]
    fn each_game_goes_to_the_one_that_waits_for_it() {
        let account = SharedAccount::default();
        account.challenge("Mira");
        account.accept("paulpaul");
        account.mark_known(["oldoldol".to_owned()]);
        let takes = |id, opponent, sought| account.take(&game(id, opponent), sought);
        assert!(!takes("oldoldol", "Karl", ExpectedGame::Anyone), "it ran before");
        assert!(!takes("miramira", "Mira", ExpectedGame::Anyone), "she was challenged by another");
        assert!(!takes("miramira", "Mira", ExpectedGame::Player("karl")));
        assert!(takes("miramira", "Mira", ExpectedGame::Player("mira")));
        assert!(!takes("miramira", "Mira", ExpectedGame::Player("Mira")), "it is taken");
        assert!(!takes("paulpaul", "Paul", ExpectedGame::Anyone), "another has accepted it");
        assert!(takes("paulpaul", "Paul", ExpectedGame::Accepted("paulpaul")));
        assert!(takes("annaanna", "Anna", ExpectedGame::Anyone));
    }
}
