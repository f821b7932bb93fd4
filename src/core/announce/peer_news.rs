//! What is told of a game with another player's program, beside what a server's game has too.

/// Why another player's program is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum PeerTrouble {
    /// It has another code.
    WrongCode,
    /// What is there speaks otherwise.
    Foreign,
    /// It is of another version.
    Version,
    /// Nobody listens there yet.
    Unreachable,
    /// Nobody in the local network waits with this code yet.
    NotFound,
    /// No machine has this name.
    UnknownPlace,
    /// The port to listen at cannot be had.
    PortTaken,
    /// The hall in which both meet is not there.
    Hall,
}

/// How time is counted in a game with another player's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum PeerTime {
    /// By clocks.
    Clock,
    /// By correspondence, in whole days.
    Days,
    /// Not at all.
    None,
}

/// What cannot be of what another player's program says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum PeerRefusal {
    /// A move.
    Move,
    /// A time.
    Time,
    /// An end of the game.
    Result,
    /// A move taken back for which nobody asked.
    TakeBack,
    /// Its score is not the one that it had before, or it has seen what there is not.
    Rewritten,
    /// Both have the same score, and another game.
    Differs,
    /// The message was changed on its way.
    Damaged,
    /// It is about another game.
    OtherTerms,
    /// It has lost the game as this side has.
    BothLost,
    /// It is of another version.
    Version,
    /// It is no message.
    Foreign,
}
