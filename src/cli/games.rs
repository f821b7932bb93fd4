//! Plays games to their end, and leaves their scores.

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use annabella::{
    announce::{Announcement, Farewell, SavedFile},
    app::{
        game_loop::LoopEnding,
        game_options,
        game_setup::{self, InputSource, ResumeError},
        ports::lines::TextInput,
        screen::{GameFile, Screen},
        unfinished,
    },
    commands::{
        error::DespiteDamage,
        export,
        score::{self, EarlierScore},
    },
    config::{self, Settings},
    devices::keyboard,
    journal::{Doubt, Record},
    language::{Catalogue, Failure, Message},
};

use clap::CommandFactory;

use super::{Cli, command::WordSource, streams::CLOSING};

/// Adds to an error about a damaged journal the command that reads it nevertheless.
pub(crate) fn with_cure(error: Failure, command: &str, journals: &[PathBuf]) -> Failure {
    let fault = match error.downcast_ref::<ResumeError>() {
        Some(not_resumed) => Some(&not_resumed.source),
        None => match error.downcast_ref() {
            Some(export::ExportError::Journal { source, .. }) => Some(source),
            _ => None,
        },
    };
    match fault {
        Some(fault) if fault.is_damage() => {
            DespiteDamage { fault: error, command: despite_damage(command, journals) }.into()
        }
        _ => error,
    }
}

/// Returns how a damaged journal is used: by the command itself, or by the score of it where the command wants a sound one.
fn despite_damage(command: &str, journals: &[PathBuf]) -> String {
    let all = Cli::command();
    let takes_damaged = all
        .find_subcommand(command)
        .is_some_and(|of| of.get_arguments().any(|option| option.get_id() == "damaged"));
    match journals {
        [journal] if !takes_damaged => {
            let score = journal.with_extension("pgn").to_string_lossy().into_owned();
            let score = shlex::try_quote(&score).map(Cow::into_owned).unwrap_or(score);
            format!("{} > {score}", whole_command("export", true, journals))
        }
        _ => whole_command(command, true, journals),
    }
}

/// Returns a command on journals for a shell, with the path by which this program was started.
fn whole_command(command: &str, damaged: bool, journals: &[PathBuf]) -> String {
    let program = std::env::args().next().unwrap_or_else(|| "annabella".to_owned());
    // A name that begins like an option is none behind a path.
    let in_folder = |journal: &PathBuf| match journal.to_string_lossy() {
        name if name.starts_with('-') => format!("./{name}"),
        name => name.into_owned(),
    };
    let journals: Vec<String> = journals.iter().map(in_folder).collect();
    let words = [&program, command].into_iter().chain(damaged.then_some("--damaged"));
    let words: Vec<&str> = words.chain(journals.iter().map(String::as_str)).collect();
    shlex::try_join(words.iter().copied()).unwrap_or_else(|_| words.join(" "))
}

/// Several games are not over, and nobody was asked which.
#[derive(Message)]
#[message("several-unfinished")]
struct SeveralUnfinished {
    games: usize,
    /// The command for the last of them.
    #[message(display)]
    command: String,
}

/// Returns the journal of the one game that is not over, or of the one that the player chooses: none without a choice.
pub(crate) fn to_resume(
    settings: &Settings,
    input: &InputSource,
    screen: &Screen,
) -> Result<Option<PathBuf>, Failure> {
    let mut games = unfinished::unfinished_games()?;
    if games.len() == 1 {
        return Ok(games.pop().map(|game| game.journal));
    }
    if !unfinished::may_ask(input) {
        let command = whole_command("resume", false, &[games[0].journal.clone()]);
        return Err(SeveralUnfinished { games: games.len(), command }.into());
    }
    unfinished::ask_which(&games, settings, input, screen)
}

pub(crate) fn word_source(input: WordSource) -> Result<InputSource, Failure> {
    Ok(match (input.text, input.audio) {
        (Some(file), _) => InputSource::Typed(TextInput::open(&file)?),
        (None, Some(file)) => InputSource::Recorded { file, real_time: input.real_time },
        (None, None) => InputSource::Spoken,
    })
}

/// Plays games, and further games as long as the player wants them.
pub(crate) fn play(
    mut games: game_setup::RunningGames,
    settings: &Settings,
    words: &InputSource,
    screen: &Screen,
) -> Result<ExitCode, Failure> {
    loop {
        let (ending, next) = finish(games, settings, screen);
        if let LoopEnding::Resume(journal) = ending {
            let files = [journal];
            let catalogue = game_setup::catalogue_for(settings);
            let journals = game_setup::open_journals(&files, false, &catalogue, screen)
                .map_err(|error| with_cure(error, "resume", &files))?;
            games = game_setup::resumed_games(&Settings::default(), settings, words, journals, screen)?;
            continue;
        }
        // Another game would hear a recording from its beginning again.
        let recorded = matches!(words, InputSource::Recorded { .. });
        let Some(next) = next.filter(|_| !recorded) else {
            screen.finish(CLOSING);
            let failed = matches!(ending, LoopEnding::Failed(_));
            return Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
        };
        games = game_setup::new_games(&next, words, None, &[], screen)?;
    }
}

/// Plays games to their end and leaves their scores beside the journals, before any device is closed. Returns the
/// settings of the next game, if the player wants one.
fn finish(
    mut games: game_setup::RunningGames,
    settings: &Settings,
    screen: &Screen,
) -> (LoopEnding, Option<Settings>) {
    // A game that is begun later has no earlier score.
    let earlier: Vec<EarlierScore> = games.all().map(|(record, ..)| EarlierScore::of(record)).collect();
    let ending = games.run();
    let failed = matches!(ending, LoopEnding::Failed(_));
    // The player may want another game with the same settings.
    let again = || game_options::settings_of(games.active().start()).or(settings.clone());
    let wanted =
        games.next_settings(settings).or_else(|| (ending == LoopEnding::Left { again: true }).then(again));
    let next = wanted.filter(|_| !failed);
    let words =
        game_setup::catalogue_for(&Settings::of_kept(&games.active().start().chosen).or(settings.clone()));
    let mut unfinished = Vec::new();
    let mut damaged = false;
    let mut scores = Vec::new();
    let mut unwritten = false;
    let (mut incomplete, mut missing_moves) = (0, 0);
    for (n, (record, has_begun, journal)) in games.all().enumerate() {
        if has_begun {
            let score = leave_score(record, earlier.get(n), journal, &words, screen);
            unwritten |= score.is_none();
            scores.extend(score.as_deref().map(SavedFile::of));
            if let Some(lacking) = Lacking::of(journal, record, &words) {
                screen.warn(&words.render(&lacking));
                if score.is_some() {
                    screen.text(&export::pgn(record));
                }
                (incomplete, missing_moves) = (incomplete + 1, missing_moves + lacking.moves);
                continue;
            }
        }
        if has_begun && record.ended().is_none() {
            unfinished.push(journal.to_owned());
            damaged |= record.doubt().is_some_and(Doubt::is_grave);
        }
    }
    let again = next.is_some() || matches!(ending, LoopEnding::Resume(_));
    let resumes_alone = !again && !damaged && unfinished.len() == 1 && is_usual(&unfinished[0]);
    // Beside a screen reader the farewell, spoken or printed, has a shorter one.
    let is_told = resumes_alone && screen.is_read_aloud();
    if !unfinished.is_empty() && !is_told {
        let command = whole_command("resume", damaged, &unfinished);
        let games = if unfinished.len() == 1 { "one" } else { "several" };
        screen.command(&words.say("game-goes-on", &[("games", &games), ("command", &command)]));
    }
    let unfinished = unfinished.iter().map(|journal| SavedFile::of(journal)).collect::<Vec<_>>();
    if !(again && scores.is_empty() && unfinished.is_empty() && !unwritten && incomplete == 0) {
        let farewell = Farewell {
            scores,
            unwritten,
            incomplete,
            missing_moves,
            unfinished,
            resumes_alone,
            again,
            failed,
        };
        games.tell(Announcement::Farewell(farewell));
    }
    games.finish_speaking();
    // If a device hangs while it closes, the terminal is restored and the program ends nevertheless.
    let (closed, closes) = mpsc::channel::<()>();
    let last = screen.clone();
    thread::spawn(move || {
        if closes.recv_timeout(CLOSING) == Err(RecvTimeoutError::Timeout) {
            last.finish(Duration::from_millis(100));
            keyboard::give_terminal_back();
            std::process::exit(failed.into());
        }
    });
    drop(games);
    drop(closed);
    (ending, next)
}

/// What a journal on the disk lacks of its game.
#[derive(Message)]
#[message("game-journal-incomplete")]
struct Lacking {
    path: PathBuf,
    moves: usize,
    /// Why it cannot be read, or `none`.
    fault: String,
}

impl Lacking {
    /// Compares a journal with its game: only one that has the whole game goes on with it.
    fn of(journal: &Path, record: &Record, words: &Catalogue) -> Option<Lacking> {
        let moves = record.game().moves();
        let lacking = |moves, fault| Some(Lacking { path: journal.to_owned(), moves, fault });
        match export::journal(journal, true) {
            Ok(found) => {
                let kept = found.record.game().moves();
                let common = kept.iter().zip(moves).take_while(|(kept, made)| kept == made).count();
                let is_whole = kept == moves && found.record.ended() == record.ended();
                if is_whole { None } else { lacking(moves.len() - common, "none".to_owned()) }
            }
            Err(fault) => lacking(moves.len(), words.render(&fault)),
        }
    }
}

/// Whether a journal is where journals usually are.
fn is_usual(journal: &Path) -> bool {
    let folder = journal.parent().map(std::path::absolute).and_then(Result::ok);
    folder.is_some() && folder == config::journals()
}

/// Returns the score that was written.
fn leave_score(
    record: &Record,
    earlier: Option<&EarlierScore>,
    journal: &Path,
    words: &Catalogue,
    screen: &Screen,
) -> Option<PathBuf> {
    match score::leave(record, earlier, journal) {
        Ok(score) => {
            screen.file(words, GameFile::Score, &score.display());
            Some(score)
        }
        Err(error) => {
            let fault = words.render(&error);
            screen
                .warn(&words.say("game-score-unwritten", &[("path", &journal.display()), ("fault", &fault)]));
            screen.text(&export::pgn(record));
            None
        }
    }
}
