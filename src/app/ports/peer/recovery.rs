//! Games that were interrupted where little was kept of them: what a side has lost, the other side has.

use std::path::Path;

use super::{Event, KeptPeer, PeerMessage, PeerPort, PeerRefusal, PeerTerms, PortContext, SheetExchange};
use crate::{devices::journal_file::JournalFile, laws::Position};

/// Finds what a program had proposed that was killed before anybody played: with it, the other side finds the same code at the
/// same place. Only the same terms are taken, and what is found is put away.
pub fn unfinished_proposal(journal: &Path, terms: &PeerTerms) -> Option<KeptPeer> {
    let folder = journal.parent()?;
    let entries = folder.read_dir().ok()?.flatten().map(|entry| entry.path());
    let mut found: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|kind| kind == "peer")).collect();
    found.sort();
    found.into_iter().rev().find_map(|path| {
        let kept = KeptPeer::load(&path).ok()?;
        let proposed = kept.terms.as_ref()?;
        let is_same = PeerTerms { game: proposed.game.clone(), ..terms.clone() } == *proposed;
        let is_open = kept.listens && !kept.in_hall && !kept.is_agreed && is_same;
        let beside = path.with_extension("jsonl");
        let is_own = beside == journal;
        // A program that still runs holds its journal.
        let is_free =
            !is_own && is_open && JournalFile::open(&beside).is_ok_and(|file| file.text().is_empty());
        is_free.then(|| {
            let _ = (std::fs::remove_file(&path), std::fs::remove_file(&beside));
            kept
        })
    })
}

impl PeerPort {
    /// Takes up the game of which only the journal is left here, from what the other side has.
    pub(super) fn recover(&mut self, message: &PeerMessage, cx: &PortContext) -> Vec<Event> {
        if message.terms.is_none() {
            return self.refuse(PeerRefusal::BothLost, None, cx);
        }
        // It does not know yet that this side has lost the game, and learns it from the first word.
        let (Some(key), Some(terms), Some(_)) = (self.key.clone(), &message.terms, &message.yours) else {
            return Vec::new();
        };
        let Some(remote) = cx.session.record().remote() else { return Vec::new() };
        let listens = self.kept.as_ref().is_some_and(|kept| kept.listens);
        if listens != (terms.host != remote) {
            return self.refuse(PeerRefusal::OtherTerms, None, cx);
        }
        match SheetExchange::recovered(key, !remote, message) {
            Ok(found) => {
                self.other_name = crate::peer::shown_name(&message.name);
                self.go_on_with(found, cx)
            }
            Err(fault) => {
                let (refusal, at) = super::answers::refusal(fault);
                self.refuse(refusal, at, cx)
            }
        }
    }

    /// Goes on with a game that was found, if it is that of the journal: the journal is the truth.
    pub(super) fn go_on_with(&mut self, found: SheetExchange, cx: &PortContext) -> Vec<Event> {
        let (here, there) = (cx.session.record().game(), &found.merged().game);
        let same = here.moves().iter().zip(there.moves()).take_while(|(one, other)| one == other).count();
        let is_same_start = here.position_at(0).board() == there.position_at(0).board();
        // The last move may not have gone out.
        let on_its_way = here.moves().len() == same + 1 && there.moves().len() == same;
        if !is_same_start || same < here.moves().len() && !on_its_way {
            return self.refuse(PeerRefusal::Differs, None, cx);
        }
        self.terms = Some(found.terms().clone());
        self.exchange = Some(found);
        self.knows_other = true;
        if let Some(kept) = &mut self.kept {
            kept.is_agreed = true;
            kept.acted_at.get_or_insert_with(super::wall_time::now);
        }
        self.begin_to_think(cx.now);
        self.keep(cx);
        self.send(cx);
        self.told = None;
        self.follow_turn(cx);
        // By correspondence the hall is enough to be there, which is only known with the terms.
        self.reporter.report(super::PeerNews::Changed);
        Vec::new()
    }
}
