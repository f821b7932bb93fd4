//! How entries on declarations and rulings change the record: offers, claims, touched pieces, faults.

use std::{sync::Arc, time::Duration};

use shakmaty::uci::UciMove;

use super::{Note, NoteAnswer, NoteKind, Record, Start, refusal::EntryRefused};
use crate::{
    grammar::Ruling,
    laws::{
        ByColor, CanMate, ClaimKind, Color, DrawOffers, EnvelopeLabel, Fault, Move, Offences, Position,
        Rules, Square, TimeFormat, TouchObligation, TouchedPieces,
    },
};

/// The declarations and rulings that still have an effect.
#[derive(Clone, Debug, Default)]
pub(super) struct Rulings {
    pub(super) draw: DrawOffers,
    pub(super) touch: TouchedPieces,
    /// The squares on which pieces were said to be touched, whether they are empty or not.
    touched_as_said: Vec<Square>,
    must_play: Option<Move>,
    /// The words of that move, where they were written down.
    must_play_said: Option<String>,
    /// What the player on move owed before the last move, in case it is taken back.
    before: Owed,
    /// A correct claim, and whether it was made with a move, until the game is ended.
    pub(super) upheld: Option<(ClaimKind, bool)>,
    /// The side that claimed the last two minutes and waits for the arbiter's answer.
    two_minutes: Option<Color>,
    /// The claimant whose claim the arbiter has postponed until a flag falls.
    postponed: Option<Color>,
    /// The side that puts displaced pieces right while its clock runs.
    pub(super) putting_right: Option<Color>,
    pub(super) pressed_without_move: Option<Color>,
    /// The squares of the pieces that the last refused move of the side on move touches.
    refused: Vec<Square>,
    /// Whether a move was refused in this position.
    has_refused: bool,
    offences: Offences,
    pub(super) sealed: Option<(Color, String)>,
    pub(super) resumption: String,
    pub(super) stood_still: Option<(Color, Duration)>,
    pub(super) first_fallen: Option<Color>,
    pub(super) default_time: Duration,
}

/// What the player on move owes by touches and claims.
#[derive(Clone, Debug, Default)]
struct Owed {
    touch: TouchedPieces,
    touched_as_said: Vec<Square>,
    must_play: Option<Move>,
    must_play_said: Option<String>,
}

/// How many rulings in a row can be taken back. Each keeps a copy of the record.
const RULINGS_KEPT: usize = 16;

impl Rulings {
    /// Returns the state at the start of a game.
    pub(super) fn of(start: &Start) -> Rulings {
        let default_time = Duration::from_secs(start.default_time);
        Rulings { draw: DrawOffers::new(start.draw_offers), default_time, ..Rulings::default() }
    }

    /// Takes a move, which refuses the opponent's offer (9.1.2.1) and fulfils every obligation.
    pub(super) fn moves(&mut self, mover: Color) {
        self.draw.refuse_by_touch(mover);
        self.putting_right = None;
        self.before = self.take_owed();
        self.pressed_without_move = None;
        self.forget_refused();
        self.sealed = None;
    }

    fn take_owed(&mut self) -> Owed {
        Owed {
            touch: std::mem::take(&mut self.touch),
            touched_as_said: std::mem::take(&mut self.touched_as_said),
            must_play: self.must_play.take(),
            must_play_said: self.must_play_said.take(),
        }
    }

    fn forget_refused(&mut self) {
        self.refused.clear();
        self.has_refused = false;
    }

    /// Takes the last move back: the obligations before it hold again.
    pub(super) fn takes_back(&mut self) {
        let Owed { touch, touched_as_said, must_play, must_play_said } = std::mem::take(&mut self.before);
        (self.touch, self.touched_as_said) = (touch, touched_as_said);
        (self.must_play, self.must_play_said) = (must_play, must_play_said);
        self.forget_refused();
    }

    pub(super) fn lapse_offer(&mut self) {
        if let Some(by) = self.draw.standing() {
            self.draw.refuse_by_touch(!by);
        }
    }

    /// Drops everything that is pending at the end of the game; the offences stay.
    pub(super) fn end(&mut self) {
        self.lapse_offer();
        (self.upheld, self.two_minutes, self.sealed) = (None, None, None);
        (self.postponed, self.putting_right) = (None, None);
        (self.must_play, self.pressed_without_move) = (None, None);
    }

    /// Drops the obligations when the game goes back to an earlier position.
    pub(super) fn forget(&mut self) {
        self.lapse_offer();
        self.take_owed();
        self.before = Owed::default();
        (self.pressed_without_move, self.sealed) = (None, None);
        self.forget_refused();
    }

    pub(super) fn say_must_play(&mut self, said: Option<&str>) {
        self.must_play_said = said.filter(|_| self.must_play.is_some()).map(str::to_owned);
    }

    /// Keeps that a move was refused, and what it touches.
    pub(super) fn note(&mut self, note: &Note) {
        self.has_refused |= note.kind == NoteKind::Move && note.answer == NoteAnswer::Refused;
        if !note.touched.is_empty() {
            self.refused = note.touched.iter().filter_map(|square| square.parse().ok()).collect();
        }
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

    /// Adds a standstill to those before it, if the same clock ran on.
    pub(super) fn add_standstill(&mut self, side: Color, time: Duration) {
        let before = self.stood_still.filter(|(before, _)| *before == side);
        self.stood_still = Some((side, before.map_or(Duration::ZERO, |(_, time)| time) + time));
    }
}

impl Record {
    pub(super) fn offer_draw(&mut self, by: Color) {
        if self.rulings.draw.take_over(by) {
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
        if self.rulings.draw.offer_by_claim(by, &self.game).is_some() {
            self.offers.push((self.game.moves().len(), by));
        }
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
        if !self.rulings.touched_as_said.contains(&square) {
            self.rulings.touched_as_said.push(square);
        }
        if self.rulings.touch.touch(self.game.position(), square) {
            self.rulings.draw.refuse_by_touch(mover);
        }
    }

    pub(super) fn penalize(&mut self, side: Color, gains_ms: u64, at: Duration) {
        let rules = self.rules();
        self.rulings.offences.rule(side, Fault::PressedWithoutMove, CanMate::Unknown, rules);
        self.rulings.pressed_without_move = None;
        self.rulings.refused.clear();
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
        // The players have used the time since the ruling.
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

    /// Returns the edition of the Laws and the speed of the game, which decide the penalties.
    pub fn rules(&self) -> Rules {
        let ruleset = self.ruleset();
        let estimate = self.clock.as_ref().map(|clock| clock.control().estimate());
        let format =
            estimate.map_or(TimeFormat::Standard, |time| TimeFormat::of(ruleset, time, Duration::ZERO));
        let (unsupervised, guidelines_iii) = (self.start().unsupervised, self.start().guidelines_iii);
        Rules { ruleset, format, unsupervised, guidelines_iii }
    }

    /// Returns how late a player may come (FIDE 6.7.1).
    pub fn default_time(&self) -> Duration {
        self.rulings.default_time
    }

    /// Returns the state of the draw offers.
    pub fn draw_offers(&self) -> &DrawOffers {
        &self.rulings.draw
    }

    /// Returns the pieces that the player on move has touched.
    pub fn touch(&self) -> &TouchedPieces {
        &self.rulings.touch
    }

    /// Returns the obligation of the player on move by touched pieces.
    pub fn owed(&self) -> TouchObligation {
        self.rulings.touch.obligation(self.game.position())
    }

    /// Returns the move stated with a wrong claim, which must be played (FIDE 9.5.3).
    pub fn must_play(&self) -> Option<Move> {
        self.rulings.must_play
    }

    /// Returns the words of that move, where no more than those is told.
    pub fn words_of_must_play(&self) -> Option<&str> {
        self.rulings.must_play_said.as_deref()
    }

    /// Returns the squares on which the player on move was said to have touched pieces, whether they are empty or not.
    pub fn touched_as_said(&self) -> &[Square] {
        &self.rulings.touched_as_said
    }

    /// Whether a move was refused in this position.
    pub fn has_refused_move(&self) -> bool {
        self.rulings.has_refused
    }

    /// Returns the correct draw claim that has not ended the game yet, and whether it was made with a move.
    pub fn upheld(&self) -> Option<(ClaimKind, bool)> {
        self.rulings.upheld
    }

    /// Returns the side that claimed the last two minutes and waits for the arbiter's answer.
    pub fn two_minutes(&self) -> Option<Color> {
        self.rulings.two_minutes
    }

    /// Returns the claimant whose claim is postponed until a flag falls.
    pub fn postponed(&self) -> Option<Color> {
        self.rulings.postponed
    }

    /// Returns the side that puts displaced pieces right while its clock runs.
    pub fn putting_right(&self) -> Option<Color> {
        self.rulings.putting_right
    }

    /// Returns the pieces touched before the last move.
    pub fn touched_before(&self) -> &[Square] {
        self.rulings.before.touch.touched()
    }

    /// Returns the side that pressed the clock without a move, until it moves or is penalized.
    pub fn pressed_without_move(&self) -> Option<Color> {
        self.rulings.pressed_without_move
    }

    /// Returns the squares of the pieces that the last refused move of the side on move touches, in order. It counts as
    /// completed only where the arbiter finds so.
    pub fn refused_touches(&self) -> &[Square] {
        &self.rulings.refused
    }

    /// Returns the completed illegal moves so far.
    pub fn offences(&self) -> Offences {
        self.rulings.offences
    }

    /// Returns the side that has sealed a move, and the scrambled move.
    pub fn sealed(&self) -> Option<(Color, &str)> {
        self.rulings.sealed.as_ref().map(|(side, sealed)| (*side, sealed.as_str()))
    }

    /// Returns date, time and place of the resumption; empty if not agreed.
    pub fn resumption(&self) -> &str {
        &self.rulings.resumption
    }

    /// Returns how many half-moves come before a side's move with that number on the score.
    pub fn ply_of(&self, number: u16, side: Color) -> Option<usize> {
        (0..self.game.moves().len()).find(|&ply| {
            let position = self.game.position_at(ply);
            position.turn() == side && position.fullmoves().get() == u32::from(number)
        })
    }

    /// Returns what is written on the envelope besides the position (Guidelines I.2).
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

    /// Returns the side whose flag fell first.
    pub fn first_fallen(&self) -> Option<Color> {
        self.rulings.first_fallen
    }
}
