//! Quarters of an hour at the desk of a hall, read back: every file in `tests/transcripts/hall`.
//!
//! `UPDATE_TRANSCRIPTS=1` writes what was told instead; the difference is then to be read.
//!
//! Lines that go in: `desk:` the language; `board:` what a board shows (`tests/hall/shown_board.rs`); `gone:` and `back:`
//! boards, all at once, and `gone-and-back:` one; `offline:` and `online:` the desk; `done:` what a board answers to all that
//! was sent there; `type:` a line, `hear:` an utterance. Lines that come out: `tell:` what everybody at the desk is told,
//! `say:` an answer, `send:` a ruling.

use std::{collections::BTreeSet, fs, path::Path, time::Duration};

use annabella::{
    announce::{Announcement, Declaration},
    app::game_options::Language,
    commands::hall::talk::{DeskInput, DeskLanguage, DeskTalk},
    config::Settings,
    grammar::Alternative,
    hall::{BoardPresence, BoardTopic, CarriedOut, Round, RoundNews, RulingsDone},
    journal::Start,
    language::LanguageFolder,
    laws::{Color, GameResult, Origin},
    session::{Confirm, Effect, Event, EventKind, Options, Session},
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

/// A board with 1. e4 e5, each clock at an hour and a half, where the desk rules these words.
fn board_ruled(folder: LanguageFolder, rulings: &[&str]) -> (Session, Vec<Effect>) {
    let start = Start { time_control: Some("5400".parse().unwrap()), ..Start::default() };
    let grammar = crate::grammars::of(folder);
    let options = Options { confirm: Confirm::Never, ..Options::default() };
    let mut session = Session::new(start, options, grammar);
    let typed = ["e2e4", "e7e5"].map(|uci| (Origin::Table, EventKind::Typed(uci.to_owned())));
    let ruled = (1..).zip(rulings).map(|(number, words)| {
        let (desk, arbiter) = ("a".to_owned(), "Berta".to_owned());
        (Origin::Arbiter, EventKind::RulingReceived { desk, number, arbiter, words: (*words).to_owned() })
    });
    let mut told = Vec::new();
    for (origin, kind) in typed.into_iter().chain(ruled) {
        told.extend(session.handle(Event { origin, kind }, Duration::ZERO));
    }
    (session, told)
}

const GERMAN: LanguageFolder = LanguageFolder::USUAL;
const ENGLISH: LanguageFolder = LanguageFolder::ENGLISH;

/// What goes to a board is understood there.
#[test]
fn what_is_sent_in_the_transcripts_is_understood_at_a_board() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/hall");
    let mut sent = BTreeSet::new();
    for file in fs::read_dir(&folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let tag = text.lines().find_map(|line| line.strip_prefix("desk: ")).unwrap().to_owned();
        let lines = text.lines().filter_map(|line| line.strip_prefix("  send: ")?.split_once(' '));
        sent.extend(lines.map(|(_, words)| (tag.clone(), words.to_lowercase())));
    }
    assert!(sent.len() > 60, "{}", sent.len());
    for (tag, words) in &sent {
        let folder = if tag == GERMAN.tag { GERMAN } else { ENGLISH };
        let (_, told) = board_ruled(folder, &[words]);
        let is_unclear = |effect: &Effect| *effect == Effect::Answer(Announcement::NotUnderstood);
        assert!(!told.iter().any(is_unclear), "{words} ({tag})");
    }
}

#[test]
fn a_result_is_what_it_says_once_it_is_confirmed() {
    use GameResult::{BlackWins, BothLose, Draw, WhiteWins};
    let check = |folder: LanguageFolder, words: &str, result: GameResult| {
        let yes = if folder.tag == GERMAN.tag { "ja" } else { "yes" };
        let (session, _) = board_ruled(folder, &[words, yes]);
        let ended = session.record().ended().map(|outcome| outcome.result);
        assert_eq!(ended, Some(result), "{words} ({})", folder.tag);
    };
    for (words, result) in [
        ("eins zu null", WhiteWins),
        ("null zu eins", BlackWins),
        ("1-0", WhiteWins),
        ("0:1", BlackWins),
        ("1/2-1/2", Draw),
        ("½-½", Draw),
        ("remis", Draw),
        ("Punkteteilung", Draw),
        ("Weiß gewinnt", WhiteWins),
        ("Schwarz hat gewonnen", BlackWins),
        ("Sieg für Weiß", WhiteWins),
        ("Weiß gibt auf", BlackWins),
        ("Schwarz hat aufgegeben", WhiteWins),
        ("null zu null", BothLose),
    ] {
        check(GERMAN, words, result);
    }
    for (words, result) in [
        ("white wins", WhiteWins),
        ("one nil", WhiteWins),
        ("nil one", BlackWins),
        ("0-1", BlackWins),
        ("1/2-1/2", Draw),
        ("draw", Draw),
        ("half a point each", Draw),
        ("Black resigns", WhiteWins),
        ("win for Black", BlackWins),
    ] {
        check(ENGLISH, words, result);
    }
    // A board of the other language.
    for (words, result) in [("eins zu null", WhiteWins), ("remis", Draw), ("Schwarz gibt auf", WhiteWins)] {
        check(ENGLISH, words, result);
    }
    for (words, result) in [("black wins", BlackWins), ("draw", Draw), ("White resigns", BlackWins)] {
        check(GERMAN, words, result);
    }
}

/// A result can be put right as often as it was wrong, each time by its words or by taking back what was ruled.
#[test]
fn a_result_is_put_right_as_often_as_it_is_wrong() {
    use GameResult::{BlackWins, Draw, WhiteWins};
    let rulings = ["Weiß gewinnt", "ja", "remis", "ja", "null zu eins", "ja", "Korrektur", "Korrektur"];
    let mut all = Vec::new();
    for (count, result) in [(2, WhiteWins), (4, Draw), (6, BlackWins), (7, Draw), (8, WhiteWins)] {
        let (session, told) = board_ruled(GERMAN, &rulings[..count]);
        assert_eq!(session.record().ended().map(|outcome| outcome.result), Some(result), "{count}");
        all = told;
    }
    let is_told = |told: Declaration| {
        let told = Announcement::from(told);
        all.iter().filter(|effect| **effect == Effect::Announce(told.clone())).count()
    };
    for (result, count) in [(Draw, 1), (WhiteWins, 1), (BlackWins, 0)] {
        assert_eq!(is_told(Declaration::RulingTakenBackOver(result)), count, "{result}");
    }
    assert_eq!(is_told(Declaration::RulingTakenBack(Color::White)), 0);
    let (session, _) = board_ruled(GERMAN, &[&rulings[..], &["Korrektur"]].concat());
    assert_eq!(session.record().ended(), None);
}

#[test]
fn a_time_is_what_it_says() {
    let times = [
        ("zwei Minuten Zeitgutschrift für Weiß", Color::White, 5520),
        ("Weiß zwei Minuten geben", Color::White, 5520),
        ("Schreiben Sie Schwarz zwei Minuten gut", Color::Black, 5520),
        ("Ziehen Sie Weiß zwei Minuten ab", Color::White, 5280),
        ("Stellen Sie die Uhr von Schwarz auf vier Minuten dreißig", Color::Black, 270),
        ("Uhr Schwarz auf 4 Minuten 30 Sekunden", Color::Black, 270),
        ("Schwarz hat noch vier Minuten dreißig", Color::Black, 270),
        ("add two minutes to White's clock", Color::White, 5520),
        ("give White two more minutes", Color::White, 5520),
        ("take two minutes off Black's clock", Color::Black, 5280),
        ("set Black's clock to four minutes thirty", Color::Black, 270),
        ("set the clock of Black to 4 minutes 30 seconds", Color::Black, 270),
        ("Black has four minutes thirty left", Color::Black, 270),
        ("set White's clock to one hour ten", Color::White, 4200),
    ];
    for (words, side, seconds) in times {
        let folder = if words.contains("White") || words.contains("Black") { ENGLISH } else { GERMAN };
        let (session, _) = board_ruled(folder, &[words]);
        let clock = session.record().clock().unwrap();
        let left = Color::ALL.map(|side| clock.left(side, Duration::ZERO).as_secs());
        let expected = Color::ALL.map(|of| if of == side { seconds } else { 5400 });
        assert_eq!(left, expected, "{words} ({})", folder.tag);
    }
}
