//! What a question is answered from: the record, the position looked at, the asker and the instant.

use std::{borrow::Cow, time::Duration};

use crate::{
    announce::{
        Announcement, AssistantAnswer, BoardAnswer, Declaration, MoveDetail, MoveInPosition, PawnFile,
    },
    grammar::{Answer, AskedPiece, PageAddress, SideReference},
    journal::Record,
    laws::{
        Attempt, ByColor, Chess, Color, Direction, EnvelopeLabel, File, Game, Piece, Position, Role, Square,
        Verdict,
        board_facts::{self, PlacedPiece},
        judge,
    },
};

/// The order in which pieces are listed.
const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// An answer for each of more pieces is longer than asking again with a square.
const MOST_PIECES_OF_A_KIND: usize = 3;

/// The circumstances of a question.
#[derive(Clone, Copy, Debug)]
pub struct QuestionContext<'a> {
    /// The record of the game.
    pub record: &'a Record,
    /// The number of half-moves before the position looked at.
    pub ply: usize,
    /// The asker, if known.
    pub by: Option<Color>,
    /// The instant of the question.
    pub at: Duration,
    /// In competition the words of the open move.
    pub said: Option<Attempt>,
    /// In competition the squares that were said to be touched.
    pub touched: &'a [Square],
    /// Where the page in a browser is found, if one is served.
    pub page: Option<&'a PageAddress>,
    /// Whether the journal is lost.
    pub unsaved: bool,
    /// The rating of the opponent, if a server told it.
    pub rating: Option<u32>,
}

impl<'a> QuestionContext<'a> {
    /// Whether nothing was played after the place looked at.
    pub(super) fn is_now(&self) -> bool {
        self.ply >= self.record.game().moves().len()
    }

    /// Returns the game up to the place looked at.
    pub(super) fn game(&self) -> Cow<'a, Game> {
        let game = self.record.game();
        if self.is_now() {
            return Cow::Borrowed(game);
        }
        let mut until = game.clone();
        until.return_to(self.ply);
        Cow::Owned(until)
    }

    /// Returns the position looked at.
    pub(super) fn position(&self) -> &'a Chess {
        self.record.game().position_at(self.ply)
    }

    /// Returns the piece on a square of that position.
    pub(super) fn piece(&self, square: Square) -> Option<(Role, Color)> {
        self.position().board().piece_at(square).map(|Piece { role, color }| (role, color))
    }

    /// Returns the same with its square.
    pub(super) fn standing(&self, square: Square) -> Option<PlacedPiece> {
        self.piece(square).map(|(role, color)| (square, role, color))
    }

    /// Returns whose pieces are "mine": the asker's or the user's, else those of the side on move.
    pub(super) fn asker(&self) -> Color {
        self.by.or(self.record.user()).unwrap_or_else(|| self.position().turn())
    }

    /// Returns the side meant; the asker's if both are.
    pub(crate) fn one_side(&self, of: SideReference) -> Color {
        match of {
            SideReference::Of(side) => side,
            SideReference::Theirs => !self.asker(),
            SideReference::Mine | SideReference::Both => self.asker(),
        }
    }

    pub(super) fn sides(&self, of: SideReference) -> Vec<Color> {
        match of {
            SideReference::Both => vec![Color::White, Color::Black],
            SideReference::Mine | SideReference::Theirs | SideReference::Of(_) => vec![self.one_side(of)],
        }
    }

    /// Returns the half-move after the first `ply`.
    pub(super) fn half_move(&self, ply: usize) -> MoveInPosition {
        let (before, m) = (self.record.game().position_at(ply).clone(), self.record.game().moves()[ply]);
        let is_last = ply + 1 == self.record.game().moves().len();
        let said = self.said.filter(|_| is_last);
        let detail = MoveDetail::of(self.record.start().competition, said);
        MoveInPosition { before, m, detail }
    }

    /// Returns the last half-moves, at least one.
    pub(super) fn last_moves(&self, count: usize) -> Announcement {
        let played = self.ply;
        if played == 0 {
            return Announcement::NoMoveYet;
        }
        let from = played.saturating_sub(count.max(1));
        Announcement::LastMoves((from..played).map(|ply| self.half_move(ply)).collect())
    }

    /// Returns the last move of one side, or of either.
    pub(super) fn last_move(&self, of: SideReference) -> Announcement {
        if of == SideReference::Both {
            return self.last_moves(1);
        }
        let (played, side) = (self.ply, self.one_side(of));
        let mut last_two = (played.saturating_sub(2)..played).rev();
        match last_two.find(|&ply| self.record.game().position_at(ply).turn() == side) {
            Some(ply) => Announcement::LastMoves(vec![self.half_move(ply)]),
            None => Announcement::NoMoveYet,
        }
    }

    /// Returns the answer from the clock, or says that there is no clock.
    pub(super) fn by_clock(&self, answer: impl FnOnce(&crate::clock::Clock) -> Announcement) -> Announcement {
        self.record.clock().map_or(Announcement::NoClock, answer)
    }

    /// Returns the pieces that the side on move has touched; where they are not told, the squares that were said.
    pub(super) fn touched(&self) -> AssistantAnswer {
        let touched = self.record.touch().touched().iter();
        if self.record.is_discreet() {
            let said = self.touched.iter().filter(|square| !self.record.touch().touched().contains(square));
            return AssistantAnswer::TouchedSquares(touched.chain(said).copied().collect());
        }
        let board = self.position().board();
        let pieces = touched.flat_map(|&square| board_facts::pieces_on(board, square.into()));
        AssistantAnswer::Touched(pieces.collect())
    }

    /// Returns all pieces of the position looked at.
    pub(super) fn whole_position(&self) -> Announcement {
        whole(self.position())
    }

    /// Returns the start position of the game.
    pub fn start(&self) -> Announcement {
        let start = &self.record.start().position;
        let board = start.position().board();
        let usual = Chess::default();
        if board == usual.board() {
            return BoardAnswer::StandardStart.into();
        }
        let back_rank = (0..8).map(|file| board.role_at(Square::new(file)));
        match back_rank.collect::<Option<Vec<Role>>>() {
            Some(roles) if start.is_chess960() && board.pawns() == usual.board().pawns() => {
                BoardAnswer::BackRank(roles).into()
            }
            _ => whole(start.position()),
        }
    }

    /// Returns the pieces of one kind or of all kinds, of one side or of both.
    pub(super) fn pieces(&self, role: Option<Role>, of: SideReference) -> Announcement {
        let sides = self.sides(of);
        let all = sides.iter().flat_map(|&side| {
            in_order(self.position(), side).into_iter().map(move |(square, role)| (square, role, side))
        });
        let pieces: Vec<PlacedPiece> = all.filter(|piece| role.is_none_or(|role| role == piece.1)).collect();
        match role {
            // The side was named, or "mine" is known.
            Some(role) if pieces.is_empty() || sides.len() == 1 && self.knows(of) => {
                Announcement::Pieces(role, pieces.into_iter().map(|piece| piece.0).collect())
            }
            _ => BoardAnswer::Pieces(pieces).into(),
        }
    }

    /// Whether it was said whose pieces are meant.
    fn knows(&self, of: SideReference) -> bool {
        matches!(of, SideReference::Of(_)) || self.by.or(self.record.user()).is_some()
    }

    /// Returns the pawns on each file that has any.
    pub(super) fn pawns_by_file(&self) -> BoardAnswer {
        let board = self.position().board();
        let on = |file: File| {
            let pieces = board_facts::pieces_on(board, file.into()).into_iter();
            let pawns: Vec<PlacedPiece> = pieces.filter(|piece| piece.1 == Role::Pawn).collect();
            let of = |side| pawns.iter().filter(|pawn| pawn.2 == side).map(|pawn| pawn.0.rank()).collect();
            (!pawns.is_empty()).then(|| PawnFile::Ranks(file, ByColor::new_with(of)))
        };
        BoardAnswer::PawnsByFile(File::ALL.into_iter().filter_map(on).collect())
    }

    /// Returns the number of one side's pieces of each kind but the king.
    pub(super) fn counted(&self, side: Color) -> Vec<(Role, u8)> {
        let board = self.position().board();
        let count = |role: Role| (role, board.by_piece(role.of(side)).count() as u8);
        let others = ROLES.into_iter().filter(|role| *role != Role::King);
        others.map(count).filter(|(_, count)| *count > 0).collect()
    }

    /// Returns the longest diagonal through two squares, or both diagonals through one.
    pub(super) fn diagonal(&self, from: Square, to: Option<Square>) -> BoardAnswer {
        let board = self.position().board();
        let [rising, falling] = board_facts::diagonals(from);
        let mut pieces = board_facts::pieces_on(board, rising);
        match to {
            Some(to) if rising.contains(to) => {}
            Some(_) => pieces = board_facts::pieces_on(board, falling),
            // The diagonals follow each other; the piece on the square is listed once.
            None => pieces
                .extend(board_facts::pieces_on(board, falling).into_iter().filter(|piece| piece.0 != from)),
        }
        BoardAnswer::Pieces(pieces)
    }

    /// Returns the answer about a piece, or about each of those that are meant.
    pub(super) fn about(&self, piece: AskedPiece, answer: impl Fn(Square) -> BoardAnswer) -> Announcement {
        let (role, of) = match piece {
            AskedPiece::On(square) => return answer(square).into(),
            AskedPiece::OfKind(role, of) => (role, of),
        };
        let sides = self.sides(of).into_iter();
        let squares: Vec<Square> =
            sides.flat_map(|side| self.position().board().by_piece(role.of(side))).collect();
        match squares[..] {
            [] => self.pieces(Some(role), of),
            [square] => answer(square).into(),
            _ if squares.len() > MOST_PIECES_OF_A_KIND => Answer::SquareMissing.into(),
            _ => Answer::Each(squares.into_iter().map(|square| answer(square).into()).collect()).into(),
        }
    }

    /// Returns the squares that the piece on a square can go to, or what it can capture.
    pub(super) fn moves_from(&self, square: Square, captures: bool) -> BoardAnswer {
        BoardAnswer::moves(self.position(), square, captures)
    }

    /// Returns the pieces of a side that can go to a square; where that cannot be told, that its king has no moves.
    pub(super) fn moves_to(&self, square: Square, side: Color) -> BoardAnswer {
        let position = self.position();
        let pieces = in_order(position, side);
        if let Some((king, _)) =
            pieces.first().filter(|(at, _)| board_facts::piece_moves(position, *at).is_none())
        {
            return self.moves_from(*king, false);
        }
        let goes_there = |(from, _): &(Square, Role)| {
            let moves = board_facts::piece_moves(position, *from);
            moves.is_some_and(|moves| moves.to.iter().any(|(to, _)| *to == square))
        };
        let able = pieces.into_iter().filter(goes_there);
        BoardAnswer::MovesTo(side, square, able.filter_map(|(from, _)| self.standing(from)).collect())
    }

    /// Returns the moves or captures of each piece of a side that has any; if none has, that its king has none.
    pub(super) fn moves(&self, side: Color, captures: bool) -> Announcement {
        let pieces = in_order(self.position(), side);
        let is_able = |square: &Square| {
            let Some(moves) = board_facts::piece_moves(self.position(), *square) else { return false };
            let wanted = moves.to.iter().any(|(_, captured)| !captures || captured.is_some());
            wanted || !captures && !moves.castling.is_empty()
        };
        let able = pieces.iter().map(|(square, _)| *square).filter(is_able);
        let each: Vec<Announcement> = able.map(|square| self.moves_from(square, captures).into()).collect();
        match (each.is_empty(), pieces.first()) {
            (true, Some((king, _))) => self.moves_from(*king, captures).into(),
            _ => Answer::Each(each).into(),
        }
    }

    /// Returns the envelope's inscription.
    pub(super) fn envelope(&self) -> Announcement {
        match self.record.sealed() {
            None => Announcement::from(Declaration::NothingSealed),
            Some((sealed_by, _)) => {
                let EnvelopeLabel { players, used, draw_offer, resumption } = self.label();
                let described = !self.record.start().competition;
                let named = players.iter().all(|name| !["", "?"].contains(&name.as_str()));
                AssistantAnswer::Envelope {
                    players: named.then_some(players),
                    sealed_by,
                    number: self.game().move_number(),
                    used: self.record.clock().map(|_| used),
                    offer: draw_offer,
                    resumption,
                    position: described.then(|| Box::new(self.whole_position())),
                }
                .into()
            }
        }
    }

    /// Returns the squares that have changed within the last two half-moves.
    pub(super) fn changes(&self) -> BoardAnswer {
        let before = self.record.game().position_at(self.ply.saturating_sub(2));
        let changes = board_facts::changed_squares(before.board(), self.position().board()).into_iter();
        BoardAnswer::Changes(changes.map(|(square, _)| (square, self.piece(square))).collect())
    }

    /// Returns the moves that each side has completed, and those left to the next time control.
    pub(super) fn moves_completed(&self) -> AssistantAnswer {
        // What the clock counts is the game's, and not that of an earlier place.
        let clock = self.record.clock().filter(|_| self.is_now());
        let left = |side| clock?.moves_to_control(side);
        let to_control = left(Color::White).zip(left(Color::Black));
        let to_control = to_control.map(|(white, black)| ByColor { white, black });
        AssistantAnswer::MovesCompleted(self.completed(), to_control)
    }

    /// Returns whether the Laws allow a move; for the side that is not on move, that it is not.
    pub(super) fn allowed(&self, said: &Attempt, of: SideReference) -> Announcement {
        let position = self.position();
        if self.one_side(of) != position.turn() {
            return Announcement::Turn(position.turn());
        }
        match judge(position, said) {
            // "Why may my knight on c6 not move": nothing goes where it stands.
            Verdict::Illegal(_) if let Some(own) = self.named_where_it_stands(said) => {
                self.moves_from(own, false).into()
            }
            Verdict::Illegal(reason) => Announcement::Illegal { reason, discreet: false },
            Verdict::Legal(_) | Verdict::Ambiguous(_) | Verdict::PromotionMissing(_) => {
                Answer::Allowed.into()
            }
        }
    }

    /// Returns the square that is said to be gone to, if the piece that is said to go there stands on it.
    fn named_where_it_stands(&self, said: &Attempt) -> Option<Square> {
        let named = (said.role?, self.position().turn());
        let stands = |square: &Square| self.piece(*square) == Some(named);
        said.to.square().filter(|_| said.from.is_any() && !said.captures).filter(stands)
    }

    /// Returns the pieces from a square on in one direction.
    pub(super) fn ray(&self, from: Square, direction: Direction) -> BoardAnswer {
        let squares = board_facts::ray(from, direction).into_iter();
        BoardAnswer::Pieces(squares.filter_map(|square| self.standing(square)).collect())
    }

    /// Returns what hinders a side from castling.
    pub(super) fn castling(&self, of: SideReference) -> BoardAnswer {
        let side = self.one_side(of);
        BoardAnswer::Castling(side, board_facts::castling_hindrances(&self.game(), self.ply, side))
    }

    /// Returns a side's castling, if it has castled.
    pub(super) fn castled(&self, of: SideReference) -> BoardAnswer {
        let side = self.one_side(of);
        let ply = board_facts::castled(&self.game(), self.ply, side);
        BoardAnswer::Castled(side, ply.map(|ply| self.half_move(ply)))
    }

    /// Returns the last capture.
    pub(super) fn last_capture(&self) -> BoardAnswer {
        let ply = board_facts::last_capture(&self.game(), self.ply);
        BoardAnswer::LastCapture(ply.map(|ply| self.half_move(ply)))
    }

    /// Returns the pieces that each side has lost.
    pub(super) fn captured(&self) -> BoardAnswer {
        let lost = |side| board_facts::captured_pieces(&self.game(), self.ply, side);
        BoardAnswer::Captured { white: lost(Color::White), black: lost(Color::Black) }
    }

    /// Returns the time that is being spent on the move to be completed.
    pub(super) fn time_since_move(&self) -> Answer {
        let (side, time) = self.record.time_since_move(self.at);
        Answer::TimeSinceMove { side, time }
    }

    /// Returns where a pawn can be captured en passant.
    pub(super) fn en_passant(&self) -> Answer {
        let moves = self.position().legal_moves();
        Answer::EnPassant(moves.into_iter().find(|m| m.is_en_passant()).map(|m| m.to()))
    }

    /// Returns the passed pawns of one side or both.
    pub(super) fn passed_pawns(&self, of: SideReference) -> Answer {
        let sides = self.sides(of);
        let mut pawns = board_facts::passed_pawns(self.position().board());
        pawns.retain(|(_, _, side)| sides.contains(side));
        Answer::PassedPawns(pawns, (sides.len() == 1).then(|| sides[0]))
    }

    /// Returns the number of moves that each side has completed; without a clock, which nobody presses, of those made.
    pub(super) fn completed(&self) -> ByColor<u32> {
        let is_open = self.is_now() && self.record.is_open() && self.record.clock().is_some();
        let game = self.game();
        let open = |side| u32::from(is_open && side != game.turn());
        ByColor::new_with(|side| game.moves_made(side) - open(side))
    }

    /// Returns the inscription on the envelope of an adjourned game, besides the position.
    pub(super) fn label(&self) -> EnvelopeLabel {
        self.record.label(self.at)
    }
}

fn whole(position: &Chess) -> Announcement {
    Announcement::Position {
        white: in_order(position, Color::White),
        black: in_order(position, Color::Black),
    }
}

/// Returns one side's pieces, the king first.
fn in_order(position: &Chess, side: Color) -> Vec<(Square, Role)> {
    let board = position.board();
    let of = |role: Role| board.by_piece(role.of(side)).into_iter().map(move |square| (square, role));
    ROLES.into_iter().flat_map(of).collect()
}
