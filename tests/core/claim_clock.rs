//! Whose time runs while a claim is examined: nobody's, and afterwards that of the side that has to move or press.

use std::time::Duration;

use annabella::{
    announce::{Announcer, Audience},
    journal::{Start, Users},
    language::LanguageFolder,
    laws::{Color, Origin},
    session::{Confirm, Effect, Event, EventKind, Options, Phase, Session},
};

use crate::positions::Random;

/// What is claimed by White, on move with a minute and a half left; with moves that fit twice, once and not at all.
const CLAIMS: [&str; 9] = [
    "weiß beansprucht dreimalige stellung",
    "dreimalige stellung mit springer felix drei",
    "dreimalige stellung mit springer david zwei",
    "dreimalige stellung mit springer felix fünf",
    "weiß beansprucht fünfzig züge",
    "fünfzig züge mit springer david zwei",
    "letzte zwei minuten",
    "fünf sekunden je zug",
    "weiß reklamiert zeitüberschreitung",
];

/// What may be said to the question that a claim asks, by players and arbiter.
const ANSWERS: [&str; 16] = [
    "ja",
    "nein",
    "korrektur",
    "weiter",
    "uhr",
    "bella",
    "felix",
    "springer felix drei",
    "schiedsrichter",
    "uhr anhalten",
    "ich gebe auf",
    "remis anbieten",
    "schwarz reklamiert zeitüberschreitung",
    "wie bitte",
    LEVERS[0],
    LEVERS[1],
];

/// The levers of White and Black.
const LEVERS: [&str; 2] = ["lever: white", "lever: black"];

struct Game {
    session: Session,
    announcer: Announcer,
    at: Duration,
}

impl Game {
    /// After `1. d4 d5 2. Nf3 Nf6 3. e3 e6`, the last move pressed or not.
    fn begin(is_pressed: bool) -> Game {
        let language = LanguageFolder::USUAL;
        let grammar = crate::grammars::of(language);
        let start = Start {
            users: Users::Both,
            time_control: Some("60".parse().unwrap()),
            guidelines_iii: true,
            ..Start::default()
        };
        let announcer = Announcer::of(language, grammar.spoken().clone(), *grammar.letters());
        let options = Options { confirm: Confirm::Never, ..Options::default() };
        let mut game = Game { session: Session::new(start, options, grammar), announcer, at: Duration::ZERO };
        game.handle(Event::of_program(EventKind::Began));
        for line in ["d4", "d5", "springer f3", "springer f6"] {
            game.enter(line);
        }
        // White thinks.
        game.at += Duration::from_secs(58 * 60 + 30);
        for line in ["e3", "uhr", "e6"] {
            game.enter(line);
        }
        if is_pressed {
            game.enter("uhr");
        }
        game
    }

    fn running(&self) -> Option<Color> {
        self.session.record().clock().and_then(|clock| clock.running())
    }

    /// Types a line, or presses a lever.
    fn enter(&mut self, line: &str) -> Vec<String> {
        let kind = match LEVERS.iter().position(|lever| *lever == line) {
            Some(n) => EventKind::Lever(Color::from_white(n == 0)),
            None => EventKind::Typed(line.to_owned()),
        };
        self.handle(Event { origin: Origin::Table, kind })
    }

    /// What is said to the table.
    fn handle(&mut self, event: Event) -> Vec<String> {
        self.at += Duration::from_millis(100);
        let said = |effect| {
            let Effect::Announce(told) = effect else { return None };
            Some(self.announcer.render(&told, Audience::Table).words)
        };
        self.session.handle(event, self.at).into_iter().filter_map(said).collect()
    }
}

#[test]
fn nobodys_time_runs_while_a_claim_is_examined() {
    examine_all(10);
}

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn nobodys_time_runs_whatever_is_answered() {
    examine_all(ANSWERS.len() * 3);
}

/// Each claim, so many times: answered by one line after the other, and by others at random.
fn examine_all(times: usize) {
    let random = &mut Random(0x9_5_1);
    let mut settled = 0;
    for (first, claim) in CLAIMS.into_iter().enumerate() {
        for n in 0..times {
            let mut lines = vec![ANSWERS[(first + n) % ANSWERS.len()]];
            lines.extend((0..random.below(5)).map(|_| ANSWERS[random.below(ANSWERS.len())]));
            settled += usize::from(examine(claim, &lines, random));
        }
    }
    assert!(settled > CLAIMS.len() * times / 2, "only {settled} claims were settled");
}

/// Claims and answers until the game can go on, and checks the clock after each. Returns whether it came so far.
fn examine(claim: &str, lines: &[&str], random: &mut Random) -> bool {
    let mut game = Game::begin(random.below(3) > 0);
    if random.below(4) == 0 {
        game.enter("uhr anhalten");
    }
    let mut runs = game.running().is_some();
    let mut history = Vec::new();
    for line in [claim].iter().chain(lines).copied().chain(["nein", "nein", "nein"]) {
        let (before, at_desk) = (game.running(), *game.session.phase() == Phase::Desk);
        match line {
            "weiter" | "nein" if at_desk => runs = true,
            "weiter" if claim == "letzte zwei minuten" && !history.is_empty() => runs = true,
            "uhr anhalten" => runs = false,
            _ => {}
        }
        history.push(line);
        let told = game.enter(line);
        if *game.session.phase() == Phase::Over {
            return true;
        }
        let is_open = *game.session.phase() != Phase::Moving;
        let owed = if game.session.record().is_open() { Color::Black } else { Color::White };
        let expected = (runs && !is_open).then_some(owed);
        assert_eq!(game.running(), expected, "{history:?}: {told:?}");
        let is_told =
            told.iter().any(|told| told.starts_with("Die Uhr läuft") || told.starts_with("Die Uhr von "));
        assert_eq!(is_told, before.is_none() && expected.is_some(), "{history:?}: {told:?}");
        if !is_open {
            return true;
        }
    }
    false
}
