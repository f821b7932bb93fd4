use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::laws::{
    ByColor, ClaimKind, Color, DrawRule, Ending, GameResult, Position, Ruleset, StartPosition,
};

fn terms(control: Option<&str>) -> PeerTerms {
    PeerTerms {
        game: "0123456789abcdef".to_owned(),
        white: "Anna".to_owned(),
        black: "Ben".to_owned(),
        host: Color::White,
        position: StartPosition::default(),
        control: control.map(|text| text.parse().unwrap()),
        reflection: None,
        ruleset: Ruleset::Fide2023,
        draw_offers: DrawRule::Allowed,
        competition: false,
        keeper: None,
        allowance: PeerTerms::ALLOWANCE,
    }
}

/// Both programs of a game.
struct Pair {
    white: SheetExchange,
    black: SheetExchange,
}

impl Pair {
    fn new(terms: &PeerTerms) -> Pair {
        let key = || PeerKey::of(&[7; 32]);
        Pair {
            white: SheetExchange::new(key(), terms.clone(), Color::White),
            black: SheetExchange::new(key(), terms.clone(), Color::Black),
        }
    }

    fn of(&mut self, side: Color) -> &mut SheetExchange {
        if side.is_white() { &mut self.white } else { &mut self.black }
    }

    /// A side does something, and the other has it.
    fn act(&mut self, side: Color, act: PeerAct) -> Result<Taken, ExchangeFault> {
        assert!(self.of(side).add(act.clone()), "{side} cannot {act:?}");
        self.send(side)
    }

    fn send(&mut self, from: Color) -> Result<Taken, ExchangeFault> {
        let message = self.of(from).message();
        self.of(!from).take(&message)
    }

    fn moves(&mut self, moves: &str) {
        for uci in moves.split_whitespace() {
            let side = self.white.merged().game.turn();
            self.act(side, a_move(uci, 1000)).unwrap();
        }
    }

    fn outcome(&mut self) -> Option<(GameResult, Ending)> {
        self.send(Color::White).unwrap();
        self.send(Color::Black).unwrap();
        let [white, black] = [&self.white, &self.black].map(|side| side.merged().outcome);
        assert_eq!(white, black);
        white.map(|outcome| (outcome.result, outcome.ending))
    }
}

fn a_move(uci: &str, ms: i64) -> PeerAct {
    PeerAct::Move { uci: uci.to_owned(), ms }
}

use Color::{Black, White};

#[test]
fn a_move_counts_when_the_other_side_has_it() {
    let mut pair = Pair::new(&terms(Some("300+2")));
    assert!(pair.white.add(a_move("e2e4", 4000)));
    assert_eq!((pair.white.merged().game.moves().len(), pair.white.known_plies(0)), (1, 0));
    assert_eq!(pair.send(White), Ok(Taken::Grown));
    assert_eq!(pair.send(White), Ok(Taken::Nothing), "a repeated message changes nothing");
    assert_eq!(pair.send(Black), Ok(Taken::Acknowledged));
    assert_eq!((pair.white.known_plies(0), pair.white.is_taken()), (1, true));
    let left = pair.white.merged().left().unwrap();
    assert_eq!((left.white, left.black), (Duration::from_secs(298), Duration::from_secs(300)));
    pair.moves("e7e5 g1f3");
    assert_eq!(pair.outcome(), None);
}

#[test]
fn every_end_of_a_game_is_one_for_both() {
    let ends: [(&str, Color, PeerAct, GameResult, Ending); 3] = [
        ("e2e4", Black, PeerAct::Resign, GameResult::WhiteWins, Ending::Resignation(Black)),
        ("e2e4", White, PeerAct::Abort, GameResult::NoResult, Ending::Aborted),
        ("e2e4 e7e5", White, PeerAct::Flag, GameResult::BlackWins, Ending::FlagFall(White)),
    ];
    for (moves, side, act, result, ending) in ends {
        let mut pair = Pair::new(&terms(Some("300")));
        pair.moves(moves);
        pair.act(side, act).unwrap();
        assert_eq!(pair.outcome(), Some((result, ending)));
        assert!(pair.send(side).is_ok());
    }
    let mut pair = Pair::new(&terms(None));
    pair.moves("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(pair.outcome(), Some((GameResult::BlackWins, Ending::Checkmate)));
    let mut pair = Pair::new(&terms(None));
    pair.moves("e2e4 e7e5");
    pair.act(White, PeerAct::Offer).unwrap();
    pair.act(Black, PeerAct::Accept).unwrap();
    assert_eq!(pair.outcome(), Some((GameResult::Draw, Ending::Agreement)));
    let mut pair = Pair::new(&terms(None));
    pair.moves("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    pair.act(White, PeerAct::Claim { claim: ClaimKind::Threefold }).unwrap();
    assert_eq!(pair.outcome(), Some((GameResult::Draw, Ending::Threefold { intended: false })));
}

#[test]
fn what_crosses_on_the_way_is_decided_the_same_on_both_sides() {
    // White asks for a move back while Black's answer is on its way: both are taken back.
    let mut pair = Pair::new(&terms(None));
    pair.moves("e2e4");
    assert!(pair.white.add(PeerAct::AskBack));
    assert!(pair.black.add(a_move("e7e5", 1)));
    assert_eq!(pair.outcome(), None);
    assert!(pair.white.merged().asks.white && pair.black.merged().asks.white);
    pair.act(Black, PeerAct::GrantBack).unwrap();
    assert_eq!((pair.outcome(), pair.white.merged().game.moves().len()), (None, 0));
    pair.moves("e2e4 e7e5");
    // White moves while the answer to another request is on its way: the move stands.
    pair.act(White, PeerAct::AskBack).unwrap();
    assert!(pair.black.add(PeerAct::GrantBack));
    assert!(pair.white.add(a_move("g1f3", 1)));
    assert!(pair.black.add(PeerAct::Offer));
    pair.outcome();
    assert_eq!((pair.white.merged().game.moves().len(), pair.black.merged().game.moves().len()), (3, 3));
    assert_eq!((pair.white.merged().offer, pair.black.merged().offer), (Some(Black), Some(Black)));
    // A mate and a resignation at once: the mate was there first.
    let mut pair = Pair::new(&terms(None));
    pair.moves("f2f3 e7e5 g2g4");
    assert!(pair.black.add(a_move("d8h4", 1)));
    assert!(pair.white.add(PeerAct::Resign));
    assert_eq!(pair.outcome(), Some((GameResult::BlackWins, Ending::Checkmate)));
}

#[test]
fn moves_are_taken_back_where_both_agree() {
    let mut pair = Pair::new(&terms(Some("300+5")));
    pair.moves("e2e4 e7e5");
    pair.act(White, PeerAct::AskBack).unwrap();
    pair.act(Black, PeerAct::GrantBack).unwrap();
    assert_eq!(pair.outcome(), None);
    assert_eq!(pair.white.merged().game.moves().len(), 0);
    let left = pair.black.merged().left().unwrap();
    assert_eq!((left.white, left.black), (Duration::from_secs(299), Duration::from_secs(299)));
    pair.moves("d2d4");
    pair.act(White, PeerAct::AskBack).unwrap();
    pair.act(Black, PeerAct::DeclineBack).unwrap();
    assert!(!pair.black.add(PeerAct::GrantBack), "it was declined");
    pair.moves("d7d5 c2c4");
}

#[test]
fn time_on_the_way_is_charged_beyond_what_is_allowed() {
    let mut pair = Pair::new(&terms(Some("60")));
    pair.act(White, a_move("e2e4", 5_000)).unwrap();
    let waited = |pair: &Pair, ms| {
        pair.black.terms().waited(Black, 0, Duration::from_secs(5), Duration::from_millis(ms))
    };
    assert_eq!(waited(&pair, 15_000), None);
    let charge = waited(&pair, 18_000).unwrap();
    pair.act(Black, charge).unwrap();
    assert_eq!(pair.white.merged().left().unwrap().white, Duration::from_secs(52));
    // Whose waiting alone shows that the flag has fallen.
    let mut pair = Pair::new(&terms(Some("60")));
    pair.moves("e2e4");
    assert!(!pair.white.add(PeerAct::CallFlag { ms: 69_999 }));
    pair.act(White, PeerAct::CallFlag { ms: 70_000 }).unwrap();
    assert_eq!(pair.outcome(), Some((GameResult::WhiteWins, Ending::FlagFall(Black))));
    // One side's clock alone counts.
    let mut pair = Pair::new(&PeerTerms { keeper: Some(Black), ..terms(Some("60")) });
    pair.act(White, a_move("e2e4", 1_000)).unwrap();
    let charge = waited(&pair, 12_000).unwrap();
    pair.act(Black, charge).unwrap();
    pair.act(Black, a_move("e7e5", 3_000)).unwrap();
    assert!(!pair.white.add(PeerAct::Waited { of: 0, ms: 60_000 }), "White's clock does not count");
    let left = pair.white.merged().left().unwrap();
    assert_eq!((left.white, left.black), (Duration::from_secs(58), Duration::from_secs(57)));
}

/// What a lying program may write after `1. e4 e5`, and why it cannot be.
#[test]
fn a_lie_is_refused_and_named_and_changes_nothing() {
    use MergeFaultKind as Kind;
    let lies = [
        (a_move("e4e6", 1), Kind::Illegal),
        (a_move("hello", 1), Kind::Illegal),
        (a_move("g1f3", -1), Kind::Time),
        (a_move("g1f3", i64::MAX), Kind::Time),
        (PeerAct::Accept, Kind::NotOffered),
        (PeerAct::GrantBack, Kind::NotAsked),
        (PeerAct::Claim { claim: ClaimKind::Threefold }, Kind::Claim),
        (PeerAct::Claim { claim: ClaimKind::FiftyMoves }, Kind::Claim),
        (PeerAct::CallFlag { ms: 3_600_000 }, Kind::Flag),
        (PeerAct::Abort, Kind::Abort),
        (PeerAct::Waited { of: 0, ms: -1 }, Kind::Time),
    ];
    for (lie, kind) in lies {
        let mut pair = Pair::new(&terms(Some("600")));
        pair.moves("e2e4 e7e5");
        let seen = pair.white.sheet(Black).len();
        let mut sheet = pair.white.sheet(White).to_vec();
        sheet.push(PeerEntry { seen, act: lie.clone() });
        let mut lying = pair.white.message();
        lying.sum = pair.white.sum(White, &sheet);
        lying.entries = sheet;
        let before = format!("{:?}", pair.black);
        match pair.black.take(&lying) {
            Err(ExchangeFault::Impossible(fault)) => {
                assert_eq!(
                    (fault.side, fault.index, fault.number, fault.kind),
                    (White, 1, 2, kind),
                    "{lie:?}"
                );
            }
            other => panic!("{lie:?}: {other:?}"),
        }
        assert_eq!(format!("{:?}", pair.black), before, "{lie:?}");
        // The true program goes on.
        pair.moves("g1f3 b8c6");
    }
    let mut pair = Pair::new(&terms(None));
    pair.moves("e2e4 e7e5");
    assert!(!pair.black.add(a_move("e5e4", 1)), "it is White's turn, and illegal");
    assert!(!pair.white.add(PeerAct::Flag), "there is no clock");
}

#[test]
fn what_is_older_damaged_or_rewritten_has_no_effect() {
    let mut pair = Pair::new(&terms(None));
    pair.moves("e2e4 e7e5 g1f3");
    let older = Pair::new(&terms(None)).white.message();
    assert_eq!(pair.black.take(&older), Ok(Taken::Older));
    let message = pair.white.message();
    let changed = |change: fn(&mut PeerMessage)| {
        let mut changed = message.clone();
        change(&mut changed);
        changed
    };
    let before = format!("{:?}", pair.black);
    let damaged = changed(|m| m.entries[0].act = a_move("d2d4", 1000));
    assert_eq!(pair.black.take(&damaged), Err(ExchangeFault::Damaged));
    assert_eq!(pair.black.take(&changed(|m| m.terms = None)), Err(ExchangeFault::OtherTerms));
    assert_eq!(pair.black.take(&changed(|m| m.seen = 9)), Err(ExchangeFault::Ahead));
    assert_eq!(pair.black.take(&changed(|m| m.merged.clear())), Err(ExchangeFault::OtherGame));
    let mut rewritten = message.clone();
    rewritten.entries[0].act = a_move("d2d4", 1000);
    rewritten.sum = pair.white.sum(White, &rewritten.entries);
    assert_eq!(pair.black.take(&rewritten), Err(ExchangeFault::Rewritten(0)));
    let mut foreign = SheetExchange::new(PeerKey::of(&[8; 32]), terms(None), White);
    foreign.add(a_move("e2e4", 1000));
    assert_eq!(pair.black.take(&foreign.message()), Err(ExchangeFault::Damaged));
    assert_eq!(format!("{:?}", pair.black), before);
    // A time that could not have passed.
    let terms = terms(Some("60"));
    let seconds = Duration::from_secs;
    assert!(
        terms.can_have_taken(seconds(11), seconds(10)) && !terms.can_have_taken(seconds(13), seconds(10))
    );
    assert!(
        terms.can_have_waited(seconds(21), seconds(10)) && !terms.can_have_waited(seconds(23), seconds(10))
    );
}

#[test]
fn terms_that_cannot_be_are_no_terms() {
    let good = serde_json::to_value(terms(Some("40/5400+30:1800+30"))).unwrap();
    let read = |value: &serde_json::Value| serde_json::from_value::<PeerTerms>(value.clone());
    assert_eq!(read(&good).unwrap(), terms(Some("40/5400+30:1800+30")));
    for (key, value) in [
        ("game", "x".into()),
        ("host", "red".into()),
        ("fen", "8/8/8/8/8/8/8/8 w - - 0 1".into()),
        ("time_control", "soon".into()),
        ("ruleset", "mine".into()),
        ("draw_offers", "perhaps".into()),
        ("keeper", "both".into()),
        ("allowance_ms", 3_600_000.into()),
    ] {
        let mut bad = good.clone();
        bad[key] = value;
        assert!(read(&bad).is_err(), "{key}");
    }
    let mut named = good.clone();
    named["white"] = "\u{1b}[31mA\u{202e}nna\n".repeat(40).into();
    let white = read(&named).unwrap().white;
    assert!(white.chars().count() <= 60 && !white.contains(['\u{1b}', '\n', '\u{202e}']), "{white:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Messages are lost, repeated, delayed and swapped as they like; once both sides have spoken undisturbed, both have
    /// the same game, and nothing of it is lost.
    #[test]
    fn in_whatever_order_messages_come_both_have_one_game(
        steps in prop::collection::vec((any::<bool>(), 0u8..12, any::<u16>()), 1..120),
    ) {
        let terms = terms(Some("36000+1"));
        let mut pair = Pair::new(&terms);
        let mut on_the_way: Vec<(Color, PeerMessage)> = Vec::new();
        let mut written = ByColor { white: 0, black: 0 };
        for (is_white, what, choice) in steps {
            let side = if is_white { White } else { Black };
            let choice = usize::from(choice);
            let act = match what {
                0..=3 => {
                    let game = &pair.of(side).merged().game;
                    let moves = game.position().legal_moves();
                    if game.turn() != side || moves.is_empty() {
                        continue;
                    }
                    let mode = game.position().castles().mode();
                    a_move(&moves[choice % moves.len()].to_uci(mode).to_string(), choice as i64)
                }
                4 => PeerAct::Offer,
                5 => PeerAct::Decline,
                6 => PeerAct::AskBack,
                7 => PeerAct::GrantBack,
                8 => PeerAct::DeclineBack,
                9 => match pair.of(side).merged().placed.last() {
                    Some(last) if last.side != side => {
                        PeerAct::Waited { of: last.index, ms: 10_500 + choice as i64 }
                    }
                    _ => continue,
                },
                _ => {
                    // One of the messages on the way arrives, perhaps not for the first time.
                    if !on_the_way.is_empty() {
                        let (from, message) = on_the_way[choice % on_the_way.len()].clone();
                        let taken = pair.of(!from).take(&message);
                        prop_assert!(taken.is_ok(), "{taken:?}");
                    }
                    continue;
                }
            };
            if pair.of(side).add(act) {
                written[side] += 1;
                let message = pair.of(side).message();
                on_the_way.push((side, message));
            }
        }
        for from in [White, Black, White] {
            let sent = pair.send(from);
            prop_assert!(sent.is_ok(), "{sent:?}");
        }
        let (white, black) = (pair.white.merged(), pair.black.merged());
        prop_assert_eq!(white.game.moves(), black.game.moves());
        prop_assert_eq!(white.left(), black.left());
        prop_assert_eq!(&white.placed, &black.placed);
        prop_assert_eq!((white.offer, white.asks, white.outcome), (black.offer, black.asks, black.outcome));
        prop_assert!(pair.white.is_taken() && pair.black.is_taken());
        prop_assert_eq!((pair.white.sheet(White).len(), pair.white.sheet(Black).len()), (written.white, written.black));
        // A sheet cut anywhere is older, never another game.
        for length in 0..pair.white.sheet(White).len() {
            let mut cut = pair.white.message();
            cut.entries.truncate(length);
            cut.sum = pair.white.sum(White, &cut.entries);
            prop_assert_eq!(pair.black.clone().take(&cut), Ok(Taken::Older));
        }
    }
}

#[test]
fn by_correspondence_whole_days_count_and_who_exceeds_them_loses_by_a_claim_alone() {
    let days = |n: u64| (DAY * n as u32).as_millis() as i64;
    let reflection = Some(ReflectionTime { days: 3, moves: 10 });
    let mut pair = Pair::new(&PeerTerms { reflection, ..terms(None) });
    let moved = |uci: &str, ms| PeerAct::Move { uci: uci.to_owned(), ms };
    pair.act(Color::White, moved("e2e4", days(1) - 1)).unwrap();
    pair.act(Color::Black, moved("e7e5", days(2) + 5)).unwrap();
    let left = |pair: &Pair| Color::ALL.map(|side| pair.white.merged().reflection.unwrap().days(side));
    assert_eq!(left(&pair), [3, 1]);
    pair.act(Color::White, moved("g1f3", 0)).unwrap();
    // Black has one day, and the one that is not whole yet.
    assert!(!pair.of(Color::White).add(PeerAct::CallFlag { ms: days(2) - 1 }));
    // White cannot claim while it is to move itself, unless Black was late.
    pair.act(Color::Black, moved("b8c6", days(2) + 1)).unwrap();
    assert_eq!((left(&pair), pair.white.merged().outcome), ([3, 0], None));
    pair.act(Color::White, PeerAct::CallFlag { ms: 0 }).unwrap();
    let outcome = pair.black.merged().outcome.unwrap();
    assert_eq!((outcome.result, outcome.ending), (GameResult::WhiteWins, Ending::FlagFall(Color::Black)));
    assert_eq!(pair.white.merged().outcome, pair.black.merged().outcome);
}

#[test]
fn a_side_that_has_lost_everything_takes_the_game_up_from_the_other() {
    let mut pair = Pair::new(&terms(Some("60+5")));
    pair.moves("e2e4 e7e5 g1f3");
    assert!(pair.black.add(a_move("b8c6", 700)));
    let (key, of_black) = (PeerKey::of(&[7; 32]), pair.black.message());
    let lost = |message: &PeerMessage| SheetExchange::recovered(key.clone(), Color::White, message);
    assert_eq!(lost(&of_black).unwrap_err(), ExchangeFault::OtherTerms);
    let whole = PeerMessage { yours: Some(pair.black.sheet(Color::White).to_vec()), ..of_black.clone() };
    let found = lost(&whole).unwrap();
    assert_eq!(found.merged().game.moves().len(), 4);
    assert_eq!((found.sheet(Color::White), found.is_taken()), (pair.white.sheet(Color::White), true));
    let short =
        PeerMessage { yours: whole.yours.clone().map(|yours| yours[..1].to_vec()), ..of_black.clone() };
    assert!(lost(&short).is_err());
    let foreign = PeerMessage { sum: "0".repeat(32), ..whole };
    assert_eq!(lost(&foreign).unwrap_err(), ExchangeFault::Damaged);
}
