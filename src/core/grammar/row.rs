//! Several intents in one breath, and which rows of them make sense.

use crate::laws::{Act, Position};

use super::interpretation::Interpretation;
use super::{HallRequest, Intent, Moment, Rejection, Understanding};

/// Returns the only row of intents that makes sense among several readings.
pub(super) fn only_sensible_row(rows: &[&Vec<Intent>], moment: &Moment) -> Result<Understanding, Rejection> {
    if let [row] = rows
        && let [first, rest @ ..] = row.as_slice()
        && !matches!(first, Intent::Move(_))
        && rest.iter().all(|intent| intent == first)
    {
        return Ok(Understanding::Understood { intent: first.clone(), sure: true });
    }
    let sensible: Vec<_> = rows.iter().filter(|row| makes_sense(row, moment)).collect();
    match (sensible.as_slice(), rows) {
        ([row], _) => Ok(Understanding::Sequence(row.to_vec())),
        // The move is illegal or incomplete: deal with it first.
        ([], [row]) => match row.as_slice() {
            [first @ Intent::Move(_), Intent::PressClock] => {
                Ok(Understanding::Understood { intent: first.clone(), sure: true })
            }
            _ => Err(Rejection::SeveralAtOnce),
        },
        _ => Err(Rejection::SeveralAtOnce),
    }
}

/// Whether a board of a hall is named behind what is for it.
fn is_before_board(row: &[Intent]) -> bool {
    matches!(row, [_, Intent::Hall(HallRequest::Board(_))])
}

/// Whether these intents can follow each other: a no, perhaps twice, a correction, or a yes, then moves in turn, legal ones where they may
/// be judged, each perhaps with a draw offer and the clock after it.
fn makes_sense(row: &[Intent], moment: &Moment) -> bool {
    let mut position = moment.position.cloned();
    let mut before: Option<&Intent> = None;
    for intent in row {
        let fits = match (before, intent) {
            (None, Intent::Yes | Intent::No | Intent::Correct | Intent::Move(_)) => true,
            (Some(Intent::No), Intent::No) => true,
            // "Brett siebzehn, weiter."
            (None, Intent::Hall(HallRequest::Board(_))) => true,
            (Some(Intent::Hall(HallRequest::Board(_))), then) => then.is_for_a_board(),
            // "Zwei Minuten mehr für Weiß an Brett vier."
            (None, ruling) if is_before_board(row) => ruling.is_for_a_board(),
            (Some(_), Intent::Hall(HallRequest::Board(_))) if is_before_board(row) => true,
            (Some(Intent::No | Intent::Correct | Intent::Move(_) | Intent::PressClock), Intent::Move(_)) => {
                // After the clock alone the move would be the other side's, which was not announced.
                before != Some(&Intent::PressClock) || matches!(row[0], Intent::Move(_))
            }
            (
                Some(Intent::Move(_) | Intent::Yes),
                Intent::Declared { act: Act::OfferDraw, .. } | Intent::Draw,
            ) => true,
            (Some(Intent::Move(_) | Intent::Yes), Intent::PressClock) => true,
            (Some(Intent::Declared { .. } | Intent::Draw), Intent::PressClock) => true,
            _ => false,
        };
        if !fits {
            return false;
        }
        if let Intent::Move(attempt) = intent {
            let meant = Interpretation::attempt(position.as_ref(), *attempt);
            if !meant.complete || !meant.is_playable() {
                return false;
            }
            if let (Some(position), Some(m)) = (&mut position, meant.legal()) {
                position.play_unchecked(m);
            }
        }
        before = Some(intent);
    }
    true
}
