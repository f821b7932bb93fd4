//! Pictures of every view of the braille line: at 12, 20, 40 and 80 cells, in German and English, as characters and
//! as the dots of computer braille. `UPDATE_TRANSCRIPTS=1` draws them anew; the difference is then to be read.

use std::{fmt::Write, fs, path::Path};

use annabella::devices::braille_display::BrailleKey;

use crate::{evening::Evening, transcripts::start};

const VIEWS: [(&str, &str); 9] = [
    ("game", "f5"),
    ("board", "f6"),
    ("clocks", "f7"),
    ("score", "f8"),
    ("log", "f9"),
    ("say", "f10"),
    ("keys", "f12"),
    ("question", "f5"),
    ("board in competition", "f6"),
];

#[test]
fn views_are_as_they_were_drawn() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/views");
    let mut wrong = Vec::new();
    for language in ["de", "en"] {
        for cells in [12, 20, 40, 80] {
            let drawn = draw(language, cells);
            let file = folder.join(format!("{language}-{cells}.txt"));
            if fs::read_to_string(&file).ok().as_deref() == Some(drawn.as_str()) {
                continue;
            }
            if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
                fs::create_dir_all(&folder).unwrap();
                fs::write(&file, &drawn).unwrap();
            } else {
                wrong.push(file.display().to_string());
            }
        }
    }
    assert!(wrong.is_empty(), "not as drawn: {}", wrong.join(", "));
}

fn draw(language: &str, cells: usize) -> String {
    let mut drawn = String::new();
    for (view, key) in VIEWS {
        let competition = if view.contains("competition") { "--competition" } else { "" };
        let mut evening = start(&format!(
            "--time 90+30 --user white --confirm never {competition} --language {language} --cells {cells}"
        ));
        for line in ["e4", "e5", "g1f3", "b8c6", "f1b5"] {
            evening.type_line(line);
            evening.key(annabella::session::Key::Press);
        }
        if view == "question" {
            evening.type_line(if language == "de" { "schwarz bietet remis" } else { "black offers a draw" });
        }
        evening.braille_key(annabella::app::ports::braille::keys::key_of(key).unwrap());
        evening.braille_key(BrailleKey::Other(0));
        writeln!(drawn, "# {view}").unwrap();
        for window in windows(&mut evening) {
            writeln!(drawn, "|{window:cells$}|\n|{}|", dots(&window, cells)).unwrap();
        }
    }
    drawn
}

/// All windows of a view from its first one on.
fn windows(evening: &mut Evening) -> Vec<String> {
    // Two windows in a row may look alike, but not so many.
    let (mut cells, mut alike) = (evening.cells(), 0);
    while alike < 5 {
        evening.braille_key(BrailleKey::PanLeft);
        alike = if evening.cells() == cells { alike + 1 } else { 0 };
        cells = evening.cells();
    }
    let mut windows = Vec::new();
    loop {
        let cells = evening.cells();
        windows.push(cells.trim_end().to_owned());
        evening.braille_key(BrailleKey::PanRight);
        if evening.cells() == cells || windows.len() > 60 {
            return windows;
        }
    }
}

/// Letters in six dots, capitals with dot 7, digits and signs as German computer braille has them.
fn dots(text: &str, width: usize) -> String {
    const LETTERS: &str = "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵";
    const DIGITS: &str = "⠬⠡⠣⠩⠹⠱⠫⠻⠳⠪";
    let cell = |c: char| match c {
        'a'..='z' => LETTERS.chars().nth(c as usize - 'a' as usize).unwrap(),
        'A'..='Z' => {
            let small = LETTERS.chars().nth(c as usize - 'A' as usize).unwrap();
            char::from_u32(small as u32 | 0x40).unwrap()
        }
        '0'..='9' => DIGITS.chars().nth(c as usize - '0' as usize).unwrap(),
        ' ' => '⠀',
        '.' => '⠄',
        ',' => '⠂',
        '-' => '⠤',
        '+' => '⠖',
        ':' => '⠒',
        '?' => '⠢',
        '>' => '⠘',
        '=' => '⠶',
        '(' => '⠦',
        ')' => '⠴',
        'ä' => '⢜',
        'ö' => '⢪',
        'ü' => '⢳',
        'ß' => '⢼',
        'Ä' => '⡰',
        'Ö' => '⢔',
        'Ü' => '⢦',
        '\u{2800}'..='\u{28FF}' => c,
        // The rest has cells of the reader's own table.
        _ => '⣀',
    };
    format!("{text:width$}").chars().map(cell).collect()
}
