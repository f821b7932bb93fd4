//! Whose each piece is: every list names the side of every piece in it.

use std::time::Duration;

use annabella::{
    announce::{Announcement, Announcer, Audience, BoardAnswer, PawnFile, Target},
    grammar::{Grammar, Question, QuestionContext, SideReference},
    journal::{Record, Start},
    language::LANGUAGES,
    laws::{
        ByColor, Chess, Color, Direction, File, Position, Rank, Role, Square, StartPosition,
        board_facts::PlacedPiece,
    },
    notation::Style,
};
use shakmaty::{EnPassantMode, fen::Fen};
use strum::VariantArray;

use crate::{positions::Random, told::announcer};

/// The words of both languages that name a side.
const SIDES: [(&str, Color); 4] =
    [("weiß", Color::White), ("white", Color::White), ("schwarz", Color::Black), ("black", Color::Black)];

/// Every question that lists pieces.
fn questions(random: &mut Random) -> Vec<Question> {
    let mut square = || Square::new(random.below(64) as u32);
    let mut all = vec![Question::InCheck(SideReference::Both), Question::Position, Question::Touched];
    all.extend(Rank::ALL.map(Question::Rank));
    all.extend(File::ALL.map(Question::File));
    all.extend(Direction::VARIANTS.iter().map(|direction| Question::Ray(square(), *direction)));
    all.extend([Question::Diagonal(square(), None), Question::Pins(SideReference::Both)]);
    all.extend(Square::ALL.into_iter().flat_map(|square| {
        [
            Question::Attackers(square.into()),
            Question::Defenders(square.into()),
            Question::CapturesFrom(square.into()),
            Question::Pinned(square.into()),
        ]
    }));
    let kinds = [None].into_iter().chain(Role::ALL.map(Some));
    all.extend(kinds.clone().map(|role| Question::Pieces(role, SideReference::Both)));
    // Nobody knows who asks.
    all.extend(kinds.map(|role| Question::Pieces(role, SideReference::Mine)));
    all
}

#[test]
fn every_piece_in_a_list_has_its_side() {
    let random = &mut Random(0x51de);
    let mut wrong = Vec::new();
    let voices = LANGUAGES.map(|language| (Grammar::of(language), announcer(language)));
    for n in 0..24 {
        let mut position = Chess::default();
        for _ in 0..random.below(120) {
            let Some(m) = random.legal_move(&position) else { break };
            position.play_unchecked(m);
        }
        let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        let record = Record::begin(
            Start { position: StartPosition::of_fen(&fen, false).unwrap(), ..Start::default() },
            Duration::ZERO,
        );
        let asked = QuestionContext {
            record: &record,
            ply: 0,
            by: None,
            at: Duration::ZERO,
            said: None,
            touched: &[],
            page: None,
            unsaved: false,
            rating: None,
        };
        for question in questions(random) {
            let told = question.answer(&asked);
            for (grammar, announcer) in &voices {
                let audience = [Audience::Table, Audience::User(Color::Black)][n % 2];
                if let Some(why) = fault(&position, question, &told, grammar, announcer, audience) {
                    wrong.push(format!("{question}: {why}, {fen}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

/// What is wrong with an answer.
fn fault(
    position: &Chess,
    question: Question,
    told: &Announcement,
    grammar: &Grammar,
    announcer: &Announcer,
    audience: Audience,
) -> Option<String> {
    let rendering = announcer.render(told, audience);
    let board = position.board();
    let said = sides_of_squares(&rendering.words, grammar);
    for (square, side) in &said {
        if board.color_at(*square).is_some_and(|color| Some(color) != *side) {
            return Some(format!("{square} is {:?}'s: {}", board.color_at(*square), rendering.words));
        }
    }
    // By touch, as the letters of the language tell it.
    if let Announcement::BoardAnswer(BoardAnswer::Pieces(pieces)) = told {
        let listed: Vec<Square> = pieces.iter().map(|piece| piece.0).collect();
        let named: Vec<Square> = said.iter().map(|said| said.0).collect();
        let cells: Vec<char> = rendering.line.cells.chars().collect();
        for (range, target) in &rendering.line.targets {
            let Target::Square(square) = *target else { continue };
            if board.color_at(square) != Some(Color::from_white(cells[range.start].is_uppercase())) {
                return Some(format!("{square} on the line: {}", rendering.line.cells));
            }
        }
        if listed != named {
            return Some(format!("not all are told of {question}: {}", rendering.words));
        }
    }
    None
}

/// The squares in a sentence, each with the side that was named last; without the square that was asked about, which
/// stands before the colon, and those that a piece is pinned from.
fn sides_of_squares(words: &str, grammar: &Grammar) -> Vec<(Square, Option<Color>)> {
    let words = words.to_lowercase();
    let mut found: Vec<(usize, Square)> = Square::ALL
        .into_iter()
        .flat_map(|square| {
            let name = grammar.spoken().square(square).to_lowercase();
            words.match_indices(&name).map(|(at, _)| (at, square)).collect::<Vec<_>>()
        })
        .filter(|(at, _)| *at > 0 && !["durch ", "by "].iter().any(|by| words[..*at].ends_with(by)))
        .collect();
    found.sort();
    let side = |at: usize| {
        let last = SIDES
            .iter()
            .filter_map(|(word, side)| Some((words[..at].rfind(word)?, *side)))
            .max_by_key(|at| at.0);
        last.map(|(_, side)| side)
    };
    found.into_iter().map(|(at, square)| (square, side(at))).collect()
}

/// The kind is said once for pieces that follow each other, and the side where its pieces begin.
#[test]
fn a_list_says_each_kind_once() {
    let pieces: Vec<PlacedPiece> = vec![
        (Square::A7, Role::Pawn, Color::Black),
        (Square::B7, Role::Pawn, Color::Black),
        (Square::D7, Role::Rook, Color::White),
        (Square::E7, Role::King, Color::Black),
    ];
    let list = Announcement::from(BoardAnswer::Pieces(pieces));
    let men = |squares: &[(Square, Role)]| squares.to_vec();
    let all = Announcement::Position {
        white: men(&[(Square::G1, Role::King), (Square::A2, Role::Pawn), (Square::B2, Role::Pawn)]),
        black: men(&[(Square::G8, Role::King)]),
    };
    let ranks = |white: &[Rank], black: &[Rank]| ByColor { white: white.to_vec(), black: black.to_vec() };
    let pawns = Announcement::from(BoardAnswer::PawnsByFile(vec![
        PawnFile::Ranks(File::A, ranks(&[Rank::Second], &[Rank::Seventh])),
        PawnFile::Ranks(File::E, ranks(&[Rank::Third, Rank::Fourth], &[])),
    ]));
    let square_first = Style { square_first: true, ..Style::default() };
    for (tag, told, words, cells) in [
        (
            "de",
            &list,
            "Schwarz: Bauern Anna sieben, Bella sieben. Weiß: Turm David sieben. Schwarz: König Eva sieben.",
            "ba7 bb7 Td7 ke7",
        ),
        (
            "en",
            &list,
            "Black: pawns Anna seven, Bella seven. White: rook David seven. Black: king Eva seven.",
            "pa7 pb7 Rd7 ke7",
        ),
        (
            "de",
            &all,
            "Weiß: König Gustav eins; Bauern Anna zwei, Bella zwei. Schwarz: König Gustav acht.",
            "W Kg1 a2 b2 S Kg8",
        ),
        (
            "en",
            &all,
            "White: king Gustav one; pawns Anna two, Bella two. Black: king Gustav eight.",
            "W Kg1 a2 b2 B Kg8",
        ),
        ("de", &pawns, "Bauern: Anna weiß zwei, schwarz sieben; Eva weiß drei, vier.", "aW2S7 eW3,4"),
        ("en", &pawns, "Pawns: Anna white two, black seven; Eva white three, four.", "aW2B7 eW3,4"),
    ] {
        let language = LANGUAGES.into_iter().find(|language| language.tag == tag).unwrap();
        let rendering = announcer(language).render(told, Audience::Table);
        assert_eq!((rendering.words.as_str(), rendering.line.cells.as_str()), (words, cells));
    }
    // With the square first each piece has its own name.
    let mut german = announcer(LANGUAGES.into_iter().find(|language| language.tag == "de").unwrap());
    german.speak_in(square_first);
    let words = german.render(&all, Audience::Table).words;
    assert_eq!(
        words,
        "Weiß: Gustav eins König, Anna zwei Bauer, Bella zwei Bauer. Schwarz: Gustav acht König."
    );
}
