//! What is told, and its two renderings: words to speak, and cells to feel.
//!
//! An [`Announcement`] holds facts. The sentences are in the Fluent file of each language, where every
//! message carries both sides, so that speech and braille cannot say different things.

mod announcer;
mod audience;
mod line;
mod declaration;
mod facts;
mod reasons;

use std::time::Duration;

use crate::{
    clock::TimeControl,
    laws::{Act, Chess, Color, File, GameResult, Move, Outcome, Rank, Reason, Role, Square},
};

pub use announcer::{Announcer, LanguageError, Rendering, SENTENCES};
pub use audience::Audience;
pub use declaration::Declaration;
pub use line::{Line, Target};

/// A move, and the position it is or was played in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub before: Chess,
    pub m: Move,
}

/// What a player can say now, for help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpTopic {
    Move,
    Confirm,
    Which,
    Promotion,
    YesNo,
    /// Which side.
    Whose,
    Completing,
    /// The clocks stand: what can be called upon now.
    Stopped,
    /// The arbiter answers a claim.
    Arbiter,
    Comparing,
    Sealing,
    Adjourned,
    Over,
}

/// A device as a player knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Device {
    Microphone,
    Speaker,
    Braille,
    Clock,
    Journal,
}

/// One thing to be told, in whatever language and to whichever sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    Ready {
        control: Option<TimeControl>,
    },
    Resumed {
        last: Option<Told>,
        number: u32,
        turn: Color,
        clock: bool,
    },
    /// The journal ended in half a line, which was dropped.
    Torn,

    ReadBack(Told),
    Moved(Told),
    /// Several pieces of one kind can do what was said.
    Which(Vec<Told>),
    /// Two readings are equally good.
    WhichMove(Vec<Told>),
    /// The pawn reaches the last rank; the piece was not named.
    Promotion(Told),
    NotUnderstood,
    /// What was said does not fit the game as it was written down, and was not done.
    NotRecorded,
    /// Neither yes nor no was heard; holds the question.
    YesOrNo(Box<Announcement>),
    Withdrawn,
    /// Something that cannot be undone was not done.
    GoingOn,
    TakenBack {
        turn: Color,
    },
    NothingToTakeBack,
    CompletedAlready,
    /// The clock was pressed without a move.
    MoveFirst,
    NotYourClock,
    /// The opponent repeated another move than the one made (FIDE D.2.1).
    RepeatedOtherwise(Told),
    Illegal {
        reason: Reason,
        turn: Color,
    },

    ClockStarted {
        side: Color,
    },
    ClockStopped,
    NoClock,
    Times {
        white: Duration,
        black: Duration,
    },
    MyTime {
        side: Color,
        time: Duration,
    },
    FlagFell {
        side: Color,
    },
    FlagStands {
        side: Color,
    },
    Arbiter,
    Penalty {
        side: Color,
        time: Duration,
    },

    DrawOffered {
        by: Color,
    },
    DrawDeclined,
    DrawStands,
    NoDrawOffer,
    /// Whether `side` really accepts the offer.
    DrawSure {
        side: Color,
    },
    /// The offer that stands is this side's own.
    OwnOffer {
        by: Color,
    },
    /// Whose word this was.
    Whose(Act),
    /// That is for `side` alone to say.
    NotYours {
        side: Color,
    },
    /// What only the side on move can do, and `side` is not.
    NotHavingMove {
        side: Color,
    },
    /// Somebody spoke before the program had finished; what was left of it was not taken.
    Clipped,
    ResignSure {
        side: Color,
    },
    ClaimWrong {
        claim: WrongClaim,
    },
    ClaimLost,
    /// `last`: the move that ended the game by itself, which then stays on the braille line.
    Ended {
        outcome: Outcome,
        last: Option<Told>,
    },
    GameOver(GameResult),
    Touched {
        square: Square,
        role: Role,
        color: Color,
    },
    Adjusting,
    /// The Laws were called upon.
    Declared(Declaration),

    LastMoves(Vec<Told>),
    NoMoveYet,
    Turn(Color),
    MoveNumber(u32),
    NotAllowed,
    SquareHolds {
        square: Square,
        piece: Option<(Role, Color)>,
    },
    /// A rank of the board under the fingers, from file a on, and the piece picked up to move.
    Rank {
        rank: Rank,
        men: [Option<(Role, Color)>; 8],
        picked: Option<Square>,
    },
    /// Pieces of one kind and side, where they stand.
    Pieces {
        role: Role,
        squares: Vec<Square>,
    },
    /// All pieces on some squares, in order.
    Line(Vec<(Square, Role, Color)>),
    Attackers {
        square: Square,
        by: Vec<(Square, Role)>,
    },
    MovesFrom {
        square: Square,
        to: Vec<Square>,
    },
    Position {
        white: Vec<(Square, Role)>,
        black: Vec<(Square, Role)>,
    },
    Material {
        white: Vec<(Role, u8)>,
        black: Vec<(Role, u8)>,
    },
    Help(HelpTopic),

    Louder,
    Softer,
    Faster,
    Slower,
    MicrophoneOff,
    MicrophoneOn,
    Lost(Device),
    Back(Device),
    ClockFault(String),
    WordsMissing(Vec<String>),
    /// What is said is kept as recordings.
    Recording,
}

/// A draw claim that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongClaim {
    /// The position has been on the board only so often.
    Threefold { seen: u32 },
    /// Only so many moves by each side without capture or pawn move.
    FiftyMoves { moves: u32 },
}

/// The line: the announcement at the left, and the clocks at the right where both fit.
pub fn line(left: &str, clocks: &str, width: usize) -> String {
    let (wide, clock) = (left.chars().count(), clocks.chars().count());
    if clock > 0 && wide + 2 + clock <= width {
        format!("{left}{}{clocks}", " ".repeat(width - wide - clock))
    } else {
        left.chars().chain(std::iter::repeat(' ')).take(width.max(wide.min(width))).collect()
    }
}

/// Which answer stands at a cell of a question: "e2-e4? ja nein" has yes at its ninth cell.
///
/// The answers follow the word with the question mark; where that is the last, they follow the first.
/// Only lines with a question mark have answers.
pub fn choice_at(cells: &str, cell: usize) -> Option<usize> {
    let chars: Vec<char> = cells.chars().collect();
    let letter = |n: &usize| chars.get(*n).is_some_and(|c| !c.is_whitespace());
    letter(&cell).then_some(())?;
    let word = (1..=cell).filter(|n| letter(n) && !letter(&(n - 1))).count();
    let words: Vec<&str> = cells.split_whitespace().collect();
    let asks = words.iter().position(|word| word.contains('?'))?;
    let asks = if asks + 1 == words.len() { 0 } else { asks };
    word.checked_sub(asks + 1)
}

/// Which square of a shown [rank](Announcement::Rank) is at a cell: "2 BBBBBBBB" has a2 at its third.
pub fn file_at(cells: &str, cell: usize) -> Option<File> {
    let cells: Vec<char> = cells.chars().collect();
    let is_rank = matches!(cells.as_slice(), ['1'..='8', ' ', rest @ ..]
        if rest.len() >= 8 && rest[..8].iter().all(|cell| !cell.is_whitespace())
            && rest.get(8).is_none_or(|cell| cell.is_whitespace()));
    let file = u32::try_from(cell.checked_sub(2)?).ok().filter(|file| is_rank && *file < 8)?;
    Some(File::new(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_found_under_the_finger() {
        for (cells, cell, file) in [
            ("2 BBBBBBBB", 2, Some(File::A)),
            ("8 tsldklst e7-", 9, Some(File::H)),
            ("8 tsldklst e7-", 1, None),
            ("8 tsldklst e7-", 10, None),
            ("1. e2-e4", 4, None),
            ("5 Minuten", 4, None),
            ("", 0, None),
        ] {
            assert_eq!(file_at(cells, cell), file, "{cells}[{cell}]");
        }
    }

    #[test]
    fn the_clocks_stand_at_the_right_where_they_fit() {
        assert_eq!(line("1. e2-e4", "W 1:00 S 1:00", 24), "1. e2-e4   W 1:00 S 1:00");
        assert_eq!(line("1. e2-e4", "W 1:00 S 1:00", 22), "1. e2-e4              ");
        assert_eq!(line("a long line", "", 6), "a long");
        assert_eq!(line("", "", 0), "");
    }

    #[test]
    fn answers_are_found_under_the_finger() {
        check("e2-e4? ja nein", 0, None);
        check("e2-e4? ja nein", 6, None);
        check("e2-e4? ja nein", 7, Some(0));
        check("e2-e4? ja nein", 8, Some(0));
        check("e2-e4? ja nein", 13, Some(1));
        check("e2-e4? ja nein", 14, None);
        check("S?d2 b1 f3", 9, Some(1));
        check("1. e2-e4", 4, None);
        check("(=) Remis? ja nein", 5, None);
        check("(=) Remis? ja nein", 12, Some(0));
        check("2... Sb8-c6? ja nein", 18, Some(1));
        check("g7-g8= D T L S ?", 9, Some(1));
        fn check(cells: &str, cell: usize, choice: Option<usize>) {
            assert_eq!(choice_at(cells, cell), choice, "{cells}[{cell}]");
        }
    }
}
