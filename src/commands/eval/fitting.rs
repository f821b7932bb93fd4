//! Chooses a model's thresholds by recordings: what they would bring is tried on what was heard, one after the other.

use std::path::Path;

use super::{EvalPhrases, Evaluator, Figures, HeardFile, Tally};
use crate::{
    app::{game_options::Language, speech::SpeechModel},
    commands::recordings,
    config::Settings,
    grammar::{Grammar, Thresholds},
    language::{Catalogue, Failure},
};

/// Steps from a threshold to others that are tried, as log-likelihoods.
const STEPS: [f32; 6] = [-1.0, -0.5, -0.25, 0.25, 0.5, 1.0];
/// The same for a share.
const SHARE_STEPS: [f32; 6] = [-0.2, -0.1, -0.05, 0.05, 0.1, 0.2];
/// The thresholds depend on each other, so they are gone through again, but not without end.
const ROUNDS: usize = 3;

/// What a fitting came to.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// What the model's own thresholds bring.
    pub before: Figures,
    /// The best that were found, and what they bring.
    pub thresholds: Thresholds,
    pub after: Figures,
    /// What was tried for each threshold in the last round: its number, and the [cost](Figures::cost).
    pub tried: Vec<(String, Vec<(f32, usize)>)>,
}

/// Looks for the thresholds that cost least on all recordings in a folder, from the model's own on: each in turn, while
/// the others stay.
pub fn fit(settings: &Settings, folder: &Path) -> Result<Fitted, Failure> {
    let recordings = recordings::read(folder)?;
    let mut language = Language::of(settings)?;
    let SpeechModel { model, .. } = SpeechModel::of(settings, &mut language)?;
    let mut heard = Vec::new();
    Evaluator::new(&model, &language.grammar, EvalPhrases::Position, &recordings)
        .hear_all(&recordings, |file| heard.push(file))?;
    let mut best = language.grammar.thresholds();
    let mut figures = |thresholds: &Thresholds| {
        language.trust(*thresholds);
        figures(&heard, &language.grammar)
    };
    let before = figures(&best);
    let (mut after, mut tried) = (before, Vec::new());
    for _ in 0..ROUNDS {
        let cost_of_last = after.cost();
        tried.clear();
        for (name, value) in best.named().collect::<Vec<_>>() {
            let mut costs = vec![(value, after.cost())];
            for other in others(&name, value) {
                let thresholds = best.with(&name, other);
                let found = figures(&thresholds);
                costs.push((other, found.cost()));
                if found.cost() < after.cost() {
                    (best, after) = (thresholds, found);
                }
            }
            costs.sort_by(|a, b| a.0.total_cmp(&b.0));
            tried.push((name, costs));
        }
        if after.cost() == cost_of_last {
            break;
        }
    }
    Ok(Fitted { before, thresholds: best, after, tried })
}

fn figures(heard: &[HeardFile], grammar: &Grammar) -> Figures {
    let mut tally = Tally::default();
    for file in heard {
        tally.add(file, file.outcome(grammar, EvalPhrases::Position));
    }
    tally.figures()
}

fn others(name: &str, value: f32) -> impl Iterator<Item = f32> {
    let (steps, most) = if name == "phrase-share" { (SHARE_STEPS, 1.0) } else { (STEPS, f32::MAX) };
    steps.into_iter().map(move |step| value + step).filter(move |other| (0.0..=most).contains(other))
}

impl Figures {
    /// What the mistakes cost, in questions: what must be said again costs as much as three of them, and what was misheard
    /// and carried out as much as ten times that.
    pub fn cost(&self) -> usize {
        self.asked + 3 * (self.rejected + self.wrong_asked) + 30 * self.wrong_accepted
    }
}

impl Fitted {
    /// Returns the thresholds as the model's file has them. The comments are the figures before and after, and for each
    /// threshold the numbers that were tried, with what each would cost.
    pub fn told(&self, words: &Catalogue) -> String {
        let mut lines =
            vec![format!("# {}", self.before.told(words)), format!("# {}", self.after.told(words))];
        for (name, value) in self.thresholds.named() {
            let tried = self.tried.iter().filter(|(other, _)| *other == name).flat_map(|(_, costs)| costs);
            let tried: Vec<String> = tried.map(|(value, cost)| format!("{value:.2}: {cost}")).collect();
            lines.push(format!("{name} = {value:?} # {}", tried.join(", ")));
        }
        lines.join("\n") + "\n"
    }
}
