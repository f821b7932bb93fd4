//! Turns the moves of a PGN file into spoken ones, and spoken moves into PGN.

use super::AnyOf;
use crate::{
    grammar::{Alternative, Expectation, Grammar, Intent, Moment, Understanding},
    language::Message,
    laws::{Ending, Game, NotLegal, Reason, StartPosition, Verdict},
    notation::pgn::{PgnGame, WrittenGame, written_games},
};

/// A line that is no move of its game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "wrong-line")]
pub struct TranscriptError {
    /// The number of the game, counted from one.
    pub game: usize,
    /// The number of the line, counted from one.
    pub number: usize,
    pub line: String,
    pub reason: LineFault,
}

/// Why a line is no move of its game.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(printed, prefix = "line-fault")]
pub enum LineFault {
    /// A tag of the start where the game has moves already, or one that is no start.
    NoStart,
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

/// Collects spoken moves into games. A line that is no move of its game ends it, with a comment that says so; the next
/// game is not affected. Of the lines after it in the same game those are refused, too, that are moves of none.
pub struct Transcript<'a> {
    grammar: &'a Grammar,
    start: StartPosition,
    games: Vec<PgnGame>,
    game: Game,
    /// The tags of the game's own start.
    tags: WrittenGame,
    fault: Option<TranscriptError>,
    number: usize,
    /// How many games have begun.
    begun: usize,
    has_begun: bool,
}

impl<'a> Transcript<'a> {
    /// Each game begins at `start` that does not say otherwise.
    pub fn new(grammar: &'a Grammar, start: StartPosition) -> Transcript<'a> {
        let game = Game::from_start(&start);
        Transcript {
            grammar,
            start,
            games: Vec::new(),
            game,
            tags: WrittenGame::default(),
            fault: None,
            number: 0,
            begun: 0,
            has_begun: false,
        }
    }

    /// Returns what can be said next.
    pub fn moment(&self) -> Moment<'_> {
        Moment::new(Some(self.game.position()), &Expectation::Move)
    }

    /// Takes a line of text: a move, or a tag of the start before the moves. An empty line ends the game.
    pub fn take_line(&mut self, line: &str) -> Result<(), TranscriptError> {
        self.number += 1;
        if line.trim().is_empty() {
            self.end_game();
            return Ok(());
        }
        let taken = if line.trim_start().starts_with('[') {
            self.begin();
            self.take_tags(line)
        } else {
            match self.grammar.understand_text(line, &self.moment()) {
                // What would be asked back is not known to have been played: "such as e4" tells of a move.
                Understanding::Understood { intent: Intent::Move(_), sure: false } => {
                    self.begin();
                    Err(LineFault::NotUnderstood)
                }
                understanding => self.take(understanding),
            }
        };
        self.note(line, taken)
    }

    /// Takes an utterance.
    pub fn take_heard(&mut self, alternatives: &[Alternative]) -> Result<(), TranscriptError> {
        self.number += 1;
        let line = alternatives.first().map(|best| best.words.join(" ")).unwrap_or_default();
        let understanding = self.grammar.understand(alternatives, &self.moment());
        let taken = self.take(understanding);
        self.note(&line, taken)
    }

    /// Returns all games, the unfinished one too.
    pub fn finish(mut self) -> Vec<PgnGame> {
        self.end_game();
        self.games
    }

    fn begin(&mut self) {
        self.begun += usize::from(!std::mem::replace(&mut self.has_begun, true));
    }

    /// Keeps the first fault of a game.
    fn note(&mut self, line: &str, taken: Result<(), LineFault>) -> Result<(), TranscriptError> {
        let Err(reason) = taken else { return Ok(()) };
        let line = line.trim().to_owned();
        let fault = TranscriptError { game: self.begun, number: self.number, line, reason };
        self.fault.get_or_insert_with(|| fault.clone());
        Err(fault)
    }

    fn end_game(&mut self) {
        let game = std::mem::replace(&mut self.game, Game::from_start(&self.start));
        let has_own_start = !std::mem::take(&mut self.tags).tags.is_empty();
        let fault = self.fault.take();
        self.has_begun = false;
        if game.moves().is_empty() && !has_own_start && fault.is_none() {
            return;
        }
        let plies = game.moves().len();
        let mut pgn = pgn_of(game);
        // The comments of a score are English.
        pgn.comments.extend(fault.map(|fault| (plies, fault.to_string())));
        self.games.push(pgn);
    }

    fn take_tags(&mut self, line: &str) -> Result<(), LineFault> {
        if self.fault.is_some() {
            return Ok(());
        }
        let read = written_games(line).into_iter().flat_map(|game| game.tags);
        self.tags.tags.extend(read);
        let is_start = self.game.moves().is_empty();
        let start = self.tags.start(self.begun).ok().filter(|_| is_start).ok_or(LineFault::NoStart)?;
        self.game = start.unwrap_or_else(|| Game::from_start(&self.start));
        Ok(())
    }

    fn take(&mut self, understanding: Understanding) -> Result<(), LineFault> {
        self.begin();
        let intents = match understanding {
            Understanding::Understood { intent, .. } => vec![intent],
            Understanding::Sequence(intents) => intents,
            // Behind a fault nobody knows the position.
            Understanding::Ambiguous(_) | Understanding::OneEdit(_) if self.fault.is_some() => return Ok(()),
            Understanding::Ambiguous(_) | Understanding::OneEdit(_) => return Err(LineFault::SeveralMoves),
            Understanding::NotUnderstood { .. } => return Err(LineFault::NotUnderstood),
        };
        for intent in intents {
            let Intent::Move(attempt) = intent else { return Err(LineFault::NoMove) };
            if self.fault.is_some() {
                continue;
            }
            match self.game.judge(&attempt) {
                Verdict::Legal(m) => self.game.play(m).map_err(LineFault::NotPlayed)?,
                Verdict::Ambiguous(moves) => {
                    let from = moves.iter().filter_map(|m| m.from()).map(|from| from.to_string());
                    return Err(LineFault::Ambiguous { from: AnyOf(from.collect()) });
                }
                Verdict::PromotionMissing(_) => return Err(LineFault::PromotionMissing),
                Verdict::Illegal(reason) => return Err(LineFault::Illegal { reason }),
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
