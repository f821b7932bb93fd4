//! Reads a move that its speaker changes in the same line: "d4, nein, d3". The last is meant, and asked about.

use crate::laws::Attempt;

use super::interpretation::Interpretation;
use super::network::WordId;
use super::{Expectation, Grammar, Intent, Moment, Understanding};

impl Grammar {
    /// Reads "d4, nein halt, d3": two moves, of which the first is taken back by the words between them. A square alone
    /// behind a piece may be where that goes, or a pawn.
    pub(super) fn repaired(&self, words: &[String], moment: &Moment) -> Option<Understanding> {
        let ids: Vec<WordId> = words.iter().map(|word| self.compiled.vocabulary.id(word)).collect();
        let repair = |at: usize| {
            let rows = self.compiled.repairs.iter().filter(|row| ids[at..].starts_with(row));
            rows.map(Vec::len).max()
        };
        let start = (1..ids.len()).find(|at| repair(*at).is_some())?;
        let mut end = start;
        while let Some(length) = (end < ids.len()).then(|| repair(end)).flatten() {
            end += length;
        }
        let first = self.only_move(&words[..start], moment)?;
        let rest = words.get(end..).filter(|rest| !rest.is_empty())?;
        if let Some(again) = self.repaired(rest, moment) {
            return Some(again);
        }
        let last = self.only_move(rest, moment)?;
        if last.is_without_destination() {
            return None;
        }
        Some(instead_of(first, last, moment))
    }

    /// Reads "nicht d3, sondern d4" and "d4, nicht d3": of two moves the one that was not denied. At a read-back it says no
    /// to that too.
    pub(super) fn contrasted(&self, words: &[String], moment: &Moment) -> Option<Understanding> {
        let (not, but) = self.file.contrasts.iter().find(|(not, _)| words.contains(not))?;
        let at = words.iter().position(|word| word == not)?;
        let (before, denied) = (&words[..at], &words[at + 1..]);
        let says_no = |words: &[String]| {
            let meant = self.understand_words(words, moment).ok();
            matches!(meant, Some(Understanding::Understood { intent: Intent::No, .. }))
        };
        let (denied, meant) = match denied.iter().position(|word| word == but) {
            Some(at) if before.is_empty() || says_no(before) => (&denied[..at], &denied[at + 1..]),
            Some(_) => return None,
            None if before.len() > 1 && says_no(&before[..1]) => (denied, &before[1..]),
            None => (denied, before),
        };
        let meant = self.only_move(meant, moment).filter(|meant| !meant.is_without_destination())?;
        self.only_move(denied, moment)
            .filter(|denied| !denied.is_without_destination() && *denied != meant)?;
        let meant = Interpretation::attempt(moment.position, meant);
        if meant.is_illegal() || !meant.complete {
            return None;
        }
        let is_read_back = matches!(moment.expects, Expectation::Confirmation { .. });
        Some(if is_read_back {
            Understanding::Sequence(vec![Intent::No, meant.intent])
        } else {
            Understanding::Understood { intent: meant.intent, sure: false }
        })
    }

    /// Returns the move that the words are, without the courtesies around it.
    fn only_move(&self, words: &[String], moment: &Moment) -> Option<Attempt> {
        let rephrased = self.in_phrase_words(&words.join(" "), true);
        [words, rephrased.as_slice()].into_iter().find_map(|words| {
            let ways = [words].into_iter().chain(self.without_ends(words, &self.compiled.polite));
            ways.into_iter().find_map(|way| match self.understand_words(way, moment).ok()? {
                Understanding::Understood { intent: Intent::Move(attempt), .. } => Some(attempt),
                _ => None,
            })
        })
    }
}

/// Returns the move that is meant instead of the first: a square alone may also be where the first one's piece goes.
pub(super) fn instead_of(first: Attempt, last: Attempt, moment: &Moment) -> Understanding {
    let of = |attempt| Interpretation::attempt(moment.position, attempt);
    let mut ways = vec![of(last)];
    if last.is_pawn_square_only() && !first.is_pawn_square_only() && first.castling.is_none() {
        ways.insert(0, of(Attempt { to: last.to, check: last.check, mate: last.mate, ..first }));
    }
    let possible: Vec<_> = ways.iter().filter(|way| !way.is_illegal()).collect();
    match possible.as_slice() {
        [one, other] if !one.is_same(other) => {
            Understanding::Ambiguous(vec![one.intent.clone(), other.intent.clone()])
        }
        [one, ..] => Understanding::Understood { intent: one.intent.clone(), sure: false },
        [] => Understanding::Understood { intent: ways.swap_remove(0).intent, sure: true },
    }
}
