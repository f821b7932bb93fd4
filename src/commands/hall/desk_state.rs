//! What the page of a desk or a screen shows, as JSON for its script.

use std::{collections::VecDeque, time::Duration};

use serde::Serialize;

use super::{report::RoundReport, talk::DeskLanguage};
use crate::{
    app::ports::web::state::ToldSentence,
    hall::BoardSeen,
    laws::Color,
    notation::{Letters, numbered, san},
};

/// The state of the page.
#[derive(Serialize)]
pub(super) struct DeskState<'a> {
    pub(super) number: u64,
    pub(super) fault: Option<&'a str>,
    pub(super) boards: Vec<DeskRow>,
    pub(super) told: &'a VecDeque<ToldSentence>,
    /// What was asked on one page, and is told there alone.
    pub(super) answers: &'a VecDeque<DeskAnswer>,
}

/// An answer to a page.
#[derive(Clone, Debug, Serialize)]
pub(super) struct DeskAnswer {
    pub(super) id: u64,
    /// The name that the page has given itself by chance.
    pub(super) page: String,
    pub(super) text: String,
    /// The board that is spoken of there from now on.
    pub(super) board: Option<u16>,
}

/// A board in the list.
#[derive(Serialize)]
pub(super) struct DeskRow {
    board: u16,
    white: String,
    black: String,
    /// The last move, with its number.
    last: Option<String>,
    clock: Option<DeskClock>,
    result: Option<String>,
    needs: Vec<&'static str>,
    /// The same in words.
    waits: Vec<String>,
    asked: Option<String>,
    fault: Option<String>,
}

#[derive(Serialize)]
struct DeskClock {
    white: u64,
    black: u64,
    delay: u64,
    running: Option<&'static str>,
}

impl DeskRow {
    /// Shows a board to arbiters, or to spectators, who see nothing of what waits.
    pub(super) fn new(
        (number, board): (u16, &BoardSeen),
        now: Duration,
        to_arbiters: bool,
        language: &DeskLanguage,
        report: Option<&RoundReport>,
    ) -> DeskRow {
        let name = |side: Color| {
            let unknown = || language.words.say("live-side", &[("side", &side.fold_wb("white", "black"))]);
            player(number, board, side, report).unwrap_or_else(unknown)
        };
        let state = board.game.as_ref().map(|game| &game.state).filter(|_| to_arbiters);
        let needs = if to_arbiters { board.needs() } else { Vec::new() };
        DeskRow {
            board: number,
            white: name(Color::White),
            black: name(Color::Black),
            last: last_move(board),
            clock: board.clock(now).map(|clock| DeskClock {
                white: clock.white,
                black: clock.black,
                delay: clock.delay,
                running: clock.running.map(|side| side.fold_wb("white", "black")),
            }),
            result: board
                .game
                .as_ref()
                .map(|game| game.score.result().to_owned())
                .filter(|result| result != "*"),
            needs: needs.iter().map(|need| (*need).into()).collect(),
            waits: needs.into_iter().map(|need| language.need(need, board)).collect(),
            asked: state.and_then(|state| state.asked.clone()),
            fault: board.fault.as_ref().filter(|_| to_arbiters).map(|fault| language.words.render(fault)),
        }
    }
}

/// The name of a player, by the game or else by the report.
pub(super) fn player(
    number: u16,
    board: &BoardSeen,
    side: Color,
    report: Option<&RoundReport>,
) -> Option<String> {
    board.player(side).map(str::to_owned).or_else(|| report?.player(number, side))
}

/// The last move with its number, in the international letters.
fn last_move(board: &BoardSeen) -> Option<String> {
    let game = &board.game.as_ref()?.score.game;
    let last = game.moves().len().checked_sub(1)?;
    let before = game.position_at(last);
    Some(format!("{} {}", numbered(before), san(before, game.moves()[last], &Letters::ENGLISH)))
}
