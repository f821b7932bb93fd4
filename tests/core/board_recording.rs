//! A real game on a real DGT board, and what becomes of it when bytes of it are lost. The recording is not ours to
//! keep: where it is not beside the project, these tests say that they were skipped.

use std::{fs, path::Path, time::Duration};

use annabella::{
    app::board_sight::{placement, sight},
    commands::board_recording::{FlawKind, games},
    devices::board::{
        ClockReading, ClockSide, KnownPlacement, Orientation,
        clock::SideReading,
        dgt::{DgtDecoder, DgtMessage, encode},
    },
    laws::{Chess, Position, Square, StartPosition, tracking::Courses},
    notation::pgn::PgnGame,
};

/// The recorded bytes of each message, and the moves that were played.
fn recorded() -> Option<(Vec<Vec<u8>>, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/dgt");
    let (Ok(lines), Ok(moves)) =
        (fs::read_to_string(folder.join("game-1.base64")), fs::read_to_string(folder.join("game-1.uci")))
    else {
        println!("skipped: no recording in {}", folder.display());
        return None;
    };
    use base64::{Engine, prelude::BASE64_STANDARD};
    let messages = lines.lines().map(|line| BASE64_STANDARD.decode(line).unwrap()).collect();
    let moves = moves.split_whitespace().filter(|word| !word.contains('.') && *word != "*");
    Some((messages, moves.map(str::to_owned).collect()))
}

fn uci(game: &PgnGame) -> Vec<String> {
    let standard = annabella::laws::CastlingMode::Standard;
    game.game.moves().iter().map(|m| m.to_uci(standard).to_string()).collect()
}

#[test]
fn a_recorded_game_is_read() {
    let Some((messages, moves)) = recorded() else { return };
    let read = games(&messages.concat(), "recording", &StartPosition::default()).unwrap();
    assert!(read.flaws.is_empty(), "{:?}", read.flaws);
    let [game] = read.games.as_slice() else { panic!("{:?}", read.games) };
    assert_eq!(uci(game), moves);
    let text = game.to_string();
    assert!(text.contains("1. e4 {[%clk 0:03:01]} 1... e5 {[%clk 0:03:03]}"), "{text}");
    assert_eq!(game.clocks.iter().flatten().count(), moves.len(), "{text}");
}

#[test]
fn a_recorded_game_is_read_from_a_board_that_is_turned() {
    let Some((messages, moves)) = recorded() else { return };
    for facing in Orientation::ALL {
        let mut decoder = DgtDecoder::default();
        let turned: Vec<u8> = decoder
            .read(&messages.concat())
            .into_iter()
            .flat_map(|message| match message {
                DgtMessage::Placed(placement) => encode(&DgtMessage::Placed(placement.oriented(facing))),
                DgtMessage::Changed { square, piece } => {
                    encode(&DgtMessage::Changed { square: facing.map(square), piece })
                }
                other => encode(&other),
            })
            .collect();
        let read = games(&turned, "recording", &StartPosition::default()).unwrap();
        assert_eq!(
            read.games.iter().map(uci).collect::<Vec<_>>(),
            std::slice::from_ref(&moves),
            "{facing:?}"
        );
    }
}

/// With any byte lost, all moves are right. Only where the byte told the square of a piece another move may be found,
/// and is reported as possible.
#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn a_recorded_game_is_read_with_any_byte_lost() {
    let Some((messages, moves)) = recorded() else { return };
    let bytes = messages.concat();
    let mut tells_where = vec![false; bytes.len()];
    let mut tells_of_pieces = vec![false; bytes.len()];
    let mut at = 0;
    for message in &messages {
        tells_of_pieces[at..at + message.len()].fill(message[0] != 0x8d);
        if let [0x8e, .., piece] = message.as_slice() {
            tells_where[at + 3] = *piece != 0;
        }
        at += message.len();
    }
    let (mut doubtful, mut wrong) = (0, 0);
    // A byte of the clock's costs a second of it: some of those stand for all, unless all are asked for.
    let all_of_them = std::env::var_os("EVERY_BYTE").is_some();
    let tried = (0..bytes.len()).filter(|at| all_of_them || tells_of_pieces[*at] || at % 31 == 0);
    let mut tries = 0;
    for lost in tried {
        tries += 1;
        let rest = [&bytes[..lost], &bytes[lost + 1..]].concat();
        let read = games(&rest, "recording", &StartPosition::default())
            .unwrap_or_else(|error| panic!("byte {lost}: {error}"));
        let all: Vec<_> = read.games.iter().map(uci).collect();
        let doubts = read.flaws.iter().any(|flaw| matches!(flaw.kind, FlawKind::Doubtful { .. }));
        doubtful += usize::from(doubts);
        if all != [moves.clone()] {
            wrong += 1;
            assert!(doubts && tells_where[lost], "byte {lost}: {all:?}, {:?}", read.flaws);
        }
    }
    println!(
        "{tries} bytes lost one by one: {doubtful} times a move is named doubtful, {wrong} times it was another"
    );
    assert!(doubtful <= 12, "{doubtful}");
}

#[test]
fn one_byte_at_a_time_is_as_good_as_all_at_once() {
    let Some((messages, moves)) = recorded() else { return };
    let mut decoder = DgtDecoder::default();
    let mut lines = Courses::new(Chess::default());
    let mut known = None;
    for byte in messages.concat() {
        for message in decoder.read(&[byte]) {
            if let DgtMessage::Placed(placement) = message {
                known = Some(KnownPlacement::certain(placement));
            }
            let known = known.as_mut().unwrap();
            if known.take(&message) {
                lines.observe(&sight(known, Orientation::default()));
            }
        }
    }
    let standard = annabella::laws::CastlingMode::Standard;
    let seen: Vec<String> = lines.best().moves().map(|m| m.to_uci(standard).to_string()).collect();
    assert_eq!(seen, moves);
}

#[test]
fn a_recording_from_another_position_is_read_from_there_and_the_next_from_the_usual_one() {
    // Black is on move, and Black's side of the clock is the left one.
    let start = StartPosition::of_fen("4k3/7p/8/8/8/8/P7/4K3 b - - 0 1", false).unwrap();
    let mut known = placement(start.position().board(), Orientation::default());
    let mut bytes = encode(&DgtMessage::Placed(known));
    let clock = |bytes: &mut Vec<u8>, turn, seconds: [u64; 2]| {
        let [left, right] =
            seconds.map(|time| SideReading { time: Duration::from_secs(time), ..SideReading::default() });
        let reading =
            ClockReading { left, right, turn: Some(turn), runs: true, lever_up: turn, battery_low: false };
        bytes.extend(encode(&DgtMessage::Clock(reading)));
    };
    let mut put = |bytes: &mut Vec<u8>, square: Square, piece| {
        known.put(square.into(), piece);
        bytes.extend(encode(&DgtMessage::Changed { square: square.into(), piece }));
    };
    clock(&mut bytes, ClockSide::Left, [60, 60]);
    put(&mut bytes, Square::H7, '.');
    put(&mut bytes, Square::H5, 'p');
    clock(&mut bytes, ClockSide::Right, [55, 60]);
    put(&mut bytes, Square::A2, '.');
    put(&mut bytes, Square::A3, 'P');
    clock(&mut bytes, ClockSide::Left, [55, 50]);
    // The pieces are set up for a whole game.
    let usual = StartPosition::default();
    bytes.extend(encode(&DgtMessage::Placed(placement(usual.position().board(), Orientation::default()))));
    put(&mut bytes, Square::E2, '.');
    put(&mut bytes, Square::E4, 'P');
    let read = games(&bytes, "recording", &start).unwrap();
    let texts: Vec<String> = read.games.iter().map(ToString::to_string).collect();
    assert_eq!(
        read.games.iter().map(uci).collect::<Vec<_>>(),
        [vec!["h7h5", "a2a3"], vec!["e2e4"]],
        "{texts:?}"
    );
    assert!(texts[0].contains("4k3/7p/8/8/8/8/P7/4K3 b - - 0 1"), "{}", texts[0]);
    assert!(texts[0].contains("1... h5 {[%clk 0:00:55]} 2. a3 {[%clk 0:00:50]}"), "{}", texts[0]);
}
