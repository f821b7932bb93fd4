//! The serial protocol of Certabo boards: a line of 320 numbers, five for the RFID chip in the piece on each square.
//!
//! The board misses chips now and then, so a placement counts when it comes twice in a row. An order for lights is
//! eight bytes, one per rank from the eighth; file a is the lowest bit.
//!
//! Chips are assigned to pieces while the pieces stand at the start of a game. A chip that was not there then, such
//! as that of a second queen, reads as [`Placement::UNKNOWN`].

use std::{collections::BTreeMap, time::Duration};

use super::{
    link::{BoardLink, PlacementLink, PlacementProtocol},
    maker::{BoardMaker, EmulatedProtocol, Emulation, WireKind},
    placement::Placement,
};

/// A chip's number; five zeros for an empty square.
type PieceId = [u8; 5];

/// The pieces from a8 to h1 at the start of a game.
const START: &str = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";
/// The longest line, with its colon: 320 numbers of at most three digits.
const LONGEST: usize = 1300;

/// Reads the lines of a Certabo board and keeps the pieces of its chips.
#[derive(Debug, Default)]
pub struct CertaboDecoder {
    received: Vec<u8>,
    pieces: BTreeMap<PieceId, char>,
    last: Option<Placement>,
}

impl PlacementProtocol for CertaboDecoder {
    const NAME: &'static str = "Certabo";
    const PAUSE: Duration = Duration::from_millis(600);

    fn opening() -> Option<Vec<u8>> {
        None
    }

    fn question() -> Option<Vec<u8>> {
        None
    }

    fn lights(squares: &[u8]) -> Vec<u8> {
        let mut ranks = vec![0; 8];
        squares.iter().for_each(|square| ranks[7 - usize::from(square / 8)] |= 1 << (square % 8));
        ranks
    }

    fn read(&mut self, bytes: &[u8]) -> Vec<Placement> {
        let mut placements = Vec::new();
        for &byte in bytes {
            if byte == b':' || self.received.len() > LONGEST {
                self.received.clear();
            }
            self.received.push(byte);
            if byte == b'\n' {
                let line = std::mem::take(&mut self.received);
                let told = chips(&line).map(|chips| self.placement(&chips));
                let before = std::mem::replace(&mut self.last, told);
                placements.extend(told.filter(|_| told == before));
            }
        }
        placements
    }
}

impl CertaboDecoder {
    fn placement(&mut self, chips: &[PieceId]) -> Placement {
        let occupied = |chip: &PieceId| *chip != [0; 5];
        if START.chars().zip(chips).all(|(piece, chip)| (piece != '.') == occupied(chip)) {
            self.learn(chips);
        }
        let mut placement = Placement::empty();
        for (square, chip) in (0u8..).zip(chips).filter(|(_, chip)| occupied(chip)) {
            let piece = self.pieces.get(chip).copied().unwrap_or(Placement::UNKNOWN);
            placement.put(square ^ 0o70, piece);
        }
        placement
    }

    /// Assigns the chips to the pieces at the start, unless a chip is known already. Both sides' chips look alike, so
    /// the board is taken to stand the right way round.
    fn learn(&mut self, chips: &[PieceId]) {
        if chips.iter().any(|chip| self.pieces.contains_key(chip)) {
            return;
        }
        for (piece, chip) in START.chars().zip(chips).filter(|(piece, _)| *piece != '.') {
            self.pieces.insert(*chip, piece);
        }
    }
}

/// Returns the chips of a line, from a8 to h1; `None` if the line is incomplete.
fn chips(line: &[u8]) -> Option<Vec<PieceId>> {
    let text = std::str::from_utf8(line).ok()?.trim().strip_prefix(':')?;
    let numbers: Option<Vec<u8>> = text.split_whitespace().map(|number| number.parse().ok()).collect();
    let (chips, rest) = numbers.as_ref()?.as_chunks::<5>();
    (chips.len() == 64 && rest.is_empty()).then(|| chips.to_vec())
}

/// Returns the squares that an order lights, by their numbers from a1.
fn lit(order: &[u8; 8]) -> Vec<u8> {
    (0..64).filter(|square| order[7 - usize::from(square / 8)] >> (square % 8) & 1 == 1).collect()
}

/// Returns the line that a board sends for these chip numbers, from a8 to h1; 0 for an empty square.
fn encode(chips: &[u8; 64]) -> Vec<u8> {
    let numbers: Vec<String> = chips.iter().map(|chip| format!("{chip} 0 0 0 {chip}")).collect();
    format!(":{}\r\n", numbers.join(" ")).into_bytes()
}

pub(super) struct Certabo;

impl BoardMaker for Certabo {
    fn name(&self) -> &'static str {
        CertaboDecoder::NAME
    }

    fn wire(&self) -> WireKind {
        WireKind::Serial { baud: 38_400, dtr: false }
    }

    fn usb_names(&self) -> &'static [&'static str] {
        &["certabo"]
    }

    fn link(&self) -> Box<dyn BoardLink> {
        Box::new(PlacementLink::<CertaboDecoder>::default())
    }

    fn emulated(&self, start: &Placement, _clock: Option<Duration>) -> Box<dyn EmulatedProtocol> {
        let mut chips = [0; 64];
        for (square, piece) in start.squares() {
            if piece != Placement::EMPTY {
                chips[usize::from(square ^ 0o70)] = square + 1;
            }
        }
        Box::new(EmulatedCertabo { chips, in_hand: Vec::new(), last_new: 100 })
    }
}

/// The board's side of the protocol.
struct EmulatedCertabo {
    /// The chip on each square, from a8 to h1.
    chips: [u8; 64],
    /// Pieces that were lifted, with their chips.
    in_hand: Vec<(char, u8)>,
    last_new: u8,
}

impl EmulatedProtocol for EmulatedCertabo {
    /// Sends placements as soon as the port is open.
    fn connected(&mut self, there: bool, board: &mut Emulation) {
        board.is_followed = there;
    }

    fn received(&mut self, bytes: &[u8], board: &mut Emulation) {
        board.lights.extend(bytes.as_chunks().0.iter().map(lit));
    }

    fn encode(&self, _placement: &Placement) -> Vec<u8> {
        encode(&self.chips)
    }

    fn repeats(&self) -> bool {
        true
    }

    /// Moves the chip with its piece. A second queen gets a chip that the host has not seen.
    fn put(&mut self, square: u8, piece: char, board: &mut Emulation) {
        let here = usize::from(square ^ 0o70);
        let before = board.placement.at(square);
        if before != Placement::EMPTY {
            self.in_hand.push((before, self.chips[here]));
        }
        self.chips[here] = match piece {
            Placement::EMPTY => 0,
            piece => match self.in_hand.iter().rposition(|(other, _)| *other == piece) {
                Some(place) => self.in_hand.remove(place).1,
                None => {
                    self.last_new += 1;
                    self.last_new
                }
            },
        };
        board.placement.put(square, piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chips_are_learned_from_the_start_and_known_wherever_they_go() {
        let mut chips = [0; 64];
        (0..16).for_each(|n| (chips[n], chips[48 + n]) = (n as u8 + 1, n as u8 + 17));
        let mut decoder = CertaboDecoder::default();
        let mut sent = b"noise".to_vec();
        sent.extend(encode(&chips).repeat(2));
        // e2 to e4, and an unknown chip on e5.
        (chips[36], chips[52], chips[28]) = (chips[52], 0, 99);
        sent.extend(&encode(&chips)[..40]);
        // One chip is missed once.
        let king = std::mem::take(&mut chips[60]);
        sent.extend(encode(&chips));
        chips[60] = king;
        sent.extend(encode(&chips).repeat(2));
        let read: Vec<String> =
            sent.chunks(11).flat_map(|some| decoder.read(some)).map(|it| it.to_string()).collect();
        assert_eq!(
            read,
            [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                "rnbqkbnr/pppppppp/8/4?3/4P3/8/PPPP1PPP/RNBQKBNR"
            ]
        );
    }

    #[test]
    fn squares_are_lit_rank_by_rank() {
        assert_eq!(CertaboDecoder::lights(&[]), [0; 8]);
        assert_eq!(lit(CertaboDecoder::lights(&[0, 12, 63]).as_slice().try_into().unwrap()), [0, 12, 63]);
        assert_eq!(CertaboDecoder::lights(&[0, 12, 63]), [0x80, 0, 0, 0, 0, 0, 0x10, 0x01]);
    }
}
