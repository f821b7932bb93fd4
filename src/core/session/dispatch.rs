//! Dispatch: what is heard, typed and pressed, to the handler of the phase.

use super::{Effect, Handler, Key, Pattern, Phase, ServerRequest, Silence, VoiceChange};
use crate::{
    announce::{Announcement, BoardAnswer, Declaration, OnlineAnnouncement},
    grammar::{Expectation, Intent, IntentClass, Moment, OnlineRequest, Question, Rejection, Understanding},
    journal::Opponent,
    laws::Act,
    notation::{Style, StyleChange, Wording},
};

/// After so many unclear answers to a question the player hears, once, how else it can be answered.
const WAYS_TOLD: u8 = 2;

impl Handler<'_> {
    pub(super) fn handle_words(&mut self, understanding: Understanding) {
        match understanding {
            Understanding::Understood { intent, sure } => self.handle_intent(intent, sure),
            // In competition no player is told a move that they have not said.
            Understanding::OneEdit(_) if self.record.is_discreet() => self.not_understood(),
            Understanding::Ambiguous(intents) | Understanding::OneEdit(intents) => {
                self.handle_rivals(intents)
            }
            Understanding::Sequence(intents) => {
                self.session.dialogue.keep_waiting(intents);
                self.continue_waiting();
            }
            // Thinking aloud, talk far away, endless talk and a radio are not answered.
            Understanding::NotUnderstood {
                why:
                    why @ (Rejection::Silence | Rejection::FarAway | Rejection::Anything | Rejection::Chatter),
            } if self.in_passing => self.pass_over(why),
            Understanding::NotUnderstood { .. } if self.in_passing => self.not_understood_as_heard(),
            Understanding::NotUnderstood { .. } => self.not_understood(),
        }
        // After a yes the rest of the utterance is handled; whatever else closes the question drops it.
        if *self.phase() == Phase::Moving && self.record.is_open() {
            self.continue_waiting();
        }
        if *self.phase() == Phase::Moving {
            self.session.dialogue.forget_waiting();
        }
    }

    /// Reads a line that means something else than where it stands: "nein, ich meinte Sf3" and "ich hab mich vertan, Sf3" after
    /// a move that is not completed take that back; what the arbiter orders is told to be theirs.
    pub(super) fn understood_otherwise(&self, line: &str, understood: Understanding) -> Understanding {
        if !understood.is_understood()
            && let Some(intent) = self.typed_in_setup(line)
        {
            return Understanding::Understood { intent, sure: true };
        }
        if self.takes_back_own_move(line, &understood) {
            return Understanding::Sequence(vec![Intent::Correct; 2]);
        }
        let takes_back = |row: &[Intent]| matches!(row, [Intent::No | Intent::Correct, ..]);
        let begins_with_no = matches!(&understood, Understanding::Sequence(row) if takes_back(row));
        let moves = self.record.game().moves().len();
        if *self.phase() == Phase::Moving
            && self.record.is_open()
            && (begins_with_no || !understood.is_understood())
        {
            let before = self.record.game().position_at(moves - 1);
            let position = self.moment().position.map(|_| before);
            let moment = Moment { position, turn: Some(!self.turn()), ..self.moment() };
            if let Understanding::Sequence(row) = self.grammar.understand_text(line, &moment)
                && let [.., last @ Intent::Move(_)] = &row[..]
                && takes_back(&row)
            {
                return Understanding::Sequence(vec![Intent::Correct, last.clone()]);
            }
        }
        if understood.is_understood() || self.is_at_desk() || !self.has_begun() {
            return understood;
        }
        let ordered = Moment { expects: &Expectation::Order, ..self.moment() };
        let ordered = self.grammar.understand_text(line, &ordered);
        if matches!(ordered, Understanding::Understood { intent: Intent::Order(_), .. }) {
            return Understanding::Understood { intent: Intent::Ask(Question::OnlyArbiter), sure: true };
        }
        understood
    }

    /// Whether who is on move takes "my last move" back, and so the opponent's with it.
    pub(super) fn takes_back_own_move(&self, line: &str, understood: &Understanding) -> bool {
        let start = self.record.start();
        let is_free =
            self.record.clock().is_none() && !start.competition && start.opponent == Opponent::Board;
        understood.clone().certain() == Some(Intent::Correct)
            && is_free
            && *self.phase() == Phase::Moving
            && self.speaker().side().or(self.record.user()) == Some(self.turn())
            && self.record.game().moves().len() > 1
            && self.grammar.is_of_the_speaker(line)
    }

    /// Handles what was said in one utterance, one thing after another, until a question is open.
    fn continue_waiting(&mut self) {
        let mut last = None;
        while let Some(intent) = self.session.dialogue.next_waiting() {
            let before = self.phase().clone();
            // "Ja, ja" is one yes, and "nein, falsch" one no.
            let is_said_before = last.replace(intent.clone()).as_ref() == Some(&intent);
            if is_said_before && matches!(intent, Intent::Yes | Intent::No) {
                continue;
            }
            let corrects = intent == Intent::Correct;
            let made = self.record.game().moves().len();
            // What waits behind a move is said with it.
            self.with_move = self.record.is_open();
            if corrects && is_said_before {
                self.take_back_another();
            } else {
                self.handle_intent(intent, true);
            }
            // What could not be taken back is not followed by another move.
            let stands = self.record.game().moves().len() == made && *self.phase() == before;
            if corrects && (self.record.is_open() || stands) {
                return self.session.dialogue.forget_waiting();
            }
            let refused = self.effects.is_refused();
            if refused || *self.phase() != Phase::Moving && *self.phase() != before {
                return;
            }
        }
    }

    /// Whether a question is open that was not often answered unclearly yet.
    pub(super) fn awaits_answer(&self) -> bool {
        self.phase().question(&self.record).is_some() && self.dialogue.unclear() < WAYS_TOLD
    }

    /// Tells that the words made no sense, and asks the open question again.
    pub(super) fn not_understood(&mut self) {
        self.ask_anew(true);
    }

    /// Asks the open question again, to which what was meant is no answer.
    pub(super) fn no_answer(&mut self) {
        self.ask_anew(false);
    }

    fn ask_anew(&mut self, unclear: bool) {
        if *self.phase() == Phase::Over {
            return self.tell_game_over();
        }
        if matches!(*self.phase(), Phase::Sealing { .. }) {
            return self.tell_seal_unclear();
        }
        self.effects.push(Effect::Feel(Pattern::Refuse));
        let is_asked = self.phase().question(&self.record).is_some();
        if !is_asked || unclear && !self.phase().is_yes_or_no() {
            self.tell(Announcement::NotUnderstood);
        }
        self.ask_once_more();
    }

    /// Asks the open question again. Whoever has answered it with something else often hears how it can be answered.
    pub(super) fn ask_once_more(&mut self) {
        let unclear_answers = self.session.dialogue.count_unclear();
        let Some(question) = self.phase().question(&self.record) else { return };
        let told = match (self.phase().is_yes_or_no(), unclear_answers) {
            (true, WAYS_TOLD) => Announcement::YesOrNoOtherwise {
                question: Box::new(question),
                clock: self.would_press_confirm(),
            },
            (true, _) => Announcement::YesOrNo(Box::new(question)),
            (false, _) => question,
        };
        self.tell(told);
    }

    pub(super) fn handle_key(&mut self, key: Key) {
        self.in_passing = true;
        match key {
            Key::Confirm => self.handle_intent(Intent::Yes, true),
            // Before a game there is no board to explore.
            Key::Square(_) | Key::Explore(_) if self.is_asking_opponent() || self.is_setting_up() => {
                self.tell_no_game()
            }
            Key::Cancel if self.put_back() => self.stay_silent(Silence::Felt),
            Key::Cancel => self.handle_intent(Intent::No, true),
            Key::Repeat => self.handle_intent(Intent::Repeat, true),
            Key::Quiet => self.effects.push(Effect::StopSpeaking),
            Key::Talk => self.handle_talk_key(),
            Key::Press => self.handle_intent(Intent::PressClock, true),
            Key::Arbiter => self.handle_intent(Intent::Arbiter, true),
            Key::Correct => self.handle_intent(Intent::Correct, true),
            Key::Choice(n) => self.handle_choice(n),
            Key::Square(square) => self.press_square(square),
            Key::Explore(key) => self.explore(key),
            Key::Nothing => {
                self.effects.push(Effect::Feel(Pattern::Refuse));
                self.tell(Announcement::NoTarget);
            }
            Key::Microphone => {
                let intent =
                    if self.microphone.is_on() { Intent::MicrophoneOff } else { Intent::MicrophoneOn };
                self.handle_intent(intent, true);
            }
        }
    }

    /// Handles what means the same in every phase, and leaves the rest to the phase.
    pub(super) fn handle_intent(&mut self, intent: Intent, sure: bool) {
        let intent = self.to_the_offer(intent);
        let class = intent.class();
        self.note_understood(&intent);
        if self.answers_suggestion(&intent)
            || self.refuse_without_game(&intent)
            || self.refuse_to_opponent(&intent)
        {
            return;
        }
        if class != IntentClass::Program && self.handle_without_game(&intent) {
            return;
        }
        match (intent, class) {
            (Intent::Quiet, _) => self.effects.push(Effect::StopSpeaking),
            (Intent::Repeat, _) => self.say_again(),
            (Intent::Louder, _) => self.change_voice(VoiceChange::Louder, Announcement::Louder),
            (Intent::Softer, _) => self.change_voice(VoiceChange::Softer, Announcement::Softer),
            (Intent::Faster, _) => self.change_voice(VoiceChange::Faster, Announcement::Faster),
            (Intent::Slower, _) => self.change_voice(VoiceChange::Slower, Announcement::Slower),
            (Intent::Restyle(change), _) => {
                self.session.options.alphabet_chosen |= matches!(change, StyleChange::Wording(_));
                self.restyle(self.options.style.changed(change));
                self.tell(BoardAnswer::StyleChanged(change).into());
            }
            (Intent::MicrophoneOff, _) => {
                self.switch_microphone(false);
                self.tell(Announcement::MicrophoneOff);
            }
            (Intent::MicrophoneOn, _) => {
                self.switch_microphone(true);
                self.tell(Announcement::MicrophoneOn);
            }
            (Intent::Help, _) => self.help(),
            (Intent::HelpOn(topic), _) => self.help_on(topic),
            (Intent::Ask(question), _) => self.answer(question),
            (Intent::Review(step), _) => {
                // Who looks back no longer asks where a piece could go.
                if matches!(
                    self.dialogue.expects(),
                    Expectation::WhereTo { .. } | Expectation::Completion { .. }
                ) {
                    self.enter(Phase::Moving);
                }
                self.review(step);
                self.restart_silence();
            }
            (Intent::Strength(request), _) => self.handle_strength(request),
            (Intent::Advise(counsel), _) => self.advise(counsel),
            (Intent::Online(request), _) => self.handle_online(request),
            (Intent::Games(request), _) => self.handle_games(request),
            // No game listens for it.
            (Intent::Hall(_), _) => self.refuse(Announcement::NotUnderstood),
            // On a server nobody rules, and nothing is sealed or compared.
            (
                Intent::Arbiter
                | Intent::Irregular(_)
                | Intent::SealMove
                | Intent::OpenEnvelope
                | Intent::CompareBoards,
                _,
            ) if self.is_online() => {
                self.refuse(OnlineAnnouncement::NotOnline.into());
                self.repeat_question();
            }
            (Intent::StopClock, _) => {
                self.end_review();
                self.stop_clock();
            }
            (Intent::Arbiter, _) => {
                self.end_review();
                self.call_arbiter();
            }
            (Intent::Irregular(reported), _) if self.phase().is_about_a_move() => {
                self.end_review();
                self.report(reported);
            }
            (
                intent,
                IntentClass::Move
                | IntentClass::Answer
                | IntentClass::Declaration
                | IntentClass::Arbitration
                | IntentClass::Departure,
            ) => {
                if self.may_say(&intent) {
                    self.take_arbiter_as_origin(&intent);
                    self.handle_in_phase(intent, sure);
                } else if intent.declares() {
                    self.repeat_question();
                }
            }
            // All that mean the same in every phase are named above.
            (
                _,
                IntentClass::Program
                | IntentClass::Question
                | IntentClass::Request
                | IntentClass::Interruption,
            ) => self.no_answer(),
        }
    }

    /// Says again what sounded last; what it asks is still asked.
    fn say_again(&mut self) {
        let Some(said) = self.dialogue.repeatable().cloned() else {
            return self.tell(Announcement::NoMoveYet);
        };
        self.effects.push(Effect::Announce(said));
        let suggestion = self.suggested.take();
        self.session.dialogue.suggest(suggestion);
    }

    /// Handles what is said where no game is played. Returns whether it did.
    fn handle_without_game(&mut self, intent: &Intent) -> bool {
        if self.is_studying() {
            self.handle_in_study(intent.clone());
        } else if let Intent::Study(request) = intent {
            self.request_study(*request);
        } else if self.is_asking_opponent() {
            self.handle_opponent_choice(intent);
        } else if self.is_setting_up() {
            self.handle_setup(intent);
        } else {
            return false;
        }
        true
    }

    pub(super) fn handle_in_phase(&mut self, intent: Intent, sure: bool) {
        // A yes or no to nothing leaves the place that is reviewed.
        if !matches!(intent, Intent::Yes | Intent::No) {
            self.end_review();
        }
        if self.take_the_floor(&intent) {
            return;
        }
        if let Intent::Practise(which) = intent
            && matches!(*self.phase(), Phase::Moving | Phase::Over)
        {
            return self.practise(which);
        }
        if let Intent::Leave { again } = intent {
            if again && self.is_in_lobby() {
                return self.send(ServerRequest::Seek);
            }
            if matches!(*self.phase(), Phase::Moving | Phase::Adjourned | Phase::Over) {
                return self.ask_to_leave(again);
            }
        }
        match self.phase().clone() {
            Phase::Opponent(_) => self.handle_opponent_choice(&intent),
            Phase::SettingUp(_) => self.handle_setup(&intent),
            Phase::Moving => self.handle_moving(intent, sure),
            Phase::Confirming { m, .. } | Phase::Guessing { m } => self.handle_confirming(intent, m, sure),
            Phase::Choosing { candidates, purpose } => {
                self.handle_choosing(intent, candidates, purpose, sure)
            }
            Phase::Completing { .. } => self.handle_completing(intent, sure),
            Phase::WhichSide(act) => self.handle_which_side(intent, act),
            Phase::Deciding(question) => self.handle_deciding(intent, question),
            Phase::Comparing { ply, other, parted } => self.handle_comparing(intent, ply, other, parted),
            Phase::Sealing { first } => self.handle_sealing(intent, first),
            Phase::Adjourned => self.handle_adjourned(intent),
            Phase::Desk => self.handle_desk(intent),
            Phase::Lobby => self.handle_in_lobby(intent),
            Phase::Challenged(challenge) => self.handle_challenged(intent, challenge),
            Phase::Studying(_) => self.handle_in_study(intent),
            Phase::Over => self.handle_over(intent),
        }
    }

    pub(super) fn handle_moving(&mut self, intent: Intent, sure: bool) {
        match intent {
            Intent::Move(attempt) => self.attempt(&attempt, sure),
            Intent::Correct if self.is_online() && !self.record.is_open() => {
                self.handle_online(OnlineRequest::TakeBack)
            }
            Intent::Correct if self.refuse_correction() => {}
            Intent::Correct => self.take_back(),
            Intent::PressClock => self.press_or_start(),
            Intent::StartClock => self.start_clock(),
            // A no whose words are known too late was said in time.
            Intent::No if self.record.is_open() && self.dialogue.is_before_silent_yes(self.begun) => {
                if !self.refuse_correction() {
                    self.take_back();
                }
            }
            // A bare yes to an offer is asked back like any acceptance: a draw is final.
            Intent::Yes if self.offer_waits() => self.declare(None, Act::AcceptDraw),
            Intent::No if self.offer_waits() => self.declare(None, Act::DeclineDraw),
            // The move that was made may be what is meant.
            Intent::No if self.record.is_open() => self.tell(BoardAnswer::NoOpenQuestion.into()),
            Intent::Yes | Intent::No => self.answer_to_nothing(),
            Intent::Draw => self.name_draw(None),
            Intent::Declared { by, act } => self.declare(by, act),
            Intent::SealMove => self.seal(),
            Intent::OpenEnvelope => self.refuse(Declaration::NothingSealed.into()),
            Intent::CompareBoards => self.compare_boards(),
            // These are handled in every phase alike, or answer what is not asked now.
            Intent::Repeat
            | Intent::Louder
            | Intent::Softer
            | Intent::Faster
            | Intent::Slower
            | Intent::Quiet
            | Intent::MicrophoneOff
            | Intent::MicrophoneOn
            | Intent::Help
            | Intent::HelpOn(_)
            | Intent::Accept
            | Intent::Decline
            | Intent::Side(_)
            | Intent::StopClock
            | Intent::Arbiter
            | Intent::Order(_)
            | Intent::Irregular(_)
            | Intent::Ask(_)
            | Intent::Restyle(_)
            | Intent::Review(_)
            | Intent::Online(_)
            | Intent::Games(_)
            | Intent::Hall(_)
            | Intent::Against(_)
            | Intent::Strength(_)
            | Intent::Advise(_)
            | Intent::Practise(_)
            | Intent::Study(_)
            | Intent::Leave { .. } => self.no_answer(),
        }
    }

    fn restyle(&mut self, style: Style) {
        if style != self.options.style {
            self.session.options.style = style;
            self.effects.push(Effect::Style(style));
        }
    }

    /// Answers in the alphabet in which the player names the files, unless one was chosen.
    pub(super) fn answer_in_the_alphabet_of(&mut self, words: &str) {
        let style = self.options.style;
        let is_nato = self.grammar.spoken().is_nato(words);
        if let (false, Some(nato), Wording::Names | Wording::Nato) =
            (self.options.alphabet_chosen, is_nato, style.wording)
        {
            let wording = if nato { Wording::Nato } else { Wording::Names };
            self.restyle(style.changed(StyleChange::Wording(wording)));
        }
    }

    fn change_voice(&mut self, change: VoiceChange, told: Announcement) {
        self.effects.push(Effect::Voice(change));
        self.note_voice_change(change);
        self.tell(told);
    }
}
