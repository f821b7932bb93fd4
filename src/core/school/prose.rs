//! Texts of lessons, in which squares are named as the listener hears or reads them.

use crate::laws::Square;

/// A text to be told. Squares stand in braces: "Der Turm steht auf {e4}."
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prose(Vec<ProsePart>);

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProsePart {
    /// Words.
    Words(String),
    /// A square, which is spoken by its names and brailled by its letters.
    Square(Square),
}

impl Prose {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// What stands in braces and is no square, or is never closed.
    pub fn read(text: &str) -> Result<Prose, String> {
        let mut parts = Vec::new();
        let mut rest = text.trim();
        while let Some((words, behind)) = rest.split_once('{') {
            let (name, after) = behind.split_once('}').ok_or_else(|| behind.to_owned())?;
            let square = name.parse().map_err(|_| name.to_owned())?;
            if !words.is_empty() {
                parts.push(ProsePart::Words(words.to_owned()));
            }
            parts.push(ProsePart::Square(square));
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(ProsePart::Words(rest.to_owned()));
        }
        Ok(Prose(parts))
    }

    /// Returns its parts, in order.
    pub fn parts(&self) -> &[ProsePart] {
        &self.0
    }

    /// Returns the text with the squares as `square` names them.
    pub fn told(&self, square: impl Fn(Square) -> String) -> String {
        let part = |part: &ProsePart| match part {
            ProsePart::Words(words) => words.clone(),
            ProsePart::Square(at) => square(*at),
        };
        self.0.iter().map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_stand_in_braces() {
        let read = |text: &str| Prose::read(text).map(|prose| prose.told(|square| format!("<{square}>")));
        assert_eq!(read("Von {a1} nach {h8}."), Ok("Von <a1> nach <h8>.".to_owned()));
        assert_eq!(read("{e4}"), Ok("<e4>".to_owned()));
        assert_eq!(read("Nichts."), Ok("Nichts.".to_owned()));
        for (wrong, found) in [("auf {e9}", "e9"), ("auf {e4", "e4"), ("{}", "")] {
            assert_eq!(read(wrong), Err(found.to_owned()));
        }
    }
}
