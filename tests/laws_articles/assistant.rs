//! Play with a blind player (D.2.3, D.2.8) and what his assistant may do (D.2.10, D.2.11).

use annabella::laws::{AssistantOf, Making, Missing, Service, Terms, may_correct_announcement};

use crate::{game_from, san_move};

#[test]
fn a_move_is_made_when_placed_and_announced() {
    let game = game_from("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "");
    let (quiet, capture) = (san_move(&game, "e5"), san_move(&game, "exd5"));
    let placed = Making { placed: true, ..Making::default() };
    let announced = Making { announced: true, ..placed };
    assert_eq!(Making::default().missing(quiet), Some(Missing::Placing));
    assert_eq!(placed.missing(quiet), Some(Missing::Announcement));
    assert!(announced.is_made(quiet));
    assert_eq!(announced.missing(capture), Some(Missing::CapturedPiece));
    assert!(Making { captured_removed: true, ..announced }.is_made(capture));
}

#[test]
fn a_slip_of_the_tongue_is_corrected_before_the_clock() {
    assert!(may_correct_announcement(false));
    assert!(!may_correct_announcement(true));
}

#[test]
fn in_competition_the_assistant_gives_no_other_help() {
    let terms = Terms { assistant_of: AssistantOf::Blind, competition: true, position_allowed: false };
    check(terms, Service::AnnounceMoves, false, true);
    check(terms, Service::ClaimOnTime, false, true);
    check(terms, Service::TellMovesAndTimes, true, true);
    check(terms, Service::TellMovesAndTimes, false, false);
    check(terms, Service::DescribePosition, true, false);
    check(Terms { position_allowed: true, ..terms }, Service::DescribePosition, true, true);
    check(Terms { position_allowed: true, ..terms }, Service::Advise, true, false);
    check(Terms { competition: false, ..terms }, Service::Advise, true, true);
}

#[test]
fn the_sighted_players_assistant_moves_and_announces_only() {
    let terms = Terms { assistant_of: AssistantOf::Sighted, competition: true, position_allowed: false };
    check(terms, Service::MakeMoves, false, true);
    check(terms, Service::AnnounceMoves, false, true);
    check(terms, Service::KeepScore, true, false);
    assert_eq!(terms.article().to_string(), "D.2.11");
}

fn check(terms: Terms, service: Service, requested: bool, expected: bool) {
    assert_eq!(terms.allow(service, requested), expected, "{service:?} under {terms:?}");
}
