//! Notes for the arbiter, which do not change the game.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A question, an attempt or a declaration, and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// What it is about.
    #[serde(rename = "about")]
    pub kind: NoteKind,
    /// Its content, for people: `square e4`, `Bf1-c4`, `resign white`.
    pub words: String,
    /// How it was answered.
    pub answer: NoteAnswer,
    /// The article by which it was refused, in the ruleset in use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// The squares of the pieces that a refused move touches, should it have been made and completed (FIDE 7.5.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touched: Vec<String>,
}

/// The kind of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum NoteKind {
    /// A question about the game.
    Question,
    /// A move that is not legal.
    Move,
    /// An offer, a claim, a touch, a resignation.
    Declaration,
    /// Something irregular, for the arbiter.
    Report,
    /// A failure of the program.
    Fault,
}

/// The answer to what was noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum NoteAnswer {
    /// It was answered.
    Told,
    /// It was refused.
    Refused,
    /// The program asked whether it was meant.
    #[strum(serialize = "asked back")]
    AskedBack,
    /// The player had not meant it.
    Withdrawn,
    /// The arbiter said no.
    Denied,
}

/// `question material: refused (D.2.10)`
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.kind, self.words, self.answer)?;
        self.article.as_ref().map_or(Ok(()), |article| write!(f, " ({article})"))
    }
}
