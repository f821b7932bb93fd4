//! Numbers on the command line.

use std::{ops::RangeInclusive, str::FromStr};

use crate::language::Message;

/// What kind of number is expected instead of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(prefix = "number", error)]
pub enum NumberError {
    Any,
    Whole,
    NotNegative,
    Smaller,
    Within { least: i64, most: i64 },
}

impl NumberError {
    /// The error of a text that is not one of the possible whole numbers.
    pub fn of_whole(text: &str) -> NumberError {
        match text.parse::<i128>() {
            Err(_) => NumberError::Whole,
            Ok(number) if number < 0 => NumberError::NotNegative,
            Ok(_) => NumberError::Smaller,
        }
    }
}

/// Makes a value parser of whole numbers in a range.
pub fn within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, NumberError> + Clone
where
    T: Clone + Copy + FromStr + Into<i64> + PartialOrd,
{
    move |text| {
        let (least, most) = ((*range.start()).into(), (*range.end()).into());
        let outside = NumberError::Within { least, most };
        let number =
            text.parse().map_err(|_| text.parse::<i128>().map_or(NumberError::Whole, |_| outside))?;
        if range.contains(&number) { Ok(number) } else { Err(outside) }
    }
}
