//! The languages that come with annabella: each is a folder of `grammars/`, named by its tag.
//!
//! `words.toml` holds what is understood and the names of squares and pieces, `sentences.ftl` the announcements,
//! `program.ftl` what the program prints beside the game, `errors.ftl` the errors, `lessons` the lessons of the school. The guide for players is
//! `docs/guide.TAG.md`.
//! The source has the command line's help in English; `translated.ftl` has it in another language. The speech model
//! of the same name lies in `models/`.

#![warn(missing_docs, unreachable_pub)]

mod catalogue;
mod message;
mod toml_fault;

pub use annabella_derive::Message;
pub use catalogue::{Catalogue, CatalogueError};

/// Returns whether the character changes the direction of the text after it (Unicode's bidirectional controls).
pub fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

pub use message::{Argument, Arguments, Failure, Message, SanText, check_texts, in_english};
pub use toml_fault::{TomlFault, exactly};

/// The contents of a language's folder.
#[derive(Clone, Copy, Debug)]
pub struct LanguageFolder {
    /// A tag of BCP 47, which is also the folder's name.
    pub tag: &'static str,
    /// The text of `words.toml`, for [`Grammar`](crate::grammar::Grammar).
    pub words: &'static str,
    /// The text of `sentences.ftl`, for [`Announcer`](crate::announce::Announcer).
    pub sentences: &'static str,
    /// The text of `program.ftl`, for [`Catalogue`].
    pub program: &'static str,
    /// The text of `errors.ftl`, for [`Catalogue`].
    pub errors: &'static str,
    /// The text of `translated.ftl`, for [`Catalogue`].
    pub translated: &'static str,
    /// The text of `docs/guide.TAG.md`, which the command `guide` prints.
    pub guide: &'static str,
    /// The names and the texts of the files of `lessons`, for [`Lessons`](crate::school::Lessons).
    pub lessons: &'static [(&'static str, &'static str)],
}

// The table `LANGUAGES`: the build lists the folders (`build/languages.rs`).
include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// A tag of no built-in language.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "unknown-language", with = languages)]
pub struct UnknownLanguage(pub String);

fn languages(found: &String, to: &mut Arguments) {
    to.set("found", found);
    let tags = LANGUAGES.map(|known| known.tag);
    if let [others @ .., last] = &tags[..] {
        to.set("others", others.join(", "));
        to.set("last", last);
    }
}

impl LanguageFolder {
    /// The language that is spoken by default.
    pub const USUAL: LanguageFolder = built_in("de");
    /// The language of the source, of its help and logs, and of errors if no language was chosen.
    pub const ENGLISH: LanguageFolder = built_in("en");

    /// Returns the language of a tag: `de` for `de-AT`, `de_AT` and `DE` too.
    ///
    /// # Errors
    ///
    /// [`UnknownLanguage`] names the built-in languages.
    pub fn find(tag: &str) -> Result<LanguageFolder, UnknownLanguage> {
        let language = tag.split(['-', '_']).next().unwrap_or_default();
        let known = LANGUAGES.into_iter().find(|known| known.tag.eq_ignore_ascii_case(language));
        known.ok_or_else(|| UnknownLanguage(tag.to_owned()))
    }

    /// Returns the language of the program's own texts: the first of the `chosen` ones that there is, or that of the first
    /// of `locales` that is not empty. An unknown locale gives English, as does one without a language, such as `C`.
    pub fn of_program<'a>(
        chosen: impl IntoIterator<Item = String>,
        locales: impl IntoIterator<Item = &'a str>,
    ) -> LanguageFolder {
        let of = |tag: &str| LanguageFolder::find(tag.split('.').next().unwrap_or_default()).ok();
        let of_locale = || of(locales.into_iter().find(|locale| !locale.is_empty())?);
        let chosen = chosen.into_iter().find_map(|tag| of(&tag));
        chosen.or_else(of_locale).unwrap_or(LanguageFolder::ENGLISH)
    }

    /// Returns the texts that the program prints beside the game.
    ///
    /// # Panics
    ///
    /// Never: the tests read all texts.
    pub fn catalogue(&self) -> Catalogue {
        let text = [self.program, self.errors, self.translated].join("\n");
        Catalogue::new(self.tag, &text).expect("the embedded texts are sound")
    }
}

/// Finds the language of a tag at compile time.
const fn built_in(tag: &str) -> LanguageFolder {
    let mut n = 0;
    while n < LANGUAGES.len() {
        if is_same(LANGUAGES[n].tag.as_bytes(), tag.as_bytes()) {
            return LANGUAGES[n];
        }
        n += 1;
    }
    panic!("no folder of grammars/ has this tag")
}

/// Compares like `==`, which a `const fn` cannot call yet.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut n = 0;
    while n < one.len() && n < other.len() && one[n] == other[n] {
        n += 1;
    }
    n == one.len() && n == other.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_finds_its_language() {
        for (tag, found) in [
            ("de", Some("de")),
            ("de-AT", Some("de")),
            ("DE_ch", Some("de")),
            ("en-GB", Some("en")),
            ("tlh", None),
            ("", None),
            ("deutsch", None),
        ] {
            assert_eq!(LanguageFolder::find(tag).ok().map(|language| language.tag), found, "{tag}");
        }
        for (chosen, locales, tag) in [
            (&[][..], &["", "de_DE.UTF-8"][..], "de"),
            (&[], &["C", "de_DE.UTF-8"], "en"),
            (&[], &["de_CH", "en_GB"], "de"),
            (&[], &[], "en"),
            (&["de"], &["en_GB.UTF-8"], "de"),
            (&["tlh"], &["de_DE"], "de"),
            (&["tlh", "en"], &["de_DE"], "en"),
        ] {
            assert_eq!(
                LanguageFolder::of_program(chosen.iter().map(|tag| tag.to_string()), locales.iter().copied())
                    .tag,
                tag,
                "{chosen:?} {locales:?}"
            );
        }
        let error = LanguageFolder::find("tlh").unwrap_err().to_string();
        assert_eq!(error, "the language 'tlh' is not there, expected de or en");
    }
}
