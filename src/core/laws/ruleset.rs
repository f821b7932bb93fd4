//! The editions of the Laws, as a table of their differences.

use std::time::Duration;

use crate::language::Message;

/// An edition of the FIDE Laws.
///
/// Two rules of the older edition are left out, since hardly anybody plays by them: the loss of an unsupervised blitz
/// game by one illegal move, and more than fifty moves for some endings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(parse_err_ty = UnknownRuleset, parse_err_fn = unknown)]
pub enum Ruleset {
    /// In force since 1 January 2023.
    #[default]
    #[strum(serialize = "fide-2023")]
    Fide2023,
    /// In force from 1 July 2009, as in the older source texts.
    #[strum(serialize = "fide-2009")]
    Fide2009,
}

/// The speed of a game, which decides penalties and the duty to keep score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeFormat {
    /// The time of FIDE Article 6.
    #[default]
    Standard,
    /// FIDE Appendix A.
    Rapid,
    /// FIDE Appendix B.
    Blitz,
}

/// The edition and time format of a game, and what the organiser announced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The edition of the Laws.
    pub ruleset: Ruleset,
    /// The speed of the game.
    pub format: TimeFormat,
    /// No arbiter for every game: then A.5 holds in rapid and blitz, and Guidelines III.6 in other games.
    pub unsupervised: bool,
    /// Guidelines III apply (III.2.1). Under fide-2009 they are Article 10, and always do.
    pub guidelines_iii: bool,
}

/// All differences between the editions, for one time format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Added to the opponent's clock for a wrong claim (9.5.3).
    pub wrong_claim: Duration,
    /// Added to the opponent's clock for a completed illegal move (7.5.5).
    pub illegal_move: Duration,
    /// The number of completed illegal moves with which a player loses.
    pub illegal_moves_lose: u32,
    /// Five appearances and 75 moves draw without a claim (9.6).
    pub automatic_draws: bool,
    /// Whether the clock pressed without a move counts as an illegal move (7.5.3).
    pub press_needs_move: bool,
    /// Whether two hands for one move count as an illegal move (7.5.4).
    pub two_hands: bool,
    /// The last two minutes can be claimed without an announcement (Article 10).
    pub last_two_minutes: bool,
    /// Five seconds a move can be requested instead (III.4).
    pub five_seconds: bool,
    /// A pawn left on the last rank becomes a queen (7.5.2); else the move is taken back.
    pub unreplaced_pawn_is_queen: bool,
    /// Resignation to an opponent who cannot mate is a draw (5.1.2).
    pub resignation_may_draw: bool,
    /// A draw can be agreed only when both have moved (5.2.3).
    pub agreement_needs_moves: bool,
    /// Below this many moves by both players reversed colours mean a new game (7.3).
    pub colours_reversed_new_game: Option<u32>,
    /// Moves by each player after which a wrong set-up of a rapid or blitz game stands (A.5.1).
    pub set_up_stands_after: u32,
}

impl Ruleset {
    /// Returns the switches of this edition.
    pub const fn switches(self, format: TimeFormat) -> Switches {
        let standard = matches!(format, TimeFormat::Standard);
        match self {
            Ruleset::Fide2023 => Switches {
                wrong_claim: if standard { minutes(2) } else { minutes(1) },
                illegal_move: if standard { minutes(2) } else { minutes(1) },
                illegal_moves_lose: 2,
                automatic_draws: true,
                press_needs_move: true,
                two_hands: true,
                last_two_minutes: false,
                five_seconds: true,
                unreplaced_pawn_is_queen: true,
                resignation_may_draw: true,
                agreement_needs_moves: true,
                colours_reversed_new_game: Some(10),
                set_up_stands_after: 10,
            },
            Ruleset::Fide2009 => Switches {
                wrong_claim: minutes(3),
                illegal_move: minutes(2),
                illegal_moves_lose: 3,
                automatic_draws: false,
                press_needs_move: false,
                two_hands: false,
                last_two_minutes: true,
                five_seconds: false,
                unreplaced_pawn_is_queen: false,
                resignation_may_draw: false,
                agreement_needs_moves: false,
                colours_reversed_new_game: None,
                set_up_stands_after: 3,
            },
        }
    }
}

impl Rules {
    /// Returns rules with an arbiter for every game and without Guidelines III.
    pub const fn new(ruleset: Ruleset, format: TimeFormat) -> Rules {
        Rules { ruleset, format, unsupervised: false, guidelines_iii: false }
    }

    /// Returns the switches of this edition and time format.
    pub const fn switches(self) -> Switches {
        self.ruleset.switches(self.format)
    }

    /// Whether a claim of the last two minutes ends the game, for no arbiter is there to decide on it (Guidelines III.6).
    pub fn refers_claims(self) -> bool {
        self.unsupervised && self.format == TimeFormat::Standard
    }

    /// Whether a rapid or blitz game is played without an arbiter at every board (A.4, A.5).
    pub fn is_unsupervised(self) -> bool {
        self.unsupervised && self.format != TimeFormat::Standard
    }

    /// Whether the last two minutes can be claimed at all (III.2.1).
    pub fn has_last_two_minutes(self) -> bool {
        self.guidelines_iii || self.switches().last_two_minutes
    }
}

const fn minutes(n: u64) -> Duration {
    Duration::from_secs(60 * n)
}

impl TimeFormat {
    /// Returns the format by the time per player: main time and 60 times the addition per move.
    ///
    /// Blitz ends at 10 minutes under fide-2023 (B.1) and before 15 under fide-2009 (B1); rapid ends
    /// before 60 minutes under both (A.1).
    pub fn of(ruleset: Ruleset, main: Duration, addition: Duration) -> TimeFormat {
        let time = main + 60 * addition;
        let blitz = match ruleset {
            Ruleset::Fide2023 => time <= minutes(10),
            Ruleset::Fide2009 => time < minutes(15),
        };
        if blitz {
            TimeFormat::Blitz
        } else if time < minutes(60) {
            TimeFormat::Rapid
        } else {
            TimeFormat::Standard
        }
    }
}

/// A text that names no edition.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "unknown-ruleset")]
pub struct UnknownRuleset(#[message("found")] pub String);

fn unknown(name: &str) -> UnknownRuleset {
    UnknownRuleset(name.to_owned())
}
