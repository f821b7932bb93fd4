//! What an arbiter rules: each order and each irregularity is one row of `list`.
//!
//! A row has the ruling's name in journals and sentences, its phrases, and for an order the article, when it can be given
//! and what it does. The compiler asks for every part of it; the tests ask for the phrases in each `words.toml` and for
//! the sentence of an order in each `sentences.ftl`.

mod list;

use std::time::Duration;

use crate::{
    announce::Announcement,
    clock::Clock,
    journal::{Entry, Record},
    laws::{ClockFault, Color, Envelope, Fault, Outcome},
};

use super::meaning::{Meaning, Section, Semantics};
use super::slot::{Field, Slot, SlotValues};

pub(super) use list::{IRREGULARITIES, ORDERS};
pub use list::{Irregularity, Order, Ruling};

/// When an order can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// On the clock of a game that goes on.
    Clock,
    /// On a game that goes on.
    Game,
    /// Also on a game that is over.
    Result,
}

/// What an order comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Execution {
    /// These entries are written, and the order is told.
    Write(Vec<Entry>),
    /// These entries are written, and this is told.
    WriteAndTell(Vec<Entry>, Announcement),
    /// Both boards go back to the position after so many half-moves.
    ReturnTo(usize),
    /// The game ends, once the arbiter has confirmed it.
    End(Outcome),
    /// It cannot be carried out.
    Refuse(Announcement),
}

/// The circumstances of an order.
#[derive(Clone, Copy, Debug)]
pub struct OrderContext<'a> {
    /// The game as it was written down.
    pub record: &'a Record,
    /// The side whose request is granted; without a request the side on move.
    pub asker: Color,
    /// When it was ordered.
    pub at: Duration,
}

impl OrderContext<'_> {
    fn left(&self, side: Color) -> Duration {
        self.record.clock().map_or(Duration::ZERO, |clock: &Clock| clock.left(side, self.at))
    }

    /// What it comes to that a player is absent beyond the default time; at a resumption by Guidelines I.10.
    fn absent(&self, side: Color, late: Outcome) -> Outcome {
        let (game, ruleset) = (self.record.game(), self.record.ruleset());
        let envelope = self.record.sealed().and_then(|(_, sealed)| {
            Envelope::restore(game, sealed, self.record.label(self.at), ruleset).ok()
        });
        envelope.map_or(late, |envelope| envelope.absent(side, game, ruleset))
    }
}

fn set_left(side: Color, left: Duration) -> Entry {
    Entry::TimeSet { side, left_ms: left.as_millis() as u64 }
}

/// A value that an order carries: at most one of each kind.
#[derive(Clone, Copy)]
enum OrderValue {
    Side(Color),
    Time(Duration),
    Number(u32),
    Unnamed,
}

impl From<Color> for OrderValue {
    fn from(side: Color) -> OrderValue {
        OrderValue::Side(side)
    }
}

impl From<Duration> for OrderValue {
    fn from(time: Duration) -> OrderValue {
        OrderValue::Time(time)
    }
}

impl From<u32> for OrderValue {
    fn from(number: u32) -> OrderValue {
        OrderValue::Number(number)
    }
}

impl From<u8> for OrderValue {
    fn from(number: u8) -> OrderValue {
        OrderValue::Number(number.into())
    }
}

impl<T: Into<OrderValue>> From<Option<T>> for OrderValue {
    fn from(value: Option<T>) -> OrderValue {
        value.map_or(OrderValue::Unnamed, T::into)
    }
}

/// The phrases of an order: its key in `words.toml`, the slots they may have, what each must fill, and what order their
/// values make.
const fn ordered(
    key: &'static str,
    slots: &'static [Slot],
    needs: &'static [Field],
    read: fn(&SlotValues) -> Option<Order>,
) -> Option<Meaning> {
    Some(Meaning { section: Section::Desk, key, slots, needs, semantics: Semantics::Order(read) })
}

/// The same of an irregularity, which anybody can report.
const fn reported(
    key: &'static str,
    slots: &'static [Slot],
    needs: &'static [Field],
    read: fn(&SlotValues) -> Option<Irregularity>,
) -> Meaning {
    Meaning { section: Section::Commands, key, slots, needs, semantics: Semantics::Irregularity(read) }
}

/// An order that is given in the words of something else; it has no phrases of its own.
const NO_PHRASES: Option<Meaning> = None;

impl From<Fault> for Ruling {
    fn from(fault: Fault) -> Ruling {
        match fault {
            Fault::IllegalMove => Ruling::IllegalMove,
            Fault::PawnNotReplaced(_) => Ruling::PawnNotReplaced,
            Fault::PressedWithoutMove => Ruling::PressedWithoutMove,
            Fault::TwoHands => Ruling::TwoHands,
        }
    }
}

impl From<ClockFault> for Ruling {
    fn from(fault: ClockFault) -> Ruling {
        match fault {
            ClockFault::Defect => Ruling::ClockDefect,
            ClockFault::WrongSetting => Ruling::ClockSetting,
        }
    }
}

/// Makes the enums of all orders, irregularities and rulings, and what a row says of each.
macro_rules! rulings {
    (@first $one:expr $(, $other:expr)?) => { $one };
    (
        ordered {$(
            $(#[doc = $doc:literal])+
            $order:ident $({ $($field:ident: $kind:ty),+ })? = $ruling:ident {
                phrases: $phrases:expr,
                article: $article:expr,
                bearing: $bearing:ident,
                $(completed: |$given:pat_param| $completed:expr,)?
                does: |$ordered:pat_param| $does:expr,
            }
        )+}
        reported {$(
            $(#[doc = $reported_doc:literal])+
            $irregularity:ident
                $(($tuple:ty))? $({ $($reported_field:ident: $reported_kind:ty),+ })? = [$($reported_ruling:ident),+]
                $reported_phrases:expr;
        )+}
        found {$($(#[doc = $found_doc:literal])+ $found:ident,)+}
    ) => {
        /// What the arbiter orders (FIDE 6.7, 6.10, 11.7, 11.8, 12.9, Guidelines III.4).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Order {
            $($(#[doc = $doc])+ $order $({ $(#[doc = concat!("Its ", stringify!($field), ".")] $field: $kind),+ })?,)+
        }

        /// An irregularity (FIDE 7, 6.10) as it was reported. What was left out is to be concluded.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Irregularity {
            $(
                $(#[doc = $reported_doc])+
                $irregularity
                    $(($tuple))?
                    $({ $(#[doc = concat!("Its ", stringify!($reported_field), ".")] $reported_field: $reported_kind),+ })?,
            )+
        }

        /// What the arbiter ruled on, as journals and sentences name it.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::Display,
            strum::IntoStaticStr, strum::EnumIter,
        )]
        #[serde(rename_all = "kebab-case")]
        #[strum(serialize_all = "kebab-case")]
        pub enum Ruling {
            $($(#[doc = $doc])+ $ruling,)+
            $($(#[doc = concat!("What was reported as [`Irregularity::", stringify!($irregularity), "`].")]
            $reported_ruling,)+)+
            $($(#[doc = $found_doc])+ $found,)+
        }

        /// The phrases of every order that has any.
        pub(in crate::grammar) static ORDERS: &[Option<Meaning>] = &[$($phrases),+];

        /// The phrases of every irregularity.
        pub(in crate::grammar) static IRREGULARITIES: &[&[Meaning]] = &[$(&$reported_phrases),+];

        impl Order {
            /// Returns the ruling it is.
            pub fn ruling(self) -> Ruling {
                match self { $(Order::$order { .. } => Ruling::$ruling,)+ }
            }

            /// Returns the article it rests on.
            pub fn article(self) -> Article {
                match self { $(Order::$order { .. } => $article,)+ }
            }

            /// Returns when it can be given.
            pub fn bearing(self) -> Availability {
                match self { $(Order::$order { .. } => Availability::$bearing,)+ }
            }

            /// Returns the order with what was left out of it.
            pub fn completed(self, ordered: &OrderContext<'_>) -> Order {
                match self {
                    $(Order::$order { $($($field),+)? } => {
                        $(let _ = ($($field,)+);)?
                        rulings!(@first $({ let $given = ordered; $completed },)? self)
                    })+
                }
            }

            /// Returns what it comes to, once it is completed.
            pub fn execution(self, ordered: &OrderContext<'_>) -> Execution {
                match self {
                    $(Order::$order { $($($field),+)? } => {
                        $(let _ = ($($field,)+);)?
                        let $ordered = ordered;
                        $does
                    })+
                 }
            }

            /// Returns the side it is about, where it is about one.
            pub fn side(self) -> Option<Color> {
                self.values().into_iter().find_map(|value| if let OrderValue::Side(side) = value { Some(side) } else { None })
            }

            /// Returns the time it names.
            pub fn time(self) -> Option<Duration> {
                self.values().into_iter().find_map(|value| if let OrderValue::Time(time) = value { Some(time) } else { None })
            }

            /// Returns the number it names.
            pub fn number(self) -> Option<u32> {
                self.values().into_iter().find_map(|value| if let OrderValue::Number(number) = value { Some(number) } else { None })
            }

            fn values(self) -> Vec<OrderValue> {
                match self { $(Order::$order $({ $($field),+ })? => vec![$($($field.into()),+)?],)+ }
            }
        }
    };
}
use rulings;
