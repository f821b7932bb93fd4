//! The arbiter's desk: the arbiter has the word from "Schiedsrichter" to "weiter".
//!
//! An order is carried out at once and can be taken back with "Korrektur"; only what ends the game is asked back. A
//! question that was open before is asked again afterwards.

use std::time::Duration;

use super::{ArbiterCase, Effect, Handler, PendingConfirmation, Phase, Session};
use crate::{
    announce::{Announcement, ArbiterAnnouncement, Declaration, OrderMenu},
    grammar::{
        Availability, Execution, Expectation, Grammar, Intent, IntentClass, Irregularity, Moment, Order,
        OrderContext, Understanding,
    },
    journal::{Entry, Record},
    language::LANGUAGES,
    laws::{Act, ByColor, Color, Fault, may_rule},
};

/// The arbiter's desk, open while the arbiter has the word.
#[derive(Debug, Default)]
pub(super) struct ArbiterDesk {
    interrupted: Option<Interrupted>,
}

/// What the arbiter interrupted.
#[derive(Debug)]
pub(super) struct Interrupted {
    pub(super) phase: Phase,
    /// The half-moves played.
    pub(super) ply: usize,
}

impl ArbiterDesk {
    fn open(&mut self, phase: Phase, record: &Record) {
        self.interrupted = Some(Interrupted { phase, ply: record.game().moves().len() });
    }

    /// Closes the desk.
    pub(super) fn close(&mut self) {
        self.interrupted = None;
    }

    pub(super) fn interrupted(&self) -> Option<&Interrupted> {
        self.interrupted.as_ref()
    }

    /// Takes up what was interrupted before a power cut.
    pub(super) fn restore(&mut self, interrupted: Option<Interrupted>) {
        self.interrupted = interrupted;
    }

    /// Does not ask a move again that was read back.
    pub(super) fn give_up_move(&mut self) {
        if let Some(found) =
            self.interrupted.as_mut().filter(|found| matches!(found.phase, Phase::Confirming { .. }))
        {
            found.phase = Phase::Moving;
        }
    }
}

/// Understands an arbiter of a hall in the language of the board, or else in another one: a hall has one desk for all boards.
fn in_any_language(own: &Grammar, words: &str, moment: &Moment) -> Understanding {
    let understood = own.understand_text(words, moment);
    // "Draw" is near to a German word too.
    if understood.is_understood() && own.knows_words_of(words) {
        return understood;
    }
    let others = LANGUAGES.iter().filter(|language| language.tag != own.language());
    let mut in_others = others.map(|language| Grammar::of(*language).understand_text(words, moment));
    let is_ruling = |found: &Understanding| match found {
        Understanding::Understood { intent, sure } => *sure && intent.is_for_a_board(),
        Understanding::Ambiguous(_)
        | Understanding::OneEdit(_)
        | Understanding::Sequence(_)
        | Understanding::NotUnderstood { .. } => false,
    };
    in_others.find(is_ruling).unwrap_or(understood)
}

impl Session {
    /// Whether the arbiter has the word.
    pub(super) fn is_at_desk(&self) -> bool {
        self.desk.interrupted.is_some()
    }

    /// Whether the arbiter was called, or is asked something.
    pub fn awaits_arbiter(&self) -> bool {
        self.is_at_desk() || self.phase().is_put_to_the_arbiter(&self.record)
    }
}

impl Handler<'_> {
    /// "Schiedsrichter": the clocks stop. A question that waits for the arbiter is asked, else the desk opens.
    pub(super) fn call_arbiter(&mut self) {
        let answering = self.phase().is_put_to_the_arbiter(&self.record);
        self.halt_for_question();
        if answering && let Some(question) = self.phase().question(&self.record) {
            return self.tell(question);
        }
        if *self.phase() == Phase::Moving {
            if let Some((side, time)) = self.record.stood_still() {
                return self.ask_back(PendingConfirmation::Irregular(ArbiterCase::StoodStill { side, time }));
            }
            if let Some(side) = self.record.pressed_without_move() {
                let ply = self.record.game().moves().len();
                // A press after a move that was refused completes an illegal move.
                let fault = if self.record.refused_touches().is_empty() {
                    Fault::PressedWithoutMove
                } else {
                    Fault::IllegalMove
                };
                return self.ask_back(PendingConfirmation::Irregular(ArbiterCase::Fault {
                    by: side,
                    fault,
                    ply,
                    later: false,
                }));
            }
        }
        let mut then = self.session.dialogue.enter(Phase::Desk);
        if matches!(then, Phase::Sealing { .. }) {
            // The move that was being sealed is dropped; the arbiter's words are no secret.
            self.effects.push(Effect::Conceal(false));
            then = Phase::Moving;
        }
        self.session.desk.open(then, &self.session.record);
        self.session.closing.cancel();
        self.repeat_question();
    }

    /// Returns what a line surely means where this is expected.
    pub(super) fn surely(&self, line: &str, expects: &Expectation) -> Option<Intent> {
        self.grammar.understand_text(line, &Moment { expects, ..self.moment() }).certain()
    }

    /// Reads "Illegal move by Black, two minutes for White": the report, and what such a move costs here if that is not it.
    pub(super) fn report_with_price(&self, line: &str) -> Option<Result<String, Duration>> {
        let (report, price) = line.split_once([',', ';'])?;
        let reported = self.surely(report, &Expectation::Order)?;
        let Intent::Irregular(Irregularity::IllegalMove { by, number: None }) = reported else {
            return None;
        };
        let time = self.record.rules().switches().illegal_move;
        let Intent::Order(ordered) = self.surely(price, &Expectation::Order)? else { return None };
        let (punished, told) = if let Order::AddTime { side: gains, time: told } = ordered {
            (!gains, told)
        } else if let Order::Penalize { side: loses, time: told } = ordered {
            (loses, told.unwrap_or(time))
        } else {
            return None;
        };
        if by.is_some_and(|side| side != punished) {
            return None;
        }
        Some(if told == time { Ok(report.to_owned()) } else { Err(time) })
    }

    /// Tells what an illegal move costs here, where the arbiter named another time with it: neither is done.
    pub(super) fn tell_price(&mut self, time: Duration) {
        self.refuse(ArbiterAnnouncement::IllegalMoveCosts(time).into());
    }

    /// Handles a line that says who speaks and then what is ordered: "Schiedsrichter: Weiß bekommt zwei Minuten". Returns
    /// whether it is one.
    pub(super) fn handle_order_by_name(&mut self, line: &str) -> bool {
        if self.is_at_desk() || self.is_online() || !self.has_begun() {
            return false;
        }
        let Some((name, order)) = line.split_once([',', ':', '.']) else { return false };
        let calls = self.surely(name, self.dialogue.expects()) == Some(Intent::Arbiter);
        let orders = |intent: &Intent| intent.class() == IntentClass::Arbitration;
        let whole = || self.surely(order, &Expectation::Order).filter(orders).map(|_| order.to_owned());
        let priced = || self.report_with_price(order);
        let ordered = calls.then(|| whole().map(Ok).or_else(priced)).flatten();
        let ordered = match ordered {
            Some(Ok(ordered)) => ordered,
            Some(Err(costs)) => {
                self.tell_price(costs);
                return true;
            }
            None => return false,
        };
        self.handle_intent(Intent::Arbiter, true);
        self.session.dialogue.expect(self.phase().expects(&self.record));
        self.handle_typed(&ordered);
        true
    }

    /// A ruling from the desk of a hall: the arbiter has the word here, as if they had come to the board and typed it. One
    /// that was received before does nothing; one that is not understood is answered there, and stops no clock here.
    pub(super) fn receive_ruling(&mut self, desk: String, number: u64, arbiter: String, words: &str) {
        if self.record.has_received(&desk, number) {
            return;
        }
        let noted = Entry::RulingReceived { desk, number, arbiter: arbiter.clone(), words: words.to_owned() };
        self.write(noted);
        self.carry_out_received(arbiter, words);
        self.write(Entry::RulingDone);
    }

    fn carry_out_received(&mut self, arbiter: String, words: &str) {
        let is_there = self.awaits_arbiter();
        let expects = if is_there { self.phase() } else { &Phase::Desk }.expects(&self.record);
        let moment = Moment { expects: &expects, ..self.moment() };
        let mut understanding = in_any_language(&self.grammar, words, &moment);
        // Nobody at the desk of a hall offers a draw: what is one there, is one.
        if let Understanding::Understood { intent: intent @ Intent::Draw, .. } = &mut understanding {
            *intent = Intent::Order(Order::Draw);
        }
        if !understanding.is_understood() {
            return self.effects.push(Effect::Answer(Announcement::NotUnderstood));
        }
        self.tell(ArbiterAnnouncement::FromHall { arbiter, words: words.to_owned() }.into());
        if !is_there {
            self.end_review();
            self.call_arbiter();
        }
        self.session.dialogue.expect(expects);
        self.handle_words(understanding);
    }

    pub(super) fn handle_desk(&mut self, intent: Intent) {
        match (intent, self.record.ended().is_some()) {
            (Intent::Order(order), _) => self.carry_out(order, self.turn()),
            (Intent::StartClock, _) => self.close_desk(),
            // Those at the board talk with the arbiter: no yes or no of theirs starts a clock.
            (Intent::Yes | Intent::No, _) => self.answer_to_nothing(),
            (Intent::Correct, _) if self.record.has_ruling() => self.take_ruling_back(),
            (Intent::Correct, _) => self.refuse(ArbiterAnnouncement::NoRuling.into()),
            (Intent::OpenEnvelope, _) => self.ask_presence(),
            // Nobody offers a draw any more: another result is put right.
            (Intent::Draw, true) => self.carry_out(Order::Draw, self.turn()),
            (Intent::Irregular(Irregularity::DisplacedSince { number, by }), _) => {
                self.carry_out(Order::BackTo { number, by }, self.turn())
            }
            (
                Intent::Irregular(_) | Intent::CompareBoards | Intent::Declared { .. } | Intent::SealMove,
                true,
            ) => self.refuse_over(),
            (Intent::Irregular(reported), _) => self.report(reported),
            (Intent::CompareBoards, _) => self.compare_boards(),
            (Intent::Declared { act: Act::AskFiveSeconds, .. }, _) if may_rule(self.origin) => {
                self.carry_out(Order::FiveSeconds, self.turn())
            }
            (Intent::Declared { by, act }, _) => self.declare(by, act),
            (Intent::Draw, _) => self.name_draw(None),
            // The game goes on to be adjourned.
            (Intent::SealMove, _) => {
                self.close_desk();
                if *self.phase() != Phase::Adjourned {
                    self.handle_in_phase(Intent::SealMove, true);
                }
            }
            // A move, a press: first the arbiter must let the game go on.
            _ => self.no_answer(),
        }
    }

    /// Closes the desk: the game goes on where it was.
    fn close_desk(&mut self) {
        let Some(Interrupted { phase: then, ply, .. }) = self.session.desk.interrupted.take() else { return };
        let same = ply == self.record.game().moves().len()
            && !matches!(then, Phase::Over | Phase::Adjourned)
            && Phase::at_rest(&self.record) == Phase::Moving;
        self.enter(if same { then } else { Phase::at_rest(&self.record) });
        if *self.phase() == Phase::Over {
            self.tell_game_over();
            return self.await_closing(false);
        }
        if *self.phase() == Phase::Adjourned {
            return self.tell_adjourned();
        }
        if self.is_clock_question_open() {
            // The clock stands for this question too, and runs on after it.
            self.session.clocks.stop_for_question();
        } else if self.record.clock_was_stopped() {
            self.start_clock();
        } else {
            self.tell(Announcement::NotDone);
        }
        self.repeat_question();
    }

    /// Asks the open question, again or for the first time.
    pub(super) fn repeat_question(&mut self) {
        if let Some(question) = self.phase().question(&self.record) {
            self.tell(question);
        }
    }

    /// Carries out an order of the arbiter, if it can be.
    pub(super) fn carry_out(&mut self, order: Order, asker: Color) {
        match order.bearing() {
            Availability::Clock | Availability::Game if self.record.ended().is_some() => {
                return self.refuse_over();
            }
            Availability::Clock if self.record.clock().is_none() => {
                return self.refuse(Announcement::NoClock);
            }
            Availability::Clock | Availability::Game | Availability::Result => {}
        }
        let ordered = OrderContext { record: &self.record, asker, at: self.at };
        let order = order.completed(&ordered);
        let (entries, told) = match order.execution(&ordered) {
            Execution::Refuse(why) => return self.refuse(why),
            Execution::End(_) => return self.ask_back(PendingConfirmation::Order(order)),
            Execution::ReturnTo(ply) => {
                self.write_order(order);
                return self.return_to(ply);
            }
            Execution::Write(entries) => (entries, ArbiterAnnouncement::Ordered(order).into()),
            Execution::WriteAndTell(entries, told) => (entries, told),
        };
        self.write_order(order);
        let stood = ByColor::new_with(|side| !self.record.flag_has_fallen(side));
        entries.into_iter().for_each(|entry| self.write(entry));
        self.close_question();
        self.show_clock();
        self.tell(told);
        // A clock that is set to nothing shows a fallen flag (FIDE 6.2.1).
        for side in Color::ALL {
            if stood[side] && self.record.flag_has_fallen(side) {
                self.note_flag(side);
            }
        }
    }

    /// Carries out an order that ends the game, once the arbiter has confirmed it.
    pub(super) fn end_as_ordered(&mut self, order: Order) {
        let ordered = OrderContext { record: &self.record, asker: self.turn(), at: self.at };
        match order.execution(&ordered) {
            Execution::End(outcome) => {
                self.write_order(order);
                self.end(outcome);
            }
            Execution::Refuse(why) => {
                self.close_question();
                self.refuse(why);
            }
            // Only what ends the game is asked back.
            Execution::ReturnTo(_) | Execution::Write(_) | Execution::WriteAndTell(..) => {
                self.close_question();
                self.carry_out(order, self.turn());
            }
        }
    }

    pub(super) fn refuse_over(&mut self) {
        if let Some(outcome) = self.record.ended() {
            self.refuse(Announcement::GameOver(outcome.result));
        }
    }

    fn write_order(&mut self, order: Order) {
        self.write_ruling_in_detail(order.ruling(), order.to_string(), order.article());
    }

    /// The envelope is opened only in the presence of the player who must reply (Guidelines I.7).
    pub(super) fn ask_presence(&mut self) {
        match self.record.sealed() {
            Some((side, _)) => self.ask_back(PendingConfirmation::Present(!side)),
            None => self.refuse(Declaration::NothingSealed.into()),
        }
    }

    /// The replier is absent: that side's clock runs until the player comes (Guidelines I.9.2); that of the player who
    /// sealed before, once the opponent has sealed the reply (I.9.3).
    pub(super) fn await_replier(&mut self, side: Color) {
        self.session.desk.close();
        self.enter(Phase::at_rest(&self.record));
        if self.record.clock().is_none() {
            return self.tell_adjourned();
        }
        if self.running().is_none() {
            self.write(Entry::ClockStarted { side });
            self.show_clock();
        }
        self.tell_running();
    }

    /// Closes the open question: back to the desk, or to the game.
    pub(super) fn close_question(&mut self) {
        self.enter(if self.is_at_desk() { Phase::Desk } else { Phase::at_rest(&self.record) });
    }
}

/// The menu of the desk, and the intents under its routing keys in the order of the braille line.
pub(super) fn menu(record: &Record) -> (OrderMenu, Vec<Intent>) {
    const TWO_MINUTES: Duration = Duration::from_secs(120);
    let of_both =
        |order: fn(Color) -> Order| [Color::White, Color::Black].map(|side| Intent::Order(order(side)));
    if record.ended().is_some() {
        (OrderMenu::Over, vec![Intent::StartClock, Intent::Order(Order::Reopen), Intent::Correct])
    } else if record.sealed().is_some() {
        (OrderMenu::Sealed, vec![Intent::StartClock, Intent::OpenEnvelope, Intent::Correct])
    } else {
        let mut words = vec![Intent::StartClock];
        words.extend(of_both(|side| Order::AddTime { side, time: TWO_MINUTES }));
        words.extend(of_both(|side| Order::TakeTime { side, time: TWO_MINUTES }));
        words.push(Intent::Correct);
        words.extend(of_both(|side| Order::Warn { side }));
        words.extend(of_both(|side| Order::Penalize { side, time: None }));
        words.push(Intent::Order(Order::Draw));
        words.extend(of_both(|side| Order::Lose { side }));
        words.push(Intent::Order(Order::BothLose));
        words.extend(of_both(|side| Order::HalfPoint { side }));
        (OrderMenu::Game, words)
    }
}
