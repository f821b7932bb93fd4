//! The languages that come with annabella: each is a folder of `grammars/`, named by its tag.
//!
//! `words.toml` is what is understood and how squares and pieces are called, `sentences.ftl` what is told,
//! `program.ftl` what the program prints beside the game, `errors.ftl` what can go wrong, `guide.md` the guide for
//! players. What the source says in English, the help, other languages have in `translated.ftl`. The speech model of the
//! same name lies in `models/`.

#![warn(missing_docs, unreachable_pub)]

mod catalogue;
mod message;

pub use annabella_derive::Message;
pub use catalogue::{Catalogue, CatalogueError};
#[cfg(test)]
pub(crate) use message::check_texts;
pub use message::{Argument, Arguments, Failure, Message, in_english};

/// What a language's folder holds.
#[derive(Clone, Copy, Debug)]
pub struct LanguageFolder {
    /// A tag of BCP 47, which is also the folder's name.
    pub tag: &'static str,
    /// For [`Grammar`](crate::grammar::Grammar).
    pub words: &'static str,
    /// For [`Announcer`](crate::announce::Announcer).
    pub sentences: &'static str,
    /// For [`Catalogue`]: what the program prints beside the game.
    pub program: &'static str,
    /// For the same: what can go wrong.
    pub errors: &'static str,
    /// For the same: what the source says in English.
    pub translated: &'static str,
    /// How to play, for players.
    pub guide: &'static str,
}

// The table `LANGUAGES`: the build lists the folders (`build/languages.rs`).
include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// A language that is not there.
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
    /// The language that is spoken unless another is chosen.
    pub const USUAL: LanguageFolder = built_in("de");
    /// The language of the source: of its help, of logs, and of errors where no language was chosen.
    pub const ENGLISH: LanguageFolder = built_in("en");

    /// The language of a tag: `de` for `de-AT`, `de_AT` and `DE` too.
    ///
    /// # Errors
    ///
    /// [`UnknownLanguage`] names those there are.
    pub fn find(tag: &str) -> Result<LanguageFolder, UnknownLanguage> {
        let language = tag.split(['-', '_']).next().unwrap_or_default();
        let known = LANGUAGES.into_iter().find(|known| known.tag.eq_ignore_ascii_case(language));
        known.ok_or_else(|| UnknownLanguage(tag.to_owned()))
    }

    /// The language that the program's own texts are in: the one chosen, or that of the machine's locale, by the
    /// variables that say so in the order in which they count. A locale without a language is English, as everywhere.
    pub fn of_program<'a>(
        chosen: Option<&str>,
        locales: impl IntoIterator<Item = &'a str>,
    ) -> LanguageFolder {
        let of_locale = || locales.into_iter().find(|locale| !locale.is_empty());
        let tag = chosen.or_else(of_locale).unwrap_or_default();
        let tag = tag.split('.').next().unwrap_or_default();
        LanguageFolder::find(tag).unwrap_or(LanguageFolder::ENGLISH)
    }

    /// What the program prints beside the game.
    ///
    /// # Panics
    ///
    /// Never: the tests read all of them.
    pub fn catalogue(&self) -> Catalogue {
        let text = [self.program, self.errors, self.translated].join("\n");
        Catalogue::new(self.tag, &text).expect("the embedded texts are sound")
    }
}

/// The language of a tag, which the compiler looks for.
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

/// `==`, which is none for the compiler yet.
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
            (None, &["", "de_DE.UTF-8"][..], "de"),
            (None, &["C", "de_DE.UTF-8"], "en"),
            (None, &["de_CH", "en_GB"], "de"),
            (None, &[], "en"),
            (Some("de"), &["en_GB.UTF-8"], "de"),
            (Some("tlh"), &["de_DE"], "en"),
        ] {
            assert_eq!(
                LanguageFolder::of_program(chosen, locales.iter().copied()).tag,
                tag,
                "{chosen:?} {locales:?}"
            );
        }
        let error = LanguageFolder::find("tlh").unwrap_err().to_string();
        assert_eq!(error, "the language 'tlh' is not there, expected de or en");
    }
}
