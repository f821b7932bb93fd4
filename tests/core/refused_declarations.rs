//! What a refusal says of the state of a game is so: it is tried on the record before what was refused.

use std::{sync::Arc, time::Duration};

use annabella::{
    announce::{Announcement, ArbiterAnnouncement, Declaration, IncorrectClaim},
    grammar::Grammar,
    journal::{Opponent, Record, Start, Users},
    language::LanguageFolder,
    laws::{Color, DrawRule, Origin, Position, Ruleset, TwoMinutesRefused},
    session::{Effect, Event, EventKind, Options, Session},
};

use crate::positions::Random;

/// What is said in the games beside moves.
const LINES: &str = "uhr|uhr|uhr|ja|ja|ja|nein|korrektur|schiedsrichter|weiter|weiter|ich gebe auf|weiß gibt auf|\
    remis anbieten|schwarz bietet remis|weiß nimmt an|schwarz lehnt ab|dreimalige stellung|\
    fünfzig züge|letzte zwei minuten|fünf sekunden je zug|zeit überschritten|\
    weiß reklamiert zeitüberschreitung|berührt eva vier|weiß berührt bella eins|\
    schwarz berührt eva zwei|ich rücke zurecht|regelwidriger zug|regelwidriger zug weiß|\
    regelwidriger zug eins schwarz|regelwidriger zug drei weiß|bauer nicht ersetzt|uhr ohne zug|\
    zwei hände|stellung regelwidrig|zurück vor zug zwei|zurück vor zug neun|grundstellung falsch|\
    brett gedreht|farben vertauscht|uhr defekt|uhr defekt nach zug fünf|stellung vergleichen|\
    abgabezug|öffnen|partie fortsetzen|eva vier|springer felix drei|dame hector fünf|\
    läufer schlägt felix sieben|zwei minuten mehr für weiß|remis|figuren verschoben|weiß verliert";

/// A state of a game, and what was said in it.
struct Said<'a> {
    events: &'a [(Event, Duration)],
    record: &'a Record,
    over: bool,
    at: Duration,
}

/// Games at random, of two at a microphone, of one, and against an engine: every refusal is true of the state before it.
#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn what_is_refused_is_refused_for_the_reason_told() {
    let grammar = Arc::new(Grammar::of(LanguageFolder::USUAL));
    let random = &mut Random(0x5a1d);
    let (mut wrong, mut told) = (Vec::new(), 0);
    for _ in 0..150 {
        let start = some_start(random);
        let begin = || Session::new(start.clone(), Options::default(), Arc::clone(&grammar));
        let mut session = begin();
        session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
        let mut events = Vec::new();
        let mut at = Duration::ZERO;
        for _ in 0..30 {
            at += Duration::from_secs([1, 1, 1, 40][random.below(4)]);
            while let Some(due) = session.next_deadline().filter(|due| *due <= at) {
                let event = Event::of_program(EventKind::DeadlinePassed);
                session.handle(event.clone(), due);
                events.push((event, due));
            }
            let event = some_event(random, &session);
            let (record, over) = (session.record().clone(), session.record().ended().is_some());
            events.push((event.clone(), at));
            for effect in session.handle(event.clone(), at) {
                let Effect::Announce(announcement) = effect else { continue };
                let said = Said { events: &events, record: &record, over, at };
                match said.holds(&announcement, &begin) {
                    Some(false) => wrong.push(format!("{announcement:?} {event:?} {:?}", session.phase())),
                    Some(true) => told += 1,
                    None => {}
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    assert!(told > 400, "only {told} refusals were tried");
}

fn some_start(random: &mut Random) -> Start {
    let times = ["", "300+3", "100", "5400"];
    let opponent = if random.below(4) == 0 { Opponent::Engine(None) } else { Opponent::Board };
    let users = match random.below(3) {
        0 if opponent == Opponent::Board => Users::Both,
        1 => Users::Black,
        _ => Users::White,
    };
    Start {
        opponent,
        users,
        time_control: times[random.below(4)].parse().ok(),
        ruleset: if random.below(3) == 0 { Ruleset::Fide2009 } else { Ruleset::Fide2023 },
        draw_offers: [DrawRule::Allowed, DrawRule::AfterMoves(3), DrawRule::Never][random.below(3)],
        competition: random.below(4) == 0,
        guidelines_iii: random.below(2) == 0,
        unsupervised: random.below(2) == 0,
        ..Start::default()
    }
}

fn some_event(random: &mut Random, session: &Session) -> Event {
    let turn = session.record().game().turn();
    let origin = match random.below(6) {
        0 => Origin::Player(Color::White),
        1 => Origin::Player(Color::Black),
        2 => Origin::Arbiter,
        _ => Origin::Table,
    };
    let line = match random.legal_move(session.record().game().position()) {
        Some(m) if random.below(3) == 0 => {
            let origin =
                if session.record().remote() == Some(turn) { Origin::Remote(turn) } else { Origin::Table };
            let uci = m.to_uci(shakmaty::CastlingMode::Standard).to_string();
            return Event { origin, kind: EventKind::Typed(uci) };
        }
        _ => LINES.split('|').nth(random.below(LINES.split('|').count())).unwrap(),
    };
    if random.below(12) == 0 {
        let side = Color::from_white(random.below(2) == 0);
        return Event { origin: Origin::Player(side), kind: EventKind::Lever(side) };
    }
    Event { origin, kind: EventKind::Typed(line.to_owned()) }
}

impl Said<'_> {
    /// Whether what is told holds; none where nothing is refused.
    fn holds(&self, told: &Announcement, begin: &dyn Fn() -> Session) -> Option<bool> {
        let record = self.record;
        let game = record.game();
        let running = record.clock().and_then(|clock| clock.running());
        let made = game.moves().len();
        Some(match told {
            // The side that can say it can say it.
            Announcement::NotYours(side) => self.is_for(*side, begin),
            Announcement::NotYourMove(side) => made > 0 && game.position_at(made - 1).turn() == *side,
            Announcement::NotHavingMove(side) => game.turn() != *side,
            Announcement::GameOver(result) => record.ended().is_some_and(|outcome| outcome.result == *result),
            Announcement::NoMoveYet => made == 0,
            Announcement::NothingToTakeBack => made == 0,
            Announcement::CompletedAlready => made > 0 && !record.is_open(),
            Announcement::MoveFirst(side) => {
                running == Some(*side) && !(record.is_open() && game.turn() != *side)
            }
            Announcement::NotYourClock(side) => running != Some(*side),
            Announcement::NoClock => record.clock().is_none(),
            // A question to the arbiter may have stopped it just now.
            Announcement::ArbiterCalled { clock: true } => running.is_none() && record.clock().is_some(),
            Announcement::FlagStands(side) => {
                record.clock().is_some_and(|clock| !clock.flag(*side, self.at))
                    && !record.flag_has_fallen(*side)
            }
            Announcement::DrawStands => record.offer().is_some(),
            Announcement::NoDrawOffer => record.offer().is_none(),
            Announcement::OwnOffer(side) => record.offer() == Some(*side),
            Announcement::ClaimLost => record.touch().is_bound(),
            Announcement::ClaimIncorrect(IncorrectClaim::Threefold(seen)) => *seen < 3,
            Announcement::ClaimIncorrect(IncorrectClaim::FiftyMoves(moves)) => *moves < 50,
            Announcement::Declared(declared) => return self.declared(declared),
            Announcement::ToArbiter(ArbiterAnnouncement::FaultStands(side)) => {
                made > 0 && record.rules().is_unsupervised() && game.moves_made(*side) > 0
            }
            Announcement::ToArbiter(ArbiterAnnouncement::NoRuling) => !record.ruling_stands(),
            Announcement::ToArbiter(ArbiterAnnouncement::NothingToReopen) => !self.over,
            _ => return None,
        })
    }

    fn declared(&self, told: &Declaration) -> Option<bool> {
        let record = self.record;
        let (game, rules) = (record.game(), record.rules());
        let made = |side| game.moves_made(side);
        let moves = game.moves().len();
        Some(match told {
            Declaration::TooEarly(least) => Color::ALL.into_iter().any(|side| made(side) < *least),
            Declaration::NoOffers => record.start().draw_offers == DrawRule::Never,
            Declaration::NoSuchMove => moves > 0 || self.names_a_number(),
            Declaration::PlaysElsewhere(side) => record.remote() == Some(*side),
            Declaration::OnlyUnsupervised => !rules.is_unsupervised(),
            Declaration::NothingSealed => record.sealed().is_none(),
            Declaration::PressFirst => record.is_open(),
            Declaration::BothFlags => Color::ALL.into_iter().all(|side| record.flag_has_fallen(side)),
            Declaration::TwoMinutesRefused(why) => {
                let clock = record.clock()?;
                match why {
                    TwoMinutesRefused::GameOver(_) => self.over,
                    TwoMinutesRefused::NotOnMove => true,
                    TwoMinutesRefused::FlagFallen => {
                        Color::ALL.into_iter().any(|side| clock.flag(side, self.at))
                    }
                    TwoMinutesRefused::TimeLeft => {
                        let left = |side| clock.left(side, self.at);
                        Color::ALL.into_iter().any(|side| left(side) >= Duration::from_secs(120))
                    }
                    TwoMinutesRefused::Addition => clock.has_bonus(Color::White),
                    TwoMinutesRefused::NotLastPeriod => !clock.is_last_period(Color::White),
                    TwoMinutesRefused::Blitz => true,
                    TwoMinutesRefused::NotAnnounced => !rules.has_last_two_minutes(),
                    TwoMinutesRefused::NotInRules => record.ruleset() == Ruleset::Fide2009,
                }
            }
            _ => return None,
        })
    }

    fn names_a_number(&self) -> bool {
        let Some((Event { kind: EventKind::Typed(line), .. }, _)) = self.events.last() else { return false };
        ["eins", "zwei", "drei", "fünf", "neun"].iter().any(|number| line.contains(&format!(" {number}")))
    }

    /// Whether the same said by that side's player is not refused as another's.
    fn is_for(&self, side: Color, begin: &dyn Fn() -> Session) -> bool {
        let mut session = begin();
        session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
        let Some(((last, at), before)) = self.events.split_last() else { return false };
        for (event, at) in before {
            session.handle(event.clone(), *at);
        }
        // A remote side says it from elsewhere.
        let origin =
            if session.record().remote() == Some(side) { Origin::Remote(side) } else { Origin::Player(side) };
        let effects = session.handle(Event { origin, ..last.clone() }, *at);
        !effects.iter().any(|effect| {
            matches!(
                effect,
                Effect::Announce(
                    Announcement::NotYours(_)
                        | Announcement::NotYourMove(_)
                        | Announcement::NotHavingMove(_)
                        | Announcement::GameOver(_)
                        | Announcement::NotUnderstood
                )
            )
        })
    }
}
