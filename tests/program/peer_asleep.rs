//! Two programs that play each other, of which one sleeps, or is away while the other thinks; and what the way took.

use std::{fs, thread, time::Duration};

use annabella::peer::PeerAct;

use crate::{
    online::Table,
    peer::{Player, a_move, guest_with, host},
    stranger::Stranger,
};

/// A pair that has begun: 1. e4, and Black to move.
fn begun() -> (Player, Player) {
    let (mut host, port, code) = host();
    let mut guest = guest_with(&code, &format!("peer:127.0.0.1:{port}"));
    host.hears("Gegen Ben. Mit Weiß", "");
    guest.hears("", "Against Anna. As Black");
    host.table.types("e2e4");
    guest.hears("", "White: ");
    (host, guest)
}

/// The kept sheets of a player, as they are written.
fn kept(player: &Player) -> String {
    fs::read_to_string(player.journal.replace(".jsonl", ".peer")).unwrap()
}

/// A machine that sleeps answers nobody, and its connection stays: it is told all the same, and what was done meanwhile comes
/// when it wakes. Nobody is charged for the sleep of the other.
#[test]
fn a_side_that_is_asleep_is_told_and_charges_nobody_when_it_wakes() {
    let (mut host, mut guest) = begun();
    guest.table.sleeps(true);
    host.hears("Die Verbindung zur Gegenseite ist unterbrochen", "");
    guest.table.sleeps(false);
    host.hears("Die Verbindung zur Gegenseite ist wieder da", "");
    guest.table.types("e7e5");
    host.hears("Schwarz: ", "");
    // The other way round: what is done while nobody is there is taken when they are.
    guest.table.sleeps(true);
    host.table.types("g1f3");
    host.hears("Die Verbindung zur Gegenseite ist unterbrochen", "");
    guest.table.sleeps(false);
    guest.hears("", "White: knight");
    guest.table.types("b8c6");
    host.hears("Schwarz: Springer", "");
    [&mut host, &mut guest].into_iter().for_each(Player::finds_its_journal);
    assert_eq!(host.pgn(), guest.pgn());
    assert!(host.pgn().contains("2. Nf3"), "{}", host.pgn());
    for player in [&host, &guest] {
        assert!(!kept(player).contains("waited"), "{}", kept(player));
    }
}

/// Whoever was not there cannot say how long the other side has thought.
#[test]
fn a_move_that_was_thought_about_while_the_other_side_was_away_counts() {
    let (mut host, mut guest) = begun();
    guest.table.types("e7e5");
    host.hears("Schwarz: ", "");
    guest.finds_its_journal();
    guest.table.is_killed();
    // More than two seconds longer than the other side needs to come back: that is what it would wonder at.
    thread::sleep(Duration::from_secs(8));
    host.table.types("g1f3");
    guest.table = Table::start(&guest.home, &["resume", &guest.journal, "--text", "-"]);
    guest.hears("", "White: knight");
    guest.table.types("b8c6");
    host.hears("Schwarz: Springer", "");
    host.finds_its_journal();
    assert_eq!(host.pgn(), guest.pgn());
}

/// What is charged for a move stands at that move in both scores, even where the answer comes with it.
#[test]
fn what_is_charged_with_the_answer_stands_at_the_move_that_it_is_for() {
    let (mut host, port, code) = host();
    let mut there = Stranger::comes(port, &code);
    there.says(there.sheets.message());
    host.hears("Gegen Eve. Mit Weiß", "");
    host.table.types("e2e4");
    there.sees_it_grow();
    // A second and a half beyond what is free, or what the move is said to have taken.
    let stated = there.sheets.merged().placed[0].stated;
    let waited = (Duration::from_millis(11_500)).max(stated + Duration::from_millis(11_500));
    assert!(there.sheets.add(PeerAct::Waited { of: 0, ms: waited.as_millis() as i64 }));
    assert!(there.sheets.add(a_move("e7e5", 5)));
    there.says(there.sheets.message());
    host.hears("Schwarz: Bauer Eva sieben Eva fünf.", "");
    host.finds_its_journal();
    let left = there.sheets.merged().placed[0].left.unwrap().white.as_secs();
    let written = format!("e4 {{[%clk {}:{:02}:{:02}]}}", left / 3600, left / 60 % 60, left % 60);
    let pgn = host.pgn().replace('\n', " ");
    assert!(pgn.contains(&written), "{written}: {pgn}");
}
