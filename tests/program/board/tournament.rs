//! A tournament game: the sighted player at an electronic board with its clock, the blind one with a tactile clock.

use annabella::laws::{Chess, Color, Game, Move, Piece, Position, Square};

use super::played::{Talk, moves};
use crate::binary::{Home, text};

/// Half-moves of a game; `PLIES=120` for a long one.
const PLIES: usize = 20;

/// A game of so many half-moves that does not end by itself, always the same.
fn some_game(plies: usize) -> Vec<(Chess, Move)> {
    let mut dice = fastrand::Rng::with_seed(2026);
    loop {
        let mut game = Game::default();
        let mut made = Vec::new();
        while made.len() < plies {
            let position = game.position().clone();
            let mut legal = position.legal_moves();
            // What ends the game, or leaves nothing to choose from, is avoided.
            legal.retain(|m| {
                let after = position.clone().play(*m).unwrap();
                !after.is_game_over() && after.legal_moves().len() > 2
            });
            if legal.is_empty() || game.position().halfmoves() > 60 {
                break;
            }
            let m = legal[dice.usize(..legal.len())];
            made.push((position, m));
            game.play(m).unwrap();
        }
        if made.len() == plies {
            return made;
        }
    }
}

fn uci(m: Move) -> String {
    m.to_uci(annabella::laws::CastlingMode::Standard).to_string()
}

/// A man of the side that is not on move, and a square that it has no business on.
fn displaced(position: &Chess) -> (Square, Piece, Square) {
    let pawns = position.board().pawns() & position.them();
    let from = pawns.first().expect("a pawn");
    let man = position.board().piece_at(from).unwrap();
    let free = !position.board().occupied();
    let to = free
        .into_iter()
        .rfind(|square| (3..5).contains(&u32::from(square.rank())))
        .expect("room in the middle");
    (from, man, to)
}

#[test]
fn a_tournament_game_is_played_between_a_board_and_a_blind_player() {
    let plies = std::env::var("PLIES").ok().and_then(|plies| plies.parse().ok()).unwrap_or(PLIES);
    let home = Home::new();
    let mut board = Talk::start(
        &home,
        &["board-emulator", "--link", "board", "--minutes", "90", "--seed", "3", "--speed", "20", "-"],
    );
    board.wait("board at");
    let mut clock = Talk::start(&home, &["clock-emulator", "--link", "clock"]);
    clock.wait("clock at");
    let mut game = Talk::start(
        &home,
        &[
            "play",
            "--opponent",
            "board",
            "--user",
            "white",
            "--time",
            "90",
            "--board",
            "dgt:board",
            "--board-clock",
            "--clock",
            "clock",
            "--text",
            "-",
            "--journal",
            "journal",
        ],
    );
    game.wait("gefunden: elektronisches Brett DGT");
    game.wait("gefunden: Tastuhr");
    let played = some_game(plies);
    println!("{}", played.iter().map(|(_, m)| uci(*m)).collect::<Vec<_>>().join(" "));
    let (mut cables, mut differences) = (0, 0);
    for (ply, (position, m)) in played.iter().enumerate() {
        if position.turn() == Color::White {
            game.write(&uci(*m));
            game.wait("?");
            game.write("ja");
            board.wait("lights: ");
            board.wait(&format!("clock shows: {}", uci(*m)));
            board.write(&uci(*m));
            board.wait("lever: white");
            continue;
        }
        if ply == (plies / 4) | 1 || ply == (plies / 2) | 1 {
            // A man is put where it does not belong, and goes back when that is said.
            let (from, man, to) = displaced(position);
            board.write(&format!("{from} -"));
            board.write(&format!("{to} {}", man.char()));
            game.wait("say: Am Brett: ");
            board.write(&format!("{to} -"));
            board.write(&format!("{from} {}", man.char()));
            game.wait("say: Das Brett stimmt wieder.");
            differences += 1;
        }
        let out = ply == (plies / 3) | 1 || ply == (plies * 2 / 3) | 1;
        if out {
            board.write("cable out");
            game.wait("say: Elektronisches Brett getrennt.");
            cables += 1;
        }
        board.write(&uci(*m));
        board.wait("lever: black");
        if out {
            board.write("cable in");
            game.wait("say: Elektronisches Brett wieder da.");
        }
        game.wait("say: Schwarz: ");
    }
    assert_eq!((cables, differences), (2, 2));
    clock.wait("face: W 1:29:");
    game.end();
    let expected: Vec<String> = played
        .iter()
        .map(|(position, m)| shakmaty::san::SanPlus::from_move(position.clone(), *m).to_string())
        .collect();
    assert_eq!(moves(&home, "journal"), expected.join(" "));
    let score = text(&home.run(&["export", "journal", "--pgn"], "").stdout);
    assert_eq!(score.matches("%clk").count(), plies, "{score}");
    assert!(text(&home.run(&["export", "journal", "--audit"], "").stdout).contains("board-clock"));
}
