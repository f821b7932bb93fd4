//! What a server says in a transcript: `found: white against Karl, 900+10`, `server: e2e4 e7e5; left 15:00 14:58 white; draw
//! black; back black; over resignation black; move 3days 50:00:00`, `challenge: Karl 900+10 white rated chess960`, the time also `3days`, `10days/10` or `unlimited`, and `refuse variant` where it cannot be accepted, `games: Karl* Mira=50:00:00`, and `server says:` with
//! one of `move refused`, `refused`, `delayed move pause 60`, `delayed request unreachable`, `gone 30`, `gone`, `there`, `wrote Karl: words`, `declined Karl`, `withdrawn`.

use std::time::Duration;

use annabella::{
    announce::{Challenge, DeclineReason, OnlineVariant, Pace, ServerDelay},
    clock::Authority,
    journal::{Opponent, Start, Users},
    laws::{ByColor, Color, Ending, GameResult},
    session::{
        EventKind, JoinedGame, LobbyEvent, MoveTime, RunningGame, ServerGame, ServerReport, ServerResult,
    },
};

use crate::transcripts::{side, time};

pub fn report(text: &str) -> ServerGame {
    let mut parts = text.split(';').map(str::trim);
    let moves = parts.next().unwrap().split_whitespace().map(|uci| uci.parse().unwrap()).collect();
    let none = || ByColor { white: false, black: false };
    let mut report = ServerGame {
        moves,
        times: None,
        correspondence: None,
        offers: none(),
        left_after: Vec::new(),
        takebacks: none(),
        result: None,
    };
    for part in parts {
        let words: Vec<&str> = part.split(' ').collect();
        match words[..] {
            ["left", white, black, running] => {
                let left = ByColor { white: time(white), black: time(black) };
                report.times = Some((left, (running != "nobody").then(|| side(running))));
            }
            ["move", "unlimited"] => {
                report.correspondence = Some(MoveTime { days: None, moves: 1, left: None })
            }
            ["move", days, left] => {
                let (days, moves) = match pace(days) {
                    Pace::Days(days) => (Some(days), 1),
                    Pace::Reflection { days, moves } => (Some(days), moves),
                    Pace::Clock(_) | Pace::Unlimited => panic!("no days: {days}"),
                };
                report.correspondence = Some(MoveTime { days, moves, left: Some(time(left)) });
            }
            ["draw", by] => report.offers[side(by)] = true,
            ["back", by] => report.takebacks[side(by)] = true,
            ["over", how, loser] => {
                let loser = side(loser);
                let ending = Ending::named(how, loser, false);
                report.result = Some(ServerResult { ending, result: GameResult::win(!loser) });
            }
            ["over", "aborted"] => {
                report.result =
                    Some(ServerResult { ending: Some(Ending::Aborted), result: GameResult::NoResult });
            }
            ["over", "draw"] => report.result = Some(ServerResult { ending: None, result: GameResult::Draw }),
            _ => panic!("no such part of a report: {part}"),
        }
    }
    report
}

/// `white against Karl, 900+10: e2e4 e7e5; left ...`
pub fn found(text: &str) -> EventKind {
    let (head, told) = text.split_once(": ").unwrap_or((text, ""));
    let (who, control) = head.split_once(", ").unwrap();
    let (mine, name) = who.split_once(" against ").unwrap();
    let mine = side(mine);
    let names = mine.fold_wb(["Anna", name], [name, "Anna"]);
    let clock = if let Pace::Clock(clock) = pace(control) { Some(clock) } else { None };
    // So many days for so many moves are agreed on with a peer.
    let with_peer = matches!(pace(control), Pace::Reflection { .. });
    let start = Start {
        white: names[0].to_owned(),
        black: names[1].to_owned(),
        users: mine.fold_wb(Users::White, Users::Black),
        opponent: Opponent::Online {
            service: if with_peer { Opponent::PEER } else { "lichess" }.to_owned(),
            player: Some(name.to_owned()).filter(|_| !with_peer),
        },
        authority: if clock.is_some() { Authority::Server } else { Authority::Program },
        time_control: clock,
        ..Start::default()
    };
    let (variant, pace) = (OnlineVariant::Standard, pace(control));
    let rating = Some(1751).filter(|_| !with_peer);
    let found = JoinedGame { start, variant, pace, rated: !with_peer, rating, report: report(told) };
    EventKind::Lobby(LobbyEvent::Joined(Box::new(found)))
}

pub fn challenge(text: &str) -> EventKind {
    let words: Vec<&str> = text.split(' ').collect();
    let [name, time, mine, ref more @ ..] = words[..] else {
        panic!("challenge: NAME TIME SIDE, and not {text}")
    };
    let reason = more.iter().position(|word| *word == "refuse").map(|at| more[at + 1]);
    EventKind::Lobby(LobbyEvent::Challenged(Challenge {
        id: name.to_lowercase(),
        name: name.to_owned(),
        rating: None,
        variant: match () {
            () if more.contains(&"chess960") => OnlineVariant::Chess960,
            () if more.contains(&"position") => OnlineVariant::FromPosition,
            () => OnlineVariant::Standard,
        },
        pace: pace(time),
        rated: more.contains(&"rated"),
        side: [Color::White, Color::Black].into_iter().find(|side| side.fold_wb("white", "black") == mine),
        rematch: false,
        refusal: reason.map(decline_reason),
    }))
}

fn pace(text: &str) -> Pace {
    if let Some((days, moves)) = text.split_once("days/") {
        return Pace::Reflection { days: days.parse().unwrap(), moves: moves.parse().unwrap() };
    }
    match text.strip_suffix("days") {
        Some(days) => Pace::Days(days.parse().unwrap()),
        None if text == "unlimited" => Pace::Unlimited,
        None => Pace::Clock(text.parse().unwrap()),
    }
}

fn decline_reason(text: &str) -> DeclineReason {
    match text {
        "variant" => DeclineReason::Variant,
        "too-fast" => DeclineReason::TooFast,
        "later" => DeclineReason::Later,
        "generic" => DeclineReason::Generic,
        other => panic!("no such reason: {other}"),
    }
}

pub fn games(text: &str) -> EventKind {
    let listed = |text: &str| {
        let (name, left) = text.split_once('=').map_or((text, None), |(name, left)| (name, Some(time(left))));
        RunningGame {
            id: name.trim_end_matches('*').to_lowercase(),
            opponent: name.trim_end_matches('*').to_owned(),
            my_turn: name.ends_with('*'),
            left,
        }
    };
    EventKind::Lobby(LobbyEvent::Games(text.split_whitespace().map(listed).collect()))
}

pub fn says(text: &str) -> EventKind {
    match text.split_once(' ') {
        Some(("delayed", rest)) => {
            let words: Vec<&str> = rest.split(' ').collect();
            let why = match words[1] {
                "pause" => ServerDelay::Pause(Duration::from_secs(words[2].parse().unwrap())),
                "unreachable" => ServerDelay::Unreachable,
                "account" => ServerDelay::AccountRejected,
                other => panic!("no such delay: {other}"),
            };
            EventKind::ServerReport(ServerReport::Delayed { of_move: words[0] == "move", why })
        }
        None if text == "impossible" => EventKind::ServerReport(ServerReport::Impossible),
        None if text == "displaced" => EventKind::Lobby(LobbyEvent::OtherProgram),
        Some(("finished", loser)) => {
            let ending = Some(Ending::Resignation(side(loser)));
            let result = GameResult::win(!side(loser));
            EventKind::ServerReport(ServerReport::Over(ServerResult { ending, result }))
        }
        None if text == "refused" => EventKind::ServerReport(ServerReport::Refused),
        None if text == "gone" => EventKind::ServerReport(ServerReport::OpponentGone { claim_in: None }),
        None if text == "there" => EventKind::ServerReport(ServerReport::OpponentBack),
        Some(("move", "refused")) => EventKind::ServerReport(ServerReport::MoveRefused),
        Some(("gone", seconds)) => {
            let claim_in = Some(Duration::from_secs(seconds.parse().unwrap()));
            EventKind::ServerReport(ServerReport::OpponentGone { claim_in })
        }
        Some(("wrote", rest)) => {
            let (by, words) = rest.split_once(": ").unwrap();
            EventKind::ServerReport(ServerReport::Chat { by: by.to_owned(), words: words.to_owned() })
        }
        Some(("declined", rest)) => {
            let (name, reason) = rest.split_once(' ').unwrap_or((rest, "generic"));
            let (name, reason) = (name.to_owned(), decline_reason(reason));
            EventKind::Lobby(LobbyEvent::Declined { name, reason })
        }
        Some(("unplayable", aborted)) => {
            EventKind::Lobby(LobbyEvent::CannotPlay { aborted: aborted == "aborted" })
        }
        Some(("withdrawn", name)) => EventKind::Lobby(LobbyEvent::Withdrawn { id: name.to_lowercase() }),
        _ => panic!("no server says: {text}"),
    }
}
