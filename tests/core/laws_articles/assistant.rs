//! What the assistant of a blind player may do (D.2.10, D.2.11).

use annabella::laws::{AssistantOf, Service, Terms};

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
