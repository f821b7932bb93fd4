//! Setup: one question after the other, each answered by yes or no, about what holds for all games.
//!
//! No game has begun and nothing is recorded. "Korrektur" goes back to the question before.

use super::{Effect, Handler, Pattern, Phase, Reply, Session, VoiceChange};
use crate::{
    announce::{
        Advice, Announcement, ConfirmedBy, EngineStrength, HelpTopic, MicrophoneLevel, MoveInPosition, Setup,
        SetupChoices, StrengthLimits,
    },
    grammar::{Expectation, Grammar, Intent, Moment, StrengthRequest},
    journal::Users,
    language::LANGUAGES,
    laws::{Attempt, Chess, Move, Verdict, judge},
};

/// The devices that can be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupDevices {
    /// How well the microphone hears.
    pub microphone: MicrophoneLevel,
    /// Whether a voice speaks.
    pub voice: bool,
    /// Whether a braille display is there.
    pub braille: bool,
    /// The port of what may be a tactile clock.
    pub clock: Option<String>,
    /// The strengths of the engine that is installed.
    pub strengths: StrengthLimits,
}

/// The state of the setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupDialogue {
    devices: SetupDevices,
    choices: SetupChoices,
    question: SetupQuestion,
    /// The questions before, each with the choices until then.
    before: Vec<(SetupQuestion, SetupChoices)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum SetupQuestion {
    Language,
    ForBoth,
    HasWhite,
    ConfirmedBy(ConfirmedBy),
    SayMove,
    Heard(Move),
    Speed,
    ByTouch,
    Clock(String),
    Strength,
    Keep,
    /// All is answered and is being written.
    Nothing,
}

impl SetupDialogue {
    /// A dialogue that begins with its first question.
    pub fn new(devices: SetupDevices) -> SetupDialogue {
        let choices = SetupChoices {
            users: Users::Both,
            confirmed_by: ConfirmedBy::default(),
            speed_steps: 0,
            by_touch: None,
            clock: None,
            strength: None,
        };
        SetupDialogue { devices, choices, question: SetupQuestion::Language, before: Vec::new() }
    }

    pub(super) fn asked(&self) -> Option<Announcement> {
        let setup = match &self.question {
            SetupQuestion::Language => Setup::Language,
            SetupQuestion::ForBoth => Setup::ForBoth,
            SetupQuestion::HasWhite => Setup::HasWhite,
            SetupQuestion::ConfirmedBy(by) => Setup::ConfirmedBy(*by),
            SetupQuestion::SayMove => Setup::SayMove(self.devices.microphone),
            SetupQuestion::Heard(m) => Setup::Heard(told(m)),
            SetupQuestion::Speed => Setup::Speed,
            SetupQuestion::ByTouch => Setup::ByTouch,
            SetupQuestion::Clock(port) => Setup::Clock(port.clone()),
            SetupQuestion::Strength => return Some(Advice::AskStrength(self.devices.strengths).into()),
            SetupQuestion::Keep => Setup::Keep(self.choices.clone()),
            SetupQuestion::Nothing => return None,
        };
        Some(setup.into())
    }

    pub(super) fn expects(&self) -> Expectation {
        match self.question {
            SetupQuestion::SayMove => Expectation::Move,
            SetupQuestion::Strength => Expectation::Opponent,
            SetupQuestion::Nothing => Expectation::Nothing,
            SetupQuestion::Language
            | SetupQuestion::ForBoth
            | SetupQuestion::HasWhite
            | SetupQuestion::ConfirmedBy(_)
            | SetupQuestion::Heard(_)
            | SetupQuestion::Speed
            | SetupQuestion::ByTouch
            | SetupQuestion::Clock(_)
            | SetupQuestion::Keep => Expectation::YesOrNo,
        }
    }

    /// Whether a move is to be said, for a trial.
    pub(super) fn is_trial(&self) -> bool {
        self.question == SetupQuestion::SayMove
    }

    pub(super) fn is_yes_or_no(&self) -> bool {
        self.expects() == Expectation::YesOrNo
    }

    /// Whether the user's side is asked for.
    fn asks_side(&self) -> bool {
        matches!(self.question, SetupQuestion::ForBoth | SetupQuestion::HasWhite)
    }

    pub(super) fn help(&self) -> HelpTopic {
        if self.question == SetupQuestion::Strength { HelpTopic::Strength } else { HelpTopic::Setup }
    }

    /// The intent of the key under the `n`th answer, from 0.
    pub(super) fn choice(&self, n: usize) -> Option<Intent> {
        match (&self.question, n) {
            (SetupQuestion::SayMove | SetupQuestion::Nothing, _) => None,
            (SetupQuestion::Strength, _) => (n == 0).then_some(Intent::Strength(StrengthRequest::Full)),
            (_, 0) => Some(Intent::Yes),
            (SetupQuestion::Speed, 1) => Some(Intent::Faster),
            (SetupQuestion::Speed, 2) => Some(Intent::Slower),
            (_, 1) => Some(Intent::No),
            _ => None,
        }
    }

    /// Takes yes or no and returns the next question; none where neither answers.
    fn after(&mut self, yes: bool) -> Option<SetupQuestion> {
        let choices = &mut self.choices;
        Some(match (self.question.clone(), yes) {
            (SetupQuestion::Language, true) => SetupQuestion::ForBoth,
            (SetupQuestion::ForBoth, false) => SetupQuestion::HasWhite,
            (SetupQuestion::ForBoth, true) => {
                choices.users = Users::Both;
                SetupQuestion::ConfirmedBy(ConfirmedBy::Yes)
            }
            (SetupQuestion::HasWhite, yes) => {
                choices.users = if yes { Users::White } else { Users::Black };
                SetupQuestion::ConfirmedBy(ConfirmedBy::Yes)
            }
            (SetupQuestion::ConfirmedBy(by), true) => {
                choices.confirmed_by = by;
                SetupQuestion::SayMove
            }
            // After the last one the first is offered again.
            (SetupQuestion::ConfirmedBy(by), false) => SetupQuestion::ConfirmedBy(match by {
                ConfirmedBy::Yes => ConfirmedBy::Lever,
                ConfirmedBy::Lever => ConfirmedBy::Silence,
                ConfirmedBy::Silence => ConfirmedBy::Nothing,
                ConfirmedBy::Nothing => ConfirmedBy::Yes,
            }),
            (SetupQuestion::Heard(_), false) => SetupQuestion::SayMove,
            // A player who cannot say a move now goes on without.
            (SetupQuestion::Heard(_), true) | (SetupQuestion::SayMove, false) => match self.devices.voice {
                true => SetupQuestion::Speed,
                false => self.after_speed(),
            },
            (SetupQuestion::Speed, false) => SetupQuestion::Speed,
            (SetupQuestion::Speed, true) => self.after_speed(),
            (SetupQuestion::ByTouch, yes) => {
                choices.by_touch = Some(yes);
                // Silence is no yes where everything waits to be read.
                if yes && choices.confirmed_by == ConfirmedBy::Silence {
                    choices.confirmed_by = ConfirmedBy::Yes;
                }
                self.after_touch()
            }
            (SetupQuestion::Clock(port), yes) => {
                choices.clock = yes.then_some(port);
                self.after_clock()
            }
            // Neither names a number: the next question tells what is taken.
            (SetupQuestion::Strength, _) => {
                choices.strength = Some(EngineStrength::Full);
                SetupQuestion::Keep
            }
            (SetupQuestion::Keep, true) => SetupQuestion::Nothing,
            _ => return None,
        })
    }

    fn after_speed(&self) -> SetupQuestion {
        if self.devices.braille { SetupQuestion::ByTouch } else { self.after_touch() }
    }

    fn after_touch(&self) -> SetupQuestion {
        self.devices.clock.clone().map_or_else(|| self.after_clock(), SetupQuestion::Clock)
    }

    fn after_clock(&self) -> SetupQuestion {
        let has_strengths = self.devices.strengths != StrengthLimits::default();
        if has_strengths { SetupQuestion::Strength } else { SetupQuestion::Keep }
    }
}

impl Session {
    /// A session that sets up all games instead of playing one.
    #[must_use]
    pub fn setting_up(self, devices: SetupDevices) -> Session {
        self.in_phase(Phase::SettingUp(Box::new(SetupDialogue::new(devices))))
    }

    /// Whether no game is played, but all are set up.
    pub fn is_setting_up(&self) -> bool {
        matches!(*self.phase(), Phase::SettingUp(_))
    }
}

impl Handler<'_> {
    /// Reads an answer that is typed in other words than yes and no: the user's side, and a language by its name or in its
    /// own words.
    pub(super) fn typed_in_setup(&self, line: &str) -> Option<Intent> {
        let Phase::SettingUp(setup) = self.phase() else { return None };
        match setup.question {
            SetupQuestion::Language => {
                let others = LANGUAGES.iter().filter(|language| language.tag != self.grammar.language());
                let others: Vec<Grammar> = others.map(|language| Grammar::of(*language)).collect();
                let moment = Moment { expects: &Expectation::YesOrNo, ..self.moment() };
                if others.iter().any(|other| {
                    other.knows_words_of(line) && other.understand_text(line, &moment).is_understood()
                }) {
                    return Some(Intent::No);
                }
                let is_named = self.grammar.is_named_in(line);
                let is_another = others.iter().any(|other| other.is_named_in(line));
                let is_denied = others.iter().chain([&*self.grammar]).any(|grammar| grammar.denies(line));
                // Not "kein Deutsch", nor "Deutsch, nicht Englisch".
                match is_named != is_another && !is_denied {
                    true => Some(if is_named { Intent::Yes } else { Intent::No }),
                    false => None,
                }
            }
            // Whoever names a side has that one, and has answered the next question with it.
            SetupQuestion::ForBoth | SetupQuestion::HasWhite => {
                let side = self.surely(line, &Expectation::Whose)?;
                matches!(side, Intent::Side(_)).then_some(side)
            }
            SetupQuestion::ConfirmedBy(_)
            | SetupQuestion::SayMove
            | SetupQuestion::Heard(_)
            | SetupQuestion::Speed
            | SetupQuestion::ByTouch
            | SetupQuestion::Clock(_)
            | SetupQuestion::Strength
            | SetupQuestion::Keep
            | SetupQuestion::Nothing => None,
        }
    }

    /// Handles an answer.
    pub(super) fn handle_setup(&mut self, intent: &Intent) {
        let Phase::SettingUp(setup) = self.session.dialogue.phase_mut() else { return };
        let was = (setup.question.clone(), setup.choices.clone());
        let next = match Reply::from(intent.clone()) {
            Reply::Yes => setup.after(true),
            Reply::No if setup.question == SetupQuestion::Language => {
                return self.effects.push(Effect::SetUp(None));
            }
            Reply::No if setup.question == SetupQuestion::Keep => {
                self.tell(Setup::NotKept.into());
                return self.effects.push(Effect::Left { again: false });
            }
            Reply::No => setup.after(false),
            Reply::Move(attempt) if setup.question == SetupQuestion::SayMove => match legal(&attempt) {
                Some(m) => Some(SetupQuestion::Heard(m)),
                None => return self.refuse(Setup::NoMove.into()),
            },
            Reply::Correct => {
                if let Some(before) = setup.before.pop() {
                    (setup.question, setup.choices) = before;
                }
                return self.repeat_question();
            }
            Reply::Other(Intent::Strength(request)) if setup.question == SetupQuestion::Strength => {
                match request {
                    StrengthRequest::Full => setup.after(true),
                    StrengthRequest::To(strength) if setup.devices.strengths.allow(strength) => {
                        setup.choices.strength = Some(EngineStrength::from(Some(strength)));
                        Some(SetupQuestion::Keep)
                    }
                    StrengthRequest::Tell => return self.repeat_question(),
                    StrengthRequest::To(_) | StrengthRequest::Weaker | StrengthRequest::Stronger => {
                        let range = Advice::StrengthRange(setup.devices.strengths);
                        self.refuse(range.into());
                        return self.repeat_question();
                    }
                }
            }
            Reply::Other(Intent::Side(side)) if setup.asks_side() => {
                setup.choices.users = side.fold_wb(Users::White, Users::Black);
                Some(SetupQuestion::ConfirmedBy(ConfirmedBy::Yes))
            }
            Reply::Move(_) | Reply::Other(_) => None,
        };
        let Some(next) = next else { return self.no_answer() };
        // A question that is asked once more is gone back over once.
        if was.0 != next {
            setup.before.push(was);
        }
        setup.question = next;
        let done = (setup.question == SetupQuestion::Nothing).then(|| Box::new(setup.choices.clone()));
        self.effects.push(Effect::Feel(Pattern::Confirm));
        match done {
            Some(choices) => self.effects.push(Effect::SetUp(Some(choices))),
            None => self.repeat_question(),
        }
    }

    /// Notes that something was understood, so that the microphone works.
    pub(super) fn note_working_microphone(&mut self) {
        if let Phase::SettingUp(setup) = self.session.dialogue.phase_mut()
            && setup.devices.microphone != MicrophoneLevel::Clipping
        {
            setup.devices.microphone = MicrophoneLevel::Good;
        }
    }

    /// Notes a change of the voice, for all games.
    pub(super) fn note_voice_change(&mut self, change: VoiceChange) {
        let Phase::SettingUp(setup) = self.session.dialogue.phase_mut() else { return };
        setup.choices.speed_steps += match change {
            VoiceChange::Faster => 1,
            VoiceChange::Slower => -1,
            VoiceChange::Louder | VoiceChange::Softer => 0,
        };
    }

    /// Tells whether the choices could be written.
    pub(super) fn setup_written(&mut self, written: bool) {
        self.tell(if written { Setup::Kept } else { Setup::NotWritten }.into());
        self.effects.push(Effect::Left { again: false });
    }
}

fn told(m: &Move) -> MoveInPosition {
    MoveInPosition::new(Chess::default(), *m)
}

/// The legal move of the start position, if it is one.
fn legal(attempt: &Attempt) -> Option<Move> {
    match judge(&Chess::default(), attempt) {
        Verdict::Legal(m) => Some(m),
        Verdict::Ambiguous(_) | Verdict::PromotionMissing(_) | Verdict::Illegal(_) => None,
    }
}
