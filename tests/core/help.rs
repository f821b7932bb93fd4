//! Help opens every topic in every phase, and what it tells can be said there, or it says where.

use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
    time::Duration,
};

use annabella::{
    announce::{Announcement, Announcer, Audience, BoardAnswer, HelpPhrase, MicrophoneLevel, StrengthLimits},
    grammar::{Grammar, PhrasePlace},
    journal::{Opponent, Start, Users},
    language::LANGUAGES,
    school::Lessons,
    session::{Confirm, Effect, Event, EventKind, Options, School, Session, SetupDevices, SpokenTime},
};

use crate::{heard::alternative, served, transcripts::unfinished};

/// A position in which a piece, its square and a promotion can be asked about.
const MEN: &str = "4k3/P7/8/8/8/5N2/8/1N2K2R w K - 0 1";

/// What leads to each phase: who has the other side, the position if it is not the usual one, and what is typed, in German
/// and in English.
pub const STATES: [(&str, &str, &str, &[&str]); 31] = [
    ("before the first move", "board", "", &[]),
    ("a move is open", "board", "", &["e2e4", "ja/yes"]),
    ("moving", "board", "", &["e2e4", "ja/yes", "uhr/clock"]),
    (
        "offered",
        "board",
        "",
        &[
            "e2e4",
            "ja/yes",
            "uhr/clock",
            "e7e5",
            "ja/yes",
            "uhr/clock",
            "weiß bietet remis/white offers a draw",
        ],
    ),
    ("stopped", "board", "", &["uhr/clock", "uhr anhalten/stop clock"]),
    ("read back", "board", "", &["e2e4"]),
    ("which", "board", MEN, &["springer david zwei/knight david two"]),
    ("whither", "board", MEN, &["springer/knight"]),
    ("which side", "board", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["rochade/castle"]),
    ("promotion", "board", MEN, &["a7a8"]),
    ("whose", "board", "", &["ich gebe auf/i resign"]),
    ("resigns?", "board", "", &["weiß gibt auf/white resigns"]),
    ("leaves?", "board", "", &["neue partie/start a new game"]),
    ("comparing", "board", "", &["e2e4", "ja/yes", "uhr/clock", "stellung vergleichen/compare positions"]),
    ("sealing", "board", "", &["e2e4", "ja/yes", "uhr/clock", "abgabezug/seal move"]),
    ("sealing again", "board", "", &["e2e4", "ja/yes", "uhr/clock", "abgabezug/seal move", "e7e5"]),
    ("adjourned", "board", "", &["e2e4", "ja/yes", "uhr/clock", "abgabezug/seal move", "e7e5", "e7e5"]),
    ("desk", "board", "", &["e2e4", "ja/yes", "uhr/clock", "schiedsrichter/arbiter"]),
    ("over", "board", "", &["e2e4", "ja/yes", "uhr/clock", "weiß gibt auf/white resigns", "ja/yes"]),
    ("review", "board", "", &["e2e4", "ja/yes", "uhr/clock", "partie noch einmal/score again"]),
    ("competition", "competition", "", &["e2e4", "ja/yes", "uhr/clock"]),
    ("blindfold", "blindfold", "", &["e2e4", "ja/yes", "uhr/clock"]),
    ("engine", "engine", "", &["e2e4", "ja/yes"]),
    ("online", "lichess", "", &["e2e4", "ja/yes"]),
    ("lobby", "lobby", "", &[]),
    ("challenged", "challenged", "", &[]),
    ("opponent", "ask", "", &[]),
    ("how strong", "strength", "", &[]),
    ("setup", "setup", "", &[]),
    ("go on", "unfinished", "", &[]),
    ("lesson", "board", "", &["lektion eins/lesson one"]),
];

/// The words of every language, read once.
pub static GRAMMARS: LazyLock<Vec<Arc<Grammar>>> =
    LazyLock::new(|| LANGUAGES.iter().map(|language| crate::grammars::of(*language)).collect());

pub struct Place {
    pub session: Session,
    at: Duration,
}

impl Place {
    pub fn of(
        (_, against, fen, lines): (&str, &str, &str, &[&str]),
        grammar: &Arc<Grammar>,
        language: usize,
    ) -> Place {
        let online = || Opponent::Online { service: "lichess".to_owned(), player: Some("Karl".to_owned()) };
        let opponent = match against {
            "engine" | "strength" => Opponent::Engine(None),
            "lichess" | "lobby" | "challenged" => online(),
            _ => Opponent::Board,
        };
        let users = if matches!(against, "board" | "ask" | "setup" | "unfinished") {
            Users::Both
        } else {
            Users::White
        };
        let time_control = Some("300+3".parse().unwrap());
        let mut start = Start { opponent, users, time_control, ..Start::default() };
        start.competition = against == "competition";
        start.blindfold = against == "blindfold";
        if !fen.is_empty() {
            start.position = fen.parse().unwrap();
        }
        let strengths = StrengthLimits { elo: Some((1350, 2850)), levels: Some((0, 20)) };
        let lessons = Arc::new(Lessons::of(LANGUAGES[language]));
        let school = School { lessons, ..School::default() };
        let options = Options { confirm: Confirm::Voice, strengths, school, ..Options::default() };
        let session = match against {
            "lobby" | "challenged" => Session::in_lobby(start, options, Arc::clone(grammar)),
            _ => Session::new(start, options, Arc::clone(grammar)),
        };
        let session = match against {
            "ask" => session.asking(vec![Opponent::Board, Opponent::Engine(None), online()]),
            "strength" => session.asking_strength(),
            "unfinished" => session.going_on(unfinished(2, false)),
            "setup" => session.setting_up(SetupDevices {
                microphone: MicrophoneLevel::Good,
                voice: true,
                braille: true,
                clock: None,
                strengths,
            }),
            _ => session,
        };
        let mut place = Place { session, at: Duration::ZERO };
        place.handle(EventKind::Began);
        if against == "challenged" {
            place.handle(served::challenge("Mira 600+5 white"));
        }
        for line in lines {
            let words = line.split('/').nth(language).unwrap_or(line);
            place.types(words);
        }
        place
    }

    fn handle(&mut self, kind: EventKind) -> Vec<Announcement> {
        let event = match kind {
            EventKind::Typed(_) => Event::at_table(kind),
            _ => Event::of_program(kind),
        };
        told(self.take(event))
    }

    /// Takes an event a second later.
    pub fn take(&mut self, mut event: Event) -> Vec<Effect> {
        self.at += Duration::from_secs(1);
        if let EventKind::Heard { spoken, .. } = &mut event.kind {
            *spoken = SpokenTime { sound: self.at..self.at, began: self.at };
        }
        self.session.handle(event, self.at)
    }

    pub fn types(&mut self, line: &str) -> Vec<Announcement> {
        self.handle(EventKind::Typed(line.to_owned()))
    }

    /// Hears words that are said.
    pub fn hears(&mut self, said: &str) -> Vec<Announcement> {
        let words: String = said.to_lowercase().chars().filter(|c| !",.:!?".contains(*c)).collect();
        let spoken = SpokenTime { sound: self.at..self.at, began: self.at };
        let alternatives = vec![alternative(&words, 100.0)];
        told(self.take(Event::at_table(EventKind::Heard { alternatives, spoken })))
    }
}

/// What is announced, here or aside.
pub fn told(effects: Vec<Effect>) -> Vec<Announcement> {
    let told = |effect| match effect {
        Effect::Announce(told) | Effect::Answer(told) => Some(told),
        _ => None,
    };
    effects.into_iter().filter_map(told).collect()
}

/// Whether what was told says that nothing was understood.
pub fn is_not_understood(told: &[Announcement], asked: Option<&Announcement>) -> bool {
    let nothing = |told: &Announcement| {
        matches!(
            told,
            Announcement::NotUnderstood | Announcement::YesOrNo(_) | Announcement::YesOrNoOtherwise { .. }
        )
    };
    // A refused move was understood, and leaves the question open.
    let is_refused = matches!(told.first(), Some(Announcement::Illegal { .. }));
    !is_refused && told.iter().any(nothing) || told.first() == asked && asked.is_some()
}

/// What the help of a phase says in other words.
const MEANT: [&str; 20] = [
    "die antwort",
    "the answer",
    "ein zug",
    "a move",
    "ein anderer zug",
    "another move",
    "das feld der figur",
    "the square of the piece",
    "das zielfeld",
    "the square it goes to",
    "der zug der anderen mitschrift",
    "the move in the other record",
    "der abgabezug",
    "the sealed move",
    "eine anordnung",
    "an order",
    "um den abgabezug zu öffnen",
    "to open the sealed move",
    "was geschehen ist",
    "what has happened",
];

#[test]
fn what_the_help_of_a_phase_says_is_understood_there() {
    let mut wrong = Vec::new();
    for (n, language) in LANGUAGES.iter().enumerate() {
        let grammar = &GRAMMARS[n];
        let announcer = Announcer::of(*language, grammar.spoken().clone(), *grammar.letters());
        for state in STATES {
            let mut place = Place::of(state, grammar, n);
            let asked = place.session.asked();
            let told = place.types(["hilfe", "help"][n]);
            let Some(help) = told.iter().find(|told| matches!(told, Announcement::Help(_))) else {
                wrong.push(format!("{}: no help: {told:?}", state.0));
                continue;
            };
            let text = announcer.render(help, Audience::Table).words.to_lowercase();
            let parts = text.split([',', '.', ':']).flat_map(|part| part.split([" oder ", " or "][n]));
            let parts = parts.map(|part| part.trim().trim_start_matches(["oder ", "or "][n]));
            for words in parts.filter(|part| !part.is_empty() && !MEANT.contains(part)) {
                let told = Place::of(state, grammar, n).types(words);
                // Before the first question of the setup there is none to go back to: it is asked again.
                let goes_back = state.0 == "setup" && ["korrektur", "correction"].contains(&words);
                let repeats = ["wiederholen", "repeat", "aufgabe", "task"].contains(&words) || goes_back;
                if is_not_understood(&told, asked.as_ref().filter(|_| !repeats)) {
                    wrong.push(format!("{}: {words:?}: {text}", state.0));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_can_only_be_typed_says_so_and_is_told_last() {
    for (n, grammar) in GRAMMARS.iter().enumerate() {
        for topic in grammar.topics() {
            for phrase in &topic.phrases {
                let says_so = phrase.purpose.ends_with([", nur getippt", ", typed only"][n]);
                assert_eq!(says_so, phrase.is_typed_only, "{:?}", phrase.words);
            }
            let mut place = Place::of(STATES[0], grammar, n);
            let told = place.types(&format!("{} {}", ["hilfe", "help"][n], topic.title));
            let phrases = told.iter().find_map(|told| match told {
                Announcement::BoardAnswer(BoardAnswer::Help { phrases, .. }) => Some(phrases),
                _ => None,
            });
            let typed = |told: &HelpPhrase| {
                topic.phrases.iter().any(|phrase| phrase.words == told.words && phrase.is_typed_only)
            };
            assert!(phrases.is_none_or(|told| told.is_sorted_by_key(typed)), "{}", topic.title);
        }
    }
}

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn every_topic_opens_in_every_phase_and_its_phrases_are_understood_there() {
    let mut wrong = Vec::new();
    for (n, grammar) in GRAMMARS.iter().enumerate() {
        let mut here = BTreeSet::new();
        for state in STATES {
            let mut place = Place::of(state, grammar, n);
            let phase = place.session.phase().clone();
            let asked = place.session.asked();
            for (index, topic) in grammar.topics().iter().enumerate() {
                let told = place.types(&format!("{} {}", ["hilfe", "help"][n], topic.title));
                let opened = told.iter().find_map(|told| match told {
                    Announcement::BoardAnswer(BoardAnswer::Help { phrases, .. }) => Some(phrases.clone()),
                    _ => None,
                });
                let refused =
                    told.contains(&Announcement::NotAllowed) && place.session.phrases_of(index).is_empty();
                if opened.is_none() && !refused {
                    wrong.push(format!("{}: {} does not open: {told:?}", state.0, topic.title));
                }
                // What the braille line lets choose is more than what is told.
                let is_typed_only = |purpose: &str| purpose.ends_with([", nur getippt", ", typed only"][n]);
                let phrases: Vec<(String, PhrasePlace, bool)> = place
                    .session
                    .phrases_of(index)
                    .into_iter()
                    .map(|(phrase, place)| (phrase.words.clone(), place, is_typed_only(&phrase.purpose)))
                    .collect();
                let told: Vec<_> = opened.into_iter().flatten().collect();
                assert!(
                    told.len() <= 6
                        && told.iter().all(|HelpPhrase { words, place, purpose }| {
                            phrases.contains(&(words.clone(), *place, is_typed_only(purpose)))
                        })
                );
                let of_here = phrases.iter().filter(|(_, place, _)| *place == PhrasePlace::Here);
                for (words, _, is_typed_only) in of_here {
                    here.insert((words.clone(), state.0));
                    let told = if *is_typed_only { place.types(words) } else { place.hears(words) };
                    let repeats = ["wiederholen", "repeat"].contains(&words.as_str());
                    if is_not_understood(&told, asked.as_ref().filter(|_| !repeats)) {
                        let told: Vec<_> = told
                            .iter()
                            .map(|told| format!("{told:?}").chars().take(60).collect::<String>())
                            .collect();
                        wrong.push(format!("{}: {words:?}: {told:?}", state.0));
                    }
                    if *place.session.phase() != phase
                        || place.session.asked() != asked
                        || matches!(state.0, "review" | "offered")
                    {
                        place = Place::of(state, grammar, n);
                    }
                }
            }
        }
        for topic in grammar.topics() {
            for phrase in &topic.phrases {
                let states: &[&str] = match phrase.place {
                    PhrasePlace::Which => &["which", "which side"],
                    PhrasePlace::Promotion => &["promotion"],
                    PhrasePlace::Offer => &["offered"],
                    PhrasePlace::Whose => &["whose"],
                    PhrasePlace::Before => &["opponent", "how strong"],
                    PhrasePlace::Review => &["review"],
                    PhrasePlace::School => &["lesson"],
                    PhrasePlace::Desk => &["desk"],
                    // No game has such a place.
                    PhrasePlace::Hall => continue,
                    PhrasePlace::Here | PhrasePlace::Game | PhrasePlace::Online | PhrasePlace::Engine => &[],
                };
                let counts = |(words, state): &(String, &str)| {
                    *words == phrase.words && (states.is_empty() || states.contains(state))
                };
                if !here.iter().any(counts) {
                    wrong.push(format!(
                        "{:?} counts nowhere, said to count in {:?}",
                        phrase.words, phrase.place
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
