//! The voice and the speech model that settings choose.

use std::{panic::resume_unwind, path::PathBuf, thread, time::Duration};

use super::{
    game_options::{self, Language},
    game_setup::{InputSource, catalogue_for},
    model_trial,
};
use crate::{
    config::{self, Settings},
    devices::{
        hearing::{
            ear::{Ear, EarEvent, EarOptions, PhraseSet},
            recognizer::{Model, Recognizer},
            source::AudioSource,
        },
        printer::Printer,
        voice::VoiceSettings,
    },
    language::{Failure, LanguageFolder},
};

/// A speech model, and the words of the language that it lacks.
pub struct SpeechModel {
    model: Model,
    missing_words: Vec<String>,
}

impl SpeechModel {
    /// Loads the model, and leaves out of the language the words that it lacks.
    pub fn of(settings: &Settings, language: &mut Language) -> Result<SpeechModel, Failure> {
        Ok(SpeechModel::with(model_trial::load(&model_folder(settings))?, language))
    }

    fn with(model: Model, language: &mut Language) -> SpeechModel {
        let missing_words = language.listen_to(|word| model.knows(word));
        SpeechModel { model, missing_words }
    }
}

/// Loads the language and, if speech is heard, the model, in parallel: both take a while. A recording needs a model;
/// a game at the keyboard goes on without one.
pub(super) fn language_and_model(
    settings: &Settings,
    words: &InputSource,
    printer: &Printer,
) -> Result<(Language, Option<SpeechModel>), Failure> {
    let (language, model) = thread::scope(|scope| {
        let load = || model_trial::load(&model_folder(settings));
        let loading = (!matches!(words, InputSource::Typed(_))).then(|| scope.spawn(load));
        let language = Language::of(settings);
        (language, loading.map(|model| model.join().unwrap_or_else(|panic| resume_unwind(panic))))
    });
    let mut language = language?;
    let model = match (words, model) {
        (_, None) => None,
        (_, Some(Ok(model))) => Some(SpeechModel::with(model, &mut language)),
        (InputSource::Recorded { .. }, Some(Err(missing))) => return Err(missing.into()),
        (_, Some(Err(missing))) => {
            let words = catalogue_for(settings);
            let fault = words.render(&missing);
            printer.line(&words.say("game-unheard", &[("fault", &fault)]));
            None
        }
    };
    Ok((language, model))
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
    model: SpeechModel,
    settings: &Settings,
    mut options: EarOptions,
    expected: &PhraseSet,
    mut sink: impl FnMut(EarEvent) + Send + 'static,
) -> Result<Ear, Failure> {
    let (recognizer, missing) = Recognizer::new(&model.model, &expected.phrases)?;
    options.completeness = expected.completeness.clone();
    let missing: Vec<String> = model.missing_words.into_iter().chain(missing).collect();
    if !missing.is_empty() {
        sink(EarEvent::WordsMissing(missing));
    }
    if let Some(pause) = settings.pause {
        options.endpoint.silence = Duration::from_millis(pause);
    }
    Ok(Ear::start(source, Box::new(recognizer), options, sink)?)
}

/// Returns the folder of the speech model: the one named, or the language's own.
pub fn model_folder(settings: &Settings) -> PathBuf {
    settings.model.clone().unwrap_or_else(|| {
        config::model(game_options::language_folder(settings).unwrap_or(LanguageFolder::USUAL).tag)
    })
}
