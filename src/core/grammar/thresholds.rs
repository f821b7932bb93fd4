//! How far what a speech model says it heard can be trusted.

use serde::{Deserialize, Serialize};

use crate::language::{TomlFault, in_english};

/// What the scores of a speech model mean. All but [`phrase_share`](Thresholds::phrase_share) are distances between
/// log-likelihoods. `models/de/thresholds.toml` says what each was chosen by; it is also what a model without such a file
/// gets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Thresholds {
    /// Two readings this close are equally likely.
    pub equal_within: f32,
    /// A second reading this close leaves a doubt.
    pub close_within: f32,
    /// The share of whole phrases in what may have been heard, from 0 to 1, that makes anything but a move sure.
    pub phrase_share: f32,
    /// The lead of the only possible meaning over all others.
    pub margin: f32,
    /// The distance of a meaning in a hearing without it.
    pub unheard: f32,
    /// The largest distance that counts where alternatives lie dense.
    pub farthest: f32,
    /// Alternatives nearer than this lie dense, as those of music do.
    pub dense_within: f32,
    /// The same for a square alone.
    pub square_dense_within: f32,
    /// How much lower the rest of a move is scored alone than joined with its beginning.
    pub rest_alone: f32,
    /// The lead of a short answer to an open question over all else.
    pub answer_lead: f32,
    /// The lead of a longer one.
    pub longer_answer_lead: f32,
    /// How much better among all phrases something else may have been than the answer.
    pub answer_outdone: f32,
}

const USUAL: &str = include_str!("../../../models/de/thresholds.toml");

/// No distance between scores is greater.
const MOST: f32 = 100.0;

impl Thresholds {
    /// Reads them as TOML; what is left out is as usual.
    ///
    /// # Errors
    ///
    /// Text that is no TOML, a name that is none of theirs, a number below 0 or above 100; as English text.
    pub fn parse(text: &str) -> Result<Thresholds, String> {
        let told = |error: toml::de::Error| in_english(&TomlFault::locate(text, &error).2);
        let mut table: toml::Table = toml::from_str(USUAL).map_err(told)?;
        table.extend(toml::from_str::<toml::Table>(text).map_err(told)?);
        let thresholds: Thresholds = table.try_into().map_err(told)?;
        match thresholds.named().find(|(_, value)| !(0.0..=MOST).contains(value)) {
            Some((name, value)) => Err(format!("{name} = {value}, expected 0 to {MOST}")),
            None => Ok(thresholds),
        }
    }

    /// Returns their names in the file, each with its number.
    pub fn named(&self) -> impl Iterator<Item = (String, f32)> {
        self.table().into_iter().filter_map(|(name, value)| Some((name, value.as_float()? as f32)))
    }

    /// Returns them with another number for the one of that name.
    pub fn with(&self, name: &str, value: f32) -> Thresholds {
        let mut table = self.table();
        table.insert(name.to_owned(), toml::Value::Float(f64::from(value)));
        table.try_into().unwrap_or(*self)
    }

    fn table(&self) -> toml::Table {
        toml::Table::try_from(self).unwrap_or_default()
    }
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds::parse(USUAL).expect("a test reads it")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_read_and_what_is_left_out_is_as_usual() {
        let usual = Thresholds::parse("").unwrap();
        assert_eq!(usual, Thresholds::default());
        assert_eq!(usual.named().count(), 12);
        assert_eq!(Thresholds::parse("margin = 2"), Ok(usual.with("margin", 2.0)));
        for wrong in ["margin = -1.0", "margin = nan", "margin = \"2\"", "marge = 2.0", "margin"] {
            Thresholds::parse(wrong).unwrap_err();
        }
    }
}
