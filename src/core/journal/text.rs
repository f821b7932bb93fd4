//! The spelling of an entry's values in the file. Errors name the key.

use std::{borrow::Cow, fmt::Display, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error, ser::SerializeStruct};

use crate::laws::{Color, Ending, GameResult, Origin, Outcome, StartError, StartPosition};

/// Makes a module for each key, for `#[serde(with)]`. It writes by `Display` and reads by `FromStr`.
macro_rules! keys {
    ($($key:ident: $expected:literal;)*) => {$(
        pub(super) mod $key {
            pub(in super::super) fn serialize<T: std::fmt::Display, S: serde::Serializer>(
                value: &T,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.collect_str(value)
            }

            pub(in super::super) fn deserialize<'de, T: std::str::FromStr, D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<T, D::Error> {
                super::read(stringify!($key), $expected, deserializer)
            }
        }
    )*};
}

keys! {
    uci: "a move such as e2e4 or e7e8q";
    square: "one such as e4";
    ruleset: "fide-2023 or fide-2009";
    opponent: "board, engine, engine:PATH, lichess, lichess:NAME, peer or peer:PLACE";
    described: "some of squares, pieces, lines, changes, position with commas between";
    authority: "program, server, peers or board-clock";
    draw_offers: "allowed, never, or after how many moves by both, such as 30";
}

fn read<'de, T: FromStr, D: Deserializer<'de>>(key: &str, expected: &str, from: D) -> Result<T, D::Error> {
    let text = Cow::<str>::deserialize(from)?;
    text.parse().map_err(|_| wrong(key, &text, expected))
}

fn wrong<E: Error>(key: &str, found: &str, expected: impl Display) -> E {
    E::custom(format!("{key} '{found}', expected {expected}"))
}

/// The same for values that may be absent.
macro_rules! optional_keys {
    ($($name:ident, $key:literal: $expected:literal;)*) => {$(
        pub(super) mod $name {
            pub(in super::super) fn serialize<T: std::fmt::Display, S: serde::Serializer>(
                value: &Option<T>,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                match value {
                    Some(value) => serializer.collect_str(value),
                    None => serializer.serialize_none(),
                }
            }

            pub(in super::super) fn deserialize<'de, T: std::str::FromStr, D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Option<T>, D::Error> {
                super::read($key, $expected, deserializer).map(Some)
            }
        }
    )*};
}

optional_keys! {
    stated, "uci": "a move such as e2e4 or e7e8q";
    time_control, "time_control": "one as PGN writes it, such as 5400+30 or 40/5400:1800";
}

/// A side as `"white"` or `"black"`.
pub(super) mod side {
    use super::*;

    pub(in super::super) fn serialize<S: Serializer>(side: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(side.fold_wb("white", "black"))
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Color, D::Error> {
        let text = Cow::<str>::deserialize(from)?;
        super::side_named(&text).ok_or_else(|| wrong("side", &text, "white or black"))
    }
}

fn side_named(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|side| side.fold_wb("white", "black") == name)
}

/// A side, or `null` for neither.
pub(super) mod running {
    use super::*;

    pub(in super::super) fn serialize<S: Serializer>(
        side: &Option<Color>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        side.map(|side| side.fold_wb("white", "black")).serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Color>, D::Error> {
        let Some(text) = Option::<Cow<str>>::deserialize(from)? else { return Ok(None) };
        super::side_named(&text).map(Some).ok_or_else(|| wrong("running", &text, "white, black or null"))
    }
}

/// The origin of an entry; `program` is never written.
pub(super) mod from {
    use super::*;

    pub(in super::super) fn serialize<S: Serializer>(
        from: &Origin,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(from)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Origin, D::Error> {
        let text = Cow::<str>::deserialize(from)?;
        let named = ORIGINS.into_iter().find(|origin| origin.to_string() == text);
        named
            .ok_or_else(|| wrong("from", &text, "white, black, table, arbiter, remote-white or remote-black"))
    }
}

const ORIGINS: [Origin; 7] = [
    Origin::Player(Color::White),
    Origin::Player(Color::Black),
    Origin::Table,
    Origin::Arbiter,
    Origin::Remote(Color::White),
    Origin::Remote(Color::Black),
    Origin::Program,
];

/// An outcome as `result` and `ending`, with `by` and `intended` where the ending has them.
pub(super) mod outcome {
    use super::*;

    /// Older files have neither `by` nor `intended`. `by` is the loser then. For a draw it is unknown, but no
    /// announcement of a draw depends on it.
    #[derive(Serialize, Deserialize)]
    struct Written {
        result: String,
        ending: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        intended: bool,
    }

    pub(in super::super) fn serialize<S: Serializer>(it: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
        let by = it.ending.side().map(|side| side.fold_wb("white", "black").to_owned());
        let (result, ending) = (it.result.to_string(), it.ending.name().to_owned());
        Written { result, ending, by, intended: it.ending.is_intended() }.serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Outcome, D::Error> {
        let written = Written::deserialize(from)?;
        let named = |side| Ending::named(&written.ending, side, written.intended);
        let without = named(Color::White).is_some_and(Ending::is_without_result);
        let result = written.result.parse().ok();
        let result: GameResult = result
            .filter(|result| without == (*result == GameResult::NoResult))
            .ok_or_else(|| wrong("result", &written.result, "1-0, 0-1, 1/2-1/2, 0-0, 1/2-0 or 0-1/2"))?;
        let by = match &written.by {
            Some(name) => side_named(name).ok_or_else(|| wrong("by", name, "white or black"))?,
            None => result.winner().map_or(Color::White, |winner| !winner),
        };
        let ending = named(by)
            .ok_or_else(|| wrong("ending", &written.ending, "one such as checkmate, resignation or time"))?;
        Ok(Outcome { result, ending })
    }
}

/// A start position as `fen` and `chess960`, both absent for that of chess.
pub(super) mod position {
    use super::*;

    #[derive(Deserialize)]
    struct Written {
        #[serde(default)]
        fen: Option<String>,
        #[serde(default)]
        chess960: bool,
    }

    pub(in super::super) fn serialize<S: Serializer>(
        start: &StartPosition,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_struct("Start", 2)?;
        if *start != StartPosition::default() || start.is_chess960() {
            map.serialize_field("fen", &start.fen().to_string())?;
        }
        if start.is_chess960() {
            map.serialize_field("chess960", &true)?;
        }
        map.end()
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<StartPosition, D::Error> {
        let Written { fen, chess960 } = Written::deserialize(from)?;
        let Some(fen) = fen else { return Ok(StartPosition::default()) };
        StartPosition::of_fen(&fen, chess960)
            .map_err(|error: StartError| D::Error::custom(format!("fen '{fen}', {error}")))
    }
}
