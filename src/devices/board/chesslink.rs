//! The serial protocol of Millennium's ChessLink: text in blocks that end in their parity, 38400 baud, 7 bits.
//!
//! The eighth bit is the line's own parity where a port passes it on, so it is struck out here.

use super::placement::Placement;

/// Where everything stands, in its block.
pub fn ask() -> Vec<u8> {
    block(b"S")
}

/// Letters of the block that tells where the men stand, its first and its parity not counted.
const MEN: usize = 64;

/// Finds blocks in what is received.
#[derive(Debug, Default)]
pub struct Decoder {
    received: Vec<u8>,
}

impl Decoder {
    /// Takes what came, in whatever portions, and gives the placements that are whole and right.
    pub fn read(&mut self, bytes: &[u8]) -> Vec<Placement> {
        self.received.extend(bytes.iter().map(|byte| byte & 0x7f));
        let mut placements = Vec::new();
        loop {
            let Some(begins) = self.received.iter().position(|byte| *byte == b's') else {
                self.received.clear();
                return placements;
            };
            self.received.drain(..begins);
            let Some(whole) = self.received.get(..MEN + 3) else { return placements };
            match placement(whole) {
                Some(placement) => {
                    placements.push(placement);
                    self.received.drain(..MEN + 3);
                }
                // It was no beginning, or the block is broken: reading goes on at the next.
                None => drop(self.received.drain(..1)),
            }
        }
    }
}

fn placement(whole: &[u8]) -> Option<Placement> {
    let (told, _) = whole.split_at(MEN + 1);
    if block(told) != whole {
        return None;
    }
    let mut placement = Placement::empty();
    for (square, man) in (0u8..).zip(&told[1..]) {
        let man = char::from(*man);
        if !".PNBRQKpnbrqk".contains(man) {
            return None;
        }
        placement.put(square ^ 0o70, man);
    }
    Some(placement)
}

/// A text with its parity behind it: all its bytes taken together, as two hexadecimal digits.
pub fn block(text: &[u8]) -> Vec<u8> {
    let parity = text.iter().fold(0, |parity, byte| parity ^ byte);
    [text, format!("{parity:02X}").as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &[u8] = b"srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";

    #[test]
    fn blocks_are_found_among_other_bytes() {
        assert_eq!(ask(), b"S53");
        let mut decoder = Decoder::default();
        let sent = [b"xs12".as_slice(), &block(START), b"l00", &block(START)[..20], &block(START)].concat();
        let read: Vec<String> =
            sent.chunks(7).flat_map(|some| decoder.read(some)).map(|it| it.to_string()).collect();
        assert_eq!(read, ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"; 2]);
    }

    #[test]
    fn the_lines_own_parity_is_struck_out_and_a_wrong_block_is_dropped() {
        let mut decoder = Decoder::default();
        let odd =
            block(START).into_iter().map(|byte| if byte.count_ones() % 2 == 0 { byte | 0x80 } else { byte });
        assert_eq!(decoder.read(&odd.collect::<Vec<u8>>()).len(), 1);
        let mut wrong = block(START);
        wrong[30] = b'P';
        assert_eq!(decoder.read(&wrong), []);
    }
}
