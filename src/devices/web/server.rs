//! The server: accepts connections, a limited number, and answers requests.

use std::{
    net::{IpAddr, TcpListener},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    Extension, Router,
    extract::{DefaultBodyLimit, Path, State, WebSocketUpgrade},
    http::{HeaderMap, StatusCode, header},
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::TcpStream,
    sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot, watch},
};

use super::{
    Papers, Place, WebEvent, WebFile, WebKey, WebOptions,
    access::Tries,
    guard::guard,
    live::{LONGEST_MESSAGE, Viewer},
};

/// How many connections there may be at once; one more is closed.
const CONNECTIONS: usize = 512;
/// How long a connection may take for the head of a request, or wait for the next one.
const HEAD_LIMIT: Duration = Duration::from_secs(15);
/// The longest body of a request, in bytes: a code.
const LONGEST_BODY: usize = 64;
/// How long the end of the server waits for its last states to go out.
const LAST_STATES: Duration = Duration::from_secs(2);
/// How long nothing is accepted after that has failed, for want of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);
/// How many messages of viewers wait at most; those who send more wait.
const WAITING_MESSAGES: usize = 64;

/// What all requests share.
pub(super) struct Shared {
    pub(super) port: u16,
    pub(super) name: Option<String>,
    places: Vec<Place>,
    files: Vec<WebFile>,
    papers: Option<Papers>,
    key: WebKey,
    states: Vec<watch::Receiver<Arc<str>>>,
    viewers: Vec<Arc<Semaphore>>,
    tries: Mutex<Tries>,
    sent: mpsc::Sender<WebEvent>,
}

/// The connection of a request.
#[derive(Clone)]
struct Connection {
    from: IpAddr,
    permit: Arc<OwnedSemaphorePermit>,
}

/// Serves until `over` is closed.
pub(super) fn run(
    listener: TcpListener,
    options: WebOptions,
    states: Vec<watch::Receiver<Arc<str>>>,
    mut over: oneshot::Receiver<()>,
    report: &mut dyn FnMut(WebEvent),
) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a thread can have a runtime");
    let port = listener.local_addr().map_or(options.address.port(), |address| address.port());
    let (sent, mut inbox) = mpsc::channel(WAITING_MESSAGES);
    let viewers = options.places.iter().map(|place| Arc::new(Semaphore::new(place.viewers))).collect();
    let shared = Arc::new(Shared {
        port,
        name: options.name,
        places: options.places,
        files: options.files,
        papers: options.papers,
        key: options.key,
        states,
        viewers,
        tries: Mutex::new(Tries::new(Instant::now())),
        sent,
    });
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).expect("the listener does not block");
        let connections = Arc::new(Semaphore::new(CONNECTIONS));
        let pages = router(shared);
        loop {
            tokio::select! {
                _ = &mut over => break,
                Some(event) = inbox.recv() => report(event),
                accepted = listener.accept() => match accepted {
                    Ok((stream, from)) => {
                        if let Ok(permit) = Arc::clone(&connections).try_acquire_owned() {
                            let connection = Connection { from: from.ip(), permit: Arc::new(permit) };
                            tokio::spawn(serve(stream, pages.clone().layer(Extension(connection))));
                        }
                    }
                    Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
                },
            }
        }
        drop(listener);
        let all_closed = connections.acquire_many(CONNECTIONS as u32);
        let _ = tokio::time::timeout(LAST_STATES, all_closed).await;
    });
}

async fn serve(stream: TcpStream, pages: Router) {
    // A state is small, and is wanted now.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_LIMIT)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(pages))
        .with_upgrades();
    // A browser that goes away is no fault.
    let _ = connection.await;
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(|shared: State<Arc<Shared>>| async move { file(&shared, "/") }))
        .route("/{*path}", get(any_file))
        .route("/enter", post(enter))
        .route("/leave", post(leave))
        .route("/live", get(live))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

async fn any_file(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Path(path): Path<String>,
) -> Response {
    let path = format!("/{path}");
    match &shared.papers {
        Some(papers) if shared.place_of(&headers).is_some() => match (papers.0)(&path) {
            Some(paper) => paper_response(paper),
            None => file(&shared, &path),
        },
        _ => file(&shared, &path),
    }
}

/// A paper is a document of its own, which says what may run in it.
fn paper_response(paper: WebFile) -> Response {
    let policy = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let headers = [(header::CONTENT_TYPE, paper.media_type), (header::CONTENT_SECURITY_POLICY, policy)];
    (headers, paper.text.into_owned()).into_response()
}

fn file(shared: &Shared, path: &str) -> Response {
    match shared.files.iter().find(|file| file.path == path) {
        Some(file) => ([(header::CONTENT_TYPE, file.media_type)], file.text.to_string()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Takes a code, and gives the browser a pass for its place.
async fn enter(
    State(shared): State<Arc<Shared>>,
    Extension(connection): Extension<Connection>,
    typed: String,
) -> Response {
    let now = Instant::now();
    let mut tries = shared.tries.lock().unwrap_or_else(PoisonError::into_inner);
    let wait = tries.wait(connection.from, now);
    if !wait.is_zero() {
        let seconds = (wait.as_secs() + 1).to_string();
        return (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, seconds)]).into_response();
    }
    // All are compared, so that the time tells nothing.
    let opened = shared
        .places
        .iter()
        .enumerate()
        .fold(None, |opened, (n, place)| if place.code.is(&typed) { Some(n) } else { opened });
    match opened {
        Some(place) => {
            tries.succeeded(connection.from);
            (StatusCode::NO_CONTENT, [(header::SET_COOKIE, shared.cookie(&shared.key.pass(place)))])
                .into_response()
        }
        None => {
            tries.failed(connection.from, now);
            StatusCode::FORBIDDEN.into_response()
        }
    }
}

/// Takes the pass back.
async fn leave(State(shared): State<Arc<Shared>>) -> Response {
    let cookie = format!("{}; Max-Age=0", shared.cookie(""));
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response()
}

async fn live(
    State(shared): State<Arc<Shared>>,
    Extension(connection): Extension<Connection>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let Some(place) = shared.place_of(&headers) else { return StatusCode::UNAUTHORIZED.into_response() };
    // Scripts learn nothing of a failed handshake, so they ask without one whether the pass still opens something.
    let Ok(upgrade) = upgrade else { return StatusCode::NO_CONTENT.into_response() };
    let Ok(permit) = Arc::clone(&shared.viewers[place]).try_acquire_owned() else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let viewer = Viewer {
        place,
        writes: shared.places[place].writes,
        states: shared.states[place].clone(),
        sent: shared.sent.clone(),
        _permits: (connection.permit, permit),
    };
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .on_upgrade(|socket| viewer.follow(socket))
}

impl Shared {
    /// Cookies are shared by all ports of a machine, so the name has the port.
    fn cookie_name(&self) -> String {
        format!("annabella-{}", self.port)
    }

    fn cookie(&self, pass: &str) -> String {
        format!("{}={pass}; Path=/; HttpOnly; SameSite=Strict", self.cookie_name())
    }

    fn place_of(&self, headers: &HeaderMap) -> Option<usize> {
        let name = self.cookie_name();
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
        let mut pairs =
            cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let (_, pass) = pairs.find(|(key, _)| *key == name)?;
        self.key.place_of(pass, self.places.len())
    }
}
