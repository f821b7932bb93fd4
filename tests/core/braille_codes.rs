//! Chess in braille cells: every score is read back as the same game, in each code, also through an embosser's
//! letters and the layout of pages.

use annabella::{
    commands::brf::{self, PageLayout},
    journal::Start,
    laws::{CanMate, CastlingSide, Color, Ending, Game, GameResult, Move, Outcome, Position, Role},
    notation::{
        BrailleCode,
        braille_code::{self, BLANK},
    },
};
use proptest::{prelude::*, sample::Index};

const CODES: [&str; 3] = ["german", "english", "uk-2015"];

fn game_of(moves: &[&str]) -> Game {
    let mut game = Game::default();
    for san in moves {
        let m = san.parse::<shakmaty::san::SanPlus>().unwrap().san.to_move(game.position()).unwrap();
        game.play(m).unwrap();
    }
    game
}

/// Returns the cells of an embosser's letters; other characters stay as they are.
fn from_brf(letters: &str) -> String {
    let cells: Vec<char> = ('\u{2800}'..='\u{283F}').collect();
    let known: Vec<char> = braille_code::brf(&String::from_iter(&cells)).chars().collect();
    let cell =
        |c: char| known.iter().position(|letter| *letter == c.to_ascii_uppercase()).map_or(c, |n| cells[n]);
    letters.chars().map(cell).collect()
}

/// Returns the game that these words are the score of, and its result, which is the last of them.
fn read(code: &BrailleCode, words: &[String]) -> Result<(Game, Option<GameResult>), String> {
    let (result, moves) = words.split_last().ok_or("no words")?;
    let mut game = Game::default();
    for word in moves {
        // The number is for the reader.
        let cells = word.rsplit(BLANK).next().unwrap_or(word);
        let position = game.position();
        let legal = position.legal_moves();
        let mut fitting = legal.into_iter().filter(|m| code.of_move(position, *m) == cells);
        let m = fitting.next().ok_or_else(|| format!("{word} is no legal move"))?;
        if fitting.next().is_some() {
            return Err(format!("{word} is several moves"));
        }
        game.play(m).map_err(|error| format!("{word}: {error}"))?;
    }
    let results = [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::BothLose,
        GameResult::HalfToWhite,
        GameResult::HalfToBlack,
    ];
    let mut results = results.into_iter().map(Some).chain([None]);
    let result = results.find(|known| code.result(*known) == result).ok_or("no result")?;
    Ok((game, result))
}

fn check_back(code: &BrailleCode, game: &Game, outcome: Option<Outcome>, layout: &PageLayout) {
    let result = outcome.map(|outcome| outcome.result);
    let written = brf::score(&Start::default(), game, result, code, layout).unwrap();
    let end = if layout.crlf { "\r\n" } else { "\n" };
    let mut words: Vec<String> = Vec::new();
    let (mut lines, mut page) = (0, 1);
    for line in written.split(end).map(|line| line.trim_start_matches('\u{C}')) {
        let line = if layout.unicode { line.to_owned() } else { from_brf(line) };
        assert!(line.chars().count() <= layout.width, "{line}");
        lines += 1;
        if lines % layout.length == 0 {
            assert_eq!(line.trim_start_matches(BLANK), code.text(&page.to_string()));
            page += 1;
        } else {
            words.extend(line.split(BLANK).filter(|word| !word.is_empty()).map(str::to_owned));
        }
    }
    assert_eq!((lines - 1) % layout.length, 0, "every page is whole");
    // Numbers stand by themselves once the blank behind them is taken for one between words.
    let numbers: Vec<String> = (1..=1 + game.moves().len() as u32).map(|n| code.number(n, false)).collect();
    let last = words.pop().unwrap();
    words.retain(|word| !numbers.contains(word));
    words.push(last);
    let (read, read_result) = read(code, &words).unwrap();
    assert_eq!((read.moves(), read_result), (game.moves(), result));
}

fn layout(width: usize, length: usize, unicode: bool) -> PageLayout {
    PageLayout { width, length, form_feeds: true, crlf: !unicode, unicode, table: None }
}

#[test]
fn moves_are_written_as_each_code_has_them() {
    let game = game_of(&["e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6", "O-O", "Nxe4"]);
    for (code, words) in [
        (
            "german",
            "⠼⠁⠄⠀⠑⠼⠃⠤⠑⠼⠙ ⠑⠼⠛⠤⠑⠼⠑ ⠼⠃⠄⠀⠎⠛⠼⠁⠤⠋⠼⠉ ⠎⠃⠼⠓⠤⠉⠼⠋ ⠼⠉⠄⠀⠇⠋⠼⠁⠤⠃⠼⠑ ⠎⠛⠼⠓⠤⠋⠼⠋ ⠼⠙⠄⠀⠼⠚⠤⠼⠚ ⠎⠋⠼⠋⠭⠑⠼⠙ ⠼⠁⠌⠼⠃",
        ),
        (
            "english",
            "⠼⠁⠲⠀⠑⠼⠃⠤⠑⠼⠙ ⠑⠼⠛⠤⠑⠼⠑ ⠼⠃⠲⠀⠝⠛⠼⠁⠤⠋⠼⠉ ⠝⠃⠼⠓⠤⠉⠼⠋ ⠼⠉⠲⠀⠃⠋⠼⠁⠤⠃⠼⠑ ⠝⠛⠼⠓⠤⠋⠼⠋ ⠼⠙⠲⠀⠼⠚⠤⠼⠚ ⠝⠋⠼⠋⠭⠑⠼⠙ ⠼⠁⠌⠼⠃",
        ),
        // As the page of that code has it: 2. Nf3 is ⠆ ⠎⠋⠒.
        ("uk-2015", "⠂⠀⠑⠲ ⠑⠢ ⠆⠀⠎⠋⠒ ⠎⠉⠖ ⠒⠀⠃⠃⠢ ⠎⠋⠖ ⠲⠀⠕⠤⠕ ⠎⠭⠑⠲ ⠼⠁⠌⠼⠃"),
    ] {
        let written = BrailleCode::named(code).unwrap().score(&game, Some(GameResult::Draw));
        assert_eq!(written.join(" "), words, "{code}");
    }
}

#[test]
fn a_game_with_everything_in_it_comes_back() {
    let played = (0..).map(eventful).find(|game| {
        let some = |kind: &dyn Fn(&Move) -> bool| game.moves().iter().any(kind);
        let officers = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        some(&|m| m.castling_side() == Some(CastlingSide::KingSide))
            && some(&|m| m.castling_side() == Some(CastlingSide::QueenSide))
            && some(&|m| m.is_en_passant())
            && officers.into_iter().all(|role| some(&|m| m.promotion() == Some(role)))
    });
    let played = played.unwrap();
    for code in CODES.map(|name| BrailleCode::named(name).unwrap()) {
        for (width, length) in [(20, 5), (32, 10), (40, 25), (80, 60)] {
            for unicode in [false, true] {
                check_back(&code, &played, None, &layout(width, length, unicode));
                let won = Outcome::win(Color::White, Ending::Resignation(Color::Black));
                check_back(&code, &played, Some(won), &layout(width, length, unicode));
            }
        }
    }
}

/// A game in which what is rare is done as soon as it can be.
fn eventful(seed: u64) -> Game {
    let mut game = Game::default();
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    for _ in 0..240 {
        let legal = game.position().legal_moves();
        let rare: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|m| m.is_castle() || m.is_en_passant() || m.is_promotion())
            .collect();
        let from = if rare.is_empty() { legal.as_slice() } else { &rare };
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(m) = from.get((state >> 33) as usize % from.len().max(1)) else { break };
        game.play(*m).unwrap();
    }
    game
}

#[test]
fn mate_and_every_result() {
    let mate = game_of(&["f3", "e5", "g4", "Qh4#"]);
    for code in CODES.map(|name| BrailleCode::named(name).unwrap()) {
        for outcome in [
            None,
            Some(Outcome::win(Color::Black, Ending::Checkmate)),
            Some(Outcome::draw(Ending::Agreement)),
            Some(Outcome::resignation(Color::Black, CanMate::Yes, Default::default())),
        ] {
            check_back(&code, &mate, outcome, &layout(40, 25, false));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn random_games_come_back(choices in prop::collection::vec(any::<Index>(), 0..80), code in 0..3_usize, width in 20..80_usize, length in 5..40_usize, unicode: bool) {
        let mut game = Game::default();
        for choice in choices {
            let legal = game.position().legal_moves();
            if legal.is_empty() {
                break;
            }
            game.play(*choice.get(&legal)).unwrap();
        }
        let code = BrailleCode::named(CODES[code]).unwrap();
        check_back(&code, &game, None, &layout(width, length, unicode));
    }
}

#[test]
fn the_header_has_what_is_known() {
    let start = Start {
        white: "Paul Morphy".into(),
        black: "Herzog Karl".into(),
        event: "Oper Größe".into(),
        date: "1858.11.02".into(),
        round: "?".into(),
        ..Start::default()
    };
    let code = BrailleCode::named("german").unwrap();
    let written = brf::score(&start, &game_of(&["e4"]), None, &code, &layout(40, 25, true)).unwrap();
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(lines[0], code.text("paul morphy - herzog karl"));
    assert_eq!(lines[1], "⠕⠏⠑⠗⠀⠛⠗⠪⠮⠑");
    assert_eq!(lines[2], "⠼⠁⠓⠑⠓⠄⠼⠁⠁⠄⠼⠚⠃");
    assert_eq!((lines[3], lines[4]), ("", "⠼⠁⠄⠀⠑⠼⠃⠤⠑⠼⠙⠀⠔"));
    assert!(lines[24].ends_with("⠀⠼⠁") && lines[24].chars().count() == 40);
}

#[test]
fn a_code_that_cannot_be_used_says_why() {
    let german = include_str!("../../grammars/braille/german.toml");
    for (found, put, says) in [
        ("king = \"⠅\"\n", "", "\"king\" is missing"),
        ("king = \"⠅\"", "king = \"⠙\"", "⠙ stands for two things in pieces"),
        ("king = \"⠅\"", "king = \"⠅⠅\"", "pieces.king has 2 cells, expected one"),
        (
            "king = \"⠅\"",
            "king = \"K\"",
            "\"K\" in pieces.king is not a braille cell, expected U+2800 to U+28FF",
        ),
        ("king = \"⠅\"", "emperor = \"⠅\"", "\"emperor\" means nothing here"),
        (
            "form = \"long\"",
            "form = \"tall\"",
            "\"tall\" means nothing here, expected for example long, short",
        ),
        ("\"⠓\"]\nranks", "\"⠛\"]\nranks", "⠛ stands for two things in squares.files"),
        ("\"⠓\"]\nranks", "\"⠓\", \"⠊\"]\nranks", "expected 8 values"),
        ("\"⠓\"]\nranks", "]\nranks", "expected 8 values"),
        ("name = \"german\"", "name = \"german", "this is not TOML"),
    ] {
        assert!(german.contains(found), "{found}");
        let error = BrailleCode::parse(&german.replacen(found, put, 1), "own.toml").unwrap_err().to_string();
        assert!(
            (error.starts_with("the braille code own.toml: ") || error.starts_with("own.toml, line "))
                && error.contains(says),
            "{error}"
        );
        assert!(!error.contains('\n'), "{error}");
    }
    let unknown = BrailleCode::named("klingon").unwrap_err().to_string();
    assert_eq!(unknown, "no braille code 'klingon', expected german, english, uk-2015 or a file");
    assert!(BrailleCode::named("no/such.toml").unwrap_err().to_string().contains("cannot be read"));
    for (width, length) in [(19, 25), (81, 25), (40, 4), (40, 61)] {
        let code = BrailleCode::named("german").unwrap();
        let layout = layout(width, length, false);
        assert!(brf::score(&Start::default(), &Game::default(), None, &code, &layout).is_err());
    }
}
