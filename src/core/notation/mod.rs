//! Moves as people write and speak them.
//!
//! In reading order: [`Letters`] are the piece letters of each language, [`algebraic`] writes the notation of the
//! Laws (Appendix C), [`iccf()`] the digits of correspondence chess, [`reading`] reads both and the habits of score sheets, [`spoken`] puts moves into words in a
//! [`Style`], [`mod@braille`] into characters, [`braille_code`] into the cells of a chess code; [`pgn`] is games,
//! [`picture()`] draws a position for whoever sees, in characters, and [`svg`] in lines; [`trf`] is who meets whom in a tournament.

#![warn(missing_docs, unreachable_pub)]

mod letters;
pub mod algebraic;
mod iccf;
pub mod reading;
pub mod spoken;
mod style;
pub mod braille;
pub mod braille_code;
pub mod pgn;
mod picture;
pub mod svg;
pub mod trf;

pub use algebraic::{Letters, long, san};
pub use braille::{braille, numbered};
pub use braille_code::{BrailleCode, BrailleCodeError};
pub use iccf::{iccf, read_iccf};
pub use pgn::{PgnError, PgnGame};
pub use picture::picture;
pub use reading::{ReadError, named_piece, new_piece, read};
pub use spoken::{MoveForm, SpokenNames, speak, speak_games};
pub use style::{Style, StyleChange, Wording};
pub use trf::{Pairing, TournamentPlayer, TournamentReport, TournamentReportError};
