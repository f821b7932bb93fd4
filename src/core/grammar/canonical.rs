//! Writes an intent as the first phrase that the language has for it.

use super::interpretation::interpret;
use super::meaning::{MEANINGS, Section};
use super::network::WordId;
use super::slot::SlotValues;
use super::template::Template;
use super::{Grammar, Intent, Moment};

impl Grammar {
    /// Returns the first phrase that means the intent, with the values that were said. Returns `None` for a move, or
    /// if no phrase holds all values.
    pub fn canonical_phrase(&self, intent: &Intent, heard: &[String], moment: &Moment) -> Option<String> {
        let heard: Vec<WordId> = heard.iter().map(|word| self.compiled.vocabulary.id(word)).collect();
        (0..heard.len()).find_map(|from| {
            let read =
                |meaning| Some((meaning, self.values(meaning, intent, &heard[from..], moment, false)?));
            let (meaning, said) = (0..MEANINGS.len()).find_map(read)?;
            self.phrase_with(meaning, &said, intent, moment)
        })
    }

    /// Returns the values with which this meaning reads the words as the intent. `whole`: it must use all words.
    fn values(
        &self,
        meaning: usize,
        intent: &Intent,
        words: &[WordId],
        moment: &Moment,
        whole: bool,
    ) -> Option<SlotValues> {
        let read = MEANINGS[meaning].semantics;
        let mut values = None;
        for start in self.compiled.starts[meaning].all() {
            self.compiled.network.parse(start, words, &mut |length, said| {
                let fits = !whole || length == words.len();
                if fits && interpret(read, &said, moment).iter().any(|meant| meant.intent == *intent) {
                    values = Some(said);
                }
            });
        }
        values
    }

    fn phrase_with(
        &self,
        meaning: usize,
        said: &SlotValues,
        intent: &Intent,
        moment: &Moment,
    ) -> Option<String> {
        if MEANINGS[meaning].section == Section::Move {
            return None;
        }
        let phrases = self.file.phrases(&MEANINGS[meaning])?;
        phrases.all().filter_map(|phrase| Template::parse(phrase.get_ref()).ok()).find_map(|template| {
            let words = self.filled(&template, said)?;
            self.values(meaning, intent, &words, moment, true)?;
            Some(self.text(&words))
        })
    }

    /// Returns the words of a phrase with these values; `None` if one of its slots has no value.
    fn filled(&self, template: &Template, said: &SlotValues) -> Option<Vec<WordId>> {
        match template {
            Template::Word(word) => Some(vec![self.compiled.vocabulary.id(word)]),
            Template::Part(name) => self.filled(self.compiled.parts.template(name), said),
            Template::Optional(part) => {
                Some(self.filled(part, said).filter(|_| self.has_slot(part)).unwrap_or_default())
            }
            Template::Sequence(parts) => {
                let filled: Option<Vec<_>> = parts.iter().map(|part| self.filled(part, said)).collect();
                Some(filled?.concat())
            }
            Template::OneOf(ways) => ways.iter().find_map(|way| self.filled(way, said)),
            Template::Slot(slot) => {
                let rows = slot.classes().iter().map(|(class, field)| {
                    let value = said.value(*field)?;
                    let rows = self.compiled.classes.get(class)?;
                    rows.iter().find(|(_, known)| *known == value).map(|(row, _)| row.clone())
                });
                Some(rows.collect::<Option<Vec<_>>>()?.concat())
            }
        }
    }

    fn has_slot(&self, template: &Template) -> bool {
        match template {
            Template::Word(_) => false,
            Template::Slot(_) => true,
            Template::Part(name) => self.has_slot(self.compiled.parts.template(name)),
            Template::Optional(part) => self.has_slot(part),
            Template::Sequence(parts) | Template::OneOf(parts) => {
                parts.iter().any(|part| self.has_slot(part))
            }
        }
    }
}
