//! Evenings at random: whatever is said, the journal alone comes to the same record and verdicts.
//!
//! `PROPTEST_CASES` sets how many evenings there are.

use std::{sync::Arc, time::Duration};

use annabella::{
    announce::Announcement,
    clock::Authority,
    commands::{
        audit,
        export::{self, ReadJournal},
    },
    grammar::Grammar,
    journal::{Chain, Entry, JournalLine, JournalReader, Record, Start, Users},
    language::LanguageFolder,
    laws::{
        Attempt, ByColor, CanMate, Claim, ClaimVerdict, Color, Direction, Fault, Origin, Position, Role,
        Ruleset, Square, StartPosition,
    },
    notation::pgn::games,
    session::{Confirm, Effect, Event, EventKind, Explore, Key, Options, Phase, Session},
};
use proptest::{prelude::*, sample, sample::Index};

/// What happens in an evening.
#[derive(Clone, Debug)]
pub enum Happening {
    /// One of the legal moves, typed in full.
    Moves(Index),
    Says(&'static str),
    /// What is asked back, and confirmed.
    Confirms(&'static str),
    /// A move with a claim, confirmed or not.
    Claims(&'static str, Index, bool),
    Touches(Index, bool),
    Lever(bool),
    /// Whoever keeps the time tells it: White's and Black's seconds, and whose runs.
    Times(u16, u16, Option<bool>),
    Flag(bool),
    Key(Key),
    Passes(u16),
    PowerCut,
}

const SAYINGS: [&str; 39] = [
    "ja",
    "ja",
    "nein",
    "korrektur",
    "uhr",
    "uhr",
    "remis anbieten",
    "remis annehmen",
    "remis ablehnen",
    "dreimalige stellung",
    "fünfzig züge",
    "ich gebe auf",
    "zeit überschritten",
    "letzte zwei minuten",
    "ich rücke zurecht",
    "uhr anhalten",
    "weiter",
    "weiter",
    "schiedsrichter",
    "abgabezug",
    "stellung vergleichen",
    "hilfe",
    "wiederholen",
    "letzter zug",
    "springer",
    "zeit",
    "bauer nicht ersetzt",
    // At the arbiter's desk.
    "weiß plus zwei minuten",
    "schwarz minus neun minuten",
    "uhr weiß auf eine minute",
    "zugzähler schwarz auf neun",
    "strafe weiß",
    "verwarnung schwarz",
    "weiß kommt zu spät",
    "wartezeit fünf minuten",
    "partie fortsetzen",
    "zurück vor zug eins",
    "abgabezug öffnen",
    "fünf sekunden je zug",
];

const DECLARATIONS: [&str; 24] = [
    "weiß verliert",
    "halber punkt für schwarz",
    "beide verlieren",
    "die partie ist remis",
    "partie fortsetzen",
    "zwei hände",
    "dreimalige stellung",
    "fünfzig züge",
    "letzte zwei minuten",
    "stellung vergleichen",
    "schiedsrichter",
    "regelwidriger zug",
    "regelwidriger zug weiß",
    "regelwidriger zug zwei schwarz",
    "bauer nicht ersetzt",
    "uhr ohne zug",
    "figuren verschoben",
    "zurück vor zug zwei",
    "grundstellung falsch",
    "farben vertauscht",
    "brett gedreht",
    "uhr defekt",
    "uhr falsch gestellt seit zug eins",
    "korrektur",
];

pub fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        8 => any::<Index>().prop_map(Happening::Moves),
        6 => (0..SAYINGS.len()).prop_map(|n| Happening::Says(SAYINGS[n])),
        3 => (0..DECLARATIONS.len()).prop_map(|n| Happening::Confirms(DECLARATIONS[n])),
        1 => (prop_oneof![Just("dreimalige stellung mit"), Just("fünfzig züge mit")], any::<Index>(), any::<bool>())
            .prop_map(|(claim, m, sure)| Happening::Claims(claim, m, sure)),
        2 => (any::<Index>(), any::<bool>()).prop_map(|(square, sure)| Happening::Touches(square, sure)),
        2 => any::<bool>().prop_map(Happening::Lever),
        2 => (0..900_u16, 0..900_u16, any::<Option<bool>>())
            .prop_map(|(white, black, running)| Happening::Times(white, black, running)),
        1 => any::<bool>().prop_map(Happening::Flag),
        1 => (0..4_usize).prop_map(|n| Happening::Key(Key::Choice(n))),
        // Fingers that wander over the braille line.
        2 => sample::select(vec![Key::Nothing, Key::Cancel]).prop_map(Happening::Key),
        2 => (0..64_u32).prop_map(|square| Happening::Key(Key::Square(Square::new(square)))),
        // And keys that walk over the board.
        2 => sample::select(vec![
            Explore::Piece { role: Role::Knight, back: false },
            Explore::Piece { role: Role::Pawn, back: true },
            Explore::Move { back: false },
            Explore::Capture { back: true },
            Explore::Step(Direction::Up),
            Explore::Ray { back: false },
            Explore::Origin,
            Explore::Take,
        ])
        .prop_map(|key| Happening::Key(Key::Explore(key))),
        2 => (0..900_u16).prop_map(Happening::Passes),
        1 => Just(Happening::PowerCut),
    ]
}

/// The arbiter's account of what a journal of these lines says, in the journal's words.
fn raw_account(lines: &[JournalLine]) -> String {
    account(lines, true, LanguageFolder::ENGLISH)
}

fn account(lines: &[JournalLine], is_raw: bool, language: LanguageFolder) -> String {
    let record = Record::replay(lines).unwrap();
    let last_move = |n| export::last_move(Record::replay(&lines[..n]).unwrap().game());
    let last_moves = (1..=lines.len()).map(last_move).collect();
    let journal = ReadJournal { record, lines: lines.to_vec(), last_moves, sum: None, remarks: Vec::new() };
    let account = audit::audit(&journal, is_raw, &language.catalogue());
    account.lines().filter(|line| line.starts_with(' ')).map(|line| format!("{line}\n")).collect()
}

pub fn start() -> impl Strategy<Value = Start> {
    let control =
        prop_oneof![Just(None), Just(Some("300+3")), Just(Some("700")), Just(Some("40/5400+30:1800+30"))];
    let fen = prop_oneof![
        4 => Just(None),
        1 => Just(Some("8/8/8/4k3/8/8/4K2R/8 w - - 96 80")),
        1 => Just(Some("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")),
        1 => Just(Some("4k3/P6p/8/8/8/8/p6P/4K3 b - - 0 1")),
        // Chess960: rooks beside the king, and few pieces between.
        2 => Just(Some("1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1")),
    ];
    let offers = prop_oneof![4 => Just("allowed"), 1 => Just("never"), 1 => Just("3")];
    let authority = prop_oneof![3 => Just(Authority::Program), 1 => Just(Authority::Server), 1 => Just(Authority::BoardClock)];
    (control, fen, offers, authority, any::<bool>()).prop_map(|(control, fen, offers, authority, old)| {
        Start {
            version: 1,
            time_control: control.map(|control| control.parse().unwrap()),
            position: fen.unwrap_or_default().parse().unwrap(),
            ruleset: if old { Ruleset::Fide2009 } else { Ruleset::Fide2023 },
            draw_offers: offers.parse().unwrap(),
            authority,
            ..Start::default()
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(48), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_journal_replays_to_the_same_record(
        start in start(),
        silent in any::<bool>(),
        happenings in prop::collection::vec(happening(), 1..60),
    ) {
        let mut evening = Evening::begin(start, silent);
        for happening in &happenings {
            evening.take(happening);
            let replayed = Record::replay(&evening.journal).unwrap();
            prop_assert_eq!(summary(&replayed), summary(evening.session.record()), "after {:?}", happening);
            prop_assert_eq!(replayed.question(), evening.session.record().question());
        }
        check_authority(&evening.journal);
        // What is on the disk is text.
        let mut chain = Chain::default();
        let text: Vec<String> = evening.journal.iter().map(|line| line.sealed(&mut chain)).collect();
        let lines = JournalReader::new(text.iter().map(String::as_bytes)).collect::<Result<Vec<_>, _>>().unwrap();
        prop_assert_eq!(&lines, &evening.journal);
        check_verdicts(&lines);
        let record = Record::replay(&lines).unwrap();
        let games = games(&export::pgn(&record)).collect::<Result<Vec<_>, _>>().unwrap();
        prop_assert_eq!(games[0].game.moves(), record.game().moves());
        prop_assert_eq!(games[0].game.position(), record.game().position());
    }
}

/// Only who keeps the time starts, stops and corrects the clock.
fn check_authority(lines: &[JournalLine]) {
    let program = Record::replay(lines).unwrap().start().authority.is_program();
    for line in lines {
        match line.entry {
            Entry::ClockStarted { .. } | Entry::ClockStopped => assert!(program),
            Entry::TimesTold { .. } => assert!(!program),
            _ => {}
        }
    }
}

/// Every claim and every penalty in the journal is judged again, from what was written before it.
fn check_verdicts(lines: &[JournalLine]) {
    for (n, line) in lines.iter().enumerate() {
        if let Entry::Penalized { side, gains_ms } = line.entry {
            let before = Record::replay(&lines[..n]).unwrap();
            let mut offences = before.offences();
            let ruling = offences.rule(side, Fault::IllegalMove, CanMate::Unknown, before.rules());
            let gains =
                ruling.gains.filter(|_| before.clock().is_some()).map_or(0, |(_, time)| time.as_millis());
            assert_eq!(u128::from(gains_ms), gains, "line {}", n + 1);
            assert!(lines[..n].iter().any(|line| matches!(line.entry, Entry::Ruled { .. })));
        }
        let Entry::Claimed { by, claim, uci, holds, .. } = &line.entry else { continue };
        let before = Record::replay(&lines[..n]).unwrap();
        let stated = uci.map(|uci| Attempt::from(uci.to_move(before.game().position()).unwrap()));
        let claim = Claim { kind: *claim, by: *by, intended: stated };
        let verdict = claim.examine(before.game(), before.touch().is_bound(), before.rules()).unwrap();
        assert_eq!(matches!(verdict, ClaimVerdict::Correct(_)), *holds, "line {}", n + 1);
    }
}

/// All there is to a record but the open question.
pub fn summary(record: &Record) -> String {
    let at = record.at();
    let times: Option<Vec<_>> = record.clock().map(|clock| {
        Color::ALL.into_iter().map(|side| (clock.left(side, at), clock.completed(side))).collect()
    });
    let running = record.clock().and_then(|clock| clock.running());
    let fallen = Color::ALL.map(|side| record.flag_has_fallen(side));
    format!(
        "{:?} {at:?} {times:?} {running:?} {fallen:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        record.game().moves(),
        record.is_open(),
        record.offer(),
        record.offers(),
        record.times_left(),
        record.touch(),
        record.must_play(),
        record.two_minutes(),
        record.pressed_without_move(),
        record.offences(),
        record.sealed(),
        record.first_fallen(),
        record.start(),
        record.postponed(),
        record.putting_right(),
        record.ruling_stands(),
        record.ended(),
        (record.remarks(), record.default_time(), record.was_reopened(), record.has_ruling()),
    )
}

pub struct Evening {
    pub session: Session,
    pub options: Options,
    pub grammar: Arc<Grammar>,
    pub journal: Vec<JournalLine>,
    /// Before each event: how many lines there were, and what was waited for.
    pub before: Vec<(usize, Phase)>,
    at: Duration,
}

impl Evening {
    pub fn begin(start: Start, silent: bool) -> Evening {
        let options =
            Options { confirm: if silent { Confirm::Never } else { Confirm::Voice }, ..Options::default() };
        let grammar = grammar();
        let session = Session::new(start, options.clone(), Arc::clone(&grammar));
        let mut evening = Evening {
            session,
            options,
            grammar,
            journal: Vec::new(),
            before: Vec::new(),
            at: Duration::ZERO,
        };
        evening.handle(Event::of_program(EventKind::Began));
        evening
    }

    pub fn take(&mut self, happening: &Happening) {
        let event = match happening {
            Happening::Moves(m) => match self.legal(m) {
                Some(uci) => Event::at_table(EventKind::Typed(uci)),
                None => return,
            },
            Happening::Says(words) => Event::at_table(EventKind::Typed((*words).to_owned())),
            Happening::Confirms(words) => return self.confirm((*words).to_owned(), true),
            Happening::Claims(claim, m, sure) => match self.legal(m) {
                Some(uci) => return self.confirm(format!("{claim} {} {}", &uci[..2], &uci[2..4]), *sure),
                None => return,
            },
            Happening::Touches(square, sure) => {
                let board = self.session.record().game().position().board().clone();
                let men: Vec<_> = board.occupied().into_iter().collect();
                return self.confirm(format!("berührt {}", square.get(&men)), *sure);
            }
            Happening::Lever(white) => lever(Color::from_white(*white)),
            Happening::Times(white, black, running) => {
                let left = ByColor { white: *white, black: *black }.map(|s| Duration::from_secs(s.into()));
                Event::of_program(EventKind::TimesReported { left, running: running.map(Color::from_white) })
            }
            Happening::Flag(white) => Event::of_program(EventKind::FlagReported(Color::from_white(*white))),
            Happening::Key(key) => Event::at_table(EventKind::Key(*key)),
            Happening::Passes(seconds) => {
                let until = self.at + Duration::from_secs((*seconds).into());
                // A minute at a time: the ticks between are the transcripts' business.
                while self.at < until {
                    self.at = until.min(self.at + Duration::from_secs(60));
                    self.handle(Event::of_program(EventKind::DeadlinePassed));
                }
                return;
            }
            Happening::PowerCut => {
                let options = self.options.clone();
                let record = Record::replay(&self.journal).unwrap();
                self.session = Session::resume(record, options, Arc::clone(&self.grammar));
                self.at = self.session.at();
                Event::of_program(EventKind::Resumed { torn: false })
            }
        };
        self.handle(event);
    }

    fn confirm(&mut self, words: String, sure: bool) {
        self.handle(Event::at_table(EventKind::Typed(words)));
        if sure {
            self.handle(Event::at_table(EventKind::Typed("ja".to_owned())));
        }
    }

    fn legal(&self, m: &Index) -> Option<String> {
        let position = match self.session.phase() {
            Phase::Over => return None,
            _ => self.session.record().game().position(),
        };
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        Some(m.get(&moves).to_uci(position.castles().mode()).to_string())
    }

    fn handle(&mut self, event: Event) {
        self.before.push((self.journal.len(), self.session.phase().clone()));
        for effect in self.session.handle(event, self.at) {
            assert_ne!(effect, Effect::Announce(Announcement::NotRecorded));
            if let Effect::Record(line) = effect {
                self.journal.push(line);
            }
        }
    }
}

fn grammar() -> Arc<Grammar> {
    crate::grammars::of(annabella::language::LanguageFolder::USUAL)
}

/// Also where there is no more than the first line, on a slow machine.
#[test]
fn a_journal_goes_on_from_its_last_instant() {
    let at = Duration::from_millis(12);
    let start = Start { version: 1, ..Start::default() };
    let record = Record::replay(&[JournalLine::new(at, Entry::Started(Box::new(start)))]).unwrap();
    assert_eq!(record.at(), at);
}

/// "Korrektur" of the arbiter leaves board, clocks and counts as they were before the ruling.
#[test]
fn a_ruling_taken_back_leaves_nothing() {
    for (ruleset, format) in [("fide-2023", "5400+30"), ("fide-2009", "5400+30"), ("fide-2023", "900+10")] {
        for ruling in [
            "regelwidriger zug",
            "regelwidriger zug weiß",
            "regelwidriger zug eins weiß",
            "bauer nicht ersetzt",
            "uhr ohne zug schwarz",
            "zurück vor zug eins schwarz",
            "grundstellung falsch",
            "farben vertauscht",
            "uhr falsch gestellt seit zug eins",
        ] {
            // The older edition has no such fault.
            if (ruleset, ruling) != ("fide-2009", "uhr ohne zug schwarz") {
                check(ruleset, format, ruling);
            }
        }
    }
    fn check(ruleset: &str, format: &str, ruling: &str) {
        let start = Start {
            version: 1,
            position: "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1".parse().unwrap(),
            time_control: Some(format.parse().unwrap()),
            ruleset: ruleset.parse().unwrap(),
            white: "Rot".into(),
            ..Start::default()
        };
        let mut evening = Evening::begin(start, true);
        for words in ["hector vier", "uhr", "hector sechs", "uhr", "anna acht turm"] {
            evening.take(&Happening::Says(words));
            evening.take(&Happening::Passes(70));
        }
        evening.take(&Happening::Says("uhr"));
        evening.take(&Happening::Says("uhr anhalten"));
        let before = summary(evening.session.record());
        evening.confirm(ruling.to_owned(), true);
        assert!(evening.session.record().ruling_stands(), "{ruling}");
        assert_ne!(summary(evening.session.record()), before, "{ruling}");
        evening.take(&Happening::Says("korrektur"));
        assert_eq!(summary(evening.session.record()), before, "{ruling}");
        let replayed = Record::replay(&evening.journal).unwrap();
        assert_eq!(summary(&replayed), before, "{ruling}");
    }
}

/// The same of every order, as many of them as there were, also when the clock has run since: that time is used.
#[test]
fn orders_are_taken_back_one_after_the_other() {
    let start = Start { version: 1, time_control: Some("3600+30".parse().unwrap()), ..Start::default() };
    let orders = [
        "weiß plus zwei minuten",
        "schwarz minus fünf minuten",
        "uhr schwarz auf zwölf minuten",
        "zugzähler weiß auf vierzig",
        "verwarnung weiß",
        "strafe schwarz",
        "fünf sekunden je zug",
        "wartezeit zehn minuten",
        "schwarz kommt eine minute zu spät",
        "zwei hände weiß",
        "zurück vor zug eins",
    ];
    let mut evening = Evening::begin(start, true);
    for words in ["eva vier", "uhr", "schiedsrichter"] {
        evening.take(&Happening::Says(words));
    }
    let mut before = vec![summary(evening.session.record())];
    for order in orders {
        evening.take(&Happening::Says(order));
        let after = summary(evening.session.record());
        assert_ne!(Some(&after), before.last(), "{order}");
        before.push(after);
    }
    before.pop();
    for (order, before) in orders.iter().zip(&before).rev() {
        evening.take(&Happening::Says("korrektur"));
        assert_eq!(&summary(evening.session.record()), before, "{order}");
    }
    assert_eq!(summary(&Record::replay(&evening.journal).unwrap()), summary(evening.session.record()));
    for words in ["weiß plus zwei minuten", "weiter"] {
        evening.take(&Happening::Says(words));
    }
    evening.take(&Happening::Passes(30));
    for words in ["schiedsrichter", "korrektur"] {
        evening.take(&Happening::Says(words));
    }
    let clock = evening.session.record().clock().unwrap();
    let left = Color::ALL.map(|side| clock.left(side, evening.at).as_secs());
    assert_eq!(left, [3660, 3630 - 30], "what ran before it was taken back was used");
}

/// Castling of Chess960 through journal and score, the king or the rook standing still.
#[test]
fn chess960_comes_back_from_journal_and_score() {
    check(
        "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1",
        &["kurze rochade", "lange rochade"],
        "1. O-O O-O-O",
    );
    check("4k3/8/8/8/8/8/8/6KR w H - 0 1", &["kurze rochade"], "1. O-O");
    check("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", &["lange rochade"], "1. O-O-O");
    check("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", &["lange rochade"], "1. O-O-O");
    check("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", &["kurze rochade"], "1. O-O");
    fn check(fen: &str, said: &[&'static str], score: &str) {
        let start =
            Start { version: 1, position: StartPosition::of_fen(fen, true).unwrap(), ..Start::default() };
        let mut evening = Evening::begin(start, true);
        for words in said {
            evening.take(&Happening::Says(words));
        }
        let record = Record::replay(&evening.journal).unwrap();
        assert_eq!(summary(&record), summary(evening.session.record()));
        let pgn = export::pgn(&record);
        assert!(pgn.contains(score) && pgn.contains("[Variant \"Chess960\"]"), "{pgn}");
        let games = games(&pgn).collect::<Result<Vec<_>, _>>().unwrap();
        assert_eq!(games[0].game.position(), record.game().position(), "{pgn}");
    }
}

/// Between sealing and opening no line of the journal, and nothing that is told, holds the move.
#[test]
fn a_sealed_move_is_nowhere_in_the_clear() {
    let start = Start { version: 1, time_control: Some("5400+30".parse().unwrap()), ..Start::default() };
    let mut evening = Evening::begin(start, true);
    let mut told = String::new();
    for words in ["uhr", "abgabezug", "g1f3", "g1f3", "wiederholen", "letzter zug", "hilfe", "zeit"] {
        let effects = evening.session.handle(Event::at_table(EventKind::Typed(words.into())), evening.at);
        for effect in &effects {
            match effect {
                Effect::Record(line) => evening.journal.push(line.clone()),
                other => told.push_str(&format!("{other:?}")),
            }
        }
    }
    assert!(evening.session.record().sealed().is_some());
    let mut chain = Chain::default();
    let text: String = evening.journal.iter().map(|line| line.sealed(&mut chain)).collect();
    for secret in ["g1", "f3", "G1", "F3", "Nf3", "Knight"] {
        assert!(!text.contains(&format!("\"{secret}")) && !told.contains(secret), "{secret}: {text} {told}");
    }
    let pgn = export::pgn(evening.session.record());
    let account = raw_account(&evening.journal);
    assert!(!pgn.contains("Nf3") && !account.contains("f3"), "{pgn}{account}");
    evening.take(&Happening::PowerCut);
    evening.take(&Happening::Says("weiter"));
    evening.take(&Happening::Says("ja"));
    assert_eq!(evening.session.record().game().moves().len(), 1);
    assert!(export::pgn(evening.session.record()).contains("1. Nf3"));
}

/// What changed nothing is in the account all the same, with its time, who it was, and by which article it
/// was refused.
#[test]
fn what_was_asked_and_tried_is_in_the_account() {
    let start = Start {
        version: 1,
        competition: true,
        time_control: Some("5400+30".parse().unwrap()),
        draw_offers: "30".parse().unwrap(),
        ..Start::default()
    };
    let mut evening = Evening::begin(start, true);
    evening.handle(Event::at_table(EventKind::Typed("uhr".into())));
    evening.at = Duration::from_secs(59);
    evening.handle(Event::of_program(EventKind::DeadlinePassed));
    evening.at = Duration::from_secs(3661);
    let white =
        |words: &str| Event { origin: Origin::Player(Color::White), kind: EventKind::Typed(words.into()) };
    let black =
        |words: &str| Event { origin: Origin::Player(Color::Black), kind: EventKind::Typed(words.into()) };
    for said in ["lf1c4", "material", "zeit", "dreimalige stellung", "nein", "remis anbieten", "e2e4"] {
        evening.handle(white(said));
    }
    evening.handle(lever(Color::White));
    for said in ["weiß gibt auf", "berührt h8", "ja", "a7a6", "grundstellung falsch"] {
        evening.handle(black(said));
    }
    evening.handle(Event { origin: Origin::Arbiter, kind: EventKind::Typed("nein".into()) });
    let account = raw_account(&evening.journal);
    let expected = "
 0:00:00  program       started: competition true, draw offers 30, increment from first-move, ruleset fide-2023, time control 5400+30, users both, version 1
 0:00:00  table         clock-started: side white
 1:01:01  white         move Bf1-c4: refused (3.5)
 1:01:01  white         question material: refused (D.2.10)
 1:01:01  white         question times: told
 1:01:01  white         clock-stopped
 1:01:01  white         declaration claim-threefold white: asked back
 1:01:01  white         declaration claim-threefold white: withdrawn
 1:01:01  white         clock-started: side white
 1:01:01  white         declaration offer-draw white: refused
 1:01:01  white         moved: san e4, uci e2e4
 1:01:01  white         pressed: side white
 1:01:01  black         declaration resign white: refused
 1:01:01  black         declaration touch h8 black: asked back
 1:01:01  black         touched: square h8
 1:01:01  black         moved: san a6, uci a7a6
 1:01:01  black         clock-stopped
 1:01:01  arbiter       report wrong-start: denied
 1:01:01  arbiter       clock-started: side black
";
    assert_eq!(format!("\n{account}"), expected);
    let sentences = self::account(&evening.journal, false, LanguageFolder::USUAL);
    let expected = "
 0:00:00  Programm: Partie begonnen, Weiß gegen Schwarz, Bedenkzeit 90+30, im Wettkampf
 0:00:00  Am Brett: die Uhr von Weiß läuft
 1:01:01  Weiß: Versuch Lf1-c4, abgelehnt (FIDE 3.5), berührt f1
 1:01:01  Weiß: Frage nach dem Material, abgelehnt (FIDE D.2.10)
 1:01:01  Weiß: Frage nach den Zeiten, beantwortet
 1:01:01  Weiß: die Uhren stehen
 1:01:01  Weiß: Weiß beanspruchte dreimalige Stellung, zurückgefragt
 1:01:01  Weiß: Weiß beanspruchte dreimalige Stellung, nicht so gemeint
 1:01:01  Weiß: die Uhr von Weiß läuft
 1:01:01  Weiß: Weiß bot Remis an, abgelehnt
 1:01:01  Weiß: 1. e4
 1:01:01  Weiß: Weiß hat die Uhr gedrückt
 1:01:01  Schwarz: Weiß gab auf, abgelehnt
 1:01:01  Schwarz: Schwarz berührte h8, zurückgefragt
 1:01:01  Schwarz: h8 berührt
 1:01:01  Schwarz: 1... a6
 1:01:01  Schwarz: die Uhren stehen
 1:01:01  Schiedsrichter: Meldung: falsche Grundstellung, vom Schiedsrichter verneint
 1:01:01  Schiedsrichter: die Uhr von Schwarz läuft
";
    assert_eq!(format!("\n{sentences}"), expected);
}

/// FIDE D.2.10: the blind player's assistant answers that player, and in a competition not his opponent.
#[test]
fn an_opponent_is_told_nothing_in_a_competition() {
    for (competition, asks, answer) in [
        (true, Origin::Player(Color::Black), "refused (D.2.10)"),
        (true, Origin::Remote(Color::Black), "refused (D.2.10)"),
        (true, Origin::Player(Color::White), "told"),
        (true, Origin::Table, "told"),
        (true, Origin::Arbiter, "told"),
        (false, Origin::Player(Color::Black), "told"),
    ] {
        let time_control = Some("300".parse().unwrap());
        let start = Start { version: 1, users: Users::White, competition, time_control, ..Start::default() };
        let mut evening = Evening::begin(start, true);
        evening.handle(Event { origin: asks, kind: EventKind::Typed("zeit weiß".into()) });
        let account = raw_account(&evening.journal);
        let noted = account.lines().last().unwrap_or_default();
        let (who, what) = noted.trim_start_matches([' ', ':', '0']).split_once(' ').unwrap_or_default();
        assert_eq!(who, asks.to_string(), "{account}");
        assert!(
            what.ends_with(&format!("question time-of white: {answer}")),
            "{competition} {asks}: {account}"
        );
    }
}

/// So many, unless the environment sets another number.
pub fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

fn lever(side: Color) -> Event {
    Event { origin: Origin::Player(side), kind: EventKind::Lever(side) }
}
