//! What ties the lines of a journal together: each has its number, and a sum over itself and the sum before it.
//!
//! A line that was changed no longer has its sum, and one that was put in, left out or moved does not follow from
//! the line before it. Whoever writes everything anew from some line on leaves no trace here: for that an arbiter
//! keeps the sum of the last line, which stands for all of them.

use std::fmt;

/// Where a journal stands after its last line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    number: usize,
    sum: Sum,
}

/// The first half of a BLAKE3 hash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum([u8; 16]);

/// What stands before the digits of a sum, and behind them.
const OPENS: &str = ",\"sum\":\"";
const CLOSES: &str = "\"}";

/// A line of text as it was found.
#[derive(Debug, PartialEq, Eq)]
pub struct Link {
    /// Whether it has a sum at all.
    pub is_sealed: bool,
    /// Whether the sum is the line's own, behind all those before it.
    pub holds: bool,
}

impl Chain {
    /// The number of the last line.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Stands for all lines so far.
    pub fn sum(&self) -> Sum {
        self.sum
    }

    /// Numbers and seals the next line: a JSON object with at least one key.
    pub fn seal(&mut self, object: &str) -> String {
        let keys = object.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(object);
        self.number += 1;
        let mut line = format!("{{\"n\":{},{keys}", self.number);
        self.sum = self.sum.then(line.as_bytes());
        line.push_str(&format!("{OPENS}{}{CLOSES}", self.sum));
        line
    }

    /// Takes the next line as it was found. Whatever is wrong with it, what follows is held against the sum that it
    /// names: one change is one fault.
    pub fn follow(&mut self, line: &[u8]) -> Link {
        self.number += 1;
        let Some((body, stated)) = unsealed(line) else {
            self.sum = self.sum.then(line);
            return Link { is_sealed: false, holds: false };
        };
        let holds = stated == self.sum.then(body);
        self.sum = stated;
        Link { is_sealed: true, holds }
    }
}

/// A line without its sum, and the sum.
fn unsealed(line: &[u8]) -> Option<(&[u8], Sum)> {
    let rest = line.strip_suffix(CLOSES.as_bytes())?;
    let (rest, digits) = rest.split_at_checked(rest.len().checked_sub(32)?)?;
    Some((rest.strip_suffix(OPENS.as_bytes())?, Sum::read(digits)?))
}

impl Sum {
    fn then(self, line: &[u8]) -> Sum {
        let hash = blake3::Hasher::new().update(&self.0).update(line).finalize();
        let mut half = [0; 16];
        half.copy_from_slice(&hash.as_bytes()[..16]);
        Sum(half)
    }

    fn read(digits: &[u8]) -> Option<Sum> {
        let number = u128::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        let sum = Sum(number.to_be_bytes());
        // As it is written, and not in capitals or with a sign.
        (sum.to_string().as_bytes() == digits).then_some(sum)
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(objects: &[&str]) -> Vec<String> {
        let mut chain = Chain::default();
        objects.iter().map(|object| chain.seal(object)).collect()
    }

    fn holding(lines: &[String]) -> Vec<bool> {
        let mut chain = Chain::default();
        lines.iter().map(|line| chain.follow(line.as_bytes()).holds).collect()
    }

    #[test]
    fn lines_as_they_were_written_hold() {
        let lines = written(&[r#"{"a":1}"#, r#"{"b":2}"#]);
        assert!(lines[1].starts_with(r#"{"n":2,"b":2,"sum":""#), "{}", lines[1]);
        assert_eq!(holding(&lines), [true, true]);
    }

    #[test]
    fn every_flipped_bit_is_one_fault() {
        let lines = written(&[r#"{"a":1}"#, r#"{"entry":"tick"}"#, r#"{"c":3}"#]);
        for at in 0..lines[1].len() * 8 {
            let mut damaged = lines[1].clone().into_bytes();
            damaged[at / 8] ^= 1 << (at % 8);
            let mut chain = Chain::default();
            chain.follow(lines[0].as_bytes());
            assert!(!chain.follow(&damaged).holds, "bit {at}");
        }
        // One fault, unless the sum itself is gone.
        let mut edited = lines.clone();
        edited[1] = edited[1].replace("tick", "tock");
        assert_eq!(holding(&edited), [true, false, true]);
    }

    #[test]
    fn what_is_left_out_put_in_or_moved_is_found() {
        let lines = written(&[r#"{"a":1}"#, r#"{"b":2}"#, r#"{"c":3}"#, r#"{"d":4}"#]);
        let mut missing = lines.clone();
        missing.remove(1);
        assert_eq!(holding(&missing), [true, false, true]);
        let mut moved = lines.clone();
        moved.swap(1, 2);
        assert_eq!(holding(&moved), [true, false, false, false]);
        // Sealed again by somebody who knows how: what follows no longer does.
        let mut forged = lines.clone();
        let mut chain = Chain::default();
        chain.seal(r#"{"a":1}"#);
        forged[1] = chain.seal(r#"{"b":9}"#);
        assert_eq!(holding(&forged), [true, true, false, true]);
    }

    #[test]
    fn a_line_without_a_sum_is_counted_in() {
        let mut chain = Chain::default();
        assert_eq!(chain.follow(br#"{"a":1}"#), Link { is_sealed: false, holds: false });
        let next = chain.clone().seal(r#"{"b":2}"#);
        assert!(chain.follow(next.as_bytes()).holds);
        let mut other = Chain::default();
        other.follow(br#"{"a":2}"#);
        assert!(!other.follow(next.as_bytes()).holds);
    }
}
