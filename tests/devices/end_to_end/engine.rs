//! A short game against an engine, by voice: what it plays is heard, and one's own yes is the press.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    time::{Duration, Instant},
};

use annabella::commands::export;

use crate::{
    end_to_end::{
        ends_sound::{Monitor, Mouth},
        needed,
        talk::LONG,
    },
    program::Program,
};

/// An answer that takes longer than this is none.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is said, and what is answered: in the end it is mate.
const GAME: [(&str, &str); 4] = [
    ("Eva zwei Eva vier", "say: Schwarz: Bauer Eva sieben Eva fünf."),
    ("Läufer Cesar vier", "say: Schwarz: Springer Bella acht Cesar sechs."),
    ("Dame Hector fünf", "say: Schwarz: Springer Gustav acht Felix sechs."),
    ("Dame schlägt Felix sieben", "say: Dame Hector fünf schlägt Felix sieben, matt."),
];

/// An engine that lets itself be mated in four moves.
const ENGINE: &str = "#!/bin/sh
while read -r word rest; do
case $word in
uci) echo id name Stub; echo uciok;;
isready) echo readyok;;
position) position=$rest;;
go) case $position in
*d1h5) echo bestmove g8f6;;
*f1c4) echo bestmove b8c6;;
*) echo bestmove e7e5;;
esac;;
quit) exit;;
esac
done
";

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_game_against_an_engine_is_played_by_voice() {
    let (_, model) = needed();
    let folder = tempfile::tempdir().unwrap();
    // The one that is found first.
    let (engine, journal) = (folder.path().join("stockfish"), folder.path().join("game.jsonl"));
    fs::write(&engine, ENGINE).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let program = Program::start_with(
        folder.path(),
        &[
            "play",
            "--opponent=ask",
            "--move-time=0.1",
            "--model",
            model.to_str().unwrap(),
            "--journal",
            journal.to_str().unwrap(),
        ],
    );
    let (mouth, speaker) = (Mouth::new("de"), Monitor::of("speaker.monitor"));
    // Longer than it takes the speech server to tell that a sentence has sounded.
    let heard = |from: Instant| {
        assert!(speaker.falls_silent(from, Duration::from_millis(600), LONG), "nothing sounded");
    };
    // Where the other side is, is asked and answered by voice too.
    let asked = program.until(LONG, |line| line.starts_with("say: Wo ist der Gegner"));
    heard(asked.expect("a question").0);
    let (mut ready, mut say) = (false, "im Rechner");
    for _ in 0..8 {
        mouth.say(say);
        let answer = program.until(PATIENCE, |line| {
            println!("{line}");
            line.starts_with("say: ")
        });
        // Misheard or not understood: once more.
        let Some((at, told)) = answer else { continue };
        heard(at);
        if told.starts_with("say: Wie stark soll der Rechner spielen") {
            say = "volle Stärke";
        }
        ready = told.starts_with("say: Bereit. Sie haben Weiß");
        if ready {
            break;
        }
    }
    assert!(ready, "the engine was not chosen");
    let mut repeats = 0;
    for (words, answer) in GAME {
        let mut say = words;
        loop {
            mouth.say(say);
            let told =
                program.until(PATIENCE, |line| line.starts_with("say: ") && !line.ends_with("am Zug."));
            println!("{say:?}: {told:?}");
            if let Some((at, _)) = told {
                heard(at);
            }
            match told {
                Some((_, told)) if told == answer => break,
                Some((_, told)) if told.ends_with('?') => say = "ja",
                // Misheard or not understood: once more.
                _ => {
                    repeats += 1;
                    assert!(repeats < 12, "nothing is understood");
                    say = words;
                }
            }
        }
    }
    assert!(program.until(LONG, |line| line.starts_with("score: ")).is_some(), "no score");
    let record = export::journal(&journal, false).unwrap().record;
    assert_eq!(record.game().moves().len(), 7);
    assert_eq!(record.start().black, "Stub");
    println!("{repeats} said again");
}
