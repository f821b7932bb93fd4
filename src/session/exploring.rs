//! The board explored square by square with keys: what lies under the finger that is not there.
//!
//! It is about the position that is looked at, and nothing of it changes but by [`Explore::Take`], which is the
//! routing key of a braille display over that square. It is not noted: who walks over a board asks a hundred times a
//! minute.

use std::time::Duration;

use super::{Effect, Session};
use crate::{
    announce::{Announcement, Looking},
    laws::{
        CastlingSide, Chess, Color, Direction, PieceMoves, Position, Rank, Role, Service, Square, board_facts,
    },
};

/// A key of whoever explores the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explore {
    /// The board is opened.
    Open,
    Close,
    /// What every key does.
    Help,
    /// What stands here, once more.
    Here,
    /// One square on, as the explorer's own side sees the board.
    Step(Direction),
    /// The same file on another rank.
    Rank(Rank),
    /// The next piece of a kind, on from here along the ranks.
    Piece {
        role: Role,
        back: bool,
    },
    /// What stands on the next of the lines and diagonals from here, clockwise.
    Ray {
        back: bool,
    },
    /// The next square that the piece here could go to.
    Move {
        back: bool,
    },
    /// The next one it could capture on.
    Capture {
        back: bool,
    },
    /// Back to where the piece stands whose moves were gone through.
    Origin,
    /// Lifts the piece here, or puts the lifted one down; the piece whose moves are gone through goes here.
    Take,
}

/// What an explored square is, for a tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The board ends.
    Border,
    Square {
        light: bool,
        occupied: bool,
    },
}

/// Where somebody explores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    square: Square,
    gone_through: Option<GoneThrough>,
}

/// What is gone through one after the other: from where, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GoneThrough {
    what: Through,
    origin: Square,
    at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Through {
    Rays,
    Moves,
    Captures,
}

impl From<Square> for Place {
    fn from(square: Square) -> Place {
        Place { square, gone_through: None }
    }
}

impl Place {
    /// The same with nothing gone through.
    pub(super) fn alone(self) -> Place {
        Place::from(self.square)
    }
}

/// From straight on clockwise.
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

impl Session {
    pub(super) fn explore(&mut self, key: Explore, at: Duration) {
        if !self.describes_position() {
            self.not_told();
            return;
        }
        let own = self.own_side();
        let seen = |direction: Direction| own.fold_wb(direction, direction.reversed());
        let place = self.explored.unwrap_or_else(|| Place::from(own.fold_wb(Square::A1, Square::H8)));
        let here = place.square;
        match key {
            Explore::Open => {
                self.show(Looking::BoardOpened.into());
                self.stand(place);
            }
            Explore::Close => self.show(Looking::BoardClosed.into()),
            Explore::Help => self.show(Looking::ExploringHelp.into()),
            Explore::Here => self.stand(place),
            Explore::Step(direction) => match board_facts::ray(here, seen(direction)).first() {
                Some(square) => self.stand(Place::from(*square)),
                None => {
                    self.effects.push(Effect::Ground(Ground::Border));
                    self.show(Looking::Border.into());
                }
            },
            Explore::Rank(rank) => self.stand(Place::from(Square::from_coords(here.file(), rank))),
            Explore::Piece { role, back } => match next_piece(self.looked_at(), here, role, back) {
                Some(square) => self.stand(Place::from(square)),
                None => self.show(Announcement::Pieces { role, squares: Vec::new() }),
            },
            Explore::Ray { back } => {
                let rays: Vec<_> = CLOCKWISE.map(|direction| board_facts::ray(here, seen(direction))).into();
                let rays: Vec<_> = rays.into_iter().filter(|ray| !ray.is_empty()).collect();
                let n = self.go_through(Through::Rays, place, rays.len(), back);
                let board = self.looked_at().board();
                let man = |square: &Square| board.piece_at(*square).map(|man| (*square, man.role, man.color));
                let men = rays[n].iter().filter_map(man).collect();
                self.show(Looking::Ray { to: *rays[n].last().unwrap_or(&here), men }.into());
            }
            Explore::Move { back } => self.explore_doings(Through::Moves, place, back),
            Explore::Capture { back } => self.explore_doings(Through::Captures, place, back),
            Explore::Origin => self.stand(Place::from(place.gone_through.map_or(here, |it| it.origin))),
            Explore::Take => {
                let goes = place.gone_through.filter(|through| through.what != Through::Rays);
                if let (None, Some(through)) = (self.lifted, goes.filter(|through| through.origin != here)) {
                    self.pick(through.origin, at);
                    if self.lifted != Some(through.origin) {
                        return;
                    }
                }
                let before = self.lifted;
                self.pick(here, at);
                self.explored = Some(Place::from(here));
                match (before, self.lifted) {
                    (_, Some(square)) => {
                        let role = self.record.game().position().board().role_at(square);
                        self.show(Looking::Lifted(role.map(|role| (square, role))).into());
                    }
                    (Some(from), None) if from == here => self.show(Looking::Lifted(None).into()),
                    _ => {}
                }
            }
        }
    }

    /// Goes to a square and says what stands there.
    fn stand(&mut self, place: Place) {
        self.explored = Some(place);
        let square = place.square;
        self.sound(square);
        let piece = self.looked_at().board().piece_at(square).map(|piece| (piece.role, piece.color));
        self.show(Announcement::SquareHolds { square, piece });
    }

    /// Aloud, or for the fingers and the eyes alone.
    fn show(&mut self, told: Announcement) {
        self.effects.push(if self.options.explore_aloud {
            Effect::Announce(told)
        } else {
            Effect::Show(told)
        });
    }

    /// The tone of a square.
    fn sound(&mut self, square: Square) {
        let occupied = self.looked_at().board().occupied().contains(square);
        self.effects.push(Effect::Ground(Ground::Square { light: square.is_light(), occupied }));
    }

    /// The next of so many, from the beginning where something else was gone through before. There is one.
    fn go_through(&mut self, what: Through, place: Place, count: usize, back: bool) -> usize {
        let at = match place.gone_through.filter(|through| through.what == what) {
            Some(through) if back => (through.at + count - 1) % count,
            Some(through) => (through.at + 1) % count,
            None if back => count - 1,
            None => 0,
        };
        let origin = place.gone_through.filter(|through| through.what == what).map(|through| through.origin);
        let gone_through = Some(GoneThrough { what, origin: origin.unwrap_or(place.square), at });
        self.explored = Some(Place { gone_through, ..place });
        at
    }

    fn explore_doings(&mut self, what: Through, place: Place, back: bool) {
        if !self.terms().allow(Service::Advise, self.asked_by_user()) {
            self.not_told();
            return;
        }
        let origin = match place.gone_through {
            Some(through) if through.what != Through::Rays => through.origin,
            _ => place.square,
        };
        let position = self.looked_at();
        let captures = what == Through::Captures;
        let doings = board_facts::piece_moves(position, origin);
        let to =
            doings.as_ref().map(|doings| goals(doings, position.board().color_at(origin), origin, captures));
        let Some(to) = to.filter(|to| !to.is_empty()) else {
            let piece = position.board().piece_at(origin).map(|piece| (piece.role, piece.color));
            return self.show(Looking::Doings { square: origin, piece, doings, captures }.into());
        };
        let n = self.go_through(what, Place { square: origin, ..place }, to.len(), back);
        let (square, captured) = to[n];
        self.explored = self.explored.map(|place| Place { square, ..place });
        self.sound(square);
        self.show(Looking::Goal { square, captured }.into());
    }
}

/// Where a piece can go and what it captures there; castling is a move of the king.
fn goals(
    doings: &PieceMoves,
    side: Option<Color>,
    origin: Square,
    captures: bool,
) -> Vec<(Square, Option<Role>)> {
    let mut goals = doings.to.clone();
    if let Some(side) = side {
        let goal = |castling: &CastlingSide| (castling.king_to(side), None);
        goals.extend(doings.castling.iter().map(goal).filter(|(square, _)| *square != origin));
    }
    goals.retain(|(_, captured)| !captures || captured.is_some());
    goals
}

/// The next piece of a kind in the order of the squares, of whichever side, round the board.
fn next_piece(position: &Chess, from: Square, role: Role, back: bool) -> Option<Square> {
    let squares = position.board().by_role(role);
    let on = |square: &Square| if back { *square < from } else { *square > from };
    let mut all: Vec<Square> = squares.into_iter().collect();
    if back {
        all.reverse();
    }
    all.iter().copied().find(on).or_else(|| all.first().copied())
}
