//! What the Laws have made of the game beside its moves: offers, claims, touched pieces, faults.
//!
//! Part of the [`Record`]: it changes by entries alone, so a replay comes to the same verdicts.

use std::{sync::Arc, time::Duration};

use shakmaty::uci::UciMove;

use super::{Record, Start, refusal::EntryRefused};
use crate::{
    grammar::Ruling,
    laws::{
        ByColor, CanMate, ClaimKind, Color, DrawOffers, EnvelopeLabel, Fault, Move, Offences, Position,
        Rules, Square, TimeFormat, TouchObligation, TouchedPieces,
    },
};

/// What was declared and ruled, and still matters.
#[derive(Clone, Debug, Default)]
pub(super) struct Rulings {
    pub(super) draw: DrawOffers,
    pub(super) touch: TouchedPieces,
    must_play: Option<Move>,
    /// Both of these as they were before the last move, should it be taken back.
    before: (TouchedPieces, Option<Move>),
    /// A claim that holds, until the result is written down.
    pub(super) upheld: Option<(ClaimKind, bool)>,
    /// Whose claim of the last two minutes the arbiter has not answered.
    two_minutes: Option<Color>,
    /// Whose such claim the arbiter has postponed: it is raised again when a flag falls.
    postponed: Option<Color>,
    /// Who puts displaced pieces right while his clock runs.
    pub(super) putting_right: Option<Color>,
    pub(super) pressed_without_move: Option<Color>,
    offences: Offences,
    pub(super) sealed: Option<(Color, String)>,
    pub(super) resumption: String,
    pub(super) stood_still: Option<(Color, Duration)>,
    pub(super) first_fallen: Option<Color>,
    pub(super) default_time: Duration,
}

/// So many rulings in a row can be taken back.
const RULINGS_KEPT: usize = 16;

impl Rulings {
    /// Nothing declared yet, under the event's rules.
    pub(super) fn of(start: &Start) -> Rulings {
        let default_time = Duration::from_secs(start.default_time);
        Rulings { draw: DrawOffers::new(start.draw_offers), default_time, ..Rulings::default() }
    }

    /// A move is made: it refuses the opponent's offer (9.1.2.1) and pays what was owed.
    pub(super) fn moves(&mut self, mover: Color) {
        self.draw.refuse_by_touch(mover);
        self.putting_right = None;
        self.before = (std::mem::take(&mut self.touch), self.must_play.take());
        self.pressed_without_move = None;
        self.sealed = None;
    }

    /// The move is taken back: what was owed before it is owed again.
    pub(super) fn takes_back(&mut self) {
        let (touch, must_play) = std::mem::take(&mut self.before);
        (self.touch, self.must_play) = (touch, must_play);
    }

    pub(super) fn lapse_offer(&mut self) {
        if let Some(by) = self.draw.standing() {
            self.draw.refuse_by_touch(!by);
        }
    }

    /// The game is over; what it cost before stays known.
    pub(super) fn end(&mut self) {
        self.lapse_offer();
        (self.upheld, self.two_minutes, self.sealed) = (None, None, None);
        (self.postponed, self.putting_right) = (None, None);
        (self.must_play, self.pressed_without_move) = (None, None);
    }

    /// Everything that was owed in a position the game has gone back from.
    pub(super) fn forget(&mut self) {
        self.lapse_offer();
        (self.touch, self.before) = (TouchedPieces::new(), Default::default());
        (self.must_play, self.pressed_without_move, self.sealed) = (None, None, None);
    }

    pub(super) fn claim_two_minutes(&mut self, side: Color) {
        (self.two_minutes, self.postponed) = (Some(side), None);
    }

    /// Takes the arbiter's answer. Returns the claimant, if the claim was open.
    pub(super) fn answer_two_minutes(&mut self, postponed: bool) -> Option<Color> {
        let claimant = self.two_minutes.take()?;
        self.postponed = postponed.then_some(claimant);
        Some(claimant)
    }

    /// Adds up standstills, as long as the same clock ran on.
    pub(super) fn add_standstill(&mut self, side: Color, time: Duration) {
        let before = self.stood_still.filter(|(before, _)| *before == side);
        self.stood_still = Some((side, before.map_or(Duration::ZERO, |(_, time)| time) + time));
    }
}

impl Record {
    pub(super) fn offer_draw(&mut self, by: Color) {
        if self.rulings.draw.offer(by, &self.game, !self.open, self.ruleset()).is_ok() {
            self.offers.push((self.game.moves().len(), by));
        }
    }

    pub(super) fn claim(
        &mut self,
        by: Color,
        kind: ClaimKind,
        uci: Option<UciMove>,
        holds: bool,
        gains_ms: u64,
        at: Duration,
    ) -> Result<(), EntryRefused> {
        let stated = uci.map(|uci| self.legal(uci)).transpose()?;
        self.stop_clock(at);
        // FIDE 9.1.2.3: a claim is an offer.
        self.rulings.draw.offer_by_claim(by);
        self.offers.push((self.game.moves().len(), by));
        if holds {
            self.rulings.upheld = Some((kind, stated.is_some()));
        } else {
            self.rulings.must_play = stated;
            self.gain(!by, gains_ms, at);
        }
        Ok(())
    }

    pub(super) fn touch_piece(&mut self, square: Square) {
        let mover = self.game.turn();
        if self.rulings.touch.touch(self.game.position(), square) {
            self.rulings.draw.refuse_by_touch(mover);
        }
    }

    pub(super) fn penalize(&mut self, side: Color, gains_ms: u64, at: Duration) {
        let rules = self.rules();
        self.rulings.offences.rule(side, Fault::PressedWithoutMove, CanMate::Unknown, rules);
        self.rulings.pressed_without_move = None;
        self.gain(!side, gains_ms, at);
    }

    pub(super) fn rule(&mut self, about: Ruling, details: &str, article: &str, at: Duration) {
        self.stop_clock(at);
        let mut before = std::mem::take(&mut self.before_rulings);
        before.push(Arc::new(self.clone()));
        let too_many = before.len().saturating_sub(RULINGS_KEPT);
        before.drain(..too_many);
        (self.before_rulings, self.ruled_just_now) = (before, true);
        self.rulings.stood_still = None;
        let details = if details.is_empty() { String::new() } else { format!(" {details}") };
        self.remarks.push((self.game.moves().len(), format!("arbiter: {about}{details} ({article})")));
    }

    pub(super) fn take_ruling_back(&mut self, at: Duration) -> Result<(), EntryRefused> {
        let before = self.before_rulings.pop().ok_or(EntryRefused::NothingToTakeBack)?;
        self.stop_clock(at);
        let (rest, clock) = (std::mem::take(&mut self.before_rulings), self.clock.take());
        *self = Arc::unwrap_or_clone(before);
        (self.before_rulings, self.ruled_just_now) = (rest, true);
        // The time that ran since the ruling has been used.
        if let (Some(clock), Some(later)) = (&mut self.clock, &clock) {
            let earlier = clock.clone();
            clock.charge_since(&earlier, later, at);
        }
        Ok(())
    }

    /// Plays a promotion to a queen for a pawn that was left on the last rank (FIDE 7.5.2).
    pub(super) fn replace_by_queen(&mut self, uci: UciMove, at: Duration) -> Result<(), EntryRefused> {
        let m = self.legal(uci)?;
        let before = std::mem::take(&mut self.before_rulings);
        let side = self.game.turn();
        self.play(uci, &self.san(m), at)?;
        self.press(side, at);
        self.stop_clock(at);
        (self.before_rulings, self.ruled_just_now) = (before, true);
        Ok(())
    }

    /// The edition of the Laws and how fast the game is, which decides the penalties.
    pub fn rules(&self) -> Rules {
        let ruleset = self.ruleset();
        let estimate = self.clock.as_ref().map(|clock| clock.control().estimate());
        let format =
            estimate.map_or(TimeFormat::Standard, |time| TimeFormat::of(ruleset, time, Duration::ZERO));
        let (unsupervised, guidelines_iii) = (self.start().unsupervised, self.start().guidelines_iii);
        Rules { ruleset, format, unsupervised, guidelines_iii }
    }

    /// How late a player may come (FIDE 6.7.1).
    pub fn default_time(&self) -> Duration {
        self.rulings.default_time
    }

    /// The draw offers as the Laws count them.
    pub fn draw_offers(&self) -> &DrawOffers {
        &self.rulings.draw
    }

    /// The pieces the player on move has touched.
    pub fn touch(&self) -> &TouchedPieces {
        &self.rulings.touch
    }

    /// What the player on move owes for touching.
    pub fn owed(&self) -> TouchObligation {
        self.rulings.touch.obligation(self.game.position())
    }

    /// The move stated with a wrong claim, which must be played (FIDE 9.5.3).
    pub fn must_play(&self) -> Option<Move> {
        self.rulings.must_play
    }

    /// A draw claim that holds, and whether it was made with a move; the game is then only to be ended.
    pub fn upheld(&self) -> Option<(ClaimKind, bool)> {
        self.rulings.upheld
    }

    /// Whose claim of the last two minutes waits for the arbiter.
    pub fn two_minutes(&self) -> Option<Color> {
        self.rulings.two_minutes
    }

    /// Whose claim of the last two minutes is postponed until a flag falls.
    pub fn postponed(&self) -> Option<Color> {
        self.rulings.postponed
    }

    /// Who puts displaced pieces right while his clock runs.
    pub fn putting_right(&self) -> Option<Color> {
        self.rulings.putting_right
    }

    /// The pieces touched before the last move.
    pub fn touched_before(&self) -> &[Square] {
        self.rulings.before.0.touched()
    }

    /// Who last pressed the clock without a move, until he moves or is penalized.
    pub fn pressed_without_move(&self) -> Option<Color> {
        self.rulings.pressed_without_move
    }

    /// The completed illegal moves so far.
    pub fn offences(&self) -> Offences {
        self.rulings.offences
    }

    /// Who has sealed a move, and the move as it is kept.
    pub fn sealed(&self) -> Option<(Color, &str)> {
        self.rulings.sealed.as_ref().map(|(side, sealed)| (*side, sealed.as_str()))
    }

    /// Date, time and place of resumption; empty if not agreed.
    pub fn resumption(&self) -> &str {
        &self.rulings.resumption
    }

    /// The half-moves before one side's move with that number on the score.
    pub fn ply_of(&self, number: u8, side: Color) -> Option<usize> {
        (0..self.game.moves().len()).find(|&ply| {
            let position = self.game.position_at(ply);
            position.turn() == side && position.fullmoves().get() == u32::from(number)
        })
    }

    /// What stands on the envelope besides the position (Guidelines I.2).
    pub fn label(&self, at: Duration) -> EnvelopeLabel {
        let start = self.start();
        let used = |side| self.clock.as_ref().map_or(Duration::ZERO, |clock| clock.used(side, at));
        EnvelopeLabel {
            players: ByColor { white: start.white.clone(), black: start.black.clone() },
            used: ByColor::new_with(used),
            draw_offer: self.offer(),
            resumption: self.resumption().to_owned(),
        }
    }

    /// Whose flag fell first, where any has.
    pub fn first_fallen(&self) -> Option<Color> {
        self.rulings.first_fallen
    }
}
