//! How a game online begins, and the request for it.

use crate::{
    clock::{Bonus, TimeControl},
    language::Message,
    laws::Color,
};

/// How a game online begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnlineStart {
    /// Against the named player or anyone. Without a clock and a name the player chooses among running games.
    Seek { control: Option<TimeControl>, rated: bool, player: Option<String>, side: Option<Color> },
    /// The running game with this identifier.
    TakeUp(String),
    /// The challenge with this identifier.
    Accept(String),
}

/// Why the service cannot offer a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "not-online")]
pub enum OnlineStartError {
    Control(#[message("found", display)] TimeControl),
    Name(#[message("found")] String),
}

impl OnlineStart {
    /// Reads `game:ID` or `challenge:ID`.
    pub fn parse(text: &str) -> Option<OnlineStart> {
        match text.split_once(':')? {
            ("game", id) => Some(OnlineStart::TakeUp(id.to_owned())),
            ("challenge", id) => Some(OnlineStart::Accept(id.to_owned())),
            _ => None,
        }
    }

    /// Returns a seek or a challenge, if the service offers it.
    pub fn seek(
        control: Option<TimeControl>,
        rated: bool,
        player: Option<String>,
        side: Option<Color>,
    ) -> Result<OnlineStart, OnlineStartError> {
        if let Some(control) = &control {
            seconds_and_increment(control).ok_or_else(|| OnlineStartError::Control(control.clone()))?;
        }
        let is_name = |name: &String| {
            (2..=30).contains(&name.len())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        };
        match player {
            Some(name) if !is_name(&name) => Err(OnlineStartError::Name(name)),
            player => Ok(OnlineStart::Seek { control, rated, player, side }),
        }
    }

    /// Returns path and form of the request; the search lasts as long as its connection.
    pub(super) fn request(&self) -> (String, Vec<(String, String)>) {
        let OnlineStart::Seek { control, rated, player, side } = self else { return Default::default() };
        let mut form = vec![("rated", rated.to_string())];
        let (seconds, increment) = control.as_ref().and_then(seconds_and_increment).unwrap_or_default();
        if let Some(side) = side {
            form.push(("color", side.fold_wb("white", "black").to_owned()));
        }
        let path = match player {
            None => {
                form.push(("time", (seconds as f64 / 60.0).to_string()));
                form.push(("increment", increment.to_string()));
                "/api/board/seek".to_owned()
            }
            Some(name) => {
                form.push(("keepAliveStream", "true".to_owned()));
                if control.is_some() {
                    form.push(("clock.limit", seconds.to_string()));
                    form.push(("clock.increment", increment.to_string()));
                }
                format!("/api/challenge/{name}")
            }
        };
        (path, form.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

/// Returns the seconds of a game and of each move, unless the control has more than these.
fn seconds_and_increment(control: &TimeControl) -> Option<(u64, u64)> {
    let [period] = control.periods() else { return None };
    let increment = match period.bonus {
        Bonus::None => std::time::Duration::ZERO,
        Bonus::Increment(increment) => increment,
        Bonus::Delay(_) => return None,
    };
    let is_whole = period.moves.is_none() && period.time.subsec_nanos() == 0 && increment.subsec_nanos() == 0;
    is_whole.then_some((period.time.as_secs(), increment.as_secs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seek_and_a_challenge_are_asked_for() {
        let of = |control: &str, player: Option<&str>| {
            let plan = OnlineStart::seek(
                Some(control.parse().unwrap()),
                true,
                player.map(str::to_owned),
                Some(Color::Black),
            );
            let (path, form) = plan.unwrap().request();
            let form: Vec<_> = form.iter().map(|(name, value)| format!("{name}={value}")).collect();
            format!("{path} {}", form.join("&"))
        };
        assert_eq!(of("900+10", None), "/api/board/seek rated=true&color=black&time=15&increment=10");
        assert_eq!(
            of("600", Some("Bobby")),
            "/api/challenge/Bobby rated=true&color=black&keepAliveStream=true&clock.limit=600&clock.increment=0"
        );
        for control in ["40/5400:1800", "300d5", "90.5"] {
            assert!(
                OnlineStart::seek(Some(control.parse().unwrap()), false, None, None).is_err(),
                "{control}"
            );
        }
        for name in ["", "a b", "../x", "ü", "x?y"] {
            assert!(OnlineStart::seek(None, false, Some(name.to_owned()), None).is_err(), "{name}");
        }
    }
}
