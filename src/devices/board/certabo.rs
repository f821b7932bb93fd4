//! The serial protocol of Certabo boards: a line of 320 numbers, five for the RFID chip in the piece on each square.
//!
//! The antennas miss chips now and then, and read numbers of no chip where nothing stands; hardly two lines are equal.
//! So chips are followed rather than squares: one has moved when it was read twice in a new place, and is gone when it
//! was missed several times. An order for lights is eight bytes, one per rank from the eighth; file a is the lowest bit.
//!
//! Chips are assigned to pieces while the pieces stand at the start of a game. A chip that was not there then, such
//! as that of a second queen, reads as [`Placement::UNKNOWN`] once it was read often enough to be no ghost.

use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use super::{
    BoardPuzzle,
    link::{BoardLink, PlacementLink, PlacementProtocol},
    maker::{BoardMaker, EmulatedProtocol, Emulation, WireKind},
    placement::Placement,
};

/// A chip's number; five zeros for an empty square.
type PieceId = [u8; 5];

/// The chips of one line, from a8 to h1.
type Reading = [PieceId; 64];

const NO_CHIP: PieceId = [0; 5];
/// The pieces from a8 to h1 at the start of a game.
const START: &str = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";
/// The longest line, with its colon: 320 numbers of at most three digits, and some line feeds.
const LONGEST: usize = 1400;
/// How many readings are remembered. A chip that was missed in all of them is gone.
const REMEMBERED: usize = 6;
/// A chip that was read so often of the last three times is there.
const THERE: usize = 2;
/// A chip that no piece is known for was read so often if it is one.
const NO_GHOST: usize = 4;

/// Reads the lines of a Certabo board and keeps the pieces of its chips.
#[derive(Debug, Default)]
pub struct CertaboDecoder {
    received: Vec<u8>,
    /// The last readings, the newest at the end.
    readings: VecDeque<Reading>,
    pieces: BTreeMap<PieceId, Piece>,
    /// It sends which squares are occupied, and no more.
    is_without_chips: bool,
}

/// A piece with a chip, and its square from a8, where it stands on one.
#[derive(Clone, Copy, Debug)]
struct Piece {
    piece: char,
    square: Option<usize>,
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

    /// Takes lines that begin with a colon and end with CR LF. Single line feeds within them mean nothing.
    fn read(&mut self, bytes: &[u8]) -> Vec<Placement> {
        let mut placements = Vec::new();
        for &byte in bytes {
            if byte == b':' || self.received.len() > LONGEST {
                self.received.clear();
            }
            self.received.push(byte);
            if self.received.ends_with(b"\r\n") {
                let line = std::mem::take(&mut self.received);
                placements.extend(self.take_line(&line));
            }
        }
        placements
    }

    fn puzzle(&self) -> BoardPuzzle {
        match (self.is_without_chips, self.readings.is_empty()) {
            (true, _) => BoardPuzzle::NoPieces,
            (false, true) => BoardPuzzle::Foreign,
            (false, false) => BoardPuzzle::NoStart,
        }
    }
}

impl CertaboDecoder {
    fn take_line(&mut self, line: &[u8]) -> Option<Placement> {
        let numbers = numbers(line)?;
        self.is_without_chips = numbers.len() == 8;
        let (chips, rest) = numbers.as_chunks::<5>();
        let reading = Reading::try_from(chips).ok().filter(|_| rest.is_empty())?;
        if self.readings.len() == REMEMBERED {
            self.readings.pop_front();
        }
        self.readings.push_back(reading);
        if self.pieces.is_empty() {
            self.learn();
        }
        self.follow();
        (!self.pieces.is_empty()).then(|| self.placement())
    }

    /// Returns the chip that most readings have on a square, and how many have it.
    fn usual(&self, square: usize) -> Option<(PieceId, usize)> {
        let chips = self.readings.iter().map(|reading| reading[square]).filter(|chip| *chip != NO_CHIP);
        let count = |chip: PieceId| self.readings.iter().filter(|reading| reading[square] == chip).count();
        chips.map(|chip| (chip, count(chip))).max_by_key(|(_, count)| *count)
    }

    /// Assigns the chips to the pieces at the start, once most readings agree on each. Both sides' chips look alike, so
    /// the board is taken to stand the right way round.
    fn learn(&mut self) {
        let at_start = START.chars().enumerate().filter(|(_, piece)| *piece != '.');
        let usual = |(square, piece)| {
            let (chip, _) = self.usual(square).filter(|(_, count)| 2 * count > REMEMBERED)?;
            Some((chip, Piece { piece, square: Some(square) }))
        };
        let found: Option<BTreeMap<PieceId, Piece>> = at_start.map(usual).collect();
        self.pieces = found.filter(|pieces| pieces.len() == 32).unwrap_or_default();
    }

    /// Moves each known piece to where its chip was read.
    fn follow(&mut self) {
        let mut moved = Vec::new();
        for (chip, piece) in &mut self.pieces {
            let place = |reading: &Reading| reading.iter().position(|other| other == chip);
            let read: Vec<Option<usize>> = self.readings.iter().rev().map(place).collect();
            let often = |square: &usize| {
                read.iter().take(3).filter(|other| **other == Some(*square)).count() >= THERE
            };
            let there = read.iter().flatten().find(|square| often(square)).copied();
            if there.is_some() && there != piece.square {
                moved.push((*chip, there));
            }
            if there.is_some() || read.iter().all(Option::is_none) {
                piece.square = there;
            }
        }
        // A piece that comes captures what stood there, even before that chip was missed often enough.
        for (chip, square) in moved {
            let others =
                self.pieces.iter_mut().filter(|(other, piece)| **other != chip && piece.square == square);
            others.for_each(|(_, piece)| piece.square = None);
        }
    }

    fn placement(&self) -> Placement {
        let mut placement = Placement::empty();
        for square in 0..64 {
            let known = self.pieces.values().find(|piece| piece.square == Some(square));
            let unknown = || {
                let (chip, count) = self.usual(square)?;
                (count >= NO_GHOST && !self.pieces.contains_key(&chip)).then_some(Placement::UNKNOWN)
            };
            if let Some(piece) = known.map(|known| known.piece).or_else(unknown) {
                placement.put(square as u8 ^ 0o70, piece);
            }
        }
        placement
    }
}

/// Returns the numbers of a line; `None` if there is anything else in it. The board acknowledges lights by an L.
fn numbers(line: &[u8]) -> Option<Vec<u8>> {
    let text: String = line
        .iter()
        .filter(|byte| !matches!(byte, b'\r' | b'\n' | b'L' | b'*'))
        .map(|byte| char::from(*byte))
        .collect();
    let numbers = text.strip_prefix(':')?.split_whitespace();
    numbers.map(|number| number.parse().ok()).collect()
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

    fn start() -> [u8; 64] {
        let mut chips = [0; 64];
        (0..16).for_each(|n| (chips[n], chips[48 + n]) = (n as u8 + 1, n as u8 + 17));
        chips
    }

    /// Returns what is read of lines, each other placement once.
    fn read(decoder: &mut CertaboDecoder, sent: &[u8]) -> Vec<String> {
        let read = sent.chunks(11).flat_map(|some| decoder.read(some));
        let mut placements: Vec<String> = read.map(|placement| placement.to_string()).collect();
        placements.dedup();
        placements
    }

    const AT_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn chips_are_learned_from_the_start_and_known_wherever_they_go() {
        let mut chips = start();
        let mut decoder = CertaboDecoder::default();
        let mut sent = b"noise".to_vec();
        sent.extend(encode(&chips).repeat(4));
        // e2 to e4, and an unknown chip on e5.
        (chips[36], chips[52], chips[28]) = (chips[52], 0, 99);
        sent.extend(&encode(&chips)[..40]);
        sent.extend(encode(&chips).repeat(4));
        assert_eq!(
            read(&mut decoder, &sent),
            [
                AT_START,
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
                "rnbqkbnr/pppppppp/8/4?3/4P3/8/PPPP1PPP/RNBQKBNR"
            ]
        );
        // e4 takes d5, before the chip that stood there is gone.
        let mut decoder = CertaboDecoder::default();
        let mut chips = start();
        (chips[36], chips[52], chips[27], chips[11]) = (chips[52], 0, chips[11], 0);
        let mut sent = encode(&start()).repeat(6);
        sent.extend(encode(&chips).repeat(3));
        (chips[27], chips[36]) = (chips[36], 0);
        sent.extend(encode(&chips).repeat(2));
        assert_eq!(
            read(&mut decoder, &sent).last().unwrap(),
            "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR"
        );
    }

    /// No two lines are equal: one chip in eight is missed, and a quarter of the empty squares read as some number.
    #[test]
    fn a_board_that_flickers_is_read() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut flicker = |chips: &[u8; 64]| {
            let numbers: Vec<String> = chips
                .iter()
                .map(|chip| match (chip, random.u8(..8)) {
                    (0, 0 | 1) => (0..5).map(|_| random.u8(..).to_string()).collect::<Vec<_>>().join(" "),
                    (0, _) | (_, 0) => "0 0 0 0 0".to_owned(),
                    (chip, _) => format!("{chip} 0 0 0 {chip}"),
                })
                .collect();
            // The board breaks its lines, even within a number.
            let line = numbers.join(" ");
            let broken: Vec<&[u8]> = line.as_bytes().chunks(64).collect();
            [b":", &broken.join(&b'\n')[..], b" \nL\r\n"].concat()
        };
        let mut decoder = CertaboDecoder::default();
        let mut chips = start();
        let before: Vec<u8> = (0..20).flat_map(|_| flicker(&chips)).collect();
        assert_eq!(read(&mut decoder, &before), [AT_START]);
        (chips[36], chips[52]) = (chips[52], 0);
        let after: Vec<u8> = (0..20).flat_map(|_| flicker(&chips)).collect();
        assert_eq!(read(&mut decoder, &after), [AT_START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"]);
    }

    #[test]
    fn a_board_that_is_not_understood_says_why() {
        let check = |sent: &[u8], puzzle| {
            let mut decoder = CertaboDecoder::default();
            assert_eq!(decoder.read(sent), []);
            assert_eq!(decoder.puzzle(), puzzle);
        };
        check(b":255 255 0 0 0 0 255 255 \r\n", BoardPuzzle::NoPieces);
        check(b"\xff\xfe:1 2 x\r\n", BoardPuzzle::Foreign);
        let mut chips = start();
        chips.swap(52, 36);
        check(&encode(&chips).repeat(9), BoardPuzzle::NoStart);
    }

    #[test]
    fn squares_are_lit_rank_by_rank() {
        assert_eq!(CertaboDecoder::lights(&[]), [0; 8]);
        assert_eq!(lit(CertaboDecoder::lights(&[0, 12, 63]).as_slice().try_into().unwrap()), [0, 12, 63]);
        assert_eq!(CertaboDecoder::lights(&[0, 12, 63]), [0x80, 0, 0, 0, 0, 0, 0x10, 0x01]);
    }
}
