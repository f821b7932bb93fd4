//! Translates the server's JSON into the game's types. What cannot be is no value of theirs.

use std::time::Duration;

use shakmaty::uci::UciMove;

use super::online_start::Speed;
use crate::{
    announce::{Challenge, DeclineReason, OnlineFault, OnlineVariant, Pace, ServerDelay},
    clock::{Authority, TimeControl},
    devices::lichess::{
        LichessError,
        wire::{self, GameFull, GameInfo, GameState, LichessPlayer},
    },
    journal::{Opponent, Start, Users},
    laws::{ByColor, Color, Ending, GameResult, StartPosition},
    session::{MoveTime, RunningGame, ServerGame, ServerResult},
};

/// Returns the start of a game, or `None` for a variant that is not played here.
pub fn start(full: &GameFull, side: Color, template: &Start) -> Option<Start> {
    let position = position(&full.variant.key, Some(&full.initial_fen))?;
    let control = control(full);
    let (white, black) = (name(&full.white), name(&full.black));
    let kind = if full.rated { "Rated" } else { "Casual" };
    Some(Start {
        event: format!("{kind} {} game", plain_name(&full.speed)),
        site: format!("{}{}", Start::SITE, plain_name(&full.id)),
        opponent: Opponent::Online {
            service: "lichess".to_owned(),
            player: Some(side.fold_wb(&black, &white).clone()),
        },
        white,
        black,
        users: side.fold_wb(Users::White, Users::Black),
        position,
        authority: if control.is_some() { Authority::Server } else { Authority::Program },
        time_control: control,
        competition: false,
        ..template.clone()
    })
}

/// Returns the time of a game.
pub fn pace(full: &GameFull) -> Pace {
    match (control(full), full.days_per_turn) {
        (Some(control), _) => Pace::Clock(control),
        (None, Some(days)) => Pace::Days(days),
        (None, None) => Pace::Unlimited,
    }
}

fn control(full: &GameFull) -> Option<TimeControl> {
    let clock = full.clock?;
    let seconds = |ms: u64| ms as f64 / 1000.0;
    format!("{}+{}", seconds(clock.initial), seconds(clock.increment)).parse().ok()
}

pub(super) fn variant(key: &str) -> OnlineVariant {
    match key {
        "standard" => OnlineVariant::Standard,
        "chess960" => OnlineVariant::Chess960,
        "fromPosition" => OnlineVariant::FromPosition,
        _ => OnlineVariant::Other,
    }
}

/// Returns the first position, or `None` for a variant or a position that is not played here.
fn position(key: &str, fen: Option<&str>) -> Option<StartPosition> {
    let chess960 = match variant(key) {
        OnlineVariant::Standard | OnlineVariant::FromPosition => false,
        OnlineVariant::Chess960 => true,
        OnlineVariant::Other => return None,
    };
    match fen.unwrap_or("startpos") {
        "startpos" if !chess960 => Some(StartPosition::default()),
        "startpos" => StartPosition::chess960(518).ok(),
        fen => StartPosition::of_fen(fen, chess960).ok(),
    }
}

/// Returns the whole game, or `None` if it cannot be.
pub fn report(full: &GameFull, state: &GameState) -> Option<ServerGame> {
    let moves: Vec<UciMove> =
        state.moves.split_whitespace().map(|uci| uci.parse().ok()).collect::<Option<_>>()?;
    let first =
        if full.initial_fen.split_whitespace().nth(1) == Some("b") { Color::Black } else { Color::White };
    let turn = if moves.len().is_multiple_of(2) { first } else { !first };
    let over = over(&state.status, state.winner.as_deref(), turn).ok()?;
    // The clocks run from the third half-move on.
    let runs = over.is_none() && moves.len() >= 2;
    let left = ByColor { white: state.wtime, black: state.btime }.map(Duration::from_millis);
    if Color::ALL.into_iter().any(|side| left[side] > LONGEST_TIME) {
        return None;
    }
    let days = full.days_per_turn;
    let has_clock = full.clock.is_some();
    Some(ServerGame {
        times: has_clock.then_some((left, runs.then_some(turn))),
        correspondence: (!has_clock).then(|| MoveTime { days, moves: 1, left: days.map(|_| left[turn]) }),
        offers: ByColor { white: state.wdraw, black: state.bdraw },
        left_after: Vec::new(),
        takebacks: ByColor { white: state.wtakeback, black: state.btakeback },
        result: over,
        moves,
    })
}

/// The longest time that a side can have left: without a limit the server says 2^31 milliseconds.
const LONGEST_TIME: Duration = Duration::from_secs(100 * 24 * 60 * 60);

/// A status that cannot be: a side has won, and none is named.
#[derive(Debug)]
pub(super) struct NoWinner;

/// Returns the end of a game by its status; `None` while it goes on, and of a status that is not known.
pub(super) fn over(
    status: &str,
    winner: Option<&str>,
    turn: Color,
) -> Result<Option<ServerResult>, NoWinner> {
    let winner = match winner {
        Some("white") => Some(Color::White),
        Some("black") => Some(Color::Black),
        _ if status == "mate" => Some(!turn),
        _ => None,
    };
    let loser = winner.map(|winner| !winner);
    let ending = match (status, loser) {
        ("mate", _) => Some(Ending::Checkmate),
        ("resign", Some(loser)) => Some(Ending::Resignation(loser)),
        ("resign", None) => return Err(NoWinner),
        ("stalemate", _) => Some(Ending::Stalemate),
        ("timeout", Some(loser)) => Some(Ending::Left(loser)),
        ("outoftime", loser) => Some(Ending::FlagFall(loser.unwrap_or(turn))),
        ("noStart", Some(loser)) => Some(Ending::Default(loser)),
        ("insufficientMaterialClaim", _) => Some(Ending::DeadPosition),
        ("draw", _) => None,
        ("aborted" | "noStart", _) => Some(Ending::Aborted),
        ("timeout" | "cheat" | "unknownFinish" | "variantEnd", _) => Some(Ending::Service),
        _ => return Ok(None),
    };
    let result = match winner {
        Some(winner) => GameResult::win(winner),
        None if ending == Some(Ending::Aborted) => GameResult::NoResult,
        None => GameResult::Draw,
    };
    Ok(Some(ServerResult { ending, result }))
}

/// Returns the end of a game of which only the account's stream tells.
pub fn finished(game: &GameInfo, turn: Color) -> ServerResult {
    let winner = game.winner.as_deref();
    let status = game.status.as_ref().map(wire::GameStatusName::name).unwrap_or_default();
    let service = || {
        let result = match winner {
            Some("white") => GameResult::WhiteWins,
            Some("black") => GameResult::BlackWins,
            _ => GameResult::NoResult,
        };
        ServerResult { ending: Some(Ending::Service), result }
    };
    over(status, winner, turn).ok().flatten().unwrap_or_else(service)
}

/// Returns a challenge, and why it cannot be accepted here, if so.
pub fn challenge(challenge: &wire::ChallengeJson, compat: wire::Compatibility, rematch: bool) -> Challenge {
    let wire::ChallengeTimeControl { limit, increment, days_per_turn } = challenge.time_control;
    let control = limit.and_then(|limit| format!("{limit}+{}", increment.unwrap_or(0)).parse().ok());
    let speed = limit.map(|limit| Speed::of(limit, increment.unwrap_or(0)));
    let refusal = if position(&challenge.variant.key, challenge.initial_fen.as_deref()).is_none() {
        Some(DeclineReason::Variant)
    } else if speed.is_some_and(|speed| speed < Speed::Blitz) {
        Some(DeclineReason::TooFast)
    } else if limit.is_some() && control.is_none() || compat.board == Some(false) {
        Some(DeclineReason::TimeControl)
    } else {
        None
    };
    let pace = match (control, days_per_turn) {
        (Some(control), _) => Pace::Clock(control),
        (None, Some(days)) => Pace::Days(days),
        (None, None) => Pace::Unlimited,
    };
    // `color` is the challenger's side.
    let side = match challenge.color.as_str() {
        "white" => Some(Color::Black),
        "black" => Some(Color::White),
        _ => None,
    };
    Challenge {
        id: plain_name(&challenge.id),
        name: name(&challenge.challenger),
        rating: challenge.challenger.rating,
        variant: variant(&challenge.variant.key),
        pace,
        rated: challenge.rated,
        side,
        rematch,
        refusal,
    }
}

/// Returns the reason that a player of the service gives, by its key.
pub(super) fn decline_reason(key: Option<&str>) -> DeclineReason {
    match key.unwrap_or_default().to_ascii_lowercase().as_str() {
        "later" => DeclineReason::Later,
        "toofast" => DeclineReason::TooFast,
        "tooslow" => DeclineReason::TooSlow,
        "timecontrol" => DeclineReason::TimeControl,
        "rated" => DeclineReason::Rated,
        "casual" => DeclineReason::Casual,
        "standard" => DeclineReason::Standard,
        "variant" => DeclineReason::Variant,
        "nobot" => DeclineReason::NoBot,
        "onlybot" => DeclineReason::OnlyBot,
        _ => DeclineReason::Generic,
    }
}

/// Returns the name of a reason in a request.
pub(super) fn reason_name(reason: DeclineReason) -> &'static str {
    match reason {
        DeclineReason::Generic => "generic",
        DeclineReason::Later => "later",
        DeclineReason::TooFast => "tooFast",
        DeclineReason::TooSlow => "tooSlow",
        DeclineReason::TimeControl => "timeControl",
        DeclineReason::Rated => "rated",
        DeclineReason::Casual => "casual",
        DeclineReason::Standard => "standard",
        DeclineReason::Variant => "variant",
        DeclineReason::NoBot => "noBot",
        DeclineReason::OnlyBot => "onlyBot",
    }
}

/// Whether a game of the account can be played here: one in a browser may be of another variant, or faster.
pub fn is_playable(game: &GameInfo) -> bool {
    let is_known = game.variant.as_ref().is_none_or(|kind| variant(&kind.key) != OnlineVariant::Other);
    let is_fast = game.speed.as_deref().is_some_and(|speed| ["ultraBullet", "bullet"].contains(&speed));
    game.compat.board != Some(false) && is_known && !is_fast
}

/// What the server says is left in a game without a limit, in seconds.
const UNLIMITED: Duration = Duration::from_millis(i32::MAX as u64 / 1000 * 1000);

/// Returns a game for the list of those that run.
pub fn listed(game: &GameInfo) -> RunningGame {
    RunningGame {
        id: plain_name(&game.game_id),
        opponent: game.opponent.as_ref().map(name).unwrap_or_default(),
        my_turn: game.is_my_turn.unwrap_or(false),
        left: game
            .seconds_left
            .filter(|_| game.speed.as_deref() == Some("correspondence"))
            .map(Duration::from_secs)
            .filter(|left| *left < UNLIMITED),
    }
}

/// Returns what a fault means to the player.
pub(super) fn online_fault(fault: &LichessError) -> OnlineFault {
    match fault {
        LichessError::TokenRefused => OnlineFault::TokenRefused,
        LichessError::NoRight(_) => OnlineFault::NoRight,
        LichessError::NotLichess(_) => OnlineFault::NotTheService,
        LichessError::Refused(_) | LichessError::NotFound(_) => OnlineFault::Refused,
        LichessError::TooMany(_) => OnlineFault::Busy,
        LichessError::Unreachable(_)
        | LichessError::Cut
        | LichessError::Silent
        | LichessError::Closed
        | LichessError::Trouble(_) => OnlineFault::Unreachable,
    }
}

/// Returns why something waits after a fault, and for how long.
pub(super) fn delay(fault: &LichessError, pause: Duration) -> ServerDelay {
    match fault {
        LichessError::TokenRefused => ServerDelay::AccountRejected,
        LichessError::NoRight(_) => ServerDelay::NoRight,
        LichessError::TooMany(_) => ServerDelay::Pause(pause),
        LichessError::Trouble(_) => ServerDelay::Trouble,
        LichessError::NotLichess(_) => ServerDelay::NotTheService,
        LichessError::Silent | LichessError::Refused(_) | LichessError::NotFound(_) => ServerDelay::NoAnswer,
        LichessError::Unreachable(_) | LichessError::Cut | LichessError::Closed => ServerDelay::Unreachable,
    }
}

fn name(player: &LichessPlayer) -> String {
    match (&player.name, player.ai_level) {
        (Some(name), _) => plain_name(name),
        (None, Some(level)) => format!("Stockfish {level}"),
        (None, None) => "?".to_owned(),
    }
}

/// Returns when a game can be claimed, a day from now at most.
pub fn claim_in(seconds: u64) -> Duration {
    Duration::from_secs(seconds.min(24 * 60 * 60))
}

/// Returns a name or an identifier without other characters, since it is printed and spoken.
pub(super) fn plain_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric() || " -_.".contains(*c)).take(40).collect()
}

/// Returns a chat line without control characters, since it is printed and spoken.
pub(super) fn plain_text(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(['.', '?']).to_owned()
}
