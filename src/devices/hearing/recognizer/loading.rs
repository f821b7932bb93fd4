//! A recognizer whose model is loaded while the game begins: what is said meanwhile waits in the source.

use std::{
    panic::resume_unwind,
    thread::{self, JoinHandle},
};

use super::{Hypothesis, Model, ModelError, Recognize, Recognizer, RecognizerError};

/// A model that is being loaded. Dropping it waits: libvosk must not be at work when the program ends.
struct LoadingModel(Option<JoinHandle<Result<Model, ModelError>>>);

impl LoadingModel {
    fn wait(&mut self) -> Option<Result<Model, ModelError>> {
        self.0.take().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    }
}

impl Drop for LoadingModel {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take() {
            let _ = thread.join();
        }
    }
}

/// A recognizer that waits for its model when it is first used.
pub struct LoadingRecognizer {
    model: LoadingModel,
    /// None until the model is loaded, and if it is refused.
    recognizer: Option<Recognizer>,
}

impl LoadingRecognizer {
    /// Begins to load a model, on a thread of its own.
    pub fn begin(load: impl FnOnce() -> Result<Model, ModelError> + Send + 'static) -> LoadingRecognizer {
        LoadingRecognizer { model: LoadingModel(Some(thread::spawn(load))), recognizer: None }
    }

    fn loaded(&mut self) -> Result<&mut Recognizer, RecognizerError> {
        if let Some(model) = self.model.wait() {
            let made =
                model.map_err(|_| RecognizerError::Refused).and_then(|model| Recognizer::new(&model, &[]));
            self.recognizer = Some(made?.0);
        }
        self.recognizer.as_mut().ok_or(RecognizerError::Refused)
    }
}

impl Recognize for LoadingRecognizer {
    fn expect(&mut self, phrases: &[String]) -> Result<Vec<String>, RecognizerError> {
        self.loaded()?.expect(phrases)
    }

    fn accept(&mut self, samples: &[i16]) -> Result<bool, RecognizerError> {
        self.loaded()?.accept(samples)
    }

    fn partial_words(&mut self) -> Vec<String> {
        self.loaded().map(Recognize::partial_words).unwrap_or_default()
    }

    fn finish(&mut self) -> Result<Vec<Hypothesis>, RecognizerError> {
        self.loaded()?.finish()
    }

    fn hear_answer(&mut self, answers: &[String], samples: &[i16]) -> Vec<Hypothesis> {
        self.loaded().map(|recognizer| recognizer.hear_answer(answers, samples)).unwrap_or_default()
    }

    fn forget(&mut self) {
        if let Ok(recognizer) = self.loaded() {
            recognizer.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_model_that_is_refused_is_told_at_each_use_and_panics_nowhere() {
        let refused = || Err(ModelError::Refused(PathBuf::from("x")));
        let mut recognizer = LoadingRecognizer::begin(refused);
        assert_eq!(recognizer.expect(&[]), Err(RecognizerError::Refused));
        assert_eq!(recognizer.accept(&[0; 160]), Err(RecognizerError::Refused));
        assert_eq!(recognizer.finish(), Err(RecognizerError::Refused));
        recognizer.forget();
        assert!(recognizer.partial_words().is_empty());
        assert!(recognizer.hear_answer(&[], &[]).is_empty());
    }

    #[test]
    fn whoever_leaves_before_it_is_loaded_waits_for_it() {
        let (tell, told) = std::sync::mpsc::channel();
        let recognizer = LoadingRecognizer::begin(move || {
            let _ = tell.send(());
            Err(ModelError::NotBuilt)
        });
        drop(recognizer);
        assert_eq!(told.try_recv(), Ok(()));
    }
}
