//! What is played on a server is told before the yes, what cannot be played here is declined or aborted, and what
//! others play with the same account is theirs.

use crate::{
    binary::Home,
    online::{LICHESS, Table},
    server::{Game, Server, check_against_description},
};

/// The reason with which a challenge was declined.
fn declined(server: &Server, id: &str) -> String {
    let path = format!("/api/challenge/{id}/decline");
    server.wait_for(&path, |world| world.count(&path) == 1);
    server.change(|world| {
        let (.., form) = world.asked.iter().find(|(_, asked, _)| *asked == path).unwrap();
        form.iter().find(|(name, _)| name == "reason").unwrap().1.clone()
    })
}

#[test]
fn a_challenge_says_what_is_to_be_played_and_what_cannot_be_is_declined() {
    let (home, server) = (Home::new(), Server::start());
    let mut table = Table::sit(&home, &server, &["--opponent", "lichess"]);
    table.hears("Keine Partie läuft.");
    let game = |id: &str| Game::new(id, "white", "Mira", "");
    let mut chess960 = game("ninesixt");
    (chess960.variant, chess960.rated) = ("chess960", true);
    server.challenge(chess960);
    table.hears(
        "Mira, 1500 möchte spielen: Schach 960, 15 Minuten plus 10 Sekunden, gewertet. Mit Weiß annehmen?",
    );
    table.types("nein");
    table.hears("Abgelehnt.");
    assert_eq!(declined(&server, "ninesixt"), "generic");
    server.challenge(game("threeday").by_correspondence(3));
    table.hears("möchte spielen: Fernpartie, 3 Tage je Zug. Mit Weiß annehmen?");
    table.types("nein");
    table.hears("Abgelehnt.");
    server.challenge(game("unlimite").by_correspondence(0));
    table.hears("möchte spielen: ohne Zeitgrenze. Mit Weiß annehmen?");
    table.types("nein");
    table.hears("Abgelehnt.");
    let mut atomic = game("atomatom");
    atomic.variant = "atomic";
    server.challenge(atomic);
    table.hears("Mira möchte eine Spielart, die es hier nicht gibt: abgelehnt.");
    assert_eq!(declined(&server, "atomatom"), "variant");
    let mut bullet = game("bulletbu");
    (bullet.speed, bullet.for_board) = ("bullet", false);
    server.challenge(bullet);
    table.hears("Mira möchte schneller spielen, als es hier erlaubt ist: abgelehnt.");
    assert_eq!(declined(&server, "bulletbu"), "tooFast");
    table.leave();
    server.change(|world| check_against_description(world));
}

#[test]
fn what_others_play_with_the_account_does_not_end_what_is_sought_or_played_here() {
    let (home, server) = (Home::new(), Server::start());
    let mut table = Table::sit(&home, &server, &LICHESS);
    table.hears("Ich suche einen Gegner");
    server.wait_for("a seek", |world| world.seeks == 1);
    let foreign = |id: &str| {
        let mut game = Game::new(id, "white", "Rudi", "");
        (game.speed, game.for_board) = ("bullet", false);
        game
    };
    server.begin(foreign("browsera"));
    // A casual game by correspondence is not the one that is sought either.
    server.begin(Game::new("browserb", "white", "Rosa", "").by_correspondence(3));
    // Another's challenge is declined: it was sent in a browser.
    server.decline_from("Gerd");
    server.begin(Game::new("soughtso", "black", "Karl", "e2e4 d2d4"));
    table.hears("Gegen Karl, 1751. Mit Schwarz");
    server.begin(foreign("browserc"));
    server.finish("browserc");
    table.moves("e7e5");
    table.hears("Weiß: Bauer David zwei David vier.");
    let printed = table.leave();
    assert!(!printed.contains("Gerd") && !printed.contains("Rudi"), "{printed}");
    server.change(|world| {
        assert_eq!(world.count("/stream/browsera") + world.count("/stream/browserb"), 0);
        check_against_description(world);
    });
}

#[test]
fn a_game_that_cannot_be_played_here_is_aborted_and_the_reason_of_a_decline_told() {
    let (home, server) = (Home::new(), Server::start());
    let mut table = Table::sit(&home, &server, &["--opponent", "lichess:Karl", "--time", "15+10"]);
    table.hears("Karl ist herausgefordert: 15 Minuten plus 10 Sekunden.");
    table.hears("Karl lehnt ab, gerade nicht.");
    // The position turns out to be none.
    let mut game = Game::new("oddoddod", "white", "Karl", "");
    (game.variant, game.fen) = ("standard", "8/8/8/8/8/8/8/8 w - - 0 1");
    server.change(|world| world.coming.push(game));
    table.types("neue partie");
    table.hears("Diese Spielart kann hier nicht gespielt werden, die Partie ist abgebrochen.");
    server.wait_for("it is aborted", |world| world.games["oddoddod"].status == "aborted");
    table.leave();
    server.change(|world| check_against_description(world));
}

#[test]
fn a_seek_by_correspondence_stays_on_the_server_and_its_game_is_taken_up() {
    let (home, server) = (Home::new(), Server::start());
    // A fault of the server is told once, and the seek is sent until the server has it.
    server.change(|world| world.troubled = true);
    let mut table = Table::sit(&home, &server, &["--opponent", "lichess", "--days", "3", "--rated"]);
    let sought = "Ich suche einen Gegner: Fernpartie, 3 Tage je Zug, gewertet. Die Suche bleibt auf dem Server, bis \
                  jemand sie annimmt, auch ohne dieses Programm.";
    table.hears(sought);
    table.hears("Das wartet: der Server hat eine Störung.");
    server.wait_for("more attempts", |world| world.count("/seek") > 2);
    server.change(|world| world.troubled = false);
    server.wait_for("a seek", |world| world.seeks == 1);
    // It needs no connection, and there is one of it.
    server.cut();
    server.wait_for("a new stream", |world| world.account_streams > 1);
    table.types("neue partie");
    table.hears(sought);
    let game = |id: &str, name: &str| Game::new(id, "white", name, "");
    server.begin(game("rapidrap", "Rosa"));
    server.begin(game("casualca", "Rudi").by_correspondence(3));
    let mut rated = game("soughtso", "Karl").by_correspondence(3);
    rated.rated = true;
    server.begin(rated);
    table.hears("Gegen Karl, 1751. Mit Weiß, Fernpartie, 3 Tage je Zug, gewertet.");
    table.moves("e2e4");
    server.wait_for("the move", |world| world.games["soughtso"].moves == ["e2e4"]);
    // A rematch has the same time, whatever was set.
    table.types("ich gebe auf");
    table.types("ja");
    table.hears("Schwarz gewinnt");
    table.types("revanche");
    table.hears("Karl ist herausgefordert: Fernpartie, 3 Tage je Zug, gewertet.");
    let printed = table.leave();
    assert_eq!(printed.matches("Das wartet").count(), 1, "{printed}");
    assert!(!printed.contains("Rosa") && !printed.contains("Rudi"), "{printed}");
    server.change(|world| {
        assert_eq!(world.seeks, 1);
        check_against_description(world);
    });
}

#[test]
fn a_seek_that_the_server_puts_off_is_told() {
    let (home, server) = (Home::new(), Server::start());
    server.change(|world| world.troubled = true);
    let mut table = Table::sit(&home, &server, &LICHESS);
    table.hears("Ich suche einen Gegner: 15 Minuten plus 10 Sekunden.");
    table.hears("Das wartet: der Server hat eine Störung.");
    server.wait_for("more attempts", |world| world.count("/seek") > 2);
    server.change(|world| {
        world.troubled = false;
        world.coming.push(Game::new("soughtso", "white", "Karl", ""));
    });
    table.hears("Gegen Karl, 1751.");
    assert_eq!(table.leave().matches("Das wartet").count(), 1);
}
