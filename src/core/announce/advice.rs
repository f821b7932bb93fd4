//! An engine's advice to a player who practises: in words, and in numbers only where these were asked for.

use super::{
    Facts, MoveInPosition,
    announcer::Announcer,
    facts::{ArgumentText, NONE, side_name},
    phrase::Phrase,
};
use crate::{
    language::Message,
    laws::{Assessment, Color, Exercise, MaterialLoss, Mistake, Role},
};

/// Advice, and the positions that can be practised.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum Advice {
    /// A good move.
    Hint(MoveInPosition),
    /// The move that would have been better.
    #[message("better-move")]
    Better(MoveInPosition),
    /// The last move was the best.
    BestWasPlayed(MoveInPosition),
    /// The worst move of the user.
    Mistake {
        /// The move.
        played: MoveInPosition,
        /// What is wrong with it.
        #[message(with = mistake)]
        harm: Mistake,
        /// The better move, where it is told.
        #[message(with = better)]
        better: Option<MoveInPosition>,
    },
    /// The user has made no mistake.
    NoMistake,
    /// The whole game is being analysed, which takes a while.
    Searching,
    /// How the game stands.
    #[message(with = outlook)]
    Outlook(Assessment),
    /// This side is so many hundredths of a pawn better.
    Value(Color, #[message(with = pawns)] u32),
    /// There is no advice in blindfold play.
    #[message("not-blindfold")]
    Blindfold,
    /// There is no advice in a game against a person.
    #[message("not-against-people")]
    AgainstPeople,
    /// The engine has no answer.
    #[message("engine-no-answer")]
    NoAnswer,
    /// The question needs an engine, and the game has none.
    NoEngine,
    /// The endings that can be practised.
    #[message(with = exercises)]
    Exercises,
    /// One of them is set up, by its place among them.
    #[message(with = exercise)]
    Exercise(usize),
    /// An exercise is over: which, what became of it, and the moves of the player.
    #[message(with = exercise_over)]
    ExerciseOver {
        /// Its place among all.
        which: usize,
        /// Whether it was won; none if it was drawn.
        won: Option<bool>,
        /// The moves that the player made.
        moves: u32,
    },
    /// The strength with which the engine plays.
    #[message("strength")]
    Strength(#[message("strength")] EngineStrength),
    /// The engine cannot play with that strength, but with these.
    #[message("strength-range", with = strengths)]
    StrengthRange(StrengthLimits),
    /// Asks for the strength.
    #[message("ask-strength", with = strengths)]
    AskStrength(StrengthLimits),
    /// Asks whether this game is given up for an exercise.
    #[message("practise-sure")]
    ConfirmPractice,
}

/// The strength of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineStrength {
    /// As strong as it can.
    Full,
    /// In Elo.
    Elo(u32),
    /// One of its own levels.
    Level(u32),
}

/// A number below 100 is a level.
impl From<Option<u32>> for EngineStrength {
    fn from(strength: Option<u32>) -> EngineStrength {
        match strength {
            None => EngineStrength::Full,
            Some(level @ ..100) => EngineStrength::Level(level),
            Some(elo) => EngineStrength::Elo(elo),
        }
    }
}

impl ArgumentText for EngineStrength {
    fn text(&self, to: &Facts<'_>) -> String {
        let (kind, number) = match *self {
            EngineStrength::Full => ("full", 0),
            EngineStrength::Elo(elo) => ("elo", elo),
            EngineStrength::Level(level) => ("level", level),
        };
        let phrase = Phrase::EngineStrength { kind, number: number.to_string() };
        to.either(|| to.announcer.phrase(&phrase), || to.announcer.phrase_cells(&phrase))
    }
}

/// The strengths that an engine has: in Elo and in its own levels, each from the least to the most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StrengthLimits {
    /// In Elo.
    pub elo: Option<(u32, u32)>,
    /// Its own levels.
    pub levels: Option<(u32, u32)>,
}

fn strengths(limits: &StrengthLimits, to: &mut Facts<'_>) {
    let kind = match (limits.elo, limits.levels) {
        (None, None) => "none",
        (Some(_), None) => "elo",
        (None, Some(_)) => "levels",
        (Some(_), Some(_)) => "either",
    };
    to.set("range", kind);
    let (least, most) = limits.elo.unwrap_or_default();
    let (lowest, highest) = limits.levels.unwrap_or_default();
    for (name, number) in [("least", least), ("most", most), ("lowest", lowest), ("highest", highest)] {
        to.set(name, number.to_string());
    }
}

pub(super) fn mistake(harm: &Mistake, to: &mut Facts<'_>) {
    let (harm, moves) = match *harm {
        Mistake::AllowsMate(moves) => ("allows-mate", moves),
        Mistake::MissesMate(moves) => ("misses-mate", moves),
        Mistake::Loses(MaterialLoss::Pawn) => ("pawn", 0),
        Mistake::Loses(MaterialLoss::Exchange) => ("exchange", 0),
        Mistake::Loses(MaterialLoss::Piece) => ("piece", 0),
        Mistake::Loses(MaterialLoss::Rook) => ("rook", 0),
        Mistake::Loses(MaterialLoss::Queen) => ("queen", 0),
        Mistake::SpoilsWin => ("win", 0),
        Mistake::Worsens => ("worse", 0),
    };
    to.set("harm", harm);
    to.set("moves", moves);
}

pub(super) fn better(told: &Option<MoveInPosition>, to: &mut Facts<'_>) {
    let text = |told| to.either(|| to.announcer.full(told), || to.announcer.cells_of(told));
    to.set("better", told.as_ref().map_or_else(|| NONE.to_owned(), text));
}

pub(super) fn outlook(outlook: &Assessment, to: &mut Facts<'_>) {
    let (kind, side, moves) = match *outlook {
        Assessment::Even => ("even", Color::White, 0),
        Assessment::Better { side, clearly: false } => ("better", side, 0),
        Assessment::Better { side, clearly: true } => ("clearly", side, 0),
        Assessment::Winning(side) => ("winning", side, 0),
        Assessment::Mates { side, moves: 0 } => ("mated", !side, 0),
        Assessment::Mates { side, moves } => ("mates", side, moves),
    };
    to.set("outlook", kind);
    to.set("side", side_name(side));
    to.set("moves", moves);
}

/// Rounds to tenths of a pawn: hundredths mean nothing to a player.
fn pawns(hundredths: &u32, to: &mut Facts<'_>) {
    let tenths = (hundredths + 5) / 10;
    to.set("whole", tenths / 10);
    to.set("tenth", tenths % 10);
}

fn exercises(to: &mut Facts<'_>) {
    let all = Exercise::ALL.iter().zip(1..);
    let each: Vec<String> = all
        .map(|(exercise, n)| {
            let text = pieces(*exercise, to);
            to.either(|| format!("{n}: {text}"), || format!("{n} {text}"))
        })
        .collect();
    to.set("list", each.join(", "));
}

fn exercise(which: &usize, to: &mut Facts<'_>) {
    let exercise = Exercise::ALL.get(*which).copied().unwrap_or(Exercise::ALL[0]);
    to.set("pieces", pieces(exercise, to));
}

fn exercise_over(which: &usize, won: &Option<bool>, moves: &u32, to: &mut Facts<'_>) {
    exercise(which, to);
    to.set("verdict", won.map_or("drawn", |won| if won { "won" } else { "lost" }));
    to.set("moves", *moves);
}

fn pieces(exercise: Exercise, to: &Facts<'_>) -> String {
    to.either(|| words(exercise, to.announcer), || letters(exercise, to.announcer))
}

/// "Turm, Bauer gegen Turm"; the kings are not named.
fn words(exercise: Exercise, announcer: &Announcer) -> String {
    let named = |roles: &'static [Role]| match roles {
        [] => announcer.pieces(Role::King, 1),
        [one, other] if one == other => format!("2 {}", announcer.pieces(*one, 2)),
        roles => roles.iter().map(|role| announcer.pieces(*role, 1)).collect::<Vec<_>>().join(", "),
    };
    announcer.phrase(&Phrase::Ending { own: named(exercise.own), others: named(exercise.others) })
}

/// "KT-K".
fn letters(exercise: Exercise, announcer: &Announcer) -> String {
    let side = |roles: &[Role]| -> String {
        let all = [Role::King].into_iter().chain(roles.iter().copied());
        all.map(|role| announcer.letter_of_pawn_too(role)).collect()
    };
    format!("{}-{}", side(exercise.own), side(exercise.others))
}
