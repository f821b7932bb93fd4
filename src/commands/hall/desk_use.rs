//! What becomes of that which is said at a desk.

use crate::{
    grammar::{HallRequest, Intent},
    session::VoiceChange,
};

/// What a desk does with what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeskUse {
    /// Answers it.
    Answer(HallRequest),
    /// Tells again what it told last.
    Repeat,
    /// Tells what can be said.
    Help,
    /// Changes itself.
    Change(DeskChange),
    /// Sends it to a board.
    Ruling,
}

/// What changes the voice or the microphone of a desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskChange {
    /// Nothing more of what is being told.
    Quiet,
    /// How it speaks.
    Voice(VoiceChange),
    /// Whether it listens.
    Microphone(bool),
}

impl DeskUse {
    /// Whether it is done for the board that is chosen, or by the desk itself, and so for none that is named beside it.
    pub(super) fn is_for_no_named_board(self) -> bool {
        match self {
            DeskUse::Ruling | DeskUse::Change(_) => true,
            DeskUse::Answer(_) | DeskUse::Repeat | DeskUse::Help => false,
        }
    }

    /// Returns what is done with it; none if it is nothing for a desk.
    pub(super) fn of(intent: &Intent) -> Option<DeskUse> {
        match intent {
            Intent::Hall(request) => Some(DeskUse::Answer(*request)),
            Intent::Repeat => Some(DeskUse::Repeat),
            Intent::Help | Intent::HelpOn(_) => Some(DeskUse::Help),
            Intent::Quiet => Some(DeskUse::Change(DeskChange::Quiet)),
            Intent::Louder => Some(DeskUse::Change(DeskChange::Voice(VoiceChange::Louder))),
            Intent::Softer => Some(DeskUse::Change(DeskChange::Voice(VoiceChange::Softer))),
            Intent::Faster => Some(DeskUse::Change(DeskChange::Voice(VoiceChange::Faster))),
            Intent::Slower => Some(DeskUse::Change(DeskChange::Voice(VoiceChange::Slower))),
            Intent::MicrophoneOff => Some(DeskUse::Change(DeskChange::Microphone(false))),
            Intent::MicrophoneOn => Some(DeskUse::Change(DeskChange::Microphone(true))),
            intent => intent.is_for_a_board().then_some(DeskUse::Ruling),
        }
    }
}
