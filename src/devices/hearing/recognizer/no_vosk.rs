//! The stub without Vosk: no model loads.

use std::path::Path;

use super::{Hypothesis, ModelError, Recognize, RecognizerError};

#[derive(Clone)]
pub(crate) enum VoskModel {}

impl VoskModel {
    pub(crate) fn load(_: &Path) -> Result<Self, ModelError> {
        Err(ModelError::NotBuilt)
    }

    pub(crate) fn knows(&self, _: &str) -> bool {
        match *self {}
    }
}

/// Vosk, which is not part of this build.
pub enum Recognizer {}

impl Recognizer {
    /// Never succeeds: there is no model to make it of.
    pub fn new(model: &super::Model, _: &[String]) -> Result<(Self, Vec<String>), RecognizerError> {
        match model.inner {}
    }
}

impl Recognize for Recognizer {
    fn expect(&mut self, _: &[String]) -> Result<Vec<String>, RecognizerError> {
        match *self {}
    }

    fn accept(&mut self, _: &[i16]) -> Result<bool, RecognizerError> {
        match *self {}
    }

    fn partial_words(&mut self) -> Vec<String> {
        match *self {}
    }

    fn finish(&mut self) -> Result<Vec<Hypothesis>, RecognizerError> {
        match *self {}
    }

    fn hear_answer(&mut self, _: &[String], _: &[i16]) -> Vec<Hypothesis> {
        match *self {}
    }

    fn forget(&mut self) {
        match *self {}
    }
}
