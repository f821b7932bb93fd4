//! Power off while something is asked: the question comes back, and what is said then does the same as without.

use std::time::Duration;

use annabella::{
    announce::Announcement,
    journal::{Entry, JournalLine, JournalReader, OpenQuestion, Opponent, Record, Start, Users},
    laws::{Color, DrawRule, Origin},
    session::{Confirm, Effect, Event, EventKind, Options, Pattern, Phase, RemoteTask, Session},
};
use proptest::prelude::*;

use crate::{
    floor::{Game, QUESTIONS},
    journal_replay::{Evening, Happening, cases, happening, start, summary},
};

/// What opens a question, typed; seconds that pass; and the circumstances.
struct Situation {
    start: Start,
    confirm: Confirm,
    lines: Vec<&'static str>,
}

/// What is answered; each time so much of it, one after the other.
const ANSWERS: [&[&str]; 12] = [
    &["ja", "ja", "weiter"],
    &["nein", "uhr", "ja", "weiter"],
    &["korrektur", "weiter", "uhr"],
    &["schwarz", "ja"],
    &["weiß", "nein", "weiter"],
    &["dame", "ja"],
    &["bella", "ja", "uhr"],
    &["g1f3", "ja", "g1f3"],
    &["springer felix drei", "nein", "korrektur"],
    &["schwarz gibt auf", "nein", "ja"],
    &["schiedsrichter", "weiß plus zwei minuten", "weiter", "ja"],
    &["schwarz bietet remis", "weiß berührt bella eins", "ja", "nein"],
];

fn situations() -> Vec<Situation> {
    let usual = || Start { time_control: Some("300+3".parse().unwrap()), ..Start::default() };
    let of = |start: Start, lines: &[&'static str]| Situation {
        start,
        confirm: Confirm::Voice,
        lines: lines.to_vec(),
    };
    let fen = |fen: &str, start: Start| Start { position: fen.parse().unwrap(), ..start };
    let opening = ["e2e4", "ja", "uhr", "e7e5", "ja", "uhr"];
    let mut all: Vec<Situation> =
        QUESTIONS.iter().map(|(_, lines)| of(usual(), &[&opening, *lines].concat())).collect();
    let pawns = "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1";
    let quick =
        Start { time_control: Some("5400".parse().unwrap()), guidelines_iii: true, ..Start::default() };
    let competition = Start { competition: true, users: Users::White, ..usual() };
    let blindfold = Start { blindfold: true, users: Users::White, ..usual() };
    all.extend([
        of(fen(pawns, usual()), &["uhr", "anna acht"]),
        of(fen(pawns, usual()), &["uhr", "bauer nicht ersetzt"]),
        of(fen(pawns, usual()), &["a7a8d", "ja", "uhr", "bauer nicht ersetzt anna acht"]),
        of(usual(), &["uhr", "weiß gibt auf", "ja"]),
        of(quick.clone(), &["e2e4", "ja", "uhr", "e7e5", "ja", "uhr", "pass 5350", "fünf sekunden je zug"]),
        of(quick, &["e2e4", "ja", "uhr", "e7e5", "ja", "uhr", "pass 5350", "letzte zwei minuten"]),
        of(usual(), &[&opening[..], &["dreimalige stellung mit g1f3"]].concat()),
        of(
            usual(),
            &[
                &opening[..],
                &[
                    "d2d4",
                    "ja",
                    "uhr",
                    "d7d5",
                    "ja",
                    "uhr",
                    "g1f3",
                    "ja",
                    "uhr",
                    "b8c6",
                    "ja",
                    "uhr",
                    "dreimalige stellung mit springer david zwei",
                ],
            ]
            .concat(),
        ),
        of(usual(), &[&opening[..], &["stellung vergleichen", "cesar fünf"]].concat()),
        of(usual(), &[&opening[..], &["stellung vergleichen", "nein", "ja"]].concat()),
        of(usual(), &[&opening[..], &["schiedsrichter"]].concat()),
        of(usual(), &[&opening[..], &["g1f3", "schiedsrichter", "weiß plus zwei minuten"]].concat()),
        of(
            usual(),
            &[&opening[..], &["g1f3", "schwarz gibt auf", "schiedsrichter", "weiß verliert"]].concat(),
        ),
        of(usual(), &[&opening[..], &["g1f3", "weiß gibt auf", "schwarz gibt auf"]].concat()),
        of(usual(), &[&opening[..], &["dreimalige stellung", "schwarz gibt auf"]].concat()),
        of(usual(), &[&opening[..], &["weiß gibt auf", "ja", "schiedsrichter", "schwarz verliert"]].concat()),
        of(usual(), &[&opening[..], &["uhr defekt"]].concat()),
        of(usual(), &[&opening[..], &["zwei hände schwarz"]].concat()),
        of(usual(), &[&opening[..], &["grundstellung falsch"]].concat()),
        of(usual(), &[&opening[..], &["farben vertauscht"]].concat()),
        of(usual(), &[&opening[..], &["schwarz berührt anna sieben"]].concat()),
        of(usual(), &[&opening[..], &["zurück vor zug eins"]].concat()),
        of(competition.clone(), &["uhr", "springer felix drei"]),
        of(competition.clone(), &["uhr", "springer"]),
        of(competition.clone(), &["uhr", "rochade"]),
        of(competition.clone(), &["uhr", "berührt eva vier"]),
        of(competition.clone(), &["uhr", "dreimalige stellung mit springer felix drei"]),
        of(competition.clone(), &["uhr", "bauer nicht ersetzt"]),
        of(competition, &["uhr", "abgabezug", "springer felix drei"]),
        of(blindfold, &["uhr", "e2e4"]),
        of(usual(), &["uhr", "eva vier uhr"]),
        of(usual(), &["uhr", "eva vier remis anbieten uhr"]),
        of(usual(), &["uhr", "e2e4 e7e5"]),
        Situation { confirm: Confirm::Lever, ..of(usual(), &["uhr", "e2e4", "weiß bietet remis"]) },
        Situation { confirm: Confirm::Delay(Duration::from_secs(3)), ..of(usual(), &["uhr", "e2e4"]) },
    ]);
    all
}

impl Situation {
    /// The game with its question open and the clocks stopped, as a power cut leaves them.
    fn game(&self) -> Game {
        // With so few nodes nobody finds out who can mate.
        let options = Options { confirm: self.confirm, nodes: 5, ..Options::default() };
        let mut game = Game::of(self.start.clone(), options);
        for line in &self.lines {
            if let Some(seconds) = line.strip_prefix("pass ") {
                game.at += Duration::from_secs(seconds.parse().unwrap());
            } else {
                game.types(line, Origin::Table);
            }
        }
        if game.running().is_some() {
            game.types("uhr anhalten", Origin::Table);
        }
        game
    }
}

fn rests(phase: &Phase) -> bool {
    matches!(phase, Phase::Moving | Phase::Over | Phase::Adjourned)
}

/// A move that is being sealed is scrambled otherwise each time.
fn unsealed(question: &OpenQuestion) -> OpenQuestion {
    let mut question = question.clone();
    question.question.truncate(if question.question.starts_with("seal ") { 4 } else { usize::MAX });
    question
}

/// An effect, unless it is a warning of the time, which is given again after a power cut.
fn comparable(mut effect: Effect) -> Option<Effect> {
    if let Effect::Record(JournalLine { entry: Entry::Asked(question), .. }) = &mut effect {
        *question = unsealed(question);
    }
    // How else to answer is told anew.
    if let Effect::Announce(Announcement::YesOrNoOtherwise { question, .. }) = effect {
        effect = Effect::Announce(Announcement::YesOrNo(question));
    }
    let warns =
        matches!(effect, Effect::Announce(Announcement::TimeWarning(..)) | Effect::Feel(Pattern::Five));
    (!warns).then_some(effect)
}

fn state(record: &Record) -> (String, Option<OpenQuestion>) {
    (summary(record), record.question().map(unsealed))
}

/// The phase but for the instant at which silence is a yes.
fn asks(session: &Session) -> (Option<Announcement>, String) {
    let phase = match session.phase() {
        Phase::Confirming { m, .. } => format!("{:?}", Phase::Confirming { m: *m, until: None }),
        phase => format!("{phase:?}"),
    };
    (session.asked(), phase)
}

#[test]
fn after_a_power_cut_every_question_is_asked_again_and_answered_as_before() {
    let (mut asked, mut wrong) = (std::collections::BTreeSet::new(), Vec::new());
    for (n, situation) in situations().iter().enumerate() {
        for answers in [ANSWERS[0], ANSWERS[1], ANSWERS[2 + n % 10], ANSWERS[2 + (n + 3) % 10]] {
            let whole = situation.game();
            let Some(open) = whole.session.record().question() else {
                wrong.push(format!("{:?} asks nothing: {:?}", situation.lines, whole.lines.last()));
                continue;
            };
            asked.insert(open.question.clone());
            wrong.extend(difference(whole, answers).map(|why| format!("{:?}: {why}", situation.lines)));
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(asked.len() > 40, "{} questions: {asked:#?}", asked.len());
}

/// In competition a power cut forgets nothing that was said or learnt: no more is told after it, and no more is allowed.
#[test]
fn in_competition_a_power_cut_tells_no_more_and_allows_no_more() {
    let competition = || Start {
        competition: true,
        time_control: Some("300+3".parse().unwrap()),
        draw_offers: DrawRule::Allowed,
        ..Start::default()
    };
    let knight = ["uhr", "springer felix drei", "ja"];
    let learnt = [&knight[..], &["eva vier", "ja"]].concat();
    let claim_learnt =
        [&knight[..], &["schwarz beansprucht dreimalige stellung mit eva vier", "ja"]].concat();
    let touched = ["uhr", "berührt eva vier", "ja"];
    let claimed = ["uhr", "dreimalige stellung mit springer felix drei", "ja"];
    let corrected = [&touched[..], &["springer felix drei", "ja", "korrektur"]].concat();
    let cases: [(&[&str], &[&str]); 9] = [
        (&knight, &["letzter zug", "korrektur", "letzter zug"]),
        (&knight, &["korrektur", "weiter", "eva vier", "ja"]),
        (&learnt, &["korrektur", "weiter", "korrektur"]),
        (&claim_learnt, &["korrektur", "weiter", "korrektur"]),
        (&touched, &["was ist berührt", "dreimalige stellung", "weiter"]),
        (&touched, &["berührt eva vier", "ja", "fünfzig züge"]),
        (&claimed, &["eva vier", "weiter", "eva vier", "ja", "dreimalige stellung"]),
        (&claimed, &["weiter", "springer felix drei", "ja", "letzter zug"]),
        (&corrected, &["was ist berührt", "dreimalige stellung"]),
    ];
    for (lines, answers) in cases {
        let situation = Situation { start: competition(), confirm: Confirm::Voice, lines: lines.to_vec() };
        if let Some(why) = difference(situation.game(), answers) {
            panic!("{lines:?}: {why}");
        }
    }
    // A correction after something was learnt is the arbiter's, before the cut as after it.
    for learnt in [learnt, claim_learnt] {
        let mut whole = Situation { start: competition(), confirm: Confirm::Voice, lines: learnt }.game();
        let (mut cut, _) = whole.cut();
        for game in [&mut whole, &mut cut] {
            game.types("korrektur", Origin::Table);
            assert_eq!(game.session.record().game().moves().len(), 1);
        }
    }
}

/// How a game that loses its power differs from one that goes on, when both hear the same.
fn difference(mut whole: Game, answers: &[&str]) -> Option<String> {
    let (mut cut, told) = whole.cut();
    if asks(&cut.session) != asks(&whole.session) {
        return Some(format!("{:?} is asked: {told:?}", cut.session.phase()));
    }
    let question = whole.session.asked().map(|question| whole.said(&Effect::Announce(question)).unwrap());
    if question.is_some() && told.last() != question.as_ref() {
        return Some(format!("{question:?} does not sound: {told:?}"));
    }
    cut.at = whole.at;
    for (n, answer) in answers.iter().enumerate() {
        let answer_to = |game: &mut Game| -> Vec<Effect> {
            let effects = game.effects(Event::at_table(EventKind::Typed((*answer).to_owned())));
            effects.into_iter().filter_map(comparable).collect()
        };
        let (as_before, now) = (answer_to(&mut whole), answer_to(&mut cut));
        let states = [&cut, &whole].map(|game| state(game.session.record()));
        if now != as_before || states[0] != states[1] {
            return Some(format!("to {:?}:\n  {now:?}\n  {as_before:?}", &answers[..=n]));
        }
    }
    let replayed = Record::replay(&cut.lines).unwrap();
    (state(&replayed) != state(whole.session.record())).then(|| "the journal differs".to_owned())
}

/// A session that goes on from these lines.
fn resumed(evening: &Evening, lines: &[JournalLine]) -> Session {
    let record = Record::replay(lines).unwrap();
    let mut session =
        Session::resume(record, evening.options.clone(), std::sync::Arc::clone(&evening.grammar));
    session.handle(Event::of_program(EventKind::Resumed { torn: false }), session.at());
    session
}

/// Power off between any two lines of a game with an engine: it is asked where it is its turn, and the user goes on
/// where it is theirs.
#[test]
fn a_game_with_an_engine_goes_on_wherever_the_power_failed() {
    for time_control in [None, Some("300+3".parse().unwrap())] {
        let has_clock = time_control.is_some();
        let (users, opponent) = (Users::White, Opponent::Engine(None));
        let start = Start { users, opponent, time_control, ..Start::default() };
        let mut game = Game::of(start, Options { confirm: Confirm::Never, ..Options::default() });
        for (own, reply) in [("e2e4", "e7e5"), ("g1f3", "b8c6")] {
            game.types(own, Origin::Table);
            let kind = EventKind::Intent(game.session.move_of_wire(reply).expect("a legal move"));
            game.handle(Event { origin: Origin::Remote(Color::Black), kind });
        }
        let lines = std::mem::take(&mut game.lines);
        assert_eq!(game.session.record().game().moves().len(), 4);
        for count in 1..=lines.len() {
            game.lines = lines[..count].to_vec();
            let (mut game, _) = game.cut();
            if has_clock {
                game.types("weiter", Origin::Table);
            }
            let turn = game.session.record().game().turn();
            let last = &lines[count - 1];
            assert_eq!(game.running(), has_clock.then_some(turn), "after {last:?}");
            match turn {
                Color::Black => assert_eq!(game.session.remote_task(), RemoteTask::Move, "after {last:?}"),
                Color::White => {
                    let before = game.session.record().game().moves().len();
                    game.types("h2h3", Origin::Table);
                    assert_eq!(game.session.record().game().moves().len(), before + 1, "after {last:?}");
                }
            }
        }
    }
}

/// A read-back of before, which had the move alone.
#[test]
fn an_older_read_back_is_asked_again() {
    let lines = [
        r#"{"at":0,"entry":"started","version":1}"#,
        r#"{"at":10,"from":"table","entry":"asked","uci":"d2d4"}"#,
        r#"{"at":20,"from":"table","entry":"withdrawn"}"#,
        r#"{"at":30,"from":"table","entry":"asked","uci":"e2e4"}"#,
    ];
    let lines = JournalReader::new(lines.iter().map(|line| line.as_bytes())).collect::<Result<Vec<_>, _>>();
    let mut game = Game::of(Start::default(), Options::default());
    game.lines = lines.unwrap();
    let (mut game, told) = game.cut();
    assert_eq!(told.last().map(String::as_str), Some("Eva zwei Eva vier?"));
    game.types("ja", Origin::Table);
    assert_eq!(game.session.record().game().moves().len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(12), failure_persistence: None, ..ProptestConfig::default() })]

    /// Power off between any two lines of the journal: the question is the one after the event, or the one before it if
    /// nothing of the event was written, and none that the event has settled.
    #[test]
    fn no_cut_loses_a_question_or_brings_one_back_that_was_settled(
        start in start(),
        (silent, competition) in any::<(bool, bool)>(),
        happenings in prop::collection::vec(happening(), 1..50),
    ) {
        let mut evening = Evening::begin(Start { competition, ..start }, silent);
        for happening in happenings.iter().filter(|happening| !matches!(happening, Happening::PowerCut)) {
            let events = evening.before.len();
            evening.take(happening);
            let session = resumed(&evening, &evening.journal);
            if *evening.session.phase() != Phase::Over {
                prop_assert_eq!(asks(&session), asks(&evening.session), "after {:?}", happening);
            }
            // What is asked before each event, and after the last.
            let mut asked = evening.before[events..].to_vec();
            asked.push((evening.journal.len(), evening.session.phase().clone()));
            for event in asked.windows(2) {
                let [(from, before), (to, after)] = event else { unreachable!() };
                for cut in from + 1..*to {
                    let session = resumed(&evening, &evening.journal[..cut]);
                    // What is still to be written may be what settles it.
                    let rest = &evening.journal[cut..*to];
                    let settles = |line: &JournalLine| {
                        line.entry.settles_question() && line.entry != Entry::Withdrawn
                    };
                    let is_settled = before != after && !rests(before) && !rest.iter().any(settles);
                    let comes_back = is_settled && session.phase() == before;
                    let written = &evening.journal[*from..*to];
                    prop_assert!(!comes_back, "{before:?} comes back in {written:?} at {cut}");
                }
            }
        }
    }
}
