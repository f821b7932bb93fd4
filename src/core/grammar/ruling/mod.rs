//! The arbiter's rulings. Each order and each irregularity is one row of `list`.
//!
//! A row has the ruling's name in journals and sentences, and its phrases; an order also has its article, when it can
//! be given, and its effect. The compiler requires every part of it; the tests require the phrases in each
//! `words.toml` and the sentence of an order in each `sentences.ftl`.

mod list;

use std::time::Duration;

use crate::{
    announce::Announcement,
    clock::Clock,
    journal::{self, Entry, Record},
    laws::{ClockFault, Color, Envelope, Fault, Outcome},
};

use super::meaning::{Meaning, Section, Semantics};
use super::slot::{Field, Slot, SlotValues};

pub(super) use list::{IRREGULARITIES, ORDERS};
pub use list::{Irregularity, Order, Ruling};

/// When an order can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// While a game with a clock goes on.
    Clock,
    /// While a game goes on.
    Game,
    /// Also after the game.
    Result,
}

/// The effect of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Execution {
    /// Write these entries and announce the order.
    Write(Vec<Entry>),
    /// Write these entries and make this announcement.
    WriteAndTell(Vec<Entry>, Announcement),
    /// Return both boards to the position after so many half-moves.
    ReturnTo(usize),
    /// End the game, once the arbiter has confirmed it.
    End(Outcome),
    /// Refuse the order.
    Refuse(Announcement),
}

/// The circumstances of an order.
#[derive(Clone, Copy, Debug)]
pub struct OrderContext<'a> {
    /// The record of the game.
    pub record: &'a Record,
    /// The side whose request is granted; without a request, the side on move.
    pub asker: Color,
    /// The instant of the order.
    pub at: Duration,
}

impl OrderContext<'_> {
    fn left(&self, side: Color) -> Duration {
        self.record.clock().map_or(Duration::ZERO, |clock: &Clock| clock.left(side, self.at))
    }

    /// Returns the outcome if a player is absent beyond the default time; at a resumption that of Guidelines I.10.
    fn absent(&self, side: Color, late: Outcome) -> Outcome {
        let (game, ruleset) = (self.record.game(), self.record.ruleset());
        let envelope = self.record.sealed().and_then(|(_, sealed)| {
            Envelope::restore(game, sealed, self.record.label(self.at), ruleset).ok()
        });
        envelope.map_or(late, |envelope| envelope.absent(side, game, ruleset))
    }
}

fn set_left(side: Color, left: Duration) -> Entry {
    Entry::TimeSet { side, left_ms: journal::in_ms(left) }
}

/// A value in an order, which has at most one of each kind.
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

impl From<u16> for OrderValue {
    fn from(number: u16) -> OrderValue {
        OrderValue::Number(number.into())
    }
}

impl<T: Into<OrderValue>> From<Option<T>> for OrderValue {
    fn from(value: Option<T>) -> OrderValue {
        value.map_or(OrderValue::Unnamed, T::into)
    }
}

/// Makes the phrases of an order: their key in `words.toml`, the slots they may have, the fields they must fill, and
/// the order that their values make.
const fn ordered(
    key: &'static str,
    slots: &'static [Slot],
    needs: &'static [Field],
    read: fn(&SlotValues) -> Option<Order>,
) -> Option<Meaning> {
    Some(Meaning { section: Section::Desk, key, slots, needs, semantics: Semantics::Order(read) })
}

/// Makes the same of an irregularity, which anybody can report.
const fn reported(
    key: &'static str,
    slots: &'static [Slot],
    needs: &'static [Field],
    read: fn(&SlotValues) -> Option<Irregularity>,
) -> Meaning {
    Meaning { section: Section::Commands, key, slots, needs, semantics: Semantics::Irregularity(read) }
}

/// An order without phrases of its own, which is given in other words.
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

/// Makes the enums of all orders, irregularities and rulings, with everything that their rows contain.
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
        /// An order by the arbiter (FIDE 6.7, 6.10, 11.7, 11.8, 12.9, Guidelines III.4).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Order {
            $($(#[doc = $doc])+ $order $({ $(#[doc = concat!("Its ", stringify!($field), ".")] $field: $kind),+ })?,)+
        }

        /// An irregularity (FIDE 7, 6.10) as it was reported; the program concludes what was left out.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Irregularity {
            $(
                $(#[doc = $reported_doc])+
                $irregularity
                    $(($tuple))?
                    $({ $(#[doc = concat!("Its ", stringify!($reported_field), ".")] $reported_field: $reported_kind),+ })?,
            )+
        }

        /// What the arbiter ruled on, by its name in journals and sentences.
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

        /// The phrases of all orders that have any.
        pub(in crate::grammar) static ORDERS: &[Option<Meaning>] = &[$($phrases),+];

        /// The phrases of all irregularities.
        pub(in crate::grammar) static IRREGULARITIES: &[&[Meaning]] = &[$(&$reported_phrases),+];

        impl Order {
            /// Returns the ruling.
            pub fn ruling(self) -> Ruling {
                match self { $(Order::$order { .. } => Ruling::$ruling,)+ }
            }

            /// Returns the article that it rests on.
            pub fn article(self) -> Article {
                match self { $(Order::$order { .. } => $article,)+ }
            }

            /// Returns when it can be given.
            pub fn bearing(self) -> Availability {
                match self { $(Order::$order { .. } => Availability::$bearing,)+ }
            }

            /// Returns the order with the values that were left out.
            pub fn completed(self, ordered: &OrderContext<'_>) -> Order {
                match self {
                    $(Order::$order { $($($field),+)? } => {
                        $(let _ = ($($field,)+);)?
                        rulings!(@first $({ let $given = ordered; $completed },)? self)
                    })+
                }
            }

            /// Returns the effect of a completed order.
            pub fn execution(self, ordered: &OrderContext<'_>) -> Execution {
                match self {
                    $(Order::$order { $($($field),+)? } => {
                        $(let _ = ($($field,)+);)?
                        let $ordered = ordered;
                        $does
                    })+
                 }
            }

            /// Returns the side that it concerns, if any.
            pub fn side(self) -> Option<Color> {
                self.values().into_iter().find_map(|value| if let OrderValue::Side(side) = value { Some(side) } else { None })
            }

            /// Returns the time that it names.
            pub fn time(self) -> Option<Duration> {
                self.values().into_iter().find_map(|value| if let OrderValue::Time(time) = value { Some(time) } else { None })
            }

            /// Returns the number that it names.
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
