//! Which message an announcement is, and with which arguments for its two sides.

use fluent_bundle::FluentArgs;

use super::{
    Announcement, Audience, ClockDifference, Device, HelpTopic, Told, WrongClaim,
    announcer::Announcer,
    line::{answer, on_square},
    reasons::Refusal,
};
use crate::{
    clock::{Bonus, Period, TimeControl},
    laws::{Act, Color, GameResult, Position, Role, Square},
};

/// A message's name in the Fluent files, and its arguments.
pub(super) struct Facts {
    pub(super) id: &'static str,
    pub(super) args: FluentArgs<'static>,
}

pub(super) fn side(side: Color) -> &'static str {
    side.fold_wb("white", "black")
}

fn users(audience: Audience) -> &'static str {
    match audience {
        Audience::User(user) => side(user),
        _ => "both",
    }
}

pub(super) fn owner(audience: Audience, color: Color) -> &'static str {
    match audience {
        Audience::User(user) if user == color => "you",
        Audience::User(_) => "opponent",
        _ => side(color),
    }
}

impl Facts {
    pub(super) fn of(announcement: &Announcement, announcer: &Announcer, audience: Audience) -> Facts {
        let mut args = FluentArgs::new();
        let id = match announcement {
            Announcement::WhichOpponent { online } => {
                args.set("online", if *online { "yes" } else { "no" });
                "which-opponent"
            }
            Announcement::OpponentMissing { online } => {
                args.set("online", if *online { "yes" } else { "no" });
                "opponent-missing"
            }
            Announcement::Ready { control } => {
                args.set("users", users(audience));
                let words = control.as_ref().map(|control| control_words(announcer, control));
                args.set("control", words.unwrap_or_else(|| "none".to_owned()));
                args.set("cells", control.as_ref().map(TimeControl::in_minutes).unwrap_or_default());
                "ready"
            }
            Announcement::Resumed { last, number, turn, clock } => {
                args.set("played", if last.is_some() { "yes" } else { "no" });
                if let Some(told) = last {
                    moved(&mut args, told, announcer);
                }
                args.set("number", number);
                args.set("side", side(*turn));
                args.set("clock", if *clock { "yes" } else { "no" });
                "resumed"
            }
            Announcement::Torn => "torn",

            Announcement::ReadBack { told, shown } => {
                args.set("move", announcer.question_of(told, *shown));
                args.set("cells", announcer.cells_as_shown(told, *shown));
                "read-back"
            }
            Announcement::Perhaps { told, shown } => {
                args.set("move", announcer.question_of(told, *shown));
                args.set("cells", announcer.cells_as_shown(told, *shown));
                "perhaps"
            }
            Announcement::Moved(told) => {
                moved(&mut args, told, announcer);
                "moved"
            }
            Announcement::OpponentMoved(told) => {
                moved(&mut args, told, announcer);
                args.set("side", side(told.before.turn()));
                "opponent-moved"
            }
            Announcement::BoardDiffers { differences, discreet } => {
                let shown = &differences[..differences.len().min(DIFFERENCES_TOLD)];
                let told = shown.iter().map(|it| announcer.difference(it, *discreet));
                let (words, cells): (Vec<String>, Vec<String>) = told.unzip();
                args.set("list", words.join(", "));
                args.set("cells", cells.join(" "));
                "board-differs"
            }
            Announcement::BoardAgrees => "board-agrees",
            Announcement::Lifted { square, piece } => {
                of_touch(&mut args, *square, *piece, announcer, audience);
                "put-back"
            }
            Announcement::ClockDiffers(difference) => {
                let (what, whose) = match difference {
                    ClockDifference::Turn(running) => ("turn", *running),
                    ClockDifference::Flag(fallen) => ("flag", *fallen),
                    ClockDifference::Bonus(true) => ("bonus", Color::White),
                    ClockDifference::Bonus(false) => ("no-bonus", Color::White),
                };
                args.set("what", what);
                args.set("side", side(whose));
                args.set("other", side(!whose));
                "clock-differs"
            }
            Announcement::KingsTell(result) => {
                args.set("result", result_name(*result));
                "kings-tell"
            }
            Announcement::Which(candidates) => {
                args.set("piece", candidates.first().map_or("pawn", |told| piece(told.m.role())));
                let from: Vec<String> = candidates
                    .iter()
                    .filter_map(|told| told.m.from())
                    .map(|from| announcer.square(from))
                    .collect();
                args.set("list", announcer.either(&from));
                args.set("cells", which_cells(candidates, announcer));
                "which"
            }
            Announcement::WhichMove { moves, shown } => {
                let words: Vec<String> =
                    moves.iter().map(|told| announcer.question_of(told, *shown)).collect();
                let cells = moves.iter().map(|told| answer(&announcer.cells_as_shown(told, *shown)));
                args.set("list", announcer.either(&words));
                args.set("cells", cells.collect::<Vec<_>>().join(" "));
                "which-move"
            }
            Announcement::Promotion(told) => {
                let from = told.m.from().map(|from| from.to_string()).unwrap_or_default();
                args.set("cells", format!("{from}-{}=", told.m.to()));
                "promotion"
            }
            Announcement::NotUnderstood => "not-understood",
            Announcement::NotRecorded => "not-recorded",
            Announcement::YesOrNo(question) => {
                args.set("question", announcer.words(question, audience));
                args.set("cells", announcer.cells(question, audience));
                "yes-or-no"
            }
            Announcement::Withdrawn => "withdrawn",
            Announcement::GoingOn => "going-on",
            Announcement::TakenBack { turn } => {
                args.set("side", side(*turn));
                "taken-back"
            }
            Announcement::NothingToTakeBack => "nothing-to-take-back",
            Announcement::CompletedAlready => "completed-already",
            Announcement::MoveFirst { side: color } => {
                args.set("owner", owner(audience, *color));
                args.set("side", side(*color));
                "move-first"
            }
            Announcement::NotYourClock { side: color } => {
                args.set("owner", owner(audience, *color));
                args.set("side", side(*color));
                "not-your-clock"
            }
            Announcement::RepeatedOtherwise(told) => {
                moved(&mut args, told, announcer);
                "repeated-otherwise"
            }
            Announcement::Illegal { reason, turn, discreet } => {
                let refusal = Refusal { reason, turn: *turn, discreet: *discreet, audience };
                let (words, cells) = refusal.sides(announcer);
                args.set("reason", words);
                args.set("cells", cells);
                "illegal"
            }

            Announcement::ClockStarted { side: running } => {
                args.set("side", side(*running));
                "clock-started"
            }
            Announcement::ClockStopped => "clock-stopped",
            Announcement::NoClock => "no-clock",
            Announcement::TimeKeptBy(authority) => {
                args.set("authority", authority.to_string());
                "time-kept-by"
            }
            Announcement::Times { white, black } => {
                let order = if audience.addresses(Color::Black) { Color::Black } else { Color::White };
                let time = |color: Color| color.fold_wb(*white, *black);
                args.set("first", announcer.owner(audience, order));
                args.set("first-time", announcer.duration(time(order)));
                args.set("second", announcer.owner(audience, !order));
                args.set("second-time", announcer.duration(time(!order)));
                args.set("first-cells", Announcer::time_cells(time(order)));
                args.set("second-cells", Announcer::time_cells(time(!order)));
                args.set("first-side", side(order));
                "times"
            }
            Announcement::MyTime { time, .. } => {
                args.set("time", announcer.duration(*time));
                args.set("cells", Announcer::time_cells(*time));
                "my-time"
            }
            Announcement::TimeWarning { side: color, time } => {
                args.set("owner", owner(audience, *color));
                args.set("side", side(*color));
                args.set("time", announcer.duration(*time));
                args.set("cells", Announcer::time_cells(*time));
                "time-warning"
            }
            Announcement::FlagFell { side: color } => {
                args.set("owner", owner(audience, *color));
                args.set("side", side(*color));
                "flag-fell"
            }
            Announcement::FlagStands { side: color } => {
                args.set("side", side(*color));
                "flag-stands"
            }
            Announcement::Arbiter { clock } => {
                args.set("clock", if *clock { "yes" } else { "no" });
                "arbiter"
            }
            Announcement::Penalty { side: color, time } => {
                args.set("side", side(*color));
                args.set("time", announcer.duration(*time));
                args.set("cells", Announcer::time_cells(*time));
                "penalty"
            }

            Announcement::DrawOffered { by } => {
                let asked = match audience {
                    Audience::User(user) if user == *by => "no",
                    Audience::User(_) | Audience::Table => "yes",
                    Audience::Arbiter | Audience::Spectator => "told",
                };
                args.set("asked", asked);
                args.set("side", side(*by));
                "draw-offered"
            }
            Announcement::DrawDeclined => "draw-declined",
            Announcement::DrawStands => "draw-stands",
            Announcement::NoDrawOffer => "no-draw-offer",
            Announcement::DrawSure { side: color } => {
                args.set("side", side(*color));
                "draw-sure"
            }
            Announcement::OfferSure { side: color } => {
                args.set("side", side(*color));
                "offer-sure"
            }
            Announcement::LeaveSure { again } => {
                args.set("again", if *again { "yes" } else { "no" });
                "leave-sure"
            }
            Announcement::OwnOffer { by } => {
                args.set("owner", owner(audience, *by));
                args.set("side", side(*by));
                "own-offer"
            }
            Announcement::Whose(act) => {
                args.set("act", if *act == Act::Resign { "resign" } else { "offer" });
                "whose"
            }
            Announcement::NotYours { side: color } => {
                args.set("side", side(*color));
                "not-yours"
            }
            Announcement::NotHavingMove { side: color } => {
                args.set("owner", owner(audience, *color));
                args.set("side", side(*color));
                "not-having-move"
            }
            Announcement::Clipped { why } => {
                args.set("why", if *why { "yes" } else { "no" });
                "clipped"
            }
            Announcement::ResignSure { side: color } => {
                args.set("side", side(*color));
                "resign-sure"
            }
            Announcement::ClaimWrong { claim } => {
                let (fact, count) = match *claim {
                    WrongClaim::Threefold { seen } => ("threefold", seen),
                    WrongClaim::FiftyMoves { moves } => ("fifty", moves),
                };
                args.set("fact", fact);
                args.set("count", count);
                "claim-wrong"
            }
            Announcement::ClaimLost => "claim-lost",
            Announcement::Ended { outcome, last } => {
                let winner = outcome.result.winner();
                let last = last.as_ref().map(|last| announcer.score_of(last));
                args.set("last", last.unwrap_or_default());
                args.set("ending", outcome.ending.name());
                args.set(
                    "result",
                    match outcome.result {
                        GameResult::BothLose => "both",
                        GameResult::NoResult => "none",
                        _ => winner.map_or("draw", side),
                    },
                );
                args.set("loser", winner.map_or("none", |winner| side(!winner)));
                args.set("pgn", outcome.result.to_string());
                "ended"
            }
            Announcement::GameOver(result) => {
                args.set("pgn", result.to_string());
                "game-over"
            }
            Announcement::Touched { square, piece } => {
                of_touch(&mut args, *square, *piece, announcer, audience);
                "touched"
            }
            Announcement::Adjusting => "adjusting",
            Announcement::Declared(declaration) => declaration.facts(&mut args, announcer, audience),

            Announcement::Desk(desk) => desk.facts(&mut args, announcer),
            Announcement::Online(told) => told.facts(&mut args, announcer),
            Announcement::Games(told) => told.facts(&mut args, announcer, audience),
            Announcement::OnRequest(asked) => asked.facts(&mut args, announcer, audience),
            Announcement::LastMoves(moves) => {
                let moved = |told: &Told| announcer.words(&Announcement::Moved(told.clone()), audience);
                args.set("moves", moves.iter().map(moved).collect::<Vec<_>>().join(" "));
                args.set("cells", score_cells(moves, announcer));
                "last-moves"
            }
            Announcement::NoMoveYet => "no-move-yet",
            Announcement::Turn(color) => {
                args.set("side", side(*color));
                "turn"
            }
            Announcement::MoveNumber(number) => {
                args.set("number", number);
                "move-number"
            }
            Announcement::NotAllowed => "not-allowed",
            Announcement::NothingThere => "nothing-there",
            Announcement::SquareHolds { square, piece } => {
                args.set("square", announcer.square(*square));
                let who = piece.map(|(role, color)| announcer.piece_of(role, color, audience));
                args.set("who", who.unwrap_or_else(|| "none".to_owned()));
                let cells = piece.map(|(role, color)| announcer.piece_cell(role, color));
                let man = format!("{square} {}", cells.unwrap_or_else(|| "-".to_owned()));
                args.set("cells", on_square(*square, &man));
                "square"
            }
            Announcement::Pieces { role, squares } => {
                args.set("what", announcer.pieces(*role, squares.len()));
                args.set("list", announcer.squares(squares));
                args.set(
                    "cells",
                    format!("{} {}", announcer.letter(*role), announcer.squares_cells(squares)),
                );
                "pieces-on"
            }
            Announcement::Advice(advice) => advice.facts(&mut args, announcer),
            Announcement::Setup(setup) => setup.facts(&mut args, announcer),
            Announcement::Looking(looking) => looking.facts(&mut args, announcer, audience),
            Announcement::Position { white, black } => {
                args.set("white", announcer.placed(white));
                args.set("black", announcer.placed(black));
                args.set("white-cells", announcer.placed_cells(white));
                args.set("black-cells", announcer.placed_cells(black));
                "position"
            }
            Announcement::Material { white, black } => {
                args.set("white", or_none(material_words(announcer, white)));
                args.set("black", or_none(material_words(announcer, black)));
                args.set("white-cells", material_cells(announcer, white));
                args.set("black-cells", material_cells(announcer, black));
                "material"
            }
            Announcement::Help(topic) => {
                let moment = match topic {
                    HelpTopic::Move => "move",
                    HelpTopic::Confirm => "confirm",
                    HelpTopic::Which => "which",
                    HelpTopic::WhereTo => "where-to",
                    HelpTopic::Promotion => "promotion",
                    HelpTopic::YesNo => "yes-no",
                    HelpTopic::Opponent => "opponent",
                    HelpTopic::Whose => "whose",
                    HelpTopic::Completing => "completing",
                    HelpTopic::Stopped => "stopped",
                    HelpTopic::Arbiter => "arbiter",
                    HelpTopic::Desk => "desk",
                    HelpTopic::Comparing => "comparing",
                    HelpTopic::Sealing => "sealing",
                    HelpTopic::Adjourned => "adjourned",
                    HelpTopic::Lobby => "lobby",
                    HelpTopic::Over => "over",
                };
                args.set("moment", moment);
                "help"
            }

            Announcement::Louder => "louder",
            Announcement::Softer => "softer",
            Announcement::Faster => "faster",
            Announcement::Slower => "slower",
            Announcement::MicrophoneOff => "microphone-off",
            Announcement::MicrophoneOn => "microphone-on",
            Announcement::Lost(device) => {
                args.set("device", device_name(*device));
                "lost"
            }
            Announcement::Missing(device) => {
                args.set("device", device_name(*device));
                "missing"
            }
            Announcement::Back(device) => {
                args.set("device", device_name(*device));
                "back"
            }
            Announcement::ClockFault(code) => {
                args.set("code", code.clone());
                "clock-fault"
            }
            Announcement::WordsMissing(words) => {
                args.set("count", words.len());
                args.set("list", words.join(" "));
                "words-missing"
            }
            Announcement::Recording => "recording",
        };
        Facts { id, args }
    }
}

pub(super) fn moved(args: &mut FluentArgs, told: &Told, announcer: &Announcer) {
    let mut after = told.before.clone();
    after.play_unchecked(told.m);
    let state = if after.is_checkmate() {
        "mate"
    } else if after.is_check() {
        "check"
    } else {
        "none"
    };
    args.set("move", announcer.full(told));
    args.set("after", state);
    args.set("cells", announcer.cells_of(told));
    args.set("score", announcer.score_of(told));
}

pub(super) fn of_touch(
    args: &mut FluentArgs,
    square: Square,
    piece: Option<(Role, Color)>,
    announcer: &Announcer,
    audience: Audience,
) {
    let who = piece.map(|(role, color)| announcer.piece_of(role, color, audience));
    let letter = piece.map(|(role, _)| announcer.letter(role)).unwrap_or_default();
    args.set("who", who.unwrap_or_else(|| "none".to_owned()));
    args.set("square", announcer.square(square));
    args.set("cells", format!("{letter}{square}"));
}

/// "S?d2 b f": the piece asked for, the square, and what tells the candidates apart.
fn which_cells(candidates: &[Told], announcer: &Announcer) -> String {
    let Some(first) = candidates.first() else { return String::new() };
    let from: Vec<String> =
        candidates.iter().filter_map(|told| told.m.from()).map(|from| answer(&from.to_string())).collect();
    format!("{}?{} {}", announcer.letter(first.m.role()), first.m.to(), from.join(" "))
}

/// "1. e2-e4 e7-e5": numbers where White moved, or at the first.
pub(super) fn score_cells(moves: &[Told], announcer: &Announcer) -> String {
    let cells = moves.iter().enumerate().map(|(n, told)| {
        let numbered = n == 0 || told.before.turn() == Color::White;
        if numbered { announcer.score_of(told) } else { announcer.cells_of(told) }
    });
    cells.collect::<Vec<_>>().join(" ")
}

pub(super) fn or_none(list: String) -> String {
    if list.is_empty() { "none".to_owned() } else { list }
}

pub(super) fn piece(role: Role) -> &'static str {
    match role {
        Role::King => "king",
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        Role::Knight => "knight",
        Role::Pawn => "pawn",
    }
}

/// Nobody keeps more squares in mind; what is put right shows the next.
const DIFFERENCES_TOLD: usize = 3;

fn result_name(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "white",
        GameResult::BlackWins => "black",
        GameResult::Draw => "draw",
        GameResult::BothLose | GameResult::NoResult => "none",
    }
}

fn device_name(device: Device) -> &'static str {
    match device {
        Device::Microphone => "microphone",
        Device::Speaker => "speaker",
        Device::Braille => "braille",
        Device::Clock => "clock",
        Device::Journal => "journal",
        Device::Board => "board",
        Device::Opponent => "opponent",
        Device::Server => "server",
    }
}

pub(super) fn material_cells(announcer: &Announcer, men: &[(Role, u8)]) -> String {
    let men = men.iter().map(|&(role, count)| format!("{count}{}", announcer.letter_of_pawn_too(role)));
    men.collect::<Vec<_>>().join(" ")
}

pub(super) fn material_words(announcer: &Announcer, men: &[(Role, u8)]) -> String {
    let men = men.iter().map(|&(role, count)| announcer.counted(role, usize::from(count)));
    men.collect::<Vec<_>>().join(", ")
}

pub(super) fn control_words(announcer: &Announcer, control: &TimeControl) -> String {
    let period = |period: &Period| {
        let mut args = FluentArgs::new();
        args.set("time", announcer.main_time(period.time));
        let time = match period.bonus {
            Bonus::None => announcer.main_time(period.time),
            Bonus::Increment(bonus) => {
                args.set("bonus", announcer.duration(bonus));
                announcer.text("control-increment", &args)
            }
            Bonus::Delay(bonus) => {
                args.set("bonus", announcer.duration(bonus));
                announcer.text("control-delay", &args)
            }
        };
        match period.moves {
            None => time,
            Some(moves) => {
                let mut args = FluentArgs::new();
                args.set("moves", moves);
                args.set("time", time);
                announcer.text("control-moves", &args)
            }
        }
    };
    let mut periods = control.periods().iter().map(period);
    let first = periods.next().unwrap_or_default();
    periods.fold(first, |first, last| {
        let mut args = FluentArgs::new();
        args.set("first", first);
        args.set("last", last);
        announcer.text("control-then", &args)
    })
}
