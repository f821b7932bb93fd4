//! Adjournment with a sealed move (Guidelines I): it stays hidden, and what it then is.

use std::time::Duration;

use annabella::laws::{
    Attempt, ByColor, Color, Ending, Envelope, EnvelopeLabel, Game, GameResult, OpenError, OpenedEnvelope,
    PartialSquare, Resumption, Role, Ruleset, SealError, SealFault, Square, adjournment::RestoreError,
};
use proptest::prelude::*;

use super::{game, game_from, san_move, to};

const RULES: Ruleset = Ruleset::Fide2023;

#[test]
fn the_sealed_move_is_made_at_resumption() {
    let game = game("e4 e5");
    let opened = sealed(&game, Some(to(Role::Knight, Square::F3))).open(&game, true, RULES);
    assert_eq!(opened, Ok(OpenedEnvelope::Move(san_move(&game, "Nf3"))));
}

#[test]
fn an_ambiguous_unclear_or_illegal_one_loses() {
    let game = game("d4 d5 Nf3 Nf6");
    check_lost(&game, Some(to(Role::Knight, Square::D2)), |fault| matches!(fault, SealFault::Ambiguous(_)));
    check_lost(&game, None, |fault| matches!(fault, SealFault::Unclear));
    check_lost(&game, Some(to(Role::Rook, Square::A5)), |fault| matches!(fault, SealFault::Illegal(_)));
    let pawn = game_from("7k/P7/8/8/8/8/8/K7 w - - 0 1", "");
    check_lost(&pawn, Some(to(Role::Pawn, Square::A8)), |fault| matches!(fault, SealFault::Ambiguous(_)));
}

#[test]
fn it_may_be_changed_until_the_clock_is_stopped() {
    let game = game("e4 e5");
    let mut envelope =
        Envelope::seal(&game, Some(to(Role::Pawn, Square::D4)), label(), RULES).expect("a sealed move");
    assert_eq!(envelope.open(&game, true, RULES), Err(OpenError::NotSealed));
    envelope.change(Some(to(Role::Knight, Square::F3))).expect("the clock runs");
    envelope.stop_clock(ByColor { white: Duration::from_secs(70), black: Duration::from_secs(60) });
    assert_eq!(envelope.change(None), Err(SealError::ClockStopped));
    assert_eq!(envelope.used.white.as_secs(), 70);
    assert_eq!(envelope.open(&game, true, RULES), Ok(OpenedEnvelope::Move(san_move(&game, "Nf3"))));
}

#[test]
fn the_envelope_names_everything_but_the_move() {
    let game = game("e4 e5 Nf3");
    let envelope = sealed(&game, Some(to(Role::Knight, Square::C6)));
    assert_eq!((envelope.sealed_by, envelope.move_number), (Color::Black, 2));
    assert_eq!(envelope.position, annabella_fen(&game));
    assert_eq!(envelope.draw_offer, Some(Color::White));
    let shown = format!("{envelope:?}");
    assert!(shown.contains("SealedMove(hidden)"), "{shown}");
    for trace in ["C6", "c6", "Knight", "Attempt"] {
        assert!(!shown.contains(trace), "{trace} in {shown}");
    }
}

#[test]
fn it_is_opened_only_when_the_replier_is_there() {
    let game = game("e4 e5");
    let envelope = sealed(&game, Some(to(Role::Knight, Square::F3)));
    assert_eq!(envelope.open(&game, false, RULES), Err(OpenError::ReplierAbsent));
    assert_eq!(envelope.open(&self::game("e4 c5"), true, RULES), Err(OpenError::OtherPosition));
    let resume = |white, black| envelope.resume(ByColor { white, black });
    assert_eq!(resume(true, true), Resumption::Open { clock: Color::Black });
    assert_eq!(resume(true, false), Resumption::Await { clock: Color::Black });
    assert_eq!(resume(false, false), Resumption::Await { clock: Color::Black });
    assert_eq!(resume(false, true), Resumption::SealReply { clock: Color::White });
}

#[test]
fn a_game_that_is_over_stays_so() {
    let mate = game("f3 e5 g4 Qh4");
    let over = Ending::Checkmate;
    let envelope = sealed(&game("f3 e5 g4"), None);
    assert_eq!(envelope.open(&mate, true, RULES), Err(OpenError::GameOver(over)));
    assert!(matches!(
        Envelope::seal(&mate, None, label(), RULES),
        Err(SealError::GameOver(Ending::Checkmate))
    ));
}

#[test]
fn an_absent_player_loses_unless_the_sealed_move_ended_the_game() {
    let mate = game("f3 e5 g4");
    check_absent(&mate, to(Role::Queen, Square::H4), Color::Black, GameResult::BlackWins);
    check_absent(&mate, to(Role::Queen, Square::F6), Color::Black, GameResult::WhiteWins);
    check_absent(&mate, to(Role::Queen, Square::F6), Color::White, GameResult::BlackWins);
    let stalemate = game_from("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "");
    check_absent(&stalemate, to(Role::Queen, Square::G6), Color::White, GameResult::Draw);
}

#[test]
fn a_damaged_envelope_is_noticed() {
    let game = game("e4 e5");
    let scrambled = sealed(&game, Some(to(Role::Knight, Square::F3))).scrambled(7);
    let torn = &scrambled[..scrambled.len() - 1];
    let mistyped = format!("{torn}{}", if scrambled.ends_with('0') { '1' } else { '0' });
    for damaged in [torn, mistyped.as_str(), "", "ääääääääääääää", &"z".repeat(44)] {
        let restored = Envelope::restore(&game, damaged, label(), RULES);
        assert_eq!(restored.map(drop), Err(RestoreError::Damaged), "{damaged}");
    }
}

proptest! {
    /// What is written to the journal comes back as it was, always as long, and never legible.
    #[test]
    fn the_scrambled_move_survives(
        nonce: u64, role in 0u8..7, from in 0u8..81, to in 0u8..81, said: [bool; 4], promotion in 0u8..7,
    ) {
        let part = |index: u8| PartialSquare {
            file: (index % 9).checked_sub(1).and_then(|file| file.try_into().ok()),
            rank: (index / 9).checked_sub(1).and_then(|rank| rank.try_into().ok()),
        };
        let [captures, en_passant, check, mate] = said;
        let attempt = Attempt {
            role: Role::try_from(role).ok(),
            from: part(from),
            to: part(to),
            promotion: Role::try_from(promotion).ok(),
            captures, en_passant, check, mate,
            ..Attempt::default()
        };
        let game = game("e4 e5");
        let envelope = sealed(&game, Some(attempt));
        let scrambled = envelope.scrambled(nonce);
        prop_assert_eq!(scrambled.len(), 44);
        let restored = Envelope::restore(&game, &scrambled, label(), RULES).expect("undamaged");
        prop_assert_eq!(restored.scrambled(3), envelope.scrambled(3));
        prop_assert_eq!(restored.open(&game, true, RULES), envelope.open(&game, true, RULES));
    }
}

fn label() -> EnvelopeLabel {
    EnvelopeLabel {
        players: ByColor { white: "Weiß".to_owned(), black: "Schwarz".to_owned() },
        used: ByColor { white: Duration::ZERO, black: Duration::ZERO },
        draw_offer: Some(Color::White),
        resumption: "morgen um zehn".to_owned(),
    }
}

fn sealed(game: &Game, said: Option<Attempt>) -> Envelope {
    let mut envelope = Envelope::seal(game, said, label(), RULES).expect("a sealed move");
    envelope.stop_clock(envelope.used);
    envelope
}

fn annabella_fen(game: &Game) -> shakmaty::fen::Fen {
    shakmaty::fen::Fen::from_position(game.position(), shakmaty::EnPassantMode::Legal)
}

fn check_lost(game: &Game, said: Option<Attempt>, expected: impl Fn(&SealFault) -> bool) {
    let opened = sealed(game, said).open(game, true, RULES).expect("an opened envelope");
    let OpenedEnvelope::Lost { outcome, fault } = &opened else { panic!("{opened:?}") };
    assert_eq!(outcome.result.winner(), Some(!game.turn()));
    assert!(expected(fault), "{fault:?}");
    assert_eq!(opened.article().to_string(), "I.8");
}

fn check_absent(game: &Game, said: Attempt, player: Color, expected: GameResult) {
    assert_eq!(sealed(game, Some(said)).absent(player, game, RULES).result, expected);
}
