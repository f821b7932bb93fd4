//! The grammars of the languages, each compiled once for all tests.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use annabella::{grammar::Grammar, language::LanguageFolder};

/// Returns the grammar of a language.
pub fn of(language: LanguageFolder) -> Arc<Grammar> {
    static COMPILED: Mutex<BTreeMap<&str, Arc<Grammar>>> = Mutex::new(BTreeMap::new());
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(compiled.entry(language.tag).or_insert_with(|| Arc::new(Grammar::of(language))))
}
