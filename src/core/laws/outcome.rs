//! Endings and results.

use std::time::Duration;

use shakmaty::{Chess, Color, Position};

use super::{Article, MatePossible, Ruleset, TimeFormat};

use crate::language::Message;

/// The result of a game, as written on both scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(parse_err_ty = UnknownResult, parse_err_fn = unknown)]
pub enum GameResult {
    /// White has won.
    #[strum(serialize = "1-0")]
    WhiteWins,
    /// Black has won.
    #[strum(serialize = "0-1")]
    BlackWins,
    /// The game is drawn.
    #[strum(to_string = "1/2-1/2", serialize = "½-½")]
    Draw,
    /// Both players lose: 0-0, which only the arbiter gives (11.8).
    #[strum(serialize = "0-0")]
    BothLose,
    /// White gets half a point and Black none, which only the arbiter gives (12.9.6).
    #[strum(to_string = "1/2-0", serialize = "½-0")]
    HalfToWhite,
    /// Black gets half a point and White none (12.9.6).
    #[strum(to_string = "0-1/2", serialize = "0-½")]
    HalfToBlack,
    /// No result: the server aborted the game, or the arbiter is still to decide.
    #[strum(serialize = "*")]
    NoResult,
}

impl GameResult {
    /// Returns its name in sentences.
    pub fn name(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "white",
            GameResult::BlackWins => "black",
            GameResult::Draw => "draw",
            GameResult::BothLose => "both",
            GameResult::HalfToWhite => "white-half",
            GameResult::HalfToBlack => "black-half",
            GameResult::NoResult => "none",
        }
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Ending {
    /// Checkmate (5.1.1).
    Checkmate,
    /// Stalemate (5.2.1).
    Stalemate,
    /// Neither side can mate by any series of legal moves.
    DeadPosition,
    /// The players agreed to a draw (5.2.3).
    Agreement,
    /// Threefold repetition, claimed (9.2).
    Threefold {
        /// Whether the position needs a move that was stated, not made.
        intended: bool,
    },
    /// Fifty moves, claimed (9.3).
    FiftyMoves {
        /// Whether the count needs a move that was stated, not made.
        intended: bool,
    },
    /// Fivefold repetition, without a claim (fide-2023).
    Fivefold,
    /// 75 moves, without a claim (fide-2023).
    SeventyFiveMoves,
    /// This side resigned. A draw where the other cannot mate (fide-2023).
    Resignation(Color),
    /// This side's flag fell. A draw where the other cannot mate.
    #[strum(serialize = "time")]
    FlagFall(Color),
    /// Both flags fell in the last period, the first unknown.
    BothFlags,
    /// This side completed one illegal move too many. A draw where the other cannot mate.
    IllegalMoves(Color),
    /// This side arrived after the default time.
    Default(Color),
    /// This side sealed a move that was ambiguous, unclear or illegal.
    SealedMove(Color),
    /// The arbiter found that the opponent could not win by normal means, or did not try.
    LastTwoMinutes,
    /// A claim of the last two minutes ended a game without an arbiter, who decides on it afterwards (Guidelines III.6).
    ClaimReferred,
    /// The arbiter decided.
    Arbiter,
    /// This side left a game online, and the opponent claimed it.
    Left(Color),
    /// The game was aborted online before it had properly begun.
    Aborted,
    /// The server decided.
    Service,
}

/// Whether a side can still mate by any series of legal moves.
///
/// `Unknown` never counts as `No`: the side at fault then loses, and may ask the arbiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CanMate {
    /// A mate was found.
    Yes,
    /// No mate can arise.
    No,
    /// The search was given up.
    Unknown,
}

/// The end of a game and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The result.
    pub result: GameResult,
    /// What ended the game.
    pub ending: Ending,
}

impl From<&MatePossible> for CanMate {
    fn from(found: &MatePossible) -> CanMate {
        match found {
            MatePossible::Yes(_) => CanMate::Yes,
            MatePossible::No(_) => CanMate::No,
            MatePossible::Unknown => CanMate::Unknown,
        }
    }
}

impl GameResult {
    /// Returns a win for one side.
    pub fn win(winner: Color) -> GameResult {
        winner.fold_wb(GameResult::WhiteWins, GameResult::BlackWins)
    }

    /// Returns half a point for one side and none for the other.
    pub fn half_point(side: Color) -> GameResult {
        side.fold_wb(GameResult::HalfToWhite, GameResult::HalfToBlack)
    }

    /// Returns the side that won, if one did.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw
            | GameResult::BothLose
            | GameResult::HalfToWhite
            | GameResult::HalfToBlack
            | GameResult::NoResult => None,
        }
    }
}

impl Outcome {
    /// Returns a draw.
    pub fn draw(ending: Ending) -> Outcome {
        Outcome { result: GameResult::Draw, ending }
    }

    /// Returns the end of a game whose claim of the last two minutes an arbiter decides afterwards (Guidelines III.6).
    pub fn referred() -> Outcome {
        Outcome { result: GameResult::NoResult, ending: Ending::ClaimReferred }
    }

    /// Returns a win for one side.
    pub fn win(winner: Color, ending: Ending) -> Outcome {
        Outcome { result: GameResult::win(winner), ending }
    }

    /// Returns a win for the opponent, or a draw if the opponent cannot mate.
    pub fn loss(loser: Color, opponent: CanMate, ending: Ending) -> Outcome {
        match opponent {
            CanMate::No => Outcome::draw(ending),
            CanMate::Yes | CanMate::Unknown => Outcome::win(!loser, ending),
        }
    }

    /// Returns the outcome of a resignation (5.1.2). Under fide-2023 a draw if the opponent cannot mate.
    pub fn resignation(by: Color, opponent: CanMate, ruleset: Ruleset) -> Outcome {
        let may_draw = ruleset.switches(TimeFormat::Standard).resignation_may_draw;
        Outcome::loss(by, if may_draw { opponent } else { CanMate::Yes }, Ending::Resignation(by))
    }

    /// Returns the outcome of a fallen flag (6.9).
    pub fn flag_fall(of: Color, opponent: CanMate) -> Outcome {
        Outcome::loss(of, opponent, Ending::FlagFall(of))
    }

    /// Returns a loss if a player arrives later than the default time (6.7.1), which is zero if none was set.
    pub fn late(player: Color, late: Duration, default_time: Duration) -> Option<Outcome> {
        (late > default_time).then(|| Outcome::win(!player, Ending::Default(player)))
    }

    /// Returns the article by which the game is over.
    pub fn article(self) -> Article {
        self.ending.article()
    }
}

impl Ending {
    /// Returns the article by which the game is over.
    pub fn article(self) -> Article {
        match self {
            Ending::Checkmate => Article::CHECKMATE,
            Ending::Stalemate => Article::STALEMATE,
            Ending::DeadPosition => Article::DEAD_POSITION,
            Ending::Agreement => Article::AGREEMENT,
            Ending::Threefold { intended: true } => Article::THREEFOLD_INTENDED,
            Ending::Threefold { intended: false } => Article::THREEFOLD,
            Ending::FiftyMoves { intended: true } => Article::FIFTY_MOVES_INTENDED,
            Ending::FiftyMoves { intended: false } => Article::FIFTY_MOVES,
            Ending::Fivefold => Article::FIVEFOLD,
            Ending::SeventyFiveMoves => Article::SEVENTY_FIVE_MOVES,
            Ending::Resignation(_) => Article::RESIGNATION,
            Ending::FlagFall(_) => Article::FLAG_FALL,
            Ending::BothFlags => Article::BOTH_FLAGS,
            Ending::IllegalMoves(_) => Article::ILLEGAL_MOVE_PENALTY,
            Ending::Default(_) => Article::DEFAULT_TIME,
            Ending::SealedMove(_) => Article::SEALED_MOVE_FAULTY,
            Ending::LastTwoMinutes => Article::LAST_TWO_MINUTES,
            Ending::ClaimReferred => Article::LAST_TWO_MINUTES_REFERRED,
            // The server decides as an arbiter would.
            Ending::Arbiter | Ending::Left(_) | Ending::Aborted | Ending::Service => Article::ARBITER,
        }
    }

    /// Returns its name on scores, in journals and in the sentences, without the side.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the ending of that name. `side` and `intended` are used where the ending has them.
    pub fn named(name: &str, side: Color, intended: bool) -> Option<Ending> {
        let all = [
            Ending::Checkmate,
            Ending::Stalemate,
            Ending::DeadPosition,
            Ending::Agreement,
            Ending::Threefold { intended },
            Ending::FiftyMoves { intended },
            Ending::Fivefold,
            Ending::SeventyFiveMoves,
            Ending::Resignation(side),
            Ending::FlagFall(side),
            Ending::BothFlags,
            Ending::IllegalMoves(side),
            Ending::Default(side),
            Ending::SealedMove(side),
            Ending::LastTwoMinutes,
            Ending::ClaimReferred,
            Ending::Arbiter,
            Ending::Left(side),
            Ending::Aborted,
            Ending::Service,
        ];
        all.into_iter().find(|ending| ending.name() == name)
    }

    /// Returns the side that lost by it, if the ending names one.
    pub fn side(self) -> Option<Color> {
        match self {
            Ending::Resignation(side)
            | Ending::FlagFall(side)
            | Ending::IllegalMoves(side)
            | Ending::Default(side)
            | Ending::SealedMove(side)
            | Ending::Left(side) => Some(side),
            Ending::Checkmate
            | Ending::Stalemate
            | Ending::DeadPosition
            | Ending::Agreement
            | Ending::Threefold { .. }
            | Ending::FiftyMoves { .. }
            | Ending::Fivefold
            | Ending::SeventyFiveMoves
            | Ending::BothFlags
            | Ending::LastTwoMinutes
            | Ending::ClaimReferred
            | Ending::Arbiter
            | Ending::Aborted
            | Ending::Service => None,
        }
    }

    /// Whether the game has no result by it.
    pub fn is_without_result(self) -> bool {
        matches!(self, Ending::Aborted | Ending::ClaimReferred)
    }

    /// Whether it was claimed with a move that was still to be made.
    pub fn is_intended(self) -> bool {
        matches!(self, Ending::Threefold { intended: true } | Ending::FiftyMoves { intended: true })
    }

    /// Whether the last move ended the game without a claim.
    pub fn is_by_move(self) -> bool {
        matches!(
            self,
            Ending::Checkmate
                | Ending::Stalemate
                | Ending::DeadPosition
                | Ending::Fivefold
                | Ending::SeventyFiveMoves
        )
    }

    /// Returns checkmate or stalemate if the position is one.
    pub fn of_position(position: &Chess) -> Option<Ending> {
        if !position.legal_moves().is_empty() {
            return None;
        }
        Some(if position.is_check() { Ending::Checkmate } else { Ending::Stalemate })
    }
}

/// A text that is no result of a game.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "unknown-result")]
pub struct UnknownResult(#[message("found")] pub String);

fn unknown(text: &str) -> UnknownResult {
    UnknownResult(text.to_owned())
}
