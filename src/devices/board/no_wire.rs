//! The wire of a program that was built without serial ports.

use crossbeam_channel::Receiver;

use super::{BoardAddress, BoardCommand, BoardEvent};

pub(super) fn serve(
    _address: &BoardAddress,
    orders: &Receiver<BoardCommand>,
    _tell: &mut dyn FnMut(BoardEvent),
) {
    // Never started: `WiredBoard::open` fails before.
    orders.iter().for_each(|order| match order {
        BoardCommand::Light(squares) => drop(squares),
        BoardCommand::Clock(order) => drop(order),
    });
}
