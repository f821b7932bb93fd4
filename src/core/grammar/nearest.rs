//! The phrase that is nearest to a typed line which is none, so that the program can ask whether that was meant.
//!
//! Words of the line are left out, and words that name nothing are added, until a phrase stands there. What that costs is
//! how much each word tells: a word that occurs in the phrases of few meanings tells much, one that occurs in most of them
//! nothing. What fills a slot is never added, nor a word before the first; squares, pieces, numbers and sides are never left out,
//! nor is a word that denies or doubts. A move or a declaration begins with the line's own first word, but for courtesies:
//! "habe ich aufgegeben" is not near to "ich habe aufgegeben".

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::meaning::MEANINGS;
use super::misspelt::RespeltLine;
use super::network::{NUMERALS, StateId, UNKNOWN, WordId};
use super::remark::asks_or_denies;
use super::slot::WordClass;
use super::{Grammar, Intent, IntentClass, Moment, Understanding};

/// So much a word tells that is in no phrase, in thousandths of the natural logarithm.
const UNKNOWN_WEIGHT: u32 = 2_500;
/// So much a word tells that is in the phrases of nearly all meanings, or is mere courtesy.
const LEAST_WEIGHT: u32 = 100;
/// The share of its weight that another form of a word costs: "moves" for "move".
const FORM_PERCENT: u32 = 25;
/// Another form shares so many letters, and no more than so many others follow them.
const STEM: usize = 4;
const ENDING: usize = 3;
/// So much of what a line tells must be in the phrase, and of the phrase in the line, in percent of both.
const LEAST_LIKENESS: u32 = 60;
/// The same where it is a move or is declared.
const LEAST_LIKENESS_TO_COUNT: u32 = 75;
/// In a longer line nobody says one thing.
const MOST_WORDS: usize = 24;
/// So many meanings are compared, those that share most with the line.
const MOST_COMPARED: usize = 24;
/// The classes of what a line names and a phrase must name too.
const NAMED: [WordClass; 8] = [
    WordClass::Piece,
    WordClass::Pieces,
    WordClass::File,
    WordClass::Rank,
    WordClass::Number,
    WordClass::Ordinal,
    WordClass::White,
    WordClass::Black,
];

/// What the words of the phrases tell.
#[derive(Clone, Debug, Default)]
pub(super) struct WordWeights {
    /// Of each word of the vocabulary, in thousandths of the natural logarithm.
    weights: Vec<u32>,
    /// The words of the phrases of each meaning.
    of_meaning: Vec<HashSet<WordId>>,
    /// The words that are never left out.
    kept: HashSet<WordId>,
    /// The words with which questions begin, and no move.
    pub asks: HashSet<WordId>,
}

impl WordWeights {
    fn of(&self, word: WordId) -> u32 {
        self.weights.get(usize::from(word)).copied().unwrap_or(UNKNOWN_WEIGHT)
    }
}

/// A phrase near to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearestPhrase {
    /// What it means.
    pub intent: Intent,
    /// Its words.
    pub words: String,
    /// How much of both is the same, in percent.
    pub likeness: u32,
}

/// A phrase that can be made of the line.
pub(super) struct Row {
    pub words: Vec<WordId>,
    /// How much of both is the same, in percent.
    pub likeness: u32,
    /// Whether nothing but courtesies is left out before its first word.
    begins_alike: bool,
}

/// A word of the line: its weight, and the words of phrases that it may be a form of, each with what that costs.
pub(super) struct LineWord {
    weight: u32,
    is_kept: bool,
    is_courtesy: bool,
    forms: Vec<(WordId, u32)>,
}

impl Grammar {
    /// Returns the phrase nearest to a line that is none, if one is near enough.
    pub fn nearest(&self, line: &str, moment: &Moment) -> Option<NearestPhrase> {
        if let Some(RespeltLine { line, understood: Understanding::Understood { intent, .. }, .. }) =
            self.respelt(line, moment)
        {
            return Some(NearestPhrase { intent, words: line, likeness: 100 });
        }
        if let Some(said) = self.said_in_a_clause(line, moment) {
            return Some(said);
        }
        let mut ways = vec![self.typed_words(line), self.in_phrase_words(line, true)];
        ways.dedup();
        let ways = ways.iter().filter(|words| (1..=MOST_WORDS).contains(&words.len()));
        let tells = !asks_or_denies(line);
        let found = ways.filter_map(|words| self.nearest_to(words, tells, moment));
        found.max_by_key(|nearest| nearest.likeness)
    }

    /// Returns what one clause of a line says as it stands, if no other denies it: "wir müssen abbrechen, der Saal schließt".
    /// Of two questions the first is returned.
    fn said_in_a_clause(&self, line: &str, moment: &Moment) -> Option<NearestPhrase> {
        let asks = line.trim_end().ends_with('?');
        let mut clauses = self.clauses(line);
        if asks {
            for join in &self.file.joins {
                let join = format!(" {join} ");
                clauses = clauses.iter().flat_map(|clause| clause.split(join.as_str())).collect();
            }
        }
        if clauses.len() < 2 || !asks && (asks_or_denies(line) || clauses.iter().any(|one| self.denies(one)))
        {
            return None;
        }
        let said = |clause: &&str| {
            let words = self.typed_words(clause);
            let reworded = || match self.reworded(clause, &words, moment)? {
                Understanding::Understood { intent, .. } => Some(intent),
                _ => None,
            };
            let intent = self.whole_intent(clause, moment).or_else(reworded)?;
            let is_said = if asks {
                matches!(intent, Intent::Ask(_))
            } else {
                !matches!(intent.class(), IntentClass::Move | IntentClass::Answer)
            };
            is_said.then(|| NearestPhrase { intent, words: words.join(" "), likeness: 100 })
        };
        let mut said = clauses.iter().filter_map(said);
        said.next().filter(|_| asks || said.next().is_none())
    }

    /// `tells`: whether the line asks nothing and denies nothing, so that a move or a declaration may be meant.
    fn nearest_to(&self, words: &[String], tells: bool, moment: &Moment) -> Option<NearestPhrase> {
        let weights = self.word_weights();
        let line: Vec<LineWord> = words.iter().map(|word| self.line_word(word, weights)).collect();
        let scope = moment.expects.scope();
        let shared = |n: usize| -> u32 {
            let has =
                |word: &&LineWord| word.forms.iter().any(|(form, _)| weights.of_meaning[n].contains(form));
            line.iter().filter(has).map(|word| word.weight).sum()
        };
        let told: u32 = line.iter().map(|word| word.weight).sum();
        let mut compared: Vec<(u32, usize)> = (0..MEANINGS.len())
            .filter(|n| scope.has(&MEANINGS[*n]))
            .map(|n| (shared(n), n))
            .filter(|(shared, _)| likeness(told - shared, told + shared) >= LEAST_LIKENESS)
            .collect();
        compared.sort_by_key(|(shared, n)| (Reverse(*shared), *n));
        let mut rows: Vec<Row> = compared
            .into_iter()
            .take(MOST_COMPARED)
            .flat_map(|(_, n)| self.compiled.starts[n].all())
            .filter_map(|start| self.nearest_from(start, &line, true))
            .filter(|row| row.likeness >= LEAST_LIKENESS)
            .collect();
        rows.sort_by_key(|row| (Reverse(row.likeness), row.words.len()));
        rows.into_iter().find_map(|Row { words, likeness, begins_alike }| {
            let words = self.text(&words);
            match self.understand_text(&words, moment) {
                Understanding::Understood { intent, sure: true }
                    if begins_alike && tells && likeness >= LEAST_LIKENESS_TO_COUNT || !counts(&intent) =>
                {
                    Some(NearestPhrase { intent, words, likeness })
                }
                _ => None,
            }
        })
    }

    pub(super) fn word_weights(&self) -> &WordWeights {
        self.weights.get_or_init(|| {
            let network = &self.compiled.network;
            let of_meaning: Vec<HashSet<WordId>> = self
                .compiled
                .starts
                .iter()
                .map(|starts| {
                    let mut reached = starts.all().to_vec();
                    let mut seen: HashSet<StateId> = reached.iter().copied().collect();
                    let mut words = HashSet::new();
                    while let Some(state) = reached.pop() {
                        for edge in network.edges(state) {
                            words.extend(network.values(edge).iter().map(|(word, _)| *word));
                            if seen.insert(edge.to) {
                                reached.push(edge.to);
                            }
                        }
                    }
                    words
                })
                .collect();
            let all = of_meaning.len() as f32;
            let count = |word: WordId| of_meaning.iter().filter(|words| words.contains(&word)).count();
            let weight = |word: WordId| (1000.0 * ((all + 1.0) / (count(word) as f32 + 0.5)).ln()) as u32;
            let words = 0..self.compiled.vocabulary.words().len();
            let mut weights: Vec<u32> = words.map(|word| weight(word as WordId).max(LEAST_WEIGHT)).collect();
            let courtesies = [&self.compiled.polite, &self.compiled.asking].into_iter().flatten();
            let courtesies = courtesies.filter(|row| row.len() == 1).map(|row| row[0]);
            for word in courtesies.chain(self.compiled.fillers.iter().copied()) {
                if let Some(weight) = weights.get_mut(usize::from(word)) {
                    *weight = LEAST_WEIGHT;
                }
            }
            let is_courtesy = |word: &WordId| weights.get(usize::from(*word)) == Some(&LEAST_WEIGHT);
            let named = NAMED.iter().filter_map(|class| self.compiled.classes.get(class)).flatten();
            let named = named.filter(|(row, _)| row.len() == 1).map(|(row, _)| row[0]);
            // "A" is a file, and mostly none.
            let named = named.filter(|word| !is_courtesy(word) && !self.compiled.letters.contains(word));
            let doubts = self.file.doubts.iter().map(|word| self.compiled.vocabulary.id(word));
            let kept = named.chain(doubts.filter(|word| *word != UNKNOWN)).collect();
            let asks = self.interrogatives();
            WordWeights { weights, of_meaning, kept, asks }
        })
    }

    /// Returns the words of a line, of which those are never left out that `is_kept` names.
    pub(super) fn line_words(&self, words: &[String], is_kept: impl Fn(WordId) -> bool) -> Vec<LineWord> {
        let weights = self.word_weights();
        let kept = |word: &String| is_kept(self.compiled.vocabulary.id(word));
        let one = |word| LineWord { is_kept: kept(word), ..self.line_word(word, weights) };
        words.iter().map(one).collect()
    }

    /// Returns the phrase from `start` that is left of the line without words that tell nothing.
    pub(super) fn row_within(&self, start: StateId, line: &[LineWord]) -> Option<Row> {
        self.nearest_from(start, line, false)
    }

    fn line_word(&self, word: &str, weights: &WordWeights) -> LineWord {
        let id = self.compiled.vocabulary.id(word);
        let mut forms: Vec<(WordId, u32)> = Vec::new();
        if id != UNKNOWN {
            forms.push((id, 0));
        }
        for (other, text) in (0..).zip(self.compiled.vocabulary.words()) {
            if other != id && is_form(word, text) {
                forms.push((other, weights.of(other) * FORM_PERCENT / 100));
            }
        }
        let heaviest = forms.iter().map(|(form, _)| weights.of(*form)).max();
        let weight = if id == UNKNOWN { heaviest.unwrap_or(UNKNOWN_WEIGHT) } else { weights.of(id) };
        // "h9" is no square, and still names one.
        let is_number = (NUMERALS..UNKNOWN).contains(&id) || word.contains(|c: char| c.is_ascii_digit());
        let doubts = self.file.doubts.iter().any(|doubt| doubt == word);
        let declares = self.file.declaring.iter().any(|declaring| declaring == word);
        let is_kept = weights.kept.contains(&id) || is_number || doubts || declares;
        let is_courtesy = self.compiled.polite.iter().any(|row| *row == [id]);
        LineWord { weight, is_kept, is_courtesy, forms }
    }

    /// Returns the phrase from `start` that is nearest to the line; `adds`: whether words that name nothing may be added.
    fn nearest_from(&self, start: StateId, line: &[LineWord], adds: bool) -> Option<Row> {
        let told: u32 = line.iter().map(|word| word.weight).sum();
        let network = &self.compiled.network;
        let weights = self.word_weights();
        type Place = (usize, StateId);
        let mut queue = BinaryHeap::from([Reverse((0, 0, start))]);
        let mut from: HashMap<Place, (u32, Place, Option<WordId>)> = HashMap::new();
        from.insert((0, start), (0, (0, start), None));
        let mut end = None;
        while let Some(Reverse((cost, at, state))) = queue.pop() {
            if from[&(at, state)].0 < cost {
                continue;
            }
            if at == line.len() && network.accepts(state) {
                end = Some((cost, (at, state)));
                break;
            }
            let mut reach = |next: Place, added: u32, word: Option<WordId>| {
                let cost = cost + added;
                if cost <= told && from.get(&next).is_none_or(|(known, ..)| cost < *known) {
                    from.insert(next, (cost, (at, state), word));
                    queue.push(Reverse((cost, next.0, next.1)));
                }
            };
            if let Some(word) = line.get(at).filter(|word| !word.is_kept) {
                reach((at + 1, state), word.weight, None);
            }
            for edge in network.edges(state) {
                if let Some(word) = line.get(at) {
                    for (form, costs) in &word.forms {
                        if network.value(edge, *form).is_some() {
                            reach((at + 1, edge.to), *costs, Some(*form));
                        }
                    }
                }
                let words = network.values(edge).iter().map(|(word, _)| *word);
                if adds
                    && (at, state) != (0, start)
                    && edge.field.is_none()
                    && let Some(least) =
                        words.filter(|word| !weights.kept.contains(word)).min_by_key(|word| weights.of(*word))
                {
                    reach((at, edge.to), weights.of(least), Some(least));
                }
            }
        }
        let (cost, mut place) = end?;
        let mut words = Vec::new();
        let mut first = None;
        while place != (0, start) {
            let (_, before, word) = from[&place];
            if word.is_some() && before.0 < place.0 {
                first = Some(before.0);
            }
            words.extend(word);
            place = before;
        }
        words.reverse();
        let begins_alike = line[..first?].iter().all(|word| word.is_courtesy);
        let of_row: u32 = words.iter().map(|word| weights.of(*word)).sum();
        Some(Row { words, likeness: likeness(cost, told + of_row), begins_alike })
    }
}

/// Whether it is a move or declared, and so must be what the line begins with.
fn counts(intent: &Intent) -> bool {
    match intent.class() {
        IntentClass::Move | IntentClass::Answer | IntentClass::Declaration | IntentClass::Arbitration => true,
        IntentClass::Program
        | IntentClass::Question
        | IntentClass::Request
        | IntentClass::Interruption
        | IntentClass::Departure => false,
    }
}

/// Returns how much of what a line and a phrase tell is the same, in percent.
fn likeness(differs: u32, both: u32) -> u32 {
    100u32.saturating_sub(100 * differs / both.max(1))
}

/// Whether two words are likely to be forms of one: they begin alike and end differently.
fn is_form(one: &str, other: &str) -> bool {
    let alike = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longest = one.chars().count().max(other.chars().count());
    alike >= STEM && longest - alike <= ENDING
}
