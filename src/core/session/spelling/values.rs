//! The spelling of what phases hold: one trait, and tables for the enums.

use std::{iter::Peekable, str::SplitAsciiWhitespace, time::Duration};

use shakmaty::uci::UciMove;

use super::super::{ArbiterCase, PendingConfirmation, Purpose, StatedMove};
use crate::{
    grammar::{Intent, Order},
    journal::{self, Record},
    laws::{
        Act, Attempt, ByColor, CastlingSide, ClaimKind, ClockFault, Color, Ending, Fault, File, Move,
        OpenPart, PartialSquare, Rank, Role, Square,
    },
};

/// What can be spelled.
pub(super) trait Spelled: Sized {
    fn spell(&self, to: &mut Spelling<'_>);
    fn read(from: &mut SpelledWords<'_>) -> Option<Self>;
}

/// The words that were written.
pub(super) struct Spelling<'a> {
    pub(super) record: &'a Record,
    pub(super) words: Vec<String>,
}

impl Spelling<'_> {
    pub(super) fn word(&mut self, word: impl ToString) {
        self.words.push(word.to_string());
    }
}

/// The words that are left to read.
pub(super) struct SpelledWords<'a> {
    pub(super) record: &'a Record,
    pub(super) words: Peekable<SplitAsciiWhitespace<'a>>,
    /// The half-moves before the next move that is read.
    ply: usize,
}

impl<'a> SpelledWords<'a> {
    pub(super) fn of(text: &'a str, record: &'a Record) -> SpelledWords<'a> {
        let words = text.split_ascii_whitespace().peekable();
        SpelledWords { record, words, ply: record.game().moves().len() }
    }

    /// Takes the next word if it is this one.
    fn takes(&mut self, word: &str) -> bool {
        self.words.next_if(|next| *next == word).is_some()
    }
}

/// The name before the words of a move that are not judged yet.
pub(super) const WORDS: &str = "words";

impl Spelled for StatedMove {
    fn spell(&self, to: &mut Spelling<'_>) {
        match self {
            StatedMove::Judged(m) => m.spell(to),
            StatedMove::Words(said) => {
                to.word(WORDS);
                said.spell(to);
            }
        }
    }

    fn read(from: &mut SpelledWords<'_>) -> Option<StatedMove> {
        if from.takes(WORDS) {
            return Some(StatedMove::Words(Spelled::read(from)?));
        }
        Some(StatedMove::Judged(Spelled::read(from)?))
    }
}

impl Spelled for Move {
    fn spell(&self, to: &mut Spelling<'_>) {
        to.word(to.record.uci(*self));
    }

    fn read(from: &mut SpelledWords<'_>) -> Option<Move> {
        let uci: UciMove = from.words.next()?.parse().ok()?;
        let game = from.record.game();
        let m =
            uci.to_move(game.position_at(Some(from.ply).filter(|ply| *ply <= game.moves().len())?)).ok()?;
        Some(m)
    }
}

/// A half-move, in whose position the moves after it are read; or a number.
impl Spelled for usize {
    fn spell(&self, to: &mut Spelling<'_>) {
        to.word(self);
    }

    fn read(from: &mut SpelledWords<'_>) -> Option<usize> {
        from.ply = from.words.next()?.parse().ok()?;
        Some(from.ply)
    }
}

/// What was said of a move, each part in its place: piece, from, to, captured, promotion, then what was added.
pub(super) fn spell_words(said: &Attempt, to: &mut String) {
    let role = |role: Option<Role>| role.map_or('-', Role::upper_char);
    let square = |part: PartialSquare| [part.file.map_or('-', File::char), part.rank.map_or('-', Rank::char)];
    to.push(role(said.role));
    to.extend(square(said.from));
    to.extend(square(said.to));
    to.extend([role(said.captured), role(said.promotion)]);
    to.extend(ADDED.into_iter().filter(|(_, has, _)| has(said)).map(|(letter, ..)| letter));
}

/// Reads what was said of a move.
pub(super) fn read_words(text: &str) -> Option<Attempt> {
    let mut letters = text.chars();
    let mut next = || letters.next();
    let role = |letter: char| if letter == '-' { Some(None) } else { Role::from_char(letter).map(Some) };
    let file = |letter: char| if letter == '-' { Some(None) } else { File::from_char(letter).map(Some) };
    let rank = |letter: char| if letter == '-' { Some(None) } else { Rank::from_char(letter).map(Some) };
    let mut said = Attempt { role: role(next()?)?, ..Attempt::default() };
    said.from = PartialSquare { file: file(next()?)?, rank: rank(next()?)? };
    said.to = PartialSquare { file: file(next()?)?, rank: rank(next()?)? };
    (said.captured, said.promotion) = (role(next()?)?, role(next()?)?);
    for letter in letters {
        let (.., add) = ADDED.into_iter().find(|(known, ..)| *known == letter)?;
        add(&mut said);
    }
    Some(said)
}

impl Spelled for Attempt {
    fn spell(&self, to: &mut Spelling<'_>) {
        let mut letters = String::new();
        spell_words(self, &mut letters);
        to.word(letters);
    }

    fn read(from: &mut SpelledWords<'_>) -> Option<Attempt> {
        read_words(from.words.next()?)
    }
}

/// What may follow a yes in the same breath.
pub(super) enum Rest {
    Yes,
    No,
    Press,
    Draw,
    Offer(Option<Color>),
    Move(Attempt),
}

impl Rest {
    pub(super) fn of(intent: &Intent) -> Option<Rest> {
        if let Intent::Move(said) = intent {
            return Some(Rest::Move(*said));
        }
        if let Intent::Declared { by, act: Act::OfferDraw } = intent {
            return Some(Rest::Offer(*by));
        }
        let bare = [Rest::Yes, Rest::No, Rest::Press, Rest::Draw];
        bare.into_iter().find(|rest| rest.intent() == *intent)
    }

    pub(super) fn intent(&self) -> Intent {
        match *self {
            Rest::Yes => Intent::Yes,
            Rest::No => Intent::No,
            Rest::Press => Intent::PressClock,
            Rest::Draw => Intent::Draw,
            Rest::Offer(by) => Intent::Declared { by, act: Act::OfferDraw },
            Rest::Move(said) => Intent::Move(said),
        }
    }
}

type Added = (char, fn(&Attempt) -> bool, fn(&mut Attempt));

const ADDED: [Added; 6] = [
    ('x', |said| said.captures, |said| said.captures = true),
    ('p', |said| said.en_passant, |said| said.en_passant = true),
    ('+', |said| said.check, |said| said.check = true),
    ('#', |said| said.mate, |said| said.mate = true),
    (
        'k',
        |said| said.castling == Some(CastlingSide::KingSide),
        |said| {
            said.castling = Some(CastlingSide::KingSide);
        },
    ),
    (
        'q',
        |said| said.castling == Some(CastlingSide::QueenSide),
        |said| {
            said.castling = Some(CastlingSide::QueenSide);
        },
    ),
];

/// An ending, and whose it is.
impl Spelled for Ending {
    fn spell(&self, to: &mut Spelling<'_>) {
        to.word(self.name());
        self.side().spell(to);
        self.is_intended().spell(to);
    }

    fn read(from: &mut SpelledWords<'_>) -> Option<Ending> {
        let name = from.words.next()?;
        let side: Option<Color> = Spelled::read(from)?;
        Ending::named(name, side.unwrap_or(Color::White), Spelled::read(from)?)
    }
}

/// In milliseconds.
impl Spelled for Duration {
    fn spell(&self, to: &mut Spelling<'_>) {
        to.word(self.as_millis());
    }

    fn read(from: &mut SpelledWords<'_>) -> Option<Duration> {
        let ms = from.words.next()?.parse().ok().filter(|ms| *ms <= journal::MOST_MS)?;
        Some(Duration::from_millis(ms))
    }
}

impl<T: Spelled> Spelled for ByColor<T> {
    fn spell(&self, to: &mut Spelling<'_>) {
        self.white.spell(to);
        self.black.spell(to);
    }

    fn read(from: &mut SpelledWords<'_>) -> Option<ByColor<T>> {
        Some(ByColor { white: Spelled::read(from)?, black: Spelled::read(from)? })
    }
}

const NONE: &str = "-";

impl<T: Spelled> Spelled for Option<T> {
    fn spell(&self, to: &mut Spelling<'_>) {
        match self {
            Some(value) => value.spell(to),
            None => to.word(NONE),
        }
    }

    fn read(from: &mut SpelledWords<'_>) -> Option<Option<T>> {
        if from.takes(NONE) { Some(None) } else { Spelled::read(from).map(Some) }
    }
}

/// Up to the end.
impl<T: Spelled> Spelled for Vec<T> {
    fn spell(&self, to: &mut Spelling<'_>) {
        self.iter().for_each(|item| item.spell(to));
    }

    fn read(from: &mut SpelledWords<'_>) -> Option<Vec<T>> {
        let mut items = Vec::new();
        while from.words.peek().is_some() {
            items.push(Spelled::read(from)?);
        }
        Some(items)
    }
}

/// What is one word of its own.
macro_rules! words {
    ($($kind:ty),+) => {$(
        impl Spelled for $kind {
            fn spell(&self, to: &mut Spelling<'_>) {
                to.word(self);
            }

            fn read(from: &mut SpelledWords<'_>) -> Option<$kind> {
                from.words.next()?.parse().ok()
            }
        }
    )+};
}

words!(bool, u16, Square, String);

/// A count of moves.
impl Spelled for u32 {
    fn spell(&self, to: &mut Spelling<'_>) {
        to.word(self);
    }

    fn read(from: &mut SpelledWords<'_>) -> Option<u32> {
        from.words.next()?.parse().ok().filter(|count| *count <= journal::MOST_PLIES)
    }
}

/// Spells enums: each variant's name, then its fields in this order. One row writes and reads.
macro_rules! spelled {
    ($($kind:ident {$(
        $name:literal => $variant:ident $(($one:ident $(, $other:ident)*))? $({ $($field:ident),+ })?,
    )+})+) => {$(
        impl Spelled for $kind {
            fn spell(&self, to: &mut Spelling<'_>) {
                match self {$(
                    $kind::$variant $(($one $(, $other)*))? $({ $($field),+ })? => {
                        to.word($name);
                        $($one.spell(to); $($other.spell(to);)*)?
                        $($($field.spell(to);)+)?
                    }
                )+}
            }

            fn read(from: &mut SpelledWords<'_>) -> Option<$kind> {
                match from.words.next()? {
                    $($name => {
                        $(let $one = Spelled::read(from)?; $(let $other = Spelled::read(from)?;)*)?
                        $($(let $field = Spelled::read(from)?;)+)?
                        Some($kind::$variant $(($one $(, $other)*))? $({ $($field),+ })?)
                    })+
                    _ => None,
                }
            }
        }
    )+};
}

spelled! {
    Rest {
        "yes" => Yes,
        "no" => No,
        "clock" => Press,
        "draw" => Draw,
        "offer-draw" => Offer(by),
        "move" => Move(said),
    }
    PendingConfirmation {
        "offer-draw" => OfferDraw(side),
        "leave" => Leave { again },
        "accept-draw" => AcceptDraw(side),
        "resign" => Resign(side),
        "take-back" => TakeBack(side),
        "abort" => Abort,
        "claim" => Claim { by, kind, with },
        "touch" => Touch(side, square),
        "two-minutes" => TwoMinutes(side),
        "refer-claim" => ReferClaim(side),
        "irregular" => Irregular(case),
        "order" => Order(order),
        "five-seconds" => FiveSeconds(side),
        "can-mate" => CanMate { loser, ending },
        "present" => Present(side),
        "practise" => Practise(which),
        "return" => Return { ply, other },
    }
    ArbiterCase {
        "fault" => Fault { by, fault, ply, later },
        "pawn-as-said" => PawnAsSaid(square),
        "pawn" => Pawn { ply, m },
        "displaced-since" => DisplacedSince { ply },
        "displaced" => Displaced(side),
        "touched-before" => TouchedBefore { side, square },
        "illegal-position" => IllegalPosition,
        "wrong-start" => WrongStart,
        "colours-reversed" => ColoursReversed,
        "clock" => Clock { fault, left, estimated },
        "stood-still" => StoodStill { side, time },
    }
    Order {
        "add-time" => AddTime { side, time },
        "take-time" => TakeTime { side, time },
        "set-time" => SetTime { side, left },
        "set-moves" => SetMoves { side, moves },
        "warn" => Warn { side },
        "penalize" => Penalize { side, time },
        "lose" => Lose { side },
        "draw" => Draw,
        "both-lose" => BothLose,
        "half-point" => HalfPoint { side },
        "default-time" => DefaultTime { time },
        "late" => Late { side, time },
        "five-seconds" => FiveSeconds,
        "reopen" => Reopen,
        "back-to" => BackTo { number, by },
    }
    Act {
        "offer-draw" => OfferDraw,
        "accept-draw" => AcceptDraw,
        "decline-draw" => DeclineDraw,
        "claim-threefold" => ClaimThreefold(with),
        "claim-fifty-moves" => ClaimFiftyMoves(with),
        "resign" => Resign,
        "claim-flag" => ClaimFlag,
        "claim-last-two-minutes" => ClaimLastTwoMinutes,
        "ask-five-seconds" => AskFiveSeconds,
        "touch" => Touch(square),
        "adjust" => Adjust,
    }
    Fault {
        "illegal-move" => IllegalMove,
        "pawn-not-replaced" => PawnNotReplaced(square),
        "pressed-without-move" => PressedWithoutMove,
        "two-hands" => TwoHands,
    }
    ClockFault {
        "defect" => Defect,
        "wrong-setting" => WrongSetting,
    }
    ClaimKind {
        "threefold" => Threefold,
        "fifty-moves" => FiftyMoves,
    }
    Purpose {
        "move" => Move,
        "claim" => Claim(by, kind),
        "pawn" => Pawn,
    }
    OpenPart {
        "piece" => Piece,
        "destination" => Destination,
        "origin" => Origin,
        "promotion" => Promotion,
        "castling" => Castling,
    }
    Color {
        "white" => White,
        "black" => Black,
    }
}
