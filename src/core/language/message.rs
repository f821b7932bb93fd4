//! Messages of the catalogues as ids and arguments, in no language yet.

use std::{
    any::Any,
    fmt::{self, Display},
    io,
    path::PathBuf,
    string::FromUtf8Error,
    sync::OnceLock,
};

use fluent_bundle::{FluentArgs, FluentValue};

use super::{Catalogue, LANGUAGES, LanguageFolder};

/// A value that has a message in the Fluent files. `#[derive(Message)]` implements it.
///
/// `S` collects the arguments: [`Arguments`] for errors and what the program prints.
pub trait Message<S = Arguments> {
    /// Returns the id of the message.
    fn id(&self) -> &'static str;

    /// Adds each argument of the message under its name.
    fn add_arguments(&self, to: &mut S);

    /// Returns every id that values of this type and their arguments can have. Every language must have all of them.
    fn ids() -> Vec<&'static str>
    where
        Self: Sized;
}

/// A value that can be an argument of a message.
pub trait Argument<S = Arguments> {
    /// Adds the value under a name.
    fn add_to(&self, name: &'static str, to: &mut S);

    /// Returns the ids of the messages that the value can be.
    fn ids() -> Vec<&'static str>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// The arguments of a message.
#[derive(Debug, Default)]
pub struct Arguments(Vec<(&'static str, Value)>);

#[derive(Debug)]
enum Value {
    Text(String),
    Number(f64),
    San(String),
    Message { id: &'static str, arguments: Arguments },
}

impl Arguments {
    /// Returns the arguments of a message.
    pub fn of(message: &(impl Message + ?Sized)) -> Arguments {
        let mut arguments = Arguments::default();
        message.add_arguments(&mut arguments);
        arguments
    }

    /// Adds a text that is the same in every language.
    pub fn set(&mut self, name: &'static str, text: impl Display) {
        self.0.push((name, Value::Text(text.to_string())));
    }

    /// Adds a number, by which a message may choose its words.
    pub fn set_number(&mut self, name: &'static str, number: f64) {
        self.0.push((name, Value::Number(number)));
    }

    /// Adds a message, which is rendered in the language of the message around it.
    pub fn set_message(&mut self, name: &'static str, message: &(impl Message + ?Sized)) {
        self.0.push((name, Value::Message { id: message.id(), arguments: Arguments::of(message) }));
    }

    fn rendered(self, catalogue: &Catalogue) -> FluentArgs<'static> {
        let value = |value| match value {
            Value::Text(text) => FluentValue::from(text),
            Value::Number(number) => FluentValue::from(number),
            Value::San(text) => FluentValue::from(catalogue.in_letters(&text)),
            Value::Message { id, arguments } => {
                FluentValue::from(catalogue.rendered(id, &arguments.rendered(catalogue)))
            }
        };
        self.0.into_iter().map(|(name, argument)| (name, value(argument))).collect()
    }
}

impl Catalogue {
    /// Returns a message in this language.
    pub fn render(&self, message: &(impl Message + ?Sized)) -> String {
        self.rendered(message.id(), &Arguments::of(message).rendered(self))
    }
}

/// Returns a message in English, the language of logs and of `Display`.
pub fn in_english(message: &(impl Message + ?Sized)) -> String {
    static ENGLISH: OnceLock<Catalogue> = OnceLock::new();
    ENGLISH.get_or_init(|| LanguageFolder::ENGLISH.catalogue()).render(message)
}

/// Any error with a message. The caller chooses the language.
///
/// `?` converts every error that is a [`Message`].
pub struct Failure(Box<dyn AnyMessage>);

trait AnyMessage: Message + Any + Send + Sync {}
impl<T: Message + Any + Send + Sync> AnyMessage for T {}

impl Failure {
    /// Returns the error in a language.
    pub fn render(&self, words: &Catalogue) -> String {
        words.render(&*self.0)
    }

    /// Returns the error it was made from, if it is of that type.
    pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref()
    }
}

impl<T: Message + Send + Sync + 'static> From<T> for Failure {
    fn from(error: T) -> Failure {
        Failure(Box::new(error))
    }
}

impl Argument for Failure {
    fn add_to(&self, name: &'static str, to: &mut Arguments) {
        to.set_message(name, &*self.0);
    }
}

/// Writes the error in English.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_english(&*self.0))
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<S, T: Message<S>> Message<S> for Box<T> {
    fn id(&self) -> &'static str {
        (**self).id()
    }

    fn add_arguments(&self, to: &mut S) {
        (**self).add_arguments(to);
    }

    fn ids() -> Vec<&'static str> {
        T::ids()
    }
}

impl<T: Message> Argument for T {
    fn add_to(&self, name: &'static str, to: &mut Arguments) {
        to.set_message(name, self);
    }

    fn ids() -> Vec<&'static str> {
        T::ids()
    }
}

/// Moves in Standard Algebraic Notation, which are rendered with the piece letters of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanText(pub String);

impl Argument for SanText {
    fn add_to(&self, name: &'static str, to: &mut Arguments) {
        to.0.push((name, Value::San(self.0.clone())));
    }

    fn ids() -> Vec<&'static str> {
        vec!["piece-letters"]
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
texts!(&'static str, char);

/// The most characters that are quoted of a text from outside, such as the words of a file.
const LONGEST_QUOTED: usize = 100;

/// Quotes the beginning of a text; what no terminal shows is one character each time.
impl Argument for String {
    fn add_to(&self, name: &'static str, to: &mut Arguments) {
        let is_shown =
            |c: char| !c.is_control() && c != char::REPLACEMENT_CHARACTER || c == '\n' || c == '\t';
        let shown = |c| if is_shown(c) { c } else { '…' };
        let mut text: Vec<char> = self.chars().map(shown).collect();
        text.dedup_by(|next, before| *next == '…' && *before == '…');
        if text.len() > LONGEST_QUOTED {
            text.truncate(LONGEST_QUOTED);
            text.push('…');
        }
        to.set(name, text.into_iter().collect::<String>());
    }
}

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

/// Quotes the end of a path, which is the file.
impl Argument for PathBuf {
    fn add_to(&self, name: &'static str, to: &mut Arguments) {
        let path = self.display().to_string();
        match path.char_indices().nth_back(LONGEST_QUOTED) {
            Some((start, _)) => to.set(name, format_args!("…{}", &path[start..])),
            None => to.set(name, path),
        }
    }
}

/// EIO, ENXIO and ENODEV, which have no [`io::ErrorKind`]: an open device was unplugged.
const DEVICE_GONE: [i32; 3] = [5, 6, 19];

/// ENOTTY, which has no [`io::ErrorKind`] either: a file that is opened as a port.
const NO_PORT: i32 = 25;

/// How the standard library begins what it tells of a name that nobody knows; it has neither a kind nor a number.
const NO_SUCH_HOST: &str = "failed to lookup address";

/// Chooses the message by what an error of the operating system means to the user.
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
            io::ErrorKind::NotSeekable => "io-not-a-file",
            io::ErrorKind::FileTooLarge => "io-too-large",
            io::ErrorKind::AddrInUse => "io-address-in-use",
            io::ErrorKind::AddrNotAvailable => "io-no-such-address",
            io::ErrorKind::ConnectionRefused => "io-connection-refused",
            io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted => "io-connection-lost",
            io::ErrorKind::BrokenPipe => "io-broken-pipe",
            io::ErrorKind::TimedOut => "io-timed-out",
            io::ErrorKind::UnexpectedEof => "io-unexpected-end",
            io::ErrorKind::InvalidData if self.get_ref().is_some_and(|found| found.is::<FromUtf8Error>()) => {
                "io-no-text"
            }
            io::ErrorKind::InvalidData => "io-invalid-data",
            io::ErrorKind::ResourceBusy => "io-busy",
            io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => "io-unreachable",
            _ if self.raw_os_error().is_some_and(|code| DEVICE_GONE.contains(&code)) => "io-device-gone",
            _ if self.raw_os_error() == Some(NO_PORT) => "io-no-port",
            _ if self.to_string().starts_with(NO_SUCH_HOST) => "io-no-such-host",
            _ => "io-other",
        }
    }

    fn add_arguments(&self, to: &mut Arguments) {
        to.set("found", self);
        to.set_number("code", self.raw_os_error().map_or(0.0, f64::from));
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
            "io-not-a-file",
            "io-too-large",
            "io-address-in-use",
            "io-no-such-address",
            "io-connection-refused",
            "io-connection-lost",
            "io-broken-pipe",
            "io-timed-out",
            "io-unexpected-end",
            "io-invalid-data",
            "io-no-text",
            "io-busy",
            "io-unreachable",
            "io-no-port",
            "io-no-such-host",
            "io-device-gone",
            "io-other",
        ]
    }
}

/// Checks that every language has these messages, and that they use only these arguments: the test that the derive makes.
///
/// # Panics
///
/// If one lacks a message, or a message uses another argument.
pub fn check_texts(ids: &[&str], arguments: &[(&str, &[&str])]) {
    for folder in LANGUAGES {
        let words = folder.catalogue();
        for id in ids {
            assert!(words.has(id), "{id} in {}", folder.tag);
        }
        for (id, names) in arguments {
            let start = format!("\n{id} =");
            let texts = [folder.errors, folder.program].into_iter();
            let text = texts.filter_map(|texts| texts.split_once(&start)).next().map_or("", |(_, rest)| rest);
            let end = text.match_indices('\n').find(|(at, _)| !text[at + 1..].starts_with([' ', '}']));
            let text = &text[..end.map_or(text.len(), |(at, _)| at)];
            for used in text.split('$').skip(1) {
                let used = used.split(|c: char| !c.is_alphanumeric() && c != '-').next().unwrap();
                assert!(
                    used.is_empty() || names.contains(&used),
                    "{id} in {} has ${used}, which is not given",
                    folder.tag
                );
            }
        }
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
        let bytes = Inner { inner_name: "\u{7f}ELF\u{2}\u{0}\u{fffd}é".to_owned(), _skipped: Vec::new() };
        assert_eq!(words.render(&Outer::Inner(bytes)), "nur …ELF…é");
        let line_of_a_file = Inner { inner_name: "ä".repeat(10_000), _skipped: Vec::new() };
        let told = words.render(&Outer::Inner(line_of_a_file));
        assert_eq!((told.chars().count(), told.chars().last()), (105, Some('…')));
        let ids = <Outer as Message>::ids();
        assert!(["test-no-file", "test-counted", "test-inner", "io-busy"].iter().all(|id| ids.contains(id)));
    }
}
