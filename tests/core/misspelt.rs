//! Slips of the keyboard: what was nearly typed is asked about, and is never a move of another piece.

use annabella::{
    grammar::{Intent, Moment, Understanding},
    language::LANGUAGES,
    laws::{Chess, Color, Position, Role, Verdict, judge},
};

use crate::positions::Random;

const PIECES: [(&str, [&str; 5]); 2] = [
    ("de", ["Springer", "Läufer", "Turm", "Dame", "König"]),
    ("en", ["knight", "bishop", "rook", "queen", "king"]),
];

const ROLES: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// The word with a letter left out, doubled, changed with the next one, or replaced; the first stays.
fn with_a_slip(random: &mut Random, word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = 1 + random.below(letters.len() - 1);
    match random.below(4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        2 if at + 1 < letters.len() => letters.swap(at, at + 1),
        _ => letters[at] = char::from(b'a' + u8::try_from(random.below(26)).unwrap()),
    }
    letters.into_iter().collect()
}

#[test]
fn a_slip_in_a_piece_is_asked_about_and_is_no_other_piece() {
    let random = &mut Random(0x511b);
    for (language, (tag, names)) in LANGUAGES.into_iter().zip(PIECES) {
        assert_eq!(language.tag, tag);
        let grammar = crate::grammars::of(language);
        let (mut tried, mut asked) = (0, 0);
        for _ in 0..12 {
            let mut position = Chess::default();
            for _ in 0..30 {
                let Some(m) = random.legal_move(&position) else { break };
                let piece = ROLES.iter().position(|role| *role == m.role() && !m.is_castle());
                if let Some(piece) = piece {
                    let word = with_a_slip(random, names[piece]);
                    let line = format!("{word} {}", m.to());
                    let is_slip = word != names[piece]
                        && grammar
                            .understand_text(&word, &Moment::of_position(&position))
                            .certain()
                            .is_none();
                    let understood = grammar.understand_text(&line, &Moment::of_position(&position));
                    tried += usize::from(is_slip);
                    if let Understanding::Understood { intent: Intent::Move(attempt), sure } = &understood
                        && is_slip
                    {
                        assert!(!sure, "{tag}: {line}: {understood:?}");
                        if let Verdict::Legal(read) = judge(&position, attempt) {
                            assert_eq!((read.role(), read.to()), (m.role(), m.to()), "{tag}: {line}");
                        }
                        asked += 1;
                    } else if is_slip && matches!(understood, Understanding::Ambiguous(_)) {
                        asked += 1;
                    }
                }
                position.play_unchecked(m);
            }
        }
        assert!(tried > 100 && asked * 10 > tried * 8, "{tag}: {asked} of {tried}");
    }
}

/// What is declared by a slip counts only after a yes.
#[test]
fn nothing_is_declared_by_a_slip() {
    let position = Chess::default();
    for (language, lines) in LANGUAGES.into_iter().zip([
        ["ich gbee auf", "weiß gibt auff", "remis anbeiten", "parite beenden", "koreektur"],
        ["i resgin", "white resings", "ofer a draw", "leav the game", "corection"],
    ]) {
        let grammar = crate::grammars::of(language);
        let moment = Moment { turn: Some(Color::White), ..Moment::of_position(&position) };
        for line in lines {
            let understood = grammar.understand_text(line, &moment);
            assert!(!understood.is_understood(), "{line}: {understood:?}");
            assert!(grammar.nearest(line, &moment).is_some(), "{line}: nothing is asked");
        }
    }
}
