//! How a game online begins, and the request for it.

use super::FormFields;
use crate::{
    announce::Pace,
    clock::{Bonus, TimeControl},
    devices::lichess::wire::GameInfo,
    language::Message,
    laws::Color,
};

/// How a game online begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnlineStart {
    /// Against the named player or anyone. Without a time and a name the player chooses among running games.
    Seek { pace: Option<Pace>, rated: bool, player: Option<String>, side: Option<Color> },
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
    /// Too fast for a program of one's own.
    TooFast(#[message("found", display)] TimeControl),
    /// Longer than the service has it.
    TooLong(#[message("found", display)] TimeControl),
    /// The days for a move are none of those that the service has.
    Days(#[message("found")] u32),
    /// A seek by correspondence cannot choose a side.
    Side,
    Name(#[message("found")] String),
}

/// The path of a seek.
pub(super) const SEEK: &str = "/api/board/seek";

/// The days for a move in a game by correspondence, as the service has them.
const DAYS: [u32; 7] = [1, 2, 3, 5, 7, 10, 14];

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
        pace: Option<Pace>,
        rated: bool,
        player: Option<String>,
        side: Option<Color>,
    ) -> Result<OnlineStart, OnlineStartError> {
        match &pace {
            Some(Pace::Clock(control)) => check(control, player.is_some())?,
            Some(Pace::Days(days)) if !DAYS.contains(days) => return Err(OnlineStartError::Days(*days)),
            Some(Pace::Days(_)) if player.is_none() && side.is_some() => return Err(OnlineStartError::Side),
            Some(Pace::Days(_) | Pace::Reflection { .. } | Pace::Unlimited) | None => {}
        }
        let is_name = |name: &String| {
            (2..=30).contains(&name.len())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        };
        match player {
            Some(name) if !is_name(&name) => Err(OnlineStartError::Name(name)),
            // A challenge without a time has no limit.
            player => {
                let pace = pace.or(player.as_ref().map(|_| Pace::Unlimited));
                Ok(OnlineStart::Seek { pace, rated, player, side })
            }
        }
    }

    /// Whether a game that has begun may be the one that was sought.
    pub(super) fn fits(&self, game: &GameInfo) -> bool {
        let OnlineStart::Seek { pace, rated, side, .. } = self else { return true };
        let speed = pace.as_ref().map(Speed::of_pace);
        let is_speed = |found: &str| speed.is_none_or(|speed| found == <&str>::from(speed));
        let is_side = |found: &str| side.is_none_or(|side| found == side.fold_wb("white", "black"));
        game.speed.as_deref().is_none_or(is_speed)
            && game.rated.is_none_or(|found| found == *rated)
            && game.color.as_deref().is_none_or(is_side)
            && game.variant.as_ref().is_none_or(|variant| variant.key == "standard")
    }

    /// Whether it is a seek by correspondence, which needs no connection.
    pub(super) fn stays_on_server(&self) -> bool {
        matches!(self, OnlineStart::Seek { pace: Some(Pace::Days(_)), player: None, .. })
    }

    /// Returns path and form of the request. A search lasts as long as its connection, but for a seek by correspondence,
    /// which stays on the server.
    pub(super) fn request(&self) -> (String, FormFields) {
        let OnlineStart::Seek { pace, rated, player, side } = self else { return Default::default() };
        let mut form = vec![("rated", rated.to_string())];
        if let Some(side) = side {
            form.push(("color", side.fold_wb("white", "black").to_owned()));
        }
        let path = match player {
            None => SEEK.to_owned(),
            Some(name) => {
                form.push(("keepAliveStream", "true".to_owned()));
                format!("/api/challenge/{name}")
            }
        };
        match pace {
            Some(Pace::Clock(control)) => {
                let (seconds, increment) = seconds_and_increment(control).unwrap_or_default();
                let (time, names) = match player {
                    None => ((seconds as f64 / 60.0).to_string(), ["time", "increment"]),
                    Some(_) => (seconds.to_string(), ["clock.limit", "clock.increment"]),
                };
                form.extend(names.into_iter().zip([time, increment.to_string()]));
            }
            Some(Pace::Days(days)) => form.push(("days", days.to_string())),
            Some(Pace::Reflection { .. } | Pace::Unlimited) | None => {}
        }
        (path, form.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

/// How fast a game is, by the time that each side has for 40 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub(super) enum Speed {
    UltraBullet,
    Bullet,
    Blitz,
    Rapid,
    Classical,
    /// By days, or without a limit.
    Correspondence,
}

impl Speed {
    fn of_pace(pace: &Pace) -> Speed {
        match pace {
            Pace::Clock(control) => {
                let (seconds, increment) = seconds_and_increment(control).unwrap_or_default();
                Speed::of(seconds, increment)
            }
            Pace::Days(_) | Pace::Reflection { .. } | Pace::Unlimited => Speed::Correspondence,
        }
    }

    pub(super) fn of(seconds: u64, increment: u64) -> Speed {
        match seconds.saturating_add(increment.saturating_mul(40)) {
            ..30 => Speed::UltraBullet,
            30..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1500 => Speed::Rapid,
            1500.. => Speed::Classical,
        }
    }
}

/// Checks a time control against the rules of the Board API: whole minutes, three hours and three minutes a move at most
/// (one in a challenge); seeks are rapid or slower, challenges blitz or slower.
fn check(control: &TimeControl, challenges: bool) -> Result<(), OnlineStartError> {
    let (seconds, increment) =
        seconds_and_increment(control).ok_or_else(|| OnlineStartError::Control(control.clone()))?;
    let (slowest, longest) = if challenges { (Speed::Blitz, 60) } else { (Speed::Rapid, 180) };
    if Speed::of(seconds, increment) < slowest {
        return Err(OnlineStartError::TooFast(control.clone()));
    }
    if seconds > 3 * 60 * 60 || increment > longest {
        return Err(OnlineStartError::TooLong(control.clone()));
    }
    if !seconds.is_multiple_of(60) {
        return Err(OnlineStartError::Control(control.clone()));
    }
    Ok(())
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

    fn seek(pace: &str, player: Option<&str>, side: Option<Color>) -> Result<OnlineStart, OnlineStartError> {
        let pace = match pace.strip_suffix(" days") {
            Some(days) => Pace::Days(days.parse().unwrap()),
            None if pace.is_empty() => Pace::Unlimited,
            None => Pace::Clock(pace.parse().unwrap()),
        };
        OnlineStart::seek(Some(pace), true, player.map(str::to_owned), side)
    }

    #[test]
    fn a_seek_and_a_challenge_are_asked_for() {
        let of = |pace: &str, player: Option<&str>, side| {
            let (path, form) = seek(pace, player, side).unwrap().request();
            let form: Vec<_> = form.iter().map(|(name, value)| format!("{name}={value}")).collect();
            format!("{path} {}", form.join("&"))
        };
        let black = Some(Color::Black);
        assert_eq!(of("900+10", None, black), "/api/board/seek rated=true&color=black&time=15&increment=10");
        assert_eq!(of("3 days", None, None), "/api/board/seek rated=true&days=3");
        let challenge = "/api/challenge/Bobby rated=true&color=black&keepAliveStream=true";
        assert_eq!(of("", Some("Bobby"), black), challenge);
        assert_eq!(of("14 days", Some("Bobby"), black), format!("{challenge}&days=14"));
        assert_eq!(of("600", Some("Bobby"), black), format!("{challenge}&clock.limit=600&clock.increment=0"));
    }

    #[test]
    fn what_the_board_api_does_not_allow_is_not_asked_for() {
        for control in ["40/5400:1800", "300d5", "90.5"] {
            assert!(seek(control, None, None).is_err(), "{control}");
        }
        let too_fast = |control: &str, player: Option<&str>| {
            matches!(seek(control, player, None), Err(OnlineStartError::TooFast(_)))
        };
        assert!(too_fast("300+3", None) && !too_fast("300+5", None) && !too_fast("480", None));
        assert!(too_fast("60", Some("Bobby")) && !too_fast("180", Some("Bobby")));
        for (control, player) in [("10860", None), ("600+181", None), ("600+61", Some("Bobby"))] {
            let refused = seek(control, player, None);
            assert!(matches!(refused, Err(OnlineStartError::TooLong(_))), "{control} {player:?}");
        }
        for days in 0..=20 {
            let refused = seek(&format!("{days} days"), None, None).is_err();
            assert_eq!(refused, ![1, 2, 3, 5, 7, 10, 14].contains(&days), "{days}");
        }
        assert_eq!(seek("3 days", None, Some(Color::White)), Err(OnlineStartError::Side));
        for name in ["", "a b", "../x", "ü", "x?y"] {
            assert!(OnlineStart::seek(None, false, Some(name.to_owned()), None).is_err(), "{name}");
        }
    }
}
