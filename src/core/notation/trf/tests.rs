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
        read.set_result(2, 2, 1, result, true).unwrap();
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
        read.set_result(2, 2, 1, GameResult::NoResult, true).unwrap();
        assert_eq!(read.points(1), 10);
    }
    let standings = TournamentReport::parse(&report("\n")).unwrap();
    let standings: Vec<_> =
        standings.standings().iter().map(|(player, tenths)| (player.number, *tenths)).collect();
    assert_eq!(standings, [(1, 10), (2, 5), (4, 5), (3, 0)]);
}

#[test]
fn points_that_are_counted_otherwise_are_left_alone() {
    let text = report("\n").replace(" 1.0    1", " 3.0    1");
    let mut read = TournamentReport::parse(&text).unwrap();
    read.set_result(2, 2, 1, GameResult::BlackWins, true).unwrap();
    assert!(read.to_string().contains(" 3.0    1"), "{read}");
}

/// The lines that TRF26 has brought, in front of the players.
const OF_TRF26: [&str; 12] = [
    "142 7",
    "152 B",
    "172 GER FIDON",
    "182 annabella",
    "192 FIDE_DUTCH_2025",
    "202 BH,SB",
    "212 PTS,BH,SB",
    "222 40/6000+30:900+30",
    "### TRRR PPP1",
    "240 H 003 0004",
    "250      01.0 001 002 0001 0002",
    "260 001 003 0001 0002",
];

fn with_lines(lines: &[&str]) -> Result<TournamentReport, TournamentReportError> {
    TournamentReport::parse(&(lines.join("\r") + "\r" + &report("\r")))
}

#[test]
fn what_trf26_says_of_the_tournament_is_read_and_stays() {
    let mut read = with_lines(&OF_TRF26).unwrap();
    assert_eq!(read.planned_rounds(), Some(7));
    assert_eq!(read.time_control().as_deref(), Some("40/6000+30:900+30"));
    read.set_result(2, 2, 1, GameResult::Draw, true).unwrap();
    let written = read.to_string();
    assert_eq!(written.split('\r').take(OF_TRF26.len()).collect::<Vec<_>>(), OF_TRF26);
    assert_eq!(TournamentReport::parse(&written).unwrap(), read);
    // Pairing programs said the number of rounds before, and nobody the time.
    let older = TournamentReport::parse(&report("\n")).unwrap();
    assert_eq!((older.planned_rounds(), older.time_control()), (Some(3), None));
    for nothing in ["142", "142 x", "142 0"] {
        assert_eq!(with_lines(&[nothing, "222 "]).unwrap().time_control(), None);
        let rounds = TournamentReport::parse(&report("\n").replace("XXR 3", nothing)).unwrap();
        assert_eq!(rounds.planned_rounds(), None, "{nothing}");
    }
}

#[test]
fn points_are_what_trf26_says_that_results_are_worth() {
    // As the standard's columns have it, and as people write it.
    for worth in ["162  W 3.0    D 1.0    A 0.5", "162 w3 D1.0 a 0.5 x 1"] {
        let mut read = with_lines(&[worth]).unwrap();
        assert_eq!([1, 2, 3, 4].map(|number| read.points(number)), [30, 10, 0, 10]);
        read.set_result(2, 2, 1, GameResult::BlackWins, true).unwrap();
        assert_eq!(read.points(1), 60);
    }
    let byes = |worth: &str| {
        let text = report("\n").replace("2 w =     3 b  ", "2 w =  0000 - U");
        let text = text.replace("1 b 0     4 w  ", "1 b 0  0000 - z");
        let read = TournamentReport::parse(&format!("{worth}\n{text}")).unwrap();
        [3, 4].map(|number| read.points(number))
    };
    assert_eq!(byes("162  W 3.0    D 1.0"), [0, 40]);
    assert_eq!(byes("162  W 3.0    D 1.0    P 1.0    A 0.5"), [5, 20]);
    // A penalty, and a win that counts for half in one round only.
    let read = with_lines(&[
        "299         -0.5       0001 0002",
        "299 W        0.5  001 0001",
        "299 W        0.7  002 0001",
    ]);
    assert_eq!([1, 2, 3].map(|number| read.as_ref().unwrap().points(number)), [0, 0, 0]);
    // The points of matches are a team's.
    assert_eq!(with_lines(&["299 W  11.5   0.5  001 0001"]).unwrap().points(1), 10);
    for wrong in [
        "162 W",
        "162 Q 1.0",
        "162  W 1.05",
        "162  W -1",
        "299 W",
        "299 Q        0.5  001 0001",
        "299 W        0.5  001    x",
    ] {
        let found = wrong.to_owned();
        assert_eq!(with_lines(&[wrong]).unwrap_err(), TournamentReportError::Points { line: 1, found });
    }
}

#[test]
fn a_game_of_less_than_a_move_each_is_written_as_one_that_is_not_rated() {
    for (result, letters) in [
        (GameResult::WhiteWins, ["2 b L", "1 w W"]),
        (GameResult::BlackWins, ["2 b W", "1 w L"]),
        (GameResult::Draw, ["2 b D", "1 w D"]),
        (GameResult::HalfToBlack, ["2 b D", "1 w L"]),
    ] {
        let mut read = TournamentReport::parse(&report("\n")).unwrap();
        read.set_result(2, 2, 1, result, false).unwrap();
        let written = read.to_string();
        assert!(letters.iter().all(|letter| written.contains(letter)), "{written}");
        let again = TournamentReport::parse(&written.replace(" w W", " W w")).unwrap();
        assert_eq!((again.pairings(2)[0].result, again.points(1)), (result, read.points(1)));
    }
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
    assert_eq!(read.set_result(2, 1, 2, GameResult::Draw, true).unwrap_err(), nobody);
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
