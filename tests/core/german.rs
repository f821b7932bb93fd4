//! The German grammar and positions to hear with it.

use annabella::grammar::{Expectation, Grammar, Intent, Moment, Understanding};
use annabella::laws::{Chess, Game, Verdict, judge};
use annabella::notation::san;

use crate::heard::alternative;

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Knights on b1 and f3 reach d2, and a pawn can take in two ways.
pub const MIDDLE: &str = "r3k2r/ppp2ppp/2n2n2/3qp3/2PPb3/5N2/PP3PPP/RNBQK2R w KQkq - 0 1";
pub const PROMOTION: &str = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
pub const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
pub const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
pub const ONLY_LONG: &str = "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1";

/// What came of an utterance, with moves in German notation.
pub enum Outcome {
    Sure(&'static str),
    Unsure(&'static str),
    Asked(&'static [&'static str]),
    Illegal,
    Nothing,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Sure(m) => write!(f, "{m}"),
            Outcome::Unsure(m) => write!(f, "{m}?"),
            Outcome::Asked(moves) => write!(f, "which of {}", moves.join(", ")),
            Outcome::Illegal => write!(f, "illegal"),
            Outcome::Nothing => write!(f, "not understood"),
        }
    }
}

pub fn outcome(position: &Chess, heard: &Understanding) -> String {
    let written = |intent: &Intent| match intent {
        Intent::Move(attempt) => match judge(position, attempt) {
            Verdict::Legal(m) => GRAMMAR.with(|g| san(position, m, g.letters())),
            Verdict::Illegal(_) => "?".to_owned(),
            other => format!("{other:?}"),
        },
        other => format!("{other:?}"),
    };
    match heard {
        Understanding::Understood { intent, sure } => match (written(intent).as_str(), sure) {
            ("?", true) => Outcome::Illegal.to_string(),
            (m, true) => m.to_owned(),
            (m, false) => format!("{m}?"),
        },
        Understanding::Ambiguous(intents) | Understanding::OneEdit(intents) => {
            format!("which of {}", intents.iter().map(written).collect::<Vec<_>>().join(", "))
        }
        Understanding::NotUnderstood { .. } => Outcome::Nothing.to_string(),
        Understanding::Sequence(intents) => format!("several: {intents:?}"),
    }
}

thread_local! {
    pub static GRAMMAR: Grammar = Grammar::of(annabella::language::LanguageFolder::USUAL);
}

pub fn hear(position: &Chess, expects: &Expectation, alternatives: &[(&str, f32)]) -> Understanding {
    let alternatives: Vec<_> = alternatives.iter().map(|(words, score)| alternative(words, *score)).collect();
    GRAMMAR.with(|grammar| grammar.understand(&alternatives, &moment(position, expects)))
}

pub fn moment<'a>(position: &'a Chess, expects: &'a Expectation) -> Moment<'a> {
    Moment::new(Some(position), expects)
}

pub fn position(fen: &str) -> Chess {
    Game::from_fen(fen).unwrap().position().clone()
}
