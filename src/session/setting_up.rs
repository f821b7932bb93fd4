//! The first evening: one question after the other, each answered by yes or no, until all games fit the player.
//!
//! No game has begun and nothing is written down. "Korrektur" goes back to the question before.

use super::{Effect, Pattern, Phase, Session, VoiceChange};
use crate::{
    announce::{Announcement, Choices, Level, Settles, Setup, Told},
    grammar::{Expects, Intent},
    journal::Users,
    laws::{Attempt, Chess, Move, Verdict, judge},
};

/// What is there to be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct There {
    pub microphone: Level,
    pub braille: bool,
    /// Where a tactile clock may be.
    pub clock: Option<String>,
}

/// How far it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingUp {
    there: There,
    choices: Choices,
    question: Question,
    /// The questions before it, with what was chosen until then.
    before: Vec<(Question, Choices)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    Language,
    ForBoth,
    HasWhite,
    Settles(Settles),
    SayMove,
    Heard(Move),
    Speed,
    ByTouch,
    Clock(String),
    Keep,
    /// All is answered, and is being written.
    Nothing,
}

impl SettingUp {
    pub fn new(there: There) -> SettingUp {
        let choices = Choices {
            users: Users::Both,
            settles: Settles::default(),
            faster: 0,
            by_touch: None,
            clock: None,
        };
        SettingUp { there, choices, question: Question::Language, before: Vec::new() }
    }

    pub(super) fn asked(&self) -> Option<Announcement> {
        let setup = match &self.question {
            Question::Language => Setup::Language,
            Question::ForBoth => Setup::ForBoth,
            Question::HasWhite => Setup::HasWhite,
            Question::Settles(settles) => Setup::Settles(*settles),
            Question::SayMove => Setup::SayMove(self.there.microphone),
            Question::Heard(m) => Setup::Heard(told(m)),
            Question::Speed => Setup::Speed,
            Question::ByTouch => Setup::ByTouch,
            Question::Clock(port) => Setup::Clock(port.clone()),
            Question::Keep => Setup::Keep(self.choices.clone()),
            Question::Nothing => return None,
        };
        Some(setup.into())
    }

    pub(super) fn expects(&self) -> Expects {
        match self.question {
            Question::SayMove => Expects::Move,
            _ => Expects::Nothing,
        }
    }

    pub(super) fn is_yes_or_no(&self) -> bool {
        self.question != Question::SayMove
    }

    /// What the key under the answer at this place says, from 0.
    pub(super) fn choice(&self, n: usize) -> Option<Intent> {
        match (&self.question, n) {
            (Question::SayMove | Question::Nothing, _) => None,
            (_, 0) => Some(Intent::Yes),
            (Question::Speed, 1) => Some(Intent::Faster),
            (Question::Speed, 2) => Some(Intent::Slower),
            (_, 1) => Some(Intent::No),
            _ => None,
        }
    }

    /// What is asked after an answer of yes or no; nothing where neither answers.
    fn after(&mut self, yes: bool) -> Option<Question> {
        let choices = &mut self.choices;
        Some(match (self.question.clone(), yes) {
            (Question::Language, true) => Question::ForBoth,
            (Question::ForBoth, false) => Question::HasWhite,
            (Question::ForBoth, true) => {
                choices.users = Users::Both;
                Question::Settles(Settles::Yes)
            }
            (Question::HasWhite, yes) => {
                choices.users = if yes { Users::White } else { Users::Black };
                Question::Settles(Settles::Yes)
            }
            (Question::Settles(settles), true) => {
                choices.settles = settles;
                Question::SayMove
            }
            // What nobody wants is offered again from the beginning.
            (Question::Settles(settles), false) => Question::Settles(match settles {
                Settles::Yes => Settles::Lever,
                Settles::Lever => Settles::Silence,
                Settles::Silence => Settles::Nothing,
                Settles::Nothing => Settles::Yes,
            }),
            (Question::Heard(_), false) => Question::SayMove,
            // Whoever cannot say one now goes on without.
            (Question::Heard(_), true) | (Question::SayMove, false) => Question::Speed,
            (Question::Speed, false) => Question::Speed,
            (Question::Speed, true) if self.there.braille => Question::ByTouch,
            (Question::Speed, true) => self.after_touch(),
            (Question::ByTouch, yes) => {
                choices.by_touch = Some(yes);
                // No silence counts where everything waits to be read.
                if yes && choices.settles == Settles::Silence {
                    choices.settles = Settles::Yes;
                }
                self.after_touch()
            }
            (Question::Clock(port), yes) => {
                choices.clock = yes.then_some(port);
                Question::Keep
            }
            (Question::Keep, true) => Question::Nothing,
            _ => return None,
        })
    }

    fn after_touch(&self) -> Question {
        self.there.clock.clone().map_or(Question::Keep, Question::Clock)
    }
}

impl Session {
    /// A session that sets up all games instead of playing one.
    #[must_use]
    pub fn setting_up(self, there: There) -> Session {
        Session { phase: Phase::SettingUp(Box::new(SettingUp::new(there))), ..self }
    }

    /// Whether no game is played, but all are set up.
    pub fn is_setting_up(&self) -> bool {
        matches!(self.phase, Phase::SettingUp(_))
    }

    /// An answer, or none.
    pub(super) fn handle_setup(&mut self, intent: &Intent) {
        let Phase::SettingUp(setup) = &mut self.phase else { return };
        let was = (setup.question.clone(), setup.choices.clone());
        let next = match intent {
            Intent::Yes => setup.after(true),
            Intent::No if setup.question == Question::Language => {
                return self.effects.push(Effect::SetUp(None));
            }
            Intent::No if setup.question == Question::Keep => {
                self.say(Setup::NotKept.into());
                return self.effects.push(Effect::Left { again: false });
            }
            Intent::No => setup.after(false),
            Intent::Move(attempt) if setup.question == Question::SayMove => match legal(attempt) {
                Some(m) => Some(Question::Heard(m)),
                None => return self.refuse(Setup::NoMove.into()),
            },
            Intent::Correct => {
                if let Some(before) = setup.before.pop() {
                    (setup.question, setup.choices) = before;
                }
                return self.ask_again();
            }
            _ => None,
        };
        let Some(next) = next else { return self.not_understood() };
        setup.before.push(was);
        setup.question = next;
        let done = (setup.question == Question::Nothing).then(|| Box::new(setup.choices.clone()));
        self.effects.push(Effect::Feel(Pattern::Confirm));
        match done {
            Some(choices) => self.effects.push(Effect::SetUp(Some(choices))),
            None => self.ask_again(),
        }
    }

    /// Whoever was heard has a microphone that hears, whatever it gave before.
    pub(super) fn note_heard(&mut self) {
        if let Phase::SettingUp(setup) = &mut self.phase
            && setup.there.microphone != Level::Clipping
        {
            setup.there.microphone = Level::Good;
        }
    }

    /// The voice was changed, which counts for all games.
    pub(super) fn note_speed(&mut self, change: VoiceChange) {
        let Phase::SettingUp(setup) = &mut self.phase else { return };
        setup.choices.faster += match change {
            VoiceChange::Faster => 1,
            VoiceChange::Slower => -1,
            VoiceChange::Louder | VoiceChange::Softer => 0,
        };
    }

    /// What was chosen is written, or could not be.
    pub(super) fn setup_kept(&mut self, written: bool) {
        self.say(if written { Setup::Kept } else { Setup::NotWritten }.into());
        self.effects.push(Effect::Left { again: false });
    }
}

fn told(m: &Move) -> Told {
    Told { before: Chess::default(), m: *m }
}

/// The move of the start position that was meant.
fn legal(attempt: &Attempt) -> Option<Move> {
    match judge(&Chess::default(), attempt) {
        Verdict::Legal(m) => Some(m),
        _ => None,
    }
}
