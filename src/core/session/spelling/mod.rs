//! The spelling of the dialogue in the journal: a few words for each phase, read by the same tables that write them.
//!
//! A move is its UCI and is read in its position, so what does not fit the game is not read.

mod values;

use shakmaty::uci::UciMove;

use values::{Rest, Spelled, SpelledWords, Spelling, WORDS};

use super::{ArbiterCase, PendingConfirmation, Phase, StatedMove, desk::Interrupted, floor::WaitingQuestion};
use crate::{
    grammar::Intent,
    journal::Record,
    laws::{
        Attempt, Verdict,
        adjournment::{scramble, unscramble},
    },
};

/// Spells a phase. None where nothing of it belongs to the game, or the server asks it again.
///
/// A move that is being sealed is scrambled; `nonce` parts equal ones.
pub(super) fn spell(phase: &Phase, record: &Record, nonce: u64) -> Option<String> {
    let mut to = Spelling { record, words: Vec::new() };
    match phase {
        Phase::Opponent(_)
        | Phase::SettingUp(_)
        | Phase::Lobby
        | Phase::Challenged(_)
        | Phase::Studying(_)
        | Phase::Deciding(PendingConfirmation::TakeBack(_)) => return None,
        Phase::Moving => to.word("moving"),
        Phase::Adjourned => to.word("adjourned"),
        Phase::Over => to.word("over"),
        Phase::Desk => to.word("desk"),
        Phase::Confirming { m, until: _ } => m.spell(&mut to),
        Phase::Guessing { m } => {
            to.word("perhaps");
            m.spell(&mut to);
        }
        Phase::Choosing { candidates, purpose } => {
            to.word("which");
            purpose.spell(&mut to);
            candidates.spell(&mut to);
        }
        Phase::Completing { said, open } => {
            to.word("open");
            open.spell(&mut to);
            said.spell(&mut to);
        }
        Phase::WhichSide(act) => {
            to.word("whose");
            act.spell(&mut to);
        }
        Phase::Deciding(question) => question.spell(&mut to),
        Phase::Comparing { ply, other, parted } => {
            to.word("compare");
            (ply + 1).spell(&mut to);
            other.spell(&mut to);
            parted.spell(&mut to);
        }
        Phase::Sealing { first } => {
            to.word("seal");
            first.map(|m| scramble(m.into(), nonce)).spell(&mut to);
        }
    }
    Some(to.words.join(" "))
}

/// Reads a phase, if it is one of this game.
pub(super) fn read(text: &str, record: &Record) -> Option<Phase> {
    let mut from = SpelledWords::of(text, record);
    let phase = from.phase()?;
    (from.words.next().is_none() && fits(&phase, record)).then_some(phase)
}

/// Spells the words of a move.
pub(super) fn words(said: &Attempt) -> String {
    let mut letters = String::new();
    values::spell_words(said, &mut letters);
    letters
}

/// Reads the words of a move.
pub(super) fn read_words(text: &str) -> Option<Attempt> {
    values::read_words(text)
}

/// Returns the words of a move that was read back, from the question as a journal has it.
pub fn words_of_question(question: &str) -> Option<Attempt> {
    read_words(question.strip_prefix("words ")?)
}

/// Spells what follows a yes.
pub(super) fn spell_rest(intent: &Intent, record: &Record) -> Option<String> {
    let mut to = Spelling { record, words: Vec::new() };
    Rest::of(intent)?.spell(&mut to);
    Some(to.words.join(" "))
}

/// Reads what follows a yes.
pub(super) fn read_rest(text: &str, record: &Record) -> Option<Intent> {
    let mut from = SpelledWords::of(text, record);
    let rest: Rest = Spelled::read(&mut from)?;
    from.words.next().is_none().then(|| rest.intent())
}

/// Whether what a phase names is there.
fn fits(phase: &Phase, record: &Record) -> bool {
    let played = record.game().moves().len();
    match phase {
        Phase::Comparing { ply, .. }
        | Phase::Deciding(PendingConfirmation::Irregular(ArbiterCase::DisplacedSince { ply })) => {
            *ply < played
        }
        Phase::Deciding(
            PendingConfirmation::Irregular(ArbiterCase::Fault { ply, .. } | ArbiterCase::Pawn { ply, .. })
            | PendingConfirmation::Return { ply, .. },
        ) => *ply <= played,
        Phase::Choosing { candidates, .. } => !candidates.is_empty(),
        Phase::Opponent(_)
        | Phase::SettingUp(_)
        | Phase::Moving
        | Phase::Confirming { .. }
        | Phase::Guessing { .. }
        | Phase::Completing { .. }
        | Phase::WhichSide(_)
        | Phase::Deciding(_)
        | Phase::Sealing { .. }
        | Phase::Adjourned
        | Phase::Desk
        | Phase::Lobby
        | Phase::Challenged(_)
        | Phase::Studying(_)
        | Phase::Over => true,
    }
}

impl WaitingQuestion {
    pub(super) fn spelled(&self, record: &Record, nonce: u64) -> Option<String> {
        let (question, at_rest) = (spell(&self.phase, record, nonce)?, spell(&self.at_rest, record, nonce)?);
        Some(format!("{} {at_rest} {question}", self.ply))
    }

    pub(super) fn read(text: &str, record: &Record) -> Option<WaitingQuestion> {
        let [ply, at_rest, phase] = parts(text)?;
        Some(WaitingQuestion {
            phase: read(phase, record)?,
            ply: ply.parse().ok()?,
            at_rest: read(at_rest, record)?,
        })
    }
}

impl Interrupted {
    pub(super) fn spelled(&self, record: &Record, nonce: u64) -> Option<String> {
        Some(format!("{} {}", self.ply, spell(&self.phase, record, nonce)?))
    }

    pub(super) fn read(text: &str, record: &Record) -> Option<Interrupted> {
        let [ply, rest] = parts(text)?;
        // Older journals have the number of rulings in between.
        let phase = parts(rest).filter(|[count, _]| count.parse::<usize>().is_ok());
        let phase = phase.map_or(rest, |[_, phase]| phase);
        Some(Interrupted { phase: read(phase, record)?, ply: ply.parse().ok()? })
    }
}

/// Splits a text into so many parts, of which the last has the rest.
fn parts<const N: usize>(text: &str) -> Option<[&str; N]> {
    text.splitn(N, ' ').collect::<Vec<_>>().try_into().ok()
}

impl SpelledWords<'_> {
    fn phase(&mut self) -> Option<Phase> {
        Some(match *self.words.peek()? {
            "moving" => self.only(Phase::Moving),
            "adjourned" => self.only(Phase::Adjourned),
            "over" => self.only(Phase::Over),
            "desk" => self.only(Phase::Desk),
            "perhaps" => self.after_name(|from| Some(Phase::Guessing { m: Spelled::read(from)? }))?,
            "which" => self.after_name(|from| {
                let purpose = Spelled::read(from)?;
                Some(Phase::Choosing { candidates: Spelled::read(from)?, purpose })
            })?,
            "open" => self.after_name(|from| {
                let open = Spelled::read(from)?;
                Some(Phase::Completing { said: Spelled::read(from)?, open })
            })?,
            "whose" => self.after_name(|from| Some(Phase::WhichSide(Spelled::read(from)?)))?,
            "compare" => self.after_name(|from| {
                let ply = usize::read(from)?.checked_sub(1)?;
                Some(Phase::Comparing { ply, other: Spelled::read(from)?, parted: Spelled::read(from)? })
            })?,
            "seal" => self.after_name(|from| {
                let first = Option::<String>::read(from)?.map(|sealed| from.sealed(&sealed));
                Some(Phase::Sealing { first: if let Some(first) = first { Some(first?) } else { None } })
            })?,
            word if word == WORDS || word.parse::<UciMove>().is_ok() => {
                Phase::Confirming { m: Spelled::read(self)?, until: None }
            }
            _ => Phase::Deciding(Spelled::read(self)?),
        })
    }

    fn only(&mut self, phase: Phase) -> Phase {
        self.words.next();
        phase
    }

    fn after_name(&mut self, read: impl FnOnce(&mut Self) -> Option<Phase>) -> Option<Phase> {
        self.words.next();
        read(self)
    }

    fn sealed(&self, scrambled: &str) -> Option<StatedMove> {
        let said = unscramble(scrambled)?;
        match self.record.game().judge(&said) {
            _ if self.record.is_discreet() => Some(StatedMove::Words(said)),
            Verdict::Legal(m) => Some(StatedMove::Judged(m)),
            Verdict::Ambiguous(_) | Verdict::PromotionMissing(_) | Verdict::Illegal(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Start;

    /// After `1. e4`.
    fn record() -> Record {
        let mut record = Record::new(Start::default());
        let e2e4 = record.legal("e2e4".parse().unwrap()).unwrap();
        record.apply(&record.move_entry(e2e4), record.at()).unwrap();
        record
    }

    #[test]
    fn what_is_read_is_spelled_alike() {
        let record = record();
        let acts = "offer-draw,accept-draw,decline-draw,claim-threefold -,claim-fifty-moves -,resign,claim-flag,\
                    claim-last-two-minutes,ask-five-seconds,touch e7,adjust";
        let orders = "add-time white 1000,take-time black 1,set-time white 0,set-moves black 12,warn white,\
                      penalize white -,penalize white 60000,lose black,draw,both-lose,half-point white,default-time 5,late white 7,\
                      late black -,five-seconds,reopen,back-to 3 -,back-to 3 black";
        let cases = "fault white illegal-move 1 false,fault black pawn-not-replaced a8 0 true,\
                     fault white pressed-without-move 0 false,fault white two-hands 0 false,pawn-as-said -,\
                     pawn-as-said a8,pawn 0 e2e4,displaced-since 0,displaced white,touched-before white e2,\
                     illegal-position,wrong-start,colours-reversed,clock defect 1 2 true,clock wrong-setting 1 2 false,\
                     stood-still white 12";
        let others = "moving,adjourned,over,desk,e7e5,words N--f6--,words P-----Qxp+#,words -------k,words -e4a-Q-q,\
                      perhaps e7e5,perhaps words -e7e5--,which move g8f6 b8c6,which claim black threefold g8f6,\
                      which pawn e7e5,open piece ---e5--,open destination N------,open origin R--a8--,\
                      open promotion P--a1--,open castling -------,whose claim-threefold N--f6--,\
                      offer-draw white,leave true,accept-draw black,resign white,abort,claim black threefold -,\
                      claim black fifty-moves g8f6,claim black threefold words N--f6--,touch black e7,two-minutes white,\
                      refer-claim white,five-seconds white,can-mate white resignation white false,can-mate white time white false,\
                      can-mate black illegal-moves black false,present white,practise 3,return 0 d2d4,return 1 -,\
                      compare 1 e7e5 true,compare 1 - false,seal -";
        let kinds = [("", others), ("whose ", acts), ("order ", orders), ("irregular ", cases)];
        let texts = kinds
            .iter()
            .flat_map(|(name, texts)| texts.split(',').map(move |text| format!("{name}{}", text.trim())));
        for text in texts {
            let phase = read(&text, &record).unwrap_or_else(|| panic!("{text} is not read"));
            assert_eq!(spell(&phase, &record, 0), Some(text));
        }
    }

    #[test]
    fn a_sealed_move_comes_back_and_is_not_in_the_clear() {
        let record = record();
        let m = record.legal("g8f6".parse().unwrap()).unwrap();
        let phase = Phase::Sealing { first: Some(StatedMove::Judged(m)) };
        let text = spell(&phase, &record, 7).unwrap();
        assert!(!text.contains("f6"), "{text}");
        assert_eq!(read(&text, &record), Some(phase));
    }

    #[test]
    fn what_is_none_of_this_game_is_not_read() {
        let record = record();
        for text in [
            "",
            "e2e4",
            "e7e8",
            "words",
            "words N--f9--",
            "words N--f6--!",
            "perhaps",
            "which move",
            "which",
            "which move e2e4",
            "open",
            "whose",
            "resign",
            "resign green",
            "resign white now",
            "compare 0 - false",
            "compare 2 - false",
            "return 2 -",
            "return 0 e7e5",
            "seal 00",
            "seal",
            "order",
            "order lose",
            "irregular",
            "irregular displaced-since 1",
            "irregular fault white illegal-move 2 false",
            "irregular pawn 9 e7e5",
            "can-mate white luck white false",
            "take-back",
            "lobby",
            "hourglass",
        ] {
            assert_eq!(read(text, &record), None, "{text}");
        }
    }
}
