//! What waits to be sent to a server: it is told once, sent again with pauses, and nothing is lost.

use crate::{
    binary::Home,
    online::{LICHESS, Table, keep_token},
    server::{Game, Server, check_against_description},
};

/// A game against Karl, with these moves of his.
fn game(server: &Server, home: &Home, mine: &str, script: &str) -> Table {
    server.change(|world| world.coming.push(Game::new("waitwait", mine, "Karl", script)));
    let mut table = Table::sit(home, server, &LICHESS);
    table.hears("Gegen Karl");
    table
}

#[test]
fn a_rejected_account_is_told_once_and_the_move_waits_for_a_new_one() {
    let (home, server) = (Home::new(), Server::start());
    let mut table = game(&server, &home, "white", "e7e5");
    server.change(|world| world.revoked = true);
    table.moves("e2e4");
    table.hears("Der Zug wartet: Lichess weist das Konto zurück, annabella account richtet es neu ein.");
    // Nothing is sent again, whatever is asked meanwhile.
    for _ in 0..20 {
        table.types("zeit");
        table.hears("say: Sie: ");
    }
    table.types("wer ist am zug");
    table.hears("Der Zug wartet: Lichess weist das Konto zurück");
    server.change(|world| {
        assert_eq!(world.count("/move/e2e4"), 1, "{:?}", world.asked);
        assert!(world.games["waitwait"].moves.is_empty());
        // The account is set up anew.
        world.revoked = false;
        world.new_token = Some("lip_anotherToken".to_owned());
    });
    keep_token(&home, "lip_anotherToken");
    table.hears("Der Server hat den Zug.");
    table.hears("Schwarz: Bauer Eva sieben Eva fünf.");
    let printed = table.leave();
    assert!(!printed.contains("lip_another"), "{printed}");
    server.change(|world| check_against_description(world));
}

#[test]
fn a_move_waits_while_the_server_is_in_trouble_and_it_is_told_when_it_went_through() {
    let (home, server) = (Home::new(), Server::start());
    let mut table = game(&server, &home, "white", "e7e5 b8c6");
    server.change(|world| world.troubled = true);
    table.moves("e2e4");
    table.hears("Der Zug wartet: der Server hat eine Störung.");
    assert_eq!(table.count("say: Schwarz am Zug."), 0, "{}", table.all());
    server.change(|world| world.troubled = false);
    table.hears("Der Server hat den Zug.");
    table.hears("Schwarz: Bauer Eva sieben Eva fünf.");
    // What was asked for waits in the same way, and is told once.
    server.change(|world| world.troubled = true);
    table.types("remis anbieten");
    table.hears("Das wartet: der Server hat eine Störung.");
    server.wait_for("it is tried again", |world| world.count("/draw/yes") > 2);
    server.change(|world| world.troubled = false);
    server.wait_for("the offer", |world| world.games["waitwait"].draw[0]);
    table.types("zeit");
    table.hears("say: Sie: ");
    assert_eq!(table.count("Das wartet"), 1, "{}", table.all());
    table.leave();
    server.change(|world| check_against_description(world));
}

#[test]
fn a_move_made_while_the_connection_is_lost_is_sent_when_it_is_back() {
    let (home, server) = (Home::new(), Server::start());
    let mut table = game(&server, &home, "black", "e2e4 g1f3");
    server.change(|world| world.closed = true);
    server.cut();
    table.hears("Die Verbindung zum Server ist unterbrochen.");
    table.moves("e7e5");
    table.hears("Der Zug wartet: die Verbindung zum Server fehlt.");
    server.change(|world| {
        assert_eq!(world.count("/move/e7e5"), 0);
        world.closed = false;
    });
    table.hears("Die Verbindung zum Server ist wieder da.");
    table.hears("Der Server hat den Zug.");
    table.hears("Weiß: Springer Gustav eins Felix drei.");
    server.change(|world| assert_eq!(world.count("/move/e7e5"), 1));
    table.leave();
    server.change(|world| check_against_description(world));
}
