//! The strength of the engine that has the other side: asked before a game, told and changed during it.

use super::{Effect, Handler, OpponentQuestion, Pattern, Phase, Session};
use crate::{
    announce::{Advice, Announcement, EngineStrength, StrengthLimits},
    grammar::{Intent, StrengthRequest},
    journal::{Entry, Record, Start},
};

/// How much stronger or weaker the engine plays at once, in Elo.
const ELO_STEP: u32 = 200;
/// The same in its own levels.
const LEVEL_STEP: u32 = 3;

impl StrengthLimits {
    pub(super) fn allow(self, strength: u32) -> bool {
        let within = |(least, most): (u32, u32)| (least..=most).contains(&strength);
        self.elo.is_some_and(within) || self.levels.is_some_and(within)
    }

    /// Returns the next weaker strength, if there is one.
    fn weaker(self, than: Option<u32>) -> Option<u32> {
        let (step, (least, most)) = self.scale(than)?;
        // With all it has, an engine is stronger than with the most of what can be said.
        let than = than.unwrap_or(most.saturating_add(step));
        (than > least).then(|| than.saturating_sub(step).clamp(least, most))
    }

    /// Returns the next stronger strength, the full one behind the most; none if there is no stronger one.
    fn stronger(self, than: Option<u32>) -> Option<Option<u32>> {
        let (step, (least, most)) = self.scale(than)?;
        let than = than?;
        Some((than < most).then(|| (than + step).clamp(least, most)))
    }

    /// The scale of a strength: its step and range.
    fn scale(self, strength: Option<u32>) -> Option<(u32, (u32, u32))> {
        let elo = self.elo.map(|range| (ELO_STEP, range));
        let levels = self.levels.map(|range| (LEVEL_STEP, range));
        if strength.is_some_and(|strength| strength < 100) { levels.or(elo) } else { elo.or(levels) }
    }
}

impl Session {
    /// A session that first asks with which strength the engine plays, if it has several.
    #[must_use]
    pub fn asking_strength(self) -> Session {
        match self.options.strengths {
            StrengthLimits { elo: None, levels: None } => self,
            limits => self.in_phase(Phase::Opponent(OpponentQuestion::HowStrong(limits))),
        }
    }

    /// The strength that a request means, the full one if that is none; `None` if the engine cannot play so.
    fn strength_meant(&self, request: StrengthRequest) -> Option<Option<u32>> {
        let (limits, now) = (self.options.strengths, self.record.start().strength);
        match request {
            StrengthRequest::Tell => Some(now),
            StrengthRequest::Full => Some(None),
            StrengthRequest::To(strength) => limits.allow(strength).then_some(Some(strength)),
            StrengthRequest::Weaker => limits.weaker(now).map(Some),
            StrengthRequest::Stronger => limits.stronger(now),
        }
    }

    /// Why the engine cannot play so: the strengths that it has, or that it is as strong as it can.
    fn strength_refusal(&self, request: StrengthRequest) -> Announcement {
        let full = Advice::Strength(EngineStrength::Full);
        let range = Advice::StrengthRange(self.options.strengths);
        if request == StrengthRequest::Stronger { full } else { range }.into()
    }
}

impl Handler<'_> {
    /// Tells or changes the strength during a game; the engine plays with it from its next move on.
    pub(super) fn handle_strength(&mut self, request: StrengthRequest) {
        if !self.record.start().opponent.is_engine() {
            return self.refuse(Advice::NoEngine.into());
        }
        match self.strength_meant(request) {
            None => self.refuse(self.strength_refusal(request)),
            Some(strength) => {
                if strength != self.record.start().strength {
                    self.write(Entry::StrengthSet { strength });
                }
                self.tell(Advice::Strength(EngineStrength::from(strength)).into());
            }
        }
    }

    /// Handles the answer to the question how strong the engine is to play; then the game begins.
    pub(super) fn handle_strength_choice(&mut self, intent: &Intent) {
        let request = if *intent == Intent::Yes {
            StrengthRequest::Full
        } else if let Intent::Strength(request) = intent {
            *request
        } else {
            return self.no_answer();
        };
        if request == StrengthRequest::Tell {
            return self.repeat_question();
        }
        match self.strength_meant(request) {
            None => {
                self.refuse(self.strength_refusal(request));
                self.repeat_question();
            }
            Some(strength) => {
                self.effects.push(Effect::Feel(Pattern::Confirm));
                let start = Start { strength, ..self.record.start().clone() };
                self.session.record = Record::begin(start, self.at);
                self.enter(Phase::at_rest(&self.record));
                self.begin();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weaker_and_stronger_go_through_all_and_end() {
        let limits = StrengthLimits { elo: Some((1350, 2850)), levels: Some((0, 20)) };
        let weaker = |from| std::iter::successors(limits.weaker(from), |at| limits.weaker(Some(*at)));
        assert_eq!(weaker(None).collect::<Vec<_>>(), [2850, 2650, 2450, 2250, 2050, 1850, 1650, 1450, 1350]);
        assert_eq!(weaker(Some(7)).collect::<Vec<_>>(), [4, 1, 0]);
        assert_eq!(limits.stronger(Some(2700)), Some(Some(2850)));
        assert_eq!(limits.stronger(Some(2850)), Some(None), "with all it has");
        assert_eq!(limits.stronger(None), None);
        assert_eq!(limits.stronger(Some(19)), Some(Some(20)));
        assert_eq!(StrengthLimits::default().weaker(None), None);
    }
}
