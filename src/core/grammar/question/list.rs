//! All questions, one row each. `docs/adding.md` shows how to add one.

use std::fmt;

use strum::VariantArray;

use crate::{
    announce::{Announcement, AssistantAnswer, BoardAnswer},
    laws::{
        Attempt, ByColor, Color, Description, Direction, File, Position, Rank, Role, Service, Square,
        board_facts,
    },
};

use super::{
    Answer, AskedPiece, Fact, Field, JournalArgument, Meaning, NO_PHRASES, QuestionContext, SideReference,
    Slot, Subject, attempt, phrases, questions,
    slots::{ONE_PIECE, SQUARE, WHOSE, WHOSE_PIECES},
};

questions! {
    /// The last move, or one side's last move.
    LastMove(of: SideReference) = "last-move" {
        phrases: phrases("last-move", WHOSE, &[], |said| Some(Question::LastMove(SideReference::of(said)))),
        about: Place,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.last_move(of),
    }
    /// The last `count` half-moves.
    LastMoves(count: u16) = "last-moves" {
        phrases: phrases("last-moves", &[Slot::Number], &[Field::Number], |said| {
            Some(Question::LastMoves(said.value(Field::Number)?))
        }),
        about: Place,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.last_moves(usize::from(count)),
    }
    /// The number of the next move.
    MoveNumber = "move-number" {
        phrases: phrases("move-number", &[], &[], |_| Some(Question::MoveNumber)),
        about: Place,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| Announcement::MoveNumber(asked.game().position().fullmoves().get()),
    }
    /// The side on move.
    Turn = "turn" {
        phrases: phrases("turn", WHOSE, &[], |_| Some(Question::Turn)),
        about: Place,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| Announcement::Turn(asked.game().turn()),
    }
    /// The side whose clock runs.
    RunningClock = "running-clock" {
        phrases: phrases("running-clock", &[], &[], |_| Some(Question::RunningClock)),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.by_clock(|clock| Answer::RunningClock(clock.running()).into()),
    }
    /// The time that was spent on the last move.
    TimeSpent = "time-spent" {
        phrases: phrases("time-spent", &[], &[], |_| Some(Question::TimeSpent)),
        about: Place,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| match asked.ply.checked_sub(1) {
            None => Announcement::NoMoveYet,
            Some(ply) => {
                let time = asked.record.time_spent(ply);
                Answer::TimeSpent { played: asked.half_move(ply), time }.into()
            }
        },
    }
    /// The time that was spent on the move that is still to be completed.
    TimeSinceMove = "time-since-move" {
        phrases: phrases("time-since-move", &[], &[], |_| Some(Question::TimeSinceMove)),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.time_since_move(),
    }
    /// Both players' times.
    Times = "times" {
        phrases: phrases("times", WHOSE, &[], |said| {
            Some(match SideReference::of(said) {
                SideReference::Both => Question::Times,
                SideReference::Mine => Question::MyTime,
                of @ (SideReference::Theirs | SideReference::Of(_)) => Question::TimeOf(of),
            })
        }),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.by_clock(|clock| {
            let left = |side| clock.left(side, asked.at);
            Announcement::Times(ByColor::new_with(left))
        }),
    }
    /// The asker's time.
    MyTime = "my-time" {
        phrases: phrases("my-time", &[], &[], |_| Some(Question::MyTime)),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.by_clock(|clock| {
            let side = asked.asker();
            Announcement::MyTime(side, clock.left(side, asked.at))
        }),
    }
    /// One side's time.
    TimeOf(of: SideReference) = "time-of" {
        phrases: NO_PHRASES,
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.by_clock(|clock| {
            let side = asked.one_side(of);
            Answer::TimeLeft { side, time: clock.left(side, asked.at) }.into()
        }),
    }
    /// The time that a side has used.
    TimeUsed(of: SideReference) = "time-used" {
        phrases: phrases("time-used", WHOSE, &[], |said| Some(Question::TimeUsed(SideReference::of(said)))),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.by_clock(|clock| match asked.sides(of)[..] {
            [side] => Answer::TimeUsed { side, time: clock.used(side, asked.at) }.into(),
            _ => AssistantAnswer::TimesUsed(ByColor::new_with(|side| clock.used(side, asked.at))).into(),
        }),
    }
    /// The moves that each side has completed, and the moves left to the next time control.
    MovesCompleted = "moves-completed" {
        phrases: phrases("moves-completed", &[], &[], |_| Some(Question::MovesCompleted)),
        about: Place,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.moves_completed(),
    }
    /// Whether a flag has fallen. Asking is no claim.
    Flag = "flag" {
        phrases: phrases("flag", WHOSE, &[], |_| Some(Question::Flag)),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.by_clock(|clock| {
            let fallen = |side| asked.record.flag_has_fallen(side) || clock.flag(side, asked.at);
            AssistantAnswer::Flags(ByColor::new_with(fallen)).into()
        }),
    }
    /// The pieces that the side on move has touched.
    Touched = "touched" {
        phrases: phrases("touched", &[], &[], |_| Some(Question::Touched)),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.touched(),
    }
    /// All moves so far.
    Score = "score" {
        phrases: phrases("score", &[], &[], |_| Some(Question::Score)),
        about: Place,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.last_moves(usize::MAX),
    }
    /// The envelope's inscription (Guidelines I.2). In competition the arbiter reads out the position.
    Envelope = "envelope" {
        phrases: phrases("envelope", &[], &[], |_| Some(Question::Envelope)),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.envelope(),
    }
    /// Whether a draw offer stands.
    Offer = "offer" {
        phrases: phrases("offer", WHOSE, &[], |_| Some(Question::Offer)),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| match asked.record.offer() {
            Some(by) => Answer::OfferStands { by }.into(),
            None => Announcement::NoDrawOffer,
        },
    }
    /// All pieces on their squares.
    Position = "position" {
        phrases: phrases("position", &[], &[], |_| Some(Question::Position)),
        about: Place,
        service: |_| Service::Describe(Description::Position),
        answer: |asked| asked.whole_position(),
    }
    /// All pieces on their squares, as a picture for who sees.
    Diagram = "diagram" {
        phrases: phrases("diagram", &[], &[], |_| Some(Question::Diagram)),
        about: Place,
        service: |_| Service::Describe(Description::Position),
        answer: |_| Answer::Diagram,
    }
    /// Where the page in a browser is found.
    Page = "page" {
        phrases: phrases("page", &[], &[], |_| Some(Question::Page)),
        about: Now,
        service: |_| Service::AnnounceMoves,
        answer: |asked| asked.page.map_or(Answer::NoPage, Answer::from),
    }
    /// The piece on a square.
    Square(square: Square) = "square" {
        phrases: phrases("square", &[Slot::Piece, Slot::Square], SQUARE, |said| Some(Question::Square(said.square()?))),
        about: Place,
        service: |_| Service::Describe(Description::Squares),
        answer: |asked| Announcement::SquareHolds(square, asked.piece(square)),
    }
    /// The squares of the pieces of one kind, or of all pieces.
    Pieces(role: Option<Role>, of: SideReference) = "pieces" {
        phrases: phrases("pieces", WHOSE_PIECES, &[], |said| {
            Some(Question::Pieces(said.role(Field::Piece), SideReference::of(said)))
        }),
        about: Place,
        service: |_| Service::Describe(Description::Pieces),
        answer: |asked| asked.pieces(role, of),
    }
    /// The pawns by files.
    PawnsByFile = "pawns-by-file" {
        phrases: phrases("pawns-by-file", &[], &[], |_| Some(Question::PawnsByFile)),
        about: Place,
        service: |_| Service::Describe(Description::Pieces),
        answer: |asked| asked.pawns_by_file(),
    }
    /// The pieces on a rank.
    Rank(rank: Rank) = "rank" {
        phrases: phrases("rank", &[Slot::Rank, Slot::NthRank], &[Field::Rank], |said| {
            Some(Question::Rank(said.part().rank?))
        }),
        about: Place,
        service: |_| Service::Describe(Description::Lines),
        answer: |asked| BoardAnswer::Pieces(board_facts::pieces_on(asked.position().board(), rank.into())),
    }
    /// The pieces on a file.
    File(file: File) = "file" {
        phrases: phrases("file", &[Slot::File], &[Field::File], |said| Some(Question::File(said.part().file?))),
        about: Place,
        service: |_| Service::Describe(Description::Lines),
        answer: |asked| BoardAnswer::Pieces(board_facts::pieces_on(asked.position().board(), file.into())),
    }
    /// The pieces on the longest diagonal through two squares, or on both diagonals through one.
    Diagonal(from: Square, to: Option<Square>) = "diagonal" {
        phrases: phrases("diagonal", &[Slot::From, Slot::To], &[Field::FromFile, Field::FromRank], |said| {
            Some(Question::Diagonal(said.from().square()?, said.to().square()))
        }),
        about: Place,
        service: |_| Service::Describe(Description::Lines),
        answer: |asked| asked.diagonal(from, to),
    }
    /// The attackers of the piece on a square.
    Attackers(piece: AskedPiece) = "attackers" {
        phrases: phrases("attackers", ONE_PIECE, &[], |said| Some(Question::Attackers(AskedPiece::of(said)?))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.about(piece, |square| asked.attackers_of(square, false)),
    }
    /// The squares to which the piece on a square can go.
    MovesFrom(piece: AskedPiece) = "moves-from" {
        phrases: phrases("moves-from", ONE_PIECE, &[], |said| Some(Question::MovesFrom(AskedPiece::of(said)?))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.about(piece, |square| asked.moves_from(square, false)),
    }
    /// The pieces of one side that can go to a square.
    MovesTo(square: Square, of: SideReference) = "moves-to" {
        phrases: phrases("moves-to", &[Slot::Square, Slot::Person, Slot::White, Slot::Black], SQUARE, |said| {
            Some(Question::MovesTo(said.square()?, SideReference::of(said)))
        }),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.moves_to(square, asked.one_side(of)),
    }
    /// The squares to which each of one side's pieces can go.
    Moves(of: SideReference) = "moves" {
        phrases: phrases("moves", WHOSE, &[], |said| Some(Question::Moves(SideReference::of(said)))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.moves(asked.one_side(of), false),
    }
    /// What each of one side's pieces can capture.
    Captures(of: SideReference) = "captures" {
        phrases: phrases("captures", WHOSE, &[], |said| Some(Question::Captures(SideReference::of(said)))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.moves(asked.one_side(of), true),
    }
    /// The pieces that can be captured and are not defended.
    Hanging(of: SideReference) = "hanging" {
        phrases: phrases("hanging", WHOSE, &[], |said| Some(Question::Hanging(SideReference::of(said)))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.hanging(of),
    }
    /// The defenders of the piece on a square.
    Defenders(piece: AskedPiece) = "defenders" {
        phrases: phrases("defenders", ONE_PIECE, &[], |said| Some(Question::Defenders(AskedPiece::of(said)?))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.about(piece, |square| asked.attackers_of(square, true)),
    }
    /// All pinned pieces.
    Pins(of: SideReference) = "pins" {
        phrases: phrases("pins", WHOSE_PIECES, &[], |said| Some(Question::Pins(SideReference::of(said)))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.pins(of),
    }
    /// Whether the piece on a square is pinned.
    Pinned(piece: AskedPiece) = "pinned" {
        phrases: phrases("pinned", ONE_PIECE, &[], |said| Some(Question::Pinned(AskedPiece::of(said)?))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.about(piece, |square| asked.pinned(square)),
    }
    /// The pieces that the piece on a square can capture.
    CapturesFrom(piece: AskedPiece) = "captures-from" {
        phrases: phrases("captures-from", ONE_PIECE, &[], |said| Some(Question::CapturesFrom(AskedPiece::of(said)?))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.about(piece, |square| asked.moves_from(square, true)),
    }
    /// The pieces from a square on in one direction.
    Ray(from: Square, direction: Direction) = "ray" {
        phrases: phrases("ray", &[Slot::Square, Slot::Direction], SQUARE, |said| {
            let direction = usize::from(said.value(Field::Direction)?);
            Some(Question::Ray(said.square()?, *Direction::VARIANTS.get(direction)?))
        }),
        about: Place,
        service: |_| Service::Describe(Description::Lines),
        answer: |asked| asked.ray(from, direction),
    }
    /// The colour of a square.
    SquareColour(square: Square) = "square-colour" {
        phrases: phrases("square-colour", &[Slot::Square], SQUARE, |said| {
            Some(Question::SquareColour(said.square()?))
        }),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |_| BoardAnswer::SquareColour(square),
    }
    /// Whether a side is in check, and by what; unless told, the side on move, which alone can be.
    InCheck(of: SideReference) = "in-check" {
        phrases: phrases("in-check", WHOSE, &[], |said| Some(Question::InCheck(SideReference::of(said)))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.in_check(of),
    }
    /// Whether a side can castle.
    Castling(of: SideReference) = "castling" {
        phrases: phrases("castling", WHOSE, &[], |said| Some(Question::Castling(SideReference::of_one(said)))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.castling(of),
    }
    /// Whether a side has castled, and when.
    Castled(of: SideReference) = "castled" {
        phrases: phrases("castled", WHOSE, &[], |said| Some(Question::Castled(SideReference::of_one(said)))),
        about: Place,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.castled(of),
    }
    /// Both sides' material.
    Material = "material" {
        phrases: phrases("material", &[], &[], |_| Some(Question::Material)),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| Announcement::Material {
            white: asked.counted(Color::White),
            black: asked.counted(Color::Black),
        },
    }
    /// The last capture.
    LastCapture = "last-capture" {
        phrases: phrases("last-capture", WHOSE, &[], |_| Some(Question::LastCapture)),
        about: Place,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| asked.last_capture(),
    }
    /// The square of a touched piece, which was named without it.
    TouchedSquare = "touched-square" {
        phrases: NO_PHRASES,
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |_| Answer::SquareMissing,
    }
    /// The pieces that both sides have lost.
    Captured = "captured" {
        phrases: phrases("captured", WHOSE, &[], |_| Some(Question::Captured)),
        about: Place,
        service: |_| Service::Describe(Description::Changes),
        answer: |asked| asked.captured(),
    }
    /// The squares that have changed within the last two half-moves.
    Changes = "changes" {
        phrases: phrases("changes", &[], &[], |_| Some(Question::Changes)),
        about: Place,
        service: |_| Service::Describe(Description::Changes),
        answer: |asked| asked.changes(),
    }
    /// The start position. Both players know it before the first move, and if it is that of chess.
    Start = "start" {
        phrases: phrases("start", &[], &[], |_| Some(Question::Start)),
        about: Now,
        service: |asked| match asked.record.game().moves() {
            [] => Service::TellMovesAndTimes,
            [..] => Service::Describe(Description::Position),
        },
        answer: |asked| asked.start(),
    }
    /// How often the position has appeared, and for how long nothing was captured and no pawn moved.
    Claims = "claims" {
        phrases: phrases("claims", &[], &[], |_| Some(Question::Claims)),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| BoardAnswer::Claims {
            seen: asked.game().appearances() as u32,
            quiet: asked.game().quiet_plies() / 2,
        },
    }
    /// Whether a side may make a move by the Laws.
    Allowed(said: Attempt, of: SideReference) = "allowed" {
        phrases: phrases("allowed", Slot::STATED_MOVE, &[], |said| {
            said.is_move().then(|| Question::Allowed(attempt(said), SideReference::of(said)))
        }),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.allowed(&said, of),
    }
    /// The pawns that no other can stop.
    PassedPawns(of: SideReference) = "passed-pawns" {
        phrases: phrases("passed-pawns", WHOSE, &[], |said| Some(Question::PassedPawns(SideReference::of(said)))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.passed_pawns(of),
    }
    /// Whether the game is kept.
    Saved = "saved" {
        phrases: phrases("saved", &[], &[], |_| Some(Question::Saved)),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| Answer::Saved(!asked.unsaved),
    }
    /// How strong the opponent is.
    Rating = "rating" {
        phrases: phrases("rating", WHOSE, &[], |_| Some(Question::Rating)),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| Answer::Rating(asked.rating.map(|rating| rating.to_string())),
    }
    /// What only the arbiter orders, as a player wants it.
    OnlyArbiter = "only-arbiter" {
        phrases: phrases("only-arbiter", &[Slot::Hours, Slot::Minutes, Slot::Seconds], &[], |_| {
            Some(Question::OnlyArbiter)
        }),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |_| Answer::OnlyArbiter,
    }
    /// What one side threatens: a mate, or pieces that hang.
    Threats(of: SideReference) = "threats" {
        phrases: phrases("threats", WHOSE, &[], |said| Some(Question::Threats(SideReference::of(said)))),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.threats(of),
    }
    /// Whether a pawn can be captured en passant.
    EnPassant = "en-passant" {
        phrases: phrases("en-passant", &[], &[], |_| Some(Question::EnPassant)),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.en_passant(),
    }
    /// The moves that give check.
    Checks = "checks" {
        phrases: phrases("checks", &[], &[], |_| Some(Question::Checks)),
        about: Place,
        service: |_| Service::Advise,
        answer: |asked| asked.checks(),
    }
    /// What stands whatever the game: a rule, or how something is done.
    Fact(fact: Fact) = "fact" {
        phrases: NO_PHRASES,
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |_| Answer::Fact(fact),
    }
    /// The opponent.
    Opponent = "opponent" {
        phrases: phrases("opponent", WHOSE, &[], |_| Some(Question::Opponent)),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| BoardAnswer::Opponent(asked.record.start().player(!asked.asker()).map(str::to_owned)),
    }
    /// The side for which the program speaks.
    OwnSide = "own-side" {
        phrases: phrases("own-side", &[], &[], |_| Some(Question::OwnSide)),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| BoardAnswer::OwnSide(asked.by.or(asked.record.user())),
    }
    /// The time control.
    TimeControl = "time-control" {
        phrases: phrases("time-control", &[], &[], |_| Some(Question::TimeControl)),
        about: Now,
        service: |_| Service::TellMovesAndTimes,
        answer: |asked| BoardAnswer::Control(asked.record.clock().map(|clock| clock.control().clone())),
    }
}
