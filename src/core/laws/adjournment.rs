//! Adjournment with a sealed move (Guidelines I, 2009 Appendix G).
//!
//! Until the envelope is opened, nothing speaks, prints or compares the move: [`SealedMove`] hides it from `Debug`,
//! and the journal has it scrambled. It is not encrypted. The program must open the envelope after a power cut, so a
//! key would lie beside the journal; and the player could forget a secret of their own, or be overheard saying it.

use std::{fmt, time::Duration};

use shakmaty::{ByColor, CastlingSide, Color, EnPassantMode, File, Move, Rank, Role, fen::Fen};

use super::{Article, Attempt, Ending, Game, Outcome, PartialSquare, Ruleset, Verdict};

use crate::language::Message;

/// A move in its envelope.
///
/// `Debug` does not show it, and there is no `Display`.
#[derive(Clone)]
pub struct SealedMove {
    said: Option<Attempt>,
}

/// The envelope: its inscription and the move inside (I.2).
#[derive(Clone, Debug)]
pub struct Envelope {
    /// The names of the players.
    pub players: ByColor<String>,
    /// The position before the sealed move.
    pub position: Fen,
    /// The times used by both players.
    pub used: ByColor<Duration>,
    /// The player who sealed the move.
    pub sealed_by: Color,
    /// The number of the sealed move on the score.
    pub move_number: u32,
    /// The side whose draw offer is pending.
    pub draw_offer: Option<Color>,
    /// Date, time and place of the resumption, in the arbiter's words.
    pub resumption: String,
    clock_stopped: bool,
    sealed: SealedMove,
}

/// The effect of opening the envelope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenedEnvelope {
    /// The move is made on the board; then the replier's clock runs.
    Move(Move),
    /// It was ambiguous, unclear or illegal: the player who sealed it loses (I.8).
    Lost {
        /// The loss.
        outcome: Outcome,
        /// What is wrong with the move.
        fault: SealFault,
    },
}

/// What was wrong with a sealed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SealFault {
    /// It fits several moves.
    Ambiguous(Vec<Move>),
    /// It could not be read as a move.
    Unclear,
    /// No legal move fits it.
    Illegal(super::Reason),
}

/// Why a move cannot be sealed, or can no longer be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "seal")]
pub enum SealError {
    /// The game is over.
    GameOver(#[message(skip)] Ending),
    /// The clock was stopped: the move is sealed.
    ClockStopped,
}

/// Why an envelope stays closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "envelope")]
pub enum OpenError {
    /// The clock still runs.
    NotSealed,
    /// The player who must reply is absent (I.9).
    ReplierAbsent,
    /// The game is over.
    GameOver(#[message(skip)] Ending),
    /// The board shows another position than the envelope.
    OtherPosition,
}

/// What happens when an adjourned game resumes (I.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumption {
    /// Open the envelope, make the move, start this clock.
    Open {
        /// The side whose clock runs.
        clock: Color,
    },
    /// This clock runs until its player arrives; only then the envelope is opened.
    Await {
        /// The side whose clock runs.
        clock: Color,
    },
    /// The envelope is opened; the player present may seal a reply and then starts this clock.
    SealReply {
        /// The side whose clock runs then.
        clock: Color,
    },
}

/// The inscription besides position and move.
#[derive(Clone, Debug)]
pub struct EnvelopeLabel {
    /// The names of the players.
    pub players: ByColor<String>,
    /// The times used by both players.
    pub used: ByColor<Duration>,
    /// The side whose draw offer is pending.
    pub draw_offer: Option<Color>,
    /// Date, time and place of the resumption.
    pub resumption: String,
}

impl Envelope {
    /// Seals the move of the player on move. Its legality is examined only on opening.
    ///
    /// `said` is `None` for words that could not be read as a move. It can be changed until [`Envelope::stop_clock`].
    pub fn seal(
        game: &Game,
        said: Option<Attempt>,
        label: EnvelopeLabel,
        ruleset: Ruleset,
    ) -> Result<Envelope, SealError> {
        if let Some(outcome) = game.outcome(ruleset) {
            return Err(SealError::GameOver(outcome.ending));
        }
        let EnvelopeLabel { players, used, draw_offer, resumption } = label;
        Ok(Envelope {
            players,
            position: position_of(game),
            used,
            sealed_by: game.turn(),
            move_number: game.move_number(),
            draw_offer,
            resumption,
            clock_stopped: false,
            sealed: SealedMove { said },
        })
    }

    /// Replaces the move, while the clock still runs.
    pub fn change(&mut self, said: Option<Attempt>) -> Result<(), SealError> {
        if self.clock_stopped {
            return Err(SealError::ClockStopped);
        }
        self.sealed = SealedMove { said };
        Ok(())
    }

    /// Stops the clock at these times used: the move is now sealed.
    pub fn stop_clock(&mut self, used: ByColor<Duration>) {
        self.used = used;
        self.clock_stopped = true;
    }

    /// Whether the move can no longer be changed.
    pub fn is_sealed(&self) -> bool {
        self.clock_stopped
    }

    /// Returns the player who must reply to the sealed move.
    pub fn replier(&self) -> Color {
        !self.sealed_by
    }

    /// Returns what happens at the time of resumption, by who is present.
    pub fn resume(&self, present: ByColor<bool>) -> Resumption {
        let replier = self.replier();
        match (*present.get(replier), *present.get(self.sealed_by)) {
            (false, _) => Resumption::Await { clock: replier },
            (true, true) => Resumption::Open { clock: replier },
            (true, false) => Resumption::SealReply { clock: self.sealed_by },
        }
    }

    /// Opens the envelope, for a game set up to the position on it (I.7, I.8).
    pub fn open(
        &self,
        game: &Game,
        replier_present: bool,
        ruleset: Ruleset,
    ) -> Result<OpenedEnvelope, OpenError> {
        if !self.clock_stopped {
            return Err(OpenError::NotSealed);
        }
        if let Some(outcome) = game.outcome(ruleset) {
            return Err(OpenError::GameOver(outcome.ending));
        }
        if !replier_present {
            return Err(OpenError::ReplierAbsent);
        }
        if position_of(game) != self.position {
            return Err(OpenError::OtherPosition);
        }
        let fault = match self.sealed.said.as_ref().map(|said| game.judge(said)) {
            Some(Verdict::Legal(m)) => return Ok(OpenedEnvelope::Move(m)),
            Some(Verdict::Ambiguous(moves) | Verdict::PromotionMissing(moves)) => SealFault::Ambiguous(moves),
            Some(Verdict::Illegal(reason)) => SealFault::Illegal(reason),
            None => SealFault::Unclear,
        };
        let outcome = Outcome::win(self.replier(), Ending::SealedMove(self.sealed_by));
        Ok(OpenedEnvelope::Lost { outcome, fault })
    }

    /// Returns the outcome for a player absent beyond the default time (I.10): a loss unless the sealed move ends it.
    pub fn absent(&self, player: Color, game: &Game, ruleset: Ruleset) -> Outcome {
        let sealed = match self.sealed.said.as_ref().map(|said| game.judge(said)) {
            Some(Verdict::Legal(m)) if player == self.sealed_by => Some(m),
            _ => None,
        };
        let mut after = game.clone();
        let ended = sealed.and_then(|m| after.play(m).ok().and_then(|()| after.outcome(ruleset)));
        ended.unwrap_or_else(|| Outcome::win(!player, Ending::Default(player)))
    }

    /// Returns the sealed move for the journal, scrambled so that nobody reads it by accident.
    ///
    /// It does not withstand an attack. `nonce` should differ per envelope, or equal moves would look equal.
    pub fn scrambled(&self, nonce: u64) -> String {
        self.sealed.scramble(nonce)
    }

    /// Restores an envelope from the journal, its clock stopped.
    pub fn restore(
        game: &Game,
        scrambled: &str,
        label: EnvelopeLabel,
        ruleset: Ruleset,
    ) -> Result<Envelope, RestoreError> {
        let SealedMove { said } = SealedMove::unscramble(scrambled).ok_or(RestoreError::Damaged)?;
        let mut envelope = Envelope::seal(game, said, label, ruleset).map_err(RestoreError::Seal)?;
        envelope.clock_stopped = true;
        Ok(envelope)
    }

    /// Returns the article it rests on.
    pub fn article(&self) -> Article {
        Article::ENVELOPE
    }
}

/// Why an envelope cannot be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "seal")]
pub enum RestoreError {
    /// The line in the journal is damaged. The player then states the move they sealed (I.12.1).
    Damaged,
    /// The game or its envelope does not allow it.
    #[message(transparent)]
    Seal(SealError),
}

impl OpenedEnvelope {
    /// Returns the article it rests on.
    pub fn article(&self) -> Article {
        match self {
            OpenedEnvelope::Move(_) => Article::ENVELOPE_OPENED,
            OpenedEnvelope::Lost { .. } => Article::SEALED_MOVE_FAULTY,
        }
    }
}

impl fmt::Debug for SealedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealedMove(hidden)")
    }
}

fn position_of(game: &Game) -> Fen {
    Fen::from_position(game.position(), EnPassantMode::Legal)
}

/// Bytes of a packed move, which follow 16 hexadecimal digits of nonce; every move has as many.
const LENGTH: usize = 14;

impl SealedMove {
    fn scramble(&self, nonce: u64) -> String {
        let bytes = pack(self.said.as_ref());
        let hidden: String =
            bytes.iter().zip(key_stream(nonce)).map(|(byte, key)| format!("{:02x}", byte ^ key)).collect();
        format!("{nonce:016x}{hidden}")
    }

    fn unscramble(text: &str) -> Option<SealedMove> {
        let (nonce, hidden) = text.split_at_checked(16)?;
        let nonce = u64::from_str_radix(nonce, 16).ok()?;
        if hidden.len() != 2 * LENGTH || !hidden.is_ascii() {
            return None;
        }
        let mut bytes = [0; LENGTH];
        for (index, (byte, key)) in bytes.iter_mut().zip(key_stream(nonce)).enumerate() {
            *byte = u8::from_str_radix(&hidden[2 * index..2 * index + 2], 16).ok()? ^ key;
        }
        unpack(bytes)
    }
}

/// Scrambles a move that is being sealed, so that nobody reads it by accident.
pub fn scramble(said: Attempt, nonce: u64) -> String {
    SealedMove { said: Some(said) }.scramble(nonce)
}

/// Returns the move that was scrambled.
pub fn unscramble(text: &str) -> Option<Attempt> {
    SealedMove::unscramble(text)?.said
}

/// Packs flags and fields, one byte each, 0 for none, then a checksum.
fn pack(said: Option<&Attempt>) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    if let Some(said) = said {
        let file = |part: PartialSquare| part.file.map_or(0, |file| 1 + u32::from(file) as u8);
        let rank = |part: PartialSquare| part.rank.map_or(0, |rank| 1 + u32::from(rank) as u8);
        let role = |role: Option<Role>| role.map_or(0, |role| role as u8);
        let flags = [true, said.captures, said.en_passant, said.check, said.mate];
        bytes[..9].copy_from_slice(&[
            flags.iter().rev().fold(0, |bits, flag| bits << 1 | u8::from(*flag)),
            role(said.role),
            file(said.from),
            rank(said.from),
            file(said.to),
            rank(said.to),
            role(said.captured),
            role(said.promotion),
            said.castling.map_or(0, |side| 1 + u8::from(side.is_king_side())),
        ]);
    }
    let sum = checksum(&bytes[..LENGTH - 4]);
    bytes[LENGTH - 4..].copy_from_slice(&sum);
    bytes
}

fn unpack(bytes: [u8; LENGTH]) -> Option<SealedMove> {
    if bytes[LENGTH - 4..] != checksum(&bytes[..LENGTH - 4]) {
        return None;
    }
    let [flags, role, from_file, from_rank, to_file, to_rank, captured, promotion, castling, ..] = bytes;
    if flags & 1 == 0 {
        return Some(SealedMove { said: None });
    }
    let part = |file: u8, rank: u8| PartialSquare {
        file: file.checked_sub(1).and_then(|file| File::try_from(file).ok()),
        rank: rank.checked_sub(1).and_then(|rank| Rank::try_from(rank).ok()),
    };
    let as_role = |role: u8| Role::try_from(role).ok();
    let said = Attempt {
        role: as_role(role),
        from: part(from_file, from_rank),
        to: part(to_file, to_rank),
        captures: flags & 2 != 0,
        captured: as_role(captured),
        promotion: as_role(promotion),
        castling: castling.checked_sub(1).map(|king_side| CastlingSide::from_king_side(king_side == 1)),
        en_passant: flags & 4 != 0,
        check: flags & 8 != 0,
        mate: flags & 16 != 0,
    };
    Some(SealedMove { said: Some(said) })
}

/// FNV-1a, which detects a torn or mistyped line. Part of the journal's format, so no crate's hash will do.
fn checksum(bytes: &[u8]) -> [u8; 4] {
    bytes
        .iter()
        .fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
        .to_le_bytes()
}

/// SplitMix64 (Steele, Lea and Flood, 2014), a byte at a time. Part of the journal's format too.
fn key_stream(nonce: u64) -> impl Iterator<Item = u8> {
    let mut state = nonce;
    std::iter::repeat_with(move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31).to_le_bytes()
    })
    .flatten()
}
