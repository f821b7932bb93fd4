//! The code that one player reads to the other: twenty digits in five groups, each with a check digit behind it.

use std::fmt;

use crate::language::Message;

/// The digits of a group without its check digit.
const DIGITS: usize = 4;
/// How many groups there are.
pub const GROUPS: usize = 5;

/// Damm's table: what is read so far, and the next digit. It finds each wrong digit and each two that changed places.
const DAMM: [[u8; 10]; 10] = [
    [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
    [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
    [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
    [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
    [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
    [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
    [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
    [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
    [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
    [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
];

/// The secret of a game between two peers. It is never printed by chance.
#[derive(Clone, PartialEq, Eq)]
pub struct PeerCode([[u8; DIGITS]; GROUPS]);

/// A text that is no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "peer-code")]
pub enum CodeError {
    /// The digits of a group do not fit its check digit.
    Group(#[message("number")] usize),
    /// It has not five groups of five digits.
    Length {
        /// The number of digits.
        found: usize,
    },
    /// It has something that is no digit.
    NoDigit,
}

impl PeerCode {
    /// Makes a code of random bytes.
    pub fn of_random(bytes: &[u8; 32]) -> PeerCode {
        let mut stream = blake3::Hasher::new_keyed(bytes).finalize_xof();
        let mut digit = || {
            loop {
                let mut byte = [0];
                stream.fill(&mut byte);
                // Each digit is as likely as the others.
                if byte[0] < 250 {
                    return byte[0] % 10;
                }
            }
        };
        PeerCode(std::array::from_fn(|_| std::array::from_fn(|_| digit())))
    }

    /// Reads a whole code: five groups, in whatever way they are parted.
    pub fn read(text: &str) -> Result<PeerCode, CodeError> {
        let digits = digits(text)?;
        if digits.len() != GROUPS * (DIGITS + 1) {
            return Err(CodeError::Length { found: digits.len() });
        }
        let mut groups = [[0; DIGITS]; GROUPS];
        for (n, group) in digits.chunks(DIGITS + 1).enumerate() {
            groups[n] = checked(n, group)?;
        }
        Ok(PeerCode(groups))
    }

    /// Returns the groups as they are read aloud, each with its check digit.
    pub fn groups(&self) -> [String; GROUPS] {
        std::array::from_fn(|n| {
            let group = self.0[n];
            let all = group.into_iter().chain([check_digit(n, &group)]);
            all.map(|digit| char::from(b'0' + digit)).collect()
        })
    }

    /// Returns the twenty digits, of which the keys are made.
    pub fn secret(&self) -> String {
        self.0.iter().flatten().map(|digit| char::from(b'0' + digit)).collect()
    }
}

impl fmt::Debug for PeerCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PeerCode(hidden)")
    }
}

/// Checks one group, the `n`th from zero, with its check digit.
pub fn check_group(n: usize, text: &str) -> Result<(), CodeError> {
    checked(n, &digits(text)?).map(|_| ())
}

fn digits(text: &str) -> Result<Vec<u8>, CodeError> {
    let is_parting = |c: &char| c.is_whitespace() || "-.,/".contains(*c);
    let digit = |c: char| c.to_digit(10).map(|digit| digit as u8).ok_or(CodeError::NoDigit);
    text.chars().filter(|c| !is_parting(c)).map(digit).collect()
}

fn checked(n: usize, group: &[u8]) -> Result<[u8; DIGITS], CodeError> {
    let [a, b, c, d, check] = *group else { return Err(CodeError::Length { found: group.len() }) };
    let digits = [a, b, c, d];
    if check == check_digit(n, &digits) { Ok(digits) } else { Err(CodeError::Group(n + 1)) }
}

/// Groups that changed places are found too: each begins with its own number.
fn check_digit(n: usize, group: &[u8]) -> u8 {
    group.iter().fold(n as u8 + 1, |so_far, digit| DAMM[usize::from(so_far)][usize::from(*digit)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_slip_in_a_group_is_found_in_that_group() {
        let code = PeerCode::of_random(&[3; 32]);
        let groups = code.groups();
        let text = groups.join(" ");
        assert_eq!(PeerCode::read(&text), Ok(code.clone()));
        assert_eq!(PeerCode::read(&text.replace(' ', "-")), Ok(code.clone()));
        for (n, group) in groups.iter().enumerate() {
            assert_eq!(check_group(n, group), Ok(()));
            for at in 0..group.len() {
                for digit in '0'..='9' {
                    let mut wrong: Vec<char> = group.chars().collect();
                    wrong[at] = digit;
                    let wrong: String = wrong.into_iter().collect();
                    let expected = if wrong == *group { Ok(()) } else { Err(CodeError::Group(n + 1)) };
                    assert_eq!(check_group(n, &wrong), expected, "{group} {wrong}");
                }
            }
            let mut swapped: Vec<char> = group.chars().collect();
            swapped.swap(1, 2);
            let swapped: String = swapped.into_iter().collect();
            assert_eq!(check_group(n, &swapped).is_ok(), swapped == *group);
        }
        assert!(PeerCode::read(&format!("{} {}", groups[1], text)).is_err());
        assert_eq!(PeerCode::read("4711"), Err(CodeError::Length { found: 4 }));
        assert_eq!(PeerCode::read("four"), Err(CodeError::NoDigit));
        assert!(!format!("{code:?}").contains(&code.secret()) && code.secret().len() == 20);
        assert_ne!(PeerCode::of_random(&[4; 32]), code);
    }
}
