//! The desk of a hall by voice: the transcript of an arbiter's quarter of an hour is spoken to it, with a real broker and boards
//! that show what stands there; it answers by its voice and on the braille display. Then its devices are lost one by one.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use annabella::{
    devices::hall::{HallEvent, HallMessage},
    hall::{BoardPresence, BoardTopic, CarriedOut, HallGame, HallRuling, RulingsDone, RulingsSent},
};

use crate::{
    braille::Cells,
    end_to_end::{
        ends_sound::{Monitor, Mouth},
        hall_of_boards::{Hall, Line, options},
        needed,
        shown_board::shown,
        talk::{LONG, PATIENCE},
    },
    program::Program,
};

const QUARTER: &str = include_str!("../../transcripts/hall/1-a-quarter-of-an-hour.txt");
/// How often a sentence may be said before something is wrong.
const TRIES: usize = 8;
/// Quiet for so long, everything has been said.
const QUIET: Duration = Duration::from_millis(700);

/// A board that shows what it is told to show, and what came there from the desk.
struct Board {
    line: Line,
    desk: String,
    sent: Vec<HallRuling>,
    done: RulingsDone,
}

struct Desk {
    devices: PathBuf,
    hall: Hall,
    boards: BTreeMap<u16, Board>,
    program: Program,
    mouth: Mouth,
    speaker: Monitor,
    cells: Cells,
    /// Whether it can be heard at this moment.
    voice: bool,
    /// How many sentences were said, and how many of them were understood at once.
    said: usize,
    at_once: usize,
    began: Instant,
}

impl Desk {
    fn open() -> Desk {
        let (devices, _) = needed();
        let hall = Hall::open(20);
        let cells = Cells::at(std::env::var("VR_PORT").unwrap().parse().unwrap());
        let speaker = Monitor::of("speaker.monitor");
        let place = hall.path().display().to_string();
        let fixed = ["--language", "de", "--web", "127.0.0.1:0", "--arbiter", "Berta", "--microphone"];
        let program = Program::start(&[&["hall", "desk", &place][..], &fixed].concat());
        let mut desk = Desk {
            devices,
            hall,
            boards: BTreeMap::new(),
            program,
            mouth: Mouth::new("de"),
            speaker,
            cells,
            voice: true,
            said: 0,
            at_once: 0,
            began: Instant::now(),
        };
        desk.is_told("Die Halle ist da.");
        // The quarter of an hour is told faster than an arbiter would want it.
        for _ in 0..5 {
            desk.program.type_line("schneller");
        }
        desk
    }

    fn note(&self, what: &str) {
        println!("{:4.0} s  {what}", self.began.elapsed().as_secs_f64());
    }

    /// Waits until this is told, by voice and on the braille display.
    fn is_told(&self, sentence: &str) {
        let (at, _) = self
            .program
            .until(LONG, |line| line == sentence)
            .unwrap_or_else(|| panic!("nobody was told: {sentence}"));
        self.note(sentence);
        self.is_shown_and_sounds(sentence, at);
    }

    fn is_shown_and_sounds(&self, sentence: &str, at: Instant) {
        let first = textwrap::wrap(sentence, 40)[0].to_string();
        assert!(
            self.cells.show(&first, at, LONG),
            "{first:?} is not on the braille line: {:?}",
            self.cells.now()
        );
        if self.voice {
            assert!(self.speaker.falls_silent(at, QUIET, LONG), "{sentence:?} was not heard");
        }
    }

    fn board(&mut self, number: u16) -> &mut Board {
        let hall = &self.hall;
        self.boards.entry(number).or_insert_with(|| {
            let will = HallMessage {
                topic: BoardTopic::Presence.of(number),
                content: BoardPresence::written(false),
            };
            let line = Line::open(options(&hall.board(number), &[BoardTopic::Ruling.of(number)], Some(will)));
            line.line.show(BoardTopic::Presence.of(number), BoardPresence::written(true));
            Board { line, desk: String::new(), sent: Vec::new(), done: RulingsDone::default() }
        })
    }

    fn shows(&mut self, game: &HallGame) {
        let content = game.written().unwrap();
        self.board(game.board).line.line.show(BoardTopic::Game.of(game.board), content);
    }

    /// Waits until the desk has sent this there.
    fn has_sent(&mut self, number: u16, words: &str) {
        let board = self.board(number);
        (board.desk, board.sent) = board.line.wait(|event| match event {
            HallEvent::Shown { topic, content, .. } => {
                let desk = BoardTopic::desk(&topic)?.to_owned();
                let sent = RulingsSent::read(&content).unwrap().rulings;
                sent.last().is_some_and(|ruling| ruling.words == words).then_some((desk, sent))
            }
            _ => None,
        });
        assert!(board.sent.iter().all(|ruling| ruling.arbiter == "Berta"));
    }

    /// The board answers what was sent there last.
    fn answers(&mut self, number: u16, told: &str) {
        let board = self.board(number);
        let ruling = board.sent.last().expect("something was sent").number;
        board.done.add(CarriedOut { desk: board.desk.clone(), number: ruling, told: vec![told.to_owned()] });
        let content = board.done.written().unwrap();
        board.line.line.show(BoardTopic::Ruled.of(number), content);
    }

    /// Says something until it is answered so.
    fn says(&mut self, words: &str, answer: &str) {
        self.said += 1;
        let mut spoken = in_words(words);
        for n in 1..=TRIES {
            // Who is not understood says it shorter.
            if n > TRIES / 2
                && let Some((_, board)) = spoken.split_once(" an brett ")
            {
                spoken = format!("brett {board}");
            }
            self.mouth.say(&spoken);
            let mut all = Vec::new();
            let told = self.program.until(PATIENCE, |line| {
                all.push(line.to_owned());
                is_answer(answer, line) || line == "Nicht verstanden." || line == "Noch einmal bitte."
            });
            match told {
                Some((at, line)) if is_answer(answer, &line) => {
                    self.at_once += usize::from(n == 1);
                    self.note(&format!("{spoken:?}: {line:?}"));
                    self.is_shown_and_sounds(&line, at);
                    return;
                }
                _ => {
                    self.note(&format!("{spoken:?} must be said again: {all:?}"));
                    // Nothing is sent that was not said.
                    assert!(!all.iter().any(|line| line.starts_with("An Brett ")), "{all:?}");
                    let began = Instant::now();
                    self.speaker.falls_silent(began, QUIET, 2 * QUIET);
                }
            }
        }
        panic!("{spoken:?} is not understood");
    }

    fn one(&self, what: &str, daemon: &str) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/virtual/one.sh");
        let done = Command::new(script).arg(&self.devices).args([what, daemon]).status().unwrap();
        assert!(done.success(), "{what} {daemon}: {done}");
        self.note(&format!("{what} {daemon}"));
    }
}

/// Numbers as people say them.
fn in_words(words: &str) -> String {
    let number = |word: &str| match word.trim_end_matches(':') {
        "3" => "drei".to_owned(),
        "12" => "zwölf".to_owned(),
        "41" => "einundvierzig".to_owned(),
        word => word.to_owned(),
    };
    words.split(' ').map(number).collect::<Vec<_>>().join(" ")
}

/// Whether a line is this answer. Times go on meanwhile.
fn is_answer(answer: &str, line: &str) -> bool {
    let (before, _) = answer.split_once("Zuletzt").unwrap_or((answer, ""));
    let is_whole = before.len() == answer.len();
    // Of "Brett 4: Zuletzt Bauer David zwei David vier, 5 Sekunden her." the move says which it is.
    let timeless =
        if before.len() < 12 { answer.split_once(", ").map_or(answer, |(first, _)| first) } else { before };
    if is_whole { line == answer } else { line.starts_with(timeless) }
}

#[test]
#[ignore = "needs real devices, model, voice and mosquitto: make test"]
fn an_arbiter_rules_by_voice_for_a_quarter_of_an_hour() {
    let mut desk = Desk::open();
    let lines = QUARTER.lines().filter(|line| !line.starts_with('#'));
    let mut asked = None;
    // What was sent while the hall is away; nothing while it is there.
    let mut away: Option<Vec<(u16, &str)>> = None;
    for line in lines {
        let (what, rest) = line.split_once(':').unwrap();
        let rest = rest.trim();
        let number = || -> (u16, &str) {
            let (number, words) = rest.split_once(' ').unwrap_or((rest, ""));
            (number.parse().unwrap(), words)
        };
        match what {
            "desk" => {}
            "board" => desk.shows(&shown(rest)),
            "gone" | "back" => {
                let (number, there) = (number().0, what == "back");
                let presence = BoardPresence::written(there);
                desk.board(number).line.line.show(BoardTopic::Presence.of(number), presence);
            }
            "offline" => {
                desk.hall.kill();
                away = Some(Vec::new());
                let lost = desk.program.until(LONG, |line| line.contains("Halle"));
                let (at, lost) = lost.expect("it is told");
                desk.is_shown_and_sounds(&lost, at);
            }
            "online" => {
                desk.hall.start();
                desk.is_told("Die Halle ist da.");
                for (number, words) in away.take().unwrap_or_default() {
                    desk.has_sent(number, words);
                }
            }
            "done" => {
                let (number, told) = number();
                desk.answers(number, told);
            }
            "type" | "hear" => asked = Some(rest),
            "  say" => {
                let asked = asked.take().expect("it answers something");
                // What is typed by mistake nobody says.
                if !rest.starts_with("Nicht verstanden.") {
                    desk.says(asked, rest);
                }
            }
            "  tell" => desk.is_told(rest),
            "  send" => {
                let (number, words) = number();
                match &mut away {
                    Some(sent) => sent.push((number, words)),
                    None => desk.has_sent(number, words),
                }
            }
            other => panic!("{other}"),
        }
    }
    println!("{} sentences, {} understood at once", desk.said, desk.at_once);
    assert!(desk.said > 25 && 2 * desk.at_once > desk.said, "{} of {}", desk.at_once, desk.said);
    // What was told before is read again.
    desk.says("brett siebzehn", "Brett 17: Anna gegen Ben. Schwarz hat gewonnen. Zuletzt Bauer");
    desk.says("welche bretter warten", "Remis geboten: Brett 12. Gerät ausgefallen: Brett 3.");
    let whole = "Brett 17: Anna gegen Ben. Schwarz hat";
    let mut presses = 0;
    while !desk.cells.now().starts_with(whole) {
        let at = Instant::now();
        desk.cells.press("fwinlt");
        assert!(desk.cells.change_after(at, LONG).is_some() && presses < 10, "{:?}", desk.cells.now());
        presses += 1;
    }
    // A device that is lost is told on those that are there, and nothing waits for it.
    desk.one("kill", "brltty");
    let at = desk.program.until(LONG, |line| line == "Braillezeile getrennt.").expect("it is told").0;
    assert!(desk.speaker.falls_silent(at, QUIET, LONG));
    desk.one("start", "brltty");
    desk.is_told("Braillezeile wieder da.");
    desk.one("kill", "speechd");
    desk.voice = false;
    desk.is_told("Sprachausgabe getrennt.");
    desk.says(
        "brett drei",
        "Brett 3: Clara gegen Dora. Ausgefallen: Tastuhr, Braillezeile. Zuletzt Springer",
    );
    desk.one("start", "speechd");
    desk.voice = true;
    desk.is_told("Sprachausgabe wieder da.");
}
