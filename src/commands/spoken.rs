//! Turns the moves of a PGN file into spoken ones, and spoken moves into PGN.

use super::AnyOf;
use crate::{
    grammar::{Alternative, Expectation, Grammar, Intent, Moment, Understanding},
    language::Message,
    laws::{Ending, Game, NotLegal, Reason, Verdict},
    notation::pgn::PgnGame,
};

/// A line that is no move of its game.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "wrong-line")]
pub struct TranscriptError {
    /// The number of the line, counted from one.
    pub number: usize,
    pub line: String,
    pub reason: LineFault,
}

/// Why a line is no move of its game.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(printed, prefix = "line-fault")]
pub enum LineFault {
    SeveralMoves,
    NotUnderstood,
    NoMove,
    #[message(transparent)]
    NotPlayed(NotLegal),
    Ambiguous {
        from: AnyOf,
    },
    PromotionMissing,
    Illegal {
        reason: Reason,
    },
}

/// Collects spoken moves into games.
pub struct Transcript<'a> {
    grammar: &'a Grammar,
    games: Vec<Game>,
    game: Game,
    number: usize,
}

impl<'a> Transcript<'a> {
    pub fn new(grammar: &'a Grammar) -> Transcript<'a> {
        Transcript { grammar, games: Vec::new(), game: Game::default(), number: 0 }
    }

    /// Returns what can be said next.
    pub fn moment(&self) -> Moment<'_> {
        Moment { position: Some(self.game.position()), expects: &Expectation::Move }
    }

    /// Takes a line of text. An empty line ends the game.
    pub fn take_line(&mut self, line: &str) -> Result<(), TranscriptError> {
        self.number += 1;
        if line.trim().is_empty() {
            self.end_game();
            return Ok(());
        }
        let understanding = self.grammar.understand_text(line, &self.moment());
        self.take(line, understanding)
    }

    /// Takes an utterance.
    pub fn take_heard(&mut self, alternatives: &[Alternative]) -> Result<(), TranscriptError> {
        self.number += 1;
        let line = alternatives.first().map(|best| best.words.join(" ")).unwrap_or_default();
        let understanding = self.grammar.understand(alternatives, &self.moment());
        self.take(&line, understanding)
    }

    /// Returns all games, the unfinished one too.
    pub fn finish(mut self) -> Vec<PgnGame> {
        self.end_game();
        self.games.into_iter().map(pgn_of).collect()
    }

    fn end_game(&mut self) {
        let game = std::mem::take(&mut self.game);
        if !game.moves().is_empty() {
            self.games.push(game);
        }
    }

    fn take(&mut self, line: &str, understanding: Understanding) -> Result<(), TranscriptError> {
        let wrong = |reason| TranscriptError { number: self.number, line: line.trim().to_owned(), reason };
        let intents = match understanding {
            Understanding::Understood { intent, .. } => vec![intent],
            Understanding::Sequence(intents) => intents,
            Understanding::Ambiguous(_) | Understanding::OneEdit(_) => {
                return Err(wrong(LineFault::SeveralMoves));
            }
            Understanding::NotUnderstood { .. } => return Err(wrong(LineFault::NotUnderstood)),
        };
        for intent in intents {
            let Intent::Move(attempt) = intent else { return Err(wrong(LineFault::NoMove)) };
            match self.game.judge(&attempt) {
                Verdict::Legal(m) => self.game.play(m).map_err(|error| wrong(LineFault::NotPlayed(error)))?,
                Verdict::Ambiguous(moves) => {
                    let from = moves.iter().filter_map(|m| m.from()).map(|from| from.to_string());
                    return Err(wrong(LineFault::Ambiguous { from: AnyOf(from.collect()) }));
                }
                Verdict::PromotionMissing(_) => return Err(wrong(LineFault::PromotionMissing)),
                Verdict::Illegal(reason) => return Err(wrong(LineFault::Illegal { reason })),
            }
        }
        Ok(())
    }
}

/// Returns a game with the result that its last position shows.
pub(super) fn pgn_of(game: Game) -> PgnGame {
    let outcome = Ending::of_position(game.position());
    let result = match outcome {
        Some(Ending::Checkmate) => game.turn().fold_wb("0-1", "1-0"),
        Some(_) => "1/2-1/2",
        None => "*",
    };
    let mut pgn = PgnGame::new(game);
    pgn.set_tag("Result", result);
    pgn
}
