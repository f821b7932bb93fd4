//! The strengths with which an engine can play, as its options state them.

use super::{EngineUnavailable, StrengthRange, line::SpinOption};

/// The options that limit an engine's strength.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrengthOptions {
    /// The range of `UCI_Elo`.
    elo: Option<(i64, i64)>,
    /// The range of `Skill Level`.
    level: Option<(i64, i64)>,
    /// Whether there is `UCI_LimitStrength`.
    has_limit: bool,
}

fn set(name: &str, value: &str) -> String {
    format!("setoption name {name} value {value}")
}

impl StrengthOptions {
    /// Finds them among the options of an engine.
    pub(super) fn of(numbers: &[SpinOption], others: &[String]) -> StrengthOptions {
        let range = |name: &str| {
            numbers.iter().find(|range| range.name == name).map(|range| (range.least, range.most))
        };
        let has_limit = others.iter().any(|name| name == "UCI_LimitStrength");
        StrengthOptions {
            elo: range("UCI_Elo").filter(|_| has_limit),
            level: range("Skill Level"),
            has_limit,
        }
    }

    /// Returns the strengths in Elo, the least and the most.
    pub fn elo(&self) -> Option<(i64, i64)> {
        self.elo
    }

    /// Returns the engine's own levels, the lowest and the highest.
    pub fn level(&self) -> Option<(i64, i64)> {
        self.level
    }

    /// Checks that the engine called `name` can play with a strength.
    pub(super) fn check(&self, name: &str, strength: Option<u32>) -> Result<(), EngineUnavailable> {
        let Some(found) = strength else { return Ok(()) };
        if self.is_elo(found) || fits(self.level, found) {
            return Ok(());
        }
        let expected = match (self.elo, self.level) {
            (Some((least, most)), None) => StrengthRange::Elo { least, most },
            (None, Some((lowest, highest))) => StrengthRange::Level { lowest, highest },
            (Some((least, most)), Some((lowest, highest))) => {
                StrengthRange::Either { least, most, lowest, highest }
            }
            (None, None) => StrengthRange::None,
        };
        Err(EngineUnavailable::Strength { name: name.to_owned(), found, expected })
    }

    fn is_elo(&self, strength: u32) -> bool {
        fits(self.elo, strength)
    }

    /// Returns the commands that set a strength; none is the full one.
    pub(super) fn commands(&self, strength: Option<u32>) -> Vec<String> {
        let limit = |on: &str| self.has_limit.then(|| set("UCI_LimitStrength", on));
        let (limit, value) = match strength {
            Some(elo) if self.is_elo(elo) => (limit("true"), Some(set("UCI_Elo", &elo.to_string()))),
            Some(level) => (limit("false"), Some(set("Skill Level", &level.to_string()))),
            None => (limit("false"), self.level.map(|(_, most)| set("Skill Level", &most.to_string()))),
        };
        limit.into_iter().chain(value).collect()
    }
}

fn fits(range: Option<(i64, i64)>, strength: u32) -> bool {
    range.is_some_and(|(least, most)| (least..=most).contains(&i64::from(strength)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_is_within_what_the_engine_states() {
        let range = |name: &str, least, most| SpinOption { name: name.to_owned(), least, most };
        let limit = ["UCI_LimitStrength".to_owned()];
        let both = StrengthOptions::of(&[range("UCI_Elo", 1350, 2850), range("Skill Level", 0, 20)], &limit);
        let elo = ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1600"];
        assert_eq!(both.commands(Some(1600)), elo);
        let full = "setoption name UCI_LimitStrength value false";
        assert_eq!(both.commands(Some(3)), [full, "setoption name Skill Level value 3"]);
        assert_eq!(both.commands(None), [full, "setoption name Skill Level value 20"]);
        assert!([None, Some(0), Some(20), Some(1350)].iter().all(|known| both.check("X", *known).is_ok()));
        let refused = both.check("X 1", Some(900)).unwrap_err().to_string();
        let says = "X 1 cannot play with strength 900, expected 1350 to 2850 (Elo) or 0 to 20 (level)";
        assert_eq!(refused, says);
        let refused = StrengthOptions::default().check("Y", Some(5)).unwrap_err().to_string();
        assert_eq!(refused, "Y cannot play with strength 5, expected none: it has but one");
        assert!(StrengthOptions::default().commands(None).is_empty());
    }
}
