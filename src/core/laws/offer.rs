//! Draw offers (9.1). At most one stands; it cannot be withdrawn; touching a piece refuses it.

use std::{fmt, str::FromStr};

use shakmaty::Color;

use super::{Article, Ending, Game, Outcome, Ruleset, TimeFormat};

use crate::language::Message;

/// The event's rule for draw offers (9.1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DrawRule {
    /// At any time.
    #[default]
    Allowed,
    /// Only once both players have made this many moves.
    AfterMoves(u32),
    /// Only with the arbiter's consent.
    Never,
}

/// A text that names no rule for draw offers.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "unknown-draw-rule")]
pub struct UnknownDrawRule(#[message("found")] pub String);

impl FromStr for DrawRule {
    type Err = UnknownDrawRule;

    fn from_str(rule: &str) -> Result<DrawRule, UnknownDrawRule> {
        match rule {
            "allowed" => Ok(DrawRule::Allowed),
            "never" => Ok(DrawRule::Never),
            moves => match moves.parse() {
                Ok(moves) if moves > 0 => Ok(DrawRule::AfterMoves(moves)),
                _ => Err(UnknownDrawRule(rule.to_owned())),
            },
        }
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawRule::Allowed => f.write_str("allowed"),
            DrawRule::AfterMoves(moves) => write!(f, "{moves}"),
            DrawRule::Never => f.write_str("never"),
        }
    }
}

/// The rule of the event and the offer that stands.
#[derive(Clone, Debug, Default)]
pub struct DrawOffers {
    rule: DrawRule,
    standing: Option<Color>,
}

/// An offer that has been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingOffer {
    /// Made after the move and before pressing the clock. At other times it stands too, but may distract (11.5).
    pub timely: bool,
    /// The article it rests on.
    pub article: Article,
}

/// Why an offer or its answer has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "offer")]
pub enum OfferError {
    /// The game is over.
    GameOver,
    /// The side has offered already.
    StandsAlready,
    /// The opponent has offered: it is to be answered.
    OpponentOffered,
    /// No offer stands.
    NoneStands,
    /// The offer is the side's own.
    OwnOffer(#[message(skip)] Color),
    /// Both players must first have made this many moves.
    TooEarly(#[message("found")] u32),
    /// The event's rule forbids offers.
    NotAllowed,
}

impl OfferError {
    /// Returns the article it rests on.
    pub fn article(self) -> Article {
        match self {
            OfferError::TooEarly(1) => Article::AGREEMENT,
            OfferError::TooEarly(_) | OfferError::NotAllowed => Article::DRAW_OFFER_RESTRICTED,
            OfferError::GameOver
            | OfferError::StandsAlready
            | OfferError::OpponentOffered
            | OfferError::NoneStands
            | OfferError::OwnOffer(_) => Article::DRAW_OFFER,
        }
    }
}

impl DrawOffers {
    /// Returns no offer, under the event's rule.
    pub fn new(rule: DrawRule) -> DrawOffers {
        DrawOffers { rule, ..DrawOffers::default() }
    }

    /// Returns the side whose offer stands.
    pub fn standing(&self) -> Option<Color> {
        self.standing
    }

    /// Offers a draw. `pressed`: the last move was completed by pressing the clock.
    pub fn offer(
        &mut self,
        by: Color,
        game: &Game,
        pressed: bool,
        ruleset: Ruleset,
    ) -> Result<StandingOffer, OfferError> {
        match self.standing {
            _ if game.outcome(ruleset).is_some() => return Err(OfferError::GameOver),
            Some(standing) if standing == by => return Err(OfferError::StandsAlready),
            Some(_) => return Err(OfferError::OpponentOffered),
            None => {
                self.allowed(game)?;
                both_have_moved(game, ruleset)?;
            }
        }
        self.standing = Some(by);
        let timely = game.turn() != by && !pressed && !game.moves().is_empty();
        Ok(StandingOffer { timely, article: Article::DRAW_OFFER })
    }

    /// Records a draw claim as an offer (9.1.2.3), where the event lets draws be agreed at that moment (9.1.1).
    pub fn offer_by_claim(&mut self, by: Color, game: &Game) -> Option<StandingOffer> {
        self.allowed(game).ok()?;
        self.standing = Some(by);
        Some(StandingOffer { timely: true, article: Article::CLAIM_IS_OFFER })
    }

    /// Takes over an offer that was made, as a journal or a server tells it. Returns whether it is new.
    pub fn take_over(&mut self, by: Color) -> bool {
        self.standing.is_none() && self.standing.replace(by).is_none()
    }

    /// Accepts the opponent's offer.
    pub fn accept(&mut self, by: Color, game: &Game, ruleset: Ruleset) -> Result<Outcome, OfferError> {
        self.answered(by, game, ruleset)?;
        both_have_moved(game, ruleset)?;
        self.standing = None;
        Ok(Outcome::draw(Ending::Agreement))
    }

    /// Declines the opponent's offer.
    pub fn decline(&mut self, by: Color, game: &Game, ruleset: Ruleset) -> Result<(), OfferError> {
        self.answered(by, game, ruleset)?;
        self.standing = None;
        Ok(())
    }

    /// Refuses the opponent's offer by touching a piece or moving. Returns whether one stood.
    pub fn refuse_by_touch(&mut self, by: Color) -> bool {
        self.standing.take_if(|offered| *offered != by).is_some()
    }

    fn answered(&self, by: Color, game: &Game, ruleset: Ruleset) -> Result<(), OfferError> {
        match self.standing {
            _ if game.outcome(ruleset).is_some() => Err(OfferError::GameOver),
            Some(offered) if offered != by => Ok(()),
            Some(offered) => Err(OfferError::OwnOffer(offered)),
            None => Err(OfferError::NoneStands),
        }
    }

    fn allowed(&self, game: &Game) -> Result<(), OfferError> {
        match self.rule {
            DrawRule::AfterMoves(moves)
                if Color::ALL.into_iter().any(|side| game.moves_made(side) < moves) =>
            {
                Err(OfferError::TooEarly(moves))
            }
            DrawRule::Never => Err(OfferError::NotAllowed),
            DrawRule::Allowed | DrawRule::AfterMoves(_) => Ok(()),
        }
    }
}

/// No draw is agreed before both players have moved (5.2.3).
fn both_have_moved(game: &Game, ruleset: Ruleset) -> Result<(), OfferError> {
    let needs_moves = ruleset.switches(TimeFormat::Standard).agreement_needs_moves;
    let is_early = needs_moves && Color::ALL.into_iter().any(|side| game.moves_made(side) == 0);
    if is_early { Err(OfferError::TooEarly(1)) } else { Ok(()) }
}
