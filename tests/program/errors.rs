//! Whatever is wrong is told in the chosen language alone, in a few short lines.

use std::sync::Mutex;

use crate::binary::{Home, text};

/// Arguments that cannot be carried out, separated by spaces; `_` stands for a space within one.
const WRONG_ARGUMENTS: &str = "\
pla
docter
--config
--config nowhere.toml listen
--xyzzy
play --tiem 5
play --xyzzy
play --time
play --time soon
play --time 0
play --time 99999
play --time 5 --time 6
play --time 5 --time-control 300
play --time-control 40/
play --time-control 40/7200:3600+
play --time-control soon
play --user
play --user nobody
play --user whit
play --opponent nobody
play --opponent engine:/nowhere --text -
play --opponent engine:moves.txt --text -
play --opponent engine --strength -5
play --opponent engine --strength strong
play --opponent engine --move-time 0
play --opponent lichess:_ --text -
play --opponent lichess --user both --text -
play --opponent engine --competition --text -
play --strength 1500
play --move-time 3
play --rated
play --days 3
play --opponent lichess --days 4 --text -
play --opponent lichess --days 3 --user white --text -
play --opponent lichess --days 3 --time 5
play --confirm maybe
play --confirm delay --delay 0
play --confirm delay --delay soon
play --confirm delay --by-touch
play --delay 3
play --competition maybe
play --competition --blindfold
play --described squares
play --competition --described colours
play --warnings 5
play --time 5 --warnings 5
play --competition --time 5 --warnings 5:00
play --ruleset fide-1900
play --draw-offers 0
play --draw-offers sometimes
play --guidelines-iii
play --default-time -1
play --default-time 99999999
play --fen nonsense
play --fen 8/8/8/8/8/8/8/4K3_w_-_-_0_1
play --fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_x_KQkq_-_0_1
play --fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP_w_KQkq_-_0_1
play --fen PPPPPPPP/8/8/8/8/8/8/K6k_w_-_-_0_1
play --fen 8/8/8/8/8/8/8/K6k_w_KQ_-_0_1
play --fen 8/8/8/8/8/8/8/K6k_w_-_e9_0_1
play --chess960 abc
play --chess960 960
play --chess960 -1
play --chess960 5 --fen startpos
play --language tlh
play --letters klingon
play --braille-code klingon
play --braille-code nowhere.toml
play --braille-code broken.toml
play --braille-code folder
play --braille-code code-empty.toml
play --braille-code code-name.toml
play --braille-code code-form.toml
play --braille-code code-key.toml
play --braille-code code-cells.toml
play --braille-code code-same.toml
play --braille-code code-letter.toml
play --braille-code code-list.toml
play --braille-code code-open.toml
play --braille-table nowhere.ctb
play --style shouted
play --pause-after 33
play --board xyz --text -
play --pause-after many
play --explore loud
play --grammar nowhere.toml
play --grammar broken.toml
play --grammar code-name.toml
play --grammar code-open.toml
play --grammar grammar-key.toml
play --grammar grammar-list.toml
play --grammar grammar-letters.toml
play --grammar moves.txt
play --grammar folder
play --model nowhere --audio silence.wav
play --model folder --audio silence.wav
play --microphone xyz --text -
play --barge-in sometimes
play --talk never
play --tones loud
play --pause 0
play --pause long
play --rate 9999
play --rate fast
play --volume -101
play --board-moves white
play --board-clock
play --board xyz --board-moves nobody
play --text nowhere.txt
play --text folder
play --text moves.txt --audio a.wav
play --audio nowhere.wav
play --audio moves.txt
play --audio empty.wav
play --audio cut.wav
play --real-time
play --web nowhere
play --web 127.0.0.1:99999
play --web --web-seat nobody
play --web --web-seat table,nobody
play --web --web-delay -1
play --web --web-delay soon
play --web-seat table
play --web-delay 5
play --web-name chess.example
play --screen loud
play --voice loud
play --voice off --rate 5
play --opponent ask --user white,black
play --engine-resigns
play --repeat=yes
play --resumption
play --journal g.jsonl
play --journal nowhere/g.jsonl
play --journal moves.txt/g.jsonl
play --journal folder
play --journal x.jsonl --opponent board:A,board:B --text -
play moves.txt
play --damaged
resume nowhere.jsonl
resume folder
resume white.pgn
resume garbage.jsonl
resume empty.jsonl
resume torn.jsonl
resume altered.jsonl
resume newer.jsonl
resume long.jsonl
resume
resume g.jsonl --time 5
resume g.jsonl nowhere.jsonl
resume g.jsonl --damaged=yes
export
export nowhere.jsonl
export white.pgn
export folder
export altered.jsonl
export long.jsonl
export g.jsonl --pgn --text
export g.jsonl --letters klingon
export g.jsonl --html --svg
export g.jsonl --html --diagrams 10x
export g.jsonl --html --diagrams 99
export g.jsonl --html --move 1
export g.jsonl --pgn --move 1
export g.jsonl --text --diagrams 1
export g.jsonl --text --unicode
export g.jsonl --html --width 30
export g.jsonl --text --raw
export g.jsonl --svg --move 99
export g.jsonl --svg --move x
export g.jsonl --svg --diagrams 1
export g.jsonl --turned
export g.jsonl --raw
export g.jsonl --html --language tlh
export two.pgn --svg --game 3
export two.pgn --svg --game 0
export slip.pgn --html
export nothing.pgn --html
export moves.txt --svg
export g.jsonl --width 40
export g.jsonl --brf --width 3
export g.jsonl --brf --length 3
export g.jsonl --brf --braille-code klingon
export g.jsonl --brf --line-ends cr
replay g.jsonl
replay nowhere.jsonl
replay g.jsonl --move x
replay altered.jsonl
listen --audio nowhere.wav
listen --audio moves.txt
listen --audio cut.wav
listen --audio rate.wav
listen --fen nonsense
listen --audio silence.wav --microphone x
listen --rate 5
listen --time 5
listen --audio silence.wav --keep moves.txt
eval
eval nowhere
eval folder
eval labels
eval positions
eval . --phrases everything
eval . --fit --json
setup --text nowhere.txt
setup --text moves.txt --pause 500
guide one
guide 99
guide 0
guide --language tlh
doctor --time 5
devices --time 5
account --check
journal-key --language tlh
account --check --forget
account --check --lichess-url ftp://nowhere
clock-emulator
clock-emulator --link nowhere/x
clock-emulator --link x --fault never
clock-check
clock-check nowhere
clock-check moves.txt
board-emulator --link nowhere/x white.pgn
board-emulator --link x --kind xyz white.pgn
board-emulator --link x moves.txt
board-emulator --link x illegal.txt
board-emulator --link x slip.pgn
board-emulator --link x nowhere.pgn
board-emulator --link x --speed 0 white.pgn
board-emulator --link x --kind chessnut --minutes 5 white.pgn
braille-emulator --cells x
speak
speak nowhere.pgn
speak folder
speak slip.pgn
speak unclear.pgn
speak variant.pgn
speak open.pgn
speak utf16.pgn
speak start.pgn
speak long.pgn
speak white.pgn --form loud
speak white.pgn --language tlh
transcribe
transcribe nowhere.txt
transcribe moves.txt
transcribe long.pgn
transcribe white.pgn
transcribe two.pgn
transcribe unsure.txt
transcribe nothing.txt
transcribe prose.txt
transcribe --audio nowhere.wav
transcribe --dgt nowhere.bin
transcribe --dgt moves.txt
transcribe --dgt empty.wav
transcribe moves.txt --pause 500
transcribe spoken.txt --fen nonsense
judge
judge nonsense
judge 8/8/8/8/8/8/8/8_w_-_-_0_1
judge startpos --nodes many
perft
perft startpos
perft nonsense 2
perft startpos 99999999999
perft 960 2
perft 5 2 --chess960
reconcile
reconcile white.pgn
reconcile nowhere.pgn white.pgn
reconcile moves.txt white.pgn
reconcile nothing.pgn white.pgn
reconcile two.pgn white.pgn
reconcile white.pgn start.pgn
reconcile white.pgn white.pgn --used soon
reconcile altered.jsonl white.pgn";

/// Texts of configuration files that cannot be used. The chosen language stands before them.
const WRONG_CONFIGURATIONS: [&str; 46] = [
    "tiem = '5'",
    "xyzzy = 5",
    "time = 90",
    "time = '90",
    "time = 90+30",
    "time = 'soon'",
    "time-control = 'soon'",
    "time",
    "time = '5'\ntime = '6'",
    "user = white",
    "user = 'nobody'",
    "opponent = 'nobody'",
    "repeat = yes",
    "repeat = 'true'",
    "warnings = '5'",
    "described = 'colours'",
    "ruleset = 'fide-1900'",
    "draw-offers = '0'",
    "letters = 'klingon'",
    "fen = 'nonsense'",
    "pause = 0",
    "pause = '700'",
    "rate = 9999",
    "delay = 1e18",
    "pause-after = 200",
    "[game]\ntime = '5'",
    "[[",
    "[braille-keys]\nf1 = 5",
    "[braille-keys]\nxyz = 'board'",
    "[braille-keys]\nf1 = 'xyz'",
    "[braille-keys]\nf1",
    "braille-keys = 'board'",
    "braille-code = 'klingon'",
    "braille-code = 'code-form.toml'",
    "grammar = 'grammar-key.toml'",
    "language = 5",
    "web = 'nowhere'",
    "web = '127.0.0.1:0'\nweb-seat = 'nobody'",
    "web-seat = 'nobody'",
    "web-delay = 'soon'",
    "screen = 'loud'",
    "voice = 'loud'",
    "keep-voice = 1",
    "board = 'xyz'",
    "strength = 'strong'",
    "time = \"90",
];

/// Words of the one language that are words of no sentence in the other, and nothing that is typed.
const WORDS: [(&str, &[&str]); 2] = [
    (
        "en",
        &[
            "der", "das", "und", "nicht", "gibt", "ist", "kann", "keine", "kein", "wird", "Sie", "eine",
            "Zeile", "erwartet", "fehlt", "mit", "von", "oder", "Datei",
        ],
    ),
    (
        "de",
        &[
            "and",
            "but",
            "cannot",
            "could",
            "expected",
            "found",
            "has",
            "is",
            "not",
            "of",
            "or",
            "the",
            "there",
            "with",
            "such",
            "file",
            "invalid",
            "unexpected",
            "missing",
            "unknown",
            "line",
            "column",
            "error",
            "failed",
            "must",
            "should",
            "while",
            "at",
            "to",
            "it",
            "this",
            "by",
            "a",
            "OPTIONS",
            "FILE",
            "FILES",
        ],
    ),
];

/// A home in which a language is configured, with whatever the arguments name.
fn home(language: &str) -> Home {
    let home = Home::new();
    home.file(".config/annabella/config.toml", format!("language = '{language}'\n"));
    home.file("white.pgn", "1. e4 e5 2. Nf3 Nc6 *");
    home.file("slip.pgn", "1. e4 e5 2. Ng3 Nc6 *");
    home.file("unclear.pgn", "1. Nf3 d5 2. d3 d4 3. Nd2 Kd7 4. Nd2 *");
    home.file("letters.pgn", "1. Pe4 e5 *");
    home.file("variant.pgn", "[Variant \"Atomic\"]\n\n1. e4 *");
    home.file("open.pgn", "1. e4 (1. d4 e5 *");
    home.file("start.pgn", "[SetUp \"1\"]\n[FEN \"nonsense\"]\n\n1. e4 *");
    home.file("utf16.pgn", b"\xff\xfe1\0.\0");
    home.file("long.pgn", format!("1. {} *", "x".repeat(30_000)));
    home.file("nothing.pgn", "*");
    home.file("two.pgn", "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n");
    home.file("moves.txt", "Eva vier\nEva drei\n");
    home.file("illegal.txt", "e2e4 e2e4\n");
    home.file("unsure.txt", "Springer Springer\n");
    home.file("spoken.txt", "Eva vier\n");
    home.file("nothing.txt", "");
    home.file("broken.toml", "language = 'de'\nignored = [");
    let german = include_str!("../../grammars/braille/german.toml");
    for (name, found, put) in [
        ("name", "name = \"german\"", "name = 5"),
        ("form", "\"long\"", "\"tall\""),
        ("key", "king = ", "emperor = "),
        ("cells", "king = \"⠅\"", "king = \"⠅⠅\""),
        ("same", "king = \"⠅\"", "king = \"⠙\""),
        ("letter", "king = \"⠅\"", "king = \"K\""),
        ("list", ", \"⠓\"]\nranks", "]\nranks"),
        ("open", "name = \"german\"", "name = \"german"),
    ] {
        assert!(german.contains(found), "{found}");
        home.file(&format!("code-{name}.toml"), german.replacen(found, put, 1));
    }
    home.file("code-empty.toml", "");
    let words = include_str!("../../grammars/de/words.toml");
    for (name, found, put) in [
        ("key", "listen-for-letters = ", "listen-for-leters = "),
        ("list", "ignored = [", "ignored = 5\nfillers = ["),
        ("letters", "listen-for-letters = ", "listen-for-letters = 5 #"),
    ] {
        assert!(words.contains(found), "{found}");
        home.file(&format!("grammar-{name}.toml"), words.replacen(found, put, 1));
    }
    home.file("prose.txt", "Es war einmal\nein König\n\nder spielte\n");
    home.file("labels/labels.tsv", "a.wav ja\n");
    home.file("positions/labels.tsv", "../silence.wav\tja\tnonsense\n");
    home.file("folder/file", "");
    home.file("empty.wav", "");
    home.file("silence.wav", wav(16_000, 1000, 1000));
    home.file("cut.wav", wav(16_000, 1000, 10));
    home.file("rate.wav", wav(100, 1000, 1000));
    let play = ["play", "--text", "-", "--confirm", "never", "--time", "90+30", "--journal", "g.jsonl"];
    assert!(home.run(&play, "f2f3\ne7e5\ng2g4\n").status.success());
    let journal = std::fs::read_to_string(home.path().join("g.jsonl")).unwrap();
    home.file("altered.jsonl", journal.replace("f2f3", "f2f4"));
    home.file("garbage.jsonl", "no journal\nat all\n");
    home.file("empty.jsonl", "");
    home.file("torn.jsonl", &journal[..40]);
    home.file("newer.jsonl", journal.replacen("\"version\":", "\"version\":9", 1));
    home.file("long.jsonl", format!("{}{}\n", journal, "x".repeat(30_000)));
    home
}

/// A recording of silence in one channel; `there` of its samples are there.
fn wav(rate: u32, samples: u32, there: usize) -> Vec<u8> {
    let mut file = Vec::new();
    file.extend(b"RIFF");
    file.extend((36 + 2 * samples).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    file.extend(rate.to_le_bytes());
    file.extend((2 * rate).to_le_bytes());
    file.extend(b"\x02\0\x10\0data");
    file.extend((2 * samples).to_le_bytes());
    file.extend(vec![0; 2 * there]);
    file
}

#[test]
fn what_is_wrong_is_told_in_the_chosen_language_and_briefly() {
    let mut wrong = Vec::new();
    for (language, foreign) in WORDS {
        let home = home(language);
        let arguments =
            WRONG_ARGUMENTS.lines().map(|line| line.split(' ').map(|word| word.replace('_', " ")));
        let mut cases: Vec<Vec<String>> = arguments.map(Iterator::collect).collect();
        for (n, text) in WRONG_CONFIGURATIONS.iter().enumerate() {
            let name = format!("wrong-{n}.toml");
            home.file(&name, format!("language = '{language}'\n{text}\n"));
            cases.push(["--config", &name, "play", "--text", "-"].map(str::to_owned).to_vec());
        }
        let faults = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for part in cases.chunks(cases.len().div_ceil(4)) {
                let (home, faults) = (&home, &faults);
                scope.spawn(move || {
                    for case in part {
                        let case: Vec<&str> = case.iter().map(String::as_str).collect();
                        faults.lock().unwrap().extend(fault(home, &case, foreign));
                    }
                });
            }
        });
        wrong.extend(faults.into_inner().unwrap());
    }
    assert!(wrong.is_empty(), "{} are wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Runs a command that must fail, and says what is wrong with what it tells.
fn fault(home: &Home, case: &[&str], foreign: &[&str]) -> Option<String> {
    let output = home.run(case, "");
    let told = text(&output.stderr);
    let lines: Vec<&str> = told.lines().collect();
    let is_foreign = |line: &&str| words_outside_quotes(line).iter().any(|word| foreign.contains(&&**word));
    let fault = match () {
        () if output.status.code().is_none_or(|code| code == 0) => "did not fail",
        () if lines.is_empty() => "silence",
        () if lines.len() > 3 => "more than three lines",
        () if lines.iter().any(|line| line.chars().count() > 200) => "a line of more than 200 characters",
        () if lines.iter().any(|line| line.trim().is_empty()) => "an empty line",
        () if lines.iter().any(is_foreign) => "another language",
        () => return None,
    };
    Some(format!("{case:?}: {fault}\n  {}", told.trim_end().replace('\n', "\n  ")))
}

/// What stands in quotation marks or in backticks was typed, or is in a file.
fn words_outside_quotes(line: &str) -> Vec<String> {
    let mut told = String::new();
    let mut closing = None;
    let mut before = ' ';
    for c in line.chars() {
        match (closing, c) {
            (Some(mark), c) if c == mark => closing = None,
            (Some(_), _) => {}
            (None, '`') => closing = Some('`'),
            (None, '„') => closing = Some('“'),
            (None, '»') => closing = Some('«'),
            (None, '"') => closing = Some('"'),
            (None, '\'') if !before.is_alphanumeric() => closing = Some('\''),
            (None, c) => told.push(c),
        }
        before = c;
    }
    let is_other = |c: char| !c.is_alphanumeric() && !"-/._".contains(c);
    told.split(is_other).map(|word| word.trim_end_matches('.').to_owned()).collect()
}
