//! Games played live on an electronic board, as hands make them: the score is the game that was played, or the beginning of
//! it, and it was told where the board and the game part; nothing is left out in silence.

use std::time::Duration;

use annabella::{
    app::board_sight::placement,
    devices::board::Orientation,
    laws::{Move, Piece, Position},
};

use crate::{
    board_streams::{Stream, Trouble},
    positions::Random,
    transcripts::start,
};

#[test]
fn what_hands_do_on_a_board_is_in_the_score_or_is_told() {
    let number = |name: &str| std::env::var(name).ok().and_then(|count| count.parse().ok());
    let mut random = Random(number("SEED").unwrap_or(4_811));
    let games = number("GAMES").unwrap_or(30) as usize;
    let (mut whole, mut told) = ([0; 3], [0; 3]);
    for n in 0..games {
        let kind = n % 3;
        let stream = Stream::played([Trouble::None, Trouble::Illegal, Trouble::Lost][kind], &mut random);
        let game = LiveGame::played(&stream, &mut random);
        let log =
            || format!("game {n}: {:?}\nplayed {:?}\n{}", stream.trouble, stream.played, game.log.join("\n"));
        // The last move may be a stop of a piece that went on; then the rest is told.
        let settled = game.score.len() - usize::from(game.is_told && !game.score.is_empty());
        assert!(stream.played.starts_with(&game.score[..settled]), "{}", log());
        let is_whole = game.score == stream.played && stream.trouble != Trouble::Illegal;
        assert!(is_whole || game.is_told, "{}", log());
        assert!(stream.trouble != Trouble::None || is_whole, "{}", log());
        whole[kind] += usize::from(is_whole);
        told[kind] += usize::from(game.is_told);
    }
    println!("whole {whole:?}, told {told:?}");
    assert!(told[1] > 0 && told[2] > 0, "{whole:?} {told:?}");
}

/// What became of a game that hands played on a board.
struct LiveGame {
    score: Vec<Move>,
    /// After the last move of it, it was told or asked what stands on the board.
    is_told: bool,
    log: Vec<String>,
}

impl LiveGame {
    fn played(stream: &Stream, random: &mut Random) -> LiveGame {
        let fen = stream.start.fen().to_string().replace(' ', "_");
        let mut evening = start(&format!("--language en --user both --fen {fen}"));
        evening.set_up_on_board(placement(stream.start.position().board(), Orientation::default()));
        let mut game = LiveGame { score: Vec::new(), is_told: false, log: Vec::new() };
        for (square, piece) in stream.heard() {
            let waits = [0, 0, 0, 100, 300, 900, 2_500];
            evening.pass(Duration::from_millis(waits[random.below(waits.len())]));
            let piece = piece.map_or('.', Piece::char);
            evening.put_on_board([(square.into(), piece)], true);
            game.log.push(format!("{square}{piece}"));
            game.note(&mut evening.done());
        }
        evening.pass(Duration::from_secs(20));
        game.note(&mut evening.done());
        game.score = evening.record().game().moves().to_vec();
        game
    }

    fn note(&mut self, done: &mut Vec<String>) {
        for line in done.iter().filter_map(|line| line.trim().strip_prefix("say: ")) {
            if line.starts_with("On the board:") || line.ends_with('?') {
                self.is_told = true;
            } else if line == "The board is right again." {
                self.is_told = false;
            }
        }
        self.log.append(done);
    }
}
