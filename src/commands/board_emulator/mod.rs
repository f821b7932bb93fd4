//! An electronic board without a board: it is played on by [`hands`].

pub mod hands;
