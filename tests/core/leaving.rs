//! However the program ends, the players are told: that it ends, where the score lies, how the game goes on.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Output},
    sync::Arc,
    time::Duration,
};

use annabella::{
    announce::{Announcement, OnlineAnnouncement, OnlineFault},
    devices::keyboard::KeyCode,
    grammar::Grammar,
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
    let lies = "Die Notation liegt im Ordner annabella, Datei vom ";
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

/// Ends a program as the system does.
fn kill(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
}

/// What was told holds: "annabella resume" takes the game that was interrupted last, and none that is over.
#[test]
fn resume_alone_goes_on_with_the_last_game() {
    let home = Home::new();
    let mut none = home.start(&["resume"]);
    assert!(!none.wait().expect("it ends").success());
    let mut fault = String::new();
    none.stderr.take().expect("a pipe").read_to_string(&mut fault).expect("text");
    assert!(fault.contains("annabella") && !fault.contains("panicked"), "{fault}");
    for typed in ["e2e4\nja\n", "d2d4\nja\n", "weiß gibt auf\nja\nja\n"] {
        home.run(&PLAY, typed);
    }
    let told = said(&home.run(&["resume", "--text", "-"], "letzter zug\n"));
    assert!(told[0].contains("David zwei David vier"), "{told:#?}");
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
    let grammar = Arc::new(Grammar::of(LanguageFolder::USUAL));
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
