//! A server that speaks as Lichess does: games with a state, clocks, streams with keep-alives, and all that can go
//! wrong with them. What it sends and what it is asked is kept, to be held against the service's own description.

mod http;
mod schema;

use std::{
    collections::BTreeMap,
    net::{TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard},
    thread,
    time::{Duration, Instant},
};

use annabella::notation::{PgnGame, pgn::games};
use http::{Request, Stream};
pub use schema::check_against_description;
use serde_json::{Value, json};

pub const TOKEN: &str = "lip_thisIsTheTokenThatNobodyMaySee";
pub const ME: &str = "Anna";

const SIDES: [&str; 2] = ["white", "black"];

/// A game as the server has it.
#[derive(Clone, Debug)]
pub struct Game {
    pub id: String,
    pub white: String,
    pub black: String,
    pub moves: Vec<String>,
    pub left: [i64; 2],
    pub status: &'static str,
    pub winner: Option<&'static str>,
    pub draw: [bool; 2],
    pub takeback: [bool; 2],
    pub rated: bool,
    pub variant: &'static str,
    pub fen: &'static str,
    pub has_clock: bool,
    /// The days for a move in a correspondence game; none without a limit.
    pub days: u32,
    /// The speed that the server gives it.
    pub speed: &'static str,
    /// Whether the Board API may play it.
    pub for_board: bool,
    pub rematch_of: Option<String>,
    /// The status has a name that no description knows.
    pub unknown_status: bool,
    /// What the other side plays, move after move, as soon as it is its turn.
    pub script: Vec<String>,
    /// Lines beside the states: who has gone, what was written.
    pub extra: Vec<Value>,
}

impl Game {
    /// A game of ours with these colours: the first of the script's moves is the other side's.
    pub fn new(id: &str, mine: &str, other: &str, script: &str) -> Game {
        let (white, black) = if mine == "white" { (ME, other) } else { (other, ME) };
        Game {
            id: id.to_owned(),
            white: white.to_owned(),
            black: black.to_owned(),
            moves: Vec::new(),
            left: [900_000, 900_000],
            status: "started",
            winner: None,
            draw: [false; 2],
            takeback: [false; 2],
            rated: false,
            variant: "standard",
            fen: "startpos",
            has_clock: true,
            days: 3,
            speed: "rapid",
            for_board: true,
            rematch_of: None,
            unknown_status: false,
            script: script.split_whitespace().map(str::to_owned).collect(),
            extra: Vec::new(),
        }
    }

    /// By correspondence, with so many days for a move; none without a limit.
    pub fn by_correspondence(mut self, days: u32) -> Game {
        (self.has_clock, self.speed, self.days) = (false, "correspondence", days);
        // Without a limit the service says so.
        self.left = [if days == 0 { i64::from(i32::MAX) } else { i64::from(days) * 86_400_000 }; 2];
        self
    }

    /// With these moves made before.
    pub fn after(mut self, moves: &str) -> Game {
        self.moves = moves.split_whitespace().map(str::to_owned).collect();
        self
    }

    fn my_side(&self) -> usize {
        usize::from(self.black == ME)
    }

    fn turn(&self) -> usize {
        self.moves.len() % 2
    }

    fn is_over(&self) -> bool {
        !matches!(self.status, "created" | "started")
    }

    /// Lets the other side move where it is its turn and it has a move.
    fn reply(&mut self) {
        if !self.is_over() && self.turn() != self.my_side() && !self.script.is_empty() {
            let uci = self.script.remove(0);
            self.make(uci);
        }
    }

    fn make(&mut self, uci: String) {
        let side = self.turn();
        if self.has_clock && self.moves.len() >= 2 {
            self.left[side] -= 1_500;
        }
        self.draw[1 - side] = false;
        self.takeback = [false; 2];
        match uci.strip_suffix('#') {
            Some(uci) => {
                self.moves.push(uci.to_owned());
                (self.status, self.winner) = ("mate", Some(SIDES[side]));
            }
            None => self.moves.push(uci),
        }
    }

    fn state(&self) -> Value {
        let mut state = json!({
            "type": "gameState", "moves": self.moves.join(" "), "wtime": self.left[0], "btime": self.left[1],
            "winc": 10000, "binc": 10000,
            "status": if self.unknown_status { "paused" } else { self.status },
        });
        for (side, letter) in ["w", "b"].into_iter().enumerate() {
            if self.draw[side] {
                state[format!("{letter}draw")] = json!(true);
            }
            if self.takeback[side] {
                state[format!("{letter}takeback")] = json!(true);
            }
        }
        if let Some(winner) = self.winner {
            state["winner"] = json!(winner);
        }
        state
    }

    fn full(&self) -> Value {
        let player =
            |name: &str| json!({"id": name.to_lowercase(), "name": name, "title": null, "rating": 1751});
        let mut full = json!({
            "type": "gameFull", "id": self.id, "variant": {"key": self.variant, "name": "Standard", "short": "Std"},
            "speed": self.speed, "perf": {"name": "Rapid"},
            "rated": self.rated, "createdAt": 1_745_112_707_998_u64, "white": player(&self.white),
            "black": player(&self.black), "initialFen": self.fen, "state": self.state(),
        });
        if self.has_clock {
            full["clock"] = json!({"initial": 900_000, "increment": 10_000});
        } else if self.days > 0 {
            full["daysPerTurn"] = json!(self.days);
        }
        full
    }

    fn info(&self) -> Value {
        let other = if self.white == ME { &self.black } else { &self.white };
        let left = self.left[self.turn()] / 1000;
        json!({
            "fullId": format!("{}wxyz", self.id), "gameId": self.id, "id": self.id,
            "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "color": SIDES[self.my_side()], "lastMove": "", "source": "friend",
            "variant": {"key": self.variant, "name": "Standard"}, "speed": self.speed, "perf": self.speed, "rated": self.rated,
            "compat": {"bot": false, "board": self.for_board},
            "hasMoved": !self.moves.is_empty(), "opponent": {"id": other.to_lowercase(), "username": other, "rating": 1500},
            "isMyTurn": self.turn() == self.my_side(), "secondsLeft": left,
        })
    }
}

/// A request: method, path, form.
pub type Asked = (String, String, Vec<(String, String)>);

/// All that the server knows, and how it misbehaves.
#[derive(Default)]
pub struct World {
    pub games: BTreeMap<String, Game>,
    /// Begins when somebody seeks, or accepts the challenge that has its name.
    pub coming: Vec<Game>,
    pub scopes: String,
    pub revoked: bool,
    /// The token that counts instead of the first.
    pub new_token: Option<String>,
    /// Everything is answered with a web page.
    pub html: bool,
    /// So many requests more are too many.
    pub too_many: u32,
    /// Requests that do something are answered with a fault of the server.
    pub troubled: bool,
    /// Moves are refused.
    pub refuses_moves: bool,
    /// A move is taken, and the connection breaks before that is said.
    pub breaks_after_move: bool,
    /// The streams of games say nothing more.
    pub mute_games: bool,
    /// Streams say nothing more, not even that they are alive.
    pub silent: bool,
    /// Events of the account, in order; each stream sends those that come after it was opened.
    events: Vec<Value>,
    /// Streams opened before this are cut.
    cut: u64,
    /// Nobody is let in.
    pub closed: bool,
    pub seeks: usize,
    /// Seeks run out at once.
    pub seeks_lapse: bool,
    /// What was asked: method, path, form.
    pub asked: Vec<Asked>,
    /// What was pushed to a round of a broadcast, each a whole text of games.
    pub pushed: Vec<String>,
    /// What was sent as a line of a stream: which stream, and the line.
    pub sent: Vec<(&'static str, Value)>,
    pub streams: usize,
    /// The streams of the account so far: each ends the one before.
    pub account_streams: usize,
}

impl World {
    /// How often a path was asked for that ends so.
    pub fn count(&self, path: &str) -> usize {
        self.asked.iter().filter(|(_, asked, _)| asked.ends_with(path)).count()
    }
}

/// The server, until it is dropped.
pub struct Server {
    shared: Arc<Shared>,
    address: String,
}

struct Shared {
    world: Mutex<World>,
    changed: Condvar,
}

impl Shared {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Server {
    pub fn start() -> Server {
        let world = World { scopes: "board:play,challenge:write".to_owned(), ..World::default() };
        let shared = Arc::new(Shared { world: Mutex::new(world), changed: Condvar::new() });
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let serving = Arc::clone(&shared);
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let shared = Arc::clone(&serving);
                thread::spawn(move || serve(connection, &shared));
            }
        });
        Server { shared, address }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// Changes something, and lets every stream tell it.
    pub fn change<R>(&self, change: impl FnOnce(&mut World) -> R) -> R {
        let result = change(&mut self.shared.world());
        self.shared.changed.notify_all();
        result
    }

    pub fn game<R>(&self, id: &str, change: impl FnOnce(&mut Game) -> R) -> R {
        self.change(|world| change(world.games.get_mut(id).expect("a game of that name")))
    }

    /// Cuts every stream that is open, in the middle of what it says.
    pub fn cut(&self) {
        self.change(|world| world.cut += 1);
    }

    /// Begins a game, as after a challenge was accepted.
    pub fn begin(&self, game: Game) {
        self.change(|world| begin(world, game));
    }

    /// The other side writes or leaves: a line of the game's stream.
    pub fn tell(&self, id: &str, line: Value) {
        self.game(id, |game| game.extra.push(line));
    }

    /// Somebody challenges us; the game that follows has the challenge's name.
    pub fn challenge(&self, mut game: Game) {
        game.reply();
        self.change(|world| {
            let compat = json!({"bot": false, "board": game.for_board});
            let challenge = challenge(&game, "in");
            world.events.push(json!({"type": "challenge", "challenge": challenge, "compat": compat}));
            world.coming.push(game);
        });
    }

    /// Somebody takes their challenge back.
    pub fn withdraw(&self, id: &str) {
        self.change(|world| {
            let at = world.coming.iter().position(|game| game.id == id).expect("a challenge of that name");
            let challenge = challenge(&world.coming.remove(at), "in");
            world.events.push(json!({"type": "challengeCanceled", "challenge": challenge}));
        });
    }

    /// Somebody declines a challenge that was sent from elsewhere.
    pub fn decline_from(&self, name: &str) {
        self.change(|world| world.events.push(declined(name)));
    }

    /// The account is told that a game is over.
    pub fn finish(&self, id: &str) {
        self.change(|world| {
            let game = world.games.get_mut(id).expect("a game of that name");
            (game.status, game.winner) = ("resign", Some("black"));
            let mut info = game.info();
            info["status"] = json!({"id": 31, "name": "resign"});
            info["winner"] = json!("black");
            world.events.push(json!({"type": "gameFinish", "game": info}));
        });
    }

    /// Waits until the world is as it should be.
    pub fn wait_for(&self, what: &str, is: impl Fn(&World) -> bool) {
        let until = Instant::now() + Duration::from_secs(60);
        let mut world = self.shared.world();
        while !is(&world) {
            assert!(Instant::now() < until, "{what}: never; asked: {:?}", world.asked);
            world = self.shared.changed.wait_timeout(world, Duration::from_millis(100)).unwrap().0;
        }
    }
}

fn challenge(game: &Game, direction: &str) -> Value {
    let user = |name: &str| json!({"id": name.to_lowercase(), "name": name, "rating": 1500, "online": true});
    let other = if game.white == ME { &game.black } else { &game.white };
    let (from, to) = if direction == "in" { (other.as_str(), ME) } else { (ME, other.as_str()) };
    let color = if game.white == from { "white" } else { "black" };
    let time = match game.speed {
        "correspondence" if game.days == 0 => json!({"type": "unlimited"}),
        "correspondence" => json!({"type": "correspondence", "daysPerTurn": game.days}),
        "bullet" => json!({"type": "clock", "limit": 60, "increment": 0, "show": "1+0"}),
        _ => json!({"type": "clock", "limit": 900, "increment": 10, "show": "15+10"}),
    };
    let mut challenge = json!({
        "id": game.id, "url": format!("https://lichess.org/{}", game.id), "status": "created",
        "challenger": user(from), "destUser": user(to), "variant": {"key": game.variant, "name": "Standard", "short": "Std"},
        "rated": game.rated, "speed": game.speed, "timeControl": time,
        "color": color, "finalColor": color, "perf": {"icon": "x", "name": "Rapid"}, "direction": direction,
    });
    if game.fen != "startpos" {
        challenge["initialFen"] = json!(game.fen);
    }
    if let Some(of) = &game.rematch_of {
        challenge["rematchOf"] = json!(of);
    }
    challenge
}

fn declined(name: &str) -> Value {
    let mut declined = challenge(&Game::new("declined", "white", name, ""), "out");
    declined["status"] = json!("declined");
    declined["declineReason"] = json!("Not now");
    declined["declineReasonKey"] = json!("later");
    json!({"type": "challengeDeclined", "challenge": declined})
}

fn begin(world: &mut World, mut game: Game) {
    game.reply();
    world.events.push(json!({"type": "gameStart", "game": game.info()}));
    world.games.insert(game.id.clone(), game);
}

fn serve(connection: TcpStream, shared: &Shared) {
    let Some(request) = Request::read(&connection) else { return };
    let (method, path) = (request.method.clone(), request.path.clone());
    let mut world = shared.world();
    if world.closed {
        return;
    }
    world.asked.push((method.clone(), path.clone(), request.form.clone()));
    shared.changed.notify_all();
    if world.html {
        drop(world);
        return http::page(connection);
    }
    let plain = path.split('?').next().unwrap_or_default().to_owned();
    if plain == "/api/token/test" {
        let known = request.body == TOKEN && !world.revoked;
        let info = json!({"userId": ME.to_lowercase(), "scopes": world.scopes, "expires": null});
        let answer = json!({request.body.clone(): if known { info } else { Value::Null }});
        drop(world);
        return http::answer(connection, 200, &answer);
    }
    let counts = request.token.as_deref() == Some(world.new_token.as_deref().unwrap_or(TOKEN));
    if !counts || world.revoked {
        drop(world);
        return http::answer(connection, 401, &json!({"error": "No such token"}));
    }
    if world.too_many > 0 && method == "POST" {
        world.too_many -= 1;
        drop(world);
        return http::answer(connection, 429, &json!({"error": "Please only run 1 request(s) at a time"}));
    }
    if world.troubled && method == "POST" {
        drop(world);
        return http::answer(connection, 503, &json!({"error": "Down for a moment"}));
    }
    let needed = match plain.ends_with("/push") {
        true => "study:write",
        false => "board:play",
    };
    if plain != "/api/account" && !world.scopes.contains(needed) {
        let error = json!({"error": format!("Missing scope: {needed}")});
        drop(world);
        return http::answer(connection, 403, &error);
    }
    let parts: Vec<&str> = plain.trim_start_matches('/').split('/').collect();
    match (method.as_str(), parts.as_slice()) {
        ("GET", ["api", "account"]) => {
            drop(world);
            http::answer(connection, 200, &json!({"id": ME.to_lowercase(), "username": ME}));
        }
        ("POST", ["api", "broadcast", "round", _, "push"]) => {
            let scores: Vec<PgnGame> = games(&request.body).collect::<Result<_, _>>().expect("PGN");
            let taken = |score: &PgnGame| json!({"tags": {}, "moves": score.game.moves().len()});
            let taken: Vec<Value> = scores.iter().map(taken).collect();
            world.pushed.push(request.body);
            drop(world);
            shared.changed.notify_all();
            http::answer(connection, 200, &json!({"games": taken}));
        }
        ("GET", ["api", "account", "playing"]) => {
            let games: Vec<Value> =
                world.games.values().filter(|game| !game.is_over()).map(Game::info).collect();
            let turns = games.iter().filter(|game| game["isMyTurn"] == json!(true)).count();
            drop(world);
            http::answer(connection, 200, &json!({"nowPlaying": games, "nbMyTurn": turns}));
        }
        ("GET", ["api", "stream", "event"]) => {
            // Those that run are told at once.
            let running: Vec<Value> = world
                .games
                .values()
                .filter(|game| !game.is_over())
                .map(|game| json!({"type": "gameStart", "game": game.info()}))
                .collect();
            drop(world);
            stream_events(connection, shared, running);
        }
        ("POST", ["api", "board", "seek"]) => {
            world.seeks += 1;
            if request.form.iter().any(|(name, _)| name == "days") {
                // It stays until somebody comes.
                drop(world);
                shared.changed.notify_all();
                return http::answer(connection, 200, &json!({"id": "gwkzmEBY"}));
            }
            if world.seeks_lapse {
                drop(world);
                return Stream::open(connection).end();
            }
            if world.coming.is_empty() {
                let cut = world.cut;
                drop(world);
                return hold(connection, shared, cut);
            }
            let game = world.coming.remove(0);
            begin(&mut world, game);
            drop(world);
            shared.changed.notify_all();
            // Accepted: the seek's stream ends.
            Stream::open(connection).end();
        }
        ("GET", ["api", "board", "game", "stream", id]) => {
            let known = world.games.contains_key(*id);
            drop(world);
            match known {
                true => stream_game(connection, shared, id),
                false => http::answer(connection, 404, &json!({"error": "No such game"})),
            }
        }
        ("POST", ["api", "board", "game", id, rest @ ..]) => {
            let refuses = world.refuses_moves;
            let breaks = world.breaks_after_move && rest.first() == Some(&"move");
            let done = match world.games.get_mut(*id) {
                Some(game) => act(game, rest, refuses),
                None => Err("No such game"),
            };
            if breaks {
                world.breaks_after_move = false;
                world.cut += 1;
            }
            drop(world);
            shared.changed.notify_all();
            match done {
                _ if breaks => {}
                Ok(()) => http::answer(connection, 200, &json!({"ok": true})),
                Err(error) => http::answer(connection, 400, &json!({"error": error})),
            }
        }
        ("POST", ["api", "challenge", id, "accept"]) => {
            let at = world.coming.iter().position(|game| game.id == *id);
            let found = at.map(|at| world.coming.remove(at));
            let known = found.is_some();
            if let Some(game) = found {
                begin(&mut world, game);
            }
            drop(world);
            shared.changed.notify_all();
            match known {
                true => http::answer(connection, 200, &json!({"ok": true})),
                false => http::answer(connection, 404, &json!({"error": "Not found"})),
            }
        }
        ("POST", ["api", "challenge", id, "decline"]) => {
            world.coming.retain(|game| game.id != *id);
            drop(world);
            http::answer(connection, 200, &json!({"ok": true}));
        }
        ("POST", ["api", "challenge", name]) => {
            let at = world.coming.iter().position(|game| game.white == *name || game.black == *name);
            match at.map(|at| world.coming.remove(at)) {
                Some(game) => begin(&mut world, game),
                None => world.events.push(declined(name)),
            }
            let cut = world.cut;
            drop(world);
            shared.changed.notify_all();
            hold(connection, shared, cut);
        }
        _ => {
            drop(world);
            http::answer(connection, 404, &json!({"error": "Not found"}));
        }
    }
}

/// What is done to a game by us.
fn act(game: &mut Game, what: &[&str], refuses_moves: bool) -> Result<(), &'static str> {
    let (me, other) = (game.my_side(), 1 - game.my_side());
    if game.is_over() {
        return Err("Game is over");
    }
    match what {
        ["move", _] if refuses_moves => return Err("Piece cannot move to that square"),
        ["move", _] if game.turn() != me => return Err("Not your turn, or game already over"),
        ["move", uci] => {
            // The script says of our moves only how the game ends.
            game.make((*uci).to_owned());
            match game.script.first().map(String::as_str) {
                Some("mate!") => (game.status, game.winner) = ("mate", Some(SIDES[me])),
                _ => game.reply(),
            }
        }
        ["draw", "yes"] if game.draw[other] => (game.status, game.draw) = ("draw", [false; 2]),
        ["draw", "yes"] => game.draw[me] = true,
        ["draw", "no"] => game.draw[other] = false,
        ["takeback", "yes"] if game.takeback[other] => {
            let back = if game.turn() == other { 2 } else { 1 };
            let left = game.moves.len().saturating_sub(back);
            game.moves.truncate(left);
            game.takeback = [false; 2];
        }
        ["takeback", "yes"] => game.takeback[me] = true,
        ["takeback", "no"] => game.takeback[other] = false,
        ["resign"] => (game.status, game.winner) = ("resign", Some(SIDES[other])),
        ["abort"] if game.moves.len() < 2 => game.status = "aborted",
        ["abort"] => return Err("This game can no longer be aborted"),
        ["claim-victory"] => (game.status, game.winner) = ("timeout", Some(SIDES[me])),
        _ => return Err("Not found"),
    }
    Ok(())
}

/// The connection that a seek or a challenge lives as long as.
fn hold(connection: TcpStream, shared: &Shared, cut: u64) {
    let mut stream = Stream::open(connection);
    while shared.world().cut == cut && stream.keep_alive() {
        thread::sleep(Duration::from_millis(50));
    }
}

fn stream_events(connection: TcpStream, shared: &Shared, running: Vec<Value>) {
    let mut stream = Stream::open(connection);
    let (mut told, cut, number) = {
        let mut world = shared.world();
        world.streams += 1;
        world.account_streams += 1;
        (world.events.len(), world.cut, world.account_streams)
    };
    shared.changed.notify_all();
    for event in running {
        shared.world().sent.push(("event", event.clone()));
        stream.line(&event);
    }
    loop {
        let mut world = shared.world();
        if world.account_streams != number {
            drop(world);
            return stream.end();
        }
        let news: Vec<Value> = world.events[told..].to_vec();
        told = world.events.len();
        if world.cut != cut {
            return stream.cut();
        }
        let silent = world.silent;
        world.sent.extend(news.iter().map(|event| ("event", event.clone())));
        if news.is_empty() {
            drop(shared.changed.wait_timeout(world, Duration::from_millis(50)).unwrap());
            if !silent && !stream.keep_alive() {
                return;
            }
            continue;
        }
        drop(world);
        news.iter().for_each(|event| stream.line(event));
    }
}

fn stream_game(connection: TcpStream, shared: &Shared, id: &str) {
    let mut stream = Stream::open(connection);
    let (mut last, mut extra, cut) = {
        let mut world = shared.world();
        let cut = world.cut;
        world.streams += 1;
        let game = world.games[id].clone();
        world.sent.push(("game", game.full()));
        drop(world);
        stream.line(&game.full());
        (game.state(), game.extra.len(), cut)
    };
    loop {
        let mut world = shared.world();
        if world.cut != cut {
            drop(world);
            return stream.cut();
        }
        let silent = world.silent;
        if world.mute_games {
            drop(shared.changed.wait_timeout(world, Duration::from_millis(50)).unwrap());
            if !stream.keep_alive() {
                return;
            }
            continue;
        }
        let game = world.games[id].clone();
        let state = game.state();
        let mut lines: Vec<Value> = game.extra[extra..].to_vec();
        extra = game.extra.len();
        if state != last {
            last = state.clone();
            lines.push(state);
        }
        if silent || lines.is_empty() && !game.is_over() {
            drop(shared.changed.wait_timeout(world, Duration::from_millis(50)).unwrap());
            if !silent && !stream.keep_alive() {
                return;
            }
            continue;
        }
        world.sent.extend(lines.iter().map(|line| ("game", line.clone())));
        drop(world);
        lines.iter().for_each(|line| stream.line(line));
        if game.is_over() {
            return stream.end();
        }
    }
}
