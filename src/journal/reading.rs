//! The reading of a whole journal, and what is to be said of it.

use super::{
    Chain, ChainSum, JournalError, JournalLine, JournalLineError, JournalReader, Record, TornLine, lines,
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
}

impl Reading {
    /// Reads the text of a journal. `take` gets each line, its number, and the record after it.
    ///
    /// # Errors
    ///
    /// If a line is no entry, does not fit the lines before it, or was altered; with `despite_damage` only if the
    /// remaining lines do not add up.
    pub fn of(
        text: &[u8],
        despite_damage: bool,
        take: impl FnMut(usize, JournalLine, &Record),
    ) -> Result<Reading, JournalError> {
        let (whole, torn) = whole_lines(text);
        let mut reader = JournalReader::new(lines(whole)).tolerating_damage(despite_damage);
        let record = Record::read(&mut reader, take)?;
        let mut remarks: Vec<JournalRemark> = reader.faults().iter().cloned().map(Into::into).collect();
        remarks.extend(torn.map(|TornLine { number }| JournalRemark::Torn(number)));
        let (chain, is_sealed) = (reader.end().clone(), reader.is_sealed());
        Ok(Reading { record, remarks, chain, whole: whole.len(), is_sealed })
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
