//! Whatever is said in a form the grammar has is heard as what was said; whatever else is said does
//! no harm.

use annabella::grammar::{Alternative, Expectation, Grammar, Intent, Understanding};
use annabella::laws::{Chess, Game, Move, Position, Role, Verdict, judge};
use annabella::notation::{MoveForm, SpokenNames, long, san, speak};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::german::{GRAMMAR, moment};
use crate::heard::hearings;

/// Which kinds of castling, promotion and capture come up is left to chance, so positions that are
/// rich in them are among the starts.
const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "1n2k1n1/P1P4P/8/3pP3/2pP4/8/p1p4p/1N2K1N1 w - d6 0 1",
    "Q2Q4/6q1/8/Q7/8/6k1/7q/1K6 w - - 0 1",
    "4k3/1N3N2/8/3p4/8/1N3N2/4P1P1/4K3 w - - 0 1",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "takes ten seconds; `make test` runs it"]
    fn every_legal_move_in_every_form_is_heard_as_that_move(
        start in 0..STARTS.len(),
        game in prop::collection::vec(any::<Index>(), 0..60),
    ) {
        let position = played(STARTS[start], &game);
        for m in position.legal_moves() {
            for (words, exact) in forms(&position, m) {
                check(&position, &hear(&position, &words), m, exact, &words);
                check(&position, &type_in(&position, &words.to_uppercase()), m, exact, &words);
            }
            for line in written(&position, m) {
                check(&position, &type_in(&position, &line), m, true, &line);
            }
        }
    }

    #[test]
    fn every_phrase_of_the_moment_is_words_the_recognizer_can_take(index in any::<Index>()) {
        let position = Chess::default();
        let phrases = GRAMMAR.with(|g| g.phrases(&moment(&position, &Expectation::Move)));
        let phrase = index.get(&phrases);
        prop_assert!(!phrase.is_empty() && !phrase.contains("  ") && phrase.trim() == phrase);
        prop_assert!(phrase.chars().all(|c| c == ' ' || c.is_lowercase()), "{phrase}");
    }

    #[test]
    fn no_row_of_words_panics_or_is_taken_for_two_things(
        rows in prop::collection::vec(
            (prop::collection::vec(any::<Index>(), 0..14), -20.0f32..20.0), 0..8),
        question in 0..5usize,
    ) {
        let position = played(STARTS[2], &[]);
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let expects = match question {
            0 => Expectation::Move,
            1 => Expectation::WhichPiece(moves),
            2 => Expectation::Promotion(moves),
            3 => Expectation::WhereTo { role: Role::Knight, moves },
            _ => Expectation::DrawAnswer,
        };
        GRAMMAR.with(|grammar| {
            let alternatives: Vec<Alternative> = rows
                .iter()
                .map(|(words, score)| {
                    let word = |index: &Index| index.get(grammar.words()).clone();
                    Alternative::new(words.iter().map(word).collect(), *score)
                })
                .collect();
            let moment = moment(&position, &expects);
            match grammar.understand(&alternatives, &moment) {
                // What is said to be legal is.
                Understanding::Sequence(intents) => assert!(intents.len() > 1),
                Understanding::Ambiguous(intents) | Understanding::OneEdit(intents) => {
                    assert!(!intents.is_empty());
                    for (at, intent) in intents.iter().enumerate() {
                        assert!(!intents[at + 1..].contains(intent));
                    }
                }
                _ => {}
            }
        });
    }

    /// However much clearer it is in the others, no move is played that is another one in a hearing.
    #[test]
    fn hearings_that_are_different_moves_are_asked_about(
        start in 0..STARTS.len(),
        game in prop::collection::vec(any::<Index>(), 0..40),
        moves in any::<[Index; 2]>(),
        form in any::<Index>(),
        odd in 0..3usize,
        below in prop::collection::vec(0.1f32..20.0, 3),
    ) {
        let position = played(STARTS[start], &game);
        let [one, other] = moves.map(|index| *index.get(&position.legal_moves()));
        prop_assume!(one != other);
        let said = [one, other].map(|m| {
            let forms = forms(&position, m).into_iter().filter(|(_, exact)| *exact);
            form.get(&forms.map(|(words, _)| words).collect::<Vec<_>>()).clone()
        });
        let each = below.iter().enumerate().map(|(hearing, below)| {
            let best = usize::from(hearing == odd);
            [(said[best].as_str(), 50.0), (said[1 - best].as_str(), 50.0 - below)]
        });
        let understood = GRAMMAR
            .with(|grammar| grammar.understand(&hearings(each), &moment(&position, &Expectation::Move)));
        let is_played =
            matches!(understood, Understanding::Understood { sure: true, .. } | Understanding::Sequence(_));
        prop_assert!(!is_played, "{said:?}: {understood:?}");
    }

    #[test]
    #[ignore = "takes ten seconds; `make test` runs it"]
    fn no_typed_line_panics(line in ".{0,40}") {
        type_in(&Chess::default(), &line);
    }

    #[test]
    #[ignore = "takes ten seconds; `make test` runs it"]
    fn no_grammar_file_panics(cut in any::<Index>(), put in "[\\[\\](){}<>|a-z= \"\n]{0,6}") {
        let text = include_str!("../../grammars/de/words.toml");
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let at = *cut.get(&places);
        let broken = format!("{}{put}{}", &text[..at], &text[at..]);
        if let Err(error) = Grammar::parse(&broken, "the grammar") {
            let sentence = error.to_string();
            prop_assert!(!sentence.contains('\n') && sentence.contains("line "), "{sentence}");
        }
    }
}

/// The position after a row of moves chosen by chance, before the game ends.
fn played(start: &str, game: &[Index]) -> Chess {
    let mut position = Game::from_fen(start).unwrap().position().clone();
    for index in game {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut next = position.clone();
        next.play_unchecked(*index.get(&moves));
        if next.is_game_over() {
            break;
        }
        position = next;
    }
    position
}

/// All ways to say a move, and whether the way tells it from every other move.
fn forms(position: &Chess, m: Move) -> Vec<(String, bool)> {
    GRAMMAR.with(|grammar| {
        let names = grammar.spoken();
        let mut forms: Vec<(String, bool)> = [MoveForm::Full, MoveForm::Short, MoveForm::Squares]
            .map(|form| (speak(position, m, names, form).to_lowercase(), true))
            .into();
        if let Some(side) = m.castling_side() {
            return vec![(names.castling(side).to_lowercase(), true)];
        }
        let piece = names.piece(m.role());
        let (from, to) = (m.from().unwrap(), m.to());
        let (from_file, to_file) = (names.file(from.file()), names.file(to.file()));
        let (from_square, to_square) = (names.square(from), names.square(to));
        let ending = ending(m, names);
        let captured = m.capture().map(|role| names.piece(role));
        forms.extend([
            (format!("{piece} {from_square} {to_square}{ending}"), true),
            (format!("{piece} von {from_square} nach {to_square}{ending}"), true),
            (format!("der {piece} {from_square} nach {to_square}{ending}"), true),
            (format!("{from_square} nach {to_square}{ending}"), true),
            (format!("{piece} {from_file} {to_square}{ending}"), false),
            (format!("{piece} {} {to_square}{ending}", names.rank(from.rank())), false),
            (format!("{piece} {to_square}{ending}"), false),
            (format!("{piece} nach {to_square}{ending}"), false),
        ]);
        if m.role() == Role::Pawn {
            forms.push((format!("{to_square}{ending}"), false));
        }
        if let Some(captured) = captured {
            forms.extend([
                (format!("{piece} {from_square} schlägt {to_square}{ending}"), true),
                (format!("{piece} {from_square} schlägt {captured} auf {to_square}{ending}"), true),
                (format!("{from_square} nimmt {to_square}{ending}"), true),
                (format!("{piece} schlägt {captured}{ending}"), false),
                (format!("{piece} schlägt {to_square}{ending}"), false),
                (format!("schlägt {captured}{ending}"), false),
            ]);
            if m.role() == Role::Pawn {
                forms.extend([
                    (format!("{from_file} schlägt {to_square}{ending}"), false),
                    (format!("{from_file} schlägt {to_file}{ending}"), false),
                    (format!("{piece} {from_file} schlägt {to_file}{ending}"), false),
                    (format!("{from_file} schlägt {captured}{ending}"), false),
                ]);
            }
        }
        let mut after = position.clone();
        after.play_unchecked(m);
        if after.is_check() {
            let check = if after.is_checkmate() { "matt" } else { "schach" };
            forms.push((format!("{} {check}", forms[0].0), true));
            forms.push((format!("{check} {}", forms[0].0), true));
        }
        forms.iter().map(|(words, exact)| (words.to_lowercase(), *exact)).collect()
    })
}

fn ending(m: Move, names: &SpokenNames) -> String {
    match m.promotion() {
        Some(role) if role == Role::Queen || role == Role::Rook => format!(" {}", names.piece(role)),
        Some(role) => format!(" wird {}", names.piece(role)),
        None if m.is_en_passant() => " en passant".to_owned(),
        None => String::new(),
    }
}

fn written(position: &Chess, m: Move) -> Vec<String> {
    GRAMMAR.with(|g| vec![san(position, m, g.letters()), long(position, m, g.letters())])
}

/// `exact`: it must be that move. Otherwise it may be asked which, with that move among them.
fn check(position: &Chess, heard: &Understanding, m: Move, exact: bool, words: &str) {
    let Understanding::Understood { intent: Intent::Move(attempt), .. } = heard else {
        panic!("{words}: {heard:?}, expected {m:?} in {position:?}")
    };
    match judge(position, attempt) {
        Verdict::Legal(found) => assert_eq!(found, m, "{words}"),
        Verdict::Ambiguous(moves) => assert!(!exact && moves.contains(&m), "{words}: {moves:?}"),
        other => panic!("{words}: {other:?}, expected {m:?} in {position:?}"),
    }
}

fn hear(position: &Chess, words: &str) -> Understanding {
    let words = words.split_whitespace().map(str::to_owned).collect();
    let alternatives = [Alternative::new(words, 0.0)];
    GRAMMAR.with(|grammar| grammar.understand(&alternatives, &moment(position, &Expectation::Move)))
}

fn type_in(position: &Chess, line: &str) -> Understanding {
    GRAMMAR.with(|grammar| grammar.understand_text(line, &moment(position, &Expectation::Move)))
}
