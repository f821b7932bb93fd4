//! Electronic boards, of whatever maker: what stands where, and the clock that hangs on one.
//!
//! A board speaks [placements](Placement) and knows no chess; where it stands turned round, the placement is seen from
//! its other side ([`Facing`]). [`men`] keeps what is known of it where something was lost. [`dgt`] is the protocol of one maker, as bytes in and messages out.

pub mod placement;
pub mod clock;
pub mod dgt;
pub mod men;

pub use clock::{Button, ClockReading, Hand};
pub use men::{Doubt, Men};
pub use placement::{Facing, NoPlacement, Placement};
