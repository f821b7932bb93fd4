//! Whatever can go wrong is told by id, in every language: that each type has its texts, it tests itself.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use annabella::{
    devices::{
        Panicked,
        engine::{EngineLossReason, EngineUnavailable, HandshakeFault, StrengthRange},
        hearing::{
            microphone::{CaptureError, MicrophoneError},
            recognizer::RecognizerError,
        },
        supervisor::PortLost,
        tactile_clock::ClockRefusal,
        voice::VoiceError,
        voice_recorder::RecordingFault,
    },
    language::{LANGUAGES, Message},
};

/// Words of English sentences that are words of no other language's, and nothing that is typed.
const ENGLISH: [&str; 18] = [
    "and", "but", "cannot", "could", "does", "expected", "found", "has", "is", "it", "no", "not", "of", "or",
    "the", "there", "this", "with",
];

/// Each type that is an error is a message of the catalogues too, and its English stands there.
#[test]
fn every_error_is_a_message() {
    let mut wrong = Vec::new();
    let mut found = 0;
    for (path, text) in sources() {
        for (n, line) in text.lines().enumerate() {
            let is_error = line.starts_with("#[derive(") && line.contains("thiserror::Error");
            found += usize::from(is_error);
            if is_error && !line.contains("Message") || line.trim_start().starts_with("#[error(") {
                wrong.push(format!("{}, line {}: {line}", path.display(), n + 1));
            }
            if line.starts_with("impl") && line.contains("Error for ") {
                wrong.push(format!("{}, line {}: derive it, and language::Message", path.display(), n + 1));
            }
        }
    }
    assert!(found > 60, "only {found} errors were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A text is that of a variant, is named in the source, or is part of another one.
#[test]
fn no_text_lies_idle() {
    let (mut ids, mut prefixes, mut variants) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (_, text) in sources() {
        ids.extend(text.split('"').skip(1).step_by(2).map(str::to_owned));
        prefixes.extend(
            text.split("prefix = \"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())),
        );
        let is_variant =
            |line: &&str| line.starts_with("    ") && line.trim_start().starts_with(char::is_uppercase);
        variants.extend(text.lines().filter(is_variant).map(|line| kebab(line.trim_start())));
    }
    for language in LANGUAGES {
        let idle = texts(language.errors).into_iter().map(|(id, _)| id).filter(|id| {
            let is_of =
                |prefix: &String| id.strip_prefix(prefix.as_str()).and_then(|rest| rest.strip_prefix('-'));
            let is_told = ids.contains(*id)
                || prefixes.iter().filter_map(is_of).any(|variant| variants.contains(variant))
                || language.errors.contains(&format!("{{ {id} }}"));
            !is_told
        });
        assert_eq!(idle.collect::<Vec<_>>(), [""; 0], "{}", language.tag);
    }
}

#[test]
fn no_text_is_half_english() {
    let mut wrong = Vec::new();
    for language in LANGUAGES.iter().filter(|language| language.tag != "en") {
        for line in language.errors.lines().filter(|line| !line.starts_with('#')) {
            // Neither the id nor what is filled in.
            let text = line.split_once(" = ").map_or(line, |(_, text)| text);
            if has_english(&outside(text, '{', '}')) {
                wrong.push(format!("{}: {line}", language.tag));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A lost device says why in the language of the game; what another program says stands in quotation marks.
#[test]
fn a_loss_is_told_in_one_language() {
    let refused = || io::Error::from(io::ErrorKind::PermissionDenied);
    let unplugged = || io::Error::from_raw_os_error(5);
    let panicked = || Panicked { what: "index out of range".to_owned() };
    let path = || "/dev/ttyUSB0".to_owned();
    let losses: Vec<Box<dyn Message>> = vec![
        Box::new(VoiceError::NoServer),
        Box::new(VoiceError::NoAnswer),
        Box::new(MicrophoneError::Silent),
        Box::new(MicrophoneError::Gone { found: CaptureError::TakenAway }),
        Box::new(MicrophoneError::Gone { found: CaptureError::NoSamples { seconds: 5 } }),
        Box::new(MicrophoneError::DoesNotOpen { name: "USB".to_owned(), found: unplugged().into() }),
        Box::new(RecognizerError::Failed),
        Box::new(RecordingFault::File(refused().into())),
        Box::new(PortLost::Gone { what: unplugged().into() }),
        Box::new(PortLost::CannotOpen { path: path(), what: refused().into() }),
        Box::new(PortLost::NoBrltty { what: "the server is not there".to_owned() }),
        Box::new(PortLost::Died(panicked())),
        Box::new(PortLost::NoAnswer),
        Box::new(ClockRefusal { found: "not a state".to_owned() }),
        Box::new(EngineLossReason::NoMove),
        Box::new(EngineLossReason::Illegal { best: "e2e5".to_owned() }),
        Box::new(EngineLossReason::Died(panicked())),
        Box::new(EngineLossReason::from(EngineUnavailable::NoEngine {
            program: "fish".into(),
            found: HandshakeFault::TooLate,
        })),
        Box::new(EngineUnavailable::Strength {
            name: "Fish".to_owned(),
            found: 900,
            expected: StrengthRange::Either { least: 1350, most: 2850, lowest: 0, highest: 20 },
        }),
    ];
    for language in LANGUAGES.iter().filter(|language| language.tag != "en") {
        for loss in &losses {
            let told = language.catalogue().render(&**loss);
            assert!(!has_english(&outside(&told, '»', '«')), "{}: {told}", language.tag);
        }
    }
    let devices = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/devices");
    for (path, text) in sources().into_iter().filter(|(path, _)| path.starts_with(&devices)) {
        let is_event =
            |line: &&str| line.contains("reason: String") || line.contains("fault: Option<String>");
        // A word of the clock's protocol.
        let wrong = text.lines().find(is_event).filter(|line| !line.contains("Nak {"));
        assert_eq!(wrong, None, "{}: a reason is a Message, or it is told in English", path.display());
    }
}

/// What is told without what stands between two marks.
fn outside(text: &str, opening: char, closing: char) -> String {
    text.split(opening).map(|part| part.split_once(closing).map_or(part, |(_, rest)| rest)).collect()
}

fn has_english(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| ENGLISH.contains(&word))
}

fn texts(ftl: &str) -> Vec<(&str, &str)> {
    let mut texts: Vec<(&str, &str)> = Vec::new();
    for line in ftl.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())) {
        texts.extend(line.split_once(" ="));
    }
    texts
}

fn kebab(variant: &str) -> String {
    let mut kebab = String::new();
    for c in variant.chars().take_while(|c| c.is_alphanumeric()) {
        if c.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(c.to_lowercase());
    }
    kebab
}

fn sources() -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                sources.push((path, text));
            }
        }
    }
    sources
}
