//! Moves as people write and speak them.
//!
//! In reading order: [`letters`] are the piece letters of each language, [`algebraic`] writes the
//! notation of the Laws (Appendix C), [`reading`] reads what people make of it, [`spoken`] puts moves
//! into words, [`braille`] into cells, [`pgn`] keeps whole games.

pub mod letters;
pub mod algebraic;
pub mod reading;
pub mod spoken;
pub mod braille;
pub mod pgn;

pub use algebraic::{long, san};
pub use braille::braille;
pub use letters::Letters;
pub use pgn::{PgnError, PgnGame};
pub use reading::{ReadError, read};
pub use spoken::{Form, SpokenNames, speak, speak_games};
