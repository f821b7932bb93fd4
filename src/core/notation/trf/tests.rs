use proptest::prelude::*;

use super::*;

/// A tournament of four after its first round, with the second paired; the last line is nobody's here.
fn report(line_end: &str) -> String {
    let line = |number: u32, name: &str, points: &str, rounds: &str| {
        format!(
            "001 {number:>4} m GM {name:<33} {:>4} GER {:>11} {:>10} {points:>4} {number:>4}{rounds}",
            2000 + number,
            "",
            ""
        )
    };
    let lines = [
        "012 Städteturnier Köln".to_owned(),
        "XXR 3".to_owned(),
        line(1, "Müller, Jörg", "1.0", "     3 w 1     2 b  "),
        line(2, "O'Neill, Siân", "0.5", "     4 b =     1 w  "),
        line(3, "Žižek, Ana", "0.0", "     1 b 0     4 w  "),
        line(4, "Łukasz", "0.5", "     2 w =     3 b  "),
        "### what nobody knows\tstays  ".to_owned(),
    ];
    lines.map(|line| line + line_end).concat()
}

#[test]
fn names_and_pairings_are_read_whatever_ends_the_lines() {
    for line_end in ["\r", "\n", "\r\n"] {
        let text = report(line_end);
        let read = TournamentReport::parse(&text).unwrap();
        assert_eq!(read.to_string(), text, "{line_end:?}");
        assert_eq!(read.name(), "Städteturnier Köln");
        assert_eq!(read.player(3).unwrap().name, "Žižek, Ana");
        assert_eq!(read.player(1).unwrap().rating, Some(2001));
        assert_eq!((read.player(1).unwrap().title.as_str(), read.rounds()), ("GM", 2));
        let pair = |white, black, result| Pairing { white, black, result };
        assert_eq!(read.pairings(1), [pair(1, 3, GameResult::WhiteWins), pair(4, 2, GameResult::Draw)]);
        assert_eq!(read.pairings(2), [pair(2, 1, GameResult::NoResult), pair(3, 4, GameResult::NoResult)]);
        assert_eq!((read.pairings(0), read.pairings(3)), (Vec::new(), Vec::new()));
    }
}

#[test]
fn results_are_written_into_both_lines_and_nothing_else_changes() {
    let results = [
        (GameResult::WhiteWins, ["1.5", "1.0"]),
        (GameResult::BlackWins, ["0.5", "2.0"]),
        (GameResult::Draw, ["1.0", "1.5"]),
        (GameResult::BothLose, ["0.5", "1.0"]),
        (GameResult::HalfToWhite, ["1.0", "1.0"]),
        (GameResult::HalfToBlack, ["0.5", "1.5"]),
        (GameResult::NoResult, ["0.5", "1.0"]),
    ];
    for (result, points) in results {
        let mut read = TournamentReport::parse(&report("\r")).unwrap();
        read.set_result(2, 2, 1, result).unwrap();
        let again = TournamentReport::parse(&read.to_string()).unwrap();
        assert_eq!(again, read);
        assert_eq!(again.pairings(2)[0].result, result);
        assert_eq!([2, 1].map(|number| points_of(again.points(number))), points, "{result}");
        let written = |number| text_in(&again.lines[again.player(number).unwrap().line], column::POINTS);
        assert_eq!([2, 1].map(written), points, "{result}");
        let others = |text: &str| {
            text.split('\r')
                .filter(|line| !line.contains("Jörg") && !line.contains("Siân"))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(others(&again.to_string()), others(&report("\r")));
        // A result may be corrected.
        read.set_result(2, 2, 1, GameResult::NoResult).unwrap();
        assert_eq!(read.points(1), 2);
    }
    let standings = TournamentReport::parse(&report("\n")).unwrap();
    let standings: Vec<_> =
        standings.standings().iter().map(|(player, halves)| (player.number, *halves)).collect();
    assert_eq!(standings, [(1, 2), (2, 1), (4, 1), (3, 0)]);
}

#[test]
fn points_that_are_counted_otherwise_are_left_alone() {
    let text = report("\n").replace(" 1.0    1", " 3.0    1");
    let mut read = TournamentReport::parse(&text).unwrap();
    read.set_result(2, 2, 1, GameResult::BlackWins).unwrap();
    assert!(read.to_string().contains(" 3.0    1"), "{read}");
}

#[test]
fn what_is_no_report_is_named_with_its_line() {
    use TournamentReportError::*;
    let refused =
        |from: &str, to: &str| TournamentReport::parse(&report("\n").replace(from, to)).unwrap_err();
    assert_eq!(TournamentReport::parse("").unwrap_err(), NoPlayer);
    assert_eq!(TournamentReport::parse("1. e4 e5\n").unwrap_err(), NoPlayer);
    assert_eq!(refused("001    2", "001    x"), NoNumber { line: 4, found: "x".to_owned() });
    assert_eq!(refused("001    2", "001    1"), Twice { line: 4, number: 1 });
    assert_eq!(refused("Łukasz", "      "), NoName { line: 6 });
    assert_eq!(refused("3 w 1", "3 x 1"), Round { line: 3, round: 1, found: "3 x 1".to_owned() });
    assert_eq!(refused("3 w 1", "2 w 1"), Contradiction { line: 3, round: 1 });
    assert_eq!(refused("3 w 1", "9 w 1"), Contradiction { line: 3, round: 1 });
    assert_eq!(refused("3 w 1", "3 b 1"), Contradiction { line: 3, round: 1 });
    assert_eq!(refused("3 w 1", "3 w ?"), Round { line: 3, round: 1, found: "3 w ?".to_owned() });
    assert_eq!(TournamentReport::parse(&"001\n".repeat(MOST_LINES + 1)).unwrap_err(), TooLarge);
    let mut read = TournamentReport::parse(&report("\n")).unwrap();
    let nobody = NoPairing { round: 2, white: 1, black: 2 };
    assert_eq!(read.set_result(2, 1, 2, GameResult::Draw).unwrap_err(), nobody);
}

proptest! {
    /// Whatever comes is read or refused; what is read is written as it was.
    #[test]
    fn any_text_is_read_or_refused(
        at in 0_usize..700,
        new in "[ 0-9wb=+FUZ\r\nä]{0,6}",
    ) {
        let text: Vec<char> = report("\n").chars().collect();
        let at = at.min(text.len());
        let end = (at + new.chars().count()).min(text.len());
        let text: String = text[..at].iter().copied().chain(new.chars()).chain(text[end..].iter().copied()).collect();
        if let Ok(read) = TournamentReport::parse(&text) {
            prop_assert_eq!(TournamentReport::parse(&read.to_string()).unwrap(), read);
        }
    }
}
