//! Where the dialogue stands between two events.

use std::time::Duration;

use super::{
    GamesToResume, PendingConfirmation, StatedMove, desk,
    discretion::{self, detail},
    school::StudyPrompt,
    setup::SetupDialogue,
    spelling,
};
use crate::{
    announce::{
        Advice, Announcement, ArbiterAnnouncement, BoardAnswer, Challenge, Declaration, HelpTopic,
        MoveDetail, MoveInPosition, OnlineAnnouncement, StrengthLimits,
    },
    grammar::{Expectation, Intent, StrengthRequest},
    journal::{Opponent, Record},
    laws::{Act, Attempt, ClaimKind, Color, Move, OpenPart, Role},
    school::AnswerKind,
};

/// What the session waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Who has the other side, and how strong they are; the game has not begun.
    Opponent(OpponentQuestion),
    /// Yes or no to a setting for all games, or a move for a trial.
    SettingUp(Box<SetupDialogue>),
    /// A move or a declaration.
    Moving,
    /// Yes or no to a move read back.
    Confirming {
        /// The move.
        m: StatedMove,
        /// When silence becomes yes, with [`Confirm::Delay`](super::Confirm::Delay).
        until: Option<Duration>,
    },
    /// Yes or no to a move that was only guessed: neither silence nor the lever counts as yes, and nothing is recorded.
    Guessing {
        /// The move.
        m: StatedMove,
    },
    /// Which of several legal moves was meant.
    Choosing {
        /// The legal moves that were meant.
        candidates: Vec<Move>,
        /// What the move is wanted for.
        purpose: Purpose,
    },
    /// What the words of a move leave open. What would fit is not told.
    Completing {
        /// What was said of it.
        said: Attempt,
        /// What is asked for.
        open: OpenPart,
    },
    /// Which side made this declaration.
    WhichSide(Act),
    /// Yes or no to something that cannot be undone.
    Deciding(PendingConfirmation),
    /// Whether the other score has this half-move too; `other` is what it has at the one after.
    Comparing {
        /// The half-move that is asked about.
        ply: usize,
        /// The other score's half-move after it.
        other: Option<Move>,
        /// Whether the scores differ in the half-move after it.
        parted: bool,
    },
    /// The move to be sealed; once it was said, that it be said again.
    Sealing {
        /// The move, once it was said.
        first: Option<StatedMove>,
    },
    /// A sealed move waits to be opened.
    Adjourned,
    /// What the arbiter orders, until the game goes on.
    Desk,
    /// An opponent on a server.
    Lobby,
    /// Yes or no to a challenge.
    Challenged(Challenge),
    /// An answer in the school, or that it goes on.
    Studying(Box<StudyPrompt>),
    /// Nothing more.
    Over,
}

/// What is asked about the opponent before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpponentQuestion {
    /// Which of these it is.
    Who(Vec<Opponent>),
    /// With which strength an engine plays, of these.
    HowStrong(StrengthLimits),
    /// Whether the game goes on that is in this place.
    GoOn(GamesToResume, usize),
}

/// What the move that is chosen is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be played.
    Move,
    /// To go on with this side's claim it was stated with.
    Claim(Color, ClaimKind),
    /// To name the pawn that was not replaced.
    Pawn,
}

/// Who may answer an open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Respondent {
    Side(Color),
    Arbiter,
    /// No question is open.
    Nobody,
}

impl Phase {
    /// The phase in which no question is open.
    pub(super) fn at_rest(record: &Record) -> Phase {
        if record.ended().is_some() {
            Phase::Over
        } else if record.sealed().is_some() {
            Phase::Adjourned
        } else {
            Phase::Moving
        }
    }

    /// The phase that the record implies.
    pub(super) fn implied_by(record: &Record) -> Phase {
        let asked = record.question().and_then(|open| spelling::read(&open.question, record));
        // Older journals have no more of it than the claim.
        let claimed =
            || record.two_minutes().map(|side| Phase::Deciding(PendingConfirmation::TwoMinutes(side)));
        asked.or_else(claimed).unwrap_or_else(|| Phase::at_rest(record))
    }

    /// Whether the open question is answered by yes or no and nothing else.
    pub(super) fn is_yes_or_no(&self) -> bool {
        if let Phase::SettingUp(setup) = self {
            return setup.is_yes_or_no();
        }
        if let Phase::Studying(prompt) = self {
            return prompt.kind() == Some(AnswerKind::YesNo);
        }
        !matches!(
            self,
            Phase::Opponent(OpponentQuestion::Who(_) | OpponentQuestion::HowStrong(_))
                | Phase::Choosing { .. }
                | Phase::Completing { .. }
                | Phase::WhichSide(_)
                | Phase::Desk
                | Phase::Deciding(PendingConfirmation::TwoMinutes(_))
        )
    }

    /// Whether a move is to be said before a game, for a trial.
    pub(super) fn is_trial_of_a_move(&self) -> bool {
        matches!(self, Phase::SettingUp(setup) if setup.is_trial())
    }

    /// Whether it is asked if the game ends by what a player declared, or is left.
    pub(super) fn would_end_the_game(&self) -> bool {
        matches!(
            self,
            Phase::Deciding(
                PendingConfirmation::Resign(_)
                    | PendingConfirmation::Leave { .. }
                    | PendingConfirmation::Abort
            ) | Phase::WhichSide(Act::Resign)
        )
    }

    /// Whether nothing but a move is waited for or asked about.
    pub(super) fn is_about_a_move(&self) -> bool {
        matches!(
            self,
            Phase::Moving
                | Phase::Confirming { .. }
                | Phase::Guessing { .. }
                | Phase::Choosing { .. }
                | Phase::Completing { .. }
        )
    }

    /// Whether the clocks stand while this is asked, if a game with a clock is going on: a claim is examined, or the
    /// arbiter decides.
    pub(super) fn stops_the_clocks(&self) -> bool {
        match self {
            Phase::Choosing { purpose, .. } => match purpose {
                Purpose::Claim(..) | Purpose::Pawn => true,
                Purpose::Move => false,
            },
            Phase::Deciding(question) => question.stops_the_clocks(),
            Phase::Comparing { .. } | Phase::Desk => true,
            Phase::Opponent(_)
            | Phase::SettingUp(_)
            | Phase::Moving
            | Phase::Confirming { .. }
            | Phase::Guessing { .. }
            | Phase::Completing { .. }
            | Phase::WhichSide(_)
            | Phase::Sealing { .. }
            | Phase::Adjourned
            | Phase::Lobby
            | Phase::Challenged(_)
            | Phase::Studying(_)
            | Phase::Over => false,
        }
    }

    /// Whether a question to the arbiter is open.
    pub(super) fn is_put_to_the_arbiter(&self, record: &Record) -> bool {
        *self != Phase::Adjourned && self.respondent(record) == Respondent::Arbiter
    }

    /// Who is asked.
    pub(super) fn respondent(&self, record: &Record) -> Respondent {
        let turn = record.game().turn();
        match *self {
            Phase::Confirming { .. } | Phase::Guessing { .. } | Phase::Completing { .. } => {
                Respondent::Side(turn)
            }
            Phase::Choosing { purpose: Purpose::Move, .. } => Respondent::Side(turn),
            Phase::Choosing { purpose: Purpose::Claim(by, _), .. } => Respondent::Side(by),
            Phase::Sealing { .. } => Respondent::Side(turn),
            Phase::Deciding(
                PendingConfirmation::OfferDraw(side)
                | PendingConfirmation::AcceptDraw(side)
                | PendingConfirmation::Resign(side)
                | PendingConfirmation::ReferClaim(side)
                | PendingConfirmation::Touch(side, _),
            ) => Respondent::Side(side),
            Phase::Deciding(PendingConfirmation::Claim { by, .. }) => Respondent::Side(by),
            Phase::Deciding(PendingConfirmation::TakeBack(by)) => Respondent::Side(!by),
            Phase::Deciding(PendingConfirmation::Abort) => Respondent::Side(record.user().unwrap_or(turn)),
            Phase::Desk
            | Phase::Adjourned
            | Phase::Comparing { .. }
            | Phase::Choosing { purpose: Purpose::Pawn, .. }
            | Phase::Deciding(
                PendingConfirmation::TwoMinutes(_)
                | PendingConfirmation::Irregular(_)
                | PendingConfirmation::Return { .. }
                | PendingConfirmation::Order(_)
                | PendingConfirmation::FiveSeconds(_)
                | PendingConfirmation::CanMate { .. }
                | PendingConfirmation::Present(_),
            ) => Respondent::Arbiter,
            Phase::Opponent(_)
            | Phase::SettingUp(_)
            | Phase::Moving
            | Phase::WhichSide(_)
            | Phase::Deciding(PendingConfirmation::Leave { .. } | PendingConfirmation::Practise(_))
            | Phase::Lobby
            | Phase::Challenged(_)
            | Phase::Studying(_)
            | Phase::Over => Respondent::Nobody,
        }
    }

    /// What can be said in this phase.
    pub(super) fn expects(&self, record: &Record) -> Expectation {
        let confirmation = |of| Expectation::Confirmation { of, offered: record.offer().is_some() };
        match self {
            Phase::Moving | Phase::Sealing { .. } | Phase::Adjourned if record.offer().is_some() => {
                Expectation::DrawAnswer
            }
            Phase::Moving | Phase::Sealing { .. } | Phase::Adjourned => Expectation::Move,
            Phase::Confirming { m, .. } | Phase::Guessing { m } => {
                confirmation(Intent::Move(Attempt::from(*m)))
            }
            Phase::Choosing { candidates, .. } if is_promotion(candidates) => {
                Expectation::Promotion(candidates.clone())
            }
            Phase::Choosing { candidates, .. } => match where_to(candidates, detail(record)) {
                Some(role) => Expectation::WhereTo { role, moves: candidates.clone() },
                None => Expectation::WhichPiece(candidates.clone()),
            },
            Phase::Completing { said, open } => Expectation::Completion { said: *said, open: *open },
            Phase::Opponent(OpponentQuestion::GoOn(..)) | Phase::Challenged(_) => Expectation::YesOrNo,
            Phase::Opponent(_) => Expectation::Opponent,
            Phase::SettingUp(setup) => setup.expects(),
            Phase::WhichSide(_) => Expectation::Whose,
            Phase::Desk => Expectation::Order,
            Phase::Deciding(question) => confirmation(question.intent()),
            Phase::Comparing { ply, .. } => {
                confirmation(Intent::Move(Attempt::from(record.game().moves()[*ply])))
            }
            Phase::Studying(prompt) => prompt.expects(),
            Phase::Over | Phase::Lobby => Expectation::Nothing,
        }
    }

    /// The intent of the key under the `n`th answer, from 0.
    pub(super) fn choice(&self, n: usize, record: &Record) -> Option<Intent> {
        let one_of = |answers: [Intent; 2]| answers.into_iter().nth(n);
        match self {
            Phase::Choosing { candidates, .. } => candidates.get(n).map(|m| Intent::Move(Attempt::from(*m))),
            Phase::Opponent(OpponentQuestion::Who(opponents)) => {
                (n < opponents.len()).then_some(Intent::Against(n))
            }
            Phase::Opponent(OpponentQuestion::HowStrong(_)) => {
                (n == 0).then_some(Intent::Strength(StrengthRequest::Full))
            }
            Phase::WhichSide(_) => {
                let sides = Color::ALL.map(Intent::Side).into_iter();
                sides.chain([Intent::No]).nth(n)
            }
            Phase::Deciding(PendingConfirmation::TwoMinutes(_)) if n == 2 => Some(Intent::StartClock),
            Phase::Confirming { .. }
            | Phase::Guessing { .. }
            | Phase::Deciding(_)
            | Phase::Comparing { .. }
            | Phase::Opponent(OpponentQuestion::GoOn(..))
            | Phase::Challenged(_) => one_of([Intent::Yes, Intent::No]),
            Phase::SettingUp(setup) => setup.choice(n),
            Phase::Studying(prompt) => prompt.choice(n),
            Phase::Completing { said, open } => discretion::choice(*said, *open, n),
            Phase::Moving if record.offer().is_some() => {
                one_of([Act::AcceptDraw, Act::DeclineDraw].map(Intent::from))
            }
            Phase::Desk => desk::menu(record).1.into_iter().nth(n),
            Phase::Moving | Phase::Sealing { .. } | Phase::Adjourned | Phase::Lobby | Phase::Over => None,
        }
    }

    /// The topic of "Hilfe".
    pub(super) fn help(&self, record: &Record) -> HelpTopic {
        match self {
            Phase::Moving if record.clock_was_stopped() => HelpTopic::Stopped,
            Phase::Moving if record.is_open() => HelpTopic::Completing,
            Phase::Moving => HelpTopic::Move,
            Phase::Confirming { .. } | Phase::Guessing { .. } => HelpTopic::Confirm,
            Phase::Choosing { candidates, .. } if is_promotion(candidates) => HelpTopic::Promotion,
            Phase::Choosing { candidates, .. } if where_to(candidates, detail(record)).is_some() => {
                HelpTopic::WhereTo
            }
            Phase::Choosing { .. } => HelpTopic::Which,
            Phase::Opponent(OpponentQuestion::Who(_)) => HelpTopic::Opponent,
            Phase::Opponent(OpponentQuestion::HowStrong(_)) => HelpTopic::Strength,
            Phase::Opponent(OpponentQuestion::GoOn(..)) => HelpTopic::YesNo,
            Phase::Completing { open, .. } => match open {
                OpenPart::Piece => HelpTopic::Piece,
                OpenPart::Destination => HelpTopic::WhereTo,
                OpenPart::Origin => HelpTopic::Which,
                OpenPart::Promotion => HelpTopic::Promotion,
                OpenPart::Castling => HelpTopic::Castling,
            },
            Phase::SettingUp(setup) => setup.help(),
            Phase::WhichSide(_) => HelpTopic::Whose,
            Phase::Deciding(PendingConfirmation::TwoMinutes(_)) => HelpTopic::Arbiter,
            Phase::Deciding(_) => HelpTopic::YesNo,
            Phase::Comparing { .. } => HelpTopic::Comparing,
            Phase::Sealing { .. } => HelpTopic::Sealing,
            Phase::Adjourned => HelpTopic::Adjourned,
            Phase::Desk => HelpTopic::Desk,
            Phase::Lobby => HelpTopic::Lobby,
            Phase::Challenged(_) => HelpTopic::YesNo,
            Phase::Studying(_) => HelpTopic::School,
            Phase::Over => HelpTopic::Over,
        }
    }

    /// The open question, as it was asked.
    pub(super) fn question(&self, record: &Record) -> Option<Announcement> {
        let told = |m: &Move| discretion::told_in(record, *m);
        match self {
            Phase::Moving | Phase::Sealing { .. } | Phase::Adjourned | Phase::Lobby | Phase::Over => None,
            Phase::Challenged(challenge) => Some(OnlineAnnouncement::Challenged(challenge.clone()).into()),
            Phase::Confirming { m, .. } => Some(Announcement::ReadBack(m.asked(record))),
            Phase::Guessing { m } => Some(Announcement::UncertainMove(m.asked(record))),
            Phase::Choosing { candidates, .. } => {
                Some(choice_question(candidates.iter().map(told).collect()))
            }
            Phase::Completing { open, .. } => Some(Announcement::WhatIsOpen(*open)),
            Phase::Opponent(OpponentQuestion::HowStrong(limits)) => Some(Advice::AskStrength(*limits).into()),
            Phase::Opponent(OpponentQuestion::Who(opponents)) => {
                Some(Announcement::WhichOpponent { online: opponents.iter().any(Opponent::is_online) })
            }
            Phase::Opponent(OpponentQuestion::GoOn(games, at)) => games.asked(*at),
            Phase::SettingUp(setup) => setup.asked(),
            Phase::Studying(prompt) => prompt.question(record),
            Phase::WhichSide(act) => Some(Announcement::WhichSide(act.clone())),
            Phase::Desk => Some(
                ArbiterAnnouncement::Open { clock: record.clock().is_some(), menu: desk::menu(record).0 }
                    .into(),
            ),
            Phase::Deciding(question) => Some(question.question(record)),
            Phase::Comparing { ply, .. } => {
                Some(Declaration::CompareMove(discretion::told_at(record, *ply)).into())
            }
        }
    }
}

/// How many squares are told in one row: the eight of a knight.
const SQUARES_AT_MOST: usize = 8;

/// The question that tells the candidates apart.
pub(super) fn choice_question(candidates: Vec<MoveInPosition>) -> Announcement {
    let detail = candidates.first().map_or(MoveDetail::Full, |told| told.detail);
    let moves: Vec<Move> = candidates.iter().map(|told| told.m).collect();
    let same = |of: fn(&Move) -> Option<(crate::laws::Role, crate::laws::Square)>| {
        moves.windows(2).all(|pair| of(&pair[0]).is_some() && of(&pair[0]) == of(&pair[1]))
    };
    if is_promotion(&moves) {
        Announcement::Promotion(candidates[0].clone())
    } else if same(|m| (!m.is_castle()).then_some((m.role(), m.to()))) {
        Announcement::Which(candidates)
    } else if where_to(&moves, detail).is_some() {
        if moves.len() > SQUARES_AT_MOST {
            return BoardAnswer::WhereToOf(moves[0].role()).into();
        }
        BoardAnswer::WhereTo(candidates).into()
    } else {
        Announcement::WhichMove(candidates)
    }
}

/// The kind of piece that makes all candidates, where each goes to another square.
pub(super) fn where_to(candidates: &[Move], detail: MoveDetail) -> Option<Role> {
    let role = candidates.first()?.role();
    let targets: std::collections::BTreeSet<_> = candidates.iter().map(|m| (m.is_castle(), m.to())).collect();
    // Of two moves both are told whole.
    let apart = candidates.len() > 2 && targets.len() == candidates.len();
    (detail == MoveDetail::Full && apart && candidates.iter().all(|m| m.role() == role)).then_some(role)
}

/// Whether the candidates differ only in what the pawn becomes.
pub(super) fn is_promotion(candidates: &[Move]) -> bool {
    candidates.iter().all(|m| m.is_promotion())
        && candidates.windows(2).all(|pair| pair[0].from() == pair[1].from() && pair[0].to() == pair[1].to())
}
