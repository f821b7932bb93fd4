//! Electronic boards, of whatever maker: what stands where, and the clock that hangs on one.
//!
//! A board speaks [placements](Placement) and knows no chess; where it stands turned round, the placement is seen from
//! its other side ([`Facing`]). [`dgt`] is the protocol of one maker, as bytes in and messages out.

pub mod placement;
pub mod clock;
pub mod dgt;

pub use clock::{Button, ClockReading, Hand};
pub use placement::{Facing, NoPlacement, Placement};
