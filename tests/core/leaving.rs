//! However the program ends, the players are told: that it ends, where the score lies, how the game goes on.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Output},
    sync::Arc,
    time::Duration,
};

use annabella::{
    announce::{Announcement, OnlineAnnouncement, OnlineFault},
    devices::keyboard::KeyCode,
    journal::{Opponent, Start},
    language::LanguageFolder,
    session::{Effect, Event, EventKind, LobbyEvent, OpponentQuestion, Options, Phase, Session},
};

use crate::{
    binary::{Home, text},
    transcripts::{start, take},
};

fn said(output: &Output) -> Vec<String> {
    text(&output.stdout).lines().filter_map(|line| line.strip_prefix("say: ")).map(str::to_owned).collect()
}

const PLAY: [&str; 5] = ["play", "--text", "-", "--time", "15"];

#[test]
fn every_end_is_told() {
    let lies = "Die Mitschrift liegt im Ordner annabella, Datei vom ";
    let interrupted = format!("Die Partie ist unterbrochen. Weiter geht es mit: annabella resume. {lies}");
    let ways: [(&str, &str, &str); 5] = [
        ("the word for it", "e2e4\nja\npartie beenden\nja\n", &interrupted),
        ("the end of the input", "e2e4\nja\n", &interrupted),
        ("closed after the end", "weiß gibt auf\nja\nja\n", lies),
        ("by the clock", "weiß gibt auf\nja\nuhr\n", lies),
        ("the arbiter's order", "schiedsrichter\nweiß verliert die partie\nja\nja\n", lies),
    ];
    let home = Home::new();
    for (way, typed, last) in ways {
        let output = home.run(&PLAY, typed);
        let said = said(&output);
        let [.., before, farewell] = &said[..] else { panic!("{way}: {said:?}") };
        assert!(farewell.starts_with(last) && farewell.ends_with(" Das Programm endet."), "{way}: {said:#?}");
        let closes = typed.ends_with("ja\nja\n") || typed.ends_with("uhr\n");
        assert_eq!(before == "Die Partie ist geschlossen.", closes, "{way}: {said:#?}");
    }
    // The program is asked to end.
    for (signal, language) in [("TERM", "de"), ("INT", "en")] {
        let mut child = home.start(&[&PLAY[..], &["--language", language]].concat());
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        assert!(lines.any(|line| line.starts_with("say: ")), "{signal}");
        kill(signal, &child);
        let last = lines.filter(|line| line.starts_with("say: ")).last().expect("a farewell");
        let told = ["Das Programm endet.", "The program ends."].iter().any(|end| last.ends_with(end));
        assert!(told && last.contains("annabella resume"), "{signal}: {last}");
        assert!(child.wait().expect("it ends").success(), "{signal}");
    }
}

/// Each way in which a game ends or is left, each question at which the input ends, and the setup.
#[test]
#[ignore = "starts the program twenty times; `make test` runs it"]
fn every_way_to_end_is_told() {
    let lies = "Die Mitschrift liegt im Ordner annabella, Datei vom ";
    let interrupted = format!("Die Partie ist unterbrochen. Weiter geht es mit: annabella resume. {lies}");
    let mate = "f2f3\ne7e5\ng2g4\nd8h4\n";
    let stalemate = ["--fen", "7k/8/4Q3/6K1/8/8/8/8 w - - 0 1"];
    let ways: [(&str, &[&str], String, &str); 14] = [
        ("mate", &[], format!("{mate}uhr\n"), lies),
        ("mate, and no more is said", &[], mate.into(), lies),
        ("mate, corrected", &[], format!("{mate}korrektur\n"), &interrupted),
        ("mate, reviewed", &[], format!("{mate}zug eins\n"), lies),
        ("mate, at the desk", &[], format!("{mate}schiedsrichter\n"), lies),
        ("stalemate", &stalemate, "e6f7\nuhr\n".into(), lies),
        ("agreement", &[], "e4\ne5\nweiß bietet remis\nschwarz nimmt an\nja\nuhr\n".into(), lies),
        ("adjournment", &[], "e4\nuhr\nabgabezug\ne5\ne5\n".into(), &interrupted),
        ("sealing", &[], "e4\nuhr\nabgabezug\ne5\n".into(), &interrupted),
        ("desk", &[], "e4\nschiedsrichter\n".into(), &interrupted),
        ("review", &[], "e4\ne5\nzug eins\n".into(), &interrupted),
        ("a question", &[], "e4\nweiß gibt auf\n".into(), &interrupted),
        ("no word", &[], String::new(), &interrupted),
        ("microphone off", &[], "e4\nmikrofon aus\n".into(), &interrupted),
    ];
    let home = Home::new();
    for (way, options, typed, last) in ways {
        let output = home.run(&[&PLAY[..], &["--confirm", "never"], options].concat(), &typed);
        let said = said(&output);
        let Some(farewell) = said.last() else { panic!("{way}: {}", text(&output.stderr)) };
        assert!(farewell.starts_with(last) && farewell.ends_with(" Das Programm endet."), "{way}: {said:#?}");
        // What is told is brailled, and nothing after it.
        let lines = text(&output.stdout);
        let ends = lines.lines().rfind(|line| line.starts_with("braille: ")).unwrap();
        assert!(ends.contains("Mitschrift") || ends.contains("annabella resume"), "{way}: {ends}");
    }
    for (typed, ends) in [
        ("", "Nichts ist geändert. Das Programm endet."),
        ("ja\nja\n", "Nichts ist geändert. Das Programm endet."),
    ] {
        let said = said(&home.run(&["setup", "--text", "-"], typed));
        assert_eq!(said.last().map(String::as_str), Some(ends), "{said:#?}");
    }
}

/// Whatever is open when the system ends the program.
#[test]
#[ignore = "starts the program seven times; `make test` runs it"]
fn a_program_that_is_asked_to_end_says_so_wherever_it_is() {
    let home = Home::new();
    for (args, typed, waits_for) in [
        (&PLAY[..], "e2e4\n", "Eva zwei Eva vier?"),
        (&PLAY[..], "schiedsrichter\n", "Der Schiedsrichter hat das Wort"),
        (&PLAY[..], "e2e4\nja\nzug eins\n", "Zug 1, Weiß"),
        (&PLAY[..], "e2e4\nja\nuhr\nabgabezug\n", "Abgabezug von Schwarz"),
        (&PLAY[..], "e2e4\nja\nuhr\nabgabezug\ne7e5\ne7e5\n", "Abgegeben"),
        (&PLAY[..], "weiß gibt auf\nja\n", "Schwarz gewinnt"),
        (&["setup", "--text", "-"], "", "Einrichtung"),
    ] {
        let mut child = home.start(args);
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(typed.as_bytes()).expect("the program reads");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        assert!(lines.any(|line| line.starts_with("say: ") && line.contains(waits_for)), "{typed}");
        kill("TERM", &child);
        let last = lines.filter(|line| line.starts_with("say: ")).last().expect("a farewell");
        assert!(last.ends_with("Das Programm endet."), "{typed}: {last}");
        assert!(child.wait().expect("it ends").success(), "{typed}");
    }
}

/// Nobody has to say anything for a flag to fall; its claim ends the game.
#[test]
#[ignore = "waits for a flag; `make test` runs it"]
fn a_game_lost_on_time_is_told_to_the_end() {
    let home = Home::new();
    let mut child = home.start(&["play", "--text", "-", "--time", "0+1"]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    input.write_all(b"uhr\n").expect("the program reads");
    assert!(lines.any(|line| line == "say: Die Zeit von Weiß ist abgelaufen."));
    input.write_all("zeit überschritten\nuhr\n".as_bytes()).expect("the program reads");
    drop(input);
    let said: Vec<String> = lines.filter(|line| line.starts_with("say: ")).collect();
    let [.., over, closed, farewell] = &said[..] else { panic!("{said:?}") };
    assert_eq!(over, "say: Zeit überschritten. Schwarz gewinnt.");
    assert_eq!(closed, "say: Die Partie ist geschlossen.");
    assert!(farewell.contains("Datei vom") && farewell.ends_with("Das Programm endet."), "{farewell}");
    assert!(child.wait().expect("it ends").success());
}

/// Ends a program as the system does.
fn kill(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
}

/// What was told holds: "annabella resume" takes the game that was interrupted, and none that is over. Of several it
/// takes none where nobody can choose.
#[test]
fn resume_alone_goes_on_with_the_last_game() {
    let home = Home::new();
    let mut none = home.start(&["resume"]);
    assert!(!none.wait().expect("it ends").success());
    let mut fault = String::new();
    none.stderr.take().expect("a pipe").read_to_string(&mut fault).expect("text");
    assert!(fault.contains("annabella") && !fault.contains("panicked"), "{fault}");
    for typed in ["d2d4\nja\n", "weiß gibt auf\nja\nja\n"] {
        home.run(&PLAY, typed);
    }
    let told = said(&home.run(&["resume", "--text", "-"], "letzter zug\n"));
    assert!(told[0].contains("David zwei David vier"), "{told:#?}");
    home.run(&PLAY, "e2e4\nja\n");
    let refused = home.run(&["resume", "--text", "-"], "letzter zug\n");
    let fault = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && fault.contains("annabella resume "), "{fault}");
    // A journal that lies elsewhere is named.
    let told = said(&home.run(&[&PLAY[..], &["--journal", "opera.jsonl"]].concat(), "e2e4\nja\n"));
    assert!(told.last().expect("a farewell").contains("annabella resume, und der Datei opera."), "{told:#?}");
}

/// The last sentence sounds whole; a key cuts it, and a voice that never ends is not waited for without end.
#[test]
fn the_last_sentence_sounds_whole_unless_a_key_cuts_it() {
    let escape = Some(KeyCode::Escape);
    for (drawls, by_touch, key, least, most) in [
        (true, "", None, 40, 60),
        (true, "", escape, 0, 1),
        (false, "", None, 0, 1),
        // Who hears nothing reads it.
        (false, " --by-touch", None, 100, 200),
        (false, " --by-touch", escape, 0, 1),
    ] {
        let mut evening = start(&format!("--user white --time 15+10{by_touch}"));
        if drawls {
            evening.drawl();
        }
        take(&mut evening, "type", "hilfe");
        evening.done();
        if let Some(key) = key {
            evening.queue_key(key);
        }
        let waited = evening.finish_speaking(Duration::from_secs(600)).as_secs();
        assert!((least..=most).contains(&waited), "{key:?}: {waited} s");
        assert_eq!(evening.done().iter().any(|done| done == "  say: (stops)"), key.is_some(), "{key:?}");
        assert!(!evening.cells().trim().is_empty(), "it stays on the display");
    }
}

fn told(effects: Vec<Effect>) -> Vec<Announcement> {
    let told = |effect| if let Effect::Announce(told) = effect { Some(told) } else { None };
    effects.into_iter().filter_map(told).collect()
}

/// A server where nothing can be played is told of, and the opponent asked for anew.
#[test]
fn a_fault_before_a_game_online_asks_for_another_opponent() {
    let grammar = crate::grammars::of(LanguageFolder::USUAL);
    let offered = vec![Opponent::Board, Opponent::Engine(None)];
    let lichess = Opponent::Online { service: Opponent::SERVICES[0].to_owned(), player: None };
    let fault = |fault| Event::of_program(EventKind::Lobby(LobbyEvent::Fault(fault)));
    for trouble in [OnlineFault::NoAccount, OnlineFault::Unreachable, OnlineFault::Refused] {
        let start = Start { opponent: lichess.clone(), ..Start::default() };
        let lobby = || Session::in_lobby(start.clone(), Options::default(), Arc::clone(&grammar));
        let mut session = lobby().offering(offered.clone());
        session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
        let effects = session.handle(fault(trouble), Duration::from_secs(1));
        assert!(!effects.contains(&Effect::Finished), "{trouble:?}");
        let [first, question] = &told(effects)[..] else { panic!("{trouble:?}") };
        assert_eq!(*first, OnlineAnnouncement::Fault(trouble).into());
        assert_eq!(Some(question), session.asked().as_ref());
        assert_eq!(*session.phase(), Phase::Opponent(OpponentQuestion::Who(offered.clone())));
        // An account that cannot be read is told where the opponent is asked for.
        let again = told(session.handle(fault(OnlineFault::AccountUnreadable), Duration::from_secs(2)));
        assert_eq!(again.len(), 2, "{again:?}");
        let chosen = session.handle(Event::at_table(EventKind::Typed("eins".into())), Duration::from_secs(3));
        assert!(chosen.contains(&Effect::Chosen(Opponent::Board)), "{chosen:?}");
        // Beside other games there is nothing to ask.
        let mut beside = lobby();
        beside.handle(Event::of_program(EventKind::Began), Duration::ZERO);
        let effects = beside.handle(fault(trouble), Duration::from_secs(1));
        assert_eq!(effects.last(), Some(&Effect::Finished));
        assert_eq!(told(effects).len(), 1);
    }
}
