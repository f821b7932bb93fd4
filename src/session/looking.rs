//! What stands where, on the board or where the game is being looked through.

use super::Session;
use crate::{
    announce::{Announcement, Looking},
    grammar::{Question, Whose},
    laws::{Chess, Color, Position, Role, Square, looking},
};

const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

impl Session {
    /// An answer about a board.
    pub(super) fn look(&self, question: Question) -> Announcement {
        let position = self.looked_at();
        let board = position.board();
        match question {
            Question::Square(square) => {
                let piece = board.piece_at(square).map(|piece| (piece.role, piece.color));
                Announcement::SquareHolds { square, piece }
            }
            Question::Pieces { role, of } => self.pieces(role, of),
            Question::Rank(rank) => Looking::Men(looking::men_on(board, rank.into())).into(),
            Question::File(file) => Looking::Men(looking::men_on(board, file.into())).into(),
            Question::Diagonal(from, to) => {
                let [rising, falling] = looking::diagonals(from);
                let mut men = looking::men_on(board, rising);
                match to {
                    Some(to) if rising.contains(to) => {}
                    Some(_) => men = looking::men_on(board, falling),
                    // One after the other; the man on the square itself once.
                    None => {
                        men.extend(looking::men_on(board, falling).into_iter().filter(|man| man.0 != from))
                    }
                }
                Looking::Men(men).into()
            }
            Question::Ray(from, direction) => {
                let squares = looking::ray(from, direction).into_iter();
                let man = |square| board.piece_at(square).map(|piece| (square, piece.role, piece.color));
                Looking::Men(squares.filter_map(man).collect()).into()
            }
            Question::Attackers(square) => self.reached(square, false),
            Question::Defenders(square) => self.reached(square, true),
            Question::Pins(of) => {
                let sides = self.sides(of);
                let pins = looking::pins(board).into_iter().filter(|pin| sides.contains(&pin.man.2));
                let of = (sides.len() == 1).then(|| sides[0]);
                Looking::Pins { pins: pins.collect(), of }.into()
            }
            Question::Pinned(square) => {
                let man = board.piece_at(square).map(|piece| (square, piece.role, piece.color));
                let by = looking::pins(board).into_iter().find(|pin| pin.man.0 == square).map(|pin| pin.by);
                Looking::Pinned { square, man, by }.into()
            }
            Question::MovesFrom(square) => self.doings(square, false),
            Question::CapturesFrom(square) => self.doings(square, true),
            Question::SquareColour(square) => Looking::SquareColour(square).into(),
            Question::InCheck => {
                let side = position.turn();
                Looking::InCheck { side, by: looking::men_on(board, position.checkers()) }.into()
            }
            Question::Castling(of) => {
                let side = self.one_side(of);
                let castling = looking::castling(self.record.game(), self.looked_ply(), side);
                Looking::Castling { side, castling }.into()
            }
            Question::Material => {
                let count = |color| {
                    ROLES
                        .into_iter()
                        .map(|role| (role, board.by_piece(role.of(color)).count() as u8))
                        .filter(|&(role, count)| count > 0 && role != Role::King)
                        .collect()
                };
                Announcement::Material { white: count(Color::White), black: count(Color::Black) }
            }
            Question::LastCapture => {
                let told = looking::last_capture(self.record.game(), self.looked_ply());
                Looking::LastCapture(told.map(|ply| self.told_of(ply))).into()
            }
            Question::Captured => {
                let lost = |side| looking::lost(self.record.game(), self.looked_ply(), side);
                Looking::Captured { white: lost(Color::White), black: lost(Color::Black) }.into()
            }
            Question::Changes => {
                let before = self.record.game().position_at(self.looked_ply().saturating_sub(2));
                let changes = looking::changes(before.board(), board).into_iter();
                let changes = changes.map(|(square, man)| (square, man.map(|man| (man.role, man.color))));
                Looking::Changes(changes.collect()).into()
            }
            Question::Start => self.start_position(),
            _ => self.position(),
        }
    }

    pub(super) fn position(&self) -> Announcement {
        Announcement::Position { white: self.men(Color::White), black: self.men(Color::Black) }
    }

    /// One side's men, the king first.
    fn men(&self, side: Color) -> Vec<(Square, Role)> {
        let board = self.looked_at().board();
        let of = |role: Role| board.by_piece(role.of(side)).into_iter().map(move |square| (square, role));
        ROLES.into_iter().flat_map(of).collect()
    }

    fn pieces(&self, role: Option<Role>, of: Whose) -> Announcement {
        let sides = self.sides(of);
        let men = sides
            .iter()
            .flat_map(|&side| self.men(side).into_iter().map(move |(square, role)| (square, role, side)));
        let men: Vec<_> = men.filter(|man| role.is_none_or(|role| role == man.1)).collect();
        match role {
            Some(role) if sides.len() == 1 || men.is_empty() => {
                Announcement::Pieces { role, squares: men.into_iter().map(|man| man.0).collect() }
            }
            _ => Looking::Men(men).into(),
        }
    }

    fn sides(&self, of: Whose) -> Vec<Color> {
        match of {
            Whose::Both => vec![Color::White, Color::Black],
            of => vec![self.one_side(of)],
        }
    }

    /// Who attacks what stands on a square, or defends it. Where nothing stands, all who could go there.
    fn reached(&self, square: Square, defending: bool) -> Announcement {
        let board = self.looked_at().board();
        let by = match board.color_at(square) {
            Some(owner) => looking::reaching(board, square, if defending { owner } else { !owner }),
            None => Color::ALL.into_iter().flat_map(|side| looking::reaching(board, square, side)).collect(),
        };
        Looking::Reached { square, by, defending: defending && board.color_at(square).is_some() }.into()
    }

    fn doings(&self, square: Square, captures: bool) -> Announcement {
        let position = self.looked_at();
        let piece = position.board().piece_at(square).map(|piece| (piece.role, piece.color));
        Looking::Doings { square, piece, doings: looking::doings(position, square), captures }.into()
    }

    fn start_position(&self) -> Announcement {
        let start = &self.record.start().position;
        let board = start.position().board();
        let usual = Chess::default();
        if board == usual.board() {
            return Looking::UsualStart.into();
        }
        let back_rank = (0..8).map(|file| board.role_at(Square::new(file)));
        match back_rank.collect::<Option<Vec<Role>>>() {
            Some(roles) if start.is_chess960() && board.pawns() == usual.board().pawns() => {
                Looking::BackRank(roles).into()
            }
            _ => {
                let men = |side: Color| {
                    let of = |role: Role| {
                        board.by_piece(role.of(side)).into_iter().map(move |square| (square, role))
                    };
                    ROLES.into_iter().flat_map(of).collect()
                };
                Announcement::Position { white: men(Color::White), black: men(Color::Black) }
            }
        }
    }
}
