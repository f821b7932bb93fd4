//! The moves that may have been said where nothing fits: asked about, never taken.
//!
//! Where noise hides a word, what was said is often not the best of what was heard, but it is among it. Where a letter was
//! lost, it is [one letter away](super::one_away) from it.

use super::network::WordId;
use super::read::Meant;
use super::slot::Class;
use super::together::{UNHEARD, best_of};
use super::understand::CLOSE;
use super::{Alternative, Expects, Grammar, Intent, Moment, Understanding, WhyNot, hearings};
use crate::laws::{Attempt, Move};

/// Nobody chooses among more by ear.
const MOST: usize = 3;

impl Grammar {
    /// Where nothing fits, the legal moves that were heard in any alternative of any hearing, or else those that are one
    /// away, if they are few enough to be asked about: one alone too, for it is no surer than several.
    pub(super) fn or_near(
        &self,
        understood: Understanding,
        alternatives: &[Alternative],
        moment: &Moment,
    ) -> Understanding {
        use WhyNot::{Doubtful, NoPhrase, UnknownWords};
        let fits_nothing =
            matches!(understood, Understanding::NotUnderstood { why: NoPhrase | UnknownWords | Doubtful });
        if !fits_nothing || *moment.expects != Expects::Move {
            return understood;
        }
        let near: Vec<Intent> =
            self.near(alternatives, moment).into_iter().map(|meant| meant.intent).collect();
        if !near.is_empty() {
            return if near.len() <= MOST { Understanding::Rivals(near) } else { understood };
        }
        let away = self.all_one_away(alternatives, moment);
        if (1..=MOST).contains(&away.len()) { Understanding::OneAway(away) } else { understood }
    }

    /// The legal moves that the best of any hearing is one letter or number away from. None where one is a move that is
    /// illegal.
    fn all_one_away(&self, alternatives: &[Alternative], moment: &Moment) -> Vec<Intent> {
        let mut moves: Vec<Move> = Vec::new();
        for best in hearings(alternatives).filter_map(best_of) {
            let words = self.without_ignored(&best.without_far().words);
            if self.wholes(&words, moment).iter().any(Meant::is_illegal) {
                return Vec::new();
            }
            for m in self.one_away(&words, moment) {
                if !moves.contains(&m) {
                    moves.push(m);
                }
            }
        }
        moves.into_iter().map(|m| Intent::Move(Attempt::from(m))).collect()
    }

    /// The legal moves heard near enough to the best to be rivals of it, the likeliest first. In talk and music, of
    /// which the best has neither piece nor rank, they are heard by chance.
    fn near(&self, alternatives: &[Alternative], moment: &Moment) -> Vec<Meant> {
        if !alternatives.first().is_some_and(|best| self.has_piece_or_rank(best)) {
            return Vec::new();
        }
        let all: Vec<_> = hearings(alternatives).map(|hearing| self.moves_of(hearing, moment)).collect();
        let mut moves: Vec<(Meant, f32)> = Vec::new();
        for (meant, _) in all.iter().flatten() {
            let distance = mean_distance(meant, &all);
            if distance <= CLOSE && !moves.iter().any(|(known, _)| known.is(meant)) {
                moves.push((meant.clone(), distance));
            }
        }
        moves.sort_by(|a, b| a.1.total_cmp(&b.1));
        moves.into_iter().map(|(meant, _)| meant).collect()
    }

    /// The legal moves in one hearing, and how far below its best each is.
    fn moves_of(&self, hearing: &[Alternative], moment: &Moment) -> Vec<(Meant, f32)> {
        let best = hearing.iter().map(|alternative| alternative.score).fold(f32::MIN, f32::max);
        let moves = |alternative: &Alternative| {
            let words = self.without_ignored(&alternative.without_far().words);
            let distance = best - alternative.score;
            self.moves_in(&words, moment).into_iter().map(move |meant| (meant, distance))
        };
        hearing.iter().flat_map(moves).collect()
    }

    /// The legal moves that the words are, or the one with a word or two too many.
    fn moves_in(&self, words: &[WordId], moment: &Moment) -> Vec<Meant> {
        let wholes = self.wholes(words, moment);
        if wholes.is_empty() {
            let contained = self.contained(words, moment);
            return contained.map(|intent| Meant::of(&intent, moment.position)).into_iter().collect();
        }
        wholes.into_iter().filter(|meant| meant.complete && meant.legal().is_some()).collect()
    }

    /// A file alone is what noise is heard as.
    fn has_piece_or_rank(&self, best: &Alternative) -> bool {
        let words = self.without_ignored(&best.without_far().words);
        let mut rows =
            [Class::Piece, Class::Rank].iter().filter_map(|class| self.built.classes.get(class)).flatten();
        rows.any(|(row, _)| row.iter().any(|word| words.contains(word)))
    }
}

/// How far below the best of each hearing a move is, on average.
fn mean_distance(meant: &Meant, all: &[Vec<(Meant, f32)>]) -> f32 {
    let of = |hearing: &Vec<(Meant, f32)>| {
        let same = hearing.iter().filter(|(other, _)| other.is(meant));
        same.map(|(_, distance)| *distance).fold(UNHEARD, f32::min)
    };
    all.iter().map(of).sum::<f32>() / all.len() as f32
}
