//! Boards that differ (D.2.9): the last point of agreement of two scores, and who puts what right.

use std::time::Duration;

use annabella::laws::{
    Attempt, ByColor, Divergence, EntryReading, Game, Move, Position, Role, ScoreSheet, Scores, SlipKind,
    Square, compare,
};
use proptest::prelude::*;
use shakmaty::san::San;

#[test]
fn scores_that_agree() {
    check("e4 e5 Nf3", "e4 e5 Nf3", 3, &[], "agree");
    // Long and short, with what one need not write.
    check("e2e4 e5 Ng1f3", "e4 e5 Nf3", 3, &[], "agree");
    check("e4 d5 exd5", "e4 d5 ed", 3, &[], "agree");
    check("", "", 0, &[], "agree");
}

#[test]
fn one_may_not_have_written_the_last_moves() {
    check("e4 e5 Nf3", "e4 e5", 2, &[], "Black is 1 short");
    check("e4", "e4 e5 Nf3", 1, &[], "White is 2 short");
}

#[test]
fn scores_that_part() {
    check("e4 e5 Nf3 Nc6", "e4 e5 Nc3 Nc6", 2, &[], "part g1f3 b1c3");
    check("e4", "d4", 0, &[], "part e2e4 d2d4");
    // Alike afterwards or not: two legal moves that differ are a difference.
    check("e4 e5 Nf3 Nc6 Bb5 a6", "e4 e5 Nc3 Nc6 Bb5 a6", 2, &[], "part g1f3 b1c3");
    // The last entry of one makes no sense, and nothing after it shows what was meant.
    check("e4 e5 Bb6", "e4 e5 Bb5", 2, &[], "part illegal f1b5");
    check("e4 e5 ???", "e4 e5 Bb5", 2, &[], "part unreadable f1b5");
    check("e4 e5 ???", "e4 e5 ???", 2, &[], "part unreadable unreadable");
}

#[test]
fn slips_the_other_score_puts_right() {
    let ruy = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6";
    check("e4 e5 Nf3 Nc6 Bb6 a6 Ba4 Nf6", ruy, 8, &["White 4 Illegal"], "agree");
    check(ruy, "e4 e5 Nf3 Nc6 ??? a6 Ba4 Nf6", 8, &["Black 4 Unreadable"], "agree");
    check("e4 e5 Nf3 Nc6 Bb5 a6 ??? Nf6", ruy, 8, &["White 6 Unreadable"], "agree");
    check("e4 e5 Nf3 Nc6 a6 Ba4 Nf6", ruy, 8, &["White 4 Omitted"], "agree");
    check(
        "e4 e5 Nf3 a6 Ba4 Nf6 O-O",
        &format!("{ruy} O-O"),
        9,
        &["White 3 Omitted", "White 4 Omitted"],
        "agree",
    );
    check(ruy, "e4 e5 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", 8, &["Black 2 Doubled"], "agree");
    // Which knight: the other score tells.
    let knights = "d4 d5 Nf3 Nf6 Nbd2 e6";
    check("d4 d5 Nf3 Nf6 Nd2 e6", knights, 6, &["White 4 Unclear"], "agree");
    // Two slips in different places, one in each.
    check(
        "e4 e5 Nf3 ??? Bb5 a6 Ba4 Nf6",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba8 Nf6",
        8,
        &["White 3 Unreadable", "Black 6 Illegal"],
        "agree",
    );
}

#[test]
fn the_same_unclear_move_in_both_is_settled_by_what_follows() {
    // From f3, because the knight on b1 comes to c3 next.
    let both = "d4 d5 Nf3 Nf6 Nd2 e6 Nc3 Be7";
    check(both, both, 8, &["White 4 Unclear", "Black 4 Unclear"], "agree");
    let open = "d4 d5 Nf3 Nf6 Nd2";
    check(open, open, 4, &[], "part unclear unclear");
}

#[test]
fn where_scores_part_the_times_go_back_in_proportion() {
    let comparison =
        compare(Game::default().start(), &scores("e4 e5 Nf3 Nc6 Bb5 a6 Ba4", "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3"));
    assert_eq!(comparison.agreed.len(), 3);
    // White has made two moves of four by then, Black one of three.
    let used = ByColor { white: Duration::from_secs(80), black: Duration::from_secs(90) };
    let times = comparison.times(used, ByColor { white: 4, black: 3 });
    assert_eq!((times.white.as_secs(), times.black.as_secs()), (40, 30));
}

proptest! {
    /// Entries nobody can read, each with at least two good ones after it, hide nothing of the game.
    #[test]
    fn unreadable_entries_are_put_right(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 4..60),
        slips in prop::collection::vec((0usize..20, any::<bool>()), 0..8),
    ) {
        let mut game = Game::default();
        for choice in choices {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[choice.index(moves.len())]).expect("a legal move");
        }
        let plies = game.moves().len();
        let sheet = |white: bool| -> ScoreSheet {
            let slip = |ply: usize| slips.iter().any(|(third, whose)| 3 * third == ply && *whose == white);
            let entries = game.moves().iter().enumerate();
            entries.map(|(ply, m)| ("", (!slip(ply) || ply + 2 >= plies).then(|| Attempt::from(*m)))).collect()
        };
        let scores = ByColor { white: sheet(true), black: sheet(false) };
        let both = |third: usize| [true, false].iter().all(|whose| slips.contains(&(third, *whose)));
        let hopeless = (0..20).find(|third| both(*third) && 3 * third + 2 < plies);
        let comparison = compare(game.start(), &scores);
        prop_assert_eq!(&comparison.agreed[..], &game.moves()[..hopeless.map_or(plies, |third| 3 * third)]);
        prop_assert_eq!(comparison.agrees(), hopeless.is_none());
    }
}

/// Compares two scores: half-moves agreed, slips as "player ply kind", and how they go on.
fn check(white: &str, black: &str, agreed: usize, slips: &[&str], end: &str) {
    let comparison = compare(Game::default().start(), &scores(white, black));
    assert_eq!(comparison.agreed.len(), agreed, "{white} | {black}: {:?}", comparison.divergence);
    let found: Vec<String> = comparison
        .slips
        .iter()
        .map(|slip| {
            let kind: SlipKind = slip.kind;
            format!("{:?} {} {kind:?}", slip.player, slip.ply)
        })
        .collect();
    assert_eq!(found, slips, "{white} | {black}");
    let reading = |reading: &EntryReading| match reading {
        EntryReading::Move(m) => uci(*m),
        EntryReading::Unclear(_) => "unclear".to_owned(),
        EntryReading::Illegal(_) => "illegal".to_owned(),
        EntryReading::Unreadable => "unreadable".to_owned(),
        EntryReading::Ended => "ended".to_owned(),
    };
    let told = match &comparison.divergence {
        Divergence::Agree => "agree".to_owned(),
        Divergence::Shorter { player, unconfirmed } => format!("{player:?} is {} short", unconfirmed.len()),
        Divergence::Conflict(readings) => {
            format!("part {} {}", reading(&readings.white), reading(&readings.black))
        }
    };
    assert_eq!(told, end, "{white} | {black}");
    assert_eq!(comparison.agrees(), !end.starts_with("part"));
}

fn uci(m: Move) -> String {
    m.to_uci(shakmaty::CastlingMode::Standard).to_string()
}

fn scores(white: &str, black: &str) -> Scores {
    let sheet =
        |text: &str| -> ScoreSheet { text.split_whitespace().map(|word| (word, read(word))).collect() };
    ByColor { white: sheet(white), black: sheet(black) }
}

/// Reads plain algebraic notation, `e2e4` and `ed`; what else there is belongs to the notation.
fn read(word: &str) -> Option<Attempt> {
    if let Some(attempt) = read_files(word) {
        return Some(attempt);
    }
    let long: String = word.trim_start_matches(|letter: char| letter.is_ascii_uppercase()).to_owned();
    if let (Some(Ok(from)), Some(Ok(to))) =
        (long.get(..2).map(str::parse::<Square>), long.get(2..).map(str::parse::<Square>))
    {
        return Some(Attempt::squares(from, to));
    }
    let San::Normal { role, file, rank, capture, to, promotion } = word.parse().ok()? else {
        let side =
            if word == "O-O" { shakmaty::CastlingSide::KingSide } else { shakmaty::CastlingSide::QueenSide };
        return Some(Attempt::castling(side)).filter(|_| word.starts_with("O-O"));
    };
    let from = annabella::laws::PartialSquare { file, rank };
    Some(Attempt {
        role: Some(role),
        from,
        to: to.into(),
        captures: capture,
        promotion,
        ..Attempt::default()
    })
}

fn read_files(word: &str) -> Option<Attempt> {
    let mut letters = word.chars();
    let file = |letter: Option<char>| {
        let file = letter.and_then(shakmaty::File::from_char)?;
        Some(annabella::laws::PartialSquare { file: Some(file), rank: None })
    };
    let (from, to) = (file(letters.next())?, file(letters.next())?);
    letters.next().is_none().then(|| Attempt { role: Some(Role::Pawn), from, to, ..Attempt::default() })
}
