//! Finds the games in a recording of the bytes that a DGT board sent.
//!
//! A game is given up to the place where two readings of what the board showed are possible. A change that was lost without
//! a trace can leave exactly what another legal game sends: of two pawns that could take in passing, the one that did is
//! told by its square alone. Nobody can tell such games apart by the board.

mod clocks;
mod excursion;
mod flaw;

use base64::{Engine, prelude::BASE64_STANDARD};
use shakmaty::{attacks, san::SanPlus};

use super::{AnyOf, spoken::pgn_of};
use crate::{
    app::board_sight::{facing, placement, sight},
    devices::board::{
        ClockReading, ClockSide, KnownPlacement, Orientation, Placement,
        dgt::{Damage, DgtDecoder, DgtMessage, Salvage, is_all_but_one},
    },
    language::{Message, SanText},
    laws::{
        Board, Chess, Color, Game, GameResult, Move, Piece, Position, Rank, Square, StartPosition,
        tracking::{BoardReading, Courses, Fit},
    },
    notation::pgn::PgnGame,
};

use clocks::{ClockPress, clocks, whose_is_first};
use excursion::Excursion;
use flaw::UnfollowedReading;
pub use flaw::{ClockText, DifferingSquares, Flaw, FlawKind};

/// After this many changes that fit no move, several moves are searched. Setting up the pieces takes fewer changes.
const ASTRAY: u64 = 6;
/// The depth of that search, in half-moves and in wrong squares.
const SEARCHED_PLIES: usize = 2;
const SEARCHED_SQUARES: usize = 2;
/// For at most so many half-moves a piece is thought to stand where it was not seen: then it would have been in the way.
const UNSEEN_FOR: usize = 12;
/// So many squares differ when pieces are set up: those of four pieces.
const SQUARES_SET_UP: usize = 8;

/// Why a recording holds no game.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "board-recording")]
pub enum RecordingError {
    Empty(#[message("found")] String),
    Foreign(#[message("found")] String),
    NoMove { path: String, first: String },
}

/// The games of a recording, and its flaws.
#[derive(Debug)]
pub struct Recorded {
    pub games: Vec<PgnGame>,
    pub flaws: Vec<Flaw>,
}

/// Finds the games of a recording. The first begins at `start`, later ones there or at the usual start.
pub fn games(bytes: &[u8], path: &str, start: &StartPosition) -> Result<Recorded, RecordingError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(RecordingError::Empty(path.to_owned()));
    }
    let recording = BoardRecording::of(bytes);
    if !recording.messages.iter().any(|message| message.is_read()) {
        return Err(RecordingError::Foreign(path.to_owned()));
    }
    let start = start.position();
    let reader = match recording.first_placement(start) {
        Some(known) => RecordingReader::new(known, start).read(&recording),
        // If the board did not report a placement, the start is tried in each orientation.
        None => {
            let told = |facing| KnownPlacement::certain(placement(start.board(), facing));
            let read = |facing| RecordingReader::new(told(facing), start).read(&recording);
            let readers = Orientation::ALL.map(read).into_iter();
            readers.reduce(|a, b| if b.plies() > a.plies() { b } else { a }).expect("there are ways to face")
        }
    };
    let recorded = reader.finish(recording.flaws);
    match recorded.games.is_empty() {
        true => {
            Err(RecordingError::NoMove { path: path.to_owned(), first: recording.first.unwrap_or_default() })
        }
        false => Ok(recorded),
    }
}

/// A message, and the line of the file in which it ends.
struct ReceivedMessage {
    message: DgtMessage,
    line: Option<usize>,
}

impl ReceivedMessage {
    fn is_read(&self) -> bool {
        !matches!(self.message, DgtMessage::Damaged(_) | DgtMessage::Other(_))
    }
}

/// The messages of a recording.
struct BoardRecording {
    messages: Vec<ReceivedMessage>,
    /// Lines that are no base64.
    flaws: Vec<Flaw>,
    /// The first placement, for the error message.
    first: Option<String>,
}

impl BoardRecording {
    /// Reads lines of base64, or the bytes themselves, which are told apart because messages hold bytes beyond ASCII.
    fn of(bytes: &[u8]) -> BoardRecording {
        let mut decoder = DgtDecoder::default();
        let mut recording = BoardRecording { messages: Vec::new(), flaws: Vec::new(), first: None };
        if bytes.is_ascii() {
            for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
                let line = line.trim_ascii();
                match BASE64_STANDARD.decode(line) {
                    Ok(bytes) => recording.take(decoder.read(&bytes), Some(number)),
                    Err(_) => recording.flaws.push(Flaw {
                        ply: 0,
                        game: 0,
                        kind: FlawKind::NoBase64 { line: number },
                    }),
                }
            }
        } else {
            recording.take(decoder.read(bytes), None);
        }
        recording.take(decoder.finish(), None);
        recording
    }

    fn take(&mut self, messages: impl IntoIterator<Item = DgtMessage>, line: Option<usize>) {
        for message in messages {
            if let (None, DgtMessage::Placed(placement)) = (&self.first, &message) {
                self.first = Some(placement.to_string());
            }
            self.messages.push(ReceivedMessage { message, line });
        }
    }

    /// Returns the placement before the first change, if it was reported.
    fn first_placement(&self, start: &Chess) -> Option<KnownPlacement> {
        let told = |placement| Some(KnownPlacement::certain(placement));
        for ReceivedMessage { message, .. } in &self.messages {
            match message {
                DgtMessage::Placed(placement) => return told(*placement),
                DgtMessage::Changed { .. } => return None,
                DgtMessage::Damaged(damage) => match damage.salvage() {
                    Salvage::Whole(DgtMessage::Placed(placement)) => return told(placement),
                    Salvage::AllButOne(codes) => {
                        let known = Orientation::ALL.map(|facing| placement(start.board(), facing));
                        return known.into_iter().find(|known| is_all_but_one(&codes, known)).and_then(told);
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        None
    }
}

/// Reads a recording message by message, and keeps the game that is being played.
struct RecordingReader {
    /// The position at which the game began.
    start: Chess,
    known: KnownPlacement,
    facing: Option<Orientation>,
    lines: Courses,
    clock: Option<ClockReading>,
    presses: Vec<ClockPress>,
    /// Whether the clock ran when each half-move was first seen.
    ran: Vec<Option<bool>>,
    result: Option<GameResult>,
    fallen: Option<ClockSide>,
    /// The moves that the board has shown with every piece in its place; none before it has shown the start.
    shown: Option<Vec<Move>>,
    /// What the board has shown since.
    astray: Option<Excursion>,
    /// Nothing is followed any more: a message was lost without a trace.
    lost: bool,
    /// The number of moves before one that may have been another.
    doubted: Option<usize>,
    /// The most squares on which the board has differed from the start since then.
    moved_since: usize,
    /// The number of the message that is read.
    message: usize,
    flaws: Vec<Flaw>,
    games: Vec<PgnGame>,
}

impl RecordingReader {
    fn new(known: KnownPlacement, start: &Chess) -> RecordingReader {
        RecordingReader {
            facing: facing(&known.placement, start.board()),
            start: start.clone(),
            known,
            lines: Courses::new(start.clone()),
            clock: None,
            presses: Vec::new(),
            ran: Vec::new(),
            result: None,
            fallen: None,
            shown: None,
            astray: None,
            lost: false,
            doubted: None,
            moved_since: 0,
            message: 0,
            flaws: Vec::new(),
            games: Vec::new(),
        }
    }

    fn plies(&self) -> usize {
        self.lines.best().moves().count()
    }

    fn read(mut self, recording: &BoardRecording) -> RecordingReader {
        for ReceivedMessage { message, line } in &recording.messages {
            self.message += 1;
            if let DgtMessage::Damaged(damage) = message {
                self.note(damage, *line);
            }
            match message {
                DgtMessage::Clock(reading) => self.take_clock(*reading),
                message => {
                    if !self.lost && self.shows_a_loss(message) {
                        (self.lost, self.doubted) = (true, self.doubted_move(message));
                    }
                    if self.known.take(message) {
                        self.look();
                    }
                }
            }
        }
        self.end_game();
        self
    }

    fn note(&mut self, damage: &Damage, line: Option<usize>) {
        let told_all_the_same = match damage.salvage() {
            Salvage::Whole(_) | Salvage::Nothing => true,
            Salvage::AllButOne(codes) => is_all_but_one(&codes, &self.known.placement),
            _ => false,
        };
        self.flaws.push(Flaw {
            ply: self.plies(),
            game: self.games.len(),
            kind: FlawKind::Damaged { at: damage.at, length: damage.bytes.len(), line, told_all_the_same },
        });
    }

    /// Whether a message tells that one before it was lost: a board reports a square only when it has changed, and no
    /// piece stands on two squares. A new piece may come before its pawn goes.
    fn shows_a_loss(&self, message: &DgtMessage) -> bool {
        let is_sure = self.shown.is_some() && self.known.lost.is_empty() && !self.lines.has_skipped();
        let DgtMessage::Changed { square, piece } = message else { return false };
        let unchanged = self.known.placement.at(*square) == *piece;
        let is_one_more = Piece::from_char(*piece).is_some_and(|piece| {
            let at = Square::new(self.facing.unwrap_or_default().map(*square).into());
            let sight = sight(&self.known, self.facing.unwrap_or_default());
            let own = |board: &Board| board.by_color(piece.color).without(at).count();
            let [base, position] =
                [self.lines.best().base(), self.lines.best().position()].map(Position::board);
            let is_back = base.piece_at(at) == Some(piece);
            let all = position.by_color(piece.color).count();
            own(&sight.board) >= all
                && !is_back
                && !self.lines.best().is_carried_off(piece)
                && !may_promote_on(at, piece.color, [base, position])
        });
        is_sure && (unchanged || is_one_more)
    }

    /// Returns where a piece was taken, by what was seen, that may have gone to the square from which one was lifted now
    /// though none was seen to come there. If it had only just come to where it was taken, its move may have gone on.
    fn doubted_move(&self, message: &DgtMessage) -> Option<usize> {
        let DgtMessage::Changed { square, piece: Placement::EMPTY } = message else { return None };
        let lifted = Square::new(self.facing.unwrap_or_default().map(*square).into());
        let mut position = self.start.clone();
        let (mut doubted, mut came_to) = (None, None);
        for (ply, m) in self.lines.best().moves().enumerate() {
            let board = position.board();
            let goes_there = |piece| attacks::attacks(m.to(), piece, board.occupied()).contains(lifted);
            let is_recent = ply + UNSEEN_FOR >= self.plies();
            if board.piece_at(m.to()).filter(|_| is_recent && m.is_capture()).is_some_and(goes_there) {
                doubted = Some(if came_to == Some(m.to()) { ply - 1 } else { ply });
            }
            came_to = Some(m.to());
            position.play_unchecked(m);
        }
        doubted
    }

    fn look(&mut self) {
        let begins = self.begins();
        if let (0, Some((facing, start))) = (self.plies(), &begins) {
            self.facing = Some(*facing);
            if self.start != *start {
                self.lines = Courses::new(start.clone());
                self.start = start.clone();
            }
        }
        let sight = sight(&self.known, self.facing.unwrap_or_default());
        if let Some(result) = sight.result() {
            self.lines.end();
            self.result = Some(result);
            self.take_fit(Fit::Same, &sight);
            return;
        }
        let mut fit = if self.lost { Fit::No } else { self.lines.observe(&sight) };
        if matches!(fit, Fit::Same | Fit::Moved) && self.lines.was_a_detour() {
            (self.lost, fit) = (true, Fit::No);
        }
        // A move is seen when its piece is put down, unless what else was put down has to go first.
        let beside = self.lines.best().tentative().is_some_and(|m| sight.is_lift_beside(m));
        if fit == Fit::Moved && beside && !self.lines.has_skipped() {
            (self.lost, fit) = (true, Fit::No);
        }
        if let Some((facing, start)) = begins.filter(|_| fit == Fit::No && self.plies() > 0) {
            // The pieces were set up for another game.
            self.end_game();
            self.facing = Some(facing);
            self.lines = Courses::new(start.clone());
            self.start = start;
            self.take_fit(Fit::Same, &sight);
            return;
        }
        if self.lost {
            self.moved_since = self.moved_since.max(sight.differing(self.start.board()).count());
            return self.take_fit(fit, &sight);
        }
        match fit {
            Fit::Doubtful if self.lines.is_certain() => {
                self.lines.keep_best();
                let known = self.lines.best().position().board();
                self.known.replace(placement(known, self.facing.unwrap_or_default()));
            }
            Fit::No if self.lines.astray() >= ASTRAY && self.lines.has_skipped() => self.search(&sight),
            _ => {}
        }
        self.take_fit(if self.lines.astray() == 0 { Fit::Same } else { fit }, &sight);
        let runs = self.clock.map(|clock| clock.runs);
        self.ran.resize(self.plies(), runs);
    }

    /// Returns the start that the board shows, and how it faces the players: as before, unless the pieces were set up anew. A
    /// few that have gone back are no new game, if a message is missing.
    fn begins(&self) -> Option<(Orientation, Chess)> {
        let is_turned = |facing: Orientation, start: &Chess| {
            let before = self.facing.filter(|before| *before != facing);
            before.is_some_and(|before| {
                sight(&self.known, before).differing(start.board()).count() < SQUARES_SET_UP
            })
        };
        [self.start.clone(), Chess::default()]
            .into_iter()
            .find_map(|start| facing(&self.known.placement, start.board()).map(|facing| (facing, start)))
            .filter(|(facing, start)| !is_turned(*facing, start))
            .filter(|_| !self.lost || self.moved_since >= SQUARES_SET_UP)
    }

    /// Notes what could be followed, and the place from which on nothing can.
    fn take_fit(&mut self, fit: Fit, sight: &BoardReading) {
        match fit {
            Fit::Moved | Fit::Same | Fit::Doubtful => {
                self.shown = Some(self.lines.best().moves().collect());
                self.astray = None;
            }
            Fit::Lifted | Fit::No => {
                let agreed: Vec<Move> = self.lines.best().moves().collect();
                if fit == Fit::Lifted && self.shown.as_ref() != Some(&agreed) {
                    (self.shown, self.astray) = (Some(agreed), None);
                }
                let last = self.shown.iter().flatten().last().filter(|last| !last.is_castle());
                let is_lifted = last.is_some_and(|last| sight.board.piece_at(last.to()).is_none());
                let astray = self.astray.get_or_insert_default();
                let put = sight.reported.single_square().and_then(|square| sight.board.piece_at(square));
                astray.first = astray.first.or(put.map(|piece| piece.color));
                astray.goes_on |= astray.first.is_none() && is_lifted;
                let differences = sight.differences(self.lines.best().position().board());
                let is_strange = fit == Fit::No && differences.iter().any(|it| it.holds.is_some());
                let is_first = astray.place.as_ref().is_none_or(|place| !place.is_strange && is_strange);
                if fit == Fit::Lifted || is_first {
                    let (message, clock) = (self.message, self.clock);
                    astray.place =
                        Some(UnfollowedReading { message, clock, sight: sight.clone(), is_strange });
                }
            }
        }
    }

    fn search(&mut self, sight: &BoardReading) {
        for wrong in 0..=SEARCHED_SQUARES {
            if self.lines.search(sight, SEARCHED_PLIES, wrong) {
                return;
            }
        }
    }

    fn take_clock(&mut self, reading: ClockReading) {
        let before = self.clock.replace(reading).and_then(|before| before.turn);
        if let Some(by) = before.filter(|by| reading.turn == Some(by.other())) {
            let left = reading.side(by).time;
            self.presses.push(ClockPress { by, left, plies: self.plies() });
        }
        let fallen =
            [ClockSide::Left, ClockSide::Right].into_iter().find(|hand| reading.side(*hand).flag_fallen);
        self.fallen = self.fallen.or(fallen);
    }

    /// Ends the game, if a move was played or tried.
    fn end_game(&mut self) {
        let lines = std::mem::replace(&mut self.lines, Courses::new(self.start.clone()));
        let presses = std::mem::take(&mut self.presses);
        let (result, fallen) = (self.result.take(), self.fallen.take());
        let ran = std::mem::take(&mut self.ran);
        let (shown, astray) = (self.shown.take(), self.astray.take());
        (self.lost, self.moved_since) = (false, 0);
        let doubted = self.doubted.take();
        let Some(mut moves) = shown else { return };
        if let Some(astray) = &astray {
            astray.drop_unfinished(&mut moves, &self.start);
        }
        moves.truncate(doubted.unwrap_or(usize::MAX));
        // Moves after the clock was stopped for good do not belong to the game.
        let played = match ran.contains(&Some(true)) {
            true => ran.iter().rposition(|runs| *runs != Some(false)).map_or(0, |last| last + 1),
            false => ran.len(),
        };
        let mut game = Game::from_position(self.start.clone());
        for m in moves.into_iter().take(played) {
            game.play(m).expect("only legal moves are followed");
        }
        let was_stopped = |place: &UnfollowedReading| {
            ran.contains(&Some(true)) && place.clock.is_some_and(|clock| !clock.runs)
        };
        let place = astray.and_then(|astray| astray.place).filter(|place| !was_stopped(place));
        if game.moves().is_empty() && place.is_none() {
            return;
        }
        let number = self.games.len();
        self.flaws.extend(place.map(|place| place.flaw(&game, number)));
        let first = whose_is_first(&presses);
        let white = if self.start.turn() == Color::White { first } else { first.other() };
        let mut pgn = pgn_of(game);
        pgn.clocks = clocks(&presses, first, pgn.game.moves().len());
        if let Some(result) = result {
            pgn.set_tag("Result", &result.to_string());
        }
        if let Some(hand) = fallen {
            let side = if hand == white { Color::White } else { Color::Black };
            pgn.comments.push((pgn.game.moves().len(), format!("flag fell: {side}")));
        }
        self.flaws.extend(doubts(&lines, &pgn.game, number));
        for flaw in self.flaws.iter().filter(|flaw| flaw.game == number) {
            if flaw.ply <= pgn.game.moves().len() && flaw.kind.costs_something() {
                // The comments of a score are English.
                pgn.comments.push((flaw.ply, flaw.kind.to_string()));
            }
        }
        self.games.push(pgn);
    }

    fn finish(self, lines: Vec<Flaw>) -> Recorded {
        let flaws = lines.into_iter().chain(self.flaws).collect();
        Recorded { games: self.games, flaws }
    }
}

/// Whether a pawn of a side can go to a square of the last rank, or capture there.
fn may_promote_on(at: Square, side: Color, boards: [&Board; 2]) -> bool {
    let (last, before) = side.fold_wb((Rank::Eighth, Rank::Seventh), (Rank::First, Rank::Second));
    let is_capture = boards.iter().any(|board| board.by_color(!side).contains(at));
    let pawns = boards.iter().flat_map(|board| board.by_color(side) & board.pawns());
    let reaches = |pawn: Square| match at.file().distance(pawn.file()) {
        0 => true,
        1 => is_capture,
        _ => false,
    };
    at.rank() == last && pawns.filter(|pawn| pawn.rank() == before).any(reaches)
}

/// Returns a flaw for the first move that may have been another.
fn doubts(lines: &Courses, game: &Game, number: usize) -> Option<Flaw> {
    let all: Vec<Vec<_>> = lines.all().iter().map(|line| line.moves().collect()).collect();
    let best = &all[0];
    let others = || all[1..].iter().filter(|line| line.len() >= best.len());
    let ply = (0..game.moves().len()).find(|ply| others().any(|line| line[*ply] != best[*ply]))?;
    let name = |m| SanPlus::from_move(game.position_at(ply).clone(), m).to_string();
    let mut or: Vec<String> =
        others().map(|line| name(line[ply])).filter(|other| *other != name(best[ply])).collect();
    or.sort();
    or.dedup();
    let kind = FlawKind::Doubtful { made: SanText(name(best[ply])), or: AnyOf(or) };
    Some(Flaw { ply, game: number, kind })
}
