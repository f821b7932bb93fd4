//! What is wrong with a text in TOML, in every language.

use serde::{Deserialize, Deserializer, de::Error as _};

use super::Message;

/// Why a text is not the TOML that is expected. The reader of TOML says it in English alone; serde's forms of that tell
/// the kinds apart.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(printed, prefix = "toml")]
pub enum TomlFault {
    /// A key that must be there.
    Missing {
        /// The key.
        key: String,
    },
    /// A key or a value that means nothing here.
    Unknown {
        /// What stands there.
        found: String,
        /// What may stand there: all of it, or what is most like it.
        expected: String,
    },
    /// A key that came before.
    Twice,
    /// A list of another length.
    Length {
        /// How many values it must have.
        expected: String,
    },
    /// Something else than a text.
    Text,
    /// Something else than a list.
    List,
    /// Something else than a section.
    Section,
    /// Neither true nor false.
    Switch,
    /// Something else than a number.
    Number,
    /// No TOML.
    Unreadable,
}

/// Reads a list of so many values, neither fewer nor more: serde's arrays pass over what is too much.
///
/// # Errors
///
/// Something else than a list, another length, or a value that is none.
pub fn exactly<'de, D, T, const N: usize>(from: D) -> Result<[T; N], D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let all = Vec::<T>::deserialize(from)?;
    let count = all.len();
    all.try_into().map_err(|_| D::Error::invalid_length(count, &format!("an array of length {N}").as_str()))
}

/// More names than this are not listed.
const LISTED: usize = 6;

/// So many are instead.
const NEAREST: usize = 3;

impl TomlFault {
    /// Returns the number of the line at fault, counted from 1, its text, and what is wrong there.
    pub fn locate(text: &str, error: &toml::de::Error) -> (usize, String, TomlFault) {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.get(..start).unwrap_or_default().matches('\n').count();
        let line = text.lines().nth(before).unwrap_or_default().trim().to_owned();
        (before + 1, line, TomlFault::of(error.message()))
    }

    fn of(message: &str) -> TomlFault {
        let mut names = message.split('`').skip(1).step_by(2).map(str::to_owned);
        let mut name = || names.next().unwrap_or_default();
        let expected = message.split_once("expected ").map_or("", |(_, expected)| expected);
        match message {
            _ if message.starts_with("missing field") => TomlFault::Missing { key: name() },
            _ if message.starts_with("unknown ") => {
                let found = name();
                let expected = listed(&found, names.collect());
                TomlFault::Unknown { found, expected }
            }
            _ if message.starts_with("duplicate ") => TomlFault::Twice,
            _ if message.starts_with("invalid length") => {
                TomlFault::Length { expected: expected.chars().filter(char::is_ascii_digit).collect() }
            }
            _ if message.starts_with("invalid type") => match expected {
                _ if expected.starts_with("a string") => TomlFault::Text,
                _ if expected.starts_with("a sequence") || expected.starts_with("an array") => {
                    TomlFault::List
                }
                _ if expected.starts_with("struct") || expected.starts_with("a map") => TomlFault::Section,
                _ if expected.starts_with("a boolean") => TomlFault::Switch,
                _ if expected.starts_with(['f', 'u', 'i']) => TomlFault::Number,
                _ => TomlFault::Unreadable,
            },
            _ => TomlFault::Unreadable,
        }
    }
}

fn listed(found: &str, mut names: Vec<String>) -> String {
    if names.len() > LISTED {
        let likeness = |name: &String| strsim::jaro(name, found);
        names.sort_by(|one, other| likeness(other).total_cmp(&likeness(one)));
        names.truncate(NEAREST);
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "it is only read")]
    struct Expected {
        name: String,
        #[serde(default = "none", deserialize_with = "exactly")]
        list: [u8; 2],
        map: Option<BTreeMap<String, u8>>,
        switch: Option<bool>,
        number: Option<f32>,
        choice: Option<Choice>,
    }

    fn none() -> [u8; 2] {
        [0, 0]
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Choice {
        Long,
        Short,
    }

    #[test]
    fn each_kind_is_told_apart() {
        let unknown = |found: &str, expected: &str| TomlFault::Unknown {
            found: found.to_owned(),
            expected: expected.to_owned(),
        };
        let keys = "name, list, map, switch, number, choice";
        for (text, line, fault) in [
            ("", 1, TomlFault::Missing { key: "name".to_owned() }),
            ("name = 'a'\nnaem = 'a'", 2, unknown("naem", keys)),
            ("name = 'a'\n\nchoice = 'tall'", 3, unknown("tall", "long, short")),
            ("name = 'a'\nname = 'b'", 2, TomlFault::Twice),
            ("name = 'a'\nlist = [1]", 2, TomlFault::Length { expected: "2".to_owned() }),
            ("name = 'a'\nlist = [1, 2, 3]", 2, TomlFault::Length { expected: "2".to_owned() }),
            ("name = 'a'\nlist = [1, 'two']", 2, TomlFault::Number),
            ("name = 5", 1, TomlFault::Text),
            ("name = 'a'\nlist = 5", 2, TomlFault::List),
            ("name = 'a'\nmap = 5", 2, TomlFault::Section),
            ("name = 'a'\nswitch = 'on'", 2, TomlFault::Switch),
            ("name = 'a'\nnumber = 'one'", 2, TomlFault::Number),
            ("name", 1, TomlFault::Unreadable),
            ("name = 'a", 1, TomlFault::Unreadable),
            ("[name", 1, TomlFault::Unreadable),
        ] {
            let error = toml::from_str::<Expected>(text).unwrap_err();
            let (number, _, found) = TomlFault::locate(text, &error);
            assert_eq!((number, found), (line, fault), "{text:?}: {error}");
        }
    }

    #[test]
    fn of_many_names_the_nearest_are_listed() {
        let names = ["one", "two", "three", "four", "five", "six", "seven"].map(str::to_owned).to_vec();
        assert!(listed("sevn", names).starts_with("seven, "));
    }
}
