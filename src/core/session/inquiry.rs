//! What an engine is asked about the game, or about what is studied in its place.

use std::time::Duration;

use crate::{grammar::AdviceRequest, laws::Move};

/// What an engine is to analyse, and for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inquiry {
    /// The number by which the answer is known.
    pub id: u64,
    /// What it is asked for.
    pub purpose: InquiryPurpose,
    /// The positions, in the order of the answers.
    pub searches: Vec<InquirySearch>,
}

/// What an engine is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InquiryPurpose {
    /// What the player wants to know about their game.
    Advice(AdviceRequest),
    /// The value of each position of a game that is reviewed.
    Course,
    /// The same of the positions around the moves that cost most, with more time.
    SecondLook,
    /// Whether another move is as good as the best one, at each place where much was lost.
    Alternatives,
    /// What refutes a move that was tried in a puzzle.
    Refutation,
}

/// A position that is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InquirySearch {
    /// The half-moves of the game before it.
    pub ply: usize,
    /// A move that is tried there and not made.
    pub tried: Option<Move>,
    /// A move that is left out of consideration.
    pub without: Option<Move>,
    /// How long the engine searches.
    pub time: Duration,
}

impl InquirySearch {
    /// Searches the position after so many half-moves.
    pub(super) fn of(ply: usize, time: Duration) -> InquirySearch {
        InquirySearch { ply, tried: None, without: None, time }
    }
}

/// The inquiry that is open.
#[derive(Debug, Default)]
pub(super) struct Analyses {
    open: Option<Inquiry>,
    /// How many inquiries there were.
    asked: u64,
}

impl Analyses {
    pub(super) fn open(&self) -> Option<&Inquiry> {
        self.open.as_ref()
    }

    /// How many inquiries there were.
    pub(super) fn asked(&self) -> u64 {
        self.asked
    }

    pub(super) fn ask(&mut self, purpose: InquiryPurpose, searches: Vec<InquirySearch>) {
        self.asked += 1;
        self.open = Some(Inquiry { id: self.asked, purpose, searches });
    }

    /// The open inquiry, if it has this number.
    pub(super) fn take(&mut self, id: u64) -> Option<Inquiry> {
        self.open.take_if(|open| open.id == id)
    }

    /// Drops the inquiry: the answer would be about another position.
    pub(super) fn position_changed(&mut self) {
        self.open = None;
    }
}
