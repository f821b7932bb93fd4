//! What is told by a message of the catalogues: its id and its arguments, apart from any language.

use std::{fmt::Display, io, path::PathBuf, sync::OnceLock};

use fluent_bundle::{FluentArgs, FluentValue};

use super::{Catalogue, LanguageFolder};

/// Something that a message of the Fluent files tells. `#[derive(Message)]` implements it.
///
/// `S` collects the arguments: [`Arguments`] for errors and what the program prints.
pub trait Message<S = Arguments> {
    /// The id of the message.
    fn id(&self) -> &'static str;

    /// Adds each argument of the message under its name.
    fn add_arguments(&self, to: &mut S);

    /// Every id that a value of this type can have, those of its arguments too: what a language must have.
    fn ids() -> Vec<&'static str>
    where
        Self: Sized;
}

/// What can be an argument of a message.
pub trait Argument<S = Arguments> {
    /// Adds it under a name.
    fn add_to(&self, name: &'static str, to: &mut S);

    /// The ids of the messages it can be.
    fn ids() -> Vec<&'static str>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// The arguments of a message, in no language yet.
#[derive(Debug, Default)]
pub struct Arguments(Vec<(&'static str, Value)>);

#[derive(Debug)]
enum Value {
    Text(String),
    Number(f64),
    Message { id: &'static str, arguments: Arguments },
}

impl Arguments {
    /// Those of a message.
    pub fn of(message: &impl Message) -> Arguments {
        let mut arguments = Arguments::default();
        message.add_arguments(&mut arguments);
        arguments
    }

    /// Adds a text, which no language changes.
    pub fn set(&mut self, name: &'static str, text: impl Display) {
        self.0.push((name, Value::Text(text.to_string())));
    }

    /// Adds a number, by which a message may choose its words.
    pub fn set_number(&mut self, name: &'static str, number: f64) {
        self.0.push((name, Value::Number(number)));
    }

    /// Adds a message, which is rendered in the language of the one it is in.
    pub fn set_message(&mut self, name: &'static str, message: &impl Message) {
        self.0.push((name, Value::Message { id: message.id(), arguments: Arguments::of(message) }));
    }

    fn rendered(self, catalogue: &Catalogue) -> FluentArgs<'static> {
        let value = |value| match value {
            Value::Text(text) => FluentValue::from(text),
            Value::Number(number) => FluentValue::from(number),
            Value::Message { id, arguments } => {
                FluentValue::from(catalogue.text(id, None, &arguments.rendered(catalogue)))
            }
        };
        self.0.into_iter().map(|(name, argument)| (name, value(argument))).collect()
    }
}

impl Catalogue {
    /// A message in this language.
    pub fn render(&self, message: &impl Message) -> String {
        self.text(message.id(), None, &Arguments::of(message).rendered(self))
    }
}

/// A message in English, the language of logs and of `Display`.
pub fn in_english(message: &impl Message) -> String {
    static ENGLISH: OnceLock<Catalogue> = OnceLock::new();
    ENGLISH.get_or_init(|| LanguageFolder::ENGLISH.catalogue()).render(message)
}

impl<T: Message> Argument for T {
    fn add_to(&self, name: &'static str, to: &mut Arguments) {
        to.set_message(name, self);
    }

    fn ids() -> Vec<&'static str> {
        T::ids()
    }
}

macro_rules! texts {
    ($($kind:ty),*) => {
        $(impl Argument for $kind {
            fn add_to(&self, name: &'static str, to: &mut Arguments) {
                to.set(name, self);
            }
        })*
    };
}
texts!(String, &'static str, char);

macro_rules! numbers {
    ($($kind:ty),*) => {
        $(impl Argument for $kind {
            fn add_to(&self, name: &'static str, to: &mut Arguments) {
                to.set_number(name, *self as f64);
            }
        })*
    };
}
numbers!(u8, u16, u32, u64, usize, i32, i64, f32, f64);

impl Argument for PathBuf {
    fn add_to(&self, name: &'static str, to: &mut Arguments) {
        to.set(name, self.display());
    }
}

/// An error of the operating system, by what it means to the user.
impl Message for io::Error {
    fn id(&self) -> &'static str {
        match self.kind() {
            io::ErrorKind::NotFound => "io-not-found",
            io::ErrorKind::PermissionDenied => "io-permission-denied",
            io::ErrorKind::AlreadyExists => "io-already-exists",
            io::ErrorKind::IsADirectory => "io-is-a-directory",
            io::ErrorKind::NotADirectory => "io-not-a-directory",
            io::ErrorKind::StorageFull => "io-storage-full",
            io::ErrorKind::QuotaExceeded => "io-quota-exceeded",
            io::ErrorKind::ReadOnlyFilesystem => "io-read-only",
            io::ErrorKind::ConnectionRefused => "io-connection-refused",
            io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted => "io-connection-lost",
            io::ErrorKind::BrokenPipe => "io-broken-pipe",
            io::ErrorKind::TimedOut => "io-timed-out",
            io::ErrorKind::UnexpectedEof => "io-unexpected-end",
            io::ErrorKind::InvalidData => "io-invalid-data",
            io::ErrorKind::ResourceBusy => "io-busy",
            io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => "io-unreachable",
            _ => "io-other",
        }
    }

    fn add_arguments(&self, to: &mut Arguments) {
        to.set("code", self.raw_os_error().map_or_else(|| self.to_string(), |code| code.to_string()));
    }

    fn ids() -> Vec<&'static str> {
        vec![
            "io-not-found",
            "io-permission-denied",
            "io-already-exists",
            "io-is-a-directory",
            "io-not-a-directory",
            "io-storage-full",
            "io-quota-exceeded",
            "io-read-only",
            "io-connection-refused",
            "io-connection-lost",
            "io-broken-pipe",
            "io-timed-out",
            "io-unexpected-end",
            "io-invalid-data",
            "io-busy",
            "io-unreachable",
            "io-other",
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(annabella_derive::Message)]
    #[message(prefix = "test")]
    enum Outer {
        NoFile {
            path: PathBuf,
            why: io::Error,
        },
        #[message("test-counted")]
        Files(#[message("count")] u32),
        #[message(transparent)]
        Inner(Inner),
    }

    #[derive(annabella_derive::Message)]
    #[message("test-inner")]
    struct Inner {
        #[message("what")]
        inner_name: String,
        #[message(skip)]
        _skipped: Vec<u8>,
    }

    #[test]
    fn a_message_renders_itself_and_those_within() {
        let ftl = "test-no-file = { $path }: { $why }\n\
                   test-counted = { $count ->\n    [one] ein Blatt\n   *[other] { $count } Blätter\n}\n\
                   test-inner = nur { $what }\n\
                   io-not-found = gibt es nicht";
        let words = Catalogue::new("de", ftl).unwrap();
        let missing = Outer::NoFile { path: "x.pgn".into(), why: io::ErrorKind::NotFound.into() };
        assert_eq!(words.render(&missing), "x.pgn: gibt es nicht");
        assert_eq!(words.render(&Outer::Files(1)), "ein Blatt");
        assert_eq!(words.render(&Outer::Files(3)), "3 Blätter");
        let inner = Inner { inner_name: "das".to_owned(), _skipped: Vec::new() };
        assert_eq!(words.render(&Outer::Inner(inner)), "nur das");
        let ids = <Outer as Message>::ids();
        assert!(["test-no-file", "test-counted", "test-inner", "io-busy"].iter().all(|id| ids.contains(id)));
    }
}
