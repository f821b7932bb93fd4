//! A board that is played on: what stands there, told when it has come to rest.
//!
//! Time is given. A move is told when nothing has changed for a while: longer where it may be the beginning of
//! another, since a piece is slid, a rook moved before the king, men knocked over. The lever, or the reply, tells it at
//! once. What was told and is put otherwise before it was completed is told as put right.

use std::time::Duration;

use shakmaty::{CastlingSide, Chess, Color, Move, Piece, Position, Rank, Role, Square};

use super::{
    lines::{Fit, Lines},
    sight::{Difference, Sight},
};
use crate::laws::GameResult;

/// A move that cannot be the beginning of another rests so long.
const REST: Duration = Duration::from_millis(200);
/// One that can: a piece on its way along a line.
const ON_THE_WAY: Duration = Duration::from_millis(450);
/// A rook that has gone where castling would put it.
const ROOK_FIRST: Duration = Duration::from_millis(900);
/// After pieces were knocked over, or moved that have no business to.
const DISORDER: Duration = Duration::from_millis(1500);
/// What is no position and stays so is told.
const STANDING: Duration = Duration::from_millis(2500);
/// Men that are only missing may be in a hand, or fetched for a pawn.
const IN_HAND: Duration = Duration::from_secs(12);
/// So many moves can have been made while nobody saw.
const UNSEEN: usize = 3;
/// Between more moves nobody is asked to choose, and what stands wrong is told. A pawn that was taken can have become
/// one of four men.
const MOST_ASKED: usize = 4;
/// A piece lifted and put back within this was brushed, and not touched to be moved.
const BRUSHED: Duration = Duration::from_millis(300);

/// What has come to rest on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A move was made.
    Move(Move),
    /// The move told last is another; it was not completed yet.
    Instead(Move),
    /// The move told last was put back.
    TakenBack,
    /// One of several moves was made, which cannot be told apart by what is seen.
    OneOf(Vec<Move>),
    /// This is no position that a legal move leads to; what is otherwise than in the one known.
    Differs(Vec<Difference>),
    /// What differed was put right.
    Agrees,
    /// A man of the side on move was lifted and put back.
    Touched(Square, Piece),
    /// The kings stand in the middle for a result.
    Result(GameResult),
}

/// Moves out of what is seen, in time.
#[derive(Clone, Debug)]
pub struct Tracker {
    lines: Lines,
    sight: Sight,
    /// The position that the board may still show: the user's move is made on it by and by.
    before: Option<Chess>,
    /// How many moves of the line were told, and the last of them where it is tentative.
    told: usize,
    told_last: Option<(Move, Chess)>,
    /// When what is seen counts.
    rests_at: Option<Duration>,
    /// Something stood where it cannot, since the board last showed a position.
    disorder: bool,
    /// It was told that the board differs.
    differs: bool,
    /// The board was away, since it last showed a position.
    away: bool,
    /// The player has pressed, whatever is seen.
    pressed: bool,
    lifted: Option<(Square, Piece, Duration)>,
}

impl Tracker {
    /// A board on which this position should stand.
    pub fn new(position: Chess) -> Tracker {
        let sight = Sight::of(position.board().clone());
        Tracker {
            lines: Lines::new(position),
            sight,
            before: None,
            told: 0,
            told_last: None,
            rests_at: None,
            disorder: false,
            differs: false,
            away: false,
            pressed: false,
            lifted: None,
        }
    }

    /// The position that should stand on the board, with what was told of it.
    pub fn position(&self) -> &Chess {
        self.told_last.as_ref().map_or(self.lines.best().base(), |(_, position)| position)
    }

    /// The side on move on the board, with a move that was made there and not told yet.
    pub fn turn(&self) -> Color {
        self.lines.best().position().turn()
    }

    /// What is seen now.
    pub fn sight(&self) -> &Sight {
        &self.sight
    }

    /// The game has gone on otherwise: by a move that was said, or by one taken back. The board may still show the
    /// position before.
    pub fn follow(&mut self, position: &Chess, before: Option<&Chess>, at: Duration) -> Vec<Found> {
        if self.position() == position {
            return Vec::new();
        }
        if self.told_last.is_some() && self.lines.best().base() == position {
            // It was not taken, or was taken back by words: it stands there for nothing.
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
        self.see(&sight, at)
    }

    /// The move told last is none of the game: its men stand there for nothing until they are put back, or it is made.
    pub fn refuse(&mut self) {
        self.told_last = None;
        self.lines.drop_tentative();
        self.rests_at = None;
        self.differs = true;
    }

    /// The move told last was completed: what is put otherwise from now on is a difference.
    pub fn complete(&mut self) {
        if self.told_last.take().is_some() {
            let side = self.lines.best().base().turn();
            self.lines.press(side);
            self.told = self.lines.best().agreed().len();
        }
    }

    /// When this next wants [`Tracker::passed`].
    pub fn next_deadline(&self) -> Option<Duration> {
        self.rests_at
    }

    /// Takes what is seen.
    pub fn see(&mut self, sight: &Sight, at: Duration) -> Vec<Found> {
        let mut found = Vec::new();
        let seen_before = std::mem::replace(&mut self.sight, sight.clone());
        if let Some(result) = sight.result() {
            self.lines.ended();
            self.rests_at = None;
            if seen_before.result().is_none() {
                found.push(Found::Result(result));
            }
            return found;
        }
        self.note_lifting(sight, at, &mut found);
        let fit = self.lines.see(sight);
        if self.lines.is_sure() {
            self.lines.settle();
        }
        // A reply tells the move before it at once.
        self.tell_agreed(&mut found);
        if fit == Fit::No {
            let differing = sight.differing(self.position().board()).count();
            self.disorder |= differing > 3;
            let owed = self.before.as_ref().is_some_and(|before| sight.is(before));
            let patience = if self.is_in_hand() { IN_HAND } else { STANDING };
            self.rests_at = (!owed).then_some(at + if self.pressed { DISORDER } else { patience });
            return found;
        }
        self.before = None;
        self.away = false;
        if self.differs && fit != Fit::Doubtful {
            self.differs = false;
            found.push(Found::Agrees);
        }
        if self.pressed && self.lines.best().tentative().is_some() {
            found.append(&mut self.rest());
        } else if self.is_told() {
            self.rests_at = None;
            self.disorder = false;
        } else {
            self.rests_at = Some(at + self.patience());
        }
        found
    }

    /// The clock was pressed by this side: its move counts as it stands.
    pub fn press(&mut self, side: Color, at: Duration) -> Vec<Found> {
        if self.lines.best().base().turn() != side {
            return Vec::new();
        }
        if self.lines.best().tentative().is_some() && self.lines.astray() == 0 {
            let found = self.rest();
            self.complete();
            return found;
        }
        // His hand is still on its way.
        self.pressed = true;
        self.rests_at = self.rests_at.map(|rests| rests.min(at + DISORDER));
        Vec::new()
    }

    /// The time of [`Tracker::next_deadline`] has come.
    pub fn passed(&mut self, at: Duration) -> Vec<Found> {
        if self.rests_at.is_none_or(|rests| at < rests) {
            return Vec::new();
        }
        if self.lines.astray() == 0 { self.rest() } else { self.stand() }
    }

    /// The board was away and is there again: what is seen of it may be several moves later, and stands.
    pub fn back(&mut self, sight: &Sight, at: Duration) -> Vec<Found> {
        let mut found = self.see(sight, at);
        self.away = self.lines.astray() > 0;
        if self.away && !self.sight.is(self.position()) {
            found.append(&mut self.stand());
        }
        found
    }

    /// What is seen has come to rest, and fits.
    fn rest(&mut self) -> Vec<Found> {
        let mut found = Vec::new();
        self.rests_at = None;
        (self.disorder, self.pressed) = (false, false);
        self.tell_agreed(&mut found);
        let now = self.lines.best().tentative();
        let mut others: Vec<Move> = self.lines.all().iter().filter_map(|line| line.tentative()).collect();
        others.sort_by_key(|m| (m.from(), m.to(), m.promotion()));
        others.dedup();
        match (self.told_last.as_ref().map(|(told, _)| *told), now) {
            (None, Some(_)) if others.len() > 1 && self.lines.best().agreed().len() == self.told => {
                return vec![Found::OneOf(others)];
            }
            (None, Some(m)) => found.push(Found::Move(m)),
            (Some(told), Some(m)) if told != m => found.push(Found::Instead(m)),
            (Some(_), None) => found.push(Found::TakenBack),
            _ => {}
        }
        self.told_last = now.map(|m| (m, self.lines.best().position().clone()));
        found
    }

    /// What is seen stands still, and is no position: perhaps more has been moved than was seen.
    fn stand(&mut self) -> Vec<Found> {
        self.rests_at = None;
        self.pressed = false;
        let sight = self.sight.clone();
        let (before, mut which) = (self.lines.clone(), None);
        // A man that went and came back would have been seen.
        if self.lines.search(&sight, UNSEEN, 0) && (self.away || self.lines.drop_detours(self.told)) {
            let best = self.lines.best();
            let likely = self.lines.all().iter().filter(|line| line.is_as_likely_as(best));
            let likely: Vec<Vec<Move>> = likely.map(|line| line.moves().collect()).collect();
            if likely.len() == 1 {
                self.lines.settle();
                self.differs = false;
                let mut found = Vec::new();
                self.tell_agreed(&mut found);
                found.append(&mut self.rest());
                return found;
            }
            let next = self.told + usize::from(self.told_last.is_some());
            which = first_that_differ(&likely, next).filter(|which| which.len() <= MOST_ASKED);
        }
        self.lines = before;
        // What was asked once is answered, or put right on the board.
        if let Some(which) = which.filter(|_| !self.differs) {
            self.differs = true;
            return vec![Found::OneOf(which)];
        }
        let differences = sight.differences(self.position().board());
        if differences.is_empty() || std::mem::replace(&mut self.differs, true) {
            return Vec::new();
        }
        vec![Found::Differs(differences)]
    }

    /// Tells moves that were answered on the board, and not told yet.
    fn tell_agreed(&mut self, found: &mut Vec<Found>) {
        let agreed = self.lines.best().agreed();
        for m in &agreed[self.told.min(agreed.len())..] {
            match self.told_last.take() {
                None => found.push(Found::Move(*m)),
                Some((told, _)) if told != *m => found.push(Found::Instead(*m)),
                Some(_) => {}
            }
        }
        self.told = agreed.len();
    }

    fn is_told(&self) -> bool {
        self.lines.best().tentative() == self.told_last.as_ref().map(|(told, _)| *told)
            && self.lines.all().len() == 1
    }

    /// Whether nothing is wrong but that men are missing, or that a pawn stands where it is to be replaced.
    fn is_in_hand(&self) -> bool {
        let differences = self.sight.differences(self.position().board());
        let is_pawn = |man: Piece, square: Square| {
            man.role == Role::Pawn && square.rank() == man.color.fold_wb(Rank::Eighth, Rank::First)
        };
        differences.len() <= 3
            && differences.iter().all(|it| it.holds.is_none_or(|man| is_pawn(man, it.square)))
    }

    /// How long a move must rest.
    fn patience(&self) -> Duration {
        let line = self.lines.best();
        let usual = match line.tentative() {
            None => REST,
            Some(m) if is_half_of_castling(line.base(), m) => ROOK_FIRST,
            Some(m) if may_go_on(line.base(), m) => ON_THE_WAY,
            Some(_) => REST,
        };
        if self.disorder { usual.max(DISORDER) } else { usual }
    }

    /// A man of the side on move that is alone missing is lifted; it was touched if it comes back.
    fn note_lifting(&mut self, sight: &Sight, at: Duration, found: &mut Vec<Found>) {
        let position = self.position();
        let differing = sight.differing(position.board());
        match (differing.single_square(), self.lifted) {
            (Some(square), _) if sight.board.piece_at(square).is_none() => {
                let man = position.board().piece_at(square).filter(|man| man.color == position.turn());
                self.lifted = man.map(|man| (square, man, self.lifted.map_or(at, |(_, _, since)| since)));
            }
            (None, Some((square, man, since))) if differing.is_empty() => {
                self.lifted = None;
                if at >= since + BRUSHED {
                    found.push(Found::Touched(square, man));
                }
            }
            _ => self.lifted = None,
        }
    }
}

/// The moves from which on the courses differ, where all before them was told.
fn first_that_differ(courses: &[Vec<Move>], told: usize) -> Option<Vec<Move>> {
    let at = |line: &Vec<Move>| line.get(told).copied();
    let mut moves: Vec<Move> = courses.iter().filter_map(at).collect();
    moves.sort_by_key(|m| (m.from(), m.to(), m.promotion()));
    moves.dedup();
    (moves.len() > 1).then_some(moves)
}

/// Whether a rook has gone to where castling would put it.
fn is_half_of_castling(position: &Chess, m: Move) -> bool {
    let side = position.turn();
    CastlingSide::ALL.into_iter().any(|castling| {
        m.from().is_some()
            && position.castles().rook(side, castling) == m.from()
            && m.to() == castling.rook_to(side)
            && position.legal_moves().into_iter().any(|other| other.castling_side() == Some(castling))
    })
}

/// Whether the same man could have gone further the same way.
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

    /// A board on which somebody else's man was moved, at rest; what is told, and told when it went back.
    fn disturbed(game: &str, from: Square, to: Square) -> [Vec<Found>; 2] {
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
        let mut found = tracker.see(&Sight::of(other), Duration::ZERO);
        while let Some(at) = tracker.next_deadline() {
            found.extend(tracker.passed(at));
        }
        [found, tracker.see(&Sight::of(board), Duration::from_secs(30))]
    }

    #[test]
    fn what_only_a_piece_that_came_back_could_have_led_to_is_a_difference() {
        // A knight of Black's, out and back in between, would make a move of it.
        let [told, back] = disturbed("e2e4 e7e5 g1f3", Square::A2, Square::A4);
        assert!(matches!(&told[..], [Found::Differs(differences)] if differences.len() == 2), "{told:?}");
        assert_eq!(back, [Found::Agrees]);
    }
}
