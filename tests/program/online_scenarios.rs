//! What happens online, one scenario a row: what the server does, what is typed, what is heard.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use serde_json::json;

use crate::{
    binary::Home,
    online::{LICHESS, Table},
    server::{Game, Server, check_against_description},
};

/// One step of a scenario.
enum Step {
    Type(&'static str),
    /// A move, read back and confirmed.
    Move(&'static str),
    Hear(&'static str),
    /// Something changes at the server.
    Do(fn(&Server)),
    /// This was not said so far.
    Never(&'static str),
}

use Step::{Do, Hear, Move, Never, Type};

/// What it is about, how the program is started, what was there before, and the steps.
type Scenario = (&'static str, &'static [&'static str], fn(&Server), Vec<Step>);

const LOBBY: &[&str] = &["--opponent", "lichess"];
const NAMED: &[&str] = &["--opponent", "lichess:Karl", "--time", "15+10"];
const ID: &str = "scenario";

fn game(mine: &str, script: &str) -> Game {
    Game::new(ID, mine, "Karl", script)
}

/// The game that is found by a seek.
fn found(server: &Server, game: Game) {
    server.change(|world| world.coming.push(game));
}

/// A game as White in which each side has made one move.
fn begun(server: &Server) {
    found(server, game("white", "").after("e2e4 e7e5"));
}

fn status(server: &Server, status: &'static str, winner: Option<&'static str>) {
    server.game(ID, |game| (game.status, game.winner) = (status, winner));
}

fn nothing(_: &Server) {}

fn before_a_game() -> Vec<Scenario> {
    vec![
        ("no game runs", LOBBY, nothing, vec![Hear("Keine Partie läuft.")]),
        (
            "a move before a game",
            LOBBY,
            nothing,
            vec![Hear("Keine Partie läuft."), Type("e2e4"), Hear("Es läuft noch keine Partie.")],
        ),
        (
            "nobody accepts, and somebody does later",
            &LICHESS,
            |server| server.change(|world| world.seeks_lapse = true),
            vec![
                Hear("Niemand hat angenommen."),
                Do(|server| {
                    server.change(|world| world.seeks_lapse = false);
                    found(server, game("white", ""));
                }),
                Type("neue partie"),
                Hear("Gegen Karl, 1751. Mit Weiß, 15 Minuten plus 10 Sekunden."),
            ],
        ),
        ("a challenge is declined", NAMED, nothing, vec![Hear("Karl lehnt ab, gerade nicht.")]),
        (
            "a challenge is accepted",
            NAMED,
            |server| found(server, game("black", "")),
            vec![Hear("Karl ist herausgefordert:"), Hear("Gegen Karl, 1751. Mit Schwarz")],
        ),
        (
            "a challenge is withdrawn",
            LOBBY,
            nothing,
            vec![
                Hear("Keine Partie läuft."),
                Do(|server| server.challenge(game("white", ""))),
                Hear("Karl, 1500 möchte spielen"),
                Do(|server| server.withdraw(ID)),
                Hear("Die Herausforderung gilt nicht mehr."),
            ],
        ),
        (
            "Chess960 is accepted",
            LOBBY,
            nothing,
            vec![
                Hear("Keine Partie läuft."),
                Do(|server| {
                    let fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1";
                    server.challenge(Game { variant: "chess960", fen, ..game("white", "") });
                }),
                Hear("möchte spielen: Schach 960, 15 Minuten"),
                Type("ja"),
                Hear("Schach 960, Nummer "),
            ],
        ),
        (
            "a position is set up",
            LOBBY,
            nothing,
            vec![
                Hear("Keine Partie läuft."),
                Do(|server| {
                    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
                    server.challenge(Game { variant: "fromPosition", fen, ..game("white", "") });
                }),
                Hear("möchte spielen: vorgegebene Stellung, 15 Minuten"),
                Type("ja"),
                Hear("Vorgegebene Stellung, Weiß am Zug."),
            ],
        ),
        (
            "another variant",
            LOBBY,
            nothing,
            vec![
                Hear("Keine Partie läuft."),
                Do(|server| server.challenge(Game { variant: "horde", ..game("white", "") })),
                Hear("Karl möchte eine Spielart, die es hier nicht gibt: abgelehnt."),
            ],
        ),
        (
            "bullet",
            LOBBY,
            nothing,
            vec![
                Hear("Keine Partie läuft."),
                Do(|server| {
                    server.challenge(Game { speed: "bullet", for_board: false, ..game("white", "") })
                }),
                Hear("Karl möchte schneller spielen, als es hier erlaubt ist: abgelehnt."),
            ],
        ),
        (
            "days for a move",
            LOBBY,
            nothing,
            vec![
                Hear("Keine Partie läuft."),
                Do(|server| server.challenge(game("white", "").by_correspondence(1))),
                Hear("möchte spielen: Fernpartie, ein Tag je Zug."),
                Type("ja"),
                Hear("Mit Weiß, Fernpartie, ein Tag je Zug. Noch "),
            ],
        ),
        (
            "no limit",
            LOBBY,
            nothing,
            vec![
                Hear("Keine Partie läuft."),
                Do(|server| server.challenge(game("white", "").by_correspondence(0))),
                Hear("möchte spielen: ohne Zeitgrenze."),
                Type("ja"),
                Hear("Mit Weiß, ohne Zeitgrenze."),
                Type("zeit"),
                Hear("Ohne Zeitgrenze."),
            ],
        ),
        (
            "a bullet game in a browser",
            &LICHESS,
            nothing,
            vec![
                Hear("Ich suche einen Gegner"),
                Do(|server| {
                    server.wait_for("a seek", |world| world.seeks == 1);
                    server.begin(Game {
                        speed: "bullet",
                        for_board: false,
                        ..Game::new("foreignx", "white", "Rudi", "")
                    });
                    server.begin(game("black", "e2e4"));
                }),
                Hear("Gegen Karl"),
                Never("Rudi"),
            ],
        ),
        (
            "the token is not known",
            &LICHESS,
            |server| server.change(|world| world.revoked = true),
            vec![Hear("Lichess weist das Konto zurück")],
        ),
        (
            "the token lacks a right",
            &LICHESS,
            |server| server.change(|world| world.scopes = "puzzle:read".into()),
            vec![Hear("Das Konto darf hier nicht spielen")],
        ),
        (
            "a hotel's page",
            &LICHESS,
            |server| server.change(|world| world.html = true),
            vec![Hear("Was dort antwortet, ist nicht Lichess.")],
        ),
        (
            "nobody is there",
            &LICHESS,
            |server| server.change(|world| world.closed = true),
            vec![Hear("Lichess ist nicht zu erreichen.")],
        ),
    ]
}

fn moves() -> Vec<Scenario> {
    vec![
        (
            "a move and a reply",
            &LICHESS,
            |server| found(server, game("white", "e7e5")),
            vec![
                Hear("Gegen Karl"),
                Move("e2e4"),
                Hear("Schwarz: Bauer Eva sieben Eva fünf."),
                Never("wartet"),
            ],
        ),
        (
            "we mate",
            &LICHESS,
            |server| found(server, game("black", "mate!").after("f2f3 e7e5 g2g4")),
            vec![Hear("Gegen Karl"), Move("d8h4"), Hear("Schwarz gewinnt.")],
        ),
        (
            "they mate",
            &LICHESS,
            |server| found(server, game("white", "d8h4#").after("f2f3 e7e5")),
            vec![Hear("Gegen Karl"), Move("g2g4"), Hear("Schwarz gewinnt.")],
        ),
        (
            "the server takes a move later",
            &LICHESS,
            |server| found(server, game("white", "e7e5")),
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.change(|world| world.troubled = true)),
                Move("e2e4"),
                Hear("Der Zug wartet: der Server hat eine Störung."),
                Do(|server| server.change(|world| world.troubled = false)),
                Hear("Der Server hat den Zug."),
                Hear("Schwarz: Bauer Eva sieben Eva fünf."),
            ],
        ),
        (
            "too many requests",
            &LICHESS,
            |server| found(server, game("white", "e7e5")),
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.change(|world| world.too_many = 1)),
                Move("e2e4"),
                Hear("Schwarz: Bauer Eva sieben Eva fünf."),
            ],
        ),
        (
            "a move is refused",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.change(|world| world.refuses_moves = true)),
                Move("g1f3"),
                Hear("Der Server nimmt den Zug nicht an."),
                Do(|server| server.change(|world| world.refuses_moves = false)),
                Move("b1c3"),
                Do(|server| server.wait_for("the move", |world| world.games[ID].moves.len() == 3)),
            ],
        ),
        (
            "the answer to a move is lost",
            &LICHESS,
            |server| found(server, game("white", "e7e5")),
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.change(|world| world.breaks_after_move = true)),
                Move("e2e4"),
                Hear("Schwarz: Bauer Eva sieben Eva fünf."),
                Do(|server| server.change(|world| assert_eq!(world.count("/move/e2e4"), 1))),
            ],
        ),
        (
            "a cut between question and answer",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Type("g1f3"),
                Hear("?"),
                Do(Server::cut),
                Type("ja"),
                Do(|server| server.wait_for("the move", |world| world.games[ID].moves.len() == 3)),
            ],
        ),
        (
            "moves made while nobody was connected",
            &LICHESS,
            |server| found(server, game("black", "").after("e2e4")),
            vec![
                Hear("Gegen Karl"),
                Do(|server| {
                    server.game(ID, |game| game.moves.extend(["e7e5", "g1f3"].map(str::to_owned)));
                    server.cut();
                }),
                Hear("2 Halbzüge nachgeholt."),
                Hear("Weiß: Springer Gustav eins Felix drei."),
            ],
        ),
        (
            "a move that cannot be",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.game(ID, |game| game.moves.push("a1a8".to_owned()))),
                Hear("Was der Server meldet, kann nicht sein."),
                Type("letzter zug"),
                Hear("Bauer Eva sieben Eva fünf."),
            ],
        ),
        (
            "words that are no moves",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.game(ID, |game| game.moves.push("castle".to_owned()))),
                Hear("Was der Server meldet, kann nicht sein."),
            ],
        ),
        (
            "another game under the same name",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.game(ID, |game| game.moves = vec!["d2d4".to_owned(), "d7d5".to_owned()])),
                Hear("Der Server hat eine andere Partie, es gilt seine."),
            ],
        ),
        (
            "three half-moves are taken back",
            &LICHESS,
            |server| found(server, game("white", "").after("e2e4 e7e5 g1f3 b8c6")),
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.game(ID, |game| game.moves.truncate(1))),
                Hear("3 Halbzüge zurückgenommen. Zug 1, Schwarz am Zug."),
            ],
        ),
    ]
}

fn declarations_and_ends() -> Vec<Scenario> {
    vec![
        (
            "they offer, we accept",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.game(ID, |game| game.draw[1] = true)),
                Hear("Schwarz bietet Remis"),
                Type("remis annehmen"),
                Hear("?"),
                Type("ja"),
                Hear("Remis vereinbart."),
            ],
        ),
        (
            "they offer, we decline",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.game(ID, |game| game.draw[1] = true)),
                Hear("Schwarz bietet Remis"),
                Type("remis ablehnen"),
                Hear("Remis abgelehnt"),
                Do(|server| server.wait_for("declined", |world| !world.games[ID].draw[1])),
            ],
        ),
        (
            "we offer, they accept",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Type("remis anbieten"),
                Do(|server| {
                    server.wait_for("the offer", |world| world.games[ID].draw[0]);
                    status(server, "draw", None);
                }),
                Hear("Remis vereinbart."),
            ],
        ),
        (
            "they ask for a move back, and get it",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.game(ID, |game| game.takeback[1] = true)),
                Hear("Schwarz möchte den Zug zurücknehmen. Einverstanden?"),
                Type("ja"),
                Hear("Zurückgenommen. Schwarz am Zug."),
            ],
        ),
        (
            "they ask for a move back, and do not get it",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.game(ID, |game| game.takeback[1] = true)),
                Hear("Einverstanden?"),
                Type("nein"),
                Hear("Abgelehnt."),
                Do(|server| server.wait_for("declined", |world| !world.games[ID].takeback[1])),
            ],
        ),
        (
            "we ask for a move back, and get two",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Type("zug zurücknehmen"),
                Hear("Rücknahme erbeten."),
                Do(|server| {
                    server.wait_for("asked", |world| world.games[ID].takeback[0]);
                    server.game(ID, |game| {
                        game.moves.clear();
                        game.takeback = [false; 2];
                    });
                }),
                Hear("2 Halbzüge zurückgenommen. Zug 1, Weiß am Zug."),
            ],
        ),
        (
            "we resign",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Type("ich gebe auf"),
                Hear("?"),
                Type("ja"),
                Hear("Weiß gibt auf. Schwarz gewinnt."),
            ],
        ),
        (
            "they resign",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| status(server, "resign", Some("white"))),
                Hear("Schwarz gibt auf. Weiß gewinnt."),
            ],
        ),
        (
            "we abort",
            &LICHESS,
            |server| found(server, game("white", "")),
            vec![
                Hear("Gegen Karl"),
                Type("partie abbrechen"),
                Hear("?"),
                Type("ja"),
                Hear("Partie abgebrochen. Sie zählt nicht."),
            ],
        ),
        (
            "it is too late to abort",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Type("partie abbrechen"),
                Hear("?"),
                Type("ja"),
                Hear("Der Server lehnt das ab."),
            ],
        ),
        (
            "their time is over",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| status(server, "outoftime", Some("white"))),
                Hear("Weiß gewinnt."),
            ],
        ),
        (
            "a cheat is found",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| status(server, "cheat", Some("white"))),
                Hear("Der Server hat entschieden. Weiß gewinnt."),
            ],
        ),
        (
            "a status that nobody knows ends nothing",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.game(ID, |game| game.unknown_status = true)),
                Move("g1f3"),
                Do(|server| server.wait_for("the move", |world| world.games[ID].moves.len() == 3)),
            ],
        ),
        (
            "only the account is told of the end",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| {
                    server.change(|world| world.mute_games = true);
                    server.finish(ID);
                }),
                Hear("Weiß gibt auf. Schwarz gewinnt."),
            ],
        ),
        (
            "they have gone, and the game is claimed",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| {
                    server.tell(ID, json!({"type": "opponentGone", "gone": true, "claimWinInSeconds": 1}))
                }),
                Hear("Jetzt geht: ich reklamiere die Partie."),
                Type("ich reklamiere die partie"),
                Hear("Schwarz hat die Partie verlassen. Weiß gewinnt."),
            ],
        ),
        (
            "they have gone, and nothing can be claimed",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| server.tell(ID, json!({"type": "opponentGone", "gone": true}))),
                Hear("Der Gegner hat die Partie verlassen."),
                Type("ich reklamiere die partie"),
                Hear("Der Gegner ist noch nicht"),
            ],
        ),
        (
            "after a lost connection the claim lapses",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| {
                    server.tell(ID, json!({"type": "opponentGone", "gone": true, "claimWinInSeconds": 0}))
                }),
                Hear("Der Gegner hat die Partie verlassen."),
                Do(Server::cut),
                Hear("Die Verbindung zum Server ist wieder da."),
                Type("ich reklamiere die partie"),
                Hear("Der Gegner ist noch nicht"),
            ],
        ),
        (
            "somebody writes",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Do(|server| {
                    server.tell(ID, json!({"type": "chatLine", "room": "player", "username": "Karl", "text": "\u{1b}[2Jhi"}));
                    server.tell(ID, json!({"type": "opponentGone", "gone": true}));
                }),
                Hear("Der Gegner hat die Partie verlassen."),
                Type("nachrichten"),
                Hear("Karl: [2Jhi."),
            ],
        ),
        (
            "nobody rules online",
            &LICHESS,
            begun,
            vec![
                Hear("Gegen Karl"),
                Type("schiedsrichter"),
                Hear("Das gibt es online nicht."),
                Type("uhr anhalten"),
                Hear("Die Uhr führt der Server."),
            ],
        ),
    ]
}

#[test]
fn every_scenario_is_told_as_it_is() {
    let all: Vec<Scenario> =
        before_a_game().into_iter().chain(moves()).chain(declarations_and_ends()).collect();
    assert!(all.len() >= 42, "{}", all.len());
    let next = AtomicUsize::new(0);
    // They mostly wait, so several are played at once.
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(scenario) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    play(scenario);
                }
            });
        }
    });
}

fn play((about, args, before, steps): &Scenario) {
    eprintln!("{about}");
    let (home, server) = (Home::new(), Server::start());
    before(&server);
    let mut table = Table::sit(&home, &server, args);
    for step in steps {
        match step {
            Type(line) => table.types(line),
            Move(uci) => table.moves(uci),
            Hear(what) => {
                table.hears(what);
            }
            Do(change) => change(&server),
            Never(what) => assert_eq!(table.count(what), 0, "{about}: {}", table.all()),
        }
    }
    table.leave();
    let is_described = |game: &Game| !game.unknown_status;
    server.change(|world| {
        if world.games.values().all(is_described) {
            check_against_description(world);
        }
    });
}
