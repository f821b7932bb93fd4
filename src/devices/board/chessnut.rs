//! The reports of Chessnut boards (Air, Go, Pro), which come over USB HID: bytes in, placements out.
//!
//! A report is `01 24` and 32 bytes of two squares each, from h8 along the ranks to a1, a byte's lower half first.

use std::time::Duration;

use super::{
    link::{BoardLink, PlacementLink, PlacementProtocol},
    maker::{BoardMaker, EmulatedProtocol, Emulation, WireKind},
    placement::Placement,
};

/// Asks for a report at each change.
const BEGIN: [u8; 3] = [0x21, 0x01, 0x00];

/// The beginning of a placement's report.
const PLACEMENT_REPORT: [u8; 2] = [0x01, 0x24];
/// The pieces by their codes.
const PIECES: [char; 13] = ['.', 'q', 'k', 'b', 'p', 'n', 'R', 'P', 'r', 'B', 'N', 'Q', 'K'];

/// The maker, and the protocol, which has no state.
#[derive(Debug, Default)]
pub struct Chessnut;

impl PlacementProtocol for Chessnut {
    const NAME: &'static str = "Chessnut";
    const PAUSE: Duration = Duration::from_millis(200);

    fn opening() -> Option<Vec<u8>> {
        Some(BEGIN.to_vec())
    }

    fn question() -> Option<Vec<u8>> {
        None
    }

    fn lights(squares: &[u8]) -> Vec<u8> {
        light(squares)
    }

    /// Takes one report at a time.
    fn read(&mut self, bytes: &[u8]) -> Vec<Placement> {
        placement(bytes).into_iter().collect()
    }
}

/// Returns the placement of a report; `None` for other reports and incomplete ones.
pub fn placement(report: &[u8]) -> Option<Placement> {
    let pieces = report.strip_prefix(&PLACEMENT_REPORT)?.get(..32)?;
    let mut placement = Placement::empty();
    for (pair, byte) in (0u8..).zip(pieces) {
        for (half, code) in [(0, byte & 0x0f), (1, byte >> 4)] {
            placement.put(63 - 2 * pair - half, *PIECES.get(usize::from(code))?);
        }
    }
    Some(placement)
}

/// Returns the report of a placement; unknown pieces are left out.
pub fn encode(placement: &Placement) -> Vec<u8> {
    let code =
        |square: u8| PIECES.iter().position(|piece| *piece == placement.at(square)).unwrap_or_default() as u8;
    let pieces = (0..32).map(|pair| code(63 - 2 * pair) | code(62 - 2 * pair) << 4);
    PLACEMENT_REPORT.into_iter().chain(pieces).chain([0, 0]).collect()
}

/// Returns the order that lights these squares, by their numbers from a1: a byte per rank from the eighth, file h is
/// the lowest bit.
fn light(squares: &[u8]) -> Vec<u8> {
    let mut ranks = [0u8; 8];
    for square in squares {
        ranks[7 - usize::from(square / 8)] |= 1 << (7 - square % 8);
    }
    [0x0a, 0x08].into_iter().chain(ranks).collect()
}

/// Returns the squares that an order lights, by their numbers from a1; `None` if it is another order.
fn lit(order: &[u8]) -> Option<Vec<u8>> {
    let ranks = order.strip_prefix(&[0x0a, 0x08])?.get(..8)?;
    Some((0..64).filter(|square| ranks[7 - usize::from(square / 8)] >> (7 - square % 8) & 1 == 1).collect())
}

impl BoardMaker for Chessnut {
    fn name(&self) -> &'static str {
        Chessnut::NAME
    }

    fn wire(&self) -> WireKind {
        WireKind::Hid { vendor: 0x2d80 }
    }

    fn link(&self) -> Box<dyn BoardLink> {
        Box::new(PlacementLink::<Chessnut>::default())
    }

    fn emulated(&self, _start: &Placement, _clock: Option<Duration>) -> Box<dyn EmulatedProtocol> {
        Box::new(Chessnut)
    }
}

impl EmulatedProtocol for Chessnut {
    fn received(&mut self, bytes: &[u8], board: &mut Emulation) {
        if bytes == BEGIN {
            board.is_followed = true;
            board.writes.push_back(encode(&board.placement));
        } else {
            board.lights.extend(lit(bytes));
        }
    }

    fn encode(&self, placement: &Placement) -> Vec<u8> {
        encode(placement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_read_as_it_was_published() {
        let mut report = vec![0x01, 0x24, 0x58, 0x23, 0x31, 0x85, 0x44, 0x44, 0x44, 0x44];
        report.extend([0; 16]);
        report.extend([0x77, 0x77, 0x77, 0x77, 0xa6, 0xc9, 0x9b, 0x6a, 0, 0]);
        let start = placement(&report).unwrap();
        assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
        assert_eq!(encode(&start), report);
        assert_eq!(placement(&report[..30]), None);
        assert_eq!(placement(&[0x2a, 0x02, 50, 0]), None);
        report[5] = 0xff;
        assert_eq!(placement(&report), None);
    }

    #[test]
    fn squares_are_lit_rank_by_rank() {
        assert_eq!(light(&[]), [0x0a, 8, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(light(&[12, 63]), [0x0a, 8, 0x01, 0, 0, 0, 0, 0, 0x08, 0]);
        assert_eq!(lit(&light(&[12, 63])), Some(vec![12, 63]));
        assert_eq!((lit(&light(&[])), lit(&BEGIN)), (Some(Vec::new()), None));
    }
}
