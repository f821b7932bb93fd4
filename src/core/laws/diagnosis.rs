//! Finds the [`Reason`] that tells a player most about an illegal attempt.

use std::cmp::Reverse;

use shakmaty::{Bitboard, CastlingSide, Chess, Color, File, Position, Rank, Role, Square, attacks};

use super::{Attempt, Ending, PieceOn, Reason, RightLost};

/// Returns the reason why no legal move fits the attempt.
///
/// In this order: a piece that is not there, the way it moves, what stands in the way, what it captures, and last the
/// own king.
pub(super) fn diagnose(position: &Chess, attempt: &Attempt) -> Reason {
    if let Some(ending) = Ending::of_position(position) {
        return Reason::GameOver(ending);
    }
    let board = MoveDiagnosis { position, attempt };
    if let Some(side) = attempt.castling {
        return board.castling(side).unwrap_or(Reason::CastlingLost { side, because: RightLost::Unknown });
    }
    match board.movers() {
        Err(reason) => reason,
        Ok(movers) => board.weightiest_reason(movers),
    }
}

/// A position and an attempt to be explained.
struct MoveDiagnosis<'a> {
    position: &'a Chess,
    attempt: &'a Attempt,
}

impl MoveDiagnosis<'_> {
    fn us(&self) -> Color {
        self.position.turn()
    }

    fn on(&self, square: Square) -> Option<PieceOn> {
        self.position.board().piece_at(square).map(|piece| PieceOn { square, piece })
    }

    /// Returns the player's pieces that the attempt can mean; never none.
    fn movers(&self) -> Result<Bitboard, Reason> {
        let role = self.attempt.moved_role();
        let ours = self.position.us();
        let of_role = role.map_or(ours, |role| self.position.our(role));
        if let Some(square) = self.attempt.from.square() {
            let found = self.on(square).ok_or(Reason::EmptySquare { square })?;
            return match role {
                _ if found.piece.color != self.us() => Err(Reason::OpponentsPiece(found)),
                Some(said) if said != found.piece.role => Err(Reason::OtherPiece { said, found }),
                _ => Ok(square.into()),
            };
        }
        let there: Bitboard = of_role.into_iter().filter(|square| self.attempt.from.fits(*square)).collect();
        match role {
            Some(role) if of_role.is_empty() => Err(Reason::NoPieceLeft { role, side: self.us() }),
            Some(role) if there.is_empty() => {
                Err(Reason::NonePlaced { role, from: self.attempt.from, side: self.us() })
            }
            // Without a role, only a named rank or file without any own piece gets here.
            None if there.is_empty() => {
                Err(Reason::CannotMove { role, from: self.attempt.from, side: self.us() })
            }
            _ => Ok(there),
        }
    }

    /// Returns the weightiest reason among all pieces and squares that can be meant.
    fn weightiest_reason(&self, movers: Bitboard) -> Reason {
        let Attempt { from, to, .. } = *self.attempt;
        let role = self.attempt.moved_role().or_else(|| self.role_of_single(movers));
        if let Some((only, to)) = movers.single_square().zip(to.square())
            && (from.square().is_some() || role != Some(Role::Pawn))
        {
            return self.reason_for(only, to);
        }
        if let Some(captured) = self.attempt.captured
            && self.position.their(captured).is_empty()
        {
            return Reason::NoPieceToCapture { role: captured, side: !self.us() };
        }
        let best = movers
            .into_iter()
            .flat_map(|from| self.targets().into_iter().map(move |to| (from, to)))
            .map(|(from, to)| (self.reason_for(from, to), attacks::between(from, to).count()))
            // Of equals the nearest piece.
            .max_by_key(|(reason, distance)| (reason.weight(), Reverse(*distance)))
            .map(|(reason, _)| reason)
            .filter(|reason| self.is_informative(reason))
            // An own piece on the destination stops all of them, a piece in the way only one.
            .map(|reason| match (reason, to.square()) {
                (Reason::PathBlocked(_), Some(to)) => self.own_piece(to).unwrap_or(reason),
                _ => reason,
            });
        best.unwrap_or_else(|| self.none_fits(role))
    }

    /// Returns what none of several pieces can do: move, get there, or do what else was said.
    fn none_fits(&self, role: Option<Role>) -> Reason {
        let Attempt { from, to, captures, captured, promotion, en_passant, .. } = *self.attempt;
        let legal = self.position.legal_moves();
        let mut there = legal.iter().filter(|m| {
            let arrives = m.castling_side().map_or(m.to(), |side| side.king_to(self.us()));
            role.is_none_or(|role| role == m.role())
                && m.from().is_some_and(|square| from.fits(square))
                && to.fits(arrives)
        });
        let moves_there = there.clone().next().is_some();
        let side = self.us();
        if en_passant && moves_there && !there.any(|m| m.is_en_passant()) {
            Reason::NoEnPassant
        } else if promotion.is_some() && moves_there {
            Reason::NonePromotes
        } else if captured.is_some() && to.square().is_none() || captures && moves_there {
            Reason::CannotCapture { role, captured }
        } else if to.is_any() {
            Reason::CannotMove { role, from, side }
        } else {
            Reason::NoneReaches { role, from, to, side }
        }
    }

    fn role_of_single(&self, movers: Bitboard) -> Option<Role> {
        self.position.board().role_at(movers.single_square()?)
    }

    /// Returns the squares that can be meant as the destination.
    fn targets(&self) -> Bitboard {
        let fit: Bitboard =
            Bitboard::FULL.into_iter().filter(|square| self.attempt.to.fits(*square)).collect();
        match self.attempt.captured {
            Some(role) if self.attempt.to.square().is_none() => fit & self.position.their(role),
            _ if self.attempt.captures && self.attempt.to.square().is_none() => fit & self.position.them(),
            _ => fit,
        }
    }

    /// Whether a reason for one of several pieces tells more than "none can".
    fn is_informative(&self, reason: &Reason) -> bool {
        let captures = self.attempt.captures || self.attempt.captured.is_some() || self.attempt.en_passant;
        match reason {
            Reason::ExposesKing { .. }
            | Reason::KingInCheck(_)
            | Reason::PromotionTo(_)
            | Reason::OnlyPawnPromotes => true,
            Reason::KingIntoCheck { .. } => !self.attempt.to.is_any() || captures,
            // "Eva David" names no rank but a pawn capture; "Eva fünf" is no capture by the pawn on d4.
            Reason::NothingToCapture(_) | Reason::EnPassantTooLate(_) => {
                captures && self.attempt.to.square().is_some()
                    || self.attempt.from.file.is_some() && self.attempt.to.file.is_some()
            }
            Reason::SameSquare(_) | Reason::MovesOtherwise { .. } => false,
            Reason::GameOver(_)
            | Reason::EmptySquare { .. }
            | Reason::OpponentsPiece(_)
            | Reason::OtherPiece { .. }
            | Reason::NoPieceLeft { .. }
            | Reason::NonePlaced { .. }
            | Reason::NoneReaches { .. }
            | Reason::CannotMove { .. }
            | Reason::PathBlocked(_)
            | Reason::OwnPieceOnTarget(_)
            | Reason::OtherPieceCaptured { .. }
            | Reason::NoPieceToCapture { .. }
            | Reason::CannotCapture { .. }
            | Reason::PawnCapturesStraight(_)
            | Reason::PawnBlocked(_)
            | Reason::DoubleStepLater(_)
            | Reason::NoEnPassant
            | Reason::NoPromotion(_)
            | Reason::NonePromotes
            | Reason::CastlingLost { .. }
            | Reason::CastlingInCheck { .. }
            | Reason::CastlingBlocked { .. }
            | Reason::CastlingAttacked { .. } => self.attempt.to.square().is_some(),
        }
    }

    /// Returns why one piece cannot go to one square as attempted.
    fn reason_for(&self, from: Square, to: Square) -> Reason {
        let Some(mover) = self.on(from) else {
            return Reason::EmptySquare { square: from };
        };
        let role = mover.piece.role;
        if from == to {
            return Reason::SameSquare(from);
        }
        if role == Role::King
            && let Some(side) = self.castling_squares(from, to)
        {
            // If castling itself is possible, a capture or a promotion was said with it.
            return self
                .castling(side)
                .or_else(|| self.own_piece(to))
                .or_else(|| self.capture(mover, to))
                .or_else(|| self.promotion(role, to))
                .unwrap_or(Reason::MovesOtherwise { piece: mover, to });
        }
        let way = if role == Role::Pawn { self.pawn_path(from, to) } else { self.piece_path(mover, to) };
        way.or_else(|| self.own_piece(to))
            .or_else(|| self.capture(mover, to))
            .or_else(|| self.promotion(role, to))
            .or_else(|| self.king_safety(mover, to))
            .unwrap_or(Reason::MovesOtherwise { piece: mover, to })
    }

    /// Returns why a piece does not get there: it moves otherwise, or something stands between.
    fn piece_path(&self, mover: PieceOn, to: Square) -> Option<Reason> {
        if !attacks::attacks(mover.square, mover.piece, Bitboard::EMPTY).contains(to) {
            return Some(Reason::MovesOtherwise { piece: mover, to });
        }
        // Nothing is between for a knight or a king.
        self.nearest(attacks::between(mover.square, to), mover.square).map(Reason::PathBlocked)
    }

    /// Returns why a pawn does not get there.
    fn pawn_path(&self, from: Square, to: Square) -> Option<Reason> {
        let us = self.us();
        let mover = PieceOn { square: from, piece: us.pawn() };
        let forward = |square: Square| square.offset(us.fold_wb(8, -8));
        if attacks::pawn_attacks(us, from).contains(to) {
            return None;
        }
        let double = forward(from).and_then(forward) == Some(to);
        if forward(from) != Some(to) && !double {
            return Some(Reason::MovesOtherwise { piece: mover, to });
        }
        if double && us.relative_rank(from.rank()) != Rank::Second {
            return Some(Reason::DoubleStepLater(from));
        }
        if let Some(blocker) = self.nearest(attacks::between(from, to), from) {
            return Some(Reason::PathBlocked(blocker));
        }
        let ahead = self.on(to).filter(|ahead| ahead.piece.color != us)?;
        Some(if self.attempt.captures || self.attempt.captured.is_some() {
            Reason::PawnCapturesStraight(ahead)
        } else {
            Reason::PawnBlocked(ahead)
        })
    }

    fn own_piece(&self, to: Square) -> Option<Reason> {
        self.on(to).filter(|own| own.piece.color == self.us()).map(Reason::OwnPieceOnTarget)
    }

    /// Returns what is wrong with the capture, if the piece could go there.
    fn capture(&self, mover: PieceOn, to: Square) -> Option<Reason> {
        let diagonal = mover.piece.role == Role::Pawn && mover.square.file() != to.file();
        let en_passant = diagonal && self.position.pseudo_legal_ep_square() == Some(to);
        let said = self.attempt.captured;
        match self.on(to) {
            Some(_) if self.attempt.en_passant => Some(Reason::NoEnPassant),
            Some(found) => said
                .filter(|said| *said != found.piece.role)
                .map(|said| Reason::OtherPieceCaptured { said, found }),
            None if en_passant => said.filter(|said| *said != Role::Pawn).map(|said| {
                let square = Square::from_coords(to.file(), mover.square.rank());
                Reason::OtherPieceCaptured { said, found: PieceOn { square, piece: (!self.us()).pawn() } }
            }),
            None if diagonal => {
                Some(self.passed_pawn(mover.square, to).unwrap_or(if self.attempt.en_passant {
                    Reason::NoEnPassant
                } else {
                    Reason::NothingToCapture(to)
                }))
            }
            None if self.attempt.en_passant => Some(Reason::NoEnPassant),
            None => (self.attempt.captures || said.is_some()).then_some(Reason::NothingToCapture(to)),
        }
    }

    /// Returns the opponent's pawn that may have passed the square earlier.
    fn passed_pawn(&self, from: Square, to: Square) -> Option<Reason> {
        let beside = Square::from_coords(to.file(), from.rank());
        let them = !self.us();
        let passed = them.relative_rank(from.rank()) == Rank::Fourth
            && self.on(beside).is_some_and(|piece| piece.piece == them.pawn())
            && self.on(Square::from_coords(to.file(), them.relative_rank(Rank::Second))).is_none();
        passed.then_some(Reason::EnPassantTooLate(beside))
    }

    fn promotion(&self, role: Role, to: Square) -> Option<Reason> {
        let new = self.attempt.promotion?;
        if role != Role::Pawn {
            return Some(Reason::OnlyPawnPromotes);
        }
        if to.rank() != (!self.us()).backrank() {
            return Some(Reason::NoPromotion(to));
        }
        matches!(new, Role::King | Role::Pawn).then_some(Reason::PromotionTo(new))
    }

    /// Returns what attacks the own king after the move.
    fn king_safety(&self, mover: PieceOn, to: Square) -> Option<Reason> {
        let board = self.position.board();
        let king = board.king_of(self.us())?;
        let mut captured = Bitboard::from(to);
        if mover.piece.role == Role::Pawn && mover.square.file() != to.file() && self.on(to).is_none() {
            captured = Square::from_coords(to.file(), mover.square.rank()).into();
        }
        let occupied = (board.occupied().without(mover.square) & !captured) | Bitboard::from(to);
        let attackers =
            |square| board.attacks_to(square, !self.us(), occupied) & !captured & !Bitboard::from(to);
        if mover.piece.role == Role::King {
            let by = self.first(attackers(to), to)?;
            return Some(Reason::KingIntoCheck { to, by });
        }
        let after = attackers(king);
        let still = after & self.position.checkers();
        if let Some(by) = self.first(still, king) {
            return Some(Reason::KingInCheck(by));
        }
        self.first(after, king).map(|by| Reason::ExposesKing { piece: mover, by })
    }

    /// Returns the castling side that these squares of a king move mean, if any.
    fn castling_squares(&self, from: Square, to: Square) -> Option<CastlingSide> {
        let castles = self.position.castles();
        let side = CastlingSide::from_king_side(from.file() < to.file());
        let home = self.us().backrank();
        if from.rank() != home || to.rank() != home {
            return None;
        }
        if castles.rook(self.us(), side) == Some(to) {
            return Some(side);
        }
        let corner = Square::from_coords(side_corner(side), home);
        let standard = castles.mode().is_standard()
            && from.file() == File::E
            && (to == side.king_to(self.us())
                || to == corner && self.on(to).is_some_and(|rook| rook.piece == self.us().rook()));
        standard.then_some(side)
    }

    /// Returns why castling to that side is illegal; none if it is legal.
    fn castling(&self, side: CastlingSide) -> Option<Reason> {
        let (us, board) = (self.us(), self.position.board());
        let castles = self.position.castles();
        let king = board.king_of(us)?;
        let Some(rook) = castles.rook(us, side) else {
            // The game knows how it was lost, the position does not.
            return Some(Reason::CastlingLost { side, because: RightLost::Unknown });
        };
        if let Some(by) = self.first(self.position.checkers(), king) {
            return Some(Reason::CastlingInCheck { side, by });
        }
        if let Some(piece) = self.nearest(castles.path(us, side), king) {
            return Some(Reason::CastlingBlocked { side, piece });
        }
        let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
        let crossed = attacks::between(king, king_to).with(king_to);
        let mut crossed: Vec<Square> = crossed.into_iter().filter(|square| *square != king).collect();
        crossed.sort_by_key(|square| square.distance(king));
        let before = board.occupied().without(king);
        let after = before.without(rook).with(rook_to);
        let attacker = |square: Square, occupied| self.first(board.attacks_to(square, !us, occupied), square);
        let crossing =
            |square| Some(Reason::CastlingAttacked { side, through: square, by: attacker(square, before)? });
        // In Chess960 the rook that leaves its square may open the rank to the king's destination.
        let exposing = || {
            let piece = PieceOn { square: rook, piece: us.rook() };
            Some(Reason::ExposesKing { piece, by: attacker(king_to, after)? })
        };
        crossed.into_iter().find_map(crossing).or_else(exposing)
    }

    /// Returns the nearest piece on some squares.
    fn nearest(&self, squares: Bitboard, to: Square) -> Option<PieceOn> {
        self.first(squares & self.position.board().occupied(), to)
    }

    fn first(&self, squares: Bitboard, to: Square) -> Option<PieceOn> {
        squares.into_iter().min_by_key(|square| square.distance(to)).and_then(|square| self.on(square))
    }
}

/// Returns the file of the castling rook in standard chess.
fn side_corner(side: CastlingSide) -> File {
    if side.is_king_side() { File::H } else { File::A }
}
