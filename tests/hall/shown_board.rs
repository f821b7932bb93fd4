//! What a board shows in a hall, as the transcripts of a desk write it: its number, White - Black, the moves with the result if
//! there is one, and perhaps `clock` with White's and Black's time and whose runs, `since` the last move in seconds, `flag`,
//! `claim` and `offer` with the side, `called` with what the board asks, `lost` with devices.

use annabella::{
    hall::{HallClock, HallGame, VERSION},
    laws::Color,
};

fn side(word: &str) -> Option<Color> {
    match word {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

fn milliseconds(time: &str) -> u64 {
    time.split(':').fold(0, |sum, part| sum * 60 + part.parse::<u64>().unwrap()) * 1000
}

pub fn shown(text: &str) -> HallGame {
    let mut parts = text.split("; ");
    let (number, players) = parts.next().unwrap().split_once(' ').unwrap();
    let (white, black) = players.split_once(" - ").unwrap();
    let moves = parts.next().unwrap();
    let result = moves.split(' ').next_back().filter(|last| last.contains('-')).unwrap_or("*");
    let moves = moves.trim_end_matches(result);
    let pgn =
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n");
    let board = number.parse().unwrap();
    let mut game = HallGame { version: VERSION, board, pgn, ..HallGame::default() };
    for part in parts {
        let (what, rest) = part.split_once(' ').unwrap();
        match what {
            "clock" => {
                let mut words = rest.split(' ');
                let [white, black] = [(); 2].map(|()| milliseconds(words.next().unwrap()));
                let running = words.next().and_then(side);
                game.clock = Some(HallClock { white, black, running, ..HallClock::default() });
            }
            "since" => game.since_move = Some(rest.parse::<u64>().unwrap() * 1000),
            "flag" => {
                let clock = game.clock.as_mut().unwrap();
                clock.white_fallen |= rest.contains("white");
                clock.black_fallen |= rest.contains("black");
            }
            "claim" => game.claim = side(rest),
            "offer" => game.offer = side(rest),
            "called" => (game.called, game.asked) = (true, Some(rest.to_owned())),
            "lost" => game.lost = rest.split(' ').map(str::to_owned).collect(),
            other => panic!("{other}"),
        }
    }
    game
}
