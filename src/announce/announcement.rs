//! One thing to be told.

use std::time::Duration;

use super::{
    Advice, Audience, ClockDifference, Declaration, Desk, Device, Facts, GamesTold, HelpTopic, Looking,
    MoveInPosition, OnRequest, OnlineTold, Setup, Shown,
    facts::side_name,
    line::{answer, on_square},
    reasons::Refusal,
};
use crate::{
    clock::{Authority, TimeControl},
    grammar::Answer,
    language::{Argument, Message},
    laws::{Act, Color, GameResult, Outcome, Reason, Role, Square, tracking::Difference},
};

/// One thing to be told, in whatever language and to whichever sense.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(sink = Facts<'_>)]
pub enum Announcement {
    /// Who has the other side; `online`: there is that too.
    WhichOpponent {
        online: bool,
    },
    /// Who was chosen is not to be had: an engine, or anybody online.
    OpponentMissing {
        online: bool,
    },
    Ready {
        control: Option<TimeControl>,
    },
    Resumed {
        last: Option<MoveInPosition>,
        number: u32,
        turn: Color,
        clock: bool,
    },
    /// The journal ended in half a line, which was dropped.
    Torn,

    #[message(with = asked_back)]
    ReadBack {
        told: MoveInPosition,
        shown: Shown,
    },
    /// Whether it was this move, which nobody is known to have said.
    #[message(with = asked_back)]
    Perhaps {
        told: MoveInPosition,
        shown: Shown,
    },
    Moved(MoveInPosition),
    /// A move that came from elsewhere.
    OpponentMoved(MoveInPosition),
    /// What stands on the electronic board is not what should; `discreet`: only where is told.
    #[message(with = board_differs)]
    BoardDiffers {
        differences: Vec<Difference>,
        discreet: bool,
    },
    BoardAgrees,
    /// A man was lifted on the electronic board and put back; who and what it is where that is told.
    #[message("put-back", with = touched)]
    Lifted {
        square: Square,
        piece: Option<(Role, Color)>,
    },
    #[message(with = clock_differs)]
    ClockDiffers(ClockDifference),
    /// The kings stand in the middle of the board for a result.
    KingsTell(GameResult),
    /// Several pieces of one kind can do what was said.
    #[message(with = which)]
    Which(Vec<MoveInPosition>),
    /// Two readings are equally good.
    #[message(with = which_move)]
    WhichMove {
        moves: Vec<MoveInPosition>,
        shown: Shown,
    },
    /// The pawn reaches the last rank; the piece was not named.
    #[message(with = promotion)]
    Promotion(MoveInPosition),
    NotUnderstood,
    /// What was said does not fit the game as it was written down, and was not done.
    NotRecorded,
    /// Neither yes nor no was heard; holds the question.
    YesOrNo(#[message("question")] Box<Announcement>),
    Withdrawn,
    /// Something that cannot be undone was not done.
    GoingOn,
    TakenBack {
        turn: Color,
    },
    NothingToTakeBack,
    CompletedAlready,
    /// `side` pressed the clock without a move.
    MoveFirst {
        side: Color,
    },
    /// `side` pressed, and his clock does not run.
    NotYourClock {
        side: Color,
    },
    /// The opponent repeated another move than the one made (FIDE D.2.1).
    RepeatedOtherwise(MoveInPosition),
    /// `discreet`: in competition only the rule is named, not what stands where.
    #[message(with = illegal)]
    Illegal {
        reason: Reason,
        turn: Color,
        discreet: bool,
    },

    ClockStarted {
        side: Color,
    },
    ClockStopped,
    NoClock,
    /// Another clock counts, and only there it is started and stopped.
    TimeKeptBy(Authority),
    #[message(with = times)]
    Times {
        white: Duration,
        black: Duration,
    },
    MyTime {
        side: Color,
        time: Duration,
    },
    /// So much is left to this side.
    TimeWarning {
        side: Color,
        time: Duration,
    },
    FlagFell {
        side: Color,
    },
    FlagStands {
        side: Color,
    },
    /// He is asked; the clocks stand, where there are any.
    Arbiter {
        clock: bool,
    },
    Penalty {
        side: Color,
        time: Duration,
    },

    #[message(with = draw_offered)]
    DrawOffered {
        by: Color,
    },
    DrawDeclined,
    DrawStands,
    NoDrawOffer,
    /// Whether `side` really accepts the offer.
    DrawSure {
        side: Color,
    },
    /// Whether `side` really offers a draw.
    OfferSure {
        side: Color,
    },
    /// Whether the game is really left, perhaps for another.
    LeaveSure {
        again: bool,
    },
    /// The offer that stands is this side's own.
    OwnOffer {
        by: Color,
    },
    /// Whose word this was.
    #[message(with = act)]
    Whose(Act),
    /// That is for `side` alone to say.
    NotYours {
        side: Color,
    },
    /// What only the side on move can do, and `side` is not.
    NotHavingMove {
        side: Color,
    },
    /// Somebody spoke before the program had finished; what was left of it was not taken. `why`: that is told, too.
    Clipped {
        why: bool,
    },
    ResignSure {
        side: Color,
    },
    #[message(with = wrong_claim)]
    ClaimWrong {
        claim: WrongClaim,
    },
    ClaimLost,
    /// `last`: the move that ended the game by itself, which then stays on the braille line.
    Ended {
        outcome: Outcome,
        last: Option<MoveInPosition>,
    },
    GameOver(GameResult),
    /// `piece`: what stands there, none where that is not told.
    #[message(with = touched)]
    Touched {
        square: Square,
        piece: Option<(Role, Color)>,
    },
    Adjusting,
    /// The Laws were called upon.
    #[message(transparent)]
    Declared(Declaration),
    /// The arbiter has the word, or is asked.
    #[message(transparent)]
    Desk(Desk),
    /// A server stands between the players.
    #[message(transparent)]
    Online(OnlineTold),
    /// Several games are played.
    #[message(transparent)]
    Games(GamesTold),

    /// What an assistant tells the player who asks.
    #[message(transparent)]
    OnRequest(OnRequest),
    /// An answer that stands beside its question.
    #[message(transparent)]
    Answer(Answer),
    #[message(with = last_moves)]
    LastMoves(Vec<MoveInPosition>),
    NoMoveYet,
    Turn(Color),
    MoveNumber(#[message("number")] u32),
    NotAllowed,
    #[message("square", with = square_holds)]
    SquareHolds {
        square: Square,
        piece: Option<(Role, Color)>,
    },
    /// A routing key over nothing that could be chosen.
    NothingThere,
    /// Pieces of one kind and side, where they stand.
    #[message("pieces-on", with = pieces)]
    Pieces {
        role: Role,
        squares: Vec<Square>,
    },
    /// What was asked about the board and the game.
    #[message(transparent)]
    Looking(Looking),
    /// What an engine has to say.
    #[message(transparent)]
    Advice(Advice),
    /// The first evening's questions.
    #[message(transparent)]
    Setup(Setup),
    Position {
        white: Vec<(Square, Role)>,
        black: Vec<(Square, Role)>,
    },
    Material {
        white: Vec<(Role, u8)>,
        black: Vec<(Role, u8)>,
    },
    Help(#[message("moment")] HelpTopic),

    Louder,
    Softer,
    Faster,
    Slower,
    MicrophoneOff,
    MicrophoneOn,
    Lost(Device),
    /// It was never there.
    Missing(Device),
    Back(Device),
    ClockFault(#[message("code")] String),
    #[message(with = words_missing)]
    WordsMissing(Vec<String>),
    /// What is said is kept as recordings.
    Recording,
}

/// A draw claim that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongClaim {
    /// The position has been on the board only so often.
    Threefold { seen: u32 },
    /// Only so many moves by each side without capture or pawn move.
    FiftyMoves { moves: u32 },
}

/// More squares nobody keeps in mind; what is put right shows the next.
const DIFFERENCES_TOLD: usize = 3;

fn asked_back(told: &MoveInPosition, shown: &Shown, to: &mut Facts<'_>) {
    to.set("move", to.shown(told, *shown));
}

fn board_differs(differences: &[Difference], discreet: &bool, to: &mut Facts<'_>) {
    let told = differences.iter().take(DIFFERENCES_TOLD);
    let told = told.map(|difference| to.announcer.difference(difference, *discreet, to.side));
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
    let from = || candidates.iter().filter_map(|told| told.m.from());
    let announcer = to.announcer;
    let words = || announcer.choice(&from().map(|from| announcer.square(from)).collect::<Vec<_>>());
    // "S?d2 b f": the piece asked for, the square, and what tells the candidates apart.
    let cells = || {
        let from: Vec<String> = from().map(|from| answer(&from.to_string())).collect();
        format!("{}?{} {}", announcer.letter(first.m.role()), first.m.to(), from.join(" "))
    };
    to.set_text("piece", &first.m.role());
    to.set("list", to.either(words, cells));
}

fn which_move(moves: &[MoveInPosition], shown: &Shown, to: &mut Facts<'_>) {
    let each: Vec<String> = moves.iter().map(|told| to.shown(told, *shown)).collect();
    let cells = || each.iter().map(|cells| answer(cells)).collect::<Vec<_>>().join(" ");
    to.set("list", to.either(|| to.announcer.choice(&each), cells));
}

fn promotion(told: &MoveInPosition, to: &mut Facts<'_>) {
    let from = told.m.from().map(|from| from.to_string()).unwrap_or_default();
    to.set("cells", format!("{from}-{}=", told.m.to()));
}

fn illegal(reason: &Reason, turn: &Color, discreet: &bool, to: &mut Facts<'_>) {
    let refusal = Refusal { reason, turn: *turn, discreet: *discreet };
    to.set("reason", refusal.text(to));
}

/// The time of the one who is addressed comes first.
fn times(white: &Duration, black: &Duration, to: &mut Facts<'_>) {
    let first = if to.audience.addresses(Color::Black) { Color::Black } else { Color::White };
    let time = |side: Color| *side.fold_wb(white, black);
    to.set("first", to.announcer.owner(to.audience, first));
    to.set("second", to.announcer.owner(to.audience, !first));
    to.set_text("first-time", &time(first));
    to.set_text("second-time", &time(!first));
    to.set("first-side", side_name(first));
}

/// Who has made the offer is not asked about it, nor is anyone who cannot answer.
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

fn wrong_claim(claim: &WrongClaim, to: &mut Facts<'_>) {
    let (fact, count) = match *claim {
        WrongClaim::Threefold { seen } => ("threefold", seen),
        WrongClaim::FiftyMoves { moves } => ("fifty", moves),
    };
    to.set("fact", fact);
    to.set("count", count);
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
