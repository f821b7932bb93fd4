//! No other site in the browser reaches the page (DNS rebinding, foreign origins), and it runs no foreign script.

use std::{net::IpAddr, sync::Arc, time::Duration};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::server::Shared;

/// How long an answer may take, the reading of its request included.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);

/// The document has no script and no style in it, so none that somebody smuggles in is run.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

pub(super) async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match refusal(request.headers(), request.method(), &shared) {
        Some(refused) => refused.into_response(),
        None => match tokio::time::timeout(ANSWER_LIMIT, next.run(request)).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Why a request is not answered, if it is not.
fn refusal(headers: &HeaderMap, method: &Method, shared: &Shared) -> Option<StatusCode> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
    if hosts.next().is_some() || !is_own_host(host, shared.port, shared.name.as_deref()) {
        return Some(StatusCode::MISDIRECTED_REQUEST);
    }
    let changes = method != Method::GET && method != Method::HEAD || headers.contains_key(header::UPGRADE);
    (changes && !is_own_origin(headers.get(header::ORIGIN), host)).then_some(StatusCode::FORBIDDEN)
}

/// Whether a browser that was asked for this host meant us. A name can be made to stand for our number, a number cannot.
fn is_own_host(host: &str, port: u16, name: Option<&str>) -> bool {
    let (bare, after) = match host.rsplit_once(':') {
        Some((bare, after)) if !after.contains(']') => (bare, after.parse().ok()),
        _ => (host, Some(80)),
    };
    // A number of IPv6 is in brackets.
    let inner = bare.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
    let number = inner.unwrap_or(if bare.contains(':') { "" } else { bare });
    let is_number = number.parse::<IpAddr>().is_ok() || bare.eq_ignore_ascii_case("localhost");
    // A proxy listens on a port of its own.
    is_number && after == Some(port)
        || after.is_some() && name.is_some_and(|name| name.eq_ignore_ascii_case(bare))
}

fn is_own_origin(origin: Option<&HeaderValue>, host: &str) -> bool {
    let origin = origin.and_then(|origin| origin.to_str().ok()).unwrap_or_default();
    let of_scheme =
        |scheme| origin.strip_prefix(scheme).is_some_and(|rest: &str| rest.eq_ignore_ascii_case(host));
    of_scheme("http://") || of_scheme("https://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_and_the_own_name_are_this_page() {
        for own in ["127.0.0.1:8960", "localhost:8960", "LocalHost:8960", "[::1]:8960", "192.168.1.20:8960"] {
            assert!(is_own_host(own, 8960, None), "{own}");
        }
        assert!(is_own_host("192.168.1.20", 80, None));
        for foreign in [
            "",
            ":",
            ":8960",
            "127.0.0.1",
            "127.0.0.1:80",
            "127.0.0.1:8961",
            "localhost",
            "localhost.:8960",
            "evil.example:8960",
            "127.0.0.1.evil.example:8960",
            "evil.example",
            "[::1]",
            "[::1:8960",
            "::1:8960",
            "127.0.0.1:8960:8960",
            "127.0.0.1:x",
            "chess.example:8960",
        ] {
            assert!(!is_own_host(foreign, 8960, None), "{foreign}");
        }
        for own in ["chess.example", "Chess.Example:443", "127.0.0.1:8960"] {
            assert!(is_own_host(own, 8960, Some("chess.example")), "{own}");
        }
        assert!(!is_own_host("a.chess.example", 8960, Some("chess.example")));
    }

    #[test]
    fn what_changes_something_comes_from_the_page_itself() {
        let host = "127.0.0.1:8960";
        let is_own = |origin: &str| is_own_origin(HeaderValue::from_str(origin).ok().as_ref(), host);
        assert!(is_own("http://127.0.0.1:8960"));
        assert!(is_own("https://127.0.0.1:8960"));
        for foreign in [
            "",
            "null",
            "127.0.0.1:8960",
            "http://localhost:8960",
            "http://127.0.0.1",
            "ws://127.0.0.1:8960",
            "http://127.0.0.1:8960.evil.example",
            "http://evil.example",
        ] {
            assert!(!is_own(foreign), "{foreign}");
        }
        assert!(!is_own_origin(None, host));
    }
}
