//! The readers of text from outside, and what must hold whatever the text is: an error or a value, never
//! a panic, and what was read is written such that it is read again.
//!
//! `tests/core/fuzz_readers.rs` goes through them with slips of the pen, `make fuzz` with libFuzzer.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use annabella::{
    announce::Announcer,
    app::game_options,
    commands::{export, judge, perft, reconcile},
    config::Settings,
    devices::tactile_clock::line::{ClockMessage, HostMessage, LineReceiver},
    grammar::{Alternative, Grammar},
    journal::{self, Chain, JournalLine, Record, Start},
    language::{Catalogue, LanguageFolder},
    laws::{self, Color, Game, GameResult, Origin, Verdict},
    notation::{Letters, MoveForm, TournamentReport, iccf, long, pgn::games, read, san, speak_games},
    school::{PuzzleAnswer, PuzzleTask, Solving, read_puzzles, written_puzzle},
    session::{Confirm, Effect, Event, EventKind, Key, Options, Session, SpokenTime},
};

/// A reader: its name, what must hold, and texts that lead far into it.
pub struct Reader {
    pub name: &'static str,
    pub check: fn(&str),
    pub seeds: &'static [&'static str],
}

pub const READERS: [Reader; 10] = [
    Reader { name: "fen", check: fen, seeds: &FENS },
    Reader { name: "pgn", check: pgn, seeds: &SCORES },
    Reader { name: "trf", check: tournament_report, seeds: &REPORTS },
    Reader { name: "san", check: sans, seeds: &MOVES },
    Reader { name: "journal", check: journal, seeds: &JOURNALS },
    Reader { name: "config", check: config, seeds: &CONFIGS },
    Reader { name: "clock", check: clock, seeds: &CLOCK_LINES },
    Reader {
        name: "grammar",
        check: grammar,
        seeds: &[LanguageFolder::USUAL.words, LanguageFolder::ENGLISH.words],
    },
    Reader { name: "puzzles", check: puzzles, seeds: &PUZZLES },
    Reader { name: "spoken", check: spoken, seeds: &EVENINGS },
];

const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 99 4294967295",
    "4k3/P6p/8/8/8/8/p6P/4K3 b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
];

/// Positions, and the places, of two scores of one game are parted by a NUL.
const SCORES: [&str; 6] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O",
    "1.e2-e4 e5 2.Sf3 Sc6! {lange überlegt} 3.Lb5 a6 (=) 4.La4 Sf6 *",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 {[%clk 0:59:00]} Kd7 ; so\n2. e5 1-0",
    "1. e4 c5 2. e5 d5 3. exd6 e.p. (3. Nf3 (3. d4)) $1 e8(D) 00 000 0-0-0 ??? --",
    "1. e4 e5 2. Nf3 Nc6 *\0 1. e4 e5 2. Sf3 {[%clk 1:00:00]} Sf6",
    "[Event \"a \\\" b\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
     [FEN \"1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1\"]\n\n1. O-O O-O-O 1/2-1/2\n\n1. d4 0-1",
];

const REPORTS: [&str; 2] = [
    "012 Open\r142 3\r162  W 3.0    D 1.0    A 0.5\r222 40/6000+30:900+30\r299 W       -0.5  002 0001 0002\r\
     001    1 m GM Anna                              2001 GER                         3.0    1     2 w 1     2 b  \r\
     001    2   m  Ben\u{e9}                                  POL                         0.5    2     1 b -     1 w  \r",
    "012 Open\rXXR 3\r\
     001    1 m GM Anna                              2001 GER                         1.0    1     2 w 1     2 b  \r\
     001    2   m  Ben\u{e9}                                  POL                         0.0    2     1 b 0     1 w  \r",
];

const MOVES: [&str; 32] = [
    "5254",
    "17181",
    "e4",
    "e2-e4",
    "Nf3",
    "Sg1-f3+",
    "0-0",
    "O-O-O#",
    "e8D",
    "e8=Q",
    "e8(D)",
    "exd6 ep",
    "exd6 e.p.",
    "13.de",
    "N4e5",
    "Rhd1",
    "R1a3",
    "Qh4e1",
    "bxa8=N++",
    "ed",
    "K:f7",
    "Кре2",
    "Кf3",
    "Лd1",
    "Ça4",
    "♘f3",
    "♔e2",
    "1... Lb5",
    "e4!?",
    "e2e4",
    "a7a8q",
    "(=)",
];

const PUZZLES: [&str; 4] = [
    "# a note\nq3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+; pv Nc7+ Kd7 Nxa8; id \"a;1\"; c0 \"win fork\"; c1 \"640\";\n\
     7k/8/8/8/8/8/R7/1R4K1 w - - 0 1 dm 2; bm Ra7 Rb7;",
    "7k/8/8/8/8/8/R7/1R4K1 w - - dm 3;\n8/P7/8/8/8/8/k7/7K w - - bm a8=Q+; c0 \"best promotion\"; am a8=N;",
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\r\n\
     00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,\
     mate mateIn2 middlegame short,https://lichess.org/yyznGmXs/black#34,Italian_Game\r\n",
    "[Event \"Gabel\"]\n[Rating \"700\"]\n[FEN \"q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1\"]\n\n1. Nc7+ Kd7 2. Nxa8 *\n\n\
     [FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. O-O-O O-O 2. Rd7 *\n",
];

const JOURNALS: [&str; 5] = [
    concat!(
        r#"{"at":0,"entry":"started","version":1,"ruleset":"fide-2023","time_control":"5400+30"}"#,
        "\n",
        r#"{"at":1,"entry":"clock-started","side":"white"}"#,
        "\n",
        r#"{"at":2,"entry":"asked","uci":"e2e4"}"#,
        "\n",
        r#"{"at":3,"entry":"moved","uci":"e2e4","san":"e4"}"#,
        "\n",
        r#"{"at":4,"entry":"pressed","side":"white"}"#,
        "\n",
        r#"{"at":4,"entry":"draw-offered","by":"white"}"#,
        "\n",
        r#"{"at":6,"entry":"claimed","by":"black","claim":"threefold","uci":"e7e5","holds":false,"gains_ms":120000}"#,
        "\n",
        r#"{"at":7,"entry":"touched","square":"e7"}"#,
        "\n",
        r#"{"at":8,"entry":"adjusting"}"#,
        "\n",
        r#"{"at":9,"entry":"pressed-without-move","side":"black"}"#,
        "\n",
        r#"{"at":10,"entry":"penalized","side":"black","gains_ms":18446744073709551615}"#,
        "\n",
        r#"{"at":11,"entry":"returned-to","ply":0}"#,
        "\n",
        r#"{"at":19,"entry":"resumed"}"#,
    ),
    concat!(
        r#"{"at":0,"entry":"started","version":1,"fen":"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1","ruleset":"fide-2009"}"#,
        "\n",
        r#"{"at":3,"entry":"moved","uci":"e2e4","san":"e4"}"#,
        "\n",
        r#"{"at":5,"entry":"taken-back"}"#,
        "\n",
        r#"{"at":6,"entry":"claimed","by":"black","claim":"fifty-moves","holds":true}"#,
        "\n",
        r#"{"at":12,"entry":"ended","result":"1/2-1/2","ending":"fifty-moves"}"#,
    ),
    concat!(
        r#"{"at":0,"entry":"started","version":1,"time_control":"300","chess960":true,"fen":"4k3/8/8/8/8/8/8/6KR w H - 0 1"}"#,
        "\n",
        r#"{"at":12,"entry":"sealed","side":"white","sealed":"00000000000000004f2a"}"#,
        "\n",
        r#"{"at":12,"entry":"resumption-agreed","words":"Sonntag, 10 Uhr"}"#,
        "\n",
        r#"{"at":13,"entry":"unsealed"}"#,
        "\n",
        r#"{"at":14,"entry":"two-minutes-claimed","side":"white"}"#,
        "\n",
        r#"{"at":15,"entry":"two-minutes-answered","postponed":false,"gains_ms":120000}"#,
    ),
    concat!(
        r#"{"at":0,"entry":"started","version":1,"time_control":"40/5400+30:1800+30"}"#,
        "\n",
        r#"{"at":18446744073709551615,"entry":"tick"}"#,
        "\n",
        r#"{"at":16,"entry":"time-set","side":"white","left_ms":18446744073709551615}"#,
        "\n",
        r#"{"at":17,"entry":"flag-fell","side":"white"}"#,
        "\n",
        r#"{"at":18,"entry":"draw-declined"}"#,
        "\n",
        r#"{"at":19,"entry":"clock-stopped"}"#,
    ),
    concat!(
        r#"{"at":0,"entry":"started","version":1}"#,
        "\n",
        r#"{"at":1,"entry":"asked","uci":"e2e4"}"#,
        "\n",
        r#"{"at":2,"entry":"withdrawn"}"#,
        "\n",
        r#"{"at":11,"entry":"returned-to","ply":99999}"#,
    ),
];

const CONFIGS: [&str; 3] = [
    "time = '90+30'\nuser = 'white'\nrepeat = true\nconfirm = 'delay'\ndelay = 2.5\nrate = -20\n",
    "time-control = '40/7200:3600'\nfen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'\nruleset = 'fide-2009'\n",
    "chess960 = 518\ncompetition = true\nwhite = 'Anna'\npause = 700\nclock = '/dev/ttyUSB0'\ntime = '5d3'\n",
];

const CLOCK_LINES: [&str; 5] = [
    "$TCHELO,1*2F\r\n$TCSET,7,5400000,5400000,W,-*11\r\n",
    "$TCHELO,1,hands,feel+lever*00\r\n$TCACK,65535*00\n",
    "$TCNAK,3,what*00\r\n$TCLEVER,4,W*00\r\n",
    "$TCFEEL,9,confirm*00\r\n$TCFAULT,motor*00\r\n",
    "TCSET,7,5400000,18446744073709551615,B,WB",
];

/// Evenings as in `tests/transcripts`, a line for everything that happens.
const EVENINGS: [&str; 15] = [
    include_str!("../transcripts/01-first-moves.txt"),
    include_str!("../transcripts/02-mate.txt"),
    include_str!("../transcripts/03-power-cut.txt"),
    include_str!("../transcripts/04-endings.txt"),
    include_str!("../transcripts/05-confirming.txt"),
    include_str!("../transcripts/06-promotion-and-castling.txt"),
    include_str!("../transcripts/10-threefold.txt"),
    include_str!("../transcripts/11-fifty-moves.txt"),
    include_str!("../transcripts/12-draw-offers.txt"),
    include_str!("../transcripts/13-touch-move.txt"),
    include_str!("../transcripts/14-time-claims.txt"),
    include_str!("../transcripts/15-arbiter.txt"),
    include_str!("../transcripts/16-boards-differ.txt"),
    include_str!("../transcripts/17-adjournment.txt"),
    include_str!("../transcripts/18-chess960.txt"),
];

fn english() -> &'static Catalogue {
    static ENGLISH: OnceLock<Catalogue> = OnceLock::new();
    ENGLISH.get_or_init(|| LanguageFolder::ENGLISH.catalogue())
}

fn fen(text: &str) {
    if let Ok(game) = Game::from_fen(text) {
        let written = game.start_fen().to_string();
        let again = Game::from_fen(&written).expect("what was written can be read");
        assert_eq!(again.start_fen().to_string(), written, "from {text:?}");
    }
    if let Ok(start) = text.parse::<laws::StartPosition>() {
        let again = laws::StartPosition::of_fen(&start.fen().to_string(), start.is_chess960());
        assert_eq!(again.expect("what was written can be read").fen(), start.fen());
    }
    let _ = perft::position(text, true).map(|position| perft::perft(&position, 1));
    if judge::position(text).is_ok() {
        let answer = judge::answer_line(text, 200);
        assert!(answer.starts_with("white ") && answer.contains(" black "), "{text:?}: {answer}");
        let judgement = judge::judge(text, 200).expect("a position is judged");
        assert!(judgement.told(english()).ends_with('\n'));
    }
}

fn pgn(text: &str) {
    let (white, black) = text.split_once('\0').unwrap_or((text, text));
    for game in games(white).collect::<Result<Vec<_>, _>>().unwrap_or_default() {
        let written = game.to_string();
        let again = games(&written)
            .collect::<Result<Vec<_>, _>>()
            .unwrap_or_else(|error| panic!("{error}: {written}"));
        assert_eq!(again.len(), 1, "{written}");
        assert_eq!(again[0].game.moves(), game.game.moves(), "{written}");
        assert_eq!(again[0].game.position(), game.game.position(), "{written}");
    }
    let _ = speak_games(white, german().spoken(), MoveForm::Full);
    if let Ok(report) = reconcile::reconcile(white, black, Some("1:00:00,0:30:00")) {
        assert!(report.told(english()).contains("oth boards"));
    }
}

/// Each puzzle is written as it is read again, and its own solution solves it.
fn puzzles(text: &str) {
    for puzzle in read_puzzles(text).puzzles {
        let written = written_puzzle(&puzzle);
        let again = read_puzzles(&written);
        assert!(again.faults.is_empty(), "{:?}: {written}", again.faults);
        let [again] = &again.puzzles[..] else { panic!("{}: {written}", again.puzzles.len()) };
        // Whether it is Chess960 does not always show in a position.
        if !puzzle.start.is_chess960() {
            assert_eq!((&again.start, again.task, &again.lines), (&puzzle.start, puzzle.task, &puzzle.lines));
        }
        let own = puzzle.lines.first().map_or(0, Vec::len);
        let mut solving = Solving::new(puzzle);
        for n in (0..own).step_by(2) {
            let m = solving.puzzle().lines[0][n];
            let answer = solving.answer(m);
            let is_right = matches!(answer, PuzzleAnswer::GoesOn(_) | PuzzleAnswer::Solved);
            assert!(
                is_right || matches!(solving.puzzle().task, PuzzleTask::Mate(_)),
                "{answer:?}: {written}"
            );
            if !is_right || answer == PuzzleAnswer::Solved {
                break;
            }
        }
    }
}

/// What is read is written so that it is the same again, also with a result more.
fn tournament_report(text: &str) {
    let Ok(mut report) = TournamentReport::parse(text) else { return };
    assert_eq!(TournamentReport::parse(&report.to_string()).as_ref(), Ok(&report));
    for round in 1..=report.rounds() {
        for pair in report.pairings(round) {
            let result = GameResult::HalfToBlack;
            report.set_result(round, pair.white, pair.black, result, round % 2 == 0).expect("a pairing");
        }
    }
    assert_eq!(TournamentReport::parse(&report.to_string()), Ok(report));
}

fn sans(text: &str) {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    let games = GAMES.get_or_init(|| FENS.iter().map(|fen| Game::from_fen(fen).expect("a FEN")).collect());
    for letters in Letters::ALL {
        let Ok(attempt) = read(text, &letters) else { continue };
        for game in games {
            let Verdict::Legal(m) = game.judge(&attempt) else { continue };
            let position = game.position();
            for written in [san(position, m, &letters), long(position, m, &letters), iccf(m)] {
                let again = read(&written, &letters).unwrap_or_else(|error| panic!("{written}: {error}"));
                assert_eq!(game.judge(&again), Verdict::Legal(m), "{text:?} as {written}");
            }
        }
    }
}

fn entry(line: &str) -> Option<Result<JournalLine, journal::JournalLineError>> {
    journal::JournalReader::new(std::iter::once(line.as_bytes())).next()
}

fn journal(text: &str) {
    let mut lines = Vec::new();
    for line in text.lines() {
        let Some(Ok(read)) = entry(line) else { continue };
        let sealed = read.sealed(&mut Chain::default());
        assert_eq!(entry(&sealed), Some(Ok(read.clone())));
        lines.push(read);
        // A line that does not fit is left out, so that it does not hide all behind it.
        if let Err(error) = Record::replay(&lines) {
            assert!(!error.to_string().contains('\n'), "{error:?}");
            lines.pop();
        }
        if lines.len() > 60 {
            break;
        }
    }
    let Ok(record) = Record::replay(&lines) else { return };
    let _ = record.owed();
    let pgn = export::pgn(&record);
    let games = games(&pgn).collect::<Result<Vec<_>, _>>().unwrap_or_else(|error| panic!("{error}: {pgn}"));
    assert_eq!(games[0].game.moves(), record.game().moves(), "{pgn}");
    assert!(!export::text(&record, announcer()).contains('{'));
    let mut evening = Evening::resume(lines, Options::default());
    for line in
        ["zeit", "weiter", "ja", "uhr", "dreimalige stellung", "nein", "schiedsrichter", "weiter", "e4", "ja"]
    {
        evening.handle(Event::at_table(EventKind::Typed(line.to_owned())));
    }
    evening.pass(100_000);
}

fn config(text: &str) {
    let Ok(settings) = toml::from_str::<Settings>(text) else { return };
    let _ = game_options::options(&settings);
    if let Ok(start) = game_options::start(&settings) {
        Record::new(start);
    }
    assert_eq!(settings.clone().or(Settings::default()), settings);
}

fn clock(text: &str) {
    let mut receiver = LineReceiver::default();
    let mut bodies = vec![text.to_owned()];
    bodies.extend(text.bytes().filter_map(|byte| receiver.push(byte)?.ok()));
    for body in bodies {
        let host = HostMessage::parse(&body).map(|message| message.to_line());
        let clock = ClockMessage::parse(&body).map(|message| message.to_line());
        for line in [host, clock].into_iter().flatten() {
            let mut receiver = LineReceiver::default();
            let last = line.bytes().filter_map(|byte| receiver.push(byte)).last();
            assert!(matches!(last, Some(Ok(_))), "{body:?} written as {line:?}");
        }
    }
}

fn grammar(text: &str) {
    if let Err(error) = Grammar::parse(text, "the grammar") {
        assert!(!error.to_string().trim().is_empty());
    }
}

/// An evening, line by line; what is not in the manner of the transcripts is typed.
fn spoken(text: &str) {
    let mut evening: Option<Evening> = None;
    for line in text.lines().filter(|line| !line.starts_with(' ') && !line.starts_with('#')).take(80) {
        let (what, rest) = line.split_once(": ").unwrap_or((line, ""));
        if what == "start" || evening.is_none() {
            evening = Some(Evening::begin(rest));
        }
        let evening = evening.as_mut().expect("one was begun");
        match what {
            "start" => {}
            "hear" => {
                let (alternatives, at) = (rest.split('|').map(alternative).collect(), evening.at);
                let spoken = SpokenTime { sound: at..at, began: at };
                evening.handle(Event::at_table(EventKind::Heard { alternatives, spoken }));
            }
            "voice:" => evening.handle(Event::at_table(EventKind::VoiceBegan(evening.at))),
            "no words:" => evening.handle(Event::at_table(EventKind::NoWords)),
            "lever" => evening.handle(lever(Color::from_white(rest == "white"))),
            "key" => evening.handle(Event::at_table(EventKind::Key(key(rest)))),
            "pass" => evening.pass(
                rest.split(':')
                    .filter_map(|part| part.parse::<u16>().ok())
                    .fold(0, |sum, n| sum * 60 + u64::from(n)),
            ),
            "kill:" => {
                let replayed = Evening::resume(std::mem::take(&mut evening.journal), evening.options.clone());
                assert_eq!(
                    replayed.session.record().game().moves(),
                    evening.session.record().game().moves(),
                    "after a power cut"
                );
                *evening = replayed;
            }
            _ => evening.handle(Event::at_table(EventKind::Typed(line.to_owned()))),
        }
    }
}

fn alternative(text: &str) -> Alternative {
    Alternative::new(text.split_whitespace().map(str::to_lowercase).collect(), 100.0)
}

fn key(name: &str) -> Key {
    match name {
        "confirm" => Key::Confirm,
        "cancel" => Key::Cancel,
        "repeat" => Key::Repeat,
        "quiet" => Key::Quiet,
        "press" => Key::Press,
        "correct" => Key::Correct,
        "microphone" => Key::Microphone,
        other => Key::Choice(other.parse().unwrap_or(usize::MAX)),
    }
}

struct Evening {
    session: Session,
    options: Options,
    journal: Vec<JournalLine>,
    at: Duration,
}

impl Evening {
    /// A game with the settings in the manner of the transcripts, as far as they matter here.
    fn begin(settings: &str) -> Evening {
        let has = |word: &str| settings.contains(word);
        let options = Options {
            talk: annabella::session::TalkMode::default(),
            confirm: if has("never") { Confirm::Never } else { Confirm::Voice },
            repeat: has("repeat"),
            tactile_clock: !has("--time"),
            resumption: if has("--resumption") { "morgen".to_owned() } else { String::new() },
            ..Options::default()
        };
        let start = Start {
            version: 1,
            time_control: has("--time")
                .then(|| if has("90+30") { "5400+30" } else { "60" }.parse().expect("a time control")),
            ruleset: if has("fide-2009") { laws::Ruleset::Fide2009 } else { laws::Ruleset::Fide2023 },
            position: if has("chess960") {
                "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1"
            } else {
                ""
            }
            .parse()
            .expect("a start"),
            draw_offers: if has("--draw-offers never") { "never" } else { "allowed" }
                .parse()
                .expect("a rule"),
            competition: has("competition"),
            ..Start::default()
        };
        let session = Session::new(start, options.clone(), german());
        let mut evening = Evening { session, options, journal: Vec::new(), at: Duration::ZERO };
        evening.handle(Event::of_program(EventKind::Began));
        evening
    }

    fn resume(journal: Vec<JournalLine>, options: Options) -> Evening {
        let record = Record::replay(&journal).expect("a journal that replays");
        let session = Session::resume(record, options.clone(), german());
        let at = session.at();
        let mut evening = Evening { session, options, journal, at };
        evening.handle(Event::of_program(EventKind::Resumed { torn: false }));
        evening
    }

    fn handle(&mut self, event: Event) {
        for effect in self.session.handle(event, self.at) {
            match effect {
                Effect::Record(line) => self.journal.push(line),
                Effect::Announce(announcement) => {
                    let told = announcer().render(&announcement, self.session.audience());
                    assert!(!told.words.is_empty(), "{announcement:?}");
                }
                _ => {}
            }
        }
    }

    /// Lets time pass, with the deadlines of its first and last moments.
    fn pass(&mut self, seconds: u64) {
        let until = self.at + Duration::from_secs(seconds);
        for _ in 0..20 {
            let Some(deadline) = self.session.next_deadline().filter(|&deadline| deadline <= until) else {
                break;
            };
            self.at = self.at.max(deadline);
            self.handle(Event::of_program(EventKind::DeadlinePassed));
        }
        self.at = until;
        self.handle(Event::of_program(EventKind::DeadlinePassed));
    }
}

/// Built once: that takes longer than an evening.
fn german() -> Arc<Grammar> {
    static GRAMMAR: OnceLock<Arc<Grammar>> = OnceLock::new();
    Arc::clone(GRAMMAR.get_or_init(|| Arc::new(Grammar::of(annabella::language::LanguageFolder::USUAL))))
}

fn announcer() -> &'static Announcer {
    static ANNOUNCER: OnceLock<Announcer> = OnceLock::new();
    ANNOUNCER.get_or_init(|| {
        Announcer::of(
            annabella::language::LanguageFolder::USUAL,
            german().spoken().clone(),
            *german().letters(),
        )
    })
}

fn lever(side: Color) -> Event {
    Event { origin: Origin::Player(side), kind: EventKind::Lever(side) }
}
