//! What an engine has to say to a player who practises: in words, and in numbers only where they were asked for.

use fluent_bundle::FluentArgs;

use super::{Announcement, Told, announcer::Announcer, facts};
use crate::laws::{Color, Exercise, Harm, Loss, Outlook, Position, Role};

/// Counsel, and the positions that can be practised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    Hint(Told),
    /// What would have been better.
    Better(Told),
    BestWasPlayed(Told),
    /// The worst move of the user, and what would have been better.
    Mistake {
        played: Told,
        harm: Harm,
        better: Option<Told>,
    },
    NoMistake,
    /// The whole game is looked through, which takes its time.
    Searching,
    Outlook(Outlook),
    /// So many hundredths of a pawn better.
    Value {
        side: Color,
        pawns: u32,
    },
    /// Nothing is told of the position, and nothing against people.
    Blindfold,
    AgainstPeople,
    /// Only an engine can tell, and none plays.
    NoEngine,
    /// Which endings there are.
    Exercises,
    /// One of them was set up.
    Exercise(usize),
    /// Whether this game is given up for it.
    PractiseSure,
}

impl From<Advice> for Announcement {
    fn from(advice: Advice) -> Announcement {
        Announcement::Advice(advice)
    }
}

impl Advice {
    /// The message's name, its arguments set.
    pub(super) fn facts(&self, args: &mut FluentArgs<'static>, announcer: &Announcer) -> &'static str {
        match self {
            Advice::Hint(told) => {
                facts::moved(args, told, announcer);
                "hint"
            }
            Advice::Better(told) => {
                facts::moved(args, told, announcer);
                "better-move"
            }
            Advice::BestWasPlayed(told) => {
                facts::moved(args, told, announcer);
                "best-was-played"
            }
            Advice::Mistake { played, harm, better } => {
                facts::moved(args, played, announcer);
                args.set("number", played.before.fullmoves().get());
                let (harm, moves) = harmful(*harm);
                args.set("harm", harm);
                args.set("moves", moves);
                let words = better.as_ref().map(|told| announcer.full(told));
                args.set("better", words.unwrap_or_else(|| "none".to_owned()));
                let cells = better.as_ref().map(|told| announcer.cells_of(told));
                args.set("better-cells", cells.unwrap_or_default());
                "mistake"
            }
            Advice::NoMistake => "no-mistake",
            Advice::Searching => "searching",
            Advice::Outlook(outlook) => {
                let (kind, side, moves) = match *outlook {
                    Outlook::Even => ("even", Color::White, 0),
                    Outlook::Better { side, clearly: false } => ("better", side, 0),
                    Outlook::Better { side, clearly: true } => ("clearly", side, 0),
                    Outlook::Winning(side) => ("winning", side, 0),
                    Outlook::Mates { side, moves: 0 } => ("mated", !side, 0),
                    Outlook::Mates { side, moves } => ("mates", side, moves),
                };
                args.set("outlook", kind);
                args.set("side", facts::side(side));
                args.set("moves", moves);
                "outlook"
            }
            Advice::Value { side, pawns } => {
                args.set("side", facts::side(*side));
                // Hundredths are more than anybody can feel.
                let tenths = (pawns + 5) / 10;
                args.set("whole", tenths / 10);
                args.set("tenth", tenths % 10);
                "value"
            }
            Advice::Blindfold => "not-blindfold",
            Advice::AgainstPeople => "not-against-people",
            Advice::NoEngine => "no-engine",
            Advice::Exercises => {
                let list = Exercise::ALL.iter().zip(1..);
                let words: Vec<String> =
                    list.clone().map(|(exercise, n)| format!("{n}: {}", men(*exercise, announcer))).collect();
                args.set("list", words.join(", "));
                let cells: Vec<String> =
                    list.map(|(exercise, n)| format!("{n} {}", letters(*exercise, announcer))).collect();
                args.set("cells", cells.join(", "));
                "exercises"
            }
            Advice::Exercise(which) => {
                let exercise = Exercise::ALL.get(*which).copied().unwrap_or(Exercise::ALL[0]);
                args.set("men", men(exercise, announcer));
                args.set("cells", letters(exercise, announcer));
                "exercise"
            }
            Advice::PractiseSure => "practise-sure",
        }
    }
}

/// What it is called in a sentence, and in how many moves.
fn harmful(harm: Harm) -> (&'static str, u32) {
    match harm {
        Harm::AllowsMate(moves) => ("allows-mate", moves),
        Harm::MissesMate(moves) => ("misses-mate", moves),
        Harm::Loses(Loss::Pawn) => ("pawn", 0),
        Harm::Loses(Loss::Exchange) => ("exchange", 0),
        Harm::Loses(Loss::Piece) => ("piece", 0),
        Harm::Loses(Loss::Rook) => ("rook", 0),
        Harm::Loses(Loss::Queen) => ("queen", 0),
        Harm::SpoilsWin => ("win", 0),
        Harm::Worsens => ("worse", 0),
    }
}

/// "Turm, Bauer gegen Turm"; the kings go without saying.
fn men(exercise: Exercise, announcer: &Announcer) -> String {
    let named = |roles: &'static [Role]| match roles {
        [] => announcer.pieces(Role::King, 1),
        [one, other] if one == other => format!("2 {}", announcer.pieces(*one, 2)),
        roles => roles.iter().map(|role| announcer.pieces(*role, 1)).collect::<Vec<_>>().join(", "),
    };
    let mut args = FluentArgs::new();
    args.set("own", named(exercise.own));
    args.set("others", named(exercise.others));
    announcer.text("ending", &args)
}

/// "KT-K".
fn letters(exercise: Exercise, announcer: &Announcer) -> String {
    let side = |roles: &[Role]| -> String {
        let all = [Role::King].into_iter().chain(roles.iter().copied());
        all.map(|role| announcer.letter_of_pawn_too(role)).collect()
    };
    format!("{}-{}", side(exercise.own), side(exercise.others))
}
