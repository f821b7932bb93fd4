//! What a refusal says of the state of a game is so: it is tried on the record before what was refused.

use std::{sync::Arc, time::Duration};

use annabella::{
    announce::{Advice, Announcement, ArbiterAnnouncement, Declaration, IncorrectClaim, StrengthLimits},
    journal::{Opponent, Record, Start, Users},
    language::LanguageFolder,
    laws::{
        Color, DrawRule, Move, Origin, Position, Reason, Ruleset, Square, TouchObligation, TwoMinutesRefused,
        may_rule,
    },
    session::{Effect, Event, EventKind, Options, Pattern, Phase, Session},
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
    läufer schlägt felix sieben|zwei minuten mehr für weiß|remis|figuren verschoben|weiß verliert|\
    dreimalige stellung mit springer felix drei|fünfzig züge mit eva vier|stellung|was steht auf eva vier|\
    tipp|stärke fünfzehn hundert|schwächer|üben|zug zwölf|bauer nicht ersetzt auf anna acht|springer|\
    uhr anhalten|berührt anna sieben|annehmen|ablehnen|verwarnung schwarz|zwei hände weiß|neue partie|xyz|weiß";

/// Where the games begin: as usual, with pawns to be promoted, and in check.
const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/4q3/R3K2R w KQkq - 0 1",
];

const STRENGTHS: StrengthLimits = StrengthLimits { elo: Some((1350, 2850)), levels: None };

/// A state of a game, and what was said in it.
struct Said<'a> {
    events: &'a [(Event, Duration)],
    /// The state before it was said, and after.
    record: &'a Record,
    after: &'a Record,
    /// What was asked before, and what is asked then.
    phase: &'a Phase,
    asked: [Option<&'a Announcement>; 2],
    /// Whether the words made sense.
    understood: bool,
    /// Whether a refusal was felt before.
    is_refused: bool,
    over: bool,
    at: Duration,
}

/// Games at random, of two at a microphone, of one, and against an engine: every refusal is true of the state before it.
#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn what_is_refused_is_refused_for_the_reason_told() {
    let grammar = crate::grammars::of(LanguageFolder::USUAL);
    let random = &mut Random(0x5a1d);
    let (mut wrong, mut told) = (Vec::new(), 0);
    for _ in 0..150 {
        let start = some_start(random);
        let options = Options { strengths: STRENGTHS, ..Options::default() };
        let begin = || Session::new(start.clone(), options.clone(), Arc::clone(&grammar));
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
            let (phase, before) = (session.phase().clone(), session.asked());
            let understood = match &event.kind {
                EventKind::Typed(line) => grammar.understand_text(line, &session.moment()).is_understood(),
                _ => true,
            };
            events.push((event.clone(), at));
            let effects = session.handle(event.clone(), at);
            let now = session.asked();
            let after = session.record();
            let mut is_refused = false;
            for effect in effects {
                let Effect::Announce(announcement) = effect else {
                    is_refused |= effect == Effect::Feel(Pattern::Refuse);
                    continue;
                };
                let asked = [before.as_ref(), now.as_ref()];
                let (events, phase, record) = (&events, &phase, &record);
                let said = Said { events, record, after, phase, asked, understood, is_refused, over, at };
                match said.holds(&announcement, &begin) {
                    Some(false) => wrong.push(format!("{announcement:?} {event:?} {phase:?}")),
                    Some(true) => told += 1,
                    // Every refusal is tried here.
                    None if is_refused => wrong.push(format!("not tried: {announcement:?} {event:?}")),
                    None => {}
                }
                is_refused = false;
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
        blindfold: random.below(6) == 0,
        position: STARTS[random.below(STARTS.len())].parse().unwrap(),
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
            // In competition it is as it was said, whether a piece stands there or not.
            Announcement::ClaimLost => {
                record.touch().is_bound() || record.is_discreet() && !record.touched_as_said().is_empty()
            }
            Announcement::ClaimIncorrect(IncorrectClaim::Threefold(seen)) => *seen < 3,
            Announcement::ClaimIncorrect(IncorrectClaim::FiftyMoves(moves)) => *moves < 50,
            Announcement::ClockStopped => record.clock_was_stopped() || self.line() == "uhr anhalten",
            Announcement::NotUnderstood => !self.understood || self.is_no_answer(),
            Announcement::YesOrNo(question) | Announcement::YesOrNoOtherwise { question, .. } => {
                self.asked[1] == Some(&**question)
            }
            again if self.asked[1] == Some(again) => true,
            Announcement::Illegal { reason, discreet } => {
                *discreet == record.is_discreet() && self.is_illegal(*reason)
            }
            // Several moves fit the words, and which is not told.
            Announcement::Unclear => record.is_discreet() || matches!(self.phase, Phase::Comparing { .. }),
            Announcement::NotAllowed => record.start().competition,
            Announcement::ArbiterCalled { clock: false } => self.is_for_the_arbiter(begin),
            Announcement::NotRecorded => false,
            Announcement::Declared(declared) => return self.declared(declared),
            Announcement::Advice(Advice::NoEngine) => !record.start().opponent.is_engine(),
            Announcement::Advice(Advice::Blindfold) => {
                record.start().blindfold && !record.start().competition && !self.over
            }
            Announcement::Advice(Advice::StrengthRange(limits)) => *limits == STRENGTHS,
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
            // Whoever may answer the question.
            Declaration::DecideFirst => {
                let from = self.events.last().map(|(event, _)| event.origin);
                self.line() == "abgabezug" && self.asked[0].is_some() && from.is_some_and(may_rule)
            }
            // Who has not pressed yet is not on move either.
            Declaration::NotOnMove => self.speaker().map_or(record.is_open(), |side| side != game.turn()),
            // After a ruling or a claim it is told of what comes of it.
            Declaration::TouchedMust(_) | Declaration::MustPlay(_) if !self.is_refused => return None,
            // What was confirmed just now may bind already.
            Declaration::MustPlay(told) => {
                [record, self.after].iter().any(|record| record.must_play() == Some(told.m))
            }
            Declaration::TouchedMust(told) => [record, self.after].iter().any(
                |record| matches!(record.owed(), TouchObligation::OneOf { because, .. } if because == *told),
            ),
            Declaration::Adjourned | Declaration::SealWaits(..) => record.sealed().is_some(),
            Declaration::SealUnclear => matches!(self.phase, Phase::Sealing { .. }),
            Declaration::NoPawnToReplace => {
                let promotes = |m: &Move| m.is_promotion();
                !game.position().legal_moves().iter().any(promotes)
                    && !game.moves().last().is_some_and(promotes)
                    || self.line().contains("auf")
            }
            Declaration::NoFault => self.is_no_fault(),
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

    /// What was typed last.
    fn line(&self) -> &str {
        match self.events.last() {
            Some((Event { kind: EventKind::Typed(line), .. }, _)) => line,
            _ => "",
        }
    }

    /// The side in whose name it was said.
    fn speaker(&self) -> Option<Color> {
        let named = [("weiß", Color::White), ("schwarz", Color::Black)];
        let named = named.into_iter().find(|(name, _)| self.line().starts_with(name));
        let named = named.map(|(_, side)| side);
        match self.events.last()?.0.origin {
            // Only what comes from the table itself is the user's.
            Origin::Table => named.or(self.record.user()),
            other => named.or(other.side()),
        }
    }

    /// Whether what was understood answers nothing that is asked.
    fn is_no_answer(&self) -> bool {
        self.asked[0].is_none()
    }

    /// Whether a move that was said is illegal for this reason, or a square that was named is empty.
    fn is_illegal(&self, reason: Reason) -> bool {
        let game = self.record.game();
        if let Reason::EmptySquare { square } = reason {
            let plies = game.moves().len().saturating_sub(1)..=game.moves().len();
            return matches!(self.phase, Phase::Comparing { .. })
                || plies.into_iter().any(|ply| game.position_at(ply).board().piece_at(square).is_none());
        }
        // What each of them claims, the test of refused moves tries.
        true
    }

    /// Whether the arbiter may say it.
    fn is_for_the_arbiter(&self, begin: &dyn Fn() -> Session) -> bool {
        let effects = self.said_by(Origin::Arbiter, begin);
        !effects.iter().any(|effect| {
            matches!(effect, Effect::Announce(Announcement::ArbiterCalled { .. } | Announcement::NotYours(_)))
        })
    }

    /// Whether what was reported is no fault: by the rules of the event, or because the move made fulfils the touch.
    fn is_no_fault(&self) -> bool {
        let (record, line) = (self.record, self.line());
        let switches = record.rules().switches();
        if line.starts_with("uhr ohne") {
            return !switches.press_needs_move;
        }
        if line.starts_with("zwei hände") {
            return !switches.two_hands;
        }
        let Some(ply) = record.game().moves().len().checked_sub(1) else { return false };
        let (before, made) = (record.game().position_at(ply), record.game().moves()[ply]);
        let names = [("eva vier", Square::E4), ("eva zwei", Square::E2), ("bella eins", Square::B1)];
        let names = names.into_iter().chain([("anna sieben", Square::A7)]);
        let Some((_, touched)) = names.into_iter().find(|(name, _)| line.ends_with(name)) else {
            return false;
        };
        let is_own = before.us().contains(touched);
        let uses =
            |m: &Move| if is_own { m.from() == Some(touched) } else { m.is_capture() && m.to() == touched };
        let is_free = !before.legal_moves().iter().any(uses);
        is_free || uses(&made) || made.is_castle()
    }

    fn names_a_number(&self) -> bool {
        let line = self.line();
        ["eins", "zwei", "drei", "fünf", "neun", "zwölf"]
            .iter()
            .any(|number| line.contains(&format!(" {number}")))
    }

    /// What comes of it when this speaker says it.
    fn said_by(&self, origin: Origin, begin: &dyn Fn() -> Session) -> Vec<Effect> {
        let mut session = begin();
        session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
        let Some(((last, at), before)) = self.events.split_last() else { return Vec::new() };
        for (event, at) in before {
            session.handle(event.clone(), *at);
        }
        session.handle(Event { origin, ..last.clone() }, *at)
    }

    /// Whether the same said by that side's player is not refused as another's.
    fn is_for(&self, side: Color, begin: &dyn Fn() -> Session) -> bool {
        // A remote side says it from elsewhere.
        let is_remote = self.record.remote() == Some(side);
        let effects =
            self.said_by(if is_remote { Origin::Remote(side) } else { Origin::Player(side) }, begin);
        !effects.iter().any(|effect| {
            let (Effect::Announce(told) | Effect::Answer(told)) = effect else { return false };
            matches!(
                told,
                Announcement::NotYours(_)
                    | Announcement::NotYourMove(_)
                    | Announcement::NotHavingMove(_)
                    | Announcement::GameOver(_)
                    | Announcement::NotUnderstood
            )
        })
    }
}
