//! The guides for players: their dialogues are what is said, what they give to say is understood where they give it, and
//! they end with all that can be said.

use std::{collections::BTreeSet, fs, path::PathBuf};

use annabella::{
    announce::{Announcer, Audience, BoardAnswer, HelpPhrase},
    app::ports::braille::keys::KeyMap,
    commands::guide,
    grammar::{PhrasePlace, PhraseTopic, SamplePhrase},
    language::{LANGUAGES, LanguageFolder},
};

use crate::{
    evening::Evening,
    help::{GRAMMARS, Place, STATES, is_not_understood},
    transcripts::{first_difference, start, take},
};

fn file(language: LanguageFolder) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("docs/guide.{}.md", language.tag))
}

#[test]
fn the_guides_show_what_is_said_and_can_be_said() {
    for (n, language) in LANGUAGES.into_iter().enumerate() {
        let file = file(language);
        let text = fs::read_to_string(&file).unwrap();
        let (played, dialogues) = played(&text, n);
        assert!(dialogues > 15, "{}: {dialogues} dialogues", language.tag);
        let wanted = with_list(&played, language);
        if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
            fs::write(&file, &wanted).unwrap();
        } else {
            let difference = first_difference(&text, &wanted);
            assert!(text == wanted, "{}, UPDATE_TRANSCRIPTS=1 writes it: {difference}", file.display());
        }
    }
}

// ------------------------------------------------------------------------------------------------------- dialogues

/// What happens in a dialogue without words, and what that is in a transcript. `{}` stands for what follows.
const DIRECTIONS: [(&str, &str, &[&str]); 9] = [
    ("Sie drücken die Uhr.", "You press the clock.", &["lever: white"]),
    ("Der Gegner drückt die Uhr.", "The opponent presses the clock.", &["lever: black"]),
    ("Sie drücken die Routingtaste über ", "You press the routing key over ", &["route: {}"]),
    ("Sie drücken ", "You press ", &["press: {}"]),
    ("Der Rechner spielt e7 e5.", "The computer plays e7 e5.", &["engine: e7e5"]),
    ("Der Rechner denkt nach.", "The computer thinks.", &["engine: f1b5 +0.3 f1b5"]),
    ("Der Strom fällt aus", "The power fails", &["kill:"]),
    ("Karl antwortet mit e7 e5.", "Karl answers e7 e5.", &["server: e2e4 e7e5; left 14:55 14:50 white"]),
    (
        "Der Gegner zieht am Brett erst e2 e4, dann e7 e5.",
        "On the board the opponent plays e2 e4, then e7 e5.",
        &["board: e2. e4P", "pass: 1", "board: e7. e5p", "pass: 1"],
    ),
];

/// What of a guide's line happens, in the words of transcripts.
fn instructions(line: &str, language: usize) -> Vec<String> {
    if let Some((_, said)) = line.split_once(": ") {
        let said = said.replace(['.', ',', '!', '?', ':'], "").to_lowercase();
        return vec![format!("hear: {said}")];
    }
    let direction = DIRECTIONS.iter().find_map(|(german, english, instructions)| {
        Some((line.strip_prefix([german, english][language])?, instructions))
    });
    let (rest, instructions) = direction.unwrap_or_else(|| panic!("no such direction: {line}"));
    let rest = rest.trim_end_matches('.').to_lowercase();
    instructions.iter().map(|instruction| instruction.replace("{}", &rest)).collect()
}

/// Plays the dialogues, with the instructions in the comments before them, and returns the guide with what is said in
/// them. What is brailled is shown where the guide shows anything brailled.
fn played(text: &str, language: usize) -> (String, usize) {
    const BRAILLE: [&str; 2] = ["Braillezeile:", "Braille line:"];
    let braille = BRAILLE[language];
    let is_told = |line: &str| line.starts_with("annabella:") || line.starts_with(braille);
    let mut evening: Option<Evening> = None;
    let (mut out, mut dialogues) = (Vec::new(), 0);
    let (mut is_code, mut is_dialogue) = (false, false);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if is_told(line) && is_dialogue {
            continue;
        }
        out.push(line.to_owned());
        if let Some(comment) = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->")) {
            match comment.split_once(": ").unwrap_or((comment.trim_end_matches(':'), "")) {
                ("start", settings) => {
                    let tag = LANGUAGES[language].tag;
                    evening = Some(start(&format!("{settings} --language {tag}")));
                }
                (what, rest) => take(evening.as_mut().unwrap(), what, rest),
            }
            continue;
        }
        if line.starts_with("```") {
            is_code = !is_code;
            is_dialogue = is_code && line == "```";
            dialogues += usize::from(is_dialogue);
        } else if is_dialogue {
            for instruction in instructions(line, language) {
                let (what, rest) = instruction.split_once(':').unwrap();
                take(evening.as_mut().unwrap(), what, rest.trim_start());
            }
        }
        let Some(evening) = evening.as_mut().filter(|_| is_dialogue) else { continue };
        let mut shown = Vec::new();
        while let Some(line) = lines.next_if(|line| is_told(line)) {
            shown.push(line);
        }
        let is_brailled = shown.iter().any(|line| line.starts_with(braille));
        let happened = evening.done();
        let last = happened.iter().rfind(|line| line.starts_with("  braille: "));
        for told in &happened {
            if let Some(said) = told.strip_prefix("  say: ") {
                out.push(format!("annabella: {said}"));
            }
        }
        if let Some(cells) = last.and_then(|line| line.strip_prefix("  braille: ")).filter(|_| is_brailled) {
            out.push(format!("{braille} {cells}"));
        }
    }
    (out.join("\n") + "\n", dialogues)
}

// --------------------------------------------------------------------------------------------------- what is to say

/// In which phases, as the states of the help name them, something is to be said; by the title over it.
const PHASES: [(&str, &[&str]); 23] = [
    ("Mit annabella spielen", &["read back"]),
    ("Einmal einrichten", &["setup", LATER.0, "how strong"]),
    ("Die erste Partie", &["read back", "opponent", "moving"]),
    ("Sich verbessern", &["a move is open"]),
    ("Allein spielen", &["engine"]),
    ("Wie stark er spielt", &["opponent", "engine"]),
    ("Tipps und Fehler", &["engine", "review"]),
    ("Endspiele üben", &["engine"]),
    ("Schach lernen", &["engine", "lesson"]),
    ("Aus der Partie lernen", &["over"]),
    ("Die Partie durchgehen", &["moving", "review"]),
    ("Die Uhr", &["moving", "stopped"]),
    ("Eine Partie unterbrechen", &["moving", "adjourned"]),
    ("Der Schiedsrichter spricht", &["moving", "desk"]),
    ("Das Ende", &["over", "desk"]),
    ("Ins Wort fallen", &["read back"]),
    ("Einen Gegner finden", &["challenged", "lobby"]),
    ("Während der Partie", &["online", "lobby"]),
    ("Was aufbewahrt wird", &["moving", "go on"]),
    ("Andere sprechen neben mir", &["moving"]),
    ("Ich werde abgeschnitten", &["moving"]),
    ("Fragen", &["moving"]),
    ("Mehrere Partien", &["moving"]),
];

/// Seen from the guides.
const README: [&str; 2] = ["../README.de.md", "../README.md"];

/// A question of the setup with one before it.
const LATER: (&str, &str, &str, &[&str]) = ("setup, later", "setup", "", &["ja/yes"]);

/// What stands in quotation marks and is not to be said by itself: the program says it, or it is a part of something.
const NOT_TO_SAY: [&str; 20] = [
    "Schach",
    "matt",
    "check",
    "mate",
    "Geht nicht",
    "Not possible",
    "Nicht verstanden",
    "Not understood",
    "Noch einmal bitte",
    "Once more please",
    "Meinten Sie Eva zwei Eva vier oder David zwei David vier?",
    "Did you mean Eva two Eva four or David two David four?",
    "Am Brett: auf David fünf fehlt ein Bauer",
    "On the board: a pawn is missing from David five",
    "Partie 2, Bert: Weiß am Zug",
    "Game 2, Bert: White to move",
    "Felix drei Springer",
    "Felix three knight",
    "e vier",
    "e four",
];

/// What stands in quotation marks outside of code, and typed moves in code, with the number of the title over it.
fn quoted(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let (mut title, mut is_code) = (0, false);
    for paragraph in text.split("\n\n") {
        if paragraph.starts_with('#') {
            title += 1;
            continue;
        }
        is_code ^= paragraph.matches("```").count() % 2 == 1;
        if is_code || paragraph.contains("```") {
            continue;
        }
        let prose: String = paragraph.replace('\n', " ").split('`').step_by(2).collect();
        let marked = prose.replace(['„', '“', '”'], "\"");
        found.extend(marked.split('"').skip(1).step_by(2).map(|said| (title - 1, said.to_owned())));
    }
    found
}

/// The titles of all levels.
fn titles(text: &str) -> Vec<&str> {
    let titles = text.split("\n\n").filter(|paragraph| paragraph.starts_with('#'));
    titles.map(|title| title.trim_start_matches('#').trim()).collect()
}

/// The guide without the list at its end.
fn without_list(text: &str) -> &str {
    let at = guide::topics(text).last().and_then(|last| text.rfind(&format!("## {}\n", last.title)));
    &text[..at.unwrap()]
}

#[test]
fn what_the_guides_give_to_say_is_understood_there() {
    let (mut wrong, mut tried) = (Vec::new(), 0);
    let mut left: BTreeSet<&str> = NOT_TO_SAY.into();
    let german = fs::read_to_string(file(LANGUAGES[0])).unwrap();
    for (n, language) in LANGUAGES.into_iter().enumerate() {
        let text = fs::read_to_string(file(language)).unwrap();
        let readme = fs::read_to_string(file(language).with_file_name(README[n])).unwrap();
        let of_readme = quoted(&readme).into_iter().map(|(_, said)| (None, said));
        let of_guide = quoted(without_list(&text)).into_iter().map(|(title, said)| (Some(title), said));
        for (title, said) in of_guide.chain(of_readme) {
            let said = said.trim_end_matches('.');
            if NOT_TO_SAY.contains(&said) {
                left.remove(said);
                continue;
            }
            tried += 1;
            let title = title.map_or("README", |title| titles(&german)[title]);
            let phases =
                PHASES.iter().find(|(part, _)| *part == title).map_or(&["moving"][..], |(_, phases)| phases);
            let is_understood = |phase: &&str| {
                let state = STATES.into_iter().chain([LATER]).find(|state| state.0 == *phase).unwrap();
                let mut place = Place::of(state, &GRAMMARS[n], n);
                let asked = place
                    .session
                    .asked()
                    .filter(|_| !["wiederholen", "repeat"].contains(&said.to_lowercase().as_str()));
                !is_not_understood(&place.hears(said), asked.as_ref())
            };
            if !phases.iter().any(is_understood) {
                wrong.push(format!("{}, {title}: {said:?} in {phases:?}", language.tag));
            }
        }
    }
    assert!(left.is_empty(), "in no guide: {left:?}");
    assert!(tried > 250, "only {tried}");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every language has the same topics and parts, in the same order.
#[test]
fn the_guides_are_built_alike() {
    let levels = |language| {
        let text = fs::read_to_string(file(language)).unwrap();
        let text = without_list(&text).to_owned();
        let marks = |line: &str| line.find(|c| c != '#').filter(|&n| n > 0 && line[n..].starts_with(' '));
        text.lines().filter_map(marks).collect::<Vec<usize>>()
    };
    for language in LANGUAGES {
        assert_eq!(levels(language), levels(LanguageFolder::USUAL), "{}", language.tag);
    }
}

/// Every key of the braille display has its line.
#[test]
fn the_guides_have_every_key_of_the_braille_display() {
    for language in LANGUAGES {
        let topic = guide::find(language.guide, "5").unwrap().plain();
        let lines: Vec<&str> = topic.lines().filter(|line| line.starts_with("- ")).collect();
        for (key, _) in KeyMap::default().named() {
            let names = |line: &&&str| {
                let keys = line.split(':').next().unwrap_or_default();
                keys.split([' ', ',']).any(|word| word == key)
            };
            assert_eq!(lines.iter().filter(names).count(), 1, "{}: {key}", language.tag);
        }
    }
}

// ---------------------------------------------------------------------------------------------- what can be said

/// The guide with all that can be said in its last topic, by the topics of the help.
fn with_list(text: &str, language: LanguageFolder) -> String {
    let grammar = crate::grammars::of(language);
    let announcer = Announcer::of(language, grammar.spoken().clone(), *grammar.letters());
    let (open, close) = if language.tag == "de" { ('„', '“') } else { ('"', '"') };
    let mut list = String::new();
    for PhraseTopic { title, phrases } in grammar.topics() {
        list += &format!("\n### {}\n\n", capitalized(title));
        for SamplePhrase { purpose, words, place, .. } in phrases {
            let meaning = match place {
                PhrasePlace::Game | PhrasePlace::Here => purpose.clone(),
                place => {
                    let phrase = HelpPhrase { place: *place, purpose: purpose.clone(), words: words.clone() };
                    let told = BoardAnswer::Help { title: String::new(), phrases: vec![phrase], more: false };
                    let told = announcer.render(&told.into(), Audience::Table).words;
                    let told = told.trim_start_matches(". ").trim_end_matches('.');
                    uncapitalized(told.strip_suffix(&format!(": {words}")).unwrap())
                }
            };
            list += &format!("- {open}{words}{close}: {meaning}\n");
        }
    }
    let head = without_list(text).len();
    let at = text[head..].find("\n### ").map_or(text.len(), |at| head + at);
    text[..at].to_owned() + &list
}

fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(char::to_uppercase).into_iter().flatten().chain(rest).collect()
}

fn uncapitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(char::to_lowercase).into_iter().flatten().chain(rest).collect()
}
