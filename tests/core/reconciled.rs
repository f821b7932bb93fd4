//! Two scores of one game with a slip in either: the ruling names the first place where they part, and goes back no further
//! and not beyond.

use annabella::{
    commands::reconcile::{ReconcileError, reconcile},
    language::{Catalogue, LanguageFolder},
    laws::{Color, Game, Position},
};
use shakmaty::san::SanPlus;

use crate::positions::Random;

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn the_first_place_where_two_scores_part_is_named() {
    let words = LanguageFolder::ENGLISH.catalogue();
    let mut random = Random(5_150);
    let (mut parted, mut supplied, mut agreed) = (0, 0, 0);
    for n in 0..400 {
        let game = played(&mut random);
        let whole = words_of(&game);
        let scores = [slipped(&game, &whole, &mut random), slipped(&game, &whole, &mut random)];
        let first = scores.each_ref().map(|score| first_difference(score, &whole));
        let (a, b) = (first[0].unwrap_or(usize::MAX), first[1].unwrap_or(usize::MAX));
        // Where both have their slip within three half-moves, neither supplies what the other lacks.
        if a.abs_diff(b) <= 3 && a != b {
            continue;
        }
        let told = ruling(&scores, &words);
        if told.is_empty() {
            continue;
        }
        let log = || format!("{n}: {told}\n{whole:?}\n{scores:?}");
        if scores[0] == scores[1] {
            assert!(told.starts_with("The scores agree") || a < whole.len(), "{}", log());
            agreed += 1;
            continue;
        }
        if a == b {
            continue;
        }
        let first = a.min(b);
        let (line, rest) = told.split_once('\n').unwrap();
        let place = place(&game, first);
        let ends = scores.iter().any(|score| score.len() == first);
        if ends && line.starts_with("The scores agree") {
            let last =
                first.checked_sub(1).map(|last| format!("{} {}.", self::place(&game, last), whole[last]));
            assert!(last.is_none_or(|last| line.ends_with(&last)), "{}", log());
        } else if line.contains(" score: move ") {
            assert!(line.contains(&format!(" score: move {place} ")), "{}", log());
            supplied += 1;
        } else {
            assert!(line.ends_with(&format!("part at move {place}")), "{}", log());
            let back = first
                .checked_sub(1)
                .map(|last| format!("after {} {}:", self::place(&game, last), whole[last]));
            assert!(rest.contains(back.as_deref().unwrap_or("at the start:")), "{}", log());
            parted += 1;
        }
    }
    assert!(parted > 60 && supplied > 60 && agreed > 5, "{parted} {supplied} {agreed}");
}

fn played(random: &mut Random) -> Game {
    let mut game = Game::default();
    for _ in 0..12 + random.below(50) {
        let Some(m) = random.legal_move(game.position()) else { break };
        if game.play(m).is_err() {
            break;
        }
    }
    game
}

fn words_of(game: &Game) -> Vec<String> {
    let san = |(ply, m): (usize, &_)| SanPlus::from_move(game.position_at(ply).clone(), *m).to_string();
    game.moves().iter().enumerate().map(san).collect()
}

/// The score with a slip in it: a half-move is missing, is another one, cannot be read; or it ends.
fn slipped(game: &Game, whole: &[String], random: &mut Random) -> Vec<String> {
    let at = random.below(whole.len());
    let mut score = whole.to_vec();
    match random.below(5) {
        0 => {}
        1 => drop(score.remove(at)),
        2 => {
            let position = game.position_at(at);
            if let Some(other) = random.legal_move(position) {
                score[at] = SanPlus::from_move(position.clone(), other).to_string();
            }
        }
        3 => score[at] = "Xq9".to_owned(),
        _ => score.truncate(at),
    }
    score
}

fn first_difference(score: &[String], whole: &[String]) -> Option<usize> {
    let shared = score.iter().zip(whole).take_while(|(own, played)| own == played).count();
    (shared < whole.len()).then_some(shared)
}

/// What is ruled, in lines; a score is written as players do, with a number before each half-move of White.
fn ruling(scores: &[Vec<String>; 2], words: &Catalogue) -> String {
    let text = |score: &Vec<String>| {
        let numbered = score.iter().enumerate().map(|(ply, word)| match ply % 2 {
            0 => format!("{}. {word}", ply / 2 + 1),
            _ => word.clone(),
        });
        "[Event \"?\"]\n\n".to_owned() + &numbered.collect::<Vec<_>>().join(" ") + " *\n"
    };
    match reconcile(&text(&scores[0]), &text(&scores[1]), None) {
        Ok(report) => report.told(words),
        // A score without a move is none.
        Err(ReconcileError::NoScore { .. }) if scores.iter().any(Vec::is_empty) => String::new(),
        Err(error) => panic!("{error}"),
    }
}

fn place(game: &Game, ply: usize) -> String {
    let position = game.position_at(ply);
    format!("{}{}", position.fullmoves(), if position.turn() == Color::White { "." } else { "..." })
}
