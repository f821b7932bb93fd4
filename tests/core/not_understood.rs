//! What was not understood, and what is no answer, changes nothing and is said so; a move where no game is running gets
//! the reason.

use annabella::{
    announce::{Advice, Announcement, Announcer, AskedMove, Audience, Declaration, MoveInPosition},
    grammar::{Intent, Moment, Understanding},
    language::LANGUAGES,
    laws::{Chess, Color, EngineView, Evaluation, Origin, Position},
    session::{Effect, Event, EventKind, Key, Phase, Session},
};
use shakmaty::{CastlingMode, san::SanPlus};

use crate::{
    answered::{everywhere, spoken, typed},
    help::{GRAMMARS, Place, STATES, told},
    journal_replay::summary,
    positions::Random,
};

fn stands(session: &Session) -> (Phase, Option<Announcement>, String, Chess) {
    let (asked, record) = (session.asked(), summary(session.record()));
    (session.phase().clone(), asked, record, session.reviewed_position().clone())
}

#[test]
fn what_makes_no_sense_changes_nothing_and_is_said_so() {
    everywhere(|state, (n, _), make| {
        let mut place = make();
        for words in ["xyz", ["bitte", "please"][n], ["eva zehn", "eva ten"][n]] {
            let (before, question) = (stands(&place.session), place.session.asked());
            let told = told(place.take(Event::at_table(typed(words))));
            let said_so = match &before.0 {
                Phase::Over => matches!(told[..], [Announcement::GameOver(_)]),
                Phase::Sealing { .. } => told == [Declaration::SealUnclear.into()],
                _ => match told[..] {
                    [
                        Announcement::NotUnderstood
                        | Announcement::YesOrNo(_)
                        | Announcement::YesOrNoOtherwise { .. },
                    ] => true,
                    [Announcement::NotUnderstood, ref again] => Some(again) == question.as_ref(),
                    _ => false,
                },
            };
            assert!(said_so, "{state}: {words}: {told:?}");
            assert_eq!(stands(&place.session), before, "{state}: {words}");
        }
    });
}

/// At the desk only what the arbiter says lets a clock run, and only "weiter" closes it.
#[test]
fn no_clock_starts_at_the_desk_by_what_is_no_order() {
    let opening = ["e2e4", "ja", "uhr"];
    let cases: [&[&str]; 6] = [
        &["schiedsrichter"],
        &["schiedsrichter", "weiß plus zwei minuten"],
        &["uhr anhalten", "schiedsrichter"],
        &["e7e5", "schiedsrichter"],
        &["abgabezug", "e7e5", "e7e5", "schiedsrichter"],
        &["weiß gibt auf", "ja", "schiedsrichter"],
    ];
    let typed_lines = ["ja", "nein", "nein nein", "uhr", "e7e5", "bitte", "korrektur bitte", "nicht weiter"];
    let keys = [Key::Confirm, Key::Cancel, Key::Press, Key::Choice(60), Key::Nothing];
    for case in cases {
        let lines: Vec<&str> = opening.iter().chain(case).copied().collect();
        let mut place = Place::of(("", "board", "", &lines), &GRAMMARS[0], 0);
        assert_eq!(*place.session.phase(), Phase::Desk, "{case:?}");
        let said = typed_lines.iter().flat_map(|line| [typed(line), spoken(line)]);
        let pressed = keys.into_iter().map(EventKind::Key);
        let events = said.chain(pressed).map(Event::at_table);
        let levers =
            Color::ALL.map(|side| Event { origin: Origin::Player(side), kind: EventKind::Lever(side) });
        for event in events.chain(levers) {
            let effects = place.take(event.clone());
            let running = place.session.record().clock().and_then(|clock| clock.running());
            assert_eq!((place.session.phase(), running), (&Phase::Desk, None), "{case:?}: {event:?}");
            let answered = effects.iter().any(|effect| matches!(effect, Effect::Announce(_)));
            assert!(answered || place.session.silence().is_some(), "{case:?}: {event:?}: {effects:?}");
        }
        place.types("weiter");
        assert_ne!(*place.session.phase(), Phase::Desk, "{case:?}");
    }
}

/// A yes or no to nothing leaves the place that is reviewed.
#[test]
fn a_review_goes_on_after_a_no_to_nothing() {
    let lines = ["e2e4", "ja", "uhr", "e7e5", "ja", "uhr", "zug eins"];
    for words in ["nein", "ja", "bitte"] {
        let mut place = Place::of(("", "board", "", &lines), &GRAMMARS[0], 0);
        let reviewed = place.session.reviewed_position().clone();
        assert_ne!(&reviewed, place.session.record().game().position());
        place.types(words);
        assert_eq!(place.session.reviewed_position(), &reviewed, "{words}");
    }
}

/// A move in words, as UCI and as SAN.
fn written(random: &mut Random, language: usize, announcer: &Announcer) -> Vec<String> {
    let mut position = Chess::default();
    for _ in 0..random.below(30) {
        let Some(m) = random.legal_move(&position) else { break };
        position = position.play(m).unwrap();
    }
    let Some(m) = random.legal_move(&position) else { return Vec::new() };
    let asked = Announcement::ReadBack(AskedMove::InPosition(MoveInPosition::new(position.clone(), m)));
    let words = announcer.render(&asked, Audience::Table).words;
    let words = words.trim_end_matches('?').to_lowercase();
    let san = SanPlus::from_move(position.clone(), m).san.to_string();
    let moment = Moment::of_position(&position);
    let is_move = |line: &String| {
        let understood = GRAMMARS[language].understand_text(line, &moment);
        matches!(understood, Understanding::Understood { intent: Intent::Move(_), .. })
    };
    let all = [words, m.to_uci(CastlingMode::Standard).to_string(), san];
    all.into_iter().filter(is_move).collect()
}

#[test]
fn a_move_without_a_game_gets_the_reason() {
    let random = &mut Random(0x10bb);
    let (mut tried, mut wrong) = (0, Vec::new());
    for n in 0..LANGUAGES.len() {
        let (spoken_names, letters) = (GRAMMARS[n].spoken().clone(), *GRAMMARS[n].letters());
        let announcer = Announcer::of(LANGUAGES[n], spoken_names, letters);
        let moves: Vec<String> = (0..12).flat_map(|_| written(random, n, &announcer)).collect();
        for state in STATES {
            let mut place = Place::of(state, &GRAMMARS[n], n);
            let before = stands(&place.session);
            let waits = matches!(before.0, Phase::Lobby | Phase::Challenged(_) | Phase::Opponent(_));
            if !waits && !matches!(before.0, Phase::SettingUp(_) | Phase::Over | Phase::Adjourned) {
                continue;
            }
            for (turn, line) in moves.iter().enumerate() {
                let is_typed = turn % 2 == 0;
                let kind = if is_typed || !line.contains(' ') { typed(line) } else { spoken(line) };
                let told = told(place.take(Event::at_table(kind)));
                let is_reason = match &before.0 {
                    Phase::Over => matches!(told[..], [Announcement::GameOver(_)]),
                    Phase::Adjourned => {
                        matches!(told[..], [Announcement::Declared(Declaration::SealWaits(..))])
                    }
                    _ => {
                        told.first() == Some(&Declaration::NoGameYet.into())
                            && told.get(1) == place.session.asked().as_ref()
                    }
                };
                tried += 1;
                if !is_reason || stands(&place.session) != before {
                    wrong.push(format!("{}: {line}: {told:?}", state.0));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tried > 300, "{tried}");
}

/// An engine that finds no move, or has nothing to say at all.
#[test]
fn what_an_engine_cannot_answer_is_said() {
    let nothing = || EngineView { value: Evaluation::Pawns(0), line: Vec::new() };
    for (asked, seen) in [
        ("tipp", vec![nothing()]),
        ("tipp", Vec::new()),
        ("bester zug", vec![nothing()]),
        ("bester zug", Vec::new()),
        ("wer steht besser", Vec::new()),
        ("wo war der fehler", vec![nothing()]),
    ] {
        let mut place = Place::of(("", "engine", "", &["e2e4", "ja"]), &GRAMMARS[0], 0);
        let e7e5 = EventKind::Intent(place.session.move_of_wire("e7e5").unwrap());
        place.take(Event { origin: Origin::Remote(Color::Black), kind: e7e5 });
        place.types(asked);
        let inquiry = place.session.inquiry().unwrap_or_else(|| panic!("{asked} asks no engine")).id;
        let answer = EventKind::Analysed { inquiry, positions: seen };
        assert_eq!(told(place.take(Event::of_program(answer))), [Advice::NoAnswer.into()], "{asked}");
    }
}
