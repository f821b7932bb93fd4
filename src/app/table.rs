//! From settings to a game: who plays, with what time, from where, in which language.

use std::{sync::Arc, time::Duration};

use crate::{
    announce::Announcer,
    clock::{Authority, TimeControl, TimeControlError},
    config::{ConfirmBy, ExploreBy, Settings, StyleBy, TalkBy, User},
    grammar::{Grammar, GrammarError},
    journal::{Opponent, Start, UnknownOpponent, Users},
    language::{LANGUAGES, LanguageFolder, UnknownLanguage},
    laws::{
        ByColor, DrawRule, Ruleset, StartError, StartPosition, UnknownDescription, offer::UnknownDrawRule,
        ruleset::UnknownRuleset,
    },
    notation::{BrailleCode, BrailleCodeError, Letters, Style, Wording},
    session::{Confirm, Options, Talk},
};

/// Settings nobody can play with.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error(transparent)]
    TimeControl(#[from] TimeControlError),
    #[error(transparent)]
    Ruleset(#[from] UnknownRuleset),
    #[error(transparent)]
    Described(#[from] UnknownDescription),
    #[error(transparent)]
    DrawOffers(#[from] UnknownDrawRule),
    #[error("the position '{fen}' cannot be: {source}")]
    Position { fen: String, source: StartError },
    #[error(transparent)]
    Opponent(#[from] UnknownOpponent),
    #[error("an opponent elsewhere (--opponent {0}) plays against one user: --user white or --user black")]
    UserOfBoth(Opponent),
    #[error(
        "in competition nobody plays from elsewhere: --opponent {0} and --competition exclude each other"
    )]
    NotInCompetition(Opponent),
    #[error(transparent)]
    Language(#[from] UnknownLanguage),
    #[error(transparent)]
    Letters(#[from] UnknownLetters),
    #[error(transparent)]
    Grammar(#[from] GrammarError),
    #[error(transparent)]
    BrailleCode(#[from] BrailleCodeError),
    #[error(
        "a move cannot count by silence (--confirm delay) where everything waits to be read (--by-touch)"
    )]
    SilenceByTouch,
}

/// No language with piece letters of its own.
#[derive(Debug, thiserror::Error)]
#[error("no letters of '{found}', expected one of {expected}")]
pub struct UnknownLetters {
    found: String,
    expected: String,
}

/// The delay when none is given: long enough to object to a slip.
const DELAY: f64 = 2.5;

/// Words and voice of one language.
pub struct Language {
    pub grammar: Arc<Grammar>,
    pub announcer: Announcer,
}

impl Language {
    /// The language chosen, or German.
    pub fn of(settings: &Settings) -> Result<Language, TableError> {
        let folder = folder(settings)?;
        let grammar = match &settings.grammar {
            Some(path) => Grammar::load(path)?,
            None => Grammar::of(folder),
        };
        let letters = letters(settings)?.unwrap_or(*grammar.letters());
        let code = settings.braille_code.as_deref().map(BrailleCode::named).transpose()?;
        let mut announcer = Announcer::of(folder, grammar.spoken().clone(), letters).in_code(code);
        announcer.speak_in(style(settings));
        Ok(Language { grammar: Arc::new(grammar), announcer })
    }
}

impl Language {
    /// Listens only to words a speech model knows; returns those it lacks in every spelling.
    pub fn listen_to(&mut self, knows: impl Fn(&str) -> bool) -> Vec<String> {
        let grammar = Arc::get_mut(&mut self.grammar).expect("no session has the language yet");
        grammar.listen_to(knows)
    }
}

/// The language chosen, or the first there is.
pub fn folder(settings: &Settings) -> Result<LanguageFolder, UnknownLanguage> {
    settings.language.as_deref().map_or(Ok(LANGUAGES[0]), LanguageFolder::find)
}

/// The piece letters chosen, where any were.
pub fn letters(settings: &Settings) -> Result<Option<Letters>, UnknownLetters> {
    let named = |tag: &String| {
        Letters::of_language(tag).ok_or_else(|| UnknownLetters {
            found: tag.clone(),
            expected: Letters::ALL.map(|letters| letters.tag).join(", "),
        })
    };
    settings.letters.as_ref().map(named).transpose()
}

/// Whose moves are taken from the electronic board: the opponent's, who sits at it, unless told.
pub fn board_moves(settings: &Settings) -> ByColor<bool> {
    let opponents = match settings.user {
        Some(User::White) => User::Black,
        Some(User::Black) => User::White,
        Some(User::Both) | None => User::Both,
    };
    match settings.board_moves.unwrap_or(opponents) {
        User::White => ByColor { white: true, black: false },
        User::Black => ByColor { white: false, black: true },
        User::Both => ByColor { white: true, black: true },
    }
}

/// How the session behaves.
pub fn options(settings: &Settings) -> Result<Options, TableError> {
    let confirm = match settings.confirm.unwrap_or(ConfirmBy::Voice) {
        ConfirmBy::Voice => Confirm::Voice,
        ConfirmBy::Lever => Confirm::Lever,
        ConfirmBy::Never => Confirm::Never,
        ConfirmBy::Delay => Confirm::Delay(Duration::from_secs_f64(settings.delay.unwrap_or(DELAY))),
    };
    let by_touch = settings.by_touch.unwrap_or(false);
    if by_touch && matches!(confirm, Confirm::Delay(_)) {
        return Err(TableError::SilenceByTouch);
    }
    let resumption = settings.resumption.as_deref().unwrap_or_default();
    let resumption = resumption.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Options {
        confirm,
        repeat: settings.repeat.unwrap_or(false),
        talk: match settings.talk.unwrap_or(TalkBy::Open) {
            TalkBy::Open => Talk::Open,
            TalkBy::Toggled => Talk::Toggled,
            TalkBy::Held => Talk::Held,
        },
        by_touch,
        style: style(settings),
        alphabet_chosen: settings.style.is_some(),
        explore_aloud: settings.explore != Some(ExploreBy::Silent),
        tactile_clock: settings.clock.is_some(),
        resumption,
        ..Options::default()
    })
}

/// How everything is put into words at first.
fn style(settings: &Settings) -> Style {
    Style {
        wording: match settings.style {
            None | Some(StyleBy::Names) => Wording::Names,
            Some(StyleBy::Nato) => Wording::Nato,
            Some(StyleBy::Literate) => Wording::Literate,
            Some(StyleBy::San) => Wording::San,
            Some(StyleBy::Coordinates) => Wording::Coordinates,
        },
        square_first: settings.square_first.unwrap_or(false),
        pause_after: settings.pause_after.map_or(0, usize::from),
    }
}

/// The start of the game, dated today.
pub fn start(settings: &Settings) -> Result<Start, TableError> {
    let control = match (&settings.time, &settings.time_control) {
        (Some(minutes), _) => Some(TimeControl::from_minutes(minutes)?),
        (None, Some(pgn)) if pgn != "-" => Some(pgn.parse()?),
        _ => None,
    };
    let ruleset: Ruleset = settings.ruleset.as_deref().unwrap_or("fide-2023").parse()?;
    let draw_offers: DrawRule = settings.draw_offers.as_deref().unwrap_or("allowed").parse()?;
    let opponent: Opponent = settings.opponent.as_deref().unwrap_or("board").parse()?;
    let competition = settings.competition.unwrap_or(false);
    let users = match settings.user {
        Some(User::White) => Users::White,
        Some(User::Black) => Users::Black,
        Some(User::Both) if !opponent.is_here() => return Err(TableError::UserOfBoth(opponent)),
        // Whoever plays alone has White unless told.
        None if !opponent.is_here() => Users::White,
        Some(User::Both) | None => Users::Both,
    };
    if competition && !opponent.is_here() {
        return Err(TableError::NotInCompetition(opponent));
    }
    let tag = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    Ok(Start {
        version: Start::VERSION,
        date: jiff::Zoned::now().strftime("%Y.%m.%d").to_string(),
        event: tag(&settings.event),
        site: tag(&settings.site),
        round: tag(&settings.round),
        white: tag(&settings.white),
        black: tag(&settings.black),
        opponent,
        users,
        position: position(settings)?,
        time_control: control,
        authority: match settings.board_clock {
            Some(true) => Authority::BoardClock,
            _ => Authority::Program,
        },
        ruleset,
        draw_offers,
        competition,
        described: settings.described.as_deref().unwrap_or_default().parse()?,
        guidelines_iii: settings.guidelines_iii.unwrap_or(false),
        unsupervised: settings.unsupervised.unwrap_or(false),
        default_time: 60 * settings.default_time.unwrap_or(0),
    })
}

fn position(settings: &Settings) -> Result<StartPosition, TableError> {
    let cannot = |fen: String| |source: StartError| TableError::Position { fen, source };
    match (settings.chess960, &settings.fen) {
        (Some(number), _) => StartPosition::chess960(number).map_err(cannot(format!("Chess960 {number}"))),
        (None, Some(fen)) => StartPosition::of_fen(fen, false).map_err(cannot(fen.clone())),
        (None, None) => Ok(StartPosition::default()),
    }
}
