//! The named parts of phrases, and checks of the words and slots in a phrase.

use std::collections::BTreeMap;
use std::ops::Range;

use strum::VariantArray;

use super::compile::LocatedFault;
use super::error::GrammarFault;
use super::meaning::Meaning;
use super::slot::{Field, Slot};
use super::template::Template;

/// A phrase with more words, counting all its variants, is a mistake.
const MOST_WORDS: usize = 5_000;

/// The parts by name.
#[derive(Debug, Default)]
pub(super) struct Parts(BTreeMap<String, Part>);

#[derive(Debug)]
struct Part {
    template: Template,
    span: Range<usize>,
    used: bool,
}

impl Parts {
    /// Adds a part. Returns whether the name was new.
    pub(super) fn insert(&mut self, name: &str, template: Template, span: Range<usize>) -> bool {
        self.0.insert(name.to_owned(), Part { template, span, used: false }).is_none()
    }

    /// Returns a part of a phrase that has been checked.
    pub(super) fn template(&self, name: &str) -> &Template {
        &self.0[name].template
    }

    /// Marks a part of a phrase that has been checked as used.
    pub(super) fn set_used(&mut self, name: &str) {
        if let Some(part) = self.0.get_mut(name) {
            part.used = true;
        }
    }

    /// Checks every part by itself, so that an error names its place.
    pub(super) fn check_all(&self, ignored: &dyn Fn(&str) -> bool) -> Result<(), LocatedFault> {
        let mut sizes = BTreeMap::new();
        for (name, part) in &self.0 {
            let size = self.size(&part.template, &mut vec![name.as_str()], &mut sizes, ignored);
            size.map_err(|fault| (part.span.clone(), fault))?;
        }
        Ok(())
    }

    pub(super) fn all_used(&self) -> Result<(), LocatedFault> {
        match self.0.iter().find(|(_, part)| !part.used) {
            Some((name, part)) => Err((part.span.clone(), GrammarFault::UnusedPart(name.clone()))),
            None => Ok(()),
        }
    }

    /// Counts the words of all variants of a template. Finds parts that do not exist or contain themselves, and marks
    /// the others as used. `sizes` keeps known results, since parts within parts can be very many.
    fn size<'a>(
        &'a self,
        template: &'a Template,
        inside: &mut Vec<&'a str>,
        sizes: &mut BTreeMap<&'a str, usize>,
        ignored: &dyn Fn(&str) -> bool,
    ) -> Result<usize, GrammarFault> {
        let size = match template {
            Template::Word(word) => {
                if ignored(word) {
                    return Err(GrammarFault::IgnoredWord { word: word.clone() });
                }
                1
            }
            Template::Slot(_) => 1,
            Template::Part(name) => {
                if inside.contains(&name.as_str()) {
                    return Err(GrammarFault::Recursive(name.clone()));
                }
                let Some(Part { template: part, .. }) = self.0.get(name) else {
                    return Err(GrammarFault::UnknownPart(name.clone()));
                };
                if let Some(size) = sizes.get(name.as_str()) {
                    *size
                } else {
                    inside.push(name);
                    let size = self.size(part, inside, sizes, ignored)?;
                    inside.pop();
                    sizes.insert(name, size);
                    size
                }
            }
            Template::Sequence(parts) | Template::OneOf(parts) => {
                let mut size = 0;
                for part in parts {
                    size += self.size(part, inside, sizes, ignored)?;
                }
                size
            }
            Template::Optional(part) => self.size(part, inside, sizes, ignored)?,
        };
        if size > MOST_WORDS { Err(GrammarFault::TooLarge) } else { Ok(size) }
    }

    /// Checks that a phrase has the slots that its meaning needs, and no others.
    pub(super) fn check(
        &self,
        template: &Template,
        meaning: &Meaning,
        ignored: &dyn Fn(&str) -> bool,
    ) -> Result<(), GrammarFault> {
        self.size(template, &mut Vec::new(), &mut BTreeMap::new(), ignored)?;
        self.only_slots(template, meaning.slots)?;
        for slot in Slot::VARIANTS {
            for (_, field) in slot.classes() {
                // "Schach" may be said before and after the move.
                let (least, most) = self.filled(template, *field);
                if !field.is_flag() && most > 1 {
                    return Err(GrammarFault::SlotTwice { slot: slot.name() });
                }
                let means = meaning.slots.contains(slot) && meaning.needs.contains(field);
                if means && least == 0 {
                    return Err(GrammarFault::NeedsSlot { slot: slot.name() });
                }
            }
        }
        Ok(())
    }

    fn only_slots(&self, template: &Template, allowed: &[Slot]) -> Result<(), GrammarFault> {
        match template {
            Template::Word(_) => Ok(()),
            Template::Slot(slot) if !allowed.contains(slot) => {
                Err(GrammarFault::UselessSlot { slot: slot.name(), expected: Slot::list(allowed) })
            }
            Template::Slot(_) => Ok(()),
            Template::Part(name) => self.only_slots(self.template(name), allowed),
            Template::Sequence(parts) | Template::OneOf(parts) => {
                parts.iter().try_for_each(|part| self.only_slots(part, allowed))
            }
            Template::Optional(part) => self.only_slots(part, allowed),
        }
    }

    /// Returns how often a field is filled, at least and at most.
    fn filled(&self, template: &Template, field: Field) -> (usize, usize) {
        let of = |part: &Template| self.filled(part, field);
        match template {
            Template::Word(_) => (0, 0),
            Template::Slot(slot) => {
                let times = slot.classes().iter().filter(|(_, filled)| *filled == field).count();
                (times, times)
            }
            Template::Part(name) => of(self.template(name)),
            Template::Optional(part) => (0, of(part).1),
            Template::Sequence(parts) => {
                parts.iter().map(of).fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
            }
            Template::OneOf(ways) => {
                let either =
                    |one: (usize, usize), other: (usize, usize)| (one.0.min(other.0), one.1.max(other.1));
                ways.iter().map(of).reduce(either).unwrap_or_default()
            }
        }
    }
}
