//! Who may see a place: codes, the passes that browsers keep instead, and a limit on tries.

use std::{
    collections::HashMap,
    fmt,
    net::IpAddr,
    time::{Duration, Instant},
};

use subtle::ConstantTimeEq;

/// The number of digits of a code.
const DIGITS: usize = 6;

/// What opens a place: six digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(String);

/// What codes and passes are made from.
#[derive(Clone, PartialEq, Eq)]
pub struct WebKey([u8; 32]);

impl WebKey {
    /// A key from random bytes.
    pub fn new(bytes: [u8; 32]) -> WebKey {
        WebKey(bytes)
    }

    /// A key for one purpose, from which nobody learns this one or that for another purpose.
    #[must_use]
    pub fn derived(&self, purpose: &str) -> WebKey {
        WebKey(self.seal(purpose))
    }

    /// The code of a place: the same for the same key.
    pub fn code(&self, place: &str) -> Code {
        let bytes = self.seal(&format!("code {place}"));
        let number = u64::from_le_bytes(std::array::from_fn(|n| bytes[n]));
        Code(format!("{:0DIGITS$}", number % 10_u64.pow(DIGITS as u32)))
    }

    /// What a browser shows from now on in place of the code.
    pub(super) fn pass(&self, place: usize) -> String {
        let bytes = self.seal(&format!("pass {place}"));
        format!("{place}.{}", blake3::Hash::from_bytes(bytes).to_hex())
    }

    /// The place that a pass opens.
    pub(super) fn place_of(&self, pass: &str, places: usize) -> Option<usize> {
        (0..places).find(|place| bool::from(self.pass(*place).as_bytes().ct_eq(pass.as_bytes())))
    }

    fn seal(&self, what: &str) -> [u8; 32] {
        *blake3::keyed_hash(&self.0, what.as_bytes()).as_bytes()
    }
}

/// A key is secret.
impl fmt::Debug for WebKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebKey")
    }
}

impl Code {
    /// Whether this was typed, with spaces or hyphens between the digits or without.
    pub(super) fn is(&self, typed: &str) -> bool {
        let typed: String = typed.chars().filter(|c| !matches!(c, ' ' | '-' | '\u{a0}')).collect();
        self.0.as_bytes().ct_eq(typed.as_bytes()).into()
    }

    /// The six digits.
    pub fn digits(&self) -> &str {
        &self.0
    }
}

/// The digits in two groups, as they are read aloud.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = self.0.split_at(DIGITS / 2);
        write!(f, "{first} {last}")
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code")
    }
}

/// How many wrong codes one address may try without a pause.
const FREE_TRIES: u32 = 5;
/// The longest pause of one address.
const LONGEST_PAUSE: Duration = Duration::from_secs(64);
/// How many wrong codes all addresses together may try at once, and after which time one more: a hall may have one
/// address, and an attacker many.
const ALL_TRIES: u32 = 60;
const ONE_MORE: Duration = Duration::from_secs(10);
/// How many addresses are remembered.
const ADDRESSES: usize = 1000;

/// The wrong codes that were tried.
#[derive(Debug)]
pub(super) struct Tries {
    by_address: HashMap<IpAddr, (u32, Instant)>,
    /// When all tries would be allowed again.
    spent_until: Instant,
}

impl Tries {
    pub(super) fn new(now: Instant) -> Tries {
        Tries { by_address: HashMap::new(), spent_until: now }
    }

    /// How long an address must wait before it may try a code.
    pub(super) fn wait(&self, from: IpAddr, now: Instant) -> Duration {
        let own = self.by_address.get(&from).map_or(Duration::ZERO, |(_, until)| until.duration_since(now));
        let all = self.spent_until.duration_since(now).saturating_sub(ONE_MORE * (ALL_TRIES - 1));
        own.max(all)
    }

    pub(super) fn failed(&mut self, from: IpAddr, now: Instant) {
        self.spent_until = self.spent_until.max(now) + ONE_MORE;
        if self.by_address.len() >= ADDRESSES {
            self.by_address.retain(|_, (_, until)| *until > now);
        }
        if self.by_address.len() < ADDRESSES || self.by_address.contains_key(&from) {
            let (count, until) = self.by_address.entry(from).or_insert((0, now));
            *count += 1;
            let exponent = count.saturating_sub(FREE_TRIES);
            let pause = match exponent {
                0 => Duration::ZERO,
                _ => Duration::from_secs(1 << exponent.min(6)).min(LONGEST_PAUSE),
            };
            *until = now + pause;
        }
    }

    pub(super) fn succeeded(&mut self, from: IpAddr) {
        self.by_address.remove(&from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_with_and_without_gaps() {
        let key = WebKey::new([7; 32]);
        let code = key.code("table");
        let digits = code.digits().to_owned();
        assert_eq!(digits.len(), DIGITS);
        assert!(digits.bytes().all(|digit| digit.is_ascii_digit()));
        for typed in [digits.clone(), code.to_string(), format!(" {}-{} ", &digits[..2], &digits[2..])] {
            assert!(code.is(&typed), "{typed}");
        }
        for wrong in ["", "000000", &digits[..5], &format!("{digits}0")] {
            assert!(!code.is(wrong) || wrong == digits, "{wrong}");
        }
        assert_eq!(key.code("table"), code);
        assert_ne!(key.code("view"), code);
        assert_ne!(key.derived("another game").code("table"), code);
    }

    #[test]
    fn a_pass_opens_its_own_place_alone() {
        let key = WebKey::new([1; 32]);
        assert_eq!(key.place_of(&key.pass(1), 3), Some(1));
        assert_eq!(key.place_of(&key.pass(3), 3), None);
        let forged = key.pass(0).replacen('0', "1", 1);
        for wrong in ["", "0", "1.", &forged, &WebKey::new([2; 32]).pass(0)] {
            assert_eq!(key.place_of(wrong, 3), None, "{wrong}");
        }
    }

    #[test]
    fn who_guesses_waits_longer_and_longer() {
        let mut now = Instant::now();
        let mut tries = Tries::new(now);
        let from = IpAddr::from([192, 0, 2, 1]);
        let mut waits = Vec::new();
        for _ in 0..12 {
            let wait = tries.wait(from, now);
            waits.push(wait.as_secs());
            now += wait;
            tries.failed(from, now);
        }
        assert_eq!(waits, [0, 0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 64]);
        assert_eq!(tries.wait(IpAddr::from([192, 0, 2, 2]), now), Duration::ZERO);
        tries.succeeded(from);
        assert_eq!(tries.wait(from, now), Duration::ZERO);
    }

    /// Each try comes from another address.
    #[test]
    fn many_addresses_together_guess_little() {
        let start = Instant::now();
        let (mut tries, mut now, mut tried) = (Tries::new(start), start, 0);
        let day = start + Duration::from_secs(24 * 3600);
        while now < day {
            let from = IpAddr::from(std::net::Ipv4Addr::from(tried));
            let wait = tries.wait(from, now);
            now += wait;
            tries.failed(from, now);
            tried += 1;
        }
        assert!((8640..8720).contains(&tried), "{tried}");
        assert!(tries.by_address.len() <= ADDRESSES);
    }
}
