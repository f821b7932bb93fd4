//! The serial protocol of Millennium's ChessLink: ASCII blocks that end in their parity, 38400 baud, 7 bits and odd
//! parity.
//!
//! The port is opened for eight bits, so the parity bit is set and removed here. The lights are at the corners of the
//! squares, 9 columns of 9, beginning at a8.

use std::time::Duration;

use super::{
    link::{BoardLink, PlacementLink, PlacementProtocol},
    maker::{BoardMaker, EmulatedProtocol, Emulation, WireKind},
    placement::Placement,
};

/// The number of letters in a placement's block, without its first letter and its parity.
const SQUARES: usize = 64;

/// The length of a blinking step, in the board's unit of four milliseconds.
const SLOT: &str = "40";
/// The pattern of a light that is lit in each of its eight steps.
const LIT: &str = "FF";
/// The number of lights in a row.
const CORNERS: usize = 9;

/// Reads the blocks of a ChessLink.
#[derive(Debug, Default)]
pub struct ChessLinkDecoder {
    received: Vec<u8>,
}

impl PlacementProtocol for ChessLinkDecoder {
    const NAME: &'static str = "ChessLink";
    const PAUSE: Duration = Duration::from_millis(200);

    fn opening() -> Option<Vec<u8>> {
        None
    }

    fn question() -> Option<Vec<u8>> {
        Some(with_parity(block(b"S")))
    }

    fn lights(squares: &[u8]) -> Vec<u8> {
        if squares.is_empty() {
            return with_parity(block(b"X"));
        }
        let mut corners = [false; CORNERS * CORNERS];
        for square in squares {
            let (file, down) = (usize::from(square % 8), 7 - usize::from(square / 8));
            for (column, row) in [(file, down), (file, down + 1), (file + 1, down), (file + 1, down + 1)] {
                corners[CORNERS * column + row] = true;
            }
        }
        let lights: String = corners.iter().map(|lit| if *lit { LIT } else { "00" }).collect();
        with_parity(block(format!("L{SLOT}{lights}").as_bytes()))
    }

    fn read(&mut self, bytes: &[u8]) -> Vec<Placement> {
        self.received.extend(bytes.iter().map(|byte| byte & 0x7f));
        let mut placements = Vec::new();
        loop {
            let Some(begins) = self.received.iter().position(|byte| *byte == b's') else {
                self.received.clear();
                return placements;
            };
            self.received.drain(..begins);
            let Some(whole) = self.received.get(..SQUARES + 3) else { return placements };
            match placement(whole) {
                Some(placement) => {
                    placements.push(placement);
                    self.received.drain(..SQUARES + 3);
                }
                // No block begins here, or it is damaged: reading goes on at the next `s`.
                None => drop(self.received.drain(..1)),
            }
        }
    }
}

fn placement(whole: &[u8]) -> Option<Placement> {
    let (told, _) = whole.split_at(SQUARES + 1);
    if block(told) != whole {
        return None;
    }
    let mut placement = Placement::empty();
    for (square, piece) in (0u8..).zip(&told[1..]) {
        let piece = char::from(*piece);
        if !".PNBRQKpnbrqk".contains(piece) {
            return None;
        }
        placement.put(square ^ 0o70, piece);
    }
    Some(placement)
}

/// Returns the squares at whose four corners an order lights, by their numbers from a1. The order has no parity bits.
fn lit(order: &[u8]) -> Option<Vec<u8>> {
    if order == block(b"X") {
        return Some(Vec::new());
    }
    let codes = order.strip_prefix(b"L")?.get(2..2 + 2 * CORNERS * CORNERS)?;
    let lit = |column: usize, row: usize| codes[2 * (CORNERS * column + row)] != b'0';
    let all = |square: &u8| {
        let (file, down) = (usize::from(square % 8), 7 - usize::from(square / 8));
        lit(file, down) && lit(file, down + 1) && lit(file + 1, down) && lit(file + 1, down + 1)
    };
    Some((0..64).filter(all).collect())
}

/// Sets the highest bit of each byte to odd parity.
fn with_parity(mut text: Vec<u8>) -> Vec<u8> {
    for byte in &mut text {
        *byte |= u8::from(byte.count_ones().is_multiple_of(2)) << 7;
    }
    text
}

/// Returns the block for a placement.
fn encode(placement: &Placement) -> Vec<u8> {
    let pieces = (0..64).map(|square| placement.at(square ^ 0o70) as u8);
    with_parity(block(&std::iter::once(b's').chain(pieces).collect::<Vec<u8>>()))
}

/// Returns the text with its parity at the end: the XOR of its bytes as two hexadecimal digits.
fn block(text: &[u8]) -> Vec<u8> {
    let parity = text.iter().fold(0, |parity, byte| parity ^ byte);
    [text, format!("{parity:02X}").as_bytes()].concat()
}

pub(super) struct ChessLink;

impl BoardMaker for ChessLink {
    fn name(&self) -> &'static str {
        ChessLinkDecoder::NAME
    }

    fn wire(&self) -> WireKind {
        WireKind::Serial { baud: 38_400, dtr: false }
    }

    fn usb_names(&self) -> &'static [&'static str] {
        &["chesslink", "chess link", "millennium"]
    }

    fn link(&self) -> Box<dyn BoardLink> {
        Box::new(PlacementLink::<ChessLinkDecoder>::default())
    }

    fn emulated(&self, _start: &Placement, _clock: Option<Duration>) -> Box<dyn EmulatedProtocol> {
        Box::new(EmulatedChessLink)
    }
}

/// The board's side of the protocol.
struct EmulatedChessLink;

impl EmulatedProtocol for EmulatedChessLink {
    fn received(&mut self, bytes: &[u8], board: &mut Emulation) {
        let text: Vec<u8> = bytes.iter().map(|byte| byte & 0x7f).collect();
        board.lights.extend(lit(&text));
        if text.ends_with(&block(b"S")) {
            board.is_followed = true;
            board.writes.push_back(encode(&board.placement));
        }
    }

    fn encode(&self, placement: &Placement) -> Vec<u8> {
        encode(placement)
    }

    fn repeats(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &[u8] = b"srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";

    #[test]
    fn blocks_are_found_among_other_bytes() {
        // From the published protocol.
        assert_eq!(ChessLinkDecoder::question().unwrap(), [0xd3, 0xb5, 0xb3]);
        let mut decoder = ChessLinkDecoder::default();
        let sent = [b"xs12".as_slice(), &block(START), b"l00", &block(START)[..20], &block(START)].concat();
        let read: Vec<String> =
            sent.chunks(7).flat_map(|some| decoder.read(some)).map(|it| it.to_string()).collect();
        assert_eq!(read, ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"; 2]);
    }

    #[test]
    fn the_lines_own_parity_is_struck_out_and_a_wrong_block_is_dropped() {
        let mut decoder = ChessLinkDecoder::default();
        let start = decoder.read(&with_parity(block(START)));
        assert_eq!(encode(&start[0]), with_parity(block(START)));
        let mut wrong = block(START);
        wrong[30] = b'P';
        assert_eq!(decoder.read(&wrong), []);
    }

    #[test]
    fn the_corners_of_squares_are_lit() {
        let text = |bytes: Vec<u8>| bytes.iter().map(|byte| char::from(byte & 0x7f)).collect::<String>();
        assert_eq!(text(ChessLinkDecoder::lights(&[])), "X58");
        let lights = text(ChessLinkDecoder::lights(&[0]));
        assert_eq!(lit(text(ChessLinkDecoder::lights(&[12, 36, 63])).as_bytes()), Some(vec![12, 36, 63]));
        // a1: the last two of the first column, and of the second.
        let column = format!("{}FFFF", "00".repeat(7));
        assert_eq!(lights[..lights.len() - 2], format!("L40{column}{column}{}", "00".repeat(63)));
    }
}
