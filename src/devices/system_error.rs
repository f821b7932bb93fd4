//! Errors as events carry them: they are cloned, compared, and rendered in a language that only the receiver knows.

use std::{fmt, io, sync::Arc};

use crate::language::{Arguments, Message};

/// An error of the operating system. Two errors are equal if they are told alike.
#[derive(Clone, Debug)]
pub struct SystemError(Arc<io::Error>);

impl From<io::Error> for SystemError {
    fn from(error: io::Error) -> SystemError {
        SystemError(Arc::new(error))
    }
}

impl PartialEq for SystemError {
    fn eq(&self, other: &SystemError) -> bool {
        self.id() == other.id() && self.to_string() == other.to_string()
    }
}

impl Eq for SystemError {}

impl fmt::Display for SystemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Message for SystemError {
    fn id(&self) -> &'static str {
        self.0.id()
    }

    fn add_arguments(&self, to: &mut Arguments) {
        self.0.add_arguments(to);
    }

    fn ids() -> Vec<&'static str> {
        io::Error::ids()
    }
}

/// A thread of this program panicked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "program-fault")]
pub struct Panicked {
    /// The message of the panic.
    pub what: String,
}
