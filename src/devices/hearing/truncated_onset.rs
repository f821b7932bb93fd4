//! An utterance whose first sound is missing, because the microphone was opened into it.
//!
//! Without its onset "be" sounds like "de" and "ge", so scores tell first words apart more surely than they should.

use super::recognizer::Hypothesis;

/// The share of its distance from the best that a hypothesis with another first word keeps.
const NEARER: f32 = 0.5;

/// Moves hypotheses with another first word nearer to the best, which is first and stays so.
pub fn doubt_first_word(hearing: &mut [Hypothesis]) {
    let Some((best, others)) = hearing.split_first_mut() else { return };
    for other in others.iter_mut().filter(|other| other.words.first() != best.words.first()) {
        other.score = best.score - NEARER * (best.score - other.score);
    }
    others.sort_by(|a, b| b.score.total_cmp(&a.score));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_otherwise_comes_nearer() {
        let heard =
            |words: &str, score| Hypothesis::new(words.split(' ').map(str::to_owned).collect(), score);
        let mut hearing =
            [heard("b vier", 9.0), heard("b drei", 7.0), heard("d vier", 5.0), heard("g vier", 6.0)];
        doubt_first_word(&mut hearing);
        assert_eq!(
            hearing,
            [heard("b vier", 9.0), heard("g vier", 7.5), heard("b drei", 7.0), heard("d vier", 7.0)]
        );
        doubt_first_word(&mut []);
    }
}
