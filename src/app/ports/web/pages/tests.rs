//! What no page tells.

use std::{sync::Arc, time::Instant};

use strum::VariantNames;

use super::*;
use crate::{
    app::{game_options::Language, ports::own_words::OwnWords, report_filter::ReportFilter, screen::Screen},
    grammar::Grammar,
    journal::{Start, Users},
    language::{LANGUAGES, LanguageFolder},
    laws::{Origin, StartPosition},
    session::{Event, EventKind, Options, Session},
};

#[test]
fn every_device_has_a_name_of_its_own() {
    for language in LANGUAGES {
        let words = language.catalogue();
        let names = Device::VARIANTS.iter().map(|device| words.say("live-device", &[("device", device)]));
        let names: std::collections::BTreeSet<String> = names.collect();
        assert_eq!(names.len(), Device::VARIANTS.len(), "{}: {names:?}", language.tag);
    }
}

const SEATS: [Seat; 4] = [Seat::Table, Seat::White, Seat::Black, Seat::View];

/// A game in German and what its pages show.
struct Hall {
    session: Session,
    language: Language,
    pages: Pages,
    shown: [String; 4],
    now: Duration,
}

impl Hall {
    fn open(start: Start, delay: Option<Duration>) -> Hall {
        let folder = LanguageFolder::USUAL;
        let grammar = Arc::new(Grammar::of(folder));
        let announcer = || Announcer::of(folder, grammar.spoken().clone(), *grammar.letters());
        let pages = Pages::new(&SEATS, announcer(), vec![Device::Speaker], delay);
        let language = Language::new(folder, Arc::clone(&grammar), announcer());
        let session = Session::new(start, Options::default(), grammar);
        let mut hall = Hall { session, language, pages, shown: Default::default(), now: Duration::ZERO };
        hall.happens(EventKind::Began);
        hall
    }

    fn types(&mut self, line: &str) {
        self.happens(EventKind::Typed(line.to_owned()));
    }

    fn happens(&mut self, kind: EventKind) {
        self.now += Duration::from_secs(1);
        let effects = self.session.handle(Event { origin: Origin::Table, kind }, self.now);
        let screen = Screen::none();
        let filter = ReportFilter::of_lever(Device::Clock);
        let cx = PortContext {
            session: &self.session,
            language: &self.language,
            filters: [&filter, &filter],
            now: self.now,
            zero: Instant::now(),
            speaking: false,
            own_words: &OwnWords::default(),
            screen: &screen,
        };
        for effect in &effects {
            self.pages.perform(effect, &cx);
        }
        for (seat, state) in self.pages.follow(&cx).states {
            self.shown[seat] = state;
        }
    }

    fn seat(&self, seat: Seat) -> &str {
        &self.shown[SEATS.iter().position(|of| *of == seat).unwrap()]
    }
}

fn competition(fen: &str) -> Start {
    Start {
        position: StartPosition::of_fen(fen, false).unwrap(),
        users: Users::White,
        competition: true,
        time_control: Some("5400+30".parse().unwrap()),
        ..Start::default()
    }
}

/// Positions with White to move that have little in common.
const POSITIONS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/pP3ppp/2n2n2/2bpp3/2BPP3/2N2N2/P1P2PPP/R1BQK2R w KQkq - 0 1",
    "r5k1/8/8/3p4/2B5/8/5q2/R3K2R w KQ - 0 1",
];

/// In competition the pages of the players and of the table are the same, whatever stands on the board.
#[test]
fn in_competition_no_page_of_the_table_tells_the_position() {
    let said = [
        "springer gustav eins felix drei",
        "springer",
        "dame schlägt turm",
        "eva vier",
        "bella acht dame",
        "rochade",
        "berührt eva vier",
        "schachmatt",
        "stellung",
        "was steht auf eva vier",
        "remis",
        "hilfe",
        "ich gebe auf",
        "xyz",
    ];
    for line in said {
        let mut first: Option<[String; 3]> = None;
        for fen in POSITIONS {
            let mut hall = Hall::open(competition(fen), None);
            // From where it starts, everybody is told.
            for page in &mut hall.pages.seats {
                (page.told, page.last_told) = Default::default();
            }
            for line in ["uhr", line, "nein", "hilfe"] {
                hall.types(line);
            }
            let pages = [Seat::Table, Seat::White, Seat::Black].map(|seat| hall.seat(seat).to_owned());
            assert!(pages.iter().all(|page| page.contains("\"board\":null")));
            assert_eq!(hall.seat(Seat::View), "", "spectators see it later");
            match &first {
                None => first = Some(pages),
                Some(before) => assert_eq!(&pages, before, "{line} in {fen}"),
            }
        }
    }
}

/// Whoever only looks sees it as late as was chosen, and all of it then.
#[test]
fn spectators_see_the_game_as_late_as_was_chosen() {
    let mut hall = Hall::open(competition(POSITIONS[0]), Some(Duration::from_secs(30)));
    for line in ["uhr", "eva vier", "ja"] {
        hall.types(line);
    }
    assert_eq!(hall.seat(Seat::View), "");
    hall.now += Duration::from_secs(27);
    hall.happens(EventKind::DeadlinePassed);
    assert!(hall.seat(Seat::View).contains("\"moves\":[]"), "{}", hall.seat(Seat::View));
    hall.now += Duration::from_secs(5);
    hall.happens(EventKind::DeadlinePassed);
    assert!(hall.seat(Seat::View).contains("\"moves\":[\"1. e4\"]"), "{}", hall.seat(Seat::View));
}

/// The board has the names of all squares, and what can be said has examples.
fn without_board_and_help(page: &str) -> String {
    let mut page: serde_json::Value = serde_json::from_str(page).unwrap_or_default();
    for part in ["board", "topics", "keys"] {
        page[part] = serde_json::Value::Null;
    }
    page.to_string()
}

/// A sealed move is in no byte of any page, neither while it is said nor afterwards.
#[test]
fn a_sealed_move_is_on_no_page() {
    for start in [competition(POSITIONS[0]), Start { competition: false, ..competition(POSITIONS[0]) }] {
        let mut hall = Hall::open(start, Some(Duration::ZERO));
        for line in [
            "uhr",
            "Abgabezug",
            "Weiß",
            "springer gustav eins felix drei",
            "springer gustav eins felix drei",
            "ja",
        ] {
            hall.types(line);
            for page in &hall.shown {
                let said = without_board_and_help(page);
                for told in ["Felix drei", "felix drei", "Nf3", "Sf3", "g1-f3", "g1f3", "f3"] {
                    assert!(!said.contains(told), "{line}: {told} in {said}");
                }
                assert!(!page.contains("f3 weiß"), "{line}: {page}");
            }
        }
        assert!(hall.session.record().sealed().is_some(), "nothing was sealed");
    }
}

/// What one player asks for is told at their place, and not across the board.
#[test]
fn what_is_asked_for_is_told_to_who_asks() {
    let start = Start { users: Users::White, ..Start::default() };
    let mut hall = Hall::open(start, None);
    hall.types("was steht auf eva eins");
    assert!(
        hall.seat(Seat::Table).contains("Eva eins: "),
        "{}",
        without_board_and_help(hall.seat(Seat::Table))
    );
    assert!(hall.seat(Seat::White).contains("Eva eins: "));
    for seat in [Seat::Black, Seat::View] {
        assert!(!hall.seat(seat).contains("Eva eins: "), "{}", seat.name());
    }
    for line in ["eva vier", "ja"] {
        hall.types(line);
    }
    for seat in SEATS {
        assert!(hall.seat(seat).contains("1. e4"), "{}", seat.name());
    }
    // A question is for who is asked.
    hall.types("springer felix sechs");
    assert!(!hall.seat(Seat::View).contains("\"answers\""));
}

/// Whoever hears all at the table sees every question, and has buttons for what is asked of them.
#[test]
fn only_who_is_asked_has_buttons() {
    let mut hall = Hall::open(Start::default(), None);
    let answers = |hall: &Hall, seat| {
        let page: serde_json::Value = serde_json::from_str(hall.seat(seat)).unwrap();
        page["asked"]["answers"].as_array().map_or(0, Vec::len)
    };
    let both = [Seat::White, Seat::Black];
    hall.types("eva vier");
    assert_eq!(both.map(|seat| answers(&hall, seat)), [2, 0]);
    hall.types("ja");
    hall.types("eva fünf");
    assert_eq!(both.map(|seat| answers(&hall, seat)), [0, 2]);
    assert_eq!(answers(&hall, Seat::Table), 2);
    hall.types("ja");
    // Without a clock either may offer, and either may say who does.
    hall.types("remis anbieten");
    assert_eq!(both.map(|seat| answers(&hall, seat)), [2, 2]);
    hall.types("schwarz");
    assert_eq!(both.map(|seat| answers(&hall, seat)), [2, 0]);
}
