//! Two sheets, one game.
//!
//! An act is placed once all that it had seen is placed. Of what two sides did without knowing of each other, that of the
//! side that moved comes first, else White's: so an offer made while a move was on its way stands after that move, and
//! whoever resigns at the moment of being mated is mated.

use std::time::Duration;

use shakmaty::uci::UciMove;

use super::{PeerAct, PeerEntry, PeerTerms, ReflectionLeft};
use crate::{
    clock::Clock,
    laws::{
        ByColor, CanMate, Claim, ClaimKind, ClaimVerdict, Color, DrawOffers, Ending, Game, GameResult, Move,
        Outcome, Position, Rules, TimeFormat, mate_possible,
    },
};

/// The longest time that a side can state: a year, as in journals.
pub(super) const MOST_TIME: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How long it is searched whether a side can still mate: as long on both sides.
const MATE_NODES: u64 = 100_000;

/// The game that both sheets make.
#[derive(Clone, Debug)]
pub struct MergedGame {
    /// The game.
    pub game: Game,
    /// Whose each of its moves is, and the place in that side's sheet.
    pub placed: Vec<PlacedMove>,
    /// The clock, where there is one; it runs since `at` for the side on move, unless the game is over or has not begun.
    pub clock: Option<Clock>,
    /// What both have left of their reflection time, in a game by correspondence.
    pub reflection: Option<ReflectionLeft>,
    /// The sum of the times of all moves, which is the instant of the clock.
    pub at: Duration,
    /// Which side's offer of a draw stands.
    pub offer: Option<Color>,
    /// Which sides ask to take a move back.
    pub asks: ByColor<bool>,
    /// How the game ended, once it has.
    pub outcome: Option<Outcome>,
    /// The first act that cannot be: nothing after it counts.
    pub fault: Option<MergeFault>,
}

/// A move in a merged game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedMove {
    /// Whose it is.
    pub side: Color,
    /// Its place in that side's sheet.
    pub index: usize,
    /// The time that the side states.
    pub stated: Duration,
    /// What both had left after it, with all that was charged for it; none without a clock.
    pub left: Option<ByColor<Duration>>,
    /// After how much time the flag would have fallen.
    budget: Option<Duration>,
    /// The time charged for it.
    charged: Duration,
}

/// An act that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeFault {
    /// Whose act it is.
    pub side: Color,
    /// Its place in that side's sheet.
    pub index: usize,
    /// The number of the move at which the game stands.
    pub number: u32,
    /// The move, if it is one that can be written.
    pub uci: Option<UciMove>,
    /// Why it cannot be.
    pub kind: MergeFaultKind,
}

/// Why an act cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum MergeFaultKind {
    /// The move is not legal.
    Illegal,
    /// The other side is to move.
    NotOnMove,
    /// The time cannot be.
    Time,
    /// No offer stands that is accepted.
    NotOffered,
    /// Nobody asked for the move that is taken back.
    NotAsked,
    /// The claim of a draw is wrong.
    Claim,
    /// The flag has not fallen.
    Flag,
    /// The game is under way, and no longer aborted.
    Abort,
    /// It has seen what the other side has not written.
    Order,
}

/// Merges both sheets into the game that they make.
pub fn merge(terms: &PeerTerms, sheets: ByColor<&[PeerEntry]>) -> MergedGame {
    let clock = terms.control.clone();
    let clock = clock.map(|control| Clock::with_increment_from(control, PeerTerms::INCREMENT_FROM));
    let mut merging = Merging {
        terms,
        sheets,
        next: ByColor { white: 0, black: 0 },
        offer: None,
        asks: ByColor::default(),
        seen: ByColor { white: 0, black: 0 },
        merged: MergedGame {
            game: Game::from_start(&terms.position),
            placed: Vec::new(),
            clock,
            reflection: terms.reflection.map(ReflectionLeft::new),
            at: Duration::ZERO,
            offer: None,
            asks: ByColor { white: false, black: false },
            outcome: None,
            fault: None,
        },
    };
    merging.run();
    let Merging { mut merged, offer, asks, .. } = merging;
    merged.offer = offer.map(|(side, _)| side);
    merged.asks = asks.map(|asked| asked.stands());
    if let Some(clock) = merged.clock.as_mut().filter(|_| merged.outcome.is_some()) {
        clock.halt(merged.at);
    }
    merged
}

/// A side's requests to take a move back, by their places in its sheet.
#[derive(Clone, Debug, Default)]
struct Asked {
    unanswered: Vec<usize>,
    /// The requests before this place stand no longer: a move was made since.
    lapsed: usize,
}

impl Asked {
    fn stands(&self) -> bool {
        self.unanswered.iter().any(|at| *at >= self.lapsed)
    }

    /// Answers what the other side had seen. Returns whether a request stood, if there was any.
    fn answer(&mut self, seen: usize) -> Option<bool> {
        let lapsed = self.lapsed;
        let answered: Vec<usize> = self.unanswered.extract_if(.., |at| *at < seen).collect();
        (!answered.is_empty()).then(|| answered.into_iter().any(|at| at >= lapsed))
    }
}

struct Merging<'a> {
    terms: &'a PeerTerms,
    sheets: ByColor<&'a [PeerEntry]>,
    /// The place of each side's next act.
    next: ByColor<usize>,
    /// Whose offer stands, and its place in that side's sheet.
    offer: Option<(Color, usize)>,
    asks: ByColor<Asked>,
    /// How much of the other's sheet each side's last act had seen.
    seen: ByColor<usize>,
    merged: MergedGame,
}

impl<'a> Merging<'a> {
    fn run(&mut self) {
        while self.merged.outcome.is_none() {
            let Some((side, entry)) = self.take_next() else { break };
            let (index, seen) = (self.next[side], entry.seen);
            let done = if seen < self.seen[side] {
                Err(MergeFaultKind::Order)
            } else {
                self.place(side, index, entry)
            };
            if let Err(kind) = done {
                return self.stop(side, index, kind);
            }
            self.seen[side] = seen;
            self.next[side] += 1;
        }
        if self.merged.outcome.is_some() {
            return;
        }
        // What is left has seen what is not there.
        if let Some(side) = Color::ALL.into_iter().find(|side| self.next[*side] < self.sheets[*side].len()) {
            self.stop(side, self.next[side], MergeFaultKind::Order);
        }
    }

    /// Returns the act to be placed next.
    fn take_next(&self) -> Option<(Color, &'a PeerEntry)> {
        // What a side did before it saw the other's next act.
        let before = |side: Color| {
            let other = self.next[!side];
            self.sheets[side][self.next[side]..].iter().take_while(move |entry| entry.seen <= other)
        };
        let moves = |side: Color| before(side).any(|entry| entry.act.is_move());
        let ready = |side: Color| before(side).next().map(|entry| (side, entry));
        if moves(Color::Black) && !moves(Color::White) {
            return ready(Color::Black);
        }
        ready(Color::White).or_else(|| ready(Color::Black))
    }

    fn stop(&mut self, side: Color, index: usize, kind: MergeFaultKind) {
        let uci = match self.sheets[side].get(index).map(|entry| &entry.act) {
            Some(PeerAct::Move { uci, .. }) => uci.parse().ok(),
            _ => None,
        };
        let number = self.merged.game.move_number();
        self.merged.fault = Some(MergeFault { side, index, number, uci, kind });
    }

    fn place(&mut self, side: Color, index: usize, entry: &PeerEntry) -> Result<(), MergeFaultKind> {
        let seen = entry.seen;
        match &entry.act {
            PeerAct::Move { uci, ms } => self.play(side, index, seen, uci, *ms)?,
            PeerAct::Waited { of, ms } => self.charge(side, *of, time(*ms)?)?,
            PeerAct::Offer => {
                let mut offers = DrawOffers::new(self.terms.draw_offers);
                let game = &self.merged.game;
                // Where both offer at once, one of the offers is enough.
                if self.offer.is_none() && offers.offer(side, game, true, self.terms.ruleset).is_ok() {
                    self.offer = Some((side, index));
                }
            }
            PeerAct::Accept => {
                let stands = self.offer.is_some_and(|(by, at)| by != side && at < seen);
                let mut offers = DrawOffers::new(self.terms.draw_offers);
                offers.take_over(!side);
                let accepted = offers.accept(side, &self.merged.game, self.terms.ruleset).ok();
                let agreed = accepted.filter(|_| stands).ok_or(MergeFaultKind::NotOffered)?;
                self.merged.outcome = Some(agreed);
            }
            PeerAct::Decline => {
                self.offer.take_if(|(by, at)| *by != side && *at < seen);
            }
            PeerAct::AskBack => self.asks[side].unanswered.push(index),
            PeerAct::GrantBack => match self.asks[!side].answer(seen) {
                Some(true) => self.take_back(!side),
                // The side that asked has moved meanwhile.
                Some(false) => {}
                None => return Err(MergeFaultKind::NotAsked),
            },
            PeerAct::DeclineBack => {
                self.asks[!side].answer(seen);
            }
            PeerAct::Resign => {
                let can = self.can_mate(!side);
                self.merged.outcome = Some(Outcome::resignation(side, can, self.terms.ruleset));
            }
            PeerAct::Abort => {
                let unseen = self.last_unseen(side, seen).is_some();
                if self.merged.placed.len() - usize::from(unseen) >= 2 {
                    return Err(MergeFaultKind::Abort);
                }
                self.merged.outcome = Some(Outcome { result: GameResult::NoResult, ending: Ending::Aborted });
            }
            PeerAct::Claim { claim } => self.claim(side, *claim)?,
            PeerAct::Flag if self.merged.clock.is_some() => self.flag(side),
            PeerAct::Flag => return Err(MergeFaultKind::Flag),
            PeerAct::CallFlag { ms } => self.call_flag(side, seen, time(*ms)?)?,
        }
        Ok(())
    }

    fn play(
        &mut self,
        side: Color,
        index: usize,
        seen: usize,
        uci: &str,
        ms: i64,
    ) -> Result<(), MergeFaultKind> {
        if self.merged.game.turn() != side {
            return Err(MergeFaultKind::NotOnMove);
        }
        let m = legal(&self.merged.game, uci).ok_or(MergeFaultKind::Illegal)?;
        let stated = time(ms)?;
        let charged = if self.terms.counts_own(side) { stated } else { Duration::ZERO };
        let mut budget = None;
        if let Some(left) = &mut self.merged.reflection {
            left.press(side, stated);
        }
        if let Some(clock) = &mut self.merged.clock {
            clock.start(side, self.merged.at);
            budget = clock.flag_falls_at().map(|falls| falls.saturating_sub(self.merged.at));
            self.merged.at += charged;
            clock.press(side, self.merged.at);
        }
        self.merged.game.play(m).map_err(|_| MergeFaultKind::Illegal)?;
        self.merged.placed.push(PlacedMove { side, index, stated, left: None, budget, charged });
        self.note_left();
        // Who moves declines an offer that they know of (FIDE 9.1.2.1).
        self.offer.take_if(|(by, at)| *by != side && *at < seen);
        self.let_requests_lapse();
        if budget.is_some_and(|budget| charged >= budget) {
            self.flag(side);
        } else {
            self.merged.outcome = self.outcome_on_board();
        }
        Ok(())
    }

    /// How the last move ended the game. A position in which nobody can mate any more is known by its material alone.
    fn outcome_on_board(&self) -> Option<Outcome> {
        let game = &self.merged.game;
        let is_dead = || game.position().is_insufficient_material();
        game.outcome(self.terms.ruleset).or_else(|| is_dead().then(|| Outcome::draw(Ending::DeadPosition)))
    }

    /// Charges the last move with what the other side waited for it.
    fn charge(&mut self, waiting: Color, of: usize, waited: Duration) -> Result<(), MergeFaultKind> {
        if !self.terms.counts_waiting(waiting) || self.merged.clock.is_none() {
            return Err(MergeFaultKind::Time);
        }
        let net = self.terms.net(waited);
        let last = self.merged.placed.last_mut().filter(|last| last.side != waiting && last.index == of);
        // A move that was taken back is not charged any more.
        let (Some(last), Some(clock)) = (last, &mut self.merged.clock) else { return Ok(()) };
        if !self.terms.can_have_taken(last.stated, waited) && self.terms.keeper.is_none() {
            return Err(MergeFaultKind::Time);
        }
        let more = net.saturating_sub(last.charged);
        last.charged += more;
        let side = last.side;
        let has_fallen = last.budget.is_some_and(|budget| last.charged >= budget);
        clock.set_left(side, clock.left(side, self.merged.at).saturating_sub(more), self.merged.at);
        self.note_left();
        if has_fallen {
            self.flag(side);
        }
        Ok(())
    }

    /// Notes what both have left after the last move.
    fn note_left(&mut self) {
        let left = self.merged.left();
        if let Some(last) = self.merged.placed.last_mut() {
            last.left = left;
        }
    }

    fn call_flag(&mut self, by: Color, seen: usize, waited: Duration) -> Result<(), MergeFaultKind> {
        let side = !by;
        let at = self.merged.at;
        if let Some(left) = self.merged.reflection {
            // A move that was made in time, and had not come yet, is charged with what it took.
            let is_late = left.has_exceeded(side)
                || self.merged.game.turn() == side && self.terms.net(waited) >= left.may_take(side);
            return match is_late {
                true => {
                    self.flag(side);
                    Ok(())
                }
                false if seen < self.next[side] => Ok(()),
                false => Err(MergeFaultKind::Flag),
            };
        }
        let to_move = self.merged.game.turn() == side;
        // The clock of who has not moved yet runs from the beginning on.
        let budget = match self.last_unseen(by, seen) {
            Some(unseen) => unseen.budget,
            None if to_move => self.merged.clock.as_ref().and_then(|clock| {
                let mut clock = clock.clone();
                clock.start(side, at);
                Some(clock.flag_falls_at()?.saturating_sub(at))
            }),
            None => None,
        };
        let has_fallen = budget.is_some_and(|budget| self.terms.net(waited) >= budget);
        if !self.terms.counts_waiting(by) {
            return Err(MergeFaultKind::Flag);
        }
        match has_fallen {
            true => self.flag(side),
            // The other side has done something meanwhile.
            false if seen < self.next[side] => {}
            false => return Err(MergeFaultKind::Flag),
        }
        Ok(())
    }

    /// The last move, if the other side than `side` made it and `side` had not seen it.
    fn last_unseen(&self, side: Color, seen: usize) -> Option<PlacedMove> {
        self.merged.placed.last().copied().filter(|last| last.side != side && last.index >= seen)
    }

    fn flag(&mut self, side: Color) {
        let can = self.can_mate(!side);
        if let Some(clock) = &mut self.merged.clock {
            clock.set_left(side, Duration::ZERO, self.merged.at);
        }
        self.merged.outcome = Some(Outcome::flag_fall(side, can));
    }

    fn can_mate(&self, side: Color) -> CanMate {
        CanMate::from(&mate_possible(self.merged.game.position(), side, MATE_NODES))
    }

    fn claim(&mut self, by: Color, kind: ClaimKind) -> Result<(), MergeFaultKind> {
        let claim = Claim { kind, by, intended: None };
        let main = self.terms.control.as_ref().map_or(MOST_TIME, |control| control.periods()[0].time);
        let format = TimeFormat::of(self.terms.ruleset, main, Duration::ZERO);
        let rules = Rules::new(self.terms.ruleset, format);
        match claim.examine(&self.merged.game, false, rules) {
            Ok(ClaimVerdict::Correct(outcome)) => self.merged.outcome = Some(outcome),
            Ok(ClaimVerdict::Wrong(_)) | Err(_) => return Err(MergeFaultKind::Claim),
        }
        Ok(())
    }

    /// Takes the last move of a side back, and what was played since. Time that was used stays used.
    fn take_back(&mut self, asker: Color) {
        let merged = &mut self.merged;
        let count = if merged.game.turn() == asker { 2 } else { 1 };
        if merged.placed.len() < count {
            return;
        }
        for last in merged.placed.split_off(merged.placed.len() - count).into_iter().rev() {
            merged.game.take_back();
            if let Some(clock) = &mut merged.clock {
                clock.unpress(last.side, merged.at);
            }
            if let Some(left) = &mut merged.reflection {
                left.unpress(last.side);
            }
        }
        if let Some(clock) = &mut merged.clock {
            clock.start(merged.game.turn(), merged.at);
        }
        self.offer = None;
        self.let_requests_lapse();
    }

    fn let_requests_lapse(&mut self) {
        for side in Color::ALL {
            self.asks[side].lapsed = self.next[side];
        }
    }
}

impl MergedGame {
    /// The number of moves that the other side than `side` has, of whose sheet `seen` acts were seen there.
    pub fn known_plies(&self, side: Color, seen: usize) -> usize {
        let is_known = |placed: &&PlacedMove| placed.side != side || placed.index < seen;
        self.placed.iter().take_while(is_known).count()
    }

    /// The time that both sides have left, as of the last move; none without a clock.
    pub fn left(&self) -> Option<ByColor<Duration>> {
        let clock = self.clock.as_ref()?;
        Some(ByColor { white: clock.left(Color::White, self.at), black: clock.left(Color::Black, self.at) })
    }

    /// After how much thinking the flag of the side on move falls; none without a clock, or once the game is over.
    pub fn falls_after(&self) -> Option<Duration> {
        let mut clock = self.clock.clone().filter(|_| self.outcome.is_none())?;
        clock.start(self.game.turn(), self.at);
        Some(clock.flag_falls_at()?.saturating_sub(self.at))
    }
}

fn legal(game: &Game, uci: &str) -> Option<Move> {
    uci.parse::<UciMove>().ok()?.to_move(game.position()).ok()
}

fn time(ms: i64) -> Result<Duration, MergeFaultKind> {
    let time = u64::try_from(ms).map(Duration::from_millis).map_err(|_| MergeFaultKind::Time)?;
    Some(time).filter(|time| *time <= MOST_TIME).ok_or(MergeFaultKind::Time)
}
