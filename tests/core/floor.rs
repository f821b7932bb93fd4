//! A question never takes the floor: what a player may declare counts whatever is being asked, and a yes answers the last
//! question that sounded.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use annabella::{
    announce::{Announcer, Audience},
    grammar::Grammar,
    journal::{JournalLine, Record, Start, Users},
    language::LanguageFolder,
    laws::{Color, Ending, Origin},
    session::{Confirm, Effect, Event, EventKind, Options, Phase, Session},
};

/// What opens each question, typed by those at the table after `1. e4 e5`; the last line asks.
pub const QUESTIONS: [(&str, &[&str]); 20] = [
    ("a read-back", &["g1f3"]),
    (
        "which piece",
        &["d2d4", "ja", "uhr", "d7d5", "ja", "uhr", "g1f3", "ja", "uhr", "b8c6", "ja", "uhr", "springer d2"],
    ),
    ("whither", &["springer"]),
    ("whose", &["ich gebe auf"]),
    ("resigns?", &["weiß gibt auf"]),
    ("resigns?, the other", &["schwarz gibt auf"]),
    ("offers?", &["remis"]),
    ("accepts?", &["g1f3", "ja", "weiß bietet remis", "uhr", "schwarz nimmt an"]),
    ("claims?", &["dreimalige stellung"]),
    ("touched?", &["weiß berührt eva eins"]),
    ("an irregularity?", &["regelwidriger zug schwarz"]),
    ("pressed without a move?", &["uhr ohne zug schwarz"]),
    ("displaced?", &["figuren verschoben schwarz"]),
    ("the scores", &["stellung vergleichen"]),
    ("an order?", &["schiedsrichter", "remis"]),
    ("an order to lose?", &["schiedsrichter", "weiß verliert"]),
    ("sealing", &["abgabezug"]),
    ("sealing, again", &["abgabezug", "g1f3"]),
    ("present?", &["abgabezug", "g1f3", "g1f3", "öffnen"]),
    ("leaving?", &["neue partie"]),
];

/// What may be declared, by either side.
const DECLARATIONS: [&str; 19] = [
    "ich gebe auf",
    "weiß gibt auf",
    "schwarz gibt auf",
    "remis",
    "remis anbieten",
    "weiß bietet remis",
    "schwarz bietet remis",
    "weiß nimmt an",
    "schwarz nimmt an",
    "weiß lehnt ab",
    "dreimalige stellung",
    "schwarz beansprucht dreimalige stellung",
    "fünfzig züge",
    "letzte zwei minuten",
    "zeit überschritten",
    "schwarz reklamiert zeitüberschreitung",
    "weiß berührt bella eins",
    "ich rücke zurecht",
    "schwarz rückt zurecht",
];

pub struct Game {
    pub session: Session,
    pub options: Options,
    grammar: Arc<Grammar>,
    announcer: &'static Announcer,
    pub lines: Vec<JournalLine>,
    pub at: Duration,
}

impl Game {
    fn begin(users: Users, confirm: Confirm) -> Game {
        let time_control = Some("300+3".parse().unwrap());
        Game::of(Start { users, time_control, ..Start::default() }, Options { confirm, ..Options::default() })
    }

    pub fn of(start: Start, options: Options) -> Game {
        static VOICE: OnceLock<(Arc<Grammar>, Announcer)> = OnceLock::new();
        let (grammar, announcer) = VOICE.get_or_init(|| {
            let language = LanguageFolder::USUAL;
            let grammar = crate::grammars::of(language);
            let announcer = Announcer::of(language, grammar.spoken().clone(), *grammar.letters());
            (grammar, announcer)
        });
        let grammar = Arc::clone(grammar);
        let session = Session::new(start, options.clone(), Arc::clone(&grammar));
        let (lines, at) = (Vec::new(), Duration::ZERO);
        let mut game = Game { session, options, grammar, announcer, lines, at };
        game.handle(Event::of_program(EventKind::Began));
        game
    }

    /// The game that goes on from the journal alone, and what is said then.
    pub fn cut(&self) -> (Game, Vec<String>) {
        let record = Record::replay(&self.lines).unwrap();
        let session = Session::resume(record, self.options.clone(), Arc::clone(&self.grammar));
        let at = session.at().saturating_sub(Duration::from_secs(1));
        let (options, grammar, lines) = (self.options.clone(), Arc::clone(&self.grammar), self.lines.clone());
        let mut game = Game { session, at, options, grammar, announcer: self.announcer, lines };
        let told = game.handle(Event::of_program(EventKind::Resumed { torn: false }));
        (game, told)
    }

    /// After `1. e4 e5`, with the question open; and that question, as it was asked.
    fn asked(lines: &[&str]) -> (Game, String) {
        let mut game = Game::begin(Users::Both, Confirm::Voice);
        let mut told = Vec::new();
        for line in ["e2e4", "ja", "uhr", "e7e5", "ja", "uhr"].iter().chain(lines) {
            told = game.types(line, Origin::Table);
        }
        let asked = told.pop().unwrap_or_else(|| panic!("{lines:?} asks nothing"));
        (game, asked)
    }

    pub fn running(&self) -> Option<Color> {
        self.session.record().clock().and_then(|clock| clock.running())
    }

    pub fn types(&mut self, line: &str, origin: Origin) -> Vec<String> {
        self.handle(Event { origin, kind: EventKind::Typed(line.to_owned()) })
    }

    /// What is said to the table.
    pub fn handle(&mut self, event: Event) -> Vec<String> {
        let effects = self.effects(event);
        effects.iter().filter_map(|effect| self.said(effect)).collect()
    }

    pub fn effects(&mut self, event: Event) -> Vec<Effect> {
        self.at += Duration::from_secs(1);
        let effects = self.session.handle(event, self.at);
        let written = effects
            .iter()
            .filter_map(|effect| if let Effect::Record(line) = effect { Some(line.clone()) } else { None });
        self.lines.extend(written);
        effects
    }

    pub fn said(&self, effect: &Effect) -> Option<String> {
        let Effect::Announce(told) = effect else { return None };
        Some(self.announcer.render(told, Audience::Table).words)
    }
}

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn a_declaration_takes_the_floor_from_every_question() {
    let mut wrong = Vec::new();
    for (question, lines) in QUESTIONS {
        for (n, declared) in DECLARATIONS.iter().enumerate() {
            // By those at the table, and by one side or the other.
            let player = Origin::Player(Color::from_white((n + question.len()) % 2 == 0));
            for origin in [Origin::Table, player] {
                if let Some(why) = fault(question, lines, declared, origin) {
                    wrong.push(why);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is wrong with the answer to a declaration while a question is open.
fn fault(question: &str, lines: &[&str], declared: &str, origin: Origin) -> Option<String> {
    let (mut game, asked) = Game::asked(lines);
    let phase = game.session.phase().clone();
    let told = game.types(declared, origin);
    let (first, last) = (told.first().map_or("", String::as_str), told.last());
    // What is asked about may be declared once more; the question then stands.
    let again = first.to_lowercase().contains(&asked.to_lowercase());
    let is_other_question = last.is_some_and(|last| *last != asked && last.ends_with('?'));
    let why = if told.is_empty() {
        "silence"
    } else if again && !is_same(lines[lines.len() - 1], declared) {
        "the old question"
    } else if first.starts_with("Nicht verstanden") {
        "not understood"
    } else if *game.session.phase() == phase && is_other_question && !again {
        "another question sounded last"
    } else {
        return None;
    };
    Some(format!("{why}: {question}: {asked} {origin:?}: {declared} {told:?}"))
}

/// Whether both declare the same, once without a side.
fn is_same(asked: &str, declared: &str) -> bool {
    let act = |line: &str| {
        if line == "remis" && asked == "schwarz nimmt an" {
            return Some(3); // To an offer, that is a yes.
        }
        [("gebe auf", 1), ("gibt auf", 1), ("remis", 2), ("nimmt an", 3), ("dreimalige", 4)]
            .into_iter()
            .find_map(|(part, act)| line.contains(part).then_some(act))
    };
    act(asked).is_some() && act(asked) == act(declared)
}

#[test]
fn a_yes_answers_what_was_asked_last() {
    for (question, lines) in QUESTIONS {
        let (mut game, _) = Game::asked(lines);
        let moves = game.session.record().game().moves().len();
        game.types("schwarz gibt auf", Origin::Table);
        if question.starts_with("resigns?, the other") || question == "whose" {
            continue;
        }
        game.types("ja", Origin::Table);
        let ended = game.session.record().ended().map(|outcome| outcome.ending);
        assert_eq!(ended, Some(Ending::Resignation(Color::Black)), "{question}");
        assert_eq!(game.session.record().game().moves().len(), moves, "{question}");
    }
}

#[test]
fn after_a_no_the_question_before_is_asked_again() {
    for (question, lines) in QUESTIONS {
        let (mut game, asked) = Game::asked(lines);
        let phase = game.session.phase().clone();
        let running = game.running();
        if matches!(phase, Phase::WhichSide(_)) || question.starts_with("resigns?, the other") {
            continue;
        }
        game.types("schwarz gibt auf", Origin::Table);
        let told = game.types("nein", Origin::Table);
        assert_eq!(*game.session.phase(), phase, "{question}: {told:?}");
        assert_eq!(game.running(), running, "{question}: a clock that the question stopped still stands");
        if !matches!(phase, Phase::Sealing { .. }) {
            assert_eq!(told.last(), Some(&asked), "{question}");
        }
    }
}

#[test]
fn an_offer_between_read_back_and_press_stands() {
    for confirm in [Confirm::Lever, Confirm::Delay(Duration::from_secs(3))] {
        let mut game = Game::begin(Users::Both, confirm);
        for side in [Color::White, Color::Black] {
            game.types(if side.is_white() { "e2e4" } else { "e7e5" }, Origin::Table);
            game.types("ja", Origin::Table);
            game.handle(Event { origin: Origin::Table, kind: EventKind::Lever(side) });
        }
        game.types("g1f3", Origin::Table);
        let told = game.types("weiß bietet remis", Origin::Table);
        assert_eq!(game.session.record().offer(), Some(Color::White), "{confirm:?} {told:?}");
        game.types("ja", Origin::Table);
        game.handle(Event { origin: Origin::Table, kind: EventKind::Lever(Color::White) });
        assert_eq!(game.session.record().offer(), Some(Color::White), "{confirm:?}");
        assert_eq!(game.session.record().game().moves().len(), 3, "{confirm:?}");
        assert!(!game.session.record().is_open(), "{confirm:?}");
    }
}

/// The read-back of a move that a piece touched meanwhile forbids is not asked again (FIDE 4.3).
#[test]
fn a_touch_forbids_the_move_that_was_read_back() {
    let (mut game, _) = Game::asked(&["g1f3"]);
    game.types("weiß berührt bella eins", Origin::Table);
    game.types("ja", Origin::Table);
    assert_eq!(*game.session.phase(), Phase::Moving);
    assert_eq!(game.session.record().question(), None);
    game.types("ja", Origin::Table);
    assert_eq!(game.session.record().game().moves().len(), 2);
}
