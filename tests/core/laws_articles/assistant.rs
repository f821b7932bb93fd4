//! What the assistant of a blind player may do (D.2.10, D.2.11).

use annabella::laws::{AllowedDescriptions, AssistantOf, Description, Service, Terms};

#[test]
fn in_competition_the_assistant_gives_no_other_help() {
    let terms = Terms {
        assistant_of: AssistantOf::Blind,
        competition: true,
        described: AllowedDescriptions::default(),
    };
    check(terms, Service::AnnounceMoves, false, true);
    check(terms, Service::ClaimOnTime, false, true);
    check(terms, Service::TellMovesAndTimes, true, true);
    check(terms, Service::TellMovesAndTimes, false, false);
    check(terms, Service::Describe(Description::Position), true, false);
    let all = "position".parse().unwrap();
    check(Terms { described: all, ..terms }, Service::Describe(Description::Position), true, true);
    check(Terms { described: all, ..terms }, Service::Advise, true, false);
    check(Terms { competition: false, ..terms }, Service::Advise, true, true);
}

#[test]
fn the_arbiter_lets_each_kind_of_description_be_told_for_itself() {
    for (list, squares, lines, written) in [
        ("", false, false, ""),
        ("squares", true, false, "squares"),
        (" lines , squares,", true, true, "squares,lines"),
        ("pieces,changes,position", false, false, "pieces,changes,position"),
        // As older journals and configurations have it.
        ("men", false, false, "pieces"),
    ] {
        let described: AllowedDescriptions = list.parse().unwrap();
        assert_eq!(described.to_string(), written);
        let terms = Terms { assistant_of: AssistantOf::Blind, competition: true, described };
        check(terms, Service::Describe(Description::Squares), true, squares);
        check(terms, Service::Describe(Description::Lines), true, lines);
        check(terms, Service::Describe(Description::Squares), false, false);
        check(terms, Service::Advise, true, false);
    }
    let unknown = "squares,moves".parse::<AllowedDescriptions>().unwrap_err();
    assert!(unknown.to_string().contains("'moves', expected some of squares"), "{unknown}");
}

#[test]
fn the_sighted_players_assistant_moves_and_announces_only() {
    let terms = Terms {
        assistant_of: AssistantOf::Sighted,
        competition: true,
        described: AllowedDescriptions::default(),
    };
    check(terms, Service::MakeMoves, false, true);
    check(terms, Service::AnnounceMoves, false, true);
    check(terms, Service::KeepScore, true, false);
    assert_eq!(terms.article().to_string(), "D.2.11");
}

fn check(terms: Terms, service: Service, requested: bool, expected: bool) {
    assert_eq!(terms.allow(service, requested), expected, "{service:?} under {terms:?}");
}
