//! A game of two programs that are not in one room, without a server between them.
//!
//! Each program writes only its own [`sheet`]: what its side did, in order, each act with how much of the other
//! side's sheet it had seen. The whole sheet is sent every time. [`merge()`] makes of both sheets the game, the clocks and
//! the result, or names the first act that cannot be; it depends on nothing else, so both programs have the same game as
//! soon as they have the same sheets, in whatever order messages came, how often, or how late. [`exchange`] holds both
//! sheets, makes the messages and takes those of the other side, which it does not trust.
//!
//! Nothing here reads a clock, a file or a device: times are stated by who measured them.

#![warn(missing_docs, unreachable_pub)]
#![deny(clippy::wildcard_enum_match_arm)]

pub mod code;
pub mod terms;
pub mod reflection;
pub mod sheet;
pub mod merge;
pub mod exchange;
#[cfg(test)]
mod tests;

pub use code::{CodeError, PeerCode};
pub use exchange::{ExchangeFault, PeerKey, PeerMessage, SheetExchange, Taken, TermsAnswer};
pub use merge::{MergeFault, MergeFaultKind, MergedGame, merge};
pub use reflection::{DAY, ReflectionLeft, ReflectionTime};
pub use sheet::{PeerAct, PeerEntry};
pub use terms::{PeerTerms, TermsError, shown_name};
