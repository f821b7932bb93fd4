//! Exploration: keys go over the board square by square.
//!
//! It shows the position that is reviewed, and changes nothing but by [`Explore::Take`], which acts as the routing key
//! of a braille display over that square. It is not noted: there would be a hundred notes a minute.

use super::{Effect, Handler};
use crate::{
    announce::{Announcement, BoardAnswer},
    grammar::{Question, SideReference},
    laws::{
        CastlingSide, Chess, Color, Direction, File, PieceMoves, Position, Rank, Role, Service, Square,
        board_facts,
    },
};

/// A key that explores the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explore {
    /// The board is opened.
    Open,
    /// The board is closed.
    Close,
    /// What every key does.
    Help,
    /// Says again what stands here.
    Here,
    /// One square on, as seen from the user's side of the board.
    Step(Direction),
    /// The same file on another rank.
    Rank(Rank),
    /// The same rank on another file.
    File(File),
    /// Tells the clocks.
    Times,
    /// Tells the last move.
    LastMove,
    /// The next piece of a kind, on from here along the ranks.
    Piece {
        /// The kind of piece.
        role: Role,
        /// Against the order of the squares.
        back: bool,
    },
    /// What stands on the next of the lines and diagonals from here, clockwise.
    Ray {
        /// Counter-clockwise.
        back: bool,
    },
    /// The next square that the piece here could go to.
    Move {
        /// The one before.
        back: bool,
    },
    /// The next one it could capture on.
    Capture {
        /// The one before.
        back: bool,
    },
    /// Back to where the piece stands whose moves were gone through.
    Origin,
    /// Lifts the piece here, or puts the lifted one down; the piece whose moves are gone through goes here.
    Take,
}

/// The tone of an explored square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardTone {
    /// The board ends.
    Border,
    /// A square of the board.
    Square {
        /// Whether the square is light.
        light: bool,
        /// Whether a piece stands there.
        occupied: bool,
    },
}

/// The state of the exploration between two events.
#[derive(Debug, Default)]
pub(super) struct ExplorationState {
    /// Where the board was last explored.
    cursor: Option<Cursor>,
    /// The piece that was lifted to be moved.
    lifted: Option<Square>,
}

impl ExplorationState {
    pub(super) fn lifted(&self) -> Option<Square> {
        self.lifted
    }

    pub(super) fn lift(&mut self, square: Square) {
        self.lifted = Some(square);
    }

    /// Puts the lifted piece down. Returns its square, if there was one.
    pub(super) fn put_down(&mut self) -> Option<Square> {
        self.lifted.take()
    }

    /// Forgets what belongs to the position before.
    pub(super) fn position_changed(&mut self) {
        self.lifted = None;
        self.cursor = self.cursor.map(|cursor| Cursor::from(cursor.square));
    }
}

/// The explored square, and what is gone through from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cursor {
    square: Square,
    cycle: Option<Cycle>,
}

/// What is gone through one after the other: from where, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cycle {
    kind: CycleKind,
    origin: Square,
    at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CycleKind {
    Rays,
    Moves,
    Captures,
}

impl From<Square> for Cursor {
    fn from(square: Square) -> Cursor {
        Cursor { square, cycle: None }
    }
}

/// All directions, clockwise from straight on.
const CLOCKWISE: [Direction; 8] = [
    Direction::Up,
    Direction::UpRight,
    Direction::Right,
    Direction::DownRight,
    Direction::Down,
    Direction::DownLeft,
    Direction::Left,
    Direction::UpLeft,
];

impl Handler<'_> {
    pub(super) fn explore(&mut self, key: Explore) {
        if !self.describes_position() {
            self.refuse_to_tell();
            return;
        }
        let own = self.own_side();
        let seen = |direction: Direction| own.fold_wb(direction, direction.reversed());
        let place =
            self.exploration.cursor.unwrap_or_else(|| Cursor::from(own.fold_wb(Square::A1, Square::H8)));
        let here = place.square;
        match key {
            Explore::Open => {
                self.show(BoardAnswer::BoardOpened.into());
                self.move_cursor(place);
            }
            Explore::Close => self.show(BoardAnswer::BoardClosed.into()),
            Explore::Help => self.show(BoardAnswer::ExploringHelp.into()),
            Explore::Here => self.move_cursor(place),
            Explore::Step(direction) => match board_facts::ray(here, seen(direction)).first() {
                Some(square) => self.move_cursor(Cursor::from(*square)),
                None => {
                    self.effects.push(Effect::Tone(BoardTone::Border));
                    self.show(BoardAnswer::Border.into());
                }
            },
            Explore::Rank(rank) => self.move_cursor(Cursor::from(Square::from_coords(here.file(), rank))),
            Explore::File(file) => self.move_cursor(Cursor::from(Square::from_coords(file, here.rank()))),
            Explore::Times => self.show_answer(Question::Times),
            Explore::LastMove => self.show_answer(Question::LastMove(SideReference::Both)),
            Explore::Piece { role, back } => match next_piece(self.reviewed_position(), here, role, back) {
                Some(square) => self.move_cursor(Cursor::from(square)),
                None => self.show(Announcement::Pieces(role, Vec::new())),
            },
            Explore::Ray { back } => {
                let rays: Vec<_> = CLOCKWISE.map(|direction| board_facts::ray(here, seen(direction))).into();
                let rays: Vec<_> = rays.into_iter().filter(|ray| !ray.is_empty()).collect();
                let n = self.cycle(CycleKind::Rays, place, rays.len(), back);
                let board = self.reviewed_position().board();
                let piece = |square: &Square| board.piece_at(*square).map(|it| (*square, it.role, it.color));
                let pieces = rays[n].iter().filter_map(piece).collect();
                self.show(BoardAnswer::Ray(*rays[n].last().unwrap_or(&here), pieces).into());
            }
            Explore::Move { back } => self.cycle_goals(CycleKind::Moves, place, back),
            Explore::Capture { back } => self.cycle_goals(CycleKind::Captures, place, back),
            Explore::Origin => self.move_cursor(Cursor::from(place.cycle.map_or(here, |it| it.origin))),
            Explore::Take => {
                let goes = place.cycle.filter(|cycle| cycle.kind != CycleKind::Rays);
                if let (None, Some(cycle)) = (self.lifted(), goes.filter(|cycle| cycle.origin != here)) {
                    self.press_square(cycle.origin);
                    if self.lifted() != Some(cycle.origin) {
                        return;
                    }
                }
                let before = self.lifted();
                self.press_square(here);
                self.session.exploration.cursor = Some(Cursor::from(here));
                match (before, self.lifted()) {
                    (_, Some(square)) => {
                        let role = self.record.game().position().board().role_at(square);
                        self.show(BoardAnswer::InHand(role.map(|role| (square, role))).into());
                    }
                    (Some(from), None) if from == here => self.show(BoardAnswer::InHand(None).into()),
                    _ => {}
                }
            }
        }
    }

    /// Goes to a square and says what stands there.
    fn move_cursor(&mut self, place: Cursor) {
        self.session.exploration.cursor = Some(place);
        let square = place.square;
        self.play_tone(square);
        let piece = self.reviewed_position().board().piece_at(square).map(|piece| (piece.role, piece.color));
        self.show(Announcement::SquareHolds(square, piece));
    }

    /// Announces, or only shows where exploring is silent. It is not repeated: the key that repeats is the way back from the
    /// board to the line.
    fn show(&mut self, told: Announcement) {
        self.effects.push(if self.options.explore_aloud {
            Effect::Announce(told)
        } else {
            Effect::Show(told)
        });
    }

    fn show_answer(&mut self, question: Question) {
        let asked = self.question_context(question.about());
        let answer = self.answer_online(&question).unwrap_or_else(|| question.answer(&asked));
        self.show(answer);
    }

    /// The tone of a square.
    fn play_tone(&mut self, square: Square) {
        let occupied = self.reviewed_position().board().occupied().contains(square);
        self.effects.push(Effect::Tone(BoardTone::Square { light: square.is_light(), occupied }));
    }

    /// Steps to the next of `count`, at least one, and returns it; from the beginning where something else was gone
    /// through before.
    fn cycle(&mut self, kind: CycleKind, place: Cursor, count: usize, back: bool) -> usize {
        let at = match place.cycle.filter(|cycle| cycle.kind == kind) {
            Some(cycle) if back => (cycle.at + count - 1) % count,
            Some(cycle) => (cycle.at + 1) % count,
            None if back => count - 1,
            None => 0,
        };
        let origin = place.cycle.filter(|cycle| cycle.kind == kind).map(|cycle| cycle.origin);
        let cycle = Some(Cycle { kind, origin: origin.unwrap_or(place.square), at });
        self.session.exploration.cursor = Some(Cursor { cycle, ..place });
        at
    }

    fn cycle_goals(&mut self, kind: CycleKind, place: Cursor, back: bool) {
        if !self.terms().allow(Service::Advise, self.asked_by_user()) {
            self.refuse_to_tell();
            return;
        }
        let origin = match place.cycle {
            Some(cycle) if cycle.kind != CycleKind::Rays => cycle.origin,
            _ => place.square,
        };
        let position = self.reviewed_position();
        let captures = kind == CycleKind::Captures;
        let moves = board_facts::piece_moves(position, origin);
        let to =
            moves.as_ref().map(|moves| goals(moves, position.board().color_at(origin), origin, captures));
        let Some(to) = to.filter(|to| !to.is_empty()) else {
            return self.show(BoardAnswer::moves(position, origin, captures).into());
        };
        let n = self.cycle(kind, Cursor { square: origin, ..place }, to.len(), back);
        let (square, captured) = to[n];
        self.session.exploration.cursor = self.exploration.cursor.map(|place| Cursor { square, ..place });
        self.play_tone(square);
        self.show(BoardAnswer::Destination(square, captured).into());
    }
}

/// The squares where a piece can go, and what it captures there; castling is a move of the king.
fn goals(
    moves: &PieceMoves,
    side: Option<Color>,
    origin: Square,
    captures: bool,
) -> Vec<(Square, Option<Role>)> {
    let mut goals = moves.to.clone();
    if let Some(side) = side {
        let goal = |castling: &CastlingSide| (castling.king_to(side), None);
        goals.extend(moves.castling.iter().map(goal).filter(|(square, _)| *square != origin));
    }
    goals.retain(|(_, captured)| !captures || captured.is_some());
    goals
}

/// The next piece of a kind, of either side, in the order of the squares and from the last to the first.
fn next_piece(position: &Chess, from: Square, role: Role, back: bool) -> Option<Square> {
    let squares = position.board().by_role(role);
    let on = |square: &Square| if back { *square < from } else { *square > from };
    let mut all: Vec<Square> = squares.into_iter().collect();
    if back {
        all.reverse();
    }
    all.iter().copied().find(on).or_else(|| all.first().copied())
}
