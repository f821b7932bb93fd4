//! However late the words are known, what counts is when they were spoken.

use std::time::Duration;

use annabella::{
    journal::{Entry, JournalLine, Start},
    language::LanguageFolder,
    laws::{ByColor, Color},
    session::{Confirm, Effect, Event, EventKind, Options, Session, SpokenTime},
};
use proptest::{prelude::*, sample::select};

use crate::{
    evening::Evening,
    heard::alternative,
    transcripts::{start, take},
};

/// One utterance: the pause before it and its length, in milliseconds.
#[derive(Clone, Debug)]
struct Said {
    words: &'static str,
    pause: u64,
    lasts: u64,
}

fn said(words: &'static str, pause: u64) -> Said {
    Said { words, pause, lasts: 1000 }
}

/// A session, and what is said to it.
struct Table {
    session: Session,
    now: Duration,
    told: Vec<String>,
    journal: Vec<JournalLine>,
}

impl Table {
    fn new(confirm: Confirm) -> Table {
        Table::of(Start::default(), confirm)
    }

    /// A game with a clock, in which nothing is read back.
    fn timed(time: &str) -> Table {
        let time_control = Some(time.parse().unwrap());
        Table::of(Start { time_control, guidelines_iii: true, ..Start::default() }, Confirm::Never)
    }

    fn of(start: Start, confirm: Confirm) -> Table {
        let grammar = crate::grammars::of(LanguageFolder::USUAL);
        let options = Options { confirm, ..Options::default() };
        let session = Session::new(start, options, grammar);
        let (told, journal) = (Vec::new(), Vec::new());
        let mut table = Table { session, now: Duration::ZERO, told, journal };
        table.handle(Event::of_program(EventKind::Began), Duration::ZERO);
        table
    }

    /// Handles an event at an instant, and the deadlines before it; deadlines wait for no later instant.
    fn handle(&mut self, event: Event, at: Duration) {
        while let Some(due) = self.session.next_deadline().filter(|due| *due <= at) {
            self.now = self.now.max(due);
            self.pass(Event::of_program(EventKind::DeadlinePassed));
        }
        self.now = self.now.max(at);
        self.pass(event);
    }

    fn pass(&mut self, event: Event) {
        for effect in self.session.handle(event, self.now) {
            match effect {
                Effect::Announce(told) => self.told.push(format!("{told:?}")),
                Effect::Record(line) if line.entry != Entry::Tick => self.journal.push(line),
                _ => {}
            }
        }
    }

    /// What both have left at an instant, and whose clock runs.
    fn clock(&self, at: Duration) -> (ByColor<Duration>, Option<Color>) {
        let clock = self.session.record().clock().unwrap();
        (ByColor::new_with(|side| clock.left(side, at)), clock.running())
    }

    /// Says one thing after the other; the words of each are known so many milliseconds after its end.
    fn hear(&mut self, all: &[Said], delays: &[u64]) -> Vec<String> {
        self.told.clear();
        let (mut ended, mut known) = (self.now, self.now);
        for (Said { words, pause, lasts }, delay) in all.iter().zip(delays) {
            let began = ended + Duration::from_millis(*pause);
            ended = began + Duration::from_millis(*lasts);
            // The recognizer tells one thing after the other.
            self.handle(Event::at_table(EventKind::VoiceBegan(began)), began.max(known));
            known = known.max(ended + Duration::from_millis(*delay));
            let (alternatives, spoken) =
                (vec![alternative(words, 100.0)], SpokenTime { sound: began..ended, began });
            self.handle(Event::at_table(EventKind::Heard { alternatives, spoken }), known);
        }
        std::mem::take(&mut self.told)
    }
}

const TALK: &str = "stellung hilfe";

/// What is said, and how much of it is answered.
#[test]
fn the_answer_is_the_same_however_long_recognition_takes() {
    let cases: &[(&[Said], usize)] = &[
        (&[said(TALK, 1000), said("wer ist am zug", 300), said("letzter zug", 300)], 3),
        (&[said(TALK, 1000), said(TALK, 300), said("wer ist am zug", 300)], 2),
        (&[said(TALK, 1000), said("eva vier", 300)], 1),
        (&[said(TALK, 1000), said("eva vier", 600)], 2),
        (&[said("[unk]", 1000), said("ja", 300), said("lauter", 300)], 2),
    ];
    for (all, answers) in cases {
        for delay in [0, 100, 400, 600, 2000, 10_000] {
            let told = Table::new(Confirm::Never).hear(all, &vec![delay; all.len()]);
            assert_eq!(told.len(), *answers, "{all:?}, known {delay} ms later: {told:?}");
        }
    }
}

/// Silence confirms the move after two seconds; a no that began before takes it back if it is known only then.
#[test]
fn a_no_that_was_said_in_time_holds_the_move() {
    for (pause, stays) in [(500, false), (1900, false), (12_500, true)] {
        for delay in [0, 1000, 4000, 10_000] {
            let mut table = Table::new(Confirm::Delay(Duration::from_secs(2)));
            table.hear(&[said("springer felix drei", 0)], &[0]);
            table.handle(Event::of_program(EventKind::SpeechEnded), table.now);
            table.hear(&[said("nein", pause)], &[delay]);
            let moves = table.session.record().game().moves().len();
            assert_eq!(moves, usize::from(stays), "after {pause} ms, known {delay} ms later");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Without a question that sounds in between, it does not matter when the words are known.
    #[test]
    fn late_words_are_answered_as_early_ones(
        all in prop::collection::vec(
            (
                select(vec![
                    TALK, "[unk]", "äh", "(stellung) (hilfe)", "wer ist am zug", "letzter zug", "lauter", "ja",
                    "nein", "eva vier", "eva fünf", "springer felix drei", "springer felix sechs", "zeit hilfe",
                ]),
                50..3000_u64,
                200..3000_u64,
            )
                .prop_map(|(words, pause, lasts)| Said { words, pause, lasts }),
            1..7,
        ),
        delays in prop::collection::vec(0..10_000_u64, 7),
    ) {
        let early = Table::new(Confirm::Never).hear(&all, &[0; 7]);
        let late = Table::new(Confirm::Never).hear(&all, &delays);
        prop_assert_eq!(early, late);
    }

    /// What is pressed, offered and claimed by voice counts from when it was said: the journal has the same instants, and
    /// the clocks the same times.
    #[test]
    fn late_words_move_no_clock(
        all in prop::collection::vec(
            (
                select(vec![
                    "uhr", "uhr", "uhr", "eva vier", "eva fünf", "springer felix drei", "springer cesar sechs",
                    "weiß bietet remis", "schwarz bietet remis", "ablehnen", "ich gebe auf", "nein", "uhr anhalten",
                    "weiter", "dreimalige stellung", "letzte zwei minuten", "zeit überschritten", "schiedsrichter",
                    "weiß plus zwei minuten", "eva vier uhr", "korrektur", "berührt eva zwei", "äh", TALK,
                ]),
                50..9000_u64,
                200..3000_u64,
            )
                .prop_map(|(words, pause, lasts)| Said { words, pause, lasts }),
            1..12,
        ),
        delays in prop::collection::vec(0..10_000_u64, 12),
    ) {
        let said = |delays: &[u64]| {
            let mut table = Table::timed("5400+30");
            let told = table.hear(&all, delays);
            let ended = all.iter().map(|said| Duration::from_millis(said.pause + said.lasts)).sum();
            let clock = table.clock(ended);
            (told, table.journal, clock)
        };
        prop_assert_eq!(said(&[0; 12]), said(&delays));
    }
}

const DELAYS: [u64; 5] = [0, 300, 2000, 5000, 10_000];

/// White's flag falls after ten seconds.
#[test]
fn a_press_in_time_counts_though_the_flag_falls_before_its_words_are_known() {
    for (pause, falls) in [(6800, false), (7200, true)] {
        let cases = DELAYS.map(|delay| {
            let mut table = Table::timed("10");
            let said = [said("uhr", 0), said("eva vier", 1000), said("uhr", pause)];
            let told = table.hear(&said, &[0, 0, delay]);
            let fallen = table.session.record().flag_has_fallen(Color::White);
            assert_eq!(fallen, falls, "{pause} ms, known {delay} ms later");
            let clock = table.clock(Duration::from_millis(3000 + 1000 + pause));
            (told, table.journal, clock)
        });
        assert!(cases.iter().all(|case| *case == cases[0]), "{pause} ms: {cases:#?}");
    }
}

/// A flag is claimed that stood while it was claimed, or that had fallen.
#[test]
fn a_flag_is_claimed_as_it_stood_when_it_was_said() {
    for (pause, over) in [(8500, false), (9500, true)] {
        for delay in DELAYS {
            let mut table = Table::timed("10");
            table.hear(&[said("uhr", 0), said("schwarz reklamiert zeitüberschreitung", pause)], &[0, delay]);
            let ended = table.session.record().ended().is_some();
            assert_eq!(ended, over, "after {pause} ms, known {delay} ms later");
        }
    }
}

/// The last two minutes begin at the end of the claim, and not when its words are known (Guidelines III.4, III.5).
#[test]
fn the_last_two_minutes_are_those_in_which_it_was_said() {
    for claim in ["letzte zwei minuten", "fünf sekunden je zug"] {
        for (pause, hears) in [(5_278_500, false), (5_279_500, true)] {
            for delay in DELAYS {
                let mut table = Table::timed("5400");
                table.hear(&[said("uhr", 0), said(claim, pause)], &[0, delay]);
                let asked = table.session.asked().is_some();
                assert_eq!(asked, hears, "{claim} after {pause} ms, known {delay} ms later");
            }
        }
    }
}

/// Nobody waits for words without end: the flag of who talks on falls.
#[test]
fn a_flag_falls_though_somebody_talks_on() {
    let mut table = Table::timed("10");
    table.hear(&[said("uhr", 0)], &[0]);
    let at = |seconds| Duration::from_secs(seconds);
    table.handle(Event::at_table(EventKind::VoiceBegan(at(9))), at(9));
    for (seconds, fallen) in [(11, false), (23, false), (24, true)] {
        table.handle(Event::of_program(EventKind::SpeechEnded), at(seconds));
        assert_eq!(table.session.record().flag_has_fallen(Color::White), fallen, "{seconds} s");
    }
    // Whoever presses presses after the flag.
    let mut table = Table::timed("10");
    table.hear(&[said("uhr", 0)], &[0]);
    table.handle(Event::at_table(EventKind::VoiceBegan(at(9))), at(9));
    table.handle(Event::at_table(EventKind::Lever(Color::White)), at(12));
    assert!(table.session.record().flag_has_fallen(Color::White));
}

/// Of two utterances the second waits behind a slow recognition of the first; the flag that falls meanwhile waits for both.
#[test]
fn a_flag_waits_for_words_behind_slow_ones() {
    for (second, presses) in [(Some(899_000), true), (Some(901_000), false), (None, false)] {
        let mut evening = start("--user white --time 15 --confirm never");
        take(&mut evening, "type", "uhr");
        let began = evening.record().at();
        let at = |ms| began + Duration::from_millis(ms);
        let hear = |evening: &mut Evening, words, from: u64| {
            let sound = Duration::from_millis(from)..Duration::from_millis(from + 500);
            evening.hear_behind(vec![alternative(words, 100.0)], sound, at(from));
        };
        evening.pass(Duration::from_millis(897_000));
        evening.voice();
        evening.pass(Duration::from_secs(5));
        hear(&mut evening, "eva vier", 897_000);
        // The loop looks at its deadlines before the ear has listened to the rest.
        evening.pass(Duration::from_millis(10));
        assert!(!evening.record().flag_has_fallen(Color::White), "{second:?}");
        match second {
            Some(second) => {
                evening.voice_of(at(second));
                evening.pass(Duration::from_secs(1));
                hear(&mut evening, "uhr", second);
            }
            None => evening.no_words(),
        }
        evening.pass(Duration::from_millis(10));
        assert_eq!(moves(&evening), 1, "{second:?}");
        assert_eq!(evening.record().flag_has_fallen(Color::White), !presses, "{second:?}");
    }
}

fn at_the_board() -> Evening {
    start("--user white --time 15+10 --confirm never")
}

fn moves(evening: &Evening) -> usize {
    evening.record().game().moves().len()
}

/// The port carries the instants of speech: three seconds lie between these two, none between their recognition.
#[test]
fn the_ear_tells_when_it_was_spoken() {
    for (recognition, moved) in [(0, 0), (3, 1)] {
        let mut evening = at_the_board();
        evening.recognition = Duration::from_secs(recognition);
        for words in [TALK, "eva vier"] {
            take(&mut evening, "voice", "");
            evening.pass(Duration::from_secs(1));
            take(&mut evening, "hear", words);
        }
        assert_eq!(moves(&evening), moved, "{recognition} s");
    }
}

/// A recording that is read faster than it sounds, or more slowly, is answered as in real time.
#[test]
fn a_recording_counts_in_its_own_time() {
    for waits in [0, 5] {
        for (pause, moved) in [(300, 0), (700, 1)] {
            let mut evening = at_the_board();
            let ms = Duration::from_millis;
            evening.hear_recorded(ms(1000), ms(2000), TALK);
            evening.pass(Duration::from_secs(waits));
            evening.hear_recorded(ms(2000 + pause), ms(4000), "eva vier");
            assert_eq!(moves(&evening), moved, "{waits} s, {pause} ms");
            // A yes in it comes after the question, however little of the recording lies between.
            evening.pass(Duration::from_secs(waits));
            evening.hear_recorded(ms(4500), ms(5500), "weiß gibt auf");
            evening.hear_recorded(ms(5900), ms(6300), "ja");
            assert!(evening.record().ended().is_some(), "{waits} s, {pause} ms");
        }
    }
}
