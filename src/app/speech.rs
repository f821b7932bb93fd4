//! The voice and the speech model that settings choose.

use std::{
    panic::resume_unwind,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use super::{
    game_options::{self, Language},
    game_setup::{InputSource, catalogue_for},
    model_trial,
    screen::Screen,
};
use crate::{
    config::{self, Settings},
    devices::{
        hearing::{
            ear::{Ear, EarEvent, EarOptions, PhraseSet},
            model::{self, ModelError, ModelVerification},
            recognizer::{LoadingRecognizer, Model, Recognize, Recognizer},
            source::AudioSource,
        },
        voice::VoiceSettings,
    },
    grammar::{Moment, Thresholds},
    language::{Failure, LanguageFolder},
    laws::Chess,
};

/// The file of a model that says how far what it hears can be trusted.
const THRESHOLDS: &str = "thresholds.toml";

/// A speech model, and the words of the language that it lacks.
pub struct SpeechModel {
    pub(crate) model: Model,
    pub(crate) missing_words: Vec<String>,
}

impl SpeechModel {
    /// Loads the model, and leaves out of the language the words that it lacks.
    pub fn of(settings: &Settings, language: &mut Language) -> Result<SpeechModel, Failure> {
        let folder = model_folder(settings);
        language.trust(thresholds(&folder)?);
        let model = model_trial::load(&folder)?;
        let missing_words = language.listen_to(|word| model.knows(word));
        Ok(SpeechModel { model, missing_words })
    }

    /// Makes a recognizer of it.
    pub fn hearing(self) -> Result<Hearing, Failure> {
        // The ear's thread makes the graph of the phrases.
        let (recognizer, _) = Recognizer::new(&self.model, &[])?;
        Ok(Hearing { recognizer: Box::new(recognizer), missing_words: self.missing_words })
    }
}

/// What an ear hears with.
pub struct Hearing {
    recognizer: Box<dyn Recognize>,
    missing_words: Vec<String>,
}

/// Loads the language and, if speech is heard, checks the model in parallel, which is then loaded while the game begins.
/// What is expected of a game is made beside that, too. A recording needs a model; a game at the keyboard goes on without
/// one.
pub(super) fn language_and_model(
    settings: &Settings,
    words: &InputSource,
    screen: &Screen,
) -> Result<(Language, Option<Hearing>), Failure> {
    let folder = model_folder(settings);
    let is_heard = !matches!(words, InputSource::Typed(_));
    let (language, hearing) = thread::scope(|scope| {
        let checking = is_heard.then(|| scope.spawn(|| checked(&folder)));
        let language = Language::of(settings).map(|mut language| {
            let known = is_heard.then(|| model::words(&folder).ok()).flatten();
            let missing_words = known.map(|known| {
                let missing_words = language.listen_to(|word| known.contains(word));
                language.grammar.phrases(&Moment::of_position(&Chess::default()));
                missing_words
            });
            (language, missing_words)
        });
        (language, checking.map(|model| model.join().unwrap_or_else(|panic| resume_unwind(panic))))
    });
    let (mut language, missing_words) = language?;
    let hearing = match (words, hearing) {
        (_, None) => None,
        (_, Some(Ok((recognizer, thresholds)))) => {
            language.trust(thresholds);
            let missing_words = missing_words.unwrap_or_default();
            Some(Hearing { recognizer, missing_words })
        }
        (InputSource::Recorded { .. }, Some(Err(missing))) => return Err(missing.into()),
        (_, Some(Err(missing))) => {
            language.listen_to(|_| true);
            let words = catalogue_for(settings);
            let fault = words.render(&missing);
            screen.remark(&words.say("game-unheard", &[("fault", &fault)]));
            None
        }
    };
    Ok((language, hearing))
}

/// Begins to load the model in `folder`. One without checksums may be refused, which is told before the game begins.
fn checked(folder: &Path) -> Result<(Box<dyn Recognize>, Thresholds), ModelError> {
    let thresholds = thresholds(folder)?;
    let folder = folder.to_path_buf();
    let recognizer: Box<dyn Recognize> = match model_trial::check(&folder)? {
        ModelVerification::Checksums if Model::CAN_BE_LOADED => {
            Box::new(LoadingRecognizer::begin(move || Model::load_checked(&folder)))
        }
        ModelVerification::Checksums | ModelVerification::Layout => {
            let model = Model::load_checked(&folder)?;
            Box::new(Recognizer::new(&model, &[]).map_err(|_| ModelError::Refused(folder))?.0)
        }
    };
    Ok((recognizer, thresholds))
}

/// Returns how far what the model in `folder` hears can be trusted: as usual if it does not say.
fn thresholds(folder: &Path) -> Result<Thresholds, ModelError> {
    let text = model::optional_text(folder, THRESHOLDS)?.unwrap_or_default();
    Thresholds::parse(&text).map_err(|found| ModelError::Damaged {
        folder: folder.to_path_buf(),
        file: THRESHOLDS.to_owned(),
        found,
    })
}

/// Returns the voice that was chosen.
pub fn voice_settings(settings: &Settings) -> VoiceSettings {
    VoiceSettings {
        language: settings.language.clone().unwrap_or_else(|| LanguageFolder::USUAL.tag.to_owned()),
        rate: settings.rate.unwrap_or(0),
        volume: settings.volume.unwrap_or(0),
    }
}

/// Starts an ear with the model and the pause that were chosen.
pub fn ear(
    source: Box<dyn AudioSource>,
    hearing: Hearing,
    settings: &Settings,
    mut options: EarOptions,
    expected: &PhraseSet,
    mut sink: impl FnMut(EarEvent) + Send + 'static,
) -> Result<Ear, Failure> {
    let Hearing { recognizer, missing_words } = hearing;
    options.expected = expected.clone();
    if !missing_words.is_empty() {
        sink(EarEvent::WordsMissing(missing_words));
    }
    if let Some(pause) = settings.pause {
        options.endpoint.silence = Duration::from_millis(pause);
    }
    Ok(Ear::start(source, recognizer, options, sink)?)
}

/// Returns the folder of the speech model: the one named, or the language's own.
pub fn model_folder(settings: &Settings) -> PathBuf {
    settings.model.clone().unwrap_or_else(|| {
        config::model(game_options::language_folder(settings).unwrap_or(LanguageFolder::USUAL).tag)
    })
}
