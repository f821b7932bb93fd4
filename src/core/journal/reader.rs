//! Reads the lines of a journal. Names by its number each line that is no entry or was altered.

use serde_json::Value;

use super::{
    Doubt, Entry, JournalKey, JournalLine, Start,
    chain::Chain,
    number::{MOST_MS, impossible},
};

use crate::language::{Arguments, Message};

/// A line that cannot be relied on. Lines are counted from one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "journal-line")]
pub enum JournalLineError {
    /// The line is no entry.
    NoEntry {
        /// The number of the line.
        number: usize,
        /// The line.
        text: String,
    },
    /// The line has a key, or is an entry, that a newer program may know.
    Unknown {
        /// The number of the line.
        number: usize,
        /// The key, or the kind of the entry.
        found: String,
    },
    /// A value of the line cannot be.
    Value {
        /// The number of the line.
        number: usize,
        /// The key of the value.
        key: String,
        /// The value.
        found: String,
        /// What can be, in English.
        expected: String,
    },
    /// The line does not have the sum that belongs to it.
    Altered {
        /// The number of the line.
        number: usize,
    },
    /// The line states another number.
    Misnumbered {
        /// The number of the line.
        number: usize,
        /// The number it states.
        stated: u64,
    },
    /// The instant of the line lies before one above it, or more than a year after it.
    Instant {
        /// The number of the line.
        number: usize,
        /// The instant, in milliseconds.
        #[message(display)]
        at: u64,
    },
    /// The line states a number that cannot be.
    Impossible {
        /// The number of the line.
        number: usize,
        /// The key of the number.
        key: String,
        /// The number.
        #[message(display)]
        found: u64,
        /// The greatest that can be.
        #[message(display)]
        most: u64,
    },
    /// The line has no sum.
    Unsealed {
        /// The number of the line.
        number: usize,
    },
    /// A newer program wrote the journal.
    #[message(with = versions)]
    Newer {
        /// The version of its format.
        version: u64,
    },
}

fn versions(version: &u64, to: &mut Arguments) {
    to.set_number("version", *version as f64);
    to.set_number("known", Start::VERSION as f64);
}

impl JournalLineError {
    /// Whether the line was changed or damaged, rather than written by a newer program, or that of another file than a journal.
    pub fn is_damage(&self) -> bool {
        let is_no_journal = matches!(self, JournalLineError::NoEntry { number: 1, .. });
        self.line().is_some() && !is_no_journal
    }

    /// Returns the number of the line, if one line is at fault.
    pub fn line(&self) -> Option<usize> {
        match *self {
            JournalLineError::NoEntry { number, .. }
            | JournalLineError::Unknown { number, .. }
            | JournalLineError::Value { number, .. }
            | JournalLineError::Altered { number }
            | JournalLineError::Misnumbered { number, .. }
            | JournalLineError::Instant { number, .. }
            | JournalLineError::Impossible { number, .. }
            | JournalLineError::Unsealed { number } => Some(number),
            JournalLineError::Newer { .. } => None,
        }
    }
}

/// Keys that a line adds to those of its entry.
const NUMBER: &str = "n";
const ADDED: [&str; 3] = [NUMBER, "len", "sum"];

/// Known keys that are not written if they hold their default.
const LEFT_OUT: [&str; 9] =
    ["desk", "from", "fen", "chess960", "time_control", "uci", "by", "intended", "article"];

/// The lines of a journal, one after another.
///
/// A line that cannot be relied on is an error. With [`JournalReader::tolerating_damage`], lines that are no entries
/// are skipped, other damaged lines are yielded, and both are counted among the [faults](JournalReader::faults).
#[derive(Debug)]
pub struct JournalReader<I> {
    lines: I,
    chain: Chain,
    is_sealed: bool,
    /// The key that is here, and whether the journal was sealed with it.
    key: Option<JournalKey>,
    sealed_with: Option<String>,
    /// How many lines at the beginning have no sum.
    bare: usize,
    /// The instants of the latest line, and of the latest but for ticks, in milliseconds.
    latest: u64,
    changed: u64,
    despite: bool,
    faults: Vec<JournalLineError>,
}

impl<'a, I: Iterator<Item = &'a [u8]>> JournalReader<I> {
    /// Returns a reader of these lines, which stops at damage.
    pub fn new(lines: I) -> JournalReader<I> {
        JournalReader {
            lines,
            chain: Chain::default(),
            is_sealed: false,
            key: None,
            sealed_with: None,
            bare: 0,
            latest: 0,
            changed: 0,
            despite: false,
            faults: Vec::new(),
        }
    }

    /// Sets whether the reader reads over damage.
    #[must_use]
    pub fn tolerating_damage(self, despite: bool) -> JournalReader<I> {
        JournalReader { despite, ..self }
    }

    /// Sets the key that is here.
    #[must_use]
    pub fn with_key(self, key: Option<JournalKey>) -> JournalReader<I> {
        JournalReader { key, ..self }
    }

    /// Returns what keeps the sums from proving that the journal is as it was written.
    pub fn doubt(&self) -> Option<Doubt> {
        match (&self.sealed_with, &self.key) {
            _ if self.bare > 0 => Some(Doubt::NoSums { lines: self.bare }),
            (Some(name), key) if key.as_ref().is_none_or(|key| key.name() != *name) => {
                Some(Doubt::KeyMissing { key: name.clone() })
            }
            (None, Some(key)) => Some(Doubt::NoKey { key: key.name() }),
            (Some(_), _) | (None, None) => None,
        }
    }

    /// Returns the number of the line read last.
    pub fn number(&self) -> usize {
        self.chain.number()
    }

    /// Returns the chain. Once all lines are read, the next line is sealed to it.
    pub fn end(&self) -> &Chain {
        &self.chain
    }

    /// Returns the faults that were tolerated.
    pub fn faults(&self) -> &[JournalLineError] {
        &self.faults
    }

    /// Whether changed lines are noticed: journals of version 1 have no sums.
    pub fn is_sealed(&self) -> bool {
        self.is_sealed
    }

    /// Returns the entry, if there is one, and the fault, if any.
    fn read(&mut self, line: &[u8]) -> (Option<JournalLine>, Option<JournalLineError>) {
        if self.number() == 0 {
            self.take_seal(line);
        }
        let link = self.chain.follow(line);
        let number = self.number();
        let entry = entry(line, link.is_sealed, number);
        self.bare += usize::from(!self.is_sealed && !link.is_sealed);
        self.is_sealed |= link.is_sealed || entry.as_ref().is_ok_and(|(read, _)| promises_sums(&read.entry));
        let doubt = match () {
            () if link.is_sealed && !link.holds => Some(JournalLineError::Altered { number }),
            () if self.is_sealed && !link.is_sealed => Some(JournalLineError::Unsealed { number }),
            () => None,
        };
        match entry {
            // Damage explains any other error.
            Err(error) => (None, Some(doubt.unwrap_or(error))),
            Ok((mut read, stated)) => {
                let misnumbered = stated.filter(|stated| *stated != number as u64);
                let misnumbered = misnumbered.map(|stated| JournalLineError::Misnumbered { number, stated });
                let at = read.at_ms;
                let instant =
                    (!self.keeps_order(&mut read)).then_some(JournalLineError::Instant { number, at });
                (Some(read), doubt.or(misnumbered).or(instant))
            }
        }
    }

    /// Takes from the first line with which key the journal is sealed.
    fn take_seal(&mut self, first: &[u8]) {
        let first = serde_json::from_slice::<Value>(first).unwrap_or_default();
        self.sealed_with = first.get("key").and_then(Value::as_str).map(str::to_owned);
        let Some(name) = &self.sealed_with else { return };
        let key = self.key.clone().filter(|key| key.name() == *name);
        self.chain = key.map_or_else(Chain::of_unknown_key, Chain::keyed);
    }

    /// Whether a line comes in its order. One that does not gets the instant of the line before it.
    ///
    /// What was said may come before ticks that were written until its words were known.
    fn keeps_order(&mut self, line: &mut JournalLine) -> bool {
        let is_tick = line.entry == Entry::Tick;
        let earliest = if is_tick { self.latest } else { self.changed };
        let holds = (earliest..=self.latest + MOST_MS).contains(&line.at_ms);
        if !holds {
            line.at_ms = self.latest;
        }
        self.latest = self.latest.max(line.at_ms);
        if !is_tick {
            self.changed = line.at_ms;
        }
        holds
    }
}

impl<'a, I: Iterator<Item = &'a [u8]>> Iterator for JournalReader<I> {
    type Item = Result<JournalLine, JournalLineError>;

    fn next(&mut self) -> Option<Result<JournalLine, JournalLineError>> {
        loop {
            let line = self.lines.next()?;
            let (read, fault) = self.read(line);
            if let Some(fault) = fault {
                if !self.despite || !fault.is_damage() {
                    return Some(Err(fault));
                }
                self.faults.push(fault);
            }
            if let Some(read) = read {
                return Some(Ok(read));
            }
        }
    }
}

/// Whether all lines of the journal have sums, by its first line.
fn promises_sums(entry: &Entry) -> bool {
    matches!(entry, Entry::Started(start) if start.version > 1)
}

/// Returns the entry of a line and the number that it states.
fn entry(
    line: &[u8],
    is_sealed: bool,
    number: usize,
) -> Result<(JournalLine, Option<u64>), JournalLineError> {
    let told = || String::from_utf8_lossy(line).into_owned();
    let no_entry = |error: &serde_json::Error| {
        let what = of_serde(number, &error.to_string());
        what.unwrap_or_else(|| JournalLineError::NoEntry { number, text: told() })
    };
    let line = std::str::from_utf8(line).map_err(|_| JournalLineError::NoEntry { number, text: told() })?;
    // A fast path for ticks, which are nearly all lines of a long evening.
    if let Some((stated, at_ms)) = tick(line) {
        return Ok((
            JournalLine { at_ms, from: crate::laws::Origin::Program, entry: Entry::Tick },
            Some(stated),
        ));
    }
    let value: Value = serde_json::from_str(line).map_err(|error| no_entry(&error))?;
    let stated = value.get(NUMBER).and_then(Value::as_u64).filter(|_| is_sealed);
    if let Some(version) = value.get("version").and_then(Value::as_u64)
        && version > u64::from(Start::VERSION)
    {
        return Err(JournalLineError::Newer { version });
    }
    if let Some((key, found, most)) = impossible(&value) {
        return Err(JournalLineError::Impossible { number, key: key.to_owned(), found, most });
    }
    let read: JournalLine = serde_json::from_str(line).map_err(|error| no_entry(&error))?;
    let known = serde_json::to_value(&read).expect("what was read can be written");
    let is_known = |key: &str| known.get(key).is_some() || LEFT_OUT.contains(&key) || ADDED.contains(&key);
    match value.as_object().into_iter().flatten().find(|(key, _)| !is_known(key)) {
        Some((key, _)) => Err(JournalLineError::Unknown { number, found: key.clone() }),
        None => Ok((read, stated)),
    }
}

/// Returns the number and the instant of a tick.
fn tick(line: &str) -> Option<(u64, u64)> {
    let (number, rest) = line.strip_prefix("{\"n\":")?.split_once(",\"at\":")?;
    let (at, rest) = rest.split_once(',')?;
    let rest = rest.strip_prefix("\"entry\":\"tick\",")?;
    let is_only_tick = ["\"len\":", "\"sum\":\""].iter().any(|added| rest.starts_with(added));
    is_only_tick.then_some((number.parse().ok()?, at.parse().ok()?))
}

/// Reads what serde says of a line, which has no types for it: of the kind of an entry that there is none of, and of a value
/// as `text` names it.
fn of_serde(number: usize, said: &str) -> Option<JournalLineError> {
    let said = said.split(" at line ").next().unwrap_or_default();
    if let Some((found, _)) = said.strip_prefix("unknown variant `").and_then(|rest| rest.split_once('`')) {
        return Some(JournalLineError::Unknown { number, found: found.to_owned() });
    }
    let (key, rest) = said.split_once(" '")?;
    let (found, expected) = rest.split_once("', ")?;
    let (key, found, expected) = (key.to_owned(), found.to_owned(), expected.to_owned());
    Some(JournalLineError::Value { number, key, found, expected })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{
        journal::ChosenSettings,
        laws::{Color, Origin},
    };

    fn written() -> Vec<String> {
        let mut chain = Chain::default();
        let start = Start { version: Start::VERSION, ..Start::default() };
        let entries = [
            Entry::Started(Box::new(start)),
            Entry::Moved { uci: "e2e4".parse().unwrap(), san: "e4".into(), said: None },
            Entry::Tick,
            Entry::Pressed { side: Color::White },
        ];
        let line = |(n, entry)| JournalLine::new(Duration::from_secs(n), entry);
        (0..).zip(entries).map(line).map(|line| line.sealed(&mut chain)).collect()
    }

    fn read(lines: &[String]) -> Result<Vec<JournalLine>, JournalLineError> {
        JournalReader::new(lines.iter().map(String::as_bytes)).collect()
    }

    #[test]
    fn what_was_written_is_read() {
        let lines = read(&written()).unwrap();
        assert_eq!(lines.len(), 4);
        assert_eq!((lines[2].at(), &lines[2].entry), (Duration::from_secs(2), &Entry::Tick));
        assert_eq!(lines[3].from, Origin::Program);
    }

    #[test]
    fn no_flipped_bit_is_read_in_silence() {
        let whole = written();
        for line in 0..whole.len() {
            for bit in 0..whole[line].len() * 8 {
                let mut damaged: Vec<Vec<u8>> = whole.iter().map(|line| line.clone().into_bytes()).collect();
                damaged[line][bit / 8] ^= 1 << (bit % 8);
                let read: Result<Vec<JournalLine>, _> =
                    JournalReader::new(damaged.iter().map(Vec::as_slice)).collect();
                assert!(read.is_err(), "line {line}, bit {bit}");
            }
        }
    }

    #[test]
    fn a_changed_line_is_named_and_can_be_read_over() {
        let mut lines = written();
        lines[1] = lines[1].replace("white", "black").replace("e4", "d4");
        assert_eq!(read(&lines), Err(JournalLineError::Altered { number: 2 }));
        lines[2] = "garbage".to_owned();
        let mut reader = JournalReader::new(lines.iter().map(String::as_bytes)).tolerating_damage(true);
        let entries: Vec<Entry> = reader.by_ref().map(|line| line.unwrap().entry).collect();
        assert!(matches!(entries[..], [Entry::Started(_), Entry::Moved { .. }, Entry::Pressed { .. }]));
        let found = [2, 3, 4].map(|number| match number {
            3 => JournalLineError::Unsealed { number },
            _ => JournalLineError::Altered { number },
        });
        assert_eq!(reader.faults(), found);
    }

    #[test]
    fn a_missing_or_added_line_is_named() {
        let whole = written();
        let mut missing = whole.clone();
        missing.remove(2);
        assert_eq!(read(&missing), Err(JournalLineError::Altered { number: 3 }));
        let mut added = whole;
        added.insert(3, r#"{"at":2500,"entry":"taken-back"}"#.to_owned());
        assert_eq!(read(&added), Err(JournalLineError::Unsealed { number: 4 }));
        // A wrong number is noticed even if the sum is right.
        let mut chain = Chain::default();
        chain.follow(b"");
        let numbered = JournalLine::new(Duration::ZERO, Entry::DrawDeclined).sealed(&mut chain);
        let misnumbered = numbered.replace("\"n\":2", "\"n\":7");
        assert!(entry(misnumbered.as_bytes(), true, 2).unwrap().1 == Some(7));
    }

    #[test]
    fn sums_cannot_be_left_out_of_a_journal_that_has_them() {
        let without = |line: &str| {
            let (n, sum) = (line.find(',').unwrap(), line.find(",\"sum\"").unwrap());
            format!("{{{}}}", &line[n + 1..sum])
        };
        let lines: Vec<String> = written().iter().map(|line| without(line)).collect();
        assert_eq!(read(&lines), Err(JournalLineError::Unsealed { number: 1 }));
    }

    #[test]
    fn journals_of_version_1_are_read_and_gone_on_with() {
        let old = [r#"{"at":0,"entry":"started","version":1}"#, r#"{"at":0,"entry":"draw-declined"}"#];
        let mut reader = JournalReader::new(old.iter().map(|line| line.as_bytes()));
        assert_eq!(reader.by_ref().filter_map(Result::ok).count(), 2);
        assert!(!reader.is_sealed());
        let next = JournalLine::new(
            Duration::ZERO,
            Entry::Resumed { chosen: ChosenSettings::new(), version: Some(Start::VERSION) },
        )
        .sealed(&mut reader.end().clone());
        let mut lines = old.map(str::to_owned).to_vec();
        lines.push(next);
        assert_eq!(read(&lines).unwrap().len(), 3);
        lines[1] = lines[1].replace("declined", "offered");
        assert!(read(&lines).is_err(), "the old lines are held by the new ones");
        lines[1] = r#"{"at":1,"entry":"draw-declined"}"#.to_owned();
        assert_eq!(read(&lines), Err(JournalLineError::Altered { number: 3 }));
    }

    #[test]
    fn instants_are_in_order_and_less_than_a_year_apart() {
        let said = Entry::DrawDeclined;
        // What was said comes before the ticks that were written meanwhile, but not before what else happened.
        check(&[(5, said.clone()), (6, Entry::Tick), (7, Entry::Tick), (5, said.clone())], None);
        check(&[(5, said.clone()), (6, Entry::Tick), (4, said.clone())], Some((4, 4)));
        check(&[(5, said.clone()), (4, Entry::Tick)], Some((3, 4)));
        check(&[(MOST_MS, said.clone()), (2 * MOST_MS, Entry::Tick)], None);
        check(&[(5, said.clone()), (MOST_MS + 6, Entry::Tick)], Some((3, MOST_MS + 6)));
        check(&[(u64::MAX, said.clone())], Some((2, u64::MAX)));
        fn check(rest: &[(u64, Entry)], wrong: Option<(usize, u64)>) {
            let started =
                (0, Entry::Started(Box::new(Start { version: Start::VERSION, ..Start::default() })));
            let mut chain = Chain::default();
            let line = |(at, entry): &(u64, Entry)| {
                JournalLine::new(Duration::from_millis(*at), entry.clone()).sealed(&mut chain)
            };
            let lines: Vec<String> = std::iter::once(&started).chain(rest).map(line).collect();
            let fault = wrong.map(|(number, at)| JournalLineError::Instant { number, at });
            assert_eq!(read(&lines).err(), fault);
            // Read over, no instant is one that cannot be.
            let reader = JournalReader::new(lines.iter().map(String::as_bytes)).tolerating_damage(true);
            let latest = reader.map(|line| line.unwrap().at_ms).max().unwrap();
            assert!(latest <= 2 * MOST_MS, "{latest}");
        }
    }

    #[test]
    fn what_a_newer_program_wrote_is_refused_with_the_cure() {
        let newer = Start::VERSION + 1;
        let says = format!("by a newer program (version {newer}, ");
        check(&format!(r#"{{"at":0,"entry":"started","version":{newer},"colour":"red"}}"#), &says);
        // A newer program has gone on with it.
        check(&format!(r#"{{"at":0,"entry":"resumed","version":{newer}}}"#), &says);
        check(r#"{"at":0,"entry":"draw-declined","why":1}"#, "'why' is unknown here; a newer program");
        check(r#"{"at":0,"entry":"hourglass"}"#, "'hourglass' is unknown here; a newer program");
        fn check(line: &str, says: &str) {
            let error = read(&[line.to_owned()]).unwrap_err().to_string();
            assert!(error.contains(says) && error.ends_with("update this one"), "{error}");
        }
    }
}
