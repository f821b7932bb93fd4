//! The chain of a journal's lines: each has its number, its length, and a sum over itself and the sum before it.
//!
//! The sum exposes a line that was changed, inserted, removed or moved. It does not expose a journal that was
//! rewritten from some line to its end, unless it is made with a key. Without one an arbiter notes the last sum, which
//! depends on all lines.

use std::fmt;

/// The number and the sum of a journal's last line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    number: usize,
    sum: ChainSum,
    seal: Seal,
}

/// How the sums are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Seal {
    /// So that anybody can make them.
    #[default]
    Plain,
    /// So that only who has the key can make them.
    Keyed(JournalKey),
    /// With a key that is not here: they are taken as they are.
    Unknown,
}

/// A key with which the sums of journals are made.
#[derive(Clone, PartialEq, Eq)]
pub struct JournalKey(blake3::Hash);

impl JournalKey {
    /// Makes a key of random bytes.
    pub fn new(random: [u8; 32]) -> JournalKey {
        JournalKey(random.into())
    }

    /// Reads a key: 64 hexadecimal digits.
    pub fn read(text: &str) -> Option<JournalKey> {
        blake3::Hash::from_hex(text.trim()).ok().map(JournalKey)
    }

    /// Returns the digits, which must stay secret.
    pub fn digits(&self) -> String {
        self.0.to_hex().to_string()
    }

    /// Returns what journals call the key, from which it cannot be found.
    pub fn name(&self) -> String {
        blake3::keyed_hash(self.0.as_bytes(), b"the name of this key").to_hex()[..8].to_owned()
    }
}

impl fmt::Debug for JournalKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("JournalKey").field(&self.name()).finish()
    }
}

/// The first half of a BLAKE3 hash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChainSum([u8; 16]);

/// The text before the number of bytes that come before it.
const LENGTH: &str = ",\"len\":";
/// The text before the digits of a sum, and after them.
const OPENS: &str = ",\"sum\":\"";
const CLOSES: &str = "\"}";

/// The check of a line against the chain.
#[derive(Debug, PartialEq, Eq)]
pub struct LinkCheck {
    /// Whether the line has a sum.
    pub is_sealed: bool,
    /// Whether its sum is right.
    pub holds: bool,
}

impl Chain {
    /// Returns the chain of a new journal, sealed with a key.
    pub fn keyed(key: JournalKey) -> Chain {
        Chain { seal: Seal::Keyed(key), ..Chain::default() }
    }

    /// Returns the chain of a journal that was sealed with a key which is not here.
    pub(super) fn of_unknown_key() -> Chain {
        Chain { seal: Seal::Unknown, ..Chain::default() }
    }

    /// Returns the number of the last line.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the sum of the last line, which depends on all lines.
    pub fn sum(&self) -> ChainSum {
        self.sum
    }

    /// Numbers and seals the next line: a JSON object with at least one key.
    pub fn seal(&mut self, object: &str) -> String {
        let keys = object.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(object);
        self.number += 1;
        let mut line = format!("{{\"n\":{},{keys}", self.number);
        line.push_str(&format!("{LENGTH}{}", line.len()));
        self.sum = self.next_sum(line.as_bytes());
        line.push_str(&format!("{OPENS}{}{CLOSES}", self.sum));
        line
    }

    /// Checks the next line. The line after it is checked against the sum that this line states, right or wrong,
    /// so that one change is one fault.
    pub fn follow(&mut self, line: &[u8]) -> LinkCheck {
        self.number += 1;
        let Some((body, stated)) = unsealed(line) else {
            self.sum = self.next_sum(line);
            return LinkCheck { is_sealed: false, holds: false };
        };
        let holds = self.seal == Seal::Unknown || stated == self.next_sum(body);
        self.sum = stated;
        LinkCheck { is_sealed: true, holds }
    }

    fn next_sum(&self, line: &[u8]) -> ChainSum {
        let hasher = match &self.seal {
            Seal::Keyed(JournalKey(key)) => blake3::Hasher::new_keyed(key.as_bytes()),
            Seal::Plain | Seal::Unknown => blake3::Hasher::new(),
        };
        self.sum.then(line, hasher)
    }
}

/// Whether the beginning of a line has as many bytes as it states, if it states that already. Lines of versions before
/// 4 do not.
pub(super) fn length_holds(beginning: &str) -> bool {
    let Some((keys, _)) = beginning.rsplit_once(OPENS) else { return true };
    keys.rsplit_once(LENGTH).is_none_or(|(before, length)| length == before.len().to_string())
}

/// Splits a line into its text and its sum.
fn unsealed(line: &[u8]) -> Option<(&[u8], ChainSum)> {
    let rest = line.strip_suffix(CLOSES.as_bytes())?;
    let (rest, digits) = rest.split_at_checked(rest.len().checked_sub(32)?)?;
    Some((rest.strip_suffix(OPENS.as_bytes())?, ChainSum::read(digits)?))
}

impl ChainSum {
    fn then(self, line: &[u8], mut hasher: blake3::Hasher) -> ChainSum {
        let hash = hasher.update(&self.0).update(line).finalize();
        let mut half = [0; 16];
        half.copy_from_slice(&hash.as_bytes()[..16]);
        ChainSum(half)
    }

    fn read(digits: &[u8]) -> Option<ChainSum> {
        let number = u128::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        let sum = ChainSum(number.to_be_bytes());
        // Only the written form is accepted: no capitals, no sign.
        (sum.to_string().as_bytes() == digits).then_some(sum)
    }
}

impl fmt::Display for ChainSum {
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
        assert!(lines[1].starts_with(r#"{"n":2,"b":2,"len":12,"sum":""#), "{}", lines[1]);
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
        // A changed line is one fault, unless its sum is gone.
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
        // Somebody changed a line and sealed it again, so the next line does not hold.
        let mut forged = lines.clone();
        let mut chain = Chain::default();
        chain.seal(r#"{"a":1}"#);
        forged[1] = chain.seal(r#"{"b":9}"#);
        assert_eq!(holding(&forged), [true, true, false, true]);
    }

    #[test]
    fn without_the_key_nobody_makes_its_sums() {
        let key = |byte| JournalKey::new([byte; 32]);
        let mut chain = Chain::keyed(key(1));
        let lines = [chain.seal(r#"{"a":1}"#), chain.seal(r#"{"b":2}"#)];
        let holds = |mut chain: Chain| lines.clone().map(|line| chain.follow(line.as_bytes()).holds);
        assert_eq!(holds(Chain::keyed(key(1))), [true, true]);
        assert!(!holds(Chain::keyed(key(2)))[0]);
        assert!(!holds(Chain::default())[0]);
        assert_eq!(holds(Chain::of_unknown_key()), [true, true]);
        assert_eq!(JournalKey::read(&key(1).digits()), Some(key(1)));
        assert_eq!((JournalKey::read("1"), JournalKey::read(&"x".repeat(64))), (None, None));
        let shown = format!("{:?}", key(1));
        assert!(shown.contains(&key(1).name()) && !key(1).digits().contains(&key(1).name()), "{shown}");
    }

    #[test]
    fn a_line_without_a_sum_is_counted_in() {
        let mut chain = Chain::default();
        assert_eq!(chain.follow(br#"{"a":1}"#), LinkCheck { is_sealed: false, holds: false });
        let next = chain.clone().seal(r#"{"b":2}"#);
        assert!(chain.follow(next.as_bytes()).holds);
        let mut other = Chain::default();
        other.follow(br#"{"a":2}"#);
        assert!(!other.follow(next.as_bytes()).holds);
    }
}
