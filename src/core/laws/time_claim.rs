//! Claims on time: the opponent's flag (6.8, 6.9), and the last two minutes (Guidelines III).

use std::time::Duration;

use shakmaty::{ByColor, Color};

use super::{Article, CanMate, Ending, Game, Outcome, Rules, Ruleset, TimeFormat};

use crate::language::Message;

/// The state of the clock when a flag is claimed or seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// The sides whose time ran out before they completed the moves of the period.
    pub fallen: ByColor<bool>,
    /// The side whose flag fell first, where both did and it is known.
    pub first: Option<Color>,
    /// Whether all remaining moves had to be completed in this period.
    pub last_period: bool,
}

/// The verdict on a claim that the opponent's flag has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagVerdict {
    /// The game is over, by the flag or before it.
    Over(Outcome),
    /// The opponent's flag is up.
    NotFallen,
    /// Both fell, the first is unknown, and it was not the last period.
    GoesOn,
}

impl FlagVerdict {
    /// Returns the article it rests on.
    pub fn article(self) -> Article {
        match self {
            FlagVerdict::Over(outcome) => outcome.article(),
            FlagVerdict::NotFallen => Article::FLAG_SEEN,
            FlagVerdict::GoesOn => Article::BOTH_FLAGS,
        }
    }
}

/// Examines a claim, by a player or by the arbiter for them, that the opponent's flag has fallen.
///
/// `claimant` and `opponent`: whether each can still mate; if not, the other's loss on time is a draw (6.9). An end
/// of the game on the board before the flag was seen stands.
pub fn claim_flag(
    game: &Game,
    by: Color,
    flags: Flags,
    claimant: CanMate,
    opponent: CanMate,
    ruleset: Ruleset,
) -> FlagVerdict {
    if let Some(outcome) = game.outcome(ruleset) {
        return FlagVerdict::Over(outcome);
    }
    let loser = match (*flags.fallen.get(by), *flags.fallen.get(!by)) {
        (_, false) => return FlagVerdict::NotFallen,
        (false, true) => !by,
        (true, true) => match flags.first {
            Some(first) => first,
            None if flags.last_period => return FlagVerdict::Over(Outcome::draw(Ending::BothFlags)),
            None => return FlagVerdict::GoesOn,
        },
    };
    FlagVerdict::Over(Outcome::flag_fall(loser, if loser == by { opponent } else { claimant }))
}

/// The ground of a claim in the last two minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwoMinutesGround {
    /// The opponent cannot win by normal means.
    CannotWin,
    /// The opponent has made no effort to win by normal means.
    NoEffort,
}

/// The clock when the last two minutes are claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastPeriod {
    /// The claimant's time left.
    pub remaining: Duration,
    /// Whether any time is added or delayed per move.
    pub addition: bool,
    /// Whether all remaining moves must be completed in this period.
    pub last_period: bool,
}

/// A claim that awaits the arbiter, the clocks stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoMinutesClaim {
    /// The claimant.
    pub by: Color,
    /// The ground that was stated.
    pub ground: TwoMinutesGround,
    /// Whether it is also an offer of a draw, as under fide-2009 (9.1c).
    pub is_offer: bool,
}

/// The arbiter's answer to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArbiterAnswer {
    /// The game is drawn.
    Draw,
    /// The claim is rejected; the opponent gains two minutes.
    Reject,
    /// The game goes on; the arbiter decides later, at the latest when a flag falls.
    Postpone {
        /// Whether the opponent is awarded two minutes.
        two_minutes: bool,
    },
}

/// The effect of the arbiter's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoMinutesRuling {
    /// The outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// Added to the opponent's clock.
    pub opponent_gains: Duration,
    /// The claim stays open.
    pub postponed: bool,
    /// The article it rests on.
    pub article: Article,
}

/// Why the last two minutes cannot be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message, strum::IntoStaticStr)]
#[message(error, prefix = "two-minutes")]
#[strum(serialize_all = "kebab-case")]
pub enum TwoMinutesRefused {
    /// The game is over.
    GameOver(#[message(skip)] Ending),
    /// The claimant is not on move.
    NotOnMove,
    /// The claimant's flag has fallen.
    FlagFallen,
    /// The claimant has two minutes or more.
    TimeLeft,
    /// Each move has an increment or a delay.
    Addition,
    /// Another period follows.
    NotLastPeriod,
    /// The game is a blitz game.
    Blitz,
    /// Guidelines III apply only where announced beforehand.
    NotAnnounced,
    /// The rules in use do not know the request.
    NotInRules,
}

impl TwoMinutesRefused {
    /// Returns the article it rests on.
    pub fn article(self) -> Article {
        match self {
            TwoMinutesRefused::GameOver(ending) => ending.article(),
            TwoMinutesRefused::FlagFallen => Article::FLAG_FALL,
            TwoMinutesRefused::NotOnMove | TwoMinutesRefused::TimeLeft => Article::LAST_TWO_MINUTES,
            TwoMinutesRefused::Addition
            | TwoMinutesRefused::NotLastPeriod
            | TwoMinutesRefused::Blitz
            | TwoMinutesRefused::NotAnnounced
            | TwoMinutesRefused::NotInRules => Article::GUIDELINES_APPLY,
        }
    }
}

const TWO_MINUTES: Duration = Duration::from_secs(120);

/// The increment that a player may request instead of a claim (III.4).
pub const FIVE_SECONDS: Duration = Duration::from_secs(5);

/// The opponent's gain when that increment is granted (III.4).
pub const FIVE_SECONDS_COST: Duration = TWO_MINUTES;

/// Checks that `by` is in the last two minutes of Guidelines III: no bonus, last period, on move.
pub fn in_the_last_two_minutes(
    game: &Game,
    by: Color,
    clock: LastPeriod,
    rules: Rules,
) -> Result<(), TwoMinutesRefused> {
    if let Some(outcome) = game.outcome(rules.ruleset) {
        return Err(TwoMinutesRefused::GameOver(outcome.ending));
    }
    match clock {
        _ if !rules.has_last_two_minutes() => Err(TwoMinutesRefused::NotAnnounced),
        _ if rules.format == TimeFormat::Blitz => Err(TwoMinutesRefused::Blitz),
        LastPeriod { addition: true, .. } => Err(TwoMinutesRefused::Addition),
        LastPeriod { last_period: false, .. } => Err(TwoMinutesRefused::NotLastPeriod),
        _ if game.turn() != by => Err(TwoMinutesRefused::NotOnMove),
        _ if clock.remaining.is_zero() => Err(TwoMinutesRefused::FlagFallen),
        _ if clock.remaining >= TWO_MINUTES => Err(TwoMinutesRefused::TimeLeft),
        _ => Ok(()),
    }
}

impl TwoMinutesClaim {
    /// Accepts a claim, which the arbiter then answers.
    pub fn hear(
        game: &Game,
        by: Color,
        ground: TwoMinutesGround,
        clock: LastPeriod,
        rules: Rules,
    ) -> Result<TwoMinutesClaim, TwoMinutesRefused> {
        in_the_last_two_minutes(game, by, clock, rules)?;
        Ok(TwoMinutesClaim { by, ground, is_offer: rules.ruleset == Ruleset::Fide2009 })
    }

    /// Returns the effect of the arbiter's answer. A postponed claim can be answered again.
    pub fn answer(self, answer: ArbiterAnswer) -> TwoMinutesRuling {
        let ruling = |article| TwoMinutesRuling {
            outcome: None,
            opponent_gains: Duration::ZERO,
            postponed: false,
            article,
        };
        match answer {
            ArbiterAnswer::Draw => TwoMinutesRuling {
                outcome: Some(Outcome::draw(Ending::LastTwoMinutes)),
                ..ruling(Article::LAST_TWO_MINUTES)
            },
            ArbiterAnswer::Reject => {
                TwoMinutesRuling { opponent_gains: TWO_MINUTES, ..ruling(Article::LAST_TWO_MINUTES_REJECTED) }
            }
            ArbiterAnswer::Postpone { two_minutes } => TwoMinutesRuling {
                opponent_gains: if two_minutes { TWO_MINUTES } else { Duration::ZERO },
                postponed: true,
                ..ruling(Article::LAST_TWO_MINUTES_POSTPONED)
            },
        }
    }
}
