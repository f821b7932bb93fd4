//! What the loop and its ports do with devices that are slow, full, silent, or gone.

use std::time::Duration;

use annabella::{
    announce::{Announcement, Device, Farewell, SavedFile},
    app::{board_sight::placement, game_loop::LoopEnding},
    devices::{
        board::Orientation,
        braille_display::BrailleKey,
        hearing::{ear::EarEvent, recognizer::RecognizerError},
    },
    journal::{Entry, Record, Start},
    language::LanguageFolder,
    laws::{CastlingMode, Chess, Color, Move, Origin, Position, Square},
    session::{Effect, Event, EventKind, Key, Options, Session},
};

use crate::{evening::Evening, heard::hearings, transcripts::start};

/// The press waits for the disk, and its time does not.
#[test]
fn a_lever_counts_from_when_it_was_pressed() {
    let mut evening = start("--time-control 60 --confirm never");
    evening.press_while_writing(ms(800), ms(300), Color::White);
    evening.type_line("eva vier");
    let pressed = |entry: &Entry| *entry == Entry::Pressed { side: Color::White };
    assert_eq!(instants(&evening, pressed), [ms(300)]);
    let record = Record::replay(&evening.journal()).unwrap();
    let clock = record.clock().unwrap();
    assert_eq!(clock.left(Color::White, ms(800)), ms(59_700));
    assert_eq!(clock.left(Color::Black, ms(800)), ms(59_500));
}

/// What hands do on the board is timed by when it was seen, not by when the disk let it be looked at.
#[test]
fn pieces_count_from_when_they_were_seen() {
    let seen = |changes: &[(u64, Square, char)]| {
        let mut evening = start("--language en --user white --time 5 --board-touches");
        evening.set_up_on_board(placement(Position::board(&Chess::default()), Orientation::default()));
        evening.type_line("e2e4");
        evening.key(Key::Confirm);
        let white = [(Square::E2.into(), '.'), (Square::E4.into(), 'P')];
        evening.put_on_board(white, true);
        evening.done();
        let changes = changes.iter().map(|(at, square, piece)| (ms(*at), *square, *piece));
        evening.put_on_board_while_writing(ms(3_000), changes.collect());
        evening.lever(Color::White);
        evening.pass(ms(3_000));
        let said = |line: String| line.trim().strip_prefix("say: ").map(str::to_owned);
        evening.done().into_iter().filter_map(said).collect::<Vec<_>>()
    };
    // A piece that was put back was touched, or was brushed.
    let touched = |at: u64| [(500, Square::E7, '.'), (500 + at, Square::E7, 'p')];
    assert_eq!(seen(&touched(200)), [""; 0]);
    assert_eq!(seen(&touched(400)), ["An opponent's pawn on Eva seven was lifted and put back."]);
    // A piece that rested was moved, and then elsewhere.
    let moved = |rests: u64| {
        let again = 600 + rests;
        [
            (500, Square::E7, '.'),
            (600, Square::E6, 'p'),
            (again, Square::E6, '.'),
            (again + 100, Square::E5, 'p'),
        ]
    };
    let moves = ["Black: pawn Eva seven Eva six.", "Black: pawn Eva seven Eva five."];
    assert_eq!(seen(&moved(100)), moves[1..]);
    assert_eq!(seen(&moved(1_500)), moves);
}

/// A recognizer that fails at each utterance is told once, moves are typed meanwhile, and what it understands counts.
#[test]
fn a_recognizer_that_fails_again_and_again_is_told_once() {
    let mut evening = start("--language en --confirm never");
    let said = |evening: &Evening| {
        let said = |line: String| line.trim().strip_prefix("say: ").map(str::to_owned);
        evening.done().into_iter().filter_map(said).collect::<Vec<_>>()
    };
    said(&evening);
    for _ in 0..1_000 {
        evening.pass(ms(1_500));
        evening.voice();
        evening.ear(EarEvent::Failed { reason: RecognizerError::Failed });
        evening.ear(EarEvent::NoWords);
    }
    assert_eq!(said(&evening), ["Speech is no longer understood. The game goes on."]);
    let lines = evening.journal().len();
    assert!(lines < 50, "{lines} lines");
    evening.type_line("e2e4");
    assert_eq!(said(&evening), ["Pawn Eva two Eva four."]);
    evening.hear(hearings([[("eva five", 100.0)]]));
    assert_eq!(said(&evening), ["Speech recognition back.", "Pawn Eva seven Eva five."]);
}

/// The disk of a loaded machine takes up to eight seconds a line: still each second is the side's that it belongs to.
#[test]
fn six_hours_on_a_slow_machine_are_six_hours() {
    let mut evening = start("--time-control 28800 --confirm never");
    let mut random = fastrand::Rng::with_seed(11);
    let total = ms(8 * 3_600_000);
    // What each has used, and how long the running clock has run before the next thought.
    let (mut used, mut since) = ([ms(0); 2], ms(0));
    let mut now = ms(0);
    for ply in 0.. {
        if now >= ms(6 * 3_600_000) {
            break;
        }
        let position = evening.record().game().position().clone();
        let goes_on = |m: &&Move| !position.clone().play(**m).unwrap().is_game_over();
        let legal = position.legal_moves();
        let on: Vec<&Move> = legal.iter().filter(goes_on).collect();
        let m = on[random.usize(..on.len())];
        // The first move starts the clock.
        let thought = if ply == 0 { ms(0) } else { ms(random.u64(1_000..240_000)) };
        let (takes, after) = (random.u64(1_000..8_000), random.u64(0..1_000));
        evening.pass(thought);
        let side = position.turn();
        evening.press_while_writing(ms(takes), ms(after), side);
        evening.type_line(&m.to_uci(CastlingMode::Standard).to_string());
        used[side as usize] += since + thought + ms(after);
        since = ms(takes - after);
        now += thought + ms(takes);
        let clock = evening.record().clock().unwrap();
        assert_eq!(clock.running(), Some(!side), "half-move {ply}");
        assert_eq!(clock.left(side, now), total - used[side as usize], "half-move {ply}");
        assert_eq!(clock.left(!side, now), total - used[(!side) as usize] - since, "half-move {ply}");
    }
}

/// A lever may have been pressed while the program began: its line still stands after the first one.
#[test]
fn no_line_is_older_than_the_first() {
    let grammar = crate::grammars::of(LanguageFolder::USUAL);
    let start = Start { time_control: Some("300".parse().unwrap()), ..Start::default() };
    let mut session = Session::new(start, Options::default(), grammar);
    let mut effects = session.handle(Event::of_program(EventKind::Began), ms(6));
    let pressed = Event { origin: Origin::Player(Color::Black), kind: EventKind::Lever(Color::Black) };
    effects.extend(session.handle(pressed, ms(5)));
    let instant = |effect: &Effect| match effect {
        Effect::Record(line) => Some(line.at()),
        _ => None,
    };
    let instants: Vec<Duration> = effects.iter().filter_map(instant).collect();
    assert_eq!(instants, [ms(6), ms(6)]);
}

/// A flag that fell while the disk took its time fell before what was done after it, and not before the rest.
#[test]
fn what_came_due_meanwhile_comes_in_its_turn() {
    check(ms(3_900), &[ms(59_900)], &[]);
    check(ms(4_100), &[ms(60_100)], &[ms(60_000)]);
    fn check(after: Duration, pressed: &[Duration], fallen: &[Duration]) {
        let mut evening = start("--time-control 60 --confirm never");
        evening.type_line("eva vier");
        evening.pass(ms(55_000));
        evening.press_while_writing(ms(8_000), after, Color::White);
        evening.pass(ms(1_000));
        assert_eq!(instants(&evening, |entry| matches!(entry, Entry::Pressed { .. })), pressed);
        assert_eq!(instants(&evening, |entry| matches!(entry, Entry::FlagFell { .. })), fallen);
    }
}

/// The program itself fails: the game is there, and what happened is written down.
#[test]
fn a_fault_in_the_loop_ends_it_and_loses_nothing() {
    let mut evening = start("--time-control 60 --confirm never");
    evening.type_line("eva vier");
    let ending = evening.fail_at("eva fünf");
    assert_eq!(ending, LoopEnding::Failed("a fault of this port".to_owned()));
    let moves = |record: &Record| record.game().moves().len();
    assert_eq!(moves(evening.record()), 2);
    let journal = evening.journal();
    assert_eq!(moves(&Record::replay(&journal).unwrap()), 2);
    let Entry::Noted(note) = &journal.last().unwrap().entry else { panic!("{journal:?}") };
    assert_eq!(note.to_string(), "fault a fault of this port: told");
    // The other ports still tell how the game goes on.
    evening.done();
    evening.tell(Announcement::Farewell(Farewell {
        scores: Vec::new(),
        unwritten: false,
        incomplete: 0,
        missing_moves: 0,
        unfinished: vec![SavedFile { folder: "annabella".into(), name: "opera.jsonl".into() }],
        resumes_alone: true,
        again: false,
        failed: true,
    }));
    let told = "  say: Das Programm hat einen Fehler. Die Partie ist unterbrochen. Weiter geht es mit: annabella resume. \
                Das Programm endet.";
    assert!(evening.done().iter().any(|line| line == told));
}

#[test]
fn a_full_disk_is_told_once_and_gets_all_that_waited() {
    let mut evening = start("--time-control 60 --confirm never");
    evening.fill_disk(true);
    evening.done();
    evening.type_line("eva vier");
    let said = said(&evening);
    assert_eq!(said.len(), 2, "{said:?}");
    evening.pass(ms(5_000));
    evening.type_line("uhr");
    assert!(self::said(&evening).is_empty());
    assert_eq!(evening.journal().len(), 1);
    evening.fill_disk(false);
    evening.pass(ms(2_000));
    assert_eq!(self::said(&evening).len(), 1);
    let kept: Vec<_> = evening.journal().into_iter().map(|line| line.entry).collect();
    let [Entry::Started(_), Entry::ClockStarted { .. }, Entry::Moved { .. }, Entry::Pressed { .. }, ..] =
        kept.as_slice()
    else {
        panic!("{kept:?}");
    };
}

/// What is played and not written is said again, and its end is written where room was kept for it.
#[test]
fn what_is_not_written_is_said_again_and_the_end_finds_room() {
    let mut evening = start("--confirm never");
    evening.fill_disk(true);
    let mut reminders = Vec::new();
    // Pawns go one square each: no position comes again.
    for [from, to, black_from, black_to] in [[2, 3, 7, 6], [3, 4, 6, 5]] {
        for file in ["a", "b", "c", "d", "e", "f"] {
            for line in [format!("{file}{from}{file}{to}"), format!("{file}{black_from}{file}{black_to}")] {
                evening.type_line(&line);
                reminders.extend(said(&evening).into_iter().filter(|line| line.contains("Halbzüge")));
            }
        }
    }
    let says = |moves| {
        format!("  say: Die Partiedatei lässt sich noch nicht speichern: Es fehlen {moves} Halbzüge.")
    };
    assert_eq!(reminders, [says(10), says(20)]);
    assert_eq!(evening.journal().len(), 1);
    evening.keep_reserve();
    for line in ["weiß gibt auf", "ja"] {
        evening.type_line(line);
    }
    let journal = evening.journal();
    let record = Record::replay(&journal).unwrap();
    assert_eq!((record.game().moves().len(), record.ended().is_some()), (24, true), "{journal:?}");
}

/// A recording goes on after the answer; a microphone is closed until its end.
#[test]
fn the_ear_is_closed_while_the_program_speaks() {
    let mut evening = start("");
    assert_eq!(evening.ear_told(), ["close", "open"]);
    evening.drawl();
    evening.hear(hearings([[("eva vier", 100.0)]]));
    assert_eq!(evening.ear_told(), ["close"]);
    evening.lose(Device::Speaker);
    assert_eq!(evening.ear_told(), ["open"]);
    evening.find(Device::Speaker);
    assert_eq!(evening.ear_told(), ["close"]);
    evening.key(Key::Quiet);
    assert_eq!(evening.ear_told(), ["open", "proceed"]);
}

#[test]
fn whoever_uses_his_hands_is_not_kept_waiting() {
    check(|evening| evening.key(Key::Confirm), true);
    check(|evening| evening.type_line("ja"), true);
    check(|evening| evening.braille_key(BrailleKey::Enter), true);
    check(|evening| evening.braille_key(BrailleKey::Tab), true);
    check(|evening| evening.braille_key(BrailleKey::Menu), false);
    check(|evening| evening.braille_key(BrailleKey::PanRight), false);
    check(|evening| evening.voice(), false);
    fn check(act: fn(&mut Evening), stops: bool) {
        let mut evening = start("");
        evening.drawl();
        evening.type_line("eva vier");
        evening.done();
        act(&mut evening);
        assert_eq!(evening.done().first().is_some_and(|done| done == "  say: (stops)"), stops);
    }
}

#[test]
fn what_was_told_stays_until_it_was_read_or_something_else_is_told() {
    let mut evening = start("--confirm never");
    evening.type_line("eva vier");
    evening.type_line("zugnummer");
    evening.pass(ms(3_600_000));
    assert_eq!(evening.cells().trim_end(), "Zug 1                           1. e2-e4");
    evening.braille_key(BrailleKey::PanRight);
    assert_eq!(evening.cells().trim_end(), "1. e2-e4");
}

/// A finger that was on its way when the line changed by itself meant what lay there before: the mark of something
/// that waits pushes the board on by a cell, and a question comes under a finger that answers another thing.
#[test]
fn what_moves_under_a_finger_is_not_pressed() {
    let marked = |wait: u64| {
        let mut evening = start("--by-touch");
        evening.braille_key(BrailleKey::Function(6));
        let d4 = evening.cells().find("4-+").unwrap() + 4;
        evening.lose(Device::Speaker);
        assert!(evening.cells().starts_with('\u{28FF}'));
        evening.pass(ms(wait));
        evening.announced();
        evening.braille_key_at_once(BrailleKey::Route(d4));
        evening.announced()
    };
    assert_eq!(marked(0), ["d4 -"]);
    assert_eq!(marked(390), ["d4 -"]);
    assert_eq!(marked(400), ["c4 -"]);

    let asked = |wait: u64, key: &dyn Fn(&str) -> BrailleKey| {
        let mut evening = start("--by-touch");
        evening.braille_key(BrailleKey::PanRight);
        evening.pass(ms(1_000));
        evening.type_line("eva vier");
        assert_eq!(evening.asked(), "e2-e4? ja nein");
        evening.pass(ms(wait));
        let key = key(&evening.cells());
        evening.braille_key_at_once(key);
        evening.asked()
    };
    let yes = |cells: &str| BrailleKey::Route(cells.find("ja").unwrap());
    let blank = |_: &str| BrailleKey::Route(39);
    for wait in [0, 390] {
        assert_eq!(asked(wait, &yes), "e2-e4? ja nein");
        assert_eq!(asked(wait, &|_| BrailleKey::Enter), "e2-e4? ja nein");
        assert_eq!(asked(wait, &|_| BrailleKey::Escape), "e2-e4? ja nein");
        assert_eq!(asked(wait, &blank), "e2-e4? ja nein");
    }
    assert_eq!(asked(400, &yes), "");
    assert_eq!(asked(400, &|_| BrailleKey::Enter), "");
    assert_eq!(asked(400, &|_| BrailleKey::Escape), "");

    // Nothing that has come meanwhile is panned away.
    let panned = |wait: u64, key: BrailleKey| {
        let mut evening = start("--by-touch");
        evening.braille_key(BrailleKey::PanRight);
        evening.lose(Device::Speaker);
        evening.pass(ms(wait));
        evening.braille_key_at_once(key);
        evening.cells().contains("Sprache weg")
    };
    for key in [BrailleKey::PanRight, BrailleKey::Enter, BrailleKey::Route(20)] {
        assert!(panned(0, key));
        assert!(!panned(400, key));
    }
}

#[test]
fn only_what_was_there_is_missed() {
    let mut evening = start("");
    evening.find(Device::Clock);
    evening.done();
    evening.find(Device::Clock);
    assert!(evening.done().is_empty());
    evening.lose(Device::Clock);
    evening.lose(Device::Clock);
    assert_eq!(said(&evening).len(), 1);
}

fn said(evening: &Evening) -> Vec<String> {
    evening.done().into_iter().filter(|done| done.starts_with("  say: ")).collect()
}

/// When the entries that fit were made.
fn instants(evening: &Evening, fits: impl Fn(&Entry) -> bool) -> Vec<Duration> {
    evening.journal().iter().filter(|line| fits(&line.entry)).map(|line| line.at()).collect()
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}
