//! Draw offers (9.1).

use annabella::laws::{Color, DrawOffers, DrawRule, Ending, OfferError, Outcome, Ruleset};

use super::{game, play};

const RULES: Ruleset = Ruleset::Fide2023;

#[test]
fn an_offer_stands_until_answered() {
    let game = game("e4 e5 Nf3");
    let mut offers = DrawOffers::default();
    let offered = offers.offer(Color::White, &game, false, RULES).expect("an offer");
    assert!(offered.timely);
    assert_eq!(offers.offer(Color::White, &game, false, RULES), Err(OfferError::StandsAlready));
    assert_eq!(offers.offer(Color::Black, &game, false, RULES), Err(OfferError::OpponentOffered));
    assert_eq!(offers.accept(Color::White, &game, RULES), Err(OfferError::OwnOffer(Color::White)));
    assert_eq!(offers.accept(Color::Black, &game, RULES), Ok(Outcome::draw(Ending::Agreement)));
    assert_eq!(offers.accept(Color::Black, &game, RULES), Err(OfferError::NoneStands));
}

#[test]
fn it_lapses_when_declined_or_a_piece_is_touched() {
    let game = game("e4 e5 Nf3");
    let mut offers = DrawOffers::default();
    offers.offer(Color::White, &game, false, RULES).expect("an offer");
    // Touching one's own offer away is not possible.
    assert!(!offers.refuse_by_touch(Color::White));
    assert_eq!(offers.standing(), Some(Color::White));
    assert!(offers.refuse_by_touch(Color::Black));
    assert_eq!(offers.accept(Color::Black, &game, RULES), Err(OfferError::NoneStands));
    offers.offer(Color::White, &game, false, RULES).expect("an offer");
    assert_eq!(offers.decline(Color::Black, &game, RULES), Ok(()));
    assert_eq!(offers.standing(), None);
}

#[test]
fn the_right_moment_is_after_the_move_and_before_the_clock() {
    check_timely(Color::White, false, true);
    check_timely(Color::White, true, false);
    check_timely(Color::Black, false, false);
    fn check_timely(by: Color, pressed: bool, expected: bool) {
        let game = self::game("e4 e5 Nf3");
        let offered = DrawOffers::default().offer(by, &game, pressed, RULES).expect("an offer");
        assert_eq!(offered.timely, expected, "{by:?} {pressed}");
    }
}

#[test]
fn both_must_have_moved_in_2023() {
    let mut game = game("e4");
    let offer = |game: &_, rules| DrawOffers::default().offer(Color::White, game, false, rules).map(drop);
    assert_eq!(offer(&game, RULES), Err(OfferError::TooEarly(1)));
    assert_eq!(offer(&game, Ruleset::Fide2009), Ok(()));
    // One that stands all the same, as an older journal may have it, is not accepted before both have moved.
    let mut offers = DrawOffers::default();
    assert!(offers.take_over(Color::White));
    assert_eq!(offers.accept(Color::Black, &game, RULES), Err(OfferError::TooEarly(1)));
    play(&mut game, "e5");
    assert_eq!(offer(&game, RULES), Ok(()));
    assert!(offers.accept(Color::Black, &game, RULES).is_ok());
}

#[test]
fn the_event_may_restrict_it() {
    let early = game("e4 e5 Nf3");
    let late = game("e4 e5 Nf3 Nc6");
    let offer = |rule, game: &_| DrawOffers::new(rule).offer(Color::White, game, false, RULES);
    assert_eq!(offer(DrawRule::AfterMoves(2), &early), Err(OfferError::TooEarly(2)));
    assert!(offer(DrawRule::AfterMoves(2), &late).is_ok());
    assert_eq!(offer(DrawRule::Never, &late), Err(OfferError::NotAllowed));
    // Nor is a claim an offer then (9.1.1).
    let claim = |rule, game: &_| DrawOffers::new(rule).offer_by_claim(Color::White, game).is_some();
    assert!(!claim(DrawRule::Never, &late));
    assert!(!claim(DrawRule::AfterMoves(2), &early));
    assert!(claim(DrawRule::AfterMoves(2), &late));
}

#[test]
fn no_offers_when_the_game_is_over() {
    let mate = game("f3 e5 g4 Qh4#");
    assert_eq!(DrawOffers::default().offer(Color::White, &mate, true, RULES), Err(OfferError::GameOver));
    // One that stood lapses with the mate, and before it does not.
    let mut game = game("f3 e5 g4");
    let mut offers = DrawOffers::default();
    offers.offer(Color::White, &game, false, RULES).expect("an offer");
    assert!(offers.clone().accept(Color::Black, &game, RULES).is_ok());
    play(&mut game, "Qh4#");
    assert_eq!(offers.accept(Color::Black, &game, RULES), Err(OfferError::GameOver));
}
