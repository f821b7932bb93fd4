//! What is asked and stands whatever the game: a rule, or how something is done. Each fact has one sentence.

use super::{Field, Meaning, Question, Slot, phrases};

/// A fact, named as in the grammar files and in a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Fact {
    /// The clock and its time control are chosen before a game.
    ClockBefore,
    /// Who has which side is chosen before a game.
    SidesBefore,
    /// Whether moves are read back is chosen before a game.
    ReadBackBefore,
    /// What makes the program say less.
    TalkLess,
    /// At which times left these are told is chosen before a game.
    WarningsBefore,
    /// An earlier game is gone on with by another command.
    EarlierGame,
    /// How moves are said.
    HowToMove,
    /// How castling is done, and when.
    CastlingRule,
    /// How a pawn captures en passant.
    EnPassantRule,
    /// An offer is told with the side that makes it.
    OpponentOffers,
    /// A resignation is told with the side that resigns.
    OpponentResigns,
    /// An offer cannot be taken back.
    OfferStands,
    /// The program waits while somebody thinks.
    Waiting,
    /// When a piece is touched, and what follows.
    TouchRule,
    /// The program does not know the names of openings.
    Openings,
}

const TIME: &[Slot] = &[Slot::Hours, Slot::Minutes, Slot::Seconds];
const SIDE: &[Slot] = &[Slot::White, Slot::Black, Slot::Colour];
const PIECE: &[Slot] = &[Slot::Piece];
const PERSON: &[Slot] = &[Slot::Person];
const NOTHING: &[Field] = &[];

macro_rules! facts {
    ($($key:literal $slots:expr => $fact:ident,)+) => {
        /// The phrases of all facts.
        pub(in crate::grammar) static FACTS: &[Option<Meaning>] =
            &[$(phrases($key, $slots, NOTHING, |_| Some(Question::Fact(Fact::$fact)))),+];
    };
}
facts! {
    "clock-before" TIME => ClockBefore,
    "sides-before" SIDE => SidesBefore,
    "read-back-before" &[] => ReadBackBefore,
    "talk-less" &[] => TalkLess,
    "warnings-before" TIME => WarningsBefore,
    "earlier-game" &[] => EarlierGame,
    "how-to-move" &[] => HowToMove,
    "castling-rule" &[] => CastlingRule,
    "en-passant-rule" &[] => EnPassantRule,
    "opponent-offers" PERSON => OpponentOffers,
    "opponent-resigns" PERSON => OpponentResigns,
    "offer-stands" &[] => OfferStands,
    "waiting" &[] => Waiting,
    "touch-rule" PIECE => TouchRule,
    "openings" &[] => Openings,
}
