//! Moves that may have been said when no phrase fits. The program asks about them and never takes them unasked.
//!
//! Noise that hides a word often pushes the right move down the list, but not out of it. If a letter was lost, the
//! right move is [one letter away](super::edit_distance) from the words heard.

use super::confidence::{MOST_HEARINGS, best_of};
use super::interpretation::Interpretation;
use super::network::WordId;
use super::slot::WordClass;
use super::{Alternative, Expectation, Grammar, Intent, Moment, Rejection, Understanding, hearings};
use crate::laws::{Attempt, Move};

/// A player can choose by ear between no more moves than these.
const MOST: usize = 3;

impl Grammar {
    /// If nothing fits, returns the legal moves in any alternative of any hearing, else those one edit away, if they
    /// are few enough to ask about. A single move is asked about too: it is no surer than several.
    pub(super) fn or_candidates(
        &self,
        understood: Understanding,
        alternatives: &[Alternative],
        moment: &Moment,
    ) -> Understanding {
        use Rejection::{Doubtful, NoPhrase, UnknownWords};
        let fits_nothing =
            matches!(understood, Understanding::NotUnderstood { why: NoPhrase | UnknownWords | Doubtful });
        if !fits_nothing || *moment.expects != Expectation::Move {
            return understood;
        }
        let near: Vec<Intent> =
            self.close_moves(alternatives, moment).into_iter().map(|meant| meant.intent).collect();
        if !near.is_empty() {
            return if near.len() <= MOST { Understanding::Ambiguous(near) } else { understood };
        }
        let away = self.all_within_one_edit(alternatives, moment);
        if (1..=MOST).contains(&away.len()) { Understanding::OneEdit(away) } else { understood }
    }

    /// Returns the legal moves that are one letter or number away from the best alternative of any hearing, or of most
    /// if there are several. Returns none if one of those alternatives is an illegal move.
    fn all_within_one_edit(&self, alternatives: &[Alternative], moment: &Moment) -> Vec<Intent> {
        let mut moves: Vec<(Move, usize)> = Vec::new();
        for best in hearings(alternatives).filter_map(best_of) {
            let words = self.without_ignored(&best.without_far().words);
            if self.whole_phrases(&words, moment).iter().any(Interpretation::is_illegal) {
                return Vec::new();
            }
            for m in self.within_one_edit(&words, moment) {
                match moves.iter_mut().find(|(known, _)| *known == m) {
                    Some((_, times)) => *times += 1,
                    None => moves.push((m, 1)),
                }
            }
        }
        let enough = MOST_HEARINGS.min(hearings(alternatives).count());
        let moves = moves.into_iter().filter(|(_, times)| *times >= enough);
        moves.map(|(m, _)| Intent::Move(Attempt::from(m))).collect()
    }

    /// Returns the legal moves close below the best alternative in every hearing, likeliest first. Returns none if the
    /// best has neither piece nor rank: such words are mostly talk or music, in which moves are heard by chance. Of 30
    /// questions about right moves by letters, in noise, none was lost by both rules on the hearings, and one of six that
    /// a hall was asked.
    fn close_moves(&self, alternatives: &[Alternative], moment: &Moment) -> Vec<Interpretation> {
        if !alternatives.first().is_some_and(|best| self.has_piece_or_rank(best)) {
            return Vec::new();
        }
        let all: Vec<_> = hearings(alternatives).map(|hearing| self.moves_of(hearing, moment)).collect();
        let mut moves: Vec<(Interpretation, f32)> = Vec::new();
        for (meant, _) in all.iter().flatten() {
            let distance = mean_distance(meant, &all, self.thresholds.unheard);
            let is_heard = all.iter().all(|hearing| hearing.iter().any(|(other, _)| other.is_same(meant)));
            if is_heard
                && distance <= self.thresholds.close_within
                && !moves.iter().any(|(known, _)| known.is_same(meant))
            {
                moves.push((meant.clone(), distance));
            }
        }
        moves.sort_by(|a, b| a.1.total_cmp(&b.1));
        moves.into_iter().map(|(meant, _)| meant).collect()
    }

    /// Returns the legal moves in one hearing, each with its distance below the best alternative.
    fn moves_of(&self, hearing: &[Alternative], moment: &Moment) -> Vec<(Interpretation, f32)> {
        let best = hearing.iter().map(|alternative| alternative.score).fold(f32::MIN, f32::max);
        let moves = |alternative: &Alternative| {
            let words = self.without_ignored(&alternative.without_far().words);
            let distance = best - alternative.score;
            self.moves_in(&words, moment).into_iter().map(move |meant| (meant, distance))
        };
        hearing.iter().flat_map(moves).collect()
    }

    /// Returns the legal moves that the words mean, or the one that they contain besides a word or two too many.
    fn moves_in(&self, words: &[WordId], moment: &Moment) -> Vec<Interpretation> {
        let whole_phrases = self.whole_phrases(words, moment);
        if whole_phrases.is_empty() {
            let contained = self.without_insertions(words, moment);
            return contained
                .map(|intent| Interpretation::of(&intent, moment.position))
                .into_iter()
                .collect();
        }
        whole_phrases.into_iter().filter(|meant| meant.complete && meant.is_playable()).collect()
    }

    /// Whether the words name a piece or a rank. Noise is often heard as a file alone.
    fn has_piece_or_rank(&self, best: &Alternative) -> bool {
        let words = self.without_ignored(&best.without_far().words);
        let mut rows = [WordClass::Piece, WordClass::Rank]
            .iter()
            .filter_map(|class| self.compiled.classes.get(class))
            .flatten();
        rows.any(|(row, _)| row.iter().any(|word| words.contains(word)))
    }
}

/// Returns the average distance of a move below the best alternative of each hearing, `unheard` in one without it.
fn mean_distance(meant: &Interpretation, all: &[Vec<(Interpretation, f32)>], unheard: f32) -> f32 {
    let of = |hearing: &Vec<(Interpretation, f32)>| {
        let same = hearing.iter().filter(|(other, _)| other.is_same(meant));
        same.map(|(_, distance)| *distance).fold(unheard, f32::min)
    };
    all.iter().map(of).sum::<f32>() / all.len() as f32
}
