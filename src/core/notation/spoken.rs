//! Moves in spoken words, as the Laws suggest them for games with blind players (FIDE D.2.1).
//!
//! The words come from the language's lexicon, `[spoken]` in `grammars/`.

use serde::{Deserialize, Serialize};
use shakmaty::{CastlingSide, Chess, Move, Rank, Role, Square};

use super::{
    PgnError, PgnGame,
    algebraic::origin_needed,
    iccf,
    pgn::{self, ReadGame},
};
use crate::language::exactly;
use crate::laws::{File, PartialSquare};

/// The words of one language for everything in a move, in the spelling to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpokenNames {
    /// From a to h: Anna, Bella, ...
    #[serde(deserialize_with = "exactly")]
    pub files: [String; 8],
    /// The files in the NATO alphabet.
    #[serde(default = "nato", deserialize_with = "exactly")]
    pub nato: [String; 8],
    /// From White's side: eins, zwei, ...
    #[serde(deserialize_with = "exactly")]
    pub ranks: [String; 8],
    /// The names of the pieces.
    pub pieces: PieceNames,
    /// "schlägt", between the piece and the square it captures on.
    pub capture: String,
    /// "kurze Rochade".
    pub short_castling: String,
    /// "lange Rochade".
    pub long_castling: String,
    /// "wird", before the new piece. Without it the new piece follows the square directly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<String>,
    /// Spoken after the full form of an en passant capture. Without it the squares alone tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub en_passant: Option<String>,
    /// "Schach". Not part of a move's words; the announcement adds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// "matt", added likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<String>,
}

fn nato() -> [String; 8] {
    ["Alfa", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel"].map(str::to_owned)
}

/// König, Dame, Turm, Läufer, Springer, Bauer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceNames {
    king: String,
    queen: String,
    rook: String,
    bishop: String,
    knight: String,
    pawn: String,
}

/// How much of a move is spoken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveForm {
    /// The form of the Laws: "Springer Gustav eins Felix drei", "Bauer Eva vier schlägt David fünf".
    #[default]
    Full,
    /// The same without the capture: "Springer Gustav eins Felix drei".
    Plain,
    /// The shortest unambiguous form: "Springer Felix drei", "Springer Bella David zwei", "Eva schlägt David fünf".
    Short,
    /// "Eva zwei Eva vier".
    Squares,
    /// "Fünf zwei fünf vier", as in correspondence chess ([`super::iccf()`]).
    Numeric,
}

/// Puts a legal move into words, without check and mate.
///
/// Castling is named in every form but the numeric one: in Chess960 its squares may be those of another move.
pub fn speak(position: &Chess, m: Move, names: &SpokenNames, form: MoveForm) -> String {
    if form == MoveForm::Numeric {
        // A file has the number of a rank.
        let digits = iccf(m).chars().filter_map(|digit| digit.to_digit(10)).collect::<Vec<_>>();
        return digits.iter().map(|digit| names.rank(Rank::new(digit - 1))).collect::<Vec<_>>().join(" ");
    }
    if let Some(side) = m.castling_side() {
        return names.castling(side).to_owned();
    }
    let mut words: Vec<&str> = Vec::new();
    if matches!(form, MoveForm::Full | MoveForm::Plain) || (form == MoveForm::Short && m.role() != Role::Pawn)
    {
        words.push(names.piece(m.role()));
    }
    let origin = match form {
        MoveForm::Full | MoveForm::Plain | MoveForm::Squares => {
            m.from().map_or(PartialSquare::ANY, PartialSquare::from)
        }
        MoveForm::Short | MoveForm::Numeric => origin_needed(position, m),
    };
    words.extend(origin.file.map(|file| names.file(file)));
    words.extend(origin.rank.map(|rank| names.rank(rank)));
    if m.is_capture() && !matches!(form, MoveForm::Squares | MoveForm::Plain) {
        words.push(&names.capture);
    }
    words.extend([names.file(m.to().file()), names.rank(m.to().rank())]);
    if let Some(role) = m.promotion() {
        words.extend(names.promotion.as_deref());
        words.push(names.piece(role));
    }
    if m.is_en_passant() && form == MoveForm::Full {
        words.extend(names.en_passant.as_deref());
    }
    words.join(" ")
}

/// Puts every game of a PGN text into words: a line per move, an empty line between games; before the moves the tags of a
/// start that is not the usual one. Of a game with a fault the moves before it are given. Also returns the faults.
pub fn speak_games(pgn: &str, names: &SpokenNames, form: MoveForm) -> (Vec<String>, Vec<PgnError>) {
    let (mut lines, mut faults) = (Vec::new(), Vec::new());
    for (n, ReadGame { game: PgnGame { game, .. }, fault }) in pgn::readable_games(pgn).enumerate() {
        if n > 0 {
            lines.push(String::new());
        }
        lines.extend(pgn::start_tags(&game).iter().map(|(name, value)| format!("[{name} \"{value}\"]")));
        let moves = game.moves().iter().enumerate();
        lines.extend(moves.map(|(ply, m)| speak(game.position_at(ply), *m, names, form)));
        faults.extend(fault);
    }
    (lines, faults)
}

/// Many write Alpha for Alfa.
fn plain(word: &str) -> String {
    word.to_lowercase().replace("ph", "f")
}

impl SpokenNames {
    /// Whether these words name a file in the NATO alphabet only; `None` if they name no file.
    pub fn is_nato(&self, words: &str) -> Option<bool> {
        let words: Vec<String> = words.split_whitespace().map(plain).collect();
        let is_of = |names: &[String; 8]| names.iter().any(|name| words.contains(&plain(name)));
        match (is_of(&self.files), is_of(&self.nato)) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        }
    }

    /// Returns the file that has this name in the NATO alphabet.
    pub fn nato_file(&self, word: &str) -> Option<File> {
        let number = self.nato.iter().position(|name| plain(name) == plain(word))?;
        File::ALL.get(number).copied()
    }

    /// Returns the name of a file.
    pub fn file(&self, file: File) -> &str {
        &self.files[usize::from(file)]
    }

    /// Returns the name of a rank.
    pub fn rank(&self, rank: Rank) -> &str {
        &self.ranks[usize::from(rank)]
    }

    /// "Eva vier".
    pub fn square(&self, square: Square) -> String {
        format!("{} {}", self.file(square.file()), self.rank(square.rank()))
    }

    /// Returns the name of a piece.
    pub fn piece(&self, role: Role) -> &str {
        match role {
            Role::King => &self.pieces.king,
            Role::Queen => &self.pieces.queen,
            Role::Rook => &self.pieces.rook,
            Role::Bishop => &self.pieces.bishop,
            Role::Knight => &self.pieces.knight,
            Role::Pawn => &self.pieces.pawn,
        }
    }

    /// Returns the words for castling.
    pub fn castling(&self, side: CastlingSide) -> &str {
        match side {
            CastlingSide::KingSide => &self.short_castling,
            CastlingSide::QueenSide => &self.long_castling,
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, uci::UciMove};

    use super::*;

    const GERMAN: &str = r#"
        files = ["Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector"]
        ranks = ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"]
        capture = "schlägt"
        short_castling = "kurze Rochade"
        long_castling = "lange Rochade"

        [pieces]
        king = "König"
        queen = "Dame"
        rook = "Turm"
        bishop = "Läufer"
        knight = "Springer"
        pawn = "Bauer"
    "#;

    /// The words of the Laws' German edition.
    fn german() -> SpokenNames {
        toml::from_str(GERMAN).unwrap()
    }

    #[test]
    fn moves_are_said_in_three_forms() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "e2e4", "Bauer Eva zwei Eva vier", "Eva vier", "Eva zwei Eva vier");
        check(
            start,
            "g1f3",
            "Springer Gustav eins Felix drei",
            "Springer Felix drei",
            "Gustav eins Felix drei",
        );
        check(
            "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
            "e4d5",
            "Bauer Eva vier schlägt David fünf",
            "Eva schlägt David fünf",
            "Eva vier David fünf",
        );
        check(
            "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1",
            "e7d8n",
            "Bauer Eva sieben schlägt David acht Springer",
            "Eva schlägt David acht Springer",
            "Eva sieben David acht Springer",
        );
        let castling = "kurze Rochade";
        check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", castling, castling, castling);
        let castling = "lange Rochade";
        check("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", castling, castling, castling);
    }

    #[test]
    fn the_short_form_says_no_more_than_is_needed() {
        check_short("7k/8/8/8/8/5N2/8/1N5K w - - 0 1", "b1d2", "Springer Bella David zwei");
        check_short("7k/8/8/8/R7/p7/8/R6K w - - 0 1", "a1a3", "Turm eins schlägt Anna drei");
        check_short("6k1/8/8/8/Q6Q/8/K7/7Q w - - 0 1", "h4e4", "Dame Hector vier Eva vier");
    }

    #[test]
    fn the_optional_words_are_said_where_they_are_given() {
        let names = SpokenNames {
            promotion: Some("wird".to_owned()),
            en_passant: Some("en passant".to_owned()),
            ..german()
        };
        let (position, m) = position_and_move("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n");
        assert_eq!(speak(&position, m, &names, MoveForm::Short), "Eva acht wird Springer");
        let (position, m) = position_and_move("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6");
        assert_eq!(
            speak(&position, m, &names, MoveForm::Full),
            "Bauer Eva fünf schlägt David sechs en passant"
        );
        assert_eq!(speak(&position, m, &names, MoveForm::Short), "Eva schlägt David sechs");
    }

    #[test]
    fn names_that_are_not_complete_are_refused() {
        let error = toml::from_str::<SpokenNames>(&GERMAN.replace("\"Hector\"", "")).unwrap_err();
        assert!(error.message().contains("length"), "{error}");
        let error = toml::from_str::<SpokenNames>(&GERMAN.replace("rook", "castle")).unwrap_err();
        assert!(error.message().contains("castle"), "{error}");
    }

    #[track_caller]
    fn check(fen: &str, uci: &str, full: &str, short: &str, squares: &str) {
        let (position, m) = position_and_move(fen, uci);
        let said = [MoveForm::Full, MoveForm::Short, MoveForm::Squares]
            .map(|form| speak(&position, m, &german(), form));
        assert_eq!(said, [full, short, squares]);
    }

    #[track_caller]
    fn check_short(fen: &str, uci: &str, short: &str) {
        let (position, m) = position_and_move(fen, uci);
        assert_eq!(speak(&position, m, &german(), MoveForm::Short), short);
    }

    fn position_and_move(fen: &str, uci: &str) -> (Chess, Move) {
        let position = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let m = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        (position, m)
    }
}
