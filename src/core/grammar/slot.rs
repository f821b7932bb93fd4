//! The places in a phrase that carry a value, and the values said in them.

use std::time::Duration;

use crate::laws::{Color, File, PartialSquare, Rank, Role, Square};

/// A slot, named as in a grammar file and ordered as the grammar files explain them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Slot {
    Piece,
    Pieces,
    From,
    To,
    Square,
    FromFile,
    ToFile,
    File,
    FromRank,
    Rank,
    Takes,
    Captured,
    Promotion,
    EnPassant,
    Check,
    Mate,
    Short,
    Long,
    Castling,
    Move,
    Number,
    Hundred,
    Units,
    Hours,
    Minutes,
    Seconds,
    Ordinal,
    Mine,
    Theirs,
    White,
    Black,
    Topic,
    Direction,
    Colour,
    Ending,
    Person,
    NthRank,
    Nth,
    Steps,
}

impl Slot {
    /// The slots of a move. The side is the one it is said for.
    pub const MOVE: &[Slot] = &[
        Slot::Piece,
        Slot::From,
        Slot::FromFile,
        Slot::FromRank,
        Slot::To,
        Slot::ToFile,
        Slot::Takes,
        Slot::Captured,
        Slot::Promotion,
        Slot::EnPassant,
        Slot::Check,
        Slot::Mate,
        Slot::Short,
        Slot::Long,
        Slot::Castling,
        Slot::White,
        Slot::Black,
        Slot::Steps,
    ];

    /// A move that is asked about, and who is to make it.
    pub const STATED_MOVE: &[Slot] = &[
        Slot::Piece,
        Slot::From,
        Slot::FromFile,
        Slot::FromRank,
        Slot::To,
        Slot::Takes,
        Slot::Captured,
        Slot::Person,
        Slot::White,
        Slot::Black,
    ];

    /// Returns its name in a grammar file.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the names of several slots, for an error message.
    pub fn list(slots: &[Slot]) -> String {
        if slots.is_empty() {
            return "no slot".to_owned();
        }
        slots.iter().map(|slot| format!("{{{}}}", slot.name())).collect::<Vec<_>>().join(" ")
    }

    /// Returns the classes of the words that fill it, in order, each with the field of its value. `{move}` has none:
    /// it is a whole template.
    pub fn classes(self) -> &'static [(WordClass, Field)] {
        match self {
            Slot::Piece => &[(WordClass::Piece, Field::Piece)],
            Slot::Pieces => &[(WordClass::Pieces, Field::Piece)],
            Slot::From => &[(WordClass::File, Field::FromFile), (WordClass::Rank, Field::FromRank)],
            Slot::To => &[(WordClass::File, Field::ToFile), (WordClass::Rank, Field::ToRank)],
            Slot::Square => &[(WordClass::File, Field::File), (WordClass::Rank, Field::Rank)],
            Slot::FromFile => &[(WordClass::File, Field::FromFile)],
            Slot::ToFile => &[(WordClass::File, Field::ToFile)],
            Slot::File => &[(WordClass::File, Field::File)],
            Slot::FromRank => &[(WordClass::Rank, Field::FromRank)],
            Slot::Rank => &[(WordClass::Rank, Field::Rank)],
            Slot::Takes => &[(WordClass::Takes, Field::Takes)],
            Slot::Captured => &[(WordClass::Piece, Field::Captured)],
            Slot::Promotion => &[(WordClass::Officer, Field::Promotion)],
            Slot::EnPassant => &[(WordClass::EnPassant, Field::EnPassant)],
            Slot::Check => &[(WordClass::Check, Field::Check)],
            Slot::Mate => &[(WordClass::Mate, Field::Mate)],
            Slot::Short => &[(WordClass::Short, Field::Castling)],
            Slot::Long => &[(WordClass::Long, Field::Castling)],
            Slot::Castling => &[(WordClass::Castling, Field::Castling)],
            Slot::Move => &[],
            Slot::Number => &[(WordClass::Number, Field::Number)],
            Slot::Hundred => &[(WordClass::Hundred, Field::Hundred)],
            Slot::Units => &[(WordClass::Number, Field::Units)],
            Slot::Hours => &[(WordClass::Number, Field::Hours)],
            Slot::Minutes => &[(WordClass::Number, Field::Minutes)],
            Slot::Seconds => &[(WordClass::Number, Field::Seconds)],
            Slot::Ordinal => &[(WordClass::Ordinal, Field::Number)],
            Slot::Mine => &[(WordClass::Mine, Field::Whose)],
            Slot::Theirs => &[(WordClass::Theirs, Field::Whose)],
            Slot::White => &[(WordClass::White, Field::Side)],
            Slot::Black => &[(WordClass::Black, Field::Side)],
            Slot::Topic => &[(WordClass::Topic, Field::Topic)],
            Slot::Direction => &[(WordClass::Direction, Field::Direction)],
            Slot::Colour => &[(WordClass::Colour, Field::Side)],
            Slot::Ending => &[(WordClass::Ending, Field::Ending)],
            Slot::Person => &[(WordClass::Person, Field::Whose)],
            Slot::NthRank => &[(WordClass::NthRank, Field::Rank)],
            Slot::Nth => &[(WordClass::Nth, Field::Number)],
            Slot::Steps => &[(WordClass::Steps, Field::Steps)],
        }
    }
}

/// A class of words with values of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WordClass {
    /// 0 is the a-file; by name or letter.
    File,
    /// 0 is the first rank.
    Rank,
    /// The number of the [`Role`].
    Piece,
    /// As [`WordClass::Piece`], with the plurals.
    Pieces,
    /// The pieces a pawn can become.
    Officer,
    Number,
    /// "Hundert" behind a number.
    Hundred,
    /// 1 is the first.
    Ordinal,
    Takes,
    EnPassant,
    Check,
    Mate,
    /// 0 is short, 1 is long, 2 is either.
    Short,
    Long,
    Castling,
    /// 1 is the speaker's, 0 the opponent's.
    Mine,
    Theirs,
    /// 1 is White, 0 Black.
    White,
    Black,
    /// 0 is the first topic.
    Topic,
    /// The number of the [`Direction`](crate::laws::Direction).
    Direction,
    /// A side as an adjective of its pieces, numbered as [`WordClass::White`].
    Colour,
    /// The index in [`Exercise::ALL`](crate::laws::Exercise::ALL); only typed.
    Ending,
    /// The speaker or the opponent, numbered as [`WordClass::Mine`].
    Person,
    /// "Vierte", numbered as [`WordClass::Rank`].
    NthRank,
    /// "Fünfter", 1 is the first; only typed.
    Nth,
    /// How far a pawn goes, "zwei Felder vor"; only typed.
    Steps,
}

/// The kind of a value; the slots of a phrase fill fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Piece,
    FromFile,
    FromRank,
    ToFile,
    ToRank,
    File,
    Rank,
    Captured,
    Promotion,
    Castling,
    Number,
    Units,
    Hours,
    Minutes,
    Seconds,
    Whose,
    Side,
    Topic,
    Direction,
    Ending,
    Steps,
    Takes,
    EnPassant,
    Check,
    Hundred,
    Mate,
}

impl Field {
    /// Whether it only tells that something was said.
    pub fn is_flag(self) -> bool {
        matches!(self, Field::Takes | Field::EnPassant | Field::Check | Field::Hundred | Field::Mate)
    }
}

/// The number of fields.
const FIELDS: usize = Field::Mate as usize + 1;

/// The value of a word in a slot: a file, a role, a number up to 3999.
pub(super) type SlotValue = u16;

/// The values said in the slots of one phrase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct SlotValues([Option<SlotValue>; FIELDS]);

impl SlotValues {
    /// Returns the values with one more.
    #[must_use]
    pub(super) fn with(mut self, field: Field, value: SlotValue) -> SlotValues {
        self.0[field as usize] = Some(value);
        self
    }

    pub(super) fn value(&self, field: Field) -> Option<SlotValue> {
        self.0[field as usize]
    }

    /// Returns a value that is no number: a file, a rank, a role.
    fn small_value(&self, field: Field) -> Option<u8> {
        u8::try_from(self.value(field)?).ok()
    }

    pub(super) fn has(&self, field: Field) -> bool {
        self.value(field).is_some()
    }

    pub(super) fn role(&self, field: Field) -> Option<Role> {
        Role::try_from(self.small_value(field)?).ok()
    }

    pub(super) fn file(&self, field: Field) -> Option<File> {
        File::try_from(self.small_value(field)?).ok()
    }

    pub(super) fn rank(&self, field: Field) -> Option<Rank> {
        Rank::try_from(self.small_value(field)?).ok()
    }

    /// Returns the origin of the move, as far as it was said.
    pub(super) fn from(&self) -> PartialSquare {
        PartialSquare { file: self.file(Field::FromFile), rank: self.rank(Field::FromRank) }
    }

    /// Returns the destination of the move.
    pub(super) fn to(&self) -> PartialSquare {
        PartialSquare { file: self.file(Field::ToFile), rank: self.rank(Field::ToRank) }
    }

    /// Returns the square, file or rank that was named without a move.
    pub(super) fn part(&self) -> PartialSquare {
        PartialSquare { file: self.file(Field::File), rank: self.rank(Field::Rank) }
    }

    pub(super) fn side(&self) -> Option<Color> {
        self.value(Field::Side).map(|white| Color::from_white(white == 1))
    }

    pub(super) fn square(&self) -> Option<Square> {
        self.part().square()
    }

    /// Returns the time that was said.
    pub(super) fn time(&self) -> Option<Duration> {
        let parts = [(Field::Hours, 3600), (Field::Minutes, 60), (Field::Seconds, 1)];
        let said = parts.iter().filter_map(|(field, unit)| Some(u64::from(self.value(*field)?) * unit));
        let seconds: u64 = said.sum();
        (seconds > 0).then(|| Duration::from_secs(seconds))
    }
}
