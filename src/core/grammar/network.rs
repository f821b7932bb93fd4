//! All phrases as one network of words. It finds the phrases in a row of words.

use std::collections::{HashMap, HashSet, VecDeque};

use super::slot::{Field, SlotValue, SlotValues};

/// The number of a word in the [`Vocabulary`].
pub(super) type WordId = u16;

/// The number of all words that are in no phrase.
pub(super) const UNKNOWN: WordId = WordId::MAX;

/// The written numbers that no word of the grammar means, as ids of their own from here on.
pub(super) const NUMERALS: WordId = 60_000;
/// The largest number that is understood: an engine's strength.
const LARGEST_NUMERAL: u16 = 3999;

/// Returns the number that an id stands for, if it is that of a written number.
fn numeral(word: WordId) -> Option<SlotValue> {
    word.checked_sub(NUMERALS).filter(|number| *number <= LARGEST_NUMERAL)
}

/// Returns a word as typed on a keyboard without umlauts.
pub(super) fn without_umlauts(word: &str) -> String {
    word.replace('ä', "ae").replace('ö', "oe").replace('ü', "ue").replace('ß', "ss")
}

/// The words of all phrases.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    words: Vec<String>,
    ids: HashMap<String, WordId>,
    /// The first word of each spelling without umlauts.
    plain: HashMap<String, WordId>,
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
        self.plain.entry(without_umlauts(word)).or_insert(id);
        id
    }

    /// Returns the number of a word; [`UNKNOWN`] if it is in no phrase and no number.
    pub(super) fn id(&self, word: &str) -> WordId {
        let numeral = || word.parse().ok().filter(|number| (1..=LARGEST_NUMERAL).contains(number));
        self.ids.get(word).copied().or_else(|| numeral().map(|number| NUMERALS + number)).unwrap_or(UNKNOWN)
    }

    /// Returns the word that is typed so on a keyboard without umlauts, if it is in a phrase.
    pub(super) fn without_umlauts(&self, word: &str) -> Option<&str> {
        self.plain.get(&without_umlauts(word)).map(|id| self.word(*id))
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
pub(super) type StateId = u32;

/// The number of a [`Label`].
type LabelId = u32;

/// Words with their values, sorted by word.
type Label = Vec<(WordId, SlotValue)>;

/// Words that lead from one state to another, each with its value. Small, for there are tens of thousands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    label: LabelId,
    pub to: StateId,
    pub field: Option<Field>,
    /// Whether written numbers lead along it too.
    numerals: bool,
}

/// A state while phrases are laid.
#[derive(Clone, Debug, Default)]
struct LaidState {
    edges: Vec<Edge>,
    /// States reached without a word.
    silent: Vec<StateId>,
    accepts: bool,
    /// Whether phrases are read from here.
    starts: bool,
}

/// All phrases as states and the words between them, without loops.
#[derive(Clone, Debug, Default)]
pub(super) struct Network {
    /// Empty once the network is finished.
    laid: Vec<LaidState>,
    label_ids: HashMap<Label, LabelId>,
    /// Of all states, one after another.
    edges: Vec<Edge>,
    /// Where the edges of each state begin, and where the last ones end.
    beginnings: Vec<u32>,
    accepting: Vec<bool>,
    labels: Vec<Label>,
}

/// No sensible grammar needs more states.
const MOST_STATES: usize = 60_000;
/// The steps after which reading is given up. Real phrases take a few hundred.
const MOST_STEPS: usize = 50_000;

impl Network {
    pub(super) fn state(&mut self) -> StateId {
        self.laid.push(LaidState::default());
        self.laid.len() as StateId - 1
    }

    /// Adds a state from which phrases are read, though others may lead to it without a word.
    pub(super) fn start(&mut self) -> StateId {
        self.laid.push(LaidState { starts: true, ..LaidState::default() });
        self.laid.len() as StateId - 1
    }

    /// Whether it is larger than any sensible grammar.
    pub(super) fn is_too_large(&self) -> bool {
        self.laid.len() > MOST_STATES
    }

    /// Adds words with their values, for any number of edges.
    pub(super) fn label(&mut self, mut words: Label) -> LabelId {
        words.sort_unstable();
        *self.label_ids.entry(words).or_insert_with_key(|words| {
            self.labels.push(words.clone());
            self.labels.len() as LabelId - 1
        })
    }

    pub(super) fn edge(&mut self, from: StateId, label: LabelId, field: Option<Field>, to: StateId) {
        self.laid[from as usize].edges.push(Edge { label, to, field, numerals: false });
    }

    /// Adds the words for numbers, and all written numbers.
    pub(super) fn number_edge(&mut self, from: StateId, label: LabelId, field: Field, to: StateId) {
        self.laid[from as usize].edges.push(Edge { label, to, field: Some(field), numerals: true });
    }

    pub(super) fn epsilon(&mut self, from: StateId, to: StateId) {
        self.laid[from as usize].silent.push(to);
    }

    pub(super) fn accept(&mut self, state: StateId) {
        self.laid[state as usize].accepts = true;
    }

    /// Replaces silent transitions by the edges behind them, and packs the states: they are kept as long as the program
    /// runs.
    pub(super) fn finish(&mut self) {
        let laid = std::mem::take(&mut self.laid);
        self.label_ids = HashMap::new();
        // A state that is only reached without a word is never read.
        let mut is_read: Vec<bool> = laid.iter().map(|state| state.starts).collect();
        laid.iter().flat_map(|state| &state.edges).for_each(|edge| is_read[edge.to as usize] = true);
        for (start, is_read) in (0..).zip(is_read) {
            self.beginnings.push(self.edges.len() as u32);
            let mut accepts = false;
            let (mut reached, mut next) = (if is_read { vec![start] } else { Vec::new() }, 0);
            while let Some(here) = reached.get(next).map(|here| &laid[*here as usize]) {
                next += 1;
                accepts |= here.accepts;
                self.edges.extend(&here.edges);
                for silent in &here.silent {
                    if !reached.contains(silent) {
                        reached.push(*silent);
                    }
                }
            }
            self.accepting.push(accepts);
        }
        self.beginnings.push(self.edges.len() as u32);
        self.edges.shrink_to_fit();
    }

    /// Returns the edges from a state.
    pub(super) fn edges(&self, state: StateId) -> &[Edge] {
        let at = state as usize;
        &self.edges[self.beginnings[at] as usize..self.beginnings[at + 1] as usize]
    }

    /// Returns the words of an edge, each with its value.
    pub(super) fn values(&self, edge: &Edge) -> &[(WordId, SlotValue)] {
        &self.labels[edge.label as usize]
    }

    /// Returns the number of states.
    pub(super) fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Whether a phrase ends in a state.
    pub(super) fn accepts(&self, state: StateId) -> bool {
        self.accepting[state as usize]
    }

    /// Whether an empty row of words is a phrase.
    pub(super) fn accepts_nothing(&self, start: StateId) -> bool {
        self.accepts(start)
    }

    /// Reports every phrase from `start` that `words` begin with: its number of words and its values.
    pub(super) fn parse(&self, start: StateId, words: &[WordId], found: &mut dyn FnMut(usize, SlotValues)) {
        let mut reader = Reader { network: self, words, dead: Vec::new(), steps: 0, found };
        reader.walk(start, 0, SlotValues::default());
    }

    /// Returns the words of all phrases from `starts`.
    pub(super) fn words(&self, starts: impl Iterator<Item = StateId>) -> HashSet<WordId> {
        let mut reached: Vec<StateId> = starts.collect();
        let mut seen: HashSet<StateId> = reached.iter().copied().collect();
        let mut words = HashSet::new();
        while let Some(state) = reached.pop() {
            for edge in self.edges(state) {
                words.extend(self.values(edge).iter().map(|(word, _)| *word));
                reached.extend(Some(edge.to).filter(|next| seen.insert(*next)));
            }
        }
        words
    }

    /// Whether `words` are a whole phrase from `start`.
    pub(super) fn is_phrase(&self, start: StateId, words: &[WordId]) -> bool {
        let mut is_whole = false;
        self.parse(start, words, &mut |length, _| is_whole |= length == words.len());
        is_whole
    }

    /// Whether a phrase from `start` begins with `words` and has more words.
    pub(super) fn goes_on(&self, start: StateId, words: &[WordId]) -> bool {
        let mut reached = vec![(start, 0)];
        let mut seen: HashSet<(StateId, usize)> = reached.iter().copied().collect();
        while let Some((state, at)) = reached.pop() {
            for edge in self.edges(state) {
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
            for edge in self.edges(state) {
                let next = match (words.get(at), edge.field) {
                    (Some(word), field) => self
                        .value(edge, *word)
                        .map(|value| (edge.to, at + 1, field.map_or(said, |field| said.with(field, value)))),
                    (None, None) => Some((edge.to, at, said)),
                    (None, Some(field)) => {
                        let values = self.values(edge).iter().map(|(_, value)| *value);
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
            if self.accepts(pair.0) && self.accepts(pair.1) {
                let (mut words, mut at) = (Vec::new(), pair);
                while let Some((before, word)) = seen[&at] {
                    words.push(word);
                    at = before;
                }
                words.reverse();
                return Some(words);
            }
            for x in self.edges(pair.0) {
                for y in self.edges(pair.1) {
                    if seen.contains_key(&(x.to, y.to)) {
                        continue;
                    }
                    let shared = self.values(x).iter().find(|(word, _)| self.value(y, *word).is_some());
                    if let Some((word, _)) = shared {
                        seen.insert((x.to, y.to), Some((pair, *word)));
                        queue.push_back((x.to, y.to));
                    }
                }
            }
        }
        None
    }

    /// Returns the value of a word that leads along an edge.
    pub(super) fn value(&self, edge: &Edge, word: WordId) -> Option<SlotValue> {
        if let Some(number) = edge.numerals.then(|| numeral(word)).flatten() {
            return Some(number);
        }
        let label = self.values(edge);
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
        let mut any = network.accepts(state);
        if any {
            (self.found)(at, said);
        }
        if let Some(word) = self.words.get(at) {
            for edge in network.edges(state) {
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
