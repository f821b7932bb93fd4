//! The articles a verdict rests on, numbered as each edition of the Laws numbers them.

use std::fmt;

use super::Ruleset;

/// An article of the FIDE Laws.
///
/// [`Article::number`] gives its number in the ruleset in use, `Display` that of the edition in force.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Article {
    fide_2023: &'static str,
    fide_2009: &'static str,
}

impl Article {
    /// Returns its number in an edition, such as `9.2.1`, `E.2.8` or `III.5`.
    pub fn number(self, ruleset: Ruleset) -> &'static str {
        match ruleset {
            Ruleset::Fide2023 => self.fide_2023,
            Ruleset::Fide2009 => self.fide_2009,
        }
    }
}

impl fmt::Display for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fide_2023)
    }
}

impl fmt::Debug for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Article({self})")
    }
}

macro_rules! articles {
    ($($(#[$doc:meta])* $name:ident = $fide_2023:literal, $fide_2009:literal;)*) => {
        impl Article {
            $($(#[$doc])* #[doc = concat!("\n\n", $fide_2023, ", in the edition of 2009 ", $fide_2009, ".")]
            pub const $name: Article =
                Article { fide_2023: $fide_2023, fide_2009: $fide_2009 };)*
        }
    };
}

// Where an edition lacks a rule, the number is that of the rule which decides instead.
articles! {
    /// The players move alternately, each their own pieces.
    ALTERNATELY = "1.2", "1.1";
    /// No piece on a square held by one of the same colour.
    OWN_PIECE = "3.1", "3.1";
    /// A piece on the square moved to is captured as part of the same move.
    CAPTURE = "3.1.1", "3.1";
    BISHOP = "3.2", "3.2";
    ROOK = "3.3", "3.3";
    QUEEN = "3.4", "3.4";
    /// Bishop, rook and queen do not move over other pieces.
    NOT_OVER_PIECES = "3.5", "3.5";
    KNIGHT = "3.6", "3.6";
    /// The pawn moves to the unoccupied square in front of it.
    PAWN = "3.7.1", "3.7a";
    /// Two squares, on its first move, both unoccupied.
    PAWN_DOUBLE_STEP = "3.7.2", "3.7b";
    /// It captures diagonally.
    PAWN_CAPTURE = "3.7.3", "3.7c";
    /// En passant, only on the move after the double step.
    EN_PASSANT = "3.7.3.2", "3.7d";
    /// Queen, rook, bishop or knight, on the last rank, as part of the same move.
    PROMOTION = "3.7.3.3", "3.7e";
    KING = "3.8.1", "3.8a";
    /// The right to castle has been lost.
    CASTLING_LOST = "3.8.2.1", "3.8(1)";
    /// Castling is prevented for the time being.
    CASTLING_PREVENTED = "3.8.2.2", "3.8(2)";
    /// No move exposes one's own king to check or leaves it there.
    OWN_KING = "3.9.2", "3.9";
    /// A move is legal when it meets all of 3.1 to 3.9.
    LEGAL = "3.10.1", "3.10";

    TOUCHED_OWN = "4.3.1", "4.3a";
    TOUCHED_OPPONENTS = "4.3.2", "4.3b";
    TOUCHED_BOTH = "4.3.3", "4.3c";
    TOUCHED_KING_AND_ROOK = "4.4.1", "4.4a";
    TOUCHED_ROOK_THEN_KING = "4.4.2", "4.4b";
    TOUCHED_KING_CASTLING_ILLEGAL = "4.4.3", "4.4c";
    /// A player who has touched a piece can no longer complain about the opponent's touch.
    CLAIM_AGAINST_TOUCH = "4.8", "4.7";
    TOUCHED_NONE_CAN_ACT = "4.5", "4.5";

    CHECKMATE = "5.1.1", "5.1a";
    RESIGNATION = "5.1.2", "5.1b";
    STALEMATE = "5.2.1", "5.2a";
    DEAD_POSITION = "5.2.2", "5.2b";
    AGREEMENT = "5.2.3", "5.2c";

    DEFAULT_TIME = "6.7.1", "6.6a";
    FLAG_SEEN = "6.8", "6.8";
    FLAG_FALL = "6.9", "6.9";
    CLOCK_DEFECT = "6.10.1", "6.10a";
    CLOCK_SETTING = "6.10.2", "6.10b";
    /// Both flags down, the first unknown.
    BOTH_FLAGS = "III.3.1", "6.11";

    WRONG_START = "7.2.1", "7.1a";
    BOARD_TURNED = "7.2.2", "7.1b";
    COLOURS_REVERSED = "7.3", "7.2";
    DISPLACED_BY_PLAYER = "7.4.1", "7.3";
    ILLEGAL_MOVE = "7.5.1", "7.4a";
    PAWN_NOT_REPLACED = "7.5.2", "7.4a";
    PRESSED_WITHOUT_MOVE = "7.5.3", "6.7a";
    /// Two hands for one move.
    TWO_HANDS = "7.5.4", "4.1";
    ILLEGAL_MOVE_PENALTY = "7.5.5", "7.4b";
    DISPLACED_FOUND = "7.6", "7.5";

    DRAW_OFFER_RESTRICTED = "9.1.1", "9.1";
    DRAW_OFFER = "9.1.2.1", "9.1a";
    CLAIM_IS_OFFER = "9.1.2.3", "9.1c";
    THREEFOLD_INTENDED = "9.2.1", "9.2a";
    THREEFOLD = "9.2.2", "9.2b";
    FIFTY_MOVES_INTENDED = "9.3.1", "9.3a";
    FIFTY_MOVES = "9.3.2", "9.3b";
    CLAIM_LOST_BY_TOUCHING = "9.4", "9.4";
    CLAIM_WRONG = "9.5.3", "9.5b";
    FIVEFOLD = "9.6.1", "9.2b";
    SEVENTY_FIVE_MOVES = "9.6.2", "9.3b";

    /// Both players are at fault.
    BOTH_LOSE = "11.8", "12.8";
    /// The arbiter sees to it that the Laws are kept, and corrects what was not.
    ARBITER_DUTIES = "12.2", "13.2";
    /// The arbiter decides, up to the loss of the game.
    ARBITER = "12.9", "13.4";
    /// The arbiter declares the game lost and decides the opponent's score.
    OPPONENTS_SCORE = "12.9.6", "13.4";

    /// Too late for claims about a wrong set-up.
    SET_UP_TOO_LATE = "A.5.1.2", "A.4a";
    /// In unsupervised rapid and blitz games an illegal move stands once the opponent has moved.
    ILLEGAL_MOVE_STANDS = "A.5.2", "A.4b";
    /// An illegal position that is still on the board after the next move.
    ILLEGAL_POSITION = "A.5.4", "A.4b";
    /// The notation of a move.
    NOTATION = "C.8", "C.8";

    BOARDS_DIFFER = "D.2.9", "E.2.7";
    SCORES_DIFFER = "D.2.9", "E.2.8";
    ASSISTANT = "D.2.10", "E.2.9";
    ASSISTANT_OF_SIGHTED = "D.2.11", "E.2.10";

    ENVELOPE = "I.2", "G.2";
    ENVELOPE_OPENED = "I.7", "G.6b";
    SEALED_MOVE_FAULTY = "I.8", "G.6c";
    /// Five seconds more with every move instead of a claim.
    FIVE_SECONDS = "III.4", "10.2";
    /// The last two minutes without an increment.
    LAST_TWO_MINUTES = "III.5", "10.2";
    LAST_TWO_MINUTES_POSTPONED = "III.5.2", "10.2a";
    LAST_TWO_MINUTES_REJECTED = "III.5.3", "10.2b";
    /// Without an arbiter the claim ends the game, and an arbiter decides on it afterwards.
    LAST_TWO_MINUTES_REFERRED = "III.6", "D.1";
    /// Where the guidelines for the last two minutes do not apply.
    GUIDELINES_APPLY = "III.2", "10.1";
}
