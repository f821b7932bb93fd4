//! Judges a position: what can be played, its state, and whether either side can still mate.

use serde::{Serialize, Serializer};
use shakmaty::{EnPassantMode, PositionError, fen::Fen, san::SanPlus};

use crate::{
    language::{Catalogue, Message, SanText},
    laws::{
        Chess, Color, Ending, MatePossible, Move, Position, StartError, StartPosition, mate_possible,
        mate_possible::Proof,
    },
};

/// How many moves the search for a mate may try by default.
pub const NODES: u64 = 1_000_000;

/// A line that cannot be judged.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "judge")]
pub enum JudgeError {
    Empty,
    Start { fen: String, source: StartError },
}

/// What is known of a position. The serde form is for programs, so it is English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    pub fen: String,
    pub turn: &'static str,
    pub state: PositionState,
    pub moves: Vec<MoveNotations>,
    pub white_can_mate: Mate,
    pub black_can_mate: Mate,
}

/// The state of the game as far as the position shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum PositionState {
    Open,
    Check,
    Checkmate,
    Stalemate,
    /// Neither side can mate any more (FIDE 5.2.2).
    DeadPosition,
}

/// A move in the two notations programs use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveNotations {
    pub uci: String,
    pub san: String,
}

/// Whether a side can still mate by any series of legal moves, and how or why not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mate {
    /// `yes`, `no` or `unknown`.
    pub answer: &'static str,
    /// Moves by both sides that end in the mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_english")]
    pub because: Option<Proof>,
}

/// A line about a position, for people.
#[derive(Message)]
#[message(printed, prefix = "judgement")]
enum JudgementLine {
    Turn { turn: &'static str, state: &'static str },
    Moves { count: usize, moves: SanText },
    Mate { side: &'static str, answer: &'static str },
    MateBy { side: &'static str, line: SanText },
    NoMate { side: &'static str, proof: Proof },
}

/// Judges one position. The search for a mate tries at most `nodes` moves for each side.
pub fn judge(fen: &str, nodes: u64) -> Result<Judgement, JudgeError> {
    let position = position(fen)?;
    let white = mate_possible(&position, Color::White, nodes);
    let black = mate_possible(&position, Color::Black, nodes);
    let mut moves: Vec<MoveNotations> =
        position.legal_moves().into_iter().map(|m| written(position.clone(), m)).collect();
    moves.sort_by(|a, b| a.san.cmp(&b.san));
    let dead = matches!((&white, &black), (MatePossible::No(_), MatePossible::No(_)));
    let state = match Ending::of_position(&position) {
        Some(Ending::Checkmate) => PositionState::Checkmate,
        Some(_) => PositionState::Stalemate,
        None if dead => PositionState::DeadPosition,
        None if position.is_check() => PositionState::Check,
        None => PositionState::Open,
    };
    Ok(Judgement {
        fen: Fen::from_position(&position, EnPassantMode::Legal).to_string(),
        turn: position.turn().fold_wb("white", "black"),
        state,
        moves,
        white_can_mate: Mate::of(&position, &white),
        black_can_mate: Mate::of(&position, &black),
    })
}

/// Answers one line of a list: a FEN, and `white` or `black` after it to ask for that side only.
///
/// The answer is `yes`, `no` or `unknown`, for both sides `white yes black no`. If the line cannot be judged, it is
/// `error: ` and why. It is always English, since programs read it.
pub fn answer_line(line: &str, nodes: u64) -> String {
    let line = line.trim();
    let (fen, side) = match line.rsplit_once(char::is_whitespace) {
        Some((fen, "white")) => (fen, Some(Color::White)),
        Some((fen, "black")) => (fen, Some(Color::Black)),
        _ => (line, None),
    };
    let position = match position(fen) {
        Ok(position) => position,
        Err(error) => return format!("error: {error}"),
    };
    let answer = |side| name(&mate_possible(&position, side, nodes));
    match side {
        Some(side) => answer(side).to_owned(),
        None => format!("white {} black {}", answer(Color::White), answer(Color::Black)),
    }
}

/// Returns the position of a FEN, even if no game can have led to its pieces or checks: they do not matter to what
/// can still happen.
pub fn position(fen: &str) -> Result<Chess, JudgeError> {
    let fen = fen.trim();
    if fen.is_empty() {
        return Err(JudgeError::Empty);
    }
    if fen == "startpos" {
        return Ok(Chess::default());
    }
    StartPosition::of_fen(fen, false)
        .map(|start| start.position().clone())
        .or_else(|error| match error {
            StartError::Position(refused) => refused
                .ignore_too_much_material()
                .or_else(PositionError::ignore_impossible_check)
                .map_err(|refused| StartError::Position(Box::new(refused))),
            error => Err(error),
        })
        .map_err(|source| JudgeError::Start { fen: fen.to_owned(), source })
}

impl Mate {
    fn of(position: &Chess, found: &MatePossible) -> Mate {
        let (line, because) = match found {
            MatePossible::Yes(moves) => (Some(line(position, moves)), None),
            MatePossible::No(proof) => (None, Some(*proof)),
            MatePossible::Unknown => (None, None),
        };
        Mate { answer: name(found), line, because }
    }
}

impl Judgement {
    /// Returns the judgement for people, in lines.
    pub fn told(&self, words: &Catalogue) -> String {
        let moves: Vec<&str> = self.moves.iter().map(|m| m.san.as_str()).collect();
        let count = moves.len();
        let moves = if moves.is_empty() { "-".to_owned() } else { moves.join(" ") };
        let mate = |side, mate: &Mate| {
            let answer = mate.answer;
            words.render(&match (&mate.line, mate.because) {
                (Some(line), _) if !line.is_empty() => {
                    JudgementLine::MateBy { side, line: SanText(line.join(" ")) }
                }
                (_, Some(proof)) => JudgementLine::NoMate { side, proof },
                _ => JudgementLine::Mate { side, answer },
            })
        };
        let turn = words.render(&JudgementLine::Turn { turn: self.turn, state: self.state.into() });
        let moves = words.render(&JudgementLine::Moves { count, moves: SanText(moves) });
        let (white, black) = (mate("white", &self.white_can_mate), mate("black", &self.black_can_mate));
        format!("{}\n{turn}\n{moves}\n{white}\n{black}\n", self.fen)
    }
}

fn name(found: &MatePossible) -> &'static str {
    match found {
        MatePossible::Yes(_) => "yes",
        MatePossible::No(_) => "no",
        MatePossible::Unknown => "unknown",
    }
}

fn in_english<S: Serializer>(proof: &Option<Proof>, to: S) -> Result<S::Ok, S::Error> {
    proof.map(|proof| proof.to_string()).serialize(to)
}

fn line(position: &Chess, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    moves.iter().map(|&m| SanPlus::from_move_and_play_unchecked(&mut position, m).to_string()).collect()
}

fn written(position: Chess, m: Move) -> MoveNotations {
    let uci = m.to_uci(position.castles().mode()).to_string();
    MoveNotations { uci, san: SanPlus::from_move(position, m).to_string() }
}
