//! Every sentence about the Laws, in words and cells, and what no transcript can bring about.

use std::time::Duration;

use annabella::{
    announce::{Announcement, ArbiterAnnouncement, AskedMove, Declaration, MoveInPosition},
    grammar::{Execution, Expectation, Intent, Moment, OrderContext, Understanding},
    journal::{Entry, JournalLine, Record, Start},
    language::{LANGUAGES, LanguageFolder},
    laws::{
        CastlingSide, ClaimKind, Color, Ending, Game, GameResult, ObligationCause, Origin, Outcome, Position,
        Role, Square, TwoMinutesRefused,
    },
    session::{Effect, Event, EventKind, Options, Phase, Session},
};

use crate::told::{AUDIENCES, LONG, announcer, check_told};

#[test]
fn every_declaration_has_words_and_cells() {
    let game = Game::default();
    let told = MoveInPosition::new(game.position().clone(), game.position().legal_moves()[0]);
    let side = Color::Black;
    let refusals = [
        TwoMinutesRefused::GameOver(Ending::Stalemate),
        TwoMinutesRefused::NotOnMove,
        TwoMinutesRefused::FlagFallen,
        TwoMinutesRefused::TimeLeft,
        TwoMinutesRefused::Addition,
        TwoMinutesRefused::NotLastPeriod,
        TwoMinutesRefused::Blitz,
    ];
    let owed = [
        ObligationCause::Own(Square::E2),
        ObligationCause::Opponents(Square::D5),
        ObligationCause::Both { own: Square::E4, opponents: Square::D5 },
        ObligationCause::Castling(CastlingSide::KingSide),
        ObligationCause::Castling(CastlingSide::QueenSide),
        ObligationCause::KingInstead(Square::E1),
    ];
    let claims = [ClaimKind::Threefold, ClaimKind::FiftyMoves].into_iter().flat_map(|kind| {
        [None, Some(told.clone())].map(|with| Declaration::ConfirmClaim {
            side,
            kind,
            with: with.map(AskedMove::InPosition),
        })
    });
    let scores = [None, Some(told.clone())].into_iter().flat_map(|after| {
        [None, Some(told.clone())].map(|other| Declaration::ScoresPart { after: after.clone(), other })
    });
    let (square, role, color) = (Square::E2, Role::Pawn, side);
    let others = [
        Declaration::NotOnMove,
        Declaration::MustPlay(told.clone()),
        Declaration::ConfirmTouch(square, Some((role, color))),
        Declaration::ConfirmTouch(square, None),
        Declaration::TouchedFree,
        Declaration::TooEarly(1),
        Declaration::TooEarly(30),
        Declaration::NoOffers,
        Declaration::NoGameYet,
        Declaration::Adjourned,
        Declaration::AlreadyDecided,
        Declaration::DecideFirst,
        Declaration::BothFlags,
        Declaration::TwoMinutes(side),
        Declaration::TwoMinutesRejected,
        Declaration::TwoMinutesPostponed,
        Declaration::TwoMinutesReferred(side),
        Declaration::ConfirmPenalty(side),
        Declaration::TwoMinutesAtFlag(side),
        Declaration::ConfirmIllegalMove { side, m: None, later: false },
        Declaration::ConfirmIllegalMove { side, m: Some(told.clone()), later: false },
        Declaration::ConfirmIllegalMove { side, m: Some(told.clone()), later: true },
        Declaration::ConfirmPawn(side, Some(square)),
        Declaration::ConfirmPawn(side, None),
        Declaration::NoPawnToReplace,
        Declaration::NoSuchMove,
        Declaration::PlaysElsewhere(side),
        Declaration::OnlyUnsupervised,
        Declaration::ConfirmReturn(told.clone()),
        Declaration::ConfirmDisplacement(side),
        Declaration::PuttingRight(side),
        Declaration::ConfirmWrongStart,
        Declaration::ConfirmColours,
        Declaration::ColoursStay,
        Declaration::BoardTurned,
        Declaration::NewGame,
        Declaration::ConfirmClock { replace: true, estimated: false, white: LONG, black: LONG },
        Declaration::ConfirmClock { replace: false, estimated: true, white: LONG, black: LONG },
        Declaration::ClockSet { replace: true },
        Declaration::ClockSet { replace: false },
        Declaration::RulingTakenBack(side),
        Declaration::RulingTakenBackOver(GameResult::WhiteWins),
        Declaration::RulingTakenBackOver(GameResult::BlackWins),
        Declaration::RulingTakenBackOver(GameResult::Draw),
        Declaration::RulingTakenBackOver(GameResult::BothLose),
        Declaration::RulingTakenBackOver(GameResult::half_point(side)),
        Declaration::RulingTakenBackOver(GameResult::NoResult),
        Declaration::Comparing,
        Declaration::CompareMove(told.clone()),
        Declaration::OtherScore(told.clone()),
        Declaration::ScoresAgree,
        Declaration::Returned(side),
        Declaration::Sealing(side),
        Declaration::SealAgain,
        Declaration::SealOther,
        Declaration::SealUnclear,
        Declaration::Sealed { clock: true, resumption: String::new() },
        Declaration::Sealed { clock: false, resumption: "morgen 10 Uhr, Saal 2".into() },
        Declaration::SealWaits(side, String::new()),
        Declaration::SealWaits(side, "um 10 Uhr".into()),
        Declaration::NothingSealed,
        Declaration::SealDamaged(side),
        Declaration::PressFirst,
        Declaration::NoFault,
        Declaration::StoodStill { side, time: Duration::from_secs(75), counted: true },
        Declaration::StoodStill { side, time: Duration::from_secs(5), counted: false },
        Declaration::ConfirmGivingBack(side, Duration::from_secs(75)),
    ];
    let all = claims
        .chain(scores)
        .chain(others)
        .chain(refusals.map(Declaration::TwoMinutesRefused))
        .chain(owed.map(Declaration::TouchedMust));
    let announcers = LANGUAGES.map(announcer);
    for (declaration, announcer) in all.flat_map(|one| announcers.iter().map(move |by| (one.clone(), by))) {
        let announcement = Announcement::from(declaration.clone());
        for audience in AUDIENCES {
            let told = announcer.render(&announcement, audience);
            let (words, cells) = (told.words, told.line.cells);
            assert!(words.ends_with(['.', '?']), "{declaration:?}: {words}");
            assert!(cells.chars().count() <= 40 && !cells.contains('{'), "{declaration:?}: {cells}");
            // A message that is missing would say its own name.
            assert!(
                words.contains(' ') || ["Abgegeben.", "Eingestellt.", "Set."].contains(&words.as_str()),
                "{declaration:?}: {words}"
            );
            assert_eq!(words.ends_with('?'), cells.contains('?'), "{declaration:?}: {words} / {cells}");
        }
        check_told(announcer, &announcement);
    }
}

/// Guidelines I.12: what cannot be opened is asked of the player who sealed it.
#[test]
fn a_damaged_envelope_is_asked_for() {
    let journal = |sealed: &str| {
        let start = Start { version: 1, time_control: Some("5400".parse().unwrap()), ..Start::default() };
        [
            Entry::Started(Box::new(start)),
            Entry::ClockStarted { side: Color::White },
            Entry::Sealed { side: Color::White, sealed: sealed.into() },
        ]
        .map(|entry| JournalLine::new(Duration::from_secs(1), entry))
    };
    for damaged in ["", "ü", "0123456789abcdef", "0123456789abcdef00112233445566778899aabbccdd"] {
        let lines = journal(damaged);
        let grammar = crate::grammars::of(annabella::language::LanguageFolder::USUAL);
        let mut session = Session::resume(Record::replay(&lines).unwrap(), Options::default(), grammar);
        let at = session.at();
        session.handle(Event::of_program(EventKind::Resumed { torn: false }), at);
        assert_eq!(*session.phase(), Phase::Adjourned);
        session.handle(Event::at_table(EventKind::Typed("weiter".into())), at);
        let effects = session.handle(Event::at_table(EventKind::Typed("ja".into())), at);
        let told = Effect::Announce(Declaration::SealDamaged(Color::White).into());
        assert!(effects.contains(&told), "{damaged:?}: {effects:?}");
        assert_eq!((session.record().sealed(), session.phase()), (None, &Phase::Moving));
    }
}

/// What an arbiter can order is told by a sentence of its own: as it is carried out, or as it is asked once more.
#[test]
fn every_order_that_can_be_said_has_its_sentence() {
    for language in LANGUAGES {
        let grammar = crate::grammars::of(language);
        let record = Record::new(Start { version: 1, ..Start::default() });
        let moment = Moment::new(Some(record.game().position()), &Expectation::Order);
        let mut orders = 0;
        for saying in grammar.topics().iter().flat_map(|topic| &topic.phrases) {
            let understood = grammar.understand_text(&saying.words, &moment);
            let Understanding::Understood { intent: Intent::Order(order), .. } = understood else { continue };
            let ordered = OrderContext { record: &record, asker: Color::White, at: Duration::ZERO };
            let message = match order.execution(&ordered) {
                Execution::End(_) if !matches!(order, annabella::grammar::Order::Late { .. }) => "order-sure",
                _ => "ordered",
            };
            let start = language.sentences.find(&format!("\n{message} =")).unwrap();
            let sentence = language.sentences[start + 1..].split("\n    .braille").next().unwrap();
            assert!(sentence.contains(&format!("[{}]", order.ruling())), "{message} of {}", order.ruling());
            orders += 1;
        }
        assert!(orders > 11, "{}: {orders}", language.tag);
    }
}

/// Both flags down before anyone saw which fell first (Guidelines III.3.1).
#[test]
fn both_flags_down_go_on_or_draw() {
    check("3600", Some("both-flags"));
    check("40/5400:1800", None);
    fn check(control: &str, ending: Option<&str>) {
        let start = Start { version: 1, time_control: Some(control.parse().unwrap()), ..Start::default() };
        let set = |side| Entry::TimeSet { side, left_ms: 0 };
        let entries = [Entry::Started(Box::new(start)), set(Color::White), set(Color::Black)];
        let lines = entries.map(|entry| JournalLine::new(Duration::ZERO, entry));
        let grammar = crate::grammars::of(annabella::language::LanguageFolder::USUAL);
        let mut session = Session::resume(Record::replay(&lines).unwrap(), Options::default(), grammar);
        session.handle(Event::of_program(EventKind::Resumed { torn: false }), Duration::ZERO);
        session.handle(Event::at_table(EventKind::Typed("zeit überschritten".into())), Duration::ZERO);
        assert_eq!(session.record().ended().map(|outcome| outcome.ending.name()), ending, "{control}");
    }
}

/// The power goes between the last fault allowed and the result.
#[test]
fn a_fault_too_many_ends_the_game_when_it_is_taken_up() {
    let start = Start { version: 1, time_control: Some("5400+30".parse().unwrap()), ..Start::default() };
    let penalized = || Entry::Penalized { side: Color::Black, gains_ms: 0 };
    let lines = [Entry::Started(Box::new(start)), penalized(), penalized()]
        .map(|entry| JournalLine::new(Duration::ZERO, entry));
    let grammar = crate::grammars::of(annabella::language::LanguageFolder::USUAL);
    let mut session = Session::resume(Record::replay(&lines).unwrap(), Options::default(), grammar);
    session.handle(Event::of_program(EventKind::Resumed { torn: false }), Duration::ZERO);
    assert_eq!(
        session.record().ended(),
        Some(Outcome::win(Color::White, Ending::IllegalMoves(Color::Black)))
    );
}

/// The power goes between a claim that holds and the result.
#[test]
fn a_claim_that_held_ends_the_game_when_it_is_taken_up() {
    let fen = "8/8/8/4k3/8/8/4K2R/8 w - - 100 80";
    let start = Start { version: 1, position: fen.parse().unwrap(), ..Start::default() };
    let claimed = Entry::Claimed {
        by: Color::White,
        claim: annabella::laws::ClaimKind::FiftyMoves,
        uci: None,
        said: None,
        holds: true,
        gains_ms: 0,
    };
    let lines =
        [Entry::Started(Box::new(start)), claimed].map(|entry| JournalLine::new(Duration::ZERO, entry));
    assert_eq!(Record::replay(&lines).unwrap().ended(), None);
    let grammar = crate::grammars::of(annabella::language::LanguageFolder::USUAL);
    let mut session = Session::resume(Record::replay(&lines).unwrap(), Options::default(), grammar);
    let effects = session.handle(Event::of_program(EventKind::Resumed { torn: false }), Duration::ZERO);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Announce(Announcement::Ended(..)))));
    assert_eq!(session.record().ended(), Some(Outcome::draw(Ending::FiftyMoves { intended: false })));
}

/// Where no search finds out whether the winner can mate, the arbiter is told what either answer comes to.
#[test]
fn what_no_search_decides_is_for_the_arbiter() {
    let by_flag = [("uhr", 0), ("zeit überschritten", 61)];
    let by_resigning = [("weiß gibt auf", 0), ("ja", 0)];
    check(&by_flag, "ja", Outcome::win(Color::Black, Ending::FlagFall(Color::White)));
    check(&by_flag, "nein", Outcome::draw(Ending::FlagFall(Color::White)));
    check(&by_resigning, "ja", Outcome::win(Color::Black, Ending::Resignation(Color::White)));
    check(&by_resigning, "nein", Outcome::draw(Ending::Resignation(Color::White)));
    fn check(said: &[(&str, u64)], answer: &str, outcome: Outcome) {
        let start = Start { version: 1, time_control: Some("60".parse().unwrap()), ..Start::default() };
        let grammar = crate::grammars::of(LanguageFolder::USUAL);
        // Nothing can be found out with so few.
        let options = Options { nodes: 5, ..Options::default() };
        let mut session = Session::new(start, options, grammar);
        session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
        let mut at = Duration::ZERO;
        let mut told = Vec::new();
        for (words, seconds) in said {
            at += Duration::from_secs(*seconds);
            told = session.handle(Event::at_table(EventKind::Typed((*words).into())), at);
        }
        let question = Effect::Announce(ArbiterAnnouncement::ConfirmCanMate(Color::Black).into());
        assert!(told.contains(&question), "{told:?}");
        assert_eq!(session.record().ended(), None);
        // Only the arbiter answers it.
        let player = Event { origin: Origin::Player(Color::Black), kind: EventKind::Typed("ja".into()) };
        session.handle(player, at);
        assert_eq!(session.record().ended(), None);
        session.handle(Event { origin: Origin::Arbiter, kind: EventKind::Typed(answer.into()) }, at);
        assert_eq!(session.record().ended(), Some(outcome), "{said:?} {answer}");
        let remark = &session.record().remarks()[0].1;
        assert!(remark.starts_with("arbiter: can-mate"), "{remark}");
    }
}
