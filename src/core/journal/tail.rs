//! The end of a journal's file, where a crash may have torn a line.

use serde::de::IgnoredAny;

use super::chain::length_holds;

/// What a crash left of the last line of a journal. It was never announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TornLine {
    /// The line's number, counted from 1.
    pub number: usize,
}

/// A ruling from the desk of a hall that was noted and not carried out whole, before a power cut.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct InterruptedRuling {
    /// The desk.
    pub desk: String,
    /// Its number at that desk.
    pub number: u64,
    /// Who rules.
    pub arbiter: String,
    /// What they say.
    pub words: String,
}

/// Returns the lines of a journal's text, without their ends.
pub fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

/// Parts the whole lines of a journal from a torn one at its end.
///
/// Torn is only what a crash can leave of a line: its beginning without a line feed, perhaps with zero bytes after it, or
/// zero bytes alone. Everything else is a line, and its reader judges it: a whole line that lacks nothing but the line
/// feed, and what no line begins with, which is damage.
pub fn whole_lines(text: &[u8]) -> (&[u8], Option<TornLine>) {
    let last_of = |text: &[u8]| text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    // A file system may have written the line feed and not what comes before it.
    let without_end = text.strip_suffix(b"\n").unwrap_or(text);
    let begins = last_of(without_end);
    let last = &without_end[begins..];
    let is_hole = !last.is_empty() && last.iter().all(|byte| *byte == 0);
    let is_unfinished = without_end.len() == text.len() && is_beginning(last);
    if is_hole || is_unfinished {
        let number = text[..begins].iter().filter(|byte| **byte == b'\n').count() + 1;
        (&text[..begins], Some(TornLine { number }))
    } else {
        (text, None)
    }
}

/// Parts the lines of a journal from those of a ruling at its end that was not carried out whole. Everything that carries
/// a ruling out is written at once, so nothing else stands behind it.
pub(super) fn without_interrupted_ruling(whole: &[u8]) -> (&[u8], Option<InterruptedRuling>) {
    let last = |entry: &str| {
        let wanted = format!("\"entry\":\"{entry}\"");
        whole.windows(wanted.len()).rposition(|found| found == wanted.as_bytes())
    };
    let (received, done) = (last("ruling-received"), last("ruling-done"));
    let Some(at) = received.filter(|at| done.is_none_or(|done| done < *at)) else { return (whole, None) };
    let begins = whole[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let line = lines(&whole[begins..]).next().unwrap_or_default();
    match serde_json::from_slice(line) {
        Ok(ruling) => (&whole[..begins], Some(ruling)),
        // An older program wrote no desk, and not that a ruling was carried out.
        Err(_) => (whole, None),
    }
}

/// Whether a line can begin so, and lacks its end.
fn is_beginning(line: &[u8]) -> bool {
    let written = line.iter().rposition(|byte| *byte != 0).map_or(&[][..], |last| &line[..=last]);
    let lacks_end = serde_json::from_slice::<IgnoredAny>(written).is_err_and(|error| error.is_eof());
    lacks_end && written.starts_with(b"{") && length_holds(&String::from_utf8_lossy(written))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::journal::{Chain, Entry, JournalLine};

    fn check(text: &[u8], whole: usize, torn: Option<usize>) {
        let torn = torn.map(|number| TornLine { number });
        assert_eq!(whole_lines(text), (&text[..whole], torn), "{}", String::from_utf8_lossy(text));
    }

    fn written() -> Vec<u8> {
        let mut chain = Chain::default();
        let words =
            |n: u64| Entry::ResumptionAgreed { words: format!("morgen um {n} Uhr im Café, \"Saal\" 2") };
        let line = |n| JournalLine::new(Duration::from_secs(n), words(n)).sealed(&mut chain) + "\n";
        (0..3).map(line).collect::<String>().into_bytes()
    }

    #[test]
    fn what_a_crash_leaves_of_a_line_is_torn() {
        let text = written();
        let begins = text[..text.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
        for cut in begins + 1..text.len() - 1 {
            check(&text[..cut], begins, Some(3));
            check(&[&text[..cut], &[0; 9]].concat(), begins, Some(3));
        }
        // It lacks nothing but the line feed.
        check(&text[..text.len() - 1], text.len() - 1, None);
        check(&text[..begins], begins, None);
        check(&[&text[..begins], &[0; 40]].concat(), begins, Some(3));
        check(&[&text[..begins], &[0; 40], b"\n"].concat(), begins, Some(3));
        check(b"", 0, None);
        check(b"{\"n\":1,\"at", 0, Some(1));
        check(b"\0\0\0", 0, Some(1));
    }

    #[test]
    fn a_ruling_counts_once_all_of_it_is_written() {
        let mut chain = Chain::default();
        let mut line = |entry| JournalLine::new(Duration::ZERO, entry).sealed(&mut chain) + "\n";
        let received = |desk: &str| Entry::RulingReceived {
            desk: desk.to_owned(),
            number: 3,
            arbiter: "Anna".to_owned(),
            words: "\"entry\":\"ruling-done\"".to_owned(),
        };
        let before = line(Entry::ClockStopped) + &line(received("")) + &line(Entry::ClockStopped);
        assert_eq!(without_interrupted_ruling(before.as_bytes()), (before.as_bytes(), None));
        let mut text = before.clone() + &line(received("d1"));
        for _ in 0..3 {
            let (kept, ruling) = without_interrupted_ruling(text.as_bytes());
            assert_eq!(kept, before.as_bytes());
            assert_eq!(ruling.map(|ruling| (ruling.desk, ruling.number)), Some(("d1".to_owned(), 3)));
            text += &line(Entry::ClockStopped);
        }
        text += &line(Entry::RulingDone);
        assert_eq!(without_interrupted_ruling(text.as_bytes()), (text.as_bytes(), None));
    }

    #[test]
    fn a_damaged_last_line_is_no_torn_one() {
        let text = written();
        for at in text.len() - 150..text.len() {
            for bit in 0..8 {
                let mut damaged = text.clone();
                damaged[at] ^= 1 << bit;
                check(&damaged, damaged.len(), None);
            }
        }
        // Bytes are gone from within a line that lacks its end as well.
        let cut = [&text[..text.len() - 70], &text[text.len() - 69..text.len() - 9]].concat();
        check(&cut, cut.len(), None);
        for garbage in ["no line", "{\"n\":1}}", "[", "{]"] {
            check(garbage.as_bytes(), garbage.len(), None);
        }
    }
}
