//! A written move is never a move of another piece, or to another square: in no reader, in no language.

use annabella::{
    grammar::{Intent, Moment, Understanding},
    language::LANGUAGES,
    laws::{Game, Role, Verdict, judge},
    notation::{Letters, pgn},
};
use shakmaty::{Chess, Position, Square, san::San};

use crate::{positions::Random, refused_moves::arrives};

/// Positions of games at random, from quiet to empty.
fn positions() -> Vec<Chess> {
    let mut random = Random(7);
    let mut positions = Vec::new();
    for _ in 0..12 {
        let mut position = Chess::default();
        for ply in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.below(moves.len())]);
            if ply % 12 == 5 {
                positions.push(position.clone());
            }
        }
    }
    positions
}

const PIECES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn a_typed_move_is_never_anothers() {
    let mut played = 0;
    for language in LANGUAGES {
        let grammar = crate::grammars::of(language);
        for (n, position) in positions().iter().enumerate() {
            let moment = Moment::of_position(position);
            // Squares written as one piece or another, in the letters of the language and in English ones.
            for (square, i) in Square::ALL.into_iter().zip(n..).skip(n % 4).step_by(4) {
                let role = PIECES[i / 4 % PIECES.len()];
                for letters in [grammar.letters(), &Letters::ENGLISH] {
                    let sign = if position.board().piece_at(square).is_some() { "x" } else { "" };
                    let line = format!("{}{sign}{square}", letters.of_role(role));
                    let understood = grammar.understand_text(&line, &moment);
                    let Understanding::Understood { intent: Intent::Move(attempt), sure: true } = understood
                    else {
                        continue;
                    };
                    let Verdict::Legal(m) = judge(position, &attempt) else { continue };
                    played += 1;
                    // A letter that is a piece's in both languages is this language's.
                    let own = PIECES
                        .into_iter()
                        .find(|own| grammar.letters().of_role(*own) == letters.of_role(role));
                    let meant = own.unwrap_or(role);
                    assert_eq!(
                        (m.role(), arrives(m, position.turn())),
                        (meant, square),
                        "{line} in {}",
                        language.tag
                    );
                }
            }
        }
    }
    assert!(played > 50, "only {played} were played");
}

/// A game with one impossible move of a piece is not another game, in the letters of no language.
#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn a_slip_in_a_score_is_named_and_nothing_else_is_read() {
    let mut random = Random(11);
    let (mut slips, mut scores) = (0, 0);
    for letters in [Letters::ENGLISH, Letters::GERMAN, Letters::FRENCH] {
        for _ in 0..120 {
            let (mut game, mut words) = (Game::default(), Vec::new());
            for _ in 0..8 + random.below(20) {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len())];
                words.push(in_letters(&San::from_move(game.position(), m).to_string(), &letters));
                game.play(m).unwrap();
            }
            let role = PIECES[random.below(PIECES.len())];
            let square = Square::ALL[random.below(64)];
            let slip = format!("{}{square}", letters.of_role(role));
            let turn = game.position().turn();
            if game.position().legal_moves().iter().any(|m| m.role() == role && arrives(*m, turn) == square) {
                continue;
            }
            slips += 1;
            words.push(slip.clone());
            let text = format!("{} *", words.join(" "));
            // As a player's score, it goes exactly so far.
            let sheet = pgn::written_games(&text)[0].score_sheet(game.start());
            let said = sheet.entries.last().unwrap().said;
            let judged = said.map(|said| game.judge(&said));
            assert!(!matches!(judged, Some(Verdict::Legal(_))), "{text}: {judged:?}");
            let read = pgn::games(&text).next().unwrap();
            let Err(error) = read else { panic!("{text}: was read") };
            scores += usize::from(error.to_string().contains(&slip));
        }
    }
    assert!(slips > 300 && scores * 10 > slips * 8, "{slips} slips, {scores} of them named");
}

/// A move in the letters of a language.
#[test]
fn a_pawn_with_a_letter_is_no_other_piece() {
    let read = |moves: &str| {
        let read = pgn::readable_games(moves).next().unwrap();
        (read.game.game.moves().len(), read.fault)
    };
    // A Dutch knight goes there too.
    for (moves, before) in [("1. Pa3 *", 0), ("1. e4 e5 2. Pc3 d6 *", 2), ("1. e4 Pf6 2. d3 *", 1)] {
        let (plies, fault) = read(moves);
        assert_eq!(plies, before, "{moves}");
        assert!(matches!(fault, Some(pgn::PgnError::PawnLetter { .. })), "{moves}: {fault:?}");
    }
    // No other piece goes there, or the game's other letters tell whose they are.
    for (moves, plies) in
        [("1. Pe4 Pe5 *", 2), ("1. Pa3 Nf6 2. Pc3 *", 3), ("1. Pf3 Pf6 2. e4 e5 3. Lc4 *", 5)]
    {
        let read = read(moves);
        assert!(read.0 == plies && read.1.is_none(), "{moves}: {read:?}");
    }
}

fn in_letters(san: &str, letters: &Letters) -> String {
    let role = |c: char| PIECES.into_iter().find(|role| role.upper_char() == c);
    san.chars().map(|c| role(c).map_or(c.to_string(), |role| letters.of_role(role).to_owned())).collect()
}
