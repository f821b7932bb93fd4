//! Every evening there is, read on a narrow line by somebody who hears nothing.

use std::{fs, path::Path};

use annabella::{
    announce::{Announcer, Target},
    devices::braille_display::BrailleKey,
    laws::{Chess, Position},
};

use crate::{
    evening::Evening,
    transcripts::{start, take},
};

/// Nothing is so long.
const MOST_WINDOWS: usize = 2_000;

/// The whole text of each announcement can be read, and afterwards what is asked, or whose turn it is.
#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn every_announcement_can_be_read_on_a_narrow_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut announced = 0;
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    // The desk of a hall has no line of the game's.
    for path in entries.filter(|path| path.is_file()) {
        announced += read(&fs::read_to_string(&path).unwrap(), &path.display().to_string());
    }
    assert!(announced > 1_000, "{announced}");
}

/// Plays an evening on twelve cells; says how many announcements were read.
fn read(text: &str, name: &str) -> usize {
    let mut evening: Option<Evening> = None;
    let mut announced = 0;
    for (n, line) in text.lines().enumerate() {
        let Some((what, rest)) = line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, ""))) else {
            continue;
        };
        let at = format!("{name}, line {}: {line}", n + 1);
        match what {
            "start" => {
                let delay = rest.contains("delay");
                let rest = rest.split(" --cells").next().unwrap_or_default();
                let by_touch = if delay || rest.contains("--by-touch") { "" } else { " --by-touch" };
                evening = Some(start(&format!("{rest} --cells 12{by_touch}")));
            }
            // These go by what lies under the fingers there, which is other than here.
            "press" | "route" | "pan" | "write" | "lost" | "back" => continue,
            _ if line.starts_with(' ') || what.starts_with('#') => continue,
            what => take(evening.as_mut().unwrap(), what, rest),
        }
        let evening = evening.as_mut().unwrap();
        let mut next = text.lines().skip(n + 1).filter(|next| !next.starts_with([' ', '#']));
        let awaits_engine = |next: &str| next.starts_with("engine: ") || next.starts_with("pass: ");
        if evening.is_studying() && next.next().is_some_and(awaits_engine) {
            // Reading takes longer than the engine has time for.
            continue;
        }
        evening.done();
        let waiting = evening.announced();
        announced += waiting.len();
        let found = windows(evening);
        for cells in waiting {
            // Beside White's move Black's has no number of its own. Where the voice is heard, only the last stays.
            let (cells, heard) = (tight(&cells), text.contains("delay"));
            let cells = cells.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            assert!(found.contains(cells) || heard, "{at}\n{cells}\nis not in\n{found}");
        }
        evening.braille_key(BrailleKey::Home);
        let standing = windows(evening);
        let asked = tight(&evening.asked());
        assert!(standing.contains(&asked), "{at}: {asked} is asked, and not in {standing}");
        let record = evening.record();
        // In a lesson that has been answered nobody is on move.
        if asked.is_empty() && record.ended().is_none() && !evening.is_studying() {
            let begun = !record.game().moves().is_empty();
            let number = record.game().moves().len().div_ceil(2).to_string();
            let turn = ["amZug", "tomove"].iter().any(|words| standing.contains(words));
            let from_fen = record.start().position.position().board() != Chess::default().board();
            assert!(
                if begun { from_fen || standing.contains(&number) } else { turn },
                "{at}: {standing} does not tell whose turn it is"
            );
        }
        evening.done();
        evening.announced();
    }
    announced
}

/// Everything from here to the end of what can be read, without blanks and the mark that more waits.
fn windows(evening: &mut Evening) -> String {
    let (mut found, mut same) = (String::new(), 0);
    for _ in 0..MOST_WINDOWS {
        let cells = evening.cells();
        found.push_str(&tight(&cells));
        evening.braille_key(BrailleKey::PanRight);
        // Two sentences may have one window alike: "Lektion 5: | Der Turm", "Der Turm | zieht gerade".
        same = if evening.cells() == cells { same + 1 } else { 0 };
        if same == 2 {
            return found;
        }
    }
    panic!("no end of {found}");
}

fn tight(cells: &str) -> String {
    cells.chars().filter(|c| !c.is_whitespace() && *c != '\u{28FF}').collect()
}

/// Displays that report what no display has, and fingers that press whatever there is.
#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn any_keys_on_any_display_are_taken() {
    let keys = [
        BrailleKey::PanLeft,
        BrailleKey::PanRight,
        BrailleKey::LineUp,
        BrailleKey::LineDown,
        BrailleKey::CharRight,
        BrailleKey::Home,
        BrailleKey::Enter,
        BrailleKey::Escape,
        BrailleKey::Tab,
        BrailleKey::Backspace,
        BrailleKey::Delete,
        BrailleKey::Char('e'),
        BrailleKey::Char('4'),
        BrailleKey::Char('\u{28FF}'),
        BrailleKey::Char('\0'),
        BrailleKey::Other(u64::MAX),
    ];
    for (seed, cells) in [0, 1, 2, 7, 12, 80, 200].into_iter().enumerate() {
        for arguments in ["", " --by-touch", " --competition --by-touch"] {
            let mut evening = start(&format!("--user white{arguments} --cells {cells}"));
            let mut dice = seed as u64 + 1;
            let mut roll = |sides: usize| {
                // xorshift; the same evenings every time.
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                (dice % sides as u64) as usize
            };
            for n in 0..300 {
                let key = match roll(4) {
                    0 => BrailleKey::Route(roll(cells.max(1) + 3)),
                    1 => BrailleKey::Function(roll(35) as u8),
                    _ => keys[roll(keys.len())],
                };
                evening.braille_key(key);
                assert_eq!(
                    evening.cells().chars().count(),
                    cells.max(1),
                    "{cells}{arguments}, key {n}: {key:?}"
                );
            }
            assert!(!evening.journal().is_empty());
        }
    }
}

/// The board reads the same with a piece in the hand, and the cursor alone tells; Escape takes it away again.
#[test]
fn a_lifted_piece_is_felt_at_once_and_gone_after_escape() {
    for (cells, arguments) in [(12, ""), (40, " --by-touch"), (80, "")] {
        let mut evening = start(&format!("--user white{arguments} --cells {cells}"));
        evening.done();
        evening.braille_key(BrailleKey::Function(6));
        let board = evening.cells();
        assert_eq!(evening.cursor(), None, "{board}");
        let knight = board.chars().position(|c| c == 'S').unwrap_or_else(|| panic!("no knight in {board}"));
        evening.braille_key(BrailleKey::Route(knight));
        assert_eq!((evening.cells(), evening.cursor()), (board.clone(), Some(knight)), "{cells}{arguments}");
        evening.braille_key(BrailleKey::Escape);
        assert_eq!((evening.cells(), evening.cursor()), (board, None), "{cells}{arguments}");
    }
}

/// Whatever is chosen, each file and each rank stays under its routing key.
#[test]
fn files_and_ranks_do_not_move() {
    for width in [8, 12, 20, 21, 22, 40, 80] {
        let mut under: [Option<usize>; 2] = [None; 2];
        for begun in ["", "e", "e2", "e2e", "a", "h8", "h8a"] {
            let line = Announcer::keys_line(begun, width);
            for (key, place) in "a1".chars().zip(&mut under) {
                let target = line.targets.iter().find(|(_, target)| *target == Target::Type(key));
                if let Some((cells, _)) = target {
                    assert_eq!(*place.get_or_insert(cells.start), cells.start, "{begun} {width}");
                }
            }
            assert!(line.len() <= width.max(8), "{begun} {width}");
        }
        assert!(under.iter().all(Option::is_some), "{width}");
    }
}

/// A question in front of any view is answered by Escape with no.
#[test]
fn escape_is_no_to_a_question_before_any_view() {
    for view in [5, 6, 7, 8, 9, 10, 12] {
        let mut evening = start("--user white --cells 40");
        evening.done();
        evening.braille_key(BrailleKey::Function(view));
        take(&mut evening, "hear", "eva vier");
        assert!(evening.record().question().is_some());
        evening.done();
        evening.braille_key(BrailleKey::Escape);
        assert!(evening.record().question().is_none(), "F{view}: {}", evening.cells());
    }
}
