//! The state that a journal adds up to.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use super::{
    Doubt, Entry, JournalError, JournalLine, JournalLineError, JournalReader, OpenQuestion, ReplayError,
    Start, refusal::EntryRefused, rulings::Rulings, spent::TimesSpent,
};
use crate::{
    clock::Clock,
    laws::{ByColor, Color, Game, Outcome, Ruleset},
};

/// The state of a game, which survives a power cut.
#[derive(Clone, Debug)]
pub struct Record {
    pub(super) start: Start,
    pub(super) game: Game,
    pub(super) clock: Option<Clock>,
    /// The instant of the last entry.
    pub(super) at: Duration,
    /// The instant of the last entry but for ticks, before which nothing can still happen.
    pub(super) changed_at: Duration,
    pub(super) question: Option<OpenQuestion>,
    /// Whether the last move is not yet completed by a press or a reply.
    pub(super) open: bool,
    /// The words of the last move, where they were written down.
    pub(super) said: Option<String>,
    pub(super) rulings: Rulings,
    /// Draw offers: the half-moves before, and the side.
    pub(super) offers: Vec<(usize, Color)>,
    /// Time left to the mover after each half-move, once completed.
    pub(super) left: Vec<Option<Duration>>,
    pub(super) spent: TimesSpent,
    pub(super) fallen: ByColor<bool>,
    /// The instant at which a clock was first started.
    pub(super) began: Option<Duration>,
    /// The states before each of the arbiter's latest rulings, until the next move.
    pub(super) before_rulings: Vec<Arc<Record>>,
    /// Whether the clocks have not run since the latest ruling.
    pub(super) ruled_just_now: bool,
    /// The arbiter's rulings for the score, with the half-moves before each.
    pub(super) remarks: Vec<(usize, String)>,
    pub(super) ended: Option<Outcome>,
    /// Whether the arbiter has reopened the game.
    pub(super) reopened: bool,
    /// The state in which the game ended, with the clocks stopped.
    pub(super) before_end: Option<Arc<Record>>,
    /// Why the record may not be what was written.
    pub(super) doubt: Option<Doubt>,
    /// The number of the last ruling from the desk of a hall; 0 before the first. Nothing takes it back.
    pub(super) received: BTreeMap<String, u64>,
}

impl Record {
    /// Returns the record of a new game.
    pub fn new(start: Start) -> Record {
        Record {
            game: Game::from_start(&start.position),
            clock: start.time_control.clone().map(|control| {
                Clock::with_increment_from(control, start.increment_from()).kept_by(start.authority)
            }),
            rulings: Rulings::of(&start),
            start,
            at: Duration::ZERO,
            changed_at: Duration::ZERO,
            question: None,
            open: false,
            said: None,
            offers: Vec::new(),
            left: Vec::new(),
            spent: TimesSpent::since(Duration::ZERO),
            fallen: ByColor { white: false, black: false },
            began: None,
            before_rulings: Vec::new(),
            ruled_just_now: false,
            remarks: Vec::new(),
            ended: None,
            reopened: false,
            before_end: None,
            doubt: None,
            received: BTreeMap::new(),
        }
    }

    /// Returns the record of a game that begins at an instant.
    pub fn begin(start: Start, at: Duration) -> Record {
        Record { at, changed_at: at, spent: TimesSpent::since(at), ..Record::new(start) }
    }

    /// Adds up a whole journal.
    pub fn replay(lines: &[JournalLine]) -> Result<Record, ReplayError> {
        let (first, rest) = lines.split_first().ok_or(ReplayError::Empty)?;
        let mut record = Record::begun(first)?;
        for (n, line) in rest.iter().enumerate() {
            record.apply(&line.entry, line.at()).map_err(|refusal| refusal.in_line(n + 2))?;
        }
        Ok(record)
    }

    /// Adds up the lines of a journal as they are read. `take` gets each line, its number, and the record after it.
    pub fn read<'a>(
        reader: &mut JournalReader<impl Iterator<Item = &'a [u8]>>,
        mut take: impl FnMut(usize, JournalLine, &Record),
    ) -> Result<Record, JournalError> {
        let first = reader.next().ok_or(ReplayError::Empty)??;
        let mut record = Record::begun(&first)?;
        take(reader.number(), first, &record);
        while let Some(line) = reader.next() {
            let line = line?;
            record.apply(&line.entry, line.at()).map_err(|refusal| refusal.in_line(reader.number()))?;
            take(reader.number(), line, &record);
        }
        let altered = reader.faults().first().and_then(JournalLineError::line);
        record.doubt = altered.map(|line| Doubt::Altered { line }).or(reader.doubt());
        Ok(record)
    }

    fn begun(first: &JournalLine) -> Result<Record, ReplayError> {
        let Entry::Started(start) = &first.entry else { return Err(ReplayError::NoStart) };
        Ok(Record::begin((**start).clone(), first.at()))
    }

    /// Applies an entry. A refused entry changes nothing.
    ///
    /// What was said may come before ticks that were written until its words were known.
    pub(crate) fn apply(&mut self, entry: &Entry, at: Duration) -> Result<(), EntryRefused> {
        // What was received from a desk is never received again, whatever of the game is taken back or begun anew.
        let mut received = self.received.clone();
        if let Entry::RulingReceived { desk, number, .. } = entry {
            received.insert(desk.clone(), *number);
        }
        self.apply_to_game(entry, at)?;
        self.received = received;
        Ok(())
    }

    fn apply_to_game(&mut self, entry: &Entry, at: Duration) -> Result<(), EntryRefused> {
        let latest = at.max(self.at);
        let is_resumed = matches!(entry, Entry::Resumed { .. });
        let at = if is_resumed { latest } else { at.max(self.changed_at) };
        match entry {
            Entry::Started(_) => return Err(EntryRefused::SecondStart),
            Entry::Asked(question) => self.ask(question)?,
            Entry::Withdrawn | Entry::RulingReceived { .. } | Entry::RulingDone => {}
            Entry::Moved { uci, san, said } => {
                self.play(*uci, san, at)?;
                self.said.clone_from(said);
            }
            Entry::TakenBack => self.take_back()?,
            Entry::SetUp { position } => self.set_up(position),
            Entry::Ended { outcome } => self.end(*outcome, at),
            Entry::Reopened => self.reopen()?,

            Entry::ClockStarted { side } => {
                self.ruled_just_now = false;
                self.start_clock(*side, at);
            }
            Entry::ClockStopped => self.stop_clock(at),
            Entry::Pressed { side } => self.press(*side, at),
            Entry::TimeSet { side, left_ms } => self.set_time(*side, Duration::from_millis(*left_ms), at),
            Entry::TimesTold { white_ms, black_ms, running } => {
                let left = ByColor { white: *white_ms, black: *black_ms }.map(Duration::from_millis);
                self.take_over_times(left, *running, at);
            }
            Entry::MovesSet { side, moves } => {
                self.clock.iter_mut().for_each(|clock| clock.set_completed(*side, *moves));
            }
            Entry::BonusSet { ms } => {
                self.clock.iter_mut().for_each(|clock| clock.set_extra(Duration::from_millis(*ms)));
            }
            Entry::FlagFell { side } => {
                self.fallen[*side] = true;
                self.rulings.first_fallen.get_or_insert(*side);
            }
            // A clock that ran at a power cut is stopped at the instant of the last entry.
            Entry::Resumed { chosen, version: _ } => {
                self.start.chosen.extend(chosen.clone());
                self.halt_clock(self.at);
            }
            Entry::StrengthSet { strength } => self.start.strength = *strength,
            Entry::Noted(note) => self.rulings.note(note),
            Entry::Tick => {}

            Entry::DrawOffered { by } => self.offer_draw(*by),
            Entry::DrawDeclined => self.rulings.lapse_offer(),
            Entry::Claimed { by, claim, uci, said, holds, gains_ms } => {
                self.claim(*by, *claim, *uci, *holds, *gains_ms, at)?;
                self.rulings.say_must_play(said.as_deref());
            }
            Entry::TwoMinutesClaimed { side } => {
                self.stop_clock(at);
                self.rulings.claim_two_minutes(*side);
            }
            Entry::TwoMinutesAnswered { gains_ms, postponed } => {
                if let Some(claimant) = self.rulings.answer_two_minutes(*postponed) {
                    self.gain(!claimant, *gains_ms, at);
                }
            }
            Entry::Touched { square } => self.touch_piece(*square),
            Entry::Adjusting => self.rulings.touch.adjust(),
            Entry::PressedWithoutMove { side } => self.rulings.pressed_without_move = Some(*side),
            Entry::Penalized { side, gains_ms } => self.penalize(*side, *gains_ms, at),
            Entry::Ruled { about, details, article } => self.rule(*about, details, article, at),
            Entry::RulingTakenBack => self.take_ruling_back(at)?,
            Entry::PawnIsQueen { uci } => self.replace_by_queen(*uci, at)?,
            Entry::PuttingRight { side } => {
                self.start_clock(*side, at);
                self.rulings.putting_right = Some(*side);
            }
            Entry::NewGame { swapped } => self.begin_anew(*swapped),
            Entry::ReturnedTo { ply } => self.return_to(*ply, at)?,
            Entry::StoodStill { side, ms } => self.rulings.add_standstill(*side, Duration::from_millis(*ms)),
            Entry::DefaultTimeSet { ms } => self.rulings.default_time = Duration::from_millis(*ms),
            Entry::Sealed { side, sealed } => {
                self.stop_clock(at);
                self.rulings.sealed = Some((*side, sealed.clone()));
            }
            Entry::ResumptionAgreed { words } => self.rulings.resumption = words.clone(),
            Entry::Unsealed => self.rulings.sealed = None,
        }
        if entry.settles_question() {
            self.question = None;
        }
        if *entry != Entry::Tick {
            self.changed_at = at;
        }
        self.at = latest;
        Ok(())
    }

    /// Returns what the game was begun with.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the edition of the Laws.
    pub fn ruleset(&self) -> Ruleset {
        self.start.ruleset
    }

    /// Returns the clock, unless the game has none.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Returns the instant of the last entry.
    pub fn at(&self) -> Duration {
        self.at
    }

    /// Returns the instant of the last entry but for ticks.
    pub fn changed_at(&self) -> Duration {
        self.changed_at
    }

    /// Returns the question that waits for its answer.
    pub fn question(&self) -> Option<&OpenQuestion> {
        self.question.as_ref()
    }

    /// Whether the last move can still be corrected: it is not completed.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Returns the words of the last move while it is open, where no more than those is told.
    pub fn words_of_open_move(&self) -> Option<&str> {
        self.said.as_deref().filter(|_| self.open)
    }

    /// Returns the side whose draw offer stands.
    pub fn offer(&self) -> Option<Color> {
        self.rulings.draw.standing()
    }

    /// Returns the draw offers, with the half-moves before each.
    pub fn offers(&self) -> &[(usize, Color)] {
        &self.offers
    }

    /// Returns the time left to the mover after each half-move, where known.
    pub fn times_left(&self) -> &[Option<Duration>] {
        &self.left
    }

    /// Whether `side`'s flag was seen to fall.
    pub fn flag_has_fallen(&self, side: Color) -> bool {
        self.fallen[side]
    }

    /// Returns whose clock ran on while the machine was suspended, and for how long, until the arbiter has dealt with it.
    pub fn stood_still(&self) -> Option<(Color, Duration)> {
        self.rulings.stood_still
    }

    /// Whether a clock was ever started.
    pub fn clock_has_run(&self) -> bool {
        self.began.is_some()
    }

    /// Returns the instant at which a clock was first started.
    pub fn began(&self) -> Option<Duration> {
        self.began
    }

    /// Whether the clock was stopped during the game. No move is made then until it runs again.
    pub fn clock_was_stopped(&self) -> bool {
        self.clock.as_ref().is_some_and(|clock| clock.running().is_none()) && self.clock_has_run()
    }

    /// Returns the only player whom the program assists; none where an assistant relays for both.
    pub fn user(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&side| self.start.users.addresses(side))
    }

    /// Whether the position must not be told: in competition, and in a blindfold game.
    pub fn is_discreet(&self) -> bool {
        self.start.competition || self.start.blindfold && self.ended.is_none()
    }

    /// Returns the side that plays elsewhere.
    pub fn remote(&self) -> Option<Color> {
        self.user().filter(|_| !self.start.opponent.is_at_board()).map(|user| !user)
    }

    /// Whether the arbiter has just ruled and the game has not continued.
    pub fn ruling_stands(&self) -> bool {
        self.ruled_just_now && !self.before_rulings.is_empty()
    }

    /// Whether a ruling can be taken back: no move was made since.
    pub fn has_ruling(&self) -> bool {
        !self.before_rulings.is_empty()
    }

    /// Whether the arbiter has reopened the game.
    pub fn was_reopened(&self) -> bool {
        self.reopened
    }

    /// Returns the arbiter's rulings in the journal's words, with the half-moves before each.
    pub fn remarks(&self) -> &[(usize, String)] {
        &self.remarks
    }

    /// Returns why the record may not be what was written.
    pub fn doubt(&self) -> Option<&Doubt> {
        self.doubt.as_ref()
    }

    /// The number of the last ruling that came from each desk of a hall.
    pub fn received(&self) -> &BTreeMap<String, u64> {
        &self.received
    }

    /// Whether a ruling of a desk was received before.
    pub fn has_received(&self, desk: &str, number: u64) -> bool {
        self.received.get(desk).is_some_and(|last| number <= *last)
    }

    /// Returns the outcome, once the game is over.
    pub fn ended(&self) -> Option<Outcome> {
        self.ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        grammar::Ruling,
        journal::ChosenSettings,
        laws::{Article, StartPosition},
    };

    fn started() -> Record {
        Record::new(Start { time_control: Some("60+5".parse().unwrap()), ..Start::default() })
    }

    fn moved(uci: &str, san: &str) -> Entry {
        Entry::Moved { uci: uci.parse().unwrap(), san: san.to_owned(), said: None }
    }

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_replayed_journal_has_the_same_board_and_times() {
        let entries = [
            (0, Entry::ClockStarted { side: Color::White }),
            (1_000, moved("e2e4", "e4")),
            (2_000, Entry::Pressed { side: Color::White }),
            (3_500, moved("e7e5", "e5")),
            (4_000, Entry::Tick),
            (9_999_999, Entry::Resumed { chosen: ChosenSettings::new(), version: None }),
        ];
        let mut lines = vec![JournalLine::new(ms(0), Entry::Started(Box::new(started().start)))];
        lines.extend(entries.map(|(at, entry)| JournalLine::new(ms(at), entry)));
        let record = Record::replay(&lines).unwrap();
        assert_eq!(record.game().moves().len(), 2);
        let clock = record.clock().unwrap();
        let now = record.at();
        assert_eq!((clock.left(Color::White, now), clock.left(Color::Black, now)), (ms(68_000), ms(63_000)));
        assert_eq!(clock.running(), None, "what happened while the power was off costs nobody time");
        assert_eq!(record.times_left(), [Some(ms(68_000)), None]);
    }

    #[test]
    fn what_does_not_fit_changes_nothing() {
        let mut record = started();
        let others = moved("e2e4", "d4");
        for entry in [
            moved("e2e5", "e5"),
            moved("a1a1", "Ra1"),
            others,
            Entry::TakenBack,
            Entry::Started(Box::default()),
        ] {
            assert!(record.apply(&entry, ms(1)).is_err());
        }
        assert_eq!((record.game().moves().len(), record.at()), (0, ms(0)));
    }

    #[test]
    fn a_move_can_be_taken_back_until_it_is_completed() {
        let mut record = started();
        record.apply(&moved("e2e4", "e4"), ms(1)).unwrap();
        assert!(record.is_open());
        record.apply(&Entry::TakenBack, ms(2)).unwrap();
        record.apply(&moved("d2d4", "d4"), ms(3)).unwrap();
        record.apply(&Entry::Pressed { side: Color::White }, ms(4)).unwrap();
        assert_eq!(record.apply(&Entry::TakenBack, ms(5)), Err(EntryRefused::NothingToTakeBack));
        assert_eq!(record.game().moves().len(), 1);
    }

    #[test]
    fn a_ruling_that_is_taken_back_was_received_all_the_same() {
        let mut record = started();
        let received = |number| {
            let (desk, arbiter, words) = ("a".to_owned(), "Anna".to_owned(), "x".to_owned());
            Entry::RulingReceived { desk, number, arbiter, words }
        };
        let warned = Entry::Ruled {
            about: Ruling::Warning,
            details: "white".to_owned(),
            article: Article::ARBITER.to_string(),
        };
        for entry in [received(1), warned, received(2), Entry::RulingTakenBack] {
            record.apply(&entry, ms(1)).unwrap();
            assert!(record.has_received("a", 1));
        }
        assert!(record.has_received("a", 2) && !record.has_received("a", 3));
        for entry in [Entry::NewGame { swapped: true }, Entry::SetUp { position: StartPosition::default() }] {
            record.apply(&entry, ms(2)).unwrap();
            assert!(record.has_received("a", 2));
        }
    }

    #[test]
    fn a_journal_that_does_not_add_up_says_where() {
        let line = |entry| JournalLine::new(ms(0), entry);
        let start = || line(Entry::Started(Box::default()));
        check(&[], "empty");
        check(&[line(Entry::Tick)], "line 1");
        check(&[start(), line(Entry::Tick), line(moved("e2e5", "e5"))], "line 3: the move e2e5");
        check(&[start(), line(moved("e2e4", "d4"))], "line 2: the move e2e4 is written there as 'd4'");
        check(&[start(), start()], "line 2");
        fn check(lines: &[JournalLine], says: &str) {
            let error = Record::replay(lines).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
