//! The languages that come with annabella: each is a folder of `grammars/`, and a line here.
//!
//! `words.toml` is what is understood and how squares and pieces are called, `sentences.ftl` what is told. The
//! speech model of the same name lies in `models/`.

/// What a language's folder holds.
#[derive(Clone, Copy, Debug)]
pub struct LanguageFolder {
    /// A tag of BCP 47, which is also the folder's name.
    pub tag: &'static str,
    /// For [`Grammar`](crate::grammar::Grammar).
    pub words: &'static str,
    /// For [`Announcer`](crate::announce::Announcer).
    pub sentences: &'static str,
}

macro_rules! folder {
    ($tag:literal) => {
        LanguageFolder {
            tag: $tag,
            words: include_str!(concat!("../grammars/", $tag, "/words.toml")),
            sentences: include_str!(concat!("../grammars/", $tag, "/sentences.ftl")),
        }
    };
}

/// All of them, the one that is spoken unless told first.
pub const LANGUAGES: [LanguageFolder; 2] = [folder!("de"), folder!("en")];

/// A language that is not there.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the language '{0}' is not there, expected {known}", known = LANGUAGES.map(|known| known.tag).join(" or "))]
pub struct UnknownLanguage(pub String);

impl LanguageFolder {
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
        let error = LanguageFolder::find("tlh").unwrap_err().to_string();
        assert_eq!(error, "the language 'tlh' is not there, expected de or en");
    }
}
