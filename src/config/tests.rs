use std::any::TypeId;

use super::*;
use crate::language::LanguageFolder;

#[test]
fn the_command_line_goes_before_the_file() {
    let file: Settings = toml::from_str("time = '90+30'\nuser = 'white'\nrepeat = true").unwrap();
    let line = Settings { time_control: Some("300+3".into()), repeat: Some(false), ..Settings::default() };
    let both = line.or(file);
    assert_eq!((both.time, both.time_control.as_deref()), (None, Some("300+3")));
    assert_eq!((both.user, both.repeat), (Some(User::White), Some(false)));
}

#[test]
fn what_was_chosen_is_kept_under_its_name() {
    let settings: Settings = toml::from_str(
        "time = '90+30'\nuser = 'white'\nlanguage = 'en'\nconfirm = 'delay'\ndelay = 1.5\nmodel = 'here'\n[braille-keys]\nf1 = 'board'",
    )
    .unwrap();
    let mut kept = settings.kept();
    let names: Vec<_> = kept.keys().map(String::as_str).collect();
    assert_eq!(names, ["braille-keys", "confirm", "delay", "language", "model"]);
    kept.insert("of-a-later-version".into(), true.into());
    kept.insert("rate".into(), "fast".into());
    let again = Settings::of_kept(&kept);
    assert_eq!(
        (again.language.as_deref(), again.confirm, again.delay),
        (Some("en"), Some(ConfirmMode::Delay), Some(1.5))
    );
    assert_eq!((again.time, again.user, again.rate), (None, None, None));
    assert!(again.model.unwrap().is_absolute());
    assert_eq!(again.braille_keys["f1"], "board");
    assert!(Settings::default().kept().is_empty());
}

/// The text of a file, the line that is wrong, and what is said of it in English and in German.
const WRONG: [(&str, usize, &str, &str); 24] = [
    (
        "time = 90",
        1,
        "in `time = 90`: times stand in quotation marks, such as `time = \"90+30\"`",
        "in `time = 90`: Zeiten stehen in Anführungszeichen, etwa `time = \"90+30\"`",
    ),
    (
        "user = 'both'\ntime = 90+30 # slow\n",
        2,
        "times stand in quotation marks",
        "Zeiten stehen in Anführungszeichen",
    ),
    ("time = \"90+30", 1, "times stand in quotation marks", "Zeiten stehen in Anführungszeichen"),
    ("time = „90+30“", 1, "times stand in quotation marks", "Zeiten stehen in Anführungszeichen"),
    ("time =", 1, "times stand in quotation marks", "Zeiten stehen in Anführungszeichen"),
    (
        "language = de",
        1,
        "text stands in quotation marks, such as `language = \"en\"`",
        "Text steht in Anführungszeichen",
    ),
    ("white = [1, 2]", 1, "names stand in quotation marks", "Namen stehen in Anführungszeichen"),
    ("rate = 1\n\ntiem = '5'", 3, "there is no setting tiem, did you mean time?", "war time gemeint?"),
    ("time_control = '300'", 1, "did you mean time-control?", "war time-control gemeint?"),
    (
        "xyzzy = 5",
        1,
        "there is no setting xyzzy, `annabella play --help-all` lists",
        "eine Einstellung xyzzy gibt es nicht",
    ),
    (
        "[game]\ntime = '5'",
        1,
        "there is no section game, only [braille-keys]",
        "einen Abschnitt game gibt es nicht",
    ),
    ("[", 1, "there is no section", "einen Abschnitt"),
    ("time 90", 1, "there is no setting here, expected a name and its value", "Hier steht keine Einstellung"),
    ("rate = 1\nrate = 2", 2, "rate is there already further up", "rate steht schon weiter oben"),
    (
        "repeat = yes",
        1,
        "expected one of true, false, such as `repeat = true`",
        "erwartet wird eines von true, false",
    ),
    ("repeat = \"true\"", 1, "expected one of true, false", "erwartet wird eines von true, false"),
    (
        "user = 'nobody'",
        1,
        "expected one of \"white\", \"black\", \"both\"",
        "erwartet wird eines von \"white\"",
    ),
    (
        "pause = 0",
        1,
        "expected a whole number from 100 to 5000 without quotation marks",
        "eine ganze Zahl von 100 bis 5000",
    ),
    (
        "pause = 9999999999999999999999",
        1,
        "expected a whole number from 100 to 5000",
        "eine ganze Zahl von 100 bis 5000",
    ),
    ("pause-after = 200", 1, "expected a whole number from 0 to 32", "eine ganze Zahl von 0 bis 32"),
    ("chess960 = -1", 1, "expected a whole number from 0 to 959", "eine ganze Zahl von 0 bis 959"),
    ("delay = nan", 1, "expected a number from 0.1 to 60", "eine Zahl von 0.1 bis 60"),
    (
        "braille-keys = 5",
        1,
        "what a key of the braille display does stands here",
        "was eine Taste der Braillezeile tut",
    ),
    ("[braille-keys]\nf1 = 'board'\nf2 = 5", 3, "in `f2 = 5`: what a key", "in `f2 = 5`: Hier steht"),
];

#[test]
fn a_file_that_cannot_be_used_says_in_which_line_and_what_may_stand_there() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("config.toml");
    let mut wrong = Vec::new();
    for (text, line, english, german) in WRONG {
        std::fs::write(&path, text).unwrap();
        let error = Settings::read(&path).unwrap_err();
        for (folder, expected, name) in
            [(LanguageFolder::ENGLISH, english, "line"), (LanguageFolder::USUAL, german, "Zeile")]
        {
            let told = folder.catalogue().render(&error);
            let is_there = told.contains(&format!("config.toml, {name} {line}, in `"));
            let is_plain =
                !["u64", "serde", "expected a string", "\n"].iter().any(|word| told.contains(word));
            if !(is_there && is_plain && told.contains(expected)) {
                wrong.push(format!("{text:?}\n  {told}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    std::fs::write(&path, "rate = 1\npause = 700\nstrength = 2000").unwrap();
    assert_eq!(Settings::read(&path).unwrap().pause, Some(700));
    assert_eq!(Settings::read(&dir.path().join("none.toml")).unwrap(), Settings::default());
}

#[test]
fn the_language_of_a_broken_file_is_known() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("config.toml");
    for text in ["language = 'de'\ntiem = 5", "time = '90\nlanguage = 'de'\n", "language = 'de'\n[["] {
        std::fs::write(&path, text).unwrap();
        assert!(Settings::read(&path).is_err());
        assert_eq!(language_in(&path).as_deref(), Some("de"), "{text}");
    }
}

/// Each setting has an example that can stand in the file and is not what holds anyhow.
#[test]
fn every_setting_has_an_example() {
    let command = Settings::augment_args(clap::Command::new("settings"));
    let names = command.get_arguments().filter_map(clap::Arg::get_long).chain(["braille-keys"]);
    for name in names {
        let line = examples::line(name);
        let settings: Settings = toml::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(settings.check().is_ok() && settings != Settings::default(), "{line}");
        let typed = examples::option(name).unwrap();
        assert!(examples::usual(name).is_none_or(|usual| !typed.ends_with(&format!(" {usual}"))), "{typed}");
    }
}

/// A number without a range would be taken whatever it is.
#[test]
fn every_number_has_a_range() {
    let command = Settings::augment_args(clap::Command::new("settings"));
    let mut numbers = 0;
    for option in command.get_arguments() {
        let kind = option.get_value_parser().type_id();
        let is_any = |kinds: &[TypeId]| kinds.iter().any(|known| kind == *known);
        let whole =
            is_any(&[TypeId::of::<u8>(), TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<i32>()]);
        let name = option.get_long().unwrap();
        if !whole && !is_any(&[TypeId::of::<f64>()]) {
            continue;
        }
        numbers += 1;
        let most = match kind == TypeId::of::<u8>() {
            true => "255",
            false if whole => "2147483647",
            false => "1e300",
        };
        let settings: Settings = toml::from_str(&format!("{name} = {most}")).unwrap();
        assert_eq!(settings.check().err().map(|error| error.name), Some(name), "--{name}");
    }
    assert!(numbers > 6, "only {numbers} were found");
}

/// The settings that have entries of their own are not kept a second time, so each must be a setting.
#[test]
fn what_a_journal_says_itself_is_a_setting() {
    let command = Settings::augment_args(clap::Command::new("settings"));
    for name in OF_THE_GAME {
        assert!(command.get_arguments().any(|option| option.get_long() == Some(name)), "{name}");
    }
}
