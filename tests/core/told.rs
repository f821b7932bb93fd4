//! Every announcement for every audience in every language: whole sentences, whole lines, nobody addressed who
//! is not meant, and in competition nothing that was not said.

use std::{mem::discriminant, sync::LazyLock, time::Duration};

use annabella::{
    announce::{
        Advice, Announcement, Announcer, ArbiterAnnouncement, AskedMove, AssistantAnswer, Audience,
        BoardAnswer, Challenge, ClockDifference, DeclineReason, Device, EngineStrength, Farewell,
        GameProgress, GameUpdate, GamesAnnouncement, HelpPhrase, HelpTopic, IncorrectClaim, ListedGame,
        MoveDetail, MoveInPosition, OnlineAnnouncement, OnlineFault, OnlineVariant, Pace, PeerRefusal,
        PeerTime, PeerTrouble, Rendering, SavedFile, ServerDelay, StrengthLimits, Target, UnreadBoard,
    },
    clock::Authority,
    grammar::{Answer, Fact, Grammar, PageAddress, PhrasePlace},
    language::{LANGUAGES, LanguageFolder},
    laws::{
        Act, Assessment, Attempt, ByColor, CastlingSide, Chess, Color, Ending, Exercise, Game, GameResult,
        MaterialLoss, Mistake, OpenPart, Outcome, PartialSquare, PieceMoves, PieceOn, Pin, Position, Reason,
        RightLost, Role, Square, Verdict, board_facts, judge, tracking::Difference,
    },
};
use proptest::prelude::*;
use shakmaty::{CastlingMode, EnPassantMode, Piece};
use strum::VariantArray;

use crate::laws_judge::any_attempt;

/// Too slow to be read for every case of a property.
static VOICES: LazyLock<[(Grammar, Announcer); LANGUAGES.len()]> =
    LazyLock::new(|| LANGUAGES.map(|language| (Grammar::of(language), announcer(language))));

/// No time is longer on the line.
pub const LONG: Duration = Duration::from_secs(9 * 3600 + 59 * 60 + 59);

pub const AUDIENCES: [Audience; 5] = [
    Audience::User(Color::White),
    Audience::User(Color::Black),
    Audience::Table,
    Audience::Arbiter,
    Audience::Spectator,
];

pub fn announcer(language: LanguageFolder) -> Announcer {
    let grammar = crate::grammars::of(language);
    Announcer::of(language, grammar.spoken().clone(), *grammar.letters())
}

#[test]
fn everything_is_told_to_everybody_in_his_own_way() {
    for announcer in LANGUAGES.map(announcer) {
        for announcement in Color::ALL.into_iter().flat_map(announcements) {
            check_told(&announcer, &announcement);
        }
    }
}

/// Silent play must not be told less: the line gives the same reason, in as many words.
#[test]
fn every_refusal_says_why_to_both_senses() {
    for announcer in LANGUAGES.map(announcer) {
        let refused = |reason, discreet| {
            let illegal = Announcement::Illegal { reason, discreet };
            check_told(&announcer, &illegal);
            announcer.render(&illegal, Audience::Table)
        };
        for (reason, discreet) in reasons().into_iter().flat_map(|one| [(one, false), (one, true)]) {
            let Rendering { words, line } = refused(reason, discreet);
            let (_, why) = line.cells.split_once(": ").unwrap_or_default();
            let without_squares = |text: &str| text.split_whitespace().filter(|word| word.len() > 3).count();
            let (spoken, felt) = (without_squares(&words), without_squares(why));
            assert!(!why.is_empty() && felt + 8 >= spoken, "{reason:?}: {words} / {}", line.cells);
        }
    }
}

/// Who has made an offer is not asked about it, nor is anyone who cannot answer.
#[test]
fn an_offer_is_a_question_to_whom_it_is_made() {
    let offer = Announcement::DrawOffered(Color::White);
    for announcer in LANGUAGES.map(announcer) {
        let asked = AUDIENCES.map(|audience| !announcer.render(&offer, audience).line.targets.is_empty());
        assert_eq!(asked, [false, true, true, false, false]);
    }
}

/// Checks that only the user is spoken to, that every argument was filled in, and that every mark in the cells
/// has become a target within them.
pub fn check_told(announcer: &Announcer, announcement: &Announcement) {
    for audience in AUDIENCES {
        let Rendering { words, line } = announcer.render(announcement, audience);
        assert!(words.ends_with(['.', '?']) && !line.is_empty(), "{announcement:?}: {words}");
        assert!(!words.contains(['{', '$']) && !line.cells.contains(['{', '$']), "{words} / {}", line.cells);
        // An offer is a statement in words, with the answers to it under the fingers.
        let offer = matches!(announcement, Announcement::DrawOffered(..));
        assert!(offer || words.ends_with('?') == line.cells.contains('?'), "{words} / {}", line.cells);
        let addressed = ["Sie", "Ihr", "Ihre", "You", "you", "Your", "your"];
        let mut spoken = words.split(|c: char| !c.is_alphabetic());
        // Those who spoke are asked what they meant, those who can speak are told what they can say.
        let speaker = matches!(
            announcement,
            Announcement::WhichMove(..) | Announcement::UncertainMove(..) | Announcement::Help(_)
        );
        assert!(
            matches!(audience, Audience::User(_)) || speaker || !spoken.any(|word| addressed.contains(&word)),
            "{audience:?}: {words}"
        );
        assert!(!line.cells.contains(['«', '»']), "{}", line.cells);
        assert!(line.cells.chars().all(|c| !('\u{E000}'..='\u{F8FF}').contains(&c)), "{}", line.cells);
        let mut end = 0;
        for (cells, target) in &line.targets {
            assert!(end <= cells.start && cells.start < cells.end, "{target:?} in {}", line.cells);
            end = cells.end;
        }
        assert!(end <= line.len(), "{}", line.cells);
        let answers = line.targets.iter().filter(|(_, target)| matches!(target, Target::Choice(_))).count();
        match announcement {
            Announcement::Which(moves) | Announcement::WhichMove(moves) => {
                assert_eq!(answers, moves.len(), "{}", line.cells);
            }
            Announcement::BoardAnswer(BoardAnswer::WhereTo(moves)) => {
                assert_eq!(answers, moves.len(), "{}", line.cells)
            }
            // Where the moves are not told there is nothing to choose.
            Announcement::BoardAnswer(BoardAnswer::WhereToOf(_)) => assert_eq!(answers, 0),
            Announcement::WhatIsOpen(open) => {
                let expected = match open {
                    OpenPart::Promotion => 4,
                    OpenPart::Castling => 2,
                    OpenPart::Piece | OpenPart::Destination | OpenPart::Origin => 0,
                };
                assert_eq!(answers, expected, "{}", line.cells);
            }
            Announcement::WhichOpponent { online } => assert_eq!(answers, 2 + usize::from(*online)),
            Announcement::Promotion(_) => assert_eq!(answers, 4, "{}", line.cells),
            // A number is written.
            Announcement::Advice(Advice::AskStrength(_)) => assert_eq!(answers, 1),
            _ if words.ends_with('?') => {
                // Yes and no, or White and Black; an arbiter may also let it wait.
                let waits = line.cells.ends_with(" weiter") || line.cells.ends_with(" continue");
                assert_eq!(answers, if waits { 3 } else { 2 }, "{audience:?}: {}", line.cells);
            }
            _ => {}
        }
    }
}

/// What is told at the end.
fn farewells() -> Vec<Announcement> {
    let file = |name: &str| SavedFile { folder: "annabella".into(), name: name.into() };
    let none = Farewell {
        scores: vec![],
        unwritten: false,
        incomplete: 0,
        missing_moves: 0,
        unfinished: vec![],
        resumes_alone: false,
        again: false,
        failed: false,
    };
    let interrupted = |resumes_alone| Farewell {
        scores: vec![file("opera.pgn")],
        unfinished: vec![file("opera.jsonl")],
        resumes_alone,
        ..none.clone()
    };
    let several = Farewell {
        scores: vec![file("a.pgn"), file("b.pgn")],
        unfinished: vec![file("a.jsonl"), file("b.jsonl")],
        ..none.clone()
    };
    let dated = |name, again| Farewell { scores: vec![file(name)], again, ..none.clone() };
    let unwritten = Farewell { unwritten: true, ..none.clone() };
    let lacking = |missing_moves| Farewell { incomplete: 1, missing_moves, ..none.clone() };
    let lacking = [0, 1, 12].map(lacking);
    let failed = Farewell { failed: true, ..interrupted(true) };
    let last = ["2026-11-27-220519.pgn", "2026-03-01-000000-2.pgn", "2026-11-27 Eva.pgn"];
    let mut all = vec![interrupted(true), interrupted(false), several, unwritten];
    all.extend(last.map(|name| dated(name, false)));
    all.push(dated(last[0], true));
    all.extend(lacking);
    all.extend([none, failed]);
    all.into_iter().map(Announcement::Farewell).collect()
}

/// A file that the program named is said by when the game began, and any other by its name; never letter by letter.
#[test]
fn where_the_score_lies_is_said_in_words() {
    let [(_, german), (_, english)] = &*VOICES;
    let said = |announcer: &Announcer| -> Vec<String> {
        farewells().iter().map(|told| announcer.render(told, Audience::Table).words).collect()
    };
    assert_eq!(
        said(german),
        [
            "Die Partie ist unterbrochen. Weiter geht es mit: annabella resume. Die Mitschrift liegt im Ordner annabella, \
             Datei opera. Das Programm endet.",
            "Die Partie ist unterbrochen. Weiter geht es mit: annabella resume, und der Datei opera. Die Mitschrift \
             liegt im Ordner annabella, Datei opera. Das Programm endet.",
            "2 Partien sind unterbrochen. Weiter geht es mit: annabella resume, und den Dateien a, b. 2 Mitschriften \
             sind gespeichert. Das Programm endet.",
            "Eine Mitschrift ließ sich nicht speichern. Das Programm endet.",
            "Die Mitschrift liegt im Ordner annabella, Datei vom 27. November, 22 Uhr 05. Das Programm endet.",
            "Die Mitschrift liegt im Ordner annabella, Datei vom 1. März, 0 Uhr 00, Nummer 2. Das Programm endet.",
            "Die Mitschrift liegt im Ordner annabella, Datei 2026 11 27 Eva. Das Programm endet.",
            "Die Mitschrift liegt im Ordner annabella, Datei vom 27. November, 22 Uhr 05.",
            "Die Partiedatei ist nicht vollständig. Das Programm endet.",
            "In der Partiedatei fehlt ein Halbzug. Das Programm endet.",
            "In der Partiedatei fehlen 12 Halbzüge. Das Programm endet.",
            "Das Programm endet.",
            "Das Programm hat einen Fehler. Die Partie ist unterbrochen. Weiter geht es mit: annabella resume. Die \
             Mitschrift liegt im Ordner annabella, Datei opera. Das Programm endet.",
        ]
    );
    assert_eq!(
        said(english)[4],
        "The score is in the folder annabella, in the file of 27 November, 22:05. The program ends."
    );
}

/// All that is told where several games are played.
fn several(side: Color, told: &MoveInPosition) -> Vec<GamesAnnouncement> {
    let name = || Some("Karl".to_owned());
    let news = |what: Announcement| GamesAnnouncement::Update {
        number: 2,
        name: name(),
        update: GameUpdate::Told(Box::new(what)),
    };
    let turned_to = |last: Option<MoveInPosition>, over: Option<GameResult>| GamesAnnouncement::SwitchedTo {
        number: 2,
        name: name(),
        last,
        fullmoves: 12,
        turn: side,
        over,
    };
    let listed = |name, progress, left| ListedGame { number: 1, name, progress, left };
    let standings = [GameProgress::Here, GameProgress::UserToMove, GameProgress::Runs, GameProgress::Over];
    vec![
        GamesAnnouncement::List(Vec::new()),
        GamesAnnouncement::List(vec![listed(None, GameProgress::Here, None)]),
        GamesAnnouncement::List(standings.map(|standing| listed(name(), standing, Some(LONG))).into()),
        news(Announcement::DrawOffered(side)),
        news(Announcement::Turn(side)),
        news(Announcement::TimeWarning(side, Duration::from_secs(60))),
        GamesAnnouncement::Update { number: 1, name: None, update: GameUpdate::Question },
        turned_to(None, None),
        turned_to(Some(told.clone()), None),
        turned_to(Some(told.clone()), Some(GameResult::Draw)),
        GamesAnnouncement::NoSuchGame,
        GamesAnnouncement::OnlyThis,
        GamesAnnouncement::ThisFirst,
    ]
}

/// All that is told of a server.
fn online(side: Color, told: &MoveInPosition) -> Vec<OnlineAnnouncement> {
    let control = || Some("900+10".parse().unwrap());
    let challenge = |side, rematch: bool| Challenge {
        id: "abcdefgh".into(),
        name: "Karl".into(),
        rating: rematch.then_some(1500),
        variant: if rematch { OnlineVariant::Chess960 } else { OnlineVariant::FromPosition },
        pace: if rematch { Pace::Days(14) } else { Pace::Clock(control().unwrap()) },
        rated: rematch,
        side,
        rematch,
        refusal: None,
    };
    let found = |last: Option<MoveInPosition>| OnlineAnnouncement::Found {
        name: "Karl".into(),
        rating: Some(1500),
        rated: true,
        side,
        variant: if last.is_some() { OnlineVariant::FromPosition } else { OnlineVariant::Standard },
        pace: if last.is_some() { Pace::Unlimited } else { Pace::Days(1) },
        turn: last.is_some().then_some(side),
        left: last.is_none().then_some(Duration::from_secs(49 * 3600)),
        last,
        number: 12,
    };
    let mut all = vec![
        OnlineAnnouncement::Seeking { pace: Pace::Clock(control().unwrap()), rated: true },
        OnlineAnnouncement::Seeking { pace: Pace::Days(3), rated: false },
        OnlineAnnouncement::Challenging { name: "Karl".into(), pace: Pace::Unlimited, rated: false },
        OnlineAnnouncement::Challenging { name: "Karl".into(), pace: Pace::Days(1), rated: true },
        OnlineAnnouncement::CannotPlay { aborted: true },
        OnlineAnnouncement::CannotPlay { aborted: false },
        OnlineAnnouncement::NobodyCame,
        OnlineAnnouncement::NoTime,
        OnlineAnnouncement::Challenged(challenge(Some(side), true)),
        OnlineAnnouncement::Challenged(challenge(None, false)),
        OnlineAnnouncement::Withdrawn,
        OnlineAnnouncement::Accepted,
        OnlineAnnouncement::NotAccepted,
        found(None),
        found(Some(told.clone())),
        OnlineAnnouncement::CaughtUp(3),
        OnlineAnnouncement::Differs,
        OnlineAnnouncement::SetBack { count: 3, number: 5, side },
        OnlineAnnouncement::Impossible,
        OnlineAnnouncement::TimeForMove { side, pace: Pace::Unlimited, left: None },
        OnlineAnnouncement::TimeForMove {
            side,
            pace: Pace::Days(14),
            left: Some(Duration::from_secs(1_200_000)),
        },
        OnlineAnnouncement::OtherProgram { playing: true },
        OnlineAnnouncement::OtherProgram { playing: false },
        OnlineAnnouncement::MoveRefused,
        OnlineAnnouncement::Refused,
        OnlineAnnouncement::MoveWaits(ServerDelay::Pause(Duration::from_secs(300))),
        OnlineAnnouncement::MoveWaits(ServerDelay::NotTheService),
        OnlineAnnouncement::MoveWaits(ServerDelay::AccountRejected),
        OnlineAnnouncement::MoveArrived { with_peer: false },
        OnlineAnnouncement::MoveArrived { with_peer: true },
        OnlineAnnouncement::MoveWaits(ServerDelay::PeerAway),
        OnlineAnnouncement::MoveWaits(ServerDelay::PeerSilent),
        OnlineAnnouncement::PeerCode {
            groups: vec!["47113".into(), "08152".into()],
            place: "192.168.1.5:7464".into(),
        },
        OnlineAnnouncement::PeerCodeWanted { number: 1, wrong: false },
        OnlineAnnouncement::PeerCodeWanted { number: 2, wrong: true },
        OnlineAnnouncement::PeerCodeTaken,
        OnlineAnnouncement::PeerFileLost,
        OnlineAnnouncement::PeerInHall { proposes: true },
        OnlineAnnouncement::PeerInHall { proposes: false },
        OnlineAnnouncement::MoveInHall,
        OnlineAnnouncement::NotExceeded,
        OnlineAnnouncement::MoveWaits(ServerDelay::NotInHall),
        OnlineAnnouncement::TimeForMove {
            side,
            pace: Pace::Reflection { days: 10, moves: 10 },
            left: Some(Duration::from_secs(9 * 24 * 3600)),
        },
        OnlineAnnouncement::TimeForMove {
            side,
            pace: Pace::Reflection { days: 10, moves: 10 },
            left: Some(Duration::ZERO),
        },
        OnlineAnnouncement::PeerThere,
        OnlineAnnouncement::PeerTerms {
            keeper: None,
            way: Duration::from_secs(10),
            competition: true,
            counted: PeerTime::Clock,
        },
        OnlineAnnouncement::PeerTerms {
            keeper: Some(side),
            way: Duration::ZERO,
            competition: false,
            counted: PeerTime::Clock,
        },
        OnlineAnnouncement::PeerTerms {
            keeper: None,
            way: Duration::ZERO,
            competition: false,
            counted: PeerTime::Days,
        },
        OnlineAnnouncement::RequestWaits(ServerDelay::NoAnswer),
        OnlineAnnouncement::RequestWaits(ServerDelay::Unreachable),
        OnlineAnnouncement::RequestWaits(ServerDelay::Trouble),
        OnlineAnnouncement::RequestWaits(ServerDelay::NoRight),
        OnlineAnnouncement::TakebackAsked(side),
        OnlineAnnouncement::TakebackSent,
        OnlineAnnouncement::TakebackDeclined,
        OnlineAnnouncement::ConfirmAbort,
        OnlineAnnouncement::OpponentGone(None),
        OnlineAnnouncement::OpponentGone(Some(Duration::from_secs(30))),
        OnlineAnnouncement::Claimable,
        OnlineAnnouncement::NotClaimable,
        OnlineAnnouncement::OpponentBack,
        OnlineAnnouncement::Chat(Vec::new()),
        OnlineAnnouncement::Chat(vec![("Karl".into(), "Good luck".into())]),
        OnlineAnnouncement::NotOnline,
        OnlineAnnouncement::OnlyOnline,
    ];
    let reasons = [
        DeclineReason::Generic,
        DeclineReason::Later,
        DeclineReason::TooFast,
        DeclineReason::TooSlow,
        DeclineReason::TimeControl,
        DeclineReason::Rated,
        DeclineReason::Casual,
        DeclineReason::Standard,
        DeclineReason::Variant,
        DeclineReason::NoBot,
        DeclineReason::OnlyBot,
    ];
    for reason in reasons {
        all.push(OnlineAnnouncement::Declined { name: "Karl".into(), reason });
        all.push(OnlineAnnouncement::CannotAccept { name: "Karl".into(), reason });
    }
    let troubles = [
        OnlineFault::NoAccount,
        OnlineFault::AccountUnreadable,
        OnlineFault::TimeNotOffered,
        OnlineFault::TooFast,
        OnlineFault::Unreachable,
        OnlineFault::Busy,
        OnlineFault::NotTheService,
        OnlineFault::TokenRefused,
        OnlineFault::NoRight,
        OnlineFault::Refused,
        OnlineFault::CannotBePlayed,
    ];
    all.extend(troubles.map(OnlineAnnouncement::Fault));
    let troubles = [
        PeerTrouble::WrongCode,
        PeerTrouble::Foreign,
        PeerTrouble::Version,
        PeerTrouble::Unreachable,
        PeerTrouble::UnknownPlace,
        PeerTrouble::PortTaken,
        PeerTrouble::Hall,
    ];
    for trouble in troubles {
        all.extend([true, false].map(|knocked| OnlineAnnouncement::PeerTrouble { knocked, trouble }));
    }
    let refusals = [
        PeerRefusal::Move,
        PeerRefusal::Time,
        PeerRefusal::Result,
        PeerRefusal::TakeBack,
        PeerRefusal::Rewritten,
        PeerRefusal::Differs,
        PeerRefusal::Damaged,
        PeerRefusal::OtherTerms,
        PeerRefusal::Version,
        PeerRefusal::Foreign,
    ];
    for refusal in refusals {
        let ucis = [None, "e2e5".parse().ok()];
        all.extend(ucis.map(|uci| OnlineAnnouncement::PeerRefused { refusal, number: 12, uci }));
    }
    all
}

/// Every kind of announcement, but those about the Laws that `declared` holds.
fn announcements(side: Color) -> Vec<Announcement> {
    let game = Game::default();
    let told = MoveInPosition::new(game.position().clone(), game.position().legal_moves()[0]);
    let (square, piece) = (Square::E2, Some((Role::Pawn, side)));
    let men = || vec![(Square::E1, Role::King), (Square::H1, Role::Rook)];
    let pinned = |piece: Option<Role>, by: Option<Role>, behind: Option<Role>| {
        let piece = piece.map(|role| (square, role, side));
        let (by, behind) =
            (by.map(|role| (Square::A1, role, !side)), behind.map(|role| (Square::E1, role, side)));
        BoardAnswer::Pinned { square, piece, by, behind }.into()
    };
    let moves = |piece, moves, captures| {
        BoardAnswer::Moves { square, piece, moves, captures, pinned_by: None, in_check: false }.into()
    };
    let hindered = |pinned_by, in_check| {
        let moves = Some(PieceMoves::default());
        BoardAnswer::Moves { square, piece, moves, captures: false, pinned_by, in_check }.into()
    };
    let times = ByColor { white: LONG, black: Duration::from_secs(1) };
    let read_back = Announcement::ReadBack(AskedMove::InPosition(told.clone()));
    let words = Attempt {
        role: Some(Role::Bishop),
        captures: true,
        captured: Some(Role::Pawn),
        check: true,
        ..Attempt::default()
    };
    let open =
        [OpenPart::Piece, OpenPart::Destination, OpenPart::Origin, OpenPart::Promotion, OpenPart::Castling];
    let details = [MoveDetail::Squares, MoveDetail::AsSaid(words)];
    let mut all: Vec<_> = open.into_iter().map(Announcement::WhatIsOpen).collect();
    all.extend(farewells());
    all.extend(details.map(|detail| Announcement::Moved(MoveInPosition { detail, ..told.clone() })));
    all.extend(Fact::VARIANTS.iter().map(|fact| Answer::Fact(*fact).into()));
    all.push(Answer::MateThreat(Color::White, told.clone()).into());
    all.extend([
        Announcement::ReadBack(AskedMove::Words(words)),
        Announcement::Ready { control: None, strength: Some(EngineStrength::Full) },
        Announcement::Ready { control: Some("40/5400+30:1800".parse().unwrap()), strength: None },
        Announcement::Ready {
            control: Some("5400+30".parse().unwrap()),
            strength: Some(EngineStrength::Elo(1500)),
        },
        Announcement::Resumed { last: None, number: 1, turn: side, clock: false },
        Announcement::Resumed { last: Some(told.clone()), number: 2, turn: side, clock: true },
        Announcement::JournalTruncated,
        Announcement::NotBegun("Die Datei fehlt.".to_owned()),
        Announcement::GameClosed { over: true },
        Announcement::GameClosed { over: false },
        Announcement::MadeAlready,
        Announcement::YesOrNo(Box::new(read_back.clone())),
        Announcement::YesOrNoOtherwise { question: Box::new(read_back.clone()), clock: true },
        Announcement::YesOrNoOtherwise { question: Box::new(read_back.clone()), clock: false },
        read_back,
        Announcement::ReadBack(AskedMove::InPosition(told.clone())),
        Announcement::UncertainMove(AskedMove::InPosition(told.clone())),
        Announcement::Moved(told.clone()),
        Announcement::OpponentMoved(told.clone()),
        Announcement::WhichOpponent { online: false },
        Announcement::WhichOpponent { online: true },
        Announcement::OpponentMissing { online: false },
        Announcement::OpponentMissing { online: true },
        Announcement::Which(vec![told.clone(), told.clone()]),
        Announcement::WhichMove(vec![told.clone(); 3]),
        Announcement::Promotion(told.clone()),
        Announcement::NotUnderstood,
        Announcement::DidYouMean("wer ist am zug".to_owned()),
        Announcement::NotMeant,
        Announcement::Unclear,
        Announcement::NotRecorded,
        Announcement::Withdrawn,
        Announcement::NotDone,
        Announcement::TakenBack(side),
        Announcement::NothingToTakeBack,
        Announcement::NotYourMove(side),
        Announcement::CompletedAlready,
        Announcement::MoveFirst(side),
        Announcement::NotYourClock(side),
        Announcement::RepeatedOtherwise(told.clone()),
        Announcement::ClockStarted { side, to_move: true },
        Announcement::ClockStarted { side, to_move: false },
        Announcement::ClockStopped,
        Announcement::NoClock,
        Announcement::TimeKeptBy(Authority::Server),
        Announcement::TimeKeptBy(Authority::BoardClock),
        Announcement::Times(ByColor { white: LONG, black: LONG }),
        Announcement::MyTime(side, LONG),
        Announcement::FlagFell(side),
        Announcement::FlagStands(side),
        Announcement::ArbiterCalled { clock: true },
        Announcement::ArbiterCalled { clock: false },
        Announcement::TimeWarning(side, Duration::from_secs(60)),
        Announcement::Penalty(side, Duration::from_secs(120)),
        Announcement::DrawOffered(side),
        Announcement::DrawDeclined,
        Announcement::DrawStands,
        Announcement::NoDrawOffer,
        Announcement::ConfirmAcceptance(side),
        Announcement::ConfirmOffer(side),
        Announcement::ConfirmLeaving { again: false },
        Announcement::ConfirmLeaving { again: true },
        Announcement::OwnOffer(side),
        Announcement::WhichSide(Act::Resign),
        Announcement::WhichSide(Act::OfferDraw),
        Announcement::NotYours(side),
        Announcement::NotHavingMove(side),
        Announcement::SpokenOver { why: true },
        Announcement::SpokenOver { why: false },
        Announcement::ConfirmResignation(side),
        Announcement::ClaimIncorrect(IncorrectClaim::Threefold(2)),
        Announcement::ClaimIncorrect(IncorrectClaim::FiftyMoves(49)),
        Announcement::ClaimLost,
        Announcement::Ended(Outcome::win(side, Ending::Resignation(!side)), None),
        Announcement::Ended(Outcome::draw(Ending::Stalemate), Some(told.clone())),
        Announcement::GameOver(GameResult::Draw),
        Announcement::Touched(square, piece),
        Announcement::Touched(square, None),
        Announcement::PutBack(square, piece),
        Announcement::PutBack(square, None),
        Announcement::Adjusting,
        Answer::from(&PageAddress { host: "192.168.178.200".into(), port: 8960, code: "123456".into() })
            .into(),
        Answer::NoPage.into(),
        Answer::Allowed.into(),
        Answer::Saved(true).into(),
        Answer::Saved(false).into(),
        Answer::Rating(Some("1751".into())).into(),
        Answer::Rating(None).into(),
        Answer::OnlyArbiter.into(),
        Answer::EnPassant(Some(Square::D6)).into(),
        Answer::EnPassant(None).into(),
        Answer::NoChecks.into(),
        Answer::RunningClock(Some(side)).into(),
        Answer::RunningClock(None).into(),
        Answer::Hanging(vec![(Square::A5, Role::Rook, side)], Vec::new(), Some(side), None).into(),
        Answer::Hanging(
            vec![(Square::A5, Role::Rook, side)],
            vec![(Square::A5, Role::Rook, side)],
            Some(side),
            Some(!side),
        )
        .into(),
        Answer::Hanging(Vec::new(), vec![(Square::A5, Role::Rook, side)], Some(side), None).into(),
        Answer::Hanging(Vec::new(), Vec::new(), Some(side), Some(!side)).into(),
        Answer::Hanging(Vec::new(), Vec::new(), None, None).into(),
        Answer::PassedPawns(vec![(Square::A5, Role::Pawn, side)], Some(side)).into(),
        Answer::PassedPawns(Vec::new(), Some(side)).into(),
        Answer::PassedPawns(Vec::new(), None).into(),
        Answer::TimeLeft { side, time: LONG }.into(),
        Answer::TimeUsed { side, time: LONG }.into(),
        Answer::TimeSinceMove { side, time: LONG }.into(),
        AssistantAnswer::TimesUsed(times).into(),
        AssistantAnswer::MovesCompleted(ByColor { white: 1, black: 0 }, None).into(),
        AssistantAnswer::Flags(ByColor { white: true, black: false }).into(),
        AssistantAnswer::Touched(vec![(square, Role::Pawn, side)]).into(),
        AssistantAnswer::TouchedSquares(vec![Square::E1, Square::H1]).into(),
        AssistantAnswer::TouchedSquares(Vec::new()).into(),
        Answer::OfferStands { by: side }.into(),
        Answer::Each(vec![
            BoardAnswer::Attackers { square, by: Vec::new(), defending: true }.into(),
            BoardAnswer::Attackers { square: Square::E1, by: Vec::new(), defending: true }.into(),
        ])
        .into(),
        Answer::SquareMissing.into(),
        AssistantAnswer::Envelope {
            players: None,
            sealed_by: side,
            number: 41,
            used: Some(times),
            offer: Some(side),
            resumption: "morgen 10 Uhr".into(),
            position: None,
        }
        .into(),
        Announcement::LastMoves(vec![told.clone(), told.clone()]),
        Announcement::NoMoveYet,
        Announcement::Turn(side),
        Announcement::MoveNumber(1),
        Announcement::NotAllowed,
        Announcement::SquareHolds(square, piece),
        Announcement::SquareHolds(square, None),
        Announcement::NoTarget,
        Announcement::Pieces(Role::Rook, vec![Square::A1, Square::H1]),
        BoardAnswer::Pieces(vec![(square, Role::Pawn, side)]).into(),
        BoardAnswer::Pieces(Vec::new()).into(),
        BoardAnswer::PawnsByFile(Vec::new()).into(),
        BoardAnswer::Attackers { square, by: vec![(square, Role::Pawn, side)], defending: true }.into(),
        BoardAnswer::Attackers { square, by: Vec::new(), defending: false }.into(),
        BoardAnswer::MovesTo(side, square, Vec::new()).into(),
        BoardAnswer::MovesTo(side, square, vec![(square, Role::Pawn, side)]).into(),
        BoardAnswer::Pins(
            vec![Pin { piece: (square, Role::Knight, side), by: (square, Role::Rook, !side) }],
            None,
        )
        .into(),
        BoardAnswer::Pins(Vec::new(), None).into(),
        BoardAnswer::Pins(Vec::new(), Some(side)).into(),
        pinned(Some(Role::Knight), None, None),
        pinned(Some(Role::Knight), Some(Role::Rook), None),
        pinned(Some(Role::Knight), Some(Role::Rook), Some(Role::Queen)),
        pinned(None, None, None),
        moves(piece, board_facts::piece_moves(&Chess::default(), Square::E2), false),
        moves(piece, board_facts::piece_moves(&Chess::default(), Square::E2), true),
        moves(piece, board_facts::piece_moves(&Chess::default(), Square::A1), false),
        moves(piece, None, false),
        moves(None, None, false),
        hindered(Some((Square::A1, Role::Rook, !side)), false),
        hindered(None, true),
        BoardAnswer::SquareColour(square).into(),
        BoardAnswer::Castled(side, None).into(),
        BoardAnswer::Castled(side, Some(told.clone())).into(),
        BoardAnswer::LastCapture(None).into(),
        BoardAnswer::LastCapture(Some(told.clone())).into(),
        BoardAnswer::Captured { white: vec![(Role::Pawn, 2)], black: Vec::new() }.into(),
        BoardAnswer::Changes(vec![(square, None), (square, piece)]).into(),
        BoardAnswer::Changes(Vec::new()).into(),
        BoardAnswer::StandardStart.into(),
        BoardAnswer::BackRank(vec![Role::Rook, Role::King]).into(),
        BoardAnswer::Claims { seen: 1, quiet: 2 }.into(),
        BoardAnswer::Opponent(None).into(),
        BoardAnswer::Opponent(Some("Anderssen".into())).into(),
        BoardAnswer::Control(None).into(),
        BoardAnswer::Control(Some("40/7200:3600".parse().unwrap())).into(),
        BoardAnswer::Reviewed(None).into(),
        BoardAnswer::Reviewed(Some(told.clone())).into(),
        BoardAnswer::AsOf(None).into(),
        BoardAnswer::AsOf(Some(told.clone())).into(),
        BoardAnswer::ReviewOver.into(),
        BoardAnswer::WhereTo(vec![told.clone(), told.clone()]).into(),
        BoardAnswer::WhereToOf(Role::Queen).into(),
        BoardAnswer::NoOpenQuestion.into(),
        BoardAnswer::Topics(vec!["Uhr".into()]).into(),
        BoardAnswer::Help {
            title: "Uhr".into(),
            phrases: vec![HelpPhrase {
                place: PhrasePlace::Here,
                purpose: "beide Zeiten hören".into(),
                words: "Zeit".into(),
            }],
            more: true,
        }
        .into(),
        Announcement::Position { white: men(), black: men() },
        Announcement::Material { white: vec![(Role::Pawn, 8)], black: vec![(Role::Queen, 1)] },
        Announcement::Louder,
        Announcement::Softer,
        Announcement::Faster,
        Announcement::Slower,
        Announcement::MicrophoneOff,
        Announcement::MicrophoneOn,
        Announcement::ClockFault("motor".into()),
        ArbiterAnnouncement::FromHall { arbiter: "Anna".into(), words: "weiter".into() }.into(),
        Announcement::Unwritten(20),
        Announcement::WordsMissing(vec!["gustav".into()]),
        Announcement::Recording,
    ]);
    all.extend(advice(&told, side).into_iter().map(Announcement::from));
    all.extend(several(side, &told).into_iter().map(Announcement::Games));
    all.extend(online(side, &told).into_iter().map(Announcement::Online));
    let topics = [
        HelpTopic::Move,
        HelpTopic::Confirm,
        HelpTopic::Which,
        HelpTopic::WhereTo,
        HelpTopic::Piece,
        HelpTopic::Castling,
        HelpTopic::Promotion,
        HelpTopic::YesNo,
        HelpTopic::Opponent,
        HelpTopic::Strength,
        HelpTopic::Whose,
        HelpTopic::Completing,
        HelpTopic::Stopped,
        HelpTopic::Arbiter,
        HelpTopic::Comparing,
        HelpTopic::Sealing,
        HelpTopic::Adjourned,
        HelpTopic::Lobby,
        HelpTopic::Over,
    ];
    all.extend(topics.map(Announcement::Help));
    let man = |role| Some(Piece { role, color: side });
    let difference = |holds, should| Difference { square, holds, should };
    let differences = vec![
        difference(man(Role::King), None),
        difference(None, man(Role::Queen)),
        difference(man(Role::Rook), Some(Piece { role: Role::Rook, color: !side })),
        difference(man(Role::Bishop), man(Role::Knight)),
    ];
    for discreet in [false, true] {
        all.push(Announcement::BoardDiffers { differences: differences.clone(), discreet });
        let last = differences[3..].to_vec();
        all.push(Announcement::BoardDiffers { differences: last, discreet });
    }
    all.push(Announcement::BoardAgrees);
    let differs = [true, false].map(ClockDifference::Bonus).into_iter();
    let differs = differs.chain([ClockDifference::Turn(side), ClockDifference::Flag(side)]);
    all.extend(differs.map(Announcement::ClockDiffers));
    all.extend(
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw].map(Announcement::ResultByKings),
    );
    let devices = [
        Device::Microphone,
        Device::Speaker,
        Device::Braille,
        Device::Clock,
        Device::Journal,
        Device::Opponent,
        Device::Server,
        Device::Peer,
        Device::Board,
        Device::Recognizer,
        Device::Keyboard,
        Device::Page,
        Device::Hall,
        Device::Tones,
        Device::Recordings,
    ];
    all.extend(
        [UnreadBoard::NoStart, UnreadBoard::NoPieces, UnreadBoard::Foreign].map(Announcement::UnreadBoard),
    );
    all.extend(devices.into_iter().flat_map(|device| {
        [
            Announcement::Lost(device),
            Announcement::Missing(device),
            Announcement::Back(device),
            Announcement::Unsteady(device),
            Announcement::Chattering(device),
        ]
    }));
    all
}

fn advice(told: &MoveInPosition, side: Color) -> Vec<Advice> {
    let harms = [
        Mistake::AllowsMate(1),
        Mistake::MissesMate(2),
        Mistake::Loses(MaterialLoss::Pawn),
        Mistake::Loses(MaterialLoss::Exchange),
        Mistake::Loses(MaterialLoss::Piece),
        Mistake::Loses(MaterialLoss::Rook),
        Mistake::Loses(MaterialLoss::Queen),
        Mistake::SpoilsWin,
        Mistake::Worsens,
    ];
    let outlooks = [
        Assessment::Even,
        Assessment::Better { side, clearly: false },
        Assessment::Better { side, clearly: true },
        Assessment::Winning(side),
        Assessment::Mates { side, moves: 0 },
        Assessment::Mates { side, moves: 1 },
        Assessment::Mates { side, moves: 3 },
    ];
    let mut all = vec![
        Advice::Hint(told.clone()),
        Advice::Better(told.clone()),
        Advice::BestWasPlayed(told.clone()),
        Advice::NoMistake,
        Advice::Searching,
        Advice::Value(side, 164),
        Advice::Blindfold,
        Advice::AgainstPeople,
        Advice::NoAnswer,
        Advice::NoEngine,
        Advice::Exercises,
        Advice::ConfirmPractice,
    ];
    let mistake = |harm, better| Advice::Mistake { played: told.clone(), harm, better };
    all.extend(harms.into_iter().flat_map(|harm| [mistake(harm, None), mistake(harm, Some(told.clone()))]));
    let (elo, levels) = (Some((1350, 2850)), Some((0, 20)));
    for (elo, levels) in [(elo, levels), (elo, None), (None, levels), (None, None)] {
        all.push(Advice::StrengthRange(StrengthLimits { elo, levels }));
        all.push(Advice::AskStrength(StrengthLimits { elo, levels }));
    }
    let strengths = [EngineStrength::Full, EngineStrength::Elo(1500), EngineStrength::Level(3)];
    all.extend(strengths.map(Advice::Strength));
    all.extend(outlooks.map(Advice::Outlook));
    all.extend((0..Exercise::ALL.len()).map(Advice::Exercise));
    let over = |won| Advice::ExerciseOver { which: 1, won, moves: 14 };
    all.extend([Some(true), None, Some(false)].map(over));
    all
}

fn reasons() -> Vec<Reason> {
    let on = PieceOn { square: Square::E4, piece: Piece { role: Role::Knight, color: Color::Black } };
    let (square, wing, role, side) = (Square::E4, CastlingSide::KingSide, Role::Bishop, Color::White);
    let (from, to, captured) = (PartialSquare::ANY, PartialSquare::from(square), Some(role));
    let lost = [
        RightLost::Castled,
        RightLost::KingMoved,
        RightLost::RookMoved,
        RightLost::RookGone,
        RightLost::Unknown,
    ];
    let mut all = vec![
        Reason::GameOver(Ending::Stalemate),
        Reason::EmptySquare { square },
        Reason::OpponentsPiece(on),
        Reason::OtherPiece { said: role, found: on },
        Reason::NoPieceLeft { role, side },
        Reason::NonePlaced { role, from: to, side },
        Reason::SameSquare(square),
        Reason::MovesOtherwise { piece: on, to: square },
        Reason::NoneReaches { role: Some(role), from, to, side },
        Reason::NoneReaches { role: None, from: to, to, side },
        Reason::CannotMove { role: Some(role), from, side },
        Reason::CannotMove { role: None, from: to, side },
        Reason::PathBlocked(on),
        Reason::OwnPieceOnTarget(on),
        Reason::NothingToCapture(square),
        Reason::OtherPieceCaptured { said: role, found: on },
        Reason::NoPieceToCapture { role, side },
        Reason::CannotCapture { role: None, captured },
        Reason::CannotCapture { role: None, captured: None },
        Reason::OnlyPawnPromotes,
        Reason::NonePromotes,
        Reason::PawnCapturesStraight(on),
        Reason::PawnBlocked(on),
        Reason::DoubleStepLater(square),
        Reason::EnPassantTooLate(square),
        Reason::NoEnPassant,
        Reason::PromotionTo(Role::King),
        Reason::NoPromotion(square),
        Reason::ExposesKing { piece: on, by: on },
        Reason::KingInCheck(on),
        Reason::KingIntoCheck { to: square, by: on },
        Reason::CastlingInCheck { side: wing, by: on },
        Reason::CastlingBlocked { side: wing, piece: on },
        Reason::CastlingAttacked { side: wing, through: square, by: on },
    ];
    all.extend(lost.map(|because| Reason::CastlingLost { side: wing, because }));
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// In competition a refusal holds the rule and what was said, and other pieces elsewhere change neither.
    #[test]
    fn in_competition_a_refusal_tells_no_square_and_no_piece(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
        attempts in prop::collection::vec(any_attempt(), 40),
        squares in prop::collection::vec((0u32..64, 0u32..64), 40),
    ) {
        let mut game = Game::default();
        for choice in choices {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[choice.index(moves.len())]).expect("a legal move");
        }
        let by_squares = squares.into_iter().map(|(from, to)| Attempt::squares(Square::new(from), Square::new(to)));
        for attempt in attempts.into_iter().chain(by_squares) {
            let Verdict::Illegal(reason) = judge(game.position(), &attempt) else { continue };
            let other = disguised(game.position()).map(|twin| judge(&twin, &attempt));
            for (grammar, announcer) in &*VOICES {
                let told = refused(announcer, reason);
                let leak = leak(&told, &attempt, grammar);
                prop_assert_eq!(leak, None, "{:?}: {} / {}", attempt, told.words, told.line.cells);
                if let Some(Verdict::Illegal(twin)) = other && discriminant(&twin) == discriminant(&reason) {
                    prop_assert_eq!(refused(announcer, twin), told);
                }
            }
        }
    }
}

fn refused(announcer: &Announcer, reason: Reason) -> Rendering {
    announcer.render(&Announcement::Illegal { reason, discreet: true }, Audience::Table)
}

/// A square or a piece that is told and was not said.
fn leak(told: &Rendering, attempt: &Attempt, grammar: &Grammar) -> Option<String> {
    let (names, words) = (grammar.spoken(), told.words.to_lowercase());
    let said = [attempt.from.square(), attempt.to.square()];
    let square = Square::ALL.into_iter().filter(|square| !said.contains(&Some(*square))).find(|square| {
        told.line.cells.contains(&square.to_string()) || words.contains(&names.square(*square).to_lowercase())
    });
    // Each rule of check is about the king, and each of promotion about all a pawn becomes.
    let said = [attempt.role, attempt.captured, Some(Role::King)];
    let unsaid = |role: &Role| attempt.promotion.is_none() && !said.contains(&Some(*role));
    let mut roles = Role::ALL.into_iter().filter(unsaid);
    let role = roles.find(|role| words.contains(&names.piece(*role).to_lowercase()));
    square.map(|square| square.to_string()).or(role.map(|role| format!("{role:?}")))
}

/// The same board with knights for bishops and rooks for queens, where that is a position.
fn disguised(position: &Chess) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Always);
    for (square, piece) in position.board().clone() {
        let role = match piece.role {
            Role::Knight => Role::Bishop,
            Role::Bishop => Role::Knight,
            Role::Rook => Role::Queen,
            Role::Queen => Role::Rook,
            other => other,
        };
        setup.board.set_piece_at(square, Piece { role, ..piece });
    }
    setup.castling_rights = shakmaty::Bitboard::EMPTY;
    setup.position(CastlingMode::Standard).ok()
}
