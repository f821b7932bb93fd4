//! An example of each setting, for the help and for what is told of a wrong one, and what holds without it.

/// The name of a setting, its value where nobody chooses one (empty where there is none), and another value. Texts have the
/// quotes of TOML.
const EXAMPLES: [(&str, &str, &str); 69] = [
    ("time", "", r#""90+30""#),
    ("time-control", "", r#""40/7200:3600""#),
    ("user", "both", r#""white""#),
    ("opponent", "board", r#""engine""#),
    ("strength", "", "1500"),
    ("move-time", "", "2.5"),
    ("engine-resigns", "false", "true"),
    ("days", "", "3"),
    ("rated", "false", "true"),
    ("peer-code", "", r#""code.txt""#),
    ("peer-clock", "each", r#""white""#),
    ("peer-way", "10", "30"),
    ("lichess-url", "", r#""https://lichess.dev""#),
    ("confirm", "voice", r#""lever""#),
    ("delay", "2.5", "4"),
    ("repeat", "false", "true"),
    ("competition", "false", "true"),
    ("blindfold", "false", "true"),
    ("described", "", r#""squares,changes""#),
    ("warnings", "5:00,1:00,0:10", r#""10:00,1:00""#),
    ("warnings-allowed", "false", "true"),
    ("ruleset", "fide-2023", r#""fide-2009""#),
    ("draw-offers", "allowed", r#""30""#),
    ("guidelines-iii", "false", "true"),
    ("unsupervised", "false", "true"),
    ("default-time", "0", "30"),
    ("resumption", "", r#""28.11. 15:00""#),
    ("fen", "", r#""8/8/8/4k3/8/8/4P3/4K3 w - - 0 1""#),
    ("chess960", "", "518"),
    ("language", "de", r#""en""#),
    ("letters", "", r#""figurines""#),
    ("braille-code", "", r#""german""#),
    ("braille-table", "", r#""de-g2.ctb""#),
    ("by-touch", "false", "true"),
    ("style", "names", r#""nato""#),
    ("square-first", "false", "true"),
    ("pause-after", "0", "4"),
    ("explore", "aloud", r#""silent""#),
    ("screen", "full", r#""brief""#),
    ("board-picture", "off", r#""letters""#),
    ("voice", "on", r#""off""#),
    ("web", "", r#""127.0.0.1:8960""#),
    ("web-seat", "", r#""table,black""#),
    ("web-delay", "0", "300"),
    ("web-name", "", r#""chess.example""#),
    ("hall", "", r#""board-017.hall""#),
    ("keep-voice", "false", "true"),
    ("grammar", "", r#""words.toml""#),
    ("puzzles", "", r#""puzzles.epd""#),
    ("model", "", r#""models/de""#),
    ("microphone", "", r#""alsa:USB""#),
    ("headphones", "false", "true"),
    ("barge-in", "on", r#""off""#),
    ("talk", "open", r#""held""#),
    ("tones", "headphones", r#""always""#),
    ("pause", "", "700"),
    ("rate", "0", "20"),
    ("volume", "0", "-10"),
    ("board", "", r#""dgt""#),
    ("board-moves", "", r#""both""#),
    ("board-touches", "false", "true"),
    ("board-clock", "false", "true"),
    ("clock", "", r#""auto""#),
    ("white", "", r#""Anna""#),
    ("black", "", r#""Bert""#),
    ("event", "", r#""Open""#),
    ("site", "", r#""Kiel""#),
    ("round", "", r#""3""#),
    ("braille-keys", "", r#"{ f1 = "board" }"#),
];

fn find(name: &str) -> Option<(&'static str, &'static str)> {
    EXAMPLES.iter().find(|(known, ..)| *known == name).map(|(_, usual, other)| (*usual, *other))
}

/// Returns the names of the settings.
pub fn all() -> impl Iterator<Item = &'static str> {
    EXAMPLES.iter().map(|(name, ..)| *name)
}

/// Returns a line of the configuration file with a setting.
pub(super) fn line(name: &str) -> String {
    format!("{name} = {}", find(name).map_or("", |(_, value)| value))
}

/// Returns a setting as it may be typed: `--time 90+30`.
pub fn option(name: &str) -> Option<String> {
    let (_, value) = find(name)?;
    Some(match value.trim_matches('"') {
        "true" => format!("--{name}"),
        value if value.contains(' ') => format!("--{name} \"{value}\""),
        value => format!("--{name} {value}"),
    })
}

/// Returns the value of a setting that nobody chooses.
pub fn usual(name: &str) -> Option<&'static str> {
    find(name).map(|(usual, _)| usual).filter(|usual| !usual.is_empty())
}
