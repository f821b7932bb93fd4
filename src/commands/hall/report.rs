//! The tournament report of a round: its pairings are the boards in order, and the results of the boards go back into it.

use std::path::{Path, PathBuf};

use crate::{
    clock::TimeControl,
    files,
    hall::{BoardSeen, Round},
    language::Message,
    laws::{Color, GameResult},
    notation::{Pairing, TournamentReport, TournamentReportError},
};

/// A report, and one of its rounds.
#[derive(Clone, Debug)]
pub struct RoundReport {
    report: TournamentReport,
    round: usize,
    /// Those of the round, whose places are the boards.
    pairings: Vec<Pairing>,
}

/// Why a report cannot be used.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "hall-report")]
pub enum RoundReportError {
    Read {
        path: PathBuf,
        source: std::io::Error,
    },
    Report {
        path: PathBuf,
        reason: TournamentReportError,
    },
    /// The round has no pairings.
    NoRound {
        path: PathBuf,
        round: usize,
    },
    /// The tournament has fewer rounds.
    TooHigh {
        path: PathBuf,
        round: usize,
        rounds: usize,
    },
}

impl RoundReport {
    /// Reads a report and takes this round of it, or else the last one that is paired.
    ///
    /// # Errors
    ///
    /// [`RoundReportError`].
    pub fn read(path: &Path, round: Option<usize>) -> Result<RoundReport, RoundReportError> {
        let path = || path.to_owned();
        // Latin-1, as older pairing programs write it.
        let bytes = files::read(&path()).map_err(|source| RoundReportError::Read { path: path(), source })?;
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|text| text.into_bytes().into_iter().map(char::from).collect());
        let report = TournamentReport::parse(&text)
            .map_err(|reason| RoundReportError::Report { path: path(), reason })?;
        let is_paired = |round: &usize| !report.pairings(*round).is_empty();
        let last = (1..=report.rounds()).rev().find(is_paired).unwrap_or(1);
        let round = round.unwrap_or(last);
        let pairings = report.pairings(round);
        match (pairings.is_empty(), report.planned_rounds()) {
            (true, Some(rounds)) if round > rounds => {
                Err(RoundReportError::TooHigh { path: path(), round, rounds })
            }
            (true, _) => Err(RoundReportError::NoRound { path: path(), round }),
            (false, _) => Ok(RoundReport { report, round, pairings }),
        }
    }

    /// The number of the round.
    pub fn round(&self) -> usize {
        self.round
    }

    /// The name of the tournament, if it has one.
    pub fn tournament(&self) -> Option<String> {
        Some(self.report.name()).filter(|name| !name.is_empty())
    }

    /// The time control as PGN writes it, if the report says one that both sides have.
    pub fn time_control(&self) -> Option<String> {
        let control: TimeControl = self.report.time_control()?.parse().ok()?;
        Some(control.to_string())
    }

    /// How many boards the round has.
    pub fn boards(&self) -> usize {
        self.pairings.len()
    }

    fn pairing(&self, board: u16) -> Option<Pairing> {
        self.pairings.get(usize::from(board).checked_sub(1)?).copied()
    }

    /// The name of who has a side at a board.
    pub fn player(&self, board: u16, side: Color) -> Option<String> {
        let pairing = self.pairing(board)?;
        let player = self.report.player(side.fold_wb(pairing.white, pairing.black))?;
        Some(player.name.clone())
    }

    /// The report with the results of the boards whose games are over.
    pub fn with_results(&self, round: &Round) -> TournamentReport {
        let mut report = self.report.clone();
        for (number, board) in round.by_number() {
            let (Some(pair), Some(result)) = (self.pairing(number), result(board)) else { continue };
            // The pairing was read from the same report.
            let _ = report.set_result(self.round, pair.white, pair.black, result, has_moved_each(board));
        }
        report
    }

    /// The standings with those results, a line each: the place, the points, the name.
    pub fn standings(&self, round: &Round) -> String {
        let report = self.with_results(round);
        let (mut lines, mut before) = (String::new(), None);
        for (n, (player, tenths)) in report.standings().into_iter().enumerate() {
            // Who has as many points as the one before has the same place.
            let place = match before {
                Some((place, same)) if same == tenths => place,
                _ => n + 1,
            };
            before = Some((place, tenths));
            lines += &format!("{place}. {} {}\n", points(tenths), player.name);
        }
        lines
    }
}

/// Points as people write them: 2, 2½.
fn points(tenths: i32) -> String {
    match (tenths / 10, tenths % 10) {
        (whole, 0) => whole.to_string(),
        (0, 5) => "½".to_owned(),
        (whole, 5) if whole > 0 => format!("{whole}½"),
        _ => format!("{:.1}", f64::from(tenths) / 10.0),
    }
}

/// Whether each side has made a move, without which a game is not rated.
fn has_moved_each(board: &BoardSeen) -> bool {
    board.game.as_ref().is_some_and(|game| game.score.game.moves().len() >= 2)
}

/// The result of a board whose game is over.
fn result(board: &BoardSeen) -> Option<GameResult> {
    let result: GameResult = board.game.as_ref()?.score.result().parse().ok()?;
    (result != GameResult::NoResult).then_some(result)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::hall::{BoardTopic, HallGame, VERSION};

    fn line(number: u32, name: &str, rounds: &str) -> String {
        let blank = "";
        format!("001 {number:>4} m    {name:<33} 2000 GER {blank:>11} {blank:>10}  0.0 {number:>4}{rounds}\n")
    }

    fn report(round: Option<usize>) -> Result<RoundReport, RoundReportError> {
        report_of("", round)
    }

    fn report_of(first: &str, round: Option<usize>) -> Result<RoundReport, RoundReportError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("round.trf");
        let text = [
            first.to_owned(),
            line(1, "Anna", "     4 w       3 b  "),
            line(2, "Ben", "     3 b       4 w  "),
            line(3, "Carl", "     2 w       1 w  "),
            line(4, "Dora", "     1 b       2 b  "),
        ];
        std::fs::write(&path, text.concat()).unwrap();
        RoundReport::read(&path, round)
    }

    #[test]
    fn boards_are_the_pairings_of_a_round_and_their_results_go_back_into_it() {
        let first = report(Some(1)).unwrap();
        assert_eq!((first.boards(), first.round()), (2, 1));
        assert_eq!(first.player(2, Color::White).as_deref(), Some("Carl"));
        assert_eq!((first.player(3, Color::White), first.player(0, Color::White)), (None, None));
        assert_eq!(report(None).unwrap().round(), 2);
        assert!(matches!(report(Some(3)), Err(RoundReportError::NoRound { round: 3, .. })));
        let mut round = Round::default();
        for (board, result, moves) in [(1, "1/2-0", "1. e4 e5"), (2, "0-1", "1. e4"), (9, "1-0", "1. e4 e5")]
        {
            let pgn = format!("[Result \"{result}\"]\n\n{moves} {result}\n");
            let game = HallGame { version: VERSION, board, pgn, ..HallGame::default() };
            round.take(&BoardTopic::Game.of(board), &game.written().unwrap(), Duration::ZERO);
        }
        let written = first.with_results(&round);
        let results: Vec<_> = written.pairings(1).iter().map(|pair| pair.result).collect();
        assert_eq!(results, [GameResult::HalfToWhite, GameResult::BlackWins]);
        // Nobody rates what ended before each had moved.
        let text = written.to_string();
        assert!(text.contains("4 w =") && text.contains("1 b 0"), "{text}");
        assert!(text.contains("2 w L") && text.contains("3 b W"), "{text}");
        assert_eq!(first.standings(&round), "1. 1 Ben\n2. ½ Anna\n3. 0 Carl\n3. 0 Dora\n");
        let other = report_of("162  W 3.0    D 1.0\n299         -0.5  002 0004\n", Some(1)).unwrap();
        assert_eq!(other.standings(&round), "1. 3 Ben\n2. 1 Anna\n3. 0 Carl\n4. -0.5 Dora\n");
    }

    #[test]
    fn who_has_a_bye_or_has_withdrawn_sits_at_no_board_and_keeps_the_points() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("round.trf");
        let text = [
            line(1, "Anna", "     2 w 1  0000 - U"),
            line(2, "Ben", "     1 b 0     4 b  "),
            // Withdrawn, in the round or from the first on, in the letters of both reports.
            line(3, "Carl", "  0000 - H  0000 - Z"),
            line(4, "Dora", "  0000 - F     2 w  "),
            line(5, "Eve", "  0000 - Z"),
        ];
        std::fs::write(&path, text.concat()).unwrap();
        let report = RoundReport::read(&path, None).unwrap();
        assert_eq!((report.round(), report.boards()), (2, 1));
        assert_eq!(report.player(1, Color::White).as_deref(), Some("Dora"));
        assert_eq!(report.player(1, Color::Black).as_deref(), Some("Ben"));
        let mut round = Round::default();
        let mut played = |result: &str| {
            let pgn = format!("[Result \"{result}\"]\n\n1. e4 e5 {result}\n");
            let game = HallGame { version: VERSION, board: 1, pgn, ..HallGame::default() };
            round.take(&BoardTopic::Game.of(1), &game.written().unwrap(), Duration::ZERO);
            (report.standings(&round), report.with_results(&round).to_string())
        };
        // A result that was wrong twice leaves nothing of itself.
        played("1-0");
        played("1/2-1/2");
        let (standings, written) = played("0-1");
        assert_eq!(standings, "1. 2 Anna\n2. 1 Ben\n2. 1 Dora\n4. ½ Carl\n5. 0 Eve\n");
        assert!(written.contains("1 b 0     4 b 1") && written.contains("0000 - F     2 w 0"), "{written}");
        assert!(written.contains("0000 - H  0000 - Z") && written.contains("2 w 1  0000 - U"), "{written}");
        let (_, written) = played("*");
        assert_eq!(written, text.concat());
    }

    #[test]
    fn a_report_of_trf26_says_how_many_rounds_there_are_and_with_what_time() {
        let of = |line: &str| report_of(line, Some(1)).unwrap().time_control();
        assert_eq!(of("222 5400+30\n").as_deref(), Some("5400+30"));
        assert_eq!(of("222 40/6000+30:900+30\n").as_deref(), Some("40/6000+30:900+30"));
        // One for each colour is none that a board's clock has.
        for none in ["", "222 W300-B240\n", "222 x\n"] {
            assert_eq!(of(none), None);
        }
        let refused = |round| report_of("142 2\n", Some(round)).unwrap_err();
        assert!(matches!(refused(3), RoundReportError::TooHigh { round: 3, rounds: 2, .. }));
        assert!(matches!(report_of("142 3\n", Some(3)), Err(RoundReportError::NoRound { .. })));
    }
}
