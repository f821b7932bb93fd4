//! What the recognizer heard, as tests write it down.
#![allow(dead_code, reason = "each test file takes what it needs")]

use annabella::grammar::Alternative;

/// Other people's words, farther away, stand in brackets, each in its own: "springer felix drei (eins)"; so does all
/// of it where the speaker said nothing: "(eva) (sechs)".
pub fn alternative(text: &str, score: f32) -> Alternative {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_near = |word: &&str| !word.starts_with('(');
    let first = words.iter().position(is_near).unwrap_or(0);
    let near = first..words.iter().rposition(is_near).map_or(0, |last| last + 1);
    let words = words.iter().map(|word| word.trim_matches(['(', ')']).to_owned()).collect();
    Alternative { near, ..Alternative::new(words, score) }
}

/// The alternatives of several hearings of one utterance.
pub fn hearings<'a>(
    each: impl IntoIterator<Item = impl IntoIterator<Item = (&'a str, f32)>>,
) -> Vec<Alternative> {
    let number = |(hearing, alternatives)| (std::iter::repeat(hearing), alternatives);
    let numbered = each.into_iter().enumerate().map(number);
    let all = numbered.flat_map(|(hearing, alternatives)| hearing.zip(alternatives));
    all.map(|(hearing, (words, score))| Alternative { hearing, ..alternative(words, score) }).collect()
}
