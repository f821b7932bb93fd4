//! The places in a phrase that carry a value, and what was said in them.

use std::time::Duration;

use crate::laws::{Color, File, PartialSquare, Rank, Role, Square};

/// A slot as a grammar file names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

impl Slot {
    /// All, in the order in which the grammar files explain them.
    pub const ALL: [Slot; 35] = [
        Slot::Piece,
        Slot::Pieces,
        Slot::From,
        Slot::To,
        Slot::Square,
        Slot::FromFile,
        Slot::ToFile,
        Slot::File,
        Slot::FromRank,
        Slot::Rank,
        Slot::Takes,
        Slot::Captured,
        Slot::Promotion,
        Slot::EnPassant,
        Slot::Check,
        Slot::Mate,
        Slot::Short,
        Slot::Long,
        Slot::Castling,
        Slot::Move,
        Slot::Number,
        Slot::Hours,
        Slot::Minutes,
        Slot::Seconds,
        Slot::Ordinal,
        Slot::Mine,
        Slot::Theirs,
        Slot::White,
        Slot::Black,
        Slot::Topic,
        Slot::Direction,
        Slot::Colour,
        Slot::Ending,
        Slot::Person,
        Slot::NthRank,
    ];

    /// The slots of a move.
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
    ];

    /// Its name in a grammar file.
    pub fn name(self) -> &'static str {
        match self {
            Slot::Piece => "piece",
            Slot::Pieces => "pieces",
            Slot::From => "from",
            Slot::To => "to",
            Slot::Square => "square",
            Slot::FromFile => "from-file",
            Slot::ToFile => "to-file",
            Slot::File => "file",
            Slot::FromRank => "from-rank",
            Slot::Rank => "rank",
            Slot::Takes => "takes",
            Slot::Captured => "captured",
            Slot::Promotion => "promotion",
            Slot::EnPassant => "en-passant",
            Slot::Check => "check",
            Slot::Mate => "mate",
            Slot::Short => "short",
            Slot::Long => "long",
            Slot::Castling => "castling",
            Slot::Move => "move",
            Slot::Number => "number",
            Slot::Hours => "hours",
            Slot::Minutes => "minutes",
            Slot::Seconds => "seconds",
            Slot::Ordinal => "ordinal",
            Slot::Mine => "mine",
            Slot::Theirs => "theirs",
            Slot::White => "white",
            Slot::Black => "black",
            Slot::Topic => "topic",
            Slot::Direction => "direction",
            Slot::Colour => "colour",
            Slot::Ending => "ending",
            Slot::Person => "person",
            Slot::NthRank => "nth-rank",
        }
    }

    /// The slot of this name.
    pub fn named(name: &str) -> Option<Slot> {
        Slot::ALL.into_iter().find(|slot| slot.name() == name)
    }

    /// The names of several slots, for an error message.
    pub fn list(slots: &[Slot]) -> String {
        if slots.is_empty() {
            return "no slot".to_owned();
        }
        slots.iter().map(|slot| format!("{{{}}}", slot.name())).collect::<Vec<_>>().join(" ")
    }

    /// What must be heard for it, in order: each a class of words and the place for its value.
    /// Nothing for `{move}`, which is a whole template.
    pub fn classes(self) -> &'static [(Class, Place)] {
        match self {
            Slot::Piece => &[(Class::Piece, Place::Piece)],
            Slot::Pieces => &[(Class::Pieces, Place::Piece)],
            Slot::From => &[(Class::File, Place::FromFile), (Class::Rank, Place::FromRank)],
            Slot::To => &[(Class::File, Place::ToFile), (Class::Rank, Place::ToRank)],
            Slot::Square => &[(Class::File, Place::File), (Class::Rank, Place::Rank)],
            Slot::FromFile => &[(Class::File, Place::FromFile)],
            Slot::ToFile => &[(Class::File, Place::ToFile)],
            Slot::File => &[(Class::File, Place::File)],
            Slot::FromRank => &[(Class::Rank, Place::FromRank)],
            Slot::Rank => &[(Class::Rank, Place::Rank)],
            Slot::Takes => &[(Class::Takes, Place::Takes)],
            Slot::Captured => &[(Class::Piece, Place::Captured)],
            Slot::Promotion => &[(Class::Officer, Place::Promotion)],
            Slot::EnPassant => &[(Class::EnPassant, Place::EnPassant)],
            Slot::Check => &[(Class::Check, Place::Check)],
            Slot::Mate => &[(Class::Mate, Place::Mate)],
            Slot::Short => &[(Class::Short, Place::Castling)],
            Slot::Long => &[(Class::Long, Place::Castling)],
            Slot::Castling => &[(Class::Castling, Place::Castling)],
            Slot::Move => &[],
            Slot::Number => &[(Class::Number, Place::Number)],
            Slot::Hours => &[(Class::Number, Place::Hours)],
            Slot::Minutes => &[(Class::Number, Place::Minutes)],
            Slot::Seconds => &[(Class::Number, Place::Seconds)],
            Slot::Ordinal => &[(Class::Ordinal, Place::Number)],
            Slot::Mine => &[(Class::Mine, Place::Whose)],
            Slot::Theirs => &[(Class::Theirs, Place::Whose)],
            Slot::White => &[(Class::White, Place::Side)],
            Slot::Black => &[(Class::Black, Place::Side)],
            Slot::Topic => &[(Class::Topic, Place::Topic)],
            Slot::Direction => &[(Class::Direction, Place::Direction)],
            Slot::Colour => &[(Class::Colour, Place::Side)],
            Slot::Ending => &[(Class::Ending, Place::Ending)],
            Slot::Person => &[(Class::Person, Place::Whose)],
            Slot::NthRank => &[(Class::NthRank, Place::Rank)],
        }
    }
}

/// Words with values of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// 0 for a; names and letters.
    File,
    /// 0 for the first.
    Rank,
    /// [`Role`] as its number.
    Piece,
    /// Also the plurals.
    Pieces,
    /// The pieces a pawn can become.
    Officer,
    Number,
    /// 1 for the first.
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
    /// 0 for the first.
    Topic,
    /// As [`Direction::ALL`](crate::laws::Direction::ALL) counts; only typed.
    Direction,
    /// A side as a quality of its men, counted as [`Class::White`] is; only typed.
    Colour,
    /// As [`Exercise::ALL`](crate::laws::Exercise::ALL) counts; only typed.
    Ending,
    /// The speaker or his opponent, counted as [`Class::Mine`] is; only typed.
    Person,
    /// "Vierte", counted as [`Class::Rank`] is; only typed.
    NthRank,
}

/// Where a value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
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
    Hours,
    Minutes,
    Seconds,
    Whose,
    Side,
    Topic,
    Direction,
    Ending,
    Takes,
    EnPassant,
    Check,
    Mate,
}

impl Place {
    /// Whether it is only said or not said.
    pub fn is_flag(self) -> bool {
        matches!(self, Place::Takes | Place::EnPassant | Place::Check | Place::Mate)
    }
}

/// How many places there are.
const PLACES: usize = Place::Mate as usize + 1;

/// What was said in the slots of one phrase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Said([Option<u8>; PLACES]);

impl Said {
    /// This and one value more.
    #[must_use]
    pub fn with(mut self, place: Place, value: u8) -> Said {
        self.0[place as usize] = Some(value);
        self
    }

    pub fn value(&self, place: Place) -> Option<u8> {
        self.0[place as usize]
    }

    pub fn has(&self, place: Place) -> bool {
        self.value(place).is_some()
    }

    pub fn role(&self, place: Place) -> Option<Role> {
        Role::try_from(self.value(place)?).ok()
    }

    pub fn file(&self, place: Place) -> Option<File> {
        File::try_from(self.value(place)?).ok()
    }

    pub fn rank(&self, place: Place) -> Option<Rank> {
        Rank::try_from(self.value(place)?).ok()
    }

    /// Where the move comes from, as far as it was said.
    pub fn from(&self) -> PartialSquare {
        PartialSquare { file: self.file(Place::FromFile), rank: self.rank(Place::FromRank) }
    }

    /// Where the move goes.
    pub fn to(&self) -> PartialSquare {
        PartialSquare { file: self.file(Place::ToFile), rank: self.rank(Place::ToRank) }
    }

    /// The square, file or rank that was named for itself.
    pub fn part(&self) -> PartialSquare {
        PartialSquare { file: self.file(Place::File), rank: self.rank(Place::Rank) }
    }

    pub fn side(&self) -> Option<Color> {
        self.value(Place::Side).map(|white| Color::from_white(white == 1))
    }

    pub fn square(&self) -> Option<Square> {
        self.part().square()
    }

    /// The time that was said.
    pub fn time(&self) -> Option<Duration> {
        let parts = [(Place::Hours, 3600), (Place::Minutes, 60), (Place::Seconds, 1)];
        let said = parts.iter().filter_map(|(place, unit)| Some(u64::from(self.value(*place)?) * unit));
        let seconds: u64 = said.sum();
        (seconds > 0).then(|| Duration::from_secs(seconds))
    }
}
