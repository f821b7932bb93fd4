//! What makes sense to say now.

use crate::laws::{Attempt, Chess, Color, Move, OpenPart, Position, Role};

use crate::school::AnswerKind;

use super::meaning::{Meaning, Section};
use super::{Intent, OnlineRequest};

/// What the last sentence left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// A move, or anything else that can be said during a game.
    Move,
    /// Yes or no to the read-back. A repeated move counts as a move, which the session compares.
    Confirmation {
        /// The intent that was read back.
        of: Intent,
        /// Whether a draw offer stands, which can be answered too.
        offered: bool,
    },
    /// Which of these legal moves was meant.
    WhichPiece(Vec<Move>),
    /// The destination of a piece that was named alone.
    WhereTo {
        /// The kind of piece.
        role: Role,
        /// The moves that were listed; none if they were not listed.
        moves: Vec<Move>,
    },
    /// What the words of a move leave open.
    Completion {
        /// What was said of the move.
        said: Attempt,
        /// What is asked for.
        open: OpenPart,
    },
    /// The piece that the pawn becomes; these moves differ in nothing else.
    Promotion(Vec<Move>),
    /// Yes or no to the opponent's draw offer; a move refuses it (FIDE 9.1).
    DrawAnswer,
    /// Yes or no to what is asked outside a game: in the setup, about a game to go on with, at a challenge.
    YesOrNo,
    /// The opponent; the game has not begun.
    Opponent,
    /// Which side spoke.
    Whose,
    /// The arbiter's order.
    Order,
    /// A move, or anything else, during a review of the game.
    Review,
    /// An answer of this kind in the school; none where nothing is asked.
    Study(Option<AnswerKind>),
    /// Only a request to switch the microphone on.
    MicrophoneOn,
    /// Nothing about a game, which is over.
    Nothing,
    /// What the arbiter of a hall asks, and rules at its boards.
    Hall,
}

/// What is known when an utterance is heard.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The position in which a move would be played; none where the understanding must not depend on it.
    pub position: Option<&'a Chess>,
    /// What the last sentence left open.
    pub expects: &'a Expectation,
    /// The side on move, which is known where the position must not count too.
    pub turn: Option<Color>,
    /// The side of the opponent of who types, if that is known.
    pub theirs: Option<Color>,
    /// Whether moves are spoken in numbers, so that they are listened for too.
    pub is_numeric: bool,
}

impl<'a> Moment<'a> {
    /// Returns a moment in which nobody is known to type.
    pub fn new(position: Option<&'a Chess>, expects: &'a Expectation) -> Moment<'a> {
        Moment { position, expects, turn: position.map(Chess::turn), theirs: None, is_numeric: false }
    }

    /// Returns a moment without a question: a move, or anything else that can be said in this position.
    pub fn of_position(position: &'a Chess) -> Moment<'a> {
        Moment::new(Some(position), &Expectation::Move)
    }
}

/// A set of meanings whose phrases are made once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::VariantArray)]
pub(super) enum Scope {
    Game,
    Draw,
    Which,
    Promotion,
    Whose,
    Desk,
    Review,
    Study,
    Opponent,
    MicrophoneOn,
    Nothing,
    Hall,
}

impl Scope {
    /// Whether a meaning makes sense in this scope.
    pub(super) fn has(self, meaning: &Meaning) -> bool {
        match (meaning.section, self) {
            (Section::Desk, _) => matches!(self, Scope::Desk | Scope::Hall),
            (Section::Hall, _) => self == Scope::Hall,
            (Section::Commands, Scope::Hall | Scope::Opponent | Scope::Nothing)
                if EVERYWHERE.contains(&meaning.key) =>
            {
                true
            }
            (Section::Commands, Scope::Hall) => AT_A_HALL.contains(&meaning.key),
            (Section::Move | Section::Questions, Scope::Hall) => false,
            (Section::Answers, _) => self.answers().contains(&meaning.key),
            // What needs a game is refused for that reason where none is running.
            (Section::Move, Scope::Opponent | Scope::Nothing) => true,
            (Section::Commands, Scope::Opponent | Scope::Nothing) if IN_A_GAME.contains(&meaning.key) => true,
            (_, Scope::Opponent) => BEFORE.contains(&meaning.key),
            (_, Scope::MicrophoneOn) => meaning.key == "microphone-on",
            (_, Scope::Nothing) => AFTERWARDS.contains(&meaning.key),
            (
                Section::Move | Section::Commands | Section::Questions,
                Scope::Game
                | Scope::Which
                | Scope::Promotion
                | Scope::Draw
                | Scope::Whose
                | Scope::Desk
                | Scope::Review
                | Scope::Study,
            ) => true,
        }
    }

    /// Whether moves can be played.
    pub(super) fn has_moves(self) -> bool {
        !matches!(self, Scope::Opponent | Scope::MicrophoneOn | Scope::Nothing | Scope::Hall)
    }

    /// Returns the keys of the answers that count in this scope.
    pub(super) fn answers(self) -> &'static [&'static str] {
        match self {
            Scope::Game | Scope::MicrophoneOn | Scope::Nothing | Scope::Hall => &[],
            Scope::Desk => &["agreed"],
            Scope::Draw => &["agreed", "play-on"],
            // An offer that stands is answered at these questions too.
            Scope::Which => &["which", "castle-short", "castle-long", "agreed"],
            Scope::Promotion => &["promotion", "agreed"],
            Scope::Whose => &["whose", "agreed"],
            Scope::Opponent => &["against-board", "against-engine", "against-online", "strength"],
            Scope::Study => &[
                "review-back",
                "review-on",
                "review-first",
                "review-end",
                "study-task",
                "study-end",
                "study-number",
                "study-next",
                "study-solution",
                "study-hint",
                "study-rating",
                "study-minute",
                "castle-short",
                "castle-long",
            ],
            Scope::Review => {
                &["review-back", "review-on", "review-first", "review-last", "review-end", "agreed"]
            }
        }
    }
}

/// The keys of what is answered and of how the program speaks and listens: at every place.
const EVERYWHERE: [&str; 12] = [
    "yes",
    "no",
    "correct",
    "repeat",
    "louder",
    "softer",
    "faster",
    "slower",
    "quiet",
    "microphone-off",
    "microphone-on",
    "help",
];

/// The keys of what a player declares or does with the clock.
const IN_A_GAME: [&str; 19] = [
    "press-clock",
    "start-clock",
    "draw",
    "offer-draw",
    "accept-draw",
    "decline-draw",
    "accept",
    "decline",
    "claim-threefold",
    "claim-fifty-moves",
    "resign",
    "claim-flag",
    "claim-flag-of",
    "claim-last-two-minutes",
    "ask-five-seconds",
    "touched",
    "touched-piece",
    "adjust",
    "seal-move",
];

/// The keys that an arbiter says at the desk of a hall, for a board or for the desk itself.
const AT_A_HALL: [&str; 23] = [
    "draw",
    "resign",
    "claim-flag",
    "claim-threefold",
    "claim-fifty-moves",
    "claim-last-two-minutes",
    "claim-flag-of",
    "stop-clock",
    "start-clock",
    "arbiter",
    "open-envelope",
    "illegal-move",
    "pawn-not-replaced",
    "pressed-without-move",
    "two-hands",
    "illegal-position",
    "displaced",
    "displaced-since",
    "wrong-start",
    "board-turned",
    "colours-reversed",
    "clock-defect",
    "clock-set-wrong",
];

/// The keys that make sense before a game.
const BEFORE: [&str; 10] = [
    "puzzles",
    "mate-puzzles",
    "drills",
    "drill",
    "lessons",
    "lesson",
    "strength",
    "weaker",
    "stronger",
    "full-strength",
];

/// The keys that make sense when no game is going on.
const AFTERWARDS: &[&str] = &[
    "turning-points",
    "puzzles",
    "mate-puzzles",
    "drills",
    "drill",
    "lessons",
    "lesson",
    "arbiter",
    "last-move",
    "last-moves",
    "move-number",
    "times",
    "running-clock",
    "position",
    "diagram",
    "page",
    "saved",
    "rating",
    "score",
    "review",
    "review-move",
    "review-tell",
    "review-first",
    "chat",
    "rematch",
    "games",
    "next-game",
    "game-number",
    "seek",
    "best-move",
    "mistake",
    "outlook",
    "value",
    "practise",
    "new-game",
    "leave",
];

impl Expectation {
    /// Returns the moves that are asked about.
    pub(super) fn moves(&self) -> &[Move] {
        match self {
            Expectation::WhichPiece(moves)
            | Expectation::WhereTo { moves, .. }
            | Expectation::Promotion(moves) => moves,
            Expectation::Move
            | Expectation::Confirmation { .. }
            | Expectation::Completion { .. }
            | Expectation::DrawAnswer
            | Expectation::YesOrNo
            | Expectation::Opponent
            | Expectation::Whose
            | Expectation::Order
            | Expectation::Review
            | Expectation::Study(_)
            | Expectation::MicrophoneOn
            | Expectation::Nothing
            | Expectation::Hall => &[],
        }
    }

    /// Returns what was read back, if a yes or no to it is expected.
    pub(super) fn confirmed(&self) -> Option<&Intent> {
        if let Expectation::Confirmation { of, .. } = self { Some(of) } else { None }
    }

    pub(super) fn scope(&self) -> Scope {
        match self {
            // "Einverstanden?" is asked.
            Expectation::Confirmation { of: Intent::Online(OnlineRequest::TakeBack), .. } => Scope::Draw,
            Expectation::Move | Expectation::Confirmation { offered: false, .. } => Scope::Game,
            Expectation::Promotion(_) | Expectation::Completion { open: OpenPart::Promotion, .. } => {
                Scope::Promotion
            }
            Expectation::WhichPiece(_) | Expectation::WhereTo { .. } | Expectation::Completion { .. } => {
                Scope::Which
            }
            Expectation::DrawAnswer | Expectation::Confirmation { offered: true, .. } => Scope::Draw,
            Expectation::Opponent => Scope::Opponent,
            Expectation::Whose => Scope::Whose,
            Expectation::Order => Scope::Desk,
            Expectation::Review => Scope::Review,
            Expectation::Study(_) => Scope::Study,
            Expectation::MicrophoneOn => Scope::MicrophoneOn,
            Expectation::YesOrNo | Expectation::Nothing => Scope::Nothing,
            Expectation::Hall => Scope::Hall,
        }
    }
}
