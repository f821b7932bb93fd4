//! Both sheets as one side has them, the messages it makes of them, and what it takes of the other side's.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{MergeFault, MergedGame, PeerAct, PeerEntry, PeerTerms, merge, sheet::MOST_ENTRIES};
use crate::laws::{ByColor, Color, Outcome, Position};

/// The key with which both programs of a game seal what they send. Nobody else has it.
#[derive(Clone, PartialEq, Eq)]
pub struct PeerKey([u8; 32]);

impl PeerKey {
    /// Makes the key from a secret that both have.
    pub fn of(secret: &[u8; 32]) -> PeerKey {
        PeerKey(blake3::derive_key("annabella peer 1: what both sides send", secret))
    }

    /// Returns the seal of a whole message that waits where others may come by.
    pub fn of_message(&self, by: Color, text: &str) -> String {
        self.seal("message", &[&[u8::from(by.is_white())], text.as_bytes()])
    }

    fn seal(&self, what: &str, parts: &[&[u8]]) -> String {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(what.as_bytes());
        for part in parts {
            hasher.update(&(part.len() as u64).to_be_bytes()).update(part);
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }
}

impl fmt::Debug for PeerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PeerKey(hidden)")
    }
}

/// All that one side has to say, as it is sent: whoever has the last message has everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeerMessage {
    /// The version of what is said, see [`PeerMessage::VERSION`].
    pub version: u32,
    /// The sender's name, shown to the other player.
    #[serde(default)]
    pub name: String,
    /// The terms: of the side that proposes them always, of the other once it has agreed.
    #[serde(default)]
    pub terms: Option<PeerTerms>,
    /// What the side that does not propose them says to the terms.
    #[serde(default)]
    pub answer: Option<TermsAnswer>,
    /// The sender's sheet.
    #[serde(default)]
    pub entries: Vec<PeerEntry>,
    /// How much of the receiver's sheet the sender has.
    #[serde(default)]
    pub seen: usize,
    /// The sum over the terms and the sheet.
    #[serde(default)]
    pub sum: String,
    /// The sum over the game that both sheets make, as the sender has them.
    #[serde(default)]
    pub merged: String,
    /// The receiver's own sheet, as far as the sender has it, for one that may have lost it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yours: Option<Vec<PeerEntry>>,
    /// How long before this message the sender last did something, in milliseconds: where messages wait for days, their
    /// reader learns by it how long the sheet has been as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
}

impl PeerMessage {
    /// The version that is written and read: another one is refused whole.
    pub const VERSION: u32 = 1;

    /// Returns a message that says nothing of a game yet.
    pub fn empty() -> PeerMessage {
        PeerMessage {
            version: PeerMessage::VERSION,
            name: String::new(),
            terms: None,
            answer: None,
            entries: Vec::new(),
            seen: 0,
            sum: String::new(),
            merged: String::new(),
            yours: None,
            since: None,
        }
    }
}

/// An answer to proposed terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TermsAnswer {
    /// They are accepted.
    Agreed,
    /// They are not.
    Declined,
}

/// What a message of the other side changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Its sheet has grown.
    Grown,
    /// It has more of this side's sheet than was known.
    Acknowledged,
    /// Nothing.
    Nothing,
    /// The message is older than what is known: it changes nothing.
    Older,
}

/// Why a message is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExchangeFault {
    /// Its sums do not fit its words: it was changed on its way, or made by someone else.
    Damaged,
    /// It is about other terms, or another game.
    OtherTerms,
    /// Its sheet has been rewritten from this place on.
    Rewritten(usize),
    /// It has seen more of this side's sheet than there is: this side has lost something.
    Ahead,
    /// Its sheet has an act that cannot be.
    Impossible(MergeFault),
    /// Both have the same sheets, and another game.
    OtherGame,
    /// Its sheet is longer than any game.
    TooLong,
}

/// Both sheets of a game, as one side has them.
#[derive(Clone, Debug)]
pub struct SheetExchange {
    key: PeerKey,
    terms: PeerTerms,
    own: Color,
    sheets: ByColor<Vec<PeerEntry>>,
    /// How much of this side's sheet the other has.
    seen: usize,
    merged: MergedGame,
}

impl SheetExchange {
    /// Returns both sheets empty.
    pub fn new(key: PeerKey, terms: PeerTerms, own: Color) -> SheetExchange {
        SheetExchange::with_sheets(key, terms, own, ByColor { white: Vec::new(), black: Vec::new() })
    }

    /// Takes up a game from the sheets that were kept.
    pub fn with_sheets(
        key: PeerKey,
        terms: PeerTerms,
        own: Color,
        sheets: ByColor<Vec<PeerEntry>>,
    ) -> SheetExchange {
        let merged = merged(&terms, &sheets.white, &sheets.black);
        SheetExchange { key, terms, own, sheets, seen: 0, merged }
    }

    /// Returns the terms.
    pub fn terms(&self) -> &PeerTerms {
        &self.terms
    }

    /// Returns the colour of this side.
    pub fn own(&self) -> Color {
        self.own
    }

    /// Returns a side's sheet.
    pub fn sheet(&self, side: Color) -> &[PeerEntry] {
        &self.sheets[side]
    }

    /// Returns the game that both sheets make.
    pub fn merged(&self) -> &MergedGame {
        &self.merged
    }

    /// Returns how many half-moves both sides have, where the other can have `laid` acts of this side whenever it comes.
    pub fn known_plies(&self, laid: usize) -> usize {
        self.merged.known_plies(self.own, self.seen.max(laid))
    }

    /// Takes a game up of which this side has lost everything but the key, from all that the other side has of it.
    ///
    /// # Errors
    ///
    /// [`ExchangeFault`], if that is no whole game, or was changed.
    pub fn recovered(
        key: PeerKey,
        own: Color,
        message: &PeerMessage,
    ) -> Result<SheetExchange, ExchangeFault> {
        let (Some(terms), Some(yours)) = (message.terms.clone(), message.yours.clone()) else {
            return Err(ExchangeFault::OtherTerms);
        };
        if yours.len() > MOST_ENTRIES {
            return Err(ExchangeFault::TooLong);
        }
        let mut sheets = ByColor { white: Vec::new(), black: Vec::new() };
        sheets[own] = yours;
        let mut found = SheetExchange::with_sheets(key, terms, own, sheets);
        found.take(message).map(|_| found)
    }

    /// Whether the other side has all of this side's sheet.
    pub fn is_taken(&self) -> bool {
        self.seen >= self.sheets[self.own].len()
    }

    /// Adds what this side does. Returns false, and adds nothing, where that cannot be.
    pub fn add(&mut self, act: PeerAct) -> bool {
        let seen = self.sheets[!self.own].len();
        self.sheets[self.own].push(PeerEntry { seen, act });
        let merged = merged(&self.terms, &self.sheets.white, &self.sheets.black);
        if merged.fault.is_some() || self.sheets[self.own].len() > MOST_ENTRIES {
            self.sheets[self.own].pop();
            return false;
        }
        self.merged = merged;
        true
    }

    /// Returns what this side has to say, but for its name and its answer.
    pub fn message(&self) -> PeerMessage {
        let entries = self.sheets[self.own].clone();
        PeerMessage {
            terms: Some(self.terms.clone()),
            seen: self.sheets[!self.own].len(),
            sum: self.sum(self.own, &entries),
            merged: self.sum_of(&self.merged),
            entries,
            ..PeerMessage::empty()
        }
    }

    /// Takes a message of the other side, if it can be.
    pub fn take(&mut self, message: &PeerMessage) -> Result<Taken, ExchangeFault> {
        let (own, other) = (self.own, !self.own);
        if message.terms.as_ref() != Some(&self.terms) {
            return Err(ExchangeFault::OtherTerms);
        }
        if message.entries.len() > MOST_ENTRIES {
            return Err(ExchangeFault::TooLong);
        }
        if message.sum != self.sum(other, &message.entries) {
            return Err(ExchangeFault::Damaged);
        }
        let known = &self.sheets[other];
        let common = known.iter().zip(&message.entries).take_while(|(a, b)| a == b).count();
        if common < known.len().min(message.entries.len()) {
            return Err(ExchangeFault::Rewritten(common));
        }
        if message.seen > self.sheets[own].len() {
            return Err(ExchangeFault::Ahead);
        }
        if message.entries.len() < known.len() {
            return Ok(Taken::Older);
        }
        let entries = |of: Color| if of == own { &self.sheets[own][..] } else { &message.entries[..] };
        let now = merged(&self.terms, entries(Color::White), entries(Color::Black));
        if let Some(fault) = now.fault {
            return Err(ExchangeFault::Impossible(fault));
        }
        let as_there = |of: Color| if of == own { &self.sheets[own][..message.seen] } else { entries(of) };
        let there = merged(&self.terms, as_there(Color::White), as_there(Color::Black));
        if message.merged != self.sum_of(&there) {
            return Err(ExchangeFault::OtherGame);
        }
        let has_grown = message.entries.len() > self.sheets[other].len();
        let has_seen_more = message.seen > self.seen;
        self.seen = self.seen.max(message.seen);
        self.sheets[other].clone_from(&message.entries);
        self.merged = now;
        Ok(match (has_grown, has_seen_more) {
            (true, _) => Taken::Grown,
            (false, true) => Taken::Acknowledged,
            (false, false) => Taken::Nothing,
        })
    }

    /// Returns the sum over a sheet: each entry is tied to all before it.
    pub fn sum(&self, side: Color, entries: &[PeerEntry]) -> String {
        let first = self.key.seal("sheet", &[&bytes(&self.terms), &[u8::from(side.is_white())]]);
        let tie = |sum: String, entry: &PeerEntry| self.key.seal("entry", &[sum.as_bytes(), &bytes(entry)]);
        entries.iter().fold(first, tie)
    }

    fn sum_of(&self, merged: &MergedGame) -> String {
        let mode = merged.game.position().castles().mode();
        let moves: Vec<String> = merged.game.moves().iter().map(|m| m.to_uci(mode).to_string()).collect();
        let outcome = merged.outcome.map(|Outcome { result, ending }| format!("{result} {ending:?}"));
        let times = merged.left().map(|left| (left.white.as_millis(), left.black.as_millis()));
        let offers = (merged.offer, merged.asks.white, merged.asks.black);
        let mut rest = format!("{outcome:?} {times:?} {offers:?}");
        if let Some(left) = merged.reflection {
            rest += &format!(" {} {}", left.days(Color::White), left.days(Color::Black));
        }
        self.key.seal("game", &[&bytes(&self.terms), moves.join(" ").as_bytes(), rest.as_bytes()])
    }
}

fn merged(terms: &PeerTerms, white: &[PeerEntry], black: &[PeerEntry]) -> MergedGame {
    merge(terms, ByColor { white, black })
}

fn bytes(value: &impl Serialize) -> Vec<u8> {
    // What has no map with keys that are no text can be written.
    serde_json::to_vec(value).unwrap_or_default()
}
