//! Irregularities (Article 7): what is put right, what it costs, and whether it ends the game.

use std::time::Duration;

use shakmaty::{ByColor, Color, Square};

use super::{Article, CanMate, Ending, Game, Outcome, Rules};

/// A fault that counts as a completed illegal move (7.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An illegal move was made and the clock pressed.
    IllegalMove,
    /// A pawn stands on the last rank, unreplaced, and the clock was pressed.
    PawnNotReplaced(Square),
    /// The clock was pressed without a move.
    PressedWithoutMove,
    /// Two hands made one move. It stands.
    TwoHands,
}

/// The consequence of an irregularity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consequence {
    /// How the game goes on.
    pub remedy: Remedy,
    /// The player whose clock gains time, and how much.
    pub gains: Option<(Color, Duration)>,
    /// The outcome, if the fault ends the game.
    pub outcome: Option<Outcome>,
    /// The article it rests on.
    pub article: Article,
}

/// How a spoiled game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// The position before the fault is reinstated and the player moves again under touch-move.
    MoveAgain,
    /// The pawn on that square becomes a queen and the move stands.
    PawnIsQueen(Square),
    /// Back to the position after so many half-moves, the times set by the arbiter (7.1).
    ReturnTo(usize),
    /// The game is cancelled and a new one played.
    NewGame,
    /// The game goes on as it stands.
    GoesOn,
    /// The game goes on, the position moved to a board that lies properly.
    GoesOnTurned,
    /// This player puts the pieces right on their own time.
    PutRight(Color),
}

/// The completed illegal moves of a game so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offences {
    completed: ByColor<u32>,
}

impl Offences {
    /// Returns how often a player has been at fault.
    pub fn of(&self, player: Color) -> u32 {
        *self.completed.get(player)
    }

    /// Rules on a completed fault (7.5.1 to 7.5.5). `opponent`: whether the opponent can still mate.
    ///
    /// With the last fault allowed the player loses, or draws if the opponent cannot mate at all.
    pub fn rule(&mut self, by: Color, fault: Fault, opponent: CanMate, rules: Rules) -> Consequence {
        let switches = rules.switches();
        let count = self.completed.get_mut(by);
        *count += 1;
        let over = *count >= switches.illegal_moves_lose;
        let remedy = match fault {
            Fault::PawnNotReplaced(square) if switches.unreplaced_pawn_is_queen => {
                Remedy::PawnIsQueen(square)
            }
            Fault::TwoHands => Remedy::GoesOn,
            Fault::IllegalMove | Fault::PawnNotReplaced(_) | Fault::PressedWithoutMove => Remedy::MoveAgain,
        };
        Consequence {
            remedy,
            gains: (!over).then_some((!by, switches.illegal_move)),
            outcome: over.then(|| Outcome::loss(by, opponent, Ending::IllegalMoves(by))),
            article: fault.article(),
        }
    }
}

impl Fault {
    /// Returns the article that makes it a fault.
    pub fn article(self) -> Article {
        match self {
            Fault::IllegalMove => Article::ILLEGAL_MOVE,
            Fault::PawnNotReplaced(_) => Article::PAWN_NOT_REPLACED,
            Fault::PressedWithoutMove => Article::PRESSED_WITHOUT_MOVE,
            Fault::TwoHands => Article::TWO_HANDS,
        }
    }
}

/// Rules on pieces that were set up wrongly (7.2.1): a new game.
///
/// In rapid and blitz without full supervision it can be claimed only until each player has made ten
/// moves (three under fide-2009; A.5.1.2).
pub fn wrong_start(game: &Game, rules: Rules) -> Consequence {
    let stands = stands_by_now(game, rules);
    Consequence {
        remedy: if stands { Remedy::GoesOn } else { Remedy::NewGame },
        gains: None,
        outcome: None,
        article: if stands { Article::SET_UP_TOO_LATE } else { Article::WRONG_START },
    }
}

/// Rules on a board that lies with a dark corner to the right (7.2.2).
pub fn board_turned(game: &Game, rules: Rules) -> Consequence {
    let stands = stands_by_now(game, rules);
    Consequence {
        remedy: if stands { Remedy::GoesOn } else { Remedy::GoesOnTurned },
        gains: None,
        outcome: None,
        article: if stands { Article::SET_UP_TOO_LATE } else { Article::BOARD_TURNED },
    }
}

/// Whether a completed illegal move after `ply` half-moves can no longer be corrected (A.5.2): without an arbiter for
/// every game it stands once the opponent has made the next move.
pub fn illegal_move_stands(game: &Game, ply: usize, rules: Rules) -> bool {
    rules.is_unsupervised() && ply + 1 < game.moves().len()
}

/// Rules on reversed colours (7.3).
///
/// Under fide-2023 a new game while fewer than ten moves have been made by both; else, and always
/// under fide-2009 unless the arbiter decides otherwise, the game goes on.
pub fn colours_reversed(game: &Game, rules: Rules) -> Consequence {
    let made = game.moves_made(Color::White).min(game.moves_made(Color::Black));
    let new_game = rules.switches().colours_reversed_new_game.is_some_and(|limit| made < limit);
    Consequence {
        remedy: if new_game { Remedy::NewGame } else { Remedy::GoesOn },
        gains: None,
        outcome: None,
        article: Article::COLOURS_REVERSED,
    }
}

/// Rules on pieces that a player displaced (7.4.1): that player puts them right on their own time.
pub fn displaced(by: Color) -> Consequence {
    Consequence {
        remedy: Remedy::PutRight(by),
        gains: None,
        outcome: None,
        article: Article::DISPLACED_BY_PLAYER,
    }
}

/// Rules on displaced pieces that are found later (7.6): back to the last position known to be right.
pub fn displaced_found(game: &Game, last_known_ply: usize) -> Consequence {
    Consequence {
        remedy: Remedy::ReturnTo(last_known_ply.min(game.moves().len())),
        gains: None,
        outcome: None,
        article: Article::DISPLACED_FOUND,
    }
}

/// A fault of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockFault {
    /// An evident defect: the clock is replaced and the times are set over (6.10.1).
    Defect,
    /// A wrong setting from some move on: the clock is stopped and set right at once (6.10.2).
    WrongSetting,
}

/// The times that the clock, or the one that replaces it, must show as used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockRuling {
    /// The times used by both players.
    pub used: ByColor<Duration>,
    /// Whether the times are an estimate, which the arbiter may correct by their best judgement.
    pub estimated: bool,
    /// Whether the clock is replaced.
    pub replace: bool,
    /// The article it rests on.
    pub article: Article,
}

impl ClockFault {
    /// Rules on a clock fault that began at move `slip` and was found after `moves` moves, with the times `used` so
    /// far. `recorded`: the times used when it began, if known.
    pub fn rule(
        self,
        recorded: Option<ByColor<Duration>>,
        used: ByColor<Duration>,
        moves: u32,
        slip: u32,
    ) -> ClockRuling {
        ClockRuling {
            used: recorded.unwrap_or_else(|| divide_in_proportion(used, moves, slip)),
            estimated: recorded.is_none(),
            replace: self == ClockFault::Defect,
            article: match self {
                ClockFault::Defect => Article::CLOCK_DEFECT,
                ClockFault::WrongSetting => Article::CLOCK_SETTING,
            },
        }
    }
}

/// Returns the time that each player is charged up to an irregularity whose time was not written down.
///
/// In proportion to the moves: of `used` after `moves` moves each player keeps the share of
/// `slip` moves, or all of it if no move was made. FIDE 7.1 leaves it to the arbiter's best
/// judgement; this is the customary way.
///
/// ```
/// use std::time::Duration;
/// use annabella_core::laws::{ByColor, divide_in_proportion};
///
/// let minutes = |n: u64| Duration::from_secs(60 * n);
/// let used = ByColor { white: minutes(90), black: minutes(60) };
/// let then = divide_in_proportion(used, 30, 20);
/// assert_eq!((then.white, then.black), (minutes(60), minutes(40)));
/// ```
pub fn divide_in_proportion(used: ByColor<Duration>, moves: u32, slip: u32) -> ByColor<Duration> {
    used.map(|used| {
        if moves == 0 || slip >= moves {
            return used;
        }
        // To the nanosecond and without rounding in between: 128 bits hold any time by any count.
        let nanos = used.as_nanos() * u128::from(slip) / u128::from(moves);
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    })
}

fn stands_by_now(game: &Game, rules: Rules) -> bool {
    let made = game.moves_made(Color::White).min(game.moves_made(Color::Black));
    rules.is_unsupervised() && made >= rules.switches().set_up_stands_after
}
