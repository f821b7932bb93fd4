//! The Opera Game, spoken, on virtual devices: in at the microphone, and out at the speaker, the braille
//! cells, the clock's hands, the journal and the score. In mid-game each device is killed once and comes back.
//! What is misheard is said again, as a person would, and counted.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use annabella::{
    announce::{Announcement, Announcer, AskedMove, Audience, MoveInPosition},
    commands::export,
    grammar::Grammar,
    laws::{Color, Ending, Game, Outcome},
    notation::{
        pgn::games,
        spoken::{MoveForm, speak_games},
    },
};

use crate::{
    braille::Cells,
    end_to_end::{
        needed,
        talk::{LONG, PATIENCE, Talk},
    },
    program::Program,
};

const OPERA: &str = include_str!("../../games/opera.pgn");

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn the_opera_game_is_played_by_voice_though_every_device_dies_once() {
    let mut evening = Evening::begin();
    evening.start_clock();
    for ply in 0..evening.game.moves().len() {
        match ply {
            4 => evening.without_braille(ply),
            9 => evening.without_clock(ply),
            14 => evening.without_voice(ply),
            20 => evening.without_sound(ply),
            _ => evening.play(ply),
        }
        if ply == 30 {
            println!("resident memory {:.0} MB", evening.talk.program.memory());
        }
    }
    evening.end();
}

/// The table with everything on it.
struct Evening {
    folder: tempfile::TempDir,
    devices: PathBuf,
    game: Game,
    announcer: Announcer,
    /// Each half-move as it is spoken.
    forms: Vec<String>,
    talk: Talk,
    clock: Option<Program>,
    cells: Cells,
    /// Whether it is there at this moment.
    braille: bool,
    counts: Counts,
}

#[derive(Debug, Default)]
struct Counts {
    brailled: usize,
    presses: usize,
    levers: usize,
    levers_acknowledged: usize,
}

impl Evening {
    /// Everything plugged in and the greeting over.
    fn begin() -> Evening {
        let (devices, model) = needed();
        let grammar = Grammar::of(annabella::language::LanguageFolder::USUAL);
        let folder = tempfile::tempdir().unwrap();
        let port: u16 = std::env::var("VR_PORT").unwrap().parse().unwrap();
        let cells = Cells::at(port);
        let clock = emulator(folder.path());
        let line = folder.path().join("clock");
        let line = line.to_str().unwrap();
        assert!(clock.until(LONG, |said| said.starts_with("clock at")).is_some(), "no clock");
        let game = journal(folder.path());
        let talk = Talk::start(&[
            "play",
            "--time=90+30",
            "--rate=100",
            "--model",
            model.to_str().unwrap(),
            "--clock",
            line,
            "--journal",
            game.to_str().unwrap(),
        ]);
        let mut evening = Evening {
            folder,
            devices,
            game: games(OPERA).next().unwrap().unwrap().game,
            announcer: Announcer::of(
                annabella::language::LanguageFolder::USUAL,
                grammar.spoken().clone(),
                *grammar.letters(),
            ),
            forms: forms(&grammar),
            talk,
            clock: Some(clock),
            cells,
            braille: true,
            counts: Counts::default(),
        };
        let (at, ready) = evening.talk.answer(LONG).expect("a greeting");
        assert!(ready.starts_with("Bereit."), "{ready:?}");
        evening.talk.sounds(at);
        evening
    }

    /// Says "Uhr" until the clock runs.
    fn start_clock(&mut self) {
        while !self.talk.say(0, "uhr").is_some_and(|(_, said)| said.contains("Uhr läuft")) {
            self.talk.repeat("uhr");
        }
        self.hands_run(Color::White);
    }

    /// One half-move, from the words to the press.
    fn play(&mut self, ply: usize) {
        let told = MoveInPosition::new(self.game.position_at(ply).clone(), self.game.moves()[ply]);
        let read_back = self
            .announcer
            .render(&Announcement::ReadBack(AskedMove::InPosition(told.clone())), Audience::Table)
            .words;
        let next = if ply.is_multiple_of(2) { Color::Black } else { Color::White };
        let before = ply.checked_sub(1);
        let both = before.into_iter().chain([ply]);
        let both =
            both.map(|ply| MoveInPosition::new(self.game.position_at(ply).clone(), self.game.moves()[ply]));
        let mut cells = self.announcer.game_line(&both.collect::<Vec<_>>(), next, None, 40).cells;
        if ply + 1 == self.game.moves().len() {
            cells = "17. Td1-d8# 1-0 matt".to_owned();
        }
        let moved = self.announcer.render(&Announcement::Moved(told), Audience::Table).words;
        let at = self.talk.make(ply % 2, &self.forms[ply], &read_back, &moved);
        if self.braille {
            let there = self.cells.show(&cells, at, LONG);
            assert!(there, "{cells:?} is not on the braille line, but {:?}", self.cells.now());
            self.counts.brailled += 1;
        }
        if ply + 1 < self.game.moves().len() {
            self.press(ply);
        }
    }

    /// "Uhr" and the lever by turns, so that each side does both.
    fn press(&mut self, ply: usize) {
        let next = if ply.is_multiple_of(2) { Color::Black } else { Color::White };
        match &mut self.clock {
            Some(clock) if ply % 4 >= 2 => {
                clock.type_line(if ply.is_multiple_of(2) { "w" } else { "b" });
                self.counts.levers += 1;
                assert!(self.clock_turns(next), "the lever was not heeded");
            }
            _ => loop {
                self.talk.utter(ply % 2, "uhr");
                if self.clock_turns(next) {
                    break;
                }
                self.talk.repeat("uhr");
            },
        }
        self.counts.presses += 1;
        self.hands_run(next);
    }

    fn without_braille(&mut self, ply: usize) {
        self.one("kill", "brltty");
        self.braille = false;
        self.talk.is_told("Braillezeile getrennt. Das Spiel läuft weiter.");
        self.play(ply);
        self.one("start", "brltty");
        self.braille = true;
        self.talk.is_told("Braillezeile wieder da.");
    }

    fn without_clock(&mut self, ply: usize) {
        // As a crash would: the link to nowhere stays behind.
        self.clock = None;
        self.talk.is_told("Tastuhr getrennt. Das Spiel läuft weiter.");
        self.play(ply);
        self.clock = Some(emulator(self.folder.path()));
        self.talk.is_told("Tastuhr wieder da.");
        // The hands stand where they would had nothing happened.
        self.hands_run(if ply.is_multiple_of(2) { Color::Black } else { Color::White });
    }

    fn without_voice(&mut self, ply: usize) {
        self.one("kill", "speechd");
        self.talk.voice = false;
        self.talk.is_told("Sprachausgabe getrennt. Das Spiel läuft weiter.");
        // It hears on, and brailles what it cannot say.
        self.play(ply);
        self.one("start", "speechd");
        self.talk.voice = true;
        self.talk.is_told("Sprachausgabe wieder da.");
    }

    /// Without a sound server nothing is heard or said, and the game waits.
    fn without_sound(&mut self, ply: usize) {
        self.one("kill", "pulse");
        self.talk.voice = false;
        // speech-dispatcher 0.11 does not outlive a sound server it was connected to.
        self.talk.are_told([
            "Mikrofon getrennt. Das Spiel läuft weiter.",
            "Sprachausgabe getrennt. Das Spiel läuft weiter.",
        ]);
        self.one("start", "pulse");
        self.one("start", "speechd");
        let from = Instant::now();
        self.talk.are_told(["Mikrofon wieder da.", "Sprachausgabe wieder da."]);
        self.talk.voice = true;
        self.talk.sounds(from);
        self.play(ply);
    }

    /// The result is told, and the journal and the score have the whole game.
    fn end(mut self) {
        let (at, result) = self.talk.answer(LONG).expect("a result");
        assert!(result.contains("Weiß gewinnt"), "{result:?}");
        self.talk.sounds(at);
        assert!(self.talk.program.until(LONG, |line| line.starts_with("score: ")).is_some(), "no score");
        let path = journal(self.folder.path());
        let record = export::journal(&path, false).unwrap().record;
        assert_eq!(record.game().moves(), self.game.moves());
        assert_eq!(record.ended(), Some(Outcome::win(Color::White, Ending::Checkmate)));
        let score = games(&std::fs::read_to_string(path.with_extension("pgn")).unwrap())
            .collect::<Result<Vec<_>, _>>()
            .unwrap();
        assert_eq!(score[0].game.moves(), self.game.moves());
        let clock = self.clock.take().expect("it came back");
        while self.counts.levers_acknowledged < self.counts.levers {
            let line = clock.next(LONG).expect("the clock's acknowledgement").1;
            self.counts.levers_acknowledged += usize::from(line == "lever: acknowledged");
        }
        self.talk.print_waits();
        println!(
            "{} half-moves in {:.0} s; said again {}, sounded {}; {:?}",
            self.game.moves().len(),
            self.talk.began.elapsed().as_secs_f64(),
            self.talk.repeats,
            self.talk.sounded,
            self.counts
        );
        assert!(self.counts.presses == 32 && self.counts.brailled == 32, "{:?}", self.counts);
    }

    /// Whether the clock was turned over to a side; not, if something else is said instead.
    fn clock_turns(&mut self, to: Color) -> bool {
        let turned = to.fold_wb("clock: W", "clock: B");
        let printed =
            self.talk.program.until(PATIENCE, |line| line.starts_with(turned) || line.starts_with("say: "));
        match printed {
            Some((at, line)) if line.starts_with("say: ") => {
                self.talk.note(&format!("{line:?} instead of {turned:?}"));
                self.talk.sounds(at);
                false
            }
            printed => printed.is_some(),
        }
    }

    /// The hands of this side turn.
    fn hands_run(&mut self, side: Color) {
        let Some(clock) = &self.clock else { return };
        let runs = side.fold_wb("run W ", "run B ");
        let acknowledged = &mut self.counts.levers_acknowledged;
        let shown = clock.until(LONG, |line| {
            *acknowledged += usize::from(line == "lever: acknowledged");
            line.starts_with("face: ") && line.contains(runs)
        });
        assert!(shown.is_some(), "the hands do not {runs}");
    }

    fn one(&self, what: &str, daemon: &str) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/virtual/one.sh");
        let done = Command::new(script).arg(&self.devices).args([what, daemon]).status().unwrap();
        assert!(done.success(), "{what} {daemon}: {done}");
        self.talk.note(&format!("{what} {daemon}"));
    }
}

/// The half-moves as they are spoken: a move of both sides in full form, then three in short form.
fn forms(grammar: &Grammar) -> Vec<String> {
    let spoken = |form| -> Vec<String> {
        let lines = speak_games(OPERA, grammar.spoken(), form).0;
        lines.into_iter().filter(|line| !line.is_empty()).collect()
    };
    let both = spoken(MoveForm::Full).into_iter().zip(spoken(MoveForm::Short));
    both.enumerate().map(|(ply, (full, short))| if ply % 8 < 2 { full } else { short }).collect()
}

fn emulator(folder: &Path) -> Program {
    let link = folder.join("clock");
    Program::start(&["clock-emulator", "--link", link.to_str().unwrap()])
}

fn journal(folder: &Path) -> PathBuf {
    folder.join("opera.jsonl")
}
