//! How a game online begins, and the request for it.

use crate::{
    clock::{Bonus, TimeControl},
    devices::lichess::wire::GameInfo,
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
    /// Too fast for a program of one's own.
    TooFast(#[message("found", display)] TimeControl),
    /// Longer than the service has it.
    TooLong(#[message("found", display)] TimeControl),
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
            check(control, player.is_some())?;
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

    /// Whether a game that has begun may be the one that was sought.
    pub(super) fn fits(&self, game: &GameInfo) -> bool {
        let OnlineStart::Seek { control, rated, side, .. } = self else { return true };
        let speed =
            control.as_ref().and_then(seconds_and_increment).map(|(time, bonus)| Speed::of(time, bonus));
        let is_speed = |found: &str| speed.is_none_or(|speed| found == <&str>::from(speed));
        let is_side = |found: &str| side.is_none_or(|side| found == side.fold_wb("white", "black"));
        game.speed.as_deref().is_none_or(is_speed)
            && game.rated.is_none_or(|found| found == *rated)
            && game.color.as_deref().is_none_or(is_side)
            && game.variant.as_ref().is_none_or(|variant| variant.key == "standard")
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

/// How fast a game is, by the time that each side has for 40 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub(super) enum Speed {
    UltraBullet,
    Bullet,
    Blitz,
    Rapid,
    Classical,
}

impl Speed {
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
        // What the Board API does not allow is not asked for.
        let too_fast = |control: &str, player: Option<&str>| {
            let control = Some(control.parse().unwrap());
            let plan = OnlineStart::seek(control, false, player.map(str::to_owned), None);
            matches!(plan, Err(OnlineStartError::TooFast(_)))
        };
        assert!(too_fast("300+3", None) && !too_fast("300+5", None) && !too_fast("480", None));
        assert!(too_fast("60", Some("Bobby")) && !too_fast("180", Some("Bobby")));
        for (control, player) in [("10860", None), ("600+181", None), ("600+61", Some("Bobby"))] {
            let plan =
                OnlineStart::seek(Some(control.parse().unwrap()), false, player.map(str::to_owned), None);
            assert!(matches!(plan, Err(OnlineStartError::TooLong(_))), "{control} {player:?}");
        }
        for name in ["", "a b", "../x", "ü", "x?y"] {
            assert!(OnlineStart::seek(None, false, Some(name.to_owned()), None).is_err(), "{name}");
        }
    }
}
