//! What the arbiter ruled, in the account, in the score and in the letters one wants; and scores of others, spoken.

use crate::binary::Home;

const EVENING: &str = "uhr
e2e4
uhr
schiedsrichter
zwei minuten mehr für schwarz
verwarnung weiß
strafe weiß
korrektur
weiter
e7e5
uhr
g1f3
regelwidriger zug weiß
nein
schiedsrichter
schwarz verliert
ja
";

#[test]
fn rulings_are_in_the_account_and_in_the_score() {
    let home = Home::new();
    let play = ["play", "--confirm", "never", "--time", "60", "--journal", "game.jsonl", "--text", "-"];
    assert!(home.run(&play, EVENING).status.success());
    let printed = |arguments: &[&str]| String::from_utf8(home.run(arguments, "").stdout).unwrap();
    let account = printed(&["export", "game.jsonl", "--audit", "--raw"]);
    for line in [
        "arbiter       ruled: about time-added, article 12.9, details black 0:02:00",
        "arbiter       time-set: left ms 37",
        "arbiter       ruled: about warning, article 12.9, details white",
        "arbiter       ruling-taken-back",
        "arbiter       report illegal-move: denied",
        "arbiter       ruled: about lost, article 12.9, details black",
    ] {
        assert!(account.contains(line), "{line}\n{account}");
    }
    let score = printed(&["export", "game.jsonl"]).replace('\n', " ");
    for remark in [
        "{arbiter: time-added black 0:02:00 (12.9)}",
        "{arbiter: warning white (12.9)}",
        "{arbiter: lost black (12.9)} 1-0",
    ] {
        assert!(score.contains(remark), "{remark}\n{score}");
    }
    assert!(score.contains("[Termination \"adjudication\"]"), "{score}");
    assert!(!score.contains("penalty"), "what was taken back is in the account alone: {score}");
    let german = printed(&["export", "game.jsonl", "--letters", "de"]);
    assert!(german.contains("2. Sf3"), "{german}");
    let output = home.run(&["export", "game.jsonl", "--letters", "tlh"], "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && error.contains("no letters of 'tlh', expected one of en, de"),
        "{error}"
    );
}

/// A game that is over is the arbiter's until nothing has been said for a while; typed input that ends, ends it.
#[test]
fn a_finished_game_is_taken_up_by_the_arbiter() {
    let home = Home::new();
    let play = ["play", "--confirm", "never", "--journal", "game.jsonl", "--text", "-"];
    assert!(home.run(&play, "e2e4\nich gebe auf\nweiß\nja\n").status.success());
    let resumed = home.run(
        &["resume", "game.jsonl", "--text", "-"],
        "schiedsrichter\npartie fortsetzen\nweiter\ne7e5\nja\n",
    );
    let printed = String::from_utf8(resumed.stdout).unwrap();
    assert!(printed.contains("say: Bauer Eva sieben Eva fünf."), "{printed}");
    let score = String::from_utf8(home.run(&["export", "game.jsonl"], "").stdout).unwrap();
    assert!(score.contains("1. e4 {arbiter: reopened (12.2)} 1... e5 *"), "{score}");
}

#[test]
fn scores_in_any_letters_are_spoken_and_a_bad_one_spoils_no_other() {
    let home = Home::new();
    let scores = "1. e2-e4 e7-e5 2. Sg1-f3 *\n\n1. e4 e5 2. Zf3 *\n\n1. d4 (1. e4 e5 *\n\n1. ♘f3 *\n";
    std::fs::write(home.path().join("scores.pgn"), scores).unwrap();
    let output = home.run(&["speak", "scores.pgn", "--form", "short"], "");
    assert!(!output.status.success());
    let spoken = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        spoken,
        "Eva vier\nEva fünf\nSpringer Felix drei\n\nEva vier\nEva fünf\n\nDavid vier\n\nSpringer Felix drei\n"
    );
    let faults = String::from_utf8(output.stderr).unwrap();
    assert!(faults.contains("game 2, move 2. Zf3: cannot be read"), "{faults}");
    assert!(faults.contains("game 3, before move 1...: a variation begins that is never closed"), "{faults}");
}

/// A move that is put back takes nothing with it that was ruled; the account names where the game went back to.
#[test]
fn a_ruling_stays_in_the_score_when_its_move_is_put_back() {
    let home = Home::new();
    let play = ["play", "--confirm", "never", "--time", "60", "--journal", "game.jsonl", "--text", "-"];
    let evening = "uhr\ne2e4\nuhr\ne7e5\nuhr\ng1f3\nuhr\nregelwidriger zug\nja\nweiter\nweiß gibt auf\nja\n";
    assert!(home.run(&play, evening).status.success());
    let printed = |arguments: &[&str]| String::from_utf8(home.run(arguments, "").stdout).unwrap();
    let score = printed(&["export", "game.jsonl"]).replace('\n', " ");
    assert!(score.contains("{arbiter: illegal-move (7.5.1)} 0-1") && !score.contains("Nf3"), "{score}");
    for (language, told) in [
        ("de", ["Am Brett: 2. Sf3\n", "Schiedsrichter: zurück zur Stellung nach 1... e5\n", "begonnen am "]),
        ("en", ["Board: 2. Nf3\n", "arbiter: back to the position after 1... e5\n", "game begun on "]),
    ] {
        let account = printed(&["export", "game.jsonl", "--audit", "--language", language]);
        for told in told {
            assert!(account.to_lowercase().contains(&told.to_lowercase()), "{told}: {account}");
        }
    }
}
