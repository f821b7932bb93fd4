//! A sealed move (Guidelines I): nothing the program prints, keeps or exports holds it before it is opened.

use crate::binary::{Home, text};

/// The knight to f3 in all that the program writes. Not "f3" alone: so may the scrambled move or a sum read.
const TRACES: [&str; 10] =
    ["Springer", "springer", "Knight", "Felix", "felix", "Sf3", "Nf3", "-f3", "\"f3\"", "g1"];

#[test]
fn a_sealed_move_is_nowhere_until_it_is_opened() {
    let home = Home::new();
    home.file(
        "evening.txt",
        "e4\ne5\nuhr\nabgabezug\nspringer felix drei\nwiederholen\nsf3\nhilfe\nletzter zug\nzeit\nwiederholen\n",
    );
    let play = ["play", "--text", "evening.txt", "--confirm", "never", "--journal", "game.jsonl"];
    let output = home.run(&[&play[..], &["--time", "90+30"]].concat(), "");
    let mut seen = vec![("terminal".to_owned(), text(&output.stdout) + &text(&output.stderr))];
    assert!(seen[0].1.contains("braille: ") && seen[0].1.contains("Abgegeben."), "{}", seen[0].1);
    for form in ["--pgn", "--text"] {
        let output = home.run(&["export", "game.jsonl", form], "");
        assert!(output.status.success());
        seen.push((format!("export {form}"), text(&output.stdout)));
    }
    // What is shown of the game ends before it: three positions, and the piece still at home.
    let page = text(&home.run(&["export", "game.jsonl", "--html"], "").stdout);
    assert_eq!(page.matches(" data-board=").count(), 3, "{page}");
    assert!(["Sf3", "Felix drei", "Gustav eins"].iter().all(|trace| !page.contains(trace)), "{page}");
    let drawing = text(&home.run(&["export", "game.jsonl", "--svg"], "").stdout);
    assert!(
        drawing.contains("1... e7-e5") && drawing.contains("Springer Bella eins, Gustav eins"),
        "{drawing}"
    );
    // Taken up again: it is still not told, and neither is it by looking at what lies about.
    let output = home.run(&["resume", "game.jsonl", "--text", "-"], "wiederholen\nd4\nletzter zug\n");
    seen.push(("terminal after a power cut".to_owned(), text(&output.stdout) + &text(&output.stderr)));
    for file in files(home.path()).into_iter().filter(|file| !file.ends_with("evening.txt")) {
        let content = std::fs::read(&file).unwrap();
        seen.push((file.display().to_string(), String::from_utf8_lossy(&content).into_owned()));
    }
    assert!(seen.iter().any(|(place, _)| place.ends_with("game.jsonl")));
    for (place, content) in &seen {
        for trace in TRACES {
            assert!(!content.contains(trace), "{trace} in {place}: {content}");
        }
    }
    let output = home.run(&["resume", "game.jsonl", "--text", "-"], "öffnen\nja\n");
    assert!(text(&output.stdout).contains("say: Springer Gustav eins Felix drei."), "{output:?}");
    let output = home.run(&["export", "game.jsonl", "--pgn"], "");
    assert!(text(&output.stdout).replace('\n', " ").contains("2. Nf3"));
}

fn files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
