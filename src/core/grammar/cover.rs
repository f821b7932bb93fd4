//! The rows of words that a recognizer listens for: together they contain every pair of neighbours in a phrase.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::network::{Edge, Network, StateId, UNKNOWN, WordId};

/// Makes rows of words from which a recognizer learns which word can follow which.
///
/// Vosk makes a bigram model of its phrases, so the rows need not be all phrases. They only have to contain every
/// pair of neighbours, beginnings and ends included, none of them much more often than the others.
#[derive(Clone, Debug)]
pub(super) struct BigramCover<'a> {
    network: &'a Network,
    /// For each word, by number, whether it may be used.
    usable: &'a [bool],
    /// A word of one list never stands beside a word of the other on purpose.
    apart: [&'a [WordId]; 2],
    used: UsedPairs,
    /// The distance, in usable words, of each state to an end; found out when rows are first wanted, since a list of short
    /// phrases needs none.
    distance: Vec<Option<u32>>,
}

/// How often each pair of neighbours was used, if it was. The number after the last word stands for the edge of the phrase.
pub(super) type UsedPairs = FxHashMap<(WordId, WordId), u32>;

/// The longest row made on purpose.
const LONGEST: usize = 9;
/// A longer phrase is found without being made likelier.
const MOST_PLAIN_WORDS: usize = 4;
/// No meaning has so many short phrases.
const MOST_PLAIN: usize = 1_000;

impl<'a> BigramCover<'a> {
    /// Returns a cover that goes on from the pairs of another; from none, it has no phrases yet.
    pub(super) fn new(
        network: &'a Network,
        usable: &'a [bool],
        apart: [&'a [WordId]; 2],
        used: UsedPairs,
    ) -> BigramCover<'a> {
        BigramCover { network, usable, apart, used, distance: Vec::new() }
    }

    /// Returns the pairs of its phrases.
    pub(super) fn into_used(self) -> UsedPairs {
        self.used
    }

    /// Returns the rows that the phrases from `start` need besides those of earlier calls.
    pub(super) fn phrases(&mut self, start: StateId) -> Vec<Vec<WordId>> {
        if self.distance.is_empty() {
            self.distance = self.distances();
        }
        let boundary = self.boundary();
        let mut phrases = Vec::new();
        // The shortest way to each state, as a row of edges.
        let mut way: FxHashMap<StateId, Vec<&Edge>> = [(start, Vec::new())].into_iter().collect();
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            let before = way[&state].clone();
            for edge in self.network.edges(state) {
                if self.distance[edge.to as usize].is_none() {
                    continue;
                }
                for word in self.words(edge) {
                    let beginning = before.is_empty() && self.is_new(boundary, word);
                    let ends = self.network.accepts(edge.to) && self.is_new(word, boundary);
                    if beginning || ends {
                        phrases.push(self.phrase(&before, edge, word, ends));
                    }
                    // Each phrase uses up at least one new pair, so this ends.
                    for _ in 0..self.usable.len() {
                        if !self.goes_on(edge.to, word) {
                            break;
                        }
                        phrases.push(self.phrase(&before, edge, word, false));
                    }
                }
                if !way.contains_key(&edge.to) && self.words(edge).next().is_some() {
                    let mut longer = before.clone();
                    longer.push(edge);
                    way.insert(edge.to, longer);
                    queue.push_back(edge.to);
                }
            }
        }
        phrases
    }

    /// Whether a new pair begins with `word` and continues from `state`.
    fn goes_on(&self, state: StateId, word: WordId) -> bool {
        let edges = self.network.edges(state);
        let mut edges = edges.iter().filter(|next| self.distance[next.to as usize].is_some());
        edges.any(|next| self.words(next).any(|next| self.is_new(word, next)))
    }

    /// Returns a phrase of `before`, `word` and further new pairs; if it `ends`, it ends as soon as possible.
    fn phrase(&mut self, before: &[&Edge], edge: &Edge, word: WordId, ends: bool) -> Vec<WordId> {
        let boundary = self.boundary();
        let (mut phrase, mut last) = (Vec::new(), boundary);
        for step in before {
            last = self.use_pair(last, self.rarest(last, step).unwrap_or(UNKNOWN));
            phrase.push(last);
        }
        last = self.use_pair(last, word);
        phrase.push(last);
        let mut state = edge.to;
        loop {
            let here = self.network.edges(state);
            let fresh = here
                .iter()
                .filter(|next| self.distance[next.to as usize].is_some())
                .filter(|_| !ends && (phrase.len() < LONGEST || phrase.len() == before.len() + 1))
                .find_map(|next| Some((next, self.words(next).find(|word| self.is_new(last, *word))?)));
            let step = fresh.or_else(|| {
                if self.network.accepts(state) {
                    return None;
                }
                let nearest = here
                    .iter()
                    .filter(|next| self.words(next).next().is_some())
                    .filter_map(|next| Some((self.distance[next.to as usize]?, next)))
                    .min_by_key(|(distance, _)| *distance)?
                    .1;
                Some((nearest, self.rarest(last, nearest)?))
            });
            let Some((next, word)) = step else { break };
            last = self.use_pair(last, word);
            phrase.push(last);
            state = next.to;
        }
        self.use_pair(last, boundary);
        phrase
    }

    /// Returns the phrases from `start` that have no values, and no more words than [`MOST_PLAIN_WORDS`].
    pub(super) fn plain(&self, start: StateId) -> Vec<Vec<WordId>> {
        let (mut rows, mut begun) = (Vec::new(), vec![(start, Vec::new())]);
        while let Some((state, row)) = begun.pop().filter(|_| rows.len() < MOST_PLAIN) {
            let edges = self.network.edges(state).iter();
            for edge in edges.filter(|edge| edge.field.is_none() && row.len() < MOST_PLAIN_WORDS) {
                begun.extend(self.words(edge).map(|word| (edge.to, [row.as_slice(), &[word]].concat())));
            }
            if self.network.accepts(state) {
                rows.push(row);
            }
        }
        rows
    }

    /// Returns the distance, in usable words, of each state to an end. A state comes mostly before those it leads to.
    fn distances(&self) -> Vec<Option<u32>> {
        let mut distance = vec![None; self.network.states()];
        let mut changed = true;
        while changed {
            changed = false;
            for state in (0..distance.len()).rev() {
                let best = if self.network.accepts(state as StateId) {
                    Some(0)
                } else {
                    let edges = self.network.edges(state as StateId).iter();
                    let usable = edges.filter(|edge| self.words(edge).next().is_some());
                    usable.filter_map(|edge| distance[edge.to as usize]).min().map(|d: u32| d + 1)
                };
                if let Some(best) = best
                    && distance[state].is_none_or(|known| best < known)
                {
                    distance[state] = Some(best);
                    changed = true;
                }
            }
        }
        distance
    }

    fn words(&self, edge: &Edge) -> impl Iterator<Item = WordId> + use<'a> {
        let (network, usable) = (self.network, self.usable);
        let label = network.values(edge);
        label.iter().map(|(word, _)| *word).filter(|word| usable[usize::from(*word)])
    }

    /// Returns the word of the edge that followed `last` least often.
    fn rarest(&self, last: WordId, edge: &Edge) -> Option<WordId> {
        self.words(edge).min_by_key(|word| self.used.get(&(last, *word)))
    }

    fn is_new(&self, one: WordId, other: WordId) -> bool {
        let [these, those] = self.apart;
        let is_mixed = |one, other| these.contains(one) && those.contains(other);
        !(self.used.contains_key(&(one, other)) || is_mixed(&one, &other) || is_mixed(&other, &one))
    }

    fn use_pair(&mut self, one: WordId, other: WordId) -> WordId {
        *self.used.entry((one, other)).or_default() += 1;
        other
    }

    /// Returns the number for the beginning and the end of a phrase.
    fn boundary(&self) -> WordId {
        WordId::try_from(self.usable.len()).unwrap_or(UNKNOWN)
    }
}
