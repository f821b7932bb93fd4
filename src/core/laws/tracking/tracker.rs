//! A board in play: reports moves once the pieces have come to rest.
//!
//! Instants are given. A move is reported when nothing has changed for a while; for longer if it may be part of
//! another, since pieces slide, a rook may move before its king, and pieces are knocked over. A press of the clock or
//! the reply reports it at once. A reported move that changes before its completion is reported as replaced.

use std::time::Duration;

use shakmaty::{CastlingSide, Chess, Color, Move, Piece, Position, Rank, Role, Square};

use super::{
    board_reading::{BoardReading, Difference},
    courses::{Courses, Fit},
};
use crate::laws::GameResult;

/// Rest for a move that cannot be part of another. These times were chosen by hand, for the pace of blitz.
const REST: Duration = Duration::from_millis(200);
/// Rest for a piece that may slide on along its line.
const ON_THE_WAY: Duration = Duration::from_millis(450);
/// Rest for a rook move that may be half of castling.
const ROOK_FIRST: Duration = Duration::from_millis(900);
/// Rest after pieces were knocked over or displaced.
const DISORDER: Duration = Duration::from_millis(1500);
/// Time until an impossible placement is reported.
const STANDING: Duration = Duration::from_millis(2500);
/// The same if pieces are only missing: a hand may hold them, or the player is fetching a queen for a pawn.
const IN_HAND: Duration = Duration::from_secs(12);
/// The most moves assumed to have been made unseen.
const UNSEEN: usize = 3;
/// The most moves to choose between; with more the differences are reported instead. Four, for the four promotions.
const MOST_ASKED: usize = 4;
/// A piece lifted and put back within this was brushed, not touched.
const BRUSHED: Duration = Duration::from_millis(300);

/// What the tracker has found on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sighting {
    /// A move was made.
    Move(Move),
    /// The last reported move, not completed yet, was replaced by this one.
    MoveReplaced(Move),
    /// The last reported move was put back.
    TakenBack,
    /// One of these moves was made; the readings do not tell which.
    AmbiguousMove(Vec<Move>),
    /// No legal move leads to this placement; its differences from the known position.
    Differs(Vec<Difference>),
    /// The differences were put right.
    Agrees,
    /// A piece of the side on move was lifted and put back.
    Touched(Square, Piece),
    /// The kings in the centre report this result.
    Result(GameResult),
}

/// Finds moves in readings over time.
#[derive(Clone, Debug)]
pub struct Tracker {
    courses: Courses,
    sight: BoardReading,
    /// The position before the user's move, which the board may show until the user has made the move there.
    before: Option<Chess>,
    /// How many moves of the course were reported, and the last of them if it is tentative.
    reported: usize,
    last_reported: Option<(Move, Chess)>,
    /// The instant at which the reading counts.
    rests_at: Option<Duration>,
    /// Pieces were displaced since the board last showed a position.
    disorder: bool,
    /// A difference was reported.
    differs: bool,
    /// The board was disconnected since it last showed a position.
    away: bool,
    /// The player has pressed the clock.
    pressed: bool,
    lifted: Option<(Square, Piece, Duration)>,
}

impl Tracker {
    /// Returns a tracker for a board that should show this position.
    pub fn new(position: Chess) -> Tracker {
        let sight = BoardReading::of(position.board().clone());
        Tracker {
            courses: Courses::new(position),
            sight,
            before: None,
            reported: 0,
            last_reported: None,
            rests_at: None,
            disorder: false,
            differs: false,
            away: false,
            pressed: false,
            lifted: None,
        }
    }

    /// Returns the position that the board should show, with the last reported move.
    pub fn position(&self) -> &Chess {
        self.last_reported.as_ref().map_or(self.courses.best().base(), |(_, position)| position)
    }

    /// Returns the side on move on the board, after a move that may not be reported yet.
    pub fn turn(&self) -> Color {
        self.courses.best().position().turn()
    }

    /// Returns the latest reading.
    pub fn sight(&self) -> &BoardReading {
        &self.sight
    }

    /// Follows a game in which a move was spoken or taken back. The board may still show the position `before`.
    pub fn follow(&mut self, position: &Chess, before: Option<&Chess>, at: Duration) -> Vec<Sighting> {
        if self.position() == position {
            return Vec::new();
        }
        if self.last_reported.is_some() && self.courses.best().base() == position {
            // The move was not accepted, or was taken back by words.
            self.refuse();
            return Vec::new();
        }
        let sight = self.sight.clone();
        *self = Tracker {
            sight: sight.clone(),
            differs: self.differs,
            away: self.away,
            ..Tracker::new(position.clone())
        };
        self.before = before.cloned();
        self.observe(&sight, at)
    }

    /// Refuses the last reported move. Its pieces differ until they are put back, or the move is made after all.
    pub fn refuse(&mut self) {
        self.last_reported = None;
        self.courses.drop_tentative();
        self.rests_at = None;
        self.differs = true;
    }

    /// Completes the last reported move: changes are differences from now on.
    pub fn complete(&mut self) {
        if self.last_reported.take().is_some() {
            let side = self.courses.best().base().turn();
            self.courses.press(side);
            self.reported = self.courses.best().agreed().len();
        }
    }

    /// Returns the instant for the next [`Tracker::deadline_passed`].
    pub fn next_deadline(&self) -> Option<Duration> {
        self.rests_at
    }

    /// Takes a reading.
    pub fn observe(&mut self, sight: &BoardReading, at: Duration) -> Vec<Sighting> {
        let mut found = Vec::new();
        let seen_before = std::mem::replace(&mut self.sight, sight.clone());
        if let Some(result) = sight.result() {
            self.courses.end();
            self.rests_at = None;
            if seen_before.result().is_none() {
                found.push(Sighting::Result(result));
            }
            return found;
        }
        self.track_lifted_piece(sight, at, &mut found);
        let fit = self.courses.observe(sight);
        if self.courses.is_certain() {
            self.courses.keep_best();
        }
        // A reply reports the move before it at once.
        self.report_agreed(&mut found);
        if matches!(fit, Fit::No | Fit::Lifted) {
            let differing = sight.differing(self.position().board()).count();
            self.disorder |= differing > 3;
            let owed = self.before.as_ref().is_some_and(|before| sight.is_exactly(before));
            let patience = if self.is_in_hand() { IN_HAND } else { STANDING };
            self.rests_at = (!owed).then_some(at + if self.pressed { DISORDER } else { patience });
            return found;
        }
        self.before = None;
        self.away = false;
        if self.differs && fit != Fit::Doubtful {
            self.differs = false;
            found.push(Sighting::Agrees);
        }
        if self.pressed && self.courses.best().tentative().is_some() {
            found.append(&mut self.come_to_rest());
        } else if self.is_reported() {
            self.rests_at = None;
            self.disorder = false;
        } else {
            self.rests_at = Some(at + self.rest_needed());
        }
        found
    }

    /// Takes a press of the clock: the side's move counts as it stands.
    pub fn press(&mut self, side: Color, at: Duration) -> Vec<Sighting> {
        if self.courses.best().base().turn() != side {
            return Vec::new();
        }
        if self.courses.best().tentative().is_some() && self.courses.astray() == 0 {
            let found = self.come_to_rest();
            self.complete();
            return found;
        }
        // The hand is still moving.
        self.pressed = true;
        self.rests_at = self.rests_at.map(|rests| rests.min(at + DISORDER));
        Vec::new()
    }

    /// Takes the instant of [`Tracker::next_deadline`].
    pub fn deadline_passed(&mut self, at: Duration) -> Vec<Sighting> {
        if self.rests_at.is_none_or(|rests| at < rests) {
            return Vec::new();
        }
        if self.courses.astray() == 0 { self.come_to_rest() } else { self.report_disorder() }
    }

    /// Takes the first reading after a disconnection, during which several moves may have been made.
    pub fn reconnected(&mut self, sight: &BoardReading, at: Duration) -> Vec<Sighting> {
        let mut found = self.observe(sight, at);
        self.away = self.courses.astray() > 0;
        if self.away && !self.sight.is_exactly(self.position()) {
            found.append(&mut self.report_disorder());
        }
        found
    }

    /// Reports a reading that fits and has come to rest.
    fn come_to_rest(&mut self) -> Vec<Sighting> {
        let mut found = Vec::new();
        self.rests_at = None;
        (self.disorder, self.pressed) = (false, false);
        self.report_agreed(&mut found);
        let now = self.courses.best().tentative();
        let mut others: Vec<Move> = self.courses.all().iter().filter_map(|line| line.tentative()).collect();
        others.sort_by_key(|m| (m.from(), m.to(), m.promotion()));
        others.dedup();
        match (self.last_reported.as_ref().map(|(told, _)| *told), now) {
            (None, Some(_)) if others.len() > 1 && self.courses.best().agreed().len() == self.reported => {
                return vec![Sighting::AmbiguousMove(others)];
            }
            (None, Some(m)) => found.push(Sighting::Move(m)),
            (Some(told), Some(m)) if told != m => found.push(Sighting::MoveReplaced(m)),
            (Some(_), None) => found.push(Sighting::TakenBack),
            _ => {}
        }
        self.last_reported = now.map(|m| (m, self.courses.best().position().clone()));
        found
    }

    /// Reports a placement that fits nothing and has come to rest; several moves may have been missed.
    fn report_disorder(&mut self) -> Vec<Sighting> {
        self.rests_at = None;
        self.pressed = false;
        let sight = self.sight.clone();
        let (before, mut which) = (self.courses.clone(), None);
        // Only of changes that nobody saw can moves be made up, and a piece that went and came back would have been seen.
        if (self.away || self.courses.has_skipped())
            && self.courses.search(&sight, UNSEEN, 0)
            && (self.away || self.courses.drop_detours(self.reported))
        {
            let best = self.courses.best();
            let likely = self.courses.all().iter().filter(|line| line.is_as_likely_as(best));
            let likely: Vec<Vec<Move>> = likely.map(|line| line.moves().collect()).collect();
            if likely.len() == 1 {
                self.courses.keep_best();
                self.differs = false;
                let mut found = Vec::new();
                self.report_agreed(&mut found);
                found.append(&mut self.come_to_rest());
                return found;
            }
            let next = self.reported + usize::from(self.last_reported.is_some());
            which = first_that_differ(&likely, next).filter(|which| which.len() <= MOST_ASKED);
        }
        self.courses = before;
        // Ask once; then the players answer, or put the board right.
        if let Some(which) = which.filter(|_| !self.differs) {
            self.differs = true;
            return vec![Sighting::AmbiguousMove(which)];
        }
        let differences = sight.differences(self.position().board());
        if differences.is_empty() || std::mem::replace(&mut self.differs, true) {
            return Vec::new();
        }
        vec![Sighting::Differs(differences)]
    }

    /// Reports moves that were answered on the board and not reported yet.
    fn report_agreed(&mut self, found: &mut Vec<Sighting>) {
        let agreed = self.courses.best().agreed();
        for m in &agreed[self.reported.min(agreed.len())..] {
            match self.last_reported.take() {
                None => found.push(Sighting::Move(*m)),
                Some((told, _)) if told != *m => found.push(Sighting::MoveReplaced(*m)),
                Some(_) => {}
            }
        }
        self.reported = agreed.len();
    }

    fn is_reported(&self) -> bool {
        self.courses.best().tentative() == self.last_reported.as_ref().map(|(told, _)| *told)
            && self.courses.all().len() == 1
    }

    /// Whether pieces are only missing, or a pawn stands on the last rank.
    fn is_in_hand(&self) -> bool {
        let differences = self.sight.differences(self.position().board());
        let is_pawn = |piece: Piece, square: Square| {
            piece.role == Role::Pawn && square.rank() == piece.color.fold_wb(Rank::Eighth, Rank::First)
        };
        differences.len() <= 3
            && differences.iter().all(|it| it.holds.is_none_or(|piece| is_pawn(piece, it.square)))
    }

    /// Returns how long the tentative move must rest.
    fn rest_needed(&self) -> Duration {
        let line = self.courses.best();
        let usual = match line.tentative() {
            None => REST,
            Some(m) if is_half_of_castling(line.base(), m) => ROOK_FIRST,
            Some(m) if may_go_on(line.base(), m) => ON_THE_WAY,
            Some(_) => REST,
        };
        if self.disorder { usual.max(DISORDER) } else { usual }
    }

    /// Notes a single missing piece of the side on move as lifted; it was touched if it comes back.
    fn track_lifted_piece(&mut self, sight: &BoardReading, at: Duration, found: &mut Vec<Sighting>) {
        let position = self.position();
        let differing = sight.differing(position.board());
        match (differing.single_square(), self.lifted) {
            (Some(square), _) if sight.board.piece_at(square).is_none() => {
                let piece = position.board().piece_at(square).filter(|piece| piece.color == position.turn());
                self.lifted =
                    piece.map(|piece| (square, piece, self.lifted.map_or(at, |(_, _, since)| since)));
            }
            (None, Some((square, piece, since))) if differing.is_empty() => {
                self.lifted = None;
                if at >= since + BRUSHED {
                    found.push(Sighting::Touched(square, piece));
                }
            }
            _ => self.lifted = None,
        }
    }
}

/// Returns the moves in which the courses first differ after the reported ones.
fn first_that_differ(courses: &[Vec<Move>], told: usize) -> Option<Vec<Move>> {
    let at = |line: &Vec<Move>| line.get(told).copied();
    let mut moves: Vec<Move> = courses.iter().filter_map(at).collect();
    moves.sort_by_key(|m| (m.from(), m.to(), m.promotion()));
    moves.dedup();
    (moves.len() > 1).then_some(moves)
}

/// Whether a rook has moved to its square after castling.
fn is_half_of_castling(position: &Chess, m: Move) -> bool {
    let side = position.turn();
    CastlingSide::ALL.into_iter().any(|castling| {
        m.from().is_some()
            && position.castles().rook(side, castling) == m.from()
            && m.to() == castling.rook_to(side)
            && position.legal_moves().into_iter().any(|other| other.castling_side() == Some(castling))
    })
}

/// Whether the piece could have moved further in the same direction.
fn may_go_on(position: &Chess, m: Move) -> bool {
    let Some(from) = m.from() else { return false };
    let step = |to: Square| {
        let (files, ranks) =
            (i32::from(to.file()) - i32::from(from.file()), i32::from(to.rank()) - i32::from(from.rank()));
        (files.signum(), ranks.signum(), files.abs().max(ranks.abs()))
    };
    let (files, ranks, length) = step(m.to());
    m.role() != Role::Knight
        && !m.is_castle()
        && position.legal_moves().into_iter().any(|other| {
            let (f, r, l) = step(other.to());
            other.from() == Some(from) && (f, r) == (files, ranks) && l > length
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::Game;

    /// Moves a wrong piece; returns what is reported at rest, and once it is back.
    fn disturbed(game: &str, from: Square, to: Square) -> [Vec<Sighting>; 2] {
        let mut played = Game::default();
        for uci in game.split(' ') {
            let uci: shakmaty::uci::UciMove = uci.parse().unwrap();
            played.play(uci.to_move(played.position()).unwrap()).unwrap();
        }
        let board = played.position().board().clone();
        let mut tracker = Tracker::new(played.position().clone());
        let mut other = board.clone();
        other.set_piece_at(to, board.piece_at(from).unwrap());
        other.discard_piece_at(from);
        let mut found = tracker.observe(&BoardReading::of(other), Duration::ZERO);
        while let Some(at) = tracker.next_deadline() {
            found.extend(tracker.deadline_passed(at));
        }
        [found, tracker.observe(&BoardReading::of(board), Duration::from_secs(30))]
    }

    #[test]
    fn what_only_a_piece_that_came_back_could_have_led_to_is_a_difference() {
        // Only a black knight that went out and back in between could explain the board by moves.
        let [told, back] = disturbed("e2e4 e7e5 g1f3", Square::A2, Square::A4);
        assert!(matches!(&told[..], [Sighting::Differs(differences)] if differences.len() == 2), "{told:?}");
        assert_eq!(back, [Sighting::Agrees]);
    }
}
