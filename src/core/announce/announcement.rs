//! Everything that can be announced, and the arguments of what is not told field by field.

use std::time::Duration;

use super::{
    Advice, ArbiterAnnouncement, AskedMove, AssistantAnswer, Audience, BoardAnswer, ClockDifference,
    Declaration, Device, EngineStrength, Facts, GamesAnnouncement, HelpTopic, MoveInPosition,
    OnlineAnnouncement, SchoolAnnouncement, Setup, UnreadBoard,
    declaration::incorrect_claim,
    facts::{ArgumentText, NONE, side_name},
    farewell::{Farewell, GameToResume, farewell, go_on},
    line::on_square,
    reasons::Refusal,
    said::open_part,
};
use crate::{
    clock::{Authority, TimeControl},
    grammar::Answer,
    language::{Argument, Message},
    laws::{Act, ByColor, Color, GameResult, OpenPart, Outcome, Reason, Role, Square, tracking::Difference},
};

/// A fact or a question to be told, in no language and for no sense yet.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum Announcement {
    /// Asks for the kind of opponent.
    WhichOpponent {
        /// Whether an online opponent can be chosen.
        online: bool,
    },
    /// The chosen opponent is not available.
    OpponentMissing {
        /// Whether it is an online opponent, and no engine.
        online: bool,
    },
    /// The game can begin.
    Ready {
        /// The time control.
        control: Option<TimeControl>,
        /// The strength of the engine that has the other side.
        strength: Option<EngineStrength>,
    },
    /// The game does not start from the usual position, which is told next.
    UnusualStart {
        /// The number of the Chess960 start, if it is one.
        #[message(with = number_if_known)]
        chess960: Option<u32>,
        /// The side to move.
        side: Color,
    },
    /// An interrupted game goes on.
    Resumed {
        /// The last move made.
        last: Option<MoveInPosition>,
        /// The number of the next move.
        number: u32,
        /// The side on move.
        turn: Color,
        /// Whether there is a clock, which is still stopped.
        clock: bool,
    },
    /// The game is closed, or, if it is not over, interrupted.
    GameClosed {
        /// Whether it is over.
        over: bool,
    },
    /// The program ends, or goes on with another game.
    #[message("program-ends", with = farewell)]
    Farewell(Farewell),
    /// No game could begin, for this reason.
    NotBegun(#[message("fault")] String),
    /// The game that was played last is not over.
    LastGameOpen,
    /// Asks whether a game that is not over goes on.
    #[message(with = go_on)]
    GoOn(GameToResume),
    /// No game goes on.
    NoneGoesOn,
    /// The journal ended in an incomplete line, which was dropped.
    #[message("torn")]
    JournalTruncated,
    /// Asks whether the move was heard rightly.
    #[message(with = asked_back)]
    ReadBack(AskedMove),
    /// Asks about a move that was not heard with certainty.
    #[message("perhaps", with = asked_back)]
    UncertainMove(AskedMove),
    /// Asks for what the words of a move leave open.
    #[message("open-part", with = open_part)]
    WhatIsOpen(OpenPart),
    /// Several moves fit the words, and which is not told.
    Unclear,
    /// The move is made.
    Moved(MoveInPosition),
    /// The opponent's move, from an engine, a server or an electronic board.
    OpponentMoved(MoveInPosition),
    /// The electronic board differs from the game.
    #[message(with = board_differs)]
    BoardDiffers {
        /// The squares that differ.
        differences: Vec<Difference>,
        /// Whether only the squares are told.
        discreet: bool,
    },
    /// The electronic board no longer differs.
    BoardAgrees,
    /// A piece was lifted on the electronic board and put back; none where the piece is not told.
    #[message(with = touched)]
    PutBack(Square, Option<(Role, Color)>),
    /// The clock on the electronic board differs from the game.
    #[message(with = clock_differs)]
    ClockDiffers(ClockDifference),
    /// The kings were put in the middle of the electronic board, which stands for a result.
    #[message("kings-tell")]
    ResultByKings(GameResult),
    /// Asks which of several pieces of one kind is to move.
    #[message(with = which)]
    Which(Vec<MoveInPosition>),
    /// Asks which of several moves was said.
    #[message(with = which_move)]
    WhichMove(Vec<MoveInPosition>),
    /// Asks for the piece that a pawn is promoted to.
    #[message(with = promotion)]
    Promotion(MoveInPosition),
    /// Nothing was understood.
    NotUnderstood,
    /// Nothing was understood; asks whether this phrase was meant.
    DidYouMean(#[message("words")] String),
    /// It was not.
    NotMeant,
    /// The record refused it, so it was not done.
    NotRecorded,
    /// The move was made before, and is not made again.
    MadeAlready,
    /// Neither yes nor no was heard; holds the question.
    YesOrNo(#[message("question")] Box<Announcement>),
    /// The same again, and how else it can be answered.
    YesOrNoOtherwise {
        /// The question.
        question: Box<Announcement>,
        /// Whether pressing the clock is a yes.
        clock: bool,
    },
    /// The move that was read back is not made.
    Withdrawn,
    /// The player has declined something irreversible, and the game goes on.
    #[message("going-on")]
    NotDone,
    /// A move was taken back; this side is on move.
    TakenBack(Color),
    /// There is no move to take back.
    NothingToTakeBack,
    /// The last move is completed already and cannot be taken back.
    CompletedAlready,
    /// This side pressed the clock without a move.
    MoveFirst(Color),
    /// This side pressed the clock while theirs does not run.
    NotYourClock(Color),
    /// The opponent repeated another move than the one made (FIDE D.2.1).
    RepeatedOtherwise(MoveInPosition),
    /// The move is illegal.
    #[message(with = illegal)]
    Illegal {
        /// What is wrong with it.
        reason: Reason,
        /// Whether the reason is not told, as in competition.
        discreet: bool,
    },
    /// This side's clock runs.
    ClockStarted {
        /// Whose clock it is.
        side: Color,
        /// Whether that side is on move, and does not only have to press.
        to_move: bool,
    },
    /// The clocks are stopped.
    ClockStopped,
    /// The game has no clock.
    NoClock,
    /// Another clock keeps the time, and only there it is started and stopped.
    TimeKeptBy(Authority),
    /// The time left to both sides.
    #[message(with = times)]
    Times(ByColor<Duration>),
    /// The time left to one side.
    MyTime(Color, #[message("time")] Duration),
    /// A warning that this side has only so much time left.
    TimeWarning(Color, #[message("time")] Duration),
    /// The flag of this side has fallen.
    FlagFell(Color),
    /// The flag of this side has not fallen.
    FlagStands(Color),
    /// The arbiter is called.
    #[message("arbiter")]
    ArbiterCalled {
        /// Whether there is a clock, which is stopped.
        clock: bool,
    },
    /// This side gets additional time for an irregularity of the other.
    Penalty(Color, #[message("time")] Duration),
    /// This side offers a draw.
    #[message(with = draw_offered)]
    DrawOffered(Color),
    /// The offer is declined.
    DrawDeclined,
    /// The offer stands until it is answered.
    DrawStands,
    /// There is no offer to answer.
    NoDrawOffer,
    /// Asks whether this side accepts the offer.
    #[message("draw-sure")]
    ConfirmAcceptance(Color),
    /// Asks whether this side offers a draw.
    #[message("offer-sure")]
    ConfirmOffer(Color),
    /// Asks whether to leave the game.
    #[message("leave-sure")]
    ConfirmLeaving {
        /// Whether another game is to begin.
        again: bool,
    },
    /// The standing offer is by this side, which cannot answer it.
    OwnOffer(Color),
    /// Asks which side declared this.
    #[message("whose", with = act)]
    WhichSide(Act),
    /// Only this side can declare that.
    NotYours(Color),
    /// The last move is this side's, so the other cannot take it back.
    NotYourMove(Color),
    /// Only the side on move can do that, which this one is not.
    NotHavingMove(Color),
    /// The words overlapped the program's own speech and were not taken.
    #[message("clipped")]
    SpokenOver {
        /// Whether the reason is told.
        why: bool,
    },
    /// Asks whether this side resigns.
    #[message("resign-sure")]
    ConfirmResignation(Color),
    /// A draw claim is incorrect (FIDE 9.5.3).
    #[message("claim-wrong", with = incorrect_claim)]
    ClaimIncorrect(IncorrectClaim),
    /// The right to claim is lost, since a piece was touched (FIDE 9.4).
    ClaimLost,
    /// The game is over. The move that ended it by itself stays on the braille line.
    Ended(Outcome, #[message("last")] Option<MoveInPosition>),
    /// The game was over before.
    GameOver(GameResult),
    /// A piece was touched (FIDE 4.3); none where the piece is not told.
    #[message(with = touched)]
    Touched(Square, Option<(Role, Color)>),
    /// Pieces are adjusted on their squares (FIDE 4.2.1).
    Adjusting,
    /// A declaration under the Laws.
    #[message(transparent)]
    Declared(Declaration),
    /// To the arbiter, or about a ruling.
    #[message(transparent)]
    ToArbiter(ArbiterAnnouncement),
    /// About a game on a server.
    #[message(transparent)]
    Online(OnlineAnnouncement),
    /// About one of several games.
    #[message(transparent)]
    Games(GamesAnnouncement),
    /// What the assistant tells at the player's request.
    #[message(transparent)]
    AssistantAnswer(AssistantAnswer),
    /// An answer that stands beside its question.
    #[message(transparent)]
    Answer(Answer),
    /// The last moves, in order.
    #[message(with = last_moves)]
    LastMoves(Vec<MoveInPosition>),
    /// No move was made yet.
    NoMoveYet,
    /// The side on move.
    Turn(Color),
    /// The number of the next move.
    MoveNumber(#[message("number")] u32),
    /// The service is not allowed in competition (FIDE D.2.10).
    NotAllowed,
    /// What stands on a square.
    #[message("square", with = square_holds)]
    SquareHolds(Square, Option<(Role, Color)>),
    /// The routing key is over no choice.
    #[message("nothing-there")]
    NoTarget,
    /// The squares of the pieces of one kind and side.
    #[message("pieces-on", with = pieces)]
    Pieces(Role, Vec<Square>),
    /// An answer about the board or the game.
    #[message(transparent)]
    BoardAnswer(BoardAnswer),
    /// An engine's advice.
    #[message(transparent)]
    Advice(Advice),
    /// A question of the setup.
    #[message(transparent)]
    Setup(Setup),
    /// Of the school.
    #[message(transparent)]
    School(SchoolAnnouncement),
    /// The whole position.
    Position {
        /// White's pieces.
        white: Vec<(Square, Role)>,
        /// Black's pieces.
        black: Vec<(Square, Role)>,
    },
    /// What is on the board, counted.
    Material {
        /// White's pieces.
        white: Vec<(Role, u8)>,
        /// Black's pieces.
        black: Vec<(Role, u8)>,
    },
    /// What can be said now.
    Help(#[message("moment")] HelpTopic),
    /// The voice is louder.
    Louder,
    /// The voice is softer.
    Softer,
    /// The voice is faster.
    Faster,
    /// The voice is slower.
    Slower,
    /// The microphone is off.
    MicrophoneOff,
    /// The microphone is on.
    MicrophoneOn,
    /// The electronic board sends something, but is not understood, and why.
    UnreadBoard(UnreadBoard),
    /// The device has vanished.
    Lost(Device),
    /// The device was not there at the start.
    Missing(Device),
    /// The device is there again.
    Back(Device),
    /// The device is lost again and again.
    Unsteady(Device),
    /// The device repeats itself, and most of it does not count.
    Chattering(Device),
    /// The journal still cannot be written, and lacks so many half-moves.
    Unwritten(#[message("moves")] usize),
    /// The tactile clock reports a fault by its code.
    ClockFault(#[message("code")] String),
    /// The speech model does not know these words.
    #[message(with = words_missing)]
    WordsMissing(Vec<String>),
    /// The player's utterances are kept as recordings.
    Recording,
}

macro_rules! from_each {
    ($($variant:ident($kind:ty)),*) => {
        $(impl From<$kind> for Announcement {
            fn from(told: $kind) -> Announcement {
                Announcement::$variant(told)
            }
        })*
    };
}
from_each!(
    Declared(Declaration),
    ToArbiter(ArbiterAnnouncement),
    Online(OnlineAnnouncement),
    Games(GamesAnnouncement),
    AssistantAnswer(AssistantAnswer),
    Answer(Answer),
    BoardAnswer(BoardAnswer),
    Advice(Advice),
    Setup(Setup),
    School(SchoolAnnouncement)
);

/// A draw claim that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncorrectClaim {
    /// The position has been on the board this often.
    Threefold(u32),
    /// So many moves by each side were made without capture or pawn move.
    FiftyMoves(u32),
}

/// More squares are hard to keep in mind; the next are told when these are put right.
const DIFFERENCES_TOLD: usize = 3;

fn number_if_known(number: &Option<u32>, to: &mut Facts<'_>) {
    to.set("chess960", number.map_or_else(|| NONE.to_owned(), |number| number.to_string()));
}

fn asked_back(m: &AskedMove, to: &mut Facts<'_>) {
    to.set("move", to.asked(m));
}

fn board_differs(differences: &[Difference], discreet: &bool, to: &mut Facts<'_>) {
    let told = differences.iter().take(DIFFERENCES_TOLD);
    let told = told.map(|difference| to.announcer.difference(difference, *discreet, to.sense));
    to.set("list", to.row(told));
}

/// A square, in cells with the letter of the piece before it.
pub(super) fn touched(square: &Square, piece: &Option<(Role, Color)>, to: &mut Facts<'_>) {
    let letter = piece.map(|(role, _)| to.announcer.letter(role)).unwrap_or_default();
    to.set_text("who", piece);
    to.set("square", to.either(|| to.announcer.square(*square), || format!("{letter}{square}")));
}

fn clock_differs(difference: &ClockDifference, to: &mut Facts<'_>) {
    let (what, side) = match difference {
        ClockDifference::Turn(running) => ("turn", *running),
        ClockDifference::Flag(fallen) => ("flag", *fallen),
        ClockDifference::Bonus(true) => ("bonus", Color::White),
        ClockDifference::Bonus(false) => ("no-bonus", Color::White),
    };
    to.set("what", what);
    to.set("side", side_name(side));
}

fn which(candidates: &[MoveInPosition], to: &mut Facts<'_>) {
    let Some(first) = candidates.first() else { return };
    // "S?d2 b f": the piece asked for, the square, and what tells the candidates apart.
    let from = to.choice(candidates.iter().filter_map(|told| told.m.from()).map(|from| from.text(to)));
    let piece = to.announcer.letter(first.m.role());
    to.set_text("piece", &first.m.role());
    to.set("list", to.either(|| from.clone(), || format!("{piece}?{} {from}", first.m.to())));
}

fn which_move(moves: &[MoveInPosition], to: &mut Facts<'_>) {
    to.set("list", to.choice(moves.iter().map(|told| to.asked_in_position(told))));
}

fn promotion(told: &MoveInPosition, to: &mut Facts<'_>) {
    let from = told.m.from().map(|from| from.to_string()).unwrap_or_default();
    to.set("cells", format!("{from}-{}=", told.m.to()));
}

fn illegal(reason: &Reason, discreet: &bool, to: &mut Facts<'_>) {
    to.set("reason", Refusal { reason, discreet: *discreet }.text(to));
}

/// The time of the side that is addressed comes first.
fn times(times: &ByColor<Duration>, to: &mut Facts<'_>) {
    let first = if to.audience.addresses(Color::Black) { Color::Black } else { Color::White };
    to.set("first", to.announcer.owner(to.audience, first));
    to.set("second", to.announcer.owner(to.audience, !first));
    to.set_text("first-time", &times[first]);
    to.set_text("second-time", &times[!first]);
    to.set("first-side", side_name(first));
}

/// Only an audience that can accept the offer is asked.
fn draw_offered(by: &Color, to: &mut Facts<'_>) {
    let asked = match to.audience {
        Audience::User(user) if user == *by => "no",
        Audience::User(_) | Audience::Table => "yes",
        Audience::Arbiter | Audience::Spectator => "told",
    };
    to.set("asked", asked);
    by.add_to("side", to);
}

fn act(act: &Act, to: &mut Facts<'_>) {
    to.set("act", if *act == Act::Resign { "resign" } else { "offer" });
}

fn last_moves(moves: &[MoveInPosition], to: &mut Facts<'_>) {
    let sentence =
        |told: &MoveInPosition| to.announcer.sentence(&Announcement::Moved(told.clone()), to.audience);
    let words = || moves.iter().map(sentence).collect::<Vec<_>>().join(" ");
    to.set("moves", to.either(words, || to.announcer.score(moves)));
}

fn square_holds(square: &Square, piece: &Option<(Role, Color)>, to: &mut Facts<'_>) {
    let cell = piece.map(|(role, color)| to.announcer.piece_cell(role, color));
    let cells = format!("{square} {}", cell.unwrap_or_else(|| "-".to_owned()));
    to.set_text("who", piece);
    to.set("square", to.either(|| to.announcer.square(*square), || on_square(*square, &cells)));
}

fn pieces(role: &Role, squares: &[Square], to: &mut Facts<'_>) {
    let (words, cells) = (|| to.announcer.pieces(*role, squares.len()), || to.announcer.letter(*role));
    to.set("what", to.either(words, cells));
    let (words, cells) = (|| to.announcer.squares(squares), || to.announcer.squares_cells(squares));
    to.set("list", to.either(words, cells));
}

fn words_missing(words: &[String], to: &mut Facts<'_>) {
    to.set("count", words.len());
    to.set("list", words.join(" "));
}
