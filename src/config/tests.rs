use std::any::TypeId;

use super::*;

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

#[test]
fn a_file_that_cannot_be_used_says_why_in_one_line() {
    let dir = tempfile::tempdir().unwrap();
    for (text, says) in [
        ("tiem = '5'", "unknown field `tiem`"),
        ("time = 5", "string"),
        ("[", "line 1"),
        ("pause = 0", "pause = 0 cannot be, expected 100 to 5000"),
        ("pause = 99999999", "pause = 99999999 cannot be"),
        ("rate = 9999", "rate = 9999 cannot be, expected -100 to 100"),
        ("volume = -101", "volume = -101 cannot be"),
        ("delay = 1e18", "delay = 1000000000000000000 cannot be, expected 0.1 to 60"),
        ("delay = nan", "delay = NaN cannot be"),
        ("chess960 = 960", "chess960 = 960 cannot be"),
    ] {
        let path = dir.path().join("config.toml");
        std::fs::write(&path, text).unwrap();
        let error = Settings::read(&path).unwrap_err().to_string();
        assert!(error.contains(says) && !error.contains('\n'), "{error}");
    }
    assert_eq!(Settings::read(&dir.path().join("none.toml")).unwrap(), Settings::default());
}

/// A number without a range would be taken whatever it is.
#[test]
fn every_number_has_a_range() {
    // The engine states its own range, and the command line has the other.
    const ELSEWHERE: [&str; 2] = ["strength", "pause-after"];
    let command = Settings::augment_args(clap::Command::new("settings"));
    let mut numbers = 0;
    for option in command.get_arguments() {
        let kind = option.get_value_parser().type_id();
        let is_any = |kinds: &[TypeId]| kinds.iter().any(|known| kind == *known);
        let whole =
            is_any(&[TypeId::of::<u8>(), TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<i32>()]);
        let name = option.get_long().unwrap();
        if !whole && !is_any(&[TypeId::of::<f64>()]) || ELSEWHERE.contains(&name) {
            continue;
        }
        numbers += 1;
        let most = if whole { "2147483647" } else { "1e300" };
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
