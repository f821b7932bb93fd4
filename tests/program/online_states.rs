//! Games on a server as they really are: by correspondence, taken back, over without a word, impossible, and played by two
//! programs at once.

use std::{
    thread,
    time::{Duration, Instant},
};

use crate::{
    binary::Home,
    online::{LICHESS, Table},
    server::{Game, Server, check_against_description},
};

/// A game against Karl that has begun with these moves.
fn game(server: &Server, home: &Home, mine: &str, moves: &str) -> Table {
    server.change(|world| world.coming.push(Game::new("statesta", mine, "Karl", "").after(moves)));
    let mut table = Table::sit(home, server, &LICHESS);
    table.hears("Gegen Karl");
    table
}

#[test]
fn days_for_a_move_are_told_in_the_list_at_the_beginning_and_on_request() {
    let (home, server) = (Home::new(), Server::start());
    server.begin(Game::new("threeday", "white", "Mira", "").after("e2e4 c7c5").by_correspondence(3));
    server.begin(Game::new("unlimite", "white", "Karl", "").after("e2e4 c7c5").by_correspondence(0));
    let mut table = Table::sit(&home, &server, &["--opponent", "lichess"]);
    table.hears("2 Partien: 1: Mira wartet, noch 3 Tage. 2: Karl wartet.");
    table.types("partie 1");
    table.hears("Fernpartie, 3 Tage je Zug. Zuletzt");
    table.types("zeit");
    table.hears("Fernpartie, 3 Tage je Zug. Sie haben noch ");
    let printed = table.leave();
    let journal = printed.lines().find_map(|line| line.strip_prefix("journal: ")).unwrap();
    let mut table =
        Table::start(&home, &["resume", journal, "--text", "-", "--lichess-url", server.address()]);
    table.hears("Fernpartie, 3 Tage je Zug. Sie haben noch ");
    table.types("partie 2");
    table.leave();
    server.change(|world| check_against_description(world));
}

#[test]
fn the_end_that_only_the_account_is_told_ends_the_game() {
    let (home, server) = (Home::new(), Server::start());
    let mut table = game(&server, &home, "white", "e2e4 e7e5");
    server.change(|world| world.mute_games = true);
    server.finish("statesta");
    table.hears("Weiß gibt auf. Schwarz gewinnt.");
    table.types("ja");
    table.leave();
    server.change(|world| check_against_description(world));
}

#[test]
fn what_cannot_be_is_told_and_a_set_back_says_how_far() {
    let (home, server) = (Home::new(), Server::start());
    let mut table = game(&server, &home, "black", "e2e4 e7e5 g1f3 b8c6 f1c4");
    server.game("statesta", |game| game.moves.truncate(2));
    table.hears("3 Halbzüge zurückgenommen. Zug 2, Weiß am Zug.");
    server.game("statesta", |game| game.moves.push("e1e8".to_owned()));
    table.hears("Was der Server meldet, kann nicht sein. Die Partie wartet.");
    table.types("letzter zug");
    table.hears("Bauer Eva sieben Eva fünf.");
    server.game("statesta", |game| *game.moves.last_mut().unwrap() = "g1f3".to_owned());
    table.hears("Weiß: Springer Gustav eins Felix drei.");
    table.moves("b8c6");
    server.wait_for("the move", |world| world.games["statesta"].moves.len() == 4);
    table.leave();
}

#[test]
fn two_programs_with_one_account_do_not_throw_each_other_out_for_ever() {
    let (home, other, server) = (Home::new(), Home::new(), Server::start());
    let mut first = Table::sit(&home, &server, &["--opponent", "lichess"]);
    first.hears("Keine Partie läuft.");
    let mut second = Table::sit(&other, &server, &["--opponent", "lichess"]);
    second.hears("Keine Partie läuft.");
    let told = "Ein anderes Programm benutzt dieses Konto, hier kommt keine Partie an.";
    let until = Instant::now() + Duration::from_secs(600);
    while first.count(told) + second.count(told) == 0 {
        assert!(Instant::now() < until, "{}\n{}", first.all(), second.all());
        thread::sleep(Duration::from_millis(50));
    }
    // The other one has the account now.
    let keeper = if first.count(told) == 0 { &mut first } else { &mut second };
    server.challenge(Game::new("keptkept", "white", "Mira", ""));
    keeper.hears("Mira, 1500 möchte spielen");
    server.change(|world| assert!(world.account_streams < 9, "{}", world.account_streams));
    assert_eq!(first.count(told) + second.count(told), 1);
    first.leave();
    second.leave();
    server.change(|world| check_against_description(world));
}

/// What the program last says and brailles when its input ends.
fn last_words(table: Table) -> (String, String) {
    let printed = table.leave();
    let last = |mark: &str| {
        let line = printed.lines().filter_map(|line| line.strip_prefix(mark)).next_back();
        line.unwrap_or_else(|| panic!("nothing is told: {printed}")).to_owned()
    };
    (last("say: "), last("braille: "))
}

/// The program tells its end before a game is found, while it is asked about a challenge, in a game, and whether or not
/// the server is there then.
#[test]
fn the_end_is_told_in_the_lobby_and_without_a_server() {
    let lost = "Die Verbindung zum Server ist unterbrochen.";
    for is_lost in [false, true] {
        let lose = |server: &Server, table: &mut Table| {
            if is_lost {
                server.change(|world| world.silent = true);
                table.hears(lost);
            }
        };
        // Nothing was played: nothing goes on.
        let (home, server) = (Home::new(), Server::start());
        let mut table = Table::sit(&home, &server, &LICHESS);
        table.hears("Ich suche einen Gegner");
        lose(&server, &mut table);
        let (said, brailled) = last_words(table);
        assert_eq!(said, "Das Programm endet.", "seeking, lost: {is_lost}");
        assert!(!brailled.is_empty());
        let (home, server) = (Home::new(), Server::start());
        let mut table = game(&server, &home, "white", "e2e4 e7e5");
        lose(&server, &mut table);
        table.moves("g1f3");
        table.hears("say: ");
        let (said, brailled) = last_words(table);
        assert!(
            said.starts_with("Die Partie ist unterbrochen. Weiter geht es mit: annabella resume.")
                && said.ends_with(" Das Programm endet."),
            "playing, lost: {is_lost}: {said}"
        );
        assert!(brailled.contains("annabella resume"), "playing, lost: {is_lost}: {brailled}");
        let (home, server) = (Home::new(), Server::start());
        let mut table = game(&server, &home, "white", "e2e4 e7e5");
        server.finish("statesta");
        table.hears("Weiß gibt auf. Schwarz gewinnt.");
        // After the end nobody waits for the server, and nobody is told of it.
        server.change(|world| world.silent = is_lost);
        let (said, brailled) = last_words(table);
        assert!(
            said.starts_with("Die Mitschrift liegt ") && said.ends_with(" Das Programm endet."),
            "over, lost: {is_lost}: {said}"
        );
        assert!(brailled.contains("Mitschrift"), "over, lost: {is_lost}: {brailled}");
    }
}
