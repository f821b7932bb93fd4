//! How a game ends and what it then counts.

use std::{fmt, str::FromStr, time::Duration};

use shakmaty::{Chess, Color, Position};

use super::{Article, MatePossible, Ruleset, TimeFormat};

use crate::language::Message;

/// What a game counts, as it is written on both scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    WhiteWins,
    BlackWins,
    Draw,
    /// 0-0, only ever given by the arbiter (11.8).
    BothLose,
    /// Nothing: the service it was played on has abandoned the game.
    NoResult,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    Checkmate,
    Stalemate,
    /// Neither side can mate by any series of legal moves.
    DeadPosition,
    Agreement,
    /// Claimed, the position having appeared, or about to with the move stated.
    Threefold {
        intended: bool,
    },
    /// Claimed, likewise.
    FiftyMoves {
        intended: bool,
    },
    /// Without a claim (fide-2023).
    Fivefold,
    /// Without a claim (fide-2023).
    SeventyFiveMoves,
    /// This side resigned. A draw where the other cannot mate (fide-2023).
    Resignation(Color),
    /// This side's flag fell. A draw where the other cannot mate.
    FlagFall(Color),
    /// Both flags fell in the last period, the first unknown.
    BothFlags,
    /// This side completed one illegal move too many. A draw where the other cannot mate.
    IllegalMoves(Color),
    /// This side came after the default time.
    Default(Color),
    /// This side sealed a move that was ambiguous, unclear or illegal.
    SealedMove(Color),
    /// The arbiter found that the opponent could not or did not try to win by normal means.
    LastTwoMinutes,
    /// Decided by the arbiter.
    Arbiter,
    /// This side left a game online, and the other claimed it.
    Left(Color),
    /// Abandoned online before it had properly begun.
    Aborted,
    /// Decided by the service it was played on.
    Service,
}

/// Whether a side can still mate by any series of legal moves.
///
/// `Unknown` never counts as `No`: the one who fell foul of the Laws then loses, and the arbiter may
/// be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CanMate {
    Yes,
    No,
    Unknown,
}

/// The end of a game: what ended it and what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    pub result: GameResult,
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
    /// A win for one side.
    pub fn win(winner: Color) -> GameResult {
        winner.fold_wb(GameResult::WhiteWins, GameResult::BlackWins)
    }

    /// The side that won, if one did.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw | GameResult::BothLose | GameResult::NoResult => None,
        }
    }
}

impl Outcome {
    /// A draw.
    pub fn draw(ending: Ending) -> Outcome {
        Outcome { result: GameResult::Draw, ending }
    }

    /// A win for one side.
    pub fn win(winner: Color, ending: Ending) -> Outcome {
        Outcome { result: GameResult::win(winner), ending }
    }

    /// A win for the other side, or a draw where that side cannot mate.
    pub fn loss(loser: Color, opponent: CanMate, ending: Ending) -> Outcome {
        match opponent {
            CanMate::No => Outcome::draw(ending),
            CanMate::Yes | CanMate::Unknown => Outcome::win(!loser, ending),
        }
    }

    /// This side resigns (5.1.2). Under fide-2023 a draw where the opponent cannot mate.
    pub fn resignation(by: Color, opponent: CanMate, ruleset: Ruleset) -> Outcome {
        let may_draw = ruleset.switches(TimeFormat::Standard).resignation_may_draw;
        Outcome::loss(by, if may_draw { opponent } else { CanMate::Yes }, Ending::Resignation(by))
    }

    /// This side's flag fell before its moves were completed (6.9).
    pub fn flag_fall(of: Color, opponent: CanMate) -> Outcome {
        Outcome::loss(of, opponent, Ending::FlagFall(of))
    }

    /// This side came so late (6.7.1): lost beyond the default time, which is zero if none was set.
    pub fn late(player: Color, late: Duration, default_time: Duration) -> Option<Outcome> {
        (late > default_time).then(|| Outcome::win(!player, Ending::Default(player)))
    }

    /// A draw at once where neither side can mate (5.2.2).
    pub fn dead_position(white: CanMate, black: CanMate) -> Option<Outcome> {
        (white == CanMate::No && black == CanMate::No).then(|| Outcome::draw(Ending::DeadPosition))
    }

    /// The article by which the game is over.
    pub fn article(self) -> Article {
        self.ending.article()
    }
}

impl Ending {
    /// The article by which the game is over.
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
            // A service is its own arbiter.
            Ending::Arbiter | Ending::Left(_) | Ending::Aborted | Ending::Service => Article::ARBITER,
        }
    }

    /// The name it goes by on scores, in journals and in the sentences; without the side.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::DeadPosition => "dead-position",
            Ending::Agreement => "agreement",
            Ending::Threefold { .. } => "threefold",
            Ending::FiftyMoves { .. } => "fifty-moves",
            Ending::Fivefold => "fivefold",
            Ending::SeventyFiveMoves => "seventy-five-moves",
            Ending::Resignation(_) => "resignation",
            Ending::FlagFall(_) => "time",
            Ending::BothFlags => "both-flags",
            Ending::IllegalMoves(_) => "illegal-moves",
            Ending::Default(_) => "default",
            Ending::SealedMove(_) => "sealed-move",
            Ending::LastTwoMinutes => "last-two-minutes",
            Ending::Arbiter => "arbiter",
            Ending::Left(_) => "left",
            Ending::Aborted => "aborted",
            Ending::Service => "service",
        }
    }

    /// The ending of that name, which `side` brought about where it takes a side, by a claim with the move
    /// `intended` where it takes a claim.
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
            Ending::Arbiter,
            Ending::Left(side),
            Ending::Aborted,
            Ending::Service,
        ];
        all.into_iter().find(|ending| ending.name() == name)
    }

    /// The side that brought it about, to its own cost.
    pub fn side(self) -> Option<Color> {
        match self {
            Ending::Resignation(side)
            | Ending::FlagFall(side)
            | Ending::IllegalMoves(side)
            | Ending::Default(side)
            | Ending::SealedMove(side)
            | Ending::Left(side) => Some(side),
            _ => None,
        }
    }

    /// Whether it was claimed with a move still to be made.
    pub fn is_intended(self) -> bool {
        matches!(self, Ending::Threefold { intended: true } | Ending::FiftyMoves { intended: true })
    }

    /// Whether the last move ended the game by itself, nobody having to say so.
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

    /// Checkmate or stalemate, where the position on the board is one.
    pub fn of_position(position: &Chess) -> Option<Ending> {
        if !position.legal_moves().is_empty() {
            return None;
        }
        Some(if position.is_check() { Ending::Checkmate } else { Ending::Stalemate })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLose => "0-0",
            GameResult::NoResult => "*",
        })
    }
}

/// No result of a game.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "unknown-result")]
pub struct UnknownResult(#[message("found")] pub String);

impl FromStr for GameResult {
    type Err = UnknownResult;

    fn from_str(text: &str) -> Result<GameResult, UnknownResult> {
        match text {
            "1-0" => Ok(GameResult::WhiteWins),
            "0-1" => Ok(GameResult::BlackWins),
            "1/2-1/2" | "½-½" => Ok(GameResult::Draw),
            "0-0" => Ok(GameResult::BothLose),
            "*" => Ok(GameResult::NoResult),
            _ => Err(UnknownResult(text.to_owned())),
        }
    }
}
