//! Quarters of an hour at the desk of a hall, read back: every file in `tests/transcripts/hall`.
//!
//! `UPDATE_TRANSCRIPTS=1` writes what was told instead; the difference is then to be read.
//!
//! Lines that go in: `desk:` the language; `board:` what a board shows (`tests/hall/shown_board.rs`); `gone:` and `back:`
//! boards, all at once, and `gone-and-back:` one; `offline:` and `online:` the desk; `done:` what a board answers to all that
//! was sent there; `type:` a line, `hear:` an utterance. Lines that come out: `tell:` what everybody at the desk is told,
//! `say:` an answer, `send:` a ruling.

use std::{fs, path::Path, time::Duration};

use annabella::{
    app::game_options::Language,
    commands::hall::talk::{DeskInput, DeskLanguage, DeskTalk},
    config::Settings,
    grammar::Alternative,
    hall::{BoardPresence, BoardTopic, CarriedOut, Round, RoundNews, RulingsDone},
};

use crate::{shown_board::shown, transcripts::first_difference};

struct DeskEvening {
    language: Language,
    round: Round,
    talk: DeskTalk,
    connected: bool,
    now: Duration,
    out: Vec<String>,
}

impl DeskEvening {
    fn of(tag: &str) -> DeskEvening {
        let settings = Settings { language: Some(tag.to_owned()), ..Settings::default() };
        DeskEvening {
            language: Language::of(&settings).unwrap(),
            round: Round::of_desk("a".to_owned()),
            talk: DeskTalk::default(),
            connected: true,
            now: Duration::from_secs(3600),
            out: Vec::new(),
        }
    }

    fn see(&mut self, topic: &str, content: &[u8]) {
        self.see_together(&[(topic.to_owned(), content.to_vec())]);
    }

    /// What comes together is told together.
    fn see_together(&mut self, states: &[(String, Vec<u8>)]) {
        let take = |(topic, content): &(String, Vec<u8>)| self.round.take(topic, content, self.now);
        let news: Vec<RoundNews> = states.iter().flat_map(take).collect();
        let told = words(&self.language).news(&news, &self.round);
        self.out.extend(told.iter().map(|told| format!("  tell: {told}")));
    }

    fn take(&mut self, what: &str, rest: &str) {
        let heard: Vec<String> = rest.split(' ').map(str::to_owned).collect();
        match what {
            "board" => {
                let game = shown(rest);
                self.see(&BoardTopic::Game.of(game.board), &game.written().unwrap());
            }
            "gone" | "back" => {
                let state = |board: &String| {
                    let topic = BoardTopic::Presence.of(board.parse().unwrap());
                    (topic, BoardPresence::written(what == "back"))
                };
                self.see_together(&heard.iter().map(state).collect::<Vec<_>>());
            }
            "gone-and-back" => {
                let topic = BoardTopic::Presence.of(rest.parse().unwrap());
                let states = [false, true].map(|there| (topic.clone(), BoardPresence::written(there)));
                self.see_together(&states);
            }
            "offline" => self.connected = false,
            "online" => self.connected = true,
            "done" => {
                let (number, told) = rest.split_once(' ').unwrap();
                let number: u16 = number.parse().unwrap();
                let last = self.round.board(number).unwrap().unanswered().map(|ruling| ruling.number).max();
                let told = vec![told.to_owned()];
                let mut done = RulingsDone::default();
                done.add(CarriedOut { desk: "a".to_owned(), number: last.expect("it was sent"), told });
                self.see(&BoardTopic::Ruled.of(number), &done.written().unwrap());
            }
            "type" => self.hear(DeskInput::Typed(rest)),
            "hear" => self.hear(DeskInput::Spoken(&[Alternative::new(heard, 0.0)])),
            other => panic!("{other}"),
        }
    }

    fn hear(&mut self, said: DeskInput) {
        let reply = self.talk.hear(said, &self.round, self.now, self.connected, &words(&self.language));
        if !reply.told.is_empty() {
            self.out.push(format!("  say: {}", reply.told));
        }
        for (board, words) in reply.rulings {
            self.round.rule(board, "Berta", &words).unwrap();
            self.out.push(format!("  send: {board} {words}"));
        }
    }
}

fn words(language: &Language) -> DeskLanguage<'_> {
    DeskLanguage { grammar: &language.grammar, announcer: &language.announcer, words: &language.words }
}

fn play(text: &str) -> String {
    let mut evening: Option<DeskEvening> = None;
    let mut out = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("  ")) {
        out.push(line.to_owned());
        let (what, rest) = line.split_once(':').unwrap_or((line, ""));
        match (what, &mut evening) {
            (comment, _) if comment.starts_with('#') || line.is_empty() => {}
            ("desk", _) => evening = Some(DeskEvening::of(rest.trim())),
            (what, Some(evening)) => {
                evening.take(what, rest.trim());
                out.append(&mut evening.out);
            }
            (other, None) => panic!("{other} before desk:"),
        }
    }
    out.join("\n") + "\n"
}

#[test]
fn a_desk_answers_what_stands_in_its_transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/hall");
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let played = play(&text);
        if played == text {
            continue;
        }
        match std::env::var_os("UPDATE_TRANSCRIPTS") {
            Some(_) => fs::write(&file, &played).unwrap(),
            None => wrong.push(format!("{}:\n{}", file.display(), first_difference(&text, &played))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
