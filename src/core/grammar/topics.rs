//! What can be said, by topics, for help and for choosing with a key.

use strum::VariantArray;

use super::compile::LocatedFault;
use super::error::GrammarFault;
use super::file::{ExampleEntry, TopicEntry};
use super::interpretation::interpret;
use super::meaning::{MEANINGS, Meaning, Semantics};
use super::moment::Scope;
use super::{Expectation, Grammar, Intent, Moment};
use crate::laws::Chess;

/// What can be said about one topic.
#[derive(Clone, Debug)]
pub struct PhraseTopic {
    /// The title, which is also said after "Hilfe".
    pub title: String,
    /// Its phrases, the most useful first.
    pub phrases: Vec<SamplePhrase>,
}

/// One thing that can be said.
#[derive(Clone, Debug)]
pub struct SamplePhrase {
    /// What it does, in a few words.
    pub purpose: String,
    /// A sentence that a person says.
    pub words: String,
    /// The words before those that stand for the speaker's own, if there are any.
    pub begin: Option<String>,
    /// What it means; unknown where that depends on what is asked.
    pub intent: Option<Intent>,
    /// Where it counts.
    pub place: PhrasePlace,
    /// Whether it is understood only when it is typed.
    pub is_typed_only: bool,
    meaning: &'static Meaning,
}

impl SamplePhrase {
    /// Whether it is understood after this expectation.
    pub fn counts_with(&self, expects: &Expectation) -> bool {
        let castles = || expects.moves().iter().any(|m| m.is_castle());
        let has_answer = match self.meaning.semantics {
            Semantics::Castles(_) => castles(),
            Semantics::Which => !castles(),
            Semantics::Move
            | Semantics::Promotion
            | Semantics::Piece
            | Semantics::Touch
            | Semantics::Question(_)
            | Semantics::Irregularity(_)
            | Semantics::Order(_)
            | Semantics::Alone(_) => true,
        };
        has_answer && expects.scope().has(self.meaning)
    }
}

/// Where a phrase counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum PhrasePlace {
    /// Here and now.
    Here,
    /// During a game.
    Game,
    /// When it is asked which piece was meant.
    Which,
    /// When it is asked what the pawn becomes.
    Promotion,
    /// While a draw offer stands.
    Offer,
    /// When it is asked which side spoke.
    Whose,
    /// Before a game.
    Before,
    /// During a review.
    Review,
    /// In the school.
    School,
    /// While the arbiter has the word.
    Desk,
    /// At the desk of a hall.
    Hall,
    /// In a game on a server.
    Online,
    /// In a game against an engine.
    Engine,
}

impl From<Scope> for PhrasePlace {
    fn from(scope: Scope) -> PhrasePlace {
        match scope {
            Scope::Game | Scope::MicrophoneOn | Scope::Nothing => PhrasePlace::Game,
            Scope::Which => PhrasePlace::Which,
            Scope::Promotion => PhrasePlace::Promotion,
            Scope::Draw => PhrasePlace::Offer,
            Scope::Whose => PhrasePlace::Whose,
            Scope::Desk => PhrasePlace::Desk,
            Scope::Review => PhrasePlace::Review,
            Scope::Study => PhrasePlace::School,
            Scope::Opponent => PhrasePlace::Before,
            Scope::Hall => PhrasePlace::Hall,
        }
    }
}

/// Returns the topics of a file. Each meaning must be in one of them, and each example must mean what it stands for.
pub(super) fn topics(grammar: &Grammar) -> Result<Vec<PhraseTopic>, LocatedFault> {
    let mut left: Vec<&Meaning> = MEANINGS.iter().collect();
    let mut topics = Vec::new();
    for TopicEntry { title, names, phrases } in &grammar.file.topic {
        if !names.iter().any(|name| *name.get_ref() == title.get_ref().to_lowercase()) {
            let missing = title.get_ref().to_lowercase();
            return Err((title.span(), GrammarFault::Missing { section: "topic", missing }));
        }
        let samples = phrases.iter().map(|entry| {
            let sample = sample(grammar, entry)?;
            left.retain(|meaning| !std::ptr::eq(*meaning, sample.meaning));
            Ok(sample)
        });
        topics.push(PhraseTopic {
            phrases: samples.collect::<Result<_, _>>()?,
            title: title.get_ref().clone(),
        });
    }
    match left.first() {
        Some(missing) => Err((0..0, GrammarFault::Missing { section: "topic", missing: name(missing) })),
        None => Ok(topics),
    }
}

fn name(meaning: &Meaning) -> String {
    format!("{}.{}", meaning.section.name(), meaning.key)
}

fn sample(grammar: &Grammar, entry: &ExampleEntry) -> Result<SamplePhrase, LocatedFault> {
    let ExampleEntry { key, does, says } = entry;
    let Some(index) = MEANINGS.iter().position(|meaning| name(meaning) == *key.get_ref()) else {
        let expected = "the section and key of phrases".to_owned();
        let fault = GrammarFault::Key { section: "topic", found: key.get_ref().clone(), expected };
        return Err((key.span(), fault));
    };
    let meaning = &MEANINGS[index];
    let begin = says.get_ref().split_once('{').map(|(begin, _)| begin.trim().to_owned());
    let words = says.get_ref().replace(['{', '}'], "");
    let ids: Vec<_> =
        grammar.typed_words(&words).iter().map(|word| grammar.compiled.vocabulary.id(word)).collect();
    let (position, expects) = (Chess::default(), Expectation::Move);
    let moment = Moment::new(Some(&position), &expects);
    let meant_from = |start| {
        let mut meant = None;
        grammar.compiled.network.parse(start, &ids, &mut |length, said| {
            if length == ids.len() && meant.is_none() {
                meant = Some(interpret(meaning.semantics, &said, &moment).into_iter().next());
            }
        });
        meant
    };
    let starts = grammar.compiled.starts[index];
    let spoken = starts.spoken().into_iter().find_map(meant_from);
    let is_typed_only = spoken.is_none();
    let Some(meant) = spoken.or_else(|| meant_from(starts.typed)) else {
        return Err((says.span(), GrammarFault::Example { found: words, key: name(meaning) }));
    };
    let scope = Scope::VARIANTS.iter().find(|scope| scope.has(meaning));
    Ok(SamplePhrase {
        purpose: does.clone(),
        words,
        begin,
        intent: meant.map(|meant| meant.intent),
        place: scope.map_or(PhrasePlace::Game, |scope| (*scope).into()),
        is_typed_only,
        meaning,
    })
}
