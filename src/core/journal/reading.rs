//! The reading of a whole journal, and what is to be said of it.

use super::{
    Chain, ChainSum, JournalError, JournalKey, JournalLine, JournalLineError, JournalReader, Record,
    TornLine, lines,
    tail::{InterruptedRuling, without_interrupted_ruling},
    whole_lines,
};
use crate::language::Message;

/// A journal that was read.
#[derive(Debug)]
pub struct Reading {
    /// What its lines add up to.
    pub record: Record,
    /// What every command that reads it has to say.
    pub remarks: Vec<JournalRemark>,
    /// The end of its chain, to which the next line is sealed.
    pub chain: Chain,
    /// How many bytes of the text are whole lines.
    pub whole: usize,
    /// A ruling that a power cut interrupted, which is to be carried out again; its lines are not among the whole ones.
    pub interrupted: Option<InterruptedRuling>,
    is_sealed: bool,
}

/// Something about a journal that was used nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "journal-remark")]
pub enum JournalRemark {
    /// Damage that was read over.
    #[message(transparent)]
    Damage(#[from] JournalLineError),
    /// A crash tore the last line, which is left out.
    Torn(#[message("number")] usize),
    /// The sums do not prove that the journal is as it was written.
    #[message(transparent)]
    Unproved(#[from] Doubt),
}

/// Why a record may not be what was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "journal-doubt")]
pub enum Doubt {
    /// A line was altered, and read over.
    Altered {
        /// The number of the first.
        line: usize,
    },
    /// The first lines have no sums.
    NoSums {
        /// How many.
        lines: usize,
    },
    /// The journal is sealed with a key that is not here.
    KeyMissing {
        /// The name of the key.
        key: String,
    },
    /// The journal is not sealed with the key that is here.
    NoKey {
        /// The name of the key.
        key: String,
    },
}

impl Doubt {
    /// Whether a game goes on only where that is said.
    pub fn is_grave(&self) -> bool {
        match self {
            Doubt::Altered { .. } | Doubt::KeyMissing { .. } => true,
            Doubt::NoSums { .. } | Doubt::NoKey { .. } => false,
        }
    }

    /// Returns the words of the score, which are English.
    pub fn in_score(&self) -> String {
        match self {
            Doubt::Altered { line } => format!("changed at line {line}"),
            Doubt::NoSums { lines: 1 } => "line 1 without a sum".to_owned(),
            Doubt::NoSums { lines } => format!("lines 1 to {lines} without sums"),
            Doubt::KeyMissing { key } => format!("not checked, sealed with key {key}"),
            Doubt::NoKey { key } => format!("not sealed with key {key}"),
        }
    }
}

impl Reading {
    /// Reads the text of a journal. `key` is the one that is here. `take` gets each line, its number, and the record after it.
    ///
    /// # Errors
    ///
    /// If a line is no entry, does not fit the lines before it, or was altered; with `despite_damage` only if the
    /// remaining lines do not add up.
    pub fn of(
        text: &[u8],
        key: Option<JournalKey>,
        despite_damage: bool,
        take: impl FnMut(usize, JournalLine, &Record),
    ) -> Result<Reading, JournalError> {
        let (whole, torn) = whole_lines(text);
        let (whole, interrupted) = without_interrupted_ruling(whole);
        let mut reader = JournalReader::new(lines(whole)).with_key(key).tolerating_damage(despite_damage);
        let record = Record::read(&mut reader, take)?;
        let mut remarks: Vec<JournalRemark> = reader.faults().iter().cloned().map(Into::into).collect();
        remarks.extend(reader.doubt().map(Into::into));
        remarks.extend(torn.map(|TornLine { number }| JournalRemark::Torn(number)));
        let (chain, is_sealed) = (reader.end().clone(), reader.is_sealed());
        Ok(Reading { record, remarks, chain, whole: whole.len(), interrupted, is_sealed })
    }

    /// Returns the sum of the last line, if the journal has sums.
    pub fn sum(&self) -> Option<ChainSum> {
        self.is_sealed.then(|| self.chain.sum())
    }

    /// Whether a crash tore the last line.
    pub fn is_torn(&self) -> bool {
        self.remarks.iter().any(|remark| matches!(remark, JournalRemark::Torn(_)))
    }
}
