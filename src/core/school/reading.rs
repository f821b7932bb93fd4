//! Reads puzzles from the files in which people keep them.
//!
//! - EPD: a position and operations, of which `bm` (best moves), `dm` (mate in so many moves), `pv` (the solution), `id`, `c0`
//!   (task and theme in our words) and `c1` (difficulty) count. [`written_puzzle`] writes such a line.
//! - CSV as the puzzle database of lichess.org has it: `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,…`.
//!   The first of the moves is the opponent's, before the puzzle.
//! - PGN: each game is a position and its solution.
//!
//! What is wrong with one puzzle is named, and the others are read.

use std::{
    collections::HashSet,
    sync::{Arc, LazyLock},
};

use shakmaty::{Chess, EnPassantMode, Move, Position, fen::Epd, san::SanPlus, uci::UciMove};

use super::{Puzzle, PuzzleTask, Theme, puzzle::SEARCHED_MATE};
use crate::{
    language::Message,
    laws::{StartError, StartPosition, Verdict, judge},
    notation::{Letters, PgnError, pgn, read},
};

/// A longer line is no puzzle.
const LONGEST_LINE: usize = 4000;
/// More half-moves are no solution.
const LONGEST_SOLUTION: usize = 60;
/// More puzzles are not read.
pub const MOST_PUZZLES: usize = 10_000;
/// More faults are only counted.
const MOST_FAULTS: usize = 10;
/// A longer name is cut.
const LONGEST_NAME: usize = 40;

/// The puzzles of a file.
#[derive(Debug, Default)]
pub struct PuzzleFile {
    /// In the order of the file, no name twice.
    pub puzzles: Vec<Puzzle>,
    /// What is wrong with the others, as far as it is named.
    pub faults: Vec<PuzzleFault>,
    /// How many more could not be read.
    pub more_faults: usize,
    /// The file has more puzzles than are read.
    pub is_cut: bool,
}

/// Where a puzzle cannot be read, and why.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "puzzle-in")]
pub enum PuzzleFault {
    /// In a line, counted from one.
    Line {
        /// The number of the line.
        line: usize,
        /// What is wrong.
        reason: PuzzleError,
    },
    /// In a game of a PGN file, counted from one.
    Game {
        /// The number of the game.
        game: usize,
        /// What is wrong.
        reason: PuzzleError,
    },
    /// The game itself cannot be read.
    #[message(transparent)]
    Pgn(#[from] PgnError),
}

/// Why something is no puzzle.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "puzzle")]
pub enum PuzzleError {
    /// The line is too long.
    TooLong,
    /// There are fewer fields than a position and moves need.
    Fields,
    /// The position is none.
    Start {
        /// The text.
        fen: String,
        /// What is wrong with it.
        reason: StartError,
    },
    /// The game is over in the position.
    Over,
    /// There is no solution.
    NoSolution,
    /// A move of the solution cannot be played where it stands.
    Illegal {
        /// The move as it is written.
        found: String,
    },
    /// The mate has so many moves that its line must be written, and is not.
    LongMate {
        /// The moves.
        moves: u32,
    },
}

impl PuzzleFile {
    fn add(&mut self, read: Result<Puzzle, PuzzleFault>, names: &mut HashSet<String>, place: usize) {
        match read {
            Ok(mut puzzle) => {
                if puzzle.id.is_empty() || names.contains(&puzzle.id) {
                    puzzle.id = format!("{}#{place}", puzzle.id);
                }
                names.insert(puzzle.id.clone());
                self.puzzles.push(puzzle);
            }
            Err(fault) if self.faults.len() < MOST_FAULTS => self.faults.push(fault),
            Err(_) => self.more_faults += 1,
        }
        self.is_cut = self.puzzles.len() >= MOST_PUZZLES;
    }
}

/// Returns the puzzles that come with the program.
pub fn own_puzzles() -> Arc<Vec<Puzzle>> {
    static OWN: LazyLock<Arc<Vec<Puzzle>>> =
        LazyLock::new(|| Arc::new(read_puzzles(include_str!("../../../grammars/puzzles.epd")).puzzles));
    Arc::clone(&OWN)
}

/// Reads puzzles from a text in any of the forms.
pub fn read_puzzles(text: &str) -> PuzzleFile {
    let text = text.trim_start_matches('\u{feff}');
    let (mut file, mut names) = (PuzzleFile::default(), HashSet::new());
    let is_note = |line: &str| line.is_empty() || line.starts_with('#');
    let first = text.lines().map(str::trim).find(|line| !is_note(line)).unwrap_or_default();
    if first.starts_with('[') || first.starts_with("1.") {
        for (read, game) in pgn::readable_games(text).zip(1..) {
            let puzzle = match read.fault {
                Some(error) => Err(PuzzleFault::Pgn(error)),
                None => of_game(&read.game).map_err(|reason| PuzzleFault::Game { game, reason }),
            };
            file.add(puzzle, &mut names, game);
            if file.is_cut {
                break;
            }
        }
        return file;
    }
    let is_csv = first.split(',').count() >= 4;
    for (line, number) in text.lines().map(str::trim).zip(1..) {
        if is_note(line) || is_csv && line.starts_with("PuzzleId,") {
            continue;
        }
        let read = match line {
            line if line.len() > LONGEST_LINE => Err(PuzzleError::TooLong),
            line if is_csv => of_csv(line),
            line => of_epd(line),
        };
        file.add(read.map_err(|reason| PuzzleFault::Line { line: number, reason }), &mut names, number);
        if file.is_cut {
            break;
        }
    }
    file
}

/// Writes a puzzle as a line of EPD, with the moves in English.
pub fn written_puzzle(puzzle: &Puzzle) -> String {
    let position = puzzle.start.position();
    let mut text = Epd::from_position(position, EnPassantMode::Legal).to_string();
    let san = |line: &[Move]| {
        let mut at = position.clone();
        let words = line.iter().map(|&m| SanPlus::from_move_and_play_unchecked(&mut at, m).to_string());
        words.collect::<Vec<_>>().join(" ")
    };
    let best: Vec<String> = puzzle.lines.iter().map(|line| san(&line[..1])).collect();
    if !best.is_empty() {
        text.push_str(&format!(" bm {};", best.join(" ")));
    }
    let task = match puzzle.task {
        PuzzleTask::Mate(moves) => {
            text.push_str(&format!(" dm {moves};"));
            "mate"
        }
        PuzzleTask::Win => "win",
        PuzzleTask::Best => "best",
        PuzzleTask::Defend => "defend",
    };
    if let Some(line) = puzzle.lines.first().filter(|line| line.len() > 1 || puzzle.lines.len() == 1) {
        text.push_str(&format!(" pv {};", san(line)));
    }
    let id = puzzle.id.replace(['"', ';'], " ");
    format!("{text} id \"{id}\"; c0 \"{task} {}\"; c1 \"{}\";", puzzle.theme, puzzle.difficulty)
}

/// Reads a line of EPD; the counters of FEN may stand in it too.
fn of_epd(line: &str) -> Result<Puzzle, PuzzleError> {
    let mut rest = line;
    let mut fields = Vec::new();
    while let Some((field, after)) = first_word(rest) {
        let is_counter = fields.len() >= 4 && field.bytes().all(|c| c.is_ascii_digit());
        if fields.len() == 6 || fields.len() >= 4 && !is_counter {
            break;
        }
        fields.push(field);
        rest = after;
    }
    if fields.len() < 4 {
        return Err(PuzzleError::Fields);
    }
    let start = start(&fields.join(" "))?;
    let operations = operations(rest);
    let operand = |code: &str| operations.iter().find(|(own, _)| own == code).map(|(_, text)| text.as_str());
    let mut lines: Vec<Vec<Move>> = Vec::new();
    for word in operand("bm").unwrap_or_default().split_whitespace() {
        let line = vec![written_move(start.position(), word)?];
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if let Some(text) = operand("pv") {
        let line = solution(start.position(), text.split_whitespace(), written_move)?;
        if lines.is_empty() || lines.iter().any(|best| best.first() == line.first()) {
            lines.retain(|best| best.first() != line.first());
            lines.insert(0, line);
        }
    }
    let mate = operand("dm").and_then(|moves| moves.parse().ok()).filter(|moves| *moves > 0);
    let words: Vec<&str> = operand("c0").unwrap_or_default().split_whitespace().collect();
    let stated = words.iter().find_map(|word| match *word {
        "win" => Some(PuzzleTask::Win),
        "best" => Some(PuzzleTask::Best),
        "defend" => Some(PuzzleTask::Defend),
        _ => None,
    });
    let mut puzzle =
        puzzle(operand("id").unwrap_or_default(), start, lines, mate.map(PuzzleTask::Mate).or(stated))?;
    // The task stands first, and has a name in common with a theme.
    puzzle.theme = words.iter().rev().find_map(|word| word.parse().ok()).unwrap_or(puzzle.theme);
    puzzle.difficulty = operand("c1").and_then(difficulty).unwrap_or(puzzle.difficulty);
    Ok(puzzle)
}

/// Reads a line of the service's puzzle database, whose fields hold neither commas nor quotes.
fn of_csv(line: &str) -> Result<Puzzle, PuzzleError> {
    let fields: Vec<&str> = line.split(',').map(|field| field.trim().trim_matches('"')).collect();
    let [id, fen, moves, rest @ ..] = &fields[..] else { return Err(PuzzleError::Fields) };
    let before = start(fen)?;
    let uci = |position: &Chess, word: &str| {
        let found = || PuzzleError::Illegal { found: shown(word) };
        word.parse::<UciMove>().ok().and_then(|m| m.to_move(position).ok()).ok_or_else(found)
    };
    let all = solution(before.position(), moves.split_whitespace(), uci)?;
    let [first, line @ ..] = &all[..] else { return Err(PuzzleError::NoSolution) };
    let mut position = before.position().clone();
    position.play_unchecked(*first);
    let start = StartPosition::from(position);
    let tags: Vec<&str> = rest.get(4).map(|tags| tags.split_whitespace().collect()).unwrap_or_default();
    let mut puzzle = puzzle(id, start, vec![line.to_vec()], None)?;
    if puzzle.task == PuzzleTask::Best && tags.iter().any(|tag| ["defensiveMove", "equality"].contains(tag)) {
        puzzle.task = PuzzleTask::Defend;
    }
    let stated = || tags.iter().find_map(|tag| theme_of_tag(tag));
    if puzzle.theme == Theme::Idea {
        puzzle.theme = stated().unwrap_or(Theme::Idea);
    }
    puzzle.difficulty = rest.first().and_then(|text| difficulty(text)).unwrap_or(puzzle.difficulty);
    let deviation = rest.get(1).and_then(|text| text.parse::<u32>().ok());
    puzzle.deviation = deviation.map_or(puzzle.deviation, |deviation| deviation.min(500));
    Ok(puzzle)
}

fn of_game(game: &pgn::PgnGame) -> Result<Puzzle, PuzzleError> {
    let line: Vec<Move> = game.game.moves().iter().take(LONGEST_SOLUTION).copied().collect();
    if line.is_empty() {
        return Err(PuzzleError::NoSolution);
    }
    let name = ["PuzzleId", "Id", "Event"].iter().find_map(|tag| game.tag(tag)).filter(|name| *name != "?");
    let start = StartPosition::from(game.game.start().clone());
    let mut puzzle = puzzle(name.unwrap_or_default(), start, vec![line], None)?;
    puzzle.theme =
        game.tag("Theme").and_then(|theme| theme.to_lowercase().parse().ok()).unwrap_or(puzzle.theme);
    let stated = ["Rating", "Difficulty"].iter().find_map(|tag| game.tag(tag)).and_then(difficulty);
    puzzle.difficulty = stated.unwrap_or(puzzle.difficulty);
    Ok(puzzle)
}

/// Returns the puzzle of what was read, unless it cannot be one.
fn puzzle(
    id: &str,
    start: StartPosition,
    lines: Vec<Vec<Move>>,
    task: Option<PuzzleTask>,
) -> Result<Puzzle, PuzzleError> {
    if start.position().is_game_over() {
        return Err(PuzzleError::Over);
    }
    if lines.iter().all(Vec::is_empty) && !matches!(task, Some(PuzzleTask::Mate(_))) {
        return Err(PuzzleError::NoSolution);
    }
    let puzzle = Puzzle::of_lines(&shown(id), start, lines, task);
    match puzzle.task {
        PuzzleTask::Mate(moves) if moves > SEARCHED_MATE && !puzzle.has_solution() => {
            Err(PuzzleError::LongMate { moves })
        }
        PuzzleTask::Mate(_) | PuzzleTask::Win | PuzzleTask::Best | PuzzleTask::Defend => Ok(puzzle),
    }
}

fn start(fen: &str) -> Result<StartPosition, PuzzleError> {
    StartPosition::of_fen(fen, false).map_err(|reason| PuzzleError::Start { fen: shown(fen), reason })
}

/// Reads half-moves in turn.
fn solution<'a>(
    start: &Chess,
    words: impl Iterator<Item = &'a str>,
    read: impl Fn(&Chess, &str) -> Result<Move, PuzzleError>,
) -> Result<Vec<Move>, PuzzleError> {
    let mut at = start.clone();
    let mut line = Vec::new();
    for word in words.take(LONGEST_SOLUTION) {
        let m = read(&at, word)?;
        at.play_unchecked(m);
        line.push(m);
    }
    Ok(line)
}

/// Reads a move in English letters.
fn written_move(position: &Chess, word: &str) -> Result<Move, PuzzleError> {
    match read(word, &Letters::ENGLISH).map(|attempt| judge(position, &attempt)) {
        Ok(Verdict::Legal(m)) => Ok(m),
        Ok(Verdict::Illegal(_) | Verdict::Ambiguous(_) | Verdict::PromotionMissing(_)) | Err(_) => {
            Err(PuzzleError::Illegal { found: shown(word) })
        }
    }
}

/// Returns the operations of EPD: a code, and its operands without quotes.
fn operations(text: &str) -> Vec<(String, String)> {
    let (mut all, mut now, mut quoted) = (Vec::new(), String::new(), false);
    for c in text.chars().chain([';']) {
        match c {
            '"' => quoted = !quoted,
            ';' if !quoted => {
                if let Some((code, operands)) = first_word(&now) {
                    all.push((code.to_owned(), operands.trim().to_owned()));
                }
                now.clear();
            }
            c => now.push(c),
        }
    }
    all
}

fn first_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    if text.is_empty() { None } else { Some(text.split_at(end)) }
}

fn difficulty(text: &str) -> Option<u32> {
    let number: u32 = text.trim().parse().ok()?;
    (100..=4000).contains(&number).then_some(number)
}

/// The database's names of themes that the moves alone may not tell.
fn theme_of_tag(tag: &str) -> Option<Theme> {
    Some(match tag {
        "fork" => Theme::Fork,
        "pin" => Theme::Pin,
        "skewer" => Theme::Skewer,
        "discoveredAttack" | "discoveredCheck" | "doubleCheck" => Theme::Discovered,
        "hangingPiece" => Theme::Hanging,
        "promotion" | "advancedPawn" => Theme::Promotion,
        "sacrifice" => Theme::Sacrifice,
        _ => return None,
    })
}

/// A text as it can be printed, and no longer than a name.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::in_english;

    const FORK: &str = "q3k3/8/8/3N4/8/8/8/4K3 w - -";

    #[test]
    fn epd_csv_and_pgn_are_read() {
        let epd = format!(
            "# ours\n{FORK} bm Nc7+; pv Nc7+ Kd7 Nxa8; id \"a;1\"; c0 \"win fork\"; c1 \"640\";\n\n\
             {FORK} 0 1 bm Nc7 Nb6; id \"a;1\";\n7k/8/8/8/8/8/R7/1R4K1 w - - dm 2;"
        );
        let file = read_puzzles(&epd);
        assert!(file.faults.is_empty(), "{:?}", file.faults);
        let [fork, either, mate] = &file.puzzles[..] else { panic!("{}", file.puzzles.len()) };
        assert_eq!((fork.id.as_str(), fork.difficulty, fork.lines[0].len()), ("a;1", 640, 3));
        assert_eq!((either.lines.len(), either.id.as_str()), (2, "a;1#4"), "no name twice");
        assert_eq!((mate.task, mate.lines.len(), mate.has_solution()), (PuzzleTask::Mate(2), 0, true));
        let again = read_puzzles(&written_puzzle(fork)).puzzles.pop().unwrap();
        assert_eq!(Puzzle { id: fork.id.clone(), ..again }, *fork);
        // From the service's documentation of its database.
        let csv = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\r\n\
                   00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,80,83,72,\
                   mate mateIn2 middlegame short,https://lichess.org/yyznGmXs/black#34,Italian_Game\r\n";
        let file = read_puzzles(csv);
        assert!(file.faults.is_empty(), "{:?}", file.faults);
        let [mate] = &file.puzzles[..] else { panic!("{}", file.puzzles.len()) };
        assert_eq!((mate.id.as_str(), mate.task, mate.difficulty), ("00sHx", PuzzleTask::Mate(2), 1760));
        assert_eq!((mate.deviation, mate.solver()), (80, shakmaty::Color::White));
        let pgn = format!(
            "[Event \"Gabel\"]\n[SetUp \"1\"]\n[FEN \"{FORK} 0 1\"]\n\n1. Nc7+ Kd7 2. Nxa8 *\n\n[Event \"?\"]\n\n*\n"
        );
        let file = read_puzzles(&pgn);
        assert_eq!((file.puzzles.len(), file.faults.len()), (1, 1), "{:?}", file.faults);
        assert_eq!((file.puzzles[0].id.as_str(), file.puzzles[0].theme), ("Gabel", Theme::Fork));
        assert!(in_english(&file.faults[0]).starts_with("game 2: "), "{}", in_english(&file.faults[0]));
    }

    #[test]
    fn every_bad_line_is_named_and_spoils_no_other() {
        let long = format!("{FORK} bm Nc7; c9 \"{}\";", "x".repeat(LONGEST_LINE));
        let text = [
            "nonsense",
            "8/8/8/8 w - - bm e4;",
            &format!("{FORK} bm Qh8;"),
            &format!("{FORK} am Nc7;"),
            &format!("{FORK} dm 9;"),
            "7k/5Q2/6K1/8/8/8/8/8 b - - bm Kg8;",
            &long,
            &format!("{FORK} bm Nc7;"),
        ]
        .join("\n");
        let file = read_puzzles(&text);
        assert_eq!(file.puzzles.len(), 1);
        let told: Vec<String> = file.faults.iter().map(in_english).collect();
        for (line, told) in (1..).zip(&told) {
            assert!(told.starts_with(&format!("line {line}: ")), "{told}");
        }
        assert_eq!(told.len(), 7, "{told:?}");
        let many = read_puzzles(&"nonsense\n".repeat(50));
        assert_eq!((many.faults.len(), many.more_faults), (MOST_FAULTS, 50 - MOST_FAULTS));
        assert!(read_puzzles("").puzzles.is_empty());
    }
}
