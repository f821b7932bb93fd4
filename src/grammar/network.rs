//! All phrases as one network of words. It finds the phrases in a row of words, and rows of words that together
//! contain every pair of neighbours in a phrase.

use std::collections::{HashMap, HashSet, VecDeque};

use rustc_hash::FxHashMap;

use super::slot::{Field, SlotValue, SlotValues};

/// The number of a word in the [`Vocabulary`].
pub(super) type WordId = u16;

/// The number of all words that are in no phrase.
pub(super) const UNKNOWN: WordId = WordId::MAX;

/// The written numbers that no word of the grammar means, as ids of their own from here on.
const NUMERALS: WordId = 60_000;
/// The largest number that is understood: an engine's strength.
const LARGEST_NUMERAL: u16 = 3999;

/// Returns the number that an id stands for, if it is that of a written number.
fn numeral(word: WordId) -> Option<SlotValue> {
    word.checked_sub(NUMERALS).filter(|number| *number <= LARGEST_NUMERAL)
}

/// The words of all phrases.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    words: Vec<String>,
    ids: HashMap<String, WordId>,
}

impl Vocabulary {
    /// Returns the number of a word, which is added if it is new.
    pub(super) fn insert(&mut self, word: &str) -> WordId {
        if let Some(id) = self.ids.get(word) {
            return *id;
        }
        let id = WordId::try_from(self.words.len()).unwrap_or(UNKNOWN);
        self.words.push(word.to_owned());
        self.ids.insert(word.to_owned(), id);
        id
    }

    /// Returns the number of a word; [`UNKNOWN`] if it is in no phrase and no number.
    pub(super) fn id(&self, word: &str) -> WordId {
        let numeral = || word.parse().ok().filter(|number| (1..=LARGEST_NUMERAL).contains(number));
        self.ids.get(word).copied().or_else(|| numeral().map(|number| NUMERALS + number)).unwrap_or(UNKNOWN)
    }

    /// Returns the word itself, if it is in a phrase.
    pub(super) fn exact(&self, word: &str) -> Option<&str> {
        self.ids.get(word).map(|id| self.word(*id))
    }

    pub(super) fn word(&self, id: WordId) -> &str {
        &self.words[usize::from(id)]
    }

    pub(super) fn words(&self) -> &[String] {
        &self.words
    }
}

/// The number of a place between two words.
pub(super) type StateId = usize;

/// Words that lead from one state to another, each with its value.
#[derive(Clone, Debug)]
struct Edge {
    label: usize,
    /// Whether written numbers lead along it too.
    numerals: bool,
    field: Option<Field>,
    to: StateId,
}

#[derive(Clone, Debug, Default)]
struct NetworkState {
    edges: Vec<Edge>,
    /// States reached without a word. Empty once the network is finished.
    silent: Vec<StateId>,
    accepts: bool,
}

/// All phrases as states and the words between them, without loops.
#[derive(Clone, Debug, Default)]
pub(super) struct Network {
    states: Vec<NetworkState>,
    /// Each sorted by word.
    labels: Vec<Vec<(WordId, SlotValue)>>,
}

/// No sensible grammar needs more states.
const MOST_STATES: usize = 50_000;
/// The steps after which reading is given up. Real phrases take a few hundred.
const MOST_STEPS: usize = 50_000;

impl Network {
    pub(super) fn state(&mut self) -> StateId {
        self.states.push(NetworkState::default());
        self.states.len() - 1
    }

    /// Whether it is larger than any sensible grammar.
    pub(super) fn is_too_large(&self) -> bool {
        self.states.len() > MOST_STATES
    }

    /// Adds words with their values, for any number of edges.
    pub(super) fn label(&mut self, mut words: Vec<(WordId, SlotValue)>) -> usize {
        words.sort_unstable();
        self.labels.push(words);
        self.labels.len() - 1
    }

    pub(super) fn edge(&mut self, from: StateId, label: usize, field: Option<Field>, to: StateId) {
        self.states[from].edges.push(Edge { label, numerals: false, field, to });
    }

    /// Adds the words for numbers, and all written numbers.
    pub(super) fn number_edge(&mut self, from: StateId, label: usize, field: Field, to: StateId) {
        self.states[from].edges.push(Edge { label, numerals: true, field: Some(field), to });
    }

    pub(super) fn epsilon(&mut self, from: StateId, to: StateId) {
        self.states[from].silent.push(to);
    }

    pub(super) fn accept(&mut self, state: StateId) {
        self.states[state].accepts = true;
    }

    /// Replaces silent transitions by the edges behind them.
    pub(super) fn finish(&mut self) {
        let mut finished = Vec::with_capacity(self.states.len());
        for start in 0..self.states.len() {
            let (mut reached, mut next) = (vec![start], 0);
            let mut state = NetworkState::default();
            while let Some(here) = reached.get(next).copied() {
                next += 1;
                state.accepts |= self.states[here].accepts;
                state.edges.extend(self.states[here].edges.iter().cloned());
                for silent in &self.states[here].silent {
                    if !reached.contains(silent) {
                        reached.push(*silent);
                    }
                }
            }
            // There are thousands of states, kept as long as the program runs.
            state.edges.shrink_to_fit();
            finished.push(state);
        }
        self.states = finished;
    }

    /// Whether an empty row of words is a phrase.
    pub(super) fn accepts_nothing(&self, start: StateId) -> bool {
        self.states[start].accepts
    }

    /// Reports every phrase from `start` that `words` begin with: its number of words and its values.
    pub(super) fn parse(&self, start: StateId, words: &[WordId], found: &mut dyn FnMut(usize, SlotValues)) {
        let mut reader = Reader { network: self, words, dead: Vec::new(), steps: 0, found };
        reader.walk(start, 0, SlotValues::default());
    }

    /// Whether a phrase from `start` begins with `words` and has more words.
    pub(super) fn goes_on(&self, start: StateId, words: &[WordId]) -> bool {
        let mut reached = vec![(start, 0)];
        let mut seen: HashSet<(StateId, usize)> = reached.iter().copied().collect();
        while let Some((state, at)) = reached.pop() {
            for edge in &self.states[state].edges {
                let Some(word) = words.get(at) else { return true };
                let next = self.value(edge, *word).map(|_| (edge.to, at + 1));
                reached.extend(next.filter(|next| seen.insert(*next)));
            }
        }
        false
    }

    /// Returns, for each phrase from `start` that begins with `words`, the values so far and the next one.
    pub(super) fn continued(&self, start: StateId, words: &[WordId]) -> HashSet<SlotValues> {
        let mut continued = HashSet::new();
        let mut reached = vec![(start, 0, SlotValues::default())];
        let mut seen: HashSet<(StateId, usize, SlotValues)> = reached.iter().copied().collect();
        while let Some((state, at, said)) = reached.pop().filter(|_| seen.len() < MOST_STEPS) {
            for edge in &self.states[state].edges {
                let next = match (words.get(at), edge.field) {
                    (Some(word), field) => self
                        .value(edge, *word)
                        .map(|value| (edge.to, at + 1, field.map_or(said, |field| said.with(field, value)))),
                    (None, None) => Some((edge.to, at, said)),
                    (None, Some(field)) => {
                        let values = self.labels[edge.label].iter().map(|(_, value)| *value);
                        continued.extend(values.map(|value| said.with(field, value)));
                        None
                    }
                };
                reached.extend(next.filter(|next| seen.insert(*next)));
            }
        }
        continued
    }

    /// Returns the shortest row of words that is a phrase from both states.
    pub(super) fn common(&self, one: StateId, other: StateId) -> Option<Vec<WordId>> {
        let mut seen = HashMap::from([((one, other), None)]);
        let mut queue = VecDeque::from([(one, other)]);
        while let Some(pair) = queue.pop_front() {
            let (a, b) = (&self.states[pair.0], &self.states[pair.1]);
            if a.accepts && b.accepts {
                let (mut words, mut at) = (Vec::new(), pair);
                while let Some((before, word)) = seen[&at] {
                    words.push(word);
                    at = before;
                }
                words.reverse();
                return Some(words);
            }
            for x in &a.edges {
                for y in &b.edges {
                    if seen.contains_key(&(x.to, y.to)) {
                        continue;
                    }
                    let shared = self.labels[x.label].iter().find(|(word, _)| self.value(y, *word).is_some());
                    if let Some((word, _)) = shared {
                        seen.insert((x.to, y.to), Some((pair, *word)));
                        queue.push_back((x.to, y.to));
                    }
                }
            }
        }
        None
    }

    fn value(&self, edge: &Edge, word: WordId) -> Option<SlotValue> {
        if let Some(number) = edge.numerals.then(|| numeral(word)).flatten() {
            return Some(number);
        }
        let label = &self.labels[edge.label];
        label.binary_search_by_key(&word, |(word, _)| *word).ok().map(|at| label[at].1)
    }
}

struct Reader<'a> {
    network: &'a Network,
    words: &'a [WordId],
    /// States and positions from which no phrase ends.
    dead: Vec<(StateId, usize)>,
    steps: usize,
    found: &'a mut dyn FnMut(usize, SlotValues),
}

impl Reader<'_> {
    fn walk(&mut self, state: StateId, at: usize, said: SlotValues) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.dead.contains(&(state, at)) {
            return false;
        }
        let network = self.network;
        let here = &network.states[state];
        let mut any = here.accepts;
        if any {
            (self.found)(at, said);
        }
        if let Some(word) = self.words.get(at) {
            for edge in &here.edges {
                if let Some(value) = network.value(edge, *word) {
                    let said = edge.field.map_or(said, |field| said.with(field, value));
                    any |= self.walk(edge.to, at + 1, said);
                }
            }
        }
        if !any {
            self.dead.push((state, at));
        }
        any
    }
}

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
    /// How often each pair was used, if it was. The number after the last word stands for the edge of the phrase.
    used: FxHashMap<(WordId, WordId), u32>,
}

/// The longest row made on purpose.
const LONGEST: usize = 9;

impl<'a> BigramCover<'a> {
    /// Returns a cover without phrases.
    pub(super) fn new(network: &'a Network, usable: &'a [bool], apart: [&'a [WordId]; 2]) -> BigramCover<'a> {
        BigramCover { network, usable, apart, used: FxHashMap::default() }
    }

    /// Returns the rows that the phrases from `start` need besides those of earlier calls.
    pub(super) fn phrases(&mut self, start: StateId) -> Vec<Vec<WordId>> {
        let distance = self.distances(start);
        let boundary = self.boundary();
        let mut phrases = Vec::new();
        // The shortest way to each state, as a row of edges.
        let mut way: HashMap<StateId, Vec<&Edge>> = HashMap::from([(start, Vec::new())]);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            let before = way[&state].clone();
            for edge in &self.network.states[state].edges {
                if !distance.contains_key(&edge.to) {
                    continue;
                }
                for word in self.words(edge) {
                    let beginning = before.is_empty() && self.is_new(boundary, word);
                    let ends = self.network.states[edge.to].accepts && self.is_new(word, boundary);
                    if beginning || ends {
                        phrases.push(self.phrase(&before, edge, word, &distance, ends));
                    }
                    // Each phrase uses up at least one new pair, so this ends.
                    for _ in 0..self.usable.len() {
                        if !self.goes_on(edge.to, word, &distance) {
                            break;
                        }
                        phrases.push(self.phrase(&before, edge, word, &distance, false));
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
    fn goes_on(&self, state: StateId, word: WordId, distance: &HashMap<StateId, usize>) -> bool {
        let edges = &self.network.states[state].edges;
        let mut edges = edges.iter().filter(|next| distance.contains_key(&next.to));
        edges.any(|next| self.words(next).any(|next| self.is_new(word, next)))
    }

    /// Returns a phrase of `before`, `word` and further new pairs; if it `ends`, it ends as soon as possible.
    fn phrase(
        &mut self,
        before: &[&Edge],
        edge: &Edge,
        word: WordId,
        distance: &HashMap<StateId, usize>,
        ends: bool,
    ) -> Vec<WordId> {
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
            let here = &self.network.states[state];
            let fresh = here
                .edges
                .iter()
                .filter(|next| distance.contains_key(&next.to))
                .filter(|_| !ends && (phrase.len() < LONGEST || phrase.len() == before.len() + 1))
                .find_map(|next| Some((next, self.words(next).find(|word| self.is_new(last, *word))?)));
            let step = fresh.or_else(|| {
                if here.accepts {
                    return None;
                }
                let nearest = here
                    .edges
                    .iter()
                    .filter(|next| self.words(next).next().is_some())
                    .filter_map(|next| Some((distance.get(&next.to)?, next)))
                    .min_by_key(|(distance, _)| **distance)?
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

    /// Returns the distance, in usable words, of each state reached from `start` to an end.
    fn distances(&self, start: StateId) -> HashMap<StateId, usize> {
        let (mut reached, mut next) = (vec![start], 0);
        let mut seen = vec![false; self.network.states.len()];
        while let Some(state) = reached.get(next).copied() {
            next += 1;
            for edge in &self.network.states[state].edges {
                if !std::mem::replace(&mut seen[edge.to], true) {
                    reached.push(edge.to);
                }
            }
        }
        let mut distance: HashMap<StateId, usize> = HashMap::new();
        let mut changed = true;
        while changed {
            changed = false;
            for state in reached.iter().rev() {
                let here = &self.network.states[*state];
                let best = if here.accepts {
                    Some(0)
                } else {
                    let usable = here.edges.iter().filter(|edge| self.words(edge).next().is_some());
                    usable.filter_map(|edge| distance.get(&edge.to)).min().map(|d| d + 1)
                };
                if let Some(best) = best
                    && distance.get(state).is_none_or(|known| best < *known)
                {
                    distance.insert(*state, best);
                    changed = true;
                }
            }
        }
        distance
    }

    fn words(&self, edge: &Edge) -> impl Iterator<Item = WordId> + use<'a> {
        let (network, usable) = (self.network, self.usable);
        let label = &network.labels[edge.label];
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
