//! Draw offers (9.1): one stands or none, it cannot be withdrawn, and touching a piece refuses it.

use std::{fmt, str::FromStr};

use shakmaty::Color;

use super::{Article, Ending, Game, Outcome, Ruleset, TimeFormat};

use crate::language::Message;

/// What the event allows (9.1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DrawRule {
    #[default]
    Allowed,
    /// Only once both players have made so many moves.
    AfterMoves(u32),
    /// Only with the arbiter's consent.
    Never,
}

/// No rule of that name.
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

/// The offers of a game and the one that stands.
#[derive(Clone, Debug, Default)]
pub struct DrawOffers {
    rule: DrawRule,
    standing: Option<Color>,
}

/// An offer that now stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Made after the move and before pressing the clock. At any other time it stands all the same,
    /// but may be a distraction (11.5).
    pub timely: bool,
    pub article: Article,
}

/// Why an offer or its answer has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "offer")]
pub enum OfferError {
    GameOver,
    StandsAlready,
    OpponentOffered,
    NoneStands,
    OwnOffer(#[message(skip)] Color),
    TooEarly(#[message("found")] u32),
    NotAllowed,
}

impl OfferError {
    /// The article it rests on.
    pub fn article(self) -> Article {
        match self {
            OfferError::TooEarly(1) => Article::AGREEMENT,
            OfferError::TooEarly(_) | OfferError::NotAllowed => Article::DRAW_OFFER_RESTRICTED,
            _ => Article::DRAW_OFFER,
        }
    }
}

impl DrawOffers {
    /// No offer yet, under the event's rule.
    pub fn new(rule: DrawRule) -> DrawOffers {
        DrawOffers { rule, ..DrawOffers::default() }
    }

    /// Who has offered, while the offer stands.
    pub fn standing(&self) -> Option<Color> {
        self.standing
    }

    /// A player offers a draw. `pressed`: the last move has been completed by pressing the clock.
    pub fn offer(
        &mut self,
        by: Color,
        game: &Game,
        pressed: bool,
        ruleset: Ruleset,
    ) -> Result<Offered, OfferError> {
        match self.standing {
            _ if game.outcome(ruleset).is_some() => return Err(OfferError::GameOver),
            Some(standing) if standing == by => return Err(OfferError::StandsAlready),
            Some(_) => return Err(OfferError::OpponentOffered),
            None => self.allowed(game)?,
        }
        self.standing = Some(by);
        let timely = game.turn() != by && !pressed && !game.moves().is_empty();
        Ok(Offered { timely, article: Article::DRAW_OFFER })
    }

    /// A claim of a draw is an offer too (9.1.2.3), at any time and under any rule of the event.
    pub fn claimed(&mut self, by: Color) -> Offered {
        self.standing = Some(by);
        Offered { timely: true, article: Article::CLAIM_IS_OFFER }
    }

    /// The opponent of the one who offered accepts.
    pub fn accept(&mut self, by: Color, game: &Game, ruleset: Ruleset) -> Result<Outcome, OfferError> {
        self.answered(by, game, ruleset)?;
        let needs_moves = ruleset.switches(TimeFormat::Standard).agreement_needs_moves;
        if needs_moves && Color::ALL.into_iter().any(|side| game.moves_made(side) == 0) {
            return Err(OfferError::TooEarly(1));
        }
        self.standing = None;
        Ok(Outcome::draw(Ending::Agreement))
    }

    /// The opponent of the one who offered declines aloud.
    pub fn decline(&mut self, by: Color, game: &Game, ruleset: Ruleset) -> Result<(), OfferError> {
        self.answered(by, game, ruleset)?;
        self.standing = None;
        Ok(())
    }

    /// A player touches a piece to move or capture it, or makes a move; whether that refused an offer.
    pub fn touched(&mut self, by: Color) -> bool {
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
            _ => Ok(()),
        }
    }
}
