//! A game reviewed by voice: its three moments are told, and the better moves are spoken.

use std::{fs, os::unix::fs::PermissionsExt};

use annabella::school::read_puzzles;

use crate::end_to_end::{
    learnt::answers_task,
    needed,
    reviewed_game::{REVIEWED, engine_that_knows_it},
    talk::Talk,
};

/// What was played, which the program tells; the question, the user's own moves first; and what is said.
const MOMENTS: [(&str, &str, &str); 3] = [
    (
        "Zug 4: Suchen Sie einen besseren Zug als Dame Eva fünf Gustav drei.",
        "Weiß zieht. Ein Zug ist viel besser als alle anderen.",
        "Dame Felix vier",
    ),
    (
        "Zug 5: Suchen Sie einen besseren Zug als Springer Bella eins Cesar drei.",
        "Weiß zieht. Nur ein Zug hält die Stellung.",
        "Läufer Cesar vier",
    ),
    (
        "Zug 2: Suchen Sie einen besseren Zug als Springer Gustav acht Felix sechs.",
        "Schwarz zieht. Nur ein Zug hält die Stellung.",
        "Springer Cesar sechs",
    ),
];

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_review_is_answered_by_voice() {
    let (_, model) = needed();
    let folder = tempfile::tempdir().unwrap();
    let (engine, game) = (folder.path().join("stockfish"), folder.path().join("game.pgn"));
    fs::write(&engine, engine_that_knows_it(":")).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(&game, REVIEWED).unwrap();
    let arguments = ["review", game.to_str().unwrap(), "--user", "white", "--model", model.to_str().unwrap()];
    let mut talk = Talk::with_programs_in(folder.path(), &arguments);
    talk.are_told(["Ich sehe mir die Partie an"]);
    talk.are_told(["3 Züge haben die Partie entschieden."]);
    let mut right = 0;
    for (moment, question, words) in MOMENTS {
        talk.are_told([moment]);
        let asked = talk.are_told([question]);
        talk.sounds(asked);
        right += usize::from(answers_task(&mut talk, &[words]));
    }
    talk.are_told(["Die Analyse ist zu Ende"]);
    println!("{right} of {} found, {} said again", MOMENTS.len(), talk.repeats);
    // What is misheard three times in a row is shown; that is the exception.
    assert!(right > MOMENTS.len() / 2, "hardly anything is understood");
    // They come again among the puzzles.
    let kept = fs::read_to_string(folder.path().join("annabella/puzzles.epd")).unwrap();
    let file = read_puzzles(&kept);
    assert!(file.faults.is_empty() && file.puzzles.len() == MOMENTS.len(), "{kept}");
}
