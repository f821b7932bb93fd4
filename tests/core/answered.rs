//! Nothing that is said stays without an answer, in any phase; a declaration has its effect, a question of its own or the
//! reason why not.

use std::time::Duration;

use annabella::{
    announce::{Announcement, Declaration},
    grammar::{Alternative, Grammar},
    laws::{Color, Origin, Square},
    session::{Effect, Event, EventKind, Key, Phase, SpokenTime},
};

use crate::help::{GRAMMARS, Place, STATES, is_not_understood, told};

type State = (&'static str, &'static str, &'static str, &'static [&'static str]);

/// The phases of the help, and more in which something is asked: a move for the setup, and while Black's offer stands.
fn states() -> impl Iterator<Item = (State, Vec<&'static str>)> {
    const MEN: &str = "4k3/P7/8/8/8/5N2/8/1N2K2R w - - 0 1";
    const SETUP: State = ("setup, a move", "setup", "", &["ja/yes", "ja/yes", "ja/yes"]);
    const OFFER: [&str; 7] = [
        "e1e2",
        "ja/yes",
        "uhr/clock",
        "e8e7",
        "ja/yes",
        "schwarz bietet remis/black offers a draw",
        "uhr/clock",
    ];
    const OFFERED: [State; 8] = [
        ("sealing, offered", "board", MEN, &["abgabezug/seal move"]),
        ("adjourned, offered", "board", MEN, &["abgabezug/seal move", "h1h2", "h1h2"]),
        ("which, offered", "board", MEN, &["springer d2/knight d2"]),
        ("whither, offered", "board", MEN, &["springer/knight"]),
        ("promotion, offered", "board", MEN, &["a7a8"]),
        ("whose, offered", "board", MEN, &["ich gebe auf/i resign"]),
        ("desk, offered", "board", MEN, &["schiedsrichter/arbiter"]),
        ("read back, offered", "board", MEN, &["f3d2"]),
    ];
    let plain = STATES.into_iter().chain([SETUP]).map(|state| (state, state.3.to_vec()));
    plain.chain(OFFERED.into_iter().map(|state| (state, [OFFER.as_slice(), state.3].concat())))
}

/// What may be declared: in German and in English.
const DECLARATIONS: [(&str, &str); 26] = [
    ("ich gebe auf", "i resign"),
    ("aufgeben", "resign"),
    ("weiß gibt auf", "white resigns"),
    ("schwarz gibt auf", "black resigns"),
    ("remis", "draw"),
    ("remis anbieten", "offer draw"),
    ("weiß bietet remis", "white offers a draw"),
    ("schwarz bietet remis", "black offers draw"),
    ("annehmen", "accept"),
    ("angenommen", "i accept"),
    ("ich nehme an", "i accept the draw"),
    ("weiß nimmt an", "white accepts"),
    ("ablehnen", "decline"),
    ("ich lehne ab", "i decline"),
    ("schwarz lehnt ab", "black declines"),
    ("dreimalige stellung", "threefold repetition"),
    ("schwarz beansprucht dreimalige stellung", "triple repetition"),
    ("fünfzig züge", "fifty moves"),
    ("letzte zwei minuten", "last two minutes"),
    ("fünf sekunden je zug", "five seconds a move"),
    ("zeit überschritten", "flag fallen"),
    ("weiß berührt bella eins", "white touched bella one"),
    ("berührt eva zwei", "touched eva two"),
    ("ich rücke zurecht", "i adjust"),
    ("schwarz rückt zurecht", "black adjusts"),
    ("abgabezug", "seal move"),
];

const SPEAKERS: [Origin; 3] = [Origin::Table, Origin::Player(Color::White), Origin::Player(Color::Black)];

pub fn spoken(words: &str) -> EventKind {
    let words = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let alternatives = vec![Alternative::new(words, 100.0)];
    let spoken = SpokenTime { sound: Duration::ZERO..Duration::ZERO, began: Duration::ZERO };
    EventKind::Heard { alternatives, spoken }
}

pub fn typed(words: &str) -> EventKind {
    EventKind::Typed(words.to_owned())
}

/// Calls with each state, in each language, and what makes it.
pub fn everywhere(mut with: impl FnMut(&str, (usize, &Grammar), &dyn Fn() -> Place)) {
    for (n, grammar) in GRAMMARS.iter().enumerate() {
        for ((name, against, fen, _), lines) in states() {
            with(name, (n, grammar), &|| Place::of((name, against, fen, &lines), grammar, n));
        }
    }
}

/// Whether the game has come no further.
fn is_unchanged(place: &Place, before: &(Phase, Option<Announcement>)) -> bool {
    *place.session.phase() == before.0 && place.session.asked() == before.1
}

#[test]
fn a_declaration_gets_its_effect_its_question_or_the_reason_in_every_phase() {
    let (mut wrong, mut turn) = (Vec::new(), 0);
    everywhere(|state, (n, _), make| {
        let mut place = make();
        let before = (place.session.phase().clone(), place.session.asked());
        let is_outside = matches!(
            before.0,
            Phase::Opponent(_) | Phase::SettingUp(_) | Phase::Lobby | Phase::Challenged(_) | Phase::Over
        );
        for declared in DECLARATIONS.map(|both| [both.0, both.1][n]) {
            for origin in SPEAKERS {
                turn += 1;
                // During a game, where most make a new one, by one speaker after the other.
                if !is_outside && turn % (4 + n) != 0 {
                    continue;
                }
                let kind = if turn % 2 == 0 { typed(declared) } else { spoken(declared) };
                let told = told(place.take(Event { origin, kind }));
                let asked = place.session.phase().clone();
                let is_old = is_not_understood(&told, before.1.as_ref());
                let reason = if place.session.record().ended().is_some() {
                    told.iter()
                        .any(|told| matches!(told, Announcement::GameOver(_) | Announcement::Ended(..)))
                } else {
                    told.contains(&Declaration::NoGameYet.into())
                };
                let rests = matches!(
                    before.0,
                    Phase::Moving | Phase::Adjourned | Phase::Desk | Phase::Lobby | Phase::Over
                );
                let is_asked_again = asked != before.0 || rests || told.last() == before.1.as_ref();
                if told.is_empty()
                    || is_old && !is_about(state, declared)
                    || !is_asked_again && !is_about(state, declared)
                    || is_outside && !(reason && asked == before.0) && !is_answer_to(state, declared)
                {
                    wrong.push(format!("{}: {declared} by {origin:?}: {told:?}", state));
                }
                if !is_unchanged(&place, &before) {
                    place = make();
                }
            }
        }
    });
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Whether the question of a state is about the same declaration, which then asks it again.
fn is_about(state: &str, declared: &str) -> bool {
    let ends = |ends: [&str; 2]| ends.iter().any(|end| declared.ends_with(end));
    match state {
        "whose" | "resigns?" | "whose, offered" => ends(["auf", "resigns"]) || ends(["aufgeben", "resign"]),
        "sealing" | "sealing again" | "sealing, offered" => ends(["abgabezug", "seal move"]),
        // No offer is an acceptance.
        "offered" => {
            ends(["remis anbieten", "offer draw"]) || ends(["schwarz bietet remis", "black offers draw"])
        }
        _ => false,
    }
}

/// Whether it answers the challenge that is asked about.
fn is_answer_to(state: &str, declared: &str) -> bool {
    let answers = ["annehmen", "angenommen", "ich nehme an", "ablehnen", "ich lehne ab"];
    state == "challenged"
        && answers.into_iter().chain(["accept", "i accept", "decline", "i decline"]).any(|it| it == declared)
}

/// An offer that stands is accepted whatever is asked.
#[test]
fn an_offer_is_answered_at_any_question() {
    everywhere(|state, (n, _), make| {
        if !state.ends_with("offered") {
            return;
        }
        for accepted in
            [["annehmen", "accept"], ["einverstanden", "agreed"], ["remis", "draw"]].map(|both| both[n])
        {
            let mut place = make();
            let asked = place.session.asked();
            let by = place.session.record().offer().expect(state);
            let told = told(place.take(Event::at_table(spoken(accepted))));
            assert_eq!(told.last(), Some(&Announcement::ConfirmAcceptance(!by)), "{}: {accepted}", state);
            place.take(Event::at_table(typed(["nein", "no"][n])));
            assert_eq!(place.session.record().offer(), None, "{}", state);
            if state != "offered" {
                assert_eq!(place.session.asked(), asked, "{}: {accepted}", state);
            }
        }
    });
}

/// Whether effects are an answer: something is heard or felt, or others answer.
fn is_answer(effect: &Effect) -> bool {
    match effect {
        Effect::Announce(_)
        | Effect::Answer(_)
        | Effect::Show(_)
        | Effect::Tone(_)
        | Effect::ToneUnclear
        | Effect::Feel(_)
        | Effect::StopSpeaking
        | Effect::Chosen(_)
        | Effect::Resume(_)
        | Effect::SetUp(_)
        | Effect::TurnTo(_)
        | Effect::Finished
        | Effect::Left { .. } => true,
        Effect::Record(_)
        | Effect::KeepProgress(_)
        | Effect::KeepPuzzles(_)
        | Effect::Voice(_)
        | Effect::Style(_)
        | Effect::Conceal(_)
        | Effect::Microphone(_)
        | Effect::Listen(_)
        | Effect::ShowClock(_)
        | Effect::Request(_)
        | Effect::RequestBeside(_) => false,
    }
}

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn nothing_that_is_said_or_pressed_is_met_with_silence() {
    let mut silent = Vec::new();
    let mut tried = 0;
    let mut turn = 0;
    everywhere(|state, (n, grammar), make| {
        let mut place = make();
        let before = (place.session.phase().clone(), place.session.asked());
        let phrases = grammar.topics().iter().flat_map(|topic| &topic.phrases);
        let mut said: Vec<EventKind> = Vec::new();
        // Some of the phrases in each state, and each in many states.
        for phrase in phrases {
            turn += 1;
            match turn % 22 {
                0 => said.push(typed(&phrase.words)),
                11 => said.push(spoken(&phrase.words)),
                _ => {}
            }
        }
        for words in ["bitte", "please", "xyz", "kf9", "q", "!?"] {
            said.push(typed(words));
        }
        said.push(spoken("[unk] [unk]"));
        // Keys are the same in every language.
        if n == 0 {
            said.extend((0..10).map(|answer| EventKind::Key(Key::Choice(answer))));
            let keys = [
                Key::Confirm,
                Key::Cancel,
                Key::Repeat,
                Key::Press,
                Key::Correct,
                Key::Arbiter,
                Key::Nothing,
            ];
            said.extend(keys.map(EventKind::Key));
            said.extend([Key::Quiet, Key::Talk, Key::Microphone, Key::Microphone].map(EventKind::Key));
            said.extend(
                [Square::E2, Square::E2, Square::E5].map(|square| EventKind::Key(Key::Square(square))),
            );
            said.extend(Color::ALL.map(EventKind::Lever));
        }
        for kind in said {
            turn += 1;
            let origin = match kind {
                EventKind::Lever(side) => Origin::Player(side),
                _ => SPEAKERS[turn % SPEAKERS.len()],
            };
            tried += 1;
            let effects = place.take(Event { origin, kind: kind.clone() });
            if !effects.iter().any(is_answer) && place.session.silence().is_none() {
                silent.push(format!("{}: {kind:?} by {origin:?}: {effects:?}", state));
            }
            if !is_unchanged(&place, &before) || state == "review" {
                place = make();
            }
        }
    });
    assert!(silent.is_empty(), "{} of {tried}:\n{}", silent.len(), silent.join("\n"));
}
