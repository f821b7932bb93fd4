//! The game and the dialogue, without any input or output: an event and an instant in, effects out.
//!
//! `handle` cannot fail. A player's slip is an [`Announcement`], a broken device an [`What`]. All that must
//! survive a power cut is in the [`Record`], which changes only by an entry that is also an effect; what is
//! in the [`Phase`] is lost with a sentence at most.

pub mod effect;
pub mod event;
pub mod options;
mod answers;
pub mod exploring;
mod review;
mod meant;
mod noting;
mod whose;
pub mod on_board;
pub mod remote;
pub mod practice;
mod talking;
mod alone;
pub mod setting_up;
mod lifting;
mod clocks;
mod warnings;
mod moves;
mod touching;
mod declarations;
mod claims;
mod comparing;
mod sealing;
mod desk;
mod ending;
mod games;
mod leaving;
pub mod online;
pub mod lobby;
mod irregularities;
mod phase;

use std::{collections::VecDeque, sync::Arc, time::Duration};

use desk::Desk;
pub use effect::{ClockFace, Effect, Pattern, VoiceChange};
use ending::Closing;
pub use event::{Event, Key, What};
use exploring::Place;
pub use exploring::{Explore, Ground};
use games::Games;
pub use games::Seat;
pub use irregularities::Matter;
use lobby::Lobby;
pub use lobby::{Found, Listed, LobbyNews};
pub use on_board::{BoardClockTells, OnBoard};
use online::Online;
pub use online::{Over, Report, Tidings, Wish};
pub use options::{Confirm, Options, Talk};
pub use phase::{Phase, Purpose, Sure};
pub use practice::Inquiry;
pub use remote::Wanted;
use review::Review;
pub use setting_up::There;
use talking::Talking;

use crate::{
    announce::{Announcement, Audience, Declaration, Device, Shown, Told},
    grammar::{Chatter, Expects, Grammar, Intent, Moment},
    journal::{Entry, JournalLine, Record, Start},
    laws::{ByColor, Color, Description, Move, Origin, Position, Service, Square},
};

/// One game, from the greeting to the result.
pub struct Session {
    options: Options,
    grammar: Arc<Grammar>,
    record: Record,
    phase: Phase,
    /// What the phase, an offer and the microphone leave open to be said.
    expects: Expects,
    /// Who is behind the event being handled.
    from: Origin,
    /// When what is being handled was begun: words take time to be said.
    begun: Duration,
    /// When the open question was put.
    put: Duration,
    /// How much may be told of the move that was said.
    shown: Shown,
    microphone: bool,
    talking: Talking,
    /// Since when somebody has been speaking whose words are not known yet.
    voice: Option<Duration>,
    /// What was said before it that makes no sense.
    chatter: Chatter,
    /// How often somebody was told to say it again since he was last understood; none, where nobody ever was.
    told_again: Option<u8>,
    /// The times left that each side was warned of.
    warned: ByColor<Vec<Duration>>,
    /// A move was refused just now, and these were asked about before it: yes asks again.
    overtaken: Option<Vec<Move>>,
    /// The tactile clock is there.
    tactile_clock: bool,
    board_touches: bool,
    /// The opponent has repeated the open move (FIDE D.2.1).
    repeated: bool,
    /// The last sentence worth repeating.
    said: Option<Announcement>,
    /// What was said in the same breath as a move that is being asked about.
    waiting: VecDeque<Intent>,
    /// The arbiter has the word.
    desk: Option<Desk>,
    /// A clock ran until a question stopped it: a no lets it run again.
    stopped_to_ask: bool,
    /// The side that plays from elsewhere is lost.
    opponent_lost: bool,
    /// Its clock was stopped for that.
    spared: bool,
    /// When it is said that the last move was made.
    unanswered: Option<Duration>,
    /// What an engine is looking into.
    inquiry: Option<Inquiry>,
    inquiries: u64,
    /// The game is over and can still be put right.
    closing: Option<Closing>,
    /// What is known of the server's side.
    online: Online,
    lobby: Lobby,
    games: Games,
    /// Where the game is looked at again.
    review: Option<Review>,
    /// What is being handled was done on an electronic board.
    on_board: bool,
    compared: on_board::Compared,
    /// The piece that was lifted to be moved.
    lifted: Option<Square>,
    /// Where the board was last explored.
    explored: Option<Place>,
    effects: Vec<Effect>,
    /// How many effects came before an entry that the record refused; those after it are not for it to see.
    refused_after: Option<usize>,
}

impl Session {
    /// A new game. The first effect of [`What::Began`] writes the start down.
    pub fn new(start: Start, options: Options, grammar: Arc<Grammar>) -> Session {
        Session::of(Record::new(start), options, grammar)
    }

    /// A game taken up again from what its journal adds up to, the clocks standing as they last ran.
    ///
    /// The session goes on at [`Session::at`]; a question that was open is asked again.
    pub fn resume(record: Record, options: Options, grammar: Arc<Grammar>) -> Session {
        Session::of(record, options, grammar)
    }

    /// A game on a server that is still to be found; `start` says no more than that.
    pub fn in_lobby(start: Start, options: Options, grammar: Arc<Grammar>) -> Session {
        Session { phase: Phase::Lobby, ..Session::new(start, options, grammar) }
    }

    fn of(record: Record, mut options: Options, grammar: Arc<Grammar>) -> Session {
        // Nobody there repeats a move aloud.
        options.repeat &= record.remote().is_none();
        let phase = Phase::at_rest(&record);
        Session {
            tactile_clock: options.tactile_clock,
            board_touches: options.board_touches,
            options,
            grammar,
            record,
            phase,
            expects: Expects::Move,
            from: Origin::Program,
            begun: Duration::ZERO,
            put: Duration::ZERO,
            shown: Shown::SQUARES,
            microphone: true,
            talking: Talking::default(),
            voice: None,
            chatter: Chatter::default(),
            told_again: None,
            warned: ByColor::default(),
            overtaken: None,
            repeated: false,
            said: None,
            waiting: VecDeque::new(),
            desk: None,
            stopped_to_ask: false,
            opponent_lost: false,
            spared: false,
            unanswered: None,
            inquiry: None,
            inquiries: 0,
            closing: None,
            online: Online::default(),
            lobby: Lobby::default(),
            games: Games::default(),
            review: None,
            on_board: false,
            compared: on_board::Compared::default(),
            lifted: None,
            explored: None,
            effects: Vec::new(),
            refused_after: None,
        }
    }

    /// Takes one event and says what must now be done, in order.
    ///
    /// `at` is the time since the session began; it never runs backwards.
    pub fn handle(&mut self, event: Event, at: Duration) -> Vec<Effect> {
        let at = at.max(self.record.at());
        (self.from, self.begun, self.shown) = (event.from, at, self.shown_of(None));
        // What was said before the arbiter was asked is no answer to him.
        let overtaken = self.watch_flags(at);
        self.watch_warnings(at);
        self.watch_talking(at);
        let question = self.phase.question(&self.record);
        let ply = self.record.game().moves().len();
        match event.what {
            What::Heard(_) | What::Typed(_) | What::Key(_) | What::Lever(_) if overtaken => {}
            What::Began if self.is_asking_opponent() || self.is_setting_up() => self.ask_opponent(),
            What::SetUp { written } => self.setup_kept(written),
            What::OpponentMissing(opponent) => self.opponent_missing(&opponent),
            What::Began => self.begin(at),
            What::Resumed { torn } => self.take_up(torn, at),
            What::VoiceBegan => self.voice = Some(at),
            What::NoWords => self.voice = None,
            What::Clipped => self.clipped(at),
            What::Heard(alternatives) => self.handle_heard(&alternatives, at),
            What::Typed(line) => {
                let understanding = self.grammar.understand_text(&line, &self.moment());
                if understanding.is_understood() {
                    self.answer_in_the_alphabet_of(&line);
                }
                self.handle_words(understanding, at);
            }
            What::Meant(intent) => self.handle_meant(intent, at),
            What::Key(key) => self.handle_key(key, at),
            What::Seen { inquiry, positions } => self.handle_seen(inquiry, positions, at),
            What::Lever(side) => self.handle_lever(side, at),
            What::OnBoard(what) => self.handle_on_board(what, at),
            What::SpeechEnded => {
                self.start_delay(at);
                self.result_told(at);
            }
            What::DeadlinePassed => self.handle_deadline(at),
            What::Tidings(tidings) => self.hear_tidings(tidings, at),
            What::Lobby(news) => self.hear_lobby(news, at),
            What::Games { all, here } => self.hear_of_games(all, here),
            What::TurnedTo { microphone } => self.turned_to(microphone, at),
            What::TimesTold { left, running } => self.take_over(left, running, at),
            What::FlagTold(side) => self.flag_told(side, at),
            What::Lost(Device::Opponent) => self.opponent_changed(false, at),
            What::Back(Device::Opponent) => self.opponent_changed(true, at),
            What::Lost(device) => self.device_changed(device, false, Announcement::Lost(device)),
            What::Missing(device) => self.device_changed(device, false, Announcement::Missing(device)),
            What::Back(device) => self.device_changed(device, true, Announcement::Back(device)),
            What::ClockFault(code) => self.tell(Announcement::ClockFault(code)),
            What::StoodStill { time, counted } => self.stood_still(time, counted, at),
            What::WordsMissing(words) => self.tell(Announcement::WordsMissing(words)),
        }
        self.raise_takeback();
        self.spare_the_lost(at);
        self.stop_at_refusal();
        let now = self.phase.question(&self.record);
        if now != question {
            self.put = at;
            if now.is_some() {
                self.effects.push(Effect::Feel(Pattern::Question));
            }
        }
        if ply != self.record.game().moves().len() {
            (self.lifted, self.review, self.overtaken, self.inquiry) = (None, None, None, None);
            // What is gone through are the moves of another position.
            self.explored = self.explored.map(Place::alone);
        }
        self.tell_fingers();
        self.expects = match self.microphone {
            true if self.is_reviewing() => Expects::Review,
            true => self.phase.expects(&self.record),
            false => Expects::MicrophoneOn,
        };
        std::mem::take(&mut self.effects)
    }

    /// When the session next wants [`What::DeadlinePassed`].
    pub fn next_deadline(&self) -> Option<Duration> {
        [
            self.delay_ends(),
            self.closes_at(),
            self.next_warning().map(|(due, _)| due),
            self.released_at(),
            self.flag_falls_at(),
            self.acknowledged_at(),
            self.next_tick(),
            self.claimable_at(),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// What makes sense to say now; the recognizer's phrases come from it.
    pub fn moment(&self) -> Moment<'_> {
        let game = self.record.game();
        let position = match self.phase {
            Phase::Comparing { ply, .. } => game.position_at(ply),
            _ => game.position(),
        };
        Moment { position, expects: &self.expects }
    }

    /// What waits for an answer, whoever is asked: a question, an offer, a result that can still be put right.
    pub fn asked(&self) -> Option<Announcement> {
        let waits = || match (&self.phase, self.record.offer(), self.record.sealed()) {
            (Phase::Moving, Some(by), _) => Some(Announcement::DrawOffered { by }),
            (Phase::Sealing { first: None }, ..) => Some(Declaration::Sealing { side: self.turn() }.into()),
            (Phase::Sealing { first: Some(_) }, ..) => Some(Declaration::SealAgain.into()),
            (Phase::Adjourned, _, Some((side, _))) => {
                let resumption = self.record.resumption().to_owned();
                Some(Declaration::SealWaits { side, resumption }.into())
            }
            _ => None,
        };
        let ended = self.record.ended().map(|outcome| self.ended(outcome));
        ended
            .filter(|_| self.phase == Phase::Over)
            .or_else(|| self.phase.question(&self.record))
            .or_else(waits)
    }

    /// The last moves played, so many half-moves.
    pub fn played(&self, count: usize) -> Vec<Told> {
        let game = self.record.game();
        let from = game.moves().len().saturating_sub(count);
        (from..game.moves().len())
            .map(|ply| Told { before: game.position_at(ply).clone(), m: game.moves()[ply] })
            .collect()
    }

    /// Whether everybody at this place may be told what stands where.
    pub fn describes_position(&self) -> bool {
        self.terms().allow(Service::Describe(Description::Position), true)
    }

    /// The piece that was lifted to be moved, until it is put down.
    pub fn lifted(&self) -> Option<Square> {
        self.lifted
    }

    /// Whether nobody hears what is said.
    pub fn is_by_touch(&self) -> bool {
        self.options.by_touch
    }

    /// Whose side of the board the reader sits at.
    pub fn own_side(&self) -> Color {
        self.record.user().unwrap_or(Color::White)
    }

    /// To whom the voice and the braille line of this place speak.
    pub fn audience(&self) -> Audience {
        Audience::from(self.record.start().users)
    }

    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The instant of the last entry: a session that is taken up goes on from here.
    pub fn at(&self) -> Duration {
        self.record.at()
    }

    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    fn begin(&mut self, at: Duration) {
        if self.is_in_lobby() {
            return self.begin_talking();
        }
        let start = self.record.start().clone();
        let control = self.record.clock().map(|clock| clock.control().clone());
        let ready = Announcement::Ready { control };
        self.effects.push(Effect::Record(JournalLine::new(at, Entry::Started(Box::new(start)))));
        self.begin_talking();
        self.say(ready);
        self.show_clock(at);
    }

    fn take_up(&mut self, torn: bool, at: Duration) {
        let asked = self.record.asked();
        self.write(Entry::Resumed { chosen: self.options.chosen.clone() }, at);
        self.begin_talking();
        self.show_clock(at);
        if torn {
            self.tell(Announcement::Torn);
        }
        if let Some(outcome) = self.record.ended() {
            self.say(self.ended(outcome));
            return self.await_closing(false, at);
        }
        // The power may have gone after the last move was written, and before the end it made was.
        if let Some(outcome) = self.outcome_on_board().filter(|_| !self.is_online()) {
            if let Some(told) = self.last_move() {
                self.say(Announcement::Moved(told));
            }
            return self.end(outcome, at);
        }
        let position = self.record.game().position();
        self.say(Announcement::Resumed {
            last: self.last_move(),
            number: position.fullmoves().get(),
            turn: position.turn(),
            clock: self.record.clock().is_some() && self.keeps_time(),
        });
        if self.end_what_is_upheld(at) {
            return;
        }
        if let Some(m) = asked {
            self.ask(m, at);
        } else if let Some(side) = self.record.two_minutes() {
            self.decide(Sure::TwoMinutes(side));
        }
        self.agree_resumption(at);
        self.seal_waits();
    }

    fn device_changed(&mut self, device: Device, there: bool, told: Announcement) {
        if device == Device::Clock {
            self.tactile_clock = there;
        }
        if device == Device::Braille && !there {
            self.effects.push(Effect::Feel(Pattern::Line));
        }
        self.tell(told);
    }

    /// Says something that "wiederholen" says again.
    fn say(&mut self, announcement: Announcement) {
        if self.refused_after.is_none() {
            self.said = Some(announcement.clone());
        }
        self.effects.push(Effect::Announce(announcement));
    }

    /// Says something in passing, which leaves what was said before to be repeated.
    fn tell(&mut self, announcement: Announcement) {
        self.effects.push(Effect::Announce(announcement));
    }

    /// Whoever hears nothing is told by the clock that something waits, where no other pattern says so.
    fn tell_fingers(&mut self) {
        let tells = self.effects.iter().any(|effect| matches!(effect, Effect::Announce(_)));
        let felt = self.effects.iter().any(|effect| matches!(effect, Effect::Feel(_)));
        if self.options.by_touch && tells && !felt {
            self.effects.push(Effect::Feel(Pattern::Message));
        }
    }

    /// Writes an entry down and takes it into account. One that does not fit the record ends the event: what
    /// it was to bring about does not happen.
    fn write(&mut self, entry: Entry, at: Duration) {
        // Only who keeps the time starts and stops the clock.
        let is_his = matches!(entry, Entry::ClockStarted { .. } | Entry::ClockStopped);
        if self.refused_after.is_some() || is_his && !self.keeps_time() {
            return;
        }
        let line = JournalLine::new(at, entry).from(self.from);
        let runs = matches!(line.entry, Entry::ClockStarted { .. } | Entry::Pressed { .. });
        self.stopped_to_ask &= !runs;
        match self.record.apply(&line.entry, line.at()) {
            Ok(()) => self.effects.push(Effect::Record(line)),
            Err(_) => self.refused_after = Some(self.effects.len()),
        }
    }

    /// Takes back all that was to follow a refused entry; the dialogue is where the record says.
    fn stop_at_refusal(&mut self) {
        let Some(kept) = self.refused_after.take() else { return };
        self.effects.truncate(kept);
        (self.phase, self.desk) = (Phase::left_by(&self.record), None);
        self.waiting.clear();
        self.refuse(Announcement::NotRecorded);
    }

    fn turn(&self) -> Color {
        self.record.game().turn()
    }

    fn last_move(&self) -> Option<Told> {
        let game = self.record.game();
        let m = *game.moves().last()?;
        Some(Told { before: game.position_at(game.moves().len() - 1).clone(), m })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move that the board does not allow could only be confirmed by a fault of the program.
    #[test]
    fn what_the_record_refuses_is_never_announced() {
        for said in ["ja", "ja, uhr"] {
            let mut session = Session::new(
                Start::default(),
                Options::default(),
                Arc::new(Grammar::of(crate::language::LanguageFolder::USUAL)),
            );
            session.handle(Event::of_program(What::Began), Duration::ZERO);
            let e2e4 = session.record.legal("e2e4".parse().unwrap()).unwrap();
            session.make(e2e4, Duration::ZERO);
            session.effects.clear();
            let before = (session.record.game().moves().len(), session.said.clone());
            session.phase = Phase::Confirming { m: e2e4, shown: Shown::All, until: None };
            let effects = session.handle(Event::at_table(What::Typed(said.into())), Duration::from_secs(1));
            let told = [Effect::Feel(Pattern::Refuse), Effect::Announce(Announcement::NotRecorded)];
            assert_eq!(effects, told, "{said}");
            assert_eq!(session.phase, Phase::Moving);
            assert_eq!(session.record.game().moves().len(), before.0);
            assert_eq!(session.said, Some(Announcement::NotRecorded), "and not the move");
            // The game goes on from there.
            let effects = session.handle(Event::at_table(What::Typed("e7e5".into())), Duration::from_secs(2));
            assert!(matches!(effects[0], Effect::Record(_)), "{effects:?}");
        }
    }
}
