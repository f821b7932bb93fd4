//! Whether what was heard is what the program itself was saying: its voice comes back to the microphone.

use super::confidence::best_of;
use super::{Alternative, Grammar, hearings};

impl Grammar {
    /// Whether a hearing repeats what was told: whole clauses of it, one after the other. "Ja" repeats "Ja. Noch einer.", and
    /// not "Ja oder nein".
    pub fn repeats(&self, alternatives: &[Alternative], told: &str) -> bool {
        let clauses: Vec<Vec<String>> = told
            .split(|c: char| c.is_ascii_punctuation() && c != '\'' && c != '-')
            .map(|clause| self.typed_words(clause))
            .map(|words| words.iter().map(|word| self.spelling_heard(word).to_owned()).collect())
            .filter(|words: &Vec<String>| !words.is_empty())
            .collect();
        let is_told = |heard: &[String]| {
            (0..clauses.len()).any(|first| {
                let rows = (first + 1..=clauses.len()).map(|after| clauses[first..after].concat());
                rows.take_while(|row| row.len() <= heard.len()).any(|row| row == heard)
            })
        };
        hearings(alternatives).filter_map(best_of).any(|best| is_told(&best.words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::LanguageFolder;

    #[test]
    fn whole_clauses_are_repeated_and_pieces_are_not() {
        let grammar = Grammar::of(LanguageFolder::USUAL);
        for (heard, told, repeats) in [
            ("ja", "Ja. Noch einer.", true),
            ("ja noch einer", "Ja. Noch einer.", true),
            ("noch einer", "Ja. Noch einer.", true),
            ("ja noch", "Ja. Noch einer.", false),
            ("richtig springer gustav fünf", "Richtig: Springer Gustav 5. Matt.", true),
            ("ja", "Ja oder nein: Eva zwei Eva vier?", false),
            ("eva zwei eva vier", "Ja oder nein: Eva zwei Eva vier?", true),
            ("nein", "Richtig.", false),
            ("", "", false),
        ] {
            let words: Vec<String> = heard.split_whitespace().map(str::to_owned).collect();
            assert_eq!(grammar.repeats(&[Alternative::new(words, 0.0)], told), repeats, "{heard}: {told}");
        }
    }

    #[test]
    fn one_hearing_that_repeats_is_enough() {
        let grammar = Grammar::of(LanguageFolder::USUAL);
        let heard = |word: &str, hearing| Alternative {
            hearing,
            answers_only: hearing == 1,
            ..Alternative::new(vec![word.to_owned()], 0.0)
        };
        assert!(grammar.repeats(&[heard("jahr", 0), heard("ja", 1)], "Ja."));
        assert!(!grammar.repeats(&[heard("jahr", 0), heard("nein", 1)], "Ja."));
    }
}
