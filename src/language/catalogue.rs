//! The texts of one language: Fluent messages by their ids.

use std::fmt::Display;

use fluent_bundle::{FluentArgs, FluentError, FluentResource, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

use super::Message;

/// The Fluent messages of one language. Each may have a value, and attributes.
pub struct Catalogue(FluentBundle<FluentResource>);

/// Why a text makes no catalogue.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "catalogue")]
pub enum CatalogueError {
    /// The tag does not conform to BCP 47.
    Tag(#[message("found")] String),
    /// The text is not Fluent, or names a message twice.
    Fluent(#[message("found")] String),
}

impl Catalogue {
    /// Reads Fluent text in the language of a tag.
    ///
    /// # Errors
    ///
    /// [`CatalogueError`] says whether the tag or the text is wrong.
    pub fn new(tag: &str, ftl: &str) -> Result<Catalogue, CatalogueError> {
        let language: LanguageIdentifier = tag.parse().map_err(|_| CatalogueError::Tag(tag.to_owned()))?;
        let resource = FluentResource::try_new(ftl.to_owned()).map_err(|(_, errors)| {
            CatalogueError::Fluent(errors.first().map(ToString::to_string).unwrap_or_default())
        })?;
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // Direction marks help on a screen only; to a speech synthesizer they are noise.
        bundle.set_use_isolating(false);
        bundle.add_resource(resource).map_err(|errors| {
            CatalogueError::Fluent(errors.first().map(ToString::to_string).unwrap_or_default())
        })?;
        Ok(Catalogue(bundle))
    }

    /// Returns the tag of its language, without a region.
    pub fn tag(&self) -> String {
        self.0.locales.first().map(|locale| locale.language.to_string()).unwrap_or_default()
    }

    /// Returns the value of a message or of its attribute, if there is one, with white space collapsed.
    pub fn find(&self, id: &str, attribute: Option<&str>, args: &FluentArgs) -> Option<String> {
        let message = self.0.get_message(id)?;
        let pattern = match attribute {
            None => message.value(),
            Some(name) => message.get_attribute(name).map(|attribute| attribute.value()),
        };
        let mut errors: Vec<FluentError> = Vec::new();
        let text = self.0.format_pattern(pattern?, Some(args), &mut errors);
        debug_assert!(errors.is_empty(), "{id}: {errors:?}");
        Some(text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",").replace(" .", "."))
    }

    /// Returns a message with its white space unchanged, since paths have spaces.
    pub(super) fn rendered(&self, id: &str, args: &FluentArgs) -> String {
        let Some(pattern) = self.0.get_message(id).and_then(|message| message.value()) else {
            return id.to_owned();
        };
        let mut errors: Vec<FluentError> = Vec::new();
        let text = self.0.format_pattern(pattern, Some(args), &mut errors);
        debug_assert!(errors.is_empty(), "{id}: {errors:?}");
        text.into_owned()
    }

    /// Whether there is a message of this id.
    #[cfg(test)]
    pub(super) fn has(&self, id: &str) -> bool {
        self.0.get_message(id).is_some_and(|message| message.value().is_some())
    }

    /// Returns a message with these facts, or the id if the language lacks the message.
    pub fn say(&self, id: &str, facts: &[(&str, &dyn Display)]) -> String {
        self.try_say(id, facts).unwrap_or_else(|| id.to_owned())
    }

    /// Returns a message with these facts, if there is one.
    pub fn try_say(&self, id: &str, facts: &[(&str, &dyn Display)]) -> Option<String> {
        self.find(id, None, &args(facts)).map(|text| text.chars().map(shown).collect())
    }

    /// Returns a message without facts, or its attribute, if there is one.
    pub fn attribute(&self, id: &str, attribute: Option<&str>) -> Option<String> {
        self.find(id, attribute, &FluentArgs::new())
    }

    /// Returns a message or its attribute, or the id if the language lacks it: ugly, but not silent.
    pub fn text(&self, id: &str, attribute: Option<&str>, args: &FluentArgs) -> String {
        self.find(id, attribute, args).unwrap_or_else(|| id.to_owned())
    }
}

/// What is tidied up around a fact and must stay as it is within one, such as a path; and what stands for it meanwhile.
const KEPT: [(char, char); 3] = [(' ', '\u{e000}'), (',', '\u{e001}'), ('.', '\u{e002}')];

fn args<'a>(facts: &[(&'a str, &dyn Display)]) -> FluentArgs<'a> {
    let hidden = |c| KEPT.iter().find(|(kept, _)| *kept == c).map_or(c, |(_, meanwhile)| *meanwhile);
    facts
        .iter()
        .map(|(name, fact)| (*name, fact.to_string().chars().map(hidden).collect::<String>()))
        .collect()
}

fn shown(c: char) -> char {
    KEPT.iter().find(|(_, meanwhile)| *meanwhile == c).map_or(c, |(kept, _)| *kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_keeps_its_spaces() {
        let words =
            Catalogue::new("de", "goes-on = weiter mit: { $command }\nwhere = in { $path }, ja").unwrap();
        let command = "annabella resume --damaged .local/a  b.jsonl";
        assert_eq!(words.say("goes-on", &[("command", &command)]), format!("weiter mit: {command}"));
        assert_eq!(words.say("where", &[("path", &".x ,y")]), "in .x ,y, ja");
    }
}
