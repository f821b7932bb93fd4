//! Turns settings into the start of a game, the options of its session and its language.

use std::{collections::BTreeMap, io, path::PathBuf, sync::Arc, time::Duration};

use super::ports::braille::keys::KeyMap;
use crate::{
    announce::{Announcer, Line},
    clock::{Authority, IncrementFrom, TimeControl},
    config::{ConfirmMode, ExploreMode, Settings, SpokenStyle, TalkSetting, User},
    devices::{board::BoardAddress, liblouis::Liblouis},
    files,
    grammar::{Grammar, Thresholds},
    journal::{Opponent, Start, UnknownOpponent, Users, known_tag},
    language::{Catalogue, Failure, LanguageFolder, Message, UnknownLanguage},
    laws::{ByColor, DrawRule, Ruleset, StartError, StartPosition},
    notation::{BrailleCode, Letters, Style, Wording},
    school::{Lessons, PuzzleFault, PuzzleFile, read_puzzles},
    session::{self, Confirm, Options, School},
};

/// Why settings allow no game.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "table")]
pub enum GameOptionsError {
    Position { fen: String, source: StartError },
    UserOfBoth(#[message("opponent", display)] Opponent),
    NotInCompetition(#[message("opponent", display)] Opponent),
    SilenceByTouch,
    Puzzles { path: PathBuf, source: io::Error },
    NoPuzzles { path: PathBuf },
    NoPuzzle { path: PathBuf, reason: PuzzleFault },
}

/// A tag that names no language with piece letters.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, "unknown-letters")]
pub struct UnknownLetters {
    pub found: String,
    #[message(display)]
    pub expected: String,
}

/// A text that is no list of warning times.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, "unknown-warnings")]
pub struct UnknownWarnings(#[message("found")] pub String);

/// The default delay in seconds: long enough to object to a slip.
const DEFAULT_DELAY: f64 = 2.5;

/// The grammar, the announcements and the messages of one language.
pub struct Language {
    pub grammar: Arc<Grammar>,
    pub announcer: Announcer,
    /// The texts that are printed.
    pub words: Catalogue,
    /// The braille table that contracts words on the display.
    contraction: Option<Liblouis>,
}

impl Language {
    /// Loads the chosen language, or German.
    pub fn of(settings: &Settings) -> Result<Language, Failure> {
        let folder = language_folder(settings)?;
        let grammar = match &settings.grammar {
            Some(path) => Grammar::load(path)?,
            None => Grammar::of(folder),
        };
        let code = settings.braille_code.as_deref().map(BrailleCode::named).transpose()?;
        let announcer = announcer_in_print(settings, &grammar)?.in_code(code);
        let contracts = settings.braille_table.as_deref().map(Liblouis::open).transpose()?;
        Ok(Language { contraction: contracts, ..Language::new(folder, Arc::new(grammar), announcer) })
    }

    /// Makes a language in computer braille.
    pub fn new(folder: LanguageFolder, grammar: Arc<Grammar>, announcer: Announcer) -> Language {
        Language { grammar, announcer, words: folder.catalogue(), contraction: None }
    }

    /// Returns a line in the chosen braille table, or unchanged without one.
    pub fn contracted(&self, line: Line) -> Line {
        match &self.contraction {
            Some(table) => line.contracted(|word| table.cells(word).ok()),
            None => line,
        }
    }

    /// Sets how far what the speech model hears can be trusted.
    pub fn trust(&mut self, thresholds: Thresholds) {
        self.unshared().trust(thresholds);
    }

    /// Leaves out words that a speech model does not know; returns those that it lacks in every spelling.
    pub fn listen_to(&mut self, knows: impl Fn(&str) -> bool) -> Vec<String> {
        self.unshared().listen_to(knows)
    }

    fn unshared(&mut self) -> &mut Grammar {
        Arc::get_mut(&mut self.grammar).expect("no session has the language yet")
    }
}

/// Returns what renders announcements, with moves and pieces in letters and no braille code.
pub fn announcer_in_print(settings: &Settings, grammar: &Grammar) -> Result<Announcer, Failure> {
    let letters = letters(settings)?.unwrap_or(*grammar.letters());
    let mut announcer = Announcer::of(language_folder(settings)?, grammar.spoken().clone(), letters);
    announcer.speak_in(style(settings));
    Ok(announcer)
}

/// Returns the chosen language, or the first one.
pub fn language_folder(settings: &Settings) -> Result<LanguageFolder, UnknownLanguage> {
    settings.language.as_deref().map_or(Ok(LanguageFolder::USUAL), LanguageFolder::find)
}

/// Returns the piece letters that were chosen, if any.
pub fn letters(settings: &Settings) -> Result<Option<Letters>, UnknownLetters> {
    let named = |tag: &String| {
        Letters::of_language(tag).ok_or_else(|| UnknownLetters {
            found: tag.clone(),
            expected: Letters::ALL.map(|letters| letters.tag).join(", "),
        })
    };
    settings.letters.as_ref().map(named).transpose()
}

/// Returns whose moves are taken from the electronic board: by default the opponent's.
pub fn board_moves(settings: &Settings) -> ByColor<bool> {
    let opponents = match settings.user {
        Some(User::White) => User::Black,
        Some(User::Black) => User::White,
        Some(User::Both) | None => User::Both,
    };
    let sides = settings.board_moves.unwrap_or(opponents);
    ByColor { white: sides != User::Black, black: sides != User::White }
}

/// Returns the options of a session.
pub fn options(settings: &Settings) -> Result<Options, Failure> {
    let confirm = match settings.confirm.unwrap_or(ConfirmMode::Voice) {
        ConfirmMode::Voice => Confirm::Voice,
        ConfirmMode::Lever => Confirm::Lever,
        ConfirmMode::Never => Confirm::Never,
        ConfirmMode::Delay => {
            Confirm::Delay(Duration::from_secs_f64(settings.delay.unwrap_or(DEFAULT_DELAY)))
        }
    };
    let by_touch = settings.by_touch.unwrap_or(false);
    if by_touch && matches!(confirm, Confirm::Delay(_)) {
        return Err(GameOptionsError::SilenceByTouch.into());
    }
    let resumption = settings.resumption.as_deref().unwrap_or_default();
    let resumption = resumption.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Options {
        confirm,
        repeat: settings.repeat.unwrap_or(false),
        talk: match settings.talk.unwrap_or(TalkSetting::Open) {
            TalkSetting::Open => session::TalkMode::Open,
            TalkSetting::Toggled => session::TalkMode::Toggled,
            TalkSetting::Held => session::TalkMode::Held,
        },
        by_touch,
        style: style(settings),
        alphabet_chosen: settings.style.is_some(),
        explore_aloud: settings.explore != Some(ExploreMode::Silent),
        tactile_clock: settings.clock.is_some(),
        board_touches: settings.board_touches.unwrap_or(false),
        warnings: warnings(settings)?,
        resumption,
        chosen: settings.kept(),
        school: school(settings)?,
        ..Options::default()
    })
}

/// Returns the lessons of the language, and the puzzles of the user's file with what is wrong in it.
fn school(settings: &Settings) -> Result<School, Failure> {
    let folder = language_folder(settings)?;
    let file = puzzles(settings)?.unwrap_or_default();
    let words = if file.faults.is_empty() { None } else { Some(folder.catalogue()) };
    let faults = words.map(|words| file.faults.iter().map(|fault| words.render(fault)).collect());
    Ok(School {
        lessons: Arc::new(Lessons::of(folder)),
        puzzles: settings.puzzles.is_some().then(|| Arc::new(file.puzzles)),
        faults: faults.unwrap_or_default(),
        ..School::default()
    })
}

/// Reads the user's puzzles; none where they have no file of their own.
pub fn puzzles(settings: &Settings) -> Result<Option<PuzzleFile>, GameOptionsError> {
    let Some(path) = settings.puzzles.clone() else { return Ok(None) };
    let mut file = match files::read_text(&path) {
        Ok(text) => read_puzzles(&text),
        Err(source) => return Err(GameOptionsError::Puzzles { path, source }),
    };
    if !file.puzzles.is_empty() {
        return Ok(Some(file));
    }
    Err(match file.faults.drain(..).next() {
        Some(reason) => GameOptionsError::NoPuzzle { path, reason },
        None => GameOptionsError::NoPuzzles { path },
    })
}

/// Returns the remaining times at which the player is warned.
fn warnings(settings: &Settings) -> Result<Vec<Duration>, UnknownWarnings> {
    let Some(text) = settings.warnings.as_deref() else { return Ok(Options::default().warnings) };
    let time = |time: &str| {
        let (minutes, seconds) = time.trim().split_once(':')?;
        let (minutes, seconds) = (minutes.parse::<u16>().ok()?, seconds.parse::<u8>().ok()?);
        let time = Duration::from_secs(60 * u64::from(minutes) + u64::from(seconds));
        (seconds < 60 && !time.is_zero()).then_some(time)
    };
    match text {
        "off" => Ok(Vec::new()),
        text => {
            text.split(',').map(time).collect::<Option<_>>().ok_or_else(|| UnknownWarnings(text.to_owned()))
        }
    }
}

/// Returns the first setting that alone makes no game, as `NAME` or `braille-keys.KEY`, and why.
pub fn unusable(settings: &Settings) -> Option<(String, Failure)> {
    let of_keys = settings.braille_keys.iter().find_map(|(key, command)| {
        let changed = KeyMap::changed(&BTreeMap::from([(key.clone(), command.clone())]));
        changed.err().map(|fault| (format!("braille-keys.{key}"), fault.into()))
    });
    of_keys.or_else(|| {
        settings.chosen().into_iter().find_map(|(name, value)| {
            let alone = Settings::of_kept(&BTreeMap::from([(name.clone(), value)]));
            check(&alone).err().map(|fault| (name, fault))
        })
    })
}

/// Checks all that is read from the texts of settings, but no files.
pub fn check(settings: &Settings) -> Result<(), Failure> {
    KeyMap::changed(&settings.braille_keys)?;
    settings.board.as_deref().map(str::parse::<BoardAddress>).transpose()?;
    for one in opponents(settings) {
        start(&one)?;
    }
    options(settings)?;
    letters(settings)?;
    language_folder(settings)?;
    #[cfg(feature = "web")]
    super::web_choices::check(settings)?;
    Ok(())
}

/// Returns the style in which moves are spoken at first.
fn style(settings: &Settings) -> Style {
    Style {
        wording: match settings.style {
            None | Some(SpokenStyle::Names) => Wording::Names,
            Some(SpokenStyle::Nato) => Wording::Nato,
            Some(SpokenStyle::Literate) => Wording::Literate,
            Some(SpokenStyle::San) => Wording::San,
            Some(SpokenStyle::Coordinates) => Wording::Coordinates,
            Some(SpokenStyle::Numeric) => Wording::Numeric,
        },
        square_first: settings.square_first.unwrap_or(false),
        pause_after: settings.pause_after.map_or(0, usize::from),
    }
}

/// Returns the start of a game, dated today.
pub fn start(settings: &Settings) -> Result<Start, Failure> {
    let control = match (&settings.time, &settings.time_control) {
        (Some(minutes), _) => Some(TimeControl::from_minutes(minutes)?),
        (None, Some(pgn)) if pgn != "-" => Some(pgn.parse()?),
        _ => None,
    };
    let ruleset: Ruleset = settings.ruleset.as_deref().unwrap_or("fide-2023").parse()?;
    let draw_offers: DrawRule = settings.draw_offers.as_deref().unwrap_or("allowed").parse()?;
    let named = settings.opponent.as_deref().and_then(name_at_board);
    let opponent = opponent(settings)?;
    let competition = settings.competition.unwrap_or(false);
    let users = match settings.user {
        Some(User::White) => Users::White,
        Some(User::Black) => Users::Black,
        Some(User::Both) if !opponent.is_at_board() => {
            return Err(GameOptionsError::UserOfBoth(opponent).into());
        }
        // Against an opponent elsewhere, White is the default.
        None if !opponent.is_at_board() => Users::White,
        Some(User::Both) | None => Users::Both,
    };
    if competition && !opponent.is_at_board() && !opponent.is_peer() {
        return Err(GameOptionsError::NotInCompetition(opponent).into());
    }
    let tag = |value: &Option<String>, or: Option<&str>| value.as_deref().or(or).unwrap_or("?").to_owned();
    Ok(Start {
        version: Start::VERSION,
        date: jiff::Zoned::now().strftime("%Y.%m.%d").to_string(),
        event: tag(&settings.event, None),
        site: tag(&settings.site, None),
        round: tag(&settings.round, None),
        white: tag(&settings.white, named.filter(|_| users == Users::Black)),
        black: tag(&settings.black, named.filter(|_| users != Users::Black)),
        opponent,
        strength: settings.strength.and_then(|strength| u32::try_from(strength).ok()),
        move_time_ms: settings.move_time.map(|seconds| (seconds * 1000.0).round() as u64),
        engine_resigns: settings.engine_resigns.unwrap_or(false),
        users,
        position: start_position(settings)?,
        time_control: control,
        increment_from: IncrementFrom::default(),
        authority: match settings.board_clock {
            Some(true) => Authority::BoardClock,
            _ => Authority::Program,
        },
        ruleset,
        draw_offers,
        competition,
        blindfold: settings.blindfold.unwrap_or(false),
        described: settings.described.as_deref().unwrap_or_default().parse()?,
        warnings_allowed: settings.warnings_allowed.unwrap_or(false),
        guidelines_iii: settings.guidelines_iii.unwrap_or(false),
        unsupervised: settings.unsupervised.unwrap_or(false),
        default_time: 60 * settings.default_time.unwrap_or(0),
        key: None,
        chosen: settings.kept(),
    })
}

/// Returns the settings of a game against each of the chosen opponents, as in `board:Anna,board:Bert,engine`.
pub fn opponents(settings: &Settings) -> Vec<Settings> {
    let Some(all) = settings.opponent.as_deref().filter(|all| all.contains(',')) else {
        return vec![settings.clone()];
    };
    let against =
        |opponent: &str| Settings { opponent: Some(opponent.trim().to_owned()), ..settings.clone() };
    all.split(',').map(against).collect()
}

/// The value of `opponent` with which the dialogue asks for the opponent.
pub const ASK_OPPONENT: &str = "ask";

/// Returns the opponent of one game; at this board, unless another one is chosen already.
pub fn opponent(settings: &Settings) -> Result<Opponent, UnknownOpponent> {
    let who = settings.opponent.as_deref().filter(|who| *who != ASK_OPPONENT).unwrap_or("board");
    if name_at_board(who).is_some() {
        return Ok(Opponent::Board);
    }
    let opponent = who.parse()?;
    match &opponent {
        Opponent::Online { player: Some(place), .. } if opponent.is_peer() && !has_sound_port(place) => {
            Err(UnknownOpponent(who.to_owned()))
        }
        _ => Ok(opponent),
    }
}

/// Whether what stands behind the colon of `HOST:PORT` or `[HOST]:PORT` can be a port. A number of IPv6 without brackets
/// has several colons and no port.
fn has_sound_port(place: &str) -> bool {
    match place.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => {
            port.parse::<u16>().is_ok_and(|port| port > 0)
        }
        _ => true,
    }
}

/// Returns the name of an opponent at this board, as in `board:Anna`.
fn name_at_board(opponent: &str) -> Option<&str> {
    opponent.strip_prefix("board:").map(str::trim).filter(|name| !name.is_empty())
}

/// Returns the players whom the program assists, as a setting.
pub fn user(users: Users) -> User {
    match users {
        Users::White => User::White,
        Users::Black => User::Black,
        Users::Both => User::Both,
    }
}

/// Returns settings for another game like this one.
pub fn settings_of(start: &Start) -> Settings {
    let custom = start.position != StartPosition::default();
    let named = |tag: &str| known_tag(tag).map(str::to_owned);
    Settings {
        time_control: start.time_control.as_ref().map(ToString::to_string),
        user: Some(user(start.users)),
        opponent: Some(start.opponent.to_string()),
        strength: start.strength.map(i64::from),
        move_time: start.move_time_ms.map(|ms| ms as f64 / 1000.0),
        engine_resigns: Some(start.engine_resigns),
        blindfold: Some(start.blindfold),
        fen: custom.then(|| start.position.fen().to_string()),
        competition: Some(start.competition),
        described: Some(start.described.to_string()),
        warnings_allowed: Some(start.warnings_allowed),
        ruleset: Some(start.ruleset.to_string()),
        draw_offers: Some(start.draw_offers.to_string()),
        guidelines_iii: Some(start.guidelines_iii),
        unsupervised: Some(start.unsupervised),
        default_time: Some(start.default_time / 60),
        white: named(&start.white),
        black: named(&start.black),
        event: named(&start.event),
        site: named(&start.site),
        round: named(&start.round),
        ..Settings::of_kept(&start.chosen)
    }
}

/// Returns the position from which a game begins.
pub fn start_position(settings: &Settings) -> Result<StartPosition, GameOptionsError> {
    let cannot = |fen: String| |source: StartError| GameOptionsError::Position { fen, source };
    match (settings.chess960, &settings.fen) {
        (Some(number), _) => StartPosition::chess960(number).map_err(cannot(format!("Chess960 {number}"))),
        (None, Some(fen)) => StartPosition::of_fen(fen, false).map_err(cannot(fen.clone())),
        (None, None) => Ok(StartPosition::default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_to_be_warned_at_are_minutes_and_seconds() {
        let read = |text: &str| {
            let settings = Settings { warnings: Some(text.to_owned()), ..Settings::default() };
            warnings(&settings).map(|times| times.iter().map(Duration::as_secs).collect::<Vec<_>>())
        };
        assert_eq!(read("5:00, 1:30,0:10").unwrap(), [300, 90, 10]);
        assert!(read("off").unwrap().is_empty());
        for wrong in ["", "5", "0:00", "1:60", "1:-1", "5:00,", "x:1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_a_game_was_chosen_to_be_can_be_chosen_again() {
        let settings = Settings {
            time: Some("40/90+30,30+30".to_owned()),
            user: Some(User::Black),
            competition: Some(true),
            described: Some("squares,pieces".to_owned()),
            ruleset: Some("fide-2009".to_owned()),
            draw_offers: Some("30".to_owned()),
            default_time: Some(15),
            warnings_allowed: Some(true),
            chess960: Some(17),
            language: Some("en".to_owned()),
            confirm: Some(ConfirmMode::Lever),
            white: Some("A. Anna".to_owned()),
            ..Settings::default()
        };
        let first = start(&settings).unwrap();
        let second = start(&settings_of(&first)).unwrap();
        assert_eq!(second, first);
    }
}
