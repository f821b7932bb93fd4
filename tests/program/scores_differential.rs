//! Score files held against an independent library, python-chess: of hundreds of perturbed files `speak`, `transcribe`
//! and `reconcile` give the games that are in them, from where they begin, with all their moves.

use annabella::{
    commands::{
        reconcile::{ReconcileError, reconcile},
        spoken::Transcript,
    },
    grammar::Grammar,
    language::LanguageFolder,
    laws::{CastlingSide, Game, Move, Position, StartPosition},
    notation::{MoveForm, PgnGame, speak, speak_games},
};
use serde::Deserialize;
use shakmaty::uci::UciMove;

use crate::{
    binary::{Home, text},
    differential::asked,
    random::Random,
    written_files::WrittenFile,
};

/// As `python_chess_scores.py` writes it.
#[derive(Debug, Deserialize)]
struct Seen {
    /// None where the tag holds no start.
    fen: Option<String>,
    chess960: bool,
    moves: Vec<String>,
    whole: bool,
}

const FILES: usize = 400;

#[test]
fn perturbed_scores_are_what_python_chess_makes_of_them() {
    let mut random = Random(20_261_127);
    let files: Vec<WrittenFile> = (0..FILES).map(|_| WrittenFile::any(&mut random)).collect();
    let line = |file: &WrittenFile| serde_json::to_string(&file.for_python).unwrap() + "\n";
    let Some(lines) = asked("python_chess_scores.py", files.iter().map(line).collect()) else { return };
    assert_eq!(lines.lines().count(), FILES);
    let grammar = Grammar::of(LanguageFolder::USUAL);
    let mut met = Met::default();
    for (file, line) in files.iter().zip(lines.lines()) {
        let seen: Vec<Seen> = serde_json::from_str(line).unwrap();
        check(file, &seen, &grammar, &mut met);
    }
    // What never came about was not held against anything.
    let Met { moves, chess960, with_a_fault, without_moves, one, several } = met;
    assert!(moves > 3000 && chess960 > 40 && with_a_fault > 20, "{met:?}");
    assert!(without_moves > 20 && one > 40 && several > 100, "{met:?}");
}

/// How often each thing came about.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    moves: usize,
    chess960: usize,
    with_a_fault: usize,
    without_moves: usize,
    one: usize,
    several: usize,
}

fn check(file: &WrittenFile, seen: &[Seen], grammar: &Grammar, met: &mut Met) {
    let games: Vec<Game> = seen.iter().map(Seen::game).collect();
    let (lines, faults) = speak_games(&file.text, grammar.spoken(), MoveForm::Full);
    let wanted = spoken(&games, grammar);
    if file.is_cut && lines != wanted {
        // Half a word at the end: one of the two libraries reads a move in it, the other none.
        let (shorter, longer) =
            if lines.len() < wanted.len() { (&lines, &wanted) } else { (&wanted, &lines) };
        assert_eq!(*shorter, longer[..longer.len() - 1], "{:?}\n{faults:?}", file.text);
        return;
    }
    assert_eq!(lines, wanted, "{:?}\n{faults:?}", file.text);
    let wrong = seen.iter().filter(|game| !game.whole).count();
    assert!(faults.len() == wrong || file.is_cut && faults.len() > wrong, "{:?}\n{faults:?}", file.text);

    let mut transcript = Transcript::new(grammar, StartPosition::default());
    lines.iter().for_each(|line| transcript.take_line(line).unwrap());
    let transcribed = transcript.finish();
    // A game from the usual start without a move leaves no line behind.
    let is_told = |game: &&Game| !spoken(std::slice::from_ref(*game), grammar).is_empty();
    let told: Vec<&Game> = games.iter().filter(is_told).collect();
    assert_eq!(transcribed.len(), told.len(), "{:?}", file.text);
    for (heard, told) in transcribed.iter().zip(told) {
        let (heard, told) = ((heard.game.start(), heard.game.moves()), (told.start(), told.moves()));
        assert_eq!(heard, told, "{:?}", file.text);
    }
    check_reconciled(file, &games, faults.is_empty());

    met.moves += games.iter().map(|game| game.moves().len()).sum::<usize>();
    met.chess960 += seen.iter().filter(|game| game.chess960 && !game.moves.is_empty()).count();
    met.with_a_fault += wrong;
    met.without_moves += seen.iter().filter(|game| game.moves.is_empty()).count();
    met.one += usize::from(games.len() == 1);
    met.several += usize::from(games.len() > 1);
}

/// A score of one game is compared with the same game, written plainly; of several it is told how many they are.
fn check_reconciled(file: &WrittenFile, games: &[Game], is_whole: bool) {
    let words = LanguageFolder::ENGLISH.catalogue();
    let compared = |plain: &str| reconcile(&file.text, plain, None);
    match games {
        [game] if is_whole => {
            let plain = PgnGame::new(game.clone()).to_string();
            match (compared(&plain), reconcile(&plain, &plain, None)) {
                (Ok(report), Ok(agreed)) => {
                    assert_eq!(report.told(&words), agreed.told(&words), "{:?}", file.text)
                }
                // A game without a move may be told as none.
                (written, agreed) => assert!(
                    game.moves().is_empty()
                        && [written.err(), agreed.err()]
                            .iter()
                            .flatten()
                            .all(|error| matches!(error, ReconcileError::NoScore { .. })),
                    "{:?}",
                    file.text
                ),
            }
        }
        [_, _, ..] if is_whole && !file.is_cut => match compared("1. e4") {
            Err(ReconcileError::SeveralGames { count, .. }) => {
                assert_eq!(count, games.len(), "{:?}", file.text)
            }
            Err(ReconcileError::NoScore { .. }) if games.iter().all(|game| game.moves().is_empty()) => (),
            other => panic!("{:?}: {:?}", file.text, other.map(|report| report.told(&words))),
        },
        _ => drop(compared("1. e4")),
    }
}

/// The lines that `speak` prints of games.
fn spoken(games: &[Game], grammar: &Grammar) -> Vec<String> {
    let is_of_start = |line: &&str| ["[Variant ", "[SetUp ", "[FEN "].iter().any(|tag| line.starts_with(tag));
    let lines = |game: &Game| {
        let pgn = PgnGame::new(game.clone()).to_string();
        let mut lines: Vec<String> = pgn.lines().filter(is_of_start).map(str::to_owned).collect();
        let moves = game.moves().iter().enumerate();
        lines
            .extend(moves.map(|(ply, m)| speak(game.position_at(ply), *m, grammar.spoken(), MoveForm::Full)));
        lines
    };
    games.iter().map(lines).collect::<Vec<_>>().join(&String::new())
}

impl Seen {
    fn game(&self) -> Game {
        let start = |fen: &String| StartPosition::of_fen(fen, self.chess960).unwrap();
        let mut game = self.fen.as_ref().map_or_else(Game::default, |fen| Game::from_start(&start(fen)));
        for written in &self.moves {
            let m = Seen::played(&game, written);
            game.play(m).unwrap();
        }
        game
    }

    fn played(game: &Game, written: &str) -> Move {
        let side = match written {
            "O-O" => CastlingSide::KingSide,
            "O-O-O" => CastlingSide::QueenSide,
            uci => return uci.parse::<UciMove>().unwrap().to_move(game.position()).unwrap(),
        };
        let legal = game.position().legal_moves();
        *legal.iter().find(|m| m.castling_side() == Some(side)).expect("castling is legal")
    }
}

const BEGUN_BY_TAGS: &str =
    "% exported\n[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n[Event \"b\"]\n\n";

/// The whole program, once for each kind of refusal and each end of lines.
#[test]
fn what_can_be_read_is_read_by_every_command_and_utf_16_by_none() {
    let home = Home::new();
    let written = format!("{BEGUN_BY_TAGS}1. e4 e5 2. -- Nc6 *\n\n[Event \"c\"]\n\n1. d4 {{:)}} ± d5 *\n");
    for end in ["\n", "\r\n", "\r"] {
        let file = home.file("games.pgn", format!("\u{feff}{}", written.replace('\n', end)));
        let spoken = home.run(&["speak", "--language", "en", "--form", "short", file.to_str().unwrap()], "");
        let start = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
        assert_eq!(
            text(&spoken.stdout),
            format!("{start}\n\nEva four\nEva five\n\nDavid four\nDavid five\n")
        );
        assert!(text(&spoken.stderr).contains("game 2, move 2. --"), "{}", text(&spoken.stderr));
        assert_eq!(spoken.status.code(), Some(1));
        let heard = home.run(&["transcribe", "--language", "en", "-"], &text(&spoken.stdout));
        let [a, b, c] = [start, "1. e4 e5 *", "1. d4 d5 *"].map(|part| text(&heard.stdout).contains(part));
        assert!(a && b && c && heard.status.success(), "{}", text(&heard.stdout));
        let one = home.file("one.pgn", "1. d4 d5".replace('\n', end));
        let compared = home.run(&["reconcile", one.to_str().unwrap(), file.to_str().unwrap()], "");
        assert!(text(&compared.stderr).contains(" 3 "), "{}", text(&compared.stderr));
    }
    let units = written.encode_utf16().chain([0xfeff]);
    let bytes: Vec<u8> = [0xfeff].into_iter().chain(units).flat_map(u16::to_le_bytes).collect();
    for bytes in [bytes.clone(), bytes.chunks(2).flat_map(|unit| [unit[1], unit[0]]).collect()] {
        let file = home.file("wide.pgn", bytes);
        let file = file.to_str().unwrap();
        for command in [&["speak", file][..], &["transcribe", file], &["reconcile", file, file]] {
            let refused = home.run(command, "");
            let told = text(&refused.stderr);
            assert!(told.lines().count() == 1 && told.contains("UTF-16"), "{command:?}: {told}");
            assert!(refused.status.code() == Some(1) && refused.stdout.is_empty(), "{command:?}");
        }
    }
}
