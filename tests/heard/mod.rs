//! What the recognizer heard, as tests write it down.

use annabella::grammar::Alternative;

/// Other people's words, farther away, stand in brackets, each in its own: "springer felix drei (eins)".
pub fn alternative(text: &str, score: f32) -> Alternative {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_near = |word: &&str| !word.starts_with('(');
    let first = words.iter().position(is_near).unwrap_or(0);
    let near = first..words.iter().rposition(is_near).map_or(words.len(), |last| last + 1);
    let words = words.iter().map(|word| word.trim_matches(['(', ')']).to_owned()).collect();
    Alternative { words, score, near }
}
