//! The meanings of the phrases in a grammar file: a table from key to [`Intent`].

use std::sync::LazyLock;

use crate::laws::{Act, Attempt, CastlingSide, Color, Role};
use crate::notation::{StyleChange, Wording};

use super::question::{FACTS, QUESTIONS, Question, SideReference};
use super::ruling::{IRREGULARITIES, Irregularity, ORDERS, Order};
use super::slot::{Field, Slot, SlotValue, SlotValues};
use super::{
    AdviceRequest, GamesRequest, HallRequest, Intent, OnlineRequest, ReviewStep, StrengthRequest,
    StudyRequest,
};

/// A key of a grammar file and the meaning of its phrases.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meaning {
    pub section: Section,
    pub key: &'static str,
    /// The slots its phrases may have.
    pub slots: &'static [Slot],
    /// The fields that every phrase must fill.
    pub needs: &'static [Field],
    pub semantics: Semantics,
}

/// The section of a grammar file that holds a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Section {
    Move,
    Answers,
    Commands,
    Questions,
    /// What the arbiter can say at the desk.
    Desk,
    /// What the arbiter of a hall can ask there.
    Hall,
}

impl Section {
    /// Returns the name in a grammar file.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// How the values of a phrase become an intent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Semantics {
    Move,
    /// Selects one of the moves asked about.
    Which,
    /// Selects the piece that the pawn becomes.
    Promotion,
    /// Selects the side of castling, when the question is about castling.
    Castles(CastlingSide),
    /// A piece to move, without destination.
    Piece,
    /// A touched piece, without its square.
    Touch,
    /// A question, from the values alone.
    Question(fn(&SlotValues) -> Option<Question>),
    /// An irregularity, from the values alone.
    Irregularity(fn(&SlotValues) -> Option<Irregularity>),
    /// An order, from the values alone.
    Order(fn(&SlotValues) -> Option<Order>),
    /// Any other intent, from the values alone.
    Alone(fn(&SlotValues) -> Option<Intent>),
}

macro_rules! plain {
    ($section:ident, $key:literal, $intent:expr) => {
        Meaning {
            section: Section::$section,
            key: $key,
            slots: &[],
            needs: &[],
            semantics: Semantics::Alone(|_| Some($intent)),
        }
    };
}

/// Makes the meaning of "kurz" or "lang" as an answer about castling.
macro_rules! castles {
    ($key:literal, $side:expr) => {
        Meaning {
            section: Section::Answers,
            key: $key,
            slots: &[],
            needs: &[],
            semantics: Semantics::Castles($side),
        }
    };
}

/// Makes the meaning of an intent of one kind, with details from the values.
macro_rules! detailed {
    ($section:ident, $intent:path, $kind:ty, $key:expr, $slots:expr, $needs:expr, $read:expr) => {
        Meaning {
            section: Section::$section,
            key: $key,
            slots: &$slots,
            needs: &$needs,
            semantics: Semantics::Alone(|said| {
                let read: fn(&SlotValues) -> Option<$kind> = $read;
                read(said).map($intent)
            }),
        }
    };
}

/// Makes the meaning of a declaration, for the named side if there is one.
macro_rules! declared {
    ($section:ident, $key:literal, $act:expr) => { declared!($section, $key, [], [], |_| Some($act)) };
    ($section:ident, $key:literal, [$($slot:expr),*], $needs:expr, $read:expr) => {
        Meaning {
            section: Section::$section,
            key: $key,
            slots: &[Slot::White, Slot::Black, $($slot),*],
            needs: &$needs,
            semantics: Semantics::Alone(|said| {
                let read: fn(&SlotValues) -> Option<Act> = $read;
                read(said).map(|act| Intent::Declared { by: said.side(), act })
            }),
        }
    };
}

macro_rules! claim {
    ($key:literal, $claim:path) => {
        declared!(Commands, $key, [Slot::Move], [], |said| {
            (!said.leaves_side_open()).then(|| $claim(said.is_move().then(|| attempt(said))))
        })
    };
}

/// Makes the meaning of a step of a review to a move, by its number and perhaps its side.
macro_rules! numbered_move {
    ($key:literal, $step:ident) => {
        Meaning {
            section: Section::Commands,
            key: $key,
            slots: &[
                Slot::Number,
                Slot::Nth,
                Slot::White,
                Slot::Black,
                Slot::Mine,
                Slot::Theirs,
                Slot::Person,
            ],
            needs: &[Field::Number],
            semantics: Semantics::Alone(|said| {
                let number = said.value(Field::Number)?;
                Some(Intent::Review(ReviewStep::$step { number, by: SideReference::of(said) }))
            }),
        }
    };
}

/// All meanings. A grammar file has phrases for each of them and for no other.
pub(super) static MEANINGS: LazyLock<Vec<Meaning>> = LazyLock::new(|| {
    let irregularities = IRREGULARITIES.iter().copied().flatten();
    let (questions, orders) = (QUESTIONS.iter().chain(FACTS).flatten(), ORDERS.iter().flatten());
    let first = BEFORE_RULINGS.iter().chain(irregularities).chain(questions);
    first.chain(AFTER_QUESTIONS).chain(orders).copied().collect()
});

/// The meanings before the rulings and the questions.
static BEFORE_RULINGS: &[Meaning] = &[
    Meaning {
        section: Section::Move,
        key: "phrases",
        slots: Slot::MOVE,
        needs: &[],
        semantics: Semantics::Move,
    },
    Meaning {
        section: Section::Answers,
        key: "which",
        slots: &[Slot::Piece, Slot::Square, Slot::File, Slot::Rank, Slot::Ordinal, Slot::Number],
        needs: &[],
        semantics: Semantics::Which,
    },
    Meaning {
        section: Section::Answers,
        key: "promotion",
        slots: &[Slot::Promotion],
        needs: &[Field::Promotion],
        semantics: Semantics::Promotion,
    },
    detailed!(Answers, Intent::Side, Color, "whose", [Slot::White, Slot::Black], [], |said| said.side()),
    plain!(Answers, "against-board", Intent::Against(0)),
    plain!(Answers, "against-engine", Intent::Against(1)),
    plain!(Answers, "against-online", Intent::Against(2)),
    castles!("castle-short", CastlingSide::KingSide),
    castles!("castle-long", CastlingSide::QueenSide),
    plain!(Answers, "agreed", Intent::Accept),
    plain!(Answers, "play-on", Intent::Decline),
    plain!(Commands, "yes", Intent::Yes),
    plain!(Commands, "no", Intent::No),
    plain!(Commands, "correct", Intent::Correct),
    plain!(Commands, "repeat", Intent::Repeat),
    plain!(Commands, "louder", Intent::Louder),
    plain!(Commands, "softer", Intent::Softer),
    plain!(Commands, "faster", Intent::Faster),
    plain!(Commands, "slower", Intent::Slower),
    plain!(Commands, "quiet", Intent::Quiet),
    plain!(Commands, "microphone-off", Intent::MicrophoneOff),
    plain!(Commands, "microphone-on", Intent::MicrophoneOn),
    Meaning {
        section: Section::Commands,
        key: "help",
        slots: &[Slot::Topic],
        needs: &[],
        semantics: Semantics::Alone(|said| {
            Some(said.value(Field::Topic).map_or(Intent::Help, |topic| Intent::HelpOn(usize::from(topic))))
        }),
    },
    plain!(Commands, "draw", Intent::Draw),
    declared!(Commands, "offer-draw", Act::OfferDraw),
    declared!(Commands, "accept-draw", Act::AcceptDraw),
    declared!(Commands, "decline-draw", Act::DeclineDraw),
    plain!(Commands, "accept", Intent::Accept),
    plain!(Commands, "decline", Intent::Decline),
    claim!("claim-threefold", Act::ClaimThreefold),
    claim!("claim-fifty-moves", Act::ClaimFiftyMoves),
    declared!(Commands, "resign", Act::Resign),
    declared!(Commands, "claim-flag", Act::ClaimFlag),
    // Whose flag fell does not claim it.
    Meaning {
        section: Section::Commands,
        key: "claim-flag-of",
        slots: &[Slot::White, Slot::Black, Slot::Colour],
        needs: &[],
        semantics: Semantics::Alone(|said| {
            Some(Intent::Declared { by: Some(!said.side()?), act: Act::ClaimFlag })
        }),
    },
    declared!(Commands, "claim-last-two-minutes", Act::ClaimLastTwoMinutes),
    declared!(Commands, "ask-five-seconds", Act::AskFiveSeconds),
    declared!(Commands, "touched", [Slot::Square], [Field::File, Field::Rank], |said| {
        Some(Act::Touch(said.square()?))
    }),
    Meaning {
        section: Section::Commands,
        key: "touched-piece",
        slots: &[Slot::Piece, Slot::Mine, Slot::Theirs, Slot::White, Slot::Black],
        needs: &[Field::Piece],
        semantics: Semantics::Touch,
    },
    // Which piece is adjusted is no matter.
    declared!(Commands, "adjust", [Slot::Piece, Slot::Square], [], |_| Some(Act::Adjust)),
    plain!(Commands, "press-clock", Intent::PressClock),
    plain!(Commands, "stop-clock", Intent::StopClock),
    plain!(Commands, "start-clock", Intent::StartClock),
    plain!(Commands, "arbiter", Intent::Arbiter),
    plain!(Commands, "seal-move", Intent::SealMove),
    plain!(Commands, "new-game", Intent::Leave { again: true }),
    plain!(Commands, "leave", Intent::Leave { again: false }),
    plain!(Commands, "open-envelope", Intent::OpenEnvelope),
    plain!(Commands, "compare-boards", Intent::CompareBoards),
];

/// The meanings after the questions.
static AFTER_QUESTIONS: &[Meaning] = &[
    plain!(Questions, "hint", Intent::Advise(AdviceRequest::Hint)),
    plain!(Questions, "best-move", Intent::Advise(AdviceRequest::BestMove)),
    plain!(Questions, "mistake", Intent::Advise(AdviceRequest::Mistake)),
    plain!(Questions, "outlook", Intent::Advise(AdviceRequest::Outlook)),
    plain!(Questions, "value", Intent::Advise(AdviceRequest::Value)),
    Meaning {
        section: Section::Commands,
        key: "practise",
        slots: &[Slot::Ending, Slot::Number],
        needs: &[],
        semantics: Semantics::Alone(|said| {
            let numbered = || said.value(Field::Number).map(|number| number - 1);
            Some(Intent::Practise(said.value(Field::Ending).or_else(numbered).map(usize::from)))
        }),
    },
    plain!(Commands, "lessons", Intent::Study(StudyRequest::Lessons)),
    detailed!(Commands, Intent::Study, StudyRequest, "lesson", [Slot::Number, Slot::Piece], [], |said| {
        let numbered = said.value(Field::Number).map(StudyRequest::Lesson);
        numbered.or_else(|| said.role(Field::Piece).map(StudyRequest::LessonOn))
    }),
    plain!(Commands, "drills", Intent::Study(StudyRequest::Drills)),
    detailed!(Commands, Intent::Study, StudyRequest, "drill", [Slot::Number], [Field::Number], |said| {
        said.value(Field::Number).map(StudyRequest::Drill)
    }),
    detailed!(
        Commands,
        Intent::Study,
        StudyRequest,
        "drill-minute",
        [Slot::Number],
        [Field::Number],
        |said| { said.value(Field::Number).map(StudyRequest::MinuteDrill) }
    ),
    plain!(Answers, "study-minute", Intent::Study(StudyRequest::Minute)),
    plain!(Answers, "study-task", Intent::Study(StudyRequest::Task)),
    plain!(Commands, "puzzles", Intent::Study(StudyRequest::Puzzles)),
    plain!(Commands, "mate-puzzles", Intent::Study(StudyRequest::MatePuzzles)),
    plain!(Commands, "turning-points", Intent::Study(StudyRequest::Review)),
    plain!(Answers, "study-next", Intent::Study(StudyRequest::Next)),
    plain!(Answers, "study-solution", Intent::Study(StudyRequest::Solution)),
    plain!(Answers, "study-hint", Intent::Advise(AdviceRequest::Hint)),
    plain!(Answers, "study-rating", Intent::Study(StudyRequest::Rating)),
    plain!(Answers, "study-end", Intent::Review(ReviewStep::End)),
    detailed!(
        Answers,
        Intent::Study,
        StudyRequest,
        "study-number",
        [Slot::Number],
        [Field::Number],
        |said| { said.value(Field::Number).map(StudyRequest::Number) }
    ),
    plain!(Commands, "style-names", Intent::Restyle(StyleChange::Wording(Wording::Names))),
    plain!(Commands, "style-nato", Intent::Restyle(StyleChange::Wording(Wording::Nato))),
    plain!(Commands, "style-literate", Intent::Restyle(StyleChange::Wording(Wording::Literate))),
    plain!(Commands, "style-san", Intent::Restyle(StyleChange::Wording(Wording::San))),
    plain!(Commands, "style-coordinates", Intent::Restyle(StyleChange::Wording(Wording::Coordinates))),
    plain!(Commands, "style-numeric", Intent::Restyle(StyleChange::Wording(Wording::Numeric))),
    plain!(Commands, "square-first", Intent::Restyle(StyleChange::SquareFirst(true))),
    plain!(Commands, "piece-first", Intent::Restyle(StyleChange::SquareFirst(false))),
    plain!(Commands, "pauses", Intent::Restyle(StyleChange::Pauses(true))),
    plain!(Commands, "no-pauses", Intent::Restyle(StyleChange::Pauses(false))),
    plain!(Commands, "review", Intent::Review(ReviewStep::Begin)),
    numbered_move!("review-move", To),
    numbered_move!("review-tell", Tell),
    plain!(Commands, "review-first", Intent::Review(ReviewStep::First)),
    plain!(Answers, "review-back", Intent::Review(ReviewStep::Back)),
    plain!(Answers, "review-on", Intent::Review(ReviewStep::On)),
    plain!(Answers, "review-first", Intent::Review(ReviewStep::First)),
    plain!(Answers, "review-last", Intent::Review(ReviewStep::Last)),
    plain!(Answers, "review-end", Intent::Review(ReviewStep::End)),
    STRENGTH,
    Meaning { section: Section::Answers, ..STRENGTH },
    plain!(Commands, "weaker", Intent::Strength(StrengthRequest::Weaker)),
    plain!(Commands, "stronger", Intent::Strength(StrengthRequest::Stronger)),
    plain!(Commands, "full-strength", Intent::Strength(StrengthRequest::Full)),
    plain!(Commands, "abort", Intent::Online(OnlineRequest::Abort)),
    plain!(Commands, "claim-victory", Intent::Online(OnlineRequest::ClaimVictory)),
    plain!(Commands, "chat", Intent::Online(OnlineRequest::Chat)),
    plain!(Commands, "rematch", Intent::Online(OnlineRequest::Rematch)),
    plain!(Commands, "games", Intent::Games(GamesRequest::Which)),
    plain!(Commands, "next-game", Intent::Games(GamesRequest::Next)),
    detailed!(
        Commands,
        Intent::Games,
        GamesRequest,
        "game-number",
        [Slot::Number],
        [Field::Number],
        |said| { said.value(Field::Number).map(GamesRequest::Number) }
    ),
    plain!(Commands, "seek", Intent::Online(OnlineRequest::Seek)),
    detailed!(
        Hall,
        Intent::Hall,
        HallRequest,
        "board",
        [Slot::Number, Slot::Hundred, Slot::Units],
        [],
        |said| {
            let number = said.value(Field::Number);
            let units = said.value(Field::Units).unwrap_or(0);
            let board = match said.has(Field::Hundred) {
                true => 100 * number.unwrap_or(1) + units,
                false => number?,
            };
            Some(HallRequest::Board(board))
        }
    ),
    Meaning {
        section: Section::Desk,
        key: "win",
        slots: &[Slot::White, Slot::Black],
        needs: &[Field::Side],
        semantics: Semantics::Order(|said| Some(Order::Lose { side: !said.side()? })),
    },
    plain!(Desk, "white-wins", Intent::Order(Order::Lose { side: Color::Black })),
    plain!(Desk, "black-wins", Intent::Order(Order::Lose { side: Color::White })),
    plain!(Hall, "waiting", Intent::Hall(HallRequest::Waiting)),
    plain!(Hall, "last-moved", Intent::Hall(HallRequest::LastMoved)),
    plain!(Hall, "next", Intent::Hall(HallRequest::Next)),
    Meaning {
        section: Section::Commands,
        key: "piece",
        slots: &[Slot::Piece],
        needs: &[Field::Piece],
        semantics: Semantics::Piece,
    },
];

/// "Stärke fünfzehn hundert", "Stufe drei", "Stärke".
const STRENGTH: Meaning = Meaning {
    section: Section::Commands,
    key: "strength",
    slots: &[Slot::Number, Slot::Hundred, Slot::Units],
    needs: &[],
    semantics: Semantics::Alone(|said| {
        let number = |field| said.value(field).map(u32::from);
        Some(Intent::Strength(match number(Field::Number) {
            None => StrengthRequest::Tell,
            Some(hundreds) if said.has(Field::Hundred) => {
                StrengthRequest::To(100 * hundreds + number(Field::Units).unwrap_or(0))
            }
            Some(level) => StrengthRequest::To(level),
        }))
    }),
};

/// The value of [`Field::Castling`] that leaves the side open.
pub(super) const EITHER_SIDE: SlotValue = 2;

impl SlotValues {
    /// Whether a move was said, as in "dreimalige Stellung mit Springer Felix drei".
    pub(super) fn is_move(&self) -> bool {
        self.has(Field::Castling) || self.has(Field::ToFile) || self.has(Field::Takes)
    }

    /// Whether castling was said without a side.
    pub(super) fn leaves_side_open(&self) -> bool {
        self.value(Field::Castling) == Some(EITHER_SIDE)
    }
}

/// Returns the move that was said. Castling without a side counts as short castling.
pub(super) fn attempt(said: &SlotValues) -> Attempt {
    let (check, mate) = (said.has(Field::Check) || said.has(Field::Mate), said.has(Field::Mate));
    if let Some(side) = said.value(Field::Castling) {
        let side = if side == 1 { CastlingSide::QueenSide } else { CastlingSide::KingSide };
        return Attempt { check, mate, ..Attempt::castling(side) };
    }
    let (from, to) = (said.from(), said.to());
    let captured = said.role(Field::Captured);
    // "Eva vier" and "Eva schlägt David" are pawn moves; "schlägt Dame" may be any piece's (C.4).
    let pawn = from.square().is_none() && (from.file.is_some() || !said.has(Field::Takes));
    Attempt {
        role: said.role(Field::Piece).or(pawn.then_some(Role::Pawn)),
        from,
        to,
        captures: said.has(Field::Takes) || captured.is_some(),
        captured,
        promotion: said.role(Field::Promotion),
        castling: None,
        en_passant: said.has(Field::EnPassant),
        check,
        mate,
    }
}
