//! Compares what was understood of an utterance with what was said.

use crate::{
    grammar::{Intent, Understanding},
    laws::{Chess, Move, Verdict, judge},
};

/// What became of an utterance. For a file with several utterances the greatest outcome counts.
///
/// The read-back does not count as a question here: with `--confirm voice` it follows every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum RecognitionOutcome {
    /// Not understood. If nothing was said to the program, the outcome is [`RecognitionOutcome::Right`] instead.
    Rejected,
    /// Understood after one question that has the right answer.
    Asked,
    /// Understood at once.
    Right,
    /// Misheard, but the program asks, says why the move is illegal or tells something else harmless, and
    /// does nothing.
    WrongAsked,
    /// Misheard and carried out: the worst fault there is.
    WrongAccepted,
}

/// What the words of a label mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelMeaning {
    /// One phrase, or several in one breath.
    Phrase(Vec<Intent>),
    /// Words that are no phrase: a single word said for the recognizer alone.
    Words(Vec<String>),
    /// Nothing for the program.
    Nothing,
}

/// Compares what was understood with what was meant: a phrase or nothing.
///
/// With a `position` the Laws apply: two phrases for the same legal move are equal, and an illegal or ambiguous move
/// is not accepted.
pub fn of_understanding(
    meant: &LabelMeaning,
    understanding: &Understanding,
    position: Option<&Chess>,
) -> RecognitionOutcome {
    let phrase: &[Intent] = match meant {
        LabelMeaning::Phrase(intents) => intents,
        LabelMeaning::Words(_) | LabelMeaning::Nothing => &[],
    };
    let outcome = match understanding {
        Understanding::NotUnderstood { .. } => RecognitionOutcome::Rejected,
        Understanding::Ambiguous(rivals) | Understanding::OneEdit(rivals) => {
            asked(rivals.iter().any(|rival| is_same(std::slice::from_ref(rival), phrase, position)))
        }
        Understanding::Sequence(intents) if is_same(intents, phrase, position) => RecognitionOutcome::Right,
        Understanding::Sequence(_) => RecognitionOutcome::WrongAccepted,
        Understanding::Understood { intent, sure } => {
            let same = is_same(std::slice::from_ref(intent), phrase, position);
            match (same, position.and_then(|position| verdict(position, intent))) {
                (true, _) if *sure => RecognitionOutcome::Right,
                (true, _) => RecognitionOutcome::Asked,
                (false, Some(Verdict::Ambiguous(moves) | Verdict::PromotionMissing(moves))) => {
                    asked(legal(phrase, position).is_some_and(|m| moves.contains(&m)))
                }
                (false, Some(Verdict::Illegal(_))) => RecognitionOutcome::WrongAsked,
                (false, _) if *sure => RecognitionOutcome::WrongAccepted,
                (false, _) => RecognitionOutcome::WrongAsked,
            }
        }
    };
    if *meant == LabelMeaning::Nothing && outcome == RecognitionOutcome::Rejected {
        RecognitionOutcome::Right
    } else {
        outcome
    }
}

/// Compares the phrase that the program asks about with what was meant.
pub fn of_suggestion(meant: &LabelMeaning, suggested: &Intent) -> RecognitionOutcome {
    asked(
        matches!(meant, LabelMeaning::Phrase(intents) if intents.as_slice() == std::slice::from_ref(suggested)),
    )
}

/// Compares words that are no phrase. Only one of the `phrases` as a whole counts as heard, since libvosk makes up
/// sequences of their words.
pub fn of_words(said: &[String], heard: &[String], phrases: &[String]) -> RecognitionOutcome {
    if heard == said {
        RecognitionOutcome::Right
    } else if phrases.contains(&heard.join(" ")) {
        RecognitionOutcome::WrongAccepted
    } else {
        RecognitionOutcome::Rejected
    }
}

/// Returns the outcome of a file with several utterances: the worst mistake, or the best outcome if there was none.
pub fn of_all(
    meant: &LabelMeaning,
    outcomes: impl IntoIterator<Item = RecognitionOutcome>,
) -> RecognitionOutcome {
    let silence = if *meant == LabelMeaning::Nothing {
        RecognitionOutcome::Right
    } else {
        RecognitionOutcome::Rejected
    };
    outcomes.into_iter().max().unwrap_or(silence)
}

/// Counts the insertions, deletions and substitutions that turn `said` into `heard`.
pub fn word_errors(said: &[String], heard: &[String]) -> usize {
    let mut row: Vec<usize> = (0..=heard.len()).collect();
    for (i, word) in said.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in heard.iter().enumerate() {
            let substituted = diagonal + usize::from(word != other);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[heard.len()]
}

fn asked(has_right_answer: bool) -> RecognitionOutcome {
    if has_right_answer { RecognitionOutcome::Asked } else { RecognitionOutcome::WrongAsked }
}

fn is_same(heard: &[Intent], meant: &[Intent], position: Option<&Chess>) -> bool {
    heard == meant || legal(heard, position).is_some_and(|m| legal(meant, position) == Some(m))
}

/// Returns the legal move that a single intent means.
fn legal(intents: &[Intent], position: Option<&Chess>) -> Option<Move> {
    match (intents, position) {
        ([intent], Some(position)) => match verdict(position, intent)? {
            Verdict::Legal(m) => Some(m),
            _ => None,
        },
        _ => None,
    }
}

fn verdict(position: &Chess, intent: &Intent) -> Option<Verdict> {
    match intent {
        Intent::Move(attempt) => Some(judge(position, attempt)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        grammar::{Alternative, Expectation, Grammar, Moment},
        laws::Game,
    };

    /// White has knights on b1 and f3, both of which reach d2.
    const TWO_KNIGHTS: &str = "rnbqkb1r/pppp1ppp/5n2/4p3/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3";

    #[test]
    fn with_the_position_the_move_counts() {
        let check = |said, heard: &[(&str, f32)], outcome| check(said, heard, true, outcome);
        check("springer felix drei eva fünf", &[("springer eva fünf", 0.0)], RecognitionOutcome::Right);
        check("springer eva fünf", &[("springer felix drei eva fünf", 0.0)], RecognitionOutcome::Right);
        // Two knights reach d2, and the question names the right one.
        check("springer bella eins david zwei", &[("springer david zwei", 0.0)], RecognitionOutcome::Asked);
        check("anna drei", &[("springer david zwei", 0.0)], RecognitionOutcome::WrongAsked);
        // The label itself is ambiguous.
        check("springer david zwei", &[("springer david zwei", 0.0)], RecognitionOutcome::Right);
        check("anna drei", &[("anna drei", 0.0), ("anna vier", -0.2)], RecognitionOutcome::Asked);
        check("hector drei", &[("anna drei", 0.0), ("anna vier", -0.2)], RecognitionOutcome::WrongAsked);
        check("anna drei", &[("anna vier", 0.0)], RecognitionOutcome::WrongAccepted);
        check("anna drei", &[("hector fünf", 0.0)], RecognitionOutcome::WrongAsked);
        check("anna drei", &[("ich gebe auf", 0.0)], RecognitionOutcome::WrongAccepted);
        check("anna drei", &[("anna", 0.0)], RecognitionOutcome::Rejected);
        check("anna drei uhr", &[("anna drei uhr", 0.0)], RecognitionOutcome::Right);
        check("anna drei", &[("anna drei uhr", 0.0)], RecognitionOutcome::WrongAccepted);
    }

    #[test]
    fn without_a_position_what_was_said_counts() {
        let check = |said, heard: &[(&str, f32)], outcome| check(said, heard, false, outcome);
        check(
            "springer hector acht gustav sechs",
            &[("springer hector acht gustav sechs", 0.0)],
            RecognitionOutcome::Right,
        );
        check(
            "springer felix drei eva fünf",
            &[("springer eva fünf", 0.0)],
            RecognitionOutcome::WrongAccepted,
        );
        check("anna drei", &[("hector fünf", 0.0)], RecognitionOutcome::WrongAccepted);
        check("kurze rochade", &[("große rochade", 0.0)], RecognitionOutcome::WrongAccepted);
    }

    #[test]
    fn where_nothing_was_said_nothing_may_be_understood() {
        check("", &[("anna", 0.0)], true, RecognitionOutcome::Right);
        check("", &[], true, RecognitionOutcome::Right);
        check("", &[("hector fünf", 0.0)], true, RecognitionOutcome::WrongAsked);
        check("", &[("ja", 0.0)], true, RecognitionOutcome::WrongAccepted);
    }

    #[test]
    fn words_are_heard_whole_or_not_at_all() {
        let phrases = words("drei|kurze rochade|zwei").to_owned();
        for (said, heard, outcome) in [
            ("drei", "drei", RecognitionOutcome::Right),
            ("kurze rochade", "kurze rochade", RecognitionOutcome::Right),
            ("drei", "zwei", RecognitionOutcome::WrongAccepted),
            ("drei", "zwei drei", RecognitionOutcome::Rejected),
            ("drei", "[unk]", RecognitionOutcome::Rejected),
            ("drei", "", RecognitionOutcome::Rejected),
        ] {
            let split = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(of_words(&split(said), &split(heard), &phrases), outcome, "{said}: {heard}");
        }
        fn words(text: &str) -> Vec<String> {
            text.split('|').map(str::to_owned).collect()
        }
    }

    #[test]
    fn the_worst_mistake_in_a_file_counts() {
        use RecognitionOutcome::{Asked, Rejected, Right, WrongAccepted, WrongAsked};
        let phrase = LabelMeaning::Phrase(vec![Intent::Yes]);
        assert_eq!(of_all(&phrase, []), Rejected);
        assert_eq!(of_all(&LabelMeaning::Nothing, []), Right);
        assert_eq!(of_all(&phrase, [Rejected, Asked]), Asked);
        assert_eq!(of_all(&phrase, [Right, WrongAsked]), WrongAsked);
        assert_eq!(of_all(&phrase, [WrongAccepted, Right]), WrongAccepted);
    }

    #[test]
    fn word_errors_are_the_fewest_changes() {
        for (said, heard, errors) in [
            ("", "", 0),
            ("a b c", "a b c", 0),
            ("a b c", "a c", 1),
            ("a b c", "", 3),
            ("", "a b", 2),
            ("a b c d", "b x d d", 3),
            ("a b", "b a", 2),
        ] {
            let split = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(word_errors(&split(said), &split(heard)), errors, "{said} / {heard}");
        }
    }

    fn check(said: &str, heard: &[(&str, f32)], with_position: bool, outcome: RecognitionOutcome) {
        let grammar = Grammar::of(crate::language::LanguageFolder::USUAL);
        let game = Game::from_fen(TWO_KNIGHTS).unwrap();
        let position = game.position();
        let moment = Moment::new(Some(position), &Expectation::Move);
        let meant = match grammar.understand_text(said, &moment) {
            _ if said.is_empty() => LabelMeaning::Nothing,
            Understanding::Understood { intent, .. } => LabelMeaning::Phrase(vec![intent]),
            Understanding::Sequence(intents) => LabelMeaning::Phrase(intents),
            other => panic!("{said}: {other:?}"),
        };
        let alternatives: Vec<Alternative> = heard
            .iter()
            .map(|(words, score)| {
                Alternative::new(words.split_whitespace().map(str::to_owned).collect(), *score)
            })
            .collect();
        let understanding = grammar.understand(&alternatives, &moment);
        let found = of_understanding(&meant, &understanding, with_position.then_some(position));
        assert_eq!(found, outcome, "{said} heard as {heard:?}: {understanding:?}");
    }
}
