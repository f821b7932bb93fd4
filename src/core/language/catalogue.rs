//! The texts of one language: Fluent messages by their ids.

use std::fmt::Display;

use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue, concurrent::FluentBundle};
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
        let args = hidden(args);
        let text = self.0.format_pattern(pattern?, Some(&args), &mut errors);
        debug_assert!(errors.is_empty(), "{id}: {errors:?}");
        let tidy =
            text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",").replace(" .", ".");
        Some(tidy.chars().map(shown).collect())
    }

    /// Returns moves in Standard Algebraic Notation with the piece letters of the language.
    pub fn in_letters(&self, san: &str) -> String {
        let letters = self.attribute("piece-letters", None).unwrap_or_default();
        let letters: Vec<&str> = letters.split(' ').collect();
        let letter = |c: char| match "KQRBNP".find(c).and_then(|place| letters.get(place)) {
            Some(letter) => (*letter).to_owned(),
            None => c.to_string(),
        };
        san.chars().map(letter).collect()
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
    pub(super) fn has(&self, id: &str) -> bool {
        self.0.get_message(id).is_some_and(|message| message.value().is_some())
    }

    /// Returns a message with these facts, or the id if the language lacks the message.
    pub fn say(&self, id: &str, facts: &[(&str, &dyn Display)]) -> String {
        self.try_say(id, facts).unwrap_or_else(|| id.to_owned())
    }

    /// Returns a message with these facts, if there is one. By a whole number the message may choose its words.
    pub fn try_say(&self, id: &str, facts: &[(&str, &dyn Display)]) -> Option<String> {
        let value = |fact: &dyn Display| {
            let text = fact.to_string();
            let number = text.parse::<i64>().ok().filter(|number| number.to_string() == text);
            number.map_or_else(|| FluentValue::from(text), FluentValue::from)
        };
        let args = facts.iter().map(|(name, fact)| (*name, value(*fact))).collect();
        self.find(id, None, &args)
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
const KEPT: [(char, char); 3] = [(' ', '\u{fdd0}'), (',', '\u{fdd1}'), ('.', '\u{fdd2}')];

fn hidden<'a>(args: &'a FluentArgs) -> FluentArgs<'a> {
    let hide = |c| KEPT.iter().find(|(kept, _)| *kept == c).map_or(c, |(_, meanwhile)| *meanwhile);
    let value = |value: &FluentValue<'a>| match value {
        FluentValue::String(text) => FluentValue::from(text.chars().map(hide).collect::<String>()),
        other => other.clone(),
    };
    args.iter().map(|(name, fact)| (name, value(fact))).collect()
}

fn shown(c: char) -> char {
    KEPT.iter().find(|(_, meanwhile)| *meanwhile == c).map_or(c, |(kept, _)| *kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_chooses_the_words() {
        let words =
            Catalogue::new("en", "boards = { $n ->\n    [one] one board\n   *[other] { $n } boards\n }")
                .unwrap();
        let said = ["1", "2", "017"].map(|n| words.say("boards", &[("n", &n)]));
        assert_eq!(said, ["one board", "2 boards", "017 boards"]);
    }

    #[test]
    fn a_path_keeps_its_spaces() {
        let words =
            Catalogue::new("de", "goes-on = weiter mit: { $command }\nwhere = in { $path }, ja").unwrap();
        let command = "annabella resume --damaged .local/a  b.jsonl";
        assert_eq!(words.say("goes-on", &[("command", &command)]), format!("weiter mit: {command}"));
        assert_eq!(words.say("where", &[("path", &".x ,y")]), "in .x ,y, ja");
        // What is announced is tidied in the same way.
        let spoken = [("path", "a  .demo")].into_iter().collect();
        assert_eq!(words.text("where", None, &spoken), "in a  .demo, ja");
    }

    #[test]
    fn a_move_has_the_letters_of_its_language() {
        let words = crate::language::LanguageFolder::USUAL.catalogue();
        for (san, told) in [("1. Nf3", "1. Sf3"), ("exd8=Q#", "exd8=D#"), ("O-O", "O-O"), ("bxc3", "bxc3")] {
            assert_eq!(words.in_letters(san), told);
        }
    }
}
