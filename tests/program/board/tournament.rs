//! A tournament game: the sighted player at an electronic board with its clock, the blind one with a tactile clock.

use annabella::laws::{Color, Position};

use super::played::{Talk, moves};
use crate::{
    binary::{Home, text},
    tournament::{Tournament, disturbance, uci},
};

#[test]
fn a_tournament_game_is_played_between_a_board_and_a_blind_player() {
    let tournament = Tournament::of(20);
    let home = Home::new();
    // Nine hours at twenty times the speed: no flag falls on a machine that others load.
    let mut board = Talk::start(
        &home,
        &["board-emulator", "--link", "board", "--minutes", "540", "--seed", "3", "--speed", "20", "-"],
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
            "540",
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
    game.wait_all(["gefunden: elektronisches Brett DGT", "gefunden: Tastuhr"]);
    let (mut cables, mut differences) = (0, 0);
    for (ply, (position, m)) in tournament.played.iter().enumerate() {
        if position.turn() == Color::White {
            game.write(&uci(*m));
            game.wait("?");
            let shown = board.looked_at();
            game.write("ja");
            // Two orders, which a board may get one by one, in either order.
            board.wait_all_since(shown, ["lights: ", &format!("clock shows: {}", uci(*m))]);
            board.write(&uci(*m));
            board.wait("lever: white");
            continue;
        }
        if tournament.is_disturbed(ply) {
            let [away, back] = disturbance(position);
            away.iter().for_each(|line| board.write(line));
            game.wait("say: Am Brett: ");
            back.iter().for_each(|line| board.write(line));
            game.wait("say: Das Brett stimmt wieder.");
            differences += 1;
        }
        let out = tournament.is_unplugged(ply);
        if out {
            board.write("cable out");
            game.wait("say: Elektronisches Brett getrennt.");
            cables += 1;
        }
        board.write(&uci(*m));
        board.wait("lever: black");
        if out {
            // Until it is told so, it stays out.
            board.write("cable in");
            board.wait("cable in");
            let said = game.looked_at();
            game.wait_all_since(said, ["say: Elektronisches Brett wieder da.", "say: Schwarz: "]);
            continue;
        }
        game.wait("say: Schwarz: ");
    }
    assert_eq!((cables, differences), (2, 2));
    // Which time is shown first depends on how quick this machine is.
    while clock.wait("face: W ").contains("W 9:00:00") {}
    game.end();
    assert_eq!(moves(&home, "journal"), tournament.moves());
    let score = text(&home.run(&["export", "journal", "--pgn"], "").stdout);
    assert_eq!(score.matches("%clk").count(), tournament.played.len(), "{score}");
    assert!(text(&home.run(&["export", "journal", "--audit", "--raw"], "").stdout).contains("board-clock"));
}
