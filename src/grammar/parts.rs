//! The named parts of phrases, and what a phrase made with them has in it: words, slots, how often each.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

use super::compile::LocatedFault;
use super::error::GrammarFault;
use super::meaning::Meaning;
use super::slot::{Field, Slot};
use super::template::Template;

/// A phrase that has more words, all its ways together, is a mistake.
const MOST_WORDS: usize = 5_000;

/// The parts by name.
#[derive(Default)]
pub struct Parts(BTreeMap<String, Part>);

struct Part {
    template: Template,
    span: Range<usize>,
    used: Cell<bool>,
}

impl Parts {
    /// Whether there was none of that name.
    pub fn insert(&mut self, name: &str, template: Template, span: Range<usize>) -> bool {
        self.0.insert(name.to_owned(), Part { template, span, used: Cell::new(false) }).is_none()
    }

    /// The part of a phrase that has been looked through.
    pub fn template(&self, name: &str) -> &Template {
        &self.0[name].template
    }

    /// Every part by its name.
    pub fn into_templates(self) -> BTreeMap<String, Template> {
        self.0.into_iter().map(|(name, part)| (name, part.template)).collect()
    }

    /// Looks through every part by itself, so that a fault is told where it stands.
    pub fn check_all(&self, ignored: &dyn Fn(&str) -> bool) -> Result<(), LocatedFault> {
        let mut sizes = BTreeMap::new();
        for (name, part) in &self.0 {
            let size = self.size(&part.template, &mut vec![name.as_str()], &mut sizes, ignored);
            size.map_err(|fault| (part.span.clone(), fault))?;
        }
        Ok(())
    }

    pub fn all_used(&self) -> Result<(), LocatedFault> {
        match self.0.iter().find(|(_, part)| !part.used.get()) {
            Some((name, part)) => Err((part.span.clone(), GrammarFault::UnusedPart(name.clone()))),
            None => Ok(()),
        }
    }

    /// How many words a template has in all its ways. Finds parts that do not exist or are inside
    /// themselves, and marks those there are as used. `sizes` holds those seen through already, for
    /// parts within parts can be very many.
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
            Template::Slot(name) => match Slot::named(name) {
                Some(_) => 1,
                None => {
                    let expected = Slot::list(&Slot::ALL);
                    return Err(GrammarFault::UnknownSlot { found: name.clone(), expected });
                }
            },
            Template::Part(name) => {
                if inside.contains(&name.as_str()) {
                    return Err(GrammarFault::Recursive(name.clone()));
                }
                let Some(Part { template: part, used, .. }) = self.0.get(name) else {
                    return Err(GrammarFault::UnknownPart(name.clone()));
                };
                used.set(true);
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

    /// Whether a phrase has the slots its meaning needs and no others.
    pub fn check(
        &self,
        template: &Template,
        meaning: &Meaning,
        ignored: &dyn Fn(&str) -> bool,
    ) -> Result<(), GrammarFault> {
        self.size(template, &mut Vec::new(), &mut BTreeMap::new(), ignored)?;
        self.only_slots(template, meaning.slots)?;
        for slot in Slot::ALL {
            for (_, place) in slot.classes() {
                // Saying "Schach" before and after the move does no harm.
                if !place.is_flag() && self.most(template, *place) > 1 {
                    return Err(GrammarFault::SlotTwice { slot: slot.name() });
                }
                let means = meaning.slots.contains(&slot) && meaning.needs.contains(place);
                if means && self.least(template, *place) == 0 {
                    return Err(GrammarFault::NeedsSlot { slot: slot.name() });
                }
            }
        }
        Ok(())
    }

    fn only_slots(&self, template: &Template, allowed: &[Slot]) -> Result<(), GrammarFault> {
        match template {
            Template::Word(_) => Ok(()),
            Template::Slot(name) => match Slot::named(name) {
                Some(slot) if !allowed.contains(&slot) => {
                    Err(GrammarFault::UselessSlot { slot: slot.name(), expected: Slot::list(allowed) })
                }
                _ => Ok(()),
            },
            Template::Part(name) => self.only_slots(self.template(name), allowed),
            Template::Sequence(parts) | Template::OneOf(parts) => {
                parts.iter().try_for_each(|part| self.only_slots(part, allowed))
            }
            Template::Optional(part) => self.only_slots(part, allowed),
        }
    }

    /// How often a place is filled at most.
    fn most(&self, template: &Template, place: Field) -> usize {
        match template {
            Template::Word(_) => 0,
            Template::Slot(name) => fills(name, place),
            Template::Part(name) => self.most(self.template(name), place),
            Template::Sequence(parts) => parts.iter().map(|part| self.most(part, place)).sum(),
            Template::OneOf(parts) => parts.iter().map(|part| self.most(part, place)).max().unwrap_or(0),
            Template::Optional(part) => self.most(part, place),
        }
    }

    /// How often it is filled at least.
    fn least(&self, template: &Template, place: Field) -> usize {
        match template {
            Template::Word(_) | Template::Optional(_) => 0,
            Template::Slot(name) => fills(name, place),
            Template::Part(name) => self.least(self.template(name), place),
            Template::Sequence(parts) => parts.iter().map(|part| self.least(part, place)).sum(),
            Template::OneOf(parts) => parts.iter().map(|part| self.least(part, place)).min().unwrap_or(0),
        }
    }
}

fn fills(slot: &str, place: Field) -> usize {
    let classes = Slot::named(slot).map(Slot::classes).unwrap_or_default();
    classes.iter().filter(|(_, filled)| *filled == place).count()
}
