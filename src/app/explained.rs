//! What went wrong, in the language of whoever reads it. The source says it in English.

use std::error::Error;

use super::table::{TableError, UnknownLetters, UnknownWarnings};
use crate::{
    clock::TimeControlError,
    config::{ConfigError, OutOfRange},
    devices::{
        board::{self, BoardUnavailable},
        braille_display::{self, BrailleUnavailable},
        engine::EngineUnavailable,
        hearing::{microphone::MicrophoneError, model::ModelError},
        journal_file::JournalFileError,
        tactile_clock::{self, ClockUnavailable},
        voice::VoiceError,
    },
    journal::UnknownOpponent,
    language::{Catalogue, LANGUAGES, UnknownLanguage},
    laws::{offer::UnknownDrawRule, ruleset::UnknownRuleset},
};

/// The error with its causes in one line, each said once.
pub fn in_words(error: &anyhow::Error, words: &Catalogue) -> String {
    error.chain().fold(String::new(), |told, cause| match explained(cause, words) {
        cause if told.contains(&cause) => told,
        cause if told.is_empty() => cause,
        cause => format!("{told}: {cause}"),
    })
}

/// An error in a language; in English where that has no words for it.
pub fn explained(error: &(dyn Error + 'static), words: &Catalogue) -> String {
    translated(error, words).unwrap_or_else(|| error.to_string())
}

/// The kinds of errors that players meet.
fn translated(error: &(dyn Error + 'static), words: &Catalogue) -> Option<String> {
    macro_rules! first_of {
        ($($kind:ty: $say:expr),* $(,)?) => {
            $(if let Some(error) = error.downcast_ref::<$kind>() { return $say(error, words); })*
        };
    }
    first_of! {
        ConfigError: configuration,
        OutOfRange: out_of_range,
        TableError: table,
        TimeControlError: time_control,
        UnknownLanguage: language,
        UnknownRuleset: |error: &UnknownRuleset, words: &Catalogue| words.try_say("unknown-ruleset", &[("found", &error.0)]),
        UnknownDrawRule: |error: &UnknownDrawRule, words: &Catalogue| words.try_say("unknown-draw-rule", &[("found", &error.0)]),
        UnknownOpponent: |error: &UnknownOpponent, words: &Catalogue| words.try_say("unknown-opponent", &[("found", &error.0)]),
        UnknownWarnings: |error: &UnknownWarnings, words: &Catalogue| words.try_say("unknown-warnings", &[("found", &error.0)]),
        UnknownLetters: letters,
        MicrophoneError: microphone,
        ModelError: model,
        VoiceError: voice,
        braille_display::BrailleLossReason: braille_lost,
        BrailleUnavailable: braille,
        tactile_clock::ClockLossReason: clock_lost,
        ClockUnavailable: clock,
        BoardUnavailable: board,
        board::BoardLossReason: board_lost,
        JournalFileError: journal,
        EngineUnavailable: engine,
    }
    None
}

fn configuration(error: &ConfigError, words: &Catalogue) -> Option<String> {
    match error {
        ConfigError::Read { path, source } => {
            words.try_say("config-unreadable", &[("path", &path.display()), ("fault", source)])
        }
        ConfigError::Write { path, source } => {
            words.try_say("config-unwritable", &[("path", &path.display()), ("fault", source)])
        }
        // What the reader of TOML says is English.
        ConfigError::Wrong { .. } => None,
    }
}

fn out_of_range(error: &OutOfRange, words: &Catalogue) -> Option<String> {
    let OutOfRange { name, found, least, most } = error;
    words
        .try_say("config-out-of-range", &[("name", name), ("found", found), ("least", least), ("most", most)])
}

fn table(error: &TableError, words: &Catalogue) -> Option<String> {
    match error {
        TableError::TimeControl(error) => translated(error, words),
        TableError::Ruleset(error) => translated(error, words),
        TableError::Warnings(error) => translated(error, words),
        TableError::DrawOffers(error) => translated(error, words),
        TableError::Opponent(error) => translated(error, words),
        TableError::Language(error) => translated(error, words),
        TableError::Letters(error) => translated(error, words),
        TableError::UserOfBoth(opponent) => words.try_say("table-user-of-both", &[("opponent", opponent)]),
        TableError::NotInCompetition(opponent) => {
            words.try_say("table-not-in-competition", &[("opponent", opponent)])
        }
        TableError::SilenceByTouch => words.try_say("table-silence-by-touch", &[]),
        _ => None,
    }
}

fn time_control(error: &TimeControlError, words: &Catalogue) -> Option<String> {
    let (id, found) = match error {
        TimeControlError::Unreadable(found) => ("time-unreadable", found),
        TimeControlError::OpenPeriod(found) => ("time-open-period", found),
        TimeControlError::Length(found) => ("time-length", found),
    };
    words.try_say(id, &[("found", found)])
}

fn language(error: &UnknownLanguage, words: &Catalogue) -> Option<String> {
    let expected = LANGUAGES.map(|known| known.tag).join(", ");
    words.try_say("unknown-language", &[("found", &error.0), ("expected", &expected)])
}

fn letters(error: &UnknownLetters, words: &Catalogue) -> Option<String> {
    words.try_say("unknown-letters", &[("found", &error.found), ("expected", &error.expected)])
}

fn microphone(error: &MicrophoneError, words: &Catalogue) -> Option<String> {
    match error {
        MicrophoneError::NotBuilt => words.try_say("microphone-not-built", &[]),
        MicrophoneError::NoDevice => words.try_say("microphone-no-device", &[]),
        MicrophoneError::NoSuchDevice { wanted, there } => {
            words.try_say("microphone-no-such", &[("wanted", wanted), ("there", there)])
        }
        MicrophoneError::Silent => words.try_say("microphone-silent-system", &[]),
        MicrophoneError::Gone(_) => None,
        MicrophoneError::DoesNotOpen { name, found } => {
            words.try_say("microphone-does-not-open", &[("name", name), ("fault", found)])
        }
    }
}

fn model(error: &ModelError, words: &Catalogue) -> Option<String> {
    match error {
        ModelError::NoFolder(path) => words.try_say("model-no-folder", &[("path", &path.display())]),
        ModelError::Missing { folder, file, source } => {
            words.try_say("model-lacks", &[("path", &folder.display()), ("file", file), ("fault", source)])
        }
        ModelError::Damaged { folder, file, found } => {
            words.try_say("model-damaged", &[("path", &folder.display()), ("file", file), ("found", found)])
        }
        ModelError::Fails { folder, found } => {
            words.try_say("model-fails", &[("path", &folder.display()), ("found", found)])
        }
        ModelError::Refused(path) => words.try_say("model-refused", &[("path", &path.display())]),
        ModelError::NotBuilt => words.try_say("model-not-built", &[]),
    }
}

fn voice(error: &VoiceError, words: &Catalogue) -> Option<String> {
    let id = match error {
        VoiceError::NotBuilt => "voice-not-built",
        VoiceError::NoServer => "voice-no-server",
        VoiceError::Gone => "voice-gone",
    };
    words.try_say(id, &[])
}

fn braille(error: &BrailleUnavailable, words: &Catalogue) -> Option<String> {
    match error {
        BrailleUnavailable::NotBuilt => words.try_say("braille-not-built", &[]),
        BrailleUnavailable::ZeroByte { .. } | BrailleUnavailable::Thread { .. } => None,
    }
}

fn braille_lost(error: &braille_display::BrailleLossReason, words: &Catalogue) -> Option<String> {
    use braille_display::BrailleLossReason;
    match error {
        BrailleLossReason::NoServer { what } => words.try_say("braille-no-server", &[("what", what)]),
        BrailleLossReason::Refused { what } => words.try_say("braille-refused", &[("what", what)]),
        BrailleLossReason::ServerGone { what } => words.try_say("braille-server-gone", &[("what", what)]),
        BrailleLossReason::NoDisplay => words.try_say("braille-display-gone", &[]),
        BrailleLossReason::Died { .. } => None,
    }
}

fn clock(error: &ClockUnavailable, words: &Catalogue) -> Option<String> {
    match error {
        ClockUnavailable::NotBuilt(_) => words.try_say("clock-not-built", &[]),
        ClockUnavailable::Thread { .. } => None,
    }
}

fn clock_lost(error: &tactile_clock::ClockLossReason, words: &Catalogue) -> Option<String> {
    use tactile_clock::ClockLossReason;
    match error {
        ClockLossReason::Missing { path } => words.try_say("clock-missing", &[("path", path)]),
        ClockLossReason::Unplugged => words.try_say("clock-unplugged", &[]),
        ClockLossReason::Several { ports } => words.try_say("clock-several", &[("ports", ports)]),
        ClockLossReason::Busy { path } => words.try_say("clock-busy", &[("path", path)]),
        ClockLossReason::Forbidden { path } => words.try_say("clock-forbidden", &[("path", path)]),
        ClockLossReason::CannotOpen { path, what } => {
            words.try_say("clock-cannot-open", &[("path", path), ("what", what)])
        }
        ClockLossReason::Gone { what } => words.try_say("clock-gone", &[("what", what)]),
        ClockLossReason::NoAnswer => words.try_say("clock-no-answer", &[]),
        ClockLossReason::OtherVersion { found } => {
            words.try_say("clock-other-version", &[("found", found), ("expected", &tactile_clock::PROTOCOL)])
        }
        ClockLossReason::Died { .. } => None,
    }
}

fn board(error: &BoardUnavailable, words: &Catalogue) -> Option<String> {
    match error {
        BoardUnavailable::NotBuilt(_) => words.try_say("board-not-built", &[]),
        BoardUnavailable::Thread { .. } => None,
    }
}

fn board_lost(error: &board::BoardLossReason, words: &Catalogue) -> Option<String> {
    use board::BoardLossReason;
    match error {
        BoardLossReason::Missing { path } => words.try_say("board-missing", &[("path", path)]),
        BoardLossReason::Unplugged { maker } => words.try_say("board-unplugged", &[("maker", maker)]),
        BoardLossReason::Several { maker, ports } => {
            words.try_say("board-several", &[("maker", maker), ("ports", ports)])
        }
        BoardLossReason::Busy { path } => words.try_say("board-busy", &[("path", path)]),
        BoardLossReason::Forbidden { path } => words.try_say("board-forbidden", &[("path", path)]),
        BoardLossReason::NoRight { path } => words.try_say("board-no-right", &[("path", path)]),
        BoardLossReason::NoLiveChess { place, what } => {
            words.try_say("board-no-livechess", &[("place", place), ("what", what)])
        }
        BoardLossReason::CannotOpen { path, what } => {
            words.try_say("board-cannot-open", &[("path", path), ("what", what)])
        }
        BoardLossReason::Gone { what } => words.try_say("board-gone", &[("what", what)]),
        BoardLossReason::Died { .. } => None,
    }
}

fn journal(error: &JournalFileError, words: &Catalogue) -> Option<String> {
    let (id, path) = match error {
        JournalFileError::Exists { path } => ("journal-exists", path),
        JournalFileError::Missing { path } => ("journal-missing", path),
        JournalFileError::Locked { path } => ("journal-locked", path),
        JournalFileError::Replaced { path } => ("journal-replaced", path),
        JournalFileError::DiskFull { path } => ("journal-disk-full", path),
        JournalFileError::Forbidden { path } => ("journal-forbidden", path),
        JournalFileError::LineBreak { .. } | JournalFileError::Io { .. } => return None,
    };
    words.try_say(id, &[("path", &path.display())])
}

fn engine(error: &EngineUnavailable, words: &Catalogue) -> Option<String> {
    let (id, path) = match error {
        EngineUnavailable::NoneFound => return words.try_say("engine-none", &[]),
        EngineUnavailable::NotThere(path) => ("engine-not-there", path),
        EngineUnavailable::Folder(path) => ("engine-folder", path),
        EngineUnavailable::NoProgram(path) => ("engine-no-program", path),
        EngineUnavailable::NotStarted(path, fault) => {
            return words.try_say("engine-not-started", &[("path", &path.display()), ("fault", fault)]);
        }
        EngineUnavailable::Strength { name, found, expected } => {
            return words
                .try_say("engine-strength", &[("name", name), ("found", found), ("expected", expected)]);
        }
        EngineUnavailable::NoEngine { .. } | EngineUnavailable::NoThread(_) => return None,
    };
    words.try_say(id, &[("path", &path.display())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_player_meets_is_said_in_his_language() {
        let german = LANGUAGES[0].catalogue();
        let english = LANGUAGES[1].catalogue();
        let fault = TimeControlError::Unreadable("soon".to_owned());
        let nested = TableError::TimeControl(TimeControlError::Unreadable("soon".to_owned()));
        for error in [&fault as &(dyn Error + 'static), &nested] {
            assert!(explained(error, &german).starts_with("„soon“ ist keine Bedenkzeit"));
            assert_eq!(explained(error, &english), fault.to_string());
        }
        // What no translation has is not swallowed.
        let other = std::io::Error::other("a fault of its own");
        assert_eq!(explained(&other, &german), "a fault of its own");
    }
}
