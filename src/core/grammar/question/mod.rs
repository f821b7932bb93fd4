//! The questions of a player. Each is one row of `list`, with its name, phrases, permission and answer.
//!
//! A row is all that the program needs. The compiler requires every part of it; the tests require the phrases and the
//! help topic in each `words.toml`, and the sentence of the answer in each `sentences.ftl`.

mod answer;
mod context;
mod fact;
mod list;
mod slots;
mod tactics;

use crate::laws::{Attempt, Color, Direction, File, Rank, Role, Square};

use super::meaning::{Meaning, Section, Semantics, attempt};
use super::slot::{Field, Slot, SlotValues};

pub use answer::{Answer, PageAddress};
pub use context::QuestionContext;
pub(super) use fact::FACTS;
pub use fact::Fact;
pub(super) use list::QUESTIONS;
pub use list::Question;

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The place looked at: its position, and the game until then. During a review its move is told before the first answer.
    Place,
    /// What holds now, whatever place is looked at: the clocks, an offer, a touched piece, how the game was begun.
    Now,
}

/// The side whose pieces, time or move is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum SideReference {
    /// The speaker's.
    Mine,
    /// The speaker's opponent's.
    Theirs,
    /// The named side's.
    #[strum(to_string = "{0}")]
    Of(Color),
    /// Both sides', also if no side was named.
    Both,
}

impl SideReference {
    pub(super) fn of(said: &SlotValues) -> SideReference {
        match (said.side(), said.value(Field::Whose)) {
            (Some(side), _) => SideReference::Of(side),
            (None, Some(1)) => SideReference::Mine,
            (None, Some(_)) => SideReference::Theirs,
            (None, None) => SideReference::Both,
        }
    }

    /// The speaker's, if no side was named.
    fn of_one(said: &SlotValues) -> SideReference {
        match SideReference::of(said) {
            SideReference::Both => SideReference::Mine,
            of @ (SideReference::Mine | SideReference::Theirs | SideReference::Of(_)) => of,
        }
    }
}

/// The piece that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedPiece {
    /// The piece on a square, or the empty square.
    On(Square),
    /// Each piece of a kind: "ist mein Springer gedeckt".
    OfKind(Role, SideReference),
}

impl AskedPiece {
    fn of(said: &SlotValues) -> Option<AskedPiece> {
        let of_kind = || Some(AskedPiece::OfKind(said.role(Field::Piece)?, SideReference::of(said)));
        said.square().map(AskedPiece::On).or_else(of_kind)
    }
}

impl From<Square> for AskedPiece {
    fn from(square: Square) -> AskedPiece {
        AskedPiece::On(square)
    }
}

/// A value in a question.
trait JournalArgument {
    /// Returns the value as a journal writes it after the question's name; `None` if it writes nothing.
    fn in_journal(&self) -> Option<String>;
}

macro_rules! always_written {
    ($($kind:ty),*) => {
        $(impl JournalArgument for $kind {
            fn in_journal(&self) -> Option<String> {
                Some(self.to_string())
            }
        })*
    };
}
always_written!(u16, Attempt, Square, Rank, File, Direction, Fact);

impl JournalArgument for Option<Square> {
    fn in_journal(&self) -> Option<String> {
        self.map(|square| square.to_string())
    }
}

impl JournalArgument for Option<Role> {
    fn in_journal(&self) -> Option<String> {
        Some(self.map_or_else(|| "all".to_owned(), |role| role.upper_char().to_string()))
    }
}

impl JournalArgument for AskedPiece {
    fn in_journal(&self) -> Option<String> {
        match self {
            AskedPiece::On(square) => square.in_journal(),
            AskedPiece::OfKind(role, of) => {
                let whose = of.in_journal().map(|whose| format!(" {whose}"));
                Some(format!("{}{}", role.upper_char(), whose.unwrap_or_default()))
            }
        }
    }
}

impl JournalArgument for SideReference {
    fn in_journal(&self) -> Option<String> {
        (*self != SideReference::Both).then(|| self.to_string())
    }
}

/// Makes the phrases of a question: their key in `words.toml`, the slots they may have, the fields they must fill,
/// and the question that their values make.
const fn phrases(
    key: &'static str,
    slots: &'static [Slot],
    needs: &'static [Field],
    read: fn(&SlotValues) -> Option<Question>,
) -> Option<Meaning> {
    Some(Meaning { section: Section::Questions, key, slots, needs, semantics: Semantics::Question(read) })
}

/// A question without phrases of its own; the phrases of another question can mean it.
const NO_PHRASES: Option<Meaning> = None;

/// Makes the enum of all questions, with everything that their rows contain.
macro_rules! questions {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident $(($($field:ident: $kind:ty),+))? = $journal:literal {
            phrases: $phrases:expr,
            about: $about:ident,
            service: |$service_asked:pat_param| $service:expr,
            answer: |$asked:pat_param| $answer:expr,
        }
    )+) => {
        /// A question of a player.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Question {
            $($(#[doc = $doc])+ $name $(($($kind),+))?,)+
        }

        /// The phrases of all questions that have any, in the order of the rows.
        pub(in crate::grammar) static QUESTIONS: &[Option<Meaning>] = &[$($phrases),+];

        impl Question {
            /// The names in a journal.
            pub const NAMES: &[&str] = &[$($journal),+];

            /// Returns the position that it is about.
            pub fn about(self) -> Subject {
                match self { $(Question::$name { .. } => Subject::$about,)+ }
            }

            /// Returns the kind of help that the answer is (FIDE D.2.10).
            pub fn service(self, asked: &QuestionContext<'_>) -> Service {
                match self { $(Question::$name { .. } => { let $service_asked = asked; $service })+ }
            }

            /// Returns the answer, without regard to permission.
            pub fn answer(self, asked: &QuestionContext<'_>) -> Announcement {
                match self {
                    $(Question::$name $(($($field),+))? => { let $asked = asked; Announcement::from($answer) })+
                }
            }
        }

        /// Writes the name in a journal: `last-moves 3`, `square e4`, `pieces N theirs`.
        impl fmt::Display for Question {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Question::$name $(($($field),+))? => {
                        f.write_str($journal)?;
                        $($(if let Some(detail) = $field.in_journal() { write!(f, " {detail}")?; })+)?
                        Ok(())
                    })+
                }
            }
        }
    };
}
use questions;
