//! Irregularities (FIDE 7, 6.10): reported by a player, ruled on by the arbiter.
//!
//! The clocks stop with the question to the arbiter, and a no starts them again. An arbiter who reports is not asked.

use std::time::Duration;

use super::{Handler, PendingConfirmation, Phase};
use crate::{
    announce::{Announcement, ArbiterAnnouncement, Declaration},
    grammar::{Irregularity, Ruling},
    journal::{self, Entry},
    laws::{
        Article, ByColor, CanMate, ClockFault, Color, Ending, Fault, Move, Outcome, Position, Remedy, Role,
        Ruleset, Square, TouchObligation,
        irregularity::{
            board_turned, colours_reversed, displaced, displaced_found, illegal_move_stands, wrong_start,
        },
        may_rule,
    },
};

/// What the arbiter is asked to rule on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArbiterCase {
    /// A fault that counts as a completed illegal move, after so many half-moves.
    Fault {
        by: Color,
        fault: Fault,
        ply: usize,
        /// Found only later: its number is told.
        later: bool,
    },
    /// An unreplaced pawn, with its square where it was said; which one it is, is not told.
    PawnAsSaid(Option<Square>),
    /// The unreplaced pawn, moved as if to become a queen, after so many half-moves.
    Pawn { m: Move, ply: usize },
    /// Pieces were displaced, and the game went on from there.
    DisplacedSince { ply: usize },
    /// This side has displaced pieces and puts them right on its own time.
    Displaced(Color),
    /// `side` had touched another piece before it made its last move (FIDE 4.3, 4.8).
    TouchedBefore { side: Color, square: Square },
    /// The position cannot have come about by legal moves.
    IllegalPosition,
    /// The game began from a wrong position.
    WrongStart,
    /// The players have each other's colours.
    ColoursReversed,
    /// The clock is defective or was set wrongly.
    Clock {
        fault: ClockFault,
        /// What both have left by the arbiter's estimate.
        left: ByColor<Duration>,
        estimated: bool,
    },
    /// The machine stood still while this side's clock ran.
    StoodStill { side: Color, time: Duration },
}

impl ArbiterCase {
    /// The ruling on it, as the journal names it.
    pub(super) fn ruling(&self) -> Ruling {
        match self {
            ArbiterCase::Fault { fault, .. } => Ruling::from(*fault),
            ArbiterCase::Pawn { .. } | ArbiterCase::PawnAsSaid(_) => Ruling::PawnNotReplaced,
            ArbiterCase::DisplacedSince { .. } => Ruling::DisplacedSince,
            ArbiterCase::Displaced(_) => Ruling::Displaced,
            ArbiterCase::TouchedBefore { .. } => Ruling::TouchedBefore,
            ArbiterCase::IllegalPosition => Ruling::IllegalPosition,
            ArbiterCase::WrongStart => Ruling::WrongStart,
            ArbiterCase::ColoursReversed => Ruling::ColoursReversed,
            ArbiterCase::Clock { fault, .. } => Ruling::from(*fault),
            ArbiterCase::StoodStill { .. } => Ruling::StoodStill,
        }
    }
}

/// Why there is nothing to ask the arbiter about.
enum NoCase {
    /// The score has no move with that number.
    NoSuchMove,
    /// The ruleset in use does not know it.
    UnknownFault,
    /// It is none where an arbiter is at every board.
    OnlyUnsupervised,
    /// This side has moved since (A.5.2).
    Stands(Color),
    NoClock,
}

impl Handler<'_> {
    /// Asks the arbiter about what was reported, where there is something to ask.
    pub(super) fn report(&mut self, reported: Irregularity) {
        let case = match reported {
            Irregularity::IllegalMove { by, number } => self.illegal_move(by, number),
            Irregularity::PressedWithoutMove(_) if !self.record.rules().switches().press_needs_move => {
                Err(NoCase::UnknownFault)
            }
            Irregularity::PressedWithoutMove(by) => {
                let by = by.or(self.record.pressed_without_move()).unwrap_or_else(|| self.turn());
                let ply = self.record.game().moves().len();
                Ok(ArbiterCase::Fault { by, fault: Fault::PressedWithoutMove, ply, later: false })
            }
            Irregularity::TwoHands(_) if !self.record.rules().switches().two_hands => {
                Err(NoCase::UnknownFault)
            }
            Irregularity::TwoHands(by) => {
                let ply = self.record.game().moves().len().checked_sub(1);
                let fault = |ply| ArbiterCase::Fault {
                    by: by.unwrap_or_else(|| self.record.game().position_at(ply).turn()),
                    fault: Fault::TwoHands,
                    ply,
                    later: false,
                };
                ply.map(fault).ok_or(NoCase::NoSuchMove)
            }
            Irregularity::IllegalPosition if self.record.rules().is_unsupervised() => {
                Ok(ArbiterCase::IllegalPosition)
            }
            Irregularity::IllegalPosition => Err(NoCase::OnlyUnsupervised),
            Irregularity::PawnNotReplaced(square) if self.record.is_discreet() => {
                Ok(ArbiterCase::PawnAsSaid(square))
            }
            Irregularity::PawnNotReplaced(square) => return self.report_pawn(square),
            Irregularity::DisplacedSince { number, by } => self
                .record
                .ply_of(number, by.unwrap_or(Color::White))
                .map(|ply| ArbiterCase::DisplacedSince { ply })
                .ok_or(NoCase::NoSuchMove),
            Irregularity::Displaced(by) => {
                Ok(ArbiterCase::Displaced(by.or(self.origin.side()).unwrap_or_else(|| self.side_to_run())))
            }
            Irregularity::WrongStart => {
                let ruling = wrong_start(self.record.game(), self.record.rules());
                if ruling.remedy == Remedy::GoesOn {
                    return self.go_on_as_it_is(Ruling::WrongStart, ruling.article);
                }
                Ok(ArbiterCase::WrongStart)
            }
            Irregularity::ColoursReversed => {
                let ruling = colours_reversed(self.record.game(), self.record.rules());
                let asked = self.record.ruleset() == Ruleset::Fide2009;
                if ruling.remedy != Remedy::NewGame && !asked {
                    return self.go_on_as_it_is(Ruling::ColoursReversed, ruling.article);
                }
                Ok(ArbiterCase::ColoursReversed)
            }
            Irregularity::BoardTurned => {
                let article = board_turned(self.record.game(), self.record.rules()).article;
                return self.go_on_as_it_is(Ruling::BoardTurned, article);
            }
            Irregularity::Clock { fault, after } => self.clock_fault(fault, after),
        };
        match case {
            Ok(case) => self.ask_arbiter(case),
            Err(NoCase::NoSuchMove) if self.record.game().moves().is_empty() => {
                self.refuse(Announcement::NoMoveYet)
            }
            Err(NoCase::NoSuchMove) => self.refuse(Declaration::NoSuchMove.into()),
            Err(NoCase::OnlyUnsupervised) => self.refuse(Declaration::OnlyUnsupervised.into()),
            Err(NoCase::Stands(moved)) => self.refuse(ArbiterAnnouncement::FaultStands(moved).into()),
            Err(NoCase::UnknownFault) => self.refuse(Declaration::NoFault.into()),
            Err(NoCase::NoClock) => self.refuse(Announcement::NoClock),
        }
    }

    /// Stops the clocks and asks; an arbiter at the desk is not asked.
    pub(super) fn ask_arbiter(&mut self, case: ArbiterCase) {
        self.drop_question();
        if self.is_at_desk() && may_rule(self.origin) {
            return self.rule_on(case);
        }
        self.halt_for_question();
        self.ask_back(PendingConfirmation::Irregular(case));
    }

    /// Rules as the arbiter has confirmed.
    pub(super) fn rule_on(&mut self, case: ArbiterCase) {
        self.close_question();
        self.session.clocks.forget_question();
        match case {
            ArbiterCase::Fault { by, fault, ply, .. } => self.penalize(by, fault, None, ply),
            ArbiterCase::PawnAsSaid(square) => match self.pawns_to_replace(square).as_slice() {
                [(m, ply)] => self.rule_on(ArbiterCase::Pawn { m: *m, ply: *ply }),
                [] => self.refuse(Declaration::NoPawnToReplace.into()),
                _ => self.refuse(Announcement::Unclear),
            },
            ArbiterCase::Pawn { m, ply } => {
                let by = self.record.game().position_at(ply).turn();
                self.penalize(by, Fault::PawnNotReplaced(m.to()), Some(m), ply);
            }
            ArbiterCase::DisplacedSince { ply } => {
                let article = displaced_found(self.record.game(), ply).article;
                self.write_ruling(Ruling::DisplacedSince, article);
                self.return_to(ply);
            }
            ArbiterCase::Displaced(side) => {
                self.write_ruling(Ruling::Displaced, displaced(side).article);
                if self.record.clock().is_some() {
                    self.write(Entry::PuttingRight { side });
                    self.show_clock();
                }
                self.tell(Declaration::PuttingRight(side).into());
            }
            ArbiterCase::TouchedBefore { side, square } => {
                let ply = self.record.game().moves().len().saturating_sub(1);
                let details = format!("{} {square}", side.fold_wb("white", "black"));
                self.write_ruling_in_detail(Ruling::TouchedBefore, details, Article::TOUCHED_OWN);
                self.reinstate(ply, None, Vec::new());
                self.write(Entry::Touched { square });
                self.show_clock();
                self.tell(Declaration::Returned(self.turn()).into());
                if let TouchObligation::OneOf { because, .. } = self.record.owed() {
                    self.tell(Declaration::TouchedMust(because).into());
                }
            }
            ArbiterCase::IllegalPosition => {
                self.write_ruling(Ruling::IllegalPosition, Article::ILLEGAL_POSITION);
                self.end(Outcome::draw(Ending::Arbiter));
            }
            ArbiterCase::WrongStart => {
                let article = wrong_start(self.record.game(), self.record.rules()).article;
                self.write_ruling(Ruling::WrongStart, article);
                self.begin_anew(false);
            }
            ArbiterCase::ColoursReversed => {
                self.write_ruling(Ruling::ColoursReversed, Article::COLOURS_REVERSED);
                self.begin_anew(true);
            }
            ArbiterCase::Clock { fault, left, .. } => {
                let article = match fault {
                    ClockFault::Defect => Article::CLOCK_DEFECT,
                    ClockFault::WrongSetting => Article::CLOCK_SETTING,
                };
                self.write_ruling(fault.into(), article);
                self.set_times(left);
                self.show_clock();
                self.tell(Declaration::ClockSet { replace: fault == ClockFault::Defect }.into());
            }
            ArbiterCase::StoodStill { side, time } => {
                self.write_ruling(Ruling::StoodStill, Article::CLOCK_DEFECT);
                let left = self.record.clock().map_or(Duration::ZERO, |clock| clock.left(side, self.at));
                self.set_left(side, left + time);
                self.show_clock();
                self.tell(Declaration::ClockSet { replace: false }.into());
            }
        }
    }

    /// Penalizes a completed illegal move (FIDE 7.5.1 to 7.5.5): it is undone, or the pawn becomes a queen, and it costs
    /// time or the game.
    fn penalize(&mut self, by: Color, fault: Fault, pawn: Option<Move>, ply: usize) {
        let (offences, rules) = (self.record.offences(), self.record.rules());
        let ruling = offences.clone().rule(by, fault, CanMate::Unknown, rules);
        self.write_ruling(fault.into(), ruling.article);
        let last = self.record.game().moves().get(ply).copied();
        // A move that was refused stands in no score, but was made.
        let refused = match fault {
            Fault::IllegalMove if last.is_none() => self.record.refused_touches().to_vec(),
            Fault::IllegalMove | Fault::PawnNotReplaced(_) | Fault::PressedWithoutMove | Fault::TwoHands => {
                Vec::new()
            }
        };
        let queen = pawn.filter(|_| matches!(ruling.remedy, Remedy::PawnIsQueen(_)));
        let stands = ruling.remedy == Remedy::GoesOn;
        if !stands && (queen.is_none() || queen != last) {
            self.reinstate(ply, pawn.or(last).filter(|_| queen.is_none()), refused);
        }
        if let Some(m) = queen.filter(|_| queen != last) {
            let told = self.legal_move(m);
            self.write(Entry::PawnIsQueen { uci: self.record.uci(m) });
            self.tell(Announcement::Moved(told));
        } else if queen.is_none() && !stands && fault != Fault::PressedWithoutMove {
            self.tell(Declaration::Returned(self.turn()).into());
        }
        let gains = ruling.gains.filter(|_| self.record.clock().is_some());
        let gains = gains.map_or(Duration::ZERO, |(_, time)| time);
        self.write(Entry::Penalized { side: by, gains_ms: journal::in_ms(gains) });
        self.show_clock();
        if ruling.outcome.is_some() {
            return self.lose(by, Ending::IllegalMoves(by));
        }
        if let Some(outcome) = self.outcome_on_board() {
            return self.end(outcome);
        }
        self.tell_added_time(!by, gains);
        if let TouchObligation::OneOf { because, .. } = self.record.owed() {
            self.tell(Declaration::TouchedMust(because).into());
        }
    }

    /// Returns to the position before the fault, where what the move touched counts as touched.
    fn reinstate(&mut self, ply: usize, touched: Option<Move>, refused: Vec<Square>) {
        let made = self.record.game().moves().len();
        let mut squares = refused;
        if ply + 1 == made {
            squares.extend_from_slice(self.record.touched_before());
            let by = !self.turn();
            // The time the press added is taken back; the opponent's stays.
            let mut clock = self.record.clock().cloned().filter(|_| !self.record.is_open());
            if let Some(clock) = &mut clock {
                clock.unpress(by, self.at);
            }
            self.write(Entry::ReturnedTo { ply });
            if let Some(clock) = clock {
                self.set_left(by, clock.left(by, self.at));
            }
        } else if ply < made {
            let times = self.times_at(ply);
            self.write(Entry::ReturnedTo { ply });
            if let Some(times) = times {
                self.set_times(times);
            }
        }
        if let Some(m) = touched {
            squares.extend(m.from());
            squares.extend(m.capture().map(|_| m.to()));
        }
        for square in squares {
            let on_board = self.record.game().position().board().piece_at(square).is_some();
            if on_board && !self.record.touch().touched().contains(&square) {
                self.write(Entry::Touched { square });
            }
        }
    }

    fn illegal_move(&self, by: Option<Color>, number: Option<u16>) -> Result<ArbiterCase, NoCase> {
        let made = self.record.game().moves().len();
        let just_moved = if made == 0 { self.turn() } else { !self.turn() };
        let refused = (!self.record.refused_touches().is_empty()).then(|| self.turn());
        let by = by.or(self.record.pressed_without_move()).or(refused).unwrap_or(just_moved);
        let ply = match number {
            Some(number) => self.record.ply_of(number, by),
            // The side on move made it on the board; it was never entered.
            None if by == self.turn() => Some(made),
            None => made.checked_sub(1),
        };
        let ply = ply.ok_or(NoCase::NoSuchMove)?;
        if illegal_move_stands(self.record.game(), ply, self.record.rules()) {
            return Err(NoCase::Stands(!self.record.game().position_at(ply).turn()));
        }
        Ok(ArbiterCase::Fault { by, fault: Fault::IllegalMove, ply, later: number.is_some() })
    }

    /// "Bauer nicht ersetzt".
    fn report_pawn(&mut self, square: Option<Square>) {
        let found = self.pawns_to_replace(square);
        match found.as_slice() {
            [] => self.refuse(Declaration::NoPawnToReplace.into()),
            [(m, ply)] => self.ask_arbiter(ArbiterCase::Pawn { m: *m, ply: *ply }),
            _ => {
                self.drop_question();
                self.ask_which(found.into_iter().map(|(m, _)| m).collect(), super::phase::Purpose::Pawn);
            }
        }
    }

    /// The promotion being asked about, the last move, or those that can be made; each with the half-moves before it.
    fn pawns_to_replace(&self, square: Option<Square>) -> Vec<(Move, usize)> {
        let game = self.record.game();
        let made = game.moves().len();
        let asked: &[Move] =
            if let Phase::Choosing { candidates, .. } = self.phase() { candidates } else { &[] };
        let named = |m: &Move| square.is_none_or(|square| m.to() == square || m.from() == Some(square));
        let queens = |moves: &[Move]| -> Vec<Move> {
            let queen = |m: &&Move| m.promotion() == Some(Role::Queen) && named(m);
            moves.iter().filter(queen).copied().collect()
        };
        let waiting = self.record.pressed_without_move().is_some();
        let mut found = queens(asked);
        let mut ply = made;
        if found.is_empty()
            && !waiting
            && let Some(last) = game.moves().last().filter(|m| m.is_promotion())
        {
            let before = game.position_at(made - 1);
            found = queens(&before.legal_moves());
            found.retain(|m| m.from() == last.from() && m.to() == last.to());
            ply = made - 1;
        }
        if found.is_empty() {
            ply = made;
            found = queens(&game.position().legal_moves());
        }
        found.into_iter().map(|m| (m, ply)).collect()
    }

    fn clock_fault(&self, fault: ClockFault, after: Option<u16>) -> Result<ArbiterCase, NoCase> {
        let clock = self.record.clock().ok_or(NoCase::NoClock)?;
        let game = self.record.game();
        let moves = game.position().fullmoves().get() - game.start().fullmoves().get();
        // The first position in which both have made the move with this number.
        let number = after.map_or(0, |after| u32::from(after) + 1);
        let slip = number.saturating_sub(game.start().fullmoves().get()).min(moves);
        let ply = (0..=game.moves().len()).find(|&ply| game.position_at(ply).fullmoves().get() >= number);
        let ply = match after {
            Some(_) => ply.ok_or(NoCase::NoSuchMove)?,
            None => game.moves().len(),
        };
        let now = ByColor::new_with(|side| clock.given(clock.completed(side)));
        let used = ByColor::new_with(|side| now.get(side).saturating_sub(clock.left(side, self.at)));
        let made_since =
            |side| (ply..game.moves().len()).filter(|&n| game.position_at(n).turn() == side).count();
        let recorded = |side| {
            let completed = clock.completed(side).saturating_sub(made_since(side) as u32);
            Some(clock.given(completed).saturating_sub(self.left_at(side, ply)?))
        };
        let recorded = match (recorded(Color::White), recorded(Color::Black)) {
            _ if after.is_none() => Some(used),
            (Some(white), Some(black)) => Some(ByColor { white, black }),
            // Nothing to divide.
            _ if slip >= moves => Some(used),
            _ => None,
        };
        let ruling = fault.rule(recorded, used, moves, slip);
        let left = ByColor::new_with(|side| now.get(side).saturating_sub(*ruling.used.get(side)));
        Ok(ArbiterCase::Clock { fault, left, estimated: ruling.estimated })
    }

    fn go_on_as_it_is(&mut self, about: Ruling, article: Article) {
        self.drop_question();
        self.halt();
        self.write_ruling(about, article);
        self.tell(if article == Article::SET_UP_TOO_LATE {
            ArbiterAnnouncement::SetUpStands.into()
        } else if about == Ruling::BoardTurned {
            Declaration::BoardTurned.into()
        } else {
            Declaration::ColoursStay.into()
        });
    }

    fn begin_anew(&mut self, swapped: bool) {
        self.write(Entry::NewGame { swapped });
        self.session.dialogue.set_repeated(false);
        self.show_clock();
        self.tell(Declaration::NewGame.into());
        self.tell_ready();
    }

    /// "Korrektur" of the arbiter: takes the last ruling back with all it did.
    pub(super) fn take_ruling_back(&mut self) {
        self.write(Entry::RulingTakenBack);
        self.close_question();
        self.show_clock();
        let taken_back = match self.record.ended() {
            Some(outcome) => Declaration::RulingTakenBackOver(outcome.result),
            None => Declaration::RulingTakenBack(self.turn()),
        };
        self.tell(taken_back.into());
    }

    pub(super) fn write_ruling(&mut self, about: Ruling, article: Article) {
        self.write_ruling_in_detail(about, String::new(), article);
    }

    /// The same with details: a side, a time, a number.
    pub(super) fn write_ruling_in_detail(&mut self, about: Ruling, details: String, article: Article) {
        let article = article.number(self.record.ruleset()).to_owned();
        self.write(Entry::Ruled { about, details, article });
    }

    pub(super) fn set_times(&mut self, times: ByColor<Duration>) {
        Color::ALL.into_iter().for_each(|side| self.set_left(side, *times.get(side)));
    }

    pub(super) fn set_left(&mut self, side: Color, left: Duration) {
        self.write(Entry::TimeSet { side, left_ms: journal::in_ms(left) });
    }
}
